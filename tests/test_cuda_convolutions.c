/*
 * Convolutions and transposed ones, of lines, planes and volumes, whose weights and elements are now and then infinite or NaN: a result is the sum
 * of what lies under its window, no more, so padding, and the places between the elements of a transposed one, make NaN of nothing. Numbers
 * are whole and small, so that every result is known. On the processor and on the simulated driver.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

enum { DIMS = 3, OUTS_MOST = 70 };

struct drawn {
    uint64_t state;
};

static int64_t below(struct drawn *d, int64_t n)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (int64_t)((d->state >> 33) % (uint64_t)n);
}

/* Of fewer than three dimensions the first are 1 wide. */
typedef struct problem {
    int dims;
    bool is_transposed, with_bias;
    int64_t batch, groups, ins, outs; /* channels of a group */
    int64_t in[DIMS], kernel[DIMS], stride[DIMS], padding[DIMS], dilation[DIMS], more[DIMS], out[DIMS];
    int numbers;                      /* of an element: 2 of a complex one */
    double *input, *weight, *bias, *sums;
} problem;

static int64_t volume(const int64_t *sizes)
{
    return sizes[0] * sizes[1] * sizes[2];
}

static void draw_window(struct drawn *d, problem *p, int k)
{
    const bool is_there = k >= DIMS - p->dims;
    p->kernel[k] = is_there ? 1 + below(d, 3) : 1;
    p->stride[k] = is_there ? 1 + below(d, 3) : 1;
    p->dilation[k] = is_there ? 1 + below(d, 2) : 1;
    p->padding[k] = is_there ? below(d, 3) : 0;
    const int64_t span = p->dilation[k] * (p->kernel[k] - 1) + 1;
    p->in[k] = is_there ? 1 + below(d, k == DIMS - 1 ? 40 : 6) : 1;
    if (!p->is_transposed) {
        if (p->in[k] + 2 * p->padding[k] < span)
            p->in[k] = span;
        p->out[k] = (p->in[k] + 2 * p->padding[k] - span) / p->stride[k] + 1;
        return;
    }
    const int64_t most = p->stride[k] > p->dilation[k] ? p->stride[k] : p->dilation[k];
    p->more[k] = is_there ? below(d, most) : 0;
    p->out[k] = (p->in[k] - 1) * p->stride[k] - 2 * p->padding[k] + span + p->more[k];
    if (p->out[k] < 1) {
        p->out[k] += 2 * p->padding[k];
        p->padding[k] = 0;
    }
}

/* Whole numbers, and of `spoilt` in a hundred none. */
static double *draw_numbers(struct drawn *d, int64_t n, int64_t spoilt)
{
    static const double none[] = {INFINITY, -INFINITY, NAN};
    double *x = calloc((size_t)n + 1, sizeof *x);
    assert_non_null(x);
    for (int64_t i = 0; i < n; i++)
        x[i] = below(d, 100) < spoilt ? none[below(d, 3)] : (double)(below(d, 5) - 2);
    return x;
}

static void draw(struct drawn *d, problem *p, int dims, bool is_transposed, int numbers)
{
    static const int64_t outs[] = {1, 3, 9, 17, 33, OUTS_MOST};
    *p = (problem){.dims = dims, .is_transposed = is_transposed, .numbers = numbers, .with_bias = below(d, 2), .batch = 1 + below(d, 2), .groups = 1 + below(d, 2), .ins = 1 + below(d, 3)};
    p->outs = outs[below(d, 6)];
    for (int k = 0; k < DIMS; k++)
        draw_window(d, p, k);
    p->input = draw_numbers(d, p->batch * p->groups * p->ins * volume(p->in) * numbers, below(d, 2));
    p->weight = draw_numbers(d, p->groups * p->ins * p->outs * volume(p->kernel) * numbers, 1 + below(d, 8));
    p->bias = draw_numbers(d, p->groups * p->outs * numbers, 0);
    p->sums = calloc((size_t)(p->batch * p->groups * p->outs * volume(p->out) * numbers), sizeof *p->sums);
    assert_non_null(p->sums);
}

static void drop(problem *p)
{
    free(p->input), free(p->weight), free(p->bias), free(p->sums);
}

