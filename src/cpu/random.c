/*
 * uniform, normal, randint and the like: tiles of Philox words turned into numbers.
 *
 * A tile is 64 words of 32 bits, or 32 of 64 (word i and word i + 32). Which tile and word an element gets depends on
 * its place in the flattened tensor alone, so the numbers depend neither on grains nor on strides, and whole tiles are
 * computed also where only a part is used, so there is no tail.
 */
#include "cpu/box_muller.h"
#include "cpu/philox.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <math.h>
#include <string.h>

enum { TILES_PER_GRAIN = 512, TILES_PER_CHUNK = 8, WORDS = 64 };

_Static_assert((int)RA__RANDOM_COUNTERS == (int)RA__PHILOX_LANES, "a tile is one call of Philox");

typedef struct random_state random_state;
typedef void (*tile_fn)(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers);
/* Numbers `first` on and so many, from their own parameters. */
typedef ra_status (*apply_fn)(ra__run *r, void *numbers, double (*of)[TILES_PER_CHUNK * WORDS / 2], int64_t first, int64_t n);

struct random_state {
    struct ra__random_pre pre;
    uint64_t seed, counter;
    tile_fn tile;
    ra_dtype buffer;   /* dtype of what tile writes: two numbers an element if complex */
    int parts;         /* numbers an element */
    int per_tile;      /* numbers a tile */
    int number_bytes;
    int shift;         /* uniform: bits of a word that the dtype has no room for */
    double scale;      /* uniform: 2^-(remaining bits) */
    double below;      /* uniform: the largest number of the dtype under `to` */
    int64_t n;         /* numbers */
    ra__strided out;
    apply_fn apply;    /* NULL: all numbers have the same parameters, and tile knows them */
    int parameters;
    bool is_number[2]; /* its parameters that are, in pre */
    ra__strided of[2];
};

static inline uint64_t wide_word(uint32_t words[4][RA__PHILOX_LANES], int i)
{
    const uint32_t *w = &words[0][0];
    return (uint64_t)w[i + WORDS / 2] << 32 | w[i];
}

static void uniform_f32(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const uint32_t *w = &words[0][0];
    float *x = numbers, from = (float)st->pre.a, span = (float)(st->pre.b - st->pre.a), below = (float)st->below, scale = (float)st->scale;
    int shift = st->shift;
    for (int i = 0; i < WORDS; i++) {
        float v = from + (float)(int32_t)(w[i] >> shift) * scale * span;
        x[i] = v > below ? below : v;
    }
}

static void uniform_f64(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    double *x = numbers, from = st->pre.a, span = st->pre.b - st->pre.a, below = st->below;
    for (int i = 0; i < WORDS / 2; i++) {
        double v = from + ra__double_of((int64_t)(wide_word(words, i) >> 11)) * 0x1p-53 * span;
        x[i] = v > below ? below : v;
    }
}

static inline void normals_f32(uint32_t words[4][RA__PHILOX_LANES], float *x, float mean, float std)
{
    const uint32_t *w = &words[0][0];
    for (int i = 0; i < WORDS / 2; i++) {
        float a, b;
        ra__box_muller_f32(w[i], w[i + WORDS / 2], &a, &b);
        x[i] = mean + std * a;
        x[i + WORDS / 2] = mean + std * b;
    }
}

static inline void normals_f64(uint32_t words[4][RA__PHILOX_LANES], double *x, double mean, double std)
{
    for (int i = 0; i < WORDS / 4; i++) {
        double a, b;
        ra__box_muller_f64(wide_word(words, i), wide_word(words, i + WORDS / 4), &a, &b);
        x[i] = mean + std * a;
        x[i + WORDS / 4] = mean + std * b;
    }
}

static void normal_f32(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    normals_f32(words, numbers, (float)st->pre.a, (float)st->pre.b);
}

static void normal_f64(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    normals_f64(words, numbers, st->pre.a, st->pre.b);
}

static void standard_f32(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    (void)st;
    normals_f32(words, numbers, 0, 1);
}

