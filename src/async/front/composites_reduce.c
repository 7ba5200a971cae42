/*
 * Composites: reductions that leave NaN out, of two results, and by rank.
 */
#include "async/front/composites_layers.h"

#include "async/front/external.h"
#include "meta/dtype.h"

#include <runahead/ops.h>
#include <string.h>

static ra_dims dims_at(const ra_op_call *call, int i)
{
    return call->args[i].kind == RA_ARG_DIMS ? call->args[i].dims : RA_ALL;
}

static ra_dtype dtype_at(const ra_op_call *call, int i)
{
    return call->args[i].kind == RA_ARG_DTYPE ? call->args[i].dtype : RA_NO_DTYPE;
}

DEFINE(aminmax)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = dims_at(call, 1);
    const bool keepdim = call->args[2].boolean;
    if (dim.values && dim.count != 1)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: is not one dimension");
    results[1] = ra_amax(self, dim, RA_OPTS(ra_amax, .keepdim = keepdim));
    return ra__gives(results, ra_amin(self, dim, RA_OPTS(ra_amin, .keepdim = keepdim)));
}

/* ---- without NaN ---- */

DEFINE(nanmean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = dims_at(call, 1);
    const bool keepdim = call->args[2].boolean;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    if (dtype_at(call, 3) != RA_NO_DTYPE && !ra__is_floating(dtype_at(call, 3)))
        return ra__refusal(RA_ERR_DTYPE, "dtype: %s is not floating-point", ra_dtype_name(dtype_at(call, 3)));
    ra_tensor *count = ra_sum(ra_logical_not(ra_isnan(self)), dim, RA_OPTS(ra_sum, .keepdim = keepdim));
    return ra__gives(results, ra_div(ra_nansum(self, dim, RA_OPTS(ra_nansum, .keepdim = keepdim, .dtype = dtype_at(call, 3))), count, NULL));
}

/* ---- what the data of an argument must be like ---- */

/* On a CUDA device nothing of these looks at numbers: a place out of range has to tell, with the same status. */
static bool are_looked_at(const ra_tensor *numbers)
{
    return numbers && ra_tensor_device(numbers) == RA_CPU;
}

/*
 * A bool that is true, and has failed where one of the numbers is not as `check` wants it: a task of its own looks at them, so that the message
 * says which argument has what. It is one of the library's, that is asked for, waited for and left out as operators are.
 */
static ra_tensor *looked_at(const ra_tensor *numbers, const ra_kernel *check, const char *name)
{
    const ra_tensor *plain = ra_contiguous(ra_to(numbers, RA_OPTS(ra_to, .dtype = RA_FLOAT64)));
    const int64_t count = plain ? ra_numel(plain) : -1;
    const ra__external e = {.name = name, .kernel = check, .flags = RA__PLAN_LEAF, .grains = 1, .cost_ns = 50 + (double)count, .state = (void *)(uintptr_t)count,
                            .result = {.dtype = RA_BOOL}, .inputs = &plain, .input_count = 1};
    return count < 0 ? NULL : ra__external_record(&e, __builtin_return_address(0));
}

/* data: the result, the place of a token, the numbers. *count: how many. */
static const double *numbers_of(const ra__run *r, uintptr_t *count)
{
    *count = (uintptr_t)r->plan->state;
    return (const double *)(const void *)r->data[2];
}

static ra_status are_right(const ra__run *r)
{
    r->data[0][0] = 1;
    return RA_OK;
}

/* ---- quantiles ---- */

static ra_status look_at_quantiles(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    uintptr_t count;
    const double *q = numbers_of(r, &count);
    for (uintptr_t i = 0; i < count; i++)
        if (!(q[i] >= 0 && q[i] <= 1))
            return ra__fault(r, RA_ERR_INDEX, "q has %g, and must be between 0 and 1", q[i]);
    return are_right(r);
}

static const ra_kernel check_quantiles = {.name = "check", .run = look_at_quantiles};

