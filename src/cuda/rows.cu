/*
 * Rows: each element of a sequence, by what the whole of it comes to. A block goes through its sequences twice, once for what they come
 * to, and once for the results, which may take the place of the elements.
 *
 *   RA_M, RA_VIA, RA_T   element types of the input in memory, of what it becomes first, and of what is computed with
 *   RA_D                 of the result
 *   RA_ROW               how: one of the classes below
 *   RA_WEIGHT, RA_BIAS   (optional) element types of those
 */
struct ra_rows {
    ra_lines lines; /* operands: input, result, weight, bias */
    double value;   /* eps */
    const char *in;
    char *out;
    const char *weight, *bias;
};

/* The largest element so far, and the sum of exponentials of what the others lie below it. */
template <class T, bool log_of> struct ra_softmax {
    T largest, sum;
    static __device__ T share(T of, T beside) { return of == beside ? (T)1 : exp(of - beside); }
    __device__ void start() { largest = ra_limit<T>::lowest(), sum = 0; }
    __device__ void add(T x)
    {
        if (x > largest) {
            sum = sum * share(largest, x) + (x - x + 1); /* of infinity there is no share */
            largest = x;
        } else if (!(x == ra_limit<T>::lowest()))
            sum += exp(x - largest);
    }
    __device__ void join(const ra_softmax &later)
    {
        const T top = later.largest > largest ? later.largest : largest;
        sum = sum * share(largest, top) + later.sum * share(later.largest, top);
        largest = top;
    }
    __device__ void settle(ra_i64, double) { sum = log_of ? log(sum) : 1 / sum; }
    __device__ T result(T x, T, T) const { return log_of ? (x - largest) - sum : exp(x - largest) * sum; }
};

/* Mean and squared deviations (Welford; joined after Chan, Golub, LeVeque 1979). */
template <class T, bool has_weight, bool has_bias> struct ra_layer_norm {
    ra_i64 n;
    T mean, squares;
    __device__ void start() { n = 0, mean = 0, squares = 0; }
    __device__ void add(T x)
    {
        const T d = x - mean;
        mean += d / (T)++n;
        squares += d * (x - mean);
    }
    __device__ void join(const ra_layer_norm &later)
    {
        if (!n || !later.n) {
            *this = n ? *this : later;
            return;
        }
        const T share = (T)later.n / (T)(n + later.n), d = later.mean - mean;
        mean += d * share;
        squares += later.squares + d * d * ((T)n * share);
        n += later.n;
    }
    __device__ void settle(ra_i64 count, double eps) { squares = 1 / sqrt(squares / (T)count + (T)eps); }
    __device__ T result(T x, T weight, T bias) const
    {
        T y = (x - mean) * squares;
        y = has_weight ? y * weight : y;
        return has_bias ? y + bias : y;
    }
};

typedef RA_ROW ra_row;

__device__ inline RA_T ra_element_at(const ra_rows &s, const char *from, ra_i64 i)
{
    const RA_M x = *(const RA_M *)(from + ra_along(s.lines, 0, i));
    return ra_convert<RA_T, RA_VIA>::of(ra_convert<RA_VIA, RA_M>::of(x));
}

__device__ inline RA_T ra_weight_at(const ra_rows &s, ra_i64 i)
{
#ifdef RA_WEIGHT
    return ra_convert<RA_T, RA_WEIGHT>::of(*(const RA_WEIGHT *)(s.weight + ra_along(s.lines, 2, i)));
#else
    return 1;
#endif
}

__device__ inline RA_T ra_bias_at(const ra_rows &s, ra_i64 i)
{
#ifdef RA_BIAS
    return ra_convert<RA_T, RA_BIAS>::of(*(const RA_BIAS *)(s.bias + ra_along(s.lines, 3, i)));
#else
    return 0;
#endif
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) rows(const __grid_constant__ ra_rows s)
{
    __shared__ ra_row part[RA_THREADS];
    const unsigned me = threadIdx.x, lines = (unsigned)s.lines.lines, beside = (unsigned)s.lines.beside;
    const unsigned line = s.lines.is_across ? me / beside : me % lines, side = s.lines.is_across ? me % beside : me / lines;
    const unsigned step = s.lines.is_across ? beside : 1;
    const ra_i64 tiles = (s.lines.count + beside - 1) / beside;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ra_i64 row = tile * beside + side;
        const bool is_there = row < s.lines.count;
        const char *from = s.in + (is_there ? ra_line_at(s.lines, 0, row) : 0);
        if (is_there)
            part[me] = ra_runs<ra_row>(line, s.lines.length, lines, [&](ra_row &r, ra_i64 i) { r.add(ra_element_at(s, from, i)); });
        for (unsigned half = lines / 2; half; half /= 2) {
            __syncthreads();
            if (line < half && is_there)
                part[me].join(part[me + half * step]);
        }
        if (line == 0 && is_there)
            part[me].settle(s.lines.length, s.value);
        __syncthreads(); /* before others of its row read that */
        if (is_there) {
            const ra_row whole = part[me - line * step];
            char *to = s.out + ra_line_at(s.lines, 1, row);
            for (ra_i64 i = line; i < s.lines.length; i += lines) {
                const RA_T y = whole.result(ra_element_at(s, from, i), ra_weight_at(s, i), ra_bias_at(s, i));
                *(RA_D *)(to + ra_along(s.lines, 1, i)) = ra_convert<RA_D, RA_T>::of(y);
            }
        }
        __syncthreads(); /* before part is written again */
    }
}
