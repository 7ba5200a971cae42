/*
 * Quotients and what they leave: of integers, also by zero and at the ends of their range, and of floating numbers of every size, bit by bit
 * beside one another and beside the C library.
 */
#include "helpers/contents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void test_integers_wrap_and_divide(void **state)
{
    (void)state;
    const int32_t a[] = {INT32_MIN, INT32_MAX, -7, 7, -7, 0}, b[] = {-1, 1, 2, -2, -2, 5};
    RA_AUTO ra_tensor *x = ra_from_copy(a, RA_INT32, RA_DIMS(6)), *y = ra_from_copy(b, RA_INT32, RA_DIMS(6));
    RA_AUTO ra_tensor *floor = ra_div(x, y, RA_OPTS(ra_div, .rounding_mode = "floor")), *trunc = ra_div(x, y, RA_OPTS(ra_div, .rounding_mode = "trunc"));
    RA_AUTO ra_tensor *rest = ra_remainder(x, y), *sum = ra_add(x, y);
    const int32_t floors[] = {INT32_MIN, INT32_MAX, -4, -4, 3, 0}, truncs[] = {INT32_MIN, INT32_MAX, -3, -3, 3, 0}, rests[] = {0, 0, 1, -1, -1, 0};
    assert_memory_equal(bytes_of(floor), floors, sizeof floors);
    assert_memory_equal(bytes_of(trunc), truncs, sizeof truncs);
    assert_memory_equal(bytes_of(rest), rests, sizeof rests);
    assert_int_equal(((const int32_t *)(const void *)bytes_of(sum))[0], INT32_MAX);

    RA_AUTO ra_tensor *wide = ra_to(x, RA_OPTS(ra_to, .dtype = RA_INT64)), *zero = ra_zeros(RA_DIMS(6), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    RA_AUTO ra_tensor *by_zero = ra_remainder(wide, zero), *narrow_by_zero = ra_floor_divide(x, 0), *true_by_zero = ra_div(x, 0);
    ra_status status;
    assert_null(ra_data(by_zero, &status));
    assert_int_equal(status, RA_ERR_DIVIDE);
    assert_null(ra_data(narrow_by_zero, &status));
    assert_int_equal(status, RA_ERR_DIVIDE);
    assert_true(isinf(((const float *)(const void *)bytes_of(true_by_zero))[0]));
    ra_clear_error();
}

/* Quotients of every size: one beyond what double lanes take must not change a bit of the others. */
static void test_float_quotients_stand_alone(void **state)
{
    (void)state;
    enum { COUNT = 61 };
    float a[COUNT + 1], b[COUNT + 1];
    for (int i = 0; i < COUNT; i++) {
        a[i] = ldexpf((float)((i * 7919) % 1009) - 504, i % 23 - 2);
        b[i] = i % 5 ? (float)((i * 31) % 67) - 33.5f : -0.37f;
    }
    a[7] = -0.0f, a[8] = 0, a[9] = 3 * b[9], a[10] = -3 * b[10], a[11] = 0x1p-149f, b[12] = 0x1p-149f, a[12] = 0x1.8p-130f;
    a[COUNT] = 0x1p60f, b[COUNT] = INFINITY;
    RA_AUTO ra_tensor *x = of_floats(a, COUNT + 1), *y = of_floats(b, COUNT + 1);
    RA_AUTO ra_tensor *rest = ra_remainder(x, y), *floored = ra_floor_divide(x, y);
    const float *rests = (const void *)bytes_of(rest), *floors = (const void *)bytes_of(floored);
    for (int i = 0; i < COUNT; i++) {
        RA_AUTO ra_tensor *one = of_floats(a + i, 1), *by = of_floats(b + i, 1);
        RA_AUTO ra_tensor *one_rest = ra_remainder(one, by), *one_floored = ra_floor_divide(one, by);
        float want = fmodf(a[i], b[i]);
        want += want != 0 && (want < 0) != (b[i] < 0) ? b[i] : 0;
        assert_memory_equal(bytes_of(one_rest), &rests[i], sizeof(float));
        assert_memory_equal(bytes_of(one_floored), &floors[i], sizeof(float));
        assert_true(rests[i] == want);
    }
}

/* How often one double goes into another, at and beside integers, of near pairs alone and with one that is not; beside the C library. */
static void test_double_quotients(void **state)
{
    (void)state;
    enum { COUNT = 4001 };
    double *a = malloc(2 * COUNT * sizeof *a), *b = a + COUNT;
    assert_non_null(a);
    for (int far = 0; far < 2; far++) {
        seed = 20;
        for (int i = 0; i < COUNT; i++) {
            b[i] = ldexp((double)(1 + below(1LL << (1 + i % 52))), i % 7 ? (int)below(90) - 45 : -1074) * (i % 2 ? 1 : -1);
            const double times = i % 3 ? (double)below(1LL << (i % 50)) : (double)below(1 << 20) + 0.5;
            a[i] = times * b[i] * (i % 4 < 2 ? 1 : -1);
            for (int steps = (int)below(5) - 2; steps; steps += steps < 0 ? 1 : -1)
                a[i] = nextafter(a[i], steps < 0 ? -INFINITY : INFINITY);
        }
        a[7] = -0.0, a[8] = 0, b[9] = 0x1.fffffffffffffp1023, a[9] = 0x1.fffffffffffffp1022, a[10] = a[9], b[10] = 0x1p975, a[11] = nextafter(b[11], 0);
        if (far)
            a[COUNT / 2] = 0x1p900, b[COUNT / 2] = 0x1.8p-3, b[1] = 0, b[2] = -0.0, a[2] = INFINITY, b[3] = INFINITY, a[4] = NAN, b[5] = -INFINITY;
        RA_AUTO ra_tensor *x = ra_from_copy(a, RA_FLOAT64, RA_DIMS(COUNT)), *y = ra_from_copy(b, RA_FLOAT64, RA_DIMS(COUNT));
        RA_AUTO ra_tensor *exact = ra_fmod(x, y), *rest = ra_remainder(x, y), *floored = ra_floor_divide(x, y);
        const double *exacts = (const void *)bytes_of(exact), *rests = (const void *)bytes_of(rest), *floors = (const void *)bytes_of(floored);
        for (int i = 0; i < COUNT; i++) {
            const double want = fmod(a[i], b[i]), turned = want != 0 && (want < 0) != (b[i] < 0) ? want + b[i] : want;
            double quotient = (a[i] - want) / b[i], whole;
            quotient = want != 0 && (b[i] < 0) != (want < 0) ? quotient - 1 : quotient;
            whole = floor(quotient) + (quotient - floor(quotient) > 0.5);
            whole = b[i] == 0 ? a[i] / b[i] : quotient != 0 ? whole : copysign(0, a[i] / b[i]);
            assert_true(isnan(want) ? isnan(exacts[i]) && isnan(rests[i]) : !memcmp(&exacts[i], &want, sizeof want) && !memcmp(&rests[i], &turned, sizeof turned));
            assert_true(isnan(whole) ? isnan(floors[i]) : !memcmp(&floors[i], &whole, sizeof whole));
        }
    }
    free(a);
}

/* Of wide integers at and beside multiples and at both ends of what is exact in double, alone and with one that is not; beside C's division. */
static void test_wide_quotients(void **state)
{
    (void)state;
    enum { COUNT = 4001 };
    int64_t *a = malloc(2 * COUNT * sizeof *a), *b = a + COUNT;
    assert_non_null(a);
    for (int far = 0; far < 2; far++) {
        const int64_t most = (INT64_C(1) << 51) - 1;
        seed = 21;
        for (int i = 0; i < COUNT; i++) {
            b[i] = (1 + below(INT64_C(1) << (1 + i % 50))) * (i % 2 ? 1 : -1);
            a[i] = (i % 3 ? most / llabs(b[i]) * llabs(b[i]) : below(1 + most / llabs(b[i])) * llabs(b[i])) * (i % 4 < 2 ? 1 : -1);
            a[i] += a[i] < 0 ? below(3) : -below(3);
        }
        a[0] = most, b[0] = 1, a[1] = -most - 1, b[1] = 1, a[2] = most, b[2] = -1, a[3] = -most - 1, b[3] = most;
        a[4] = most, b[4] = -most - 1, a[5] = 0, a[6] = most - 1, b[6] = most;
        if (far)
            a[7] = most + 1, b[7] = 1, a[8] = INT64_MAX, b[8] = 3, a[9] = INT64_MIN, b[9] = -1, a[10] = 7, b[10] = INT64_MIN, a[11] = INT64_MAX, b[11] = 10;
        RA_AUTO ra_tensor *x = ra_from_copy(a, RA_INT64, RA_DIMS(COUNT)), *y = ra_from_copy(b, RA_INT64, RA_DIMS(COUNT));
        RA_AUTO ra_tensor *cut = ra_div(x, y, RA_OPTS(ra_div, .rounding_mode = "trunc")), *floored = ra_floor_divide(x, y);
        RA_AUTO ra_tensor *exact = ra_fmod(x, y), *rest = ra_remainder(x, y);
        const int64_t *cuts = (const void *)bytes_of(cut), *floors = (const void *)bytes_of(floored);
        const int64_t *exacts = (const void *)bytes_of(exact), *rests = (const void *)bytes_of(rest);
        for (int i = 0; i < COUNT; i++) {
            const bool wraps = b[i] == -1;
            const int64_t quotient = wraps ? (int64_t)(0 - (uint64_t)a[i]) : a[i] / b[i], left = wraps ? 0 : a[i] % b[i];
            const bool beyond = left != 0 && (left < 0) != (b[i] < 0);
            assert_true(cuts[i] == quotient && exacts[i] == left);
            assert_true(floors[i] == quotient - beyond && rests[i] == (beyond ? left + b[i] : left));
        }
    }
    free(a);
}

/* One pair that is not exact in double, first or last of the first or last of rows of near ones, which lie side by side, apart, or are one alone. */
static void test_one_wide_pair(void **state)
{
    (void)state;
    enum { ROWS = 3, LENGTH = 37, PITCH = 2 * LENGTH + 5, B_PITCH = PITCH + 2 };
    static const int64_t edge = INT64_C(1) << 51;
    const int64_t pairs[][2] = {{edge + 1, 1},  {-edge - 1, 1}, {2 * edge - 1, 3}, {4 * edge + 1, -1},     {INT64_MAX, 3},
                                {INT64_MIN, 7}, {7, 3 * edge},  {-7, INT64_MAX},   {7, -2 * edge - 1}, {-7, INT64_MIN}, {edge + 1, 2 * edge + 1}};
    int64_t a[ROWS * PITCH], b[ROWS * B_PITCH];
    for (int k = 0; k < (int)(sizeof pairs / sizeof *pairs) * 36; k++) {
        const int64_t *pair = pairs[k / 36], row = k % 2 * (ROWS - 1), column = k / 2 % 2 * (LENGTH - 1), a_step = k / 4 % 3, b_step = k / 12 % 3;
        for (int64_t i = 0; i < ROWS * PITCH; i++)
            a[i] = (i * 7919 - 100000) * 1000003;
        for (int64_t i = 0; i < ROWS * B_PITCH; i++)
            b[i] = 2 * (i * 31 % 97) - 97;
        a[row * PITCH + column * a_step] = pair[0], b[row * B_PITCH + column * b_step] = pair[1];
        RA_AUTO ra_tensor *all = ra_from_copy(a, RA_INT64, RA_DIMS(ROWS * PITCH)), *all_by = ra_from_copy(b, RA_INT64, RA_DIMS(ROWS * B_PITCH));
        RA_AUTO ra_tensor *x = ra_as_strided(all, RA_DIMS(ROWS, LENGTH), RA_DIMS(PITCH, a_step), 0);
        RA_AUTO ra_tensor *y = ra_as_strided(all_by, RA_DIMS(ROWS, LENGTH), RA_DIMS(B_PITCH, b_step), 0);
        RA_AUTO ra_tensor *cut = ra_div(x, y, RA_OPTS(ra_div, .rounding_mode = "trunc")), *floored = ra_floor_divide(x, y);
        RA_AUTO ra_tensor *exact = ra_fmod(x, y), *rest = ra_remainder(x, y);
        const int64_t *cuts = (const void *)bytes_of(cut), *floors = (const void *)bytes_of(floored);
        const int64_t *exacts = (const void *)bytes_of(exact), *rests = (const void *)bytes_of(rest);
        for (int64_t i = 0; i < ROWS * LENGTH; i++) {
            const int64_t from = a[i / LENGTH * PITCH + i % LENGTH * a_step], by = b[i / LENGTH * B_PITCH + i % LENGTH * b_step];
            const int64_t quotient = from / by, left = from % by, beyond = left != 0 && (left < 0) != (by < 0);
            assert_true(cuts[i] == quotient && exacts[i] == left);
            assert_true(floors[i] == quotient - beyond && rests[i] == (beyond ? left + by : left));
        }
    }
}

/* Rows that are handed over together: what is far in one of them is not computed as what is near in the first. */
static void test_far_in_a_later_row(void **state)
{
    (void)state;
    enum { ROWS = 5, LENGTH = 40, PITCH = 48 };
    float a[ROWS * PITCH], b[ROWS * PITCH];
    int64_t wide[ROWS * PITCH];
    for (int i = 0; i < ROWS * PITCH; i++)
        a[i] = (float)i, b[i] = 0.3f, wide[i] = i;
    a[3 * PITCH + 7] = 0x1.23p80f, wide[3 * PITCH + 7] = INT64_MAX;
    RA_AUTO ra_tensor *all = ra_from_copy(a, RA_FLOAT32, RA_DIMS(ROWS, PITCH)), *all_by = ra_from_copy(b, RA_FLOAT32, RA_DIMS(ROWS, PITCH));
    RA_AUTO ra_tensor *all_wide = ra_from_copy(wide, RA_INT64, RA_DIMS(ROWS, PITCH));
    RA_AUTO ra_tensor *x = ra_narrow(all, 1, 0, LENGTH), *y = ra_narrow(all_by, 1, 0, LENGTH), *w = ra_narrow(all_wide, 1, 0, LENGTH);
    RA_AUTO ra_tensor *by = ra_full(RA_DIMS(ROWS, LENGTH), 7, RA_OPTS(ra_full, .dtype = RA_INT64));
    RA_AUTO ra_tensor *exact = ra_fmod(x, y), *rest = ra_remainder(x, y), *whole = ra_floor_divide(w, by), *left = ra_remainder(w, by);
    const float *exacts = (const void *)bytes_of(exact), *rests = (const void *)bytes_of(rest);
    const int64_t *wholes = (const void *)bytes_of(whole), *lefts = (const void *)bytes_of(left);
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < LENGTH; i++) {
            const int from = row * PITCH + i, to = row * LENGTH + i;
            assert_true(exacts[to] == fmodf(a[from], b[from]) && rests[to] == exacts[to]);
            assert_true(wholes[to] == wide[from] / 7 && lefts[to] == wide[from] % 7);
        }
}

