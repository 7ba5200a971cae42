/* os.h - the operating system, as far as runahead knows it.
 *
 * Every system call of the library is made in os.c, os_*.c and nowhere else, so that
 * - each one has its pre- and postconditions written down once,
 * - each one can be made to fail in a test (the fault gate at the end of this file),
 * - a port to another system is these files.
 *
 * Conventions, unless a function says otherwise:
 * - the result is 0 or a negative errno; on failure the outputs are untouched and nothing is held;
 * - every function may be called from any thread at any time and holds no lock across calls;
 * - EINTR is handled inside and never reported;
 * - none is a place where a thread that was cancelled ends;
 * - none of them prints, raises a signal or ends the process.
 *
 * The library needs a 64-bit Linux, 2.6.28 or newer. */
#ifndef RA_ASYNC_OS_H
#define RA_ASYNC_OS_H

#include "async/os/room.h"
#include "meta/hidden.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- CPU sets ------------------------------------------------------------------------------ */

/* The kernel's largest NR_CPUS. A smaller set makes sched_getaffinity fail on the machines that have more. */
#define RA__OS_CPUS_MAX RA__ROOM(8192, 64)

struct ra__os_cpuset {
    uint64_t bits[RA__OS_CPUS_MAX / 64];
};

static inline bool ra__os_cpuset_has(const struct ra__os_cpuset *set, int cpu)
{
    return cpu >= 0 && cpu < RA__OS_CPUS_MAX && ((set->bits[cpu / 64] >> (cpu % 64)) & 1);
}

/* Numbers outside [0, RA__OS_CPUS_MAX) are ignored. */
static inline void ra__os_cpuset_add(struct ra__os_cpuset *set, int cpu)
{
    if (cpu >= 0 && cpu < RA__OS_CPUS_MAX)
        set->bits[cpu / 64] |= (uint64_t)1 << (cpu % 64);
}

int ra__os_cpuset_count(const struct ra__os_cpuset *set);

/* ---- threads ------------------------------------------------------------------------------- */

/* A joinable thread. The record belongs to the caller, who keeps it in place until the join: the new thread
 * reads its function from it. */
struct ra__os_thread {
    pthread_t handle;
    void (*run)(void *arg);
    void *arg;
    char name[16]; /* what /proc/self/task/N/comm shows; the kernel keeps 15 characters */
};

/* Starts `run(arg)` on a new thread named "ra-<number>", with every signal blocked (the host's handlers never
 * run on our threads), a stack of 8 MiB whatever the host's ulimit says, in the ordinary class whatever the caller's (where
 * the system allows a thread in the background to make one that is not: whoever may be in it has it made by another).
 * affinity  where the thread may run, from its first instruction on; NULL: where ra__os_thread_home said. It is a wish:
 *           a set that the system refuses (CPUs that do not exist or went offline) is dropped.
 * Errors    -EAGAIN, -ENOMEM. */
int ra__os_thread_create(struct ra__os_thread *thread, int number, void (*run)(void *arg), void *arg,
                         const struct ra__os_cpuset *affinity);

/* Threads made from now on may run where the calling one may, whoever makes them. */
int ra__os_thread_home(void);

/* For foreign code that may be a place where a cancelled thread ends (streams, hwloc, libdw, callbacks): between the two the
 * calling thread, which is the program's, is not ended. What is made here needs no such care. They nest. */
int ra__os_cancel_defer(void);
void ra__os_cancel_restore(int before);
/* Here a thread of the program's that somebody has cancelled ends. The caller has begun nothing. */
void ra__os_cancel_point(void);

/* Calls run(arg) on a thread of ours and waits for its end: for foreign code that needs more stack than a thread of the program
 * must have. Where no thread can be had it is called as it is. */
void ra__os_call_deep(void (*run)(void *arg), void *arg);

/* Waits for the end of a thread that was created and not yet joined. All it wrote is visible afterwards.
 * Not to be called by the thread itself. Cannot fail. */
void ra__os_thread_join(struct ra__os_thread *thread);
/* Processor time that it has used, in ns; before its join. 0 where the system does not say. */
uint64_t ra__os_thread_used_ns(const struct ra__os_thread *thread);
/* Whether a thread of this process, by its ra__os_gettid, has a processor or waits for one, and sleeps for nothing else. False
 * where the system does not say. */
