/*
 * Dispatch: the job of a call.
 */
#include "async/front/dispatch_call.h"

#include "async/front/backend.h"
#include "async/front/specialise.h"
#include "async/os/mutant.h"
#include "async/run/submit.h"
#include "async/values/device.h"
#include "async/values/generator.h"
#include "async/values/job.h"

/* What its storage must have once result r is written to t: of one whose extent the data decide, what it has at most. */
static int64_t bytes_needed(const ra__result *r, const ra_tensor *t)
{
    const int64_t bytes = ra__storage_bytes(t->storage);
    int64_t extent = 0;
    if (r->late || r->proxy || !(r->action == RA__RESIZE || r->pending) || (r->pending && t->storage->flags & RA__STORAGE_BORROWED))
        return bytes;
    ra__extent_of(r->shape.dtype, r->shape.ndim, r->shape.sizes, r->shape.strides, &extent);
    const int64_t end = t->offset + extent * ra__element_bytes(r->shape.dtype); /* fits: ra__set_output has seen to it */
    return end > bytes ? end : bytes; /* more: a write of all of it */
}

static void bind_result(ra__call *c, ra__job *j, int i, const ra__made *m)
{
    ra_tensor *t = m->temporary[i] ? m->temporary[i] : m->handle[i];
    ra__result *r = &c->meta.out[i];
    ra__operand *o = &j->operand[i];
    ra__job_bind(o, t->storage, ra__layout_of(t), t->offset, true); /* the handle gets its new layout only when nothing can fail any more */
    o->need = bytes_needed(r, t);
    o->fresh = (c->variant == RA_FUNCTIONAL || m->temporary[i]) && r->action != RA__ALIAS;
    r->room = t->storage->flags & RA__STORAGE_BORROWED ? ra__storage_bytes(t->storage) - t->offset : INT64_MAX;
}

static void bind_inputs(ra__call *c, ra__job *j)
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

static ra_status add_extents(ra__call *c, ra__job *j)
{
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__result *r = &c->meta.out[i];
        if (!r->pending)
            continue;
        ra__extents *extents = ra__job_extents(j);
        if (!extents || !(extents->of[i] = ra__extent_new(r->pending, &r->shape, r->kept)))
            return RA_ERR_MEMORY;
        if (r->late)
            extents->of[i]->column_major = false;
    }
    return RA_OK;
}

/* A message about the task will want to say them; without memory it says less. */
static void note_numbers(const ra__call *c, ra__prepared *p)
{
    int n = c->meta.in_count < RA__NUMBERS_TOLD ? c->meta.in_count : RA__NUMBERS_TOLD, last = n - 1;
    while (last >= 0 && !c->meta.in[last].number)
        last--;
    ra_scalar *numbers = last < 0 ? NULL : p->plan.alloc(&p->plan, (size_t)n * sizeof *numbers);
    for (int k = 0; numbers && k < n; k++)
        numbers[k] = c->meta.in[k].number ? *c->meta.in[k].number : (ra_scalar){.kind = RA_SCALAR_NONE};
    p->numbers = numbers;
}

/* Plans count in 64 bits, with room to spare for what they round up to and for a few bytes an element. */
static ra_status check_counts(const ra__call *c)
{
    for (int k = 0; k < c->meta.in_count; k++) {
        const ra_layout *l = c->meta.in[k].layout;
        char text[256];
        if (l && l->numel > RA__MOST_ELEMENTS)
            return ra__refusal(RA_ERR_OVERFLOW, "%s: input %d of %s has more than the %lld elements that a kernel goes through", c->op->name, k,
                               ra__layout_text(l, text, sizeof text), (long long)RA__MOST_ELEMENTS);
    }
    return RA_OK;
}

/* Without a grain a plan takes no memory to work in: that for a row, of which there is none, may be of any size. */
static void settle_idle(ra_plan *p)
{
    for (int i = 0; i < ra__plan_counts(p); i++)
        if (p->grains[i])
            return;
    p->phases = 0;
    p->workspace = p->scratch = p->staging = 0;
}

/* Of a job of a device with streams. */
static unsigned reads_here(const ra__call *c)
{
    for (int k = 0; k < c->meta.in_count; k++)
        if (c->tensors[k] && c->meta.in[k].device == RA_CPU)
            return RA__PLAN_READS_HERE;
    return 0;
}

