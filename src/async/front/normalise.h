/*
 * Arguments as they come against the schema: defaults filled in, kinds coerced, lists of fixed length expanded.
 */
#ifndef RA_ASYNC_NORMALISE_H
#define RA_ASYNC_NORMALISE_H

#include "meta/op.h"

/* Of a list: far more than a program gives, and few enough that their sum over all arguments is an int. */
enum { RA__MOST_TENSORS = 1 << 24 };

typedef struct ra__normalised {
    ra_arg args[RA__MAX_ARGS];
    int64_t expanded[RA__MAX_ARGS][3]; /* of lists for which one value was given */
} ra__normalised;

/* On refusal the thread's error names operator and argument. */
ra_status ra__normalise(const ra_op *op, const ra_arg *args, size_t count, ra__normalised *out);

#endif
