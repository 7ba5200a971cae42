/*
 * Meta functions of the elementwise operators: dtypes and attributes. Broadcasting, strides and geometry are the same for
 * all of them and live in elementwise.c.
 */
#include "meta/copy.h"
#include "meta/meta.h"
#include "meta/pre.h"
#include "meta/view.h"

#include <math.h>

/* ---- the named rules ---- */

/* Computes and results in `dtype`, which the operator's row must list. */
static ra_status plain(ra_meta *m, ra_dtype dtype)
{
    ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype});
}

/* The same for operators that take out= only in the very dtype of their result. */
static ra_status exact(ra_meta *m, ra_dtype dtype)
{
    ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype, .exact_dtype = true});
}

/* Computes in `dtype`, results in bool. */
static ra_status predicate(ra_meta *m, ra_dtype dtype)
{
    ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = RA_BOOL});
}

static ra_dtype dtype_of(const ra_meta *m, int arg)
{
    return (ra_dtype)ra__layout(m, arg)->dtype;
}

/*
 * Beside a half tensor, numbers and tensors of other dtypes are rounded to its dtype, alpha too; but where the second operand
 * of a product or a quotient, rounded down or not, is a number or a single element, it is taken as float32, in which the
 * loops compute. That is what PyTorch's results are over all halves (of vectors; its last few elements may be rounded once
 * more between alpha's product and the sum).
 */
enum { SECOND = 1u << 1 };

static ra_status product(ra_meta *m, ra_dtype dtype)
{
    ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype, .keeps = SECOND});
}

/* ---- unary ---- */

ra_status ra__meta_unary_same(ra_meta *m)
{
    return exact(m, dtype_of(m, 0));
}

ra_status ra__meta_unary_round(ra_meta *m)
{
    return exact(m, dtype_of(m, 0));
}

ra_status ra__meta_unary_float(ra_meta *m)
{
    return plain(m, ra__to_float(m, dtype_of(m, 0)));
}

/* Copied in PyTorch: an out= that is resized is contiguous. */
ra_status ra__meta_ndtr(ra_meta *m)
{
    const ra_dtype dtype = ra__to_float(m, dtype_of(m, 0));
    const ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype, .contiguous = m->given});
}

/* A real number of complex ones, which a complex out= takes too; `like`: of self's dtype alone, and a fresh result is laid out as self is. */
static ra_status real_of_complex(ra_meta *m, ra_dtype dtype, bool like)
{
    if (m->variant == RA_INPLACE)
        return ra__refuse(m, RA_ERR_DTYPE, "not in place for complex dtypes, as the result is real");
    if (like && m->given && ra__is_complex((ra_dtype)m->given[0].layout->dtype) && m->given[0].layout->dtype != dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "out must be floating or %s", ra_dtype_name(dtype));
    const ra_dtype real = ra__real_of(dtype);
    ra__elementwise e = {.compute = dtype, .result = real, .loop_result = real, .like_first = like && !m->given};
    e.contiguous = !e.like_first && (!m->given || !ra__is_complex((ra_dtype)m->given[0].layout->dtype)); /* taken from a complex result, as PyTorch has it */
    return ra__elementwise_output(m, &e);
}

ra_status ra__meta_abs(ra_meta *m)
{
    ra_dtype dtype = dtype_of(m, 0);
    return ra__is_complex(dtype) ? real_of_complex(m, dtype, true) : exact(m, dtype);
}

ra_status ra__meta_angle(ra_meta *m)
{
    ra_dtype dtype = dtype_of(m, 0);
    return ra__is_complex(dtype) ? real_of_complex(m, dtype, false) : plain(m, ra__to_float(m, dtype));
}

ra_status ra__meta_square(ra_meta *m)
{
    ra_dtype dtype = dtype_of(m, 0);
    return plain(m, dtype == RA_BOOL ? RA_INT64 : dtype);
}

ra_status ra__meta_leaky_relu(ra_meta *m)
{
    ra_scalar slope = ra__arg_scalar(m, 1);
    ra_status s = ra__check_dtype(m, dtype_of(m, 0));
    if (!s)
        s = ra__check_number(m, slope, ra__compute_dtype(dtype_of(m, 0)));
    m->geometry.params.f[0] = ra__scalar_double(slope);
    return s ? s : exact(m, dtype_of(m, 0));
}

