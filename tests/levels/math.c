/* math.c: of test_math.c, at one level of the instruction set: the elementary functions of
 * src/cpu/math_f32.h and math_f64.h against the C library in a wider type. Reports the largest error of each, in ulp, and fails over its bound; compares
 * vector bodies with tails bit by bit; and checks the special values.
 *
 * RA_TEST_FULL=1 scans every float32 instead of every 997th and the neighbourhoods of interest
 * (minutes a function); RA_TEST_ONLY=NAME takes one function.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpu/isa.h"
#include "cpu/math_special.h"
#include "helpers/math_loops.h"
#include "levels/math.h"

#define LEVEL_NAME_(level) "math at " #level
#define LEVEL_NAME(level) LEVEL_NAME_(level)

static double sigmoid_of(double x) { return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)); }
static double silu_of(double x) { return x == -INFINITY ? NAN : x * sigmoid_of(x); }
static double gelu_of(double x) { return x == -INFINITY ? NAN : 0.5 * x * erfc(-x * M_SQRT1_2); }
static double gelu_tanh_of(double x) {
    double u = 2 * 0.7978845608028653559 * (x + 0.044715 * x * x * x);
    return x == -INFINITY ? NAN : x == INFINITY ? x : x * sigmoid_of(u);
}
static double log_sigmoid_of(double x) { return x < -700 ? x : (x < 0 ? x : 0) - log1p(exp(-fabs(x))); }
static double softplus_of(double x) { return (x > 0 ? x : 0) + log1p(exp(-fabs(x))); }
static double rsqrt_of(double x) { return 1 / sqrt(x); }
static double logit_of(double x) { return x > 0.25 && x < 0.75 ? log1p(2 * (x - 0.5) / (1 - x)) : log(x / (1 - x)); }

static long double sigmoid_ofl(long double x) {
    return x < 0 ? expl(x) / (1 + expl(x)) : 1 / (1 + expl(-x));
}
static long double silu_ofl(long double x) { return x == -INFINITY ? NAN : x * sigmoid_ofl(x); }
static long double gelu_ofl(long double x) {
    return x == -INFINITY ? NAN : 0.5L * x * erfcl(-x * 0.707106781186547524400844362104849039L);
}
static long double gelu_tanh_ofl(long double x) {
    long double u = 2 * 0.797884560802865355879892119868763737L * (x + 0.044715L * x * x * x);
    return x == -INFINITY ? NAN : x == INFINITY ? x : x * sigmoid_ofl(u);
}
static long double rsqrt_ofl(long double x) { return 1 / sqrtl(x); }

struct f32_case {
    const char *name;
    void (*loop)(float *, const float *, size_t);
    float (*one)(float);
    double (*exact)(double);
    double bound;
};

struct f64_case {
    const char *name;
    void (*loop)(double *, const double *, size_t);
    double (*one)(double);
    long double (*exact)(long double);
    double bound;
};

static const struct f32_case f32_cases[] = {
    {"expf", loop_expf, one_expf, exp, 1.0},
    {"expm1f", loop_expm1f, one_expm1f, expm1, RA_HAVE_FMA ? 1.0 : 1.1},
    {"logf", loop_logf, one_logf, log, 1.0},
    {"log1pf", loop_log1pf, one_log1pf, log1p, 1.0},
    {"log2f", loop_log2f, one_log2f, log2, 1.0},
    {"log10f", loop_log10f, one_log10f, log10, 1.0},
    {"sinf", loop_sinf, one_sinf, sin, 1.0},
    {"cosf", loop_cosf, one_cosf, cos, 1.0},
    {"tanf", loop_tanf, one_tanf, tan, 1.0},
    {"tanhf", loop_tanhf, one_tanhf, tanh, 1.0},
    {"sigmoidf", loop_sigmoidf, one_sigmoidf, sigmoid_of, 1.0},
    {"sigmoid_factorf", loop_sigmoid_factorf, one_sigmoid_factorf, sigmoid_of, 2.5},
    {"erff", loop_erff, one_erff, erf, 1.0},
    {"geluf", loop_geluf, one_geluf, gelu_of, 1.0},
    {"gelu_tanhf", loop_gelu_tanhf, one_gelu_tanhf, gelu_tanh_of, 1.0},
    {"siluf", loop_siluf, one_siluf, silu_of, 1.0},
    {"rsqrtf", loop_rsqrtf, one_rsqrtf, rsqrt_of, 1.0},
    {"exp2f", loop_exp2f, one_exp2f, exp2, 1.0},
    {"sinhf", loop_sinhf, one_sinhf, sinh, 0.51},
    {"coshf", loop_coshf, one_coshf, cosh, 0.51},
    {"asinf", loop_asinf, one_asinf, asin, 0.7},
    {"acosf", loop_acosf, one_acosf, acos, 0.7},
    {"atanf", loop_atanf, one_atanf, atan, 1.0},
    {"erfcf", loop_erfcf, one_erfcf, erfc, 1.0},
    {"ndtrf", loop_ndtrf, one_ndtrf, ra__ndtr, 0.51},
    {"erfcxf", loop_erfcxf, one_erfcxf, ra__erfcx, 0.51},
    {"log_ndtrf", loop_log_ndtrf, one_log_ndtrf, ra__log_ndtr, 0.51},
    {"erfinvf", loop_erfinvf, one_erfinvf, ra__erfinv, 1.0},
    {"ndtrif", loop_ndtrif, one_ndtrif, ra__ndtri, 0.51},
    {"i0ef", loop_i0ef, one_i0ef, ra__i0e, 0.51},
    {"i1ef", loop_i1ef, one_i1ef, ra__i1e, 0.51},
    {"i0f", loop_i0f, one_i0f, ra__i0, 0.51},
    {"i1f", loop_i1f, one_i1f, ra__i1, 0.51},
    {"lgammaf", loop_lgammaf, one_lgammaf, ra__lgamma, 0.51},
    {"digammaf", loop_digammaf, one_digammaf, ra__digamma, 0.51},
    {"log_sigmoidf", loop_log_sigmoidf, one_log_sigmoidf, log_sigmoid_of, 2.5},
    {"softplusf", loop_softplusf, one_softplusf, softplus_of, 1.0},
    {"logitf", loop_logitf, one_logitf, logit_of, 1.0},
    {"atanhf", loop_atanhf, one_atanhf, atanh, 1.0},
};

static const struct f64_case f64_cases[] = {
    {"exp", loop_exp, one_exp, expl, 1.0},
    {"exp alone", loop_exp_alone, one_exp_alone, expl, 1.0},
    {"expm1", loop_expm1, one_expm1, expm1l, 1.5},
    {"log", loop_log, one_log, logl, 1.0},
    {"log1p", loop_log1p, one_log1p, log1pl, 1.0},
    {"log2", loop_log2, one_log2, log2l, 1.0},
    {"sin", loop_sin, one_sin, sinl, 1.0},
    {"cos", loop_cos, one_cos, cosl, 1.0},
    {"tan", loop_tan, one_tan, tanl, 2.5},
    {"tanh", loop_tanh, one_tanh, tanhl, 1.0},
    {"sigmoid", loop_sigmoid, one_sigmoid, sigmoid_ofl, 1.0},
    {"erf", loop_erf, one_erf, erfl, 1.5},
    {"gelu", loop_gelu, one_gelu, gelu_ofl, 2.5},
    {"gelu_tanh", loop_gelu_tanh, one_gelu_tanh, gelu_tanh_ofl, 2.0},
    {"silu", loop_silu, one_silu, silu_ofl, 1.0},
    {"rsqrt", loop_rsqrt, one_rsqrt, rsqrt_ofl, 1.0},
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
enum { chunk = 4096 };

static int wanted(const char *name) {
    const char *only = getenv("RA_TEST_ONLY");
    return only == NULL || strcmp(only, name) == 0;
}

/* The distance between got and exact in units of exact's last place. Infinity counts as the power
 * of two that would come after the largest number, so that the overflow threshold is measured too.
 * A NaN on one side, or a wrong sign, is infinitely far. */
