/*
 * max_pool2d, with positions and without, and avg_pool2d.
 *
 * Where channels lie together in input and output, vectors run along the channels of one window. Elsewhere they run
 * along a row of windows: the rows under a grain are packed, padded, as [row][phase][column], a column's phase being
 * its index modulo the stride, so that one element of neighbouring windows is one run; rows that lie so are read where they
 * are. Largest elements are tracked with the number of their place in the window.
 */
#include "cpu/lanes.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "cpu/vector.h"
#include "meta/pre.h"

#include <math.h>
#include <string.h>

enum { GRAIN_STEPS = 1 << 16, CHANNELS = 256, WINDOWS = 256, FEW_WINDOWS = 16, WIDE_WINDOW = 4, LANES = 32 };

typedef int64_t vi64_any __attribute__((vector_size(RA__VECTOR_BYTES), aligned(8), may_alias));

struct pool_state {
    struct ra__window_pre pre;
    ra_dtype dtype, compute;
    bool along_channels;
    bool by_rows;  /* few wide windows: rows are whole, and there is room for one of columns in the scratch, and for the rows of the largest */
    bool in_place; /* rows are read where they lie */
    bool pairs;    /* windows of two, side by side, of a vector of them at least: read in place */
    bool out_direct; /* rows of the first result are written where they lie */
    int64_t in_stride[4], out_stride[4]; /* bytes: N, C, H, W; out_stride of elements of the first result */
    int64_t index_stride[4];
    int64_t phases, pitch, row_pitch;    /* elements of a phase, and from a row to the next */
    int64_t columns_at;                  /* elements, in the scratch */
    int64_t planes, rows;                /* a grain: (images or image-channels) x output rows */
    int64_t plane_count, plane_grains, row_grains;
    int64_t offsets[];                   /* in a plane, of each element of a window; then those of a row's elements in what is packed */
};

static const int64_t *taps_of(const struct pool_state *st)
{
    return st->offsets + st->pre.kernel[0] * st->pre.kernel[1];
}

/* Elements of the window that stand in the input, along dimension k, for output i: taps *first to *last - 1. */
static void taps_inside(const struct ra__window_pre *w, int k, int64_t i, int64_t *first, int64_t *last)
{
    int64_t start = i * w->stride[k] - w->padding[k], d = w->dilation[k];
    *first = start < 0 ? ra__ceil_div(-start, d) : 0;
    *last = start >= w->in[k] ? 0 : ra__min(w->kernel[k], ra__ceil_div(w->in[k] - start, d));
}

/* What avg_pool2d divides the sum of window (y, x) by; 0 where the window holds nothing. */
static int64_t divisor_of(const struct ra__window_pre *w, int64_t y, int64_t x)
{
    int64_t at[2] = {y, x}, inside = 1, padded = 1;
    for (int k = 0; k < 2; k++) {
        int64_t start = at[k] * w->stride[k] - w->padding[k], end = ra__min(start + w->kernel[k], w->in[k] + w->padding[k]);
        padded *= end - start;
        inside *= ra__max(0, ra__min(end, w->in[k]) - ra__max(start, 0));
    }
    return inside == 0 ? 0 : w->divisor ? w->divisor : w->count_padding ? padded : inside;
}

/* Across a window of integers. */
static int64_t sum_of_i64(const int64_t *x, int64_t n)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += (uint64_t)x[i];
    return (int64_t)sum;
}

/* Of m neighbouring windows, the first of which begins at corner: where in the plane the elements are whose numbers in their window are given. */
static void put_indices(const struct pool_state *st, char *index, const int32_t *restrict numbers, int64_t m, int64_t corner)
{
    const int64_t *restrict offsets = st->offsets, step = st->pre.stride[1];
    int64_t *restrict dense = (int64_t *)(void *)index;
    if (st->index_stride[3] == sizeof(int64_t))
        for (int64_t k = 0; k < m; k++)
            dense[k] = corner + k * step + offsets[numbers[k]];
    else
        for (int64_t k = 0; k < m; k++)
            *(int64_t *)(void *)(index + k * st->index_stride[3]) = corner + k * step + offsets[numbers[k]];
}

