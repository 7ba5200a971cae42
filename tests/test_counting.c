/*
 * Results whose size the data alone tell, however large: handles at once, memory once it is known; and that counts, losses at classes and bags
 * give the same bits cut into pieces as in one thread.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdlib.h>

static ra_tensor *numbers(const int64_t *x, int64_t n)
{
    return ra_from_copy(x, RA_INT64, RA_DIMS(n));
}

static void sizes_come_with_the_data(void **state)
{
    (void)state;
    const int64_t few[] = {3, 0, 3, 1};
    ra_scope_begin();
    ra_tensor *x = numbers(few, 4), *counts = ra_bincount(x, RA_NONE), *hot = ra_one_hot(x, -1), *rows = ra_repeat_interleave(x, x, RA_ALL);
    assert_non_null(counts);
    assert_int_equal(ra_size(counts, 0), 4);
    assert_int_equal(ra_size(hot, 1), 4);
    assert_int_equal(ra_size(rows, 0), 7);
    bool equal = false;
    const int64_t expected[] = {1, 1, 0, 2};
    assert_int_equal(ra_equal(counts, numbers(expected, 4), &equal), RA_OK);
    assert_true(equal);
    assert_int_equal(ra_equal(ra_sum(hot, RA_DIMS(0)), counts, &equal), RA_OK);
    assert_true(equal);
    /* the largest number decides, however few there are */
    const int64_t far[] = {1 << 20};
    int64_t last = 0;
    assert_int_equal(ra_item_i64(ra_select(ra_bincount(numbers(far, 1), RA_NONE), 0, -1), &last), RA_OK);
    assert_int_equal(last, 1);
    assert_int_equal(ra_scope_end(), RA_OK);
}

static void what_is_wrong_with_the_data_fails_alone(void **state)
{
    (void)state;
    const int64_t negative[] = {1, -1}, huge[] = {INT64_MAX}, large[] = {INT64_C(1) << 42};
    ra_scope_begin();
    ra_tensor *bad = ra_bincount(numbers(negative, 2), RA_NONE);
    assert_int_equal(ra_wait(bad), RA_ERR_VALUE);
    assert_int_equal(ra_size(bad, 0), -1);
    assert_int_equal(ra_last_status(), RA_ERR_VALUE);
    ra_clear_error();
    assert_int_equal(ra_wait(ra_bincount(numbers(huge, 1), RA_NONE)), RA_ERR_VALUE);
    assert_int_equal(ra_wait(ra_bincount(numbers(large, 1), RA_NONE)), RA_ERR_TASK_MEMORY); /* 32 TiB */
    char text[300];
    ra_tensor *hot = ra_one_hot(numbers(negative, 2), -1);
    assert_int_equal(ra_wait(hot), RA_ERR_INDEX);
    assert_int_equal(ra_tensor_error(hot, text, sizeof text), RA_ERR_INDEX);
    assert_non_null(strstr(text, "self has -1, which is negative"));
    assert_int_equal(ra_wait(ra_one_hot(numbers(negative, 2), 3)), RA_ERR_INDEX);
    assert_int_equal(ra_wait(ra_repeat_interleave(ra_ones(RA_DIMS(2)), numbers(negative, 2), RA_ALL)), RA_ERR_VALUE);
    assert_int_equal(ra_wait(ra_repeat_interleave(ra_ones(RA_DIMS(1)), numbers(huge, 1), RA_ALL)), RA_ERR_VALUE);
    ra_tensor *after = ra_add(ra_bincount(numbers(negative, 2), RA_NONE), 1);
    assert_null(after); /* its size would have to be known */
    ra_clear_error();
    (void)!ra_scope_end();
    ra_clear_error();
}

