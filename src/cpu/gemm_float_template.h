/* gemm_float_template.h: the product for float32 and float64. Parameters:
 *   T     element type          t     f32 or f64
 *   M_BIG rows of the largest tile, M_HALF of the next: M_BIG x 2 vectors of sums must fit the registers
 *
 * Two forms. The outer form keeps a tile of sums, a row of vectors along n for each of a few rows, and walks k once:
 * one load of B's row, one broadcast of A's element, one chain of multiply-adds for each element of C, in k's order.
 * The dot form is for a few rows or a single column with A and B both contiguous along k (x Wt, the linear layer),
 * where each element of B is used too rarely to be worth copying: vectors lie along k, so each element is LANES chains,
 * added up at the end.
 */
#define RA__T_PASTE(a, b) a##_##b
#define RA__T_EXPAND(a, b) RA__T_PASTE(a, b)
#define F(name) RA__T_EXPAND(name, t)
#define VEC F(vec)
#define LANES F(LANES)

#include "gemm_pack_template.h"

/* What becomes of finished sums: C = alpha * sum + beta * D, which may be C. */
struct F(out) {
	T *c;
	int64_t crs, ccs;
	const T *d;
	int64_t drs, dcs;
	T alpha, beta;
	int plain; /* C = sum, along contiguous rows */
};

RA__INLINE VEC F(scale)(const struct F(out) *o, VEC sum, VEC old)
{
	VEC r = o->alpha == 1 ? sum : F(broadcast)(o->alpha) * sum;
	return o->beta == 0 ? r : F(fma)(F(broadcast)(o->beta), old, r);
}

/* One vector of sums, its first `count` lanes, goes to row i, columns j onwards. */
RA__INLINE void F(put)(const struct F(out) *o, int64_t i, int64_t j, VEC sum, int count)
{
	T *c = o->c + i * o->crs + j * o->ccs;
	const T *d = o->d + i * o->drs + j * o->dcs;
	T x[LANES] = {0};
	VEC old = {0};
	if (o->beta != 0 && o->dcs == 1)
		old = F(load_part)(d, count);
	else if (o->beta != 0) {
		for (int l = 0; l < count; l++)
			x[l] = d[l * o->dcs];
		old = F(load)(x);
	}
	const VEC value = F(scale)(o, sum, old);
	if (o->ccs == 1) {
		F(store_part)(c, value, count);
		return;
	}
	F(store)(x, value);
	for (int l = 0; l < count; l++)
		c[l * o->ccs] = x[l];
}

/* A block of sums, rows x columns, each row LANES * vectors apart. Out of line: one for all sizes of tiles. */
static __attribute__((noinline)) void F(put_block)(const struct F(out) *o, int64_t i0, int64_t j0, const T *sums,
                                                   int64_t rows, int64_t columns, int vectors)
{
	const int64_t whole = o->ccs == 1 && (o->beta == 0 || o->dcs == 1) ? columns - columns % LANES : 0; /* without masks, which may be slow */
	for (int64_t i = 0; i < rows; i++, sums += vectors * LANES) {
		T *c = o->c + (i0 + i) * o->crs + j0 * o->ccs;
		const T *d = o->d + (i0 + i) * o->drs + j0 * o->dcs;
		for (int64_t j = 0; j < whole; j += LANES)
			F(store)(c + j, F(scale)(o, F(load)(sums + j), o->beta == 0 ? (VEC){0} : F(load)(d + j)));
		for (int64_t j = whole; j < columns; j += LANES)
			F(put)(o, i0 + i, j0 + j, F(load)(sums + j), columns - j < LANES ? (int)(columns - j) : LANES);
	}
}

