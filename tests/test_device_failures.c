/*
 * What fails on a device with streams, on one that a test is (helpers/virtual_device.h): data, and what was issued behind them; memory; the
 * device itself; the mark behind what was handed over.
 */
#include "helpers/virtual_tensors.h"

#include "async/run/streams.h"

/* A failure is found when its kernel is done; what was issued behind it inherits it all the same, and nothing else does. */
static void failures(void **state)
{
    (void)state;
    begin(2);
    ra_tensor *zero = there(ra_zeros(RA_DIMS(3), RA_OPTS(ra_zeros, .dtype = RA_INT64)), VIRTUAL), *x = there(ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .dtype = RA_INT64)), VIRTUAL);
    OK(ra_wait(zero));
    OK(ra_wait(x));
    atomic_store(&virtual_held, true);
    ra_tensor *bad = ra_floor_divide(x, zero), *worse = ra_add(bad, 1), *fine = ra_add(x, 1), *back = ra_to(worse, RA_OPTS(ra_to, .device = RA_CPU));
    ra_tensor *on_cpu = ra_add(back, 1);
    EVENTUALLY(virtual_waiting(0) == 4);
    atomic_store(&virtual_held, false);
    assert_int_equal(ra_wait(worse), RA_ERR_DIVIDE);
    assert_non_null(strstr(ra_last_error(), "floor_divide"));
    assert_int_equal(ra_wait(on_cpu), RA_ERR_DIVIDE);
    assert_int_equal(ra_wait(back), RA_ERR_DIVIDE);
    OK(ra_wait(fine));
    OK(ra_fill_(bad, 4)); /* overwritten: whole again */
    ra_tensor *again = ra_add(bad, 1);
    OK(ra_wait(again));
    ra_release(zero), ra_release(x), ra_release(bad), ra_release(worse), ra_release(fine), ra_release(back), ra_release(on_cpu), ra_release(again);
    end();
}

/* What a cancelled one would have written is written by another, which has been issued and not ended when the next is: that may see no
 * more of the failure. (Its handle is released, so that it is no matter of who waits.) */
static void a_failure_that_is_overwritten(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        begin(1);
        held h = {.open = false};
        ra_tensor *first = held_new(&h, 40), *late = ra_to(first, RA_OPTS(ra_to, .device = VIRTUAL)), *p = ra_mul(late, 2), *x = ra_add(p, late);
        OK(ra_copy_(x, late));
        ra_tensor *y = ra_neg(x);
        ra_release(x);
        OK(ra_cancel(p));
        let_go(&h);
        assert_all(y, -1000, -1);
        assert_int_equal(ra_wait(p), RA_ERR_CANCELLED);
        ra_release(first), ra_release(late), ra_release(p), ra_release(y);
        end();
    }
}

/* Bytes that a failed task was to write are overwritten, and read before, by tasks that are issued behind it: each has its own. */
static void failures_in_turn(void **state)
{
    (void)state;
    begin(2);
    for (int round = 0; round < (int)harness_rounds(100); round++) {
        ra_tensor *zero = there(ra_zeros(RA_DIMS(4), RA_OPTS(ra_zeros, .dtype = RA_INT64)), VIRTUAL), *x = there(ra_ones(RA_DIMS(4), RA_OPTS(ra_ones, .dtype = RA_INT64)), VIRTUAL);
        ra_tensor *before = ra_add(x, 1);
        OK(ra_floor_divide_(x, zero));
        ra_tensor *within = ra_add(x, 1);
        OK(ra_fill_(x, 7));
        ra_tensor *after = ra_add(x, 1);
        OK(ra_wait(before));
        assert_int_equal(ra_wait(within), RA_ERR_DIVIDE);
        OK(ra_wait(after));
        ra_release(zero), ra_release(x), ra_release(before), ra_release(within), ra_release(after);
    }
    end();
}

