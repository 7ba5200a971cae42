/*
 * The elementwise operators and copies against a plain scalar reference, over the layouts and dtypes that choose between
 * the engine's ways: rows and tiles, in place and by way of scratch, turned blocks, broadcast numbers. A failing random
 * case prints the seed that reproduces it.
 */
#include "helpers/contents.h"
#include "helpers/own_operators.h"

#include "meta/dtype.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_NDIM = 4 };

/* ---- tensors of any layout ---- */

/* A number that every dtype of its kind holds, so that conversions among integers only wrap. */
static ra_scalar draw_number(ra_dtype d)
{
    double x = (double)(below(2001) - 1000) / 8, y = (double)(below(200) - 100);
    if (d == RA_BOOL)
        return RA_I(below(2));
    return ra__is_integral(d) ? RA_I((int64_t)draw()) : ra__is_complex(d) ? RA_C(x, y) : RA_F(x);
}

static int64_t round_up(int64_t n)
{
    return n > 0 ? n : 1;
}

/* Random strides: any order of the dimensions, with gaps, steps and (if repeats) stride 0. */
static ra_tensor *make(ra_dtype dtype, int ndim, const int64_t *sizes, bool repeats)
{
    int order[MAX_NDIM];
    int64_t strides[MAX_NDIM], step = below(6) ? 1 : 2;
    for (int d = 0; d < ndim; d++)
        order[d] = ndim - 1 - d;
    for (int d = ndim - 1; d > 0 && below(2); d--) {
        int other = (int)below(d + 1), t = order[d];
        order[d] = order[other];
        order[other] = t;
    }
    for (int d = 0; d < ndim; d++) {
        strides[order[d]] = step;
        step *= round_up(sizes[order[d]]) + (below(4) ? 0 : 1 + below(2));
        if (repeats && !below(6))
            strides[order[d]] = 0;
    }
    int64_t extent = 1;
    for (int d = 0; d < ndim; d++)
        extent += (round_up(sizes[d]) - 1) * strides[d];
    size_t size = ra_dtype_size(dtype);
    char *data = malloc((size_t)extent * size);
    assert_non_null(data);
    for (int64_t i = 0; i < extent; i++)
        ra__scalar_store(draw_number(dtype), dtype, data + (size_t)i * size);
    RA_AUTO ra_tensor *base = ra_from_copy(data, dtype, RA_DIMS(extent));
    free(data);
    ra_tensor *view = ra_as_strided(base, ra_dims_of(sizes, ndim), ra_dims_of(strides, ndim), 0);
    assert_non_null(view);
    return view;
}

/* Where element `index` (of a shape that t broadcasts to) lies. */
static const char *element_at(const ra_tensor *t, const char *data, int ndim, const int64_t *index)
{
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS], offset = 0;
    int own = ra_ndim(t);
    assert_int_equal(ra_sizes(t, sizes), RA_OK);
    ra_strides(t, strides);
    for (int d = 0; d < own; d++)
        offset += sizes[d] == 1 ? 0 : index[ndim - own + d] * strides[d];
    return data + offset * (int64_t)ra_dtype_size(ra_tensor_dtype(t));
}

static bool next_index(int ndim, const int64_t *sizes, int64_t *index)
{
    for (int d = ndim - 1; d >= 0; d--) {
        if (++index[d] < sizes[d])
            return true;
        index[d] = 0;
    }
    return false;
}

/* Fills sizes; small enough to go through by elements, now and then with a dimension of 0. */
static int draw_sizes(int64_t *sizes)
{
    static const int64_t most[MAX_NDIM + 1] = {0, 30000, 180, 34, 12};
    int ndim = (int)below(MAX_NDIM + 1);
    for (int d = 0; d < ndim; d++)
        sizes[d] = below(50) == 0 ? 0 : below(4) == 0 ? 1 + below(4) : 1 + below(most[ndim]);
    return ndim;
}

static ra_dtype draw_dtype(void)
{
    return (ra_dtype)(1 + below(RA_DTYPE_COUNT - 1));
}

/* Converts an element the way that operands are converted: halves and complex parts one by one. */
static ra_scalar converted(ra_scalar s, ra_dtype to)
{
    unsigned char element[16];
    ra__scalar_store(s, to, element);
    return ra__scalar_load(to, element);
}

