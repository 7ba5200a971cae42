/*
 * Copies and fills over a geometry of one output and one source.
 */
#ifndef RA_CPU_COPY_H
#define RA_CPU_COPY_H

#include "cpu/isa.h"

/* n elements of `size` bytes, `step` bytes apart, get the value of *element. */
void RA__ISA_NAME(ra__fill)(char *dst, int64_t step, const void *element, int size, int64_t n);

/* Plans operand 1 of g (a tensor, or a number) to be written, converted, into operand 0; inputs follow out_count results. */
ra_status RA__ISA_NAME(ra__copy_plan)(const ra__geometry *g, int out_count, ra_plan *p);
ra_status RA__ISA_NAME(ra__copy_run)(ra__run *r, int phase, int64_t first, int64_t last);
ra_status RA__ISA_NAME(ra__copy_range)(ra__run *r, int64_t first, int64_t end);

#endif
