/*
 * Where the library means to answer otherwise than PyTorch, and why.
 */
#ifndef VECTOR_DEVIATION_H
#define VECTOR_DEVIATION_H

#include "vector_file.h"

enum vector_deviation {
    VECTOR_AGREES,
    VECTOR_REFUSES, /* the call is refused here */
    VECTOR_COMPUTES /* the call is computed here, with values that PyTorch does not have */
};

enum vector_deviation vector_deviation_of(const struct vector_case *c);

#endif
