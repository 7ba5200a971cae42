/*
 * Dispatch: arguments against the schema, the meta function, handles for the results, a job for the work.
 *
 * Nothing of the caller's is changed before everything that can fail has succeeded: a refused call leaves its outputs
 * untouched, and new handles are given back.
 */
#include "async/dispatch.h"

#include "async/device.h"
#include "async/engine.h"
#include "async/fpu.h"
#include "async/generator.h"
#include "async/job.h"
#include "async/masks.h"
#include "async/normalise.h"
#include "async/os.h"

#include <stdio.h>
#include <string.h>

enum { FEW_INPUTS = 8 };

typedef struct call {
    const ra_op *op;
    ra_variant variant;
    ra__normalised normal;
    ra_meta meta;
    int first[RA__MAX_ARGS];
    ra__input few_inputs[FEW_INPUTS];
    const ra_tensor *few_tensors[FEW_INPUTS];
    const ra_tensor **tensors; /* parallel to meta.in; NULL where absent or a number */
    ra__input given[RA__MAX_RESULTS];
    ra__result few_results[RA__MAX_RESULTS];
    ra__result *many_results;
    ra_tensor **outs;          /* given handles, or where new ones go */
    char error[512];
} call;

/* ---- inputs ---- */

/* Layouts of numbers, by dtype: 0-dim. */
static const ra_layout number_layouts[RA_DTYPE_COUNT] = {
#define X(name, number_, ctype, bytes, text) [number_] = {.dtype = number_, .flags = RA__CONTIGUOUS | RA__DENSE, .numel = 1, .extent = 1},
    RA_DTYPE_LIST(X)
#undef X
};

static int count_inputs(const call *c)
{
    int n = 0;
    for (int a = 0; a < c->op->arg_count; a++) {
        ra_arg_kind k = c->op->args[a].kind;
        n += k == RA_ARG_TENSOR || k == RA_ARG_OPERAND ? 1 : k == RA_ARG_TENSORS && c->normal.args[a].kind ? (int)c->normal.args[a].tensors.count : 0;
    }
    return n;
}

static ra_status reserve_inputs(call *c, int n)
{
    c->meta.in = c->few_inputs;
    c->tensors = c->few_tensors;
    if (n <= FEW_INPUTS)
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

static ra_status add_tensor(call *c, const ra_tensor *t)
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
    *in = (ra__input){.layout = ra__layout_of(t), .storage = t->storage, .offset = t->offset, .storage_bytes = t->storage->bytes, .device = t->storage->device};
    c->tensors[c->meta.in_count - 1] = t;
    return RA_OK;
}

static void add_number(call *c, const ra_scalar *s)
{
    ra__input *in = (ra__input *)(uintptr_t)&c->meta.in[c->meta.in_count];
    c->tensors[c->meta.in_count++] = NULL;
    *in = (ra__input){.layout = &number_layouts[ra__scalar_dtype(s->kind, c->meta.default_dtype)], .number = s};
}

static ra_status collect_inputs(call *c)
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

static ra_status collect_given(call *c, size_t result_count)
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
    if (result_count != (size_t)c->op->result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %zu outputs given, it has %d", c->op->name, result_count, c->op->result_count);
    for (int i = 0; i < c->op->result_count; i++) {
        const ra_tensor *t = c->outs[i];
        if (!t || t == RA_NONE)
            return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: output %s is %s", c->op->name, c->op->results[i].name, t ? "RA_NONE" : "NULL");
        ra_status s = ra__tensor_resolve(t);
        if (s)
            return s;
        c->given[i] = (ra__input){.layout = ra__layout_of(t), .storage = t->storage, .offset = t->offset, .storage_bytes = t->storage->bytes, .device = t->storage->device};
    }
    return RA_OK;
}

static int find_arg(const ra_op *op, ra_arg_kind kind)
{
    for (int a = op->positional; a < op->arg_count; a++)
        if (op->args[a].kind == kind)
            return a;
    return -1;
}

