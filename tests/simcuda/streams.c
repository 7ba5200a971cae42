/* Calls of streams and events. */
#define _GNU_SOURCE
#include "sim.h"

#include <stdlib.h>

EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority);
EXPORT CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority)
{
    ENTER(NEEDS_CONTEXT);
    if (!stream || flags > CU_STREAM_NON_BLOCKING)
        return CUDA_ERROR_INVALID_VALUE;
    struct stream *s = stream_make(current_context(), flags, priority < -5 ? -5 : priority > 0 ? 0 : priority);
    if (!s)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *stream = s;
    count(COUNT_MADE);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags);
EXPORT CUresult cuStreamCreate(CUstream *stream, unsigned flags)
{
    return cuStreamCreateWithPriority(stream, flags, 0);
}

#define FIND(handle, s)                                              \
    struct stream *s;                                                \
    do {                                                             \
        CUresult found = stream_find(handle, current_context(), &s); \
        if (found)                                                   \
            return found;                                            \
    } while (0)

/* What it was given is still done. */
EXPORT CUresult cuStreamDestroy_v2(CUstream stream);
EXPORT CUresult cuStreamDestroy_v2(CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    if (s != stream)
        return CUDA_ERROR_INVALID_HANDLE;
    pthread_mutex_lock(&sim_lock);
    stream_end(s);
    count(COUNT_GIVEN_BACK);
    pthread_mutex_unlock(&sim_lock);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamQuery(CUstream stream);
EXPORT CUresult cuStreamQuery(CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    pthread_mutex_lock(&sim_lock);
    CUresult result = CUDA_ERROR_NOT_READY;
    if (stream_is_idle(s)) {
        wait_stream(s); /* does not wait: the host knows now */
        result = s->context->error;
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream);
EXPORT CUresult cuStreamSynchronize(CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    count(COUNT_WAITS);
    pthread_mutex_lock(&sim_lock);
    wait_stream(s);
    CUresult result = s->context->error;
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuStreamGetPriority(CUstream stream, int *priority);
EXPORT CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    *priority = s->priority;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamGetFlags(CUstream stream, unsigned *flags);
EXPORT CUresult cuStreamGetFlags(CUstream stream, unsigned *flags)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    *flags = s->flags;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamGetCtx(CUstream stream, CUcontext *context);
EXPORT CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    *context = s->context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamGetId(CUstream stream, unsigned long long *id);
EXPORT CUresult cuStreamGetId(CUstream stream, unsigned long long *id)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    *id = (unsigned long long)s->number;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamIsCapturing(CUstream stream, int *status);
EXPORT CUresult cuStreamIsCapturing(CUstream stream, int *status)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    *status = 0; /* there is no capture here */
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data);
EXPORT CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    if (!function)
        return CUDA_ERROR_INVALID_VALUE;
    return give(s, &(struct work){.kind = WORK_HOST, .what = "cuLaunchHostFunc", .host = {function, data}});
}

/* ---- flags in memory ---- */

static CUresult give_value(CUstream stream, CUdeviceptr at, uint64_t value, unsigned flags, bool is_wide, bool is_wait)
{
    FIND(stream, s);
    if (!settings.memory_operations)
        return CUDA_ERROR_NOT_SUPPORTED;
    if (is_wait ? (flags & ~(3u | CU_STREAM_WAIT_VALUE_FLUSH)) != 0 : flags > 1)
        return CUDA_ERROR_INVALID_VALUE;
    if (at % (is_wide ? 8 : 4) || !region_of((uintptr_t)at)) {
        violation("a value in memory is waited for or written at %p, which is not aligned or known to no device", (void *)(uintptr_t)at);
        return CUDA_ERROR_INVALID_VALUE;
    }
    return give(s, &(struct work){.kind = is_wait ? WORK_WAIT_VALUE : WORK_WRITE_VALUE, .what = is_wait ? "cuStreamWaitValue" : "cuStreamWriteValue", .value = {(uintptr_t)at, value, flags, is_wide}});
}

#define VALUE(name, type, is_wide, is_wait)                                               \
    EXPORT CUresult name(CUstream stream, CUdeviceptr at, type value, unsigned flags);    \
    EXPORT CUresult name(CUstream stream, CUdeviceptr at, type value, unsigned flags)     \
    {                                                                                     \
        ENTER(NEEDS_CONTEXT);                                                             \
        return give_value(stream, at, value, flags, is_wide, is_wait);                    \
    }
VALUE(cuStreamWaitValue32_v2, uint32_t, false, true)
VALUE(cuStreamWaitValue64_v2, uint64_t, true, true)
VALUE(cuStreamWriteValue32_v2, uint32_t, false, false)
VALUE(cuStreamWriteValue64_v2, uint64_t, true, false)

/* ---- events ---- */

enum { BUCKETS = 4096 };
static struct event *events[BUCKETS]; /* all that live, by their address: a stale handle must not be read */

/* Where the pointer to it stands, or to nothing at the end of its list. */
static struct event **place_of(const struct event *e)
{
    struct event **place = &events[((uintptr_t)e >> 4) % BUCKETS];
    while (*place && *place != e)
        place = &(*place)->next;
    return place;
}

/* Under sim_lock. */
static CUresult find_event(struct event *e)
{
    if (e && *place_of(e) == e)
        return CUDA_SUCCESS;
    violation("an event is used that was destroyed, or is none");
    return CUDA_ERROR_INVALID_HANDLE;
}

EXPORT CUresult cuEventCreate(CUevent *event, unsigned flags);
EXPORT CUresult cuEventCreate(CUevent *event, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    if (!event || flags > 7 || (flags & CU_EVENT_INTERPROCESS))
        return CUDA_ERROR_INVALID_VALUE;
    struct event *e = calloc(1, sizeof *e);
    if (!e)
        return CUDA_ERROR_OUT_OF_MEMORY;
    *e = (struct event){.flags = flags, .context = current_context()};
    pthread_mutex_lock(&sim_lock);
    *place_of(e) = e;
    pthread_mutex_unlock(&sim_lock);
    *event = e;
    count(COUNT_MADE);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventDestroy_v2(CUevent event);
EXPORT CUresult cuEventDestroy_v2(CUevent event)
{
    ENTER(NEEDS_CONTEXT);
    pthread_mutex_lock(&sim_lock);
    CUresult result = find_event(event);
    if (!result) {
        *place_of(event) = event->next;
        if (event->last)
            recording_release(event->last);
        free(event);
        count(COUNT_GIVEN_BACK);
    }
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT CUresult cuEventRecord(CUevent event, CUstream stream);
EXPORT CUresult cuEventRecord(CUevent event, CUstream stream)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    struct recording *r = calloc(1, sizeof *r);
    if (!r)
        return CUDA_ERROR_OUT_OF_MEMORY;
    pthread_mutex_lock(&sim_lock);
    CUresult result = find_event(event);
    if (!result && event->context != s->context)
        result = CUDA_ERROR_INVALID_HANDLE;
    if (!result) {
        if (event->last)
            recording_release(event->last);
        event->last = r;
        r->users = 2;
    }
    pthread_mutex_unlock(&sim_lock);
    if (result)
        free(r);
    return result ? result : give(s, &(struct work){.kind = WORK_RECORD, .what = "cuEventRecord", .recording = r});
}

EXPORT CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags);
EXPORT CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags)
{
    return flags ? CUDA_ERROR_INVALID_VALUE : cuEventRecord(event, stream);
}

