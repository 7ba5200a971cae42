/*
 * Random numbers by their place: those of src/cpu/random.c, bit by bit. Sixteen counters of Philox4x32-10 (Salmon, Moraes, Dror, Shaw
 * 2011) make a tile of 64 numbers, or of 32 wide ones; p: seed, first counter, then what the numbers become.
 */
struct ra_words {
    unsigned x[4];
};

__device__ inline ra_words ra_philox(unsigned long long seed, unsigned long long counter)
{
    ra_words w = {{(unsigned)counter, (unsigned)(counter >> 32), 0, 0}};
    unsigned key0 = (unsigned)seed, key1 = (unsigned)(seed >> 32);
    for (int round = 0; round < 10; round++, key0 += 0x9E3779B9u, key1 += 0xBB67AE85u) {
        const unsigned long long a = 0xD2511F53ULL * w.x[0], b = 0xCD9E8D57ULL * w.x[2];
        w.x[0] = (unsigned)(b >> 32) ^ w.x[1] ^ key0;
        w.x[2] = (unsigned)(a >> 32) ^ w.x[3] ^ key1;
        w.x[1] = (unsigned)b;
        w.x[3] = (unsigned)a;
    }
    return w;
}

/* Of number i; lane: which of a tile's sixteen counters. */
__device__ inline ra_words ra_words_of(const ra_i64 *p, ra_i64 i, ra_i64 a_tile)
{
    return ra_philox((unsigned long long)p[0], (unsigned long long)p[1] + (unsigned long long)(i / a_tile * 16 + i % 16));
}

__device__ inline unsigned long long ra_wide(const ra_words &w, ra_i64 half) { return (unsigned long long)(half ? w.x[3] : w.x[2]) << 32 | (half ? w.x[1] : w.x[0]); }

/* Number i of 32 bits, or of 64. */
__device__ inline unsigned ra_narrow(const ra_i64 *p, ra_i64 i)
{
    const ra_words w = ra_words_of(p, i, 64);
    const ra_i64 which = i % 64 / 16;
    return which == 0 ? w.x[0] : which == 1 ? w.x[1] : which == 2 ? w.x[2] : w.x[3];
}

__device__ inline unsigned long long ra_wide_of(const ra_i64 *p, ra_i64 i) { return ra_wide(ra_words_of(p, i, 32), i % 32 / 16); }

/* from, span, below, scale, shift */
__device__ inline float ra_uniform(const ra_i64 *p, ra_i64 i, float)
{
    const float v = (float)ra_double(p[2]) + (float)(int)(ra_narrow(p, i) >> (int)p[6]) * (float)ra_double(p[5]) * (float)ra_double(p[3]), below = (float)ra_double(p[4]);
    return v > below ? below : v;
}

__device__ inline double ra_uniform(const ra_i64 *p, ra_i64 i, double)
{
    const double v = ra_double(p[2]) + (double)(ra_i64)(ra_wide_of(p, i) >> 11) * 1.1102230246251565e-16 * ra_double(p[3]), below = ra_double(p[4]);
    return v > below ? below : v;
}

/* low, range: the high half of the product with the range */
__device__ inline ra_i64 ra_integer(const ra_i64 *p, ra_i64 i)
{
    return (ra_i64)((unsigned long long)p[2] + __umul64hi(ra_wide_of(p, i), (unsigned long long)p[3]));
}

/* ---- Box and Muller: see src/cpu/box_muller.h, whose steps these are ---- */

__device__ inline float ra_log_unit(float u)
{
    unsigned bits = ra_bits(u);
    const int k = (int)(bits - 0x3f3504f3u) >> 23;
    bits -= (unsigned)k << 23;
    const float m = ra_float(bits), s = (m - 1) / (m + 1), z = s * s;
    const float q = 2.0f + z * (2.0f / 3 + z * (2.0f / 5 + z * (2.0f / 7 + z * (2.0f / 9))));
    return (float)k * 0.693147182464599609375f + s * q;
}

__device__ inline double ra_log_unit(double u)
{
    union { double f; ra_i64 i; } b;
    b.f = u;
    const ra_i64 k = (b.i - 0x3fe6a09e667f3bcdLL) >> 52;
    const double m = ra_double((ra_i64)((unsigned long long)b.i - ((unsigned long long)k << 52))), s = (m - 1) / (m + 1), z = s * s;
    double q = 2.0 / 23;
    for (int i = 21; i > 0; i -= 2)
        q = 2.0 / i + z * q;
    return (double)k * 0.69314718055994528622676398299518041312694549560546875 + s * q;
}

/* The sine of a turn, or its cosine. */
__device__ inline float ra_turned(unsigned word, bool sine)
{
    const unsigned quadrant = (word + 0x20000000u) >> 30;
    const float a = (float)(int)(word - (quadrant << 30)) * ra_float(0x30c90fdbu), z = a * a;
    const float s = a + a * z * (-1.0f / 6 + z * (1.0f / 120 + z * (-1.0f / 5040 + z * (1.0f / 362880))));
    const float c = 1 + z * (-0.5f + z * (1.0f / 24 + z * (-1.0f / 720 + z * (1.0f / 40320 + z * (-1.0f / 3628800)))));
    const float odd_s = quadrant & 1 ? c : s, odd_c = quadrant & 1 ? s : c;
    return sine ? (quadrant & 2 ? -odd_s : odd_s) : (quadrant + 1) & 2 ? -odd_c : odd_c;
}

