/*
 * What elementwise operators compute, as the kernels of src/cpu do: an expression of an element of each input for each kind of dtype
 * that is computed in. Where the meta function names a variant (params.i[3]), a row is of that one.
 */
#include "cuda/elementwise.h"

#include "cuda/text.h"
#include "meta/dtype.h"

enum { ANY = -1 };

typedef struct row {
    int op, variant;
    const char *on_bool, *on_int, *on_float, *on_complex; /* NULL: not computed in such */
    const char *fault;                                    /* of integers, or NULL */
} row;

#define ALL(text) text, text, text, text
#define ORDERED(text) text, text, text, NULL
#define FLOAT(text, complex) NULL, NULL, text, complex
#define BY_ZERO "b == 0"
#define FLOORED(op)                                                                              \
    {op, 2, NULL, "ra_floored(a, b)", "ra_floored_by<RA_T>(a, b)", NULL, BY_ZERO},               \
        {op, 3, FLOAT("ra_floored_by<ra_half>(a, b)", NULL), NULL},                              \
        {op, 4, FLOAT("ra_floored_by<ra_bfloat>(a, b)", NULL), NULL}

static const row rows[] = {
    {RA__OP_add, ANY, "(a | (b & (PI(3) == 0 || PI(0) != 0))) != 0", "(RA_W)a + (PI(3) ? (RA_W)PI(0) : (RA_W)1) * (RA_W)b", "PI(3) ? a + (RA_T)PF(0) * b : a + b",
     "PI(3) ? a + ra_alpha<RA_T>(PF(0), PF(1)) * b : a + b", NULL},
    {RA__OP_sub, ANY, NULL, "(RA_W)a - (PI(3) ? (RA_W)PI(0) : (RA_W)1) * (RA_W)b", "PI(3) ? a - (RA_T)PF(0) * b : a - b", "PI(3) ? a - ra_alpha<RA_T>(PF(0), PF(1)) * b : a - b", NULL},
    {RA__OP_mul, ANY, "(a & b) != 0", "(RA_W)a * (RA_W)b", "a * b", "a * b", NULL},
    {RA__OP_div, 0, FLOAT("a / b", "ra_over(ra_wide(a), ra_wide(b))"), NULL},
    {RA__OP_div, 1, NULL, "ra_truncated(a, b)", "trunc(a / b)", NULL, BY_ZERO},
    FLOORED(RA__OP_div),
    FLOORED(RA__OP_floor_divide),
    {RA__OP_remainder, ANY, NULL, "ra_remainder(a, b)", "ra_remainder_float(a, b)", NULL, BY_ZERO},
    {RA__OP_pow, 0, "(a | !b) != 0", "ra_power(a, b)", "ra_whole_power(a, b)", "ra_power(ra_wide(a), ra_wide(b))", NULL},
    {RA__OP_pow, 1, NULL, "(RA_W)a * (RA_W)a", "a * a", "a * a", NULL},
    {RA__OP_pow, 2, NULL, "(RA_W)a * (RA_W)a * (RA_W)a", "a * a * a", NULL, NULL},
    {RA__OP_pow, 3, FLOAT("sqrt(a)", NULL), NULL},
    {RA__OP_pow, 4, FLOAT("(RA_T)1 / sqrt(a)", NULL), NULL},
    {RA__OP_pow, 5, FLOAT("(RA_T)1 / a", NULL), NULL},
    {RA__OP_pow, 6, FLOAT("(RA_T)1 / (a * a)", NULL), NULL},
    {RA__OP_maximum, ANY, "a | b", "b > a ? b : a", "((a > b) | (a != a)) ? a : b", NULL, NULL},
    {RA__OP_minimum, ANY, "a & b", "b < a ? b : a", "((a < b) | (a != a)) ? a : b", NULL, NULL},
    {RA__OP_clamp, 0, NULL, "ra_clamped(a, b, c)", "ra_clamped(a, b, c)", NULL, NULL},
    {RA__OP_clamp, 1, "a | b", "b > a ? b : a", "((b > a) | (b != b)) ? b : a", NULL, NULL},
    {RA__OP_clamp, 2, "a & b", "b < a ? b : a", "((b < a) | (b != b)) ? b : a", NULL, NULL},
    {RA__OP_clamp_min, ANY, "a | b", "b > a ? b : a", "((b > a) | (b != b)) ? b : a", NULL, NULL},
    {RA__OP_clamp_max, ANY, "a & b", "b < a ? b : a", "((b < a) | (b != b)) ? b : a", NULL, NULL},
    {RA__OP_eq, ANY, ALL("a == b"), NULL},
    {RA__OP_ne, ANY, ALL("!(a == b)"), NULL},
    {RA__OP_lt, ANY, ORDERED("a < b"), NULL},
    {RA__OP_le, ANY, ORDERED("a <= b"), NULL},
    {RA__OP_gt, ANY, ORDERED("a > b"), NULL},
    {RA__OP_ge, ANY, ORDERED("a >= b"), NULL},
    {RA__OP_isnan, ANY, "0", "0", "a != a", "!(a == a)", NULL},
    {RA__OP_isinf, ANY, "0", "0", "(a == a) & (a - a != 0)", "ra_is_infinite(a.re) | ra_is_infinite(a.im)", NULL},
    {RA__OP_logical_and, ANY, "(a != 0) & (b != 0)", NULL, NULL, NULL, NULL},
    {RA__OP_logical_or, ANY, "(a | b) != 0", NULL, NULL, NULL, NULL},
    {RA__OP_logical_xor, ANY, "(a != 0) ^ (b != 0)", NULL, NULL, NULL, NULL},
    {RA__OP_logical_not, ANY, "a == 0", NULL, NULL, NULL, NULL},
    {RA__OP_bitwise_and, ANY, "a & b", "a & b", NULL, NULL, NULL},
    {RA__OP_bitwise_or, ANY, "a | b", "a | b", NULL, NULL, NULL},
    {RA__OP_neg, ANY, NULL, "0 - (RA_W)a", "-a", "-a", NULL},
    {RA__OP_abs, ANY, NULL, "a > 0 ? (RA_W)a : 0 - (RA_W)a", "fabs(a)", "ra_hypot((double)a.re, (double)a.im)", NULL},
    {RA__OP_sign, ANY, "a != 0", "a > 0 ? 1 : a == 0 ? 0 : -1", "(RA_T)(a > 0) - (RA_T)(a < 0)", NULL, NULL},
    {RA__OP_relu, ANY, NULL, "a > 0 ? a : (RA_T)0", "a < 0 ? (RA_T)0 : a", NULL, NULL},
    {RA__OP_leaky_relu, ANY, FLOAT("a > 0 ? a : a * (RA_T)PF(0)", NULL), NULL},
    {RA__OP_prelu, ANY, FLOAT("a > 0 ? a : a * b", NULL), NULL},
    {RA__OP_hardsigmoid, ANY, FLOAT("(a + 3 < 0 ? (RA_T)0 : a + 3 > 6 ? (RA_T)6 : a + 3) / (RA_T)6", NULL), NULL},
    {RA__OP_hardswish, ANY, FLOAT("a * (a + 3 < 0 ? (RA_T)0 : a + 3 > 6 ? (RA_T)6 : a + 3) / (RA_T)6", NULL), NULL},
    {RA__OP_hardshrink, ANY, FLOAT("((a >= -(RA_T)PF(0)) & (a <= (RA_T)PF(0))) ? (RA_T)0 : a", NULL), NULL},
    {RA__OP_bounded_square, ANY, FLOAT("((fabs(a) < (RA_T)PF(0) ? fabs(a) : (RA_T)PF(0)) / (RA_T)PF(1)) * (fabs(a) - (fabs(a) < (RA_T)PF(0) ? fabs(a) : (RA_T)PF(0)) / (RA_T)2)", NULL), NULL},
    {RA__OP_softshrink, ANY, FLOAT("a > (RA_T)PF(0) ? a - (RA_T)PF(0) : a < -(RA_T)PF(0) ? a + (RA_T)PF(0) : a * (RA_T)0", NULL), NULL},
    {RA__OP_threshold, ANY, NULL, "a <= (RA_T)PI(0) ? (RA_T)PI(1) : a", "a <= (RA_T)PF(0) ? (RA_T)PF(1) : a", NULL, NULL},
    {RA__OP_square, ANY, NULL, "(RA_W)a * (RA_W)a", "a * a", "a * a", NULL},
    {RA__OP_reciprocal, ANY, FLOAT("(RA_T)1 / a", "ra_reciprocal(ra_wide(a))"), NULL},
    {RA__OP_sqrt, ANY, FLOAT("sqrt(a)", "ra_sqrt(ra_wide(a))"), NULL},
    {RA__OP_rsqrt, ANY, FLOAT("(RA_T)1 / sqrt(a)", "ra_reciprocal(ra_sqrt(ra_wide(a)))"), NULL},
    {RA__OP_ceil, ANY, NULL, "a", "ceil(a)", NULL, NULL},
    {RA__OP_floor, ANY, NULL, "a", "floor(a)", NULL, NULL},
    {RA__OP_round, ANY, NULL, "a", "rint(a)", NULL, NULL},
    {RA__OP_trunc, ANY, NULL, "a", "trunc(a)", NULL, NULL},
    {RA__OP_frac, ANY, FLOAT("a - trunc(a)", NULL), NULL},
    {RA__OP_exp2, ANY, FLOAT("exp2(a)", "ra_exp(ra_parts(a.re * 0x1.62e42fefa39efp-1, a.im * 0x1.62e42fefa39efp-1))"), NULL},
    {RA__OP_log2, ANY, FLOAT("log2(a)", "ra_over_number(ra_log(ra_wide(a)), 0x1.62e42fefa39efp-1)"), NULL},
    {RA__OP_log10, ANY, FLOAT("log10(a)", "ra_over_number(ra_log(ra_wide(a)), 0x1.26bb1bbb55516p+1)"), NULL},
    {RA__OP_tan, ANY, FLOAT("tan(a)", "ra_tan(ra_wide(a))"), NULL},
    {RA__OP_asin, ANY, FLOAT("asin(a)", "ra_asin(ra_wide(a))"), NULL},
    {RA__OP_acos, ANY, FLOAT("acos(a)", "ra_acos(ra_wide(a))"), NULL},
    {RA__OP_atan, ANY, FLOAT("atan(a)", "ra_atan(ra_wide(a))"), NULL},
    {RA__OP_sinh, ANY, FLOAT("sinh(a)", "ra_sinh(ra_wide(a))"), NULL},
    {RA__OP_cosh, ANY, FLOAT("cosh(a)", "ra_cosh(ra_wide(a))"), NULL},
    {RA__OP_asinh, ANY, FLOAT("asinh(a)", "ra_asinh(ra_wide(a))"), NULL},
    {RA__OP_acosh, ANY, FLOAT("acosh(a)", "ra_acosh(ra_wide(a))"), NULL},
    {RA__OP_atanh, ANY, FLOAT("atanh(a)", "ra_atanh(ra_wide(a))"), NULL},
    {RA__OP_erfc, ANY, FLOAT("erfc(a)", NULL), NULL},
    {RA__OP_signbit, ANY, "0", "a < 0", "copysign((RA_T)1, a) < 0", NULL, NULL},
    {RA__OP_fmod, ANY, NULL, "ra_left(a, b)", "fmod(a, b)", NULL, BY_ZERO},
    {RA__OP_atan2, ANY, FLOAT("atan2(a, b)", NULL), NULL},
    {RA__OP_hypot, ANY, FLOAT("ra_hypot(a, b)", NULL), NULL},
    {RA__OP_copysign, ANY, FLOAT("copysign(a, b)", NULL), NULL},
    {RA__OP_fmax, ANY, "a | b", "b > a ? b : a", "((a >= b) | (b != b)) ? a : b", NULL, NULL},
    {RA__OP_fmin, ANY, "a & b", "b < a ? b : a", "((a <= b) | (b != b)) ? a : b", NULL, NULL},
    {RA__OP_xlogy, ANY, FLOAT("b != b ? b : a == 0 ? (RA_T)0 : a * log(b)", NULL), NULL},
    {RA__OP_gcd, ANY, NULL, "ra_common_divisor(a, b)", NULL, NULL, NULL},
    {RA__OP_lcm, ANY, NULL, "ra_common_multiple<RA_T, RA_W>(a, b)", NULL, NULL, NULL},
    {RA__OP_bitwise_xor, ANY, "a ^ b", "a ^ b", NULL, NULL, NULL},
    {RA__OP_bitwise_not, ANY, "a == 0", "~a", NULL, NULL, NULL},
    {RA__OP_bitwise_left_shift, ANY, NULL, "ra_moved_up<RA_T, RA_W>(a, b)", NULL, NULL, NULL},
    {RA__OP_bitwise_right_shift, ANY, NULL, "ra_moved_down<RA_T>(a, b)", NULL, NULL, NULL},
    {RA__OP_addcmul, ANY, NULL, "(RA_W)a + (RA_W)PI(0) * (RA_W)b * (RA_W)c", "a + (RA_T)PF(0) * b * c", "a + ra_alpha<RA_T>(PF(0), PF(1)) * b * c", NULL},
    {RA__OP_addcdiv, ANY, FLOAT("a + (RA_T)PF(0) * b / c", "a + ra_element<RA_T>::of(ra_over(ra_wide(ra_alpha<RA_T>(PF(0), PF(1)) * b), ra_wide(c)))"), NULL},
    {RA__OP_lerp, ANY, FLOAT("fabs(c) < (RA_T)0.5 ? a + c * (b - a) : b - (b - a) * ((RA_T)1 - c)",
     "c.re * c.re + c.im * c.im < 0.25f ? a + c * (b - a) : b - (b - a) * (ra_alpha<RA_T>(1, 0) - c)"), NULL},
    {RA__OP_lgamma, ANY, FLOAT("lgamma((double)a)", NULL), NULL},
    {RA__OP_logit, ANY, FLOAT("ra_logit(a, PF(0), PF(1))", NULL), NULL},
    {RA__OP_sinc, ANY, FLOAT("a == 0 ? (RA_T)1 : sin((RA_T)0x1.921fb54442d18p+1 * a) / ((RA_T)0x1.921fb54442d18p+1 * a)", "ra_sinc(a)"), NULL},
    {RA__OP_special_entr, ANY, FLOAT("a > 0 ? -a * log(a) : a == 0 ? (RA_T)0 : a < 0 ? log((RA_T)0) : a", NULL), NULL},
    {RA__OP_nan_to_num, ANY, "a", "a", "a != a ? (RA_T)PF(0) : a - a == 0 ? a : a > 0 ? (RA_T)PF(1) : (RA_T)PF(2)",
     "ra_parts(ra_to_number(a.re, PF(0), PF(1), PF(2)), ra_to_number(a.im, PF(0), PF(1), PF(2)))", NULL},
    {RA__OP_sgn, ANY, "a != 0", "a > 0 ? 1 : a == 0 ? 0 : -1", "(RA_T)(a > 0) - (RA_T)(a < 0)", "ra_direction(ra_wide(a))", NULL},
    {RA__OP_conj_physical, ANY, "a", "a", "a", "ra_parts(a.re, -(double)a.im)", NULL},
    {RA__OP_angle, ANY, FLOAT("a != a ? a : a < 0 ? (RA_T)0x1.921fb54442d18p+1 : (RA_T)0", "atan2((double)a.im, (double)a.re)"), NULL},
    {RA__OP_isposinf, ANY, "0", "0", "(a == a) & (a - a != 0) & (a > 0)", NULL, NULL},
    {RA__OP_isneginf, ANY, "0", "0", "(a == a) & (a - a != 0) & (a < 0)", NULL, NULL},
    {RA__OP_heaviside, ANY, "a | b", "a == 0 ? b : (RA_T)(a > 0)", "a == 0 ? b : (RA_T)(a > 0)", NULL, NULL},
    {RA__OP_logaddexp, ANY, FLOAT("a == b && a - a != 0 ? a : a < b ? b + log1p(exp(a - b)) : a + log1p(exp(b - a))", "ra_log_of_sum(ra_wide(b), ra_wide(a))"), NULL},
    {RA__OP_logaddexp2, ANY, FLOAT("a == b && a - a != 0 ? a : ra_larger_log2(a, b)", NULL), NULL},
    {RA__OP_nextafter, ANY, NULL, "ra_next_half(a, b, PI(0))", "ra_next(a, b)", NULL, NULL},
    {RA__OP_complex, ANY, FLOAT("ra_parts(a, b)", NULL), NULL},
    {RA__OP_polar, ANY, FLOAT("ra_parts((double)a * cos((double)b), (double)a * sin((double)b))", NULL), NULL},
    {RA__OP_special_xlog1py, ANY, FLOAT("b != b ? b : a == 0 ? (RA_T)0 : a * log1p(b)", NULL), NULL},
    {RA__OP_exp, ANY, FLOAT("exp(a)", "ra_exp(ra_wide(a))"), NULL},
    {RA__OP_expm1, ANY, FLOAT("expm1(a)", "ra_expm1(ra_wide(a))"), NULL},
    {RA__OP_log, ANY, FLOAT("log(a)", "ra_log(ra_wide(a))"), NULL},
    {RA__OP_log1p, ANY, FLOAT("log1p(a)", "ra_log1p(ra_wide(a))"), NULL},
    {RA__OP_sin, ANY, FLOAT("sin(a)", "ra_sin(ra_wide(a))"), NULL},
    {RA__OP_cos, ANY, FLOAT("cos(a)", "ra_cos(ra_wide(a))"), NULL},
    {RA__OP_tanh, ANY, FLOAT("tanh(a)", "ra_tanh(ra_wide(a))"), NULL},
    {RA__OP_erf, ANY, FLOAT("erf(a)", NULL), NULL},
    {RA__OP_sigmoid, ANY, FLOAT("ra_gated((RA_T)1, a, (RA_T)0)", "ra_sigmoid(ra_wide(a))"), NULL},
    {RA__OP_sigmoid_log, ANY, FLOAT("(a < 0 ? a : (RA_T)0) - log1p(exp(-fabs(a)))", NULL), NULL},
    {RA__OP_soft_ramp, ANY, FLOAT("a * (RA_T)PF(0) > (RA_T)PF(1) ? a : log1p(exp(a * (RA_T)PF(0))) / (RA_T)PF(0)", NULL), NULL},
    {RA__OP_gated, ANY, FLOAT("a * ra_gated((RA_T)1, b, (RA_T)0)", NULL), NULL},
    {RA__OP_silu, ANY, FLOAT("ra_gated(a, a, (RA_T)0)", "a * ra_element<RA_T>::of(ra_sigmoid(ra_wide(a)))"), NULL},
    {RA__OP_gelu, 0, FLOAT("ra_gelu(a)", NULL), NULL},
    {RA__OP_gelu, 1, FLOAT("ra_gelu_tanh(a)", NULL), NULL},
    {RA__OP_where, ANY, ALL("a != 0 ? b : c"), NULL},
    {RA__OP_masked_fill, ANY, ALL("b != 0 ? c : a"), NULL},
};

