/*
 * Promise 6: bounded memory. Pacing by count and by bytes; memory when a task is ready and not before; what nobody can see
 * is not computed; memory comes back in dependency order; a worker is never paced.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

enum { MEGABYTE = 1 << 20 };

/* A tensor of so many bytes. */
static ra_dims room(int64_t bytes)
{
    static int64_t n;
    n = bytes / 4;
    return ra_dims_of(&n, 1);
}

static void start_bounded(int workers, size_t pacing_count, size_t pacing_bytes, size_t limit)
{
    ra_clear_error();
    ra_trim(0);
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .pacing_count = pacing_count, .pacing_bytes = pacing_bytes, .memory_limit = limit, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

static void paced_by_count(void **state)
{
    (void)state;
    enum { MOST = 50, STEPS = 3000 };
    uint64_t paced = 0, paced_ns = 0; /* without workers for certain, with them where they are slower */
    for (int workers = -1; workers <= 2; workers += 3) {
        start_bounded(workers, MOST, 0, 0);
        RA_AUTO ra_tensor *x = ra_zeros(RA_DIMS(100));
        int64_t highest = 0;
        for (int i = 0; i < STEPS; i++) {
            OK(ra_add_(x, 1));
            ra__graph_lock();
            int64_t tasks = ra__graph_in_flight().tasks;
            ra__graph_unlock();
            highest = tasks > highest ? tasks : highest;
        }
        assert_in_range(highest, 1, MOST + 4);
        assert_true(at(x, 99) == STEPS);
        paced += ra_get_stats().paced;
        paced_ns += ra_get_stats().paced_ns;
        ra_release(x);
        x = NULL;
        stop();
    }
    assert_true(paced > 0);
    assert_true(paced_ns > 0);
}

/* A control thread that would be thousands of frames ahead: what lives at one time stays near the limit. */
static void paced_by_bytes(void **state)
{
    (void)state;
    enum { LIMIT = 16 * MEGABYTE, STEPS = 200 };
    uint64_t paced = 0;
    for (int workers = -1; workers <= 2; workers += 3) {
        start_bounded(workers, 0, LIMIT, 0);
        size_t highest = 0;
        double total = 0;
        ra_tensor *sums[STEPS];
        for (int i = 0; i < STEPS; i++) {
            RA_AUTO ra_tensor *frame = ra_full(room(MEGABYTE), RA_F(i)), *work = ra_mul(frame, 2);
            sums[i] = ra_amax(work, RA_ALL);
            ra_memory_stats m = ra_get_memory_stats();
            highest = m.live > highest ? m.live : highest;
            assert_in_range(m.in_flight, 0, LIMIT + 3 * MEGABYTE);
        }
        for (int i = 0; i < STEPS; i++) {
            total += item(sums[i]);
            ra_release(sums[i]);
        }
        assert_true(total == STEPS * (STEPS - 1));
        assert_in_range(highest, 1, LIMIT + 4 * MEGABYTE);
        paced += ra_get_stats().paced;
        stop();
    }
    assert_true(paced > 0);
}

static void outputs_are_allocated_when_ready(void **state)
{
    (void)state;
    enum { MANY = 100 };
    start_bounded(1, 0, 0, 0);
    held h = {0};
    ra_tensor *source = held_new(&h, 1), *results[MANY];
    EVENTUALLY(atomic_load(&h.running));
    size_t before = ra_get_memory_stats().live;
    for (int i = 0; i < MANY; i++) {
        RA_AUTO ra_tensor *wide = ra_expand(source, RA_DIMS(MEGABYTE / 4));
        results[i] = ra_add(wide, i);
        assert_int_equal(ra_size(results[i], 0), MEGABYTE / 4); /* described, not there */
    }
    assert_int_equal(ra_get_memory_stats().live, before);
    assert_true(ra_get_memory_stats().in_flight >= (size_t)MANY * MEGABYTE);
    let_go(&h);
    assert_true(at(results[MANY - 1], 5) == 1000 + MANY - 1);
    for (int i = 0; i < MANY; i++)
        ra_release(results[i]);
    ra_release(source);
    assert_true(ra_get_stats().recorded >= MANY);
    stop();
}

/* Intermediates whose handles are gone, and whose consumers are too, are never computed. */
static void what_nobody_can_see_is_not_computed(void **state)
{
    (void)state;
    enum { LONG = 50 };
    start_bounded(1, 0, 0, 0);
    held h = {0};
    ra_tensor *source = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    ra_tensor *x = ra_expand(source, RA_DIMS(MEGABYTE / 4));
    for (int i = 0; i < LONG; i++) {
        ra_tensor *next = ra_add(x, 1);
        ra_release(x);
        x = next;
    }
    ra_tensor *needed = ra_add(source, 5);
    size_t before = ra_get_memory_stats().live;
    ra_release(x); /* the last that could have been looked at */
    assert_int_equal(ra_get_stats().dropped, LONG);
    let_go(&h);
    assert_true(at(needed, 0) == 1005);
    OK(ra_wait_all());
    assert_in_range(ra_get_memory_stats().live, 0, before + 4096);
    assert_int_equal(ra_get_stats().failed, 0);
    ra_release(source), ra_release(needed);
    stop();
}

/* What looks at the numbers of an argument is one of the library's tasks: left out with what it is for, and done within a wait that is shorter
 * than what a function of the program's counts as. */
static void what_looks_at_numbers_is_not_done_for_itself(void **state)
{
    (void)state;
    start_bounded(-1, 0, 0, 0);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3, 5)), *q = RA_VEC(float, 0.25f, 0.5f), *w = RA_VEC(float, 1, 2, 3, 4, 5);
    OK(ra_wait_all());
    for (int k = 0; k < 3; k++)
        for (int waits = 0; waits < 2; waits++) {
            ra_reset_stats();
            RA_AUTO ra_tensor *r = k == 0 ? ra_quantile(x, q) : k == 1 ? ra_nanquantile(x, q) : ra_cov(x, RA_NONE, w, NULL);
            assert_non_null(r);
            ra_status s = waits ? RA_ERR_TIMEOUT : RA_OK;
            for (int i = 0; i < 1000 && s == RA_ERR_TIMEOUT; i++)
                s = ra_wait_for(r, 500000);
            OK(s);
            ra_release(r), r = NULL;
            assert_int_equal(ra_get_stats().dropped, waits ? 0 : ra_get_stats().recorded);
            OK(ra_wait_all());
        }
    ra_release(x), ra_release(q), ra_release(w), x = q = w = NULL;
    stop();
}

