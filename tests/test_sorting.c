/*
 * sort, argsort, topk and unique: against simple references, over dtypes, layouts and rows on both sides of every cut;
 * stability, NaN, signed zeros, empty inputs; what is refused; and the same result in whatever order grains are run.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <runahead/engine.h>
#include <runahead/ops.h>
#include <runahead/tensor.h>

#include "helpers/grains.h"

struct input {
    const char *name;
    int ndim;
    int64_t sizes[3], strides[3], extent;
    int dim;
};

static const struct input inputs[] = {
    {"0-dim", 0, {0}, {0}, 1, 0},
    {"one", 1, {1}, {1}, 1, 0},
    {"short", 1, {13}, {1}, 13, 0},
    {"merged", 1, {130}, {1}, 130, 0},
    {"counted", 1, {1000}, {1}, 1000, 0},
    {"long", 1, {100003}, {1}, 100003, 0},
    {"long and strided", 1, {70000}, {2}, 140000, 0},
    {"rows", 2, {40, 333}, {333, 1}, 40 * 333, 1},
    {"columns", 2, {333, 40}, {40, 1}, 40 * 333, 0},
    {"turned", 2, {40, 333}, {1, 40}, 40 * 333, 1},
    {"expanded", 2, {5, 200}, {0, 1}, 200, 1},
    {"box", 3, {6, 50, 7}, {350, 7, 1}, 2100, 1},
    {"long rows", 2, {3, 40000}, {40000, 1}, 120000, 1},
    {"long columns", 2, {33000, 2}, {2, 1}, 66000, 0},
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static uint64_t random_state = 88172645463325252u;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static const ra_dtype dtypes[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT32, RA_FLOAT64};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

/* Values of a small range where `ties`; else some far from the others where the dtype allows; among floating ones NaN, infinities and both zeros. */
static double random_value(ra_dtype dtype, bool ties)
{
    uint64_t bits = random_bits();
    bool real = dtype == RA_FLOAT32 || dtype == RA_FLOAT64;
    if (real && bits % 11 == 0) {
        static const double special[] = {NAN, INFINITY, -INFINITY, 0.0, -0.0};
        return special[bits / 11 % 5];
    }
    double v = ties ? (double)(bits >> 32) / 0x1p32 * 10 : (double)(bits >> 32) / 0x1p32 * (dtype == RA_UINT8 ? 256 : dtype == RA_INT8 ? 128 : 30000);
    v = real && !ties ? v : floor(v);
    if (!ties && bits / 2 % 7 == 0 && (dtype == RA_INT32 || dtype == RA_INT64))
        v *= 65536;
    return dtype == RA_UINT8 || bits % 2 ? v : -v;
}

static void store_value(ra_dtype dtype, void *data, int64_t i, double v)
{
    switch (dtype) {
    case RA_UINT8: ((uint8_t *)data)[i] = (uint8_t)v; break;
    case RA_INT8: ((int8_t *)data)[i] = (int8_t)v; break;
    case RA_INT16: ((int16_t *)data)[i] = (int16_t)v; break;
    case RA_INT32: ((int32_t *)data)[i] = (int32_t)v; break;
    case RA_INT64: ((int64_t *)data)[i] = (int64_t)v; break;
    case RA_FLOAT32: ((float *)data)[i] = (float)v; break;
    default: ((double *)data)[i] = v; break;
    }
}

static double value_at(ra_dtype dtype, const void *data, int64_t i)
{
    switch (dtype) {
    case RA_UINT8: return ((const uint8_t *)data)[i];
    case RA_INT8: return ((const int8_t *)data)[i];
    case RA_INT16: return ((const int16_t *)data)[i];
    case RA_INT32: return ((const int32_t *)data)[i];
    case RA_INT64: return (double)((const int64_t *)data)[i];
    case RA_FLOAT32: return ((const float *)data)[i];
    default: return ((const double *)data)[i];
    }
}

static void *random_data(const struct input *in, ra_dtype dtype, bool ties)
{
    void *data = malloc((size_t)in->extent * ra_dtype_size(dtype));
    for (int64_t i = 0; i < in->extent; i++)
        store_value(dtype, data, i, random_value(dtype, ties));
    return data;
}

/* On a copy of the data: a result that a test leaves unread may still be computed when the test's own are gone. */
static ra_tensor *tensor_of(const struct input *in, ra_dtype dtype, const void *data)
{
    RA_AUTO ra_tensor *all = ra_from_copy(data, dtype, RA_DIMS(in->extent));
    assert_non_null(all);
    ra_tensor *t = ra_as_strided(all, ra_dims_of(in->sizes, in->ndim), ra_dims_of(in->strides, in->ndim), 0);
    assert_non_null(t);
    return t;
}

