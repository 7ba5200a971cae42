/*
 * Composites: norms of matrices, what is read off singular values, and products of many matrices.
 */
#include "async/front/composites_layers.h"

#include <float.h>
#include <math.h>
#include <string.h>

static ra_dims dims_at(const ra_op_call *call, int i)
{
    return call->args[i].kind == RA_ARG_DIMS ? call->args[i].dims : RA_ALL;
}

static ra_dtype dtype_at(const ra_op_call *call, int i)
{
    return call->args[i].kind == RA_ARG_DTYPE ? call->args[i].dtype : RA_NO_DTYPE;
}

/* Singular values of each matrix, descending; of Hermitian ones the magnitudes of their eigenvalues. */
static ra_tensor *singular_values(const ra_tensor *a, bool hermitian)
{
    ra_tensor *values = NULL, *u = NULL, *vh = NULL;
    if (hermitian)
        return ra_linalg_eigh(a, &values, &u, NULL) ? NULL : ra_abs(values);
    if (a && ra__layer_is_here(a))
        return ra__hidden(singular_values, {.tensor = a, .kind = RA_ARG_TENSOR});
    return ra_linalg_svd(a, &u, &values, &vh, RA_OPTS(ra_linalg_svd, .full_matrices = false)) ? NULL : values;
}

/* ---- norms ---- */

/* A norm of matrices: of which numbers, over which two dimensions, and as what. */
typedef struct norm {
    const ra_tensor *self;
    double order;
    bool of_singular_values, sums; /* their sum, the nuclear norm; sums without the former: of squares, the Frobenius norm */
    int64_t dims[2];
    bool keepdim;
    ra_dtype dtype;
} norm;

/* The largest of no magnitudes is 0; a smallest there is not. */
static ra_tensor *largest_or_smallest(const ra_tensor *t, double order, int64_t dim, bool keepdim)
{
    if (t && order > 0 && !ra_size(t, (int)dim))
        return ra_sum(t, RA_DIMS(dim), RA_OPTS(ra_sum, .keepdim = keepdim));
    return order > 0 ? ra_amax(t, RA_DIMS(dim), RA_OPTS(ra_amax, .keepdim = keepdim)) : ra_amin(t, RA_DIMS(dim), RA_OPTS(ra_amin, .keepdim = keepdim));
}

static ra_tensor *norm_of_singular_values(const norm *n)
{
    int64_t order[RA_MAX_DIMS], back[RA_MAX_DIMS];
    const int ndim = ra_ndim(n->self);
    int at = 0;
    for (int d = 0; d < ndim; d++)
        if (d != n->dims[0] && d != n->dims[1])
            order[at++] = d;
    order[at] = n->dims[0];
    order[at + 1] = n->dims[1];
    for (int d = 0; d < ndim; d++)
        back[order[d]] = d;
    ra_tensor *wide = ra_to(n->self, RA_OPTS(ra_to, .dtype = n->dtype));
    ra_tensor *values = singular_values(ra_permute(wide, ra_dims_of(order, ndim)), false);
    values = n->sums ? ra_sum(values, RA_DIMS(-1), RA_OPTS(ra_sum, .keepdim = n->keepdim)) : largest_or_smallest(values, n->order, -1, n->keepdim);
    return n->keepdim ? ra_permute(ra_unsqueeze(values, -1), ra_dims_of(back, ndim)) : values;
}

