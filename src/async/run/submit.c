/*
 * Submitting: inline, in the call, or to the graph; and the pacing of those who run far ahead.
 */
#include "async/run/submit.h"

#include "async/fusion/fusion.h"
#include "async/os/fpu.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/pool/pool.h"
#include "async/pool/urgent.h"
#include "async/run/blas_os.h"
#include "async/run/costs.h"
#include "async/run/defined.h"
#include "async/run/pace.h"
#include "async/run/run.h"
#include "async/run/stream.h"
#include "async/run/streams.h"
#include "async/run/trace.h"
#include "async/run/wait.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"
#include "async/thread/settings.h"
#include "async/thread/stats.h"
#include "async/thread/turns.h"
#include "async/values/readers.h"

/* ---- inline ---- */

/* Of one with a need of its own: files have a lane, and what a library is loaded for waits until it is there. */
static __attribute__((noinline)) bool needs_a_task(const ra__job *j)
{
    return j->plan->flags & RA__PLAN_BLOCKING || !ra__blas_expect();
}

/* Memory that devices reach by themselves is the driver's to give: that takes it long, and it may wait for a device. */
static bool takes_locked(const ra__job *j)
{
    for (int r = 0; r < j->results; r++) {
        const ra_storage *s = j->operand[r].storage;
        if (s->flags & RA__STORAGE_LOCKED && !atomic_load_explicit(&s->data, memory_order_relaxed))
            return true;
    }
    return false;
}

/* In a definition what comes next may be computed with it, piece by piece. */
static bool may_be_joined(const ra__job *j)
{
    const ra_op *op = ra__job_op(j);
    return ra__tls.carried.within && op && (op->properties & (RA_OP_ELEMENTWISE | RA_OP_OVERWRITES)) == RA_OP_ELEMENTWISE;
}

/*
 * Up to what time it is to be computed in the call: longer by one who would wait for it at once, for to hand it over and to be told of its end
 * takes that long, and more for one piece, which nobody can share.
 */
static int64_t in_call_ns(const ra__job *j)
{
    if (!ra__turns_are_taken() || may_be_joined(j))
        return ra__settings.inline_ns;
    return ra__settings.inline_ns * (j->plan->phases == 1 && j->plan->grains[0] == 1 ? 4 : 2);
}

/* Under the lock, which one that is so long would keep from others: whether little is in flight that may need it. Each worker may keep a record. */
static bool may_hold_up(double expected_ns)
{
    if (!ra__turns_are_taken() || expected_ns <= (double)ra__settings.inline_ns)
        return true;
    (void)ra__graph_collect();
    return ra__graph_in_flight().tasks <= ra__pool_workers();
}

/* It is run under a lock that nobody takes twice, or who has that waits for it: only what cannot call for it again. And how long it is expected to take. */
static bool may_run_inline(const ra__job *j, double *expected_ns)
{
    const unsigned flags = j->plan->flags;
    if (!(flags & RA__PLAN_LEAF) || (flags & (RA__PLAN_BLOCKING | RA__PLAN_LAPACK) && needs_a_task(j)) || !ra__job_is_built_in(j) || !j->plan->kernel || ra__settings.no_inline)
        return false;
    *expected_ns = ra__cost_expected_ns(j);
    return ra__cost_is_short(j, *expected_ns, in_call_ns(j)) && !takes_locked(j);
}

static void note_time(const ra__job *j, uint64_t start, uint64_t ns)
{
    ra__cost_ran_in_call(j, ns, ra__settings.inline_ns);
    if (!ra__is_worker())
        ra__count_max(RA__STAT_INLINE_NS_MAX, ns);
    ra__trace_inline(j, start, ns);
}

static inline __attribute__((always_inline)) void run_timed(ra__job *j, double expected_ns, bool *ran)
{
    bool timed = ra__is_tracing() || ra__cost_is_due(j, expected_ns, ra__settings.inline_ns);
    uint64_t start = timed ? ra__os_now_ns() : 0;
    unsigned fpu = ra__fpu_enter();
    *ran = ra__job_run(j); /* without memory it is recorded: a task can wait for others to give some back */
    ra__fpu_leave(fpu);
    if (!*ran)
        return;
    uint64_t ns = timed ? ra__os_now_ns() - start : (uint64_t)(int64_t)expected_ns;
    ra__counters *mine = ra__counters_mine();
    ra__count_in(mine, RA__STAT_RAN_INLINE, 1);
    ra__count_in(mine, RA__STAT_KERNEL_NS, ns);
    if (!ra__is_worker())
        ra__count_in(mine, RA__STAT_KERNEL_NS_CONTROL, ns);
    if (timed)
        note_time(j, start, ns);
}

