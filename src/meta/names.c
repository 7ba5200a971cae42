/*
 * The names of statuses, devices and what reflection counts, and the sizes of what crosses the interface.
 */
#include <runahead/call.h>

#include <string.h>

const char *ra_status_name(ra_status status)
{
    switch (status) {
#define X(name, number, text) \
    case RA_##name: return "RA_" #name;
        RA_STATUS_LIST(X)
#undef X
    }
    return "RA_?";
}

const char *ra_status_text(ra_status status)
{
    switch (status) {
#define X(name, number, text) \
    case RA_##name: return text;
        RA_STATUS_LIST(X)
#undef X
    }
    return "unknown status";
}

const char *ra_device_name(ra_device device)
{
    static const char *const cuda[] = {"cuda:0", "cuda:1", "cuda:2", "cuda:3", "cuda:4", "cuda:5", "cuda:6", "cuda:7",
                                       "cuda:8", "cuda:9", "cuda:10", "cuda:11", "cuda:12", "cuda:13", "cuda:14", "cuda:15"};
    const unsigned number = (unsigned)device;
    if (number < 256 && (number & 15) == RA_CUDA)
        return cuda[number >> 4];
    return device == RA_CPU ? "cpu" : device == RA_META ? "meta" : "none";
}

const char *ra_arg_kind_name(ra_arg_kind kind)
{
    switch (kind) {
#define X(name, number, text) \
    case RA_ARG_##name: return text;
        RA_ARG_KIND_LIST(X)
#undef X
    }
    return NULL;
}

const char *ra_variant_name(ra_variant variant)
{
    switch (variant) {
#define X(name, number, text) \
    case RA_##name: return text;
        RA_VARIANT_LIST(X)
#undef X
    }
    return NULL;
}

const char *ra_op_property_name(ra_op_property property)
{
    switch (property) {
#define X(name, number, text) \
    case RA_OP_##name: return text;
        RA_OP_PROPERTY_LIST(X)
#undef X
    }
    return NULL;
}

size_t ra_struct_size(const char *name)
{
    static const struct {
        const char *name;
        size_t size;
    } structs[] = {{"ra_arg", sizeof(ra_arg)},   {"ra_op_arg", sizeof(ra_op_arg)},   {"ra_scalar", sizeof(ra_scalar)},
                   {"ra_dims", sizeof(ra_dims)}, {"ra_tensors", sizeof(ra_tensors)}, {"ra_operand", sizeof(ra_operand)}};
    for (size_t k = 0; name && k < sizeof structs / sizeof *structs; k++)
        if (!strcmp(structs[k].name, name))
            return structs[k].size;
    return 0;
}
