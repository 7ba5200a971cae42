/*
 * linalg_singular_template.h: singular values of a matrix of T (float or double), which becomes upper bidiagonal by reflections from the left
 * and from the right that are not kept. Parameters: T, t (f32 or f64), BITS, an integer of T's size, LAPACK(routine), REACH: exponents of
 * magnitudes that need no scaling, so that their squares are in range, and BEYOND: how far a factor may reach beyond the largest of them.
 *
 * Two reflections, of a column and of a row, change the rest of the matrix by u y' and x v', where y is what the columns of the rest have
 * of u, and x what its rows have of v. The next two are found in one pass over that rest. Column by column it takes off what the last
 * two have left to do, sums up y = A' u, and knows by it the row r that v comes of. With it it sums up A r, so that the column is read
 * while it is still near. v itself is (r - beta e) / (r[0] - beta), hence A v = (A r - beta A e) / (r[0] - beta): both terms have the
 * size of |A|, as r[0] and beta have different signs.
 *
 * A column has whole vectors: rows behind the last hold zeros, and as many columns behind the last as make up a group. Rows above
 * the diagonal hold what was, and count for nothing, since u and x are 0 there.
 */
#define RA__T_PASTE(a, b) a##_##b
#define RA__T_EXPAND(a, b) RA__T_PASTE(a, b)
#define F(name) RA__T_EXPAND(name, t)
#define VEC F(vec)
#define LANES F(LANES)

/* The largest magnitude, as bits, whose order is that of magnitudes: infinity and NaN are above all others. */
static BITS F(largest)(const T *x, int64_t n)
{
    BITS most = 0;
    for (int64_t i = 0; i < n; i++) {
        BITS bits;
        memcpy(&bits, x + i, sizeof bits);
        bits &= (BITS)-1 >> 1;
        most = bits > most ? bits : most;
    }
    return most;
}

static double F(dot)(const T *x, const T *y, int64_t n, double scale)
{
    enum { SUMS = 8 };
    double sums[SUMS] = {0};
    int64_t i = 0;
    for (; i + SUMS <= n; i += SUMS)
        for (int l = 0; l < SUMS; l++)
            sums[l] += ((double)x[i + l] * scale) * ((double)y[i + l] * scale);
    for (int l = 0; i < n; i++, l++)
        sums[l] += ((double)x[i] * scale) * ((double)y[i] * scale);
    return ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
}

/* The reflection I - tau x x' that leaves of x its first element alone: what that is then. x becomes the vector, which begins with 1. */
static double F(reflection)(T *x, int64_t n, double *tau)
{
    double scale = 1, first = (double)x[0], squares = F(dot)(x + 1, x + 1, n - 1, 1);
    *tau = 0;
    if (!(first * first + squares >= 0x1p-900 && first * first + squares <= 0x1p900)) { /* of doubles alone, or zero: squares that are out of range */
        const BITS bits = F(largest)(x, n);
        T most;
        memcpy(&most, &bits, sizeof most);
        if (most == 0)
            return 0;
        const int exponent = ilogb((double)most);
        scale = ldexp(1, exponent < -1000 ? 1000 : -exponent); /* no further, so that it is finite */
        first *= scale;
        squares = F(dot)(x + 1, x + 1, n - 1, scale);
    }
    if (squares == 0)
        return (double)x[0];
    const double beta = -copysign(sqrt(first * first + squares), first), inverse = 1 / (first - beta);
    for (int64_t i = 1; i < n; i++)
        x[i] = (T)((double)x[i] * scale * inverse);
    x[0] = 1;
    *tau = (beta - first) / beta;
    return beta / scale;
}

/* Where a reduction stands. Vectors over rows and over columns are in their places. */
typedef struct F(reduction) {
    T *a;
    int64_t ld, rows, columns; /* ld: rows in whole vectors, or more */
    T *u, *u_before, *x, *sums; /* over rows */
    T *y, *v;                  /* over columns */
} F(reduction);

