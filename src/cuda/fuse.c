/*
 * Elementwise jobs of a device that are pending together, as one kernel (fuse.cu): their expressions, one after another, over the
 * coarsest space of which each of their own is one with some dimensions merged. Values pass from step to step in the dtype that they
 * would have in memory: so each is rounded, and converted, as if it had been there.
 *
 * A program is known by its form: operators, dtypes, which step has what from where, what is kept. Addresses, sizes, strides and numbers
 * are arguments. Which operators are pending together is a matter of time, and a form may never come again, while to compile one takes as
 * long as a thousand launches: one that is on no disk is compiled when it has come some times, and more often the more have been; by
 * another thread, and until it is there the jobs are issued one by one. (All are, at once, where fusion is `always`.)
 */
#include "cuda/elementwise.h"
#include "cuda/later.h"

#include "async/os/os.h"
#include "async/thread/settings.h"
#include "cuda/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    JOBS = 32,
    OUTSIDE = 32,       /* operands in memory */
    NUMBERS = JOBS * 2,
    KEY_BYTES = 2048,
    TEXT_BYTES = 65536,
    WORDS = 1 + RA_MAX_DIMS + OUTSIDE * (RA_MAX_DIMS + 1) + 2 * NUMBERS + 4 * JOBS,
    WORDS_MOST = 4096 / 8 /* of what a kernel takes */
};

/* An operand in memory, over the common space. */
typedef struct outside {
    char *data;
    uint8_t memory;
    int64_t strides[RA_MAX_DIMS];
} outside;

/* What an operand of a step is: one of those, another step's result, or a number. */
typedef struct value {
    enum { OUT, STEP, NUMBER } is;
    int of;
} value;

typedef struct chain {
    bool in_groups; /* RA_GROUPS */
    int steps, dims, outsides, numbers, params;
    int64_t numel, sizes[RA_MAX_DIMS];
    outside outside[OUTSIDE];
    int64_t number[NUMBERS][2], param[JOBS][4];
    struct {
        const ra__cuda_space *space;
        value in[RA__MAX_OPERANDS];
        int params; /* -1: none */
        int kept;   /* the operand that its result is written to; -1: none */
    } step[JOBS];
} chain;

/* ---- the space: argument[] of a space is its numel, its sizes, its strides, its numbers and its attributes (elementwise.cu) ---- */

static const int64_t *sizes_of(const ra__cuda_space *s)
{
    return s->argument + 1;
}

static const int64_t *strides_of(const ra__cuda_space *s, int k)
{
    return s->argument + 1 + s->ndim * (1 + k);
}

static const int64_t *number_of(const ra__cuda_space *s, int k)
{
    return s->argument + 1 + s->ndim * (1 + s->operands) + 2 * k;
}

/* Dimensions of both, innermost first, are cut where either ends. False: they are cut elsewhere. */
static bool refine(chain *c, const ra__cuda_space *s)
{
    int64_t cut[RA_MAX_DIMS], left = c->sizes[0], mine = sizes_of(s)[0];
    int dims = 0, a = 0, b = 0;
    for (;;) {
        const int64_t piece = left < mine ? left : mine;
        if (dims == RA_MAX_DIMS || left % piece || mine % piece)
            return false;
        cut[dims++] = piece;
        left /= piece;
        mine /= piece;
        if (left == 1 && ++a < c->dims)
            left = c->sizes[a];
        if (mine == 1 && ++b < s->ndim)
            mine = sizes_of(s)[b];
        if (a >= c->dims && b >= s->ndim)
            break;
        if (a >= c->dims || b >= s->ndim)
            return false;
    }
    memcpy(c->sizes, cut, sizeof cut);
    c->dims = dims;
    return true;
}

static void spread(const chain *c, const ra__cuda_space *s, int k, int64_t *strides)
{
    int64_t done = 1;
    for (int d = 0, own = 0; d < c->dims; d++) {
        strides[d] = strides_of(s, k)[own] * done; /* fits: within the storage */
        done *= c->sizes[d];                       /* fits: at most numel */
        if (done == sizes_of(s)[own] && own + 1 < s->ndim) {
            own++;
            done = 1;
        }
    }
}

/* ---- operands ---- */

