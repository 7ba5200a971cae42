/*
 * Template: the transform of one line that lies together, by four steps or by a convolution, and the pass of real lines (see
 * fft_vectors_template.h for the parameters).
 */

static inline FFT(complex) FFT(exchanged)(FFT(complex) a)
{
    return (FFT(complex)){a.im, a.re};
}

/* `count` numbers, fewer than a vector has, or as many and more. */
static inline FFT(complex) FFT(load_some)(const FFT_T *x, int64_t count)
{
    return count >= FFT_LANES ? FFT(load)(x) : FFT(load_parts)(x, count, x, 0);
}

static inline void FFT(store_some)(FFT_T *x, FFT(complex) a, int64_t count)
{
    if (count >= FFT_LANES)
        FFT(store)(x, a);
    else
        FFT(store_parts)(x, count, x, 0, a);
}

/* Root t of the modulus. */
static inline void FFT(root)(const ra__fft_length *l, const char *tables, int64_t t, double root[2])
{
    const double *c = (const double *)(const void *)(tables + l->coarse) + 2 * (t >> l->shift);
    const double *f = (const double *)(const void *)(tables + l->fine) + 2 * (t & (((int64_t)1 << l->shift) - 1));
    /* Both are differences, as in math_complex.h: of a difference and a sum gcc 12 makes one instruction. */
    const double minus = -c[1];
    root[0] = c[0] * f[0] - c[1] * f[1];
    root[1] = c[0] * f[1] - minus * f[0];
}

/* As the transform needs it, which for an inverse one is its conjugate. */
static inline void FFT(own_root)(const ra__fft_length *l, const char *tables, int64_t t, double root[2])
{
    FFT(root)(l, tables, t, root);
    root[1] = l->is_inverse ? -root[1] : root[1];
}

/* ---- four steps ---- */

/* Element k of n vectors: root `start + l * step` to the power of `k * by` of lane l. */
static void FFT(powers)(const ra__fft_length *l, const char *tables, int64_t start, int64_t by, int64_t n, FFT_V *to)
{
    for (int64_t k = 0; k < n; k++) {
        FFT_T re[FFT_LANES], im[FFT_LANES];
        for (int j = 0; j < FFT_LANES; j++) {
            double root[2];
            FFT(own_root)(l, tables, (start + j) * k * by % l->n * l->unit, root);
            re[j] = (FFT_T)root[0];
            im[j] = (FFT_T)root[1];
        }
        memcpy(&to[2 * k], re, sizeof re);
        memcpy(&to[2 * k + 1], im, sizeof im);
    }
}

enum { FFT(POWERS) = 32 };

/* The roots between both transforms for one group of columns, as products of two. */
static const FFT_V *FFT(make_between)(const ra__fft_length *l, const char *tables, int64_t group, FFT_V *to)
{
    FFT_V low[2 * FFT(POWERS)], high[2];
    const int64_t n1 = l->first.n;
    FFT(powers)(l, tables, group * FFT_LANES, 1, FFT(POWERS) < n1 ? FFT(POWERS) : n1, low);
    for (int64_t a = 0; a < n1; a += FFT(POWERS)) {
        FFT(powers)(l, tables, group * FFT_LANES, 0, 0, high);
        for (int j = 0; j < FFT_LANES; j++) {
            double root[2];
            FFT(own_root)(l, tables, (group * FFT_LANES + j) * a % l->n * l->unit, root);
            ((FFT_T *)&high[0])[j] = (FFT_T)root[0];
            ((FFT_T *)&high[1])[j] = (FFT_T)root[1];
        }
        for (int64_t b = 0; b < FFT(POWERS) && a + b < n1; b++) {
            const FFT(complex) w = FFT(times)((FFT(complex)){low[2 * b], low[2 * b + 1]}, high[0], high[1]);
            to[2 * (a + b)] = w.re;
            to[2 * (a + b) + 1] = w.im;
        }
    }
    return to;
}

/*
 * Groups first to last - 1 of columns. Row k1 of the matrix goes to lane k1 % LANES of block k1 / LANES of `middle`, which has n2 elements of
 * a pair of vectors each.
 */
