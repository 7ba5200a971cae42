/*
 * What the expressions of expressions.c call of special functions: before src/cpu/math_special_both.h, which follows, what that calls.
 */
#undef INFINITY
#undef NAN
#define INFINITY ra_double(0x7ff0000000000000LL)
#define NAN ra_double(0x7ff8000000000000LL)
#undef M_PI
#undef M_LN2
#undef M_SQRT2
#undef M_SQRT1_2
#undef M_2_SQRTPI
#define M_PI 0x1.921fb54442d18p+1
#define M_LN2 0x1.62e42fefa39efp-1
#define M_SQRT2 0x1.6a09e667f3bcdp+0
#define M_SQRT1_2 0x1.6a09e667f3bcdp-1
#define M_2_SQRTPI 0x1.20dd750429b6dp+0
#define RA_MATH static __device__ inline
#define RA_SPECIAL static __device__ inline
#define RA_FMA fma
#define ra__exp exp
#define ra__log log
#define ra__log1p log1p
#define ra__erfcx_close_f64 erfcx
#define ra__residual_f64 fma

