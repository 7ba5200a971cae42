/* The simulated cuFFT, used through dlopen alone: what it computes, and each of its rules, broken once on purpose. */
#define _GNU_SOURCE
#include "helpers/simcuda.h"

#include <math.h>

enum { D2Z = 0x6a, Z2D = 0x6c, Z2Z = 0x69, FORWARD = -1, INVERSE = 1 };
enum { INVALID_PLAN = 1, INVALID_TYPE = 3, INVALID_VALUE = 4, INVALID_SIZE = 8 }; /* cufftResult */

static int (*create)(int *), (*destroy)(int), (*set_allocation)(int, int), (*set_work)(int, CUdeviceptr), (*set_stream)(int, CUstream);
static int (*make)(int, int, long long *, long long *, long long, long long, long long *, long long, long long, int, long long, size_t *);
static int (*z2z)(int, CUdeviceptr, CUdeviceptr, int), (*d2z)(int, CUdeviceptr, CUdeviceptr), (*z2d)(int, CUdeviceptr, CUdeviceptr);

static int described(int plan, int type, int rank, const long long *n, long long batch, size_t *work)
{
    long long sizes[3] = {0};
    for (int i = 0; i < rank && i < 3; i++)
        sizes[i] = n[i];
    return make(plan, rank, sizes, NULL, 1, 0, NULL, 1, 0, type, batch, work);
}

static void load(void)
{
    static void *library;
    if (library)
        return;
    library = open_beside("libcufft.so.11");
    find(library, "cufftCreate", &create), find(library, "cufftDestroy", &destroy), find(library, "cufftSetAutoAllocation", &set_allocation);
    find(library, "cufftSetWorkArea", &set_work), find(library, "cufftSetStream", &set_stream), find(library, "cufftMakePlanMany64", &make);
    find(library, "cufftExecZ2Z", &z2z), find(library, "cufftExecD2Z", &d2z), find(library, "cufftExecZ2D", &z2d);
}

/* With a work area of its own on that stream. */
static int plan_of(CUstream s, int type, int rank, const long long *n, long long batch)
{
    int plan;
    size_t work;
    load();
    CU(create(&plan));
    CU(set_allocation(plan, 0));
    CU(described(plan, type, rank, n, batch, &work));
    CU(set_stream(plan, s));
    CU(set_work(plan, device(work)));
    return plan;
}

static CUdeviceptr doubles(const double *from, size_t count)
{
    CUdeviceptr d = device(count * sizeof *from);
    CU(cuMemcpyHtoD_v2(d, from, count * sizeof *from));
    return d;
}

static void expect_doubles(CUstream s, CUdeviceptr at, const double *want, size_t count)
{
    double got[32];
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(got, at, count * sizeof *got));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(got[i] - want[i]) < 1e-12))
            fail_msg("%zu: %.17g, not %.17g", i, got[i], want[i]);
}

/* Two blocks of three, forth and back; the result is by their length as much. */
static void complex_lines(void **state)
{
    (void)state;
    static const double from[] = {1, 2, 3, 4, 5, 6, 1, 0, 0, 0, 0, 0}, root = 0.86602540378443864676;
    const double want[] = {9, 12, -3 - 2 * root, -3 + 2 * root, -3 + 2 * root, -3 - 2 * root, 1, 0, 1, 0, 1, 0}, back[] = {3, 6, 9, 12, 15, 18, 3, 0, 0, 0, 0, 0};
    CUstream s = stream();
    CUdeviceptr x = doubles(from, 12), y = device(12 * sizeof *from);
    const int plan = plan_of(s, Z2Z, 1, (long long[]){3}, 2);
    CU(z2z(plan, x, y, FORWARD));
    expect_doubles(s, y, want, 12);
    CU(z2z(plan, y, y, INVERSE));
    expect_doubles(s, y, back, 12);
    CU(destroy(plan));
    expect_nothing();
}

/* A block of 2 x 3 real numbers has 2 x 2 of the half; back from there what went in is not what it was. */
static void real_blocks(void **state)
{
    (void)state;
    static const double from[] = {1, 2, 3, 4, 5, 6}, root = 0.86602540378443864676;
    const double want[] = {21, 0, -3, 2 * root, -9, 0, 0, 0}, back[] = {6, 12, 18, 24, 30, 36};
    double left[8];
    CUstream s = stream();
    CUdeviceptr x = doubles(from, 6), y = device(8 * sizeof *from);
    const int plan = plan_of(s, D2Z, 2, (long long[]){2, 3}, 1), again = plan_of(s, Z2D, 2, (long long[]){2, 3}, 1);
    CU(d2z(plan, x, y));
    expect_doubles(s, y, want, 8);
    CU(z2d(again, y, x));
    expect_doubles(s, x, back, 6);
    CU(cuMemcpyDtoH_v2(left, y, sizeof left));
    assert_true(fabs(left[0] - 21) > 1);
    CU(destroy(plan));
    CU(destroy(again));
    expect_nothing();
}

