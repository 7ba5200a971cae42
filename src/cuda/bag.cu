/*
 * embedding_bag: of each bag of indices the sum, mean or largest of rows, one after another, a thread for each element.
 *
 *   RA_D, RA_T   element types in memory, and in which it is computed
 *   RA_I         of the indices
 *   RA_O         (optional) of the offsets
 */
enum { RA_BAG_SUM, RA_BAG_MEAN, RA_BAG_MAX };

struct ra_bag {
    ra_lines lines; /* operands: indices, weights of each, or the indices again */
    ra_i64 bags, per_bag, padding, mode, ends; /* per_bag: -1: offsets tell; ends: the last offset is an end */
    ra_i64 rows, width, row_stride, stride, offset_stride; /* strides in bytes */
    const char *in, *indices, *offsets, *weights;
    RA_D *out;
    unsigned long long *flag; /* the first bag at fault; whether that is an index; its bounds, or the index and where it stands */
};

/* False: there are no such indices. */
__device__ inline bool ra_bounds(const ra_bag &s, ra_i64 bag, ra_i64 &first, ra_i64 &end)
{
#ifdef RA_O
    const bool is_last = bag + 1 >= s.bags && !s.ends;
    first = (ra_i64) * (const RA_O *)(s.offsets + bag * s.offset_stride);
    end = is_last ? s.lines.count : (ra_i64) * (const RA_O *)(s.offsets + (bag + 1) * s.offset_stride);
    return first >= 0 && first <= end && end <= s.lines.count && (bag || !first);
#else
    first = bag * s.per_bag;
    end = first + s.per_bag;
    return true;
#endif
}

__device__ inline ra_i64 ra_index_at(const ra_bag &s, ra_i64 i) { return (ra_i64) * (const RA_I *)(s.indices + ra_line_at(s.lines, 0, i)); }

extern "C" __global__ void bags(const __grid_constant__ ra_bag s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, width = s.width ? s.width : 1; /* indices are looked at in any case */
    for (ra_i64 at = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; at < s.bags * width; at += step) {
        const ra_i64 bag = at / width, column = at % width;
        ra_i64 first, end, count = 0;
        RA_T sum = 0;
        bool good = ra_bounds(s, bag, first, end);
        for (ra_i64 i = first; good && i < end; i++) {
            const ra_i64 index = ra_index_at(s, i);
            good = index >= 0 && index < s.rows;
            if (!good || index == s.padding || !s.width)
                continue;
            const RA_T x = ra_convert<RA_T, RA_D>::of(*(const RA_D *)(s.in + index * s.row_stride + column * s.stride));
            if (s.mode == RA_BAG_MAX)
                sum = count == 0 || x > sum ? x : sum;
            else
                sum += s.weights ? ra_convert<RA_T, RA_D>::of(*(const RA_D *)(s.weights + ra_line_at(s.lines, 1, i))) * x : x;
            count++;
        }
        if (!good && column == 0)
            atomicMin(s.flag, (unsigned long long)bag);
        if (good && s.width)
            s.out[at] = ra_element<RA_D>::of(s.mode == RA_BAG_MEAN && count ? sum / (RA_T)count : sum);
    }
}

/* By one thread. */
extern "C" __global__ void settle(const __grid_constant__ ra_bag s)
{
    ra_i64 i, end;
    if (threadIdx.x || blockIdx.x || *s.flag == ~0ULL)
        return;
    const bool is_index = ra_bounds(s, (ra_i64)*s.flag, i, end);
    while (is_index && i < end - 1 && ra_index_at(s, i) >= 0 && ra_index_at(s, i) < s.rows)
        i++;
    s.flag[1] = is_index;
    s.flag[2] = (unsigned long long)(is_index ? ra_index_at(s, i) : i);
    s.flag[3] = (unsigned long long)(is_index ? i : end);
}
