/*
 * Running tasks: phases, grains, sharing, the end, and what comes next.
 */
#include "async/run/run.h"

#include "async/fusion/fusion.h"
#include "async/memory/memory.h"
#include "async/os/fpu.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/os/room.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/pool.h"
#include "async/pool/slot.h"
#include "async/pool/stand_back.h"
#include "async/pool/wide.h"
#include "async/run/chunk.h"
#include "async/run/costs.h"
#include "async/run/faults.h"
#include "async/run/finish.h"
#include "async/run/lane.h"
#include "async/run/observe_runs.h"
#include "async/run/piece.h"
#include "async/run/stream.h"
#include "async/run/trace.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"
#include "async/thread/guest.h"
#include "async/thread/node.h"
#include "async/thread/scratch.h"
#include "async/thread/stats.h"

#include <limits.h>
#include <string.h>

/* ---- the end of a task ---- */

/* With so many holds, which are given up: the record is retired with the last. */
static ra_task *end_held(ra_task *t, int holds, unsigned *flags)
{
    ra_task *next = ra__finish(t, NULL, flags, ra__stream_offer);
    ra__graph_let_go_of(t, holds);
    return next;
}

static ra_task *end_task(ra_task *t, unsigned *flags)
{
    return end_held(t, 1, flags);
}

static void settle(ra_task *t)
{
    char text[RA__FAULT_TEXT];
    ra_status status = ra__faults_take(t, text);
    ra__job_end(&t->job, &t->course->memory, status, text);
}

/* ---- grains ---- */

static int64_t units_of(ra_task *t)
{
    ra__course *c = t->course;
    c->grains = ra__plan_grains(ra__task_plan(t), c->phase);
    c->grain_unit = 1 + c->grains / RA__UNITS_MAX;
    return (c->grains + c->grain_unit - 1) / c->grain_unit;
}

/* The estimate for so many grains, as if all took the same. */
static double planned_ns(const ra_plan *p, int64_t grains)
{
    double all = 0;
    for (int i = 0; i < ra__plan_counts(p); i++)
        all += (double)p->grains[i];
    return all > 0 ? p->cost_ns / all * (double)grains : p->cost_ns;
}

static __attribute__((noinline)) ra_status run_guest(ra_task *t, ra__run *run, int64_t first, int64_t end)
{
    ra__guest guest;
    if (!RA__MUTANT(KEPT_IN_A_WAIT)) /* it may take long, and wait or ask for what this thread keeps */
        ra__kept_give_back();
    ra__guest_enter(&guest, t);
    ra_status s = run->plan->kernel->run(run, t->course->phase, first, end);
    ra__guest_leave(&guest);
    return s;
}

/* Runs units [first, end) on this thread, which takes so long. False: the kernel goes on elsewhere. */
static bool run_units(ra_task *t, int64_t first, int64_t end, uint64_t *ns)
{
    const ra_plan *p = ra__task_plan(t);
    const int64_t units = t->course->backwards, begin = units ? units - end : first;
    int64_t from = begin * t->course->grain_unit, to = (begin + end - first) * t->course->grain_unit;
    if (to > t->course->grains)
        to = t->course->grains;
    *ns = 0;
    if (from > atomic_load_explicit(&t->course->failed_at, memory_order_relaxed))
        return true; /* a grain before these has failed: they do not matter any more */
    RA__POINT(GRAIN);
    char message[400];
    message[0] = 0;
    ra__scratch scratch;
    ra__run run = t->group ? (ra__run){.plan = p} : ra__job_run_of(&t->job, &t->course->memory);
    run.scratch = ra__scratch_take(&scratch, p->scratch);
    run.message = message;
    run.message_size = sizeof message;
    double planned = planned_ns(p, to - from);
    bool guest = !t->group && !(p->flags & RA__PLAN_LEAF); /* its kernel may call the library */
    ra__pool_busy(t);
    uint64_t start = ra__os_now_ns();
    unsigned fpu = ra__fpu_enter();
    ra_status s = p->scratch && !run.scratch ? RA_ERR_TASK_MEMORY : guest ? run_guest(t, &run, from, to) : p->kernel->run(&run, t->course->phase, from, to);
    ra__fpu_leave(fpu);
    *ns = ra__os_now_ns() - start;
    ra__pool_idle(*ns, guest ? 1e300 : planned); /* it may have waited */
    ra__scratch_give(&scratch);
    ra__count(RA__STAT_KERNEL_NS, *ns);
    if (!ra__is_worker() && ra__tls.wait_depth == 0)
        ra__count(RA__STAT_KERNEL_NS_CONTROL, *ns);
    ra__count(RA__STAT_GRAINS, (uint64_t)(to - from));
    if ((int)s == RA__PENDING) /* it may be complete by now, and t another task */
        return false;
    ra__trace_kernel(t, start, *ns);
    if (!t->group && p->phases == 1 && to - from == p->grains[0])
        ra__cost_learn(&t->job, *ns);
    if (s)
        ra__fault_note_at(t, from, s, message);
    return true;
}

