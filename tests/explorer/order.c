/*
 * Every task, from its record to its end, beside the engine's own bookkeeping, of which nothing is believed.
 *
 * Where the engine calls from one of its files into another, the linker puts these functions between (--wrap, explorer.mk):
 *   ra__graph_commit   a job is recorded: the bytes that it reads and writes are worked out element by element, and every earlier
 *                      one that shares a byte with it, one of the two writing, must have ended before it begins
 *   ra__job_begin, ra__job_run, ra__job_fail   it begins: those have
 *   ra__job_give_up    it has not begun after all
 *   ra__job_end        it has ended
 *   ra__record_take, ra__record_give   the record is in use, and free again, once: it had ended, nothing holds it, its list of successors is closed
 *   ra__inject_put, ra__inject_take   whether a task stands in a queue where all can find it
 * Members of a group begin together, in order, on one thread, and go through the group tile by tile: among those the order is
 * the group's.
 * Every store of a task's word comes by as well (ex_watch): who claimed it; that it is dropped and never runs, and then nothing
 * may ever begin that reads what it was to write, until that is written by another; whether a cancel has come to nothing.
 *
 * Bytes are counted in fours, as no element of the programs is smaller; a storage has at most 32 of them.
 */
#include "order.h"

#include "async/front/tensor.h"
#include "async/pool/queue.h"
#include "async/tasks/drop.h"
#include "async/tasks/graph.h"
#include "async/tasks/records.h"
#include "program.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 192, OPERANDS = 8, FOUR = 4, WORDS = NODES / 64 };
enum phase { RECORDED, BEGUN, ENDED, DROPPED };

typedef struct touch {
    const ra_storage *storage;
    uint32_t fours;
    bool writes;
    uint64_t source[WORDS]; /* of what it reads: nodes that wrote it last */
} touch;

typedef struct node {
    ra_task *task;
    uint64_t sequence;
    enum ra__task_kind kind;
    enum phase phase;
    int recorder, runner, claimer;
    bool cancel_asked; /* a cancel was to mark it, */
    bool cancel_due;   /* and it has been seen pending and not marked since */
    bool given;       /* its record is free again */
    uint64_t queued_at; /* the step */
    bool in_queue;    /* put there whole, and not taken */
    unsigned taken;   /* from a queue, so often: perhaps before who put it there is through */
    int touches;
    touch touch[OPERANDS];
    uint64_t before[WORDS];
} node;

static node nodes[NODES];
static int count;
static bool overflow;
static uint64_t first_put; /* the step of the first one into a queue since a worker has stopped for ever */
static ra_task *putting[EX_THREADS]; /* into the injection queue, by a thread that is at it */
static const ra_storage *waited_for[EX_THREADS];

static int index_of(const node *n)
{
    return (int)(n - nodes);
}

