/*
 * Fourier transforms: one phase for what depends on lengths alone, then one for each dimension, of which each grain transforms some lines.
 */
#include "cpu/fft.h"
#include "cpu/sequence.h"

#include <string.h>

#define FFT_NAME f32
#define FFT_T float
#define FFT_V ra__vf32
#define FFT_ANY ra__vf32_any
#define FFT_FMA ra__vfma_f32
#define FFT_SET ra__vset_f32
#if defined(__AVX512F__)
#define FFT_LANES 16
#elif defined(__AVX2__) && defined(__FMA__)
#define FFT_LANES 8
#else
#define FFT_LANES 4
#endif
#include "cpu/fft_vectors_template.h"
#include "cpu/fft_stages_template.h"
#include "cpu/fft_line_template.h"
#include "cpu/fft_group_template.h"

#define FFT_NAME f64
#define FFT_T double
#define FFT_V ra__vf64
#define FFT_ANY ra__vf64_any
#define FFT_FMA ra__vfma_f64
#define FFT_SET ra__vset_f64
#if defined(__AVX512F__)
#define FFT_LANES 8
#elif defined(__AVX2__) && defined(__FMA__)
#define FFT_LANES 4
#else
#define FFT_LANES 2
#endif
#include "cpu/fft_vectors_template.h"
#include "cpu/fft_stages_template.h"
#include "cpu/fft_line_template.h"
#include "cpu/fft_group_template.h"

enum {
    SIDE_BY_SIDE_MOST = 4096, /* of lines that lie across memory: beyond it a group of them is out of the caches */
    ALONG_MOST = 128          /* of lines that lie along it, which four steps take without turning them twice */
};
#define GRAIN_NS 10000.0
/* A grain of several dimensions, which is there for what stays in the L2 cache from one to the next. */
#define JOINED_NS (20 * GRAIN_NS)

enum { RESULT, INPUT, TEMPORARY };

typedef struct fft_phase {
    ra__fft_step step;
    ra__fft_length length, inner;
    size_t tables;
    int from, to;  /* RESULT, INPUT, TEMPORARY */
    int64_t batch; /* lines a grain */
} fft_phase;

/* Dimensions that are transformed in one phase: each grain does so with some parts of what all of them leave alone. */
typedef struct fft_job {
    int first, last; /* of the phases above, last included */
} fft_job;

typedef struct fft_state {
    int count;
    bool is_double;
    size_t temporary; /* in the workspace */
    int jobs;
    fft_job job[RA__FFT_MOST_DIMS];
    fft_phase phases[];
} fft_state;

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

/* A view that lines are taken from or written to; strides in bytes. */
typedef struct view {
    int where;
    ra_dtype dtype;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
} view;

static view view_of(int where, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    view v = {.where = where, .dtype = dtype};
    for (int d = 0; d < ndim; d++) {
        v.sizes[d] = sizes[d];
        v.strides[d] = sizes[d] > 1 ? strides[d] * ra__element_bytes(dtype) : 0; /* fits: within a tensor */
    }
    return v;
}

