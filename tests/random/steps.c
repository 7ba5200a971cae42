/* Steps of random programs that compute: factories, pointwise, reductions, joins, matrices. */
#include "random/call.h"
#include "random/figures.h"

#include <string.h>

/* ---- making ---- */

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT32, RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_INT32, RA_UINT8, RA_BOOL, RA_FLOAT16, RA_BFLOAT16, RA_INT16, RA_COMPLEX64};

static ra_dims draw_shape(struct context *c, uint32_t word, int64_t *sizes)
{
    int64_t m = c->program->m, n = c->program->n;
    switch (word % 16) {
    case 0: return ra_dims_of(sizes, 0);
    case 1: sizes[0] = 1; sizes[1] = n; return ra_dims_of(sizes, 2);
    case 2: sizes[0] = m; sizes[1] = 1; return ra_dims_of(sizes, 2);
    case 3: sizes[0] = n; return ra_dims_of(sizes, 1);
    case 4: sizes[0] = m * n; return ra_dims_of(sizes, 1);
    case 5: sizes[0] = 2; sizes[1] = (m + 1) / 2; sizes[2] = n; return ra_dims_of(sizes, 3);
    case 6: sizes[0] = n; sizes[1] = m; return ra_dims_of(sizes, 2);
    case 7: sizes[0] = word & 256 ? 0 : m < 20 ? m : 20; sizes[1] = sizes[0]; return ra_dims_of(sizes, 2);
    default: sizes[0] = m; sizes[1] = n; return ra_dims_of(sizes, 2);
    }
}

/* From, to of the integers that are drawn: small ones, and sometimes all that the dtype has, or so many that products of them wrap. */
static void draw_range(ra_dtype dtype, uint32_t word, int64_t *low, int64_t *high)
{
    const int bits = dtype == RA_INT64 ? 62 : dtype == RA_INT32 ? 31 : dtype == RA_INT16 ? 15 : 0;
    *low = dtype == RA_BOOL || dtype == RA_UINT8 ? 0 : -2;
    *high = dtype == RA_BOOL ? 2 : 1 + (int64_t)(word % 40);
    if (word >> 8 & 7)
        return;
    if (dtype == RA_UINT8)
        *high = 256;
    if (bits) {
        *low = -(INT64_C(1) << bits);
        *high = INT64_C(1) << bits;
    }
}

void step_make(struct context *c, const uint32_t *word)
{
    int64_t sizes[4], n = 1;
    ra_dims shape = draw_shape(c, word[0], sizes);
    for (int64_t d = 0; d < shape.count; d++)
        n *= sizes[d];
    ra_dtype dtype = dtypes[word[1] % COUNT(dtypes)];
    int64_t low, high;
    draw_range(dtype, word[2], &low, &high);
    ra_arg filled[] = {ARG_D(shape), ARG_S(RA_I((int64_t)(word[3] % 7) - 2)), ARG_DTYPE(dtype)};
    ra_arg drawn[] = {ARG_D(shape), ARG_G(c->generator), ARG_NONE};
    ra_arg integers[] = {ARG_I(low), ARG_I(high), ARG_D(shape), ARG_G(c->generator), ARG_DTYPE(dtype)};
    ra_arg counted[] = {ARG_S(RA_I(0)), ARG_S(RA_I(n)), ARG_S(RA_I(1)), ARG_DTYPE(dtype == RA_COMPLEX64 || dtype == RA_BOOL ? RA_INT64 : dtype)};
    ra_arg even[] = {ARG_S(RA_F(-1)), ARG_S(RA_F(2.5)), ARG_I(n)}, powers[] = {ARG_S(RA_F(-1)), ARG_S(RA_F(2.5)), ARG_I(word[6] / 2 % 8 ? n : -1), ARG_F(2)};
    ra_arg square[] = {ARG_I(c->program->m), ARG_I(c->program->m), ARG_DTYPE(dtype)};
    switch (word[4] % 12) {
    case 0: call_one(c, "full", filled, 3, word[5]); break;
    case 1: case 2: call_one(c, "rand", drawn, 2, word[5]); break;
    case 3: case 4: case 5: call_one(c, "randn", drawn, 2, word[5]); break;
    case 6: case 7: case 8: call_one(c, "randint", integers, 5, word[5]); break;
    case 9:
        if (word[6] % 2)
            call_one(c, "arange", counted, 4, word[5]);
        else
            call_one(c, "randperm", (ra_arg[]){ARG_I(n), ARG_G(c->generator), counted[3]}, 3, word[5]);
        break;
    case 10: call_one(c, word[6] % 2 ? "linspace" : "logspace", word[6] % 2 ? even : powers, word[6] % 2 ? 3 : 4, word[5]); break;
    default:
        if (c->program->m * c->program->m <= c->program->most)
            call_one(c, "eye", square, 3, word[5]);
    }
}

