/*
 * Running sums, products and extremes.
 *
 *   RA_M, RA_D      element types of the input and of the result, to which an element is converted before it is taken
 *   RA_T            in which it is
 *   RA_SO_FAR       the reducer (reducers.cu) of what a sequence has come to
 *   RA_POSITIONS    (optional) element type of a second result: where
 *   RA_IN_ORDER     (optional) instead of a reducer: what comes next, of so_far and x, from RA_FIRST on, one after another, by a thread for
 *                   each sequence
 *
 * A block takes one chunk of its sequences, tile by tile: RA_ITEMS elements that follow one another for each thread of a sequence. They
 * are read before any of the tile is written, so the result may take the place of the input. Where there are several chunks, a first
 * launch leaves what each comes to, and in the second a block joins those before its own. Who takes what follows from the sizes alone.
 */
#define RA_ITEMS 8
#define RA_STATE 32 /* bytes that a reducer has at most */

struct ra_scan {
    ra_lines lines; /* operands: input, results */
    ra_i64 chunk, chunks;
    ra_i64 is_first; /* what each chunk comes to is all that is asked for */
    ra_i64 is_wide;  /* all groups of the input and of the first result are whole */
    const char *in;
    char *out[2], *totals; /* those of a sequence's chunks follow one another */
};

/* Along one dimension. */
__device__ inline ra_i64 ra_step(const ra_scan &s, int k, ra_i64 i) { return i * s.lines.along_strides[k][0]; }
__device__ inline RA_M ra_element_at(const ra_scan &s, const char *from, ra_i64 i) { return *(const RA_M *)(from + ra_step(s, 0, i)); }
__device__ inline RA_T ra_term(RA_M x) { return ra_convert<RA_T, RA_D>::of(ra_convert<RA_D, RA_M>::of(x)); }

#ifdef RA_IN_ORDER
extern "C" __global__ void scan(const __grid_constant__ ra_scan s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 sequence = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; sequence < s.lines.count; sequence += step) {
        const char *from = s.in + ra_line_at(s.lines, 0, sequence);
        char *to = s.out[0] + ra_line_at(s.lines, 1, sequence);
        RA_T so_far = RA_FIRST;
        for (ra_i64 i = 0; i < s.lines.length; i++) {
            const RA_T x = ra_term(ra_element_at(s, from, i));
            so_far = RA_IN_ORDER;
            *(RA_D *)(to + ra_step(s, 1, i)) = ra_convert<RA_D, RA_T>::of(so_far);
        }
    }
}
#else
struct ra_place {
    unsigned me, line, lines, step; /* step: from a thread of a sequence to its next */
    bool is_there;
};

typedef RA_SO_FAR ra_so_far;
static_assert(sizeof(ra_so_far) <= RA_STATE, "");

__device__ inline ra_so_far ra_nothing()
{
    ra_so_far so_far;
    so_far.start();
    return so_far;
}

__device__ inline ra_so_far ra_with(ra_so_far earlier, const ra_so_far &later)
{
    earlier.join(later);
    return earlier;
}

/* Of all threads of a sequence, in all of them. */
__device__ inline ra_so_far ra_joined(ra_so_far *part, const ra_place &p, const ra_so_far &own)
{
    part[p.me] = own;
    for (unsigned half = p.lines / 2; half; half /= 2) {
        __syncthreads();
        if (p.line < half)
            part[p.me].join(part[p.me + half * p.step]);
    }
    __syncthreads();
    const ra_so_far whole = part[p.me - p.line * p.step];
    __syncthreads(); /* before part is written again */
    return whole;
}

/* Of all threads of a sequence before this one, and of them all: by steps that double, each from one half of part to the other. */
__device__ inline ra_so_far ra_before(ra_so_far *part, const ra_place &p, const ra_so_far &own, ra_so_far &whole)
{
    ra_so_far so_far = own;
    ra_so_far *at = part + p.me, *next = at + RA_THREADS;
    *at = own;
    for (unsigned back = 1; back < p.lines; back *= 2) {
        __syncthreads();
        if (p.line >= back)
            so_far = ra_with(*(at - back * p.step), so_far);
        *next = so_far;
        ra_so_far *const last = at;
        at = next, next = last;
    }
    __syncthreads();
    const ra_so_far before = p.line ? *(at - p.step) : ra_nothing();
    whole = at[(p.lines - 1 - p.line) * p.step];
    __syncthreads(); /* before part is written again */
    return before;
}

