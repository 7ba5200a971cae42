/*
 * linalg_vector_norm: elements become |x|, |x|^2, |x|^p or whether x is unlike zero; then a sum or an extremum. Sums of
 * squares and of absolute values of real elements are reducers of their own, which read them where they lie.
 */
#include "cpu/reduce.h"

#include <complex.h>
#include <math.h>
#include <string.h>

/* One map from T to its real type R. */
#define MAP(name, T, R, expression) \
    static void name(void *dst, const void *src, int64_t n, double order) \
    { \
        const T *restrict x = src; \
        R *restrict y = dst; \
        (void)order; \
        for (int64_t i = 0; i < n; i++) \
            y[i] = expression; \
    }

MAP(abs_f32, float, float, fabsf(x[i]))
MAP(abs_f64, double, double, fabs(x[i]))
MAP(abs_c64, float _Complex, float, cabsf(x[i]))
MAP(abs_c128, double _Complex, double, cabs(x[i]))
MAP(square_c64, float _Complex, float, crealf(x[i]) * crealf(x[i]) + cimagf(x[i]) * cimagf(x[i]))
MAP(square_c128, double _Complex, double, creal(x[i]) * creal(x[i]) + cimag(x[i]) * cimag(x[i]))
MAP(unlike_f32, float, float, x[i] != 0 ? 1.0f : 0.0f)
MAP(unlike_f64, double, double, x[i] != 0 ? 1.0 : 0.0)
MAP(unlike_c64, float _Complex, float, x[i] != 0 ? 1.0f : 0.0f)
MAP(unlike_c128, double _Complex, double, x[i] != 0 ? 1.0 : 0.0)
MAP(power_f32, float, float, powf(fabsf(x[i]), (float)order))
MAP(power_f64, double, double, pow(fabs(x[i]), order))
MAP(power_c64, float _Complex, float, powf(cabsf(x[i]), (float)order))
MAP(power_c128, double _Complex, double, pow(cabs(x[i]), order))

#define PLUS(a, b) ((a) + (b))
#define SQUARE(x) ((x) * (x))
#define WIDE_SQUARE(x) ((double)(x) * (double)(x))
#define WIDE_MODULUS(x) fabs((double)(x))

#define FOLD_NAME squares_f32
#define FOLD_T float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0f
#define FOLD_COST 0.02
#define FOLD_LOAD SQUARE
#include "cpu/reduce_fold.h"

#define FOLD_NAME squares_f64
#define FOLD_T double
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.02
#define FOLD_LOAD SQUARE
#include "cpu/reduce_fold.h"

#define FOLD_NAME moduli_f32
#define FOLD_T float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0f
#define FOLD_COST 0.02
#define FOLD_LOAD fabsf
#include "cpu/reduce_fold.h"

#define FOLD_NAME moduli_f64
#define FOLD_T double
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.02
#define FOLD_LOAD fabs
#include "cpu/reduce_fold.h"

/* Of float32 in double, with no pass that widens. */
#define FOLD_NAME squares_f32_in_f64
#define FOLD_T double
#define FOLD_M float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.03
#define FOLD_LOAD WIDE_SQUARE
#include "cpu/reduce_fold.h"

#define FOLD_NAME moduli_f32_in_f64
#define FOLD_T double
#define FOLD_M float
#define FOLD_OP PLUS
#define FOLD_IDENTITY 0.0
#define FOLD_COST 0.03
#define FOLD_LOAD WIDE_MODULUS
#include "cpu/reduce_fold.h"

enum { ABS, SQUARES, UNLIKE, POWER };

static const ra__reduce_map_fn maps[4][4] = {
    [ABS] = {abs_f32, abs_f64, abs_c64, abs_c128},
    [SQUARES] = {NULL, NULL, square_c64, square_c128}, /* of real elements by the reducer */
    [UNLIKE] = {unlike_f32, unlike_f64, unlike_c64, unlike_c128},
    [POWER] = {power_f32, power_f64, power_c64, power_c128},
};

#define FINISH(name, R, expression) \
    static void name(void *const *out, const void *block, int64_t width, int64_t length, double order) \
    { \
        const R *a = block; \
        R *to = out[0]; \
        (void)length; \
        (void)order; \
        for (int64_t j = 0; j < width; j++) \
            to[j] = expression; \
    }

FINISH(keep_f32, float, a[j])
FINISH(keep_f64, double, a[j])
FINISH(root_f32, float, sqrtf(a[j]))
FINISH(root_f64, double, sqrt(a[j]))
FINISH(power_root_f32, float, powf(a[j], 1.0f / (float)order))
FINISH(power_root_f64, double, pow(a[j], 1.0 / order))

static ra_status vector_norm_plan(const ra_meta *m, ra_plan *p)
{
    const ra__reduce_pre *pre = RA__PRE(m, const ra__reduce_pre);
    ra_dtype d = ra__compute_dtype(pre->via), real = ra__real_of(d);
    bool is_double = real == RA_FLOAT64;
    double order = pre->value;
    int map = order == 0 ? UNLIKE : order == 2 ? SQUARES : order == 1 || isinf(order) ? ABS : POWER;
    ra__reduce_choice c = {
        .reducer = !isinf(order) ? RA__ISA_NAME(ra__reducer_sum)(real)
                   : order > 0   ? RA__ISA_NAME(ra__reducer_max)(real)
                                 : RA__ISA_NAME(ra__reducer_min)(real),
        .finish = is_double ? keep_f64 : keep_f32,
        .map = maps[map][(ra__is_complex(d) ? 2 : 0) + is_double],
        .via = pre->via,
        .compute = d,
        .result_dtype = {real},
        .value = order,
    };
    if (map == SQUARES)
        c.finish = is_double ? root_f64 : root_f32;
    if (!ra__is_complex(d) && (map == SQUARES || (map == ABS && !isinf(order)))) {
        c.reducer = map == SQUARES ? (is_double ? &squares_f64_reducer : &squares_f32_reducer) : is_double ? &moduli_f64_reducer : &moduli_f32_reducer;
        c.map = NULL;
        if (is_double && m->in[0].layout->dtype == RA_FLOAT32) {
            c.reducer = map == SQUARES ? &squares_f32_in_f64_reducer : &moduli_f32_in_f64_reducer;
            c.via = RA_NO_DTYPE;
            c.compute = RA_FLOAT32;
        }
    }
    if (map == POWER)
        c.finish = is_double ? power_root_f64 : power_root_f32;
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

RA__REDUCE_KERNEL(vector_norm, vector_norm_plan);
