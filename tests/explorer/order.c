/*
 * Every task, from its record to its end, beside the engine's own bookkeeping, of which nothing is believed.
 *
 * Where the engine calls from one of its files into another, the linker puts these functions between (--wrap, explorer.mk):
 *   ra__graph_commit   a job is recorded: the bytes that it reads and writes are worked out element by element, and every earlier
 *                      one that shares a byte with it, one of the two writing, must have ended before it begins
 *   ra__job_begin, ra__job_begin_issue, ra__job_run, ra__job_fail   it begins: those have, but for who is before it on the same stream
 *   ra__job_give_up    it has not begun after all
 *   ra__job_end        it has ended
 *   ra__record_take, ra__record_give   the record is in use, and free again, once: it had ended, nothing holds it, its list of successors is closed
 *   ra__inject_put, _take, _take_from  whether a task stands in a queue where all can find it
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
#include "async/tasks/records.h"
#include "followed.h"
#include "rules.h"

#include <stdio.h>
#include <string.h>

ex_node ex_followed[NODES];
int ex_followed_count;
bool ex_followed_overflow;
uint64_t ex_last_put;

static int index_of(const ex_node *n)
{
    return (int)(n - ex_followed);
}

static void set(uint64_t *bits, int i)
{
    bits[i / 64] |= UINT64_C(1) << i % 64;
}

ex_node *ex_followed_of(const ra_task *t)
{
    for (int i = ex_followed_count; i-- > 0;)
        if (ex_followed[i].task == t)
            return &ex_followed[i];
    return NULL;
}

static ex_node *of_job(const ra__job *j)
{
    for (int i = ex_followed_count; i-- > 0;)
        if (ex_followed[i].kind == RA__TASK_JOB && &ex_followed[i].task->job == j)
            return ex_followed[i].sequence == ra__task_number(ex_followed[i].task) ? &ex_followed[i] : NULL;
    return NULL;
}

bool ex_is_pending(const ex_node *n)
{
    uint64_t word = atomic_load_explicit(&n->task->word, memory_order_relaxed);
    return ra__task_sequence(word) == n->sequence && ra__task_state(word) < RA__TASK_RUNNING;
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
            touches[n++] = (touch){.storage = o->storage, .fours = fours_of(o), .writes = o->writes, .need = o->need};
    }
    return n;
}

static bool conflict(const touch *a, const touch *b)
{
    return a->storage == b->storage && (a->fours & b->fours) && (a->writes || b->writes);
}

void ex_find_sources(touch *t, int before)
{
    uint32_t left = t->fours;
    for (int i = before; i-- > 0 && left;)
        for (int k = 0; k < ex_followed[i].touches; k++) {
            const touch *w = &ex_followed[i].touch[k];
            if (w->writes && w->storage == t->storage && (w->fours & left)) {
                set(t->source, i);
                left &= ~w->fours;
            }
        }
}

static void describe(const ex_node *n, char *text, size_t size)
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
    if (ex_followed_count == NODES) {
        ex_followed_overflow = true;
        return __real_ra__graph_commit(t);
    }
    ex_node *n = &ex_followed[ex_followed_count];
    *n = (ex_node){.task = t, .sequence = ra__task_number(t), .kind = (enum ra__task_kind)t->kind, .recorder = ex.now->number, .runner = -1, .claimer = -1, .keeper = -1, .asked_by = -1, .word = atomic_load_explicit(&t->word, memory_order_relaxed)};
    if (n->kind == RA__TASK_JOB) {
        n->device = ra__task_device(t);
        n->touches = touches_of(&t->job, n->touch);
        for (int k = 0; k < n->touches; k++)
            if (!t->job.operand[k].writes && !t->job.operand[k].unread)
                ex_find_sources(&n->touch[k], ex_followed_count);
        for (int i = 0; i < ex_followed_count; i++)
            for (int k = 0; k < n->touches && ex_followed[i].phase < ENDED; k++)
                for (int m = 0; m < ex_followed[i].touches; m++)
                    if (conflict(&n->touch[k], &ex_followed[i].touch[m]))
                        set(n->before, i);
    }
    if (n->word & RA__TASK_URGENT)
        n->asked_by = ex.now->number;
    ex_followed_count++;
    return __real_ra__graph_commit(t);
}

/* A storage is new: what was written to its predecessor at that address is no matter. */
ra_storage *__real_ra__storage_new(ra_device device, int64_t bytes);
ra_storage *__wrap_ra__storage_new(ra_device device, int64_t bytes);
ra_storage *__wrap_ra__storage_new(ra_device device, int64_t bytes)
{
    ra_storage *s = __real_ra__storage_new(device, bytes);
    for (int i = 0; s && ex.now && i < ex_followed_count; i++)
        for (int k = 0; k < ex_followed[i].touches; k++)
            if (ex_followed[i].touch[k].storage == s)
                ex_followed[i].touch[k].storage = NULL;
    return s;
}