/* The quantiles wanted, as a tensor of self's dtype; NULL: refused. */
static const ra_tensor *wanted(const ra_arg *q, const ra_tensor *self)
{
    const ra_dtype dtype = ra_tensor_dtype(self);
    if (q->kind != RA_ARG_SCALAR) {
        const bool fits = ra_tensor_dtype(q->tensor) == dtype && ra_ndim(q->tensor) < 2;
        if (!fits)
            ra__refusal(RA_ERR_DTYPE, "q: must be of dtype %s and have at most one dimension", ra_dtype_name(dtype));
        return fits ? q->tensor : NULL;
    }
    const double number = ra__scalar_double(q->scalar);
    if (number >= 0 && number <= 1)
        return ra_scalar_tensor(q->scalar, RA_OPTS(ra_scalar_tensor, .dtype = dtype, .device = ra_tensor_device(self)));
    ra__refusal(RA_ERR_ARGUMENT, "q: %g is not between 0 and 1", number);
    return NULL;
}

/* self with the elements that are one row along a last dimension; what is reduced is of size 1 before, if it is kept. NULL: refused. */
static ra_tensor *rows_of(const ra_tensor *self, ra_dims dim, bool keepdim)
{
    const int ndim = ra_ndim(self);
    int64_t sizes[RA_MAX_DIMS + 1];
    if (!dim.values) {
        const int kept = keepdim ? ndim : 0;
        for (int d = 0; d < kept; d++)
            sizes[d] = 1;
        sizes[kept] = -1;
        return ra_reshape(self, ra_dims_of(sizes, kept + 1));
    }
    ra_tensor *wide = ra_unsqueeze(self, -1);
    if (!ndim)
        return keepdim ? wide : ra_reshape(wide, RA_DIMS(1));
    const int64_t at = dim.values[0] < 0 ? dim.values[0] + ndim : dim.values[0];
    ra_tensor *turned = ra_transpose(wide, at, -1);
    return keepdim || !turned ? turned : ra_squeeze(turned, RA_DIMS(at));
}

static ra_status quantile(const ra_op_call *call, ra_tensor **results, bool ignores)
{
    enum { LINEAR, LOWER, HIGHER, MIDPOINT, NEAREST };
    static const char *const ways[] = {"linear", "lower", "higher", "midpoint", "nearest"};
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = dims_at(call, 2);
    int way = LINEAR;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(self));
    if (s)
        return s;
    while (way < NEAREST && strcmp(call->args[4].string, ways[way]))
        way++;
    const int ndim = ra_ndim(self) ? ra_ndim(self) : 1;
    if (dim.values && (dim.count != 1 || dim.values[0] < -ndim || dim.values[0] >= ndim))
        return ra__refusal(RA_ERR_ARGUMENT, "dim: is none of %d dimensions", ndim);
    if (!ra_numel(self))
        return ra__refusal(RA_ERR_SHAPE, "self: is empty");
    const ra_tensor *q = wanted(&call->args[1], self);
    if (!q)
        return RA_ERR_ARGUMENT;
    ra_tensor *sorted = NULL, *places = NULL, *rows = rows_of(self, dim, call->args[3].boolean);
    if (!rows)
        return RA_ERR_ARGUMENT;
    (void)!ra_sort(rows, -1, &sorted, &places, NULL);
    const int64_t last = ra_size(rows, -1) - 1;
    ra_tensor *line = ra_reshape(q, RA_DIMS(-1)), *ranks;
    if (ignores)
        ranks = ra_clamp_min(ra_mul(line, ra_sub(ra_sum(ra_logical_not(ra_isnan(sorted)), RA_DIMS(-1), RA_OPTS(ra_sum, .keepdim = true)), 1, NULL)), 0);
    else
        ranks = ra_where(ra_isnan(ra_narrow(sorted, -1, last, 1)), last, ra_mul(line, last));
    ra_tensor *turned = way == LOWER ? ra_floor(ranks) : way == HIGHER ? ra_ceil(ranks) : way == NEAREST ? ra_round(ranks) : ranks;
    if (call->args[1].kind != RA_ARG_SCALAR) { /* of one that is none the place is out of range, however it is rounded */
        const ra_tensor *right = are_looked_at(line) ? looked_at(line, &check_quantiles, ignores ? "nanquantile" : "quantile")
                                                     : ra_logical_and(ra_ge(line, 0), ra_le(line, 1));
        turned = ra_where(right, turned, last + 1);
    }
    ra_tensor *below = ra_to(turned, RA_OPTS(ra_to, .dtype = RA_INT64)), *values = ra_gather(sorted, -1, below);
    if (way == LINEAR || way == MIDPOINT) {
        ra_tensor *above = ra_gather(sorted, -1, ra_to(ra_ceil(turned), RA_OPTS(ra_to, .dtype = RA_INT64)));
        if (way == LINEAR)
            (void)!ra_lerp_(values, above, ra_sub(turned, below, NULL));
        else
            (void)!ra_lerp_(values, above, 0.5);
    }
    return ra__gives(results, ra_ndim(q) ? ra_movedim(values, RA_DIMS(-1), RA_DIMS(0)) : ra_squeeze(values, RA_DIMS(-1)));
}

