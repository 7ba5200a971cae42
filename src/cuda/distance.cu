/*
 * p-norm distances of each row of one operand to each of another, from their differences, never through the expanded square. A block has
 * RA_SIDE by RA_SIDE of them; what they read is loaded once for all, RA_SIDE elements at a time. Sums are in order, and of every RA_LEAF
 * elements by themselves.
 *
 *   RA_T      element type
 *   RA_NORM   0, 1, 2, 3: the largest; 4: any other
 */
#define RA_SIDE 16
#define RA_LEAF 512

struct ra_distance {
    ra_i64 batches, dims;
    ra_i64 sizes[16], first_batch[16], second_batch[16]; /* innermost first, in bytes */
    ra_i64 rows[2], length;
    ra_i64 row_strides[2], strides[2];
    double order;
    const char *first, *second;
    RA_T *to; /* contiguous */
};

__device__ inline RA_T ra_folded(RA_T sum, RA_T d, double order)
{
    const RA_T size = fabs(d);
#if RA_NORM == 0
    return sum + (d != d ? d : (RA_T)(d != 0)); /* NaN stays */
#elif RA_NORM == 1
    return sum + size;
#elif RA_NORM == 2
    return fma(d, d, sum);
#elif RA_NORM == 3
    return size > sum ? size : sum; /* NaN is passed over */
#else
    return sum + pow(size, (RA_T)order);
#endif
}

extern "C" __global__ void __launch_bounds__(256, 2) distance(const __grid_constant__ ra_distance s)
{
    __shared__ RA_T ours[RA_SIDE][RA_SIDE + 1], theirs[RA_SIDE][RA_SIDE + 1];
    const unsigned high = threadIdx.x / RA_SIDE, wide = threadIdx.x % RA_SIDE;
    const ra_i64 down = (s.rows[0] + RA_SIDE - 1) / RA_SIDE, across = (s.rows[1] + RA_SIDE - 1) / RA_SIDE;
    for (ra_i64 tile = blockIdx.x; tile < s.batches * down * across; tile += gridDim.x) {
        const ra_i64 column = tile % across * RA_SIDE, row = tile / across % down * RA_SIDE, batch = tile / across / down;
        const char *first = s.first + (row + high) * s.row_strides[0], *second = s.second + (column + high) * s.row_strides[1];
        ra_i64 left = batch;
        for (int d = 0; d < s.dims; left /= s.sizes[d++]) {
            first += left % s.sizes[d] * s.first_batch[d];
            second += left % s.sizes[d] * s.second_batch[d];
        }
        RA_T sum = 0, total = 0;
        for (ra_i64 from = 0; from < s.length; from += RA_SIDE) {
            const ra_i64 k = from + wide;
            ours[high][wide] = row + high < s.rows[0] && k < s.length ? *(const RA_T *)(first + k * s.strides[0]) : (RA_T)0;
            theirs[high][wide] = column + high < s.rows[1] && k < s.length ? *(const RA_T *)(second + k * s.strides[1]) : (RA_T)0;
            __syncthreads();
            const int depth = s.length - from < RA_SIDE ? (int)(s.length - from) : RA_SIDE;
            for (int i = 0; i < depth; i++)
                sum = ra_folded(sum, ours[high][i] - theirs[wide][i], s.order);
            __syncthreads(); /* before they are written again */
#if RA_NORM < 3
            if ((from + RA_SIDE) % RA_LEAF == 0)
                total += sum, sum = 0;
#endif
        }
        RA_T result = total + sum;
#if RA_NORM == 2
        result = sqrt(result);
#elif RA_NORM == 4
        result = s.length ? pow(result, (RA_T)(1 / s.order)) : (RA_T)0;
#endif
        if (row + high < s.rows[0] && column + wide < s.rows[1])
            s.to[(batch * s.rows[0] + row + high) * s.rows[1] + column + wide] = result;
    }
}
