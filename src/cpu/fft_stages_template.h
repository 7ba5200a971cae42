/*
 * Template: Stockham's transform of as many lines as a vector has elements (see fft_vectors_template.h for the parameters). Element i
 * of the lines is a pair of vectors.
 */

/* Sums of p numbers with the roots of unity of an odd p: those of index j and p - j share their products. */
static inline __attribute__((always_inline)) void FFT(odd)(FFT(complex) *x, int p, const FFT_T *roots)
{
    FFT(complex) y[RA__FFT_RADIX_MOST];
    const int half = p / 2;
    const FFT(complex) x0 = x[0];
    y[0] = x0;
    for (int j = 1; j <= half; j++) {
        const FFT(complex) a = x[j], b = x[p - j];
        x[j] = FFT(plus)(a, b);
        x[p - j] = FFT(minus)(a, b);
        y[0] = FFT(plus)(y[0], x[j]);
    }
    for (int k = 1; k <= half; k++) {
        FFT(complex) even = x0, odd = {FFT_SET(0), FFT_SET(0)};
        for (int j = 1; j <= half; j++) {
            const FFT_V re = FFT_SET(roots[2 * (j * k % p)]), im = FFT_SET(roots[2 * (j * k % p) + 1]);
            even.re = FFT_FMA(x[j].re, re, even.re);
            even.im = FFT_FMA(x[j].im, re, even.im);
            odd.re = j == 1 ? -(x[p - j].im * im) : FFT_FMA(-x[p - j].im, im, odd.re);
            odd.im = j == 1 ? x[p - j].re * im : FFT_FMA(x[p - j].re, im, odd.im);
        }
        y[k] = FFT(plus)(even, odd);
        y[p - k] = FFT(minus)(even, odd);
    }
    for (int k = 0; k < p; k++)
        x[k] = y[k];
}

static inline __attribute__((always_inline)) void FFT(four)(FFT(complex) *a, FFT(complex) *b, FFT(complex) *c, FFT(complex) *d)
{
    const FFT(complex) s = FFT(plus)(*a, *c), t = FFT(minus)(*a, *c), u = FFT(plus)(*b, *d), v = FFT(turned)(FFT(minus)(*b, *d));
    *a = FFT(plus)(s, u);
    *b = FFT(plus)(t, v);
    *c = FFT(minus)(s, u);
    *d = FFT(minus)(t, v);
}

static inline __attribute__((always_inline)) void FFT(butterfly)(FFT(complex) *x, int radix, const FFT_T *roots)
{
    if (radix == 2) {
        const FFT(complex) a = x[0];
        x[0] = FFT(plus)(a, x[1]);
        x[1] = FFT(minus)(a, x[1]);
    } else if (radix == 4) {
        FFT(four)(&x[0], &x[1], &x[2], &x[3]);
    } else if (radix == 8) {
        const FFT_V root = FFT_SET((FFT_T)0.70710678118654752440);
        FFT(complex) e[4], o[4];
        for (int j = 0; j < 4; j++) {
            e[j] = FFT(plus)(x[j], x[j + 4]);
            o[j] = FFT(minus)(x[j], x[j + 4]);
        }
        o[1] = (FFT(complex)){(o[1].re + o[1].im) * root, (o[1].im - o[1].re) * root};
        o[2] = FFT(turned)(o[2]);
        o[3] = (FFT(complex)){(o[3].im - o[3].re) * root, -((o[3].re + o[3].im) * root)};
        FFT(four)(&e[0], &e[1], &e[2], &e[3]);
        FFT(four)(&o[0], &o[1], &o[2], &o[3]);
        for (int j = 0; j < 4; j++) {
            x[2 * j] = e[j];
            x[2 * j + 1] = o[j];
        }
    } else {
        FFT(odd)(x, radix, roots);
    }
}

/*
 * One stage: what lies as [radix][rest][done] becomes [rest][radix][done], transformed along radix and multiplied by the twiddles, of which the
 * last stage has none.
 */
static inline __attribute__((always_inline)) void FFT(stage)(const FFT_V *x, FFT_V *y, int64_t rest, int64_t done, int radix, const FFT_T *roots,
                                                             const FFT_T *twiddles)
{
    const bool last = rest == 1;
    for (int64_t p = 0; p < rest; p++, twiddles += 2 * (radix - 1)) {
        for (int64_t q = 0; q < done; q++) {
            FFT(complex) v[RA__FFT_RADIX_MOST];
            for (int j = 0; j < radix; j++) {
                const FFT_V *at = x + 2 * (q + done * (p + rest * j));
                v[j] = (FFT(complex)){at[0], at[1]};
            }
            FFT(butterfly)(v, radix, roots);
            for (int k = 0; k < radix; k++) {
                FFT_V *to = y + 2 * (q + done * (radix * p + k));
                if (k > 0 && !last)
                    v[k] = FFT(times)(v[k], FFT_SET(twiddles[2 * (k - 1)]), FFT_SET(twiddles[2 * (k - 1) + 1]));
                to[0] = v[k].re;
                to[1] = v[k].im;
            }
        }
    }
}

#define FFT_STAGE(radix) \
    static void FFT(stage_##radix)(const FFT_V *x, FFT_V *y, int64_t rest, int64_t done, const FFT_T *roots, const FFT_T *twiddles) \
    { \
        FFT(stage)(x, y, rest, done, radix, roots, twiddles); \
    }
FFT_STAGE(2)
FFT_STAGE(3)
FFT_STAGE(4)
FFT_STAGE(5)
FFT_STAGE(7)
FFT_STAGE(8)
#undef FFT_STAGE

static void FFT(stage_any)(const FFT_V *x, FFT_V *y, int64_t rest, int64_t done, int radix, const FFT_T *roots, const FFT_T *twiddles)
{
    FFT(stage)(x, y, rest, done, radix, roots, twiddles);
}

/* Transforms what lies in x, with y beside it, and says where it is then: one of both. */
static FFT_V *FFT(lanes)(const ra__fft_stages *s, const char *tables, FFT_V *x, FFT_V *y)
{
    const FFT_T *at = (const FFT_T *)(const void *)(tables + s->table);
    int64_t rest = s->n, done = 1;
    for (int i = 0; i < s->count; i++) {
        const int radix = s->radix[i];
        const FFT_T *roots = at;
        at += radix & 1 ? 2 * radix : 0;
        rest /= radix;
        switch (radix) {
        case 2: FFT(stage_2)(x, y, rest, done, roots, at); break;
        case 3: FFT(stage_3)(x, y, rest, done, roots, at); break;
        case 4: FFT(stage_4)(x, y, rest, done, roots, at); break;
        case 5: FFT(stage_5)(x, y, rest, done, roots, at); break;
        case 7: FFT(stage_7)(x, y, rest, done, roots, at); break;
        case 8: FFT(stage_8)(x, y, rest, done, roots, at); break;
        default: FFT(stage_any)(x, y, rest, done, radix, roots, at); break;
        }
        at += rest == 1 ? 0 : 2 * (radix - 1) * rest;
        done *= radix;
        FFT_V *z = x;
        x = y;
        y = z;
    }
    return x;
}
