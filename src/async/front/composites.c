/*
 * Composites: their rows; those that move and reduce.
 */
#include "async/front/composites.h"

#include "async/front/own.h"
#include "async/os/os.h"

#include <runahead/ops.h>

void ra__composites_init(void)
{
#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc)
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc) \
    ra__composites[RA__OP_##op] = ra__define_##op; \
    ra__ops[RA__OP_##op].meta = ra__own_meta;
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
}

/* ---- side by side ---- */

/* Of at least one dimension. */
static ra_tensor *at_least_1d(const ra_tensor *t)
{
    return ra_ndim(t) ? ra_ref(t) : ra_reshape(t, RA_DIMS(1));
}

/* What it makes of each, joined along dim (of tensors of one dimension: the first). */
static ra_status join(const ra_op_call *call, ra_tensor **results, ra_tensor *(*make)(const ra_tensor *t), int dim)
{
    const ra_tensors list = call->args[0].tensors;
    if (!list.count)
        return ra__refusal(RA_ERR_ARGUMENT, "tensors: the list is empty");
    const ra_tensor **all = ra__os_alloc((size_t)list.count * sizeof *all); /* fits: as many as there are pointers */
    if (!all)
        return ra__refusal(RA_ERR_MEMORY, "out of memory for %lld tensors", (long long)list.count);
    for (int64_t i = 0; i < list.count; i++)
        all[i] = make(list.items[i]);
    results[0] = ra_cat(ra_tensors_of(all, list.count), all[0] && ra_ndim(all[0]) == 1 ? 0 : dim);
    ra__os_free(all);
    return RA_OK;
}

DEFINE(hstack)
{
    return join(call, results, at_least_1d, 1);
}

/* ---- reductions ---- */

DEFINE(var_mean)
{
    const ra_tensor *self = call->args[0].tensor;
    const ra_dims dim = call->args[1].dims;
    const bool keepdim = call->args[3].boolean;
    results[0] = ra_var(self, dim, RA_OPTS(ra_var, .correction = RA_F(call->args[2].real), .keepdim = keepdim));
    results[1] = ra_mean(self, dim, RA_OPTS(ra_mean, .keepdim = keepdim));
    return RA_OK;
}
