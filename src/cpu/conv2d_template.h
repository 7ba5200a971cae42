/*
 * Parameters: T the dtype computed in, VECTOR and VECTOR_ANY of it, VFMA, VSET, VSUM, NAME(name).
 */
enum { NAME(WIDTH) = RA__VECTOR_BYTES / sizeof(T), NAME(BLOCK) = 2 * NAME(WIDTH) };

static inline void NAME(transpose_4x4)(T *to, int64_t to_pitch, const T *from, int64_t from_pitch)
{
    typedef T quad __attribute__((vector_size(4 * sizeof(T)), aligned(sizeof(T)), may_alias));
    quad a[4], b[4];
    for (int i = 0; i < 4; i++)
        a[i] = *(const quad *)(const void *)(from + i * from_pitch);
    b[0] = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5);
    b[1] = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7);
    b[2] = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5);
    b[3] = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
    *(quad *)(void *)(to) = __builtin_shufflevector(b[0], b[2], 0, 1, 4, 5);
    *(quad *)(void *)(to + to_pitch) = __builtin_shufflevector(b[0], b[2], 2, 3, 6, 7);
    *(quad *)(void *)(to + 2 * to_pitch) = __builtin_shufflevector(b[1], b[3], 0, 1, 4, 5);
    *(quad *)(void *)(to + 3 * to_pitch) = __builtin_shufflevector(b[1], b[3], 2, 3, 6, 7);
}

/* to[column][row] = from[row][column] */
static void NAME(transpose)(T *to, int64_t to_pitch, const T *from, int64_t from_pitch, int64_t rows, int64_t columns)
{
    int64_t whole_rows = rows & ~(int64_t)3, whole_columns = columns & ~(int64_t)3;
    for (int64_t c = 0; c < whole_columns; c += 4)
        for (int64_t i = 0; i < whole_rows; i += 4)
            NAME(transpose_4x4)(to + c * to_pitch + i, to_pitch, from + i * from_pitch + c, from_pitch);
    for (int64_t c = 0; c < columns; c++)
        for (int64_t i = c < whole_columns ? whole_rows : 0; i < rows; i++)
            to[c * to_pitch + i] = from[i * from_pitch + c];
}

/* Whether the terms of an output channel's weights, or of one of its planes where it has several, lie one after another, in the dtype computed in. */
static bool NAME(terms_are_contiguous)(const struct conv2d_state *st)
{
    const int64_t *kernel = st->pre.kernel, *s = st->weight_stride;
    return st->numbers == 1 && st->dtype == st->compute && (kernel[1] == 1 || s[3] == (int64_t)sizeof(T)) && (kernel[0] == 1 || s[2] == kernel[1] * (int64_t)sizeof(T)) &&
           (st->pre.depth.kernel > 1 || st->group_in == 1 || s[1] == kernel[0] * kernel[1] * (int64_t)sizeof(T));
}

/* What one input channel of numbers weighs in the first `channels` output channels of a block, for which the group's first input channel's weight lies at `at`. */
static void NAME(take_weights)(const struct conv2d_state *st, ra__convert_fn convert, T *to, int64_t spacing, const char *at, int64_t channel, int64_t channels)
{
    at += (channel / st->numbers) * st->weight_stride[1];
    if (st->numbers == 1) {
        convert((char *)to, spacing * (int64_t)sizeof(T), at, st->weight_stride[0], channels);
        return;
    }
    for (int64_t l = 0; l < channels; l++) {
        const T *z = (const T *)(const void *)(at + (l >> 1) * st->weight_stride[0]);
        const bool is_crossed = (l ^ channel) & 1;
        to[l * spacing] = !is_crossed ? z[0] : l & 1 ? z[1] : -z[1];
    }
}