/* rows x vectors of C, the last vector with `last` lanes. b's rows are contiguous, brs apart. */
RA__INLINE void F(tile)(int rows, int vectors, int whole, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b,
                        int64_t brs, const struct F(out) *o, int64_t i0, int64_t j0, int last)
{
	VEC sum[M_BIG][4];
	if (!o->plain && o->beta != 0 && o->dcs == 1) /* what the sums are to be added to */
		for (int i = 0; i < rows; i++)
			for (int64_t at = 0; at < vectors * LANES * (int64_t)sizeof(T); at += 64)
				__builtin_prefetch((const char *)(o->d + (i0 + i) * o->drs + j0) + at);
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int v = 0; v < vectors; v++)
			sum[i][v] = (VEC){0};
	for (int64_t p = 0; p < k; p++, a += acs, b += brs) {
		VEC bv[4];
		RA__UNROLL for (int v = 0; v < vectors; v++)
			bv[v] = whole || v + 1 < vectors ? F(load)(b + v * LANES) : F(load_part)(b + v * LANES, last);
		RA__UNROLL for (int i = 0; i < rows; i++) {
			VEC av = F(broadcast)(a[i * ars]);
			RA__UNROLL for (int v = 0; v < vectors; v++)
				sum[i][v] = F(fma)(av, bv[v], sum[i][v]);
		}
	}
	if ((whole || RA__HAS_MASKS) && o->plain) {
		T *c = o->c + i0 * o->crs + j0;
		RA__UNROLL for (int i = 0; i < rows; i++)
			RA__UNROLL for (int v = 0; v < vectors; v++)
				if (whole || v + 1 < vectors)
					F(store)(c + i * o->crs + v * LANES, sum[i][v]);
				else
					F(store_part)(c + i * o->crs + v * LANES, sum[i][v], last);
		return;
	}
	T sums[M_BIG * 4 * LANES];
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int v = 0; v < vectors; v++)
			F(store)(sums + (i * vectors + v) * LANES, sum[i][v]);
	F(put_block)(o, i0, j0, sums, rows, (vectors - 1) * LANES + last, vectors);
}

#define RA__TILE_ROWS(rows, vectors, whole)                                                                         \
	for (; i + (rows) <= m; i += (rows))                                                                        \
		F(tile)(rows, vectors, whole, k, a + i * ars, ars, acs, b, brs, o, i0 + i, j0, last)

/* A column of tiles, `vectors` wide. */
#define RA__TILE_COLUMN(name, vectors, whole, first, second)                                                        \
	static void F(name)(int64_t m, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,    \
	                    const struct F(out) *o, int64_t i0, int64_t j0, int last)                               \
	{                                                                                                           \
		int64_t i = 0;                                                                                      \
		RA__TILE_ROWS(first, vectors, whole);                                                               \
		RA__TILE_ROWS(second, vectors, whole);                                                              \
		RA__TILE_ROWS(4, vectors, whole);                                                                   \
		RA__TILE_ROWS(2, vectors, whole);                                                                   \
		RA__TILE_ROWS(1, vectors, whole);                                                                   \
	}

RA__TILE_COLUMN(column_2, 2, 1, M_BIG, M_HALF)
RA__TILE_COLUMN(column_2_part, 2, 0, M_BIG, M_HALF)
RA__TILE_COLUMN(column_1, 1, 1, M_BIG, M_HALF)
RA__TILE_COLUMN(column_1_part, 1, 0, M_BIG, M_HALF)

/* Four vectors wide and two rows high at most: with few rows a narrower tile would wait for each multiply-add. */
static void F(column_4)(int64_t m, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                        const struct F(out) *o, int64_t i0, int64_t j0)
{
	const int last = LANES;
	int64_t i = 0;
	RA__TILE_ROWS(2, 4, 1);
	RA__TILE_ROWS(1, 4, 1);
}

