/*
 * A long operand gives what its pieces give, bit by bit, whatever vectors, tiles and grains it was cut into: of every elementwise operator,
 * by pieces of odd lengths from odd places, and by every second element; of operators along rows, by fewer rows.
 *
 * Operators are called through reflection, in every dtype that they take.
 */
#include "helpers/harness.h"

#include <math.h>
#include <runahead.h>
#include <stdio.h>

enum { N = 20011, ROWS = 67, COLUMNS = 1030, MOST_RESULTS = 4, WAYS = 5 };

static uint64_t state_of_draw = 1;

/* Uniform on [0, 1). */
static double draw(void)
{
    state_of_draw = state_of_draw * 6364136223846793005u + 1442695040888963407u;
    return (double)(state_of_draw >> 11) * 0x1p-53;
}

/* Of integers no 0, since they are divided by; of others now and then what is odd. */
static ra_tensor *numbers(ra_dtype dtype, ra_dims sizes)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, -0.0, 1e-41, 3e38};
    static double values[ROWS * COLUMNS];
    int64_t n = 1;
    for (int64_t d = 0; d < sizes.count; d++)
        n *= sizes.values[d];
    assert_in_range(n, 1, ROWS * COLUMNS);
    const bool whole = dtype < RA_FLOAT16;
    for (int64_t i = 0; i < n; i++)
        values[i] = whole ? 1 + floor(100 * draw()) : i % 37 == 5 ? odd[i / 37 % 6] : 6 * draw() - 3;
    RA_AUTO ra_tensor *from = ra_from_copy(values, RA_FLOAT64, sizes);
    return ra_to(from, RA_OPTS(ra_to, .dtype = dtype, .copy = true));
}

/* ---- calls ---- */

typedef struct operands {
    ra_arg args[16];
    size_t count;
    ra_tensor *tensor[16]; /* NULL: none in this place */
} operands;

/* How they are chosen: of the dtype that is tried, or not. */
typedef struct way {
    bool first_is_bool, others_are_bool;
    bool with_optional; /* operands that may be left out, too */
    bool by_numbers;    /* what may be a number is one */
} way;

static const way ways[] = {{0}, {.first_is_bool = true}, {.others_are_bool = true}, {.with_optional = true}, {.others_are_bool = true, .by_numbers = true}};

/* False: it requires others than tensors and numbers. */
static bool choose(operands *o, const ra_op *op, ra_dtype dtype, const way *w, ra_dims sizes, int64_t dim)
{
    static const int64_t one = 1;
    int tensors = 0;
    *o = (operands){.count = ra_op_arg_count(op)};
    for (size_t a = 0; a < o->count; a++) {
        const ra_op_arg *arg = ra_op_arg_at(op, a);
        const bool is_dim = arg->is_dimension && !strcmp(arg->name, "dim") && dim >= 0;
        if (is_dim && arg->kind == RA_ARG_INT)
            o->args[a] = (ra_arg){.kind = RA_ARG_INT, .integer = dim};
        else if (is_dim && arg->kind == RA_ARG_DIMS)
            o->args[a] = (ra_arg){.kind = RA_ARG_DIMS, .dims = ra_dims_of(&one, 1)};
        else if ((arg->optional || arg->has_default || arg->keyword) && !(w->with_optional && arg->kind == RA_ARG_OPERAND))
            continue;
        else if (arg->kind == RA_ARG_TENSOR || (arg->kind == RA_ARG_OPERAND && !w->by_numbers)) {
            const bool is_bool = tensors++ ? w->others_are_bool : w->first_is_bool;
            o->args[a] = (ra_arg){.kind = RA_ARG_TENSOR, .tensor = o->tensor[a] = numbers(is_bool ? RA_BOOL : dtype, sizes)};
        } else if (arg->kind == RA_ARG_SCALAR || arg->kind == RA_ARG_OPERAND)
            o->args[a] = (ra_arg){.kind = RA_ARG_SCALAR, .scalar = ra_scalar_int(2)};
        else if (arg->kind == RA_ARG_FLOAT)
            o->args[a] = (ra_arg){.kind = RA_ARG_FLOAT, .real = 0.5};
        else if (arg->kind == RA_ARG_INT)
            o->args[a] = (ra_arg){.kind = RA_ARG_INT, .integer = 2};
        else
            return false;
    }
    return true;
}

