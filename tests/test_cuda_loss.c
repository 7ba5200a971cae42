/*
 * Distances, cross entropy, nll_loss and binary_cross_entropy on CUDA, on the simulated driver, beside the processor's: over norms, dtypes,
 * layouts, batches and lengths, weights, smoothing, probabilities and targets that are left out; a target that is no class, what is no
 * probability.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

#define CLOSE(what, modulus, expression) \
    do { \
        ra_tensor *results_[SIDES]; \
        for (int k = 0; k < SIDES; k++) \
            if (!(results_[k] = (expression))) \
                fail_msg("%s on side %d: %s", what, k, ra_last_error()); \
        assert_near(what, ra_keep(results_[HERE]), ra_keep(results_[THERE]), 16, modulus); \
    } while (0)

static void distances(void **state)
{
    (void)state;
    static const double orders[] = {0, 1, 2, INFINITY, 3, 0.5};
    start(2);
    for (int wide = 0; wide < 2; wide++) {
        ra_tensor *base[SIDES], *x[SIDES], *y[SIDES];
        ra_scope_begin();
        both(base, values(wide ? RA_FLOAT64 : RA_FLOAT32, 3 * 40 * 37, false));
        for (int k = 0; k < SIDES; k++) {
            x[k] = ra_view(ra_slice(base[k], 0, 0, 2 * 18 * 37, 1), RA_DIMS(2, 1, 18, 37));
            y[k] = ra_permute(ra_view(ra_slice(base[k], 0, 111, 111 + 3 * 37 * 35, 1), RA_DIMS(3, 37, 35)), RA_DIMS(0, 2, 1));
        }
        for (int i = 0; i < 6; i++)
            CLOSE("cdist", orders[i] == 0.5 ? 5e3 : 80, ra_cdist(x[k], y[k], orders[i]));
        CLOSE("of itself", 1, ra_cdist(x[k], x[k], 2));
        OK(ra_scope_end());
    }
    static const float some[] = {1, NAN, INFINITY, 3, -INFINITY, 2};
    ra_tensor *x[SIDES], *none[SIDES], *far[SIDES];
    ra_scope_begin();
    both(x, ra_view(ra_from_copy(some, RA_FLOAT32, RA_DIMS(6)), RA_DIMS(3, 2)));
    both(none, ra_zeros(RA_DIMS(3, 0)));
    both(far, ra_view(values(RA_FLOAT32, 3 * 1500, false), RA_DIMS(3, 1500)));
    for (int i = 0; i < 4; i++)
        CLOSE("of NaN", 0, ra_cdist(x[k], x[k], orders[i]));
    CLOSE("of rows without elements", 0, ra_cdist(none[k], none[k], 2));
    CLOSE("of none", 0, ra_cdist(ra_slice(x[k], 0, 0, 0, 1), x[k], 2));
    CLOSE("over leaves", 400, ra_cdist(far[k], far[k], 1));
    OK(ra_scope_end());
    stop();
}

static const char *const reductions[] = {"mean", "sum", "none"};

/* Classes from 0 to classes - 1, every fifth left out. */
static ra_tensor *classes_of(int64_t n, int64_t classes)
{
    ra_tensor *place = ra_arange(0, n, 1);
    return ra_where(ra_eq(ra_remainder(place, 5), 3), -100, ra_remainder(ra_mul(place, 7), classes));
}

static void losses(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_BFLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int reduction = 0; reduction < 3; reduction++) {
            const double size = reduction == 1 ? 400 : 10;
            ra_tensor *x[SIDES], *y[SIDES], *target[SIDES], *weight[SIDES], *likely[SIDES], *bytes[SIDES];
            ra_scope_begin();
            both(x, ra_view(values(some[i], 21 * 13, false), RA_DIMS(21, 13)));
            both(y, ra_permute(ra_view(values(some[i], 3 * 9 * 10 * 2, false), RA_DIMS(3, 2, 10, 9)), RA_DIMS(0, 3, 1, 2)));
            both(target, classes_of(60, 9));
            both(weight, values(some[i], 13, true));
            both(likely, ra_softmax(x[HERE], 0));
            both(bytes, ra_to(ra_remainder(ra_arange(0, 21, 1), 13), RA_OPTS(ra_to, .dtype = RA_UINT8)));
            CLOSE("of bytes", size, ra_cross_entropy(x[k], bytes[k], RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction])));
            CLOSE("of many places, smoothed", size, ra_cross_entropy(y[k], ra_view(target[k], RA_DIMS(3, 2, 10)), ra_slice(weight[k], 0, 0, 9, 1), RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction], .label_smoothing = 0.2)));
            CLOSE("weighed", size, ra_cross_entropy(x[k], ra_slice(target[k], 0, 0, 21, 1), weight[k], RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction])));
            CLOSE("of probabilities", size, ra_cross_entropy(x[k], likely[k], weight[k], RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction], .label_smoothing = 0.1)));
            CLOSE("of one", size, ra_cross_entropy(ra_select(x[k], 0, 4), ra_select(target[k], 0, 1), RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction])));
            OK(ra_scope_end());
        }
    ra_tensor *x[SIDES], *none[SIDES], *wide[SIDES], *target[SIDES];
    ra_scope_begin();
    both(x, ra_zeros(RA_DIMS(0, 4)));
    both(none, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    both(wide, ra_view(values(RA_FLOAT32, 3 * 3000, false), RA_DIMS(3, 3000)));
    both(target, classes_of(3, 3000));
    CLOSE("of nothing", 0, ra_cross_entropy(x[k], none[k], RA_NONE));
    CLOSE("the sum of nothing", 0, ra_cross_entropy(x[k], none[k], RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "sum")));
    CLOSE("of many classes", 20, ra_cross_entropy(wide[k], target[k], RA_NONE));
    ra_tensor *once = ra_to(ra_cross_entropy(wide[THERE], target[THERE], RA_NONE), RA_OPTS(ra_to, .device = RA_CPU));
    assert_same("once more", once, ra_keep(ra_cross_entropy(wide[THERE], target[THERE], RA_NONE)));
    OK(ra_scope_end());
    stop();
}