/* The device of the call: named, else the inputs', of which 0-dim ones on the CPU go with any. */
static ra_status choose_device(call *c)
{
    int named = find_arg(c->op, RA_ARG_DEVICE);
    ra_device device = RA_NO_DEVICE;
    for (int k = 0; k < c->meta.in_count; k++) {
        const ra__input *in = &c->meta.in[k];
        if (!in->layout || in->number || in->device == device)
            continue;
        if (device == RA_NO_DEVICE || (device == RA_CPU && c->variant != RA_INPLACE && c->meta.in[0].layout && c->meta.in[0].layout->ndim == 0))
            device = in->device;
        else if (!(in->device == RA_CPU && in->layout->ndim == 0))
            return ra__refusal(RA_ERR_DEVICE, "%s: arguments are on devices %s and %s", c->op->name, ra_device_name(device), ra_device_name(in->device));
    }
    if (named >= 0 && c->normal.args[named].kind == RA_ARG_DEVICE)
        device = c->normal.args[named].device;
    c->meta.device = device == RA_NO_DEVICE ? RA_CPU : device;
    if (!ra__device_of(c->meta.device))
        return ra__refusal(RA_ERR_UNSUPPORTED, "%s: device %s is not supported in this build", c->op->name, ra_device_name(c->meta.device));
    return RA_OK;
}

/* ---- the meta function ---- */

static bool reserve_results(ra_meta *m, int n)
{
    call *c = (call *)((char *)m - offsetof(call, meta));
    if (n <= RA__MAX_RESULTS)
        return true;
    c->many_results = ra__os_alloc((size_t)n * sizeof *c->many_results);
    if (!c->many_results)
        return false;
    m->out = c->many_results;
    return true;
}

/* "add(float32 [2, 3], int64 [4]): message" */
static ra_status refuse_call(call *c, ra_status status)
{
    char list[400] = "";
    size_t at = 0;
    for (int k = 0; k < c->meta.in_count && k < 6; k++) {
        char text[128];
        int n = snprintf(list + at, sizeof list - at, "%s%s", k ? ", " : "",
                         c->meta.in[k].number ? "a number" : ra__layout_text(c->meta.in[k].layout, text, sizeof text));
        at += n > 0 ? (size_t)n : 0;
        if (at >= sizeof list)
            break;
    }
    bool inplace = c->variant == RA_INPLACE && c->op->name[strlen(c->op->name) - 1] != '_';
    return ra__refusal(status, "%s%s(%s): %s", c->op->name, inplace ? "_" : c->variant == RA_OUT ? "_out" : "", list,
                       c->error[0] ? c->error : ra_status_text(status));
}

static ra_status check_writable(call *c)
{
    for (int i = 0; c->meta.given && i < (c->variant == RA_INPLACE ? 1 : c->op->result_count); i++)
        if (c->outs[i]->storage->flags & RA__STORAGE_READONLY) {
            snprintf(c->error, sizeof c->error, "%s is a read-only buffer", c->variant == RA_INPLACE ? "self" : "out");
            return refuse_call(c, RA_ERR_READONLY);
        }
    return RA_OK;
}

static ra_status describe_results(call *c)
{
    c->error[0] = 0;
    if (!c->op->meta) {
        snprintf(c->error, sizeof c->error, "no meta function");
        return refuse_call(c, RA_ERR_UNSUPPORTED);
    }
    ra_status s = c->op->meta(&c->meta);
    /* On the meta device nothing is computed: an extent stays at its bound, and no temporary is written. */
    for (int i = 0; !s && c->meta.device == RA_META && i < c->meta.out_count; i++) {
        c->meta.out[i].pending = 0;
        c->meta.out[i].proxy = false;
    }
    return s ? refuse_call(c, s) : check_writable(c);
}

/* ---- handles ---- */

typedef struct made {
    ra_tensor *handle[RA__MAX_RESULTS]; /* of the result: new, or the given one */
    ra_tensor *temporary[RA__MAX_RESULTS]; /* (proxy) what the kernel writes */
} made;

