/*
 * The special functions of src/cpu/math_special.h against sums and the C library's functions in a wider type: the largest error of each, in
 * units in the last place, under its bound.
 */
#include "helpers/harness.h"

#include "cpu/math_special.h"

#include <float.h>
#include <stdbool.h>

#define PI 3.141592653589793238462643383279502884L
#define ROOT_HALF 0.707106781186547524400844362104849039L
#define SLOPE_AT_0 1.128379167095512573896158903121545172L /* of erf: 2 / sqrt(pi) */

/* ---- in a wider type ---- */

/* Terms of one sign, of positive x, until they do not count. */
static long double bessel(long double x, int order)
{
    long double term = order ? x / 2 : 1, sum = term;
    for (int k = 1; term > sum * 0x1p-70L; k++)
        sum += term *= x * x / (4.0L * k * (k + order));
    return sum;
}

static long double i0l(long double x) { return bessel(fabsl(x), 0); }
static long double i1l(long double x) { return copysignl(bessel(fabsl(x), 1), x); }
static long double i0el(long double x) { return i0l(x) * expl(-fabsl(x)); }
static long double i1el(long double x) { return i1l(x) * expl(-fabsl(x)); }

static long double digammal(long double x)
{
    long double sum = 0;
    for (; x < 60; x += 1)
        sum -= 1 / x;
    const long double y = 1 / (x * x);
    return sum + logl(x) - 0.5L / x - y * (1 / 12.0L - y * (1 / 120.0L - y * (1 / 252.0L - y * (1 / 240.0L - y / 132.0L))));
}

/* By Newton's steps from the result itself, which is near. */
static long double erfinvl_near(long double y, long double x)
{
    for (int i = 0; i < 3; i++) {
        const long double slope = SLOPE_AT_0 * expl(-x * x), far = (1 - fabsl(y)) - erfcl(fabsl(x));
        x -= (fabsl(y) < 0.5L ? erfl(x) - y : y < 0 ? -far : far) / slope;
    }
    return x;
}

static long double erfinvl(long double y) { return erfinvl_near(y, ra__erfinv((double)y)); }

static long double ndtril(long double p)
{
    long double x = ra__ndtri((double)p);
    for (int i = 0; i < 3; i++)
        x -= (p - 0.5L * erfcl(-x * ROOT_HALF)) / (-0.5L * SLOPE_AT_0 * ROOT_HALF * expl(-0.5L * x * x));
    return x;
}

static long double erfcxl(long double x) { return expl(x * x) * erfcl(x); }
static long double log_ndtrl(long double x) { return x < 0 ? logl(0.5L * erfcl(-x * ROOT_HALF)) : log1pl(-0.5L * erfcl(x * ROOT_HALF)); }

/* ---- measured ---- */

struct special {
    const char *name;
    double (*one)(double);
    long double (*exact)(long double);
    double from, to, bound;
    bool in_powers; /* from and to are exponents of 2 */
};

static long double ndtrl(long double x) { return 0.5L * erfcl(-x * ROOT_HALF); }
static double ndtr_of(double x) { return ra__ndtr(x); }
static double erfinv_of(double x) { return ra__erfinv(x); }
static double lgamma_of(double x) { return ra__lgamma(x); }

static const struct special functions[] = {
    {"lgamma", lgamma_of, lgammal, 0.001, 200, 4, false},
    {"digamma", ra__digamma, digammal, 0.001, 1, 4, false},
    {"digamma", ra__digamma, digammal, 1, 1.4, 4, false},
    {"digamma", ra__digamma, digammal, 1.55, 12, 4, false},
    {"digamma", ra__digamma, digammal, 10, 1e6, 4, false},
    {"erfinv", erfinv_of, erfinvl, -1, 1, 4, false},
    {"erfinv of small ones", erfinv_of, erfinvl, -60, -1, 4, true},
    {"ndtri", ra__ndtri, ndtril, 0.01, 0.99, 6, false},
    {"ndtri of small ones", ra__ndtri, ndtril, -1000, -1, 4, true},
    {"erfcx", ra__erfcx, erfcxl, 0, 50, 2, false},
    {"erfcx", ra__erfcx, erfcxl, -26, 0, 4, false},
    {"log_ndtr", ra__log_ndtr, log_ndtrl, -60, 8, 4, false},
    {"ndtr", ndtr_of, ndtrl, -37, 8, 4, false},
    {"i0", ra__i0, i0l, -20, 20, 6, false},
    {"i0", ra__i0, i0l, 600, 713, 6, false},
    {"i0e", ra__i0e, i0el, -100, 100, 5, false},
    {"i1", ra__i1, i1l, -20, 20, 8, false},
    {"i1", ra__i1, i1l, 600, 713, 8, false},
    {"i1e", ra__i1e, i1el, -100, 100, 8, false},
};