static double unit_ns_of(const ra_task *t)
{
    return planned_ns(ra__task_plan(t), t->course->grain_unit) * (t->group ? 1 : ra__cost_scale(&t->job));
}

enum outcome { PART, WHOLE, ELSEWHERE }; /* others still work on the phase; it is complete; the kernel goes on by itself */

/* In order, by one thread. */
static bool is_alone(const ra_task *t)
{
    return (ra__tls.carried.mode & RA__MODE_SYNC) || (ra__task_plan(t)->flags & RA__PLAN_SERIAL);
}

/*
 * Of a job on a stream, lanes see to the end of each phase, since such jobs end in their order: a phase of several units has one more, which
 * nobody runs and the lane keeps, so that no thief goes on with the job. Whoever leaves none but that rings, and touches the job no more.
 * The bell is read before the count: a count that was too old then is one after whose change the bell rings. It is rung by any thread, by
 * a release behind what that did to the count, and read by lanes, by an acquire before they read that.
 */
static _Atomic uint32_t lanes_bell;

static void see_to_the_end(const ra_task *t)
{
    for (;;) {
        const uint32_t bell = atomic_load_explicit(&lanes_bell, memory_order_acquire);
        if (atomic_load_explicit(&t->course->remaining, memory_order_acquire) == 1)
            return;
        ra__os_futex_wait(&lanes_bell, bell, RA__OS_FOREVER);
    }
}

/* What this thread has taken of a phase is done. */
static enum outcome count_done(ra_task *t, int64_t done)
{
    const bool is_of_lane = ra__task_device(t);
    const int64_t left = atomic_fetch_sub_explicit(&t->course->remaining, done, memory_order_acq_rel) - done;
    if (left == 1 && is_of_lane) {
        atomic_fetch_add_explicit(&lanes_bell, 1, memory_order_release);
        ra__os_futex_wake(&lanes_bell, INT_MAX);
    }
    return left ? PART : WHOLE;
}

/* Works on units [first, end) of the current phase, offering what is left to thieves. */
static enum outcome share(ra_task *t, int64_t first, int64_t end)
{
    int64_t done = 0;
    uint64_t ns;
    ra__slot *slot = end - first > 1 && !is_alone(t) ? ra__slot_mine() : NULL;
    const double unit_ns = unit_ns_of(t);
    int64_t chunk = ra__chunk_of(unit_ns);
    const bool is_short = slot && end - first <= chunk && ra__is_looked_for(unit_ns * (double)(end - first));
    if (is_short)
        chunk = (end - first + 1) / 2;
    if (!slot || ra__slot_is_open(slot) || ra__pool_workers() + (ra__waiting_walk != 0) < 1 || end - first <= chunk) {
        if (!run_units(t, first, end, &ns))
            return ELSEWHERE;
        done = end - first;
    } else {
        ra__slot_offer(slot, t, first + chunk, end); /* the first chunk is its own: who has done nothing cannot be the last */
        if (!is_short && !ra__is_helped(t)) /* nobody is woken for it */
            ra__pool_notify(ra__thread_node());
        int64_t a = first, b = first + chunk;
        bool leaves;
        do {
            run_units(t, a, b, &ns); /* only kernels of one grain may go on elsewhere */
            done += b - a;
            if (!is_short)
                chunk = ra__next_chunk(chunk, b - a, ns, end - first - done);
            leaves = ra__slot_is_open(slot) && ra__pool_leaves_rest();
        } while (ra__slot_take(slot, leaves ? end - first : chunk, &a, &b) && !(leaves && ra__wide_leave(t, a, b)));
    }
    return count_done(t, done);
}

/*
 * Of a phase that it has begun a thread of the program has the front and a worker the back, thieves the rest: whichever of the two comes
 * first, in a loop of the program's each works on the same bytes again and again, and has them in its caches. Not where grains have an
 * order: among phases that are told, others wait for the first ones.
 */
