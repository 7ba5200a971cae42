/*
 * Whoever loads holds the loader (os.h), which a fork waits for: so one thread alone fills the addresses in, and `ready` is stored
 * (release) when all are there.
 */
#include "io/library.h"

#include "async/os/os.h"

#include <stdio.h>

static bool fill(const ra__library *l, void *library)
{
    for (size_t i = 0; i < l->count; i++)
        if (ra__os_dlsym(library, l->symbols[i].name, l->symbols[i].at))
            return false;
    return true;
}

bool ra__library_load(ra__library *l, char *why, size_t size)
{
    void *library;
    if (atomic_load_explicit(&l->ready, memory_order_acquire))
        return true;
    snprintf(why, size, "the process is ending");
    if (!ra__os_loader_enter())
        return false;
    if (!atomic_load_explicit(&l->ready, memory_order_relaxed) && !ra__os_dlopen(l->file, &library, why, size)) {
        if (fill(l, library))
            atomic_store_explicit(&l->ready, true, memory_order_release);
        else {
            snprintf(why, size, "%s lacks a function", l->file);
            ra__os_dlclose(library);
        }
    }
    ra__os_loader_leave();
    return atomic_load_explicit(&l->ready, memory_order_acquire);
}
