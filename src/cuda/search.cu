/*
 * How many elements of a sorted row come before each value, as src/cpu/search_template.h compares them.
 *
 *   RA_MV, RA_MS   element types of values and sequence in memory
 *   RA_C, RA_T     that both have in common, and in which they are compared
 *   RA_D           of the result
 *   RA_NUMBER      (optional) the value is a number that the argument holds, of RA_C
 *   RA_SORTER      (optional) the row is sorted by way of indices; of those that are out of range the flag has the first, and what it says
 */
struct ra_search {
    ra_i64 numel, dims, rows, n, per_row, right; /* per_row: values for each row; 0: there is one row */
    ra_i64 sizes[16], to_strides[16], value_strides[16]; /* innermost first, in bytes */
    ra_i64 outer, outer_sizes[16], outer_strides[16], outer_sorters[16], stride, sorter_stride;
    ra_i64 number[2];
    char *to;
    const char *values, *sequence, *sorter;
    unsigned long long *flag;
};

__device__ inline ra_i64 ra_row_at(const ra_search &s, const ra_i64 *strides, ra_i64 row)
{
    ra_i64 at = 0;
    for (int d = 0; d < s.outer; row /= s.outer_sizes[d++])
        at += row % s.outer_sizes[d] * strides[d];
    return at;
}

template <class M> __device__ inline RA_T ra_compared(const char *from) { return ra_convert<RA_T, RA_C>::of(ra_convert<RA_C, M>::of(*(const M *)from)); }

/* Element i of a row, in the order that it is sorted in; what is out of range is told elsewhere. */
__device__ inline RA_T ra_sorted(const ra_search &s, ra_i64 row_at, ra_i64 sorter_at, ra_i64 i)
{
#ifdef RA_SORTER
    const ra_i64 at = *(const ra_i64 *)(s.sorter + sorter_at + i * s.sorter_stride);
    i = at >= 0 && at < s.n ? at : 0;
#endif
    (void)sorter_at;
    return ra_compared<RA_MS>(s.sequence + row_at + i * s.stride);
}

#ifdef RA_SORTER
struct ra_sorter_found {
    const ra_search &s;
    __device__ ra_i64 at(unsigned long long i) const
    {
        return *(const ra_i64 *)(s.sorter + ra_row_at(s, s.outer_sorters, (ra_i64)i / s.n) + (ra_i64)i % s.n * s.sorter_stride);
    }
};
#endif

extern "C" __global__ void search(const __grid_constant__ ra_search s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, me = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x;
#ifdef RA_SORTER
    for (ra_i64 i = me; i < s.rows * s.n; i += step) {
        const ra_sorter_found sorter = {s};
        const ra_i64 at = sorter.at((unsigned long long)i);
        if (at < 0 || at >= s.n)
            ra_noted(s.flag, (unsigned long long)i, sorter);
    }
#endif
    for (ra_i64 i = me; i < s.numel; i += step) {
        ra_i64 left = i, to = 0, from = 0;
        for (int d = 0; d < s.dims; left /= s.sizes[d++]) {
            to += left % s.sizes[d] * s.to_strides[d];
            from += left % s.sizes[d] * s.value_strides[d];
        }
#ifdef RA_NUMBER
        const RA_T value = ra_compared<RA_C>((const char *)s.number);
#else
        const RA_T value = ra_compared<RA_MV>(s.values + from);
#endif
        (void)from;
        const ra_i64 row = s.per_row ? i / s.per_row : 0, row_at = ra_row_at(s, s.outer_strides, row), sorter_at = ra_row_at(s, s.outer_sorters, row);
        ra_i64 first = 0, last = s.n;
        while (first < last) {
            const ra_i64 middle = first + (last - first) / 2;
            const RA_T x = ra_sorted(s, row_at, sorter_at, middle);
            if (s.right ? !(x > value) : !(x >= value))
                first = middle + 1;
            else
                last = middle;
        }
        *(RA_D *)(s.to + to) = (RA_D)first;
    }
}
