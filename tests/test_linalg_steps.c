/*
 * Large matrices are taken apart into steps of many grains: the bits are the same whoever runs them and in whatever order, and
 * what happens in the middle (a cancel, a refusal of memory) ends well.
 */
#include "helpers/grains.h"
#include "helpers/taken_apart.h"

#include "async/os/os.h"

#include <math.h>

/* ---- what is computed ---- */

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
enum { DTYPES = 4 };

enum { MOST = 32 };
typedef struct digests {
    int count;
    uint64_t of[MOST];
} digests;

static void note(digests *d, ra_tensor *t)
{
    assert_non_null(t);
    assert_true(d->count < MOST);
    d->of[d->count++] = digest(t);
    ra_release(t);
}

/* Everything that takes matrices apart, n x n, and some that are not square. */
static void compute(digests *d, ra_dtype dtype, int64_t n)
{
    seed = SEED;
    d->count = 0;
    RA_AUTO ra_tensor *a = made(dtype, n, n, false), *positive = made(dtype, n, n, true), *b = made(dtype, n, 65, false), *vector = ra_select(b, 1, 3);
    RA_AUTO ra_tensor *half = ra_narrow(a, 0, 0, n - n / 3), *tall = ra_t(half), *right = ra_t(b);
    ra_tensor *x[3];
    ra_tensor *first = ra_linalg_cholesky(positive), *second = ra_linalg_inv(a); /* all at the same time */
    ra_tensor *third = ra_linalg_solve(a, b), *fourth = ra_linalg_det(a);
    note(d, first);
    note(d, second);
    note(d, third);
    note(d, fourth);
    note(d, ra_linalg_cholesky(positive, RA_OPTS(ra_linalg_cholesky, .upper = true)));
    note(d, ra_linalg_solve(a, vector));
    for (int shape = 0; shape < 3; shape++) {
        OK(ra_linalg_lu_factor_ex(shape == 0 ? a : shape == 1 ? half : tall, &x[0], &x[1], &x[2]));
        for (int i = 0; i < 3; i++)
            note(d, x[i]);
    }
    for (int shape = 0; shape < 4; shape++) {
        OK(ra_linalg_qr(shape == 0 ? a : shape == 1 ? half : tall, &x[0], &x[1], RA_OPTS(ra_linalg_qr, .mode = shape < 3 ? "reduced" : "complete")));
        note(d, x[0]);
        note(d, x[1]);
    }
    OK(ra_linalg_eigh(positive, &x[0], &x[1]));
    note(d, x[0]);
    note(d, x[1]);
    OK(ra_linalg_slogdet(a, &x[0], &x[1]));
    note(d, x[0]);
    note(d, x[1]);
    note(d, ra_linalg_solve_triangular(positive, b, RA_OPTS(ra_linalg_solve_triangular, .upper = false)));
    note(d, ra_linalg_solve_triangular(positive, b, RA_OPTS(ra_linalg_solve_triangular, .upper = true)));
    note(d, ra_linalg_solve_triangular(positive, right, RA_OPTS(ra_linalg_solve_triangular, .upper = true, .left = false)));
}

/* ---- the same bits ---- */

/* Around the widths of panels, blocks and stripes, and of what is large. */
static const int64_t sides[] = {1, 47, 48, 49, 95, 96, 97, 127, 128, 195, 239, 240, 255, 256, 257, 288, 289, 384, 385, 579, 1000, 1101};
enum { SIDES = sizeof sides / sizeof *sides };

/* The largest in one dtype; fewer where everything is slow. */
static bool is_left_out(int side, int kind)
{
    return (sides[side] > 600 && kind > 0) || (harness_short() && (sides[side] > 300 || (kind > 0 && side % 4)));
}

static void the_bits_are_the_same_with_any_workers(void **state)
{
    (void)state;
    static const int workers[] = {-1, 1, 2, 64};
    static digests expected[SIDES][DTYPES];
    start(-1);
    ra_set_execution(RA_SYNC);
    for (int side = 0; side < SIDES; side++)
        for (int kind = 0; kind < DTYPES; kind++)
            if (!is_left_out(side, kind))
                compute(&expected[side][kind], dtypes[kind], sides[side]);
    ra_set_execution(RA_RUN_AHEAD);
    stop();
    for (int w = 0; w < 4; w++) {
        start(workers[w]);
        for (int side = 0; side < SIDES; side++)
            for (int kind = 0; kind < DTYPES; kind++) {
                digests d;
                if (is_left_out(side, kind))
                    continue;
                compute(&d, dtypes[kind], sides[side]);
                for (int i = 0; i < d.count; i++)
                    if (d.of[i] != expected[side][kind].of[i])
                        fail_msg("%d workers, n = %lld, %s: result %d differs", workers[w], (long long)sides[side], ra_dtype_name(dtypes[kind]), i);
            }
        stop();
    }
}

