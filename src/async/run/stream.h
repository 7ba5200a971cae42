/*
 * Streams: the order in which a device that computes by itself is given its work. See stream.c.
 */
#ifndef RA_ASYNC_STREAM_H
#define RA_ASYNC_STREAM_H

#include "async/tasks/task.h"

#include <runahead/stream.h>

/* How completing lanes serve (complete.h), which stands above: before the first device. */
void ra__stream_start(void (*serve_completing)(ra__serial_item *item));
/*
 * The device may be recorded for: its issuing lane stands, and starts it if it has not been started. Else the refusal says what there is not, as
 * far as that is known or found out at once. Never waits for the driver.
 */
ra_status ra__stream_ensure(ra_device device, const char *function);
/* The device is there; else the refusal says why not. Waits for it to be started. */
ra_status ra__stream_ensure_started(ra_device device, const char *function);
/* Takes a claimed task over. */
void ra__stream_take(ra_task *t, unsigned flags);
/* The same of one that is ready, with the caller's hold of it. */
void ra__stream_offer(ra_task *t);
/* Nothing is pending. */
void ra__stream_stop(void);
void ra__stream_fork_child(void);

/* The driver's handle of the stream that the job is issued to which the issuing lane is at; by that, in its kernel. */
void *ra__stream_in_use(ra_device device);
/* Another stream of the device for the program, of the driver's handle `native` or a new one; NULL, and the refusal says why. */
ra_stream *ra__stream_new(ra_device device, void *native, const char *function);

#endif