/* Of the two dimensions that are asked for, and of the dtype. */
static ra_status check_norm(const ra_op_call *call, norm *n, ra_dims dims)
{
    const ra_dtype own = ra_tensor_dtype(n->self), asked = n->dtype == RA_NO_DTYPE ? own : n->dtype;
    const int ndim = ra_ndim(n->self);
    const ra_status s = ra__composite_computes(call, own);
    if (s)
        return s;
    if (ndim < 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 2", ndim);
    if (dims.count != 2)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: lists %lld dimensions, not 2", (long long)dims.count);
    for (int i = 0; i < 2; i++) {
        n->dims[i] = dims.values[i] < 0 ? dims.values[i] + ndim : dims.values[i];
        if (n->dims[i] < 0 || n->dims[i] >= ndim)
            return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %d dimensions", (long long)dims.values[i], ndim);
    }
    if (n->dims[0] == n->dims[1])
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld appears twice", (long long)dims.values[1]);
    if (n->of_singular_values && ra__is_half(own))
        return ra__refusal(RA_ERR_DTYPE, "self: %s is too coarse for singular values", ra_dtype_name(own));
    if (n->of_singular_values && (!(ra__is_floating(asked) || ra__is_complex(asked)) || ra__is_complex(asked) != ra__is_complex(own) || ra_promote_types(own, asked) != asked))
        return ra__refusal(RA_ERR_DTYPE, "dtype: %s does not hold what self has, %s", ra_dtype_name(asked), ra_dtype_name(own));
    return RA_OK;
}

static ra_status norm_of_matrices(const ra_op_call *call, ra_tensor **results, norm *n, ra_dims dims)
{
    const ra_status s = check_norm(call, n, dims);
    if (s)
        return s;
    if (n->of_singular_values)
        return ra__gives(results, norm_of_singular_values(n));
    if (n->sums)
        return ra__gives(results, ra_linalg_vector_norm(n->self, 2, ra_dims_of(n->dims, 2), RA_OPTS(ra_linalg_vector_norm, .keepdim = n->keepdim, .dtype = n->dtype)));
    const int along = isinf(n->order) ? 1 : 0; /* sums of rows, or of columns */
    int64_t other = n->dims[1 - along];
    if (n->dims[along] < other && !n->keepdim)
        other--;
    ra_tensor *sums = ra_linalg_vector_norm(n->self, 1, RA_DIMS(n->dims[along]), RA_OPTS(ra_linalg_vector_norm, .keepdim = n->keepdim, .dtype = n->dtype));
    return ra__gives(results, largest_or_smallest(sums, n->order, other, n->keepdim));
}

static ra_status norm_by_number(const ra_op_call *call, ra_tensor **results, norm *n, ra_scalar order, ra_dims dims)
{
    n->order = order.kind == RA_SCALAR_COMPLEX ? 0 : ra__scalar_double(order);
    const double size = fabs(n->order);
    if (size != 1 && size != 2 && size != INFINITY)
        return ra__refusal(RA_ERR_ARGUMENT, "ord: %g is none of 1, 2 and infinity, and their negatives", n->order);
    n->of_singular_values = size == 2;
    return norm_of_matrices(call, results, n, dims);
}

static ra_status norm_by_name(const ra_op_call *call, ra_tensor **results, norm *n, const char *order, ra_dims dims)
{
    n->sums = true;
    n->of_singular_values = !strcmp(order, "nuc");
    return norm_of_matrices(call, results, n, dims);
}

/* Arguments of all four behind ord: dim, keepdim, dtype. */
static norm norm_asked(const ra_op_call *call)
{
    return (norm){.self = call->args[0].tensor, .keepdim = call->args[3].boolean, .dtype = dtype_at(call, 4)};
}

static ra_dims or_else(ra_dims dims, ra_dims otherwise)
{
    return dims.values ? dims : otherwise;
}

DEFINE(linalg_matrix_norm)
{
    norm n = norm_asked(call);
    return norm_by_number(call, results, &n, call->args[1].scalar, or_else(dims_at(call, 2), RA_DIMS(-2, -1)));
}

DEFINE(linalg_matrix_norm_str)
{
    norm n = norm_asked(call);
    return norm_by_name(call, results, &n, call->args[1].string, or_else(dims_at(call, 2), RA_DIMS(-2, -1)));
}

/* Vectors, or matrices, are along so many dimensions. */
static ra_status check_lines(const norm *n, ra_dims dims, bool has_order)
{
    if (dims.values && dims.count != 1 && dims.count != 2)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: lists %lld dimensions, not 1 or 2", (long long)dims.count);
    const int ndim = ra_ndim(n->self);
    if (!dims.values && has_order && ndim != 1 && ndim != 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, not 1 or 2, and dim does not tell which", ndim);
    return RA_OK;
}

DEFINE(linalg_norm)
{
    const ra_tensor *self = call->args[0].tensor;
    const bool has_order = call->args[1].kind == RA_ARG_SCALAR;
    const ra_dims dims = dims_at(call, 2);
    norm n = norm_asked(call);
    const ra_status s = check_lines(&n, dims, has_order);
    if (s)
        return s;
    if (has_order && (dims.values ? dims.count == 2 : ra_ndim(self) == 2))
        return norm_by_number(call, results, &n, call->args[1].scalar, or_else(dims, RA_DIMS(0, 1)));
    return ra__gives(results, ra_linalg_vector_norm(self, has_order ? call->args[1].scalar : RA_F(2), dims, RA_OPTS(ra_linalg_vector_norm, .keepdim = n.keepdim, .dtype = n.dtype)));
}

DEFINE(linalg_norm_str)
{
    const ra_dims dims = dims_at(call, 2);
    norm n = norm_asked(call);
    const ra_status s = check_lines(&n, dims, true);
    return s ? s : norm_by_name(call, results, &n, call->args[1].string, or_else(dims, RA_DIMS(0, 1)));
}

/* One matrix or a batch of them. */
static ra_status check_self(const ra_op_call *call)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(a));
    if (s)
        return s;
    return ra_ndim(a) < 2 ? ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, fewer than 2", ra_ndim(a)) : RA_OK;
}

