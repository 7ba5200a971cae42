/*
 * maximum, minimum and clamp: NaN, bounds that cross, and bounds that are equal to what they limit.
 */
#include "helpers/contents.h"

#include <math.h>
#include <string.h>

static void test_nan_and_bounds(void **state)
{
    (void)state;
    const float values[] = {NAN, -1, 0.5f, 2, INFINITY, -INFINITY};
    RA_AUTO ra_tensor *x = of_floats(values, 6), *zero = ra_zeros(RA_DIMS(6));
    RA_AUTO ra_tensor *larger = ra_maximum(x, zero), *swapped = ra_maximum(zero, x), *limited = ra_clamp(x, 0, 1), *crossed = ra_clamp(x, 3, 1);
    RA_AUTO ra_tensor *no_bound = ra_clamp(x, RA_F(NAN), 1), *rectified = ra_relu(x);
    const float larger_want[] = {0, 0, 0.5f, 2, INFINITY, 0}, limited_want[] = {0, 0, 0.5f, 1, 1, 0};
    for (int i = 0; i < 6; i++) {
        const float *l = (const void *)bytes_of(larger), *s = (const void *)bytes_of(swapped), *c = (const void *)bytes_of(limited);
        const float *k = (const void *)bytes_of(crossed), *n = (const void *)bytes_of(no_bound), *r = (const void *)bytes_of(rectified);
        assert_true(isnan(n[i]));
        if (i == 0) {
            assert_true(isnan(l[0]) && isnan(s[0]) && isnan(c[0]) && isnan(k[0]) && isnan(r[0]));
            continue;
        }
        assert_true(l[i] == larger_want[i] && s[i] == larger_want[i] && r[i] == larger_want[i]);
        assert_true(c[i] == limited_want[i] && k[i] == 1);
    }
}

/* What equals a bound stays, zeros of the other sign too; in vectors and behind them. */
static void test_bounds_that_are_equal(void **state)
{
    (void)state;
    enum { MOST = 40 };
    float below[MOST], above[MOST];
    for (int i = 0; i < MOST; i++)
        below[i] = -0.0f, above[i] = 0.0f;
    for (int n = 1; n <= MOST; n++) {
        RA_AUTO ra_tensor *x = of_floats(below, n), *y = of_floats(above, n);
        ra_tensor *all[] = {ra_clamp(x, 0, 1), ra_clamp(x, 0, RA_NONE), ra_clamp_min(x, 0), ra_relu6(x),
                                    ra_clamp(y, -1, RA_F(-0.0)), ra_clamp(y, RA_NONE, RA_F(-0.0)), ra_clamp_max(y, RA_F(-0.0))};
        for (int k = 0; k < 7; k++) {
            assert_memory_equal(bytes_of(all[k]), k < 4 ? below : above, (size_t)n * sizeof(float));
            ra_release(all[k]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nan_and_bounds),
        cmocka_unit_test(test_bounds_that_are_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
