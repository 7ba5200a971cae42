/*
 * What every program begins with: element types, and how one becomes another. As on the processor, bit by bit: halves round to
 * nearest even by way of float, floating to integer truncates and gives the smallest integer where it does not fit, to bool is
 * "unlike zero".
 */
typedef signed char ra_i8;
typedef unsigned char ra_u8;
typedef short ra_i16;
typedef int ra_i32;
typedef long long ra_i64;
struct ra_bool { unsigned char bits; };
struct ra_half { unsigned short bits; };
struct ra_bfloat { unsigned short bits; };
struct ra_c64 { float re, im; };
struct ra_c128 { double re, im; };
struct alignas(16) ra_sixteen { ra_i64 bits[2]; }; /* bytes that are moved at a time */
enum { RA_AT_A_TIME = 4 }; /* elements that a thread has under way between memory and itself */
/* Of small elements side by side, as one access. */
template <class M> struct alignas(RA_AT_A_TIME * sizeof(M) < 16 ? RA_AT_A_TIME * sizeof(M) : 16) ra_together { M of[RA_AT_A_TIME]; };
template <class M> __device__ inline ra_together<M> ra_read_together(const char *data, ra_i64 stride, ra_i64 group)
{
    if (stride != 0)
        return ((const ra_together<M> *)data)[group];
    ra_together<M> all;
    for (int k = 0; k < RA_AT_A_TIME; k++)
        all.of[k] = *(const M *)data;
    return all;
}

__device__ inline unsigned ra_bits(float x)
{
    union { float f; unsigned u; } b;
    b.f = x;
    return b.u;
}

__device__ inline float ra_float(unsigned u)
{
    union { float f; unsigned u; } b;
    b.u = u;
    return b.f;
}

__device__ inline double ra_double(long long i)
{
    union { double f; long long i; } b;
    b.i = i;
    return b.f;
}

/* Halves by the device's instructions, where the compiler is the one that knows them; but a NaN keeps its bits. */
__device__ inline float ra_of_half(unsigned short h)
{
#ifdef __EDG__
    if ((h & 0x7fffu) <= 0x7c00u) {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
        return x;
    }
#endif
    unsigned sign = (unsigned)(h & 0x8000u) << 16, low = (unsigned)(h & 0x7fffu) << 13;
    if (low >= 0x0f800000u)
        return ra_float(sign | low | 0x7f800000u | (low > 0x0f800000u ? 0x00400000u : 0u));
    return ra_float(sign | (low < (1u << 23) ? ra_bits(ra_float(low + (113u << 23)) - 6.103515625e-05f) : low + (112u << 23)));
}

__device__ inline unsigned short ra_to_half(float x)
{
#ifdef __EDG__
    if (x == x) {
        unsigned short h;
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
        return h;
    }
#endif
    unsigned u = ra_bits(x), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
    if (a > 0x7f800000u)
        return (unsigned short)(sign | 0x7e00u | ((a >> 13) & 0x3ffu));
    if (a >= 0x47800000u)
        return (unsigned short)(sign | 0x7c00u);
    return (unsigned short)(sign | (a < (113u << 23) ? ra_bits(ra_float(a) + 0.5f) - 0x3f000000u : (a - (112u << 23) + 0xfffu + ((a >> 13) & 1u)) >> 13));
}

