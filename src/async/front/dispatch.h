/*
 * Dispatch: from a call to handles and a job.
 */
#ifndef RA_ASYNC_DISPATCH_H
#define RA_ASYNC_DISPATCH_H

#include "meta/op.h"

#include <runahead/tensor.h>

/*
 * What every stub and ra_call come to. results: functional: where new handles go (untouched on refusal); out=: the
 * handles to write into; in-place: ignored. site: where it is called.
 */
ra_status ra__dispatch(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                       size_t *produced, ra_site site);

#endif
