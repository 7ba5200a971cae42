/*
 * What the expressions of expressions.c call of complex numbers: as src/cpu/math_complex.h computes them, and in its place of the C
 * library (C99, annex G). All but sums and products are in double; the result's type rounds them once.
 */
#define RA_NAN ra_double(0x7ff8000000000000LL)
#define RA_INFINITY ra_double(0x7ff0000000000000LL)

template <class C> __device__ inline C operator+(C a, C b) { C r = {a.re + b.re, a.im + b.im}; return r; }
template <class C> __device__ inline C operator-(C a, C b) { C r = {a.re - b.re, a.im - b.im}; return r; }
template <class C> __device__ inline C operator-(C a) { C r = {-a.re, -a.im}; return r; }
template <class C> __device__ inline C operator*(C a, C b) { C r = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; return r; }
template <class C> __device__ inline bool operator==(C a, C b) { return a.re == b.re && a.im == b.im; }

__device__ inline ra_c128 ra_parts(double re, double im) { ra_c128 c = {re, im}; return c; }
template <class C> __device__ inline ra_c128 ra_wide(C a) { return ra_parts(a.re, a.im); }
template <class C> __device__ inline C ra_alpha(double re, double im) { return ra_element<C>::of(ra_parts(re, im)); }
__device__ inline bool ra_is_finite(double x) { return x - x == 0; }
__device__ inline bool ra_is_infinite(double x) { return x == x && x - x != 0; }

/* Smith's quotient. */
__device__ inline ra_c128 ra_over(ra_c128 x, ra_c128 y)
{
    const bool turned = fabs(y.re) < fabs(y.im);
    const double big = turned ? y.im : y.re, small = turned ? y.re : y.im, ratio = small / big, scale = 1 / (big + small * ratio);
    if (y.re == 0 && y.im == 0)
        return ra_parts(x.re / fabs(y.re), x.im / fabs(y.re));
    return ra_parts(((turned ? x.im : x.re) + (turned ? x.re : x.im) * ratio) * scale, ((turned ? -x.re : x.im) + (turned ? x.im : -x.re) * ratio) * scale);
}

/* An infinite part leaves the other as it is. */
__device__ inline ra_c128 ra_over_number(ra_c128 x, double y) { return ra_parts(x.re / y, x.im / y); }

__device__ inline ra_c128 ra_reciprocal(ra_c128 z) { return ra_over(ra_parts(1, 0), z); }

/* a e^x and b e^x, where e^x alone would be too large. */
__device__ inline ra_c128 ra_far(double a, double b, double x)
{
    const double half = exp(0.5 * x);
    return ra_parts(a * half * half, b * half * half);
}

__device__ inline ra_c128 ra_exp(ra_c128 z)
{
    if (z.im == 0)
        return ra_parts(exp(z.re), z.im);
    if (ra_is_infinite(z.re) && !ra_is_finite(z.im))
        return z.re < 0 ? ra_parts(0, 0) : ra_parts(z.re, RA_NAN);
    const double c = cos(z.im), s = sin(z.im);
    return z.re > 700 ? ra_far(c, s, z.re) : ra_parts(exp(z.re) * c, exp(z.re) * s);
}

/* log |z|, good where that is near one. */
__device__ inline double ra_log_modulus(double x, double y)
{
    const double a = fabs(x), b = fabs(y), big = a > b ? a : b, small = a > b ? b : a;
    if (ra_is_infinite(x) || ra_is_infinite(y))
        return RA_INFINITY;
    const double less = (big - 1) * (big + 1) + small * small;
    if (fabs(less) < 0.5)
        return 0.5 * log1p(less);
    if (big > 1e300)
        return log(hypot(0.25 * x, 0.25 * y)) + 0x1.62e42fefa39efp+0;
    if (big < 1e-290)
        return log(hypot(0x1p+100 * x, 0x1p+100 * y)) - 100 * 0x1.62e42fefa39efp-1;
    return log(hypot(x, y));
}

__device__ inline ra_c128 ra_log(ra_c128 z) { return ra_parts(ra_log_modulus(z.re, z.im), atan2(z.im, z.re)); }

__device__ inline ra_c128 ra_sqrt(ra_c128 z)
{
    double x = z.re, y = z.im, back = 1;
    if (x == 0 && y == 0)
        return ra_parts(0, y);
    if (ra_is_infinite(y))
        return ra_parts(RA_INFINITY, y);
    if (ra_is_infinite(x))
        return x > 0 ? ra_parts(x, y == y ? copysign(0.0, y) : y) : ra_parts(y == y ? 0 : y, copysign(RA_INFINITY, y));
    if (fabs(x) > 1e300 || fabs(y) > 1e300)
        x *= 0.25, y *= 0.25, back = 2;
    else if (fabs(x) < 1e-290 && fabs(y) < 1e-290)
        x *= 0x1p+108, y *= 0x1p+108, back = 0x1p-54;
    const double t = sqrt(0.5 * (fabs(x) + hypot(x, y))), u = 0.5 * y / t;
    return x < 0 ? ra_parts(fabs(u) * back, copysign(t, y) * back) : ra_parts(t * back, u * back);
}