static void *read_all(const ra_tensor *t)
{
    size_t bytes = (size_t)ra_numel(t) * ra_dtype_size(ra_tensor_dtype(t));
    void *data = malloc(bytes + 8);
    assert_int_equal(ra_copy_to(t, data, bytes), RA_OK);
    return data;
}

/* ---- the order wanted ---- */

struct element {
    double value;
    int64_t position;
};

static bool sorts_descending;

/* NaN is greatest, zeros are equal, and what is equal keeps its order. */
static int compare_elements(const void *left, const void *right)
{
    const struct element *a = left, *b = right;
    int order = isnan(a->value) || isnan(b->value) ? (int)isnan(a->value) - (int)isnan(b->value) : (a->value > b->value) - (a->value < b->value);
    if (sorts_descending)
        order = -order;
    return order ? order : (a->position > b->position) - (a->position < b->position);
}

/* Line `line` (row-major over the other dimensions) of the input, sorted. */
static int64_t sorted_line(const struct input *in, ra_dtype dtype, const void *data, int64_t line, bool descending, struct element *e)
{
    int64_t n = in->ndim ? in->sizes[in->dim] : 1, base = 0;
    for (int d = in->ndim - 1; d >= 0; d--)
        if (d != in->dim) {
            base += line % in->sizes[d] * in->strides[d];
            line /= in->sizes[d];
        }
    for (int64_t i = 0; i < n; i++)
        e[i] = (struct element){value_at(dtype, data, base + (in->ndim ? i * in->strides[in->dim] : 0)), i};
    sorts_descending = descending;
    qsort(e, (size_t)n, sizeof *e, compare_elements);
    return n;
}

/* Results hold the first k of each sorted line, in row-major order. */
static void check_lines(const struct input *in, ra_dtype dtype, const void *data, bool descending, int64_t k, const void *values, const int64_t *positions)
{
    int64_t n = in->ndim ? in->sizes[in->dim] : 1, lines = 1, inner = 1;
    for (int d = 0; d < in->ndim; d++)
        if (d != in->dim) {
            lines *= in->sizes[d];
            inner *= d > in->dim ? in->sizes[d] : 1;
        }
    struct element *e = malloc((size_t)n * sizeof *e);
    for (int64_t line = 0; line < lines; line += 1 + lines / 23) {
        sorted_line(in, dtype, data, line, descending, e);
        for (int64_t i = 0; i < k; i++) {
            int64_t at = (line / inner * k + i) * inner + line % inner;
            double v = value_at(dtype, values, at);
            if (positions[at] != e[i].position || !(v == e[i].value ? signbit(v) == signbit(e[i].value) : isnan(v) && isnan(e[i].value)))
                fail_msg("%s %s, line %lld, %lld of %lld: %g from %lld, not %g from %lld", in->name, ra_dtype_name(dtype), (long long)line, (long long)i,
                         (long long)k, v, (long long)positions[at], e[i].value, (long long)e[i].position);
        }
    }
    free(e);
}

static void sorted_over_layouts(void **state)
{
    (void)state;
    for (int k = 0; k < INPUTS; k++)
        for (int d = 0; d < DTYPES; d++)
            for (int variant = 0; variant < 4; variant++) {
                bool ties = variant & 1, descending = variant & 2;
                void *data = random_data(&inputs[k], dtypes[d], ties);
                ra_tensor *t = tensor_of(&inputs[k], dtypes[d], data), *values, *indices;
                assert_int_equal(ra_sort(t, inputs[k].dim, &values, &indices, RA_OPTS(ra_sort, .descending = descending)), RA_OK);
                ra_tensor *alone = ra_argsort(t, inputs[k].dim, RA_OPTS(ra_argsort, .descending = descending));
                void *v = read_all(values);
                int64_t *i = read_all(indices), *a = read_all(alone);
                int64_t n = inputs[k].ndim ? inputs[k].sizes[inputs[k].dim] : 1;
                check_lines(&inputs[k], dtypes[d], data, descending, n, v, i);
                assert_memory_equal(i, a, (size_t)ra_numel(t) * sizeof *i);
                free(v);
                free(i);
                free(a);
                ra_release(values);
                ra_release(indices);
                ra_release(alone);
                ra_release(t);
                free(data);
            }
}