static void standard_f64(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    (void)st;
    normals_f64(words, numbers, 0, 1);
}

/* The high half of the product with range: biased by at most range / 2^64. */
static void randint(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    int64_t *x = numbers;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = (int64_t)((uint64_t)st->pre.low + (uint64_t)((unsigned __int128)wide_word(words, i) * st->pre.range >> 64));
}

/* ---- of a uniform number between 0 and 1, of which it is neither ---- */

static double inner_f32(uint32_t word)
{
    return (ra__double_of(word) + 0.5) * 0x1p-32;
}

static double inner_f64(uint64_t word)
{
    return (ra__double_of((int64_t)(word >> 12)) + 0.5) * 0x1p-52;
}

/* What is the same for all numbers lies in variables: the numbers could be where the state is, for all that the compiler knows. */

/* No less than the smallest number of the dtype, nor more than the largest. */
static inline double exponential_of(double u, double rate, double least, double most)
{
    const double x = -ra__log_unit_f64(u) / rate;
    return x < least ? least : x > most ? most : x;
}

static void exponential_f32(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const uint32_t *w = &words[0][0];
    const double rate = st->pre.a, least = st->scale, most = st->below;
    float *x = numbers;
    for (int i = 0; i < WORDS; i++)
        x[i] = (float)exponential_of(inner_f32(w[i]), rate, least, most);
}

static void exponential_f64(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const double rate = st->pre.a, least = st->scale, most = st->below;
    double *x = numbers;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = exponential_of(inner_f64(wide_word(words, i)), rate, least, most);
}

/* The tangent of an angle anywhere in a turn, but for those where there is none. */
static inline double cauchy_of(uint64_t turn, double median, double sigma)
{
    double sine, cosine;
    ra__turn_f64(turn | 1, &sine, &cosine);
    return median + sigma * (sine / cosine);
}

static void cauchy_f32(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const uint32_t *w = &words[0][0];
    const double median = st->pre.a, sigma = st->pre.b;
    float *x = numbers;
    for (int i = 0; i < WORDS; i++)
        x[i] = (float)cauchy_of((uint64_t)w[i] << 32 | 0x80000000u, median, sigma);
}

static void cauchy_f64(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const double median = st->pre.a, sigma = st->pre.b;
    double *x = numbers;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = cauchy_of(wide_word(words, i), median, sigma);
}

/* scale: log(1 - p) */
static void geometric(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    const double scale = st->scale;
    double *x = numbers;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = ceil(ra__log_unit_f64(inner_f64(wide_word(words, i))) / scale);
}

static void bernoulli(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    int64_t *x = numbers;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = ra__double_of((int64_t)(wide_word(words, i) >> 11)) * 0x1p-53 < st->pre.a;
}

/* ---- whose parameters are tensors ---- */

static void unit(const random_state *st, uint32_t words[4][RA__PHILOX_LANES], void *numbers)
{
    double *x = numbers;
    (void)st;
    for (int i = 0; i < WORDS / 2; i++)
        x[i] = ra__double_of((int64_t)(wide_word(words, i) >> 11)) * 0x1p-53;
}

/* Most have none at fault: who is, is asked behind the loop. */
static ra_status apply_bernoulli(ra__run *r, void *numbers, double (*of)[TILES_PER_CHUNK * WORDS / 2], int64_t first, int64_t n)
{
    double *restrict x = numbers;
    const double *restrict p = of[0];
    int64_t at = 0, bad = 0;
    for (int64_t i = 0; i < n; i++) {
        bad |= !((p[i] >= 0) & (p[i] <= 1));
        x[i] = x[i] < p[i] ? 1.0 : 0.0;
    }
    while (bad && p[at] >= 0 && p[at] <= 1)
        at++;
    return bad ? ra__fault(r, RA_ERR_VALUE, "element %lld of self is no probability", (long long)(first + at)) : RA_OK;
}