static void FFT(columns)(const ra__fft_length *l, const char *tables, const FFT_T *in, FFT_V *middle, int64_t first, int64_t last, FFT_V *scratch)
{
    const int64_t n1 = l->first.n, n2 = l->second.n;
    FFT_V *x = scratch, *y = x + 2 * n1, *made = y + 2 * n1;
    for (int64_t g = first; g < last; g++) {
        const int64_t beside = n2 - g * FFT_LANES < FFT_LANES ? n2 - g * FFT_LANES : FFT_LANES;
        const FFT_T *from = in + 2 * g * FFT_LANES;
        FFT(flow) f = {.in = from, .in_step = 2 * n2, .x = x, .y = y, .scale = 1};
        if (beside < FFT_LANES || l->first.count < 2) {
            for (int64_t i = 0; i < n1; i++) {
                const FFT(complex) a = FFT(load_some)(from + 2 * i * n2, beside);
                x[2 * i] = a.re;
                x[2 * i + 1] = a.im;
            }
            f.in = NULL;
        }
        const FFT_V *z = FFT(lanes)(l, &l->first, tables, &f);
        const FFT_V *w = l->has_between ? (const FFT_V *)(const void *)(tables + l->between) + 2 * g * n1 : FFT(make_between)(l, tables, g, made);
        for (int64_t k = 0; k < n1; k += FFT_LANES) {
            FFT_V re[FFT_LANES], im[FFT_LANES];
            for (int j = 0; j < FFT_LANES; j++) {
                const int64_t at = k + j < n1 ? k + j : n1 - 1;
                const FFT(complex) a = FFT(times)((FFT(complex)){z[2 * at], z[2 * at + 1]}, w[2 * at], w[2 * at + 1]);
                re[j] = a.re;
                im[j] = a.im;
            }
            FFT(turn)(re);
            FFT(turn)(im);
            FFT_V *to = middle + 2 * (k / FFT_LANES * n2 + g * FFT_LANES);
            for (int j = 0; j < FFT_LANES; j++)
                if (j < beside) {
                    to[2 * j] = re[j];
                    to[2 * j + 1] = im[j];
                }
        }
    }
}

/* Blocks first to last - 1 of rows, into the whole line at out. */
static void FFT(rows)(const ra__fft_length *l, const char *tables, FFT_V *middle, FFT_T *out, FFT_T scale, int64_t first, int64_t last, FFT_V *scratch)
{
    const int64_t n1 = l->first.n, n2 = l->second.n;
    for (int64_t h = first; h < last; h++) {
        const int64_t beside = n1 - h * FFT_LANES < FFT_LANES ? n1 - h * FFT_LANES : FFT_LANES;
        FFT_V *x = middle + 2 * h * n2;
        FFT_T *to = out + 2 * h * FFT_LANES;
        FFT(flow) f = {.out = beside == FFT_LANES ? to : NULL, .out_step = 2 * n1, .x = x, .y = scratch, .scale = scale};
        const FFT_V *z = FFT(lanes)(l, &l->second, tables, &f);
        for (int64_t k = 0; z && k < n2; k++)
            FFT(store_some)(to + 2 * k * n1, (FFT(complex)){z[2 * k], z[2 * k + 1]}, beside);
    }
}

static inline int64_t FFT(groups)(int64_t n)
{
    return n / FFT_LANES + (n % FFT_LANES != 0);
}

/* A line of complex numbers by whatever way but LANES; out may be in. */
static void FFT(whole)(const ra__fft_length *l, const char *tables, const FFT_T *in, FFT_T *out, FFT_T scale, char *scratch)
{
    if (l->way == RA__FFT_STEPS) {
        FFT_V *middle = (FFT_V *)(void *)scratch, *rest = middle + 2 * FFT(groups)(l->first.n) * l->second.n;
        FFT(columns)(l, tables, in, middle, 0, FFT(groups)(l->second.n), rest);
        FFT(rows)(l, tables, middle, out, scale, 0, FFT(groups)(l->first.n), rest);
        return;
    }
    const ra__fft_length *inner = l->inner;
    const FFT_T *chirp = (const FFT_T *)(const void *)(tables + l->chirp), *spectrum = (const FFT_T *)(const void *)(tables + l->spectrum);
    const char *inner_tables = tables + l->inner_tables;
    const int64_t n = l->n, m = inner->n;
    FFT_T *a = (FFT_T *)(void *)scratch;
    char *rest = scratch + FFT(groups)(m) * 2 * (int64_t)sizeof(FFT_V);
    const FFT_V by = FFT_SET(scale);
    for (int64_t i = 0; i < n; i += FFT_LANES) {
        const FFT(complex) w = FFT(load_some)(chirp + 2 * i, n - i), b = FFT(load_some)(in + 2 * i, n - i);
        FFT(store_some)(a + 2 * i, FFT(times)(b, w.re, w.im), n - i);
    }
    memset(a + 2 * n, 0, (size_t)(m - n) * 2 * sizeof(FFT_T)); /* fits: scratch */
    FFT(whole)(inner, inner_tables, a, a, 1, rest);
    for (int64_t i = 0; i < m; i += FFT_LANES) { /* and back, as the transform of what has its parts exchanged */
        const FFT(complex) w = FFT(load_some)(spectrum + 2 * i, m - i), b = FFT(load_some)(a + 2 * i, m - i);
        FFT(store_some)(a + 2 * i, FFT(exchanged)(FFT(times)(b, w.re, w.im)), m - i);
    }
    FFT(whole)(inner, inner_tables, a, a, 1, rest);
    for (int64_t i = 0; i < n; i += FFT_LANES) {
        const FFT(complex) w = FFT(load_some)(chirp + 2 * i, n - i), b = FFT(exchanged)(FFT(load_some)(a + 2 * i, n - i));
        const FFT(complex) c = FFT(times)(b, w.re, w.im);
        FFT(store_some)(out + 2 * i, (FFT(complex)){c.re * by, c.im * by}, n - i);
    }
}

