/*
 * One element of each operand to one of the result, over a space of any strides; converted on the way.
 *
 *   RA_DIMS, RA_OPERANDS       of the space; operand 0 is the result
 *   RA_M0 ..., RA_L0 ...       element types in memory and in the expression
 *   RA_NUMBERS                 bit k: operand k is a number that the argument holds
 *   RA_BY_WAY, RA_VIA          bit k: operand k becomes RA_VIA between memory and expression
 *   RA_T, RA_W                 what it is computed in, and, of an integer, the unsigned type of its arithmetic
 *   RA_GROUPS                  1: all that lies in memory lies in groups, or is one element that is read for all (RA_AT_A_TIME, common.cu)
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

#define RA_IS_NUMBER(k) ((RA_NUMBERS >> k & 1) != 0)
#define PI(n) (s.params[n])
#define PF(n) ra_double(s.params[n])

template <class L, class M, int k> __device__ inline L ra_as(M x)
{
    if ((RA_BY_WAY >> k & 1) != 0)
        return ra_convert<L, RA_VIA>::of(ra_convert<RA_VIA, M>::of(x));
    return ra_convert<L, M>::of(x);
}

template <class L, class M, int k> __device__ inline L ra_load(const ra_space &s, const ra_i64 *at)
{
    return ra_as<L, M, k>(*(const M *)(RA_IS_NUMBER(k) ? (const char *)s.number[k] : s.data[k] + at[k]));
}

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

/* False: nothing is to be written. */
__device__ inline bool ra_compute(const ra_space &s, const ra_read &x, RA_M0 &y)
{
    (void)s;
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
        return false;
    }
#endif
    const auto result = RA_EXPRESSION;
    const RA_L0 converted = ra_result<RA_L0, decltype(ra_value(result))>::of(ra_value(result));
#if RA_BY_WAY & 1
    y = ra_convert<RA_M0, RA_VIA>::of(ra_convert<RA_VIA, RA_L0>::of(converted));
#else
    y = ra_convert<RA_M0, RA_L0>::of(converted);
#endif
    return true;
}

#if RA_GROUPS

__device__ inline void ra_do_one(const ra_space &s, ra_i64 i)
{
    ra_read x;
    RA_M0 y;
    ra_read_one(s, i, x);
    if (ra_compute(s, x, y))
        *(RA_M0 *)x.to = y;
}

template <class M, int k> __device__ inline ra_together<M> ra_load_group(const ra_space &s, ra_i64 group)
{
    return ra_read_together<M>(RA_IS_NUMBER(k) ? (const char *)s.number[k] : s.data[k], RA_IS_NUMBER(k) ? 0 : s.strides[k][0], group);
}

__device__ inline void ra_do_group(const ra_space &s, ra_i64 group)
{
    ra_together<RA_M0> *const to = (ra_together<RA_M0> *)s.data[0] + group;
    ra_together<RA_M0> y;
    bool is_there[RA_AT_A_TIME], all = true;
#if RA_OPERANDS > 1
    const ra_together<RA_M1> a = ra_load_group<RA_M1, 1>(s, group);
#endif
#if RA_OPERANDS > 2
    const ra_together<RA_M2> b = ra_load_group<RA_M2, 2>(s, group);
#endif
#if RA_OPERANDS > 3
    const ra_together<RA_M3> c = ra_load_group<RA_M3, 3>(s, group);
#endif
#pragma unroll
    for (int k = 0; k < RA_AT_A_TIME; k++) {
        ra_read x;
        x.to = 0;
#if RA_OPERANDS > 1
        x.a = ra_as<RA_L1, RA_M1, 1>(a.of[k]);
#endif
#if RA_OPERANDS > 2
        x.b = ra_as<RA_L2, RA_M2, 2>(b.of[k]);
#endif
#if RA_OPERANDS > 3
        x.c = ra_as<RA_L3, RA_M3, 3>(c.of[k]);
#endif
        is_there[k] = ra_compute(s, x, y.of[k]);
        all = all && is_there[k];
    }
    if (all)
        *to = y;
#pragma unroll
    for (int k = 0; k < RA_AT_A_TIME; k++)
        if (!all && is_there[k])
            to->of[k] = y.of[k];
}

extern "C" __global__ void elementwise(const ra_space s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, first = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x, groups = s.numel / RA_AT_A_TIME;
    for (ra_i64 g = first; g < groups; g += step)
        ra_do_group(s, g);
    if (groups * RA_AT_A_TIME + first < s.numel) /* fewer than a group, and than there are threads */
        ra_do_one(s, groups * RA_AT_A_TIME + first);
}

#else

/* Several are read before the first is written: so much is under way between memory and a thread. */
extern "C" __global__ void elementwise(const ra_space s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += RA_AT_A_TIME * step) {
        ra_read x[RA_AT_A_TIME];
#pragma unroll
        for (int k = 0; k < RA_AT_A_TIME; k++)
            if (i + k * step < s.numel)
                ra_read_one(s, i + k * step, x[k]);
#pragma unroll
        for (int k = 0; k < RA_AT_A_TIME; k++) {
            RA_M0 y;
            if (i + k * step < s.numel && ra_compute(s, x[k], y))
                *(RA_M0 *)x[k].to = y;
        }
    }
}

#endif
