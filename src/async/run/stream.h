/*
 * Streams: the order in which a device that computes by itself is given its work. See stream.c.
 */
#ifndef RA_ASYNC_STREAM_H
#define RA_ASYNC_STREAM_H

#include "async/tasks/task.h"

#include <runahead/stream.h>

struct ra__device;
struct ra__source_types;

/* How completing lanes serve (complete.h), which stands above: before the first device. */
void ra__stream_start(void (*serve_completing)(ra__serial_item *item));
/*
 * The device is there, and its lanes stand; else the refusal says what there is not. The first use of each waits for the device to be
 * started.
 */
ra_status ra__stream_ensure(ra_device device, const char *function);
/* The row's examine, while no device is started. */
ra_status ra__stream_examine(const struct ra__device *row, const ra_op *op, const struct ra__source_types *types, char *why, size_t size);
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
