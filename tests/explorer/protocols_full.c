/*
 * The injection queue where a ring is full: the next one, or where there is none the stack. See protocols.c.
 */
#include "protocols.h"

#include "async/pool/queue.h"

enum { FIRST = RA__INJECT_ROOM, ALL = 3 * RA__INJECT_ROOM }; /* the first ring's; of both that there are room for */
static ra__inject queue;
static ra_task old[ALL], under, last;
static int taken[3]; /* old ones, the one under it, the last */

static void took(const ra_task *t)
{
    taken[t == &last ? 2 : t == &under ? 1 : 0]++;
}

static void fill(int count)
{
    ra__inject_init(&queue);
    for (int i = 0; i < count; i++)
        ra__inject_put(&queue, &old[i]);
}

static void fill_first(void)
{
    fill(FIRST);
}

static void fill_all(void)
{
    fill(ALL);
}

/* One is on the stack already. */
static void fill_over(void)
{
    fill(ALL);
    ra__inject_put(&queue, &under);
}

/* What was there before is gone; who puts may not know. */
static void empty(int count)
{
    while (count--)
        took(ra__inject_take(&queue));
    ex_note(0);
}

static bool all_taken(int old_ones, int under_it)
{
    for (ra_task *t; (t = ra__inject_take(&queue));)
        took(t);
    ra__inject_free(&queue);
    return taken[0] == old_ones && taken[1] == under_it && taken[2] == 1;
}

/* ---- one puts, and then looks whether another sleeps, who says so and then looks whether there is anything: it is seen, or he is ---- */

static _Atomic int sleeps;
static bool seen, found; /* the sleeper; the last one */

static void put_and_look(void)
{
    ex_wait_noted(0, 1);
    ra__inject_put(&queue, &last);
    seen = atomic_load_explicit(&sleeps, memory_order_seq_cst);
}

static void sleep_and_look(void)
{
    atomic_store_explicit(&sleeps, 1, memory_order_seq_cst);
    found = !ra__inject_is_empty(&queue);
}

static void empty_first_and_sleep(void)
{
    empty(FIRST);
    sleep_and_look();
}

static void empty_all_and_sleep(void)
{
    empty(ALL);
    sleep_and_look();
}

static bool first_end(void)
{
    return (seen || found) && all_taken(FIRST, 0);
}

static bool all_end(void)
{
    return (seen || found) && all_taken(ALL, 0);
}

/* ---- one is put on the stack, and taken with what it lies on ---- */

static void put_last(void)
{
    ex_wait_noted(0, 1);
    ra__inject_put(&queue, &last);
}

static void empty_and_take(void)
{
    ra_task *t;
    empty(ALL);
    if ((t = ra__inject_take(&queue)))
        took(t);
}

static bool over_end(void)
{
    return all_taken(ALL, 1);
}

const ex_protocol ex_protocols_full[] = {
    {"a full ring and who sleeps", fill_first, {empty_first_and_sleep, put_and_look}, first_end, .enough = 15000},
    {"a full queue and who sleeps", fill_all, {empty_all_and_sleep, put_and_look}, all_end, .enough = 15000},
    {"a full queue's stack", fill_over, {empty_and_take, put_last}, over_end, .enough = 15000},
    {NULL},
};
