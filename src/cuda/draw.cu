/*
 * Orders and indices that are drawn: those of src/cpu/random.c and src/cpu/multinomial.c, bit by bit, by numbers of their places.
 *
 *   RA_D  element type of an order (randperm), or else
 *   RA_M  of probabilities
 */
struct ra_draw {
    ra_i64 numbers[2]; /* seed, first counter */
    ra_i64 rows, n, samples, again; /* again: with replacement */
    ra_i64 row_stride, stride, to_row, to; /* of probabilities and of what is drawn, in bytes */
    const char *in;
    char *out;
    double *sums;      /* running ones of each row */
    ra_entry *entries; /* of each row */
    double *totals;    /* of each row, and which of it is the last that may be drawn */
    unsigned long long *flag; /* n + 1 times the first row at fault, and which of it, n: their sum; what that is */
};

#ifdef RA_D
extern "C" __global__ void order(const __grid_constant__ ra_draw s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.n; i += step)
        ((RA_D *)s.out)[i] = ra_element<RA_D>::of(i);
}

/*
 * The i-th is exchanged with one of it and those behind it (Fisher and Yates), by one block: a thread for each of RA_THREADS that follow one
 * another, which waits for those before it that exchange one of the same two. So the order is that of one after the other.
 */
extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) exchange(const __grid_constant__ ra_draw s)
{
    __shared__ ra_i64 others[RA_THREADS];
    __shared__ unsigned done[RA_THREADS];
    const unsigned me = threadIdx.x;
    RA_D *out = (RA_D *)s.out;
    for (ra_i64 first = 0; first < s.n; first += RA_THREADS) {
        const ra_i64 i = first + me, other = i < s.n ? i + (ra_i64)__umul64hi(ra_wide_of(s.numbers, i), (unsigned long long)(s.n - i)) : -1;
        bool waits = i < s.n;
        others[me] = other;
        done[me] = !waits;
        __syncthreads();
        do {
            bool is_next = waits;
            for (unsigned k = 0; is_next && k < me; k++)
                is_next = done[k] || (others[k] != other && others[k] != i);
            __syncthreads(); /* before done is written */
            if (is_next) {
                const RA_D own = out[i];
                out[i] = out[other];
                out[other] = own;
                done[me] = 1;
                waits = false;
            }
        } while (__syncthreads_or(waits));
    }
}
#else
__device__ inline double ra_share_at(const ra_draw &s, ra_i64 row, ra_i64 i) { return ra_convert<double, RA_M>::of(*(const RA_M *)(s.in + row * s.row_stride + i * s.stride)); }
__device__ inline bool ra_is_finite(double x) { return x - x == 0; }

/* Sums in order, by one thread of each block, of what the others have read. */
extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) weigh(const __grid_constant__ ra_draw s)
{
    __shared__ double part[RA_THREADS];
    const unsigned me = threadIdx.x;
    for (ra_i64 row = blockIdx.x; row < s.rows; row += gridDim.x) {
        double sum = 0;
        ra_i64 last = 0;
        for (ra_i64 first = 0; first < s.n; first += RA_THREADS) {
            const ra_i64 i = first + me, left = s.n - first < RA_THREADS ? s.n - first : RA_THREADS;
            const double own = i < s.n ? ra_share_at(s, row, i) : 0;
            if (!(own >= 0 && ra_is_finite(own)))
                atomicMin(s.flag, (unsigned long long)(row * (s.n + 1) + i));
            part[me] = own;
            __syncthreads();
            for (ra_i64 k = 0; me == 0 && k < left; k++) {
                last = part[k] > 0 ? first + k : last;
                part[k] = sum += part[k];
            }
            __syncthreads();
            if (s.again && i < s.n)
                s.sums[row * s.n + i] = part[me];
        }
        if (me)
            continue;
        s.totals[2 * row] = sum;
        ((ra_i64 *)s.totals)[2 * row + 1] = last;
        if (!(sum > 0 && ra_is_finite(sum)))
            atomicMin(s.flag, (unsigned long long)(row * (s.n + 1) + s.n));
    }
}

/* With replacement: where a uniform number of the row's sum falls. */
extern "C" __global__ void fall(const __grid_constant__ ra_draw s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.rows * s.samples; i += step) {
        const ra_i64 row = i / s.samples;
        const double at = (double)(ra_i64)(ra_wide_of(s.numbers, i) >> 11) * 1.1102230246251565404236316680908203125e-16 * s.totals[2 * row];
        ra_i64 first = 0, end = ((const ra_i64 *)s.totals)[2 * row + 1]; /* which rounding does not pass */
        while (first < end) {
            const ra_i64 middle = first + (end - first) / 2;
            if (s.sums[row * s.n + middle] > at)
                end = middle;
            else
                first = middle + 1;
        }
        *(ra_i64 *)(s.out + row * s.to_row + i % s.samples * s.to) = first;
    }
}

/* Without: when the clock of each rings, which is no negative number; its bits are in the same order. */
extern "C" __global__ void ring(const __grid_constant__ ra_draw s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.rows * s.n; i += step) {
        union { double f; unsigned long long u; } rings;
        const double own = ra_share_at(s, i / s.n, i % s.n);
        int exponent;
        frexp(s.totals[2 * (i / s.n)], &exponent);
        rings.f = -ra_log_unit(ra_inner(ra_wide_of(s.numbers, i))) / ldexp(own, -exponent);
        if (!(own > 0) || rings.f > 0x1.fffffffffffffp1023)
            rings.f = own > 0 ? 0x1.fffffffffffffp1023 : ra_double(0x7ff0000000000000LL);
        const ra_entry e = {rings.u, (unsigned long long)(i % s.n)};
        s.entries[i] = e;
    }
}

extern "C" __global__ void write(const __grid_constant__ ra_draw s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.rows * s.samples; i += step)
        *(ra_i64 *)(s.out + i / s.samples * s.to_row + i % s.samples * s.to) = (ra_i64)s.entries[i / s.samples * s.n + i % s.samples].place;
}

/* By one thread. */
extern "C" __global__ void settle(const __grid_constant__ ra_draw s)
{
    if (threadIdx.x || blockIdx.x || *s.flag == ~0ULL)
        return;
    const ra_i64 row = (ra_i64)*s.flag / (s.n + 1), i = (ra_i64)*s.flag % (s.n + 1);
    *(double *)(s.flag + 1) = i < s.n ? ra_share_at(s, row, i) : s.totals[2 * row];
}
#endif
