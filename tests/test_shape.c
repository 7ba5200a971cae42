/* cat, stack, repeat, flip, tril, triu: descriptions, elements in every layout and element size, variants, refusals. */
#include "helpers/layouts.h"

/* ---- cat and stack ---- */

/* Where an element of a cat along dimension 1 of (2, 3, 4), (2, 1, 4) and (2, 3, 4) comes from. */
static int64_t from_cat(const int64_t *p, const void *c)
{
    const int64_t middle = p[1] % 4;

    (void)c;
    return p[1] == 3 ? p[0] * 4 + p[2] : (p[0] * 3 + middle) * 4 + p[2];
}

static int64_t from_stack(const int64_t *p, const void *c)
{
    const int dim = *(const int *)c;
    int64_t q[3];

    for (int d = 0; d < 3; d++)
        q[d] = p[d + (d >= dim)];
    return (q[0] * 3 + q[1]) * 4 + q[2];
}

static void test_join_elements(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++) {
        for (int layout = 0; layout < LAYOUTS; layout++) {
            const ra_dtype dtype = dtype_of_size[k];
            ra_tensor *a = tensor_in(dtype, SIZES(2, 3, 4), layout), *b = tensor_in(dtype, SIZES(2, 1, 4), (layout + 1) % LAYOUTS);
            ra_tensor *nothing = ra_slice(ra_view(tensor_in(dtype, SIZES(1), CONTIGUOUS), RA_DIMS(1)), 0, 0, 0, 1);

            assert_moved(ra_cat(RA_LIST(a, nothing, b, a), 1), SIZES(2, 7, 4), from_cat, NULL);
            for (int dim = 0; dim < 4; dim++) {
                sizes s = {4, {2, 3, 4}};

                memmove(s.size + dim + 1, s.size + dim, (size_t)(3 - dim) * sizeof *s.size);
                s.size[dim] = 2;
                assert_moved(ra_stack(RA_LIST(a, a), dim - 4), s, from_stack, &dim);
            }
        }
    }
}

static void test_join_descriptions(void **state)
{
    ra_tensor *c = tensor_in(RA_FLOAT32, SIZES(2, 3, 4, 5), CONTIGUOUS), *n = ra_contiguous(c, RA_OPTS(ra_contiguous, .memory_format = "channels_last"));
    ra_tensor *number = ra_select(tensor_in(RA_INT32, SIZES(1), CONTIGUOUS), 0, 0), *half = tensor_in(RA_FLOAT16, SIZES(1, 2), CONTIGUOUS);
    ra_tensor *t;

    (void)state;
    assert_strides(ra_cat(RA_LIST(n, n), 1), SIZES(120, 1, 30, 6));
    assert_strides(ra_cat(RA_LIST(n, c), 1), SIZES(120, 20, 5, 1));
    assert_strides(ra_stack(RA_LIST(n, n), 1), SIZES(120, 3, 1, 30, 6));
    assert_strides(ra_stack(RA_LIST(n, n), 4), SIZES(120, 40, 10, 2, 1));
    t = ra_stack(RA_LIST(number, number), 0);
    assert_sizes(t, SIZES(2));
    assert_int_equal(ra_tensor_dtype(t), RA_INT32);
    t = ra_cat(RA_LIST(tensor_in(RA_INT64, SIZES(3, 2), CONTIGUOUS), half), 0);
    assert_int_equal(ra_tensor_dtype(t), RA_FLOAT16); /* integers do not widen a half */
    t = ra_cat(RA_LIST(tensor_in(RA_FLOAT64, SIZES(0), CONTIGUOUS), half), 1);
    assert_int_equal(ra_tensor_dtype(t), RA_FLOAT64); /* what is skipped is promoted nevertheless */
    assert_sizes(t, SIZES(1, 2));
}

