/*
 * Windows over planes.
 *
 *   RA_D, RA_T   element types in memory, and of what is computed with
 *   RA_MAX, RA_MEAN, RA_CONV   which
 *   RA_LOWEST    of RA_MAX: no element is less
 *   RA_TILED     of RA_CONV: tiled(), else direct()
 *   RA_DEEP      of RA_CONV: over volumes
 *
 * Of pooling a thread has a window, and goes through it row by row. conv2d is a sum over terms: (planes,) channels of the group, rows and columns
 * of the kernel, the bias first. direct() gives a thread an output, tiled() a block RA_TILE channels by RA_TILE places: both add the same
 * terms one after another in that order, so it is no matter to the bits which of them is taken.
 * Padding is zeros, which weights that are infinite or NaN would make NaN of: there they count as 0.
 */
typedef unsigned ra_u32;
typedef unsigned long long ra_u64;

struct ra_window {
    ra_i64 batch, channels, in[2], out[2];
    ra_i64 kernel[2], stride[2], padding[2], dilation[2];
    struct {
        ra_i64 in, out, kernel, stride, padding, dilation;
    } depth;
    ra_i64 out_channels, groups;
    ra_i64 divisor;
    bool count_padding;
    bool is_across; /* neighbours in memory are channels of the result, not columns */
    ra_i64 numel, planes; /* of the result; its channels */
    ra_i64 in_strides[4], out_strides[4], place_strides[4], weight_strides[4], in_plane, out_plane, weight_plane, bias_stride; /* bytes: N or O, C, H, W; D */
    const char *input, *weight, *bias;
    char *output, *places;
};

struct ra_spot {
    ra_i64 n, c, z, y, x;
};

/* Places of all images, of one channel. */
__device__ inline ra_spot ra_place_of(const ra_window &s, ra_i64 i)
{
    ra_spot at;
    at.c = 0;
    at.x = i % s.out[1], i /= s.out[1];
    at.y = i % s.out[0], i /= s.out[0];
    at.z = 0;
#ifdef RA_DEEP
    at.z = i % s.depth.out, i /= s.depth.out;
#endif
    at.n = i;
    return at;
}

__device__ inline ra_spot ra_spot_of(const ra_window &s, ra_i64 i)
{
    ra_spot at = ra_place_of(s, s.is_across ? i / s.planes : i);
    at.c = (s.is_across ? i : at.n) % s.planes;
    if (!s.is_across)
        at.n /= s.planes;
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

/* What a weight counts as where it falls on padding. */
template <class T> __device__ inline T ra_tamed(T x) { return x - x == 0 ? x : (T)0; }
__device__ inline ra_c64 ra_tamed(ra_c64 x) { ra_c64 c = {ra_tamed(x.re), ra_tamed(x.im)}; return c; }
__device__ inline ra_c128 ra_tamed(ra_c128 x) { ra_c128 c = {ra_tamed(x.re), ra_tamed(x.im)}; return c; }
template <class T> __device__ inline bool ra_is_none(T x) { return x != x; }
__device__ inline bool ra_is_none(ra_c64 x) { return x.re != x.re || x.im != x.im; }
__device__ inline bool ra_is_none(ra_c128 x) { return x.re != x.re || x.im != x.im; }

/* Where term k of an output channel lies in the input, channels of the group from 0 on, and in the weights. */
struct ra_term {
    ra_i64 c, kz, ky, kx;
};

__device__ inline ra_term ra_term_of(const ra_window &s, ra_i64 k)
{
    ra_term t;
    t.kx = k % s.kernel[1], k /= s.kernel[1];
    t.ky = k % s.kernel[0], k /= s.kernel[0];
    t.kz = 0;
    t.c = k;
#ifdef RA_DEEP
    const ra_i64 each = s.channels / s.groups;
    t.kz = k / each, t.c = k % each;
#endif
    return t;
}

__device__ inline ra_i64 ra_terms(const ra_window &s)
{
    return s.channels / s.groups * s.kernel[0] * s.kernel[1]
#ifdef RA_DEEP
           * s.depth.kernel
#endif
        ;
}

/* The element under it, if it is none of padding. group: of the volume or plane. */
__device__ inline bool ra_under(const ra_window &s, const char *group, const ra_spot &at, const ra_term &t, RA_T &element)
{
    const ra_i64 row = at.y * s.stride[0] - s.padding[0] + t.ky * s.dilation[0], column = at.x * s.stride[1] - s.padding[1] + t.kx * s.dilation[1];
    element = RA_T();
#ifdef RA_DEEP
    const ra_i64 plane = at.z * s.depth.stride - s.depth.padding + t.kz * s.depth.dilation;
    if (plane < 0 || plane >= s.depth.in)
        return false;
    group += plane * s.in_plane;
#endif
    if (row < 0 || row >= s.in[0] || column < 0 || column >= s.in[1])
        return false;
    element = ra_loaded(group + ra_byte_of(s.in_strides, 0, t.c, row, column));
    return true;
}

__device__ inline RA_T ra_weight_of(const ra_window &s, ra_i64 channel, const ra_term &t)
{
    return ra_loaded(s.weight + ra_byte_of(s.weight_strides, channel, t.c, t.ky, t.kx) + t.kz * s.weight_plane);
}

__device__ inline RA_T ra_bias_of(const ra_window &s, ra_i64 channel) { return s.bias ? ra_loaded(s.bias + channel * s.bias_stride) : RA_T(); }

__device__ inline RA_T ra_sum_of(const ra_window &s, const ra_spot &at)
{
    const ra_i64 terms = ra_terms(s);
    const char *group = s.input + ra_byte_of(s.in_strides, at.n, at.c / (s.planes / s.groups) * (s.channels / s.groups), 0, 0);
    RA_T sum = ra_bias_of(s, at.c);
#pragma unroll 1
    for (ra_i64 k = 0; k < terms; k++) {
        const ra_term t = ra_term_of(s, k);
        const RA_T weight = ra_weight_of(s, at.c, t);
        RA_T element;
        const bool is_there = ra_under(s, group, at, t, element);
        sum = ra_fused(element, is_there ? weight : ra_tamed(weight), sum);
    }
    return sum;
}

__device__ inline void ra_stored(const ra_window &s, const ra_spot &at, RA_T sum)
{
    *(RA_D *)(s.output + ra_byte_of(s.out_strides, at.n, at.c, at.y, at.x) + at.z * s.out_plane) = ra_convert<RA_D, RA_T>::of(sum);
}

#ifndef RA_TILED
extern "C" __global__ void direct(const __grid_constant__ ra_window s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.numel; i += step) {
        const ra_spot at = ra_spot_of(s, i);
        ra_stored(s, at, ra_sum_of(s, at));
    }
}