/* ---- pointwise ---- */

void step_unary(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"abs", "neg", "sign", "sqrt", "exp", "log", "sin", "cos", "tanh", "erf", "ceil", "floor", "round", "square", "reciprocal",
                                        "relu", "sigmoid", "silu", "gelu", "expm1", "log1p", "rsqrt", "isnan", "isinf", "logical_not", "leaky_relu",
                                        "trunc", "frac", "exp2", "log2", "log10", "tan", "asin", "acos", "atan", "sinh", "cosh", "asinh", "acosh", "atanh", "erfc", "signbit",
                                        "bitwise_not",
                                        "lgamma", "digamma", "erfinv", "i0", "special_i0e", "special_i1", "special_i1e", "special_erfcx", "special_ndtri", "special_log_ndtr", "special_ndtr",
                                        "special_entr", "sinc", "logit", "nan_to_num", "sgn", "angle", "isposinf", "isneginf", "isreal"};
    ra_tensor *a = pick(c, word[2], is_any);
    if (!a)
        return;
    ra_arg args[] = {ARG_T(a)};
    call_some_variant(c, names[word[3] % COUNT(names)], args, 1, word);
}

static bool is_integral(const ra_tensor *t)
{
    return ra_tensor_dtype(t) <= RA_INT64;
}

static ra_arg draw_number(uint32_t word)
{
    int64_t i = (int64_t)(word >> 4) % 5 - 1;
    ra_arg number = ARG_S(RA_I(i));
    if (word % 3 == 0)
        number.scalar = RA_F(0.75 * (double)i);
    return number;
}

void step_binary(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"add", "sub", "mul", "add", "sub", "mul", "maximum", "minimum", "div", "eq", "lt", "ge", "ne", "logical_and", "logical_or", "pow",
                                        "clamp_min", "clamp_max", "bitwise_and", "bitwise_or", "floor_divide", "remainder", "gt", "le",
                                        "fmod", "atan2", "hypot", "copysign", "fmax", "fmin", "xlogy", "gcd", "lcm", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift",
                                        "logaddexp", "logaddexp2", "nextafter", "heaviside", "special_xlog1py", "complex", "polar", "float_power", "ldexp"};
    ra_tensor *a = pick(c, word[2], is_any), *b = a && word[3] % 4 ? pick_like(c, word[3] >> 2, a, is_any) : NULL;
    const char *name = names[word[4] % COUNT(names)];
    if (!a)
        return;
    ra_arg args[] = {ARG_T(a), ARG_T(b)};
    if (!b)
        args[1] = draw_number(word[5]);
    bool divides = !strcmp(name, "floor_divide") || !strcmp(name, "remainder") || !strcmp(name, "fmod");
    if (divides && !may_fail(c, ERROR_DIVIDE) && (b ? is_integral(a) && is_integral(b) : is_integral(a) && args[1].scalar.value.i == 0))
        name = "mul";
    if (!b && ra_op_arg_at(ra_op_find(name), 1)->kind == RA_ARG_TENSOR)
        name = "add";
    call_some_variant(c, name, args, 2, word);
}

