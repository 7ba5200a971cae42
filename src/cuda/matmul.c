/*
 * Matrix products: mm, bmm, addmm, baddbmm, matmul, linear, dot. cuBLAS multiplies what is floating or complex; integers, and what is beyond it,
 * a program of our own (product.cu).
 *
 * cuBLAS takes matrices by columns, each so far behind the last. A result whose rows are contiguous is that of the transposed product,
 * B^T A^T = C^T; of the factors either form will do. What has neither lies in the workspace: factors are packed there before, the
 * result is copied from there at the end. D comes to where the product will be added to it.
 */
#include "async/thread/settings.h"
#include "cuda/blas.h"
#include "cuda/elementwise.h"
#include "cuda/product.h"
#include "meta/dtype.h"
#include "meta/pre.h"

#include <string.h>

enum way { OWN, DOT, LIBRARY };

/* One of A, B, C as it is multiplied: where it lies, or in the workspace. */
typedef struct factor {
    bool is_packed;
    size_t at;                     /* in the workspace */
    int64_t strides[2];            /* of rows, of columns; in elements */
    int64_t batch[RA_MAX_DIMS];    /* bytes */
    int op, ld;
} factor;

typedef struct product {
    ra__gemm g;
    enum way way;
    ra__cuda_product own;
    factor factor[RA__GEMM_D]; /* A, B, C */
    bool turned;               /* C^T is computed */
    int along;                 /* the dimension of the batch that cuBLAS goes along by itself */
    ra__cuda_space *copy[RA__GEMM_OPERANDS]; /* of A and B into the workspace, of C out of there, of D to C; NULL: none */
} product;

static const ra__cuda_expression moved = {.name = "copy", .text = "a"};

/* ---- how operands lie ---- */

static int64_t at_least_one(int64_t n)
{
    return n > 1 ? n : 1;
}

static bool by_columns(int64_t rows, int64_t columns, const int64_t strides[2], int64_t *ld)
{
    *ld = columns > 1 ? strides[1] : at_least_one(rows);
    return (rows <= 1 || strides[0] == 1) && *ld >= at_least_one(rows) && *ld <= INT32_MAX;
}

static bool by_rows(int64_t rows, int64_t columns, const int64_t strides[2], int64_t *ld)
{
    const int64_t turned[2] = {strides[1], strides[0]};
    return by_columns(columns, rows, turned, ld);
}

static void extents_of(const ra__product *x, int operand, int64_t *rows, int64_t *columns)
{
    *rows = operand == RA__GEMM_B ? x->k : x->m;
    *columns = operand == RA__GEMM_A ? x->k : x->n;
}

static const int64_t *strides_of(const ra__product *x, int operand)
{
    return operand == RA__GEMM_A ? x->a_strides : operand == RA__GEMM_B ? x->b_strides : operand == RA__GEMM_C ? x->c_strides : x->d_strides;
}

/* ---- copies into and out of the workspace ---- */

static ra__cuda_space *copy_between(const ra__gemm *g, int operand, const int64_t to[2], const int64_t *to_batch, const int64_t from[2], const int64_t *from_batch, unsigned host, ra_plan *p)
{
    const ra__product *x = &g->product;
    const int64_t size = ra__element_bytes(x->dtype);
    ra__geometry c = {.ndim = g->dims + 2, .operands = 2, .outputs = 1, .compute = x->dtype};
    int64_t extents[2];
    c.via = RA_NO_DTYPE;
    extents_of(x, operand, &extents[0], &extents[1]);
    for (int d = 0; d < c.ndim; d++) {
        const int i = d - g->dims;
        c.sizes[d] = i < 0 ? to_batch[d] || operand == RA__GEMM_D ? g->sizes[d] : 1 : extents[i]; /* what all of the batch share is moved once */
        c.strides[0][d] = i < 0 ? to_batch[d] : to[i] * size;   /* fits: a stride in bytes */
        c.strides[1][d] = i < 0 ? from_batch[d] : from[i] * size; /* fits: a stride in bytes */
    }
    c.memory[0] = c.memory[1] = c.loop[0] = c.loop[1] = (uint8_t)x->dtype;
    ra__geometry_collapse(&c);
    return ra__cuda_space_new(&c, 1, &moved, host, p);
}

