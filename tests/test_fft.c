/* test_fft.c: Fourier transforms against sums in long double, and there and back; lines along and across, real and complex. */
#include <runahead.h>

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 1 << 21 };
static double _Complex x[ROOM], y[ROOM], z[ROOM], half[ROOM], real_in[ROOM], back[ROOM];
static long double _Complex root[1 << 17];

static void read_all(const ra_tensor *t, double _Complex *to)
{
    ra_tensor *c = ra_contiguous(ra_to(t, RA_OPTS(ra_to, .dtype = RA_COMPLEX128)));
    assert_non_null(c);
    assert_true(ra_numel(c) <= ROOM);
    assert_int_equal(ra_copy_to(c, to, (size_t)ra_numel(c) * sizeof *to), RA_OK);
}

/* Errors in units of the last place of the norm; the largest that were met are about 9, of lengths with large primes. */
static void try_length(int n, int lines, ra_dtype real, bool across, bool exact)
{
    ra_scope_begin();
    const bool narrow = real == RA_FLOAT32;
    ra_tensor *t = ra_randn(across ? RA_DIMS(n, lines) : RA_DIMS(lines, n), RA_OPTS(ra_randn, .dtype = narrow ? RA_COMPLEX64 : RA_COMPLEX128));
    t = across ? ra_transpose(t, 0, 1) : t;
    ra_tensor *f = ra_fft_fft(t, -1, -1), *r = ra_contiguous(ra_real(t)), *h = ra_fft_rfft(r, -1, -1);
    read_all(t, x);
    read_all(f, y);
    read_all(ra_fft_ifft(f, -1, -1), z);
    read_all(h, half);
    read_all(ra_fft_fft(r, -1, -1), real_in);
    read_all(ra_fft_irfft(h, n, -1), back);
    for (int k = 0; k < n && exact; k++)
        root[k] = cexpl(-2 * 3.14159265358979323846264338327950288L * I * k / n);
    double error[5] = {0}, size = 0, time = 0;
    for (int l = 0; l < lines; l++)
        for (int k = 0; k < n; k++) {
            const int at = l * n + k;
            long double _Complex s = exact ? 0 : y[at], u = exact ? 0 : real_in[at];
            for (int j = 0; j < n && exact; j++) {
                const long double _Complex w = root[(int64_t)j * k % n];
                s += x[l * n + j] * w;
                u += creal(x[l * n + j]) * w;
            }
            size += pow((double)cabsl(s), 2);
            time += pow(cabs(x[at]), 2) * n;
            error[0] += pow((double)cabsl(s - y[at]), 2);
            error[1] += pow(cabs(x[at] - z[at]), 2) * n;
            if (k <= n / 2)
                error[2] += pow((double)cabsl(u - half[l * (n / 2 + 1) + k]), 2);
            error[3] += pow((double)cabsl(u - real_in[at]), 2);
            error[4] += pow(fabs(creal(x[at]) - creal(back[at])), 2) * n;
        }
    for (int i = 0; i < 5; i++)
        if (!(sqrt(error[i] / size) < 12 * (narrow ? 0x1p-24 : 0x1p-53)))
            fail_msg("length %d, %d lines, %s, %s: error %d is %g", n, lines, ra_dtype_name(real), across ? "across" : "along", i, sqrt(error[i] / size));
    if (!(fabs(sqrt(size / time) - 1) < 1e-6)) /* Parseval */
        fail_msg("length %d: the norm is %g of what it should be", n, sqrt(size / time));
    assert_int_equal(ra_scope_end(), RA_OK);
}

static void lengths(void **state)
{
    static const int more[] = {97, 127, 128, 256, 257, 300, 360, 500, 512, 961, 1000, 1009, 1024}, large[] = {4096, 4099, 10007, 32768, 65536, 100000};
    (void)state;
    for (int across = 0; across < 2; across++)
        for (int wide = 0; wide < 2; wide++) {
            const ra_dtype real = wide ? RA_FLOAT64 : RA_FLOAT32;
            for (int lines = 1; lines < 20; lines += 9)
                for (int n = 1; n <= 64; n++)
                    try_length(n, lines, real, across, true);
            for (size_t i = 0; i < sizeof more / sizeof *more; i++)
                try_length(more[i], 3, real, across, true);
            for (size_t i = 0; i < sizeof large / sizeof *large; i++)
                try_length(large[i], i % 2 ? 1 : 17, real, across, false);
        }
}

