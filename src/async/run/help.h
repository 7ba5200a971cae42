/*
 * A thread that waits helps: it runs what its targets need until they have ended.
 */
#ifndef RA_ASYNC_HELP_H
#define RA_ASYNC_HELP_H

#include "async/tasks/needed.h"

/*
 * Says what is waited for, in an empty list; under the graph lock. True: nothing more is to come once these have ended; else it is
 * asked again then.
 */
typedef bool ra__gather(ra__targets *targets, void *what);

/* CIRCULAR: a kernel waits for what cannot end before that kernel has. */
enum ra__waited { RA__ENDED, RA__TIMED_OUT, RA__CIRCULAR };

/*
 * Waits until all of it has ended, or for as long as may be. It leaves nothing behind in the graph. *ended is the number of the
 * task that was waited for last.
 */
enum ra__waited ra__help_until(ra__gather *gather, void *what, uint64_t deadline, uint64_t *ended);
/* Runs one task that is ready and needed; false if there is none to be had. */
bool ra__help_once(ra__gather *gather, void *what);
/* Runs a claimed task as the urgent thread does (urgent.h): what it makes ready goes to the queues, but for what is urgent. */
void ra__run_urgent(ra_task *t, unsigned flags);
/* Cancels what is pending of the range (drop.h); what can end at once does. */
void ra__cancel_range(ra_storage *s, int64_t first, int64_t end);
void ra__help_fork_child(void);

/* Who has found nothing to do for so long looks again after a part of that, within bounds: what he finds late is late by little of what he
 * has waited for it. */
static inline uint64_t ra__look_again_ns(uint64_t idle_ns, uint64_t least, uint64_t most)
{
    enum { PART = 8 };
    const uint64_t part = idle_ns / PART, bounded = part < most ? part : most;
    return bounded > least ? bounded : least; /* whatever most is: a fork's child counts nobody who waits */
}

#endif
