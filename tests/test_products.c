/* test_products.c: how products are cut, and our own products against a plain reference in every dtype, transposition and odd shape:
 * gemm_tiles.c, gemm_packed.c and one instance of gemm_small.c (RA_ISA says which). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#ifndef RA_ISA
#if RA_BUILT_v3
#define RA_ISA v3
#elif RA_BUILT_v2
#define RA_ISA v2
#else
#define RA_ISA v4
#endif
#endif

#include "../src/cpu/blas.h"
#include "../src/cpu/gemm_packed.h"
#include "../src/cpu/gemm_small.h"
#include "../src/cpu/gemm_tiles.h"

static uint64_t random_state = 88172645463325252u;

static uint64_t next_random(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	return random_state ^= random_state << 17;
}

static const int64_t extents[] = {0, 1, 2, 3, 4, 5, 7, 8, 12, 13, 16, 17, 31, 32, 33, 40, 63, 65};
enum { EXTENTS = sizeof extents / sizeof *extents, GUARD = 64 };
static const int64_t deep[] = {0, 1, 2, 3, 7, 16, 33, 64, 130, 257, 300, 600};
enum { DEPTHS = sizeof deep / sizeof *deep };

/* The strides of an r x c operand: rows contiguous, columns contiguous, neither, rows in padded lines far apart. */
static void layout(int kind, int64_t r, int64_t c, int64_t *rs, int64_t *cs, int64_t *length)
{
	switch (kind) {
	case 0: *rs = c, *cs = 1; break;
	case 1: *rs = 1, *cs = r; break;
	case 2: *rs = 2 * c + 1, *cs = 2; break;
	default: *rs = c > 515 ? c + 5 : 515, *cs = 1; break;
	}
	*length = (r > 0 ? (r - 1) * *rs : 0) + (c > 0 ? (c - 1) * *cs : 0) + 1;
}

#define DEFINE_CHECK(name, T, S, W, VALUE, TO_W, CLOSE)                                                               \
	static void check_##name(int64_t m, int64_t n, int64_t k, int la, int lb, int lc, S alpha, S beta)           \
	{                                                                                                            \
		int64_t ars, acs, brs, bcs, crs, ccs, na, nb, nc;                                                    \
		layout(la, m, k, &ars, &acs, &na);                                                                   \
		layout(lb, k, n, &brs, &bcs, &nb);                                                                   \
		layout(lc, m, n, &crs, &ccs, &nc);                                                                   \
		/* Exact sizes from malloc: a read past the end is an error under the address sanitizer. */          \
		T *a = malloc((size_t)na * sizeof(T)), *b = malloc((size_t)nb * sizeof(T));                          \
		T *c = malloc((size_t)(nc + 2 * GUARD) * sizeof(T)), *old = malloc((size_t)(nc + 2 * GUARD) * sizeof(T)); \
		assert_true(a != NULL && b != NULL && c != NULL && old != NULL);                                     \
		for (int64_t i = 0; i < na; i++)                                                                     \
			a[i] = VALUE;                                                                                \
		for (int64_t i = 0; i < nb; i++)                                                                     \
			b[i] = VALUE;                                                                                \
		for (int64_t i = 0; i < nc + 2 * GUARD; i++)                                                         \
			c[i] = VALUE;                                                                                \
		memcpy(old, c, (size_t)(nc + 2 * GUARD) * sizeof(T));                                                \
		RA__GEMM_NAME(name)(m, n, k, a, ars, acs, b, brs, bcs, c + GUARD, crs, ccs, alpha, beta);            \
		for (int64_t i = 0; i < m; i++)                                                                      \
			for (int64_t j = 0; j < n; j++) {                                                            \
				const T x = old[GUARD + i * crs + j * ccs], *got = &c[GUARD + i * crs + j * ccs];    \
				W sum = 0, before = TO_W(x), wanted;                                                 \
				double size = 1;                                                                     \
				for (int64_t p = 0; p < k; p++) {                                                    \
					const T u = a[i * ars + p * acs], v = b[p * brs + j * bcs];                  \
					sum ACCUMULATE TO_W(u) * TO_W(v);                                            \
				}                                                                                    \
				size += (double)k;                                                                   \
				wanted = FINISH_REFERENCE((W)alpha, sum, (W)beta, before);                           \
				if (!(CLOSE(*got, wanted, size)))                                                    \
					fail_msg(#name " m %d n %d k %d layouts %d %d %d at %d %d", (int)m, (int)n,  \
					         (int)k, la, lb, lc, (int)i, (int)j);                                \
				c[GUARD + i * crs + j * ccs] = x;                                                    \
			}                                                                                            \
		/* Nothing else was written. */                                                                      \
		assert_memory_equal(c, old, (size_t)(nc + 2 * GUARD) * sizeof(T));                                   \
		free(a);                                                                                             \
		free(b);                                                                                             \
		free(c);                                                                                             \
		free(old);                                                                                           \
	}                                                                                                            \
	static void test_##name(void **state)                                                                        \
	{                                                                                                            \
		(void)state;                                                                                         \
		for (int round = 0; round < 1500; round++) {                                                         \
			int64_t m = extents[next_random() % EXTENTS], n = extents[next_random() % EXTENTS];          \
			int64_t k = deep[next_random() % DEPTHS];                                                    \
			int r = (int)(next_random() % 64);                                                           \
			int scale = (int)(next_random() % 4);                                                        \
			check_##name(m, n, k, r & 3, r >> 2 & 3, r >> 4 & 3, (S)(scale & 1 ? 1 : 2),                 \
			             (S)(scale & 2 ? 0 : 3));                                                        \
		}                                                                                                    \
	}

