/*
 * Composites: powers in another precision, and what of complex numbers is real.
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
