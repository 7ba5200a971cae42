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

/* What is read of an element, and where its result goes. */
struct ra_read {
    char *to;
#if RA_OPERANDS > 1
    RA_L1 a;
#endif
#if RA_OPERANDS > 2
    RA_L2 b;
#endif
#if RA_OPERANDS > 3
    RA_L3 c;
#endif
};

__device__ inline void ra_read_one(const ra_space &s, ra_i64 left, ra_read &x)
{
    ra_i64 at[RA_OPERANDS];
    for (int k = 0; k < RA_OPERANDS; k++)
        at[k] = 0;
    for (int d = 0; d < RA_DIMS; d++) {
        const ra_i64 index = d == RA_DIMS - 1 ? left : left % s.sizes[d];
        left = d == RA_DIMS - 1 ? 0 : left / s.sizes[d];
        for (int k = 0; k < RA_OPERANDS; k++)
            at[k] += index * s.strides[k][d];
    }
    x.to = s.data[0] + at[0];
#if RA_OPERANDS > 1
    x.a = ra_load<RA_L1, RA_M1, 1>(s, at);
#endif
#if RA_OPERANDS > 2
    x.b = ra_load<RA_L2, RA_M2, 2>(s, at);
#endif
#if RA_OPERANDS > 3
    x.c = ra_load<RA_L3, RA_M3, 3>(s, at);
#endif
}

__device__ inline void ra_write_one(const ra_space &s, const ra_read &x)
{
#if RA_OPERANDS > 1
    const auto a = ra_value(x.a);
    (void)a;
#endif
#if RA_OPERANDS > 2
    const auto b = ra_value(x.b);
    (void)b;
#endif
#if RA_OPERANDS > 3
    const auto c = ra_value(x.c);
    (void)c;
#endif
#ifdef RA_FAULT
    if (RA_FAULT) {
        *s.flag = 0;
        return;
    }
#endif
    const auto result = RA_EXPRESSION;
    const RA_L0 converted = ra_result<RA_L0, decltype(ra_value(result))>::of(ra_value(result));
#if RA_BY_WAY & 1
    *(RA_M0 *)x.to = ra_convert<RA_M0, RA_VIA>::of(ra_convert<RA_VIA, RA_L0>::of(converted));
#else
    *(RA_M0 *)x.to = ra_convert<RA_M0, RA_L0>::of(converted);
#endif
}

/* Several are read before the first is written: so much is under way between memory and a thread. */
extern "C" __global__ void elementwise(const ra_space s)
{
    enum { AT_A_TIME = 4 };
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += AT_A_TIME * step) {
        ra_read x[AT_A_TIME];
#pragma unroll
        for (int k = 0; k < AT_A_TIME; k++)
            if (i + k * step < s.numel)
                ra_read_one(s, i + k * step, x[k]);
#pragma unroll
        for (int k = 0; k < AT_A_TIME; k++)
            if (i + k * step < s.numel)
                ra_write_one(s, x[k]);
    }
}
