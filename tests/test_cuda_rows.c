/*
 * softmax, log_softmax and layer_norm on CUDA, on the simulated driver, beside the processor's: over dtypes, layouts, dimensions and
 * lengths, what is empty, infinities and NaN, out= and results in place of the input; the same bits from run to run.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

#include <runahead/call.h>

static ra_tensor *softmax(bool is_log, const ra_tensor *t, int64_t dim)
{
    return is_log ? ra_log_softmax(t, dim) : ra_softmax(t, dim);
}

/* A probability's rounding is about that of the sum; a logarithm's that of the largest of them here. */
static void compare_softmax(const ra_tensor *here, const ra_tensor *there_too, int64_t dim)
{
    for (int is_log = 0; is_log < 2; is_log++) {
        char what[100];
        snprintf(what, sizeof what, "%s of %d dimensions along %d", is_log ? "log_softmax" : "softmax", ra_ndim(here), (int)dim);
        ra_tensor *want = softmax(is_log, here, dim), *got = softmax(is_log, there_too, dim);
        if (!want || !got)
            fail_msg("%s: %s", what, ra_last_error());
        if (is_log)
            assert_near(what, want, got, 8, 16);
        else
            compare(what, want, got, 16, NULL);
    }
}

static void layouts(void **state)
{
    (void)state;
    start(2);
    ra_tensor *base = values(RA_FLOAT32, 5 * 37 * 30, false), *on_device = there(base);
    for (int how = 0; how < LAYOUTS; how++) {
        ra_tensor *a = laid_out(base, (enum layout)how), *b = laid_out(on_device, (enum layout)how);
        for (int64_t dim = -1; dim < 2; dim++)
            compare_softmax(a, b, dim);
        ra_release(a), ra_release(b);
    }
    ra_release(base), ra_release(on_device);
    stop();
}

static void dtypes(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        ra_scope_begin();
        ra_tensor *x = ra_view(values(some[i], 40 * 9, false), RA_DIMS(40, 9)), *y = there(x);
        ra_tensor *a = ra_softmax(x, 1), *b = ra_softmax(y, 1);
        compare("softmax", ra_keep(a), ra_keep(b), 16, NULL);
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *x = ra_view(values(RA_FLOAT32, 40 * 9, false), RA_DIMS(40, 9)), *y = there(x), *whole = values(RA_INT32, 20, false), *whole_there = there(whole);
    assert_near("by way of bfloat16", ra_keep(ra_log_softmax(x, 0, RA_OPTS(ra_log_softmax, .dtype = RA_BFLOAT16))),
                ra_keep(ra_log_softmax(y, 0, RA_OPTS(ra_log_softmax, .dtype = RA_BFLOAT16))), 1, 8);
    assert_near("integers in double", ra_keep(ra_softmax(whole, 0, RA_OPTS(ra_softmax, .dtype = RA_FLOAT64))),
                ra_keep(ra_softmax(whole_there, 0, RA_OPTS(ra_softmax, .dtype = RA_FLOAT64))), 16, 1);
    assert_null(ra_softmax(whole_there, 0));
    assert_int_equal(ra_scope_end(), RA_ERR_DTYPE);
    stop();
}

/* On both sides of every cut, along and across; the same bits each time. */
static void lengths(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{1, 1}, {1, 4}, {3, 5}, {2, 1023}, {2, 1025}, {2, 1024}, {1, 20001}, {2, 20004}, {700, 3}, {3000, 1}, {0, 5}, {5, 0}};
    start(2);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ra_scope_begin();
        ra_tensor *x = ra_view(values(RA_FLOAT32, sizes[i][0] * sizes[i][1], false), RA_DIMS(sizes[i][0], sizes[i][1])), *y = there(x);
        compare_softmax(x, y, 0);
        compare_softmax(x, y, 1);
        ra_tensor *once = ra_to(ra_softmax(y, 1), RA_OPTS(ra_to, .device = RA_CPU));
        assert_same("once more", once, ra_keep(ra_softmax(y, 1)));
        OK(ra_scope_end());
    }
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(), RA_F(2.5)), *y = there(x);
    compare_softmax(x, y, 0);
    compare_softmax(x, y, -1);
    OK(ra_scope_end());
    stop();
}

