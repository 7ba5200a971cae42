/* The simulated cuSOLVER, used through dlopen alone: what it computes, and each of its rules, broken once on purpose. */
#define _GNU_SOURCE
#include "helpers/simcuda.h"

#include <math.h>

enum { LOWER = 0, UPPER = 1, LEFT = 0, RIGHT = 1, OP_N = 0, OP_T = 1, REAL_32 = 0, REAL_64 = 1, COMPLEX_64 = 5, WITH_VECTORS = 1 };
enum { SUCCESS = 0, NOT_INITIALIZED = 1, INVALID_VALUE = 3 }; /* cusolverStatus_t */

static void *handle, *params;
static int (*create)(void **), (*destroy)(void *), (*set_stream)(void *, CUstream), (*create_params)(void **), (*destroy_params)(void *);
static int (*potrf_room)(void *, void *, int, int64_t, int, CUdeviceptr, int64_t, int, size_t *, size_t *);
static int (*potrf)(void *, void *, int, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, size_t, void *, size_t, CUdeviceptr);
static int (*potrs)(void *, void *, int, int64_t, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, int64_t, CUdeviceptr);
static int (*getrf_room)(void *, void *, int64_t, int64_t, int, CUdeviceptr, int64_t, int, size_t *, size_t *);
static int (*getrf)(void *, void *, int64_t, int64_t, int, CUdeviceptr, int64_t, CUdeviceptr, int, CUdeviceptr, size_t, void *, size_t, CUdeviceptr);
static int (*getrs)(void *, void *, int, int64_t, int64_t, int, CUdeviceptr, int64_t, CUdeviceptr, int, CUdeviceptr, int64_t, CUdeviceptr);
static int (*geqrf)(void *, void *, int64_t, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, int, CUdeviceptr, size_t, void *, size_t, CUdeviceptr);
static int (*orgqr)(void *, int, int, int, CUdeviceptr, int, CUdeviceptr, CUdeviceptr, int, CUdeviceptr);
static int (*ormqr)(void *, int, int, int, int, int, CUdeviceptr, int, CUdeviceptr, CUdeviceptr, int, CUdeviceptr, int, CUdeviceptr);
static int (*geev)(void *, void *, int, int, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, int, CUdeviceptr, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, size_t, void *, size_t,
                   CUdeviceptr);
static int (*syevd)(void *, void *, int, int, int64_t, int, CUdeviceptr, int64_t, int, CUdeviceptr, int, CUdeviceptr, size_t, void *, size_t, CUdeviceptr);

/* The room that every call here gets: of the device, and of the host. */
enum { ROOM = 4096, HOST = 512 };
static CUdeviceptr room, info;
static char host[HOST];

static CUstream with_handle(void)
{
    static void *library;
    if (!library) {
        library = open_beside("libcusolver.so.11");
        find(library, "cusolverDnCreate", &create), find(library, "cusolverDnDestroy", &destroy), find(library, "cusolverDnSetStream", &set_stream);
        find(library, "cusolverDnCreateParams", &create_params), find(library, "cusolverDnDestroyParams", &destroy_params);
        find(library, "cusolverDnXpotrf_bufferSize", &potrf_room), find(library, "cusolverDnXpotrf", &potrf), find(library, "cusolverDnXpotrs", &potrs);
        find(library, "cusolverDnXgetrf_bufferSize", &getrf_room), find(library, "cusolverDnXgetrf", &getrf), find(library, "cusolverDnXgetrs", &getrs);
        find(library, "cusolverDnXgeqrf", &geqrf), find(library, "cusolverDnDorgqr", &orgqr), find(library, "cusolverDnXsyevd", &syevd);
        find(library, "cusolverDnDormqr", &ormqr), find(library, "cusolverDnXgeev", &geev);
    }
    CUstream s = stream();
    CU(create(&handle));
    CU(create_params(&params));
    CU(set_stream(handle, s));
    room = device(ROOM);
    info = device(sizeof(int));
    return s;
}

static void without_handle(void)
{
    CU(destroy_params(params));
    CU(destroy(handle));
}

static CUdeviceptr doubles(const double *from, size_t count)
{
    CUdeviceptr d = device(count * sizeof *from);
    CU(cuMemcpyHtoD_v2(d, from, count * sizeof *from));
    return d;
}

