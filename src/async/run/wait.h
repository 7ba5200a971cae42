/*
 * Waiting for tasks, and for the bytes that they write.
 *
 * A thread that waits becomes a runner for what its target needs. It looks for a ready task among the target's unfinished
 * ancestors (under the graph lock), claims and runs it, follows what that makes ready as far as it is needed, takes parts
 * of needed tasks that others run, and sleeps only where there is nothing of that, for short times, since what a worker
 * of the background class has in hand may come free without a word.
 */
#ifndef RA_ASYNC_WAIT_H
#define RA_ASYNC_WAIT_H

#include "async/os/mutant.h"
#include "async/tasks/graph.h"
#include "async/thread/stalls.h"
#include "async/thread/turns.h"
#include "async/values/failure.h"

/* Bytes of a storage that somebody asks about. */
typedef struct ra__range {
    ra_storage *storage;
    int64_t first, end;
    const ra_layout *layout; /* which of those */
    bool writes;             /* they are to be written: their readers count as well */
} ra__range;

/* A call that waits, with nothing begun: a cancelled thread ends here, but for one that runs a kernel or callback, for whom
 * others wait. */
void ra__wait_begins(void);
/* Waits for a task that cannot be reused meanwhile (the caller has a hold); in a kernel that the task comes after, not until its end. */
void ra__wait_task(ra_task *t);
/* Waits for all that is pending: ra_wait_all from where it is asked for. */
ra_status ra__wait_all(ra__wait_reason reason);

/* Whether this thread has computed all of it in its last call, and nobody has recorded anything since. */
static inline bool ra__range_is_made(const ra__range *r)
{
    const bool within = r->storage == ra__tls.made.storage && r->first >= ra__tls.made.first && r->end <= ra__tls.made.end;
    return within && (ra__graph_last_sequence() == ra__tls.made.sequence || RA__MUTANT(MADE_LONG_AGO));
}

/* Waits for what is pending there; gives the failure that reaches it, or RA_ERR_TIMEOUT. */
ra_status ra__wait_for_range(const ra__range *r, ra__wait_reason reason, uint64_t deadline);
static inline ra_status ra__wait_range(const ra__range *r, ra__wait_reason reason, uint64_t deadline)
{
    ra__turns_waited();
    return ra__range_is_made(r) && !ra__may_have_failed(r->storage) ? RA_OK : ra__wait_for_range(r, reason, deadline);
}
bool ra__range_is_pending(const ra__range *r);
/* Held; NULL if there is none. */
ra__failure *ra__range_failure(const ra__range *r);
/* Runs one task that is ready and that it needs; false if there is none to be had. */
bool ra__range_help(const ra__range *r);

#endif