/* Columns of a group, from row `from`: what the last reflections leave to do, and y. v becomes r. */
RA__INLINE void F(advance)(const F(reduction) *b, int64_t column, int64_t diagonal, int64_t from, T tau)
{
    T *a = b->a + column * b->ld, *y = b->y + column, *v = b->v + column;
    VEC sum[WIDE], by_y[WIDE], by_v[WIDE];
    RA__UNROLL for (int c = 0; c < WIDE; c++) {
        sum[c] = (VEC){0};
        by_y[c] = F(broadcast)(-y[c]);
        by_v[c] = F(broadcast)(-v[c]);
    }
    for (int64_t k = from; k < b->rows; k += LANES) {
        const VEC u_before = F(load)(b->u_before + k), x = F(load)(b->x + k), u = F(load)(b->u + k);
        RA__UNROLL for (int c = 0; c < WIDE; c++) {
            const VEC each = F(fma)(x, by_v[c], F(fma)(u_before, by_y[c], F(load)(a + c * b->ld + k)));
            F(store)(a + c * b->ld + k, each);
            sum[c] = F(fma)(each, u, sum[c]);
        }
    }
    RA__UNROLL for (int c = 0; c < WIDE; c++) {
        y[c] = tau * F(sum)(sum[c]);
        v[c] = a[c * b->ld + diagonal] - y[c];
    }
}

/* A r, of those columns: r times a factor. */
RA__INLINE void F(gather)(const F(reduction) *b, int64_t column, int64_t from, T factor)
{
    const T *a = b->a + column * b->ld, *r = b->v + column;
    VEC by[WIDE];
    RA__UNROLL for (int c = 0; c < WIDE; c++)
        by[c] = F(broadcast)(r[c] * factor);
    for (int64_t k = from; k < b->rows; k += LANES) {
        VEC sum = F(load)(b->sums + k);
        RA__UNROLL for (int c = 0; c < WIDE; c++)
            sum = F(fma)(F(load)(a + c * b->ld + k), by[c], sum);
        F(store)(b->sums + k, sum);
    }
}

/* The column on the diagonal, of which u comes: what stays of it. */
static double F(reflect_column)(const F(reduction) *b, int64_t i, int64_t from, double *tau)
{
    const T *a = b->a + i * b->ld, y = b->y[i], v = b->v[i];
    for (int64_t k = from; k < b->rows; k++)
        b->u[k] = a[k] - b->u_before[k] * y - b->x[k] * v;
    for (int64_t k = from; k < i; k++)
        b->u[k] = 0;
    return F(reflection)(b->u + i, b->rows - i, tau);
}

/* r, right of the diagonal, becomes v, and x is made: what stays of the row. */
static double F(reflect_row)(const F(reduction) *b, int64_t i, int64_t from, T factor)
{
    enum { LEAST = 1 << 30 };
    T *v = b->v + i + 1;
    const int64_t n = b->columns - i - 1;
    const double first = (double)v[0];
    double tau;
    const double beta = F(reflection)(v, n, &tau);
    const bool is_nothing = fabs(beta) * (double)factor * LEAST < 1; /* beside the rest of the matrix: A r may have been lost */
    if (tau == 0 || is_nothing) {
        memset(b->x + from, 0, (size_t)(b->rows - from) * sizeof *b->x);
        memset(v, 0, (size_t)n * sizeof *v);
        return is_nothing ? 0 : beta;
    }
    const T of_sums = (T)(tau / ((first - beta) * (double)factor)), of_column = (T)(tau * beta / (first - beta)), of_u = (T)(tau * F(dot)(v, b->y + i + 1, n, 1));
    const T *a = b->a + (i + 1) * b->ld;
    for (int64_t k = from; k < b->rows; k++)
        b->x[k] = of_sums * b->sums[k] - of_column * a[k] - of_u * b->u[k];
    return beta;
}

