/*
 * A device with streams that is no more than a thread: it computes with the processor's kernels, in the order in which it is given
 * work, in memory of its own, whenever it likes. It stands where a GPU would (values/device.h).
 *
 * A test may hold it, so that nothing that has been handed over is done, or who waits for what a stream of it has done; have it refuse
 * memory, a mark, or work from some moment on; and see how much was handed over and not done.
 */
#ifndef TESTS_HELPERS_VIRTUAL_DEVICE_H
#define TESTS_HELPERS_VIRTUAL_DEVICE_H

#include "async/front/backend.h"
#include "async/values/device.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VIRTUAL_DEVICES = 2 };

/* What a kernel of the processor is asked for on the device: its plan, kept beside the one that the engine sees. */
typedef struct virtual_plan {
    ra_plan inner;
    size_t bytes; /* of the first result */
} virtual_plan;

typedef struct virtual_outcome { /* in the staging memory of the job */
    int status;
    char message[400];
} virtual_outcome;

typedef struct virtual_work {
    struct virtual_work *next;
    bool is_mark, is_copy, is_wait;
    /* a mark, which is of this device, and on this stream */
    int of;
    const void *on;
    bool reached, given_up;
    int waiting; /* other devices do */
    struct virtual_work *awaited; /* by what waits for another's */
    /* a copy */
    void *to;
    const void *from;
    size_t bytes;
    void *gone; /* to be freed */
    /* a kernel */
    ra__run run;
    virtual_outcome *outcome;
} virtual_work;

static struct virtual_device {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t thread;
    bool running, stop, lost;
    virtual_work *first, **behind;
    int waiting;  /* kernels handed over and not begun */
    unsigned chance;
} virtual_devices[VIRTUAL_DEVICES] = {
    {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER},
    {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER},
};
_Static_assert(VIRTUAL_DEVICES == 2, "each is there to be asked, held and lost before it is started");

static _Atomic bool virtual_held;          /* nothing more is begun */
static const void *_Atomic virtual_unawaited; /* who awaits a mark on this stream goes on waiting */
static _Atomic int virtual_stuck;          /* 1: who hands work over is held there; 2: one is */
static _Atomic bool virtual_takes_no_mark;
static _Atomic long virtual_memory_left = -1; /* allocations that succeed; -1: all */
static _Atomic long virtual_blocks;        /* allocated and not given back */
static _Atomic int virtual_trims;
static const ra_op *_Atomic virtual_lacks; /* an operator that it has no kernel for */
static _Atomic bool virtual_dawdles = true;
static _Atomic size_t virtual_bytes;       /* of its memory, as it says; 0: it does not say */

/* ---- memory ---- */

static int virtual_allocate(int place, size_t bytes, void **out)
{
    (void)place;
    long left = atomic_load(&virtual_memory_left);
    while (left >= 0) {
        if (left == 0)
            return -ENOMEM;
        if (atomic_compare_exchange_weak(&virtual_memory_left, &left, left - 1))
            break;
    }
    *out = aligned_alloc(64, (bytes + 127) & ~(size_t)63);
    if (!*out)
        return -ENOMEM;
    memset(*out, 0xA5, (bytes + 127) & ~(size_t)63);
    atomic_fetch_add(&virtual_blocks, 1);
    return 0;
}

static bool virtual_push(int index, const virtual_work *work, virtual_work **pushed);

/* Behind what may still use it. */
static void virtual_release(void *memory, size_t bytes, int place)
{
    (void)bytes;
    if (!memory)
        return;
    atomic_fetch_sub(&virtual_blocks, 1);
    if (!virtual_devices[place].running || !virtual_push(place, &(virtual_work){.is_copy = true, .gone = memory}, NULL))
        free(memory);
}

static int virtual_stage(int index, size_t bytes, void **out)
{
    (void)index;
    *out = calloc(1, bytes);
    return *out ? 0 : -ENOMEM;
}

static void virtual_unstage(int index, void *memory, size_t bytes)
{
    (void)index;
    (void)bytes;
    free(memory);
}

static const char *virtual_shortage(int index, size_t bytes, char *text, size_t size)
{
    snprintf(text, size, "%zu bytes of virtual device %d", bytes, index);
    return text;
}

static void virtual_trim(int index)
{
    (void)index;
    atomic_fetch_add(&virtual_trims, 1);
}

/* ---- work ---- */

