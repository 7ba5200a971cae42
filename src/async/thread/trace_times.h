/*
 * For each recorded task, while there is a trace: when and by whom it was recorded, when it started, and when and where its
 * last kernel ended, so that a kernel can be shown with its queue time and with arrows from what it came after.
 *
 * A table of bounded size. A task's place is its number modulo that size; a later task takes it over, and what is still to
 * be said of the earlier one is left out. Who writes what: its recorder the first, then its runner the others, then the
 * runners of its successors look, each ordered by the protocol of tasks (task.h); where two tasks share a place nothing
 * orders them, so all fields are atomic and who looks reads the number before and after.
 */
#ifndef RA_ASYNC_TRACE_TIMES_H
#define RA_ASYNC_TRACE_TIMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ra__times {
    uint64_t recorded_ns, started_ns; /* 0: not known */
    uint64_t end_ns, end_task;        /* of the last kernel; of a join or a wait, of the last one that it waited for */
    int32_t recorded_tid, end_tid;
} ra__times;

/* Once, for at least so many tasks in flight if they are not too many. False: no memory. */
bool ra__times_make(size_t tasks);
/* No other thread is in a call of the library. */
void ra__times_free(void);

/* There is a table. */
void ra__times_recorded(uint64_t task, uint64_t ns, int32_t tid);
void ra__times_started(uint64_t task, uint64_t ns); /* of a task that was recorded here */
void ra__times_ended(uint64_t task, uint64_t end_ns, uint64_t end_task, int32_t tid);
bool ra__times_look_up(uint64_t task, ra__times *found);

#endif