__device__ inline void ra_scan_chunk(const ra_scan &s, ra_so_far *part, const ra_place &p, ra_i64 sequence, ra_so_far carry, ra_i64 first, ra_i64 end)
{
    const char *from = s.in + (p.is_there ? ra_line_at(s.lines, 0, sequence) : 0);
    char *to = s.out[0] + (p.is_there ? ra_line_at(s.lines, 1, sequence) : 0);
#ifdef RA_POSITIONS
    char *places = s.out[1] + (p.is_there ? ra_line_at(s.lines, 2, sequence) : 0);
#endif
    for (ra_i64 tile = first; tile < end; tile += (ra_i64)p.lines * RA_ITEMS) {
        const ra_i64 at = tile + (ra_i64)p.line * RA_ITEMS;
        const int left = p.is_there && at < end ? (int)min(end - at, (ra_i64)RA_ITEMS) : 0;
        ra_group<RA_M> x[RA_ITEMS / RA_GROUP] = {};
        ra_so_far own[RA_ITEMS], whole;
        if (s.is_wide) {
#pragma unroll
            for (int k = 0; k < RA_ITEMS; k += RA_GROUP)
                if (k < left)
                    x[k / RA_GROUP] = *(const ra_group<RA_M> *)(from + (at + k) * (ra_i64)sizeof(RA_M));
        } else
#pragma unroll
            for (int k = 0; k < RA_ITEMS; k++)
                if (k < left)
                    x[k / RA_GROUP].of[k % RA_GROUP] = ra_element_at(s, from, at + k);
#pragma unroll
        for (int k = 0; k < RA_ITEMS; k++) {
            own[k] = k ? own[k - 1] : ra_nothing();
            if (k < left)
                own[k].add(ra_term(x[k / RA_GROUP].of[k % RA_GROUP]), at + k, 0);
        }
        const ra_so_far before = ra_with(carry, ra_before(part, p, own[RA_ITEMS - 1], whole));
#pragma unroll
        for (int k = 0; k < RA_ITEMS; k += RA_GROUP) {
            ra_group<RA_D> y;
#pragma unroll
            for (int j = 0; j < RA_GROUP; j++) {
                const ra_so_far now = ra_with(before, own[k + j]);
                y.of[j] = ra_convert<RA_D, RA_T>::of(now.finish(0, 0));
                if (!s.is_wide && k + j < left)
                    *(RA_D *)(to + ra_step(s, 1, at + k + j)) = y.of[j];
#ifdef RA_POSITIONS
                if (k + j < left)
                    *(RA_POSITIONS *)(places + ra_step(s, 2, at + k + j)) = now.position();
#endif
            }
            if (s.is_wide && k < left)
                *(ra_group<RA_D> *)(to + (at + k) * (ra_i64)sizeof(RA_D)) = y;
        }
        carry.join(whole);
    }
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) scan(const __grid_constant__ ra_scan s)
{
    __shared__ ra_so_far part[2 * RA_THREADS];
    const unsigned me = threadIdx.x, lines = (unsigned)s.lines.lines, beside = (unsigned)s.lines.beside;
    const unsigned side = s.lines.is_across ? me % beside : me / lines;
    ra_place p = {me, s.lines.is_across ? me / beside : me % lines, lines, s.lines.is_across ? beside : 1, false};
    const ra_i64 tiles = (s.lines.count + beside - 1) / beside * s.chunks;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ra_i64 chunk = tile % s.chunks, sequence = tile / s.chunks * beside + side, first = chunk * s.chunk;
        const ra_i64 end = first + s.chunk < s.lines.length ? first + s.chunk : s.lines.length;
        p.is_there = sequence < s.lines.count;
        if (s.is_first) {
            const char *from = s.in + (p.is_there ? ra_line_at(s.lines, 0, sequence) : 0);
            const ra_i64 stop = p.is_there ? end : 0;
            const ra_so_far own = ra_runs<ra_so_far, 8>(first + p.line, stop, lines, [&](ra_i64 i) { return ra_element_at(s, from, i); },
                                                        [](ra_so_far &r, RA_M x, ra_i64 i) { r.add(ra_term(x), i, 0); });
            const ra_so_far total = ra_joined(part, p, own);
            if (p.is_there && p.line == 0)
                *(ra_so_far *)(s.totals + (sequence * s.chunks + chunk) * RA_STATE) = total;
            continue;
        }
        const char *totals = s.totals + (p.is_there ? sequence * s.chunks * RA_STATE : 0);
        const ra_i64 earlier = p.is_there ? chunk : 0;
        ra_so_far carry = ra_nothing();
        if (s.chunks > 1)
            carry = ra_joined(part, p, ra_runs<ra_so_far, 4>(p.line, earlier, lines, [&](ra_i64 i) { return *(const ra_so_far *)(totals + i * RA_STATE); },
                                                             [](ra_so_far &r, const ra_so_far &later, ra_i64) { r.join(later); }));
        ra_scan_chunk(s, part, p, sequence, carry, first, end);
    }
}
#endif
