/*
 * Who is only told of a result has it as soon as who waits for it, whatever the workers are busy with: they are inside kernels that
 * are held until it is there.
 */
#define _GNU_SOURCE
#include "helpers/asleep.h"
#include "helpers/taken_apart.h"

#include "async/front/tensor.h"

#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static held busy[4];
static ra_tensor *running[4];

/*
 * Nobody serves in the place of a worker that seems to get no processor; so the workers have the priority of other programs, which
 * would leave them nothing.
 */
static void start_unrelieved(int workers)
{
    const ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .relief_percent = -1, .priority = RA_PRIORITY_NORMAL};
    OK(ra_init(&config));
}

static void keep_busy(int workers)
{
    start_unrelieved(workers);
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

/* ---- a worker that is stopped for ever when it has been woken ---- */

static _Atomic bool one_stopped, stopped_goes_on;

static void stop_the_first_risen(enum ra__point point)
{
    if (point != RA__POINT_RISEN || atomic_exchange(&one_stopped, true))
        return;
    EVENTUALLY(atomic_load(&stopped_goes_on));
}

static void stop_who_rises_next(int asleep)
{
    EVENTUALLY(workers_asleep() == asleep);
    atomic_store(&one_stopped, false);
    atomic_store(&stopped_goes_on, false);
    atomic_store(&ra__point_hooked, stop_the_first_risen);
}

static void let_it_go_on(void)
{
    atomic_store(&stopped_goes_on, true);
    stop();
}

static void another_worker_comes_for_what_is_asked_for(void **state)
{
    (void)state;
    held own = {.open = true};
    start_unrelieved(2);
    stop_who_rises_next(2);
    ra_tensor *t = held_new(&own, 1);
    EVENTUALLY(atomic_load(&one_stopped));
    until_told(t);
    ra_release(t);
    let_it_go_on();
}

/* It becomes ready when it has been asked for; who made it ready goes on with something else. */
static void another_worker_comes_for_what_becomes_ready(void **state)
{
    (void)state;
    int fd;
    held first = {0}, second = {0}, own = {.open = true};
    start_unrelieved(3);
    ra_tensor *a = held_new(&first, 1);
    const ra_tensor *after[] = {a, NULL};
    ra_tensor *other = held_after(&second, 1, after), *t = held_after(&own, 1, after);
    EVENTUALLY(atomic_load(&first.running));
    OK(ra_ready_fd(t, &fd));
    stop_who_rises_next(2);
    let_go(&first);
    assert_int_equal(poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, -1), 1);
    close(fd);
    let_go(&second);
    ra_release(a), ra_release(other), ra_release(t);
    let_it_go_on();
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

/* ---- recorded as urgent ---- */

/* What is not urgent has nobody to run it: the workers are held. What is has been run ahead of it once that is there. */
static void run_past(const ra_tensor *later, const ra_tensor *urgent)
{
    EVENTUALLY(ra_is_ready(urgent));
    assert_false(ra_is_ready(later));
}

static void between_begin_and_end(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    for (int workers = 1; workers <= 4; workers += 3) {
        keep_busy(workers);
        ra_tensor **queued = malloc(MANY * sizeof *queued);
        assert_non_null(queued);
        for (int i = 0; i < MANY; i++)
            queued[i] = ra_full(RA_DIMS(2), i);
        ra_urgent_begin();
        ra_tensor *x = ra_ones(RA_DIMS(8, 8)), *y = ra_mm(x, x), *z = ra_add(y, x);
        OK(ra_urgent_end());
        run_past(queued[0], z);
        assert_true(at(z, 0) == 9);
        for (int i = 0; i < MANY; i++)
            ra_release(queued[i]);
        free(queued);
        ra_release(x), ra_release(y), ra_release(z);
        end_busy(workers);
    }
}

/* Recorded before, and behind others in the queue. */
static void with_all_that_it_needs(void **state)
{
    (void)state;
    keep_busy(1);
    ra_tensor *other = ra_full(RA_DIMS(100), 3), *x = ra_full(RA_DIMS(100), 5.0), *chain = ra_add(x, 1);
    for (int i = 0; i < 40; i++) {
        ra_tensor *next = ra_add(chain, 1);
        ra_release(chain);
        chain = next;
    }
    ra_urgent_begin();
    ra_tensor *y = ra_mul(chain, 2), *z = ra_add(y, x);
    OK(ra_urgent_end());
    run_past(other, z);
    assert_true(at(z, 99) == 2 * 46 + 5);
    ra_release(other), ra_release(x), ra_release(chain), ra_release(y), ra_release(z);
    end_busy(1);
}

/* It waits for a kernel that runs; the worker that ends that goes on with another that waited for it. A wait that has come by and
 * run out of time leaves it as urgent as it was. */
static void recorded_before_what_it_waits_for_has_ended(void **state)
{
    (void)state;
    for (int waited = 0; waited < 2; waited++) {
        held first = {0}, second = {0};
        start_unrelieved(1);
        ra_tensor *a = held_new(&first, 1), *after = held_after(&second, 1, (const ra_tensor *[]){a, NULL}), *x = ra_add(a, 1);
        EVENTUALLY(atomic_load(&first.running));
        ra_urgent_begin();
        ra_tensor *y = ra_mul(x, 2), *z = ra_add(y, 1);
        OK(ra_urgent_end());
        if (waited)
            assert_int_equal(ra_wait_for(z, 1000000), RA_ERR_TIMEOUT);
        let_go(&first);
        EVENTUALLY(ra_is_ready(z));
        assert_int_equal(atomic_load(&second.done), 0);
        assert_true(at(z, 0) == 2003);
        let_go(&second);
        ra_release(a), ra_release(after), ra_release(x), ra_release(y), ra_release(z);
        stop();
    }
}

static void begins_nest(void **state)
{
    (void)state;
    keep_busy(1);
    ra_urgent_begin();
    ra_urgent_begin();
    OK(ra_urgent_end());
    ra_tensor *in_the_outer = ra_full(RA_DIMS(2), 1);
    OK(ra_urgent_end());
    ra_tensor *behind = ra_full(RA_DIMS(2), 2);
    run_past(behind, in_the_outer);
    ra_scope_begin();
    assert_int_equal(ra_urgent_end(), RA_ERR_STATE);
    assert_non_null(strstr(ra_last_error(), "ra_urgent_end"));
    assert_non_null(strstr(ra_last_error(), "test_urgent.c"));
    assert_int_equal(ra_scope_end(), RA_ERR_STATE);
    ra_clear_error();
    ra_urgent_begin();
    ra_tensor *again = ra_full(RA_DIMS(2), 3);
    OK(ra_urgent_end());
    run_past(behind, again);
    ra_release(in_the_outer), ra_release(behind), ra_release(again);
    end_busy(1);
}

static void *record_there(void *state)
{
    ra_thread_state_restore(state);
    return ra_full(RA_DIMS(2), 5);
}

/* A thread that ends within it ends it; another that never began has none; a state that is saved has it, and only that. */
static void it_is_the_threads(void **state)
{
    (void)state;
    pthread_t thread;
    void *there, *with_state;
    keep_busy(1);
    ra_thread_state *before = ra_thread_state_save();
    ra_urgent_begin();
    ra_thread_state *within = ra_thread_state_save();
    assert_int_equal(pthread_create(&thread, NULL, record_there, NULL), 0);
    pthread_join(thread, &there);
    assert_int_equal(pthread_create(&thread, NULL, record_there, within), 0);
    pthread_join(thread, &with_state);
    run_past(there, with_state);
    ra_thread_state_restore(before);
    assert_int_equal(ra_urgent_end(), RA_ERR_STATE);
    ra_clear_error();
    ra_tensor *behind = ra_full(RA_DIMS(2), 6);
    OK(ra_hurry(there));
    run_past(behind, there);
    ra_release(there), ra_release(with_state), ra_release(behind);
    end_busy(1);
}

static ra_tensor *of_the_guest;

static void record_as_guest(void *context, ra_status status)
{
    (void)context, (void)status;
    of_the_guest = ra_keep(ra_full(RA_DIMS(2), 4));
    assert_int_equal(ra_urgent_end(), RA_ERR_STATE);
    ra_urgent_begin();
}

/* A callback on the thread that has begun. */
static void guests_have_none(void **state)
{
    (void)state;
    keep_busy(1);
    ra_set_callbacks_polled(true);
    ra_urgent_begin();
    ra_tensor *x = ra_full(RA_DIMS(2), 3);
    EVENTUALLY(ra_is_ready(x));
    OK(ra_on_ready(x, record_as_guest, NULL));
    EVENTUALLY(ra_poll() == 1);
    ra_tensor *y = ra_full(RA_DIMS(2), 3);
    run_past(of_the_guest, y);
    OK(ra_urgent_end());
    assert_int_equal(ra_urgent_end(), RA_ERR_STATE); /* that the guest had begun */
    ra_clear_error();
    ra_set_callbacks_polled(false);
    ra_release(of_the_guest), ra_release(x), ra_release(y);
    end_busy(1);
}

static void heavy_urgent_work_holds_up_none(void **state)
{
    (void)state;
    keep_busy(1);
    ra_urgent_begin();
    ra_tensor *a = ra_ones(RA_DIMS(1500, 1500)), *product = ra_mm(a, a), *small = ra_full(RA_DIMS(2), 5);
    OK(ra_urgent_end());
    run_past(product, small);
    let_go(&busy[0]);
    OK(ra_wait(product));
    ra_release(a), ra_release(product), ra_release(small);
    end_busy(1);
}

/* ---- in the middle of a matrix that is taken apart ---- */

enum { STOPS = 3, GRAINS_BETWEEN = 4 };
static _Atomic int grains_of_workers, stopped_at, goes_on_from;
static _Atomic bool has_urgent;

/* Of the workers' grains every fourth waits until it is told to go on; but while there is something urgent, which a worker may run that is not
 * held. */
static void stop_workers(enum ra__point point)
{
    if (point != RA__POINT_GRAIN || !ra__is_worker() || atomic_load(&has_urgent) || atomic_fetch_add(&grains_of_workers, 1) % GRAINS_BETWEEN != GRAINS_BETWEEN - 1)
        return;
    const int stop = atomic_fetch_add(&stopped_at, 1);
    EVENTUALLY(atomic_load(&goes_on_from) > stop);
}

/* What is urgent begins and ends between two of its grains, and then again between two others; what is not waits for its end. */
static void between_the_grains_of_a_factor(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 2; workers++) {
        start_unrelieved(workers);
        seed = SEED;
        ra_set_execution(RA_SYNC);
        RA_AUTO ra_tensor *a = made(RA_FLOAT32, 500, 500, true), *alone = ra_linalg_cholesky(a), *x = ra_ones(RA_DIMS(8, 8));
        ra_set_execution(RA_RUN_AHEAD);
        atomic_store(&grains_of_workers, 0), atomic_store(&stopped_at, 0), atomic_store(&goes_on_from, 0);
        atomic_store(&ra__point_hooked, stop_workers);
        RA_AUTO ra_tensor *factor = ra_linalg_cholesky(a), *behind = ra_add(factor, 1);
        for (int stop = 0; stop < STOPS; stop++) {
            EVENTUALLY(atomic_load(&stopped_at) > stop);
            atomic_store(&has_urgent, true);
            ra_urgent_begin();
            RA_AUTO ra_tensor *y = ra_mm(x, x), *z = ra_add(y, stop);
            OK(ra_urgent_end());
            run_past(factor, z);
            assert_false(ra_is_ready(behind));
            assert_true(at(z, 0) == 8 + (float)stop);
            atomic_store(&has_urgent, false);
            atomic_store(&goes_on_from, stop + 1);
        }
        const int before = atomic_load(&grains_of_workers);
        atomic_store(&goes_on_from, INT_MAX);
        EVENTUALLY(ra_is_ready(behind)); /* nobody else takes grains of it, as a wait would */
        assert_true(atomic_load(&grains_of_workers) > before);
        assert_true(digest(factor) == digest(alone));
        ra_release(a), ra_release(alone), ra_release(x), ra_release(factor), ra_release(behind);
        a = alone = x = factor = behind = NULL;
        stop();
    }
}

