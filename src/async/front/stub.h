/*
 * What the generated operator functions are written in terms of.
 */
#ifndef RA_ASYNC_STUB_H
#define RA_ASYNC_STUB_H

#include "async/front/dispatch.h"
#include "async/front/options.h"
#include "async/thread/state.h"

#include <runahead/ops.h>
#include <stddef.h>

/* `o`: the options given, by a caller that may have been compiled against an older and smaller struct; zero elsewhere. */
#define OPTIONS(type, function, refused) \
    type o = {.size = sizeof o}; \
    if (opts && !ra__options_take(&o, sizeof o, opts, function, site)) \
    return refused

/* A field that tells what is not given from zero, which it is from here on where it was not given. */
#define OPTIONAL_SCALAR(name) \
    if (opts) \
    ra__options_scalar(&o.name, offsetof(__typeof__(o), name) < o.size)
#define OPTIONAL_BOOL(name) \
    if (opts) \
    ra__options_bool(&o.name, offsetof(__typeof__(o), name) < o.size)

/* The function for those who call it without its macro. */
#define PLAIN(type, name, parameters, arguments) \
    type(name) parameters \
    { \
        return name##_at arguments; \
    }

#define CALL(op, variant, args, results, room, produced) \
    ra__dispatch(&ra__ops[RA__OP_##op], variant, args, sizeof(args) / sizeof *(args), results, room, produced, site)

static inline ra_arg pack_operand(ra_operand o)
{
    return o.scalar.kind == RA_SCALAR_NONE ? (ra_arg){.tensor = o.tensor, .kind = RA_ARG_TENSOR} : (ra_arg){.scalar = o.scalar, .kind = RA_ARG_SCALAR};
}

static inline ra_arg pack_choice(int c)
{
    return c == 0 ? (ra_arg){.kind = RA_ARG_NONE} : (ra_arg){.boolean = c > 0, .kind = RA_ARG_BOOL};
}

/* A list of fixed length in an options struct: all zero is "not given", and where zero is no value, {n, 0} is n for all. */
static inline ra_arg pack_list(const int64_t *values, int64_t length, bool zero_is_none)
{
    int64_t given = 0;
    for (int64_t i = 0; i < length; i++)
        given += values[i] != 0;
    if (given == 0)
        return (ra_arg){.kind = RA_ARG_NONE};
    return (ra_arg){.dims = ra_dims_of(values, zero_is_none && given == 1 && values[0] ? 1 : length), .kind = RA_ARG_DIMS};
}

/* A result that the caller does not want is let go. */
static inline void deliver(ra_tensor **to, ra_tensor *t)
{
    if (to)
        *to = t;
    else
        ra_release(t);
}

#endif