static void specials(void **state)
{
    (void)state;
    static const float rows[][6] = {
        {1, NAN, 7, 2, INFINITY, 0}, {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY}, {INFINITY, 1, 2, -INFINITY, 3, 4}, {-INFINITY, -1000, -1001, -INFINITY, -1002, -INFINITY},
        {1000, 1001, 999, -INFINITY, 0, 0}, {3e38f, -3e38f, 0, 1, 2, 3}, {-INFINITY, NAN, -INFINITY, -INFINITY, 1, 2}, {0, 0, 0, 0, 0, 0},
    };
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_from_copy(rows, RA_FLOAT32, RA_DIMS(8, 6)), *wide = ra_repeat(x, RA_DIMS(1, 200)), *y = there(x), *z = there(wide);
    for (int is_log = 0; is_log < 2; is_log++) {
        assert_near("specials", ra_keep(softmax(is_log, x, 1)), ra_keep(softmax(is_log, y, 1)), 16, is_log ? 16 : 1);
        assert_near("specials, often", ra_keep(softmax(is_log, wide, 1)), ra_keep(softmax(is_log, z, 1)), 16, is_log ? 16 : 1);
    }
    OK(ra_scope_end());
    stop();
}

/* Of scores that are all -inf attention gives 0; of floating numbers nansum makes integers, but of NaN. */
static void lines_of_nothing(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    const ra_dtype all[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16};
    for (int i = 0; i < 3; i++) {
        ra_tensor *x = ra_reshape(ra_arange(1, 7, 1, RA_OPTS(ra_arange, .dtype = all[i])), RA_DIMS(1, 1, 3, 2));
        ra_tensor *query = ra_clone(x, NULL), *some = ra_clone(x, NULL);
        OK(ra_fill_(ra_select(query, 2, 1), -INFINITY));
        OK(ra_fill_(ra_select(some, 2, 1), NAN));
        compare("attention", ra_scaled_dot_product_attention(query, x, x, RA_NONE), ra_scaled_dot_product_attention(there(query), there(x), there(x), RA_NONE), 16, NULL);
        compare("nansum", ra_nansum(some, RA_DIMS(3), RA_OPTS(ra_nansum, .dtype = RA_INT32)), ra_nansum(there(some), RA_DIMS(3), RA_OPTS(ra_nansum, .dtype = RA_INT32)), 0, NULL);
    }
    OK(ra_scope_end());
    stop();
}

/* Whether the groups of a row are read and written whole, or element by element, does not show. */
static void where_rows_begin(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_BFLOAT16, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int64_t n = 64; n < 20000; n *= 6) {
            ra_scope_begin();
            ra_tensor *x = there(ra_view(values(some[i], 3 * n, false), RA_DIMS(3, n))), *wide = ra_zeros(RA_DIMS(3, n + 8), RA_OPTS(ra_zeros, .dtype = some[i], .device = RA_CUDA));
            ra_tensor *later = ra_slice(wide, 1, 1, n + 1, 1), *at_four = ra_slice(wide, 1, 4, n + 4, 1);
            ra_tensor *weight = ra_select(x, 0, 1), *normed = ra_layer_norm(x, RA_DIMS(n), weight, weight), *shares = ra_softmax(x, 1);
            OK(ra_copy_(at_four, x));
            assert_same("rows further apart", shares, ra_keep(ra_softmax(at_four, 1)));
            OK(ra_copy_(later, x));
            assert_same("softmax", shares, ra_keep(ra_softmax(later, 1)));
            assert_same("layer_norm", normed, ra_keep(ra_layer_norm(later, RA_DIMS(n), weight, weight)));
            OK(ra_copy_(later, x));
            assert_same("its weight", normed, ra_keep(ra_layer_norm(x, RA_DIMS(n), ra_select(later, 0, 1), weight)));
            OK(ra_softmax_out(later, x, 1));
            assert_same("its result", shares, ra_keep(ra_contiguous(later)));
            OK(ra_scope_end());
        }
    stop();
}

/* Into a result with strides, in place of the input, and far ahead. */
static void results_as_asked(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_view(values(RA_FLOAT32, 6 * 70, false), RA_DIMS(6, 70)), *y = there(x);
    ra_tensor *wide = ra_zeros(RA_DIMS(6, 140)), *there_wide = there(wide);
    OK(ra_softmax_out(ra_slice(wide, 1, 1, RA_END, 2), x, 1));
    OK(ra_softmax_out(ra_slice(there_wide, 1, 1, RA_END, 2), y, 1));
    compare("every other column", ra_keep(wide), ra_keep(there_wide), 16, NULL);
    for (int i = 0; i < 20; i++) {
        OK(ra_log_softmax_out(x, x, i % 2));
        OK(ra_log_softmax_out(y, y, i % 2));
    }
    assert_near("in place, again and again", ra_keep(x), ra_keep(y), 200, 8);
    OK(ra_scope_end());
    stop();
}

