#include "async/pool/queue.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"

_Static_assert(sizeof(ra_task) % RA__PLACE_UNIT == 0, "the place of every record is a multiple of this");

/* ---- words: a task, or none, and a number ---- */

static uint64_t word_of(const ra_task *t, uint64_t number)
{
    return (uint64_t)(uintptr_t)t / RA__PLACE_UNIT << RA__ROUND_BITS | (number & ((1 << RA__ROUND_BITS) - 1));
}

static ra_task *task_of(uint64_t word)
{
    return (ra_task *)(uintptr_t)((word >> RA__ROUND_BITS) * RA__PLACE_UNIT);
}

static bool is_of(uint64_t word, uint64_t number)
{
    return ((word ^ number) & ((1 << RA__ROUND_BITS) - 1)) == 0;
}

/* ---- one ring ---- */

static ra__ring *new_ring(uint64_t room)
{
    ra__ring *r = ra__os_alloc_aligned(64, (sizeof *r + room * sizeof r->cells[0] + 63) / 64 * 64);
    if (!r)
        return NULL;
    const uint64_t first_round = RA__ROOM(0, (1 << RA__ROUND_BITS) - 1);
    atomic_init(&r->head, first_round * room);
    atomic_init(&r->tail, first_round * room);
    r->room = room;
    r->shift = __builtin_ctzll(room);
    for (uint64_t i = 0; i < room; i++)
        atomic_init(&r->cells[i], word_of(NULL, first_round));
    return r;
}

/* Moves the head or the tail on from `at`, which has been acquired, or leaves it to who has. Who then finds it there sees what its mover
 * saw: no cell of an earlier round. */
static void follow(_Atomic uint64_t *end, uint64_t at)
{
    atomic_compare_exchange_strong_explicit(end, &at, at + 1, memory_order_release, memory_order_relaxed);
}

/* A mutant's. False: another has been quicker. What others put behind it meanwhile nobody comes to. */
static bool put_in_two_steps(ra__ring *r, ra_task *t, uint64_t at)
{
    uint64_t tail = at;
    if (!atomic_compare_exchange_strong_explicit(&r->tail, &tail, at + 1, memory_order_relaxed, memory_order_relaxed))
        return false;
    RA__POINT(QUEUED);
    atomic_store_explicit(&r->cells[at & (r->room - 1)], word_of(t, at >> r->shift), memory_order_relaxed);
    return true;
}

/* A cell is empty in its round until a task comes, and empty in the next one once it has gone. False: the ring is full. */
static bool ring_put(ra__ring *r, ra_task *t)
{
    for (;;) {
        uint64_t at = atomic_load_explicit(&r->tail, memory_order_acquire), round = at >> r->shift;
        _Atomic uint64_t *cell = &r->cells[at & (r->room - 1)];
        uint64_t word = atomic_load_explicit(cell, memory_order_relaxed);
        if (RA__MUTANT(PUT_IN_TWO_STEPS) && is_of(word, round) && !task_of(word)) {
            if (put_in_two_steps(r, t, at))
                return true;
        } else if (is_of(word, round) && !task_of(word)) {
            if (!atomic_compare_exchange_strong_explicit(cell, &word, word_of(t, round), memory_order_seq_cst, memory_order_relaxed))
                continue;
            RA__POINT(QUEUED);
            follow(&r->tail, at);
            return true;
        }
        if (is_of(word, round - 1))
            return false; /* what came a round before has not gone */
        follow(&r->tail, at);
    }
}

/* The task at the head, and where; or NULL. */
static ra_task *ring_look(ra__ring *r, uint64_t *at, uint64_t *word)
{
    for (;;) {
        *at = atomic_load_explicit(&r->head, memory_order_acquire);
        *word = atomic_load_explicit(&r->cells[*at & (r->room - 1)], memory_order_seq_cst);
        if (is_of(*word, *at >> r->shift))
            return task_of(*word);
        follow(&r->head, *at);
    }
}

/* Takes what was found there. False: another has. */
static bool ring_empty(ra__ring *r, uint64_t at, uint64_t word)
{
    if (!atomic_compare_exchange_strong_explicit(&r->cells[at & (r->room - 1)], &word, word_of(NULL, (at >> r->shift) + 1), memory_order_relaxed, memory_order_relaxed))
        return false;
    RA__POINT(DEQUEUED);
    follow(&r->head, at);
    return true;
}

static ra_task *ring_take(ra__ring *r)
{
    uint64_t at, word;
    ra_task *t;
    do
        t = ring_look(r, &at, &word);
    while (t && !ring_empty(r, at, word));
    return t;
}