static void assert_element(ra_scalar want, ra_dtype dtype, const char *got, uint64_t case_seed)
{
    unsigned char element[16];
    ra__scalar_store(want, dtype, element);
    ra_scalar a = ra__scalar_load(dtype, element), b = ra__scalar_load(dtype, got);
    bool equal = a.kind < RA_SCALAR_FLOAT ? a.value.i == b.value.i
                                          : a.value.f[0] == b.value.f[0] && (a.kind == RA_SCALAR_FLOAT || a.value.f[1] == b.value.f[1]);
    if (!equal)
        fail_msg("seed %llu: %s, want %g or %lld, got %g or %lld", (unsigned long long)case_seed, ra_dtype_name(dtype), a.value.f[0],
                 (long long)a.value.i, b.value.f[0], (long long)b.value.i);
}

/* ---- sums, over everything that the engine tells apart ---- */

static ra_scalar sum_of(ra_scalar a, ra_scalar b, int64_t alpha, ra_dtype common)
{
    a = converted(a, common);
    b = converted(b, common);
    if (common == RA_BOOL)
        return RA_I(a.value.i | (alpha && b.value.i));
    if (ra__is_integral(common))
        return RA_I((int64_t)((uint64_t)a.value.i + (uint64_t)alpha * (uint64_t)b.value.i));
    if (ra__is_complex(common))
        return RA_C(a.value.f[0] + (double)alpha * b.value.f[0], a.value.f[1] + (double)alpha * b.value.f[1]);
    return RA_F(a.value.f[0] + (double)alpha * b.value.f[0]);
}

/* Floating values are small multiples of 1/8, so that the reference in double rounds once, as the operator does. */
static void check_sum(uint64_t case_seed)
{
    seed = case_seed;
    int64_t sizes[MAX_NDIM], small[MAX_NDIM], index[MAX_NDIM] = {0};
    int ndim = draw_sizes(sizes), lead = ndim && !below(4) ? (int)below(ndim) : 0;
    for (int d = lead; d < ndim; d++)
        small[d - lead] = below(5) ? sizes[d] : 1;
    ra_dtype first = draw_dtype(), second = below(2) ? first : draw_dtype();
    if ((first <= RA_INT64) != (second <= RA_INT64))
        second = first; /* sums of large integers and floats round twice */
    RA_AUTO ra_tensor *a = make(first, ndim, sizes, true), *b = make(second, ndim - lead, small, true);
    int64_t alpha = below(2) ? 1 : 3;
    RA_AUTO ra_tensor *sum = ra_add(a, b, RA_OPTS(ra_add, .alpha = RA_I(alpha)));
    assert_non_null(sum);
    ra__promotion p = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};
    ra__promote_tensor(&p, first, ndim);
    ra__promote_tensor(&p, second, ndim - lead);
    ra_dtype common = ra__promoted(&p);
    assert_int_equal(ra_tensor_dtype(sum), common);
    if (ra_numel(sum) == 0)
        return;
    const char *da = bytes_of(a), *db = bytes_of(b), *ds = bytes_of(sum);
    do {
        ra_scalar x = ra__scalar_load(first, element_at(a, da, ndim, index)), y = ra__scalar_load(second, element_at(b, db, ndim, index));
        assert_element(sum_of(x, y, alpha, common), common, element_at(sum, ds, ndim, index), case_seed);
    } while (next_index(ndim, sizes, index));
}

static void test_sums(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 1500; i++)
        check_sum(0x9e3779b97f4a7c15ULL * (i + 1));
}

/* ---- copies ---- */

static void check_copy(uint64_t case_seed)
{
    seed = case_seed;
    int64_t sizes[MAX_NDIM], index[MAX_NDIM] = {0};
    int ndim = draw_sizes(sizes);
    ra_dtype to = draw_dtype(), from = draw_dtype();
    if (to == RA_FLOAT16 && from <= RA_INT64)
        from = to; /* double to half by way of float may round twice where the reference does not */
    RA_AUTO ra_tensor *dst = make(to, ndim, sizes, false), *src = make(from, ndim, sizes, true);
    assert_int_equal(ra_copy_(dst, src), RA_OK);
    if (ra_numel(dst) == 0)
        return;
    const char *dd = bytes_of(dst), *ds = bytes_of(src);
    do
        assert_element(ra__scalar_load(from, element_at(src, ds, ndim, index)), to, element_at(dst, dd, ndim, index), case_seed);
    while (next_index(ndim, sizes, index));
}

