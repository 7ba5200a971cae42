/*
 * The device of device.h. Each of its streams computes in the order in which it was handed work, as late as it may (when a completing lane
 * waits for a mark that comes behind that), and in the general programs now and then at once, as the seed says. So who begins what comes after a job of
 * its before the lane has told the end of that reads what is not there yet, in the first schedule. What it computes counts as its
 * caller's for the detector of races; where several lanes may be that, the stream's own order is between them.
 */
#include "device.h"

#include "async/values/device.h"
#include "explorer.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 256, STREAMS = RA__STREAMS };

static struct {
    struct {
        struct {
            void (*compute)(void *of); /* NULL: it waits for what `of` stands behind */
            void *of;
        } item[MOST];
        int handed, done;
        ex_clock clock; /* of what it has computed for whichever lane */
    } stream[STREAMS];
    int opened, using;
    bool refuses;
    void (*then)(void); /* where it has refused */
} device;

void ex_device_begin(void)
{
    for (int i = 0; i < STREAMS; i++) {
        device.stream[i].handed = device.stream[i].done = 0;
        memset(&device.stream[i].clock, 0, sizeof device.stream[i].clock);
    }
    device.opened = 0;
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
    int waiting = 0;
    for (int i = 0; i < STREAMS; i++)
        waiting += device.stream[i].handed - device.stream[i].done;
    return waiting;
}

/* The mark behind so many pieces of a stream's. */
static void *mark_of(int stream, int end)
{
    return (char *)1 + stream * (MOST + 1) + end;
}

static void compute_before(const void *mark)
{
    const int at = (int)((const char *)mark - (const char *)1), stream = at / (MOST + 1), end = at % (MOST + 1);
    while (device.stream[stream].done < end) {
        const int i = device.stream[stream].done++;
        if (!device.stream[stream].item[i].compute) {
            compute_before(device.stream[stream].item[i].of);
            continue;
        }
        ex_join(&ex.now->clock, &device.stream[stream].clock);
        device.stream[stream].item[i].compute(device.stream[stream].item[i].of);
        ex_join(&device.stream[stream].clock, &ex.now->clock);
        ex.now->clock.at[ex.now->number]++;
    }
    ex_join(&ex.now->clock, &device.stream[stream].clock);
}

static void add(int stream, void (*compute)(void *of), void *of)
{
    const int i = device.stream[stream].handed++;
    if (i == MOST)
        ex_fail("explorer: more than %d pieces of work for the device", MOST);
    device.stream[stream].item[i].compute = compute;
    device.stream[stream].item[i].of = of;
}

void ex_device_take(void (*compute)(void *of), void *of)
{
    const int stream = device.using;
    add(stream, compute, of);
    if (ex.strategy != EX_EXHAUST && ex_once_in(&ex.chance, 3))
        compute_before(mark_of(stream, device.stream[stream].handed));
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
    if (memory)
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
    for (int i = 0; i < STREAMS; i++)
        compute_before(mark_of(i, device.stream[i].handed));
}

static void fork_child(void)
{
    for (int i = 0; i < STREAMS; i++)
        device.stream[i].handed = device.stream[i].done = 0;
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

static ra_status copy(int index, void *to, const void *from, size_t bytes, bool later)
{
    (void)index, (void)to, (void)from, (void)bytes, (void)later;
    return RA_ERR_SYSTEM;
}

static ra_status open(int index, void **stream, char *why, size_t size)
{
    (void)index, (void)why, (void)size;
    ex_point((void *)(uintptr_t)open);
    *stream = &device.stream[device.opened++ % STREAMS];
    return RA_OK;
}

static void close(int index, void *stream)
{
    (void)index, (void)stream;
}

static int number_of(const void *stream)
{
    return (int)(((const char *)stream - (const char *)device.stream) / (ptrdiff_t)sizeof device.stream[0]);
}

static void use(int index, int number, void *stream)
{
    (void)index, (void)number;
    device.using = number_of(stream);
}

static ra_status mark(int index, void *stream, void **at, char *message, size_t size)
{
    (void)index, (void)message, (void)size;
    ex_point((void *)(uintptr_t)mark);
    *at = mark_of(number_of(stream), device.stream[number_of(stream)].handed);
    return RA_OK;
}

static ra_status order(int index, void *stream, void *at)
{
    (void)index;
    ex_point((void *)(uintptr_t)order);
    add(number_of(stream), NULL, at);
    return RA_OK;
}

static ra_status await(int index, void *at, char *message, size_t size)
{
    (void)index, (void)message, (void)size;
    ex_point((void *)(uintptr_t)await);
    compute_before(at);
    return RA_OK;
}

static void unmark(int index, void *at)
{
    (void)index, (void)at;
}

static void trim(int index)
{
    (void)index;
}

void ex_device_offer(void)
{
    static const ra__device row = {.allocate = allocate, .release = release, .start = start, .stop = stop, .fork_child = fork_child, .kernel = kernel,
                                   .shortage = shortage, .stage = stage, .unstage = unstage, .open = open, .close = close, .use = use, .copy = copy, .mark = mark, .order = order, .await = await,
                                   .unmark = unmark, .trim = trim};
    ra__device_offer(&row);
}