/* An optional real number, or what stands for it. */
static ra_status real_number(ra_meta *m, int arg, double otherwise, double *number)
{
    *number = otherwise;
    if (m->args[arg].kind == RA_ARG_NONE)
        return RA_OK;
    const ra_scalar given = ra__arg_scalar(m, arg);
    if (!ra__scalar_is_real(given))
        return ra__refuse(m, RA_ERR_DTYPE, "%s must be real, not complex", m->op->args[arg].name);
    *number = ra__scalar_double(given);
    return RA_OK;
}

/* Within lambd of zero, which a float is compared with in its own dtype. */
ra_status ra__meta_hardshrink(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0);
    ra_status s = ra__check_dtype(m, dtype);
    s = s ? s : real_number(m, 1, 0, &m->geometry.params.f[0]);
    if (!s && !ra__number_fits(ra_scalar_float(m->geometry.params.f[0]), dtype))
        return ra__refuse(m, RA_ERR_ARGUMENT, "lambd: %g cannot be held by dtype %s", m->geometry.params.f[0], ra_dtype_name(dtype));
    return s ? s : exact(m, dtype);
}

ra_status ra__meta_softshrink(ra_meta *m)
{
    const ra_status s = ra__meta_hardshrink(m);
    const double lambda = m->geometry.params.f[0];
    return s || (lambda >= 0 && isfinite(lambda)) ? s : ra__refuse(m, RA_ERR_ARGUMENT, "lambd: %g is negative or not finite", lambda);
}

ra_status ra__meta_bounded_square(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0);
    const ra_status s = ra__check_dtype(m, dtype);
    m->geometry.params.f[0] = ra__arg_float(m, 1);
    m->geometry.params.f[1] = ra__arg_float(m, 2);
    return s ? s : exact(m, dtype);
}

static double rounded_to(ra_dtype dtype, double x)
{
    _Alignas(16) unsigned char element[16];
    ra__scalar_store(ra_scalar_float(x), dtype, element);
    return ra__scalar_double(ra__scalar_load(dtype, element));
}

/* The threshold as it is in the dtype that is computed in, the value in that of self: cut to integers for an integer one. */
ra_status ra__meta_threshold(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0);
    const ra_status s = ra__check_dtype(m, dtype);
    for (int i = 0; !s && i < 2; i++) {
        const ra_scalar number = ra__arg_scalar(m, 1 + i);
        const ra_dtype held = i == 0 && ra__is_half(dtype) ? RA_FLOAT32 : dtype;
        if (!ra__number_fits(number, held))
            return ra__refuse(m, RA_ERR_ARGUMENT, "%s: cannot be held by dtype %s", m->op->args[1 + i].name, ra_dtype_name(held));
        if (ra__is_integral(dtype))
            m->geometry.params.i[i] = ra__scalar_int64(number);
        else
            m->geometry.params.f[i] = rounded_to(held, ra__scalar_double(number));
    }
    return s ? s : plain(m, dtype);
}

ra_status ra__meta_gelu(ra_meta *m)
{
    m->geometry.params.i[3] = ra__arg_choice(m, 1);
    return exact(m, dtype_of(m, 0));
}

/* Without eps, or with one below zero, nothing is limited. */
ra_status ra__meta_logit(ra_meta *m)
{
    double eps;
    const ra_dtype dtype = ra__to_float(m, dtype_of(m, 0));
    ra_status s = real_number(m, 1, -1, &eps);
    if (s || (s = ra__check_dtype(m, dtype)))
        return s;
    if (!ra__number_fits(ra_scalar_float(eps), dtype))
        return ra__refuse(m, RA_ERR_ARGUMENT, "eps: %g cannot be held by dtype %s", eps, ra_dtype_name(dtype));
    eps = rounded_to(dtype, eps);
    m->geometry.params.f[0] = eps < 0 ? -INFINITY : eps;
    m->geometry.params.f[1] = eps < 0 ? INFINITY : rounded_to(dtype, 1 - eps);
    return plain(m, dtype);
}

