/*
 * Template: scans of four sequences, step by step together (see scan_rows.h).
 *
 *   ROWS_NAME, ROWS_T  the type of what is carried on
 *   ROWS_M             the type of the elements
 *   ROWS_FIRST         what is carried on before the first element
 *   ROWS_NEXT(c, x)    and after element x
 *
 * All are undefined at the end. Results may be the inputs.
 */
static void ROWS_NAME(char *const *to, const char *const *from, int64_t to_step, int64_t from_step, int64_t n, int64_t groups)
{
    for (int64_t group = 0; group < groups; group++) {
        const int64_t in = group * from_step, out = group * to_step;
        const ROWS_M *x0 = (const ROWS_M *)(const void *)(from[0] + in), *x1 = (const ROWS_M *)(const void *)(from[1] + in);
        const ROWS_M *x2 = (const ROWS_M *)(const void *)(from[2] + in), *x3 = (const ROWS_M *)(const void *)(from[3] + in);
        ROWS_M *y0 = (ROWS_M *)(void *)(to[0] + out), *y1 = (ROWS_M *)(void *)(to[1] + out);
        ROWS_M *y2 = (ROWS_M *)(void *)(to[2] + out), *y3 = (ROWS_M *)(void *)(to[3] + out);
        ROWS_T c0 = ROWS_FIRST, c1 = ROWS_FIRST, c2 = ROWS_FIRST, c3 = ROWS_FIRST;
        for (int64_t i = 0; i < n; i++) {
            c0 = ROWS_NEXT(c0, x0[i]);
            c1 = ROWS_NEXT(c1, x1[i]);
            c2 = ROWS_NEXT(c2, x2[i]);
            c3 = ROWS_NEXT(c3, x3[i]);
            y0[i] = (ROWS_M)c0;
            y1[i] = (ROWS_M)c1;
            y2[i] = (ROWS_M)c2;
            y3[i] = (ROWS_M)c3;
        }
    }
}

#undef ROWS_NAME
#undef ROWS_T
#undef ROWS_M
#undef ROWS_FIRST
#undef ROWS_NEXT
