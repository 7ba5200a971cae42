/*
 * sum, nansum, mean, prod, all, any: folds. Integers and bool add and multiply in int64, which wraps as unsigned.
 */
#include "cpu/math_complex.h"
#include "cpu/reduce.h"

#include <string.h>

#define PLUS(a, b) ((a) + (b))
#define TIMES(a, b) ((a) * (b))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))

#define FOLD_NAME sum_f32
#define FOLD_T float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0f
#define FOLD_COST 0.02
#include "cpu/reduce_fold.h"

#define FOLD_NAME sum_f64
#define FOLD_T double
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.02
#include "cpu/reduce_fold.h"

#define NUMBER(x) ((x) == (x) ? (x) : 0)

#define FOLD_NAME nansum_f32
#define FOLD_T float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0f
#define FOLD_COST 0.03
#define FOLD_LOAD NUMBER
#include "cpu/reduce_fold.h"

#define FOLD_NAME nansum_f64
#define FOLD_T double
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.03
#define FOLD_LOAD NUMBER
#include "cpu/reduce_fold.h"

#define FOLD_NAME sum_i64
#define FOLD_T uint64_t
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0
#define FOLD_COST 0.02
#include "cpu/reduce_fold.h"

#define FOLD_NAME sum_c64
#define FOLD_T float _Complex
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0f
#define FOLD_COST 0.1
#include "cpu/reduce_fold.h"

#define FOLD_NAME sum_c128
#define FOLD_T double _Complex
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.2
#include "cpu/reduce_fold.h"

#define FOLD_NAME prod_f32
#define FOLD_T float
#define FOLD_OP TIMES
#define FOLD_IDENTITY 1.0f
#define FOLD_COST 0.02
#include "cpu/reduce_fold.h"

#define FOLD_NAME prod_f64
#define FOLD_T double
#define FOLD_OP TIMES
#define FOLD_IDENTITY 1.0
#define FOLD_COST 0.02
#include "cpu/reduce_fold.h"

#define FOLD_NAME prod_i64
#define FOLD_T uint64_t
#define FOLD_OP TIMES
#define FOLD_IDENTITY 1
#define FOLD_COST 0.1
#include "cpu/reduce_fold.h"

#define FOLD_NAME prod_c64
#define FOLD_T float _Complex
#define FOLD_OP ra__c64_mul
#define FOLD_IDENTITY 1.0f
#define FOLD_COST 0.5
#include "cpu/reduce_fold.h"

#define FOLD_NAME prod_c128
#define FOLD_T double _Complex
#define FOLD_OP ra__c128_mul
#define FOLD_IDENTITY 1.0
#define FOLD_COST 0.5
#include "cpu/reduce_fold.h"

#define FOLD_NAME all_u8
#define FOLD_T uint8_t
#define FOLD_OP AND
#define FOLD_IDENTITY 1
#define FOLD_COST 0.01
#include "cpu/reduce_fold.h"

#define FOLD_NAME any_u8
#define FOLD_T uint8_t
#define FOLD_OP OR
#define FOLD_IDENTITY 0
#define FOLD_COST 0.01
#include "cpu/reduce_fold.h"

const ra__reducer *RA__ISA_NAME(ra__reducer_sum)(ra_dtype dtype)
{
    switch (dtype) {
    case RA_FLOAT32: return &sum_f32_reducer;
    case RA_FLOAT64: return &sum_f64_reducer;
    case RA_INT64: return &sum_i64_reducer;
    case RA_COMPLEX64: return &sum_c64_reducer;
    case RA_COMPLEX128: return &sum_c128_reducer;
    default: return NULL;
    }
}

static const ra__reducer *reducer_prod(ra_dtype dtype)
{
    switch (dtype) {
    case RA_FLOAT32: return &prod_f32_reducer;
    case RA_FLOAT64: return &prod_f64_reducer;
    case RA_INT64: return &prod_i64_reducer;
    case RA_COMPLEX64: return &prod_c64_reducer;
    case RA_COMPLEX128: return &prod_c128_reducer;
    default: return NULL;
    }
}

#define FINISH(name, type, expression) \
    static void name(void *const *out, const void *block, int64_t width, int64_t length, double value) \
    { \
        const type *a = block; \
        type *to = out[0]; \
        (void)length; \
        (void)value; \
        for (int64_t j = 0; j < width; j++) \
            to[j] = expression; \
    }

