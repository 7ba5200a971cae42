/*
 * What comes of LU and of triangles: Cholesky factors, solutions, inverses, determinants. All matrices of a batch are brought into form
 * at once, and factored one after another.
 */
#include "cuda/blas.h"
#include "cuda/linalg.h"
#include "meta/dtype.h"

typedef struct equations {
    ra__cuda_linalg base;
    size_t a, pivots, x;
    bool x_direct;                      /* it is computed where it belongs */
    int64_t n, columns;                 /* of what is solved for */
    ra__cuda_space *load_a, *load_b, *store_x;
} equations;

/* Room of one kind of call for each matrix, and what becomes of it. */
typedef ra_status (*factor_fn)(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at);

static char *in_workspace(const ra__run *r, size_t at)
{
    return (char *)r->workspace + at;
}

static equations *begin(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    equations *s = (equations *)ra__cuda_linalg_begin(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (s)
        s->n = s->base.pre.rows;
    return s;
}

static ra__cuda_space *loaded(const ra__cuda_linalg *l, const ra_layout *x, bool vector, bool transposed, ra_plan *p)
{
    ra__cuda_matrices v;
    ra__cuda_matrices_of(l, &v, x->ndim, ra__sizes(x), ra__strides(x), vector);
    if (transposed)
        v = ra__cuda_matrices_transposed(&v);
    return ra__cuda_matrices_copy(l, &v, false, p);
}

static ra_status planned(const equations *s)
{
    return s && s->load_a ? RA_OK : RA_ERR_MEMORY;
}

/* A goes to `to` (NULL: it is there), each matrix is factored, and what the library says of it is kept. */
static ra_status factor_all(const equations *s, ra__run *r, char *a, char *to, factor_fn size, factor_fn factor)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_solver *b;
    ra__cuda_room room = {0};
    ra_status status = ra__cuda_linalg_start(l, r);
    if (!status && to)
        status = ra__cuda_matrices_launch(s->load_a, r, to, a);
    if (status || !s->n)
        return status;
    status = ra__cuda_solver_of(r, &b);
    if (!status)
        status = size(s, r, b, &room, 0);
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = factor(s, r, b, &room, at);
    ra__cuda_room_give(&room);
    return status;
}

/* ---- Cholesky ---- */

static int half_of(const ra__cuda_linalg *l)
{
    return l->pre.upper ? RA__CU_UPPER : RA__CU_LOWER;
}

static ra_status cholesky_size(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    (void)at;
    return ra__cuda_solver_told(r, "cusolverDnXpotrf_bufferSize", b->calls->cusolverDnXpotrf_bufferSize(b->handle, b->params, half_of(l), s->n, l->type, r->data[0], s->n, l->type,
                                                                                                         &room->device_bytes, &room->host_bytes));
}

static ra_status cholesky_factor(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    return ra__cuda_solver_told(r, "cusolverDnXpotrf", b->calls->cusolverDnXpotrf(b->handle, b->params, half_of(l), s->n, l->type, r->data[0] + at * s->n * s->n * l->size, s->n, l->type,
                                                                                   room->device, room->device_bytes, room->host, room->host_bytes, ra__cuda_linalg_info(l, r, at)));
}

static ra_status cholesky_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (s)
        s->load_a = loaded(&s->base, ra__layout(m, 0), false, false, p);
    return planned(s);
}

static ra_status cholesky_tell(const equations *s, ra__run *r)
{
    int64_t at;
    int info, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &info, &place))
        return RA_OK;
    return ra__fault(r, RA_ERR_SINGULAR, "%snot positive definite, as its first %d rows and columns show", ra__cuda_linalg_label(&s->base, at, label), info ? info : place);
}

static ra_status cholesky_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    if (phase == 1)
        return cholesky_tell(s, r);
    ra_status status = factor_all(s, r, r->data[1], r->data[0], cholesky_size, cholesky_factor);
    if (!status)
        status = ra__cuda_linalg_each(&s->base, r, "triangle", (ra__cuda_linalg_step){.rows = s->n, .columns = s->n, .half = half_of(&s->base), .to = r->data[0]});
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

/* ---- LU ---- */

static int64_t *pivots_of(const equations *s, const ra__run *r, int64_t at)
{
    return (int64_t *)(void *)in_workspace(r, s->pivots) + at * s->n;
}

static char *lu_of(const equations *s, const ra__run *r, int64_t at)
{
    return in_workspace(r, s->a) + at * s->n * s->n * s->base.size;
}

