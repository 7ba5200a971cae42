/*
 * Twice x, of float32, in every form that an operator of the program's own has: what holds for one of the library's holds for each.
 */
#ifndef TESTS_HELPERS_OWN_FORMS_H
#define TESTS_HELPERS_OWN_FORMS_H

#include "helpers/own_operators.h"

static _Atomic int ran;

static inline ra_status twice_whole(const ra_op_work *work)
{
    const ra_op_operand *x = work->inputs;
    int64_t n = 1;
    for (int d = 0; d < x->ndim; d++)
        n *= x->sizes[d];
    atomic_fetch_add(&ran, 1);
    for (int64_t i = 0; i < n; i++)
        ((float *)work->results[0].data)[i] = 2 * ((const float *)x->data)[i];
    return RA_OK;
}

static inline ra_status twice_by_range(const ra_op_work *work)
{
    atomic_fetch_add(&ran, 1);
    for (int64_t i = work->first; i < work->last; i++)
        ((float *)work->results[0].data)[i] = 2 * ((const float *)work->inputs[0].data)[i];
    return RA_OK;
}

static inline ra_status twice_loop(char *const *data, const int64_t *strides, int64_t n, const union ra__params *reserved)
{
    (void)reserved;
    atomic_fetch_add(&ran, 1);
    for (int64_t i = 0; i < n; i++)
        *(float *)(void *)(data[0] + i * strides[0]) = 2 * *(const float *)(const void *)(data[1] + i * strides[1]);
    return RA_OK;
}

static inline ra_status twice_define(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_mul(call->args[0].tensor, 2);
    return RA_OK;
}

#define ONE_SCHEMA "(Tensor x) -> Tensor"
enum { WHOLE, RANGE, LOOPS, DEFINED, FORMS };

static const ra_op_description forms[FORMS] = {
    [WHOLE] = {.name = "own.whole", .schema = ONE_SCHEMA, .doc = "at once", .meta = like_first, .kernel = twice_whole},
    [RANGE] = {.name = "own.range", .schema = ONE_SCHEMA, .doc = "by range", .meta = like_first, .kernel = twice_by_range, .range_dims = -1, .cost_ns = 40000},
    [LOOPS] = {.name = "own.loops", .schema = ONE_SCHEMA, .doc = "by loops", .loops = {[RA_FLOAT32] = twice_loop}},
    [DEFINED] = {.name = "own.defined", .schema = ONE_SCHEMA, .doc = "by others", .definition = twice_define},
};

static inline const ra_op *begin_form(int form, int workers)
{
    start(workers);
    atomic_store(&ran, 0);
    return registered(forms[form]);
}

static inline void end_form(const ra_op *op)
{
    OK(ra_op_unregister(op));
    stop();
}

#endif
