/*
 * The contract between who owns the process and who calls BLAS: the one lends the system calls and decides when the library
 * is loaded, the other loads it and calls it.
 */
#ifndef RA_META_BLAS_H
#define RA_META_BLAS_H

#include <stdbool.h>
#include <stddef.h>

struct ra__blas; /* its routines: cpu/blas.h */

/* The system calls that loading needs, each allowed to fail. */
struct ra__blas_os {
    /* dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND); the last keeps another BLAS of the host's from
     * standing in for this one's inner calls. With only_resident, RTLD_NOLOAD as well. NULL on failure. */
    void *(*open)(const char *path, bool only_resident);
    void (*close)(void *library);
    void *(*symbol)(void *library, const char *name); /* NULL where there is none */
    /* dlinfo(RTLD_DI_LINKMAP): the struct link_map of a library; NULL on failure. */
    const void *(*link_map)(void *library);
    /* mprotect to read and write of the pages that hold [start, start + bytes), which are data. */
    bool (*make_writable)(void *start, size_t bytes);
    /* Whether that many bytes could be mapped now (anonymous mmap, then munmap). */
    bool (*can_map)(size_t bytes);
    void (*yield)(void); /* sched_yield */
    /* What stands in for malloc and free. */
    void *(*take_block)(size_t bytes);
    void (*give_block)(void *block);
};

enum ra__blas_error {
    RA__BLAS_OK = 0,
    RA__BLAS_NOT_FOUND = 1, /* no candidate could be opened */
    RA__BLAS_UNFIT = 2,     /* found, but a routine is missing or it is not safe to call from several threads */
    RA__BLAS_NO_MEMORY = 3, /* no room for its work buffers */
};

/* ra__blas_load (cpu/blas.h) into a place of its own, for the one library that kernels use; NULL and *why on failure. Not
 * safe against itself. */
const struct ra__blas *ra__blas_load_once(const char *path, const struct ra__blas_os *os, const char **why);
/* The file it came from, and the processor that it has kernels for. */
void ra__blas_names(const struct ra__blas *blas, const char **path, const char **core);

/* How kernels come by it: a function that may be called from any thread at any time and gives NULL and the reason (static
 * storage) where there is none. To be installed before the first kernel runs. */
typedef const struct ra__blas *(*ra__blas_get_fn)(const char **why);
void ra__blas_install(ra__blas_get_fn get);

/* In the child of a fork, before its first call: buffers that the parent's other threads were using come back. */
void ra__blas_after_fork(void);

#endif