bool ra__os_thread_is_runnable(int tid);

/* Calls leave() at the end of every thread that has called ra__os_at_thread_exit, whoever made the thread. Once a
 * process, before the first of those calls. -EAGAIN, -ENOMEM. */
int ra__os_thread_exit_init(void (*leave)(void));
/* Marks the calling thread. May fail for want of memory; the thread's things are then kept until the process ends. */
void ra__os_at_thread_exit(void);

enum ra__os_class {
    RA__OS_NORMAL,    /* the host's ordinary class */
    RA__OS_BACKGROUND /* runs only where nothing else wants to: SCHED_IDLE, where refused nice 19 */
};

/* Puts the calling thread into a scheduling class. Coming back to normal from background may be refused
 * (-EPERM): Linux lets an unprivileged thread leave SCHED_IDLE only if its RLIMIT_NICE allows its nice value.
 * A class is therefore best set once, at a thread's start. */
int ra__os_thread_class(enum ra__os_class wanted);

/* The calling thread, of the ordinary class, asks for the processor in slices as long as there are, so that whoever wakes beside it
 * and asks for short ones is let in at once. A wish: systems before Linux 6.12 have slices of one length. */
void ra__os_thread_long_slices(void);

/* Puts another thread of this process, by its ra__os_gettid, into the normal class. -EPERM where the host may not do that
 * (see above), -ESRCH where there is no such thread. */
int ra__os_thread_raise(int tid);

/* Where a thread of this process may run, by its ra__os_gettid; 0: the calling one. -ESRCH where there is no such thread. */
int ra__os_affinity_get(int tid, struct ra__os_cpuset *set);
/* Where it may run from now on; where it is on another CPU, it is moved. -EINVAL: no CPU of the set exists or is allowed. -EPERM: the
 * host does not allow it. */
int ra__os_affinity_set(int tid, const struct ra__os_cpuset *set);

/* The CPU that the caller is on at this moment, or -1. */
int ra__os_cpu_now(void);
int ra__os_gettid(void);
/* The calling thread's name; empty where there is none. */
void ra__os_thread_name(char *name, size_t size);
int ra__os_getpid(void);

/* pthread_atfork; registrations last as long as the process. Any of the three may be NULL. */
int ra__os_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

/* ---- waiting and time ---------------------------------------------------------------------- */

#define RA__OS_FOREVER UINT64_MAX

/* Sleeps while *word == expected, until the absolute time `deadline` of ra__os_now_ns (RA__OS_FOREVER: no limit).
 * 0            woken, or *word != expected, or for no reason at all: the caller looks again
 * -ETIMEDOUT   the deadline has passed
 * It orders no memory: what the waker wrote becomes visible by the caller's acquire load of *word. */
int ra__os_futex_wait(_Atomic uint32_t *word, uint32_t expected, uint64_t deadline);

/* Wakes up to `count` threads that sleep on *word (INT_MAX: all); how many, never negative. The caller has
 * changed *word before: a thread that has compared but does not sleep yet is then not lost. */
int ra__os_futex_wake(_Atomic uint32_t *word, int count);

/* Nanoseconds of CLOCK_MONOTONIC: never goes back, the same for all threads. Cannot fail. */
uint64_t ra__os_now_ns(void);
/* A test's own time instead, for every decision that rests on time: time limits, learnt costs, how long to spin. Sleeps
 * end when the remaining time has really passed, so a waiter looks at that clock again. NULL: the system's. Any thread
 * may set it at any time; it carries nothing else, so it is read and written relaxed. */
typedef uint64_t (*ra__os_clock)(void);
extern RA__HIDDEN _Atomic(ra__os_clock) ra__os_clock_hooked;
/* Nanoseconds that the calling thread has spent on a CPU. Cannot fail. */
uint64_t ra__os_thread_cpu_ns(void);
uint64_t ra__os_process_cpu_ns(void);

/* Lets another runnable thread of this CPU go first. Never sleeps. */
void ra__os_yield(void);

/* The body of a spin loop: tells the core that nothing useful happens here. */
static inline void ra__os_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield" ::: "memory");
#endif
}

/* ---- memory -------------------------------------------------------------------------------- */

/* A power of two, at least 4096. */
size_t ra__os_page_size(void);

/* Bytes of physical memory; 0 where it cannot be told. */
size_t ra__os_memory_size(void);