static void largest_and_smallest(void **state)
{
    (void)state;
    for (int k = 0; k < INPUTS; k++)
        for (int d = 0; d < DTYPES; d++) {
            int64_t n = inputs[k].ndim ? inputs[k].sizes[inputs[k].dim] : 1;
            const int64_t amounts[] = {1, n < 10 ? n : 10, n / 7, n};
            for (int c = 0; c < 4; c++)
                for (int largest = 0; largest < 2; largest++) {
                    if (amounts[c] == 0)
                        continue;
                    void *data = random_data(&inputs[k], dtypes[d], c % 2);
                    ra_tensor *t = tensor_of(&inputs[k], dtypes[d], data), *values, *indices;
                    ra_choice choice = largest ? RA_YES : RA_NO;
                    if (ra_topk(t, amounts[c], inputs[k].dim, &values, &indices, RA_OPTS(ra_topk, .largest = choice)))
                        fail_msg("%s", ra_last_error());
                    void *v = read_all(values);
                    int64_t *i = read_all(indices);
                    check_lines(&inputs[k], dtypes[d], data, largest, amounts[c], v, i);
                    free(v);
                    free(i);
                    ra_release(values);
                    ra_release(indices);
                    ra_release(t);
                    free(data);
                }
        }
}

/* ---- unique ---- */

static void check_unique(const struct input *in, ra_dtype dtype, const void *data, const ra_tensor *t)
{
    ra_tensor *output, *inverse, *counts;
    assert_int_equal(ra_unique(t, &output, &inverse, &counts, RA_OPTS(ra_unique, .return_inverse = true, .return_counts = true)), RA_OK);
    assert_int_equal(ra_size_bound(output, 0), ra_numel(t));
    int64_t n = ra_numel(t), heads = 0;
    struct input flat = {in->name, 1, {n}, {1}, n, 0};
    void *row = read_all(t), *values = read_all(output);
    int64_t *places = read_all(inverse), *often = read_all(counts);
    struct element *e = malloc((size_t)n * sizeof *e);
    (void)data;
    sorted_line(&flat, dtype, row, 0, false, e);
    for (int64_t i = 0; i < n; i++) {
        if (i == 0 || e[i].value != e[i - 1].value) { /* NaN is unlike itself */
            double v = value_at(dtype, values, heads);
            assert_true(v == e[i].value || (isnan(v) && isnan(e[i].value)));
            int64_t same = 1;
            while (i + same < n && e[i + same].value == e[i].value)
                same++;
            assert_int_equal(often[heads], same);
            heads++;
        }
        assert_int_equal(places[e[i].position], heads - 1);
    }
    assert_int_equal(ra_size(output, 0), heads);
    assert_int_equal(ra_size(counts, 0), heads);
    assert_int_equal(ra_ndim(inverse), in->ndim);
    free(e);
    free(row);
    free(values);
    free(places);
    free(often);
    ra_release(output);
    ra_release(inverse);
    ra_release(counts);
}

static void unique_over_layouts(void **state)
{
    (void)state;
    for (int k = 0; k < INPUTS; k++)
        for (int d = 0; d < DTYPES; d++)
            for (int ties = 0; ties < 2; ties++) {
                void *data = random_data(&inputs[k], dtypes[d], ties);
                ra_tensor *t = tensor_of(&inputs[k], dtypes[d], data);
                check_unique(&inputs[k], dtypes[d], data, t);
                ra_release(t);
                free(data);
            }
}

static void unique_without_the_rest(void **state)
{
    (void)state;
    int32_t x[5] = {3, 1, 3, 3, 2};
    struct input in = {"row", 1, {5}, {1}, 5, 0};
    ra_tensor *t = tensor_of(&in, RA_INT32, x), *output, *inverse, *counts;
    assert_int_equal(ra_unique(t, &output, &inverse, &counts), RA_OK);
    assert_int_equal(ra_numel(inverse), 0);
    assert_int_equal(ra_numel(counts), 0);
    assert_int_equal(ra_numel(output), 3);
    ra_release(output);
    ra_release(inverse);
    ra_release(counts);
    ra_release(t);
}

/* ---- empty, refused, given ---- */

static void empty_inputs(void **state)
{
    (void)state;
    float none = 0;
    struct input in = {"empty", 2, {0, 3}, {3, 1}, 0, 0};
    ra_tensor *t = tensor_of(&in, RA_FLOAT32, &none), *values, *indices, *counts;
    assert_int_equal(ra_sort(t, 0, &values, &indices), RA_OK);
    assert_int_equal(ra_numel(values), 0);
    ra_release(values);
    ra_release(indices);
    assert_int_equal(ra_topk(t, 2, 1, &values, &indices), RA_OK);
    assert_int_equal(ra_size(values, 1), 2);
    ra_release(values);
    ra_release(indices);
    assert_int_equal(ra_unique(t, &values, &indices, &counts), RA_OK);
    assert_int_equal(ra_numel(values), 0);
    ra_release(values);
    ra_release(indices);
    ra_release(counts);
    ra_release(t);
}

