/*
 * Where the library means to answer otherwise than PyTorch, and why.
 */
#ifndef TESTS_VECTORS_DEVIATION_H
#define TESTS_VECTORS_DEVIATION_H

#include "vectors/file.h"

enum vector_deviation {
    VECTOR_AGREES,
    VECTOR_REFUSES, /* the call is refused here */
    VECTOR_COMPUTES /* the call is computed here, with values that PyTorch does not have */
};

enum vector_deviation vector_deviation_of(const struct vector_case *c);
/* Whether a resized out= gets the strides that a new result has: in PyTorch it does, but the moduli of complex numbers,
 * stacks, and what is copied there, are contiguous, and Fourier transforms have strides of their own for either. */
bool vector_resizes_alike(const struct vector_case *c);

#endif
