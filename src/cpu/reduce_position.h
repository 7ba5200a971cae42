/*
 * Template: reducer that finds an extremum and its first position. A block is `width` values (rounded up to 8 bytes),
 * then as many int64 positions. Parameters:
 *
 *   ARG_NAME          prefix
 *   ARG_T             element
 *   ARG_LEAF(x, n)    the extremum of a leaf, without its position
 *   ARG_BETTER(a, b)  whether b, which comes later, takes the place of a
 *   ARG_IS_NAN(x)
 *   ARG_INDEX         signed integer as wide as ARG_T: positions within a leaf of rows
 */
#define ARG_PASTE2(a, b) a##_##b
#define ARG_PASTE(a, b) ARG_PASTE2(a, b)
#define ARG(part) ARG_PASTE(ARG_NAME, part)

static inline int64_t *ARG(positions)(void *block, int64_t width)
{
    return (int64_t *)(void *)((char *)block + (((size_t)width * sizeof(ARG_T) + 7) & ~(size_t)7));
}

/* Extremum first, in vectors; then the first element that equals it. */
static void ARG(inner)(void *block, const void *elements, int64_t n, int64_t start)
{
    enum { STEP = 64 };
    const ARG_T *x = elements;
    ARG_T best = ARG_LEAF(x, n);
    int64_t i = 0;
    if (ARG_IS_NAN(best)) {
        while (!ARG_IS_NAN(x[i]))
            i++;
    } else {
        for (; i + STEP <= n; i += STEP) {
            ARG_INDEX found = 0;
            for (int j = 0; j < STEP; j++)
                found |= -(ARG_INDEX)(x[i + j] == best);
            if (found)
                break;
        }
        while (x[i] != best)
            i++;
    }
    *(ARG_T *)block = x[i];
    *ARG(positions)(block, 1) = start + i;
}

static void ARG(outer)(void *block, const void *const *rows, int64_t count, int64_t width, int64_t start)
{
    ARG_T *restrict best = block;
    ARG_INDEX at[RA__LEAF_WIDTH];
    int64_t *restrict positions = ARG(positions)(block, width);
    memcpy(best, rows[0], (size_t)width * sizeof(ARG_T));
    memset(at, 0, (size_t)width * sizeof at[0]);
    for (int64_t i = 1; i < count; i++) {
        const ARG_T *restrict x = rows[i];
        for (int64_t j = 0; j < width; j++) {
            bool better = ARG_BETTER(best[j], x[j]);
            best[j] = better ? x[j] : best[j];
            at[j] = better ? (ARG_INDEX)i : at[j];
        }
    }
    for (int64_t j = 0; j < width; j++)
        positions[j] = start + at[j];
}

static void ARG(combine)(void *block, const void *later, int64_t width, int64_t count, int64_t later_count)
{
    ARG_T *a = block;
    const ARG_T *b = later;
    int64_t *a_at = ARG(positions)(block, width);
    const int64_t *b_at = (const int64_t *)(const void *)((const char *)later + ((const char *)a_at - (const char *)block));
    (void)count;
    (void)later_count;
    for (int64_t j = 0; j < width; j++)
        if (ARG_BETTER(a[j], b[j])) {
            a[j] = b[j];
            a_at[j] = b_at[j];
        }
}

/* An accumulator is as many bytes as make room for the rounding of one block. */
static const ra__reducer ARG(reducer) = {
    .element = sizeof(ARG_T),
    .accumulator = 8 + sizeof(int64_t),
    .cost = 0.15,
    .inner = ARG(inner),
    .outer = ARG(outer),
    .combine = ARG(combine),
};

#undef ARG
#undef ARG_PASTE
#undef ARG_PASTE2
#undef ARG_NAME
#undef ARG_T
#undef ARG_LEAF
#undef ARG_BETTER
#undef ARG_IS_NAN
#undef ARG_INDEX