#define ACCUMULATE +=
#define FINISH_REFERENCE(alpha, sum, beta, old) ((alpha) * (sum) + (beta) * (old))
#define SAME(x) (x)
#define CENTRED ((double)(int64_t)(next_random() % 2001 - 1000) / 1000)
#define CLOSE_F32(got, wanted, size) (fabs((double)(got) - (wanted)) <= 4e-7 * (size))
#define CLOSE_F64(got, wanted, size) (fabsl((long double)(got) - (wanted)) <= 1e-15L * (size))
#define CLOSE_C32(got, wanted, size) (cabs((double _Complex)(got) - (wanted)) <= 1e-6 * (size))
#define CLOSE_C64(got, wanted, size) (cabsl((long double _Complex)(got) - (wanted)) <= 3e-15L * (size))

DEFINE_CHECK(f32, float, float, double, (float)CENTRED, (double)SAME, CLOSE_F32)
DEFINE_CHECK(f64, double, double, long double, CENTRED, (long double)SAME, CLOSE_F64)
DEFINE_CHECK(c32, ra__c32, ra__c32, double _Complex, (ra__c32)(CENTRED + CENTRED * I), (double _Complex)SAME, CLOSE_C32)
DEFINE_CHECK(c64, ra__c64, ra__c64, long double _Complex, CENTRED + CENTRED * I, (long double _Complex)SAME, CLOSE_C64)

