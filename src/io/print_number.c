/*
 * Floating-point numbers as decimal digits.
 *
 * A number has the fewest digits that tell it from its neighbours in its own dtype, but no more than 8 behind the point.
 * They are found by asking the C library for 1, 2, ... digits, rounded correctly, until reading them gives the number
 * back; printing need not be fast. What separates the whole part there is the locale's, so it is skipped, not looked for.
 */
#include "io/print_number.h"

#include "meta/dtype.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRECISION = 8 };

typedef struct parts {
    char whole[48];    /* with sign; at most 39 digits (float32 and bfloat16 reach 3.4e38), float64 takes exponents there */
    char fraction[64];
    char exponent[8];  /* "+05"; empty in fixed point */
} parts;

static const char decimal[] = "0123456789";

/* What follows the first run of digits and what is no digit after it. */
static const char *behind_point(const char *text)
{
    text += strcspn(text, decimal);
    text += strspn(text, decimal);
    return text + strcspn(text, decimal);
}

/* The digits of "d.ddde+dd" without the point; its exponent. */
static int take_apart(const char *text, char *digits)
{
    const char *e = strchr(text, 'e');
    for (; text < e; text++)
        if (*text >= '0' && *text <= '9')
            *digits++ = *text;
    *digits = 0;
    return atoi(e + 1);
}

/* ---- the fewest digits ---- */