static double ulps_f32(float got, double exact) {
    if (isnan(got) || isnan(exact))
        return isnan(got) && isnan(exact) ? 0 : INFINITY;
    if (got == 0 && exact == 0)
        return !signbit(got) == !signbit(exact) ? 0 : INFINITY;
    double g = isinf(got) ? copysign(0x1p128, got) : got;
    double e = fabs(exact) > 0x1p128 ? copysign(0x1p128, exact) : exact;
    int k = e == 0 || ilogb(e) < -126 ? -126 : ilogb(e);
    if (got != 0 && !signbit(got) != !signbit(e))
        return INFINITY;
    return fabs(g - e) * ldexp(1, 23 - (k > 127 ? 127 : k));
}

static double ulps_f64(double got, long double exact) {
    if (isnan(got) || isnan(exact))
        return isnan(got) && isnan(exact) ? 0 : INFINITY;
    if (got == 0 && exact == 0)
        return !signbit(got) == !signbit(exact) ? 0 : INFINITY;
    long double g = isinf(got) ? copysignl(0x1p1024L, got) : got;
    long double e = fabsl(exact) > 0x1p1024L ? copysignl(0x1p1024L, exact) : exact;
    int k = e == 0 || ilogbl(e) < -1022 ? -1022 : ilogbl(e);
    if (got != 0 && !signbit(got) != !signbit(e))
        return INFINITY;
    return (double)ldexpl(fabsl(g - e), 52 - (k > 1023 ? 1023 : k));
}