#define EXACT(got, wanted, size) ((void)(size), (uint64_t)(got) == (uint64_t)WRAP(wanted))
#define WRAP(x) (uint8_t)(x)
DEFINE_CHECK(u8, uint8_t, int64_t, uint64_t, (uint8_t)next_random(), (uint64_t)SAME, EXACT)
#undef WRAP
#define WRAP(x) (int8_t)(x)
DEFINE_CHECK(i8, int8_t, int64_t, uint64_t, (int8_t)next_random(), (uint64_t)SAME, EXACT)
#undef WRAP
#define WRAP(x) (int16_t)(x)
DEFINE_CHECK(i16, int16_t, int64_t, uint64_t, (int16_t)next_random(), (uint64_t)SAME, EXACT)
#undef WRAP
#define WRAP(x) (int32_t)(x)
DEFINE_CHECK(i32, int32_t, int64_t, uint64_t, (int32_t)next_random(), (uint64_t)SAME, EXACT)
#undef WRAP
#define WRAP(x) (int64_t)(x)
DEFINE_CHECK(i64, int64_t, int64_t, uint64_t, (int64_t)next_random(), (uint64_t)SAME, EXACT)
#undef ACCUMULATE
#undef FINISH_REFERENCE
#define ACCUMULATE |=
#define FINISH_REFERENCE(alpha, sum, beta, old) (((alpha) != 0 && (sum) != 0) || ((beta) != 0 && (old) != 0))
#undef WRAP
#define WRAP(x) (x)
DEFINE_CHECK(b8, uint8_t, int64_t, uint64_t, (uint8_t)(next_random() % 8 == 0), (uint64_t)SAME, EXACT)
#undef ACCUMULATE
#undef FINISH_REFERENCE

/* Halves of small integers, whose products and sums are exact in float32: one rounding is left, which ldexp and rint
 * can say too. */
static double half_value(uint16_t h, int bf)
{
	int sign = h >> 15, exponent = bf ? h >> 7 & 0xff : h >> 10 & 0x1f, bits = bf ? h & 0x7f : h & 0x3ff;
	int width = bf ? 7 : 10, bias = bf ? 127 : 15;
	double x = exponent == 0 ? ldexp(bits, 1 - bias - width) : ldexp(bits + (1 << width), exponent - bias - width);
	return sign ? -x : x;
}

static double round_half(double x, int bf)
{
	int exponent, width = bf ? 8 : 11;
	if (x == 0)
		return x;
	frexp(x, &exponent);
	int low = exponent - width;
	if (!bf && low < -24)
		low = -24;
	x = ldexp(rint(ldexp(x, -low)), low);
	return !bf && fabs(x) >= 65520 ? copysign(INFINITY, x) : x;
}

static void check_half(int bf, int64_t m, int64_t n, int64_t k, int la, int lb, float alpha, float beta, double unit)
{
	int64_t ars, acs, brs, bcs, na, nb;
	layout(la, m, k, &ars, &acs, &na);
	layout(lb, k, n, &brs, &bcs, &nb);
	uint16_t *a = malloc((size_t)na * 2), *b = malloc((size_t)nb * 2), *c = malloc((size_t)(m * n + 1) * 2);
	double *old = malloc((size_t)(m * n + 1) * sizeof *old);
	assert_true(a != NULL && b != NULL && c != NULL && old != NULL);
	uint16_t one = 0;
	while (half_value(one, bf) != unit)
		one++;
	/* 0, unit, -unit and 2 unit */
	const uint16_t values[] = {0, one, (uint16_t)(one | 0x8000), (uint16_t)(one + (bf ? 0x80 : 0x400))};
	for (int64_t i = 0; i < na; i++)
		a[i] = values[next_random() % 4];
	for (int64_t i = 0; i < nb; i++)
		b[i] = values[next_random() % 4];
	for (int64_t i = 0; i < m * n; i++) {
		c[i] = values[next_random() % 4];
		old[i] = half_value(c[i], bf);
	}
	(bf ? RA__GEMM_NAME(bf16) : RA__GEMM_NAME(f16))(m, n, k, a, ars, acs, b, brs, bcs, c, n, 1, alpha, beta);
	for (int64_t i = 0; i < m * n; i++) {
		double sum = 0;
		for (int64_t p = 0; p < k; p++)
			sum += half_value(a[i / n * ars + p * acs], bf) * half_value(b[p * brs + i % n * bcs], bf);
		double wanted = round_half(alpha * sum + beta * old[i], bf);
		double got = isinf(wanted) && (c[i] & 0x7fff) == 0x7c00 ? copysign(INFINITY, c[i] >> 15 ? -1.0 : 1.0)
		                                                        : half_value(c[i], bf);
		if (got != wanted)
			fail_msg("half %d m %d n %d k %d: %g is not %g", bf, (int)m, (int)n, (int)k, got, wanted);
	}
	free(a);
	free(b);
	free(c);
	free(old);
}

