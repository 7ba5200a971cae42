#include "io/zlib.h"

#include "async/os/os.h"
#include "io/library.h"

static ra__zlib table;

const ra__zlib *ra__zlib_load(char *why, size_t size)
{
    static const struct ra__library_symbol symbols[] = {
        {"inflateInit2_", &table.inflate_init}, {"inflate", &table.inflate}, {"inflateEnd", &table.inflate_end},
        {"deflateInit2_", &table.deflate_init}, {"deflate", &table.deflate}, {"deflateEnd", &table.deflate_end},
    };
    static ra__library library = {.file = "libz.so.1", .symbols = symbols, .count = sizeof symbols / sizeof *symbols};
    return ra__library_load(&library, why, size) ? &table : NULL;
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
