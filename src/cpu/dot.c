/*
 * Dot products. Long vectors are cut into leaves of a fixed length, each leaf into lanes; leaves are added up pair by pair.
 */
#include "cpu/convert.h"
#include "cpu/half.h"
#include "cpu/sequence.h"
#include "meta/pre.h"

enum {
    DOT_LANES = 32,     /* chains: enough for four vectors of the widest instruction set */
    DOT_BLOCK = 512,    /* elements brought into the loop's dtype at a time */
    DOT_LEAF = 1 << 15  /* elements of a grain: some 2 us, what two threads may share of a short one */
};

struct dot_state {
    ra_dtype dtype, loop;
    int64_t n, stride[2], loop_size;
    bool direct[2], is_complex;
    ra__convert_fn convert;
};

#define T float
#define NAME(name) name##_f32
#define FMA(x, y, z) RA_FMAF(x, y, z)
#include "cpu/dot_template.h"

#define T double
#define NAME(name) name##_f64
#define FMA(x, y, z) RA_FMA(x, y, z)
#include "cpu/dot_template.h"

/* Modulo 2^64, of which every narrower integer is the low part. */
static uint64_t dot_integers(const struct dot_state *s, const char *x, const char *y, int64_t n)
{
    uint64_t sum = 0;
#define LOOP(T)                                                                                                     \
    for (int64_t i = 0; i < n; i++, x += s->stride[0], y += s->stride[1])                                           \
        sum += (uint64_t)(int64_t)*(const T *)(const void *)x * (uint64_t)(int64_t)*(const T *)(const void *)y
    switch (s->dtype) {
    case RA_UINT8: LOOP(uint8_t); break;
    case RA_INT8: LOOP(int8_t); break;
    case RA_INT16: LOOP(int16_t); break;
    case RA_INT32: LOOP(int32_t); break;
    default: LOOP(int64_t); break;
    }
#undef LOOP
    return sum;
}

/* What a leaf leaves. */
typedef union partial {
    double real[2];
    uint64_t integer;
} partial;

static partial leaf(const struct dot_state *s, const char *x, const char *y, int64_t at)
{
    partial p = {{0, 0}};
    int64_t begin = at * DOT_LEAF, n = ra__min(DOT_LEAF, s->n - begin);
    x += begin * s->stride[0];
    y += begin * s->stride[1];
    if (ra__is_integral(s->dtype))
        p.integer = dot_integers(s, x, y, n);
    else if (s->loop == RA_FLOAT64 || s->loop == RA_COMPLEX128)
        dot_part_f64(s, x, y, n, p.real);
    else
        dot_part_f32(s, x, y, n, p.real);
    return p;
}

static partial add_partials(const struct dot_state *s, const partial *p, int64_t n)
{
    if (n == 1)
        return p[0];
    partial a = add_partials(s, p, n / 2), b = add_partials(s, p + n / 2, n - n / 2);
    if (ra__is_integral(s->dtype))
        a.integer += b.integer;
    else {
        a.real[0] += b.real[0];
        a.real[1] += b.real[1];
    }
    return a;
}

static void store(const struct dot_state *s, void *out, partial p)
{
    switch (s->dtype) {
    case RA_UINT8:
    case RA_INT8: *(uint8_t *)out = (uint8_t)p.integer; break;
    case RA_INT16: *(uint16_t *)out = (uint16_t)p.integer; break;
    case RA_INT32: *(uint32_t *)out = (uint32_t)p.integer; break;
    case RA_INT64: *(uint64_t *)out = p.integer; break;
    case RA_FLOAT16: *(uint16_t *)out = ra__f16_of_f32((float)p.real[0]); break;
    case RA_BFLOAT16: *(uint16_t *)out = ra__bf16_of_f32((float)p.real[0]); break;
    case RA_FLOAT32: *(float *)out = (float)p.real[0]; break;
    case RA_FLOAT64: *(double *)out = p.real[0]; break;
    case RA_COMPLEX64:
        ((float *)out)[0] = (float)p.real[0];
        ((float *)out)[1] = (float)p.real[1];
        break;
    default:
        ((double *)out)[0] = p.real[0];
        ((double *)out)[1] = p.real[1];
        break;
    }
}

static ra_status dot_plan(const ra_meta *m, ra_plan *p)
{
    struct dot_state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    const ra_layout *a = ra__layout(m, 0);
    int64_t size = (int64_t)ra_dtype_size((ra_dtype)a->dtype);
    s->dtype = (ra_dtype)a->dtype;
    s->loop = ra__compute_dtype(s->dtype);
    s->loop_size = (int64_t)ra_dtype_size(s->loop);
    s->is_complex = ra__is_complex(s->dtype);
    s->n = ra__sizes(a)[0];
    for (int i = 0; i < 2; i++) {
        s->stride[i] = ra__strides(ra__layout(m, i))[0] * size;
        s->direct[i] = s->loop == s->dtype && s->stride[i] == size;
    }
    s->convert = RA__ISA_NAME(ra__convert)(s->loop, s->dtype);
    p->state = s;
    int64_t leaves = ra__max(1, ra__ceil_div(s->n, DOT_LEAF));
    p->cost_ns = 20 + 0.08 * (double)s->n;
    p->phases = leaves > 1 ? 2 : 1;
    p->grains[0] = leaves;
    p->grains[1] = 1;
    p->workspace = leaves > 1 ? (size_t)leaves * sizeof(partial) : 0; /* fits: grains */
    return RA_OK;
}

static ra_status dot_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const struct dot_state *s = r->plan->state;
    partial *partials = r->workspace;
    if (r->plan->phases == 1)
        store(s, r->data[0], leaf(s, r->data[1], r->data[2], 0));
    else if (phase == 0)
        for (int64_t i = first; i < last; i++)
            partials[i] = leaf(s, r->data[1], r->data[2], i);
    else
        store(s, r->data[0], add_partials(s, partials, r->plan->grains[0]));
    return RA_OK;
}

const ra_kernel RA__KERNEL(dot) = {.name = "dot", .plan = dot_plan, .run = dot_run};
