/*
 * The pool: workers (workers.h), where ready tasks wait, how they are found (find.h), and how big ones are shared.
 *
 * Ready tasks are in a worker's deque (what it made ready itself) or in a node's injection queue (what control threads
 * recorded). A thread that runs a task of several grains offers the rest through its slot: one word of (generation,
 * first, end), from whose front the owner takes and from whose back thieves take half, both by compare-and-swap. The
 * generation makes a word of an earlier offer differ from one of a later, so a thief that has read the slot's task between
 * two equal words knows that it belongs to them; and a task whose units are not all finished cannot end. Large operators on
 * a machine of several nodes are put up by shares as well (wide.h).
 */
#ifndef RA_ASYNC_POOL_H
#define RA_ASYNC_POOL_H

#include "async/pool/workers.h"

#include <runahead/engine.h>

struct ra__topology;

typedef struct ra__pool_settings {
    int workers;
    ra_worker_priority priority;
    int64_t spin_ns;
    double quota; /* processors that the process may use together; 0: all there are */
    const struct ra__topology *topology;
    int relief_percent; /* of the workers' processors, for those who serve in their places (relief.h); 0: nobody does unless somebody waits */
    void (*main)(void *worker); /* of their threads */
    bool (*relieve)(void);      /* runs a ready task or a part of one; false: there is none */
} ra__pool_settings;

/* Starts the workers; a negative errno. With fewer threads than asked for where the system gives no more. */
int ra__pool_start(const ra__pool_settings *settings);
/* Nothing is pending. Joins the workers. */
void ra__pool_stop(void);
/* Takes a ready task over, and a hold of it: into this worker's deque, or the injection queue of its home. */
void ra__publish(ra_task *t);
/* The node whose workers should find a job. */
int ra__pool_find_home(const ra__job *j);
static inline int ra__pool_home(const ra__job *j)
{
    return ra__pool.nodes <= 1 ? 0 : ra__pool_find_home(j);
}
/*
 * Who waits finds what it needs in the graph and runs it: of what has ended so queues are rid from time to time, once as many have come as
 * were left the last time, and of what nobody can observe any more, which `end` is to end, claimed. With `all`, and where there are no
 * workers, whatever is in front: the others stay in their order, and can be found all the time; else as far as the first that is left, for
 * the workers see to the rest, unless they are held by what is long. Workers leave it to others. Not under the graph lock.
 */
void ra__pool_sweep(bool all, void (*end)(ra_task *t, unsigned flags));

void ra__pool_fork_child(void);

#endif
