/*
 * Which streams there are, and what each consists of; stream.c issues to them.
 */
#ifndef RA_ASYNC_STREAMS_H
#define RA_ASYNC_STREAMS_H

#include "async/os/room.h"
#include "async/tasks/task.h"
#include "async/thread/serial.h"
#include "async/values/device.h"

#include <runahead/stream.h>

enum { RA__STREAMS_NOW = RA__ROOM(RA__STREAMS, 4) }; /* in use of a device, at most */

/* Behind the jobs of a stream up to a place. Whoever has the device do something with it has a use of it meanwhile. */
typedef struct ra__mark {
    struct ra__mark *next; /* newer; under the stream's lock, as are uses */
    void *native;
    uint64_t place;
    int uses;
} ra__mark;

struct ra_stream {
    ra__serial completing;
    void *native;         /* the driver's handle; written while there are no uses */
    ra_device device;
    uint8_t number;
    bool is_wrapped;      /* it is the program's, and ends there; written as native is */
    _Atomic bool is_open; /* whoever has the handle has not given it up; written behind the others */
    _Atomic uint32_t turn; /* how often the place has been given away, for threads that still use what it was before; written as native is */
    /* Jobs that are to be issued to it and have not ended, and the handle; of those that the library has opened itself nothing is
     * counted. Once there are none it may become another's. */
    _Atomic int64_t uses;
    /* Of the issuing lane. */
    ra__course *first, **behind;
    int count;
    int64_t bytes;             /* that these touch */
    ra__serial_item *held, **held_behind; /* jobs that are to be issued later, in this order: items of their courses */
    uint64_t issued;           /* places given out: that of the last job */
    uint64_t after[RA__STREAMS_NOW]; /* of the device's other streams: it comes behind their places up to these */
    ra__spent spent; /* of both lanes */
    /* Of both lanes. The bytes that what is issued and has not ended touches: the issuing lane adds, the completing one takes away. Nothing is
     * ordered by it but by the exchanges of is_held, which acquire and release: the issuing lane sets that while it holds jobs, and it or the
     * completing one takes it back, once. Who has taken it may touch resume: the completing lane pushes it onto the issuing one. */
    _Atomic int64_t ahead;
    _Atomic bool is_held;
    ra__serial_item resume;
    /* 0 <= ended <= reached <= the last mark's place <= issued, in the order in which they are written. They never go back. */
    _Atomic uint64_t ended;    /* the place of the last job that has ended; written by the completing lane */
    _Atomic uint32_t bell;     /* changes with it, before anybody may have to wait for that to go on */
    _Atomic uint32_t lock;     /* of marks and reached */
    ra__mark *marks, **newest; /* that the completing lane has not come to, oldest first */
    uint64_t reached;          /* the place of the last that it has */
};

typedef struct ra__stream_device {
    ra__serial issuing;
    ra_device device;
    const ra__device *row;
    ra_stream *in_use; /* that of the job which is being issued; of the issuing lane */
    int64_t most_ahead; /* of a stream, from which on what comes is issued later; of the issuing lane */
    bool serves;        /* it has been started; of the issuing lane, and of who has seen that end */
    void (*start)(struct ra__stream_device *d); /* by the issuing lane: if that is wanted (stream_start.c); written before the lane is there */
    _Atomic bool is_asked; /* `ask` is on the issuing lane: who has made it so has pushed it, and the lane makes it false before it looks whether a start is wanted */
    ra__serial_item ask;
    struct ra__os_cpuset cpus; /* near it, for its lanes */
    const struct ra__os_cpuset *near; /* that; NULL: nothing is known of where it is */
    struct ra_stream stream[RA__STREAMS_NOW];
} ra__stream_device;

extern RA__HIDDEN ra__stream_device ra__stream_devices[RA__DEVICES];

/* How the issuing lane serves and rests: stream.c. */
void ra__stream_serve(ra__serial_item *item);
void ra__stream_rest(ra__serial *lane);
/* How many bytes may be ahead on a stream of a device that has so many; 0: not known. */
int64_t ra__stream_most_ahead(size_t capacity);

/* What becomes of a job: ra__course.fate. */
enum ra__fate {
    RA__FATE_ISSUED,
    RA__FATE_SETTLED, /* it has not been handed over; nor have those */
    RA__FATE_GONE,
    RA__FATE_UNOBSERVABLE,
    RA__FATE_CANCELLED,
    RA__FATE_WITHOUT_MEMORY,
    RA__FATE_WITHOUT_DEVICE, /* which could not be started: the fault says why */
    RA__FATE_APART /* a group that is to be issued member by member */
};

static inline ra__course *ra__course_of_item(ra__serial_item *item)
{
    return (ra__course *)((char *)item - offsetof(ra__course, lane_item));
}

/* Of a stream by its name in an edge: device and number. */
static inline ra_stream *ra__stream_named(unsigned name)
{
    return &ra__stream_devices[name >> RA__DEVICE_SHIFT].stream[name & (RA__STREAMS - 1)];
}

static inline const ra__device *ra__stream_row(const ra_stream *s)
{
    return ra__stream_devices[ra__device_index(s->device)].row;
}

/* The number of the stream that the calling thread's job goes to, of its device; a use of it where it is the program's. */
uint8_t ra__streams_for(const ra__job *j);
/* That which the calling thread uses of a device that is there. */
ra_stream *ra__streams_current(ra_device device);

/* A device's places, none of them open, for completing lanes that serve in this way. */
void ra__streams_make(ra__stream_device *d, void (*serve)(ra__serial_item *item));
/* The driver's stream and the lane are there. By the issuing lane for those of the library's. */
bool ra__streams_open(ra__stream_device *d, ra_stream *s, char *why, size_t size);
/* Another for the program, of the driver's handle `native` or a new one; under the lock of starting. NULL: why says why. */
ra_stream *ra__streams_open_another(ra__stream_device *d, void *native, char *why, size_t size);
/* Whether it has not been given up. */
bool ra__streams_is_open(const ra_stream *s);
/* The calling thread uses it from now on; NULL: of all devices their own. False: it has been given up. */
bool ra__streams_use(const ra_stream *s);
/* The program gives it up. */
void ra__streams_free(ra_stream *s);
/* A use of it less. */
void ra__streams_leave(ra_stream *s);
/* Sleeps until the jobs up to the place have ended. */
void ra__streams_wait_until_ended(ra_stream *s, uint64_t place);
/* Whoever waits for that looks again. */
void ra__streams_ring(ra_stream *s);
/* Nothing is pending. */
void ra__streams_close(ra__stream_device *d);
void ra__streams_fork_child(ra__stream_device *d);

#endif
