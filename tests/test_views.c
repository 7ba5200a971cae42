/* Views: what they describe, which elements they show, and what is refused. */
#include "helpers/layouts.h"
#include "io/dlpack_abi.h"

/* ---- descriptions, as PyTorch gives them ---- */

static void check(const ra_tensor *t, sizes size, sizes stride, int64_t offset)
{
    assert_non_null(t);
    assert_sizes(t, size);
    assert_strides(t, stride);
    assert_int_equal(ra_storage_offset(t), offset);
}

static const sizes none = {0, {0}};

static void test_descriptions(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(2, 3, 4), CONTIGUOUS), *p = ra_permute(x, RA_DIMS(2, 0, 1)), *s = ra_select(ra_select(ra_select(x, 0, 1), 0, 1), 0, 1);

    (void)state;
    check(p, SIZES(4, 2, 3), SIZES(1, 12, 4), 0);
    check(s, none, none, 17);
    check(ra_view(x, RA_DIMS(6, -1)), SIZES(6, 4), SIZES(4, 1), 0);
    check(ra_view(p, RA_DIMS(2, 1, 2, 6)), SIZES(2, 1, 2, 6), SIZES(2, 2, 1, 4), 0);
    check(ra_view(s, RA_DIMS(1, 1)), SIZES(1, 1), SIZES(1, 1), 17);
    check(ra_as_strided(x, RA_DIMS(2, 2), RA_DIMS(1, 1), 21), SIZES(2, 2), SIZES(1, 1), 21);
    check(ra_as_strided(s, RA_DIMS(2), RA_DIMS(3), -1), SIZES(2), SIZES(3), 17);
    check(ra_expand(p, RA_DIMS(3, 1, 4, 2, 3)), SIZES(3, 1, 4, 2, 3), SIZES(0, 4, 1, 12, 4), 0);
    check(ra_expand(s, RA_DIMS(2, 3)), SIZES(2, 3), SIZES(0, 0), 17);
    check(ra_broadcast_to(ra_slice(x, 1, 2, 3, 1), RA_DIMS(-1, 5, 4)), SIZES(2, 5, 4), SIZES(12, 0, 1), 8);
    check(ra_transpose(x, 0, -1), SIZES(4, 3, 2), SIZES(1, 4, 12), 0);
    check(ra_t(ra_select(x, 0, -1)), SIZES(4, 3), SIZES(1, 4), 12);
    check(ra_unsqueeze(p, 1), SIZES(4, 1, 2, 3), SIZES(1, 24, 12, 4), 0);
    check(ra_unsqueeze(p, -1), SIZES(4, 2, 3, 1), SIZES(1, 12, 4, 1), 0);
    check(ra_squeeze(ra_view(x, RA_DIMS(1, 2, 1, 12)), RA_ALL), SIZES(2, 12), SIZES(12, 1), 0);
    check(ra_squeeze(ra_view(x, RA_DIMS(1, 2, 1, 12)), RA_DIMS(-4, 1)), SIZES(2, 1, 12), SIZES(12, 12, 1), 0);
    check(ra_squeeze(ra_view(x, RA_DIMS(1, 24)), RA_DIMS()), SIZES(1, 24), SIZES(24, 1), 0);
    check(ra_slice(x, 1, -5, -1, 2), SIZES(2, 1, 4), SIZES(12, 8, 1), 0);
    check(ra_slice(x, 2, 1, RA_END, 2), SIZES(2, 3, 2), SIZES(12, 4, 2), 1);
    check(ra_slice(x, 0, 2, 1, 1), SIZES(0, 3, 4), SIZES(12, 4, 1), 24);
    check(ra_narrow(x, 1, -1, 1), SIZES(2, 1, 4), SIZES(12, 4, 1), 8);
    check(ra_narrow(x, 1, 3, 0), SIZES(2, 0, 4), SIZES(12, 4, 1), 12);
    check(ra_diagonal(x, 1, 0, 1), SIZES(4, 2), SIZES(1, 16), 4);
    check(ra_diagonal(x, -1, 0, 1), SIZES(4, 1), SIZES(1, 16), 12);
    check(ra_diagonal(x, INT64_MIN, 0, 1), SIZES(4, 0), SIZES(1, 16), 0);
    check(ra_flatten(x, 1, -1), SIZES(2, 12), SIZES(12, 1), 0);
    check(ra_flatten(s, 0, -1), SIZES(1), SIZES(1), 17);
    check(ra_view(ra_slice(x, 0, 0, 0, 1), RA_DIMS(3, -1, 4)), SIZES(3, 0, 4), SIZES(4, 4, 1), 0);
    check(ra_view(ra_slice(p, 0, 0, 0, 1), RA_DIMS(0, 2, 3)), SIZES(0, 2, 3), SIZES(1, 12, 4), 0);
    ra_release(x);
}

