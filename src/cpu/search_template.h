/*
 * Template: how many of n sorted elements come before one.
 *
 *   SEARCH_NAME, SEARCH_T  element
 *
 * Both are undefined at the end. Comparisons are as they are for NaN: what is not at least (or more than) the value comes before it.
 */
static int64_t SEARCH_NAME(const void *sorted, int64_t n, const void *value, bool right)
{
    const SEARCH_T *x = sorted, v = *(const SEARCH_T *)value;
    int64_t first = 0, last = n;
    while (first < last) {
        const int64_t middle = first + (last - first) / 2;
        if (right ? !(x[middle] > v) : !(x[middle] >= v))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

#undef SEARCH_NAME
#undef SEARCH_T
