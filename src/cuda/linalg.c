/* See linalg.h. */
#include "cuda/linalg.h"

#include "cuda/blas.h"
#include "cuda/text.h"
#include "meta/dtype.h"

#include <stdio.h>
#include <string.h>

static const ra__cuda_expression moved = {.name = "copy", .text = "a"};

ra__cuda_linalg *ra__cuda_linalg_begin(const ra_meta *m, ra_plan *p, size_t bytes, int dims, const int64_t *sizes)
{
    ra__cuda_linalg *l = ra__plan_alloc(p, bytes);
    if (!l)
        return NULL;
    memset(l, 0, bytes);
    p->state = l;
    l->dtype = (ra_dtype)ra__layout(m, 0)->dtype;
    l->size = ra__element_bytes(l->dtype);
    l->type = ra__cuda_blas_type(l->dtype);
    l->real_type = ra__cuda_blas_type(ra__real_of(l->dtype));
    l->results = m->out_count;
    l->pre = *RA__PRE(m, const ra__linalg_pre);
    l->batched = dims > 0;
    l->dims = dims;
    l->batch = ra__plan_has_elements(m);
    for (int d = 0; d < dims; d++) {
        l->sizes[d] = sizes[d];
        l->batch *= sizes[d]; /* fits: matrices of a tensor */
    }
    p->workspace = 0;
    l->infos = ra__cuda_linalg_take(l, p, 3, sizeof(int));
    p->staging = (size_t)l->batch * 2 * sizeof(int);
    p->phases = l->batch > 0 ? 2 : 0;
    p->grains[1] = 1;
    return l;
}

size_t ra__cuda_linalg_take(const ra__cuda_linalg *l, ra_plan *p, int64_t count, int64_t size)
{
    const size_t at = p->workspace;
    p->workspace += (size_t)(l->batch * (count > 0 ? count : 1) * size + 255) / 256 * 256; /* fits: some times the operands */
    return at;
}

void ra__cuda_matrices_of(const ra__cuda_linalg *l, ra__cuda_matrices *v, int ndim, const int64_t *sizes, const int64_t *strides, bool vector)
{
    ra__cuda_matrices_sized(l, v, l->size, ndim, sizes, strides, vector);
}

void ra__cuda_matrices_sized(const ra__cuda_linalg *l, ra__cuda_matrices *v, int64_t size, int ndim, const int64_t *sizes, const int64_t *strides, bool vector)
{
    const int own = ndim - (vector ? 1 : 2);
    v->rows = sizes[own];
    v->row = strides[own] * size; /* fits: a stride in bytes */
    v->columns = vector ? 1 : sizes[own + 1];
    v->column = vector ? 0 : strides[own + 1] * size; /* fits: a stride in bytes */
    for (int d = 0; d < l->dims; d++) {
        const int at = d - (l->dims - own);
        v->batch[d] = at < 0 || (sizes[at] == 1 && l->sizes[d] != 1) ? 0 : strides[at] * size; /* fits: a stride in bytes */
    }
}

ra__cuda_matrices ra__cuda_matrices_transposed(const ra__cuda_matrices *v)
{
    ra__cuda_matrices t = *v;
    t.rows = v->columns;
    t.columns = v->rows;
    t.row = v->column;
    t.column = v->row;
    return t;
}

bool ra__cuda_matrices_are_dense(const ra__cuda_linalg *l, const ra__cuda_matrices *v)
{
    int64_t step = v->rows * v->columns * l->size; /* fits: a matrix in bytes */
    bool dense = (v->rows <= 1 || v->row == l->size) && (v->columns <= 1 || v->column == v->rows * l->size); /* fits: a column in bytes */
    for (int d = l->dims - 1; d >= 0; d--) {
        dense = dense && (l->sizes[d] == 1 || v->batch[d] == step);
        step *= l->sizes[d]; /* fits: a tensor in bytes */
    }
    return dense;
}

ra__cuda_space *ra__cuda_matrices_copy(const ra__cuda_linalg *l, const ra__cuda_matrices *v, bool from_dense, ra_plan *p)
{
    return ra__cuda_matrices_convert(l, v, l->dtype, l->dtype, from_dense, p);
}

ra__cuda_space *ra__cuda_matrices_convert(const ra__cuda_linalg *l, const ra__cuda_matrices *v, ra_dtype strided_dtype, ra_dtype dense_dtype, bool from_dense, ra_plan *p)
{
    const int dense = from_dense, strided = !from_dense;
    int64_t step = ra__element_bytes(dense_dtype);
    ra__geometry g = {.ndim = l->dims + 2, .operands = 2, .outputs = 1, .compute = from_dense ? strided_dtype : dense_dtype};
    g.via = RA_NO_DTYPE;
    for (int i = 0; i < g.ndim; i++) { /* rows, columns, the batch from the last dimension on */
        const int d = g.ndim - 1 - i, from = l->dims + 1 - i;
        g.sizes[d] = i == 0 ? v->rows : i == 1 ? v->columns : l->sizes[from];
        g.strides[strided][d] = i == 0 ? v->row : i == 1 ? v->column : v->batch[from];
        g.strides[dense][d] = step;
        step *= g.sizes[d]; /* fits: a tensor in bytes, or 0 */
    }
    g.memory[strided] = (uint8_t)strided_dtype;
    g.memory[dense] = (uint8_t)dense_dtype;
    g.loop[0] = g.loop[1] = g.memory[0];
    ra__geometry_collapse(&g);
    return ra__cuda_space_new(&g, 1, &moved, 0, p);
}