static ra_tensor *make_handle(const call *c, int i)
{
    const ra__result *r = &c->meta.out[i];
    if (r->action == RA__ALIAS) {
        const ra_tensor *base = c->tensors[r->alias];
        ra_tensor *t = ra__tensor_new(base->storage, &r->shape, r->offset);
        if (t)
            ra__storage_add(base->storage, RA__HOLDER);
        return t;
    }
    const ra_layout *layout = ra__layout_intern(&r->shape);
    if (!layout)
        return NULL;
    ra_storage *storage = ra__storage_new(c->meta.device, layout->extent * ra__itemsize(layout));
    if (!storage) {
        ra__layout_unref(layout);
        return NULL;
    }
    ra_tensor *t = ra__tensor_of_layout(storage, layout, 0);
    if (!t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

static void unmake(const call *c, made *m, int count)
{
    for (int i = 0; i < count; i++) {
        if (c->variant == RA_FUNCTIONAL)
            ra_release(m->handle[i]);
        ra_release(m->temporary[i]);
    }
}

static ra_status make_handles(call *c, made *m)
{
    memset(m, 0, sizeof *m);
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__result *r = &c->meta.out[i];
        bool fresh = c->variant == RA_FUNCTIONAL || r->proxy;
        ra_tensor *t = fresh ? make_handle(c, i) : NULL;
        if (fresh && !t) {
            unmake(c, m, i);
            return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle of a result", c->op->name);
        }
        if (c->variant == RA_FUNCTIONAL)
            m->handle[i] = t;
        else {
            m->handle[i] = c->outs[i];
            m->temporary[i] = t;
        }
    }
    return RA_OK;
}

/* ---- the job ---- */

static void bind_result(call *c, ra__job *j, int i, ra_tensor *t)
{
    const ra__result *r = &c->meta.out[i];
    ra__operand *o = &j->operand[i];
    ra__job_bind(o, t->storage, ra__layout_of(t), t->offset, true);
    if (r->action == RA__RESIZE && !r->proxy) {
        int64_t extent = 0; /* the handle gets its new layout only when nothing can fail any more */
        ra__extent_of(r->shape.dtype, r->shape.ndim, r->shape.sizes, r->shape.strides, &extent);
        int64_t end = t->offset + extent * ra__element_bytes(r->shape.dtype);
        bool grows = end > t->storage->bytes; /* a write of all of it */
        o->need = grows ? end : t->storage->bytes;
        o->first = grows ? 0 : t->offset;
        o->end = end;
    }
}

static void bind_inputs(call *c, ra__job *j)
{
    for (int k = 0; k < c->meta.in_count; k++) {
        const ra_tensor *t = c->tensors[k];
        ra__operand *o = &j->operand[j->results + k];
        if (!t)
            continue;
        ra__job_bind(o, t->storage, c->meta.in[k].layout, t->offset, false);
        o->unread = k == 0 && (c->op->properties & RA_OP_OVERWRITES);
    }
}

static ra_status add_extents(call *c, ra__job *j)
{
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__shape *s = &c->meta.out[i].shape;
        if (!c->meta.out[i].pending)
            continue;
        ra__extents *extents = ra__job_extents(j);
        if (!extents || !(extents->of[i] = ra__extent_new(c->meta.out[i].pending)))
            return RA_ERR_MEMORY;
        extents->of[i]->column_major = s->ndim == 2 && s->strides[0] == 1;
    }
    return RA_OK;
}

static ra_status plan_job(call *c, ra__job *j, const ra_kernel *kernel, made *m)
{
    ra_status s = ra__job_init(j, c->op, c->variant, c->meta.out_count, c->meta.in_count);
    if (s)
        return ra__refusal(s, "%s: out of memory for its task", c->op->name);
    for (int i = 0; i < c->meta.out_count; i++)
        bind_result(c, j, i, m->temporary[i] ? m->temporary[i] : m->handle[i]);
    bind_inputs(c, j);
    j->plan.kernel = kernel;
    j->plan.phases = kernel->run ? 1 : 0;
    j->plan.grains[0] = 1;
    j->site = ra__tls.site;
    s = add_extents(c, j);
    if (!s && (c->op->properties & RA_OP_RANDOM) && c->meta.device != RA_META)
        ra__generator_reserve(&c->meta, find_arg(c->op, RA_ARG_GENERATOR));
    if (!s && kernel->plan)
        s = kernel->plan(&c->meta, &j->plan);
    if (s) {
        ra__job_discard(j);
        return ra__refusal(s, "%s: out of memory for its plan", c->op->name);
    }
    return RA_OK;
}

