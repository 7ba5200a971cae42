/*
 * Runs an operator's kernel through the plan contract, grain by grain in an order of the test's choice, for every
 * instruction set level that was built and that this machine has.
 */
#ifndef TESTS_HELPERS_GRAINS_H
#define TESTS_HELPERS_GRAINS_H

#include "async/engine/levels.h"
#include "meta/plan.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum grains_order { GRAINS_FORWARD, GRAINS_BACKWARD, GRAINS_SHUFFLED };

struct grains_outcome {
    int count;
    char *data[RA__MAX_RESULTS];
    size_t bytes[RA__MAX_RESULTS];
    int64_t extents[RA__MAX_RESULTS]; /* of pending ones */
    int64_t grains; /* of the phase that has most */
    int phases;
};

/* Built level i, as ra__level_at counts them; NULL where this machine does not run it. */
static const ra__kernel_table *grains_table(int i)
{
    const char *why;
    return ra__level_choose(ra__level_at(i)->isa, &why);
}

/* A functional call with one tensor, as its plan describes it. */
struct grains_call {
    ra_plan plan; /* first: alloc gets its address */
    void *blocks[8];
    int count;
    ra_meta *meta;
    ra_layout *layout;
    ra__input in;
    ra__result results[RA__MAX_RESULTS];
    char error[256];
};

static void *grains_alloc(ra_plan *p, size_t bytes)
{
    struct grains_call *own = (struct grains_call *)(void *)p;
    return own->count < 8 ? own->blocks[own->count++] = malloc(bytes ? bytes : 1) : NULL;
}

/* args as the schema has them. Whether it was accepted; grains_let_go in either case. */
static bool grains_planned(struct grains_call *c, const ra__kernel_table *table, ra__op_id id, const ra__shape *input, const void *data, const ra_arg *args)
{
    static const int first[RA__MAX_ARGS];
    static bool ready;
    if (!ready)
        ready = ra__ops_init();
    memset(c, 0, sizeof *c);
    c->plan = (ra_plan){.kernel = table->kernels[id], .alloc = grains_alloc};
    c->layout = malloc(ra__layout_bytes(input->ndim));
    ra__layout_from_shape(c->layout, input, ra__shape_hash(input));
    c->in = (ra__input){.layout = c->layout, .storage = data, .device = RA_CPU};
    c->meta = malloc(sizeof *c->meta);
    *c->meta = (ra_meta){.op = &ra__ops[id], .variant = RA_FUNCTIONAL, .args = args, .in = &c->in, .in_count = 1, .first = first, .out = c->results,
                         .device = RA_CPU, .default_dtype = RA_FLOAT32, .error = c->error, .error_size = sizeof c->error};
    return c->meta->op->meta(c->meta) == RA_OK && c->plan.kernel->plan(c->meta, &c->plan) == RA_OK;
}

static void grains_let_go(struct grains_call *c)
{
    for (int i = 0; i < c->count; i++)
        free(c->blocks[i]);
    free(c->meta);
    free(c->layout);
}

enum { GRAINS_GUARD = 256 << 10 }; /* bytes behind what was asked for, which nobody may write */

static void *grains_room(size_t bytes, int fill)
{
    size_t rounded = (bytes + GRAINS_GUARD + 63) & ~(size_t)63;
    void *room = aligned_alloc(64, rounded);
    if (room)
        memset(room, fill, rounded);
    return room;
}

static void grains_look_behind(const void *room, size_t bytes, int fill, const char *kernel, const char *what)
{
    for (int i = 0; room && i < GRAINS_GUARD; i++)
        if (((const unsigned char *)room)[bytes + (size_t)i] != fill)
            fail_msg("%s: byte %d behind the %zu of its %s was written", kernel, i, bytes, what);
}