static void give_up(operands *o)
{
    for (size_t a = 0; a < o->count; a++)
        ra_release(o->tensor[a]);
}

/* Of parts of its tensors: from `first` on, `length` along dimension 0, each step-th. False: it is refused, or its data are. */
static bool call(const ra_op *op, const operands *o, int64_t first, int64_t length, int64_t step, ra_tensor **results)
{
    ra_tensor *parts[16] = {NULL};
    ra_arg args[16];
    memcpy(args, o->args, sizeof args);
    for (size_t a = 0; a < o->count; a++)
        if (o->tensor[a])
            args[a].tensor = parts[a] = ra_slice(o->tensor[a], 0, first, first + length, step);
    const bool is_called = !ra_call(op, RA_FUNCTIONAL, args, o->count, results, MOST_RESULTS, NULL);
    bool is_good = is_called;
    for (int r = 0; is_called && r < MOST_RESULTS; r++)
        is_good = is_good && (!results[r] || !ra_wait(results[r]));
    for (int r = 0; is_called && !is_good && r < MOST_RESULTS; r++) {
        ra_release(results[r]);
        results[r] = NULL;
    }
    for (size_t a = 0; a < o->count; a++)
        ra_release(parts[a]);
    ra_clear_error();
    return is_good;
}

/* Which of two NaN is kept hangs on the compiler. */
static bool is_same(const ra_tensor *a, const ra_tensor *b)
{
    RA_AUTO ra_tensor *equal = ra_eq(a, b), *odd_a = ra_isnan(a), *odd_b = ra_isnan(b), *odd = ra_logical_and(odd_a, odd_b), *either = ra_logical_or(equal, odd);
    RA_AUTO ra_tensor *all = ra_all(either, RA_ALL, NULL);
    ra_scalar answer = {0};
    if (ra_item(all, &answer))
        fail_msg("%s", ra_last_error());
    return answer.value.i;
}

static bool are_zeros_alike(const ra_tensor *a, const ra_tensor *b)
{
    if (ra_tensor_dtype(a) < RA_FLOAT16 || ra_tensor_dtype(a) >= RA_COMPLEX64)
        return true;
    RA_AUTO ra_tensor *sign_a = ra_signbit(a), *sign_b = ra_signbit(b), *same = ra_eq(sign_a, sign_b), *odd = ra_isnan(a), *either = ra_logical_or(same, odd);
    RA_AUTO ra_tensor *all = ra_all(either, RA_ALL, NULL);
    ra_scalar answer = {0};
    assert_int_equal(ra_item(all, &answer), RA_OK);
    return answer.value.i;
}

static int differ;

static void compare(const ra_op *op, const operands *o, ra_tensor *const *whole, int64_t first, int64_t length, int64_t step)
{
    ra_tensor *results[MOST_RESULTS] = {NULL};
    if (!call(op, o, first, length, step, results)) {
        print_error("%s: a part of what it took is refused\n", ra_op_name(op));
        differ++;
        return;
    }
    for (int r = 0; r < MOST_RESULTS && results[r]; r++) {
        RA_AUTO ra_tensor *part = ra_slice(whole[r], 0, first, first + length, step);
        if (!is_same(part, results[r]) || !are_zeros_alike(part, results[r])) {
            print_error("%s(%s), result %d: %lld from %lld on, step %lld, are not those of the whole\n", ra_op_name(op), ra_dtype_name(ra_tensor_dtype(whole[r])), r,
                        (long long)length, (long long)first, (long long)step);
            differ++;
        }
    }
    for (int r = 0; r < MOST_RESULTS; r++)
        ra_release(results[r]);
}

