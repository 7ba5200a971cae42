/*
 * What the proofs assume: these two of the compiler's builtins, as its manual has them ("perform the operation in infinite
 * precision, and say whether the result did not fit"), for operands of 64 bits.
 */
#include <stdbool.h>
#include <stdint.h>

/*@ requires \valid(result);
    assigns *result;
    ensures \result != 0 <==> !(INT64_MIN <= a + b <= INT64_MAX);
    ensures !\result ==> *result == a + b; */
bool assumed_add_overflow(int64_t a, int64_t b, int64_t *result);

/*@ requires \valid(result);
    assigns *result;
    ensures \result != 0 <==> !(INT64_MIN <= a * b <= INT64_MAX);
    ensures !\result ==> *result == a * b; */
bool assumed_mul_overflow(int64_t a, int64_t b, int64_t *result);

#define __builtin_add_overflow assumed_add_overflow
#define __builtin_mul_overflow assumed_mul_overflow
