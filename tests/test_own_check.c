/*
 * ra_op_check: the kernel of an operator of the program's own is compared with its definition, over layouts and dtypes.
 */
#include "helpers/own_operators.h"
#include "helpers/release.h"

static ra_status sincos_of_strided(const ra_op_work *work)
{
    const float *x = work->inputs[0].data;
    float *sine = work->results[0].data, *cosine = work->results[1].data;
    for (int64_t i = work->first; i < work->last; i++) /* as though it were contiguous */
        sine[i] = sinf(x[i]), cosine[i] = cosf(x[i]);
    return RA_OK;
}

static void the_check_finds_a_kernel_that_is_not_its_definition(void **state)
{
    (void)state;
    start(1);
    ra_op_description d = SINCOS;
    const ra_op *good = registered(d);
    ra_tensor *line = ra_linspace(-2, 2, 30), *x = ra_reshape(line, RA_DIMS(5, 6));
    OK(ra_op_check(good, ARGS(ARG_T(x)), 1e-6));
    d.name = "sincos_of_strided", d.kernel = sincos_of_strided, d.strided = true;
    const ra_op *bad = registered(d);
    assert_int_equal(ra_op_check(bad, ARGS(ARG_T(x)), 1e-6), RA_ERR_VALUE);
    expect_message("tensors with gaps");
    const ra_op *loops = registered(HALF_PLUS);
    OK(ra_op_check(loops, ARGS(ARG_T(x), ARG_F(0.5)), 1e-2));
    assert_int_equal(ra_op_check(ra_op_find("add"), NULL, 0, 0), RA_ERR_UNKNOWN);
    ra_clear_error();
    RELEASE(line, x);
    OK(ra_op_unregister(good)), OK(ra_op_unregister(bad)), OK(ra_op_unregister(loops));
    stop();
}

/* The state says which dtype it is wrong of; and it is told of which it has been called. */
typedef struct negating {
    ra_dtype wrong;
    _Atomic unsigned seen, seen_at;
} negating;

static ra_status negates(const ra_op_work *work)
{
    negating *n = work->state;
    const ra_dtype dtype = work->inputs[0].dtype;
    const void *from = work->inputs[0].data;
    void *to = work->results[0].data;
    atomic_fetch_or(&n->seen, 1u << dtype);
    atomic_fetch_or(&n->seen_at, 1u << work->inputs[1].dtype);
#define NEGATE(type) \
    for (int64_t i = work->first; i < work->last; i++) \
        ((type *)to)[i] = (type)((n->wrong == dtype) - ((const type *)from)[i])
    switch (dtype) {
    case RA_FLOAT32: NEGATE(float); break;
    case RA_INT32: NEGATE(int32_t); break;
    case RA_INT64: NEGATE(int64_t); break;
    default: NEGATE(uint8_t); break;
    }
#undef NEGATE
    return RA_OK;
}

static ra_status negates_define(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_neg(call->args[0].tensor); /* bool is refused */
    return RA_OK;
}

static void the_check_tries_every_dtype_that_the_definition_takes(void **state)
{
    (void)state;
    start(1);
    static const ra_dtype wrong[] = {RA_NO_DTYPE, RA_INT32, RA_UINT8};
    static const char *const told[] = {NULL, "int32", "uint8"};
    const unsigned tried = 1u << RA_FLOAT32 | 1u << RA_INT32 | 1u << RA_INT64 | 1u << RA_UINT8;
    ra_tensor *x = ra_arange(0.0, 6.0, 1.0), *places = ra_arange(0, 6, 1), *whole = ra_to(x, RA_OPTS(ra_to, .dtype = RA_UINT8));
    for (int i = 0; i < 6; i++) {
        negating n = {.wrong = wrong[i / 2]};
        const ra_op *op = registered((ra_op_description){.name = "negates", .schema = PAIR_SCHEMA, .meta = like_first, .definition = negates_define, .kernel = negates, .range_dims = -1, .state = &n,
                                                         .dtypes = tried | 1u << RA_BOOL});
        const ra_arg floating[] = {ARG_T(x), ARG_T(places)}, integral[] = {ARG_T(whole), ARG_T(whole)};
        const ra_status s = ra_op_check(op, i % 2 ? integral : floating, 2, 0);
        assert_int_equal(s, told[i / 2] ? RA_ERR_VALUE : RA_OK);
        if (told[i / 2])
            expect_message(told[i / 2]);
        else
            assert_int_equal(atomic_load(&n.seen), tried);
        if (!told[i / 2] && i % 2 == 0)
            assert_int_equal(atomic_load(&n.seen_at), 1u << RA_INT64); /* integers beside floating ones are places */
        OK(ra_op_unregister(op));
    }
    RELEASE(x, places, whole);
    stop();
}

int main(void)
{
    moments_unused();
    const struct CMUnitTest tests[] = {
        TEST(the_check_finds_a_kernel_that_is_not_its_definition),
        TEST(the_check_tries_every_dtype_that_the_definition_takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
