/*
 * The matrix product as its kernel plans it: operands brought to one form, and the way to compute it.
 */
#ifndef RA_CPU_GEMM_H
#define RA_CPU_GEMM_H

#include "cpu/gemm_packed.h"

enum { RA__GEMM_A, RA__GEMM_B, RA__GEMM_C, RA__GEMM_D, RA__GEMM_OPERANDS };

typedef struct ra__gemm {
    ra__product product; /* of one matrix of the batch */
    int64_t alpha_integer, beta_integer;
    int index[RA__GEMM_OPERANDS]; /* into ra__run.data; -1: no such operand */
    int64_t batch;                /* matrices: product of sizes */
    int dims;
    int64_t sizes[RA_MAX_DIMS];   /* of the batch, outermost first */
    int64_t strides[RA__GEMM_OPERANDS][RA_MAX_DIMS]; /* bytes; 0 where an operand is the same for all */
    bool in_place;                /* D is C */
} ra__gemm;

/* false: the result has no elements. */
bool RA__ISA_NAME(ra__gemm_describe)(const ra_meta *m, ra__gemm *g);
/* Bytes from an operand's first matrix to matrix `at` of the batch. */
int64_t RA__ISA_NAME(ra__gemm_offset)(const ra__gemm *g, int operand, int64_t at);
/* First element of an operand's matrix `at`; NULL where there is no such operand. */
char *RA__ISA_NAME(ra__gemm_matrix)(const ra__gemm *g, char *const *data, int operand, int64_t at);

#endif
