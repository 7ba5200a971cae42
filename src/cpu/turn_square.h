/*
 * Template: transposes a block by squares of vectors of 16 bytes, two squares at a time, one above the other, where
 * vectors have 32.
 *
 *   TURN_NAME  the function
 *   TURN_TYPE  an element
 *   TURN_SIDE  elements of 16 bytes, and of a square's side
 *   TURN_LOW, TURN_HIGH  the indices that interleave the lower (upper) halves of two squares' rows
 *   TURN_JOIN  the indices that put a vector of 16 bytes before another
 *
 * Of vectors of 32 bytes, both halves are interleaved for themselves, for which processors have instructions.
 *
 * log2(side) times, row i and row i + side/2 are interleaved into rows 2i and 2i + 1: each time the bits of an
 * element's place (row, column) rotate by one, until the two have changed places. What is left beside whole squares is
 * turned with some of what is before it once more. All are undefined at the end.
 */
static void TURN_NAME(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int64_t rows, int64_t columns)
{
    typedef TURN_TYPE vector __attribute__((vector_size(16 * TURN_SQUARES)));
    typedef TURN_TYPE vector_any __attribute__((vector_size(16 * TURN_SQUARES), aligned(1), may_alias));
    typedef TURN_TYPE half __attribute__((vector_size(16)));
    typedef TURN_TYPE half_any __attribute__((vector_size(16), aligned(1), may_alias));
    enum { HEIGHT = TURN_SIDE * TURN_SQUARES };
    const bool whole = rows >= HEIGHT && columns >= TURN_SIDE;
    for (int64_t left = columns, j; whole && left > 0; left -= TURN_SIDE) {
        j = left < TURN_SIDE ? columns - TURN_SIDE : columns - left;
        for (int64_t below = rows, i; below > 0; below -= HEIGHT) {
            i = below < HEIGHT ? rows - HEIGHT : rows - below;
            const char *at = from + i * from_pitch + j * (int64_t)sizeof(TURN_TYPE);
            vector a[TURN_SIDE], b[TURN_SIDE];
            for (int k = 0; k < TURN_SIDE; k++) {
                const half first = *(const half_any *)(const void *)(at + k * from_pitch);
#if TURN_SQUARES == 2
                const half second = *(const half_any *)(const void *)(at + (k + TURN_SIDE) * from_pitch);
                a[k] = __builtin_shufflevector(first, second, TURN_JOIN);
#else
                a[k] = first;
#endif
            }
            for (int round = 1; round < TURN_SIDE; round *= 2) {
                for (int k = 0; k < TURN_SIDE / 2; k++) {
                    b[2 * k] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_LOW);
                    b[2 * k + 1] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_HIGH);
                }
                for (int k = 0; k < TURN_SIDE; k++) /* not as one memcpy, which would leave the registers */
                    a[k] = b[k];
            }
            for (int k = 0; k < TURN_SIDE; k++)
                *(vector_any *)(void *)(to + (j + k) * to_pitch + i * (int64_t)sizeof(TURN_TYPE)) = a[k];
        }
    }
    for (int64_t j = 0; !whole && j < columns; j++) {
        const TURN_TYPE *in = (const TURN_TYPE *)(const void *)from + j;
        TURN_TYPE *out = (TURN_TYPE *)(void *)(to + j * to_pitch);
        for (int64_t i = 0; i < rows; i++)
            memcpy(&out[i], (const char *)in + i * from_pitch, sizeof *in);
    }
}
#undef TURN_NAME
#undef TURN_TYPE
#undef TURN_SIDE
#undef TURN_LOW
#undef TURN_HIGH
#undef TURN_JOIN
