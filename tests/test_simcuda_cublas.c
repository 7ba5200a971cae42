/* The simulated cuBLAS, used through dlopen alone: what it computes, and each of its rules, broken once on purpose. */
#define _GNU_SOURCE
#include "helpers/simcuda.h"

#include <math.h>

enum { OP_N, REAL_32 = 0, COMPUTE_32 = 68, DEFAULT = -1, WORKSPACE = 4 << 20 };

static void *handle;
static int (*create)(void **), (*destroy)(void *), (*set_stream)(void *, CUstream), (*set_workspace)(void *, CUdeviceptr, size_t), (*set_math)(void *, int), (*set_pointers)(void *, int);
static int (*gemm)(void *, int, int, int, int, int, const void *, CUdeviceptr, int, int, CUdeviceptr, int, int, const void *, CUdeviceptr, int, int, int, int);
static int (*trsm)(void *, int, int, int, int, int, int, const float *, CUdeviceptr, int, CUdeviceptr, int);
static int (*dot)(void *, int, CUdeviceptr, int, int, CUdeviceptr, int, int, CUdeviceptr, int, int);

static CUstream with_handle(void)
{
    static void *library;
    if (!library) {
        library = open_beside("libcublas.so.12");
        find(library, "cublasCreate_v2", &create), find(library, "cublasDestroy_v2", &destroy), find(library, "cublasSetStream_v2", &set_stream);
        find(library, "cublasSetWorkspace_v2", &set_workspace), find(library, "cublasSetMathMode", &set_math), find(library, "cublasSetPointerMode_v2", &set_pointers);
        find(library, "cublasGemmEx", &gemm), find(library, "cublasStrsm_v2", &trsm), find(library, "cublasDotEx", &dot);
    }
    CUstream s = stream();
    CU(create(&handle));
    CU(set_math(handle, 16));
    CU(set_stream(handle, s));
    CU(set_workspace(handle, device(WORKSPACE), WORKSPACE));
    return s;
}

static CUdeviceptr floats(const float *from, size_t count)
{
    CUdeviceptr d = device(count * sizeof *from);
    CU(cuMemcpyHtoD_v2(d, from, count * sizeof *from));
    return d;
}

static int multiply(int m, int n, int k, CUdeviceptr a, int lda, CUdeviceptr b, int ldb, float beta, CUdeviceptr c, int ldc)
{
    const float one = 1;
    return gemm(handle, OP_N, OP_N, m, n, k, &one, a, REAL_32, lda, b, REAL_32, ldb, &beta, c, REAL_32, ldc, COMPUTE_32, DEFAULT);
}

/* 2 x 3 times 3 x 2, in columns; NaN in C is not read. */
static const float left[] = {1, 2, 3, 4, 5, 6}, right[] = {1, 0, -1, 2, 1, 0}, nothing[] = {NAN, NAN, NAN, NAN};

static void products(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = floats(left, 6), b = floats(right, 6), c = floats(nothing, 4);
    float got[4];
    CU(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2));
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(got, c, sizeof got));
    const float want[] = {1 - 5, 2 - 6, 2 + 3, 4 + 4};
    assert_memory_equal(got, want, sizeof got);
    CU(set_pointers(handle, 1));
    CU(dot(handle, 3, a, REAL_32, 2, b, REAL_32, 1, c, REAL_32, REAL_32));
    CU(set_pointers(handle, 0));
    CU(cuStreamSynchronize(s));
    CU(cuMemcpyDtoH_v2(got, c, 4));
    assert_true(got[0] == 1 - 5);
    CU(destroy(handle));
    expect_nothing();
}

