/*
 * Rows: each element of a sequence, by what the whole of it comes to. A thread takes groups of elements that follow one another, every so
 * manieth, and keeps so many of them; of a sequence that is longer all but the last of those are read again for the results, which may
 * take the place of the elements.
 *
 *   RA_M, RA_VIA, RA_T   element types of the input in memory, of what it becomes first, and of what is computed with
 *   RA_D                 of the result
 *   RA_ROW               how: one of the classes below
 *   RA_WEIGHT, RA_BIAS   (optional) element types of those
 *   RA_UNEVEN            (optional) the elements of a sequence are not all as far from one another as the first two
 */
#ifdef RA_UNEVEN
#define RA_KEPT 4
#else
#define RA_KEPT (64 / (int)sizeof(RA_T)) /* elements; rows.c has it too */
#endif

struct ra_rows {
    ra_lines lines; /* operands: input, result, weight, bias */
    double value;   /* eps */
    ra_i64 is_wide; /* all groups of all operands are whole, and each is loaded or stored at a time */
    const char *in;
    char *out;
    const char *weight, *bias;
};

/* The largest element so far, and the sum of exponentials of what the others lie below it. */
template <class T, bool log_of, bool or_zero> struct ra_softmax {
    T largest, sum;
    static __device__ T share(T of, T beside) { return of == beside ? (T)1 : exp(of - beside); }
    static __device__ T absent() { return ra_limit<T>::lowest(); }
    __device__ void start() { largest = ra_limit<T>::lowest(), sum = 0; }
    /* Of infinity there is no share; of its negative, which those that are absent are too, none comes. */
    __device__ void take(const T *x, int)
    {
        T top = largest, more[2] = {0, 0};
#pragma unroll
        for (int k = 0; k < RA_KEPT; k++)
            top = fmax(top, x[k]);
        const T beside = top == ra_limit<T>::lowest() ? (T)0 : top;
#pragma unroll
        for (int k = 0; k < RA_KEPT; k++)
            more[k % 2] += exp(x[k] - beside);
        sum = sum * share(largest, top) + (more[0] + more[1]);
        largest = top;
    }
    __device__ void join(const ra_softmax &later)
    {
        const T top = later.largest > largest ? later.largest : largest;
        sum = sum * share(largest, top) + later.sum * share(later.largest, top);
        largest = top;
    }
    /* Where a line of nothing but -inf comes to 0, that is what it is less by, and its sum. */
    __device__ void settle(ra_i64, double)
    {
        if (or_zero && largest == ra_limit<T>::lowest())
            largest = 0;
        sum = log_of ? log(sum) : or_zero && sum == 0 ? 0 : 1 / sum;
    }
    __device__ T result(T x, T, T) const { return log_of ? (x - largest) - sum : exp(x - largest) * sum; }
};

