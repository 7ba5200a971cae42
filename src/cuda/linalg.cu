/*
 * What stands between cuSOLVER's calls: batches of column-major matrices, one after another, of which each element has a thread.
 *
 *   RA_D          element type
 *   RA_IN_name    the one kernel that the program is to have
 */
struct ra_linalg {
    ra_i64 batch, rows, columns; /* of `to` */
    ra_i64 ld;                   /* of `from` */
    ra_i64 half;                 /* 0 the lower triangle, 1 the upper one, 2 both */
    char *to;
    const char *from;
    int *infos, *places;         /* of each matrix */
    const ra_i64 *pivots;
    char *also;
};

template <class T> __device__ inline bool ra_is_nan(T x) { return x != x; }
__device__ inline bool ra_is_nan(ra_c64 x) { return x.re != x.re; }
__device__ inline bool ra_is_nan(ra_c128 x) { return x.re != x.re; }
template <class T> __device__ inline bool ra_is_finite(T x) { return x - x == 0; }
__device__ inline bool ra_is_finite(ra_c64 x) { return ra_is_finite(x.re) && ra_is_finite(x.im); }
__device__ inline bool ra_is_finite(ra_c128 x) { return ra_is_finite(x.re) && ra_is_finite(x.im); }
template <class T> __device__ inline T ra_product_of(T a, T b) { return a * b; }
__device__ inline ra_c64 ra_product_of(ra_c64 a, ra_c64 b) { ra_c64 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; }
__device__ inline ra_c128 ra_product_of(ra_c128 a, ra_c128 b) { ra_c128 c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return c; }

/* A number in all its parts. */
template <class T> struct ra_whole_of { static __device__ T of(double x) { return (T)x; } };
template <> struct ra_whole_of<ra_c64> { static __device__ ra_c64 of(double x) { ra_c64 c = {(float)x, (float)x}; return c; } };
template <> struct ra_whole_of<ra_c128> { static __device__ ra_c128 of(double x) { ra_c128 c = {x, x}; return c; } };

#define RA_EACH(e, count) for (ra_i64 e = (ra_i64)blockIdx.x * blockDim.x + threadIdx.x; e < (count); e += (ra_i64)gridDim.x * blockDim.x)
#define RA_NOWHERE 0x7fffffff

#ifdef RA_IN_start
extern "C" __global__ void start(const __grid_constant__ ra_linalg s)
{
    RA_EACH(at, s.batch)
        s.infos[at] = 0, s.places[at] = RA_NOWHERE;
}
#endif

#ifdef RA_IN_identity
extern "C" __global__ void identity(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns)
        ((RA_D *)s.to)[e] = ra_element<RA_D>::of(e % s.rows == e / s.rows % s.columns ? 1 : 0);
}
#endif

/* The other triangle becomes zero; places: the first of the diagonal that is no number. */
#ifdef RA_IN_triangle
extern "C" __global__ void triangle(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns) {
        RA_D *x = (RA_D *)s.to + e;
        const ra_i64 i = e % s.rows, j = e / s.rows % s.columns;
        if (s.half ? i > j : i < j)
            *x = ra_element<RA_D>::of(0);
        else if (i == j && ra_is_nan(*x))
            atomicMin(&s.places[e / s.rows / s.columns], (int)i + 1);
    }
}
#endif

/* The upper triangle of the first rows of `from`. */
#ifdef RA_IN_upper
extern "C" __global__ void upper(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns) {
        const ra_i64 i = e % s.rows, column = e / s.rows;
        ((RA_D *)s.to)[e] = i <= column % s.columns ? ((const RA_D *)s.from)[column * s.ld + i] : ra_element<RA_D>::of(0);
    }
}
#endif