static void test_copies(void **state)
{
    (void)state;
    for (uint64_t i = 0; i < 1500; i++)
        check_copy(0xd1342543de82ef95ULL * (i + 1));
}

/* Sizes around the sides of blocks and squares, every width. */
static void test_transposes(void **state)
{
    (void)state;
    static const ra_dtype dtypes[] = {RA_UINT8, RA_INT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX128};
    static const int64_t sides[] = {8, 9, 31, 64, 130, 257, 520};
    for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
        for (size_t i = 0; i < 49; i++) {
            int64_t rows = sides[i / 7], columns = sides[i % 7];
            RA_AUTO ra_tensor *count = ra_arange(0, rows * columns, 1), *flat = ra_to(count, RA_OPTS(ra_to, .dtype = dtypes[d]));
            RA_AUTO ra_tensor *matrix = ra_view(flat, RA_DIMS(rows, columns)), *turned = ra_transpose(matrix, 0, 1), *copy = ra_contiguous(turned);
            assert_non_null(copy);
            size_t size = ra_dtype_size(dtypes[d]);
            const char *from = bytes_of(matrix), *to = bytes_of(copy);
            for (int64_t r = 0; r < rows; r++)
                for (int64_t c = 0; c < columns; c++)
                    assert_memory_equal(to + (size_t)(c * rows + r) * size, from + (size_t)(r * columns + c) * size, size);
        }
}

static void test_float_to_uint8_wraps(void **state)
{
    (void)state;
    float values[1100], wide[1100];
    for (int i = 0; i < 1100; i++)
        values[i] = (float)(i - 300);
    memcpy(wide, values, sizeof wide);
    wide[700] = 3000000000.0f; /* 0xb2d05e00: its block is past what conversion to int32 can do */
    wide[701] = 5000000512.0f; /* 0x12a05f400 */
    RA_AUTO ra_tensor *a = of_floats(values, 1100), *b = of_floats(wide, 1100);
    RA_AUTO ra_tensor *narrow_a = ra_to(a, RA_OPTS(ra_to, .dtype = RA_UINT8)), *narrow_b = ra_to(b, RA_OPTS(ra_to, .dtype = RA_UINT8));
    const uint8_t *from_a = (const uint8_t *)bytes_of(narrow_a), *from_b = (const uint8_t *)bytes_of(narrow_b);
    for (int i = 0; i < 1100; i++) {
        assert_int_equal(from_a[i], (uint8_t)(i - 300));
        if (i != 700 && i != 701)
            assert_int_equal(from_b[i], from_a[i]);
    }
    assert_int_equal(from_b[700], 0);
    assert_int_equal(from_b[701], (uint8_t)5000000512LL);
}

/* To float16 the same as by way of float32. */
static void test_wide_integers_to_halves(void **state)
{
    (void)state;
    static int64_t wide[4 * 70000];
    for (int64_t i = 0; i < 4 * 70000; i++)
        wide[i] = i % 2 ? (i - 140000) / 2 : (i - 140000) * (INT64_MAX / 280000) + i % 7;
    RA_AUTO ra_tensor *x = ra_from_copy(wide, RA_INT64, RA_DIMS(4 * 70000)), *f = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
    RA_AUTO ra_tensor *h = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT16)), *by_way = ra_to(f, RA_OPTS(ra_to, .dtype = RA_FLOAT16));
    assert_memory_equal(bytes_of(h), bytes_of(by_way), 4 * 70000 * sizeof(uint16_t));
}

/* An expanded self holds fewer elements than it shows; fills may write it, nothing else may. */
static void test_fill_of_shared_elements(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *row = ra_zeros(RA_DIMS(3)), *shown = ra_expand(row, RA_DIMS(4, 3)), *other = ra_ones(RA_DIMS(4, 3));
    assert_int_equal(ra_fill_(shown, 2.5), RA_OK);
    for (int i = 0; i < 3; i++)
        assert_true(((const float *)(const void *)bytes_of(row))[i] == 2.5f);
    assert_int_equal(ra_copy_(shown, other), RA_ERR_OVERLAP);
    assert_int_equal(ra_add_(shown, other), RA_ERR_OVERLAP);
    ra_clear_error();
    RA_AUTO ra_tensor *bytes = ra_zeros(RA_DIMS(3), RA_OPTS(ra_zeros, .dtype = RA_UINT8));
    assert_int_equal(ra_fill_(bytes, 300), RA_ERR_ARGUMENT);
    assert_int_equal(ra_fill_(bytes, -1), RA_OK);
    assert_int_equal((uint8_t)bytes_of(bytes)[2], 255);
    ra_clear_error();
}

