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
    for (; d + 1 < dims; index /= sizes[d++])
        at += index % sizes[d] * strides[d];
    return at + index * strides[d];
}

/* Of operand k: where sequence `line` begins, and how far behind that its element i lies. */
__device__ inline ra_i64 ra_line_at(const ra_lines &s, int k, ra_i64 line) { return ra_offset(line, s.kept, s.kept_sizes, s.kept_strides[k]); }
__device__ inline ra_i64 ra_along(const ra_lines &s, int k, ra_i64 i) { return ra_offset(i, s.along, s.along_sizes, s.along_strides[k]); }

/* What elements i, i + step, ... before end come to: in four runs, which are joined. take(r, i) adds element i to r. */
template <class R, class F> __device__ inline R ra_runs(ra_i64 i, ra_i64 end, ra_i64 step, F take)
{
    R own[4];
    for (int k = 0; k < 4; k++)
        own[k].start();
    for (; i + 3 * step < end; i += 4 * step)
        for (int k = 0; k < 4; k++)
            take(own[k], i + k * step);
    for (int k = 0; k < 3; k++, i += step)
        if (i < end)
            take(own[k], i);
    own[0].join(own[1]);
    own[2].join(own[3]);
    own[0].join(own[2]);
    return own[0];
}
