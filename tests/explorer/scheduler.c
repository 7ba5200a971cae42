/*
 * Who goes on.
 *
 * Every strategy is a choice at numbered steps; nothing else may enter, so that a seed is a schedule.
 *   EX_WALK      after a random number of points, any thread.
 *   EX_PRIORITIES  the thread of the highest priority runs until it sleeps; priorities are random, and at `changes` steps, drawn
 *                  from the length of the program, the running thread falls behind all others. A bug that takes d orderings is
 *                  met with probability at least 1 / (n k^(d-1)) in a schedule of n threads and k points (Burckhardt et al.,
 *                  ASPLOS 2010).
 *   EX_PLACES      one place in sixteen, as the seed says, is one at which threads stop for long, so that what others do meanwhile
 *                  is met also where a place is seldom come to; else as EX_WALK. In the other half of these schedules it is any place, as
 *                  often as all others: at every second visit to one that few schedules come to, and seldom where all go round and round.
 *   EX_SUSPEND     as EX_WALK; at one step a background thread stops for ever. It goes on only when nobody else can, and who
 *                  is held up then must be in a wait that has to do with it (order.c).
 * A thread in a spin loop lets all others go first, so a strategy that never takes the processor away cannot hang.
 *
 * The clock moves a little with every step. Where nobody can run it moves to the first time limit; now and then, as the seed
 * says, it does so although others could run.
 */
#include "explorer.h"
#include "exhaust.h"
#include "order.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

ex_explorer ex;

enum { UNFAIR = 1500 }; /* points that one thread may go on for while others could */

static uint32_t draw_length(void)
{
    return 1 + ex_below(&ex.chance, 2 * ex.run_length);
}

void ex_schedule_begin(uint64_t seed)
{
    static const uint32_t lengths[] = {1, 2, 4, 8, 16, 32, 128}, stale[] = {0, 2, 3, 8, 32}, fail[] = {0, 0, 4, 32}, early[] = {0, 6, 40, 200}, seldom[] = {8, 32, 128};
    ex.chance = (ex_random){seed};
    ex.generation++;
    ex.step = ex.accesses = 0;
    ex.clock_ns = 1000000000;
    ex.digest = seed;
    ex.failed = ex.stands = ex.over = ex.timeless = ex.calm = false;
    ex.report[0] = 0;
    uint32_t kind = ex_below(&ex.chance, 16);
    ex.strategy = kind < 5 ? EX_WALK : kind < 9 ? EX_PRIORITIES : kind < 14 ? EX_PLACES : EX_SUSPEND;
    ex.places = ex_next(&ex.chance);
    ex.seldom = ex.learnt && ex_once_in(&ex.chance, 2) ? seldom[ex_below(&ex.chance, sizeof seldom / sizeof *seldom)] : 0;
    ex.run_length = lengths[ex_below(&ex.chance, sizeof lengths / sizeof *lengths)];
    ex.stale_in = stale[ex_below(&ex.chance, sizeof stale / sizeof *stale)];
    ex.fail_in = fail[ex_below(&ex.chance, sizeof fail / sizeof *fail)];
    ex.early_in = early[ex_below(&ex.chance, sizeof early / sizeof *early)];
    ex.changes = ex.strategy == EX_PRIORITIES ? (int)ex_below(&ex.chance, 6) : 0;
    ex.changed = 0;
    ex.lowest = 1000;
    const uint32_t length = 50u << ex_below(&ex.chance, 6); /* most schedules have some hundred points */
    for (int i = 0; i < ex.changes; i++) {
        uint64_t at = ex_below(&ex.chance, length);
        int k = i;
        for (; k > 0 && ex.change[k - 1] > at; k--)
            ex.change[k] = ex.change[k - 1];
        ex.change[k] = at;
    }
    ex.suspend_at = ex.strategy == EX_SUSPEND ? ex_below(&ex.chance, length) : UINT64_MAX;
    ex.next_choice = 1;
    ex.scarce_in = 0;
    ex.fruitless = 0;
    ex.progress = 0;
    ex.switched_at = 0;
    ex.every_point = ex.all_points || ex_once_in(&ex.chance, 16);
    ex_atomics_reset();
    ex_fibers_reset();
}

/* ---- what is wrong ends the schedule ---- */

void ex_describe_threads(char *text, size_t size)
{
    static const char *const names[] = {"unused", "runnable", "asleep", "waiting", "ended"};
    size_t n = 0;
    for (int i = 0; i < ex.threads && n < size; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->state != EX_ENDED)
            n += (size_t)snprintf(text + n, size - n, "  thread %d %s%s, %s, last at %s\n", i, names[t->state], t->suspended ? " (suspended)" : "", t->does, ex_site_text(t->site));
    }
}

void ex_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int n = vsnprintf(ex.report, sizeof ex.report - 1, format, arguments);
    va_end(arguments);
    ex.failed = true;
    if (!ex.quiet && n >= 0 && (size_t)n < sizeof ex.report - 2) {
        ex.report[n++] = '\n';
        ex_describe_threads(ex.report + n, sizeof ex.report - (size_t)n);
    }
    ex_leave_to_driver();
}