/* ---- running ---- */

bool ex_in_one_group(const ex_node *a, const ex_node *b)
{
    ra_task *leader = atomic_load_explicit(&a->task->leader, memory_order_relaxed);
    return leader && leader == atomic_load_explicit(&b->task->leader, memory_order_relaxed) && a->runner == b->runner;
}

/* The stream that both are on does n behind p. */
static bool follows(const ex_node *n, const ex_node *p)
{
    return n->device && n->device == p->device;
}

static void check_before(const ex_node *n, const char *what)
{
    char mine[160], its[160];
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *p = &ex_followed[i];
        if (ex_has(n->before, i) && p->phase < ENDED && !(p->phase == BEGUN && (ex_in_one_group(n, p) || follows(n, p)))) {
            describe(n, mine, sizeof mine);
            describe(p, its, sizeof its);
            ex_fail("order: %s %s before %s has ended", mine, what, its);
        }
    }
}

static void check_sources(const ex_node *n)
{
    char mine[160], its[160];
    for (int k = 0; k < n->touches; k++)
        for (int i = 0; i < ex_followed_count; i++)
            if (ex_has(n->touch[k].source, i) && ex_followed[i].phase == DROPPED && n->touch[k].storage) {
                describe(n, mine, sizeof mine);
                describe(&ex_followed[i], its, sizeof its);
                ex_fail("order: %s reads what %s was to write", mine, its);
            }
}

static void check_cancelled(const ex_node *n)
{
    char mine[160];
    if (!n->cancel_due)
        return;
    describe(n, mine, sizeof mine);
    ex_fail("a cancel is lost: %s was pending after it, and runs", mine);
}

/* Of the thread that goes on; NULL: not followed. */
static ex_node *comes_to(const ra__job *j, const char *does)
{
    ex_node *n = ex.now ? of_job(j) : NULL;
    ex.progress = ex.step;
    if (n) {
        n->runner = ex.now->number;
        check_before(n, does);
        check_cancelled(n);
    }
    return n;
}

enum ra__begin __real_ra__job_begin(ra__job *j, ra__job_memory *r);
enum ra__begin __wrap_ra__job_begin(ra__job *j, ra__job_memory *r);
enum ra__begin __wrap_ra__job_begin(ra__job *j, ra__job_memory *r)
{
    ex_node *n = comes_to(j, "begins");
    enum ra__begin begun = __real_ra__job_begin(j, r);
    if (n && begun == RA__BEGUN) {
        check_sources(n);
        n->phase = BEGUN;
        ex_rules_begin(n);
        for (int i = 0; i < index_of(n); i++)
            ex.overtaken += ex_followed[i].phase == RECORDED && ex_followed[i].kind == RA__TASK_JOB;
    } else if (n && begun == RA__SETTLED)
        n->phase = ENDED;
    return begun;
}

