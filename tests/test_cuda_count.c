/*
 * What is counted, repeated, bagged and drawn by its share on CUDA, on the simulated driver, by the bits that the processor gives: sizes
 * that the data tell and such as the call tells, dtypes, layouts, none and many; numbers that are out of range, and inputs that are written
 * anew while the size is not known yet; what is short, or fails, where the size is known.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

static ra_tensor *classes(int64_t n, int64_t count, ra_dtype dtype)
{
    return ra_to(ra_remainder(ra_mul(ra_arange(0, n, 1), 7), count), RA_OPTS(ra_to, .dtype = dtype));
}

/* On both sides, with that status and text; what follows inherits it. */
static void fails_with(ra_tensor *const pair[SIDES], ra_status status, const char *text)
{
    for (int k = 0; k < SIDES; k++) {
        assert_non_null(pair[k]);
        assert_int_equal(ra_wait(pair[k]), status);
        if (!strstr(ra_last_error(), text))
            fail_msg("on side %d: %s", k, ra_last_error());
        ra_clear_error();
    }
}
#define FAILS(status, text, expression) \
    do { \
        ra_tensor *results_[SIDES]; \
        for (int k = 0; k < SIDES; k++) \
            results_[k] = (expression); \
        fails_with(results_, status, text); \
    } while (0)

static void counted(void **state)
{
    (void)state;
    static const ra_dtype numbers_of[] = {RA_UINT8, RA_INT16, RA_INT64};
    static const ra_dtype weights_of[] = {RA_FLOAT32, RA_FLOAT16, RA_INT32};
    start(2);
    for (size_t i = 0; i < 3; i++) {
        ra_tensor *x[SIDES], *weights[SIDES];
        ra_scope_begin();
        both(x, classes(3000, 83, numbers_of[i]));
        both(weights, values(weights_of[i], 6000, false));
        SAME_BITS("bincount", ra_bincount(x[k], RA_NONE));
        SAME_BITS("at least", ra_bincount(ra_slice(x[k], 0, 0, 3000, 3), RA_NONE, RA_OPTS(ra_bincount, .minlength = 200)));
        SAME_BITS("weighed, in order", ra_bincount(x[k], ra_slice(weights[k], 0, 0, 6000, 2), RA_OPTS(ra_bincount, .minlength = 10)));
        OK(ra_scope_end());
    }
    static const int64_t some[] = {3, 0, 3, -5, 2, -1};
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, ra_from_copy(some, RA_INT64, RA_DIMS(6)));
    SAME_BITS("of nothing", ra_bincount(ra_slice(x[k], 0, 0, 0, 1), RA_NONE));
    SAME_BITS("of nothing, at least", ra_bincount(ra_slice(x[k], 0, 0, 0, 1), RA_NONE, RA_OPTS(ra_bincount, .minlength = 7)));
    SAME_BITS("of one", ra_bincount(ra_slice(x[k], 0, 0, 1, 1), RA_NONE));
    FAILS(RA_ERR_VALUE, "self has -5, which is negative", ra_bincount(x[k], RA_NONE));
    FAILS(RA_ERR_VALUE, "for which no result could have room", ra_bincount(ra_add(x[k], INT64_MAX - 3), RA_NONE));
    FAILS(RA_ERR_TASK_MEMORY, "", ra_bincount(ra_add(x[k], INT64_C(1) << 42), RA_NONE));
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