static bool is_there(const ra_tensor *t)
{
    ra__range r = ra__range_of(t, false);
    return !ra__range_is_pending(&r);
}

/* Who polls runs it first. What waits have claimed of it does not stay in its queue. */
static void without_workers(void **state)
{
    (void)state;
    start(-1);
    ra_tensor *first = ra_full(RA_DIMS(2), 1);
    ra_urgent_begin();
    ra_tensor *urgent = ra_full(RA_DIMS(2), 2);
    assert_false(is_there(first) || is_there(urgent));
    assert_int_equal(ra_poll(), 1);
    assert_true(is_there(urgent) && !is_there(first));
    for (int i = 0; i < 1000; i++) {
        ra_tensor *next = ra_full(RA_DIMS(2), i);
        OK(ra_wait(next));
        ra_release(next);
    }
    OK(ra_urgent_end());
    OK(ra_wait(first));
    (void)ra_get_memory_stats(); /* which takes ended tasks back */
    assert_true(ra__graph_in_flight().tasks < 10);
    ra_release(first), ra_release(urgent);
    stop();
}

/* Computed in the call there is nothing to be ahead of. */
static void where_operators_run_in_the_call(void **state)
{
    (void)state;
    keep_busy(1);
    ra_urgent_begin();
    ra_set_execution(RA_SYNC);
    ra_tensor *x = ra_full(RA_DIMS(2), 2);
    assert_true(ra_is_ready(x));
    ra_set_execution(RA_RUN_AHEAD);
    OK(ra_urgent_end());
    ra_release(x);
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
        TEST_AROUND(another_worker_comes_for_what_is_asked_for, NULL, clean_up),
        TEST_AROUND(another_worker_comes_for_what_becomes_ready, NULL, clean_up),
        TEST_AROUND(a_long_task_is_left_to_the_workers, NULL, clean_up),
        TEST_AROUND(between_begin_and_end, NULL, clean_up),
        TEST_AROUND(with_all_that_it_needs, NULL, clean_up),
        TEST_AROUND(recorded_before_what_it_waits_for_has_ended, NULL, clean_up),
        TEST_AROUND(begins_nest, NULL, clean_up),
        TEST_AROUND(it_is_the_threads, NULL, clean_up),
        TEST_AROUND(guests_have_none, NULL, clean_up),
        TEST_AROUND(heavy_urgent_work_holds_up_none, NULL, clean_up),
        TEST_AROUND(between_the_grains_of_a_factor, NULL, clean_up),
        TEST_AROUND(without_workers, NULL, clean_up),
        TEST_AROUND(where_operators_run_in_the_call, NULL, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