static double ulps(double got, long double exact)
{
    const int e = exact == 0 ? -1022 : ilogbl(exact);
    return (double)(fabsl(got - exact) * ldexpl(1, 52 - (e < -1022 ? -1022 : e)));
}

static void errors_are_within_bounds(void **state)
{
    (void)state;
    enum { SAMPLES = 20000 };
    uint64_t random = 7;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        const struct special *s = &functions[f];
        double worst = 0, at = 0;
        for (int i = 0; i < SAMPLES; i++) {
            random = random * UINT64_C(6364136223846793005) + 1;
            const double u = (double)(random >> 11) * 0x1p-53, drawn = s->from + u * (s->to - s->from);
            const double x = s->in_powers ? exp2(drawn) : drawn, error = ulps(s->one(x), s->exact(x));
            if (!(error <= worst)) {
                worst = error;
                at = x;
            }
        }
        print_message("%-22s %.2f ulp at %.17g\n", s->name, worst, at);
        assert_true(worst <= s->bound);
    }
}

/* Near its zero, where the sum in a wider type says little. */
static void digamma_is_small_as_it_is(void **state)
{
    (void)state;
    static const double known[][2] = {
        {1.4616, -0x1.04f02a764ee0ap-15},
        {1.46163214, -0x1.4a62c45741092p-28},
        {1.4616321449683622, -0x1.aa2d9b3ce29e0p-54},
        {1.4616321449683625, 0x1.1a5beef0723bbp-53},
        {1.4617, 0x1.13653c532cb2ep-14},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(ulps(ra__digamma(known[i][0]), known[i][1]) <= 4);
}

/* Left of 0, by the reflection in a wider type: in units of its larger term. */
static void digamma_is_reflected(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int i = 0; i < 20000; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        const double x = -40 * (double)(random >> 11) * 0x1p-53;
        if (x == rint(x))
            continue;
        const long double direct = digammal(1 - (long double)x), part = PI / tanl(PI * ((long double)x - rintl(x)));
        const double most = (double)fmaxl(fabsl(direct), fabsl(part));
        assert_true(fabsl(ra__digamma(x) - (direct - part)) <= 8 * DBL_EPSILON * (long double)most);
    }
    assert_true(isnan(ra__digamma(-3)) && isnan(ra__digamma(-INFINITY)) && isnan(ra__digamma(NAN)));
    assert_true(ra__digamma(0.0) == -INFINITY && ra__digamma(-0.0) == INFINITY && ra__digamma(INFINITY) == INFINITY);
}

static void ends_are_what_they_are(void **state)
{
    (void)state;
    assert_true(ra__erfinv(1) == INFINITY && ra__erfinv(-1) == -INFINITY && isnan(ra__erfinv(1.5)) && isnan(ra__erfinv(NAN)));
    assert_true(ra__erfinv(0) == 0 && ra__erfinv(0x1p-1070) > 0 && ra__erfinv(1 - 0x1p-53) > 5.8 && ra__erfinv(1 - 0x1p-53) < 5.9);
    assert_true(ra__ndtri(0) == -INFINITY && ra__ndtri(1) == INFINITY && ra__ndtri(0.5) == 0 && isnan(ra__ndtri(-0.1)) && isnan(ra__ndtri(NAN)));
    assert_true(fabs(ra__ndtri(0x1p-1074) + 38.467405617144344) < 1e-10);
    for (double x = -26.9; x < -26.64; x += 0.0005) /* where it begins to be infinite */
        assert_true(x < -26.6415 ? ra__erfcx(x) == INFINITY : ra__erfcx(x) > 1e307);
    assert_true(ra__erfcx(-30) == INFINITY && ra__erfcx(INFINITY) == 0 && isnan(ra__erfcx(NAN)) && ra__erfcx(0) == 1);
    assert_true(ra__log_ndtr(-INFINITY) == -INFINITY && ra__log_ndtr(INFINITY) == 0 && isnan(ra__log_ndtr(NAN)));
    assert_true(isnan(ra__i0(INFINITY)) && isnan(ra__i1(-INFINITY)) && ra__i0e(INFINITY) == 0 && ra__i1e(-INFINITY) == 0 && isnan(ra__i0(NAN)));
    assert_true(ra__i0(0) == 1 && ra__i1(0) == 0 && ra__i0(714) == INFINITY && ra__i1(-715) == -INFINITY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(errors_are_within_bounds),
        TEST(digamma_is_small_as_it_is),
        TEST(digamma_is_reflected),
        TEST(ends_are_what_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
