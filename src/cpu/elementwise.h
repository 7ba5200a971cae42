/*
 * Running elementwise loops over a geometry: tiles, conversions, broadcast numbers.
 *
 * A loop works on one dtype (halves as float32), and on rows or a part of one. This file's functions cut a grain into
 * those, hand operands that are in the loop's dtype over as they are, and convert the others through a tile in
 * scratch. Kernels that are only a set of loops are declared by RA__ELEMENTWISE_KERNEL.
 */
#ifndef RA_CPU_ELEMENTWISE_H
#define RA_CPU_ELEMENTWISE_H

#include "cpu/isa.h"

ra_status RA__ISA_NAME(ra__elementwise_plan)(const ra_meta *m, ra_plan *p);
ra_status RA__ISA_NAME(ra__elementwise_run)(ra__run *r, int phase, int64_t first, int64_t last);
ra_status RA__ISA_NAME(ra__elementwise_range)(ra__run *r, int64_t first, int64_t end);

/*
 * Rows by a loop that is quick where its operands, outputs first, lie densely: a tile takes the place of each, two at most, whose bit
 * is set in `still`, a single element in each row, of the bytes that sizes tells.
 */
ra_status RA__ISA_NAME(ra__loop_expanded)(ra__loop_fn loop, char *const *data, const int64_t *strides, const int *sizes, int operands, unsigned still, int64_t n,
                                          const int64_t *steps, int64_t rows, const ra__params *params);

#define RA__ELEMENTWISE_KERNEL(kernel_name, loop_table, ns_per_element, integers_may_fault) \
    const ra_kernel RA__KERNEL(kernel_name) = { \
        .name = #kernel_name, \
        .plan = RA__ISA_NAME(ra__elementwise_plan), \
        .run = RA__ISA_NAME(ra__elementwise_run), \
        .range = RA__ISA_NAME(ra__elementwise_range), \
        .loops = loop_table, \
        .cost = ns_per_element, \
        .faults_on_integers = integers_may_fault, \
    }

#endif