/* ---- real lines ---- */

/* Roots k to k + LANES - 1 of the modulus. */
static inline FFT(complex) FFT(halves)(const ra__fft_length *l, const char *tables, int64_t k)
{
    const int64_t at = k % RA__FFT_HALVES;
    const FFT_T *re = (const FFT_T *)(const void *)(tables + l->halves_re) + at, *im = (const FFT_T *)(const void *)(tables + l->halves_im) + at;
    const FFT_T *by = (const FFT_T *)(const void *)(tables + l->halves_coarse) + 2 * (k / RA__FFT_HALVES);
    const FFT(complex) w = {*(const FFT_ANY *)(const void *)re, *(const FFT_ANY *)(const void *)im};
    return k < RA__FFT_HALVES ? w : FFT(times)(w, FFT_SET(by[0]), FFT_SET(by[1]));
}

/* From elements k and m - k of half a line's transform to those of the line's (a: k, b: m - k); w is root k. */
static inline void FFT(split)(FFT(complex) *a, FFT(complex) *b, FFT(complex) w, FFT_V sign)
{
    const FFT_V half = FFT_SET((FFT_T)0.5);
    const FFT(complex) x = {a->re * half, a->im * half}, y = {b->re * half, b->im * half}; /* before they are added, which might be too large */
    const FFT(complex) even = {x.re + y.re, x.im - y.im}, odd = {x.im + y.im, y.re - x.re};
    const FFT(complex) turned = FFT(times)(odd, w.re, w.im);
    *a = (FFT(complex)){even.re + turned.re, (even.im + turned.im) * sign};
    *b = (FFT(complex)){even.re - turned.re, (turned.im - even.im) * sign};
}

/* And back, times 2. */
static inline void FFT(join)(FFT(complex) *a, FFT(complex) *b, FFT(complex) w, FFT_V sign)
{
    const FFT(complex) x = {a->re, a->im * sign}, y = {b->re, b->im * sign};
    const FFT(complex) even = {x.re + y.re, x.im - y.im}, odd = {x.re - y.re, x.im + y.im};
    const FFT(complex) turned = FFT(times)(odd, w.re, -w.im);
    *a = (FFT(complex)){even.re - turned.im, even.im + turned.re};
    *b = (FFT(complex)){even.re + turned.im, turned.re - even.im};
}

/*
 * Pairs first to last - 1 of 0 to m / 2, of a line at x that has become its transform halved: the line's own, m + 1 numbers in its place, or all
 * 2m if it is mirrored. Pair k is of elements k and m - k.
 */
static void FFT(part_halves)(const ra__fft_kind *kind, const char *tables, FFT_T *x, int64_t first, int64_t last)
{
    const ra__fft_length *l = kind->length;
    const int64_t m = l->n, n = 2 * m;
    const bool mirrored = kind->mode == RA__FFT_MIRRORED;
    const FFT_T sign = kind->conjugate ? -1 : 1;
    int64_t k = first;
    if (k == 0) {
        const FFT_T re = x[0], im = x[1];
        x[0] = re + im;
        x[2 * m] = re - im;
        x[1] = x[2 * m + 1] = 0;
        k = 1;
    }
    for (; k < last; k += FFT_LANES) {
        const int64_t count = last - k < FFT_LANES ? last - k : FFT_LANES;
        const FFT(complex) w = FFT(halves)(l, tables, k);
        FFT_T *low = x + 2 * k, *high = x + 2 * (m - k - count + 1);
        FFT(complex) a = FFT(load_some)(low, count), b;
        if (count == FFT_LANES)
            b = FFT(load_backwards)(high);
        else {
            FFT_T some[2 * FFT_LANES] = {0};
            for (int64_t j = 0; j < count; j++)
                memcpy(some + 2 * j, high + 2 * (count - 1 - j), 2 * sizeof(FFT_T));
            b = FFT(load)(some);
        }
        FFT(split)(&a, &b, w, FFT_SET(sign));
        FFT_T to[2 * FFT_LANES], back[2 * FFT_LANES];
        if (count == FFT_LANES) {
            FFT(store)(low, a);
            FFT(store)(high, FFT(backwards)(b));
            if (mirrored) {
                FFT(store)(x + 2 * (n - k - count + 1), FFT(backwards)((FFT(complex)){a.re, -a.im}));
                FFT(store)(x + 2 * (m + k), (FFT(complex)){b.re, -b.im});
            }
        } else {
            FFT(store)(to, a);
            FFT(store)(back, b);
            for (int64_t j = 0; j < count; j++) {
                memcpy(x + 2 * (k + j), to + 2 * j, 2 * sizeof(FFT_T));
                memcpy(x + 2 * (m - k - j), back + 2 * j, 2 * sizeof(FFT_T));
                if (!mirrored)
                    continue;
                x[2 * (n - k - j)] = to[2 * j];
                x[2 * (n - k - j) + 1] = -to[2 * j + 1];
                x[2 * (m + k + j)] = back[2 * j];
                x[2 * (m + k + j) + 1] = -back[2 * j + 1];
            }
        }
    }
}

