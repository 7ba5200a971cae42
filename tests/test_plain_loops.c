/*
 * Kernels that take several elements, rows or values at a time, against loops that take one and know nothing of that: searches, products,
 * counts, polar numbers, norms, gelu, powers of integers.
 */
#include "helpers/scopes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t drawn = 88172645463325252u;
static uint64_t draw(uint64_t below)
{
    drawn ^= drawn << 13;
    drawn ^= drawn >> 7;
    drawn ^= drawn << 17;
    return drawn % below;
}

static const float ends_f32[] = {0, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 3.4e38f, -3.4e38f, 1e6f, 9000, -2e6f};
enum { ENDS = sizeof ends_f32 / sizeof *ends_f32 };

static float number(int64_t i)
{
    return i % 5 == 4 ? ends_f32[draw(ENDS)] : ((float)draw(1 << 20) - (1 << 19)) * 0x1p-17f;
}

static bool same_f32(float a, float b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static bool same_f64(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

/* ---- searches ---- */

static int64_t place_of(const double *x, int64_t n, double v, bool right)
{
    int64_t first = 0, last = n;
    while (first < last) {
        const int64_t middle = first + (last - first) / 2;
        if (right ? !(x[middle] > v) : !(x[middle] >= v))
            first = middle + 1;
        else
            last = middle;
    }
    return first;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Lengths about powers of two and values about the size of a group; NaN in the row, wherever it stands, and among the values. */
static void values_are_found_where_one_search_finds_them(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_INT32};
    static const int64_t counts[] = {1, 7, 8, 9, 15, 16, 17, 255, 256, 257, 600};
    enum { MOST = 600, LONG = 70 };
    double x[LONG], v[MOST];
    int64_t places[MOST];
    for (int k = 0; k < 4; k++)
        for (int64_t n = 0; n < LONG; n++) {
            const bool right = n % 2, floating = k < 2;
            const int64_t count = counts[draw(sizeof counts / sizeof *counts)];
            ra_scope_begin();
            for (int64_t i = 0; i < n; i++)
                x[i] = (double)draw(40) - 20;
            qsort(x, (size_t)n, sizeof *x, ascending);
            if (floating && n > 3 && n % 4 == 0)
                x[draw(2) ? n - 1 : (int64_t)draw((uint64_t)n)] = NAN;
            for (int64_t i = 0; i < count; i++)
                v[i] = floating && i % 11 == 10 ? (double)ends_f32[draw(ENDS)] : (double)draw(48) - 24;
            ra_tensor *row = ra_to(ra_from_copy(x, RA_FLOAT64, RA_DIMS(n)), RA_OPTS(ra_to, .dtype = dtypes[k]));
            ra_tensor *values = ra_to(ra_from_copy(v, RA_FLOAT64, RA_DIMS(count)), RA_OPTS(ra_to, .dtype = dtypes[k]));
            ra_tensor *found = ra_searchsorted(row, values, RA_NONE, RA_OPTS(ra_searchsorted, .right = right));
            assert_int_equal(ra_copy_to(found, places, (size_t)count * sizeof *places), RA_OK);
            for (int64_t i = 0; i < count; i++) {
                const double sought = dtypes[k] == RA_FLOAT32 ? (double)(float)v[i] : v[i];
                if (places[i] != place_of(x, n, sought, right))
                    fail_msg("%g among %lld is put at %lld", sought, (long long)n, (long long)places[i]);
            }
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

/* Rows of their own, with some values each, which end within groups and tiles. */
static void each_value_is_sought_in_its_row(void **state)
{
    (void)state;
    enum { ROWS = 50, LONG = 33 };
    static double x[ROWS][LONG], v[ROWS * 40];
    static int64_t places[ROWS * 40];
    for (int64_t each = 1; each <= 40; each += 3) {
        ra_scope_begin();
        for (int r = 0; r < ROWS; r++) {
            for (int i = 0; i < LONG; i++)
                x[r][i] = (double)draw(90);
            qsort(x[r], LONG, sizeof **x, ascending);
        }
        for (int64_t i = 0; i < ROWS * each; i++)
            v[i] = (double)draw(100) - 5;
        ra_tensor *found = ra_searchsorted(ra_from_copy(x, RA_FLOAT64, RA_DIMS(ROWS, LONG)), ra_from_copy(v, RA_FLOAT64, RA_DIMS(ROWS, each)), RA_NONE);
        assert_int_equal(ra_copy_to(found, places, (size_t)(ROWS * each) * sizeof *places), RA_OK);
        for (int64_t i = 0; i < ROWS * each; i++)
            assert_int_equal(places[i], place_of(x[i / each], LONG, v[i], false));
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* ---- products ---- */

static void products_of_rows_are_those_of_each(void **state)
{
    (void)state;
    enum { MOST = 70 * 300 };
    static float f[MOST], fy[MOST];
    static double d[MOST], dy[MOST];
    static int64_t q[MOST], qy[MOST];
    for (int64_t rows = 1; rows < 70; rows += rows < 10 ? 1 : 21)
        for (int64_t n = 1; n <= 300; n = n * 3 + 1) {
            const int64_t count = rows * n;
            ra_scope_begin();
            for (int64_t i = 0; i < count; i++) {
                f[i] = i % 40 == 39 ? number(i) : 0.5f + (float)draw(1 << 20) * 0x1p-20f;
                d[i] = (double)f[i] * 1.0001;
                q[i] = (int64_t)draw(1 << 30) - (1 << 29);
            }
            ra_tensor *a = ra_from_copy(f, RA_FLOAT32, RA_DIMS(rows, n)), *b = ra_from_copy(d, RA_FLOAT64, RA_DIMS(rows, n)), *c = ra_from_copy(q, RA_INT64, RA_DIMS(rows, n));
            if (n % 2) { /* into itself too */
                (void)!ra_cumprod_(a, 1);
                (void)!ra_cumprod_(b, 1);
                (void)!ra_cumprod_(c, 1);
            } else {
                a = ra_cumprod(a, 1);
                b = ra_cumprod(b, 1);
                c = ra_cumprod(c, 1);
            }
            assert_int_equal(ra_copy_to(a, fy, (size_t)count * sizeof *fy), RA_OK);
            assert_int_equal(ra_copy_to(b, dy, (size_t)count * sizeof *dy), RA_OK);
            assert_int_equal(ra_copy_to(c, qy, (size_t)count * sizeof *qy), RA_OK);
            for (int64_t r = 0; r < rows; r++) {
                double of_f = 1, of_d = 1;
                uint64_t of_q = 1;
                for (int64_t i = r * n; i < (r + 1) * n; i++) {
                    of_f *= (double)f[i];
                    of_d *= d[i];
                    of_q *= (uint64_t)q[i];
                    assert_true(same_f32(fy[i], (float)of_f) && same_f64(dy[i], of_d) && (uint64_t)qy[i] == of_q);
                }
            }
            assert_int_equal(ra_scope_end(), RA_OK);
        }
}

/* ---- counts ---- */

/* Results about the size up to which neighbours are counted apart; indices that lie apart, and of another dtype. */
static void counts_are_those_of_a_loop(void **state)
{
    (void)state;
    static const int64_t sizes[] = {1, 2, 37, 2047, 2048, 2049, 5000}, lengths[] = {1, 2, 511, 512, 513, 5001, 70001};
    static int64_t x[70001], counts[5000], got[5000];
    for (int k = 0; k < 7 * 7 * 3; k++) {
        const int64_t below = sizes[k % 7], n = lengths[k / 7 % 7];
        int64_t most = 0;
        ra_scope_begin();
        memset(counts, 0, sizeof counts);
        for (int64_t i = 0; i < n; i++) {
            x[i] = k % 4 == 3 ? below - 1 : (int64_t)draw((uint64_t)below);
            counts[x[i]]++;
            most = x[i] > most ? x[i] : most;
        }
        ra_tensor *given = ra_from_copy(x, RA_INT64, RA_DIMS(n));
        if (k / 49 == 1)
            given = ra_select(ra_stack(RA_LIST(given, ra_neg(given)), 1), 1, 0);
        if (k / 49 == 2)
            given = ra_to(given, RA_OPTS(ra_to, .dtype = RA_INT32));
        assert_int_equal(ra_copy_to(ra_bincount(given, RA_NONE, RA_OPTS(ra_bincount, .minlength = k % 2 ? below : 0)), got, (size_t)(k % 2 ? below : most + 1) * sizeof *got), RA_OK);
        assert_memory_equal(got, counts, (size_t)(k % 2 ? below : most + 1) * sizeof *got);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* The first number that is none to count by is the one that is told, wherever it stands. */
static void numbers_that_do_not_count_are_told(void **state)
{
    (void)state;
    static int64_t x[70000];
    static const int64_t at[] = {0, 1, 511, 512, 65535, 65536, 69999};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
        x[at[k]] = -7 - (int64_t)k;
        if (at[k] + 1 < 70000)
            x[at[k] + 1] = INT64_MAX;
        char told[64];
        snprintf(told, sizeof told, "self has %lld, which is negative", (long long)x[at[k]]);
        ra_scope_begin();
        assert_int_equal(ra_wait(ra_bincount(ra_from_copy(x, RA_INT64, RA_DIMS(70000)), RA_NONE)), RA_ERR_VALUE);
        assert_non_null(strstr(ra_last_error(), told));
        (void)!ra_scope_end();
        ra_clear_error();
        memset(x, 0, sizeof x);
    }
}

/* ---- polar numbers, angles ---- */

static void polar_numbers_are_products_with_sine_and_cosine(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 15, 16, 17, 511, 512, 513, 1500};
    static float m[3000], a[3000], c[3000], s[3000], y[6000];
    static double md[3000], ad[3000], cd[3000], sd[3000], yd[6000];
    for (int k = 0; k < 9 * 4; k++) {
        const int64_t n = lengths[k % 9], step = k / 9 % 2 + 1, all = n * step;
        ra_scope_begin();
        for (int64_t i = 0; i < all; i++) {
            m[i] = number(i);
            a[i] = number(i);
            md[i] = (double)m[i];
            ad[i] = (double)a[i];
        }
        ra_tensor *modulus = ra_from_copy(m, RA_FLOAT32, RA_DIMS(all)), *angle = ra_from_copy(a, RA_FLOAT32, RA_DIMS(all));
        ra_tensor *wide_modulus = ra_from_copy(md, RA_FLOAT64, RA_DIMS(all)), *wide_angle = ra_from_copy(ad, RA_FLOAT64, RA_DIMS(all));
        assert_int_equal(ra_copy_to(ra_cos(angle), c, (size_t)all * sizeof *c), RA_OK);
        assert_int_equal(ra_copy_to(ra_sin(angle), s, (size_t)all * sizeof *s), RA_OK);
        assert_int_equal(ra_copy_to(ra_cos(wide_angle), cd, (size_t)all * sizeof *cd), RA_OK);
        assert_int_equal(ra_copy_to(ra_sin(wide_angle), sd, (size_t)all * sizeof *sd), RA_OK);
        const bool one = k / 18 && all; /* of one modulus for all */
        ra_tensor *z = ra_polar(one ? ra_slice(modulus, 0, 0, 1, 1) : ra_slice(modulus, 0, 0, all, step), ra_slice(angle, 0, 0, all, step));
        ra_tensor *w = ra_polar(one ? ra_slice(wide_modulus, 0, 0, 1, 1) : ra_slice(wide_modulus, 0, 0, all, step), ra_slice(wide_angle, 0, 0, all, step));
        assert_int_equal(ra_copy_to(z, y, (size_t)n * 2 * sizeof *y), RA_OK);
        assert_int_equal(ra_copy_to(w, yd, (size_t)n * 2 * sizeof *yd), RA_OK);
        for (int64_t i = 0; i < n; i++) {
            const int64_t at = i * step, of = one ? 0 : at;
            assert_true(same_f32(y[2 * i], m[of] * c[at]) && same_f32(y[2 * i + 1], m[of] * s[at]));
            assert_true(same_f64(yd[2 * i], md[of] * cd[at]) && same_f64(yd[2 * i + 1], md[of] * sd[at]));
        }
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

static void angles_of_real_numbers_are_none_or_half_a_turn(void **state)
{
    (void)state;
    float x[100], y[100];
    double wide[100], z[100];
    for (int i = 0; i < 100; i++) {
        x[i] = i < ENDS ? ends_f32[i] : number(i);
        wide[i] = (double)x[i];
    }
    ra_scope_begin();
    assert_int_equal(ra_copy_to(ra_angle(ra_from_copy(x, RA_FLOAT32, RA_DIMS(100))), y, sizeof y), RA_OK);
    assert_int_equal(ra_copy_to(ra_angle(ra_from_copy(wide, RA_FLOAT64, RA_DIMS(100))), z, sizeof z), RA_OK);
    for (int i = 0; i < 100; i++) {
        assert_true(same_f32(y[i], isnan(x[i]) ? x[i] : x[i] < 0 ? (float)M_PI : 0.0f));
        assert_true(same_f64(z[i], isnan(wide[i]) ? wide[i] : wide[i] < 0 ? M_PI : 0.0));
    }
    assert_int_equal(ra_scope_end(), RA_OK);
}

/* ---- norms ---- */

/* Widening within the sum gives the bits of a sum of what was widened before: along and across, about the sizes of rows, groups and leaves. */
static void norms_in_double_are_those_of_doubles(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 7, 8, 9, 63, 64, 65, 511, 512, 513, 4095, 4096, 4097, 9000};
    for (int k = 0; k < 15 * 3 * 2; k++) {
        const int64_t n = lengths[k % 15], other = k / 15 % 3 == 0 ? 1 : k / 15 % 3 == 1 ? 3 : 40;
        const double order = k / 45 ? 1 : 2;
        bool equal = false;
        ra_scope_begin();
        float *x = malloc((size_t)(n * other + 1) * sizeof *x);
        assert_non_null(x);
        for (int64_t i = 0; i < n * other; i++)
            x[i] = i % 700 == 699 ? number(4) : number(0);
        ra_tensor *t = ra_from_copy(x, RA_FLOAT32, RA_DIMS(other, n)), *wide = ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
        for (int dim = 0; dim < 2; dim++) {
            ra_tensor *a = ra_linalg_vector_norm(t, order, RA_DIMS(dim), RA_OPTS(ra_linalg_vector_norm, .dtype = RA_FLOAT64)), *b = ra_linalg_vector_norm(wide, order, RA_DIMS(dim));
            a = ra_nan_to_num(a, RA_OPTS(ra_nan_to_num, .nan = RA_I(-1)));
            b = ra_nan_to_num(b, RA_OPTS(ra_nan_to_num, .nan = RA_I(-1)));
            assert_int_equal(ra_equal(a, b, &equal), RA_OK);
            assert_true(equal);
        }
        free(x);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* ---- gelu ---- */

static double gelu_of(double x)
{
    return x == -INFINITY ? NAN : 0.5 * x * erfc(-x * M_SQRT1_2);
}

/* In units of the exact result's last place. */
static double ulps(float got, double exact)
{
    if (isnan(got) || isnan(exact))
        return isnan(got) && isnan(exact) ? 0 : INFINITY;
    if (exact == 0 || isinf(exact))
        return same_f32(got, (float)exact) ? 0 : INFINITY;
    const int k = ilogb(exact) < -126 ? -126 : ilogb(exact);
    return !signbit(got) == !signbit(exact) || got == 0 ? fabs((double)got - exact) * ldexp(1, 23 - k) : INFINITY;
}

enum { PART = 4096 };

static void check_gelu(const float *x, int64_t n)
{
    static float y[PART];
    ra_scope_begin();
    assert_int_equal(ra_copy_to(ra_gelu(ra_from_copy(x, RA_FLOAT32, RA_DIMS(n))), y, (size_t)n * sizeof *y), RA_OK);
    for (int64_t i = 0; i < n; i++)
        if (!(ulps(y[i], gelu_of((double)x[i])) <= 1))
            fail_msg("gelu(%a) is %a, not %a", (double)x[i], (double)y[i], gelu_of((double)x[i]));
    assert_int_equal(ra_scope_end(), RA_OK);
}

/* At the level that the kernels run at: every 9973rd float, and all about the ends of the pieces and of the intervals of tables. */
static void gelu_is_within_a_unit(void **state)
{
    (void)state;
    static float x[PART];
    const char *full = getenv("RA_TEST_FULL");
    const uint64_t stride = full && *full == '1' ? 1 : 9973;
    for (uint64_t u = 0; u < 0x100000000u;) {
        int64_t n = 0;
        for (; n < PART && u < 0x100000000u; u += stride) {
            const uint32_t bits = (uint32_t)u;
            memcpy(&x[n++], &bits, sizeof bits);
        }
        check_gelu(x, n);
    }
    for (int k = 0; k <= 33; k++) {
        const double linear = 3.392, square = 0.4245, place = k == 32 ? 1 : k == 33 ? 14.625 : (-linear + sqrt(linear * linear + 4 * square * (k + 0.5))) / (2 * square);
        float below = (float)place, above = below;
        for (int64_t i = 0; i < PART; i += 4) {
            x[i] = below, x[i + 1] = -below, x[i + 2] = above, x[i + 3] = -above;
            below = nextafterf(below, 0);
            above = nextafterf(above, INFINITY);
        }
        check_gelu(x, PART);
    }
    float edge = 5.5f;
    for (int64_t i = 0; i < PART; i += 2) {
        x[i] = edge, x[i + 1] = -edge;
        edge = nextafterf(edge, i < PART / 2 ? 0 : INFINITY);
    }
    check_gelu(x, PART);
}

/* One element has the same bits in any place of a vector, with any neighbours, in place, and where elements lie apart. */
static void gelu_of_one_does_not_depend_on_others(void **state)
{
    (void)state;
    enum { N = 70 };
    float x[N], alone[N], y[N];
    ra_scope_begin();
    for (int i = 0; i < N; i++) {
        x[i] = i % 9 == 8 ? ends_f32[draw(ENDS)] : number(0) * 2;
        assert_int_equal(ra_copy_to(ra_gelu(ra_from_copy(&x[i], RA_FLOAT32, RA_DIMS(1))), &alone[i], sizeof *alone), RA_OK);
    }
    for (int first = 0; first < N; first++)
        for (int n = 1; n <= N - first; n++) {
            ra_scope_begin();
            ra_tensor *part = ra_from_copy(x + first, RA_FLOAT32, RA_DIMS(n));
            ra_tensor *apart = ra_gelu(ra_select(ra_stack(RA_LIST(part, part), 1), 1, 0));
            assert_int_equal(ra_copy_to(apart, y, (size_t)n * sizeof *y), RA_OK);
            for (int i = 0; i < n; i++)
                assert_true(same_f32(y[i], alone[first + i]));
            if (n % 2)
                part = ra_gelu(part);
            else
                assert_int_equal(ra_gelu_(part), RA_OK);
            assert_int_equal(ra_copy_to(part, y, (size_t)n * sizeof *y), RA_OK);
            for (int i = 0; i < n; i++)
                assert_true(same_f32(y[i], alone[first + i]));
            assert_int_equal(ra_scope_end(), RA_OK);
        }
    assert_int_equal(ra_scope_end(), RA_OK);
}

/* One factor after another, modulo 2^64, of which narrower types keep the low bits; of negative powers what is an integer. */
static int64_t plain_power(int64_t base, int64_t exponent)
{
    if (exponent < 0)
        return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
    uint64_t power = 1, square = (uint64_t)base; /* beyond some factors by the square of half of them */
    for (; exponent > 40; exponent /= 2, square *= square)
        power *= exponent % 2 ? square : 1;
    for (; exponent > 0; exponent--)
        power *= square;
    return (int64_t)power;
}

static void powers_of_integers(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64};
    enum { N = 1500 }; /* several blocks, and a part of one */
    static int64_t bases[N], exponents[N], got[N];
    for (int d = 0; d < 5; d++)
        for (int kind = 0; kind < 4; kind++) { /* small exponents; a negative one now and then; as large as there are; all small but one */
            for (int i = 0; i < N; i++) {
                bases[i] = i % 7 == 0 ? (int64_t)draw(3) - 1 : (int64_t)(draw(UINT64_C(1) << 32) << draw(32)) - (INT64_C(1) << 40);
                exponents[i] = (int64_t)draw(20);
                if (kind == 1 && draw(300) == 0)
                    exponents[i] = -(int64_t)draw(4);
                if (kind == 2 || (kind == 3 && i % 400 == 399))
                    exponents[i] = INT64_MAX >> draw(63);
            }
            RA_AUTO ra_tensor *wide_base = ra_from_copy(bases, RA_INT64, RA_DIMS(N)), *wide_exponent = ra_from_copy(exponents, RA_INT64, RA_DIMS(N));
            RA_AUTO ra_tensor *a = ra_to(wide_base, RA_OPTS(ra_to, .dtype = dtypes[d])), *b = ra_to(wide_exponent, RA_OPTS(ra_to, .dtype = dtypes[d]));
            RA_AUTO ra_tensor *a64 = ra_to(a, RA_OPTS(ra_to, .dtype = RA_INT64)), *b64 = ra_to(b, RA_OPTS(ra_to, .dtype = RA_INT64));
            RA_AUTO ra_tensor *power = ra_pow(a, b), *by_number = ra_pow(a, 13), *of_number = ra_pow(3, b);
            assert_int_equal(ra_copy_to(a64, bases, sizeof bases), RA_OK);
            assert_int_equal(ra_copy_to(b64, exponents, sizeof exponents), RA_OK);
            assert_int_equal(ra_pow_(a, b), RA_OK); /* where a lies; of int64 a64 is a */
            ra_tensor *const results[] = {power, a, by_number, of_number};
            for (int k = 0; k < 4; k++) {
                RA_AUTO ra_tensor *r = ra_to(results[k], RA_OPTS(ra_to, .dtype = RA_INT64));
                assert_int_equal(ra_copy_to(r, got, sizeof got), RA_OK);
                for (int i = 0; i < N; i++) {
                    const int64_t all = plain_power(k == 3 ? 3 : bases[i], k == 2 ? 13 : exponents[i]);
                    const int64_t want = d == 0 ? (uint8_t)all : d == 1 ? (int8_t)all : d == 2 ? (int16_t)all : d == 3 ? (int32_t)all : all;
                    if (got[i] != want)
                        fail_msg("%s, kind %d, way %d, element %d: %lld, not %lld", ra_dtype_name(dtypes[d]), kind, k, i, (long long)got[i], (long long)want);
                }
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found_where_one_search_finds_them),
        cmocka_unit_test(each_value_is_sought_in_its_row),
        cmocka_unit_test(products_of_rows_are_those_of_each),
        cmocka_unit_test(counts_are_those_of_a_loop),
        cmocka_unit_test(numbers_that_do_not_count_are_told),
        cmocka_unit_test(polar_numbers_are_products_with_sine_and_cosine),
        cmocka_unit_test(angles_of_real_numbers_are_none_or_half_a_turn),
        cmocka_unit_test(norms_in_double_are_those_of_doubles),
        cmocka_unit_test(gelu_is_within_a_unit),
        cmocka_unit_test(gelu_of_one_does_not_depend_on_others),
        cmocka_unit_test(powers_of_integers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