/* The lines along d: the dimensions beside it, those with small strides first, merged where one stride walks them. */
static void set_lines(ra__fft_step *s, int ndim, int d, const int64_t *sizes, const view *in, const view *out)
{
    int order[RA_MAX_DIMS], count = 0;
    for (int i = ndim - 1; i >= 0; i--) {
        if (i == d || sizes[i] == 1)
            continue;
        int k = count++;
        for (; k > 0 && (in->strides[order[k - 1]] > in->strides[i] ||
                         (in->strides[order[k - 1]] == in->strides[i] && out->strides[order[k - 1]] > out->strides[i])); k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    s->ndim = 0;
    s->lines = 1;
    s->outer = count > 0 ? order[count - 1] : -1;
    s->parts = count > 0 ? sizes[s->outer] : 1;
    for (int k = 0; k < count; k++) {
        const int i = order[k], last = s->ndim - 1;
        s->lines *= sizes[i]; /* fits: elements of a tensor */
        if (last >= 0 && in->strides[i] == ra__capped_product(s->sizes[last], s->in_strides[last]) &&
            out->strides[i] == ra__capped_product(s->sizes[last], s->out_strides[last])) {
            s->sizes[last] *= sizes[i];
            continue;
        }
        s->sizes[s->ndim] = sizes[i];
        s->in_strides[s->ndim] = in->strides[i];
        s->out_strides[s->ndim++] = out->strides[i];
    }
    /* of one element: of any stride, and so of the one that needs nothing */
    s->in_stride = d >= 0 && in->sizes[d] > 1 ? in->strides[d] : ra__element_bytes(in->dtype);
    s->out_stride = d >= 0 && out->sizes[d] > 1 ? out->strides[d] : ra__element_bytes(out->dtype);
}

/* Which way lines of n go that are smooth. */
static bool goes_by_steps(const ra__fft_step *s, int64_t n, int64_t lanes, int64_t line_bytes)
{
    const bool across = s->ndim > 0 && s->in_stride > s->in_strides[0] && s->in_stride > line_bytes && s->lines >= lanes;
    if (across)
        return n > SIDE_BY_SIDE_MOST;
    return n > ALONG_MOST || (n >= 4 * lanes * lanes && s->lines < lanes);
}

/* sizes: what there is of each dimension, before; and then behind. */
static void plan_phase(fft_phase *f, const fft_state *st, int ndim, int d, int64_t *sizes, const view *in, const view *out, size_t *workspace, size_t *scratch)
{
    ra__fft_step *s = &f->step;
    ra__fft_kind *k = &s->kind;
    const int64_t bytes = st->is_double ? 8 : 4, lanes = RA__VECTOR_BYTES / bytes;
    const ra_dtype real = st->is_double ? RA_FLOAT64 : RA_FLOAT32, complex = st->is_double ? RA_COMPLEX128 : RA_COMPLEX64;
    const ra_dtype loaded = k->mode == RA__FFT_TO_HALF || k->mode == RA__FFT_MIRRORED ? real : complex, stored = k->mode == RA__FFT_FROM_HALF ? real : complex;
    k->halved = k->mode != RA__FFT_COMPLEX && k->n % 2 == 0;
    k->length = &f->length;
    s->from = in->dtype;
    s->to = out->dtype;
    s->load = RA__ISA_NAME(ra__convert)(loaded, s->from);
    s->store = RA__ISA_NAME(ra__convert)(s->to, stored);
    s->in_plain = s->from == loaded;
    s->out_plain = s->to == stored;
    s->available = d < 0 ? 1 : sizes[d];
    set_lines(s, ndim, d, sizes, in, out);
    if (d >= 0)
        sizes[d] = ra__fft_out_count(k);
    f->from = in->where;
    f->to = out->where;
    const int64_t m = k->halved ? k->n / 2 : k->n;
    RA__ISA_NAME(ra__fft_length_init)(&f->length, &f->inner, m, k->halved, goes_by_steps(s, m, lanes, 2 * bytes), bytes, lanes);
    f->length.is_inverse = k->inverse || k->mode == RA__FFT_FROM_HALF;
    f->tables = *workspace;
    *workspace = round_up(*workspace + f->length.bytes);
    const size_t line = round_up((size_t)(2 * (k->n + 2) * bytes)); /* fits: of the order of the elements, as what follows */
    const size_t need = f->length.way == RA__FFT_LANES ? line + 4 * (size_t)(k->n + 2) * RA__VECTOR_BYTES : 3 * line + f->length.scratch;
    *scratch = need > *scratch ? need : *scratch;
    f->batch = ra__max(1, (int64_t)(GRAIN_NS / f->length.ns));
    if (f->length.way == RA__FFT_LANES)
        f->batch = ra__ceil_div(f->batch, lanes) * lanes;
}

static int64_t lines_of_part(const ra__fft_step *s)
{
    return s->lines / s->parts;
}

/* Parts of a grain so that it has groups of whole vectors, where phases first to last are joined; 0 where they are not. */
static int64_t joined_parts(const fft_state *st, int first, int last)
{
    const int64_t lanes = RA__VECTOR_BYTES / (st->is_double ? 8 : 4);
    double ns = 0;
    int64_t least = 1;
    for (int i = first; i <= last; i++) {
        const ra__fft_step *s = &st->phases[i].step;
        if (s->outer < 0 || s->lines == 0 || s->outer != st->phases[first].step.outer || s->parts != st->phases[first].step.parts)
            return 0;
        ns += (double)lines_of_part(s) * st->phases[i].length.ns;
        while (lines_of_part(s) * least % lanes != 0)
            least *= 2;
    }
    return (double)least * ns > JOINED_NS ? 0 : ra__max(1, (int64_t)(GRAIN_NS / ((double)least * ns))) * least;
}

static void join_phases(fft_state *st)
{
    for (int i = 0; i < st->count; i++) {
        fft_job *job = st->jobs > 0 ? &st->job[st->jobs - 1] : NULL;
        const int64_t parts = job ? joined_parts(st, job->first, i) : 0;
        if (parts == 0) {
            st->job[st->jobs++] = (fft_job){i, i};
            continue;
        }
        job->last = i;
        for (int k = job->first; k <= i; k++)
            st->phases[k].batch = parts * lines_of_part(&st->phases[k].step);
    }
}

static ra_status fft_plan(const ra_meta *m, ra_plan *p)
{
    const ra__fft_pre *pre = RA__PRE(m, const ra__fft_pre);
    const ra_layout *self = m->in[0].layout;
    const ra__shape *out = ra__out_shape(m, 0);
    const int ndim = self->ndim, count = pre->count ? pre->count : 1, last = pre->count - 1;
    fft_state *st = ra__plan_alloc(p, sizeof *st + (size_t)count * sizeof st->phases[0]); /* fits: dimensions */
    if (!st)
        return RA_ERR_MEMORY;
    memset(st, 0, sizeof *st + (size_t)count * sizeof st->phases[0]);
    st->count = count;
    st->is_double = pre->is_double;
    p->state = st;
    p->phases = 0;
    if (self->numel == 0 && pre->count == 0)
        return RA_OK;
    const ra_dtype complex = st->is_double ? RA_COMPLEX128 : RA_COMPLEX64;
    const view input = view_of(INPUT, (ra_dtype)self->dtype, ndim, ra__sizes(self), ra__strides(self));
    const view result = view_of(RESULT, out->dtype, ndim, out->sizes, out->strides);
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS], there[RA_MAX_DIMS], numel = 1;
    const bool back = pre->mode == RA__FFT_FROM_HALF, has_temporary = count > 1 && (back || out->dtype != complex);
    size_t workspace = 0, scratch = 0;
    view temporary;
    memcpy(sizes, out->sizes, sizeof sizes);
    if (back)
        sizes[pre->dims[last]] = pre->n[last] / 2 + 1;
    ra__strides_contiguous(ndim, sizes, strides);
    temporary = view_of(TEMPORARY, complex, ndim, sizes, strides);
    for (int d = 0; d < ndim; d++)
        numel *= sizes[d];
    /* A dimension that is still to be transformed is cut already, and not yet filled up. */
    memcpy(there, ra__sizes(self), (size_t)ndim * sizeof *there);
    for (int i = 0; i < pre->count; i++)
        there[pre->dims[i]] = ra__min(there[pre->dims[i]], back && i == last ? pre->n[i] / 2 + 1 : pre->n[i]);
    for (int i = 0; i < count; i++) {
        fft_phase *f = &st->phases[i];
        ra__fft_kind *k = &f->step.kind;
        const int at = pre->count == 0 ? -1 : back ? (i == count - 1 ? last : last - 1 - i) : last - i; /* real lines come first, or last */
        const bool real = at == last && pre->count > 0;
        const int d = at < 0 ? -1 : pre->dims[at];
        const view from = i == 0 ? input : has_temporary ? temporary : result, to = has_temporary && i < count - 1 ? temporary : result;
        *k = (ra__fft_kind){.mode = real ? pre->mode : RA__FFT_COMPLEX, .n = at < 0 ? 1 : pre->n[at], .scale = i == count - 1 ? pre->scale : 1};
        const bool to_real = k->mode == RA__FFT_FROM_HALF, of_real = k->mode == RA__FFT_TO_HALF || k->mode == RA__FFT_MIRRORED;
        k->inverse = k->mode == RA__FFT_COMPLEX && pre->inverse;
        k->conjugate = to_real ? !pre->inverse : of_real && pre->inverse;
        plan_phase(f, st, ndim, d, there, &from, &to, &workspace, &scratch);
    }
    if (has_temporary) {
        st->temporary = workspace;
        workspace = round_up(workspace + (size_t)numel * ra_dtype_size(complex)); /* fits: as the result does */
    }
    p->workspace = workspace;
    p->scratch = scratch;
    join_phases(st);
    p->phases = st->jobs + 1;
    p->grains[0] = count;
    p->cost_ns = 200;
    for (int i = 0; i < st->jobs; i++) {
        const fft_phase *f = &st->phases[st->job[i].first];
        p->grains[i + 1] = ra__ceil_div(f->step.lines, f->batch);
    }
    for (int i = 0; i < count; i++)
        p->cost_ns += (double)st->phases[i].step.lines * st->phases[i].length.ns;
    return RA_OK;
}

static void fill_tables(const fft_state *st, const fft_phase *f, char *workspace, char *scratch)
{
    const ra__fft_length *l = &f->length, *inner = l->inner;
    char *tables = workspace + f->tables;
    RA__ISA_NAME(ra__fft_roots)(l, tables);
    if (inner)
        RA__ISA_NAME(ra__fft_roots)(inner, tables + l->inner_tables);
    if (st->is_double) {
        fill_length_f64(l, tables, f->step.kind.halved);
        if (inner) {
            fill_length_f64(inner, tables + l->inner_tables, false);
            fill_chirp_f64(l, tables, scratch);
        }
    } else {
        fill_length_f32(l, tables, f->step.kind.halved);
        if (inner) {
            fill_length_f32(inner, tables + l->inner_tables, false);
            fill_chirp_f32(l, tables, scratch);
        }
    }
}

static void run_lines(const ra__run *r, const fft_phase *f, int64_t grain)
{
    const fft_state *st = r->plan->state;
    char *const where[] = {[RESULT] = r->data[0], [INPUT] = r->data[1], [TEMPORARY] = (char *)r->workspace + st->temporary};
    const char *tables = (const char *)r->workspace + f->tables;
    const int64_t first = grain * f->batch, end = ra__min(first + f->batch, f->step.lines);
    if (st->is_double)
        run_f64(&f->step, tables, where[f->from], where[f->to], first, end, r->scratch);
    else
        run_f32(&f->step, tables, where[f->from], where[f->to], first, end, r->scratch);
}

static ra_status fft_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const fft_state *st = r->plan->state;
    if (phase == 0) {
        for (int64_t i = first; i < last; i++)
            fill_tables(st, &st->phases[i], r->workspace, r->scratch);
        return RA_OK;
    }
    const fft_job job = st->job[phase - 1];
    for (int64_t grain = first; grain < last; grain++)
        for (int i = job.first; i <= job.last; i++)
            run_lines(r, &st->phases[i], grain);
    return RA_OK;
}

