/*
 * Parameters: RA__SMALL_T (float or double), RA__SMALL_ABS (its magnitude), RA__SMALL_NAME(name); undefined at the end.
 */

static inline __attribute__((always_inline)) void RA__SMALL_NAME(ra__small_exchange)(RA__SMALL_T *column, const int *pivots, int n)
{
    for (int k = 0; k < n; k++) {
        const int with = pivots[k] - 1;
        const RA__SMALL_T x = column[k];
        column[k] = column[with];
        column[with] = x;
    }
}

/* With the most frequent sizes as constants. */
static int RA__SMALL_NAME(ra__small_factor)(int rows, int columns, RA__SMALL_T *a, int ld, int *pivots)
{
    if (rows == 2 && columns == 2 && ld == 2)
        return RA__SMALL_NAME(ra__plain_getrf)(2, 2, a, 2, pivots);
    if (rows == 3 && columns == 3 && ld == 3)
        return RA__SMALL_NAME(ra__plain_getrf)(3, 3, a, 3, pivots);
    if (rows == 4 && columns == 4 && ld == 4)
        return RA__SMALL_NAME(ra__plain_getrf)(4, 4, a, 4, pivots);
    return RA__SMALL_NAME(ra__plain_getrf)(rows, columns, a, ld, pivots);
}

static inline __attribute__((always_inline)) void RA__SMALL_NAME(ra__small_substitute)(int n, const RA__SMALL_T *lu, int ld, RA__SMALL_T *x)
{
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            x[i] -= lu[k * ld + i] * x[k];
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= lu[k * ld + k];
        for (int i = 0; i < k; i++)
            x[i] -= lu[k * ld + i] * x[k];
    }
}

static void RA__SMALL_NAME(ra__small_solve)(int n, int columns, const RA__SMALL_T *lu, int ld, const int *pivots, RA__SMALL_T *b, int ldb)
{
    for (int j = 0; j < columns; j++) {
        RA__SMALL_T *x = b + (int64_t)j * ldb;
        RA__SMALL_NAME(ra__small_exchange)(x, pivots, n);
        RA__SMALL_NAME(ra__small_substitute)(n, lu, ld, x);
    }
}

/* The columns of the identity, exchanged, side by side in vectors of `width` numbers: what is behind n of them is computed and not read. */
static inline __attribute__((always_inline)) void RA__SMALL_NAME(ra__small_inverse_of)(int n, int width, RA__SMALL_T *lu, const int *pivots)
{
    RA__SMALL_T x[RA__LINALG_SMALL][RA__LINALG_SMALL] = {{0}}, column[RA__LINALG_SMALL];
    for (int i = 0; i < n; i++)
        column[i] = (RA__SMALL_T)i;
    RA__SMALL_NAME(ra__small_exchange)(column, pivots, n);
    for (int i = 0; i < n; i++)
        x[i][(int)column[i]] = 1;
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++)
            for (int j = 0; j < width; j++)
                x[i][j] -= lu[k * n + i] * x[k][j];
    for (int k = n - 1; k >= 0; k--) {
        for (int j = 0; j < width; j++)
            x[k][j] /= lu[k * n + k];
        for (int i = 0; i < k; i++)
            for (int j = 0; j < width; j++)
                x[i][j] -= lu[k * n + i] * x[k][j];
    }
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            lu[j * n + i] = x[i][j];
}

static void RA__SMALL_NAME(ra__small_inverse)(int n, RA__SMALL_T *lu, const int *pivots)
{
    if (n == 3)
        RA__SMALL_NAME(ra__small_inverse_of)(3, 4, lu, pivots);
    else if (n == 4)
        RA__SMALL_NAME(ra__small_inverse_of)(4, 4, lu, pivots);
    else if (n < 4)
        RA__SMALL_NAME(ra__small_inverse_of)(n, 4, lu, pivots);
    else
        RA__SMALL_NAME(ra__small_inverse_of)(n, RA__LINALG_SMALL, lu, pivots);
}

#undef RA__SMALL_NAME
#undef RA__SMALL_T
#undef RA__SMALL_ABS
