/*
 * Template: lines from memory, side by side or one by one, and back (see fft_vectors_template.h for the parameters, which end here).
 */

/* Bytes of an element that a line is computed from, or becomes. */
static inline int64_t FFT(in_bytes)(const ra__fft_kind *k)
{
    return (int64_t)sizeof(FFT_T) * (k->mode == RA__FFT_TO_HALF || k->mode == RA__FFT_MIRRORED ? 1 : 2);
}

static inline int64_t FFT(out_bytes)(const ra__fft_kind *k)
{
    return (int64_t)sizeof(FFT_T) * (k->mode == RA__FFT_FROM_HALF ? 1 : 2);
}

/* ---- lines side by side ---- */

/* The first n pairs of a line in each lane; a lane without a line gets that of another. */
static void FFT(load_along)(FFT_V *x, const char *const *lines, int64_t n)
{
    int64_t i = 0;
    for (; i + FFT(SOME) <= n; i += FFT(SOME))
        FFT(load_elements)(x + 2 * i, lines, 2 * i * (int64_t)sizeof(FFT_T));
    for (; i < n; i++) {
        FFT_T *to = (FFT_T *)(void *)(x + 2 * i);
        for (int j = 0; j < FFT_LANES; j++)
            memcpy(&to[j], lines[j] + 2 * i * (int64_t)sizeof(FFT_T), sizeof(FFT_T));
        for (int j = 0; j < FFT_LANES; j++)
            memcpy(&to[FFT_LANES + j], lines[j] + (2 * i + 1) * (int64_t)sizeof(FFT_T), sizeof(FFT_T));
    }
}

static void FFT(store_along)(const FFT_V *x, char *const *lines, int64_t count, int64_t n)
{
    int64_t i = 0;
    for (; count == FFT_LANES && i + FFT(SOME) <= n; i += FFT(SOME))
        FFT(store_elements)(x + 2 * i, lines, FFT_LANES, 2 * i * (int64_t)sizeof(FFT_T));
    for (; i + FFT(SOME) <= n; i += FFT(SOME))
        FFT(store_elements)(x + 2 * i, lines, count, 2 * i * (int64_t)sizeof(FFT_T));
    for (; i < n; i++) {
        const FFT_T *from = (const FFT_T *)(const void *)(x + 2 * i);
        for (int64_t j = 0; j < count; j++) {
            memcpy(lines[j] + 2 * i * (int64_t)sizeof(FFT_T), &from[j], sizeof(FFT_T));
            memcpy(lines[j] + (2 * i + 1) * (int64_t)sizeof(FFT_T), &from[FFT_LANES + j], sizeof(FFT_T));
        }
    }
}

/* One number of each line at x, of a line that is one number after another. */
static void FFT(put)(FFT_V *x, int lane, const FFT_T *line, int64_t n, int64_t step, int64_t part)
{
    FFT_T *to = (FFT_T *)(void *)x + part * FFT_LANES + lane;
    for (int64_t i = 0; i < n; i++)
        to[2 * FFT_LANES * i] = line[step * i + part];
}

static void FFT(get)(const FFT_V *x, int lane, FFT_T *line, int64_t n, int64_t step, int64_t part)
{
    const FFT_T *from = (const FFT_T *)(const void *)x + part * FFT_LANES + lane;
    for (int64_t i = 0; i < n; i++)
        line[step * i + part] = from[2 * FFT_LANES * i];
}

/* Where so many lines are, in which they lie beside one another. */
typedef struct FFT(lines) {
    const char *in[FFT_LANES];
    char *out[FFT_LANES];
    int64_t count;
    bool in_beside, out_beside;
    int64_t in_first, out_first; /* in two runs, of which the first has so many; 0 where there are more */
} FFT(lines);

/* Of lines that are in memory what is computed in: those that lie beside one another at first, where the others do too. */
static int64_t FFT(first_run)(const char *const *lines, int64_t count, int64_t bytes)
{
    int64_t first = 1, rest = 1;
    while (first < count && lines[first] - lines[0] == first * bytes)
        first++;
    while (first + rest < count && lines[first + rest] - lines[first] == rest * bytes)
        rest++;
    return first + rest >= count ? first : 0;
}

