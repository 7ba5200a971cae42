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