#if defined(__AVX512F__)
#define EVEN_OF_32 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD_OF_32 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define EVEN_OF_64 0, 2, 4, 6, 8, 10, 12, 14
#define ODD_OF_64 1, 3, 5, 7, 9, 11, 13, 15
#elif defined(__AVX2__) && defined(__FMA__)
#define EVEN_OF_32 0, 2, 4, 6, 8, 10, 12, 14
#define ODD_OF_32 1, 3, 5, 7, 9, 11, 13, 15
#define EVEN_OF_64 0, 2, 4, 6
#define ODD_OF_64 1, 3, 5, 7
#else
#define EVEN_OF_32 0, 2, 4, 6
#define ODD_OF_32 1, 3, 5, 7
#define EVEN_OF_64 0, 2
#define ODD_OF_64 1, 3
#endif

#define T uint8_t
#define IS_NAN(x) false
#define NAME(name) name##_u8
#define LOWEST 0
#include "cpu/pool2d_template.h"
#define T int8_t
#define IS_NAN(x) false
#define NAME(name) name##_i8
#define LOWEST INT8_MIN
#include "cpu/pool2d_template.h"
#define T int16_t
#define IS_NAN(x) false
#define NAME(name) name##_i16
#define LOWEST INT16_MIN
#include "cpu/pool2d_template.h"
#define T int32_t
#define IS_NAN(x) false
#define NAME(name) name##_i32
#define LOWEST INT32_MIN
#include "cpu/pool2d_template.h"
#define T int64_t
#define IS_NAN(x) false
#define NAME(name) name##_i64
#define LOWEST INT64_MIN
#define SUM sum_of_i64
#define VECTOR ra__vi64
#define VECTOR_ANY vi64_any
#define EVEN EVEN_OF_64
#define ODD ODD_OF_64
#include "cpu/pool2d_template.h"
#define T float
#define IS_NAN(x) ((x) != (x))
#define NAME(name) name##_f32
#define LOWEST -INFINITY
#define SUM ra__lane_sum_f32
#define VECTOR ra__vf32
#define VECTOR_ANY ra__vf32_any
#define MASK ra__vi32
#define EVEN EVEN_OF_32
#define ODD ODD_OF_32
#define MOST
#include "cpu/pool2d_template.h"
#define T double
#define IS_NAN(x) ((x) != (x))
#define NAME(name) name##_f64
#define LOWEST -(double)INFINITY
#define SUM ra__lane_sum_f64
#define VECTOR ra__vf64
#define VECTOR_ANY ra__vf64_any
#define MASK ra__vi64
#define EVEN EVEN_OF_64
#define ODD ODD_OF_64
#define MOST
#include "cpu/pool2d_template.h"

typedef enum pooling { PLACES, LARGEST, AVERAGES } pooling;

