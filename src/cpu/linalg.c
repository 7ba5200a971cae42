/* See linalg.h. */
#include "cpu/linalg.h"

#include "cpu/gemm_vector.h"
#include "cpu/sequence.h"

#include <stdio.h>
#include <string.h>

#define GRAIN_NS 60000.0

ra__linalg *RA__ISA_NAME(ra__linalg_begin)(const ra_meta *m, ra_plan *p, size_t bytes, int dims, const int64_t *sizes)
{
    ra__linalg *l = ra__plan_alloc(p, bytes);
    if (!l)
        return NULL;
    memset(l, 0, bytes);
    p->state = l;
    l->dtype = (ra_dtype)ra__layout(m, 0)->dtype;
    l->size = (int64_t)ra_dtype_size(l->dtype);
    l->pre = *RA__PRE(m, const ra__linalg_pre);
    l->results = m->out_count;
    l->batched = dims > 0;
    l->dims = dims;
    l->batch = ra__plan_has_elements(m);
    for (int d = 0; d < dims; d++) {
        l->sizes[d] = sizes[d];
        l->batch *= sizes[d];
    }
    return l;
}

size_t RA__ISA_NAME(ra__linalg_take)(ra__linalg *l, int64_t count, int64_t size)
{
    size_t at = l->scratch;
    l->scratch += ((size_t)(count > 0 ? count : 1) * (size_t)size + 63) / 64 * 64; /* fits: a matrix or two of LAPACK, or there is none */
    return at;
}

ra_status RA__ISA_NAME(ra__linalg_finish)(ra__linalg *l, ra_plan *p, double ns_each)
{
    double together = GRAIN_NS / (ns_each + 200);
    l->group = together < 1 ? 1 : together > (double)l->batch ? ra__max(1, l->batch) : (int64_t)together;
    p->scratch = l->scratch;
    p->flags |= RA__PLAN_LAPACK;
    p->phases = l->batch > 0;
    p->grains[0] = ra__ceil_div(l->batch, l->group);
    p->cost_ns = (double)l->batch * (ns_each + 200);
    return RA_OK;
}

bool RA__ISA_NAME(ra__linalg_is_apart)(const ra__linalg *l, int64_t n)
{
    enum { ALONE = 96, ALONE_COMPLEX = 128, LARGE = 256, VERY_LARGE = 1024, FEW = 4, MOST = 1 << 16 };
    const int64_t least = l->batch > 1 ? LARGE : ra__is_complex(l->dtype) ? ALONE_COMPLEX : ALONE; /* of fewer rows the whole takes no longer */
    return n >= least && (l->batch <= FEW || n >= VERY_LARGE) && l->batch * n <= MOST; /* fits: a batch of matrices that there is memory for */
}

ra_status RA__ISA_NAME(ra__linalg_finish_apart)(ra__linalg *l, ra_plan *p, int64_t steps, double ns_each)
{
    l->steps = (int)steps;
    p->flags |= RA__PLAN_LAPACK | RA__PLAN_TOLD;
    p->scratch = l->scratch;
    p->phases = (int)(l->batch * steps); /* fits: no more than rows in all, see ra__linalg_is_apart */
    p->grains[0] = 0;
    for (int step = 0; step < l->steps; step++)
        p->grains[0] += l->batch * p->kernel->grains(p, step); /* fits: grains have many elements each */
    p->cost_ns = (double)l->batch * ns_each;
    return RA_OK;
}

ra_status RA__ISA_NAME(ra__linalg_run_apart)(ra__run *r, int phase, int64_t first, int64_t last, ra__linalg_grain grain)
{
    const ra__linalg *l = r->plan->state;
    const char *why;
    const struct ra__blas *b = ra__blas_get(&why);
    if (!b)
        return ra__fault(r, RA_ERR_BLAS, "%s", why);
    ra_status status = RA_OK;
    for (int64_t g = first; g < last && status == RA_OK; g++)
        status = grain(r, b, phase / l->steps, phase % l->steps, g);
    return status;
}

ra_status RA__ISA_NAME(ra__linalg_run)(ra__run *r, int64_t first, int64_t last, ra__linalg_one one)
{
    const ra__linalg *l = r->plan->state;
    const char *why;
    const struct ra__blas *b = ra__blas_get(&why);
    if (!b)
        return ra__fault(r, RA_ERR_BLAS, "%s", why);
    int64_t end = ra__min(last * l->group, l->batch);
    for (int64_t at = first * l->group; at < end; at++) {
        ra_status s = one(r, b, at);
        if (s)
            return s;
    }
    return RA_OK;
}

void RA__ISA_NAME(ra__matrices_of)(const ra__linalg *l, ra__matrices *v, int ndim, const int64_t *sizes, const int64_t *strides, bool vector)
{
    int own = ndim - (vector ? 1 : 2);
    v->rows = sizes[own];
    v->row = strides[own];
    v->columns = vector ? 1 : sizes[own + 1];
    v->column = vector ? 0 : strides[own + 1];
    for (int d = 0; d < l->dims; d++) {
        int at = d - (l->dims - own);
        v->batch[d] = at < 0 || (sizes[at] == 1 && l->sizes[d] != 1) ? 0 : strides[at] * l->size;
    }
}

