/*
 * Writing through indices. Targets may be named more than once, and the order of the places then decides: each is an entry whose key is
 * where its target begins, which are sorted (sort.cu), and those of one target lie together, in their order.
 *
 *   RA_D         element type in memory
 *   RA_COMBINE   (optional) what becomes of a when b comes, one after another; else the last is written
 *   RA_ALONE     (optional) with RA_COMBINE: what stands there does not count: `value` stands there
 *   RA_MEAN      (optional) with RA_COMBINE: and is divided by how many they were
 */
struct ra_put {
    ra_i64 count, rest;       /* places; elements behind each */
    ra_i64 rest_dims, number; /* number: of all places the same one */
    ra_i64 to_strides[16], from_strides[16];                    /* over the space of the indices, innermost first, in bytes */
    ra_i64 rest_sizes[16], rest_to[16], rest_from[16];
    ra_i64 value[2], factor[2];
    char *to;
    const char *from;
    ra_entry *entries;
    ra_indices indices;
};

template <class T> __device__ inline T ra_added(T a, T b)
{
    const auto sum = ra_number(a) + ra_number(b);
    return ra_result<T, decltype(ra_value(sum))>::of(ra_value(sum));
}
__device__ inline ra_i32 ra_added(ra_i32 a, ra_i32 b) { return (ra_i32)((unsigned)a + (unsigned)b); }
__device__ inline ra_i64 ra_added(ra_i64 a, ra_i64 b) { return (ra_i64)((unsigned long long)a + (unsigned long long)b); }
__device__ inline ra_c64 ra_added(ra_c64 a, ra_c64 b) { ra_c64 c = {a.re + b.re, a.im + b.im}; return c; }
__device__ inline ra_c128 ra_added(ra_c128 a, ra_c128 b) { ra_c128 c = {a.re + b.re, a.im + b.im}; return c; }

template <class T> __device__ inline T ra_multiplied(T a, T b)
{
    const auto product = ra_number(a) * ra_number(b);
    return ra_result<T, decltype(ra_value(product))>::of(ra_value(product));
}
__device__ inline ra_i32 ra_multiplied(ra_i32 a, ra_i32 b) { return (ra_i32)((unsigned)a * (unsigned)b); }
__device__ inline ra_i64 ra_multiplied(ra_i64 a, ra_i64 b) { return (ra_i64)((unsigned long long)a * (unsigned long long)b); }
__device__ inline ra_c64 ra_multiplied(ra_c64 a, ra_c64 b) { ra_c64 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; }
__device__ inline ra_c128 ra_multiplied(ra_c128 a, ra_c128 b) { ra_c128 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; }

/* a + f b, of halves rounded once. */
template <class T> __device__ inline T ra_added_scaled(T a, T f, T b) { return ra_added(a, ra_multiplied(f, b)); }
__device__ inline ra_half ra_added_scaled(ra_half a, ra_half f, ra_half b) { return ra_element<ra_half>::of(ra_number(a) + ra_number(f) * ra_number(b)); }
__device__ inline ra_bfloat ra_added_scaled(ra_bfloat a, ra_bfloat f, ra_bfloat b) { return ra_element<ra_bfloat>::of(ra_number(a) + ra_number(f) * ra_number(b)); }

template <class T> __device__ inline T ra_most(T a, T b) { return ra_number(b) != ra_number(b) || ra_number(a) < ra_number(b) ? b : a; }
template <class T> __device__ inline T ra_least(T a, T b) { return ra_number(b) != ra_number(b) || ra_number(b) < ra_number(a) ? b : a; }