static ra_status plan_job(ra__call *c, ra__job *j, const ra_kernel *kernel, ra__made *m)
{
    ra_status s = c->meta.device == RA_META ? RA_OK : check_counts(c);
    if (s)
        return s;
    s = ra__job_init(j, c->op, c->variant, c->meta.out_count, c->meta.in_count);
    if (s)
        return ra__refusal(s, "%s: out of memory for its task", c->op->name);
    for (int i = 0; i < c->meta.out_count; i++)
        bind_result(c, j, i, m);
    bind_inputs(c, j);
    ra_plan *plan = &ra__prepared_of(j->plan)->plan;
    plan->kernel = kernel;
    plan->phases = kernel->run ? 1 : 0;
    plan->grains[0] = 1;
    plan->flags = ra__op_is_built_in(c->op) ? RA__PLAN_LEAF : 0;
    if (ra__device_has_streams(c->place)) { /* its estimates are of handing it over */
        plan->device = (uint8_t)c->place;
        plan->flags = RA__PLAN_SERIAL | reads_here(c);
        plan->cost_ns = 5000;
    }
    s = add_extents(c, j);
    if (!s && (c->op->properties & RA_OP_RANDOM) && c->meta.device != RA_META)
        ra__generator_reserve(&c->meta, ra__find_arg(c->op, RA_ARG_GENERATOR));
    if (!s && kernel->plan)
        s = kernel->plan(&c->meta, plan);
    if (!s) {
        settle_idle(plan);
        note_numbers(c, ra__prepared_of(plan));
    } else {
        ra__job_discard(j);
        if (s == RA_ERR_UNSUPPORTED && !c->op->source)
            return ra__refusal(s, "%s: has no kernel for device %s in %s", c->op->name, ra_device_name(c->place), ra_dtype_name(c->meta.geometry.compute));
        return s == RA_ERR_MEMORY ? ra__refusal(s, "%s: out of memory for its plan", c->op->name) : s; /* of a launch: it is noted */
    }
    return RA_OK;
}

/* What a result that is resized may touch, from where it begins; held. Where it may stay as it is, and has gaps, that may be more
 * than what a fresh one needs. NULL: out of memory. */
static const ra_layout *layout_touched(const ra__result *r, const ra_layout *resized)
{
    if (!r->kept || r->kept->extent <= resized->extent)
        return ra__layout_ref(resized);
    return ra__layout_intern(&(ra__shape){.dtype = r->shape.dtype, .ndim = 1, .sizes = {r->kept->extent}, .strides = {1}});
}

static void drop_layout(const ra_layout *l)
{
    if (l)
        ra__layout_unref(l);
}

/* The given handles take their new shapes; cannot fail but for memory, which is tried before the first is changed. */
static ra_status apply_resizes(ra__call *c, ra__job *j, ra__made *m)
{
    const ra_layout *resized[RA__MAX_RESULTS] = {NULL};
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__result *r = &c->meta.out[i];
        ra_tensor *t = m->handle[i];
        if (r->action != RA__RESIZE)
            continue;
        const bool is_too_small = !r->pending && (t->storage->flags & RA__STORAGE_BORROWED) && bytes_needed(r, t) > ra__storage_bytes(t->storage);
        const ra_layout *l = resized[i] = is_too_small ? NULL : ra__layout_intern(&r->shape), *touched = l ? layout_touched(r, l) : NULL;
        if (!touched) {
            while (i >= 0)
                drop_layout(resized[i--]);
            return is_too_small ? ra__refusal(RA_ERR_SHAPE, "%s: %s is a borrowed buffer of %lld bytes and cannot grow to %lld", c->op->name,
                                              c->variant == RA_INPLACE ? "self" : "out", (long long)ra__storage_bytes(t->storage), (long long)bytes_needed(r, t))
                                : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for a layout", c->op->name);
        }
        ra__layout_unref(j->operand[i].layout);
        j->operand[i].layout = touched;
    }
    for (int i = 0; i < c->meta.out_count; i++)
        if (resized[i]) {
            ra__tensor_adopt(m->handle[i], resized[i], c->meta.out[i].pending ? 0 : bytes_needed(&c->meta.out[i], m->handle[i]));
            ra__layout_unref(resized[i]);
        }
    return RA_OK;
}

static void attach_extents(ra__job *j, ra__made *m)
{
    for (int i = 0; j->extents && i < j->results; i++) {
        ra__extent *e = j->extents->of[i];
        if (!e)
            continue;
        ra_tensor *t = m->handle[i];
        atomic_fetch_add_explicit(&e->refs, 1, memory_order_relaxed);
        ra__extent_drop(ra__extent_in(atomic_exchange_explicit(&t->extent, (uintptr_t)e, memory_order_relaxed)));
    }
}

static const ra_kernel *find_kernel(const ra__call *c)
{
    for (int i = 0; i < c->meta.out_count; i++)
        if (c->meta.out[i].action == RA__ALIAS)
            return NULL; /* a view: all its results are */
    for (int k = 0; k < c->meta.in_count; k++)
        if (c->meta.in[k].layout && !c->meta.in[k].number && c->meta.in[k].device == RA_META)
            return NULL; /* materialised from a description: there is nothing to copy */
    return ra__kernel_on(c->place, c->op);
}