ra__cuda_space *ra__cuda_linalg_result(const ra__cuda_linalg *l, const ra_meta *m, int number, ra_dtype dense, bool vector, ra_plan *p)
{
    const ra__shape *x = ra__out_shape(m, number);
    ra__cuda_matrices v;
    ra__cuda_matrices_sized(l, &v, ra__element_bytes(x->dtype), x->ndim, x->sizes, x->strides, vector);
    return ra__cuda_matrices_convert(l, &v, x->dtype, dense, true, p);
}

/* Where one matrix serves several the first of these speaks for it. */
ra__cuda_space *ra__cuda_infos_copy(const ra__cuda_linalg *l, int dims, const int64_t *sizes, ra_plan *p)
{
    int64_t from = sizeof(int), to = sizeof(int);
    ra__geometry g = {.ndim = dims > 0 ? dims : 1, .operands = 2, .outputs = 1, .compute = RA_INT32, .via = RA_NO_DTYPE, .sizes = {1}};
    for (int d = dims - 1, own = l->dims - 1; d >= 0; d--, own--) {
        g.sizes[d] = sizes[d];
        g.strides[0][d] = to;
        g.strides[1][d] = from;
        to *= sizes[d];         /* fits: a tensor in bytes */
        from *= l->sizes[own];  /* fits: an int for each matrix */
    }
    g.memory[0] = g.memory[1] = g.loop[0] = g.loop[1] = RA_INT32;
    ra__geometry_collapse(&g);
    return ra__cuda_space_new(&g, 1, &moved, 0, p);
}

ra_status ra__cuda_matrices_launch(const ra__cuda_space *s, ra__run *r, char *to, char *from)
{
    char *const instead[] = {to, from};
    return s->argument[0] > 0 ? ra__cuda_space_launch(s, r, instead, NULL) : RA_OK;
}

/* ---- what is known of each matrix ---- */

int *ra__cuda_linalg_info(const ra__cuda_linalg *l, ra__run *r, int64_t at)
{
    return (int *)(void *)((char *)r->workspace + l->infos) + at;
}

ra_status ra__cuda_linalg_launch(const ra__cuda_linalg *l, ra__run *r, const char *name, ra_dtype dtype, int64_t elements, ra__cuda_linalg_step s)
{
    const int index = ra__device_index(r->plan->device);
    char key[60], definitions[120];
    if (!elements)
        return RA_OK;
    snprintf(key, sizeof key, "linalg %s %d", name, (int)dtype);
    snprintf(definitions, sizeof definitions, "#define RA_D %s\n#define RA_IN_%s\n", ra__cuda_types[dtype], name);
    const char *const parts[] = {ra__cuda_text_common, definitions, ra__cuda_text_linalg};
    void *function = ra__cuda_function(index, key, parts, 3, name, r->message, r->message_size);
    if (!function)
        return RA_ERR_SYSTEM;
    s.batch = l->batch;
    s.infos = ra__cuda_linalg_info(l, r, 0);
    s.places = ra__cuda_linalg_info(l, r, l->batch);
    return ra__cuda_launch(index, function, elements, &s, r->message, r->message_size);
}

ra_status ra__cuda_linalg_start(const ra__cuda_linalg *l, ra__run *r)
{
    return ra__cuda_linalg_launch(l, r, "start", RA_FLOAT32, l->batch, (ra__cuda_linalg_step){.rows = 1, .columns = 1});
}

ra_status ra__cuda_linalg_end(const ra__cuda_linalg *l, ra__run *r)
{
    const ra__cuda_device *d = ra__cuda_device_of(ra__device_index(r->plan->device));
    const ra__cu_result result = ra__cuda.cuMemcpyDtoHAsync_v2(r->staging, (ra__cu_address)(uintptr_t)ra__cuda_linalg_info(l, r, 0), (size_t)l->batch * 2 * sizeof(int), d->stream);
    if (!result)
        return (ra_status)RA__PENDING;
    ra__cuda_error("cuMemcpyDtoHAsync", result, r->message, r->message_size);
    return RA_ERR_SYSTEM;
}

bool ra__cuda_linalg_found(const ra__cuda_linalg *l, const ra__run *r, int64_t *at, int *info, int *place)
{
    const int *infos = r->staging, *places = infos + l->batch;
    for (*at = 0; *at < l->batch; ++*at)
        if (infos[*at] || places[*at] != RA__CUDA_NOWHERE) {
            *info = infos[*at];
            *place = places[*at];
            return true;
        }
    return false;
}

const char *ra__cuda_linalg_label(const ra__cuda_linalg *l, int64_t at, char buffer[48])
{
    if (l->batched)
        snprintf(buffer, 48, "matrix %lld: ", (long long)at);
    else
        buffer[0] = 0;
    return buffer;
}

ra_status ra__cuda_linalg_reflections(const ra__cuda_linalg *l, ra__run *r, const ra__cuda_solver *b, int64_t rows, int64_t columns, char *a, char *tau)
{
    const int64_t least = rows < columns ? rows : columns;
    ra__cuda_room room = {0};
    ra_status status = ra__cuda_solver_told(r, "cusolverDnXgeqrf_bufferSize", b->calls->cusolverDnXgeqrf_bufferSize(b->handle, b->params, rows, columns, l->type, a, rows, l->type, tau, l->type,
                                                                                                                    &room.device_bytes, &room.host_bytes));
    if (!status)
        status = ra__cuda_room_take(r, &room);
    for (int64_t at = 0; at < l->batch && !status; at++)
        status = ra__cuda_solver_told(r, "cusolverDnXgeqrf", b->calls->cusolverDnXgeqrf(b->handle, b->params, rows, columns, l->type, a + at * rows * columns * l->size, rows, l->type,
                                                                                       tau + at * least * l->size, l->type, room.device, room.device_bytes, room.host, room.host_bytes,
                                                                                       ra__cuda_linalg_info(l, r, l->batch * 2)));
    ra__cuda_room_give(&room);
    return status;
}
