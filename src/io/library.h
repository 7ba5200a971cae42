/*
 * A library of the system that is loaded at its first use, and the functions of it that are used here.
 */
#ifndef RA_IO_LIBRARY_H
#define RA_IO_LIBRARY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ra__library {
    const char *file;
    const struct ra__library_symbol {
        const char *name;
        void *at; /* where its address goes */
    } *symbols;
    size_t count;
    _Atomic bool ready;
} ra__library;

/* False: it is not there, or not as it should be, and `why` says so; the next call looks again. Loading waits. */
bool ra__library_load(ra__library *l, char *why, size_t size);

#endif
