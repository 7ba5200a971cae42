/*
 * Sine, cosine, tangent and their inverses. Contiguous elements go through the block functions of the first three, which take arguments far from zero out of the
 * vectors; each element gets the same bits either way.
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/math_f64_trig.h"

#define RA__NAME sin
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.9
#define RA__ON_FLOAT32(a) ra__sinf(a)
#define RA__ON_FLOAT64(a) ra__sin(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__sinf_n(out, in, n)
#define RA__DENSE_FLOAT64(out, in, n) ra__sin_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_sin(a)
#define RA__ON_COMPLEX128(a) ra__c128_sin(a)
#include "cpu/loops.h"

#define RA__NAME cos
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.9
#define RA__ON_FLOAT32(a) ra__cosf(a)
#define RA__ON_FLOAT64(a) ra__cos(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__cosf_n(out, in, n)
#define RA__DENSE_FLOAT64(out, in, n) ra__cos_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_cos(a)
#define RA__ON_COMPLEX128(a) ra__c128_cos(a)
#include "cpu/loops.h"

#define RA__NAME tan
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.8
#define RA__ON_FLOAT32(a) ra__tanf(a)
#define RA__ON_FLOAT64(a) ra__tan(a)
#define RA__DENSE_FLOAT32(out, in, n) ra__tanf_n(out, in, n)
#define RA__DENSE_FLOAT64(out, in, n) ra__tan_n(out, in, n)
#define RA__ON_COMPLEX64(a) ra__c64_tan(a)
#define RA__ON_COMPLEX128(a) ra__c128_tan(a)
#include "cpu/loops.h"

#define RA__NAME asin
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 4
#define RA__ON_FLOAT32(a) ra__asinf(a)
#define RA__ON_FLOAT64(a) asin(a)
#define RA__ON_COMPLEX64(a) ra__c64_asin(a)
#define RA__ON_COMPLEX128(a) ra__c128_asin(a)
#include "cpu/loops.h"

#define RA__NAME acos
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 4
#define RA__ON_FLOAT32(a) ra__acosf(a)
#define RA__ON_FLOAT64(a) acos(a)
#define RA__ON_COMPLEX64(a) ra__c64_acos(a)
#define RA__ON_COMPLEX128(a) ra__c128_acos(a)
#include "cpu/loops.h"

#define RA__NAME atan
#define RA__TEMPLATE "cpu/loop_unary.h"
#ifdef RA__BY_TABLE
#define RA__COST 0.4
#define RA__DENSE_FLOAT32(out, in, n) ra__atanf_n(out, in, n)
#else
#define RA__COST 0.8
#endif
#define RA__ON_FLOAT32(a) ra__atanf(a)
#define RA__ON_FLOAT64(a) atan(a)
#define RA__ON_COMPLEX64(a) ra__c64_atan(a)
#define RA__ON_COMPLEX128(a) ra__c128_atan(a)
#include "cpu/loops.h"

#define RA__NAME atan2
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 8
#define RA__ON_FLOAT32(a, b) ra__atan2f(a, b)
#define RA__ON_FLOAT64(a, b) atan2(a, b)
#include "cpu/loops.h"

#define RA__NAME hypot
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 4
#define RA__ON_FLOAT32(a, b) ra__hypotf(a, b)
#define RA__ON_FLOAT64(a, b) hypot(a, b)
#include "cpu/loops.h"
