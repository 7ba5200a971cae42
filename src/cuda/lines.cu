/*
 * Lines: the sequences that an operator takes one by one, along some dimensions, and how the threads of a block share them. It has
 * `beside` of them at a time, side by side, each with `lines` threads, of which every one takes every so manieth element.
 */
#define RA_THREADS 256
#define RA_DIMENSIONS 17

struct ra_lines {
    ra_i64 count, length;
    ra_i64 lines, beside; /* lines * beside == RA_THREADS, both powers of two */
    ra_i64 is_across;     /* neighbouring threads have neighbouring sequences; else neighbouring elements */
    ra_i64 kept, along;   /* dimensions, innermost first; strides in bytes */
    ra_i64 kept_sizes[RA_DIMENSIONS], along_sizes[RA_DIMENSIONS];
    ra_i64 kept_strides[4][RA_DIMENSIONS], along_strides[4][RA_DIMENSIONS];
};

__device__ inline ra_i64 ra_offset(ra_i64 index, ra_i64 dims, const ra_i64 *sizes, const ra_i64 *strides)
{
    ra_i64 at = 0, d = 0;
#pragma unroll 1
    for (; d + 1 < dims; d++)
        at += ra_split(index, sizes[d]) * strides[d];
    return at + index * strides[d];
}

/* Of operand k: where sequence `line` begins, and how far behind that its element i lies. */
__device__ inline ra_i64 ra_line_at(const ra_lines &s, int k, ra_i64 line) { return ra_offset(line, s.kept, s.kept_sizes, s.kept_strides[k]); }
__device__ inline ra_i64 ra_along(const ra_lines &s, int k, ra_i64 i) { return ra_offset(i, s.along, s.along_sizes, s.along_strides[k]); }

/*
 * What elements i, i + step, ... before end come to: in four runs, which are joined. load(i) reads element i, take(r, x, i) adds it to r.
 * So many are read before the first of them is added: a thread that waited for each would leave the memory idle.
 */
template <class R, int loads, class L, class F> __device__ inline R ra_runs(ra_i64 i, ra_i64 end, ra_i64 step, L load, F take)
{
    typedef decltype(load(i)) element;
    R own[4];
    element x[loads];
    static_assert(loads % 4 == 0, "each run has as many");
    for (int k = 0; k < 4; k++)
        own[k].start();
    ra_i64 left = i < end ? end - i + step - 1 : 0;
    (void)ra_split(left, step); /* elements */
    for (; left >= loads; left -= loads, i += loads * step) {
#pragma unroll
        for (int k = 0; k < loads; k++)
            x[k] = load(i + k * step);
#pragma unroll
        for (int k = 0; k < loads; k++)
            take(own[k % 4], x[k], i + k * step);
    }
    if (left > 0) {
        const int there = (int)left;
#pragma unroll
        for (int k = 0; k < loads - 1; k++)
            x[k] = k < there ? load(i + k * step) : element(); /* of which no register is kept from before */
#pragma unroll
        for (int k = 0; k < loads - 1; k++)
            if (k < there)
                take(own[k % 4], x[k], i + k * step);
    }
    own[0].join(own[1]);
    own[2].join(own[3]);
    own[0].join(own[2]);
    return own[0];
}

/* The same where take(r, i) reads element i itself. */
template <class R, class F> __device__ inline R ra_runs(ra_i64 i, ra_i64 end, ra_i64 step, F take)
{
    return ra_runs<R, 4>(i, end, step, [](ra_i64 at) { return at; }, [&](R &r, ra_i64 at, ra_i64) { take(r, at); });
}

/* Elements that follow one another, where they are loaded or stored at a time. */
#define RA_GROUP 4
template <class M> struct alignas(RA_GROUP * sizeof(M)) ra_group { M of[RA_GROUP]; };
