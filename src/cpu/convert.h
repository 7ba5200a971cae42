/*
 * Conversion of n elements between dtypes, strided source and destination (byte strides). C cast semantics, as in
 * PyTorch: floating to integer truncates, wide to narrow integers wrap, to bool is "unlike zero", complex to real drops
 * the imaginary part, halves round to nearest even by way of float32.
 */
#ifndef RA_CPU_CONVERT_H
#define RA_CPU_CONVERT_H

#include "cpu/isa.h"

typedef void (*ra__convert_fn)(char *dst, int64_t dst_stride, const char *src, int64_t src_stride, int64_t n);

/* Never NULL for valid dtypes; from == to copies. */
ra__convert_fn RA__ISA_NAME(ra__convert)(ra_dtype to, ra_dtype from);

#endif
