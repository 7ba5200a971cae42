/*
 * Template: running products of four sequences, step by step together, since each by itself waits for the product before.
 *
 *   ROWS_NAME, ROWS_T  the type of the products
 *   ROWS_M             the type of the elements
 *
 * All are undefined at the end. Results may be the inputs.
 */
static void ROWS_NAME(char *const *to, const char *const *from, int64_t n)
{
    const ROWS_M *x0 = (const ROWS_M *)(const void *)from[0], *x1 = (const ROWS_M *)(const void *)from[1];
    const ROWS_M *x2 = (const ROWS_M *)(const void *)from[2], *x3 = (const ROWS_M *)(const void *)from[3];
    ROWS_M *y0 = (ROWS_M *)(void *)to[0], *y1 = (ROWS_M *)(void *)to[1], *y2 = (ROWS_M *)(void *)to[2], *y3 = (ROWS_M *)(void *)to[3];
    ROWS_T c0 = 1, c1 = 1, c2 = 1, c3 = 1;
    for (int64_t i = 0; i < n; i++) {
        c0 = PRODUCT(c0, x0[i]);
        c1 = PRODUCT(c1, x1[i]);
        c2 = PRODUCT(c2, x2[i]);
        c3 = PRODUCT(c3, x3[i]);
        y0[i] = (ROWS_M)c0;
        y1[i] = (ROWS_M)c1;
        y2[i] = (ROWS_M)c2;
        y3[i] = (ROWS_M)c3;
    }
}

#undef ROWS_NAME
#undef ROWS_T
#undef ROWS_M
