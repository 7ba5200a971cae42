/*
 * Elementwise jobs over one space, joined: each element goes through all steps before the next. Behind this text stand the steps, a
 * function each; ra_work, which says what is read and what is kept of an element, reads and writes these of one element or of a group, and
 * passes values from step to step; and the kernel, which goes through all elements.
 *
 *   RA_DIMS, RA_OUTSIDE    of the space; operands in memory
 *   RA_GROUPS              as in elementwise.cu
 *   RA_NUMBERS, RA_PARAMS  numbers, and sets of attributes, of all steps: at least one each
 */
struct ra_space {
    ra_i64 numel;
    ra_i64 sizes[RA_DIMS];
    ra_i64 strides[RA_OUTSIDE][RA_DIMS]; /* bytes */
    char *data[RA_OUTSIDE];
    ra_i64 number[RA_NUMBERS][2];
    ra_i64 params[RA_PARAMS][4];
};

__device__ inline char *ra_place(const ra_space &s, const ra_i64 *index, int k)
{
    ra_i64 at = 0;
    for (int d = 0; d < RA_DIMS; d++)
        at += index[d] * s.strides[k][d];
    return s.data[k] + at;
}

template <class M> __device__ inline M ra_given(const ra_space &s, int n)
{
    return *(const M *)(const char *)s.number[n];
}

/* Of an element: where it lies. */
struct ra_where {
    ra_i64 index[RA_DIMS];
};

template <class W> __device__ inline void ra_read_at(const ra_space &s, ra_i64 left, ra_where &at, typename W::read &x)
{
    for (int d = 0; d < RA_DIMS; d++) {
        at.index[d] = d == RA_DIMS - 1 ? left : left % s.sizes[d];
        left = d == RA_DIMS - 1 ? 0 : left / s.sizes[d];
    }
    W::read_one(s, at.index, x);
}

#if RA_GROUPS

/* W is ra_work. */
template <class W> __device__ inline void ra_go_through(const ra_space &s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, first = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x, groups = s.numel / RA_AT_A_TIME;
    for (ra_i64 g = first; g < groups; g += step) {
        typename W::read x[RA_AT_A_TIME];
        typename W::kept y[RA_AT_A_TIME];
        W::read_group(s, g, x);
#pragma unroll
        for (int k = 0; k < RA_AT_A_TIME; k++)
            W::steps(s, x[k], y[k]);
        W::write_group(s, g, y);
    }
    if (groups * RA_AT_A_TIME + first < s.numel) { /* fewer than a group, and than there are threads */
        typename W::read x;
        typename W::kept y;
        ra_where at;
        ra_read_at<W>(s, groups * RA_AT_A_TIME + first, at, x);
        W::steps(s, x, y);
        W::write_one(s, at.index, y);
    }
}

#else

/* Several are read before the first is written, as in elementwise.cu. */
template <class W> __device__ inline void ra_go_through(const ra_space &s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += RA_AT_A_TIME * step) {
        typename W::read x[RA_AT_A_TIME];
        ra_where at[RA_AT_A_TIME];
#pragma unroll
        for (int k = 0; k < RA_AT_A_TIME; k++)
            if (i + k * step < s.numel)
                ra_read_at<W>(s, i + k * step, at[k], x[k]);
#pragma unroll
        for (int k = 0; k < RA_AT_A_TIME; k++)
            if (i + k * step < s.numel) {
                typename W::kept y;
                W::steps(s, x[k], y);
                W::write_one(s, at[k].index, y);
            }
    }
}

#endif
