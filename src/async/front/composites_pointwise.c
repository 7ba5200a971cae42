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

/* 2^exponent of int64 exponents between -1022 and 1023, in double precision. */
static ra_tensor *power_of_two(const ra_tensor *exponent)
{
    return ra_exp2(ra_to(exponent, RA_OPTS(ra_to, .dtype = RA_FLOAT64)));
}

/*
 * The first part of an exponent beyond the range of doubles, and what is left of it. Downwards it stops 53 short of the least: what
 * is rounded on the way there is 0 in the end.
 */
static ra_tensor *first_part(ra_tensor **exponent)
{
    ra_tensor *part = ra_where(ra_lt(*exponent, -1022), -969, ra_clamp_max(*exponent, 1023));
    *exponent = ra_sub(*exponent, part);
    return power_of_two(part);
}

/* Whatever the exponents: beyond those it is 0 or infinite, and so it is with them. */
static ra_tensor *scaled(const ra_tensor *self, const ra_tensor *exponents)
{
    const ra_dtype dtype = ra_tensor_dtype(self);
    ra_tensor *left = ra_clamp(ra_to(exponents, RA_OPTS(ra_to, .dtype = RA_INT64)), dtype == RA_FLOAT64 ? -2200 : -400, dtype == RA_FLOAT64 ? 2200 : 400);
    if (dtype != RA_FLOAT64) /* whose numbers, times these powers, are doubles */
        return ra_to(ra_mul(ra_to(self, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), power_of_two(left)), RA_OPTS(ra_to, .dtype = dtype));
    ra_tensor *first = first_part(&left), *second = first_part(&left);
    return ra_mul(ra_mul(ra_mul(self, first), second), power_of_two(ra_clamp(left, -1022, 1023)));
}

DEFINE(ldexp)
{
    const ra_tensor *self = call->args[0].tensor, *other = call->args[1].tensor;
    const ra_dtype own = ra_tensor_dtype(self), exponents = ra_tensor_dtype(other);
    const bool real = ra__is_floating(own);
    if (real && exponents == RA_BOOL)
        return ra__refusal(RA_ERR_DTYPE, "other: is bool, and self %s, which takes integers and floating numbers", ra_dtype_name(own));
    if (ra__is_complex(own) && exponents == RA_FLOAT16 && ra_ndim(other))
        return ra__refusal(RA_ERR_DTYPE, "other: is float16, whose complex numbers there are none of, and self %s", ra_dtype_name(own));
    if (real && ra__is_integral(exponents))
        return ra__gives(results, scaled(self, other));
    if (!real && !ra__is_complex(own))
        return ra__gives(results, ra_mul(self, ra_pow(2.0, other)));
    const ra_tensor *two = ra_scalar_tensor(2, RA_OPTS(ra_scalar_tensor, .dtype = own, .device = ra_tensor_device(self)));
    return ra__gives(results, ra_mul(self, ra_pow(two, other)));
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

/* ---- random, in the sizes of another ---- */

/* To be filled; args from `first` on are generator, dtype, device and format. */
static ra_tensor *like(const ra_op_call *call, int first, ra_generator **generator)
{
    const ra_arg *args = call->args + first;
    *generator = args[0].kind == RA_ARG_GENERATOR ? args[0].generator : NULL;
    ra_tensor *t = ra_empty_like(call->args[0].tensor, RA_OPTS(ra_empty_like, .dtype = args[1].kind == RA_ARG_DTYPE ? args[1].dtype : RA_NO_DTYPE,
                                                               .device = args[2].kind == RA_ARG_DEVICE ? args[2].device : 0, .memory_format = args[3].string));
    return t && !ra__composite_computes(call, ra_tensor_dtype(t)) ? t : NULL;
}

DEFINE(rand_like)
{
    ra_generator *generator;
    ra_tensor *t = like(call, 1, &generator);
    return t && ra_uniform_(t, 0, 1, RA_OPTS(ra_uniform_, .generator = generator)) ? RA_OK : ra__gives(results, t);
}

DEFINE(randn_like)
{
    ra_generator *generator;
    ra_tensor *t = like(call, 1, &generator);
    return t && ra_normal_(t, 0, 1, RA_OPTS(ra_normal_, .generator = generator)) ? RA_OK : ra__gives(results, t);
}

DEFINE(randint_like)
{
    ra_generator *generator;
    int64_t sizes[RA_MAX_DIMS];
    ra_tensor *t = like(call, 3, &generator);
    for (int d = 0; t && d < ra_ndim(t); d++)
        sizes[d] = ra_size(t, d);
    return t && ra_randint_out(t, call->args[1].integer, call->args[2].integer, ra_dims_of(sizes, ra_ndim(t)), RA_OPTS(ra_randint, .generator = generator, .device = ra_tensor_device(t)))
               ? RA_OK
               : ra__gives(results, t);
}
