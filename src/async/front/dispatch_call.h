/*
 * A call while it is dispatched, and the steps of that: its inputs, the handles of its results, its job.
 */
#ifndef RA_ASYNC_DISPATCH_CALL_H
#define RA_ASYNC_DISPATCH_CALL_H

#include "async/front/normalise.h"
#include "async/front/tensor.h"
#include "async/values/job.h"
#include "meta/plan.h"

enum { RA__FEW_INPUTS = 8 };

typedef struct ra__call {
    const ra_op *op;
    ra_variant variant;
    ra__normalised normal;
    ra_meta meta;
    int first[RA__MAX_ARGS];
    ra__input few_inputs[RA__FEW_INPUTS];
    const ra_tensor *few_tensors[RA__FEW_INPUTS];
    const ra_tensor **tensors; /* parallel to meta.in; NULL where absent or a number */
    ra__input given[RA__MAX_RESULTS];
    ra__result few_results[RA__MAX_RESULTS];
    ra__result *many_results;
    size_t list_room; /* of a list result: how many the caller takes */
    bool is_counted;  /* it has more: their number is known, and none is described, since there may be billions */
    ra_tensor **outs;          /* given handles, or where new ones go */
    const struct ra__key *key; /* for the specialisation cache, or NULL */
    bool takes_locked;         /* it has a device take the memory of its result, which is the processor's, and that is all */
    ra_device place;           /* that computes it: of the results, or, where data come back from a device with streams, of that */
    char error[512];
} ra__call;

typedef struct ra__made {
    ra_tensor *handle[RA__MAX_RESULTS]; /* of the result: new, or the given one */
    ra_tensor *temporary[RA__MAX_RESULTS]; /* (proxy) what the kernel writes */
} ra__made;

/* The op's keyword argument of a kind, or -1. */
int ra__find_arg(const ra_op *op, ra_arg_kind kind);

/* ---- the whole: dispatch_make.c ---- */

/* Of a call whose arguments have been normalised. key: NULL where it is not to be known again. */
ra_status ra__call_make(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, size_t *produced, const struct ra__key *key);

/* ---- the whole of the description: dispatch_describe.c ---- */

/* Of a call whose arguments have been normalised. */
void ra__call_begin(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, const struct ra__key *key);
/* What it is given, and what its results are. */
ra_status ra__call_describe(ra__call *c);
/* Of a call whose inputs have been collected: "add(float32 [2, 3], 1.5): ", then c->error, or what the status says. */
ra_status ra__call_refuse(ra__call *c, ra_status status);
void ra__call_end(ra__call *c);

/* ---- inputs: dispatch_inputs.c ---- */

/* Tensors and numbers among the arguments, in schema order. */
ra_status ra__call_collect_inputs(ra__call *c);
/* Outputs to write to; in place: self. */
ra_status ra__call_collect_given(ra__call *c);
/* The device of the call: named, else the inputs', of which 0-dim ones on the CPU go with any. */
ra_status ra__call_choose_device(ra__call *c);

/* ---- handles of results: dispatch_results.c ---- */

/* A new handle of result i; NULL when out of memory. */
ra_tensor *ra__call_make_handle(const ra__call *c, int i);
ra_status ra__call_make_handles(ra__call *c, ra__made *m);
/* Gives back what was made for the first `count` results. */
void ra__call_unmake(const ra__call *c, ra__made *m, int count);

/* ---- the job: dispatch_job.c ---- */

/* Plans and submits what there is to compute. On refusal the handles have been given back. */
ra_status ra__call_submit(ra__call *c, ra__made *m);

#endif
