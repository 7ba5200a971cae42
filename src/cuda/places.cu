/*
 * Each element of the result by its place: made of that, or taken from elsewhere.
 *
 *   RA_D          element type in memory
 *   RA_VALUE      an expression of at0 and at1, the places along the last dimension and the one before, of i, the number of the element,
 *                 of parameters, PI(n) and PF(n), and of SOURCE
 *   RA_SOURCE     (optional) there is a source
 *   RA_WRAPS      (optional) whose sizes the places along each dimension start again after
 *   RA_INDEXED    (optional) and where index tensors lead
 */
struct ra_places {
    ra_i64 numel, dims;
    ra_i64 sizes[16], to_strides[16], from_strides[16], wraps[16]; /* innermost first, in bytes */
    ra_i64 params[8];
    char *to;
    const char *from;
#ifdef RA_INDEXED
    ra_indices indices;
#endif
};

#define PI(n) (s.params[n])
#define PF(n) ra_double(s.params[n])
#define SOURCE (*(const RA_D *)(s.from + from))

extern "C" __global__ void places(const __grid_constant__ ra_places s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        ra_i64 left = i, to = 0, from = 0, at0 = 0, at1 = 0;
        for (int d = 0; d < s.dims; left /= s.sizes[d++]) {
            const ra_i64 at = left % s.sizes[d];
            at0 = d == 0 ? at : at0;
            at1 = d == 1 ? at : at1;
            to += at * s.to_strides[d];
#ifdef RA_WRAPS
            from += at % s.wraps[d] * s.from_strides[d];
#elif defined RA_SOURCE
            from += at * s.from_strides[d];
#endif
        }
        (void)from, (void)at0, (void)at1;
#ifdef RA_INDEXED
        if (!ra_indexed(s.indices, i, from))
            continue;
#endif
        *(RA_D *)(s.to + to) = RA_VALUE;
    }
}
