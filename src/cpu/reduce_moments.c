/*
 * var and std.
 */
#include "cpu/reduce.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define SQUARE(d) ((d) * (d))
#define MODULUS_F(d) (crealf(d) * crealf(d) + cimagf(d) * cimagf(d))
#define MODULUS(d) (creal(d) * creal(d) + cimag(d) * cimag(d))

#define MOM_NAME f64
#define MOM_T double
#define MOM_M double
#define MOM_R double
#define MOM_NORM SQUARE
#define MOM_NORMM SQUARE
#include "cpu/reduce_moments.h"

#define MOM_NAME f32
#define MOM_T float
#define MOM_M double
#define MOM_R float
#define MOM_NORM SQUARE
#define MOM_NORMM SQUARE
#define MOM_WIDE f64
#include "cpu/reduce_moments.h"

#define MOM_NAME c128
#define MOM_T double _Complex
#define MOM_M double _Complex
#define MOM_R double
#define MOM_NORM MODULUS
#define MOM_NORMM MODULUS
#include "cpu/reduce_moments.h"

#define MOM_NAME c64
#define MOM_T float _Complex
#define MOM_M double _Complex
#define MOM_R float
#define MOM_NORM MODULUS_F
#define MOM_NORMM MODULUS
#define MOM_WIDE c128
#include "cpu/reduce_moments.h"

static ra_status plan_moments(const ra_meta *m, ra_plan *p, bool root)
{
    ra_dtype d = ra__compute_dtype(m->in[0].layout->dtype);
    ra__reduce_choice c = {
        .compute = d,
        .result_dtype = {ra__real_of(d)},
        .value = RA__PRE(m, const ra__reduce_pre)->value,
    };
    switch (d) {
    case RA_FLOAT32:
        c.reducer = &f32_reducer;
        c.finish = root ? f32_finish_std : f32_finish_var;
        break;
    case RA_FLOAT64:
        c.reducer = &f64_reducer;
        c.finish = root ? f64_finish_std : f64_finish_var;
        break;
    case RA_COMPLEX64:
        c.reducer = &c64_reducer;
        c.finish = root ? c64_finish_std : c64_finish_var;
        break;
    default:
        c.reducer = &c128_reducer;
        c.finish = root ? c128_finish_std : c128_finish_var;
        break;
    }
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

static ra_status var_plan(const ra_meta *m, ra_plan *p)
{
    return plan_moments(m, p, false);
}

static ra_status std_plan(const ra_meta *m, ra_plan *p)
{
    return plan_moments(m, p, true);
}

RA__REDUCE_KERNEL(var, var_plan);
RA__REDUCE_KERNEL(std, std_plan);
