/*
 * A vector add of one's own with CUDA source: where there is a device it is computed there, else by its definition on the processor.
 *
 *     cc -Iinclude examples/vector_add.c build/librunahead.a -lhwloc -lpthread -ldl -lm -o vector_add && ./vector_add
 */
#include <runahead.h>

#include <stdio.h>
#include <stdlib.h>

static void must(ra_status status)
{
    if (status) {
        fprintf(stderr, "%s: %s\n", ra_status_name(status), ra_last_error());
        exit(1);
    }
}

static ra_status definition(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_add(call->args[0].tensor, call->args[1].tensor);
    return RA_OK;
}

/* The kernel's parameters and its launch follow from the schema; what stands here is its body. */
static const ra_op_cuda source = {
    .size = sizeof source,
    .attributes = {{"i", "thread_index_in_grid"}},
    .source = "if (i < sum_numel)\n"
              "    sum[i] = a[i] + b[i];\n",
};

int main(void)
{
    const ra_op *add;
    must(ra_op_register(&(ra_op_description){.size = sizeof(ra_op_description), .name = "example.vector_add", .schema = "(Tensor a, Tensor b) -> (Tensor sum)",
                                             .doc = "a + b, of one length.", .definition = definition, .cuda = &source, .dtypes = 1u << RA_FLOAT32}, &add));
    enum { COUNT = 10000 };
    ra_tensor *a = ra_arange(0, COUNT, 1), *b = ra_full(RA_DIMS(COUNT), 0.5), *floats = ra_to(a, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
    ra_tensor *there_a = ra_to(floats, RA_OPTS(ra_to, .device = RA_CUDA)), *there_b = there_a ? ra_to(b, RA_OPTS(ra_to, .device = RA_CUDA)) : NULL, *sum;
    printf("%s\n", there_a ? "on the device" : ra_last_error());
    ra_clear_error();

    const ra_arg args[] = {{.tensor = there_a ? there_a : floats, .kind = RA_ARG_TENSOR}, {.tensor = there_b ? there_b : b, .kind = RA_ARG_TENSOR}};
    must(ra_call(add, RA_FUNCTIONAL, args, 2, &sum, 1, NULL)); /* nothing is waited for */
    static float found[COUNT];
    must(ra_copy_to(sum, found, sizeof found));
    int right = 0;
    for (int i = 0; i < COUNT; i++)
        right += found[i] == (float)i + 0.5f;
    printf("%d of %d sums are right\n", right, COUNT);
    if (there_a)
        must(ra_op_check(add, args, 2, 0)); /* the source against the definition */
    ra_tensor *all[] = {a, b, floats, there_a, there_b, sum};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
    return right != COUNT;
}
