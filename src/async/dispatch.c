/*
 * Dispatch: arguments against the schema, the meta function, handles for the results, a job for the work.
 *
 * Nothing of the caller's is changed before everything that can fail has succeeded: a refused call leaves its outputs
 * untouched, and new handles are given back.
 */
#include "async/dispatch.h"

#include "async/check.h"
#include "async/dispatch_call.h"
#include "async/entry.h"
#include "async/fpu.h"
#include "async/masks.h"
#include "async/os.h"
#include "async/specialise.h"

#include <stdio.h>
#include <string.h>

/* ---- the meta function ---- */

static bool reserve_results(ra_meta *m, int n)
{
    ra__call *c = (ra__call *)((char *)m - offsetof(ra__call, meta));
    m->out_count = n;
    c->is_counted = (size_t)n > c->list_room;
    if (c->is_counted)
        return false;
    if (n <= RA__MAX_RESULTS)
        return true;
    c->many_results = ra__os_alloc((size_t)n * sizeof *c->many_results);
    if (!c->many_results)
        return false;
    m->out = c->many_results;
    return true;
}

/* "add(float32 [2, 3], 1.5): message" */
static ra_status refuse_call(ra__call *c, ra_status status)
{
    char list[400] = "";
    size_t at = 0;
    for (int k = 0; k < c->meta.in_count && k < 6; k++) {
        char text[128];
        const ra__input *in = &c->meta.in[k];
        int n = snprintf(list + at, sizeof list - at, "%s%s", k ? ", " : "",
                         in->number ? ra__scalar_text(in->number, text, sizeof text) : ra__layout_text(in->layout, text, sizeof text));
        at += n > 0 ? (size_t)n : 0;
        if (at >= sizeof list)
            break;
    }
    bool inplace = c->variant == RA_INPLACE && c->op->name[strlen(c->op->name) - 1] != '_';
    return ra__refusal(status, "%s%s(%s): %s", c->op->name, inplace ? "_" : c->variant == RA_OUT ? "_out" : "", list,
                       c->error[0] ? c->error : ra_status_text(status));
}

static ra_status check_writable(ra__call *c)
{
    for (int i = 0; c->meta.given && i < (c->variant == RA_INPLACE ? 1 : c->op->result_count); i++)
        if (c->outs[i]->storage->flags & RA__STORAGE_READONLY) {
            snprintf(c->error, sizeof c->error, "%s is a read-only buffer", c->variant == RA_INPLACE ? "self" : "out");
            return refuse_call(c, RA_ERR_READONLY);
        }
    return RA_OK;
}

static ra_status describe_results(ra__call *c)
{
    c->error[0] = 0;
    if (!c->op->meta) {
        snprintf(c->error, sizeof c->error, "no meta function");
        return refuse_call(c, RA_ERR_UNSUPPORTED);
    }
    ra_status s = c->op->meta(&c->meta);
    if (c->is_counted)
        return RA_OK;
    /* On the meta device nothing is computed: an extent stays at its bound, and no temporary is written. */
    for (int i = 0; !s && c->meta.device == RA_META && i < c->meta.out_count; i++) {
        c->meta.out[i].pending = 0;
        c->meta.out[i].proxy = false;
    }
    return s ? refuse_call(c, s) : check_writable(c);
}

/* ---- the whole ---- */

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
    return complete ? RA_OK : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle of a result", c->op->name);
}

static ra_status describe(ra__call *c)
{
    ra_status s = ra__call_collect_inputs(c);
    if (!s)
        s = ra__call_collect_given(c);
    if (!s)
        s = ra__call_choose_device(c);
    return s ? s : describe_results(c);
}

static ra_status run_call(ra__call *c, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra_status s = describe(c);
    if (s)
        return s;
    if (c->op->returns_list)
        return deliver_list(c, results, result_count, produced);
    if (c->variant == RA_FUNCTIONAL && (size_t)c->meta.out_count > result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has %d results, room for %zu was given", c->op->name, c->meta.out_count, result_count);
    ra__made m;
    s = ra__call_make_handles(c, &m);
    if (!s)
        s = ra__call_submit(c, &m);
    return s ? s : deliver(c, &m, results, produced);
}

/* Of a call whose arguments have been normalised. */
static void begin_call(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, const ra__key *key)
{
    c->op = op;
    c->variant = variant;
    c->outs = results;
    c->many_results = NULL;
    c->list_room = results ? result_count : 0;
    c->is_counted = false;
    c->key = key;
    ra__meta_clear(&c->meta, op);
    c->meta.op = op;
    c->meta.variant = variant;
    c->meta.args = c->normal.args;
    c->meta.first = c->first;
    c->meta.out = c->few_results;
    c->meta.default_dtype = ra__tls.default_dtype;
    c->meta.reserve = reserve_results;
    c->meta.error = c->error;
    c->meta.error_size = sizeof c->error;
}

static void end_call(ra__call *c)
{
    if (c->meta.in != c->few_inputs) {
        ra__os_free((void *)(uintptr_t)c->meta.in);
        ra__os_free(c->tensors);
    }
    ra__os_free(c->many_results);
}

/* From within a call, whose floating-point state and call site are in force. */
__attribute__((noinline)) ra_status ra__call_plan_copy(ra_tensor *to, ra_tensor *from, ra__job *j)
{
    const ra_op *op = &ra__ops[RA__OP_copy_];
    const ra_arg args[2] = {{.tensor = to, .kind = RA_ARG_TENSOR}, {.tensor = from, .kind = RA_ARG_TENSOR}};
    ra__call c;
    ra__made m;
    ra_status s = ra__normalise(op, args, 2, &c.normal);
    if (s)
        return s;
    begin_call(&c, op, RA_INPLACE, NULL, 0, NULL);
    s = describe(&c);
    if (!s)
        s = ra__call_make_handles(&c, &m);
    if (!s)
        s = ra__call_plan(&c, &m, j);
    end_call(&c);
    return s;
}

/* The long way, on which everything is checked and worked out. */
static __attribute__((noinline)) ra_status work_out(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results,
                                                    size_t result_count, size_t *produced, const ra__key *key)
{
    ra__call c;
    if (!(op->variants & variant))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has no such variant", op->name);
    ra_status s = ra__normalise(op, args, arg_count, &c.normal);
    if (s)
        return s;
    if (op->properties & RA_OP_MAY_WAIT) {
        bool replaced;
        s = ra__dispatch_with_masks(op, variant, c.normal.args, results, result_count, produced, &replaced);
        if (s || replaced)
            return s;
    }
    begin_call(&c, op, variant, results, result_count, key);
    unsigned fpu = ra__fpu_enter(); /* plans hold numbers that have been computed, too */
    s = run_call(&c, results, result_count, produced);
    ra__fpu_leave(fpu);
    end_call(&c);
    return s;
}

ra_status ra__dispatch(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                       size_t *produced, ra_site site)
{
    ra__called(site);
    ra_status s = ra__engine_enter();
    if (s && (s != RA__ENTER_CHECKED || (s = ra__check_call(op, variant, args, arg_count, results, result_count))))
        return s;
    ra__key key;
    ra__special_key(&key, op, variant, args, arg_count, results);
    const ra__special *known = key.words ? ra__special_find(&key) : NULL;
    if (known && ra__special_call(known, &key, results, result_count, produced))
        return RA_OK;
    return work_out(op, variant, args, arg_count, results, result_count, produced, key.words && !known ? &key : NULL);
}
