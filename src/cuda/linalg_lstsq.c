/*
 * Least squares of matrices of full rank, by QR factors: of A, whose triangle is solved after Q^H B; or, where it has more columns than
 * rows, of A^H = Q R, where R^H Y = B and the shortest solution is Q Y. As LAPACK's gels, which is what PyTorch has here.
 */
#include "cuda/blas.h"
#include "cuda/linalg.h"
#include "meta/dtype.h"

enum { SOLUTION, RESIDUALS, RESULTS = 4 };

typedef struct least {
    ra__cuda_linalg base;
    int64_t rows, columns, sides;  /* of what is factored, and of B */
    bool wide, tells;              /* A^H is factored; there are residuals */
    size_t a, tau, b, x, sums;     /* in the workspace; x: with other rows than b has */
    ra__cuda_space *load_a, *load_b, *store_x, *store_sums;
} least;

/* ---- the plan ---- */

static bool plan_spaces(least *s, const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    const bool vector = s->base.pre.vector;
    ra__cuda_matrices v;
    ra__cuda_matrices_of(&s->base, &v, a->ndim, ra__sizes(a), ra__strides(a), false);
    if (s->wide)
        v = ra__cuda_matrices_transposed(&v);
    s->load_a = ra__cuda_matrices_copy(&s->base, &v, false, p);
    ra__cuda_matrices_of(&s->base, &v, b->ndim, ra__sizes(b), ra__strides(b), vector);
    s->load_b = ra__cuda_matrices_copy(&s->base, &v, false, p);
    s->store_x = ra__cuda_linalg_result(&s->base, m, SOLUTION, s->base.dtype, vector, p);
    s->store_sums = s->tells ? ra__cuda_linalg_result(&s->base, m, RESIDUALS, ra__real_of(s->base.dtype), true, p) : NULL;
    return s->load_a && s->load_b && s->store_x && (!s->tells || s->store_sums);
}

static ra_status lstsq_plan(const ra_meta *m, ra_plan *p)
{
    const ra__lstsq_pre *pre = RA__PRE(m, const ra__lstsq_pre);
    least *s = (least *)ra__cuda_linalg_begin(m, p, sizeof *s, ra__layout(m, 0)->ndim - 2, ra__out_shape(m, SOLUTION)->sizes);
    if (!s)
        return RA_ERR_MEMORY;
    ra__cuda_linalg *l = &s->base;
    s->wide = l->pre.rows < l->pre.columns;
    s->rows = s->wide ? l->pre.columns : l->pre.rows;
    s->columns = s->wide ? l->pre.rows : l->pre.columns;
    s->sides = l->pre.right_hand_sides;
    s->tells = pre->tells;
    s->a = ra__cuda_linalg_take(l, p, s->rows * s->columns, l->size);
    s->tau = ra__cuda_linalg_take(l, p, s->columns, l->size);
    s->b = ra__cuda_linalg_take(l, p, l->pre.rows * s->sides, l->size);
    s->x = ra__cuda_linalg_take(l, p, l->pre.columns * s->sides, l->size);
    s->sums = ra__cuda_linalg_take(l, p, s->sides, l->size);
    return plan_spaces(s, m, p) ? RA_OK : RA_ERR_MEMORY;
}

/* ---- the library's part ---- */

static char *a_of(const least *s, const ra__run *r, int64_t at)
{
    return ra__cuda_linalg_room(r, s->a) + at * s->rows * s->columns * s->base.size;
}

static char *tau_of(const least *s, const ra__run *r, int64_t at)
{
    return ra__cuda_linalg_room(r, s->tau) + at * s->columns * s->base.size;
}

/* As many rows as are factored: what Q is applied to. */
static char *sides_of(const least *s, const ra__run *r, int64_t at)
{
    return ra__cuda_linalg_room(r, s->wide ? s->x : s->b) + at * s->rows * s->sides * s->base.size;
}

static int adjoint_of(const ra__cuda_linalg *l)
{
    return ra__is_complex(l->dtype) ? RA__CU_OP_C : RA__CU_OP_T;
}

/* Every dtype's own routine, of the one name or the other. */
#define BY_DTYPE(call) (l->dtype == RA_FLOAT32 ? call(Sormqr) : l->dtype == RA_FLOAT64 ? call(Dormqr) : l->dtype == RA_COMPLEX64 ? call(Cunmqr) : call(Zunmqr))

/* Q, or Q^H, of what lies there. */
static ra_status apply(const least *s, ra__run *r, const ra__cuda_solver *b, int op)
{
    const ra__cuda_linalg *l = &s->base;
    const int m = (int)s->rows, n = (int)s->sides, k = (int)s->columns;
    int elements = 0;
#define CALL(name) b->calls->cusolverDn##name##_bufferSize(b->handle, RA__CU_LEFT, op, m, n, k, a_of(s, r, 0), m, tau_of(s, r, 0), sides_of(s, r, 0), m, &elements)
    ra_status status = ra__cuda_solver_told(r, "cusolverDnormqr_bufferSize", BY_DTYPE(CALL));
#undef CALL
    ra__cuda_room room = {.device_bytes = (size_t)elements * (size_t)l->size};
    if (!status)
        status = ra__cuda_room_take(r, &room);
#define CALL(name) \
    b->calls->cusolverDn##name(b->handle, RA__CU_LEFT, op, m, n, k, a_of(s, r, at), m, tau_of(s, r, at), sides_of(s, r, at), m, room.device, elements, ra__cuda_linalg_info(l, r, 2 * l->batch))
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnormqr", BY_DTYPE(CALL));
#undef CALL
    ra__cuda_room_give(&room);
    return status;
}

