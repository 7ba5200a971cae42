/*
 * Saving archives: what both formats share at the call, and what their tasks are given.
 */
#ifndef RA_IO_SAVE_ARCHIVE_H
#define RA_IO_SAVE_ARCHIVE_H

#include "io/save.h"

typedef struct ra__named {
    ra__saved tensor;
    const char *name;
    /* what the task notes of it: */
    uint64_t begin, end; /* in the file */
    uint64_t size;       /* before it was deflated */
    uint32_t crc;
} ra__named;

typedef struct ra__archive_saving {
    const char *path;
    const struct ra__zlib *zlib;       /* .npz: to deflate with; NULL: stored */
    const char *const *metadata;       /* safetensors: keys and values in turn */
    size_t count, metadata_count;      /* metadata_count: of both */
    ra__named named[];                 /* behind these the strings */
} ra__archive_saving;

/* A copy of all that the task needs; NULL: refused. metadata: up to a NULL, or NULL. */
ra__archive_saving *ra__archive_saving_new(const char *function, const char *path, const char *const *names, ra_tensors tensors, const char *const *metadata);
void ra__archive_saving_release(void *saving);

#endif