static bool is_begun_at_the_back(const ra_task *t)
{
    return ra__is_worker() && !(ra__task_plan(t)->flags & (RA__PLAN_SERIAL | RA__PLAN_TOLD)) && !ra__job_is_wide(&t->job);
}

static enum outcome run_phase(ra_task *t, int64_t units)
{
    int64_t first = 0, end = units;
    const bool is_open = units > 1 && ra__task_device(t);
    atomic_store_explicit(&t->course->remaining, units + is_open, memory_order_relaxed);
    t->course->backwards = is_begun_at_the_back(t) ? units : 0;
    if (!is_alone(t))
        ra__wide_put_up(t, units, &first, &end);
    const enum outcome outcome = share(t, first, end);
    if (!is_open)
        return outcome;
    see_to_the_end(t);
    return WHOLE;
}

/* Phases from the present one on, until somebody else has part of one. True if the job is complete. */
static bool run_phases(ra_task *t, enum outcome so_far)
{
    while (so_far == WHOLE) { /* else the task may have ended, and its record be another's */
        const ra_plan *p = ra__task_plan(t);
        int64_t units = 0;
        while (units == 0 && ++t->course->phase < p->phases)
            units = units_of(t);
        if (units == 0 || atomic_load_explicit(&t->course->failed_at, memory_order_relaxed) != INT64_MAX || !ra__late_memory_taken(t))
            return true;
        so_far = run_phase(t, units);
    }
    return false;
}

bool ra__run_packing(ra_task *t)
{
    const uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = RA__WALK_ALONE;
    t->course->phase = 0;
    (void)run_phase(t, units_of(t));
    t->course->phase = 1;
    ra__waiting_walk = outer;
    return atomic_load_explicit(&t->course->failed_at, memory_order_relaxed) == INT64_MAX;
}

static enum ra__begin begin(ra_task *t)
{
    return ra__task_take_course(t) ? ra__job_begin(&t->job, &t->course->memory) : RA__NO_MEMORY;
}

/*
 * Memory comes free when tasks end. Before a job fails for the want of it, this thread gives back what is cached and runs
 * other ready tasks (that cannot come to wait for this one: guest.h), or gives those that run elsewhere a little time; a bounded number of times, and one inside another
 * only gives back. A thread that may not stay long runs no others.
 */
static enum ra__begin begin_without_memory(ra_task *t)
{
    enum { TRIES = 64, PAUSE_NS = 200000 };
    static __thread bool draining;
    bool outermost = !draining, may_run = outermost && !(ra__waiting_walk && ra__waiting_longest_ns < 1e300);
    const int tries = outermost && ra__job_could_begin(&t->job) ? TRIES : 1;
    enum ra__begin begun = RA__NO_MEMORY;
    _Atomic uint32_t never = 0;
    draining = true;
    for (int i = 0; i < tries && begun == RA__NO_MEMORY; i++) {
        ra__mem_trim(0);
        if (i && (!may_run || !ra__run_one(true)))
            ra__os_futex_wait(&never, 0, ra__os_now_ns() + PAUSE_NS);
        begun = begin(t);
    }
    if (outermost)
        draining = false;
    if (begun == RA__NO_MEMORY) {
        ra__count(RA__STAT_FAILED, 1);
        ra__job_fail(&t->job, RA_ERR_TASK_MEMORY, NULL);
    }
    return begun;
}

/* Marked as released before it is, for a fork that comes in between: giving up the storages releases the mark. Nobody else changes the
 * word of a running task but who cancels, to no effect. */
void ra__run_release(ra_task *t)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    atomic_store_explicit(&t->word, word | RA__TASK_DROPPED, memory_order_relaxed);
    ra__job_release(&t->job);
    ra__task_give_course(t);
}

void ra__run_prepare(ra_task *t)
{
    t->course->phase = -1;
    atomic_store_explicit(&t->course->notes, NULL, memory_order_relaxed);
    atomic_store_explicit(&t->course->failed_at, INT64_MAX, memory_order_relaxed);
    atomic_store_explicit(&t->course->bare_status, RA_OK, memory_order_relaxed);
}

/* False: it has come to nothing, and is released. */
static bool is_to_run(ra_task *t, unsigned flags)
{
    if (flags & RA__TASK_DROPPED)
        return false;
    if (flags & RA__TASK_CANCELLED)
        ra__job_fail(&t->job, RA_ERR_CANCELLED, NULL);
    else if (!ra__job_is_unobservable(&t->job))
        return true;
    else
        ra__count(RA__STAT_DROPPED, 1);
    ra__run_release(t);
    return false;
}

