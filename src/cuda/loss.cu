/*
 * Cross entropy. Sequences are the classes of a place; the loss of one is, with l their log_softmax and w the weights, -w[t] l[t] of the
 * class t, smoothed by e: (1 - e) of that and e / classes of the sum of -w l; of probabilities q the sum of -((1 - e) q + e / classes) w l.
 *
 *   RA_M, RA_T   element types of the logits, and of what the softmax is computed with
 *   RA_D         of the result
 *   RA_Q         of the target: classes, or (RA_PROBABILITIES, RA_BINARY) probabilities
 *   RA_V         of the weights
 *   RA_GIVEN     (optional) the logits are l itself
 *   RA_BINARY    (optional) sequences are one probability p each, and the loss is -w (q log p + (1 - q) log(1 - p)), no logarithm less than -100
 *
 * losses() leaves the loss and the weight of each place (RA_GIVEN, RA_BINARY: of each RA_TILE of them), or the loss as the result;
 * settle(), by one block, adds them up in an order that follows from their number alone, and says of a target that is no class, or of what
 * is no probability, which one it is.
 */
#define RA_TILE 4096

struct ra_loss {
    ra_lines lines; /* operands: logits, target, weight, result */
    ra_i64 ignored, reduction; /* 0 mean, 1 sum, 2 none */
    ra_i64 parts;              /* that have a share */
    double smoothing;
    const char *in, *target, *weight;
    RA_D *out, *total; /* total: of the weights, or NULL */
    double *shares; /* loss and weight of each part; NULL where there is no sum */
    unsigned long long *flag; /* the first place at fault, and what it has */
};

struct ra_largest {
    RA_T value;
    __device__ void start() { value = ra_float(0xff800000u); }
    __device__ void add(RA_T x) { value = x > value || x != x ? x : value; }
    __device__ void join(const ra_largest &later) { add(later.value); }
};

struct ra_added {
    double sum;
    __device__ void start() { sum = 0; }
    __device__ void join(const ra_added &later) { sum += later.sum; }
};

/* Of all threads of a sequence, in all of them. */
template <class R> __device__ inline R ra_whole(R *part, R own, unsigned line, unsigned lines, unsigned step)
{
    const unsigned me = threadIdx.x;
    part[me] = own;
    for (unsigned half = lines / 2; half; half /= 2) {
        __syncthreads();
        if (line < half)
            part[me].join(part[me + half * step]);
    }
    __syncthreads(); /* before others of its sequence read that */
    const R whole = part[me - line * step];
    __syncthreads(); /* before part is written again */
    return whole;
}

__device__ inline RA_T ra_logit(const ra_loss &s, const char *from, ra_i64 c) { return ra_convert<RA_T, RA_M>::of(*(const RA_M *)(from + ra_along(s.lines, 0, c))); }
__device__ inline double ra_weight(const ra_loss &s, ra_i64 c) { return s.weight ? (double)ra_convert<RA_T, RA_V>::of(*(const RA_V *)(s.weight + ra_along(s.lines, 2, c))) : 1; }

#if defined RA_GIVEN || defined RA_BINARY
struct ra_share {
    double loss, weight;
    __device__ void start() { loss = weight = 0; }
    __device__ void join(const ra_share &later) { loss += later.loss, weight += later.weight; }
};

__device__ inline RA_T ra_kept(RA_T logarithm) { return logarithm < -100 ? (RA_T)-100 : logarithm; }