static void what_a_plan_needs(void **state)
{
    (void)state;
    int plan;
    size_t work;
    CUstream s = stream();
    CUdeviceptr x = doubles((double[4]){0}, 4);
    load();
    CU(create(&plan));
    assert_int_equal(described(plan, Z2Z, 1, (long long[]){2}, 1, &work), INVALID_VALUE);
    expect("the work area would be the library's own");
    CU(set_allocation(plan, 0));
    assert_int_equal(described(plan, 7, 1, (long long[]){2}, 1, &work), INVALID_TYPE);
    assert_int_equal(described(plan, Z2Z, 4, (long long[]){2, 2, 2}, 1, &work), INVALID_SIZE);
    assert_int_equal(described(plan, Z2Z, 1, (long long[]){0}, 1, &work), INVALID_SIZE);
    assert_int_equal(set_work(plan, x), INVALID_PLAN);
    expect("the plan is not made yet");
    assert_int_equal(z2z(plan, x, x, FORWARD), INVALID_PLAN);
    expect("the plan is not made");
    CU(described(plan, Z2Z, 1, (long long[]){2}, 1, &work));
    assert_int_equal(described(plan, Z2Z, 1, (long long[]){2}, 1, &work), INVALID_PLAN);
    expect("the plan is made already");
    assert_int_equal(z2z(plan, x, x, FORWARD), INVALID_VALUE);
    expect("the plan has no stream");
    CU(set_stream(plan, s));
    assert_int_equal(z2z(plan, x, x, FORWARD), INVALID_VALUE);
    expect("the work area at");
    CU(set_work(plan, device(work - 1)));
    assert_int_equal(z2z(plan, x, x, FORWARD), INVALID_VALUE);
    expect("the work area at");
    CU(set_work(plan, device(work)));
    assert_int_equal(d2z(plan, x, x), INVALID_PLAN);
    expect("of another type");
    assert_int_equal(z2z(plan, x, x, 0), INVALID_VALUE);
    CU(destroy(plan));
    assert_int_equal(destroy(plan), INVALID_PLAN);
    expect("a plan that is none");
}

static void what_operands_are(void **state)
{
    (void)state;
    CUstream s = stream();
    CUdeviceptr x = doubles((double[4]){0}, 4), y = doubles((double[4]){0}, 4);
    const int plan = plan_of(s, Z2Z, 1, (long long[]){2}, 1), real = plan_of(s, D2Z, 1, (long long[]){2}, 1), back = plan_of(s, Z2D, 1, (long long[]){2}, 1);
    assert_int_equal(z2z(plan, x + 8, y, FORWARD), INVALID_VALUE);
    expect("is not aligned to complex numbers");
    assert_int_equal(z2z(plan, x, y + 16, FORWARD), INVALID_VALUE);
    expect("does not lie in memory of the device");
    assert_int_equal(d2z(real, x, x), INVALID_VALUE);
    expect("or real numbers in place");
    CUdeviceptr odd = doubles((double[4]){1, 2, 3, 0}, 4);
    CU(z2d(back, odd, y));
    CU(cuStreamSynchronize(s));
    expect("is not its own conjugate backwards");
    CU(destroy(plan)), CU(destroy(real)), CU(destroy(back));
}

/* What it reads another stream has just written; and two runs of a plan that share their work area on two streams. */
static void streams_are_kept(void **state)
{
    (void)state;
    CUstream s = stream(), other = stream();
    CUdeviceptr x = doubles((double[4]){0}, 4), y = device(4 * sizeof(double)), z = device(4 * sizeof(double));
    const int plan = plan_of(s, Z2Z, 1, (long long[]){2}, 1);
    CU(cuMemsetD32Async(x, 0, 1, other));
    CU(z2z(plan, x, y, FORWARD));
    CU(cuCtxSynchronize());
    expect("a wait is missing: ");
    CU(z2z(plan, x, y, FORWARD));
    CU(set_stream(plan, other));
    CU(z2z(plan, x, z, FORWARD));
    CU(cuCtxSynchronize());
    expect("a wait is missing: ");
    CU(destroy(plan));
}

static void destroy_it(void *plan)
{
    (void)destroy(*(int *)plan);
}

static void nap(void *unused)
{
    (void)unused;
    usleep(100000);
}

static void a_plan_at_work(void **state)
{
    (void)state;
    CUstream s = stream();
    CUdeviceptr x = doubles((double[4]){0}, 4);
    int plan = plan_of(s, Z2Z, 1, (long long[]){2}, 1);
    CU(cuLaunchHostFunc(s, nap, NULL));
    CU(z2z(plan, x, x, FORWARD));
    CU(destroy(plan));
    expect("the plan's work has not come to its end");
    plan = plan_of(s, Z2Z, 1, (long long[]){2}, 1);
    CU(cuLaunchHostFunc(s, destroy_it, &plan));
    CU(cuStreamSynchronize(s));
    expect("cufftDestroy is called from a host function");
    CU(destroy(plan));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(complex_lines, fresh),     cmocka_unit_test_setup(real_blocks, fresh),      cmocka_unit_test_setup(what_a_plan_needs, fresh),
        cmocka_unit_test_setup(what_operands_are, fresh), cmocka_unit_test_setup(streams_are_kept, fresh), cmocka_unit_test_setup(a_plan_at_work, fresh),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