/* By the plans themselves: grains backwards and shuffled, with scratch that holds rubbish. */
static void grains_may_come_in_any_order(void **state)
{
    (void)state;
    enum { SQUARE, TALL, WIDE };
    static const struct {
        ra__op_id id;
        int form;
        const char *text; /* argument 1 */
    } calls[] = {
        {RA__OP_linalg_cholesky, SQUARE, NULL}, {RA__OP_linalg_inv, SQUARE, NULL}, {RA__OP_linalg_det, SQUARE, NULL}, {RA__OP_linalg_slogdet, SQUARE, NULL},
        {RA__OP_linalg_lu_factor_ex, SQUARE, NULL}, {RA__OP_linalg_lu_factor_ex, TALL, NULL}, {RA__OP_linalg_lu_factor_ex, WIDE, NULL},
        {RA__OP_linalg_qr, SQUARE, "reduced"}, {RA__OP_linalg_qr, TALL, "reduced"}, {RA__OP_linalg_qr, WIDE, "reduced"}, {RA__OP_linalg_qr, TALL, "complete"},
        {RA__OP_linalg_eigh, SQUARE, "L"},
    };
    static const int64_t each[] = {95, 96, 97, 127, 128, 192, 239, 240, 256, 300, 1030};
    enum { EACH = sizeof each / sizeof *each };
    int apart = 0;
    start(-1);
    for (int level = 0; ra__level_at(level); level++)
        for (int kind = 0; kind < DTYPES; kind++)
            for (int side = 0; side < EACH; side++) {
                const int64_t n = each[side];
                const bool is_complex = kind >= 2;
                if (n > 1000 && (kind > 0 || harness_short()))
                    continue;
                seed = SEED;
                ra_status s;
                RA_AUTO ra_tensor *a = made(dtypes[kind], n, n, true);
                const void *data = ra_data(a, &s);
                for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
                    const ra__op_id id = calls[i].id;
                    const int64_t part = n - n / 3, least = calls[i].form == SQUARE ? n : part;
                    const ra__shape shape = {.dtype = dtypes[kind], .ndim = 2, .sizes = {calls[i].form == WIDE ? part : n, calls[i].form == TALL ? part : n}, .strides = {n, 1}};
                    ra_arg args[RA__MAX_ARGS] = {{.kind = RA_ARG_TENSOR}};
                    for (int k = 1; k < RA__MAX_ARGS; k++)
                        args[k] = (ra_arg){.boolean = id == RA__OP_linalg_lu_factor_ex && k == 1, .kind = RA_ARG_BOOL};
                    if (calls[i].text)
                        args[1] = (ra_arg){.string = calls[i].text, .kind = RA_ARG_STRING};
                    struct grains_outcome forward;
                    if (!grains_run(level, id, &shape, data, args, GRAINS_FORWARD, &forward))
                        continue;
                    assert_true(grains_same_in_any_order(level, id, &shape, data, args, &forward));
                    apart += forward.phases > RA__MAX_PHASES && forward.grains > 1;
                    const bool is_cholesky = id == RA__OP_linalg_cholesky; /* of 96 rows it is one block */
                    assert_int_equal(forward.phases > 1, least >= (is_complex ? is_cholesky ? 240 : 128 : is_cholesky ? 97 : 96));
                    grains_free(&forward);
                }
            }
    stop();
    assert_true(apart > 0);
}