/* By functions of double: of float as well. */
static const struct {
    int op;
    const char *text;
} special[] = {
    {RA__OP_digamma, "ra__digamma((double)a)"},
    {RA__OP_erfinv, "ra__erfinv((double)a)"},
    {RA__OP_special_erfcx, "ra__erfcx((double)a)"},
    {RA__OP_special_ndtr, "ra__ndtr((double)a)"},
    {RA__OP_special_ndtri, "ra__ndtri((double)a)"},
    {RA__OP_special_log_ndtr, "ra__log_ndtr((double)a)"},
    {RA__OP_i0, "ra__i0((double)a)"},
    {RA__OP_special_i0e, "ra__i0e((double)a)"},
    {RA__OP_special_i1, "ra__i1((double)a)"},
    {RA__OP_special_i1e, "ra__i1e((double)a)"},
};

static const row *row_of(const ra_op *op, int64_t variant)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].op == op->id && (variant == ANY || rows[i].variant == ANY || rows[i].variant == variant))
            return &rows[i];
    return NULL;
}

static const char *special_of(const ra_op *op)
{
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (special[i].op == op->id)
            return special[i].text;
    return NULL;
}

bool ra__cuda_has_expression(const ra_op *op)
{
    return row_of(op, ANY) || special_of(op);
}

