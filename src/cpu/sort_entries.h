/*
 * Template: sorting of entries (a key and a position) that are all different, since positions are. Parameters:
 *
 *   ENTRY_NAME           suffix
 *   ENTRY_T              entry
 *   ENTRY_LESS(a, b)     by key, then by position
 *   ENTRY_DIGIT(e, d)    byte d of the key, 0 being the lowest
 *
 * Short rows: insertion, then merging. Longer ones: radix sort by bytes from the lowest, which keeps the order of
 * entries with equal keys, and so is right only where they come in the order of their positions.
 */
#define ENTRY_PASTE2(a, b) a##_##b
#define ENTRY_PASTE(a, b) ENTRY_PASTE2(a, b)
#define ENTRY(part) ENTRY_PASTE(part, ENTRY_NAME)

static void ENTRY(insertion)(ENTRY_T *a, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        ENTRY_T e = a[i];
        int64_t j = i;
        for (; j > 0 && ENTRY_LESS(e, a[j - 1]); j--)
            a[j] = a[j - 1];
        a[j] = e;
    }
}

static void ENTRY(merge)(ENTRY_T *restrict to, const ENTRY_T *a, int64_t m, const ENTRY_T *b, int64_t n)
{
    while (m > 0 && n > 0) {
        bool second = ENTRY_LESS(*b, *a);
        *to++ = second ? *b : *a;
        b += second;
        n -= second;
        a += !second;
        m -= !second;
    }
    memcpy(to, a, (size_t)m * sizeof *a);
    memcpy(to + m, b, (size_t)n * sizeof *b);
}

/* t is room for as many; the result is in a. */
static void ENTRY(merge_sort)(ENTRY_T *a, ENTRY_T *t, int64_t n)
{
    enum { RUN = 16 };
    for (int64_t i = 0; i < n; i += RUN)
        ENTRY(insertion)(a + i, n - i < RUN ? n - i : RUN);
    ENTRY_T *from = a, *to = t;
    for (int64_t run = RUN; run < n; run *= 2) {
        for (int64_t i = 0; i < n; i += 2 * run) {
            int64_t m = n - i < run ? n - i : run, rest = n - i - m < run ? n - i - m : run;
            ENTRY(merge)(to + i, from + i, m, from + i + m, rest);
        }
        ENTRY_T *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, (size_t)n * sizeof *a);
}

static void ENTRY(radix_sort)(ENTRY_T *a, ENTRY_T *t, int64_t n, int digits)
{
    uint32_t counts[8][256];
    memset(counts, 0, (size_t)digits * sizeof counts[0]);
    for (int64_t i = 0; i < n; i++)
        for (int d = 0; d < digits; d++)
            counts[d][ENTRY_DIGIT(a[i], d)]++;
    ENTRY_T *from = a, *to = t;
    for (int d = 0; d < digits; d++) {
        uint32_t *count = counts[d];
        if (count[ENTRY_DIGIT(from[0], d)] == n)
            continue; /* all alike */
        uint32_t at = 0;
        for (int v = 0; v < 256; v++) {
            uint32_t c = count[v];
            count[v] = at;
            at += c;
        }
        for (int64_t i = 0; i < n; i++) {
            ENTRY_T e = from[i];
            to[count[ENTRY_DIGIT(e, d)]++] = e;
        }
        ENTRY_T *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, (size_t)n * sizeof *a);
}

static void ENTRY(sort)(void *entries, void *room, int64_t n, int digits)
{
    /* counting pays from about 40 entries a digit; counts are 32 bits wide */
    if (n < 40 * digits || n > UINT32_MAX)
        ENTRY(merge_sort)(entries, room, n);
    else
        ENTRY(radix_sort)(entries, room, n, digits);
}

/* Entries before the first that is not less than e. */
static int64_t ENTRY(lower_bound)(const ENTRY_T *a, int64_t n, const ENTRY_T *e)
{
    const ENTRY_T *base = a;
    while (n > 0) {
        int64_t half = n / 2;
        bool right = ENTRY_LESS(base[half], *e);
        base = right ? base + half + 1 : base;
        n = right ? n - half - 1 : half;
    }
    return base - a;
}

static int64_t ENTRY(find)(const void *entries, int64_t n, const void *e)
{
    return ENTRY(lower_bound)(entries, n, e);
}

#undef ENTRY
#undef ENTRY_PASTE
#undef ENTRY_PASTE2
#undef ENTRY_NAME
#undef ENTRY_T
#undef ENTRY_LESS
#undef ENTRY_DIGIT
