/*
 * Device memory, and memory of the host that the device reaches.
 *
 * Blocks that are given back are kept by size, and handed out again at once, to whichever stream: whoever used one has ended. A block's
 * size is rounded up to one of few, which is known from what was asked for: so nothing is written down about those that are in use.
 *
 * What is in use and what is cached are together at most what the settings allow of each device: beyond that there is no memory, as
 * where the driver has none, and who asks has what is cached given back, and asks again.
 *
 * The lock is held for a list's end, never for a call of the driver. In the child of a fork it may be held for ever, and nothing is
 * given back: what was taken is the parent's.
 */
#include "cuda/device.h"

#include "async/os/lock.h"
#include "async/os/os.h"
#include "async/thread/settings.h"

#include <runahead/engine.h>

#include <errno.h>
#include <stdio.h>

enum { STEP = 512, LISTS = 256 };

typedef struct block {
    struct block *next;
    void *memory;
    size_t bytes;
} block;

typedef struct cache {
    block *list[LISTS];
    size_t cached, live, peak, fresh; /* bytes; of these, the most that was ever live, and what the driver has given in all */
} cache;

static cache device_memory[RA__DEVICES], host_memory[RA__DEVICES];
static _Atomic uint32_t lock; /* under it both are read and written */

/* The block for so many bytes: by steps of 512, from 4 KiB on by eighths of the next power of two; what no driver has is left as it is. */
static size_t rounded(size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        return bytes;
    size_t step = STEP;
    while (bytes > step * 16)
        step *= 2;
    return (bytes + (bytes == 0) + step - 1) / step * step;
}

static unsigned list_of(size_t bytes)
{
    return (unsigned)(bytes / STEP * UINT64_C(0x9E3779B97F4A7C15) >> 56);
}

static void add_live(cache *c, size_t bytes)
{
    c->live += bytes;
    c->peak = c->live > c->peak ? c->live : c->peak;
}

static void *take_cached(cache *c, size_t bytes)
{
    void *memory = NULL;
    block *found = NULL;
    ra__lock(&lock);
    for (block **at = &c->list[list_of(bytes)]; *at; at = &(*at)->next)
        if ((*at)->bytes == bytes) {
            found = *at;
            *at = found->next;
            memory = found->memory;
            c->cached -= bytes;
            add_live(c, bytes);
            break;
        }
    ra__unlock(&lock);
    ra__os_free(found);
    return memory;
}

static void note_fresh(cache *c, size_t bytes)
{
    ra__lock(&lock);
    c->fresh += bytes;
    add_live(c, bytes);
    ra__unlock(&lock);
}

static void note_freed(cache *c, size_t bytes)
{
    ra__lock(&lock);
    c->live -= bytes;
    ra__unlock(&lock);
}

static bool is_allowed(const cache *c, size_t bytes)
{
    ra__lock(&lock);
    const size_t most = ra__settings.device_memory_limit, taken = c->live + c->cached; /* fits: the device has it */
    ra__unlock(&lock);
    return !most || (bytes <= most && taken <= most - bytes);
}

/* False: there is no memory to note it. */
static bool keep(cache *c, void *memory, size_t bytes)
{
    block *b = ra__os_alloc(sizeof *b);
    if (!b)
        return false;
    b->memory = memory;
    b->bytes = bytes;
    ra__lock(&lock);
    block **list = &c->list[list_of(bytes)];
    b->next = *list;
    *list = b;
    c->cached += bytes;
    c->live -= bytes;
    ra__unlock(&lock);
    return true;
}

int ra__cuda_allocate(int index, size_t bytes, void **out)
{
    const size_t size = rounded(bytes);
    ra__cu_address address = 0;
    if ((*out = take_cached(&device_memory[index], size)))
        return 0;
    if (!is_allowed(&device_memory[index], size) || !ra__cuda_enter(ra__cuda_device_of(index)) || ra__cuda.cuMemAlloc_v2(&address, size))
        return -ENOMEM;
    note_fresh(&device_memory[index], size);
    *out = (void *)(uintptr_t)address;
    return 0;
}

