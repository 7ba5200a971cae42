/*
 * The table that binds kernels to operators, for one instruction set level. A kernel that is missing is a link error
 * that names it. A level that is another one with an instruction more (RA_ISA_OF names the other) has matrix products of
 * its own, and all else is the other's.
 */
#include "cpu/isa.h"

#define RA__STRING2(x) #x
#define RA__STRING(x) RA__STRING2(x)

#ifdef RA_ISA_OF
#define RA__OTHER_KERNEL(kernel) RA__PASTE(ra__kernel_##kernel, RA_ISA_OF)
#define RA_OP(op, schema, family, meta, kernel, variants, dtypes, properties, doc) extern const ra_kernel RA__OTHER_KERNEL(kernel);
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
#define RA__IS_OWN(kernel) (__builtin_strcmp(#kernel, "gemm") == 0)
#define RA__TABLE_KERNEL(kernel) __builtin_choose_expr(RA__IS_OWN(kernel), &RA__KERNEL(kernel), &RA__OTHER_KERNEL(kernel))
#else
const ra_kernel RA__KERNEL(none) = {.name = "none"};
#define RA__TABLE_KERNEL(kernel) &RA__KERNEL(kernel)
#endif

const ra__kernel_table RA__ISA_NAME(ra__kernels) = {
    .isa = RA__STRING(RA_ISA),
    .kernels = {
#define RA_OP(op, schema, family, meta, kernel, variants, dtypes, properties, doc) [RA__OP_##op] = RA__TABLE_KERNEL(kernel),
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
    },
    .copy = RA__TABLE_KERNEL(copy),
};
