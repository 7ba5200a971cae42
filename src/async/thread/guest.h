/*
 * Guests: kernels that may call the library, and callbacks, on the threads that run them.
 *
 * A thread carries things for its program: scopes, a default dtype, the place of its call, its first refusal. Of these nothing
 * is a guest's to see or to change: what a guest does is the same on whichever thread it comes to run. Nor does a thread that
 * somebody has cancelled end in a guest, which may well be a place for it: its task would never end.
 *
 * What runs upon what: a thread that is in such a kernel of X may run other tasks on top of it, and X cannot end before they
 * have. So that nothing waits for what lies beneath it, only these are run there: what the kernel itself waits for or asks after
 * (ra_is_ready without workers), and tasks whose kernels call nothing of the library's and so end by themselves
 * (RA__PLAN_LEAF), which is also what a thread may run that has claimed a task and found no memory for it. Nothing is locked
 * meanwhile, and what a task makes ready goes to the queues, but for what a wait needs. A kernel that waits for what cannot end
 * before itself is told (help.c). What guests cannot do is to wait for one another by means of their own: a task that one of
 * them waits for so may be beneath it.
 */
#ifndef RA_ASYNC_GUEST_H
#define RA_ASYNC_GUEST_H

#include "async/thread/state.h"

struct ra_task;

typedef struct ra__guest {
    struct ra__guest *below; /* that of the kernel upon which this one runs, on this thread or on one that waits for it; NULL: none */
    struct ra_task *task;    /* that cannot end before this kernel has answered; NULL: of a callback */
    bool is_first;           /* on its stack */
    int cancel;              /* ra__os_cancel_defer's */
    ra__carried carried;     /* this and the rest but home: what the thread had before */
    ra__scope *outer_home, home;
    ra_status status;
    char error[RA__ERROR_BYTES]; /* where there is a status */
} ra__guest;

/* How the scopes of a guest end, which stand above what threads carry. Before the first guest, once. */
void ra__guest_start(void (*end_scopes)(void));
/* task: NULL for a callback. The guest is the caller's to keep until it leaves. */
void ra__guest_enter(ra__guest *g, struct ra_task *task);
/* Scopes that it has left open end. The task may be gone by now. */
void ra__guest_leave(ra__guest *g);

#endif
