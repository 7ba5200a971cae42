/*
 * The binary interfaces of cuBLAS, cuSOLVER and cuFFT, as far as they are used: own declarations, from their public documentation (abi.h). A status of 0 is
 * success. Numbers of the types of elements are cudaDataType's.
 */
#ifndef RA_CUDA_LIBRARIES_H
#define RA_CUDA_LIBRARIES_H

#include <stddef.h>
#include <stdint.h>

enum { RA__CU_R_32F = 0, RA__CU_R_64F = 1, RA__CU_R_16F = 2, RA__CU_C_32F = 4, RA__CU_C_64F = 5, RA__CU_R_16BF = 14 };
enum { RA__CU_OP_N = 0, RA__CU_OP_T = 1, RA__CU_OP_C = 2 };
enum { RA__CU_LEFT = 0, RA__CU_RIGHT = 1 };
enum { RA__CU_LOWER = 0, RA__CU_UPPER = 1 };
enum { RA__CU_NON_UNIT = 0, RA__CU_UNIT = 1 };
enum { RA__CU_WITHOUT_VECTORS = 0, RA__CU_WITH_VECTORS = 1 };
enum { RA__CU_COMPUTE_32F = 68, RA__CU_COMPUTE_64F = 70, RA__CU_COMPUTE_32F_TF32 = 77 };
enum { RA__CU_GEMM_DEFAULT = -1 };
enum { RA__CU_POINTER_HOST = 0, RA__CU_POINTER_DEVICE = 1 };
enum { RA__CU_BLAS_ALLOC_FAILED = 3 };
/* No TF32 but where a call asks for it, and halves are summed in float32 to the end. */
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
    entry(int, cublasDotEx, (void *handle, int n, const void *x, int x_type, int x_step, const void *y, int y_type, int y_step, void *to, int to_type, int execution)) \
    RA__CU_TRSM(entry, S) RA__CU_TRSM(entry, D) RA__CU_TRSM(entry, C) RA__CU_TRSM(entry, Z)
