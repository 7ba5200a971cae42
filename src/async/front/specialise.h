/*
 * The specialisation cache: what a call came to, for the next one like it.
 *
 * The results of most operators (layouts, where a view begins) and the plan of the kernel are a function of the operator, its
 * variant, the layouts and devices of its tensors, how its outputs overlap its inputs, its attributes by value, and the thread's
 * default dtype. These make up a key; a call whose key is found skips everything up to the job. Keys are compared whole, a hash
 * never decides: first with the one that was last used for this operator and its first two layouts, while the call is gone through,
 * and only then is the key written down and looked for.
 *
 * What is not a function of the key is not cached: refused calls, random operators, those that may wait, extents that depend
 * on data, outputs that are resized or written by way of a temporary, list results, views that look at the storage itself
 * (as_strided, view_as_complex), strings and lists too long for a key, layouts that are not interned.
 *
 * The cache belongs to a thread and has a fixed number of places; a newcomer takes the place of the one that was found least
 * recently among a few. What it held goes with the last job that runs by it.
 */
#ifndef RA_ASYNC_SPECIALISE_H
#define RA_ASYNC_SPECIALISE_H

#include "async/front/dispatch_call.h"
#include "async/os/room.h"
#include "async/values/job.h"

enum {
    RA__KEY_WORDS = 44,    /* up to a list of 32 tensors */
    RA__KEY_TENSORS = 36,
    RA__SPECIAL_SETS = RA__ROOM(128, 2),
    RA__SPECIAL_WAYS = RA__ROOM(8, 1),
    RA__SPECIAL_RECENT = RA__ROOM(512, 2)
};

/* A call's key, and the tensors among its arguments in schema order: those that a job binds as inputs. */
typedef struct ra__key {
    int words;              /* 0: the call has none */
    int tensors;
    uint32_t hash;
    unsigned recent;        /* its place among those used last */
    uint64_t word[RA__KEY_WORDS];
    const ra_tensor *tensor[RA__KEY_TENSORS + 1]; /* NULL: absent, or a number */
} ra__key;

typedef struct ra__special ra__special;

/* Does the call by what was used last for one like it, if that was one of the same key: handles, and the job; nothing of the key is written
 * but where it would be. False: nothing has happened, for want of that, or of room or memory. */
bool ra__special_call_recent(ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count, size_t *produced);
/* Behind that: writes it. */
void ra__special_key(ra__key *k, const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results);
/* NULL: not there. */
ra__special *ra__special_find(const ra__key *k);
/* Does the call as found. False: for want of room or memory nothing has happened, and the long way gives the reason. */
bool ra__special_call(ra__special *s, const ra__key *k, ra_tensor **results, size_t result_count, size_t *produced);
/* After the long way has succeeded up to the job: what it came to, with the job's plan (NULL: there is no job). Without memory it is not kept. */
void ra__special_add(const ra__key *k, const ra__call *c, const ra_plan *plan);

/* The calling thread ends, or the engine stops: its cache goes. Not under the graph lock. */
void ra__special_forget(void);

#endif
