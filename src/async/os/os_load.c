/* os_load.c - the dynamic loader, one thread of ours at a time.
 *
 * The C library's loader keeps lists that a fork copies as they are, half changed if some thread is changing them, and at
 * the end of the process it calls the destructors of a library that some thread is still making fit for use. So whoever
 * loads holds the word `loading`: a fork waits for it (ra__os_loader_enter in its prepare handler), and the end of the
 * process takes it for good. Who holds it may take it again: a constructor that forks, a report that is made at the end.
 *
 * The end of the process is a state of the word that is never left: those that find it fail instead of waiting for what
 * never comes, and nobody goes to sleep on another. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "async/os/os_gate.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { FREE, HELD, AWAITED /* held, and somebody may sleep */, ENDING };
static _Atomic uint32_t loading;
static __thread int entered; /* how often this thread has */

bool ra__os_loader_enter(void)
{
    uint32_t seen = FREE;
    if (entered++ || atomic_compare_exchange_strong_explicit(&loading, &seen, HELD, memory_order_acquire, memory_order_relaxed))
        return true;
    while (seen != ENDING) {
        const bool was_free = seen == FREE;
        if (seen != AWAITED && !atomic_compare_exchange_strong_explicit(&loading, &seen, AWAITED, memory_order_acquire, memory_order_relaxed))
            continue;
        if (was_free)
            return true;
        ra__os_futex_wait(&loading, AWAITED, RA__OS_FOREVER);
        seen = atomic_load_explicit(&loading, memory_order_relaxed);
    }
    entered--;
    return false;
}

void ra__os_loader_leave(void)
{
    if (--entered == 0 && atomic_exchange_explicit(&loading, FREE, memory_order_release) == AWAITED)
        ra__os_futex_wake(&loading, 1);
}

static void close_loader(void)
{
    if (!ra__os_loader_enter())
        return; /* another thread ends the process */
    atomic_store_explicit(&loading, ENDING, memory_order_relaxed);
    ra__os_futex_wake(&loading, INT_MAX);
}

int ra__os_at_end(void (*quickly)(void))
{
    GATE(RA__OS_ATFORK);
    if (atexit(close_loader) || at_quick_exit(quickly))
        return -ENOMEM;
    return 0;
}

int ra__os_at_exit(void (*call)(void))
{
    return atexit(call) ? -ENOMEM : 0;
}

/* Of glibc, for what C++ calls thread_local. */
extern int __cxa_thread_atexit_impl(void (*call)(void *context), void *context, void *object) __attribute__((weak));
extern void *__dso_handle __attribute__((visibility("hidden")));

int ra__os_before_exit(void (*call)(void *context), void *context)
{
    if (!__cxa_thread_atexit_impl)
        return -ENOSYS;
    return __cxa_thread_atexit_impl(call, context, &__dso_handle) ? -ENOMEM : 0;
}

int ra__os_stay_loaded(void)
{
    Dl_info info;
    struct link_map *map = NULL;
    GATE(RA__OS_DLOPEN);
    if (!dladdr1((const void *)&loading, &info, (void **)&map, RTLD_DL_LINKMAP) || !map || !*map->l_name)
        return 0; /* the program itself */
    /* By the name that it has in the loader's own list; the file may be gone. The handle is kept. */
    return dlopen(map->l_name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) ? 0 : -ENOENT;
}

static int open_library(const char *name, int flags, void **library, char *why, size_t capacity)
{
    if (capacity)
        why[0] = 0;
    GATE(RA__OS_DLOPEN);
    if (!ra__os_loader_enter())
        return -ENOENT;
    void *opened = UNCANCELLED(dlopen(name, RTLD_NOW | RTLD_LOCAL | flags));
    const char *words = opened ? NULL : dlerror();
    if (!opened && capacity)
        snprintf(why, capacity, "%s", words ? words : "unknown reason");
    ra__os_loader_leave();
    if (!opened)
        return -ENOENT;
    *library = opened;
    return 0;
}

int ra__os_dlopen(const char *name, void **library, char *why, size_t capacity)
{
    return open_library(name, 0, library, why, capacity);
}

int ra__os_dlopen_deep(const char *name, bool only_resident, void **library, char *why, size_t capacity)
{
    int flags = only_resident ? RTLD_NOLOAD : 0;
#ifdef RTLD_DEEPBIND
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* whose allocators must stand in everywhere */
    flags |= RTLD_DEEPBIND;
#endif
#endif
    return open_library(name, flags, library, why, capacity);
}

int ra__os_link_map(void *library, const void **map)
{
    struct link_map *found = NULL;
    GATE(RA__OS_LINK_MAP);
    if (dlinfo(library, RTLD_DI_LINKMAP, &found) || !found)
        return -EIO;
    *map = found;
    return 0;
}

int ra__os_make_writable(void *start, size_t bytes)
{
    GATE(RA__OS_PROTECT);
    size_t inside = (uintptr_t)start & (ra__os_page_size() - 1);
    return mprotect((char *)start - inside, inside + bytes, PROT_READ | PROT_WRITE) ? -errno : 0;
}

int ra__os_dlsym(void *library, const char *symbol, void **address)
{
    GATE(RA__OS_DLSYM);
    if (!ra__os_loader_enter())
        return -ENOENT;
    void *found = dlsym(library, symbol);
    ra__os_loader_leave();
    if (!found)
        return -ENOENT;
    *address = found;
    return 0;
}

void ra__os_dlclose(void *library)
{
    if (!ra__os_loader_enter())
        return; /* it stays until the end, which has come */
    (void)UNCANCELLED(dlclose(library));
    ra__os_loader_leave();
}

bool ra__os_symbol(const void *address, const char **name, size_t *offset)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_sname)
        return false;
    *name = info.dli_sname;
    *offset = (size_t)((const char *)address - (const char *)info.dli_saddr);
    return true;
}

bool ra__os_object(const void *address, const char **file, size_t *offset)
{
    Dl_info info;
    if (!address || !dladdr(address, &info) || !info.dli_fname)
        return false;
    *file = info.dli_fname;
    *offset = (size_t)((const char *)address - (const char *)info.dli_fbase);
    return true;
}
