/*
 * What is cancelled or dropped and has not begun is gone at once, whatever the workers are busy with: from the counts, and from
 * what a wait waits for. The only worker is inside a kernel that is held throughout.
 */
#include "helpers/moments.h"

enum { SIDE = 64, BYTES = SIDE * SIDE * 4 };

static held busy;
static ra_tensor *running;

static void keep_busy(void)
{
    start(1);
    busy = (held){0};
    running = held_new(&busy, 1);
    EVENTUALLY(atomic_load(&busy.running));
}

static void end_busy(void)
{
    let_go(&busy);
    OK(ra_wait(running));
    ra_release(running);
    stop();
}

static size_t in_flight(void)
{
    return ra_get_memory_stats().in_flight;
}

static void what_is_ready_ends_at_once(void **state)
{
    (void)state;
    enum { MANY = 100 };
    keep_busy();
    const size_t before = in_flight();
    ra_tensor *made[MANY];
    for (int i = 0; i < MANY; i++)
        made[i] = ra_full(RA_DIMS(SIDE, SIDE), i);
    assert_true(in_flight() >= before + MANY * BYTES);
    for (int i = 0; i < MANY; i++)
        OK(ra_cancel(made[i]));
    assert_int_equal(in_flight(), before);
    for (int i = 0; i < MANY; i++) {
        assert_true(ra_is_ready(made[i]));
        assert_int_equal(ra_wait(made[i]), RA_ERR_CANCELLED);
        ra_clear_error();
        ra_release(made[i]);
    }
    end_busy();
}

/* More writers of one storage than are claimed at once. */
static void all_parts_of_a_storage_end_at_once(void **state)
{
    (void)state;
    enum { MANY = 200 };
    keep_busy();
    ra_tensor *x = ra_empty(RA_DIMS(MANY));
    for (int i = 0; i < MANY; i++) {
        RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
        OK(ra_fill_(part, i));
    }
    OK(ra_cancel(x));
    assert_true(ra_is_ready(x));
    assert_int_equal(ra_wait(x), RA_ERR_CANCELLED);
    ra_clear_error();
    ra_release(x);
    end_busy();
}

/* What waits for the kernel that runs takes no part in the counts, and ends when that does; what depends on it inherits. */
static void what_waits_counts_no_more(void **state)
{
    (void)state;
    keep_busy();
    const size_t before = in_flight();
    ra_tensor *next = ra_add(running, 1), *behind = ra_mul(next, 2);
    OK(ra_cancel(next));
    OK(ra_cancel(behind));
    assert_int_equal(in_flight(), before);
    assert_false(ra_is_ready(next));
    let_go(&busy);
    assert_int_equal(ra_wait(behind), RA_ERR_CANCELLED);
    assert_int_equal(ra_wait(next), RA_ERR_CANCELLED);
    ra_clear_error();
    ra_release(next), ra_release(behind);
    end_busy();
}

static void what_nobody_can_observe_counts_no_more(void **state)
{
    (void)state;
    enum { MANY = 50 };
    keep_busy();
    const size_t before = in_flight();
    ra_tensor *made = ra_ones(RA_DIMS(SIDE, SIDE));
    for (int i = 0; i < MANY; i++) {
        ra_tensor *next = ra_add(made, 1);
        ra_release(made);
        made = next;
    }
    assert_true(in_flight() > before);
    ra_release(made);
    assert_int_equal(in_flight(), before);
    end_busy();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(what_is_ready_ends_at_once, NULL, clean_up),
        TEST_AROUND(all_parts_of_a_storage_end_at_once, NULL, clean_up),
        TEST_AROUND(what_waits_counts_no_more, NULL, clean_up),
        TEST_AROUND(what_nobody_can_observe_counts_no_more, NULL, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