/* ---- every operator of the table ---- */

/* The arguments of an elementwise operator for one dtype: tensors t, masks, and defaults. */
static size_t arguments(const ra_op *op, ra_arg *args, const ra_tensor *const *t, const ra_tensor *mask)
{
    size_t n = ra_op_arg_count(op), tensors = 0;
    memset(args, 0, n * sizeof *args);
    for (size_t a = 0; a < n; a++) {
        const ra_op_arg *arg = ra_op_arg_at(op, a);
        bool is_mask = !strcmp(arg->name, "condition") || !strcmp(arg->name, "mask");
        if (arg->kind == RA_ARG_TENSOR || arg->kind == RA_ARG_OPERAND)
            args[a] = (ra_arg){.kind = RA_ARG_TENSOR, .tensor = is_mask ? mask : t[tensors++]};
    }
    if (!strcmp(ra_op_name(op), "masked_fill"))
        args[2] = (ra_arg){.kind = RA_ARG_SCALAR, .scalar = RA_I(1)};
    return n;
}

static bool is_elementwise(const ra_op *op)
{
    return (ra_op_properties(op) & RA_OP_ELEMENTWISE) && !(ra_op_properties(op) & RA_OP_COMPOSITE) && strcmp(ra_op_family(op), "copy and conversion") &&
           (ra_op_variants(op) & RA_FUNCTIONAL);
}

/* Values that every operator is defined for: 1 to 9, of halves exact. */
static ra_tensor *small_values(ra_dtype dtype, int64_t n)
{
    RA_AUTO ra_tensor *count = ra_arange(0, n, 1), *nine = ra_remainder(count, 9), *from_one = ra_add(nine, 1);
    return ra_to(from_one, RA_OPTS(ra_to, .dtype = dtype));
}

static ra_tensor *call(const ra_op *op, const ra_tensor *const *t, const ra_tensor *mask)
{
    ra_arg args[12];
    ra_tensor *result = NULL;
    size_t n = arguments(op, args, t, mask);
    ra_status status = ra_call(op, RA_FUNCTIONAL, args, n, &result, 1, NULL);
    ra_clear_error();
    return status ? NULL : result;
}

static void assert_same_bits(const ra_tensor *want, const ra_tensor *got, const char *what)
{
    RA_AUTO ra_tensor *a = ra_contiguous(want), *b = ra_contiguous(got);
    assert_int_equal(ra_tensor_dtype(a), ra_tensor_dtype(b));
    assert_int_equal(ra_numel(a), ra_numel(b));
    if (memcmp(bytes_of(a), bytes_of(b), (size_t)ra_numel(a) * ra_dtype_size(ra_tensor_dtype(a))))
        fail_msg("%s: bits differ", what);
}

/*
 * One operator in one dtype: the same bits from one call over many elements (vectors and tail), from strided and from
 * channel-wise short rows (tiles), from single elements, and in place.
 */
