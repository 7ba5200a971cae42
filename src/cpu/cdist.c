/*
 * cdist: p-norm distances of rows, from their differences.
 *
 * Phase 0 lays the rows of x2 down in panels of as many rows as 64 bytes have elements, transposed: [panel][element]
 * [row], so that a vector holds one element of neighbouring rows. Phase 1 takes tiles of x1's rows against a panel in
 * registers. Every distance is summed over the elements in order, in leaves of LEAF, whatever the tile.
 */
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/math_f64_pow.h"
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "cpu/vector.h"
#include "meta/pre.h"

#include <math.h>
#include <string.h>

enum { LEAF = 512, GRAIN_STEPS = 1 << 19 };

/* Rows of x1 in a register tile. */
#if defined(__AVX512F__)
enum { TILE = 8 };
#elif defined(__AVX2__)
enum { TILE = 4 };
#else
enum { TILE = 2 };
#endif

typedef enum norm { NORM_ZERO, NORM_ONE, NORM_TWO, NORM_INFINITE, NORM_ANY } norm;

struct cdist_state {
    ra_dtype dtype;
    double p;
    norm kind;
    int64_t rows1, rows2, length;     /* of one batch entry */
    int64_t panel, panels;            /* rows a panel, panels a batch entry */
    int64_t stride1[2], stride2[2];   /* bytes: row, element */
    int batch_ndim;
    int64_t batches, batches2;        /* of the result; of x2 before broadcasting */
    int64_t batch_sizes[RA_MAX_DIMS]; /* of the result */
    int64_t batch1[RA_MAX_DIMS];      /* bytes a step of x1 */
    int64_t batch2[RA_MAX_DIMS];      /* entries a step in x2's packed form */
    ra__strided entries2;             /* x2's batch: where each entry starts */
    int64_t rows_per_grain, grains_per_batch;
    int64_t panels_per_grain;         /* phase 0 */
};

#define T float
#define VECTOR ra__vf32
#define VECTOR_ANY ra__vf32_any
#define MASK ra__vi32
#define VFMA ra__vfma_f32
#define NAME(name) name##_f32
#define ABS __builtin_fabsf
#define SQRT __builtin_sqrtf
#define POW ra__powf
#include "cpu/cdist_template.h"

#define T double
#define VECTOR ra__vf64
#define VECTOR_ANY ra__vf64_any
#define MASK ra__vi64
#define VFMA ra__vfma_f64
#define NAME(name) name##_f64
#define ABS __builtin_fabs
#define SQRT __builtin_sqrt
#define POW ra__pow
#include "cpu/cdist_template.h"

static void plan_batches(struct cdist_state *st, const ra_layout *a, const ra_layout *b, const ra__shape *out)
{
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), entries = 1;
    st->batch_ndim = out->ndim - 2;
    st->batches = 1;
    for (int d = st->batch_ndim - 1; d >= 0; d--) {
        int d1 = d - (out->ndim - a->ndim), d2 = d - (out->ndim - b->ndim);
        st->batch_sizes[d] = out->sizes[d];
        st->batches *= out->sizes[d];
        st->batch1[d] = d1 >= 0 && ra__sizes(a)[d1] > 1 ? ra__strides(a)[d1] * bytes : 0;
        st->batch2[d] = d2 >= 0 && ra__sizes(b)[d2] > 1 ? entries : 0;
        entries *= d2 >= 0 ? ra__sizes(b)[d2] : 1;
    }
    st->batches2 = entries;
    ra__strided_set(&st->entries2, st->dtype, b->ndim - 2, ra__sizes(b), ra__strides(b));
}

static norm norm_of(double p)
{
    return p == 0 ? NORM_ZERO : p == 1 ? NORM_ONE : p == 2 ? NORM_TWO : isinf(p) ? NORM_INFINITE : NORM_ANY;
}

static ra_status cdist_plan(const ra_meta *m, ra_plan *p)
{
    struct cdist_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    const ra__shape *out = ra__out_shape(m, 0);
    st->dtype = out->dtype;
    st->p = ra__arg_float(m, 2);
    if (st->dtype == RA_FLOAT32)
        st->p = (float)st->p; /* in which it may be 0 or infinite */
    st->kind = norm_of(st->p);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype);
    st->rows1 = out->sizes[out->ndim - 2];
    st->rows2 = out->sizes[out->ndim - 1];
    st->length = ra__sizes(a)[a->ndim - 1];
    for (int k = 0; k < 2; k++) {
        st->stride1[k] = ra__strides(a)[a->ndim - 2 + k] * bytes;
        st->stride2[k] = ra__strides(b)[b->ndim - 2 + k] * bytes;
    }
    plan_batches(st, a, b, out);
    st->panel = 64 / bytes;
    st->panels = ra__ceil_div(st->rows2, st->panel);
    p->state = st;
    p->phases = 0;
    if (ra__shape_numel(out) == 0)
        return RA_OK;
    int64_t panel_steps = st->panel * ra__max(1, st->length);
    st->panels_per_grain = ra__max(1, (1 << 16) / panel_steps);
    st->rows_per_grain = ra__max(1, GRAIN_STEPS / (panel_steps * st->panels));
    st->rows_per_grain = (st->rows_per_grain + TILE - 1) / TILE * TILE;
    st->grains_per_batch = ra__ceil_div(st->rows1, st->rows_per_grain);
    p->phases = 2;
    p->workspace = (size_t)(st->batches2 * st->panels * st->panel * ra__max(1, st->length) * bytes); /* fits: elements of x2, in panels of at most 64, or rows of the result */
    p->grains[0] = ra__ceil_div(st->batches2 * st->panels, st->panels_per_grain);
    p->grains[1] = st->batches * st->grains_per_batch;
    double step_ns = st->kind == NORM_ANY ? 3.0 : 0.04 * (double)(bytes / 4);
    p->cost_ns = (double)(st->batches * st->rows1 * st->rows2) * (1.0 + step_ns * (double)st->length);
    return RA_OK;
}

static ra_status cdist_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct cdist_state *st = r->plan->state;
    for (int64_t g = first; g < last; g++)
        if (st->dtype == RA_FLOAT64)
            (phase == 0 ? pack_panels_f64 : distances_f64)(st, r, g);
        else
            (phase == 0 ? pack_panels_f32 : distances_f32)(st, r, g);
    return RA_OK;
}

const ra_kernel RA__KERNEL(cdist) = {.name = "cdist", .plan = cdist_plan, .run = cdist_run};