static ra_status pool_plan(const ra_meta *m, ra_plan *p, pooling what)
{
    const struct ra__window_pre *w = RA__PRE(m, struct ra__window_pre);
    struct pool_state *st = ra__plan_alloc(p, sizeof *st + (size_t)((w->kernel[0] + 1) * w->kernel[1]) * sizeof st->offsets[0]); /* fits: a window, ra__window_settle */
    if (!st)
        return RA_ERR_MEMORY;
    memset(st, 0, sizeof *st);
    p->state = st;
    st->pre = *w;
    for (int64_t i = 0; i < w->kernel[0] * w->kernel[1]; i++)
        st->offsets[i] = i / w->kernel[1] * w->dilation[0] * w->in[1] + i % w->kernel[1] * w->dilation[1];
    const ra_layout *in = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    st->dtype = out->dtype;
    st->compute = ra__compute_dtype(out->dtype);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), element = (int64_t)ra_dtype_size(st->compute);
    for (int d = 0; d < in->ndim; d++) {
        st->in_stride[4 - in->ndim + d] = ra__strides(in)[d] * bytes;
        st->out_stride[4 - in->ndim + d] = out->strides[d] * bytes;
        st->index_stride[4 - in->ndim + d] = out->strides[d] * (int64_t)sizeof(int64_t);
    }
    st->along_channels = w->channels > 1 && st->in_stride[1] == bytes && st->out_stride[1] == bytes;
    p->phases = 0;
    if (ra__shape_numel(out) == 0)
        return RA_OK;
    st->by_rows = what != LARGEST && !st->along_channels && w->out[1] <= FEW_WINDOWS && w->kernel[1] >= WIDE_WINDOW && w->stride[1] <= w->kernel[1];
    st->by_rows |= what == AVERAGES && !st->along_channels && w->kernel[1] >= LANES && w->stride[1] <= w->kernel[1];
    if (what == PLACES) /* the rows of the largest are numbers of 4 bytes, aligned behind elements, and padding is no place to be the first of equals */
        st->by_rows = st->by_rows && element >= 4 && !w->padding[1] && w->dilation[0] == 1 && w->dilation[1] == 1;
    st->phases = st->by_rows ? 1 : ra__min(w->stride[1], (w->kernel[1] - 1) * w->dilation[1] + 1);
    st->pitch = st->by_rows ? (w->out[1] - 1) * w->stride[1] + w->kernel[1] : w->out[1] + (w->kernel[1] - 1) * w->dilation[1] / w->stride[1]; /* fits: a padded plane's row */
    st->in_place = (st->by_rows || w->stride[1] == 1) && st->dtype == st->compute && st->in_stride[3] == element && !w->padding[1] && st->pitch <= w->in[1];
    st->pairs = what != PLACES && !st->along_channels && !st->by_rows && w->kernel[1] == 2 && w->stride[1] == 2 && w->dilation[1] == 1 && !w->padding[1] &&
                st->dtype == st->compute && st->in_stride[3] == element && w->out[1] >= RA__VECTOR_BYTES / element && 2 * w->out[1] <= w->in[1];
    st->in_place |= st->pairs;
    st->row_pitch = st->in_place ? st->in_stride[2] / element : st->phases * st->pitch;
    st->out_direct = st->dtype == st->compute && st->out_stride[3] == element;
    for (int64_t j = 0; j < w->kernel[1]; j++) {
        const int64_t x = j * w->dilation[1], step = st->by_rows ? 1 : w->stride[1];
        st->offsets[w->kernel[0] * w->kernel[1] + j] = x % step * st->pitch + x / step;
    }
    st->plane_count = w->batch * (st->along_channels ? 1 : w->channels);
    int64_t row = ra__capped_product(w->out[1] * (st->along_channels ? w->channels : 1), w->kernel[0] * w->kernel[1]);
    st->rows = ra__max(1, ra__min(w->out[0], GRAIN_STEPS / row));
    st->row_grains = ra__ceil_div(w->out[0], st->rows);
    st->planes = st->row_grains > 1 ? 1 : ra__max(1, ra__min(st->plane_count, GRAIN_STEPS / ra__capped_product(row, st->rows)));
    st->plane_grains = ra__ceil_div(st->plane_count, st->planes);
    int64_t span = (st->rows - 1) * w->stride[0] + (w->kernel[0] - 1) * w->dilation[0] + 1;
    st->columns_at = st->in_place ? 0 : span * st->row_pitch; /* fits: at most twice a padded plane, likewise */
    if (!st->along_channels)
        p->scratch = (size_t)((st->columns_at + 2 * st->by_rows * st->pitch) * element); /* fits: likewise */
    p->phases = 1;
    p->grains[0] = st->plane_grains * st->row_grains;
    p->cost_ns = (what == PLACES ? 0.35 : 0.15) * (double)ra__shape_numel(out) * (double)(w->kernel[0] * w->kernel[1]);
    return RA_OK;
}

