/*
 * Notices: what is told when bytes of a storage are computed.
 */
#ifndef RA_ASYNC_NOTICE_H
#define RA_ASYNC_NOTICE_H

#include "async/run/wait.h"
#include "async/thread/callback.h"

/* Makes the callback due, or where that is NULL signals the descriptor and closes it, once the range has been written; at once where it
 * is. For `function`, which is refused where there is no memory: then both stay the caller's. */
ra_status ra__notice_when_ready(const ra__range *range, ra__callback *callback, int fd, const char *function);

/* Only hurries what it needs (urgent.h). */
ra_status ra__notice_hurry(const ra__range *range, const char *function);

#endif