static void FFT(find_lines)(const ra__fft_step *s, const char *in, char *out, int64_t first, int64_t count, FFT(lines) *lines)
{
    const int64_t in_bytes = FFT(in_bytes)(&s->kind), out_bytes = FFT(out_bytes)(&s->kind);
    ra__fft_walk w;
    ra__fft_walk_to(s, first, &w);
    lines->count = count;
    lines->in_beside = s->in_plain && count == FFT_LANES;
    lines->out_beside = s->out_plain && count == FFT_LANES;
    if (count == FFT_LANES && s->ndim > 0 && w.index[0] + FFT_LANES <= s->sizes[0]) { /* of one run, as mostly */
        for (int64_t j = 0; j < FFT_LANES; j++) {
            lines->in[j] = in + w.in + j * s->in_strides[0];
            lines->out[j] = out + w.out + j * s->out_strides[0];
        }
        lines->in_beside &= s->in_strides[0] == in_bytes;
        lines->out_beside &= s->out_strides[0] == out_bytes;
        lines->in_first = lines->in_beside ? FFT_LANES : 0;
        lines->out_first = lines->out_beside ? FFT_LANES : 0;
        return;
    }
    for (int64_t j = 0; j < FFT_LANES; j++) {
        lines->in[j] = j < count ? in + w.in : lines->in[0];
        lines->out[j] = j < count ? out + w.out : lines->out[0];
        lines->in_beside = lines->in_beside && lines->in[j] - lines->in[0] == j * in_bytes;
        lines->out_beside = lines->out_beside && lines->out[j] - lines->out[0] == j * out_bytes;
        ra__fft_walk_on(s, &w);
    }
    lines->in_first = s->in_plain ? FFT(first_run)(lines->in, count, in_bytes) : 0;
    lines->out_first = s->out_plain ? FFT(first_run)((const char *const *)lines->out, count, out_bytes) : 0;
}

/* Whether a line is real numbers that become pairs, complex ones, or real ones that stand alone: elements of the line to a vector pair. */
static inline bool FFT(is_real_in)(const ra__fft_kind *k)
{
    return k->mode == RA__FFT_TO_HALF || k->mode == RA__FFT_MIRRORED;
}

static void FFT(load_group)(const ra__fft_step *s, const FFT(lines) *lines, FFT_V *x, FFT_T *room)
{
    const ra__fft_kind *k = &s->kind;
    const bool real = FFT(is_real_in)(k), pairs = !real || k->halved;
    const int64_t n = ra__fft_in_count(k), there = s->available, bytes = FFT(in_bytes)(k);
    const int64_t held = real && k->halved ? n / 2 : n; /* vector pairs */
    const FFT_V zero = FFT_SET(0);
    if (lines->in_beside) {
        const char *from = lines->in[0];
        for (int64_t i = 0; i < there; i++) {
            const FFT_T *at = (const FFT_T *)(const void *)(from + i * s->in_stride);
            if (!real) {
                const FFT(complex) a = FFT(load)(at);
                x[2 * i] = a.re;
                x[2 * i + 1] = a.im;
            } else if (pairs) {
                x[i] = *(const FFT_ANY *)(const void *)at;
            } else {
                x[2 * i] = *(const FFT_ANY *)(const void *)at;
                x[2 * i + 1] = zero;
            }
        }
        for (int64_t i = real && pairs ? there : 2 * there; i < 2 * held; i++)
            x[i] = zero;
        return;
    }
    if (!real && lines->in_first > 0 && s->in_stride != bytes) {
        const int64_t first = lines->in_first, rest = lines->count - first;
        const char *from = lines->in[0], *other = rest > 0 ? lines->in[first] : from;
        for (int64_t i = 0; i < there; i++, from += s->in_stride, other += s->in_stride) {
            const FFT(complex) a = FFT(load_parts)((const FFT_T *)(const void *)from, first, (const FFT_T *)(const void *)other, rest);
            x[2 * i] = a.re;
            x[2 * i + 1] = a.im;
        }
        for (int64_t i = 2 * there; i < 2 * held; i++)
            x[i] = zero;
        return;
    }
    if (s->in_plain && s->in_stride == bytes && pairs && (!real || there == n)) {
        const int64_t full = real ? held : there;
        FFT(load_along)(x, lines->in, full);
        for (int64_t i = 2 * full; i < 2 * held; i++)
            x[i] = zero;
        return;
    }
    for (int64_t i = 0; i < 2 * held; i++)
        x[i] = zero;
    for (int j = 0; j < lines->count; j++) {
        s->load((char *)room, bytes, lines->in[j], s->in_stride, there);
        if (real && pairs && there < n)
            memset(room + there, 0, (size_t)(n - there) * sizeof(FFT_T)); /* fits: room */
        const int64_t full = real && pairs ? held : there;
        FFT(put)(x, j, room, full, pairs ? 2 : 1, 0);
        if (pairs)
            FFT(put)(x, j, room, full, 2, 1);
    }
}

