/*
 * Work that is no operator's, such as files and functions of the program: recorded, ordered, failed and waited for like an operator call.
 */
#ifndef RA_ASYNC_EXTERNAL_H
#define RA_ASYNC_EXTERNAL_H

#include "async/values/job.h"

typedef struct ra__external {
    const char *name;        /* for messages; static */
    const ra_kernel *kernel; /* run alone is used: phase 0, grains 0 to grains - 1; data[0] is the result; then come
                                those that are changed, a place of the engine's, the inputs */
    unsigned flags;          /* of the plan: RA__PLAN_BLOCKING, RA__PLAN_EFFECT, RA__PLAN_LEAF */
    int64_t grains;
    size_t scratch;
    double cost_ns;
    void *state;             /* plan.state */
    void (*release)(void *state); /* once the work has run, or never will; in the child of a fork under the lock of the graph: it calls nothing that takes that */
    ra__shape result;        /* of the one, new, result */
    const ra_tensor *const *inputs; /* read whole, as bounded where an extent is pending */
    int input_count;
    const ra_tensor *const *changed; /* read and written */
    int changed_count;
    ra_device device;        /* one with streams, which is there: phase 0 hands work to its stream, one grain, and phase 1 comes when that
                                is done. 0: the processor */
    int token;               /* 0: none. 1 to RA__EXTERNAL_TOKENS: runs after all that was recorded with that token before */
} ra__external;

enum { RA__EXTERNAL_TOKENS = 64 };

/*
 * Records it: the handle of the result, of the calling thread's scope. The state is taken over, but where it is refused (NULL,
 * out of memory). Waits for nothing but pacing.
 */
ra_tensor *ra__external_record(const ra__external *e, const void *address);

#endif
