/*
 * Results so large that they are written past the caches: their bits are those of the same work done in small parts, and
 * nothing beside them is touched, wherever they begin, however long their rows are, and also where a group of fused
 * operators writes them.
 */
#include "helpers/harness.h"

#include "async/values/pages.h"

#include <runahead.h>
#include <stdio.h>

enum { PART = 512, GUARD = 7 }; /* rows of a part, far too few to be streamed; floats beside a result */

typedef struct operands {
    ra_tensor *a, *b, *row; /* row: as long as theirs */
} operands;

/* Into `out`, or if that is NULL as a new tensor. */
typedef ra_tensor *(*operator_fn)(const operands *in, ra_tensor *out);

#define OPERATOR(name, fresh, into) \
    static ra_tensor *run_##name(const operands *in, ra_tensor *out) \
    { \
        if (!out) \
            return fresh; \
        assert_int_equal(into, RA_OK); \
        return out; \
    }
OPERATOR(add, ra_add(in->a, in->b), ra_add_out(out, in->a, in->b))
OPERATOR(add_row, ra_add(in->a, in->row), ra_add_out(out, in->a, in->row))
OPERATOR(scale, ra_mul(in->a, 1.5), ra_mul_out(out, in->a, 1.5))
OPERATOR(exp, ra_exp(in->a), ra_exp_out(out, in->a))
OPERATOR(less, ra_lt(in->a, in->b), ra_lt_out(out, in->a, in->b))
OPERATOR(copy, ra_clone(in->a, RA_OPTS(ra_clone, .memory_format = "contiguous")), ra_copy_(out, in->a))
OPERATOR(widen, ra_to(in->a, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), ra_copy_(out, in->a))
OPERATOR(fill, ra_full_like(in->a, 0.75), ra_fill_(out, 0.75))
OPERATOR(softmax, ra_softmax(in->a, 1), ra_softmax_out(out, in->a, 1))
OPERATOR(log_softmax, ra_log_softmax(in->a, 1), ra_log_softmax_out(out, in->a, 1))
OPERATOR(cumsum, ra_cumsum(in->a, 1), ra_cumsum_out(out, in->a, 1))

static ra_tensor *run_norm(const operands *in, ra_tensor *out)
{
    assert_null(out); /* it has no such variant */
    return ra_layer_norm(in->a, RA_DIMS(ra_size(in->a, 1)), in->row, RA_NONE);
}

static const struct subject {
    const char *name;
    operator_fn run;
    ra_dtype result;
} subjects[] = {{"add", run_add, RA_FLOAT32},         {"add of a row", run_add_row, RA_FLOAT32},
                {"mul", run_scale, RA_FLOAT32},       {"exp", run_exp, RA_FLOAT32},
                {"lt", run_less, RA_BOOL},            {"copy", run_copy, RA_FLOAT32},
                {"to float64", run_widen, RA_FLOAT64}, {"fill", run_fill, RA_FLOAT32},
                {"softmax", run_softmax, RA_FLOAT32}, {"log_softmax", run_log_softmax, RA_FLOAT32},
                {"layer_norm", run_norm, RA_FLOAT32}, {"cumsum", run_cumsum, RA_FLOAT32}};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Rows by columns; `turned`: a is the transpose of what lies in memory. */
static operands make_operands(int64_t rows, int64_t columns, bool turned)
{
    operands in = {.b = ra_randn(RA_DIMS(rows, columns)), .row = ra_randn(RA_DIMS(columns))};
    RA_AUTO ra_tensor *a = turned ? ra_randn(RA_DIMS(columns, rows)) : ra_randn(RA_DIMS(rows, columns));
    in.a = turned ? ra_transpose(a, 0, 1) : ra_ref(a);
    assert_true(in.a && in.b && in.row);
    assert_int_equal(ra_wait_all(), RA_OK);
    return in;
}

static void release_operands(operands *in)
{
    ra_release(in->a);
    ra_release(in->b);
    ra_release(in->row);
}

