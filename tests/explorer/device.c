/*
 * The device of device.h. It computes in the order in which it was handed work, as late as it may (when the completing lane waits for
 * the mark behind that), and in the general programs now and then at once, as the seed says. So who begins what comes after a job of
 * its before the lane has told the end of that reads what is not there yet, in the first schedule. What it computes counts as its
 * caller's for the detector of races; where both lanes may be that, the stream's own order is between them.
 */
#include "device.h"

#include "async/values/device.h"
#include "explorer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 256 };

static struct {
    struct {
        void (*compute)(void *of);
        void *of, *gone; /* gone: memory that is given back behind what was handed over before */
    } item[MOST];
    int handed, done;
    ex_clock clock; /* of what it has computed for whichever lane */
    bool refuses;
    void (*then)(void); /* where it has refused */
} device;

void ex_device_begin(void)
{
    device.handed = device.done = 0;
    memset(&device.clock, 0, sizeof device.clock);
    device.refuses = false;
    device.then = NULL;
}

void ex_device_refuse_once(void (*then)(void))
{
    device.refuses = true;
    device.then = then;
}

int ex_device_waiting(void)
{
    return device.handed - device.done;
}

static void compute_until(int end, const void *site)
{
    if (ex.strategy != EX_EXHAUST)
        ex_join(&ex.now->clock, &device.clock);
    while (device.done < end) {
        const int i = device.done++;
        if (device.item[i].gone)
            ex_heap_give(device.item[i].gone, site);
        else
            device.item[i].compute(device.item[i].of);
    }
    if (ex.strategy == EX_EXHAUST)
        return;
    ex_join(&device.clock, &ex.now->clock);
    ex.now->clock.at[ex.now->number]++;
}

static int add(void (*compute)(void *of), void *of, void *gone)
{
    if (device.handed == MOST)
        ex_fail("explorer: more than %d pieces of work for the device", MOST);
    device.item[device.handed].compute = compute;
    device.item[device.handed].of = of;
    device.item[device.handed].gone = gone;
    return ++device.handed;
}

void ex_device_take(void (*compute)(void *of), void *of)
{
    const int end = add(compute, of, NULL);
    if (ex.strategy != EX_EXHAUST && ex_once_in(&ex.chance, 3))
        compute_until(end, (void *)(uintptr_t)ex_device_take);
}

/* ---- its row ---- */

static int allocate(int place, size_t bytes, void **out)
{
    (void)place;
    if (device.refuses) {
        device.refuses = false;
        return -ENOMEM;
    }
    if (device.then)
        device.then();
    device.then = NULL;
    *out = ex_heap_take(bytes ? bytes : 1, 64);
    return *out ? 0 : -ENOMEM;
}

static void release(void *memory, size_t bytes, int place)
{
    (void)bytes, (void)place;
    if (memory && device.done < device.handed)
        (void)add(NULL, NULL, memory);
    else if (memory)
        ex_heap_give(memory, (void *)(uintptr_t)release);
}

static ra_status start(int index, char *why, size_t size)
{
    ex_point((void *)(uintptr_t)start);
    snprintf(why, size, "there is one virtual device");
    return index ? RA_ERR_DEVICE : RA_OK;
}

static void stop(int index)
{
    (void)index;
    if (device.done < device.handed)
        compute_until(device.handed, (void *)(uintptr_t)stop);
}

static void fork_child(void)
{
    device.handed = device.done = 0;
}

static const ra_kernel *kernel(const ra_op *op)
{
    (void)op;
    return NULL;
}

static const char *shortage(int index, size_t bytes, char *text, size_t size)
{
    (void)index;
    snprintf(text, size, "%zu bytes of the virtual device", bytes);
    return text;
}

static int stage(int index, size_t bytes, void **out)
{
    (void)index;
    *out = ex_heap_take(bytes ? bytes : 1, 64);
    return *out ? 0 : -ENOMEM;
}

static void unstage(int index, void *memory, size_t bytes)
{
    (void)index, (void)bytes;
    ex_heap_give(memory, (void *)(uintptr_t)unstage);
}

static ra_status copy(int index, void *to, const void *from, size_t bytes)
{
    (void)index, (void)to, (void)from, (void)bytes;
    return RA_ERR_SYSTEM;
}

static ra_status mark(int index, void **at)
{
    (void)index;
    ex_point((void *)(uintptr_t)mark);
    *at = (char *)1 + device.handed;
    return RA_OK;
}

static ra_status await(int index, void *at, char *message, size_t size)
{
    (void)index, (void)message, (void)size;
    ex_point((void *)(uintptr_t)await);
    compute_until((int)((char *)at - (char *)1), (void *)(uintptr_t)await);
    return RA_OK;
}

static void trim(int index)
{
    (void)index;
}

void ex_device_offer(void)
{
    static const ra__device row = {.allocate = allocate, .release = release, .start = start, .stop = stop, .fork_child = fork_child, .kernel = kernel,
                                   .shortage = shortage, .stage = stage, .unstage = unstage, .copy = copy, .mark = mark, .await = await, .trim = trim};
    ra__device_offer(&row);
}
