/*
 * Parameters: T the dtype computed in, NAME(name), EXP(x) and LOG(x); EXP_N(out, in, less, n) EXP(in[i] - less) of many, in place or not, where that is quicker
 * than a loop of them, or else EXP_PAIR(e, x), EXP of two vectors.
 */

/* Elements first to first + n - 1 in T: where they lie, or converted into buffer. */
static const T *NAME(load)(const struct softmax_state *st, const char *base, int64_t first, int64_t n, T *buffer)
{
    if (st->in_direct)
        return (const T *)(const void *)(base + ra__strided_offset(&st->in, first));
    if (st->narrows) {
        uint16_t narrow[CHUNK];
        ra__strided_gather(&st->in, base, first, n, narrow, st->out);
        RA__ISA_NAME(ra__convert)(st->compute, st->out)((char *)buffer, (int64_t)sizeof(T), (const char *)narrow, (int64_t)sizeof *narrow, n);
    } else {
        ra__strided_gather(&st->in, base, first, n, buffer, st->compute);
    }
    return buffer;
}

static void NAME(store)(const struct softmax_state *st, char *base, int64_t first, int64_t n, const T *values)
{
    int64_t bytes = (int64_t)ra_dtype_size(st->out);
    RA__ISA_NAME(ra__convert)(st->out, st->compute)(base + first * bytes, bytes, (const char *)values, (int64_t)sizeof(T), n);
}

/* Exponentials, and their sum, the one that ra__lane_sum gives. Meanwhile of the line that comes next, if it is given, three quarters are
 * asked for. */
static T NAME(shifted_exp)(T *restrict e, const T *restrict x, int64_t n, T shift, const char *next)
{
    enum { PIECE = 128, LANES = 32 };
    T lane[LANES] = {0};
#ifdef EXP_N
    for (int64_t at = 0; at < n; at += PIECE) {
        const int64_t k = ra__min(PIECE, n - at);
        if (next)
            ra__look_ahead(next + at * (int64_t)sizeof(T) / 4 * 3, k * (int64_t)sizeof(T) / 4 * 3);
        EXP_N(e + at, x + at, shift, (size_t)k);
        int64_t i = at;
        for (; i + LANES <= at + k; i += LANES)
            for (int l = 0; l < LANES; l++)
                lane[l] += e[i + l];
        for (int l = 0; i + l < at + k; l++)
            lane[l] += e[i + l];
    }
#else
    enum { PARTS = LANES * sizeof(T) / RA__VECTOR_BYTES, WIDTH = LANES / PARTS };
    ra__vf32 part[PARTS];
    const ra__vf32 shifts = ra__vset_f32(shift);
    int64_t i = 0;
    for (int p = 0; p < PARTS; p++)
        part[p] = (ra__vf32){0};
    for (int64_t end; i + LANES <= n;) {
        if (next)
            ra__look_ahead(next + i * (int64_t)sizeof(T) / 4 * 3, ra__min(PIECE, n - i) * (int64_t)sizeof(T) / 4 * 3);
        end = ra__min(i + PIECE, n);
        for (; i + LANES <= end; i += LANES)
            RA__UNROLL for (int p = 0; p < PARTS; p += 2) {
                const ra__vf32_any *from = (const ra__vf32_any *)(x + i + p * WIDTH);
                ra__vf32_any *to = (ra__vf32_any *)(e + i + p * WIDTH);
                ra__vf32 y[2] = {from[0] - shifts, from[1] - shifts};
                EXP_PAIR(y, y);
                to[0] = y[0];
                to[1] = y[1];
                part[p] += y[0];
                part[p + 1] += y[1];
            }
    }
    __builtin_memcpy(lane, part, sizeof lane);
    for (int l = 0; i + l < n; l++) {
        e[i + l] = EXP(x[i + l] - shift);
        lane[l] += e[i + l];
    }
#endif
    return NAME(ra__fold_sum)(lane);
}