static void check_forms(const ra_op *op, ra_dtype dtype)
{
    enum { N = 1203 };
    char what[80];
    snprintf(what, sizeof what, "%s of %s", ra_op_name(op), ra_dtype_name(dtype));
    RA_AUTO ra_tensor *x = small_values(dtype, N), *y = small_values(dtype, N + 4), *shifted = ra_narrow(y, 0, 4, N);
    RA_AUTO ra_tensor *odd = ra_arange(0, N, 1), *parity = ra_remainder(odd, 2), *mask = ra_eq(parity, 1);
    const ra_tensor *dense[] = {x, shifted, x};
    RA_AUTO ra_tensor *want = call(op, dense, mask);
    if (!want)
        return;

    RA_AUTO ra_tensor *pairs_x = ra_stack(RA_LIST(x, x), 1), *pairs_y = ra_stack(RA_LIST(shifted, shifted), 1), *pairs_mask = ra_stack(RA_LIST(mask, mask), 1);
    RA_AUTO ra_tensor *step_x = ra_select(pairs_x, 1, 0), *step_y = ra_select(pairs_y, 1, 1), *step_mask = ra_select(pairs_mask, 1, 0);
    const ra_tensor *strided[] = {step_x, step_y, step_x};
    RA_AUTO ra_tensor *by_steps = call(op, strided, step_mask);
    assert_same_bits(want, by_steps, what);

    RA_AUTO ra_tensor *rows_x = ra_view(x, RA_DIMS(N / 3, 3)), *turned_x = ra_transpose(rows_x, 0, 1), *copy_x = ra_contiguous(turned_x);
    RA_AUTO ra_tensor *short_x = ra_transpose(copy_x, 0, 1), *short_y = ra_view(shifted, RA_DIMS(N / 3, 3)), *short_mask = ra_view(mask, RA_DIMS(N / 3, 3));
    const ra_tensor *tiled[] = {short_y, short_x, short_y};
    const ra_tensor *flat[] = {shifted, x, shifted};
    RA_AUTO ra_tensor *by_tiles = call(op, tiled, short_mask), *by_rows = call(op, flat, mask);
    assert_same_bits(by_rows, by_tiles, what);

    for (int64_t i = 0; i < N; i += 1 + i / 7) {
        RA_AUTO ra_tensor *one_x = ra_narrow(x, 0, i, 1), *one_y = ra_narrow(shifted, 0, i, 1), *one_mask = ra_narrow(mask, 0, i, 1);
        const ra_tensor *single[] = {one_x, one_y, one_x};
        RA_AUTO ra_tensor *one = call(op, single, one_mask), *same = ra_narrow(want, 0, i, 1);
        assert_same_bits(same, one, what);
    }

    if ((ra_op_variants(op) & RA_INPLACE) && ra_tensor_dtype(want) == dtype) {
        RA_AUTO ra_tensor *self = ra_clone(x);
        const ra_tensor *operands[] = {self, shifted, x};
        ra_arg args[12];
        size_t n = arguments(op, args, operands, mask);
        assert_int_equal(ra_call(op, RA_INPLACE, args, n, NULL, 0, NULL), RA_OK);
        assert_same_bits(want, self, what);
    }
}

/* ---- rows ---- */

enum { DENSE, ONE_ROW, ONE_COLUMN, APART, SINGLE, ROW_FORMS };

/* Rows of `width` from a line of values that is long enough for rows three longer. */
static ra_tensor *rows_of(const ra_tensor *line, int form, int64_t rows, int64_t width)
{
    const int64_t first = form == APART ? 1 : 0, across = form == ONE_COLUMN || form == SINGLE ? 1 : form == APART ? width + 3 : width, down = form == ONE_ROW || form == SINGLE ? 1 : rows;
    RA_AUTO ra_tensor *part = ra_narrow(line, 0, 0, down * across), *table = ra_view(part, RA_DIMS(down, across));
    RA_AUTO ra_tensor *wanted = ra_narrow(table, 1, first, across < width ? across : width);
    return ra_expand(wanted, RA_DIMS(rows, width));
}

static ra_tensor *line_of(const ra_tensor *table)
{
    RA_AUTO ra_tensor *copy = ra_contiguous(table);
    return ra_view(copy, RA_DIMS(-1));
}

/* The same into rows that lie apart, with what is between them as it was. */
static void check_rows_apart(const ra_op *op, const ra_tensor *const *t, const ra_tensor *mask, const ra_tensor *want, int64_t rows, int64_t width, const char *what)
{
    ra_arg args[12];
    const ra_dtype dtype = ra_tensor_dtype(want);
    RA_AUTO ra_tensor *all = ra_ones(RA_DIMS(rows, width + 2), RA_OPTS(ra_ones, .dtype = dtype)), *untouched = ra_clone(all), *out = ra_narrow(all, 1, 1, width);
    ra_tensor *outs[] = {out};
    const size_t n = arguments(op, args, t, mask);
    assert_int_equal(ra_call(op, RA_OUT, args, n, outs, 1, NULL), RA_OK);
    RA_AUTO ra_tensor *got = line_of(out);
    assert_same_bits(want, got, what);
    for (int64_t side = 0; side < 2; side++) {
        RA_AUTO ra_tensor *was = ra_select(untouched, 1, side * (width + 1)), *is = ra_select(all, 1, side * (width + 1));
        assert_same_bits(was, is, what);
    }
}