void step_ternary(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], word[3] % 2 ? is_bool : is_any);
    if (!a)
        return;
    ra_tensor *b = pick_like(c, word[4], a, is_any), *m = pick_like(c, word[5], a, is_bool);
    if (word[3] % 2 && b) {
        ra_arg args[] = {ARG_T(a), ARG_T(b), draw_number(word[5])};
        call_some_variant(c, "where", args, 3, word);
    } else if (m && word[3] % 4) {
        ra_arg args[] = {ARG_T(a), ARG_T(m), draw_number(word[5])};
        call_some_variant(c, "masked_fill", args, 3, word);
    } else if (b && word[3] % 8 >= 4) {
        ra_arg blended[] = {ARG_T(a), ARG_T(b), draw_number(word[5])}, scaled[] = {ARG_T(a), ARG_T(b), ARG_T(a), draw_number(word[5])};
        if (word[6] % 3 == 0)
            call_some_variant(c, "lerp", blended, 3, word);
        else
            call_some_variant(c, word[6] % 3 == 1 ? "addcmul" : "addcdiv", scaled, 4, word);
    } else {
        ra_arg args[] = {ARG_T(a), ARG_S(RA_F(-0.5)), ARG_S(RA_I(2))};
        call_some_variant(c, "clamp", args, 3, word);
    }
}

/* ---- reductions and the like ---- */

void step_reduce(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"sum", "mean", "prod", "all", "any", "amax", "amin", "argmax", "argmin", "var", "std", "logsumexp", "linalg_vector_norm", "cumsum", "cumprod", "logcumsumexp", "nansum", "nanmean"};
    ra_tensor *a = pick(c, word[2], is_any);
    if (!a)
        return;
    const char *name = names[word[3] % COUNT(names)];
    int ndim = ra_ndim(a);
    int64_t dim = ndim ? (int64_t)(word[4] % (unsigned)ndim) : 0;
    ra_dims dims = word[5] % 3 ? ra_dims_of(&dim, 1) : RA_ALL;
    ra_arg args[] = {ARG_T(a), ARG_D(dims)}, norm[] = {ARG_T(a), ARG_S(RA_F((double)(word[6] % 4))), ARG_D(dims)}, scan[] = {ARG_T(a), ARG_I(dim)};
    if (!strcmp(name, "linalg_vector_norm"))
        call_some_variant(c, name, norm, 3, word);
    else
        call_some_variant(c, name, strstr(name, "cum") ? scan : args, 2, word);
}

void step_pair(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"max", "min", "sort", "topk", "cummax", "cummin", "median", "nanmedian", "mode"};
    ra_tensor *a = pick(c, word[2], is_real), *two[2] = {NULL, NULL};
    if (!a)
        return;
    int ndim = ra_ndim(a);
    int64_t dim = ndim ? (int64_t)(word[3] % (unsigned)ndim) : 0, size = ndim ? ra_size_bound(a, dim) : 1;
    ra_arg args[] = {ARG_T(a), ARG_I(dim), ARG_I(dim)};
    const char *name = names[word[4] % COUNT(names)];
    const bool some = !strcmp(name, "topk");
    if (some)
        args[1].integer = size / 2;
    size_t count = some ? 3 : 2;
    if (word[5] % 4 == 0) { /* both outputs given, in whatever shape they have */
        two[0] = pick_own(c, word[6], is_any);
        two[1] = pick_own(c, word[7], is_any);
        if (two[0] && two[1] && two[0] != two[1])
            call(c, name, RA_OUT, args, count, two, 2);
    } else if (!call(c, name, RA_FUNCTIONAL, args, count, two, 2)) {
        figure(FIGURE_SEVERAL, word[5] % 4 == 3);
        for (unsigned i = 0; i < 2; i++) /* both are kept, or one */
            if (word[5] % 4 == 1 + i) {
                ra_release(two[i]);
                two[i] = NULL;
            }
        put(c, word[6], two[0]);
        put(c, word[7] % PRIVATE_SLOTS == word[6] % PRIVATE_SLOTS ? word[7] + 1 : word[7], two[1]);
    }
}

