/*
 * Template: vectors of complex numbers, real and imaginary parts apart, for the Fourier transforms.
 *
 *   FFT_NAME   suffix of what is defined
 *   FFT_T      float, double
 *   FFT_V      its vector of the machine
 *   FFT_ANY    the same at any address
 *   FFT_LANES  elements of it, as the preprocessor reads them
 *   FFT_FMA    a * b + c
 *   FFT_SET    one number in every element
 *
 * The parameters stay defined for fft_stages_template.h, fft_line_template.h and fft_group_template.h, the last of which undefines them.
 */
#define FFT_PASTE2(a, b) a##_##b
#define FFT_PASTE(a, b) FFT_PASTE2(a, b)
#define FFT(part) FFT_PASTE(part, FFT_NAME)

#if FFT_LANES == 2
#define FFT_EACH(f) f(0), f(1)
#elif FFT_LANES == 4
#define FFT_EACH(f) f(0), f(1), f(2), f(3)
#elif FFT_LANES == 8
#define FFT_EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7)
#else
#define FFT_EACH(f) f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12), f(13), f(14), f(15)
#endif

typedef struct FFT(complex) {
    FFT_V re, im;
} FFT(complex);

static inline FFT(complex) FFT(times)(FFT(complex) a, FFT_V re, FFT_V im)
{
    return (FFT(complex)){FFT_FMA(a.re, re, -(a.im * im)), FFT_FMA(a.re, im, a.im * re)};
}

static inline FFT(complex) FFT(plus)(FFT(complex) a, FFT(complex) b)
{
    return (FFT(complex)){a.re + b.re, a.im + b.im};
}

static inline FFT(complex) FFT(minus)(FFT(complex) a, FFT(complex) b)
{
    return (FFT(complex)){a.re - b.re, a.im - b.im};
}

/* -i a */
static inline FFT(complex) FFT(turned)(FFT(complex) a)
{
    return (FFT(complex)){a.im, -a.re};
}

static inline FFT_V FFT(reversed)(FFT_V a)
{
#define BACKWARDS(l) FFT_LANES - 1 - (l)
    return __builtin_shufflevector(a, a, FFT_EACH(BACKWARDS));
#undef BACKWARDS
}

static inline FFT(complex) FFT(backwards)(FFT(complex) a)
{
    return (FFT(complex)){FFT(reversed)(a.re), FFT(reversed)(a.im)};
}

/* As many numbers as a vector has elements, from pairs in memory, forwards or backwards, and back. */
#if FFT_LANES == 8 && !defined(__AVX512F__)
/* Floats of AVX2, for which the compiler takes more permutations across the halves of a vector. */
static inline FFT(complex) FFT(load)(const FFT_T *x)
{
    const __m256 a = _mm256_loadu_ps(x), b = _mm256_loadu_ps(x + 8);
    const __m256d re = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0x88)), im = _mm256_castps_pd(_mm256_shuffle_ps(a, b, 0xdd));
    return (FFT(complex)){(FFT_V)_mm256_permute4x64_pd(re, 0xd8), (FFT_V)_mm256_permute4x64_pd(im, 0xd8)};
}

static inline FFT(complex) FFT(load_backwards)(const FFT_T *x)
{
    const __m256 a = _mm256_loadu_ps(x), b = _mm256_loadu_ps(x + 8);
    const __m256d re = _mm256_castps_pd(_mm256_shuffle_ps(b, a, 0x22)), im = _mm256_castps_pd(_mm256_shuffle_ps(b, a, 0x77));
    return (FFT(complex)){(FFT_V)_mm256_permute4x64_pd(re, 0x72), (FFT_V)_mm256_permute4x64_pd(im, 0x72)};
}
#else
static inline FFT(complex) FFT(load)(const FFT_T *x)
{
#define EVEN(l) 2 * (l)
#define ODD(l) 2 * (l) + 1
    const FFT_V a = *(const FFT_ANY *)(const void *)x, b = *(const FFT_ANY *)(const void *)(x + FFT_LANES);
    return (FFT(complex)){__builtin_shufflevector(a, b, FFT_EACH(EVEN)), __builtin_shufflevector(a, b, FFT_EACH(ODD))};
#undef EVEN
#undef ODD
}

