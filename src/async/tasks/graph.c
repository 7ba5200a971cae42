#include "async/tasks/graph.h"

#include "async/os/lock.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/os/room.h"
#include "async/tasks/records.h"
#include "async/thread/settings.h"
#include "async/thread/stalls.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

#include <limits.h>
#include <string.h>

enum { HELD_UP_NS = 200000 };
enum { COLLECT = RA__ROOM(32, 3) }; /* retired records taken back per call, so that no call pays for many */
/* Records from one look at the retired list to the next: each look takes its line from who puts more there. At most half of COLLECT, so that what
 * is looked for so rarely is caught up with. */
enum { LOOK_EVERY = RA__ROOM(16, 1) };

/* ---- the lock ---- */

static _Atomic uint32_t lock_word;

bool ra__graph_try_lock(void)
{
    return ra__try_lock(&lock_word);
}

/* A call that the lock has held up, which should not happen, is told like one that waits. Waits count as a whole. */
static __attribute__((noinline)) void lock_slowly(void)
{
    const uint64_t start = ra__os_now_ns();
    if (ra__lock(&lock_word) && ra__tls.wait_depth == 0 && ra__os_now_ns() - start >= HELD_UP_NS)
        ra__note_wait(RA__WAIT_LOCK, NULL, 0, start);
}

void ra__graph_lock(void)
{
    if (!ra__graph_try_lock())
        lock_slowly();
}

void ra__graph_unlock(void)
{
    ra__unlock(&lock_word);
}

void ra__graph_fork_child(void)
{
    atomic_store_explicit(&lock_word, 1, memory_order_relaxed);
}

/* ---- records ---- */

static ra_task *to_collect;         /* taken off the retired list, not yet taken back; under the lock, as are the next two */
static int since_looked;            /* records made since somebody looked whether there are more */
_Atomic uint64_t ra__graph_latest;
struct ra__graph_counts ra__graph_counts;
_Atomic size_t ra__graph_most_bytes[RA__MEMORIES];
static struct { /* on a line of its own: runners write it at every task, and recorders what would lie beside it */
    _Alignas(64) _Atomic(ra_task *) first; /* pushed by runners */
} retired;
static _Atomic int32_t awaited; /* how many wait for what ended records have a use of. Any thread, atomically; it orders nothing: who reads an old one looks some records later */

__thread struct ra__graph_reserved ra__graph_reserved;

void ra__graph_bound(int memory, size_t bytes)
{
    const size_t quarter = bytes >= 4 ? bytes / 4 : ra__settings.pacing_bytes;
    atomic_store_explicit(&ra__graph_most_bytes[memory], ra__settings.pacing_is_given ? ra__settings.pacing_bytes : quarter, memory_order_relaxed);
}

static void add_to(_Atomic int64_t *count, int64_t n)
{
    atomic_store_explicit(count, atomic_load_explicit(count, memory_order_relaxed) + n, memory_order_relaxed);
}

/* It comes (1) or goes (-1). */
static void count_in_flight(const ra_task *t, int n)
{
    add_to(t->kind == RA__TASK_JOIN ? &ra__graph_counts.joins : &ra__graph_counts.tasks, n);
    add_to(&ra__graph_counts.bytes[t->memory], n * t->bytes);
}

void ra__graph_uncount_bytes(ra_task *t)
{
    add_to(&ra__graph_counts.bytes[t->memory], -t->bytes);
    t->bytes = 0;
}

static void count_nothing(void)
{
    atomic_store_explicit(&ra__graph_counts.tasks, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__graph_counts.joins, 0, memory_order_relaxed);
    for (int i = 0; i < RA__MEMORIES; i++)
        atomic_store_explicit(&ra__graph_counts.bytes[i], 0, memory_order_relaxed);
}

static void take_back(ra_task *t)
{
    while (t->blocks) {
        ra__edge_block *next = t->blocks->next;
        ra__os_free(t->blocks);
        t->blocks = next;
    }
    if (t->kind == RA__TASK_JOB && t->job.plan)
        ra__job_close(&t->job);
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    atomic_store_explicit(&t->word, ra__task_sequence(word) << 8 | RA__TASK_DONE, memory_order_relaxed); /* for those who still name it */
    ra__record_give(t);
}