char *RA__ISA_NAME(ra__matrix_at)(const ra__linalg *l, const ra__matrices *v, char *data, int64_t at)
{
    for (int d = l->dims - 1; d >= 0; d--) {
        data += at % l->sizes[d] * v->batch[d];
        at /= l->sizes[d];
    }
    return data;
}

#define T float
#define F(name) name##_float
#include "cpu/gemm_pack_template.h"
#undef F
#undef T
#define T double
#define F(name) name##_double
#include "cpu/gemm_pack_template.h"
#undef F
#undef T

/*
 * rows x columns elements between two pairs of strides. Where they walk in different directions, blocks of 16 by 16 keep
 * the lines of both sides in the cache.
 */
#define RA__COPY(T)                                                                                                          \
    static void copy_##T(int64_t rows, int64_t columns, const T *from, int64_t from_row, int64_t from_column, T *to, int64_t to_row, \
                         int64_t to_column)                                                                                  \
    {                                                                                                                        \
        enum { BLOCK = 16 };                                                                                                 \
        for (int64_t j0 = 0; j0 < columns; j0 += BLOCK)                                                                      \
            for (int64_t i0 = 0; i0 < rows; i0 += BLOCK)                                                                     \
                for (int64_t j = j0; j < columns && j < j0 + BLOCK; j++)                                                     \
                    for (int64_t i = i0; i < rows && i < i0 + BLOCK; i++)                                                    \
                        to[i * to_row + j * to_column] = from[i * from_row + j * from_column];                               \
    }

typedef struct pair {
    double re, im;
} pair;
RA__COPY(float)
RA__COPY(double)
RA__COPY(pair)

/* Lines of `from` become columns of `to`: as many of them at a time as one cache line of each line has. */
static void transpose(int64_t size, int64_t length, int64_t lines, const char *from, int64_t from_line, char *to, int64_t to_line)
{
    const int64_t step = 64 / size;
    for (int64_t at = 0; at < length; at += step, from += 64, to += to_line * 64)
        if (size == 4)
            pack_float(ra__min(step, length - at), lines, (const float *)(const void *)from, 1, from_line, (float *)(void *)to, to_line);
        else /* also complex64: as bits, which a double's copy keeps */
            pack_double(ra__min(step, length - at), lines, (const double *)(const void *)from, 1, from_line, (double *)(void *)to, to_line);
}

static void copy(int64_t size, int64_t rows, int64_t columns, const char *from, int64_t from_row, int64_t from_column, char *to, int64_t to_row,
                 int64_t to_column)
{
    if (from == to && (from_row == to_row || rows <= 1) && (from_column == to_column || columns <= 1))
        return;
    if ((from_row == 1 || rows == 1) && (to_row == 1 || rows == 1)) {
        for (int64_t j = 0; j < columns; j++)
            memcpy(to + j * to_column * size, from + j * from_column * size, (size_t)(rows * size));
        return;
    }
    const bool turned = from_column == 1 && to_row == 1, back = from_row == 1 && to_column == 1;
    if (size <= 8 && (turned || back)) {
        transpose(size, turned ? columns : rows, turned ? rows : columns, from, turned ? from_row : from_column, to, turned ? to_column : to_row);
        return;
    }
    if (size == 4)
        copy_float(rows, columns, (const float *)(const void *)from, from_row, from_column, (float *)(void *)to, to_row, to_column);
    else if (size == 8)
        copy_double(rows, columns, (const double *)(const void *)from, from_row, from_column, (double *)(void *)to, to_row, to_column);
    else
        copy_pair(rows, columns, (const pair *)(const void *)from, from_row, from_column, (pair *)(void *)to, to_row, to_column);
}

void RA__ISA_NAME(ra__matrix_load)(const ra__linalg *l, const ra__matrices *v, const char *from, char *to, int64_t ld)
{
    copy(l->size, v->rows, v->columns, from, v->row, v->column, to, 1, ld);
}

void RA__ISA_NAME(ra__matrix_store)(const ra__linalg *l, const ra__matrices *v, char *to, const char *from, int64_t ld)
{
    copy(l->size, v->rows, v->columns, from, 1, ld, to, v->row, v->column);
}

void RA__ISA_NAME(ra__matrix_identity)(const ra__linalg *l, char *column, int64_t ld, int64_t at, int64_t columns)
{
    for (; columns > 0; columns--, column += l->size * ld) {
        char *one = (char *)memset(column, 0, (size_t)(l->size * ld)) + l->size * at++;
        if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
            *(float *)(void *)one = 1;
        else
            *(double *)(void *)one = 1;
    }
}

bool RA__ISA_NAME(ra__matrix_is_finite)(const ra__linalg *l, const char *a, int64_t rows, int64_t columns)
{
    int64_t n = rows * columns * (ra__is_complex(l->dtype) ? 2 : 1);
    /* x * 0 is 0 for every finite x and NaN for every other */
    if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64) {
        const float *x = (const float *)(const void *)a;
        float sum = 0;
        for (int64_t i = 0; i < n; i++)
            sum += x[i] * 0.0f;
        return sum == 0;
    }
    const double *x = (const double *)(const void *)a;
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * 0.0;
    return sum == 0;
}

const char *RA__ISA_NAME(ra__matrix_label)(const ra__linalg *l, int64_t at, char buffer[48])
{
    if (l->batched)
        snprintf(buffer, 48, "matrix %lld: ", (long long)at);
    else
        buffer[0] = 0;
    return buffer;
}