static ra_status solve_triangles(const least *s, ra__run *r, int op)
{
    const int ld = (int)s->rows;
    const ra__cuda_triangle t = {RA__CU_LEFT, RA__CU_UPPER, op, RA__CU_NON_UNIT, (int)s->columns, (int)s->sides, ld, ld};
    const ra__cu_blas *b;
    void *handle;
    ra_status status = ra__cuda_blas(r, &b, &handle);
    for (int64_t at = 0; at < s->base.batch && !status; at++)
        status = ra__cuda_blas_solve(r, b, handle, s->base.dtype, &t, a_of(s, r, at), sides_of(s, r, at));
    return status;
}

/* ---- the run ---- */

/* So many rows of each column of `from`, which has `ld`; below them zeros. */
static ra_status rows_of(const least *s, ra__run *r, char *to, int64_t rows, const char *from, int64_t ld)
{
    return ra__cuda_linalg_each(&s->base, r, "rows_of", (ra__cuda_linalg_step){.rows = rows, .columns = s->sides, .ld = ld, .to = to, .from = from});
}

/* What is not finite is told, and not shown to the library. */
static ra_status load(const least *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_linalg_step a = {.rows = s->rows, .columns = s->columns, .half = RA__CUDA_BOTH_HALVES, .to = a_of(s, r, 0)};
    const ra__cuda_linalg_step b = {.rows = l->pre.rows, .columns = s->sides, .half = RA__CUDA_BOTH_HALVES, .to = ra__cuda_linalg_room(r, s->b)};
    ra_status status = ra__cuda_linalg_start(l, r);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, a.to, r->data[RESULTS]);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_b, r, b.to, r->data[RESULTS + 1]);
    if (!status && s->wide && ra__is_complex(l->dtype))
        status = ra__cuda_linalg_each(l, r, "conjugate", a);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "check_finite", a);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "check_finite", b);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "calm", a);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "calm", b);
    return !status && s->wide ? rows_of(s, r, ra__cuda_linalg_room(r, s->x), s->rows, b.to, l->pre.rows) : status;
}

static ra_status solve(const least *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_linalg_step step = {.rows = s->columns, .columns = s->columns, .ld = s->rows, .from = a_of(s, r, 0)};
    const ra__cuda_solver *b;
    ra_status status = ra__cuda_solver_of(r, &b);
    if (!status)
        status = ra__cuda_linalg_reflections(l, r, b, s->rows, s->columns, a_of(s, r, 0), tau_of(s, r, 0));
    if (!status)
        status = ra__cuda_linalg_launch(l, r, "diagonal", l->dtype, l->batch * s->columns, step); /* fits: of matrices in memory */
    if (!status && !s->wide)
        status = apply(s, r, b, adjoint_of(l));
    if (!status)
        status = solve_triangles(s, r, s->wide ? adjoint_of(l) : RA__CU_OP_N);
    return !status && s->wide ? apply(s, r, b, RA__CU_OP_N) : status;
}

/* Without rows the solution is 0; without columns all of B would be left, which LAPACK takes for 0. */
static ra_status solve_nothing(const least *s, ra__run *r)
{
    return rows_of(s, r, sides_of(s, r, 0), s->rows, NULL, 0);
}

static ra_status store(const least *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_linalg_step squares = {.rows = s->columns, .columns = s->sides, .ld = s->rows, .to = ra__cuda_linalg_room(r, s->sums), .from = sides_of(s, r, 0)};
    ra_status status = s->tells ? ra__cuda_linalg_launch(l, r, "squares", l->dtype, l->batch * s->sides, squares) : RA_OK; /* fits: of matrices in memory */
    if (!status && s->tells)
        status = ra__cuda_matrices_launch(s->store_sums, r, r->data[RESIDUALS], squares.to);
    if (!status && !s->wide)
        status = rows_of(s, r, ra__cuda_linalg_room(r, s->x), l->pre.columns, sides_of(s, r, 0), s->rows);
    return status ? status : ra__cuda_matrices_launch(s->store_x, r, r->data[SOLUTION], ra__cuda_linalg_room(r, s->x));
}

static ra_status tell(const least *s, ra__run *r)
{
    int64_t at;
    int info, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &info, &place))
        return RA_OK;
    ra__cuda_linalg_label(&s->base, at, label);
    if (place == 0)
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: an element is not finite", label);
    return ra__fault(r, RA_ERR_SINGULAR, "%snot of full rank, as number %d of the diagonal of its triangular factor is 0", label, place);
}

static ra_status lstsq_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const least *s = r->plan->state;
    if (phase == 1)
        return tell(s, r);
    ra_status status = load(s, r);
    if (!status)
        status = s->columns > 0 && s->sides > 0 ? solve(s, r) : solve_nothing(s, r);
    if (!status)
        status = store(s, r);
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

const ra_kernel *ra__cuda_lstsq_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "linalg_lstsq", .plan = lstsq_plan, .run = lstsq_run};
    return op->id == RA__OP_linalg_lstsq ? &kernel : NULL;
}
