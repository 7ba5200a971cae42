/*
 * Fourier transforms by cuFFT: up to three dimensions at a time, of blocks that lie one after another. Blocks are filled from an operand
 * of any strides, cut or filled up with zeros, or read where they lie; cuFFT transforms them; and they are written to the result with
 * its scale, or are computed there.
 *
 * A transform to real numbers comes last, alone, of lines that are made what cuFFT asks for, their own conjugates backwards: of others
 * it promises nothing, and of several dimensions at once it would see more of what is there than the processor does.
 */
#include "cuda/fft_plans.h"
#include "cuda/program.h"
#include "meta/dtype.h"
#include "meta/pre.h"
#include "meta/sizes.h"

#include <stdio.h>
#include <string.h>

/* As struct ra_fft. */
typedef struct argument {
    int64_t numel, dims;
    int64_t sizes[RA_MAX_DIMS], available[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int64_t line;
    double scale;
    char *to;
    const char *from;
} argument;
_Static_assert(RA_MAX_DIMS == 16, "struct ra_fft has as many");

/* A kernel of fft.cu. */
typedef struct pass {
    const char *name;
    ra_dtype memory, blocks;
    bool half, mirrored, conjugate;
    argument argument;
} pass;

enum { RESULT, INPUT, ROOMS, STEPS_MOST = 3 }; /* places; from ROOMS on: two in the workspace */

typedef struct step {
    bool loads;             /* else the input is read where it lies */
    pass load;
    int from, in, out;      /* places: what is loaded, and what is transformed, and where to */
    int direction;
    ra__cuda_transform transform; /* of rank 0: none */
} step;

typedef struct fft {
    int count;
    step steps[STEPS_MOST];
    bool stores;
    pass store;
    size_t at[2];           /* of the rooms */
} fft;

/* ---- passes ---- */

static void define(const void *variant, char *text, size_t size)
{
    const pass *p = variant;
    snprintf(text, size, "#define RA_M %s\n#define RA_L %s\n#define RA_IN_%s\n%s%s%s", ra__cuda_types[p->memory], ra__cuda_types[p->blocks], p->name, p->half ? "#define RA_HALF\n" : "",
             p->mirrored ? "#define RA_MIRRORED\n" : "", p->conjugate ? "#define RA_CONJUGATE\n" : "");
}

static ra_status launch(const pass *p, ra__run *r, char *to, const char *from)
{
    static const char *const parts[] = {ra__cuda_text_fft, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    char key[80];
    argument a = p->argument;
    a.to = to;
    a.from = from;
    snprintf(key, sizeof key, "fft %s %d %d %d%d%d", p->name, (int)p->memory, (int)p->blocks, p->half, p->mirrored, p->conjugate);
    void *function = ra__cuda_program_function(&program, key, p->name, p, r);
    return function ? ra__cuda_launch(ra__device_index(r->plan->device), function, a.numel, &a, r->message, r->message_size) : RA_ERR_SYSTEM;
}

/* ---- plans ---- */

/* Where numbers are, and of each dimension how many, and how far apart, in bytes. */
typedef struct view {
    int where;
    ra_dtype dtype;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
} view;

/* What a plan is made from; order: the dimensions from the innermost on. */
typedef struct planning {
    fft *s;
    const ra__fft_pre *pre;
    int ndim;
    view now, result;
    int order[RA_MAX_DIMS];
    size_t bytes[2]; /* of the rooms */
    bool mirrors;    /* what is stored are halves of lines, and their other halves */
} planning;

/* The dimensions of a step are in front, and what lies closer in the result before what lies farther. `real`: the first of all, if any. */
static void put_in_order(planning *g, unsigned mask, int real)
{
    for (int i = 0; i < g->ndim; i++) {
        const int d = g->ndim - 1 - i;
        int k = i;
        for (; k > 0; k--) {
            const int before = g->order[k - 1];
            const bool in = mask >> d & 1, in_before = mask >> before & 1;
            if (before == real || (d != real && (in == in_before ? g->result.strides[d] >= g->result.strides[before] : in_before)))
                break;
            g->order[k] = before;
        }
        g->order[k] = d;
    }
}

/* Strides of what lies in that order without gaps; gives how many bytes it has. */
static int64_t pack(const planning *g, const int64_t *sizes, ra_dtype dtype, int64_t *strides)
{
    int64_t bytes = ra__element_bytes(dtype);
    for (int i = 0; i < g->ndim; i++) {
        strides[g->order[i]] = bytes;
        bytes = ra__capped_product(bytes, sizes[g->order[i]]);
    }
    return bytes;
}

static bool lies_so(const planning *g, const view *v, const int64_t *sizes)
{
    int64_t packed[RA_MAX_DIMS];
    (void)pack(g, sizes, v->dtype, packed);
    for (int d = 0; d < g->ndim; d++)
        if (v->sizes[d] < sizes[d] || (sizes[d] > 1 && v->strides[d] != packed[d]))
            return false;
    return true;
}

/* Blocks of `sizes` beside a view of an operand; what one stride walks is one dimension, but for the first where that is kept. */
static void set_space(const planning *g, pass *p, const view *v, const int64_t *sizes, bool keeps_first)
{
    argument *a = &p->argument;
    *a = (argument){.numel = 1, .scale = 1};
    for (int i = 0; i < g->ndim; i++) {
        const int d = g->order[i];
        const int64_t last = a->dims - 1;
        a->numel *= sizes[d]; /* fits: within memory of the result's size */
        if (i > 0 && sizes[d] == 1 && v->sizes[d] > 0)
            continue;
        if (last >= (keeps_first ? 1 : 0) && a->available[last] >= a->sizes[last] && v->sizes[d] >= sizes[d] && v->strides[d] == ra__capped_product(a->sizes[last], a->strides[last])) {
            a->sizes[last] *= sizes[d]; /* fits: numel */
            a->available[last] = a->sizes[last];
            continue;
        }
        a->sizes[a->dims] = sizes[d];
        a->available[a->dims] = v->sizes[d];
        a->strides[a->dims++] = v->strides[d];
    }
}

static int other_room(int where)
{
    return where == ROOMS ? ROOMS + 1 : ROOMS;
}

static void need(planning *g, int where, int64_t bytes)
{
    size_t *room = &g->bytes[where - ROOMS];
    *room = (size_t)bytes > *room ? (size_t)bytes : *room;
}

static int type_of(const ra__fft_pre *pre, ra__fft_mode mode)
{
    if (mode == RA__FFT_COMPLEX)
        return pre->is_double ? RA__CU_Z2Z : RA__CU_C2C;
    if (mode == RA__FFT_FROM_HALF)
        return pre->is_double ? RA__CU_Z2D : RA__CU_C2R;
    return pre->is_double ? RA__CU_D2Z : RA__CU_R2C;
}

static void set_transform(planning *g, step *one, ra__fft_mode mode, const int64_t *sizes, int rank)
{
    ra__cuda_transform *t = &one->transform;
    *t = (ra__cuda_transform){.type = type_of(g->pre, mode), .rank = rank, .batch = 1};
    for (int i = 0; i < g->ndim; i++) {
        if (i < rank)
            t->n[rank - 1 - i] = sizes[g->order[i]];
        else
            t->batch *= sizes[g->order[i]]; /* fits: lines of the result */
    }
    one->direction = g->pre->inverse ? RA__CU_INVERSE : RA__CU_FORWARD;
}

/* Dimensions from `first` on, of pre->dims, so many: filled, transformed. */
static void add_step(planning *g, ra__fft_mode mode, int first, int rank, bool is_last)
{
    const ra__fft_pre *pre = g->pre;
    const ra_dtype real = pre->is_double ? RA_FLOAT64 : RA_FLOAT32, complex = ra__complex_of(real), in = mode == RA__FFT_TO_HALF || mode == RA__FFT_MIRRORED ? real : complex,
                   out = mode == RA__FFT_FROM_HALF ? real : complex;
    const int line = mode == RA__FFT_COMPLEX ? -1 : pre->dims[first + rank - 1];
    step *one = &g->s->steps[g->s->count++];
    int64_t sizes[RA_MAX_DIMS];
    unsigned mask = 0;
    for (int d = 0; d < g->ndim; d++)
        sizes[d] = g->now.sizes[d];
    for (int i = 0; i < rank; i++) {
        sizes[pre->dims[first + i]] = pre->n[first + i];
        mask |= 1u << pre->dims[first + i];
    }
    put_in_order(g, mask, line);
    set_transform(g, one, mode, sizes, rank);
    if (mode == RA__FFT_FROM_HALF)
        sizes[line] = pre->n[first + rank - 1] / 2 + 1;
    one->from = g->now.where;
    one->loads = rank == 0 || mode != RA__FFT_COMPLEX || g->now.dtype != in || !lies_so(g, &g->now, sizes);
    one->in = one->loads ? other_room(g->now.where) : g->now.where;
    if (one->loads) {
        one->load = (pass){.name = "load", .memory = g->now.dtype, .blocks = in, .half = mode == RA__FFT_FROM_HALF, .conjugate = mode == RA__FFT_FROM_HALF && !pre->inverse};
        set_space(g, &one->load, &g->now, sizes, one->load.half);
        one->load.argument.line = line < 0 ? 0 : pre->n[first + rank - 1];
        int64_t strides[RA_MAX_DIMS];
        need(g, one->in, pack(g, sizes, in, strides));
    }
    if (mode != RA__FFT_COMPLEX)
        sizes[line] = mode == RA__FFT_FROM_HALF ? pre->n[first + rank - 1] : pre->n[first + rank - 1] / 2 + 1;
    const bool there = is_last && rank > 0 && mode != RA__FFT_MIRRORED && out == complex && g->result.dtype == out && lies_so(g, &g->result, sizes);
    one->out = there ? RESULT : mode == RA__FFT_COMPLEX && one->in != INPUT ? one->in : other_room(one->in);
    view *v = &g->now;
    *v = (view){.where = one->out, .dtype = out};
    memcpy(v->sizes, sizes, sizeof sizes);
    const int64_t bytes = pack(g, sizes, out, v->strides);
    if (!there)
        need(g, one->out, bytes);
}

static view view_of(int where, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides)
{
    view v = {.where = where, .dtype = dtype};
    for (int d = 0; d < ndim; d++) {
        v.sizes[d] = sizes[d];
        v.strides[d] = strides[d] * ra__element_bytes(dtype); /* fits: a stride in bytes */
    }
    return v;
}

/* What is still to be transformed is cut already, and not yet filled up. */
static void cut(planning *g)
{
    const ra__fft_pre *pre = g->pre;
    for (int i = 0; i < pre->count; i++) {
        const int64_t n = i == pre->count - 1 && pre->mode == RA__FFT_FROM_HALF ? pre->n[i] / 2 + 1 : pre->n[i];
        int64_t *size = &g->now.sizes[pre->dims[i]];
        *size = *size < n ? *size : n;
    }
}

static void add_steps(planning *g)
{
    const ra__fft_pre *pre = g->pre;
    const bool back = pre->mode == RA__FFT_FROM_HALF;
    int left = back ? pre->count - 1 : pre->count;
    ra__fft_mode mode = back ? RA__FFT_COMPLEX : pre->mode;
    do {
        const int rank = left < RA__CUDA_FFT_RANK ? left : RA__CUDA_FFT_RANK;
        if (rank > 0 || pre->count == 0)
            add_step(g, mode, left - rank, rank, !back && left == rank);
        left -= rank;
        mode = RA__FFT_COMPLEX;
    } while (left > 0);
    if (back)
        add_step(g, pre->mode, pre->count - 1, 1, true);
}

/* Of nothing, filled up: no line of it need be transformed. */
static void add_zeros(planning *g)
{
    const ra__fft_pre *pre = g->pre;
    const ra_dtype real = pre->is_double ? RA_FLOAT64 : RA_FLOAT32, out = pre->mode == RA__FFT_FROM_HALF ? real : ra__complex_of(real);
    step *one = &g->s->steps[g->s->count++];
    int64_t strides[RA_MAX_DIMS];
    put_in_order(g, 0, -1);
    memset(g->now.sizes, 0, sizeof g->now.sizes); /* nothing is read */
    *one = (step){.loads = true, .load = {.name = "load", .memory = out, .blocks = out}, .from = INPUT, .in = ROOMS, .out = ROOMS};
    set_space(g, &one->load, &g->now, g->result.sizes, false);
    need(g, ROOMS, pack(g, g->result.sizes, out, strides));
    g->now.where = ROOMS;
    g->now.dtype = out;
}

static void set_store(planning *g)
{
    const ra__fft_pre *pre = g->pre;
    pass *p = &g->s->store;
    *p = (pass){.name = "store", .memory = g->result.dtype, .blocks = g->now.dtype, .mirrored = g->mirrors};
    p->conjugate = pre->inverse && (pre->mode == RA__FFT_TO_HALF || p->mirrored);
    g->s->stores = g->now.where != RESULT || p->conjugate || pre->scale < 1 || pre->scale > 1;
    set_space(g, p, &g->result, g->result.sizes, p->mirrored);
    p->argument.line = p->mirrored ? pre->n[0] / 2 + 1 : 0;
    p->argument.scale = pre->scale;
}

static ra_status fft_plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *self = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    fft *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    planning g = {.s = s, .pre = RA__PRE(m, const ra__fft_pre), .ndim = self->ndim};
    g.now = view_of(INPUT, (ra_dtype)self->dtype, self->ndim, ra__sizes(self), ra__strides(self));
    g.result = view_of(RESULT, out->dtype, out->ndim, out->sizes, out->strides);
    p->state = s;
    p->phases = ra__shape_numel(out) > 0;
    if (!p->phases)
        return RA_OK;
    if (self->numel) {
        g.mirrors = g.pre->mode == RA__FFT_MIRRORED;
        cut(&g);
        add_steps(&g);
    } else
        add_zeros(&g);
    set_store(&g);
    s->at[1] = (g.bytes[0] + 255) / 256 * 256; /* fits: of the order of the operands, as their sum */
    p->workspace = s->at[1] + g.bytes[1];
    return RA_OK;
}

static char *place(const fft *s, const ra__run *r, int where)
{
    return where < ROOMS ? r->data[where] : (char *)r->workspace + s->at[where - ROOMS];
}

static ra_status fft_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const fft *s = r->plan->state;
    ra_status status = RA_OK;
    for (int i = 0; i < s->count && !status; i++) {
        const step *one = &s->steps[i];
        if (one->loads)
            status = launch(&one->load, r, place(s, r, one->in), place(s, r, one->from));
        if (!status && one->transform.rank)
            status = ra__cuda_fft(r, &one->transform, one->direction, place(s, r, one->in), place(s, r, one->out));
    }
    if (!status && s->stores)
        status = launch(&s->store, r, r->data[RESULT], place(s, r, s->steps[s->count - 1].out));
    return status ? status : (ra_status)RA__PENDING;
}

