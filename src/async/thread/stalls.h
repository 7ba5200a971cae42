/*
 * Stalls: where control threads waited, for how long, and why; kept by the place that called. See report.h for the text.
 */
#ifndef RA_ASYNC_STALLS_H
#define RA_ASYNC_STALLS_H

#include "meta/hidden.h"

#include <runahead/tensor.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum ra__wait_reason {
    RA__WAIT_READ,
    RA__WAIT_WRITE,
    RA__WAIT_EXTENT,
    RA__WAIT_EXPLICIT,
    RA__WAIT_PACED_BYTES,
    RA__WAIT_PACED_COUNT,
    RA__WAIT_FILE, /* of ra_load_npy and archives: the header */
    RA__WAIT_LIBRARY, /* LAPACK, loaded in the call that computes with it */
    RA__WAIT_LOCK,    /* of the graph of tasks */
    RA__WAIT_TRIM,
    RA__WAIT_START,
    RA__WAIT_SHUTDOWN,
    RA__WAIT_REASONS
} ra__wait_reason;

/* What kind of wait it is, in a word or two. */
const char *ra__wait_name(ra__wait_reason reason);

/*
 * For the report and the trace: the calling thread waited from `start` until now, for this operator (static; NULL: for none),
 * at the place that it notes for its calls. `ended`: number of the task that was waited for last; 0: none.
 */
void ra__note_wait(ra__wait_reason reason, const char *operator, uint64_t ended, uint64_t start);

/* Stands for the name of an operator where there are different ones. */
extern RA__HIDDEN const char ra__several[];

/* All waits of one reason at one place. */
typedef struct ra__stall {
    ra_site at;
    ra__wait_reason reason;
    const char *operator; /* what was waited for; ra__several: not always the same */
    uint64_t count, ns, longest_ns;
} ra__stall;

/* Stall number i, or behind the last of them what had no room there, of which at and reason say nothing. False: there is none. */
enum { RA__STALLS = 256 };
bool ra__stall_at(int i, ra__stall *found);
void ra__stalls_forget(void);

#endif
