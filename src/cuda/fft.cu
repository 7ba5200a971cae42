/*
 * What stands before and behind the transforms of cuFFT: blocks one after another are filled from an operand of any strides, and written
 * to one, of which each number has a thread.
 *
 *   RA_M          element type of the operand
 *   RA_L          of the blocks
 *   RA_HALF       (optional) lines are halves of such as are their own conjugates backwards: where they are real, they are made so
 *   RA_MIRRORED   (optional) lines are such halves, and their other halves are written too
 *   RA_CONJUGATE  (optional)
 *   RA_IN_name    the one kernel that the program is to have
 */
struct ra_fft {
    ra_i64 numel, dims;
    ra_i64 sizes[16], available[16], strides[16]; /* the innermost first: of the blocks, of the operand, which is 0 behind them; bytes */
    ra_i64 line;                                  /* RA_HALF: of the whole; RA_MIRRORED: of the half */
    double scale;
    char *to;
    const char *from;
};

#define RA_EACH(e, count) for (ra_i64 e = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; e < (count); e += (ra_i64)gridDim.x * blockDim.x)

__device__ inline float ra_scaled(float x, double scale) { return x * (float)scale; }
__device__ inline double ra_scaled(double x, double scale) { return x * scale; }
__device__ inline ra_c64 ra_scaled(ra_c64 x, double scale) { ra_c64 y = {x.re * (float)scale, x.im * (float)scale}; return y; }
__device__ inline ra_c128 ra_scaled(ra_c128 x, double scale) { ra_c128 y = {x.re * scale, x.im * scale}; return y; }

#ifdef RA_IN_load
extern "C" __global__ void load(const __grid_constant__ ra_fft s)
{
    RA_EACH(e, s.numel) {
        ra_i64 left = e, at = 0, first = 0;
        bool is_there = true;
        for (ra_i64 d = 0; d < s.dims; d++) {
            const ra_i64 index = left % s.sizes[d];
            left /= s.sizes[d];
            at += index * s.strides[d];
            is_there = is_there && index < s.available[d];
            first = d == 0 ? index : first;
        }
        (void)first;
        RA_L x = is_there ? ra_convert<RA_L, RA_M>::of(*(const RA_M *)(s.from + at)) : ra_element<RA_L>::of(0);
#ifdef RA_HALF
        x.im = first == 0 || 2 * first == s.line ? 0 : x.im;
#endif
#ifdef RA_CONJUGATE
        x.im = -x.im;
#endif
        ((RA_L *)s.to)[e] = x;
    }
}
#endif

#ifdef RA_IN_store
extern "C" __global__ void store(const __grid_constant__ ra_fft s)
{
    RA_EACH(e, s.numel) {
        ra_i64 left = e, at = 0;
        for (ra_i64 d = 0; d < s.dims; d++) {
            const ra_i64 index = left % s.sizes[d];
            left /= s.sizes[d];
            at += index * s.strides[d];
        }
#ifdef RA_MIRRORED
        const ra_i64 index = e % s.sizes[0], row = e / s.sizes[0] * s.line;
        RA_L x = ((const RA_L *)s.from)[row + (index < s.line ? index : s.sizes[0] - index)];
        x.im = index < s.line ? x.im : -x.im;
#else
        RA_L x = ((const RA_L *)s.from)[e];
#endif
#ifdef RA_CONJUGATE
        x.im = -x.im;
#endif
        *(RA_M *)(s.to + at) = ra_convert<RA_M, RA_L>::of(ra_scaled(x, s.scale));
    }
}
#endif

/* Of the integer in the element's type, as that computes. sizes[0]: how many are not negative; line: of all. */
#ifdef RA_IN_frequencies
extern "C" __global__ void frequencies(const __grid_constant__ ra_fft s)
{
    RA_EACH(e, s.numel) {
        const RA_M whole = ra_convert<RA_M, ra_i64>::of(e < s.sizes[0] ? e : e - s.line);
        ((RA_M *)s.to)[e] = ra_convert<RA_M, RA_L>::of(ra_scaled(ra_convert<RA_L, RA_M>::of(whole), s.scale));
    }
}
#endif
