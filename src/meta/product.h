/*
 * The matrix product as every backend plans it: operands brought to one form, batches of C = alpha A B + beta D.
 */
#ifndef RA_META_PRODUCT_H
#define RA_META_PRODUCT_H

#include "meta/meta.h"

/* C = alpha A B + beta D, in elements of dtype. D is read only where beta is not 0; it may be C itself, with the same
 * strides. Integers have factors of their own. */
typedef struct ra__product {
    ra_dtype dtype;
    int64_t m, n, k;
    int64_t a_strides[2], b_strides[2], c_strides[2], d_strides[2]; /* of rows, of columns; in elements */
    double alpha[2], beta[2];
    int64_t alpha_integer, beta_integer;
} ra__product;

enum { RA__GEMM_A, RA__GEMM_B, RA__GEMM_C, RA__GEMM_D, RA__GEMM_OPERANDS };

typedef struct ra__gemm {
    ra__product product; /* of one matrix of the batch */
    int index[RA__GEMM_OPERANDS]; /* into ra__run.data; -1: no such operand */
    int64_t batch;                /* matrices: product of sizes */
    int dims;
    int64_t sizes[RA_MAX_DIMS];   /* of the batch, outermost first */
    int64_t strides[RA__GEMM_OPERANDS][RA_MAX_DIMS]; /* bytes; 0 where an operand is the same for all */
    bool in_place;                /* D is C */
    int64_t pairs, a_step, b_step; /* A B is the sum of so many products, of factors so many elements apart; else 1, 0, 0 */
} ra__gemm;

/* false: the result has no elements. */
bool ra__gemm_describe(const ra_meta *m, ra__gemm *g);
/* Bytes from an operand's first matrix to matrix `at` of the batch. */
int64_t ra__gemm_offset(const ra__gemm *g, int operand, int64_t at);
/* First element of an operand's matrix `at`; NULL where there is no such operand. */
char *ra__gemm_matrix(const ra__gemm *g, char *const *data, int operand, int64_t at);

#endif
