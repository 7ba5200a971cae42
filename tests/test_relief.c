/*
 * Background workers that get no processor: ordinary threads serve in their place, whoever the user is. The process has one processor
 * and a thread that is always busy there, as another program would be. A hook at a scheduling point plays a worker that is stopped for
 * ever: of the background class it goes no further, and lets all others go first.
 */
#define _GNU_SOURCE
#include "helpers/child.h"
#include "helpers/moments.h"

#include "async/pool/doubt.h"
#include "async/pool/parking.h"
#include "async/pool/relief.h"
#include "async/pool/stand_back.h"

#include <runahead/function.h>

#include <pthread.h>
#include <sched.h>

/* ---- a busy processor ---- */

static cpu_set_t allowed;
static pthread_t foreign;
static _Atomic int foreign_ends, worker_goes_on, worker_stands;

static void *be_busy(void *unused)
{
    while (!atomic_load(&foreign_ends))
        ;
    return unused;
}

static void stop_worker(enum ra__point point)
{
    if (point != RA__POINT_GRAIN || atomic_load(&worker_goes_on) || sched_getscheduler(0) != SCHED_IDLE)
        return;
    atomic_fetch_add(&worker_stands, 1);
    while (!atomic_load(&worker_goes_on))
        sched_yield();
}

/* One worker, which stops for ever in its first grain. */
static void begin(int relief_percent)
{
    cpu_set_t one;
    int first = 0;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    while (!CPU_ISSET(first, &allowed))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true, .relief_percent = relief_percent};
    OK(ra_init(&config));
    ra_reset_stats();
    atomic_store(&worker_goes_on, 0);
    atomic_store(&worker_stands, 0);
    atomic_store(&ra__point_hooked, stop_worker);
}

static void begin_foreign(void)
{
    atomic_store(&foreign_ends, 0);
    assert_int_equal(pthread_create(&foreign, NULL, be_busy, NULL), 0);
}

