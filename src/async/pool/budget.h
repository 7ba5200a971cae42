/*
 * What workers may use of a CPU quota.
 *
 * A control group that has used its quota is stopped until the period ends, the control threads with the workers. So workers
 * keep below it: what they may use flows at a constant rate, the quota less a reserve and less what all other threads of the
 * process were seen to use, and a worker that has used more than has come in rests until it is made up for. A small store
 * fills while nothing is done. It is asked between pieces of work, so one piece may overdraw; what is overdrawn is made up for
 * afterwards.
 *
 * Times are in ns, of the clock and of processors. The state is the caller's, so that tests bring their own clocks.
 */
#ifndef RA_ASYNC_BUDGET_H
#define RA_ASYNC_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* What comes in at a rate, up to a store that is full then, and is used. */
typedef struct ra__flow {
    _Atomic int64_t left;          /* may be used now; negative: overdrawn */
    _Atomic double rate;           /* ns that come in each ns */
    _Atomic uint64_t filled_at;
    int64_t store;
} ra__flow;

/* Full, from now on. Nobody else is at it. */
void ra__flow_start(ra__flow *f, double rate, int64_t store, uint64_t now);
/* So much was used; gives what is left. */
int64_t ra__flow_use(ra__flow *f, uint64_t used, uint64_t now);
/* When there will be so much, if nothing is used until then and there is `left` now. */
uint64_t ra__flow_until(const ra__flow *f, int64_t left, int64_t wanted, uint64_t now);

typedef struct ra__budget {
    double quota;                  /* processors; 0: there is no quota, and nothing below is used */
    ra__flow flow;
    _Atomic uint64_t estimated_at; /* who takes the time out of it estimates, and alone has the two below until it has put one in again */
    uint64_t others;               /* used by all but workers by then */
    double others_rate;
} ra__budget;

/* From now on. Nobody else is at it. */
void ra__budget_start(ra__budget *b, double quota, uint64_t now, uint64_t others);
/* A worker has used so much; gives the time until which it is to rest, 0 where it may go on. */
uint64_t ra__budget_spend(ra__budget *b, uint64_t used, uint64_t now);
/* True, to one thread every now and then: it is to say next what all threads but workers have used so far. */
bool ra__budget_is_due(ra__budget *b, uint64_t now, uint64_t *since);
void ra__budget_estimate(ra__budget *b, uint64_t since, uint64_t now, uint64_t others);

#endif
