/* Sizes, strides and offsets near what 64 bits hold: refused, or described exactly, and nothing is written where there is no memory. */
#include "helpers/harness.h"
#include "helpers/layouts.h"

static void assert_status(ra_status got, ra_status wanted, const char *text)
{
    if (got != wanted || !strstr(ra_last_error(), text))
        fail_msg("%s: %s", ra_status_name(got), ra_last_error());
    ra_clear_error();
}

static void assert_all(const ra_tensor *t, int64_t count, float value)
{
    const float *data = ra_data_f32(t, NULL);

    assert_non_null(data);
    assert_int_equal(ra_numel(t), count);
    for (int64_t i = 0; i < count; i++)
        assert_true(data[i] == value);
}

/* 2^46 bytes are the most that one block of memory can have, and 2^56 + 64 are 64 to whoever keeps 56 bits. */
static void test_results_beyond_memory(void **state)
{
    static const int64_t hostile[] = {(INT64_C(1) << 44) + 1, INT64_C(1) << 47, INT64_C(1) << 53, INT64_C(1) << 54, (INT64_C(1) << 54) + 16,
                                      (INT64_C(1) << 55) + 16, INT64_C(3) << 54, INT64_C(1) << 59, INT64_C(1) << 60, (INT64_C(1) << 61) - 1};
    ra_tensor *few = ra_ones(RA_DIMS());

    (void)state;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        const int64_t n = hostile[i];

        assert_refused(ra_ones(RA_DIMS(n)), RA_ERR_MEMORY, "a result of float32 [");
        assert_refused(ra_empty(RA_DIMS(n, 1)), RA_ERR_MEMORY, "more than the 70368744177664 that one on cpu can have");
        assert_refused(ra_contiguous(ra_expand(few, RA_DIMS(n))), RA_ERR_MEMORY, "contiguous");
        assert_refused(ra_add(ra_expand(few, RA_DIMS(n)), 1), RA_ERR_MEMORY, "add");
        assert_status(ra_zeros_out(few, RA_DIMS(n)), RA_ERR_MEMORY, "zeros");
        assert_int_equal(ra_ndim(few), 0);
    }
    assert_refused(ra_ones(RA_DIMS(INT64_C(1) << 61)), RA_ERR_OVERFLOW, "address space");
    assert_all(few, 1, 1);
}

/* An output that begins behind its storage's start has so much less room; what does not fit leaves it as it was. */
static void test_outputs_at_an_offset(void **state)
{
    static const int64_t hostile[] = {(INT64_C(1) << 44) - 5, INT64_C(1) << 44, (INT64_C(1) << 54) + 10, (INT64_C(1) << 61) - 6, (INT64_C(1) << 61) - 1};
    ra_tensor *a = ra_zeros(RA_DIMS(18)), *v = ra_slice(a, 0, 6, 18, 1);

    (void)state;
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        ra_status s = ra_linspace_out(v, 0, 1, hostile[i]);

        assert_true(s == RA_ERR_MEMORY || s == RA_ERR_OVERFLOW);
        assert_non_null(strstr(ra_last_error(), "linspace"));
        ra_clear_error();
        assert_sizes(v, SIZES(12));
    }
    assert_int_equal(ra_wait(v), RA_OK);
    assert_all(a, 18, 0);
}

