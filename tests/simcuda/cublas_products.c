/*
 * Products of the simulated cuBLAS: plain sums in the order of k, which read C only where beta is not zero. TF32 is a matter of the call
 * (COMPUTE_32F_FAST_TF32): factors are rounded to it then. A mode of the handle that allows it, or other bits from run to run, is refused.
 */
#define _GNU_SOURCE
#include "cublas.h"

#include <stdlib.h>
#include <string.h>

enum { MATH_DEFAULT = 0, MATH_PEDANTIC = 2, DISALLOW_REDUCED_PRECISION = 16, GEMM_DEFAULT = -1 };

struct side {
    const void *at;
    int64_t ld, stride, rows, columns; /* as they lie */
    int op;
};

struct product {
    int type;
    bool is_tf32;
    int64_t m, n, k, batch;
    struct side a, b, c;
    struct number alpha, beta;
    void *workspace;
    size_t workspace_bytes;
};

/* To 10 bits of mantissa, to even. */
static double tf32(double x)
{
    float single = (float)x;
    uint32_t bits;
    memcpy(&bits, &single, sizeof bits);
    if ((bits & 0x7f800000) != 0x7f800000)
        bits = (bits + 0xfff + (bits >> 13 & 1)) & ~UINT32_C(0x1fff);
    memcpy(&single, &bits, sizeof single);
    return (double)single;
}

static struct number element(const struct product *p, const struct number *x, const struct side *s, int64_t i, int64_t j)
{
    struct number e = s->op == OP_N ? x[j * s->rows + i] : x[i * s->rows + j];
    if (s->op == OP_C)
        e.im = -e.im;
    return p->is_tf32 ? (struct number){tf32(e.re), tf32(e.im)} : e;
}

static CUresult multiply(const struct product *p, struct access *access, int64_t at)
{
    const size_t size = type_size(p->type);
    const bool adds = p->beta.re != 0 || p->beta.im != 0;
    const void *from_a = (const char *)p->a.at + (size_t)(at * p->a.stride) * size, *from_b = (const char *)p->b.at + (size_t)(at * p->b.stride) * size;
    char *to = (char *)(uintptr_t)p->c.at + (size_t)(at * p->c.stride) * size;
    CUresult result = CUDA_SUCCESS;
    struct number *c = NULL, *b = NULL, *a = matrix_read(access, p->type, p->a.rows, p->a.columns, from_a, p->a.ld, &result);
    if (a)
        b = matrix_read(access, p->type, p->b.rows, p->b.columns, from_b, p->b.ld, &result);
    if (b)
        c = matrix_read(access, p->type, p->m, adds ? p->n : 0, to, p->c.ld, &result);
    if (c && !adds) {
        free(c);
        c = calloc((size_t)(p->m * p->n) + 1, sizeof *c);
    }
    for (int64_t j = 0; c && j < p->n; j++)
        for (int64_t i = 0; i < p->m; i++) {
            struct number sum = {0, 0}, *x = &c[j * p->m + i];
            for (int64_t l = 0; l < p->k; l++)
                sum = number_add(p->type, sum, number_multiply(p->type, element(p, a, &p->a, i, l), element(p, b, &p->b, l, j)));
            sum = number_multiply(p->type, p->alpha, sum);
            *x = adds ? number_add(p->type, sum, number_multiply(p->type, p->beta, *x)) : sum;
        }
    if (c)
        result = matrix_write(access, p->type, p->m, p->n, to, p->c.ld, c);
    free(a), free(b), free(c);
    return result;
}

static CUresult multiply_all(void *data, struct access *access)
{
    struct product *p = data;
    CUresult result = blas_workspace(access, p->workspace, p->workspace_bytes);
    for (int64_t at = 0; at < p->batch && !result; at++)
        result = multiply(p, access, at);
    free(p);
    return result;
}

static bool computes_in(int type, int compute)
{
    if (compute == COMPUTE_32F_FAST_TF32)
        return type == R_32F || type == C_32F;
    return compute == (type_is_single(type) ? COMPUTE_32F : COMPUTE_64F);
}

static int check_types(const char *name, const struct blas *h, int a, int b, int c, int compute, int algorithm)
{
    if (a != b || b != c || !type_size(a) || !computes_in(a, compute) || algorithm != GEMM_DEFAULT)
        return STATUS_NOT_SUPPORTED;
    if (h->math != (MATH_DEFAULT | DISALLOW_REDUCED_PRECISION) && h->math != MATH_PEDANTIC) {
        simcuda_library_violation("%s: math mode %d allows TF32, or sums in a type of less precision", name, h->math);
        return STATUS_INVALID_VALUE;
    }
    return STATUS_SUCCESS;
}

static int check_side(const char *name, const char *operand, struct side *s, int type, int64_t rows, int64_t columns, int64_t batch)
{
    s->rows = s->op == OP_N ? rows : columns;
    s->columns = s->op == OP_N ? columns : rows;
    int status = STATUS_SUCCESS;
    for (int64_t at = 0; at < batch && !status; at += batch > 1 ? batch - 1 : 1) /* the first and the last */
        status = blas_matrix(name, operand, type, s->rows, s->columns, (const char *)s->at + (size_t)(at * s->stride) * type_size(type), s->ld);
    return status;
}