/* Waits for what was recorded last when this is called; an event that was never recorded is not waited for. */
EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
EXPORT CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    ENTER(NEEDS_CONTEXT);
    FIND(stream, s);
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    CUresult result = find_event(event);
    struct recording *r = result ? NULL : event->last;
    if (r)
        r->users++;
    pthread_mutex_unlock(&sim_lock);
    return r ? give(s, &(struct work){.kind = WORK_WAIT_EVENT, .what = "cuStreamWaitEvent", .recording = r}) : result;
}

/* Under sim_lock: the host has seen it. */
static void learn(const struct recording *r)
{
    pthread_mutex_lock(&sim_clock_lock);
    clock_join(&host_clock, &r->clock);
    pthread_mutex_unlock(&sim_clock_lock);
}

static CUresult event_done(CUevent event, bool waits)
{
    pthread_mutex_lock(&sim_lock);
    CUresult result = find_event(event);
    struct recording *r = result ? NULL : event->last;
    struct context *c = result ? NULL : event->context;
    const bool sleeps = waits && r && !r->is_done && settings.virtual_scale;
    if (r) {
        r->users++;
        while (waits && !r->is_done)
            pthread_cond_wait(&sim_progress, &sim_lock);
        result = c->error;
        if (r->is_done)
            learn(r);
        else if (!result)
            result = CUDA_ERROR_NOT_READY;
        recording_release(r);
    }
    pthread_mutex_unlock(&sim_lock);
    if (sleeps)
        virtual_spend_host_wait();
    return result;
}

EXPORT CUresult cuEventQuery(CUevent event);
EXPORT CUresult cuEventQuery(CUevent event)
{
    ENTER(NEEDS_CONTEXT);
    return event_done(event, false);
}

EXPORT CUresult cuEventSynchronize(CUevent event);
EXPORT CUresult cuEventSynchronize(CUevent event)
{
    ENTER(NEEDS_CONTEXT);
    count(COUNT_WAITS);
    return event_done(event, true);
}

EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end);
EXPORT CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end)
{
    ENTER(NEEDS_CONTEXT);
    if (!milliseconds)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&sim_lock);
    CUresult result = find_event(begin) || find_event(end) ? CUDA_ERROR_INVALID_HANDLE : CUDA_SUCCESS;
    if (!result && (!begin->last || !end->last || begin->context != end->context || ((begin->flags | end->flags) & CU_EVENT_DISABLE_TIMING)))
        result = CUDA_ERROR_INVALID_HANDLE;
    if (!result && (!begin->last->is_done || !end->last->is_done))
        result = CUDA_ERROR_NOT_READY;
    if (!result)
        *milliseconds = (float)(((double)end->last->nanoseconds - (double)begin->last->nanoseconds) / 1e6);
    pthread_mutex_unlock(&sim_lock);
    return result;
}
