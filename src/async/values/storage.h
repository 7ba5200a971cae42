/*
 * Storages: the memory behind handles, counted.
 *
 * Who may touch what:
 *   counts    anybody, atomically. A storage is freed by whoever brings it to zero.
 *   data      written by the one task (or the one thread in synchronous mode) that first writes the storage, or grows
 *             it; ordered by the hazards for every other task. Recording never reads it. A call of the program that reads by itself
 *             (ra_copy_to) has waited for those who write its bytes, but is no task, and who makes the storage grow for the sake of
 *             others does not wait for it: it reads between ra__storage_read and ra__storage_unread, and what is outgrown
 *             meanwhile stays until then. Of a device, the issuing lane hands it on where nobody can come to it any more (spent.h).
 *             Who computes in a call without the graph's lock is no task either: a writer that is counted waits for it (readers.h).
 *   hazards   under the graph lock, or while nobody else knows of the storage.
 *   poison    see failure.h.
 */
#ifndef RA_ASYNC_STORAGE_H
#define RA_ASYNC_STORAGE_H

#include "async/os/os.h"
#include "async/values/hazard_list.h"
#include "meta/layout.h"

#include <runahead/tensor.h>
#include <stdatomic.h>

struct ra__poison;

enum {
    RA__STORAGE_BORROWED = 1 << 0, /* the program's buffer: never grown; work on it is always observable */
    RA__STORAGE_READONLY = 1 << 1,
    RA__STORAGE_RELEASED = 1 << 2,
    RA__STORAGE_LOCKED = 1 << 4, /* of the processor, in memory that CUDA devices reach by themselves: the driver was asked for. Set when it is made */
    RA__STORAGE_TOKEN = 1 << 3 /* it is there for the order alone: nothing lies in it, and no failure */
};

typedef struct ra_storage {
    /* One line of what is read by all who record and run with it, and one of what each of them writes. */
    _Alignas(64) _Atomic int64_t bytes; /* 0 <= bytes <= ra__most_bytes(device). What handles may reach: more when an out= that grows it is recorded, or when a task finds how large its result is */
    int64_t capacity_recorded; /* what it will have once the recorded tasks have run; as hazards */
    _Atomic(char *) data;  /* NULL until the first writer is ready, and for meta */
    int64_t capacity;      /* bytes at data; of the thread that owns data for writing */
    _Atomic(struct ra__poison *) poison;
    union {
        struct ra__callback *release;    /* of a borrowed buffer; may be NULL */
        struct ra_storage *next_dropped; /* of any other that has lost its last holder: in the list of the thread that drops (drop.c) */
    };
    union {
        _Atomic int32_t node;    /* of the processor: that its memory is on, or RA__MEM_SPREAD; -1 before there is any */
        _Atomic uint32_t issued; /* of a device: a stream, and how many holds are of jobs issued to it (spent.h) */
    };
    _Atomic uint8_t lost;  /* ra_status: a failure for which there was no memory: the whole storage has failed */
    _Atomic bool is_short; /* it could not grow to what tasks rely on: none can write to it any more */
    uint8_t device;        /* ra_device */
    uint8_t flags;
    _Atomic uint64_t reads; /* calls of the program that read it just now, and what it has outgrown meanwhile (storage.c) */
    /* holders (handles, and tasks that read) + writers (tasks that write) << 32. holders == 0: nobody can observe the
     * contents, so pending writers need not run. Both 0: free. */
    _Atomic uint64_t counts;
    ra__hazards hazards;
} ra_storage;

#define RA__HOLDER UINT64_C(1)
#define RA__WRITER (UINT64_C(1) << 32)

/* One holder. NULL when out of memory, or where no storage can have so many bytes. */
ra_storage *ra__storage_new(ra_device device, int64_t bytes);

static inline void ra__storage_add(ra_storage *s, uint64_t what)
{
    atomic_fetch_add_explicit(&s->counts, what, memory_order_relaxed);
}

