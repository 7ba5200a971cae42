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

/* As many numbers as a vector has elements, from pairs in memory and back. */
static inline FFT(complex) FFT(load)(const FFT_T *x)
{
#define EVEN(l) 2 * (l)
#define ODD(l) 2 * (l) + 1
    const FFT_V a = *(const FFT_ANY *)(const void *)x, b = *(const FFT_ANY *)(const void *)(x + FFT_LANES);
    return (FFT(complex)){__builtin_shufflevector(a, b, FFT_EACH(EVEN)), __builtin_shufflevector(a, b, FFT_EACH(ODD))};
#undef EVEN
#undef ODD
}

static inline void FFT(store)(FFT_T *x, FFT(complex) a)
{
#define LOW(l) ((l) & 1) * FFT_LANES + (l) / 2
#define HIGH(l) ((l) & 1) * FFT_LANES + (l) / 2 + FFT_LANES / 2
    *(FFT_ANY *)(void *)x = __builtin_shufflevector(a.re, a.im, FFT_EACH(LOW));
    *(FFT_ANY *)(void *)(x + FFT_LANES) = __builtin_shufflevector(a.re, a.im, FFT_EACH(HIGH));
#undef LOW
#undef HIGH
}

static inline FFT_V FFT(reversed)(FFT_V a)
{
#define BACKWARDS(l) FFT_LANES - 1 - (l)
    return __builtin_shufflevector(a, a, FFT_EACH(BACKWARDS));
#undef BACKWARDS
}

/* Rows become columns. */
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