/* On the meta device a description has 64 bits to itself. */
static void test_descriptions_have_63_bits(void **state)
{
    ra_tensor *a = ra_empty(RA_DIMS(18), RA_OPTS(ra_empty, .device = RA_META)), *v = ra_slice(a, 0, 6, 18, 1);
    ra_tensor *wide = ra_empty(RA_DIMS((INT64_C(1) << 61) - 1), RA_OPTS(ra_empty, .device = RA_META));
    ra_tensor *byte = ra_empty(RA_DIMS(INT64_C(1) << 62), RA_OPTS(ra_empty, .dtype = RA_UINT8, .device = RA_META));
    ra_tensor *complex = ra_empty(RA_DIMS(1), RA_OPTS(ra_empty, .dtype = RA_COMPLEX128, .device = RA_META));

    (void)state;
    assert_int_equal(ra_numel(wide), (INT64_C(1) << 61) - 1);
    assert_status(ra_neg_out(v, wide), RA_ERR_OVERFLOW, "neg");
    assert_sizes(v, SIZES(12));
    assert_int_equal(ra_neg_out(a, ra_slice(wide, 0, 18, RA_END, 1)), RA_OK);
    assert_int_equal(ra_numel(a), (INT64_C(1) << 61) - 19);
    assert_int_equal(ra_neg_out(v, ra_slice(wide, 0, 6, RA_END, 1)), RA_OK); /* its last byte is the storage's 2^63 - 5 */
    assert_non_null(ra_as_strided(v, RA_DIMS((INT64_C(1) << 61) - 1), RA_DIMS(1), 0));
    assert_refused(ra_as_strided(v, RA_DIMS((INT64_C(1) << 61) - 1), RA_DIMS(1), 1), RA_ERR_OVERFLOW, "fit");
    assert_status(ra_add_out(complex, byte, 1), RA_ERR_OVERFLOW, "complex128"); /* its elements are larger than those computed */
    assert_sizes(complex, SIZES(1));
}

/* Strides have to fit in bytes, along dimensions that nothing is stepped along too. */
static void test_strides_in_bytes(void **state)
{
    ra_tensor *bytes, *line;

    (void)state;
    assert_refused(ra_empty_strided(RA_DIMS(1, 2), RA_DIMS(INT64_MAX, 2)), RA_ERR_OVERFLOW, "strides [9223372036854775807, 2]");
    assert_refused(ra_empty_strided(RA_DIMS(0, 2), RA_DIMS(1, INT64_MAX)), RA_ERR_OVERFLOW, "strides");
    bytes = ra_empty_strided(RA_DIMS(1, 2), RA_DIMS(INT64_MAX, 2), RA_OPTS(ra_empty_strided, .dtype = RA_UINT8));
    assert_non_null(bytes);
    assert_int_equal(ra_zero_(bytes), RA_OK);
    line = ra_logical_not(bytes);
    assert_non_null(line);
    assert_int_equal(ra_wait(line), RA_OK);
    line = ra_empty_strided(RA_DIMS(1, 2), RA_DIMS(INT64_MAX, 1), RA_OPTS(ra_empty_strided, .dtype = RA_UINT8)); /* kept where there are no gaps */
    assert_refused(ra_to(line, RA_OPTS(ra_to, .dtype = RA_FLOAT64, .copy = true)), RA_ERR_OVERFLOW, "strides");
    assert_int_equal(ra_wait(ra_add(bytes, ra_unsqueeze(bytes, 0))), RA_OK);
    assert_int_equal(ra_wait(ra_sum(bytes, RA_DIMS(1))), RA_OK);
    assert_int_equal(ra_wait(ra_matmul(bytes, ra_t(bytes))), RA_OK);
    assert_int_equal(ra_wait(ra_cat(RA_LIST(bytes, bytes), 0)), RA_OK);
}

/* Of what has no elements they lie where a storage has places. */
static void test_pieces_of_nothing(void **state)
{
    static ra_tensor *pieces[8];
    const ra_tensor *t = ra_empty_strided(RA_DIMS(8, 0), RA_DIMS(INT64_MAX / 8, 1));
    size_t count;

    (void)state;
    for (int way = 0; way < 4; way++) {
        assert_int_equal(way == 0   ? ra_chunk(t, 8, 0, pieces, 8, &count)
                         : way == 1 ? ra_split(t, 1, 0, pieces, 8, &count)
                         : way == 2 ? ra_split_with_sizes(t, RA_DIMS(1, 1, 1, 1, 1, 1, 1, 1), 0, pieces, 8, &count)
                                    : ra_unbind(t, 0, pieces, 8, &count),
                         RA_OK);
        assert_int_equal(count, 8);
        for (size_t i = 0; i < count; i++)
            assert_in_range(ra_storage_offset(pieces[i]), 0, INT64_C(1) << 46);
    }
}

