/*
 * Who is only told of a result has it as soon as who waits for it, whatever the workers are busy with: they are inside kernels that
 * are held until it is there.
 */
#include "moments.h"

#include <poll.h>
#include <unistd.h>

static held busy[4];
static ra_tensor *running[4];

static void keep_busy(int workers)
{
    start(workers);
    for (int i = 0; i < workers; i++) {
        busy[i] = (held){0};
        running[i] = held_new(&busy[i], 1);
        EVENTUALLY(atomic_load(&busy[i].running));
    }
}

static void end_busy(int workers)
{
    for (int i = 0; i < workers; i++) {
        let_go(&busy[i]);
        OK(ra_wait(running[i]));
        ra_release(running[i]);
    }
    stop();
}

/* The limit of the test is what ends this where nobody tells. */
static void until_told(const ra_tensor *t)
{
    int fd;
    OK(ra_ready_fd(t, &fd));
    assert_int_equal(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
    close(fd);
    assert_true(ra_is_ready(t));
}

static void by_a_descriptor(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 4; workers += 3) {
        keep_busy(workers);
        RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(8, 8)), *y = ra_mm(x, x), *z = ra_add(y, x);
        until_told(z);
        assert_true(at(z, 0) == 9);
        ra_release(x), ra_release(y), ra_release(z);
        x = y = z = NULL;
        end_busy(workers);
    }
}

static void count(void *context, ra_status status)
{
    atomic_fetch_add((_Atomic int *)context, status == RA_OK ? 1 : 1000);
}

static void by_callbacks(void **state)
{
    (void)state;
    enum { MANY = 50 };
    _Atomic int told = 0;
    keep_busy(1);
    ra_tensor *x = ra_ones(RA_DIMS(100));
    for (int i = 0; i < MANY; i++) {
        ra_tensor *next = ra_add(x, 1);
        ra_release(x);
        x = next;
        OK(ra_on_ready(x, count, &told));
    }
    EVENTUALLY(atomic_load(&told) == MANY);
    assert_true(at(x, 7) == MANY + 1);
    ra_release(x);
    end_busy(1);
}

/* It is asked for while it waits for a kernel that runs; the worker that ends that goes on with another that waited for it. */
static void what_becomes_ready_later(void **state)
{
    (void)state;
    int fd;
    held first = {0}, second = {0};
    start(1);
    ra_tensor *a = held_new(&first, 1), *after = held_after(&second, 1, (const ra_tensor *[]){a, NULL}), *x = ra_add(a, 1), *y = ra_mul(x, 2);
    EVENTUALLY(atomic_load(&first.running));
    OK(ra_ready_fd(y, &fd));
    let_go(&first);
    assert_int_equal(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
    close(fd);
    assert_true(at(y, 0) == 2002);
    let_go(&second);
    ra_release(a), ra_release(after), ra_release(x), ra_release(y);
    stop();
}

static void behind_many_queued_tasks(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    keep_busy(1);
    ra_tensor **queued = malloc(MANY * sizeof *queued);
    assert_non_null(queued);
    for (int i = 0; i < MANY; i++)
        queued[i] = ra_full(RA_DIMS(2), i);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(2), 5);
    until_told(x);
    assert_false(ra_is_ready(queued[0]) && ra_is_ready(queued[MANY - 1]));
    for (int i = 0; i < MANY; i++)
        ra_release(queued[i]);
    free(queued);
    ra_release(x);
    x = NULL;
    end_busy(1);
}

static void by_asking_for_it(void **state)
{
    (void)state;
    keep_busy(1);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(2), 5), *y = ra_add(x, 1);
    OK(ra_hurry(y));
    EVENTUALLY(ra_is_ready(y));
    OK(ra_hurry(y)); /* it is there */
    assert_int_equal(ra_hurry(NULL), RA_ERR_REFUSED);
    assert_non_null(strstr(ra_last_error(), "ra_hurry"));
    ra_clear_error();
    ra_release(x), ra_release(y);
    x = y = NULL;
    end_busy(1);
}

/* A function of the program's may take any time, whatever it says. */
static void a_function_of_the_programs_is_left_to_the_workers(void **state)
{
    (void)state;
    held slow = {0};
    keep_busy(1);
    RA_AUTO ra_tensor *own = held_new(&slow, 1), *small = ra_full(RA_DIMS(2), 5);
    OK(ra_hurry(own));
    until_told(small);
    assert_int_equal(atomic_load(&slow.running), 0);
    let_go(&slow);
    ra_release(own), ra_release(small);
    own = small = NULL;
    end_busy(1);
}

/* What takes long is the workers'. */
static void a_long_task_is_left_to_the_workers(void **state)
{
    (void)state;
    int fd;
    keep_busy(1);
    ra_tensor *a = ra_ones(RA_DIMS(1500, 1500)), *product = ra_mm(a, a), *small = ra_full(RA_DIMS(2), 5);
    OK(ra_ready_fd(product, &fd));
    until_told(small);
    assert_false(ra_is_ready(product));
    let_go(&busy[0]);
    assert_int_equal(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
    close(fd);
    ra_release(a), ra_release(product), ra_release(small);
    end_busy(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(by_a_descriptor, NULL, clean_up),
        TEST_AROUND(by_callbacks, NULL, clean_up),
        TEST_AROUND(what_becomes_ready_later, NULL, clean_up),
        TEST_AROUND(behind_many_queued_tasks, NULL, clean_up),
        TEST_AROUND(by_asking_for_it, NULL, clean_up),
        TEST_AROUND(a_function_of_the_programs_is_left_to_the_workers, NULL, clean_up),
        TEST_AROUND(a_long_task_is_left_to_the_workers, NULL, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