/* Mean and squared deviations; joined after Chan, Golub, LeVeque 1979. */
template <class T, bool has_weight, bool has_bias> struct ra_layer_norm {
    ra_i64 n;
    T mean, squares;
    static __device__ T absent() { return 0; }
    __device__ void start() { n = 0, mean = 0, squares = 0; }
    /* By what they differ from the first: of equal ones the mean is that one, exactly. */
    __device__ void take(const T *x, int count)
    {
        ra_layer_norm later;
        T sums[2] = {0, 0}, squared[2] = {0, 0};
        if (!count)
            return;
#pragma unroll
        for (int k = 1; k < RA_KEPT; k++)
            sums[k % 2] += k < count ? x[k] - x[0] : 0;
        later.n = count;
        later.mean = x[0] + (sums[0] + sums[1]) / (T)count;
#pragma unroll
        for (int k = 0; k < RA_KEPT; k++) {
            const T d = k < count ? x[k] - later.mean : 0;
            squared[k % 2] += d * d;
        }
        later.squares = squared[0] + squared[1];
        join(later);
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

/* Of operand k: the groups of a sequence that a thread takes, one after another, from that at element i on. */
template <int k> struct ra_groups {
    const ra_rows &s;
    char *at; /* RA_UNEVEN: the sequence; else the group */
    ra_i64 i, step;
    __device__ ra_groups(const ra_rows &rows, const char *from, ra_i64 first, ra_i64 elements) : s(rows), at((char *)from), i(first), step(elements)
    {
#ifndef RA_UNEVEN
        at += i * s.lines.along_strides[k][0];
        step *= s.lines.along_strides[k][0];
#endif
    }
    __device__ void go_on()
    {
#ifdef RA_UNEVEN
        i += step;
#else
        at += step;
#endif
    }
    __device__ char *element(int j) const
    {
#ifdef RA_UNEVEN
        return at + ra_along(s.lines, k, i + j);
#else
        return at + j * s.lines.along_strides[k][0];
#endif
    }
    /* Of which there are so many elements. */
    template <class M, bool is_wide> __device__ ra_group<M> next(int there)
    {
        ra_group<M> x = {}; /* what is not read is nobody's, and so takes no register before */
        if (is_wide) {
            if (there > 0)
                x = *(const ra_group<M> *)at;
        } else
#pragma unroll
            for (int j = 0; j < RA_GROUP; j++)
                if (j < there)
                    x.of[j] = *(const M *)element(j);
        go_on();
        return x;
    }
    template <class M, bool is_wide> __device__ void put(int there, const ra_group<M> &x)
    {
        if (is_wide) {
            if (there > 0)
                *(ra_group<M> *)at = x;
        } else
#pragma unroll
            for (int j = 0; j < RA_GROUP; j++)
                if (j < there)
                    *(M *)element(j) = x.of[j];
        go_on();
    }
};

/* What a thread keeps of a sequence: groups `step` elements apart, from element `first` on. */
struct ra_kept {
    enum { GROUPS = RA_KEPT / RA_GROUP };
    RA_T x[RA_KEPT];
    ra_i64 first;
    int step, count;
    template <bool is_wide> __device__ void read(const ra_rows &s, const char *from)
    {
        ra_group<RA_M> groups[GROUPS];
        ra_groups<0> in(s, from, first, step);
#pragma unroll
        for (int k = 0; k < GROUPS; k++)
            groups[k] = in.next<RA_M, is_wide>(count - k * RA_GROUP);
#pragma unroll
        for (int k = 0; k < RA_KEPT; k++)
            x[k] = k < count ? ra_convert<RA_T, RA_VIA>::of(ra_convert<RA_VIA, RA_M>::of(groups[k / RA_GROUP].of[k % RA_GROUP])) : ra_row::absent();
    }
    __device__ void read(const ra_rows &s, const char *from, ra_i64 at, unsigned lines)
    {
        first = at, step = lines * RA_GROUP, count = 0;
        int left = (int)min(s.lines.length - at, (ra_i64)RA_THREADS * RA_KEPT);
#pragma unroll
        for (int k = 0; k < GROUPS; k++, left -= step)
            count += max(0, min(left, RA_GROUP));
        if (s.is_wide)
            read<true>(s, from);
        else
            read<false>(s, from);
    }
    /* Of weight and bias so many groups are read before the first is used; if those are not whole it would take too many registers. */
    template <bool is_wide> __device__ void write(const ra_rows &s, char *to, const ra_row &whole) const
    {
        enum { AHEAD = is_wide ? GROUPS : 1 };
        ra_groups<1> out(s, to, first, step);
#ifdef RA_WEIGHT
        ra_groups<2> weight_of(s, s.weight, first, step);
        ra_group<RA_WEIGHT> weights[AHEAD];
#endif
#ifdef RA_BIAS
        ra_groups<3> bias_of(s, s.bias, first, step);
        ra_group<RA_BIAS> biases[AHEAD];
#endif
#pragma unroll
        for (int k = 0; k < GROUPS; k++) {
#ifdef RA_WEIGHT
#pragma unroll
            for (int ahead = k; ahead < k + AHEAD && k % AHEAD == 0; ahead++)
                weights[ahead - k] = weight_of.next<RA_WEIGHT, is_wide>(count - ahead * RA_GROUP);
#endif
#ifdef RA_BIAS
#pragma unroll
            for (int ahead = k; ahead < k + AHEAD && k % AHEAD == 0; ahead++)
                biases[ahead - k] = bias_of.next<RA_BIAS, is_wide>(count - ahead * RA_GROUP);
#endif
            ra_group<RA_D> y;
#pragma unroll
            for (int j = 0; j < RA_GROUP; j++) {
#ifdef RA_WEIGHT
                const RA_T weight = ra_convert<RA_T, RA_WEIGHT>::of(weights[k % AHEAD].of[j]);
#else
                const RA_T weight = 1;
#endif
#ifdef RA_BIAS
                const RA_T bias = ra_convert<RA_T, RA_BIAS>::of(biases[k % AHEAD].of[j]);
#else
                const RA_T bias = 0;
#endif
                y.of[j] = ra_convert<RA_D, RA_T>::of(whole.result(x[k * RA_GROUP + j], weight, bias));
            }
            out.put<RA_D, is_wide>(count - k * RA_GROUP, y);
        }
    }
};

/* As many blocks a multiprocessor as there are registers for. */
#define RA_BLOCKS (sizeof(RA_T) == 8 ? 1 : sizeof(RA_M) == 4 ? 3 : 2)

extern "C" __global__ void __launch_bounds__(RA_THREADS, RA_BLOCKS) rows(const __grid_constant__ ra_rows s)
{
    __shared__ ra_row part[RA_THREADS];
    const unsigned me = threadIdx.x, lines = (unsigned)s.lines.lines, beside = (unsigned)s.lines.beside;
    const unsigned line = s.lines.is_across ? me / beside : me % lines, side = s.lines.is_across ? me % beside : me / lines;
    const unsigned step = s.lines.is_across ? beside : 1;
    const ra_i64 tiles = (s.lines.count + beside - 1) / beside, span = (ra_i64)lines * RA_KEPT, last = (s.lines.length - 1) / span * span;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ra_i64 row = tile * beside + side;
        const bool is_there = row < s.lines.count;
        const char *from = s.in + (is_there ? ra_line_at(s.lines, 0, row) : 0);
        ra_kept kept;
        if (is_there) {
            ra_row own;
            own.start();
            for (ra_i64 at = 0; at <= last; at += span) {
                kept.read(s, from, at + line * RA_GROUP, lines);
                own.take(kept.x, kept.count);
            }
            part[me] = own;
        }
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
            for (ra_i64 at = last; at >= 0; at -= span) {
                if (at < last)
                    kept.read(s, from, at + line * RA_GROUP, lines);
                if (s.is_wide)
                    kept.write<true>(s, to, whole);
                else
                    kept.write<false>(s, to, whole);
            }
        }
        __syncthreads(); /* before part is written again */
    }
}
