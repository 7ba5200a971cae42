/*
 * Eigenvalues and eigenvectors of any square matrices, which are complex whatever these are: by Hessenberg form and the QR
 * algorithm. A matrix that is not finite is not shown to LAPACK, as in linalg_svd.c.
 */
#include "cpu/convert.h"
#include "cpu/linalg.h"


typedef struct state {
    ra__linalg base;
    ra__matrices a, out[2];       /* values, each a column, and vectors */
    ra__convert_fn convert[2];    /* to the dtypes of these */
    int64_t out_size[2];
    ra_dtype complex;             /* what is computed in, and the size of its elements */
    int64_t complex_size;
    size_t matrix, parts, real_vectors, values, vectors, work, real_work;
    int lwork;
} state;

/*
 * Of real matrices: column j of real vectors is an eigenvector; or columns j and j + 1 are the parts of one, and of its conjugate,
 * where values j and j + 1 are such a pair, the one with the positive imaginary part first.
 */
#define RA__PUT_TOGETHER(T)                                                                                             \
    static void put_together_##T(int64_t n, bool vectors, const T *re, const T *im, const T *v, T *w, T *x)             \
    {                                                                                                                   \
        for (int64_t j = 0; j < n; j++) {                                                                               \
            w[2 * j] = re[j];                                                                                           \
            w[2 * j + 1] = im[j];                                                                                       \
        }                                                                                                               \
        for (int64_t j = 0; j < n && vectors; j++) {                                                                    \
            const T *first = v + (im[j] < 0 && j > 0 ? j - 1 : j) * n;                                                  \
            for (int64_t i = 0; i < n; i++) {                                                                           \
                x[2 * (j * n + i)] = first[i];                                                                          \
                x[2 * (j * n + i) + 1] = im[j] == 0 ? 0 : im[j] > 0 ? first[n + i] : -first[n + i];                     \
            }                                                                                                           \
        }                                                                                                               \
    }
RA__PUT_TOGETHER(float)
RA__PUT_TOGETHER(double)

static int decompose(ra__run *r, const struct ra__blas *b, const state *s)
{
    const ra__linalg *l = &s->base;
    const int n = (int)l->pre.rows;
    const char *job = l->results > 1 ? "V" : "N";
    char *scratch = r->scratch, *a = scratch + s->matrix, *re = scratch + s->parts, *im = re + n * l->size;
    char *v = scratch + s->real_vectors, *w = scratch + s->values, *x = scratch + s->vectors, *work = scratch + s->work;
    int info = 0;
#define REAL "N", job, &n, (void *)a, &n, (void *)re, (void *)im, (void *)v, &n, (void *)v, &n, (void *)work, &s->lwork, &info, 1, 1
#define COMPLEX "N", job, &n, (void *)a, &n, (void *)w, (void *)x, &n, (void *)x, &n, (void *)work, &s->lwork, (void *)(scratch + s->real_work), &info, 1, 1
    switch (l->dtype) {
    case RA_FLOAT32: b->sgeev_(REAL); break;
    case RA_FLOAT64: b->dgeev_(REAL); break;
    case RA_COMPLEX64: b->cgeev_(COMPLEX); break;
    default: b->zgeev_(COMPLEX); break;
    }
#undef REAL
#undef COMPLEX
    if (l->dtype == RA_FLOAT32)
        put_together_float(n, l->results > 1, (void *)re, (void *)im, (void *)v, (void *)w, (void *)x);
    else if (l->dtype == RA_FLOAT64)
        put_together_double(n, l->results > 1, (void *)re, (void *)im, (void *)v, (void *)w, (void *)x);
    return info;
}

static void store(const ra__run *r, const state *s, int result, const char *from, int64_t at)
{
    const ra__matrices *v = &s->out[result];
    const int64_t size = s->out_size[result];
    char *to = AT(&s->base, v, r->data[result], at);
    for (int64_t j = 0; j < v->columns; j++)
        s->convert[result](to + j * v->column * size, v->row * size, from + j * v->rows * s->complex_size, s->complex_size, v->rows);
}

static ra_status eig_one(ra__run *r, const struct ra__blas *b, int64_t at)
{
    const state *s = r->plan->state;
    const ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows;
    char *scratch = r->scratch, label[48];
    if (n == 0)
        return RA_OK;
    RA__ISA_NAME(ra__matrix_load)(l, &s->a, AT(l, &s->a, r->data[l->results], at), scratch + s->matrix, n);
    if (!RA__ISA_NAME(ra__matrix_is_finite)(l, scratch + s->matrix, n, n))
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence: an element is not finite", RA__ISA_NAME(ra__matrix_label)(l, at, label));
    const int info = decompose(r, b, s);
    if (info > 0)
        return ra__fault(r, RA_ERR_CONVERGE, "%sno convergence (LAPACK answers %d)", RA__ISA_NAME(ra__matrix_label)(l, at, label), info);
    store(r, s, 0, scratch + s->values, at);
    if (l->results > 1)
        store(r, s, 1, scratch + s->vectors, at);
    return RA_OK;
}

static ra_status eig_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0);
    state *s = (state *)RA__ISA_NAME(ra__linalg_begin)(m, p, sizeof *s, a->ndim - 2, ra__sizes(a));
    if (!s)
        return RA_ERR_MEMORY;
    ra__linalg *l = &s->base;
    const int64_t n = l->pre.rows, vectors = l->results > 1 ? n * n : 1;
    s->complex = ra__complex_of(l->dtype);
    s->complex_size = (int64_t)ra_dtype_size(s->complex);
    MATRICES(l, &s->a, a->ndim, ra__sizes(a), ra__strides(a), false);
    for (int i = 0; i < l->results; i++) {
        const ra__shape *x = ra__out_shape(m, i);
        MATRICES(l, &s->out[i], x->ndim, x->sizes, x->strides, i == 0);
        s->out_size[i] = (int64_t)ra_dtype_size(x->dtype);
        s->convert[i] = RA__ISA_NAME(ra__convert)(x->dtype, s->complex);
        for (int d = 0; d < l->dims; d++) /* in bytes, of elements as large as those of A */
            s->out[i].batch[d] = s->out[i].batch[d] / l->size * s->out_size[i];
    }
    s->lwork = (int)(n * (4 + 2 * RA__LAPACK_COLUMNS) + 4);
    s->matrix = TAKE(l, n * n, l->size);
    s->parts = TAKE(l, 2 * n, l->size);
    s->real_vectors = TAKE(l, vectors, l->size);
    s->values = TAKE(l, n, s->complex_size);
    s->vectors = TAKE(l, vectors, s->complex_size);
    s->work = TAKE(l, s->lwork, l->size);
    s->real_work = TAKE(l, 2 * n, l->size);
    return RA__ISA_NAME(ra__linalg_finish)(l, p, (l->results > 1 ? 25 : 10) * ra__linalg_cubic(l, n, n));
}

static ra_status eig_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    return RA__ISA_NAME(ra__linalg_run)(r, first, last, eig_one);
}

const ra_kernel RA__KERNEL(linalg_eig) = {.name = "linalg_eig", .plan = eig_plan, .run = eig_run};
