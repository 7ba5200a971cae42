#include "async/tasks/needed.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/room.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"

#include <string.h>

enum {
    AT_ONCE = RA__ROOM(256, 3),  /* tasks that are looked at in one hold of the lock */
    RECORDS = RA__ROOM(1024, 5), /* records, of which most are free or done */
    PART = RA__ROOM(32, 2)       /* targets of all that is pending, at a time */
};

__thread uint64_t ra__waiting_walk;
__thread double ra__waiting_longest_ns;
__thread uint64_t ra__waiting_until;
__thread struct ra__target ra__waiting_left;

double ra__waiting_longest_by_now(void)
{
    if (ra__waiting_until != RA__OS_FOREVER)
        ra__waiting_longest_ns = (double)ra__waiting_until - (double)ra__os_now_ns();
    return ra__waiting_longest_ns;
}

bool ra__is_needed_in_time(ra_task *t)
{
    if (atomic_load_explicit(&t->needed, memory_order_relaxed) != ra__waiting_walk)
        return false;
    if (!ra__is_too_long(t, ra__waiting_longest_by_now()))
        return true;
    ra__waiting_left = (struct ra__target){t, ra__task_number(t)};
    return false;
}

void ra__targets_keep_live(ra__targets *to)
{
    int n = to->count;
    to->count = 0;
    for (int i = 0; i < n; i++)
        if (ra__task_is_live(to->of[i].task, to->of[i].sequence))
            to->of[to->count++] = to->of[i];
}

/* ---- what is joined ---- */

/* Of a job that is joined with others for what it reads, or writes, of the storage; its record is not reused meanwhile. Of storages only
 * the places are looked at, they may have gone. What writes without a result there takes the memory, which is all of it. */
static bool touches(const ra__job *j, const ra_storage *s, int64_t first, int64_t end, bool as_writer)
{
    bool has_result = false;
    for (int k = as_writer ? 0 : j->results; k < (as_writer ? j->results : j->operands); k++) {
        const ra__operand *o = &j->operand[k];
        if (o->storage != s)
            continue;
        const int64_t behind = ra__operand_end(o);
        has_result = true;
        if ((o->offset < end && first < (behind > o->offset ? behind : o->offset + 1)) || (as_writer && j->moves & ra__job_moves_bit(k))) /* fits: at most ra__most_bytes, and one */
            return true;
    }
    return as_writer && !has_result;
}

void ra__joins_leave(ra__joins_cursor *from)
{
    for (int which = 0; which < 2; which++)
        if (from->next[which])
            ra__graph_let_go(from->next[which]);
    from->next[false] = from->next[true] = NULL;
}

/* To be gone through later; what has ended stands for nothing any more. */
static void go_behind(ra__joins_cursor *from, ra_task *join, int which)
{
    if (!from->next[which] && ra__graph_hold(join))
        from->next[which] = join;
}

/* False: they found no room. Those that did are gone through again, and have ended by then. */
static bool add_joined(ra__targets *to, ra__joins_cursor *from, int which, const ra_storage *s, int64_t first, int64_t end)
{
    ra_task *join = from->next[which];
    ra__edges_in in = ra__edges_of(join);
    from->next[which] = NULL;
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        ra_task *p = e->predecessor;
        if (!ra__task_is_live(p, e->sequence))
            continue;
        if (p->kind == RA__TASK_JOIN)
            go_behind(from, p, which);
        else if (!touches(&p->job, s, first, end, which))
            continue;
        else if (to->count < RA__TARGETS)
            ra__targets_add(to, p);
        else {
            if (from->next[which])
                ra__graph_let_go(from->next[which]);
            from->next[which] = join;
            return false;
        }
    }
    ra__graph_let_go(join);
    return true;
}

