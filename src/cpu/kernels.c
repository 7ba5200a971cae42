/*
 * The table that binds kernels to operators, for one instruction set level. A kernel that is missing is a link error
 * that names it.
 */
#include "cpu/isa.h"

#define RA__STRING2(x) #x
#define RA__STRING(x) RA__STRING2(x)

const ra_kernel RA__KERNEL(none) = {.name = "none"};

const ra__kernel_table RA__ISA_NAME(ra__kernels) = {
    .isa = RA__STRING(RA_ISA),
    .kernels = {
#define RA_OP(op, schema, family, meta, kernel, variants, dtypes, properties, doc) [RA__OP_##op] = &RA__KERNEL(kernel),
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
    },
    .copy = &RA__KERNEL(copy),
};
