#include "vectors/deviation.h"

#include <string.h>

static bool shares_elements(const struct vector_tensor *t)
{
    for (int d = 0; d < t->dims; d++)
        if (t->sizes[d] > 1 && t->strides[d] == 0)
            return true;
    return false;
}

/* Several elements of self lie in the same place, so that the result would hang on the order of writing. */
static bool writes_shared_elements(const struct vector_case *c)
{
    return c->variant == VECTOR_INPLACE && c->expectation == VECTOR_RESULTS && shares_elements(&c->arg[0].tensor);
}

/* PyTorch promotes to complex32, a dtype that it has hardly any kernels for; here it is complex64. */
static bool promotes_to_half_complex(const struct vector_case *c)
{
    return c->expectation == VECTOR_REFUSED && c->args > 1 && c->arg[0].kind == VECTOR_TENSOR && c->arg[0].tensor.dtype == RA_FLOAT16 &&
           c->arg[1].kind == VECTOR_SCALAR_COMPLEX;
}

/* -1 stands for "the offset of self" here. */
static bool keeps_offset(const struct vector_case *c)
{
    return c->expectation == VECTOR_REFUSED && c->args > 3 && c->arg[3].kind == VECTOR_INT && c->arg[3].integer == -1;
}

/* PyTorch's float32 path leaves an out= with strides of its own untouched. */
static bool is_not_written(const struct vector_case *c)
{
    const struct vector_tensor *t = &c->out[0];
    return c->variant == VECTOR_OUT && c->expectation == VECTOR_RESULTS && t->dtype == RA_FLOAT32 && t->dims == 2 && t->strides[1] != 1;
}

/* PyTorch clears out= before it has read the operand that lies there. */
static bool writes_what_it_reads(const struct vector_case *c)
{
    return c->variant == VECTOR_OUT && c->expectation == VECTOR_RESULTS && c->out[0].storage == c->arg[0].tensor.storage;
}

/* An overload of its own in PyTorch. */
static bool pads_by_name(const struct vector_case *c)
{
    return c->args > 4 && c->arg[4].kind == VECTOR_STRING;
}

/* Of no channels PyTorch makes no channels, whatever the weight asks for; here they are sums of nothing. */
static bool convolves_nothing(const struct vector_case *c)
{
    return c->expectation == VECTOR_RESULTS && c->arg[0].tensor.dims == 4 && c->arg[0].tensor.sizes[1] == 0 && c->arg[1].tensor.sizes[0] > 0;
}

/* 0 stands for "the size of the window" here. */
static bool divides_by_nothing(const struct vector_case *c)
{
    return c->expectation == VECTOR_REFUSED && c->args > 6 && c->arg[6].kind == VECTOR_INT && c->arg[6].integer == 0;
}

/* PyTorch takes bool as long as there is nothing to space. */
static bool spaces_bools(const struct vector_case *c)
{
    return c->expectation == VECTOR_RESULTS && c->args > 3 && c->arg[3].kind == VECTOR_DTYPE && c->arg[3].dtype == RA_BOOL;
}

/* PyTorch takes a negative count where it is multiplied by a size of 0. */
static bool repeats_less_than_nothing(const struct vector_case *c)
{
    for (int i = 0; i < c->arg[1].count; i++)
        if (c->arg[1].dims[i] < 0)
            return c->expectation == VECTOR_RESULTS;
    return false;
}

/* An empty list is every dimension, as in the other reductions; PyTorch takes it with keepdim and stumbles without. */
static bool reduces_empty_list(const struct vector_case *c)
{
    return c->expectation == VECTOR_REFUSED && c->args > 1 && c->arg[1].kind == VECTOR_DIMS && c->arg[1].count == 0 && c->arg[0].tensor.dims > 0;
}

/* PyTorch refuses a value with an imaginary part once it has read it; here the dtype decides. */
static bool fills_with_complex(const struct vector_case *c)
{
    return c->expectation == VECTOR_RESULTS && c->arg[2].kind == VECTOR_TENSOR && c->arg[2].tensor.dtype >= RA_COMPLEX64 &&
           c->arg[0].tensor.dtype != RA_BOOL && c->arg[0].tensor.dtype < RA_COMPLEX64;
}

/* PyTorch views the product, of which the strides of the operands may not allow it; here it is copied. */
static bool merges_by_view(const struct vector_case *c)
{
    return c->expectation == VECTOR_REFUSED && c->variant == VECTOR_FUNCTIONAL;
}

static const struct {
    const char *op;
    bool (*applies)(const struct vector_case *c);
    enum vector_deviation ours;
} deviations[] = {
    {"tril", writes_shared_elements, VECTOR_REFUSES},        {"triu", writes_shared_elements, VECTOR_REFUSES},
    {"masked_fill", writes_shared_elements, VECTOR_REFUSES}, {"div", promotes_to_half_complex, VECTOR_COMPUTES},
    {"pow", promotes_to_half_complex, VECTOR_COMPUTES},      {"as_strided", keeps_offset, VECTOR_COMPUTES},
    {"gelu", is_not_written, VECTOR_COMPUTES},               {"mm", writes_what_it_reads, VECTOR_COMPUTES},
    {"conv2d", pads_by_name, VECTOR_REFUSES},                {"avg_pool2d", divides_by_nothing, VECTOR_COMPUTES},
    {"conv2d", convolves_nothing, VECTOR_COMPUTES},          {"logsumexp", reduces_empty_list, VECTOR_COMPUTES},
    {"linspace", spaces_bools, VECTOR_REFUSES},              {"repeat", repeats_less_than_nothing, VECTOR_REFUSES},
    {"masked_fill", fills_with_complex, VECTOR_REFUSES},     {"kron", merges_by_view, VECTOR_COMPUTES},
};

enum vector_deviation vector_deviation_of(const struct vector_case *c)
{
    for (size_t i = 0; i < sizeof deviations / sizeof *deviations; i++)
        if (!strcmp(deviations[i].op, c->op->name) && deviations[i].applies(c))
            return deviations[i].ours;
    return VECTOR_AGREES;
}

bool vector_resizes_alike(const struct vector_case *c)
{
    const char *name = c->op->name;
    const ra_dtype dtype = c->arg[0].tensor.dtype;
    if (!strcmp(name, "abs"))
        return dtype < RA_COMPLEX64;
    if (!strcmp(name, "nan_to_num"))
        return dtype >= RA_FLOAT16;
    return strcmp(name, "special_ndtr") != 0 && strcmp(name, "cholesky_solve") != 0 && strcmp(name, "stack") != 0 && strncmp(name, "fft_", 4) != 0;
}
