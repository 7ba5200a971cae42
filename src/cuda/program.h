/*
 * Programs of one text in variants: the common text, definitions, and what is made by them.
 */
#ifndef RA_CUDA_PROGRAM_H
#define RA_CUDA_PROGRAM_H

#include "cuda/device.h"
#include "cuda/text.h"

typedef struct ra__cuda_program {
    const char *const *parts; /* behind the definitions; the last is NULL */
    void (*define)(const void *variant, char *text, size_t size);
} ra__cuda_program;

enum { RA__CUDA_DEFINITIONS = 1600 /* bytes of text */ };

/* Its function `name`, of a variant that `key` tells apart from all others of all programs; compiled at its first use. NULL: the run's
 * message says why. By the issuing lane. */
void *ra__cuda_program_function(const ra__cuda_program *p, const char *key, const char *name, const void *variant, ra__run *r);

#endif