static void test_halves(void **state)
{
	(void)state;
	const double units[] = {1, 0x1p-7, 0x1p-12, 0x1p-13, 0x1p7}; /* sums in half's subnormal range, and past its end */
	for (int round = 0; round < 600; round++) {
		int64_t m = extents[next_random() % EXTENTS], n = extents[next_random() % EXTENTS];
		int64_t k = deep[next_random() % DEPTHS];
		int r = (int)(next_random() % 16), scale = (int)(next_random() % 4);
		check_half(round & 1, m, n, k, r & 3, r >> 2, scale & 1 ? 1 : 0.5f, scale & 2 ? 0 : 2, units[round / 2 % 5]);
	}
}

/* Infinities and NaNs go through; with beta = 0 what was in C does not. */
static void test_specials(void **state)
{
	(void)state;
	const float a[2] = {INFINITY, 1}, b[2] = {2, 3}, zero[2] = {0, 0};
	float c = NAN;
	RA__GEMM_NAME(f32)(1, 1, 2, a, 2, 1, b, 1, 1, &c, 1, 1, 1, 0);
	assert_true(isinf(c));
	RA__GEMM_NAME(f32)(1, 1, 2, a, 2, 1, zero, 1, 1, &c, 1, 1, 1, 0);
	assert_true(isnan(c));
	const uint16_t h[2] = {0x7c00, 0xfe00}, one[2] = {0x3c00, 0x3c00};
	uint16_t out[2] = {0x7e00, 0};
	RA__GEMM_NAME(f16)(1, 2, 1, one, 1, 1, h, 2, 1, out, 2, 1, 1, 0);
	assert_true(out[0] == 0x7c00 && (out[1] & 0x7fff) > 0x7c00);
	const uint16_t bh[2] = {0x7f80, 0xffc0}, bone[2] = {0x3f80, 0x3f80};
	RA__GEMM_NAME(bf16)(1, 2, 1, bone, 1, 1, bh, 2, 1, out, 2, 1, 1, 0);
	assert_true(out[0] == 0x7f80 && (out[1] & 0x7fff) > 0x7f80);
}

/* Through copies, shared by all tiles or made by each; tiles of random sizes. */
static void packed_product(ra_dtype dtype, int shared, int64_t m, int64_t n, int64_t k, const void *a, const int64_t as[2],
                           const void *b, const int64_t bs[2], void *c, const int64_t cs[2], double alpha, double beta)
{
	ra__product x = {.dtype = dtype, .m = m, .n = n, .k = k, .a_strides = {as[0], as[1]}, .b_strides = {bs[0], bs[1]},
	                 .c_strides = {cs[0], cs[1]}, .d_strides = {cs[0], cs[1]}, .alpha = {alpha, 0}, .beta = {beta, 0}};
	ra__packed p;
	RA__ISA_NAME(ra__packed_sizes)(&x, &p);
	int64_t down = 1 + (int64_t)(next_random() % (uint64_t)p.a_panels), across = 1 + (int64_t)(next_random() % (uint64_t)p.b_panels);
	size_t shared_bytes = RA__ISA_NAME(ra__tile_scratch)(&x, down, across), own_bytes = RA__ISA_NAME(ra__tile_own_scratch)(&x, down, across);
	void *left = aligned_alloc(64, (p.a_panel_bytes * (size_t)p.a_panels + 63) / 64 * 64);
	void *right = aligned_alloc(64, (p.b_panel_bytes * (size_t)p.b_panels + 63) / 64 * 64);
	void *scratch = aligned_alloc(64, ((shared ? shared_bytes : own_bytes) + 63) / 64 * 64);
	assert_true(left != NULL && right != NULL && scratch != NULL);
	for (int64_t i = 0; shared && i < p.a_panels; i += 2)
		RA__ISA_NAME(ra__pack_a)(&x, a, i, i + 2 < p.a_panels ? i + 2 : p.a_panels, left);
	for (int64_t j = 0; shared && j < p.b_panels; j++)
		RA__ISA_NAME(ra__pack_b)(&x, b, j, j + 1, right);
	for (int64_t j = 0; j < p.b_panels; j += across)
		for (int64_t i = 0; i < p.a_panels; i += down) {
			ra__tile t = {i, i + down < p.a_panels ? i + down : p.a_panels, j, j + across < p.b_panels ? j + across : p.b_panels};
			if (shared)
				RA__ISA_NAME(ra__tile_shared)(&x, t, left, right, c, c, scratch);
			else
				RA__ISA_NAME(ra__tile_own)(&x, t, a, b, c, c, scratch);
		}
	free(left);
	free(right);
	free(scratch);
}