static inline FFT(complex) FFT(load_backwards)(const FFT_T *x)
{
    return FFT(backwards)(FFT(load)(x));
}
#endif

static inline void FFT(store)(FFT_T *x, FFT(complex) a)
{
#define LOW(l) ((l) & 1) * FFT_LANES + (l) / 2
#define HIGH(l) ((l) & 1) * FFT_LANES + (l) / 2 + FFT_LANES / 2
    *(FFT_ANY *)(void *)x = __builtin_shufflevector(a.re, a.im, FFT_EACH(LOW));
    *(FFT_ANY *)(void *)(x + FFT_LANES) = __builtin_shufflevector(a.re, a.im, FFT_EACH(HIGH));
#undef LOW
#undef HIGH
}

/* `first` numbers at x, then `rest` at y, fewer than a vector has or as many; and 0. */
#if FFT_LANES == 16
static inline FFT(complex) FFT(load_parts)(const FFT_T *x, int64_t first, const FFT_T *y, int64_t rest)
{
    const uint64_t all = ((uint64_t)1 << 2 * (first + rest)) - 1, of_x = ((uint64_t)1 << 2 * first) - 1, of_y = all & ~of_x;
    FFT_T some[2 * FFT_LANES];
    y -= 2 * first;
    __m512 low = _mm512_maskz_loadu_ps((__mmask16)of_x, x), high = _mm512_maskz_loadu_ps((__mmask16)(of_x >> 16), x + FFT_LANES);
    low = _mm512_mask_loadu_ps(low, (__mmask16)of_y, y);
    high = _mm512_mask_loadu_ps(high, (__mmask16)(of_y >> 16), y + FFT_LANES);
    _mm512_storeu_ps(some, low);
    _mm512_storeu_ps(some + FFT_LANES, high);
    return FFT(load)(some);
}

static inline void FFT(store_parts)(FFT_T *x, int64_t first, FFT_T *y, int64_t rest, FFT(complex) a)
{
    const uint64_t all = ((uint64_t)1 << 2 * (first + rest)) - 1, of_x = ((uint64_t)1 << 2 * first) - 1, of_y = all & ~of_x;
    FFT_T some[2 * FFT_LANES];
    FFT(store)(some, a);
    const __m512 low = _mm512_loadu_ps(some), high = _mm512_loadu_ps(some + FFT_LANES);
    y -= 2 * first;
    _mm512_mask_storeu_ps(x, (__mmask16)of_x, low);
    _mm512_mask_storeu_ps(x + FFT_LANES, (__mmask16)(of_x >> 16), high);
    _mm512_mask_storeu_ps(y, (__mmask16)of_y, low);
    _mm512_mask_storeu_ps(y + FFT_LANES, (__mmask16)(of_y >> 16), high);
}
#else
static inline FFT(complex) FFT(load_parts)(const FFT_T *x, int64_t first, const FFT_T *y, int64_t rest)
{
    FFT_T some[2 * FFT_LANES] = {0};
    memcpy(some, x, (size_t)first * 2 * sizeof(FFT_T)); /* fits: a vector at most, as what follows */
    memcpy(some + 2 * first, y, (size_t)rest * 2 * sizeof(FFT_T)); /* fits */
    return FFT(load)(some);
}

static inline void FFT(store_parts)(FFT_T *x, int64_t first, FFT_T *y, int64_t rest, FFT(complex) a)
{
    FFT_T some[2 * FFT_LANES];
    FFT(store)(some, a);
    memcpy(x, some, (size_t)first * 2 * sizeof(FFT_T)); /* fits: likewise */
    memcpy(y, some + 2 * first, (size_t)rest * 2 * sizeof(FFT_T)); /* fits */
}
#endif

