/*
 * Parameters: T the dtype computed in, NAME(name), LOWEST (no element is less), IS_NAN(x), SUM(x, n) of neighbours where
 * avg_pool2d exists in it, MOST where largest_of_windows does; for these VECTOR and VECTOR_ANY of T, and MASK, of integers
 * of its size, and EVEN and ODD, the numbers of every other of two vectors' elements.
 */

static void NAME(pairs)(const T *restrict x, T *restrict even, T *restrict odd, int64_t n)
{
    for (int64_t k = 0; k < n; k++) {
        even[k] = x[2 * k];
        odd[k] = x[2 * k + 1];
    }
}

/* Input rows under output rows row to row + rows - 1 of a plane, `fill` where there is padding. */
static void NAME(pack)(const struct pool_state *st, const char *plane, int64_t row, int64_t rows, T fill, T *to)
{
    const struct ra__window_pre *w = &st->pre;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->compute, st->dtype);
    int64_t span = (rows - 1) * w->stride[0] + (w->kernel[0] - 1) * w->dilation[0] + 1, step = st->by_rows ? 1 : w->stride[1];
    bool plain = st->dtype == st->compute && st->in_stride[3] == (int64_t)sizeof(T);
    const int64_t top = row * w->stride[0] - w->padding[0], last = ra__min(span, w->in[0] - top); /* others are never read */
    if (plain && step == 2 && st->phases == 2 && !w->padding[1] && 2 * st->pitch <= w->in[1]) {
        for (int64_t i = ra__max(0, -top); i < last; i++)
            NAME(pairs)((const T *)(const void *)(plane + (top + i) * st->in_stride[2]), to + i * st->row_pitch, to + i * st->row_pitch + st->pitch, st->pitch);
        return;
    }
    for (int64_t phase = 0; phase < st->phases; phase++) {
        int64_t first = phase - w->padding[1], n = st->pitch;
        int64_t begin = first < 0 ? ra__min(n, ra__ceil_div(-first, step)) : 0;
        int64_t end = ra__max(begin, first >= w->in[1] ? 0 : ra__min(n, ra__ceil_div(w->in[1] - first, step)));
        for (int64_t i = ra__max(0, -top); i < last; i++) {
            T *line = to + i * st->row_pitch + phase * st->pitch;
            const char *from = plane + (top + i) * st->in_stride[2] + (first + begin * step) * st->in_stride[3];
            const T *x = (const T *)(const void *)from;
            for (int64_t k = 0; k < begin; k++)
                line[k] = fill;
            if (plain && step == 2)
                for (int64_t k = begin; k < end; k++)
                    line[k] = x[2 * (k - begin)];
            else if (plain && step == 1)
                memcpy(line + begin, x, (size_t)(end - begin) * sizeof(T));
            else if (end > begin)
                convert((char *)(line + begin), sizeof(T), from, step * st->in_stride[3], end - begin);
            for (int64_t k = end; k < n; k++)
                line[k] = fill;
        }
    }
}

/* Row 0 of what lies under output rows row to row + rows - 1, packed if it has to be. It may be one of padding, which is never read. */
static const T *NAME(lines)(const struct pool_state *st, const char *plane, int64_t row, int64_t rows, T fill, void *scratch)
{
    if (st->in_place)
        return (const T *)((uintptr_t)plane + (uintptr_t)((row * st->pre.stride[0] - st->pre.padding[0]) * st->in_stride[2]));
    NAME(pack)(st, plane, row, rows, fill, scratch);
    return scratch;
}

/* Where element `tap` along the row of windows starts, in row i. */
static const T *NAME(element)(const struct pool_state *st, const T *from, int64_t i, int64_t tap)
{
    return from + i * st->row_pitch + taps_of(st)[tap];
}

static void NAME(keep_larger)(T *restrict best, int32_t *restrict at, const T *restrict x, int64_t n, int32_t tap)
{
    for (int64_t k = 0; k < n; k++) {
        const bool larger = (x[k] > best[k]) | IS_NAN(x[k]);
        best[k] = larger ? x[k] : best[k];
        at[k] = larger ? tap : at[k];
    }
}

/* Of windows side by side that lie in the row, first the largest of each column under them, with vectors, and the row it is in, then across. Of
 * equal ones the first of a window counts, of several that are NaN the last. */