__device__ inline ra_share ra_loss_of(const ra_loss &s, ra_i64 place)
{
    ra_share own = {0, 0};
    const char *from = s.in + ra_line_at(s.lines, 0, place);
    const RA_Q target = *(const RA_Q *)(s.target + ra_line_at(s.lines, 1, place));
#ifdef RA_BINARY
    const RA_T p = ra_logit(s, from, 0), q = ra_convert<RA_T, RA_Q>::of(target);
    const bool is_probable = p >= 0 && p <= 1;
    if (!is_probable || !(q >= 0 && q <= 1)) {
        atomicMin(s.flag, 2 * (unsigned long long)place + is_probable); // odd: of the target
        return own;
    }
    const RA_T loss = (q - 1) * ra_kept(log1p(-p)) - q * ra_kept(log(p));
    own.loss = (double)(s.weight ? loss * ra_convert<RA_T, RA_V>::of(*(const RA_V *)(s.weight + ra_line_at(s.lines, 2, place))) : loss);
    own.weight = 1;
#else
    const ra_i64 t = (ra_i64)target;
    if (t == s.ignored)
        return own;
    if (t < 0 || t >= s.lines.length) {
        atomicMin(s.flag, (unsigned long long)place);
        return own;
    }
    own.weight = ra_weight(s, t);
    own.loss = -own.weight * (double)ra_logit(s, from, t);
#endif
    return own;
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) losses(const __grid_constant__ ra_loss s)
{
    __shared__ ra_share sums[RA_THREADS];
    const unsigned me = threadIdx.x;
    for (ra_i64 part = blockIdx.x; part < s.parts; part += gridDim.x) {
        const ra_i64 first = part * RA_TILE, end = first + RA_TILE < s.lines.count ? first + RA_TILE : s.lines.count;
        const ra_share own = ra_runs<ra_share>(first + me, end, RA_THREADS, [&](ra_share &r, ra_i64 place) {
            const ra_share one = ra_loss_of(s, place);
            if (!s.shares)
                *(RA_D *)((char *)s.out + ra_line_at(s.lines, 3, place)) = ra_element<RA_D>::of(one.loss);
            r.join(one);
        });
        if (!s.shares)
            continue;
        const ra_share all = ra_whole(sums, own, me, RA_THREADS, 1);
        if (me == 0) {
            s.shares[2 * part] = all.loss;
            s.shares[2 * part + 1] = all.weight;
        }
    }
}
#else
extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) losses(const __grid_constant__ ra_loss s)
{
    __shared__ ra_largest tops[RA_THREADS];
    __shared__ ra_added sums[RA_THREADS];
    const unsigned me = threadIdx.x, lines = (unsigned)s.lines.lines, beside = (unsigned)s.lines.beside;
    const unsigned line = s.lines.is_across ? me / beside : me % lines, side = s.lines.is_across ? me % beside : me / lines;
    const unsigned step = s.lines.is_across ? beside : 1;
    const ra_i64 tiles = (s.lines.count + beside - 1) / beside;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ra_i64 place = tile * beside + side, classes = place < s.lines.count ? s.lines.length : 0;
        const char *from = s.in + (classes ? ra_line_at(s.lines, 0, place) : 0), *target = s.target + (place < s.lines.count ? ra_line_at(s.lines, 1, place) : 0);
        const RA_T top = ra_whole(tops, ra_runs<ra_largest>(line, classes, lines, [&](ra_largest &r, ra_i64 c) { r.add(ra_logit(s, from, c)); }), line, lines, step).value;
        const double sum = ra_whole(sums, ra_runs<ra_added>(line, classes, lines, [&](ra_added &r, ra_i64 c) { r.sum += (double)exp(ra_logit(s, from, c) - top); }), line, lines, step).sum;
        const RA_T log_sum = log((RA_T)sum);
        const double spread = s.smoothing / (double)s.lines.length;
        double loss = 0, weight = 0;
#ifdef RA_PROBABILITIES
        loss = ra_whole(sums, ra_runs<ra_added>(line, classes, lines, [&](ra_added &r, ra_i64 c) {
            const RA_T q = ra_convert<RA_T, RA_Q>::of(*(const RA_Q *)(target + ra_along(s.lines, 1, c)));
            r.sum -= ((1 - s.smoothing) * (double)q + spread) * ra_weight(s, c) * (double)((ra_logit(s, from, c) - top) - log_sum);
        }), line, lines, step).sum;
        weight = 1;
#else
        if (s.smoothing != 0)
            loss = spread * ra_whole(sums, ra_runs<ra_added>(line, classes, lines, [&](ra_added &r, ra_i64 c) {
                r.sum -= ra_weight(s, c) * (double)((ra_logit(s, from, c) - top) - log_sum);
            }), line, lines, step).sum;
        const ra_i64 t = place < s.lines.count ? (ra_i64) * (const RA_Q *)target : s.ignored;
        if (t == s.ignored)
            loss = 0;
        else if (t < 0 || t >= s.lines.length) {
            if (line == 0)
                atomicMin(s.flag, (unsigned long long)place);
        } else {
            weight = ra_weight(s, t);
            loss += (1 - s.smoothing) * (-weight * (double)((ra_logit(s, from, t) - top) - log_sum));
        }
#endif
        if (line == 0 && place < s.lines.count) {
            if (s.shares) {
                s.shares[2 * place] = loss;
                s.shares[2 * place + 1] = weight;
            } else
                s.out[place] = ra_element<RA_D>::of(loss);
        }
    }
}
#endif

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) settle(const __grid_constant__ ra_loss s)
{
    __shared__ ra_added sums[RA_THREADS];
    const unsigned me = threadIdx.x;
#ifdef RA_BINARY
    if (me == 0 && *s.flag != ~0ULL) {
        const ra_i64 place = (ra_i64)(*s.flag / 2);
        *(double *)(s.flag + 1) = *s.flag % 2 ? (double)ra_convert<RA_T, RA_Q>::of(*(const RA_Q *)(s.target + ra_line_at(s.lines, 1, place)))
                                              : (double)ra_logit(s, s.in + ra_line_at(s.lines, 0, place), 0);
    }
#elif !defined RA_PROBABILITIES
    if (me == 0 && *s.flag != ~0ULL)
        s.flag[1] = (unsigned long long)(ra_i64) * (const RA_Q *)(s.target + ra_line_at(s.lines, 1, (ra_i64)*s.flag));
#endif
    if (me == 0 && s.total && !s.shares)
        *s.total = ra_element<RA_D>::of(0.0);
    if (!s.shares)
        return;
    const double loss = ra_whole(sums, ra_runs<ra_added>(me, s.parts, RA_THREADS, [&](ra_added &r, ra_i64 i) { r.sum += s.shares[2 * i]; }), me, RA_THREADS, 1).sum;
    const double weight = ra_whole(sums, ra_runs<ra_added>(me, s.parts, RA_THREADS, [&](ra_added &r, ra_i64 i) { r.sum += s.shares[2 * i + 1]; }), me, RA_THREADS, 1).sum;
    if (me == 0)
        *s.out = ra_element<RA_D>::of(s.reduction == 0 ? loss / weight : loss);
    if (me == 0 && s.total)
        *s.total = ra_element<RA_D>::of(weight);
}
