/*
 * Saving: what the formats share. A task writes a new file beside the target, syncs it and renames it over the target, so that under
 * that name there is always a whole file, the old or the new. The target is where links lead; what is no regular file is refused.
 * Whatever fails, the new file is removed and the completion handle has the error.
 *
 * Two saves under one name take effect in the order of their calls: a lane is chosen by the name.
 */
#ifndef RA_IO_SAVE_H
#define RA_IO_SAVE_H

#include "async/front/external.h"
#include "async/front/tensor.h"

/* ---- the call ---- */

/* A tensor that is to be written, as it is described at the call. */
typedef struct ra__saved {
    ra__shape shape;    /* with the bound where extent is there */
    ra__extent *extent; /* held */
} ra__saved;

/* RA_OK: it can be taken. May wait where the bytes that will be read depend on data. */
ra_status ra__saved_check(const char *function, const char *path, const ra_tensor *t);
void ra__saved_take(ra__saved *s, const ra_tensor *t);
void ra__saved_drop(ra__saved *s);

/* Records the task: the completion, or NULL. State and release as of ra__external. */
ra_tensor *ra__save_record(const char *function, const char *path, const ra_kernel *kernel, size_t scratch, void *state, void (*release)(void *),
                           const ra_tensor *const *tensors, int count, const void *address);

/* ---- the task ---- */

enum { RA__SAVE_BUFFER = 256 * 1024 }; /* elements are gathered into pieces of so many bytes, within the L2 cache */

typedef struct ra__output {
    ra__run *run;
    const char *path;
    int fd;
    uint64_t written; /* bytes */
    char target[4096];
    char name[4096 + 64];
    char buffer[RA__SAVE_BUFFER];
} ra__output;

/* Data of the i-th tensor. Behind the result comes a place of the engine's, the token's. */
static inline const char *ra__saved_data(const ra__output *o, size_t i)
{
    return o->run->data[2 + i];
}

/* In the scratch of the task: opens, has `write` write, and puts the file in place. */
ra_status ra__save(ra__run *r, ra__output *o, const char *path, ra_status (*write)(ra__output *o));
ra_status ra__save_failed(ra__output *o, const char *what, int error);
/* Appends. */
ra_status ra__save_bytes(ra__output *o, const void *bytes, size_t n);

/* The shape that it has now that it is computed, and its elements. */
ra_status ra__saved_settle(ra__output *o, const ra__saved *s, ra__shape *shape, int64_t *numel);
/* Its elements in row-major order, whatever the strides, piece by piece. */
typedef ra_status (*ra__save_put)(ra__output *o, void *to, const void *bytes, size_t n);
ra_status ra__saved_write(ra__output *o, const ra__shape *shape, int64_t numel, const char *data, ra__save_put put, void *to);

#endif