/* False as above. */
static bool add_entries(ra__targets *to, ra__joins_cursor *from, ra_storage *s, int64_t first, int64_t end, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (!(writes || ra__hazard_writes(h)) || !ra__hazard_meets(h, first, end))
            continue;
        if (h->task->kind == RA__TASK_JOIN)
            go_behind(from, h->task, ra__hazard_writes(h));
        else if (to->count < RA__TARGETS)
            ra__targets_add(to, h->task);
        else { /* by the next call these may have been joined */
            ra__joins_leave(from);
            return false;
        }
    }
    return true;
}

bool ra__targets_of_range(ra__targets *to, ra__joins_cursor *from, ra_storage *s, int64_t first, int64_t end, bool writes)
{
    end = end > first ? end : first + 1;
    if (!from->begun) {
        from->begun = add_entries(to, from, s, first, end, writes);
        return from->begun && !from->next[false] && !from->next[true];
    }
    for (int which = 0; which < 2; which++)
        if (from->next[which] && !add_joined(to, from, which, s, first, end))
            return false;
    return !from->next[false] && !from->next[true];
}

bool ra__targets_of_all(ra__targets *to, ra__record_cursor *from, uint64_t last)
{
    ra_task *t = NULL;
    for (int n = 0; n < RECORDS && to->count < PART && (t = ra__record_next(from)); n++)
        if (ra__graph_is_recorded(t) && t->kind != RA__TASK_JOIN && ra__task_number(t) <= last)
            ra__targets_add(to, t);
    return !t;
}

/* ---- the walk ---- */

/*
 * Depth-first over unfinished predecessors. It outlasts the lock: where the task has ended whose edges it was at, it goes on with the
 * one that it came by, if it knows that. It knows the last of its way; of the rest the path back is an edge in each record, behind
 * which the walk goes on when it returns, so that every edge is looked at once: what the path names waits for the task at its end, so
 * while that one is pending none of its records is used again. Other walks may have come by and left their own marks there: then this
 * one begins anew.
 */
static uint32_t new_number(void)
{
    static uint32_t last;
    return ++last ? last : ++last;
}

/* The walk over the edges into a task goes on behind this one. */
static ra__edges_in behind(const ra__edge *e)
{
    const ra_task *t = e->successor;
    for (ra__edge_block *b = t->blocks; b; b = b->next)
        if (e >= b->edges && e < b->edges + b->count)
            return (ra__edges_in){t, b, (int)(e - b->edges)};
    return (ra__edges_in){t, NULL, (int)(e - t->few_edges)};
}

/* At the target whose edges were left; what lies behind it is looked at again. */
static void begin_anew(ra__walk *walk)
{
    walk->in = (ra__edges_in){.t = NULL};
    walk->known = 0;
    walk->number = new_number();
}

static void descend(ra__walk *walk, ra_task *p)
{
    if (walk->known == RA__WAY_KNOWN)
        memmove(walk->way, walk->way + 1, (size_t)--walk->known * sizeof *walk->way);
    if (walk->in.t)
        walk->way[walk->known++] = (struct ra__way){walk->in, walk->sequence};
    walk->in = ra__edges_of(p);
    walk->sequence = ra__task_number(p);
}

/* To the last task of the way that has not ended; false: none is known. */
static bool return_to_known(ra__walk *walk)
{
    while (walk->known) {
        const struct ra__way *last = &walk->way[--walk->known];
        if (!ra__task_is_live(last->in.t, last->sequence))
            continue;
        walk->in = last->in;
        walk->sequence = last->sequence;
        return true;
    }
    return false;
}

static void step_back(ra__walk *walk)
{
    const ra_task *t = walk->in.t;
    const ra__edge *e = t->came_by;
    if (walk->known) {
        if (!return_to_known(walk))
            begin_anew(walk);
    } else if (t->visited != walk->number || (e && e->successor->visited != walk->number))
        begin_anew(walk);
    else if (e) {
        walk->in = behind(e);
        walk->sequence = ra__task_number(e->successor);
    } else {
        walk->in = (ra__edges_in){.t = NULL};
        walk->next++;
    }
}

static void mark(ra_task *t, const ra__walk *walk, uint64_t waiter)
{
    atomic_store_explicit(&t->needed, waiter, memory_order_relaxed);
    if (walk->lane)
        t->needed_in_lane = walk->lane;
}

