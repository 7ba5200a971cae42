/*
 * Dispatch: the inputs of a call, the outputs given to it, and its device.
 */
#include "async/front/dispatch_call.h"

#include "async/os/os.h"
#include "async/run/stream.h"
#include "async/thread/state.h"
#include "async/values/device.h"

int ra__find_arg(const ra_op *op, ra_arg_kind kind)
{
    for (int a = op->positional; a < op->arg_count; a++)
        if (op->args[a].kind == kind)
            return a;
    return -1;
}

/* Layouts of numbers, by dtype: 0-dim. */
static const ra_layout number_layouts[RA_DTYPE_COUNT] = {
#define X(name, number_, ctype, bytes, text) [number_] = {.dtype = number_, .flags = RA__CONTIGUOUS | RA__DENSE, .numel = 1, .extent = 1},
    RA_DTYPE_LIST(X)
#undef X
};

static int count_inputs(const ra__call *c)
{
    int n = 0;
    for (int a = 0; a < c->op->arg_count; a++) {
        ra_arg_kind k = c->op->args[a].kind;
        n += k == RA_ARG_TENSOR || k == RA_ARG_OPERAND ? 1 : k == RA_ARG_TENSORS && c->normal.args[a].kind ? (int)c->normal.args[a].tensors.count : 0;
    }
    return n;
}

static ra_status reserve_inputs(ra__call *c, int n)
{
    c->meta.in = c->few_inputs;
    c->tensors = c->few_tensors;
    if (n <= RA__FEW_INPUTS)
        return RA_OK;
    ra__input *in = ra__os_alloc((size_t)n * sizeof *in);
    const ra_tensor **tensors = ra__os_alloc((size_t)n * sizeof *tensors);
    if (!in || !tensors) {
        ra__os_free(in);
        ra__os_free(tensors);
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for %d arguments", c->op->name, n);
    }
    c->meta.in = in;
    c->tensors = tensors;
    return RA_OK;
}

static ra_status add_tensor(ra__call *c, const ra_tensor *t)
{
    ra__input *in = (ra__input *)(uintptr_t)&c->meta.in[c->meta.in_count];
    c->tensors[c->meta.in_count++] = NULL;
    if (t == RA_NONE) {
        *in = (ra__input){.layout = NULL};
        return RA_OK;
    }
    ra_status s = ra__tensor_resolve(t);
    if (s)
        return ra__refusal(s, "%s: an extent of an argument is not known, since its task failed", c->op->name);
    *in = (ra__input){.layout = ra__layout_of(t), .storage = t->storage, .offset = t->offset, .storage_bytes = ra__storage_bytes(t->storage), .device = t->storage->device};
    c->tensors[c->meta.in_count - 1] = t;
    return RA_OK;
}

static void add_number(ra__call *c, const ra_scalar *s)
{
    ra__input *in = (ra__input *)(uintptr_t)&c->meta.in[c->meta.in_count];
    c->tensors[c->meta.in_count++] = NULL;
    *in = (ra__input){.layout = &number_layouts[ra__scalar_dtype(s->kind, c->meta.default_dtype)], .number = s};
}

ra_status ra__call_collect_inputs(ra__call *c)
{
    ra_status s = reserve_inputs(c, count_inputs(c));
    for (int a = 0; !s && a < c->op->arg_count; a++) {
        ra_arg_kind kind = c->op->args[a].kind;
        const ra_arg *v = &c->normal.args[a];
        c->first[a] = c->meta.in_count;
        if (kind == RA_ARG_TENSOR || kind == RA_ARG_OPERAND) {
            if (v->kind == RA_ARG_SCALAR)
                add_number(c, &v->scalar);
            else
                s = add_tensor(c, v->kind == RA_ARG_TENSOR ? v->tensor : RA_NONE);
        } else if (kind == RA_ARG_TENSORS && v->kind)
            for (int64_t i = 0; !s && i < v->tensors.count; i++)
                s = add_tensor(c, v->tensors.items[i]);
    }
    return s;
}

ra_status ra__call_collect_given(ra__call *c)
{
    if (c->variant == RA_FUNCTIONAL)
        return RA_OK;
    c->meta.given = c->given;
    if (c->variant == RA_INPLACE) {
        c->given[0] = c->meta.in[0];
        if (!c->tensors[0])
            return ra__refusal(RA_ERR_ARGUMENT, "%s_: self must be a tensor", c->op->name);
        c->outs = (ra_tensor **)(uintptr_t)&c->tensors[0];
        return RA_OK;
    }
    for (int i = 0; i < c->op->result_count; i++) {
        const ra_tensor *t = c->outs[i];
        if (!t || t == RA_NONE)
            return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: output %s is %s", c->op->name, c->op->results[i].name, t ? "RA_NONE" : "NULL");
        for (int k = 0; k < i; k++)
            if (c->outs[k] == t)
                return ra__refusal(RA_ERR_OVERLAP, "%s: outputs %s and %s are one handle", c->op->name, c->op->results[k].name, c->op->results[i].name);
        ra_status s = ra__tensor_resolve(t);
        if (s)
            return s;
        c->given[i] = (ra__input){.layout = ra__layout_of(t), .storage = t->storage, .offset = t->offset, .storage_bytes = ra__storage_bytes(t->storage), .device = t->storage->device};
    }
    return RA_OK;
}

ra_status ra__call_choose_device(ra__call *c)
{
    int named = ra__find_arg(c->op, RA_ARG_DEVICE);
    const bool copies = c->op->id == RA__OP_copy_; /* from anywhere to anywhere */
    ra_device device = RA_NO_DEVICE;
    for (int k = 0; k < c->meta.in_count; k++) {
        const ra__input *in = &c->meta.in[k];
        if (!in->layout || in->number || in->device == device)
            continue;
        if (device == RA_NO_DEVICE || (device == RA_CPU && c->variant != RA_INPLACE && c->meta.in[0].layout && c->meta.in[0].layout->ndim == 0))
            device = in->device;
        else if (!copies && !(in->device == RA_CPU && in->layout->ndim == 0))
            return ra__refusal(RA_ERR_DEVICE, "%s: arguments are on devices %s and %s", c->op->name, ra_device_name(device), ra_device_name(in->device));
    }
    if (named >= 0 && c->normal.args[named].kind == RA_ARG_DEVICE)
        device = c->normal.args[named].device;
    c->meta.device = device == RA_NO_DEVICE ? RA_CPU : device;
    c->takes_locked = false;
    c->place = c->meta.device;
    for (int k = 0; k < c->meta.in_count && !ra__device_has_streams(c->place); k++)
        if (c->tensors[k] && ra__device_has_streams(c->meta.in[k].device) && c->place != RA_META)
            c->place = c->meta.in[k].device;
    return ra__device_has_streams(c->place) ? ra__stream_ensure(c->place, c->op->name) : RA_OK;
}