/* Of several dimensions at once as of one after another, there and back, whatever is beside them: one, or many; also of what
 * lies across memory. */
static void several_dimensions(void **state)
{
    (void)state;
    static const int64_t shapes[][4] = {{0, 3, 4, 5}, {2, 0, 4, 3}, {1, 1, 1, 1}, {3, 1, 7, 2}, {1, 16, 16, 16}, {5, 3, 32, 9}, {2, 17, 8, 64}, {40, 2, 6, 33}, {1, 64, 64, 64}, {1, 1, 256, 128}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int variant = 0; variant < 4; variant++)
            for (int count = 1; count <= 3; count++) {
                const int64_t *s = shapes[i];
                ra_scope_begin();
                const bool narrow = variant & 1, across = variant & 2;
                const ra_dims sizes = across ? RA_DIMS(s[3], s[1], s[0], s[2]) : RA_DIMS(s[0], s[1], s[2], s[3]);
                ra_tensor *t = ra_randn(sizes, RA_OPTS(ra_randn, .dtype = narrow ? RA_COMPLEX64 : RA_COMPLEX128));
                t = across ? ra_permute(t, RA_DIMS(2, 1, 3, 0)) : t;
                ra_tensor *want = t;
                for (int d = 1; d <= count; d++)
                    want = ra_fft_fft(want, -1, -d);
                const ra_dims dims = count == 1 ? RA_DIMS(-1) : count == 2 ? RA_DIMS(-1, -2) : RA_DIMS(-1, -2, -3);
                ra_tensor *got = ra_fft_fftn(t, RA_ALL, dims), *back_again = ra_fft_ifftn(got, RA_ALL, dims);
                if (!ra_numel(t)) { /* refused, as PyTorch does */
                    assert_null(got);
                    assert_int_not_equal(ra_scope_end(), RA_OK);
                    ra_clear_error();
                    continue;
                }
                assert_non_null(back_again);
                read_all(want, x), read_all(got, y), read_all(t, z), read_all(back_again, back);
                double norm = 0, far = 0, far_back = 0;
                for (int64_t k = 0; k < ra_numel(t); k++) {
                    norm = fmax(norm, cabs(x[k]));
                    far = fmax(far, cabs(x[k] - y[k]));
                    far_back = fmax(far_back, cabs(z[k] - back[k]));
                }
                assert_true(far <= norm * (narrow ? 1e-6 : 1e-14) && far_back <= (narrow ? 1e-5 : 1e-13));
                assert_int_equal(ra_scope_end(), RA_OK);
            }
}

static void refusals(void **state)
{
    (void)state;
    ra_tensor *none = ra_zeros(RA_DIMS(0, 8)), *point = ra_zeros(RA_DIMS()), *narrow = ra_zeros(RA_DIMS(8), RA_OPTS(ra_zeros, .dtype = RA_FLOAT16));
    assert_null(ra_fft_fft(none, -1, -1));
    assert_non_null(strstr(ra_last_error(), "fft_fft"));
    ra_clear_error();
    assert_null(ra_fft_fft(point, -1, -1));
    assert_non_null(strstr(ra_last_error(), "fft_fft"));
    ra_clear_error();
    assert_null(ra_fft_rfft(narrow, -1, -1));
    assert_non_null(strstr(ra_last_error(), "fft_rfft"));
    assert_null(ra_fft_rfftn(point, RA_ALL, RA_ALL));
    ra_release(none);
    ra_release(point);
    ra_release(narrow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lengths), cmocka_unit_test(several_dimensions), cmocka_unit_test(refusals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