/* Meanwhile the last quarter; a logarithm, which is not scaled, leaves that to the processor. */
static void NAME(scale)(T *e, int64_t n, T factor, const char *next)
{
    enum { PIECE = 128 };
    next = next ? next + n * (int64_t)sizeof(T) / 4 * 3 : NULL;
    for (int64_t i = 0; i < n; i += PIECE) {
        const int64_t end = ra__min(n, i + PIECE);
        if (next)
            ra__look_ahead(next + i * (int64_t)sizeof(T) / 4, (end - i) * (int64_t)sizeof(T) / 4);
        for (int64_t j = i; j < end; j++)
            e[j] *= factor;
    }
}

static void NAME(finish)(T *restrict e, const T *restrict x, int64_t n, T shift, T last, bool log)
{
    if (log)
        for (int64_t j = 0; j < n; j++)
            e[j] = (x[j] - shift) - last;
#ifdef EXP_N
    else {
        EXP_N(e, x, shift, (size_t)n);
        for (int64_t j = 0; j < n; j++)
            e[j] *= last;
    }
#else
    else
        for (int64_t j = 0; j < n; j++)
            e[j] = EXP(x[j] - shift) * last;
#endif
}

/* What all elements of a line are less by, given the largest: of nothing but -inf, -inf is left where that is to come to 0. */
static T NAME(shift_by)(const struct softmax_state *st, T largest)
{
    return st->pre.or_zero && largest == (T)-INFINITY ? 0 : largest;
}

/* What exponentials of that sum are multiplied by. The largest is 1, but for those that are 0 all along the line. */
static T NAME(share)(T sum)
{
    return sum == 0 ? 0 : 1 / sum;
}

/* The line of n elements that starts at element `at`, where it fits one chunk: converted once, exponentials kept. */
static void NAME(short_line)(const struct softmax_state *st, const char *in, char *out, int64_t at)
{
    T x_buffer[CHUNK], e_buffer[CHUNK];
    int64_t n = st->pre.n;
    const T *x = NAME(load)(st, in, at, n, x_buffer);
    T *e = st->out_direct && !st->pre.log ? (T *)(void *)out + at : e_buffer;
    T shift = NAME(shift_by)(st, NAME(ra__lane_max)(x, n, (T)-INFINITY));
    bool goes_on = st->in_direct && n >= AHEAD_FROM && at + n < st->units * n;
    const char *next = goes_on ? in + ra__strided_offset(&st->in, at + n) : NULL;
    T sum = (T)(double)NAME(shifted_exp)(e, x, n, shift, next);
    if (st->pre.log) {
        e = st->out_direct ? (T *)(void *)out + at : e_buffer;
        NAME(finish)(e, x, n, shift, LOG(sum), true);
    } else {
        NAME(scale)(e, n, NAME(share)(sum), next);
    }
    if (!st->out_direct)
        NAME(store)(st, out, at, n, e);
}

static void NAME(long_line)(const struct softmax_state *st, const char *in, char *out, int64_t at)
{
    T x_buffer[CHUNK], e_buffer[CHUNK], shift = (T)-INFINITY;
    int64_t n = st->pre.n;
    double sum = 0;
    for (int64_t i = 0; i < n; i += CHUNK)
        shift = NAME(ra__lane_max)(NAME(load)(st, in, at + i, ra__min(CHUNK, n - i), x_buffer), ra__min(CHUNK, n - i), shift);
    shift = NAME(shift_by)(st, shift);
    const bool kept = st->out_direct && !st->pre.log && n <= KEPT_BYTES / (int64_t)sizeof(T); /* exponentials lie near where they are to be scaled */
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t k = ra__min(CHUNK, n - i);
        T *e = kept ? (T *)(void *)out + at + i : e_buffer;
        sum += (double)NAME(shifted_exp)(e, NAME(load)(st, in, at + i, k, x_buffer), k, shift, NULL);
    }
    T last = st->pre.log ? LOG((T)sum) : NAME(share)((T)sum);
    if (kept) {
        NAME(scale)((T *)(void *)out + at, n, last, NULL);
        return;
    }
    for (int64_t i = 0; i < n; i += CHUNK) {
        int64_t k = ra__min(CHUNK, n - i);
        T *e = st->out_direct ? (T *)(void *)out + at + i : e_buffer;
        NAME(finish)(e, NAME(load)(st, in, at + i, k, x_buffer), k, shift, last, st->pre.log);
        if (!st->out_direct)
            NAME(store)(st, out, at + i, k, e);
    }
}