DEFINE(quantile)
{
    return quantile(call, results, false);
}

DEFINE(nanquantile)
{
    return quantile(call, results, true);
}

/* ---- integrals ---- */

static ra_scalar half_of(ra_scalar s)
{
    if (s.kind == RA_SCALAR_COMPLEX)
        return (ra_scalar){.kind = RA_SCALAR_COMPLEX, .value.f = {s.value.f[0] / 2, s.value.f[1] / 2}};
    return ra_scalar_float(ra__scalar_double(s) / 2);
}

/* In which sums of pairs are not rounded much, nor beyond its numbers: the ends, by half, and what is between them then take no pass for the pairs. */
static bool is_exact(ra_dtype dtype)
{
    return ra__real_of(dtype) == RA_FLOAT32 || ra__real_of(dtype) == RA_FLOAT64;
}

DEFINE(trapezoid)
{
    const ra_tensor *y = call->args[0].tensor, *x = ra__composite_optional(call, 1);
    const int ndim = ra_ndim(y);
    const int64_t dim = call->args[3].integer < 0 ? call->args[3].integer + ndim : call->args[3].integer;
    if (dim < 0 || dim >= ndim)
        return ra__refusal(RA_ERR_ARGUMENT, "dim: %lld is none of %d dimensions", (long long)call->args[3].integer, ndim);
    if (ra__composite_computes(call, ra_tensor_dtype(y)))
        return RA_ERR_DTYPE;
    if (x == RA_NONE && call->args[2].scalar.kind == RA_SCALAR_COMPLEX)
        return ra__refusal(RA_ERR_DTYPE, "dx: a complex number");
    const int64_t n = ra_size(y, (int)dim), spans = n ? n - 1 : 0;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0, to = 0; d < ndim; d++)
        if (d != dim)
            sizes[to++] = ra_size(y, d);
    if (!n)
        return ra__gives(results, ra_zeros(ra_dims_of(sizes, ndim - 1), RA_OPTS(ra_zeros, .dtype = ra_tensor_dtype(y), .device = ra_tensor_device(y))));
    if (x == RA_NONE && spans && !ra__is_complex(ra_tensor_dtype(y)) && is_exact(ra_tensor_dtype(y)) && ra_is_contiguous(y) && dim == ndim - 1) {
        ra_tensor *weights = ra_ones(RA_DIMS(n), RA_OPTS(ra_ones, .dtype = ra_tensor_dtype(y), .device = ra_tensor_device(y)));
        (void)!ra_mul_(ra_slice(weights, 0, 0, n, spans), 0.5); /* the ends */
        return ra__gives(results, ra_mul(ra_matmul(y, weights), call->args[2].scalar));
    }
    if (x == RA_NONE && spans && is_exact(ra_tensor_dtype(y)) && ra_is_contiguous(y)) {
        ra_tensor *ends = ra_add(ra_select(y, dim, 0), ra_select(y, dim, -1));
        ra_tensor *sum = spans > 1 ? ra_add(ra_sum(ra_narrow(y, dim, 1, spans - 1), RA_DIMS(dim)), ra_mul(ends, 0.5)) : ra_mul(ends, 0.5);
        return ra__gives(results, ra_mul(sum, call->args[2].scalar));
    }
    if (x == RA_NONE && spans && ra__is_integral(ra_tensor_dtype(y))) { /* sums of pairs would wrap, that of all is of int64; the ends wrap in PyTorch too */
        ra_tensor *ends = ra_add(ra_select(y, dim, 0), ra_select(y, dim, -1));
        return ra__gives(results, ra_mul(ra_sub(ra_sum(y, RA_DIMS(dim)), ra_mul(ends, 0.5)), call->args[2].scalar));
    }
    ra_tensor *pairs = ra_add(ra_narrow(y, dim, 0, spans), ra_narrow(y, dim, n - spans, spans), NULL);
    if (x == RA_NONE)
        return ra__gives(results, ra_mul(ra_sum(pairs, RA_DIMS(dim)), half_of(call->args[2].scalar)));
    if (ra_ndim(x) == 1 && ra_size(x, 0) != n)
        return ra__refusal(RA_ERR_SHAPE, "x: a vector must be of %lld elements", (long long)n);
    const int behind = ra_ndim(x) == 1 ? ndim - 1 - (int)dim : 0; /* of a vector, which lies along dim; what has other dimensions is broadcast */
    for (int k = 0; k < behind; k++)
        x = ra_unsqueeze(x, -1);
    while (x && ra_ndim(x) < ndim)
        x = ra_unsqueeze(x, 0);
    const int64_t places = ra_size(x, (int)dim), steps = places ? places - 1 : 0;
    ra_tensor *apart = ra_sub(ra_narrow(x, dim, places - steps, steps), ra_narrow(x, dim, 0, steps), NULL);
    return ra__gives(results, ra_div(ra_sum(ra_mul(apart, pairs), RA_DIMS(dim)), 2.0, NULL));
}

