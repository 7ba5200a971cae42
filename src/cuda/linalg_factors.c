/*
 * QR factors, eigenvalues of Hermitian matrices, singular values. The last two iterate: a matrix that is not finite is not shown to
 * them. Singular values are computed of matrices with no more columns than rows: of others, of the transposed ones, A^T = conj(V) S U^T.
 */
#include "cuda/blas.h"
#include "cuda/linalg.h"
#include "meta/dtype.h"

typedef struct factors {
    ra__cuda_linalg base;
    int64_t m, n, k;               /* of what is factored, and the lesser of both */
    size_t a, tau, u, v;           /* in the workspace */
    bool turned;
    ra__cuda_space *load, *store_u, *store_v;
} factors;

static factors *begin(const ra_meta *m, ra_plan *p, bool turned)
{
    const ra_layout *a = ra__layout(m, 0);
    factors *s = (factors *)ra__cuda_linalg_begin(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    ra__cuda_matrices v;
    if (!s)
        return NULL;
    ra__cuda_matrices_of(&s->base, &v, a->ndim, ra__sizes(a), ra__strides(a), false);
    if (turned)
        v = ra__cuda_matrices_transposed(&v);
    s->turned = turned;
    s->m = v.rows;
    s->n = v.columns;
    s->k = s->m < s->n ? s->m : s->n;
    s->load = ra__cuda_matrices_copy(&s->base, &v, false, p);
    return s->load ? s : NULL;
}

static int64_t at_least_one(int64_t n)
{
    return n > 1 ? n : 1;
}

static ra_status identity(const factors *s, ra__run *r, char *to, int64_t n)
{
    return ra__cuda_linalg_each(&s->base, r, "identity", (ra__cuda_linalg_step){.rows = n, .columns = n, .to = to});
}

/* ---- QR ---- */

/* Columns of Q that there are. */
static int64_t width(const factors *s)
{
    return s->base.pre.full ? s->m : s->k;
}

static char *factors_at(const factors *s, const ra__run *r, int64_t at)
{
    return ra__cuda_linalg_room(r, s->a) + at * s->m * s->n * s->base.size;
}

static char *tau_at(const factors *s, const ra__run *r, int64_t at)
{
    return ra__cuda_linalg_room(r, s->tau) + at * s->k * s->base.size;
}

/* Every dtype's own routine, of the one name or the other. */
#define BY_DTYPE(call) (l->dtype == RA_FLOAT32 ? call(Sorgqr) : l->dtype == RA_FLOAT64 ? call(Dorgqr) : l->dtype == RA_COMPLEX64 ? call(Cungqr) : call(Zungqr))

/* The reflections' first columns are copied to where Q comes, and become it. */
static ra_status expand_one(const factors *s, ra__run *r, const ra__cuda_solver *b, const ra__cuda_room *room, int elements, int64_t at)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_device *d = ra__cuda_device_of(ra__device_index(r->plan->device));
    const int m = (int)s->m, wide = (int)width(s), k = (int)s->k;
    char *q = r->data[0] + at * s->m * wide * l->size;
    const ra__cu_result copied = ra__cuda.cuMemcpyDtoDAsync_v2((ra__cu_address)(uintptr_t)q, (ra__cu_address)(uintptr_t)factors_at(s, r, at), (size_t)(s->m * s->k * l->size), d->stream);
    if (copied) {
        ra__cuda_error("cuMemcpyDtoDAsync", copied, r->message, r->message_size);
        return RA_ERR_SYSTEM;
    }
#define CALL(name) b->calls->cusolverDn##name(b->handle, m, wide, k, q, m, tau_at(s, r, at), room->device, elements, ra__cuda_linalg_info(l, r, 2 * l->batch))
    return ra__cuda_solver_told(r, "cusolverDnorgqr", BY_DTYPE(CALL));
#undef CALL
}

static ra_status expand(const factors *s, ra__run *r, const ra__cuda_solver *b)
{
    const ra__cuda_linalg *l = &s->base;
    int elements = 0;
#define CALL(name) b->calls->cusolverDn##name##_bufferSize(b->handle, (int)s->m, (int)width(s), (int)s->k, r->data[0], (int)s->m, tau_at(s, r, 0), &elements)
    ra_status status = ra__cuda_solver_told(r, "cusolverDnorgqr_bufferSize", BY_DTYPE(CALL));
#undef CALL
    ra__cuda_room room = {.device_bytes = (size_t)elements * (size_t)l->size};
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = expand_one(s, r, b, &room, elements, at);
    ra__cuda_room_give(&room);
    return status;
}

static ra_status qr_plan(const ra_meta *m, ra_plan *p)
{
    factors *s = begin(m, p, false);
    if (!s)
        return RA_ERR_MEMORY;
    s->a = ra__cuda_linalg_take(&s->base, p, s->m * s->n, s->base.size);
    s->tau = ra__cuda_linalg_take(&s->base, p, s->k, s->base.size);
    ra__cuda_linalg_tells_nothing(p);
    return RA_OK;
}