FINISH(keep_u8, uint8_t, a[j])
FINISH(keep_32, uint32_t, a[j])
FINISH(keep_64, uint64_t, a[j])
FINISH(keep_128, double _Complex, a[j])
FINISH(mean_f32, float, a[j] / (float)length)
FINISH(mean_f64, double, a[j] / (double)length)
FINISH(mean_c64, float _Complex, a[j] / (float)length)
FINISH(mean_c128, double _Complex, a[j] / (double)length)

static ra__reduce_finish_fn finish_keep(ra_dtype d)
{
    switch (ra_dtype_size(d)) {
    case 1: return keep_u8;
    case 4: return keep_32;
    case 8: return keep_64;
    default: return keep_128;
    }
}

static ra__reduce_finish_fn finish_mean(ra_dtype d)
{
    switch (d) {
    case RA_FLOAT32: return mean_f32;
    case RA_FLOAT64: return mean_f64;
    case RA_COMPLEX64: return mean_c64;
    default: return mean_c128;
    }
}

/* What elements of dtype d add up in. */
static ra_dtype accumulate_dtype(ra_dtype d)
{
    return d == RA_BOOL || ra__is_integral(d) ? RA_INT64 : ra__compute_dtype(d);
}

static ra__reduce_choice folded(const ra_meta *m, ra_dtype compute, const ra__reducer *reducer, ra__reduce_finish_fn finish)
{
    return (ra__reduce_choice){
        .reducer = reducer,
        .finish = finish,
        .via = RA__PRE(m, const ra__reduce_pre)->via,
        .compute = compute,
        .result_dtype = {compute},
    };
}

static ra_status plan_fold(const ra_meta *m, ra_plan *p, ra_dtype compute, const ra__reducer *reducer, ra__reduce_finish_fn finish)
{
    const ra__reduce_choice c = folded(m, compute, reducer, finish);
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

static ra_status sum_plan(const ra_meta *m, ra_plan *p)
{
    ra_dtype d = accumulate_dtype(RA__PRE(m, const ra__reduce_pre)->via);
    return plan_fold(m, p, d, RA__ISA_NAME(ra__reducer_sum)(d), finish_keep(d));
}

/* A NaN would become some integer. */
static void known_f32(void *dst, const void *src, int64_t n, double value)
{
    (void)value;
    float *to = dst;
    const float *from = src;
    for (int64_t i = 0; i < n; i++)
        to[i] = NUMBER(from[i]);
}

static void known_f64(void *dst, const void *src, int64_t n, double value)
{
    (void)value;
    double *to = dst;
    const double *from = src;
    for (int64_t i = 0; i < n; i++)
        to[i] = NUMBER(from[i]);
}

static ra_status nansum_plan(const ra_meta *m, ra_plan *p)
{
    const ra_dtype from = m->in[0].layout->dtype;
    ra_dtype d = accumulate_dtype(RA__PRE(m, const ra__reduce_pre)->via);
    if (d == RA_INT64 && ra__is_floating(from)) {
        ra__reduce_choice c = folded(m, d, RA__ISA_NAME(ra__reducer_sum)(d), finish_keep(d));
        c.mapped = ra__compute_dtype(from);
        c.map = c.mapped == RA_FLOAT64 ? known_f64 : known_f32;
        return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
    }
    return plan_fold(m, p, d, d == RA_FLOAT32 ? &nansum_f32_reducer : d == RA_FLOAT64 ? &nansum_f64_reducer : RA__ISA_NAME(ra__reducer_sum)(d), finish_keep(d));
}

static ra_status mean_plan(const ra_meta *m, ra_plan *p)
{
    ra_dtype d = accumulate_dtype(RA__PRE(m, const ra__reduce_pre)->via);
    return plan_fold(m, p, d, RA__ISA_NAME(ra__reducer_sum)(d), finish_mean(d));
}

static ra_status prod_plan(const ra_meta *m, ra_plan *p)
{
    ra_dtype d = accumulate_dtype(RA__PRE(m, const ra__reduce_pre)->via);
    return plan_fold(m, p, d, reducer_prod(d), finish_keep(d));
}

static ra_status all_plan(const ra_meta *m, ra_plan *p)
{
    return plan_fold(m, p, RA_BOOL, &all_u8_reducer, keep_u8);
}

static ra_status any_plan(const ra_meta *m, ra_plan *p)
{
    return plan_fold(m, p, RA_BOOL, &any_u8_reducer, keep_u8);
}

RA__REDUCE_KERNEL(sum, sum_plan);
RA__REDUCE_KERNEL(nansum, nansum_plan);
RA__REDUCE_KERNEL(mean, mean_plan);
RA__REDUCE_KERNEL(prod, prod_plan);
RA__REDUCE_KERNEL(all, all_plan);
RA__REDUCE_KERNEL(any, any_plan);