#define APPLY_NORMAL(name, T) \
    static ra_status apply_normal_##name(ra__run *r, void *numbers, double (*of)[TILES_PER_CHUNK * WORDS / 2], int64_t first, int64_t n) \
    { \
        T *restrict x = numbers; \
        const T *restrict mean = (const T *)of[0], *restrict std = (const T *)of[1]; \
        int64_t at = 0, bad = 0; \
        for (int64_t i = 0; i < n; i++) { \
            bad |= !(std[i] >= 0); \
            x[i] = mean[i] + std[i] * x[i]; \
        } \
        while (bad && std[at] >= 0) \
            at++; \
        return bad ? ra__fault(r, RA_ERR_VALUE, "std at element %lld of the result is negative or NaN", (long long)(first + at)) : RA_OK; \
    }
APPLY_NORMAL(f32, float)
APPLY_NORMAL(f64, double)

static void fill(void *numbers, ra_dtype dtype, double x, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        if (dtype == RA_FLOAT32)
            ((float *)numbers)[i] = (float)x;
        else
            ((double *)numbers)[i] = x;
}

/* The parameters are taken in the dtype of the numbers. */
static ra_status apply(ra__run *r, const random_state *st, void *numbers, int64_t first, int64_t n)
{
    double of[2][TILES_PER_CHUNK * WORDS / 2];
    for (int k = 0; k < st->parameters; k++)
        if (st->is_number[k])
            fill(of[k], st->buffer, k ? st->pre.b : st->pre.a, n);
        else
            ra__strided_gather(&st->of[k], r->data[1 + k], first, n, of[k], st->buffer);
    return st->apply(r, numbers, of, first, n);
}

static random_state *random_state_new(const ra_meta *m, ra_plan *p, tile_fn narrow, tile_fn wide)
{
    random_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return NULL;
    const ra__shape *out = ra__out_shape(m, 0);
    bool is_wide = !narrow || ra__real_of(out->dtype) == RA_FLOAT64;
    memset(st, 0, sizeof *st);
    st->pre = *RA__PRE(m, struct ra__random_pre);
    st->seed = m->seed;
    st->counter = m->counter;
    st->tile = is_wide ? wide : narrow;
    st->parts = ra__is_complex(out->dtype) ? 2 : 1;
    st->per_tile = is_wide ? WORDS / 2 : WORDS;
    st->number_bytes = is_wide ? 8 : 4;
    st->buffer = !narrow ? RA_INT64 : ra__is_complex(out->dtype) ? out->dtype : is_wide ? RA_FLOAT64 : RA_FLOAT32;
    st->n = ra__shape_numel(out) * st->parts;
    ra__strided_from_shape(&st->out, out);
    p->state = st;
    return st;
}

/* What a number takes, of 32 bits and of 64. */
static ra_status plan_tiles(random_state *st, ra_plan *p, double ns_narrow, double ns_wide)
{
    if (!st)
        return RA_ERR_MEMORY;
    ra__plan_sequence(p, ra__ceil_div(st->n, st->per_tile), TILES_PER_GRAIN, (st->number_bytes == 4 ? ns_narrow : ns_wide) * st->per_tile);
    return RA_OK;
}

static ra_status uniform_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, uniform_f32, uniform_f64);
    if (!st)
        return RA_ERR_MEMORY;
    ra_dtype real = ra__real_of(st->out.dtype);
    int bits = real == RA_FLOAT16 ? 11 : real == RA_BFLOAT16 ? 8 : 24;
    st->shift = 32 - bits;
    st->scale = ldexp(1.0, -bits);
    st->below = ra__uniform_most(real, st->pre.a, st->pre.b);
    return plan_tiles(st, p, 1.1, 2.4);
}

static ra_status normal_plan(const ra_meta *m, ra_plan *p)
{
    return plan_tiles(random_state_new(m, p, normal_f32, normal_f64), p, 1.7, 4.2);
}

static ra_status randint_plan(const ra_meta *m, ra_plan *p)
{
    return plan_tiles(random_state_new(m, p, NULL, randint), p, 2.6, 2.6);
}

static ra_status bernoulli_plan(const ra_meta *m, ra_plan *p)
{
    return plan_tiles(random_state_new(m, p, NULL, bernoulli), p, 2.5, 2.5);
}