/* However a product is cut, and however its operands lie, an element has the same bits. */
#define DEFINE_SAME_BITS(name, T, dtype)                                                                                     \
	static void test_same_bits_##name(void **state)                                                              \
	{                                                                                                            \
		(void)state;                                                                                         \
		enum { M = 67, N = 90, K = 531 };                                                                    \
		static T a[M * K], at[M * K], b[K * N], bt[K * N], wide[K * 1024], c[M * N], d[M * N];               \
		for (int i = 0; i < M; i++)                                                                          \
			for (int p = 0; p < K; p++)                                                                  \
				at[p * M + i] = a[i * K + p] = (T)CENTRED;                                           \
		for (int p = 0; p < K; p++)                                                                          \
			for (int j = 0; j < N; j++)                                                                  \
				wide[p * 1024 + j] = bt[j * K + p] = b[p * N + j] = (T)CENTRED;                      \
		for (int round = 0; round < 60; round++) {                                                           \
			int k = round % 3 == 0 ? K : round % 3 == 1 ? 255 : 19;                                      \
			RA__GEMM_NAME(name)(M, N, k, a, K, 1, b, N, 1, c, N, 1, 1, 0);                               \
			memset(d, 0, sizeof d);                                                                      \
			int rows = RA__GEMM_FEW_ROWS + 1 + (int)(next_random() % M), columns = 2 + (int)(next_random() % N);             \
			int la = (int)(next_random() % 2), lb = (int)(next_random() % 3);                            \
			for (int i = 0, h; i < M; i += h) {                                                          \
				h = M - i - rows <= RA__GEMM_FEW_ROWS ? M - i : rows;                                \
				for (int j = 0, w; j < N; j += w) {                                                  \
					w = N - j - columns <= 1 ? N - j : columns;                                  \
					RA__GEMM_NAME(name)                                                          \
					(h, w, k, la ? at + i : a + i * K, la ? 1 : K, la ? M : 1,                   \
					 lb == 0 ? b + j : lb == 1 ? bt + j * K : wide + j,                          \
					 lb == 0 ? N : lb == 1 ? 1 : 1024, lb == 1 ? K : 1, d + i * N + j, N, 1, 1, 0); \
				}                                                                                    \
			}                                                                                            \
			assert_memory_equal(c, d, sizeof c);                                                         \
			memset(d, 0, sizeof d);                                                                      \
			const int64_t as[2] = {la ? 1 : K, la ? M : 1};                                              \
			const int64_t bs[2] = {lb == 0 ? N : lb == 1 ? 1 : 1024, lb == 1 ? K : 1};                   \
			const T *ax = la ? at : a, *bx = lb == 0 ? b : lb == 1 ? bt : wide;                          \
			packed_product(dtype, round & 1, M, N, k, ax, as, bx, bs, d, (int64_t[2]){N, 1}, 1, 0);      \
			assert_memory_equal(c, d, sizeof c);                                                         \
			for (int i = 0; i < M * N; i++) /* alpha and beta, and a C whose columns are contiguous */   \
				c[i] = d[i] = (T)CENTRED;                                                            \
			RA__GEMM_NAME(name)(M, N, k, a, K, 1, b, N, 1, c, 1, M, 2, 3);                               \
			packed_product(dtype, round & 1, M, N, k, ax, as, bx, bs, d, (int64_t[2]){1, M}, 2, 3);      \
			assert_memory_equal(c, d, sizeof c);                                                         \
		}                                                                                                    \
	}