/* Weights of group and block `unit` as [term][BLOCK], and their bias; a narrow group's as [channel][term]. */
static void NAME(pack_weights)(const struct conv2d_state *st, ra__run *r, int64_t unit)
{
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->compute, st->dtype);
    int64_t group = unit / st->blocks, first = unit % st->blocks * st->block, channels = ra__min(st->block, st->group_out - first);
    T *to = (T *)r->workspace + unit * st->terms * st->block, *bias = (T *)(void *)((char *)r->workspace + st->bias_at) + unit * st->block;
    const char *from = r->data[2] + channel_at(st, group * st->group_out + first, st->weight_stride[0]);
    int64_t step = st->narrow ? 1 : st->block, spacing = st->narrow ? st->terms : 1;
    if (channels < st->block)
        memset(to, 0, (size_t)(st->terms * st->block) * sizeof(T));
    const bool is_planar = st->pre.depth.kernel == 1, is_contiguous = !st->narrow && NAME(terms_are_contiguous)(st);
    const int64_t run = is_planar ? st->terms : st->pre.kernel[0] * st->pre.kernel[1];
    if (is_contiguous)
        for (int64_t k = 0; k * run < st->terms; k++, to += run * st->block)
            NAME(transpose)(to, st->block, (const T *)(const void *)(from + k % st->group_in * st->weight_stride[1] + k / st->group_in * st->weight_plane),
                            st->weight_stride[0] / (int64_t)sizeof(T), channels, run);
    else
        for (int64_t p = 0; p < st->group_planes; p++) {
            const char *plane = from + p / st->group_in * st->weight_plane;
            for (int64_t i = 0; i < st->pre.kernel[0]; i++)
                for (int64_t j = 0; j < st->pre.kernel[1]; j++, to += step)
                    NAME(take_weights)(st, convert, to, spacing, plane + i * st->weight_stride[2] + j * st->weight_stride[3], p % st->group_in, channels);
        }
    memset(bias, 0, (size_t)st->block * sizeof(T));
    const char *given = st->has_bias ? r->data[3] + channel_at(st, group * st->group_out + first, st->bias_stride) : NULL;
    for (int64_t part = 0; given && part < st->numbers; part++)
        convert((char *)(bias + part), st->numbers * (int64_t)sizeof(T), given + part * (int64_t)sizeof(T), st->bias_stride, channels / st->numbers);
}

/* Of a row of the padded input, columns first, first + step, ..., `n` of them: those of the input are begin to end - 1. */
typedef struct NAME(row_columns) {
    int64_t first, n, begin, end;
} NAME(row_columns);

static NAME(row_columns) NAME(columns_from)(const struct conv2d_state *st, int64_t first, int64_t n)
{
    const int64_t width = st->pre.in[1], step = st->pre.stride[1], begin = first < 0 ? ra__min(n, ra__ceil_div(-first, step)) : 0;
    return (NAME(row_columns)){first, n, begin, ra__max(begin, first >= width ? 0 : ra__min(n, ra__ceil_div(width - first, step)))};
}

/* Mostly one or two, for which no call is worth it. */
static inline void NAME(clear)(T *to, int64_t n)
{
    for (int64_t k = 0; k < n && k < 3; k++)
        to[k] = 0;
    if (n > 3)
        memset(to + 3, 0, (size_t)(n - 3) * sizeof(T));
}

/* Part of the padded input: `rows` rows from first_row on, and of each the same columns. */
typedef struct NAME(padded) {
    int64_t first_row, rows;
    NAME(row_columns) columns;
} NAME(padded);

static inline bool NAME(is_inside)(const struct conv2d_state *st, int64_t row)
{
    return row >= 0 && row < st->pre.in[0];
}

