/*
 * A matrix product of one's own, with one CUDA source for float, half and bfloat16: T is the type of what is given, sums are floats.
 * Blocks of 8 x 8 threads go through tiles in shared memory; how many blocks there are follows from the sizes of a call. Without a
 * device the operator is computed by its definition on the processor.
 *
 *     cc -Iinclude examples/matrix_product.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o matrix_product && ./matrix_product
 */
#include <runahead.h>

#include <stdio.h>
#include <stdlib.h>

enum { TILE = 8 };

static void must(ra_status status)
{
    if (status) {
        fprintf(stderr, "%s: %s\n", ra_status_name(status), ra_last_error());
        exit(1);
    }
}

static ra_status definition(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_matmul(call->args[0].tensor, call->args[1].tensor);
    return RA_OK;
}

/* What the definition gives for descriptions has been looked at before: both are matrices that fit. */
static ra_status launch_of(const ra_op_work *work, ra_op_launch *launch)
{
    const int64_t *sizes = work->results[0].sizes;
    launch->grid[0] = (unsigned)((sizes[1] + TILE - 1) / TILE);
    launch->grid[1] = (unsigned)((sizes[0] + TILE - 1) / TILE);
    return RA_OK;
}

static const ra_op_cuda source = {
    .size = sizeof source,
    .templates = {{"T", "a"}},
    .attributes = {{"at", "thread_position_in_block"}, {"block", "block_position_in_grid"}},
    .launch = {.block = {TILE, TILE, 1}},
    .launch_by = launch_of,
    .helpers = "enum { TILE = 8 };\n"
               "__device__ float of(const T *m, long long row, long long column, const long long *sizes)\n"
               "{\n"
               "    return row < sizes[0] && column < sizes[1] ? (float)m[row * sizes[1] + column] : 0.0f;\n"
               "}\n",
    .source = "__shared__ float left[TILE][TILE], right[TILE][TILE];\n"
              "const long long row = (long long)block.y * TILE + at.y, column = (long long)block.x * TILE + at.x;\n"
              "float sum = 0;\n"
              "for (long long k = 0; k < a_sizes[1]; k += TILE) {\n"
              "    left[at.y][at.x] = of(a, row, k + at.x, a_sizes);\n"
              "    right[at.y][at.x] = of(b, k + at.y, column, b_sizes);\n"
              "    __syncthreads();\n"
              "    for (int i = 0; i < TILE; i++)\n"
              "        sum += left[at.y][i] * right[i][at.x];\n"
              "    __syncthreads();\n"
              "}\n"
              "if (row < product_sizes[0] && column < product_sizes[1])\n"
              "    product[row * product_sizes[1] + column] = T(sum);\n",
};

/* Whether the product of these is what float64 says, within so much. */
static bool is_right(const ra_op *op, const ra_tensor *a, const ra_tensor *b, ra_device device, double within)
{
    ra_tensor *product;
    double apart = 1;
    ra_scope_begin();
    const ra_arg args[] = {{.tensor = ra_to(a, RA_OPTS(ra_to, .device = device)), .kind = RA_ARG_TENSOR}, {.tensor = ra_to(b, RA_OPTS(ra_to, .device = device)), .kind = RA_ARG_TENSOR}};
    must(ra_call(op, RA_FUNCTIONAL, args, 2, &product, 1, NULL));
    const ra_to_opts *wide = RA_OPTS(ra_to, .dtype = RA_FLOAT64);
    ra_tensor *want = ra_matmul(ra_to(a, wide), ra_to(b, wide)), *got = ra_to(ra_to(product, RA_OPTS(ra_to, .device = RA_CPU)), wide);
    must(ra_item_f64(ra_amax(ra_abs(ra_sub(got, want)), RA_ALL), &apart));
    printf("%s: within %.1e of float64's\n", ra_dtype_name(ra_tensor_dtype(product)), apart);
    must(ra_scope_end());
    return apart < within;
}

int main(void)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT16, RA_BFLOAT16};
    static const double within[] = {1e-4, 2e-2, 2e-1};
    const ra_op *op;
    must(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "example.matrix_product", .schema = "(Tensor a, Tensor b) -> (Tensor product)",
                                             .doc = "The product of two matrices of one dtype.", .definition = definition, .cuda = &source,
                                             .dtypes = 1u << RA_FLOAT32 | 1u << RA_FLOAT16 | 1u << RA_BFLOAT16}, &op));
    ra_tensor *probe = ra_empty(RA_DIMS(1), RA_OPTS(ra_empty, .device = RA_CUDA));
    const ra_device device = probe ? RA_CUDA : RA_CPU;
    printf("%s\n", probe ? "on the device" : ra_last_error());
    ra_clear_error();
    ra_release(probe);

    ra_tensor *a = ra_sin(ra_arange(0, 30 * 21, 1)), *b = ra_cos(ra_arange(0, 21 * 19, 1));
    ra_tensor *left = ra_view(a, RA_DIMS(30, 21)), *right = ra_view(b, RA_DIMS(21, 19));
    bool all_right = true;
    for (int i = 0; i < 3; i++) {
        ra_tensor *x = ra_to(left, RA_OPTS(ra_to, .dtype = dtypes[i])), *y = ra_to(right, RA_OPTS(ra_to, .dtype = dtypes[i]));
        all_right &= is_right(op, x, y, device, within[i]);
        ra_release(x), ra_release(y);
    }
    ra_release(a), ra_release(b), ra_release(left), ra_release(right);
    return !all_right;
}
