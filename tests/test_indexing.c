/* Reading and writing through indices, and results whose size the data gives. */
#include "helpers/layouts.h"

/* Where tasks fail, which the scope need not know. */
static int finish_failed(void **state)
{
    ra_status status = ra_scope_end();

    (void)state;
    return status == RA_OK || status >= RA_ERR_INDEX ? 0 : -1;
}

/* A task that found an index out of range: whoever reads gets the status. */
static void assert_out_of_range(const ra_tensor *t, const char *part)
{
    char data[4096];

    assert_non_null(t);
    assert_int_equal(ra_copy_to(t, data, (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t))), RA_ERR_INDEX);
    if (!strstr(ra_last_error(), part))
        fail_msg("\"%s\" is not in \"%s\"", part, ra_last_error());
    ra_clear_error();
}

static ra_tensor *as_int32(ra_tensor *index)
{
    return ra_to(index, RA_OPTS(ra_to, .dtype = RA_INT32));
}

/* ---- reading ---- */

/* Index tensors of the cases below, by place. */
static const int64_t rows[] = {1, 0, 1, -2}, columns[] = {2, -1, 0}, grid[] = {0, 3, 1, 1, 2, 0}; /* of sizes 2, 3, 4 */

static int64_t wrap(int64_t i, int64_t size)
{
    return i < 0 ? i + size : i;
}

static int64_t at(int64_t i, int64_t j, int64_t k)
{
    return (i * 3 + j) * 4 + k;
}

static int64_t from_rows(const int64_t *p, const void *c)
{
    (void)c;
    return at(wrap(rows[p[0]], 2), p[1], p[2]);
}

static int64_t from_outer(const int64_t *p, const void *c) /* [rows of (4, 1), columns of (3)] */
{
    (void)c;
    return at(wrap(rows[p[0]], 2), wrap(columns[p[1]], 3), p[2]);
}

static int64_t from_middle_grid(const int64_t *p, const void *c) /* [:, :, grid of (2, 3)] */
{
    (void)c;
    return at(p[0], p[1], grid[p[2] * 3 + p[3]]);
}

static int64_t from_apart(const int64_t *p, const void *c) /* [rows of (4, 1), :, columns of (3)]: in front */
{
    (void)c;
    return at(wrap(rows[p[0]], 2), p[2], wrap(columns[p[1]], 4));
}

static int64_t from_gather(const int64_t *p, const void *c)
{
    (void)c;
    return at(p[0], p[1], grid[p[1] * 3 + p[2]]);
}

static int64_t from_selected(const int64_t *p, const void *c)
{
    (void)c;
    return at(p[0], p[1], grid[p[2]]);
}

static int64_t from_embedding(const int64_t *p, const void *c)
{
    (void)c;
    return grid[p[0] * 3 + p[1]] * 5 + p[2];
}

static void check_reading(ra_dtype dtype, int layout, bool narrow)
{
    ra_tensor *x = tensor_in(dtype, SIZES(2, 3, 4), layout), *weight = tensor_in(dtype, SIZES(4, 5), layout);
    ra_tensor *r = int64s(SIZES(4), rows), *r2 = int64s(SIZES(4, 1), rows), *c = int64s(SIZES(3), columns), *g = int64s(SIZES(2, 3), grid), *g6 = int64s(SIZES(6), grid);
    ra_tensor *g1;

    if (narrow) {
        r = as_int32(r);
        c = as_int32(c);
        g = as_int32(g);
    }
    g1 = ra_expand(ra_unsqueeze(g, 0), RA_DIMS(2, 2, 3));
    assert_moved(ra_index(x, RA_LIST(r)), SIZES(4, 3, 4), from_rows, NULL);
    assert_moved(ra_index(x, RA_LIST(r2, c)), SIZES(4, 3, 4), from_outer, NULL);
    assert_moved(ra_index(x, RA_LIST(RA_NONE, RA_NONE, g)), SIZES(2, 3, 2, 3), from_middle_grid, NULL);
    assert_moved(ra_index(x, RA_LIST(r2, RA_NONE, c)), SIZES(4, 3, 3), from_apart, NULL);
    assert_moved(ra_gather(x, -1, g1), SIZES(2, 2, 3), from_gather, NULL);
    assert_moved(ra_index_select(x, 2, narrow ? as_int32(g6) : g6), SIZES(2, 3, 6), from_selected, NULL);
    assert_moved(ra_embedding(weight, g), SIZES(2, 3, 5), from_embedding, NULL);
}