static void NAME(largest_of_columns)(const struct pool_state *st, const T *lines, T *columns, int32_t *restrict rows, int32_t first, int64_t count, T *best, int32_t *at)
{
    const struct ra__window_pre *w = &st->pre;
    const int64_t n = st->pitch, width = w->kernel[1];
    memcpy(columns, lines, (size_t)n * sizeof *columns);
    for (int64_t i = 0; i < n; i++)
        rows[i] = first;
    for (int64_t i = 1; i < count; i++)
        NAME(keep_larger)(columns, rows, lines + i * st->row_pitch, n, first + (int32_t)i);
    for (int64_t k = 0; k < w->out[1]; k++) {
        const T *x = columns + k * w->stride[1];
        const int32_t *row = rows + k * w->stride[1];
        T top = x[0];
        int32_t place = row[0] * (int32_t)width;
        for (int64_t j = 1; j < width; j++) {
            const int32_t other = row[j] * (int32_t)width + (int32_t)j;
            const bool odd = IS_NAN(x[j]), was_odd = IS_NAN(top);
            const bool later = odd ? !was_odd || other > place : !was_odd && (x[j] > top || (x[j] == top && other < place));
            top = later ? x[j] : top;
            place = later ? other : place;
        }
        best[k] = top;
        at[k] = place;
    }
}

static void NAME(max_rows)(const struct pool_state *st, ra__run *r, int64_t plane, int64_t row, int64_t rows)
{
    const struct ra__window_pre *w = &st->pre;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
    int64_t n = plane / w->channels, c = plane % w->channels, rows_first, rows_last, first, last;
    const T *lines = NAME(lines)(st, r->data[2] + n * st->in_stride[0] + c * st->in_stride[1], row, rows, (T)LOWEST, r->scratch);
    for (int64_t y = row; y < row + rows; y++) {
        taps_inside(w, 0, y, &rows_first, &rows_last);
        char *out = r->data[0] + n * st->out_stride[0] + c * st->out_stride[1] + y * st->out_stride[2];
        char *index = r->data[1] + n * st->index_stride[0] + c * st->index_stride[1] + y * st->index_stride[2];
        for (int64_t x0 = 0; x0 < w->out[1]; x0 += WINDOWS) {
            T best[WINDOWS];
            int32_t at[WINDOWS];
            const int64_t m = ra__min(WINDOWS, w->out[1] - x0), over = ra__max(0, ra__min(m, ra__ceil_div(w->padding[1], w->stride[1]) - x0));
            for (int64_t k = 0; k < m; k++) { /* where all are the lowest, the first place inside */
                best[k] = (T)LOWEST;
                at[k] = (int32_t)(rows_first * w->kernel[1]);
            }
            for (int64_t k = 0; k < over; k++) { /* windows that begin before the row does */
                taps_inside(w, 1, x0 + k, &first, &last);
                at[k] += (int32_t)first;
            }
            if (st->by_rows) {
                T *columns = (T *)r->scratch + st->columns_at;
                NAME(largest_of_columns)(st, NAME(element)(st, lines, (y - row) * w->stride[0] + rows_first, 0), columns, (int32_t *)(void *)(columns + st->pitch),
                                         (int32_t)rows_first, rows_last - rows_first, best, at);
            }
            for (int64_t i = rows_first; i < rows_last && !st->by_rows; i++)
                for (int64_t j = 0; j < w->kernel[1]; j++)
                    NAME(keep_larger)(best, at, NAME(element)(st, lines, (y - row) * w->stride[0] + i * w->dilation[0], j) + x0, m,
                                      (int32_t)(i * w->kernel[1] + j));
            convert(out + x0 * st->out_stride[3], st->out_stride[3], (const char *)best, sizeof(T), m);
            put_indices(st, index + x0 * st->index_stride[3], at, m, (y * w->stride[0] - w->padding[0]) * w->in[1] - w->padding[1] + x0 * w->stride[1]);
        }
    }
}

/* Channels c0 to c0 + n - 1 of one input element in T. */
static const T *NAME(channels_at)(const struct pool_state *st, const char *element, int64_t n, T *buffer)
{
    if (st->dtype == st->compute)
        return (const T *)(const void *)element;
    RA__ISA_NAME(ra__convert)(st->compute, st->dtype)((char *)buffer, sizeof(T), element, (int64_t)ra_dtype_size(st->dtype), n);
    return buffer;
}

