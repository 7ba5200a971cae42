/* From layouts to the one form of a product: batches of C = alpha A B + beta D. */
#include "meta/product.h"

#include "meta/pre.h"

#include <string.h>

/* An operand before batches are merged: strides over the batch dimensions of C, and of its matrix. */
typedef struct view {
    int64_t batch[RA_MAX_DIMS], rows, columns;
} view;

typedef struct frame {
    int dims;
    int64_t sizes[RA_MAX_DIMS];
} frame;

/* Strides over the last `used` of l's leading dimensions, aligned to the batch from behind; 0 where broadcast. */
static void batch_strides(int ndim, const int64_t *sizes, const int64_t *strides, const frame *f, int64_t *out)
{
    for (int d = 0; d < f->dims; d++) {
        int own = d - (f->dims - ndim);
        out[d] = own < 0 || (sizes[own] == 1 && f->sizes[d] != 1) ? 0 : strides[own];
    }
}

/* The trailing dimensions of a matrix operand are rows and columns, of which a vector lacks one. */
static void view_of(view *v, int ndim, const int64_t *sizes, const int64_t *strides, const frame *f, bool has_rows, bool has_columns)
{
    int last = ndim;
    v->columns = has_columns ? strides[--last] : 0;
    v->rows = has_rows ? strides[--last] : 0;
    batch_strides(last, sizes, strides, f, v->batch);
}

/* D over the sizes of C. */
static void view_broadcast(view *v, const ra_layout *l, const ra__shape *c, const frame *f, bool has_rows, bool has_columns)
{
    int64_t strides[RA_MAX_DIMS];
    frame all = {c->ndim, {0}};
    memcpy(all.sizes, c->sizes, (size_t)c->ndim * sizeof *c->sizes);
    batch_strides(l->ndim, ra__sizes(l), ra__strides(l), &all, strides);
    view_of(v, c->ndim, c->sizes, strides, f, has_rows, has_columns);
}

/* Batch dimensions become rows: the step of the innermost that there is. */
static void fold_rows(view *v, const frame *f, int64_t m)
{
    if (m != 1)
        return;
    for (int d = f->dims - 1; d >= 0; d--)
        if (f->sizes[d] != 1) {
            v->rows = v->batch[d];
            return;
        }
}

/* Neighbouring dimensions that all operands walk with one stride are merged. */
static void set_batch(ra__gemm *g, const frame *f, const view *v)
{
    const int64_t bytes = (int64_t)ra_dtype_size(g->product.dtype);
    g->dims = 0;
    g->batch = 1;
    for (int d = 0; d < f->dims; d++) {
        int last = g->dims - 1;
        bool merges = last >= 0;
        if (f->sizes[d] == 1)
            continue;
        g->batch *= f->sizes[d]; /* fits: at most the result's numel, or 0 */
        for (int o = 0; o < RA__GEMM_OPERANDS && merges; o++)
            merges = g->strides[o][last] == v[o].batch[d] * f->sizes[d] * bytes; /* fits: within the operand's storage, or 0 */
        if (merges)
            g->sizes[last] *= f->sizes[d]; /* fits: at most the batch */
        else
            g->sizes[++last] = f->sizes[d];
        g->dims = last + 1;
        for (int o = 0; o < RA__GEMM_OPERANDS; o++)
            g->strides[o][last] = v[o].batch[d] * bytes;
    }
}

