#include "async/thread/settings.h"

#include "async/os/cgroup.h"
#include "async/os/os.h"
#include "async/os/placement.h"
#include "async/thread/state.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ra__settings_t ra__settings;

enum { SPIN_US_MAX = 1000000 };

#define VARIABLES(X) \
    X(WORKERS) X(SYNC) X(WORKER_PRIORITY) X(PACING_BYTES) X(PACING_COUNT) X(MEMORY_LIMIT) X(DEVICE_MEMORY_LIMIT) X(DEVICE_CHUNKS) X(TOPOLOGY) X(ISA) X(BLAS) X(TRACE) X(SPIN_US) X(NO_INLINE) \
    X(FUSION) X(REPORT) X(CHECK) X(RELIEF_PERCENT) X(CUDA) X(CUDA_CACHE) X(CUDA_CACHE_BYTES) X(CUDA_TF32)

#define PREFIX "RUNAHEAD_"

static const char *const variables[] = {
#define X(name) PREFIX #name,
    VARIABLES(X)
#undef X
};

/* ---- names ---- */

/* How many letters were left out, put in, exchanged or swapped with their neighbour, in whatever case; at most about LONGEST. */
static int letters_apart(const char *a, int n, const char *b)
{
    enum { LONGEST = 48 };
    int m = (int)strlen(b), row[3][LONGEST + 1]; /* of the last three letters of a */
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    for (int i = 0; i <= n; i++) {
        int *now = row[i % 3], *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (int k = 1; k <= m; k++) {
            if (i == 0) {
                now[k] = k;
                continue;
            }
            int same = last[k - 1] + (toupper((unsigned char)a[i - 1]) != b[k - 1]), out = last[k] + 1, in = now[k - 1] + 1;
            now[k] = same < out ? same : out;
            now[k] = now[k] < in ? now[k] : in;
            if (i > 1 && k > 1 && toupper((unsigned char)a[i - 1]) == b[k - 2] && toupper((unsigned char)a[i - 2]) == b[k - 1] && before[k - 2] + 1 < now[k])
                now[k] = before[k - 2] + 1;
        }
    }
    return row[n % 3][m];
}

/* The setting whose name this almost is: a short one bears one wrong letter, others two. */
static const char *nearest(const char *name, int length, int *apart)
{
    const char *found = NULL;
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        int d = letters_apart(name, length, variables[i]), most = strlen(variables[i]) - strlen(PREFIX) <= 5 ? 1 : 2;
        if (d <= most && (!found || d < *apart)) {
            found = variables[i];
            *apart = d;
        }
    }
    return found;
}

/* Whether the name is made of words of that one, in their order: RUNAHEAD_PRIORITY of RUNAHEAD_WORKER_PRIORITY. A prefix is none. */
static bool is_part(const char *name, int length, const char *setting)
{
    const int prefix = (int)strlen(PREFIX);
    if (length <= prefix || strncmp(name, PREFIX, (size_t)prefix))
        return false;
    for (const char *word = name + prefix, *at = setting + prefix; word < name + length;) {
        const int letters = (int)strcspn(word, "_="), others = (int)strcspn(at, "_");
        if (!*at)
            return false;
        if (letters == others && !strncmp(word, at, (size_t)letters))
            word += letters + 1;
        at += others + (at[others] == '_');
    }
    return true;
}

/* The first setting of which the name has some words. */
static const char *longer(const char *name, int length)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (is_part(name, length, variables[i]))
            return variables[i];
    return NULL;
}

static ra_status check_name(const char *variable, ra__settings_t *s)
{
    int length = (int)strcspn(variable, "="), apart = 0;
    if (!variable[length] || !variable[length + 1]) /* an empty value is none */
        return RA_OK;
    const char *name = nearest(variable, length, &apart);
    if (name && apart == 0 && !strncmp(name, variable, (size_t)length))
        return RA_OK;
    if (name || (name = longer(variable, length)))
        return ra__refusal(RA_ERR_ARGUMENT, "%.100s: there is no such setting; %s is one", variable, name);
    size_t used = strlen(s->unknown);
    if (!strncmp(variable, PREFIX, strlen(PREFIX)))
        snprintf(s->unknown + used, sizeof s->unknown - used, "%s%.*s", used ? " " : "", length, variable);
    return RA_OK;
}

/* Of the whole environment: a name may be wrong in its beginning, too, but nobody's own begins with a wrong letter. */
static ra_status check_names(ra__settings_t *s)
{
    ra_status status = RA_OK;
    const char *variable;
    for (size_t i = 0; !status && (variable = ra__os_variable_at(i)); i++)
        if (*variable == *PREFIX || *variable == tolower(*PREFIX))
            status = check_name(variable, s);
    return status;
}

/* ---- values ---- */

