/*
 * Template: reducer of an associative operation whose accumulator is an element. Parameters:
 *
 *   FOLD_NAME      prefix
 *   FOLD_T         element
 *   FOLD_OP(a, b)  function or macro that reads each argument once; b comes later
 *   FOLD_IDENTITY  identity
 *   FOLD_COST      ns per element
 *   FOLD_M         (optional) narrower type of the elements in memory, which FOLD_T has all values of
 *   FOLD_LOAD(x)   (optional) what an element is taken as, such as its square
 *   FOLD_PLAIN(a, b)  (optional, without FOLD_LOAD) what FOLD_OP is of floating-point numbers of which none is NaN, in fewer instructions
 *
 * A leaf is read from front to back in groups of 8 rows of 64 bytes, each added up as a tree of rows, and so are the groups; so all
 * loops are elementwise over rows of fixed length, their bits do not depend on the width of the machine's vectors, and no sum is
 * longer than a few additions. A row is a line of the cache, and memory is asked for line by line in their order (see ra__read_lines):
 * it gives them at almost twice the rate of the same lines in another order, and of those that are asked for some way ahead beside it.
 */
#include "cpu/vector.h"

#define FOLD_PASTE2(a, b) a##_##b
#define FOLD_PASTE(a, b) FOLD_PASTE2(a, b)
#define FOLD(part) FOLD_PASTE(FOLD_NAME, part)
#ifdef FOLD_M
#define FOLD_NO_VECTORS_ACROSS(x) __asm__("" : "+r"(x)) /* rows of two groups in a vector, as compilers like them here, take shuffles to widen */
#define FOLD_READ(lines, x) const FOLD_M *restrict lines = x
#else
#define FOLD_M FOLD_T
#define FOLD_NO_VECTORS_ACROSS(x) (void)0
#define FOLD_READ(lines, x)     \
    FOLD_T lines[4 * FOLD(ROW)]; \
    ra__read_lines(lines, x, 4)
#endif
#ifndef FOLD_LOAD
#define FOLD_LOAD(x) (x)
#endif

#ifdef FOLD_PLAIN
#define FOLD_EITHER(a, b) (plain ? FOLD_PLAIN(a, b) : FOLD_OP(a, b))
#else
#define FOLD_EITHER(a, b) FOLD_OP(a, b)
#endif

static inline __attribute__((always_inline)) FOLD_T FOLD(tree)(FOLD_T a, FOLD_T b, FOLD_T c, FOLD_T d, FOLD_T e, FOLD_T f, FOLD_T g, FOLD_T h, bool plain)
{
    (void)plain;
    FOLD_T ab = FOLD_EITHER(a, b), cd = FOLD_EITHER(c, d), ef = FOLD_EITHER(e, f), gh = FOLD_EITHER(g, h);
    FOLD_T abcd = FOLD_EITHER(ab, cd), efgh = FOLD_EITHER(ef, gh);
    return FOLD_EITHER(abcd, efgh);
}

static inline __attribute__((always_inline)) FOLD_T FOLD(four)(FOLD_T a, FOLD_T b, FOLD_T c, FOLD_T d, bool plain)
{
    (void)plain;
    FOLD_T ab = FOLD_EITHER(a, b), cd = FOLD_EITHER(c, d);
    return FOLD_EITHER(ab, cd);
}

enum { FOLD(ROW) = RA__LINE / sizeof(FOLD_T), FOLD(GROUP) = 8 * FOLD(ROW) };

/* Each half upon the other. */
static inline __attribute__((always_inline)) FOLD_T FOLD(row)(const FOLD_T *restrict t, bool plain)
{
    enum { ROW = FOLD(ROW) };
    FOLD_T u[ROW];
    (void)plain;
    for (int j = 0; j < ROW; j++)
        u[j] = t[j];
#define FOLD_HALF(half) \
    for (int j = 0; ROW > (half) && j < (half); j++) \
        u[j] = FOLD_EITHER(u[j], u[(j + (half)) % ROW])
    FOLD_HALF(32);
    FOLD_HALF(16);
    FOLD_HALF(8);
    FOLD_HALF(4);
    FOLD_HALF(2);
    FOLD_HALF(1);
#undef FOLD_HALF
    return u[0];
}