/* However much later the other stream's end is told: it is the failure that is taken over. */
static void what_failed_on_another_stream_has_ended_before(void **state)
{
    (void)state;
    begin(2);
    ra_stream *other, *one;
    OK(ra_stream_new(VIRTUAL, &other));
    OK(ra_stream_new(VIRTUAL, &one));
    RA_AUTO ra_tensor *ones = there(ra_ones(RA_DIMS(8), RA_OPTS(ra_ones, .dtype = RA_INT64)), VIRTUAL), *none = ra_zeros_like(ones);
    OK(ra_wait(none));
    const uint32_t bell = atomic_load(&one->bell);
    virtual_hold_await(0, ra_stream_native(other));
    OK(ra_stream_use(other));
    RA_AUTO ra_tensor *failed = ra_floor_divide(ones, none);
    OK(ra_stream_use(one));
    RA_AUTO ra_tensor *after = ra_add(failed, 1);
    OK(ra_stream_use(NULL));
    while (atomic_load(&one->bell) == bell) /* its completing lane waits for the other, or is done with the batch */
        sched_yield();
    assert_false(ra_is_ready(after));
    virtual_hold_await(0, NULL);
    assert_int_equal(ra_wait(after), RA_ERR_DIVIDE);
    assert_non_null(strstr(ra_last_error(), "floor_divide"));
    ra_stream_free(one), ra_stream_free(other);
    ra_release(ones), ra_release(none), ra_release(failed), ra_release(after);
    ones = none = failed = after = NULL;
    end();
}

static void no_memory(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = numbers(16, VIRTUAL);
    OK(ra_wait(x));
    int trims = atomic_load(&virtual_trims);
    atomic_store(&virtual_memory_left, 0);
    ra_tensor *y = ra_add(x, 1), *z = ra_add(y, 1);
    assert_int_equal(ra_wait(z), RA_ERR_TASK_MEMORY);
    assert_non_null(strstr(ra_last_error(), "64 bytes of virtual device 0"));
    assert_true(atomic_load(&virtual_trims) > trims);
    atomic_store(&virtual_memory_left, -1);
    ra_tensor *w = ra_add(x, 1);
    assert_all(w, 1, 1);
    ra_release(x), ra_release(y), ra_release(z), ra_release(w);
    end();
}

static void lost(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = numbers(16, VIRTUAL), *other = numbers(16, RA_CUDA_AT(1));
    OK(ra_wait(x));
    atomic_store(&virtual_held, true);
    ra_tensor *y = ra_add(x, 1), *z = ra_add(y, 1);
    EVENTUALLY(virtual_waiting(0) == 2);
    virtual_lose(0);
    atomic_store(&virtual_held, false);
    assert_int_equal(ra_wait(z), RA_ERR_SYSTEM);
    assert_non_null(strstr(ra_last_error(), "virtual device 0 was lost"));
    ra_tensor *later = ra_add(x, 1);
    assert_int_equal(ra_wait(later), RA_ERR_SYSTEM);
    assert_all(other, 0, 1);
    ra_release(x), ra_release(y), ra_release(z), ra_release(later), ra_release(other);
    end();
}

static void no_mark(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = numbers(16, VIRTUAL);
    OK(ra_wait(x));
    atomic_store(&virtual_takes_no_mark, true);
    ra_tensor *y = ra_add(x, 1);
    assert_int_equal(ra_wait(y), RA_ERR_SYSTEM);
    assert_non_null(strstr(ra_last_error(), "virtual device 0 takes no mark"));
    atomic_store(&virtual_takes_no_mark, false);
    /* Nobody has waited for what was handed over: a mark that is taken does. */
    ra_tensor *z = ra_add(x, 1);
    assert_all(z, 1, 1);
    ra_release(x), ra_release(y), ra_release(z);
    end();
}

int main(void)
{
    virtual_offer();
    const struct CMUnitTest tests[] = {
        TEST_AROUND(failures, NULL, shut_down),
        TEST_AROUND(a_failure_that_is_overwritten, NULL, shut_down),
        TEST_AROUND(failures_in_turn, NULL, shut_down),
        TEST_AROUND(what_failed_on_another_stream_has_ended_before, NULL, shut_down),
        TEST_AROUND(no_memory, NULL, shut_down),
        TEST_AROUND(lost, NULL, shut_down),
        TEST_AROUND(no_mark, NULL, shut_down),
    };
    moments_unused();
    (void)held_after, (void)clock_inject, (void)virtual_marks;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
