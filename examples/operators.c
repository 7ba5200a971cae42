/*
 * Operators of one's own: sine and cosine at once by a kernel that is split over the workers, and by CUDA source where there is a
 * device; a gate that is only defined by other operators; and an elementwise one that is fused with its neighbours. Each is compared
 * with what it stands for.
 *
 *     cc -Iinclude examples/operators.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o operators && ./operators
 */
#include <runahead.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void must(ra_status status)
{
    if (status) {
        fprintf(stderr, "%s: %s\n", ra_status_name(status), ra_last_error());
        exit(1);
    }
}

/* ---- two results, a kernel by range, and the definition that says what they are ---- */

static ra_status sincos_definition(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_sin(call->args[0].tensor);
    results[1] = ra_cos(call->args[0].tensor);
    return RA_OK;
}

static ra_status sincos_kernel(const ra_op_work *work)
{
    const double *x = work->inputs[0].data;
    double *sine = work->results[0].data, *cosine = work->results[1].data;
    for (int64_t i = work->first; i < work->last; i++)
        sine[i] = sin(x[i]), cosine[i] = cos(x[i]);
    return RA_OK;
}

static const ra_op_cuda sincos_source = {
    .size = sizeof sincos_source,
    .attributes = {{"i", "thread_index_in_grid"}},
    .source = "if (i < x_numel) {\n"
              "    sine[i] = sin(x[i]);\n"
              "    cosine[i] = cos(x[i]);\n"
              "}\n",
};

/* Some of x, by the source against the definition. */
static void try_on_device(const ra_op *sincos, const ra_tensor *x)
{
    ra_tensor *some = ra_narrow(x, 0, 0, 1000), *there = ra_to(some, RA_OPTS(ra_to, .device = RA_CUDA));
    const ra_arg args[] = {{.tensor = there, .kind = RA_ARG_TENSOR}};
    if (there)
        must(ra_op_check(sincos, args, 1, 1e-12));
    printf("%s\n", there ? "the same on the device" : ra_last_error());
    ra_clear_error();
    ra_release(some), ra_release(there);
}

/* ---- a definition alone: its intermediate handles are given up for it ---- */

static ra_status gate_definition(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor;
    results[0] = ra_mul(x, ra_sigmoid(ra_mul(x, call->args[1].real)));
    return RA_OK;
}

/* ---- elementwise: a + b * b ---- */

static ra_status plus_square(char *const *data, const int64_t *strides, int64_t count, const union ra__params *reserved)
{
    (void)reserved;
    for (int64_t i = 0; i < count; i++) {
        const double a = *(const double *)(const void *)(data[1] + i * strides[1]), b = *(const double *)(const void *)(data[2] + i * strides[2]);
        *(double *)(void *)(data[0] + i * strides[0]) = a + b * b;
    }
    return RA_OK;
}

static ra_status plus_square_definition(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *b = call->args[1].tensor;
    results[0] = ra_add(call->args[0].tensor, ra_mul(b, b));
    return RA_OK;
}

/* The largest distance from 1. */
static ra_tensor *away_from(const ra_tensor *one)
{
    ra_tensor *less = ra_sub(one, 1), *away = ra_abs(less), *most = ra_amax(away, RA_ALL);
    ra_release(less), ra_release(away);
    return most;
}

int main(void)
{
    const ra_op *sincos, *gate, *square;
    must(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "example.sincos", .schema = "(Tensor x) -> (Tensor sine, Tensor cosine)",
                                             .doc = "Sine and cosine.", .definition = sincos_definition, .kernel = sincos_kernel, .range_dims = -1, .cost_ns = 30, .cuda = &sincos_source,
                                             .dtypes = 1u << RA_FLOAT64}, &sincos));
    must(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "example.gate", .schema = "(Tensor x, float steepness=1.702) -> Tensor",
                                             .doc = "x * sigmoid(steepness * x)", .definition = gate_definition}, &gate));
    must(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "example.plus_square", .schema = "(Tensor a, Tensor b) -> Tensor",
                                             .doc = "a + b * b", .definition = plus_square_definition, .loops = {[RA_FLOAT64] = plus_square}}, &square));

    const ra_dtype dtype = RA_FLOAT64;
    ra_tensor *x = ra_linspace(-4, 4, 1000000, RA_OPTS(ra_linspace, .dtype = dtype)), *pair[2], *one, *gated;
    const ra_arg of_x[] = {{.tensor = x, .kind = RA_ARG_TENSOR}};
    must(ra_call(sincos, RA_FUNCTIONAL, of_x, 1, pair, 2, NULL)); /* nothing is waited for */
    ra_tensor *square_of_sine = ra_mul(pair[0], pair[0]);
    const ra_arg both[] = {{.tensor = square_of_sine, .kind = RA_ARG_TENSOR}, {.tensor = pair[1], .kind = RA_ARG_TENSOR}};
    must(ra_call(square, RA_FUNCTIONAL, both, 2, &one, 1, NULL)); /* sine^2 + cosine^2 */
    must(ra_call(gate, RA_FUNCTIONAL, of_x, 1, &gated, 1, NULL));

    ra_tensor *away = away_from(one), *largest = ra_amax(gated, RA_ALL);
    double error, top;
    must(ra_item_f64(away, &error));
    must(ra_item_f64(largest, &top));
    printf("sine^2 + cosine^2 is within %.1e of 1; the gate of 4 is %.6f\n", error, top);
    must(ra_op_check(sincos, of_x, 1, 1e-12));
    try_on_device(sincos, x);
    must(ra_op_check(square, both, 2, 1e-12));
    const bool right = error < 1e-15 * 4 && fabs(top - 4 / (1 + exp(-1.702 * 4))) < 1e-12;
    ra_tensor *all[] = {x, pair[0], pair[1], square_of_sine, one, gated, away, largest};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
    return !right;
}