/* Diagonal and what is right of it, of a matrix of no more columns than rows, whose magnitudes go up to `most`. `work`: 4 columns and 2 rows of it. */
static void F(bidiagonalise)(T *a, int64_t ld, int64_t rows, int64_t columns, double most, T *work, T *diagonal, T *right)
{
    const int64_t wide = columns + WIDE;
    F(reduction) b = {.a = a, .ld = ld, .rows = rows, .columns = columns, .u = work, .u_before = work + ld, .x = work + 2 * ld, .sums = work + 3 * ld};
    b.y = work + 4 * ld;
    b.v = b.y + wide;
    memset(work, 0, (size_t)(4 * ld + 2 * wide) * sizeof *work);
    for (int64_t i = 0; i < columns; i++) {
        const int64_t from = i / LANES * LANES;
        double tau;
        diagonal[i] = (T)F(reflect_column)(&b, i, from, &tau);
        if (i + 1 == columns)
            break;
        T factor = 0;
        memset(b.sums + from, 0, (size_t)(ld - from) * sizeof *b.sums);
        for (int64_t j = i + 1; j < columns; j += WIDE) {
            F(advance)(&b, j, i, from, (T)tau);
            if (j == i + 1) { /* r is brought near 1 by its first elements, which are no more than it, but no further than products stay finite */
                double of_some = 0;
                for (int c = 0; c < WIDE; c++)
                    of_some = fabs((double)b.v[j + c]) > of_some ? fabs((double)b.v[j + c]) : of_some;
                factor = (T)(of_some * BEYOND > most ? 1 / of_some : BEYOND / most);
            }
            F(gather)(&b, j, from, factor);
        }
        right[i] = (T)F(reflect_row)(&b, i, from, factor);
        for (int64_t k = from; k <= i; k++)
            b.x[k] = b.u[k] = 0;
        T *const before = b.u_before;
        b.u_before = b.u;
        b.u = before;
    }
}

/* Brings magnitudes into reach: by which power of two, in two factors, as one may be out of range itself. */
static int F(scale)(T *x, int64_t n, T most)
{
    const int exponent = ilogb((double)most), by = exponent < -REACH ? -exponent : exponent > REACH ? REACH - exponent : 0;
    const T half = (T)ldexp(1, by / 2), other = (T)ldexp(1, by - by / 2);
    if (by != 0)
        for (int64_t i = 0; i < n; i++)
            x[i] = x[i] * half * other;
    return by;
}

/* R, zeros below it, where the reduction finds it in fewer lines. */
static void F(take_r)(const struct ra__blas *b, const state *s, T *a, T *r, char *scratch)
{
    const int m = (int)s->most, n = (int)s->least, ld = (int)s->ld;
    int info = 0;
    T *tau = (T *)(void *)(scratch + s->right);
    b->LAPACK(geqrf_)(&m, &n, a, &ld, tau, (T *)(void *)(scratch + s->work), &s->lwork, &info);
    memset(r, 0, (size_t)(s->reduced_ld * (n + WIDE)) * sizeof *r);
    for (int64_t j = 0; j < n; j++)
        memcpy(r + j * s->reduced_ld, a + j * s->ld, (size_t)(j + 1) * sizeof *r);
}

/* Of the matrix in scratch. Whether it is finite; info is not 0 where LAPACK gave up. */
static bool F(values)(const struct ra__blas *b, const state *s, char *scratch, T *values, int *info)
{
    T *a = (T *)(void *)(scratch + s->matrix), *right = (T *)(void *)(scratch + s->right), *work = (T *)(void *)(scratch + s->work), most;
    const int n = (int)s->least;
    const BITS bits = F(largest)(a, s->ld * n);
    memcpy(&most, &bits, sizeof most);
    *info = 0;
    if (!isfinite(most))
        return false;
    if (most == 0) {
        memset(values, 0, (size_t)n * sizeof *values);
        return true;
    }
    const int by = F(scale)(a, s->ld * n, most);
    if (s->is_tall) {
        T *r = (T *)(void *)(scratch + s->r);
        F(take_r)(b, s, a, r, scratch);
        a = r;
    }
    F(bidiagonalise)(a, s->reduced_ld, s->is_tall ? n : s->most, n, ldexp((double)most, by), work, values, right);
    b->LAPACK(lasq1_)(&n, values, right, work, info);
    const T half = (T)ldexp(1, -by / 2), other = (T)ldexp(1, -(by - by / 2));
    for (int i = 0; i < n && by != 0; i++)
        values[i] = values[i] * half * other;
    return true;
}

#undef RA__T_PASTE
#undef RA__T_EXPAND
#undef F
#undef VEC
#undef LANES
#undef T
#undef t
#undef BITS
#undef LAPACK
#undef REACH
#undef BEYOND