/* Plain: with no regard to NaN; *odd is then false where there is none. A sum is NaN where one element is, and where infinities of both signs
 * are, which costs no more than time. */
static inline __attribute__((always_inline)) FOLD_T FOLD(leaf_of)(const FOLD_M *restrict x, int64_t n, bool plain, bool *odd)
{
    enum { ROW = FOLD(ROW), GROUP = FOLD(GROUP) };
    FOLD_T rows[(RA__LEAF / GROUP + 1) * ROW];
    int64_t groups = n / GROUP, left = n % GROUP;
#ifdef FOLD_PLAIN
    FOLD_T sums[ROW] = {0};
#else
    (void)plain, (void)odd;
#endif
    for (int64_t i = 0; i < groups; i++, x += GROUP) {
        FOLD_T *restrict t = rows + i * ROW;
        FOLD_NO_VECTORS_ACROSS(x);
        RA__UNROLL for (int half = 0; half < 2; half++) {
            FOLD_READ(lines, x + half * GROUP / 2);
            for (int j = 0; j < ROW; j++) {
                const FOLD_T a = FOLD_LOAD(lines[j]), b = FOLD_LOAD(lines[ROW + j]), c = FOLD_LOAD(lines[2 * ROW + j]), d = FOLD_LOAD(lines[3 * ROW + j]);
                const FOLD_T abcd = FOLD(four)(a, b, c, d, plain);
                t[j] = half == 0 ? abcd : FOLD_EITHER(t[j], abcd);
#ifdef FOLD_PLAIN
                if (plain)
                    sums[j] += (a + b) + (c + d);
#endif
            }
        }
    }
    if (left > 0) {
        FOLD_T *restrict t = rows + groups * ROW;
        const int rest = (int)left % ROW;
        for (int j = 0; j < ROW; j++)
            t[j] = FOLD_IDENTITY;
        for (int64_t row = left / ROW; row > 0; row--, x += ROW)
            for (int j = 0; j < ROW; j++) {
                const FOLD_T a = FOLD_LOAD(x[j]);
                t[j] = FOLD_EITHER(t[j], a);
#ifdef FOLD_PLAIN
                sums[j] += a;
#endif
            }
        FOLD_M last[ROW] = {0};
        memcpy(last, x, (size_t)rest * sizeof *x);
        for (int j = 0; j < ROW; j++) {
            const FOLD_T a = j < rest ? FOLD_LOAD(last[j]) : FOLD_IDENTITY;
            t[j] = FOLD_EITHER(t[j], a);
#ifdef FOLD_PLAIN
            sums[j] += last[j];
#endif
        }
        groups++;
    }
    while (groups > 1) {
        int64_t kept = 0;
        for (int64_t i = 0; i < groups; i += 8, kept++) {
            FOLD_T *restrict t = rows + kept * ROW;
            const FOLD_T *u = rows + i * ROW;
            FOLD_T v[ROW];
            if (groups - i >= 8)
                for (int j = 0; j < ROW; j++)
                    v[j] = FOLD(tree)(u[j], u[ROW + j], u[2 * ROW + j], u[3 * ROW + j], u[4 * ROW + j], u[5 * ROW + j], u[6 * ROW + j], u[7 * ROW + j], plain);
            else {
                for (int j = 0; j < ROW; j++)
                    v[j] = u[j];
                for (int64_t k = i + 1; k < groups; k++)
                    for (int j = 0; j < ROW; j++)
                        v[j] = FOLD_EITHER(v[j], rows[k * ROW + j]);
            }
            for (int j = 0; j < ROW; j++)
                t[j] = v[j];
        }
        groups = kept;
    }
#ifdef FOLD_PLAIN
    if (plain) {
        int nans = 0;
        for (int j = 0; j < ROW; j++)
            nans |= sums[j] != sums[j];
        *odd = nans;
    }
#endif
    return FOLD(row)(rows, plain);
}