/* Every pair of bytes, beside C. */
static void test_bytes(void **state)
{
    (void)state;
    static uint8_t a[256 * 255], b[256 * 255];
    for (int i = 0; i < 256 * 255; i++)
        a[i] = (uint8_t)i, b[i] = (uint8_t)(1 + i / 256);
    RA_AUTO ra_tensor *x = ra_from_copy(a, RA_UINT8, RA_DIMS(256 * 255)), *y = ra_from_copy(b, RA_UINT8, RA_DIMS(256 * 255));
    RA_AUTO ra_tensor *cut = ra_div(x, y, RA_OPTS(ra_div, .rounding_mode = "trunc")), *floored = ra_floor_divide(x, y), *rest = ra_remainder(x, y), *left = ra_fmod(x, y);
    const char *cuts = bytes_of(cut), *floors = bytes_of(floored), *rests = bytes_of(rest), *lefts = bytes_of(left);
    for (int i = 0; i < 256 * 255; i++) {
        const uint8_t quotient = a[i] / b[i], remainder = a[i] % b[i];
        assert_true((uint8_t)cuts[i] == quotient && (uint8_t)floors[i] == quotient && (uint8_t)rests[i] == remainder && (uint8_t)lefts[i] == remainder);
    }
}

/* Halves by a number, the same as by a tensor of it, and as by elements that are not side by side; one is too far for the quicker way. */
static void test_halves_by_a_number(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    const ra_dtype halves[] = {RA_FLOAT16, RA_BFLOAT16};
    const float bys[] = {0.3f, -7, 0x1p-14f, INFINITY, 0}, ends[] = {INFINITY, -INFINITY, NAN, -0.0f};
    float a[COUNT], of_by[COUNT];
    for (int i = 0; i < COUNT; i++)
        a[i] = i % 50 < 4 ? ends[i % 4] : ldexpf((float)(i % 61 - 30), i % 13 - 4);
    for (int k = 0; k < 10; k++) {
        for (int i = 0; i < COUNT; i++)
            of_by[i] = bys[k / 2];
        RA_AUTO ra_tensor *from = ra_from_copy(a, RA_FLOAT32, RA_DIMS(COUNT)), *from_by = ra_from_copy(of_by, RA_FLOAT32, RA_DIMS(COUNT));
        RA_AUTO ra_tensor *x = ra_to(from, RA_OPTS(ra_to, .dtype = halves[k % 2])), *y = ra_to(from_by, RA_OPTS(ra_to, .dtype = halves[k % 2]));
        RA_AUTO ra_tensor *one = ra_narrow(y, 0, 0, 1), *still = ra_expand(one, RA_DIMS(COUNT));
        RA_AUTO ra_tensor *dense = ra_floor_divide(x, y), *by_one = ra_floor_divide(x, still), *of_one = ra_floor_divide(still, x);
        RA_AUTO ra_tensor *of_dense = ra_floor_divide(y, x), *pairs = ra_stack(RA_LIST(x, y), 1), *apart = ra_select(pairs, 1, 0);
        RA_AUTO ra_tensor *by_apart = ra_floor_divide(apart, y);
        assert_memory_equal(bytes_of(by_apart), bytes_of(dense), COUNT * sizeof(uint16_t));
        assert_memory_equal(bytes_of(by_one), bytes_of(dense), COUNT * sizeof(uint16_t));
        assert_memory_equal(bytes_of(of_one), bytes_of(of_dense), COUNT * sizeof(uint16_t));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_integers_wrap_and_divide),
        cmocka_unit_test(test_float_quotients_stand_alone),
        cmocka_unit_test(test_double_quotients),
        cmocka_unit_test(test_wide_quotients),
        cmocka_unit_test(test_one_wide_pair),
        cmocka_unit_test(test_far_in_a_later_row),
        cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_halves_by_a_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
