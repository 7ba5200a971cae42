/*
 * Template: reducer of an associative operation whose accumulator is an element. Parameters:
 *
 *   FOLD_NAME      prefix
 *   FOLD_T         element
 *   FOLD_OP(a, b)  function or macro that reads each argument once; b comes later
 *   FOLD_IDENTITY  identity
 *   FOLD_COST      ns per element
 *   FOLD_LOAD(x)   (optional) what an element is taken as, such as its square
 *
 * A leaf is read from front to back in groups of 8 rows of 64 elements, each added up as a tree of rows; so all loops
 * are elementwise over rows of fixed length, their bits do not depend on the width of the machine's vectors, and no
 * sum is longer than a few additions.
 */
#define FOLD_PASTE2(a, b) a##_##b
#define FOLD_PASTE(a, b) FOLD_PASTE2(a, b)
#define FOLD(part) FOLD_PASTE(FOLD_NAME, part)
#ifndef FOLD_LOAD
#define FOLD_LOAD(x) (x)
#endif

static inline __attribute__((always_inline)) FOLD_T FOLD(tree)(FOLD_T a, FOLD_T b, FOLD_T c, FOLD_T d, FOLD_T e, FOLD_T f, FOLD_T g, FOLD_T h)
{
    FOLD_T ab = FOLD_OP(a, b), cd = FOLD_OP(c, d), ef = FOLD_OP(e, f), gh = FOLD_OP(g, h);
    FOLD_T abcd = FOLD_OP(ab, cd), efgh = FOLD_OP(ef, gh);
    return FOLD_OP(abcd, efgh);
}

static inline __attribute__((always_inline)) FOLD_T FOLD(four)(FOLD_T a, FOLD_T b, FOLD_T c, FOLD_T d)
{
    FOLD_T ab = FOLD_OP(a, b), cd = FOLD_OP(c, d);
    return FOLD_OP(ab, cd);
}

/* 64 to 16 to 4 to 1 */
static inline FOLD_T FOLD(row)(const FOLD_T *restrict t)
{
    FOLD_T u[16], v[4];
    for (int j = 0; j < 16; j++)
        u[j] = FOLD(four)(t[j], t[j + 16], t[j + 32], t[j + 48]);
    for (int j = 0; j < 4; j++)
        v[j] = FOLD(four)(u[j], u[j + 4], u[j + 8], u[j + 12]);
    return FOLD(four)(v[0], v[1], v[2], v[3]);
}

static FOLD_T FOLD(leaf)(const FOLD_T *restrict x, int64_t n)
{
    enum { ROW = 64, GROUP = 8 * ROW };
    FOLD_T rows[(RA__LEAF / GROUP + 1) * ROW];
    int64_t groups = n / GROUP, left = n % GROUP;
    for (int64_t i = 0; i < groups; i++, x += GROUP) {
        FOLD_T *restrict t = rows + i * ROW;
        /* the next group but one, which may lie past the end: only its address is used */
        for (size_t ahead = 2 * GROUP * sizeof(FOLD_T); ahead < 3 * GROUP * sizeof(FOLD_T); ahead += 64)
            __builtin_prefetch((const void *)((uintptr_t)x + ahead));
        for (int j = 0; j < ROW; j++)
            t[j] = FOLD(tree)(FOLD_LOAD(x[j]), FOLD_LOAD(x[ROW + j]), FOLD_LOAD(x[2 * ROW + j]), FOLD_LOAD(x[3 * ROW + j]), FOLD_LOAD(x[4 * ROW + j]),
                              FOLD_LOAD(x[5 * ROW + j]), FOLD_LOAD(x[6 * ROW + j]), FOLD_LOAD(x[7 * ROW + j]));
    }
    if (left > 0) {
        FOLD_T *restrict t = rows + groups * ROW;
        if (left >= ROW)
            for (int j = 0; j < ROW; j++)
                t[j] = FOLD_LOAD(x[j]);
        else
            for (int j = 0; j < ROW; j++)
                t[j] = j < left ? FOLD_LOAD(x[j]) : FOLD_IDENTITY;
        left -= ROW;
        x += ROW;
        for (; left >= ROW; left -= ROW, x += ROW)
            for (int j = 0; j < ROW; j++)
                t[j] = FOLD_OP(t[j], FOLD_LOAD(x[j]));
        for (int j = 0; j < left; j++)
            t[j] = FOLD_OP(t[j], FOLD_LOAD(x[j]));
        groups++;
    }
    for (int64_t i = 1; i < groups; i++)
        for (int j = 0; j < ROW; j++)
            rows[j] = FOLD_OP(rows[j], rows[i * ROW + j]);
    return FOLD(row)(rows);
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
        const FOLD_T *a = rows[done], *b = rows[done + 1], *c = rows[done + 2], *d = rows[done + 3];
        const FOLD_T *e = rows[done + 4], *f = rows[done + 5], *g = rows[done + 6], *h = rows[done + 7];
        if (done == 0)
            for (int64_t j = 0; j < width; j++)
                t[j] = FOLD(tree)(FOLD_LOAD(a[j]), FOLD_LOAD(b[j]), FOLD_LOAD(c[j]), FOLD_LOAD(d[j]), FOLD_LOAD(e[j]), FOLD_LOAD(f[j]), FOLD_LOAD(g[j]),
                                  FOLD_LOAD(h[j]));
        else
            for (int64_t j = 0; j < width; j++) {
                FOLD_T v = FOLD(tree)(FOLD_LOAD(a[j]), FOLD_LOAD(b[j]), FOLD_LOAD(c[j]), FOLD_LOAD(d[j]), FOLD_LOAD(e[j]), FOLD_LOAD(f[j]),
                                      FOLD_LOAD(g[j]), FOLD_LOAD(h[j]));
                t[j] = FOLD_OP(t[j], v);
            }
    }
    if (done == 0) {
        const FOLD_T *a = rows[0];
        for (int64_t j = 0; j < width; j++)
            t[j] = FOLD_LOAD(a[j]);
        done = 1;
    }
    for (; done < count; done++) {
        const FOLD_T *a = rows[done];
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
    .element = sizeof(FOLD_T),
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
#undef FOLD_OP
#undef FOLD_IDENTITY
#undef FOLD_COST
#undef FOLD_LOAD
