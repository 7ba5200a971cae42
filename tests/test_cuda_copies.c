/*
 * Copies between the processor's memory and a simulated CUDA device: large ones, which are packed and unpacked in pieces by whoever is there,
 * of tensors that lie in every way; ones that hang on one another; several at a time; operands given up at once; pieces that fail.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_copies.h"

enum { MIB = 1 << 20, SIDE = 700, AROUND = 1024 /* floats: what is cut into a few pieces and a rest */ };

static ra_tensor *back(const ra_tensor *t)
{
    ra_tensor *here = ra_to(t, RA_OPTS(ra_to, .device = RA_CPU));
    assert_non_null(here);
    return here;
}

/* Element i is i + from. */
static ra_tensor *counted(int64_t n, double from)
{
    ra_tensor *x = ra_arange(RA_F(from), RA_F(from + (double)n), RA_F(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    assert_non_null(x);
    return x;
}

static void assert_counted(const ra_tensor *t, int64_t n, double from)
{
    float *got = malloc((size_t)n * sizeof *got);
    assert_non_null(got);
    if (ra_copy_to(t, got, (size_t)n * sizeof *got))
        fail_msg("%s", ra_last_error());
    for (int64_t i = 0; i < n; i++)
        if (got[i] != (float)(from + (double)i))
            fail_msg("element %lld is %g, not %g", (long long)i, (double)got[i], from + (double)i);
    free(got);
}

/* ---- what is brought back, and copied again ---- */

static void there_and_back_again(void **state)
{
    (void)state;
    for (int workers = -1; workers < 4; workers += 2) {
        start(workers);
        for (int round = 0; round < (int)harness_rounds(8); round++) {
            const int64_t n = round % 4 ? 1000 : MIB / 2 + 77;
            ra_scope_begin();
            ra_tensor *x = there(counted(n, round)), *y = ra_add(x, 1), *here = back(y), *z = there(here), *w = ra_add(z, 1);
            ra_tensor *number = back(ra_full(RA_DIMS(), RA_F(round + 2), RA_OPTS(ra_full, .dtype = RA_FLOAT32, .device = RA_CUDA))), *v = ra_add(w, number); /* read as a number when it is issued */
            OK(ra_copy_(here, back(ra_add(w, 7)))); /* and written anew while the device has what it was */
            ra_tensor *u = there(here);
            assert_counted(back(w), n, round + 2);
            assert_counted(back(v), n, 2 * round + 4);
            assert_counted(back(u), n, round + 9);
            OK(ra_scope_end());
        }
        stop();
    }
}

/* ---- pieces ---- */

/* Sizes about those at which there is one piece more, with as many workers as there may be. */
static void of_every_size(void **state)
{
    (void)state;
    static const int workers[] = {-1, 1, 2, 64};
    for (int i = 0; i < 4; i++) {
        start(workers[i]);
        for (int64_t n = MIB / 2 - 1; n <= MIB / 2 + 3 * MIB / 8; n += n % 2 ? 1 : MIB / 4 - 1) { /* one less, and as many: of float32, and of both */
            ra_scope_begin();
            ra_tensor *x = counted(n, 3), *far = there(x), *doubled = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64, .device = RA_CUDA));
            assert_counted(back(far), n, 3);
            assert_counted(ra_to(back(doubled), RA_OPTS(ra_to, .dtype = RA_FLOAT32)), n, 3);
            OK(ra_scope_end());
        }
        stop();
    }
}

/* Either side transposed, with gaps, reversed in part, or one row for all. */
static void that_lie_in_every_way(void **state)
{
    (void)state;
    for (int workers = -1; workers < 4; workers += 4) {
        start(workers);
        ra_scope_begin();
        ra_tensor *x = ra_reshape(counted((int64_t)SIDE * AROUND, 0), RA_DIMS(SIDE, AROUND)), *far = there(x);
        ra_tensor *wide = ra_reshape(counted((int64_t)SIDE * AROUND * 2, 0), RA_DIMS(SIDE, AROUND * 2));
        ra_tensor *ways[] = {ra_t(x), ra_slice(wide, 1, 1, RA_END, 2), ra_slice(wide, 1, 3, AROUND, 1), ra_expand(ra_slice(x, 0, 7, 8, 1), RA_DIMS(SIDE, AROUND)),
                             ra_permute(ra_reshape(x, RA_DIMS(SIDE, 32, 32)), RA_DIMS(2, 0, 1))};
        for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
            assert_equal_to(ways[i], back(there(ways[i])));
        for (int i = 0; i < 3; i++) { /* into a place that is there */
            ra_tensor *place = ra_zeros(RA_DIMS(AROUND * 2, SIDE * 2)), *part = i == 0 ? ra_t(ra_slice(ra_slice(place, 0, 0, AROUND, 1), 1, 0, SIDE, 1))
                                                                              : i == 1 ? ra_t(ra_slice(ra_slice(place, 0, 1, RA_END, 2), 1, 1, RA_END, 2))
                                                                                       : ra_t(ra_slice(ra_slice(place, 0, 0, AROUND, 1), 1, 1, RA_END, 2));
            OK(ra_copy_(part, far));
            assert_equal_to(x, part);
            assert_equal_to(ra_sum(x, RA_DIMS(0, 1), RA_OPTS(ra_sum, .dtype = RA_FLOAT64)), ra_sum(place, RA_DIMS(0, 1), RA_OPTS(ra_sum, .dtype = RA_FLOAT64)));
            ra_tensor *far_place = ra_zeros(RA_DIMS(AROUND, SIDE * 2), RA_OPTS(ra_zeros, .device = RA_CUDA)), *far_part = ra_t(ra_slice(far_place, 1, i % 2, RA_END, 2));
            OK(ra_copy_(far_part, x));
            assert_equal_to(x, back(far_part));
        }
        ra_tensor *bytes = ra_to(ra_remainder(x, 251), RA_OPTS(ra_to, .dtype = RA_UINT8)), *many = ra_cat(RA_LIST(bytes, bytes, bytes), 0);
        assert_equal_to(ra_t(many), back(there(ra_t(many))));
        ra_tensor *complex = ra_to(x, RA_OPTS(ra_to, .dtype = RA_COMPLEX128));
        assert_equal_to(ra_t(complex), back(there(ra_t(complex))));
        OK(ra_scope_end());
        stop();
    }
}

