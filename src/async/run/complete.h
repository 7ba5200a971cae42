/*
 * The completing lane of a stream (stream.c): what becomes of its jobs at their end.
 */
#ifndef RA_ASYNC_COMPLETE_H
#define RA_ASYNC_COMPLETE_H

#include "async/thread/serial.h"

/* Serves a batch, by its first course: waits for the mark behind it and ends its jobs, in their order. */
void ra__stream_complete(ra__serial_item *item);

#endif