/* Of A = 2 0; 1 4 by both its triangles, from both sides, as it is and transposed: A x is b again. */
static void triangles(void **state)
{
    (void)state;
    CUstream s = with_handle();
    for (int how = 0; how < 16; how++) {
        const int side = how & 1, fill = how >> 1 & 1, op = how >> 2 & 1, unit = how >> 3 & 1;
        const float a[4] = {unit ? NAN : 2, fill ? NAN : 1, fill ? 1 : NAN, unit ? NAN : 4}, b[4] = {3, -5, 7, 11}, one = 1;
        float x[4], full[2][2] = {{unit ? 1 : 2, fill ? 1 : 0}, {fill ? 0 : 1, unit ? 1 : 4}};
        CUdeviceptr da = floats(a, 4), db = floats(b, 4);
        CU(trsm(handle, side, fill, op, unit, 2, 2, &one, da, 2, db, 2));
        CU(cuStreamSynchronize(s));
        CU(cuMemcpyDtoH_v2(x, db, sizeof x));
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) {
                float sum = 0;
                for (int l = 0; l < 2; l++)
                    sum += side ? x[2 * l + i] * (op ? full[j][l] : full[l][j]) : (op ? full[l][i] : full[i][l]) * x[2 * j + l];
                assert_true(sum == b[2 * j + i]);
            }
    }
    CU(destroy(handle));
    expect_nothing();
}

static void what_a_handle_needs(void **state)
{
    (void)state;
    CUstream s = with_handle();
    CUdeviceptr a = floats(left, 6), b = floats(right, 6), c = floats(nothing, 4);
    CU(set_stream(handle, s));
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2), 7);
    expect("the stream has no workspace");
    CU(set_workspace(handle, device(WORKSPACE), WORKSPACE));
    CU(set_math(handle, 1));
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2), 7);
    expect("allows TF32");
    CU(set_math(handle, 16));
    void *bare;
    CU(create(&bare));
    void *before = handle;
    handle = bare;
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2), 7);
    expect("no stream of the current context");
    CU(destroy(bare));
    handle = before;
    CU(destroy(handle));
}

static void what_operands_are(void **state)
{
    (void)state;
    with_handle();
    CUdeviceptr a = floats(left, 6), b = floats(right, 6), c = floats(nothing, 4);
    assert_int_equal(multiply(2, 2, 3, a, 1, b, 3, 0, c, 2), 7);
    expect("the leading dimension of A is 1, of 2 rows");
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 4, 0, c, 2), 7);
    expect("B at");
    assert_int_equal(multiply(2, 2, 3, (CUdeviceptr)(uintptr_t)left, 2, b, 3, 0, c, 2), 7);
    expect("does not lie in memory of the device");
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 3, 0, c + 2, 2), 7);
    expect("is not aligned to its elements");
    CU(set_pointers(handle, 1));
    assert_int_equal(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2), 7);
    expect("where the pointer mode is the device's");
    CU(destroy(handle));
}

/* What it reads on its stream another has just written: without an event, and with one. */
static void streams_are_kept(void **state)
{
    (void)state;
    CUstream s = with_handle(), other = stream();
    CUdeviceptr a = floats(left, 6), b = floats(right, 6), c = floats(nothing, 4);
    CUevent e = event();
    CU(cuMemsetD32Async(a, 0, 6, other));
    CU(cuEventRecord(e, other));
    CU(cuStreamWaitEvent(s, e, 0));
    CU(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2));
    CU(cuCtxSynchronize());
    expect_nothing();
    CU(cuMemsetD32Async(a, 0, 6, other));
    CU(multiply(2, 2, 3, a, 2, b, 3, 0, c, 2));
    CU(cuCtxSynchronize());
    expect("a wait is missing: ");
    CU(destroy(handle));
}

static void in_a_host_function(void *data)
{
    *(int *)data = multiply(1, 1, 1, 0, 1, 0, 1, 0, 0, 1);
}

static void calls_from_host_functions(void **state)
{
    (void)state;
    int answer = 0;
    CUstream s = with_handle();
    CU(cuLaunchHostFunc(s, in_a_host_function, &answer));
    CU(cuStreamSynchronize(s));
    expect("cublasGemmEx is called from a host function");
    assert_int_not_equal(answer, 0);
    CU(destroy(handle));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(products, fresh),
        cmocka_unit_test_setup(triangles, fresh),
        cmocka_unit_test_setup(what_a_handle_needs, fresh),
        cmocka_unit_test_setup(what_operands_are, fresh),
        cmocka_unit_test_setup(streams_are_kept, fresh),
        cmocka_unit_test_setup(calls_from_host_functions, fresh),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