#else
#define RA_TILE 64
#define RA_DEPTH 16
#define RA_OWN 4

__device__ inline bool ra_leaves(ra_i64 first, ra_i64 reach, ra_i64 size) { return first < 0 || first + reach >= size; }

/* Whether the window takes in padding. */
__device__ inline bool ra_is_at_edge(const ra_window &s, const ra_spot &at)
{
    return ra_leaves(at.y * s.stride[0] - s.padding[0], (s.kernel[0] - 1) * s.dilation[0], s.in[0]) ||
           ra_leaves(at.x * s.stride[1] - s.padding[1], (s.kernel[1] - 1) * s.dilation[1], s.in[1])
#ifdef RA_DEEP
           || ra_leaves(at.z * s.depth.stride - s.depth.padding, (s.depth.kernel - 1) * s.depth.dilation, s.depth.in)
#endif
        ;
}

/* A thread has RA_OWN channels by RA_OWN places of a block's; each term's weights and elements are loaded once for all of them. */
extern "C" __global__ void __launch_bounds__(256, 2) tiled(const __grid_constant__ ra_window s)
{
    __shared__ RA_T weights[RA_DEPTH][RA_TILE], elements[RA_DEPTH][RA_TILE];
    const unsigned me = threadIdx.x, channel = me / 16, place = me % 16, mine = me % RA_TILE;
    const ra_i64 each = s.channels / s.groups, outs = s.planes / s.groups, terms = ra_terms(s);
    const ra_i64 places = s.numel / s.planes, wide = (places + RA_TILE - 1) / RA_TILE, high = (outs + RA_TILE - 1) / RA_TILE;
    for (ra_i64 tile = blockIdx.x; tile < wide * high * s.groups; tile += gridDim.x) {
        const ra_i64 first = tile % wide * RA_TILE, group = tile / wide / high, channels = group * outs, top = channels + tile / wide % high * RA_TILE;
        const ra_spot own = ra_place_of(s, first + mine);
        const char *plane = s.input + ra_byte_of(s.in_strides, own.n, group * each, 0, 0);
        RA_T sums[RA_OWN][RA_OWN];
        for (int i = 0; i < RA_OWN; i++)
            for (int j = 0; j < RA_OWN; j++)
                sums[i][j] = top + channel + 16 * i < channels + outs ? ra_bias_of(s, top + channel + 16 * i) : RA_T();
        for (ra_i64 from = 0; from < terms; from += RA_DEPTH) {
            const int depth = terms - from < RA_DEPTH ? (int)(terms - from) : RA_DEPTH;
            for (int k = (int)(me / RA_TILE); k < depth; k += 256 / RA_TILE) {
                const ra_term t = ra_term_of(s, from + k);
                RA_T element = RA_T();
                weights[k][mine] = top + mine < channels + outs ? ra_weight_of(s, top + mine, t) : RA_T();
                if (first + mine < places)
                    ra_under(s, plane, own, t, element);
                elements[k][mine] = element;
            }
            __syncthreads();
            for (int k = 0; k < depth; k++)
                for (int i = 0; i < RA_OWN; i++)
                    for (int j = 0; j < RA_OWN; j++)
                        sums[i][j] = ra_fused(elements[k][place + 16 * j], weights[k][channel + 16 * i], sums[i][j]);
            __syncthreads(); /* before they are written again */
        }
        unsigned none = 0; /* those to be made again, once these are written: until then they take all registers */
        for (int j = 0; j < RA_OWN; j++)
            for (int i = 0; i < RA_OWN; i++) {
                const ra_i64 p = first + place + 16 * j;
                ra_spot at = ra_place_of(s, p);
                at.c = top + channel + 16 * i;
                if (p >= places || at.c >= channels + outs)
                    continue;
                ra_stored(s, at, sums[i][j]);
                none |= ra_is_none(sums[i][j]) ? 1u << (RA_OWN * i + j) : 0;
            }
#pragma unroll 1
        for (int k = 0; none; k++, none >>= 1) {
            ra_spot at = ra_place_of(s, first + place + 16 * (k % RA_OWN));
            at.c = top + channel + 16 * (k / RA_OWN);
            if ((none & 1) && ra_is_at_edge(s, at))
                ra_stored(s, at, ra_sum_of(s, at));
        }
    }
}
#endif
#endif
