/*
 * Meta functions of matrix products: mm, bmm, addmm, baddbmm, matmul, linear, dot, sum_products. They all come
 * down to C = alpha A B + beta D for one kernel, which takes any strides.
 */
#include "meta/pre.h"

#include <string.h>

static ra_status check_dtypes(ra_meta *m, int a, int b)
{
    ra_dtype da = (ra_dtype)m->in[a].layout->dtype, db = (ra_dtype)m->in[b].layout->dtype;
    if (da != db)
        return ra__refuse(m, RA_ERR_DTYPE, "expected operands of the same dtype, but got %s and %s", ra_dtype_name(da), ra_dtype_name(db));
    return ra__check_dtype(m, da);
}

static ra_status refuse_sizes(ra_meta *m, int a, int b)
{
    char ta[160], tb[160];
    const ra_layout *la = m->in[a].layout, *lb = m->in[b].layout;
    return ra__refuse(m, RA_ERR_SHAPE, "shapes %s and %s cannot be multiplied", ra__sizes_text(la->ndim, ra__sizes(la), ta, sizeof ta),
                      ra__sizes_text(lb->ndim, ra__sizes(lb), tb, sizeof tb));
}

/* An output that is also a factor would be overwritten while it is read: it gets a copy of the finished product. */
static void keep_factors(ra_meta *m, const ra__gemm_pre *pre)
{
    const int factors[] = {pre->a, pre->b};
    if (!m->given)
        return;
    for (int i = 0; i < 2; i++)
        if (m->out[0].action == RA__GIVEN && ra__overlap_of(&m->given[0], &m->in[factors[i]]) != RA__OVERLAP_NONE) {
            m->out[0].proxy = true;
            ra__strides_contiguous(m->out[0].shape.ndim, m->out[0].shape.sizes, m->out[0].shape.strides);
        }
}

static ra_status finish(ra_meta *m, const ra__gemm_pre *pre, int ndim, const int64_t *sizes)
{
    *RA__PRE(m, ra__gemm_pre) = *pre;
    ra_dtype dtype = (ra_dtype)m->in[pre->a].layout->dtype;
    ra_status s = ra__set_output(m, 0, dtype, ndim, sizes, NULL, pre->fold ? RA__STRIDES_EXACT : RA__STRIDES_HINT);
    if (!s)
        keep_factors(m, pre);
    return s;
}

static const ra__gemm_pre plain = {.a = 0, .b = 1, .d = -1, .alpha = {1, 0}, .beta = {0, 0}, .alpha_integer = 1};

ra_status ra__meta_mm(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    if (a->ndim != 2 || b->ndim != 2)
        return ra__refuse(m, RA_ERR_SHAPE, "%s must be a matrix", a->ndim != 2 ? "self" : "mat2");
    ra_status s = check_dtypes(m, 0, 1);
    if (s)
        return s;
    if (ra__sizes(a)[1] != ra__sizes(b)[0])
        return refuse_sizes(m, 0, 1);
    return finish(m, &plain, 2, (int64_t[]){ra__sizes(a)[0], ra__sizes(b)[1]});
}

ra_status ra__meta_bmm(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    if (a->ndim != 3 || b->ndim != 3)
        return ra__refuse(m, RA_ERR_SHAPE, "%s must be a 3-d tensor", a->ndim != 3 ? "self" : "mat2");
    ra_status s = check_dtypes(m, 0, 1);
    if (s)
        return s;
    if (ra__sizes(a)[0] != ra__sizes(b)[0] || ra__sizes(a)[2] != ra__sizes(b)[1])
        return refuse_sizes(m, 0, 1);
    return finish(m, &plain, 3, (int64_t[]){ra__sizes(a)[0], ra__sizes(a)[1], ra__sizes(b)[2]});
}

/* ---- addmm, baddbmm ---- */