/* Rows become columns. */
#if FFT_LANES == 16
static inline __attribute__((always_inline)) void FFT(turn)(FFT_V v[FFT_LANES])
{
    FFT_V t[FFT_LANES];
    for (int i = 0; i < 16; i += 2) { /* of pairs of rows, in each quarter of them */
        t[i] = (FFT_V)_mm512_unpacklo_ps((__m512)v[i], (__m512)v[i + 1]);
        t[i + 1] = (FFT_V)_mm512_unpackhi_ps((__m512)v[i], (__m512)v[i + 1]);
    }
    for (int i = 0; i < 16; i += 4)
        for (int j = 0; j < 2; j++) {
            v[i + 2 * j] = (FFT_V)_mm512_unpacklo_pd((__m512d)t[i + j], (__m512d)t[i + j + 2]);
            v[i + 2 * j + 1] = (FFT_V)_mm512_unpackhi_pd((__m512d)t[i + j], (__m512d)t[i + j + 2]);
        }
    for (int i = 0; i < 16; i += 8) /* then quarters */
        for (int j = 0; j < 4; j++) {
            t[i + j] = (FFT_V)_mm512_shuffle_f32x4((__m512)v[i + j], (__m512)v[i + j + 4], 0x88);
            t[i + j + 4] = (FFT_V)_mm512_shuffle_f32x4((__m512)v[i + j], (__m512)v[i + j + 4], 0xdd);
        }
    for (int j = 0; j < 8; j++) {
        v[j] = (FFT_V)_mm512_shuffle_f32x4((__m512)t[j], (__m512)t[j + 8], 0x88);
        v[j + 8] = (FFT_V)_mm512_shuffle_f32x4((__m512)t[j], (__m512)t[j + 8], 0xdd);
    }
}
#else
static inline __attribute__((always_inline)) void FFT(turn)(FFT_V v[FFT_LANES])
{
#define STEP(d, KEPT, MOVED) \
    for (int i = 0; i < FFT_LANES; i++) \
        if (!(i & (d))) { \
            const FFT_V a = v[i], b = v[i + (d)]; \
            v[i] = __builtin_shufflevector(a, b, FFT_EACH(KEPT)); \
            v[i + (d)] = __builtin_shufflevector(a, b, FFT_EACH(MOVED)); \
        }
#define KEPT(l, d) ((l) & (d)) ? FFT_LANES + (l) - (d) : (l)
#define MOVED(l, d) ((l) & (d)) ? FFT_LANES + (l) : (l) + (d)
#define KEPT_1(l) KEPT(l, 1)
#define MOVED_1(l) MOVED(l, 1)
    STEP(1, KEPT_1, MOVED_1)
#if FFT_LANES > 2
#define KEPT_2(l) KEPT(l, 2)
#define MOVED_2(l) MOVED(l, 2)
    STEP(2, KEPT_2, MOVED_2)
#undef KEPT_2
#undef MOVED_2
#endif
#if FFT_LANES > 4
#define KEPT_4(l) KEPT(l, 4)
#define MOVED_4(l) MOVED(l, 4)
    STEP(4, KEPT_4, MOVED_4)
#undef KEPT_4
#undef MOVED_4
#endif
#if FFT_LANES > 8
#define KEPT_8(l) KEPT(l, 8)
#define MOVED_8(l) MOVED(l, 8)
    STEP(8, KEPT_8, MOVED_8)
#undef KEPT_8
#undef MOVED_8
#endif
#undef KEPT_1
#undef MOVED_1
#undef KEPT
#undef MOVED
#undef STEP
}
#endif

/* ---- lines to lanes, some elements of each ---- */

#if FFT_LANES == 16
enum { FFT(SOME) = 4 };

/* Halves of vectors are numbers of two lines each. Which ones, so that lanes come in the order of lines. */
static const uint8_t FFT(line_of)[FFT_LANES] = {0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15};