static void collect(int most)
{
    if (!to_collect)
        to_collect = atomic_exchange_explicit(&retired.first, NULL, memory_order_acquire);
    for (int n = 0; to_collect && n < most; n++) {
        ra_task *t = to_collect;
        to_collect = atomic_load_explicit(&t->link, memory_order_relaxed);
        count_in_flight(t, -1);
        take_back(t);
        if (!to_collect)
            to_collect = atomic_exchange_explicit(&retired.first, NULL, memory_order_acquire);
    }
}

bool ra__graph_collect(void)
{
    collect(COLLECT);
    return to_collect;
}

void ra__graph_collect_all(void)
{
    for (bool more = true; more;) {
        ra__graph_lock();
        more = ra__graph_collect();
        ra__graph_unlock();
    }
}

static void retire(ra_task *t)
{
    ra_task *head = atomic_load_explicit(&retired.first, memory_order_relaxed);
    do
        atomic_store_explicit(&t->link, head, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&retired.first, &head, t, memory_order_release, memory_order_relaxed));
}

bool ra__graph_hold(ra_task *t)
{
    int32_t holds = atomic_load_explicit(&t->holds, memory_order_relaxed);
    while (holds || RA__MUTANT(RETIRED_TWICE))
        if (atomic_compare_exchange_weak_explicit(&t->holds, &holds, holds + 1, memory_order_relaxed, memory_order_relaxed))
            return true;
    /* It has ended, and who goes on to what it did must have its end: it stays so while the caller has the graph's lock. */
    (void)atomic_load_explicit(&t->holds, memory_order_acquire);
    return false;
}

void ra__graph_let_go_of(ra_task *t, int holds)
{
    if (atomic_fetch_sub_explicit(&t->holds, holds, memory_order_acq_rel) == holds)
        retire(t);
}

void ra__graph_let_go(ra_task *t)
{
    ra__graph_let_go_of(t, 1);
}

bool ra__graph_reserve_now(void)
{
    ra__os_at_thread_exit();
    ra__graph_lock();
    ra__graph_reserved.record = ra__record_take();
    ra__graph_reserved.epoch = atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed);
    ra__graph_unlock();
    return ra__graph_reserved.record != NULL;
}

void ra__graph_leave(void)
{
    if (!ra__graph_reserved.record)
        return;
    ra__graph_lock();
    if (ra__graph_reserved.epoch == atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed))
        ra__record_give(ra__graph_reserved.record);
    ra__graph_unlock();
    ra__graph_reserved.record = NULL;
}

void ra__graph_await_ended(int change)
{
    atomic_fetch_add_explicit(&awaited, change, memory_order_relaxed);
}

/* What is not seen now is a little later. */
static bool has_retired(void)
{
    since_looked = 0;
    return atomic_load_explicit(&retired.first, memory_order_relaxed);
}

ra_task *ra__graph_new(enum ra__task_kind kind)
{
    if (to_collect || ((++since_looked >= LOOK_EVERY || atomic_load_explicit(&awaited, memory_order_relaxed)) && has_retired()))
        collect(COLLECT);
    ra_task *t = ra__record_take();
    if (!t && has_retired()) {
        collect(COLLECT);
        t = ra__record_take();
    }
    if (!t && kind == RA__TASK_JOB) {
        t = ra__graph_reserved.record;
        ra__graph_reserved.record = NULL;
    }
    if (!t)
        return NULL;
    t->kind = (uint8_t)kind & 3;
    t->memory = 0;
    t->home = 0;
    t->bytes = 0;
    t->visited = 0;
    t->needed_in_lane = 0;
    t->edge_count = 0;
    t->blocks = NULL;
    t->course = NULL;
    atomic_store_explicit(&t->space, 0, memory_order_relaxed);
    t->group = NULL;
    atomic_store_explicit(&t->leader, NULL, memory_order_relaxed);
    atomic_store_explicit(&t->needed, 0, memory_order_relaxed);
    atomic_store_explicit(&t->watched, 0, memory_order_relaxed);
    atomic_store_explicit(&t->successors, NULL, memory_order_relaxed);
    atomic_store_explicit(&t->waits, RA__WAITS_UNCOMMITTED, memory_order_relaxed);
    atomic_store_explicit(&t->holds, 1, memory_order_relaxed);
    atomic_store_explicit(&t->word, ra__graph_number() << 8 | RA__TASK_WAITING, memory_order_relaxed);
    t->job.plan = NULL;
    return t;
}