/* ---- covariances ---- */

/* One number for each of n observations, or none. */
static ra_status check_weights(const char *name, const ra_tensor *w, bool counts, int64_t n)
{
    if (w == RA_NONE)
        return RA_OK;
    const ra_dtype dtype = ra_tensor_dtype(w);
    if (counts ? dtype == RA_BOOL || !ra__is_integral(dtype) : !ra__is_floating(dtype))
        return ra__refusal(RA_ERR_DTYPE, "%s: has dtype %s, and must have %s", name, ra_dtype_name(dtype), counts ? "integers" : "real floating-point numbers");
    if (ra_ndim(w) > 1 || ra_numel(w) != n)
        return ra__refusal(RA_ERR_SHAPE, "%s: must be a vector of one number for each of %lld observations", name, (long long)n);
    return RA_OK;
}

static ra_status look_at_weights(ra__run *r, const char *name)
{
    uintptr_t count;
    const double *w = numbers_of(r, &count);
    for (uintptr_t i = 0; i < count; i++)
        if (!(w[i] >= 0))
            return ra__fault(r, RA_ERR_INDEX, "%s has %g, and must not be negative", name, w[i]);
    return are_right(r);
}

static ra_status look_at_counts(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    return look_at_weights(r, "fweights");
}

static ra_status look_at_parts(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    return look_at_weights(r, "aweights");
}

static ra_status look_at_total(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    uintptr_t count;
    return *numbers_of(r, &count) != 0 ? are_right(r) : ra__fault(r, RA_ERR_INDEX, "the weights add up to 0");
}

/* The sum of weights; where one of the two is negative or NaN, or the sum is 0, it has failed, or else the place read for it is out of range. */
static ra_tensor *total_of(ra_tensor *weights, const ra_tensor *const *given)
{
    static const ra_kernel checks[] = {{.name = "check", .run = look_at_counts}, {.name = "check", .run = look_at_parts}}, check_total = {.name = "check", .run = look_at_total};
    ra_tensor *sum = ra_sum(weights, RA_ALL), *right = NULL;
    for (int i = 0; i < 2; i++)
        if (given[i] != RA_NONE) {
            ra_tensor *all = are_looked_at(sum) ? looked_at(given[i], &checks[i], "cov") : ra_all(ra_ge(given[i], 0), RA_ALL);
            right = right ? ra_logical_and(right, all) : all;
        }
    ra_tensor *is_some = are_looked_at(sum) ? looked_at(sum, &check_total, "cov") : ra_ne(sum, 0);
    ra_tensor *wrong = ra_logical_not(right ? ra_logical_and(right, is_some) : is_some);
    return ra_gather(sum, 0, ra_to(wrong, RA_OPTS(ra_to, .dtype = RA_INT64)));
}

/*
 * The products of all rows with one another. Of those of two halves with each other one is the other turned: three products of halves are three
 * quarters of the work, and so on within the two of each half with itself, as often as `halved` says.
 */
