/*
 * How the grains of a phase are shared: at which end they are begun, and that short phases are shared with who waits.
 */
#include "helpers/moments.h"

#include <pthread.h>

enum { GRAINS = 12 };

/* ---- at which end ---- */

typedef struct seen {
    int grain[GRAINS];
    _Atomic int begun;
} seen;

static void note_grain(void *context, int64_t grain)
{
    seen *s = context;
    const int place = atomic_fetch_add(&s->begun, 1);
    if (place < GRAINS)
        s->grain[place] = (int)grain;
    atomic_fetch_add(&clock_time, 10000); /* so long that they are taken one by one */
}

/* So that in a loop of the program's each of the two comes by the same bytes again, whichever begins. */
static void a_worker_begins_at_the_back_and_the_program_at_the_front(void **state)
{
    (void)state;
    clock_inject(1);
    for (int workers = -1; workers <= 1; workers += 2) {
        seen s = {.begun = 0};
        held h = {.open = true, .inside = note_grain, .context = &s};
        start(workers);
        ra_tensor *t = held_new(&h, GRAINS);
        if (workers > 0) /* the program leaves it to the worker */
            EVENTUALLY(ra_is_ready(t));
        assert_int_equal(ra_wait(t), RA_OK);
        assert_int_equal(atomic_load(&s.begun), GRAINS);
        for (int i = 0; i < GRAINS; i++) {
            assert_int_equal(s.grain[i], workers > 0 ? GRAINS - 1 - i : i);
            assert_true(ra_data_f32(t, NULL)[i] == (float)(1000 + i));
        }
        ra_release(t);
        stop();
    }
    atomic_store(&ra__os_clock_hooked, NULL);
}

/* ---- short phases ---- */

static _Atomic int met;

/* Each of two grains waits until the other has begun: two threads have one each. */
static void meet(void *context, int64_t grain)
{
    (void)context, (void)grain;
    atomic_fetch_add(&met, 1);
    EVENTUALLY(atomic_load(&met) == 2);
}

static int waited_for;

static void count_watched(ra_task *t)
{
    waited_for += atomic_load(&t->watched);
}

static bool somebody_waits(void)
{
    waited_for = 0;
    ra__graph_lock();
    ra__graph_each(count_watched);
    ra__graph_unlock();
    return waited_for;
}

static void *wait_for_it(void *t)
{
    return ra_wait(t) == RA_OK ? t : NULL;
}

/* One that would be taken at once, for it is short: half of it is for who waits for it. */
static void a_short_phase_is_shared_with_who_waits(void **state)
{
    (void)state;
    held first = {0}, both = {.open = true, .inside = meet, .cost_ns = 2000};
    pthread_t waiter;
    void *result = NULL;
    atomic_store(&met, 0);
    start(1);
    ra_tensor *before = held_new(&first, 1), *t = held_after(&both, 2, (const ra_tensor *const[]){before, NULL});
    EVENTUALLY(atomic_load(&first.running));
    assert_int_equal(pthread_create(&waiter, NULL, wait_for_it, t), 0);
    EVENTUALLY(somebody_waits());
    let_go(&first);
    assert_int_equal(pthread_join(waiter, &result), 0);
    assert_ptr_equal(result, t);
    ra_release(before), ra_release(t);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_worker_begins_at_the_back_and_the_program_at_the_front, clean_up, clean_up),
        TEST_AROUND(a_short_phase_is_shared_with_who_waits, clean_up, clean_up),
    };
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
