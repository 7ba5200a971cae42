/*
 * where and masked_fill. They move bits and compute nothing, so their loops are by width: the meta function names an
 * integer dtype of the result's width as the one to compute in (complex128 for 16 bytes).
 */
#include "cpu/loop.h"
#include "cpu/math_complex.h"

#define RA__R RA__T

/* where(condition, self, other) */
#define RA__T1 uint8_t
#define RA__EVAL(a, b, c) (a ? b : c)
#define RA__LOOP where_1
#define RA__T uint8_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP where_2
#define RA__T int16_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP where_4
#define RA__T int32_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP where_8
#define RA__T int64_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
/* Part by part: of whole complex numbers compilers here make no vectors. */
#define PARTS_OF(which, b, c) ra__c128(which ? __real__ b : __real__ c, which ? __imag__ b : __imag__ c)
#undef RA__EVAL
#define RA__EVAL(a, b, c) PARTS_OF(a, b, c)
#define RA__LOOP where_16
#define RA__T double _Complex
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#undef RA__T1
#undef RA__EVAL

/* masked_fill(self, mask, value) */
#define RA__T2 uint8_t
#define RA__EVAL(a, b, c) (b ? c : a)
#define RA__LOOP masked_1
#define RA__T uint8_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP masked_2
#define RA__T int16_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP masked_4
#define RA__T int32_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#define RA__LOOP masked_8
#define RA__T int64_t
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T
#undef RA__EVAL
#define RA__EVAL(a, b, c) PARTS_OF(b, c, a)
#define RA__LOOP masked_16
#define RA__T double _Complex
#include "cpu/loop_ternary.h"
#undef RA__LOOP
#undef RA__T

static const ra__loop_fn where_loops[RA_DTYPE_COUNT] = {
    [RA_UINT8] = where_1, [RA_INT16] = where_2, [RA_INT32] = where_4, [RA_INT64] = where_8, [RA_COMPLEX128] = where_16,
};
static const ra__loop_fn masked_fill_loops[RA_DTYPE_COUNT] = {
    [RA_UINT8] = masked_1, [RA_INT16] = masked_2, [RA_INT32] = masked_4, [RA_INT64] = masked_8, [RA_COMPLEX128] = masked_16,
};

RA__ELEMENTWISE_KERNEL(where, where_loops, 0.1, false);
RA__ELEMENTWISE_KERNEL(masked_fill, masked_fill_loops, 0.1, false);