void ra__graph_abandon(ra_task *t)
{
    take_back(t);
}

/* ---- order ---- */

static ra__edge *edge_slot(ra_task *t)
{
    ra__edge_block *b = t->blocks;
    if (t->edge_count < RA__FEW_EDGES)
        return &t->few_edges[t->edge_count];
    if (b && b->count < b->room)
        return &b->edges[b->count];
    int room = b ? RA__MORE_EDGES : RA__FIRST_EDGES;
    b = ra__os_alloc(sizeof *b + (size_t)room * sizeof b->edges[0]);
    if (!b)
        return NULL;
    *b = (ra__edge_block){.next = t->blocks, .room = room};
    t->blocks = b;
    return b->edges;
}

/* The device that has `before` is told to do t behind it, which needs no end. */
static __attribute__((noinline)) bool follows(const ra_task *t, const ra_task *before)
{
    const unsigned device = ra__task_device(t);
    return device && device == ra__task_device(before) && !ra__task_awaits_end(t, before);
}

/* An edge to t, in its slot, from one that is issued. Whether it is used: on the same stream t comes behind that anyway. */
static bool follow_issued(ra_task *t, ra_task *before, ra__edge *e)
{
    if (ra__task_stream(t) == ra__task_stream(before))
        return false;
    if (!RA__MUTANT(NO_ORDER_OF_STREAMS_RECORDED))
        ra__edge_to_stream(e, ra__task_stream(before), before->place);
    atomic_fetch_sub_explicit(&t->waits, 1, memory_order_relaxed);
    return true;
}

static void use_slot(ra_task *t)
{
    t->edge_count++;
    if (t->blocks)
        t->blocks->count++;
}

static __attribute__((noinline)) bool order_behind_issued(ra_task *t, ra_task *before, uint64_t sequence)
{
    ra__edge *e = edge_slot(t);
    if (!e)
        return false;
    *e = (ra__edge){.successor = t, .predecessor = before, .sequence = sequence};
    if (follow_issued(t, before, e))
        use_slot(t);
    return true;
}

/* The edge has just been put first, before `next`. False: the issuing lane, or the end of `before`, has taken it over, and sees to it. */
static __attribute__((noinline)) bool take_edge_back(ra_task *before, ra__edge *e, ra__edge *next)
{
    return atomic_compare_exchange_strong_explicit(&before->successors, &e, next, memory_order_relaxed, memory_order_relaxed);
}

bool ra__graph_order(ra_task *t, ra_task *before, uint64_t sequence)
{
    const uint64_t word = atomic_load_explicit(&before->word, memory_order_acquire);
    if (ra__task_sequence(word) != sequence || ra__task_state(word) == RA__TASK_DONE)
        return true;
    if (ra__task_state(word) == RA__TASK_ISSUED && follows(t, before))
        return order_behind_issued(t, before, sequence);
    ra__edge *head = atomic_load_explicit(&before->successors, memory_order_acquire);
    if (head && head != RA__CLOSED && head->successor == t) /* nobody else has put one there since this thread has the lock */
        return true;
    ra__edge *e = edge_slot(t);
    if (!e)
        return false;
    *e = (ra__edge){.successor = t, .predecessor = before, .sequence = sequence};
    RA__POINT(ORDER);
    do {
        if (head == RA__CLOSED) /* it ended just now; the slot stays free */
            return true;
        e->next = head;
    } while (!atomic_compare_exchange_weak_explicit(&before->successors, &head, e, memory_order_acq_rel, memory_order_acquire));
    /* It may have been issued meanwhile, and have let go whom it then knew of (run/stream.c): who finds the list as that left it sees so. */
    if (__builtin_expect(ra__task_state(atomic_load_explicit(&before->word, memory_order_acquire)) == RA__TASK_ISSUED, false) && follows(t, before) &&
        take_edge_back(before, e, head) && !follow_issued(t, before, e))
        return true;
    use_slot(t);
    return true;
}

