/*
 * logsumexp.
 */
#include "cpu/reduce.h"
#include "cpu/reduce_exponent.h"

#include <complex.h>

#define ITSELF(x) (x)

#define LSE_NAME f32
#define LSE_T float
#define LSE_R float
#define LSE_REAL_DTYPE RA_FLOAT32
#define LSE_EXP ra__exponent_f32
#define LSE_EXPR ra__exponent_f32
#define LSE_LOG logf
#define LSE_REAL ITSELF
#include "cpu/reduce_logsumexp.h"

#define LSE_NAME f64
#define LSE_T double
#define LSE_R double
#define LSE_REAL_DTYPE RA_FLOAT64
#define LSE_EXP ra__exponent_f64
#define LSE_EXPR ra__exponent_f64
#define LSE_LOG log
#define LSE_REAL ITSELF
#include "cpu/reduce_logsumexp.h"

#define LSE_NAME c64
#define LSE_T float _Complex
#define LSE_R float
#define LSE_REAL_DTYPE RA_FLOAT32
#define LSE_COMPLEX
#define LSE_EXP cexpf
#define LSE_EXPR ra__exponent_f32
#define LSE_LOG clogf
#define LSE_REAL crealf
#include "cpu/reduce_logsumexp.h"

#define LSE_NAME c128
#define LSE_T double _Complex
#define LSE_R double
#define LSE_REAL_DTYPE RA_FLOAT64
#define LSE_COMPLEX
#define LSE_EXP cexp
#define LSE_EXPR ra__exponent_f64
#define LSE_LOG clog
#define LSE_REAL creal
#include "cpu/reduce_logsumexp.h"

static ra_status logsumexp_plan(const ra_meta *m, ra_plan *p)
{
    ra_dtype via = RA__PRE(m, const ra__reduce_pre)->via, d = ra__compute_dtype(via);
    ra__reduce_choice c = {.via = via, .compute = d, .result_dtype = {d}};
    switch (d) {
    case RA_FLOAT32:
        c.reducer = &f32_reducer;
        c.finish = f32_finish;
        break;
    case RA_FLOAT64:
        c.reducer = &f64_reducer;
        c.finish = f64_finish;
        break;
    case RA_COMPLEX64:
        c.reducer = &c64_reducer;
        c.finish = c64_finish;
        break;
    default:
        c.reducer = &c128_reducer;
        c.finish = c128_finish;
        break;
    }
    return RA__ISA_NAME(ra__reduce_plan)(m, p, &c);
}

RA__REDUCE_KERNEL(logsumexp, logsumexp_plan);