static void set(uint64_t *bits, int i)
{
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

static bool has(const uint64_t *bits, int i)
{
    return bits[i / 64] >> i % 64 & 1;
}

/* The latest of that record. */
static node *find(const ra_task *t)
{
    for (int i = count; i-- > 0;)
        if (nodes[i].task == t)
            return &nodes[i];
    return NULL;
}

static node *of_job(const ra__job *j)
{
    for (int i = count; i-- > 0;)
        if (nodes[i].kind == RA__TASK_JOB && &nodes[i].task->job == j)
            return nodes[i].sequence == ra__task_number(nodes[i].task) ? &nodes[i] : NULL;
    return NULL;
}

/* ---- what a job touches ---- */

static uint32_t fours_of(const ra__operand *o)
{
    const ra_layout *l = o->layout;
    uint32_t fours = 0;
    int64_t item = ra__itemsize(l);
    for (int64_t i = 0; i < l->numel; i++) {
        int64_t at = o->offset, rest = i;
        for (int d = l->ndim; d-- > 0;) {
            at += rest % ra__sizes(l)[d] * ra__strides(l)[d] * item;
            rest /= ra__sizes(l)[d];
        }
        for (int64_t b = at / FOUR; b <= (at + item - 1) / FOUR; b++)
            if (b < 32)
                fours |= UINT32_C(1) << b;
    }
    return fours;
}

static int touches_of(const ra__job *j, touch *touches)
{
    int n = 0;
    for (int k = 0; k < j->operands && n < OPERANDS; k++) {
        const ra__operand *o = &j->operand[k];
        if (o->storage)
            touches[n++] = (touch){.storage = o->storage, .fours = fours_of(o), .writes = o->writes};
    }
    return n;
}

static bool conflict(const touch *a, const touch *b)
{
    return a->storage == b->storage && (a->fours & b->fours) && (a->writes || b->writes);
}

/* Which nodes wrote last what t reads. */
static void find_sources(touch *t, int before)
{
    uint32_t left = t->fours;
    for (int i = before; i-- > 0 && left;)
        for (int k = 0; k < nodes[i].touches; k++) {
            const touch *w = &nodes[i].touch[k];
            if (w->writes && w->storage == t->storage && (w->fours & left)) {
                set(t->source, i);
                left &= ~w->fours;
            }
        }
}

static void describe(const node *n, char *text, size_t size)
{
    static const char *const phases[] = {"recorded", "begun", "ended", "dropped"};
    snprintf(text, size, "task %lu (%s, %s)", (unsigned long)n->sequence, n->task->kind == RA__TASK_JOB && n->task->job.plan ? ra__job_name(&n->task->job) : "of no operator", phases[n->phase]);
}

/* ---- recording ---- */

bool __real_ra__graph_commit(ra_task *t);
bool __wrap_ra__graph_commit(ra_task *t);
bool __wrap_ra__graph_commit(ra_task *t)
{
    if (!ex.now)
        return __real_ra__graph_commit(t);
    ex.progress = ex.step;
    if (count == NODES) {
        overflow = true;
        return __real_ra__graph_commit(t);
    }
    node *n = &nodes[count];
    *n = (node){.task = t, .sequence = ra__task_number(t), .kind = (enum ra__task_kind)t->kind, .recorder = ex.now->number, .runner = -1, .claimer = -1};
    if (n->kind == RA__TASK_JOB) {
        n->touches = touches_of(&t->job, n->touch);
        for (int k = 0; k < n->touches; k++)
            if (!t->job.operand[k].writes && !t->job.operand[k].unread)
                find_sources(&n->touch[k], count);
        for (int i = 0; i < count; i++)
            for (int k = 0; k < n->touches && nodes[i].phase < ENDED; k++)
                for (int m = 0; m < nodes[i].touches; m++)
                    if (conflict(&n->touch[k], &nodes[i].touch[m]))
                        set(n->before, i);
    }
    count++;
    return __real_ra__graph_commit(t);
}

/* A storage is new: what was written to its predecessor at that address is no matter. */
ra_storage *__real_ra__storage_new(ra_device device, int64_t bytes);
ra_storage *__wrap_ra__storage_new(ra_device device, int64_t bytes);
ra_storage *__wrap_ra__storage_new(ra_device device, int64_t bytes)
{
    ra_storage *s = __real_ra__storage_new(device, bytes);
    for (int i = 0; s && ex.now && i < count; i++)
        for (int k = 0; k < nodes[i].touches; k++)
            if (nodes[i].touch[k].storage == s)
                nodes[i].touch[k].storage = NULL;
    return s;
}

/* ---- running ---- */

static bool in_one_group(const node *a, const node *b)
{
    ra_task *leader = atomic_load_explicit(&a->task->leader, memory_order_relaxed);
    return leader && leader == atomic_load_explicit(&b->task->leader, memory_order_relaxed) && a->runner == b->runner;
}

static void check_before(const node *n, const char *what)
{
    char mine[160], its[160];
    for (int i = 0; i < count; i++) {
        const node *p = &nodes[i];
        if (has(n->before, i) && p->phase < ENDED && !(p->phase == BEGUN && in_one_group(n, p))) {
            describe(n, mine, sizeof mine);
            describe(p, its, sizeof its);
            ex_fail("order: %s %s before %s has ended", mine, what, its);
        }
    }
}

static void check_sources(const node *n)
{
    char mine[160], its[160];
    for (int k = 0; k < n->touches; k++)
        for (int i = 0; i < count; i++)
            if (has(n->touch[k].source, i) && nodes[i].phase == DROPPED && n->touch[k].storage) {
                describe(n, mine, sizeof mine);
                describe(&nodes[i], its, sizeof its);
                ex_fail("order: %s reads what %s was to write", mine, its);
            }
}

static void check_cancelled(const node *n)
{
    char mine[160];
    if (!n->cancel_due)
        return;
    describe(n, mine, sizeof mine);
    ex_fail("a cancel is lost: %s was pending after it, and runs", mine);
}

enum ra__begin __real_ra__job_begin(ra__job *j, ra__running *r);
enum ra__begin __wrap_ra__job_begin(ra__job *j, ra__running *r);
enum ra__begin __wrap_ra__job_begin(ra__job *j, ra__running *r)
{
    node *n = ex.now ? of_job(j) : NULL;
    ex.progress = ex.step;
    if (n) {
        n->runner = ex.now->number;
        check_before(n, "begins");
        check_cancelled(n);
    }
    enum ra__begin begun = __real_ra__job_begin(j, r);
    if (n && begun == RA__BEGUN) {
        check_sources(n);
        n->phase = BEGUN;
        for (int i = 0; i < index_of(n); i++)
            ex.overtaken += nodes[i].phase == RECORDED && nodes[i].kind == RA__TASK_JOB;
    } else if (n && begun == RA__SETTLED)
        n->phase = ENDED;
    return begun;
}

/* There was no memory for another of its group: it will begin again. */
void __real_ra__job_give_up(ra__job *j, ra__running *r);
void __wrap_ra__job_give_up(ra__job *j, ra__running *r);
void __wrap_ra__job_give_up(ra__job *j, ra__running *r)
{
    node *n = ex.now ? of_job(j) : NULL;
    __real_ra__job_give_up(j, r);
    if (n)
        n->phase = RECORDED;
}

void __real_ra__job_end(ra__job *j, ra__running *r, ra_status status, const char *message);
void __wrap_ra__job_end(ra__job *j, ra__running *r, ra_status status, const char *message);
void __wrap_ra__job_end(ra__job *j, ra__running *r, ra_status status, const char *message)
{
    node *n = ex.now ? of_job(j) : NULL;
    ex.progress = ex.step;
    if (n && n->phase != BEGUN)
        ex_fail("order: task %lu ends and has not begun, or twice", (unsigned long)n->sequence);
    __real_ra__job_end(j, r, status, message);
    if (n)
        n->phase = ENDED;
}

void __real_ra__job_fail(ra__job *j, ra_status status, const char *message);
void __wrap_ra__job_fail(ra__job *j, ra_status status, const char *message);
void __wrap_ra__job_fail(ra__job *j, ra_status status, const char *message)
{
    node *n = ex.now ? of_job(j) : NULL;
    if (n && n->phase == RECORDED)
        check_before(n, "fails");
    __real_ra__job_fail(j, status, message);
    if (n)
        n->phase = ENDED;
}

/* In the call: all that it must come after has ended. */
bool __real_ra__job_run(ra__job *j);
bool __wrap_ra__job_run(ra__job *j);
bool __wrap_ra__job_run(ra__job *j)
{
    touch mine[OPERANDS];
    int touches = ex.now ? touches_of(j, mine) : 0;
    for (int k = 0; k < touches; k++)
        for (int i = 0; i < count; i++)
            for (int m = 0; m < nodes[i].touches && nodes[i].phase < ENDED; m++)
                if (conflict(&mine[k], &nodes[i].touch[m]))
                    ex_fail("order: %s runs in the call before task %lu has ended", ra__job_name(j), (unsigned long)nodes[i].sequence);
    return __real_ra__job_run(j);
}

/* ---- records and queues ---- */

ra_task *__real_ra__record_take(void);
ra_task *__wrap_ra__record_take(void);
ra_task *__wrap_ra__record_take(void)
{
    ra_task *t = __real_ra__record_take();
    node *n = ex.now && t ? find(t) : NULL;
    if (n)
        n->given = false;
    return t;
}

void __real_ra__record_give(ra_task *t);
void __wrap_ra__record_give(ra_task *t);
void __wrap_ra__record_give(ra_task *t)
{
    node *n = ex.now ? find(t) : NULL;
    if (n && n->sequence == ra__task_number(t)) {
        if (n->given)
            ex_fail("the record of task %lu is given back twice", (unsigned long)n->sequence);
        n->given = true;
        if (n->kind == RA__TASK_JOB && n->phase < ENDED)
            ex_fail("the record of task %lu is given back, and it has not ended", (unsigned long)n->sequence);
        if (atomic_load_explicit(&t->holds, memory_order_relaxed) != 0)
            ex_fail("the record of task %lu is given back with %d holds", (unsigned long)n->sequence, (int)atomic_load_explicit(&t->holds, memory_order_relaxed));
        if (n->in_queue)
            ex_fail("the record of task %lu is given back, and a queue names it", (unsigned long)n->sequence);
        if (t->running && n->phase == ENDED)
            ex_fail("the record of task %lu is given back with what it needs while it runs", (unsigned long)n->sequence);
    }
    __real_ra__record_give(t);
}

void __real_ra__inject_put(ra__inject *q, ra_task *t);
void __wrap_ra__inject_put(ra__inject *q, ra_task *t);
void __wrap_ra__inject_put(ra__inject *q, ra_task *t)
{
    node *n = ex.now ? find(t) : NULL;
    uint64_t sequence = n ? n->sequence : 0;
    unsigned taken = n ? n->taken : 0;
    if (ex.now)
        putting[ex.now->number] = t;
    __real_ra__inject_put(q, t);
    if (ex.now)
        putting[ex.now->number] = NULL;
    if (n && n->sequence == sequence && n->taken == taken && ra__task_state(atomic_load_explicit(&t->word, memory_order_relaxed)) == RA__TASK_READY && ra__task_number(t) == sequence && n->claimer < 0) {
        n->in_queue = true;
        n->queued_at = ex.step;
    }
    for (int i = 0; n && i < ex.threads; i++)
        if (ex.thread[i].suspended && first_put <= ex.thread[i].suspended_at)
            first_put = ex.step;
}

ra_task *__real_ra__inject_take(ra__inject *q);
ra_task *__wrap_ra__inject_take(ra__inject *q);
ra_task *__wrap_ra__inject_take(ra__inject *q)
{
    ra_task *t = __real_ra__inject_take(q);
    node *n = ex.now && t ? find(t) : NULL;
    if (n) {
        n->in_queue = false;
        n->taken++;
    }
    return t;
}

/* ---- words ---- */

static void watch(const void *address, uint64_t word)
{
    node *n = NULL;
    for (int i = count; i-- > 0 && !n;)
        if ((const void *)&nodes[i].task->word == address)
            n = &nodes[i];
    if (!n || n->sequence != ra__task_sequence(word))
        return;
    unsigned state = ra__task_state(word);
    if ((word & RA__TASK_DROPPED) && n->phase == RECORDED)
        n->phase = DROPPED;
    if (state == RA__TASK_RUNNING && n->claimer < 0)
        n->claimer = ex.now->number;
    else if (state < RA__TASK_RUNNING)
        n->claimer = -1;
    if (word & RA__TASK_CANCELLED)
        n->cancel_asked = n->cancel_due = false;
    else if (n->cancel_asked && state < RA__TASK_RUNNING) /* it was not running after all: the cancel has missed it */
        n->cancel_due = true;
}

/* ---- waits and cancels ---- */

static bool is_pending(const node *n)
{
    uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
    return ra__task_sequence(word) == n->sequence && ra__task_state(word) < RA__TASK_RUNNING;
}

/* Who watches is in a wait: the others that are, and no more. */
void ex_order_check_wait_left(void)
{
    int watched = 0, waiting = 0;
    for (int i = 0; i < count; i++) {
        const node *n = &nodes[i];
        uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
        if (ra__task_sequence(word) == n->sequence && ra__task_state(word) != RA__TASK_DONE)
            watched += (int)atomic_load_explicit(&n->task->watched, memory_order_relaxed);
    }
    for (int i = 0; i < ex.threads; i++)
        waiting += &ex.thread[i] != ex.now && ex.thread[i].business == EX_WAITS && ex.thread[i].state != EX_ENDED;
    if (watched > waiting)
        ex_fail("a wait has ended, and goes on watching a task");
}

bool __real_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready);
bool __wrap_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready);
/*
 * The tasks that wrote these bytes last: once the cancel is done each has been marked, or had been claimed. One that turns out to
 * have been claimed only to be looked at, and is pending again without the mark, must not run.
 */