static ra_status lu_size(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    return ra__cuda_solver_told(r, "cusolverDnXgetrf_bufferSize", b->calls->cusolverDnXgetrf_bufferSize(b->handle, b->params, s->n, s->n, s->base.type, lu_of(s, r, at), s->n, s->base.type,
                                                                                                         &room->device_bytes, &room->host_bytes));
}

static ra_status lu_factor(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    return ra__cuda_solver_told(r, "cusolverDnXgetrf", b->calls->cusolverDnXgetrf(b->handle, b->params, s->n, s->n, s->base.type, lu_of(s, r, at), s->n, pivots_of(s, r, at), s->base.type,
                                                                                   room->device, room->device_bytes, room->host, room->host_bytes, ra__cuda_linalg_info(&s->base, r, at)));
}

/* Where B is, X comes. */
static ra_status lu_solve(const equations *s, ra__run *r, const ra__cuda_solver *b, int op, char *x, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    return ra__cuda_solver_told(r, "cusolverDnXgetrs", b->calls->cusolverDnXgetrs(b->handle, b->params, op, s->n, s->columns, l->type, lu_of(s, r, at), s->n, pivots_of(s, r, at), l->type,
                                                                                   x + at * s->n * s->columns * l->size, s->n, ra__cuda_linalg_info(l, r, 2 * l->batch)));
}

static ra_status lu_factor_and_invert(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    ra_status status = lu_factor(s, r, b, room, at);
    return status ? status : lu_solve(s, r, b, RA__CU_OP_N, r->data[0], at);
}

static ra_status lu_factor_and_solve(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    ra_status status = lu_factor(s, r, b, room, at);
    return status || !s->columns ? status : lu_solve(s, r, b, s->base.pre.left ? RA__CU_OP_N : RA__CU_OP_T, s->x_direct ? r->data[0] : in_workspace(r, s->x), at);
}

static void take_lu(equations *s, const ra_layout *a, ra_plan *p)
{
    s->a = ra__cuda_linalg_take(&s->base, p, s->n * s->n, s->base.size);
    s->pivots = ra__cuda_linalg_take(&s->base, p, s->n, sizeof(int64_t));
    s->load_a = loaded(&s->base, a, false, false, p);
}

static ra_status singular_tell(const equations *s, ra__run *r)
{
    int64_t at;
    int info, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &info, &place))
        return RA_OK;
    return ra__fault(r, RA_ERR_SINGULAR, "%ssingular: pivot %d is zero", ra__cuda_linalg_label(&s->base, at, label), info);
}

static ra_status inv_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (s) {
        s->columns = s->n;
        take_lu(s, ra__layout(m, 0), p);
    }
    return planned(s);
}

static ra_status inv_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    if (phase == 1)
        return singular_tell(s, r);
    ra_status status = ra__cuda_linalg_each(&s->base, r, "identity", (ra__cuda_linalg_step){.rows = s->n, .columns = s->n, .to = r->data[0]});
    if (!status)
        status = factor_all(s, r, r->data[1], in_workspace(r, s->a), lu_size, lu_factor_and_invert);
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

static ra_status det_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (s)
        take_lu(s, ra__layout(m, 0), p);
    ra__cuda_linalg_tells_nothing(p);
    return planned(s);
}

/* Singular: the determinant is zero. */
static ra_status det_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    ra_status status = factor_all(s, r, r->data[1], in_workspace(r, s->a), lu_size, lu_factor);
    if (!status)
        status = ra__cuda_linalg_launch(l, r, "determinant", l->dtype, l->batch,
                                        (ra__cuda_linalg_step){.rows = 1, .columns = 1, .ld = s->n, .to = r->data[0], .from = lu_of(s, r, 0), .pivots = pivots_of(s, r, 0)});
    return status ? status : (ra_status)RA__PENDING;
}

/* ---- equations ---- */