__device__ inline unsigned short ra_to_bfloat(float x)
{
    unsigned u = ra_bits(x);
    return (unsigned short)((u & 0x7fffffffu) > 0x7f800000u ? (u >> 16) | 0x40u : (u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

/* The number that an element stands for. */
template <class T> __device__ inline T ra_number(T x) { return x; }
__device__ inline ra_u8 ra_number(ra_bool x) { return x.bits; }
__device__ inline float ra_number(ra_half x) { return ra_of_half(x.bits); }
__device__ inline float ra_number(ra_bfloat x) { return ra_float((unsigned)x.bits << 16); }

template <class T> __device__ inline T ra_real(T x) { return x; }
__device__ inline float ra_real(ra_c64 x) { return x.re; }
__device__ inline double ra_real(ra_c128 x) { return x.re; }
template <class T> __device__ inline bool ra_is_set(T x) { return x != 0; }
__device__ inline bool ra_is_set(ra_c64 x) { return x.re != 0 || x.im != 0; }
__device__ inline bool ra_is_set(ra_c128 x) { return x.re != 0 || x.im != 0; }

template <class T> __device__ inline ra_i32 ra_int32(T x) { return (ra_i32)x; }
__device__ inline ra_i32 ra_int32(double x) { return x > -2147483649.0 && x < 2147483648.0 ? (ra_i32)x : -2147483647 - 1; }
__device__ inline ra_i32 ra_int32(float x) { return ra_int32((double)x); }
template <class T> __device__ inline ra_i64 ra_int64(T x) { return (ra_i64)x; }
__device__ inline ra_i64 ra_int64(double x) { return x >= -9223372036854775808.0 && x < 9223372036854775808.0 ? (ra_i64)x : -9223372036854775807LL - 1; }
__device__ inline ra_i64 ra_int64(float x) { return ra_int64((double)x); }

/* The element for such a number. */
template <class D> struct ra_element;
template <> struct ra_element<ra_bool> { template <class S> static __device__ ra_bool of(S x) { ra_bool b; b.bits = ra_is_set(x); return b; } };
template <> struct ra_element<ra_u8> { template <class S> static __device__ ra_u8 of(S x) { return (ra_u8)ra_int64(ra_real(x)); } };
template <> struct ra_element<ra_i8> { template <class S> static __device__ ra_i8 of(S x) { return (ra_i8)ra_int32(ra_real(x)); } };
template <> struct ra_element<ra_i16> { template <class S> static __device__ ra_i16 of(S x) { return (ra_i16)ra_int32(ra_real(x)); } };
template <> struct ra_element<ra_i32> { template <class S> static __device__ ra_i32 of(S x) { return ra_int32(ra_real(x)); } };
template <> struct ra_element<ra_i64> { template <class S> static __device__ ra_i64 of(S x) { return ra_int64(ra_real(x)); } };
template <> struct ra_element<float> { template <class S> static __device__ float of(S x) { return (float)ra_real(x); } };
template <> struct ra_element<double> { template <class S> static __device__ double of(S x) { return (double)ra_real(x); } };
template <> struct ra_element<ra_half> { template <class S> static __device__ ra_half of(S x) { ra_half h; h.bits = ra_to_half((float)ra_real(x)); return h; } };
template <> struct ra_element<ra_bfloat> { template <class S> static __device__ ra_bfloat of(S x) { ra_bfloat h; h.bits = ra_to_bfloat((float)ra_real(x)); return h; } };
template <class R, class S> __device__ inline R ra_imaginary(S) { return 0; }
template <class R> __device__ inline R ra_imaginary(ra_c64 x) { return (R)x.im; }
template <class R> __device__ inline R ra_imaginary(ra_c128 x) { return (R)x.im; }
template <> struct ra_element<ra_c64> { template <class S> static __device__ ra_c64 of(S x) { ra_c64 c = {(float)ra_real(x), ra_imaginary<float>(x)}; return c; } };
template <> struct ra_element<ra_c128> { template <class S> static __device__ ra_c128 of(S x) { ra_c128 c = {(double)ra_real(x), ra_imaginary<double>(x)}; return c; } };

template <class D, class S> struct ra_convert { static __device__ D of(S x) { return ra_element<D>::of(ra_number(x)); } };
template <class T> struct ra_convert<T, T> { static __device__ T of(T x) { return x; } };

/* What an expression computes with: halves and complex ones as they are (they are only moved), bool as a number. */
template <class T> __device__ inline T ra_value(T x) { return x; }
__device__ inline ra_u8 ra_value(ra_bool x) { return x.bits; }
/* The element for what an expression gave. */
template <class D, class S> struct ra_result { static __device__ D of(S x) { return ra_element<D>::of(x); } };
template <class T> struct ra_result<T, T> { static __device__ T of(T x) { return x; } };

/* What is left of index within size, by which it is divided. Of both in 32 bits, where they fit, the compiler makes a shorter division. */
__device__ inline ra_i64 ra_split(ra_i64 &index, ra_i64 size)
{
    const ra_i64 whole = index;
    index = whole / size;
    return whole - index * size;
}

/* CUDA's own is infinite where the result is the largest number, and the smaller operand adds nothing to it. */
template <class T> __device__ inline T ra_hypot(T a, T b)
{
    const T x = fabs(a), y = fabs(b), large = x > y ? x : y, small = x > y ? y : x;
    return small < large * (T)0x1p-30 ? large + (T)0.5 * small * (small / large) : hypot(a, b);
}

/* A power of whole numbers that is one, and small enough to tell it from its neighbours: CUDA's pow may be some units of the last place beside it. */
template <class T> __device__ inline T ra_whole_power(T a, T b)
{
    const T power = pow(a, b);
    return b >= 0 && fabs(power) < (T)(sizeof(T) == 4 ? 0x1p20 : 0x1p50) && a == rint(a) && b == rint(b) ? rint(power) : power;
}

/*
 * A place at fault: the first of all is what flag[0] says in the end, and flag[1] what `found` has there. Whoever made it the first writes that,
 * and goes on until what he has written is of the place that is the first by then: so the last that is written is.
 */
template <class Found> __device__ inline void ra_noted(unsigned long long *flag, unsigned long long place, const Found &found)
{
    if (atomicMin(flag, place) <= place)
        return;
    for (unsigned long long first = place, written = ~0ULL; first != written; first = atomicMin(flag, ~0ULL)) {
        atomicExch(flag + 1, (unsigned long long)found.at(first));
        written = first;
        __threadfence();
    }
}
