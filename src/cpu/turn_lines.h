/*
 * Template: transposes squares whose rows become lines of memory, which are streamed out of registers.
 *
 *   TURN_NAME  the function
 *   TURN_TYPE  an element
 *   TURN_SIDE  elements of a vector of TURN_BYTES, and of a square's side
 *   TURN_LOW, TURN_HIGH  the indices that interleave two rows, or both halves of each for themselves
 *   TURN_FIRST, TURN_SECOND  (where halves are) the indices that put the lower (upper) half of a vector before another's
 *
 * Rows are interleaved as in turn_square.h. Of whole vectors that is all; of halves it is done once less often, and then
 * the bit of a row's number that has been left is exchanged for the half: so that is the highest, for which row i of
 * the upper half of a square is loaded beside row i of the lower.
 *
 * The lines of two squares, one below the other, are side by side in `to`. Meanwhile as many rows below these are asked for, into the
 * second cache: those that are a power of two apart find no room in the first. All are undefined at the end.
 */
static void TURN_NAME(char *to, int64_t to_pitch, const char *from, int64_t from_pitch, int64_t rows, int64_t columns, int64_t below)
{
    typedef TURN_TYPE vector __attribute__((vector_size(TURN_BYTES)));
    typedef TURN_TYPE vector_any __attribute__((vector_size(TURN_BYTES), aligned(1), may_alias));
    enum { SIZE = sizeof(TURN_TYPE), LINE = RA__STREAM_LINE / SIZE, VECTORS = LINE / TURN_SIDE, STRIP = 2 * LINE };
    for (int64_t top = 0; top < rows; top += STRIP) {
        const int64_t end = rows - top < STRIP ? rows : top + STRIP, wide = columns * SIZE;
        const char *ask = from + (top + STRIP) * from_pitch, *last = from + (rows + below - top < 2 * STRIP ? rows + below : top + 2 * STRIP) * from_pitch;
        int64_t at = 0;
        for (int64_t j = 0; j < columns; j += LINE)
            for (int64_t i = top; i < end; i += LINE) {
                RA__ROLLED for (int k = 0; k < LINE && ask < last; k++) {
                    __builtin_prefetch(ask + at, 0, 2);
                    at += RA__STREAM_LINE;
                    if (at == wide)
                        at = 0, ask += from_pitch;
                }
                for (int part = 0; part < VECTORS; part++) { /* the columns of a vector */
                    vector square[VECTORS][TURN_SIDE], next[TURN_SIDE];
                    for (int s = 0; s < VECTORS; s++) {
                        vector *a = square[s];
                        const char *corner = from + (i + s * TURN_SIDE) * from_pitch + j * SIZE + part * TURN_BYTES;
                        for (int k = 0; k < TURN_SIDE; k++) {
#ifdef TURN_FIRST
                            a[k] = *(const vector_any *)(const void *)(corner + (k % 2 * (TURN_SIDE / 2) + k / 2) * from_pitch);
#else
                            a[k] = *(const vector_any *)(const void *)(corner + k * from_pitch);
#endif
                        }
                        for (int round = VECTORS; round < TURN_SIDE; round *= 2) { /* of halves, two to a line, once less often */
                            for (int k = 0; k < TURN_SIDE / 2; k++) {
                                next[2 * k] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_LOW);
                                next[2 * k + 1] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_HIGH);
                            }
                            for (int k = 0; k < TURN_SIDE; k++) /* not as one memcpy, which would leave the registers */
                                a[k] = next[k];
                        }
#ifdef TURN_FIRST
                        for (int k = 0; k < TURN_SIDE / 2; k++) {
                            next[k] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_FIRST);
                            next[k + TURN_SIDE / 2] = __builtin_shufflevector(a[k], a[k + TURN_SIDE / 2], TURN_SECOND);
                        }
                        for (int k = 0; k < TURN_SIDE; k++)
                            a[k] = next[k];
#endif
                    }
                    for (int k = 0; k < TURN_SIDE; k++) {
                        vector line[VECTORS];
                        for (int s = 0; s < VECTORS; s++)
                            line[s] = square[s][k];
                        ra__stream_line(to + (j + part * TURN_SIDE + k) * to_pitch + i * SIZE, (const char *)line);
                    }
                }
            }
    }
}
#undef TURN_NAME
#undef TURN_TYPE
#undef TURN_SIDE
#undef TURN_LOW
#undef TURN_HIGH
#undef TURN_FIRST
#undef TURN_SECOND
