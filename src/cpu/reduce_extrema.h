/*
 * Template: extrema of one dtype. Parameters: EX_NAME, EX_T, EX_LOWEST, EX_HIGHEST, EX_BITS (unsigned integer as wide),
 * EX_IS_NAN(x), EX_POSITIONS (signed integer as wide), EX_FLOATING (defined where there is NaN). NaN wins;
 * between equals the earlier one.
 */
#define EX_PASTE2(a, b) a##_##b
#define EX_PASTE(a, b) EX_PASTE2(a, b)

/* By masks: a choice between two values that loops vectorise however many stand in one expression. */
static inline __attribute__((always_inline)) EX_T EX_PASTE(choose, EX_NAME)(EX_BITS second, EX_T a, EX_T b)
{
    EX_BITS a_bits, b_bits;
    memcpy(&a_bits, &a, sizeof a);
    memcpy(&b_bits, &b, sizeof b);
    a_bits ^= (a_bits ^ b_bits) & (EX_BITS)-second;
    memcpy(&a, &a_bits, sizeof a);
    return a;
}

static inline __attribute__((always_inline)) EX_T EX_PASTE(larger, EX_NAME)(EX_T a, EX_T b)
{
    return EX_PASTE(choose, EX_NAME)((EX_BITS)((b > a) | EX_IS_NAN(b)), a, b);
}

static inline __attribute__((always_inline)) EX_T EX_PASTE(smaller, EX_NAME)(EX_T a, EX_T b)
{
    return EX_PASTE(choose, EX_NAME)((EX_BITS)((b < a) | EX_IS_NAN(b)), a, b);
}

#define FOLD_NAME EX_PASTE(max, EX_NAME)
#define FOLD_T EX_T
#define FOLD_OP EX_PASTE(larger, EX_NAME)
#ifdef EX_FLOATING
#define FOLD_PLAIN(a, b) ((b) > (a) ? (b) : (a))
#endif
#define FOLD_IDENTITY EX_LOWEST
#define FOLD_COST 0.03
#include "cpu/reduce_fold.h"

#define FOLD_NAME EX_PASTE(min, EX_NAME)
#define FOLD_T EX_T
#define FOLD_OP EX_PASTE(smaller, EX_NAME)
#ifdef EX_FLOATING
#define FOLD_PLAIN(a, b) ((b) < (a) ? (b) : (a))
#endif
#define FOLD_IDENTITY EX_HIGHEST
#define FOLD_COST 0.03
#include "cpu/reduce_fold.h"

#define ARG_NAME EX_PASTE(argmax, EX_NAME)
#define ARG_T EX_T
#define ARG_LEAF EX_PASTE(EX_PASTE(max, EX_NAME), leaf)
#define ARG_BETTER(a, b) (((b) > (a)) | (EX_IS_NAN(b) & !EX_IS_NAN(a)))
#define ARG_IS_NAN EX_IS_NAN
#define ARG_INDEX EX_POSITIONS
#include "cpu/reduce_position.h"

#define ARG_NAME EX_PASTE(argmin, EX_NAME)
#define ARG_T EX_T
#define ARG_LEAF EX_PASTE(EX_PASTE(min, EX_NAME), leaf)
#define ARG_BETTER(a, b) (((b) < (a)) | (EX_IS_NAN(b) & !EX_IS_NAN(a)))
#define ARG_IS_NAN EX_IS_NAN
#define ARG_INDEX EX_POSITIONS
#include "cpu/reduce_position.h"

#undef EX_PASTE
#undef EX_PASTE2
#undef EX_NAME
#undef EX_T
#undef EX_LOWEST
#undef EX_HIGHEST
#undef EX_IS_NAN
#undef EX_POSITIONS
#undef EX_BITS
#undef EX_FLOATING
