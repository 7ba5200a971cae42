/*
 * Products of our own (product.cu), for what cuBLAS does not multiply.
 */
#ifndef RA_CUDA_PRODUCT_H
#define RA_CUDA_PRODUCT_H

#include "cuda/device.h"
#include "meta/product.h"

/* As struct ra_product. */
typedef struct ra__cuda_product {
    int64_t elements, k, lanes;
    int64_t dims, sizes[RA_MAX_DIMS + 2];
    int64_t steps[RA__GEMM_OPERANDS][RA_MAX_DIMS + 2]; /* A, B, C, D */
    int64_t along[2];
    double alpha[2], beta[2];
    int64_t whole_alpha, whole_beta;
    const char *a, *b;
    char *c;
    const char *d;
} ra__cuda_product;

void ra__cuda_product_of(const ra__gemm *g, ra__cuda_product *s);
/* By the issuing lane. */
ra_status ra__cuda_product_launch(const ra__cuda_product *s, ra_dtype dtype, ra__run *r, const char *a, const char *b, char *c, const char *d);

#endif