static void test_views_share(void **state)
{
    ra_tensor *x = tensor_in(RA_INT64, SIZES(3, 4), CONTIGUOUS), *column = ra_select(x, 1, 2), *copy = ra_reshape(ra_t(x), RA_DIMS(12)), *same = ra_reshape(x, RA_DIMS(2, 6));

    (void)state;
    assert_true(ra_shares_storage(x, column));
    assert_true(ra_shares_storage(x, same));
    assert_false(ra_shares_storage(x, copy));
    assert_int_equal(ra_fill_(column, 7), RA_OK);
    for (int row = 0; row < 3; row++) {
        int64_t value = 0;

        assert_int_equal(ra_item_i64(ra_select(ra_select(x, 0, row), 0, 2), &value), RA_OK);
        assert_int_equal(value, 7);
    }
    ra_release(x);
}

/* ---- elements ---- */

typedef struct cut {
    int dim;
    int64_t start, step, inner; /* of the result's place; inner: size of the last dimension of self */
    int64_t columns;            /* diagonal, reshape */
} cut;

static int64_t from_slice(const int64_t *p, const void *c)
{
    const cut *k = c;
    int64_t q[3] = {p[0], p[1], p[2]};

    q[k->dim] = k->start + q[k->dim] * k->step;
    return (q[0] * 3 + q[1]) * 4 + q[2];
}

static int64_t from_permuted(const int64_t *p, const void *c)
{
    (void)c;
    return (p[1] * 3 + p[2]) * 4 + p[0];
}

static int64_t from_permuted_flat(const int64_t *p, const void *c)
{
    const int64_t i = p[0] * 6 + p[1];

    (void)c;
    return (i / 3 % 2 * 3 + i % 3) * 4 + i / 6;
}

static int64_t from_expanded(const int64_t *p, const void *c)
{
    (void)c;
    return (p[1] * 3 + 2) * 4 + p[3];
}

static int64_t from_diagonal(const int64_t *p, const void *c)
{
    (void)c;
    return (p[0] * 3 + p[1]) * 4 + p[1] + 1;
}

static void check_elements(ra_dtype dtype, int layout)
{
    ra_tensor *x = tensor_in(dtype, SIZES(2, 3, 4), layout), *parts[4] = {NULL};
    size_t count = 0;

    for (int dim = 0; dim < 3; dim++) {
        const cut c = {.dim = dim, .start = 1, .step = 2};
        sizes s = SIZES(2, 3, 4);

        s.size[dim] = s.size[dim] / 2;
        assert_moved(ra_slice(x, dim, 1, RA_END, 2), s, from_slice, &c);
    }
    assert_moved(ra_permute(x, RA_DIMS(2, 0, 1)), SIZES(4, 2, 3), from_permuted, NULL);
    assert_moved(ra_reshape(ra_permute(x, RA_DIMS(2, 0, 1)), RA_DIMS(4, 6)), SIZES(4, 6), from_permuted_flat, NULL);
    assert_moved(ra_flatten(ra_permute(x, RA_DIMS(2, 0, 1)), 1, 2), SIZES(4, 6), from_permuted_flat, NULL);
    assert_moved(ra_expand(ra_narrow(x, 1, 2, 1), RA_DIMS(2, -1, 5, 4)), SIZES(2, 2, 5, 4), from_expanded, NULL);
    assert_moved(ra_diagonal(x, 1, 1, 2), SIZES(2, 3), from_diagonal, NULL);

    assert_int_equal(ra_split(x, 3, 2, parts, 4, &count), RA_OK);
    assert_int_equal(count, 2);
    assert_moved(parts[0], SIZES(2, 3, 3), from_slice, &(cut){.dim = 2, .start = 0, .step = 1});
    assert_moved(parts[1], SIZES(2, 3, 1), from_slice, &(cut){.dim = 2, .start = 3, .step = 1});
    assert_int_equal(ra_unbind(x, 1, parts, 4, &count), RA_OK);
    assert_int_equal(count, 3);
    assert_moved(ra_unsqueeze(parts[2], 1), SIZES(2, 1, 4), from_slice, &(cut){.dim = 1, .start = 2, .step = 1});
    ra_release(x);
}

