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
 * One stage: element q + done * (p + rest * j) of what goes in becomes q + p * p_step + k * k_step, transformed along the radix, from j to k, and
 * multiplied by the twiddles, of which the last stage has none. That one multiplies by `scale`. Elements are vectors, or in memory: pairs of numbers, of
 * line beside line. Steps are in numbers.
 */
typedef struct FFT(pass) {
    const FFT_T *in;
    FFT_T *out;
    int64_t in_step, out_step;
    int64_t rest, done, p_step, k_step;
    const FFT_T *roots, *twiddles;
    FFT_T scale;
    bool from_memory, to_memory, is_last, is_inverse; /* then k counts from the other end */
} FFT(pass);

static inline __attribute__((always_inline)) FFT(complex) FFT(take)(const FFT_T *at, bool is_memory)
{
    const FFT_V *x = (const FFT_V *)(const void *)at;
    if (!is_memory)
        return (FFT(complex)){x[0], x[1]};
    /* what the next lines have there, which lies a stride from anything else that is read */
    __builtin_prefetch(at + 2 * FFT_LANES, 0, 2);
    __builtin_prefetch(at + 4 * FFT_LANES - 1, 0, 2);
    return FFT(load)(at);
}

static inline __attribute__((always_inline)) void FFT(give)(FFT_T *at, FFT(complex) a, bool is_memory)
{
    FFT_V *y = (FFT_V *)(void *)at;
    if (is_memory) {
        FFT(store)(at, a);
        return;
    }
    y[0] = a.re;
    y[1] = a.im;
}

static inline __attribute__((always_inline)) void FFT(stage)(const FFT(pass) *s, int radix, bool from_memory, bool to_memory, bool is_last)
{
    const int64_t rest = s->rest, done = s->done, in_step = s->in_step, to_step = s->k_step * s->out_step, by_k = s->is_inverse ? -to_step : to_step;
    const FFT_T *twiddles = s->twiddles;
    const FFT_V by = FFT_SET(s->scale);
    const bool is_scaled = s->scale != 1;
    for (int64_t p = 0; p < rest; p++, twiddles += 2 * (radix - 1))
        for (int64_t q = 0; q < done; q++) {
            const FFT_T *from = s->in + (q + done * p) * in_step;
            FFT_T *to = s->out + (q + p * s->p_step) * s->out_step, *other = s->is_inverse ? to + radix * to_step : to;
            FFT(complex) v[RA__FFT_RADIX_MOST];
            for (int j = 0; j < radix; j++)
                v[j] = FFT(take)(from + done * rest * j * in_step, from_memory);
            FFT(butterfly)(v, radix, s->roots);
            if (is_last && is_scaled)
                for (int k = 0; k < radix; k++)
                    v[k] = (FFT(complex)){v[k].re * by, v[k].im * by};
            for (int k = 0; k < radix; k++) {
                if (k > 0 && !is_last)
                    v[k] = FFT(times)(v[k], FFT_SET(twiddles[2 * (k - 1)]), FFT_SET(twiddles[2 * (k - 1) + 1]));
                FFT(give)(k ? other + k * by_k : to, v[k], to_memory);
            }
        }
}