/* One that is there already, if it is the same. */
static int find_outside(chain *c, const ra__cuda_space *s, int k, char *data)
{
    outside o = {.data = data, .memory = s->memory[k]};
    spread(c, s, k, o.strides);
    for (int i = 0; i < c->outsides; i++)
        if (c->outside[i].data == data && c->outside[i].memory == o.memory && !memcmp(c->outside[i].strides, o.strides, (size_t)c->dims * sizeof o.strides[0]))
            return i;
    if (c->outsides == OUTSIDE)
        return -1;
    c->outside[c->outsides] = o;
    return c->outsides++;
}

static bool add_number(chain *c, const ra__cuda_space *s, int k, const char *here, value *v)
{
    if (c->numbers == NUMBERS)
        return false;
    *v = (value){NUMBER, c->numbers};
    memcpy(c->number[c->numbers], number_of(s, k), sizeof c->number[0]);
    if (s->host >> k & 1) /* what comes before it is done: its value is there */
        memcpy(c->number[c->numbers], here, (size_t)ra__element_bytes((ra_dtype)s->memory[k])); /* fits: an element */
    c->numbers++;
    return true;
}

static bool add_operand(chain *c, const ra__joined *j, const ra__cuda_space *s, int k, value *v)
{
    const int at = s->source[k], from = at < 0 ? -1 : j->from[at];
    if (s->numbers >> k & 1)
        return add_number(c, s, k, at < 0 ? NULL : j->run.data[at], v);
    *v = from >= 0 ? (value){STEP, from} : (value){OUT, find_outside(c, s, k, j->run.data[at])};
    return v->of >= 0 && (from < 0 || c->step[from].space->memory[0] == s->memory[k]);
}

static bool has_params(const ra__cuda_space *s)
{
    return strstr(s->expression.text, "PI(") || strstr(s->expression.text, "PF(");
}

static bool add_step(chain *c, const ra__joined *j)
{
    const int i = c->steps++;
    const ra__cuda_space *s = c->step[i].space;
    bool fits = true;
    c->step[i].params = c->step[i].kept = -1;
    for (int k = 1; fits && k < s->operands; k++)
        fits = add_operand(c, j, s, k, &c->step[i].in[k]);
    if (fits && has_params(s)) {
        c->step[i].params = c->params;
        memcpy(c->param[c->params++], number_of(s, s->operands), sizeof c->param[0]);
    }
    if (fits && j->is_kept)
        fits = (c->step[i].kept = find_outside(c, s, 0, j->run.data[0])) >= 0;
    return fits;
}

static bool all_in_groups(const chain *c)
{
    bool kept[OUTSIDE] = {false}, all = c->dims == 1;
    for (int i = 0; i < c->steps; i++)
        if (c->step[i].kept >= 0)
            kept[c->step[i].kept] = true;
    for (int o = 0; all && o < c->outsides; o++)
        all = ra__cuda_lies_in_groups((ra_dtype)c->outside[o].memory, c->outside[o].data, c->outside[o].strides[0], !kept[o]);
    return all;
}

static bool make_chain(chain *c, const ra__joined *jobs, int count)
{
    bool fits = count <= JOBS;
    c->steps = c->outsides = c->numbers = c->params = 0;
    for (int i = 0; fits && i < count; i++)
        fits = (c->step[i].space = ra__cuda_space_of(jobs[i].run.plan)) != NULL;
    if (!fits)
        return false;
    const ra__cuda_space *first = c->step[0].space;
    c->numel = first->argument[0];
    c->dims = first->ndim;
    memcpy(c->sizes, sizes_of(first), (size_t)first->ndim * sizeof c->sizes[0]);
    for (int i = 1; fits && i < count; i++)
        fits = refine(c, c->step[i].space);
    for (int i = 0; fits && i < count; i++)
        fits = add_step(c, &jobs[i]);
    c->in_groups = fits && all_in_groups(c);
    return fits;
}

/* ---- text ---- */

typedef struct text {
    char *at, *end;
    bool is_cut;
} text;

static RA_PRINTF(2, 3) void put(text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    const int n = vsnprintf(t->at, (size_t)(t->end - t->at), format, ap);
    va_end(ap);
    t->is_cut = t->is_cut || n < 0 || n >= t->end - t->at;
    t->at = t->is_cut ? t->end - 1 : t->at + n;
}

