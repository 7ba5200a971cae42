/*
 * Singular values alone, which are computed in another way than those beside vectors: against one-sided Jacobi rotations in long double, over
 * matrices that try an algorithm's range and its shortcuts, in every shape, layout and dtype; each matrix of a batch has the bits that it has alone.
 */
#include "helpers/matrices.h"

#include "async/front/composites.h"

#include <float.h>

enum kind {
    RANDOM, ZERO, ONE_ELEMENT, RANK_ONE, SAME, DIAGONAL, ROWS_GRADED, COLUMNS_GRADED, BOTH_GRADED, BLOCKS_APART, TRIANGLE, ORTHOGONAL, TINY, DENORMAL, HUGE_ALL, HUGE_AND_TINY,
    FIRST_COLUMN_TINY, FIRST_ROW_TINY, BIDIAGONAL, KINDS
};

static const char *const kinds[] = {"random", "zero", "one element", "rank one", "same", "diagonal", "rows graded", "columns graded", "both graded", "blocks apart", "triangle",
                                    "orthogonal", "tiny", "denormal", "huge", "huge and tiny", "first column tiny", "first row tiny", "bidiagonal"};

/* Number k of n goes evenly through the exponents from low to high. */
static double graded(int64_t k, int64_t n, int low, int high)
{
    return ldexp(1, low + (int)((double)(high - low) * (double)k / (double)(n > 1 ? n - 1 : 1)));
}

static double element(enum kind kind, bool is_double, int64_t rows, int64_t columns, int64_t i, int64_t j)
{
    const double any = next_value();
    const int reach = is_double ? 500 : 60;
    switch (kind) {
    case RANDOM: return any;
    case ZERO: return 0;
    case ONE_ELEMENT: return i == rows / 2 && j == columns / 3 ? -3 : 0;
    case RANK_ONE: return cos((double)i) * sin(1 + (double)j);
    case SAME: return 1;
    case DIAGONAL: return i == j ? graded(i, rows, -reach, reach) : 0;
    case ROWS_GRADED: return any * graded(i, rows, reach, -reach);
    case COLUMNS_GRADED: return any * graded(j, columns, -reach, reach);
    case BOTH_GRADED: return any * graded(i, rows, -reach, reach / 2) * graded(j, columns, reach / 2, -reach / 2);
    case BLOCKS_APART: return (i < rows / 2) == (j < columns / 2) ? i < rows / 2 ? any : ldexp(any, -2 * reach) : 0;
    case TRIANGLE: return i == j ? 1 : i < j ? -1 : 0;
    case ORTHOGONAL: return (i == j) - 2 * cos(1 + (double)i) * cos(1 + (double)j) / (0.5 * (double)rows);
    case TINY: return ldexp(any, is_double ? -1015 : -120);
    case DENORMAL: return ldexp(any, is_double ? -1068 : -143);
    case HUGE_ALL: return ldexp(any, is_double ? 1015 : 119);
    case HUGE_AND_TINY: return ldexp(any, (i + j) % 3 == 0 ? is_double ? 1015 : 119 : is_double ? -1060 : -140);
    case FIRST_COLUMN_TINY: return j == 0 ? ldexp(any, is_double ? -1060 : -140) : any;
    case FIRST_ROW_TINY: return i == 0 ? ldexp(any, is_double ? -1060 : -140) : any;
    case BIDIAGONAL: return i == j || i + 1 == j ? any : 0;
    default: return 0;
    }
}

static matrix matrix_of(enum kind kind, ra_dtype dtype, int64_t batch, int64_t rows, int64_t columns)
{
    matrix m = matrix_new(batch, rows, columns);
    for (int64_t b = 0; b < batch; b++)
        for (int64_t i = 0; i < rows; i++)
            for (int64_t j = 0; j < columns; j++) {
                const double x = element(kind, dtype == RA_FLOAT64, rows, columns, i, j);
                *at(&m, b, i, j) = dtype == RA_FLOAT32 ? (double)(float)x : x;
            }
    return m;
}