/* The rows of one channel at one depth and column phase, whose elements lie one after another. `in` is its row 0, column 0. */
static void NAME(pack_rows)(const struct conv2d_state *st, T *to, const char *in, const NAME(padded) *p)
{
    const NAME(row_columns) c = p->columns;
    const int64_t step = st->pre.stride[1], skip = st->pre.kernel[0] == 1 ? st->pre.stride[0] : 1;
    for (int64_t i = 0; i < p->rows; i += skip) {
        const int64_t y = p->first_row + i;
        const bool inside = NAME(is_inside)(st, y);
        const int64_t begin = inside ? c.begin : 0, end = inside ? c.end : 0;
        T *row = to + i * st->row_pitch;
        const T *x = (const T *)(const void *)(in + (inside ? y * st->in_stride[2] + (c.first + begin * step) * (int64_t)sizeof(T) : 0));
        NAME(clear)(row, begin);
        if (step == 1)
            for (int64_t k = 0; k < end - begin; k++)
                row[begin + k] = x[k];
        else
            for (int64_t k = 0; k < end - begin; k++)
                row[begin + k] = x[2 * k];
        NAME(clear)(row + end, c.n - end);
    }
}

/* The rows of all channels of the group at one depth, height and column phase, `pitch` apart. base is column 0 of channel 0. */
static void NAME(pack_channels)(const struct conv2d_state *st, ra__convert_fn convert, T *to, const char *base, const NAME(row_columns) *columns)
{
    int64_t step = st->pre.stride[1], channel_step = st->in_stride[1], pitch = st->pitch * st->pre.depth.kernel;
    const int64_t begin = columns->begin, end = columns->end;
    const char *from = base + (columns->first + begin * step) * st->in_stride[3];
    for (int64_t c = 0; c < st->group_in; c++) {
        NAME(clear)(to + c * pitch, begin);
        NAME(clear)(to + c * pitch + end, columns->n - end);
    }
    if (st->dtype == st->compute && channel_step == (int64_t)sizeof(T))
        NAME(transpose)(to + begin, pitch, (const T *)(const void *)from, step * st->in_stride[3] / (int64_t)sizeof(T), end - begin, st->group_in);
    else if (begin < end)
        for (int64_t c = 0; c < st->group_in; c++)
            convert((char *)(to + c * pitch + begin), sizeof(T), from + channel_at(st, c, channel_step), step * st->in_stride[3], end - begin);
}

/* The input of one depth and column phase, whose channel 0 is at `in`. */
static void NAME(pack_plane)(const struct conv2d_state *st, T *to, const char *in, const NAME(padded) *p)
{
    const bool in_line = st->dtype == st->compute && st->in_stride[3] == (int64_t)sizeof(T) && st->pre.stride[1] <= 2;
    const int64_t skip = st->pre.kernel[0] == 1 ? st->pre.stride[0] : 1, pitch = st->pitch * st->pre.depth.kernel;
    for (int64_t c = 0; in_line && c < st->group_in; c++)
        NAME(pack_rows)(st, to + c * pitch, in + channel_at(st, c, st->in_stride[1]), p);
    for (int64_t i = 0; !in_line && i < p->rows; i += skip) {
        T *row = to + i * st->row_pitch;
        if (NAME(is_inside)(st, p->first_row + i))
            NAME(pack_channels)(st, RA__ISA_NAME(ra__convert)(st->compute, st->dtype), row, in + (p->first_row + i) * st->in_stride[2], &p->columns);
        else
            for (int64_t c = 0; c < st->group_in; c++)
                memset(row + c * pitch, 0, (size_t)p->columns.n * sizeof(T));
    }
}

/* The input under part, of one group, whose first plane is at `in`. */
static void NAME(pack_input)(const struct conv2d_state *st, const conv2d_part *part, const char *in, T *to)
{
    const struct ra__window_pre *w = &st->pre;
    const int64_t n = part->columns + st->pitch - st->columns, top = part->plane * w->depth.stride - w->depth.padding;
    NAME(padded) p = {.first_row = part->row * w->stride[0] - w->padding[0],
                      .rows = (part->rows - 1) * w->stride[0] + (w->kernel[0] - 1) * w->dilation[0] + 1};
    for (int64_t phase = 0; phase < st->phases; phase++) {
        p.columns = NAME(columns_from)(st, part->column * w->stride[1] - w->padding[1] + phase, n);
        for (int64_t z = part->first_plane; z < part->end_plane; z++)
            NAME(pack_plane)(st, to + (phase * st->group_planes + z) * st->pitch, in + (top + z * w->depth.dilation) * st->in_plane, &p);
    }
}

