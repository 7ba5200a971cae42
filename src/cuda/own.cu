/*
 * What CUDA source of the program's finds besides its arguments (register.h): halves that are computed with as floats, and complex
 * numbers under the names of their dtypes.
 */
struct ra_float16 : ra_half {
    ra_float16() = default;
    __device__ ra_float16(float x) { bits = ra_to_half(x); }
    __device__ operator float() const { return ra_of_half(bits); }
    __device__ ra_float16 &operator+=(float x) { return *this = (float)*this + x; }
    __device__ ra_float16 &operator-=(float x) { return *this = (float)*this - x; }
    __device__ ra_float16 &operator*=(float x) { return *this = (float)*this * x; }
    __device__ ra_float16 &operator/=(float x) { return *this = (float)*this / x; }
};

struct ra_bfloat16 : ra_bfloat {
    ra_bfloat16() = default;
    __device__ ra_bfloat16(float x) { bits = ra_to_bfloat(x); }
    __device__ operator float() const { return ra_float((unsigned)bits << 16); }
    __device__ ra_bfloat16 &operator+=(float x) { return *this = (float)*this + x; }
    __device__ ra_bfloat16 &operator-=(float x) { return *this = (float)*this - x; }
    __device__ ra_bfloat16 &operator*=(float x) { return *this = (float)*this * x; }
    __device__ ra_bfloat16 &operator/=(float x) { return *this = (float)*this / x; }
};

typedef ra_c64 ra_complex64;
typedef ra_c128 ra_complex128;