/* However much of it there would be, it takes neither memory nor time. */
static void test_nothing_of_many(void **state)
{
    const int64_t many = INT64_C(1) << 41;
    const ra_tensor *matrices = ra_empty(RA_DIMS(many, 0, 0)), *rows = ra_empty(RA_DIMS(many, 0)), *one = ra_ones(RA_DIMS(1, 1)), *sides = ra_empty(RA_DIMS(many, 1, 0));
    const ra_tensor *planes = ra_empty(RA_DIMS(1, 0, many, 2)), *square = ra_empty(RA_DIMS(0, 1 << 20, 1 << 20)), *batch = ra_empty(RA_DIMS(0, 1, 2, 2));
    ra_tensor *q, *r, *bags;

    (void)state;
    assert_int_equal(ra_wait(ra_linalg_cholesky(matrices, NULL)), RA_OK);
    assert_int_equal(ra_wait(ra_linalg_inv(matrices)), RA_OK);
    assert_int_equal(ra_linalg_qr(matrices, &q, &r, NULL), RA_OK);
    assert_int_equal(ra_wait(q), RA_OK);
    assert_int_equal(ra_wait(ra_linalg_solve(one, sides, NULL)), RA_OK);
    assert_int_equal(ra_wait(ra_linalg_solve(ra_zeros(RA_DIMS(1, 1)), sides, NULL)), RA_ERR_SINGULAR); /* is told all the same */
    assert_int_equal(ra_wait(ra_linalg_solve(ra_zeros(RA_DIMS(1, 1)), ra_empty(RA_DIMS(0, 1, 1)), NULL)), RA_ERR_SINGULAR);
    assert_int_equal(ra_wait(ra_linalg_solve_triangular(one, sides, RA_OPTS(ra_linalg_solve_triangular, .upper = true))), RA_OK);
    assert_int_equal(ra_wait(ra_cholesky_solve(sides, one, NULL)), RA_OK);
    assert_int_equal(ra_wait(ra_linalg_matrix_power(square, 0)), RA_OK);
    assert_int_equal(ra_wait(ra_upsample_bilinear2d(batch, RA_DIMS(1 << 20, INT64_C(1) << 40), NULL)), RA_OK);
    assert_int_equal(ra_wait(ra_scaled_dot_product_attention(rows, rows, rows, RA_NONE, NULL)), RA_OK);
    bags = ra_embedding_bag(ra_empty(RA_DIMS(3, 0)), ra_empty(RA_DIMS(many, 0), RA_OPTS(ra_empty, .dtype = RA_INT64)), RA_NONE, RA_NONE, RA_OPTS(ra_embedding_bag, .mode = "max"));
    assert_int_equal(ra_wait(bags), RA_OK);
    assert_all(ra_cross_entropy(rows, rows, RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "sum")), 1, 0);
    assert_all(ra_to(ra_isnan(ra_cross_entropy(rows, rows, RA_NONE, NULL)), RA_OPTS(ra_to, .dtype = RA_FLOAT32)), 1, 1);
    assert_all(ra_conv2d(planes, planes, ra_ones(RA_DIMS(1)), NULL), 1, 1);
}