static void expect_doubles(CUstream s, CUdeviceptr at, const double *want, size_t count)
{
    double got[16];
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(got, at, count * sizeof *got));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(got[i] - want[i]) < 1e-12))
            fail_msg("%zu: %.17g, not %.17g", i, got[i], want[i]);
}

static int info_of(CUstream s)
{
    int n;
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(&n, info, sizeof n));
    return n;
}

static int cholesky(CUdeviceptr a, int64_t n, int64_t ld)
{
    return potrf(handle, params, LOWER, n, REAL_64, a, ld, REAL_64, room, ROOM, host, HOST, info);
}

/* In columns; the upper half is not looked at. */
static const double definite[] = {4, 2, -99, 5}, indefinite[] = {1, 2, 0, 1}, singular[] = {1, 2, 2, 4};

static void cholesky_factors(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = doubles(definite, 4), b = doubles(indefinite, 4);
    CU(cholesky(a, 2, 2));
    expect_doubles(s, a, (double[]){2, 1, -99, 2}, 4);
    assert_int_equal(info_of(s), 0);
    CU(cholesky(b, 2, 2));
    assert_int_equal(info_of(s), 2); /* the second minor is not positive */
    without_handle();
    expect_nothing();
}

/* A = 4 2; 2 5, by its lower factor and by its upper one, of which the other half is not touched. */
static void by_cholesky_factors(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr lower = doubles((double[]){2, 1, NAN, 2}, 4), upper = doubles((double[]){2, NAN, 1, 2}, 4), b = doubles((double[]){8, 12, 4, 2}, 4), c = doubles((double[]){8, 12}, 2);
    CU(potrs(handle, params, LOWER, 2, 2, REAL_64, lower, 2, REAL_64, b, 2, info));
    CU(potrs(handle, params, UPPER, 2, 1, REAL_64, upper, 2, REAL_64, c, 2, info));
    expect_doubles(s, b, (double[]){1, 2, 1, 0}, 4);
    expect_doubles(s, c, (double[]){1, 2}, 2);
    assert_int_equal(potrs(handle, params, LOWER, 2, 1, REAL_64, lower, 2, REAL_64, b, 1, info), INVALID_VALUE);
    expect("the leading dimension of B is 1, of 2 rows");
    without_handle();
}

/* A = 0 1; 2 3, which has its rows exchanged: A x = b, and of the transposed one. */
static void lu_factors(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = doubles((double[]){0, 2, 1, 3}, 4), pivots = device(2 * sizeof(int64_t)), b = doubles((double[]){1, 7}, 2), c = doubles((double[]){4, 7}, 2);
    CU(getrf(handle, params, 2, 2, REAL_64, a, 2, pivots, REAL_64, room, ROOM, host, HOST, info));
    CU(getrs(handle, params, OP_N, 2, 1, REAL_64, a, 2, pivots, REAL_64, b, 2, info));
    CU(getrs(handle, params, OP_T, 2, 1, REAL_64, a, 2, pivots, REAL_64, c, 2, info));
    expect_doubles(s, b, (double[]){2, 1}, 2);
    expect_doubles(s, c, (double[]){1, 2}, 2);
    CUdeviceptr flat = doubles(singular, 4);
    CU(getrf(handle, params, 2, 2, REAL_64, flat, 2, pivots, REAL_64, room, ROOM, host, HOST, info));
    assert_int_equal(info_of(s), 2);
    without_handle();
    expect_nothing();
}

/* Q R is A again. */
static void qr_factors(void **state)
{
    (void)state;
    CUstream s = with_handle();
    const double a[] = {3, 4, 0, 1, 2, 2}; /* 3 x 2 */
    CUdeviceptr q = doubles(a, 6), tau = device(2 * sizeof(double)), turned = doubles(a, 6);
    double r[6], got[6];
    CU(geqrf(handle, params, 3, 2, REAL_64, q, 3, REAL_64, tau, REAL_64, room, ROOM, host, HOST, info));
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(r, q, sizeof r));
    CU(ormqr(handle, LEFT, OP_T, 3, 2, 2, q, 3, tau, turned, 3, room, ROOM / (int)sizeof(double), info)); /* of A it makes R */
    expect_doubles(s, turned, (double[]){r[0], 0, 0, r[3], r[4], 0}, 6);
    CU(ormqr(handle, LEFT, OP_N, 3, 2, 2, q, 3, tau, turned, 3, room, ROOM / (int)sizeof(double), info)); /* and A again */
    expect_doubles(s, turned, a, 6);
    expect_nothing();
    assert_int_equal(ormqr(handle, RIGHT, OP_N, 2, 3, 2, q, 3, tau, turned, 2, room, ROOM / (int)sizeof(double), info), INVALID_VALUE);
    expect("from the right, which is not known here");
    CU(orgqr(handle, 3, 2, 2, q, 3, tau, room, ROOM / (int)sizeof(double), info));
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(got, q, sizeof got));
    for (int j = 0; j < 2; j++)
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int k = 0; k <= j; k++)
                sum += got[3 * k + i] * r[3 * j + k];
            assert_true(fabs(sum - a[3 * j + i]) < 1e-12);
        }
    without_handle();
    expect_nothing();
}