static void FFT(store_group)(const ra__fft_step *s, const FFT(lines) *lines, const FFT_V *x, FFT_T *room)
{
    const ra__fft_kind *k = &s->kind;
    const bool real = k->mode == RA__FFT_FROM_HALF, pairs = !real || k->halved;
    const int64_t n = ra__fft_out_count(k), bytes = FFT(out_bytes)(k), held = real && k->halved ? n / 2 : n;
    if (lines->out_beside) {
        for (int64_t i = 0; i < n; i++) {
            FFT_T *at = (FFT_T *)(void *)(lines->out[0] + i * s->out_stride);
            if (!real)
                FFT(store)(at, (FFT(complex)){x[2 * i], x[2 * i + 1]});
            else
                *(FFT_ANY *)(void *)at = x[pairs ? i : 2 * i];
        }
        return;
    }
    if (!real && lines->out_first > 0 && s->out_stride != bytes) {
        const int64_t first = lines->out_first, rest = lines->count - first;
        char *to = lines->out[0], *other = rest > 0 ? lines->out[first] : to;
        for (int64_t i = 0; i < n; i++, to += s->out_stride, other += s->out_stride)
            FFT(store_parts)((FFT_T *)(void *)to, first, (FFT_T *)(void *)other, rest, (FFT(complex)){x[2 * i], x[2 * i + 1]});
        return;
    }
    if (s->out_plain && s->out_stride == bytes && pairs) {
        FFT(store_along)(x, lines->out, lines->count, held);
        return;
    }
    for (int j = 0; j < lines->count; j++) {
        FFT(get)(x, j, room, held, pairs ? 2 : 1, 0);
        if (pairs)
            FFT(get)(x, j, room, held, 2, 1);
        s->store(lines->out[j], s->out_stride, (const char *)room, bytes, n);
    }
}

/* Root k of the modulus, in every lane. */
static inline FFT(complex) FFT(half_root)(const ra__fft_length *l, const char *tables, int64_t k)
{
    const int64_t at = k % RA__FFT_HALVES;
    const FFT_T re = ((const FFT_T *)(const void *)(tables + l->halves_re))[at], im = ((const FFT_T *)(const void *)(tables + l->halves_im))[at];
    const FFT_T *by = (const FFT_T *)(const void *)(tables + l->halves_coarse) + 2 * (k / RA__FFT_HALVES);
    const FFT(complex) w = {FFT_SET(re), FFT_SET(im)};
    return k < RA__FFT_HALVES ? w : FFT(times)(w, FFT_SET(by[0]), FFT_SET(by[1]));
}

/* Before the transform of complex numbers: what lies in x as it should. */
static void FFT(prepare)(const ra__fft_kind *k, const char *tables, FFT_V *x)
{
    const int64_t n = k->n, m = k->length->n;
    if (k->mode != RA__FFT_FROM_HALF)
        return;
    if (!k->halved) {
        x[1] = FFT_SET(0);
        for (int64_t i = 1; i <= n / 2; i++) {
            const FFT_V im = k->conjugate ? -x[2 * i + 1] : x[2 * i + 1];
            x[2 * (n - i)] = x[2 * i];
            x[2 * (n - i) + 1] = -im;
            x[2 * i + 1] = im;
        }
        return;
    }
    const FFT_V low = x[0], high = x[2 * m], sign = FFT_SET(k->conjugate ? -1 : 1);
    x[0] = low + high;
    x[1] = low - high;
    for (int64_t i = 1; i <= m / 2; i++) {
        FFT(complex) a = {x[2 * i], x[2 * i + 1]}, b = {x[2 * (m - i)], x[2 * (m - i) + 1]};
        FFT(join)(&a, &b, FFT(half_root)(k->length, tables, i), sign);
        x[2 * i] = a.re;
        x[2 * i + 1] = a.im;
        x[2 * (m - i)] = b.re;
        x[2 * (m - i) + 1] = b.im;
    }
}