bool __wrap_ra__cancel_writers(ra_storage *s, int64_t first, int64_t end, uint64_t waiter, ra__cancelled *ready)
{
    touch t = {.storage = s};
    bool asked[NODES] = {false};
    for (int64_t b = first / FOUR; b < 32 && b * FOUR < end; b++)
        t.fours |= UINT32_C(1) << b;
    find_sources(&t, count);
    for (int i = 0; i < count; i++)
        asked[i] = has(t.source, i) && nodes[i].phase == RECORDED;
    bool all = __real_ra__cancel_writers(s, first, end, waiter, ready);
    for (int i = 0; i < count; i++) {
        node *n = &nodes[i];
        uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
        if (asked[i] && n->phase == RECORDED && ra__task_sequence(word) == n->sequence && !(word & (RA__TASK_CANCELLED | RA__TASK_DROPPED))) {
            n->cancel_asked = true;
            n->cancel_due = is_pending(n);
        }
    }
    return all;
}

/* ---- who is held up by a thread that is off the processor for ever ---- */

void ex_order_waits_for(const void *storage)
{
    waited_for[ex.now->number] = storage;
}

/* The task of this record and number is over for all who look at its word. */
static bool is_done(const ra_task *t, uint64_t sequence)
{
    uint64_t word = atomic_load_explicit(&t->word, memory_order_relaxed);
    return ra__task_sequence(word) != sequence || ra__task_state(word) == RA__TASK_DONE;
}