static void free_device(int index, void *memory)
{
    if (ra__cuda_enter(ra__cuda_device_of(index)))
        (void)ra__cuda.cuMemFree_v2((ra__cu_address)(uintptr_t)memory);
}

void ra__cuda_release(void *memory, size_t bytes, int index)
{
    if (!memory || ra__cuda_is_lost() || keep(&device_memory[index], memory, rounded(bytes)))
        return;
    free_device(index, memory);
    note_freed(&device_memory[index], rounded(bytes));
}

int ra__cuda_stage(int index, size_t bytes, void **out)
{
    const size_t size = rounded(bytes);
    if ((*out = take_cached(&host_memory[index], size)))
        return 0;
    if (!ra__cuda_enter(ra__cuda_device_of(index)) || ra__cuda.cuMemHostAlloc(out, size, RA__CU_HOST_PORTABLE | RA__CU_HOST_MAPPED))
        return -ENOMEM;
    note_fresh(&host_memory[index], size);
    return 0;
}

static void free_host(int index, void *memory)
{
    if (ra__cuda_enter(ra__cuda_device_of(index)))
        (void)ra__cuda.cuMemFreeHost(memory);
}

void ra__cuda_unstage(int index, void *memory, size_t bytes)
{
    if (ra__cuda_is_lost() || keep(&host_memory[index], memory, rounded(bytes)))
        return;
    free_host(index, memory);
    note_freed(&host_memory[index], rounded(bytes));
}

/* One of those cached, if they are more than so many bytes. */
static block *take_beyond(cache *c, int list, size_t keep)
{
    ra__lock(&lock);
    block *b = c->cached > keep ? c->list[list] : NULL;
    if (b) {
        c->list[list] = b->next;
        c->cached -= b->bytes;
    }
    ra__unlock(&lock);
    return b;
}

static void empty(cache *c, int index, size_t keep, void (*give_back)(int index, void *memory))
{
    for (int i = 0; i < LISTS; i++)
        for (block *b; (b = take_beyond(c, i, keep)); ra__os_free(b))
            give_back(index, b->memory);
}

void ra__cuda_trim(int index, size_t keep)
{
    empty(&device_memory[index], index, keep, free_device);
    empty(&host_memory[index], index, keep, free_host);
}

static bool has_cached(int index, size_t beyond)
{
    ra__lock(&lock);
    const bool has = device_memory[index].cached > beyond || host_memory[index].cached > beyond;
    ra__unlock(&lock);
    return has;
}

void ra__cuda_give_back(int index, size_t keep)
{
    void *before = NULL;
    if (ra__cuda_is_lost() || !has_cached(index, keep)) /* there may be no driver */
        return;
    (void)ra__cuda.cuCtxGetCurrent(&before);
    ra__cuda_trim(index, keep);
    (void)ra__cuda.cuCtxSetCurrent(before);
}

void ra__cuda_memory(int index, struct ra_memory_stats *stats)
{
    const cache *c = &device_memory[index];
    if (ra__cuda_is_lost())
        return;
    ra__lock(&lock);
    *stats = (ra_memory_stats){.live = c->live, .cached = c->cached, .peak = c->peak, .fresh = c->fresh};
    ra__unlock(&lock);
}

const char *ra__cuda_shortage(int index, size_t bytes, char *text, size_t size)
{
    ra__lock(&lock);
    const size_t live = device_memory[index].live, cached = device_memory[index].cached;
    ra__unlock(&lock);
    const size_t most = ra__settings.device_memory_limit;
    const int n = snprintf(text, size, "%zu bytes asked of %s, where tensors have %zu and %zu are cached", bytes, ra_device_name(RA_CUDA_AT(index)), live, cached);
    if (most && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ", of %zu that RUNAHEAD_DEVICE_MEMORY_LIMIT allows", most);
    return text;
}
