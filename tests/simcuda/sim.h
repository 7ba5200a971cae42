/*
 * Shared by the files of the simulated driver.
 *
 * Actors: host threads call the driver; each channel (channel.c) is a thread that runs what streams were given, in the order in which
 * it was given. Three locks, taken in this order: `sim_lock` guards handles, queues, allocations and errors; `sim_memory_lock` the cells
 * of memory and who touched them, and is held while a piece of work touches memory (a kernel gives it up between its blocks);
 * `sim_clock_lock` the clocks, for moments. A host function and a delay run under none.
 */
#ifndef SIMCUDA_SIM_H
#define SIMCUDA_SIM_H

#include "abi.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

enum { DEVICES_MAX = 8, TIMELINES = 256, HOST_LINE = 0, CHANNELS_MAX = 64 };

/* ---- settings.c: what the environment says ---- */

struct settings {
    uint64_t seed;            /* SIMCUDA_SEED, 1 */
    int devices;              /* SIMCUDA_DEVICES, 1 */
    uint64_t memory;          /* SIMCUDA_MEMORY, bytes of each device, 1 GiB */
    int queue;                /* SIMCUDA_QUEUE, pieces of work that a channel holds, 64 */
    int channels;             /* SIMCUDA_CHANNELS, streams share so many, by the seed; 8. 0: they share none, up to CHANNELS_MAX at a time */
    int delay_us;             /* SIMCUDA_DELAY, the longest delay before a piece of work, 50 us */
    int stall_ms;             /* SIMCUDA_STALL, after which a wait that nothing can end is reported; 20000 */
    int capability;           /* SIMCUDA_CAPABILITY, 90 for 9.0 */
    int driver_version;       /* SIMCUDA_DRIVER_VERSION, 12040 */
    bool memory_operations;   /* SIMCUDA_MEMORY_OPERATIONS, 1 */
    bool peers;               /* SIMCUDA_PEERS, 1: every device reaches every other */
    int nodes;                /* SIMCUDA_NODES, 0: where devices are is not known; else the one of number i is near the node i % nodes */
    int virtual_scale;        /* SIMCUDA_VIRTUAL, 0: time is the machine's; else by a virtual clock, where each byte stands for so many */
    bool uninitialised;       /* SIMCUDA_UNINITIALISED, 0: reading memory that nobody wrote is reported */
};
extern struct settings settings;
void settings_read(void);
uint64_t draw(void); /* the next number of the seed; any thread */

/* What a user of the driver did wrong: the message goes to whoever asked for it (simcuda_on_violation), or to stderr, and the process ends. */
__attribute__((format(printf, 1, 2))) void violation(const char *format, ...);

/* ---- calls ---- */

enum { NEEDS_NOTHING, NEEDS_INIT, NEEDS_CONTEXT };
/* The rules that hold for every call: CUDA_SUCCESS, or what the call answers at once. */
CUresult enter(const char *name, int needs);
#define ENTER(needs)                                  \
    do {                                              \
        CUresult entered = enter(__func__, needs);    \
        if (entered)                                  \
            return entered;                           \
    } while (0)

/* What was asked to fail (SIMCUDA_FAIL), where this call is it. */
CUresult injected(const char *name);

/* What happened so far, for tests: simcuda_count(name). */
enum counter { COUNT_CALLS, COUNT_WAITS, COUNT_IMPLICIT_WAITS, COUNT_FULL_QUEUES, COUNT_LAUNCHES, COUNT_COPIES, COUNT_HOST_FUNCTIONS, COUNT_VIOLATIONS, COUNT_LOADED, COUNT_UNLOADED, COUNT_THROUGH_HOST, COUNT_MADE, COUNT_GIVEN_BACK, COUNTERS };
void count(enum counter which);

/* ---- clocks.c: what happens before what ---- */

/* How far each timeline was when this was reached. Timeline 0 is the host's: all its threads together. */
struct clock {
    uint32_t at[TIMELINES];
};
void clock_join(struct clock *into, const struct clock *from);
extern struct clock host_clock; /* under sim_clock_lock */

/* Who touched memory: written once, before any cell names it. */
struct toucher {
    uint32_t line, tick;
    uint64_t number; /* of the piece of work, counted over all streams */
    const char *what; /* lives as long as the process */
    int stream;       /* its number; -1: the host */
    int state;        /* TOUCH_... */
};
enum { TOUCH_WORK, TOUCH_ALLOCATED, TOUCH_FREED };
uint32_t toucher_new(const struct toucher *who);
const struct toucher *toucher_of(uint32_t id);

/* A byte's last writer and its readers since; 0: never allocated. */
struct cell {
    uint32_t write, read;
};

/* What a piece of work is while it touches memory. */
struct access {
    struct clock *now;
    uint32_t id;
    bool reported; /* one report for each piece of work */
    uint64_t bytes; /* that a kernel has loaded and stored */
    const char *what;
    struct context *context;
};
/* The host's, at what it does now. Under sim_memory_lock, and good until it is left. */
struct access host_access(const char *what);
/* Bytes that are touched: CUDA_SUCCESS, or the error that the piece of work ends with. Under sim_memory_lock. */
CUresult cells_touch(struct access *access, struct cell *cells, size_t bytes, int how, const void *address);

/* ---- memory.c: where bytes lie ---- */

struct region {
    uintptr_t base; /* as the user of the driver names it */
    uintptr_t shadow; /* as who runs work reaches it; base, where the host may touch it too */
    size_t bytes;
    struct cell *cells; /* one a byte; NULL: not checked */
    int device;         /* -1: the host's */
    bool is_registered;
};
CUresult memory_start(void);
/* The region of an address of either view; NULL: none. */
const struct region *region_of(uintptr_t address);
uintptr_t shadow_of(uintptr_t address); /* itself, where it is no address of a device */
extern uintptr_t device_base, device_end, device_shift; /* all devices: shadow = base + shift */