/* ---- choosing ---- */

static bool can_run(ex_thread *t)
{
    if (t->suspended)
        return false;
    if (t->state == EX_SLEEPING && t->deadline <= ex.clock_ns) {
        t->state = EX_RUNNABLE;
        t->timed_out = true;
        t->deadline = UINT64_MAX;
    }
    if (t->state == EX_WAITING && t->until(t->until_arg))
        t->state = EX_RUNNABLE;
    return t->state == EX_RUNNABLE;
}

/* Those that are stalled come in where there are no others. */
static int list(ex_thread **able, const ex_thread *but)
{
    int n = 0, stalled = 0;
    for (int i = 0; i < ex.threads; i++)
        if (&ex.thread[i] != but && can_run(&ex.thread[i])) {
            if (ex.thread[i].stalled_until > ex.step)
                stalled++;
            else
                able[n++] = &ex.thread[i];
        }
    for (int i = 0; n == 0 && stalled && i < ex.threads; i++)
        if (&ex.thread[i] != but && ex.thread[i].state == EX_RUNNABLE && !ex.thread[i].suspended)
            able[n++] = &ex.thread[i];
    return n;
}

static ex_thread *first_limit(void)
{
    ex_thread *first = NULL;
    for (int i = 0; i < ex.threads; i++) {
        ex_thread *t = &ex.thread[i];
        if (t->state == EX_SLEEPING && !t->suspended && t->deadline != UINT64_MAX && (!first || t->deadline < first->deadline))
            first = t;
    }
    return first;
}

static bool resume_suspended(void)
{
    for (int i = 0; i < ex.threads; i++)
        if (ex.thread[i].suspended) {
            ex_order_check_held_up(&ex.thread[i]);
            ex.thread[i].suspended = false;
            ex.progress = ex.step; /* now it has the time that the others had */
            return true;
        }
    return false;
}

/*
 * Nobody can run before the first time limit. A waiter looks again every 0.3 ms, so where it waits in vain this goes on for
 * ever: after a while without any task begun or ended, what it waits for must be in the hands of the one that is suspended.
 */
static void pass_time(void)
{
    enum { PATIENCE = 100, AT_REST = 1000 }; /* who serves in a worker's place looks again thirty times before it sleeps for good, and workers rest in looks for what they have used: several may */
    ex_thread *limit = first_limit();
    if (limit && ex.timeless)
        ex_fail("thread %d goes on only because its time is over: nobody has woken it", limit->number);
    if (++ex.fruitless > PATIENCE && resume_suspended())
        ex.fruitless = 0;
    else if (ex.fruitless > AT_REST)
        ex_fail("threads that wait look again and again, and nothing happens");
    else if (limit)
        ex.clock_ns = limit->deadline > ex.clock_ns ? limit->deadline : ex.clock_ns;
    else if (!resume_suspended())
        ex_fail("deadlock: nobody can go on");
}

static ex_thread *pick(ex_thread *but)
{
    ex_thread *able[EX_THREADS];
    for (;;) {
        int n = list(able, but);
        if (n == 0 && but && can_run(but))
            return but;
        if (n) {
            if (ex.strategy == EX_EXHAUST)
                return able[ex_decide((uint32_t)n, but != NULL)]; /* in a spin loop: any but the first is a deviation */
            if (ex.strategy != EX_PRIORITIES)
                return able[ex_below(&ex.chance, (uint32_t)n)];
            ex_thread *best = able[0];
            for (int i = 1; i < n; i++)
                if (able[i]->priority > best->priority)
                    best = able[i];
            return best;
        }
        pass_time();
    }
}

/* One that runs a kernel which calls the library may hold the lock of the graph (graph.h). */
static void suspend_one(void)
{
    ex_thread *background[EX_THREADS];
    int n = 0;
    ex.suspend_at = UINT64_MAX;
    for (int i = 0; i < ex.threads; i++)
        if (ex.thread[i].is_worker && !ex.thread[i].nested && ex.thread[i].state == EX_RUNNABLE)
            background[n++] = &ex.thread[i];
    if (n) {
        ex_thread *t = background[ex_below(&ex.chance, (uint32_t)n)];
        t->suspended = true;
        t->suspended_at = ex.step;
    } else
        ex.suspend_at = ex.step + 1 + ex_below(&ex.chance, 50);
}

static bool is_place(const void *site)
{
    return (((uintptr_t)site * UINT64_C(0x9e3779b97f4a7c15) ^ ex.places) * UINT64_C(0xbf58476d1ce4e5b9)) >> 60 == 0;
}

/* As learn.c has seen how often it is come to. */
static bool is_its_turn(const void *site)
{
    const ex_site *s = ex_site_at(site);
    const uint32_t visits = s ? s->often : 1 << 16; /* the system's */
    return visits * ex.seldom <= UINT32_C(2) << 16 ? ex_once_in(&ex.chance, 2) : ex_once_in(&ex.chance, visits * ex.seldom >> 16);
}

static void stall(void)
{
    static const uint16_t lengths[] = {10, 40, 150, 1000};
    ex.now->stalled_until = ex.step + lengths[ex_below(&ex.chance, 4)];
}

