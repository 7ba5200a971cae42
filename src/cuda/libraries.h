/*
 * The binary interface of cuBLAS, as far as it is used: own declarations, from its public documentation (abi.h). A status of 0 is
 * success. Numbers of the types of elements are cudaDataType's.
 */
#ifndef RA_CUDA_LIBRARIES_H
#define RA_CUDA_LIBRARIES_H

#include <stddef.h>

enum { RA__CU_R_32F = 0, RA__CU_R_64F = 1, RA__CU_R_16F = 2, RA__CU_C_32F = 4, RA__CU_C_64F = 5, RA__CU_R_16BF = 14 };
enum { RA__CU_OP_N = 0, RA__CU_OP_T = 1 };
enum { RA__CU_COMPUTE_32F = 68, RA__CU_COMPUTE_64F = 70 };
enum { RA__CU_GEMM_DEFAULT = -1 };
enum { RA__CU_POINTER_HOST = 0, RA__CU_POINTER_DEVICE = 1 };
enum { RA__CU_BLAS_ALLOC_FAILED = 3 };
/* No TF32, and halves are summed in float32 to the end. */
enum { RA__CU_MATH_DEFAULT = 0, RA__CU_MATH_NO_REDUCED_PRECISION = 16 };

/* entry(result, name of the symbol, arguments) */
#define RA__CU_BLAS_LIST(entry) \
    entry(int, cublasCreate_v2, (void **handle)) \
    entry(int, cublasDestroy_v2, (void *handle)) \
    entry(int, cublasGetVersion_v2, (void *handle, int *version)) \
    entry(int, cublasSetStream_v2, (void *handle, void *stream)) \
    entry(int, cublasSetWorkspace_v2, (void *handle, void *workspace, size_t bytes)) \
    entry(int, cublasSetMathMode, (void *handle, int mode)) \
    entry(int, cublasSetPointerMode_v2, (void *handle, int mode)) \
    entry(const char *, cublasGetStatusName, (int status)) \
    entry(int, cublasGemmEx, (void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type, int ldb, \
                              const void *beta, void *c, int c_type, int ldc, int compute, int algorithm)) \
    entry(int, cublasGemmStridedBatchedEx, (void *handle, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, long long a_stride, \
                                            const void *b, int b_type, int ldb, long long b_stride, const void *beta, void *c, int c_type, int ldc, long long c_stride, int count, \
                                            int compute, int algorithm)) \
    entry(int, cublasDotEx, (void *handle, int n, const void *x, int x_type, int x_step, const void *y, int y_type, int y_step, void *to, int to_type, int execution))

#define RA__CU_MEMBER(result, name, arguments) result(*name) arguments;
typedef struct ra__cu_blas {
    RA__CU_BLAS_LIST(RA__CU_MEMBER)
} ra__cu_blas;
#undef RA__CU_MEMBER

#endif
