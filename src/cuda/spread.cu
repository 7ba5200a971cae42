/*
 * repeat_interleave: of (outer, n, inner) each element of n as often as it is told.
 *
 *   RA_D  element type, by its size
 *   RA_N  (optional) element type of the numbers that tell
 *
 * add_up() says how many come before each: one launch adds up what each chunk of the numbers has, one turns that into where each chunk
 * begins, one writes. Where that tells how large the result is, keep() takes what spread() needs, which comes when the host has been told,
 * and may not read what somebody may have written anew by then.
 */
enum { RA_SUM, RA_PLACE, RA_WRITE, RA_SETTLE };

struct ra_spread {
    ra_lines lines; /* operand: self, each element a sequence */
    ra_i64 step, outer, n, inner, number, total; /* number: of each, -1: as the numbers say */
    ra_i64 chunk, chunks, stride; /* stride: of the numbers, in bytes */
    ra_i64 bound;                 /* the total is at most that */
    const char *in, *numbers;
    RA_D *out, *kept;             /* kept: self, side by side; NULL: it is read where it lies */
    ra_i64 *before, *starts;      /* of all n, and the total; of the chunks */
    unsigned long long *flag;     /* twice the first place that has a negative number, or (and one) passes the bound; that number; the total */
};

#ifdef RA_N
__device__ inline ra_i64 ra_times(const ra_spread &s, ra_i64 i) { return (ra_i64) * (const RA_N *)(s.numbers + i * s.stride); }

/* Neither is negative; no more than the largest number. */
__device__ inline ra_i64 ra_sum(ra_i64 a, ra_i64 b) { return a > 0x7fffffffffffffffLL - b ? 0x7fffffffffffffffLL : a + b; }

/* Of all threads up to this one. */
__device__ inline ra_i64 ra_sum_up_to(ra_i64 *part, ra_i64 own)
{
    const unsigned me = threadIdx.x;
    part[me] = own;
    for (unsigned back = 1; back < RA_THREADS; back *= 2) {
        __syncthreads();
        const ra_i64 earlier = me >= back ? part[me - back] : 0;
        __syncthreads(); /* before that is written */
        part[me] = ra_sum(earlier, part[me]);
    }
    __syncthreads();
    return part[me];
}

__device__ inline void ra_add_chunk(const ra_spread &s, ra_i64 *part, ra_i64 chunk)
{
    const unsigned me = threadIdx.x;
    const ra_i64 first = chunk * s.chunk, end = first + s.chunk < s.n ? first + s.chunk : s.n;
    ra_i64 so_far = s.step == RA_WRITE ? s.starts[chunk] : 0;
    for (ra_i64 tile = first; tile < end; tile += RA_THREADS) {
        const ra_i64 i = tile + me, times = i < end ? ra_times(s, i) : 0, own = times > 0 ? times : 0;
        const ra_i64 sum = ra_sum(so_far, ra_sum_up_to(part, own));
        so_far = ra_sum(so_far, part[RA_THREADS - 1]);
        __syncthreads(); /* before part is written again */
        if (s.step != RA_WRITE || i >= end)
            continue;
        s.before[i + 1] = sum;
        if (i == 0)
            s.before[0] = 0;
        if (times < 0)
            atomicMin(s.flag, 2 * (unsigned long long)i);
        else if (sum > s.bound)
            atomicMin(s.flag, 2 * (unsigned long long)i + 1);
    }
    if (s.step == RA_SUM && me == 0)
        s.starts[chunk] = so_far;
}

/* By one block: each thread has some chunks that follow one another. */
__device__ inline void ra_place_chunks(const ra_spread &s, ra_i64 *part)
{
    const ra_i64 each = (s.chunks + RA_THREADS - 1) / RA_THREADS, first = threadIdx.x * each, end = first + each < s.chunks ? first + each : s.chunks;
    ra_i64 own = 0;
    for (ra_i64 chunk = first; chunk < end; chunk++)
        own = ra_sum(own, s.starts[chunk]);
    (void)ra_sum_up_to(part, own);
    ra_i64 at = threadIdx.x ? part[threadIdx.x - 1] : 0;
    for (ra_i64 chunk = first; chunk < end; chunk++) {
        const ra_i64 sum = s.starts[chunk];
        s.starts[chunk] = at;
        at = ra_sum(at, sum);
    }
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) add_up(const __grid_constant__ ra_spread s)
{
    __shared__ ra_i64 part[RA_THREADS];
    if (s.step == RA_PLACE)
        ra_place_chunks(s, part);
    else if (s.step != RA_SETTLE) {
        for (ra_i64 chunk = blockIdx.x; chunk < s.chunks; chunk += gridDim.x)
            ra_add_chunk(s, part, chunk);
    } else if (threadIdx.x == 0) {
        if (*s.flag != ~0ULL)
            s.flag[1] = (unsigned long long)ra_times(s, (ra_i64)(*s.flag / 2));
        s.flag[2] = (unsigned long long)s.before[s.n];
    }
}
#endif

extern "C" __global__ void keep(const __grid_constant__ ra_spread s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.lines.count; i += step)
        s.kept[i] = *(const RA_D *)(s.in + ra_line_at(s.lines, 0, i));
}

/* The last of all n before which no more than so many come. */
__device__ inline ra_i64 ra_whose(const ra_spread &s, ra_i64 place)
{
    ra_i64 low = 0, high = s.n - 1;
    while (low < high) {
        const ra_i64 middle = low + (high - low + 1) / 2;
        if (s.before[middle] <= place)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* Where the numbers add up to something else than the result has, nothing is written: the host tells that. */
extern "C" __global__ void spread(const __grid_constant__ ra_spread s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, all = s.outer * s.total * s.inner;
    if (s.number < 0 && s.before[s.n] != s.total)
        return;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < all; i += step) {
        const ra_i64 row = i / s.inner / s.total, place = i / s.inner % s.total, own = s.number >= 0 ? place / s.number : ra_whose(s, place);
        const ra_i64 from = (row * s.n + own) * s.inner + i % s.inner;
        s.out[i] = s.kept ? s.kept[from] : *(const RA_D *)(s.in + ra_line_at(s.lines, 0, from));
    }
}