const ra_kernel RA__KERNEL(fft) = {.name = "fft", .plan = fft_plan, .run = fft_run};

/* ---- frequencies ---- */

enum { GRAIN = 16384, CHUNK = 256 };

typedef struct frequencies {
    ra__fft_frequencies_pre pre;
    ra_dtype dtype;
} frequencies;

static ra_status frequencies_plan(const ra_meta *m, ra_plan *p)
{
    frequencies *st = ra__plan_alloc(p, sizeof *st);
    if (!st)
        return RA_ERR_MEMORY;
    *st = (frequencies){.pre = *RA__PRE(m, const ra__fft_frequencies_pre), .dtype = ra__out_shape(m, 0)->dtype};
    p->state = st;
    ra__plan_sequence(p, st->pre.count, GRAIN, ra__is_half(st->dtype) ? 1 : 0.2);
    return RA_OK;
}

/* first, first + 1, ... each times scale; by way of 32 bits, for which there are vectors, wherever they suffice. */
#define RA__MULTIPLES(T, t)                                                                  \
    static void multiples_##t(T *out, int64_t first, int64_t n, T scale)                     \
    {                                                                                        \
        if (first >= INT32_MIN && first + n <= INT32_MAX)                                    \
            for (int32_t j = 0; j < n; j++)                                                  \
                out[j] = (T)((int32_t)first + j) * scale;                                    \
        else                                                                                 \
            for (int64_t j = 0; j < n; j++)                                                  \
                out[j] = (T)(first + j) * scale;                                             \
    }
