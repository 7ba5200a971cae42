/*
 * What tests of operators of the program's own share: arguments, registering, messages, and two operators with their kernels.
 */
#ifndef TESTS_HELPERS_OWN_OPERATORS_H
#define TESTS_HELPERS_OWN_OPERATORS_H

#include "helpers/moments.h"

#include <runahead/call.h>
#include <runahead/register.h>

#include <math.h>
#include <string.h>

#define ARG_T(t) ((ra_arg){.tensor = (t), .kind = RA_ARG_TENSOR})
#define ARG_F(x) ((ra_arg){.real = (x), .kind = RA_ARG_FLOAT})
#define ARG_I(x) ((ra_arg){.integer = (x), .kind = RA_ARG_INT})
#define ARGS(...) (const ra_arg[]){__VA_ARGS__}, sizeof((const ra_arg[]){__VA_ARGS__}) / sizeof(ra_arg)

/* NULL: refused. */
static inline ra_tensor *call1(const ra_op *op, const ra_arg *args, size_t count)
{
    ra_tensor *result = NULL;
    return ra_call(op, RA_FUNCTIONAL, args, count, &result, 1, NULL) ? NULL : result;
}

static inline void expect_message(const char *part)
{
    if (!strstr(ra_last_error(), part))
        fail_msg("\"%s\" is not in \"%s\"", part, ra_last_error());
    ra_clear_error();
}

static inline const ra_op *registered(ra_op_description d)
{
    const ra_op *op = NULL;
    d.size = sizeof d;
    if (ra_op_register(&d, &op))
        fail_msg("%s", ra_last_error());
    return op;
}

static inline ra_status like_first(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty_like(call->args[0].tensor, NULL);
    return RA_OK;
}

#define PAIR_SCHEMA "(Tensor x, Tensor y) -> Tensor"

/* ---- sine and cosine of float32: a kernel by range ---- */

static inline ra_status sincos_define(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_sin(call->args[0].tensor);
    results[1] = ra_cos(call->args[0].tensor);
    return RA_OK;
}

static _Atomic int runs;
static _Atomic int64_t units_seen;

static inline ra_status sincos_kernel(const ra_op_work *work)
{
    const float *x = work->inputs[0].data;
    float *sine = work->results[0].data, *cosine = work->results[1].data;
    atomic_fetch_add(&runs, 1);
    atomic_fetch_add(&units_seen, work->last - work->first);
    for (int64_t i = work->first; i < work->last; i++)
        sine[i] = sinf(x[i]), cosine[i] = cosf(x[i]);
    return RA_OK;
}

#define SINCOS (ra_op_description){.name = "sincos", .schema = "(Tensor x) -> (Tensor sine, Tensor cosine)", .definition = sincos_define, .kernel = sincos_kernel, \
                                   .range_dims = -1, .cost_ns = 100, .dtypes = 1u << RA_FLOAT32}

/* ---- half of x and y: loops ---- */

static inline ra_status half_plus(char *const *data, const int64_t *strides, int64_t n, const union ra__params *reserved)
{
    (void)reserved;
    for (int64_t i = 0; i < n; i++)
        *(float *)(void *)(data[0] + i * strides[0]) = *(const float *)(const void *)(data[1] + i * strides[1]) / 2 + *(const float *)(const void *)(data[2] + i * strides[2]);
    return RA_OK;
}

static inline ra_status half_plus_define(const ra_op_call *call, ra_tensor **results)
{
    results[0] = call->args[1].kind == RA_ARG_TENSOR ? ra_add(ra_div(call->args[0].tensor, 2), call->args[1].tensor) : ra_add(ra_div(call->args[0].tensor, 2), call->args[1].scalar);
    return RA_OK;
}

#define HALF_PLUS (ra_op_description){.name = "half_plus", .schema = "(Tensor x, Operand y) -> Tensor", .definition = half_plus_define, .loops = {[RA_FLOAT32] = half_plus}}

#endif
