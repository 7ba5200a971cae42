/* What the simulated libraries upon the driver ask of it. */
#define _GNU_SOURCE
#include "library.h"
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

EXPORT CUresult simcuda_library_enter(const char *name)
{
    return enter(name, NEEDS_CONTEXT);
}

EXPORT CUresult simcuda_library_injected(const char *name)
{
    return injected(name);
}

EXPORT CUcontext simcuda_library_context(void)
{
    return current_context();
}

EXPORT void simcuda_library_violation(const char *format, ...)
{
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    violation("%s", message);
}

EXPORT void simcuda_library_keep(void *handle)
{
    static struct kept {
        struct kept *next;
        void *handle;
    } *all;
    struct kept *one = malloc(sizeof *one);
    pthread_mutex_lock(&sim_lock);
    if (one) {
        *one = (struct kept){all, handle};
        all = one;
    }
    pthread_mutex_unlock(&sim_lock);
}

EXPORT void simcuda_library_wait(void)
{
    pthread_mutex_lock(&sim_lock);
    wait_context(current_context(), true);
    pthread_mutex_unlock(&sim_lock);
}

EXPORT CUresult simcuda_library_wait_stream(CUstream stream)
{
    count(COUNT_WAITS);
    pthread_mutex_lock(&sim_lock);
    wait_stream(stream);
    CUresult result = stream->context->error;
    pthread_mutex_unlock(&sim_lock);
    return result;
}

EXPORT bool simcuda_library_is_stream(CUstream stream)
{
    struct stream *s;
    return stream && !stream_find(stream, current_context(), &s) && s->context == current_context();
}

EXPORT bool simcuda_library_is_device(const void *at, size_t bytes)
{
    const struct region *region = region_of((uintptr_t)at);
    if (!region || region->device != current_context()->device || (uintptr_t)at < region->base || (uintptr_t)at >= region->base + region->bytes)
        return false;
    pthread_mutex_lock(&sim_lock);
    const struct allocation *a = allocation_of((uintptr_t)at);
    const bool fits = a && !a->is_freed && (uintptr_t)at - a->at + bytes <= a->bytes;
    pthread_mutex_unlock(&sim_lock);
    return fits;
}

EXPORT CUresult simcuda_library_give(CUstream stream, const char *what, CUresult (*run)(void *data, struct access *access), void *data)
{
    return give(stream, &(struct work){.kind = WORK_CALL, .what = what, .call = {run, data}});
}

EXPORT CUresult simcuda_library_touch(struct access *access, const void *bytes, size_t size, int how, void **at)
{
    *at = (void *)shadow_of((uintptr_t)bytes);
    access->bytes += size;
    return memory_touch(access, (uintptr_t)bytes, size, how);
}
