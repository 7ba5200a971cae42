/*
 * Template: sorting of entries (a key and a position) that are all different, since positions are. Parameters:
 *
 *   ENTRY_NAME           suffix
 *   ENTRY_T              entry
 *   ENTRY_LESS(a, b)     by key, then by position
 *   ENTRY_KEY(e)         the key alone, of ENTRY_KEY_BITS bits
 *   ENTRY_UPPER          digits from the top of the keys that are tried alone
 *
 * Short rows: insertion, then merging. Longer ones: radix sort by digits from the lowest, which keeps the order of
 * entries with equal keys, and so is right only where they come in the order of their positions. Digits are cut from
 * what keys are more than the least of them: the keys of a part of a long row, and small integers, have few.
 *
 * Of keys with more bits than that, ENTRY_UPPER digits from the top tell nearly all apart: 2^22 values for the 2^14
 * entries of a block leave some 30 pairs of random ones, and insertion puts them right in one reading. Where a sample
 * (keys in a few groups, each of near ones) or more moves than half the entries say otherwise, all digits are sorted
 * by; entries with equal keys still stand in the order of their positions.
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

/* How often each value of each digit occurs, of `width` bits each from bit `low` on. */
static inline __attribute__((always_inline)) void ENTRY(count)(uint32_t *restrict counts, const ENTRY_T *a, int64_t n, uint64_t least, int low, int width,
                                                               int digits)
{
    const uint64_t mask = ((uint64_t)1 << width) - 1;
    for (int64_t i = 0; i < n; i++) {
        uint64_t key = (ENTRY_KEY(a[i]) - least) >> low;
        for (int d = 0; d < digits; d++, key >>= width)
            counts[((uint64_t)d << width) + (key & mask)]++;
    }
}

/* By these digits alone, of keys that are at least `least`; the result is in a. */
static void ENTRY(sort_digits)(ENTRY_T *a, ENTRY_T *t, int64_t n, uint64_t least, int low, int width, int digits)
{
    uint32_t counts[((ENTRY_KEY_BITS + WIDE_DIGIT - 1) / WIDE_DIGIT) << WIDE_DIGIT];
    memset(counts, 0, ((size_t)digits << width) * sizeof *counts);
    switch (digits) { /* as constants, for loops without loops in them */
    case 1: ENTRY(count)(counts, a, n, least, low, width, 1); break;
    case 2: ENTRY(count)(counts, a, n, least, low, width, 2); break;
    case 3: ENTRY(count)(counts, a, n, least, low, width, 3); break;
    case 4: ENTRY(count)(counts, a, n, least, low, width, 4); break;
    default: ENTRY(count)(counts, a, n, least, low, width, digits); break;
    }
    ENTRY_T *from = a, *to = t;
    for (int d = 0; d < digits; d++) {
        const int shift = low + d * width;
        const uint64_t mask = ((uint64_t)1 << width) - 1;
        uint32_t *count = counts + ((size_t)d << width);
        if (count[(ENTRY_KEY(from[0]) - least) >> shift & mask] == n)
            continue; /* all alike */
        uint32_t at = 0;
        for (uint64_t v = 0; v <= mask; v++) {
            uint32_t c = count[v];
            count[v] = at;
            at += c;
        }
        for (int64_t i = 0; i < n; i++) {
            ENTRY_T e = from[i];
            to[count[(ENTRY_KEY(e) - least) >> shift & mask]++] = e;
        }
        ENTRY_T *swap = from;
        from = to;
        to = swap;
    }
    if (from != a)
        memcpy(a, from, (size_t)n * sizeof *a);
}

/* Whether keys without their bits below `low` are mostly different, by a sample: of m that are as frequent, 496 / m pairs are equal in it. */
static bool ENTRY(mostly_differ)(const ENTRY_T *a, int64_t n, uint64_t least, int low)
{
    enum { SAMPLE = 32, MOST = 1 };
    uint64_t seen[SAMPLE];
    int equal = 0;
    for (int64_t i = 0; i < SAMPLE; i++)
        seen[i] = (ENTRY_KEY(a[i * n / SAMPLE]) - least) >> low;
    for (int i = 1; i < SAMPLE; i++)
        for (int j = 0; j < i; j++)
            equal += seen[i] == seen[j];
    return equal <= MOST;
}

/* Insertion, where little is out of its place; false: it is more, and some of it is left. */
static bool ENTRY(settle)(ENTRY_T *a, int64_t n)
{
    for (int64_t i = 1, most = n / 2; i < n; i++) {
        if (!ENTRY_LESS(a[i], a[i - 1]))
            continue;
        ENTRY_T e = a[i];
        int64_t j = i;
        do {
            a[j] = a[j - 1];
            j--;
        } while (j > 0 && ENTRY_LESS(e, a[j - 1]));
        a[j] = e;
        most -= i - j;
        if (most < 0)
            return false;
    }
    return true;
}

static void ENTRY(radix_sort)(ENTRY_T *a, ENTRY_T *t, int64_t n)
{
    int64_t lowest = INT64_MAX, highest = INT64_MIN; /* signed, as machines compare vectors of them */
    for (int64_t i = 0; i < n; i++) {
        const int64_t key = (int64_t)(ENTRY_KEY(a[i]) ^ (uint64_t)INT64_MIN);
        lowest = key < lowest ? key : lowest;
        highest = key > highest ? key : highest;
    }
    const uint64_t least = (uint64_t)lowest ^ (uint64_t)INT64_MIN, most = (uint64_t)highest ^ (uint64_t)INT64_MIN;
    if (least == most)
        return;
    const int bits = 64 - __builtin_clzll(most - least), widest = n < WIDE_DIGIT_FROM ? 8 : WIDE_DIGIT;
    const int lower = bits - ENTRY_UPPER * widest;
    if (n >= WIDE_DIGIT_FROM && lower > 0 && ENTRY(mostly_differ)(a, n, least, lower)) {
        ENTRY(sort_digits)(a, t, n, least, lower, widest, ENTRY_UPPER);
        if (ENTRY(settle)(a, n))
            return;
    }
    const int digits = (bits + widest - 1) / widest;
    ENTRY(sort_digits)(a, t, n, least, 0, (bits + digits - 1) / digits, digits);
}

static void ENTRY(sort)(void *entries, void *room, int64_t n, int digits)
{
    /* counting pays from about 40 entries a digit; counts are 32 bits wide */
    if (n < 40 * digits || n > UINT32_MAX)
        ENTRY(merge_sort)(entries, room, n);
    else
        ENTRY(radix_sort)(entries, room, n);
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
#undef ENTRY_KEY
#undef ENTRY_KEY_BITS
#undef ENTRY_UPPER
