/*
 * Every kernel file is compiled once per instruction set level, with RA_ISA defined as v2, v3 or v4; matrix products once
 * more for a level that is v4 with an instruction more (v4_bf16, see kernels.c and BESIDE in the Makefile). What such a file
 * defines with external linkage carries the level in its name: RA__ISA_NAME(ra__x) is ra__x_v3.
 */
#ifndef RA_CPU_ISA_H
#define RA_CPU_ISA_H

#include "meta/plan.h"

#define RA__PASTE2(a, b) a##_##b
#define RA__PASTE(a, b) RA__PASTE2(a, b)
#define RA__ISA_NAME(name) RA__PASTE(name, RA_ISA)

/* The kernel object of a name in the operator table: `const ra_kernel RA__KERNEL(add) = {...};` */
#define RA__KERNEL(name) RA__ISA_NAME(ra__kernel_##name)

/* One prototype per kernel of the table. */
#define RA_OP(op, schema, family, meta, kernel, variants, dtypes, properties, doc) extern const ra_kernel RA__KERNEL(kernel);
#define RA_COMPOSITE(op, schema, family, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE

#endif