static void test_join_converts(void **state)
{
    ra_tensor *a = INT64S(1, 2), *b = ra_from_copy((float[]){0.5f, -3}, RA_FLOAT32, RA_DIMS(2)), *joined = ra_cat(RA_LIST(a, b, a), 0);
    const float *values = ra_data_f32(joined, NULL);
    const float expected[] = {1, 2, 0.5f, -3, 1, 2};

    (void)state;
    assert_non_null(values);
    for (int i = 0; i < 6; i++)
        assert_true(values[i] == expected[i]);
}

static void test_join_out(void **state)
{
    ra_tensor *a = tensor_in(RA_INT8, SIZES(2, 3, 4), GAPPED), *b = tensor_in(RA_INT8, SIZES(2, 1, 4), REVERSED);
    ra_tensor *small = tensor_in(RA_INT8, SIZES(1), CONTIGUOUS), *turned = ra_permute(tensor_in(RA_INT8, SIZES(4, 7, 2), CONTIGUOUS), RA_DIMS(2, 1, 0));
    ra_tensor *wide = tensor_in(RA_INT32, SIZES(2, 7, 4), CONTIGUOUS), *bools = tensor_in(RA_BOOL, SIZES(2, 7, 4), CONTIGUOUS), *whole = tensor_in(RA_INT8, SIZES(4, 3, 4), CONTIGUOUS);
    int32_t last = 0;

    (void)state;
    assert_int_equal(ra_cat_out(small, RA_LIST(a, b, a), 1), RA_OK);
    assert_moved(small, SIZES(2, 7, 4), from_cat, NULL);
    assert_int_equal(ra_cat_out(turned, RA_LIST(a, b, a), 1), RA_OK);
    assert_strides(turned, SIZES(1, 2, 14));
    assert_moved(turned, SIZES(2, 7, 4), from_cat, NULL);
    assert_int_equal(ra_cat_out(wide, RA_LIST(a, b, a), 1), RA_OK);
    memcpy(&last, (const int32_t *)ra_data(wide, NULL) + 55, sizeof last);
    assert_int_equal(last, (int8_t)byte_of(RA_INT8, 23, 0));
    assert_int_equal(ra_cat_out(bools, RA_LIST(a, b, a), 1), RA_ERR_DTYPE);
    assert_int_equal(ra_cat_out(whole, RA_LIST(ra_narrow(whole, 0, 0, 2), ra_narrow(whole, 0, 2, 2)), 0), RA_ERR_OVERLAP);
    assert_int_equal(ra_cat_out(whole, RA_LIST(whole), 0), RA_ERR_OVERLAP);
}

/* ---- repeat and flip ---- */

static int64_t from_repeat(const int64_t *p, const void *c)
{
    (void)c;
    return (p[1] % 2 * 3 + p[2] % 3) * 4 + p[3] % 4;
}

static int64_t from_flip(const int64_t *p, const void *c)
{
    const int *flipped = c;

    return ((flipped[0] ? 1 - p[0] : p[0]) * 3 + (flipped[1] ? 2 - p[1] : p[1])) * 4 + (flipped[2] ? 3 - p[2] : p[2]);
}

static void test_repeat_and_flip(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++) {
        for (int layout = 0; layout < LAYOUTS; layout++) {
            ra_tensor *x = tensor_in(dtype_of_size[k], SIZES(2, 3, 4), layout), *still = ra_flip(x, RA_DIMS());
            static const sizes dense[LAYOUTS] = {{3, {12, 4, 1}}, {3, {1, 2, 6}}, {3, {12, 4, 1}}};

            assert_moved(ra_repeat(x, RA_DIMS(3, 1, 2, 5)), SIZES(3, 2, 6, 20), from_repeat, NULL);
            assert_moved(ra_repeat(x, RA_DIMS(3, 1, 0, 5)), SIZES(3, 2, 0, 20), from_repeat, NULL);
            assert_moved(ra_flip(x, RA_DIMS(0)), SIZES(2, 3, 4), from_flip, (int[3]){1, 0, 0});
            assert_moved(ra_flip(x, RA_DIMS(-1, 1)), SIZES(2, 3, 4), from_flip, (int[3]){0, 1, 1});
            assert_moved(still, SIZES(2, 3, 4), from_flip, (int[3]){0, 0, 0});
            assert_strides(still, dense[layout]);
            assert_false(ra_shares_storage(still, x));
        }
    }
}