bool ra__gemm_describe(const ra_meta *m, ra__gemm *g)
{
    const ra__gemm_pre *pre = RA__PRE(m, const ra__gemm_pre);
    const ra__shape *c = ra__out_shape(m, 0);
    const ra_layout *a = m->in[pre->a].layout, *b = m->in[pre->b].layout;
    ra__product *x = &g->product;
    view v[RA__GEMM_OPERANDS] = {0};
    frame f = {c->ndim - !pre->a_vector - !pre->b_vector, {0}};
    memcpy(f.sizes, c->sizes, (size_t)f.dims * sizeof *c->sizes);
    x->dtype = c->dtype;
    x->m = pre->a_vector ? 1 : ra__sizes(a)[a->ndim - 2];
    x->k = ra__sizes(a)[a->ndim - 1];
    x->n = pre->b_vector ? 1 : ra__sizes(b)[pre->b_transposed ? b->ndim - 2 : b->ndim - 1];
    memcpy(x->alpha, pre->alpha, sizeof x->alpha);
    memcpy(x->beta, pre->beta, sizeof x->beta);
    x->alpha_integer = pre->alpha_integer;
    x->beta_integer = pre->beta_integer;

    view_of(&v[RA__GEMM_A], a->ndim, ra__sizes(a), ra__strides(a), &f, !pre->a_vector, true);
    if (pre->b_transposed) {
        view_of(&v[RA__GEMM_B], b->ndim, ra__sizes(b), ra__strides(b), &f, true, true);
        int64_t rows = v[RA__GEMM_B].rows;
        v[RA__GEMM_B].rows = v[RA__GEMM_B].columns;
        v[RA__GEMM_B].columns = rows;
    } else
        view_of(&v[RA__GEMM_B], b->ndim, ra__sizes(b), ra__strides(b), &f, true, !pre->b_vector);
    view_of(&v[RA__GEMM_C], c->ndim, c->sizes, c->strides, &f, !pre->a_vector, !pre->b_vector);
    bool has_d = pre->d >= 0 && (ra__is_integral(x->dtype) ? pre->beta_integer != 0 : pre->beta[0] != 0 || pre->beta[1] != 0);
    if (has_d)
        view_broadcast(&v[RA__GEMM_D], m->in[pre->d].layout, c, &f, !pre->a_vector, !pre->b_vector);
    if (pre->fold) {
        for (int o = 0; o < RA__GEMM_OPERANDS; o++)
            if (o != RA__GEMM_B)
                fold_rows(&v[o], &f, x->m);
        for (int d = 0; d < f.dims; d++)
            x->m *= f.sizes[d]; /* fits: at most the result's numel, or 0 */
        f.dims = 0;
    }
    for (int o = 0; o < RA__GEMM_OPERANDS; o++) {
        int64_t *to = o == RA__GEMM_A ? x->a_strides : o == RA__GEMM_B ? x->b_strides : o == RA__GEMM_C ? x->c_strides : x->d_strides;
        to[0] = v[o].rows;
        to[1] = v[o].columns;
    }
    set_batch(g, &f, v);
    g->pairs = pre->summed ? ra__sizes(a)[0] : 1;
    g->a_step = pre->summed ? ra__strides(a)[0] : 0;
    g->b_step = pre->summed ? ra__strides(b)[0] : 0;
    g->index[RA__GEMM_C] = 0;
    g->index[RA__GEMM_A] = 1 + pre->a;
    g->index[RA__GEMM_B] = 1 + pre->b;
    g->index[RA__GEMM_D] = has_d ? 1 + pre->d : -1;
    g->in_place = has_d && m->given && !m->out[0].proxy && ra__overlap_of(&m->given[0], &m->in[pre->d]) == RA__OVERLAP_FULL;
    return x->m > 0 && x->n > 0 && g->batch > 0;
}

int64_t ra__gemm_offset(const ra__gemm *g, int operand, int64_t at)
{
    int64_t bytes = 0;
    for (int d = g->dims - 1; d > 0; d--) {
        bytes += at % g->sizes[d] * g->strides[operand][d]; /* fits: within the storage */
        at /= g->sizes[d];
    }
    return g->dims ? bytes + at * g->strides[operand][0] : bytes; /* fits: within the storage */
}

char *ra__gemm_matrix(const ra__gemm *g, char *const *data, int operand, int64_t at)
{
    return g->index[operand] < 0 ? NULL : data[g->index[operand]] + ra__gemm_offset(g, operand, at);
}
