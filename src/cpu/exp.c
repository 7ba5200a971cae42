/*
 * Exponentials and logarithms.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"

#define RA__NAME exp
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.5
#define RA__ON_FLOAT32(a) ra__expf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__expf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__exp_alone(a)
#define RA__DENSE_FLOAT64(out, in, n) ra__exp_alone_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_exp(a)
#define RA__ON_COMPLEX128(a) ra__c128_exp(a)
#include "cpu/loops.h"

#define RA__NAME expm1
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.8
#define RA__ON_FLOAT32(a) ra__expm1f(a)
#define RA__ON_FLOAT64(a) ra__expm1(a)
#define RA__ON_COMPLEX64(a) ra__c64_expm1(a)
#define RA__ON_COMPLEX128(a) ra__c128_expm1(a)
#include "cpu/loops.h"

#define RA__NAME log
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.7
#define RA__ON_FLOAT32(a) ra__logf(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__logf_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__log(a)
#define RA__ON_COMPLEX64(a) ra__c64_log(a)
#define RA__ON_COMPLEX128(a) ra__c128_log(a)
#include "cpu/loops.h"

#define RA__NAME log1p
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.6
#define RA__ON_FLOAT32(a) ra__log1pf(a)
#define RA__ON_FLOAT64(a) ra__log1p(a)
#define RA__ON_COMPLEX64(a) ra__c64_log1p(a)
#define RA__ON_COMPLEX128(a) ra__c128_log1p(a)
#include "cpu/loops.h"

#define RA__NAME exp2
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 2
#define RA__ON_FLOAT32(a) ra__exp2f(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__exp2f_n(out, in, n)
#define RA__ON_FLOAT64(a) exp2(a)
#define RA__ON_COMPLEX64(a) ra__c64_exp2(a)
#define RA__ON_COMPLEX128(a) ra__c128_exp2(a)
#include "cpu/loops.h"

#define RA__NAME log2
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.5
#define RA__ON_FLOAT32(a) ra__log2f(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__log2f_n(out, in, n)
#define RA__ON_FLOAT64(a) ra__log2(a)
#define RA__ON_COMPLEX64(a) ra__c64_log2(a)
#define RA__ON_COMPLEX128(a) ra__c128_log2(a)
#include "cpu/loops.h"

#define RA__NAME log10
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.5
#define RA__ON_FLOAT32(a) ra__log10f(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__log10f_n(out, in, n)
#define RA__ON_FLOAT64(a) log10(a)
#define RA__ON_COMPLEX64(a) ra__c64_log10(a)
#define RA__ON_COMPLEX128(a) ra__c128_log10(a)
#include "cpu/loops.h"

/* NaN of either; a product with zero is zero, whatever the logarithm is. */
#define RA__NAME xlogy
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__EXPANDS 1
#define RA__COST 0.8
#define RA__ON_FLOAT32(a, b) (b != b ? b : a == 0 ? 0 : a * ra__logf(b))
#define RA__ON_FLOAT64(a, b) (b != b ? b : a == 0 ? 0 : a * ra__log(b))
#include "cpu/loops.h"