/* Marks p, of that sequence; false if it has ended or been passed. */
static bool pass(ra_task *p, uint64_t sequence, const ra__walk *walk, uint64_t waiter)
{
    if (!ra__task_is_live(p, sequence) || p->visited == walk->number)
        return false;
    p->visited = walk->number;
    if (waiter == RA__WALK_URGENT) {
        atomic_fetch_or_explicit(&p->word, RA__TASK_URGENT, memory_order_relaxed); /* in a running one it may be lost, where it means nothing */
        return true;
    }
    mark(p, walk, waiter);
    if (RA__MUTANT(URGENCY_TAKEN_BACK))
        atomic_fetch_and_explicit(&p->word, ~(uint64_t)RA__TASK_URGENT, memory_order_relaxed);
    ra_task *leader = atomic_load_explicit(&p->leader, memory_order_relaxed);
    if (leader) /* whose grains are the group's */
        mark(leader, walk, waiter);
    return true;
}

static bool may_be_run(const ra_task *t, double longest_ns)
{
    return ra__task_state(atomic_load_explicit(&t->word, memory_order_relaxed)) == RA__TASK_READY && !ra__is_too_long(t, longest_ns);
}

/* Looks at one edge, or one target; what is ready there. */
static ra_task *step(const ra__targets *targets, ra__walk *walk, uint64_t waiter, double longest_ns)
{
    ra__edge *e = NULL;
    if (walk->in.t && !(e = ra__next_edge(&walk->in))) {
        step_back(walk);
        return NULL;
    }
    ra_task *p = e ? e->predecessor : targets->of[walk->next].task;
    bool passed = pass(p, e ? e->sequence : targets->of[walk->next].sequence, walk, waiter);
    unsigned state = ra__task_state(atomic_load_explicit(&p->word, memory_order_relaxed));
    if (passed && state == RA__TASK_WAITING) {
        p->came_by = e;
        descend(walk, p);
        return NULL;
    }
    walk->next += !e;
    return passed && may_be_run(p, longest_ns) ? p : NULL;
}

ra_task *ra__find_needed(const ra__targets *targets, ra__walk *walk, uint64_t waiter, double longest_ns, bool *more)
{
    const ra_task *at = walk->in.t;
    ra_task *found = NULL;
    if (!walk->number || (at && !ra__task_is_live(at, walk->sequence) && !return_to_known(walk)))
        begin_anew(walk);
    for (int n = 0; n < AT_ONCE && !found && (walk->in.t || walk->next < targets->count); n++)
        found = step(targets, walk, waiter, longest_ns);
    *more = walk->in.t || walk->next < targets->count;
    if (!*more) {
        walk->number = 0;
        walk->next = 0;
    }
    return found;
}

void ra__walk_stop(const ra__targets *targets, const ra__walk *walk, uint64_t waiter, ra__stopped_walk *stopped)
{
    stopped->waiter = 0;
    if (walk->next < targets->count)
        *stopped = (ra__stopped_walk){waiter, targets->of[walk->next], ra__waiting_left, walk->number, walk->in, walk->sequence};
}

/* What the records of a walk name is there as long as its target has not ended. Of its way the last tasks alone were known, and are not
 * any more: the path in the records is. */
bool ra__walk_take_up(const ra__targets *targets, ra__walk *walk, const ra__stopped_walk *stopped, double longest_ns, ra_task **found)
{
    const struct ra__target *left = &stopped->left;
    for (int i = 0; i < targets->count; i++) {
        if (targets->of[i].task != stopped->target.task || targets->of[i].sequence != stopped->target.sequence)
            continue;
        *walk = (ra__walk){.number = stopped->number, .next = i, .in = stopped->in, .sequence = stopped->sequence};
        *found = left->task && ra__task_is_live(left->task, left->sequence) && may_be_run(left->task, longest_ns) ? left->task : NULL;
        return true;
    }
    return false;
}
