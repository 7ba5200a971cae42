#include "async/values/device.h"

#include "async/memory/memory.h"

/* Only what resizes storages without computing gets here; a description has no storage to speak of. */
static int meta_allocate(int node, size_t bytes, void **out)
{
    (void)node;
    (void)bytes;
    *out = NULL;
    return 0;
}

static void meta_release(void *memory, size_t bytes, int node)
{
    (void)memory;
    (void)bytes;
    (void)node;
}

static const ra__device cpu = {.allocate = ra__mem_alloc, .release = ra__mem_free};
static const ra__device meta = {.allocate = meta_allocate, .release = meta_release};
static const ra__device *cuda; /* written once, before there are threads of the library's */

void ra__device_offer(const ra__device *row)
{
    cuda = row;
}

const ra__device *ra__device_of(ra_device device)
{
    return device == RA_CPU ? &cpu : device == RA_META ? &meta : ((int)device & RA__DEVICE_KIND) == RA_CUDA ? cuda : NULL;
}