static void end(void)
{
    atomic_store(&worker_goes_on, 1);
    atomic_store(&foreign_ends, 1);
    pthread_join(foreign, NULL);
    stop();
    assert_int_equal(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

/* An operator whose first grain the worker has in hand, and stands. Where others are quicker than the worker there is another one. */
static ra_tensor *stand_in(held *h, int64_t grains)
{
    ra_tensor *t = NULL;
    while (!atomic_load(&worker_stands)) {
        ra_release(t);
        *h = (held){.open = true};
        t = held_new(h, grains);
        EVENTUALLY(atomic_load(&worker_stands) || ra_is_ready(t));
    }
    return t;
}

static ra_tensor *stop_it_in(held *h, int64_t grains)
{
    ra_tensor *t = stand_in(h, grains);
    begin_foreign();
    return t;
}

/* ---- the work goes on, though nobody waits ---- */

static void it_holds_one_grain_and_the_rest_goes_on(void **state)
{
    (void)state;
    enum { GRAINS = 40 };
    held h;
    begin(0);
    ra_tensor *t = stop_it_in(&h, GRAINS), *x = ra_ones(RA_DIMS(8)), *y = x;
    for (int i = 0; i < 20; i++) {
        ra_tensor *next = ra_add(y, 1);
        if (y != x)
            ra_release(y);
        y = next;
    }
    EVENTUALLY(ra_is_ready(y));
    EVENTUALLY(atomic_load(&h.done) == GRAINS - 1);
    assert_false(ra_is_ready(t));
    assert_int_equal(atomic_load(&worker_stands), 1);
    assert_true(ra_get_stats().relieved > 0);
    assert_int_equal(ra_get_stats().ran_by_waiter, 0);
    atomic_store(&worker_goes_on, 1);
    EVENTUALLY(ra_is_ready(t));
    assert_true(at(y, 0) == 21 && at(t, GRAINS - 1) == 1000 + GRAINS - 1);
    ra_release(t), ra_release(x), ra_release(y);
    end();
}

/* Without a share it waits until somebody does. */
static void nobody_serves_whom_nobody_asked(void **state)
{
    (void)state;
    held h;
    begin(-1);
    ra_tensor *t = stop_it_in(&h, 2), *y = ra_full(RA_DIMS(8), 3);
    OK(ra_wait(y)); /* who waits needs nobody */
    assert_int_equal(ra_get_stats().relieved, 0);
    atomic_store(&worker_goes_on, 1);
    OK(ra_wait(t));
    ra_release(t), ra_release(y);
    end();
}

/* ---- who waits is served at once ---- */

static ra_status run_long(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    atomic_store((_Atomic int *)r->plan->state, 1 + sched_getscheduler(0));
    return RA_OK;
}

/* By what it says: whoever waits for less leaves it to others, and no worker in doubt takes it. */
static ra_tensor *record_long_as(const ra_kernel *kernel, _Atomic int *ran_in_class)
{
    const ra__external e = {.name = "long", .kernel = kernel, .flags = RA__PLAN_LEAF, .grains = 1, .cost_ns = 1e15, .state = ran_in_class,
                            .result = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {1}, .strides = {1}}};
    atomic_store(ran_in_class, 0);
    return ra__external_record(&e, NULL);
}

static ra_tensor *record_long(_Atomic int *ran_in_class)
{
    static const ra_kernel kernel = {.name = "long", .run = run_long};
    return record_long_as(&kernel, ran_in_class);
}

static int waits_without_a_privilege(const char *stopped)
{
    held h;
    _Atomic int ran_in_class;
    if (geteuid() == 0 && (setresgid(65534, 65534, 65534) || setresuid(65534, 65534, 65534)))
        return 2;
    begin(-1);
    ra_tensor *t = *stopped ? stop_it_in(&h, 8) : NULL, *last = NULL;
    if (!t) {
        atomic_store(&worker_goes_on, 1); /* it may find itself alone on its processor, and then what it takes is for nobody else to end */
        begin_foreign();
    }
    for (int i = 0; i < 5; i++) {
        last = record_long(&ran_in_class);
        if (ra_wait_for(last, INT64_C(3600) * 1000000000))
            return 3;
        if (*stopped && (atomic_load(&ran_in_class) != 1 + SCHED_OTHER || !ra_get_stats().relieved))
            return 4;
        ra_release(last);
    }
    atomic_store(&worker_goes_on, 1);
    if (t && ra_wait(t))
        return 5;
    ra_release(t);
    end();
    return 0;
}

static void a_wait_needs_no_privilege(void **state)
{
    (void)state;
    child_ends_well("waits", "");
    child_ends_well("waits", "stopped");
}

/* ---- who waits may be in a function of the program, which asks and does not wait: he calls nobody from there ---- */

static held opened;
static ra_tensor *behind;

static ra_status open_and_ask(const ra_function_call *unused)
{
    (void)unused;
    let_go(&opened);
    EVENTUALLY(ra_is_ready(behind));
    return RA_OK;
}

/* By the clock whoever was to go on does so late: the worker is in doubt, and what it makes ready it does not take. */
static void who_waits_may_be_in_a_function_that_asks(void **state)
{
    (void)state;
    clock_inject(2000000);
    start(1);
    opened = (held){0};
    ra_tensor *first = held_new(&opened, 1);
    EVENTUALLY(atomic_load(&opened.running));
    behind = ra_add(first, 1);
    ra_tensor *done = ra_call_function(open_and_ask, NULL, RA_LIST(), RA_LIST(), NULL);
    OK(ra_wait(done));
    ra_release(first), ra_release(behind), ra_release(done);
    stop();
    atomic_store(&ra__os_clock_hooked, NULL);
}

/* ---- who was called for a wait stands down with it ---- */

static _Atomic uint64_t shown; /* by a clock that all but stands, unless a kernel moves it */
static _Atomic int goes_on;

static uint64_t show(void)
{
    return atomic_fetch_add(&shown, 100);
}

/* Is longer than the wait for it, and than the watch is patient: meanwhile the worker gets nothing. */
static ra_status outlast(ra__run *r, int phase, int64_t first, int64_t last)
{
    atomic_fetch_add(&shown, 40000000);
    EVENTUALLY(atomic_load(&goes_on));
    return run_long(r, phase, first, last);
}

static void who_was_called_takes_nothing_once_nobody_waits(void **state)
{
    (void)state;
    static const ra_kernel outlasting = {.name = "outlast", .run = outlast};
    held h = {.open = true};
    _Atomic int first_in_class, next_in_class;
    atomic_store(&shown, ra__os_now_ns());
    atomic_store(&goes_on, 0);
    atomic_store(&ra__os_clock_hooked, show);
    begin(0);
    ra_tensor *t = held_new(&h, 1);
    EVENTUALLY(atomic_load(&worker_stands));
    ra__doubt(&ra__pool.workers[0], 0);
    ra_tensor *first = record_long_as(&outlasting, &first_in_class);
    assert_int_equal(ra_wait_for(first, 5000000), RA_ERR_TIMEOUT);
    ra_tensor *next = record_long(&next_in_class);
    ra__watch_wake();
    EVENTUALLY(atomic_load(&ra__pool.watch.sleeps) != RA__WATCH_AWAKE); /* it has looked at the workers */
    atomic_store(&goes_on, 1);
    EVENTUALLY(ra_is_ready(first));
    atomic_store(&worker_goes_on, 1);
    EVENTUALLY(ra_is_ready(next));
    EVENTUALLY(ra_is_ready(t));
    assert_int_equal(atomic_load(&first_in_class), 1 + SCHED_OTHER);
    assert_int_equal(atomic_load(&next_in_class), 1 + SCHED_IDLE);
    assert_int_equal(ra_get_stats().relieved, 1);
    atomic_store(&ra__os_clock_hooked, NULL);
    ra_release(t), ra_release(first), ra_release(next);
    stop();
    assert_int_equal(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

/* ---- with nothing in hand ---- */

static _Atomic uint64_t turns; /* of a thread that is always busy */
static _Atomic int let_in;     /* so often it had some between two grains of the worker */

static void *count_turns(void *unused)
{
    while (!atomic_load(&foreign_ends))
        atomic_fetch_add(&turns, 1);
    return unused;
}

enum { GRAINS_OF_TURNS = 5 };

/* As long as a piece may be: shorter ones would be taken several at once. */
static ra_status see_turns(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)last;
    _Atomic uint64_t *seen = r->plan->state;
    const bool begins = first == GRAINS_OF_TURNS - 1; /* at the back */
    const uint64_t began_ns = ra__os_now_ns();
    if (begins)
        ra__doubt(&ra__pool.workers[0], 0);
    const uint64_t before = atomic_exchange(seen, atomic_load(&turns));
    if (!begins && before != atomic_load(&turns))
        atomic_fetch_add(&let_in, 1);
    while (ra__os_now_ns() - began_ns < 10000)
        ;
    return RA_OK;
}

/* What a background worker has in hand when the system stops it nobody else can end: in doubt it gives way before it takes more. */
static void who_is_in_doubt_gives_way_between_two_pieces(void **state)
{
    (void)state;
    enum { GRAINS = GRAINS_OF_TURNS };
    static const ra_kernel kernel = {.name = "see", .run = see_turns};
    _Atomic uint64_t seen = 0;
    const ra__external e = {.name = "see", .kernel = &kernel, .flags = RA__PLAN_LEAF, .grains = GRAINS, .cost_ns = GRAINS * 1e5, .state = &seen,
                            .result = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {1}, .strides = {1}}};
    begin(-1);
    atomic_store(&worker_goes_on, 1);
    atomic_store(&foreign_ends, 0), atomic_store(&let_in, 0);
    assert_int_equal(pthread_create(&foreign, NULL, count_turns, NULL), 0);
    ra_tensor *t = ra__external_record(&e, NULL);
    EVENTUALLY(ra_is_ready(t));
    if (atomic_load(&let_in) < 3) /* by ticks alone, once in hundreds of grains */
        fail_msg("between %d grains the other thread came in %d times", GRAINS, atomic_load(&let_in));
    ra_release(t);
    end();
}

/* ---- not where the program computes ---- */

static ra_status run_and_tell(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    _Atomic int *processors = r->plan->state;
    cpu_set_t may;
    atomic_store(processors, 1 + (sched_getaffinity(0, sizeof may, &may) ? 0 : CPU_COUNT(&may)));
    return RA_OK;
}

/* Of two processors, one of which the program's thread has to itself: on the other alone, as long as nobody waits. */
static void it_keeps_off_the_processor_of_the_program(void **state)
{
    (void)state;
    static const ra_kernel telling = {.name = "tell", .run = run_and_tell};
    cpu_set_t two, one;
    pthread_t others[2];
    int count = 0;
    _Atomic int processors;
    held h;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    CPU_ZERO(&two);
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && count < 2; i++)
        if (CPU_ISSET(i, &allowed)) {
            CPU_SET(i, &two);
            if (!count++)
                CPU_SET(i, &one);
        }
    if (count < 2)
        skip();
    assert_int_equal(sched_setaffinity(0, sizeof two, &two), 0);
    ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true};
    OK(ra_init(&config));
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    atomic_store(&worker_goes_on, 0), atomic_store(&worker_stands, 0);
    atomic_store(&ra__point_hooked, stop_worker);
    ra_tensor *t = stand_in(&h, 2);
    atomic_store(&foreign_ends, 0);
    for (int i = 0; i < 2; i++) { /* on both, or the worker that stands has a processor */
        assert_int_equal(pthread_create(&others[i], NULL, be_busy, NULL), 0);
        assert_int_equal(pthread_setaffinity_np(others[i], sizeof one, &one), 0);
        CPU_XOR(&one, &one, &two);
    }
    ra_tensor *alone = record_long_as(&telling, &processors);
    EVENTUALLY(ra_is_ready(alone));
    assert_int_equal(atomic_load(&processors), 1 + 1);
    ra_tensor *waited = NULL;
    do { /* where it was taken before anybody waited for it, once more */
        ra_release(waited);
        waited = record_long_as(&telling, &processors);
        OK(ra_wait_for(waited, INT64_C(3600) * 1000000000));
    } while (atomic_load(&processors) == 1 + 1);
    assert_int_equal(atomic_load(&processors), 1 + 2);
    atomic_store(&worker_goes_on, 1);
    atomic_store(&foreign_ends, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(others[i], NULL);
    OK(ra_wait(t));
    ra_release(t), ra_release(alone), ra_release(waited);
    stop();
    assert_int_equal(sched_setaffinity(0, sizeof allowed, &allowed), 0);
}