/* And behind it. */
static void FFT(finish)(const ra__fft_kind *k, const char *tables, FFT_V *x)
{
    const int64_t n = k->n, m = k->length->n, kept = ra__fft_out_count(k);
    const FFT_V sign = FFT_SET(k->conjugate ? -1 : 1);
    if (!FFT(is_real_in)(k))
        return;
    if (!k->halved) {
        for (int64_t i = 0; i < kept; i++)
            x[2 * i + 1] = x[2 * i + 1] * sign;
        return;
    }
    const FFT_V re = x[0], im = x[1];
    x[0] = re + im;
    x[2 * m] = re - im;
    x[1] = x[2 * m + 1] = FFT_SET(0);
    for (int64_t i = 1; i <= m / 2; i++) {
        FFT(complex) a = {x[2 * i], x[2 * i + 1]}, b = {x[2 * (m - i)], x[2 * (m - i) + 1]};
        FFT(split)(&a, &b, FFT(half_root)(k->length, tables, i), sign);
        x[2 * i] = a.re;
        x[2 * i + 1] = a.im;
        x[2 * (m - i)] = b.re;
        x[2 * (m - i) + 1] = b.im;
    }
    for (int64_t i = m + 1; i < n && kept == n; i++) {
        x[2 * i] = x[2 * (n - i)];
        x[2 * i + 1] = -x[2 * (n - i) + 1];
    }
}

static void FFT(group)(const ra__fft_step *s, const char *tables, const char *in, char *out, int64_t first, int64_t count, char *scratch)
{
    const ra__fft_kind *k = &s->kind;
    const ra__fft_length *l = k->length;
    const bool is_complex = k->mode == RA__FFT_COMPLEX;
    FFT(lines) lines;
    FFT_V *x = (FFT_V *)(void *)scratch, *y = x + 2 * (k->n + 2);
    FFT_T *room = (FFT_T *)(void *)(y + 2 * (k->n + 2));
    FFT(find_lines)(s, in, out, first, count, &lines);
    FFT(flow) f = {.x = x, .y = y, .scale = (FFT_T)k->scale};
    if (is_complex && lines.in_beside && s->available == k->n && l->first.count >= 2) {
        f.in = (const FFT_T *)(const void *)lines.in[0];
        f.in_step = s->in_stride / (int64_t)sizeof(FFT_T);
    } else {
        FFT(load_group)(s, &lines, x, room);
        FFT(prepare)(k, tables, x);
    }
    if (is_complex && lines.out_beside) {
        f.out = (FFT_T *)(void *)lines.out[0];
        f.out_step = s->out_stride / (int64_t)sizeof(FFT_T);
    }
    x = FFT(lanes)(l, &l->first, tables, &f);
    if (!x)
        return;
    FFT(finish)(k, tables, x);
    FFT(store_group)(s, &lines, x, room);
}

/* ---- one by one ---- */

static void FFT(single)(const ra__fft_step *s, const char *tables, const char *in, char *out, int64_t line, char *scratch)
{
    const ra__fft_kind *k = &s->kind;
    const int64_t n = ra__fft_in_count(k), room = (2 * (k->n + 2) * (int64_t)sizeof(FFT_T) + 63) & ~(int64_t)63;
    ra__fft_walk w;
    ra__fft_walk_to(s, line, &w);
    const char *from = in + w.in;
    char *to = out + w.out, *rest = scratch + 3 * room;
    if (!s->in_plain || s->in_stride != FFT(in_bytes)(k) || s->available < n) {
        s->load(scratch, FFT(in_bytes)(k), from, s->in_stride, s->available);
        memset(scratch + s->available * FFT(in_bytes)(k), 0, (size_t)((n - s->available) * FFT(in_bytes)(k))); /* fits: room */
        from = scratch;
    }
    const bool direct = s->out_plain && s->out_stride == FFT(out_bytes)(k);
    if (!direct)
        to = scratch + room;
    FFT(line)(k, tables, (const FFT_T *)(const void *)from, (FFT_T *)(void *)to, (FFT_T *)(void *)(scratch + 2 * room), rest);
    if (!direct)
        s->store(out + w.out, s->out_stride, to, FFT(out_bytes)(k), ra__fft_out_count(k));
}

/* Lines first to last - 1. */
static void FFT(run)(const ra__fft_step *s, const char *tables, const char *in, char *out, int64_t first, int64_t last, char *scratch)
{
    if (s->kind.length->way == RA__FFT_LANES)
        for (int64_t i = first; i < last; i += FFT_LANES)
            FFT(group)(s, tables, in, out, i, last - i < FFT_LANES ? last - i : FFT_LANES, scratch);
    else
        for (int64_t i = first; i < last; i++)
            FFT(single)(s, tables, in, out, i, scratch);
}

