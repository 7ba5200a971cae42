/*
 * Operators of the program's own (register.h).
 *
 * own.c         rows and their names
 * register.c    how one comes and goes
 * own_fields.c  what a description must be like
 * own_define.c  definitions: called for descriptions by the meta function, and for results where there is no kernel, or none for the device
 * own_check.c   the kernel against the definition
 * own_kernel.c  the program's kernels as ra_kernel: operands, units, packed inputs
 * own_cuda.c    CUDA source: its fields, and what of a call a device is told
 *
 * A row begins as an ra_op, so everything behind dispatch takes it for an operator like any: the specialisation cache, jobs, hazards,
 * failures, the trace. A row and its texts are kept for ever, since traces and handles of old calls may name them. Its state is
 * counted: by its registration, and by each plan that names it; who takes the last count makes the release callback due.
 */
#ifndef RA_ASYNC_OWN_H
#define RA_ASYNC_OWN_H

#include "async/front/dispatch_call.h"
#include "async/run/costs.h"
#include "async/thread/callback.h"
#include "async/values/source.h"

#include <runahead/register.h>
#include <string.h>

typedef enum ra__own_standing { RA__OWN_NONE, RA__OWN_BEING_MADE, RA__OWN_REGISTERED, RA__OWN_GONE } ra__own_standing;

/* Filled by the thread that registers it, and not written after it has been made, but for its links, which is the release that all who find it acquire.
 * The name alone is read before, by others that register: it is there when the row is taken, under the graph lock. */
typedef struct ra__own {
    ra_op op; /* first */
    ra_kernel kernel;
    ra__cost cost;           /* of op */
    ra__source source;       /* of CUDA source */
    ra_op_description given; /* its texts are those of op */
    ra__callback *release;   /* NULL: none, or it has been; made due by whoever takes the last use, after all others are done with the state, or as the engine stops */
    _Atomic int standing;    /* enum ra__own_standing; changed under the graph lock, read without; it orders nothing */
    _Atomic int64_t uses;    /* its registration, and each plan that names it; any thread */
    _Atomic(struct ra__own *) next; /* of those that are registered, and where one that has gone led to; see own.c */
    struct ra__own *beside;  /* of those that are being made, or were refused; under the graph lock */
} ra__own;

static inline const ra__own *ra__own_of(const ra_op *op)
{
    return (const ra__own *)(const void *)op;
}

static inline bool ra__own_has_loops(const ra__own *own)
{
    for (int d = 0; d < RA_DTYPE_COUNT; d++)
        if (own->given.loops[d])
            return true;
    return false;
}

/* What a message says without the place of its call, for one that repeats it and has a place of its own. */
static inline int ra__own_told(const char *message)
{
    const char *place = strstr(message, " (called at ");
    return place ? (int)(place - message) : (int)strlen(message);
}

/* ---- rows: own.c ---- */

/* Of any pointer. */
ra__own_standing ra__own_standing_of(const ra_op *op);
/* A use of its state, which op->use gives back. Of one that stood a moment ago; false: it has gone meanwhile, with its state. */
bool ra__own_keep(const ra_op *op);
size_t ra__own_count(void);
/* NULL: there is none. */
const ra_op *ra__own_at(size_t index);
const ra_op *ra__own_find(const char *name);
/* A row that begins so and that nobody finds yet, to be filled and made; its name is read by others from now on. NULL: the name is
 * taken, or there is no memory. */
ra__own *ra__own_take(const ra_op *begun, bool *is_taken);
/* It is registered from now on, or, where it was not made well, free. */
void ra__own_made(ra__own *own, bool well);
/* It has gone from now on. False: it is not registered. */
bool ra__own_go(ra__own *own);
/* Its state is released, if it is not yet: by who takes the last use. */
void ra__own_give_up(ra__own *own);
/* Those of all that have gone: plans that other threads keep still count as uses. While no other thread is in a call, and nothing is pending. */
void ra__own_give_up_gone(void);

/* ---- what is registered: own_fields.c ---- */

/* The description but for its schema; that against the rest, once it has been parsed. */
ra_status ra__own_check_fields(const ra_op_description *d);
ra_status ra__own_check_schema(const ra__own *own);

/* ---- definitions: own_define.c ---- */

ra_status ra__own_meta(ra_meta *m);
/* Whether it is computed by its definition on such a device, which it has no kernel for: it may have one for another, and does nothing beside. */
bool ra__own_is_its_definition_on(ra_device device, const ra_op *op);
/* The same for a call with these arguments. */
bool ra__own_goes_by_definition(const ra_op *op, const ra_arg *args);
/* A call by its definition, whose arguments have been normalised. */
ra_status ra__own_define(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, size_t *produced);
/* New handles of the caller's for what its definition gives for normalised arguments. */
ra_status ra__own_call_definition(const ra__own *own, const ra_arg *args, ra_tensor **results);
/* Whether its definition gives all results, as far as descriptions of some shapes can tell; *types: of the last call that it took, all zero
 * where it took none. */
ra_status ra__own_try(const ra__own *own, ra__source_types *types);

/* ---- kernels: own_kernel.c ---- */

/* Fills own->kernel, and says so in own->op. */
void ra__own_make_kernel(ra__own *own);
/* What a plan keeps of a call, with the inputs that are to be packed at places of its workspace. False: out of memory. */
bool ra__own_keep_call(const ra_meta *m, ra_plan *p, ra__own_call *c);
/* Whether there is an element to write. */
bool ra__own_writes(const ra__own_call *c);
bool ra__own_is_status(ra_status status);
/* Of a function of the program's anything can be expected: RA_OK, a status, or the failure that it is none. */
ra_status ra__own_status(ra__run *r, ra_status status);

/* ---- CUDA source: own_cuda.c ---- */

/* The fields of it; those against the schema. */
ra_status ra__own_check_cuda(const ra_op_description *d);
ra_status ra__own_check_cuda_schema(const ra__own *own);
/* With its texts, in one block. NULL: out of memory. */
ra_op_cuda *ra__own_copy_cuda(const ra_op_cuda *given);
/* Fills own->source, and says so in own->op. */
void ra__own_make_source(ra__own *own);
/* Whether it compiles, where that can be tried. */
ra_status ra__own_examine(const ra__own *own, const ra__source_types *types);

#endif