/* p cosh y and q sinh y, where p, q are the sine and cosine of another number, and a zero stays one, with the sign of the product. */
__device__ inline ra_c128 ra_circular(double p, double q, double y)
{
    const ra_c128 r = fabs(y) > 700 ? ra_far(0.5 * p, copysign(0.5, y) * q, fabs(y)) : ra_parts(p * cosh(y), q * sinh(y));
    return ra_parts(p == 0 ? p : r.re, q == 0 ? copysign(1.0, y) * q : y == 0 && q != q ? y : r.im);
}

__device__ inline ra_c128 ra_sin(ra_c128 z)
{
    if (ra_is_infinite(z.im) && !ra_is_finite(z.re))
        return ra_parts(RA_NAN, RA_INFINITY);
    return ra_circular(sin(z.re), cos(z.re), z.im);
}

__device__ inline ra_c128 ra_cos(ra_c128 z)
{
    if (ra_is_infinite(z.im) && !ra_is_finite(z.re))
        return ra_parts(RA_INFINITY, RA_NAN);
    return ra_circular(cos(z.re), -sin(z.re), z.im);
}

__device__ inline ra_c128 ra_tanh(ra_c128 z)
{
    const double x = z.re, y = z.im;
    if (ra_is_infinite(x))
        return ra_parts(copysign(1.0, x), copysign(0.0, ra_is_finite(y) ? sin(y) * cos(y) : y));
    if (y == 0 || !ra_is_finite(y))
        return ra_parts(y == 0 ? tanh(x) : x == 0 ? x : RA_NAN, y == 0 ? y : RA_NAN);
    if (fabs(x) > 22)
        return ra_parts(copysign(1.0, x), 4 * sin(y) * cos(y) * exp(-2 * fabs(x)));
    const double t = tan(y), b = 1 + t * t, s = sinh(x), rho = sqrt(1 + s * s), d = 1 + b * s * s;
    return ra_parts(b * rho * s / d, t / d);
}

/* Of i z, turned back. */
__device__ inline ra_c128 ra_tan(ra_c128 z)
{
    const ra_c128 t = ra_tanh(ra_parts(-z.im, z.re));
    return ra_parts(t.im, -t.re);
}

__device__ inline ra_c128 ra_sinh(ra_c128 z)
{
    const ra_c128 s = ra_sin(ra_parts(-z.im, z.re));
    return ra_parts(s.im, -s.re);
}

__device__ inline ra_c128 ra_cosh(ra_c128 z) { return ra_cos(ra_parts(-z.im, z.re)); }

#define RA_QUARTER 0x1.921fb54442d18p+0 /* pi / 2 */
#define RA_LOG_2 0x1.62e42fefa39efp-1

/* The arc sine is sine + i height, the arc cosine cosine - i height. */
struct ra_arcs { double sine, cosine, height; };

__device__ inline ra_arcs ra_arcs_are(double sine, double cosine, double height) { ra_arcs a = {sine, cosine, height}; return a; }

/* Where a square of a part, or of what is left of it beside one, is out of a double's range; or where y is nothing beside x - 1. */
__device__ inline ra_arcs ra_arcs_at_edges(double x, double y)
{
    const double epsilon = 0x1p-53, above = sqrt((x - 1) * (x + 1));
    if (y < epsilon * fabs(x - 1)) {
        if (x < 1)
            return ra_arcs_are(asin(x), acos(x), y / sqrt((1 - x) * (1 + x)));
        return x > 0x1p500 ? ra_arcs_are(RA_QUARTER, y / x, RA_LOG_2 + log(x)) : ra_arcs_are(RA_QUARTER, y / above, log1p(x - 1 + above));
    }
    if (y < 0x1p-500)
        return ra_arcs_are(RA_QUARTER - sqrt(y), sqrt(y), sqrt(y));
    if (epsilon * y >= x + 1)
        return ra_arcs_are(x / y, RA_QUARTER, RA_LOG_2 + log(y));
    if (x > 1)
        return ra_arcs_are(atan(x / y), atan(y / x), RA_LOG_2 + log(y) + 0.5 * log1p(x / y * (x / y)));
    const double root = sqrt(1 + y * y);
    return ra_arcs_are(x / root, RA_QUARTER - x / root, 0.5 * log1p(2 * y * (y + root)));
}