struct worst {
    double ulps;
    double at, at2;
    double count;
};

static void measure_f32(const struct f32_case *c, const float *in, size_t n, struct worst *w) {
    static float out[chunk];
    c->loop(out, in, n);
    w->count += (double)n;
    for (size_t i = 0; i < n; i++) {
        double u = ulps_f32(out[i], c->exact((double)in[i]));
        if (u > w->ulps) {
            w->ulps = u;
            w->at = in[i];
        }
    }
}

static void measure_f64(const struct f64_case *c, const double *in, size_t n, struct worst *w) {
    static double out[chunk];
    c->loop(out, in, n);
    w->count += (double)n;
    for (size_t i = 0; i < n; i++) {
        double u = ulps_f64(out[i], c->exact((long double)in[i]));
        if (u > w->ulps) {
            w->ulps = u;
            w->at = in[i];
        }
    }
}

static int report(const char *name, const struct worst *w, double bound) {
    printf("  %-10s %.4f ulp (bound %.2f) at %a of %.0f values\n", name, w->ulps, bound, w->at, w->count);
    fflush(stdout);
    return !(w->ulps <= bound);
}

/* Where something changes: pieces of the algorithms, overflow, underflow, poles, zeros. */
static const double places[] = {
    0,         0x1p-149,  0x1p-126, 0x1p-100, 0x1p-64,  0x1p-29,  0x1p-24,  0x1p-20, 0x1p-12,  0.3465736, 0.5,
    0.625,     0.6931472, 0.7071068, 0.86,    1,        1.0397208, 1.4142135, 1.5707963, 2,     3.1415927, 4,
    4.7123890, 5.5,       6.2831853, 8.317766, 9.010913, 10,      14.5,     14.625,  17.32868, 20,        29,
    70,        80,        87.33654, 88.37626, 88.72284, 100,      103.2789, 103.97208, 104,    108.5,     120,
    170,       8192,      1048576,  1e9,      3.4e38,
};

static void scan_places_f32(const struct f32_case *c, struct worst *w) {
    float in[chunk];
    for (size_t p = 0; p < COUNT(places); p++)
        for (int sign = 0; sign < 2; sign++) {
            uint32_t at = ra__bits_f32((float)places[p]);
            size_t n = 0;
            for (uint32_t u = at < 1500 ? 0 : at - 1500; u < at + 1500; u++)
                in[n++] = ra__from_bits_f32((sign ? 0x80000000u : 0) | (u & 0x7fffffffu));
            measure_f32(c, in, n, w);
        }
    const float specials[] = {INFINITY, -INFINITY, NAN, -NAN, FLT_MAX, -FLT_MAX};
    measure_f32(c, specials, COUNT(specials), w);
}

