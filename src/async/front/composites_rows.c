/*
 * Composites: their definitions behind their rows.
 */
#include "async/front/composites.h"

#include "async/front/own.h"

void ra__composites_init(void)
{
#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc)
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc) \
    ra__ops[RA__OP_##op].definition = ra__define_##op; \
    ra__ops[RA__OP_##op].meta = ra__own_meta;
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
}