/* Large enough for many grains. */
static ra_tensor *computed(int which)
{
    ra_manual_seed(5);
    ra_tensor *a = ra_rand(RA_DIMS(300000)), *places = ra_randint(0, 1000, RA_DIMS(300000)), *scores = ra_rand(RA_DIMS(30000, 10)), *classes = ra_randint(0, 10, RA_DIMS(30000));
    switch (which) {
    case 0: return ra_bincount(places, a);
    case 1: return ra_histc(a, 37, 0, 0);
    case 2: return ra_one_hot(classes, -1);
    case 3: return ra_repeat_interleave(scores, classes, RA_DIMS(0));
    case 4: return ra_nll_loss(scores, classes, RA_NONE);
    case 5: return ra_binary_cross_entropy(a, a, RA_NONE);
    case 6: return ra_isin(places, ra_randint(0, 1000, RA_DIMS(300)));
    case 7: return ra_embedding_bag(scores, ra_reshape(ra_randint(0, 30000, RA_DIMS(60000)), RA_DIMS(-1, 6)), RA_NONE, RA_NONE);
    case 8: return ra_multinomial(scores, 3, true);
    case 9: return ra_multinomial(scores, 3, false);
    case 10: return ra_bincount(places, RA_NONE);
    case 11: return ra_searchsorted(ra_arange(0, 1000, 1), places, RA_NONE);
    case 12: return ra_cumprod(ra_add(scores, 0.5), 1);
    case 13: return ra_polar(a, a);
    default: return which == 14 ? ra_renorm(scores, 2, 0, 1) : NULL;
    }
}

/* Elements of every width, in lines that cross tiles and grains, of a turned view too, against a loop that knows nothing of widths. */
static void elements_are_repeated_in_place(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_BFLOAT16, RA_FLOAT32, RA_INT64, RA_COMPLEX128};
    static const int64_t shapes[][3] = {{1, 1, 1}, {3, 255, 1}, {2, 257, 1}, {1, 40000, 1}, {5, 300, 2}, {4, 31, 3}};
    for (size_t k = 0; k < 6 * sizeof dtypes / sizeof *dtypes; k++) {
        const int64_t *size = shapes[k % 6], item = (int64_t)ra_dtype_size(dtypes[k / 6]);
        for (int number = 0; number <= 5; number++) { /* 4 and 5: a tensor tells */
            ra_status s;
            ra_scope_begin();
            ra_tensor *x = ra_to(ra_randint(0, 100, RA_DIMS(size[0], size[1], size[2])), RA_OPTS(ra_to, .dtype = dtypes[k / 6]));
            if (number % 2)
                x = ra_transpose(ra_contiguous(ra_transpose(x, 0, 1), NULL), 0, 1);
            ra_tensor *repeats = number == 4 ? ra_full(RA_DIMS(1), 2, RA_OPTS(ra_full, .dtype = RA_INT64)) : ra_randint(0, 4, RA_DIMS(size[1]));
            const int64_t *told = ra_data_i64(repeats, &s);
            ra_tensor *y = number < 4 ? ra_repeat_interleave(x, number, RA_DIMS(1)) : ra_repeat_interleave(x, repeats, RA_DIMS(1));
            const size_t inner = (size_t)(size[2] * item), count = (size_t)ra_numel(y);
            char *from = malloc((size_t)ra_numel(x) * (size_t)item), *to = malloc(count * (size_t)item + 1), *at = to;
            assert_int_equal(ra_copy_to(ra_contiguous(x, NULL), from, (size_t)ra_numel(x) * (size_t)item), RA_OK);
            assert_int_equal(ra_copy_to(y, to, count * (size_t)item), RA_OK);
            for (int64_t pair = 0; pair < size[0] * size[1]; pair++)
                for (int64_t t = number < 4 ? number : told[number == 4 ? 0 : pair % size[1]]; t > 0; t--, at += inner)
                    assert_memory_equal(at, from + (size_t)pair * inner, inner);
            assert_int_equal(at - to, count * (size_t)item);
            free(from);
            free(to);
            assert_int_equal(ra_scope_end(), RA_OK);
        }
    }
}

