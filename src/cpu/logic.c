/*
 * Logic. The logical_ operators read every operand as bool, so they have that one loop.
 */
#include "cpu/loop.h"

#define RA__NAME logical_and
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.05
#define RA__ON_BOOL(a, b) ((a != 0) & (b != 0))
#include "cpu/loops.h"

#define RA__NAME logical_or
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.05
#define RA__ON_BOOL(a, b) ((a | b) != 0)
#include "cpu/loops.h"

#define RA__NAME logical_xor
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.05
#define RA__ON_BOOL(a, b) ((a != 0) ^ (b != 0))
#include "cpu/loops.h"

#define RA__NAME logical_not
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.05
#define RA__ON_BOOL(a) (a == 0)
#include "cpu/loops.h"

#define RA__NAME bitwise_and
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a & b)
#define RA__ON_INT(a, b) (a & b)
#include "cpu/loops.h"

#define RA__NAME bitwise_or
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a | b)
#define RA__ON_INT(a, b) (a | b)
#include "cpu/loops.h"

#define RA__NAME bitwise_xor
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a, b) (a ^ b)
#define RA__ON_INT(a, b) (a ^ b)
#include "cpu/loops.h"

#define RA__NAME bitwise_not
#define RA__TEMPLATE "cpu/loop_unary.h"
#define RA__COST 0.08
#define RA__ON_BOOL(a) (a == 0)
#define RA__ON_INT(a) (~(RA__W)a)
#include "cpu/loops.h"

static inline bool within(int64_t b, int most)
{
    return (b >= 0) & (b < most);
}

#define BITS (8 * (int)sizeof(RA__T))
#define IS_SIGNED ((RA__T)-1 < (RA__T)1)

#define RA__NAME bitwise_left_shift
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.1
#define RA__ON_INT(a, b) (within(b, BITS) ? (RA__W)a << (b & (BITS - 1)) : 0)
#include "cpu/loops.h"

/* Of a number with a sign, by all bits but one is by all: that one is copied. */
#define RA__NAME bitwise_right_shift
#define RA__TEMPLATE "cpu/loop_binary.h"
#define RA__COST 0.1
#define RA__ON_INT(a, b) (within(b, BITS - IS_SIGNED) ? a >> (b & (BITS - 1)) : IS_SIGNED ? a >> (BITS - 1) : 0)
#include "cpu/loops.h"