static void test_reading(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            for (int narrow = 0; narrow < 2; narrow++)
                check_reading(dtype_of_size[k], layout, narrow);
}

/* Strides as PyTorch gives them. */
static void test_index_descriptions(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(2, 3, 4, 5), CONTIGUOUS), *p = tensor_in(RA_FLOAT32, SIZES(5, 4, 3, 2), REVERSED);
    ra_tensor *i = INT64S(0, 1, 1), *grid2 = int64s(SIZES(3, 2), (const int64_t[]){0, 1, 1, 0, 0, 0}), *turned = ra_t(grid2);

    (void)state;
    assert_strides(ra_index(x, RA_LIST(RA_NONE, turned)), SIZES(120, 20, 40, 5, 1));
    assert_strides(ra_index(x, RA_LIST(turned, turned, turned, turned)), SIZES(1, 2));
    assert_strides(ra_index(p, RA_LIST(i)), SIZES(24, 1, 4, 12));
    assert_strides(ra_index(p, RA_LIST(RA_NONE, grid2)), SIZES(1, 30, 15, 5, 90));
    assert_strides(ra_index(p, RA_LIST(RA_NONE, i, RA_NONE, i)), SIZES(15, 1, 5));
    assert_strides(ra_gather(p, 0, int64s(SIZES(1, 2, 1, 2), (const int64_t[4]){0})), SIZES(4, 2, 2, 1));
    assert_strides(ra_index_select(p, 1, i), SIZES(18, 6, 2, 1));
    assert_strides(ra_scatter(p, 0, int64s(SIZES(1, 1, 1, 1), (const int64_t[]){0}), 1.0), SIZES(24, 6, 2, 1));
}

static void test_masks(void **state)
{
    ra_tensor *x = INT64S(10, 11, 12, 13, 14, 15), *m = ra_view(x, RA_DIMS(2, 3));
    ra_tensor *rows_mask = ra_from_copy((uint8_t[]){0, 1}, RA_BOOL, RA_DIMS(2)), *mask = ra_from_copy((uint8_t[]){1, 0, 0, 0, 1, 1}, RA_BOOL, RA_DIMS(2, 3));
    ra_tensor *picked = ra_index(m, RA_LIST(mask)), *row = ra_index(m, RA_LIST(rows_mask, INT64S(-1))), *selected = ra_masked_select(ra_t(m), ra_t(mask));

    (void)state;
    assert_int64s(picked, 3, (const int64_t[]){10, 14, 15});
    assert_int64s(row, 1, (const int64_t[]){15});
    assert_int64s(selected, 3, (const int64_t[]){10, 14, 15});
    assert_int64s(ra_masked_select(m, rows_mask = ra_view(rows_mask, RA_DIMS(2, 1))), 3, (const int64_t[]){13, 14, 15});
    assert_int64s(ra_masked_select(ra_slice(x, 0, 0, 0, 1), ra_from_copy((uint8_t[]){1}, RA_BOOL, RA_DIMS(1))), 0, NULL);
    assert_int_equal(ra_index_put_(m, RA_LIST(mask), INT64S(-5), false), RA_OK);
    assert_int64s(x, 6, (const int64_t[]){-5, 11, 12, 13, -5, -5});
}

/* ---- writing ---- */