static bool start_job(ra_task *t, unsigned flags)
{
    if (!is_to_run(t, flags))
        return false;
    enum ra__begin begun = begin(t);
    if (begun == RA__NO_MEMORY)
        begun = begin_without_memory(t);
    if (begun != RA__BEGUN) {
        ra__run_release(t);
        return false;
    }
    ra__run_prepare(t);
    return true;
}

/* ---- groups ---- */

/* There is not memory for all at once: one after another, on this thread, each as if it were alone. */
static void run_apart(ra_task *leader)
{
    ra__group *g = leader->group;
    unsigned mode = ra__tls.carried.mode;
    leader->group = NULL;
    ra__group_keep_all(g);
    ra__tls.carried.mode |= RA__MODE_SYNC;
    for (int i = 0; i < g->count; i++) {
        ra_task *t = g->member[i].task;
        if (!start_job(t, 0))
            continue;
        (void)run_phases(t, WHOLE);
        settle(t);
        ra__run_release(t);
    }
    ra__tls.carried.mode = mode;
    leader->group = g;
}

/* False: it has been run already, member by member. */
static bool start_group(ra_task *leader)
{
    ra__group *g = leader->group;
    ra__group_plan(g);
    for (int i = 0; i < g->count; i++)
        if (begin(g->member[i].task) != RA__BEGUN) {
            while (i-- > 0)
                ra__job_give_up(&g->member[i].task->job, &g->member[i].task->course->memory);
            run_apart(leader);
            return false;
        }
    ra__group_bind(g);
    ra__run_prepare(leader);
    return true;
}

static void settle_group(ra_task *leader)
{
    ra__group *g = leader->group;
    char text[RA__FAULT_TEXT];
    ra_status status = ra__faults_take(leader, text);
    for (int i = 0; i < g->count; i++) {
        ra_task *t = g->member[i].task;
        ra__job_end(&t->job, &t->course->memory, status, text);
        ra__run_release(t);
    }
}

/* Edges lie in the records of successors, which may be members: no record goes before all lists are closed. */
static ra_task *end_members(ra_task *leader, unsigned *flags)
{
    ra__group *g = leader->group;
    ra_task *next = NULL;
    for (int i = 0; i < g->count; i++)
        next = ra__finish(g->member[i].task, next, flags, ra__stream_offer);
    for (int i = 0; i < g->count; i++)
        ra__graph_let_go(g->member[i].task);
    ra__group_free(g);
    return next;
}

/* ---- a task ---- */

/* Whoever waits for it goes on with its end, and may record something new before this thread has looked for more. */
static void search_ahead(const ra_task *t)
{
    ra__worker *w = ra__tls.worker;
    if (w && w->runs == 1 && (t->group ? ra__pool_is_waited_for() : atomic_load_explicit(&t->watched, memory_order_relaxed) > 0))
        ra__search_ahead(w);
}

/* The end of a job whose grains are all done: settles it and gives what is next, claimed. */
static ra_task *end_job(ra_task *t, unsigned *flags)
{
    search_ahead(t);
    if (t->course->observed)
        ra__observe_run_end();
    if (t->group) {
        settle_group(t);
        return end_members(t, flags);
    }
    settle(t);
    ra__run_release(t);
    return end_task(t, flags);
}

void ra__run_gather(ra_task *t)
{
    ra__refused refused;
    refused.count = 0;
    ra__fuse(t, &refused);
    for (int i = 0; i < refused.count; i++)
        ra__run_within(refused.of[i].task, refused.of[i].flags, RA__WALK_UPON);
}

/* Of a piece: it has run, or come to nothing, and is released. False: there is no memory for it yet. */
static bool piece_is_over(ra_task *t, unsigned flags)
{
    if (!is_to_run(t, flags))
        return true;
    if (!ra__run_piece(t))
        return false;
    ra__run_release(t);
    return true;
}

