/*
 * Elementwise jobs over one space, joined: each element goes through all steps before the next. Behind this text stand the steps, a
 * function each; ra_read_one, which reads what lies in memory; ra_steps, which passes values from step to step and writes what is kept; and
 * the kernel, which goes through all elements.
 *
 *   RA_DIMS, RA_OUTSIDE    of the space; operands in memory
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

/* Of an element: where it lies. What is read of it is a struct upon this, R. */
struct ra_where {
    ra_i64 index[RA_DIMS];
};

/* Several are read before the first is written: so much is under way between memory and a thread. */
template <class R> __device__ inline void ra_go_through(const ra_space &s)
{
    enum { AT_A_TIME = 4 };
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += AT_A_TIME * step) {
        R x[AT_A_TIME];
#pragma unroll
        for (int k = 0; k < AT_A_TIME; k++) {
            ra_i64 left = i + k * step;
            if (left >= s.numel)
                continue;
            for (int d = 0; d < RA_DIMS; d++) {
                x[k].index[d] = d == RA_DIMS - 1 ? left : left % s.sizes[d];
                left = d == RA_DIMS - 1 ? 0 : left / s.sizes[d];
            }
            ra_read_one(s, x[k]);
        }
#pragma unroll
        for (int k = 0; k < AT_A_TIME; k++)
            if (i + k * step < s.numel)
                ra_steps(s, x[k]);
    }
}
