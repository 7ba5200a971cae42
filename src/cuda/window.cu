/*
 * Windows over planes.
 *
 *   RA_D, RA_T   element types in memory, and of what is computed with
 *   RA_MAX, RA_MEAN, RA_CONV   which
 *   RA_LOWEST    of RA_MAX: no element is less
 *   RA_TILED     of RA_CONV: tiled(), else direct()
 *
 * Of pooling a thread has a window, and goes through it row by row. conv2d is a sum over terms: channels of the group, rows and columns of
 * the kernel, the bias first. direct() gives a thread an output, tiled() a block RA_TILE channels by RA_TILE places: both add the same
 * terms one after another in that order, so it is no matter to the bits which of them is taken.
 */
typedef unsigned ra_u32;
typedef unsigned long long ra_u64;

struct ra_window {
    ra_i64 batch, channels, in[2], out[2];
    ra_i64 kernel[2], stride[2], padding[2], dilation[2];
    ra_i64 out_channels, groups;
    ra_i64 divisor;
    bool count_padding;
    bool is_across; /* neighbours in memory are channels of the result, not columns */
    ra_i64 numel, planes; /* of the result; its channels */
    ra_i64 in_strides[4], out_strides[4], place_strides[4], weight_strides[4], bias_stride; /* bytes: N or O, C, H, W */
    const char *input, *weight, *bias;
    char *output, *places;
};

struct ra_spot {
    ra_i64 n, c, y, x;
};

__device__ inline ra_spot ra_spot_of(const ra_window &s, ra_i64 i)
{
    ra_spot at;
    if (s.is_across)
        at.c = i % s.planes, i /= s.planes;
    at.x = i % s.out[1], i /= s.out[1];
    at.y = i % s.out[0], i /= s.out[0];
    if (!s.is_across)
        at.c = i % s.planes, i /= s.planes;
    at.n = i;
    return at;
}

__device__ inline ra_i64 ra_byte_of(const ra_i64 *strides, ra_i64 n, ra_i64 c, ra_i64 y, ra_i64 x)
{
    return n * strides[0] + c * strides[1] + y * strides[2] + x * strides[3];
}

#ifndef RA_CONV
__device__ inline ra_i64 ra_min(ra_i64 a, ra_i64 b) { return a < b ? a : b; }
__device__ inline ra_i64 ra_max(ra_i64 a, ra_i64 b) { return a > b ? a : b; }

/* Of window i along dimension k: its first place, and which elements of it stand in the input. */
__device__ inline void ra_inside(const ra_window &s, int k, ra_i64 i, ra_i64 &start, ra_i64 &first, ra_i64 &end)
{
    const ra_i64 d = s.dilation[k];
    start = i * s.stride[k] - s.padding[k];
    first = start < 0 ? (-start + d - 1) / d : 0;
    end = start >= s.in[k] ? 0 : ra_min(s.kernel[k], (s.in[k] - start + d - 1) / d);
}

/* What the sum of a window is divided by; 0: it holds nothing. */
__device__ inline ra_i64 ra_divisor(const ra_window &s, ra_i64 top, ra_i64 left)
{
    const ra_i64 start[2] = {top, left};
    ra_i64 inside = 1, padded = 1;
    for (int k = 0; k < 2; k++) {
        const ra_i64 end = ra_min(start[k] + s.kernel[k], s.in[k] + s.padding[k]);
        padded *= end - start[k];
        inside *= ra_max(0, ra_min(end, s.in[k]) - ra_max(start[k], 0));
    }
    return inside == 0 ? 0 : s.divisor ? s.divisor : s.count_padding ? padded : inside;
}

