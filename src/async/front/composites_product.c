/*
 * Composites: products, moments, what is counted, and what is close.
 */
#include "async/front/composites_layers.h"

#include "meta/meta.h"

#include <runahead/ops.h>

#include <string.h>

/* ---- products ---- */

DEFINE(outer)
{
    const ra_tensor *self = call->args[0].tensor, *vec2 = call->args[1].tensor;
    if (ra_ndim(self) != 1 || ra_ndim(vec2) != 1)
        return ra__refusal(RA_ERR_SHAPE, "%s: has %d dimensions, not 1", ra_ndim(self) != 1 ? "self" : "vec2", ra_ndim(ra_ndim(self) != 1 ? self : vec2));
    return ra__gives(results, ra_mul(ra_reshape(self, RA_DIMS(ra_numel(self), 1)), vec2));
}

/* As the product of two matrices whose rows are what is summed over. */
DEFINE(inner)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const int n = ra_ndim(self), m = ra_ndim(other);
    int64_t sizes[2 * RA_MAX_DIMS], rows = 1, columns = 1;
    if (!n || !m)
        return ra__gives(results, ra_mul(self, other));
    const int64_t k = ra_size(self, -1);
    if (k != ra_size(other, -1))
        return ra__refusal(RA_ERR_SHAPE, "self and other: their last dimensions are %lld and %lld", (long long)k, (long long)ra_size(other, -1));
    if (ra_tensor_dtype(self) != ra_tensor_dtype(other))
        return ra__refusal(RA_ERR_DTYPE, "self and other: are not of the same dtype");
    bool fits = true;
    for (int d = 0; d < n - 1; d++)
        fits &= !__builtin_mul_overflow(rows, sizes[d] = ra_size(self, d), &rows);
    for (int d = 0; d < m - 1; d++)
        fits &= !__builtin_mul_overflow(columns, sizes[n - 1 + d] = ra_size(other, d), &columns);
    if (!fits)
        return ra__refusal(RA_ERR_OVERFLOW, "self and other: the result is too large");
    ra_tensor *a = ra_reshape(self, RA_DIMS(rows, k)), *b = ra_reshape(other, RA_DIMS(columns, k));
    return ra__gives(results, ra_reshape(ra_mm(a, ra_t(b)), ra_dims_of(sizes, n + m - 2)));
}

/* Each line of the one, an element of the other's to each of its own, as one line: a product of long lines is quicker than one of short ones.
 * Where there are few lines, it would be no less to write than the result. */
static bool have_short_lines(const ra_tensor *self, const ra_tensor *other, int64_t size, int64_t length)
{
    enum { SHORT = 32, MANY = 8 };
    const bool are_many = size > 1 && length > 0 && ra_numel(self) / size >= MANY && ra_numel(other) / length >= MANY;
    return are_many && length < SHORT && ra_is_contiguous(self) && ra_is_contiguous(other);
}

/* How often a line of `length` is repeated: a divisor of `size`, no more often than makes the line long. */
static int64_t repeated(int64_t size, int64_t length)
{
    enum { LONG = 512 };
    int64_t times = 1;
    while (times < size && (size % times || times * length < LONG)) /* fits: as does size * length */
        times++;
    return times;
}

/* `t` of such sizes, with dimension `which` grown to `many`, and copied: its last two are then `rows` and as much as that leaves. */
static ra_tensor *spread_lines(const ra_tensor *t, const int64_t *sizes, int dims, int which, int64_t many, int64_t rows)
{
    int64_t wide[RA_MAX_DIMS];
    ra_tensor *one = ra_reshape(t, ra_dims_of(sizes, dims));
    memcpy(wide, sizes, (size_t)dims * sizeof *wide);
    wide[which] = many;
    one = one ? ra_expand(one, ra_dims_of(wide, dims)) : NULL;
    wide[dims - 1] *= wide[dims - 2] / rows; /* fits: no longer than a line of the result */
    wide[dims - 2] = rows;
    return one ? ra_reshape(one, ra_dims_of(wide, dims)) : NULL;
}

