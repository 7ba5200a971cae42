/*
 * Reflection: the table as the public sees it.
 */
#include "async/dispatch.h"
#include "async/engine.h"

#include <string.h>

size_t ra_op_count(void)
{
    return ra__engine_ensure() ? 0 : RA__OP_COUNT;
}

const ra_op *ra_op_at(size_t index)
{
    return index < ra_op_count() ? &ra__ops[index] : NULL;
}

const ra_op *ra_op_find(const char *name)
{
    for (size_t i = 0, n = name ? ra_op_count() : 0; i < n; i++)
        if (!strcmp(ra__ops[i].name, name))
            return &ra__ops[i];
    return NULL;
}

const char *ra_op_name(const ra_op *op)
{
    return op->name;
}

const char *ra_op_family(const ra_op *op)
{
    return ra__family_text(op->family);
}

const char *ra_op_schema(const ra_op *op)
{
    return op->schema;
}

const char *ra_op_doc(const ra_op *op)
{
    return op->doc;
}

unsigned ra_op_variants(const ra_op *op)
{
    return op->variants;
}

unsigned ra_op_properties(const ra_op *op)
{
    return op->properties;
}

unsigned ra_op_dtypes(const ra_op *op)
{
    return op->dtypes;
}

size_t ra_op_arg_count(const ra_op *op)
{
    return (size_t)op->arg_count;
}

const ra_op_arg *ra_op_arg_at(const ra_op *op, size_t index)
{
    return index < (size_t)op->arg_count ? &op->args[index] : NULL;
}

size_t ra_op_result_count(const ra_op *op)
{
    return (size_t)op->result_count;
}

const ra_op_arg *ra_op_result_at(const ra_op *op, size_t index)
{
    return index < (size_t)op->result_count ? &op->results[index] : NULL;
}

bool ra_op_returns_list(const ra_op *op)
{
    return op->returns_list;
}

ra_status ra_call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced)
{
    if (!op)
        return ra__refusal(RA_ERR_UNKNOWN, "ra_call: the operator is NULL");
    if ((arg_count && !args) || (variant == RA_OUT && !results) || (variant == RA_FUNCTIONAL && !results && !op->returns_list))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): args or results are NULL", op->name);
    if (variant != RA_FUNCTIONAL && variant != RA_INPLACE && variant != RA_OUT)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call(%s): no such variant (%d)", op->name, (int)variant);
    return ra__dispatch(op, variant, args, arg_count, results, result_count, produced, __builtin_return_address(0));
}