/* ---- triangles ---- */

typedef struct triangle {
    int64_t rows, columns, diagonal;
    bool lower;
} triangle;

static int64_t from_triangle(const int64_t *p, const void *c)
{
    const triangle *t = c;
    const bool kept = t->lower ? p[2] - p[1] <= t->diagonal : p[2] - p[1] >= t->diagonal;

    return kept ? (p[0] * t->rows + p[1]) * t->columns + p[2] : -1;
}

static void test_triangles(void **state)
{
    static const int64_t diagonals[] = {INT64_MIN, -4, -1, 0, 1, 2, 7, INT64_MAX};

    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++) {
        for (int layout = 0; layout < LAYOUTS; layout++) {
            for (size_t d = 0; d < sizeof diagonals / sizeof *diagonals; d++) {
                const sizes s = SIZES(2, 5, 3);
                triangle t = {5, 3, diagonals[d], true};
                ra_tensor *x = tensor_in(dtype_of_size[k], s, layout), *y = tensor_in(dtype_of_size[k], s, layout);

                assert_moved(ra_tril(x, t.diagonal), s, from_triangle, &t);
                assert_int_equal(ra_tril_(x, t.diagonal), RA_OK);
                assert_moved(x, s, from_triangle, &t);
                t.lower = false;
                assert_moved(ra_triu(y, t.diagonal), s, from_triangle, &t);
                assert_int_equal(ra_triu_out(y, y, t.diagonal), RA_OK);
                assert_moved(y, s, from_triangle, &t);
            }
        }
    }
}

/* Rows longer than a grain, more rows than a grain has, and parts of a cat of many grains. */
static void test_many_grains(void **state)
{
    const triangle wide = {2, 100000, 40000, true}, tall = {100000, 2, -40000, false};
    const ra_dtype dtype = RA_COMPLEX128;
    ra_tensor *x = tensor_in(dtype, SIZES(1, 2, 100000), CONTIGUOUS), *y = tensor_in(dtype, SIZES(1, 100000, 2), REVERSED);

    (void)state;
    assert_moved(ra_tril(x, wide.diagonal), SIZES(1, 2, 100000), from_triangle, &wide);
    assert_moved(ra_triu(y, tall.diagonal), SIZES(1, 100000, 2), from_triangle, &tall);
    assert_moved(ra_narrow(ra_cat(RA_LIST(y, ra_transpose(x, 1, 2), y), 0), 0, 2, 1), SIZES(1, 100000, 2), from_triangle, &(triangle){100000, 2, INT64_MIN, false});
}

/*
 * Beside one another, over several grains: of long parts, of ones that have fewer elements than there are grains, and of ones that come to lie a
 * few bytes later in a page.
 */
static void test_parts_share_rows(void **state)
{
    static const int64_t widths[][3] = {{300000, 1, 7}, {4096, 0, 3}, {100000, 100000, 1}, {1, 33333, 2}, {3, 0, 5001}, {1, 1, 2051}};

    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++)
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            ra_tensor *parts[3];
            int64_t at = 0;

            for (int p = 0; p < 3; p++)
                parts[p] = tensor_in(dtype_of_size[k], SIZES(5, widths[i][p]), p == 1 ? REVERSED : CONTIGUOUS);
            ra_tensor *joined = ra_cat(RA_LIST(parts[0], parts[1], parts[2]), 1);
            for (int p = 0; p < 3; at += widths[i][p++]) {
                const size_t bytes = (size_t)(5 * widths[i][p]) * ra_dtype_size(dtype_of_size[k]); /* elements are any, NaN too */
                char *got = malloc(2 * bytes + 1);

                assert_non_null(got);
                assert_int_equal(ra_copy_to(ra_narrow(joined, 1, at, widths[i][p]), got, bytes), RA_OK);
                assert_int_equal(ra_copy_to(parts[p], got + bytes, bytes), RA_OK);
                assert_memory_equal(got, got + bytes, bytes);
                free(got);
            }
        }
}

