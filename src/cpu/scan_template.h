/*
 * Template: scans in one type, element by element from a sequence's start to its end.
 *
 *   SCAN_NAME, SCAN_T    the type of what is carried on
 *   SCAN_FIRST           what it is before the first element
 *   SCAN_NEXT(c, x)      what it is after element x
 *   SCAN_TAKES(c, x)     (instead of both) whether x takes the place of c: extremes, whose positions are kept too
 *
 * All are undefined at the end.
 */
#define SCAN_PASTE2(a, b) a##_##b
#define SCAN_PASTE(a, b) SCAN_PASTE2(a, b)
#define SCAN(part) SCAN_PASTE(part, SCAN_NAME)

#ifdef SCAN_TAKES
/* One step of `width` sequences side by side: of element number `at`, with the positions of what they carry. */
static void SCAN(across)(void *row, int64_t *positions, int64_t width, void *carry, int64_t *carried, int64_t at)
{
    SCAN_T *restrict x = row, *restrict c = carry;
    for (int64_t j = 0; j < width; j++) {
        const bool takes = at == 0 || SCAN_TAKES(c[j], x[j]);
        c[j] = takes ? x[j] : c[j];
        carried[j] = takes ? at : carried[j];
        x[j] = c[j];
        positions[j] = carried[j];
    }
}

/* n elements of one sequence, of which the first is number `at`. */
static void SCAN(along)(void *row, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at)
{
    SCAN_T *x = row, c = *(SCAN_T *)carry;
    int64_t of = *carried;
    for (int64_t i = 0; i < n; i++) {
        if (at + i == 0 || SCAN_TAKES(c, x[i])) {
            c = x[i];
            of = at + i;
        }
        x[i] = c;
        positions[i] = of;
    }
    *(SCAN_T *)carry = c;
    *carried = of;
}

/*
 * The same from memory to memory, which may be the same. An element seldom takes the place of all before it, so a few together are asked
 * whether any does, by vectors; as long as none does they are filled.
 */
static void SCAN(dense)(const void *from, void *to, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at)
{
    enum { FEW = 128 / sizeof(SCAN_T) < 32 ? 128 / sizeof(SCAN_T) : 32 };
    const SCAN_T *x = from;
    SCAN_T *y = to, c = at ? *(SCAN_T *)carry : x[0];
    int64_t of = at ? *carried : 0, i = 0;
    while (i < n) {
        const int64_t few = n - i < FEW ? n - i : FEW;
        unsigned any = few < FEW;
        for (int64_t j = 0; few == FEW && j < FEW; j++)
            any |= SCAN_TAKES(c, x[i + j]);
        for (int64_t j = 0; !any && j < FEW; j++)
            y[i + j] = c;
        for (int64_t j = 0; !any && j < FEW; j++)
            positions[i + j] = of;
        for (int64_t j = 0; any && j < few; j++) {
            if (SCAN_TAKES(c, x[i + j])) {
                c = x[i + j];
                of = at + i + j;
            }
            y[i + j] = c;
            positions[i + j] = of;
        }
        i += few;
    }
    *(SCAN_T *)carry = c;
    *carried = of;
}
#else
static void SCAN(across)(void *row, int64_t *positions, int64_t width, void *carry, int64_t *carried, int64_t at)
{
    SCAN_T *restrict x = row, *restrict c = carry;
    (void)positions;
    (void)carried;
    for (int64_t j = 0; j < width; j++) {
        const SCAN_T before = at ? c[j] : SCAN_FIRST;
        c[j] = SCAN_NEXT(before, x[j]);
        x[j] = c[j];
    }
}

/* From memory to memory, which may be the same. */
static void SCAN(dense)(const void *from, void *to, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at)
{
    const SCAN_T *x = from;
    SCAN_T *y = to, c = at ? *(SCAN_T *)carry : SCAN_FIRST;
    (void)positions;
    (void)carried;
    for (int64_t i = 0; i < n; i++) {
        c = SCAN_NEXT(c, x[i]);
        y[i] = c;
    }
    *(SCAN_T *)carry = c;
}

static void SCAN(along)(void *row, int64_t *positions, int64_t n, void *carry, int64_t *carried, int64_t at)
{
    SCAN(dense)(row, row, positions, n, carry, carried, at);
}
#endif

#undef SCAN
#undef SCAN_PASTE
#undef SCAN_PASTE2
#undef SCAN_NAME
#undef SCAN_T
#undef SCAN_FIRST
#undef SCAN_NEXT
#undef SCAN_TAKES
