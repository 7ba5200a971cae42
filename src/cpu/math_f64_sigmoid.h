/* math_f64_sigmoid.h: sigmoid, silu and products with a sigmoid, of float64; from math_f64.h.
 *
 * sigmoid(x) = 1 / (1 + e), e = e^-x in two parts; the quotient is corrected by its residual. Two loops over a block, the parts of e in arrays between
 * them: the chain of dependent operations of both is longer than a core looks ahead. Where not all of a block are near, those beyond are clamped
 * to where nothing comes of it, and what is below -near is computed 2^128 times as large, until the end.
 */
#ifndef RA_CPU_MATH_F64_SIGMOID_H
#define RA_CPU_MATH_F64_SIGMOID_H

#define RA__DECAY_END_F64 760.0 /* x e^x is nothing below minus that */

/* 1 / (1 + e^-x) = y + y c, where y is returned, and e and el are the parts of e^-x. */
RA_MATH double ra__decay_quotient_f64(double e, double el, double *c) {
    double dl, d = ra__decay_sum_f64(e, el, &dl), y = 1.0 / d;
    *c = RA_FMA(-y, dl, ra__residual_f64(-y, d, 1.0));
    return y;
}

/* What stands for x where not all are near: above near, 1 + e is 1. */
RA_MATH double ra__decay_within_f64(double x) {
    x = x > RA__DECAY_NEAR_F64 ? RA__DECAY_NEAR_F64 : x;
    return x < -RA__DECAY_END_F64 ? -RA__DECAY_END_F64 : x;
}
RA_MATH double ra__decay_drop_f64(double x, double y) { return y * (x < -RA__DECAY_NEAR_F64 ? 0x1p-128 : 1.0); }

RA_MATH double ra__sigmoid_last(double x, double e, double el, int wide) {
    double c, y = ra__decay_quotient_f64(e, el, &c);
    y = RA_FMA(y, c, y);
    return wide ? ra__decay_drop_f64(x, y) : y;
}

/* NaN at -inf, as the product that it is defined by has it. */
RA_MATH double ra__silu_last(double x, double e, double el, int wide) {
    double within = wide ? ra__decay_within_f64(x) : x;
    double c, y = ra__decay_quotient_f64(e, el, &c);
    double t = within * y;
#if RA_HAVE_FMA
    y = RA_FMA(within, y, t * c);
#else
    y = t + (ra__residual_f64(within, y, -t) + t * c);
    y = __builtin_fabs(x) < 0x1p-900 ? 0.5 * x : y; /* where Dekker's product would underflow */
#endif
    if (!wide)
        return y;
    y = ra__decay_drop_f64(x, y);
    y = x > RA__DECAY_NEAR_F64 ? x : y;
    return x == -RA__INF_F64 ? RA__NAN_F64 : y;
}

/* sigmoid. Error: 0.83 and 0.83. */
RA_MATH double ra__sigmoid(double x) {
    double el, e = ra__decay_f64(ra__decay_within_f64(x), 1, &el);
    return ra__sigmoid_last(x, e, el, 1);
}

/* silu = x sigmoid(x). Error: 0.82 and 0.94. */
RA_MATH double ra__silu(double x) {
    double el, e = ra__decay_f64(ra__decay_within_f64(x), 1, &el);
    return ra__silu_last(x, e, el, 1);
}

enum ra__sigmoid_kin { RA__SIGMOID_ITSELF, RA__SIGMOID_SILU, RA__SIGMOID_TIMES };

RA_MATH void ra__sigmoid_kin_rest(enum ra__sigmoid_kin kin, double *out, const double *in, const double *times, const double *e, const double *el,
                                  size_t n, int wide) {
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++) {
        double last = (kin == RA__SIGMOID_SILU ? ra__silu_last : ra__sigmoid_last)(in[i], e[i], el[i], wide);
        out[i] = kin == RA__SIGMOID_TIMES ? times[i] * last : last;
    }
}

RA_MATH void ra__sigmoid_kin_n(enum ra__sigmoid_kin kin, double *out, const double *in, const double *times, size_t count) {
    double e[RA__DECAY_BLOCK] __attribute__((aligned(64))), el[RA__DECAY_BLOCK] __attribute__((aligned(64)));
    for (size_t at = 0; at < count; at += RA__DECAY_BLOCK) {
        size_t n = count - at < RA__DECAY_BLOCK ? count - at : RA__DECAY_BLOCK;
        if (ra__decay_n(e, el, in + at, n, 0)) {
            ra__sigmoid_kin_rest(kin, out + at, in + at, times + at, e, el, n, 0);
            continue;
        }
        for (size_t i = 0; i < n; i++)
            e[i] = ra__decay_within_f64(in[at + i]);
        ra__decay_n(e, el, e, n, 1);
        ra__sigmoid_kin_rest(kin, out + at, in + at, times + at, e, el, n, 1);
    }
}

/* out is one of the others or overlaps neither. */
static inline void ra__sigmoid_n(double *out, const double *in, size_t count) { ra__sigmoid_kin_n(RA__SIGMOID_ITSELF, out, in, in, count); }
static inline void ra__silu_n(double *out, const double *in, size_t count) { ra__sigmoid_kin_n(RA__SIGMOID_SILU, out, in, in, count); }
static inline void ra__sigmoid_times_n(double *out, const double *in, const double *times, size_t count) {
    ra__sigmoid_kin_n(RA__SIGMOID_TIMES, out, in, times, count);
}

#endif
