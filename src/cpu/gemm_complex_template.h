/* gemm_complex_template.h: the product for a complex dtype. Parameters: T the part's type, t the name.
 * Real and imaginary sums lie in blocks of their own, so that the loop over columns vectorises. One chain over k. */
void RA__GEMM_NAME(t)(int64_t m, int64_t n, int64_t k, const T _Complex *a, int64_t ars, int64_t acs,
                      const T _Complex *b, int64_t brs, int64_t bcs, T _Complex *c, int64_t crs, int64_t ccs,
                      T _Complex alpha, T _Complex beta)
{
	enum { COLUMNS = 64 };
	T re[COLUMNS], im[COLUMNS];
	const T ar = __real__ alpha, ai = __imag__ alpha, br = __real__ beta, bi = __imag__ beta;
	const T minus_ai = -ai, minus_bi = -bi; /* both parts are differences: see math_complex.h */
	for (int64_t j0 = 0; j0 < n; j0 += COLUMNS) {
		int64_t columns = n - j0 < COLUMNS ? n - j0 : COLUMNS;
		for (int64_t i = 0; i < m; i++) {
			memset(re, 0, sizeof re);
			memset(im, 0, sizeof im);
			for (int64_t p = 0; p < k; p++) {
				const T _Complex x = a[i * ars + p * acs], *y = b + p * brs + j0 * bcs;
				const T xr = __real__ x, xi = __imag__ x, minus_xi = -xi;
				for (int64_t j = 0; j < columns; j++) {
					const T yr = __real__ y[j * bcs], yi = __imag__ y[j * bcs];
					re[j] += xr * yr - xi * yi;
					im[j] += xr * yi - minus_xi * yr;
				}
			}
			T _Complex *z = c + i * crs + j0 * ccs;
			for (int64_t j = 0; j < columns; j++, z += ccs) {
				T zr = ar * re[j] - ai * im[j], zi = ar * im[j] - minus_ai * re[j];
				if (ar == 1 && ai == 0) { /* keeps infinities: 0 * inf would be NaN */
					zr = re[j];
					zi = im[j];
				}
				if (br != 0 || bi != 0) {
					const T or = __real__ * z, oi = __imag__ * z;
					zr += br * or - bi * oi;
					zi += br * oi - minus_bi * or;
				}
				__real__ *z = zr;
				__imag__ *z = zi;
			}
		}
	}
}

#undef T
#undef t