/* X A = B is solved as A^T X^T = B^T where it is `transposed`. */
static equations *begin_equation(const ra_meta *m, ra_plan *p, bool transposed)
{
    const ra__shape *shape = ra__out_shape(m, 0);
    const ra__linalg_pre *pre = RA__PRE(m, const ra__linalg_pre);
    equations *s = (equations *)ra__cuda_linalg_begin(m, p, sizeof *s, shape->ndim - (pre->vector ? 1 : 2), shape->sizes);
    ra__cuda_matrices x;
    if (!s)
        return NULL;
    ra__cuda_matrices_of(&s->base, &x, shape->ndim, shape->sizes, shape->strides, pre->vector);
    if (transposed)
        x = ra__cuda_matrices_transposed(&x);
    s->n = x.rows;
    s->columns = x.columns;
    s->x_direct = ra__cuda_matrices_are_dense(&s->base, &x);
    s->load_b = loaded(&s->base, ra__layout(m, 1), pre->vector, transposed, p);
    if (!s->load_b)
        return NULL;
    if (s->x_direct)
        return s;
    s->x = ra__cuda_linalg_take(&s->base, p, s->n * s->columns, s->base.size);
    s->store_x = ra__cuda_matrices_copy(&s->base, &x, true, p);
    return s->store_x ? s : NULL;
}

static ra_status solve_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin_equation(m, p, !RA__PRE(m, const ra__linalg_pre)->left);
    if (s)
        take_lu(s, ra__layout(m, 0), p);
    return planned(s);
}

/* B comes where X will be after A is read, which may lie there; factoring reads neither. */
static ra_status solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    char *x = s->x_direct ? r->data[0] : in_workspace(r, s->x);
    if (phase == 1)
        return singular_tell(s, r);
    ra_status status = ra__cuda_matrices_launch(s->load_a, r, in_workspace(r, s->a), r->data[1]);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_b, r, x, r->data[2]);
    if (!status)
        status = factor_all(s, r, NULL, NULL, lu_size, lu_factor_and_solve);
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], x);
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

/* ---- triangles ---- */

static ra_status triangular_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin_equation(m, p, false);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t order = s->base.pre.rows;
    s->a = ra__cuda_linalg_take(&s->base, p, order * order, s->base.size);
    s->load_a = loaded(&s->base, ra__layout(m, 0), false, false, p);
    ra__cuda_linalg_tells_nothing(p);
    p->phases = p->phases && s->n > 0 && s->columns > 0;
    return planned(s);
}

static ra_status triangular_one(const equations *s, ra__run *r, const ra__cu_blas *b, void *handle, const char *a, char *x)
{
    static const float one_single[2] = {1, 0};
    static const double one_double[2] = {1, 0};
    const ra__cuda_linalg *l = &s->base;
    const int m = (int)s->n, n = (int)s->columns, lda = (int)l->pre.rows, side = l->pre.left ? RA__CU_LEFT : RA__CU_RIGHT, diagonal = l->pre.unit ? RA__CU_UNIT : RA__CU_NON_UNIT;
#define TRSM(letter, one) ra__cuda_blas_told(r, "cublas" #letter "trsm", b->cublas##letter##trsm_v2(handle, side, half_of(l), RA__CU_OP_N, diagonal, m, n, one, a, lda, x, m))
    switch (l->dtype) {
    case RA_FLOAT32: return TRSM(S, one_single);
    case RA_FLOAT64: return TRSM(D, one_double);
    case RA_COMPLEX64: return TRSM(C, one_single);
    default: return TRSM(Z, one_double);
    }
#undef TRSM
}

static ra_status triangular_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const int64_t a_bytes = l->pre.rows * l->pre.rows * l->size, x_bytes = s->n * s->columns * l->size;
    char *a = in_workspace(r, s->a), *x = s->x_direct ? r->data[0] : in_workspace(r, s->x);
    const ra__cu_blas *b;
    void *handle;
    ra_status status = ra__cuda_blas(r, &b, &handle);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, a, r->data[1]);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_b, r, x, r->data[2]);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = triangular_one(s, r, b, handle, a + at * a_bytes, x + at * x_bytes); /* fits: within the workspace */
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], x);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_solve_kernel(const ra_op *op)
{
    static const ra_kernel cholesky = {.name = "linalg_cholesky", .plan = cholesky_plan, .run = cholesky_run}, inv = {.name = "linalg_inv", .plan = inv_plan, .run = inv_run},
                           det = {.name = "linalg_det", .plan = det_plan, .run = det_run}, solve = {.name = "linalg_solve", .plan = solve_plan, .run = solve_run},
                           triangular = {.name = "linalg_solve_triangular", .plan = triangular_plan, .run = triangular_run};
    switch (op->id) {
    case RA__OP_linalg_cholesky: return &cholesky;
    case RA__OP_linalg_inv: return &inv;
    case RA__OP_linalg_det: return &det;
    case RA__OP_linalg_solve: return &solve;
    case RA__OP_linalg_solve_triangular: return &triangular;
    default: return NULL;
    }
}