/* A number as bytes of which none ends a key: it is not read by people, and to print it would take the lane as long as to launch a kernel. */
static char *put_number(char *at, int64_t number)
{
    uint64_t left = (uint64_t)number << 1 ^ (uint64_t)(number >> 63);
    for (; left >= 64; left >>= 6)
        *at++ = (char)(left % 64 + 64);
    *at++ = (char)(left + 128);
    return at;
}

enum { KEY_OF_A_STEP = 2 + 11 * (7 + 4 * RA__MAX_OPERANDS) }; /* at most, but for its name */

static bool put_key(const chain *c, char *key)
{
    char *at = put_number(put_number(stpcpy(key, "fused "), c->dims), c->in_groups);
    for (int i = 0; i < c->steps; i++) {
        const ra__cuda_space *s = c->step[i].space;
        const int64_t numbers[] = {s->expression.variant, s->by_way, s->compute, s->via, s->memory[0], s->loop[0], c->step[i].kept};
        if (key + KEY_BYTES - at < KEY_OF_A_STEP + (ptrdiff_t)strlen(s->expression.name))
            return false;
        at = stpcpy(stpcpy(at, s->expression.name), "\n");
        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            at = put_number(at, numbers[n]);
        for (int k = 1; k < s->operands; k++) {
            const value v = c->step[i].in[k];
            at = put_number(put_number(put_number(put_number(at, v.is), v.of), s->memory[k]), s->loop[k]);
        }
    }
    *at = 0;
    return true;
}

static const char *type_of(unsigned dtype)
{
    return ra__cuda_types[dtype];
}

/* Between memory and expression. */
static void put_conversion(text *t, const ra__cuda_space *s, int k, unsigned to, unsigned from, const char *what)
{
    if (s->by_way >> k & 1)
        put(t, "ra_convert<%s, %s>::of(ra_convert<%s, %s>::of(%s))", type_of(to), type_of(s->via), type_of(s->via), type_of(from), what);
    else
        put(t, "ra_convert<%s, %s>::of(%s)", type_of(to), type_of(from), what);
}

static void put_step(text *t, const chain *c, int i)
{
    const ra__cuda_space *s = c->step[i].space;
    const char *compute, *wide;
    ra__cuda_compute_types(s, &compute, &wide);
    put(t, "#define RA_T %s\n#define RA_W %s\n#define PI(n) (s.params[%d][n])\n#define PF(n) ra_double(s.params[%d][n])\n", compute, wide, c->step[i].params, c->step[i].params);
    put(t, "__device__ inline %s ra_step%d(const ra_space &s", type_of(s->memory[0]), i);
    for (int k = 1; k < s->operands; k++)
        put(t, ", const %s x%d", type_of(s->memory[k]), k);
    put(t, ")\n{\n    (void)s;\n");
    for (int k = 1; k < s->operands; k++) {
        const char letter = (char)('a' + k - 1), argument[] = {'x', (char)('0' + k), 0};
        put(t, "    const auto %c = ra_value(", letter);
        put_conversion(t, s, k, s->loop[k], s->memory[k], argument);
        put(t, ");\n    (void)%c;\n", letter);
    }
    put(t, "    const auto result = (%s);\n    const %s converted = ra_result<%s, decltype(ra_value(result))>::of(ra_value(result));\n    return ", s->expression.text, type_of(s->loop[0]), type_of(s->loop[0]));
    put_conversion(t, s, 0, s->memory[0], s->loop[0], "converted");
    put(t, ";\n}\n#undef RA_T\n#undef RA_W\n#undef PI\n#undef PF\n");
}

/* What operands in memory hold; which of them are read, and which are written. */
typedef struct places {
    unsigned type[OUTSIDE];
    bool is_read[OUTSIDE], is_kept[OUTSIDE];
} places;

static places places_of(const chain *c)
{
    places p = {{0}, {false}, {false}};
    for (int i = 0; i < c->steps; i++) {
        const int kept = c->step[i].kept;
        for (int k = 1; k < c->step[i].space->operands; k++) {
            const value v = c->step[i].in[k];
            if (v.is == OUT)
                p.is_read[v.of] = true, p.type[v.of] = c->step[i].space->memory[k];
        }
        if (kept >= 0)
            p.is_kept[kept] = true, p.type[kept] = c->step[i].space->memory[0];
    }
    return p;
}

