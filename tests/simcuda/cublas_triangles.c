/* Triangular systems of the simulated cuBLAS: substitution, of which the other triangle, and a unit diagonal, are not read. */
#define _GNU_SOURCE
#include "cublas.h"

#include <stdlib.h>

struct triangle {
    int type, side, fill, op, diagonal;
    int64_t m, n, lda, ldb;
    struct number alpha;
    const void *a;
    void *b;
    void *workspace;
    size_t workspace_bytes;
};

/* Row i, column j of op(A). */
static struct number element(const struct triangle *t, const struct number *a, int64_t order, int64_t i, int64_t j)
{
    struct number e = t->op == OP_N ? a[j * order + i] : a[i * order + j];
    if (t->op == OP_C)
        e.im = -e.im;
    return e;
}

/* The triangle's columns, and nothing else, are touched; a unit diagonal is not. */
static struct number *read_triangle(const struct triangle *t, struct access *access, int64_t order, CUresult *result)
{
    const size_t size = type_size(t->type);
    const int64_t skip = t->diagonal == DIAGONAL_UNIT;
    struct number *a = calloc((size_t)(order * order) + 1, sizeof *a);
    *result = a ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
    for (int64_t j = 0; j < order && !*result; j++) {
        const int64_t first = t->fill == FILL_LOWER ? j + skip : 0, end = t->fill == FILL_LOWER ? order : j + 1 - skip;
        void *at;
        if (first >= end)
            continue;
        *result = simcuda_library_touch(access, (const char *)t->a + (size_t)(j * t->lda + first) * size, (size_t)(end - first) * size, SIMCUDA_READ, &at);
        for (int64_t i = first; i < end && !*result; i++)
            a[j * order + i] = number_load(t->type, (char *)at + (size_t)(i - first) * size);
    }
    if (!*result)
        return a;
    free(a);
    return NULL;
}

/* One right-hand side of op(A) x = b (or, of X op(A) = B, a row of it, for which A counts as transposed). */
static void substitute(const struct triangle *t, const struct number *a, int64_t order, struct number *x, int64_t step)
{
    const bool turned = t->side == SIDE_RIGHT, lower = (t->fill == FILL_LOWER) == (t->op == OP_N) ? !turned : turned;
    for (int64_t k = 0; k < order; k++) {
        const int64_t i = lower ? k : order - 1 - k;
        struct number sum = x[i * step];
        for (int64_t l = 0; l < k; l++) {
            const int64_t j = lower ? l : order - 1 - l;
            sum = number_subtract(t->type, sum, number_multiply(t->type, turned ? element(t, a, order, j, i) : element(t, a, order, i, j), x[j * step]));
        }
        x[i * step] = t->diagonal == DIAGONAL_UNIT ? sum : number_divide(t->type, sum, element(t, a, order, i, i));
    }
}

static CUresult solve(void *data, struct access *access)
{
    struct triangle *t = data;
    const int64_t order = t->side == SIDE_LEFT ? t->m : t->n, others = t->side == SIDE_LEFT ? t->n : t->m;
    CUresult result = blas_workspace(access, t->workspace, t->workspace_bytes);
    struct number *b = NULL, *a = result ? NULL : read_triangle(t, access, order, &result);
    if (a)
        b = matrix_read(access, t->type, t->m, t->n, t->b, t->ldb, &result);
    for (int64_t i = 0; b && i < t->m * t->n; i++)
        b[i] = number_multiply(t->type, t->alpha, b[i]);
    for (int64_t j = 0; b && j < others; j++)
        substitute(t, a, order, t->side == SIDE_LEFT ? b + j * t->m : b + j, t->side == SIDE_LEFT ? 1 : t->m);
    if (b)
        result = matrix_write(access, t->type, t->m, t->n, t->b, t->ldb, b);
    free(a), free(b), free(t);
    return result;
}

static int triangle(const char *name, struct blas *h, int type, int side, int fill, int op, int diagonal, int m, int n, const void *alpha, const void *a, int lda, void *b, int ldb)
{
    int status = blas_computes(name, h);
    if (!status && (m < 0 || n < 0 || side > SIDE_RIGHT || fill > FILL_UPPER || op > OP_C || diagonal > DIAGONAL_UNIT))
        status = STATUS_INVALID_VALUE;
    if (!status)
        status = blas_scalar(name, h, alpha, type_size(type));
    if (!status)
        status = blas_matrix(name, "A", type, side == SIDE_LEFT ? m : n, side == SIDE_LEFT ? m : n, a, lda);
    if (!status)
        status = blas_matrix(name, "B", type, m, n, b, ldb);
    struct triangle *given = status ? NULL : malloc(sizeof *given);
    if (status || !given)
        return status ? status : STATUS_ALLOC_FAILED;
    *given = (struct triangle){type, side, fill, op, diagonal, m, n, lda, ldb, number_load(type, alpha), a, b, h->workspace, h->workspace_bytes};
    const CUresult result = simcuda_library_give(h->stream, name, solve, given);
    if (result)
        free(given);
    return status_of(result);
}

#define TRSM(letter, type)                                                                                                                                                     \
    EXPORT int cublas##letter##trsm_v2(struct blas *h, int side, int fill, int op, int diagonal, int m, int n, const void *alpha, const void *a, int lda, void *b, int ldb); \
    EXPORT int cublas##letter##trsm_v2(struct blas *h, int side, int fill, int op, int diagonal, int m, int n, const void *alpha, const void *a, int lda, void *b, int ldb)  \
    {                                                                                                                                                                          \
        return triangle("cublas" #letter "trsm", h, type, side, fill, op, diagonal, m, n, alpha, a, lda, b, ldb);                                                               \
    }
TRSM(S, R_32F)
TRSM(D, R_64F)
TRSM(C, C_32F)
TRSM(Z, C_64F)