struct allocation {
    uintptr_t at;
    size_t bytes;
    int device;
    struct context *context;
    bool is_pooled, is_freed; /* freed: a stream will */
    uint64_t number;
};
/* Under sim_lock. */
CUresult allocation_new(int device, struct context *context, size_t bytes, bool is_pooled, struct allocation *made);
struct allocation *allocation_of(uintptr_t address); /* that holds this address */
void allocation_end(struct allocation *a);
void allocations_end(struct context *context);
size_t memory_used(int device);
CUresult region_register(void *at, size_t bytes);
CUresult region_unregister(void *at);
/* Marks an allocation's cells; the memory of a device gets a pattern. */
CUresult memory_begin(struct access *access, uintptr_t at, size_t bytes);
CUresult memory_end(struct access *access, uintptr_t at, size_t bytes);
/* One range of a copy, fill or host access; may be pageable, which is not checked. */
CUresult memory_touch(struct access *access, uintptr_t at, size_t bytes, int how);

/* ---- channel.c: streams, and the threads that run them ---- */

struct stream {
    int number, line, priority;
    unsigned flags;
    struct context *context;
    struct channel *channel;
    struct clock clock;            /* under sim_clock_lock */
    uint64_t submitted, completed; /* pieces of work; under sim_lock */
    bool is_dead, is_over; /* over: nothing more comes of it that the host does not know */
    struct stream *next; /* of all that ever were */
};

struct recording { /* of an event: one for each cuEventRecord */
    bool is_done;
    int users; /* the event, and work that names it */
    struct clock clock;
    uint64_t nanoseconds;
};
void recording_release(struct recording *r); /* under sim_lock */

struct event {
    unsigned flags;
    struct context *context;
    struct recording *last; /* NULL: never recorded */
    struct event *next;
};

struct context {
    uint32_t magic;
    int device, retained;
    unsigned flags;
    CUresult error; /* that sticks; under sim_lock */
    bool is_alive;
    struct stream *legacy;
    uint64_t peers; /* devices whose memory it may touch */
};

enum work_kind { WORK_COPY, WORK_FILL, WORK_KERNEL, WORK_RECORD, WORK_WAIT_EVENT, WORK_WAIT_VALUE, WORK_WRITE_VALUE, WORK_HOST, WORK_ALLOCATE, WORK_FREE, WORK_CALL };

struct work {
    enum work_kind kind;
    const char *what; /* lives as long as the process */
    struct stream *stream;
    struct context *context; /* that it fails */
    uint64_t number, place;  /* over all streams; in its stream */
    struct clock given;      /* what happened on the host before it was given */
    struct recording *recording;
    union {
        struct { uintptr_t to, from; size_t bytes; void *staged; } copy;
        struct { uintptr_t to; size_t count, element; uint32_t value; } fill;
        struct { uintptr_t at; uint64_t value; unsigned flags; bool is_wide; } value;
        struct { CUhostFn function; void *data; } host;
        struct { uintptr_t at; size_t bytes; } memory;
        struct launch *launch;
        struct { CUresult (*run)(void *data, struct access *access); void *data; } call;
    };
};

extern pthread_mutex_t sim_lock, sim_memory_lock, sim_clock_lock;
extern pthread_cond_t sim_progress;
struct stream *stream_make(struct context *context, unsigned flags, int priority);
CUresult stream_find(CUstream handle, struct context *current, struct stream **found);
/* Copies the work; may wait while the channel's queue is full. What a legacy stream orders is waited for. Under no lock. */
CUresult give(struct stream *stream, const struct work *work);
void streams_end(struct context *context); /* of all its streams; under sim_lock */
void stream_end(struct stream *stream);  /* no handle any more; under sim_lock */
void wait_stream(struct stream *stream); /* under sim_lock: until all that it was given is done, and the host knows it */
void wait_context(struct context *context, bool is_implicit); /* likewise of all its streams */
/* Of one that has failed nothing goes on, which whoever is told of the failure knows; under sim_lock. */
void end_of_work(struct context *context);
bool stream_is_idle(struct stream *stream); /* under sim_lock */
bool in_host_function(void);
extern uint64_t work_given;

/* ---- virtual.c: the virtual clock ---- */

enum engine_kind { ENGINE_THERE, ENGINE_BACK, ENGINE_KERNELS, ENGINES };
uint64_t virtual_now(void);
/* The calling thread goes on when the device's engine has done that, behind what it was given before. Under no lock. */
void virtual_spend(int device, enum engine_kind kind, uint64_t bytes);
/* What it takes a thread of the host to go on after a wait. */
void virtual_spend_host_wait(void);
/* Sleeps until it is so, which is asked when nothing else goes on. */
void virtual_until(bool (*is_due)(void *data), void *data);

/* ---- context.c ---- */

struct context *current_context(void);
bool context_is(struct context *c);

/* ---- module.c, block.c ---- */

struct launch {
    struct function *function;
    unsigned grid[3], block[3], shared;
    unsigned char *parameters; /* all of them, one after another, aligned to 16 */
    void **pointers;
};
/* Under sim_memory_lock. */
CUresult launch_run(struct launch *launch, struct access *access);
extern const struct simcuda_runtime block_runtime;
void launch_free(struct launch *launch);

struct function {
    struct module *module;
    const struct simcuda_kernel *kernel;
    int max_dynamic_shared;
    struct function *next;
};
struct module {
    struct context *context;
    void *handle;
    const struct simcuda_object *object;
    uintptr_t first, last; /* of its image in memory */
    bool is_dead;
    struct function *functions;
    struct module *next;
};
bool is_function(struct function *f);

#endif