static void test_f32_accuracy(void **state) {
    (void)state;
    const char *full = getenv("RA_TEST_FULL");
    uint64_t stride = full && *full == '1' ? 1 : 997;
    int failures = 0;
    for (size_t k = 0; k < COUNT(f32_cases); k++) {
        const struct f32_case *c = &f32_cases[k];
        struct worst w = {0};
        float in[chunk];
        if (!wanted(c->name))
            continue;
        for (uint64_t u = 0; u < 0x100000000u;) {
            size_t n = 0;
            for (; n < chunk && u < 0x100000000u; u += stride)
                in[n++] = ra__from_bits_f32((uint32_t)u);
            measure_f32(c, in, n, &w);
        }
        scan_places_f32(c, &w);
        failures += report(c->name, &w, c->bound);
    }
    assert_int_equal(failures, 0);
}

static uint64_t random_state = 0x9e3779b97f4a7c15u;
static uint64_t random_bits(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state * 0x2545f4914f6cdd1du;
}
static double random_between(double low, double high) {
    return low + (high - low) * (double)(random_bits() >> 11) * 0x1p-53;
}

/* Of any magnitude, or of moderate size, or near a place. */
static double random_double(void) {
    switch (random_bits() % 6) {
    case 0: return ra__from_bits_f64(random_bits());
    case 1: return random_between(-2, 2);
    case 2: return random_between(-800, 800);
    case 3: return random_between(-12, 12);
    case 4: return ldexp(random_between(-1, 1), (int)(random_bits() % 60) - 40);
    default: {
        double p = places[random_bits() % COUNT(places)];
        p *= random_bits() & 1 ? 1 : -1;
        return p * (1 + ldexp(random_between(-1, 1), -(int)(random_bits() % 50)));
    }
    }
}

static void test_f64_accuracy(void **state) {
    (void)state;
    const char *full = getenv("RA_TEST_FULL");
    size_t rounds = full && *full == '1' ? 10000 : 40;
    static const double edges[] = {
        0,          -0.0,        0x1p-1074, -0x1p-1074, 0x1p-1022,  0x1.fffffffffffffp-1023, DBL_MAX, -DBL_MAX,
        INFINITY,   -INFINITY,   NAN,       1,          -1,         0x1.fffffffffffffp-1,    -0x1.fffffffffffffp-1,
        709.782712, 709.782713,  709.7827128933840, 709.7827128933841, -745.13321, -745.13322, -708.3964, -744.44,
        0x1p20,     -0x1p20,     0x1.0000000000001p20, 0x1.6ac5b262ca1ffp849, 0x1.921fb54442d18p0, 1e22, 0x1p1023,
        38.5,       -38.4,       -37.5,     -37.6,      750,        -750,       -760,        1e300,
    };
    int failures = 0;
    for (size_t k = 0; k < COUNT(f64_cases); k++) {
        const struct f64_case *c = &f64_cases[k];
        struct worst w = {0};
        double in[chunk];
        if (!wanted(c->name))
            continue;
        measure_f64(c, edges, COUNT(edges), &w);
        for (size_t r = 0; r < rounds; r++) {
            for (size_t i = 0; i < chunk; i++)
                in[i] = random_double();
            measure_f64(c, in, chunk, &w);
        }
        failures += report(c->name, &w, c->bound);
    }
    assert_int_equal(failures, 0);
}

/* Every combination of these, and random ones whose power is neither 0 nor infinite. */
static const double pow_values[] = {
    0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 1.5, -1.5, INFINITY, -INFINITY, NAN, 0x1p-149, -0x1p-149,
    16777215, -16777215, 16777216, 1e30, -1e30, 9007199254740991.0, 9007199254740993e2, 1e300, -1e300,
};