/* Integers are copied, contiguous in an out= that is resized. */
ra_status ra__meta_nan_to_num(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0), real = ra__real_of(dtype);
    const bool whole = dtype == RA_BOOL || ra__is_integral(dtype);
    const double most = whole ? 0 : ra__largest_of(real);
    ra__params *p = &m->geometry.params;
    ra_status s = real_number(m, 1, 0, &p->f[0]);
    if (s || (s = real_number(m, 2, most, &p->f[1])) || (s = real_number(m, 3, -most, &p->f[2])))
        return s;
    return ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype, .exact_dtype = true, .contiguous = whole && m->given, .like_first = !m->given});
}

/* Of real numbers self itself. */
ra_status ra__meta_conj_physical(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0);
    if (ra__is_complex(dtype) || m->variant != RA_FUNCTIONAL)
        return ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype, .exact_dtype = true, .like_first = !m->given});
    ra__shape shape;
    ra__shape_from_layout(&shape, ra__layout(m, 0));
    return ra__set_view(m, 0, m->first[0], &shape, ra__in(m, 0)->offset);
}

ra_status ra__meta_predicate(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0);
    const bool compares = m->op->as == RA__AS_INFINITE && (ra__is_floating(dtype) || ra__is_complex(dtype)); /* with a number, in PyTorch */
    const bool alike = m->op->as == RA__AS_INFINITE && (dtype == RA_BOOL || ra__is_integral(dtype)); /* where none is, PyTorch fills a tensor like it */
    ra_status s = ra__check_dtype(m, dtype);
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = RA_BOOL, .beside_number = compares, .like_first = alike});
}

ra_status ra__meta_signbit(ra_meta *m)
{
    ra_status s = ra__check_dtype(m, dtype_of(m, 0));
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = dtype_of(m, 0), .result = RA_BOOL, .exact_dtype = true});
}

/* ---- binary ---- */

ra_status ra__meta_binary_float(ra_meta *m)
{
    return plain(m, ra__to_float(m, ra__common_dtype(m)));
}

/* Halves are stepped by their bits, in 16-bit integers; params.i[0]: above so many they are NaN. */
ra_status ra__meta_nextafter(ra_meta *m)
{
    const ra_dtype common = ra__common_dtype(m);
    const ra_status s = ra__check_dtype(m, common);
    if (s || !ra__is_half(common))
        return s ? s : plain(m, common);
    m->geometry.params.i[0] = common == RA_FLOAT16 ? 0x7c00 : 0x7f80;
    return ra__elementwise_output(m, &(ra__elementwise){.compute = RA_INT16, .result = common, .loop_result = common, .loop_input = {common, common}});
}

/* Numbers for channels stand beside self as (1, C, 1, ...); nobody sees them so but what broadcasts. */
static ra_status beside_channels(ra_meta *m, int64_t channels)
{
    const ra_layout *self = ra__layout(m, 0), *weight = ra__layout(m, 1);
    ra__shape shape = {.dtype = (ra_dtype)weight->dtype, .ndim = self->ndim};
    ra__layout_space space;
    for (int d = 0; d < self->ndim; d++) {
        shape.sizes[d] = d == 1 ? channels : 1;
        shape.strides[d] = d == 1 && channels > 1 ? ra__strides(weight)[0] : 1;
    }
    ra__layout_from_shape(&space.layout, &shape, 0);
    const ra__input *given = m->in, beside[] = {given[0], {&space.layout, NULL, given[1].storage, given[1].offset, given[1].storage_bytes, given[1].device}};
    m->in = beside;
    const ra_status s = ra__elementwise_output(m, &(ra__elementwise){.compute = shape.dtype, .result = shape.dtype, .like_first = true});
    m->in = given;
    return s;
}

ra_status ra__meta_prelu(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0), *weight = ra__layout(m, 1);
    const int64_t channels = self->ndim > 1 ? ra__sizes(self)[1] : 1;
    const ra_status s = ra__check_dtype(m, (ra_dtype)self->dtype);
    if (s)
        return s;
    if (weight->dtype != self->dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "weight: is of dtype %s, self of %s", ra_dtype_name((ra_dtype)weight->dtype), ra_dtype_name((ra_dtype)self->dtype));
    if (weight->ndim > 1 || (weight->numel != 1 && (!self->ndim || weight->numel != channels)))
        return ra__refuse(m, RA_ERR_SHAPE, "weight: must be one number, or one for each of %lld channels", (long long)channels);
    return beside_channels(m, weight->numel == 1 ? 1 : channels);
}