/*
 * Of parts that are not negative, by Hull, Fairgrieve and Tang (ACM TOMS 23, 1997): from the distances r, s to -1 and 1, whose half sum
 * is the cosh of the height and times the sine x, where their differences from one are not magnified; else from those themselves.
 */
__device__ inline ra_arcs ra_arcs_of(double x, double y)
{
    if (!(x < 0x1p500 && x > 0x1p-500 && y < 0x1p500 && y > 0x1p-500))
        return ra_arcs_at_edges(x, y);
    const double r = hypot(x + 1, y), s = hypot(x - 1, y), a = 0.5 * (r + s), b = x / a, right = y * y / (r + x + 1);
    const double left = x < 1 ? y * y / (s + (1 - x)) : s + (x - 1), less = 0.5 * (right + left);
    ra_arcs arcs = {asin(b), acos(b), a < 1.5 ? log1p(less + sqrt(less * (a + 1))) : log(a + sqrt((a - 1) * (a + 1)))};
    if (b > 0.6417) {
        const double root = x <= 1 ? sqrt(0.5 * (a + x) * (right + (s + (1 - x)))) : y * sqrt(0.5 * ((a + x) / (r + x + 1) + (a + x) / (s + (x - 1))));
        arcs.sine = atan(x / root);
        arcs.cosine = atan(root / x);
    }
    return arcs;
}

/* Of any numbers: by their parts' magnitudes, what is infinite or none as C99 has it. */
__device__ inline ra_arcs ra_arcs_beside(double re, double im)
{
    const double x = fabs(re), y = fabs(im);
    const bool far = ra_is_infinite(x) || ra_is_infinite(y);
    if (x == x && y == y && !far)
        return ra_arcs_of(x, y);
    if (x != x || y != y)
        return ra_arcs_are(x == 0 ? 0 : RA_NAN, x == 0 ? RA_QUARTER : RA_NAN, far ? RA_INFINITY : RA_NAN);
    const double cosine = x < y ? RA_QUARTER : x > y ? 0 : 0.5 * RA_QUARTER;
    return ra_arcs_are(RA_QUARTER - cosine, cosine, RA_INFINITY);
}

__device__ inline ra_c128 ra_asin(ra_c128 z)
{
    const ra_arcs a = ra_arcs_beside(z.re, z.im);
    return ra_parts(copysign(a.sine, z.re), copysign(a.height, z.im));
}

__device__ inline ra_c128 ra_asinh(ra_c128 z)
{
    const ra_arcs a = ra_arcs_beside(z.im, z.re);
    return ra_parts(copysign(a.height, z.re), copysign(a.sine, z.im));
}

__device__ inline ra_c128 ra_acos(ra_c128 z)
{
    const ra_arcs a = ra_arcs_beside(z.re, z.im);
    return ra_parts(z.re < 0 ? 2 * RA_QUARTER - a.cosine : a.cosine, -copysign(a.height, z.im)); /* of no number too */
}

__device__ inline ra_c128 ra_acosh(ra_c128 z)
{
    const ra_c128 a = ra_acos(z);
    return ra_parts(fabs(a.im), copysign(a.re, z.im));
}

/* Of the parts' magnitudes. */
__device__ inline ra_c128 ra_atanh_beside(double x, double y)
{
    if (ra_is_infinite(x) || ra_is_infinite(y))
        return ra_parts(0, y == y ? RA_QUARTER : RA_NAN);
    if (x > 0x1p500 || y > 0x1p500) { /* 1 / z; halves, since the modulus may be more than a double holds */
        const double half = hypot(0.5 * x, 0.5 * y);
        return ra_parts(x / half / half / 4, RA_QUARTER);
    }
    const double beside = 1 - x;
    return ra_parts(x == 0 ? 0 : x == 1 && y < 0x1p-500 ? 0.5 * (RA_LOG_2 - log(y)) : 0.25 * log1p(4 * x / (beside * beside + y * y)),
                    x != x || y != y ? RA_NAN : 0.5 * atan2(2 * y, beside * (1 + x) - y * y));
}

__device__ inline ra_c128 ra_atanh(ra_c128 z)
{
    const ra_c128 a = ra_atanh_beside(fabs(z.re), fabs(z.im));
    return ra_parts(copysign(a.re, z.re), copysign(a.im, z.im));
}

/* Not by ra_atanh: where the parts of what a call gave are exchanged, NVRTC up to 13.0 forgets one of two floats. */
__device__ inline ra_c128 ra_atan(ra_c128 z)
{
    const ra_c128 a = ra_atanh_beside(fabs(z.im), fabs(z.re));
    return ra_parts(copysign(a.im, z.re), copysign(a.re, z.im));
}

