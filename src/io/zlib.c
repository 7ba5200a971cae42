/*
 * Loading zlib once. Whoever loads holds the loader (os.h), which a fork waits for: so one thread alone fills the table in, and
 * `ready` is stored (release) when it is whole.
 */
#include "io/zlib.h"

#include "async/os/os.h"

#include <stdio.h>
#include <string.h>

static ra__zlib table;
static _Atomic bool ready;

static bool fill(void *library)
{
    static const struct {
        const char *name;
        void *at;
    } symbols[] = {
        {"inflateInit2_", &table.inflate_init}, {"inflate", &table.inflate}, {"inflateEnd", &table.inflate_end},
        {"deflateInit2_", &table.deflate_init}, {"deflate", &table.deflate}, {"deflateEnd", &table.deflate_end},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (ra__os_dlsym(library, symbols[i].name, symbols[i].at))
            return false;
    return true;
}

const ra__zlib *ra__zlib_load(char *why, size_t size)
{
    void *library;
    if (atomic_load_explicit(&ready, memory_order_acquire))
        return &table;
    snprintf(why, size, "the process is ending");
    if (!ra__os_loader_enter())
        return NULL;
    if (!atomic_load_explicit(&ready, memory_order_relaxed) && !ra__os_dlopen("libz.so.1", &library, why, size)) {
        if (fill(library))
            atomic_store_explicit(&ready, true, memory_order_release);
        else {
            snprintf(why, size, "libz.so.1 lacks a function");
            ra__os_dlclose(library);
        }
    }
    ra__os_loader_leave();
    return atomic_load_explicit(&ready, memory_order_acquire) ? &table : NULL;
}

/* ---- streams ---- */

/* A worker takes no lock of malloc's, which a control thread may need. */
static void *take(void *context, unsigned count, unsigned bytes)
{
    (void)context;
    return ra__os_calloc(count, bytes);
}

static void give(void *context, void *block)
{
    (void)context;
    ra__os_free(block);
}

static const char version[] = "1.2"; /* zlib compares the first figure, and the size of the stream */

int ra__inflate_begin(const ra__zlib *library, ra__z_stream *z)
{
    *z = (ra__z_stream){.alloc = take, .free = give};
    return library->inflate_init(z, RA__Z_RAW, version, (int)sizeof *z);
}

int ra__deflate_begin(const ra__zlib *library, ra__z_stream *z)
{
    *z = (ra__z_stream){.alloc = take, .free = give};
    return library->deflate_init(z, RA__Z_LEVEL, RA__Z_DEFLATED, RA__Z_RAW, RA__Z_MEMORY, 0, version, (int)sizeof *z);
}
