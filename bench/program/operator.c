/* What an operator is, in one line. */
#include "program/operator.h"

#include <stdio.h>
#include <string.h>

const op_word op_variant_words[] = {{RA_FUNCTIONAL, "functional"}, {RA_INPLACE, "in-place"}, {RA_OUT, "out"}, {0, NULL}};

const op_word op_device_words[] = {{1u << RA_CPU, "cpu"}, {1u << RA_CUDA, "cuda"}, {1u << RA_META, "meta"}, {0, NULL}};

static void join(char *text, size_t size, const op_word *words, unsigned bits)
{
    size_t used = 0;
    *text = 0;
    for (; words->text; words++)
        if ((bits & words->bit) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "", words->text);
}

static void join_dtypes(char *text, size_t size, unsigned bits)
{
    size_t used = 0;
    *text = 0;
    if (bits == (((1u << RA_DTYPE_COUNT) - 1) & ~1u)) {
        snprintf(text, size, "all");
        return;
    }
    for (int d = 1; d < RA_DTYPE_COUNT; d++)
        if ((bits & 1u << d) && used < size)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? "," : "", ra_dtype_name((ra_dtype)d));
}

op_line op_describe(const ra_op *op)
{
    const unsigned properties = ra_op_properties(op);
    op_line l = {.name = ra_op_name(op),
              .family = ra_op_family(op),
              .schema = ra_op_schema(op),
              .made = properties & RA_OP_COMPOSITE ? "composite" : properties & RA_OP_VIEW ? "view" : properties & RA_OP_NO_KERNEL ? "allocation" : "kernel",
              .vectorised = properties & RA_OP_VECTORISED,
              .splittable = properties & RA_OP_SPLITTABLE};
    join(l.variants, sizeof l.variants, op_variant_words, ra_op_variants(op));
    join(l.devices, sizeof l.devices, op_device_words, ra_op_devices(op));
    join_dtypes(l.dtypes, sizeof l.dtypes, ra_op_dtypes(op));
    return l;
}
