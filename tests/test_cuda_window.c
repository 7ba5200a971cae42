/*
 * Windows on CUDA, on the simulated driver, beside the processor's: pooling bit by bit, conv2d within the error bound of its sums, and
 * integers bit by bit; over strides, padding, dilation, groups, dtypes, both orders of memory, without a batch, and what is empty.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

#define PAIR(a, b) RA_DIMS(a, b)

/* (N, C, H, W) over the first elements of base; across: channels last. */
static ra_tensor *planes(const ra_tensor *base, int64_t n, int64_t c, int64_t h, int64_t w, bool across)
{
    ra_tensor *flat = ra_slice(base, 0, 0, n * c * h * w, 1);
    return across ? ra_permute(ra_view(flat, RA_DIMS(n, h, w, c)), RA_DIMS(0, 3, 1, 2)) : ra_view(flat, RA_DIMS(n, c, h, w));
}

static ra_tensor *largest(const ra_tensor *x, ra_dims kernel, int which, const ra_max_pool2d_opts *o)
{
    ra_tensor *results[2] = {NULL};
    return ra_max_pool2d(x, kernel, &results[0], &results[1], o) ? NULL : results[which];
}

static void pooling(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_UINT8, RA_INT8, RA_INT64, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++)
        for (int across = 0; across < 2; across++) {
            ra_tensor *base[SIDES], *x[SIDES];
            ra_scope_begin();
            both(base, values(every[i], 2 * 5 * 11 * 13, false));
            for (int k = 0; k < SIDES; k++)
                x[k] = planes(base[k], 2, 5, 11, 13, across);
            for (int which = 0; which < 2; which++) {
                SAME_BITS("max_pool2d", largest(x[k], PAIR(3, 2), which, NULL));
                SAME_BITS("with padding", largest(x[k], PAIR(3, 3), which, RA_OPTS(ra_max_pool2d, .stride = {2, 1}, .padding = {1, 1}, .ceil_mode = true)));
                SAME_BITS("dilated", largest(x[k], PAIR(2, 3), which, RA_OPTS(ra_max_pool2d, .stride = {1, 2}, .dilation = {3, 2}, .padding = {1, 0})));
                SAME_BITS("without a batch", largest(ra_select(x[k], 0, 1), PAIR(2, 2), which, NULL));
            }
            if (every[i] == RA_INT64 || every[i] >= RA_FLOAT16) {
                SAME_BITS("avg_pool2d", ra_avg_pool2d(x[k], PAIR(3, 2)));
                SAME_BITS("with padding", ra_avg_pool2d(x[k], PAIR(3, 3), RA_OPTS(ra_avg_pool2d, .stride = {2, 1}, .padding = {1, 1}, .ceil_mode = true)));
                SAME_BITS("that is not counted", ra_avg_pool2d(x[k], PAIR(4, 3), RA_OPTS(ra_avg_pool2d, .stride = {3, 2}, .padding = {2, 1}, .count_include_pad = false)));
                SAME_BITS("divided by 5", ra_avg_pool2d(x[k], PAIR(2, 2), RA_OPTS(ra_avg_pool2d, .divisor_override = 5)));
            }
            OK(ra_scope_end());
        }
    static const float some[] = {1, NAN, 2, -INFINITY, -INFINITY, -INFINITY, INFINITY, 3, NAN, NAN, 4, -0.0f};
    ra_tensor *x[SIDES], *none[SIDES], *wide[SIDES];
    ra_scope_begin();
    both(x, ra_view(ra_from_copy(some, RA_FLOAT32, RA_DIMS(12)), RA_DIMS(1, 1, 3, 4)));
    both(none, ra_zeros(RA_DIMS(0, 3, 5, 5)));
    both(wide, ra_zeros(RA_DIMS(1, 1, 3, 8)));
    SAME_BITS("of NaN", largest(x[k], PAIR(2, 2), 0, RA_OPTS(ra_max_pool2d, .stride = {1, 1})));
    SAME_BITS("where NaN was", largest(x[k], PAIR(2, 2), 1, RA_OPTS(ra_max_pool2d, .stride = {1, 1})));
    SAME_BITS("of nothing", ra_avg_pool2d(none[k], PAIR(2, 2)));
    for (int k = 0; k < SIDES; k++)
        OK(ra_avg_pool2d_out(ra_slice(wide[k], 3, 0, 8, 2), x[k], PAIR(1, 1)));
    SAME_BITS("into a given result", ra_ref(wide[k]));
    OK(ra_scope_end());
    stop();
}

/* ---- conv2d ---- */

