/*
 * Elementwise work on a device: a space, and an expression of its elements (elementwise.cu).
 */
#ifndef RA_CUDA_ELEMENTWISE_H
#define RA_CUDA_ELEMENTWISE_H

#include "cuda/device.h"

typedef struct ra__cuda_expression {
    const char *name;    /* these two tell it apart from all others */
    int variant;
    const char *text;    /* of a, b, c */
    const char *fault;   /* or NULL */
    const char *helpers; /* what text calls, or NULL */
} ra__cuda_expression;

typedef struct ra__cuda_space {
    ra__cuda_expression expression;
    void **known;                  /* what computes it, apart and in groups, once the issuing lane has looked: it alone writes and reads these two, and no
                                      plan outlives a stop, at which functions are given up. All else of a plan's stays as it is */
    int ndim, operands;
    int source[RA__MAX_OPERANDS];  /* index into ra__run.data; -1: a number, which is there */
    uint8_t memory[RA__MAX_OPERANDS], loop[RA__MAX_OPERANDS], compute, via;
    unsigned numbers, host, by_way; /* bit k: a number; a number that lies in the memory of the host; by way of the dtype `via` */
    int words;                     /* of the argument: see elementwise.cu */
    int64_t argument[];
} ra__cuda_space;

/* Of a geometry whose operands number a few. host: bit k, operand k is of one element, in the memory of the host. NULL: no memory. */
ra__cuda_space *ra__cuda_space_new(const ra__geometry *g, int results, const ra__cuda_expression *e, unsigned host, ra_plan *p);
/* Has operand k begin there, whatever the run says; of the issuing lane. */
ra_status ra__cuda_space_launch(const ra__cuda_space *s, ra__run *r, char *const *instead, uint64_t *flag);

/* ---- what operators compute: expressions.c ---- */

bool ra__cuda_has_expression(const ra_op *op);
/* Of a call; false: there is none for what is computed in. */
bool ra__cuda_expression_of(const ra_meta *m, ra__cuda_expression *e);

/* ---- for those that are joined (fuse.c) ---- */

/* Whether elements along one dimension can be moved by groups (RA_GROUPS, elementwise.cu): small ones, side by side from there on, or one for all
 * that is read. */
bool ra__cuda_lies_in_groups(ra_dtype memory, const void *data, int64_t stride, bool is_read);
/* Element i of operand k lies i elements behind its first. */
bool ra__cuda_lies_in_order(const ra__geometry *g, int k);
/* What a LINEAR plan computes; of copy.c's. */
const ra__cuda_space *ra__cuda_space_of(const ra_plan *p);
const ra__cuda_space *ra__cuda_copied_space(const ra_plan *p);
/* RA_T and RA_W of its expression. */
void ra__cuda_compute_types(const ra__cuda_space *s, const char **compute, const char **wide);

#endif