ra_status ra__meta_heaviside(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0), values = dtype_of(m, 1);
    if (values != dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "values is of dtype %s, not %s as self", ra_dtype_name(values), ra_dtype_name(dtype));
    return exact(m, dtype);
}

/* Two real tensors of one dtype to a complex one. */
ra_status ra__meta_to_complex(ra_meta *m)
{
    const ra_dtype dtype = dtype_of(m, 0), second = dtype_of(m, 1);
    ra_status s = ra__check_dtype(m, dtype);
    if (s)
        return s;
    if (second != dtype)
        return ra__refuse(m, RA_ERR_DTYPE, "%s is of dtype %s, not %s as %s", m->op->args[1].name, ra_dtype_name(second), ra_dtype_name(dtype), m->op->args[0].name);
    const ra_dtype complex = ra__complex_of(dtype);
    return ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = complex, .loop_result = complex, .exact_dtype = true});
}

ra_status ra__meta_binary(ra_meta *m)
{
    ra_dtype common = ra__common_dtype(m);
    return m->op->as == RA__AS_PRODUCT ? product(m, common) : plain(m, common);
}

/* Leaves alpha in the parameters, in the form that loops of `common` read; variant 1 unless it is one. */
static ra_status take_alpha(ra_meta *m, ra_dtype common, ra_scalar alpha)
{
    if (alpha.kind == RA_SCALAR_BOOL && common != RA_BOOL)
        return ra__refuse(m, RA_ERR_ARGUMENT, "a bool alpha needs a bool result, not %s", ra_dtype_name(common));
    if (alpha.kind == RA_SCALAR_COMPLEX && !ra__is_complex(common))
        return ra__refuse(m, RA_ERR_ARGUMENT, "a complex alpha needs a complex result, not %s", ra_dtype_name(common));
    if (alpha.kind == RA_SCALAR_FLOAT && !ra__is_floating(common) && !ra__is_complex(common))
        return ra__refuse(m, RA_ERR_ARGUMENT, "a floating alpha needs a floating result, not %s", ra_dtype_name(common));
    ra_status s = ra__check_number(m, alpha, common);
    if (s)
        return s;
    ra__params *p = &m->geometry.params;
    _Alignas(16) unsigned char half[16];
    if (ra__is_half(common)) { /* like the other numbers */
        ra__scalar_store(alpha, common, half);
        alpha = ra__scalar_load(common, half);
    }
    if (ra__is_complex(common) || ra__is_floating(common)) {
        p->f[0] = ra__scalar_double(alpha);
        p->f[1] = alpha.kind == RA_SCALAR_COMPLEX ? alpha.value.f[1] : 0;
        p->i[3] = p->f[0] != 1 || p->f[1] != 0;
    } else {
        p->i[0] = ra__scalar_int64(alpha);
        p->i[3] = p->i[0] != 1;
    }
    return RA_OK;
}

ra_status ra__meta_add(ra_meta *m)
{
    ra_dtype common = ra__common_dtype(m);
    ra_status s = take_alpha(m, common, ra__arg_scalar(m, 2));
    return s ? s : plain(m, common);
}

ra_status ra__meta_sub(ra_meta *m)
{
    for (int k = 0; k < 2; k++)
        if (dtype_of(m, k) == RA_BOOL)
            return ra__refuse(m, RA_ERR_DTYPE, "not defined for bool; logical_not or ne may be meant");
    return ra__meta_add(m);
}

/* div's variants. Of two tensors of halves the steps to a quotient that is rounded down are rounded, each. */
enum { TRUE_QUOTIENT, TRUNCATED, FLOORED, FLOORED_FLOAT16, FLOORED_BFLOAT16 };

static int64_t floored(const ra_meta *m, ra_dtype dtype)
{
    return !ra__is_half(dtype) || m->in[1].layout->numel == 1 ? FLOORED : dtype == RA_FLOAT16 ? FLOORED_FLOAT16 : FLOORED_BFLOAT16;
}

