/*
 * Dispatch: a call whose arguments have been normalised, from its description to what the caller gets.
 */
#include "async/front/dispatch_call.h"

#include "async/os/fpu.h"
#include "async/os/os.h"
#include "async/pool/workers.h"
#include "async/run/stream.h"
#include "async/values/device.h"

#include <string.h>

static ra_status deliver(ra__call *c, ra__made *m, ra_tensor **results, size_t *produced)
{
    size_t n = (size_t)c->meta.out_count;
    if (produced)
        *produced = n;
    for (size_t i = 0; c->variant == RA_FUNCTIONAL && i < n; i++)
        results[i] = m->handle[i];
    return RA_OK;
}

/* List results are views only, so there is no job: handles go straight to the caller. */
static ra_status deliver_list(ra__call *c, ra_tensor **results, size_t result_count, size_t *produced)
{
    size_t n = (size_t)c->meta.out_count;
    if (produced)
        *produced = n;
    if (!results)
        return RA_OK;
    if (n > result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has %zu results, room for %zu was given", c->op->name, n, result_count);
    ra_tensor **handles = ra__os_alloc((n ? n : 1) * sizeof *handles); /* results are untouched until all are there */
    size_t have = 0;
    while (handles && have < n && (handles[have] = ra__call_make_handle(c, (int)have)))
        have++;
    bool complete = handles && have == n;
    if (complete && n)
        memcpy(results, handles, n * sizeof *handles);
    while (!complete && have)
        ra_release(handles[--have]);
    ra__os_free(handles);
    if (!complete && produced)
        *produced = 0;
    return complete ? RA_OK : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle of a result", c->op->name);
}

static bool is_locked(const ra__call *c)
{
    for (int i = 0; i < c->meta.out_count; i++)
        if (c->meta.out[i].is_locked)
            return true;
    return false;
}

/* The driver's memory, for a result of the processor's. Before the driver is there it is taken by a job of the device: whoever needs that comes
 * behind it, and nobody waits. */
static ra_status expect_driver(ra__call *c)
{
    if (!is_locked(c))
        return RA_OK;
    const ra_status s = ra__stream_ensure(RA_CUDA, c->op->name);
    c->takes_locked = ra__device_state(ra__device_index(RA_CUDA)) != RA__DEVICE_THERE;
    if (c->takes_locked)
        c->place = RA_CUDA;
    return s;
}

static ra_status run_call(ra__call *c, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra_status s = ra__call_describe(c);
    if (s)
        return s;
    if (c->op->returns_list)
        return deliver_list(c, results, result_count, produced);
    if (c->variant == RA_FUNCTIONAL && (size_t)c->meta.out_count > result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has %d results, room for %zu was given", c->op->name, c->meta.out_count, result_count);
    ra__made m;
    s = expect_driver(c);
    if (!s)
        s = ra__call_make_handles(c, &m);
    if (!s)
        s = ra__call_submit(c, &m);
    return s ? s : deliver(c, &m, results, produced);
}

ra_status ra__call_make(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, size_t *produced, const struct ra__key *key)
{
    atomic_fetch_add_explicit(&ra__pool.amid_calls, 1, memory_order_relaxed);
    ra__call_begin(c, op, variant, results, result_count, key);
    unsigned fpu = ra__fpu_enter(); /* plans hold numbers that have been computed, too */
    ra_status s = run_call(c, results, result_count, produced);
    ra__fpu_leave(fpu);
    ra__call_end(c);
    atomic_fetch_sub_explicit(&ra__pool.amid_calls, 1, memory_order_relaxed);
    return s;
}