DEFINE_SAME_BITS(f32, float, RA_FLOAT32)
DEFINE_SAME_BITS(f64, double, RA_FLOAT64)

/* --- cutting ----------------------------------------------------------------------------------------------------- */

static void test_cut(void **state)
{
	(void)state;
	static const int64_t sizes[] = {0, 1, 2, 16, 17, 33, 100, 255, 256, 257, 511, 1000, 2048, 100000, INT64_MAX / 4};
	enum { SIZES = sizeof sizes / sizeof *sizes };
	for (int kind = RA__GEMM_F32; kind <= RA__GEMM_OTHER; kind++)
		for (int i = 0; i < SIZES * SIZES * SIZES; i++) {
			int64_t m = sizes[i % SIZES], n = sizes[i / SIZES % SIZES], k = sizes[i / SIZES / SIZES];
			struct ra__gemm_cut cut = ra__gemm_cut(m, n, k, (enum ra__gemm_kind)kind);
			assert_true(cut.rows > 0 && cut.columns > 0);
			if (m == 0 || n == 0) {
				assert_true(cut.down * cut.across == 0);
				continue;
			}
			/* The tiles cover C, and none is empty. */
			assert_true(cut.rows <= m && cut.columns <= n);
			assert_true((cut.down - 1) < m / cut.rows + 1 && cut.down == m / cut.rows + (m % cut.rows != 0));
			assert_true(cut.across == n / cut.columns + (n % cut.columns != 0));
			if (!cut.own)
				assert_true(cut.down == 1 && cut.across == 1 && kind != RA__GEMM_OTHER);
		}
	assert_true(ra__gemm_cut(64, 64, 64, RA__GEMM_F32).own);
	assert_int_equal(ra__gemm_cut(32, 32, 32, RA__GEMM_F32).down * ra__gemm_cut(32, 32, 32, RA__GEMM_F32).across, 1);
	assert_int_equal(ra__gemm_cut(64, 64, 64, RA__GEMM_F32).down * ra__gemm_cut(64, 64, 64, RA__GEMM_F32).across, 2);
	assert_true(ra__gemm_cut(1024, 1, 1024, RA__GEMM_F32).down >= 4); /* a vector's work is the reading of the matrix: threads share it */
	assert_int_equal(ra__gemm_cut(8192, 1, 16, RA__GEMM_F32).down, 1);
	assert_false(ra__gemm_cut(1024, 1024, 1024, RA__GEMM_F32).own);
	assert_true(ra__gemm_cut(1, 4096, 4096, RA__GEMM_F64).own);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_f32),
		cmocka_unit_test(test_f64),
		cmocka_unit_test(test_c32),
		cmocka_unit_test(test_c64),
		cmocka_unit_test(test_u8),
		cmocka_unit_test(test_i8),
		cmocka_unit_test(test_i16),
		cmocka_unit_test(test_i32),
		cmocka_unit_test(test_i64),
		cmocka_unit_test(test_b8),
		cmocka_unit_test(test_halves),
		cmocka_unit_test(test_specials),
		cmocka_unit_test(test_same_bits_f32),
		cmocka_unit_test(test_same_bits_f64),
		cmocka_unit_test(test_cut),
	};
	return cmocka_run_group_tests_name("products", tests, NULL, NULL);
}
