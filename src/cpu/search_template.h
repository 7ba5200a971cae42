/*
 * Template: how many of n sorted elements come before each of some values.
 *
 *   SEARCH_NAME, SEARCH_T  element
 *   SEARCH_GROUP           values that are searched together
 *
 * All are undefined at the end. Comparisons are as they are for NaN: what is not at least (or more than) the value comes before it.
 *
 * Values go in groups, step by step together, without a branch that the data decide: the loads of one do not wait for those of another.
 * Each is compared with the elements that a search of it alone would ask, for those that are out of order, like a NaN, tell nothing of the
 * others. What is left to search differs by one at most within a group, so that only the last steps have to look whether it is nothing.
 */
#define SEARCH_PASTE2(a, b) a##_##b
#define SEARCH_PASTE(a, b) SEARCH_PASTE2(a, b)
#define SEARCH(part) SEARCH_PASTE(SEARCH_NAME, part)

static inline __attribute__((always_inline)) void SEARCH(group)(const SEARCH_T *x, int64_t n, const SEARCH_T *values, int group, bool right, int64_t *places)
{
    int64_t first[SEARCH_GROUP], left[SEARCH_GROUP], least = n;
    for (int k = 0; k < group; k++) {
        first[k] = 0;
        left[k] = n;
    }
    for (int64_t most = n; most > 0; most /= 2, least = least > 0 ? (least - 1) / 2 : 0)
        for (int k = 0; k < group; k++) {
            const bool any = least > 0 || left[k] > 0;
            const int64_t half = left[k] >> 1, odd = left[k] & 1, middle = first[k] + half;
            const SEARCH_T met = x[middle & -(int64_t)any];
            const int64_t before = -(int64_t)(any & !(right ? met > values[k] : met >= values[k])); /* all bits, or none */
            first[k] += before & (half + 1);
            left[k] = half + (before & (odd - 1));
        }
    for (int k = 0; k < group; k++)
        places[k] = first[k];
}

static void SEARCH_NAME(const void *sorted, int64_t n, const void *values, int64_t count, bool right, int64_t *places)
{
    const SEARCH_T *v = values;
    int64_t i = 0;
    for (; i + SEARCH_GROUP <= count; i += SEARCH_GROUP)
        right ? SEARCH(group)(sorted, n, v + i, SEARCH_GROUP, true, places + i) : SEARCH(group)(sorted, n, v + i, SEARCH_GROUP, false, places + i);
    for (; i < count; i++)
        right ? SEARCH(group)(sorted, n, v + i, 1, true, places + i) : SEARCH(group)(sorted, n, v + i, 1, false, places + i);
}

#undef SEARCH
#undef SEARCH_PASTE
#undef SEARCH_PASTE2
#undef SEARCH_NAME
#undef SEARCH_T
#undef SEARCH_GROUP