/* Maps `bytes` (a positive multiple of the page size) of private zero-filled memory at an address that is
 * `before` bytes short of a multiple of `align` (a power of two, at least a page; before < align, whole pages).
 * Physical pages come at first touch. -ENOMEM where there is no room or too many mappings. */
int ra__os_map(size_t bytes, size_t align, size_t before, void **out);

/* Gives a whole mapping of ra__os_map back. On failure (-ENOMEM) it is still there and still usable. */
int ra__os_unmap(void *start, size_t bytes);

/* Maps a whole file of `bytes` > 0, readable and writable; what is written stays in this process. Given back by ra__os_unmap.
 * To read where the file has been cut short meanwhile sends a signal (SIGBUS). */
int ra__os_map_file(int fd, size_t bytes, void **out);

/* Asks for huge pages in a mapped range, or for none. A wish: a kernel without them says -EINVAL, to no harm. */
int ra__os_advise_huge(void *start, size_t bytes, bool wanted);

/* Gives the physical pages of a mapped range back at once; the range stays mapped and reads as zeroes.
 * (Not MADV_FREE: pages freed so still count against the cgroup's limit until the kernel comes for them.) */
int ra__os_discard(void *start, size_t bytes);

/* Wants the pages of a range, which nobody has touched yet, on NUMA node `node` (the system's number), elsewhere
 * if that is full. A wish: -ENOSYS, -EPERM or -EINVAL where there is no NUMA, or no such node. */
int ra__os_bind_node(void *start, size_t bytes, int node);

/* On which node (the system's number) each of `count` pages lies that these addresses are in; -ENOENT where none has been
 * touched yet. -ENOSYS, -EPERM where the system does not tell. */
int ra__os_page_nodes(void *const *addresses, size_t count, int *nodes);

/* The heap, for the library's own records (tensor data never comes from it); no thread that is stopped inside holds up another
 * (os_heap.c). Zero bytes give a valid pointer. NULL when there is no memory; a failed realloc leaves the old block as it was. */
void *ra__os_alloc(size_t bytes);
void *ra__os_alloc_surely(size_t bytes); /* for a caller that does not look whether it fails: no test makes it */
void *ra__os_calloc(size_t count, size_t bytes); /* zero-filled; NULL also when the product overflows */
void *ra__os_realloc(void *block, size_t bytes);
void *ra__os_alloc_aligned(size_t align, size_t bytes); /* align: a power of two, sizeof(void *) to 4096 */
void ra__os_free(void *block); /* of all four; NULL is legal */
char *ra__os_text_for_program(const char *text); /* a copy that the program gives back by free(); NULL: out of memory, or no text */
size_t ra__os_heap_bytes(void); /* that it has of the system, and keeps */

/* ---- eventfd: a counter for event loops ---------------------------------------------------- */

/* A non-blocking, close-on-exec descriptor that polls as readable from a signal until the next drain. */
int ra__os_event_create(int *fd);
/* Never blocks; 0 also when it was signalled already. Async-signal-safe. */
int ra__os_event_signal(int fd);
/* Another descriptor of the same counter, for whoever signals it after the first has been closed. */
int ra__os_event_duplicate(int fd, int *copy);
/* Makes it unreadable again; 0 also when it was not signalled. */
int ra__os_event_drain(int fd);

/* ---- files --------------------------------------------------------------------------------- */

/* All descriptors are close-on-exec. */

/* What a path leads to, in words ("a FIFO"), if it is there and no regular file; else NULL. */
const char *ra__os_irregular(const char *path);
/* Opens a regular file; -ESPIPE for anything else, without having opened it or waited for it. */
int ra__os_open_read(const char *path, int *fd);

/* Opens a file for writing, new or emptied. */
int ra__os_open_new(const char *path, int *fd);

/* The file that is to be replaced, or made, by who writes under `path`: where its links lead (capacity bytes, -ENAMETOOLONG
 * where too few). -ESPIPE: it is there and no regular file; -EACCES: it may not be written; -ELOOP. */
int ra__os_target(const char *path, char *target, size_t capacity);

/* Creates a new file for writing in the folder of `target`, under a name that no file has; the name is put into `name`
 * (capacity bytes, -ENAMETOOLONG where too few). Owner, mode, access list and user attributes are those of the file that is
 * at `target`, as far as this process may give them; where there is none, 0666 less the umask, as of any new file. */