extern "C" __global__ void pool(const __grid_constant__ ra_window s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        const ra_spot at = ra_spot_of(s, i);
        const char *plane = s.input + ra_byte_of(s.in_strides, at.n, at.c, 0, 0);
        ra_i64 top, left, rows, rows_end, first, end;
        ra_inside(s, 0, at.y, top, rows, rows_end);
        ra_inside(s, 1, at.x, left, first, end);
#ifdef RA_MAX
        RA_T best = RA_LOWEST;
        ra_i64 place = (top + rows * s.dilation[0]) * s.in[1] + left + first * s.dilation[1];
#else
        RA_T sum = 0;
#endif
        for (ra_i64 ky = rows; ky < rows_end; ky++)
            for (ra_i64 kx = first; kx < end; kx++) {
                const ra_i64 y = top + ky * s.dilation[0], x = left + kx * s.dilation[1];
                const RA_T value = ra_convert<RA_T, RA_D>::of(*(const RA_D *)(plane + ra_byte_of(s.in_strides, 0, 0, y, x)));
#ifdef RA_MAX
                if (value > best || value != value)
                    best = value, place = y * s.in[1] + x;
#else
                sum += value;
#endif
            }
#ifdef RA_MAX
        const RA_T result = best;
        *(ra_i64 *)(s.places + ra_byte_of(s.place_strides, at.n, at.c, at.y, at.x)) = place;
#else
        const ra_i64 divisor = ra_divisor(s, top, left);
        const RA_T result = divisor ? sum / (RA_T)divisor : (RA_T)0;
#endif
        *(RA_D *)(s.output + ra_byte_of(s.out_strides, at.n, at.c, at.y, at.x)) = ra_convert<RA_D, RA_T>::of(result);
    }
}
#else

__device__ inline float ra_fused(float x, float y, float sum) { return fma(x, y, sum); }
__device__ inline double ra_fused(double x, double y, double sum) { return fma(x, y, sum); }
__device__ inline ra_u32 ra_fused(ra_u32 x, ra_u32 y, ra_u32 sum) { return sum + x * y; }
__device__ inline ra_u64 ra_fused(ra_u64 x, ra_u64 y, ra_u64 sum) { return sum + x * y; }
template <class C> __device__ inline C ra_fused(C x, C y, C sum)
{
    C c = {sum.re + (x.re * y.re - x.im * y.im), sum.im + (x.re * y.im + x.im * y.re)};
    return c;
}

/* Integers wrap: what is left of a sum is the same with a sign or without. */
__device__ inline RA_T ra_loaded(const char *from) { return (RA_T)ra_number(*(const RA_D *)from); }

/* Where term k of an output channel lies in the input, channels of the group from 0 on, and in the weights. */
struct ra_term {
    ra_i64 c, ky, kx;
};

__device__ inline ra_term ra_term_of(const ra_window &s, ra_i64 k)
{
    ra_term t;
    t.kx = k % s.kernel[1], k /= s.kernel[1];
    t.ky = k % s.kernel[0];
    t.c = k / s.kernel[0];
    return t;
}

/* The element under it; zero in the padding. group: of the plane; y, x: the window's first place. */
__device__ inline RA_T ra_under(const ra_window &s, const char *group, ra_i64 y, ra_i64 x, const ra_term &t)
{
    const ra_i64 row = y + t.ky * s.dilation[0], column = x + t.kx * s.dilation[1];
    if (row < 0 || row >= s.in[0] || column < 0 || column >= s.in[1])
        return RA_T();
    return ra_loaded(group + ra_byte_of(s.in_strides, 0, t.c, row, column));
}

__device__ inline RA_T ra_bias_of(const ra_window &s, ra_i64 channel) { return s.bias ? ra_loaded(s.bias + channel * s.bias_stride) : RA_T(); }

__device__ inline void ra_stored(const ra_window &s, const ra_spot &at, RA_T sum)
{
    *(RA_D *)(s.output + ra_byte_of(s.out_strides, at.n, at.c, at.y, at.x)) = ra_convert<RA_D, RA_T>::of(sum);
}

