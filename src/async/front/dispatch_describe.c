/*
 * Dispatch: what a call is given, and what the meta function makes of it.
 */
#include "async/front/dispatch_call.h"

#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/thread/state.h"

#include <stdio.h>
#include <string.h>

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
ra_status ra__call_refuse(ra__call *c, ra_status status)
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
    for (int i = 0; c->meta.given && i < (c->variant == RA_INPLACE ? 1 : c->op->result_count); i++) {
        const ra__result *r = &c->meta.out[i];
        const char *name = c->variant == RA_INPLACE ? "self" : "out";
        const unsigned flags = c->outs[i]->storage->flags;
        if (r->action != RA__RELAY && flags & RA__STORAGE_READONLY) {
            snprintf(c->error, sizeof c->error, "%s is a read-only buffer", name);
            return ra__call_refuse(c, RA_ERR_READONLY);
        }
        if ((r->action == RA__RESIZE || r->pending) && flags & RA__STORAGE_TOKEN) { /* no failure would be found there */
            snprintf(c->error, sizeof c->error, "%s is a token, which has no elements", name);
            return ra__call_refuse(c, RA_ERR_SHAPE);
        }
    }
    return RA_OK;
}

static ra_status describe_results(ra__call *c)
{
    c->error[0] = 0;
    if (!c->op->meta) {
        snprintf(c->error, sizeof c->error, "no meta function");
        return ra__call_refuse(c, RA_ERR_UNSUPPORTED);
    }
    ra_status s = c->op->meta(&c->meta);
    if (c->is_counted)
        return RA_OK;
    /* On the meta device nothing is computed: an extent stays at its bound, and no temporary is written. */
    for (int i = 0; !s && c->meta.device == RA_META && i < c->meta.out_count; i++) {
        c->meta.out[i].pending = 0;
        c->meta.out[i].proxy = false;
    }
    return s ? ra__call_refuse(c, s) : check_writable(c);
}

void ra__call_begin(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, const struct ra__key *key)
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
    c->meta.default_dtype = ra__tls.carried.default_dtype;
    c->meta.reserve = reserve_results;
    c->meta.error = c->error;
    c->meta.error_size = sizeof c->error;
}

ra_status ra__call_describe(ra__call *c)
{
    ra_status s = ra__call_collect_inputs(c);
    if (!s)
        s = ra__call_collect_given(c);
    if (!s)
        s = ra__call_choose_device(c);
    return s ? s : describe_results(c);
}

void ra__call_end(ra__call *c)
{
    if (c->meta.in != c->few_inputs) {
        ra__os_free((void *)(uintptr_t)c->meta.in);
        ra__os_free(c->tensors);
    }
    ra__os_free(c->many_results);
}