static void set_parameters(random_state *st, const ra_meta *m)
{
    st->parameters = m->in_count;
    for (int k = 0; k < m->in_count; k++) {
        st->is_number[k] = m->in[k].number != NULL;
        ra__strided_broadcast(&st->of[k], m->in[k].layout, ra__out_shape(m, 0));
    }
}

static ra_status bernoulli_of_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, NULL, unit);
    if (!st)
        return RA_ERR_MEMORY;
    st->buffer = RA_FLOAT64;
    st->apply = apply_bernoulli;
    set_parameters(st, m);
    return plan_tiles(st, p, 2.6, 2.6);
}

static ra_status normal_of_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, standard_f32, standard_f64);
    if (!st)
        return RA_ERR_MEMORY;
    st->apply = st->buffer == RA_FLOAT64 ? apply_normal_f64 : apply_normal_f32;
    set_parameters(st, m);
    return plan_tiles(st, p, 1.9, 4.6);
}

static ra_status exponential_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, exponential_f32, exponential_f64);
    if (!st)
        return RA_ERR_MEMORY;
    const ra_dtype dtype = st->out.dtype;
    st->scale = dtype == RA_FLOAT16 ? 0x1p-24 : dtype == RA_BFLOAT16 ? 0x1p-133 : dtype == RA_FLOAT32 ? 0x1p-149 : 0x1p-1074;
    st->below = ra__largest_of(dtype);
    return plan_tiles(st, p, 3.5, 4.8);
}

static ra_status cauchy_plan(const ra_meta *m, ra_plan *p)
{
    return plan_tiles(random_state_new(m, p, cauchy_f32, cauchy_f64), p, 3.0, 4.2);
}

static ra_status geometric_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, NULL, geometric);
    if (!st)
        return RA_ERR_MEMORY;
    st->buffer = RA_FLOAT64;
    st->scale = log1p(-st->pre.a);
    return plan_tiles(st, p, 4.4, 4.4);
}

static ra_status random_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const random_state *st = r->plan->state;
    int64_t tiles = ra__min(last * TILES_PER_GRAIN, ra__ceil_div(st->n, st->per_tile));
    int64_t tile_bytes = (int64_t)st->per_tile * st->number_bytes;
    bool direct = st->out.contiguous && st->out.dtype == st->buffer;
    for (int64_t t = first * TILES_PER_GRAIN; t < tiles; t += TILES_PER_CHUNK) {
        double buffer[TILES_PER_CHUNK * WORDS / 2];
        int64_t start = t * st->per_tile, n = ra__min((int64_t)TILES_PER_CHUNK * st->per_tile, st->n - start);
        bool whole = n == (int64_t)TILES_PER_CHUNK * st->per_tile;
        char *to = direct && whole ? r->data[0] + start * st->number_bytes : (char *)buffer;
        for (int64_t k = 0; k < ra__ceil_div(n, st->per_tile); k++) {
            uint32_t words[4][RA__PHILOX_LANES];
            ra__philox_tile(st->seed, st->counter + (uint64_t)(t + k) * RA__PHILOX_LANES, words);
            st->tile(st, words, to + k * tile_bytes);
        }
        const ra_status s = st->apply ? apply(r, st, to, start, n) : RA_OK;
        if (s)
            return s;
        if (!(direct && whole))
            ra__strided_scatter(&st->out, r->data[0], start / st->parts, n / st->parts, buffer, st->buffer);
    }
    return RA_OK;
}

/* ---- an order ---- */

static ra_status randperm_plan(const ra_meta *m, ra_plan *p)
{
    random_state *st = random_state_new(m, p, NULL, randint);
    if (!st)
        return RA_ERR_MEMORY;
    st->buffer = RA_INT64;
    p->phases = st->n > 0;
    p->grains[0] = 1;
    p->cost_ns = 3.9 * (double)st->n;
    return RA_OK;
}

