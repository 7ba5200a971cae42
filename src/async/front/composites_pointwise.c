/*
 * Composites: powers in another precision, what of complex numbers is real, and elements left out at random.
 */
#include "async/front/composites.h"

#include "meta/dtype.h"

#include <runahead/ops.h>

static bool is_complex_argument(const ra_arg *a)
{
    return a->kind == RA_ARG_SCALAR ? a->scalar.kind == RA_SCALAR_COMPLEX : ra__is_complex(ra_tensor_dtype(a->tensor));
}

/* As an operand of that dtype. */
static ra_operand widened(const ra_arg *a, ra_dtype dtype)
{
    if (a->kind == RA_ARG_TENSOR)
        return ra_operand_tensor(ra_to(a->tensor, RA_OPTS(ra_to, .dtype = dtype)));
    return ra_operand_scalar(dtype == RA_FLOAT64 ? RA_F(ra__scalar_double(a->scalar)) : a->scalar);
}

DEFINE(float_power)
{
    const ra_arg *self = &call->args[0], *exponent = &call->args[1];
    const ra_dtype dtype = is_complex_argument(self) || is_complex_argument(exponent) ? RA_COMPLEX128 : RA_FLOAT64;
    return ra__gives(results, ra_pow(widened(self, dtype), widened(exponent, dtype)));
}

DEFINE(isreal)
{
    const ra_tensor *self = call->args[0].tensor;
    if (!ra__is_complex(ra_tensor_dtype(self)))
        return ra__gives(results, ra_ones_like(self, RA_OPTS(ra_ones_like, .dtype = RA_BOOL)));
    return ra__gives(results, ra_eq(ra_imag(self), 0));
}

DEFINE(dropout)
{
    const ra_tensor *input = call->args[0].tensor;
    const double p = call->args[1].real;
    const ra_status s = ra__composite_computes(call, ra_tensor_dtype(input));
    if (!(p >= 0 && p <= 1))
        return ra__refusal(RA_ERR_ARGUMENT, "p: %g is not between 0 and 1", p);
    if (p == 0 || !call->args[2].boolean || !ra_numel(input))
        return ra__gives(results, ra_ref(input));
    if (p == 1)
        return ra__gives(results, ra_mul(input, 0));
    if (s)
        return s;
    ra_tensor *kept = ra_empty_like(input, NULL);
    if (!kept || ra_bernoulli_(kept, 1 - p))
        return ra__gives(results, kept);
    return ra__gives(results, ra_mul(input, ra_div(kept, 1 - p)));
}