static const struct shape {
    int64_t batch, channels, in[2], outs, kernel[2], stride[2], padding[2], dilation[2], groups;
} shapes[] = {
    {2, 3, {9, 11}, 5, {3, 3}, {1, 1}, {0, 0}, {1, 1}, 1},   {1, 4, {10, 9}, 8, {3, 2}, {2, 3}, {1, 2}, {1, 1}, 2},   {2, 6, {8, 8}, 6, {3, 3}, {1, 1}, {2, 2}, {2, 2}, 6},
    {1, 5, {7, 70}, 70, {1, 1}, {1, 1}, {0, 0}, {1, 1}, 1},  {2, 6, {9, 10}, 40, {3, 3}, {1, 2}, {1, 1}, {1, 2}, 2},  {1, 20, {5, 6}, 130, {2, 3}, {1, 1}, {1, 1}, {1, 1}, 1},
    {1, 3, {1, 1}, 17, {1, 1}, {1, 1}, {1, 1}, {1, 1}, 1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static ra_tensor *convolved(const struct shape *s, const ra_tensor *x, const ra_tensor *weight, const ra_tensor *bias)
{
    return ra_conv2d(x, weight, bias,
                     RA_OPTS(ra_conv2d, .stride = {s->stride[0], s->stride[1]}, .padding = {s->padding[0], s->padding[1]}, .dilation = {s->dilation[0], s->dilation[1]}, .groups = s->groups));
}

static void compare_convolutions(const struct shape *s, ra_dtype dtype, bool across, bool with_bias)
{
    ra_tensor *base[SIDES], *weights[SIDES], *bias[SIDES], *results[SIDES];
    const bool is_whole = dtype <= RA_INT64;
    ra_scope_begin();
    both(base, values(dtype, s->batch * s->channels * s->in[0] * s->in[1], false));
    both(weights, ra_flip(values(dtype, s->outs * (s->channels / s->groups) * s->kernel[0] * s->kernel[1], false), RA_DIMS(0)));
    both(bias, values(dtype, s->outs, false));
    const int64_t terms = s->channels / s->groups * s->kernel[0] * s->kernel[1];
    for (int k = 0; k < SIDES; k++)
        results[k] = convolved(s, planes(base[k], s->batch, s->channels, s->in[0], s->in[1], across),
                               planes(weights[k], s->outs, s->channels / s->groups, s->kernel[0], s->kernel[1], !across), with_bias ? bias[k] : RA_NONE);
    if (!results[HERE] || !results[THERE])
        fail_msg("%s", ra_last_error());
    for (int d = 0; d < 4; d++)
        assert_int_equal(ra_stride(results[HERE], d), ra_stride(results[THERE], d));
    char what[100];
    snprintf(what, sizeof what, "shape %d%s", (int)(s - shapes), across ? " across" : "");
    if (is_whole)
        assert_same(what, results[HERE], ra_keep(results[THERE]));
    else { /* its own rounding, and 8 of the sum of moduli, whose factors are at most 4, in the dtype computed in */
        const double share = rounding(dtype == RA_FLOAT16 || dtype == RA_BFLOAT16 ? RA_FLOAT32 : dtype) / rounding(dtype);
        ra_tensor *moduli = ra_add(ra_abs(in_double(results[HERE])), 8 * share * 4 * 4 * (double)terms);
        compare(what, ra_keep(results[HERE]), ra_keep(results[THERE]), 1, moduli);
    }
    OK(ra_scope_end());
}

static void convolutions(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (int i = 0; i < SHAPES; i++)
        for (int across = 0; across < 2; across++)
            compare_convolutions(&shapes[i], RA_FLOAT32, across, i % 2 == across);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        compare_convolutions(&shapes[1], every[i], false, true);
        if (every[i] == RA_FLOAT64 || every[i] == RA_FLOAT16)
            compare_convolutions(&shapes[4], every[i], false, true);
    }
    ra_tensor *x[SIDES], *weight[SIDES], *none[SIDES];
    ra_scope_begin();
    both(x, ra_view(values(RA_FLOAT32, 3 * 5 * 6, false), RA_DIMS(3, 5, 6)));
    both(weight, ra_view(values(RA_FLOAT32, 2 * 3 * 2 * 2, false), RA_DIMS(2, 3, 2, 2)));
    both(none, ra_zeros(RA_DIMS(0, 3, 5, 6)));
    assert_near("without a batch", ra_keep(ra_conv2d(x[HERE], weight[HERE], RA_NONE)), ra_keep(ra_conv2d(x[THERE], weight[THERE], RA_NONE)), 4, 200);
    SAME_BITS("of nothing", ra_conv2d(none[k], weight[k], RA_NONE));
    OK(ra_scope_end());
    stop();
}

/* A place's sum is added in one order, whether it is tiled or not: groups of 15 are not, 16 of the same are. */
static void the_same_bits(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x = there(planes(values(RA_FLOAT32, 2 * 3 * 9 * 9, false), 2, 3, 9, 9, false)), *weight = there(planes(values(RA_FLOAT32, 16 * 3 * 3 * 3, true), 16, 3, 3, 3, false));
    ra_tensor *tiled = ra_narrow(ra_conv2d(x, weight, RA_NONE), 1, 0, 15), *direct = ra_conv2d(x, ra_narrow(weight, 0, 0, 15), RA_NONE);
    assert_same("tiled and direct", ra_to(ra_contiguous(tiled), RA_OPTS(ra_to, .device = RA_CPU)), ra_keep(direct));
    OK(ra_scope_end());
    stop();
}

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_window, which))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(1, 40, 1, 64)), *w = ra_ones(RA_DIMS(64, 40, 1, 1)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *v = ra_to(w, RA_OPTS(ra_to, .device = RA_CUDA));
    ra_tensor *z = y && v ? ra_conv2d(y, v, RA_NONE) : NULL;
    static float got[64 * 64];
    if (!z || ra_copy_to(z, got, sizeof got))
        return 2;
    for (int i = 0; i < 64 * 64; i++)
        if (got[i] != 40)
            return 2;
    ra_release(x), ra_release(w), ra_release(y), ra_release(v), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_window));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(pooling, 200, NULL, shut_down),
        HARNESS_TEST(convolutions, 200, NULL, shut_down),
        HARNESS_TEST(the_same_bits, 100, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 200, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
