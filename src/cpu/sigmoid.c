/*
 * Functions shaped like an S: tanh, erf, sigmoid, and the activations made of them, silu and gelu.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"

#define RA__NAME tanh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.8
#define RA__ON_FLOAT32(a) ra__tanhf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__tanhf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__tanh(a)
#define RA__ON_COMPLEX64(a) ra__c64_tanh(a)
#define RA__ON_COMPLEX128(a) ra__c128_tanh(a)
#include "cpu/loops.h"

#define RA__NAME erf
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.8
#define RA__ON_FLOAT32(a) ra__erff(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__erff_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__erf(a)
#include "cpu/loops.h"

#define RA__NAME erfc
#define RA__TEMPLATE "cpu/loop_unary.h"
#if defined(RA__BY_TABLE) || defined(RA__BY_ROWS)
#define RA__COST 0.4
#define RA__DENSE_FLOAT32(out, in, n) ra__erfcf_n(out, in, n)
#else
#define RA__COST 2.5
#endif
#define RA__ON_FLOAT32(a) ra__erfcf(a)
#define RA__ON_FLOAT64(a) erfc(a)
#include "cpu/loops.h"

#ifdef RA__BY_TABLE
#define COST(pieces, table) table
#else
#define COST(pieces, table) pieces
#endif

#define RA__NAME sigmoid
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST COST(0.42, 0.13)
#define RA__ON_FLOAT32(a) ra__sigmoidf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__sigmoidf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__sigmoid(a)
#define RA__DENSE_FLOAT64(out, in, n) ra__sigmoid_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_sigmoid(a)
#define RA__ON_COMPLEX128(a) ra__c128_sigmoid(a)
#include "cpu/loops.h"

#define RA__NAME silu
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST COST(0.48, 0.17)
#define RA__ON_FLOAT32(a) ra__siluf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__siluf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__silu(a)
#define RA__DENSE_FLOAT64(out, in, n) ra__silu_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_mul(a, ra__c64_sigmoid(a))
#define RA__ON_COMPLEX128(a) ra__c128_mul(a, ra__c128_sigmoid(a))
#include "cpu/loops.h"

/* Exponentials first and then what is made of them, a block at a time, as one chain of operations is longer than a core looks ahead. */
enum { BLOCK = 512 };

static inline void log_sigmoid_f64_n(double *out, const double *in, size_t count)
{
    double e[BLOCK];
    for (size_t at = 0; at < count; at += BLOCK, in += BLOCK, out += BLOCK) {
        const size_t n = count - at < BLOCK ? count - at : BLOCK;
        for (size_t i = 0; i < n; i++)
            e[i] = -__builtin_fabs(in[i]);
        ra__exp_alone_n(e, e, n);
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++)
            out[i] = (in[i] < 0 ? in[i] : 0) - ra__log1p(e[i]);
    }
}

#define RA__NAME sigmoid_log
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.4
#define RA__ON_FLOAT32(a) ra__log_sigmoidf(a)
#define RA__ON_FLOAT64(a) ((a < 0 ? a : 0) - ra__log1p(ra__exp_alone(-__builtin_fabs(a))))
#define RA__DENSE_FLOAT64(out, in, n) log_sigmoid_f64_n(out, in, n)
#include "cpu/loops.h"

/* beta is params.f[0], and above the threshold f[1] beta a stands for its softplus y. */
#define SOFT_RAMP(a, y, beta, threshold) ((a) * (beta) > (threshold) ? (a) : divides ? (y) / (beta) : (y))

/* Where nothing is multiplied or divided in a loop of its own. */
static inline void soft_ramp_f32_n(float *out, const float *in, size_t n, float beta, float threshold)
{
    const bool divides = beta != 1;
    if (!divides) {
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++) {
            const float y = ra__softplusf(in[i]);
            out[i] = in[i] > threshold ? in[i] : y;
        }
        return;
    }
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++) {
        const float y = ra__softplusf(in[i] * beta);
        out[i] = SOFT_RAMP(in[i], y, beta, threshold);
    }
}

static inline void soft_ramp_f64_n(double *out, const double *in, size_t count, double beta, double threshold)
{
    const bool divides = beta != 1;
    double e[BLOCK];
    for (size_t at = 0; at < count; at += BLOCK, in += BLOCK, out += BLOCK) {
        const size_t n = count - at < BLOCK ? count - at : BLOCK;
        for (size_t i = 0; i < n; i++)
            e[i] = in[i] * beta;
        ra__exp_alone_n(e, e, n);
        if (divides) {
            RA_MATH_INDEPENDENT
            for (size_t i = 0; i < n; i++) {
                const double y = ra__log1p(e[i]) / beta;
                out[i] = in[i] * beta > threshold ? in[i] : y;
            }
            continue;
        }
        RA_MATH_INDEPENDENT
        for (size_t i = 0; i < n; i++) {
            const double y = ra__log1p(e[i]);
            out[i] = in[i] > threshold ? in[i] : y;
        }
    }
}

#define RA__NAME soft_ramp
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 1
#define RA__SETUP \
    const double beta = params->f[0], threshold = params->f[1]; \
    const bool divides = beta != 1;
#define RA__DENSE_FLOAT32(out, in, n) soft_ramp_f32_n(out, in, n, (float)beta, (float)threshold)
#define RA__ON_FLOAT32(a) SOFT_RAMP(a, ra__softplusf(a * (float)beta), (float)beta, (float)threshold)
#define RA__DENSE_FLOAT64(out, in, n) soft_ramp_f64_n(out, in, n, beta, threshold)
#define RA__ON_FLOAT64(a) SOFT_RAMP(a, ra__log1p(ra__exp_alone(a * beta)), beta, threshold)
#include "cpu/loops.h"

#define RA__NAME gated
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__EXPANDS 1
#define RA__COST COST(0.4, 0.15)
#ifdef RA__BY_TABLE
#define RA__ON_FLOAT32(a, b) (a * ra__sigmoidf(b))
#define RA__DENSE_FLOAT32(out, a, b, n) ra__sigmoidf_times_n(out, b, a, n)
#else
#define RA__ON_FLOAT32(a, b) (a * ra__sigmoid_factorf(b))
#endif
#define RA__ON_FLOAT64(a, b) (a * ra__sigmoid(b))
#define RA__DENSE_FLOAT64(out, a, b, n) ra__sigmoid_times_n(out, b, a, n)
#include "cpu/loops.h"

#define RA__NAME gelu_exact
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__ON_FLOAT32(a) ra__geluf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__geluf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__gelu(a)
#include "cpu/loops.h"

#define RA__NAME gelu_by_tanh
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__ON_FLOAT32(a) ra__gelu_tanhf(a)
#define RA__ON_FLOAT64(a) ra__gelu_tanh(a)
#include "cpu/loops.h"

/* Variants in the order of the choices of `approximate`; the cost is that of the first. */
#define RA__NAME gelu
#define RA__VARIANTS gelu_exact_loops, gelu_by_tanh_loops
#ifdef RA__BY_ROWS
#define RA__COST 0.4
#else
#define RA__COST COST(1.2, 0.17)
#endif
#include "cpu/variants.h"