/* Sums of `positions` neighbouring outputs and BLOCK channels, or the first WIDTH of them, in registers. */
static inline __attribute__((always_inline)) void NAME(tile)(const T *in, const int64_t *offsets, int64_t terms, const T *weights, const T *bias, int positions,
                                                             int vectors, T *result)
{
    VECTOR acc[THIN_TILE][2];
    for (int p = 0; p < positions; p++)
        for (int v = 0; v < vectors; v++)
            acc[p][v] = *(const VECTOR_ANY *)(const void *)(bias + v * NAME(WIDTH));
    for (int64_t k = 0; k < terms; k++) {
        const T *x = in + offsets[k];
        VECTOR w[2];
        for (int v = 0; v < vectors; v++)
            w[v] = *(const VECTOR_ANY *)(const void *)(weights + k * NAME(BLOCK) + v * NAME(WIDTH));
        for (int p = 0; p < positions; p++) {
            VECTOR b = VSET(x[p]);
            for (int v = 0; v < vectors; v++)
                acc[p][v] = VFMA(b, w[v], acc[p][v]);
        }
    }
    for (int p = 0; p < positions; p++)
        for (int v = 0; v < vectors; v++)
            *(VECTOR_ANY *)(void *)(result + p * NAME(BLOCK) + v * NAME(WIDTH)) = acc[p][v];
}