bool ra__graph_commit(ra_task *t)
{
    int64_t change = t->edge_count - RA__WAITS_UNCOMMITTED;
    count_in_flight(t, 1);
    RA__POINT(COMMIT);
    if (t->edge_count == 0) { /* nobody else knows of it before the lock is given up */
        int32_t holds = atomic_load_explicit(&t->holds, memory_order_relaxed);
        uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
        atomic_store_explicit(&t->waits, 0, memory_order_relaxed);
        atomic_store_explicit(&t->holds, holds + 1, memory_order_relaxed);
        atomic_store_explicit(&t->word, word + (RA__TASK_READY - RA__TASK_WAITING), memory_order_relaxed);
        return true;
    }
    if (atomic_fetch_add_explicit(&t->waits, change, memory_order_acq_rel) + change != 0)
        return false;
    atomic_fetch_add_explicit(&t->holds, 1, memory_order_relaxed); /* before a waiter can find it, run it and let it be reused */
    ra__task_make_ready(t);
    return true;
}

/* Nobody has come to know of it: it was recorded in this hold of the lock, no queue has it, and no edge leads out of it. */
void ra__graph_finish_join(ra_task *t)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    atomic_store_explicit(&t->successors, RA__CLOSED, memory_order_relaxed);
    atomic_store_explicit(&t->word, (word & ~(uint64_t)RA__TASK_STATE) | RA__TASK_DONE, memory_order_relaxed);
    ra__graph_let_go(t); /* the commit's hold */
    ra__graph_let_go(t);
}

/*
 * A member that has ended still names its leader, whose record may lead another group by then; while it is RUNNING its
 * leader's record is the one of its own group, which outlasts it. (That it has ended is known to whoever records again with that record.)
 */
int64_t ra__graph_edges_from(ra_task *t, const ra_task *leader)
{
    int64_t n = 0;
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        uint64_t word = atomic_load_explicit(&e->predecessor->word, memory_order_relaxed);
        bool counts = ra__task_sequence(word) == e->sequence && (ra__task_state(word) == RA__TASK_RUNNING || RA__MUTANT(STALE_LEADER));
        n += counts && atomic_load_explicit(&e->predecessor->leader, memory_order_relaxed) == leader;
    }
    return n;
}

void ra__graph_each_ready_before(ra_task *t, void (*visit)(void *context, ra_task *before, uint64_t sequence), void *context)
{
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        uint64_t word = atomic_load_explicit(&e->predecessor->word, memory_order_relaxed);
        if (ra__task_sequence(word) == e->sequence && ra__task_state(word) == RA__TASK_READY)
            visit(context, e->predecessor, e->sequence);
    }
}

/* ---- walking ---- */

bool ra__graph_is_recorded(const ra_task *t)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_acquire); /* who passes over one that is done may look at what it wrote */
    if (atomic_load_explicit(&t->waits, memory_order_relaxed) >= RA__WAITS_UNCOMMITTED / 2)
        return false; /* some thread is filling it in: it may yet run inline, and has no end then */
    return ra__task_state(word) == RA__TASK_WAITING || ra__task_state(word) == RA__TASK_READY || ra__task_runs(word);
}

typedef void (*visit_fn)(ra_task *t);

static void visit_if_recorded(void *visit, ra_task *t)
{
    if (ra__graph_is_recorded(t))
        (*(visit_fn *)visit)(t);
}

void ra__graph_each(void (*visit)(ra_task *t))
{
    ra__record_each(visit_if_recorded, &visit);
}

static void next_epoch(void)
{
    atomic_store_explicit(&ra__graph_epoch, atomic_load_explicit(&ra__graph_epoch, memory_order_relaxed) + 1, memory_order_relaxed);
}

void ra__graph_forget(void)
{
    next_epoch();
    ra__records_forget();
    to_collect = NULL;
    atomic_store_explicit(&retired.first, NULL, memory_order_relaxed);
    count_nothing();
}

void ra__graph_shutdown(void)
{
    collect(INT_MAX);
    next_epoch(); /* hazards of live storages still name the records */
    ra__records_free();
    to_collect = NULL;
    atomic_store_explicit(&retired.first, NULL, memory_order_relaxed);
    count_nothing();
}
