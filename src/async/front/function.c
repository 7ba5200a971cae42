/*
 * Functions of the program as tasks. What is written is an input as well: its old contents are needed, and a failure among them
 * is inherited. One for a device is called by the issuing lane; that its work is done the completing lane notes.
 */
#include "async/front/external.h"

#include "async/front/check.h"
#include "async/front/options.h"
#include "async/front/own.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/run/stream.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "async/values/device.h"

#include <runahead/function.h>

enum { MOST_WRITTEN = 200, MOST_READ = 1 << 20 };
_Static_assert(MOST_WRITTEN < UINT8_MAX, "with the completion, as many results as a job may have");

typedef struct task {
    ra_function function;
    void *state;
    const char *name;
    ra__callback *release; /* NULL: none */
    int64_t read_count, write_count;
    const void **reads; /* both in the memory behind this; told to the function, by the one thread that calls it */
    void **writes;
} task;

/* data: the completion, what is written, the place of a token, what is read, what is written. */
static ra_status call(ra__run *r, void *stream)
{
    task *t = r->plan->state;
    for (int64_t i = 0; i < t->write_count; i++)
        t->writes[i] = r->data[1 + i];
    for (int64_t i = 0; i < t->read_count; i++)
        t->reads[i] = r->data[t->write_count + 2 + i];
    const ra_function_call call = {.state = t->state, .reads = t->reads, .writes = t->writes, .message = r->message, .message_size = r->message_size, .stream = stream};
    return ra__own_status(r, t->function(&call));
}

static ra_status function_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    const ra_status status = call(r, NULL);
    if (!status)
        r->data[0][0] = 1;
    return status;
}

/* What it hands over goes on behind this. Where handles are checked, what it calls of the library's is refused. */
static ra_status stream_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)first, (void)last;
    if (phase) {
        r->data[0][0] = 1;
        return RA_OK;
    }
    ra__running_inline = ((const task *)r->plan->state)->name;
    const ra_status status = call(r, ra__stream_in_use(r->plan->device));
    ra__running_inline = NULL;
    return status ? status : (ra_status)RA__PENDING;
}

static void function_release(void *state)
{
    task *t = state;
    if (t->release)
        ra__callback_due(t->release, RA_OK);
    ra__os_free(t);
}

/* ---- the call ---- */

static ra_status check_list(ra_tensors list, int64_t most, const char *which, ra_device device)
{
    if (list.count < 0 || list.count > most || (list.count && !list.items))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call_function: %s has %lld tensors%s; 0 to %lld can be named", which, (long long)list.count,
                           list.count && !list.items ? " and no list of them" : "", (long long)most);
    for (int64_t i = 0; i < list.count; i++) {
        const ra_tensor *t = list.items[i];
        if (!t || t == RA_NONE)
            return ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "ra_call_function: %s[%lld] is %s", which, (long long)i,
                               t ? "RA_NONE" : "NULL, the result of a call that was refused");
        if (ra__is_misused(t, "ra_call_function"))
            return RA_ERR_STATE;
        if (t->storage->device != device && !(t->storage->flags & RA__STORAGE_TOKEN))
            return ra__refusal(RA_ERR_DEVICE, device == RA_CPU ? "ra_call_function: %s[%lld] is on %s, where no function of the program can reach it"
                                                               : "ra_call_function: %s[%lld] is on %s, and the function is for %s",
                               which, (long long)i, ra_device_name(t->storage->device), ra_device_name(device));
        const ra__extent *pending = ra__tensor_pending(t);
        if (pending && pending->kept && ra__tensor_resolve(t)) /* which bytes are touched is not known before */
            return ra_last_status();
    }
    return RA_OK;
}

static ra_status check_written(ra_tensors list)
{
    for (int64_t i = 0; i < list.count; i++) {
        char text[256];
        const ra_tensor *t = list.items[i];
        if (t->storage->flags & RA__STORAGE_READONLY)
            return ra__refusal(RA_ERR_READONLY, "ra_call_function: writes[%lld], %s, is a read-only buffer", (long long)i,
                               ra__layout_text(ra__layout_of(t), text, sizeof text));
        if (ra__layout_of(t)->flags & RA__SELF_OVERLAP)
            return ra__refusal(RA_ERR_OVERLAP, "ra_call_function: writes[%lld], %s, has elements that share memory (an expanded view?); clone it first",
                               (long long)i, ra__layout_text(ra__layout_of(t), text, sizeof text));
    }
    return RA_OK;
}

