#include "async/run/lane.h"

#include "async/os/mutant.h"
#include "async/os/room.h"
#include "async/run/faults.h"
#include "async/run/run.h"
#include "async/thread/serial.h"

static ra__course *course_of(ra__serial_item *item)
{
    return (ra__course *)((char *)item - offsetof(ra__course, lane_item));
}

/* ---- functions that block ---- */

/*
 * Where one of them waits, the lane's thread serves that wait and not the lane: what comes next there may block until the one that waits
 * goes on. But what the wait needs nobody else runs: it takes that out of the lane, whatever lies before it, and runs it within the wait, as a
 * thread in a wait runs all that it needs. So no two of them run at the same time, and what runs upon one that waits is what that one
 * cannot end without.
 *
 * Whoever claims such a task pushes it, without a lock, as he may be a worker. All else is the lane's own: of its thread, or of the one that
 * waits in its place, for which it waits in turn (help.c). The first that looks for what it needs puts what has come into the queue, from
 * where it can be taken in any order; that goes before what comes later, and nothing is left in it when the thread serves the next.
 */
enum { AT_ONCE = RA__ROOM(256, 2) }; /* tasks of the queue that are looked at in one hold of the lock */

static void serve(ra__serial_item *item);

static ra__serial lane = {.number = 9001, .serve = serve};
static __thread bool is_mine; /* this thread serves the lane, or waits in the place of the one that does */

/* The lane's own: oldest first; where the next goes; and which one the next look begins with. The latter are links. */
static ra__serial_item *queued, **queue_end = &queued, **looked_at = &queued;

static void put(ra__serial_item *item)
{
    item->next = NULL;
    *queue_end = item;
    queue_end = &item->next;
}

static ra__course *take_at(ra__serial_item **at)
{
    ra__serial_item *item = *at;
    *at = item->next;
    if (queue_end == &item->next)
        queue_end = at;
    if (looked_at == &item->next)
        looked_at = at;
    return course_of(item);
}

/* It may have been cancelled since it was claimed, and has not begun. */
static unsigned flags_of(const ra__course *c)
{
    return c->lane_flags | ((unsigned)atomic_load_explicit(&c->task->word, memory_order_relaxed) & RA__TASK_CANCELLED);
}

static void run(const ra__course *c)
{
    const unsigned flags = flags_of(c);
    if (RA__MUTANT(LANE_RUNS_ON))
        ra__run_claimed(c->task, flags);
    else
        ra__run_alone(c->task, flags); /* what it makes ready may wait for what comes after it in this lane */
}

static void serve(ra__serial_item *item)
{
    is_mine = ra__serial_is_self(&lane); /* not who stops it, beside whom there may be a thread again */
    run(course_of(item));
    while (is_mine && queued) /* in the child of a fork within one it is no more */
        run(take_at(&queued));
    is_mine = false;
}

bool ra__lane_take(ra_task *t, unsigned flags)
{
    if (is_mine || !ra__task_take_course(t))
        return false;
    t->course->lane_flags = flags;
    return ra__serial_push(&lane, &t->course->lane_item);
}

void ra__lane_expect(void)
{
    ra__serial_want(&lane); /* without memory for it now, ra__lane_take tries again */
}

bool ra__lane_is_mine(void)
{
    return is_mine;
}

void ra__lane_lend(bool mine)
{
    is_mine = mine;
}

static void gather(void)
{
    for (ra__serial_item *i = ra__serial_take_rest(&lane), *next; i; i = next) {
        next = i->next;
        put(i);
    }
}

/* Behind the last the first; NULL: there is none. */
static ra__serial_item **next_to_look_at(void)
{
    if (!*looked_at)
        looked_at = &queued;
    return *looked_at ? looked_at : NULL;
}

ra_task *ra__lane_take_needed(uint64_t by, double longest_ns, unsigned *flags)
{
    ra__serial_item **at;
    const ra__serial_item *first = NULL;
    gather();
    for (int n = 0; n < AT_ONCE && (at = next_to_look_at()) && *at != first; n++) {
        const ra_task *t = course_of(*at)->task;
        if (t->needed_in_lane == by && !ra__is_too_long(t, longest_ns)) {
            const ra__course *c = take_at(at);
            *flags = flags_of(c);
            return c->task;
        }
        first = first ? first : *at;
        looked_at = &(*at)->next;
    }
    return NULL;
}

/* ---- what goes on elsewhere ---- */

static void complete(ra__serial_item *item)
{
    ra__run_resume(course_of(item)->task);
}

static ra__serial completing = {.number = 9005, .serve = complete};

bool ra__complete_expect(void)
{
    return ra__serial_expect(&completing);
}

void ra__complete(ra_task *t, ra_status status, const char *message)
{
    if (status)
        ra__fault_note_at(t, 0, status, message ? message : "");
    if (!ra__serial_push(&completing, &t->course->lane_item)) /* nobody has expected it, and there is no thread to be had */
        ra__run_resume(t);
}

void ra__lane_stop(void)
{
    ra__serial_stop(&lane);
    ra__serial_stop(&completing);
}

void ra__lane_fork_child(void)
{
    ra__serial_fork_child(&lane);
    queued = NULL;
    queue_end = looked_at = &queued;
    is_mine = false;
    ra__serial_fork_child(&completing);
}
