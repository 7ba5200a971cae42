/*
 * What the expressions of expressions.c call of real numbers: as src/cpu/divide.c, power.c and sigmoid.c compute them.
 */

/* ---- quotients; the smallest integer divided by -1 wraps ---- */

__device__ inline ra_i64 ra_truncated(ra_i64 a, ra_i64 b) { return b == 0 ? 0 : b == -1 ? (ra_i64)(0 - (unsigned long long)a) : a / b; }

__device__ inline ra_i64 ra_floored(ra_i64 a, ra_i64 b)
{
    if (b == 0 || b == -1)
        return ra_truncated(a, b);
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

__device__ inline ra_i64 ra_remainder(ra_i64 a, ra_i64 b)
{
    if (b == 0 || b == -1)
        return 0;
    const ra_i64 r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

__device__ inline ra_i64 ra_left(ra_i64 a, ra_i64 b) { return b == 0 || b == -1 ? 0 : a % b; }

__device__ inline unsigned long long ra_common_divisor(ra_i64 a, ra_i64 b)
{
    unsigned long long x = a < 0 ? 0 - (unsigned long long)a : (unsigned long long)a, y = b < 0 ? 0 - (unsigned long long)b : (unsigned long long)b;
    while (y) {
        const unsigned long long rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* In int where that is wider than T, and then in T; W is its unsigned arithmetic. */
template <class T, class W> __device__ inline T ra_common_multiple(T a, T b)
{
    if ((a | b) == 0)
        return 0;
    const W product = (W)(T)(a / (T)ra_common_divisor(a, b)) * (W)b;
    const ra_i64 whole = sizeof(W) == 8 ? (ra_i64)product : (ra_i64)(int)product;
    return (T)(whole < 0 ? 0 - (unsigned long long)whole : (unsigned long long)whole);
}

/* ---- shifts, by any number ---- */

template <class T, class W> __device__ inline W ra_moved_up(T a, T b) { return b >= 0 && b < (T)(8 * sizeof(T)) ? (W)a << b : 0; }

template <class T> __device__ inline T ra_moved_down(T a, T b)
{
    const bool has_sign = (T)-1 < (T)0;
    const int most = 8 * (int)sizeof(T) - has_sign;
    return b >= 0 && b < (T)most ? (T)(a >> b) : has_sign ? (T)(a >> most) : (T)0;
}

/* What each step to a quotient that is rounded down gives: of two tensors of halves a half, else what is computed in. */
template <class T> struct ra_step_of { static __device__ T of(T x) { return x; } };
template <> struct ra_step_of<ra_half> { static __device__ float of(float x) { return ra_number(ra_element<ra_half>::of(x)); } };
template <> struct ra_step_of<ra_bfloat> { static __device__ float of(float x) { return ra_number(ra_element<ra_bfloat>::of(x)); } };

template <class H, class T> __device__ inline T ra_floored_by(T a, T b)
{
    const T remainder = fmod(a, b);
    T q = ra_step_of<H>::of(ra_step_of<H>::of(a - remainder) / b);
    q = remainder != 0 && (b < 0) != (remainder < 0) ? ra_step_of<H>::of(q - 1) : q;
    T f = floor(q);
    f = ra_step_of<H>::of(q - f) > (T)0.5 ? f + 1 : f;
    f = q != 0 ? f : copysign((T)0, a / b);
    return b == 0 ? a / b : f;
}

template <class T> __device__ inline T ra_remainder_float(T a, T b)
{
    const T r = fmod(a, b);
    return r != 0 && (b < 0) != (r < 0) ? r + b : r;
}

/* Modulo 2^64, whose low bits are those of narrower types; of negative powers those of 1 and -1 alone are integers. */
__device__ inline unsigned long long ra_power(ra_i64 base, ra_i64 exponent)
{
    unsigned long long power = 1, b = (unsigned long long)base;
    if (exponent < 0)
        return base == 1 ? 1 : base == -1 ? ((exponent & 1) ? ~0ULL : 1) : 0;
    for (unsigned long long e = (unsigned long long)exponent; e; e >>= 1, b *= b)
        if (e & 1)
            power *= b;
    return power;
}

template <class T> __device__ inline T ra_clamped(T x, T low, T high)
{
    const T least = ((low > x) | (low != low)) ? low : x;
    return ((high < least) | (high != high)) ? high : least;
}

/* ---- of logarithms ---- */

/* log(x / (1 - x)) of x limited to [least, most]; near 1/2 by what x is above it. */
template <class T> __device__ inline T ra_logit(T a, double least, double most)
{
    const double x = a < least ? least : a > most ? most : (double)a, rest = 1 - x;
    return (T)(x > 0.25 && x < 0.75 ? log1p(2 * (x - 0.5) / rest) : log(x / rest));
}

/* log2(2^a + 2^b). */
template <class T> __device__ inline T ra_larger_log2(T a, T b)
{
    const T most = a < b ? b : a, least = a < b ? a : b;
    return most + log1p(exp2(least - most)) * (T)0x1.71547652b82fep+0;
}

/* ---- the next number ---- */

__device__ inline float ra_next(float a, float b) { return nextafterf(a, b); }
__device__ inline double ra_next(double a, double b) { return nextafter(a, b); }

/* Of halves, whose magnitude is infinite from `infinite` on. */

template <class H> __device__ inline H ra_next_half(H a, H b, ra_i64 infinite)
{
    const int size = a.bits & 0x7fff, other = b.bits & 0x7fff;
    H next = b;
    if (size > infinite || other > infinite)
        next.bits = (unsigned short)(infinite | 0x40);
    else if (a.bits != b.bits && (size | other) != 0 && size == 0)
        next.bits = (unsigned short)((b.bits & 0x8000) | 1);
    else if (a.bits != b.bits && size != 0) {
        const bool is_below = (a.bits & 0x8000) != 0;
        const int from = is_below ? -size : size, to = (b.bits & 0x8000) != 0 ? -other : other;
        next.bits = (unsigned short)(a.bits + ((to > from) != is_below ? 1 : -1));
    }
    return next;
}

/* ---- activations ---- */

/* x / (1 + e^-(v + low)). Where that exponential would be infinite, the result need not be zero: it is x e^v, in two steps. */
template <class T> __device__ inline T ra_gated(T x, T v, T low)
{
    const T far = sizeof(T) == 8 ? (T)-700 : (T)-80;
    if (v < far) {
        const T half = exp((T)0.5 * v);
        return x * half * half * (1 + low);
    }
    return x / (1 + exp(-v) * (1 - low));
}

/* x Phi(x) = x erfc(w) / 2, w = -x / sqrt 2: where w is large its rounding is magnified, so it is in two parts. */
__device__ inline double ra_gelu(double x)
{
    const double share = 0x1.6a09e667f3bcdp-1, w = -x * share, low = fma(-x, share, -w) - x * -0x1.bdd3413b26456p-55;
    if (w > 25) { /* by erfc's asymptotic series; the exponential in two steps, since the result may be far below it */
        const double square = w * w, rest = fma(w, w, -square) + 2 * w * low, t = 0.5 / square, half = exp(-0.5 * square);
        const double series = 1 - t * (1 - 3 * t * (1 - 5 * t * (1 - 7 * t * (1 - 9 * t * (1 - 11 * t)))));
        return w > 30 ? x * 0 : -0x1.9884533d43651p-2 * series * (1 - rest) * half * half; /* 1 / sqrt(2 pi) */
    }
    const double tail = w * w < 700 ? 0x1.20dd750429b6dp+0 * exp(-w * w) * low : 0; /* 2 / sqrt pi */
    return x * (0.5 * (erfc(w) - tail));
}

__device__ inline float ra_gelu(float x) { return (float)((double)x * (0.5 * erfc((double)x * -0x1.6a09e667f3bcdp-1))); }

/* x / (1 + e^-v), v = x (K + A x^2), K = 2 sqrt(2 / pi), A = 0.044715 K, in two parts. */
__device__ inline double ra_gelu_tanh(double x)
{
    const double k = 0x1.9884533d43651p+0, a = 0x1.2444f2a4d8b4bp-4;
    const double z = x > 30 ? 30 : x < -30 ? -30 : x; /* beyond, the result is x or nothing */
    const double c = z * z, cl = fma(z, z, -c), p = c * a, pl = fma(c, a, -p) + (cl * a + c * -0x1.6c843a29d1c70p-61);
    const double big = p > k ? p : k, small = p > k ? k : p, sum = big + small, rest = ((big - sum) + small) + (pl + -0x1.cbc0d30ebfd15p-54);
    const double v = z * sum;
    return ra_gated(x, v, fma(z, sum, -v) + z * rest);
}

__device__ inline float ra_gelu_tanh(float x) { return (float)ra_gelu_tanh((double)x); }