/* Each dimension of the one beside that of the other, then merged. */
DEFINE(kron)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const int n = ra_ndim(self), m = ra_ndim(other), most = n > m ? n : m, dims = 2 * most;
    int64_t a[RA_MAX_DIMS], b[RA_MAX_DIMS], merged[RA_MAX_DIMS];
    if (dims > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "self and other: have more than %d dimensions", RA_MAX_DIMS / 2);
    for (int d = 0; d < most; d++) {
        a[2 * d] = d < most - n ? 1 : ra_size(self, d - (most - n));
        b[2 * d + 1] = d < most - m ? 1 : ra_size(other, d - (most - m));
        a[2 * d + 1] = b[2 * d] = 1;
        if (__builtin_mul_overflow(a[2 * d], b[2 * d + 1], &merged[d]))
            return ra__refusal(RA_ERR_OVERFLOW, "self and other: dimension %d of the result is too large", d);
    }
    const bool spread = most && have_short_lines(self, other, a[dims - 2], b[dims - 1]);
    const int64_t times = spread ? repeated(a[dims - 2], b[dims - 1]) : 1;
    ra_tensor *left = spread ? spread_lines(self, a, dims, dims - 1, b[dims - 1], a[dims - 2] / times) : ra_reshape(self, ra_dims_of(a, dims));
    ra_tensor *right = spread ? spread_lines(other, b, dims, dims - 2, times, 1) : ra_reshape(other, ra_dims_of(b, dims));
    return ra__gives(results, ra_reshape(ra_mul(left, right), ra_dims_of(merged, most)));
}

DEFINE(mv)
{
    const ra_tensor *self = call->args[0].tensor, *vec = call->args[1].tensor;
    if (ra_ndim(self) != 2 || ra_ndim(vec) != 1)
        return ra__refusal(RA_ERR_SHAPE, "self and vec: have %d and %d dimensions, not 2 and 1", ra_ndim(self), ra_ndim(vec));
    return ra__gives(results, ra_matmul(self, vec));
}

DEFINE(vdot)
{
    return ra__gives(results, ra_dot(ra_conj_physical(call->args[0].tensor), call->args[1].tensor));
}

/* Whether pairs of matrices are best multiplied where they lie, as a batch of them would be. */
static bool are_pairs_small(const ra_tensor *a, const ra_tensor *b)
{
    enum { ROWS_LEAST = 16, COLUMNS_LEAST = 16, EDGE = 256 };
    const ra_dtype dtype = ra_tensor_dtype(a);
    const int64_t area = ra__capped_product(ra_size(a, 1), ra_size(b, 2));
    return (dtype == RA_FLOAT32 || dtype == RA_FLOAT64) && ra__layer_is_here(a) && ra_size(a, 1) >= ROWS_LEAST && ra_size(b, 2) >= COLUMNS_LEAST &&
           ra__capped_product(area, ra_size(a, 2)) <= EDGE * EDGE * EDGE;
}

/* Else the products of all pairs are one product of wider matrices. */
DEFINE(addbmm)
{
    const ra_tensor *a = call->args[1].tensor, *b = call->args[2].tensor;
    if (ra_ndim(a) != 3 || ra_ndim(b) != 3)
        return ra__refusal(RA_ERR_SHAPE, "batch1 and batch2: have %d and %d dimensions, not 3", ra_ndim(a), ra_ndim(b));
    if (ra_size(a, 0) != ra_size(b, 0) || ra_size(a, 2) != ra_size(b, 1))
        return ra__refusal(RA_ERR_SHAPE, "batch1 and batch2: batches of %lld and %lld matrices, whose inner sizes are %lld and %lld", (long long)ra_size(a, 0),
                           (long long)ra_size(b, 0), (long long)ra_size(a, 2), (long long)ra_size(b, 1));
    if (are_pairs_small(a, b))
        return ra__gives(results, ra__hidden(sum_products, call->args[0], call->args[1], call->args[2], call->args[3], call->args[4]));
    const int64_t inner = ra__capped_product(ra_size(a, 0), ra_size(a, 2));
    ra_tensor *left = ra_reshape(ra_permute(a, RA_DIMS(1, 0, 2)), RA_DIMS(ra_size(a, 1), inner)), *right = ra_reshape(b, RA_DIMS(inner, ra_size(b, 2)));
    return ra__gives(results, ra_addmm(call->args[0].tensor, left, right, RA_OPTS(ra_addmm, .beta = call->args[3].scalar, .alpha = call->args[4].scalar)));
}