static void test_pow(void **state) {
    (void)state;
    if (!wanted("pow"))
        return;
    struct worst w32 = {0}, w64 = {0};
    float a32[chunk], b32[chunk], o32[chunk];
    double a64[chunk], b64[chunk], o64[chunk];
    const char *full = getenv("RA_TEST_FULL");
    int rounds = full && *full == '1' ? 20000 : 100;
    for (int round = 0; round < rounds; round++) {
        for (size_t i = 0; i < chunk; i++) {
            size_t n = COUNT(pow_values);
            int table = round == 0 && i < n * n;
            double a = ra__from_bits_f64(random_bits()), b;
            if (i & 1)
                a = i & 2 ? random_between(0.5, 2) : 1 + ldexp(random_between(-1, 1), -(int)(random_bits() % 40));
            b = random_between(-760, 760) / fabs(log(fabs(a)));
            if (i & 4)
                b = rint(b);
            else
                a = fabs(a);
            a64[i] = table ? pow_values[i / n] : a;
            b64[i] = table ? pow_values[i % n] : b;
            float f = ra__from_bits_f32((uint32_t)random_bits());
            double y = random_between(-110, 110) / fabs(log(fabs((double)f)));
            if (i & 1) {
                f = (float)a;
                y = random_between(-110, 110) / fabs(log(fabs((double)f)));
            }
            a32[i] = table ? (float)pow_values[i / n] : i & 4 ? f : fabsf(f);
            b32[i] = table ? (float)pow_values[i % n] : i & 4 ? (float)rint(y) : (float)y;
        }
        loop_powf(o32, a32, b32, chunk);
        loop_pow(o64, a64, b64, chunk);
        for (size_t i = 0; i < chunk; i++) {
            double u = ulps_f32(o32[i], (double)powl((long double)a32[i], (long double)b32[i]));
            double v = ulps_f64(o64[i], powl((long double)a64[i], (long double)b64[i]));
            if (u > w32.ulps)
                w32 = (struct worst){u, a32[i], b32[i], 0};
            if (v > w64.ulps)
                w64 = (struct worst){v, a64[i], b64[i], 0};
        }
    }
    w32.count = w64.count = (double)rounds * chunk;
    if (w32.ulps > 1 || w64.ulps > 1)
        printf("  powf(%a, %a)  pow(%a, %a)\n", w32.at, w32.at2, w64.at, w64.at2);
    int failures = report("powf", &w32, 1.0) + report("pow", &w64, 1.0);
    assert_int_equal(failures, 0);
}

/* ---- of two floats ---- */

static double log_add(double a, double b, long double base) {
    const long double most = fmax(a, b), least = fmin(a, b);
    if (isnan(a) || isnan(b))
        return NAN;
    return a == b && isinf(a) ? a : (double)(most + log1pl(powl(base, least - most)) / logl(base));
}
static double logaddexp_of(double a, double b) { return log_add(a, b, expl(1)); }
static double logaddexp2_of(double a, double b) { return log_add(a, b, 2); }
static double nextafter_of(double a, double b) { return (double)nextafterf((float)a, (float)b); }

static const struct of_two {
    const char *name;
    void (*loop)(float *, const float *, const float *, size_t);
    float (*one)(float, float);
    double (*exact)(double, double);
    bool cancels; /* where the result is far below an operand, its error is that of the operand's 2^-32 */
} of_two[] = {
    {"atan2f", loop_atan2f, one_atan2f, atan2, false},
    {"hypotf", loop_hypotf, one_hypotf, hypot, false},
    {"logaddexpf", loop_logaddexpf, one_logaddexpf, logaddexp_of, true},
    {"logaddexp2f", loop_logaddexp2f, one_logaddexp2f, logaddexp2_of, true},
    {"nextafterf", loop_nextafterf, one_nextafterf, nextafter_of, false},
};