static double from_bits(ra_dtype dtype, uint32_t bits)
{
    if (dtype == RA_FLOAT16)
        return ra__float_from_half((uint16_t)bits);
    if (dtype == RA_BFLOAT16)
        return ra__float_from_bfloat((uint16_t)bits);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t to_bits(ra_dtype dtype, double x)
{
    float f = (float)x;
    uint32_t bits;
    if (dtype == RA_FLOAT16)
        return ra__half_from_float(f);
    if (dtype == RA_BFLOAT16)
        return ra__bfloat_from_float(f);
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* Whether what is read in the dtype from the digits of y is x > 0: y lies within half the way to both neighbours. */
static bool reads_as(ra_dtype dtype, double y, double x)
{
    if (dtype == RA_FLOAT64)
        return y == x;
    uint32_t bits = to_bits(dtype, x);
    double below = from_bits(dtype, bits - 1), above = from_bits(dtype, bits + 1);
    double low = (below + x) / 2, high = isinf(above) ? x + (x - below) / 2 : (x + above) / 2;
    return bits % 2 ? y > low && y < high : y >= low && y <= high;
}

/* Digits of x >= 0 without a point into `digits`; the power of ten of the first. */
static int shortest(ra_dtype dtype, double x, char digits[24])
{
    char text[40];
    for (int n = 1; n <= DBL_DECIMAL_DIG; n++) {
        snprintf(text, sizeof text, "%.*e", n - 1, x);
        if (x == 0 || n == DBL_DECIMAL_DIG || reads_as(dtype, strtod(text, NULL), x))
            break;
    }
    return take_apart(text, digits);
}

static void trim_zeros(char *fraction)
{
    size_t n = strlen(fraction);
    while (n && fraction[n - 1] == '0')
        fraction[--n] = 0;
}

static void sign(const ra__real_format *f, double x, char *to)
{
    strcpy(to, signbit(x) ? "-" : f->plus ? "+" : "");
}

/* ---- the two forms ---- */

static void fixed_point(const ra__real_format *f, double x, parts *p)
{
    char digits[24];
    double magnitude = fabs(x);
    int power = shortest(f->dtype, magnitude, digits), n = (int)strlen(digits);
    sign(f, x, p->whole);
    char *whole = p->whole + strlen(p->whole);
    p->exponent[0] = 0;
    if (n - 1 - power > PRECISION) {
        char text[64];
        snprintf(text, sizeof text, "%.*f", PRECISION, magnitude);
        size_t w = strspn(text, decimal);
        memcpy(whole, text, w);
        whole[w] = 0;
        strcpy(p->fraction, behind_point(text));
    } else {
        int w = 0, r = 0;
        for (int i = 0; i <= power; i++)
            whole[w++] = i < n ? digits[i] : '0';
        if (power < 0)
            whole[w++] = '0';
        whole[w] = 0;
        for (int i = -1; i > power; i--)
            p->fraction[r++] = '0';
        for (int i = power >= 0 ? power + 1 : 0; i < n; i++)
            p->fraction[r++] = digits[i];
        p->fraction[r] = 0;
    }
    trim_zeros(p->fraction);
}

static void with_exponent(const ra__real_format *f, double x, parts *p)
{
    char digits[24], text[40];
    double magnitude = fabs(x);
    int power = shortest(f->dtype, magnitude, digits);
    if (strlen(digits) > PRECISION + 1) {
        snprintf(text, sizeof text, "%.*e", PRECISION, magnitude);
        power = take_apart(text, digits);
    }
    sign(f, x, p->whole);
    size_t n = strlen(p->whole);
    p->whole[n] = digits[0];
    p->whole[n + 1] = 0;
    strcpy(p->fraction, digits + 1);
    trim_zeros(p->fraction);
    snprintf(p->exponent, sizeof p->exponent, "%+03d", power);
}

static void split(const ra__real_format *f, double x, parts *p)
{
    if (f->exponents)
        with_exponent(f, x, p);
    else
        fixed_point(f, x, p);
}

/* ---- the format ---- */

/* A number as the dtype has it: the limits below are compared in the numbers' own dtype. */
static double rounded(ra_dtype dtype, double x)
{
    return dtype == RA_FLOAT64 ? x : from_bits(dtype, to_bits(dtype, x));
}

/* From here on not every whole number is to be told from the next: 10 to the power of the dtype's digits, 1e8 at most. */
static double exponents_from(ra_dtype dtype)
{
    return dtype == RA_FLOAT64 ? 1e8 : dtype == RA_FLOAT32 ? 1e6 : dtype == RA_FLOAT16 ? 1e3 : 1e2;
}

void ra__real_begin(ra__real_format *f, ra_dtype dtype, bool plus)
{
    *f = (ra__real_format){.dtype = dtype, .plus = plus};
}

void ra__real_range(ra__real_format *f, double x)
{
    double magnitude = fabs(x);
    if (!isfinite(x)) {
        f->special = true;
        f->minus_infinity |= isinf(x) && x < 0;
        return;
    }
    f->finite++;
    if (magnitude > f->largest)
        f->largest = magnitude;
    if (magnitude > 0 && (f->smallest == 0 || magnitude < f->smallest))
        f->smallest = magnitude;
}

void ra__real_decide(ra__real_format *f)
{
    f->exponents = f->smallest > 0 && (f->largest >= exponents_from(f->dtype) || f->smallest < rounded(f->dtype, 0.0001) ||
                                       rounded(f->dtype, f->largest / f->smallest) > 1000);
}

static void widen(int *width, size_t n)
{
    if ((int)n > *width)
        *width = (int)n;
}

void ra__real_width(ra__real_format *f, double x)
{
    parts p;
    if (!isfinite(x))
        return;
    split(f, x, &p);
    widen(&f->left, strlen(p.whole));
    widen(f->exponents ? &f->fraction : &f->right, strlen(p.fraction));
    widen(&f->exponent, strlen(p.exponent));
}

void ra__real_settle(ra__real_format *f)
{
    if (f->exponents)
        f->right = f->fraction + 1 + f->exponent;
    if (f->special) { /* room for nan, inf and their sign */
        int needed = 3 + (f->plus || f->minus_infinity) - (f->right + 1);
        if (f->left < needed)
            f->left = needed;
        if (f->left < 3 - (f->right + 1))
            f->left = 3 - (f->right + 1);
    }
}

int ra__real_write(const ra__real_format *f, double x, char text[RA__NUMBER_TEXT])
{
    if (!isfinite(x)) {
        const char *s = isnan(x) ? f->plus ? "+nan" : "nan" : x < 0 ? "-inf" : f->plus ? "+inf" : "inf";
        return snprintf(text, RA__NUMBER_TEXT, "%*s", f->left + 1 + f->right, s);
    }
    if (!f->exponents) {
        parts p;
        fixed_point(f, x, &p);
        return snprintf(text, RA__NUMBER_TEXT, "%*s.%-*s", f->left, p.whole, f->right, p.fraction);
    }
    /* Here a number of fewer digits than others goes on with those it really has, not with zeros. */
    char number[40];
    snprintf(number, sizeof number, f->plus ? "%+.*e" : "%.*e", f->fraction, x);
    const char *e = strchr(number, 'e');
    int digits = (int)strlen(e + 2), whole = (int)strspn(number, "+-0123456789");
    return snprintf(text, RA__NUMBER_TEXT, "%*.*s.%.*se%c%.*s%s", f->left, whole, number, f->fraction, f->fraction ? behind_point(number) : "", e[1],
                    f->exponent - 1 - digits, "00", e + 2);
}
