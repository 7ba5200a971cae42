/*
 * Elementwise jobs over one space, joined: each element goes through all steps before the next. Behind this text stand the steps, a
 * function each, and ra_steps, which reads what lies in memory, passes values from step to step and writes what is kept.
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

__device__ inline void ra_steps(const ra_space &s, const ra_i64 *index);

extern "C" __global__ void fused(const ra_space s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        ra_i64 index[RA_DIMS];
        ra_i64 left = i;
        for (int d = 0; d < RA_DIMS; d++) {
            index[d] = d == RA_DIMS - 1 ? left : left % s.sizes[d];
            left = d == RA_DIMS - 1 ? 0 : left / s.sizes[d];
        }
        ra_steps(s, index);
    }
}