/* The given handles take their new shapes; cannot fail but for memory, which is tried before the first is changed. */
static ra_status apply_resizes(call *c, ra__job *j, made *m)
{
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__result *r = &c->meta.out[i];
        ra_tensor *t = m->handle[i];
        if (r->action != RA__RESIZE)
            continue;
        if ((t->storage->flags & RA__STORAGE_BORROWED) && j->operand[i].need > t->storage->bytes)
            return ra__refusal(RA_ERR_SHAPE, "%s: out is a borrowed buffer of %lld bytes and cannot grow to %lld", c->op->name,
                               (long long)t->storage->bytes, (long long)j->operand[i].need);
        const ra_layout *l = ra__layout_intern(&r->shape);
        if (!l)
            return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for a layout", c->op->name);
        ra__layout_unref(j->operand[i].layout);
        j->operand[i].layout = l;
    }
    for (int i = 0; i < c->meta.out_count; i++)
        if (c->meta.out[i].action == RA__RESIZE)
            ra__tensor_adopt(m->handle[i], j->operand[i].layout, j->operand[i].need);
    return RA_OK;
}

static void attach_extents(ra__job *j, made *m)
{
    for (int i = 0; j->extents && i < j->results; i++) {
        ra__extent *e = j->extents->of[i];
        if (!e)
            continue;
        ra_tensor *t = m->handle[i];
        atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
        atomic_store_explicit(&t->known, false, memory_order_relaxed);
        ra__extent_drop(atomic_exchange_explicit(&t->extent, e, memory_order_acq_rel));
    }
}

static const ra_kernel *find_kernel(const call *c)
{
    for (int i = 0; i < c->meta.out_count; i++)
        if (c->meta.out[i].action == RA__ALIAS)
            return NULL; /* a view: all its results are */
    for (int k = 0; k < c->meta.in_count; k++)
        if (c->meta.in[k].layout && !c->meta.in[k].number && c->meta.in[k].device == RA_META)
            return NULL; /* materialised from a description: there is nothing to copy */
    return ra__device_of(c->meta.device)->kernel(c->op);
}

/* Results that could not be written in place: copied over once the kernel has run. */
static ra_status copy_proxies(made *m, int count, const void *address)
{
    ra_status s = RA_OK;
    for (int i = 0; i < count; i++) {
        if (!m->temporary[i])
            continue;
        ra_arg args[2] = {{.tensor = m->handle[i], .kind = RA_ARG_TENSOR}, {.tensor = m->temporary[i], .kind = RA_ARG_TENSOR}};
        if (!s)
            s = ra__dispatch(&ra__ops[RA__OP_copy_], RA_INPLACE, args, 2, NULL, 0, NULL, address);
        ra_release(m->temporary[i]);
    }
    return s;
}

static ra_status submit(call *c, made *m, const void *address)
{
    const ra_kernel *kernel = find_kernel(c);
    bool resizes = false;
    for (int i = 0; i < c->meta.out_count; i++)
        resizes |= c->meta.out[i].action == RA__RESIZE;
    if (!kernel && c->meta.device != RA_META && !(c->op->properties & (RA_OP_VIEW | RA_OP_NO_KERNEL | RA_OP_MAY_ALIAS))) {
        unmake(c, m, c->meta.out_count);
        return ra__refusal(RA_ERR_UNSUPPORTED, "%s: no kernel in this build", c->op->name);
    }
    if (!kernel || !kernel->run) {
        static const ra_kernel nothing;
        if (!resizes)
            return RA_OK;
        kernel = &nothing;
    }
    ra__job *j = ra__submit_begin();
    ra_status s = j ? plan_job(c, j, kernel, m) : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for its task", c->op->name);
    if (!s && resizes && (s = apply_resizes(c, j, m)))
        ra__job_discard(j);
    if (s) {
        if (j)
            ra__submit_abandon(j);
        unmake(c, m, c->meta.out_count);
        return s;
    }
    if (c->meta.device == RA_META) { /* the handles have their new layouts, and that is all there is */
        ra__job_discard(j);
        ra__submit_abandon(j);
        return RA_OK;
    }
    if (!j->site.file)
        j->site.address = address;
    attach_extents(j, m);
    ra__device_of(c->meta.device)->submit(j);
    return copy_proxies(m, c->meta.out_count, address);
}

