#include "async/thread/trace_ring.h"

#include "async/os/os.h"

#include <stddef.h>
#include <string.h>

enum {
    RING = 1 << 19, /* bytes: some 5000 events, which the writer puts to paper in a few milliseconds */
    RINGS_MOST = 128
};

typedef struct ring {
    struct ring *next;
    _Atomic bool taken;
    _Atomic uint64_t head, tail; /* tail <= head <= tail + RING, multiples of 8 */
    _Atomic uint64_t lost;
    ra__teller teller; /* of whoever has taken it */
    _Alignas(8) char bytes[RING];
} ring;

_Atomic uint32_t ra__trace_hurry;
static _Atomic(ring *) rings;
static _Atomic int ring_count;
static _Atomic uint64_t lost_without_ring;
static uint32_t epoch; /* a process has its own: what a thread took before the fork is not its any more. Changed by the one thread of a child */

static __thread struct {
    ring *ring;
    uint32_t epoch;
    int32_t tid;
} mine = {.epoch = UINT32_MAX};

/* ---- producers ---- */

static ring *take_ring(void)
{
    for (ring *r = atomic_load_explicit(&rings, memory_order_acquire); r; r = r->next) {
        bool taken = false;
        if (atomic_compare_exchange_strong_explicit(&r->taken, &taken, true, memory_order_acquire, memory_order_relaxed))
            return r;
    }
    if (atomic_fetch_add_explicit(&ring_count, 1, memory_order_relaxed) >= RINGS_MOST) {
        atomic_fetch_sub_explicit(&ring_count, 1, memory_order_relaxed);
        return NULL;
    }
    ring *r = ra__os_alloc(sizeof *r);
    if (!r) {
        atomic_fetch_sub_explicit(&ring_count, 1, memory_order_relaxed);
        return NULL;
    }
    memset(r, 0, offsetof(ring, bytes));
    atomic_init(&r->taken, true);
    r->next = atomic_load_explicit(&rings, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&rings, &r->next, r, memory_order_release, memory_order_relaxed))
        ;
    return r;
}

static bool is_current(void)
{
    return mine.epoch == epoch;
}

static ring *my_ring(void)
{
    if (!is_current()) {
        mine.epoch = epoch;
        mine.ring = NULL;
        mine.tid = ra__os_gettid();
    }
    if (!mine.ring) {
        mine.ring = take_ring();
        if (mine.ring)
            mine.ring->teller = (ra__teller){0};
        ra__os_at_thread_exit();
    }
    return mine.ring;
}

ra__teller *ra__trace_teller(void)
{
    ring *r = my_ring();
    return r ? &r->teller : NULL;
}

int32_t ra__trace_tid(void)
{
    if (!is_current())
        my_ring();
    return mine.tid;
}

/* Room for so many bytes in a row: where, or NULL. Skips what is left before the end of the ring if that is too little. */
static char *room_for(ring *r, uint64_t bytes, uint64_t *head)
{
    uint64_t before_end = RING - *head % RING, skipped = bytes > before_end ? before_end : 0;
    if (*head + skipped + bytes - atomic_load_explicit(&r->tail, memory_order_acquire) > RING)
        return NULL;
    if (skipped)
        memcpy(r->bytes + *head % RING, &(ra__event){.bytes = (uint16_t)skipped, .kind = RA__EVENT_SKIP}, offsetof(ra__event, task));
    *head += skipped;
    return r->bytes + *head % RING;
}

bool ra__trace_try(ra__event *event, const char *name, const char *arguments)
{
    ring *r = my_ring();
    if (!r)
        return false;
    size_t name_bytes = strnlen(name, RA__TRACE_NAME), argument_bytes = strnlen(arguments, RA__TRACE_ARGUMENTS);
    event->bytes = (uint16_t)((offsetof(ra__event, text) + name_bytes + argument_bytes + 2 + 7) / 8 * 8);
    if (!event->tid)
        event->tid = mine.tid;
    uint64_t head = atomic_load_explicit(&r->head, memory_order_relaxed);
    char *to = room_for(r, event->bytes, &head);
    if (!to)
        return false;
    memcpy(to, event, offsetof(ra__event, text));
    char *text = to + offsetof(ra__event, text);
    memcpy(text, name, name_bytes);
    text[name_bytes] = 0;
    memcpy(text + name_bytes + 1, arguments, argument_bytes);
    text[name_bytes + 1 + argument_bytes] = 0;
    head += event->bytes;
    atomic_store_explicit(&r->head, head, memory_order_release);
    if (head - atomic_load_explicit(&r->tail, memory_order_relaxed) > RING / 2 && !atomic_load_explicit(&ra__trace_hurry, memory_order_relaxed) &&
        !atomic_exchange_explicit(&ra__trace_hurry, 1, memory_order_relaxed))
        ra__os_futex_wake(&ra__trace_hurry, 1);
    return true;
}

bool ra__trace_push(ra__event *event, const char *name, const char *arguments)
{
    if (ra__trace_try(event, name, arguments))
        return true;
    atomic_fetch_add_explicit(mine.ring ? &mine.ring->lost : &lost_without_ring, 1, memory_order_relaxed);
    return false;
}

void ra__trace_thread_leave(void)
{
    ring *r = is_current() ? mine.ring : NULL;
    mine.ring = NULL;
    if (r)
        atomic_store_explicit(&r->taken, false, memory_order_release);
}

/* ---- the consumer ---- */

enum { TURN = 512 }; /* events taken from one ring before the others have their turn */

static ring *reading;
static int turn;

const ra__event *ra__trace_take(void)
{
    ring *start = atomic_load_explicit(&rings, memory_order_acquire), *r = reading ? reading : start;
    if (!r)
        return NULL;
    if (turn++ >= TURN) {
        r = r->next ? r->next : start;
        turn = 0;
    }
    ring *first = r;
    do {
        uint64_t tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
        while (tail != atomic_load_explicit(&r->head, memory_order_acquire)) {
            const ra__event *e = (const ra__event *)(const void *)(r->bytes + tail % RING);
            reading = r;
            if (e->kind != RA__EVENT_SKIP)
                return e;
            tail += e->bytes;
            atomic_store_explicit(&r->tail, tail, memory_order_release);
        }
        r = r->next ? r->next : start;
    } while (r != first);
    return NULL;
}

void ra__trace_taken(const ra__event *event)
{
    atomic_store_explicit(&reading->tail, atomic_load_explicit(&reading->tail, memory_order_relaxed) + event->bytes, memory_order_release);
}

uint64_t ra__trace_lost(void)
{
    uint64_t lost = atomic_exchange_explicit(&lost_without_ring, 0, memory_order_relaxed);
    for (ring *r = atomic_load_explicit(&rings, memory_order_acquire); r; r = r->next)
        lost += atomic_exchange_explicit(&r->lost, 0, memory_order_relaxed);
    return lost;
}

void ra__trace_rings_fork_child(void)
{
    for (ring *r = atomic_load_explicit(&rings, memory_order_relaxed); r; r = r->next) {
        atomic_store_explicit(&r->head, 0, memory_order_relaxed);
        atomic_store_explicit(&r->tail, 0, memory_order_relaxed);
        atomic_store_explicit(&r->lost, 0, memory_order_relaxed);
        atomic_store_explicit(&r->taken, false, memory_order_relaxed);
    }
    atomic_store_explicit(&lost_without_ring, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__trace_hurry, 0, memory_order_relaxed);
    reading = NULL;
    epoch++;
}