static ra_status max_pool2d_plan(const ra_meta *m, ra_plan *p) { return pool_plan(m, p, PLACES); }
static ra_status largest_of_windows_plan(const ra_meta *m, ra_plan *p) { return pool_plan(m, p, LARGEST); }
static ra_status avg_pool2d_plan(const ra_meta *m, ra_plan *p) { return pool_plan(m, p, AVERAGES); }

typedef void (*rows_fn)(const struct pool_state *st, ra__run *r, int64_t plane, int64_t row, int64_t rows);

static ra_status pool_run(ra__run *r, int64_t first, int64_t last, const rows_fn along_rows[], const rows_fn along_channels[])
{
    const struct pool_state *st = r->plan->state;
    rows_fn pool = (st->along_channels ? along_channels : along_rows)[st->compute];
    for (int64_t g = first; g < last; g++) {
        int64_t plane = g / st->row_grains * st->planes, row = g % st->row_grains * st->rows;
        for (int64_t k = plane; k < ra__min(plane + st->planes, st->plane_count); k++)
            pool(st, r, k, row, ra__min(st->rows, st->pre.out[0] - row));
    }
    return RA_OK;
}

static ra_status max_pool2d_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    static const rows_fn along_rows[RA_DTYPE_COUNT] = {[RA_UINT8] = max_rows_u8, [RA_INT8] = max_rows_i8, [RA_INT16] = max_rows_i16, [RA_INT32] = max_rows_i32,
                                                       [RA_INT64] = max_rows_i64, [RA_FLOAT32] = max_rows_f32, [RA_FLOAT64] = max_rows_f64};
    static const rows_fn along_channels[RA_DTYPE_COUNT] = {
        [RA_UINT8] = max_channels_u8, [RA_INT8] = max_channels_i8,    [RA_INT16] = max_channels_i16,  [RA_INT32] = max_channels_i32,
        [RA_INT64] = max_channels_i64, [RA_FLOAT32] = max_channels_f32, [RA_FLOAT64] = max_channels_f64};
    (void)phase;
    return pool_run(r, first, last, along_rows, along_channels);
}

static ra_status largest_of_windows_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    static const rows_fn along_rows[RA_DTYPE_COUNT] = {[RA_FLOAT32] = most_rows_f32, [RA_FLOAT64] = most_rows_f64};
    static const rows_fn along_channels[RA_DTYPE_COUNT] = {[RA_FLOAT32] = most_channels_f32, [RA_FLOAT64] = most_channels_f64};
    (void)phase;
    return pool_run(r, first, last, along_rows, along_channels);
}

static ra_status avg_pool2d_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    static const rows_fn along_rows[RA_DTYPE_COUNT] = {[RA_INT64] = avg_rows_i64, [RA_FLOAT32] = avg_rows_f32, [RA_FLOAT64] = avg_rows_f64};
    static const rows_fn along_channels[RA_DTYPE_COUNT] = {[RA_INT64] = avg_channels_i64, [RA_FLOAT32] = avg_channels_f32, [RA_FLOAT64] = avg_channels_f64};
    (void)phase;
    return pool_run(r, first, last, along_rows, along_channels);
}

const ra_kernel RA__KERNEL(max_pool2d) = {.name = "max_pool2d", .plan = max_pool2d_plan, .run = max_pool2d_run};
const ra_kernel RA__KERNEL(largest_of_windows) = {.name = "largest_of_windows", .plan = largest_of_windows_plan, .run = largest_of_windows_run};
const ra_kernel RA__KERNEL(avg_pool2d) = {.name = "avg_pool2d", .plan = avg_pool2d_plan, .run = avg_pool2d_run};
