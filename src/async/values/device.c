#include "async/values/device.h"

#include "async/memory/memory.h"
#include "async/os/lock.h"
#include "async/os/os.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

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

/* ---- how far its start has come ---- */

static struct {
    _Atomic uint32_t state;
    ra_status status; /* of a start that was refused; under the lock, as the text is */
    char why[RA__DEVICE_WHY];
} starts[RA__DEVICES];
static _Atomic uint32_t why_lock; /* held for as long as a text is copied */

enum ra__device_state ra__device_state(int index)
{
    return (enum ra__device_state)atomic_load_explicit(&starts[index].state, memory_order_acquire);
}

void ra__device_set_state(int index, enum ra__device_state state)
{
    atomic_store_explicit(&starts[index].state, state, memory_order_release);
    ra__os_futex_wake(&starts[index].state, INT_MAX);
}

void ra__device_refuse(int index, ra_status status, const char *why)
{
    ra__lock(&why_lock);
    starts[index].status = status;
    snprintf(starts[index].why, sizeof starts[index].why, "device %s: %s", ra_device_name(RA_CUDA_AT(index)), why);
    ra__unlock(&why_lock);
    ra__device_set_state(index, RA__DEVICE_REFUSED);
}

ra_status ra__device_why(int index, char text[RA__DEVICE_WHY])
{
    ra__lock(&why_lock);
    const ra_status status = starts[index].status;
    memcpy(text, starts[index].why, RA__DEVICE_WHY);
    ra__unlock(&why_lock);
    return status;
}

enum ra__device_state ra__device_await(int index)
{
    enum ra__device_state state;
    while ((state = ra__device_state(index)) == RA__DEVICE_STARTING)
        ra__os_futex_wait(&starts[index].state, RA__DEVICE_STARTING, RA__OS_FOREVER);
    return state;
}

void ra__device_fork_child(void)
{
    for (int i = 0; i < RA__DEVICES; i++)
        atomic_store_explicit(&starts[i].state, RA__DEVICE_IDLE, memory_order_relaxed);
    atomic_store_explicit(&why_lock, 0, memory_order_relaxed);
}
