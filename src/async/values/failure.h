/*
 * Failures of tasks, and the poison they leave.
 *
 * A failure is made where the data shows it: status, message (operator, shapes, call site), and the sequence number of
 * its task, so that the earliest in program order wins wherever two meet. What depends on it gets a failure of the same
 * status that names the next operator and points to the first: the chain.
 *
 * Poison lies on bytes of storages, from the failure that is set on them until a task has overwritten them; where two meet
 * on a byte, the earlier one stays. Tasks that touch the same bytes are ordered by the hazards, and those that share no byte
 * may run in any order, so poison counts for exactly the bytes of a view: were it for all between the first and the last,
 * what a reader of its gaps finds would depend on who ran first.
 */
#ifndef RA_ASYNC_FAILURE_H
#define RA_ASYNC_FAILURE_H

#include "async/thread/state.h"
#include "async/values/storage.h"
#include "meta/dtype.h"

typedef struct ra__failure {
    _Atomic int32_t refs;
    ra_status status;
    uint64_t sequence;         /* of the task in which it began */
    struct ra__failure *cause; /* nearer to the beginning; NULL: this is where it began */
    int depth;                 /* failures on the way from the beginning that are kept: bounded */
    int64_t left_out;          /* between this one and its cause */
    const char *text;          /* one line; of the failure's own block */
    const void *caller;        /* where the operator was called, if only the address is known; else NULL */
    size_t caller_at;          /* where in the text that belongs */
} ra__failure;

/* A failure of one hold; NULL when out of memory (then ra__failure_bare serves). cause is held in addition. */
ra__failure *ra__failure_new(ra_status status, uint64_t sequence, ra__failure *cause, const char *text);
/* Of a new one that nobody else has yet: what is called here is told by name when somebody reads it. To find the name takes the lock
 * of the loader, which a worker must not. */
static inline void ra__failure_called_from(ra__failure *f, const void *caller, size_t at)
{
    f->caller = caller;
    f->caller_at = at;
}
/* A shared failure without a message of its own, for when there is no memory for one. */
ra__failure *ra__failure_bare(ra_status status);
void ra__failure_init(void); /* once, before the others */
ra__failure *ra__failure_ref(ra__failure *f);
void ra__failure_drop(ra__failure *f);
/* The whole chain as text. By who reads it. */
void ra__failure_text(const ra__failure *f, char *text, size_t size);

/* What is read or written of a storage; nothing where it ends before it begins. */
typedef struct ra__bytes {
    int64_t first, end;
    const ra_layout *layout; /* of the view that begins at `first`; NULL: every byte of the range */
} ra__bytes;

/* Those of a view in a storage of so many bytes. Where the storage has none, an empty view stands for the byte where it begins,
 * as it does in the order of tasks, so that it carries its failure too; an empty view of another storage has none. */
static inline ra__bytes ra__bytes_of(const ra_layout *l, int64_t offset, int64_t storage_bytes)
{
    if (l->numel == 0)
        return (ra__bytes){offset, offset + (storage_bytes == 0), NULL}; /* fits: at most RA__MOST_MEMORY, and one */
    return (ra__bytes){offset, offset + l->extent * ra__element_bytes((ra_dtype)l->dtype), l}; /* fits: within the storage */
}

typedef struct ra__spots ra__spots; /* a list of what fails, and why (poison.c) */

/* Of a storage that has failed; it stays with it. */
typedef struct ra__poison {
    _Atomic(ra__spots *) now;     /* NULL: all of it is well again */
    _Atomic(ra__spots *) retired; /* lists that were replaced */
    _Atomic int32_t readers;      /* of either */
} ra__poison;

/* False: neither it nor a byte of it has failed so far. Of what it finds it tells nothing: who wants to know more looks again. */
static inline bool ra__has_ever_failed(const ra_storage *s)
{
    return atomic_load_explicit(&s->poison, memory_order_relaxed) || atomic_load_explicit(&s->lost, memory_order_relaxed);
}

/* Some byte of it, or all of it. What it finds it does not follow. */
static inline bool ra__may_have_failed(ra_storage *s)
{
    const ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    return (p && atomic_load_explicit(&p->now, memory_order_relaxed)) || atomic_load_explicit(&s->lost, memory_order_relaxed);
}

/* Poisons what is named; the whole storage, without the message, where there is no memory for that. */
void ra__poison_set(ra_storage *s, ra__bytes bytes, ra__failure *f);
/* Every byte of what is named has been overwritten. */
void ra__poison_clear(ra_storage *s, ra__bytes bytes);
/* The earliest failure on what is named, held; NULL if there is none. */
ra__failure *ra__poison_find(ra_storage *s, ra__bytes bytes);
void ra__poison_free(ra_storage *s);

#endif