/*
 * Whether this task, which is not done, or anything that it comes after by the engine's own edges, is in a thread's hands: it is
 * claimed, its job has ended and its word does not say so yet, it is on its way to a queue or from it, or the last it came
 * after is done and about to tell it. What was in a queue by that step is in the hands of who was woken for it: where nobody
 * helps who waits, that may be the one that has stopped, once.
 */
static bool is_in_hands(const ra_task *t, uint64_t woken, int depth)
{
    const node *n = find(t);
    unsigned state = ra__task_state(atomic_load_explicit(&t->word, memory_order_relaxed));
    if (!n || n->sequence != ra__task_number(t) || depth == 0 || state == RA__TASK_RUNNING || n->claimer >= 0 || n->phase >= BEGUN)
        return true;
    if (state == RA__TASK_READY)
        return !n->in_queue || n->queued_at <= woken;
    bool waits = false;
    ra__edges_in in = ra__edges_of(t);
    for (ra__edge *e; (e = ra__next_edge(&in));) {
        if (is_done(e->predecessor, e->sequence))
            continue;
        waits = true;
        if (is_in_hands(e->predecessor, woken, depth - 1))
            return true;
    }
    return !waits;
}

static bool is_unrelated(const ex_thread *t, const ex_thread *held)
{
    const ra_storage *s = waited_for[t->number];
    if (!s || overflow)
        return false;
    bool pending = false;
    for (int i = 0; i < count; i++) {
        const node *n = &nodes[i];
        bool writes = false;
        for (int k = 0; k < n->touches; k++)
            writes |= n->touch[k].storage == s;
        if (!writes || is_done(n->task, n->sequence))
            continue;
        pending = true;
        if (is_in_hands(n->task, t->passive ? (first_put > held->suspended_at ? first_put : held->suspended_at) : 0, 12))
            return false;
    }
    return pending;
}