static void NAME(max_channels)(const struct pool_state *st, ra__run *r, int64_t image, int64_t row, int64_t rows)
{
    const struct ra__window_pre *w = &st->pre;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), i0, i1, j0, j1;
    for (int64_t k = 0; k < rows * w->out[1]; k++)
        for (int64_t c = 0; c < w->channels; c += CHANNELS) {
            T best[CHANNELS], buffer[CHANNELS];
            int32_t at[CHANNELS];
            int64_t n = ra__min(CHANNELS, w->channels - c), y = row + k / w->out[1], x = k % w->out[1];
            int64_t top = y * w->stride[0] - w->padding[0], left = x * w->stride[1] - w->padding[1];
            taps_inside(w, 0, y, &i0, &i1);
            taps_inside(w, 1, x, &j0, &j1);
            for (int64_t l = 0; l < n; l++) {
                best[l] = (T)LOWEST;
                at[l] = (int32_t)(i0 * w->kernel[1] + j0);
            }
            const char *in = r->data[2] + image * st->in_stride[0] + c * bytes;
            for (int64_t i = i0; i < i1; i++)
                for (int64_t j = j0; j < j1; j++) {
                    const char *element = in + (top + i * w->dilation[0]) * st->in_stride[2] + (left + j * w->dilation[1]) * st->in_stride[3];
                    NAME(keep_larger)(best, at, NAME(channels_at)(st, element, n, buffer), n, (int32_t)(i * w->kernel[1] + j));
                }
            convert(r->data[0] + image * st->out_stride[0] + y * st->out_stride[2] + x * st->out_stride[3] + c * bytes, bytes, (const char *)best, sizeof(T), n);
            int64_t *index = (int64_t *)(void *)(r->data[1] + image * st->index_stride[0] + y * st->index_stride[2] + x * st->index_stride[3]) + c;
            for (int64_t l = 0; l < n; l++)
                index[l] = top * w->in[1] + left + st->offsets[at[l]];
        }
}

#ifdef VECTOR
/* ---- windows whose places nobody asks for: elements are folded into one, n of neighbouring windows at a time ---- */

typedef void (*NAME(fold_fn))(T *restrict all, const T *restrict x, int64_t n);
typedef VECTOR (*NAME(both_fn))(VECTOR all, VECTOR x);
/* Of windows x0 to x0 + m - 1 of row y. `under` is row 0 of the `count` rows under them that are in the plane. */
typedef void (*NAME(row_fn))(const struct pool_state *st, const T *under, T *columns, int64_t count, int64_t y, int64_t x0, int64_t m, T *to);

/* m windows of `count` rows under them, each window's elements at the places of taps. The last vector takes some again. */
static inline __attribute__((always_inline)) void NAME(fold_taps)(const struct pool_state *st, const T *lines, int64_t count, int64_t m, T none, NAME(both_fn) both,
                                                                  NAME(fold_fn) fold, T *to)
{
    enum { WIDTH = RA__VECTOR_BYTES / sizeof(T) };
    const int64_t *taps = taps_of(st), width = st->pre.kernel[1], pitch = st->row_pitch * st->pre.dilation[0];
    for (int64_t x = 0; m >= WIDTH && x < m; x += WIDTH) {
        const int64_t at = ra__min(x, m - WIDTH);
        VECTOR all = none - (VECTOR){0};
        for (int64_t i = 0; i < count; i++)
            for (int64_t j = 0; j < width; j++)
                all = both(all, *(const VECTOR_ANY *)(const void *)(lines + i * pitch + taps[j] + at));
        *(VECTOR_ANY *)(void *)(to + at) = all;
    }
    if (m >= WIDTH)
        return;
    for (int64_t k = 0; k < m; k++)
        to[k] = none;
    for (int64_t i = 0; i < count; i++)
        for (int64_t j = 0; j < width; j++)
            fold(to, lines + i * pitch + taps[j], m);
}

/* The same of windows of two, side by side: the first elements of a vector of them, and the second. */
static inline __attribute__((always_inline)) void NAME(fold_pairs)(const struct pool_state *st, const T *lines, int64_t count, int64_t m, T none, NAME(both_fn) both, T *to)
{
    enum { WIDTH = RA__VECTOR_BYTES / sizeof(T) };
    const int64_t pitch = st->row_pitch * st->pre.dilation[0];
    for (int64_t x = 0; x < m; x += WIDTH) {
        const int64_t at = ra__min(x, m - WIDTH);
        VECTOR all = none - (VECTOR){0};
        for (int64_t i = 0; i < count; i++) {
            const T *line = lines + i * pitch + 2 * at;
            const VECTOR a = *(const VECTOR_ANY *)(const void *)line, b = *(const VECTOR_ANY *)(const void *)(line + WIDTH);
            all = both(both(all, __builtin_shufflevector(a, b, EVEN)), __builtin_shufflevector(a, b, ODD));
        }
        *(VECTOR_ANY *)(void *)(to + at) = all;
    }
}