__device__ inline double ra_turned(unsigned long long word, bool sine)
{
    const unsigned long long quadrant = (word + 0x2000000000000000ULL) >> 62;
    const double a = (double)(ra_i64)(word - (quadrant << 62)) * ra_double(0x3c1921fb54442d18LL), z = a * a;
    double s = 1.0 / 6227020800, c = 1.0 / 20922789888000;
    s = -1.0 / 39916800 + z * (s + z * (-1.0 / 1307674368000));
    s = -1.0 / 6 + z * (1.0 / 120 + z * (-1.0 / 5040 + z * (1.0 / 362880 + z * s)));
    c = 1.0 / 479001600 + z * (-1.0 / 87178291200 + z * c);
    c = -1.0 / 2 + z * (1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * c))));
    s = a + a * z * s;
    c = 1 + z * c;
    const double odd_s = quadrant & 1 ? c : s, odd_c = quadrant & 1 ? s : c;
    return sine ? (quadrant & 2 ? -odd_s : odd_s) : (quadrant + 1) & 2 ? -odd_c : odd_c;
}

/* mean, standard deviation; the second half of a tile has the sines */
__device__ inline float ra_normal(const ra_i64 *p, ra_i64 i, float)
{
    const ra_words w = ra_words_of(p, i, 64);
    const bool high = i % 32 / 16 != 0;
    const unsigned u = high ? w.x[1] : w.x[0], turn = high ? w.x[3] : w.x[2];
    const float radius = sqrt(-2.0f * ra_log_unit((float)u * 2.3283064365386962890625e-10f + 1.16415321826934814453125e-10f));
    return (float)ra_double(p[2]) + (float)ra_double(p[3]) * (radius * ra_turned(turn, i % 64 >= 32));
}

__device__ inline double ra_normal(const ra_i64 *p, ra_i64 i, double)
{
    const ra_words w = ra_words_of(p, i, 32);
    const double d = ra_double((ra_i64)(ra_wide(w, 0) >> 12 | 0x3ff0000000000000ULL));
    const double radius = sqrt(-2.0 * ra_log_unit(2.0 - d));
    return ra_double(p[2]) + ra_double(p[3]) * (radius * ra_turned(ra_wide(w, 1), i % 32 >= 16));
}

/* ---- of a uniform number between 0 and 1, of which it is neither ---- */

__device__ inline double ra_inner(unsigned word) { return ((double)word + 0.5) * 2.3283064365386962890625e-10; }
__device__ inline double ra_inner(unsigned long long word) { return ((double)(ra_i64)(word >> 12) + 0.5) * 2.220446049250313080847263336181640625e-16; }

/* rate, least and largest number */
__device__ inline double ra_exponential(const ra_i64 *p, double u)
{
    const double x = -ra_log_unit(u) / ra_double(p[2]), least = ra_double(p[3]), most = ra_double(p[4]);
    return x < least ? least : x > most ? most : x;
}
__device__ inline float ra_exponential(const ra_i64 *p, ra_i64 i, float) { return (float)ra_exponential(p, ra_inner(ra_narrow(p, i))); }
__device__ inline double ra_exponential(const ra_i64 *p, ra_i64 i, double) { return ra_exponential(p, ra_inner(ra_wide_of(p, i))); }

/* median, sigma: the tangent of an angle anywhere in a turn, but for those where there is none */
__device__ inline double ra_cauchy(const ra_i64 *p, unsigned long long turn)
{
    return ra_double(p[2]) + ra_double(p[3]) * (ra_turned(turn | 1, true) / ra_turned(turn | 1, false));
}
__device__ inline float ra_cauchy(const ra_i64 *p, ra_i64 i, float) { return (float)ra_cauchy(p, (unsigned long long)ra_narrow(p, i) << 32 | 0x80000000ULL); }
__device__ inline double ra_cauchy(const ra_i64 *p, ra_i64 i, double) { return ra_cauchy(p, ra_wide_of(p, i)); }

/* the logarithm of 1 - p */
__device__ inline double ra_geometric(const ra_i64 *p, ra_i64 i) { return ceil(ra_log_unit(ra_inner(ra_wide_of(p, i))) / ra_double(p[2])); }

/* From 0 to 1, which it is not. */
__device__ inline double ra_unit(const ra_i64 *p, ra_i64 i) { return (double)(ra_i64)(ra_wide_of(p, i) >> 11) * 1.1102230246251565404236316680908203125e-16; }

/* the probability of one */
__device__ inline ra_i64 ra_bernoulli(const ra_i64 *p, ra_i64 i) { return ra_unit(p, i) < ra_double(p[2]); }