/* Each operand dense, one row again and again, a column, rows that lie apart, or a single element: as of the same values in one line. How many were. */
static int check_rows(const ra_op *op, ra_dtype dtype, int64_t rows, int64_t width)
{
    int checked = 0;
    char what[120];
    RA_AUTO ra_tensor *x = small_values(dtype, rows * (width + 3) + 5), *y = ra_narrow(x, 0, 5, rows * (width + 3));
    RA_AUTO ra_tensor *odd = ra_arange(0, rows * (width + 3), 1), *third = ra_remainder(odd, 3), *line = ra_eq(third, 1);
    for (int one = 0; one < ROW_FORMS; one++)
        for (int other = 0; other < ROW_FORMS; other++) {
            snprintf(what, sizeof what, "%s of %s, rows of %d, forms %d and %d", ra_op_name(op), ra_dtype_name(dtype), (int)width, one, other);
            const int last = (one + other) % ROW_FORMS;
            RA_AUTO ra_tensor *a = rows_of(x, one, rows, width), *b = rows_of(y, other, rows, width), *c = rows_of(y, last, rows, width), *mask = rows_of(line, last, rows, width);
            RA_AUTO ra_tensor *a_line = line_of(a), *b_line = line_of(b), *c_line = line_of(c), *mask_line = line_of(mask);
            const ra_tensor *in_rows[] = {a, b, c}, *in_line[] = {a_line, b_line, c_line};
            RA_AUTO ra_tensor *want = call(op, in_line, mask_line), *got = call(op, in_rows, mask);
            if (!want)
                return checked;
            assert_non_null(got);
            assert_same_bits(want, got, what);
            checked++;
            if (ra_op_variants(op) & RA_OUT && ra_op_result_count(op) == 1)
                check_rows_apart(op, in_rows, mask, want, rows, width, what);
        }
    return checked;
}

static void test_rows_of_every_operator(void **state)
{
    (void)state;
    static const int64_t widths[] = {3, 8, 13, 33, 130}; /* tiles, rows in one call with and without a rest, rows that are asked for ahead */
    const ra_op *own = registered(HALF_PLUS); /* a loop of the program's, of one row */
    int checked = 0;
    for (size_t i = 0; i < ra_op_count(); i++)
        for (int d = RA_BOOL; d < RA_DTYPE_COUNT && is_elementwise(ra_op_at(i)); d++)
            for (size_t w = 0; ra_op_dtypes(ra_op_at(i)) >> d & 1 && w < sizeof widths / sizeof *widths; w++)
                checked += check_rows(ra_op_at(i), (ra_dtype)d, 11, widths[w]);
    if (checked < 300 * ROW_FORMS * ROW_FORMS * (int)(sizeof widths / sizeof *widths)) /* the table has so many operators and dtypes */
        fail_msg("%d", checked);
    assert_int_equal(ra_op_unregister(own), RA_OK);
}

static void test_every_operator(void **state)
{
    (void)state;
    int forms = 0;
    for (size_t i = 0; i < ra_op_count(); i++)
        for (int d = RA_BOOL; d < RA_DTYPE_COUNT && is_elementwise(ra_op_at(i)); d++)
            if (ra_op_dtypes(ra_op_at(i)) >> d & 1) {
                check_forms(ra_op_at(i), (ra_dtype)d);
                forms++;
            }
    assert_true(forms > 300); /* the table has that many */
}

/* ---- what single operators promise ---- */

/* Halves: tensors of other dtypes are rounded to the promoted one before they are compared. */
static void test_halves_compare_rounded(void **state)
{
    (void)state;
    const int32_t integers[] = {1001};
    const float halves[] = {0.1f};
    RA_AUTO ra_tensor *i = ra_from_copy(integers, RA_INT32, RA_DIMS(1)), *f = of_floats(halves, 1);
    RA_AUTO ra_tensor *thousand = ra_full(RA_DIMS(1), 1000, RA_OPTS(ra_full, .dtype = RA_BFLOAT16)), *tenth = ra_to(f, RA_OPTS(ra_to, .dtype = RA_FLOAT16));
    RA_AUTO ra_tensor *equal = ra_eq(thousand, i), *tenth_equal = ra_eq(tenth, 0.1);
    assert_int_equal(bytes_of(equal)[0], 1);
    assert_int_equal(bytes_of(tenth_equal)[0], 1);
}

