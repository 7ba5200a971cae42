/*
 * Random numbers whose parameters are tensors: those of src/cpu/random.c, bit by bit.
 *
 *   RA_D, RA_A, RA_B   element types in memory of the result and the parameters
 *   RA_T               computed type
 *   RA_NORMAL          mean and standard deviation; else one probability
 */
struct ra_random_of {
    ra_lines lines; /* of one element each: result, parameters */
    ra_i64 params[4]; /* seed, first counter; of the numbers: 0 and 1 */
    double number[2];
    char *out;
    const char *of[2]; /* NULL: a number */
    unsigned long long *flag; /* the first element at fault */
};

template <class M> __device__ inline RA_T ra_parameter(const ra_random_of &s, int k, ra_i64 i)
{
    return s.of[k] ? ra_convert<RA_T, M>::of(*(const M *)(s.of[k] + ra_line_at(s.lines, 1 + k, i))) : (RA_T)s.number[k];
}

extern "C" __global__ void random_of(const __grid_constant__ ra_random_of s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.lines.count; i += step) {
        const RA_T a = ra_parameter<RA_A>(s, 0, i);
#ifdef RA_NORMAL
        const RA_T b = ra_parameter<RA_B>(s, 1, i);
        const bool fits = b >= 0;
        const RA_T x = a + b * ra_normal(s.params, i, RA_T());
#else
        const bool fits = a >= 0 && a <= 1;
        const RA_T x = ra_unit(s.params, i) < a;
#endif
        if (!fits)
            atomicMin(s.flag, (unsigned long long)i);
        *(RA_D *)(s.out + ra_line_at(s.lines, 0, i)) = ra_convert<RA_D, RA_T>::of(x);
    }
}
