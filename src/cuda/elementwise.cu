/*
 * One element of each operand to one of the result, over a space of any strides; converted on the way.
 *
 *   RA_DIMS, RA_OPERANDS       of the space; operand 0 is the result
 *   RA_M0 ..., RA_L0 ...       element types in memory and in the expression
 *   RA_NUMBERS                 bit k: operand k is a number that the argument holds
 *   RA_BY_WAY, RA_VIA          bit k: operand k becomes RA_VIA between memory and expression
 *   RA_T, RA_W                 what it is computed in, and, of an integer, the unsigned type of its arithmetic
 *   RA_EXPRESSION              of a, b, c
 *   RA_FAULT                   (optional) of these: where it holds, the flag is cleared, and nothing is written
 */
struct ra_space {
    ra_i64 numel;
    ra_i64 sizes[RA_DIMS];
    ra_i64 strides[RA_OPERANDS][RA_DIMS]; /* bytes */
    ra_i64 number[RA_OPERANDS][2];
    ra_i64 params[4];
    char *data[RA_OPERANDS];
    unsigned long long *flag;
};

template <class L, class M, int k> __device__ inline L ra_load(const ra_space &s, const ra_i64 *at)
{
    const char *from = (RA_NUMBERS >> k & 1) ? (const char *)s.number[k] : s.data[k] + at[k];
    const M x = *(const M *)from;
    if ((RA_BY_WAY >> k & 1) != 0)
        return ra_convert<L, RA_VIA>::of(ra_convert<RA_VIA, M>::of(x));
    return ra_convert<L, M>::of(x);
}

#define PI(n) (s.params[n])
#define PF(n) ra_double(s.params[n])

extern "C" __global__ void elementwise(const ra_space s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        ra_i64 at[RA_OPERANDS];
        ra_i64 left = i;
        for (int k = 0; k < RA_OPERANDS; k++)
            at[k] = 0;
        for (int d = 0; d < RA_DIMS; d++) {
            const ra_i64 index = d == RA_DIMS - 1 ? left : left % s.sizes[d];
            left = d == RA_DIMS - 1 ? 0 : left / s.sizes[d];
            for (int k = 0; k < RA_OPERANDS; k++)
                at[k] += index * s.strides[k][d];
        }
#if RA_OPERANDS > 1
        const auto a = ra_value(ra_load<RA_L1, RA_M1, 1>(s, at));
        (void)a;
#endif
#if RA_OPERANDS > 2
        const auto b = ra_value(ra_load<RA_L2, RA_M2, 2>(s, at));
        (void)b;
#endif
#if RA_OPERANDS > 3
        const auto c = ra_value(ra_load<RA_L3, RA_M3, 3>(s, at));
        (void)c;
#endif
#ifdef RA_FAULT
        if (RA_FAULT) {
            *s.flag = 0;
            continue;
        }
#endif
        const auto result = RA_EXPRESSION;
        const RA_L0 converted = ra_result<RA_L0, decltype(ra_value(result))>::of(ra_value(result));
#if RA_BY_WAY & 1
        *(RA_M0 *)(s.data[0] + at[0]) = ra_convert<RA_M0, RA_VIA>::of(ra_convert<RA_VIA, RA_L0>::of(converted));
#else
        *(RA_M0 *)(s.data[0] + at[0]) = ra_convert<RA_M0, RA_L0>::of(converted);
#endif
    }
}
