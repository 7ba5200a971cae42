/*
 * Failures of tasks, and the poison they leave.
 *
 * A failure is made where the data shows it: status, message (operator, shapes, call site), and the sequence number of
 * its task, so that the earliest in program order wins wherever two meet. What depends on it gets a failure of the same
 * status that names the next operator and points to the first: the chain.
 *
 * Poison lies on bytes of storages. A storage's list grows at its head only, by compare-and-swap, newest first: a node
 * either poisons the elements of a view or clears a range (a task has overwritten every byte of it). Tasks that touch the
 * same bytes are ordered by the hazards, so for any byte the newest node that covers it tells its state to whoever may
 * look. Tasks that share no byte may run in any order, so a node counts for exactly the bytes of its view: were it for
 * all between the first and the last, what a reader of its gaps finds would depend on who ran first. Nodes are freed with
 * the storage.
 */
#ifndef RA_ASYNC_FAILURE_H
#define RA_ASYNC_FAILURE_H

#include "async/state.h"
#include "async/storage.h"

typedef struct ra__failure {
    _Atomic int32_t refs;
    ra_status status;
    uint64_t sequence;         /* of the task in which it began */
    struct ra__failure *cause; /* nearer to the beginning; NULL: this is where it began */
    int depth;                 /* failures on the way from the beginning that are kept: bounded */
    int64_t left_out;          /* between this one and its cause */
    const char *text;          /* one line; of the failure's own block */
} ra__failure;

/* A failure of one hold; NULL when out of memory (then ra__failure_bare serves). cause is held in addition. */
ra__failure *ra__failure_new(ra_status status, uint64_t sequence, ra__failure *cause, const char *text);
/* A shared failure without a message of its own, for when there is no memory for one. */
ra__failure *ra__failure_bare(ra_status status);
void ra__failure_init(void); /* once, before the others */
ra__failure *ra__failure_ref(ra__failure *f);
void ra__failure_drop(ra__failure *f);
/* The whole chain as text. */
void ra__failure_text(const ra__failure *f, char *text, size_t size);

/* What is read or written of a storage. */
typedef struct ra__bytes {
    int64_t first, end;
    const ra_layout *layout; /* of the view that begins at `first`; NULL: every byte of the range */
} ra__bytes;

typedef struct ra__poison {
    struct ra__poison *next;
    ra__bytes bytes;      /* the layout is held */
    ra__failure *failure; /* NULL: the range was overwritten */
} ra__poison;

/* Poisons what is named; the whole storage, without the message, where there is no memory for that. */
void ra__poison_set(ra_storage *s, ra__bytes bytes, ra__failure *f);
/* Every byte of [first, end) has been overwritten. */
void ra__poison_clear(ra_storage *s, int64_t first, int64_t end);
/* The earliest failure on what is named, not held; NULL if there is none. */
ra__failure *ra__poison_find(ra_storage *s, ra__bytes bytes);
void ra__poison_free(ra_storage *s);

#endif