/* As a 2-d one whose images are of height 1, and never channels-last. */
DEFINE(conv1d)
{
    const ra_tensor *input = call->args[0].tensor, *weight = call->args[1].tensor;
    const int n = ra_ndim(input);
    if ((n != 2 && n != 3) || ra_ndim(weight) != 3)
        return ra__refusal(RA_ERR_SHAPE, "input and weight: must be (N, C, L) or (C, L) and (O, C / groups, K)");
    ra_tensor *image = ra_unsqueeze(ra_contiguous(input, NULL), n - 1), *window = ra_unsqueeze(weight, 2);
    const int64_t stride = call->args[3].dims.values[0], padding = call->args[4].dims.values[0], dilation = call->args[5].dims.values[0];
    if (stride < 1 || dilation < 1)
        return ra__refusal(RA_ERR_ARGUMENT, "stride and dilation: %lld and %lld, not above 0", (long long)stride, (long long)dilation);
    ra_tensor *result = ra_conv2d(image, window, ra__composite_optional(call, 2),
                                  RA_OPTS(ra_conv2d, .stride = {1, stride}, .padding = {0, padding}, .dilation = {1, dilation}, .groups = RA_I(call->args[6].integer)));
    return ra__gives(results, ra_squeeze(result, RA_DIMS(-2)));
}

/* ---- moments ---- */

DEFINE(var_mean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = call->args[1].dims;
    const bool keepdim = call->args[3].boolean;
    results[0] = ra_var(self, dim, RA_OPTS(ra_var, .correction = RA_F(call->args[2].real), .keepdim = keepdim));
    results[1] = ra_mean(self, dim, RA_OPTS(ra_mean, .keepdim = keepdim));
    return RA_OK;
}

DEFINE(std_mean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = call->args[1].dims;
    const bool keepdim = call->args[3].boolean;
    results[0] = ra_std(self, dim, RA_OPTS(ra_std, .correction = RA_F(call->args[2].real), .keepdim = keepdim));
    results[1] = ra_mean(self, dim, RA_OPTS(ra_mean, .keepdim = keepdim));
    return RA_OK;
}

DEFINE(count_nonzero)
{
    return ra__gives(results, ra_sum(ra_ne(call->args[0].tensor, 0), call->args[1].dims));
}

/* ---- whether ---- */

DEFINE(isfinite)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dtype dtype = ra_tensor_dtype(self);
    if (dtype == RA_BOOL || ra__is_integral(dtype))
        return ra__gives(results, ra_ones_like(self, RA_OPTS(ra_ones_like, .dtype = RA_BOOL)));
    return ra__gives(results, ra_logical_not(ra_logical_or(ra_isnan(self), ra_isinf(self))));
}

DEFINE(addmv)
{
    const ra_tensor *self = call->args[0].tensor, *mat = call->args[1].tensor, *vec = call->args[2].tensor;
    if (ra_ndim(mat) != 2 || ra_ndim(vec) != 1 || ra_ndim(self) > 1)
        return ra__refusal(RA_ERR_SHAPE, "self, mat and vec: have %d, %d and %d dimensions, not at most 1, 2 and 1", ra_ndim(self), ra_ndim(mat), ra_ndim(vec));
    ra_tensor *column = ra_ndim(self) ? ra_unsqueeze(self, 1) : ra_ref(self);
    ra_tensor *product = ra_addmm(column, mat, ra_unsqueeze(vec, 1), RA_OPTS(ra_addmm, .beta = call->args[3].scalar, .alpha = call->args[4].scalar));
    return ra__gives(results, ra_squeeze(product, RA_DIMS(1)));
}

