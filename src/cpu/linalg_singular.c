/*
 * Singular values alone.
 *
 * A real matrix is made bidiagonal here, a column and a row each time in one pass over what is left of it (linalg_singular_template.h), for
 * which LAPACK takes four; the values of that come from LAPACK, by differences of quotients (dqds), each to its last digits. Of a matrix
 * that is much taller than wide the factor R has the same; a wide one lies on its side. Complex matrices are LAPACK's.
 *
 * These iterate: a matrix that is not finite is not shown to them, as in linalg_svd.c.
 */
#include "cpu/linalg.h"

#include "cpu/gemm_vector.h"
#include "cpu/sequence.h"

#include <math.h>
#include <string.h>


/* Columns whose sums rest in registers beside what they take off. */
#if RA__VECTOR_BYTES == 64 || defined(__aarch64__)
enum { WIDE = 8 };
#else
enum { WIDE = 4 };
#endif

typedef struct state {
    ra__linalg base;
    ra__matrices a;           /* no wider than tall */
    int64_t most, least;      /* rows and columns of that */
    int64_t value_size;       /* of a singular value */
    bool is_ours, is_tall;
    int64_t ld, reduced_ld;   /* of A, and of what is reduced: A, or R */
    size_t matrix, r, right, work, real_work, int_work;
    int lwork;
} state;

#define T float
#define t f32
#define BITS uint32_t
#define LAPACK(routine) s##routine
#define REACH 39
#define BEYOND 0x1p50
#include "cpu/linalg_singular_template.h"

#define T double
#define t f64
#define BITS uint64_t
#define LAPACK(routine) d##routine
#define REACH 458
#define BEYOND 0x1p400
#include "cpu/linalg_singular_template.h"

static ra_status failure(ra__run *r, const ra__linalg *l, int64_t at, const char *why)
{
    char label[48];
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: %s", LABEL(l, at, label), why);
}

static void load(const ra__run *r, const state *s, int64_t at)
{
    const ra__linalg *l = &s->base;
    char *a = (char *)r->scratch + s->matrix;
    if (s->is_ours) /* for what is behind the last rows and columns */
        memset(a, 0, (size_t)(s->ld * (s->least + (s->is_tall ? 0 : WIDE)) * l->size)); /* fits: it has been taken */
    LOAD(l, &s->a, AT(l, &s->a, r->data[1], at), a, s->ld);
}

static int values_by_lapack(const ra__run *r, const struct ra__blas *b, const state *s, char *values)
{
    const int m = (int)s->most, n = (int)s->least, ld = (int)s->ld, one = 1;
    char *scratch = r->scratch, *a = scratch + s->matrix;
    void *work = scratch + s->work, *real_work = scratch + s->real_work;
    int *int_work = (int *)(void *)(scratch + s->int_work), info = 0;
#define ARGUMENTS "N", &m, &n, (void *)a, &ld, (void *)values, (void *)a, &one, (void *)a, &one, work, &s->lwork
    switch (s->base.dtype) {
    case RA_FLOAT32: b->sgesdd_(ARGUMENTS, int_work, &info, 1); break;
    case RA_FLOAT64: b->dgesdd_(ARGUMENTS, int_work, &info, 1); break;
    case RA_COMPLEX64: b->cgesdd_(ARGUMENTS, real_work, int_work, &info, 1); break;
    default: b->zgesdd_(ARGUMENTS, real_work, int_work, &info, 1); break;
    }
#undef ARGUMENTS
    return info;
}

static ra_status values_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    char *values = (char *)r->data[0] + at * s->least * s->value_size;
    int info = 0;
    if (s->least == 0)
        return RA_OK;
    load(r, s, at);
    if (s->is_ours) {
        const bool is_finite = l->dtype == RA_FLOAT32 ? values_f32(b, s, r->scratch, (float *)(void *)values, &info)
                                                      : values_f64(b, s, r->scratch, (double *)(void *)values, &info);
        if (is_finite && info == 0)
            return RA_OK;
        load(r, s, at); /* LAPACK knows another way */
    }
    if (!RA__ISA_NAME(ra__matrix_is_finite)(l, (char *)r->scratch + s->matrix, s->ld, s->least))
        return failure(r, l, at, "an element is not finite");
    info = values_by_lapack(r, b, s, values);
    return info == 0 ? RA_OK : failure(r, l, at, "LAPACK gave up");
}

/* Whole vectors, and one more where columns would be apart by large powers of two, which caches tell apart badly. */
static int64_t padded(const ra__linalg *l, int64_t rows)
{
    const int64_t lanes = RA__VECTOR_BYTES / l->size, whole = ra__ceil_div(rows, lanes) * lanes;
    return whole * l->size % 512 == 0 ? whole + lanes : whole;
}

/* Room for the factors' columns is no more than for A where it is tall. LAPACK takes the least that it documents, and room for its blocks. */
static void take_scratch(state *s, bool is_tall)
{
    ra__linalg *l = &s->base;
    const int64_t least = s->least, pads = least + WIDE, blocks = (is_tall ? 3 * least : s->most + least) * RA__LAPACK_COLUMNS;
    const int64_t work = ra__max(3 * least + ra__max(s->most, 7 * least) + blocks, 4 * s->reduced_ld + 2 * pads);
    s->lwork = work < INT32_MAX ? (int)work : INT32_MAX;
    s->matrix = TAKE(l, s->ld * (s->is_ours && !is_tall ? pads : least), l->size);
    s->r = s->is_tall ? TAKE(l, s->reduced_ld * pads, l->size) : 0;
    s->right = TAKE(l, least, l->size);
    s->work = TAKE(l, work, l->size);
    s->real_work = ra__is_complex(l->dtype) ? TAKE(l, 7 * least, s->value_size) : 0;
    s->int_work = TAKE(l, 8 * least, sizeof(int));
}

static ra_status values_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    if (s->a.rows < s->a.columns)
        s->a = ra__matrices_transposed(&s->a);
    s->most = s->a.rows;
    s->least = s->a.columns;
    s->value_size = (int64_t)ra_dtype_size(ra__real_of(l->dtype));
    const bool is_tall = 6 * s->most >= 11 * s->least; /* what R saves is more than it takes: LAPACK's bound */
    s->is_ours = !ra__is_complex(l->dtype);
    s->is_tall = s->is_ours && is_tall;
    s->ld = s->is_ours ? padded(l, s->most) : ra__ld(s->most);
    s->reduced_ld = s->is_tall ? padded(l, s->least) : s->ld;
    take_scratch(s, is_tall);
    const double square = (double)s->least * (double)s->least, each = s->is_ours ? 0.007 * (double)l->size : 0.5; /* the bidiagonal form's values take squares */
    return RA__ISA_NAME(ra__linalg_finish)(l, p, 12 * square + each * (double)s->most * square);
}

static ra_status values_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RUN(r, first, last, values_one);
}

const ra_kernel RA__KERNEL(singular_values) = {.name = "singular_values", .plan = values_plan, .run = values_run};
