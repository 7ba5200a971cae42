/*
 * Operators of the program's own: what a description must be like. Each refusal names the field.
 */
#include "async/front/own.h"

#include "async/thread/state.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { NAME_LENGTH = 60, SCRATCH_MOST = 1 << 30 };
#define COST_MOST 1e18 /* ns, 30 years: of as many units as there may be elements, less than a wait without a limit may take (run/help.c) */

#define REFUSE(...) ra__refusal(RA_ERR_ARGUMENT, "ra_op_register" __VA_ARGS__)

static bool is_name(const char *name)
{
    size_t n = 0;
    for (bool begins = true; name[n]; n++) {
        if (begins ? !isalpha((unsigned char)name[n]) && name[n] != '_' : !isalnum((unsigned char)name[n]) && name[n] != '_' && name[n] != '.')
            return false;
        begins = name[n] == '.';
    }
    return n > 0 && n <= NAME_LENGTH && name[n - 1] != '.';
}

static ra_status check_texts(const ra_op_description *d)
{
    if (!d->name)
        return REFUSE(": name is not given");
    if (!is_name(d->name))
        return REFUSE(": name: \"%.70s\" is none: letters, digits and _, with single dots between, of at most %d characters", d->name, NAME_LENGTH);
    for (int i = 0; i < RA__OP_NAMED; i++)
        if (!strcmp(ra__ops[i].name, d->name))
            return REFUSE(": name: \"%s\" is an operator of the library's", d->name);
    return d->schema ? RA_OK : REFUSE("(%s): schema is not given", d->name);
}

static ra_status check_loops(const ra_op_description *d)
{
    static const ra_dtype halves[] = {RA_FLOAT16, RA_BFLOAT16};
    if (d->kernel)
        return REFUSE("(%s): loops and kernel are both given; one of them computes", d->name);
    if (d->loops[RA_NO_DTYPE])
        return REFUSE("(%s): loops[0] is given, which stands for no dtype", d->name);
    for (int i = 0; i < 2; i++)
        if (d->loops[halves[i]])
            return REFUSE("(%s): loops[%s] is given; halves are computed in float32", d->name, ra_dtype_name(halves[i]));
    return RA_OK;
}

static ra_status check_numbers(const ra_op_description *d)
{
    if (d->range_dims < -1 || d->range_dims > RA_MAX_DIMS)
        return REFUSE("(%s): range_dims: %d is not -1 to %d", d->name, d->range_dims, RA_MAX_DIMS);
    if (d->scratch > SCRATCH_MOST)
        return REFUSE("(%s): scratch: %zu bytes are more than %d", d->name, d->scratch, SCRATCH_MOST);
    if (!(d->cost_ns >= 0 && d->cost_ns <= COST_MOST))
        return REFUSE("(%s): cost_ns: %g is no time", d->name, d->cost_ns);
    if (d->dtypes & 1 || d->dtypes >> RA_DTYPE_COUNT)
        return REFUSE("(%s): dtypes: %#x has bits that stand for no dtype", d->name, d->dtypes);
    return RA_OK;
}

ra_status ra__own_check_fields(const ra_op_description *d)
{
    const ra__own own = {.given = *d};
    const bool loops = ra__own_has_loops(&own);
    ra_status s = check_texts(d);
    if (!s && loops)
        s = check_loops(d);
    if (!s && !loops && d->loops[RA_NO_DTYPE])
        s = check_loops(d);
    if (!s && !d->definition && !d->kernel && !loops && !d->cuda)
        s = REFUSE("(%s): none of definition, kernel, loops and cuda is given", d->name);
    if (!s && d->kernel && !d->definition && !d->meta)
        s = REFUSE("(%s): a kernel without definition or meta: nothing says what the results are", d->name);
    if (!s && !d->kernel) {
        if (d->range_dims)
            s = REFUSE("(%s): range_dims is given, and no kernel", d->name);
        else if (d->scratch || ((d->strided || (d->effect && !loops)) && !d->cuda))
            s = REFUSE("(%s): %s is given, and no kernel", d->name, d->scratch ? "scratch" : d->strided ? "strided" : "effect");
    }
    if (!s && d->cuda)
        s = ra__own_check_cuda(d);
    return s ? s : check_numbers(d);
}

/* ---- the schema ---- */

static ra_status check_distinct(const ra_op *op)
{
    const ra_op_arg *all[RA__MAX_ARGS + RA__MAX_RESULTS];
    int n = 0;
    for (int a = 0; a < op->arg_count; a++)
        all[n++] = &op->args[a];
    for (int r = 0; r < op->result_count && op->result_count > 1; r++)
        all[n++] = &op->results[r];
    for (int i = 0; i < n; i++)
        for (int k = 0; k < i; k++)
            if (!strcmp(all[i]->name, all[k]->name))
                return REFUSE("(%s): schema: the name %s appears twice", op->name, all[i]->name);
    return RA_OK;
}

static ra_status check_loop_schema(const ra_op *op)
{
    if (op->result_count != 1)
        return REFUSE("(%s): schema: %d results; loops have one", op->name, op->result_count);
    if (op->arg_count < 1 || op->arg_count >= RA__MAX_OPERANDS)
        return REFUSE("(%s): schema: %d arguments; loops take 1 to %d", op->name, op->arg_count, RA__MAX_OPERANDS - 1);
    for (int a = 0; a < op->arg_count; a++)
        if ((op->args[a].kind != RA_ARG_TENSOR && op->args[a].kind != RA_ARG_OPERAND) || op->args[a].optional)
            return REFUSE("(%s): schema: argument %s is no Tensor or Operand that is always given, as loops take", op->name, op->args[a].name);
    return RA_OK;
}

ra_status ra__own_check_schema(const ra__own *own)
{
    const ra_op *op = &own->op;
    if (op->returns_list)
        return REFUSE("(%s): schema: a list of results is no result of a registered operator", op->name);
    for (int a = 0; a < op->arg_count; a++)
        if (op->args[a].kind == RA_ARG_GENERATOR || op->args[a].kind == RA_ARG_DEVICE)
            return REFUSE("(%s): schema: argument %s is a %s, which a registered operator cannot take", op->name, op->args[a].name,
                          op->args[a].kind == RA_ARG_DEVICE ? "device" : "Generator");
    ra_status s = check_distinct(op);
    if (!s && ra__own_has_loops(own))
        s = check_loop_schema(op);
    return s || !own->given.cuda ? s : ra__own_check_cuda_schema(own);
}
