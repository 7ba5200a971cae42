/*
 * softmax and log_softmax over the middle of (outer, n, inner).
 *
 * Where inner is 1 a line lies along the vectors; else BLOCK neighbouring lines lie across them. Either way a line is
 * read for its largest element, for the sum of exponentials, and for the result; a line that fits a chunk is
 * converted once.
 */
#include "cpu/lanes.h"
#include "cpu/math_f32.h"
#include "cpu/math_f64.h"
#include "cpu/sequence.h"
#include "cpu/stream.h"
#include "cpu/strided.h"
#include "meta/pre.h"

enum { CHUNK = 1024, BLOCK = 64, GRAIN_ELEMENTS = 16384, SUM_LEAF = 64, AHEAD_FROM = 256, KEPT_BYTES = 256 << 10 };

struct softmax_state {
    struct ra__softmax_pre pre;
    ra__strided in;
    ra_dtype out, compute;
    bool in_direct, out_direct; /* read, written in place without conversion */
    bool narrows;               /* dtype= names a half, and the input is converted to it before anything is computed */
    int64_t units;              /* lines, or blocks of lines */
    int64_t units_per_grain;
};

/* e^x for x <= 0, without the last half bit: it is divided by a sum of such. What is below the normal numbers is 0. */
static inline float exp_below_zero(float x)
{
    float t = RA_FMAF(x, RA__LOG2E_F32, RA__ROUND_F32), n = t - RA__ROUND_F32;
    float r = RA_FMAF(n, -RA__LN2_HI_F32, x);
    r = RA_FMAF(n, -RA__LN2_LO_F32, r);
    float e = RA_FMAF(RA_FMAF(ra__exp_tail4_f32(r), r, 1.0f), r, 1.0f);
    e *= ra__from_bits_f32((ra__bits_f32(t) - ra__bits_f32(RA__ROUND_F32) + 127) << 23);
    return x < -0x1.5d589ep6f ? 0.0f : e; /* ln 2^-126, towards zero */
}

/* The same of two vectors, bit by bit: step by step together, as each by itself waits for one step after the other. */
static inline void exp_below_zero_pair(ra__vf32 *e, const ra__vf32 *x)
{
    typedef uint32_t bits __attribute__((vector_size(RA__VECTOR_BYTES)));
    enum { PAIR = 2 };
    const ra__vf32 round = ra__vset_f32(RA__ROUND_F32);
    const float rest[] = {0x1.5558aep-5f, 0x1.555492p-3f, 0x1.fffffcp-2f, 1.0f, 1.0f}; /* of the polynomial of ra__exp_tail4_f32, and after it */
    ra__vf32 t[PAIR], r[PAIR], q[PAIR];
    RA__UNROLL for (int p = 0; p < PAIR; p++)
        t[p] = ra__vfma_f32(x[p], ra__vset_f32(RA__LOG2E_F32), round);
    RA__UNROLL for (int p = 0; p < PAIR; p++)
        r[p] = ra__vfma_f32(t[p] - round, ra__vset_f32(-RA__LN2_HI_F32), x[p]);
    RA__UNROLL for (int p = 0; p < PAIR; p++)
        r[p] = ra__vfma_f32(t[p] - round, ra__vset_f32(-RA__LN2_LO_F32), r[p]);
    RA__UNROLL for (int p = 0; p < PAIR; p++)
        q[p] = ra__vfma_f32(ra__vset_f32(0x1.6a4f28p-10f), r[p], ra__vset_f32(0x1.12398p-7f));
    RA__UNROLL for (int k = 0; k < (int)(sizeof rest / sizeof *rest); k++)
        RA__UNROLL for (int p = 0; p < PAIR; p++)
            q[p] = ra__vfma_f32(q[p], r[p], ra__vset_f32(rest[k]));
    RA__UNROLL for (int p = 0; p < PAIR; p++) {
        const ra__vf32 scale = (ra__vf32)(((bits)t[p] + (127 - ra__bits_f32(RA__ROUND_F32))) << 23);
#if defined(__AVX512F__)
        e[p] = (ra__vf32)_mm512_maskz_mul_ps(_mm512_cmp_ps_mask((__m512)x[p], _mm512_set1_ps(-0x1.5d589ep6f), _CMP_NLT_UQ), (__m512)q[p], (__m512)scale);
#else
        e[p] = (ra__vf32)((ra__vi32)(q[p] * scale) & ~(ra__vi32)(x[p] < ra__vset_f32(-0x1.5d589ep6f)));
#endif
    }
}

