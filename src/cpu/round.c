/*
 * Rounding to integers.
 */
#include "cpu/loop.h"

#define RA__NAME ceil
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT32(a) __builtin_ceilf(a)
#define RA__ON_FLOAT64(a) __builtin_ceil(a)
#include "cpu/loops.h"

#define RA__NAME floor
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT32(a) __builtin_floorf(a)
#define RA__ON_FLOAT64(a) __builtin_floor(a)
#include "cpu/loops.h"

#define RA__NAME trunc
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT32(a) __builtin_truncf(a)
#define RA__ON_FLOAT64(a) __builtin_trunc(a)
#include "cpu/loops.h"

/* Exact, as what is taken away is no larger than a. */
#define RA__NAME frac
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_FLOAT32(a) (a - __builtin_truncf(a))
#define RA__ON_FLOAT64(a) (a - __builtin_trunc(a))
#include "cpu/loops.h"

/* Ties to even: the rounding mode that kernels run in. */
#define RA__NAME round
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_INT(a) (a)
#define RA__ON_FLOAT32(a) __builtin_rintf(a)
#define RA__ON_FLOAT64(a) __builtin_rint(a)
#include "cpu/loops.h"