/* As PyTorch rounds it, a number beside halves is one of them. */
static ra_tensor *times(const ra_tensor *t, ra_scalar factor)
{
    const ra_dtype dtype = ra_tensor_dtype(t);
    if (factor.kind != RA_SCALAR_COMPLEX && ra__scalar_double(factor) == 1)
        return ra_ref(t);
    return ra__is_half(dtype) ? ra_mul(t, ra_full(RA_DIMS(1), factor, RA_OPTS(ra_full, .dtype = dtype, .device = ra_tensor_device(t)))) : ra_mul(t, factor);
}

static ra_status check_factor(const char *name, ra_scalar factor, ra_dtype dtype)
{
    const bool whole = dtype == RA_BOOL || ra__is_integral(dtype);
    if (factor.kind == RA_SCALAR_COMPLEX && !ra__is_complex(dtype))
        return ra__refusal(RA_ERR_DTYPE, "%s: is complex, and the result %s", name, ra_dtype_name(dtype));
    if (factor.kind == RA_SCALAR_FLOAT && whole)
        return ra__refusal(RA_ERR_DTYPE, "%s: is a floating number, and the result %s", name, ra_dtype_name(dtype));
    if (factor.kind == RA_SCALAR_BOOL && dtype != RA_BOOL)
        return ra__refusal(RA_ERR_DTYPE, "%s: is bool, and the result %s", name, ra_dtype_name(dtype));
    if (!ra__number_fits(factor, dtype))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: cannot be represented in %s", name, ra_dtype_name(dtype));
    return RA_OK;
}

/* Of no self but its strides, where it has the sizes of the result. */
static ra_tensor *laid_like(ra_tensor *outer, const ra_tensor *self, ra_dtype dtype)
{
    if (!outer || ra_ndim(self) != 2 || ra_size(self, 0) != ra_size(outer, 0) || ra_size(self, 1) != ra_size(outer, 1))
        return outer;
    ra_tensor *result = ra_empty_like(self, RA_OPTS(ra_empty_like, .dtype = dtype));
    return result && ra_copy_(result, outer) ? NULL : result;
}

DEFINE(addr)
{
    const ra_tensor *self = call->args[0].tensor, *vec1 = call->args[1].tensor, *vec2 = call->args[2].tensor;
    const ra_scalar beta = call->args[3].scalar, alpha = call->args[4].scalar;
    const ra_dtype dtype = ra_promote_types(ra_tensor_dtype(self), ra_promote_types(ra_tensor_dtype(vec1), ra_tensor_dtype(vec2)));
    if (ra_ndim(vec1) != 1 || ra_ndim(vec2) != 1 || ra_ndim(self) > 2)
        return ra__refusal(RA_ERR_SHAPE, "self, vec1 and vec2: have %d, %d and %d dimensions, not at most 2, 1 and 1", ra_ndim(self), ra_ndim(vec1), ra_ndim(vec2));
    ra_status s = check_factor("beta", beta, dtype);
    if (s || (s = check_factor("alpha", alpha, dtype)))
        return s;
    const ra_tensor *expanded = ra_expand(self, RA_DIMS(ra_size(vec1, 0), ra_size(vec2, 0)));
    ra_tensor *first = ra_to(ra_unsqueeze(vec1, 1), RA_OPTS(ra_to, .dtype = dtype)), *second = ra_to(vec2, RA_OPTS(ra_to, .dtype = dtype));
    if (dtype == RA_BOOL) {
        ra_tensor *outer = ra__scalar_is_true(alpha) ? ra_logical_and(first, second) : ra_zeros_like(expanded, RA_OPTS(ra_zeros_like, .dtype = dtype));
        return ra__gives(results, ra__scalar_is_true(beta) ? ra_logical_or(expanded, outer) : laid_like(outer, self, dtype));
    }
    ra_tensor *outer = ra_mul(times(first, alpha), second);
    if (!ra__scalar_is_true(beta))
        return expanded ? ra__gives(results, laid_like(outer, self, dtype)) : RA_ERR_SHAPE;
    return ra__gives(results, ra_add(times(ra_to(expanded, RA_OPTS(ra_to, .dtype = dtype)), beta), outer));
}