/* One that has failed, or is not to be run, ends in its turn on the stream. */
enum ra__begin __real_ra__job_begin_issue(ra__job *j, ra__job_memory *r, ra__spent *spent);
enum ra__begin __wrap_ra__job_begin_issue(ra__job *j, ra__job_memory *r, ra__spent *spent);
enum ra__begin __wrap_ra__job_begin_issue(ra__job *j, ra__job_memory *r, ra__spent *spent)
{
    ex_node *n = comes_to(j, "is issued");
    enum ra__begin begun = __real_ra__job_begin_issue(j, r, spent);
    if (n && begun == RA__BEGUN)
        check_sources(n);
    if (n && begun != RA__NO_MEMORY)
        n->phase = BEGUN;
    return begun;
}

/* There was no memory for another of its group: it will begin again. */
void __real_ra__job_give_up(ra__job *j, ra__job_memory *r);
void __wrap_ra__job_give_up(ra__job *j, ra__job_memory *r);
void __wrap_ra__job_give_up(ra__job *j, ra__job_memory *r)
{
    ex_node *n = ex.now ? of_job(j) : NULL;
    __real_ra__job_give_up(j, r);
    if (n)
        n->phase = RECORDED;
}

void __real_ra__job_end(ra__job *j, ra__job_memory *r, ra_status status, const char *message);
void __wrap_ra__job_end(ra__job *j, ra__job_memory *r, ra_status status, const char *message);
void __wrap_ra__job_end(ra__job *j, ra__job_memory *r, ra_status status, const char *message)
{
    ex_node *n = ex.now ? of_job(j) : NULL;
    ex.progress = ex.step;
    if (n && n->phase != BEGUN && !(n->device && n->phase == RECORDED)) /* what comes to nothing has a place on its stream all the same */
        ex_fail("order: task %lu ends and has not begun, or twice", (unsigned long)n->sequence);
    __real_ra__job_end(j, r, status, message);
    if (n)
        n->phase = ENDED;
}

void __real_ra__job_fail(ra__job *j, ra_status status, const char *message);
void __wrap_ra__job_fail(ra__job *j, ra_status status, const char *message);
void __wrap_ra__job_fail(ra__job *j, ra_status status, const char *message)
{
    ex_node *n = ex.now ? of_job(j) : NULL;
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
        for (int i = 0; i < ex_followed_count; i++)
            for (int m = 0; m < ex_followed[i].touches && ex_followed[i].phase < ENDED; m++)
                if (conflict(&mine[k], &ex_followed[i].touch[m]))
                    ex_fail("order: %s runs in the call before task %lu has ended", ra__job_name(j), (unsigned long)ex_followed[i].sequence);
    return __real_ra__job_run(j);
}

/* ---- records and queues ---- */

ra_task *__real_ra__record_take(void);
ra_task *__wrap_ra__record_take(void);
ra_task *__wrap_ra__record_take(void)
{
    ra_task *t = __real_ra__record_take();
    ex_node *n = ex.now && t ? ex_followed_of(t) : NULL;
    if (n)
        n->given = false;
    return t;
}

void __real_ra__record_give(ra_task *t);
void __wrap_ra__record_give(ra_task *t);
void __wrap_ra__record_give(ra_task *t)
{
    ex_node *n = ex.now ? ex_followed_of(t) : NULL;
    if (n && n->sequence == ra__task_number(t)) {
        if (n->given)
            ex_fail("the record of task %lu is given back twice", (unsigned long)n->sequence);
        n->given = n->over = true;
        if (n->kind == RA__TASK_JOB && n->phase < ENDED)
            ex_fail("the record of task %lu is given back, and it has not ended", (unsigned long)n->sequence);
        if (atomic_load_explicit(&t->holds, memory_order_relaxed) != 0)
            ex_fail("the record of task %lu is given back with %d holds", (unsigned long)n->sequence, (int)atomic_load_explicit(&t->holds, memory_order_relaxed));
        if (n->in_queue)
            ex_fail("the record of task %lu is given back, and a queue names it", (unsigned long)n->sequence);
        if (t->course && n->phase == ENDED)
            ex_fail("the record of task %lu is given back with what it needs while it runs", (unsigned long)n->sequence);
    }
    __real_ra__record_give(t);
}

