/* math_special.h: special functions of float64, on the processor. */
#ifndef RA_CPU_MATH_SPECIAL_H
#define RA_CPU_MATH_SPECIAL_H

#include "math_f64.h"

#include <math.h>

#define RA_SPECIAL static inline
#include "math_special_both.h"
#undef RA_SPECIAL

/* log |Gamma|; the C library's, whose plain form writes to a variable that all threads share. */
static inline double ra__lgamma(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

#endif
