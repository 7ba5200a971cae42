/*
 * The engine as the rest of src/async sees it: starting, submitting jobs, waiting for data.
 */
#ifndef RA_ASYNC_ENGINE_H
#define RA_ASYNC_ENGINE_H

#include "async/job.h"
#include "async/stalls.h"

#include <runahead/engine.h>

struct ra_task;

extern const ra__kernel_table *ra__kernels; /* of the instruction set level in use */


/* Starts the engine at the first use. One load afterwards. */
ra_status ra__engine_ensure(void);
/* The same, which says where handles are checked: then it is no refusal, and what the call is given is to be looked at. */
#define RA__ENTER_CHECKED ((ra_status)1000)
ra_status ra__engine_enter(void);
bool ra__engine_is_running(void);

/*
 * Submitting takes over what a job holds: it runs now, from where it is, or later, from a record of its own. It cannot fail,
 * since the thread has made sure of a record before; false from that: out of memory.
 */
bool ra__submit_begin(void);
void ra__submit(ra__job *j);

/* Waits for the writers of t's bytes; gives the failure that reaches them. */
ra_status ra__wait_readable(const ra_tensor *t, ra__wait_reason reason);
/* Waits for the readers as well. */
ra_status ra__wait_writable(const ra_tensor *t, ra__wait_reason reason);

/* Waits for all that is pending: ra_wait_all from where it is asked for. */
ra_status ra__wait_all(ra__wait_reason reason);

/* A job that ran in one piece took so long: later estimates for its operator follow. */
void ra__learn_cost(const ra__job *j, uint64_t ns);
/* How much longer than planned such jobs took; 1 where none was measured. Any thread. */
double ra__cost_scale(const ra__job *j);

/* A handle lets go: pending work that nobody can observe any more is dropped. */
void ra__storage_release(ra_storage *s);
/* A handle takes a new layout over a storage that has to reach at least `bytes`. */
void ra__tensor_adopt(ra_tensor *t, const ra_layout *layout, int64_t bytes);

#endif