/* `width` neighbouring lines, the elements of each `inner` apart, the first at element `at`. */
static void NAME(block_of_lines)(const struct softmax_state *st, const char *in, char *out, int64_t at, int64_t width)
{
    T x_buffer[BLOCK], e_buffer[BLOCK], shift[BLOCK], leaf[BLOCK], last[BLOCK];
    double sum[BLOCK];
    int64_t n = st->pre.n, inner = st->pre.inner;
    for (int64_t j = 0; j < width; j++) {
        shift[j] = (T)-INFINITY;
        sum[j] = 0;
    }
    for (int64_t k = 0; k < n; k++) {
        const T *x = NAME(load)(st, in, at + k * inner, width, x_buffer);
        for (int64_t j = 0; j < width; j++)
            shift[j] = x[j] > shift[j] ? x[j] : shift[j];
    }
    for (int64_t j = 0; j < width; j++)
        shift[j] = NAME(shift_by)(st, shift[j]);
    for (int64_t k = 0; k < n; k++) {
        const T *x = NAME(load)(st, in, at + k * inner, width, x_buffer);
        bool first = k % SUM_LEAF == 0, full = k % SUM_LEAF == SUM_LEAF - 1 || k == n - 1;
#ifdef EXP_N
        for (int64_t j = 0; j < width; j++)
            e_buffer[j] = x[j] - shift[j];
        EXP_N(e_buffer, e_buffer, 0, (size_t)width);
        for (int64_t j = 0; j < width; j++)
            leaf[j] = (first ? 0 : leaf[j]) + e_buffer[j];
#else
        for (int64_t j = 0; j < width; j++)
            leaf[j] = (first ? 0 : leaf[j]) + EXP(x[j] - shift[j]);
#endif
        if (full)
            for (int64_t j = 0; j < width; j++)
                sum[j] += (double)leaf[j];
    }
    for (int64_t j = 0; j < width; j++)
        last[j] = st->pre.log ? LOG((T)sum[j]) : NAME(share)((T)sum[j]);
    for (int64_t k = 0; k < n; k++) {
        const T *x = NAME(load)(st, in, at + k * inner, width, x_buffer);
        T *e = st->out_direct ? (T *)(void *)out + at + k * inner : e_buffer;
        if (st->pre.log)
            for (int64_t j = 0; j < width; j++)
                e[j] = (x[j] - shift[j]) - last[j];
#ifdef EXP_N
        else {
            for (int64_t j = 0; j < width; j++)
                e[j] = x[j] - shift[j];
            EXP_N(e, e, 0, (size_t)width);
            for (int64_t j = 0; j < width; j++)
                e[j] *= last[j];
        }
#else
        else
            for (int64_t j = 0; j < width; j++)
                e[j] = EXP(x[j] - shift[j]) * last[j];
#endif
        if (!st->out_direct)
            NAME(store)(st, out, at + k * inner, width, e);
    }
}

static void NAME(softmax_unit)(const struct softmax_state *st, const char *in, char *out, int64_t unit)
{
    int64_t n = st->pre.n, inner = st->pre.inner;
    if (inner > 1) {
        int64_t blocks = ra__ceil_div(inner, BLOCK), column = unit % blocks * BLOCK;
        NAME(block_of_lines)(st, in, out, unit / blocks * n * inner + column, ra__min(BLOCK, inner - column));
    } else if (n <= CHUNK) {
        NAME(short_line)(st, in, out, unit * n);
    } else {
        NAME(long_line)(st, in, out, unit * n);
    }
}

#undef T
#undef NAME
#undef EXP
#undef EXP_N
#undef EXP_PAIR
#undef LOG