static void test_of_two(void **state) {
    (void)state;
    static const float ends[] = {0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, FLT_MIN, FLT_MAX, -FLT_MAX};
    enum { least = COUNT(ends) * COUNT(ends) };
    for (size_t k = 0; k < COUNT(of_two); k++)
        for (int round = 0; round < 200; round++) {
            static float a[chunk], b[chunk], o[chunk];
            for (size_t i = 0; i < chunk; i++) {
                a[i] = i < least ? ends[i / COUNT(ends)] : i % 2 ? (float)random_between(-20, 20) : ra__from_bits_f32((uint32_t)random_bits());
                b[i] = i < least   ? ends[i % COUNT(ends)]
                       : i % 7 == 0 ? a[i] * (1 + (float)random_between(-1e-6, 1e-6))
                       : i % 2      ? (float)random_between(-20, 20)
                                    : ra__from_bits_f32((uint32_t)random_bits());
            }
            of_two[k].loop(o, a, b, chunk);
            for (size_t i = 0; i < chunk; i++) {
                const double exact = of_two[k].exact((double)a[i], (double)b[i]), kept = fmax(fabs((double)a[i]), 1);
                const bool near = of_two[k].cancels && fabs((double)o[i] - exact) <= kept * 0x1p-32;
                if ((ulps_f32(o[i], exact) > 0.51 && !near) || (exact == 0 && !signbit(o[i]) != !signbit(exact)) ||
                    (ra__bits_f32(o[i]) != ra__bits_f32(of_two[k].one(a[i], b[i])) && !isnan(o[i])))
                    fail_msg("%s(%a, %a) is %a, not %a, and alone %a", of_two[k].name, (double)a[i], (double)b[i], (double)o[i], exact, (double)of_two[k].one(a[i], b[i]));
            }
        }
}

/* One element's bits do not depend on where in an array it stands: every offset and length up to
 * a few vectors against the function called for one element. */
#define PLACEMENT(type, bits, cases)                                                               \
    for (size_t k = 0; k < COUNT(cases); k++) {                                                    \
        static type in[256], out[256];                                                             \
        for (size_t i = 0; i < 256; i++)                                                           \
            in[i] = i % 37 == 5 ? (type)1e10 : (type)random_double();                              \
        for (size_t offset = 0; offset < 16; offset++)                                             \
            for (size_t n = 1; n <= 40; n++) {                                                     \
                cases[k].loop(out + offset, in + offset + 3 * n, n);                               \
                for (size_t i = 0; i < n; i++)                                                     \
                    if (bits(out[offset + i]) != bits(cases[k].one(in[offset + 3 * n + i])) &&     \
                        !isnan(out[offset + i]))                                                   \
                        fail_msg("%s(%a) depends on its place", cases[k].name,                     \
                                 (double)in[offset + 3 * n + i]);                                  \
            }                                                                                      \
    }

static void test_placement(void **state) {
    (void)state;
    PLACEMENT(float, ra__bits_f32, f32_cases)
    PLACEMENT(double, ra__bits_f64, f64_cases)
    for (size_t round = 0; round < 200; round++) {
        float a[40], b[40], o[40];
        double c[40], d[40], p[40];
        size_t n = 1 + round % 40;
        for (size_t i = 0; i < n; i++) {
            a[i] = (float)(c[i] = fabs(random_between(-4, 4)));
            b[i] = (float)(d[i] = random_between(-30, 30));
        }
        loop_powf(o, a, b, n);
        loop_pow(p, c, d, n);
        for (size_t i = 0; i < n; i++) {
            assert_true(ra__bits_f32(o[i]) == ra__bits_f32(one_powf(a[i], b[i])));
            assert_true(ra__bits_f64(p[i]) == ra__bits_f64(one_pow(c[i], d[i])));
        }
    }
}

/* In place, with far elements among near ones; of those that are mostly near, with few and with many to a block. */
static void test_far_in_place(void **state) {
    (void)state;
    static void (*const loops[])(float *, const float *, size_t) = {loop_erfinvf, loop_digammaf, loop_lgammaf};
    static float (*const ones[])(float) = {one_erfinvf, one_digammaf, one_lgammaf};
    static const float far[][3] = {{0.9999f, -1.0f, 3.0f}, {-0.75f, -3.0f, 0.0f}, {-0.75f, -3.0f, -2.5f}};
    for (size_t k = 0; k < 3; k++)
        for (size_t every = 2; every <= 200; every *= 10) {
            float x[1100], y[1100];
            for (size_t i = 0; i < 1100; i++)
                x[i] = y[i] = i % every == 1 ? far[k][i / every % 3] : (float)random_between(0.01, 0.99);
            loops[k](x, x, 1100);
            for (size_t i = 0; i < 1100; i++) {
                const float one = ones[k](y[i]);
                assert_true(isnan(one) ? isnan(x[i]) : ra__bits_f32(x[i]) == ra__bits_f32(one));
            }
        }
    float a[100], b[100];
    for (size_t i = 0; i < 100; i++)
        a[i] = b[i] = (float)(i % 7 ? (double)i : 1e30 / (double)(i + 1));
    loop_sinf(a, a, 100);
    for (size_t i = 0; i < 100; i++)
        assert_true(ra__bits_f32(a[i]) == ra__bits_f32(one_sinf(b[i])));
}