static void virtual_compute(virtual_work *w)
{
    const ra_plan *p = &((virtual_plan *)w->run.plan->state)->inner;
    w->run.plan = p;
    w->run.scratch = p->scratch ? aligned_alloc(64, (p->scratch + 63) & ~(size_t)63) : NULL;
    w->run.message = w->outcome->message;
    w->run.message_size = sizeof w->outcome->message;
    ra_status s = RA_OK;
    for (int phase = 0; !s && phase < p->phases; phase++)
        for (int64_t g = 0; !s && g < ra__plan_grains(p, phase); g++)
            s = p->kernel->run(&w->run, phase, g, g + 1);
    w->outcome->status = (int)s;
    free(w->run.scratch);
}

static void virtual_wait(virtual_work *mark)
{
    struct virtual_device *of = &virtual_devices[mark->of];
    pthread_mutex_lock(&of->lock);
    while (!mark->reached)
        pthread_cond_wait(&of->changed, &of->lock);
    if (--mark->waiting == 0 && mark->given_up)
        free(mark);
    pthread_mutex_unlock(&of->lock);
}

static void *virtual_main(void *arg)
{
    struct virtual_device *d = arg;
    pthread_mutex_lock(&d->lock);
    for (;;) {
        virtual_work *w = d->first;
        if (d->stop && !w)
            break;
        if (!w || (atomic_load(&virtual_held) && !d->lost)) {
            struct timespec soon;
            clock_gettime(CLOCK_REALTIME, &soon);
            soon.tv_nsec += 1000000;
            soon.tv_sec += soon.tv_nsec / 1000000000;
            soon.tv_nsec %= 1000000000;
            pthread_cond_timedwait(&d->changed, &d->lock, &soon);
            continue;
        }
        if (!(d->first = w->next))
            d->behind = &d->first;
        if (w->is_mark) {
            w->reached = true;
            pthread_cond_broadcast(&d->changed);
            continue;
        }
        d->waiting -= !w->is_copy && !w->is_wait;
        bool lost = d->lost;
        pthread_mutex_unlock(&d->lock);
        if (w->is_wait) {
            virtual_wait(w->awaited);
            free(w);
            pthread_mutex_lock(&d->lock);
            continue;
        }
        d->chance = d->chance * 1664525 + 1013904223;
        for (volatile unsigned i = 0; atomic_load(&virtual_dawdles) && i < d->chance >> 19; i++)
            ;
        if (!lost && w->is_copy)
            w->bytes ? memcpy(w->to, w->from, w->bytes) : NULL;
        else if (!lost)
            virtual_compute(w);
        free(w->gone);
        free(w);
        pthread_mutex_lock(&d->lock);
    }
    pthread_mutex_unlock(&d->lock);
    return NULL;
}

static bool virtual_push(int index, const virtual_work *work, virtual_work **pushed)
{
    struct virtual_device *d = &virtual_devices[index];
    virtual_work *w = malloc(sizeof *w);
    if (!w)
        return false;
    *w = *work;
    w->next = NULL;
    for (int stuck = 1; !w->is_mark && (atomic_compare_exchange_strong(&virtual_stuck, &stuck, 2) || stuck == 2); stuck = 1)
        usleep(100);
    pthread_mutex_lock(&d->lock);
    *d->behind = w;
    d->behind = &w->next;
    d->waiting += !w->is_mark && !w->is_copy && !w->is_wait;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    if (pushed)
        *pushed = w;
    return true;
}

static ra_status virtual_await(int index, void *mark, char *message, size_t size);

static ra_status virtual_copy(int index, void *to, const void *from, size_t bytes, bool later)
{
    char message[100];
    virtual_work *w;
    if (!virtual_push(index, &(virtual_work){.is_copy = true, .to = to, .from = from, .bytes = bytes}, NULL) ||
        (!later && !virtual_push(index, &(virtual_work){.is_mark = true, .of = index}, &w)))
        return RA_ERR_TASK_MEMORY;
    const ra_status s = later ? RA_OK : virtual_await(index, w, message, sizeof message);
    if (!later)
        free(w);
    return s;
}

/* It is not given, but waited for. */
static bool virtual_mark_taken(int index)
{
    char message[100];
    virtual_work *w;
    if (virtual_push(index, &(virtual_work){.is_mark = true, .of = index}, &w)) {
        (void)virtual_await(index, w, message, sizeof message);
        free(w);
    }
    return true;
}

/* All its streams are one, by different names: whatever is handed over later is done later. */
static ra_status virtual_open(int index, void **stream, char *why, size_t size)
{
    (void)index, (void)why, (void)size;
    *stream = malloc(1);
    return *stream ? RA_OK : RA_ERR_SYSTEM;
}

static void virtual_close(int index, void *stream)
{
    (void)index;
    free(stream);
}

