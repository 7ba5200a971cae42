/*
 * Eigenvalues of any square matrices, and their vectors: geev, which cuSOLVER has from version 11.7 on. It iterates: a matrix that is not
 * finite is not shown to it. Vectors of real matrices are given in pairs, and put together.
 */
#include "cuda/blas.h"
#include "cuda/linalg.h"
#include "meta/dtype.h"

typedef struct spectrum {
    ra__cuda_linalg base;
    int64_t n, complex_size;
    ra_dtype complex;
    int complex_type;
    bool vectors;
    size_t a, w, v, x; /* in the workspace; v: vectors as the library gives them */
    ra__cuda_space *load_a, *store_w, *store_x;
} spectrum;

static ra_status eig_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    spectrum *s = (spectrum *)ra__cuda_linalg_begin(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    ra__cuda_matrices v;
    if (!s)
        return RA_ERR_MEMORY;
    ra__cuda_linalg *l = &s->base;
    s->n = l->pre.rows;
    s->vectors = l->results > 1;
    s->complex = ra__complex_of(l->dtype);
    s->complex_size = ra__element_bytes(s->complex);
    s->complex_type = ra__cuda_blas_type(s->complex);
    s->a = ra__cuda_linalg_take(l, p, s->n * s->n, l->size);
    s->w = ra__cuda_linalg_take(l, p, s->n, s->complex_size);
    s->v = ra__cuda_linalg_take(l, p, s->vectors ? s->n * s->n : 0, l->size);
    s->x = ra__is_complex(l->dtype) ? s->v : ra__cuda_linalg_take(l, p, s->vectors ? s->n * s->n : 0, s->complex_size);
    ra__cuda_matrices_of(l, &v, a->ndim, ra__sizes(a), ra__strides(a), false);
    s->load_a = ra__cuda_matrices_copy(l, &v, false, p);
    s->store_w = ra__cuda_linalg_result(l, m, 0, s->complex, true, p);
    s->store_x = s->vectors ? ra__cuda_linalg_result(l, m, 1, s->complex, false, p) : NULL;
    if (s->n == 0)
        p->phases = 0;
    return s->load_a && s->store_w && (!s->vectors || s->store_x) ? RA_OK : RA_ERR_MEMORY;
}

static ra_status load(const spectrum *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const ra__cuda_linalg_step a = {.rows = s->n, .columns = s->n, .half = RA__CUDA_BOTH_HALVES, .to = ra__cuda_linalg_room(r, s->a)};
    ra_status status = ra__cuda_linalg_start(l, r);
    if (!status)
        status = ra__cuda_matrices_launch(s->load_a, r, a.to, r->data[l->results]);
    if (!status)
        status = ra__cuda_linalg_each(l, r, "check_finite", a);
    return status ? status : ra__cuda_linalg_each(l, r, "calm", a);
}

static ra_status decompose(const spectrum *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    const int job = s->vectors ? RA__CU_WITH_VECTORS : RA__CU_WITHOUT_VECTORS;
    const int64_t matrix = s->n * s->n * l->size;
    char *a = ra__cuda_linalg_room(r, s->a), *w = ra__cuda_linalg_room(r, s->w), *v = s->vectors ? ra__cuda_linalg_room(r, s->v) : NULL;
    const ra__cuda_solver *b;
    ra__cuda_room room = {0};
    ra_status status = ra__cuda_solver_of(r, &b);
    if (!status && (!b->calls->cusolverDnXgeev || !b->calls->cusolverDnXgeev_bufferSize))
        status = ra__fault(r, RA_ERR_BLAS, "cuSOLVER is too old: cusolverDnXgeev is not there, which it has from version 11.7, of CUDA 12.6, on");
    if (!status)
        status = ra__cuda_solver_told(r, "cusolverDnXgeev_bufferSize", b->calls->cusolverDnXgeev_bufferSize(b->handle, b->params, RA__CU_WITHOUT_VECTORS, job, s->n, l->type, a, s->n,
                                                                                                            s->complex_type, w, l->type, NULL, s->n, l->type, v, s->n, l->type,
                                                                                                            &room.device_bytes, &room.host_bytes));
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXgeev", b->calls->cusolverDnXgeev(b->handle, b->params, RA__CU_WITHOUT_VECTORS, job, s->n, l->type, a + at * matrix, s->n, s->complex_type,
                                                                                     w + at * s->n * s->complex_size, l->type, NULL, s->n, l->type, v ? v + at * matrix : NULL, s->n,
                                                                                     l->type, room.device, room.device_bytes, room.host, room.host_bytes, ra__cuda_linalg_info(l, r, at)));
    ra__cuda_room_give(&room);
    return status;
}

static ra_status store(const spectrum *s, ra__run *r)
{
    const ra__cuda_linalg *l = &s->base;
    char *w = ra__cuda_linalg_room(r, s->w), *x = ra__cuda_linalg_room(r, s->x);
    const ra__cuda_linalg_step pairs = {.rows = s->n, .columns = s->n, .to = x, .from = ra__cuda_linalg_room(r, s->v), .also = w};
    ra_status status = ra__cuda_matrices_launch(s->store_w, r, r->data[0], w);
    if (!status && s->vectors && !ra__is_complex(l->dtype))
        status = ra__cuda_linalg_each(l, r, "pairs", pairs);
    return status || !s->vectors ? status : ra__cuda_matrices_launch(s->store_x, r, r->data[1], x);
}

static ra_status tell(const spectrum *s, ra__run *r)
{
    int64_t at;
    int info, place;
    char label[48];
    if (!ra__cuda_linalg_found(&s->base, r, &at, &info, &place))
        return RA_OK;
    ra__cuda_linalg_label(&s->base, at, label);
    if (place != RA__CUDA_NOWHERE)
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: an element is not finite", label);
    return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (cuSOLVER answers %d)", label, info);
}

static ra_status eig_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    const spectrum *s = r->plan->state;
    if (phase == 1)
        return tell(s, r);
    ra_status status = load(s, r);
    if (!status)
        status = decompose(s, r);
    if (!status)
        status = store(s, r);
    return status ? status : ra__cuda_linalg_end(&s->base, r);
}

const ra_kernel *ra__cuda_eig_kernel(const ra_op *op)
{
    static const ra_kernel kernel = {.name = "linalg_eig", .plan = eig_plan, .run = eig_run};
    return op->id == RA__OP_linalg_eig || op->id == RA__OP_linalg_eigvals ? &kernel : NULL;
}