/* The diagonal's product; an exchange of rows changes the sign. */
#ifdef RA_IN_determinant
extern "C" __global__ void determinant(const __grid_constant__ ra_linalg s)
{
    RA_EACH(at, s.batch) {
        RA_D x = ra_element<RA_D>::of(s.infos[at] > 0 ? 0 : 1);
        const RA_D *from = (const RA_D *)s.from + at * s.ld * s.ld, minus = ra_element<RA_D>::of(-1);
        for (ra_i64 i = 0; i < s.ld && s.infos[at] <= 0; i++) {
            x = ra_product_of(x, from[i * (s.ld + 1)]);
            if (s.pivots[at * s.ld + i] != i + 1)
                x = ra_product_of(x, minus);
        }
        ((RA_D *)s.to)[at] = x;
    }
}
#endif

template <class T> struct ra_part { typedef T type; };
template <> struct ra_part<ra_c64> { typedef float type; };
template <> struct ra_part<ra_c128> { typedef double type; };
template <class T> __device__ inline bool ra_is_complex(T) { return false; }
__device__ inline bool ra_is_complex(ra_c64) { return true; }
__device__ inline bool ra_is_complex(ra_c128) { return true; }

/* The same in two, in double: the product of x / |x|, and, in `also`, the sum of log |x|. Of a real NaN the sign is 0. */
#ifdef RA_IN_log_determinant
extern "C" __global__ void log_determinant(const __grid_constant__ ra_linalg s)
{
    RA_EACH(at, s.batch) {
        const bool is_singular = s.infos[at] > 0;
        const RA_D *from = (const RA_D *)s.from + at * s.ld * s.ld;
        ra_c128 sign = {is_singular ? 0.0 : 1.0, 0};
        double logarithm = is_singular ? -ra_double(0x7ff0000000000000LL) : 0;
        for (ra_i64 i = 0; i < s.ld && !is_singular; i++) {
            const RA_D x = from[i * (s.ld + 1)];
            const double re = (double)ra_real(x), im = ra_imaginary<double>(x), size = hypot(re, im), turn = s.pivots[at * s.ld + i] != i + 1 ? -1 : 1;
            ra_c128 unit = {turn * ((re > 0) - (re < 0)), 0};
            if (ra_is_complex(x))
                unit.re = size == 0 ? 0 : turn * (re / size), unit.im = size == 0 ? 0 : turn * (im / size);
            sign = ra_product_of(sign, unit);
            logarithm += log(size);
        }
        ((RA_D *)s.to)[at] = ra_element<RA_D>::of(sign);
        ((ra_part<RA_D>::type *)s.also)[at] = (ra_part<RA_D>::type)logarithm;
    }
}
#endif

/* The places that were found are told like what the library says. */
#ifdef RA_IN_told
extern "C" __global__ void told(const __grid_constant__ ra_linalg s)
{
    RA_EACH(at, s.batch)
        if (!s.infos[at] && s.places[at] != RA_NOWHERE)
            s.infos[at] = s.places[at];
}
#endif

/* Where the library found no answer there is none. */
#ifdef RA_IN_undo
extern "C" __global__ void undo(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns)
        if (s.infos[e / s.rows / s.columns])
            ((RA_D *)s.to)[e] = ra_whole_of<RA_D>::of(ra_double(0x7ff8000000000000LL));
}
#endif

/* Exchanges of rows, in 32 bits; where there are none each row is its own. */
#ifdef RA_IN_narrow
extern "C" __global__ void narrow(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows)
        ((int *)s.to)[e] = s.pivots ? (int)s.pivots[e] : (int)(e % s.rows) + 1;
}
#endif

/* The same back. Of the first that names no row: places, and what it is in infos; it stays where it is. A thread a matrix. */
#ifdef RA_IN_widen
extern "C" __global__ void widen(const __grid_constant__ ra_linalg s)
{
    RA_EACH(at, s.batch)
        for (ra_i64 i = 0; i < s.rows; i++) {
            const int row = ((const int *)s.from)[at * s.rows + i];
            const bool is_row = row >= 1 && row <= s.rows;
            if (!is_row && s.places[at] == RA_NOWHERE)
                s.places[at] = (int)i, s.infos[at] = row;
            ((ra_i64 *)s.to)[at * s.rows + i] = is_row ? row : i + 1;
        }
}
#endif