__device__ inline ra_c128 ra_log1p(ra_c128 z)
{
    const double x = z.re, y = z.im;
    const bool near = fabs(x) < 0.5 && fabs(y) < 0.5;
    return ra_parts(near ? 0.5 * log1p(x * (2 + x) + y * y) : log(hypot(1 + x, y)), atan2(y, 1 + x));
}

__device__ inline ra_c128 ra_expm1(ra_c128 z)
{
    const double s = sin(0.5 * z.im);
    if (!(fabs(z.re) < 1))
        return ra_exp(z) - ra_parts(1, 0);
    return ra_parts(expm1(z.re) * cos(z.im) - 2 * s * s, exp(z.re) * sin(z.im));
}

__device__ inline ra_c128 ra_sigmoid(ra_c128 z)
{
    const bool left = z.re < 0;
    const ra_c128 e = ra_exp(left ? z : -z), d = ra_parts(1, 0) + e;
    return left ? ra_over(e, d) : ra_reciprocal(d);
}

__device__ inline ra_c128 ra_power(ra_c128 x, ra_c128 y)
{
    if (y == ra_parts(0, 0))
        return ra_parts(1, 0);
    if (x == ra_parts(0, 0))
        return y.re > 0 ? x : ra_parts(RA_NAN, RA_NAN);
    if (y.im == 0 && y.re == rint(y.re) && fabs(y.re) <= 64) {
        ra_c128 power = y.re < 0 ? ra_reciprocal(x) : x, result = ra_parts(1, 0);
        for (int n = (int)fabs(y.re); n; n >>= 1, power = power * power)
            if (n & 1)
                result = result * power;
        return result;
    }
    return ra_exp(y * ra_log(x));
}

/* ---- logarithms of sums of exponentials, as src/cpu/scan.c has them ---- */

/* log(1 + z), where z may be small. */
__device__ inline ra_c128 ra_log_of_one_and(ra_c128 z)
{
    const double angle = atan2(z.im, z.re + 1), r = z.re * (2 + z.re) + z.im * z.im;
    if (hypot(z.re, z.im) >= 0.5)
        return ra_parts(log(hypot(z.re + 1, z.im)), angle);
    return ra_parts(r == 0 ? z.re : 0.5 * log1p(r), angle);
}

/* exp of what has an infinite real part: the angle alone tells where it goes. */
__device__ inline ra_c128 ra_infinite_exp(ra_c128 z)
{
    if (!ra_is_finite(z.im))
        return ra_parts(RA_INFINITY, RA_NAN);
    return ra_parts(cos(z.im) == 0 ? 0 : cos(z.im) * RA_INFINITY, sin(z.im) == 0 ? 0 : sin(z.im) * RA_INFINITY);
}

__device__ inline ra_c128 ra_log_of_sum(ra_c128 c, ra_c128 x)
{
    if (!(c == c) || !(x == x))
        return ra_parts(RA_NAN, RA_NAN);
    const ra_c128 less = x.re >= c.re ? c : x, more = x.re >= c.re ? x : c;
    if (ra_is_finite(more.re) || more.re != less.re) {
        const double modulus = exp(less.re - more.re), angle = less.im - more.im;
        return ra_log_of_one_and(ra_parts(modulus * cos(angle), modulus * sin(angle))) + more;
    }
    return more.re < 0 ? less : ra_log_of_one_and(ra_infinite_exp(less) + ra_infinite_exp(more) - ra_parts(1, 0));
}

/* z / |z|; zero of zero. */
__device__ inline ra_c128 ra_direction(ra_c128 z)
{
    const double modulus = hypot(z.re, z.im);
    return modulus == 0 ? ra_parts(0, 0) : ra_over_number(z, modulus);
}

/* sin(pi a) / (pi a), each rounded to the precision of a. */
template <class C> __device__ inline ra_c128 ra_sinc_of(C x)
{
    return ra_wide(x) == ra_parts(0, 0) ? ra_parts(1, 0) : ra_over(ra_wide(ra_element<C>::of(ra_sin(ra_wide(x)))), ra_wide(x));
}
__device__ inline ra_c128 ra_sinc(ra_c128 a) { return ra_sinc_of(ra_parts(a.re * 0x1.921fb54442d18p+1, a.im * 0x1.921fb54442d18p+1)); }
__device__ inline ra_c128 ra_sinc(ra_c64 a)
{
    const ra_c64 x = {a.re * 0x1.921fb6p+1f, a.im * 0x1.921fb6p+1f};
    return ra_sinc_of(x);
}

__device__ inline double ra_to_number(double x, double nan, double most, double least)
{
    return x != x ? nan : ra_is_infinite(x) ? (x > 0 ? most : least) : x;
}