static void NAME(fold_rows)(const struct pool_state *st, ra__run *r, int64_t plane, int64_t row, int64_t rows, T none, NAME(row_fn) fold)
{
    const struct ra__window_pre *w = &st->pre;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
    int64_t n = plane / w->channels, c = plane % w->channels, first, last;
    const T *lines = NAME(lines)(st, r->data[1] + n * st->in_stride[0] + c * st->in_stride[1], row, rows, none, r->scratch);
    T *columns = st->by_rows ? (T *)r->scratch + st->columns_at : NULL;
    for (int64_t y = row; y < row + rows; y++) {
        taps_inside(w, 0, y, &first, &last);
        char *out = r->data[0] + n * st->out_stride[0] + c * st->out_stride[1] + y * st->out_stride[2];
        const T *under = lines + ((y - row) * w->stride[0] + first * w->dilation[0]) * st->row_pitch;
        for (int64_t x = 0; x < w->out[1]; x += WINDOWS) {
            const int64_t x0 = st->pairs ? ra__min(x, w->out[1] - (int64_t)(RA__VECTOR_BYTES / sizeof(T))) : x; /* a vector at least */
            T buffer[WINDOWS], *to = st->out_direct ? (T *)(void *)out + x0 : buffer;
            const int64_t m = ra__min(WINDOWS, w->out[1] - x0);
            fold(st, under, columns, last - first, y, x0, m, to);
            if (!st->out_direct)
                convert(out + x0 * st->out_stride[3], st->out_stride[3], (const char *)to, sizeof(T), m);
        }
    }
}

static void NAME(fold_channels)(const struct pool_state *st, ra__run *r, int64_t image, int64_t row, int64_t rows, T none, NAME(fold_fn) fold, bool averages)
{
    const struct ra__window_pre *w = &st->pre;
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
    int64_t bytes = (int64_t)ra_dtype_size(st->dtype), i0, i1, j0, j1;
    for (int64_t k = 0; k < rows * w->out[1]; k++)
        for (int64_t c = 0; c < w->channels; c += CHANNELS) {
            T all[CHANNELS], buffer[CHANNELS];
            int64_t n = ra__min(CHANNELS, w->channels - c), y = row + k / w->out[1], x = k % w->out[1];
            int64_t top = y * w->stride[0] - w->padding[0], left = x * w->stride[1] - w->padding[1], divisor = averages ? divisor_of(w, y, x) : 1;
            taps_inside(w, 0, y, &i0, &i1);
            taps_inside(w, 1, x, &j0, &j1);
            for (int64_t l = 0; l < n; l++)
                all[l] = none;
            const char *in = r->data[1] + image * st->in_stride[0] + c * bytes;
            for (int64_t i = i0; i < i1; i++)
                for (int64_t j = j0; j < j1; j++) {
                    const char *element = in + (top + i * w->dilation[0]) * st->in_stride[2] + (left + j * w->dilation[1]) * st->in_stride[3];
                    fold(all, NAME(channels_at)(st, element, n, buffer), n);
                }
            for (int64_t l = 0; l < n && averages; l++)
                all[l] = divisor ? all[l] / (T)divisor : 0;
            convert(r->data[0] + image * st->out_stride[0] + y * st->out_stride[2] + x * st->out_stride[3] + c * bytes, bytes, (const char *)all, sizeof(T), n);
        }
}
#endif

#ifdef MOST
static inline VECTOR NAME(larger)(VECTOR most, VECTOR other)
{
    const MASK larger = (other > most) | (other != other);
    return (VECTOR)((larger & (MASK)other) | (~larger & (MASK)most));
}

static void NAME(raise)(T *restrict best, const T *restrict x, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        best[k] = (x[k] > best[k]) | IS_NAN(x[k]) ? x[k] : best[k];
}

static void NAME(most_row)(const struct pool_state *st, const T *under, T *columns, int64_t count, int64_t y, int64_t x0, int64_t m, T *best)
{
    (void)columns, (void)y;
    if (st->pairs)
        NAME(fold_pairs)(st, under + 2 * x0, count, m, (T)LOWEST, NAME(larger), best);
    else
        NAME(fold_taps)(st, under + x0, count, m, (T)LOWEST, NAME(larger), NAME(raise), best);
}