/* ---- the stack: records are never unmapped, so who is overtaken reads a stale link, and its exchange fails ---- */

static void stack_put(ra__inject *q, ra_task *t)
{
    uint64_t top = atomic_load_explicit(&q->stack, memory_order_relaxed);
    do
        atomic_store_explicit(&t->link, task_of(top), memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&q->stack, &top, word_of(t, top + 1), memory_order_seq_cst, memory_order_relaxed));
}

static ra_task *stack_take(ra__inject *q)
{
    for (;;) {
        uint64_t top = atomic_load_explicit(&q->stack, memory_order_acquire); /* with its link, as whoever put it there has left that */
        ra_task *t = task_of(top);
        if (!t || atomic_compare_exchange_weak_explicit(&q->stack, &top, word_of(atomic_load_explicit(&t->link, memory_order_relaxed), top + 1), memory_order_relaxed,
                                                        memory_order_relaxed))
            return t;
    }
}

/* ---- the queue ---- */

static _Atomic uint32_t mutant_lock; /* of QUEUES_LOCKED alone: 1 while somebody is in a queue */

static void lock_queue(void)
{
    while (atomic_exchange_explicit(&mutant_lock, 1, memory_order_relaxed))
        ra__os_relax();
}

static void unlock_queue(void)
{
    atomic_store_explicit(&mutant_lock, 0, memory_order_relaxed);
}

bool ra__inject_init(ra__inject *q)
{
    for (int i = 0; i < RA__INJECT_RINGS; i++)
        atomic_init(&q->rings[i], i ? NULL : new_ring(RA__INJECT_ROOM));
    atomic_init(&q->last, 0);
    atomic_init(&q->stack, 0);
    return atomic_load_explicit(&q->rings[0], memory_order_relaxed);
}

void ra__inject_free(ra__inject *q)
{
    for (int i = 0; i < RA__INJECT_RINGS; i++)
        ra__os_free(atomic_load_explicit(&q->rings[i], memory_order_relaxed));
}

/* Ring i is full: the next one goes on. False: out of memory. */
static bool grow(ra__inject *q, int i)
{
    ra__ring *next = NULL, *made;
    if (i + 1 == RA__INJECT_RINGS)
        return false;
    if (!atomic_load_explicit(&q->rings[i + 1], memory_order_acquire)) {
        if (!(made = new_ring((uint64_t)RA__INJECT_ROOM << (i + 1))))
            return false;
        if (!atomic_compare_exchange_strong_explicit(&q->rings[i + 1], &next, made, memory_order_acq_rel, memory_order_acquire))
            ra__os_free(made);
    }
    atomic_compare_exchange_strong_explicit(&q->last, &i, i + 1, memory_order_seq_cst, memory_order_relaxed);
    return true;
}

void ra__inject_put(ra__inject *q, ra_task *t)
{
    int i;
    bool put;
    if (RA__MUTANT(QUEUES_LOCKED))
        lock_queue();
    do {
        i = atomic_load_explicit(&q->last, memory_order_acquire);
        put = ring_put(atomic_load_explicit(&q->rings[i], memory_order_relaxed), t);
    } while (!put && grow(q, i));
    if (!put)
        stack_put(q, t);
    if (RA__MUTANT(QUEUES_LOCKED))
        unlock_queue();
}

ra_task *ra__inject_take(ra__inject *q)
{
    ra_task *t = NULL;
    if (RA__MUTANT(QUEUES_LOCKED))
        lock_queue();
    for (int i = 0; !t && i <= atomic_load_explicit(&q->last, memory_order_seq_cst); i++)
        t = ring_take(atomic_load_explicit(&q->rings[i], memory_order_relaxed));
    t = t ? t : stack_take(q);
    if (RA__MUTANT(QUEUES_LOCKED))
        unlock_queue();
    return t;
}

/* A task stays where it came to until it is taken: one look at each place misses none. */
bool ra__inject_is_empty(ra__inject *q)
{
    ra__front front;
    return !ra__inject_front(q, &front) && !task_of(atomic_load_explicit(&q->stack, memory_order_seq_cst));
}

ra_task *ra__inject_front(ra__inject *q, ra__front *f)
{
    const int last = atomic_load_explicit(&q->last, memory_order_seq_cst); /* a ring that comes later gets its task later */
    f->task = NULL;
    for (int i = 0; i <= last && !f->task; i++) {
        f->ring = atomic_load_explicit(&q->rings[i], memory_order_relaxed);
        f->task = ring_look(f->ring, &f->at, &f->word);
    }
    return f->task;
}

bool ra__inject_take_from(const ra__front *f)
{
    return ring_empty(f->ring, f->at, f->word);
}
