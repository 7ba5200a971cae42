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
#define FOLD_READ_ROW(to, x) memcpy(to, x, FOLD(ROW) * sizeof(FOLD_M))
#define FOLD_FIRST_ROW(to, x) FOLD_LOAD_ROW(to, x)
#else
#define FOLD_M FOLD_T
#define FOLD_NO_VECTORS_ACROSS(x) (void)0
#define FOLD_READ(lines, x)     \
    FOLD_T lines[4 * FOLD(ROW)]; \
    ra__read_lines(lines, x, 4)
#define FOLD_READ_ROW(to, x) ra__read_lines(to, x, 1) /* what is copied by parts is not to be had as a whole until it has left the store buffer */
#endif
#ifdef FOLD_LOAD
#define FOLD_FIRST_ROW(to, x) FOLD_LOAD_ROW(to, x)
#else
#define FOLD_LOAD(x) (x)
#ifndef FOLD_FIRST_ROW
#define FOLD_FIRST_ROW(to, x) FOLD_READ_ROW(to, x)
#endif
#endif
#define FOLD_LOAD_ROW(to, x) \
    RA__ROLLED for (int j = 0; j < FOLD(ROW); j++) \
        (to)[j] = FOLD_LOAD((x)[j])

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

/* What is added up beside a fold that is plain, to tell whether there was a NaN. */
#ifdef FOLD_PLAIN
#define FOLD_WATCH(j, a) \
    if (plain) \
        sums[j] += (a)
#else
#define FOLD_WATCH(j, a) (void)plain, (void)sums
#endif

/*
 * The row of fewer elements than a group has. What is less than a row is read with the elements before it, which are left out again: a copy of
 * a length that is not known takes a call. Where they all are less than a row and stand alone there is no other way.
 */
static inline __attribute__((always_inline)) void FOLD(rest)(FOLD_T *restrict t, const FOLD_M *restrict x, int left, bool alone, bool plain,
                                                             FOLD_T *restrict sums)
{
    enum { ROW = FOLD(ROW) };
    const int rest = left % ROW;
    int lines = left / ROW;
    FOLD_T v[ROW];
    if (lines >= 4) {
        FOLD_READ(now, x);
        RA__ROLLED for (int j = 0; j < ROW; j++) {
            const FOLD_T a = FOLD_LOAD(now[j]), b = FOLD_LOAD(now[ROW + j]), c = FOLD_LOAD(now[2 * ROW + j]), d = FOLD_LOAD(now[3 * ROW + j]);
            v[j] = FOLD(four)(a, b, c, d, plain);
            FOLD_WATCH(j, (a + b) + (c + d));
        }
        lines -= 4;
        x += 4 * ROW;
    } else if (lines > 0) {
        FOLD_FIRST_ROW(v, x);
        RA__ROLLED for (int j = 0; j < ROW; j++)
            FOLD_WATCH(j, v[j]);
        lines--;
        x += ROW;
    } else
        RA__ROLLED for (int j = 0; j < ROW; j++)
            v[j] = FOLD_IDENTITY;
    for (; lines > 0; lines--, x += ROW)
        RA__ROLLED for (int j = 0; j < ROW; j++) {
            const FOLD_T a = FOLD_LOAD(x[j]);
            v[j] = FOLD_EITHER(v[j], a);
            FOLD_WATCH(j, a);
        }
    if (rest > 0) {
        FOLD_M last[ROW] = {0};
        const int first = alone && left < ROW ? 0 : ROW - rest;
        if (first == 0)
            memcpy(last, x, (size_t)rest * sizeof *x);
        else
            FOLD_READ_ROW(last, x - first);
        RA__ROLLED for (int j = 0; j < ROW; j++) {
            const FOLD_T a = (first == 0 ? j < rest : j >= first) ? FOLD_LOAD(last[j]) : FOLD_IDENTITY;
            v[j] = FOLD_EITHER(v[j], a);
            FOLD_WATCH(j, FOLD_LOAD(last[j]));
        }
    }
    ra__read_lines(t, v, 1); /* as a loop it is a copy by parts, which cannot be read as a whole for long */
}