/* Dense, row by row; batches that are one matrix stay so. */
static void pack(const ra__gemm *g, int operand, factor *f, ra_plan *p)
{
    int64_t rows, columns, step;
    extents_of(&g->product, operand, &rows, &columns);
    f->is_packed = true;
    f->at = p->workspace;
    f->strides[0] = columns;
    f->strides[1] = 1;
    step = rows * columns * ra__element_bytes(g->product.dtype); /* fits: an operand in bytes */
    for (int d = g->dims - 1; d >= 0; d--) {
        f->batch[d] = g->strides[operand][d] ? step : 0;
        step *= g->strides[operand][d] ? g->sizes[d] : 1; /* fits: an operand in bytes */
    }
    p->workspace += (size_t)(step + 255) / 256 * 256; /* fits: three operands */
}

/* ---- planning ---- */

static bool is_beyond_library(const ra__gemm *g)
{
    const ra__product *x = &g->product;
    bool beyond = ra__cuda_blas_type(x->dtype) < 0 || x->k == 0 || x->m > INT32_MAX || x->n > INT32_MAX || x->k > INT32_MAX;
    for (int d = 0; d < g->dims; d++)
        beyond = beyond || g->sizes[d] > INT32_MAX;
    return beyond;
}

static bool plan_factor(product *s, int operand, ra_plan *p)
{
    const ra__gemm *g = &s->g;
    factor *f = &s->factor[operand];
    int64_t rows, columns, ld;
    extents_of(&g->product, operand, &rows, &columns);
    memcpy(f->strides, strides_of(&g->product, operand), sizeof f->strides);
    memcpy(f->batch, g->strides[operand], sizeof f->batch);
    if (by_columns(rows, columns, f->strides, &ld) || by_rows(rows, columns, f->strides, &ld))
        return true;
    pack(g, operand, f, p);
    if (operand == RA__GEMM_C)
        s->copy[operand] = copy_between(g, operand, strides_of(&g->product, operand), g->strides[operand], f->strides, f->batch, 0, p);
    else
        s->copy[operand] = copy_between(g, operand, f->strides, f->batch, strides_of(&g->product, operand), g->strides[operand], 0, p);
    return s->copy[operand] != NULL;
}

/* D is spread over the elements of what it is added to. */
static bool plan_addend(product *s, const ra_meta *m, ra_plan *p)
{
    const ra__gemm *g = &s->g;
    const factor *c = &s->factor[RA__GEMM_C];
    const int d = g->index[RA__GEMM_D];
    if (d < 0)
        return true;
    const bool is_host = m->in[d - 1].device == RA_CPU; /* of one element */
    if (g->in_place && !c->is_packed)
        return true;
    return (s->copy[RA__GEMM_D] = copy_between(g, RA__GEMM_D, c->strides, c->batch, g->product.d_strides, g->strides[RA__GEMM_D], is_host ? 2 : 0, p));
}

static void plan_call(product *s)
{
    const ra__product *x = &s->g.product;
    int64_t ld;
    s->turned = by_rows(x->m, x->n, s->factor[RA__GEMM_C].strides, &ld);
    for (int o = 0; o < RA__GEMM_D; o++) {
        factor *f = &s->factor[o];
        int64_t rows, columns;
        extents_of(x, o, &rows, &columns);
        const bool is_plain = s->turned ? by_rows(rows, columns, f->strides, &ld) : by_columns(rows, columns, f->strides, &ld);
        if (!is_plain)
            (void)(s->turned ? by_columns(rows, columns, f->strides, &ld) : by_rows(rows, columns, f->strides, &ld));
        f->op = is_plain ? RA__CU_OP_N : RA__CU_OP_T;
        f->ld = (int)ld;
    }
    s->along = s->g.dims - 1;
    for (int d = 0; d < s->g.dims; d++)
        if (s->g.sizes[d] > s->g.sizes[s->along])
            s->along = d;
}

static ra_status plan_own(product *s, const ra_meta *m, ra_plan *p)
{
    const ra__gemm *g = &s->g;
    const int d = g->index[RA__GEMM_D];
    s->way = OWN;
    ra__cuda_product_of(g, &s->own);
    if (d < 0 || m->in[d - 1].device != RA_CPU)
        return RA_OK;
    /* D's one number is spread over C, and C is added to itself. */
    memcpy(s->own.steps[RA__GEMM_D], s->own.steps[RA__GEMM_C], sizeof s->own.steps[0]);
    s->copy[RA__GEMM_D] = copy_between(g, RA__GEMM_D, g->product.c_strides, g->strides[RA__GEMM_C], g->product.d_strides, g->strides[RA__GEMM_D], 2, p);
    return s->copy[RA__GEMM_D] ? RA_OK : RA_ERR_MEMORY;
}