/* Pairs first to last - 1 of 0 to m / 2, of the m + 1 numbers at x, as what the transform of half the length at z makes the real line of. */
static void FFT(join_halves)(const ra__fft_kind *kind, const char *tables, const FFT_T *x, FFT_T *z, int64_t first, int64_t last)
{
    const ra__fft_length *l = kind->length;
    const int64_t m = l->n;
    const FFT_T sign = kind->conjugate ? -1 : 1;
    int64_t k = first;
    if (k == 0) {
        const FFT_T low = x[0], high = x[2 * m]; /* imaginary parts that a real line has not are not read */
        z[0] = low + high;
        z[1] = low - high;
        k = 1;
    }
    for (; k < last; k += FFT_LANES) {
        const int64_t count = last - k < FFT_LANES ? last - k : FFT_LANES;
        const FFT(complex) w = FFT(halves)(l, tables, k);
        const FFT_T *high = x + 2 * (m - k - count + 1);
        FFT(complex) a = FFT(load_some)(x + 2 * k, count), b;
        FFT_T to[2 * FFT_LANES] = {0};
        if (count == FFT_LANES)
            b = FFT(load_backwards)(high);
        else {
            for (int64_t j = 0; j < count; j++)
                memcpy(to + 2 * j, high + 2 * (count - 1 - j), 2 * sizeof(FFT_T));
            b = FFT(load)(to);
        }
        FFT(join)(&a, &b, w, FFT_SET(sign));
        FFT(store_some)(z + 2 * k, a, count);
        if (count == FFT_LANES)
            FFT(store)(z + 2 * (m - k - count + 1), FFT(backwards)(b));
        else {
            FFT(store)(to, b);
            for (int64_t j = 0; j < count; j++)
                memcpy(z + 2 * (m - k - j), to + 2 * j, 2 * sizeof(FFT_T));
        }
    }
}

/* A line from `in` to `out`, neither of them LANES; room has n complex numbers, scratch what the length needs. out may be in, but not room. */
static void FFT(line)(const ra__fft_kind *kind, const char *tables, const FFT_T *in, FFT_T *out, FFT_T *room, char *scratch)
{
    const ra__fft_length *l = kind->length;
    const int64_t n = kind->n;
    const FFT_T scale = (FFT_T)kind->scale, sign = kind->conjugate ? -1 : 1;
    if (kind->mode == RA__FFT_COMPLEX) {
        FFT(whole)(l, tables, in, out, scale, scratch);
    } else if (kind->mode == RA__FFT_FROM_HALF) {
        if (kind->halved) {
            FFT(join_halves)(kind, tables, in, room, 0, l->n / 2 + 1);
            FFT(whole)(l, tables, room, out, scale, scratch);
            return;
        }
        room[0] = in[0];
        room[1] = 0;
        for (int64_t k = 1; k <= n / 2; k++) {
            room[2 * k] = room[2 * (n - k)] = in[2 * k];
            room[2 * k + 1] = in[2 * k + 1] * sign;
            room[2 * (n - k) + 1] = -room[2 * k + 1];
        }
        FFT(whole)(l, tables, room, room, scale, scratch);
        for (int64_t k = 0; k < n; k++)
            out[k] = room[2 * k];
    } else if (kind->halved) {
        FFT(whole)(l, tables, in, out, scale, scratch);
        FFT(part_halves)(kind, tables, out, 0, l->n / 2 + 1);
    } else {
        for (int64_t k = 0; k < n; k++) {
            room[2 * k] = in[k];
            room[2 * k + 1] = 0;
        }
        FFT(whole)(l, tables, room, room, scale, scratch);
        for (int64_t k = 0; k < ra__fft_out_count(kind); k++) {
            out[2 * k] = room[2 * k];
            out[2 * k + 1] = room[2 * k + 1] * sign;
        }
    }
}
