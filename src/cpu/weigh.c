/*
 * Places of a dimension as weighed sums of others of it: what resampling is made of.
 *
 * Phase 0 sees that all places exist. Where there is something behind the dimension vectors run along that, else along the places of the result:
 * those of a vector mostly come from two vectors' width of the row, which is loaded and permuted.
 */
#include "cpu/isa.h"
#include "cpu/sequence.h"
#include "cpu/vector.h"
#include "meta/pre.h"

enum { GRAIN_STEPS = 1 << 16, CHUNK = 1 << 14, MOST_TAPS = 4 }; /* there are two taps or as many as that */

struct weigh_state {
    struct ra__weigh_pre pre;
    ra_dtype dtype;
    int64_t rows, length;   /* of the result, as vectors run */
    int64_t chunk, chunks;  /* of a row */
    int64_t units_per_grain;
    bool windows; /* behind the places in the workspace, where each begins */
};

/* ---- windows ---- */

#if defined(__AVX512F__)
enum { HAS_WINDOWS = 1, LANES = 16 };

typedef __m512i indices;

static inline indices load_indices(const int32_t *at, int32_t first)
{
    return _mm512_sub_epi32(_mm512_loadu_si512(at), _mm512_set1_epi32(first));
}

static inline ra__vf32 choose(ra__vf32 low, ra__vf32 high, indices at)
{
    return (ra__vf32)_mm512_permutex2var_ps((__m512)low, at, (__m512)high);
}
#elif defined(__AVX2__) && defined(__FMA__)
enum { HAS_WINDOWS = 1, LANES = 8 };

typedef __m256i indices;

static inline indices load_indices(const int32_t *at, int32_t first)
{
    return _mm256_sub_epi32(_mm256_loadu_si256((const __m256i *)(const void *)at), _mm256_set1_epi32(first));
}

static inline ra__vf32 choose(ra__vf32 low, ra__vf32 high, indices at)
{
    const __m256 of_high = _mm256_castsi256_ps(_mm256_slli_epi32(at, 28)); /* 8, of 0 to 15, as the sign */
    return (ra__vf32)_mm256_blendv_ps(_mm256_permutevar8x32_ps((__m256)low, at), _mm256_permutevar8x32_ps((__m256)high, at), of_high);
}
#else
enum { HAS_WINDOWS = 0, LANES = 4 };

typedef int indices;

static inline indices load_indices(const int32_t *at, int32_t first)
{
    return at[0] - first;
}

static inline ra__vf32 choose(ra__vf32 low, ra__vf32 high, indices at)
{
    return at ? high : low;
}
#endif

/* Where a window begins that has the places from i on of as many as a vector has; -1 where there is none. */
static int32_t window_of(const struct ra__weigh_pre *pre, const int32_t *place, int64_t i)
{
    int64_t low = INT32_MAX, high = 0;
    if (!HAS_WINDOWS || i + LANES > pre->count || pre->size < 2 * LANES)
        return -1;
    for (int64_t t = 0; t < pre->taps; t++)
        for (int64_t k = i; k < i + LANES; k++) {
            low = ra__min(low, place[t * pre->count + k]);
            high = ra__max(high, place[t * pre->count + k]);
        }
    low = ra__min(low, pre->size - 2 * LANES);
    return high - low < 2 * LANES ? (int32_t)low : -1;
}

/* A whole vector of the result. */
static inline __attribute__((always_inline)) void weigh_window(float *y, const float *x, const int32_t *at, const float *w, int64_t pitch, int32_t first, int taps)
{
    const ra__vf32 low = *(const ra__vf32_any *)(const void *)(x + first), high = *(const ra__vf32_any *)(const void *)(x + first + LANES);
    ra__vf32 sum = choose(low, high, load_indices(at, first)) * *(const ra__vf32_any *)(const void *)w;
    for (int t = 1; t < taps; t++)
        sum += choose(low, high, load_indices(at + t * pitch, first)) * *(const ra__vf32_any *)(const void *)(w + t * pitch);
    *(ra__vf32_any *)(void *)y = sum;
}

#define T float
#define NAME(name) name##_f32
#include "cpu/weigh_template.h"
#define T double
#define NAME(name) name##_f64
#include "cpu/weigh_template.h"