/* ---- the whole ---- */

static ra_status deliver(call *c, made *m, ra_tensor **results, size_t *produced)
{
    size_t n = (size_t)c->meta.out_count;
    if (produced)
        *produced = n;
    for (size_t i = 0; c->variant == RA_FUNCTIONAL && i < n; i++)
        results[i] = m->handle[i];
    return RA_OK;
}

/* List results are views only, so there is no job: handles go straight to the caller. */
static ra_status deliver_list(call *c, ra_tensor **results, size_t result_count, size_t *produced)
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
    while (handles && have < n && (handles[have] = make_handle(c, (int)have)))
        have++;
    bool complete = handles && have == n;
    if (complete && n)
        memcpy(results, handles, n * sizeof *handles);
    while (!complete && have)
        ra_release(handles[--have]);
    ra__os_free(handles);
    return complete ? RA_OK : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle of a result", c->op->name);
}

static ra_status run_call(call *c, ra_tensor **results, size_t result_count, size_t *produced, const void *address)
{
    ra_status s = collect_inputs(c);
    if (!s)
        s = collect_given(c, result_count);
    if (!s)
        s = choose_device(c);
    if (!s)
        s = describe_results(c);
    if (s)
        return s;
    if (c->op->returns_list)
        return deliver_list(c, results, result_count, produced);
    if (c->variant == RA_FUNCTIONAL && (size_t)c->meta.out_count > result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has %d results, room for %zu was given", c->op->name, c->meta.out_count, result_count);
    made m;
    s = make_handles(c, &m);
    if (!s)
        s = submit(c, &m, address);
    return s ? s : deliver(c, &m, results, produced);
}

ra_status ra__dispatch(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                       size_t *produced, const void *address)
{
    call c;
    ra_status s = ra__engine_ensure();
    if (s)
        return s;
    if (!ra__tls.site.file)
        ra__tls.site.address = address; /* of the waits within: pacing, an extent that is needed */
    if (!(op->variants & variant))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has no such variant", op->name);
    s = ra__normalise(op, args, arg_count, &c.normal);
    if (s)
        return s;
    if (op->properties & RA_OP_MAY_WAIT) {
        bool replaced;
        s = ra__dispatch_with_masks(op, variant, c.normal.args, results, result_count, produced, address, &replaced);
        if (s || replaced)
            return s;
    }
    c.op = op;
    c.variant = variant;
    c.outs = results;
    c.many_results = NULL;
    memset(&c.meta, 0, RA__META_ZEROED);
    c.meta.op = op;
    c.meta.variant = variant;
    c.meta.args = c.normal.args;
    c.meta.first = c.first;
    c.meta.out = c.few_results;
    c.meta.default_dtype = ra__tls.default_dtype;
    c.meta.reserve = reserve_results;
    c.meta.error = c.error;
    c.meta.error_size = sizeof c.error;
    unsigned fpu = ra__fpu_enter(); /* plans hold numbers that have been computed, too */
    s = run_call(&c, results, result_count, produced, address);
    ra__fpu_leave(fpu);
    if (c.meta.in != c.few_inputs) {
        ra__os_free((void *)(uintptr_t)c.meta.in);
        ra__os_free(c.tensors);
    }
    ra__os_free(c.many_results);
    return s;
}