static ra_status take_scalar(ra_meta *m, const char *name, ra_scalar value, ra_dtype dtype, double out[2], int64_t *integer)
{
    bool complex_value = value.kind == RA_SCALAR_COMPLEX;
    if (complex_value && value.value.f[1] != 0 && !ra__is_complex(dtype))
        return ra__refuse(m, RA_ERR_ARGUMENT, "%s is complex, but the operands are %s", name, ra_dtype_name(dtype));
    if (!ra__number_fits(value, ra__compute_dtype(dtype)))
        return ra__refuse(m, RA_ERR_ARGUMENT, "%s cannot be represented in %s", name, ra_dtype_name(dtype));
    out[0] = ra__scalar_double(value);
    out[1] = complex_value ? value.value.f[1] : 0;
    *integer = ra__scalar_int64(value);
    return RA_OK;
}

/* beta * self + alpha * a @ b of matrices, or of batches of them or summed over those, to which self is broadcast. */
static ra_status add_product(ra_meta *m, int ndim, bool summed, const char *first, const char *second)
{
    const ra_layout *self = ra__layout(m, 0), *a = ra__layout(m, 1), *b = ra__layout(m, 2);
    ra__gemm_pre pre = {.a = 1, .b = 2, .d = 0, .summed = summed};
    const int result = summed ? 2 : ndim;
    if (a->ndim != ndim || b->ndim != ndim)
        return ra__refuse(m, RA_ERR_SHAPE, "%s must be %s", a->ndim != ndim ? first : second, ndim == 2 ? "a matrix" : "a 3-d tensor");
    ra_status s = check_dtypes(m, 1, 2);
    if (!s)
        s = check_dtypes(m, 0, 2);
    if (!s)
        s = take_scalar(m, "beta", ra__arg_scalar(m, 3), (ra_dtype)a->dtype, pre.beta, &pre.beta_integer);
    if (!s)
        s = take_scalar(m, "alpha", ra__arg_scalar(m, 4), (ra_dtype)a->dtype, pre.alpha, &pre.alpha_integer);
    if (s)
        return s;
    if (ra__sizes(a)[0] != ra__sizes(b)[0] && ndim == 3)
        return refuse_sizes(m, 1, 2);
    if (ra__sizes(a)[ndim - 1] != ra__sizes(b)[ndim - 2])
        return refuse_sizes(m, 1, 2);
    int64_t sizes[3];
    memcpy(sizes, ra__sizes(a) + (ndim - result), (size_t)result * sizeof *sizes);
    sizes[result - 1] = ra__sizes(b)[ndim - 1];
    for (int d = 0; d < self->ndim; d++)
        if (self->ndim > result || (ra__sizes(self)[d] != sizes[result - self->ndim + d] && ra__sizes(self)[d] != 1)) {
            char have[160], want[160];
            return ra__refuse(m, RA_ERR_SHAPE, "self of shape %s does not broadcast to the product's %s", ra__sizes_text(self->ndim, ra__sizes(self), have, sizeof have),
                              ra__sizes_text(result, sizes, want, sizeof want));
        }
    return finish(m, &pre, result, sizes);
}

ra_status ra__meta_addmm(ra_meta *m)
{
    return add_product(m, 2, false, "mat1", "mat2");
}

ra_status ra__meta_baddbmm(ra_meta *m)
{
    return add_product(m, 3, false, "batch1", "batch2");
}

ra_status ra__meta_sum_products(ra_meta *m)
{
    return add_product(m, 3, true, "batch1", "batch2");
}

/* ---- matmul ---- */

/* Whether all dimensions but the last are one run of rows, whatever their strides. */
static bool rows_fold(const ra_layout *l)
{
    int64_t step = -1;
    for (int d = l->ndim - 2; d >= 0; d--) {
        int64_t size = ra__sizes(l)[d], stride = ra__strides(l)[d];
        if (size == 1)
            continue;
        if (step >= 0 && stride != step)
            return false;
        if (!ra__product_fits(stride, size, &step))
            return false;
    }
    return true;
}

