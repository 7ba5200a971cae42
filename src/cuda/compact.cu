/*
 * What is found among many, in order (stream compaction): its number is known here alone.
 *
 *   RA_D        element type of what is taken (RA_SELECT, RA_SCATTER, RA_UNIQUE) or tested (RA_NONZERO)
 *   RA_NONZERO  elements unlike zero; their coordinates are written
 *   RA_SELECT   elements of a mask; those of another operand are written
 *   RA_SCATTER  elements of a mask; the result is that operand but for them, where one element of a source after the other is
 *   RA_UNIQUE   of sorted entries those unlike the one before; their elements are written
 *
 * A block has some chunks of the space, in row-major order. One launch counts what each has, one turns the counts into where each begins
 * to write, one writes; of entries, a fourth writes how many are alike.
 */
#define RA_THREADS 256

enum { RA_COUNT, RA_PLACE, RA_WRITE, RA_LENGTHS };

struct ra_compact {
    ra_i64 step, numel, chunk, chunks, dims;
    ra_i64 sizes[16], tested[16], taken[16]; /* innermost first; strides in bytes */
    unsigned long long bits;    /* tested: those of which one is set in what is unlike zero; of entries: the key of NaN */
    ra_i64 has_nan, item;       /* NaN equals nothing; bytes of an element of the result, whose columns are as long as there are rows */
    ra_i64 kept, kept_row, kept_column; /* with so many rows it is laid out so */
    ra_i64 room;                /* more rows than these are not written */
    const char *test, *from;
    char *to;
    ra_i64 *starts, *total;     /* of each chunk, then of all; that, for the host */
    const ra_entry *entries;
    ra_i64 *places, *inverse, *counts; /* of entries: where each kind begins; which kind each is of, and how many each has, or NULL */
    const char *source;
    ra_i64 put[16];             /* of what RA_SCATTER writes, over the space */
    ra_i64 source_dims, source_sizes[16], source_strides[16];
};

__device__ inline bool ra_any(ra_i64 x, unsigned long long bits) { return ((unsigned long long)x & bits) != 0; }
__device__ inline bool ra_any(ra_c128 x, unsigned long long bits)
{
    union { double f; ra_i64 i; } re, im;
    re.f = x.re, im.f = x.im;
    return ra_any(re.i | im.i, bits);
}

__device__ inline ra_i64 ra_strided(ra_i64 dims, const ra_i64 *sizes, const ra_i64 *strides, ra_i64 i)
{
    ra_i64 at = 0;
    for (int d = 0; d < dims; i /= sizes[d++])
        at += i % sizes[d] * strides[d];
    return at;
}
__device__ inline ra_i64 ra_strided(const ra_compact &s, const ra_i64 *strides, ra_i64 i) { return ra_strided(s.dims, s.sizes, strides, i); }

__device__ inline bool ra_found(const ra_compact &s, ra_i64 i)
{
#if defined RA_UNIQUE
    return i == 0 || s.entries[i].key != s.entries[i - 1].key || (s.has_nan && s.entries[i].key == s.bits);
#elif defined RA_SELECT || defined RA_SCATTER
    return *(const ra_u8 *)(s.test + ra_strided(s, s.tested, i)) != 0;
#else
    return ra_any(*(const RA_D *)(s.test + ra_strided(s, s.tested, i)), s.bits);
#endif
}

/* Element i, of which there are `before` found before it. */
__device__ inline void ra_take(const ra_compact &s, ra_i64 i, bool found, ra_i64 before, ra_i64 total)
{
#ifdef RA_SCATTER
    const char *from = found ? s.source + ra_strided(s.source_dims, s.source_sizes, s.source_strides, before) : s.from + ra_strided(s, s.taken, i);
    *(RA_D *)(s.to + ra_strided(s, s.put, i)) = *(const RA_D *)from;
    (void)total;
#else
    const bool is_kept = total == s.kept;
    char *to = s.to + before * (is_kept ? s.kept_row : s.item);
#if defined RA_UNIQUE
    const ra_i64 place = (ra_i64)s.entries[i].place;
    if (s.inverse)
        s.inverse[place] = before + found - 1;
    if (found && s.counts)
        s.places[before] = i;
    if (found)
        *(RA_D *)to = *(const RA_D *)(s.from + ra_strided(s, s.taken, place));
#elif defined RA_SELECT
    if (found)
        *(RA_D *)to = *(const RA_D *)(s.from + ra_strided(s, s.taken, i));
#else
    if (!found)
        return;
    const ra_i64 column = is_kept ? s.kept_column : total * s.item;
    for (int d = 0; d < s.dims; i /= s.sizes[d++])
        *(ra_i64 *)(to + (s.dims - 1 - d) * column) = i % s.sizes[d];
#endif
    (void)is_kept, (void)total;
#endif
}