static int descends(const void *a, const void *b)
{
    const long double x = *(const long double *)a, y = *(const long double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

/* Columns are turned, two by two, until all are orthogonal: their lengths then. */
static void jacobi(const matrix *m, int64_t b, long double *values)
{
    const bool turned = m->rows < m->columns;
    const int64_t rows = turned ? m->columns : m->rows, columns = turned ? m->rows : m->columns;
    long double *a = malloc(sizeof *a * (size_t)(rows * columns + 1));
    for (int64_t j = 0; j < columns; j++)
        for (int64_t i = 0; i < rows; i++)
            a[j * rows + i] = __real__ *(turned ? at(m, b, j, i) : at(m, b, i, j));
    for (int sweep = 0, turns = 1; sweep < 60 && turns; sweep++) {
        turns = 0;
        for (int64_t p = 0; p < columns; p++)
            for (int64_t q = p + 1; q < columns; q++) {
                long double *x = a + p * rows, *y = a + q * rows, xx = 0, yy = 0, xy = 0;
                for (int64_t i = 0; i < rows; i++) {
                    xx += x[i] * x[i];
                    yy += y[i] * y[i];
                    xy += x[i] * y[i];
                }
                if (xy == 0 || xy * xy <= 1e-36L * xx * yy)
                    continue;
                turns++;
                const long double zeta = (yy - xx) / (2 * xy), tangent = (zeta < 0 ? -1 : 1) / (fabsl(zeta) + sqrtl(1 + zeta * zeta));
                const long double cosine = 1 / sqrtl(1 + tangent * tangent), sine = cosine * tangent;
                for (int64_t i = 0; i < rows; i++) {
                    const long double was = x[i];
                    x[i] = cosine * was - sine * y[i];
                    y[i] = sine * was + cosine * y[i];
                }
            }
    }
    for (int64_t j = 0; j < columns; j++) {
        values[j] = 0;
        for (int64_t i = 0; i < rows; i++)
            values[j] += a[j * rows + i] * a[j * rows + i];
        values[j] = sqrtl(values[j]);
    }
    qsort(values, (size_t)columns, sizeof *values, descends);
    free(a);
}

static ra_tensor *values_of(const ra_tensor *t)
{
    return ra__hidden(singular_values, {.tensor = t, .kind = RA_ARG_TENSOR});
}

/* How far they are off, in units of the largest's last digit. */
static double deviation(const matrix *values, int64_t b, const long double *expected, int64_t k, ra_dtype dtype)
{
    const long double unit = fmaxl(expected[0] * (dtype == RA_FLOAT64 ? 0x1p-53L : 0x1p-24L), dtype == RA_FLOAT64 ? 0x1p-1074L : 0x1p-149L);
    long double worst = 0;
    for (int64_t i = 0; i < k; i++)
        worst = fmaxl(worst, fabsl((long double)__real__ values->x[b * k + i] - expected[i]) / unit);
    return (double)worst;
}

static void check_values(enum kind kind, ra_dtype dtype, int64_t batch, int64_t rows, int64_t columns, enum layout layout)
{
    const int64_t k = rows < columns ? rows : columns;
    matrix a = matrix_of(kind, dtype, batch, rows, columns);
    RA_AUTO ra_tensor *t = to_tensor(&a, dtype, layout, false), *s = values_of(t);
    assert_non_null(s);
    matrix values = from_tensor(s);
    RA_AUTO ra_tensor *u = NULL, *beside = NULL, *vh = NULL;
    assert_int_equal(ra_linalg_svd(t, &u, &beside, &vh, RA_OPTS(ra_linalg_svd, .full_matrices = RA_NO)), RA_OK);
    matrix theirs = from_tensor(beside);
    long double *expected = malloc(sizeof *expected * (size_t)k);
    for (int64_t b = 0; b < batch; b++) {
        jacobi(&a, b, expected);
        for (int64_t i = 0; i < k; i++) {
            assert_true(__real__ values.x[b * k + i] >= 0);
            assert_true(i == 0 || __real__ values.x[b * k + i] <= __real__ values.x[b * k + i - 1]);
        }
        const double off = deviation(&values, b, expected, k, dtype), others = deviation(&theirs, b, expected, k, dtype);
        if (!(off <= others + 4 + sqrt((double)k)))
            fail_msg("%s, %s, %lldx%lld: off by %g units of the largest's last digit, those beside vectors by %g", kinds[kind], ra_dtype_name(dtype), (long long)rows,
                     (long long)columns, off, others);
    }
    free(expected);
    free(a.x);
    free(values.x);
    free(theirs.x);
}

static void test_hostile(void **state)
{
    (void)state;
    static const int64_t shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {2, 2}, {2, 3}, {3, 2}, {4, 4}, {5, 5}, {8, 8}, {9, 9}, {16, 17},
                                        {33, 32}, {40, 40}, {64, 64}, {7, 60}, {90, 11}, {11, 21}, {200, 3}, {70, 45}};
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
            for (int d = 0; d < 2; d++)
                check_values((enum kind)kind, dtypes[d], 2, shapes[k][0], shapes[k][1], (enum layout)((k + (size_t)kind) % LAYOUTS));
}

/* Beside those that vectors were asked for with, in all dtypes, of sizes with groups of columns and vectors of rows to the last but one. */
static void test_sizes(void **state)
{
    (void)state;
    for (int d = 0; d < DTYPES; d++)
        for (int64_t n = 1; n < 150; n += n < 36 ? 1 : 37) {
            matrix a = random_matrix(dtypes[d], 1, n, n + n % 3);
            RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[d], (enum layout)(n % LAYOUTS), true), *s = values_of(t), *u = NULL, *beside = NULL, *vh = NULL;
            assert_int_equal(ra_linalg_svd(t, &u, &beside, &vh), RA_OK);
            matrix values = from_tensor(s), expected = from_tensor(beside);
            check_equal(&values, &expected, (dtypes[d] == RA_FLOAT64 || dtypes[d] == RA_COMPLEX128 ? 0x1p-53 : 0x1p-24) * 8 * (double)n);
            free(a.x);
            free(values.x);
            free(expected.x);
        }
}