int ra__os_create_beside(const char *target, char *name, size_t capacity, int *fd);

/* The size of a regular file; -ESPIPE for anything else (a pipe, a device, a folder). */
int ra__os_file_size(int fd, uint64_t *bytes);

/* Reads `bytes` from `offset`, in as many system calls as it takes; *got < bytes only at the end of the file.
 * On failure *got says how much arrived before. */
int ra__os_pread_full(int fd, void *buffer, size_t bytes, uint64_t offset, size_t *got);

/* None of the three that follow sends the thread a signal (SIGXFSZ, SIGPIPE).
 * Writes all of it at the file's position, or fails (-ENOSPC, -EIO, ...) with an unknown part written. */
int ra__os_write_full(int fd, const void *buffer, size_t bytes);

/* The same at an offset, whatever the file's position, which stays. -ESPIPE where the file has none. */
int ra__os_write_at(int fd, const void *buffer, size_t bytes, uint64_t offset);
/* The file ends after so many bytes. */
int ra__os_truncate(int fd, uint64_t bytes);

int ra__os_fsync(int fd);
/* Makes a rename or a creation in the folder of `path` durable. */
int ra__os_fsync_folder_of(const char *path);
/* Replaces `to`, if it is there, in one step. Both are on one file system. */
int ra__os_rename(const char *from, const char *to);
int ra__os_unlink(const char *path);
/* The descriptor is gone in any case; an error reports a delayed write that failed. */
int ra__os_close(int fd);

/* A whole small text file (of /proc or /sys) as a string. -EFBIG when it does not fit into capacity - 1 bytes. */
int ra__os_read_text(const char *path, char *text, size_t capacity);

/* ---- the rest ------------------------------------------------------------------------------ */

/* The loader (what follows, and foreign code that loads) is one thread's at a time, which may enter more than once. A fork
 * enters before it is made and leaves after, in parent and child: no child begins with a loader that another thread has
 * left half changed. False when the process is ending and the loader belongs to the thread that ends it: nothing may be
 * loaded then, and there is nothing to leave. */
bool ra__os_loader_enter(void);
void ra__os_loader_leave(void);
/* At the process's end, before destructors run, other threads are kept out of the loader; at a quick one `quickly` is
 * called. Once a process. -ENOMEM. */
int ra__os_at_end(void (*quickly)(void));
/* Calls it when the process ends by exit, before what was registered earlier. -ENOMEM. */
int ra__os_at_exit(void (*call)(void));
/* Calls it when the calling thread ends, or ends the process by exit, before all that was registered for the process's end, however late that
 * was. -ENOMEM; -ENOSYS where the system has nothing of the kind. */
int ra__os_before_exit(void (*call)(void *context), void *context);
/* The object that this code is part of is not unmapped any more, whoever closes it: threads, handlers and keys of ours
 * lead into it. -ENOENT. */
int ra__os_stay_loaded(void);

/* Loads a shared library with all its symbols bound and none of them exported to others.
 * -ENOENT when it cannot be loaded, with the loader's words in why (capacity bytes; may be NULL with 0). */
int ra__os_dlopen(const char *name, void **library, char *why, size_t capacity);
/* The same, with the library's own symbols put before the host's (RTLD_DEEPBIND). only_resident: fails unless the library
 * is loaded already. */
int ra__os_dlopen_deep(const char *name, bool only_resident, void **library, char *why, size_t capacity);
/* The dynamic linker's record of a loaded library (struct link_map), which lives as long as the library is loaded. -EIO. */
int ra__os_link_map(void *library, const void **map);
/* Makes the pages that hold [start, start + bytes), which are mapped data, readable and writable. */
int ra__os_make_writable(void *start, size_t bytes);
/* -ENOENT when there is no such symbol, or when it is NULL. */
int ra__os_dlsym(void *library, const char *symbol, void **address);
/* Nothing of the library may be in use any more. */
void ra__os_dlclose(void *library);

/* The exported function that a code address lies in, and how far into it; false where that is not known. The string lives
 * as long as its library is loaded. */
bool ra__os_symbol(const void *address, const char **name, size_t *offset);

/* The mapped object (program or library) that an address lies in, and how far from its beginning. Else as above. */
bool ra__os_object(const void *address, const char **file, size_t *offset);

