/*
 * For tests: decisions about places, as they are made. A load and a branch where nobody listens.
 */
#ifndef RA_ASYNC_PLACED_H
#define RA_ASYNC_PLACED_H

#include "meta/hidden.h"

#include <stdatomic.h>
#include <stdint.h>

enum ra__placed_kind {
    RA__PLACED_PAGES, /* `bytes` at `data` were taken for `node` */
    RA__PLACED_HOME,  /* task `sequence` goes to the workers of `node` */
    RA__PLACED_SHARE, /* units first to end - 1 of a phase of task `sequence` are for `node` */
    RA__PLACED_PIECE  /* a thread of node `by` takes units first to end - 1 from what was put up for `node` */
};

struct ra__placed {
    enum ra__placed_kind kind;
    int node, by, phase;
    uint64_t sequence;
    int64_t first, end;
    const void *data;
    int64_t bytes;
};

typedef void (*ra__placed_hook)(const struct ra__placed *placed);
extern RA__HIDDEN _Atomic(ra__placed_hook) ra__placed_hooked;

#define RA__PLACED(...) \
    do { \
        ra__placed_hook hook_ = atomic_load_explicit(&ra__placed_hooked, memory_order_relaxed); \
        if (__builtin_expect(hook_ != 0, 0)) \
            hook_(&(struct ra__placed){__VA_ARGS__}); \
    } while (0)

#endif
