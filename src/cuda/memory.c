/*
 * Device memory, and memory of the host that the device reaches, both in chunks of the driver's (chunks.h), which waits for the whole
 * device at each.
 *
 * What is given back is handed out again at once, to whichever stream: whoever used it has ended.
 *
 * What the driver has given is at most what the settings allow of each device: near that, and where the driver has no chunk as large as
 * wanted, it is asked for what is needed and no more. Then there is no memory, and who asks has what is cached given back, and asks again.
 *
 * With RUNAHEAD_DEVICE_CHUNKS=0 each block is a chunk of its own, of as many bytes as were asked for. So tools of the driver's, and the
 * simulated one, tell the first byte beside it: within a chunk, what lies beyond a block is the next one, and nobody notices.
 *
 * The lock is never held for a call of the driver. In the child of a fork it may be held for ever, and nothing is taken or given back: what
 * there is is the parent's.
 */
#include "cuda/chunks.h"
#include "cuda/device.h"

#include "async/os/lock.h"
#include "async/os/os.h"
#include "async/os/placed.h"
#include "async/thread/settings.h"

#include <runahead/engine.h>

#include <errno.h>
#include <stdio.h>

enum { HUGE = 2 << 20 };

typedef struct cache {
    _Atomic uint32_t lock;
    ra__chunks chunks;
} cache;

/* Whom the chunks are of. */
typedef struct source {
    bool (*ask)(int index, size_t bytes, void **out); /* for a device */
    void (*give_back)(void *memory, size_t bytes);
    bool is_limited;
} source;

static cache device_memory[RA__DEVICES], host_memory[RA__DEVICES];

/* ---- the driver's, in the device's context ---- */

static bool ask_device(int index, size_t bytes, void **out)
{
    ra__cu_address address = 0;
    (void)index;
    if (ra__cuda.cuMemAlloc_v2(&address, bytes))
        return false;
    *out = (void *)(uintptr_t)address;
    return true;
}

static void give_back_device(void *memory, size_t bytes)
{
    (void)bytes;
    (void)ra__cuda.cuMemFree_v2((ra__cu_address)(uintptr_t)memory);
}

/* Whole pages. */
static size_t mapped(size_t bytes)
{
    const size_t page = ra__os_page_size();
    return bytes + (page - 1 - (bytes - 1) % page); /* fits: was mapped, or is at most half of what there is */
}

/* Pages of ours near the device, huge ones where there are, which are there in the child of a fork, too. */
static void *register_pages(int index, size_t bytes)
{
    const int node = ra__cuda_device_of(index)->node;
    void *memory;
    if (bytes > SIZE_MAX / 2 || ra__os_map(mapped(bytes), HUGE, 0, &memory))
        return NULL;
    if (node >= 0) {
        (void)ra__os_bind_node(memory, mapped(bytes), node);
        RA__PLACED(.kind = RA__PLACED_PAGES, .node = node, .data = memory, .bytes = (int64_t)bytes);
    }
    (void)ra__os_advise_huge(memory, mapped(bytes), true);
    if (!ra__cuda.cuMemHostRegister_v2(memory, bytes, RA__CU_HOST_PORTABLE | RA__CU_HOST_MAPPED))
        return memory;
    (void)ra__os_unmap(memory, mapped(bytes));
    return NULL;
}

static bool ask_host(int index, size_t bytes, void **out)
{
    return (*out = register_pages(index, bytes)) || !ra__cuda.cuMemHostAlloc(out, bytes, RA__CU_HOST_PORTABLE | RA__CU_HOST_MAPPED);
}

/* What is not registered, as the driver says twice, is its own, or the device may reach it still, and the driver does not take it. */
static void give_back_host(void *memory, size_t bytes)
{
    if (!ra__cuda.cuMemHostUnregister(memory) || !ra__cuda.cuMemHostUnregister(memory))
        (void)ra__os_unmap(memory, mapped(bytes));
    else
        (void)ra__cuda.cuMemFreeHost(memory);
}

static const source of_device = {ask_device, give_back_device, true}, of_host = {ask_host, give_back_host, false};

/* ---- taking and giving ---- */

static void *take_cached(cache *c, size_t bytes, ra__chunks_which which)
{
    ra__lock(&c->lock);
    void *memory = ra__chunks_take(&c->chunks, bytes, which);
    ra__unlock(&c->lock);
    return memory;
}

static void *take_fresh(cache *c, const source *from, int index, size_t bytes, size_t chunk)
{
    void *memory = NULL;
    ra__lock(&c->lock);
    const bool is_allowed = ra__chunks_expect(&c->chunks, bytes, chunk, from->is_limited ? ra__settings.device_memory_limit : 0);
    ra__unlock(&c->lock);
    if (!is_allowed)
        return NULL;
    const bool is_there = from->ask(index, chunk, &memory);
    ra__lock(&c->lock);
    const bool is_noted = is_there && ra__chunks_add(&c->chunks, bytes, chunk, memory);
    if (!is_there)
        ra__chunks_expect_no_more(&c->chunks, bytes, chunk);
    ra__unlock(&c->lock);
    if (is_there && !is_noted) {
        from->give_back(memory, chunk);
        ra__lock(&c->lock);
        ra__chunks_expect_no_more(&c->chunks, bytes, chunk);
        ra__unlock(&c->lock);
    }
    return is_noted ? memory : NULL;
}