/* ---- what repeats ---- */

/* Where an element of (1, 3, 7, n) is from: n times each of (1, 3, 7), and 7 times each row of (1, 3, n). */
static int64_t from_spread(const int64_t *p, const void *c)
{
    (void)c;
    return p[1] * 7 + p[2];
}

static int64_t from_again(const int64_t *p, const void *c)
{
    return p[1] * *(const int64_t *)c + p[3];
}

/* Behind two of each row of (1, 3, 7, n + 3). */
static int64_t from_part(const int64_t *p, const void *c)
{
    return (p[1] * 7 + p[2]) * (*(const int64_t *)c + 3) + 2 + p[3];
}

static int64_t from_nowhere(const int64_t *p, const void *c)
{
    (void)p, (void)c;
    return -1;
}

/* An element again and again, a row, and rows that lie apart: of few bytes and of many, to where they lie side by side and to where something lies between. */
static void test_rows_are_copied(void **state)
{
    static const int64_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 513, 1500};
    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            const int64_t n = lengths[i];
            const ra_dtype dtype = dtype_of_size[k];
            ra_tensor *x = tensor_in(dtype, SIZES(1, 3, 7), CONTIGUOUS), *row = tensor_in(dtype, SIZES(1, 3, n), CONTIGUOUS);
            ra_tensor *spread = ra_expand(ra_unsqueeze(x, 3), RA_DIMS(1, 3, 7, n)), *again = ra_expand(ra_unsqueeze(row, 2), RA_DIMS(1, 3, 7, n));
            ra_tensor *apart = ra_narrow(tensor_in(dtype, SIZES(1, 3, 7, n + 3), CONTIGUOUS), 3, 2, n);
            ra_tensor *const from[] = {spread, again, apart};
            int64_t (*const places[])(const int64_t *, const void *) = {from_spread, from_again, from_part};

            assert_moved(ra_contiguous(spread), SIZES(1, 3, 7, n), from_spread, NULL);
            assert_moved(ra_contiguous(again), SIZES(1, 3, 7, n), from_again, &n);
            assert_moved(ra_contiguous(apart), SIZES(1, 3, 7, n), from_part, &n);
            for (int j = 0; j < 6; j++) {
                const int dim = j < 3 ? 2 : 3;
                const int64_t size = dim == 2 ? 7 : n;
                ra_tensor *around = ra_zeros(RA_DIMS(1, 3, dim == 2 ? 10 : 7, dim == 3 ? n + 3 : n), RA_OPTS(ra_zeros, .dtype = dtype));
                ra_tensor *within = ra_narrow(around, dim, 2, size), *before = ra_narrow(around, dim, 0, 2), *behind = ra_narrow(around, dim, size + 2, 1);

                assert_int_equal(ra_copy_(within, from[j % 3]), RA_OK);
                assert_moved(within, SIZES(1, 3, 7, n), places[j % 3], &n);
                assert_moved(ra_cat(RA_LIST(before, behind), dim), dim == 2 ? SIZES(1, 3, 3, n) : SIZES(1, 3, 7, 3), from_nowhere, NULL);
            }
        }
}

