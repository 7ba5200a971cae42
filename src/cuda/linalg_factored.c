/*
 * Equations whose factors are given: triangles, LU factors, Cholesky factors.
 */
#include "cuda/equations.h"

#include "cuda/blas.h"
#include "meta/dtype.h"

typedef ra__cuda_equations equations;

ra__cuda_space *ra__cuda_matrices_loaded(const ra__cuda_linalg *l, const ra_layout *x, bool vector, bool transposed, ra_plan *p)
{
    ra__cuda_matrices v;
    ra__cuda_matrices_of(l, &v, x->ndim, ra__sizes(x), ra__strides(x), vector);
    if (transposed)
        v = ra__cuda_matrices_transposed(&v);
    return ra__cuda_matrices_copy(l, &v, false, p);
}

/* An output may be of another dtype: X is converted to it. */
equations *ra__cuda_equations_begin(const ra_meta *m, ra_plan *p, int b_arg, bool transposed)
{
    const ra__shape *shape = ra__out_shape(m, 0);
    const ra__linalg_pre *pre = RA__PRE(m, const ra__linalg_pre);
    equations *s = (equations *)ra__cuda_linalg_begin(m, p, sizeof *s, shape->ndim - (pre->vector ? 1 : 2), shape->sizes);
    ra__cuda_matrices x;
    if (!s)
        return NULL;
    ra__cuda_matrices_sized(&s->base, &x, ra__element_bytes(shape->dtype), shape->ndim, shape->sizes, shape->strides, pre->vector);
    if (transposed)
        x = ra__cuda_matrices_transposed(&x);
    s->n = x.rows;
    s->columns = x.columns;
    s->x_direct = shape->dtype == s->base.dtype && ra__cuda_matrices_are_dense(&s->base, &x);
    s->load_b = ra__cuda_matrices_loaded(&s->base, ra__layout(m, b_arg), pre->vector, transposed, p);
    if (!s->load_b)
        return NULL;
    if (s->x_direct)
        return s;
    s->x = ra__cuda_linalg_take(&s->base, p, s->n * s->columns, s->base.size);
    s->store_x = ra__cuda_matrices_convert(&s->base, &x, shape->dtype, s->base.dtype, true, p);
    return s->store_x ? s : NULL;
}

/* ---- triangles ---- */

static ra_status triangular_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = ra__cuda_equations_begin(m, p, 1, false);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t order = s->base.pre.rows;
    s->a = ra__cuda_linalg_take(&s->base, p, order * order, s->base.size);
    s->load_a = ra__cuda_matrices_loaded(&s->base, ra__layout(m, 0), false, false, p);
    ra__cuda_linalg_tells_nothing(p);
    p->phases = p->phases && s->n > 0 && s->columns > 0;
    return s->load_a ? RA_OK : RA_ERR_MEMORY;
}

static ra_status triangular_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const int64_t a_bytes = l->pre.rows * l->pre.rows * l->size, x_bytes = s->n * s->columns * l->size;
    const ra__cuda_triangle t = {l->pre.left ? RA__CU_LEFT : RA__CU_RIGHT, ra__cuda_half_of(l), RA__CU_OP_N, l->pre.unit ? RA__CU_UNIT : RA__CU_NON_UNIT,
                                 (int)s->n, (int)s->columns, (int)l->pre.rows, (int)s->n};
    char *a = ra__cuda_linalg_room(r, s->a), *x = ra__cuda_equations_x(s, r);
    const ra__cu_blas *b;
    void *handle;
    ra_status status = ra__cuda_blas(r, &b, &handle);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, a, r->data[1]);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_b, r, x, r->data[2]);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_blas_solve(r, b, handle, l->dtype, &t, a + at * a_bytes, x + at * x_bytes); /* fits: within the workspace */
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], x);
    return status ? status : (ra_status)RA__PENDING;
}

/* ---- LU factors ---- */

/* Nothing is solved: nothing is looked at. */
static void only_what_is_solved(const equations *s, ra_plan *p)
{
    if (s->n == 0 || s->columns == 0)
        p->phases = 0;
}

static ra_status lu_solve_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *pivots = ra__layout(m, 1);
    equations *s = ra__cuda_equations_begin(m, p, 2, !RA__PRE(m, const ra__linalg_pre)->left);
    ra__cuda_matrices v;
    if (!s)
        return RA_ERR_MEMORY;
    ra__cuda_matrices_sized(&s->base, &v, sizeof(int), pivots->ndim, ra__sizes(pivots), ra__strides(pivots), true);
    s->a = ra__cuda_linalg_take(&s->base, p, s->n * s->n, s->base.size);
    s->pivots = ra__cuda_linalg_take(&s->base, p, s->n, sizeof(int64_t));
    s->narrow = ra__cuda_linalg_take(&s->base, p, s->n, sizeof(int));
    s->load_a = ra__cuda_matrices_loaded(&s->base, ra__layout(m, 0), false, false, p);
    s->load_pivots = ra__cuda_matrices_convert(&s->base, &v, RA_INT32, RA_INT32, false, p);
    only_what_is_solved(s, p);
    return s->load_a && s->load_pivots ? RA_OK : RA_ERR_MEMORY;
}