static FOLD_T FOLD(leaf)(const FOLD_M *restrict x, int64_t n)
{
    bool odd = true;
#ifdef FOLD_PLAIN
    const FOLD_T plain = FOLD(leaf_of)(x, n, true, &odd);
    if (!odd)
        return plain;
#endif
    return FOLD(leaf_of)(x, n, false, &odd);
}

static __attribute__((unused)) void FOLD(inner)(void *block, const void *x, int64_t n, int64_t start)
{
    (void)start;
    *(FOLD_T *)block = FOLD(leaf)(x, n);
}

static __attribute__((unused)) void FOLD(outer)(void *block, const void *const *rows, int64_t count, int64_t width, int64_t start)
{
    FOLD_T *restrict t = block;
    (void)start;
    int64_t done = 0;
    for (; done + 8 <= count; done += 8) {
        const FOLD_M *a = rows[done], *b = rows[done + 1], *c = rows[done + 2], *d = rows[done + 3];
        const FOLD_M *e = rows[done + 4], *f = rows[done + 5], *g = rows[done + 6], *h = rows[done + 7];
        if (done == 0)
            for (int64_t j = 0; j < width; j++)
                t[j] = FOLD(tree)(FOLD_LOAD(a[j]), FOLD_LOAD(b[j]), FOLD_LOAD(c[j]), FOLD_LOAD(d[j]), FOLD_LOAD(e[j]), FOLD_LOAD(f[j]), FOLD_LOAD(g[j]),
                                  FOLD_LOAD(h[j]), false);
        else
            for (int64_t j = 0; j < width; j++) {
                FOLD_T v = FOLD(tree)(FOLD_LOAD(a[j]), FOLD_LOAD(b[j]), FOLD_LOAD(c[j]), FOLD_LOAD(d[j]), FOLD_LOAD(e[j]), FOLD_LOAD(f[j]),
                                      FOLD_LOAD(g[j]), FOLD_LOAD(h[j]), false);
                t[j] = FOLD_OP(t[j], v);
            }
    }
    if (done == 0) {
        const FOLD_M *a = rows[0];
        for (int64_t j = 0; j < width; j++)
            t[j] = FOLD_LOAD(a[j]);
        done = 1;
    }
    for (; done < count; done++) {
        const FOLD_M *a = rows[done];
        for (int64_t j = 0; j < width; j++)
            t[j] = FOLD_OP(t[j], FOLD_LOAD(a[j]));
    }
}

static __attribute__((unused)) void FOLD(combine)(void *block, const void *later, int64_t width, int64_t count, int64_t later_count)
{
    FOLD_T *restrict t = block;
    const FOLD_T *restrict a = later;
    (void)count;
    (void)later_count;
    for (int64_t j = 0; j < width; j++)
        t[j] = FOLD_OP(t[j], a[j]);
}

static __attribute__((unused)) void FOLD(identity)(void *block, int64_t width)
{
    FOLD_T *t = block;
    for (int64_t j = 0; j < width; j++)
        t[j] = FOLD_IDENTITY;
}

static const __attribute__((unused)) ra__reducer FOLD(reducer) = {
    .element = sizeof(FOLD_M),
    .accumulator = sizeof(FOLD_T),
    .cost = FOLD_COST,
    .inner = FOLD(inner),
    .outer = FOLD(outer),
    .combine = FOLD(combine),
    .identity = FOLD(identity),
};

#undef FOLD
#undef FOLD_PASTE
#undef FOLD_PASTE2
#undef FOLD_NAME
#undef FOLD_T
#undef FOLD_M
#undef FOLD_NO_VECTORS_ACROSS
#undef FOLD_READ
#undef FOLD_OP
#undef FOLD_IDENTITY
#undef FOLD_COST
#undef FOLD_LOAD
#undef FOLD_PLAIN
#undef FOLD_EITHER