static int product(const char *name, struct blas *h, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, long long a_stride,
                   const void *b, int b_type, int ldb, long long b_stride, const void *beta, void *c, int c_type, int ldc, long long c_stride, int batch, int compute, int algorithm)
{
    struct product p = {.type = a_type, .is_tf32 = compute == COMPUTE_32F_FAST_TF32, .m = m, .n = n, .k = k, .batch = batch, .a = {a, lda, a_stride, 0, 0, op_a}, .b = {b, ldb, b_stride, 0, 0, op_b}, .c = {c, ldc, c_stride, 0, 0, OP_N}};
    int status = blas_computes(name, h);
    if (!status)
        status = check_types(name, h, a_type, b_type, c_type, compute, algorithm);
    if (!status && (m < 0 || n < 0 || k < 0 || batch < 0 || op_a > OP_C || op_b > OP_C))
        status = STATUS_INVALID_VALUE;
    const int scale = type_is_complex(a_type) ? a_type : compute == COMPUTE_64F ? R_64F : R_32F;
    if (!status)
        status = blas_scalar(name, h, alpha, type_size(scale));
    if (!status)
        status = blas_scalar(name, h, beta, type_size(scale));
    if (!status && h->pointers == POINTER_DEVICE)
        status = STATUS_NOT_SUPPORTED; /* of this library: nobody asks it of it */
    if (!status)
        status = check_side(name, "A", &p.a, a_type, m, k, batch);
    if (!status)
        status = check_side(name, "B", &p.b, a_type, k, n, batch);
    if (!status)
        status = check_side(name, "C", &p.c, a_type, m, n, batch);
    if (!status && batch > 1 && m && n && c_stride < (long long)ldc * (n - 1) + m && !(c_stride >= m && c_stride * batch <= ldc)) { /* apart, or side by side in each column */
        simcuda_library_violation("%s: matrices of C overlap: they are %lld elements apart", name, c_stride);
        status = STATUS_INVALID_VALUE;
    }
    if (status)
        return status;
    p.alpha = number_load(scale, alpha);
    p.beta = number_load(scale, beta);
    p.workspace = h->workspace;
    p.workspace_bytes = h->workspace_bytes;
    struct product *given = malloc(sizeof *given);
    if (!given)
        return STATUS_ALLOC_FAILED;
    *given = p;
    const CUresult result = simcuda_library_give(h->stream, name, multiply_all, given);
    if (result)
        free(given);
    return status_of(result);
}

EXPORT int cublasGemmEx(struct blas *h, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type, int ldb,
                        const void *beta, void *c, int c_type, int ldc, int compute, int algorithm);
EXPORT int cublasGemmEx(struct blas *h, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, const void *b, int b_type, int ldb,
                        const void *beta, void *c, int c_type, int ldc, int compute, int algorithm)
{
    return product("cublasGemmEx", h, op_a, op_b, m, n, k, alpha, a, a_type, lda, 0, b, b_type, ldb, 0, beta, c, c_type, ldc, 0, 1, compute, algorithm);
}

EXPORT int cublasGemmStridedBatchedEx(struct blas *h, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, long long a_stride, const void *b,
                                      int b_type, int ldb, long long b_stride, const void *beta, void *c, int c_type, int ldc, long long c_stride, int batch, int compute, int algorithm);
EXPORT int cublasGemmStridedBatchedEx(struct blas *h, int op_a, int op_b, int m, int n, int k, const void *alpha, const void *a, int a_type, int lda, long long a_stride, const void *b,
                                      int b_type, int ldb, long long b_stride, const void *beta, void *c, int c_type, int ldc, long long c_stride, int batch, int compute, int algorithm)
{
    return product("cublasGemmStridedBatchedEx", h, op_a, op_b, m, n, k, alpha, a, a_type, lda, a_stride, b, b_type, ldb, b_stride, beta, c, c_type, ldc, c_stride, batch, compute, algorithm);
}

/* ---- dot products ---- */

struct dot {
    int type;
    int64_t n, step[2];
    const void *from[2];
    void *to;
};

static CUresult dot(void *data, struct access *access)
{
    struct dot *d = data;
    CUresult result = CUDA_SUCCESS;
    struct number sum = {0, 0}, *y = NULL, *x = matrix_read(access, d->type, 1, d->n, d->from[0], d->step[0], &result);
    if (x)
        y = matrix_read(access, d->type, 1, d->n, d->from[1], d->step[1], &result);
    for (int64_t i = 0; y && i < d->n; i++)
        sum = number_add(d->type, sum, number_multiply(d->type, x[i], y[i]));
    if (y)
        result = matrix_write(access, d->type, 1, 1, d->to, 1, &sum);
    free(x), free(y), free(d);
    return result;
}

EXPORT int cublasDotEx(struct blas *h, int n, const void *x, int x_type, int x_step, const void *y, int y_type, int y_step, void *to, int to_type, int execution);
EXPORT int cublasDotEx(struct blas *h, int n, const void *x, int x_type, int x_step, const void *y, int y_type, int y_step, void *to, int to_type, int execution)
{
    static const char name[] = "cublasDotEx";
    int status = blas_computes(name, h);
    if (!status && (x_type != y_type || x_type != to_type || !type_size(x_type) || execution != (type_size(x_type) == 2 ? R_32F : x_type)))
        status = STATUS_NOT_SUPPORTED;
    if (!status)
        status = blas_matrix(name, "x", x_type, 1, n, x, x_step);
    if (!status)
        status = blas_matrix(name, "y", x_type, 1, n, y, y_step);
    if (!status)
        status = blas_scalar(name, h, to, type_size(x_type));
    if (!status && h->pointers == POINTER_HOST)
        status = STATUS_NOT_SUPPORTED; /* of this library: it would wait */
    struct dot *given = status ? NULL : malloc(sizeof *given);
    if (status || !given)
        return status ? status : STATUS_ALLOC_FAILED;
    *given = (struct dot){x_type, n, {x_step, y_step}, {x, y}, to};
    const CUresult result = simcuda_library_give(h->stream, name, dot, given);
    if (result)
        free(given);
    return status_of(result);
}