ra_status ra__meta_div(ra_meta *m)
{
    const ra_dtype common = ra__common_dtype(m);
    const int mode = ra__arg_choice(m, 2);
    m->geometry.params.i[3] = mode < 0 ? TRUE_QUOTIENT : mode == 0 ? TRUNCATED : floored(m, common);
    if (mode < 0)
        return product(m, ra__to_float(m, common));
    if (ra__is_complex(common))
        return ra__refuse(m, RA_ERR_DTYPE, "complex quotients cannot be rounded");
    return product(m, common);
}

ra_status ra__meta_floor_divide(ra_meta *m)
{
    const ra_dtype common = ra__common_dtype(m);
    m->geometry.params.i[3] = floored(m, common);
    return product(m, common);
}

/* Exponents that have a loop of their own, in the order of pow's variants. PyTorch's powers of float16 are never roots: of -inf and -0 these
 * are others. */
static int64_t pow_variant(const ra_scalar *exponent, ra_dtype dtype)
{
    static const double own[] = {2, 3, 0.5, -0.5, -1, -2};
    if (!exponent || exponent->kind == RA_SCALAR_BOOL || exponent->kind == RA_SCALAR_COMPLEX)
        return 0;
    double e = exponent->kind == RA_SCALAR_INT ? (double)exponent->value.i : exponent->value.f[0];
    int64_t count = ra__is_complex(dtype) ? 1 : ra__is_floating(dtype) ? 6 : 2;
    for (int64_t v = 0; v < count; v++)
        if (own[v] == e)
            return dtype == RA_FLOAT16 && (v == 2 || v == 3) ? 0 : v + 1;
    return 0;
}

ra_status ra__meta_pow(ra_meta *m)
{
    ra_dtype common = ra__common_dtype(m);
    const ra_scalar *exponent = m->in[1].number;
    ra_status s = RA_OK;
    if (ra__is_integral(common) && exponent && exponent->value.i < 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "integers to negative integer powers are not allowed");
    if (exponent && (ra__is_integral(common) || ra__is_half(common)))
        s = ra__check_number(m, *exponent, common);
    if (s)
        return s;
    m->geometry.params.i[3] = pow_variant(exponent, common);
    if (common == RA_BOOL && exponent) /* only as a number, as PyTorch has it */
        return ra__elementwise_output(m, &(ra__elementwise){.compute = RA_BOOL, .result = RA_BOOL, .leading = 1});
    s = ra__check_dtype(m, common);
    return s ? s
             : ra__elementwise_output(m, &(ra__elementwise){.compute = common, .result = common, .contiguous = m->in[0].number, .leading = exponent ? 1 : 0});
}

ra_status ra__meta_compare(ra_meta *m)
{
    return predicate(m, ra__common_dtype(m));
}

/*
 * Operands are read as bool. By way of the promoted dtype only those of 0 dimensions, which may be wider than it and unlike
 * zero there alone; the others are promoted to one in which nothing becomes zero.
 */
static ra_status truth(ra_meta *m)
{
    ra__elementwise e = {.compute = RA_BOOL, .result = RA_BOOL, .via = ra__common_dtype(m)};
    return ra__elementwise_output(m, &e);
}

ra_status ra__meta_logical(ra_meta *m)
{
    return truth(m);
}

ra_status ra__meta_logical_not(ra_meta *m)
{
    return truth(m);
}

/* ---- ternary ---- */

/* Operands that only move: the loops are named by an integer dtype of their width (see src/cpu/select.c). */
static ra_dtype carrier(ra_dtype d)
{
    switch (ra_dtype_size(d)) {
    case 1:
        return RA_UINT8;
    case 2:
        return RA_INT16;
    case 4:
        return RA_INT32;
    case 8:
        return RA_INT64;
    default:
        return RA_COMPLEX128;
    }
}

static void fold(const ra_meta *m, ra__promotion *p, int k)
{
    if (m->in[k].number)
        ra__promote_number(p, m->in[k].number->kind, m->default_dtype);
    else
        ra__promote_tensor(p, (ra_dtype)m->in[k].layout->dtype, m->in[k].layout->ndim);
}