static void plan_next(void)
{
    if (ex.strategy == EX_PLACES || ex.strategy == EX_EXHAUST)
        ex.next_choice = ex.step + 1;
    else if (ex.strategy == EX_PRIORITIES)
        ex.next_choice = ex.changed < ex.changes && ex.change[ex.changed] > ex.step ? ex.change[ex.changed] : ex.step + 64;
    else
        ex.next_choice = ex.step + draw_length();
}

static void early_limit(void)
{
    ex_thread *t;
    if (ex.early_in && ex_once_in(&ex.chance, ex.early_in) && (t = first_limit()) && t->deadline > ex.clock_ns)
        ex.clock_ns = t->deadline;
}

/* Waiters that look again are never all asleep where there are several: then it is the points without an event that tell. */
static void check_progress(void)
{
    enum { PATIENCE = 50000 }; /* a request that was refused goes over all lists of free blocks */
    if (ex.step > ex.step_limit)
        ex_fail("no end after %lu steps", (unsigned long)ex.step);
    if (ex.step < ex.progress + PATIENCE)
        return;
    if (!resume_suspended())
        ex_fail("nothing has happened for %d points", PATIENCE);
    ex.progress = ex.step;
}

/* It goes on, or one of the others does. */
static void exhaust_point(void)
{
    ex_thread *able[EX_THREADS];
    int n = list(able, ex.now);
    uint32_t chosen = ex_decide((uint32_t)n + 1, true);
    if (chosen)
        ex_switch_to(able[chosen - 1]);
}

/* The running thread is at a point of its own. */
void ex_point_slow(void)
{
    if (ex.strategy == EX_EXHAUST) {
        check_progress();
        plan_next();
        exhaust_point();
        return;
    }
    check_progress();
    ex.clock_ns += ex.strategy == EX_PLACES ? 5 : 100;
    if (ex.strategy != EX_PLACES || ex_once_in(&ex.chance, 32))
        early_limit();
    if (ex.step >= ex.suspend_at)
        suspend_one();
    while (ex.changed < ex.changes && ex.change[ex.changed] <= ex.step) {
        ex.changed++;
        ex.now->priority = --ex.lowest;
    }
    if (ex.strategy == EX_PRIORITIES && ex.step > ex.switched_at + UNFAIR) /* it goes round and round, in a loop that has no pause */
        ex.now->priority = --ex.lowest;
    plan_next();
    if (ex.strategy == EX_PLACES) {
        if (ex.seldom ? is_its_turn(ex.now->site) : is_place(ex.now->site) && ex_once_in(&ex.chance, 2))
            stall();
        else if (!ex_once_in(&ex.chance, 8 * ex.run_length))
            return;
    }
    ex_switch_to(pick(NULL));
}

void ex_relax(void)
{
    if (!ex.now)
        return;
    ex.step++;
    ex.clock_ns += 500;
    check_progress();
    if (ex.strategy == EX_PRIORITIES)
        ex.now->priority = --ex.lowest;
    early_limit();
    ex_switch_to(pick(ex.now));
}

/* ---- sleeping ---- */

int ex_sleep(const void *word, uint64_t deadline)
{
    ex_thread *t = ex.now;
    t->state = EX_SLEEPING;
    t->asleep_on = word;
    t->deadline = deadline;
    t->timed_out = false;
    plan_next();
    ex_switch_to(pick(NULL));
    t->asleep_on = NULL;
    t->deadline = UINT64_MAX;
    return t->timed_out ? -1 : 0;
}

int ex_wake(const void *word, int count)
{
    int woken = 0;
    while (woken < count) {
        ex_thread *asleep[EX_THREADS];
        int n = 0;
        for (int i = 0; i < ex.threads; i++)
            if (ex.thread[i].state == EX_SLEEPING && ex.thread[i].asleep_on == word)
                asleep[n++] = &ex.thread[i];
        if (n == 0)
            break;
        ex_thread *t = asleep[ex_below(&ex.chance, (uint32_t)n)];
        t->state = EX_RUNNABLE;
        t->asleep_on = NULL;
        t->deadline = UINT64_MAX;
        woken++;
    }
    return woken;
}

void ex_wait_until(bool (*until)(void *), void *arg)
{
    ex_thread *t = ex.now;
    if (until(arg))
        return;
    t->state = EX_WAITING;
    t->until = until;
    t->until_arg = arg;
    plan_next();
    ex_switch_to(pick(NULL));
}

static bool is_alone(void *thread)
{
    for (int i = 0; i < ex.threads; i++)
        if (&ex.thread[i] != thread && ex.thread[i].state == EX_RUNNABLE && !ex.thread[i].suspended)
            return false;
    return true;
}

void ex_pause(void)
{
    while (!is_alone(ex.now)) /* others may have come in before this one was let go on */
        ex_wait_until(is_alone, ex.now);
}

void ex_thread_ends(void)
{
    ex.now->state = EX_ENDED;
    if (ex.over)
        ex_leave_to_driver();
    ex_switch_to(pick(NULL));
    __builtin_unreachable();
}
