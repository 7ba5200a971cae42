/*
 * histc: how many elements lie in each of so many equal parts of a range. Places are computed in the dtype of the elements, each step
 * rounded to it, as src/cpu/histc.c does.
 *
 *   RA_M, RA_T   element types in memory, and in which it is computed
 *
 * find() leaves the range of each RA_TILE elements; settle(), by one block, that of all, and zeros to count from; count() counts, which
 * comes to the same in any order; store() writes.
 */
#define RA_TILE 4096
#define RA_FEW 1024 /* counted by each block for itself */

struct ra_range {
    double least, most;
    __device__ void start() { least = ra_double(0x7ff0000000000000LL), most = -least; }
    __device__ void take(double x)
    {
        least = x < least || x != x ? x : least; /* NaN stays: nothing is less than it */
        most = x > most || x != x ? x : most;
    }
    __device__ void join(const ra_range &other)
    {
        least = other.least < least || other.least != other.least ? other.least : least;
        most = other.most > most || other.most != other.most ? other.most : most;
    }
};

struct ra_histogram {
    ra_lines lines; /* operand: elements, each a sequence */
    ra_i64 bins, parts, stride; /* parts: of RA_TILE elements; 0: the range is given. stride: of the result, in bytes */
    double least, most;
    const char *in;
    char *out;
    ra_range *ranges;           /* of the parts; then of all */
    unsigned long long *counts;
    unsigned long long *flag;   /* cleared where the range is not finite; the range */
};

__device__ inline double ra_element_at(const ra_histogram &s, ra_i64 i) { return (double)ra_convert<RA_T, RA_M>::of(*(const RA_M *)(s.in + ra_line_at(s.lines, 0, i))); }

/* Of all threads, in all of them. */
__device__ inline ra_range ra_whole(ra_range *part, const ra_range &own)
{
    const unsigned me = threadIdx.x;
    part[me] = own;
    for (unsigned half = RA_THREADS / 2; half; half /= 2) {
        __syncthreads();
        if (me < half)
            part[me].join(part[me + half]);
    }
    __syncthreads();
    const ra_range whole = part[0];
    __syncthreads(); /* before part is written again */
    return whole;
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) find(const __grid_constant__ ra_histogram s)
{
    __shared__ ra_range part[RA_THREADS];
    for (ra_i64 p = blockIdx.x; p < s.parts; p += gridDim.x) {
        const ra_i64 first = p * RA_TILE, end = first + RA_TILE < s.lines.count ? first + RA_TILE : s.lines.count;
        const ra_range all = ra_whole(part, ra_runs<ra_range>(first + threadIdx.x, end, RA_THREADS, [&](ra_range &r, ra_i64 i) { r.take(ra_element_at(s, i)); }));
        if (threadIdx.x == 0)
            s.ranges[p] = all;
    }
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) settle(const __grid_constant__ ra_histogram s)
{
    __shared__ ra_range part[RA_THREADS];
    ra_range all = ra_whole(part, ra_runs<ra_range>(threadIdx.x, s.parts, RA_THREADS, [&](ra_range &r, ra_i64 i) { r.join(s.ranges[i]); }));
    if (!s.parts)
        all.least = s.least, all.most = s.most;
    for (ra_i64 i = threadIdx.x; i < s.bins; i += RA_THREADS)
        s.counts[i] = 0;
    if (threadIdx.x)
        return;
    if (!(all.least - all.least == 0 && all.most - all.most == 0)) {
        ((double *)s.flag)[1] = all.least;
        ((double *)s.flag)[2] = all.most;
        *s.flag = 0;
    }
    if (all.least == all.most)
        all.least -= 1, all.most += 1;
    s.ranges[s.parts] = all;
}

__device__ inline RA_T ra_rounded(RA_T x) { return ra_convert<RA_T, RA_M>::of(ra_element<RA_M>::of(x)); }

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) count(const __grid_constant__ ra_histogram s)
{
    __shared__ unsigned long long few[RA_FEW];
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    const bool is_few = s.bins <= RA_FEW;
    const ra_range all = s.ranges[s.parts];
    const RA_T least = ra_convert<RA_T, RA_M>::of(ra_element<RA_M>::of(all.least)), most = ra_convert<RA_T, RA_M>::of(ra_element<RA_M>::of(all.most));
    const RA_T width = ra_rounded(most - least), bins = ra_rounded((RA_T)s.bins);
    for (ra_i64 i = threadIdx.x; is_few && i < s.bins; i += RA_THREADS)
        few[i] = 0;
    __syncthreads();
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.lines.count; i += step) {
        const RA_T x = (RA_T)ra_element_at(s, i);
        if (!(x >= least && x <= most))
            continue;
        const double place = (double)ra_rounded(ra_rounded(ra_rounded(x - least) * bins) / width);
        const ra_i64 whole = place >= (double)s.bins ? s.bins - 1 : place > 0 ? (ra_i64)place : 0, bin = whole < s.bins ? whole : s.bins - 1;
        atomicAdd(is_few ? &few[bin] : &s.counts[bin], 1ULL);
    }
    __syncthreads();
    for (ra_i64 i = threadIdx.x; is_few && i < s.bins; i += RA_THREADS)
        if (few[i])
            atomicAdd(&s.counts[i], few[i]);
}

extern "C" __global__ void store(const __grid_constant__ ra_histogram s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.bins; i += step)
        *(RA_M *)(s.out + i * s.stride) = ra_element<RA_M>::of((ra_i64)s.counts[i]);
}
