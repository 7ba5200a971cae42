/*
 * Template: reducer to a largest real part m and the sum s of exp(x - m). Where m is not finite nothing is taken off. A
 * block is `width` sums, then `width` maxima. Parameters:
 *
 *   LSE_NAME, LSE_T (element), LSE_R (its real type), LSE_EXP(x), LSE_EXPR(x) of LSE_R, LSE_LOG(x), LSE_REAL(x),
 *   LSE_REAL_DTYPE, LSE_COMPLEX (defined where LSE_T is)
 */
#define LSE_PASTE2(a, b) a##_##b
#define LSE_PASTE(a, b) LSE_PASTE2(a, b)
#define LSE(part) LSE_PASTE(LSE_NAME, part)

#define FOLD_NAME LSE(sum)
#define FOLD_T LSE_T
#define FOLD_OP(a, b) ((a) + (b))
#define FOLD_IDENTITY 0
#define FOLD_COST 1.0
#include "cpu/reduce_fold.h"

static inline LSE_R LSE(larger)(LSE_R a, LSE_R b)
{
    return ((b > a) | (b != b)) ? b : a;
}

/* What is taken off before exp. */
static inline LSE_R LSE(shift)(LSE_R m)
{
    return m - m == 0 ? m : 0;
}

/*
 * By how much a sum with m is scaled where `shift` is taken off instead. With m = -inf there is nothing in the sum, whose
 * share must be 0 too: e^(0 - shift) may be inf, and 0 * inf is no number.
 */
static inline LSE_R LSE(share)(LSE_R m, LSE_R shift)
{
    return LSE_EXPR((m == -(LSE_R)INFINITY ? m : LSE(shift)(m)) - shift);
}

/* Of complex elements the real parts lie in the powers' room first, which has half of those: it is as much as there is to be on a stack. */
static void LSE(inner)(void *block, const void *elements, int64_t n, int64_t start)
{
    const LSE_T *restrict x = elements;
    enum { AT_ONCE = RA__LEAF * sizeof(LSE_R) / sizeof(LSE_T) };
    LSE_T powers[AT_ONCE];
    LSE_R m, *real = (LSE_R *)(void *)powers;
    (void)start;
    for (int64_t i = 0; sizeof *x > sizeof m && i < n; i++)
        real[i] = LSE_REAL(x[i]);
    RA__ISA_NAME(ra__reducer_max)(LSE_REAL_DTYPE)->inner(&m, sizeof *x > sizeof m ? (const void *)real : elements, n, 0);
    LSE_R shift = LSE(shift)(m);
    LSE_T *sum = block;
    for (int64_t first = 0; first < n; first += AT_ONCE) {
        const int64_t count = n - first < AT_ONCE ? n - first : AT_ONCE;
        for (int64_t i = 0; i < count; i++)
            powers[i] = LSE_EXP(x[first + i] - shift);
        const LSE_T part = LSE(sum_leaf)(powers, count);
        *sum = first ? *sum + part : part;
    }
    *(LSE_R *)(void *)(sum + 1) = m;
}

#ifndef LSE_COMPLEX
/* All of some rows' differences are raised together: a loop for each would have a rest for each. */
static void LSE(many)(void *block, const void *elements, int64_t stride, int64_t n, int64_t width)
{
    LSE_T powers[RA__LEAF], *sum = block;
    LSE_R *m = (LSE_R *)(void *)(sum + width);
    RA__ISA_NAME(ra__reducer_max)(LSE_REAL_DTYPE)->many(m, elements, stride, n, width);
    for (int64_t first = 0, rows; first < width; first += rows) {
        rows = RA__LEAF / n < width - first ? RA__LEAF / n : width - first;
        for (int64_t row = 0; row < rows; row++) {
            const LSE_T *x = (const void *)((const char *)elements + (first + row) * stride);
            const LSE_R shift = LSE(shift)(m[first + row]);
            for (int64_t i = 0; i < n; i++)
                powers[row * n + i] = x[i] - shift;
        }
        for (int64_t i = 0; i < rows * n; i++)
            powers[i] = LSE_EXP(powers[i]);
        LSE(sum_many)(sum + first, powers, n * (int64_t)sizeof *powers, n, rows);
    }
}
#endif

static void LSE(outer)(void *block, const void *const *rows, int64_t count, int64_t width, int64_t start)
{
    LSE_T *restrict sum = block;
    LSE_R *restrict m = (LSE_R *)(void *)(sum + width);
    (void)start;
    for (int64_t j = 0; j < width; j++) {
        sum[j] = 0;
        m[j] = -(LSE_R)INFINITY;
    }
    for (int64_t i = 0; i < count; i++) {
        const LSE_T *restrict x = rows[i];
        for (int64_t j = 0; j < width; j++)
            m[j] = LSE(larger)(m[j], LSE_REAL(x[j]));
    }
    for (int64_t i = 0; i < count; i++) {
        const LSE_T *restrict x = rows[i];
        for (int64_t j = 0; j < width; j++)
            sum[j] += LSE_EXP(x[j] - LSE(shift)(m[j]));
    }
}

static void LSE(combine)(void *block, const void *later, int64_t width, int64_t count, int64_t later_count)
{
    LSE_T *restrict sum = block;
    const LSE_T *restrict other = later;
    LSE_R *restrict m = (LSE_R *)(void *)(sum + width);
    const LSE_R *restrict n = (const LSE_R *)(const void *)(other + width);
    (void)count;
    (void)later_count;
    for (int64_t j = 0; j < width; j++) {
        LSE_R largest = LSE(larger)(m[j], n[j]), shift = LSE(shift)(largest);
        sum[j] = sum[j] * LSE(share)(m[j], shift) + other[j] * LSE(share)(n[j], shift);
        m[j] = largest;
    }
}

static void LSE(identity)(void *block, int64_t width)
{
    LSE_T *sum = block;
    LSE_R *m = (LSE_R *)(void *)(sum + width);
    for (int64_t j = 0; j < width; j++) {
        sum[j] = 0;
        m[j] = -(LSE_R)INFINITY;
    }
}

static void LSE(finish)(void *const *out, const void *block, int64_t width, int64_t length, double value)
{
    const LSE_T *sum = block;
    const LSE_R *m = (const LSE_R *)(const void *)(sum + width);
    LSE_T *to = out[0];
    (void)length;
    (void)value;
    for (int64_t j = 0; j < width; j++)
        to[j] = LSE_LOG(sum[j]) + LSE(shift)(m[j]);
}

static const ra__reducer LSE(reducer) = {
    .element = sizeof(LSE_T),
    .accumulator = sizeof(LSE_T) + sizeof(LSE_R),
    .cost = sizeof(LSE_T) == 4 ? 0.5 : sizeof(LSE_T) == 8 ? 2 : 20,
    .inner = LSE(inner),
#ifndef LSE_COMPLEX
    .many = LSE(many),
#endif
    .outer = LSE(outer),
    .combine = LSE(combine),
    .identity = LSE(identity),
};

#undef LSE
#undef LSE_PASTE
#undef LSE_PASTE2
#undef LSE_NAME
#undef LSE_T
#undef LSE_R
#undef LSE_EXP
#undef LSE_EXPR
#undef LSE_LOG
#undef LSE_REAL
#undef LSE_REAL_DTYPE
#undef LSE_COMPLEX