#define RA__CU_TRSM(entry, letter) \
    entry(int, cublas##letter##trsm_v2, (void *handle, int side, int half, int op, int diagonal, int m, int n, const void *alpha, const void *a, int lda, void *b, int ldb))

/* Numbers in 64 bits; room, of the device and of the host, as its twin says. info: on the device. */
#define RA__CU_ROOM size_t *device, size_t *host
#define RA__CU_WITH_ROOM void *device, size_t device_bytes, void *host, size_t host_bytes, int *info
#define RA__CU_SOLVER_LIST(entry) \
    entry(int, cusolverDnCreate, (void **handle)) \
    entry(int, cusolverDnDestroy, (void *handle)) \
    entry(int, cusolverDnSetStream, (void *handle, void *stream)) \
    entry(int, cusolverDnCreateParams, (void **params)) \
    entry(int, cusolverDnDestroyParams, (void *params)) \
    entry(int, cusolverDnXpotrf_bufferSize, (void *handle, void *params, int half, int64_t n, int type, const void *a, int64_t lda, int compute, RA__CU_ROOM)) \
    entry(int, cusolverDnXpotrf, (void *handle, void *params, int half, int64_t n, int type, void *a, int64_t lda, int compute, RA__CU_WITH_ROOM)) \
    entry(int, cusolverDnXpotrs, (void *handle, void *params, int half, int64_t n, int64_t columns, int type, const void *a, int64_t lda, int b_type, void *b, int64_t ldb, int *info)) \
    entry(int, cusolverDnXgetrf_bufferSize, (void *handle, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int compute, RA__CU_ROOM)) \
    entry(int, cusolverDnXgetrf, (void *handle, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int64_t *pivots, int compute, RA__CU_WITH_ROOM)) \
    entry(int, cusolverDnXgetrs, (void *handle, void *params, int op, int64_t n, int64_t columns, int type, const void *a, int64_t lda, const int64_t *pivots, int b_type, void *b, \
                                  int64_t ldb, int *info)) \
    entry(int, cusolverDnXgeqrf_bufferSize, (void *handle, void *params, int64_t m, int64_t n, int type, const void *a, int64_t lda, int tau_type, const void *tau, int compute, \
                                             RA__CU_ROOM)) \
    entry(int, cusolverDnXgeqrf, (void *handle, void *params, int64_t m, int64_t n, int type, void *a, int64_t lda, int tau_type, void *tau, int compute, RA__CU_WITH_ROOM)) \
    entry(int, cusolverDnXsyevd_bufferSize, (void *handle, void *params, int job, int half, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, int compute, \
                                             RA__CU_ROOM)) \
    entry(int, cusolverDnXsyevd, (void *handle, void *params, int job, int half, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int compute, RA__CU_WITH_ROOM)) \
    entry(int, cusolverDnXgesvd_bufferSize, (void *handle, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, const void *a, int64_t lda, int s_type, \
                                             const void *s, int u_type, const void *u, int64_t ldu, int v_type, const void *v, int64_t ldv, int compute, RA__CU_ROOM)) \
    entry(int, cusolverDnXgesvd, (void *handle, void *params, signed char job_u, signed char job_v, int64_t m, int64_t n, int type, void *a, int64_t lda, int s_type, void *s, \
                                  int u_type, void *u, int64_t ldu, int v_type, void *v, int64_t ldv, int compute, RA__CU_WITH_ROOM)) \
    RA__CU_ORGQR(entry, Sorgqr) RA__CU_ORGQR(entry, Dorgqr) RA__CU_ORGQR(entry, Cungqr) RA__CU_ORGQR(entry, Zungqr) \
    RA__CU_ORMQR(entry, Sormqr) RA__CU_ORMQR(entry, Dormqr) RA__CU_ORMQR(entry, Cunmqr) RA__CU_ORMQR(entry, Zunmqr)
#define RA__CU_ORGQR(entry, name) \
    entry(int, cusolverDn##name##_bufferSize, (void *handle, int m, int n, int k, const void *a, int lda, const void *tau, int *elements)) \
    entry(int, cusolverDn##name, (void *handle, int m, int n, int k, void *a, int lda, const void *tau, void *work, int elements, int *info))
#define RA__CU_ORMQR(entry, name) \
    entry(int, cusolverDn##name##_bufferSize, (void *handle, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, const void *c, int ldc, int *elements)) \
    entry(int, cusolverDn##name, (void *handle, int side, int op, int m, int n, int k, const void *a, int lda, const void *tau, void *c, int ldc, void *work, int elements, int *info))
/* Of later versions: NULL where it is not there. Real A: eigenvalues are complex, of eigenvectors a pair of conjugate ones is a real and an imaginary part. */
#define RA__CU_SOLVER_LATER_LIST(entry) \
    entry(int, cusolverDnXgeev_bufferSize, (void *handle, void *params, int job_left, int job_right, int64_t n, int type, const void *a, int64_t lda, int w_type, const void *w, \
                                            int left_type, const void *left, int64_t ldl, int right_type, const void *right, int64_t ldr, int compute, RA__CU_ROOM)) \
    entry(int, cusolverDnXgeev, (void *handle, void *params, int job_left, int job_right, int64_t n, int type, void *a, int64_t lda, int w_type, void *w, int left_type, void *left, \
                                 int64_t ldl, int right_type, void *right, int64_t ldr, int compute, RA__CU_WITH_ROOM))

enum { RA__CU_R2C = 0x2a, RA__CU_C2R = 0x2c, RA__CU_C2C = 0x29, RA__CU_D2Z = 0x6a, RA__CU_Z2D = 0x6c, RA__CU_Z2Z = 0x69 };
enum { RA__CU_FORWARD = -1, RA__CU_INVERSE = 1 };
enum { RA__CU_FFT_ALLOC_FAILED = 2 };
/* Plans of lines that lie one after another, so that neither layout is given. */
#define RA__CU_FFT_LIST(entry) \
    entry(int, cufftCreate, (int *plan)) \
    entry(int, cufftDestroy, (int plan)) \
    entry(int, cufftSetAutoAllocation, (int plan, int allocates)) \
    entry(int, cufftMakePlanMany64, (int plan, int rank, long long *n, long long *in_embed, long long in_stride, long long in_distance, long long *out_embed, long long out_stride, \
                                     long long out_distance, int type, long long batch, size_t *work_bytes)) \
    entry(int, cufftSetWorkArea, (int plan, void *work)) \
    entry(int, cufftSetStream, (int plan, void *stream)) \
    entry(int, cufftExecC2C, (int plan, void *in, void *out, int direction)) \
    entry(int, cufftExecZ2Z, (int plan, void *in, void *out, int direction)) \
    RA__CU_FFT_REAL(entry, R2C) RA__CU_FFT_REAL(entry, D2Z) RA__CU_FFT_REAL(entry, C2R) RA__CU_FFT_REAL(entry, Z2D)
#define RA__CU_FFT_REAL(entry, name) entry(int, cufftExec##name, (int plan, void *in, void *out))

#define RA__CU_MEMBER(result, name, arguments) result(*name) arguments;
typedef struct ra__cu_blas {
    RA__CU_BLAS_LIST(RA__CU_MEMBER)
} ra__cu_blas;
typedef struct ra__cu_solver {
    RA__CU_SOLVER_LIST(RA__CU_MEMBER)
    RA__CU_SOLVER_LATER_LIST(RA__CU_MEMBER)
} ra__cu_solver;
typedef struct ra__cu_fft {
    RA__CU_FFT_LIST(RA__CU_MEMBER)
} ra__cu_fft;
#undef RA__CU_MEMBER

#endif
