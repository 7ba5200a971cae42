/*
 * Composites: what is in a set, and where something is.
 */
#include "async/front/composites_layers.h"

#include <math.h>

/* Whether elements lie among those of a line that is sorted, of the same dtype and not empty; NaN is none and has none. */
static ra_tensor *are_in(const ra_tensor *elements, const ra_tensor *line)
{
    const bool floating = ra__is_floating(ra_tensor_dtype(line));
    const ra_tensor *sought = floating ? ra_where(ra_isnan(line), INFINITY, line) : line; /* they come last, and would stand in the way */
    ra_tensor *sorted = NULL, *places = NULL;
    if (ra_sort(sought, 0, &sorted, &places, NULL))
        return NULL;
    ra_tensor *at = ra_clamp_max(ra_searchsorted(sorted, elements, RA_NONE), ra_numel(line) - 1), *found = ra_eq(ra_index(sorted, RA_LIST(at)), elements);
    return floating ? ra_logical_and(found, ra_logical_or(ra_ne(elements, INFINITY), ra_any(ra_eq(line, INFINITY), RA_ALL))) : found;
}

static ra_status check_kind(const ra_op_call *call, const ra_arg *arg)
{
    const ra_op *op = call->state;
    const ra_dtype dtype = arg->kind != RA_ARG_SCALAR ? ra_tensor_dtype(arg->tensor)
                           : arg->scalar.kind == RA_SCALAR_BOOL ? RA_BOOL : arg->scalar.kind == RA_SCALAR_COMPLEX ? RA_COMPLEX64 : RA_FLOAT32;
    return op->dtypes >> dtype & 1 ? RA_OK : ra__refusal(RA_ERR_DTYPE, "not defined for dtype %s", ra_dtype_name(dtype));
}

/* With the strides that a fresh tensor has, whatever those along a size of 1 are. */
static ra_tensor *dense(const ra_tensor *t)
{
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; t && d < ra_ndim(t); d++)
        sizes[d] = ra_size(t, d);
    return t ? ra_view(ra_reshape(t, RA_DIMS(ra_numel(t))), ra_dims_of(sizes, ra_ndim(t))) : NULL;
}

DEFINE(isin)
{
    const ra_arg *elements = &call->args[0], *test = &call->args[1];
    const bool invert = call->args[3].boolean, counted = elements->kind == RA_ARG_SCALAR;
    ra__promotion promotion = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    int64_t sizes[RA_MAX_DIMS];
    if (counted && test->kind == RA_ARG_SCALAR)
        return ra__refusal(RA_ERR_ARGUMENT, "elements and test_elements: are both numbers");
    if (check_kind(call, elements) || check_kind(call, test))
        return RA_ERR_DTYPE;
    const ra_device device = ra_tensor_device(counted ? test->tensor : elements->tensor);
    const int ndim = counted ? 0 : ra_ndim(elements->tensor);
    for (int d = 0; d < ndim; d++)
        sizes[d] = ra_size(elements->tensor, d);
    if ((!counted && !ra_numel(elements->tensor)) || (test->kind != RA_ARG_SCALAR && !ra_numel(test->tensor)))
        return ra__gives(results, ra_full(ra_dims_of(sizes, ndim), invert, RA_OPTS(ra_full, .dtype = RA_BOOL, .device = device)));
    if (test->kind == RA_ARG_SCALAR) {
        ra_tensor *sought = dense(elements->tensor);
        return ra__gives(results, invert ? ra_ne(sought, test->scalar) : ra_eq(sought, test->scalar));
    }
    if (counted)
        ra__promote_number(&promotion, elements->scalar.kind, ra__tls.carried.default_dtype);
    else
        ra__promote_tensor(&promotion, ra_tensor_dtype(elements->tensor), ndim);
    ra__promote_tensor(&promotion, ra_tensor_dtype(test->tensor), ra_ndim(test->tensor));
    const ra_dtype common = ra__promoted(&promotion), own = counted && elements->scalar.kind == RA_SCALAR_INT ? RA_INT64 : RA_FLOAT64; /* it wraps where it does not fit */
    ra_tensor *sought = counted ? ra_to(ra_scalar_tensor(elements->scalar, RA_OPTS(ra_scalar_tensor, .dtype = own, .device = device)), RA_OPTS(ra_to, .dtype = common))
                                : dense(ra_to(elements->tensor, RA_OPTS(ra_to, .dtype = common)));
    ra_tensor *found = sought ? are_in(sought, ra_reshape(ra_to(test->tensor, RA_OPTS(ra_to, .dtype = common)), RA_DIMS(-1))) : NULL;
    return ra__gives(results, invert ? ra_logical_not(found) : found);
}

DEFINE(argwhere)
{
    return ra__gives(results, ra_nonzero(call->args[0].tensor));
}

DEFINE(msort)
{
    const ra_tensor *self = call->args[0].tensor;
    ra_tensor *values = NULL, *places = NULL;
    (void)!ra_sort(self, 0, &values, &places, NULL);
    return ra__gives(results, values);
}
