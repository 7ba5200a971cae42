/*
 * Reductions: sequences of elements to a result each.
 *
 *   RA_M, RA_VIA, RA_T   element types of the input in memory, of dtype=, and of what is computed with
 *   RA_REDUCER           how: one of the classes of reducers.cu
 *   RA_KNOWN             (optional) NaN is left out before anything becomes RA_VIA
 *   RA_VALUES            (optional) element type of the result that has the values
 *   RA_POSITIONS         (optional) of the one that has positions; it is the last
 *
 * A block has RA_THREADS threads and takes `beside` results, side by side, and one chunk of their sequences; `lines` threads share
 * those of one result, each of which takes every so manieth element, in four runs that it joins at the end. Then threads join theirs
 * by halves. Where there is one chunk that is the result; else it is a partial one, and those of a result are the sequence of a second
 * launch. Who joins what follows from the sizes alone: the same bits from run to run, and on every device.
 */
#define RA_PARTIAL 32 /* bytes of a partial result at most */
/* Elements of a thread that are under way at a time: with 1024 threads a multiprocessor that is more than memory gives it meanwhile. */
#define RA_LOADS (sizeof(ra_reducer) > 8 ? 8 : 16)

struct ra_reduction {
    ra_i64 outputs, length, chunk, chunks;
    ra_i64 lines, beside; /* lines * beside == RA_THREADS, both powers of two */
    ra_i64 is_across;     /* neighbouring threads have neighbouring results; else neighbouring elements */
    ra_i64 is_second;     /* the sequences are partial results */
    ra_i64 kept, reduced; /* dimensions, innermost first; strides in bytes */
    ra_i64 kept_sizes[RA_DIMENSIONS], kept_in[RA_DIMENSIONS], kept_out[2][RA_DIMENSIONS];
    ra_i64 sizes[RA_DIMENSIONS], strides[RA_DIMENSIONS];
    ra_i64 count;         /* elements of a sequence */
    double value;         /* correction, order */
    const char *in;
    char *out[2];
    char *partial;        /* that of a result's first chunk is followed by those of its others */
};

/* ---- the work of a block ---- */

typedef RA_REDUCER ra_reducer;
static_assert(sizeof(ra_reducer) <= RA_PARTIAL, "partial results have room");

/* Of a thread: every so manieth of the sequence that begins there. */
__device__ inline ra_reducer ra_taken(const ra_reduction &s, ra_i64 output, ra_i64 i, ra_i64 end, ra_i64 step)
{
    const auto add = [&](ra_reducer &r, RA_M x, ra_i64 at) {
#ifdef RA_KNOWN
        const double number = ra_convert<double, RA_M>::of(x);
        if (number != number)
            return;
#endif
        r.add(ra_convert<RA_T, RA_VIA>::of(ra_convert<RA_VIA, RA_M>::of(x)), at, s.value);
    };
    if (s.is_second) {
        const char *from = s.partial + output * s.length * RA_PARTIAL;
        return ra_runs<ra_reducer, 4>(i, end, step, [=](ra_i64 at) { return *(const ra_reducer *)(from + at * RA_PARTIAL); },
                                      [](ra_reducer &r, const ra_reducer &later, ra_i64) { r.join(later); });
    }
    const char *from = s.in + ra_offset(output, s.kept, s.kept_sizes, s.kept_in);
    const ra_i64 stride = s.strides[0];
    if (s.reduced == 1)
        return ra_runs<ra_reducer, RA_LOADS>(i, end, step, [=](ra_i64 at) { return *(const RA_M *)(from + at * stride); }, add);
    return ra_runs<ra_reducer, 4>(i, end, step, [&](ra_i64 at) { return *(const RA_M *)(from + ra_offset(at, s.reduced, s.sizes, s.strides)); }, add);
}

__device__ inline void ra_store(const ra_reduction &s, ra_i64 output, const ra_reducer &r)
{
    int k = 0;
#ifdef RA_VALUES
    const auto value = r.finish(s.count, s.value);
    *(RA_VALUES *)(s.out[k] + ra_offset(output, s.kept, s.kept_sizes, s.kept_out[k])) = ra_convert<RA_VALUES, decltype(ra_value(value))>::of(ra_value(value));
    k++;
#endif
#ifdef RA_POSITIONS
    *(RA_POSITIONS *)(s.out[k] + ra_offset(output, s.kept, s.kept_sizes, s.kept_out[k])) = ra_convert<RA_POSITIONS, ra_i64>::of(r.position());
#endif
    (void)k;
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) reduce(const __grid_constant__ ra_reduction s)
{
    __shared__ ra_reducer part[RA_THREADS];
    const unsigned me = threadIdx.x, lines = (unsigned)s.lines, beside = (unsigned)s.beside;
    const unsigned line = s.is_across ? me / beside : me % lines, side = s.is_across ? me % beside : me / lines;
    const unsigned step = s.is_across ? beside : 1;
    const ra_i64 tiles = (s.outputs + beside - 1) / beside * s.chunks;
    for (ra_i64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        const ra_i64 chunk = tile % s.chunks, output = tile / s.chunks * beside + side;
        if (output < s.outputs) {
            const ra_i64 first = chunk * s.chunk, end = first + s.chunk < s.length ? first + s.chunk : s.length;
            part[me] = ra_taken(s, output, first + line, end, lines);
        }
        for (unsigned half = lines / 2; half; half /= 2) {
            __syncthreads();
            if (line < half && output < s.outputs)
                part[me].join(part[me + half * step]);
        }
        if (line == 0 && output < s.outputs) {
            if (s.chunks > 1)
                *(ra_reducer *)(s.partial + (output * s.chunks + chunk) * RA_PARTIAL) = part[me];
            else
                ra_store(s, output, part[me]);
        }
        __syncthreads(); /* before part is written again */
    }
}
