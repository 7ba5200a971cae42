/* Lanes: in which order a thread serves what it is given, by others and by itself. */
#define _GNU_SOURCE
#include "helpers/harness.h"

#include "async/thread/serial.h"

#include <semaphore.h>

enum { OTHERS = 3, EACH = 20, ALL = OTHERS * (1 + EACH) };

static ra__serial lane;
static ra__serial_item items[OTHERS], followers[OTHERS][EACH];
static int served[ALL], count; /* 100 k: others' item k; 100 k + n: what follows from it */
static sem_t has_begun, may_go_on, all_served;

static int number_of(const ra__serial_item *item)
{
    for (int k = 0; k < OTHERS; k++)
        if (item == &items[k])
            return 100 * (k + 1);
    return 100 * (int)((item - followers[0]) / EACH + 1) + 1 + (int)((item - followers[0]) % EACH);
}

static void wait_for(sem_t *s)
{
    while (sem_wait(s))
        ;
}

/* All that follow at once, of each of the others' items. */
static void serve(ra__serial_item *item)
{
    const int number = number_of(item);
    if (number == 100) { /* goes on when the others' items are there */
        sem_post(&has_begun);
        wait_for(&may_go_on);
    }
    for (int n = 0; number % 100 == 0 && n < EACH; n++)
        (void)ra__serial_push(&lane, &followers[number / 100 - 1][n]); /* else it is missed below */
    served[count++] = number;
    if (count == ALL)
        sem_post(&all_served);
}

/* With the first `begun` items pushed, the thread takes what it finds of them; the rest come while it serves the first. */
static void run(bool in_order, int begun)
{
    lane = (ra__serial){.number = 9100, .serve = serve, .in_order = in_order};
    count = 0;
    sem_init(&has_begun, 0, 0), sem_init(&may_go_on, 0, 0), sem_init(&all_served, 0, 0);
    for (int k = 0; k < OTHERS; k++) {
        assert_true(ra__serial_push(&lane, &items[k]));
        if (k + 1 == begun)
            wait_for(&has_begun);
    }
    sem_post(&may_go_on);
    wait_for(&all_served);
    ra__serial_stop(&lane);
    assert_int_equal(count, ALL);
    assert_true(ra__serial_is_quiet(&lane));
}

static int place_of(int number)
{
    int at = 0;
    while (served[at] != number)
        assert_true(++at < ALL);
    return at;
}

/* Before what others had pushed; of which there is one behind so many, wherever the thread was when it took them. */
static void what_follows_comes_next(void **state)
{
    (void)state;
    for (int begun = 1; begun <= OTHERS; begun++) {
        run(false, begun);
        for (int n = 0; n < RA__SERIAL_FOLLOWERS; n++)
            assert_int_equal(place_of(101 + n), 1 + n);
        assert_int_equal(place_of(200), 1 + RA__SERIAL_FOLLOWERS);
        for (int k = 1; k <= OTHERS; k++)
            for (int n = 1; n < EACH; n++)
                assert_true(place_of(100 * k + n) < place_of(100 * k + n + 1));
        assert_int_equal(place_of(300), 2 * (1 + RA__SERIAL_FOLLOWERS));
    }
}

static void as_they_come(void **state)
{
    (void)state;
    run(true, 1);
    assert_true(place_of(100) == 0 && place_of(200) == 1 && place_of(300) == 2);
    for (int k = 1; k <= OTHERS; k++)
        for (int n = 1; n < EACH; n++)
            assert_true(place_of(100 * k + n) < place_of(100 * k + n + 1));
    assert_true(place_of(120) < place_of(201) && place_of(220) < place_of(301));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_follows_comes_next),
        TEST(as_they_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