/* One claimed task on this thread. Gives what is next, claimed; NULL also when others will end it. */
static ra_task *run_task(ra_task *t, unsigned *flags)
{
    bool queued = *flags & RA__TASK_QUEUED; /* the hold of a queue goes with the end of a piece, and of others at once: it may be others who end them */
    *flags &= ~(unsigned)RA__TASK_QUEUED;
    if (queued && !(t->kind == RA__TASK_JOB && ra__is_piece(t))) {
        ra__graph_let_go(t);
        queued = false;
    }
    if (t->kind == RA__TASK_CALL) {
        ra__trace_ended(t);
        t->call.finish(t);
    }
    if (t->kind != RA__TASK_JOB)
        return end_task(t, flags);
    if (t->job.plan->device) {
        ra__stream_take(t, *flags);
        return NULL;
    }
    if (t->job.plan->flags & RA__PLAN_BLOCKING && !*flags && !(ra__tls.carried.mode & RA__MODE_SYNC) && ra__lane_take(t, *flags))
        return NULL;
    RA__POINT(RUN);
    const bool observing = ra__observes_run(ra__task_number(t));
    if (!*flags)
        ra__run_gather(t);
    ra__count(ra__is_worker() ? RA__STAT_RAN_BY_WORKER : RA__STAT_RAN_BY_WAITER, t->group ? (uint64_t)t->group->count : 1);
    if (ra__is_piece(t) && piece_is_over(t, *flags)) {
        if (observing)
            ra__observe_run_end();
        return end_held(t, 1 + queued, flags);
    }
    if (queued)
        ra__graph_let_go(t);
    if (!(t->group ? start_group(t) : start_job(t, *flags))) {
        if (observing)
            ra__observe_run_end();
        return t->group ? end_members(t, flags) : end_task(t, flags);
    }
    t->course->observed = observing;
    ra__trace_started(t);
    return run_phases(t, WHOLE) ? end_job(t, flags) : NULL;
}

void ra__run_fork_child(void)
{
    ra__tls.guest = NULL;
    ra__kept_fork_child();
    ra__waiting_walk = 0;
    ra__observe_runs_fork_child();
}

/* And all that follows from it on this thread, until nothing is kept, or its time is over: what was when it began has been given back,
 * if any was. */
static void run_on(ra_task *t, unsigned flags)
{
    while (t) {
        if (ra__tls.worker)
            ra__search_end(ra__tls.worker);
        t = run_task(t, &flags);
        if (!t && ra__keeps_any() && ra__waiting_longest_by_now() < 0)
            ra__kept_give_back();
        if (!t)
            t = ra__take_kept(&flags);
    }
}

/* A worker is in something that it runs, or in one more within that; or, with -1, no more. */
static void count_runs(int more)
{
    if (ra__tls.worker)
        ra__tls.worker->runs += more;
}

void ra__run_claimed(ra_task *t, unsigned flags)
{
    ra__kept_give_back();
    count_runs(1);
    run_on(t, flags);
    count_runs(-1);
}

/* A thief's part of a running task. */
void ra__run_part(ra_task *t, int64_t first, int64_t end)
{
    unsigned flags = 0;
    ra__kept_give_back();
    RA__POINT(STEAL);
    ra__count(RA__STAT_STEALS, 1);
    ra__count(RA__STAT_GRAINS_STOLEN, (uint64_t)(end - first));
    count_runs(1);
    ra_task *next = run_phases(t, share(t, first, end)) ? end_job(t, &flags) : NULL;
    run_on(next, flags);
    count_runs(-1);
}

bool ra__steal_part(uint64_t walk)
{
    int64_t first, end;
    ra_task *t = ra__find_part(walk, &first, &end);
    if (t)
        ra__run_part(t, first, end);
    return t != NULL;
}

bool ra__steal_any_part(void)
{
    uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = RA__WALK_ALONE;
    bool stolen = ra__steal_part(0);
    ra__waiting_walk = outer;
    return stolen;
}

void ra__run_resume(ra_task *t)
{
    unsigned flags = 0;
    uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = RA__WALK_ALONE;
    if (ra__task_device(t))
        ra__trace_streamed(t);
    if (run_phases(t, WHOLE))
        (void)end_job(t, &flags); /* with nothing next */
    ra__waiting_walk = outer;
}

void ra__run_end(ra_task *t)
{
    unsigned flags = 0;
    uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = RA__WALK_ALONE;
    (void)end_task(t, &flags);
    ra__waiting_walk = outer;
}

bool ra__run_one(bool upon_another)
{
    bool leaf = (upon_another || ra__tls.guest) && !RA__MUTANT(UPON_ANYTHING);
    unsigned flags;
    ra_task *t = ra__find_any(leaf, &flags);
    if (t)
        ra__run_within(t, flags, upon_another ? RA__WALK_UPON : RA__WALK_ALONE); /* what it makes ready is for the next one: the caller may want no more than this */
    return t || (!leaf && ra__steal_any_part());
}