/* Every column of C, for a B whose rows are contiguous. */
static void F(outer)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                     const struct F(out) *o, int64_t i0, int64_t j0)
{
	int64_t j = 0;
	if (m <= 3)
		for (; j + 4 * LANES <= n; j += 4 * LANES)
			F(column_4)(m, k, a, ars, acs, b + j, brs, o, i0, j0 + j);
	for (; j + 2 * LANES <= n; j += 2 * LANES)
		F(column_2)(m, k, a, ars, acs, b + j, brs, o, i0, j0 + j, LANES);
	int64_t rest = n - j;
	if (rest > LANES)
		F(column_2_part)(m, k, a, ars, acs, b + j, brs, o, i0, j0 + j, (int)rest - LANES);
	else if (rest == LANES)
		F(column_1)(m, k, a, ars, acs, b + j, brs, o, i0, j0 + j, LANES);
	else if (rest > 0)
		F(column_1_part)(m, k, a, ars, acs, b + j, brs, o, i0, j0 + j, (int)rest);
}

/* Goes on with `rows` rows of sums, two vectors wide, over a stretch of k. Meanwhile one line is fetched for each of its rows. */
RA__INLINE void F(go_on)(int rows, int64_t stretch, const T *a, int64_t ars, int64_t acs, const T *panel, T *sums,
                         const T *ahead, int64_t step)
{
	VEC sum[M_BIG][2];
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int v = 0; v < 2; v++)
			sum[i][v] = F(load)(sums + (i * 2 + v) * LANES);
	for (int64_t q = 0; q < stretch; q++, a += acs, panel += 2 * LANES, ahead += step) {
		__builtin_prefetch(ahead, 0, 2);
		VEC low = F(load)(panel), high = F(load)(panel + LANES);
		RA__UNROLL for (int i = 0; i < rows; i++) {
			VEC av = F(broadcast)(a[i * ars]);
			sum[i][0] = F(fma)(av, low, sum[i][0]);
			sum[i][1] = F(fma)(av, high, sum[i][1]);
		}
	}
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int v = 0; v < 2; v++)
			F(store)(sums + (i * 2 + v) * LANES, sum[i][v]);
}

/* Columns of B, as many as two vectors have at most. */
static void F(pack_columns)(int64_t rows, int64_t columns, const T *b, int64_t brs, int64_t bcs, T *panel)
{
	if (bcs != 1 || columns != 2 * LANES) {
		F(pack)(rows, columns, b, brs, bcs, panel, 2 * LANES);
		return;
	}
	for (int64_t p = 0; p < rows; p++, b += brs, panel += 2 * LANES) { /* as they mostly lie */
		const VEC low = F(load)(b), high = F(load)(b + LANES);
		F(store)(panel, low);
		F(store)(panel + LANES, high);
	}
}

/* The first tiles fetch the lines of what is packed next: rows of two vectors, `step` apart. */
static void F(go_on_all)(int64_t rows, int64_t stretch, const T *a, int64_t ars, int64_t acs, const T *panel, T *sums,
                         const T *next, int64_t step)
{
	enum { LINE = 64 / sizeof(T), LINES = (2 * LANES + LINE - 1) / LINE };
	int64_t r = 0;
	for (; r + M_BIG <= rows; r += M_BIG) {
		const int64_t line = r / M_BIG;
		const bool fetches = next && line < LINES;
		F(go_on)(M_BIG, stretch, a + r * ars, ars, acs, panel, sums + r * 2 * LANES, fetches ? next + line * LINE : panel, fetches ? step : 0);
	}
	for (; r + 4 <= rows; r += 4)
		F(go_on)(4, stretch, a + r * ars, ars, acs, panel, sums + r * 2 * LANES, panel, 0);
	for (; r < rows; r++)
		F(go_on)(1, stretch, a + r * ars, ars, acs, panel, sums + r * 2 * LANES, panel, 0);
}

/* More of k than a panel holds, or of several pairs of factors: the sums rest between stretches in a block.
 * fma(x, y, sum) goes on from a stored sum as from one in a register, so this is the same chain. */
