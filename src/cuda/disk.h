/*
 * Compiled programs on disk, for the processes of this user: see disk.c.
 */
#ifndef RA_CUDA_DISK_H
#define RA_CUDA_DISK_H

#include "meta/hidden.h"

#include <stddef.h>

/* The program that was kept under this key, whole, for ra__os_free; NULL: there is none that can be used. */
char *ra__cuda_disk_get(const char *key, size_t *bytes);
/* Keeps it, if that can be done. */
void ra__cuda_disk_put(const char *key, const char *program, size_t bytes);

#endif