/* ---- frequencies ---- */

static ra_status frequencies_plan(const ra_meta *m, ra_plan *p)
{
    const ra__fft_frequencies_pre *pre = RA__PRE(m, const ra__fft_frequencies_pre);
    const ra_dtype dtype = ra__out_shape(m, 0)->dtype;
    pass *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    *s = (pass){.name = "frequencies", .memory = dtype, .blocks = dtype == RA_FLOAT64 ? RA_FLOAT64 : RA_FLOAT32};
    s->argument = (argument){.numel = pre->count, .sizes = {pre->wraps}, .line = pre->n, .scale = pre->scale};
    p->state = s;
    p->phases = pre->count > 0;
    return RA_OK;
}

static ra_status frequencies_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const ra_status status = launch(r->plan->state, r, r->data[0], NULL);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_fft_kernel(const ra_op *op)
{
    static const ra_kernel transform = {.name = "fft", .plan = fft_plan, .run = fft_run};
    static const ra_kernel frequencies = {.name = "fft_frequencies", .plan = frequencies_plan, .run = frequencies_run};
    if (op->id >= RA__OP_fft_fft && op->id <= RA__OP_fft_irfftn)
        return &transform;
    return op->id == RA__OP_fft_fftfreq || op->id == RA__OP_fft_rfftfreq ? &frequencies : NULL;
}