static void F(packed_deep)(int64_t pairs, int64_t m, int64_t columns, int64_t k, const T *a, int64_t a_step, int64_t ars,
                           int64_t acs, const T *b, int64_t b_step, int64_t brs, int64_t bcs, const struct F(out) *o,
                           int64_t j, T *panel)
{
	enum { COLUMNS = 2 * LANES };
	T sums[SUM_ROWS * COLUMNS] __attribute__((aligned(64)));
	for (int64_t i = 0; i < m; i += SUM_ROWS) {
		int64_t rows = m - i < SUM_ROWS ? m - i : SUM_ROWS;
		memset(sums, 0, sizeof *sums * (size_t)(rows * COLUMNS));
		for (int64_t at = 0; at < pairs; at++)
			for (int64_t p = 0; p < k; p += PANEL_ROWS) {
				int64_t stretch = k - p < PANEL_ROWS ? k - p : PANEL_ROWS;
				F(pack_columns)(stretch, columns, b + at * b_step + p * brs, brs, bcs, panel);
				const T *next = p + PANEL_ROWS < k ? b + at * b_step + (p + PANEL_ROWS) * brs : at + 1 < pairs ? b + (at + 1) * b_step : NULL;
				F(go_on_all)(rows, stretch, a + at * a_step + i * ars + p * acs, ars, acs, panel, sums, bcs == 1 ? next : NULL, brs);
			}
		F(put_block)(o, i, j, sums, rows, columns, 2);
	}
}

/* For a B whose rows are not contiguous, or so far apart that each is in a page of its own: through a copy, a panel of columns at a time. */
static void F(packed)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                      int64_t bcs, const struct F(out) *o)
{
	enum { COLUMNS = 2 * LANES };
	T panel[PANEL_ROWS * COLUMNS] __attribute__((aligned(64)));
	if (k > PANEL_ROWS && n % COLUMNS != 0)
		memset(panel, 0, sizeof panel); /* the lanes past the last column are computed with, and dropped */
	for (int64_t j = 0; j < n; j += COLUMNS) {
		int64_t columns = n - j < COLUMNS ? n - j : COLUMNS;
		if (k > PANEL_ROWS) {
			F(packed_deep)(1, m, columns, k, a, 0, ars, acs, b + j * bcs, 0, brs, bcs, o, j, panel);
			continue;
		}
		F(pack_columns)(k, columns, b + j * bcs, brs, bcs, panel);
		F(outer)(m, columns, k, a, ars, acs, panel, COLUMNS, o, 0, j);
	}
}

RA__INLINE void F(dot_tile)(int rows, int columns, int64_t k, const T *a, int64_t ars, const T *b, int64_t bcs,
                            const struct F(out) *o, int64_t i0, int64_t j0)
{
	VEC sum[4][4];
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int j = 0; j < columns; j++)
			sum[i][j] = (VEC){0};
	int64_t p = 0;
	for (; p + LANES <= k; p += LANES) {
		VEC av[4];
		RA__UNROLL for (int i = 0; i < rows; i++)
			av[i] = F(load)(a + i * ars + p);
		RA__UNROLL for (int j = 0; j < columns; j++) {
			VEC bv = F(load)(b + j * bcs + p);
			RA__UNROLL for (int i = 0; i < rows; i++)
				sum[i][j] = F(fma)(av[i], bv, sum[i][j]);
		}
	}
	if (p < k) {
		int count = (int)(k - p);
		RA__UNROLL for (int j = 0; j < columns; j++) {
			VEC bv = F(load_part)(b + j * bcs + p, count);
			RA__UNROLL for (int i = 0; i < rows; i++)
				sum[i][j] = F(fma)(F(load_part)(a + i * ars + p, count), bv, sum[i][j]);
		}
	}
	_Static_assert((int)DOT_COLUMNS <= (int)LANES, "a row of dots fits a vector");
	T sums[4 * LANES] = {0};
	RA__UNROLL for (int i = 0; i < rows; i++)
		RA__UNROLL for (int j = 0; j < columns; j++)
			sums[i * LANES + j] = F(sum)(sum[i][j]);
	F(put_block)(o, i0, j0, sums, rows, columns, 1);
}