static ra_status qr_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const factors *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_solver *b = NULL;
    const bool wants_q = !l->pre.values_only && width(s) > 0;
    ra_status status = ra__cuda_matrices_launch(s->load, r, ra__cuda_linalg_room(r, s->a), r->data[2]);
    if (!status && s->k > 0)
        status = ra__cuda_solver_of(r, &b);
    if (!status && s->k > 0)
        status = ra__cuda_linalg_reflections(&s->base, r, b, s->m, s->n, factors_at(s, r, 0), tau_at(s, r, 0));
    if (!status)
        status = ra__cuda_linalg_each(l, r, "upper", (ra__cuda_linalg_step){.rows = width(s), .columns = s->n, .ld = s->m, .to = r->data[1], .from = ra__cuda_linalg_room(r, s->a)});
    if (!status && wants_q)
        status = s->k > 0 ? expand(s, r, b) : identity(s, r, r->data[0], s->m);
    return status ? status : (ra_status)RA__PENDING;
}

/* ---- eigenvalues ---- */

/* Only what is finite is shown to what iterates; `half` is read of it. */
static ra_status calm(const factors *s, ra__run *r, char *a, int64_t half)
{
    const ra__cuda_linalg_step step = {.rows = s->m, .columns = s->n, .half = half, .to = a};
    ra_status status = ra__cuda_linalg_start(&s->base, r);
    if (!status)
        status = ra__cuda_linalg_each(&s->base, r, "check_finite", step);
    return status ? status : ra__cuda_linalg_each(&s->base, r, "calm", step);
}

static ra_status eigh_plan(const ra_meta *m, ra_plan *p)
{
    return begin(m, p, false) ? RA_OK : RA_ERR_MEMORY;
}

static ra_status eigh_all(const factors *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const int64_t value_bytes = ra__element_bytes(ra__real_of(l->dtype)), matrix = s->n * s->n * l->size;
    const int half = l->pre.upper ? RA__CU_UPPER : RA__CU_LOWER;
    const ra__cuda_solver *b;
    ra__cuda_room room = {0};
    ra_status status = ra__cuda_solver_of(r, &b);
    if (!status)
        status = ra__cuda_solver_told(r, "cusolverDnXsyevd_bufferSize", b->calls->cusolverDnXsyevd_bufferSize(b->handle, b->params, RA__CU_WITH_VECTORS, half, s->n, l->type, r->data[1], s->n,
                                                                                                              l->real_type, r->data[0], l->type, &room.device_bytes, &room.host_bytes));
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXsyevd", b->calls->cusolverDnXsyevd(b->handle, b->params, RA__CU_WITH_VECTORS, half, s->n, l->type, r->data[1] + at * matrix, s->n, l->real_type,
                                                                                       r->data[0] + at * s->n * value_bytes, l->type, room.device, room.device_bytes, room.host,
                                                                                       room.host_bytes, ra__cuda_linalg_info(l, r, at)));
    ra__cuda_room_give(&room);
    return status;
}

static ra_status eigh_tell(const factors *s, ra__run *r)
{
    const int *infos = r->staging;
    char label[48];
    int64_t at = 0;
    while (at < s->base.batch && !infos[at])
        at++;
    if (at == s->base.batch)
        return RA_OK;
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (cuSOLVER answers %d)", ra__cuda_linalg_label(&s->base, at, label), infos[at]);
}

static ra_status eigh_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const factors *s = r->plan->state;
    const ra__cuda_linalg *l = &s->base;
    if (phase == 1)
        return eigh_tell(s, r);
    ra_status status = ra__cuda_matrices_launch(s->load, r, r->data[1], r->data[2]);
    if (!status)
        status = calm(s, r, r->data[1], l->pre.upper);
    if (!status && s->n > 0)
        status = eigh_all(s, r);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "spoil", (ra__cuda_linalg_step){.rows = s->n, .columns = s->n, .to = r->data[1]});
    if (!status)
        status = ra__cuda_linalg_launch(l, r, "spoil", ra__real_of(l->dtype), l->batch * s->n, (ra__cuda_linalg_step){.rows = s->n, .columns = 1, .to = r->data[0]});
    return status ? status : ra__cuda_linalg_end(l, r);
}

/* ---- singular values ---- */

/* A result of so many rows and columns, which lies one after another, and gets the transposed of what is computed. */
static ra__cuda_space *store(const factors *s, int64_t rows, int64_t columns, ra_plan *p)
{
    const ra__cuda_linalg *l = &s->base;
    ra__cuda_matrices v = {.rows = columns, .columns = rows, .row = at_least_one(rows) * l->size, .column = l->size};
    int64_t step = rows * columns * l->size; /* fits: a matrix in bytes */
    for (int d = l->dims - 1; d >= 0; d--) {
        v.batch[d] = step;
        step *= l->sizes[d]; /* fits: a tensor in bytes */
    }
    return ra__cuda_matrices_copy(l, &v, true, p);
}

