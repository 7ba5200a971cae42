/*
 * Streams, and the threads that run them. As on a device, streams share a number of hardware queues: a channel runs what its streams
 * were given in the order in which it was given, whichever stream it belongs to. Whoever orders two streams by flags in memory alone
 * may so find the one that waits ahead of the one that it waits for. Which streams share a channel follows from the seed.
 *
 * A channel holds a bounded number of pieces of work; who gives it one more waits.
 */
#define _GNU_SOURCE
#include "sim.h"
#include "device/simcuda_abi.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

pthread_mutex_t sim_lock = PTHREAD_MUTEX_INITIALIZER, sim_memory_lock = PTHREAD_MUTEX_INITIALIZER, sim_clock_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t sim_progress = PTHREAD_COND_INITIALIZER;
uint64_t work_given;

struct channel {
    struct work **queue; /* a ring of settings.queue */
    int head, count;
    bool is_started;
};
static struct channel channels[CHANNELS_MAX];
static struct stream *streams;
static int stream_count;
static uint32_t line_ticks[TIMELINES];
static bool line_taken[TIMELINES] = {[HOST_LINE] = true};

static __thread bool running_host_function;

bool in_host_function(void)
{
    return running_host_function;
}

static uint64_t nanoseconds(void)
{
    if (settings.virtual_scale)
        return virtual_now();
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static void rest(long ns)
{
    nanosleep(&(struct timespec){ns / 1000000000, ns % 1000000000}, NULL);
}

/* ---- pieces of work ---- */

static CUresult context_error(struct context *c)
{
    pthread_mutex_lock(&sim_lock);
    CUresult error = c->is_alive ? c->error : CUDA_ERROR_CONTEXT_IS_DESTROYED;
    pthread_mutex_unlock(&sim_lock);
    return error;
}

static bool value_is_there(const struct work *w)
{
    const void *at = (const void *)shadow_of(w->value.at);
    uint64_t now = w->value.is_wide ? __atomic_load_n((const uint64_t *)at, __ATOMIC_ACQUIRE) : __atomic_load_n((const uint32_t *)at, __ATOMIC_ACQUIRE);
    uint64_t wanted = w->value.value;
    switch (w->value.flags & 3) {
    case CU_STREAM_WAIT_VALUE_GEQ: /* in the cyclic sense, as it is documented */
        return w->value.is_wide ? (int64_t)(now - wanted) >= 0 : (int32_t)((uint32_t)now - (uint32_t)wanted) >= 0;
    case CU_STREAM_WAIT_VALUE_EQ:
        return now == wanted;
    case CU_STREAM_WAIT_VALUE_AND:
        return (now & wanted) != 0;
    default:
        return w->value.is_wide ? ~(now | wanted) != 0 : (uint32_t) ~(now | wanted) != 0;
    }
}

/* Flags that streams wrote: whoever sees the value has seen what came before. */
static struct flag {
    uintptr_t at;
    struct clock clock;
    struct flag *next;
} *flags[1024];

static struct flag *flag_of(uintptr_t at)
{
    struct flag **list = &flags[at / 4 % 1024], *f = *list;
    while (f && f->at != at)
        f = f->next;
    if (!f) {
        f = calloc(1, sizeof *f);
        if (!f)
            abort();
        f->at = at;
        f->next = *list;
        *list = f;
    }
    return f;
}

static bool wait_is_over(void *data)
{
    const struct work *w = data;
    return value_is_there(w) || w->context->error;
}

/* Ends with an error where a device would hang. */
static CUresult wait_for_value(struct work *w)
{
    if (settings.virtual_scale) { /* and hangs, where nothing else goes on either */
        virtual_until(wait_is_over, w);
        return CUDA_SUCCESS;
    }
    uint64_t begin = nanoseconds();
    while (!value_is_there(w) && !context_error(w->context)) {
        rest(10000);
        if (nanoseconds() - begin > (uint64_t)settings.stall_ms * 1000000) {
            pthread_mutex_lock(&sim_lock);
            struct channel *c = w->stream->channel;
            const struct work *behind = NULL;
            for (int i = 1; i < c->count && !behind; i++)
                if (c->queue[(c->head + i) % settings.queue]->stream != w->stream)
                    behind = c->queue[(c->head + i) % settings.queue];
            pthread_mutex_unlock(&sim_lock);
            if (behind)
                violation("stream %d waits for a value at %p that does not come, and %s of stream %d, which shares its queue on the device, is held up behind it: order made by memory alone is not seen by the driver, an event must make it too", w->stream->number, (void *)w->value.at, behind->what, behind->stream->number);
            else
                violation("stream %d waits for a value at %p that does not come", w->stream->number, (void *)w->value.at);
            return CUDA_ERROR_LAUNCH_TIMEOUT;
        }
    }
    return CUDA_SUCCESS;
}

static CUresult copy(struct work *w, struct access *a)
{
    uintptr_t from = w->copy.staged ? (uintptr_t)w->copy.staged : w->copy.from;
    CUresult result = w->copy.staged ? CUDA_SUCCESS : memory_touch(a, from, w->copy.bytes, SIMCUDA_READ);
    if (!result)
        result = memory_touch(a, w->copy.to, w->copy.bytes, SIMCUDA_WRITE);
    if (!result)
        memmove((void *)shadow_of(w->copy.to), (void *)shadow_of(from), w->copy.bytes);
    return result;
}

static CUresult fill(struct work *w, struct access *a)
{
    CUresult result = memory_touch(a, w->fill.to, w->fill.count * w->fill.element, SIMCUDA_WRITE);
    char *to = (char *)shadow_of(w->fill.to);
    for (size_t i = 0; !result && i < w->fill.count; i++)
        memcpy(to + i * w->fill.element, &w->fill.value, w->fill.element);
    return result;
}

static CUresult write_value(struct work *w)
{
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(&host_clock, &w->stream->clock); /* the host may see it from now on */
    flag_of(shadow_of(w->value.at))->clock = w->stream->clock;
    pthread_mutex_unlock(&sim_clock_lock);
    const struct region *region = region_of(w->value.at);
    if (!region || !region->cells[shadow_of(w->value.at) - region->shadow].write) {
        violation("%s at %p, which is neither device memory nor pinned", w->what, (void *)w->value.at);
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    if (w->value.is_wide)
        __atomic_store_n((uint64_t *)shadow_of(w->value.at), w->value.value, __ATOMIC_RELEASE);
    else
        __atomic_store_n((uint32_t *)shadow_of(w->value.at), (uint32_t)w->value.value, __ATOMIC_RELEASE);
    return CUDA_SUCCESS;
}

static void call_host(struct work *w)
{
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(&host_clock, &w->stream->clock);
    pthread_mutex_unlock(&sim_clock_lock);
    count(COUNT_HOST_FUNCTIONS);
    running_host_function = true;
    w->host.function(w->host.data);
    running_host_function = false;
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(&w->stream->clock, &host_clock);
    pthread_mutex_unlock(&sim_clock_lock);
}

static void wait_for_recording(struct work *w)
{
    pthread_mutex_lock(&sim_lock);
    while (!w->recording->is_done && !w->context->error)
        pthread_cond_wait(&sim_progress, &sim_lock);
    pthread_mutex_unlock(&sim_lock);
}

static CUresult touch_memory(struct work *w, struct access *a)
{
    switch (w->kind) {
    case WORK_COPY:
        count(COUNT_COPIES);
        return copy(w, a);
    case WORK_FILL:
        return fill(w, a);
    case WORK_WRITE_VALUE:
        return write_value(w);
    case WORK_ALLOCATE:
        return memory_begin(a, w->memory.at, w->memory.bytes);
    case WORK_FREE:
        return memory_end(a, w->memory.at, w->memory.bytes);
    case WORK_CALL:
        return w->call.run(w->call.data, a);
    default:
        count(COUNT_LAUNCHES);
        return launch_run(w->launch, a);
    }
}

static bool is_of_device(uintptr_t address)
{
    return address >= device_base && address < device_end;
}

/* What it takes of the virtual clock. */
static void spend(const struct work *w, uint64_t touched)
{
    const int device = w->context->device;
    if (w->kind == WORK_COPY && !(is_of_device(w->copy.to) && is_of_device(w->copy.from)))
        virtual_spend(device, is_of_device(w->copy.to) ? ENGINE_THERE : ENGINE_BACK, w->copy.bytes);
    else if (w->kind == WORK_COPY)
        virtual_spend(device, ENGINE_KERNELS, 2 * w->copy.bytes);
    else if (w->kind == WORK_FILL)
        virtual_spend(device, ENGINE_KERNELS, w->fill.count * w->fill.element);
    else if (w->kind == WORK_KERNEL || w->kind == WORK_CALL)
        virtual_spend(device, ENGINE_KERNELS, touched);
}

static bool touches_memory(const struct work *w)
{
    return w->kind != WORK_RECORD && w->kind != WORK_WAIT_EVENT && w->kind != WORK_WAIT_VALUE && w->kind != WORK_HOST;
}

static CUresult run(struct work *w)
{
    struct clock *clock = &w->stream->clock;
    if (w->kind == WORK_WAIT_EVENT)
        wait_for_recording(w);
    if (w->kind == WORK_WAIT_VALUE) {
        CUresult late = wait_for_value(w);
        if (late)
            return late;
    }
    if (context_error(w->context))
        return CUDA_SUCCESS; /* nothing runs any more, and nothing new is told */
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(clock, &w->given);
    struct toucher who = {.line = (uint32_t)w->stream->line, .tick = ++clock->at[w->stream->line], .number = w->number, .what = w->what, .stream = w->stream->number};
    line_ticks[w->stream->line] = who.tick;
    switch (w->kind) {
    case WORK_WAIT_EVENT:
        clock_join(clock, &w->recording->clock);
        break;
    case WORK_WAIT_VALUE:
        clock_join(clock, &host_clock);
        clock_join(clock, &flag_of(shadow_of(w->value.at))->clock);
        break;
    case WORK_RECORD:
        w->recording->clock = *clock;
        w->recording->nanoseconds = nanoseconds();
        break;
    default:
        break;
    }
    struct clock now = *clock;
    pthread_mutex_unlock(&sim_clock_lock);
    CUresult result = CUDA_SUCCESS;
    if (w->kind == WORK_HOST) {
        call_host(w);
    } else if (touches_memory(w)) {
        struct access access = {.now = &now, .what = w->what, .context = w->context};
        pthread_mutex_lock(&sim_memory_lock);
        access.id = toucher_new(&who);
        result = touch_memory(w, &access);
        pthread_mutex_unlock(&sim_memory_lock);
        if (settings.virtual_scale && !result)
            spend(w, access.bytes);
    }
    return result;
}

void recording_release(struct recording *r)
{
    if (--r->users == 0)
        free(r);
}

/* The stream's line is free again once its last piece of work is done. */
static void retire(struct stream *s)
{
    if (s->is_dead && s->completed == s->submitted)
        line_taken[s->line] = false;
}

static void finish(struct channel *c, struct work *w, CUresult result)
{
    pthread_mutex_lock(&sim_lock);
    if (result && !w->context->error)
        w->context->error = result;
    if (w->kind == WORK_RECORD)
        w->recording->is_done = true;
    if (w->recording)
        recording_release(w->recording);
    if (w->kind == WORK_FREE) {
        struct allocation *a = allocation_of(w->memory.at);
        if (a)
            allocation_end(a);
    }
    w->stream->completed = w->place;
    retire(w->stream);
    c->head = (c->head + 1) % settings.queue;
    c->count--;
    pthread_cond_broadcast(&sim_progress);
    pthread_mutex_unlock(&sim_lock);
    if (w->kind == WORK_COPY)
        free(w->copy.staged);
    if (w->kind == WORK_KERNEL)
        launch_free(w->launch);
    free(w);
}

static void *serve(void *data)
{
    struct channel *c = data;
    for (;;) {
        pthread_mutex_lock(&sim_lock);
        while (!c->count)
            pthread_cond_wait(&sim_progress, &sim_lock);
        struct work *w = c->queue[c->head];
        pthread_mutex_unlock(&sim_lock);
        uint64_t chance = draw();
        if (settings.delay_us && !settings.virtual_scale && chance % 3 == 0)
            rest((long)(chance / 3 % (uint64_t)settings.delay_us + 1) * 1000);
        finish(c, w, run(w));
    }
    return NULL;
}

/* ---- streams ---- */

static struct channel *channel_for(void)
{
    static uint64_t made;
    struct channel *c = &channels[settings.channels ? draw() % (uint64_t)settings.channels : made++ % CHANNELS_MAX];
    for (int i = 0; settings.virtual_scale && i < settings.channels && c->is_started; i++) /* each has one to itself, as long as there are any */
        c = &channels[i];
    if (c->is_started)
        return c;
    c->queue = calloc((size_t)settings.queue, sizeof *c->queue);
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    if (!c->queue || pthread_create(&thread, NULL, serve, c))
        return NULL;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_setname_np(thread, "simcuda");
    pthread_detach(thread);
    c->is_started = true;
    return c;
}

struct stream *stream_make(struct context *context, unsigned stream_flags, int priority)
{
    struct stream *s = calloc(1, sizeof *s);
    pthread_mutex_lock(&sim_lock);
    int line = 0;
    while (line < TIMELINES && line_taken[line])
        line++;
    struct channel *c = s && line < TIMELINES ? channel_for() : NULL;
    if (!c) {
        pthread_mutex_unlock(&sim_lock);
        free(s);
        return NULL;
    }
    line_taken[line] = true;
    *s = (struct stream){.number = ++stream_count, .line = line, .priority = priority, .flags = stream_flags, .context = context, .channel = c, .next = streams};
    s->clock.at[line] = line_ticks[line]; /* the line may have been another stream's */
    streams = s;
    pthread_mutex_unlock(&sim_lock);
    return s;
}

/* A handle that is none is told from one by the list: a stale one must not be read. */
CUresult stream_find(CUstream handle, struct context *current, struct stream **found)
{
    if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD) {
        if (!current->legacy && !(current->legacy = stream_make(current, 0, 0)))
            return CUDA_ERROR_OUT_OF_MEMORY;
        *found = current->legacy;
        return CUDA_SUCCESS;
    }
    pthread_mutex_lock(&sim_lock);
    struct stream *s = streams;
    while (s && s != handle)
        s = s->next;
    *found = s;
    CUresult result = s && !s->is_dead && s->context->is_alive ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    pthread_mutex_unlock(&sim_lock);
    if (result)
        violation("a stream is used that %s", s ? "was destroyed" : "is none");
    return result;
}

bool stream_is_idle(struct stream *s)
{
    return s->completed == s->submitted;
}

static void push(struct stream *s, struct work *w) /* under sim_lock */
{
    struct channel *c = s->channel;
    if (c->count == settings.queue)
        count(COUNT_FULL_QUEUES);
    while (c->count == settings.queue)
        pthread_cond_wait(&sim_progress, &sim_lock);
    w->number = ++work_given;
    w->place = ++s->submitted;
    pthread_mutex_lock(&sim_clock_lock);
    w->given = host_clock;
    pthread_mutex_unlock(&sim_clock_lock);
    c->queue[(c->head + c->count++) % settings.queue] = w;
    pthread_cond_broadcast(&sim_progress);
}

/* Streams that are not non-blocking wait for the legacy stream, and it for them, as if by events. */
static CUresult order(struct stream *before, struct stream *after)
{
    struct work *record = calloc(1, sizeof *record), *wait = calloc(1, sizeof *wait);
    struct recording *recording = calloc(1, sizeof *recording);
    if (!record || !wait || !recording) {
        free(record), free(wait), free(recording);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    recording->users = 2;
    *record = (struct work){.kind = WORK_RECORD, .what = "the legacy stream's order", .stream = before, .context = before->context, .recording = recording};
    *wait = (struct work){.kind = WORK_WAIT_EVENT, .what = "the legacy stream's order", .stream = after, .context = after->context, .recording = recording};
    push(before, record);
    push(after, wait);
    return CUDA_SUCCESS;
}

CUresult give(struct stream *stream, const struct work *work)
{
    struct work *w = malloc(sizeof *w);
    if (!w)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *w = *work;
    w->stream = stream;
    w->context = stream->context;
    CUresult result = CUDA_SUCCESS;
    pthread_mutex_lock(&sim_lock);
    struct stream *legacy = stream->context->legacy;
    if (stream == legacy) {
        for (struct stream *s = streams; s && !result; s = s->next)
            if (s != legacy && s->context == stream->context && !(s->flags & CU_STREAM_NON_BLOCKING) && !stream_is_idle(s))
                result = order(s, legacy);
    } else if (legacy && !(stream->flags & CU_STREAM_NON_BLOCKING) && !stream_is_idle(legacy)) {
        result = order(legacy, stream);
    }
    if (!result)
        push(stream, w);
    pthread_mutex_unlock(&sim_lock);
    if (result)
        free(w);
    return result;
}

void stream_end(struct stream *s)
{
    s->is_dead = true;
    retire(s);
}

void streams_end(struct context *context)
{
    for (struct stream *s = streams; s; s = s->next)
        if (s->context == context && !s->is_dead)
            stream_end(s);
}

void wait_stream(struct stream *s)
{
    uint64_t until = s->submitted;
    while (s->completed < until)
        pthread_cond_wait(&sim_progress, &sim_lock);
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(&host_clock, &s->clock);
    pthread_mutex_unlock(&sim_clock_lock);
    s->is_over = s->is_dead && s->completed == s->submitted;
}

static _Atomic bool waits_for_nothing;

EXPORT void simcuda_wait_implicitly(int whether);
EXPORT void simcuda_wait_implicitly(int whether) /* 0: no call does, for as long as a test holds a stream up; they are counted */
{
    waits_for_nothing = !whether;
}

void end_of_work(struct context *context)
{
    for (struct stream *s = streams; s; s = s->next)
        if (s->context == context && !s->is_over)
            wait_stream(s);
}

void wait_context(struct context *context, bool is_implicit)
{
    count(is_implicit ? COUNT_IMPLICIT_WAITS : COUNT_WAITS);
    if (is_implicit && waits_for_nothing)
        return;
    end_of_work(context);
}