#define RA__DOT_ROWS(rows, columns)                                                                                 \
	for (; i + (rows) <= m; i += (rows))                                                                        \
		F(dot_tile)(rows, columns, k, a + i * ars, ars, b + j * bcs, bcs, o, i, j)

static void F(dots)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, const T *b, int64_t bcs,
                    const struct F(out) *o)
{
	int64_t i, j = 0;
	for (; j + DOT_COLUMNS <= n; j += DOT_COLUMNS) {
		i = 0;
		RA__DOT_ROWS(4, DOT_COLUMNS);
		RA__DOT_ROWS(1, DOT_COLUMNS);
	}
	for (; j < n; j++) {
		i = 0;
		RA__DOT_ROWS(4, 1);
		RA__DOT_ROWS(1, 1);
	}
}

void RA__GEMM_NAME(RA__T_EXPAND(add, t))(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b,
                                         int64_t brs, int64_t bcs, T *c, int64_t crs, int64_t ccs, const T *d, int64_t drs,
                                         int64_t dcs, T alpha, T beta)
{
	const int as_is = alpha == 1 && beta == 0;
	const struct F(out) o = {c, crs, ccs, d, drs, dcs, alpha, beta, as_is && ccs == 1};
	const struct F(out) o_t = {c, ccs, crs, d, dcs, drs, alpha, beta, as_is && crs == 1};
	/* A stride along an extent of 1 is never used: take whichever makes the operand contiguous. */
	int a_by_m = ars == 1 || m == 1, b_by_n = bcs == 1 || n == 1;
	if (m <= 0 || n <= 0)
		return;
	if (acs == 1 && brs == 1 && k >= LANES && (n == 1 || (m <= RA__GEMM_FEW_ROWS && k >= m * LANES && bcs != 1)))
		F(dots)(m, n, k, a, ars, b, bcs, &o);
	else if (n > 1 && b_by_n && (k < PANEL_ROWS / 4 || m < 3 * M_BIG || brs * (int64_t)sizeof(T) < 2048))
		F(outer)(m, n, k, a, ars, acs, b, brs, &o, 0, 0);
	else if (a_by_m && m >= n / 4) /* C' = B' A' */
		F(outer)(n, m, k, b, bcs, brs, a, acs, &o_t, 0, 0);
	else
		F(packed)(m, n, k, a, ars, acs, b, brs, bcs, &o);
}

void RA__GEMM_NAME(t)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                      int64_t bcs, T *c, int64_t crs, int64_t ccs, T alpha, T beta)
{
	RA__GEMM_NAME(RA__T_EXPAND(add, t))(m, n, k, a, ars, acs, b, brs, bcs, c, crs, ccs, c, crs, ccs, alpha, beta);
}

void RA__GEMM_NAME(RA__T_EXPAND(sum, t))(int64_t pairs, int64_t m, int64_t n, int64_t k, const T *a, int64_t a_step, int64_t ars,
                                         int64_t acs, const T *b, int64_t b_step, int64_t brs, int64_t bcs, T *c,
                                         int64_t crs, int64_t ccs, const T *d, int64_t drs, int64_t dcs, T alpha, T beta)
{
	enum { COLUMNS = 2 * LANES };
	const struct F(out) o = {c, crs, ccs, d, drs, dcs, alpha, beta, alpha == 1 && beta == 0 && ccs == 1};
	T panel[PANEL_ROWS * COLUMNS] __attribute__((aligned(64)));
	if (n % COLUMNS != 0)
		memset(panel, 0, sizeof panel); /* as in packed */
	for (int64_t j = 0; j < n; j += COLUMNS)
		F(packed_deep)(pairs, m, n - j < COLUMNS ? n - j : COLUMNS, k, a, a_step, ars, acs, b + j * bcs, b_step, brs, bcs, &o, j, panel);
}

#undef RA__TILE_ROWS
#undef RA__TILE_COLUMN
#undef RA__DOT_ROWS
#undef LANES
#undef VEC
#undef F
#undef RA__T_PASTE
#undef RA__T_EXPAND
#undef T
#undef t