static int eigenvalues(CUdeviceptr a, CUdeviceptr values)
{
    return syevd(handle, params, WITH_VECTORS, LOWER, 2, REAL_64, a, 2, REAL_64, values, REAL_64, room, ROOM, host, HOST, info);
}

static void spectra(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = doubles((double[]){2, 1, 0, 2}, 4), values = device(2 * sizeof(double)), odd = doubles((double[]){2, INFINITY, 0, 2}, 4);
    CU(eigenvalues(a, values));
    expect_doubles(s, values, (double[]){1, 3}, 2);
    expect_nothing();
    CU(eigenvalues(odd, values));
    (void)cuStreamSynchronize(s);
    expect("is not finite, from which not every version comes back");
    without_handle();
}

static int general(CUdeviceptr a, int w_type, CUdeviceptr w, CUdeviceptr v)
{
    return geev(handle, params, 0, WITH_VECTORS, 2, REAL_64, a, 2, w_type, w, REAL_64, 0, 2, REAL_64, v, 2, REAL_64, room, ROOM, host, HOST, info);
}

/* A = 0 1; -1 0: i and -i, of which the vectors x + iy and x - iy are given as x and y, with A x = -y and A y = x. */
static void spectra_of_any(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = doubles((double[]){0, -1, 1, 0}, 4), w = device(4 * sizeof(double)), v = device(4 * sizeof(double)), odd = doubles((double[]){2, NAN, 0, 2}, 4);
    double x[4];
    CU(general(a, COMPLEX_64, w, v));
    expect_doubles(s, w, (double[]){0, 1, 0, -1}, 4);
    assert_int_equal(info_of(s), 0);
    CU(cuMemcpyDtoH_v2(x, v, sizeof x));
    assert_true(fabs(x[1] + x[2]) < 1e-12 && fabs(x[0] - x[3]) < 1e-12 && fabs(x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3] - 1) < 1e-12);
    expect_nothing();
    assert_int_equal(general(a, REAL_64, w, v), INVALID_VALUE);
    expect("eigenvalues that are not complex, which are not known here");
    CU(general(odd, COMPLEX_64, w, v));
    (void)cuStreamSynchronize(s);
    expect("is not finite, from which not every version comes back");
    without_handle();
}

static void what_a_handle_needs(void **state)
{
    (void)state;
    with_handle();
    CUdeviceptr a = doubles(definite, 4);
    void *bare, *before = handle;
    CU(create(&bare));
    handle = bare;
    assert_int_equal(cholesky(a, 2, 2), INVALID_VALUE);
    expect("the handle has no stream of the current context");
    CU(destroy(bare));
    int no_handle[8] = {0};
    handle = no_handle;
    assert_int_equal(cholesky(a, 2, 2), NOT_INITIALIZED);
    expect("a handle that is none");
    handle = before;
    assert_int_equal(set_stream(handle, NULL), INVALID_VALUE);
    expect("no stream of the current context");
    without_handle();
}

static void what_room_is(void **state)
{
    (void)state;
    with_handle();
    CUdeviceptr a = doubles(definite, 4);
    size_t on_device, on_host;
    CU(potrf_room(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, &on_device, &on_host));
    CU(getrf_room(handle, params, 2, 2, REAL_64, a, 2, REAL_64, &on_device, &on_host));
    assert_true(on_device <= ROOM && on_host <= HOST);
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, room, on_device - 1, host, HOST, info), INVALID_VALUE);
    expect("of the device's are asked for");
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, (CUdeviceptr)(uintptr_t)host, HOST, host, HOST, info), INVALID_VALUE);
    expect("of the device's are asked for");
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, room, ROOM, host, on_host - 1, info), INVALID_VALUE);
    expect("of the host's are asked for");
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, room, ROOM, (void *)(uintptr_t)room, ROOM, info), INVALID_VALUE);
    expect("of the host's are asked for");
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_64, room, ROOM, host, HOST, (CUdeviceptr)(uintptr_t)host), INVALID_VALUE);
    expect("is no integer of the device's");
    without_handle();
}