static ra_status bad(const char *name, const char *value, const char *wanted)
{
    return ra__refusal(RA_ERR_ARGUMENT, PREFIX "%s=%.60s: %s expected", name, value, wanted);
}

static ra_status bad_number(const char *name, const char *value, int64_t least, int64_t most)
{
    char wanted[100];
    if (most == INT64_MAX)
        snprintf(wanted, sizeof wanted, "a whole number from %lld (K, M, G may follow)", (long long)least);
    else
        snprintf(wanted, sizeof wanted, "a whole number from %lld to %lld", (long long)least, (long long)most);
    return bad(name, value, wanted);
}

static ra_status read_number(const char *name, const char *variable, int64_t least, int64_t most, int64_t *out)
{
    const char *text = ra__os_getenv(variable);
    if (!text)
        return RA_OK;
    char *end;
    errno = 0;
    long long v = strtoll(text, &end, 10);
    bool fits = errno == 0;
    if (end != text && (*end == 'K' || *end == 'M' || *end == 'G')) {
        fits &= !__builtin_mul_overflow(v, *end == 'K' ? 1LL << 10 : *end == 'M' ? 1LL << 20 : 1LL << 30, &v);
        end++;
    }
    if (end == text || *end || !fits || v < least || v > most)
        return bad_number(name, text, least, most);
    *out = v;
    return RA_OK;
}

static ra_status read_text(const char *name, const char *variable, const char *given, char *out, size_t size)
{
    const char *text = ra__os_getenv(variable);
    text = text ? text : given ? given : "";
    if (strlen(text) >= size)
        return ra__refusal(RA_ERR_ARGUMENT, PREFIX "%s=%.60s...: %zu characters, at most %zu", name, text, strlen(text), size - 1);
    strcpy(out, text);
    return RA_OK;
}

static ra_status read_fusion(ra_fusion *out)
{
    static const char *const names[] = {[RA_FUSION_ON] = "on", [RA_FUSION_OFF] = "off", [RA_FUSION_ALWAYS] = "always", [RA_FUSION_RANDOM] = "random"};
    const char *text = ra__os_getenv("RUNAHEAD_FUSION");
    for (size_t i = 0; text && i < sizeof names / sizeof *names; i++)
        if (!strcmp(text, names[i])) {
            *out = (ra_fusion)i;
            return RA_OK;
        }
    return text ? bad("FUSION", text, "on, off, always or random") : RA_OK;
}

/* A library that is named by a path must be there: else its absence would be found by the first operator that needs it. */
static ra_status check_blas(const char *path)
{
    int fd, error = 0;
    uint64_t bytes;
    if (!strchr(path, '/')) /* for the loader to look for */
        return RA_OK;
    if (!(error = ra__os_open_read(path, &fd))) {
        error = ra__os_file_size(fd, &bytes);
        ra__os_close(fd);
    }
    return error ? ra__refusal(RA_ERR_ARGUMENT, PREFIX "BLAS=%.200s: %s", path, error == -ESPIPE ? "not a file" : strerror(-error)) : RA_OK;
}

/* The program's own settings, by the same ranges. Sizes have none, and texts are read with the variables. */
static ra_status check_config(const ra_config *c)
{
    unsigned char no_inline, cuda_tf32;
    memcpy(&no_inline, &c->no_inline, 1);
    memcpy(&cuda_tf32, &c->cuda_tf32, 1);
    const struct {
        const char *field;
        int64_t value, least, most;
    } numbers[] = {{"workers", c->workers, -1, RA__WORKERS_MAX},
                   {"execution", c->execution, RA_RUN_AHEAD, RA_SYNC},
                   {"priority", c->priority, RA_PRIORITY_BACKGROUND, RA_PRIORITY_NORMAL},
                   {"spin_us", c->spin_us, -1, SPIN_US_MAX},
                   {"no_inline", no_inline, 0, 1},
                   {"fusion", c->fusion, RA_FUSION_ON, RA_FUSION_RANDOM},
                   {"relief_percent", c->relief_percent, -1, 100},
                   {"cuda_tf32", cuda_tf32, 0, 1}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].value < numbers[i].least || numbers[i].value > numbers[i].most)
            return ra__refusal(RA_ERR_ARGUMENT, "ra_init: %s of ra_config is %lld, not %lld to %lld", numbers[i].field, (long long)numbers[i].value,
                               (long long)numbers[i].least, (long long)numbers[i].most);
    return RA_OK;
}

/* What the process may use of the machine's memory, and what follows from that where nothing else is asked for: a quarter of
 * it in flight; and where a control group would end a process that takes more, an eighth is left to all that is no tensor. */
