/*
 * Devices: the memory where the contents of storages lie, and what computes in it.
 *
 * A device with streams (a GPU) computes by itself, in the order in which it is given work. It is reached by one row of functions, which
 * whoever knows the device hands over (ra__device_offer), and by the lanes of run/stream.c, whose threads call them:
 *
 *   the issuing lane       says which stream it uses, has that come behind marks of others where the order asks for it, and calls the
 *                          kernel of a job, phase 0, which hands the work to the stream and answers RA__PENDING; and mark, behind some
 *                          of those. It alone issues, or who does a phase before that for it (RA__PLAN_PACKED), whose end it waits for:
 *                          what it issues later to the same stream is done later.
 *   the completing lanes   one a stream: calls await for each mark, then the kernel's further phases, which run here, and on workers
 *                          where they have several grains, and ends the jobs. What a phase has the device do besides is on no stream of
 *                          these, done when it returns, and reads nothing but the
 *                          job's workspace: inputs may have been written anew by what was issued since.
 *
 * Memory of such a device is taken by the issuing lane, or, of results whose size the device has told (RA__PLAN_LATE), by a completing one,
 * and given back by whoever drops a storage last: the row has its own lock. A storage is held until the jobs that use it have ended, and
 * what one has outgrown is given back at the end of the job that it grew for: so no stream uses what is given back. What only jobs have a
 * use of that were issued to a stream, what is issued there next has from them, and the row learns nothing of it (spent.h).
 */
#ifndef RA_ASYNC_DEVICE_H
#define RA_ASYNC_DEVICE_H

#include "meta/hidden.h"
#include "meta/plan.h"

#include <runahead/tensor.h>

/* An ra_device: its kind, and behind that which one of the kind. */
enum { RA__DEVICE_KIND = 15, RA__DEVICE_SHIFT = 4, RA__DEVICES = 16 };

/* The streams of each: its own, which computes, those that bring data there and take it from there, and those of the program. */
enum { RA__STREAM_COMPUTES, RA__STREAM_BRINGS, RA__STREAM_TAKES, RA__STREAMS_OWN, RA__STREAMS = 16 };

static inline int ra__device_index(ra_device device)
{
    return (int)device >> RA__DEVICE_SHIFT;
}

static inline bool ra__device_has_streams(ra_device device)
{
    return ((int)device & RA__DEVICE_KIND) >= RA_CUDA;
}

/* Memories that are counted each by itself: the processor's, and behind it one a device with streams. */
enum { RA__MEMORIES = 1 + RA__DEVICES };
static inline int ra__memory_of(ra_device device)
{
    return ra__device_has_streams(device) ? 1 + ra__device_index(device) : 0;
}

/* One of the elementwise jobs that are computed together: each element by all of them, before the next. */
enum { RA__JOINED_OPERANDS = 4 };
typedef struct ra__joined {
    ra__run run;
    int8_t from[RA__JOINED_OPERANDS]; /* of each of run.data, which of those before it has it as its result; -1: it is in memory */
    bool is_kept;                     /* its result is to be in memory; else run.data[0] may be NULL */
} ra__joined;

struct ra__source_types;
struct ra_memory_stats;