static void hot(void **state)
{
    (void)state;
    static const int64_t some[] = {3, 0, 3, 5, 2, -1};
    start(2);
    ra_tensor *x[SIDES], *y[SIDES];
    ra_scope_begin();
    both(x, ra_view(classes(5 * 37 * 6, 23, RA_INT64), RA_DIMS(5, 37, 6)));
    both(y, ra_from_copy(some, RA_INT64, RA_DIMS(6)));
    SAME_BITS("one_hot", ra_one_hot(x[k], -1));
    SAME_BITS("of so many", ra_one_hot(ra_permute(x[k], RA_DIMS(2, 0, 1)), 31));
    SAME_BITS("of a number", ra_one_hot(ra_select(y[k], 0, 3), -1));
    SAME_BITS("of nothing", ra_one_hot(ra_slice(y[k], 0, 0, 0, 1), 4));
    SAME_BITS("each its own", ra_one_hot(ra_expand(ra_unsqueeze(ra_slice(y[k], 0, 0, 5, 1), 1), RA_DIMS(5, 3)), -1));
    FAILS(RA_ERR_INDEX, "self has 5, which is none of 4 classes", ra_one_hot(y[k], 4));
    FAILS(RA_ERR_INDEX, "self has -1, which is negative", ra_one_hot(y[k], -1));
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

static void histograms(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < 4; i++) {
        ra_tensor *base[SIDES], *given[SIDES];
        ra_scope_begin();
        both(base, values(every[i], 5 * 37 * 30, false));
        SAME_BITS("histc", ra_histc(laid_out(base[k], SLICED), 17, 0, 0));
        SAME_BITS("of a range", ra_histc(laid_out(base[k], EXPANDED), 9, -2.5, 3));
        SAME_BITS("of many parts", ra_histc(base[k], 1300, -4, 4));
        SAME_BITS("of one value", ra_histc(ra_slice(base[k], 0, 7, 8, 1), 3, 0, 0));
        SAME_BITS("of nothing", ra_histc(ra_slice(base[k], 0, 0, 0, 1), 3, 0, 0));
        both(given, ra_ones(RA_DIMS(6, 2), RA_OPTS(ra_ones, .dtype = every[i])));
        for (int k = 0; k < SIDES; k++)
            OK(ra_histc_out(ra_select(given[k], 1, 1), base[k], 6, -3, 3));
        SAME_BITS("given", ra_ref(given[k]));
        OK(ra_scope_end());
    }
    static const float specials[] = {NAN, 1, -INFINITY, 0, 2, INFINITY};
    ra_tensor *x[SIDES];
    ra_scope_begin();
    both(x, ra_from_copy(specials, RA_FLOAT32, RA_DIMS(6)));
    SAME_BITS("with those outside", ra_histc(x[k], 4, 0, 2));
    FAILS(RA_ERR_VALUE, "the range from nan to nan is not finite", ra_histc(x[k], 4, 0, 0));
    FAILS(RA_ERR_VALUE, "the range from -inf to 2 is not finite", ra_histc(ra_slice(x[k], 0, 1, 5, 1), 4, 0, 0));
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

static void repeated(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_UINT8, RA_FLOAT16, RA_FLOAT32, RA_INT64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < 5; i++) {
        ra_tensor *base[SIDES], *x[SIDES], *times[SIDES], *one[SIDES];
        ra_scope_begin();
        both(base, values(widths[i], 5 * 37 * 30, false));
        both(times, classes(37, 4, i % 2 ? RA_INT32 : RA_INT64));
        both(one, ra_full(RA_DIMS(1), RA_I(2), RA_OPTS(ra_full, .dtype = RA_INT64)));
        for (int k = 0; k < SIDES; k++)
            x[k] = ra_slice(laid_out(base[k], CONTIGUOUS), 2, 3, 10, 2);
        SAME_BITS("by a number", ra_repeat_interleave(x[k], 3, RA_DIMS(1)));
        SAME_BITS("by a number, flat", ra_repeat_interleave(x[k], 2, RA_ALL));
        SAME_BITS("none of them", ra_repeat_interleave(x[k], 0, RA_DIMS(-1)));
        SAME_BITS("as they say", ra_repeat_interleave(x[k], times[k], RA_DIMS(1)));
        SAME_BITS("as they say, outermost", ra_repeat_interleave(ra_transpose(x[k], 0, 1), times[k], RA_DIMS(0)));
        SAME_BITS("as one says", ra_repeat_interleave(x[k], one[k], RA_ALL));
        SAME_BITS("so many in all", ra_repeat_interleave(x[k], times[k], RA_DIMS(1), RA_OPTS(ra_repeat_interleave, .output_size = 54)));
        OK(ra_scope_end());
    }
    static const int64_t bad[] = {1, 2, -3, 4}, large[] = {1, INT64_MAX, 1, -2}, none[] = {0, 0, 0, 0};
    ra_tensor *x[SIDES], *times[SIDES], *huge[SIDES], *no[SIDES], *many[SIDES];
    ra_scope_begin();
    both(x, ra_arange(0, 4, 1));
    both(times, ra_from_copy(bad, RA_INT64, RA_DIMS(4)));
    both(huge, ra_from_copy(large, RA_INT64, RA_DIMS(4)));
    both(no, ra_from_copy(none, RA_INT64, RA_DIMS(4)));
    both(many, classes(20000, 3, RA_INT64));
    SAME_BITS("nothing", ra_repeat_interleave(x[k], no[k], RA_ALL));
    SAME_BITS("over chunks", ra_repeat_interleave(many[k], many[k], RA_ALL));
    FAILS(RA_ERR_VALUE, "repeats has -3, which is negative", ra_repeat_interleave(x[k], times[k], RA_ALL));
    FAILS(RA_ERR_VALUE, "repeats add up to more than a result could have room for", ra_repeat_interleave(x[k], huge[k], RA_ALL));
    FAILS(RA_ERR_VALUE, "repeats add up to 10, but output_size is 9", ra_repeat_interleave(x[k], ra_abs(times[k]), RA_ALL, RA_OPTS(ra_repeat_interleave, .output_size = 9)));
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

/* What is read last lies in the workspace: inputs may be others by then. */
static void written_anew(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *results[4][SIDES];
    for (int k = 0; k < SIDES; k++) {
        ra_tensor *x = classes(900, 41, RA_INT64), *w = values(RA_FLOAT32, 900, false);
        x = k == THERE ? there(x) : x;
        w = k == THERE ? there(w) : w;
        results[0][k] = ra_bincount(x, w);
        results[1][k] = ra_one_hot(x, -1);
        results[2][k] = ra_repeat_interleave(w, x, RA_ALL);
        results[3][k] = ra_bincount(x, RA_NONE);
        OK(ra_fill_(x, RA_I(-1)));
        OK(ra_fill_(w, RA_F(NAN)));
    }
    for (int i = 0; i < 4; i++)
        SAME_BITS("before it was", ra_ref(results[i][k]));
    OK(ra_scope_end());
    stop();
}

/* Of what the device has, what is cached makes room for a result whose size is known late; where there is none, that fails alone. */
static void memory_for_the_last(void **state)
{
    (void)state;
    enum { MIB = 1 << 20 };
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .device_memory_limit = 16 * MIB}));
    ra_scope_begin();
    ra_tensor *x = there(classes(64, 64, RA_INT64)), *large = ra_to(ra_zeros(RA_DIMS(12 * MIB / 4)), RA_OPTS(ra_to, .device = RA_CUDA));
    OK(ra_wait(large));
    ra_tensor *far = there(ra_full(RA_DIMS(1), RA_I(MIB), RA_OPTS(ra_full, .dtype = RA_INT64)));
    assert_int_equal(ra_wait(ra_bincount(far, RA_NONE)), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    OK(ra_wait(ra_bincount(x, RA_NONE)));
    OK(ra_fill_(large, RA_F(0)));
    OK(ra_wait(large));
    ra_release(ra_keep(large));
    ra_tensor *counts = ra_bincount(far, RA_NONE);
    OK(ra_wait(counts));
    assert_int_equal(ra_numel(counts), MIB + 1);
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    assert_int_equal(ra_shutdown(), 0);
}