static void test_scatter(void **state)
{
    ra_tensor *x = ra_view(INT64S(0, 1, 2, 3, 4, 5), RA_DIMS(2, 3)), *index = int64s(SIZES(2, 2), (const int64_t[]){2, 2, 0, 1});
    ra_tensor *src = int64s(SIZES(2, 3), (const int64_t[]){10, 20, 30, 40, 50, 60}), *out = ra_t(int64s(SIZES(3, 2), (const int64_t[6]){0}));

    (void)state;
    assert_int64s(ra_scatter(x, 1, index, src), 6, (const int64_t[]){0, 1, 20, 40, 50, 5}); /* of two the last stays */
    assert_int64s(ra_scatter(x, 1, as_int32(index), 7), 6, (const int64_t[]){0, 1, 7, 7, 7, 5});
    assert_int64s(ra_scatter(ra_t(x), 0, ra_t(index), ra_t(src)), 6, (const int64_t[]){0, 40, 1, 50, 20, 5});
    assert_int64s(ra_scatter(x, 1, ra_slice(index, 0, 0, 0, 1), src), 6, (const int64_t[]){0, 1, 2, 3, 4, 5});
    assert_int_equal(ra_scatter_out(out, x, 1, index, src), RA_OK);
    assert_int64s(out, 6, (const int64_t[]){0, 1, 20, 40, 50, 5});
    assert_strides(out, SIZES(1, 2));
    assert_int64s(x, 6, (const int64_t[]){0, 1, 2, 3, 4, 5});
    assert_int_equal(ra_scatter_(x, 1, index, src), RA_OK);
    assert_int64s(x, 6, (const int64_t[]){0, 1, 20, 40, 50, 5});
    assert_int_equal(ra_scatter_(x, 1, index, x), RA_ERR_OVERLAP);
    assert_int_equal(ra_scatter_(x, 1, index, ra_scalar_complex(0, 1)), RA_ERR_ARGUMENT);
    assert_int64s(x, 6, (const int64_t[]){0, 1, 20, 40, 50, 5});
}

static ra_tensor *zeros(sizes s)
{
    int64_t *values = calloc((size_t)count_of(&s), sizeof *values);
    ra_tensor *t;

    assert_non_null(values);
    t = int64s(s, values);
    free(values);
    return t;
}

/* Many writes to few places, over many grains, along each dimension: the last in row-major order stays. */
static void test_scatter_order(void **state)
{
    enum { N = 40, M = 6000, K = 7 };
    int64_t *index = malloc(sizeof(int64_t) * N * M), *src = malloc(sizeof(int64_t) * N * M), *expected = calloc(M * N, sizeof(int64_t));

    (void)state;
    assert_true(index && src && expected);
    for (int64_t i = 0; i < N * M; i++) {
        index[i] = i * 31 % K;
        src[i] = i;
    }
    for (int64_t i = 0; i < N * M; i++)
        expected[i / M * K + index[i]] = src[i];
    assert_int64s(ra_scatter(zeros(SIZES(N, K)), 1, int64s(SIZES(N, M), index), int64s(SIZES(N, M), src)), N * K, expected);
    memset(expected, 0, sizeof(int64_t) * M * N);
    for (int64_t i = 0; i < N * M; i++)
        expected[index[i] * M + i % M] = src[i];
    assert_int64s(ra_scatter(zeros(SIZES(K, M)), 0, int64s(SIZES(N, M), index), int64s(SIZES(N, M), src)), K * M, expected);
    free(index);
    free(src);
    free(expected);
}

/* One long dimension, in more grains than one: with several workers the order must hold all the same. */
static void test_serial_order(void **state)
{
    enum { N = 1000000, K = 7, ROUNDS = 10 };
    int64_t *index = malloc(sizeof(int64_t) * N), *src = malloc(sizeof(int64_t) * N), expected[K];
    ra_tensor *i, *s;

    (void)state;
    assert_true(index && src);
    for (int64_t k = 0; k < N; k++) {
        index[k] = k * 31 % K;
        src[k] = k;
        expected[index[k]] = k;
    }
    i = int64s(SIZES(N), index);
    s = int64s(SIZES(N), src);
    for (int round = 0; round < ROUNDS; round++) {
        ra_tensor *put = zeros(SIZES(K));

        assert_int64s(ra_scatter(zeros(SIZES(K)), 0, i, s), K, expected);
        assert_int_equal(ra_index_put_(put, RA_LIST(i), s, false), RA_OK);
        assert_int64s(put, K, expected);
    }
    free(index);
    free(src);
}