/* ---- what cannot be had ---- */

/* The worker is late by every clock, and no thread can be made: it goes on by itself. */
static void without_threads_the_worker_goes_on(void **state)
{
    (void)state;
    _Atomic int ran_in_class;
    clock_inject(1000000);
    const ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true};
    ra_clear_error();
    OK(ra_init(&config));
    ra__os_fault_arm_call(RA__OS_THREAD_CREATE, 1, LONG_MAX - 1);
    ra_tensor *y = record_long(&ran_in_class);
    EVENTUALLY(ra_is_ready(y));
    ra__os_fault_disarm();
    atomic_store(&ra__os_clock_hooked, NULL);
    ra_release(y);
    stop();
}

/* ---- a fork, and an end, in the middle of it ---- */

/* TSan does not let the child of a program with threads start threads, and an allocator of ASan may be held in it. */
static void a_child_has_none_of_it(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    skip();
#endif
    held h;
    begin(0);
    ra_tensor *t = stop_it_in(&h, 8);
    EVENTUALLY(ra_get_stats().relieved);
    const pid_t child = fork();
    if (child == 0) {
        atomic_store(&worker_goes_on, 1);
        ra_tensor *y = ra_full(RA_DIMS(8), 3);
        _exit(ra_wait(y) == RA_OK && ra_shutdown() == RA_OK ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
    atomic_store(&worker_goes_on, 1);
    OK(ra_wait(t));
    ra_release(t);
    end();
}

int main(int argc, char **argv)
{
    static const child_program programs[] = {{"waits", waits_without_a_privilege}};
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(it_holds_one_grain_and_the_rest_goes_on, clean_up, clean_up),
        TEST_AROUND(nobody_serves_whom_nobody_asked, clean_up, clean_up),
        TEST(a_wait_needs_no_privilege),
        TEST_AROUND(who_waits_may_be_in_a_function_that_asks, clean_up, clean_up),
        TEST_AROUND(who_was_called_takes_nothing_once_nobody_waits, clean_up, clean_up),
        TEST_AROUND(who_is_in_doubt_gives_way_between_two_pieces, clean_up, clean_up),
        TEST_AROUND(it_keeps_off_the_processor_of_the_program, clean_up, clean_up),
        TEST_AROUND(without_threads_the_worker_goes_on, clean_up, clean_up),
        TEST_AROUND(a_child_has_none_of_it, clean_up, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