/* What is told of matrices without elements: a number for each. */
static ra_tensor *zeros_of_batch(const ra_tensor *a, ra_dtype dtype)
{
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < ra_ndim(a) - 2; d++)
        sizes[d] = ra_size(a, d);
    return ra_zeros(ra_dims_of(sizes, ra_ndim(a) - 2), RA_OPTS(ra_zeros, .dtype = dtype, .device = ra_tensor_device(a)));
}

/* ---- condition numbers ---- */

static ra_status check_condition(const ra_op_call *call, bool square)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_status s = check_self(call);
    if (s)
        return s;
    if (square && ra_size(a, -1) != ra_size(a, -2))
        return ra__refusal(RA_ERR_SHAPE, "self: must be batches of square matrices for this p, but they are %lld by %lld", (long long)ra_size(a, -2), (long long)ra_size(a, -1));
    return RA_OK;
}

static ra_tensor *ratio_of_singular_values(const ra_tensor *a, bool inverted)
{
    ra_tensor *values = singular_values(a, false);
    const int64_t k = ra_size(a, -1) < ra_size(a, -2) ? ra_size(a, -1) : ra_size(a, -2);
    ra_tensor *largest = ra_narrow(values, -1, 0, 1), *smallest = ra_narrow(values, -1, k - 1, 1);
    return ra_squeeze(inverted ? ra_div(smallest, largest) : ra_div(largest, smallest), RA_DIMS(-1));
}

/* The inverse, infinite where there is none. */
static ra_tensor *inverse_or_infinite(const ra_tensor *a)
{
    ra_tensor *inverse = NULL, *info = NULL;
    (void)!ra_linalg_inv_ex(a, &inverse, &info, NULL);
    return ra_masked_fill(inverse, ra_unsqueeze(ra_unsqueeze(ra_gt(info, 0), -1), -1), INFINITY);
}

static ra_tensor *product_of_norms(ra_tensor *own, ra_tensor *of_inverse)
{
    return ra_nan_to_num(ra_mul(own, of_inverse), RA_OPTS(ra_nan_to_num, .nan = INFINITY, .posinf = INFINITY, .neginf = -INFINITY));
}

DEFINE(linalg_cond)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_scalar p = call->args[1].kind == RA_ARG_SCALAR ? call->args[1].scalar : RA_I(2);
    const double order = p.kind == RA_SCALAR_COMPLEX ? 0 : ra__scalar_double(p), size = fabs(order);
    const ra_status s = check_condition(call, false);
    if (s)
        return s;
    if (call->args[1].kind == RA_ARG_TENSOR)
        return ra__refusal(RA_ERR_ARGUMENT, "p: is a tensor, not a number");
    if (size != 1 && size != 2 && size != INFINITY)
        return ra__refusal(RA_ERR_ARGUMENT, "p: %g is none of 1, 2 and infinity, and their negatives", order);
    if (!ra_numel(a))
        return ra__gives(results, zeros_of_batch(a, ra__real_of(ra_tensor_dtype(a))));
    if (size == 2)
        return ra__gives(results, ratio_of_singular_values(a, order < 0));
    if (check_condition(call, true))
        return RA_ERR_SHAPE;
    return ra__gives(results, product_of_norms(ra_linalg_matrix_norm(a, p, NULL), ra_linalg_matrix_norm(inverse_or_infinite(a), p, NULL)));
}

DEFINE(linalg_cond_str)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_status s = check_condition(call, true);
    if (s)
        return s;
    if (!ra_numel(a))
        return ra__gives(results, zeros_of_batch(a, ra__real_of(ra_tensor_dtype(a))));
    if (!strcmp(call->args[1].string, "fro"))
        return ra__gives(results, product_of_norms(ra_linalg_matrix_norm_str(a, "fro", NULL), ra_linalg_matrix_norm_str(inverse_or_infinite(a), "fro", NULL)));
    ra_tensor *values = singular_values(a, false);
    return ra__gives(results, ra_mul(ra_sum(values, RA_DIMS(-1)), ra_sum(ra_reciprocal(values), RA_DIMS(-1))));
}

