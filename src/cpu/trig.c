/*
 * Sine and cosine. Contiguous elements go through the block functions, which take arguments far from zero out of the
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
