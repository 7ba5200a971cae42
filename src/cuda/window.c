/*
 * max_pool2d, avg_pool2d, conv2d and convolutions of volumes.
 */
#include "cuda/lines.h"
#include "cuda/program.h"
#include "meta/pre.h"

#include <stdio.h>
#include <string.h>

enum { TILE = 64, TILED_FROM = 16 }; /* as window.cu has it; output channels of a group, below which a tile is hardly used */

/* As struct ra_window. */
typedef struct argument {
    int64_t batch, channels, in[2], out[2];
    int64_t kernel[2], stride[2], padding[2], dilation[2];
    struct {
        int64_t in, out, kernel, stride, padding, dilation;
    } depth;
    int64_t out_channels, groups;
    int64_t divisor;
    bool count_padding;
    bool is_across;
    int64_t numel, planes;
    int64_t in_strides[4], out_strides[4], place_strides[4], weight_strides[4], in_plane, out_plane, weight_plane, bias_stride;
    const char *input, *weight, *bias;
    char *output, *places;
} argument;

typedef struct window {
    const char *kind; /* what window.cu is told */
    const char *function;
    ra_dtype dtype;
    int results;
    bool has_bias, has_depth;
    argument argument;
} window;

/* ---- plans ---- */

/* Of (N, C, D, H, W), (N, C, H, W) or (C, H, W). plane: of D. */
static void take_strides(int64_t to[4], int64_t *plane, int ndim, const int64_t *strides, ra_dtype dtype)
{
    to[0] = *plane = 0;
    for (int d = 0; d < ndim; d++)
        *(ndim < 5 ? &to[4 - ndim + d] : d == 2 ? plane : &to[d - (d > 2)]) = strides[d] * ra__element_bytes(dtype); /* fits: a stride in bytes */
}

static int64_t numel_of(const ra__shape *s)
{
    int64_t numel = 1;
    for (int d = 0; d < s->ndim; d++)
        numel *= s->sizes[d]; /* fits: the meta function has seen to it */
    return numel;
}

static window *window_new(const ra_meta *m, ra_plan *p, const char *kind, const char *function)
{
    const struct ra__window_pre *w = RA__PRE(m, const struct ra__window_pre);
    const ra_layout *in = ra__layout(m, 0);
    const ra__shape *out = ra__out_shape(m, 0);
    window *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    memset(s, 0, sizeof *s);
    s->kind = kind;
    s->function = function;
    s->dtype = out->dtype;
    s->results = m->out_count;
    s->argument = (argument){.batch = w->batch, .channels = w->channels, .out_channels = w->out_channels, .groups = w->groups, .divisor = w->divisor, .count_padding = w->count_padding};
    for (int k = 0; k < 2; k++) {
        s->argument.in[k] = w->in[k];
        s->argument.out[k] = w->out[k];
        s->argument.kernel[k] = w->kernel[k];
        s->argument.stride[k] = w->stride[k];
        s->argument.padding[k] = w->padding[k];
        s->argument.dilation[k] = w->dilation[k];
    }
    s->argument.numel = numel_of(out);
    s->has_depth = out->ndim == 5;
    s->argument.depth.in = w->depth.in;
    s->argument.depth.out = w->depth.out;
    s->argument.depth.kernel = w->depth.kernel;
    s->argument.depth.stride = w->depth.stride;
    s->argument.depth.padding = w->depth.padding;
    s->argument.depth.dilation = w->depth.dilation;
    s->argument.planes = s->has_depth ? out->sizes[1] : out->sizes[out->ndim - 3];
    take_strides(s->argument.in_strides, &s->argument.in_plane, in->ndim, ra__strides(in), s->dtype);
    take_strides(s->argument.out_strides, &s->argument.out_plane, out->ndim, out->strides, s->dtype);
    s->argument.is_across = s->argument.planes > 1 && s->argument.out_strides[1] < s->argument.out_strides[3];
    p->state = s;
    p->phases = s->argument.numel > 0;
    return s;
}

static ra_status plan_max(const ra_meta *m, ra_plan *p)
{
    window *s = window_new(m, p, "RA_MAX", "pool");
    if (s)
        take_strides(s->argument.place_strides, &s->argument.out_plane, ra__out_shape(m, 1)->ndim, ra__out_shape(m, 1)->strides, RA_INT64);
    return s ? RA_OK : RA_ERR_MEMORY;
}