/* Both ways, many at once, with what they read written anew or given up as soon as it has been told. */
static void several_at_a_time(void **state)
{
    (void)state;
    enum { COPIES = 4, N = 530 * 1024 };
    for (int workers = -1; workers < 4; workers += 2) {
        start(workers);
        for (int round = 0; round < (int)harness_rounds(3); round++) {
            ra_tensor *results[COPIES], *x = counted(N, 0), *kept = there(x);
            for (int i = 0; i < COPIES; i++) {
                ra_tensor *far = there(x), *more = ra_add(far, kept);
                OK(ra_add_(x, 1)); /* which waits for the copy to have been packed */
                results[i] = back(far);
                OK(ra_fill_(far, -1));
                ra_release(back(more)); /* nobody looks */
                ra_release(far), ra_release(more);
            }
            ra_release(x), ra_release(kept);
            for (int i = 0; i < COPIES; i++) {
                assert_counted(results[i], N, i);
                ra_release(results[i]);
            }
        }
        stop();
    }
}

/* Pieces are taken by the workers, as far as there are any that have nothing else. */
static void shared_with_workers(void **state)
{
    (void)state;
    start(2);
    ra_tensor *x = counted(3 * MIB / 2, 0);
    OK(ra_wait(x));
    uint64_t stolen = 0;
    for (int round = 0; round < 200 && !stolen; round++) {
        const uint64_t before = ra_get_stats().grains_stolen;
        ra_tensor *far = there(x);
        OK(ra_wait(far));
        const uint64_t packed = ra_get_stats().grains_stolen;
        ra_tensor *here = back(far);
        OK(ra_wait(here));
        if (packed > before && ra_get_stats().grains_stolen > packed)
            stolen = 1;
        ra_release(far), ra_release(here);
    }
    assert_true(stolen);
    ra_release(x);
    stop();
}

/* ---- failures ---- */

/* The first piece, one in the middle, and the conversion behind them; and what comes afterwards is as if nothing had been. */
static void a_piece_fails(void **state)
{
    (void)state;
    static const char *const calls[] = {"cuMemcpyHtoDAsync_v2:1", "cuMemcpyHtoDAsync_v2:3", "cuLaunchKernel:1"};
    need_simulated();
    for (int workers = -1; workers < 4; workers += 4)
        for (int i = 0; i < 3; i++) {
            start(workers);
            ra_tensor *x = counted(MIB / 2 + MIB / 3, 5), *warm = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64, .device = RA_CUDA));
            OK(ra_wait(warm));
            refuse(calls[i]);
            ra_tensor *far = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64, .device = RA_CUDA)), *after = ra_add(far, 1), *here = back(after);
            OK(ra_fill_(x, 0));
            assert_int_equal(ra_wait(here), RA_ERR_SYSTEM);
            if (!strstr(ra_last_error(), i < 2 ? "cuMemcpyHtoDAsync" : "cuLaunchKernel"))
                fail_msg("%s", ra_last_error());
            ra_clear_error();
            refuse(NULL);
            ra_tensor *fine = counted(MIB / 2, 6), *good = there(fine), *again = back(good);
            assert_counted(again, MIB / 2, 6);
            ra_release(x), ra_release(warm), ra_release(far), ra_release(after), ra_release(here), ra_release(fine), ra_release(good), ra_release(again);
            stop();
        }
}

/* Each piece has a place in the stream's queue, which may have less room than there are pieces; and those of small ones are as few as ever. */
static void as_few_as_ever(void **state)
{
    (void)state;
    need_simulated();
    start(2);
    ra_tensor *small = counted(MIB / 2 - 64, 0), *first = there(small);
    OK(ra_wait(first));
    const uint64_t before = count("copies");
    ra_tensor *second = there(small);
    OK(ra_wait(second));
    assert_int_equal(count("copies") - before, 1);
    ra_tensor *large = counted(5 * MIB, 0), *far = there(large), *here = back(far);
    assert_equal_to(large, here);
    ra_release(small), ra_release(first), ra_release(second), ra_release(large), ra_release(far), ra_release(here);
    stop();
}

int main(void)
{
    find_driver();
    (void)assert_same, (void)numbers;
    setenv("SIMCUDA_QUEUE", "16", 0);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(there_and_back_again, 100, NULL, shut_down),
        HARNESS_TEST(of_every_size, 100, NULL, shut_down),
        HARNESS_TEST(that_lie_in_every_way, 100, NULL, shut_down),
        HARNESS_TEST(several_at_a_time, 100, NULL, shut_down),
        HARNESS_TEST(shared_with_workers, 100, NULL, shut_down),
        HARNESS_TEST(a_piece_fails, 100, NULL, shut_down),
        HARNESS_TEST(as_few_as_ever, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