/*
 * A leaf as a row. Plain: with no regard to NaN; `sums`, which the caller begins, are then numbers where there is none. A sum is NaN where one
 * element is, and where infinities of both signs are, which costs no more than time.
 */
static inline __attribute__((always_inline)) void FOLD(leaf_row)(FOLD_T *restrict to, const FOLD_M *restrict x, int64_t n, bool plain,
                                                                 FOLD_T *restrict sums)
{
    enum { ROW = FOLD(ROW), GROUP = FOLD(GROUP) };
    if (n < GROUP) {
        FOLD(rest)(to, x, (int)n, true, plain, sums);
        return;
    }
    FOLD_T rows[(RA__LEAF / GROUP + 1) * ROW];
    int64_t groups = n / GROUP, left = n % GROUP;
    for (int64_t i = 0; i < groups; i++, x += GROUP) {
        FOLD_T *restrict t = rows + i * ROW;
        FOLD_NO_VECTORS_ACROSS(x);
        RA__UNROLL for (int half = 0; half < 2; half++) {
            FOLD_READ(lines, x + half * GROUP / 2);
            RA__ROLLED for (int j = 0; j < ROW; j++) {
                const FOLD_T a = FOLD_LOAD(lines[j]), b = FOLD_LOAD(lines[ROW + j]), c = FOLD_LOAD(lines[2 * ROW + j]), d = FOLD_LOAD(lines[3 * ROW + j]);
                const FOLD_T abcd = FOLD(four)(a, b, c, d, plain);
                t[j] = half == 0 ? abcd : FOLD_EITHER(t[j], abcd);
                FOLD_WATCH(j, (a + b) + (c + d));
            }
        }
    }
    if (left > 0)
        FOLD(rest)(rows + groups++ * ROW, x, (int)left, false, plain, sums);
    while (groups > 1) {
        int64_t kept = 0;
        for (int64_t i = 0; i < groups; i += 8, kept++) {
            FOLD_T *restrict t = rows + kept * ROW;
            const FOLD_T *u = rows + i * ROW;
            FOLD_T v[ROW];
            if (groups - i >= 8)
                RA__ROLLED for (int j = 0; j < ROW; j++)
                    v[j] = FOLD(tree)(u[j], u[ROW + j], u[2 * ROW + j], u[3 * ROW + j], u[4 * ROW + j], u[5 * ROW + j], u[6 * ROW + j], u[7 * ROW + j], plain);
            else {
                RA__ROLLED for (int j = 0; j < ROW; j++)
                    v[j] = u[j];
                for (int64_t k = i + 1; k < groups; k++)
                    RA__ROLLED for (int j = 0; j < ROW; j++)
                        v[j] = FOLD_EITHER(v[j], rows[k * ROW + j]);
            }
            RA__ROLLED for (int j = 0; j < ROW; j++)
                t[j] = v[j];
        }
        groups = kept;
    }
    RA__ROLLED for (int j = 0; j < ROW; j++)
        to[j] = rows[j];
}

/* Each half of every row upon the other. */
static inline __attribute__((always_inline)) void FOLD(halve)(FOLD_T *restrict to, const FOLD_T *restrict from, int64_t width, int half, bool plain)
{
    (void)plain;
    for (int64_t i = 0; i < width; i++)
        RA__ROLLED for (int j = 0; j < half; j++)
            to[i * half + j] = FOLD_EITHER(from[i * 2 * half + j], from[i * 2 * half + half + j]);
}