/* A line for each that is read, or kept, of its type and number. */
static void put_each(text *t, const places *p, const bool *which, const char *format)
{
    for (int o = 0; o < OUTSIDE; o++)
        for (const char *at = format; which[o] && *at; at++)
            if (*at == '@')
                put(t, "%s", type_of(p->type[o]));
            else if (*at == '#')
                put(t, "%d", o);
            else
                put(t, "%c", *at);
}

static void put_groups(text *t, const places *p)
{
    put(t, "static __device__ void read_group(const ra_space &s, ra_i64 group, read *x)\n{\n    (void)s, (void)group, (void)x;\n");
    put_each(t, p, p->is_read, "    const ra_together<@> g# = ra_read_together<@>(s.data[#], s.strides[#][0], group);\n"
                               "    for (int k = 0; k < RA_AT_A_TIME; k++)\n        x[k].o# = g#.of[k];\n");
    put(t, "}\nstatic __device__ void write_group(const ra_space &s, ra_i64 group, const kept *y)\n{\n    (void)s, (void)group, (void)y;\n");
    put_each(t, p, p->is_kept, "    ra_together<@> g#;\n    for (int k = 0; k < RA_AT_A_TIME; k++)\n        g#.of[k] = y[k].o#;\n    ((ra_together<@> *)s.data[#])[group] = g#;\n");
    put(t, "}\n");
}

/* What lies in memory is read before all steps, and written behind them. */
static void put_steps(text *t, const chain *c)
{
    const places p = places_of(c);
    put(t, "struct ra_work {\nstruct read {\n");
    put_each(t, &p, p.is_read, "    @ o#;\n");
    put(t, "};\nstruct kept {\n");
    put_each(t, &p, p.is_kept, "    @ o#;\n");
    put(t, "};\n");
    if (c->in_groups)
        put_groups(t, &p);
    put(t, "static __device__ void read_one(const ra_space &s, const ra_i64 *index, read &x)\n{\n    (void)s, (void)index, (void)x;\n");
    put_each(t, &p, p.is_read, "    x.o# = *(const @ *)ra_place(s, index, #);\n");
    put(t, "}\nstatic __device__ void write_one(const ra_space &s, const ra_i64 *index, const kept &y)\n{\n    (void)s, (void)index, (void)y;\n");
    put_each(t, &p, p.is_kept, "    *(@ *)ra_place(s, index, #) = y.o#;\n");
    put(t, "}\nstatic __device__ void steps(const ra_space &s, const read &x, kept &y)\n{\n    (void)x, (void)y;\n");
    for (int i = 0; i < c->steps; i++) {
        const ra__cuda_space *s = c->step[i].space;
        put(t, "    const %s s%d = ra_step%d(s", type_of(s->memory[0]), i, i);
        for (int k = 1; k < s->operands; k++)
            if (c->step[i].in[k].is == NUMBER)
                put(t, ", ra_given<%s>(s, %d)", type_of(s->memory[k]), c->step[i].in[k].of);
            else
                put(t, ", %s%d", c->step[i].in[k].is == OUT ? "x.o" : "s", c->step[i].in[k].of);
        put(t, ");\n");
    }
    for (int i = 0; i < c->steps; i++)
        if (c->step[i].kept >= 0)
            put(t, "    y.o%d = s%d;\n", c->step[i].kept, i);
    put(t, "}\n};\nextern \"C\" __global__ void fused(const ra_space s) { ra_go_through<ra_work>(s); }\n");
}

/* ---- programs ---- */

static int at_least_one(int n)
{
    return n ? n : 1;
}

/* Of each device's issuing lane: how often forms came that were not compiled, by a hash of them, and how many have been. */
enum { SEEN = 256, AT_FIRST = 2, MORE_EACH = 8 };
static struct {
    uint32_t hash[SEEN], times[SEEN], compiled;
} forms[RA__DEVICES];

