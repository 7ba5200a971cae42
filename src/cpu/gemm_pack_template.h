/* gemm_pack_template.h: copies of operands in the order that tiles read them. Parameters: T and F, as in
 * gemm_float_template.h, which includes this (and gemm_packed_template.h does). */
/* Copies `rows` x `columns` of B to a panel whose rows are contiguous. Where B is contiguous along k, four by four
 * elements at a time through registers. */
static void F(pack)(int64_t rows, int64_t columns, const T *b, int64_t brs, int64_t bcs, T *panel, int64_t width)
{
	typedef T quad __attribute__((vector_size(4 * sizeof(T))));
	int64_t j = 0, p;
	for (; brs == 1 && j + 4 <= columns; j += 4) {
		const T *x = b + j * bcs;
		T *y = panel + j;
		for (p = 0; p + 4 <= rows; p += 4) {
			quad r[4], s[4];
			RA__UNROLL for (int i = 0; i < 4; i++)
				memcpy(&r[i], x + i * bcs + p, sizeof(quad));
			s[0] = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
			s[1] = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
			s[2] = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
			s[3] = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
			r[0] = __builtin_shufflevector(s[0], s[2], 0, 1, 4, 5);
			r[1] = __builtin_shufflevector(s[0], s[2], 2, 3, 6, 7);
			r[2] = __builtin_shufflevector(s[1], s[3], 0, 1, 4, 5);
			r[3] = __builtin_shufflevector(s[1], s[3], 2, 3, 6, 7);
			RA__UNROLL for (int i = 0; i < 4; i++)
				memcpy(y + (p + i) * width, &r[i], sizeof(quad));
		}
		for (; p < rows; p++)
			for (int i = 0; i < 4; i++)
				y[p * width + i] = x[i * bcs + p];
	}
	for (; brs == 1 && j + 2 <= columns; j += 2) { /* what panels of six leave beside four */
		const T *x = b + j * bcs;
		T *y = panel + j;
		for (p = 0; p + 4 <= rows; p += 4) {
			quad r[2], s[2];
			RA__UNROLL for (int i = 0; i < 2; i++)
				memcpy(&r[i], x + i * bcs + p, sizeof(quad));
			s[0] = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5);
			s[1] = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
			RA__UNROLL for (int i = 0; i < 4; i++)
				memcpy(y + (p + i) * width, (const T *)&s[i / 2] + i % 2 * 2, 2 * sizeof(T));
		}
		for (; p < rows; p++)
			for (int i = 0; i < 2; i++)
				y[p * width + i] = x[i * bcs + p];
	}
	for (p = 0; bcs == 1 && p < rows; p++)
		memcpy(panel + p * width, b + p * brs, sizeof(T) * (size_t)columns);
	if (bcs == 1)
		return;
	for (p = 0; p < rows; p++)
		for (int64_t l = j; l < columns; l++)
			panel[p * width + l] = b[p * brs + l * bcs];
}