static int take(cache *c, const source *from, int index, size_t asked, void **out)
{
    const bool in_chunks = ra__settings.device_chunks;
    const size_t bytes = in_chunks ? ra__chunk_rounded(asked) : asked + !asked;
    if (ra__cuda_is_lost())
        return -ENOMEM;
    if ((*out = take_cached(c, bytes, in_chunks ? RA__CHUNKS_OF_SORT : RA__CHUNKS_WHOLE)))
        return 0;
    if (!ra__cuda_visit(ra__cuda_device_of(index))) /* by a thread of the program's, too */
        return -ENOMEM;
    ra__lock(&c->lock);
    const size_t wanted = in_chunks ? ra__chunks_wanted(&c->chunks, bytes) : bytes;
    ra__unlock(&c->lock);
    *out = take_fresh(c, from, index, bytes, wanted);
    if (!*out && wanted > bytes)
        *out = take_fresh(c, from, index, bytes, bytes);
    ra__cuda_leave();
    if (!*out && in_chunks)
        *out = take_cached(c, bytes, RA__CHUNKS_ANY);
    return *out ? 0 : -ENOMEM;
}

static void give(cache *c, void *memory)
{
    if (ra__cuda_is_lost())
        return;
    ra__lock(&c->lock);
    ra__chunks_give(&c->chunks, memory);
    ra__unlock(&c->lock);
}

int ra__cuda_allocate(int index, size_t bytes, void **out)
{
    return take(&device_memory[index], &of_device, index, bytes, out);
}

void ra__cuda_release(void *memory, size_t bytes, int index)
{
    (void)bytes;
    if (memory)
        give(&device_memory[index], memory);
}

int ra__cuda_stage(int index, size_t bytes, void **out)
{
    return take(&host_memory[index], &of_host, index, bytes, out);
}

void ra__cuda_unstage(int index, void *memory, size_t bytes)
{
    (void)bytes;
    give(&host_memory[index], memory);
}

/* Both ends: between them is no end of what was registered, or the driver says so. */
bool ra__cuda_reaches(int index, const void *memory, size_t bytes)
{
    const ra__cu_address first = (ra__cu_address)(uintptr_t)memory;
    unsigned type = 0;
    bool reaches = ra__cuda_enter(ra__cuda_device_of(index));
    for (int end = 0; reaches && end < 2; end++)
        reaches = !ra__cuda.cuPointerGetAttribute(&type, RA__CU_POINTER_MEMORY_TYPE, end ? first + bytes - 1 : first) && type == RA__CU_MEMORY_OF_HOST;
    return reaches;
}

/* ---- back to the driver ---- */

static ra__chunk_block *remove_one(cache *c, size_t keep)
{
    ra__lock(&c->lock);
    ra__chunk_block *chunk = ra__chunks_remove(&c->chunks, keep);
    ra__unlock(&c->lock);
    return chunk;
}

static void empty(cache *c, const source *to, int index, size_t keep)
{
    for (ra__chunk_block *chunk; (chunk = remove_one(c, keep));) {
        if (ra__cuda_enter_again(ra__cuda_device_of(index)))
            to->give_back(chunk->memory, chunk->bytes);
        ra__lock(&c->lock);
        ra__chunks_removed(&c->chunks, chunk);
        ra__unlock(&c->lock);
    }
}

void ra__cuda_trim(int index, size_t keep)
{
    empty(&device_memory[index], &of_device, index, keep);
    empty(&host_memory[index], &of_host, index, keep);
}

/* ---- what is known of it ---- */

static ra_memory_stats figures_of(cache *c)
{
    ra__lock(&c->lock);
    const ra_memory_stats figures = {.live = c->chunks.live, .cached = c->chunks.cached, .peak = c->chunks.peak, .fresh = c->chunks.fresh};
    ra__unlock(&c->lock);
    return figures;
}

void ra__cuda_give_back(int index, size_t keep)
{
    if (ra__cuda_is_lost() || (figures_of(&device_memory[index]).cached <= keep && figures_of(&host_memory[index]).cached <= keep)) /* there may be no driver */
        return;
    if (!ra__cuda_visit_again(ra__cuda_device_of(index)))
        return;
    ra__cuda_trim(index, keep);
    ra__cuda_leave();
}

void ra__cuda_memory(int index, struct ra_memory_stats *stats)
{
    if (!ra__cuda_is_lost())
        *stats = figures_of(&device_memory[index]);
}

const char *ra__cuda_shortage(int index, size_t bytes, char *text, size_t size)
{
    cache *c = &device_memory[index];
    ra__lock(&c->lock);
    const size_t live = c->chunks.live, cached = c->chunks.cached, largest = ra__chunks_largest(&c->chunks);
    ra__unlock(&c->lock);
    const size_t most = ra__settings.device_memory_limit;
    int n = snprintf(text, size, "%zu bytes asked of %s, where tensors have %zu and %zu are cached", bytes, ra_device_name(RA_CUDA_AT(index)), live, cached);
    if (cached && n > 0 && (size_t)n < size)
        n += snprintf(text + n, size - (size_t)n, ", %zu side by side", largest);
    if (most && n > 0 && (size_t)n < size)
        snprintf(text + n, size - (size_t)n, ", of %zu that RUNAHEAD_DEVICE_MEMORY_LIMIT allows", most);
    return text;
}