/* ---- what counts as zero ---- */

/* A number, or a tensor of numbers, one for each matrix, beside its singular values. */
static ra_tensor *beside(const ra_tensor *a, double number)
{
    return ra_full(RA_DIMS(1), number, RA_OPTS(ra_full, .dtype = RA_FLOAT64, .device = ra_tensor_device(a)));
}

static bool is_real(const ra_arg *tolerance, const char *name)
{
    const bool real = tolerance->kind == RA_ARG_SCALAR ? tolerance->scalar.kind != RA_SCALAR_COMPLEX : tolerance->kind != RA_ARG_TENSOR || !ra__is_complex(ra_tensor_dtype(tolerance->tensor));
    if (!real)
        ra__refusal(RA_ERR_DTYPE, "%s: is complex", name);
    return real;
}

/* Singular values up to it are 0: atol, or rtol times the largest, if that is more. Arguments 1 and 2 of both operators; NULL: refused. */
static ra_tensor *tolerance(const ra_op_call *call, const ra_tensor *largest)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_arg *atol = &call->args[1], *rtol = &call->args[2];
    const ra_dtype dtype = ra_tensor_dtype(a);
    const int64_t m = ra_size(a, -2), n = ra_size(a, -1);
    const double usual = (dtype == RA_FLOAT64 || dtype == RA_COMPLEX128 ? DBL_EPSILON : (double)FLT_EPSILON) * (double)(m > n ? m : n);
    ra_tensor *least = atol->kind == RA_ARG_TENSOR ? ra_unsqueeze(atol->tensor, -1) : beside(a, atol->kind == RA_ARG_SCALAR ? ra__scalar_double(atol->scalar) : 0), *factor;
    if (rtol->kind == RA_ARG_TENSOR)
        factor = ra_unsqueeze(rtol->tensor, -1);
    else if (rtol->kind == RA_ARG_SCALAR)
        factor = beside(a, ra__scalar_double(rtol->scalar));
    else
        factor = atol->kind == RA_ARG_NONE ? beside(a, usual) : ra_where(ra_gt(least, 0), beside(a, 0), beside(a, usual));
    return ra_maximum(least, ra_mul(factor, largest));
}

static ra_status check_matrices(const ra_op_call *call)
{
    const ra_status s = check_self(call);
    if (s)
        return s;
    return is_real(&call->args[1], "atol") && is_real(&call->args[2], "rtol") ? RA_OK : RA_ERR_DTYPE;
}

/* Of Hermitian matrices they are in the order of eigenvalues. */
static ra_tensor *largest_of(const ra_tensor *values, bool hermitian)
{
    return hermitian ? ra_amax(values, RA_DIMS(-1), RA_OPTS(ra_amax, .keepdim = true)) : ra_narrow(values, -1, 0, 1);
}

DEFINE(linalg_matrix_rank)
{
    const ra_tensor *a = call->args[0].tensor;
    const bool hermitian = call->args[3].boolean;
    const ra_status s = check_matrices(call);
    if (s)
        return s;
    if (!ra_numel(a))
        return ra__gives(results, zeros_of_batch(a, RA_INT64));
    ra_tensor *values = singular_values(a, hermitian);
    return ra__gives(results, ra_sum(ra_gt(values, tolerance(call, largest_of(values, hermitian))), RA_DIMS(-1)));
}

static ra_tensor *adjoint(const ra_tensor *t)
{
    return ra_transpose(ra_conj_physical(t), -2, -1);
}

/* The reciprocals of values whose magnitude is more than what counts as zero, as self's numbers, beside rows of matrices. */
static ra_tensor *reciprocals(const ra_op_call *call, const ra_tensor *values, const ra_tensor *magnitudes)
{
    ra_tensor *counts = ra_gt(magnitudes, tolerance(call, largest_of(magnitudes, call->args[3].boolean)));
    ra_tensor *inverse = ra_where(counts, ra_reciprocal(values), 0);
    return ra_unsqueeze(ra_to(inverse, RA_OPTS(ra_to, .dtype = ra_tensor_dtype(call->args[0].tensor))), -2);
}

