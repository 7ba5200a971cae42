/*
 * What a device computes a registered operator with where that is a text (register.h: cuda). front/own_cuda.c fills it in, and says what
 * of a call a plan keeps; the device makes a program of it.
 */
#ifndef RA_ASYNC_SOURCE_H
#define RA_ASYNC_SOURCE_H

#include "meta/plan.h"

#include <runahead/register.h>

/* What of a call is kept by its plan. */
typedef struct ra__own_call {
    int results, inputs, packed;
    ra_op_operand *operand; /* results, then inputs; data: of a number its value, else NULL */
    int64_t *packed_at;     /* by input: in the workspace; -1: where it lies */
    struct ra__own_pack {   /* `packed` of them: an input, and how it lies in memory */
        int input;
        const int64_t *strides;
    } *packs;
    ra_op_launch launch;    /* of a text */
    ra_arg args[RA__MAX_ARGS]; /* of tensors only the kind */
} ra__own_call;

/* What types of a call decide the program. */
typedef struct ra__source_types {
    uint8_t operand[RA__MAX_RESULTS + RA__MAX_ARGS]; /* dtypes of results, then of the arguments that are tensors or Operands; RA_NO_DTYPE: absent */
    uint8_t scalar[RA__MAX_ARGS];                    /* by argument: the ra_scalar_kind of a Scalar */
} ra__source_types;

typedef struct ra__source {
    const ra_op_cuda *cuda;
    _Atomic bool gone;      /* no plan names it any more, nor will */
    /* RA_OK, RA_ERR_MEMORY, or a refusal that has been noted. Each list of it lives as long as the plan. */
    ra_status (*keep)(const ra_meta *m, ra_plan *p, ra__own_call **call);
} ra__source;

#endif
