/*
 * Meta functions of the decompositions and solvers. Their matrices are column-major, as LAPACK writes them and PyTorch
 * hands them out; the dimensions before the last two are a batch.
 */
#include "meta/pre.h"

#include <string.h>

/* LAPACK counts in 32 bits, the elements of its workspace too. */
enum { MOST = 1 << 30, MOST_SQUARED = 16000 };

static int64_t at_least_one(int64_t n)
{
    return n > 1 ? n : 1;
}

/* Strides of contiguous sizes with the last two dimensions exchanged. */
static void column_major(int ndim, const int64_t *sizes, int64_t *strides)
{
    int64_t step = 1;
    if (ndim < 2) {
        ra__strides_contiguous(ndim, sizes, strides);
        return;
    }
    strides[ndim - 2] = 1;
    strides[ndim - 1] = at_least_one(sizes[ndim - 2]);
    step = ra__capped_product(strides[ndim - 1], at_least_one(sizes[ndim - 1]));
    for (int d = ndim - 3; d >= 0; d--) {
        strides[d] = step;
        step = ra__capped_product(step, at_least_one(sizes[d]));
    }
}

static ra_status set_matrices(ra_meta *m, int result, ra_dtype dtype, int ndim, const int64_t *sizes)
{
    int64_t strides[RA_MAX_DIMS];
    column_major(ndim, sizes, strides);
    return ra__set_output(m, result, dtype, ndim, sizes, strides, RA__STRIDES_EXACT);
}

/* The batch of A with other matrices of rows x columns. */
static ra_status set_matrices_of(ra_meta *m, int result, const ra_layout *a, int64_t rows, int64_t columns)
{
    int64_t sizes[RA_MAX_DIMS];
    memcpy(sizes, ra__sizes(a), a->ndim * sizeof *sizes);
    sizes[a->ndim - 2] = rows;
    sizes[a->ndim - 1] = columns;
    return set_matrices(m, result, (ra_dtype)a->dtype, a->ndim, sizes);
}

/* The batch of A with vectors of n. */
static ra_status set_vectors_of(ra_meta *m, int result, const ra_layout *a, ra_dtype dtype, int64_t n)
{
    int64_t sizes[RA_MAX_DIMS];
    memcpy(sizes, ra__sizes(a), a->ndim * sizeof *sizes);
    sizes[a->ndim - 2] = n;
    return ra__set_output(m, result, dtype, a->ndim - 1, sizes, NULL, RA__STRIDES_EXACT);
}

static ra_status check_matrices(ra_meta *m, const ra_layout *a, const char *name, bool square)
{
    ra_status s = ra__check_dtype(m, (ra_dtype)a->dtype);
    if (s)
        return s;
    if (a->ndim < 2)
        return ra__refuse(m, RA_ERR_SHAPE, "%s needs at least 2 dimensions", name);
    int64_t rows = ra__sizes(a)[a->ndim - 2], columns = ra__sizes(a)[a->ndim - 1];
    if (square && rows != columns)
        return ra__refuse(m, RA_ERR_SHAPE, "%s must be batches of square matrices, but they are %lld by %lld", name, (long long)rows, (long long)columns);
    if (rows > MOST || columns > MOST)
        return ra__refuse(m, RA_ERR_OVERFLOW, "%s: matrices of more than %d rows or columns are beyond LAPACK", name, (int)MOST);
    return RA_OK;
}

static ra__linalg_pre *begin(ra_meta *m, const ra_layout *a)
{
    ra__linalg_pre *pre = RA__PRE(m, ra__linalg_pre);
    *pre = (ra__linalg_pre){.rows = ra__sizes(a)[a->ndim - 2], .columns = ra__sizes(a)[a->ndim - 1]};
    return pre;
}

ra_status ra__meta_linalg_cholesky(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "self", true);
    if (s)
        return s;
    begin(m, a)->upper = ra__arg_bool(m, 1);
    return set_matrices(m, 0, (ra_dtype)a->dtype, a->ndim, ra__sizes(a));
}

ra_status ra__meta_linalg_inv(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", true);
    if (s)
        return s;
    begin(m, a);
    return set_matrices(m, 0, (ra_dtype)a->dtype, a->ndim, ra__sizes(a));
}

ra_status ra__meta_linalg_det(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", true);
    if (s)
        return s;
    begin(m, a);
    return ra__set_output(m, 0, (ra_dtype)a->dtype, a->ndim - 2, ra__sizes(a), NULL, RA__STRIDES_EXACT);
}

/* ---- factors ---- */

static ra_status check_workspace(ra_meta *m, int64_t n)
{
    if (n > MOST_SQUARED)
        return ra__refuse(m, RA_ERR_OVERFLOW, "the workspace for matrices of more than %d rows and columns is beyond LAPACK", (int)MOST_SQUARED);
    return RA_OK;
}

ra_status ra__meta_linalg_qr(ra_meta *m)
{
    enum { REDUCED, COMPLETE, R };
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", false);
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, a);
    int mode = ra__arg_choice(m, 1);
    int64_t rows = pre->rows, columns = pre->columns, k = rows < columns ? rows : columns;
    pre->full = mode == COMPLETE;
    pre->values_only = mode == R;
    if (mode == R)
        s = ra__set_output(m, 0, (ra_dtype)a->dtype, 1, (int64_t[]){0}, NULL, RA__STRIDES_EXACT);
    else
        s = set_matrices_of(m, 0, a, rows, mode == COMPLETE ? rows : k);
    return s ? s : set_matrices_of(m, 1, a, mode == COMPLETE ? rows : k, columns);
}