/* The call that the last launch is made by fails: that result does, and no other. */
static void the_last_fails(void **state)
{
    (void)state;
    void (*refuse)(const char *what) = (void (*)(const char *))call_of("simcuda_fail");
    start(2);
    ra_scope_begin();
    ra_tensor *x[SIDES];
    both(x, classes(100, 9, RA_INT64));
    SAME_BITS("before", ra_bincount(x[k], RA_NONE)); /* streams and programs are there */
    refuse("cuStreamCreateWithPriority:1");
    ra_tensor *failed = ra_bincount(x[THERE], RA_NONE);
    assert_int_equal(ra_wait(failed), RA_ERR_SYSTEM);
    if (!strstr(ra_last_error(), "cuStreamCreate"))
        fail_msg("%s", ra_last_error());
    ra_clear_error();
    refuse(NULL);
    SAME_BITS("afterwards", ra_bincount(x[k], RA_NONE));
    assert_int_equal(ra_scope_end(), RA_ERR_SYSTEM);
    ra_clear_error();
    stop();
}

static void bags(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT32, RA_BFLOAT16, RA_FLOAT64};
    static const char *const modes[] = {"sum", "mean", "max"};
    static const int64_t starts[] = {0, 0, 7, 40, 40, 90}, wrong[] = {0, 8, 5, 200, 3, 4};
    start(2);
    for (size_t i = 0; i < 3; i++)
        for (int mode = 0; mode < 3; mode++) {
            ra_tensor *w[SIDES], *x[SIDES], *offsets[SIDES], *each[SIDES];
            ra_scope_begin();
            both(w, ra_t(ra_view(values(every[i], 23 * 11, false), RA_DIMS(11, 23))));
            both(x, classes(90, 23, i ? RA_INT32 : RA_INT64));
            both(offsets, ra_from_copy(starts, RA_INT64, RA_DIMS(6)));
            both(each, values(every[i], 90, true));
            SAME_BITS("rows", ra_embedding_bag(w[k], ra_view(x[k], RA_DIMS(18, 5)), RA_NONE, RA_NONE, RA_OPTS(ra_embedding_bag, .mode = modes[mode], .padding_idx = 7)));
            SAME_BITS("from offsets on", ra_embedding_bag(w[k], x[k], ra_slice(offsets[k], 0, 0, 5, 1), RA_NONE, RA_OPTS(ra_embedding_bag, .mode = modes[mode])));
            SAME_BITS("whose last is the end", ra_embedding_bag(w[k], x[k], offsets[k], mode ? RA_NONE : each[k], RA_OPTS(ra_embedding_bag, .mode = modes[mode], .include_last_offset = true)));
            OK(ra_scope_end());
        }
    ra_tensor *w[SIDES], *x[SIDES], *y[SIDES], *offsets[SIDES];
    ra_scope_begin();
    both(w, ra_view(values(RA_FLOAT32, 8 * 3, false), RA_DIMS(8, 3)));
    both(x, ra_from_copy(wrong, RA_INT64, RA_DIMS(6)));
    both(y, classes(6, 8, RA_INT64));
    both(offsets, ra_from_copy(wrong, RA_INT64, RA_DIMS(3)));
    SAME_BITS("no bags", ra_embedding_bag(w[k], ra_view(ra_slice(y[k], 0, 0, 0, 1), RA_DIMS(0, 4)), RA_NONE, RA_NONE));
    FAILS(RA_ERR_INDEX, "index 8 at position 1 is out of range for 8 rows", ra_embedding_bag(w[k], ra_view(x[k], RA_DIMS(2, 3)), RA_NONE, RA_NONE));
    FAILS(RA_ERR_INDEX, "index 8 at position 1 is out of range for 8 rows", ra_embedding_bag(ra_slice(w[k], 1, 0, 0, 1), ra_view(x[k], RA_DIMS(2, 3)), RA_NONE, RA_NONE));
    FAILS(RA_ERR_INDEX, "bag 0 is from 0 to 8 of 6 indices", ra_embedding_bag(w[k], y[k], offsets[k], RA_NONE));
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