/* Every result has a part for each part of the operands. */
static bool are_parted(ra_tensor *const *whole, int64_t parts)
{
    for (int r = 0; r < MOST_RESULTS && whole[r]; r++)
        if (ra_ndim(whole[r]) < 1 || ra_size(whole[r], 0) != parts)
            return false;
    return true;
}

/* In every dtype and way. Whether it took any. */
static bool try_all(const ra_op *op, ra_dims sizes, int64_t dim, void (*cut)(const ra_op *op, const operands *o, ra_tensor *const *whole))
{
    bool any = false;
    for (int k = WAYS; k < WAYS * RA_DTYPE_COUNT; k++) {
        operands o;
        ra_tensor *whole[MOST_RESULTS] = {NULL};
        if (choose(&o, op, (ra_dtype)(k / WAYS), &ways[k % WAYS], sizes, dim) && call(op, &o, 0, sizes.values[0], 1, whole) && are_parted(whole, sizes.values[0])) {
            any = true;
            cut(op, &o, whole);
        }
        for (int r = 0; r < MOST_RESULTS; r++)
            ra_release(whole[r]);
        give_up(&o);
    }
    return any;
}

/* Of all that are such; `must`: each takes something. */
static void cut_each(bool (*is_one)(const ra_op *op), ra_dims sizes, int64_t dim, void (*cut)(const ra_op *op, const operands *o, ra_tensor *const *whole), bool must)
{
    int tried = 0;
    assert_int_equal(ra_init(NULL), RA_OK);
    differ = 0;
    for (size_t i = 0; i < ra_op_count(); i++) {
        const ra_op *op = ra_op_at(i);
        if (!is_one(op) || !(ra_op_variants(op) & RA_FUNCTIONAL))
            continue;
        if (try_all(op, sizes, dim, cut))
            tried++;
        else if (must)
            print_error("%s: took nothing\n", ra_op_name(op)), differ++;
    }
    assert_int_equal(differ, 0);
    assert_in_range(tried, 30, 1000);
    assert_int_equal(ra_shutdown(), RA_OK);
}

/* ---- elementwise ---- */

static void cut_elements(const ra_op *op, const operands *o, ra_tensor *const *whole)
{
    static const int lengths[] = {1, 2, 3, 7, 15, 17, 31, 33, 63, 65, 127, 255, 1000, 2047, 2049, 4099, 7001};
    int64_t at = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; at += lengths[i++])
        compare(op, o, whole, at, lengths[i], 1);
    compare(op, o, whole, at, N - at, 1);
    compare(op, o, whole, 0, N, 2);
}

/* prelu's weight is a channel's. */
static bool is_elementwise(const ra_op *op)
{
    return ra_op_properties(op) & RA_OP_ELEMENTWISE && op != ra_op_find("prelu");
}

static void elements_are_what_they_are_alone(void **state)
{
    (void)state;
    cut_each(is_elementwise, RA_DIMS(N), -1, cut_elements, true);
}

/* ---- along rows ---- */

static void cut_rows(const ra_op *op, const operands *o, ra_tensor *const *whole)
{
    static const int rows[] = {1, 3, 20};
    int64_t at = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; at += rows[i++])
        compare(op, o, whole, at, rows[i], 1);
    compare(op, o, whole, at, ROWS - at, 1);
}

/* renorm's dim is the one that is kept. */
static bool goes_along_a_dim(const ra_op *op)
{
    bool has_dim = false;
    for (size_t a = 0; a < ra_op_arg_count(op); a++)
        has_dim = has_dim || (ra_op_arg_at(op, a)->is_dimension && !strcmp(ra_op_arg_at(op, a)->name, "dim"));
    return has_dim && !(ra_op_properties(op) & (RA_OP_RANDOM | RA_OP_VIEW)) && op != ra_op_find("renorm");
}

static void rows_are_what_they_are_alone(void **state)
{
    (void)state;
    cut_each(goes_along_a_dim, RA_DIMS(ROWS, COLUMNS), 1, cut_rows, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(elements_are_what_they_are_alone), TEST(rows_are_what_they_are_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
