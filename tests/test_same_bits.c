/*
 * The bits of an elementwise result hang on the operands' bits at that place and on nothing else: not on how many
 * elements there are, where among them it stands, how they are aligned or strided, or how the work was cut. A NaN is a
 * NaN: of two, or of one in several places of a formula, it is the compiler's choice whose sign and payload stay.
 *
 * Every elementwise operator runs over a long tensor, and again over windows, strided views and single elements of it.
 *
 * RUNAHEAD_TEST_ONLY=add,mul runs these operators alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <math.h>
#include <runahead.h>

#include "vectors/match.h"

enum { MAX_ARGS = 8, N = 40010, MAX_OPS = 128 };

/* A NaN of whatever sign and payload; a complex number gets it in either part or both. */
static void make_nan(ra_dtype dtype, uint8_t *at, uint64_t bits)
{
    const size_t item = ra_dtype_size(dtype), part = dtype >= RA_COMPLEX64 ? item / 2 : item;
    for (size_t i = 0; i < item; i += part)
        if (i == 0 ? bits % 3 != 1 : bits % 3 != 2) {
            at[i + part - 1] |= 0x7f;
            at[i + part - 2] |= 0xf8;
        }
}

/* Random bits of a dtype, so that every kind of number comes up; floating ones mostly of a middling size. */
static ra_tensor *make_values(ra_dtype dtype, uint64_t seed)
{
    const size_t item = ra_dtype_size(dtype);
    uint8_t *bytes = malloc(N * item);
    assert_non_null(bytes);
    ra_tensor *noise = NULL, *t;
    ra_generator *g = ra_generator_new(seed);
    for (size_t i = 0; i < N * item; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        bytes[i] = (uint8_t)(seed >> 56);
        if (dtype == RA_BOOL)
            bytes[i] &= 1;
    }
    if (dtype >= RA_FLOAT16) { /* every eighth keeps its random bits */
        noise = ra_randn(RA_DIMS(N), RA_OPTS(ra_randn, .generator = g, .dtype = dtype));
        const uint8_t *from = ra_data(noise, NULL);
        assert_non_null(from);
        for (size_t i = 0; i < N; i++) {
            if (i % 8)
                memcpy(bytes + i * item, from + i * item, item);
            if (i % 23 == seed % 23)
                make_nan(dtype, bytes + i * item, seed + i);
        }
    }
    t = ra_from_copy(bytes, dtype, RA_DIMS(N));
    assert_non_null(t);
    ra_release(noise);
    ra_generator_free(g);
    free(bytes);
    return t;
}

/* ---- operands: by the schema ---- */

struct operands {
    ra_arg args[MAX_ARGS];
    size_t count;
    ra_tensor *full[MAX_ARGS]; /* NULL for what is no tensor of N elements */
};

static bool takes_mask(const ra_op_arg *a)
{
    return !strcmp(a->name, "condition") || !strcmp(a->name, "mask");
}

/* The last argument of masked_fill is 0-dim or a number; divisors and exponents by number have loops of their own, tested by other means. */
static bool takes_number(const ra_op *op, size_t a)
{
    return !strcmp(ra_op_name(op), "masked_fill") && a == 2;
}

static void make_operands(struct operands *o, const ra_op *op, ra_dtype dtype)
{
    *o = (struct operands){.count = ra_op_arg_count(op)};
    assert_true(o->count <= MAX_ARGS);
    for (size_t a = 0; a < o->count; a++) {
        const ra_op_arg *schema = ra_op_arg_at(op, a);
        if (takes_number(op, a) || (schema->kind == RA_ARG_SCALAR && !schema->has_default))
            o->args[a] = (ra_arg){.scalar = RA_I(1), .kind = RA_ARG_SCALAR};
        else if (schema->kind == RA_ARG_TENSOR || schema->kind == RA_ARG_OPERAND) {
            o->full[a] = make_values(takes_mask(schema) ? RA_BOOL : dtype, 77 + a);
            o->args[a] = (ra_arg){.tensor = o->full[a], .kind = RA_ARG_TENSOR};
        }
    }
}

static void drop_operands(struct operands *o)
{
    for (size_t a = 0; a < o->count; a++)
        ra_release(o->full[a]);
}

/* ---- parts of them ---- */

struct part {
    int64_t first, step, count;
};

static ra_tensor *view(const ra_tensor *t, struct part p)
{
    ra_tensor *v = ra_slice(t, 0, p.first, p.first + p.step * (p.count - 1) + 1, p.step);
    assert_non_null(v);
    assert_int_equal(ra_size(v, 0), p.count);
    return v;
}

static bool same_bits(ra_dtype dtype, const uint8_t *a, const uint8_t *b)
{
    const size_t item = ra_dtype_size(dtype), part = dtype >= RA_COMPLEX64 ? item / 2 : item;
    double x[2], y[2];
    if (!memcmp(a, b, item))
        return true;
    vector_value(dtype, a, x);
    vector_value(dtype, b, y);
    for (size_t i = 0; i < item; i += part)
        if (memcmp(a + i, b + i, part) != 0 && !(isnan(x[i != 0]) && isnan(y[i != 0])))
            return false;
    return true;
}