static void test_index_put(void **state)
{
    ra_tensor *x = ra_view(INT64S(0, 0, 0, 0, 0, 0), RA_DIMS(2, 3)), *i = INT64S(1, 0, -1, 1), *j = INT64S(2, -3, 2, 0);
    ra_tensor *f = ra_from_copy((float[]){1, 0}, RA_FLOAT32, RA_DIMS(2)), *b = ra_from_copy((uint8_t[]){1, 0}, RA_BOOL, RA_DIMS(2));
    const float *sum;

    (void)state;
    assert_int_equal(ra_index_put_(x, RA_LIST(i, j), INT64S(1, 2, 3, 4), false), RA_OK);
    assert_int64s(x, 6, (const int64_t[]){2, 0, 0, 4, 0, 3});
    assert_int_equal(ra_index_put_(x, RA_LIST(i, j), INT64S(10, 20, 30, 40), true), RA_OK);
    assert_int64s(x, 6, (const int64_t[]){22, 0, 0, 44, 0, 43});
    assert_int_equal(ra_index_put_(x, RA_LIST(RA_NONE, INT64S(1)), int64s(SIZES(2, 1), (const int64_t[]){7, 8}), false), RA_OK);
    assert_int64s(x, 6, (const int64_t[]){22, 7, 0, 44, 8, 43});
    /* in order: 1 + 1e8 loses the 1 in float32, and - 1e8 then leaves 0 */
    assert_int_equal(ra_index_put_(f, RA_LIST(INT64S(0, 0)), ra_from_copy((float[]){1e8f, -1e8f}, RA_FLOAT32, RA_DIMS(2)), true), RA_OK);
    sum = ra_data_f32(f, NULL);
    assert_non_null(sum);
    assert_true(sum[0] == 0);
    assert_int_equal(ra_index_put_(b, RA_LIST(INT64S(0, 1)), ra_from_copy((uint8_t[]){1, 1}, RA_BOOL, RA_DIMS(2)), true), RA_OK);
    assert_memory_equal(ra_data_bool(b, NULL), ((uint8_t[]){1, 1}), 2);
}

/* ---- nonzero ---- */

static void test_nonzero(void **state)
{
    ra_tensor *x = ra_from_copy((float[]){0, 3, -0.0f, __builtin_nanf(""), 0, 1e-45f}, RA_FLOAT32, RA_DIMS(2, 3)), *found = ra_nonzero(x), *number = ra_nonzero(ra_select(ra_select(x, 0, 0), 0, 1));
    ra_tensor *out = int64s(SIZES(1), (const int64_t[]){0}), *gaps = ra_slice(int64s(SIZES(6, 4), (const int64_t[24]){0}), 1, 0, RA_END, 2);

    (void)state;
    assert_int_equal(ra_size_bound(found, 0), 6);
    assert_sizes(found, SIZES(3, 2));
    assert_strides(found, SIZES(1, 3));
    assert_strides(ra_nonzero(x), SIZES(1, 3)); /* asked for before anything else is */
    assert_int64s(found, 6, (const int64_t[]){0, 1, 1, 0, 1, 2});
    assert_int64s(ra_nonzero(ra_t(x)), 6, (const int64_t[]){0, 1, 1, 0, 2, 1});
    assert_sizes(number, SIZES(1, 0));
    assert_sizes(ra_nonzero(ra_slice(x, 0, 0, 0, 1)), SIZES(0, 2));
    assert_int_equal(ra_nonzero_out(out, x), RA_OK);
    assert_int64s(out, 6, (const int64_t[]){0, 1, 1, 0, 1, 2});
    assert_int_equal(ra_nonzero_out(gaps, x), RA_OK);
    assert_strides(gaps, SIZES(1, 3));
    assert_int64s(gaps, 6, (const int64_t[]){0, 1, 1, 0, 1, 2});
    assert_int_equal(ra_nonzero_out(x, x), RA_ERR_DTYPE);
}