ra_status ra__meta_linalg_svd(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", false);
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, a);
    int64_t rows = pre->rows, columns = pre->columns, k = rows < columns ? rows : columns;
    pre->full = ra__arg_bool(m, 1);
    s = check_workspace(m, k);
    if (!s)
        s = set_matrices_of(m, 0, a, rows, pre->full ? rows : k);
    if (!s)
        s = set_vectors_of(m, 1, a, ra__real_of((ra_dtype)a->dtype), k);
    return s ? s : set_matrices_of(m, 2, a, pre->full ? columns : k, columns);
}

ra_status ra__meta_linalg_eigh(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "self", true);
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, a);
    pre->upper = ra__arg_choice(m, 1) == 1;
    s = check_workspace(m, pre->rows);
    if (!s)
        s = set_vectors_of(m, 0, a, ra__real_of((ra_dtype)a->dtype), pre->rows);
    return s ? s : set_matrices(m, 1, (ra_dtype)a->dtype, a->ndim, ra__sizes(a));
}

/* ---- equations ---- */

static ra_status check_equation(ra_meta *m, const ra_layout *a, int64_t rows, int64_t columns, bool left)
{
    int64_t n = ra__sizes(a)[a->ndim - 1];
    if (n == (left ? rows : columns))
        return RA_OK;
    return ra__refuse(m, RA_ERR_SHAPE, "incompatible shapes of A and B for the equation %s = B (%lldx%lld and %lldx%lld)", left ? "AX" : "XA", (long long)n,
                      (long long)n, (long long)rows, (long long)columns);
}

static ra_status broadcast_batch(ra_meta *m, const ra_layout *a, const ra_layout *b, int b_batch, int *ndim, int64_t *sizes)
{
    *ndim = 0;
    if (ra__broadcast(ndim, sizes, a->ndim - 2, ra__sizes(a)) && ra__broadcast(ndim, sizes, b_batch, ra__sizes(b)))
        return RA_OK;
    char ta[160], tb[160];
    return ra__refuse(m, RA_ERR_SHAPE, "batches of shapes %s and %s do not broadcast", ra__sizes_text(a->ndim, ra__sizes(a), ta, sizeof ta),
                      ra__sizes_text(b->ndim, ra__sizes(b), tb, sizeof tb));
}

static ra_status check_same_dtype(ra_meta *m, const ra_layout *a, const ra_layout *b)
{
    if (a->dtype == b->dtype)
        return RA_OK;
    return ra__refuse(m, RA_ERR_DTYPE, "expected A and B of the same dtype, but they are %s and %s", ra_dtype_name((ra_dtype)a->dtype),
                      ra_dtype_name((ra_dtype)b->dtype));
}

/* B is a vector where it has one dimension, or the sizes of A without its last. */
static bool is_vector(const ra_layout *a, const ra_layout *b)
{
    return b->ndim == 1 || (b->ndim == a->ndim - 1 && !memcmp(ra__sizes(a), ra__sizes(b), b->ndim * sizeof(int64_t)));
}

ra_status ra__meta_linalg_solve(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim;
    ra_status s = check_matrices(m, a, "A", true);
    if (!s)
        s = check_same_dtype(m, a, b);
    if (s)
        return s;
    if (b->ndim == 0)
        return ra__refuse(m, RA_ERR_SHAPE, "B needs at least 1 dimension");
    ra__linalg_pre *pre = begin(m, a);
    pre->left = ra__arg_bool(m, 2);
    pre->vector = is_vector(a, b);
    if (pre->vector && !pre->left)
        return ra__refuse(m, RA_ERR_SHAPE, "B is a batch of vectors, which has no rows to solve for with left=false");
    int64_t rows = ra__sizes(b)[pre->vector ? b->ndim - 1 : b->ndim - 2], columns = pre->vector ? 1 : ra__sizes(b)[b->ndim - 1];
    pre->right_hand_sides = pre->left ? columns : rows;
    s = check_equation(m, a, rows, columns, pre->left);
    if (!s)
        s = broadcast_batch(m, a, b, b->ndim - (pre->vector ? 1 : 2), &ndim, sizes);
    if (s)
        return s;
    sizes[ndim++] = rows;
    if (!pre->vector)
        sizes[ndim++] = columns;
    column_major(ndim, sizes, strides);
    return ra__set_output(m, 0, (ra_dtype)b->dtype, ndim, sizes, pre->left ? strides : NULL, RA__STRIDES_HINT);
}

ra_status ra__meta_linalg_solve_triangular(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim;
    ra_status s = check_matrices(m, a, "self", true);
    if (!s)
        s = check_matrices(m, b, "B", false);
    if (!s)
        s = check_same_dtype(m, a, b);
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, a);
    pre->upper = ra__arg_bool(m, 2);
    pre->left = ra__arg_bool(m, 3);
    pre->unit = ra__arg_bool(m, 4);
    int64_t rows = ra__sizes(b)[b->ndim - 2], columns = ra__sizes(b)[b->ndim - 1];
    pre->right_hand_sides = pre->left ? columns : rows;
    s = check_equation(m, a, rows, columns, pre->left);
    if (!s)
        s = broadcast_batch(m, a, b, b->ndim - 2, &ndim, sizes);
    if (s)
        return s;
    sizes[ndim++] = rows;
    sizes[ndim++] = columns;
    column_major(ndim, sizes, strides);
    return ra__set_output(m, 0, (ra_dtype)b->dtype, ndim, sizes, strides, RA__STRIDES_HINT);
}
