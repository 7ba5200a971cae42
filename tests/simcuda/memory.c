/*
 * Where bytes lie. A device's memory has two views of the same pages: the one that the user of the driver gets addresses of is
 * closed to everybody, so that a host thread that touches it faults; the shadow, at a fixed distance, is what runs work. Pinned memory
 * has one view. Addresses of allocations come round again as late as possible, and each byte has a cell (clocks.c): outside of an
 * allocation it is empty, so that the first byte beside one is told from its last.
 */
#define _GNU_SOURCE
#include "sim.h"
#include "device/simcuda_abi.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ALIGNMENT = 512, PAGE = 1 << 21, HOST_ARENA = DEVICES_MAX, REGISTERED_MAX = 4096 };
#define HOST_ROOM (UINT64_C(4) << 30)

uintptr_t device_base, device_end, device_shift;
static uintptr_t device_room; /* of addresses, each device's */
static int device_file;
static struct region devices[DEVICES_MAX], pinned, registered[REGISTERED_MAX];
static int registered_count;

/* Past the sanitizers, which would keep records of gigabytes that nobody touches. */
static uintptr_t map(size_t bytes, int protection, int flags, int file)
{
    long at = syscall(SYS_mmap, NULL, bytes, protection, flags | MAP_NORESERVE, file, 0);
    return at > -4096 && at < 0 ? 0 : (uintptr_t)at;
}