/* Over one and two dimensions, with weight and bias or without either, which may have strides of their own and another dtype. */
static void layer_norms(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT16, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int with = 0; with < (i ? 1 : 4); with++) {
            const ra_dtype affine = some[i] == RA_FLOAT16 ? RA_FLOAT32 : some[i];
            ra_scope_begin();
            ra_tensor *base = values(some[i], 5 * 37 * 30, false), *on_device = there(base);
            ra_tensor *scale = ra_view(values(affine, 2 * 37 * 30, true), RA_DIMS(37, 30, 2)), *weight = ra_select(scale, 2, 1), *bias = ra_select(scale, 2, 0);
            ra_tensor *there_scale = there(scale), *there_weight = ra_select(there_scale, 2, 1), *there_bias = ra_select(there_scale, 2, 0);
            const ra_tensor *w[2] = {with & 1 ? RA_NONE : weight, with & 1 ? RA_NONE : there_weight}, *b[2] = {with & 2 ? RA_NONE : bias, with & 2 ? RA_NONE : there_bias};
            for (int how = CONTIGUOUS; how < PERMUTED + !with; how++) {
                ra_tensor *x = laid_out(base, (enum layout)how), *y = laid_out(on_device, (enum layout)how);
                if (how == CONTIGUOUS) {
                    assert_near("over two, of which the rows are parts", ra_keep(ra_layer_norm(ra_slice(x, 2, 0, 29, 1), RA_DIMS(37, 29), ra_slice(weight, 1, 0, 29, 1), b[0] ? ra_slice(bias, 1, 1, 30, 1) : RA_NONE)),
                                ra_keep(ra_layer_norm(ra_slice(y, 2, 0, 29, 1), RA_DIMS(37, 29), ra_slice(there_weight, 1, 0, 29, 1), b[1] ? ra_slice(there_bias, 1, 1, 30, 1) : RA_NONE)), 16, 4);
                    assert_near("over two", ra_keep(ra_layer_norm(x, RA_DIMS(37, 30), w[0], b[0])), ra_keep(ra_layer_norm(y, RA_DIMS(37, 30), w[1], b[1])), 16, 4);
                }
                assert_near("over one", ra_keep(ra_layer_norm(x, RA_DIMS(how ? 37 : 30), RA_NONE, how ? RA_NONE : ra_select(b[0] ? bias : weight, 0, 3))),
                            ra_keep(ra_layer_norm(y, RA_DIMS(how ? 37 : 30), RA_NONE, how ? RA_NONE : ra_select(b[0] ? there_bias : there_weight, 0, 3))), 16, 4);
            }
            OK(ra_scope_end());
        }
    ra_scope_begin();
    ra_tensor *flat = there(ra_full(RA_DIMS(3, 1000), RA_F(1e6))), *none = there(ra_zeros(RA_DIMS(0, 7))), *empty = there(ra_zeros(RA_DIMS(7, 0)));
    assert_near("equal elements", ra_keep(ra_zeros(RA_DIMS(3, 1000))), ra_keep(ra_layer_norm(flat, RA_DIMS(1000), RA_NONE, RA_NONE)), 0, 0);
    assert_int_equal(ra_numel(ra_layer_norm(none, RA_DIMS(7), RA_NONE, RA_NONE)), 0);
    OK(ra_wait(ra_layer_norm(empty, RA_DIMS(0), RA_NONE, RA_NONE)));
    assert_null(ra_layer_norm(flat, RA_DIMS(7), RA_NONE, RA_NONE));
    assert_int_equal(ra_scope_end(), RA_ERR_SHAPE);
    stop();
}

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_rows, which))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(4000, 64)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_softmax(y, 1) : NULL;
    static float got[4000 * 64];
    if (!z || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 4000 * 64; i++)
        if (got[i] != 1.0f / 64)
            return 2;
    ra_release(x), ra_release(y), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_rows));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(layouts, 100, NULL, shut_down),
        HARNESS_TEST(dtypes, 100, NULL, shut_down),
        HARNESS_TEST(lengths, 100, NULL, shut_down),
        HARNESS_TEST(specials, 100, NULL, shut_down),
        HARNESS_TEST(lines_of_nothing, 100, NULL, shut_down),
        HARNESS_TEST(where_rows_begin, 100, NULL, shut_down),
        HARNESS_TEST(results_as_asked, 100, NULL, shut_down),
        HARNESS_TEST(layer_norms, 100, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