/* What is computed by the bits of halves is what float32 gives, for every half beside itself turned, another sign and another magnitude. */
static void test_halves_by_their_bits(void **state)
{
    (void)state;
    enum { COUNT = 65536, OPS = 6 };
    static uint16_t a[COUNT], b[COUNT];
    static const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16};
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < 4; k++) {
            for (int i = 0; i < COUNT; i++)
                a[i] = (uint16_t)i, b[i] = (uint16_t)(k == 0 ? i : k == 1 ? i ^ 0x8000 : k == 2 ? i * 40503 : i + 1);
            RA_AUTO ra_tensor *x = ra_from_copy(a, dtypes[d], RA_DIMS(COUNT)), *y = ra_from_copy(b, dtypes[d], RA_DIMS(COUNT));
            RA_AUTO ra_tensor *x32 = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT32)), *y32 = ra_to(y, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
            RA_AUTO ra_tensor *root32 = ra_sqrt(x32), *root = ra_to(root32, RA_OPTS(ra_to, .dtype = dtypes[d]));
            ra_tensor *got[OPS] = {ra_abs(x), ra_neg(x), ra_relu(x), ra_maximum(x, y), ra_minimum(x, y), ra_sqrt(x)};
            ra_tensor *want[OPS] = {ra_abs(x32), ra_neg(x32), ra_relu(x32), ra_maximum(x32, y32), ra_minimum(x32, y32), ra_to(root, RA_OPTS(ra_to, .dtype = RA_FLOAT32))};
            for (int op = 0; op < OPS; op++) {
                RA_AUTO ra_tensor *wide = ra_to(got[op], RA_OPTS(ra_to, .dtype = RA_FLOAT32));
                const float *gots = (const void *)bytes_of(wide), *wants = (const void *)bytes_of(want[op]);
                for (int i = 0; i < COUNT; i++)
                    assert_true(isnan(wants[i]) ? isnan(gots[i]) : !memcmp(&gots[i], &wants[i], sizeof(float)));
                ra_release(got[op]);
                ra_release(want[op]);
            }
        }
}

/* Rows of halves beside what is none of their dtype, of as many elements, one or a row, and results that are none: values that all of them hold. */
static void test_halves_with_others(void **state)
{
    (void)state;
    enum { ROWS = 5, LENGTH = 9, COUNT = ROWS * LENGTH };
    static const ra_dtype dtypes[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_INT16};
    float a[COUNT], b[COUNT];
    for (int i = 0; i < COUNT; i++)
        a[i] = (float)(i * 7 % 31 - 15) / 4, b[i] = (float)(i * 5 % 29 - 14);
    for (int k = 0; k < 2 * 4 * 3 * 3; k++) {
        const ra_dtype half = dtypes[k % 2], other = dtypes[k / 2 % 4], into = dtypes[k / 8 % 3];
        const int shape = k / 24;
        RA_AUTO ra_tensor *wide = ra_from_copy(a, RA_FLOAT32, RA_DIMS(ROWS, LENGTH)), *many = ra_from_copy(b, RA_FLOAT32, RA_DIMS(COUNT));
        RA_AUTO ra_tensor *beside = shape == 0 ? ra_view(many, RA_DIMS(ROWS, LENGTH)) : shape == 1 ? ra_select(many, 0, 7) : ra_narrow(many, 0, 3, LENGTH);
        RA_AUTO ra_tensor *x = ra_to(wide, RA_OPTS(ra_to, .dtype = half)), *y = ra_to(beside, RA_OPTS(ra_to, .dtype = other));
        RA_AUTO ra_tensor *most = ra_maximum(wide, beside), *least = ra_minimum(beside, wide), *turned = ra_neg(beside);
        RA_AUTO ra_tensor *got = ra_empty(RA_DIMS(ROWS, LENGTH), RA_OPTS(ra_empty, .dtype = into)), *negated = ra_neg(y);
        for (int op = 0; op < 5; op++) {
            RA_AUTO ra_tensor *fresh = op == 0 ? ra_maximum(x, y) : op == 1 ? ra_minimum(y, x) : op == 2 ? ra_ref(negated) : ra_ref(got);
            if (op > 2)
                assert_int_equal(op == 3 ? ra_maximum_out(got, x, y) : ra_minimum_out(got, y, x), RA_OK);
            RA_AUTO ra_tensor *values = ra_to(fresh, RA_OPTS(ra_to, .dtype = RA_FLOAT32)), *want = ra_ref(op == 2 ? turned : op % 3 ? least : most);
            bool equal = false;
            assert_int_equal(ra_equal(values, want, &equal), RA_OK);
            assert_true(equal);
        }
    }
}