/* Which dimensions are summed over, checked; false and a refusal where one is none, or named twice. */
static bool contracted(const char *name, const ra_tensor *t, ra_dims dims, int64_t *order, bool *summed)
{
    const int ndim = ra_ndim(t);
    for (int d = 0; d < ndim; d++)
        summed[d] = false;
    for (int64_t i = 0; i < dims.count; i++) {
        const int64_t dim = dims.values[i] < 0 ? dims.values[i] + ndim : dims.values[i];
        if (dim < 0 || dim >= ndim || summed[dim]) {
            ra__refusal(RA_ERR_ARGUMENT, dim < 0 || dim >= ndim ? "%s: %lld is no dimension" : "%s: %lld appears twice", name, (long long)dims.values[i]);
            return false;
        }
        summed[dim] = true;
        order[i] = dim;
    }
    return true;
}

/* The others before or behind those that are summed over, and how many elements they have; their sizes go to sizes. */
static ra_tensor *as_matrix(const ra_tensor *t, ra_dims summed_in_order, const bool *summed, bool rows, int64_t depth, int64_t *sizes, int *count)
{
    int64_t order[RA_MAX_DIMS], rest = 1;
    int n = rows ? 0 : (int)summed_in_order.count;
    for (int d = 0; d < ra_ndim(t); d++)
        if (!summed[d]) {
            order[n++] = d;
            sizes[(*count)++] = ra_size(t, d);
            if (__builtin_mul_overflow(rest, ra_size(t, d), &rest)) {
                ra__refusal(RA_ERR_OVERFLOW, "self and other: the result is too large");
                return NULL;
            }
        }
    for (int64_t i = 0; i < summed_in_order.count; i++)
        order[rows ? n + i : i] = summed_in_order.values[i];
    return ra_reshape(ra_permute(t, ra_dims_of(order, ra_ndim(t))), rows ? RA_DIMS(rest, depth) : RA_DIMS(depth, rest));
}

DEFINE(tensordot)
{
    const ra_tensor *a = call->args[0].tensor, *b = call->args[1].tensor;
    const ra_dims first = call->args[2].dims, second = call->args[3].dims;
    int64_t of_a[RA_MAX_DIMS], of_b[RA_MAX_DIMS], sizes[2 * RA_MAX_DIMS], depth = 1;
    bool in_a[RA_MAX_DIMS], in_b[RA_MAX_DIMS];
    int count = 0;
    if (first.count < 0 || first.count != second.count)
        return ra__refusal(RA_ERR_ARGUMENT, "dims_self and dims_other: %lld and %lld dimensions", (long long)first.count, (long long)second.count);
    if (!contracted("dims_self", a, first, of_a, in_a) || !contracted("dims_other", b, second, of_b, in_b))
        return RA_ERR_ARGUMENT;
    for (int64_t i = 0; a && b && i < first.count; i++) { /* where one has size 1, the other is summed by itself */
        const int64_t m = ra_size(a, (int)of_a[i]), n = ra_size(b, (int)of_b[i]);
        if (m != n && m != 1 && n != 1)
            return ra__refusal(RA_ERR_SHAPE, "dims_self and dims_other: sizes %lld and %lld at dimensions %lld and %lld", (long long)m, (long long)n, (long long)of_a[i], (long long)of_b[i]);
        if (n == 1)
            a = ra_sum(a, RA_DIMS(of_a[i]), RA_OPTS(ra_sum, .keepdim = true, .dtype = ra_tensor_dtype(a)));
        else if (m == 1)
            b = ra_sum(b, RA_DIMS(of_b[i]), RA_OPTS(ra_sum, .keepdim = true, .dtype = ra_tensor_dtype(b)));
        else if (__builtin_mul_overflow(depth, m, &depth))
            return ra__refusal(RA_ERR_OVERFLOW, "self and other: too large");
    }
    if (!a || !b)
        return RA_ERR_STATE;
    ra_tensor *left = as_matrix(a, ra_dims_of(of_a, first.count), in_a, true, depth, sizes, &count);
    ra_tensor *right = as_matrix(b, ra_dims_of(of_b, second.count), in_b, false, depth, sizes, &count);
    if (count > RA_MAX_DIMS)
        return ra__refusal(RA_ERR_SHAPE, "self and other: the result would have %d dimensions, more than %d", count, RA_MAX_DIMS);
    return ra__gives(results, left && right ? ra_reshape(ra_mm(left, right), ra_dims_of(sizes, count)) : NULL);
}