static uint32_t times_come(int index, const char *key)
{
    uint32_t hash = 2166136261u;
    for (; *key; key++)
        hash = (hash ^ (unsigned char)*key) * 16777619u;
    const unsigned at = (hash ^ hash >> 16) % SEEN;
    if (forms[index].hash[at] != hash)
        forms[index].times[at] = 0;
    forms[index].hash[at] = hash;
    return ++forms[index].times[at];
}

/* This text, if steps call what is in it. */
static const char *helpers_of(const chain *c, const char *helpers)
{
    for (int i = 0; i < c->steps; i++)
        if (c->step[i].space->expression.helpers == helpers)
            return helpers;
    return "";
}

/* NULL: it is not compiled, or says why it cannot be. */
static void *function_of(const chain *c, int index, char *message, size_t size)
{
    const bool at_once = ra__settings.fusion != RA_FUSION_ON;
    char key[KEY_BYTES], definitions[200];
    void *function;
    if (!put_key(c, key))
        return NULL;
    if (ra__cuda_function_asked(index, key, &function) && (function || !at_once))
        return function;
    const uint32_t times = times_come(index, key);
    const bool often = times >= AT_FIRST + forms[index].compiled / MORE_EACH;
    if (!at_once && times > 1 && !(often && ra__cuda_later_has_room(index)))
        return NULL;
    char *body = ra__os_alloc(TEXT_BYTES);
    if (!body)
        return NULL;
    text t = {body, body + TEXT_BYTES, false};
    for (int i = 0; i < c->steps; i++)
        put_step(&t, c, i);
    put_steps(&t, c);
    snprintf(definitions, sizeof definitions, "#define RA_DIMS %d\n#define RA_GROUPS %d\n#define RA_OUTSIDE %d\n#define RA_NUMBERS %d\n#define RA_PARAMS %d\n", c->dims, c->in_groups, at_least_one(c->outsides),
             at_least_one(c->numbers), at_least_one(c->params));
    const char *const parts[] = {ra__cuda_text_common, helpers_of(c, ra__cuda_text_pointwise), helpers_of(c, ra__cuda_text_complex), helpers_of(c, ra__cuda_text_special),
                                 definitions, ra__cuda_text_fuse, body};
    const int count = sizeof parts / sizeof *parts;
    if (t.is_cut)
        function = NULL;
    else if (at_once)
        function = ra__cuda_function(index, key, parts, count, "fused", message, size);
    else if (times == 1)
        function = ra__cuda_function_kept(index, key, parts, count, "fused", message, size);
    else if (ra__cuda_function_later(index, key, parts, count, "fused"))
        forms[index].compiled++;
    ra__os_free(body);
    return function;
}

void ra__cuda_forget_forms(int index)
{
    memset(&forms[index], 0, sizeof forms[index]);
}

/* As struct ra_space; how many words. */
static int put_argument(const chain *c, int64_t *argument)
{
    int64_t *at = argument;
    *at++ = c->numel;
    for (int d = 0; d < c->dims; d++)
        *at++ = c->sizes[d];
    for (int k = 0; k < c->outsides; k++, at += c->dims)
        memcpy(at, c->outside[k].strides, (size_t)c->dims * sizeof *at);
    for (int k = 0; k < c->outsides; k++)
        *at++ = (int64_t)(intptr_t)c->outside[k].data;
    memcpy(at, c->number, (size_t)c->numbers * sizeof c->number[0]);
    at += 2 * at_least_one(c->numbers);
    memcpy(at, c->param, (size_t)c->params * sizeof c->param[0]);
    at += 4 * at_least_one(c->params);
    return (int)(at - argument);
}

ra_status ra__cuda_join(const ra__joined *jobs, int count)
{
    const ra__run *first = &jobs[0].run;
    const int index = ra__device_index(first->plan->device);
    int64_t argument[WORDS] = {0};
    char why[400];
    chain c;
    if (!make_chain(&c, jobs, count) || !c.outsides || put_argument(&c, argument) > WORDS_MOST)
        return RA_ERR_UNSUPPORTED;
    void *function = function_of(&c, index, why, sizeof why);
    if (!function)
        return RA_ERR_UNSUPPORTED; /* each by itself says what is wrong with it */
    ra_status s = ra__cuda_launch_many(index, function, c.numel, argument, first->message, first->message_size);
    return s ? s : (ra_status)RA__PENDING;
}