ra_status ra__meta_matmul(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    ra__gemm_pre pre = plain;
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    if (a->ndim == 0 || b->ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "both operands need at least one dimension, but they have %d and %d", a->ndim, b->ndim);
    ra_status s = check_dtypes(m, 0, 1);
    if (s)
        return s;
    pre.a_vector = a->ndim == 1;
    pre.b_vector = b->ndim == 1;
    if (ra__sizes(a)[a->ndim - 1] != ra__sizes(b)[pre.b_vector ? 0 : b->ndim - 2])
        return refuse_sizes(m, 0, 1);
    if (!ra__broadcast(&ndim, sizes, pre.a_vector ? 0 : a->ndim - 2, ra__sizes(a)) ||
        !ra__broadcast(&ndim, sizes, pre.b_vector ? 0 : b->ndim - 2, ra__sizes(b)))
        return refuse_sizes(m, 0, 1);
    if (!pre.a_vector)
        sizes[ndim++] = ra__sizes(a)[a->ndim - 2];
    if (!pre.b_vector)
        sizes[ndim++] = ra__sizes(b)[b->ndim - 1];
    pre.fold = a->ndim > 2 && b->ndim <= 2 && rows_fold(a);
    return finish(m, &pre, ndim, sizes);
}

/* ---- linear ---- */

static ra_status check_bias(ra_meta *m, int ndim, const int64_t *sizes, bool *one_row)
{
    const ra_layout *bias = ra__layout(m, 2);
    int lead = ndim - bias->ndim;
    bool fits = lead >= 0;
    *one_row = true;
    for (int d = 0; fits && d < bias->ndim; d++) {
        fits = ra__sizes(bias)[d] == sizes[lead + d] || ra__sizes(bias)[d] == 1;
        *one_row = *one_row && (d == bias->ndim - 1 || ra__sizes(bias)[d] == 1);
    }
    if (fits)
        return RA_OK;
    char have[160], want[160];
    return ra__refuse(m, RA_ERR_SHAPE, "bias of shape %s does not broadcast to the result's %s",
                      ra__sizes_text(bias->ndim, ra__sizes(bias), have, sizeof have), ra__sizes_text(ndim, sizes, want, sizeof want));
}

ra_status ra__meta_linear(ra_meta *m)
{
    const ra_layout *x = ra__layout(m, 0), *w = ra__layout(m, 1);
    ra__gemm_pre pre = plain;
    int64_t sizes[RA_MAX_DIMS];
    bool one_row = true;
    if (x->ndim == 0 || w->ndim == 0 || w->ndim > 2)
        return ra__refuse(m, RA_ERR_SHAPE, "input needs at least one dimension and weight one or two, but they have %d and %d", x->ndim, w->ndim);
    ra_status s = check_dtypes(m, 0, 1);
    if (!s && !ra__is_absent(m, 2))
        s = check_dtypes(m, 0, m->first[2]);
    if (s)
        return s;
    if (ra__sizes(x)[x->ndim - 1] != ra__sizes(w)[w->ndim - 1])
        return refuse_sizes(m, 0, 1);
    pre.b_vector = w->ndim == 1;
    pre.a_vector = x->ndim == 1;
    pre.b_transposed = !pre.b_vector;
    int ndim = x->ndim - 1;
    memcpy(sizes, ra__sizes(x), (size_t)ndim * sizeof *sizes);
    if (!pre.b_vector)
        sizes[ndim++] = ra__sizes(w)[0];
    if (!ra__is_absent(m, 2)) {
        s = check_bias(m, ndim, sizes, &one_row);
        if (s)
            return s;
        pre.d = m->first[2];
        pre.beta[0] = pre.beta_integer = 1;
        if (pre.b_vector)
            one_row = ra__layout(m, 2)->numel == 1;
    }
    pre.fold = x->ndim > 2 && one_row && rows_fold(x);
    return finish(m, &pre, ndim, sizes);
}

ra_status ra__meta_dot(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    if (a->ndim != 1 || b->ndim != 1)
        return ra__refuse(m, RA_ERR_SHAPE, "two vectors expected, but got %d-d and %d-d tensors", a->ndim, b->ndim);
    ra_status s = check_dtypes(m, 0, 1);
    if (s)
        return s;
    if (ra__sizes(a)[0] != ra__sizes(b)[0])
        return refuse_sizes(m, 0, 1);
    return finish(m, &plain, 0, (int64_t[]){0});
}