/* Result `which` of nll_loss_forward. */
static ra_tensor *forward(const ra_tensor *x, const ra_tensor *target, const ra_tensor *weight, const char *reduction, int which)
{
    ra_tensor *results[2] = {NULL};
    return ra_nll_loss_forward(x, target, weight, &results[0], &results[1], RA_OPTS(ra_nll_loss_forward, .reduction = reduction)) ? NULL : results[which];
}

static void given_logarithms(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int reduction = 0; reduction < 3; reduction++) {
            ra_tensor *x[SIDES], *y[SIDES], *target[SIDES], *weight[SIDES], *bytes[SIDES], *none[SIDES], *no[SIDES];
            const char *by = reductions[reduction];
            ra_scope_begin();
            both(x, ra_view(values(some[i], 60 * 9, false), RA_DIMS(60, 9)));
            both(y, ra_permute(ra_view(values(some[i], 3 * 9 * 20, false), RA_DIMS(3, 2, 10, 9)), RA_DIMS(0, 3, 1, 2)));
            both(target, classes_of(60, 9));
            both(weight, values(some[i], 9, true));
            both(bytes, ra_to(ra_remainder(ra_arange(0, 60, 1), 9), RA_OPTS(ra_to, .dtype = RA_UINT8)));
            both(none, ra_zeros(RA_DIMS(0, 4), RA_OPTS(ra_zeros, .dtype = some[i])));
            both(no, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
            CLOSE("nll_loss of bytes", 200, ra_nll_loss(x[k], bytes[k], RA_NONE, RA_OPTS(ra_nll_loss, .reduction = by)));
            CLOSE("weighed", 200, ra_nll_loss(x[k], target[k], weight[k], RA_OPTS(ra_nll_loss, .reduction = by)));
            CLOSE("of many places", 200, forward(y[k], ra_view(target[k], RA_DIMS(3, 2, 10)), weight[k], by, 0));
            CLOSE("the weight of all", 60, forward(y[k], ra_view(target[k], RA_DIMS(3, 2, 10)), weight[k], by, 1));
            CLOSE("of one", 10, forward(ra_select(x[k], 0, 4), ra_select(target[k], 0, 1), weight[k], by, 0));
            CLOSE("of one in a vector", 10, forward(ra_select(x[k], 0, 4), ra_slice(target[k], 0, 1, 2, 1), weight[k], by, 1));
            CLOSE("of nothing", 0, forward(none[k], no[k], RA_NONE, by, 0));
            CLOSE("its weight", 0, forward(none[k], no[k], RA_NONE, by, 1));
            OK(ra_scope_end());
        }
    ra_tensor *x[SIDES], *target[SIDES];
    ra_scope_begin();
    both(x, ra_view(values(RA_FLOAT32, 9001 * 3, false), RA_DIMS(9001, 3)));
    both(target, classes_of(9001, 3));
    CLOSE("over parts", 10, ra_nll_loss(x[k], target[k], RA_NONE));
    OK(ra_scope_end());
    stop();
}