static void test_batches(void **state)
{
    (void)state;
    for (int d = 0; d < DTYPES; d++)
        for (int way = 0; way < 3; way++) {
            enum { BATCH = 40 };
            const int64_t rows = way == 1 ? 50 : 21, columns = way == 2 ? 50 : 21;
            matrix a = random_matrix(dtypes[d], BATCH, rows, columns);
            RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[d], (enum layout)way, false), *all = values_of(t);
            for (int64_t b = 0; b < BATCH; b++) {
                RA_AUTO ra_tensor *one = ra_select(t, 0, b), *alone = values_of(one), *of_all = ra_select(all, 0, b);
                char got[21 * 8], expected[21 * 8];
                const size_t bytes = 21 * ra_dtype_size(ra_tensor_dtype(alone));
                assert_int_equal(ra_copy_to(of_all, got, bytes), RA_OK);
                assert_int_equal(ra_copy_to(alone, expected, bytes), RA_OK);
                assert_memory_equal(got, expected, bytes);
            }
            free(a.x);
        }
}

static void test_empty(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{2, 0, 0}, {2, 0, 3}, {2, 3, 0}, {0, 3, 3}, {1, 1 << 30, 0}};
    for (int d = 0; d < DTYPES; d++)
        for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
            RA_AUTO ra_tensor *t = ra_empty(RA_DIMS(shapes[k][0], shapes[k][1], shapes[k][2]), RA_OPTS(ra_empty, .dtype = dtypes[d])), *s = values_of(t);
            assert_int_equal(ra_wait(s), RA_OK);
            assert_int_equal(ra_numel(s), 0);
            assert_int_equal(ra_size(s, -1), shapes[k][1] < shapes[k][2] ? shapes[k][1] : shapes[k][2]);
        }
}

static void test_not_finite(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    static const int64_t shapes[][2] = {{1, 1}, {20, 20}, {20, 60}, {60, 20}};
    for (int d = 0; d < DTYPES; d++)
        for (int v = 0; v < 3; v++)
            for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
                matrix a = random_matrix(dtypes[d], 2, shapes[k][0], shapes[k][1]);
                *at(&a, 1, shapes[k][0] / 2, shapes[k][1] - 1) = bad[v];
                RA_AUTO ra_tensor *t = to_tensor(&a, dtypes[d], ROWS, false), *s = values_of(t), *norm = ra_linalg_matrix_norm_str(t, "nuc");
                assert_int_equal(ra_wait(s), RA_ERR_CONVERGE);
                assert_non_null(strstr(ra_last_error(), "matrix 1: no convergence: an element is not finite"));
                assert_int_equal(ra_wait(norm), RA_ERR_CONVERGE);
                ra_clear_error();
                free(a.x);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hostile), cmocka_unit_test(test_sizes), cmocka_unit_test(test_batches), cmocka_unit_test(test_empty), cmocka_unit_test(test_not_finite),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