/* A write to a storage that can be reached is never dropped, whatever becomes of the handle that wrote it. */
static void writes_that_can_be_reached_are_not_dropped(void **state)
{
    (void)state;
    start_bounded(1, 0, 0, 0);
    held h = {0};
    ra_tensor *source = held_new(&h, 1), *base = ra_zeros(RA_DIMS(10)), *part = ra_narrow(base, 0, 3, 1);
    OK(ra_copy_(part, source));
    ra_release(part);
    static float buffer[4];
    ra_tensor *borrowed = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(4), NULL);
    OK(ra_fill_(borrowed, 3.0));
    ra_release(borrowed);
    let_go(&h);
    assert_true(at(base, 3) == 1000);
    OK(ra_wait_all());
    assert_true(buffer[3] == 3);
    assert_int_equal(ra_get_stats().dropped, 0);
    ra_release(source), ra_release(base);
    stop();
}

static void memory_comes_back_in_dependency_order(void **state)
{
    (void)state;
    enum { LONG = 100 };
    for (int workers = -1; workers <= 2; workers += 3) {
        start_bounded(workers, 0, 0, 6 * MEGABYTE); /* a chain of 100 MB goes through 6 */
        ra_tensor *x = ra_zeros(room(MEGABYTE));
        for (int i = 0; i < LONG; i++) {
            ra_tensor *next = ra_add(x, 1);
            ra_release(x);
            x = next;
        }
        assert_true(at(x, 77) == LONG);
        assert_int_equal(ra_get_stats().dropped, 0);
        ra_release(x);
        stop();
    }
}

static ra__in_flight in_flight(void)
{
    ra__graph_collect_all();
    ra__graph_lock();
    const ra__in_flight f = ra__graph_in_flight();
    ra__graph_unlock();
    return f;
}

/* By waiting for the last, for each, by asking whether each is there, by reading each; and so beside as many that nobody can see. */
typedef enum ended_by { WAIT_LAST, WAIT_EACH, ASK_EACH, READ_EACH, SEE_HALF, WAYS_TO_END } ended_by;