static void pieces_make_the_same_bits(void **state)
{
    (void)state;
    for (int which = 0; which < 15; which++) {
        ra_scope_begin();
        bool equal = false;
        ra_tensor *ahead = computed(which);
        assert_int_equal(ra_wait(ahead), RA_OK);
        ra_set_execution(RA_SYNC);
        ra_tensor *here = computed(which);
        ra_set_execution(RA_RUN_AHEAD);
        assert_int_equal(ra_equal(ahead, here, &equal), RA_OK);
        assert_true(equal);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* However small a probability is: none that is 0 is drawn, and of two alike either. */
static void small_probabilities_are_drawn(void **state)
{
    (void)state;
    static const double alone[] = {0, 0, 0, 1e-310}, two[] = {1e-310, 1e-310, 0}, far[] = {1e300, 0, 1e-320};
    int64_t drawn, both[2], first = 0;
    ra_manual_seed(3);
    for (int i = 0; i < 200; i++) {
        ra_scope_begin();
        assert_int_equal(ra_copy_to(ra_multinomial(ra_from_copy(alone, RA_FLOAT64, RA_DIMS(4)), 1, false), &drawn, sizeof drawn), RA_OK);
        assert_int_equal(drawn, 3);
        assert_int_equal(ra_copy_to(ra_multinomial(ra_from_copy(two, RA_FLOAT64, RA_DIMS(3)), 1, false), &drawn, sizeof drawn), RA_OK);
        assert_in_range(drawn, 0, 1);
        first += drawn == 0;
        assert_int_equal(ra_copy_to(ra_multinomial(ra_from_copy(far, RA_FLOAT64, RA_DIMS(3)), 2, false), both, sizeof both), RA_OK);
        assert_true(both[0] == 0 && both[1] == 2);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
    assert_in_range(first, 60, 140); /* 100 within five and a half deviations */
}

static void no_probability_is_refused_of_either(void **state)
{
    (void)state;
    static const double wrong[] = {-3, 1.5, INFINITY, NAN};
    for (size_t i = 0; i < 2 * sizeof wrong / sizeof *wrong; i++) {
        ra_scope_begin();
        const ra_dtype dtype = i % 2 ? RA_FLOAT64 : RA_FLOAT32;
        ra_tensor *p = ra_full(RA_DIMS(3), 0.5, RA_OPTS(ra_full, .dtype = dtype)), *q = ra_full(RA_DIMS(3), wrong[i / 2], RA_OPTS(ra_full, .dtype = dtype));
        assert_int_equal(ra_wait(ra_binary_cross_entropy(p, q, RA_NONE)), RA_ERR_VALUE);
        assert_non_null(strstr(ra_last_error(), "target has"));
        assert_int_equal(ra_wait(ra_binary_cross_entropy(q, p, RA_NONE)), RA_ERR_VALUE);
        assert_non_null(strstr(ra_last_error(), "self has"));
        (void)!ra_scope_end();
        ra_clear_error();
    }
}

static void close_is_told(void **state)
{
    (void)state;
    bool close = false;
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(3)), *nan = ra_full(RA_DIMS(3), NAN);
    assert_int_equal(ra_allclose(x, ra_add(x, 1e-6), 1e-5, 1e-8, false, &close), RA_OK);
    assert_true(close);
    assert_int_equal(ra_allclose(x, ra_add(x, 1e-3), 1e-5, 1e-8, false, &close), RA_OK);
    assert_false(close);
    assert_int_equal(ra_allclose(nan, nan, 1e-5, 1e-8, true, &close), RA_OK);
    assert_true(close);
    assert_int_equal(ra_allclose(nan, nan, 0, 0, false, &close), RA_OK);
    assert_false(close);
    /* Each gives the status of what is refused or fails in it, whatever was refused before, and leaves the answer as it is. */
    ra_tensor *elsewhere = ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .device = RA_META)), *failed = ra_index_select(x, 0, ra_full(RA_DIMS(3), 7));
    bool equal = close = true;
    assert_null(ra_sum(x, RA_DIMS(5)));
    assert_int_equal(ra_allclose(x, ra_ones(RA_DIMS(2)), 0, 0, false, &close), RA_ERR_SHAPE);
    assert_int_equal(ra_allclose(x, ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .dtype = RA_FLOAT64)), 0, 0, false, &close), RA_ERR_DTYPE);
    assert_int_equal(ra_allclose(x, x, -1, 0, false, &close), RA_ERR_ARGUMENT);
    assert_int_equal(ra_allclose(x, elsewhere, 0, 0, false, &close), RA_ERR_DEVICE);
    assert_int_equal(ra_equal(x, elsewhere, &equal), RA_ERR_DEVICE);
    assert_int_equal(ra_allclose(x, failed, 0, 0, false, &close), RA_ERR_INDEX);
    assert_int_equal(ra_equal(x, failed, &equal), RA_ERR_INDEX);
    assert_true(close && equal);
    ra_clear_error();
    (void)!ra_scope_end();
    ra_clear_error();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_come_with_the_data),
        cmocka_unit_test(what_is_wrong_with_the_data_fails_alone),
        cmocka_unit_test(small_probabilities_are_drawn),
        cmocka_unit_test(no_probability_is_refused_of_either),
        cmocka_unit_test(elements_are_repeated_in_place),
        cmocka_unit_test(pieces_make_the_same_bits),
        cmocka_unit_test(close_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
