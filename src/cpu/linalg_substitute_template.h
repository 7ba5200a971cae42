/*
 * linalg_substitute_template.h: a small triangle, for T (float or double). Parameters: T, t (f32 or f64), HEIGHT: rows whose sums
 * rest in registers beside two vectors of X.
 */
#define RA__T_PASTE(a, b) a##_##b
#define RA__T_EXPAND(a, b) RA__T_PASTE(a, b)
#define F(name) RA__T_EXPAND(name, t)
#define VEC F(vec)
#define LANES F(LANES)

/* `count` elements, of which the last vector may lack some. */
RA__INLINE VEC F(some)(const T *x, int count)
{
    return count >= LANES ? F(load)(x) : F(load_part)(x, count);
}

RA__INLINE void F(put)(T *x, VEC v, int count)
{
    if (count >= LANES)
        F(store)(x, v);
    else
        F(store_part)(x, v, count);
}

/* What `rows` rows take from the `at` rows before them, of `vectors` vectors with `count` elements in all. */
RA__INLINE void F(take)(int rows, int vectors, int count, int64_t at, const T *l, int64_t row, int64_t column, const T *x, int64_t x_row, VEC out[HEIGHT][2])
{
    VEC sum[HEIGHT][2];
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++)
            sum[i][v] = (VEC){0};
    const T *third[(HEIGHT + 2) / 3]; /* every third row: the two behind it are one and two strides away, which an address can say */
    RA__UNROLL for (int i = 0; i < rows; i += 3)
        third[i / 3] = l + i * row;
    for (int64_t q = 0, ahead = 0; q < at; q++, ahead = ahead + 1 < rows ? ahead + 1 : 0) {
        VEC solved[2];
        __builtin_prefetch(third[0] + ahead * row + AHEAD * column); /* a row or a column of L: each line of it in time */
        RA__UNROLL for (int v = 0; v < vectors; v++)
            solved[v] = F(some)(x + q * x_row + v * LANES, count - v * LANES);
        RA__UNROLL for (int i = 0; i < rows; i++) {
            VEC each = F(broadcast)(third[i / 3][i % 3 * row]);
            RA__UNROLL for (int v = 0; v < vectors; v++)
                sum[i][v] = F(fma)(each, solved[v], sum[i][v]);
        }
        RA__UNROLL for (int i = 0; i < rows; i += 3)
            third[i / 3] += column;
    }
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++)
            out[i][v] = sum[i][v];
}

/* With as many sums as there are registers for: amid what follows in rows() compilers keep one in memory, for which each step waits. */
static __attribute__((noinline)) void F(take_most)(int count, int64_t at, const T *l, int64_t row, int64_t column, const T *x, int64_t x_row, VEC out[HEIGHT][2])
{
    if (count == 2 * LANES)
        F(take)(HEIGHT, 2, 2 * LANES, at, l, row, column, x, x_row, out);
    else
        F(take)(HEIGHT, 2, count, at, l, row, column, x, x_row, out);
}

/* Rows `at` to at + rows - 1, of `vectors` vectors with `count` elements in all. */
RA__INLINE void F(rows)(int rows, int vectors, int count, int64_t at, const T *l, int64_t row, int64_t column, bool unit, T *x, int64_t x_row)
{
    VEC sum[HEIGHT][2];
    const T *mine = l + at * row;
    if (rows == HEIGHT && vectors == 2)
        F(take_most)(count, at, mine, row, column, x, x_row, sum);
    else
        F(take)(rows, vectors, count, at, mine, row, column, x, x_row, sum);
    mine += at * column;
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++)
            sum[i][v] = F(some)(x + (at + i) * x_row + v * LANES, count - v * LANES) - sum[i][v];
    RA__UNROLL for (int i = 0; i < rows; i++)
        RA__UNROLL for (int v = 0; v < vectors; v++) {
            if (!unit)
                sum[i][v] /= F(broadcast)(mine[i * (row + column)]);
            F(put)(x + (at + i) * x_row + v * LANES, sum[i][v], count - v * LANES);
            RA__UNROLL for (int below = i + 1; below < rows; below++)
                sum[below][v] = F(fma)(F(broadcast)(mine[below * row + i * column]), -sum[i][v], sum[below][v]);
        }
}

RA__INLINE void F(stripe)(int vectors, int count, int64_t from, int64_t n, const T *l, int64_t row, int64_t column, bool unit, T *x, int64_t x_row)
{
    int64_t at = from;
    for (; at + HEIGHT <= n; at += HEIGHT)
        F(rows)(HEIGHT, vectors, count, at, l, row, column, unit, x, x_row);
    for (; at < n; at++)
        F(rows)(1, vectors, count, at, l, row, column, unit, x, x_row);
}

/* Rows from to n - 1. */
static void F(triangle)(int64_t from, int64_t n, const T *l, int64_t row, int64_t column, bool unit, T *x, int64_t x_row, int64_t width)
{
    for (; width >= 2 * LANES; width -= 2 * LANES, x += 2 * LANES)
        F(stripe)(2, 2 * LANES, from, n, l, row, column, unit, x, x_row);
    if (width > LANES)
        F(stripe)(2, (int)width, from, n, l, row, column, unit, x, x_row);
    else if (width == LANES)
        F(stripe)(1, LANES, from, n, l, row, column, unit, x, x_row);
    else if (width > 0)
        F(stripe)(1, (int)width, from, n, l, row, column, unit, x, x_row);
}

#undef LANES
#undef VEC
#undef F
#undef RA__T_PASTE
#undef RA__T_EXPAND
#undef T
#undef t