static void virtual_use(int index, int number, void *stream)
{
    (void)index, (void)number, (void)stream;
}

static ra_status virtual_order(int index, void *stream, void *mark)
{
    virtual_work *w = mark;
    (void)stream;
    if (w->of == index)
        return RA_OK;
    pthread_mutex_lock(&virtual_devices[w->of].lock);
    w->waiting++;
    pthread_mutex_unlock(&virtual_devices[w->of].lock);
    return virtual_push(index, &(virtual_work){.is_wait = true, .awaited = w}, NULL) ? RA_OK : RA_ERR_SYSTEM;
}

static void virtual_unmark(int index, void *mark)
{
    virtual_work *w = mark;
    pthread_mutex_lock(&virtual_devices[index].lock);
    w->given_up = true;
    const bool last = !w->waiting;
    pthread_mutex_unlock(&virtual_devices[index].lock);
    if (last)
        free(w);
}

static ra_status virtual_mark(int index, void *stream, void **mark, char *message, size_t size)
{
    virtual_work *w;
    const bool is_taken = atomic_load(&virtual_takes_no_mark) && virtual_mark_taken(index);
    if (is_taken || !virtual_push(index, &(virtual_work){.is_mark = true, .of = index, .on = stream}, &w)) {
        snprintf(message, size, "virtual device %d takes no mark", index);
        return RA_ERR_SYSTEM;
    }
    *mark = w;
    return RA_OK;
}

static ra_status virtual_await(int index, void *mark, char *message, size_t size)
{
    struct virtual_device *d = &virtual_devices[index];
    virtual_work *w = mark;
    pthread_mutex_lock(&d->lock);
    while (!w->reached || (w->on && w->on == atomic_load(&virtual_unawaited)))
        pthread_cond_wait(&d->changed, &d->lock);
    bool lost = d->lost;
    pthread_mutex_unlock(&d->lock);
    if (lost)
        snprintf(message, size, "virtual device %d was lost", index);
    return lost ? RA_ERR_SYSTEM : RA_OK;
}

/* Until it is called with NULL. */
static inline void virtual_hold_await(int index, const void *stream)
{
    pthread_mutex_lock(&virtual_devices[index].lock);
    atomic_store(&virtual_unawaited, stream);
    pthread_cond_broadcast(&virtual_devices[index].changed);
    pthread_mutex_unlock(&virtual_devices[index].lock);
}

static int virtual_waiting(int index)
{
    pthread_mutex_lock(&virtual_devices[index].lock);
    int n = virtual_devices[index].waiting;
    pthread_mutex_unlock(&virtual_devices[index].lock);
    return n;
}

/* Not come to yet. */
static int virtual_marks(int index)
{
    int n = 0;
    pthread_mutex_lock(&virtual_devices[index].lock);
    for (const virtual_work *w = virtual_devices[index].first; w; w = w->next)
        n += w->is_mark;
    pthread_mutex_unlock(&virtual_devices[index].lock);
    return n;
}

static void virtual_lose(int index)
{
    pthread_mutex_lock(&virtual_devices[index].lock);
    virtual_devices[index].lost = true;
    pthread_cond_broadcast(&virtual_devices[index].changed);
    pthread_mutex_unlock(&virtual_devices[index].lock);
}

/* ---- kernels: those of the processor, once more ---- */

static ra_kernel virtual_kernels[RA__OP_COUNT];

static ra_status virtual_plan_kernel(const ra_meta *m, ra_plan *p)
{
    const ra_kernel *seen = p->kernel, *inner = ra__kernels->kernels[m->op->id];
    const ra_plan before = *p;
    p->kernel = inner;
    ra_status s = inner->plan(m, p);
    if (s)
        return s;
    ra_plan planned = *p;
    virtual_plan *v = p->alloc(p, sizeof *v);
    if (!v)
        return RA_ERR_MEMORY;
    v->inner = planned;
    v->bytes = ra_dtype_size(m->out[0].shape.dtype);
    for (int d = 0; d < m->out[0].shape.ndim; d++)
        v->bytes *= (size_t)m->out[0].shape.sizes[d];
    *p = before;
    p->kernel = seen;
    p->workspace = planned.workspace;
    p->staging = sizeof(virtual_outcome);
    p->state = v;
    p->phases = planned.phases ? 2 : 0;
    p->grains[0] = p->grains[1] = 1;
    p->flags |= planned.flags & RA__PLAN_LINEAR;
    return RA_OK;
}

