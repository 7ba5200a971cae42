/*
 * Streams of devices: the orders in which a device (RA_CUDA) is handed its work.
 *
 * A device has a stream of its own, on which operators run that nobody has said anything else of, and two beside it for copies from
 * and to the processor, so that those go on beside kernels. A program may have more, for what is to run beside something else.
 * Results do not depend on it: what touches the same bytes is in order whatever streams it is on, and one stream waits for another on
 * the device, where the order asks for it; no thread waits.
 *
 * Operators are handed to a stream some time after they are recorded, so an event that the program records on the handle of one tells
 * nothing of what it has recorded before. Work of the program's, and its events, come in order with operators by way of a function that
 * is called when it is their turn: ra_call_function with .device (function.h).
 */
#ifndef RUNAHEAD_STREAM_H
#define RUNAHEAD_STREAM_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

typedef struct ra_stream ra_stream;

/*
 * A stream of the device. *stream is the caller's until ra_stream_free, or until ra_shutdown, which ends all; a program can have 13 of each
 * device at a time. RA_ERR_DEVICE where there is no such device, or it has no streams (the processor); RA_ERR_FORKED in the child of a
 * fork; RA_ERR_SYSTEM where there are as many already, or the driver or the system gives none. *stream is written on success alone. Waits
 * for the device to be started, as recording for it does not; else it never waits. Any thread.
 */
RA_API ra_status ra_stream_new(ra_device device, ra_stream **stream RA_SITE) RA_AT(ra_stream_new_at) RA_WARN_UNUSED;
/*
 * The same of a stream that the program has from the driver (a CUstream of the device's primary context): what is recorded with it in
 * use is handed to that, among whatever the program hands to it itself. It stays the program's, and must not be destroyed before what
 * was recorded on it has ended and ra_stream_free has been called.
 */
RA_API ra_status ra_stream_wrap(ra_device device, void *native, ra_stream **stream RA_SITE) RA_AT(ra_stream_wrap_at) RA_WARN_UNUSED;
/*
 * Gives it up; what was recorded on it goes on. A thread that has it in use goes on with the device's own. NULL, and one that
 * ra_stream_current gave, are left alone. Never waits. Any thread.
 */
RA_API void ra_stream_free(ra_stream *stream);
/*
 * Operators of its device that this thread records from now on run on the stream, copies from and to the processor too; NULL: on the
 * devices' own again, of all of them. It belongs to the thread's state (ra_thread_state_save); kernels and callbacks begin
 * without. RA_ERR_STATE of a stream that has been given up. Never waits.
 */
RA_API ra_status ra_stream_use(ra_stream *stream RA_SITE) RA_AT(ra_stream_use_at) RA_WARN_UNUSED;
/*
 * The stream that this thread uses of the device, so as to use it again after another, or to ask for its handle: not the caller's.
 * NULL where there is no such device, which is refused as by ra_stream_new. Waits for the device to be started: to have
 * that over before anything else.
 */
RA_API ra_stream *ra_stream_current(ra_device device RA_SITE) RA_AT(ra_stream_current_at);
/* The device that it is of; RA_CPU of NULL. Never waits. */
RA_API ra_device ra_stream_device(const ra_stream *stream);
/* The driver's handle: a CUstream. NULL of NULL and of a stream that has been given up. Never waits. */
RA_API void *ra_stream_native(const ra_stream *stream);

RA_END_DECLS
#endif
