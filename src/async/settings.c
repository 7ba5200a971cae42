#include "async/settings.h"

#include "async/os.h"
#include "async/placement.h"
#include "async/state.h"

#include <stdlib.h>
#include <string.h>

ra__settings_t ra__settings;

static ra_status bad(const char *name, const char *value, const char *wanted)
{
    return ra__refusal(RA_ERR_ARGUMENT, "RUNAHEAD_%s=%.60s: %s expected", name, value, wanted);
}

static ra_status read_number(const char *name, const char *variable, int64_t least, int64_t most, int64_t *out)
{
    const char *text = ra__os_getenv(variable);
    if (!text)
        return RA_OK;
    char *end;
    long long v = strtoll(text, &end, 10);
    bool fits = true;
    if (end != text && (*end == 'K' || *end == 'M' || *end == 'G')) {
        fits = !__builtin_mul_overflow(v, *end == 'K' ? 1LL << 10 : *end == 'M' ? 1LL << 20 : 1LL << 30, &v);
        end++;
    }
    if (end == text || *end || !fits || v < least || v > most)
        return bad(name, text, "a number in range (K, M, G may follow)");
    *out = v;
    return RA_OK;
}

static ra_status read_text(const char *name, const char *variable, const char *given, char *out, size_t size)
{
    const char *text = ra__os_getenv(variable);
    text = text ? text : given ? given : "";
    if (strlen(text) >= size)
        return bad(name, text, "a shorter text");
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
    ra__settings_t s = {.inline_ns = 1200};
    ra_status status;
    if (config)
        memcpy(&c, config, config->size < sizeof c ? config->size : sizeof c);
    s.workers = c.workers == 0 ? RA__WORKERS_AUTO : c.workers < 0 ? 0 : c.workers;
    s.execution = c.execution;
    s.priority = c.priority;
    s.pacing_bytes = c.pacing_bytes;
    s.pacing_count = c.pacing_count ? c.pacing_count : 1 << 16;
    s.memory_limit = c.memory_limit;
    s.spin_us = c.spin_us;
    s.no_inline = c.no_inline;
    s.fusion = c.fusion;

    NUMBER(WORKERS, 0, RA__WORKERS_MAX, workers)
    NUMBER(SYNC, 0, 1, execution)
    NUMBER(PACING_BYTES, 1, INT64_MAX, pacing_bytes)
    NUMBER(PACING_COUNT, 1, INT64_MAX, pacing_count)
    NUMBER(MEMORY_LIMIT, 0, INT64_MAX, memory_limit)
    NUMBER(SPIN_US, -1, 1000000, spin_us)
    NUMBER(NO_INLINE, 0, 1, no_inline)
    NUMBER(REPORT, 0, 1, report)
    TEXT(TOPOLOGY, topology)
    TEXT(BLAS, blas)
    TEXT(TRACE, trace)
    TEXT(ISA, isa)
    if ((status = read_fusion(&s.fusion)))
        return status;
    const char *priority = ra__os_getenv("RUNAHEAD_WORKER_PRIORITY");
    if (priority) {
        if (strcmp(priority, "background") && strcmp(priority, "normal"))
            return bad("WORKER_PRIORITY", priority, "background or normal");
        s.priority = strcmp(priority, "normal") ? RA_PRIORITY_BACKGROUND : RA_PRIORITY_NORMAL;
    }
    if (!s.pacing_bytes) { /* a quarter of the machine's memory */
        size_t memory = ra__os_memory_size();
        s.pacing_bytes = memory ? memory / 4 : (size_t)1 << 30;
    }
    ra__settings = s;
    return RA_OK;
}
