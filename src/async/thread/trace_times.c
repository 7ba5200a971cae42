#include "async/thread/trace_times.h"

#include "async/os/os.h"

enum { PLACES_LEAST = 1 << 16, PLACES_MOST = 1 << 20 };

typedef struct place {
    _Atomic uint64_t task;
    _Atomic uint64_t recorded_ns, started_ns, end_ns, end_task;
    _Atomic int32_t recorded_tid, end_tid;
} place;

typedef struct table {
    uint64_t mask;
    place places[];
} table;

static _Atomic(table *) times;

#define GET(field) atomic_load_explicit(&(field), memory_order_relaxed)
#define SET(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)

bool ra__times_make(size_t tasks)
{
    size_t count = PLACES_LEAST;
    if (atomic_load_explicit(&times, memory_order_relaxed))
        return true;
    while (count < tasks && count < PLACES_MOST)
        count *= 2;
    table *t = ra__os_calloc(1, sizeof *t + count * sizeof(place));
    if (t)
        t->mask = count - 1;
    atomic_store_explicit(&times, t, memory_order_release);
    return t != NULL;
}

void ra__times_free(void)
{
    ra__os_free(atomic_exchange_explicit(&times, NULL, memory_order_relaxed));
}

static place *place_of(uint64_t task)
{
    table *t = atomic_load_explicit(&times, memory_order_acquire);
    return &t->places[task & t->mask];
}

/* This task's from here on. */
static place *claim_place(uint64_t task)
{
    place *p = place_of(task);
    if (GET(p->task) != task) {
        SET(p->task, 0);
        SET(p->recorded_ns, 0);
        SET(p->started_ns, 0);
        SET(p->end_ns, 0);
        SET(p->task, task);
    }
    return p;
}

void ra__times_recorded(uint64_t task, uint64_t ns, int32_t tid)
{
    place *p = claim_place(task);
    SET(p->recorded_tid, tid);
    SET(p->recorded_ns, ns);
}

void ra__times_started(uint64_t task, uint64_t ns)
{
    place *p = place_of(task);
    if (GET(p->task) == task)
        SET(p->started_ns, ns);
}

void ra__times_ended(uint64_t task, uint64_t end_ns, uint64_t end_task, int32_t tid)
{
    place *p = claim_place(task);
    SET(p->end_task, end_task);
    SET(p->end_tid, tid);
    SET(p->end_ns, end_ns);
}

bool ra__times_look_up(uint64_t task, ra__times *found)
{
    const place *p = place_of(task);
    if (!task || GET(p->task) != task)
        return false;
    *found = (ra__times){GET(p->recorded_ns), GET(p->started_ns), GET(p->end_ns), GET(p->end_task), GET(p->recorded_tid), GET(p->end_tid)};
    return GET(p->task) == task;
}