/* Rows to one element each, as FOLD(row) does; `spare` has room for half of them. */
static inline __attribute__((always_inline)) void FOLD(fold_rows)(FOLD_T *restrict to, FOLD_T *t, FOLD_T *spare, int64_t width, bool plain)
{
#define FOLD_HALF(half) \
    if (FOLD(ROW) > (half)) { \
        FOLD_T *from = t; \
        FOLD(halve)(spare, from, width, half, plain); \
        t = spare; \
        spare = from; \
    }
    FOLD_HALF(32)
    FOLD_HALF(16)
    FOLD_HALF(8)
    FOLD_HALF(4)
    FOLD_HALF(2)
#undef FOLD_HALF
    FOLD(halve)(to, t, width, 1, plain);
}

#ifdef FOLD_PLAIN
static inline __attribute__((always_inline)) bool FOLD(all_numbers)(const FOLD_T *sums)
{
    int nans = 0;
    RA__ROLLED for (int j = 0; j < FOLD(ROW); j++)
        nans |= sums[j] != sums[j];
    return !nans;
}
#endif

static FOLD_T FOLD(leaf)(const FOLD_M *restrict x, int64_t n)
{
    FOLD_T row[FOLD(ROW)], sums[FOLD(ROW)] = {0};
#ifdef FOLD_PLAIN
    FOLD(leaf_row)(row, x, n, true, sums);
    if (FOLD(all_numbers)(sums))
        return FOLD(row)(row, true);
#endif
    FOLD(leaf_row)(row, x, n, false, sums);
    return FOLD(row)(row, false);
}

/* Leaves of a few lines as rows. */
static inline __attribute__((always_inline)) void FOLD(short_rows)(FOLD_T *restrict rows, const char *x, int64_t stride, int lines, int64_t width, bool plain,
                                                                   FOLD_T *restrict sums)
{
    enum { ROW = FOLD(ROW) };
    FOLD_T own[ROW] = {0};
    for (int64_t i = 0; i < width; i++)
        FOLD(rest)(rows + i * ROW, (const void *)(x + i * stride), lines * ROW, true, plain, own);
    RA__ROLLED for (int j = 0; j < ROW; j++)
        FOLD_WATCH(j, own[j]);
}

static inline __attribute__((always_inline)) bool FOLD(many_of)(FOLD_T *restrict to, const char *x, int64_t stride, int64_t n, int64_t width,
                                                                bool plain)
{
    enum { ROW = FOLD(ROW) };
    FOLD_T rows[RA__MANY * ROW], spare[RA__MANY * ROW / 2], sums[ROW] = {0};
    switch (n) { /* as constants: what is kept in registers from leaf to leaf else goes by way of memory, where each waits for the one before it */
    case ROW: FOLD(short_rows)(rows, x, stride, 1, width, plain, sums); break;
    case 2 * ROW: FOLD(short_rows)(rows, x, stride, 2, width, plain, sums); break;
    case 3 * ROW: FOLD(short_rows)(rows, x, stride, 3, width, plain, sums); break;
    case 4 * ROW: FOLD(short_rows)(rows, x, stride, 4, width, plain, sums); break;
    default:
        for (int64_t i = 0; i < width; i++)
            FOLD(leaf_row)(rows + i * ROW, (const void *)(x + i * stride), n, plain, sums);
    }
    FOLD(fold_rows)(to, rows, spare, width, plain);
#ifdef FOLD_PLAIN
    return !plain || FOLD(all_numbers)(sums);
#else
    return true;
#endif
}

/* Leaves that are short take as long for what is done with their rows in the end as for them; so that is done for many together. */
static __attribute__((unused)) void FOLD(many)(void *block, const void *x, int64_t stride, int64_t n, int64_t width)
{
#ifdef FOLD_PLAIN
    if (FOLD(many_of)(block, x, stride, n, width, true))
        return;
#endif
    FOLD(many_of)(block, x, stride, n, width, false);
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
    .many = FOLD(many),
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
#undef FOLD_READ_ROW
#undef FOLD_FIRST_ROW
#undef FOLD_LOAD_ROW
#undef FOLD_OP
#undef FOLD_IDENTITY
#undef FOLD_COST
#undef FOLD_LOAD
#undef FOLD_PLAIN
#undef FOLD_EITHER
#undef FOLD_WATCH