#define FFT_STAGE(radix) \
    static void FFT(first_##radix)(const FFT(pass) *s) \
    { \
        FFT(stage)(s, radix, true, false, false); \
    } \
    static void FFT(stage_##radix)(const FFT(pass) *s) \
    { \
        if (s->is_last) \
            FFT(stage)(s, radix, false, false, true); \
        else \
            FFT(stage)(s, radix, false, false, false); \
    } \
    static void FFT(last_##radix)(const FFT(pass) *s) \
    { \
        FFT(stage)(s, radix, false, true, true); \
    }
FFT_STAGE(2)
FFT_STAGE(3)
FFT_STAGE(4)
FFT_STAGE(5)
FFT_STAGE(7)
FFT_STAGE(8)
#undef FFT_STAGE

static void FFT(stage_any)(const FFT(pass) *s, int radix)
{
    FFT(stage)(s, radix, s->from_memory, s->to_memory, s->is_last);
}

/* Memory is on one side at most. */
static void FFT(run_stage)(const FFT(pass) *s, int radix)
{
#define FFT_STAGE(r) case r: (s->from_memory ? FFT(first_##r) : s->to_memory ? FFT(last_##r) : FFT(stage_##r))(s); break;
    switch (radix) {
    FFT_STAGE(2)
    FFT_STAGE(3)
    FFT_STAGE(4)
    FFT_STAGE(5)
    FFT_STAGE(7)
    FFT_STAGE(8)
    default: FFT(stage_any)(s, radix); break;
    }
#undef FFT_STAGE
}

enum { FFT(NEAR) = 16384 / RA__VECTOR_BYTES }; /* elements of lines that stay in the L1 cache, twice */

/* What goes through the stages. Structures of their own for both ends would be copied by halves that the processor cannot forward. */
typedef struct FFT(flow) {
    const FFT_T *in; /* memory; NULL: x */
    FFT_T *out;      /* memory; NULL: x or y */
    int64_t in_step, out_step;
    FFT_V *x, *y;    /* room for all elements each */
    FFT_T scale;
    bool is_inverse;
} FFT(flow);

/* Stages of n elements, and where those are then, if not in memory. */
static FFT_V *FFT(run_stages)(const FFT(flow) *f, const uint8_t *radices, int count, int64_t n, const FFT_T *at)
{
    int64_t rest = n, done = 1;
    FFT_V *x = f->x, *y = f->y;
    if (count == 0) { /* one element */
        x[0] = x[0] * FFT_SET(f->scale);
        x[1] = x[1] * FFT_SET(f->scale);
    }
    for (int i = 0; i < count; i++) {
        const int radix = radices[i];
        const bool is_last = i == count - 1;
        FFT(pass) s = {.rest = rest / radix, .done = done, .roots = at, .scale = f->scale, .is_last = is_last, .is_inverse = f->is_inverse};
        at += radix & 1 ? 2 * radix : 0;
        rest /= radix;
        s.twiddles = at;
        at += rest == 1 ? 0 : 2 * (radix - 1) * rest;
        s.from_memory = i == 0 && f->in;
        s.in = s.from_memory ? f->in : (const FFT_T *)(const void *)x;
        s.in_step = s.from_memory ? f->in_step : 2 * FFT_LANES;
        s.to_memory = is_last && f->out;
        s.out = s.to_memory ? f->out : (FFT_T *)(void *)y;
        s.out_step = s.to_memory ? f->out_step : 2 * FFT_LANES;
        s.p_step = done * radix;
        s.k_step = done;
        if (i == 0 && count > 2 && n > FFT(NEAR) && f->out) { /* then what the first stage leaves, one part after another */
            s.p_step = 1;
            s.k_step = rest;
            FFT(run_stage)(&s, radix);
            for (int k = 0; k < radix; k++) {
                const FFT(flow) part = {.out = f->out + k * f->out_step, .out_step = f->out_step * radix, .x = y + 2 * k * rest, .y = x, .scale = f->scale,
                                        .is_inverse = f->is_inverse};
                FFT(run_stages)(&part, radices + 1, count - 1, rest, at);
            }
            return NULL;
        }
        FFT(run_stage)(&s, radix);
        done *= radix;
        FFT_V *z = x;
        x = y;
        y = z;
    }
    return f->out && count > 0 ? NULL : x;
}

/* Transforms what goes in, which may be memory where there are at least two stages, and out, where there is one. It is the inverse where the tables are. */
static FFT_V *FFT(lanes)(const ra__fft_length *l, const ra__fft_stages *s, const char *tables, FFT(flow) *f)
{
    f->is_inverse = l->is_inverse;
    return FFT(run_stages)(f, s->radix, s->count, s->n, (const FFT_T *)(const void *)(tables + s->table));
}
