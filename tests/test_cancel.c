/*
 * What is cancelled or dropped and has not begun is gone at once, whatever the workers are busy with: from the counts, and from
 * what a wait waits for. The only worker is inside a kernel that is held throughout.
 */
#include "helpers/busy.h"

#include "async/front/tensor.h"
#include "async/run/run.h"
#include "async/tasks/drop.h"

enum { SIDE = 64, BYTES = SIDE * SIDE * 4 };

static void begin(void)
{
    start(1);
    keep_busy();
}

static void end(void)
{
    end_busy();
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
    begin();
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
    end();
}

/* More writers of one storage than are claimed at once. */
static void all_parts_of_a_storage_end_at_once(void **state)
{
    (void)state;
    enum { MANY = 200 };
    begin();
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
    end();
}

/* They write rows, and come behind one that writes a column: more than a thread keeps for itself when that ends. */
static void all_that_come_behind_one_end_with_it(void **state)
{
    (void)state;
    enum { MANY = 200 };
    begin();
    ra_tensor *x = ra_ones(RA_DIMS(MANY, 2)), *column = ra_select(x, 1, 0);
    OK(ra_wait(x));
    OK(ra_fill_(column, 2));
    for (int i = 0; i < MANY; i++) {
        RA_AUTO ra_tensor *row = ra_select(x, 0, i);
        OK(ra_fill_(row, i));
    }
    OK(ra_cancel(x));
    assert_true(ra_is_ready(x));
    assert_int_equal(ra_wait(x), RA_ERR_CANCELLED);
    ra_clear_error();
    ra_release(column), ra_release(x);
    end();
}

/* Between two looks of a cancel another thread records. */
static void what_is_recorded_meanwhile_is_not_cancelled(void **state)
{
    (void)state;
    begin();
    ra_tensor *x = ra_zeros(RA_DIMS(2)), *before = ra_narrow(x, 0, 0, 1), *meanwhile = ra_narrow(x, 0, 1, 1);
    OK(ra_wait(x));
    ra__cancelled ready = {.again = false};
    OK(ra_fill_(before, 1));
    ra__cancel_writers(x->storage, 0, 2 * sizeof(float), UINT64_MAX, &ready);
    assert_int_equal(ready.count, 1);
    ra__run_claimed(ready.task[0], ready.flags[0]);
    OK(ra_fill_(meanwhile, 1));
    ready.again = true;
    ra__cancel_writers(x->storage, 0, 2 * sizeof(float), UINT64_MAX, &ready);
    assert_int_equal(ready.count, 0);
    assert_int_equal(ra_wait(before), RA_ERR_CANCELLED);
    ra_clear_error();
    assert_true(item(meanwhile) == 1);
    ra_release(before), ra_release(meanwhile), ra_release(x);
    end();
}

/*
 * An output that grows moves all that its storage has, and is all that is to be waited for from then on: what was to be written
 * before, beside it, is cancelled all the same. Once, or so often, with so many parts before each.
 */
static void what_lies_behind_a_growth_is_cancelled(void **state)
{
    (void)state;
    enum { PART = 16, LONGEST = 100 };
    static const struct { int growths, parts; } cases[] = {{1, 1}, {5, 3}, {3, LONGEST}, {60, 1}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        ra_tensor *all = ra_ones(RA_DIMS(2 * LONGEST + PART)), *head = ra_narrow(all, 0, 0, 2 * LONGEST), *tail = ra_narrow(all, 0, 2 * LONGEST, 1);
        for (int n = 0; n < cases[i].growths; n++) {
            for (int k = 0; k < cases[i].parts; k++) {
                RA_AUTO ra_tensor *part = ra_narrow(all, 0, k, 1);
                OK(ra_fill_(part, k));
            }
            RA_AUTO ra_tensor *values = ra_full(RA_DIMS((n + 2) * PART), n);
            OK(ra_add_out(tail, values, 1));
        }
        ra_release(all);
        OK(ra_cancel(head));
        assert_int_equal(ra_wait(head), RA_ERR_CANCELLED);
        ra_clear_error();
        assert_true(at(tail, 0) == (float)cases[i].growths && at(tail, PART) == (float)cases[i].growths);
        ra_tensor *middle = ra_narrow(head, 0, LONGEST, 1); /* of what was there first */
        assert_int_equal(ra_wait(middle), RA_ERR_CANCELLED);
        ra_clear_error();
        ra_release(head), ra_release(middle), ra_release(tail);
        end();
    }
}

/* Its earlier values are somebody else's business, whatever stands between. */
static void what_was_overwritten_is_not_cancelled(void **state)
{
    (void)state;
    enum { SIZE = 32 };
    for (int growths = 0; growths < 3; growths++) {
        begin();
        ra_tensor *all = ra_ones(RA_DIMS(SIZE + 1)), *head = ra_narrow(all, 0, 0, SIZE), *tail = ra_narrow(all, 0, SIZE, 1);
        ra_tensor *early = ra_add(head, 1);
        for (int n = 0; n < growths; n++) {
            RA_AUTO ra_tensor *values = ra_full(RA_DIMS((n + 2) * SIZE), n);
            OK(ra_add_out(tail, values, 1));
        }
        OK(ra_fill_(head, 7));
        OK(ra_cancel(head));
        assert_true(at(early, 3) == 2);
        assert_int_equal(ra_wait(head), RA_ERR_CANCELLED);
        ra_clear_error();
        ra_release(all), ra_release(head), ra_release(tail), ra_release(early);
        end();
    }
}

/* What waits for the kernel that runs takes no part in the counts, and ends when that does; what depends on it inherits. */
static void what_waits_counts_no_more(void **state)
{
    (void)state;
    begin();
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
    end();
}

static void what_nobody_can_observe_counts_no_more(void **state)
{
    (void)state;
    enum { MANY = 50 };
    begin();
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
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(what_is_ready_ends_at_once, NULL, clean_up),
        TEST_AROUND(all_parts_of_a_storage_end_at_once, NULL, clean_up),
        TEST_AROUND(all_that_come_behind_one_end_with_it, NULL, clean_up),
        TEST_AROUND(what_is_recorded_meanwhile_is_not_cancelled, NULL, clean_up),
        TEST_AROUND(what_lies_behind_a_growth_is_cancelled, NULL, clean_up),
        TEST_AROUND(what_was_overwritten_is_not_cancelled, NULL, clean_up),
        TEST_AROUND(what_waits_counts_no_more, NULL, clean_up),
        TEST_AROUND(what_nobody_can_observe_counts_no_more, NULL, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
