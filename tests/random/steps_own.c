/* Steps of random programs that call operators of the program's own: by a kernel, by loops, by a definition alone. */
#include "random/call.h"

#include <runahead/register.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* The elements from the last to the first, of whatever dtype. */
static ra_status reverse_kernel(const ra_op_work *work)
{
    const ra_op_operand *x = work->inputs, *out = work->results;
    const size_t width = ra_dtype_size(x->dtype);
    int64_t n = 1;
    for (int d = 0; d < x->ndim; d++)
        n *= x->sizes[d];
    for (int64_t i = work->first; i < work->last; i++)
        memcpy((char *)out->data + (size_t)i * width, (const char *)x->data + (size_t)(n - 1 - i) * width, width);
    return RA_OK;
}

static ra_status like_the_first(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_empty_like(call->args[0].tensor, RA_OPTS(ra_empty_like, .memory_format = "contiguous"));
    return RA_OK;
}

#define MIX(name, type) \
    static ra_status name(char *const *data, const int64_t *strides, int64_t count, const union ra__params *reserved) \
    { \
        (void)reserved; \
        for (int64_t i = 0; i < count; i++) { \
            const type a = *(const type *)(const void *)(data[1] + i * strides[1]), b = *(const type *)(const void *)(data[2] + i * strides[2]); \
            *(type *)(void *)(data[0] + i * strides[0]) = a - b / 2; \
        } \
        return RA_OK; \
    }
MIX(mix_floats, float)
MIX(mix_doubles, double)

static ra_status span_definition(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor;
    results[0] = ra_maximum(ra_neg(x), x);
    return RA_OK;
}

static void register_all(void)
{
    const ra_op_description all[] = {
        {.size = sizeof *all, .name = "tests.reverse", .schema = "(Tensor x) -> Tensor", .meta = like_the_first, .kernel = reverse_kernel, .range_dims = -1, .cost_ns = 300},
        {.size = sizeof *all, .name = "tests.mix", .schema = "(Tensor x, Operand y) -> Tensor", .loops = {[RA_FLOAT32] = mix_floats, [RA_FLOAT64] = mix_doubles}},
        {.size = sizeof *all, .name = "tests.span", .schema = "(Tensor x) -> Tensor", .definition = span_definition}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (ra_op_register(&all[i], NULL))
            abort();
}

void operators_ready(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, register_all);
}

void step_own(struct context *c, const uint32_t *word)
{
    ra_tensor *x = pick(c, word[2], is_any), *y = x ? pick_like(c, word[3], x, is_any) : NULL;
    if (!x)
        return;
    switch (word[4] % 4) {
    case 0: call_some_variant(c, "tests.reverse", (ra_arg[]){ARG_T(x)}, 1, word); break;
    case 1: call_some_variant(c, "tests.span", (ra_arg[]){ARG_T(x)}, 1, word); break;
    case 2: call_some_variant(c, "tests.mix", (ra_arg[]){ARG_T(x), ARG_S(RA_F(0.75))}, 2, word); break;
    default:
        if (y)
            call_some_variant(c, "tests.mix", (ra_arg[]){ARG_T(x), ARG_T(y)}, 2, word);
    }
}
