/*
 * Parameters: T the dtype computed in, EPSILON its distance from 1 to the next number, NAME(name), SQRT.
 */

/* Sums over chunks, whose totals are added in double. */
static T NAME(mean_of)(const T *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i += CHUNK)
        sum += (double)NAME(ra__lane_sum)(x + i, ra__min(CHUNK, n - i));
    return (T)(sum / (double)n);
}

static double NAME(variance_of)(const T *x, int64_t n, T mean)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i += CHUNK)
        sum += (double)NAME(ra__lane_square_sum)(x + i, ra__min(CHUNK, n - i), mean);
    return sum / (double)n;
}

/*
 * A mean that sums of T have led to is off by up to some 20 units of its last place. Where the row deviates from it by little
 * more, what is left is summed as double and added to it: then a row of equal numbers has nothing left.
 */
static T NAME(inverse_deviation)(const T *x, int64_t n, T *mean, double eps)
{
    const double near = 64 * EPSILON * (double)*mean;
    double variance = NAME(variance_of)(x, n, *mean), rest = 0;
    if (variance > 0 && variance <= near * near) {
        for (int64_t i = 0; i < n; i++)
            rest += (double)(x[i] - *mean);
        *mean += (T)(rest / (double)n);
        variance = NAME(variance_of)(x, n, *mean);
    }
    return 1 / SQRT((T)variance + (T)eps);
}

static void NAME(normalise)(T *restrict y, const T *restrict x, int64_t n, T mean, T factor, const T *restrict weight, const T *restrict bias)
{
    if (weight && bias)
        for (int64_t j = 0; j < n; j++)
            y[j] = (x[j] - mean) * factor * weight[j] + bias[j];
    else if (weight)
        for (int64_t j = 0; j < n; j++)
            y[j] = (x[j] - mean) * factor * weight[j];
    else if (bias)
        for (int64_t j = 0; j < n; j++)
            y[j] = (x[j] - mean) * factor + bias[j];
    else
        for (int64_t j = 0; j < n; j++)
            y[j] = (x[j] - mean) * factor;
}

/* Elements first to first + n - 1 of a row, of which each run has one number of weight and bias: 1 and -0 change nothing where there are none. */
static void NAME(normalise_part)(T *y, const T *x, int64_t first, int64_t n, int64_t run, T mean, T factor, const T *weight, const T *bias)
{
    if (run == 1 || (!weight && !bias)) {
        NAME(normalise)(y, x + first, n, mean, factor, weight ? weight + first : NULL, bias ? bias + first : NULL);
        return;
    }
    for (int64_t i = 0, end; i < n; i = end) {
        const int64_t k = (first + i) / run;
        const T w = weight ? weight[k] : 1, b = bias ? bias[k] : (T)-0.0;
        end = ra__min(n, (k + 1) * run - first); /* fits: within the row, or little more */
        for (int64_t j = i; j < end; j++)
            y[j] = (x[first + j] - mean) * factor * w + b;
    }
}

/* The same of a whole row, in pieces. Meanwhile three quarters of the next row, if it is given, are asked for: all of it at a time is too much. */
static void NAME(normalise_row)(T *y, const T *x, int64_t n, int64_t run, T mean, T factor, const T *weight, const T *bias, const char *next)
{
    enum { PIECE = 256 };
    for (int64_t i = 0; i < n; i += PIECE) {
        int64_t count = ra__min(PIECE, n - i);
        if (next)
            ra__look_ahead(next + i * (int64_t)sizeof(T) / 4 * 3, count * (int64_t)sizeof(T) / 4 * 3);
        NAME(normalise_part)(y + i, x, i, count, run, mean, factor, weight, bias);
    }
}

/* The same by way of a tile. */
static void NAME(normalise_streaming)(T *y, const T *x, int64_t n, int64_t run, T mean, T factor, const T *weight, const T *bias, const char *next)
{
    enum { TILE = RA__STREAM_TILE / sizeof(T) };
    _Alignas(RA__STREAM_LINE) T tile[TILE];
    for (int64_t i = 0; i < n; i += TILE) {
        int64_t count = ra__min(TILE, n - i);
        if (next)
            ra__look_ahead(next + i * (int64_t)sizeof(T) / 4 * 3, count * (int64_t)sizeof(T) / 4 * 3);
        NAME(normalise_part)(tile, x, i, count, run, mean, factor, weight, bias);
        ra__stream((char *)(y + i), (const char *)tile, count * (int64_t)sizeof(T));
    }
}

static void NAME(layer_norm_row)(const struct layer_norm_state *st, bool streams, const char *in, char *out, int64_t row, const char *const affine[2], T *scratch)
{
    int64_t n = st->pre.n, run = st->pre.run, at = row * n, affine_at = st->pre.period == 1 ? 0 : row % st->pre.period * (n / run), bytes = (int64_t)ra_dtype_size(st->out);
    const T *x = scratch;
    if (st->in_direct)
        x = (const T *)(const void *)(in + ra__strided_offset(&st->in, at));
    else
        ra__strided_gather(&st->in, in, at, n, scratch, st->compute);
    T *y = st->out_direct ? (T *)(void *)out + at : scratch + n;
    const T *weight = affine[0] ? (const T *)(const void *)affine[0] + affine_at : NULL, *bias = affine[1] ? (const T *)(const void *)affine[1] + affine_at : NULL;
    const bool goes_on = st->in_direct && n >= AHEAD_FROM && row + 1 < st->pre.rows;
    const char *next = goes_on ? in + ra__strided_offset(&st->in, at + n) : NULL;
    const int64_t quarter = n / 4 * (int64_t)sizeof(T);
    T mean = NAME(mean_of)(x, n);
    if (next) {
        ra__look_ahead(next, quarter);
        next += quarter;
    }
    T factor = NAME(inverse_deviation)(x, n, &mean, st->pre.eps);
    if (streams)
        NAME(normalise_streaming)(y, x, n, run, mean, factor, weight, bias, next);
    else
        NAME(normalise_row)(y, x, n, run, mean, factor, weight, bias, next);
    if (!st->out_direct)
        RA__ISA_NAME(ra__convert)(st->out, st->compute)(out + at * bytes, bytes, (const char *)y, (int64_t)sizeof(T), n);
}

#undef T
#undef NAME
#undef SQRT
#undef EPSILON
