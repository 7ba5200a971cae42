/*
 * What the loop templates share.
 */
#ifndef RA_CPU_LOOP_H
#define RA_CPU_LOOP_H

#include "cpu/elementwise.h"

/*
 * Before a loop whose iterations do not depend on one another: an output is disjoint from every input or is the
 * identical view, so reading and writing one element at a time is right in vectors too. Without it the compiler would
 * test for overlap and take the scalar loop for in-place work.
 */
#if defined(__clang__)
#pragma clang diagnostic ignored "-Wpass-failed" /* it also stands before loops that call libm, which stay scalar */
#define RA__INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define RA__INDEPENDENT _Pragma("GCC ivdep")
#endif

/* Of operand k, whose elements a typed pointer names: the beginning of its next row, and element i of a row. */
#define RA__NEXT_ROW(pointer, k) ((pointer) = (__typeof__(pointer))(uintptr_t)((uintptr_t)(pointer) + (uintptr_t)steps[k]))
#define RA__ELEMENT(pointer, k, i) ((__typeof__(pointer))(uintptr_t)((uintptr_t)(pointer) + (uintptr_t)((i) * strides[k])))

enum { RA__ENOUGH_TO_EXPAND = 8 }; /* elements from which on it pays to fill a tile with a number */

/* As RA__ELEMENTWISE_KERNEL, with arguments that are macros themselves. */
#define RA__ELEMENTWISE_KERNEL_OF(kernel_name, loop_table, ns_per_element, integers_may_fault) \
    RA__ELEMENTWISE_KERNEL(kernel_name, loop_table, ns_per_element, integers_may_fault)

#endif