/* The job of a call whose outputs stay as they are, planned for whoever submits or discards it. */
static ra_status plan_unchanged(ra__call *c, ra__made *m, ra__job *j)
{
    ra_status s = plan_job(c, j, find_kernel(c), m);
    if (!s)
        ra__job_set_site(j);
    return s;
}

/* copy_(to, from). From within a call, whose floating-point state and call site are in force. */
static __attribute__((noinline)) ra_status plan_copy(ra_tensor *to, ra_tensor *from, ra__job *j)
{
    const ra_op *op = &ra__ops[RA__OP_copy_];
    const ra_arg args[2] = {{.tensor = to, .kind = RA_ARG_TENSOR}, {.tensor = from, .kind = RA_ARG_TENSOR}};
    ra__call c;
    ra__made m;
    ra_status s = ra__normalise(op, args, 2, &c.normal);
    if (s)
        return s;
    ra__call_begin(&c, op, RA_INPLACE, NULL, 0, NULL);
    s = ra__call_describe(&c);
    if (!s)
        s = ra__call_make_handles(&c, &m);
    if (!s)
        s = plan_unchanged(&c, &m, j);
    ra__call_end(&c);
    return s;
}

/* Results that could not be written in place are copied over once the kernel has run. The copies are planned before anything is
 * submitted or resized: what could be refused then would leave half of the outputs written. */
typedef struct copies {
    ra__job job[RA__MAX_RESULTS];
    int count;
} copies;

static ra_status plan_copies(const ra__call *c, const ra__made *m, copies *all)
{
    ra_status s = RA_OK;
    for (int i = 0; !s && i < c->meta.out_count; i++)
        if (m->temporary[i]) {
            s = plan_copy(m->handle[i], m->temporary[i], &all->job[all->count]);
            all->count += !s;
        }
    return s;
}

/* The handle alone changes: tasks hold the layouts that they were recorded with, and other handles and loans have their own. */
static ra_status describe_anew(const ra__call *c, ra_tensor *t)
{
    const ra_layout *layout = ra__layout_intern(&c->meta.out[0].shape);
    if (!layout)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for a layout", c->op->name);
    ra__tensor_adopt(t, layout, 0);
    ra__layout_unref(layout);
    return RA_OK;
}

/* Until its device has been started each call finds out whether it is to be refused. */
static void remember(const ra__call *c, const ra_plan *plan)
{
    if (c->key && (!ra__device_has_streams(c->place) || RA__MUTANT(REMEMBERS_UNSTARTED) || ra__device_state(ra__device_index(c->place)) == RA__DEVICE_THERE))
        ra__special_add(c->key, c, plan);
}

ra_status ra__call_submit(ra__call *c, ra__made *m)
{
    if (c->meta.out_count && c->meta.out[0].action == RA__RELAY)
        return describe_anew(c, m->handle[0]);
    const ra_kernel *kernel = find_kernel(c);
    bool resizes = false;
    for (int i = 0; i < c->meta.out_count; i++)
        resizes |= c->meta.out[i].action == RA__RESIZE;
    if (!kernel && c->meta.device != RA_META && !(c->op->properties & (RA_OP_VIEW | RA_OP_NO_KERNEL | RA_OP_MAY_ALIAS))) {
        ra__call_unmake(c, m, c->meta.out_count);
        return c->place == RA_CPU && ra__op_is_built_in(c->op) ? ra__refusal(RA_ERR_UNSUPPORTED, "%s: no kernel in this build", c->op->name)
                                  : ra__refusal(RA_ERR_UNSUPPORTED, "%s: has no kernel for device %s", c->op->name, ra_device_name(c->place));
    }
    if (!kernel || !kernel->run) {
        static const ra_kernel nothing;
        if (!resizes && !c->takes_locked) {
            remember(c, NULL);
            return RA_OK;
        }
        kernel = &nothing;
    }
    ra__job j;
    copies after = {.count = 0};
    ra_status s = ra__submit_begin() ? plan_job(c, &j, kernel, m) : ra__refusal(RA_ERR_MEMORY, "%s: out of memory for its task", c->op->name);
    if (!s && ((s = plan_copies(c, m, &after)) || (resizes && (s = apply_resizes(c, &j, m)))))
        ra__job_discard(&j);
    if (s) {
        while (after.count)
            ra__job_discard(&after.job[--after.count]);
        ra__call_unmake(c, m, c->meta.out_count);
        return s;
    }
    if (c->meta.device == RA_META) { /* the handles have their new layouts, and that is all there is */
        ra__job_discard(&j);
        return RA_OK;
    }
    ra__job_set_site(&j);
    if (!resizes)
        remember(c, j.plan);
    attach_extents(&j, m);
    const ra__submit_fn submit = ra__submit_to(c->place);
    submit(&j);
    for (int i = 0; i < after.count; i++)
        submit(&after.job[i]);
    for (int i = 0; i < c->meta.out_count; i++)
        ra_release(m->temporary[i]);
    return RA_OK;
}