static product *product_new(ra_plan *p)
{
    product *s = ra__plan_alloc(p, sizeof *s);
    if (s)
        memset(s, 0, sizeof *s);
    p->state = s;
    p->phases = 1;
    p->workspace = 0;
    return s;
}

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    product *s = product_new(p);
    if (!s)
        return RA_ERR_MEMORY;
    if (!ra__gemm_describe(m, &s->g)) {
        p->phases = 0;
        return RA_OK;
    }
    ra__product *x = &s->g.product;
    if (ra__is_integral(x->dtype) ? x->alpha_integer == 0 : x->alpha[0] == 0 && x->alpha[1] == 0)
        x->k = 0; /* A and B are not looked at, whatever is in them */
    if (is_beyond_library(&s->g))
        return plan_own(s, m, p);
    s->way = LIBRARY;
    for (int o = 0; o < RA__GEMM_D; o++)
        if (!plan_factor(s, o, p))
            return RA_ERR_MEMORY;
    plan_call(s);
    return plan_addend(s, m, p) ? RA_OK : RA_ERR_MEMORY;
}

static ra_status plan_dot(const ra_meta *m, ra_plan *p)
{
    const ra_layout *a = ra__layout(m, 0), *b = ra__layout(m, 1);
    const int64_t n = ra__sizes(a)[0], steps[2] = {ra__strides(a)[0], ra__strides(b)[0]};
    product *s = product_new(p);
    if (!s)
        return RA_ERR_MEMORY;
    s->g = (ra__gemm){.product = {.dtype = (ra_dtype)a->dtype, .m = 1, .n = 1, .k = n, .a_strides = {0, steps[0]}, .b_strides = {steps[1], 0}, .alpha = {1, 0}, .alpha_integer = 1},
                      .batch = 1, .index = {[RA__GEMM_A] = 1, [RA__GEMM_B] = 2, [RA__GEMM_C] = 0, [RA__GEMM_D] = -1}};
    for (int k = 0; k < 2; k++)
        if (is_beyond_library(&s->g) || (n > 1 && (steps[k] < 1 || steps[k] > INT32_MAX)))
            return plan_own(s, m, p);
    s->way = DOT;
    for (int k = 0; k < 2; k++)
        s->factor[k].ld = n > 1 ? (int)steps[k] : 1;
    return RA_OK;
}

/* ---- running ---- */

static ra_status run_dot(const product *s, ra__run *r, const ra__cu_blas *b, void *handle)
{
    const ra_dtype dtype = s->g.product.dtype;
    const int type = ra__cuda_blas_type(dtype);
    const ra_status status = ra__cuda_blas_scalars_there(r);
    if (status)
        return status;
    return ra__cuda_blas_told(r, "cublasDotEx", b->cublasDotEx(handle, (int)s->g.product.k, r->data[1], type, s->factor[RA__GEMM_A].ld, r->data[2], type, s->factor[RA__GEMM_B].ld,
                                                             r->data[0], type, ra__is_half(dtype) ? RA__CU_R_32F : type));
}

typedef union scale {
    float f[2];
    double d[2];
} scale;

/* In the type that the product is computed in. */
static scale scale_of(ra_dtype dtype, const double value[2])
{
    scale s;
    if (dtype == RA_FLOAT64 || dtype == RA_COMPLEX128)
        memcpy(s.d, value, sizeof s.d);
    else
        s.f[0] = (float)value[0], s.f[1] = (float)value[1];
    return s;
}

/* TF32 is asked for here, not by the handle's mode, which solves would heed, too. */
static int compute_of(ra_dtype dtype)
{
    if (dtype == RA_FLOAT64 || dtype == RA_COMPLEX128)
        return RA__CU_COMPUTE_64F;
    return ra__settings.cuda_tf32 && (dtype == RA_FLOAT32 || dtype == RA_COMPLEX64) ? RA__CU_COMPUTE_32F_TF32 : RA__CU_COMPUTE_32F;
}

