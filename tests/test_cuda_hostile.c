/*
 * Every operator that has an example, on numbers that are infinite, NaN, the least there are, and zeros of both signs, on the processor and on
 * the simulated driver: the same are NaN and infinite on either side, and the rest is near. Not decompositions and Fourier transforms, where
 * either side has a library whose own steps decide what a NaN reaches.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"
#include "helpers/each_operator.h"

enum { TEXT = 300 };

static const float hostile[][12] = {
    {1, -2, INFINITY, 0.5f, -0.0f, 3, -INFINITY, 2, NAN, 0, -1, 4},
    {0x1p-149f, -0x1p-149f, 1, 0, -0.0f, -1, 0x1p-126f, 0.25f, -0x1p-126f, 2, 0x1p-130f, -3},
    {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
    {INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, INFINITY},
    {-INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY, -INFINITY},
    {-0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f},
};
enum { WAYS = sizeof hostile / sizeof *hostile };

static void spoil(ra_tensor *t, int way, int shift)
{
    const ra_dtype dtype = ra_tensor_dtype(t);
    const bool is_whole = dtype >= RA_BOOL && dtype <= RA_INT64;
    const int64_t n = ra_numel(t) * (1 + (dtype == RA_COMPLEX64));
    float *x = calloc((size_t)n + 1, sizeof *x);
    assert_non_null(x);
    for (int64_t i = 0; i < n; i++)
        x[i] = is_whole ? (float)((i + shift) % 3) : hostile[way][(size_t)(i * 5 + shift + i / 12) % 12];
    ra_tensor *from = dtype == RA_COMPLEX64 ? ra_from_copy(x, RA_COMPLEX64, RA_DIMS(n / 2)) : ra_from_copy(x, RA_FLOAT32, RA_DIMS(n)), *shaped = NULL;
    int64_t sizes[RA_MAX_DIMS];
    for (int d = 0; d < ra_ndim(t); d++)
        sizes[d] = ra_size(t, d);
    shaped = ra_reshape(from, ra_dims_of(sizes, ra_ndim(t)));
    if (ra_copy_(t, shaped))
        fail_msg("%s", ra_last_error());
    ra_release(from), ra_release(shaped);
    free(x);
}

static bool is_near_enough(double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(x) && isnan(y);
    if (isinf(x) || isinf(y))
        return x == y;
    return fabs(x - y) <= 1e-3 * (fabs(x) + fabs(y)) + 1e-5;
}

static void compare_results(const char *op, int way, const ra_tensor *a, const ra_tensor *b)
{
    ra_tensor *x = in_double(a), *y = in_double(b);
    const int64_t n = ra_numel(x);
    if (n != ra_numel(y)) {
        complain(op, "way %d: %lld elements here, %lld there", way, (long long)n, (long long)ra_numel(y));
    } else if (n) {
        double *p = calloc((size_t)n, 16), *q = calloc((size_t)n, 16);
        assert_true(p && q && !ra_copy_to(x, p, (size_t)n * 16) && !ra_copy_to(y, q, (size_t)n * 16));
        for (int64_t i = 0; i < 2 * n; i++)
            if (!is_near_enough(p[i], q[i])) {
                complain(op, "way %d: number %lld of %lld in %s is %g here, %g there", way, (long long)i / 2, (long long)n, ra_dtype_name(ra_tensor_dtype(a)), p[i], q[i]);
                break;
            }
        free(p), free(q);
    }
    ra_release(x), ra_release(y);
}

/* What the call gives, or its status. */
static ra_status called(struct call_text *c, ra_tensor **results, size_t *count)
{
    const ra_variant variant = first_variant(c->op);
    memset(results, 0, CALL_TENSORS * sizeof *results);
    *count = ra_op_result_count(c->op);
    if (variant == RA_INPLACE) {
        const ra_status s = ra_call(c->op, variant, c->args, c->count, NULL, 0, NULL);
        *count = 1;
        results[0] = s ? NULL : ra_ref(c->args[0].tensor);
        return s;
    }
    return ra_call(c->op, variant, c->args, c->count, results, *count, NULL);
}

static void try_way(const struct operator_example *e, int way)
{
    struct call_text c[SIDES];
    char small[TEXT];
    ra_tensor *results[SIDES][CALL_TENSORS];
    size_t count = 0;
    ra_status s[SIDES];
    ra_clear_error();
    ra_scope_begin();
    const struct operator_example e_small = {e->op, (call_text_small(e->args, small), small), e->results};
    for (int k = 0; k < SIDES; k++) {
        if (!read_example(&c[k], &e_small, k == HERE ? RA_CPU : RA_CUDA)) {
            (void)!ra_scope_end();
            return;
        }
        for (int t = 0; t < c[k].tensors; t++)
            spoil(c[k].tensor[t], way, t * 3);
        ra_clear_error();
        s[k] = called(&c[k], results[k], &count);
    }
    if (s[HERE] != s[THERE])
        complain(e->op, "way %d: %s here, %s there", way, ra_status_name(s[HERE]), ra_status_name(s[THERE]));
    for (size_t r = 0; !s[HERE] && !s[THERE] && r < count; r++) {
        if (!results[HERE][r] || !results[THERE][r])
            continue;
        const ra_status here = ra_wait(results[HERE][r]), there = ra_wait(results[THERE][r]);
        if (here != there)
            complain(e->op, "way %d: %s here, %s there: %s", way, ra_status_name(here), ra_status_name(there), ra_last_error());
        else if (!here)
            compare_results(e->op, way, results[HERE][r], results[THERE][r]);
        ra_clear_error();
    }
    for (int k = 0; k < SIDES; k++)
        call_text_release(&c[k]);
    ra_clear_error();
    (void)!ra_scope_end();
}

static void the_same_are_none(void **state)
{
    (void)state;
    start(2);
    for (size_t i = 0; i < sizeof operator_examples / sizeof *operator_examples; i++) {
        const struct operator_example *e = &operator_examples[i];
        const ra_op *op = ra_op_find(e->op);
        if (!op || (ra_op_properties(op) & (RA_OP_RANDOM | RA_OP_VIEW)) || !strncmp(e->op, "empty", 5) || strstr(e->op, "fft") || strstr(e->op, "linalg") || strstr(e->op, "cholesky"))
            continue;
        for (int way = 0; way < WAYS; way++)
            try_way(e, way);
    }
    stop();
    settle();
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(the_same_are_none, 500, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
