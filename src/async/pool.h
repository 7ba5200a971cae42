/*
 * The pool: workers, where ready tasks wait, how they are found, and how big ones are shared.
 *
 * Ready tasks are in a worker's deque (what it made ready itself) or in a node's injection queue (what control threads
 * recorded). A thread that runs a task of several grains offers the rest through its slot: one word of (generation,
 * first, end), from whose front the owner takes and from whose back thieves take half, both by compare-and-swap. The
 * generation makes a word of an earlier offer differ from one of a later, so a thief that has read the slot's task between
 * two equal words knows that it belongs to them; and a task whose units are not all finished cannot end. Large operators on
 * a machine of several nodes are put up by shares as well (wide.h).
 *
 * Who finds nothing of its own looks at what is near, all kinds of it, before it looks afar: its node's injection queue,
 * the deques of workers on its core, its cache, its node, then what its node has been given of large operators and what
 * those neighbours share, and control threads; only then the queues, deques and parts of other nodes, nearer nodes first.
 * From beyond its cache it takes half of a deque at once. The order is the placement's (placement.h), made at the start.
 *
 * Sleeping: a worker that finds nothing counts itself as sleeping, sets its parked flag, and looks at everything once
 * more before it sleeps. Whoever publishes work does so by a sequentially consistent store or read-modify-write and reads
 * the counts of sleepers after it, so one of the two sees the other. Sleepers and searchers are counted by node. A publisher
 * goes through the nodes, nearest to the work first: where two are searching already, on the way to there counted in, it
 * stops, where somebody sleeps it wakes one. One searcher is not enough, since a background thread may be off the processor
 * for as long as others like. A searcher that finds work wakes the next by the same rule. Taking a parked flag (exchange) is
 * what entitles to wake, or to get up by oneself; it is what takes the sleeper out of the count.
 */
#ifndef RA_ASYNC_POOL_H
#define RA_ASYNC_POOL_H

#include "async/task.h"

#include <runahead/engine.h>

struct ra__topology;

typedef struct ra__pool_settings {
    int workers;
    ra_worker_priority priority;
    int64_t spin_ns;
    double quota; /* processors that the process may use together; 0: all there are */
    const struct ra__topology *topology;
} ra__pool_settings;

/* Starts the workers; a negative errno. With fewer threads than asked for where the system gives no more. */
int ra__pool_start(const ra__pool_settings *settings);
/* Nothing is pending. Joins the workers. */
void ra__pool_stop(void);
int ra__pool_workers(void);

/* Takes a ready task over, and a hold of it: into this worker's deque, or the injection queue of its home. */
void ra__publish(ra_task *t);
/* A claimed task of those that are urgent (urgent.h), which are in a queue of their own. */
ra_task *ra__pool_take_urgent(unsigned *flags);
/* The node whose workers should find a job. */
int ra__pool_home(const ra__job *j);
/* There is something to find for that node's workers: wakes a sleeper unless somebody is searching already. */
void ra__pool_notify(int node);
bool ra__is_worker(void);
int ra__pool_node(void); /* of this thread; where threads that are no workers run now, 0 on a made-up machine */

/* Runs a claimed task to its end on this thread, and then what it made ready, as far as that is this thread's to do. */
void ra__run_claimed(ra_task *t, unsigned flags);
/* The same, but what it makes ready goes to the queues. */
void ra__run_alone(ra_task *t, unsigned flags);
/* What this thread keeps of what it has made ready goes to the queues. */
void ra__run_give_back(void);
/* The end of a job whose grains are all done: settles it and gives what is next, claimed. */
ra_task *ra__end_job(ra_task *t, unsigned *flags);
/* Ends a task whose kernel answered that it goes on elsewhere; what it makes ready goes to the queues. Any thread. */
void ra__complete(ra_task *t, ra_status status, const char *message);

/*
 * A background worker that other programs keep off the processor may have in hand what a control thread waits for. The
 * waiter says that it sleeps (begin), and after a while of no progress that it is held up: workers that run what `walk`
 * needs (0: anything), and those that are awake and run nothing just now, are then put into the normal class until nobody
 * waits any more. Where the host does not allow that, workers that
 * notice that they hardly get to run leave the work to those who wait.
 */
void ra__pool_wait_begin(void);
void ra__pool_wait_end(void);
bool ra__pool_is_waited_for(void);
/* How long an idle thread may look for work before it sleeps; 0 or less: not at all, as there are no workers or a quota. */
int64_t ra__pool_spin_ns(void);
void ra__pool_held_up(uint64_t walk);
/* What this thread (if it is a worker) is busy with; NULL when done, with what it took and what it should have taken. */
void ra__pool_busy(ra_task *t);
void ra__pool_idle(uint64_t ns, double expected_ns);

/* Between two pieces: a worker that has used more of the quota than there was rests for a while. */
void ra__pool_rest(void);

/* Takes part of a running task (with a walk: only of one that it needs); false if there is none to be had. */
bool ra__steal_part(uint64_t walk);
/* The same of any; what ends with it goes to the queues. */
bool ra__steal_any_part(void);
/* Such a part, for this thread; NULL: none. And running it. */
ra_task *ra__find_part(uint64_t walk, int64_t *first, int64_t *end);
void ra__run_part(ra_task *t, int64_t first, int64_t end);
/* Runs one ready task (zero workers, pacing), or part of one; false if there is none. `upon_another`: the caller has claimed a task
 * that has not ended, as has a thread in a kernel anyway; then only one that may run upon it (guest.h), if there is such near the
 * front. */
bool ra__run_one(bool upon_another);
/* Where there are no workers: forgets queued tasks at the front that were run by those who waited for them. */
void ra__pool_sweep(void);

/* Set by a waiting thread: tasks made ready by what it runs are kept for it where they are needed by this walk. */
extern __thread uint64_t ra__waiting_walk;
#define RA__WALK_ALONE (UINT64_MAX - 1) /* of no wait: nothing is needed by it */
extern __thread double ra__waiting_longest_ns; /* tasks that are estimated to take longer are left to others */

void ra__pool_fork_child(void);
void ra__run_fork_child(void);

#endif