/* So tall that a panel has four pieces: the last one narrower than a piece, or than all but one. */
static void panels_of_several_pieces(void **state)
{
    (void)state;
    static const struct {
        ra__op_id id;
        ra_dtype dtype;
        int64_t rows, columns;
    } calls[] = {{RA__OP_linalg_lu_factor_ex, RA_COMPLEX128, 1200, 130}, {RA__OP_linalg_lu_factor_ex, RA_FLOAT32, 9000, 97}, {RA__OP_linalg_qr, RA_FLOAT32, 8000, 97}};
    start(-1);
    for (int level = 0; ra__level_at(level); level++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
            seed = SEED;
            ra_status s;
            RA_AUTO ra_tensor *a = made(calls[i].dtype, calls[i].rows, calls[i].columns, false);
            const void *data = ra_data(a, &s);
            const ra__shape shape = {.dtype = calls[i].dtype, .ndim = 2, .sizes = {calls[i].rows, calls[i].columns}, .strides = {calls[i].columns, 1}};
            const bool is_lu = calls[i].id == RA__OP_linalg_lu_factor_ex;
            ra_arg args[RA__MAX_ARGS] = {{.kind = RA_ARG_TENSOR}};
            for (int k = 1; k < RA__MAX_ARGS; k++)
                args[k] = (ra_arg){.boolean = is_lu && k == 1, .kind = RA_ARG_BOOL};
            if (!is_lu)
                args[1] = (ra_arg){.string = "reduced", .kind = RA_ARG_STRING};
            struct grains_outcome forward;
            if (!grains_run(level, calls[i].id, &shape, data, args, GRAINS_FORWARD, &forward))
                continue;
            assert_true(grains_same_in_any_order(level, calls[i].id, &shape, data, args, &forward));
            assert_true(forward.phases > 4 * (int)(calls[i].columns / 48)); /* as many steps, of panels of 48 columns or fewer */
            grains_free(&forward);
        }
    stop();
}

/* ---- in the middle ---- */

static void what_runs_is_cancelled_to_no_effect(void **state)
{
    (void)state;
    static const int at[] = {1, 5, 17};
    for (int i = 0; i < 3; i++)
        for (int workers = 1; workers <= 2; workers++) {
            start(workers);
            seed = SEED;
            RA_AUTO ra_tensor *a = made(RA_FLOAT32, 500, 500, true), *alone = ra_linalg_cholesky(a), *behind = NULL;
            const uint64_t expected = digest(alone);
            hold_grain(at[i]);
            RA_AUTO ra_tensor *factor = ra_linalg_cholesky(a);
            behind = ra_mul(factor, 2);
            EVENTUALLY(atomic_load(&gate_arrived));
            OK(ra_cancel(behind));
            OK(ra_cancel(factor));
            gate_release();
            OK(ra_wait(factor));
            assert_true(digest(factor) == expected);
            assert_int_equal(ra_wait(behind), RA_ERR_CANCELLED);
            ra_clear_error();
            ra_release(factor), ra_release(behind), ra_release(a), ra_release(alone);
            factor = behind = a = alone = NULL;
            stop();
        }
}

/* The n-th piece of memory that is asked for is refused: the result fails for that reason, or has its bits all the same. */
static void memory_is_refused(void **state)
{
    (void)state;
    int failed = 0;
    for (int workers = -1; workers <= 2; workers += workers < 0 ? 2 : 1) {
        for (long n = 1; n <= 40; n++) {
            start(workers);
            seed = SEED;
            RA_AUTO ra_tensor *a = made(RA_FLOAT64, 300, 300, true), *b = made(RA_FLOAT64, 300, 100, false);
            RA_AUTO ra_tensor *warm = ra_linalg_cholesky(a), *expected = NULL, *x = NULL;
            OK(ra_wait(warm)); /* the library is there */
            ra_trim(0);
            ra__os_fault_arm_call(RA__OS_HEAP, n, 1000);
            x = n % 2 ? ra_linalg_solve(a, b) : ra_linalg_inv(a);
            const ra_status s = x ? ra_wait(x) : ra_last_status();
            ra__os_fault_disarm();
            if (s != RA_OK)
                assert_true(s == RA_ERR_TASK_MEMORY || s == RA_ERR_MEMORY);
            failed += s != RA_OK;
            ra_clear_error();
            expected = n % 2 ? ra_linalg_solve(a, b) : ra_linalg_inv(a);
            if (s == RA_OK)
                assert_true(digest(expected) == digest(x));
            OK(ra_wait(expected));
            ra_release(x), ra_release(expected), ra_release(warm), ra_release(a), ra_release(b);
            x = expected = warm = a = b = NULL;
            stop();
        }
    }
    assert_true(failed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(grains_may_come_in_any_order, clean_up, clean_up),
        cmocka_unit_test_setup_teardown(panels_of_several_pieces, clean_up, clean_up),
        cmocka_unit_test_setup_teardown(the_bits_are_the_same_with_any_workers, clean_up, clean_up),
        cmocka_unit_test_setup_teardown(what_runs_is_cancelled_to_no_effect, clean_up, clean_up),
        cmocka_unit_test_setup_teardown(memory_is_refused, clean_up, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