void step_join(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], is_any), *b = a ? pick_like(c, word[3], a, is_any) : NULL;
    if (!a || !b || elements(a) * 3 > c->program->most || elements(b) * 3 > c->program->most)
        return;
    const ra_tensor *three[] = {a, b, a};
    int ndim = ra_ndim(a);
    int64_t dim = ndim ? (int64_t)(word[4] % (unsigned)ndim) : 0, twos[RA_MAX_DIMS];
    for (int d = 0; d < RA_MAX_DIMS; d++)
        twos[d] = d == dim ? 2 : 1;
    ra_arg list[] = {ARG_L(ra_tensors_of(three, 2 + word[5] % 2)), ARG_I(dim)}, repeats[] = {ARG_T(a), ARG_D(ra_dims_of(twos, ndim))};
    ra_arg dims[] = {ARG_T(a), ARG_D(ra_dims_of(&dim, ndim ? 1 : 0))}, diagonal[] = {ARG_T(a), ARG_I((int64_t)(word[6] % 5) - 2)};
    switch (word[7] % 6) {
    case 0: call_one(c, "stack", list, 2, word[1]); break;
    case 1: call_one(c, "repeat", repeats, 2, word[1]); break;
    case 2: call_one(c, "flip", dims, 2, word[1]); break;
    case 3: call_some_variant(c, word[6] & 64 ? "tril" : "triu", diagonal, 2, word); break;
    default: call_some_variant(c, "cat", list, 2, word);
    }
}

/* ---- layers and matrices ---- */

void step_layer(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], is_float), *b = pick(c, word[3], is_matrix);
    if (!a || ra_ndim(a) == 0)
        return;
    int64_t last = ra_size_bound(a, -1), dim = (int64_t)(word[4] % (unsigned)ra_ndim(a));
    ra_arg along[] = {ARG_T(a), ARG_I(dim)}, norm[] = {ARG_T(a), ARG_D(ra_dims_of(&last, 1)), ARG_NONE, ARG_NONE}, pair[] = {ARG_T(b), ARG_T(b)};
    switch (word[5] % 4) {
    case 0: call_some_variant(c, "log_softmax", along, 2, word); break;
    case 1: call_one(c, "layer_norm", norm, 4, word[1]); break;
    case 2:
        if (b && ra_size_bound(b, 0) * ra_size_bound(b, 0) <= c->program->most && ra_size_bound(b, 0) * elements(b) < 20000000)
            call_one(c, "cdist", pair, 2, word[1]);
        break;
    default: call_some_variant(c, "softmax", along, 2, word);
    }
}

void step_matmul(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], is_matrix), *b = pick(c, word[3], is_matrix), *transposed = NULL;
    if (!a || !b || elements(a) * ra_size_bound(b, 1) > 4000000)
        return;
    if (ra_size_bound(a, 1) != ra_size_bound(b, 0)) { /* a^T b or a a^T fits, whatever a is */
        ra_arg of[] = {ARG_T(a)};
        if (elements(a) * ra_size_bound(a, 0) > 4000000 || call(c, "t", RA_FUNCTIONAL, of, 1, &transposed, 1))
            return;
        b = transposed;
    }
    ra_arg args[] = {ARG_T(a), ARG_T(b)};
    if (ra_size_bound(a, 0) * ra_size_bound(b, 1) <= c->program->most)
        call_some_variant(c, word[4] % 2 ? "mm" : "matmul", args, 2, word);
    ra_release(transposed);
}

void step_linalg(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"linalg_inv", "linalg_det", "linalg_cholesky", "linalg_qr"};
    ra_tensor *a = pick(c, word[2], is_matrix), *made = NULL, *two[2] = {NULL, NULL};
    int64_t n = 1 + word[3] % 12;
    bool singular = may_fail(c, ERROR_SINGULAR) && word[4] % 3 == 0;
    if (!a)
        return;
    ra_arg square[] = {ARG_D(RA_DIMS(n, n)), ARG_S(RA_I(0))}, identity[] = {ARG_I(n)};
    if (call(c, singular ? "full" : "eye", RA_FUNCTIONAL, singular ? square : identity, singular ? 2 : 1, &made, 1))
        return;
    ra_arg args[] = {ARG_T(made)};
    const char *name = names[word[5] % COUNT(names)];
    if (!strcmp(name, "linalg_qr")) {
        if (!call(c, name, RA_FUNCTIONAL, args, 1, two, 2)) {
            ra_release(two[0]);
            put(c, word[1], two[1]);
        }
    } else
        call_one(c, name, args, 1, word[1]);
    ra_release(made);
}
