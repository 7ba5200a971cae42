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
    *pre = (ra__linalg_pre){.rows = ra__sizes(a)[a->ndim - 2], .columns = ra__sizes(a)[a->ndim - 1], .strict = true};
    return pre;
}

/* For each matrix of A what LAPACK says of it: 0, or where it found that there is no answer, which is an error only where argument `check` asks for that. */
static ra_status set_info(ra_meta *m, int result, const ra_layout *a, int check)
{
    RA__PRE(m, ra__linalg_pre)->strict = ra__arg_bool(m, check);
    return ra__set_output(m, result, RA_INT32, a->ndim - 2, ra__sizes(a), NULL, RA__STRIDES_EXACT);
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

ra_status ra__meta_linalg_cholesky_ex(ra_meta *m)
{
    ra_status s = ra__meta_linalg_cholesky(m);
    return s ? s : set_info(m, 1, ra__layout(m, 0), 2);
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

ra_status ra__meta_linalg_inv_ex(ra_meta *m)
{
    ra_status s = ra__meta_linalg_inv(m);
    return s ? s : set_info(m, 1, ra__layout(m, 0), 1);
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

ra_status ra__meta_linalg_slogdet(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = ra__meta_linalg_det(m);
    return s ? s : ra__set_output(m, 1, ra__real_of((ra_dtype)a->dtype), a->ndim - 2, ra__sizes(a), NULL, RA__STRIDES_EXACT);
}

/* ---- factors ---- */

static ra_status check_workspace(ra_meta *m, int64_t n)
{
    if (n > MOST_SQUARED)
        return ra__refuse(m, RA_ERR_OVERFLOW, "the workspace for matrices of more than %d rows and columns is beyond LAPACK", (int)MOST_SQUARED);
    return RA_OK;
}

ra_status ra__meta_linalg_lu_factor(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", false);
    if (s)
        return s;
    const bool on_cpu = m->device == RA_CPU || m->device == RA_META;
    if (!ra__arg_bool(m, 1) && a->numel > 0 && on_cpu)
        return ra__refuse(m, RA_ERR_ARGUMENT, "pivot=false: factors without an exchange of rows are for CUDA alone, in PyTorch too");
    ra__linalg_pre *pre = begin(m, a);
    pre->in_place = !ra__arg_bool(m, 1);
    s = set_matrices(m, 0, (ra_dtype)a->dtype, a->ndim, ra__sizes(a));
    return s ? s : set_vectors_of(m, 1, a, RA_INT32, pre->rows < pre->columns ? pre->rows : pre->columns);
}

ra_status ra__meta_linalg_lu_factor_ex(ra_meta *m)
{
    ra_status s = ra__meta_linalg_lu_factor(m);
    return s ? s : set_info(m, 2, ra__layout(m, 0), 2);
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

ra_status ra__meta_singular_values(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "A", false);
    if (s)
        return s;
    const ra__linalg_pre *pre = begin(m, a);
    const int64_t k = pre->rows < pre->columns ? pre->rows : pre->columns;
    s = check_workspace(m, k);
    return s ? s : set_vectors_of(m, 0, a, ra__real_of((ra_dtype)a->dtype), k);
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

/* PyTorch copies to an out= of another dtype or size: it is contiguous then, once it is resized. */
static bool is_copied(const ra_meta *m, int result, ra_dtype dtype)
{
    return m->given && (m->given[result].layout->numel > 0 || (ra_dtype)m->given[result].layout->dtype != dtype);
}

ra_status ra__meta_linalg_eigvals(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    ra_status s = check_matrices(m, a, "self", true);
    if (!s)
        s = check_workspace(m, ra__sizes(a)[a->ndim - 1]);
    if (s)
        return s;
    begin(m, a);
    return ra__set_output(m, 0, ra__complex_of((ra_dtype)a->dtype), a->ndim - 1, ra__sizes(a), NULL, RA__STRIDES_HINT | RA__CAST_OUTPUT);
}

ra_status ra__meta_linalg_eig(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    ra_status s = ra__meta_linalg_eigvals(m);
    if (s)
        return s;
    const ra_dtype dtype = ra__complex_of((ra_dtype)a->dtype);
    column_major(a->ndim, ra__sizes(a), strides);
    return ra__set_output(m, 1, dtype, a->ndim, ra__sizes(a), is_copied(m, 1, dtype) ? NULL : strides, RA__STRIDES_HINT | RA__CAST_OUTPUT);
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

ra_status ra__meta_linalg_solve_ex(ra_meta *m)
{
    ra_status s = ra__meta_linalg_solve(m);
    return s ? s : set_info(m, 1, ra__layout(m, 0), 3);
}

static ra_status check_pivots(ra_meta *m, const ra_layout *lu, const ra_layout *pivots)
{
    if (pivots->dtype != RA_INT32)
        return ra__refuse(m, RA_ERR_DTYPE, "pivots must be int32, as linalg_lu_factor gives them, but they are %s", ra_dtype_name((ra_dtype)pivots->dtype));
    if (pivots->ndim == lu->ndim - 1 && !memcmp(ra__sizes(pivots), ra__sizes(lu), pivots->ndim * sizeof(int64_t)))
        return RA_OK;
    char tp[160], tl[160];
    return ra__refuse(m, RA_ERR_SHAPE, "pivots of shape %s do not go with LU of shape %s, without its last dimension", ra__sizes_text(pivots->ndim, ra__sizes(pivots), tp, sizeof tp),
                      ra__sizes_text(lu->ndim, ra__sizes(lu), tl, sizeof tl));
}

/* X of A X = B, or X A = B, of matrices: its sizes, and strides by columns. */
static ra_status describe_solution(ra_meta *m, const ra_layout *a, const ra_layout *b, int *ndim, int64_t *sizes, int64_t *strides)
{
    ra__linalg_pre *pre = RA__PRE(m, ra__linalg_pre);
    const int64_t rows = ra__sizes(b)[b->ndim - 2], columns = ra__sizes(b)[b->ndim - 1];
    pre->right_hand_sides = pre->left ? columns : rows;
    ra_status s = check_equation(m, a, rows, columns, pre->left);
    if (!s)
        s = broadcast_batch(m, a, b, b->ndim - 2, ndim, sizes);
    if (s)
        return s;
    sizes[(*ndim)++] = rows;
    sizes[(*ndim)++] = columns;
    column_major(*ndim, sizes, strides);
    return RA_OK;
}

ra_status ra__meta_linalg_lu_solve(ra_meta *m)
{
    const ra_layout *lu = ra__layout(m, 0), *b = ra__layout(m, 2);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim;
    ra_status s = check_matrices(m, lu, "LU", true);
    if (!s)
        s = check_matrices(m, b, "B", false);
    if (!s)
        s = check_same_dtype(m, lu, b);
    if (!s)
        s = check_pivots(m, lu, ra__layout(m, 1));
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, lu);
    pre->left = ra__arg_bool(m, 3);
    pre->adjoint = ra__arg_bool(m, 4);
    s = describe_solution(m, lu, b, &ndim, sizes, strides);
    return s ? s : ra__set_output(m, 0, (ra_dtype)b->dtype, ndim, sizes, pre->left ? strides : NULL, RA__STRIDES_HINT);
}

ra_status ra__meta_cholesky_solve(ra_meta *m)
{
    const ra_layout *b = ra__layout(m, 0), *a = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int ndim;
    ra_status s = check_matrices(m, b, "self", false);
    if (!s)
        s = check_matrices(m, a, "input2", true);
    if (!s)
        s = check_same_dtype(m, a, b);
    if (s)
        return s;
    ra__linalg_pre *pre = begin(m, a);
    pre->upper = ra__arg_bool(m, 2);
    pre->left = true;
    s = describe_solution(m, a, b, &ndim, sizes, strides);
    /* PyTorch copies to an out=, which may be of any dtype that it can be cast to, and is contiguous where it is resized. */
    return s ? s : ra__set_output(m, 0, (ra_dtype)b->dtype, ndim, sizes, m->given ? NULL : strides, RA__STRIDES_HINT | RA__CAST_OUTPUT);
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
    s = describe_solution(m, a, b, &ndim, sizes, strides);
    return s ? s : ra__set_output(m, 0, (ra_dtype)b->dtype, ndim, sizes, strides, RA__STRIDES_HINT);
}

/* ---- least squares ---- */

/* A B of the same number of dimensions as A, or of one less, whose batch is its leading dimensions as if it were not: so PyTorch takes them. */
static ra_status check_right_hand_sides(ra_meta *m, const ra_layout *a, const ra_layout *b, int64_t rows)
{
    const int64_t expected = ra__sizes(a)[a->ndim - 2];
    if (b->ndim > a->ndim || a->ndim - b->ndim > 1)
        return ra__refuse(m, RA_ERR_SHAPE, "b must have as many dimensions as self, which has %d, or one less, but has %d", (int)a->ndim, (int)b->ndim);
    if (rows != expected)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %lld rows, but b has %lld", (long long)expected, (long long)rows);
    return RA_OK;
}

static ra_status broadcast_right_hand_sides(ra_meta *m, const ra_layout *a, const ra_layout *b, bool vector, int64_t *sizes)
{
    const int batch = a->ndim - 2, own = b->ndim - (vector ? 1 : 2);
    int ndim = 0, least = 0;
    int64_t widened[RA_MAX_DIMS];
    char ta[160], tb[160];
    if (ra__broadcast(&ndim, sizes, batch, ra__sizes(a)) && ra__broadcast(&ndim, sizes, batch, ra__sizes(b)) && ra__broadcast(&least, widened, batch, sizes) &&
        ra__broadcast(&least, widened, own, ra__sizes(b)) && !memcmp(widened, sizes, (size_t)batch * sizeof *sizes))
        return RA_OK;
    return ra__refuse(m, RA_ERR_SHAPE, "batches of shapes %s and %s do not broadcast", ra__sizes_text(a->ndim, ra__sizes(a), ta, sizeof ta),
                      ra__sizes_text(b->ndim, ra__sizes(b), tb, sizeof tb));
}

/* The most of what the drivers document, and room for LAPACK's blocks, 64 columns wide at most. */
static ra_status find_workspace(ra_meta *m, ra__lstsq_pre *pre)
{
    const int64_t rows = pre->base.rows, columns = pre->base.columns, sides = pre->base.right_hand_sides, k = rows < columns ? rows : columns;
    const bool divides = pre->driver == RA__LSTSQ_GELSD || pre->driver == RA__LSTSQ_GELSS;
    ra_status s = divides ? check_workspace(m, k) : RA_OK;
    if (s)
        return s;
    pre->levels = 0;
    for (int64_t rest = k / (RA__LSTSQ_LEAF + 1); rest > 0; rest /= 2)
        pre->levels++;
    const int64_t leaf = (RA__LSTSQ_LEAF + 1) * (RA__LSTSQ_LEAF + 1);
    const int64_t elements = (divides ? k * k : 0) + k * (100 + 8 * pre->levels) + k * sides + leaf + 70 * (rows + columns + sides + k); /* fits: each at most MOST */
    if (elements > INT32_MAX)
        return ra__refuse(m, RA_ERR_OVERFLOW, "the workspace for %lld by %lld matrices with %lld right hand sides is beyond LAPACK", (long long)rows, (long long)columns,
                          (long long)sides);
    pre->workspace = (int)elements;
    return RA_OK;
}

/*
 * PyTorch uses an out= as it is where LAPACK can write all the rows into it, a single matrix apart, and copies to any other, which is
 * contiguous once it is resized; and to all of them where one has another dtype.
 */
static bool takes_all_rows(const ra_meta *m, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    const ra_dtype real = ra__real_of(dtype), dtypes[] = {dtype, real, RA_INT64, real};
    const ra_layout *given = m->given ? m->given[0].layout : NULL;
    for (int i = 0; given && i < 4; i++)
        if ((ra_dtype)m->given[i].layout->dtype != dtypes[i])
            return false;
    if (!given || given->numel == 0)
        return true;
    if (given->ndim != ndim || memcmp(ra__sizes(given), sizes, (size_t)ndim * sizeof *sizes))
        return false;
    for (int d = 0; d < ndim; d++)
        if (sizes[d] > 1 && ra__strides(given)[d] != strides[d])
            return false;
    return true;
}

static ra_status set_solution(ra_meta *m, const ra__lstsq_pre *pre, ra_dtype dtype, int batch, const int64_t *batch_sizes)
{
    const int64_t rows = pre->base.rows, columns = pre->base.columns;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    const int ndim = batch + (pre->base.vector ? 1 : 2);
    memcpy(sizes, batch_sizes, (size_t)batch * sizeof *sizes);
    sizes[batch] = rows > columns ? rows : columns;
    sizes[batch + 1] = pre->base.right_hand_sides;
    column_major(batch + 2, sizes, strides);
    const bool single = batch == 0 && !pre->base.vector && m->given && m->given[0].layout->numel > 0;
    const bool strided = !single && takes_all_rows(m, dtype, ndim, sizes, strides);
    sizes[batch] = columns;
    return ra__set_output(m, 0, dtype, ndim, sizes, strided ? strides : NULL, RA__STRIDES_HINT | RA__CAST_OUTPUT);
}

static ra_status set_residuals(ra_meta *m, ra__lstsq_pre *pre, const ra_layout *a, int batch, const int64_t *batch_sizes)
{
    const ra_dtype dtype = ra__real_of((ra_dtype)a->dtype);
    const bool by_values = pre->driver == RA__LSTSQ_GELSD || pre->driver == RA__LSTSQ_GELSS;
    int64_t sizes[RA_MAX_DIMS];
    pre->tells = pre->base.rows > pre->base.columns && pre->driver != RA__LSTSQ_GELSY;
    memcpy(sizes, batch_sizes, (size_t)batch * sizeof *sizes);
    sizes[batch] = pre->tells ? pre->base.right_hand_sides : 0;
    pre->is_open = pre->tells && by_values && pre->base.columns > 0 && sizes[0] > 0;
    if (!pre->tells)
        return ra__set_output(m, 1, dtype, 1, (int64_t[]){0}, NULL, RA__STRIDES_HINT | RA__CAST_OUTPUT);
    return ra__set_output(m, 1, dtype, batch + 1, sizes, NULL, pre->is_open ? RA__NO_OVERLAP | RA__DATA_SIZE : RA__STRIDES_HINT | RA__CAST_OUTPUT);
}

static ra_status set_rank_and_values(ra_meta *m, const ra__lstsq_pre *pre, const ra_layout *a)
{
    const int64_t k = pre->base.rows < pre->base.columns ? pre->base.rows : pre->base.columns, none = 0;
    const bool by_values = pre->driver == RA__LSTSQ_GELSD || pre->driver == RA__LSTSQ_GELSS, has_rank = pre->driver != RA__LSTSQ_GELS;
    const ra_dtype real = ra__real_of((ra_dtype)a->dtype);
    int64_t sizes[RA_MAX_DIMS];
    ra_status s = ra__set_output(m, 2, RA_INT64, has_rank ? a->ndim - 2 : 1, has_rank ? ra__sizes(a) : &none, NULL, RA__STRIDES_HINT | RA__CAST_OUTPUT);
    if (s)
        return s;
    memcpy(sizes, ra__sizes(a), a->ndim * sizeof *sizes);
    sizes[a->ndim - 2] = k;
    return ra__set_output(m, 3, real, by_values ? a->ndim - 1 : 1, by_values ? sizes : &none, NULL, RA__STRIDES_HINT | RA__CAST_OUTPUT);
}

static ra_status find_rcond(ra_meta *m, ra__lstsq_pre *pre, ra_dtype dtype)
{
    const double eps = dtype == RA_FLOAT32 || dtype == RA_COMPLEX64 ? 0x1p-23 : 0x1p-52;
    const int64_t rows = pre->base.rows, columns = pre->base.columns;
    pre->rcond = eps * (double)(rows > columns ? rows : columns);
    if (m->args[2].kind != RA_ARG_SCALAR || ra__arg_scalar(m, 2).kind == RA_SCALAR_NONE)
        return RA_OK;
    if (ra__arg_scalar(m, 2).kind == RA_SCALAR_COMPLEX)
        return ra__refuse(m, RA_ERR_ARGUMENT, "rcond must be a real number");
    pre->rcond = ra__scalar_double(ra__arg_scalar(m, 2));
    return RA_OK;
}

ra_status ra__meta_linalg_lstsq(ra_meta *m)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    int64_t sizes[RA_MAX_DIMS];
    ra_status s = check_matrices(m, a, "self", false);
    if (!s && b->ndim == 0)
        s = ra__refuse(m, RA_ERR_SHAPE, "b needs at least 1 dimension");
    if (!s)
        s = check_same_dtype(m, a, b);
    if (s)
        return s;
    begin(m, a);
    ra__lstsq_pre *pre = RA__PRE(m, ra__lstsq_pre);
    const bool on_cpu = m->device == RA_CPU || m->device == RA_META;
    pre->driver = m->args[3].kind == RA_ARG_STRING ? ra__arg_choice(m, 3) : on_cpu ? RA__LSTSQ_GELSY : RA__LSTSQ_GELS;
    if (!on_cpu && pre->driver != RA__LSTSQ_GELS)
        return ra__refuse(m, RA_ERR_UNSUPPORTED, "driver %s is for the processor; device %s has gels alone, as in PyTorch", m->args[3].string, ra_device_name(m->device));
    pre->base.vector = is_vector(a, b);
    pre->base.right_hand_sides = pre->base.vector ? 1 : ra__sizes(b)[b->ndim - 1];
    s = check_right_hand_sides(m, a, b, ra__sizes(b)[pre->base.vector ? b->ndim - 1 : b->ndim - 2]);
    if (!s && pre->base.right_hand_sides > MOST)
        s = ra__refuse(m, RA_ERR_OVERFLOW, "b: more than %d columns are beyond LAPACK", (int)MOST);
    if (!s)
        s = broadcast_right_hand_sides(m, a, b, pre->base.vector, sizes);
    if (!s)
        s = find_workspace(m, pre);
    if (s)
        return s;
    s = find_rcond(m, pre, (ra_dtype)a->dtype);
    if (!s)
        s = set_solution(m, pre, (ra_dtype)a->dtype, a->ndim - 2, sizes);
    if (!s)
        s = set_residuals(m, pre, a, a->ndim - 2, sizes);
    return s ? s : set_rank_and_values(m, pre, a);
}
