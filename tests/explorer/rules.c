/*
 * Rules of the engine's that hold at every step, whatever comes of one that is broken: often nothing does, and where it does it takes
 * several more steps in one order. Each stands in src/async where it is kept; here it is looked at.
 */
#include "rules.h"

#include "order.h"
#include "program.h"

#include "async/pool/find.h"
#include "async/tasks/graph.h"

static bool is_leaf(const ra_task *t)
{
    return t->kind != RA__TASK_JOB || (t->job.plan && (t->job.plan->flags & RA__PLAN_LEAF));
}

/* ---- what begins ---- */

/* The lane of files, but in a wait of one of its kernels: what else it ran could wait for what comes after it in the lane. */
static void check_lane(const ex_node *n)
{
    if (ex.now->is_files && !ex.now->nested && !(n->task->job.plan->flags & RA__PLAN_BLOCKING))
        ex_fail("the lane of files runs task %lu, which is none", (unsigned long)n->sequence);
}

/* One that makes the storage grow moves what another has been given the place of. */
static void check_growth(const ex_node *n)
{
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *p = &ex_followed[i];
        if (p == n || p->phase != BEGUN || !ex_in_one_group(n, p))
            continue;
        for (int k = 0; k < n->touches; k++)
            for (int m = 0; m < p->touches; m++) {
                const touch *x = &n->touch[k], *y = &p->touch[m];
                if (x->storage && x->storage == y->storage && (x->writes || y->writes) && x->need != y->need)
                    ex_fail("tasks %lu and %lu are in one group, and one of them makes the storage of the other grow", (unsigned long)p->sequence, (unsigned long)n->sequence);
            }
    }
}

void ex_rules_begin(const ex_node *n)
{
    if (n->kind != RA__TASK_JOB || !n->task->job.plan)
        return;
    check_lane(n);
    check_growth(n);
}

/* On top of a kernel that has not ended whatever is at hand is run only if it ends by itself (guest.h). */
ra_task *__real_ra__find_any(bool leaf, unsigned *flags);
ra_task *__wrap_ra__find_any(bool leaf, unsigned *flags);
ra_task *__wrap_ra__find_any(bool leaf, unsigned *flags)
{
    ra_task *t = __real_ra__find_any(leaf, flags);
    if (t && ex.now && ex.now->nested && !is_leaf(t))
        ex_fail("on top of a kernel that has not ended thread %d takes task %lu, which may wait for it", ex.now->number, (unsigned long)ra__task_number(t));
    return t;
}

/* ---- groups ---- */

int64_t __real_ra__graph_edges_from(ra_task *t, const ra_task *leader);
int64_t __wrap_ra__graph_edges_from(ra_task *t, const ra_task *leader);

/* What t waits for that this record leads by its word alone: it may have ended, but for what is counted in *live. */
static int64_t led_by(ra_task *t, const ra_task *leader, int64_t *live)
{
    ra__edges_in in = ra__edges_of(t);
    int64_t led = *live = 0;
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        const bool is_led = atomic_load_explicit(&e->predecessor->leader, memory_order_relaxed) == leader;
        led += is_led;
        *live += is_led && ra__task_is_live(e->predecessor, e->sequence);
    }
    return led;
}

/*
 * One that has ended is of no group any more, though it names its leader as long as its record is not used again: that one's may lead
 * another group by then. So whichever of those records is asked about, what has ended does not count; of the group that asks as of
 * those that would if they led one now.
 */
int64_t __wrap_ra__graph_edges_from(ra_task *t, const ra_task *leader)
{
    ex_thread *now = ex.now;
    ra__edges_in in = ra__edges_of(t);
    int64_t live;
    ex.now = NULL; /* none of this is the engine's */
    for (ra__edge *e; now && (e = ra__next_edge(&in));) {
        const ra_task *other = atomic_load_explicit(&e->predecessor->leader, memory_order_relaxed);
        if (!other || led_by(t, other, &live) == live || __real_ra__graph_edges_from(t, other) <= live)
            continue;
        ex.now = now;
        ex_fail("what task %lu waits for is counted as of a group, and has ended", (unsigned long)ra__task_number(t));
    }
    ex.now = now;
    return __real_ra__graph_edges_from(t, leader);
}

/* ---- the lock of the graph ---- */

bool __real_ra__graph_try_lock(void);
bool __wrap_ra__graph_try_lock(void);
bool __wrap_ra__graph_try_lock(void)
{
    const bool has = __real_ra__graph_try_lock();
    if (ex.now)
        ex.now->has_graph = has;
    return has;
}

void __real_ra__graph_lock(void);
void __wrap_ra__graph_lock(void);
void __wrap_ra__graph_lock(void)
{
    if (ex.now && ex.now->has_graph)
        ex_fail("thread %d takes the lock of the graph, which it has", ex.now->number);
    __real_ra__graph_lock();
    if (ex.now)
        ex.now->has_graph = true;
}

void __real_ra__graph_unlock(void);
void __wrap_ra__graph_unlock(void);
void __wrap_ra__graph_unlock(void)
{
    if (ex.now)
        ex.now->has_graph = false;
    __real_ra__graph_unlock();
}

/* What a task holds may be the last hold of anything: memory, or what the program is told of. */
void __real_ra__job_hand_over(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context);
void __wrap_ra__job_hand_over(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context);
void __wrap_ra__job_hand_over(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context)
{
    if (ex.now && ex.now->has_graph)
        ex_fail("what a task holds is given up under the lock of the graph");
    __real_ra__job_hand_over(j, take, context);
}

/* ---- words ---- */

/* Who has asked for it may be gone, but does not take that back. */
void ex_rules_word(ex_node *n, uint64_t word)
{
    const bool was = n->word & RA__TASK_URGENT, is = word & RA__TASK_URGENT;
    if (was && !is && ra__task_sequence(n->word) == ra__task_sequence(word) && ra__task_state(word) < RA__TASK_RUNNING && ra__task_state(n->word) < RA__TASK_RUNNING)
        ex_fail("task %lu was asked for, and is urgent no more", (unsigned long)n->sequence);
    if (is && !was)
        n->asked_by = ex.now->number;
}

/* Asked about every record that is retired, as one would be whose call comes a moment later: none is held again. */
bool __real_ra__graph_hold(ra_task *t);
bool __wrap_ra__graph_hold(ra_task *t);
bool __wrap_ra__graph_hold(ra_task *t)
{
    ex_thread *now = ex.now;
    for (int i = 0; now && i < ex_followed_count; i++) {
        ex_node *n = &ex_followed[i];
        if (!n->retired || n->over || ra__task_number(n->task) != n->sequence)
            continue;
        ex.now = NULL; /* it is not the engine that asks */
        const bool held = __real_ra__graph_hold(n->task);
        ex.now = now;
        if (held)
            ex_fail("the record of task %lu can be held, and is to be taken back", (unsigned long)n->sequence);
    }
    return __real_ra__graph_hold(t);
}

/* Who gives up the last hold has it taken back: there is nothing to hold any more. */
void ex_rules_holds(ex_node *n, int32_t holds)
{
    if (n->over)
        return;
    if (n->retired && holds > 0)
        ex_fail("the record of task %lu is held again, and is to be taken back", (unsigned long)n->sequence);
    n->retired = holds == 0;
}
