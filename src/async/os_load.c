/* os_load.c - the dynamic loader. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include "os_gate.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>

int ra__os_dlopen(const char *name, void **library, char *why, size_t capacity)
{
    if (capacity)
        why[0] = 0;
    GATE(RA__OS_DLOPEN);
    void *opened = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!opened) {
        const char *words = dlerror();
        if (capacity)
            snprintf(why, capacity, "%s", words ? words : "unknown reason");
        return -ENOENT;
    }
    *library = opened;
    return 0;
}

int ra__os_dlopen_deep(const char *name, bool only_resident, void **library)
{
    int flags = RTLD_NOW | RTLD_LOCAL | (only_resident ? RTLD_NOLOAD : 0);
#ifdef RTLD_DEEPBIND
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) /* whose allocators must stand in everywhere */
    flags |= RTLD_DEEPBIND;
#endif
#endif
    GATE(RA__OS_DLOPEN);
    void *opened = dlopen(name, flags);
    if (!opened)
        return -ENOENT;
    *library = opened;
    return 0;
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
    void *found = dlsym(library, symbol);
    if (!found)
        return -ENOENT;
    *address = found;
    return 0;
}

void ra__os_dlclose(void *library)
{
    dlclose(library);
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
