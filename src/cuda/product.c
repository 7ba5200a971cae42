#include "cuda/product.h"

#include "cuda/lines.h"
#include "cuda/text.h"
#include "meta/dtype.h"

#include <stdio.h>
#include <string.h>

enum { THREADS = 1 << 16 /* that a device is kept busy with */, LEAST = 4 /* products for a lane */ };

static void add_dim(ra__cuda_product *s, int64_t size, const int64_t steps[RA__GEMM_OPERANDS])
{
    if (size == 1)
        return;
    s->sizes[s->dims] = size;
    for (int o = 0; o < RA__GEMM_OPERANDS; o++)
        s->steps[o][s->dims] = steps[o];
    s->dims++;
}

void ra__cuda_product_of(const ra__gemm *g, ra__cuda_product *s)
{
    const ra__product *x = &g->product;
    const int64_t size = ra__element_bytes(x->dtype);
    const int64_t columns[] = {0, x->b_strides[1] * size, x->c_strides[1] * size, x->d_strides[1] * size}; /* fits: strides in bytes */
    const int64_t rows[] = {x->a_strides[0] * size, 0, x->c_strides[0] * size, x->d_strides[0] * size};    /* fits: strides in bytes */
    *s = (ra__cuda_product){.elements = g->batch * x->m * x->n, .k = x->k, .lanes = 1, .whole_alpha = x->alpha_integer, .whole_beta = x->beta_integer};
    add_dim(s, x->n, columns);
    add_dim(s, x->m, rows);
    for (int d = g->dims - 1; d >= 0; d--) {
        const int64_t steps[] = {g->strides[RA__GEMM_A][d], g->strides[RA__GEMM_B][d], g->strides[RA__GEMM_C][d], g->strides[RA__GEMM_D][d]};
        add_dim(s, g->sizes[d], steps);
    }
    s->along[0] = x->a_strides[1] * size; /* fits: a stride in bytes */
    s->along[1] = x->b_strides[0] * size; /* fits: a stride in bytes */
    memcpy(s->alpha, x->alpha, sizeof s->alpha);
    memcpy(s->beta, x->beta, sizeof s->beta);
    while (s->lanes < RA__CUDA_THREADS && s->elements < THREADS / (2 * s->lanes) && s->k / (2 * s->lanes) >= LEAST)
        s->lanes *= 2;
}

static const char *sum_of(ra_dtype dtype)
{
    return ra__is_integral(dtype) ? "ra_whole" : dtype == RA_COMPLEX64 ? "ra_complex_sum<float, ra_c64>" : dtype == RA_COMPLEX128 ? "ra_complex_sum<double, ra_c128>" :
           dtype == RA_FLOAT64 ? "ra_real_sum<double>" : "ra_real_sum<float>";
}

ra_status ra__cuda_product_launch(const ra__cuda_product *s, ra_dtype dtype, ra__run *r, const char *a, const char *b, char *c, const char *d)
{
    const int index = ra__device_index(r->plan->device);
    char key[40], definitions[120];
    snprintf(key, sizeof key, "product %d", (int)dtype);
    snprintf(definitions, sizeof definitions, "#define RA_D %s\n#define RA_S %s\n", ra__cuda_types[dtype], sum_of(dtype));
    const char *const parts[] = {ra__cuda_text_common, definitions, ra__cuda_text_product};
    void *function = ra__cuda_function(index, key, parts, 3, "product", r->message, r->message_size);
    ra__cuda_product given = *s;
    if (!function)
        return RA_ERR_SYSTEM;
    given.a = a;
    given.b = b;
    given.c = c;
    given.d = d;
    const int64_t tiles = ra__cuda_pieces(s->elements, RA__CUDA_THREADS / s->lanes);
    return ra__cuda_launch(index, function, tiles * RA__CUDA_THREADS, &given, r->message, r->message_size); /* fits: the elements and a tile, or THREADS */
}