static void given_probabilities(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_FLOAT32, RA_FLOAT64, RA_BFLOAT16};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int reduction = 0; reduction < 3; reduction++) {
            const double size = reduction == 1 ? 5e4 : 100;
            ra_tensor *base[SIDES], *q[SIDES], *row[SIDES], *none[SIDES], *given[SIDES];
            const char *by = reductions[reduction];
            ra_scope_begin();
            both(base, ra_clamp(ra_div(ra_add(values(some[i], 5 * 37 * 30, false), 4), 8), 0, 1));
            both(q, ra_clamp(ra_add(ra_mul(values(some[i], 5 * 37 * 30, false), 0.1), 0.5), 0, 1));
            both(row, values(RA_FLOAT64, 30, true));
            both(none, ra_zeros(RA_DIMS(0, 30), RA_OPTS(ra_zeros, .dtype = some[i])));
            both(given, ra_zeros(reduction == 2 ? RA_DIMS(37, 5, 30, 2) : RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = some[i])));
            CLOSE("binary_cross_entropy", size, ra_binary_cross_entropy(base[k], q[k], RA_NONE, RA_OPTS(ra_binary_cross_entropy, .reduction = by)));
            CLOSE("weighed, permuted", size, ra_binary_cross_entropy(laid_out(base[k], PERMUTED), laid_out(q[k], PERMUTED), ra_slice(row[k], 0, 0, 1, 1), RA_OPTS(ra_binary_cross_entropy, .reduction = by)));
            CLOSE("by a row", size, ra_binary_cross_entropy(laid_out(base[k], EXPANDED), laid_out(q[k], EXPANDED), row[k], RA_OPTS(ra_binary_cross_entropy, .reduction = by)));
            CLOSE("of nothing", 0, ra_binary_cross_entropy(none[k], none[k], RA_NONE, RA_OPTS(ra_binary_cross_entropy, .reduction = by)));
            for (int k = 0; k < SIDES; k++)
                OK(ra_binary_cross_entropy_out(ra_select(given[k], -1, 1), ra_transpose(ra_view(base[k], RA_DIMS(5, 37, 30)), 0, 1), ra_transpose(ra_view(q[k], RA_DIMS(5, 37, 30)), 0, 1), RA_NONE,
                                               RA_OPTS(ra_binary_cross_entropy, .reduction = by)));
            CLOSE("given", size, ra_ref(given[k]));
            OK(ra_scope_end());
        }
    static const float bad[] = {0.5f, 1, 0, 1.5f, NAN, -1};
    ra_scope_begin();
    ra_tensor *p[SIDES];
    both(p, ra_from_copy(bad, RA_FLOAT32, RA_DIMS(6)));
    for (int k = 0; k < SIDES; k++)
        for (int reduction = 0; reduction < 3; reduction++) {
            assert_int_equal(ra_wait(ra_neg(ra_binary_cross_entropy(p[k], ra_zeros_like(p[k]), RA_NONE, RA_OPTS(ra_binary_cross_entropy, .reduction = reductions[reduction])))), RA_ERR_VALUE);
            if (!strstr(ra_last_error(), "self has 1.5, and must be between 0 and 1"))
                fail_msg("%s", ra_last_error());
            ra_clear_error();
        }
    assert_int_equal(ra_scope_end(), RA_ERR_VALUE);
    ra_clear_error();
    stop();
}

/* The first place tells, whoever comes to it first. */
static void no_class(void **state)
{
    (void)state;
    static const int64_t bad[] = {0, 3, 2, 7, -1, 4};
    start(2);
    ra_scope_begin();
    ra_tensor *x[SIDES], *target[SIDES];
    both(x, ra_view(values(RA_FLOAT32, 6 * 4, false), RA_DIMS(6, 4)));
    both(target, ra_from_copy(bad, RA_INT64, RA_DIMS(6)));
    for (int k = 0; k < SIDES; k++)
        for (int reduction = 0; reduction < 3; reduction++) {
            assert_int_equal(ra_wait(ra_neg(ra_cross_entropy(x[k], target[k], RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = reductions[reduction])))), RA_ERR_INDEX);
            if (!strstr(ra_last_error(), "target 7 at position 3 is not one of 4 classes"))
                fail_msg("%s", ra_last_error());
            ra_clear_error();
            assert_int_equal(ra_wait(ra_nll_loss(x[k], target[k], RA_NONE, RA_OPTS(ra_nll_loss, .reduction = reductions[reduction]))), RA_ERR_INDEX);
            if (!strstr(ra_last_error(), "target 7 at position 3 is not one of 4 classes"))
                fail_msg("%s", ra_last_error());
            ra_clear_error();
        }
    CLOSE("without them", 10, ra_cross_entropy(ra_slice(x[k], 0, 0, 3, 1), ra_slice(target[k], 0, 0, 3, 1), RA_NONE));
    assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
    ra_clear_error();
    stop();
}

static int program_barrier(const char *which)
{
    const bool is_loss = *which == 'l';
    if (!leave_out_barrier(is_loss ? ra__cuda_text_loss : ra__cuda_text_distance, which + 1))
        return 4;
    ra_tensor *x = ra_ones(RA_DIMS(130, 40)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *likely = ra_full_like(y, 1.0 / 40);
    ra_tensor *z = !y || !likely ? NULL : is_loss ? ra_cross_entropy(y, likely, RA_NONE) : ra_amax(ra_cdist(y, y, 1), RA_ALL);
    float got = -1;
    if (!z || ra_copy_to(z, &got, sizeof got))
        return 2;
    return fabsf(got - (is_loss ? 3.6888795f : 0)) > 1e-4f || ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_each_barrier_needed("l", barriers_of(ra__cuda_text_loss));
    assert_each_barrier_needed("d", barriers_of(ra__cuda_text_distance));
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(distances, 200, NULL, shut_down),
        HARNESS_TEST(losses, 200, NULL, shut_down),
        HARNESS_TEST(given_logarithms, 200, NULL, shut_down),
        HARNESS_TEST(given_probabilities, 200, NULL, shut_down),
        HARNESS_TEST(no_class, 100, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 200, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