static void end_all(ra_tensor *const *t, int count, ended_by way)
{
    if (way == WAIT_LAST)
        OK(ra_wait(t[count - 1]));
    for (int i = 0; i < count && way == WAIT_EACH; i++)
        OK(ra_wait(t[i]));
    for (int i = 0; i < count && way == ASK_EACH; i++)
        EVENTUALLY(ra_is_ready(t[i]));
    for (int i = 0; i < count && way >= READ_EACH; i++)
        assert_true(item(t[i]) == i + 1);
}

/*
 * Nothing is left of what has ended, whoever ended it, and were results that nobody ever asks for in front of all, which read the same
 * or another. All read one tensor; of those of which the last is waited for each reads the one before, too.
 */
static void end_many(int workers, int unread, bool of_the_same, ended_by way)
{
    enum { BATCH = 150, BATCHES = 30, MOST = 4 * BATCH, UNREAD = 9 };
    start_bounded(workers, 3 * MOST, 0, 0);
    ra_tensor *one = ra_ones(RA_DIMS()), *other = ra_ones(RA_DIMS()), *never[UNREAD], *t[BATCH];
    OK(ra_wait(one));
    for (int i = 0; i < unread; i++)
        never[i] = ra_add(of_the_same ? one : other, i);
    for (int b = 0; b < BATCHES; b++) {
        for (int i = 0; i < BATCH; i++)
            t[i] = way == WAIT_LAST && i ? ra_add(t[i - 1], one) : ra_add(one, i);
        for (int i = 0; i < BATCH && way == SEE_HALF; i++)
            ra_release(ra_neg(one));
        end_all(t, BATCH, way);
        for (int i = 0; i < BATCH; i++)
            ra_release(t[i]);
    }
    if (workers > 0)
        EVENTUALLY(in_flight().tasks <= MOST && in_flight().joins <= MOST / 16);
    assert_in_range(in_flight().tasks, 0, MOST);
    assert_in_range(in_flight().joins, 0, MOST / 16);
    assert_int_equal(ra_get_stats().paced, 0);
    for (int i = 0; i < unread; i++)
        ra_release(never[i]);
    ra_release(one), ra_release(other);
    stop();
}

/* The same of what writes parts of one tensor, while the first of these wait for something that takes long; the others do not. */
static void what_has_written_parts_is_not_in_flight(void **state)
{
    (void)state;
    enum { BATCH = 150, BATCHES = 30, MOST = 4 * BATCH, LATE = 7 };
    start_bounded(1, MOST, 0, 0);
    held h = {0};
    ra_tensor *x = ra_zeros(RA_DIMS(LATE + BATCH)), *before = held_new(&h, 1);
    OK(ra_wait(x));
    EVENTUALLY(atomic_load(&h.running));
    for (int b = 0; b < BATCHES; b++) {
        for (int i = b ? LATE : 0; i < LATE + BATCH; i++) {
            RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
            OK(i < LATE ? ra_copy_(part, before) : ra_fill_(part, RA_F(b)));
        }
        for (int i = LATE; i < LATE + BATCH; i++) {
            RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
            assert_true(item(part) == b);
        }
    }
    assert_in_range(in_flight().tasks, 0, MOST);
    assert_in_range(in_flight().joins, 0, MOST / 16);
    let_go(&h);
    ra_release(x), ra_release(before);
    stop();
}

static void what_has_ended_is_not_in_flight(void **state)
{
    (void)state;
    static const int unread[] = {0, 1, 7};
    for (int workers = -1; workers <= 2; workers += 3)
        for (ended_by way = WAIT_LAST; way < WAYS_TO_END; way++)
            for (size_t k = 0; k < 2 * sizeof unread / sizeof *unread; k++) {
                end_many(workers, unread[k / 2], k % 2, way);
                ra_urgent_begin();
                end_many(workers, unread[k / 2], k % 2, way);
                ra_urgent_end();
            }
}

/* What waits have run meanwhile, while the one worker is held. */
static void what_has_ended_waits_for_no_worker(void **state)
{
    (void)state;
    enum { ROUNDS = 1000, MOST = 200 };
    start_bounded(1, 2 * MOST, 0, 0);
    ra_tensor *one = ra_ones(RA_DIMS());
    OK(ra_wait(one));
    held h = {0};
    ra_tensor *source = held_new(&h, 1);
    EVENTUALLY(atomic_load(&h.running));
    for (int i = 0; i < ROUNDS; i++) {
        RA_AUTO ra_tensor *t = ra_add(one, i);
        OK(ra_wait(t));
    }
    assert_in_range(in_flight().tasks, 1, MOST);
    assert_int_equal(ra_get_stats().paced, 0);
    let_go(&h);
    OK(ra_wait(source));
    ra_release(one), ra_release(source);
    stop();
}