/* The same, and readers in a call find it (readers.h). */
static inline void ra__storage_add_writer(ra_storage *s, uint64_t what)
{
    atomic_fetch_add_explicit(&s->counts, what, memory_order_seq_cst);
}

static inline int64_t ra__storage_bytes(const ra_storage *s)
{
    return atomic_load_explicit(&s->bytes, memory_order_relaxed);
}

/* Handles may reach at least so many bytes. By several threads at once, and while others read how many there are. */
static inline void ra__storage_extend(ra_storage *s, int64_t bytes)
{
    int64_t had = ra__storage_bytes(s);
    while (had < bytes && !atomic_compare_exchange_weak_explicit(&s->bytes, &had, bytes, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* There is no hold left, or only the caller's. */
void ra__storage_free(ra_storage *s);
/* Gives up a hold; frees the storage with the last. The result is what is left. */
uint64_t ra__storage_drop(ra_storage *s, uint64_t what);

/*
 * Memory for the contents, at least `bytes`, with the old contents kept. RA_ERR_TASK_MEMORY. The hazards see to it that only
 * one task grows a storage, and that the first to write one is alone; but where that first one came to nothing (cancelled,
 * poisoned), tasks on different bytes may find themselves without memory at the same time: one of them takes it, the others
 * wait for the moment that takes.
 */
ra_status ra__storage_ensure(ra_storage *s, int64_t bytes);
/* The same where there is none yet, and that alone: it makes nothing grow, where tasks may be about to use it. Whether it was this
 * call that took it. */
ra_status ra__storage_take(ra_storage *s, int64_t bytes, bool *taken);

/* The first memory of a storage that was made for the result of a job, by that job, which is alone with it: all others come behind it. */
ra_status ra__storage_take_fresh(ra_storage *s, int64_t bytes, int node, uint64_t sequence);

/* The same for a storage of a device, of memory that is there. */
void ra__storage_take_over(ra_storage *s, void *memory, int64_t bytes);

/* What a storage has outgrown, and a device may still be about to copy, or a call of the program to read. */
typedef struct ra__outgrown {
    struct ra__outgrown *next;
    ra_storage *storage;
    void *memory;
    size_t bytes;
    int place;
} ra__outgrown;

/* It has been copied. */
void ra__outgrown_release(ra__outgrown **list);
/* The same, with memory on this node (or RA__MEM_SPREAD) where there is none yet, for the task of this number. What is outgrown is put
 * on the list, if there is one; else it is given back at once. */
ra_status ra__storage_ensure_on(ra_storage *s, int64_t bytes, int node, uint64_t sequence, ra__outgrown **outgrown);
/* A task that was to write the storage comes to nothing. If it was to grow it, others rely on that: it does, or else the
 * storage has failed for good. */
void ra__storage_forgo(ra_storage *s, int64_t bytes);

#define RA__TAKING ((char *)(uintptr_t)1)

/* Its memory, or NULL. */
static inline char *ra__storage_data(ra_storage *s)
{
    char *data;
    while ((data = atomic_load_explicit(&s->data, memory_order_acquire)) == RA__TAKING)
        ra__os_yield();
    return data;
}

/* Its memory, for a call that reads what others do not write, and whose handle it is: it stays where it is until the call says that it
 * has read. As many at once as there are, one within another as well. */
static inline char *ra__storage_read(ra_storage *s)
{
    atomic_fetch_add_explicit(&s->reads, 1, memory_order_acquire);
    return ra__storage_data(s);
}
/* The same for longer than a call. NULL: it is lent as often as can be counted. */
char *ra__storage_lend(ra_storage *s);
/* Beside others, or where it has been outgrown. */
void ra__storage_unread_counted(ra_storage *s);
static inline void ra__storage_unread(ra_storage *s)
{
    uint64_t alone = 1;
    if (__builtin_expect(!atomic_compare_exchange_strong_explicit(&s->reads, &alone, 0, memory_order_release, memory_order_relaxed), 0))
        ra__storage_unread_counted(s);
}

#endif