/* Sizes beside one of 0, whose product is none that can be. */
static void test_sizes_beside_nothing(void **state)
{
    const int64_t half = INT64_MAX / 2;
    const ra_tensor *bits = ra_expand(ra_empty(RA_DIMS(1, 1, 0), RA_OPTS(ra_empty, .dtype = RA_BOOL)), RA_DIMS(half, 2, 0));
    const ra_tensor *row = ra_expand(ra_empty(RA_DIMS(1, 0), RA_OPTS(ra_empty, .dtype = RA_BOOL)), RA_DIMS(INT64_MAX - 1, 0));
    const ra_tensor *two = ra_ones(RA_DIMS(2), RA_OPTS(ra_ones, .dtype = RA_BOOL));
    const ra_tensor *made[] = {ra_repeat(two, RA_DIMS(INT64_MAX - 1, 0)), ra_tile(two, RA_DIMS(INT64_MAX - 1, 0)), ra_sum(bits, RA_DIMS(0)), ra_count_nonzero(bits, RA_DIMS(0)),
                               ra_sum(row, RA_DIMS(0)), ra_contiguous(bits), ra_logical_not(bits)};

    (void)state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        assert_int_equal(ra_wait(made[i]), RA_OK);
        assert_int_equal(ra_numel(made[i]), 0);
    }
}

/* What a borrowed buffer is said to have is bounded like memory. */
static void test_borrowed(void **state)
{
    static float data[4];

    (void)state;
    assert_refused(ra_from_data(data, RA_FLOAT32, RA_DIMS(INT64_C(1) << 45), NULL), RA_ERR_OVERFLOW, "ra_from_data");
    assert_refused(ra_from_data(data, RA_FLOAT32, RA_DIMS((INT64_C(1) << 54) + 1), NULL), RA_ERR_OVERFLOW, "ra_from_data");
    assert_refused(ra_from_data(data, RA_FLOAT32, RA_DIMS(2, 2), RA_OPTS(ra_from_data, .strides = RA_DIMS(INT64_MAX / 8, 1))), RA_ERR_OVERFLOW, "");
    assert_refused(ra_from_copy(data, RA_UINT8, RA_DIMS(INT64_MAX)), RA_ERR_OVERFLOW, "");
}

/* Views may repeat few bytes 2^63 times; nobody could wait for an operator that goes through them all. */
static void test_long_loops(void **state)
{
    ra_tensor *one = ra_ones(RA_DIMS(1), RA_OPTS(ra_ones, .dtype = RA_UINT8)), *wide = ra_expand(one, RA_DIMS(INT64_MAX));
    ra_tensor *point = ra_view(one, RA_DIMS(1, 1)), *channel = ra_view(one, RA_DIMS(1, 1, 1, 1)), *planes = ra_expand(channel, RA_DIMS(2, INT64_C(1) << 40, 1, INT64_C(1) << 21));

    (void)state;
    assert_int_equal(ra_numel(wide), INT64_MAX);
    assert_refused(ra_sum(wide, RA_ALL), RA_ERR_OVERFLOW, "more than the 70368744177664 elements");
    assert_refused(ra_all(ra_expand(one, RA_DIMS((INT64_C(1) << 46) + 1)), RA_DIMS(0)), RA_ERR_OVERFLOW, "all: input 0");
    assert_refused(ra_mm(ra_expand(point, RA_DIMS(1, INT64_C(1) << 62)), ra_expand(point, RA_DIMS(INT64_C(1) << 62, 1))), RA_ERR_OVERFLOW, "mm: input 0");
    assert_status(ra_zero_(ra_expand(one, RA_DIMS(INT64_C(1) << 60))), RA_ERR_OVERFLOW, "zero_");
    assert_int_equal(ra_stride(ra_slice(wide, 0, 5, RA_END, INT64_MAX), 0), 0);
    assert_int_equal(ra_numel(ra_slice(wide, 0, 5, RA_END, INT64_MAX - 7)), 2);
    assert_int_equal(ra_numel(ra_slice(wide, 0, 1, RA_END, 2)), INT64_MAX / 2);
    assert_refused(ra_nonzero(wide), RA_ERR_OVERFLOW, "nonzero");
    assert_refused(ra_add(planes, ra_expand(one, RA_DIMS(INT64_C(1) << 20, 1, 1, 1, 1))), RA_ERR_OVERFLOW, "add");
    assert_refused(ra_cat(RA_LIST(planes, planes, planes), 0), RA_ERR_OVERFLOW, "cat");
}