/* One of three slices along a dimension. */
static ra_tensor *component(const ra_tensor *t, int64_t dim, int k)
{
    return ra_narrow(t, dim, k % 3, 1);
}

DEFINE(linalg_cross)
{
    const ra_tensor *a = call->args[0].tensor, *b = call->args[1].tensor;
    const int ndim = ra_ndim(a);
    const int64_t dim = call->args[2].integer;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(a));
    ra_tensor *part[3];
    if (s)
        return s;
    if (ra_ndim(b) != ndim || !ndim)
        return ra__refusal(RA_ERR_SHAPE, "self and other: have %d and %d dimensions, not as many, from 1 on", ndim, ra_ndim(b));
    if (dim < -ndim || dim >= ndim)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %d dimensions", (long long)dim, ndim);
    if (ra_size(a, (int)dim) != 3 || ra_size(b, (int)dim) != 3)
        return ra__refusal(RA_ERR_SHAPE, "self and other: dimension %lld is not of size 3", (long long)dim);
    if (ra_tensor_dtype(a) != ra_tensor_dtype(b))
        return ra__refusal(RA_ERR_DTYPE, "self and other: are not of the same dtype");
    for (int k = 0; k < 3; k++)
        part[k] = ra_sub(ra_mul(component(a, dim, k + 1), component(b, dim, k + 2)), ra_mul(component(a, dim, k + 2), component(b, dim, k + 1)));
    return ra__gives(results, ra_contiguous(ra_cat(RA_LIST(part[0], part[1], part[2]), dim), NULL));
}

/* By squares. */
DEFINE(linalg_matrix_power)
{
    const ra_tensor *a = call->args[0].tensor;
    const int ndim = ra_ndim(a);
    const int64_t n = call->args[1].integer;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(a));
    if (s)
        return s;
    if (ndim < 2 || ra_size(a, -1) != ra_size(a, -2))
        return ra__refusal(RA_ERR_SHAPE, "self: is no batch of square matrices");
    if (!n) {
        ra_tensor *one = ra_clone(a, RA_OPTS(ra_clone, .memory_format = "contiguous"));
        if (!ra_numel(a))
            return ra__gives(results, one);
        ra_tensor *eye = ra_eye(ra_size(a, -1), ra_size(a, -1), RA_OPTS(ra_eye, .dtype = ra_tensor_dtype(a), .device = ra_tensor_device(a)));
        return one && eye && ra_copy_(one, eye) ? RA_OK : ra__gives(results, one);
    }
    ra_tensor *square = n < 0 ? ra_linalg_inv(a) : ra_ref(a), *product = NULL;
    for (uint64_t left = n < 0 ? 0 - (uint64_t)n : (uint64_t)n; square && left; left >>= 1) {
        if (left & 1)
            product = product ? ra_matmul(square, product) : square;
        square = left > 1 ? ra_matmul(square, square) : square;
    }
    if (n == 1)
        return ra__gives(results, ra_clone(a, RA_OPTS(ra_clone, .memory_format = "contiguous")));
    return ra__gives(results, product);
}