/* There may be one, and the function waits for nothing. */
static ra_status check_device(const ra_call_function_opts *o)
{
    if (!ra__device_has_streams(o->device) || !ra__device_of(o->device))
        return ra__refusal(RA_ERR_DEVICE, "ra_call_function: device %s has no streams", ra_device_name(o->device));
    if (o->blocks)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_call_function: blocks is set, and a function for device %s must not wait", ra_device_name(o->device));
    return ra__stream_ensure(o->device, "ra_call_function");
}

static task *make_task(ra_function function, void *state, ra_tensors reads, ra_tensors writes, const ra_call_function_opts *o)
{
    const size_t pointers = (size_t)(reads.count + writes.count); /* fits: both are bounded */
    task *t = ra__os_alloc(sizeof *t + pointers * sizeof(void *)); /* fits: likewise */
    ra__callback *release = t && o->release ? ra__callback_of_release(o->release, state) : NULL;
    if (!t || (o->release && !release)) {
        ra__os_free(t);
        return NULL;
    }
    void **room = (void **)(t + 1);
    *t = (task){.function = function, .state = state, .name = o->name, .release = release, .read_count = reads.count, .write_count = writes.count,
                .reads = (const void **)(room + writes.count), .writes = room};
    return t;
}

ra_tensor *ra_call_function(ra_function function, void *state, ra_tensors reads, ra_tensors writes, const ra_call_function_opts *opts)
{
    static const ra_kernel here = {.name = "function", .run = function_run}, there = {.name = "function", .run = stream_run};
    RA__NOTE_CALLER();
    ra_call_function_opts o = {.size = sizeof o};
    if (opts && !ra__options_take(&o, sizeof o, opts, "ra_call_function", ra__tls.carried.site))
        return NULL;
    if (ra__engine_ensure())
        return NULL;
    if (!function) {
        ra__refusal(RA_ERR_ARGUMENT, "ra_call_function: function is NULL");
        return NULL;
    }
    const ra_device device = o.device ? o.device : RA_CPU;
    const bool is_there = device != RA_CPU;
    if (is_there && check_device(&o))
        return NULL;
    if (check_list(reads, MOST_READ, "reads", device) || check_list(writes, MOST_WRITTEN, "writes", device) || check_written(writes))
        return NULL;
    o.name = o.name ? o.name : "function";
    task *t = make_task(function, state, reads, writes, &o);
    if (!t) {
        ra__refusal(RA_ERR_MEMORY, "ra_call_function: out of memory");
        return NULL;
    }
    const ra__external e = {.name = o.name, .kernel = is_there ? &there : &here, .device = is_there ? device : 0, .flags = RA__PLAN_EFFECT | (o.blocks ? RA__PLAN_BLOCKING : 0), .grains = 1,
                            .cost_ns = is_there ? 5000 : 1e6, .state = t, .release = function_release, .result = {.dtype = RA_UINT8}, .inputs = reads.items,
                            .input_count = (int)reads.count, .changed = writes.items, .changed_count = (int)writes.count};
    ra_tensor *completion = ra__external_record(&e, __builtin_return_address(0));
    if (!completion) {
        if (t->release)
            ra__callback_free(t->release);
        ra__os_free(t);
    }
    return completion;
}

/* An empty view still has a place in the order (hazard.c). */
ra_tensor *ra_token_new(void)
{
    RA__NOTE_CALLER();
    if (ra__engine_ensure())
        return NULL;
    ra_storage *storage = ra__storage_new(RA_CPU, 0);
    ra_tensor *t = storage ? ra__tensor_new(storage, &(ra__shape){.dtype = RA_UINT8, .ndim = 1, .sizes = {0}, .strides = {1}}, 0) : NULL;
    if (storage)
        storage->flags = RA__STORAGE_TOKEN;
    if (storage && !t)
        ra__storage_drop(storage, RA__HOLDER);
    if (!t)
        ra__refusal(RA_ERR_MEMORY, "ra_token_new: out of memory");
    return t;
}
