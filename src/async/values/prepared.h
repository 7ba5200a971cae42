/*
 * A kernel's plan, the memory of its state, and what else jobs that run by it have in common: they are calls of equal keys
 * (front/specialise.h), so that layouts and attributes are among that. They share it, and nobody writes
 * it once the first of them has been submitted. Uses are counted under the graph lock; while nobody else knows of it, without.
 */
#ifndef RA_ASYNC_PREPARED_H
#define RA_ASYNC_PREPARED_H

#include "meta/plan.h"

enum { RA__NUMBERS_TOLD = 4 };
enum { RA__PREPARED_ROOM = 512 }; /* of the first block: the state of a binary elementwise operator */

typedef struct ra__prepared {
    ra_plan plan;
    const ra_op *op;             /* NULL: of an external, of this name */
    const char *name;            /* that it goes by: the operator's, or that of the composite which it is a part of */
    void (*release_state)(void *state); /* of an external: called with plan.state when the job is over */
    ra_variant variant;
    const ra_scalar *numbers;    /* for messages: of the first RA__NUMBERS_TOLD inputs, those that are none are of kind NONE. NULL: there is none */
    /* What changes is on a line of its own: those who record write it at every call, and those who run read what is before it and behind. */
    _Alignas(64) int64_t uses;   /* jobs, and a cache */
    uint64_t space;              /* the mark of those of the processor (fusion.h), once the first of them is recorded; under the graph lock */
    bool has_space;
    struct ra__plan_block *more; /* what did not fit the room */
    size_t used;                 /* bytes of the room */
    _Alignas(64) char room[RA__PREPARED_ROOM];
} ra__prepared;

/* One use, a plan all zero; op NULL: of an external. NULL: out of memory. */
ra__prepared *ra__prepared_new(const ra_op *op, ra_variant variant);
void ra__prepared_free(ra__prepared *p);

static inline ra__prepared *ra__prepared_of(const ra_plan *plan)
{
    return (ra__prepared *)(uintptr_t)plan;
}

static inline void ra__prepared_drop(ra__prepared *p)
{
    if (--p->uses == 0)
        ra__prepared_free(p);
}

#endif
