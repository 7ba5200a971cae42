/*
 * Parameters: T the element, VECTOR, VECTOR_ANY and MASK of it, VFMA, NAME(name), ABS, SQRT, POW.
 */
enum {
    NAME(PANEL) = 64 / sizeof(T),
    NAME(WIDTH) = RA__VECTOR_BYTES / sizeof(T),
    NAME(PARTS) = 64 / RA__VECTOR_BYTES
};

static void NAME(pack_panels)(const struct cdist_state *st, ra__run *r, int64_t grain)
{
    int64_t begin = grain * st->panels_per_grain, end = ra__min(begin + st->panels_per_grain, st->batches2 * st->panels);
    for (int64_t k = begin; k < end; k++) {
        T *to = (T *)r->workspace + k * NAME(PANEL) * ra__max(1, st->length);
        int64_t row = k % st->panels * NAME(PANEL), rows = ra__min(NAME(PANEL), st->rows2 - row);
        const char *from = r->data[2] + ra__strided_offset(&st->entries2, k / st->panels) + row * st->stride2[0];
        for (int64_t j = 0; j < NAME(PANEL); j++)
            for (int64_t e = 0; e < st->length; e++)
                to[e * NAME(PANEL) + j] = j < rows ? *(const T *)(const void *)(from + j * st->stride2[0] + e * st->stride2[1]) : 0;
    }
}

/* acc with the element difference d folded in. */
static inline __attribute__((always_inline)) VECTOR NAME(fold)(VECTOR acc, VECTOR d, norm kind)
{
    const VECTOR sign = -(VECTOR){0};
    VECTOR size = (VECTOR)((MASK)d & ~(MASK)sign);
    switch (kind) {
    case NORM_ZERO:
        return acc + (VECTOR)(((MASK)(d != 0) & (MASK)((VECTOR){0} + 1)) | ((MASK)(d != d) & (MASK)d)); /* NaN stays */
    case NORM_ONE:
        return acc + size;
    case NORM_TWO:
        return VFMA(d, d, acc);
    default: { /* the largest; NaN is passed over */
        MASK take = size > acc;
        return (VECTOR)((take & (MASK)size) | (~take & (MASK)acc));
    }
    }
}

/* Distances of `rows` <= TILE rows of x1 (at a) to the rows of a panel, into result[row][PANEL]. */
static inline __attribute__((always_inline)) void NAME(tile)(const struct cdist_state *st, const char *a, const T *panel, int rows, norm kind,
                                                             T result[TILE][NAME(PANEL)])
{
    VECTOR total[TILE][NAME(PARTS)] = {0};
    int64_t row_step = st->stride1[0], step = st->stride1[1];
    for (int64_t e = 0; e < st->length; e += LEAF) {
        VECTOR acc[TILE][NAME(PARTS)] = {0};
        int64_t end = ra__min(e + LEAF, st->length);
        for (int64_t k = e; k < end; k++) {
            VECTOR b[NAME(PARTS)];
            for (int v = 0; v < NAME(PARTS); v++)
                b[v] = *(const VECTOR *)(const void *)(panel + k * NAME(PANEL) + v * NAME(WIDTH));
            for (int i = 0; i < rows; i++) {
                T x = *(const T *)(const void *)(a + i * row_step + k * step);
                for (int v = 0; v < NAME(PARTS); v++)
                    acc[i][v] = NAME(fold)(acc[i][v], b[v] - x, kind); /* nobody asks for its sign: an operand in memory */
            }
        }
        for (int i = 0; i < rows; i++)
            for (int v = 0; v < NAME(PARTS); v++)
                total[i][v] = kind == NORM_INFINITE ? NAME(fold)(total[i][v], acc[i][v], kind) : total[i][v] + acc[i][v];
    }
    for (int i = 0; i < rows; i++)
        for (int v = 0; v < NAME(PARTS); v++)
            *(VECTOR_ANY *)(void *)(result[i] + v * NAME(WIDTH)) = total[i][v];
    if (kind == NORM_TWO)
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < NAME(PANEL); j++)
                result[i][j] = SQRT(result[i][j]);
}

