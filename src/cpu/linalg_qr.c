/*
 * QR factors, by Householder reflections.
 */
#include "cpu/linalg.h"

#include <string.h>

enum { BLOCK_COLUMNS = 64 }; /* LAPACK's blocks are at most so wide: workspace for them */

typedef struct state {
    ra__linalg base;
    ra__matrices a;
    size_t factors, tau, work;
    int lwork;
} state;

/* R: the upper triangle of the factors' first `rows` rows. */
static void write_r(const ra__linalg *l, char *r, int64_t rows, const char *factors, int64_t ld)
{
    for (int64_t j = 0; j < l->pre.columns; j++, r += rows * l->size, factors += ld * l->size) {
        int64_t there = j + 1 < rows ? j + 1 : rows;
        memcpy(r, factors, (size_t)(there * l->size));
        memset(r + there * l->size, 0, (size_t)((rows - there) * l->size));
    }
}

static ra_status qr_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int m = (int)l->pre.rows, n = (int)l->pre.columns, k = m < n ? m : n, ld = ra__ld(m), wide = l->pre.full ? m : k;
    char *scratch = r->scratch, *factors = scratch + s->factors, *tau = scratch + s->tau, *work = scratch + s->work;
    int info = 0;
    LOAD(l, &s->a, RA__ISA_NAME(ra__matrix_at)(l, &s->a, r->data[2], at), factors, ld);
    if (k > 0)
        RA__LAPACK(b, l->dtype, geqrf_, &m, &n, (void *)factors, &ld, (void *)tau, (void *)work, &s->lwork, &info);
    write_r(l, r->data[1] + at * wide * (int64_t)n * l->size, wide, factors, ld);
    if (l->pre.values_only || wide == 0)
        return RA_OK;
    char *q = r->data[0] + at * m * (int64_t)wide * l->size;
    memcpy(q, factors, (size_t)(m * (int64_t)k * l->size));
    switch (l->dtype) {
    case RA_FLOAT32: b->sorgqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    case RA_FLOAT64: b->dorgqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    case RA_COMPLEX64: b->cungqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    default: b->zungqr_(&m, &wide, &k, (void *)q, &ld, (void *)tau, (void *)work, &s->lwork, &info); break;
    }
    return RA_OK;
}

static ra_status qr_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    int64_t rows = l->pre.rows, columns = l->pre.columns, widest = rows > columns ? rows : columns, k = rows < columns ? rows : columns;
    RA__ISA_NAME(ra__matrices_of)(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->factors = TAKE(l, rows * columns, l->size);
    s->tau = TAKE(l, k, l->size);
    s->lwork = widest < INT32_MAX / BLOCK_COLUMNS ? ra__ld(widest) * BLOCK_COLUMNS : INT32_MAX;
    s->work = TAKE(l, s->lwork, l->size);
    return RA__ISA_NAME(ra__linalg_finish)(l, p, 0.3 * (double)rows * (double)columns * (double)k);
}

static ra_status qr_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RA__ISA_NAME(ra__linalg_run)(r, first, last, qr_one);
}

const ra_kernel RA__KERNEL(linalg_qr) = {.name = "linalg_qr", .plan = qr_plan, .run = qr_run};
