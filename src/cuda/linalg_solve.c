/*
 * Factors of matrices, and what comes of them: Cholesky factors, LU factors, solutions, inverses, determinants. All matrices of a batch
 * are brought into form at once, and factored one after another.
 */
#include "cuda/equations.h"

#include "meta/dtype.h"

typedef ra__cuda_equations equations;

/* Room of one kind of call for each matrix, and what becomes of it. */
typedef ra_status (*factor_fn)(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at);

static equations *begin(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    equations *s = (equations *)ra__cuda_linalg_begin(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (s)
        s->n = s->base.pre.rows;
    return s;
}

static char *input(const equations *s, const ra__run *r)
{
    return r->data[s->base.results];
}

static ra_status planned(const equations *s)
{
    return s && s->load_a && (!s->informs || s->store_info) ? RA_OK : RA_ERR_MEMORY;
}

/* `result`: it is there in the operator's form _ex alone. */
static void inform(equations *s, int result, const ra_layout *a, ra_plan *p)
{
    if (s->base.results <= result)
        return;
    s->informs = result;
    s->store_info = ra__cuda_infos_copy(&s->base, a->ndim - 2, ra__sizes(a), p);
    if (!s->base.pre.strict)
        ra__cuda_linalg_tells_nothing(p);
}

/* What is known of the matrices goes to whom it is for. */
static ra_status end(const equations *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    ra_status status = s->informs ? ra__cuda_matrices_launch(s->store_info, r, r->data[s->informs], (char *)ra__cuda_linalg_info(l, r, 0)) : RA_OK;
    return status ? status : l->pre.strict ? ra__cuda_linalg_end(l, r) : (ra_status)RA__PENDING;
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

static ra_status cholesky_size(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    (void)at;
    return ra__cuda_solver_told(r, "cusolverDnXpotrf_bufferSize", b->calls->cusolverDnXpotrf_bufferSize(b->handle, b->params, ra__cuda_half_of(l), s->n, l->type, r->data[0], s->n, l->type,
                                                                                                         &room->device_bytes, &room->host_bytes));
}

static ra_status cholesky_factor(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    return ra__cuda_solver_told(r, "cusolverDnXpotrf", b->calls->cusolverDnXpotrf(b->handle, b->params, ra__cuda_half_of(l), s->n, l->type, r->data[0] + at * s->n * s->n * l->size, s->n, l->type,
                                                                                   room->device, room->device_bytes, room->host, room->host_bytes, ra__cuda_linalg_info(l, r, at)));
}

static ra_status cholesky_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (s) {
        s->load_a = ra__cuda_matrices_loaded(&s->base, ra__layout(m, 0), false, false, p);
        inform(s, 1, ra__layout(m, 0), p);
    }
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
    ra_status status = factor_all(s, r, input(s, r), r->data[0], cholesky_size, cholesky_factor);
    if (!status)
        status = ra__cuda_linalg_each(&s->base, r, "triangle", (ra__cuda_linalg_step){.rows = s->n, .columns = s->n, .half = ra__cuda_half_of(&s->base), .to = r->data[0]});
    if (!status && s->informs)
        status = ra__cuda_linalg_launch(&s->base, r, "told", RA_INT32, s->base.batch, (ra__cuda_linalg_step){.rows = 1, .columns = 1});
    return status ? status : end(s, r);
}

/* ---- LU ---- */

/* NULL: no rows are exchanged. */
static int64_t *pivots_of(const equations *s, const ra__run *r, int64_t at)
{
    return s->base.pre.in_place ? NULL : (int64_t *)(void *)ra__cuda_linalg_room(r, s->pivots) + at * s->n;
}

static char *lu_of(const equations *s, const ra__run *r, int64_t at)
{
    const ra__linalg_pre *a = &s->base.pre;
    return (s->lu_direct ? r->data[0] : ra__cuda_linalg_room(r, s->a)) + at * a->rows * a->columns * s->base.size;
}

static ra_status lu_size(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__linalg_pre *a = &s->base.pre;
    return ra__cuda_solver_told(r, "cusolverDnXgetrf_bufferSize", b->calls->cusolverDnXgetrf_bufferSize(b->handle, b->params, a->rows, a->columns, s->base.type, lu_of(s, r, at), a->rows, s->base.type,
                                                                                                         &room->device_bytes, &room->host_bytes));
}

static ra_status lu_factor(const equations *s, ra__run *r, const ra__cuda_solver *b, ra__cuda_room *room, int64_t at)
{
    const ra__linalg_pre *a = &s->base.pre;
    return ra__cuda_solver_told(r, "cusolverDnXgetrf", b->calls->cusolverDnXgetrf(b->handle, b->params, a->rows, a->columns, s->base.type, lu_of(s, r, at), a->rows, pivots_of(s, r, at), s->base.type,
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
    return status || !s->columns ? status : lu_solve(s, r, b, s->base.pre.left ? RA__CU_OP_N : RA__CU_OP_T, ra__cuda_equations_x(s, r), at);
}

static void take_lu(equations *s, const ra_layout *a, ra_plan *p)
{
    s->a = ra__cuda_linalg_take(&s->base, p, s->n * s->n, s->base.size);
    s->pivots = ra__cuda_linalg_take(&s->base, p, s->n, sizeof(int64_t));
    s->load_a = ra__cuda_matrices_loaded(&s->base, a, false, false, p);
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
        inform(s, 1, ra__layout(m, 0), p);
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
        status = factor_all(s, r, input(s, r), ra__cuda_linalg_room(r, s->a), lu_size, lu_factor_and_invert);
    if (!status && s->informs)
        status = ra__cuda_linalg_each(&s->base, r, "undo", (ra__cuda_linalg_step){.rows = s->n, .columns = s->n, .to = r->data[0]});
    return status ? status : end(s, r);
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
static ra_status determinants(ra__run *r, const char *name)
{
    const equations *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_linalg_step step = {.rows = 1, .columns = 1, .ld = s->n, .to = r->data[0], .also = r->data[1], .from = lu_of(s, r, 0), .pivots = pivots_of(s, r, 0)};
    ra_status status = factor_all(s, r, input(s, r), ra__cuda_linalg_room(r, s->a), lu_size, lu_factor);
    if (!status)
        status = ra__cuda_linalg_launch(l, r, name, l->dtype, l->batch, step);
    return status ? status : (ra_status)RA__PENDING;
}

static ra_status det_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    return determinants(r, "determinant");
}

static ra_status slogdet_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    return determinants(r, "log_determinant");
}

static ra_status lu_plan(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (!s)
        return RA_ERR_MEMORY;
    s->lu_direct = true;
    s->n = s->base.pre.rows < s->base.pre.columns ? s->base.pre.rows : s->base.pre.columns;
    s->pivots = ra__cuda_linalg_take(&s->base, p, s->n, sizeof(int64_t));
    s->load_a = ra__cuda_matrices_loaded(&s->base, ra__layout(m, 0), false, false, p);
    inform(s, 2, ra__layout(m, 0), p);
    return planned(s);
}

static ra_status lu_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    const ra__cuda_linalg_step step = {.rows = s->n, .columns = 1, .to = r->data[1], .pivots = pivots_of(s, r, 0)};
    if (phase == 1)
        return singular_tell(s, r);
    ra_status status = factor_all(s, r, input(s, r), r->data[0], lu_size, lu_factor);
    if (!status)
        status = ra__cuda_linalg_launch(&s->base, r, "narrow", RA_INT32, s->base.batch * s->n, step); /* fits: the pivots */
    return status ? status : end(s, r);
}

/* ---- equations ---- */

/* A batch of B that is empty beside matrices of A, of which there is something to tell: these are factored, and nothing is solved. */
static equations *begin_alone(const ra_meta *m, ra_plan *p)
{
    equations *s = begin(m, p);
    if (s)
        s->x_direct = true;
    return s;
}

static ra_status solve_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    equations *s = ra__cuda_equations_begin(m, p, 1, !RA__PRE(m, const ra__linalg_pre)->left);
    if (s && s->base.results > 1 && s->base.batch == 0)
        s = begin_alone(m, p);
    if (s) {
        take_lu(s, a, p);
        inform(s, 1, a, p);
    }
    return planned(s);
}