/* As max_rows, without the places. */
static void NAME(most_rows)(const struct pool_state *st, ra__run *r, int64_t plane, int64_t row, int64_t rows)
{
    NAME(fold_rows)(st, r, plane, row, rows, (T)LOWEST, NAME(most_row));
}

static void NAME(most_channels)(const struct pool_state *st, ra__run *r, int64_t image, int64_t row, int64_t rows)
{
    NAME(fold_channels)(st, r, image, row, rows, (T)LOWEST, NAME(raise), false);
}
#endif

#ifdef SUM
static inline VECTOR NAME(plus)(VECTOR sum, VECTOR x)
{
    return sum + x;
}

static void NAME(add)(T *restrict sum, const T *restrict x, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        sum[k] += x[k];
}

/* The sums of m windows from number x0 on: of the columns under them first, with vectors, then across. */
static void NAME(sum_columns)(const struct pool_state *st, const T *lines, T *columns, int64_t count, int64_t x0, int64_t m, T *sum)
{
    const struct ra__window_pre *w = &st->pre;
    const int64_t left = x0 * w->stride[1], n = (m - 1) * w->stride[1] + w->kernel[1];
    const T *under = lines + left;
    if (count != 1) {
        for (int64_t i = 0; i < n; i++)
            columns[i] = 0;
        for (int64_t i = 0; i < count; i++)
            NAME(add)(columns, lines + i * st->row_pitch + left, n);
        under = columns;
    }
    for (int64_t k = 0; k < m; k++, under += w->stride[1])
        if (w->kernel[1] >= LANES) {
            sum[k] = SUM(under, w->kernel[1]);
        } else {
            sum[k] = 0;
            for (int64_t j = 0; j < w->kernel[1]; j++)
                sum[k] += under[j];
        }
}

static T NAME(over)(T sum, int64_t divisor)
{
    return divisor ? sum / (T)divisor : 0;
}

/* Sums of windows x0 to x0 + m - 1 of row y by their divisors: those that lie within the row have the same one. */
static void NAME(divide)(const struct ra__window_pre *w, int64_t y, int64_t x0, int64_t m, T *sum)
{
    const int64_t fit = w->in[1] + w->padding[1] - w->kernel[1];
    const int64_t begin = ra__min(m, ra__max(0, ra__ceil_div(w->padding[1], w->stride[1]) - x0));
    const int64_t end = ra__max(begin, fit < 0 ? 0 : ra__min(m, fit / w->stride[1] + 1 - x0));
    const int64_t within = begin < end ? divisor_of(w, y, x0 + begin) : 1;
    for (int64_t k = 0; k < begin; k++)
        sum[k] = NAME(over)(sum[k], divisor_of(w, y, x0 + k));
    for (int64_t k = begin; k < end && within != 1; k++)
        sum[k] = within ? sum[k] / (T)within : 0;
    for (int64_t k = end; k < m; k++)
        sum[k] = NAME(over)(sum[k], divisor_of(w, y, x0 + k));
}

static void NAME(avg_row)(const struct pool_state *st, const T *under, T *columns, int64_t count, int64_t y, int64_t x0, int64_t m, T *sum)
{
    if (st->by_rows)
        NAME(sum_columns)(st, under, columns, count, x0, m, sum);
    else if (st->pairs)
        NAME(fold_pairs)(st, under + 2 * x0, count, m, 0, NAME(plus), sum);
    else
        NAME(fold_taps)(st, under + x0, count, m, 0, NAME(plus), NAME(add), sum);
    NAME(divide)(&st->pre, y, x0, m, sum);
}

static void NAME(avg_rows)(const struct pool_state *st, ra__run *r, int64_t plane, int64_t row, int64_t rows)
{
    NAME(fold_rows)(st, r, plane, row, rows, 0, NAME(avg_row));
}

static void NAME(avg_channels)(const struct pool_state *st, ra__run *r, int64_t image, int64_t row, int64_t rows)
{
    NAME(fold_channels)(st, r, image, row, rows, 0, NAME(add), true);
}
#endif

#undef T
#undef NAME
#undef LOWEST
#undef IS_NAN
#undef SUM
#undef VECTOR
#undef VECTOR_ANY
#undef MASK
#undef EVEN
#undef ODD
#undef MOST