static void test_elements(void **state)
{
    (void)state;
    for (int k = 0; k < DTYPES_OF_SIZE; k++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            check_elements(dtype_of_size[k], layout);
}

/* ---- lists ---- */

static void test_lists(void **state)
{
    ra_tensor *x = tensor_in(RA_INT64, SIZES(5, 2), CONTIGUOUS), *empty = ra_slice(x, 0, 0, 0, 1), *parts[8], *kept[8];
    size_t count = 99;

    (void)state;
    for (int k = 0; k < 8; k++)
        parts[k] = kept[k] = x;
    assert_int_equal(ra_split(x, 2, 0, parts, 2, &count), RA_ERR_ARGUMENT);
    assert_memory_equal(parts, kept, sizeof parts); /* refused: untouched */
    ra_clear_error();
    assert_int_equal(ra_split(empty, 0, 0, parts, 8, &count), RA_OK);
    assert_int_equal(count, 1);
    assert_sizes(parts[0], SIZES(0, 2));
    assert_int_equal(ra_unbind(empty, 0, parts, 8, &count), RA_OK);
    assert_int_equal(count, 0);
    assert_int_equal(ra_split(x, 7, 0, parts, 8, &count), RA_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ra_split(x, 0, 0, parts, 8, &count), RA_ERR_ARGUMENT);
    assert_int_equal(ra_split(x, -1, 0, parts, 8, &count), RA_ERR_ARGUMENT);
    ra_clear_error();
    ra_release(x);
}

/* Asking how many there are, or having room for a few, takes no memory for each. */
static void test_lists_of_billions(void **state)
{
    (void)state;
    ra_tensor *x = ra_expand(ra_ones(RA_DIMS(1)), RA_DIMS(INT32_MAX)), *parts[8] = {NULL};
    size_t count = 0;
    assert_int_equal(ra_unbind(x, 0, NULL, 0, &count), RA_OK);
    assert_int_equal(count, INT32_MAX);
    assert_int_equal(ra_split(x, 2, 0, parts, 8, &count), RA_ERR_ARGUMENT);
    assert_non_null(strstr(ra_last_error(), "has 1073741824 results, room for 8 was given"));
    assert_int_equal(count, 1073741824);
    assert_null(parts[0]);
    ra_clear_error();
}

/* ---- refusals ---- */

static void test_refusals(void **state)
{
    ra_tensor *x = tensor_in(RA_FLOAT32, SIZES(2, 3, 4), CONTIGUOUS), *s = ra_select(ra_select(ra_select(x, 0, 0), 0, 0), 0, 0), *none_left = ra_slice(x, 0, 0, 0, 1);
    const int64_t ones[RA_MAX_DIMS + 1] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    ra_tensor *base = ra_from_copy((float[5]){0}, RA_FLOAT32, RA_DIMS(5));

    (void)state;
    assert_refused(ra_view(x, RA_DIMS(5, 5)), RA_ERR_SHAPE, "[5, 5]");
    assert_refused(ra_view(x, RA_DIMS(-1, -1)), RA_ERR_ARGUMENT, "-1");
    assert_refused(ra_view(x, RA_DIMS(-2, 3)), RA_ERR_ARGUMENT, "negative");
    assert_refused(ra_view(none_left, RA_DIMS(-1, 0)), RA_ERR_SHAPE, "-1");
    assert_refused(ra_view(x, RA_ALL), RA_ERR_ARGUMENT, "size");
    assert_refused(ra_view(s, ra_dims_of(ones, RA_MAX_DIMS + 1)), RA_ERR_SHAPE, "17");
    assert_refused(ra_view(ra_transpose(x, 0, 1), RA_DIMS(24)), RA_ERR_LAYOUT, "reshape");
    assert_refused(ra_view(x, RA_DIMS(INT64_MAX, 2)), RA_ERR_SHAPE, "fit");
    assert_refused(ra_as_strided(base, RA_DIMS(2, 2), RA_DIMS(2, 2), 1), RA_ERR_LAYOUT, "byte 24 of a storage of 20");
    assert_refused(ra_as_strided(base, RA_DIMS(2), RA_DIMS(-1), 1), RA_ERR_ARGUMENT, "stride[0]");
    assert_refused(ra_as_strided(base, RA_DIMS(2), RA_DIMS(1, 1), 0), RA_ERR_ARGUMENT, "stride");
    assert_refused(ra_as_strided(base, RA_DIMS(2), RA_DIMS(1), -2), RA_ERR_ARGUMENT, "storage_offset");
    assert_refused(ra_as_strided(base, RA_DIMS(2), RA_DIMS(INT64_MAX / 2), 0), RA_ERR_OVERFLOW, "fit");
    assert_refused(ra_expand(x, RA_DIMS(3, 4)), RA_ERR_SHAPE, "fewer");
    assert_refused(ra_expand(x, RA_DIMS(2, 3, 5)), RA_ERR_SHAPE, "dimension 2");
    assert_refused(ra_expand(x, RA_DIMS(-1, 2, 3, 4)), RA_ERR_SHAPE, "size[0]");
    assert_refused(ra_permute(x, RA_DIMS(0, 1)), RA_ERR_ARGUMENT, "dims");
    assert_refused(ra_permute(x, RA_DIMS(0, -3, 1)), RA_ERR_ARGUMENT, "twice");
    assert_refused(ra_transpose(x, 0, 3), RA_ERR_SHAPE, "dim 3");
    assert_refused(ra_t(x), RA_ERR_SHAPE, "3 dimensions");
    assert_refused(ra_squeeze(x, RA_DIMS(1, 1)), RA_ERR_ARGUMENT, "dim 1");
    assert_refused(ra_select(x, 1, 3), RA_ERR_ARGUMENT, "index 3 is out of range for dimension 1 with size 3");
    assert_refused(ra_select(s, 0, 0), RA_ERR_SHAPE, "dimensions");
    assert_refused(ra_slice(x, 0, 0, 1, 0), RA_ERR_ARGUMENT, "step");
    assert_refused(ra_narrow(x, 0, 1, 2), RA_ERR_ARGUMENT, "start 1 and length 2");
    assert_refused(ra_narrow(x, 0, 0, -1), RA_ERR_ARGUMENT, "length");
    assert_refused(ra_narrow(x, 0, 3, 0), RA_ERR_ARGUMENT, "start 3");
    assert_refused(ra_diagonal(x, 0, 1, -2), RA_ERR_ARGUMENT, "dimension 1");
    assert_refused(ra_flatten(x, 2, 1), RA_ERR_ARGUMENT, "start_dim");
    ra_release(base);
    ra_release(x);
}

/* Dimensions of size 1 may have any stride that fits in bytes; what is worked out from them stays so. */
static void test_huge_strides(void **state)
{
    const int64_t most = INT64_MAX / 8;
    ra_tensor *x = tensor_in(RA_FLOAT64, SIZES(4), CONTIGUOUS), *wide = ra_as_strided(x, RA_DIMS(1, 1, 2), RA_DIMS(most, most, 1), 0), *empty;

    (void)state;
    assert_non_null(wide);
    empty = ra_slice(wide, 0, 1, 1, 1);
    assert_sizes(empty, SIZES(0, 1, 2));
    assert_int_equal(ra_numel(empty), 0);
    assert_refused(ra_as_strided(x, RA_DIMS(1, 2), RA_DIMS(most + 1, 1), 0), RA_ERR_OVERFLOW, "fit");
    assert_strides(ra_diagonal(wide, 0, 0, 1), SIZES(1, most));
    assert_strides(ra_slice(wide, 0, 0, 1, 2), SIZES(most, most, 1));
    assert_strides(ra_slice(x, 0, 0, RA_END, INT64_MAX), SIZES(1));
    assert_sizes(ra_slice(x, 0, 1, RA_END, INT64_MAX), SIZES(1));
    assert_sizes(ra_unsqueeze(wide, 0), SIZES(1, 1, 1, 2));
    assert_strides(ra_expand(ra_slice(wide, 2, 0, 1, 1), RA_DIMS(1, 1, 1, 1)), SIZES(most, most, most, 1));
    assert_refused(ra_expand(x, RA_DIMS(INT64_C(1) << 31, INT64_C(1) << 31, 4)), RA_ERR_OVERFLOW, "fit");
    ra_release(x);
}

/* ---- in place: the handle alone ---- */

static void test_described_anew(void **state)
{
    ra_tensor *x = tensor_in(RA_INT64, SIZES(2, 1, 4), CONTIGUOUS), *other = ra_ref(x), *same = ra_clone(x), *sum = ra_add(x, 1);

    (void)state;
    assert_int_equal(ra_transpose_(x, 0, 2), RA_OK);
    check(x, SIZES(4, 1, 2), SIZES(1, 4, 4), 0);
    assert_int_equal(ra_squeeze_(x, RA_ALL), RA_OK);
    check(x, SIZES(4, 2), SIZES(1, 4), 0);
    assert_int_equal(ra_t_(x), RA_OK);
    check(x, SIZES(2, 4), SIZES(4, 1), 0);
    assert_int_equal(ra_unsqueeze_(x, 1), RA_OK);
    check(x, SIZES(2, 1, 4), SIZES(4, 4, 1), 0);
    assert_int_equal(ra_transpose_(x, -1, 0), RA_OK);
    check(other, SIZES(2, 1, 4), SIZES(4, 4, 1), 0);
    assert_true(ra_shares_storage(x, other));
    assert_refused(ra_transpose_(x, 0, 3) ? NULL : x, RA_ERR_SHAPE, "3");
    assert_refused(ra_t_(x) ? NULL : x, RA_ERR_SHAPE, "3 dimensions");
    check(x, SIZES(4, 1, 2), SIZES(1, 4, 4), 0);
    bool equal = false;
    assert_int_equal(ra_equal(ra_transpose(x, 0, 2), same, &equal), RA_OK);
    assert_true(equal);
    assert_int_equal(ra_equal(ra_sub(sum, 1), same, &equal), RA_OK);
    assert_true(equal);
    ra_release(other);
    ra_release(x);
}

/* What was recorded on the handle before it changed, and what is recorded after, each go by what it was then. */
static void test_described_anew_while_work_is_pending(void **state)
{
    enum { N = 300 };

    (void)state;
    for (int round = 0; round < 30; round++) {
        ra_tensor *x = ra_arange(0, N * N, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *m = ra_view(x, RA_DIMS(N, N)), *before, *after;
        assert_int_equal(ra_add_(m, 1), RA_OK);
        before = ra_sum(m, RA_DIMS(0));
        assert_int_equal(ra_t_(m), RA_OK);
        after = ra_sum(m, RA_DIMS(0));
        assert_int_equal(ra_mul_(ra_select(m, 0, 0), 0), RA_OK);
        double value;
        assert_int_equal(ra_item_f64(ra_select(before, 0, 1), &value), RA_OK);
        assert_true(value == N * (N - 1) / 2.0 * N + 2.0 * N);
        assert_int_equal(ra_item_f64(ra_select(after, 0, 1), &value), RA_OK);
        assert_true(value == N * (N - 1) / 2.0 + (double)N * N + N);
        assert_int_equal(ra_item_f64(ra_select(x, 0, N), &value), RA_OK);
        assert_true(value == 0);
    }
}

static void test_a_loan_is_described_as_it_was_lent(void **state)
{
    float values[6] = {0, 1, 2, 3, 4, 5};
    ra_tensor *x = ra_from_data(values, RA_FLOAT32, RA_DIMS(2, 3), RA_OPTS(ra_from_data, .readonly = true)), *y = tensor_in(RA_FLOAT32, SIZES(2, 3), CONTIGUOUS);
    struct DLManagedTensor *loan = ra_to_dlpack_unversioned(y);

    (void)state;
    assert_int_equal(ra_t_(x), RA_OK); /* what it holds is not written */
    check(x, SIZES(3, 2), SIZES(1, 3), 0);
    assert_non_null(loan);
    assert_int_equal(ra_t_(y), RA_OK);
    check(y, SIZES(3, 2), SIZES(1, 3), 0);
    assert_int_equal(loan->tensor.sizes[0], 2);
    assert_int_equal(loan->tensor.strides[0], 3);
    loan->deleter(loan);
    ra_release(y);
}

/* ---- other sizes ---- */

static void test_resize(void **state)
{
    ra_tensor *x = tensor_in(RA_INT64, SIZES(2, 3), CONTIGUOUS), *head = ra_view(x, RA_DIMS(6)), *same = ra_clone(head), *column = ra_select(x, 1, 1);
    bool equal = false;

    (void)state;
    assert_int_equal(ra_resize_(column, RA_DIMS(2)), RA_OK);
    check(column, SIZES(2), SIZES(3), 1); /* its own strides, as the sizes stay */
    assert_int_equal(ra_resize_(column, RA_DIMS(2), RA_OPTS(ra_resize_, .memory_format = "contiguous")), RA_OK);
    check(column, SIZES(2), SIZES(1), 1);
    assert_int_equal(ra_resize_(x, RA_DIMS(3)), RA_OK);
    check(x, SIZES(3), SIZES(1), 0);
    assert_int_equal(ra_add_(head, 1), RA_OK);
    assert_int_equal(ra_resize_(x, RA_DIMS(100, 1000)), RA_OK);
    check(x, SIZES(100, 1000), SIZES(1000, 1), 0);
    assert_int_equal(ra_fill_(ra_narrow(ra_flatten(x, 0, -1), 0, 6, 99994), 7), RA_OK);
    assert_int_equal(ra_add_(head, 1), RA_OK); /* it sees the same storage still */
    assert_int_equal(ra_equal(ra_sub(ra_narrow(ra_flatten(x, 0, -1), 0, 0, 6), 2), same, &equal), RA_OK);
    assert_true(equal);
    assert_int_equal(ra_resize_(x, RA_DIMS(1, 2, 3, 2), RA_OPTS(ra_resize_, .memory_format = "channels_last")), RA_OK);
    check(x, SIZES(1, 2, 3, 2), SIZES(12, 1, 4, 2), 0);
    assert_refused(ra_resize_(x, RA_DIMS(2, -1)) ? NULL : x, RA_ERR_SHAPE, "negative");
    assert_refused(ra_resize_(x, RA_DIMS(2), RA_OPTS(ra_resize_, .memory_format = "channels_last")) ? NULL : x, RA_ERR_SHAPE, "4 dimensions");
    assert_refused(ra_resize_(x, RA_DIMS(INT64_C(1) << 40, INT64_C(1) << 40)) ? NULL : x, RA_ERR_OVERFLOW, "fit");
    check(x, SIZES(1, 2, 3, 2), SIZES(12, 1, 4, 2), 0);
    ra_release(x);
}

static void test_resize_of_a_borrowed_buffer(void **state)
{
    float values[6] = {0, 1, 2, 3, 4, 5};
    ra_tensor *x = ra_from_data(values, RA_FLOAT32, RA_DIMS(6), NULL);

    (void)state;
    assert_int_equal(ra_resize_(x, RA_DIMS(2, 2)), RA_OK);
    check(x, SIZES(2, 2), SIZES(2, 1), 0);
    assert_int_equal(ra_resize_(x, RA_DIMS(3, 2)), RA_OK);
    assert_refused(ra_resize_(x, RA_DIMS(7)) ? NULL : x, RA_ERR_SHAPE, "self is a borrowed buffer of 24 bytes and cannot grow to 28");
    check(x, SIZES(3, 2), SIZES(2, 1), 0);
}

/* A failure among the values that stay is there after it has grown, and gone once they are written. */
static void test_resize_keeps_a_failure(void **state)
{
    ra_tensor *zero = ra_zeros(RA_DIMS(3), RA_OPTS(ra_zeros, .dtype = RA_INT64)), *x = ra_floor_divide(zero, zero);
    double value;

    (void)state;
    assert_int_equal(ra_resize_(x, RA_DIMS(4000)), RA_OK);
    assert_int_equal(ra_wait(x), RA_ERR_DIVIDE);
    ra_clear_error();
    assert_int_equal(ra_fill_(x, 2), RA_OK);
    assert_int_equal(ra_item_f64(ra_sum(x), &value), RA_OK);
    assert_true(value == 8000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_descriptions, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_described_anew, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_described_anew_while_work_is_pending, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_a_loan_is_described_as_it_was_lent, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_resize, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_resize_of_a_borrowed_buffer, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_resize_keeps_a_failure, open_scope, close_scope_whatever),
        cmocka_unit_test_setup_teardown(test_views_share, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_elements, open_scope, close_scope),
        cmocka_unit_test_setup_teardown(test_lists, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_lists_of_billions, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_refusals, open_scope, close_scope_refused),
        cmocka_unit_test_setup_teardown(test_huge_strides, open_scope, close_scope_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
