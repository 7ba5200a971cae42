/*
 * Kernels that call the library: where they are run, what they see of the thread that runs them, and what runs upon what.
 */
#include "moments.h"

#include "async/submit.h"
#include "async/tensor.h"

#include <pthread.h>

/* A call of this operator, whose kernel is the test's: a result of one element. */
static ra_tensor *call_of(const ra_op *op, const ra_kernel *kernel, void *what)
{
    ra_tensor *t = ra_empty(RA_DIMS(1));
    ra__job j;
    assert_true(ra__submit_begin());
    OK(ra__job_init(&j, op, RA_FUNCTIONAL, 1, 0));
    ra__job_bind(&j.operand[0], t->storage, ra__layout_of(t), 0, true);
    ra_plan *plan = &ra__prepared_of(j.plan)->plan;
    plan->kernel = kernel;
    plan->state = what;
    plan->phases = 1;
    plan->grains[0] = 1;
    ra__submit(&j);
    return t;
}

static void start_inline(int workers)
{
    ra_config config = {.size = sizeof config, .workers = workers};
    OK(ra_init(&config));
    ra_reset_stats();
}

/* ---- where it is run ---- */

static ra_status makes_and_reads(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(3), 2), *sum = ra_sum(x, RA_ALL);
    double v = 0;
    ra_status s = ra_item_f64(sum, &v);
    *(float *)(void *)r->data[0] = (float)v;
    return s;
}

/* However cheap it says it is. */
static void an_operator_of_others_is_not_run_in_the_call(void **state)
{
    (void)state;
    static const ra_kernel kernel = {.name = "makes_and_reads", .run = makes_and_reads};
    for (int workers = -1; workers <= 1; workers += 2) {
        start_inline(workers);
        static ra_op op;
        op = *ra_op_find("neg");
        op.id = RA__OP_COUNT;
        op.name = "theirs";
        ra_tensor *t = call_of(&op, &kernel, NULL);
        assert_int_equal(ra_get_stats().recorded, 1);
        assert_true(item(t) == 6);
        ra_release(t);
        stop();
    }
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(an_operator_of_others_is_not_run_in_the_call)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