/* Over many grains, in each element size, sparse and dense. */
static void test_nonzero_many(void **state)
{
    enum { N = 500, M = 401 };

    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++) {
        for (int every = 1; every < 5000; every *= 70) {
            const size_t bytes = ra_dtype_size(dtype_of_size[k]);
            unsigned char *data = calloc(N * M, bytes);
            int64_t *expected = malloc(sizeof(int64_t) * 2 * N * M), *values = malloc(sizeof(int64_t) * N * M), count = 0;
            ra_tensor *x, *mask;

            assert_true(data && expected && values);
            for (int64_t i = 0; i < N * M; i++) {
                values[i] = i;
                if (i % every)
                    continue;
                data[(size_t)i * bytes + (size_t)(i / every) % bytes] = 1;
                expected[2 * count] = i / M;
                expected[2 * count++ + 1] = i % M;
            }
            x = ra_from_copy(data, dtype_of_size[k], RA_DIMS(N, M));
            assert_int64s(ra_nonzero(x), 2 * count, expected);
            for (int64_t i = 0; i < count; i++)
                expected[i] = i * every;
            mask = ra_to(x, RA_OPTS(ra_to, .dtype = RA_BOOL));
            assert_int64s(ra_masked_select(int64s(SIZES(N, M), values), mask), count, expected);
            free(data);
            free(expected);
            free(values);
        }
    }
}

/* ---- errors ---- */

static void test_out_of_range(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(5, 3), CONTIGUOUS), *y = tensor_in(RA_FLOAT32, SIZES(5, 3), CONTIGUOUS);

    (void)state;
    assert_out_of_range(ra_index(x, RA_LIST(INT64S(0, 7))), "index 7 is out of range for dimension 0 with size 5");
    assert_out_of_range(ra_index(x, RA_LIST(RA_NONE, INT64S(-4))), "index -4 is out of range for dimension 1 with size 3");
    assert_out_of_range(ra_index(x, RA_LIST(INT64S(INT64_MIN))), "out of range for dimension 0");
    assert_out_of_range(ra_index_select(x, 1, as_int32(INT64S(0, 3))), "index 3 is out of range for dimension 1 with size 3");
    /* Of slices that are empty as well. */
    assert_out_of_range(ra_index_select(ra_narrow(x, 1, 1, 0), 0, INT64S(2, 5)), "index 5 is out of range for dimension 0 with size 5");
    assert_out_of_range(ra_index_select(ra_narrow(ra_t(x), 0, 1, 0), 1, as_int32(INT64S(0, 7))), "index 7 is out of range for dimension 1 with size 5");
    assert_out_of_range(ra_embedding(ra_narrow(x, 1, 1, 0), int64s(SIZES(2, 2), (const int64_t[]){1, 2, -3, 0})), "index -3 is out of range for dimension 0 with size 5");
    assert_int_equal(ra_wait(ra_index_select(ra_narrow(x, 1, 1, 0), 0, INT64S(2, 4))), RA_OK);
    assert_int_equal(ra_wait(ra_index_select(ra_narrow(x, 0, 1, 0), 1, INT64S(2, 2))), RA_OK);
    assert_int_equal(ra_wait(ra_index_select(ra_narrow(x, 0, 1, 0), 0, ra_narrow(INT64S(2, 2), 0, 1, 0))), RA_OK);
    assert_out_of_range(ra_index_select(x, 0, INT64S(-1)), "index -1 is out of range for dimension 0 with size 5");
    assert_out_of_range(ra_gather(x, 0, int64s(SIZES(1, 2), (const int64_t[]){1, 5})), "index 5 is out of range for dimension 0 with size 5");
    assert_out_of_range(ra_scatter(x, 0, int64s(SIZES(1, 2), (const int64_t[]){1, -1}), 1), "index -1 is out of range for dimension 0 with size 5");
    assert_out_of_range(ra_embedding(x, INT64S(2, 5)), "index 5 is out of range for dimension 0 with size 5");
    if (ra_index_put_(y, RA_LIST(INT64S(0, -6)), tensor_in(RA_FLOAT32, SIZES(1), CONTIGUOUS), false) == RA_OK)
        assert_out_of_range(y, "index -6 is out of range for dimension 0 with size 5");
}

