/*
 * Composites: their definitions behind their rows, and the hidden rows that they call.
 */
#include "async/front/composites.h"

#include "async/front/dispatch.h"
#include "async/front/own.h"

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

ra_tensor *ra__hidden_of(const ra_op *op, const ra_arg *args, size_t count)
{
    ra_tensor *result = NULL;
    return ra__dispatch(op, RA_FUNCTIONAL, args, count, &result, 1, NULL, RA_HERE) == RA_OK ? result : NULL;
}