static void find_memory(ra__settings_t *s)
{
    struct ra__cgroup_memory group;
    ra__cgroup_memory(NULL, NULL, &group);
    const size_t machine = ra__os_memory_size();
    const bool by_group = group.bytes && (!machine || group.bytes < machine);
    s->memory = by_group ? group.bytes : machine;
    if (by_group)
        snprintf(s->memory_why, sizeof s->memory_why, "allowed by the control group (%.110s)", group.where);
    else
        snprintf(s->memory_why, sizeof s->memory_why, "in the machine");
    s->pacing_is_given = s->pacing_bytes;
    if (!s->pacing_is_given)
        s->pacing_bytes = s->memory >= 4 ? s->memory / 4 : (size_t)1 << 30;
    s->memory_limit_by = "RUNAHEAD_MEMORY_LIMIT";
    if (!s->memory_limit && by_group) {
        s->memory_limit = group.bytes - group.bytes / 8;
        s->memory_limit_by = "seven eighths of what the control group allows";
    }
}

#define NUMBER(name, least, most, field) \
    { \
        int64_t value_ = (int64_t)s.field; \
        if ((status = read_number(#name, "RUNAHEAD_" #name, least, most, &value_))) \
            return status; \
        s.field = (__typeof__(s.field))value_; \
    }
#define TEXT(name, field) \
    if ((status = read_text(#name, "RUNAHEAD_" #name, c.field, s.field, sizeof s.field))) \
        return status;

ra_status ra__settings_load(const ra_config *config)
{
    ra_config c = {.size = sizeof c};
    ra__settings_t s = {.device_chunks = true, .inline_ns = 2000, .cuda_cache_bytes = RA__CUDA_CACHE_BYTES};
    ra_status status;
    if (config && config->size < sizeof config->size)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_init: size of ra_config is %zu: it says which fields there are, sizeof(ra_config)", config->size);
    if (config)
        memcpy(&c, config, config->size < sizeof c ? config->size : sizeof c);
    if ((status = check_names(&s)) || (status = check_config(&c)))
        return status;
    s.workers = c.workers == 0 ? RA__WORKERS_AUTO : c.workers < 0 ? 0 : c.workers;
    s.execution = c.execution;
    s.priority = c.priority;
    s.pacing_bytes = c.pacing_bytes;
    s.pacing_count = c.pacing_count ? c.pacing_count : RA__PACING_COUNT;
    s.memory_limit = c.memory_limit;
    s.device_memory_limit = c.device_memory_limit;
    s.spin_us = c.spin_us;
    s.no_inline = c.no_inline;
    s.fusion = c.fusion;
    s.cuda_tf32 = c.cuda_tf32;
    s.relief_percent = c.relief_percent < 0 ? 0 : c.relief_percent ? c.relief_percent : RA__RELIEF_PERCENT;

    NUMBER(WORKERS, 0, RA__WORKERS_MAX, workers)
    NUMBER(SYNC, 0, 1, execution)
    NUMBER(PACING_BYTES, 1, INT64_MAX, pacing_bytes)
    NUMBER(PACING_COUNT, 1, INT64_MAX, pacing_count)
    NUMBER(MEMORY_LIMIT, 0, INT64_MAX, memory_limit)
    NUMBER(DEVICE_MEMORY_LIMIT, 0, INT64_MAX, device_memory_limit)
    NUMBER(DEVICE_CHUNKS, 0, 1, device_chunks)
    NUMBER(SPIN_US, -1, SPIN_US_MAX, spin_us)
    NUMBER(NO_INLINE, 0, 1, no_inline)
    NUMBER(REPORT, 0, 1, report)
    NUMBER(CHECK, 0, 1, check)
    NUMBER(RELIEF_PERCENT, 0, 100, relief_percent)
    NUMBER(CUDA_CACHE_BYTES, 0, INT64_MAX, cuda_cache_bytes)
    NUMBER(CUDA_TF32, 0, 1, cuda_tf32)
    TEXT(TOPOLOGY, topology)
    TEXT(BLAS, blas)
    if ((status = check_blas(s.blas)))
        return status;
    TEXT(TRACE, trace)
    if ((status = read_text("CUDA_CACHE", "RUNAHEAD_CUDA_CACHE", NULL, s.cuda_cache, sizeof s.cuda_cache)))
        return status;
    TEXT(ISA, isa)
    if ((status = read_fusion(&s.fusion)))
        return status;
    const char *priority = ra__os_getenv("RUNAHEAD_WORKER_PRIORITY");
    if (priority) {
        if (strcmp(priority, "background") && strcmp(priority, "normal"))
            return bad("WORKER_PRIORITY", priority, "background or normal");
        s.priority = strcmp(priority, "normal") ? RA_PRIORITY_BACKGROUND : RA_PRIORITY_NORMAL;
    }
    find_memory(&s);
    ra__settings = s;
    return RA_OK;
}