/* Places first to first + n - 1, each exchanged with its other. */
#define EXCHANGE(bits) \
    static void exchange_##bits(void *out, int64_t first, const int64_t *others, int64_t n) \
    { \
        uint##bits##_t *x = out; \
        for (int64_t k = 0; k < n; k++) { \
            const uint##bits##_t between = x[first + k]; \
            x[first + k] = x[others[k]]; \
            x[others[k]] = between; \
        } \
    }
EXCHANGE(8)
EXCHANGE(16)
EXCHANGE(32)
EXCHANGE(64)

enum { EXCHANGES = 4 * WORDS / 2 };

/* Which places those from first on are exchanged with, which are asked of memory: they lie anywhere. Returns how many. */
static int64_t draw_others(const random_state *st, int64_t first, const char *out, int64_t size, int64_t *others)
{
    const int64_t n = ra__max(0, ra__min(EXCHANGES, st->n - first));
    for (int64_t i = 0; i < n; i += WORDS / 2) {
        uint32_t words[4][RA__PHILOX_LANES];
        ra__philox_tile(st->seed, st->counter + (uint64_t)((first + i) / (WORDS / 2)) * RA__PHILOX_LANES, words);
        for (int64_t k = i; k < ra__min(i + WORDS / 2, n); k++) {
            const int64_t place = first + k;
            others[k] = place + (int64_t)((unsigned __int128)wide_word(words, (int)(k - i)) * (uint64_t)(st->n - place) >> 64);
            __builtin_prefetch(out + others[k] * size, 1); /* fits: within the result, which is contiguous */
        }
    }
    return n;
}

/* All in order, then the i-th exchanged with one of it and those behind it (Fisher and Yates), by the number of its place. What a place is
 * exchanged with follows from the numbers alone, so it is drawn before those in front are exchanged. */
static ra_status randperm_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const random_state *st = r->plan->state;
    const int64_t size = ra__element_bytes(st->out.dtype);
    void (*exchange)(void *, int64_t, const int64_t *, int64_t) = size == 1 ? exchange_8 : size == 2 ? exchange_16 : size == 4 ? exchange_32 : exchange_64;
    char *out = r->data[0];
    int64_t steps[WORDS], others[2][EXCHANGES];
    for (int64_t i = 0; i < st->n; i += WORDS) {
        for (int64_t k = 0; k < WORDS; k++)
            steps[k] = i + k;
        ra__strided_scatter(&st->out, out, i, ra__min(WORDS, st->n - i), steps, RA_INT64);
    }
    int64_t count = draw_others(st, 0, out, size, others[0]);
    for (int64_t i = 0, turn = 0; i < st->n; i += EXCHANGES, turn ^= 1) {
        const int64_t ahead = draw_others(st, i + EXCHANGES, out, size, others[turn ^ 1]);
        exchange(out, i, others[turn], count);
        count = ahead;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(bernoulli) = {.name = "bernoulli", .plan = bernoulli_plan, .run = random_run};
const ra_kernel RA__KERNEL(bernoulli_of) = {.name = "bernoulli", .plan = bernoulli_of_plan, .run = random_run};
const ra_kernel RA__KERNEL(normal_of) = {.name = "normal", .plan = normal_of_plan, .run = random_run};
const ra_kernel RA__KERNEL(exponential) = {.name = "exponential", .plan = exponential_plan, .run = random_run};
const ra_kernel RA__KERNEL(cauchy) = {.name = "cauchy", .plan = cauchy_plan, .run = random_run};
const ra_kernel RA__KERNEL(geometric) = {.name = "geometric", .plan = geometric_plan, .run = random_run};
const ra_kernel RA__KERNEL(randperm) = {.name = "randperm", .plan = randperm_plan, .run = randperm_run};
const ra_kernel RA__KERNEL(uniform) = {.name = "uniform", .plan = uniform_plan, .run = random_run};
const ra_kernel RA__KERNEL(normal) = {.name = "normal", .plan = normal_plan, .run = random_run};
const ra_kernel RA__KERNEL(randint) = {.name = "randint", .plan = randint_plan, .run = random_run};