/* Windows of any size over planes of any padding: tables and copies are made for both. */
static void test_windows(void **state)
{
    const int64_t half = INT64_C(1) << 31, most = INT64_C(1) << 60;
    ra_tensor *plane = ra_ones(RA_DIMS(1, 1, 4, 4)), *mean, *values, *indices;

    (void)state;
    assert_refused(ra_avg_pool2d(plane, RA_DIMS(2 * half, 2 * half), RA_OPTS(ra_avg_pool2d, .padding = {half, half})), RA_ERR_OVERFLOW, "padded planes");
    assert_refused(ra_avg_pool2d(plane, RA_DIMS(most, 1), RA_OPTS(ra_avg_pool2d, .padding = {most / 2, 0})), RA_ERR_OVERFLOW, "padded planes");
    assert_refused(ra_avg_pool2d(plane, RA_DIMS(1 << 14, 1 << 14), RA_OPTS(ra_avg_pool2d, .padding = {1 << 13, 1 << 13})), RA_ERR_UNSUPPORTED, "window");
    assert_status(ra_max_pool2d(plane, RA_DIMS(2 * half, 2 * half), &values, &indices, RA_OPTS(ra_max_pool2d, .padding = {half, half})), RA_ERR_OVERFLOW, "padded planes");
    assert_status(ra_max_pool2d(plane, RA_DIMS(2, 2), &values, &indices, RA_OPTS(ra_max_pool2d, .dilation = {most, most}, .padding = {most / 2, most / 2})),
                  RA_ERR_ARGUMENT, "half of kernel_size");
    assert_refused(ra_conv2d(plane, plane, RA_NONE, RA_OPTS(ra_conv2d, .padding = {half, half})), RA_ERR_OVERFLOW, "padded planes");
    assert_refused(ra_upsample_nearest_exact2d(plane, RA_DIMS(INT32_MAX, INT32_MAX), NULL), RA_ERR_OVERFLOW, "upsample"); /* before any place is looked for */
    assert_refused(ra_upsample_bilinear2d(plane, RA_DIMS(1 << 20, INT32_MAX), NULL), RA_ERR_MEMORY, "upsample");
    assert_refused(ra_constant_pad_nd(plane, RA_DIMS(INT64_C(1) << 33, -9), 0), RA_ERR_ARGUMENT, "constant_pad_nd"); /* before anything is filled */
    mean = ra_avg_pool2d(plane, RA_DIMS(4, 4), RA_OPTS(ra_avg_pool2d, .stride = {INT64_MAX / 2, INT64_MAX / 2}));
    assert_all(mean, 1, 1);
    assert_all(ra_conv2d(plane, plane, RA_NONE, RA_OPTS(ra_conv2d, .stride = {INT64_MAX, INT64_MAX})), 1, 16);
    assert_all(ra_conv2d(plane, ra_ones(RA_DIMS(1, 1, 1, 1)), RA_NONE, RA_OPTS(ra_conv2d, .dilation = {INT64_MAX, INT64_MAX})), 16, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(test_results_beyond_memory, open_scope, close_scope_refused),
        TEST_AROUND(test_outputs_at_an_offset, open_scope, close_scope_refused),
        TEST_AROUND(test_descriptions_have_63_bits, open_scope, close_scope_refused),
        TEST_AROUND(test_strides_in_bytes, open_scope, close_scope_refused),
        TEST_AROUND(test_pieces_of_nothing, open_scope, close_scope),
        TEST_AROUND(test_nothing_of_many, open_scope, close_scope_refused),
        TEST_AROUND(test_sizes_beside_nothing, open_scope, close_scope),
        TEST_AROUND(test_borrowed, open_scope, close_scope_refused),
        TEST_AROUND(test_long_loops, open_scope, close_scope_refused),
        TEST_AROUND(test_windows, open_scope, close_scope_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
