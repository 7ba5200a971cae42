/*
 * Parameters: RA__PLAIN_T an element, RA__PLAIN_ABS its size, RA__PLAIN_TIMES the product of two, RA__PLAIN_NAME(name).
 */
static inline __attribute__((always_inline)) int RA__PLAIN_NAME(ra__plain_getrf)(int64_t rows, int64_t columns, RA__PLAIN_T *a, int64_t ld, int *pivots)
{
    int info = 0;
    for (int64_t k = 0; k < rows && k < columns; k++) {
        RA__PLAIN_T *pivot = a + k * ld;
        int64_t at = k;
        for (int64_t i = k + 1; i < rows; i++)
            at = RA__PLAIN_ABS(pivot[i]) > RA__PLAIN_ABS(pivot[at]) ? i : at;
        pivots[k] = (int)at + 1;
        if (pivot[at] == 0) { /* and so is all below it that is a number, which stays as it is */
            info = info ? info : (int)k + 1;
            continue;
        }
        for (int64_t j = 0; j < columns && at != k; j++) {
            const RA__PLAIN_T x = a[j * ld + k];
            a[j * ld + k] = a[j * ld + at];
            a[j * ld + at] = x;
        }
        for (int64_t i = k + 1; i < rows; i++)
            pivot[i] /= pivot[k];
        for (int64_t j = k + 1; j < columns; j++)
            for (int64_t i = k + 1; i < rows; i++)
                a[j * ld + i] -= RA__PLAIN_TIMES(pivot[i], a[j * ld + k]);
    }
    return info;
}

#undef RA__PLAIN_NAME
#undef RA__PLAIN_T
#undef RA__PLAIN_ABS
#undef RA__PLAIN_TIMES