/* A kernel that calls the library all the same is told, and what it called does not wait for the lock. */
static __attribute__((noinline, cold)) void run_watched(ra__job *j, double expected_ns, bool *ran)
{
    unsigned mode = ra__tls.carried.mode;
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    ra__running_inline = ra__job_name(j);
    run_timed(j, expected_ns, ran);
    ra__running_inline = NULL;
    ra__tls.carried.mode = mode;
}

/* For who waits for it: by now, or by the time of this number. Of other bytes of the storage nothing is known. */
static void note_made(const ra__job *j, uint64_t latest)
{
    const ra__operand *o = &j->operand[0];
    ra__tls.made.storage = j->results ? o->storage : NULL;
    ra__tls.made.first = o->offset;
    ra__tls.made.end = ra__operand_end(o);
    ra__tls.made.sequence = latest;
}

/* What others may come to, and all that it leaves behind, is its result, which is new, and what it reads is in memory. Not of a worker: who
 * waits for its end may be of another class. */
static inline bool needs_no_lock(const ra__job *j, double expected_ns)
{
    if (j->results != 1 || !j->operand[0].fresh || j->operands > RA__JOB_OPERANDS || j->plan->flags & RA__PLAN_EFFECT || !ra__job_has_nothing(j) ||
        expected_ns > (double)ra__settings.inline_ns || ra__tls.carried.mode & RA__MODE_KERNEL || ra__is_checking() || ra__is_tracing())
        return false;
    for (int k = 1; k < j->operands; k++) {
        const ra_storage *s = j->operand[k].storage;
        if (s && (s->device != RA_CPU || (uintptr_t)atomic_load_explicit(&s->data, memory_order_relaxed) <= (uintptr_t)RA__TAKING || ra__has_ever_failed(s)))
            return false;
    }
    return true;
}

/* The lock orders it before whatever another thread may record on the same bytes. False: it cannot be run under it, which is given back. */
static bool begin_locked(ra__job *j, double expected_ns, bool *meets)
{
    ra__graph_lock();
    if (!(ra__tls.carried.mode & RA__MODE_KERNEL))
        ra__readers_enter();
    if (!ra__graph_is_free(j) || !may_hold_up(expected_ns)) {
        ra__graph_unlock();
        return false;
    }
    *meets = ra__readers_keep_out(j);
    j->sequence = ra__graph_number();
    return true;
}

static void end_locked(ra__job *j, bool meets, bool ran)
{
    if (meets)
        ra__readers_let_in(j);
    if (ran) {
        ra__graph_mark_written(j);
        note_made(j, j->sequence);
        ra__job_discard(j);
    }
    ra__graph_unlock();
}

/* Without a number of its own it cannot fail: that is to be told from the failures before it and behind. For the rest the latest will do, as
 * nothing that was recorded later can be before it. */
static bool run_unlocked(ra__job *j, double expected_ns)
{
    bool ran = false;
    if (!needs_no_lock(j, expected_ns) || !ra__readers_begin(j))
        return false;
    RA__POINT(READ);
    const uint64_t latest = ra__graph_last_sequence();
    j->sequence = 0;
    run_timed(j, expected_ns, &ran);
    ra__readers_end();
    if (ran) {
        note_made(j, latest);
        ra__graph_mark_made(j);
    }
    return ran;
}

static bool run_inline(ra__job *j, double expected_ns)
{
    bool ran = false, meets;
    if (run_unlocked(j, expected_ns))
        return true;
    if (!begin_locked(j, expected_ns, &meets))
        return false;
    if (__builtin_expect(ra__is_checking(), false))
        run_watched(j, expected_ns, &ran);
    else
        run_timed(j, expected_ns, &ran);
    end_locked(j, meets, ran);
    return ran;
}

/* ---- recording ---- */

static int64_t fresh_bytes(const ra__job *j)
{
    int64_t bytes = 0;
    for (int r = 0; r < j->results; r++)
        if (!j->operand[r].storage->hazards.written)
            bytes += j->operand[r].need; /* fits: at most RA__MAX_RESULTS of RA__MOST_MEMORY */
    return bytes;
}

/* There is one, unless a kernel that this thread ran meanwhile has taken the reserve and there is no memory for another. */
static ra_task *new_record(void)
{
    ra_task *t;
    while (!(t = ra__graph_new(RA__TASK_JOB))) {
        ra__graph_unlock();
        if (!ra__run_one(false))
            ra__os_yield();
        ra__graph_collect_all();
        ra__graph_lock();
    }
    return t;
}

