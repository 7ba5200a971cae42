/*
 * One element of each sequence by its rank among the sorted entries (sort.cu), and where it is. A block takes one sequence.
 *
 *   RA_D      element type
 *   RA_RANK   an expression of n and nans, how many elements there are and how many of them are NaN, which rank last; not there: the
 *             most frequent is asked for, of equally frequent ones the least, and its last place, and each NaN is one of its own
 *   RA_NAN    (optional) the key of NaN
 *
 * Of equal elements the first is told.
 */
struct ra_ranking {
    ra_lines lines; /* operands: input, values, places */
    ra_i64 k;
    const char *in;
    char *values, *places;
    const ra_entry *entries;
};

/* ra_chosen: which entry of a row; in thread 0. */

/* How many entries of a row come before those of this key. */
__device__ inline ra_i64 ra_first_of(const ra_entry *row, ra_i64 n, unsigned long long key)
{
    ra_i64 low = 0, high = n;
    while (low < high) {
        const ra_i64 middle = low + (high - low) / 2;
        if (row[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#ifdef RA_RANK
__device__ inline ra_i64 ra_chosen(const ra_ranking &s, const ra_entry *row)
{
    const ra_i64 n = s.lines.length;
#ifdef RA_NAN
    const ra_i64 nans = n - ra_first_of(row, n, RA_NAN);
#else
    const ra_i64 nans = 0;
#endif
    (void)nans;
    return ra_first_of(row, n, row[RA_RANK].key);
}
#else

struct ra_run {
    ra_i64 length, end; /* of its last entry */
};

__device__ inline bool ra_is_better(const ra_run &a, const ra_run &b) { return a.length > b.length || (a.length == b.length && a.end < b.end); }

__device__ inline ra_run ra_run_at(const ra_entry *row, ra_i64 n, ra_i64 i)
{
    const unsigned long long key = row[i].key;
    ra_run run = {0, i};
#ifdef RA_NAN
    if (key == RA_NAN) {
        run.length = 1;
        return run;
    }
#endif
    if (i + 1 == n || row[i + 1].key != key)
        run.length = i + 1 - ra_first_of(row, n, key);
    return run;
}

__device__ inline ra_i64 ra_chosen(const ra_ranking &s, const ra_entry *row)
{
    __shared__ ra_run best[RA_THREADS];
    const ra_i64 n = s.lines.length;
    const unsigned me = threadIdx.x;
    ra_run own = {0, n};
    for (ra_i64 i = me; i < n; i += RA_THREADS) {
        const ra_run run = ra_run_at(row, n, i);
        if (ra_is_better(run, own))
            own = run;
    }
    best[me] = own;
    for (unsigned half = RA_THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (me < half && ra_is_better(best[me + half], best[me]))
            best[me] = best[me + half];
    }
    const ra_i64 chosen = me ? 0 : best[0].end; /* what thread 0 has written last */
    __syncthreads(); /* before best is written again */
    return chosen;
}
#endif

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) rank(const __grid_constant__ ra_ranking s)
{
    for (ra_i64 line = blockIdx.x; line < s.lines.count; line += gridDim.x) {
        const ra_entry *row = s.entries + line * s.lines.length;
        const ra_i64 place = (ra_i64)row[ra_chosen(s, row)].place;
        if (threadIdx.x != 0)
            continue;
        *(RA_D *)(s.values + ra_line_at(s.lines, 1, line)) = *(const RA_D *)(s.in + ra_line_at(s.lines, 0, line) + ra_along(s.lines, 0, place));
        *(ra_i64 *)(s.places + ra_line_at(s.lines, 2, line)) = place;
    }
}