static ra_status virtual_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first;
    (void)last;
    if (phase == 0) {
        virtual_work w = {.run = *r, .outcome = r->staging};
        return virtual_push(ra__device_index(r->plan->device), &w, NULL) ? (ra_status)RA__PENDING : RA_ERR_TASK_MEMORY;
    }
    const virtual_outcome *o = r->staging;
    return o->status ? ra__fault(r, (ra_status)o->status, "%s", o->message) : RA_OK;
}

/* One after another, all the same; what is to be in no memory is in a block that goes with the last. Now and then it refuses. */
static ra_status virtual_join(const ra__joined *jobs, int count)
{
    static _Atomic int joins;
    const int index = ra__device_index(jobs[0].run.plan->device);
    void *blocks[64];
    int taken = 0;
    if (atomic_fetch_add(&joins, 1) % 4 == 3 || count > 64)
        return RA_ERR_UNSUPPORTED;
    ra_status s = (ra_status)RA__PENDING;
    for (int i = 0; i < count && (int)s == RA__PENDING; i++) {
        const size_t bytes = ((const virtual_plan *)jobs[i].run.plan->state)->bytes;
        char **data = (char **)(uintptr_t)jobs[i].run.data;
        for (int k = 0; k < RA__JOINED_OPERANDS; k++)
            if (jobs[i].from[k] >= 0)
                data[k] = jobs[jobs[i].from[k]].run.data[0];
        if (!data[0] && !(data[0] = blocks[taken++] = aligned_alloc(64, (bytes + 127) & ~(size_t)63)))
            s = RA_ERR_TASK_MEMORY;
        else if (!virtual_push(index, &(virtual_work){.run = jobs[i].run, .outcome = jobs[i].run.staging}, NULL))
            s = RA_ERR_TASK_MEMORY;
    }
    while (taken--)
        if (!virtual_push(index, &(virtual_work){.is_copy = true, .gone = blocks[taken]}, NULL))
            free(blocks[taken]);
    return s;
}

static const ra_kernel *virtual_kernel(const ra_op *op)
{
    return ra__kernels->kernels[op->id] && op != atomic_load(&virtual_lacks) ? &virtual_kernels[op->id] : NULL;
}

/* ---- the device ---- */

static ra_status virtual_find(int index, char *why, size_t size)
{
    if (index < VIRTUAL_DEVICES)
        return RA_OK;
    snprintf(why, size, "there are %d virtual devices", VIRTUAL_DEVICES);
    return RA_ERR_DEVICE;
}

static ra_status virtual_start(int index, char *why, size_t size)
{
    (void)why, (void)size;
    struct virtual_device *d = &virtual_devices[index];
    pthread_mutex_lock(&d->lock);
    d->stop = false;
    d->first = NULL;
    d->behind = &d->first;
    d->waiting = 0;
    const bool running = d->running = pthread_create(&d->thread, NULL, virtual_main, d) == 0;
    pthread_mutex_unlock(&d->lock);
    return running ? RA_OK : RA_ERR_SYSTEM;
}

static void virtual_stop(int index)
{
    struct virtual_device *d = &virtual_devices[index];
    pthread_mutex_lock(&d->lock);
    d->stop = true;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    pthread_join(d->thread, NULL);
    d->running = d->lost = false;
}

/* The device's thread, which is not there, may have had a lock. */
static void virtual_fork_child(void)
{
    for (int i = 0; i < VIRTUAL_DEVICES; i++) {
        pthread_mutex_init(&virtual_devices[i].lock, NULL);
        pthread_cond_init(&virtual_devices[i].changed, NULL);
    }
}

static size_t virtual_capacity(int index)
{
    (void)index;
    return atomic_load(&virtual_bytes);
}

static const ra__device virtual_row = {
    .allocate = virtual_allocate, .release = virtual_release, .find = virtual_find, .start = virtual_start, .stop = virtual_stop, .fork_child = virtual_fork_child,
    .kernel = virtual_kernel, .join = virtual_join, .shortage = virtual_shortage, .stage = virtual_stage, .unstage = virtual_unstage, .copy = virtual_copy,
    .open = virtual_open, .close = virtual_close, .use = virtual_use, .mark = virtual_mark, .order = virtual_order, .await = virtual_await, .unmark = virtual_unmark, .trim = virtual_trim,
    .capacity = virtual_capacity,
};

/* Before the first call: it is the device RA_CUDA from now on. */
static inline void virtual_offer(void)
{
    for (int i = 0; i < RA__OP_COUNT; i++)
        virtual_kernels[i] = (ra_kernel){.name = "virtual", .plan = virtual_plan_kernel, .run = virtual_run};
    ra__device_offer(&virtual_row);
}

#endif