static void test_refusals(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(5, 3), CONTIGUOUS), *half = tensor_in(RA_FLOAT16, SIZES(5, 3), CONTIGUOUS), *i = INT64S(0, 1), *i3 = INT64S(0, 1, 2);
    ra_tensor *flat = ra_from_copy((float[]){1}, RA_FLOAT32, RA_DIMS(1)), *short_mask = ra_from_copy((uint8_t[]){1, 1}, RA_BOOL, RA_DIMS(2)), *i2 = ra_view(i, RA_DIMS(1, 2));

    (void)state;
    assert_refused(ra_index(x, RA_LIST()), RA_ERR_ARGUMENT, "indices");
    assert_refused(ra_index(x, RA_LIST(RA_NONE)), RA_ERR_ARGUMENT, "indices");
    assert_refused(ra_index(x, RA_LIST(i, i, i)), RA_ERR_SHAPE, "too many");
    assert_refused(ra_index(x, RA_LIST(i, i3)), RA_ERR_SHAPE, "broadcast");
    assert_refused(ra_index(x, RA_LIST(x)), RA_ERR_DTYPE, "indices[0]");
    assert_refused(ra_index(ra_slice(x, 0, 0, 0, 1), RA_LIST(i)), RA_ERR_SHAPE, "size 0");
    assert_refused(ra_index_select(x, 0, i2), RA_ERR_SHAPE, "index");
    assert_refused(ra_index_select(x, 0, flat), RA_ERR_DTYPE, "index");
    assert_refused(ra_index_select(ra_select(flat, 0, 0), 0, i), RA_ERR_SHAPE, "0-dim");
    assert_refused(ra_gather(x, 0, i), RA_ERR_SHAPE, "dimensions");
    assert_refused(ra_gather(x, 0, int64s(SIZES(1, 4), (const int64_t[4]){0})), RA_ERR_SHAPE, "dimension 1");
    assert_refused(ra_scatter(x, 0, i2, half), RA_ERR_DTYPE, "src");
    assert_refused(ra_scatter(x, 0, i2, ra_view(flat, RA_DIMS(1, 1))), RA_ERR_SHAPE, "src");
    assert_refused(ra_embedding(flat, i), RA_ERR_SHAPE, "weight");
    assert_refused(ra_masked_select(x, short_mask), RA_ERR_SHAPE, "broadcast");
    assert_refused(ra_masked_select(x, x), RA_ERR_DTYPE, "mask");
    assert_int_equal(ra_index_put_(x, RA_LIST(i), half, false), RA_ERR_DTYPE);
    assert_int_equal(ra_index_put_(x, RA_LIST(i), tensor_in(RA_FLOAT32, SIZES(1, 2, 3), CONTIGUOUS), false), RA_ERR_SHAPE);
    assert_int_equal(ra_index_put_(x, RA_LIST(i), ra_select(x, 0, 0), false), RA_ERR_OVERLAP);
    assert_int_equal(ra_index_select_out(x, x, 0, INT64S(0, 1, 2, 3, 4)), RA_ERR_OVERLAP);
}

