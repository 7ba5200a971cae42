/*
 * Programs in CUDA C, for ra__cuda_function: each begins with the common text.
 */
#ifndef RA_CUDA_TEXT_H
#define RA_CUDA_TEXT_H

#include "meta/hidden.h"

extern RA__HIDDEN const char ra__cuda_text_common[], ra__cuda_text_elementwise[];

#endif
