/*
 * Loading libjansson once. Whoever loads holds the loader (os.h), which a fork waits for: so one thread alone fills the table in, and
 * `ready` is stored (release) when it is whole.
 */
#include "io/jansson.h"

#include "async/os/os.h"

#include <stdio.h>

static ra__jansson table;
static _Atomic bool ready;

static bool fill(void *library)
{
    static const struct {
        const char *name;
        void *at;
    } symbols[] = {
        {"json_loadb", &table.loadb},           {"json_delete", &table.delete},
        {"json_object_iter", &table.iter},      {"json_object_iter_next", &table.iter_next},
        {"json_object_iter_key", &table.iter_key}, {"json_object_iter_value", &table.iter_value},
        {"json_object_get", &table.get},        {"json_object_size", &table.object_size},
        {"json_array_size", &table.array_size}, {"json_array_get", &table.array_get},
        {"json_integer_value", &table.integer}, {"json_string_value", &table.string},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (ra__os_dlsym(library, symbols[i].name, symbols[i].at))
            return false;
    return true;
}

const ra__jansson *ra__jansson_load(char *why, size_t size)
{
    void *library;
    if (atomic_load_explicit(&ready, memory_order_acquire))
        return &table;
    snprintf(why, size, "the process is ending");
    if (!ra__os_loader_enter())
        return NULL;
    if (!atomic_load_explicit(&ready, memory_order_relaxed) && !ra__os_dlopen("libjansson.so.4", &library, why, size)) {
        if (fill(library))
            atomic_store_explicit(&ready, true, memory_order_release);
        else {
            snprintf(why, size, "libjansson.so.4 lacks a function");
            ra__os_dlclose(library);
        }
    }
    ra__os_loader_leave();
    return atomic_load_explicit(&ready, memory_order_acquire) ? &table : NULL;
}
