/*
 * What integer arguments are: which dimension of a tensor, or a number that stands for something else.
 */
#include "meta/op.h"

#include <stdint.h>
#include <string.h>

/* PyTorch's names for dimensions. */
static bool names_dimension(const char *name)
{
    static const char *const names[] = {"dim", "dims", "dim0", "dim1", "dim2", "start_dim", "end_dim", "source", "destination", "dims_self", "dims_other"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (!strcmp(names[k], name))
            return true;
    return false;
}

static const struct {
    const char *op, *arg;
    int64_t number;
    const char *text;
} sentinels[] = {
    {"eye", "m", -1, "n"},
    {"view", "size", -1, "as many as are left"},
    {"reshape", "shape", -1, "as many as are left"},
    {"expand", "size", -1, "the size that self has"},
    {"as_strided", "storage_offset", -1, "the offset of self"},
    {"unflatten", "sizes", -1, "as many as are left"},
    {"slice", "end", INT64_MAX, "the end of dim"},
    {"one_hot", "num_classes", -1, "one more than the largest of self"},
    {"repeat_interleave", "output_size", -1, "the sum of repeats"},
    {"embedding_bag", "padding_idx", -1, "none"},
    {"slice_scatter", "end", INT64_MAX, "the end of dim"},
    {"max_pool2d", "stride", 0, "kernel_size"},
    {"avg_pool2d", "stride", 0, "kernel_size"},
    {"avg_pool2d", "divisor_override", 0, "the size of the window"},
    {"max_pool1d", "stride", 0, "kernel_size"},
    {"avg_pool1d", "stride", 0, "kernel_size"},
    {"max_pool3d", "stride", 0, "kernel_size"},
    {"avg_pool3d", "stride", 0, "kernel_size"},
    {"avg_pool3d", "divisor_override", 0, "the size of the window"},
};

void ra__roles_note(ra_op *op)
{
    for (int a = 0; a < op->arg_count; a++) {
        ra_op_arg *arg = &op->args[a];
        arg->list_optional = arg->kind == RA_ARG_DIMS && arg->optional;
        arg->is_dimension = (arg->kind == RA_ARG_INT || arg->kind == RA_ARG_DIMS) && names_dimension(arg->name);
        for (size_t k = 0; op->id < RA__OP_COUNT && k < sizeof sentinels / sizeof *sentinels; k++)
            if (!strcmp(sentinels[k].op, op->name) && !strcmp(sentinels[k].arg, arg->name)) {
                arg->has_sentinel = true;
                arg->sentinel = sentinels[k].number;
                arg->sentinel_text = sentinels[k].text;
            }
    }
}