/* A mean; of integers rounded down. */
__device__ inline ra_i64 ra_shared(ra_i64 a, ra_i64 n) { return a / n - (a % n < 0); }
__device__ inline float ra_shared(float a, ra_i64 n) { return a / (float)n; }
__device__ inline double ra_shared(double a, ra_i64 n) { return a / (double)n; }
template <class T> __device__ inline T ra_share(T a, ra_i64 n) { return ra_element<T>::of(ra_shared(ra_number(a), n)); }
__device__ inline ra_u8 ra_share(ra_u8 a, ra_i64 n) { return (ra_u8)ra_shared((ra_i64)a, n); }
__device__ inline ra_i8 ra_share(ra_i8 a, ra_i64 n) { return (ra_i8)ra_shared((ra_i64)a, n); }
__device__ inline ra_i16 ra_share(ra_i16 a, ra_i64 n) { return (ra_i16)ra_shared((ra_i64)a, n); }
__device__ inline ra_i32 ra_share(ra_i32 a, ra_i64 n) { return (ra_i32)ra_shared((ra_i64)a, n); }
__device__ inline ra_bool ra_share(ra_bool a, ra_i64 n) { return ra_element<ra_bool>::of(ra_shared((ra_i64)a.bits, n)); }
__device__ inline ra_c64 ra_share(ra_c64 a, ra_i64 n) { ra_c64 c = {a.re / (float)n, a.im / (float)n}; return c; }
__device__ inline ra_c128 ra_share(ra_c128 a, ra_i64 n) { ra_c128 c = {a.re / (double)n, a.im / (double)n}; return c; }

/* One that leads nowhere is the last of all. */
extern "C" __global__ void targets(const __grid_constant__ ra_put s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.count; i += step) {
        ra_i64 at = 0, left = i;
        for (int d = 0; d < s.indices.dims; left /= s.indices.sizes[d++])
            at += left % s.indices.sizes[d] * s.to_strides[d];
        const bool is_there = ra_indexed(s.indices, i, at);
        const ra_entry e = {is_there ? (unsigned long long)at : ~0ULL, (unsigned long long)i};
        s.entries[i] = e;
    }
}

__device__ inline RA_D ra_put_value(const ra_put &s, unsigned long long place, ra_i64 more)
{
    if (s.number)
        return *(const RA_D *)s.value;
    ra_i64 left = (ra_i64)place;
    for (int d = 0; d < s.indices.dims; left /= s.indices.sizes[d++])
        more += left % s.indices.sizes[d] * s.from_strides[d];
    return *(const RA_D *)(s.from + more);
}

extern "C" __global__ void put(const __grid_constant__ ra_put s)
{
    const ra_i64 step = (ra_i64)gridDim.x * blockDim.x;
    for (ra_i64 i = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; i < s.count * s.rest; i += step) {
        ra_i64 at = i / s.rest, left = i % s.rest, to = 0, from = 0;
        const ra_entry own = s.entries[at];
#ifdef RA_COMBINE
        const bool is_other = own.key == ~0ULL || (at > 0 && s.entries[at - 1].key == own.key); /* the first of a target's takes them all */
#else
        const bool is_other = own.key == ~0ULL || (at + 1 < s.count && s.entries[at + 1].key == own.key);
#endif
        if (is_other)
            continue;
        for (int d = 0; d < s.rest_dims; left /= s.rest_sizes[d++]) {
            to += left % s.rest_sizes[d] * s.rest_to[d];
            from += left % s.rest_sizes[d] * s.rest_from[d];
        }
        RA_D *target = (RA_D *)(s.to + own.key + to);
#ifdef RA_COMBINE
        const RA_D f = *(const RA_D *)s.factor;
        (void)f;
#ifdef RA_ALONE
        RA_D a = *(const RA_D *)s.value;
        ra_i64 n = 0;
#else
        RA_D a = *target;
        ra_i64 n = 1;
#endif
        for (; at < s.count && s.entries[at].key == own.key; at++, n++) {
            const RA_D b = ra_put_value(s, s.entries[at].place, from);
            a = RA_COMBINE;
        }
#ifdef RA_MEAN
        a = n > 1 ? ra_share(a, n) : a;
#endif
        *target = a;
#else
        *target = ra_put_value(s, own.place, from);
#endif
    }
}