ra_status ra__meta_where(ra_meta *m)
{
    ra_dtype condition = dtype_of(m, 0);
    if (condition != RA_BOOL && condition != RA_UINT8)
        return ra__refuse(m, RA_ERR_DTYPE, "condition must be bool or uint8, not %s", ra_dtype_name(condition));
    ra__promotion p = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    fold(m, &p, 1);
    fold(m, &p, 2);
    ra_dtype common = ra__promoted(&p);
    for (int k = 1; k < 3; k++) {
        ra_status s = m->in[k].number ? ra__check_fill(m, *m->in[k].number, common, true) : RA_OK;
        if (s)
            return s;
    }
    return ra__elementwise_output(m, &(ra__elementwise){.compute = carrier(common),
                                                        .result = common,
                                                        .loop_result = common,
                                                        .loop_input = {RA_BOOL, common, common},
                                                        .exact_dtype = true});
}

ra_status ra__meta_masked_fill(ra_meta *m)
{
    ra_dtype self = dtype_of(m, 0);
    const ra__input *value = ra__in(m, 2);
    if (dtype_of(m, 1) != RA_BOOL)
        return ra__refuse(m, RA_ERR_DTYPE, "mask must be bool, not %s", ra_dtype_name(dtype_of(m, 1)));
    if (!value->number && value->layout->ndim != 0)
        return ra__refuse(m, RA_ERR_SHAPE, "value must be a number or a tensor of 0 dimensions, not %d", value->layout->ndim);
    if (!value->number && ra__is_complex((ra_dtype)value->layout->dtype) && !ra__is_complex(self) && self != RA_BOOL)
        return ra__refuse(m, RA_ERR_DTYPE, "a value of dtype %s cannot be held by dtype %s", ra_dtype_name((ra_dtype)value->layout->dtype), ra_dtype_name(self));
    ra_status s = value->number ? ra__check_number(m, *value->number, self) : RA_OK;
    if (s)
        return s;
    return ra__elementwise_output(m, &(ra__elementwise){.compute = carrier(self),
                                                        .result = self,
                                                        .loop_result = self,
                                                        .loop_input = {self, RA_BOOL, self},
                                                        .contiguous = true});
}

/* Leaves value in the parameters, in the form that loops of `common` read; of halves in single precision. */
static ra_status take_value(ra_meta *m, ra_dtype common, ra_scalar value)
{
    ra_status s = ra__check_number(m, value, ra__compute_dtype(common));
    ra__params *p = &m->geometry.params;
    if (ra__is_integral(common)) {
        p->i[0] = ra__scalar_int64(value);
        return s;
    }
    p->f[0] = ra__scalar_double(value);
    p->f[1] = value.kind == RA_SCALAR_COMPLEX ? value.value.f[1] : 0;
    return s;
}

ra_status ra__meta_add_scaled(ra_meta *m)
{
    const ra_dtype common = ra__common_dtype(m), first = dtype_of(m, 1), second = dtype_of(m, 2);
    const bool whole = (first == RA_BOOL || ra__is_integral(first)) && (second == RA_BOOL || ra__is_integral(second));
    if (m->op->as == RA__AS_QUOTIENT && whole)
        return ra__refuse(m, RA_ERR_DTYPE, "a quotient of integers (%s and %s): one must be floating", ra_dtype_name(first), ra_dtype_name(second));
    ra_status s = ra__check_dtype(m, common);
    if (!s)
        s = take_value(m, common, ra__arg_scalar(m, 3));
    return s ? s : plain(m, common);
}

/* A weight of 0 dimensions may be of any dtype, and then out= is cast to; a number is no operand in PyTorch, and is not rounded to a half. */
ra_status ra__meta_lerp(ra_meta *m)
{
    const ra_scalar *number = m->in[2].number;
    const bool one_dtype = !number && m->in[2].layout->ndim != 0;
    const ra_dtype self = dtype_of(m, 0);
    for (int k = 1; k < (one_dtype ? 3 : 2); k++)
        if (dtype_of(m, k) != self)
            return ra__refuse(m, RA_ERR_DTYPE, "%s is of dtype %s, not %s as self", k == 1 ? "end" : "weight", ra_dtype_name(dtype_of(m, k)), ra_dtype_name(self));
    const ra_dtype common = number ? self : ra__common_dtype(m);
    ra_status s = ra__check_dtype(m, common);
    if (!s && number)
        s = ra__check_number(m, *number, ra__compute_dtype(common));
    return s ? s : ra__elementwise_output(m, &(ra__elementwise){.compute = common, .result = common, .keeps = number ? 1u << 2 : 0, .leading = number ? 2 : 0, .exact_dtype = one_dtype});
}
