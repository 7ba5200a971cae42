/*
 * Running sums.
 *
 *   RA_M, RA_D   element types of the input and of the result, to which an element is converted before it is added
 *   RA_T         of the sums
 *
 * A block takes one chunk of its sequences, tile by tile: RA_ITEMS elements that follow one another for each thread of a sequence. They
 * are read before any of the tile is written, so the result may take the place of the input. Where there are several chunks, a first
 * launch leaves what each comes to, and in the second a block adds up those before its own. Who adds what follows from the sizes alone.
 */
#define RA_ITEMS 4

struct ra_scan {
    ra_lines lines; /* operands: input, result */
    ra_i64 chunk, chunks;
    ra_i64 is_first; /* what each chunk comes to is all that is asked for */
    const char *in;
    char *out, *totals; /* those of a sequence's chunks follow one another */
};

struct ra_place {
    unsigned me, line, lines, step; /* step: from a thread of a sequence to its next */
    bool is_there;
};

/* Of all threads of a sequence, in all of them. */
__device__ inline RA_T ra_joined(ra_sum<RA_T> *part, const ra_place &p, const ra_sum<RA_T> &own)
{
    part[p.me] = own;
    for (unsigned half = p.lines / 2; half; half /= 2) {
        __syncthreads();
        if (p.line < half)
            part[p.me].join(part[p.me + half * p.step]);
    }
    __syncthreads();
    const RA_T whole = part[p.me - p.line * p.step].sum;
    __syncthreads(); /* before part is written again */
    return whole;
}

/* Of all threads of a sequence before this one, and of them all. */
__device__ inline RA_T ra_before(ra_sum<RA_T> *part, const ra_place &p, RA_T own, RA_T &whole)
{
    part[p.me].sum = own;
    for (unsigned back = 1; back < p.lines; back *= 2) {
        __syncthreads();
        const RA_T earlier = p.line >= back ? part[p.me - back * p.step].sum : ra_of<RA_T>(0);
        __syncthreads(); /* before that is written */
        if (p.line >= back)
            part[p.me].sum = ra_plus(earlier, part[p.me].sum);
    }
    __syncthreads();
    const RA_T before = p.line ? part[p.me - p.step].sum : ra_of<RA_T>(0);
    whole = part[p.me + (p.lines - 1 - p.line) * p.step].sum;
    __syncthreads(); /* before part is written again */
    return before;
}

__device__ inline RA_T ra_term(const ra_scan &s, const char *from, ra_i64 i)
{
    const RA_M x = *(const RA_M *)(from + ra_along(s.lines, 0, i));
    return ra_convert<RA_T, RA_D>::of(ra_convert<RA_D, RA_M>::of(x));
}

__device__ inline void ra_scan_chunk(const ra_scan &s, ra_sum<RA_T> *part, const ra_place &p, ra_i64 sequence, RA_T carry, ra_i64 first, ra_i64 end)
{
    const char *from = s.in + (p.is_there ? ra_line_at(s.lines, 0, sequence) : 0);
    char *to = s.out + (p.is_there ? ra_line_at(s.lines, 1, sequence) : 0);
    for (ra_i64 tile = first; tile < end; tile += (ra_i64)p.lines * RA_ITEMS) {
        const ra_i64 at = tile + (ra_i64)p.line * RA_ITEMS, left = p.is_there && at < end ? end - at : 0;
        RA_T sums[RA_ITEMS], whole;
        sums[0] = left > 0 ? ra_term(s, from, at) : ra_of<RA_T>(0);
        for (int k = 1; k < RA_ITEMS; k++)
            sums[k] = k < left ? ra_plus(sums[k - 1], ra_term(s, from, at + k)) : sums[k - 1];
        const RA_T before = ra_plus(carry, ra_before(part, p, sums[RA_ITEMS - 1], whole));
        for (int k = 0; k < RA_ITEMS; k++)
            if (k < left)
                *(RA_D *)(to + ra_along(s.lines, 1, at + k)) = ra_convert<RA_D, RA_T>::of(ra_plus(before, sums[k]));
        carry = ra_plus(carry, whole);
    }
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) scan(const __grid_constant__ ra_scan s)
{
    __shared__ ra_sum<RA_T> part[RA_THREADS];
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
            const RA_T total = ra_joined(part, p, ra_runs<ra_sum<RA_T>>(first + p.line, stop, lines, [&](ra_sum<RA_T> &r, ra_i64 i) { r.add(ra_term(s, from, i), i, 0); }));
            if (p.is_there && p.line == 0)
                ((RA_T *)s.totals)[sequence * s.chunks + chunk] = total;
            continue;
        }
        const RA_T *totals = (const RA_T *)s.totals + (p.is_there ? sequence * s.chunks : 0);
        const ra_i64 earlier = p.is_there ? chunk : 0;
        RA_T carry = ra_of<RA_T>(0);
        if (s.chunks > 1)
            carry = ra_joined(part, p, ra_runs<ra_sum<RA_T>>(p.line, earlier, lines, [&](ra_sum<RA_T> &r, ra_i64 i) { r.add(totals[i], i, 0); }));
        ra_scan_chunk(s, part, p, sequence, carry, first, end);
    }
}