static void drawn_by_share(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT16, RA_FLOAT32, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < 3; i++) {
        ra_tensor *p[SIDES], *given[SIDES];
        ra_scope_begin();
        both(p, ra_view(ra_abs(values(every[i], 3 * 700, false)), RA_DIMS(3, 700)));
        SAME_BITS("multinomial", (ra_manual_seed(5), ra_multinomial(ra_select(p[k], 0, 1), 40, false)));
        SAME_BITS("again", (ra_manual_seed(6), ra_multinomial(ra_select(p[k], 0, 1), 900, true)));
        SAME_BITS("of rows", (ra_manual_seed(7), ra_multinomial(ra_t(ra_slice(p[k], 1, 0, 50, 1)), 3, false)));
        both(given, ra_zeros(RA_DIMS(40, 3), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
        for (int k = 0; k < SIDES; k++) {
            ra_manual_seed(8);
            OK(ra_multinomial_out(ra_t(given[k]), p[k], 40, true));
        }
        SAME_BITS("given", ra_ref(given[k]));
        OK(ra_scope_end());
    }
    static const float bad[] = {1, 2, 0, 0, 3, -1, 1, INFINITY};
    ra_tensor *p[SIDES];
    ra_scope_begin();
    both(p, ra_view(ra_from_copy(bad, RA_FLOAT32, RA_DIMS(8)), RA_DIMS(4, 2)));
    for (int again = 0; again < 2; again++) {
        FAILS(RA_ERR_VALUE, "the probabilities of row 1 add up to 0", ra_multinomial(p[k], 1, again));
        FAILS(RA_ERR_VALUE, "self has -1, which is no probability", ra_multinomial(ra_slice(p[k], 0, 2, 4, 1), 1, again));
        FAILS(RA_ERR_VALUE, "self has inf, which is no probability", ra_multinomial(ra_slice(p[k], 0, 3, 4, 1), 1, again));
    }
    assert_int_not_equal(ra_scope_end(), RA_OK);
    ra_clear_error();
    stop();
}

static void in_a_set(void **state)
{
    (void)state;
    static const float specials[] = {NAN, 1, INFINITY, 0, 2};
    start(2);
    ra_tensor *x[SIDES], *few[SIDES], *y[SIDES];
    ra_scope_begin();
    both(x, ra_view(classes(300, 29, RA_INT64), RA_DIMS(20, 15)));
    both(few, classes(5, 11, RA_INT64));
    both(y, ra_from_copy(specials, RA_FLOAT32, RA_DIMS(5)));
    SAME_BITS("isin", ra_isin(ra_t(x[k]), few[k]));
    SAME_BITS("not in", ra_isin(x[k], few[k], RA_OPTS(ra_isin, .invert = true)));
    SAME_BITS("floats", ra_isin(x[k], y[k]));
    SAME_BITS("NaN", ra_isin(y[k], y[k]));
    SAME_BITS("a number", ra_isin(2, y[k]));
    SAME_BITS("of a number", ra_isin(y[k], 2));
    OK(ra_scope_end());
    stop();
}

static const struct {
    const char *which, *text;
} programs_of[] = {{"c", ra__cuda_text_count}, {"h", ra__cuda_text_histogram}, {"s", ra__cuda_text_spread}, {"d", ra__cuda_text_draw}};

enum { FEW = 3000, MANY = 300000 /* of which a block of the simulated device has more than one part */ };

static int program_barrier(const char *which)
{
    const char *text = NULL;
    for (size_t i = 0; i < sizeof programs_of / sizeof *programs_of; i++)
        text = *programs_of[i].which == *which ? programs_of[i].text : text;
    if (!text || !leave_out_barrier(text, which + 1))
        return 4;
    ra_tensor *y = ra_ones(RA_DIMS(*which == 'h' ? MANY : FEW), RA_OPTS(ra_ones, .dtype = RA_INT64, .device = RA_CUDA)), *p = y ? ra_to(y, RA_OPTS(ra_to, .dtype = RA_FLOAT32)) : NULL, *z = NULL;
    if (p && *which == 'c')
        z = ra_one_hot(y, -1);
    else if (p && *which == 'h')
        z = ra_histc(p, 4, 0, 0);
    else if (p && *which == 's')
        z = ra_repeat_interleave(p, y, RA_ALL);
    else if (p && !(z = ra_randperm(600, RA_OPTS(ra_randperm, .device = RA_CUDA))))
        return 2;
    else if (p && !ra_wait(z))
        z = ra_multinomial(p, 4, true);
    return !z || ra_wait(z) ? 2 : ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof programs_of / sizeof *programs_of; i++)
        assert_each_barrier_needed(programs_of[i].which, barriers_of(programs_of[i].text));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(counted, 200, NULL, shut_down),
        HARNESS_TEST(hot, 200, NULL, shut_down),
        HARNESS_TEST(histograms, 200, NULL, shut_down),
        HARNESS_TEST(repeated, 200, NULL, shut_down),
        HARNESS_TEST(written_anew, 200, NULL, shut_down),
        HARNESS_TEST(memory_for_the_last, 100, NULL, shut_down),
        HARNESS_TEST(the_last_fails, 100, NULL, shut_down),
        HARNESS_TEST(bags, 200, NULL, shut_down),
        HARNESS_TEST(drawn_by_share, 200, NULL, shut_down),
        HARNESS_TEST(in_a_set, 200, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 200, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