static void what_operands_are(void **state)
{
    (void)state;
    with_handle();
    CUdeviceptr a = doubles(definite, 4), pivots = device(2 * sizeof(int64_t));
    assert_int_equal(cholesky(a, 2, 1), INVALID_VALUE);
    expect("the leading dimension of A is 1, of 2 rows");
    assert_int_equal(cholesky(a, 3, 3), INVALID_VALUE);
    expect("A at");
    assert_int_equal(cholesky((CUdeviceptr)(uintptr_t)definite, 2, 2), INVALID_VALUE);
    expect("does not lie in memory of the device");
    assert_int_equal(cholesky(a + 4, 1, 1), INVALID_VALUE);
    expect("is not aligned to its elements");
    assert_int_equal(potrf(handle, params, LOWER, 2, REAL_64, a, 2, REAL_32, room, ROOM, host, HOST, info), INVALID_VALUE);
    assert_int_equal(potrf(handle, NULL, LOWER, 2, REAL_64, a, 2, REAL_64, room, ROOM, host, HOST, info), INVALID_VALUE);
    assert_int_equal(getrf(handle, params, 2, 2, REAL_64, a, 2, (CUdeviceptr)(uintptr_t)host, REAL_64, room, ROOM, host, HOST, info), INVALID_VALUE);
    expect("are no integers of the device's");
    assert_int_equal(getrs(handle, params, OP_N, 2, 1, REAL_64, a, 2, pivots, REAL_64, a, 1, info), INVALID_VALUE);
    expect("the leading dimension of B is 1, of 2 rows");
    without_handle();
}

/* What it reads on its stream another has just written; and two calls that share their room on two streams. */
static void streams_are_kept(void **state)
{
    (void)state;
    CUstream s = with_handle(), other = stream();
    CUdeviceptr a = doubles(definite, 4), b = doubles(definite, 4), c = doubles(definite, 4);
    CUevent e = event();
    CU(cuMemsetD32Async(a, 0, 1, other));
    CU(cuEventRecord(e, other));
    CU(cuStreamWaitEvent(s, e, 0));
    CU(cholesky(a, 2, 2));
    CU(cuCtxSynchronize());
    expect_nothing();
    CU(cuMemsetD32Async(a, 0, 1, other));
    CU(cholesky(a, 2, 2));
    CU(cuCtxSynchronize());
    expect("a wait is missing: ");
    CU(cholesky(b, 2, 2));
    CU(set_stream(handle, other));
    CU(cholesky(c, 2, 2));
    CU(cuCtxSynchronize());
    expect("a wait is missing: ");
    without_handle();
}

static void in_a_host_function(void *data)
{
    *(int *)data = cholesky(0, 0, 1);
}

static void calls_from_host_functions(void **state)
{
    (void)state;
    int answer = SUCCESS;
    CUstream s = with_handle();
    CU(cuLaunchHostFunc(s, in_a_host_function, &answer));
    CU(cuStreamSynchronize(s));
    expect("cusolverDnXpotrf is called from a host function");
    assert_int_not_equal(answer, SUCCESS);
    without_handle();
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(cholesky_factors, fresh),
        cmocka_unit_test_setup(by_cholesky_factors, fresh),
        cmocka_unit_test_setup(lu_factors, fresh),
        cmocka_unit_test_setup(qr_factors, fresh),
        cmocka_unit_test_setup(spectra, fresh),
        cmocka_unit_test_setup(spectra_of_any, fresh),
        cmocka_unit_test_setup(what_a_handle_needs, fresh),
        cmocka_unit_test_setup(what_room_is, fresh),
        cmocka_unit_test_setup(what_operands_are, fresh),
        cmocka_unit_test_setup(streams_are_kept, fresh),
        cmocka_unit_test_setup(calls_from_host_functions, fresh),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
