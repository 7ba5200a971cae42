/*
 * amax, amin; max, min, argmax, argmin with positions. bool counts as uint8, halves as float32.
 */
#include "cpu/reduce.h"

#include <math.h>
#include <string.h>

#define NEVER(x) 0
#define IS_NAN(x) ((x) != (x))

#define EX_NAME f32
#define EX_T float
#define EX_LOWEST -INFINITY
#define EX_HIGHEST INFINITY
#define EX_IS_NAN IS_NAN
#define EX_POSITIONS int32_t
#define EX_BITS uint32_t
#define EX_FLOATING
#include "cpu/reduce_extrema.h"

#define EX_NAME f64
#define EX_T double
#define EX_LOWEST -(double)INFINITY
#define EX_HIGHEST (double)INFINITY
#define EX_IS_NAN IS_NAN
#define EX_POSITIONS int64_t
#define EX_BITS uint64_t
#define EX_FLOATING
#include "cpu/reduce_extrema.h"

#define EX_NAME u8
#define EX_T uint8_t
#define EX_LOWEST 0
#define EX_HIGHEST UINT8_MAX
#define EX_IS_NAN NEVER
#define EX_POSITIONS int8_t
#define EX_BITS uint8_t
#include "cpu/reduce_extrema.h"

#define EX_NAME i8
#define EX_T int8_t
#define EX_LOWEST INT8_MIN
#define EX_HIGHEST INT8_MAX
#define EX_IS_NAN NEVER
#define EX_POSITIONS int8_t
#define EX_BITS uint8_t
#include "cpu/reduce_extrema.h"

#define EX_NAME i16
#define EX_T int16_t
#define EX_LOWEST INT16_MIN
#define EX_HIGHEST INT16_MAX
#define EX_IS_NAN NEVER
#define EX_POSITIONS int16_t
#define EX_BITS uint16_t
#include "cpu/reduce_extrema.h"

#define EX_NAME i32
#define EX_T int32_t
#define EX_LOWEST INT32_MIN
#define EX_HIGHEST INT32_MAX
#define EX_IS_NAN NEVER
#define EX_POSITIONS int32_t
#define EX_BITS uint32_t
#include "cpu/reduce_extrema.h"

#define EX_NAME i64
#define EX_T int64_t
#define EX_LOWEST INT64_MIN
#define EX_HIGHEST INT64_MAX
#define EX_IS_NAN NEVER
#define EX_POSITIONS int64_t
#define EX_BITS uint64_t
#include "cpu/reduce_extrema.h"

#define BY_DTYPE(prefix, suffix, dtype) \
    switch (dtype) { \
    case RA_BOOL: \
    case RA_UINT8: return &prefix##_u8_##suffix; \
    case RA_INT8: return &prefix##_i8_##suffix; \
    case RA_INT16: return &prefix##_i16_##suffix; \
    case RA_INT32: return &prefix##_i32_##suffix; \
    case RA_INT64: return &prefix##_i64_##suffix; \
    case RA_FLOAT32: return &prefix##_f32_##suffix; \
    case RA_FLOAT64: return &prefix##_f64_##suffix; \
    default: return NULL; \
    }

const ra__reducer *RA__ISA_NAME(ra__reducer_max)(ra_dtype dtype)
{
    BY_DTYPE(max, reducer, dtype)
}

const ra__reducer *RA__ISA_NAME(ra__reducer_min)(ra_dtype dtype)
{
    BY_DTYPE(min, reducer, dtype)
}

static const ra__reducer *reducer_argmax(ra_dtype dtype)
{
    BY_DTYPE(argmax, reducer, dtype)
}

static const ra__reducer *reducer_argmin(ra_dtype dtype)
{
    BY_DTYPE(argmin, reducer, dtype)
}

/* Values stand first in a block, then, rounded up to 8 bytes, the positions. */
static void finish_block(void *const *out, const void *block, int64_t width, size_t item)
{
    size_t values = (size_t)width * item;
    if (out[0])
        memcpy(out[0], block, values);
    if (out[1])
        memcpy(out[1], (const char *)block + ((values + 7) & ~(size_t)7), (size_t)width * sizeof(int64_t));
}

#define FINISH(bytes) \
    static void finish_##bytes(void *const *out, const void *block, int64_t width, int64_t length, double value) \
    { \
        (void)length; \
        (void)value; \
        finish_block(out, block, width, bytes); \
    }
FINISH(1)
FINISH(2)
FINISH(4)
FINISH(8)

static ra__reduce_finish_fn finish_of(ra_dtype d)
{
    switch (ra_dtype_size(d)) {
    case 1: return finish_1;
    case 2: return finish_2;
    case 4: return finish_4;
    default: return finish_8;
    }
}

static ra_status plan_values(const ra_meta *m, ra_plan *p, const ra__reducer *(*reducer)(ra_dtype))
{
    ra_dtype d = ra__compute_dtype(m->in[0].layout->dtype);
    ra__reduce_choice c = {.reducer = reducer(d), .finish = finish_of(d), .compute = d, .result_dtype = {d}};
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

static ra_status plan_positions(const ra_meta *m, ra_plan *p, const ra__reducer *(*reducer)(ra_dtype), bool values)
{
    ra_dtype d = ra__compute_dtype(m->in[0].layout->dtype);
    ra__reduce_choice c = {
        .reducer = reducer(d),
        .finish = finish_of(d),
        .compute = d,
        .result_dtype = {values ? d : RA_NO_DTYPE, RA_INT64},
        .in_order = true,
    };
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

static ra_status amax_plan(const ra_meta *m, ra_plan *p)
{
    return plan_values(m, p, RA__ISA_NAME(ra__reducer_max));
}

static ra_status amin_plan(const ra_meta *m, ra_plan *p)
{
    return plan_values(m, p, RA__ISA_NAME(ra__reducer_min));
}

static ra_status max_plan(const ra_meta *m, ra_plan *p)
{
    return plan_positions(m, p, reducer_argmax, true);
}

static ra_status min_plan(const ra_meta *m, ra_plan *p)
{
    return plan_positions(m, p, reducer_argmin, true);
}

static ra_status argmax_plan(const ra_meta *m, ra_plan *p)
{
    return plan_positions(m, p, reducer_argmax, false);
}

static ra_status argmin_plan(const ra_meta *m, ra_plan *p)
{
    return plan_positions(m, p, reducer_argmin, false);
}

RA__REDUCE_KERNEL(amax, amax_plan);
RA__REDUCE_KERNEL(amin, amin_plan);
RA__REDUCE_KERNEL(max, max_plan);
RA__REDUCE_KERNEL(min, min_plan);
RA__REDUCE_KERNEL(argmax, argmax_plan);
RA__REDUCE_KERNEL(argmin, argmin_plan);
