/* gemm_plain_template.h: the product for a dtype that is summed in one chain over k. Parameters:
 *   T element, A sum, S alpha and beta, t name; SUM(sum, x, y) goes on with a sum, FINISH(sum, alpha, beta, old) ends it
 * A block of sums for one row and some columns lies in L1 while B's rows pass by, which vectorises where they are
 * contiguous. */
void RA__GEMM_NAME(t)(int64_t m, int64_t n, int64_t k, const T *a, int64_t ars, int64_t acs, const T *b, int64_t brs,
                      int64_t bcs, T *c, int64_t crs, int64_t ccs, S alpha, S beta)
{
	enum { COLUMNS = 128 };
	A sums[COLUMNS];
	for (int64_t j0 = 0; j0 < n; j0 += COLUMNS) {
		int64_t columns = n - j0 < COLUMNS ? n - j0 : COLUMNS;
		for (int64_t i = 0; i < m; i++) {
			memset(sums, 0, sizeof sums);
			for (int64_t p = 0; p < k; p++) {
				const T x = a[i * ars + p * acs], *y = b + p * brs + j0 * bcs;
				if (bcs == 1)
					for (int64_t j = 0; j < columns; j++)
						sums[j] = (A)SUM(sums[j], x, y[j]);
				else
					for (int64_t j = 0; j < columns; j++)
						sums[j] = (A)SUM(sums[j], x, y[j * bcs]);
			}
			T *z = c + i * crs + j0 * ccs;
			for (int64_t j = 0; j < columns; j++) {
				const T old = beta != 0 ? z[j * ccs] : 0;
				z[j * ccs] = (T)FINISH(sums[j], alpha, beta, old);
			}
		}
	}
}

#undef T
#undef A
#undef S
#undef t