RA__MULTIPLES(float, f32)
RA__MULTIPLES(double, f64)

/* The integer is one of the half's already, before it is multiplied. */
static void multiples_of_half(ra_dtype dtype, char *out, int64_t first, int64_t n, float scale)
{
    float value[CHUNK];
    for (int64_t i = 0; i < n; i += CHUNK, out += CHUNK * 2) {
        const int64_t m = ra__min(CHUNK, n - i);
        multiples_f32(value, first + i, m, 1);
        RA__ISA_NAME(ra__convert)(dtype, RA_FLOAT32)(out, 2, (const char *)value, 4, m);
        RA__ISA_NAME(ra__convert)(RA_FLOAT32, dtype)((char *)value, 4, out, 2, m);
        for (int64_t j = 0; j < m; j++)
            value[j] *= scale;
        RA__ISA_NAME(ra__convert)(dtype, RA_FLOAT32)(out, 2, (const char *)value, 4, m);
    }
}

static ra_status frequencies_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase;
    const frequencies *st = r->plan->state;
    const int64_t bytes = (int64_t)ra_dtype_size(st->dtype), end = ra__min(last * GRAIN, st->pre.count);
    for (int64_t i = first * GRAIN, next; i < end; i = next) {
        const bool wraps = i >= st->pre.wraps;
        const int64_t from = wraps ? i - st->pre.n : i;
        char *out = r->data[0] + i * bytes;
        next = wraps ? end : ra__min(end, st->pre.wraps);
        if (st->dtype == RA_FLOAT32)
            multiples_f32((float *)(void *)out, from, next - i, (float)st->pre.scale);
        else if (st->dtype == RA_FLOAT64)
            multiples_f64((double *)(void *)out, from, next - i, st->pre.scale);
        else
            multiples_of_half(st->dtype, out, from, next - i, (float)st->pre.scale);
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(fft_frequencies) = {.name = "fft_frequencies", .plan = frequencies_plan, .run = frequencies_run};