/* B comes where X will be after A is read, which may lie there; factoring reads neither. */
static ra_status solve_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const equations *s = r->plan->state;
    char *x = ra__cuda_equations_x(s, r);
    if (phase == 1)
        return singular_tell(s, r);
    ra_status status = ra__cuda_matrices_launch(s->load_a, r, ra__cuda_linalg_room(r, s->a), input(s, r));
    if (!status && s->load_b)
        status = ra__cuda_matrices_launch(s->load_b, r, x, r->data[s->base.results + 1]);
    if (!status)
        status = factor_all(s, r, NULL, NULL, lu_size, lu_factor_and_solve);
    if (!status && !s->x_direct)
        status = ra__cuda_matrices_launch(s->store_x, r, r->data[0], x);
    return status ? status : end(s, r);
}

const ra_kernel *ra__cuda_solve_kernel(const ra_op *op)
{
    static const ra_kernel cholesky = {.name = "linalg_cholesky", .plan = cholesky_plan, .run = cholesky_run}, inv = {.name = "linalg_inv", .plan = inv_plan, .run = inv_run},
                           det = {.name = "linalg_det", .plan = det_plan, .run = det_run}, slogdet = {.name = "linalg_slogdet", .plan = det_plan, .run = slogdet_run},
                           lu = {.name = "linalg_lu_factor", .plan = lu_plan, .run = lu_run}, solve = {.name = "linalg_solve", .plan = solve_plan, .run = solve_run};
    switch (op->id) {
    case RA__OP_linalg_cholesky:
    case RA__OP_linalg_cholesky_ex: return &cholesky;
    case RA__OP_linalg_inv:
    case RA__OP_linalg_inv_ex: return &inv;
    case RA__OP_linalg_det: return &det;
    case RA__OP_linalg_slogdet: return &slogdet;
    case RA__OP_linalg_lu_factor:
    case RA__OP_linalg_lu_factor_ex: return &lu;
    case RA__OP_linalg_solve:
    case RA__OP_linalg_solve_ex: return &solve;
    default: return NULL;
    }
}
