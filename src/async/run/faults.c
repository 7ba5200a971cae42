#include "async/run/faults.h"

#include "async/fusion/fusion.h"
#include "async/os/os.h"

#include <string.h>

void ra__fault_note_at(ra_task *t, int64_t grain, ra_status status, const char *text)
{
    int64_t lowest = atomic_load_explicit(&t->course->failed_at, memory_order_relaxed);
    while (grain < lowest && !atomic_compare_exchange_weak_explicit(&t->course->failed_at, &lowest, grain, memory_order_relaxed, memory_order_relaxed))
        ;
    ra__fault_note *n = ra__os_alloc(sizeof *n);
    if (!n) { /* the status survives, the text does not */
        atomic_store_explicit(&t->course->bare_status, status, memory_order_relaxed);
        return;
    }
    n->grain = grain;
    n->status = status;
    strncpy(n->text, text, sizeof n->text - 1);
    n->text[sizeof n->text - 1] = 0;
    n->next = atomic_load_explicit(&t->course->notes, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&t->course->notes, &n->next, n, memory_order_relaxed, memory_order_relaxed))
        ;
}

ra_status ra__faults_take(ra_task *t, char *text)
{
    ra_status status = atomic_load_explicit(&t->course->bare_status, memory_order_relaxed);
    int64_t lowest = INT64_MAX;
    text[0] = 0;
    ra__fault_note *n = atomic_exchange_explicit(&t->course->notes, NULL, memory_order_relaxed);
    while (n) {
        ra__fault_note *after = n->next;
        if (n->grain < lowest) {
            lowest = n->grain;
            status = n->status;
            memcpy(text, n->text, RA__FAULT_TEXT);
        }
        ra__os_free(n);
        n = after;
    }
    return status;
}

bool ra__late_memory_taken(ra_task *t)
{
    const ra_plan *p = ra__task_plan(t);
    if (!(p->flags & RA__PLAN_LATE) || t->course->phase != p->phases - 1 || !ra__job_take_late(&t->job, &t->course->memory))
        return true;
    ra__fault_note_at(t, 0, RA_ERR_TASK_MEMORY, "");
    return false;
}