/* Along dimension k, the place of the wide side (of a transposed one that is the result) that meets `narrow` at `tap`; -1: none. */
static int64_t met(const problem *p, int k, int64_t narrow, int64_t tap)
{
    const int64_t at = narrow * p->stride[k] - p->padding[k] + tap * p->dilation[k], wide = p->is_transposed ? p->out[k] : p->in[k];
    return at < 0 || at >= wide ? -1 : at;
}

static void add_product(const problem *p, int64_t sum, int64_t element, int64_t weight)
{
    const double *x = p->input + element * p->numbers, *w = p->weight + weight * p->numbers;
    double *to = p->sums + sum * p->numbers;
    if (p->numbers == 1) {
        to[0] += x[0] * w[0];
        return;
    }
    to[0] += x[0] * w[0] - x[1] * w[1];
    to[1] += x[0] * w[1] + x[1] * w[0];
}

/* All products of one channel of the input and one of the result. */
static void add_channels(const problem *p, int64_t image, int64_t group, int64_t in, int64_t out)
{
    const int64_t *narrow = p->is_transposed ? p->in : p->out, taps = volume(p->kernel);
    const int64_t input = ((image * p->groups + group) * p->ins + in) * volume(p->in), sums = ((image * p->groups + group) * p->outs + out) * volume(p->out);
    const int64_t weight = (p->is_transposed ? (group * p->ins + in) * p->outs + out : (group * p->outs + out) * p->ins + in) * taps;
    for (int64_t i = 0; i < volume(narrow) * taps; i++) {
        int64_t place = i / taps, tap = i % taps, wide = 0, scale = 1;
        const int64_t *sizes = p->is_transposed ? p->out : p->in;
        for (int k = DIMS; k-- > 0 && wide >= 0; place /= narrow[k], tap /= p->kernel[k], scale *= sizes[k]) {
            const int64_t at = met(p, k, place % narrow[k], tap % p->kernel[k]);
            wide = at < 0 ? -1 : wide + at * scale;
        }
        if (wide >= 0)
            add_product(p, sums + (p->is_transposed ? wide : i / taps), input + (p->is_transposed ? i / taps : wide), weight + i % taps);
    }
}

static void solve(const problem *p)
{
    const int64_t each = volume(p->out) * p->numbers, channels = p->groups * p->outs;
    for (int64_t i = 0; i < p->batch * channels * each; i++)
        p->sums[i] = p->with_bias ? p->bias[i / each % channels * p->numbers + i % p->numbers] : 0;
    for (int64_t i = 0; i < p->batch * p->groups * p->ins * p->outs; i++)
        add_channels(p, i / (p->groups * p->ins * p->outs), i / (p->ins * p->outs) % p->groups, i / p->outs % p->ins, i % p->outs);
}

static ra_tensor *tensor_of(const double *numbers, const problem *p, ra_dtype dtype, int64_t one, int64_t other, const int64_t *sizes)
{
    int64_t all[2 + DIMS] = {one, other};
    for (int k = 0; sizes && k < p->dims; k++)
        all[2 + k] = sizes[DIMS - p->dims + k];
    ra_tensor *t = ra_from_copy(numbers, p->numbers == 2 ? RA_COMPLEX128 : RA_FLOAT64, sizes ? ra_dims_of(all, 2 + p->dims) : RA_DIMS(one));
    return ra_to(t, RA_OPTS(ra_to, .dtype = dtype));
}

