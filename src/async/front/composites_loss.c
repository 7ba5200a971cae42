/*
 * Composites: losses.
 */
#include "async/front/composites.h"

#include <runahead/ops.h>
#include <string.h>

/* By the reduction's name, which has been checked. */
static ra_status reduce(ra_tensor **results, ra_tensor *loss, const char *reduction)
{
    if (!strcmp(reduction, "none"))
        return ra__gives(results, loss);
    return ra__gives(results, !strcmp(reduction, "sum") ? ra_sum(loss, RA_ALL) : ra_mean(loss, RA_ALL));
}

/* Of the promoted operands; only both of them cannot be bool. */
static ra_tensor *difference(const ra_op_call *call)
{
    const ra_tensor *side[] = {call->args[0].tensor, call->args[1].tensor};
    for (int i = 0; i < 2; i++)
        if (ra_tensor_dtype(side[i]) == RA_BOOL)
            side[i] = ra_to(side[i], RA_OPTS(ra_to, .dtype = ra_tensor_dtype(side[1 - i])));
    return ra_sub(side[0], side[1]);
}

DEFINE(mse_loss)
{
    ra_tensor *apart = difference(call);
    const ra_status s = apart ? ra__composite_computes(call, ra_tensor_dtype(apart)) : RA_OK;
    return s ? s : reduce(results, ra_square(apart), call->args[2].string);
}
