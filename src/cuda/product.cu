/*
 * Products of our own: of integers, which no library multiplies, and of what is beyond one. Each element of C = alpha A B + beta D is
 * summed by `lanes` threads side by side, whose sums are joined in pairs.
 *
 *   RA_D   element type
 *   RA_S   how it is summed: one of the classes below
 */
#define RA_THREADS 256

struct ra_product {
    ra_i64 elements, k, lanes; /* of C; lanes: a power of two up to RA_THREADS */
    ra_i64 dims;               /* of C, innermost first: columns, rows, the batch's */
    ra_i64 sizes[18];
    ra_i64 steps[4][18];       /* of A, B, C, D, in bytes */
    ra_i64 along[2];           /* from one product of a sum to the next: in A, in B */
    double alpha[2], beta[2];
    ra_i64 whole_alpha, whole_beta;
    const char *a, *b;
    char *c;
    const char *d;             /* NULL: there is none */
};

/* Modulo 2^64, of which every narrower integer is the low part. */
struct ra_whole {
    unsigned long long sum;
    template <class D> static __device__ unsigned long long of(D x) { return (unsigned long long)(ra_i64)x; }
    __device__ void start() { sum = 0; }
    template <class D> __device__ void add(D a, D b) { sum += of(a) * of(b); }
    __device__ void join(const ra_whole &later) { sum += later.sum; }
    template <class D> __device__ D result(const ra_product &s, const D *d) const
    {
        return (D)((unsigned long long)s.whole_alpha * sum + (d ? (unsigned long long)s.whole_beta * of(*d) : 0));
    }
};

template <class T> struct ra_real_sum {
    T sum;
    __device__ void start() { sum = 0; }
    template <class D> __device__ void add(D a, D b) { sum += ra_convert<T, D>::of(a) * ra_convert<T, D>::of(b); }
    __device__ void join(const ra_real_sum &later) { sum += later.sum; }
    template <class D> __device__ D result(const ra_product &s, const D *d) const
    {
        const T product = s.k ? (T)s.alpha[0] * sum : (T)0;
        return ra_convert<D, T>::of(d ? product + (T)s.beta[0] * ra_convert<T, D>::of(*d) : product);
    }
};

template <class T, class D> struct ra_complex_sum {
    T re, im;
    __device__ void start() { re = im = 0; }
    __device__ void add(D a, D b)
    {
        re += a.re * b.re - a.im * b.im;
        im += a.re * b.im + a.im * b.re;
    }
    __device__ void join(const ra_complex_sum &later) { re += later.re, im += later.im; }
    __device__ D result(const ra_product &s, const D *d) const
    {
        const T a[2] = {(T)s.alpha[0], (T)s.alpha[1]}, b[2] = {(T)s.beta[0], (T)s.beta[1]};
        D x;
        x.re = s.k ? a[0] * re - a[1] * im : (T)0;
        x.im = s.k ? a[0] * im + a[1] * re : (T)0;
        if (d) {
            const D y = *d;
            x.re += b[0] * y.re - b[1] * y.im;
            x.im += b[0] * y.im + b[1] * y.re;
        }
        return x;
    }
};

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) product(const __grid_constant__ ra_product s)
{
    __shared__ RA_S part[RA_THREADS];
    const unsigned me = threadIdx.x, lanes = (unsigned)s.lanes, lane = me % lanes;
    const ra_i64 beside = RA_THREADS / lanes, tiles = (s.elements + beside - 1) / beside;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        ra_i64 at[4] = {0, 0, 0, 0}, index = tile * beside + me / lanes;
        const bool is_there = index < s.elements;
        for (ra_i64 d = 0; d < s.dims; index /= s.sizes[d++])
            for (int o = 0; o < 4; o++)
                at[o] += index % s.sizes[d] * s.steps[o][d];
        RA_S sum;
        sum.start();
        for (ra_i64 p = lane; is_there && p < s.k; p += lanes)
            sum.add(*(const RA_D *)(s.a + at[0] + p * s.along[0]), *(const RA_D *)(s.b + at[1] + p * s.along[1]));
        part[me] = sum;
        for (unsigned half = lanes / 2; half; half /= 2) {
            __syncthreads();
            if (lane < half)
                part[me].join(part[me + half]);
        }
        if (is_there && !lane)
            *(RA_D *)(s.c + at[2]) = part[me].result(s, s.d ? (const RA_D *)(s.d + at[3]) : (const RA_D *)0);
        __syncthreads(); /* before part is written again */
    }
}