typedef struct ra__device {
    /* Memory of storages: 0 or a negative errno; release of NULL is legal. place: the node, or which one of the kind it is. With streams,
     * nothing that has been issued uses what is released. */
    int (*allocate)(int place, size_t bytes, void **out);
    void (*release)(void *memory, size_t bytes, int place);

    /* What follows is NULL of the processor and of descriptions. */

    /* Whether there may be such a device, as far as that is known or found out at once, and if not, why. By a thread of the program's, which
     * must not wait; before start. NULL: that is known once it has been started. */
    ra_status (*find)(int index, char *why, size_t size);
    /* Whether there is such a device, and if not, why. May take long. By the issuing lane; again after a stop, or where it said
     * that there is none. */
    ra_status (*start)(int index, char *why, size_t size);
    /* The NUMA node that it is near, by the system's number; -1: not known. Once it has been started. NULL: never. */
    int (*node)(int index);
    /* Bytes of its memory; 0: not known. Once it has been started. NULL: never. */
    size_t (*capacity)(int index);
    /* Nothing is pending; storages may still hold memory. */
    void (*stop)(int index);
    /* In the child of a fork, where the device is not to be had. */
    void (*fork_child)(void);
    /* What computes an operator; NULL: nothing does. */
    const ra_kernel *(*kernel)(const ra_op *op);
    /* Several jobs whose plans are LINEAR, over the same elements, in this order, as one piece of work; by the issuing lane. The answer is
     * a kernel's, the message the first one's; RA_ERR_UNSUPPORTED: nothing was handed over, each is to be run by itself. NULL where no
     * plan is LINEAR. */
    ra_status (*join)(const ra__joined *jobs, int count);

    /* Whether the source of such an operator, which has one, compiles for a call of these types, where there is a device; else RA_OK. Any thread,
     * whether it has been started or not; takes long. */
    ra_status (*examine)(const ra_op *op, const struct ra__source_types *types, char *why, size_t size);
    /* No plan names an operator any more that has source: what was made of it can go. Any thread, under the graph lock. */
    void (*forget)(const ra_op *op);
    /* Why there was no memory for so many bytes; a piece of text. */
    const char *(*shortage)(int index, size_t bytes, char *text, size_t size);
    /* Memory of the host that the device reaches by itself: for as long as a job runs, or a storage lasts. Any thread, once it has been
     * started. */
    int (*stage)(int index, size_t bytes, void **out);
    void (*unstage)(int index, void *memory, size_t bytes);
    /* Whether these bytes of the host's are of such memory, whosever it is. By the issuing lane. */
    bool (*reaches)(int index, const void *memory, size_t bytes);
    /* A stream, by the driver's handle. By any thread, once it has been started. */
    ra_status (*open)(int index, void **stream, char *why, size_t size);
    /* Nothing is pending on it. */
    void (*close)(int index, void *stream);
    /* Kernels and copies go to this stream from now on. By the issuing lane. */
    void (*use)(int index, int number, void *stream);
    /* From one block to another: by the issuing lane, later, on the stream in use; else, by any thread, done when it returns. */
    ra_status (*copy)(int index, void *to, const void *from, size_t bytes, bool later);
    /* *mark stands behind all that has been issued to the stream. By the issuing lane. A status: there is none, none of that goes on
     * any more, and the message says why. */
    ra_status (*mark)(int index, void *stream, void **mark, char *message, size_t size);
    /* What is issued to the stream from now on comes behind the mark, which may be another device's of the kind. By the issuing lane. */
    ra_status (*order)(int index, void *stream, void *mark);
    /* Waits for it. A status: the work before it has failed, and the message says how. */
    ra_status (*await)(int index, void *mark, char *message, size_t size);
    /* Nobody has a use of it any more. */
    void (*unmark)(int index, void *mark);
    /* As much as it can of what is cached goes back. By the issuing lane. */
    void (*trim)(int index);
    /* The same of memory alone, but for so many bytes, whether the device was ever used or not. Any thread; may wait. NULL where nothing is
     * cached. */
    void (*give_back)(int index, size_t keep);
    /* Of what it has: of the fields those that it knows. Any thread; never waits. NULL: nothing is known. */
    void (*memory)(int index, struct ra_memory_stats *stats);
    /* A library that such devices are reached by: its name; the text is its file and version, or what was looked for, and where. NULL: there
     * are no more. Once a device has been started, or there is none, by any thread; may take long. NULL: there are none. */
    const char *(*library)(int number, bool *is_there, char *text, size_t size);
} ra__device;

/*
 * How far the start of a device with streams has come, by its index (run/stream_start.c: who asks for it, and who starts it). Who finds it THERE,
 * or REFUSED, finds what that left behind.
 */
enum ra__device_state { RA__DEVICE_IDLE, RA__DEVICE_REFUSED, RA__DEVICE_STARTING, RA__DEVICE_THERE };
enum ra__device_state ra__device_state(int index);
void ra__device_set_state(int index, enum ra__device_state state);
/* By who starts it: there is none. The text is for people, and whole before anybody finds it REFUSED. */
void ra__device_refuse(int index, ra_status status, const char *why);
/* Of the last start that was refused: "device cuda:0: there are 0". */
enum { RA__DEVICE_WHY = 400 };
ra_status ra__device_why(int index, char text[RA__DEVICE_WHY]);
/* Sleeps while it is STARTING; the state that it finds then. */
enum ra__device_state ra__device_await(int index);
void ra__device_fork_child(void);

/* NULL for a device that this build does not have. */
const ra__device *ra__device_of(ra_device device);
/* The row of RA_CUDA; before the first use. */
void ra__device_offer(const ra__device *row);

#endif