/* Where there is nothing, every index is out of range, and says so; of more dimensions than one, index_add takes them as PyTorch does. */
static void test_into_nothing(void **state)
{
    (void)state;
    const ra_tensor *line = ra_zeros(RA_DIMS(0)), *flat = ra_zeros(RA_DIMS(2, 0)), *one = ra_ones(RA_DIMS(1)), *column = ra_ones(RA_DIMS(2, 1));
    const ra_tensor *i = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT64)), *both = ra_zeros(RA_DIMS(2, 1), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    const ra_tensor *none = ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64));

    assert_refused(ra_scatter_add(line, 0, i, one), RA_ERR_SHAPE, "dimension 0 has size 0");
    assert_refused(ra_scatter_add(flat, 1, both, column), RA_ERR_SHAPE, "dimension 1 has size 0");
    assert_refused(ra_scatter_reduce(line, 0, i, one, "sum"), RA_ERR_SHAPE, "dimension 0 has size 0");
    assert_refused(ra_index_add(line, 0, i, one), RA_ERR_SHAPE, "dimension 0 has size 0");
    assert_refused(ra_index_copy(line, 0, i, one), RA_ERR_SHAPE, "dimension 0 has size 0");
    assert_refused(ra_index_copy(flat, 1, i, column), RA_ERR_SHAPE, "dimension 1 has size 0");
    assert_refused(ra_index_reduce(flat, 1, i, column, "prod"), RA_ERR_SHAPE, "dimension 1 has size 0");
    assert_non_null(ra_index_add(flat, 1, i, column));
    assert_non_null(ra_scatter_add(line, 0, none, line));
    assert_non_null(ra_index_copy(line, 0, none, line));
}

/* A number is one slice of a vector, and a vector of one a slice of a number, for index_copy alone. */
static void test_numbers_and_vectors(void **state)
{
    (void)state;
    const ra_tensor *number = ra_ones(RA_DIMS()), *line = ra_ones(RA_DIMS(2)), *one = ra_ones(RA_DIMS(1));
    const ra_tensor *i = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT64));

    assert_refused(ra_index_add(line, 0, i, number), RA_ERR_SHAPE, "self of sizes [2] and source of sizes [] differ");
    assert_refused(ra_index_add(number, 0, i, one), RA_ERR_SHAPE, "self of sizes [] and source of sizes [1] differ");
    assert_refused(ra_index_reduce(line, 0, i, number, "prod"), RA_ERR_SHAPE, "self of sizes [2] and source of sizes [] differ");
    assert_refused(ra_index_reduce(number, 0, i, one, "prod"), RA_ERR_SHAPE, "self of sizes [] and source of sizes [1] differ");
    assert_non_null(ra_index_add(number, 0, i, number));
    assert_non_null(ra_index_copy(line, 0, i, number));
    assert_non_null(ra_index_copy(number, 0, i, one));
}

/* ---- long slices: the same bits as by an index for each element, which has another way ---- */

static void assert_same_bits(const ra_tensor *got, const ra_tensor *want)
{
    const size_t bytes = (size_t)ra_numel(want) * ra_dtype_size(ra_tensor_dtype(want));
    char *data[2] = {malloc(bytes), malloc(bytes)};

    assert_true(data[0] && data[1]);
    assert_int_equal(ra_copy_to(got, data[0], bytes), RA_OK);
    assert_int_equal(ra_copy_to(want, data[1], bytes), RA_OK);
    assert_memory_equal(data[0], data[1], bytes);
    free(data[0]);
    free(data[1]);
}

/* Of the slices along dim 1 of self some are named often and some not at all. */
static void check_long_slices(ra_dtype dtype, const ra_tensor *self, const ra_tensor *source, const ra_tensor *index)
{
    const ra_tensor *each = ra_expand(ra_view(index, RA_DIMS(1, -1, 1)), RA_DIMS(2, ra_numel(index), ra_size(self, 2)));
    static const char *const operations[] = {"prod", "mean", "amax", "amin"};
    ra_tensor *in_place = ra_clone(self, NULL);

    assert_same_bits(ra_index_copy(self, 1, index, source), ra_scatter(self, 1, each, source));
    assert_same_bits(ra_index_add(self, 1, index, source), ra_scatter_add(self, 1, each, source));
    assert_int_equal(ra_index_copy_(in_place, 1, index, source), RA_OK);
    assert_int_equal(ra_index_add_(in_place, 1, index, source), RA_OK);
    assert_same_bits(in_place, ra_scatter_add(ra_scatter(self, 1, each, source), 1, each, source));
    for (int k = 0; k < 8 && dtype != RA_COMPLEX64; k++)
        assert_same_bits(ra_index_reduce(self, 1, index, source, operations[k / 2], RA_OPTS(ra_index_reduce, .include_self = k % 2)),
                         ra_scatter_reduce(self, 1, each, source, operations[k / 2], RA_OPTS(ra_scatter_reduce, .include_self = k % 2)));
    assert_same_bits(ra_index_select(self, 1, index), ra_gather(self, 1, each));
    assert_same_bits(ra_embedding(ra_select(self, 0, 1), index), ra_gather(ra_select(self, 0, 1), 0, ra_select(each, 0, 0)));
}