/* Row by row the bits of `got`, whose rows may be apart, are those of parts of so many rows. */
static void compare_with_parts(const struct subject *s, const operands *in, const ra_tensor *got)
{
    const int64_t rows = ra_size(in->a, 0);
    const size_t line = (size_t)ra_size(in->a, 1) * ra_dtype_size(s->result);
    const char *bytes = ra_data(got, NULL);
    const size_t pitch = (size_t)ra_stride(got, 0) * ra_dtype_size(s->result);
    assert_non_null(bytes);
    assert_int_equal(ra_tensor_dtype(got), s->result);
    for (int64_t at = 0; at < rows; at += PART) {
        const int64_t count = rows - at < PART ? rows - at : PART;
        operands part = {ra_narrow(in->a, 0, at, count), ra_narrow(in->b, 0, at, count), ra_ref(in->row)};
        RA_AUTO ra_tensor *result = s->run(&part, NULL);
        RA_AUTO ra_tensor *dense = ra_contiguous(result);
        const char *expected = ra_data(dense, NULL);
        assert_non_null(expected);
        for (int64_t i = 0; i < count; i++)
            if (memcmp(bytes + (size_t)(at + i) * pitch, expected + (size_t)i * line, line) != 0)
                fail_msg("%s: row %lld differs", s->name, (long long)(at + i));
        release_operands(&part);
    }
}

/* Bytes of a row of `base` outside columns [from, from + columns) are as they were filled. */
static void compare_guards(const struct subject *s, const ra_tensor *base, int64_t from, int64_t columns)
{
    const size_t item = ra_dtype_size(s->result), line = (size_t)ra_size(base, 1) * item;
    const char *bytes = ra_data(base, NULL);
    assert_non_null(bytes);
    RA_AUTO ra_tensor *filling = ra_ones(RA_DIMS(1), RA_OPTS(ra_ones, .dtype = s->result));
    const char *one = ra_data(filling, NULL);
    assert_non_null(one);
    for (int64_t i = 0; i < ra_size(base, 0); i++)
        for (int64_t j = 0; j < ra_size(base, 1); j++)
            if ((j < from || j >= from + columns) && memcmp(bytes + (size_t)i * line + (size_t)j * item, one, item) != 0)
                fail_msg("%s: column %lld of row %lld, beside the result, is written to", s->name, (long long)j, (long long)i);
}

/* Into the middle of wider rows. */
static void check_gaps(const struct subject *s, const operands *in)
{
    if (s->run == run_norm)
        return;
    const int64_t rows = ra_size(in->a, 0), columns = ra_size(in->a, 1);
    RA_AUTO ra_tensor *base = ra_ones(RA_DIMS(rows, columns + GUARD), RA_OPTS(ra_ones, .dtype = s->result));
    RA_AUTO ra_tensor *view = ra_narrow(base, 1, 3, columns);
    s->run(in, view);
    assert_int_equal(ra_wait(view), RA_OK);
    compare_with_parts(s, in, view);
    compare_guards(s, base, 3, columns);
}

/* Rows without gaps, none of which need begin at a cache line. */
static void check_offset(const struct subject *s, const operands *in)
{
    if (s->run == run_norm)
        return;
    const int64_t rows = ra_size(in->a, 0), columns = ra_size(in->a, 1);
    RA_AUTO ra_tensor *base = ra_ones(RA_DIMS(1, rows * columns + GUARD), RA_OPTS(ra_ones, .dtype = s->result));
    RA_AUTO ra_tensor *view = ra_as_strided(base, RA_DIMS(rows, columns), RA_DIMS(columns, 1), 3);
    s->run(in, view);
    assert_int_equal(ra_wait(view), RA_OK);
    compare_with_parts(s, in, view);
    compare_guards(s, base, 3, rows * columns);
}

static void check_shape(int64_t rows, int64_t columns, bool turned)
{
    operands in = make_operands(rows, columns, turned);
    for (int i = 0; i < SUBJECTS; i++) {
        RA_AUTO ra_tensor *result = subjects[i].run(&in, NULL);
        RA_AUTO ra_tensor *dense = ra_contiguous(result);
        assert_int_equal(ra_wait(dense), RA_OK);
        compare_with_parts(&subjects[i], &in, dense);
        check_gaps(&subjects[i], &in);
        check_offset(&subjects[i], &in);
    }
    release_operands(&in);
}

/* 16 MiB of float32 and a little more. */
static void odd_rows(void **state) { (void)state, check_shape(4100, 1031, false); }
static void whole_lines(void **state) { (void)state, check_shape(4096, 1024, false); }
static void short_rows(void **state) { (void)state, check_shape(200000, 21, false); }
static void odd_rows_turned(void **state) { (void)state, check_shape(4100, 1031, true); }