static struct cell *map_cells(size_t bytes)
{
    return (struct cell *)map(bytes * sizeof(struct cell), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

CUresult memory_start(void)
{
    /* Four times as many addresses as bytes, so that a freed address is not soon another's. */
    device_room = (4 * settings.memory + PAGE - 1) / PAGE * PAGE;
    size_t all = device_room * (size_t)settings.devices;
    device_file = memfd_create("simcuda", MFD_CLOEXEC);
    if (device_file < 0 || ftruncate(device_file, (off_t)all))
        return CUDA_ERROR_OPERATING_SYSTEM;
    device_base = map(all, PROT_NONE, MAP_SHARED, device_file);
    uintptr_t shadow = map(all, PROT_READ | PROT_WRITE, MAP_SHARED, device_file);
    struct cell *cells = map_cells(all);
    uintptr_t host = map(HOST_ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    struct cell *host_cells = map_cells(HOST_ROOM);
    if (!device_base || !shadow || !cells || !host || !host_cells)
        return CUDA_ERROR_OPERATING_SYSTEM;
    device_end = device_base + all;
    device_shift = shadow - device_base;
    for (int i = 0; i < settings.devices; i++)
        devices[i] = (struct region){.base = device_base + (uintptr_t)i * device_room, .shadow = shadow + (uintptr_t)i * device_room, .bytes = device_room, .cells = cells + (uintptr_t)i * device_room, .device = i};
    pinned = (struct region){.base = host, .shadow = host, .bytes = HOST_ROOM, .cells = host_cells, .device = -1};
    return CUDA_SUCCESS;
}

uintptr_t shadow_of(uintptr_t address)
{
    return address >= device_base && address < device_end ? address + device_shift : address;
}

const struct region *region_of(uintptr_t address)
{
    if (address - device_base < device_end - device_base)
        return &devices[(address - device_base) / device_room];
    if (address - device_base - device_shift < device_end - device_base)
        return &devices[(address - device_base - device_shift) / device_room];
    if (address - pinned.base < pinned.bytes)
        return &pinned;
    for (int i = 0; i < registered_count; i++)
        if (address - registered[i].base < registered[i].bytes)
            return &registered[i];
    return NULL;
}

CUresult memory_touch(struct access *access, uintptr_t at, size_t bytes, int how)
{
    const struct region *region = region_of(at);
    if (!region || !region->cells || !bytes)
        return CUDA_SUCCESS;
    if (region->device >= 0 && access->context && region->device != access->context->device && !(access->context->peers >> region->device & 1)) {
        if (!access->reported)
            violation("%s on device %d touches %p, memory of device %d, to which it has no peer access", access->what, access->context->device, (void *)at, region->device);
        access->reported = true;
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    uintptr_t offset = shadow_of(at) - region->shadow;
    if (bytes > region->bytes - offset)
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    return cells_touch(access, region->cells + offset, bytes, how, (void *)(region->base + offset));
}

/* ---- which bytes are allocated ---- */

static struct allocation *allocations; /* sorted by address */
static size_t allocation_count, allocation_room;
static uintptr_t cursor[DEVICES_MAX + 1]; /* where the next one of an arena is looked for */
static size_t used[DEVICES_MAX];
static uint64_t allocated;

static size_t first_above(uintptr_t address)
{
    size_t low = 0, high = allocation_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (allocations[middle].at <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct allocation *allocation_of(uintptr_t address)
{
    size_t i = first_above(address);
    if (i == 0)
        return NULL;
    struct allocation *a = &allocations[i - 1];
    return address - a->at < a->bytes || address == a->at ? a : NULL;
}

/* Bytes that an allocation keeps from others: at least one alignment beyond its end stays empty. */
static size_t span(size_t bytes)
{
    return (bytes + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static uintptr_t find_gap(uintptr_t from, uintptr_t end, size_t bytes)
{
    uintptr_t at = from;
    size_t i = first_above(from);
    if (i && allocations[i - 1].at + span(allocations[i - 1].bytes) > at)
        at = allocations[i - 1].at + span(allocations[i - 1].bytes);
    for (; i < allocation_count && allocations[i].at < end; i++) {
        if (allocations[i].at - at >= bytes)
            return at;
        at = allocations[i].at + span(allocations[i].bytes);
    }
    return at < end && end - at >= bytes ? at : 0;
}

CUresult allocation_new(int device, struct context *context, size_t bytes, bool is_pooled, struct allocation *made)
{
    int arena = device < 0 ? HOST_ARENA : device;
    const struct region *region = device < 0 ? &pinned : &devices[device];
    if (bytes > region->bytes / 2 || (device >= 0 && (bytes > settings.memory || used[device] + span(bytes) > settings.memory)))
        return CUDA_ERROR_OUT_OF_MEMORY;
    if (allocation_count == allocation_room) {
        size_t room = allocation_room ? 2 * allocation_room : 64;
        struct allocation *more = realloc(allocations, room * sizeof *more);
        if (!more)
            return CUDA_ERROR_OUT_OF_MEMORY;
        allocations = more;
        allocation_room = room;
    }
    uintptr_t first = region->base + ALIGNMENT, end = region->base + region->bytes;
    uintptr_t at = find_gap(cursor[arena] ? cursor[arena] : first, end, span(bytes));
    if (!at)
        at = find_gap(first, end, span(bytes));
    if (!at)
        return CUDA_ERROR_OUT_OF_MEMORY;
    cursor[arena] = at + span(bytes);
    size_t i = first_above(at);
    memmove(allocations + i + 1, allocations + i, (allocation_count - i) * sizeof *allocations);
    allocation_count++;
    allocations[i] = *made = (struct allocation){.at = at, .bytes = bytes, .device = device, .context = context, .is_pooled = is_pooled, .number = ++allocated};
    if (device >= 0)
        used[device] += span(bytes);
    return CUDA_SUCCESS;
}

void allocation_end(struct allocation *a)
{
    if (a->device >= 0)
        used[a->device] -= span(a->bytes);
    size_t i = (size_t)(a - allocations);
    memmove(a, a + 1, (--allocation_count - i) * sizeof *a);
}

void allocations_end(struct context *context)
{
    for (size_t i = allocation_count; i-- > 0;)
        if (allocations[i].context == context)
            allocation_end(&allocations[i]);
}

size_t memory_used(int device)
{
    return used[device];
}

/* ---- cells of what begins and ends ---- */

static void mark(const struct region *region, uintptr_t at, size_t bytes, uint32_t id)
{
    struct cell *cells = region->cells + (at - region->base);
    for (size_t i = 0; i < bytes; i++)
        cells[i] = (struct cell){id, 0};
}

static uint32_t as_state(const struct access *access, int state)
{
    struct toucher who = *toucher_of(access->id);
    who.state = state;
    return toucher_new(&who);
}

CUresult memory_begin(struct access *access, uintptr_t at, size_t bytes)
{
    const struct region *region = region_of(at);
    mark(region, at, bytes, as_state(access, TOUCH_ALLOCATED));
    if (region->device >= 0)
        memset((void *)shadow_of(at), 0xa5, bytes); /* neither zero nor what lay there before */
    return CUDA_SUCCESS;
}

CUresult memory_end(struct access *access, uintptr_t at, size_t bytes)
{
    const struct region *region = region_of(at);
    CUresult result = memory_touch(access, at, bytes, SIMCUDA_WRITE); /* all who touched it came before */
    mark(region, at, bytes, as_state(access, TOUCH_FREED));
    long page = sysconf(_SC_PAGESIZE);
    uintptr_t first = (at + (uintptr_t)page - 1) & -(uintptr_t)page, end = (at + bytes) & -(uintptr_t)page;
    if (end > first && region->device >= 0)
        fallocate(device_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)(first - device_base), (off_t)(end - first));
    else if (end > first && region == &pinned)
        madvise((void *)first, end - first, MADV_DONTNEED);
    return result;
}

CUresult region_register(void *at, size_t bytes)
{
    uintptr_t base = (uintptr_t)at;
    for (int i = 0; i < registered_count; i++)
        if (registered[i].bytes && base < registered[i].base + registered[i].bytes && registered[i].base < base + bytes)
            return CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
    int i = 0;
    while (i < registered_count && registered[i].bytes)
        i++;
    if (i == REGISTERED_MAX)
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct cell *made = map_cells(bytes);
    if (!made)
        return CUDA_ERROR_OUT_OF_MEMORY;
    struct access access = host_access("cuMemHostRegister");
    registered[i] = (struct region){.base = base, .shadow = base, .bytes = bytes, .cells = made, .device = -1, .is_registered = true};
    mark(&registered[i], base, bytes, access.id);
    if (i == registered_count)
        registered_count++;
    return CUDA_SUCCESS;
}

CUresult region_unregister(void *at)
{
    for (int i = 0; i < registered_count; i++)
        if (registered[i].bytes && registered[i].base == (uintptr_t)at) {
            syscall(SYS_munmap, registered[i].cells, registered[i].bytes * sizeof(struct cell));
            registered[i] = (struct region){.base = 0};
            return CUDA_SUCCESS;
        }
    return CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
}