static void test_long_slices(void **state)
{
    enum { SHAPES = 3 };
    static const int64_t shapes[SHAPES][3] = {{300, 700, 50}, {300, 700, 119}, {31, 70, 1101}}; /* slices, entries, length */
    static const ra_dtype dtypes[] = {RA_INT32, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64};

    (void)state;
    ra_manual_seed(5);
    for (size_t k = 0; k < SHAPES * sizeof dtypes / sizeof *dtypes; k++) {
        const ra_dtype dtype = dtypes[k / SHAPES];
        const int64_t slices = shapes[k % SHAPES][0], entries = shapes[k % SHAPES][1], length = shapes[k % SHAPES][2];
        const ra_tensor *self = ra_to(ra_mul(ra_rand(RA_DIMS(2, slices, length)), 3.5), RA_OPTS(ra_to, .dtype = dtype));
        const ra_tensor *source = ra_to(ra_mul(ra_rand(RA_DIMS(2, entries, length)), 2.5), RA_OPTS(ra_to, .dtype = dtype));
        const ra_tensor *index = ra_randint(0, slices - 7, RA_DIMS(entries));

        check_long_slices(dtype, self, source, index);
        assert_same_bits(ra_index_add(self, 1, as_int32(ra_clone(index, NULL)), source), ra_index_add(self, 1, index, source));
        check_long_slices(dtype, ra_transpose(ra_clone(ra_transpose(self, 0, 1), RA_OPTS(ra_clone, .memory_format = "contiguous")), 0, 1), source,
                          ra_slice(ra_repeat_interleave(index, 2, RA_DIMS(0)), 0, 0, 2 * entries, 2));
    }
}

/* Nothing of the result is to be read, and the first index that is out of range is named. */
static void test_long_slices_out_of_range(void **state)
{
    const ra_tensor *self = ra_zeros(RA_DIMS(40, 1000)), *source = ra_ones(RA_DIMS(40, 1000)), *steps = ra_arange(0, 40, 1, RA_OPTS(ra_arange, .dtype = RA_INT64));
    char row[4096];
    ra_tensor *results[] = {ra_index_copy(self, 0, ra_mul(steps, 2), source), ra_index_add(self, 0, ra_mul(steps, 2), source),
                            ra_index_reduce(self, 0, ra_mul(steps, 2), source, "mean")};

    (void)state;
    for (size_t k = 0; k < sizeof results / sizeof *results; k++) {
        assert_int_equal(ra_copy_to(ra_view(ra_slice(results[k], 0, 0, 1, 1), RA_DIMS(1000)), row, 4000), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index 40 is out of range for dimension 0 with size 40"));
        ra_clear_error();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_long_slices, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_long_slices_out_of_range, open_scope, finish_failed),
        cmocka_unit_test_setup_teardown(test_reading, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_index_descriptions, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_masks, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_scatter, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_scatter_order, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_serial_order, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_index_put, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_nonzero, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_nonzero_many, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_out_of_range, open_scope, finish_failed),
        cmocka_unit_test_setup_teardown(test_refusals, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_into_nothing, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_numbers_and_vectors, open_scope, close_scope_refused),
    };

    return cmocka_run_group_tests(tests, start_workers, stop_workers);
}