/* Rows that begin at cache lines and are so many, and so long, that some are left beside whole squares of lines. */
static void lines_turned(void **state)
{
    (void)state;
    enum { ROWS = 4101, COLUMNS = 1053, PITCH = 1072 };
    static const struct subject copies[] = {{"copy of floats", run_copy, RA_FLOAT32}, {"copy of doubles", run_copy, RA_FLOAT64}};
    for (int i = 0; i < 2; i++) {
        RA_AUTO ra_tensor *a = ra_randn(RA_DIMS(COLUMNS, ROWS), RA_OPTS(ra_randn, .dtype = copies[i].result));
        RA_AUTO ra_tensor *turned = ra_transpose(a, 0, 1);
        const operands in = {turned, turned, turned};
        RA_AUTO ra_tensor *base = ra_ones(RA_DIMS(ROWS, PITCH), RA_OPTS(ra_ones, .dtype = copies[i].result));
        RA_AUTO ra_tensor *view = ra_narrow(base, 1, 0, COLUMNS);
        run_copy(&in, view);
        assert_int_equal(ra_wait(view), RA_OK);
        compare_with_parts(&copies[i], &in, view);
        compare_guards(&copies[i], base, 0, COLUMNS);
    }
}

static void long_rows(void **state) { (void)state, check_shape(60, 70001, false); }

static void bools(void **state)
{
    (void)state;
    operands in = make_operands(16500, 1031, false);
    RA_AUTO ra_tensor *result = run_less(&in, NULL);
    compare_with_parts(&subjects[4], &in, result);
    check_gaps(&subjects[4], &in);
    release_operands(&in);
}

/* What is overwritten by what is computed from it. */
static void in_place(void **state)
{
    (void)state;
    operands in = make_operands(4100, 1031, false);
    for (int i = 0; i < SUBJECTS; i++) {
        const struct subject *s = &subjects[i];
        if (s->result != RA_FLOAT32 || s->run == run_copy || s->run == run_norm)
            continue;
        RA_AUTO ra_tensor *result = ra_clone(in.a);
        s->run(&(operands){result, in.b, in.row}, result);
        assert_int_equal(ra_wait(result), RA_OK);
        compare_with_parts(s, &in, result);
    }
    release_operands(&in);
}

/* A chain of which an intermediate result is kept, and its end by lines: at once, and one by one. */
static void fused(void **state)
{
    (void)state;
    enum { CHAIN = 4 };
    operands in = make_operands(8200, 1031, false); /* 32 MiB and a little more */
    ra_tensor *kept[2][CHAIN];
    for (int way = 0; way < 2; way++) {
        ra_set_execution(way ? RA_SYNC : RA_RUN_AHEAD);
        RA_AUTO ra_tensor *sum = ra_add(in.a, in.b);
        kept[way][0] = ra_mul(sum, in.row);
        kept[way][1] = ra_abs(kept[way][0]);
        RA_AUTO ra_tensor *third = ra_sub(kept[way][1], in.b);
        kept[way][2] = ra_softmax(third, 1);
        kept[way][3] = ra_add(third, 0.5);
        assert_int_equal(ra_wait_all(), RA_OK);
    }
    ra_set_execution(RA_RUN_AHEAD);
    for (int i = 0; i < CHAIN; i++) {
        const char *a = ra_data(kept[0][i], NULL), *b = ra_data(kept[1][i], NULL);
        assert_true(a && b);
        assert_memory_equal(a, b, (size_t)ra_numel(kept[0][i]) * sizeof(float));
        ra_release(kept[0][i]);
        ra_release(kept[1][i]);
    }
    release_operands(&in);
}

/* As if the machine's caches were small: else what is streamed would be a matter of where this runs. */
static int begin(void **state)
{
    (void)state;
    if (ra_init(NULL))
        return -1;
    ra__pages_note_caches(1);
    return ra__stream_from == RA__STREAM_LEAST ? 0 : -1;
}

int main(void)
{
#ifdef __SANITIZE_THREAD__ /* it makes large results slow, and sees plain stores only: what runs on several threads is enough */
    (void)odd_rows, (void)whole_lines, (void)short_rows, (void)odd_rows_turned, (void)lines_turned, (void)long_rows, (void)bools, (void)in_place;
    const struct CMUnitTest tests[] = {TEST_LIMITED(fused, 40)};
#else
    const struct CMUnitTest tests[] = {TEST_LIMITED(odd_rows, 40),  TEST_LIMITED(whole_lines, 40), TEST_LIMITED(short_rows, 40), TEST_LIMITED(odd_rows_turned, 40), TEST_LIMITED(lines_turned, 40),
                                       TEST_LIMITED(long_rows, 40), TEST_LIMITED(bools, 40),       TEST_LIMITED(in_place, 40),   TEST_LIMITED(fused, 40)};
#endif
    return cmocka_run_group_tests(tests, begin, NULL);
}