/* Each row of one table with each of another, of which a first-level cache does not hold all: they are gone through by parts. */
static void test_rows_with_rows(void **state)
{
    (void)state;
    enum { TABLES = 2, PADDED = 7 };
    static const struct {
        int64_t rows, others, length;
        ra_dtype dtype; /* of the other table */
        bool apart;     /* rows of the result lie apart */
    } cases[] = {
        {8, 64, 300, RA_FLOAT32, false}, {5, 60, 1024, RA_FLOAT32, false}, {4, 61, 300, RA_FLOAT32, false}, {9, 48, 256, RA_FLOAT16, false},
        {8, 64, 300, RA_FLOAT32, true},  {3, 64, 300, RA_FLOAT32, false},  {16, 16, 4096, RA_FLOAT32, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int64_t rows = cases[i].rows, others = cases[i].others, length = cases[i].length;
        RA_AUTO ra_tensor *a = ra_arange(0, TABLES * rows * length, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
        RA_AUTO ra_tensor *b = ra_arange(0, others * length, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
        RA_AUTO ra_tensor *low = ra_remainder(b, 97), *narrow = ra_to(low, RA_OPTS(ra_to, .dtype = cases[i].dtype));
        RA_AUTO ra_tensor *left = ra_view(a, RA_DIMS(TABLES, rows, 1, length)), *right = ra_view(narrow, RA_DIMS(others, length));
        RA_AUTO ra_tensor *room = ra_zeros(RA_DIMS(TABLES, rows, others, length + PADDED));
        RA_AUTO ra_tensor *into = cases[i].apart ? ra_narrow(room, 3, 0, length) : NULL;
        if (into)
            assert_int_equal(ra_sub_out(into, left, right), RA_OK);
        RA_AUTO ra_tensor *dense = into ? ra_contiguous(into) : ra_sub(left, right), *chain = ra_sub(left, right), *chained = ra_neg(chain);
        const float *got = (const void *)bytes_of(dense), *less = (const void *)bytes_of(chained);
        for (int64_t k = 0; k < TABLES * rows * others * length; k++) {
            const int64_t at = k % length, other = k / length % others, row = k / length / others;
            const float want = (float)(row * length + at) - (float)((other * length + at) % 97);
            if (got[k] != want || less[k] != -want)
                fail_msg("case %zu, element %lld: %g and %g, not %g", i, (long long)k, (double)got[k], (double)-less[k], (double)want);
        }
    }
}

/* What is gated goes through tiles: rows of several, and of a part of one. */
static void test_gates_of_long_rows(void **state)
{
    (void)state;
    enum { ROWS = 3, LENGTH = 1300 };
    RA_AUTO ra_tensor *x = ra_randn(RA_DIMS(ROWS, 2 * LENGTH)), *gated = ra_glu(x, 1);
    const float *in = (const void *)bytes_of(x), *out = (const void *)bytes_of(gated);
    for (int i = 0; i < ROWS * LENGTH; i++) {
        const float *row = in + i / LENGTH * 2 * LENGTH;
        const double want = (double)row[i % LENGTH] / (1 + exp(-(double)row[LENGTH + i % LENGTH]));
        if (!(fabs((double)out[i] - want) <= 4e-7 * fabs(want)))
            fail_msg("element %d: %.9g, not %.9g", i, (double)out[i], want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gates_of_long_rows),
        cmocka_unit_test(test_rows_with_rows),
        cmocka_unit_test(test_sums),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_transposes),
        cmocka_unit_test(test_float_to_uint8_wraps),
        cmocka_unit_test(test_wide_integers_to_halves),
        cmocka_unit_test(test_fill_of_shared_elements),
        cmocka_unit_test(test_every_operator),
        cmocka_unit_test(test_rows_of_every_operator),
        cmocka_unit_test(test_halves_compare_rounded),
        cmocka_unit_test(test_halves_by_their_bits),
        cmocka_unit_test(test_halves_with_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