static ra_tensor *products_of_rows(const ra_tensor *x, int halved)
{
    enum { ROWS_LEAST = 128, LENGTH_LEAST = 64 };
    if (!x)
        return NULL;
    const int64_t rows = ra_size(x, 0), half = rows / 2;
    if (!halved || rows < ROWS_LEAST || ra_size(x, 1) < LENGTH_LEAST || ra__is_complex(ra_tensor_dtype(x)) || !ra__layer_is_here(x))
        return ra_mm(x, ra_conj_physical(ra_t(x)));
    const ra_tensor *upper = ra_narrow(x, 0, 0, half), *lower = ra_narrow(x, 0, half, rows - half);
    ra_tensor *mixed = ra_mm(lower, ra_t(upper)), *first = products_of_rows(upper, halved - 1), *last = products_of_rows(lower, halved - 1);
    return ra_cat(RA_LIST(ra_cat(RA_LIST(first, ra_t(mixed)), 1), ra_cat(RA_LIST(mixed, last), 1)), 0);
}

/* Observations are columns. */
static ra_tensor *covariance(const ra_tensor *self, int64_t correction, const ra_tensor *counts, const ra_tensor *parts)
{
    const ra_tensor *given[] = {counts, parts};
    ra_tensor *x = ra_ndim(self) < 2 ? ra_view(self, RA_DIMS(1, -1)) : ra_ref(self), *w = NULL, *total, *factor;
    const bool weighed = counts != RA_NONE || parts != RA_NONE;
    if (!x)
        return NULL;
    const ra_device device = ra_tensor_device(self);
    const int64_t n = ra_size(x, 1);
    if (weighed) {
        w = counts == RA_NONE ? ra_ref(parts) : parts == RA_NONE ? ra_ref(counts) : ra_mul(counts, parts);
        total = total_of(w, given);
        factor = parts != RA_NONE && correction ? ra_sub(total, ra_div(ra_mul(ra_sum(ra_mul(w, parts), RA_ALL), correction), total)) : ra_sub(total, correction);
        factor = ra_where(ra_le(factor, 0), 0, factor);
    } else {
        total = ra_scalar_tensor(n, RA_OPTS(ra_scalar_tensor, .dtype = RA_INT64, .device = device));
        factor = ra_clamp_min(ra_sub(total, correction), 0);
    }
    ra_tensor *mean = ra_div(ra_sum(weighed ? ra_mul(x, w) : x, RA_DIMS(1)), total), *apart = ra_sub(x, ra_unsqueeze(mean, 1));
    ra_tensor *products = weighed ? ra_mm(apart, ra_conj_physical(ra_t(ra_mul(apart, w)))) : products_of_rows(apart, 2);
    return ra_squeeze(ra_div(products, factor), RA_ALL);
}

static ra_status check_observations(const ra_op_call *call)
{
    const ra_tensor *self = call->args[0].tensor;
    if (ra_ndim(self) > 2)
        return ra__refusal(RA_ERR_SHAPE, "self: has %d dimensions, more than 2", ra_ndim(self));
    return ra__composite_computes(call, ra_tensor_dtype(self));
}

DEFINE(cov)
{
    const ra_tensor *self = call->args[0].tensor, *counts = ra__composite_optional(call, 1), *parts = ra__composite_optional(call, 2);
    ra_status s = check_observations(call);
    if (s)
        return s;
    const int64_t n = ra_ndim(self) ? ra_size(self, -1) : 1;
    s = check_weights("fweights", counts, true, n);
    s = s ? s : check_weights("aweights", parts, false, n);
    return s ? s : ra__gives(results, covariance(self, call->args[3].integer, counts, parts));
}

/* Each part of a complex number by itself. */
static ra_tensor *within_one(const ra_tensor *t)
{
    if (!ra__is_complex(ra_tensor_dtype(t)))
        return ra_clamp(t, -1, 1);
    return ra_complex(ra_clamp(ra_real(t), -1, 1), ra_clamp(ra_imag(t), -1, 1));
}

DEFINE(corrcoef)
{
    const ra_status s = check_observations(call);
    ra_tensor *c = s ? NULL : covariance(call->args[0].tensor, 1, RA_NONE, RA_NONE);
    if (!c)
        return s ? s : ra__gives(results, NULL);
    if (!ra_ndim(c))
        return ra__gives(results, ra_div(c, c));
    ra_tensor *deviation = ra_sqrt(ra_real(ra_diagonal(c, 0, 0, 1)));
    c = ra_div(ra_div(c, ra_view(deviation, RA_DIMS(-1, 1))), ra_view(deviation, RA_DIMS(1, -1)));
    return ra__gives(results, c ? within_one(c) : NULL);
}