void __real_ra__inject_put(ra__inject *q, ra_task *t);
void __wrap_ra__inject_put(ra__inject *q, ra_task *t);
void __wrap_ra__inject_put(ra__inject *q, ra_task *t)
{
    ex_node *n = ex.now ? ex_followed_of(t) : NULL;
    uint64_t sequence = n ? n->sequence : 0;
    unsigned taken = n ? n->taken : 0;
    __real_ra__inject_put(q, t);
    /* It is there until somebody takes it, whoever has run it meanwhile; he may just have done so, or have taken where it stood before. */
    if (n && n->sequence == sequence && (n->in_queue = n->taken == taken || ex_stands_in_queue(t))) {
        n->queued_at = ex.step;
        ex_awake_put(q, n);
    }
    if (n)
        ex_last_put = ex.step;
}

/* It may be there once more: who goes through a queue puts it behind the others before he takes it from the front. */
static void has_been_taken(const ra_task *t)
{
    ex_node *n = ex.now ? ex_followed_of(t) : NULL;
    if (n) {
        n->in_queue = ex_is_in_queue(n);
        n->taken++;
    }
}

ra_task *__real_ra__inject_take(ra__inject *q);
ra_task *__wrap_ra__inject_take(ra__inject *q);
ra_task *__wrap_ra__inject_take(ra__inject *q)
{
    ra_task *t = __real_ra__inject_take(q);
    if (t)
        has_been_taken(t);
    return t;
}

bool __real_ra__inject_take_from(const ra__front *f);
bool __wrap_ra__inject_take_from(const ra__front *f);
bool __wrap_ra__inject_take_from(const ra__front *f)
{
    const bool taken = __real_ra__inject_take_from(f);
    if (taken)
        has_been_taken(f->task);
    return taken;
}

/* ---- words ---- */

static void watch(const void *address, uint64_t word)
{
    ex_node *n = NULL;
    for (int i = ex_followed_count; i-- > 0 && !n;)
        if ((const void *)&ex_followed[i].task->word == address || (const void *)&ex_followed[i].task->holds == address)
            n = &ex_followed[i];
    if (n && address == (const void *)&n->task->holds)
        ex_rules_holds(n, (int32_t)word);
    if (!n || address != (const void *)&n->task->word || n->sequence != ra__task_sequence(word))
        return;
    ex_rules_word(n, word);
    n->word = word;
    unsigned state = ra__task_state(word);
    if ((word & RA__TASK_DROPPED) && n->phase == RECORDED)
        n->phase = DROPPED;
    if (state == RA__TASK_RUNNING && n->claimer < 0)
        n->claimer = ex.now->number;
    else if (state < RA__TASK_RUNNING)
        n->claimer = -1;
    if (state == RA__TASK_READY && n->state != RA__TASK_READY)
        n->keeper = ex.now->number;
    n->state = state;
    if (word & RA__TASK_CANCELLED)
        n->cancel_asked = n->cancel_due = false;
    else if (n->cancel_asked && state < RA__TASK_RUNNING) /* it was not running after all: the cancel has missed it */
        n->cancel_due = true;
}

/* ---- a schedule ---- */

void ex_order_begin(void)
{
    ex_followed_count = 0;
    ex_followed_overflow = false;
    ex_last_put = 0;
    ex_held_up_begin();
    ex_watch = watch;
}

size_t ex_order_bytes_left_in_queues(void)
{
    size_t bytes = 0;
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        if (n->in_queue && n->phase >= ENDED && n->sequence == ra__task_number(n->task))
            bytes += (size_t)n->task->bytes;
    }
    return bytes;
}

void ex_order_end(void)
{
    for (int i = 0; i < ex_followed_count; i++) {
        const ex_node *n = &ex_followed[i];
        if (n->kind == RA__TASK_JOB && n->phase < ENDED)
            ex_fail("task %lu was recorded, and has neither run nor been dropped at the end", (unsigned long)n->sequence);
    }
}
