/*
 * A call of every operator that it accepts, with large operands, and the description of what it gives.
 * A test over this table costs memory on no device but the CPU. Texts as in call_text.h.
 */
#ifndef TESTS_HELPERS_OPERATOR_EXAMPLES_H
#define TESTS_HELPERS_OPERATOR_EXAMPLES_H

struct operator_example {
    const char *op, *args, *results; /* of an extent that the data decide, results have the bound */
};

#define EXAMPLES_UNARY(X) \
    X(abs) X(neg) X(sign) X(reciprocal) X(sqrt) X(rsqrt) X(square) X(exp) X(expm1) X(log) X(log1p) X(sin) X(cos) X(tanh) X(erf) X(ceil) X(floor) \
    X(round) X(relu) X(leaky_relu) X(sigmoid) X(gelu) X(silu) X(clone) X(contiguous) X(empty_like) X(zeros_like) X(ones_like) X(tril) X(triu) X(uniform_) \
    X(normal_) X(zero_) X(relu6) X(hardtanh) X(elu) X(celu) X(selu) X(log_sigmoid) X(hardsigmoid) X(hardswish) X(mish) X(softplus) \
    X(trunc) X(frac) X(exp2) X(log2) X(log10) X(tan) X(asin) X(acos) X(atan) X(sinh) X(cosh) X(asinh) X(acosh) X(atanh) X(erfc) X(deg2rad) X(rad2deg) X(hardshrink) X(softshrink)
#define EXAMPLES_BINARY(X) X(add) X(sub) X(mul) X(div) X(floor_divide) X(remainder) X(pow) X(maximum) X(minimum) X(clamp_min) X(clamp_max) X(copy_) \
    X(fmod) X(atan2) X(hypot) X(copysign) X(fmax) X(fmin) X(xlogy) X(rsub)
#define EXAMPLES_COMPARE(X) X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(logical_and) X(logical_or) X(logical_xor)
#define EXAMPLES_PREDICATE(X) X(isnan) X(isinf) X(isfinite) X(logical_not) X(signbit)
#define EXAMPLES_REDUCE(X) X(sum) X(mean) X(prod) X(amax) X(amin) X(var) X(std) X(logsumexp)