static ra_status svd_plan(const ra_meta *m, ra_plan *p)
{
    const ra__linalg_pre *pre = RA__PRE(m, const ra__linalg_pre);
    factors *s = begin(m, p, pre->rows < pre->columns);
    if (!s)
        return RA_ERR_MEMORY;
    const int64_t wide = pre->full ? s->m : s->k;
    s->a = ra__cuda_linalg_take(&s->base, p, s->m * s->n, s->base.size);
    if (!s->turned)
        return RA_OK;
    s->u = ra__cuda_linalg_take(&s->base, p, s->m * wide, s->base.size);
    s->v = ra__cuda_linalg_take(&s->base, p, s->n * s->n, s->base.size);
    s->store_u = store(s, s->n, s->n, p);
    s->store_v = store(s, wide, s->m, p);
    return s->store_u && s->store_v ? RA_OK : RA_ERR_MEMORY;
}

static ra_status svd_all(const factors *s, ra__run *r, char *u, char *v)
{
    const ra__cuda_linalg *l = &s->base;
    const int64_t value_bytes = ra__element_bytes(ra__real_of(l->dtype)), wide = l->pre.full ? s->m : s->k;
    const signed char job = l->pre.full ? 'A' : 'S';
    const ra__cuda_solver *b;
    ra__cuda_room room = {0};
    ra_status status = ra__cuda_solver_of(r, &b);
    if (!status)
        status = ra__cuda_solver_told(r, "cusolverDnXgesvd_bufferSize", b->calls->cusolverDnXgesvd_bufferSize(b->handle, b->params, job, job, s->m, s->n, l->type, ra__cuda_linalg_room(r, s->a), s->m,
                                                                                                              l->real_type, r->data[1], l->type, u, s->m, l->type, v, s->n, l->type,
                                                                                                              &room.device_bytes, &room.host_bytes));
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXgesvd", b->calls->cusolverDnXgesvd(b->handle, b->params, job, job, s->m, s->n, l->type, factors_at(s, r, at), s->m, l->real_type,
                                                                                       r->data[1] + at * s->k * value_bytes, l->type, u + at * s->m * wide * l->size, s->m, l->type,
                                                                                       v + at * s->n * s->n * l->size, s->n, l->type, room.device, room.device_bytes, room.host,
                                                                                       room.host_bytes, ra__cuda_linalg_info(l, r, at)));
    ra__cuda_room_give(&room);
    return status;
}

static ra_status svd_tell(const factors *s, ra__run *r)
{
    int64_t at;
    int info, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &info, &place))
        return RA_OK;
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: %s", ra__cuda_linalg_label(&s->base, at, label), place != RA__CUDA_NOWHERE ? "an element is not finite" : "cuSOLVER gave up");
}

/* Nothing to factor: of a full decomposition the vectors are the identity's. */
static ra_status svd_of_nothing(const factors *s, ra__run *r)
{
    const ra__linalg_pre *pre = &s->base.pre;
    ra_status status = ra__cuda_linalg_start(&s->base, r);
    if (!status && pre->full)
        status = identity(s, r, r->data[0], pre->rows);
    if (!status && pre->full)
        status = identity(s, r, r->data[2], pre->columns);
    return status;
}

static ra_status svd_some(const factors *s, ra__run *r)
{
    char *u = s->turned ? ra__cuda_linalg_room(r, s->u) : r->data[0], *v = s->turned ? ra__cuda_linalg_room(r, s->v) : r->data[2];
    ra_status status = ra__cuda_matrices_launch(s->load, r, ra__cuda_linalg_room(r, s->a), r->data[3]);
    if (!status)
        status = calm(s, r, ra__cuda_linalg_room(r, s->a), RA__CUDA_BOTH_HALVES);
    if (!status)
        status = svd_all(s, r, u, v);
    if (!status && s->turned)
        status = ra__cuda_matrices_launch(s->store_u, r, r->data[0], v);
    return status || !s->turned ? status : ra__cuda_matrices_launch(s->store_v, r, r->data[2], u);
}

static ra_status svd_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const factors *s = r->plan->state;
    if (phase == 1)
        return svd_tell(s, r);
    ra_status status = s->k > 0 ? svd_some(s, r) : svd_of_nothing(s, r);
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

const ra_kernel *ra__cuda_factors_kernel(const ra_op *op)
{
    static const ra_kernel qr = {.name = "linalg_qr", .plan = qr_plan, .run = qr_run}, eigh = {.name = "linalg_eigh", .plan = eigh_plan, .run = eigh_run},
                           svd = {.name = "linalg_svd", .plan = svd_plan, .run = svd_run};
    switch (op->id) {
    case RA__OP_linalg_qr: return &qr;
    case RA__OP_linalg_eigh: return &eigh;
    case RA__OP_linalg_svd: return &svd;
    default: return NULL;
    }
}