/* Long rows to every place in a page beside that which they come from, by each operator that moves some: all of a row, and nothing beside it. */
static void test_rows_are_moved_in_a_page(void **state)
{
    enum { PAGE = 4096, LONGEST = 2 * PAGE + 100, ROOM = 7 * PAGE };
    static const int64_t lengths[] = {1, 31, 2047, 2049, 2079, 2080, 2081, 2112, PAGE - 1, PAGE, PAGE + 1, LONGEST};
    static const int64_t behind[] = {0, 1, 4, 31, 32, 33, 63, 64, 65, PAGE - 1, PAGE - 33};
    uint8_t x[ROOM];
    (void)state;
    for (int k = 0; k < 12 * 11 * 4; k++) {
        const int64_t n = lengths[k / 4 % 12], from = k % 7, to = 3 * PAGE + from + behind[k / 48];
        for (int i = 0; i < ROOM; i++)
            x[i] = (uint8_t)(i * 31 + i / 251 + i / PAGE);
        ra_scope_begin();
        ra_tensor *all = ra_from_copy(x, RA_UINT8, RA_DIMS(ROOM)), *source = ra_narrow(all, 0, from, n), *within = ra_narrow(all, 0, to, n);
        if (k % 4 == 0)
            assert_int_equal(ra_copy_(within, source), RA_OK);
        else if (k % 4 == 1)
            assert_int_equal(ra_cat_out(within, RA_LIST(source), 0), RA_OK);
        else if (k % 4 == 2)
            assert_int_equal(ra_index_copy_(ra_view(within, RA_DIMS(1, n)), 0, ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT64)), ra_view(source, RA_DIMS(1, n))), RA_OK);
        else
            assert_int_equal(ra_copy_(within, ra_roll(ra_roll(source, RA_DIMS(behind[k / 48]), RA_DIMS(0)), RA_DIMS(-behind[k / 48]), RA_DIMS(0))), RA_OK);
        memmove(x + to, x + from, (size_t)n);
        assert_memory_equal(ra_data(all, NULL), x, sizeof x);
        assert_int_equal(ra_scope_end(), RA_OK);
    }
}

/* ---- refusals ---- */

static void test_refusals(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(2, 3), CONTIGUOUS), *y = tensor_in(RA_FLOAT32, SIZES(2, 4), CONTIGUOUS), *z = tensor_in(RA_FLOAT32, SIZES(6), CONTIGUOUS);
    ra_tensor *s = ra_select(z, 0, 0), *wide = ra_expand(s, RA_DIMS(INT64_C(1) << 60)), *self = ra_expand(ra_select(x, 0, 0), RA_DIMS(2, 3));

    (void)state;
    assert_refused(ra_cat(RA_LIST(), 0), RA_ERR_ARGUMENT, "empty");
    assert_refused(ra_cat(RA_LIST(s), 0), RA_ERR_SHAPE, "tensors[0]");
    assert_refused(ra_cat(RA_LIST(x, y), 0), RA_ERR_SHAPE, "dimension 1");
    assert_refused(ra_cat(RA_LIST(x, y, z), 1), RA_ERR_SHAPE, "tensors[2]");
    assert_refused(ra_cat(RA_LIST(x, x), 2), RA_ERR_SHAPE, "dim 2");
    assert_refused(ra_cat(RA_LIST(wide, wide, wide, wide, wide, wide, wide, wide), 0), RA_ERR_OVERFLOW, "fit");
    assert_refused(ra_stack(RA_LIST(), 0), RA_ERR_ARGUMENT, "empty");
    assert_refused(ra_stack(RA_LIST(x, y), 0), RA_ERR_SHAPE, "tensors[1]");
    assert_refused(ra_stack(RA_LIST(x, x), 3), RA_ERR_SHAPE, "dim 3");
    assert_refused(ra_repeat(x, RA_DIMS(2)), RA_ERR_ARGUMENT, "repeats");
    assert_refused(ra_repeat(x, RA_DIMS(2, -1)), RA_ERR_ARGUMENT, "repeats[1]");
    assert_refused(ra_repeat(x, RA_DIMS(INT64_MAX, 1)), RA_ERR_OVERFLOW, "repeats[0]");
    assert_refused(ra_flip(x, RA_DIMS(0, -2)), RA_ERR_ARGUMENT, "dim");
    assert_refused(ra_tril(z, 0), RA_ERR_SHAPE, "matrix");
    assert_int_equal(ra_tril_(self, 0), RA_ERR_OVERLAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_join_elements, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_join_descriptions, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_join_converts, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_join_out, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_repeat_and_flip, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_triangles, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_many_grains, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_parts_share_rows, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_rows_are_copied, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_rows_are_moved_in_a_page, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_refusals, open_scope, close_scope_refused),
    };

    return cmocka_run_group_tests(tests, start_workers, stop_workers);
}
