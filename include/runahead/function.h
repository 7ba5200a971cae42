/*
 * A function of the program's own as a task: a thread of the library calls it, in order with the operators that touch the same
 * tensors. It computes on the processor, or hands work of the program's own (kernels, copies, events) to a stream of a device.
 */
#ifndef RUNAHEAD_FUNCTION_H
#define RUNAHEAD_FUNCTION_H

#include <runahead/status.h>
#include <runahead/tensor.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

/* What the function is called with; its own for the time of the call. */
typedef struct ra_function_call {
    void *state;
    const void *const *reads; /* the first element of each tensor that was named as read, laid out as its handle says at the call */
    void *const *writes;      /* of each that was named as written */
    char *message;            /* what a failure is to say besides its status: text, of at most message_size - 1 bytes; empty */
    size_t message_size;
    void *stream;             /* the driver's (a CUstream), to which it hands its work, where it is called for a device; else NULL */
} ra_function_call;

/*
 * RA_OK, or the status that poisons the tensors written; a number that is no status is RA_ERR_VALUE. It may do what a kernel of the
 * program's may (ra_op_kernel, register.h): call the library, operators also on the tensors it reads, and wait for what does not come after
 * it; a wait that could not end is refused with RA_ERR_STATE, as is one for a tensor that it writes itself. (An operator on part of a
 * buffer that more than 64 others were pending on when it was recorded may come after all of those, whichever parts they touch.) Rounding
 * is to nearest and subnormal numbers are kept, whatever the program's threads have set. It must return: a C++ exception, a longjmp or an
 * end of the thread must not leave it.
 */
typedef ra_status (*ra_function)(const ra_function_call *call);

typedef struct ra_call_function_opts {
    size_t size; /* RA_OPTS fills it in */
    const char *name RA_ZERO;      /* in messages, the trace and the stall report; must stay valid. Not given: "function" */
    ra_release_fn release RA_ZERO; /* called with the state, once, when the function has returned or never will be called; on the callback lane */
    bool blocks RA_ZERO;           /* it waits for something other than the processor: it runs on a thread for such, one after another,
                                      and holds no worker up. While one of them waits for a tensor, those run that this wait needs, within
                                      it, and no others; one that asks for them (ra_is_ready), or waits each time for less than 1 ms (ra_wait_for),
                                      may do so for ever */
    ra_device device RA_ZERO;      /* it hands work to a stream of this device (RA_CUDA), see below. Not given: the processor */
} ra_call_function_opts;
#define RA__OPTS_OF_ra_call_function ra_call_function_opts
#define RA__ABSENT_ra_call_function_opts

/*
 * Records a call of the function: after all that was recorded before and writes what it reads, or reads or writes what it writes;
 * before what is recorded later and touches those. Tensors written keep the elements that it does not write. They are on the
 * CPU, of any dtype and layout; those written no read-only buffers and without elements that share memory; a tensor may be named
 * as both. At most 200 are written. It is called once, by one thread, and never left out because nobody could observe it; but not
 * where a tensor that it reads or writes has failed (those that it writes are poisoned by that failure), nor where it was cancelled
 * before. With RA_SYNC it is called here. In the child of a fork it is not
 * called, and release is for the child's copy of the state, once the child uses the library.
 *
 * With .device = RA_CUDA the function is called for a device, and the tensors are there (tokens may be named too). It computes nothing
 * itself: it hands the program's own work to call->stream, the stream that the thread which recorded it used of the device
 * (ra_stream_use), and returns at once. What it finds in reads and writes are addresses of the device. What it hands to that stream comes
 * behind whatever those tensors come from, and what the library hands over later and touches them, on whatever stream, comes behind all
 * that it has handed there; the device sees to that, and no thread waits. Work on other streams is put in order with the
 * program's own events:
 *
 *     cuEventRecord(before, call->stream);      // mine goes on behind what reads and writes come from
 *     cuStreamWaitEvent(mine, before, 0);
 *     ...                                       // work on mine
 *     cuEventRecord(after, mine);               // and the stream goes on behind that
 *     cuStreamWaitEvent(call->stream, after, 0);
 *
 * Either half is of use alone: the first, where work on the program's stream is to come behind tensors named as read (which must not be
 * written before that work has ended); the second, where tensors named as written come from such work. When it has returned the events
 * may be recorded anew, or destroyed.
 *
 * It is called by the one thread that hands all work to the device, with the device's primary context current: it must not wait, must
 * call nothing of this library's, and leaves the context as it was; with RA_SYNC, too. The completion comes when the device has done
 * what call->stream was handed. A status that it returns, or a failure of the device's until then, poisons what it writes. It is not called
 * where a tensor that it names is known to have failed by then; where that is found out later what it writes is poisoned all the same.
 * RA_ERR_DEVICE where there is no such device, or it has no streams; RA_ERR_ARGUMENT with blocks. It is not called
 * either where the device turns out not to be there when it is started, which fails as the function does, with the reason (types.h).
 *
 * The 0-dim uint8 result is the completion, to be waited for, asked for and cancelled like any other; it may be released at once.
 * NULL when refused: then state stays the caller's. Waits for nothing but pacing, and where the data of a tensor decide which bytes
 * it has (ra_has_pending_extent, of an output that was given).
 */
RA_API ra_tensor *ra_call_function(ra_function function, void *state, ra_tensors reads, ra_tensors writes,
                                   const ra_call_function_opts *opts RA_DEFAULT(RA__NULL) RA_SITE) RA_AT(ra_call_function_at);

/*
 * A resource that is no tensor's memory (a communicator, an instrument, a connection), for the order alone: functions that name it as
 * written run one after another, in the order of their calls; those that name it as read, beside one another, between those that
 * write it. It is a tensor without elements, of dtype uint8 and size [0], the caller's to release (pending functions keep the order).
 * To give it elements (ra_resize_, an out=) is refused with RA_ERR_SHAPE.
 * What a function finds in its place of reads or writes is no memory. No failure is passed on by it: what comes behind a function that
 * has failed, or was cancelled, is called. NULL when out of memory. Never waits.
 */
RA_API ra_tensor *ra_token_new(RA_SITE_ALONE) RA_AT(ra_token_new_at);

RA_END_DECLS
#endif
