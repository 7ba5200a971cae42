/* test_half.c: src/cpu/half.h: all 65,536 halves and bfloats there and back, conversion of floats
 * against a search among the neighbours in exact arithmetic, and array functions against scalar ones
 * bit by bit (where the machine has F16C those are two implementations).
 */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "../src/cpu/half.h"

enum { span = 4096 };

static double half_value(unsigned h) {
    unsigned e = (h >> 10) & 31, m = h & 1023;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, (int)e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

static void test_from_half(void **state) {
    (void)state;
    static uint16_t in[65536];
    static float out[65536];
    for (unsigned h = 0; h < 65536; h++)
        in[h] = (uint16_t)h;
    ra__f32_of_f16_n(out, in, 65536);
    for (unsigned h = 0; h < 65536; h++) {
        float f = ra__f32_of_f16((uint16_t)h);
        double v = half_value(h);
        assert_true(ra__bits_f32(f) == ra__bits_f32(out[h]));
        if (isnan(v)) { /* the payload moves up, and the quiet bit is set */
            assert_true(ra__bits_f32(f) == ((h & 0x8000u) << 16 | 0x7fc00000u | (h & 0x3ffu) << 13));
            continue;
        }
        assert_true(f == (float)v && !signbit(f) == !signbit(v));
        assert_int_equal(ra__f16_of_f32(f), h);
    }
}

/* The nearest half by its neighbours: exact, as every half and every float is a double. */
static unsigned nearest_half(float x) {
    double a = fabs((double)x);
    unsigned low = 0, high = 0x7c00; /* low <= a < high, infinity standing for 2^16 */
    if (a >= 65536)
        return 0x7c00;
    while (high - low > 1) {
        unsigned mid = (low + high) / 2;
        if (half_value(mid) <= a)
            low = mid;
        else
            high = mid;
    }
    double below = a - half_value(low), above = (high == 0x7c00 ? 65536 : half_value(high)) - a;
    return below < above || (below == above && !(low & 1)) ? low : high;
}

static void check_to_half(const float *in, size_t n) {
    static uint16_t out[span];
    ra__f16_of_f32_n(out, in, n);
    for (size_t i = 0; i < n; i++) {
        uint32_t u = ra__bits_f32(in[i]);
        unsigned want = isnan(in[i]) ? 0x7e00u | ((u >> 13) & 0x3ffu) : nearest_half(in[i]);
        want |= (u >> 16) & 0x8000u;
        if (out[i] != want || ra__f16_of_f32(in[i]) != want)
            fail_msg("%a gives 0x%04x, 0x%04x, not 0x%04x", (double)in[i], out[i],
                     ra__f16_of_f32(in[i]), want);
    }
}

static void test_to_half(void **state) {
    (void)state;
    float in[span];
    size_t n = 0;
    for (uint64_t u = 0; u < 0x100000000u; u += 4999) {
        in[n++] = ra__from_bits_f32((uint32_t)u);
        if (n == span) {
            check_to_half(in, n);
            n = 0;
        }
    }
    check_to_half(in, n);
    /* every tie between halves, and the floats beside it */
    for (unsigned h = 0; h < 0x7c00; h++) {
        double next = h + 1 == 0x7c00 ? 65536 : half_value(h + 1);
        float tie = (float)((half_value(h) + next) / 2);
        float around[6] = {tie, nextafterf(tie, 0), nextafterf(tie, INFINITY), -tie, -nextafterf(tie, 0), -nextafterf(tie, INFINITY)};
        check_to_half(around, 6);
    }
    float specials[] = {INFINITY, -INFINITY, NAN, -NAN, 0x1p-149f, -0x1p-149f, 3.4e38f, 65519.996f, 65520.0f,
                        ra__from_bits_f32(0x7f800001u), ra__from_bits_f32(0xff800001u), -0.0f, 0.0f};
    for (size_t k = 1; k <= sizeof specials / sizeof specials[0]; k++)
        check_to_half(specials, k);
}

static void test_bfloat(void **state) {
    (void)state;
    for (unsigned b = 0; b < 65536; b++) {
        float f = ra__f32_of_bf16((uint16_t)b);
        assert_int_equal(ra__bits_f32(f), b << 16);
        assert_int_equal(ra__bf16_of_f32(f), isnan(f) ? b | 0x40 : b);
        if (isnan(f) || isinf(f))
            continue;
        uint32_t u = (uint32_t)b << 16;
        uint16_t up = (uint16_t)(b + 1), even = b & 1 ? up : (uint16_t)b;
        assert_int_equal(ra__bf16_of_f32(ra__from_bits_f32(u + 0x7fff)), b);
        assert_int_equal(ra__bf16_of_f32(ra__from_bits_f32(u + 0x8000)), even);
        assert_int_equal(ra__bf16_of_f32(ra__from_bits_f32(u + 0x8001)), up);
    }
    assert_int_equal(ra__bf16_of_f32(ra__from_bits_f32(0x7f800001u)), 0x7fc0);
    assert_int_equal(ra__bf16_of_f32(ra__from_bits_f32(0xffffffffu)), 0xffff);
    float in[40], back[40];
    uint16_t out[40];
    for (size_t i = 0; i < 40; i++)
        in[i] = (float)i * 1.7f - 20;
    ra__bf16_of_f32_n(out, in, 40);
    ra__f32_of_bf16_n(back, out, 40);
    for (size_t i = 0; i < 40; i++)
        assert_true(out[i] == ra__bf16_of_f32(in[i]) && back[i] == ra__f32_of_bf16(out[i]));
}

/* Through float: a double just above a tie of halves becomes the tie, which goes to even. */
static void test_double_rounds_twice(void **state) {
    (void)state;
    assert_int_equal(ra__f16_of_f64(1 + 0x1p-11 + 0x1p-40), 0x3c00);
    assert_int_equal(ra__f16_of_f64(1 + 0x1p-11 + 0x1p-20), 0x3c01);
    assert_int_equal(ra__bf16_of_f64(1 + 0x1p-8 + 0x1p-40), 0x3f80);
    assert_int_equal(ra__f16_of_f64(1e300), 0x7c00);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_from_half),
        cmocka_unit_test(test_to_half),
        cmocka_unit_test(test_bfloat),
        cmocka_unit_test(test_double_rounds_twice),
    };
    return cmocka_run_group_tests_name("half", tests, NULL, NULL);
}
