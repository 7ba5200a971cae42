#include "io/jansson.h"

#include "io/library.h"

static ra__jansson table;

const ra__jansson *ra__jansson_load(char *why, size_t size)
{
    static const struct ra__library_symbol symbols[] = {
        {"json_loadb", &table.loadb},           {"json_delete", &table.delete},
        {"json_object_iter", &table.iter},      {"json_object_iter_next", &table.iter_next},
        {"json_object_iter_key", &table.iter_key}, {"json_object_iter_value", &table.iter_value},
        {"json_object_get", &table.get},        {"json_object_size", &table.object_size},
        {"json_array_size", &table.array_size}, {"json_array_get", &table.array_get},
        {"json_integer_value", &table.integer}, {"json_string_value", &table.string},
    };
    static ra__library library = {.file = "libjansson.so.4", .symbols = symbols, .count = sizeof symbols / sizeof *symbols};
    return ra__library_load(&library, why, size) ? &table : NULL;
}
