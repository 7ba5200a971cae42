/*
 * Handles.
 */
#ifndef RA_ASYNC_TENSOR_H
#define RA_ASYNC_TENSOR_H

#include "async/run/wait.h"
#include "async/values/extent.h"
#include "async/values/storage.h"

#define RA__KNOWN 1 /* the extent has been put into the layout, which stands before this is written */

struct ra_tensor {
    _Atomic(const ra_layout *) layout; /* exchanged once, when a pending extent becomes known */
    ra_storage *storage;
    int64_t offset; /* bytes */
    _Atomic uintptr_t extent;     /* an ra__extent, which changes only where one thread alone has the handle, and RA__KNOWN; 0: everything was known at the call */
    ra_tensor *scope_next;
    ra_tensor **scope_at;         /* what points to it in the list of its scope; NULL: it has none, and is released by the program */
};

static inline const ra_layout *ra__layout_of(const ra_tensor *t)
{
    return atomic_load_explicit(&t->layout, memory_order_acquire);
}

/* Of a handle's extent, as it was read. NULL: there is none. */
static inline ra__extent *ra__extent_in(uintptr_t word)
{
    return (ra__extent *)(word & ~(uintptr_t)RA__KNOWN);
}

/* What is not known yet; NULL: the layout, read behind this, is all there is to know. */
static inline ra__extent *ra__tensor_pending(const ra_tensor *t)
{
    const uintptr_t word = atomic_load_explicit(&t->extent, memory_order_acquire);
    return word & RA__KNOWN ? NULL : (ra__extent *)word;
}

/* The bytes that it reaches, of which somebody would read (and write) them all. */
static inline ra__range ra__range_of(const ra_tensor *t, bool writes)
{
    const ra_layout *l = ra__layout_of(t);
    return (ra__range){t->storage, t->offset, t->offset + l->extent * ra__itemsize(l), l, writes}; /* fits: within the storage */
}

/* Waits for the writers of t's bytes; gives the failure that reaches them. */
static inline ra_status ra__wait_readable(const ra_tensor *t, ra__wait_reason reason)
{
    ra__range r = ra__range_of(t, false);
    return ra__wait_range(&r, reason, RA__OS_FOREVER);
}

/*
 * Waits for the writers of t's bytes, and gives where its first element lies, for the call that reads it before it returns: that stays
 * there, whatever makes the storage grow meanwhile, until ra__tensor_unread. NULL: *status says why.
 */
const char *ra__tensor_read(const ra_tensor *t, ra_status *status, const char *function);
static inline void ra__tensor_unread(const ra_tensor *t)
{
    ra__storage_unread(t->storage);
}

/*
 * The same for as long as the program likes, beside what is recorded meanwhile: waits for the readers too, but of a read-only buffer.
 * NULL: it was refused, or has failed.
 */
char *ra__tensor_lend(const ra_tensor *t, const char *function);

/* Waits for the readers as well. */
static inline ra_status ra__wait_writable(const ra_tensor *t, ra__wait_reason reason)
{
    ra__range r = ra__range_of(t, true);
    return ra__wait_range(&r, reason, RA__OS_FOREVER);
}

/* A handle of the calling thread's scope. Takes over one hold of the storage; on NULL (out of memory) it does not. */
ra_tensor *ra__tensor_new(ra_storage *storage, const ra__shape *shape, int64_t offset);
/* One over a buffer of the program's, as ra_from_data says; `function` is named where it is refused. */
ra_tensor *ra__tensor_borrow(void *data, ra_dtype dtype, ra_dims sizes, const ra_from_data_opts *o, const char *function);
/* The same for a layout, of which it takes over one hold, on NULL too. */
ra_tensor *ra__tensor_of_layout(ra_storage *storage, const ra_layout *layout, int64_t offset);
/* The thread's innermost scope, which is to be that again after ra__scopes_end_within, whatever becomes of what the thread carries meanwhile. */
void ra__scope_hold(ra__scope *s);
/* Those end that the thread has begun since s was its innermost scope, or has put in its place; the caller puts s there. False: there is none. */
bool ra__scopes_end_within(ra__scope *s);
/* The scopes end that the calling thread, or the guest on it, has open. */
void ra__scopes_leave(void);
/* They may outlive the thread. False: out of memory. */
bool ra__scopes_outlive(void);
/* A handle that may be of the innermost scope goes to the one around it (or to the program). */
void ra__tensor_to_outer_scope(ra_tensor *t);
/* A handle takes a new layout over a storage that has to reach at least `bytes`. */
void ra__tensor_adopt(ra_tensor *t, const ra_layout *layout, int64_t bytes);
/* Waits for a pending extent and puts the known layout in place. */
ra_status ra__tensor_resolve(const ra_tensor *t);

#endif