/* Without workers ra_poll runs the oldest that is ready, whatever others have waited for meanwhile. */
enum { OLD = 10 };
static int polled[OLD], polls;

static void note_polled(void *which, ra_status status)
{
    if (!status && polls < OLD)
        polled[polls] = *(int *)which;
    polls++;
}

static void the_oldest_is_polled_first(void **state)
{
    (void)state;
    enum { MEANWHILE = 100 };
    start_bounded(-1, 0, 0, 0);
    ra_set_callbacks_polled(true);
    polls = 0;
    ra_tensor *one = ra_ones(RA_DIMS()), *old[OLD], *young[OLD];
    OK(ra_wait(one));
    int number[OLD];
    for (int i = 0; i < OLD; i++) {
        number[i] = i;
        old[i] = ra_add(one, i);
        OK(ra_on_ready(old[i], note_polled, &number[i]));
    }
    for (int i = 0; i < OLD; i++) {
        young[i] = ra_mul(one, i);
        for (int k = 0; k < MEANWHILE; k++) {
            RA_AUTO ra_tensor *t = ra_add(one, k);
            OK(ra_wait(t));
        }
        assert_true(ra_poll() > 0);
        assert_in_range(polls, i, i + 1); /* what it runs last may be told in the next */
    }
    EVENTUALLY(ra_poll() == 0);
    assert_int_equal(polls, OLD);
    for (int i = 0; i < OLD; i++) {
        assert_int_equal(polled[i], i);
        ra_release(old[i]), ra_release(young[i]);
    }
    ra_set_callbacks_polled(false);
    ra_release(one);
    stop();
}

/* Out of memory while running: first what is ready is run, since its end gives memory back. */
static void a_task_without_memory_drains_first(void **state)
{
    (void)state;
    start_bounded(-1, 0, 0, 6 * MEGABYTE);
    ra_tensor *x = ra_ones(room(4 * MEGABYTE));
    OK(ra_wait(x));
    ra_tensor *sum = ra_sum(x, RA_ALL); /* nobody runs it; it alone holds x from here on */
    ra_release(x);
    ra_tensor *y = ra_full(room(4 * MEGABYTE), RA_F(2));
    OK(ra_wait(y));
    assert_true(at(y, 0) == 2);
    assert_true(ra_is_ready(sum)); /* it has been run */
    assert_true(item(sum) == MEGABYTE);
    /* Where nothing can be given back, the task fails, and the engine goes on. */
    ra_tensor *z = ra_ones(room(4 * MEGABYTE));
    assert_int_equal(ra_wait(z), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    OK(ra_fill_(y, 3.0));
    assert_true(at(y, 1) == 3);
    ra_release(y);
    OK(ra_fill_(z, 4.0)); /* and a failed one is as good as new once it is overwritten */
    OK(ra_wait(z));
    assert_true(at(z, 9) == 4);
    assert_int_equal(ra_get_stats().failed, 1);
    ra_release(sum), ra_release(z);
    stop();
    ra_config config = {.size = sizeof config, .workers = -1};
    OK(ra_init(&config)); /* without the limit */
    stop();
}

/* What is more than there may ever be is refused at once: nobody's end would help. In place its bytes are wanted once. */
static void what_could_never_be_had_drains_nothing(void **state)
{
    (void)state;
    start_bounded(-1, 0, 64 * MEGABYTE, 6 * MEGABYTE);
    ra_tensor *x = ra_ones(room(4 * MEGABYTE));
    OK(ra_wait(x));
    ra_tensor *y = ra_empty(room(8 * MEGABYTE));
    OK(ra_add_(y, 1));
    ra_tensor *sum = ra_sum(x, RA_ALL);
    ra_release(x);
    const uint64_t grains = ra_get_stats().grains;
    assert_int_equal(ra_wait(y), RA_ERR_TASK_MEMORY);
    assert_non_null(strstr(ra_last_error(), ": 8388608 bytes wanted, "));
    assert_int_equal(ra_get_stats().grains, grains); /* the sum would have been run, had anything been hoped for */
    assert_true(item(sum) == MEGABYTE);
    ra_clear_error();
    ra_release(sum), ra_release(y);
    stop();
    ra_config config = {.size = sizeof config, .workers = -1};
    OK(ra_init(&config)); /* without the limit */
    stop();
}

/* Nothing of what is pending looks lost to who searches memory for what is named nowhere, however much of it there is. */
static void what_is_pending_is_no_leak(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    enum { MANY = 20000 };
    start_bounded(-1, MANY * 2, 0, 0);
    ra_tensor *x = ra_zeros(RA_DIMS(1)), *five = ra_empty(RA_DIMS(5));
    for (int i = 0; i < MANY; i++)
        OK(ra_cat_out(five, RA_LIST(x, x, x, x, x), 0));
    assert_int_equal(__lsan_do_recoverable_leak_check(), 0);
    OK(ra_wait_all());
    ra_release(x), ra_release(five);
    stop();
#else
    skip();
#endif
}

/* ---- who is not paced ---- */

enum { FAR = 500 };

static void records_much(void *context, int64_t grain)
{
    ra_tensor **sum = context;
    (void)grain;
    ra_tensor *x = ra_zeros(RA_DIMS(4));
    for (int i = 0; i < FAR; i++)
        if (ra_add_(x, 1))
            return;
    *sum = x;
}

/* A kernel that records far more than the limit. Paced, it would wait for tasks that wait for it. */
static void kernels_are_not_paced(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers++) {
        if (workers == 0)
            continue;
        start_bounded(workers, 20, 0, 0);
        ra_tensor *made = NULL;
        held h = {.open = true, .inside = records_much, .context = &made};
        ra_tensor *t = held_new(&h, 1), *after[15];
        for (int i = 0; i < 15; i++)
            after[i] = ra_add(t, i); /* in flight, and waiting for the kernel */
        assert_true(at(after[14], 0) == 1014);
        assert_non_null(made);
        assert_true(at(made, 3) == FAR);
        assert_int_equal(atomic_load(&h.done), 1);
        for (int i = 0; i < 15; i++)
            ra_release(after[i]);
        ra_release(t), ra_release(made);
        stop();
    }
}