#ifndef RA_TILED
extern "C" __global__ void direct(const __grid_constant__ ra_window s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x, each = s.channels / s.groups, terms = each * s.kernel[0] * s.kernel[1];
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        const ra_spot at = ra_spot_of(s, i);
        const char *group = s.input + ra_byte_of(s.in_strides, at.n, at.c / (s.planes / s.groups) * each, 0, 0);
        const ra_i64 y = at.y * s.stride[0] - s.padding[0], x = at.x * s.stride[1] - s.padding[1];
        RA_T sum = ra_bias_of(s, at.c);
        for (ra_i64 k = 0; k < terms; k++) {
            const ra_term t = ra_term_of(s, k);
            sum = ra_fused(ra_under(s, group, y, x, t), ra_loaded(s.weight + ra_byte_of(s.weight_strides, at.c, t.c, t.ky, t.kx)), sum);
        }
        ra_stored(s, at, sum);
    }
}

#else
#define RA_TILE 64
#define RA_DEPTH 16
#define RA_OWN 4

/* A thread has RA_OWN channels by RA_OWN places of a block's; each term's weights and elements are loaded once for all of them. */
extern "C" __global__ void __launch_bounds__(256, 2) tiled(const __grid_constant__ ra_window s)
{
    __shared__ RA_T weights[RA_DEPTH][RA_TILE], elements[RA_DEPTH][RA_TILE];
    const unsigned me = threadIdx.x, channel = me / 16, place = me % 16, mine = me % RA_TILE;
    const ra_i64 each = s.channels / s.groups, outs = s.planes / s.groups, terms = each * s.kernel[0] * s.kernel[1];
    const ra_i64 places = s.batch * s.out[0] * s.out[1], wide = (places + RA_TILE - 1) / RA_TILE, high = (outs + RA_TILE - 1) / RA_TILE;
    for (ra_i64 tile = blockIdx.x; tile < wide * high * s.groups; tile += gridDim.x) {
        const ra_i64 first = tile % wide * RA_TILE, group = tile / wide / high, channels = group * outs, top = channels + tile / wide % high * RA_TILE;
        const ra_i64 own = first + mine, x = own % s.out[1], y = own / s.out[1] % s.out[0], n = own / s.out[1] / s.out[0];
        const char *plane = s.input + ra_byte_of(s.in_strides, n, group * each, 0, 0);
        RA_T sums[RA_OWN][RA_OWN];
        for (int i = 0; i < RA_OWN; i++)
            for (int j = 0; j < RA_OWN; j++)
                sums[i][j] = top + channel + 16 * i < channels + outs ? ra_bias_of(s, top + channel + 16 * i) : RA_T();
        for (ra_i64 from = 0; from < terms; from += RA_DEPTH) {
            const int depth = terms - from < RA_DEPTH ? (int)(terms - from) : RA_DEPTH;
            for (int k = (int)(me / RA_TILE); k < depth; k += 256 / RA_TILE) {
                const ra_term t = ra_term_of(s, from + k);
                weights[k][mine] = top + mine < channels + outs ? ra_loaded(s.weight + ra_byte_of(s.weight_strides, top + mine, t.c, t.ky, t.kx)) : RA_T();
                elements[k][mine] = own < places ? ra_under(s, plane, y * s.stride[0] - s.padding[0], x * s.stride[1] - s.padding[1], t) : RA_T();
            }
            __syncthreads();
            for (int k = 0; k < depth; k++)
                for (int i = 0; i < RA_OWN; i++)
                    for (int j = 0; j < RA_OWN; j++)
                        sums[i][j] = ra_fused(elements[k][place + 16 * j], weights[k][channel + 16 * i], sums[i][j]);
            __syncthreads(); /* before they are written again */
        }
        for (int j = 0; j < RA_OWN; j++)
            for (int i = 0; i < RA_OWN; i++) {
                const ra_i64 p = first + place + 16 * j;
                const ra_spot at = {p / s.out[1] / s.out[0], top + channel + 16 * i, p / s.out[1] % s.out[0], p % s.out[1]};
                if (p < places && at.c < channels + outs)
                    ra_stored(s, at, sums[i][j]);
            }
    }
}
#endif
#endif
