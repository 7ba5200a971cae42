/*
 * Template: running sums in one type. Parameters: SCAN_NAME, SCAN_T.
 */
#define SCAN_PASTE2(a, b) a##_##b
#define SCAN_PASTE(a, b) SCAN_PASTE2(a, b)
#define SCAN(part) SCAN_PASTE(part, SCAN_NAME)

/*
 * x becomes its running sum on top of *carry, which becomes the last one. Groups of 8, counted from the row's start
 * since tiles and blocks are multiples of 8, are summed by themselves before the carry is added: the chain of dependent
 * additions is an eighth as long.
 */
static void SCAN(along)(void *tile, int64_t n, void *carry)
{
    SCAN_T *restrict x = tile;
    SCAN_T c = *(SCAN_T *)carry;
    int64_t i = 0;
    for (; i + 8 <= n; i += 8) {
        SCAN_T s[8];
        s[0] = x[i];
        for (int j = 1; j < 8; j++)
            s[j] = s[j - 1] + x[i + j];
        for (int j = 0; j < 8; j++)
            x[i + j] = c + s[j];
        c = x[i + 7];
    }
    SCAN_T s = 0;
    for (int j = 0; i + j < n; j++) {
        s = j ? s + x[i + j] : x[i];
        x[i + j] = c + s;
    }
    *(SCAN_T *)carry = n > 0 ? x[n - 1] : c;
}

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

#undef SCAN
#undef SCAN_PASTE
#undef SCAN_PASTE2
#undef SCAN_NAME
#undef SCAN_T
