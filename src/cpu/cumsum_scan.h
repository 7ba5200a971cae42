/*
 * Template: running sums in one type.
 *
 *   SCAN_NAME, SCAN_T  the type of the sums
 *   SCAN_M, SCAN_WIDEN (optional) another type of the elements along, and how a vector of four is made of those at a
 *                      pointer: SCAN(along) is all there is
 *   SCAN_PLAIN         (optional) defined: there are no vectors of SCAN_T
 *
 * All are undefined at the end.
 */
#ifdef SCAN_M
#define SCAN_ALONG_ONLY
#else
#define SCAN_M SCAN_T
#define SCAN_WIDEN(x) *(const SCAN(quad_any) *)(const void *)(x)
#endif
#define SCAN_PASTE2(a, b) a##_##b
#define SCAN_PASTE(a, b) SCAN_PASTE2(a, b)
#define SCAN(part) SCAN_PASTE(part, SCAN_NAME)

#if defined(__AVX2__) && !defined(SCAN_PLAIN) /* narrower vectors gain nothing */
#define SCAN_BY_QUADS
typedef SCAN_T SCAN(quad) __attribute__((vector_size(4 * sizeof(SCAN_T))));
typedef SCAN_M SCAN(quad_any) __attribute__((vector_size(4 * sizeof(SCAN_M)), aligned(sizeof(SCAN_M)), may_alias));

static inline __attribute__((always_inline)) void SCAN(turn)(SCAN(quad) q[4])
{
    const SCAN(quad) a = __builtin_shufflevector(q[0], q[1], 0, 4, 2, 6), b = __builtin_shufflevector(q[0], q[1], 1, 5, 3, 7);
    const SCAN(quad) c = __builtin_shufflevector(q[2], q[3], 0, 4, 2, 6), d = __builtin_shufflevector(q[2], q[3], 1, 5, 3, 7);
    q[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    q[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    q[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    q[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* Elements j of four groups, one a lane: of 32 elements. */
static inline __attribute__((always_inline)) void SCAN(load)(SCAN(quad) q[8], const SCAN_M *x)
{
    for (int g = 0; g < 4; g++) {
        q[g] = SCAN_WIDEN(x + 8 * g);
        q[4 + g] = SCAN_WIDEN(x + 8 * g + 4);
    }
    SCAN(turn)(q);
    SCAN(turn)(q + 4);
}

static inline __attribute__((always_inline)) void SCAN(sum_up)(SCAN(quad) q[8])
{
    for (int j = 1; j < 8; j++)
        q[j] += q[j - 1];
}

/* These sums on top of c, which becomes the last one; to: NULL where that alone is wanted. */
static inline __attribute__((always_inline)) SCAN_T SCAN(put)(SCAN_M *to, SCAN(quad) q[8], SCAN_T c)
{
    const SCAN(quad) sums = q[7];
    if (to) {
        SCAN(turn)(q);
        SCAN(turn)(q + 4);
    }
    for (int g = 0; g < 4; g++) {
        if (to) {
            *(SCAN(quad_any) *)(void *)(to + 8 * g) = __builtin_convertvector(c + q[g], SCAN(quad_any));
            *(SCAN(quad_any) *)(void *)(to + 8 * g + 4) = __builtin_convertvector(c + q[4 + g], SCAN(quad_any));
        }
        c += sums[g];
    }
    return c;
}

/*
 * So many quads of groups; to: as above. A quad is loaded before the one in front of it is put, and summed up after that: its additions, which
 * wait for each other, are under way while the next one is loaded.
 */
static inline SCAN_T SCAN(along_quads)(SCAN_M *to, const SCAN_M *x, int64_t quads, SCAN_T c)
{
    SCAN(quad) q[8], next[8];
    if (quads == 0)
        return c;
    SCAN(load)(q, x);
    SCAN(sum_up)(q);
    for (int64_t i = 1; i < quads; i++) {
        SCAN(load)(next, x + 32 * i);
        c = SCAN(put)(to ? to + 32 * (i - 1) : NULL, q, c);
        SCAN(sum_up)(next);
        for (int j = 0; j < 8; j++)
            q[j] = next[j];
    }
    return SCAN(put)(to ? to + 32 * (quads - 1) : NULL, q, c);
}
#endif

/*
 * The running sums of n elements, on top of *carry, which becomes the last one; `to` may be x, or NULL where that one alone is wanted.
 * Groups of 8, counted from the row's start since tiles and blocks are multiples of 8, are summed by themselves before the carry is added:
 * the chain of dependent additions is an eighth as long.
 */
static void SCAN(along)(void *result, const void *elements, int64_t n, void *carry)
{
    SCAN_M *to = result;
    const SCAN_M *x = elements;
    SCAN_T c = *(SCAN_T *)carry;
    int64_t i = 0;
#ifdef SCAN_BY_QUADS
    c = SCAN(along_quads)(to, x, n / 32, c);
    i = n / 32 * 32;
#endif
    for (; i + 8 <= n; i += 8) {
        SCAN_T s[8];
        s[0] = x[i];
        for (int j = 1; j < 8; j++)
            s[j] = s[j - 1] + x[i + j];
        for (int j = 0; to && j < 8; j++)
            to[i + j] = (SCAN_M)(c + s[j]);
        c = c + s[7];
    }
    SCAN_T s = 0, last = c;
    for (int j = 0; i + j < n; j++) {
        s = j ? s + x[i + j] : x[i];
        last = c + s;
        if (to)
            to[i + j] = (SCAN_M)last;
    }
    *(SCAN_T *)carry = last;
}

#ifndef SCAN_ALONG_ONLY

/* One step for `width` sequences side by side. */
static void SCAN(across)(void *row, int64_t width, void *carry)
{
    SCAN_T *restrict x = row, *restrict c = carry;
    for (int64_t j = 0; j < width; j++) {
        c[j] += x[j];
        x[j] = c[j];
    }
}

static void SCAN(add)(void *to, const void *from, int64_t width)
{
    SCAN_T *restrict a = to;
    const SCAN_T *restrict b = from;
    for (int64_t j = 0; j < width; j++)
        a[j] += b[j];
}
#endif

#undef SCAN
#undef SCAN_PASTE
#undef SCAN_PASTE2
#undef SCAN_NAME
#undef SCAN_T
#undef SCAN_M
#undef SCAN_WIDEN
#undef SCAN_ALONG_ONLY
#undef SCAN_PLAIN
#undef SCAN_BY_QUADS