static _Atomic int called;

static void records_in_a_callback(void *context, ra_status status)
{
    ra_tensor *sum = NULL;
    (void)status;
    records_much(&sum, 0);
    *(float *)context = sum ? at(sum, 0) : -1;
    ra_release(sum);
    atomic_store(&called, 1);
}

static void callbacks_are_not_paced(void **state)
{
    (void)state;
    start_bounded(1, 20, 0, 0);
    atomic_store(&called, 0);
    float value = 0;
    ra_tensor *x = ra_ones(RA_DIMS(1));
    OK(ra_on_ready(x, records_in_a_callback, &value));
    EVENTUALLY(atomic_load(&called));
    assert_true(value == FAR);
    ra_release(x);
    stop();
}

/* What they take is told, and serves those that come after them. */
static void handles_are_in_the_heap(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* they are malloc's */
#endif
    enum { MANY = 100000, LEAST = 48 /* bytes of a handle */ };
    ra_tensor **views = calloc(MANY, sizeof *views);
    size_t heap[3];
    assert_non_null(views);
    start_bounded(-1, 0, 0, 0);
    ra_tensor *x = ra_ones(RA_DIMS(8));
    for (int turn = 0; turn < 2; turn++) {
        heap[turn] = ra_get_memory_stats().heap;
        for (int i = 0; i < MANY; i++)
            assert_non_null(views[i] = ra_narrow(x, 0, i % 8, 1));
        heap[turn + 1] = ra_get_memory_stats().heap;
        release_all(views, MANY);
    }
    assert_true(heap[1] >= heap[0] + (size_t)MANY * LEAST);
    assert_int_equal(heap[2], heap[1]);
    ra_release(x);
    free(views);
    stop();
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(paced_by_count), T(paced_by_bytes), T(outputs_are_allocated_when_ready), T(what_nobody_can_see_is_not_computed), T(what_looks_at_numbers_is_not_done_for_itself),
                                       T(writes_that_can_be_reached_are_not_dropped), T(memory_comes_back_in_dependency_order),
                                       T(what_has_ended_is_not_in_flight), T(what_has_written_parts_is_not_in_flight), T(what_has_ended_waits_for_no_worker),
                                       T(the_oldest_is_polled_first), T(a_task_without_memory_drains_first), T(what_could_never_be_had_drains_nothing), T(what_is_pending_is_no_leak),
                                       T(kernels_are_not_paced), T(callbacks_are_not_paced), T(handles_are_in_the_heap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
