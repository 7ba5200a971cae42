/* gemm_half_template.h: the product for a 16-bit floating dtype. Parameters: T, S, t; WIDEN to float, NARROW from it.
 * Blocks of A and B are widened and the float32 tiles above go over them; sums rest in float32 between stretches of k,
 * so the order over k is one chain for any m and n. */
void RA__GEMM_NAME(t)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                      int64_t bcs, T *c, int64_t crs, int64_t ccs, S alpha, S beta)
{
	enum { COLUMNS = 2 * LANES_f32, STRETCH = 128, ROWS = 48 }; /* on the stack, which may be a small one of the program's */
	float panel[STRETCH * COLUMNS], left[ROWS * STRETCH], sums[ROWS * COLUMNS];
	for (int64_t j = 0; j < n; j += COLUMNS) {
		int64_t columns = n - j < COLUMNS ? n - j : COLUMNS;
		for (int64_t i = 0; i < m; i += ROWS) {
			int64_t rows = m - i < ROWS ? m - i : ROWS, r;
			memset(sums, 0, sizeof sums);
			for (int64_t p = 0; p < k; p += STRETCH) {
				int64_t stretch = k - p < STRETCH ? k - p : STRETCH;
				for (int64_t q = 0; q < stretch; q++)
					for (int64_t l = 0; l < COLUMNS; l++)
						panel[q * COLUMNS + l] = l < columns ? WIDEN(b[(p + q) * brs + (j + l) * bcs]) : 0;
				for (r = 0; r < rows; r++)
					for (int64_t q = 0; q < stretch; q++)
						left[r * STRETCH + q] = WIDEN(a[(i + r) * ars + (p + q) * acs]);
				go_on_all_f32(rows, stretch, left, STRETCH, 1, panel, sums, NULL, 0);
			}
			for (r = 0; r < rows; r++)
				for (int64_t l = 0; l < columns; l++) {
					T *z = c + (i + r) * crs + (j + l) * ccs;
					float x = alpha * sums[r * COLUMNS + l];
					*z = NARROW(beta != 0 ? beta * WIDEN(*z) + x : x);
				}
		}
	}
}

#undef T
#undef S
#undef t
#undef WIDEN
#undef NARROW