DEFINE(linalg_pinv)
{
    const ra_tensor *a = call->args[0].tensor;
    const ra_status s = check_matrices(call);
    ra_tensor *u = NULL, *values = NULL, *vh = NULL;
    if (s)
        return s;
    if (call->args[3].boolean && ra_numel(a)) {
        (void)!ra_linalg_eigh(a, &values, &u, NULL);
        return ra__gives(results, ra_matmul(ra_mul(u, reciprocals(call, values, ra_abs(values))), adjoint(u)));
    }
    (void)!ra_linalg_svd(a, &u, &values, &vh, RA_OPTS(ra_linalg_svd, .full_matrices = false));
    ra_tensor *inverse = ra_numel(a) ? reciprocals(call, values, values) : ra_unsqueeze(values, -2);
    return ra__gives(results, ra_matmul(ra_mul(adjoint(vh), inverse), adjoint(u)));
}

/* ---- products of many ---- */

enum { MOST_IN_CHAIN = 16 }; /* whose order is chosen together; longer ones go by so many from the left */

/* The order in which a chain of matrices takes the fewest multiplications. */
typedef struct chain {
    const ra_tensor *matrix[MOST_IN_CHAIN];
    double size[MOST_IN_CHAIN + 1];                    /* matrix i is size[i] x size[i + 1] */
    double cost[MOST_IN_CHAIN][MOST_IN_CHAIN];         /* of the product of matrices i to j */
    unsigned char split[MOST_IN_CHAIN][MOST_IN_CHAIN]; /* the last one of its first factor */
} chain;

static void choose_order(chain *c, int count)
{
    for (int i = 0; i < count; i++)
        c->cost[i][i] = 0;
    for (int length = 1; length < count; length++)
        for (int i = 0; i + length < count; i++) {
            const int j = i + length;
            c->cost[i][j] = INFINITY;
            for (int k = i; k < j; k++) {
                const double cost = c->cost[i][k] + c->cost[k + 1][j] + c->size[i] * c->size[k + 1] * c->size[j + 1];
                if (cost < c->cost[i][j] || k == i) {
                    c->cost[i][j] = cost;
                    c->split[i][j] = (unsigned char)k;
                }
            }
        }
}

static const ra_tensor *product_of(const chain *c, int i, int j)
{
    if (i == j)
        return c->matrix[i];
    const int k = c->split[i][j];
    return ra_mm(product_of(c, i, k), product_of(c, k + 1, j));
}

/* Entry i as a matrix: the first may be a row, the last a column. NULL: refused. */
static const ra_tensor *factor_at(ra_tensors list, int64_t i)
{
    const ra_tensor *t = list.items[i];
    const int ndim = ra_ndim(t);
    const bool at_end = i == 0 || i == list.count - 1;
    if (ndim == 2)
        return t;
    if (ndim == 1 && at_end)
        return ra_unsqueeze(t, i == 0 ? 0 : 1);
    ra__refusal(RA_ERR_SHAPE, "tensors: entry %lld has %d dimensions, not %s2", (long long)i, ndim, at_end ? "1 or " : "");
    return NULL;
}

DEFINE(linalg_multi_dot)
{
    const ra_tensors list = call->args[0].tensors;
    int64_t sizes[2];
    int count = 0, kept = 0;
    chain c;
    if (list.count < 2)
        return ra__refusal(RA_ERR_ARGUMENT, "tensors: has %lld entries, fewer than 2", (long long)list.count);
    for (int64_t i = 0; i < list.count; i++) {
        const ra_tensor *t = factor_at(list, i);
        if (!t)
            return ra__gives(results, NULL);
        if (i && ra_tensor_dtype(t) != ra_tensor_dtype(list.items[0]))
            return ra__refusal(RA_ERR_DTYPE, "tensors: entry %lld has dtype %s, the first %s", (long long)i, ra_dtype_name(ra_tensor_dtype(t)), ra_dtype_name(ra_tensor_dtype(list.items[0])));
        if (i && ra_size(t, 0) != ra_size(list.items[i - 1], -1))
            return ra__refusal(RA_ERR_SHAPE, "tensors: entry %lld has %lld rows, the one before %lld columns", (long long)i, (long long)ra_size(t, 0), (long long)ra_size(list.items[i - 1], -1));
        if ((i == 0 || i == list.count - 1) && ra_ndim(list.items[i]) == 2)
            sizes[kept++] = ra_size(t, i ? 1 : 0);
        c.matrix[count] = t;
        c.size[count++] = (double)ra_size(t, 0);
        c.size[count] = (double)ra_size(t, 1);
        if (count == MOST_IN_CHAIN || i == list.count - 1) {
            choose_order(&c, count);
            c.matrix[0] = product_of(&c, 0, count - 1);
            count = 1;
        }
    }
    return ra__gives(results, ra_view(c.matrix[0], ra_dims_of(sizes, kept)));
}
