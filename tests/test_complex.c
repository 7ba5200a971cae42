/* test_complex.c: src/cpu/math_complex.h against the C library in long double, at random points of
 * all magnitudes, and at the points where conventions show: branch cuts, zeros, overflow.
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <cmocka.h>
#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "../src/cpu/math_complex.h"

static uint64_t random_state = 0x2545f4914f6cdd1du;
static double random_between(double low, double high) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return low + (high - low) * (double)(random_state >> 11) * 0x1p-53;
}
static double _Complex random_complex(double spread) {
    double scale = exp2(random_between(-spread, spread));
    double re = scale * random_between(-1, 1), im = scale * random_between(-1, 1);
    return ra__c128(re, im);
}

/* The distance in the plane, in units of the last place of the modulus. */
static double distance(double _Complex got, long double _Complex exact, double epsilon) {
    long double size = cabsl(exact);
    if (!(size > 0x1p-120L && size < 0x1p120L))
        return 0;
    return (double)(hypotl(creall(exact) - creal(got), cimagl(exact) - cimag(got)) / size) / epsilon;
}

#define CHECK(name, exact, spread, bound)                                                          \
    do {                                                                                           \
        double worst = 0, worst64 = 0;                                                             \
        for (int i = 0; i < 20000; i++) {                                                          \
            float _Complex narrow = (float _Complex)random_complex(spread);                        \
            double _Complex z = (double _Complex)narrow;                                           \
            long double _Complex w = (long double _Complex)z, e = exact;                           \
            worst = fmax(worst, distance(ra__c128_##name(z), e, 0x1p-52));                         \
            worst64 = fmax(worst64, distance((double _Complex)ra__c64_##name(narrow), e, 0x1p-23)); \
        }                                                                                          \
        printf("  %-10s %.2f  complex64 %.2f\n", #name, worst, worst64);                           \
        assert_true(worst <= (bound) && worst64 <= 1);                                             \
    } while (0)

static void test_functions(void **state) {
    (void)state;
    CHECK(sqrt, csqrtl(w), 40, 4);
    CHECK(rsqrt, 1 / csqrtl(w), 40, 4);
    CHECK(reciprocal, 1 / w, 40, 4);
    CHECK(exp, cexpl(w), 5, 4);
    CHECK(log, clogl(w), 40, 4);
    CHECK(log2, clogl(w) / 0.693147180559945309417232121458176568L, 40, 4);
    CHECK(log10, clogl(w) / 2.302585092994045684017991454684364208L, 40, 4);
    CHECK(sin, csinl(w), 5, 4);
    CHECK(cos, ccosl(w), 5, 4);
    CHECK(tan, ctanl(w), 5, 4);
    CHECK(sinh, csinhl(w), 5, 4);
    CHECK(cosh, ccoshl(w), 5, 4);
    CHECK(tanh, ctanhl(w), 5, 4);
    CHECK(asin, casinl(w), 10, 4);
    CHECK(acos, cacosl(w), 10, 4);
    CHECK(atan, catanl(w), 10, 4);
    CHECK(sigmoid, 1 / (1 + cexpl(-w)), 4, 8);
    CHECK(expm1, cabsl(w) < 1e-3L ? w + w * w / 2 + w * w * w / 6 + w * w * w * w / 24 + w * w * w * w * w / 120 + w * w * w * w * w * w / 720 : cexpl(w) - 1, 5, 16);
    CHECK(log1p, cabsl(w) < 1e-3L ? w - w * w / 2 + w * w * w / 3 - w * w * w * w / 4 + w * w * w * w * w / 5 - w * w * w * w * w * w / 6 : clogl(1 + w), 5, 16);
}

static void test_products(void **state) {
    (void)state;
    double mul = 0, div = 0, power = 0, div64 = 0;
    for (int i = 0; i < 50000; i++) {
        float _Complex xf = (float _Complex)random_complex(20);
        float _Complex yf = (float _Complex)random_complex(20);
        double _Complex x = (double _Complex)xf, y = (double _Complex)yf;
        long double _Complex a = (long double _Complex)x, b = (long double _Complex)y;
        mul = fmax(mul, distance(ra__c128_mul(x, y), a * b, 0x1p-52));
        div = fmax(div, distance(ra__c128_div(x, y), a / b, 0x1p-52));
        div64 = fmax(div64, distance((double _Complex)ra__c64_div(xf, yf), a / b, 0x1p-23));
        assert_true(distance((double _Complex)ra__c64_mul(xf, yf), a * b, 0x1p-23) <= 4);
        double _Complex u = random_complex(2);
        double _Complex v = random_complex(2);
        power = fmax(power, distance(ra__c128_pow(u, v), cpowl((long double _Complex)u, (long double _Complex)v), 0x1p-52));
        double _Complex n = ra__c128((double)(i % 21 - 10), 0);
        power = fmax(power, distance(ra__c128_pow(u, n), cpowl((long double _Complex)u, (long double _Complex)n), 0x1p-52));
    }
    printf("  mul %.2f div %.2f (complex64 %.2f) pow %.2f\n", mul, div, div64, power);
    assert_true(mul <= 4 && div <= 8 && div64 <= 1 && power <= 64);
}

static void is(double _Complex z, double re, double im) {
    int same_re = isnan(re) ? isnan(creal(z)) : creal(z) == re && !signbit(creal(z)) == !signbit(re);
    int same_im = isnan(im) ? isnan(cimag(z)) : cimag(z) == im && !signbit(cimag(z)) == !signbit(im);
    if (!same_re || !same_im)
        fail_msg("%g%+gi, not %g%+gi", creal(z), cimag(z), re, im);
}

static void test_conventions(void **state) {
    (void)state;
    is(ra__c128_sqrt(ra__c128(-4, 0.0)), 0, 2);
    is(ra__c128_sqrt(ra__c128(-4, -0.0)), 0, -2);
    is((double _Complex)ra__c64_sqrt(ra__c64(-4, -0.0f)), 0, -2);
    is(ra__c128_log(ra__c128(-1, 0.0)), 0, M_PI);
    is(ra__c128_log(ra__c128(-1, -0.0)), 0, -M_PI);
    is(ra__c128_log(ra__c128(0, 0)), -INFINITY, 0);
    is(ra__c128_pow(ra__c128(0, 0), ra__c128(0, 0)), 1, 0);
    is(ra__c128_pow(ra__c128(0, 0), ra__c128(2, 0)), 0, 0);
    is(ra__c128_pow(ra__c128(0, 0), ra__c128(-1, 0)), NAN, NAN);
    is(ra__c128_pow(ra__c128(0, 1), ra__c128(2, 0)), -1, 0);
    is(ra__c128_pow(ra__c128(1e200, 0), ra__c128(-3, 0)), 0, 0);
    is(ra__c128_div(ra__c128(1, -2), ra__c128(0, 0)), INFINITY, -INFINITY);
    is(ra__c128_div(ra__c128(0, 0), ra__c128(0, 0)), NAN, NAN);
    is(ra__c128_div(ra__c128(1e300, 1e300), ra__c128(1e300, 1e300)), 1, 0);
    is(ra__c128_tanh(ra__c128(1000, 1)), 1, 0);
    is(ra__c128_sigmoid(ra__c128(-1000, 0)), 0, 0);
    is(ra__c128_sigmoid(ra__c128(1000, 0)), 1, 0);
    assert_true(ra__c128_abs(ra__c128(3e300, 4e300)) == 5e300);
    assert_true(ra__c64_abs(ra__c64(3e38f, INFINITY)) == INFINITY);
    assert_true(ra__c64_abs(ra__c64(NAN, -INFINITY)) == INFINITY);
    assert_true(ra__c64_abs(ra__c64(0x1p-149f, 0)) == 0x1p-149f);
    assert_true(ra__c128_angle(ra__c128(-1, -0.0)) == -M_PI);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_products),
        cmocka_unit_test(test_conventions),
    };
    return cmocka_run_group_tests_name("complex", tests, NULL, NULL);
}
