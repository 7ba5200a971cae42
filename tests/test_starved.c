/*
 * Workers that other programs keep off the processor: whoever waits for what they have in hand raises them out of the background,
 * wherever they stand. A hook at a scheduling point plays the other programs: a worker of the background class that comes by goes
 * no further until it is of the ordinary class again.
 */
#define _GNU_SOURCE
#include "helpers/child.h"
#include "helpers/moments.h"
#include "helpers/release.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>

static _Atomic int starved_at = -1, starved;

static void starve(enum ra__point point)
{
    if ((int)point != atomic_load(&starved_at) || sched_getscheduler(0) != SCHED_IDLE)
        return;
    atomic_fetch_add(&starved, 1);
    while (sched_getscheduler(0) == SCHED_IDLE)
        usleep(100);
}

static void starve_at(int point)
{
    atomic_store(&starved, 0);
    atomic_store(&starved_at, point);
    atomic_store(&ra__point_hooked, starve);
}

static void *comes_back(void *refused)
{
    const struct sched_param none = {.sched_priority = 0};
    *(bool *)refused = sched_setscheduler(0, SCHED_IDLE, &none) || sched_setscheduler(0, SCHED_OTHER, &none);
    return NULL;
}

/* Without a privilege a thread that has entered the background class stays there. */
static void skip_where_nobody_can_be_raised(void)
{
    bool refused = true;
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, comes_back, &refused), 0);
    pthread_join(thread, NULL);
    if (refused)
        skip();
}

static void start_in_background(int workers, size_t pacing_count)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .priority = RA_PRIORITY_BACKGROUND, .pacing_count = pacing_count, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

/* Claimed and not begun; before a piece; computed and not told to those who wait. */
static const int places[] = {RA__POINT_RUN, RA__POINT_GRAIN, RA__POINT_END};
enum { PLACES = sizeof places / sizeof *places };

static void a_wait_raises_who_has_what_it_waits_for(void **state)
{
    (void)state;
    skip_where_nobody_can_be_raised();
    start_in_background(1, 0);
    ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait(x));
    for (int i = 0; i < 2 * PLACES; i++) { /* twice: who was raised is in the background again */
        starve_at(places[i % PLACES]);
        ra_tensor *first = ra_neg(x), *y = ra_add(first, 3);
        EVENTUALLY(atomic_load(&starved));
        OK(ra_wait(i % 2 ? first : y));
        starve_at(-1);
        OK(ra_wait_all());
        assert_true(((const float *)ra_data(y, NULL))[7] == 2);
        RELEASE(first, y);
    }
    ra_release(x);
    stop();
}

/* All that is in flight is in the hands of workers, and nobody waits but for room. */
static void a_paced_call_raises_who_has_what_is_in_flight(void **state)
{
    (void)state;
    skip_where_nobody_can_be_raised();
    start_in_background(2, 1);
    ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait(x));
    for (int i = 0; i < PLACES; i++) {
        EVENTUALLY((ra__graph_collect_all(), ra__graph_in_flight().tasks == 0));
        starve_at(places[i]);
        ra_tensor *y[6] = {ra_add(x, 0), ra_add(x, 1)};
        EVENTUALLY(atomic_load(&starved) == 2);
        for (int k = 2; k < 6; k++)
            assert_non_null(y[k] = ra_add(x, k));
        starve_at(-1);
        OK(ra_wait_all());
        for (int k = 0; k < 6; k++)
            assert_true(((const float *)ra_data(y[k], NULL))[7] == (float)(1 + k));
        release_all(y, 6);
    }
    assert_true(ra_get_stats().paced > 0);
    ra_release(x);
    stop();
}

static void a_shutdown_raises_who_has_to_end(void **state)
{
    (void)state;
    skip_where_nobody_can_be_raised();
    for (int i = 0; i < 20; i++) {
        starve_at(RA__POINT_SLEEP);
        start_in_background(4, 0); /* some stand before they have slept at all, others have not begun */
        if (i % 2)
            EVENTUALLY(atomic_load(&starved));
        assert_int_equal(ra_shutdown(), RA_OK);
    }
    atomic_store(&ra__point_hooked, NULL);
}

/* ---- a program that stands back itself ---- */

enum { UNSEEN = 100 };
static _Atomic int raised_niceness = UNSEEN;

static void look_when_raised(enum ra__point point)
{
    starve(point);
    if (atomic_load(&starved) && (int)point == atomic_load(&starved_at) && sched_getscheduler(0) == SCHED_OTHER && gettid() != getpid())
        atomic_store(&raised_niceness, getpriority(PRIO_PROCESS, (id_t)gettid()));
}

static _Atomic int callback_niceness = UNSEEN;

static void look_in_callback(void *context, ra_status status)
{
    (void)context, (void)status;
    atomic_store(&callback_niceness, getpriority(PRIO_PROCESS, (id_t)gettid()));
}

static int child_that_is_nice(const char *argument)
{
    (void)argument;
    errno = 0;
    const int own = nice(10);
    if (own == -1 && errno)
        return 2;
    start_in_background(1, 0);
    starve_at(RA__POINT_RUN);
    atomic_store(&ra__point_hooked, look_when_raised);
    ra_tensor *y = ra_neg(ra_ones(RA_DIMS(8)));
    EVENTUALLY(atomic_load(&starved));
    if (ra_wait(y) || ra_on_ready(y, look_in_callback, NULL))
        return 3;
    EVENTUALLY(atomic_load(&callback_niceness) != UNSEEN);
    atomic_store(&ra__point_hooked, NULL);
    printf("it is %d, a raised worker %d, a thread of callbacks %d\n", own, raised_niceness, callback_niceness);
    return raised_niceness == own && callback_niceness == own ? 0 : 4;
}

static void nobody_is_raised_above_the_program(void **state)
{
    (void)state;
    skip_where_nobody_can_be_raised();
    child_ends_well("nice", "");
}

int main(int argc, char **argv)
{
    static const child_program programs[] = {{"nice", child_that_is_nice}};
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_wait_raises_who_has_what_it_waits_for, clean_up, clean_up),
        TEST_AROUND(a_paced_call_raises_who_has_what_is_in_flight, clean_up, clean_up),
        TEST_AROUND(a_shutdown_raises_who_has_to_end, clean_up, clean_up),
        TEST(nobody_is_raised_above_the_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