/* Blocks of near elements and of infinities, of what has the same result, of NaN, and with one in between: whatever is beside an element. */
#define ENDS(type, bits, name, near, end)                                                             \
    for (int kind = 0; kind < 64; kind++) {                                                           \
        type x[600], y[600];                                                                          \
        const type others[] = {-INFINITY, INFINITY, NAN, -end, end, -2 * end, (type)1e30, -0.0};      \
        const type between[] = {near, -near, nextafter(near, end), -nextafter(near, end), near + 1, -near - 1, nextafter(end, 0), -nextafter(end, 0)}; \
        for (int i = 0; i < 600; i++)                                                                 \
            x[i] = i % 3 ? (type)random_between(-near, near) : others[(i / 3 + kind) % 8];            \
        if (kind >= 8)                                                                                \
            x[(kind * 37) % 600] = (type)between[kind % 8];                                           \
        loop_##name(y, x, 600);                                                                       \
        for (int i = 0; i < 600; i++) {                                                               \
            const type one = one_##name(x[i]);                                                        \
            assert_true(isnan(one) ? isnan(y[i]) : bits(y[i]) == bits(one));                          \
        }                                                                                             \
        loop_##name(x, x, 600);                                                                       \
        assert_memory_equal(x, y, sizeof x);                                                          \
    }
static void test_ends(void **state) {
    (void)state;
    ENDS(float, ra__bits_f32, expf, 87.0f, 104.0f)
    ENDS(float, ra__bits_f32, exp2f, 125.0f, 151.0f)
    ENDS(float, ra__bits_f32, geluf, 5.5f, 14.625f)
    ENDS(float, ra__bits_f32, erfcf, 3.875f, 10.1f)
    ENDS(double, ra__bits_f64, exp_alone, 708.0, 746.0)
    ENDS(double, ra__bits_f64, sigmoid, 680.0, 760.0)
    ENDS(double, ra__bits_f64, silu, 680.0, 760.0)
    assert_true(one_expf(-104.0f) == 0 && one_expf(104.0f) == INFINITY && one_exp2f(-151.0f) == 0 && one_exp_alone(-746.0) == 0 && one_exp_alone(746.0) == INFINITY);
    float ten = 1;
    for (int k = 0; k <= 10; k++, ten *= 10)
        assert_true(one_log10f(ten) == (float)k);
}

/* The bits of the instruction: every significand, of an odd exponent and of an even one, and of all exponents a few, special values among them. */
static void test_roots(void **state) {
    (void)state;
    float in[chunk], out[chunk];
    for (uint64_t u = 0; u < 0x100000000u;) {
        size_t n = 0;
        for (; n < chunk && u < 0x100000000u; u += u >= 0x3f800000u && u < 0x40800000u ? 1 : 1013)
            in[n++] = ra__from_bits_f32((uint32_t)u);
        loop_sqrtf(out, in, n);
        for (size_t i = 0; i < n; i++) {
            const float root = sqrtf(in[i]);
            assert_true(isnan(root) ? isnan(out[i]) : ra__bits_f32(out[i]) == ra__bits_f32(root));
        }
    }
}

int RA__ISA_NAME(test_math)(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_f32_accuracy), cmocka_unit_test(test_f64_accuracy),
        cmocka_unit_test(test_pow),          cmocka_unit_test(test_placement),
        cmocka_unit_test(test_far_in_place), cmocka_unit_test(test_of_two),
        cmocka_unit_test(test_ends),         cmocka_unit_test(test_roots),
    };
    return cmocka_run_group_tests_name(LEVEL_NAME(RA_ISA), tests, NULL, NULL);
}