/* The operator over a part gives the bits that the whole gave there. */
static bool part_agrees(const ra_op *op, const struct operands *o, struct part p, const uint8_t *whole, ra_dtype dtype)
{
    const size_t item = ra_dtype_size(dtype);
    ra_arg args[MAX_ARGS];
    ra_tensor *views[MAX_ARGS] = {NULL}, *result = NULL;
    uint8_t *bytes = malloc((size_t)p.count * item);
    bool ok = true;
    assert_non_null(bytes);
    memcpy(args, o->args, sizeof args);
    for (size_t a = 0; a < o->count; a++)
        if (o->full[a])
            args[a].tensor = views[a] = view(o->full[a], p);
    assert_int_equal(ra_call(op, RA_FUNCTIONAL, args, o->count, &result, 1, NULL), RA_OK);
    assert_int_equal(ra_copy_to(result, bytes, (size_t)p.count * item), RA_OK);
    for (int64_t i = 0; ok && i < p.count; i++)
        if (!same_bits(dtype, bytes + (size_t)i * item, whole + (size_t)(p.first + i * p.step) * item)) {
            uint64_t got = 0, want = 0;
            memcpy(&got, bytes + (size_t)i * item, item < 8 ? item : 8);
            memcpy(&want, whole + (size_t)(p.first + i * p.step) * item, item < 8 ? item : 8);
            print_error("%s: element %lld alone or among others differs (part of %lld from %lld by %lld): %llx, not %llx\n", ra_op_name(op),
                        (long long)(p.first + i * p.step), (long long)p.count, (long long)p.first, (long long)p.step, (unsigned long long)got,
                        (unsigned long long)want);
            ok = false;
        }
    for (size_t a = 0; a < o->count; a++)
        ra_release(views[a]);
    ra_release(result);
    free(bytes);
    return ok;
}

static const struct part parts[] = {{0, 1, 1},     {1, 1, 1},    {N - 1, 1, 1}, {7, 1, 2},        {1, 1, 3},       {3, 1, 31},       {5, 1, 257},   {0, 2, 77},
                                    {1, 3, 1001},  {9, 1, 4099}, {0, 2, N / 2}, {1, 2, N / 2},    {2, 1, N - 2},   {33, 1, N - 40},  {0, 5, N / 5}, {4, 7, 5},
                                    {12345, 1, 16}, {12346, 1, 16}, {12347, 1, 16}, {12348, 1, 17}, {20000, 1, 64}, {20001, 1, 64}, {20003, 1, 65}, {20007, 2, 64}};

/* False where the operator does not take the dtype, or its data hold an error. */
static bool run_dtype(const ra_op *op, ra_dtype dtype, int *bad)
{
    struct operands o;
    ra_tensor *result = NULL;
    make_operands(&o, op, dtype);
    bool taken = !ra_call(op, RA_FUNCTIONAL, o.args, o.count, &result, 1, NULL) && !ra_wait(result);
    if (taken) {
        const size_t item = ra_dtype_size(ra_tensor_dtype(result));
        uint8_t *whole = malloc(N * item);
        assert_non_null(whole);
        assert_int_equal(ra_copy_to(result, whole, N * item), RA_OK);
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
            if (!part_agrees(op, &o, parts[i], whole, ra_tensor_dtype(result))) {
                print_error("    %s of %s\n", ra_op_name(op), ra_dtype_name(dtype));
                ++*bad;
                break;
            }
        free(whole);
    }
    ra_release(result);
    drop_operands(&o);
    ra_clear_error();
    return taken;
}

static void run_operator(void **state)
{
    const ra_op *op = *state;
    int taken = 0, bad = 0;
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        taken += run_dtype(op, (ra_dtype)d, &bad);
    assert_true(taken >= 2);
    assert_int_equal(bad, 0);
}

static bool is_wanted(const char *name)
{
    const char *only = getenv("RUNAHEAD_TEST_ONLY");
    const size_t n = strlen(name);
    for (const char *p = only && *only ? only : NULL; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (!strncmp(p, name, n) && (p[n] == ',' || !p[n]))
            return true;
    return !only || !*only;
}

int main(void)
{
    static struct CMUnitTest tests[MAX_OPS];
    size_t count = 0;
    for (size_t i = 0; i < ra_op_count() && count < MAX_OPS; i++) {
        const ra_op *op = ra_op_at(i);
        if ((ra_op_properties(op) & RA_OP_ELEMENTWISE) && (ra_op_variants(op) & RA_FUNCTIONAL) && is_wanted(ra_op_name(op)))
            tests[count++] = (struct CMUnitTest){ra_op_name(op), run_operator, NULL, NULL, (void *)(uintptr_t)op};
    }
    if (!count) {
        fprintf(stderr, "no elementwise operator to run: %s\n", ra_last_error());
        return 1;
    }
    return _cmocka_run_group_tests("elementwise operators", tests, count, NULL, NULL);
}