/* ---- tables ---- */

static void FFT(fill)(const ra__fft_length *l, char *tables, int64_t t, FFT_T *to)
{
    double root[2];
    FFT(root)(l, tables, t, root);
    to[0] = (FFT_T)root[0];
    to[1] = (FFT_T)root[1];
}

static void FFT(fill_stages)(const ra__fft_length *l, char *tables, const ra__fft_stages *s)
{
    FFT_T *at = (FFT_T *)(void *)(tables + s->table);
    const int64_t unit = l->modulus / s->n;
    int64_t rest = s->n, done = 1;
    for (int i = 0; i < s->count; i++) {
        const int radix = s->radix[i];
        rest /= radix;
        for (int j = 0; radix & 1 && j < radix; j++, at += 2)
            FFT(fill)(l, tables, j * (s->n / radix) * unit, at);
        for (int64_t p = 0; rest > 1 && p < rest; p++)
            for (int j = 1; j < radix; j++, at += 2) { /* in the order in which an inverse stage comes by them too */
                FFT(fill)(l, tables, p * (l->is_inverse ? radix - j : j) * done * unit, at);
                at[1] = l->is_inverse ? -at[1] : at[1];
            }
        done *= radix;
    }
}

/* All tables of a length, whose coarse and fine roots are there. */
static void FFT(fill_length)(const ra__fft_length *l, char *tables, bool halved)
{
    if (l->way != RA__FFT_CHIRP)
        FFT(fill_stages)(l, tables, &l->first);
    if (l->way == RA__FFT_STEPS)
        FFT(fill_stages)(l, tables, &l->second);
    if (l->has_between) {
        FFT_V *to = (FFT_V *)(void *)(tables + l->between);
        for (int64_t g = 0; g < FFT(groups)(l->second.n); g++)
            FFT(powers)(l, tables, g * FFT_LANES, 1, l->first.n, to + 2 * g * l->first.n);
    }
    if (halved) {
        FFT_T *re = (FFT_T *)(void *)(tables + l->halves_re), *im = (FFT_T *)(void *)(tables + l->halves_im);
        FFT_T *by = (FFT_T *)(void *)(tables + l->halves_coarse);
        for (int64_t k = 0; k < RA__FFT_HALVES + FFT_LANES; k++) {
            FFT_T w[2] = {0};
            if (k <= l->n / 2 + FFT_LANES)
                FFT(fill)(l, tables, k % l->modulus, w);
            re[k] = w[0];
            im[k] = w[1];
        }
        for (int64_t k = 0; k <= l->n / 2; k += RA__FFT_HALVES, by += 2)
            FFT(fill)(l, tables, k, by);
    }
}

/* exp(-i pi j^2 / n), and the transform of its conjugate, by the length of the inner transform. */
static void FFT(fill_chirp)(const ra__fft_length *l, char *tables, char *scratch)
{
    const int64_t n = l->n, m = l->inner->n, unit = l->modulus / (2 * n);
    FFT_T *chirp = (FFT_T *)(void *)(tables + l->chirp), *spectrum = (FFT_T *)(void *)(tables + l->spectrum);
    const FFT_T by = (FFT_T)(1.0 / (double)m);
    memset(spectrum, 0, (size_t)m * 2 * sizeof(FFT_T)); /* fits: the tables */
    for (int64_t j = 0, square = 0; j < n; j++) {
        FFT(fill)(l, tables, square * unit, chirp + 2 * j);
        chirp[2 * j + 1] = l->is_inverse ? -chirp[2 * j + 1] : chirp[2 * j + 1];
        const FFT_T re = chirp[2 * j] * by, im = -chirp[2 * j + 1] * by;
        spectrum[2 * j] = re;
        spectrum[2 * j + 1] = im;
        if (j > 0) {
            spectrum[2 * (m - j)] = re;
            spectrum[2 * (m - j) + 1] = im;
        }
        square = (square + 2 * j + 1) % (2 * n);
    }
    FFT(whole)(l->inner, tables + l->inner_tables, spectrum, spectrum, 1, scratch);
}

#undef FFT
#undef FFT_PASTE
#undef FFT_PASTE2
#undef FFT_NAME
#undef FFT_T
#undef FFT_V
#undef FFT_ANY
#undef FFT_LANES
#undef FFT_FMA
#undef FFT_SET
#undef FFT_EACH