void ex_order_check_held_up(ex_thread *held)
{
    if (held->business != EX_BACKGROUND)
        return;
    for (int i = 0; i < ex.threads; i++) {
        const ex_thread *t = &ex.thread[i];
        if (t->state == EX_ENDED || t == held || t->business == EX_BACKGROUND)
            continue;
        if (t->business == EX_RECORDS && t->state != EX_WAITING && !ex_program_paces())
            ex_fail("thread %d, which records or releases, is held up by thread %d, a suspended one of the library", i, held->number);
        if (t->business == EX_WAITS && !(t->passive && ex_program_workers() < 2) && is_unrelated(t, held))
            ex_fail("thread %d waits for what has nothing to do with thread %d, a suspended one of the library, and is held up by it", i, held->number);
    }
}

/* ---- a schedule ---- */

void ex_order_begin(void)
{
    count = 0;
    overflow = false;
    first_put = 0;
    memset(putting, 0, sizeof putting);
    memset(waited_for, 0, sizeof waited_for);
    ex_watch = watch;
}

size_t ex_order_bytes_left_in_queues(void)
{
    size_t bytes = 0;
    for (int i = 0; i < count; i++) {
        const node *n = &nodes[i];
        if (n->in_queue && n->phase >= ENDED && n->sequence == ra__task_number(n->task))
            bytes += (size_t)n->task->bytes;
    }
    return bytes;
}

void ex_order_end(void)
{
    for (int i = 0; i < count; i++) {
        const node *n = &nodes[i];
        if (n->kind == RA__TASK_JOB && n->phase < ENDED)
            ex_fail("task %lu was recorded, and has neither run nor been dropped at the end", (unsigned long)n->sequence);
    }
}