/* Any other p, a row at a time. */
static void NAME(row_any)(const struct cdist_state *st, const char *a, const T *panel, T result[NAME(PANEL)])
{
    T p = (T)st->p, inverse = (T)(1 / st->p), acc[NAME(PANEL)] = {0};
    for (int64_t k = 0; k < st->length; k++) {
        T x = *(const T *)(const void *)(a + k * st->stride1[1]);
        for (int j = 0; j < NAME(PANEL); j++)
            acc[j] += POW(ABS(x - panel[k * NAME(PANEL) + j]), p);
    }
    for (int j = 0; j < NAME(PANEL); j++)
        result[j] = st->length ? POW(acc[j], inverse) : 0;
}

#define TILES(function, kind) \
    static void NAME(function)(const struct cdist_state *st, const char *a, const T *panel, int rows, T result[TILE][NAME(PANEL)]) \
    { \
        if (rows == TILE) \
            NAME(tile)(st, a, panel, TILE, kind, result); \
        else \
            for (int i = 0; i < rows; i++) \
                NAME(tile)(st, a + i * st->stride1[0], panel, 1, kind, result + i); \
    }
TILES(tile_zero, NORM_ZERO)
TILES(tile_one, NORM_ONE)
TILES(tile_two, NORM_TWO)
TILES(tile_infinite, NORM_INFINITE)
#undef TILES

static void NAME(tile_any)(const struct cdist_state *st, const char *a, const T *panel, int rows, T result[TILE][NAME(PANEL)])
{
    for (int i = 0; i < rows; i++)
        NAME(row_any)(st, a + i * st->stride1[0], panel, result[i]);
}

static void NAME(distances)(const struct cdist_state *st, ra__run *r, int64_t grain)
{
    static void (*const tiles[])(const struct cdist_state *, const char *, const T *, int, T[TILE][NAME(PANEL)]) = {
        [NORM_ZERO] = NAME(tile_zero), [NORM_ONE] = NAME(tile_one), [NORM_TWO] = NAME(tile_two), [NORM_INFINITE] = NAME(tile_infinite), [NORM_ANY] = NAME(tile_any)};
    int64_t batch = grain / st->grains_per_batch, row = grain % st->grains_per_batch * st->rows_per_grain;
    int64_t last = ra__min(row + st->rows_per_grain, st->rows1), entry2 = 0;
    const char *a = r->data[1];
    for (int64_t d = st->batch_ndim - 1, rest = batch; d >= 0; d--) {
        a += rest % st->batch_sizes[d] * st->batch1[d];
        entry2 += rest % st->batch_sizes[d] * st->batch2[d];
        rest /= st->batch_sizes[d];
    }
    T *out = (T *)(void *)r->data[0] + batch * st->rows1 * st->rows2;
    int64_t panel_elements = NAME(PANEL) * ra__max(1, st->length);
    for (int64_t k = 0; k < st->panels; k++) {
        const T *panel = (const T *)r->workspace + (entry2 * st->panels + k) * panel_elements;
        int64_t columns = ra__min(NAME(PANEL), st->rows2 - k * NAME(PANEL));
        for (int64_t i = row; i < last; i += TILE) {
            T result[TILE][NAME(PANEL)];
            int rows = (int)ra__min(TILE, last - i);
            tiles[st->kind](st, a + i * st->stride1[0], panel, rows, result);
            for (int j = 0; j < rows; j++)
                memcpy(out + (i + j) * st->rows2 + k * NAME(PANEL), result[j], (size_t)columns * sizeof(T));
        }
    }
}

#undef T
#undef VECTOR
#undef VECTOR_ANY
#undef MASK
#undef VFMA
#undef NAME
#undef ABS
#undef SQRT
#undef POW