__device__ inline void ra_count_chunks(const ra_compact &s, ra_i64 *part)
{
    const unsigned me = threadIdx.x;
    for (ra_i64 chunk = blockIdx.x; chunk < s.chunks; chunk += gridDim.x) {
        const ra_i64 first = chunk * s.chunk, end = first + s.chunk < s.numel ? first + s.chunk : s.numel;
        ra_i64 own = 0;
        for (ra_i64 i = first + me; i < end; i += RA_THREADS)
            own += ra_found(s, i);
        part[me] = own;
        for (unsigned half = RA_THREADS / 2; half; half /= 2) {
            __syncthreads();
            if (me < half)
                part[me] += part[me + half];
        }
        if (me == 0)
            s.starts[chunk] = part[0];
        __syncthreads(); /* before part is written again */
    }
}

/* By one block: each thread has some chunks that follow one another. */
__device__ inline void ra_place_chunks(const ra_compact &s, ra_i64 *part)
{
    const unsigned me = threadIdx.x;
    const ra_i64 each = (s.chunks + RA_THREADS - 1) / RA_THREADS, first = me * each, end = first + each < s.chunks ? first + each : s.chunks;
    ra_i64 own = 0;
    for (ra_i64 chunk = first; chunk < end; chunk++)
        own += s.starts[chunk];
    part[me] = own;
    for (unsigned back = 1; back < RA_THREADS; back *= 2) {
        __syncthreads();
        const ra_i64 earlier = me >= back ? part[me - back] : 0;
        __syncthreads(); /* before that is written */
        part[me] += earlier;
    }
    ra_i64 at = part[me] - own;
    for (ra_i64 chunk = first; chunk < end; chunk++) {
        const ra_i64 count = s.starts[chunk];
        s.starts[chunk] = at;
        at += count;
    }
    if (me == RA_THREADS - 1)
        s.starts[s.chunks] = *s.total = at;
}

__device__ inline void ra_write_chunks(const ra_compact &s, unsigned *warps)
{
    const unsigned me = threadIdx.x, lane = me % 32, warp = me / 32;
    const ra_i64 total = s.starts[s.chunks];
    if (total > s.room && total != s.kept)
        return;
    for (ra_i64 chunk = blockIdx.x; chunk < s.chunks; chunk += gridDim.x) {
        const ra_i64 first = chunk * s.chunk, end = first + s.chunk < s.numel ? first + s.chunk : s.numel;
        ra_i64 row = s.starts[chunk];
        for (ra_i64 tile = first; tile < end; tile += RA_THREADS) {
            const ra_i64 i = tile + me;
            const bool found = i < end && ra_found(s, i);
            const unsigned votes = __ballot_sync(~0u, found);
            ra_i64 before = row + __popc(votes & ((1u << lane) - 1));
            if (lane == 0)
                warps[warp] = __popc(votes);
            __syncthreads();
            for (unsigned w = 0; w < RA_THREADS / 32; w++) {
                before += w < warp ? warps[w] : 0;
                row += warps[w];
            }
            __syncthreads(); /* before warps is written again */
            if (i < end)
                ra_take(s, i, found, before, total);
        }
    }
}

extern "C" __global__ void __launch_bounds__(RA_THREADS, 2) compact(const __grid_constant__ ra_compact s)
{
    __shared__ ra_i64 part[RA_THREADS];
    __shared__ unsigned warps[RA_THREADS / 32];
    if (s.step == RA_COUNT)
        ra_count_chunks(s, part);
    else if (s.step == RA_PLACE)
        ra_place_chunks(s, part);
    else if (s.step == RA_WRITE)
        ra_write_chunks(s, warps);
#ifdef RA_UNIQUE
    else {
        const ra_i64 total = s.starts[s.chunks], step = (ra_i64)gridDim.x * blockDim.x;
        for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < total; i += step)
            s.counts[i] = (i + 1 < total ? s.places[i + 1] : s.numel) - s.places[i];
    }
#endif
}