static ra_tensor *computed(const problem *p, const ra_tensor *x, const ra_tensor *w, const ra_tensor *b)
{
    const int64_t *s = p->stride, *a = p->padding, *d = p->dilation, *m = p->more;
    if (p->dims == 1)
        return p->is_transposed ? ra_conv_transpose1d(x, w, b, RA_OPTS(ra_conv_transpose1d, .stride = {s[2]}, .padding = {a[2]}, .output_padding = {m[2]}, .groups = RA_I(p->groups), .dilation = {d[2]}))
                                : ra_conv1d(x, w, b, RA_OPTS(ra_conv1d, .stride = {s[2]}, .padding = {a[2]}, .dilation = {d[2]}, .groups = RA_I(p->groups)));
    if (p->dims == 2)
        return p->is_transposed ? ra_conv_transpose2d(x, w, b, RA_OPTS(ra_conv_transpose2d, .stride = {s[1], s[2]}, .padding = {a[1], a[2]}, .output_padding = {m[1], m[2]},
                                                                       .groups = RA_I(p->groups), .dilation = {d[1], d[2]}))
                                : ra_conv2d(x, w, b, RA_OPTS(ra_conv2d, .stride = {s[1], s[2]}, .padding = {a[1], a[2]}, .dilation = {d[1], d[2]}, .groups = RA_I(p->groups)));
    return p->is_transposed ? ra_conv_transpose3d(x, w, b, RA_OPTS(ra_conv_transpose3d, .stride = {s[0], s[1], s[2]}, .padding = {a[0], a[1], a[2]}, .output_padding = {m[0], m[1], m[2]},
                                                                   .groups = RA_I(p->groups), .dilation = {d[0], d[1], d[2]}))
                            : ra_conv3d(x, w, b, RA_OPTS(ra_conv3d, .stride = {s[0], s[1], s[2]}, .padding = {a[0], a[1], a[2]}, .dilation = {d[0], d[1], d[2]}, .groups = RA_I(p->groups)));
}

static void check(const problem *p, ra_dtype dtype, ra_device device, bool is_across, const char *what)
{
    ra_scope_begin();
    const int64_t ins = p->groups * p->ins, outs = p->groups * p->outs;
    const ra_tensor *x = tensor_of(p->input, p, dtype, p->batch, ins, p->in), *b = p->with_bias ? tensor_of(p->bias, p, dtype, outs, 1, NULL) : RA_NONE;
    const ra_tensor *w = p->is_transposed ? tensor_of(p->weight, p, dtype, ins, p->outs, p->kernel) : tensor_of(p->weight, p, dtype, outs, p->ins, p->kernel);
    if (is_across && p->dims > 1)
        x = ra_movedim(ra_contiguous(ra_movedim(x, RA_DIMS(1), RA_DIMS(-1))), RA_DIMS(-1), RA_DIMS(1));
    if (device == RA_CUDA) {
        x = there(x), w = there(w);
        b = b == RA_NONE ? b : there(b);
    }
    const int64_t n = p->batch * outs * volume(p->out) * p->numbers;
    ra_tensor *y = computed(p, x, w, b);
    y = y ? ra_to(ra_to(y, RA_OPTS(ra_to, .device = RA_CPU)), RA_OPTS(ra_to, .dtype = p->numbers == 2 ? RA_COMPLEX128 : RA_FLOAT64)) : NULL;
    double *got = calloc((size_t)n + 1, sizeof *got);
    if (!got || !y || ra_copy_to(y, got, (size_t)n * sizeof *got))
        fail_msg("%s: %s", what, ra_last_error());
    for (int64_t i = 0; i < n; i++)
        if (isnan(p->sums[i]) ? !isnan(got[i]) : got[i] != p->sums[i])
            fail_msg("%s in %s: number %lld of %lld is %g, not %g", what, ra_dtype_name(dtype), (long long)i, (long long)n, got[i], p->sums[i]);
    free(got);
    assert_int_equal(ra_scope_end(), RA_OK);
}

static void try_all(ra_device device, int rounds)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_BFLOAT16, RA_FLOAT16, RA_COMPLEX64, RA_COMPLEX128};
    struct drawn d = {1};
    for (int i = 0; i < rounds * 6; i++) {
        const ra_dtype dtype = dtypes[i / 6 % 6];
        const uint64_t seed = d.state;
        problem p;
        char what[120];
        draw(&d, &p, 1 + i % 3, i / 3 % 2, dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128 ? 2 : 1);
        snprintf(what, sizeof what, "%s%dd on %s, seed %llu", p.is_transposed ? "conv_transpose" : "conv", p.dims, device == RA_CPU ? "the processor" : "a device", (unsigned long long)seed);
        solve(&p);
        check(&p, dtype, device, below(&d, 3) == 0, what);
        drop(&p);
    }
}

static void on_the_processor(void **state)
{
    (void)state;
    start(2);
    try_all(RA_CPU, 100);
}

static void on_a_device(void **state)
{
    (void)state;
    start(2);
    try_all(RA_CUDA, 24);
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(on_the_processor, 100, NULL, shut_down),
        HARNESS_TEST(on_a_device, 200, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