typedef void (*NAME(tile_fn))(const T *, const int64_t *, int64_t, const T *, const T *, T *);
#define TILE_FN(name, n, vectors) \
    static __attribute__((noinline)) void NAME(name##_##n)(const T *in, const int64_t *offsets, int64_t terms, const T *weights, const T *bias, T *result) \
    { \
        NAME(tile)(in, offsets, terms, weights, bias, n, vectors, result); \
    }
#define TILE_OF(n) TILE_FN(tile, n, 2)
#define THIN_OF(n) TILE_FN(thin, n, 1)
TILE_OF(1)
TILE_OF(2)
TILE_OF(3)
TILE_OF(4)
TILE_OF(5)
TILE_OF(6)
#if RA__CONV_TILE > 6
TILE_OF(7)
TILE_OF(8)
TILE_OF(9)
TILE_OF(10)
TILE_OF(11)
TILE_OF(12)
TILE_OF(13)
TILE_OF(14)
#endif
THIN_OF(1)
THIN_OF(2)
THIN_OF(3)
THIN_OF(4)
THIN_OF(5)
THIN_OF(6)
THIN_OF(7)
THIN_OF(8)
THIN_OF(9)
THIN_OF(10)
THIN_OF(11)
THIN_OF(12)
#if RA__CONV_THIN_TILE > 12
THIN_OF(13)
THIN_OF(14)
#endif
#undef TILE_FN
#undef TILE_OF
#undef THIN_OF
static const NAME(tile_fn) NAME(tiles)[TILE + 1] = {
    NULL, NAME(tile_1), NAME(tile_2), NAME(tile_3), NAME(tile_4), NAME(tile_5), NAME(tile_6),
#if RA__CONV_TILE > 6
    NAME(tile_7), NAME(tile_8), NAME(tile_9), NAME(tile_10), NAME(tile_11), NAME(tile_12), NAME(tile_13), NAME(tile_14),
#endif
};
static const NAME(tile_fn) NAME(thin_tiles)[THIN_TILE + 1] = {
    NULL, NAME(thin_1), NAME(thin_2), NAME(thin_3), NAME(thin_4), NAME(thin_5), NAME(thin_6),
    NAME(thin_7), NAME(thin_8), NAME(thin_9), NAME(thin_10), NAME(thin_11), NAME(thin_12),
#if RA__CONV_THIN_TILE > 12
    NAME(thin_13), NAME(thin_14),
#endif
};

/* Whether term k of `part`, of what is at (y, x), lies in the input. */
static bool NAME(is_term_inside)(const struct conv2d_state *st, const conv2d_part *part, int64_t k, int64_t y, int64_t x)
{
    const struct ra__window_pre *w = &st->pre;
    const int64_t term = part->first + k, i = term / w->kernel[1] % w->kernel[0], j = term % w->kernel[1];
    const int64_t row = y * w->stride[0] - w->padding[0] + i * w->dilation[0], column = x * w->stride[1] - w->padding[1] + j * w->dilation[1];
    return row >= 0 && row < w->in[0] && column >= 0 && column < w->in[1];
}

static inline T NAME(number_or_zero)(T x)
{
    return x - x == 0 ? x : 0;
}

/* As tile, of one position, at (y, x), with weights of padding that are no numbers as 0. */
static void NAME(edge_tile)(const struct conv2d_state *st, const conv2d_part *part, const T *in, int64_t y, int64_t x, const T *weights, const T *bias, T *result)
{
    VECTOR acc[2];
    for (int v = 0; v < 2; v++)
        acc[v] = *(const VECTOR_ANY *)(const void *)(bias + v * NAME(WIDTH));
    for (int64_t k = 0; k < part->terms; k++) {
        T w[NAME(BLOCK)];
        const bool is_inside = NAME(is_term_inside)(st, part, k, y, x);
        for (int l = 0; l < NAME(BLOCK); l++)
            w[l] = is_inside ? weights[k * NAME(BLOCK) + l] : NAME(number_or_zero)(weights[k * NAME(BLOCK) + l]);
        for (int v = 0; v < 2; v++)
            acc[v] = VFMA(VSET(in[st->offsets[part->first + k]]), *(const VECTOR_ANY *)(const void *)(w + v * NAME(WIDTH)), acc[v]);
    }
    for (int v = 0; v < 2; v++)
        *(VECTOR_ANY *)(void *)(result + v * NAME(WIDTH)) = acc[v];
}

static bool NAME(any_nan)(const T *sums, int64_t n)
{
    bool any = false;
    for (int64_t k = 0; k < n; k++)
        any |= sums[k] != sums[k];
    return any;
}

/* Of n positions from (y, x) on, of the result's: the first from `at` on whose window leaves the input. n: there is none. */
static int64_t NAME(next_at_edge)(const struct conv2d_state *st, int64_t y, int64_t x, int64_t n, int64_t at)
{
    if (y < st->inner[0][0] || y >= st->inner[0][1] || x + at < st->inner[1][0] || x + at >= st->inner[1][1])
        return at;
    return ra__min(n, st->inner[1][1] - x);
}

/* Of n positions from (y, x) on, those at edges whose sums are NaN. */
static void NAME(mend_tiles)(const struct conv2d_state *st, const conv2d_part *part, const T *in, int64_t y, int64_t x, int64_t n, const T *weights, const T *bias,
                             int64_t channels, T *result)
{
    const int vectors = channels <= NAME(WIDTH) ? 1 : 2; /* as tiles have written */
    VECTOR sum = {0};
    for (int64_t p = NAME(next_at_edge)(st, y, x, n, 0); p < n; p = NAME(next_at_edge)(st, y, x, n, p + 1))
        for (int v = 0; v < vectors; v++) {
            const VECTOR found = *(const VECTOR_ANY *)(const void *)(result + p * NAME(BLOCK) + v * NAME(WIDTH));
            sum += found - found;
        }
    if (VSUM(sum) == 0) /* these are numbers */
        return;
    for (int64_t p = NAME(next_at_edge)(st, y, x, n, 0); p < n; p = NAME(next_at_edge)(st, y, x, n, p + 1))
        if (NAME(any_nan)(result + p * NAME(BLOCK), channels))
            NAME(edge_tile)(st, part, in + p, y, x + p, weights, bias, result + p * NAME(BLOCK));
}

/* result[position][BLOCK] to `channels` channels at out. */
static void NAME(store_tile)(const struct conv2d_state *st, char *out, const T *result, int64_t positions, int64_t channels)
{
    int64_t channel_step = st->out_stride[1], step = st->out_stride[3];
    if (st->dtype == st->compute && channel_step == (int64_t)sizeof(T)) {
        for (int64_t p = 0; p < positions; p++)
            memcpy(out + p * step, result + p * NAME(BLOCK), (size_t)channels * sizeof(T));
    } else if (st->dtype == st->compute && step == (int64_t)sizeof(T)) {
        NAME(transpose)((T *)(void *)out, channel_step / (int64_t)sizeof(T), result, NAME(BLOCK), positions, channels);
    } else {
        ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
        for (int64_t c = 0; c < channels; c++)
            convert(out + channel_at(st, c, channel_step), step, (const char *)(result + c), NAME(BLOCK) * (int64_t)sizeof(T), positions);
    }
}

/* A share of the input under the next strip of a 1 x 1 window: a channel's elements lie too far from the last's to be foreseen. */
static inline void NAME(fetch_ahead)(const struct conv2d_state *st, const conv2d_part *part, const T *next, int64_t positions, int64_t share, int64_t shares)
{
    enum { LINE = 64 / sizeof(T) };
    const int64_t *offsets = st->offsets + part->first;
    for (int64_t k = part->terms * share / shares; k < part->terms * (share + 1) / shares; k++)
        for (int64_t p = 0; p < positions; p += LINE)
            __builtin_prefetch((const void *)((uintptr_t)next + (size_t)(offsets[k] + p) * sizeof(T)));
}

/*
 * Channels of one group by blocks; `in` is where the first term of part's first position lies. All blocks take a strip of
 * positions in turn, whose input stays in the first-level cache, and store it whole.
 */
static void NAME(wide_group)(const struct conv2d_state *st, const conv2d_part *part, ra__run *r, int64_t group, const T *in, int64_t row_step)
{
    enum { STRIP = STRIP_TILES * TILE };
    _Alignas(64) T result[STRIP * NAME(BLOCK)];
    const int64_t strips = ra__ceil_div(part->columns, STRIP), last = part->block + part->blocks;
    const bool far_apart = st->in_place && st->terms == st->group_planes;
    for (int64_t i = 0; i < part->rows * strips; i++) {
        int64_t y = i / strips, x = part->columns * (i % strips) / strips, n = part->columns * (i % strips + 1) / strips - x;
        const T *from = in + y * row_step + x;
        for (int64_t b = part->block; b < last; b++) {
            int64_t unit = group * st->blocks + b, first = b * st->block, channels = ra__min(st->block, st->group_out - first);
            const bool is_thin = channels <= NAME(WIDTH);
            const NAME(tile_fn) *tile = is_thin ? NAME(thin_tiles) : NAME(tiles);
            const int64_t tiles = ra__ceil_div(n, is_thin ? THIN_TILE : TILE);
            const T *weights = (const T *)r->workspace + (unit * st->terms + part->first) * st->block;
            const T *bias = (const T *)(const void *)((const char *)r->workspace + st->bias_at) + unit * st->block;
            char *out = r->data[0] + image_at(st, part) + channel_at(st, group * st->group_out + first, st->out_stride[1]);
            for (int64_t t = 0; t < tiles; t++) {
                int64_t at = n * t / tiles, positions = n * (t + 1) / tiles - at;
                if (far_apart)
                    NAME(fetch_ahead)(st, part, from + n, n, (b - part->block) * tiles + t, part->blocks * tiles);
                tile[positions](from + at, st->offsets + part->first, part->terms, weights, bias, result + at * NAME(BLOCK));
            }
            if (!st->in_place)
                NAME(mend_tiles)(st, part, from, part->row + y, part->column + x, n, weights, bias, channels, result);
            NAME(store_tile)(st, out + (part->row + y) * st->out_stride[2] + (part->column + x) * st->out_stride[3], result, n, channels);
        }
    }
}

enum { NAME(VECTORS) = 4, NAME(STRIP) = NAME(VECTORS) * NAME(WIDTH), NAME(ROWS) = 4 };

/* Of one channel `vectors` of neighbouring outputs in `rows` rows, which share the weights. Reads less than a vector past the last position. */
static inline __attribute__((always_inline)) void NAME(strips)(const T *in, int64_t row_step, const int64_t *offsets, int64_t terms, const T *weights, T bias, int rows,
                                                               int vectors, T *result)
{
    VECTOR acc[NAME(ROWS)][NAME(VECTORS)];
    for (int i = 0; i < rows; i++)
        for (int v = 0; v < vectors; v++)
            acc[i][v] = VSET(bias);
    for (int64_t k = 0; k < terms; k++) {
        const T *x = in + offsets[k];
        VECTOR w = VSET(weights[k]);
        for (int i = 0; i < rows; i++)
            for (int v = 0; v < vectors; v++)
                acc[i][v] = VFMA(w, *(const VECTOR_ANY *)(const void *)(x + i * row_step + v * NAME(WIDTH)), acc[i][v]);
    }
    for (int i = 0; i < rows; i++)
        for (int v = 0; v < vectors; v++)
            *(VECTOR_ANY *)(void *)(result + i * NAME(STRIP) + v * NAME(WIDTH)) = acc[i][v];
}

typedef void (*NAME(strips_fn))(const T *, int64_t, const int64_t *, int64_t, const T *, T, T *);
#define STRIPS_OF(rows, vectors)                                                                                                                          \
    static __attribute__((noinline)) void NAME(strips_##rows##_##vectors)(const T *in, int64_t row_step, const int64_t *offsets, int64_t terms,           \
                                                                          const T *weights, T bias, T *result)                                            \
    {                                                                                                                                                     \
        NAME(strips)(in, row_step, offsets, terms, weights, bias, rows, vectors, result);                                                                 \
    }
STRIPS_OF(1, 1)
STRIPS_OF(1, 2)
STRIPS_OF(1, 3)
STRIPS_OF(1, 4)
STRIPS_OF(4, 1)
STRIPS_OF(4, 2)
STRIPS_OF(2, 3)
STRIPS_OF(2, 4)
#undef STRIPS_OF
/* Of so many vectors: how many rows at once, as long as there are; and of one row. */
static const struct {
    int rows;
    NAME(strips_fn) many, one;
} NAME(strips_of)[NAME(VECTORS) + 1] = {{0, NULL, NULL},
                                        {4, NAME(strips_4_1), NAME(strips_1_1)},
                                        {4, NAME(strips_4_2), NAME(strips_1_2)},
                                        {2, NAME(strips_2_3), NAME(strips_1_3)},
                                        {2, NAME(strips_2_4), NAME(strips_1_4)}};

static void NAME(strips_of_rows)(const T *in, int64_t row_step, const int64_t *offsets, int64_t terms, const T *weights, T bias, int64_t rows, int64_t vectors, T *result)
{
    const int many = NAME(strips_of)[vectors].rows;
    int64_t i = 0;
    for (; i + many <= rows; i += many)
        NAME(strips_of)[vectors].many(in + i * row_step, row_step, offsets, terms, weights, bias, result + i * NAME(STRIP));
    for (; i < rows; i++)
        NAME(strips_of)[vectors].one(in + i * row_step, row_step, offsets, terms, weights, bias, result + i * NAME(STRIP));
}

/* Of n positions from (y, x) on, those at edges whose sums are NaN, as mend_tiles. */
static void NAME(mend_strip)(const struct conv2d_state *st, const conv2d_part *part, const T *in, int64_t y, int64_t x, int64_t n, const T *weights, T bias, T *result)
{
    for (int64_t p = NAME(next_at_edge)(st, y, x, n, 0); p < n; p = NAME(next_at_edge)(st, y, x, n, p + 1)) {
        if (!NAME(any_nan)(result + p, 1))
            continue;
        VECTOR acc = VSET(bias);
        for (int64_t k = 0; k < part->terms; k++) {
            const T w = NAME(is_term_inside)(st, part, k, y, x + p) ? weights[k] : NAME(number_or_zero)(weights[k]);
            acc = VFMA(VSET(w), VSET(in[st->offsets[part->first + k] + p]), acc);
        }
        result[p] = acc[0];
    }
}

/* n outputs of one channel, which lie `step` bytes apart at `out`. */
static void NAME(store_strip)(const struct conv2d_state *st, ra__convert_fn convert, char *out, int64_t step, const T *result, int64_t n)
{
    if (st->dtype != st->compute || step != (int64_t)sizeof(T)) {
        convert(out, step, (const char *)result, sizeof(T), n);
        return;
    }
    T *y = (T *)(void *)out;
    int64_t k = 0;
    for (; k + NAME(WIDTH) <= n; k += NAME(WIDTH))
        *(VECTOR_ANY *)(void *)(y + k) = *(const VECTOR_ANY *)(const void *)(result + k);
    if (k < n)
        memcpy(y + k, result + k, (size_t)(n - k) * sizeof(T));
}

/* A group of few output channels: vectors along the row. */
static void NAME(narrow_group)(const struct conv2d_state *st, const conv2d_part *part, ra__run *r, int64_t group, const T *in, int64_t row_step)
{
    T result[NAME(ROWS) * NAME(STRIP)];
    ra__convert_fn convert = RA__ISA_NAME(ra__convert)(st->dtype, st->compute);
    for (int64_t c = 0; c < st->group_out; c++) {
        const T *weights = (const T *)r->workspace + (group * st->block + c) * st->terms + part->first;
        const T *bias = (const T *)(const void *)((const char *)r->workspace + st->bias_at) + group * st->block + c;
        const bool is_plain = st->in_place || NAME(ra__are_numbers)(weights, part->terms);
        char *out = r->data[0] + image_at(st, part) + channel_at(st, group * st->group_out + c, st->out_stride[1]) + part->row * st->out_stride[2] + part->column * st->out_stride[3];
        for (int64_t y = 0; y < part->rows; y += NAME(ROWS))
            for (int64_t x = 0; x < part->columns; x += NAME(STRIP)) {
                const int64_t n = ra__min(NAME(STRIP), part->columns - x), rows = ra__min(NAME(ROWS), part->rows - y), vectors = ra__ceil_div(n, NAME(WIDTH));
                char *to = out + y * st->out_stride[2] + x * st->out_stride[3];
                NAME(strips_of_rows)(in + y * row_step + x, row_step, st->offsets + part->first, part->terms, weights, *bias, rows, vectors, result);
                for (int64_t i = 0; i < rows && !is_plain; i++)
                    NAME(mend_strip)(st, part, in + (y + i) * row_step + x, part->row + y + i, part->column + x, n, weights, *bias, result + i * NAME(STRIP));
                for (int64_t i = 0; i < rows; i++)
                    NAME(store_strip)(st, convert, to + i * st->out_stride[2], st->out_stride[3], result + i * NAME(STRIP), n);
            }
    }
}

static void NAME(conv2d_part)(const struct conv2d_state *st, const conv2d_part *part, ra__run *r)
{
    for (int64_t g = part->group; g < part->group + part->groups; g++) {
        const T *in = r->scratch;
        int64_t row_step = st->row_pitch * st->pre.stride[0];
        if (st->in_place) {
            row_step = st->in_stride[2] / (int64_t)sizeof(T) * st->pre.stride[0];
            in = (const T *)(const void *)(r->data[1] + input_at(st, part) + channel_at(st, g * st->group_in, st->in_stride[1]) + part->column * st->in_stride[3]) + part->row * row_step;
        } else {
            NAME(pack_input)(st, part, r->data[1] + part->image * st->in_stride[0] + channel_at(st, g * st->group_in, st->in_stride[1]), r->scratch);
        }
        if (st->narrow)
            NAME(narrow_group)(st, part, r, g, in, row_step);
        else
            NAME(wide_group)(st, part, r, g, in, row_step);
    }
}

#undef T
#undef VECTOR
#undef VECTOR_ANY
#undef VFMA
#undef VSET
#undef VSUM
#undef NAME