static ra_status plan_mean(const ra_meta *m, ra_plan *p)
{
    return window_new(m, p, "RA_MEAN", "pool") ? RA_OK : RA_ERR_MEMORY;
}

static ra_status plan_conv(const ra_meta *m, ra_plan *p)
{
    window *s = window_new(m, p, "RA_CONV", "direct");
    if (!s)
        return RA_ERR_MEMORY;
    if (s->argument.planes / s->argument.groups >= TILED_FROM && ra__is_floating(s->dtype))
        s->function = "tiled";
    take_strides(s->argument.weight_strides, &s->argument.weight_plane, s->has_depth ? 5 : 4, ra__strides(ra__layout(m, 1)), s->dtype);
    s->has_bias = !ra__is_absent(m, 2);
    if (s->has_bias)
        s->argument.bias_stride = ra__strides(ra__layout(m, 2))[0] * ra__element_bytes(s->dtype); /* fits: a stride in bytes */
    return RA_OK;
}

/* ---- running ---- */

static bool is_tiled(const window *s)
{
    return !strcmp(s->function, "tiled");
}

static const char *computed_in(const window *s)
{
    const ra_dtype compute = ra__compute_dtype(s->dtype);
    if (strcmp(s->kind, "RA_CONV") || !ra__is_integral(compute))
        return ra__cuda_types[compute];
    return compute == RA_INT64 ? "ra_u64" : "ra_u32";
}

static const char *lowest_of(ra_dtype dtype)
{
    static const char *const of[RA_DTYPE_COUNT] = {[RA_UINT8] = "0", [RA_INT8] = "-128", [RA_INT16] = "-32768", [RA_INT32] = "(-2147483647 - 1)", [RA_INT64] = "(-9223372036854775807LL - 1)"};
    return of[dtype] ? of[dtype] : "ra_float(0xff800000u)";
}

static void define(const void *variant, char *text, size_t size)
{
    const window *s = variant;
    snprintf(text, size, "#define RA_D %s\n#define RA_T %s\n#define %s\n#define RA_LOWEST %s\n%s%s", ra__cuda_types[s->dtype], computed_in(s), s->kind, lowest_of(s->dtype),
             is_tiled(s) ? "#define RA_TILED\n" : "", s->has_depth ? "#define RA_DEEP\n" : "");
}

static int64_t threads_of(const window *s)
{
    const argument *a = &s->argument;
    if (!is_tiled(s))
        return a->numel;
    const int64_t places = a->numel / a->planes; /* fits: elements of a channel of the result */
    return ra__cuda_pieces(places, TILE) * ra__cuda_pieces(a->planes / a->groups, TILE) * a->groups * RA__CUDA_THREADS; /* fits: about the elements, by 256 */
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    static const char *const parts[] = {ra__cuda_text_window, NULL};
    static const ra__cuda_program program = {.parts = parts, .define = define};
    const window *s = r->plan->state;
    argument a = s->argument;
    char key[60];
    snprintf(key, sizeof key, "window %s%s %s %d", s->kind, s->has_depth ? " deep" : "", s->function, (int)s->dtype);
    void *function = ra__cuda_program_function(&program, key, s->function, s, r);
    if (!function)
        return RA_ERR_SYSTEM;
    a.output = r->data[0];
    a.places = s->results > 1 ? r->data[1] : NULL;
    a.input = r->data[s->results];
    a.weight = strcmp(s->kind, "RA_CONV") ? NULL : r->data[s->results + 1];
    a.bias = s->has_bias ? r->data[s->results + 2] : NULL;
    const ra_status status = ra__cuda_launch(ra__device_index(r->plan->device), function, threads_of(s), &a, r->message, r->message_size);
    return status ? status : (ra_status)RA__PENDING;
}

const ra_kernel *ra__cuda_window_kernel(const ra_op *op)
{
    static const ra_kernel max = {.name = "max_pool2d", .plan = plan_max, .run = run}, mean = {.name = "avg_pool2d", .plan = plan_mean, .run = run},
                           conv = {.name = "conv2d", .plan = plan_conv, .run = run}, volumes = {.name = "convolve_volumes", .plan = plan_conv, .run = run};
    return op->id == RA__OP_max_pool2d ? &max : op->id == RA__OP_avg_pool2d ? &mean : op->id == RA__OP_conv2d ? &conv : op->id == RA__OP_convolve_volumes ? &volumes : NULL;
}