/* As it is computed with: 256 is zero among bytes. */
static bool is_zero(const ra_scalar *number, ra_dtype dtype)
{
    int64_t element = 0;
    ra__scalar_store(*number, dtype, &element);
    return element == 0;
}

/* Not where the divisor is a number, and none of zero. */
static bool may_fault(const ra_meta *m, const row *r)
{
    return r->fault && ra__is_integral(m->geometry.compute) && (!m->in[1].number || is_zero(m->in[1].number, m->geometry.compute));
}

bool ra__cuda_expression_of(const ra_meta *m, ra__cuda_expression *e)
{
    const char *text = special_of(m->op);
    if (text) {
        *e = (ra__cuda_expression){.name = m->op->name, .variant = ANY, .helpers = ra__cuda_text_special, .text = text};
        return true;
    }
    const row *r = row_of(m->op, m->geometry.params.i[3]);
    const ra_dtype compute = m->geometry.compute;
    if (!r)
        return false;
    const bool is_complex = ra__is_complex(compute) || ra__is_complex(m->geometry.loop[0]);
    *e = (ra__cuda_expression){.name = m->op->name, .variant = r->variant, .helpers = is_complex ? ra__cuda_text_complex : ra__cuda_text_pointwise};
    e->text = compute == RA_BOOL ? r->on_bool : ra__is_integral(compute) ? r->on_int : ra__is_complex(compute) ? r->on_complex : r->on_float;
    e->fault = may_fault(m, r) ? r->fault : NULL;
    return e->text != NULL;
}