/* Without memory for its place in the order, a job still must not be lost or run too early: it waits for everything. */
static void register_whatever_it_takes(ra_task *t)
{
    while (!ra__graph_register(t)) {
        ra__graph_unlock();
        if (!ra__run_one(false))
            ra__os_yield();
        ra__graph_collect_all();
        ra__graph_lock();
    }
}

/* The job's record, and whether it is ready; then the caller has a hold of it, and publishes or runs it. `ask`: it is urgent, and
 * gets what asks for it. */
static inline __attribute__((always_inline)) ra_task *record(const ra__job *j, int holds, ra_task **ask, bool *ready)
{
    const char *name = ra__job_name(j);
    uint64_t trace_ns = ra__trace_recording();
    ra__graph_lock();
    ra_task *t = new_record();
    uint64_t sequence = ra__task_number(t);
    ra__job_move(&t->job, j);
    t->job.sequence = sequence;
    t->bytes = fresh_bytes(&t->job);
    t->memory = (uint8_t)ra__job_memory_of(&t->job) & 63;
    ra__job_hold(&t->job);
    ra__readers_await(&t->job);
    atomic_store_explicit(&t->space, ra__fusion_space(&t->job), memory_order_relaxed);
    t->home = (int8_t)ra__pool_home(&t->job); /* now: once it is ready, others may run and release it */
    atomic_store_explicit(&t->holds, 1 + holds, memory_order_relaxed);
    register_whatever_it_takes(t);
    if (ask)
        *ask = ra__urgent_record(t);
    ra__trace_numbered(sequence, trace_ns);
    *ready = ra__graph_commit(t);
    ra__graph_unlock();
    ra__trace_recorded(name, sequence, trace_ns);
    ra__count(RA__STAT_RECORDED, 1);
    return t;
}

static bool is_synchronous(const ra__carried *c)
{
    return c->mode & RA__MODE_SYNC || (!c->execution_set && ra__settings.execution == RA_SYNC);
}

/* In the calling thread: recorded like any other, so that the order holds between threads, and run at once. */
static __attribute__((noinline)) void compute_now(const ra__job *j)
{
    if (j->plan->flags & RA__PLAN_LAPACK)
        ra__blas_load_now(ra__job_name(j));
    unsigned flags = 0;
    bool ready;
    ra_task *t = record(j, 1, NULL, &ready); /* with a hold that keeps it while it is waited for */
    uint64_t sequence = ra__task_number(t);
    unsigned mode = ra__tls.carried.mode;
    ra__tls.carried.mode |= RA__MODE_SYNC;
    if (ready && ra__task_claim(t, sequence, &flags))
        ra__run_alone(t, flags);
    if (ready)
        ra__graph_let_go(t);
    /* Others have it, or its kernel goes on by itself; or it has to wait for the kernel that calls, and is left to run after that. */
    if (ra__task_state(atomic_load_explicit(&t->word, memory_order_relaxed)) != RA__TASK_DONE)
        ra__wait_task(t);
    ra__tls.carried.mode = mode;
    ra__graph_let_go(t);
}

static void hold_back(const ra__job *j)
{
    if (!(ra__tls.carried.mode & RA__MODE_KERNEL)) /* what is in flight may be waiting for the very kernel that calls */
        ra__pace(j);
}

static __attribute__((noinline)) void record_urgent(const ra__job *j)
{
    bool ready;
    ra_task *ask;
    (void)ra__urgent_expect();
    hold_back(j);
    ra_task *t = record(j, 0, &ask, &ready);
    if (ready)
        ra__publish(t);
    if (ask)
        ra__urgent_ask(ask);
}

void ra__submit(ra__job *j)
{
    bool ready;
    double expected_ns;
    ra__turns_called();
    if (may_run_inline(j, &expected_ns) && run_inline(j, expected_ns))
        return;
    if (is_synchronous(&ra__tls.carried)) {
        compute_now(j);
        return;
    }
    if (ra__tls.carried.mode & RA__MODE_URGENT) {
        record_urgent(j);
        return;
    }
    hold_back(j);
    ra_task *t = record(j, 0, NULL, &ready);
    if (ready)
        ra__publish_defined(t);
}

void ra__submit_to_device(ra__job *j)
{
    bool ready;
    ra__turns_called();
    j->stream = ra__streams_for(j);
    if (is_synchronous(&ra__tls.carried)) {
        compute_now(j);
        return;
    }
    hold_back(j);
    ra_task *t = record(j, 0, NULL, &ready);
    if (ready)
        ra__stream_offer(t);
}