#ifdef RA_IN_conjugate
extern "C" __global__ void conjugate(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns)
        ((RA_D *)s.to)[e].im = -((RA_D *)s.to)[e].im;
}
#endif

/* The first rows of `from`, as many as it has, and zeros below. */
#ifdef RA_IN_rows_of
extern "C" __global__ void rows_of(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns) {
        const ra_i64 i = e % s.rows;
        ((RA_D *)s.to)[e] = i < s.ld ? ((const RA_D *)s.from)[e / s.rows * s.ld + i] : ra_element<RA_D>::of(0);
    }
}
#endif

/* places: the first of the diagonal that is zero. */
#ifdef RA_IN_diagonal
extern "C" __global__ void diagonal(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows) {
        const ra_i64 i = e % s.rows, at = e / s.rows;
        if (!ra_is_set(((const RA_D *)s.from)[at * s.ld * s.columns + i * (s.ld + 1)]))
            atomicMin(&s.places[at], (int)i + 1);
    }
}
#endif

/* Of each column of `from` the sum of the squares behind the first rows, in double. */
#ifdef RA_IN_squares
extern "C" __global__ void squares(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.columns) {
        double sum = 0;
        for (ra_i64 i = s.rows; i < s.ld; i++) {
            const RA_D x = ((const RA_D *)s.from)[e * s.ld + i];
            const double re = (double)ra_real(x), im = ra_imaginary<double>(x);
            sum += re * re + im * im;
        }
        ((ra_part<RA_D>::type *)s.to)[e] = (ra_part<RA_D>::type)sum;
    }
}
#endif

/* Eigenvectors of real matrices, of which a pair of conjugate ones is given as real and imaginary part: RA_D is theirs. also: eigenvalues. */
#ifdef RA_IN_pairs
template <class T> struct ra_whole { typedef ra_c64 type; };
template <> struct ra_whole<double> { typedef ra_c128 type; };
extern "C" __global__ void pairs(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns) {
        const ra_whole<RA_D>::type *w = (const ra_whole<RA_D>::type *)s.also;
        const RA_D *v = (const RA_D *)s.from, im = w[e / s.rows].im;
        ra_whole<RA_D>::type x = {v[im < 0 ? e - s.rows : e], 0};
        if (im != 0)
            x.im = im > 0 ? v[e + s.rows] : -v[e];
        ((ra_whole<RA_D>::type *)s.to)[e] = x;
    }
}
#endif

/* Of the triangle that is read; the other, which may hold anything, becomes zero. */
#ifdef RA_IN_check_finite
extern "C" __global__ void check_finite(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns) {
        RA_D *x = (RA_D *)s.to + e;
        const ra_i64 i = e % s.rows, j = e / s.rows % s.columns;
        if (s.half == 1 ? i > j : s.half == 0 && i < j)
            *x = ra_element<RA_D>::of(0);
        else if (!ra_is_finite(*x))
            atomicMin(&s.places[e / s.rows / s.columns], 0);
    }
}
#endif

/* What was not finite is not shown to what iterates ... */
#ifdef RA_IN_calm
extern "C" __global__ void calm(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns)
        if (s.places[e / s.rows / s.columns] != RA_NOWHERE)
            ((RA_D *)s.to)[e] = ra_element<RA_D>::of(0);
}
#endif

/* ... and nothing comes of it. */
#ifdef RA_IN_spoil
extern "C" __global__ void spoil(const __grid_constant__ ra_linalg s)
{
    RA_EACH(e, s.batch * s.rows * s.columns)
        if (s.places[e / s.rows / s.columns] != RA_NOWHERE)
            ((RA_D *)s.to)[e] = ra_whole_of<RA_D>::of(ra_double(0x7ff8000000000000LL));
}
#endif
