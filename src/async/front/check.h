/*
 * The check of handles (RUNAHEAD_CHECK=1): what is done with a handle that was given up before, or that never was one, is
 * refused where it is done, by a message that says who made the handle and who gave it up.
 *
 * Each handle lies in a record of its own that a table finds by address, so that a pointer need not be followed to be judged.
 * A handle that is given up keeps its place until RA__CHECK_KEPT others have been given up after it; then its memory may be
 * another's, and the check knows it no more. Records come and go under a lock, which nothing else is taken under.
 *
 * Whether it is on, and what a thread is about, stands in state.h. While it is off nothing of this is reached: the engine's state answers the calls of operators, and free blocks the
 * makers of handles, on the ways that they take anyway.
 */
#ifndef RA_ASYNC_CHECK_H
#define RA_ASYNC_CHECK_H

#include "async/os/room.h"
#include "async/thread/state.h"

#include <runahead/call.h>

enum { RA__CHECK_KEPT = RA__ROOM(1 << 16, 3) };

/* The engine has started: the first time counts. */
void ra__check_settle(bool on);

/* Memory for a handle, NULL: none; and back. Only while the check is on. */
void *ra__check_make(void);
void ra__check_unmake(void *handle);

/* RA_ERR_STATE, with the thread's error set, for what is no handle or no longer one. NULL and RA_NONE are the caller's to refuse. */
ra_status ra__check_handle(const ra_tensor *t, const char *function, const char *argument);
static inline bool ra__is_misused(const ra_tensor *t, const char *function)
{
    return ra__is_checking() && ra__check_handle(t, function, NULL) != RA_OK;
}
/* The same of all that an operator is given. */
ra_status ra__check_call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results, size_t result_count);
/* The handle has been taken out of its scope, or had none. RA_ERR_STATE where it had been kept before. */
ra_status ra__check_keep(const ra_tensor *t);

/* Around a fork. */
void ra__check_lock(void);
void ra__check_unlock(void);

#endif
