/*
 * Each element of the result by its place: made of that, or taken from elsewhere.
 *
 *   RA_D          element type in memory
 *   RA_VALUE      an expression of at0 and at1, the places along the last dimension and the one before, of i, the number of the element,
 *                 of parameters, PI(n) and PF(n), and of SOURCE
 *   RA_SOURCE     (optional) there is a source
 *   RA_WRAPS      (optional) whose sizes the places along each dimension start again after
 *   RA_INDEXED    (optional) and where index tensors lead
 *   RA_PARTS      (optional) what is taken lies together along the last dimension, and RA_D are so many bytes of it: a thread moves so many
 *                 of them, sizes[0] from one to the next, for whose place it looks once
 */
struct ra_places {
    ra_i64 numel, dims;
    ra_i64 sizes[16], to_strides[16], from_strides[16], wraps[16]; /* innermost first, in bytes */
    ra_i64 params[9];
    ra_i64 whole, group; /* RA_PARTS: how many there are along the last dimension, and elements of each */
    char *to;
    const char *from;
#ifdef RA_INDEXED
    ra_indices indices;
#endif
};

#define PI(n) (s.params[n])
#define PF(n) ra_double(s.params[n])
#define SOURCE (*(const RA_D *)(s.from + from))

/* p: the rows that have an element, from the first to the end, columns, and the diagonal. */
__device__ inline ra_i64 ra_of_row(const ra_i64 *p, bool upper, ra_i64 row)
{
    const ra_i64 below = row + p[3] + !upper; /* columns on that side of it, or below */
    const ra_i64 kept = below < 0 ? 0 : below > p[2] ? p[2] : below;
    return upper ? p[2] - kept : kept;
}

/* Elements of the rows before that one: where they become more, or fewer, they do by one a row. */
__device__ inline ra_i64 ra_before_row(const ra_i64 *p, bool upper, ra_i64 row)
{
    const ra_i64 own = ra_of_row(p, upper, p[0]), bend = upper ? -p[3] : p[2] - p[3] - 1; /* upper: from that row on fewer; else up to it more */
    const ra_i64 start = bend < p[0] ? p[0] : bend > row ? row : bend, even = upper ? start - p[0] : row - start, slope = row - p[0] - even;
    if (upper)
        return own * even + slope * ra_of_row(p, true, start) - slope * (slope - 1) / 2;
    return slope * own + slope * (slope - 1) / 2 + even * p[2];
}

/* Element i of the result's row 1 (columns), or 0 (rows). */
__device__ inline ra_i64 ra_in_triangle(const ra_i64 *p, bool upper, ra_i64 i, ra_i64 is_column)
{
    ra_i64 low = p[0], high = p[1] - 1; /* the last row that begins at i or before */
    while (low < high) {
        const ra_i64 middle = low + (high - low + 1) / 2;
        if (ra_before_row(p, upper, middle) <= i)
            low = middle;
        else
            high = middle - 1;
    }
    return is_column ? i - ra_before_row(p, upper, low) + (upper ? p[2] - ra_of_row(p, true, low) : 0) : low;
}

extern "C" __global__ void places(const __grid_constant__ ra_places s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        ra_i64 left = i, to = 0, from = 0, at0 = 0, at1 = 0, rows = 0;
#pragma unroll 1
        for (int d = 0; d < s.dims; d++) {
            const ra_i64 at = d + 1 < s.dims ? ra_split(left, s.sizes[d]) : left;
            at0 = d == 0 ? at : at0;
            at1 = d == 1 ? at : at1;
            rows = d == 0 && s.dims > 1 ? left : rows;
            to += at * s.to_strides[d];
#ifdef RA_WRAPS
            from += at % s.wraps[d] * s.from_strides[d];
#elif defined RA_SOURCE
            from += at * s.from_strides[d];
#endif
        }
        (void)from, (void)at0, (void)at1, (void)rows;
#ifdef RA_INDEXED
#ifdef RA_PARTS
        const ra_i64 place = (rows * s.whole + at0) * s.group;
#else
        const ra_i64 place = i;
#endif
        if (!ra_indexed(s.indices, place, from))
            continue;
#endif
#ifdef RA_LOOKS
        (void)to;
#elif defined RA_PARTS
        RA_D x[RA_PARTS];
#pragma unroll
        for (int k = 0; k < RA_PARTS; k++)
            x[k] = at0 + k * s.sizes[0] < s.whole ? ((const RA_D *)(s.from + from))[k * s.sizes[0]] : RA_D();
#pragma unroll
        for (int k = 0; k < RA_PARTS; k++)
            if (at0 + k * s.sizes[0] < s.whole)
                ((RA_D *)(s.to + to))[k * s.sizes[0]] = x[k];
#else
        *(RA_D *)(s.to + to) = RA_VALUE;
#endif
    }
}