static ra_status weigh_places_plan(const ra_meta *m, ra_plan *p)
{
    struct weigh_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    const struct ra__weigh_pre *pre = RA__PRE(m, struct ra__weigh_pre);
    *st = (struct weigh_state){.pre = *pre, .dtype = ra__out_shape(m, 0)->dtype};
    p->state = st;
    p->phases = 0;
    if (ra__shape_numel(ra__out_shape(m, 0)) == 0)
        return RA_OK;
    st->rows = pre->inner > 1 ? pre->outer * pre->count : pre->outer;
    st->length = pre->inner > 1 ? pre->inner : pre->count;
    st->chunk = ra__min(st->length, CHUNK);
    st->chunks = ra__ceil_div(st->length, st->chunk);
    st->units_per_grain = ra__max(1, GRAIN_STEPS / (st->chunk * pre->taps));
    st->windows = HAS_WINDOWS && pre->inner == 1 && st->dtype == RA_FLOAT32;
    p->workspace = (size_t)(pre->taps * pre->count + ra__ceil_div(pre->count, LANES)) * sizeof(int32_t); /* fits: less than the places, which lie in memory */
    p->phases = 2;
    p->grains[0] = 1;
    p->grains[1] = ra__ceil_div(st->rows * st->chunks, st->units_per_grain);
    p->cost_ns = 0.15 * (double)ra__shape_numel(ra__out_shape(m, 0)) * (double)pre->taps;
    return RA_OK;
}

static ra_status take_places(const struct weigh_state *st, ra__run *r)
{
    const int64_t *place = (const int64_t *)(const void *)r->data[2];
    int32_t *to = r->workspace;
    for (int64_t i = 0; i < st->pre.taps * st->pre.count; i++) {
        if (place[i] < 0 || place[i] >= st->pre.size)
            return ra__fault(r, RA_ERR_INDEX, "place %lld is none of %lld", (long long)place[i], (long long)st->pre.size);
        to[i] = (int32_t)place[i];
    }
    int32_t *window = to + st->pre.taps * st->pre.count;
    for (int64_t i = 0; st->windows && i < st->pre.count; i += LANES)
        window[i / LANES] = window_of(&st->pre, to, i);
    return RA_OK;
}

static void weigh_windows(const struct weigh_state *st, ra__run *r, int64_t row, int64_t from)
{
    const int64_t count = st->pre.count, end = ra__min(from + st->chunk, count);
    const int32_t *place = r->workspace, *window = place + st->pre.taps * count;
    const float *weight = (const float *)(const void *)r->data[3], *x = (const float *)(const void *)r->data[1] + row * st->pre.size;
    float *y = (float *)(void *)r->data[0] + row * count;
    for (int64_t i = from; i < end; i += LANES) {
        const int32_t first = window[i / LANES];
        const bool are_two = st->pre.taps == 2;
        if (first >= 0 && are_two)
            weigh_window(y + i, x, place + i, weight + i, count, first, 2);
        else if (first >= 0)
            weigh_window(y + i, x, place + i, weight + i, count, first, MOST_TAPS);
        else
            across_f32(y + i, x, place + i, weight + i, count, ra__min(LANES, end - i), are_two ? 2 : MOST_TAPS);
    }
}

static ra_status weigh_places_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct weigh_state *st = r->plan->state;
    if (phase == 0)
        return take_places(st, r);
    const int64_t end = ra__min(last * st->units_per_grain, st->rows * st->chunks);
    for (int64_t unit = first * st->units_per_grain; unit < end; unit++)
        if (st->windows)
            weigh_windows(st, r, unit / st->chunks, unit % st->chunks * st->chunk);
        else if (st->dtype == RA_FLOAT64)
            weigh_f64(st, r, unit / st->chunks, unit % st->chunks * st->chunk);
        else
            weigh_f32(st, r, unit / st->chunks, unit % st->chunks * st->chunk);
    return RA_OK;
}

const ra_kernel RA__KERNEL(weigh_places) = {.name = "weigh_places", .plan = weigh_places_plan, .run = weigh_places_run};
