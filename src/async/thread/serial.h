/*
 * A thread that serves a list of items in the order they came: the lanes. Producers push lock-free, and wait at most for another that is
 * just starting the thread; it is started at the first item and sleeps when there is none.
 *
 * What the thread itself pushes while it serves an item follows from that and comes next, before what others had pushed: what has been begun
 * is gone on with, and waits for no more than is at hand. But of others' items there is one after each few of these.
 */
#ifndef RA_ASYNC_SERIAL_H
#define RA_ASYNC_SERIAL_H

#include "async/os/elsewhere.h"

#include <stdatomic.h>
#include <stdbool.h>

enum { RA__SERIAL_FOLLOWERS = 16 }; /* served in a row, where others wait */

typedef struct ra__serial_item {
    struct ra__serial_item *next;
} ra__serial_item;

typedef struct ra__serial {
    _Atomic(ra__serial_item *) pushed; /* newest first */
    _Atomic uint32_t signal;           /* odd while the thread sleeps or is about to */
    _Atomic int32_t state;             /* 0 no thread, 1 starting, 2 running, 3 stopping */
    int number;                        /* names the thread */
    void (*serve)(ra__serial_item *item);
    void (*rest)(struct ra__serial *s); /* when all that was there has been served; or NULL */
    bool in_order;                     /* whoever pushes: as they come */
    const struct ra__os_cpuset *cpus;  /* where the thread is to run; NULL: wherever threads may. It outlasts the thread */
    ra__serial_item *others;            /* the thread's own: what it has taken off the list and has yet to serve, oldest first */
    ra__serial_item *followers, **last; /* the thread's own: what it has pushed, oldest first, and where the next goes if there is any */
    struct ra__os_thread thread;
    ra__elsewhere elsewhere;
} ra__serial;

/* Starts the thread before the first item comes: whoever brings that may be a worker, whose class the thread would have.
 * False when none can be had. Where another is just starting it this waits for that one, which may be a worker that is off the processor. */
bool ra__serial_expect(ra__serial *s);
/* What its thread does before it sleeps: of all that there are; before the first. */
void ra__serial_start(void (*before_sleep)(void));
/* The same, and never waits: whether there will be a thread is not told. */
void ra__serial_want(ra__serial *s);
/* False when there is no thread and none can be had; the item is not taken then. */
bool ra__serial_push(ra__serial *s, ra__serial_item *item);
/* The same, and never waits: where no thread is to be had it lies there until one comes, or somebody takes it. In order. */
void ra__serial_leave(ra__serial *s, ra__serial_item *item);
/* Takes everything that is there, oldest first (for those who serve it themselves). */
ra__serial_item *ra__serial_take_all(ra__serial *s);
/* By the thread, while it serves an item (or by one that it waits for meanwhile): takes all that it has yet to serve, oldest first, but for
 * what it has pushed itself. */
ra__serial_item *ra__serial_take_rest(ra__serial *s);
/* Adds without a thread. */
void ra__serial_add(ra__serial *s, ra__serial_item *item);
/* Serves what is left and joins the thread. */
void ra__serial_stop(ra__serial *s);
/* There is no thread, and nothing on the list. */
bool ra__serial_is_quiet(ra__serial *s);
/* By the thread, while it serves an item: where it is to run from now on. */
void ra__serial_move(ra__serial *s, const struct ra__os_cpuset *cpus);
/* It has a thread. */
bool ra__serial_is_running(const ra__serial *s);
/* The calling thread is the one that serves s. */
bool ra__serial_is_self(const ra__serial *s);
void ra__serial_fork_child(ra__serial *s);

#endif