static ra_status multiply(const product *s, ra__run *r, const ra__cu_blas *b, void *handle, char *const at[RA__GEMM_D])
{
    static const double nothing[2];
    const ra__gemm *g = &s->g;
    const ra__product *x = &g->product;
    const int type = ra__cuda_blas_type(x->dtype), compute = compute_of(x->dtype);
    const int left = s->turned ? RA__GEMM_B : RA__GEMM_A, right = s->turned ? RA__GEMM_A : RA__GEMM_B;
    const factor *fl = &s->factor[left], *fr = &s->factor[right], *fc = &s->factor[RA__GEMM_C];
    const int m = (int)(s->turned ? x->n : x->m), n = (int)(s->turned ? x->m : x->n), k = (int)x->k;
    const scale alpha = scale_of(x->dtype, x->alpha), beta = scale_of(x->dtype, g->index[RA__GEMM_D] < 0 ? nothing : x->beta);
    if (!g->dims)
        return ra__cuda_blas_told(r, "cublasGemmEx", b->cublasGemmEx(handle, fl->op, fr->op, m, n, k, &alpha, at[left], type, fl->ld, at[right], type, fr->ld, &beta, at[RA__GEMM_C], type,
                                                                   fc->ld, compute, RA__CU_GEMM_DEFAULT));
    const int64_t size = ra__element_bytes(x->dtype);
    return ra__cuda_blas_told(r, "cublasGemmStridedBatchedEx",
                              b->cublasGemmStridedBatchedEx(handle, fl->op, fr->op, m, n, k, &alpha, at[left], type, fl->ld, fl->batch[s->along] / size, at[right], type, fr->ld,
                                                            fr->batch[s->along] / size, &beta, at[RA__GEMM_C], type, fc->ld, fc->batch[s->along] / size, (int)g->sizes[s->along], compute,
                                                            RA__CU_GEMM_DEFAULT));
}

/* Matrices of the batch that cuBLAS does not go along, one after another. */
static ra_status multiply_all(const product *s, ra__run *r, const ra__cu_blas *b, void *handle, char *const base[RA__GEMM_D])
{
    const ra__gemm *g = &s->g;
    const int64_t others = g->dims ? g->batch / g->sizes[s->along] : 1;
    ra_status status = RA_OK;
    for (int64_t number = 0; number < others && !status; number++) {
        char *at[RA__GEMM_D];
        memcpy(at, base, sizeof at);
        int64_t left = number;
        for (int d = g->dims - 1; d >= 0; d--) {
            if (d == s->along)
                continue;
            for (int o = 0; o < RA__GEMM_D; o++)
                at[o] += left % g->sizes[d] * s->factor[o].batch[d]; /* fits: within the operand */
            left /= g->sizes[d];
        }
        status = multiply(s, r, b, handle, at);
    }
    return status;
}

static ra_status copy_operand(const product *s, ra__run *r, int operand, char *to, char *from)
{
    char *const instead[] = {to, from};
    return s->copy[operand] ? ra__cuda_space_launch(s->copy[operand], r, instead, NULL) : RA_OK;
}

static ra_status run_library(const product *s, ra__run *r, const ra__cu_blas *b, void *handle)
{
    const int *index = s->g.index;
    char *at[RA__GEMM_D];
    ra_status status = RA_OK;
    for (int o = 0; o < RA__GEMM_D; o++)
        at[o] = s->factor[o].is_packed ? (char *)r->workspace + s->factor[o].at : r->data[index[o]];
    for (int o = 0; o < RA__GEMM_C && !status; o++)
        status = copy_operand(s, r, o, at[o], r->data[index[o]]);
    if (!status && s->copy[RA__GEMM_D])
        status = copy_operand(s, r, RA__GEMM_D, at[RA__GEMM_C], r->data[index[RA__GEMM_D]]);
    if (!status)
        status = multiply_all(s, r, b, handle, at);
    return status ? status : copy_operand(s, r, RA__GEMM_C, r->data[0], at[RA__GEMM_C]);
}

static ra_status run_own(const product *s, ra__run *r)
{
    const int *index = s->g.index;
    char *d = index[RA__GEMM_D] < 0 ? NULL : r->data[index[RA__GEMM_D]];
    if (s->copy[RA__GEMM_D]) {
        ra_status status = copy_operand(s, r, RA__GEMM_D, r->data[0], d);
        if (status)
            return status;
        d = r->data[0];
    }
    return ra__cuda_product_launch(&s->own, s->g.product.dtype, r, r->data[index[RA__GEMM_A]], r->data[index[RA__GEMM_B]], r->data[0], d);
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const product *s = r->plan->state;
    const ra__cu_blas *b;
    void *handle;
    ra_status status;
    if (s->way == OWN)
        status = run_own(s, r);
    else {
        status = ra__cuda_blas(r, &b, &handle);
        if (!status)
            status = s->way == DOT ? run_dot(s, r, b, handle) : run_library(s, r, b, handle);
    }
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_matmul_kernel(const ra_op *op)
{
    static const ra_kernel products = {.name = "gemm", .plan = plan, .run = run}, dots = {.name = "dot", .plan = plan_dot, .run = run};
    switch (op->id) {
    case RA__OP_mm:
    case RA__OP_bmm:
    case RA__OP_addmm:
    case RA__OP_baddbmm:
    case RA__OP_matmul:
    case RA__OP_linear: return &products;
    case RA__OP_dot: return &dots;
    default: return NULL;
    }
}