static ra_status lu_solve_tell(const equations *s, ra__run *r)
{
    int64_t at;
    int row, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &row, &place))
        return RA_OK;
    return ra__fault(r, RA_ERR_INDEX, "%spivot %d is %d, but rows are counted from 1 to %lld", ra__cuda_linalg_label(&s->base, at, label), place, row, (long long)s->n);
}

static ra_status lu_load(const equations *s, ra__run *r)
{
    char *narrow = ra__cuda_linalg_room(r, s->narrow);
    const ra__cuda_linalg_step step = {.rows = s->n, .columns = 1, .to = ra__cuda_linalg_room(r, s->pivots), .from = narrow};
    ra_status status = ra__cuda_linalg_start(&s->base, r);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_pivots, r, narrow, r->data[2]);
    if (!status)
        status = ra__cuda_linalg_launch(&s->base, r, "widen", RA_INT32, s->base.batch, step);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, ra__cuda_linalg_room(r, s->a), r->data[1]);
    return status ? status : ra__cuda_matrices_launch(s->load_b, r, ra__cuda_equations_x(s, r), r->data[3]);
}

static ra_status lu_solve_all(const equations *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const int turned = ra__is_complex(l->dtype) ? RA__CU_OP_C : RA__CU_OP_T, op = l->pre.left ? l->pre.adjoint ? turned : RA__CU_OP_N : l->pre.adjoint ? RA__CU_OP_N : RA__CU_OP_T;
    const int64_t a_bytes = s->n * s->n * l->size, x_bytes = s->n * s->columns * l->size;
    const int64_t *pivots = (const int64_t *)(const void *)ra__cuda_linalg_room(r, s->pivots);
    const char *a = ra__cuda_linalg_room(r, s->a);
    char *x = ra__cuda_equations_x(s, r);
    const ra__cuda_solver *b;
    ra_status status = ra__cuda_solver_of(r, &b);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXgetrs", b->calls->cusolverDnXgetrs(b->handle, b->params, op, s->n, s->columns, l->type, a + at * a_bytes, s->n, pivots + at * s->n, l->type,
                                                                                       x + at * x_bytes, s->n, ra__cuda_linalg_info(l, r, 2 * l->batch)));
    return status;
}

/* X A^H = B is conj(A) X^T = B^T, and solved by A as the equation of what is conjugated. */
static ra_status lu_solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const bool conjugated = !l->pre.left && l->pre.adjoint && ra__is_complex(l->dtype);
    const ra__cuda_linalg_step step = {.rows = s->n, .columns = s->columns, .to = ra__cuda_equations_x(s, r)};
    if (phase == 1)
        return lu_solve_tell(s, r);
    ra_status status = lu_load(s, r);
    if (!status && conjugated)
        status = ra__cuda_linalg_each(l, r, "conjugate", step);
    if (!status)
        status = lu_solve_all(s, r);
    if (!status && conjugated)
        status = ra__cuda_linalg_each(l, r, "conjugate", step);
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], step.to);
    return status ? status : ra__cuda_linalg_end(l, r);
}

/* ---- Cholesky factors ---- */

static ra_status cholesky_solve_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = ra__cuda_equations_begin(m, p, 0, false);
    if (!s)
        return RA_ERR_MEMORY;
    s->a = ra__cuda_linalg_take(&s->base, p, s->n * s->n, s->base.size);
    s->load_a = ra__cuda_matrices_loaded(&s->base, ra__layout(m, 1), false, false, p);
    ra__cuda_linalg_tells_nothing(p);
    only_what_is_solved(s, p);
    return s->load_a ? RA_OK : RA_ERR_MEMORY;
}

static ra_status cholesky_solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const int64_t a_bytes = s->n * s->n * l->size, x_bytes = s->n * s->columns * l->size;
    char *a = ra__cuda_linalg_room(r, s->a), *x = ra__cuda_equations_x(s, r);
    const ra__cuda_solver *b;
    ra_status status = ra__cuda_solver_of(r, &b);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, a, r->data[2]);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_b, r, x, r->data[1]);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXpotrs", b->calls->cusolverDnXpotrs(b->handle, b->params, ra__cuda_half_of(l), s->n, s->columns, l->type, a + at * a_bytes, s->n, l->type,
                                                                                       x + at * x_bytes, s->n, ra__cuda_linalg_info(l, r, 2 * l->batch)));
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], x);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_factored_kernel(const ra_op *op)
{
    static const ra_kernel triangular = {.name = "linalg_solve_triangular", .plan = triangular_plan, .run = triangular_run},
                           by_lu = {.name = "linalg_lu_solve", .plan = lu_solve_plan, .run = lu_solve_run},
                           by_cholesky = {.name = "cholesky_solve", .plan = cholesky_solve_plan, .run = cholesky_solve_run};
    switch (op->id) {
    case RA__OP_linalg_solve_triangular: return &triangular;
    case RA__OP_linalg_lu_solve: return &by_lu;
    case RA__OP_cholesky_solve: return &by_cholesky;
    default: return NULL;
    }
}