static const struct operator_example operator_examples[] = {
#define X(name) {#name, "f[1M,1M]", "f[1M,1M]"},
    EXAMPLES_UNARY(X)
#undef X
#define X(name) {#name, "f[1M,1M] f[1M]", "f[1M,1M]"},
    EXAMPLES_BINARY(X)
#undef X
#define X(name) {#name, "f[1M,1] f[2M]", "b[1M,2M]"},
    EXAMPLES_COMPARE(X)
#undef X
#define X(name) {#name, "f[1M,1M]", "b[1M,1M]"},
    EXAMPLES_PREDICATE(X)
#undef X
#define X(name) {#name, "f[1M,2M] (0)", "f[2M]"},
    EXAMPLES_REDUCE(X)
#undef X
    {"empty", "(1M,1M)", "f[1M,1M]"},
    {"empty_strided", "(1M,2M) (1,1M)", "f[1M,2M]"},
    {"zeros", "(1M,1M)", "f[1M,1M]"},
    {"ones", "(1M,1M)", "f[1M,1M]"},
    {"full", "(1M,1M) 2.5", "f[1M,1M]"},
    {"full_like", "f[1M,1M] 2.5", "f[1M,1M]"},
    {"scalar_tensor", "3", "f[]"},
    {"arange", "0 1000000M 1", "i[1000000M]"},
    {"linspace", "0.0 1.0 1000000M", "f[1000000M]"},
    {"eye", "1M 2M", "f[1M,2M]"},
    {"rand", "(1M,1M)", "f[1M,1M]"},
    {"randn", "(1M,1M)", "f[1M,1M]"},
    {"randint", "0 10 (1M,1M)", "i[1M,1M]"},
    {"to", "f[1M,1M] float64", "d[1M,1M]"},
    {"fill_", "f[1M,1M] 2.5", "f[1M,1M]"},
    {"view", "f[1M,1M] (1000000M)", "f[1000000M]"},
    {"reshape", "f[1M,1M] (2,-1)", "f[2,500000M]"},
    {"as_strided", "f[1M,1M] (1000,2000) (1,1000) 5", "f[1000,2000]"},
    {"expand", "f[1,1M] (1M,-1)", "f[1M,1M]"},
    {"broadcast_to", "f[1M] (1M,1M)", "f[1M,1M]"},
    {"permute", "f[1M,2,3M] (2,0,1)", "f[3M,1M,2]"},
    {"transpose", "f[1M,2M] 0 1", "f[2M,1M]"},
    {"t", "f[1M,2M]", "f[2M,1M]"},
    {"squeeze", "f[1M,1,1M] (1)", "f[1M,1M]"},
    {"unsqueeze", "f[1M,1M] 1", "f[1M,1,1M]"},
    {"flatten", "f[1M,1M]", "f[1000000M]"},
    {"select", "f[1M,2M] 1 -1", "f[1M]"},
    {"slice", "f[1M,1M] 0 10 20 2", "f[5,1M]"},
    {"narrow", "f[1M,1M] 1 5 10", "f[1M,10]"},
    {"split", "f[1M,1M] 600000 1", "f[1M,600000] f[1M,400000]"},
    {"unbind", "f[3,1M] 0", "f[1M] f[1M] f[1M]"},
    {"diagonal", "f[1M,2M]", "f[1M]"},
    {"cat", "{f[1M,1M] f[2M,1M]} 0", "f[3M,1M]"},
    {"stack", "{f[1M,1M] f[1M,1M]} 1", "f[1M,2,1M]"},
    {"repeat", "f[1M,1M] (2,1,3)", "f[2,1M,3M]"},
    {"flip", "f[1M,1M] (0)", "f[1M,1M]"},
    {"where", "b[1M,1] f[1M] 2.5", "f[1M,1M]"},
    {"clamp", "f[1M,1M] 0.5 2", "f[1M,1M]"},
    {"bitwise_and", "i[1M,1M] i[1M]", "i[1M,1M]"},
    {"bitwise_or", "i[1M,1M] 3", "i[1M,1M]"},
    {"bitwise_xor", "i[1M,1M] i[1M]", "i[1M,1M]"},
    {"bitwise_not", "i[1M,1M]", "i[1M,1M]"},
    {"bitwise_left_shift", "i[1M,1M] 3", "i[1M,1M]"},
    {"bitwise_right_shift", "i[1M,1M] i[1M]", "i[1M,1M]"},
    {"gcd", "i[1M,1M] i[1M]", "i[1M,1M]"},
    {"lcm", "i[1M,1M] i[1M]", "i[1M,1M]"},
    {"lerp", "f[1M,1M] f[1M] 0.5", "f[1M,1M]"},
    {"addcmul", "f[1M,1M] f[1M] f[1M,1]", "f[1M,1M]"},
    {"addcdiv", "f[1M,1M] f[1M] f[1M,1]", "f[1M,1M]"},
    {"all", "f[1M,2M] (1)", "b[1M]"},
    {"any", "f[1M,2M] (1)", "b[1M]"},
    {"max", "f[1M,2M] 1", "f[1M] i[1M]"},
    {"min", "f[1M,2M] 1", "f[1M] i[1M]"},
    {"argmax", "f[1M,2M] (0)", "i[2M]"},
    {"argmin", "f[1M,2M] (0)", "i[2M]"},
    {"linalg_vector_norm", "f[1M,2M] 2 (1)", "f[1M]"},
    {"cumsum", "f[1M,1M] 1", "f[1M,1M]"},
    {"sort", "f[1M,1M]", "f[1M,1M] i[1M,1M]"},
    {"argsort", "f[1M,1M]", "i[1M,1M]"},
    {"topk", "f[1M,1M] 5", "f[1M,5] i[1M,5]"},
    {"unique", "f[1M,1M] true true true", "f[1000000M] i[1M,1M] i[1000000M]"},
    {"nonzero", "f[1M,1M]", "i[1000000M,2]"},
    {"masked_select", "f[1M,1M] b[1M]", "f[1000000M]"},
    {"index_select", "f[1M,1M] 0 i[2M]", "f[2M,1M]"},
    {"gather", "f[1M,1M] 0 i[2M,1M]", "f[2M,1M]"},
    {"scatter", "f[1M,1M] 0 i[1M,1M] f[1M,1M]", "f[1M,1M]"},
    {"masked_fill", "f[1M,1M] b[1M] 2.5", "f[1M,1M]"},
    {"index", "f[1M,1M] {_ i[2M]}", "f[1M,2M]"},
    {"index_put_", "f[1M,1M] {i[2M]} f[2M,1M]", "f[1M,1M]"},
    {"mm", "f[1M,2M] f[2M,3M]", "f[1M,3M]"},
    {"bmm", "f[4,1M,2M] f[4,2M,3M]", "f[4,1M,3M]"},
    {"addmm", "f[3M] f[1M,2M] f[2M,3M]", "f[1M,3M]"},
    {"matmul", "f[2,1,1M,2M] f[3,2M,1M]", "f[2,3,1M,1M]"},
    {"linear", "f[1M,2M] f[3M,2M] f[3M]", "f[1M,3M]"},
    {"dot", "f[1000000M] f[1000000M]", "f[]"},
    {"linalg_cholesky", "f[1M,1M]", "f[1M,1M]"},
    {"linalg_solve", "f[1M,1M] f[1M,5]", "f[1M,5]"},
    {"linalg_solve_triangular", "f[1M,1M] f[1M,5] true", "f[1M,5]"},
    {"linalg_qr", "f[1M,10]", "f[1M,10] f[10,10]"},
    {"linalg_svd", "f[1M,10] true", "f[1M,1M] f[10] f[10,10]"},
    {"linalg_eigh", "f[10000,10000,10000]", "f[10000,10000] f[10000,10000,10000]"},
    {"linalg_inv", "f[1M,1M]", "f[1M,1M]"},
    {"linalg_det", "f[2,1M,1M]", "f[2]"},
    {"softmax", "f[1M,1M] 1", "f[1M,1M]"},
    {"log_softmax", "f[1M,1M] 0", "f[1M,1M]"},
    {"layer_norm", "f[1M,1M] (1M) f[1M] f[1M]", "f[1M,1M]"},
    {"conv2d", "f[1000,3,10000,10000] f[64,3,3,3] f[64]", "f[1000,64,9998,9998]"},
    {"max_pool2d", "f[1000,3,10000,10000] (2)", "f[1000,3,5000,5000] i[1000,3,5000,5000]"},
    {"avg_pool2d", "f[1000,3,10000,10000] (2,4)", "f[1000,3,5000,2500]"},
    {"cdist", "f[1M,3] f[2M,3]", "f[1M,2M]"},
    {"embedding", "f[1M,1M] i[10,2M]", "f[10,2M,1M]"},
    {"cross_entropy", "f[1M,1M] i[1M]", "f[]"},
    {"hstack", "{f[1M,1M] f[1M,2M]}", "f[1M,3M]"},
    {"var_mean", "f[1M,2M] (0)", "f[2M] f[2M]"},
    {"mse_loss", "f[1M,1M] f[1M]", "f[]"},
    {"vstack", "{f[1M,1M] f[2M,1M]}", "f[3M,1M]"},
    {"dstack", "{f[1M,1M] f[1M,1M]}", "f[1M,1M,2]"},
    {"tile", "f[1M,1M] (2)", "f[1M,2M]"},
    {"roll", "f[1M,1M] (5) (0)", "f[1M,1M]"},
    {"movedim", "f[1M,2,3M] (2) (0)", "f[3M,1M,2]"},
    {"unflatten", "f[1M,1M] 0 (2,-1)", "f[2,500000,1M]"},
    {"diag", "f[1M,2M]", "f[1M]"},
    {"std_mean", "f[1M,2M] (0)", "f[2M] f[2M]"},
    {"count_nonzero", "f[1M,2M] (0)", "i[2M]"},
    {"mv", "f[1M,2M] f[2M]", "f[1M]"},
    {"outer", "f[1M] f[2M]", "f[1M,2M]"},
    {"inner", "f[1M,3] f[2M,3]", "f[1M,2M]"},
    {"kron", "f[1M,2] f[3,1M]", "f[3M,2M]"},
    {"conv1d", "f[10,3,1M] f[64,3,3] f[64]", "f[10,64,999998]"},
    {"glu", "f[1M,2M] 1", "f[1M,1M]"},
    {"column_stack", "{f[1M,1M] f[1M]}", "f[1M,1000001]"},
    {"diag_embed", "f[2,1M]", "f[2,1M,1M]"},
    {"isclose", "f[1M,1M] f[1M]", "b[1M,1M]"},
    {"trace", "f[1M,2M]", "f[]"},
    {"cosine_similarity", "f[1M,2M] f[2M] 1", "f[1M]"},
    {"diff", "f[1M,1M] 2 0", "f[999998,1M]"},
    {"take", "f[1M,1M] i[2M]", "f[2M]"},
    {"index_fill", "f[1M,1M] 0 i[5] 2.5", "f[1M,1M]"},
    {"addmv", "f[1M] f[1M,2M] f[2M]", "f[1M]"},
    {"tensordot", "f[1M,2M] f[2M,3M] (1) (0)", "f[1M,3M]"},
    {"linalg_cross", "f[1M,3] f[1,3]", "f[1M,3]"},
    {"linalg_matrix_power", "f[1M,1M] 3", "f[1M,1M]"},
    {"threshold", "f[1M,1M] 0.5 2", "f[1M,1M]"},
    {"l1_loss", "f[1M,1M] f[1M]", "f[]"},
    {"smooth_l1_loss", "f[1M,1M] f[1M]", "f[]"},
    {"huber_loss", "f[1M,1M] f[1M]", "f[]"},
    {"kl_div", "f[1M,1M] f[1M]", "f[]"},
    {"binary_cross_entropy_with_logits", "f[1M] f[1M,1M]", "f[]"},
};
enum { OPERATOR_EXAMPLES = sizeof operator_examples / sizeof *operator_examples };

#endif
