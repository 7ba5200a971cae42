/*
 * Composites of the table: operators put together from others, which nobody sees. In reflection, messages, trace and reports they are
 * one operator, called from where the program called it; what they are made of is fused, cached and run on every device as if the
 * program had called it.
 *
 * A definition gets the arguments in the order of the schema, checked against it, defaults filled in, and puts a new handle into each
 * of results: of whatever else it makes it need not release anything, nor ask whether a call was refused, since NULL goes through all calls
 * and the first refusal is that of the whole. What no call in it refuses it does itself, by ra__refusal with a text that names the argument;
 * the operator's name and the other arguments are put before it. It is called on the meta device for out= and in place, so it must not look
 * at data, nor wait.
 */
#ifndef RA_ASYNC_COMPOSITES_H
#define RA_ASYNC_COMPOSITES_H

#include "async/thread/state.h"
#include "meta/op.h"

#include <runahead/register.h>

#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc)
#define RA_COMPOSITE(name, schema, family, variants, dtypes, properties, doc) ra_status ra__define_##name(const ra_op_call *call, ra_tensor **results);
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE

/* Of a hidden row, which has one result; NULL: refused. */
#define ra__hidden(op, ...) ra__hidden_of(&ra__ops[RA__OP_##op], (const ra_arg[]){__VA_ARGS__}, sizeof((const ra_arg[]){__VA_ARGS__}) / sizeof(ra_arg))
ra_tensor *ra__hidden_of(const ra_op *op, const ra_arg *args, size_t count);

/* Puts the definitions behind their rows. Once, before any call (composites_rows.c). */
void ra__composites_init(void);

#define DEFINE(name) ra_status ra__define_##name(const ra_op_call *call, ra_tensor **results)

/* The given result, of a call that may have been refused. */
static inline ra_status ra__gives(ra_tensor **results, ra_tensor *t)
{
    results[0] = t;
    return RA_OK; /* a refusal is noted in the scope around the definition */
}

/* An optional tensor, or RA_NONE. */
static inline const ra_tensor *ra__composite_optional(const ra_op_call *call, int i)
{
    return call->args[i].kind == RA_ARG_TENSOR ? call->args[i].tensor : RA_NONE;
}

/* Refuses, by the dtypes of the composite's row, one that it would have to compute in. */
static inline ra_status ra__composite_computes(const ra_op_call *call, ra_dtype dtype)
{
    const ra_op *op = call->state;
    return op->dtypes >> dtype & 1 ? RA_OK : ra__refusal(RA_ERR_DTYPE, "not defined for dtype %s", ra_dtype_name(dtype));
}

#endif