/* The value of an environment variable, or NULL where it is unset or empty. The string is the environment's:
 * copy it at once. */
const char *ra__os_getenv(const char *name);
/* The i-th "NAME=value" of the environment, NULL past the last. Else as above. */
const char *ra__os_variable_at(size_t i);
/* Sets (or with NULL removes) a variable. The C library cannot make this safe against a getenv of the host in
 * another thread: only for what a library that is about to be loaded reads in its constructors. */
int ra__os_setenv(const char *name, const char *value);

/* The x86-64 microarchitecture level that processor and kernel both support: 4, 3, 2, or 1, or 5 for 4 with AVX512_BF16; 0 on anything
 * that is no x86-64. */
int ra__os_cpu_level(void);

/* ---- the fault gate ------------------------------------------------------------------------ */

/* Every call that can fail asks the gate first. Name, the error it fails with, and whether a sweep ("the n-th
 * call of the program fails") counts it; the others (where failure is harmless or frequent) fail only when they
 * are armed by name. */
#define RA__OS_CALLS(X)            \
    X(THREAD_CREATE, EAGAIN, 1)    \
    X(THREAD_CLASS, EPERM, 1)      \
    X(AFFINITY_GET, EINVAL, 1)     \
    X(AFFINITY_SET, EINVAL, 1)     \
    X(ATFORK, ENOMEM, 1)           \
    X(FUTEX_WAIT, EINTR, 0)        \
    X(MAP, ENOMEM, 1)              \
    X(UNMAP, ENOMEM, 1)            \
    X(ADVISE_HUGE, EINVAL, 1)      \
    X(DISCARD, EINVAL, 1)          \
    X(BIND_NODE, EPERM, 1)         \
    X(PAGE_NODES, EPERM, 1)        \
    X(HEAP, ENOMEM, 1)             \
    X(EVENT_CREATE, EMFILE, 1)     \
    X(EVENT_SIGNAL, EBADF, 1)      \
    X(EVENT_DRAIN, EBADF, 1)       \
    X(OPEN, EMFILE, 1)             \
    X(CREATE, ENOSPC, 1)           \
    X(FILE_SIZE, EIO, 1)           \
    X(READ, EIO, 1)                \
    X(READ_TEXT, EACCES, 0)        \
    X(WRITE, ENOSPC, 1)            \
    X(FSYNC, EIO, 1)               \
    X(RENAME, EACCES, 1)           \
    X(UNLINK, EACCES, 1)           \
    X(CLOSE, EIO, 1)               \
    X(DLOPEN, ENOENT, 1)           \
    X(DLSYM, ENOENT, 1)            \
    X(LINK_MAP, EIO, 1)            \
    X(PROTECT, EACCES, 1)          \
    X(SETENV, ENOMEM, 1)           \
    X(TOPOLOGY, ENOSYS, 1)

enum ra__os_call {
#define X(name, error, swept) RA__OS_##name,
    RA__OS_CALLS(X)
#undef X
    RA__OS_CALL_COUNT
};

/* True when this call is to fail now. One relaxed load while nothing is armed. For code that calls into a library
 * which does its own system calls (hwloc); all else goes through the functions above. */
bool ra__os_should_fail(enum ra__os_call call);
/* The name of a gated call, as above. */
const char *ra__os_call_name(enum ra__os_call call);

/* For tests. Arming starts a new count; calls that run in other threads at that moment may still be counted the
 * old way.
 * arm(n)                n > 0: the n-th swept call from now fails, once. 0: none fails, they are counted.
 * arm_call(c, n, times) of the calls of kind c (RA__OS_CALL_COUNT: of all swept kinds), the n-th and the
 *                       times - 1 ones after it fail
 * disarm                the gate is out of the way again; the counts stay readable
 * count                 gated calls seen since arming (with arm_call: of that kind)
 * hits                  how many of them failed; a test that finds 0 has tested nothing
 * last                  the kind of the last one that failed, RA__OS_CALL_COUNT for none */
void ra__os_fault_arm(long countdown);
void ra__os_fault_arm_call(enum ra__os_call call, long countdown, long times);
void ra__os_fault_disarm(void);
long ra__os_fault_count(void);
long ra__os_fault_hits(void);
enum ra__os_call ra__os_fault_last(void);

#endif