static inline __attribute__((always_inline)) void FFT(load_elements)(FFT_V *x, const char *const *lines, int64_t offset)
{
    __m512d z[8], half[2][4];
    for (int j = 0; j < 8; j++)
        z[j] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd((const double *)(const void *)(lines[FFT(line_of)[j]] + offset))),
                                  _mm256_loadu_pd((const double *)(const void *)(lines[FFT(line_of)[j + 8]] + offset)), 1);
    for (int h = 0; h < 2; h++) {
        const __m512d *a = z + 4 * h;
        const __m512d even = _mm512_unpacklo_pd(a[0], a[1]), odd = _mm512_unpackhi_pd(a[0], a[1]);
        const __m512d even_too = _mm512_unpacklo_pd(a[2], a[3]), odd_too = _mm512_unpackhi_pd(a[2], a[3]);
        half[h][0] = _mm512_shuffle_f64x2(even, even_too, 0x88);
        half[h][1] = _mm512_shuffle_f64x2(odd, odd_too, 0x88);
        half[h][2] = _mm512_shuffle_f64x2(even, even_too, 0xdd);
        half[h][3] = _mm512_shuffle_f64x2(odd, odd_too, 0xdd);
    }
    for (int e = 0; e < 4; e++) {
        x[2 * e] = (FFT_V)_mm512_shuffle_ps((__m512)half[0][e], (__m512)half[1][e], 0x88);
        x[2 * e + 1] = (FFT_V)_mm512_shuffle_ps((__m512)half[0][e], (__m512)half[1][e], 0xdd);
    }
}

static inline __attribute__((always_inline)) void FFT(store_elements)(const FFT_V *x, char *const *lines, int64_t count, int64_t offset)
{
    const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    for (int h = 0; h < 2; h++) { /* lines 4 j + 2 h and the next */
        __m512d a[4];
        for (int e = 0; e < 4; e++)
            a[e] = (__m512d)(h ? _mm512_unpackhi_ps((__m512)x[2 * e], (__m512)x[2 * e + 1]) : _mm512_unpacklo_ps((__m512)x[2 * e], (__m512)x[2 * e + 1]));
        for (int i = 0; i < 2; i++) {
            const __m512d first = i ? _mm512_unpackhi_pd(a[0], a[1]) : _mm512_unpacklo_pd(a[0], a[1]);
            const __m512d second = i ? _mm512_unpackhi_pd(a[2], a[3]) : _mm512_unpacklo_pd(a[2], a[3]);
            const __m512d z[2] = {_mm512_permutex2var_pd(first, low, second), _mm512_permutex2var_pd(first, high, second)};
            for (int j = 0; j < 4; j++) {
                const int line = 4 * j + 2 * h + i;
                if (line < count)
                    _mm256_storeu_pd((double *)(void *)(lines[line] + offset), j & 1 ? _mm512_extractf64x4_pd(z[j / 2], 1) : _mm512_castpd512_pd256(z[j / 2]));
            }
        }
    }
}
#else
enum { FFT(SOME) = FFT_LANES };

static inline __attribute__((always_inline)) void FFT(load_elements)(FFT_V *x, const char *const *lines, int64_t offset)
{
    FFT_V re[FFT_LANES], im[FFT_LANES];
    for (int j = 0; j < FFT_LANES; j++) {
        const FFT(complex) a = FFT(load)((const FFT_T *)(const void *)(lines[j] + offset));
        re[j] = a.re;
        im[j] = a.im;
    }
    FFT(turn)(re);
    FFT(turn)(im);
    for (int j = 0; j < FFT_LANES; j++) {
        x[2 * j] = re[j];
        x[2 * j + 1] = im[j];
    }
}

static inline __attribute__((always_inline)) void FFT(store_elements)(const FFT_V *x, char *const *lines, int64_t count, int64_t offset)
{
    FFT_V re[FFT_LANES], im[FFT_LANES];
    for (int j = 0; j < FFT_LANES; j++) {
        re[j] = x[2 * j];
        im[j] = x[2 * j + 1];
    }
    FFT(turn)(re);
    FFT(turn)(im);
    for (int j = 0; j < FFT_LANES; j++)
        if (j < count)
            FFT(store)((FFT_T *)(void *)(lines[j] + offset), (FFT(complex)){re[j], im[j]});
}
#endif