static inline void grains_phase(ra__run *r, int phase, enum grains_order order)
{
    const ra_plan *p = r->plan;
    int64_t n = ra__plan_grains(p, phase);
    if (n == 0)
        return;
    if (order == GRAINS_FORWARD) {
        p->kernel->run(r, phase, 0, n);
        return;
    }
    int64_t step = 7919;
    while (n % step == 0)
        step += 2;
    for (int64_t i = 0; i < n; i++) {
        int64_t g = order == GRAINS_BACKWARD ? n - 1 - i : (int64_t)(((__int128)i * step) % n);
        memset(r->scratch, 0xa5, p->scratch); /* nothing may be carried from grain to grain */
        p->kernel->run(r, phase, g, g + 1);
    }
}

static size_t grains_bytes(const ra__shape *s)
{
    int64_t numel = 1, extent = 1;
    for (int d = 0; d < s->ndim; d++) {
        numel *= s->sizes[d];
        extent += (s->sizes[d] - 1) * s->strides[d];
    }
    return numel ? (size_t)extent * ra_dtype_size(s->dtype) : 0;
}

/* Gives false where the level is not to be had, or the call is refused. */
static inline bool grains_run(int level, ra__op_id id, const ra__shape *input, const void *data, const ra_arg *args, enum grains_order order,
                       struct grains_outcome *outcome)
{
    const ra__kernel_table *table = grains_table(level);
    memset(outcome, 0, sizeof *outcome);
    if (!table)
        return false;
    struct grains_call own;
    const bool ok = grains_planned(&own, table, id, input, data, args);
    const int results = own.meta->out_count;
    char *operands[RA__MAX_RESULTS + 1];
    for (int i = 0; ok && i < results; i++) {
        outcome->bytes[i] = grains_bytes(&own.results[i].shape);
        operands[i] = outcome->data[i] = grains_room(outcome->bytes[i], 0);
    }
    outcome->count = results;
    outcome->phases = own.plan.phases;
    operands[results] = (char *)(uintptr_t)data;
    ra__run r = {.plan = &own.plan, .data = operands, .extents = outcome->extents, .message = own.error, .message_size = sizeof own.error};
    r.workspace = grains_room(own.plan.workspace, 0xab);
    r.scratch = grains_room(own.plan.scratch, 0xcd);
    for (int phase = 0; ok && phase < own.plan.phases; phase++) {
        grains_phase(&r, phase, order);
        int64_t grains = ra__plan_grains(&own.plan, phase);
        outcome->grains = grains > outcome->grains ? grains : outcome->grains;
    }
    for (int i = 0; ok && i < results; i++)
        grains_look_behind(outcome->data[i], outcome->bytes[i], 0, own.plan.kernel->name, "result");
    if (ok) {
        grains_look_behind(r.workspace, own.plan.workspace, 0xab, own.plan.kernel->name, "workspace");
        grains_look_behind(r.scratch, own.plan.scratch, 0xcd, own.plan.kernel->name, "scratch");
    }
    free(r.workspace);
    free(r.scratch);
    grains_let_go(&own);
    return ok;
}

static inline void grains_free(struct grains_outcome *outcome)
{
    for (int i = 0; i < outcome->count; i++)
        free(outcome->data[i]);
}

/* Whether the bits are those of `forward`, a run in order, backwards and shuffled too. */
static inline bool grains_same_in_any_order(int level, ra__op_id id, const ra__shape *input, const void *data, const ra_arg *args, const struct grains_outcome *forward)
{
    bool same = true;
    for (int order = GRAINS_BACKWARD; order <= GRAINS_SHUFFLED && same; order++) {
        struct grains_outcome other;
        same = grains_run(level, id, input, data, args, (enum grains_order)order, &other);
        if (!same)
            break;
        same = memcmp(forward->extents, other.extents, sizeof other.extents) == 0;
        for (int r = 0; r < forward->count; r++)
            same = same && memcmp(forward->data[r], other.data[r], forward->bytes[r]) == 0;
        grains_free(&other);
    }
    return same;
}

#endif