/* ---- closeness ---- */

/* Integers are compared as numbers of the default dtype. */
static ra_tensor *as_floating(const ra_tensor *t, bool of_bool_alone)
{
    const ra_dtype dtype = ra_tensor_dtype(t);
    return dtype == RA_BOOL || (!of_bool_alone && ra__is_integral(dtype)) ? ra_to(t, RA_OPTS(ra_to, .dtype = ra__tls.carried.default_dtype)) : ra_ref(t);
}

DEFINE(isclose)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const ra_dtype dtype = ra_tensor_dtype(self);
    const double rtol = call->args[2].real, atol = call->args[3].real;
    if (dtype != ra_tensor_dtype(other))
        return ra__refusal(RA_ERR_DTYPE, "self and other: are not of the same dtype");
    if (!(rtol >= 0) || !(atol >= 0))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %g is negative", rtol >= 0 ? "atol" : "rtol", rtol >= 0 ? atol : rtol);
    ra_tensor *close = ra_eq(self, other);
    if (close && call->args[4].boolean && dtype != RA_BOOL && !ra__is_integral(dtype))
        (void)!ra_logical_or_(close, ra_logical_and(ra_isnan(self), ra_isnan(other)));
    if (rtol == 0 && atol == 0)
        return ra__gives(results, close);
    ra_tensor *theirs = as_floating(other, false), *allowed = ra_add(ra_abs(ra_mul(theirs, rtol)), atol), *actual = ra_abs(ra_sub(as_floating(self, true), theirs));
    (void)!ra_logical_or_(close, ra_logical_and(ra_isfinite(actual), ra_le(actual, allowed)));
    return ra__gives(results, close);
}

DEFINE(cosine_similarity)
{
    const ra_tensor *side[] = {call->args[0].tensor, call->args[1].tensor};
    ra__promotion promotion = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    bool fits = true;
    for (int i = 0; i < 2; i++) {
        int64_t own[RA_MAX_DIMS];
        ra__promote_tensor(&promotion, ra_tensor_dtype(side[i]), 1); /* whatever dimensions there are */
        for (int d = 0; d < ra_ndim(side[i]); d++)
            own[d] = ra_size(side[i], d);
        fits = fits && ra__broadcast(&ndim, sizes, ra_ndim(side[i]), own);
    }
    const ra_dtype common = ra__promoted(&promotion);
    const ra_status s = ra__composite_computes(call, common);
    if (s)
        return s;
    if (!fits)
        return ra__refusal(RA_ERR_SHAPE, "x1 and x2: do not broadcast");
    const int64_t all = ndim ? ndim : 1, dim = call->args[2].integer;
    if (dim < -all || dim >= all)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %lld dimensions", (long long)dim, (long long)all);
    ra_tensor *unit[2];
    for (int i = 0; i < 2; i++) {
        /* Its length is of its own dtype, in which the smallest may be 0. */
        ra_tensor *x = ra_broadcast_to(ra_to(side[i], RA_OPTS(ra_to, .dtype = ra__is_floating(ra_tensor_dtype(side[i])) ? ra_tensor_dtype(side[i]) : common)), ra_dims_of(sizes, ndim));
        ra_tensor *norm = ra_linalg_vector_norm(x, 2, RA_DIMS(dim), RA_OPTS(ra_linalg_vector_norm, .keepdim = true));
        unit[i] = ra_div(x, ra_clamp_min(norm, call->args[3].real));
    }
    return ra__gives(results, ra_sum(ra_mul(unit[0], unit[1]), RA_DIMS(dim)));
}