/* The same of double, to the last bit. */
#ifdef RA__BY_TABLE
#define exp_below_zero_f64 ra__exp_alone
#define exp_below_zero_f64_n ra__exp_less_n
#else
static inline double exp_below_zero_f64(double x)
{
    const double y = ra__exp_near(x);
    return x < -708.0 ? 0.0 : y;
}

static inline void exp_below_zero_f64_n(double *out, const double *in, double less, size_t n)
{
    RA_MATH_INDEPENDENT
    for (size_t i = 0; i < n; i++)
        out[i] = exp_below_zero_f64(in[i] - less);
}
#endif

#define T float
#define NAME(name) name##_f32
#define EXP exp_below_zero
#define EXP_PAIR exp_below_zero_pair
#define LOG ra__logf
#include "cpu/softmax_template.h"

#define T double
#define NAME(name) name##_f64
#define EXP exp_below_zero_f64
#define EXP_N exp_below_zero_f64_n
#define LOG ra__log
#include "cpu/softmax_template.h"

static ra_status softmax_plan(const ra_meta *m, ra_plan *p)
{
    struct softmax_state *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    st->pre = *RA__PRE(m, struct ra__softmax_pre);
    ra__strided_from_layout(&st->in, ra__layout(m, 0));
    st->out = ra__out_shape(m, 0)->dtype;
    st->compute = ra__compute_dtype(st->out);
    int64_t bytes = (int64_t)ra_dtype_size(st->compute), n = st->pre.n, inner = st->pre.inner, last = st->in.ndim - 1;
    st->narrows = st->out != st->compute && st->in.dtype != st->out;
    int64_t run = inner == 1 ? n : inner; /* what has to lie together to be read in place */
    st->in_direct = run > 0 && !st->narrows && st->in.dtype == st->compute && (run == 1 || (st->in.strides[last] == bytes && st->in.sizes[last] % run == 0));
    st->out_direct = st->out == st->compute;
    st->units = inner == 1 ? st->pre.outer : st->pre.outer * ra__ceil_div(inner, BLOCK);
    int64_t unit = n * (inner == 1 ? 1 : ra__min(inner, BLOCK));
    st->units_per_grain = ra__max(1, GRAIN_ELEMENTS / ra__max(1, unit));
    p->state = st;
    p->unit = inner == 1 && (m->in[0].layout->flags & RA__CONTIGUOUS) ? n : 0;
    ra__plan_sequence(p, n ? st->units : 0, st->units_per_grain, 1.0 * (double)unit);
    return RA_OK;
}

static ra_status softmax_range(ra__run *r, int64_t first, int64_t end)
{
    const struct softmax_state *st = r->plan->state;
    for (int64_t u = first; u < end; u++)
        if (st->compute == RA_FLOAT64)
            softmax_unit_f64(st, r->data[1], r->data[0], u);
        else
            softmax_unit_f32(st, r->data[1], r->data[0], u);
    return RA_OK;
}

static ra_status softmax_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const struct softmax_state *st = r->plan->state;
    return softmax_range(r, first * st->units_per_grain, ra__min(last * st->units_per_grain, st->units));
}

const ra_kernel RA__KERNEL(softmax) = {.name = "softmax", .plan = softmax_plan, .run = softmax_run, .range = softmax_range};
const ra_kernel RA__KERNEL(log_softmax) = {.name = "log_softmax", .plan = softmax_plan, .run = softmax_run, .range = softmax_range};
