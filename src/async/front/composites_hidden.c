/*
 * Composites: the hidden rows that they call.
 */
#include "async/front/composites.h"

#include "async/front/dispatch.h"

ra_tensor *ra__hidden_of(const ra_op *op, const ra_arg *args, size_t count)
{
    ra_tensor *result = NULL;
    return ra__dispatch(op, RA_FUNCTIONAL, args, count, &result, 1, NULL, RA_HERE) == RA_OK ? result : NULL;
}