static void refusals(void **state)
{
    (void)state;
    float x[6] = {0};
    struct input in = {"rows", 2, {2, 3}, {3, 1}, 6, 1};
    ra_tensor *t = tensor_of(&in, RA_FLOAT32, x), *values = NULL, *indices = NULL;
    assert_int_not_equal(ra_topk(t, 4, 1, &values, &indices), RA_OK);
    assert_int_not_equal(ra_topk(t, -1, 1, &values, &indices), RA_OK);
    assert_int_not_equal(ra_sort(t, 2, &values, &indices), RA_OK);
    assert_null(values);
    assert_null(indices);
    ra_clear_error();
    ra_release(t);
}

static void into_given_results(void **state)
{
    (void)state;
    float x[6] = {3, 1, 2, 9, 7, 8}, v[6];
    int64_t i[6];
    ra_tensor *t = ra_from_copy(x, RA_FLOAT32, RA_DIMS(2, 3)), *indices = ra_from_data(i, RA_INT64, RA_DIMS(2, 3), NULL);
    ra_tensor *values = ra_from_data(v, RA_FLOAT32, RA_DIMS(2, 3), RA_OPTS(ra_from_data, .strides = RA_DIMS(1, 2)));
    assert_int_equal(ra_sort_out(values, indices, t, 1), RA_OK);
    float got[6];
    assert_int_equal(ra_copy_to(values, got, sizeof got), RA_OK);
    assert_memory_equal(got, ((float[]){1, 2, 3, 7, 8, 9}), sizeof got);
    assert_memory_equal(v, ((float[]){1, 7, 2, 8, 3, 9}), sizeof v);
    int64_t places[6];
    assert_int_equal(ra_copy_to(indices, places, sizeof places), RA_OK);
    assert_memory_equal(places, ((int64_t[]){1, 2, 0, 1, 2, 0}), sizeof places);
    ra_release(values);
    ra_release(indices);
    ra_release(t);
}

/* ---- any order of grains ---- */

static void any_order_of_grains(void **state)
{
    (void)state;
    static const ra__op_id ids[] = {RA__OP_sort, RA__OP_argsort, RA__OP_topk, RA__OP_unique};
    int64_t split = 0;
    for (int k = 0; k < INPUTS; k++)
        for (int level = 0; ra__level_at(level); level++)
            for (int which = 0; which < 8; which++) {
                const struct input *in = &inputs[k];
                ra_dtype dtype = which % 2 ? RA_FLOAT64 : RA_FLOAT32;
                ra__op_id id = ids[which / 2];
                void *data = random_data(in, dtype, true);
                ra__shape shape = {.dtype = dtype, .ndim = in->ndim};
                memcpy(shape.sizes, in->sizes, sizeof in->sizes);
                memcpy(shape.strides, in->strides, sizeof in->strides);
                ra_arg yes = {.boolean = true, .kind = RA_ARG_BOOL}, dim = {.integer = in->dim, .kind = RA_ARG_INT}, k3 = {.integer = 1, .kind = RA_ARG_INT};
                ra_arg args[RA__MAX_ARGS] = {{.kind = RA_ARG_TENSOR}, dim, yes, yes};
                if (id == RA__OP_topk)
                    args[1] = k3, args[2] = dim, args[3] = yes, args[4] = yes;
                if (id == RA__OP_unique)
                    args[1] = yes;
                struct grains_outcome forward;
                if (grains_run(level, id, &shape, data, args, GRAINS_FORWARD, &forward)) {
                    assert_true(grains_same_in_any_order(level, id, &shape, data, args, &forward));
                    split += forward.phases > 1 && forward.grains > 1;
                    grains_free(&forward);
                }
                free(data);
            }
    assert_true(split > 0);
}

static void searched_as_a_program_calls_it(void **state)
{
    (void)state;
    ra_scope_begin();
    ra_tensor *line = ra_arange(0, 10, 2), *turned = ra_flip(line, RA_DIMS(0)), *order = ra_arange(4, -1, -1);
    const ra_tensor *found[] = {ra_searchsorted(line, line, RA_NONE), ra_searchsorted(line, line, RA_NONE, RA_OPTS(ra_searchsorted, .right = true)),
                                ra_searchsorted(turned, line, order)};
    for (int64_t i = 0; i < 3 * 5; i++) {
        int64_t place = -1;
        assert_int_equal(ra_item_i64(ra_select(found[i / 5], 0, i % 5), &place), RA_OK);
        assert_int_equal(place, i % 5 + (i / 5 == 1));
    }
    assert_int_equal(ra_scope_end(), RA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorted_over_layouts),
        cmocka_unit_test(largest_and_smallest),
        cmocka_unit_test(unique_over_layouts),
        cmocka_unit_test(unique_without_the_rest),
        cmocka_unit_test(empty_inputs),
        cmocka_unit_test(refusals),
        cmocka_unit_test(into_given_results),
        cmocka_unit_test(any_order_of_grains),
        cmocka_unit_test(searched_as_a_program_calls_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
