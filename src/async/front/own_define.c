/*
 * Definitions, of operators of the program's own and of composites of the table: called upon descriptions for what the results are, and
 * upon the arguments themselves where there is no kernel.
 */
#include "async/front/own.h"

#include "async/front/backend.h"
#include "async/front/check.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/run/defined.h"
#include "async/thread/state.h"
#include "async/thread/turns.h"

#include <stdio.h>
#include <string.h>

#define REFUSES "its definition refuses: "

/* ---- calling ---- */

/* What an operator has instead of a kernel, or beside it. */
typedef struct definition {
    const ra_op *op;
    ra_op_definition call;
    void *state; /* of a composite of the table: its row */
} definition;

static definition definition_of(const ra_op *op)
{
    return (definition){.op = op, .call = op->definition, .state = ra__op_is_built_in(op) ? (void *)(uintptr_t)op : ra__own_of(op)->given.state};
}

/* Upon descriptions. */
static definition description_of(const ra_op *op)
{
    definition d = definition_of(op);
    if (!ra__op_is_built_in(op) && ra__own_of(op)->given.meta)
        d.call = ra__own_of(op)->given.meta;
    return d;
}

/* The thread's error, which is to be told once, by the operator's name; nothing of one that was there before. */
static void take_told(const ra_op *op, bool was_clean, char *text, size_t size)
{
    const char *inner = was_clean ? ra_last_error() : "";
    if (!strncmp(inner, op->name, strlen(op->name))) /* of one that calls itself the innermost has most to tell */
        for (const char *next; (next = strstr(inner, REFUSES));)
            inner = next + strlen(REFUSES);
    snprintf(text, size, "%.*s", ra__own_told(inner), inner);
    if (was_clean)
        ra_clear_error();
}

/* What the calls in it were refused with is the refusal of the whole. */
static ra_status refused(const ra_op *op, ra_status s, bool was_clean, char *text, size_t size)
{
    const int before = ra__op_is_built_in(op) ? 0 : snprintf(text, size, REFUSES);
    take_told(op, was_clean, text + before, size - (size_t)before);
    if (before && !text[before])
        text[before - 2] = '\0';
    return s;
}

/* While handles are checked. What is wrong with it is told by text. */
static __attribute__((noinline, cold)) bool is_alive(const ra_tensor *t, const char *name, char *text, size_t size)
{
    char function[100];
    const bool was_clean = ra_last_status() == RA_OK;
    snprintf(function, sizeof function, "what its definition gives for %.60s", name);
    if (!ra__check_handle(t, function, NULL))
        return true;
    const char *told = was_clean ? ra_last_error() : function;
    snprintf(text, size, "%.*s", was_clean ? ra__own_told(told) : (int)strlen(told), told);
    if (was_clean)
        ra_clear_error();
    return false;
}

static ra_status check_results(const ra_op *op, ra_tensor *const *results, const ra_tensor *const *inputs, int input_count, char *text, size_t size)
{
    for (int i = 0; i < op->result_count; i++) {
        const char *name = op->results[i].name;
        if (!results[i] || results[i] == RA_NONE) {
            snprintf(text, size, "its definition gives no %s", name);
            return RA_ERR_STATE;
        }
        if (ra__is_checking() && !is_alive(results[i], name, text, size))
            return RA_ERR_STATE;
        for (int k = 0; k < i; k++)
            if (results[i] == results[k]) {
                snprintf(text, size, "its definition gives one handle for %s and %s; ra_ref makes another", op->results[k].name, name);
                return RA_ERR_STATE;
            }
        for (int k = 0; k < input_count; k++)
            if (results[i] == inputs[k]) {
                snprintf(text, size, "its definition gives an argument's own handle for %s; ra_ref makes another", name);
                return RA_ERR_STATE;
            }
    }
    return RA_OK;
}

/*
 * The program's own may do what it likes to what the thread carries, its scopes, modes and place: that is the caller's again when it has
 * returned. It cannot end the scope around it, in which the call's own handles are.
 */
static __attribute__((noinline)) ra_status define_own(const definition *d, const ra_op_call *what, ra_tensor **results)
{
    enum { DEEPEST = 32 }; /* each takes some kilobytes of the caller's stack */
    ra__state *tls = &ra__tls;
    const ra__carried before = tls->carried;
    if (tls->definitions == DEEPEST)
        return ra__refusal(RA_ERR_STATE, "%d definitions are under way, one within another: one that calls itself has to come to an end", DEEPEST);
    tls->definitions++;
    ra__scope_hold(before.scope);
    before.scope->is_calls = true;
    ra_status s = d->call(what, results);
    before.scope->is_calls = false;
    tls->definitions--;
    const bool left = ra__scopes_end_within(before.scope);
    tls->carried = before;
    if (left)
        return ra__refusal(RA_ERR_STATE, "it leaves other scopes open than it found");
    return ra__own_is_status(s) ? s : ra__refusal(RA_ERR_VALUE, "it returned %d, which is no status", (int)s);
}

/* A thread that has been cancelled does not end in it: what the call has begun would be left. */
static ra_status define(const definition *d, const ra_op_call *what, ra_tensor **results)
{
    const int before = ra__os_cancel_defer();
    const ra_status s = ra__op_is_built_in(d->op) ? d->call(what, results) : define_own(d, what, results);
    ra__os_cancel_restore(before);
    return s;
}

/* Of the innermost scope. inputs: the tensors among args. The text of a failure is without the operator's name. */
static ra_status call(definition d, const ra_arg *args, const ra_tensor *const *inputs, int input_count, ra_tensor **results, char *text, size_t size)
{
    const ra_op_call what = {.args = args, .state = d.state};
    const bool was_clean = ra_last_status() == RA_OK;
    ra_status s = define(&d, &what, results);
    const ra_status first = ra__tls.carried.scope ? ra__tls.carried.scope->status : RA_OK;
    text[0] = 0;
    if (first && (!s || ra__op_is_built_in(d.op)))
        s = first;
    return s ? refused(d.op, s, was_clean, text, size) : check_results(d.op, results, inputs, input_count, text, size);
}

/* ---- for descriptions ---- */

/* Handles on the meta device, like the inputs of a call; of the innermost scope. */
typedef struct twins {
    ra_arg args[RA__MAX_ARGS];
    const ra_tensor *few[RA__FEW_INPUTS];
    const ra_tensor **all;
} twins;

static ra_tensor *twin_of(const ra__input *in)
{
    ra_storage *storage = ra__storage_new(RA_META, in->storage_bytes);
    ra_tensor *t = storage ? ra__tensor_of_layout(storage, ra__layout_ref(in->layout), in->offset) : NULL;
    if (storage && !t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

static bool make_twins(const ra_meta *m, twins *t)
{
    t->all = m->in_count <= RA__FEW_INPUTS ? t->few : ra__os_alloc((size_t)m->in_count * sizeof *t->all); /* fits: pointers of arguments */
    for (int k = 0; t->all && k < m->in_count; k++) {
        const ra__input *in = &m->in[k];
        t->all[k] = !in->layout || in->number ? RA_NONE : twin_of(in);
        if (!t->all[k])
            return false;
    }
    for (int a = 0; t->all && a < m->op->arg_count; a++) {
        t->args[a] = m->args[a];
        if (m->args[a].kind == RA_ARG_TENSOR)
            t->args[a].tensor = t->all[m->first[a]];
        else if (m->args[a].kind == RA_ARG_TENSORS)
            t->args[a].tensors.items = t->all + m->first[a];
    }
    return t->all != NULL;
}

static bool is_of_an_argument(const ra_tensor *result, const twins *t, int count)
{
    for (int k = 0; k < count; k++)
        if (t->all[k] != RA_NONE && t->all[k]->storage == result->storage)
            return true;
    return false;
}

static bool is_loss(const ra_op *op)
{
    for (int a = 0; a < op->arg_count; a++)
        if (!strcmp(op->args[a].name, "reduction"))
            return true;
    return false;
}

/* Composites whose out= PyTorch does not convert to: activations, layers, and those listed. */
static bool gives_its_dtype_alone(const ra_op *op)
{
    if (op->family == RA__FAMILY_NN)
        return !is_loss(op);
    switch (op->id) {
    case RA__OP_addbmm:
    case RA__OP_addmv:
    case RA__OP_aminmax:
    case RA__OP_diag:
    case RA__OP_float_power:
    case RA__OP_inner:
    case RA__OP_linalg_cross:
    case RA__OP_linalg_matrix_norm:
    case RA__OP_linalg_matrix_norm_str:
    case RA__OP_linalg_matrix_power:
    case RA__OP_linalg_multi_dot:
    case RA__OP_linalg_norm:
    case RA__OP_linalg_norm_str:
    case RA__OP_isin:
    case RA__OP_msort:
    case RA__OP_mv:
    case RA__OP_nanquantile:
    case RA__OP_quantile:
    case RA__OP_take:
    case RA__OP_take_along_dim:
    case RA__OP_tensordot:
    case RA__OP_vdot: return true;
    default: return op->family == RA__FAMILY_ACTIVATION && op->properties & RA_OP_ELEMENTWISE;
    }
}

/* A kernel writes results; what is put together from other operators has those of its own, and a given one gets a copy. */
static unsigned how_given(const ra_op *op)
{
    if (ra__op_is_built_in(op))
        return RA__STRIDES_EXACT | (op->properties & RA_OP_ELEMENTWISE ? 0 : RA__NO_OVERLAP) | (gives_its_dtype_alone(op) ? 0 : RA__CAST_OUTPUT);
    return (ra__own_of(op)->given.strided ? RA__STRIDES_HINT : RA__STRIDES_EXACT) | RA__NO_OVERLAP;
}

static ra_status take_description(ra_meta *m, int i, const ra_tensor *result, const twins *t)
{
    const ra_op *op = m->op;
    const ra_layout *l = ra__layout_of(result);
    const char *name = op->results[i].name;
    if (result->storage->device != RA_META)
        return ra__refuse(m, RA_ERR_DEVICE, "its definition gives %s on device %s for arguments on the meta device", name, ra_device_name(result->storage->device));
    const bool has_kernel = op->kernel || op->source; /* on another device than this call's, or on this: what they give is laid out alike */
    if (has_kernel && is_of_an_argument(result, t, m->in_count))
        return ra__refuse(m, RA_ERR_STATE, "its definition gives a view of an argument for %s, which a kernel cannot", name);
    const bool dense = has_kernel && !ra__own_of(op)->given.strided; /* those with a kernel are the program's own */
    return ra__set_output(m, i, (ra_dtype)l->dtype, l->ndim, ra__sizes(l), dense ? NULL : ra__strides(l), how_given(op));
}

static ra_status describe(ra_meta *m)
{
    twins t = {.all = NULL};
    ra_tensor *results[RA__MAX_RESULTS] = {NULL};
    char text[400];
    const int failed = ra__tls.carried.failed_scopes;
    ra_scope_begin();
    ra_status s = ra__tls.carried.failed_scopes == failed && make_twins(m, &t) ? RA_OK : ra__refuse(m, RA_ERR_MEMORY, "out of memory for descriptions");
    if (!s && (s = call(description_of(m->op), t.args, t.all, m->in_count, results, text, sizeof text)))
        s = ra__refuse(m, s, "%s", text);
    for (int i = 0; !s && i < m->op->result_count; i++)
        s = take_description(m, i, results[i], &t);
    (void)!ra_scope_end();
    if (t.all != t.few)
        ra__os_free(t.all);
    return s;
}

/* Promoted and broadcast as any elementwise operator. */
static ra_status describe_elementwise(ra_meta *m, const ra__own *own)
{
    ra_dtype dtype = ra__common_dtype(m);
    if (!own->given.loops[ra__compute_dtype(dtype)])
        dtype = ra__to_float(m, dtype);
    if (!own->given.loops[ra__compute_dtype(dtype)])
        return ra__refuse(m, RA_ERR_DTYPE, "has no loop for dtype %s", ra_dtype_name(dtype));
    return ra__elementwise_output(m, &(ra__elementwise){.compute = dtype, .result = dtype});
}

ra_status ra__own_meta(ra_meta *m)
{
    if (ra__op_is_built_in(m->op))
        return describe(m);
    const ra__own *own = ra__own_of(m->op);
    for (int k = 0; k < m->in_count; k++) {
        ra_status s = m->in[k].layout && !m->in[k].number ? ra__check_dtype(m, (ra_dtype)m->in[k].layout->dtype) : RA_OK;
        if (s)
            return s;
    }
    return ra__own_has_loops(own) ? describe_elementwise(m, own) : describe(m);
}

/* ---- for results ---- */

static int tensors_of(const ra_op *op, const ra_arg *args, const ra_tensor **few, int room)
{
    int n = 0;
    for (int a = 0; a < op->arg_count; a++) {
        const int64_t count = args[a].kind == RA_ARG_TENSOR ? 1 : args[a].kind == RA_ARG_TENSORS ? args[a].tensors.count : 0;
        for (int64_t i = 0; i < count && n < room; i++)
            few[n++] = args[a].kind == RA_ARG_TENSOR ? args[a].tensor : args[a].tensors.items[i];
    }
    return n;
}

/* New handles of the caller's. The text of a failure is without the operator's name. */
static ra_status make(const ra_op *op, const ra_arg *args, ra_tensor **results, char *text, size_t size)
{
    enum { LOOKED_AT = 64 };
    const ra_tensor *inputs[LOOKED_AT];
    ra_tensor *made[RA__MAX_RESULTS] = {NULL};
    const int failed = ra__tls.carried.failed_scopes, count = tensors_of(op, args, inputs, LOOKED_AT);
    snprintf(text, size, "out of memory");
    ra_scope_begin();
    ra_status s = ra__tls.carried.failed_scopes > failed ? RA_ERR_MEMORY : call(definition_of(op), args, inputs, count, made, text, size);
    for (int i = 0; !s && i < op->result_count; i++)
        ra__tensor_to_outer_scope(results[i] = made[i]);
    (void)!ra_scope_end();
    return s;
}

ra_status ra__own_call_definition(const ra__own *own, const ra_arg *args, ra_tensor **results)
{
    char text[400];
    const ra_status s = make(&own->op, args, results, text, sizeof text);
    return s ? ra__refusal(s, "%s: %s", own->op.name, text) : RA_OK;
}

static ra_status convert(ra_tensor **t, ra_dtype dtype)
{
    const ra_op *op = &ra__ops[RA__OP_to];
    const ra_arg args[] = {{.tensor = *t, .kind = RA_ARG_TENSOR}, {.dtype = dtype, .kind = RA_ARG_DTYPE}};
    ra_tensor *converted = NULL;
    ra__call c;
    ra_status s = ra__normalise(op, args, 2, &c.normal);
    if (s || (s = ra__call_make(&c, op, RA_FUNCTIONAL, &converted, 1, NULL, NULL)))
        return s;
    ra_release(*t);
    *t = converted;
    return RA_OK;
}

/* The out= form of a clone, which reflection does not offer: what is given takes the sizes, if it has to, and the values. */
static ra_status copy_to(ra_tensor **from, ra_tensor **to)
{
    const ra_op *op = &ra__ops[RA__OP_clone];
    ra__call c;
    ra_status s = ra_tensor_dtype(*from) == ra_tensor_dtype(*to) ? RA_OK : convert(from, ra_tensor_dtype(*to));
    const ra_arg args[] = {{.tensor = *from, .kind = RA_ARG_TENSOR}};
    if (!s)
        s = ra__normalise(op, args, 1, &c.normal);
    return s ? s : ra__call_make(&c, op, RA_OUT, to, 1, NULL, NULL);
}

/* Of loops in place: the values, converted. */
static ra_status copy_over(const ra_tensor *from, const ra_tensor *self)
{
    const ra_op *op = &ra__ops[RA__OP_copy_];
    const ra_arg args[] = {{.tensor = self, .kind = RA_ARG_TENSOR}, {.tensor = from, .kind = RA_ARG_TENSOR}};
    ra__call c;
    ra_status s = ra__normalise(op, args, 2, &c.normal);
    return s ? s : ra__call_make(&c, op, RA_INPLACE, NULL, 0, NULL, NULL);
}

bool ra__own_is_its_definition_on(ra_device device, const ra_op *op)
{
    const ra_op_description *given = &ra__own_of(op)->given;
    return device != RA_META && given->definition && !given->effect && !ra__kernel_on(device, op);
}

bool ra__own_goes_by_definition(const ra_op *op, const ra_arg *args)
{
    enum { LOOKED_AT = 64 };
    const ra_tensor *inputs[LOOKED_AT];
    const int count = tensors_of(op, args, inputs, LOOKED_AT);
    ra_device device = RA_CPU;
    for (int i = 0; i < count && !ra__device_has_streams(device); i++)
        if (inputs[i] && inputs[i] != RA_NONE && inputs[i]->storage->device != RA_CPU)
            device = inputs[i]->storage->device;
    return ra__own_is_its_definition_on(device, op);
}

/* With its arguments, as other operators tell of them; without those where an extent would have to be waited for. Not in the frame of a
 * call that goes well: composites nest. */
static __attribute__((noinline)) ra_status refuse_composite(ra__call *c, const ra_op *op, ra_variant variant, ra_status s, const char *text)
{
    enum { LOOKED_AT = 64 };
    const ra_tensor *inputs[LOOKED_AT];
    const int count = tensors_of(op, c->normal.args, inputs, LOOKED_AT);
    for (int k = 0; k < count; k++)
        if (inputs[k] != RA_NONE && ra_has_pending_extent(inputs[k]))
            return ra__refusal(s, "%s: %s", op->name, text);
    ra__call_begin(c, op, variant, NULL, 0, NULL);
    const ra_status collected = ra__call_collect_inputs(c);
    if (!collected) {
        snprintf(c->error, sizeof c->error, "%s", text);
        s = ra__call_refuse(c, s);
    }
    ra__call_end(c);
    return collected ? collected : s;
}

/* Self itself, which the definition of an operator in place has written in part. */
static bool is_written(const ra_tensor *made, const ra_tensor *self)
{
    const ra_layout *l = ra__layout_of(made), *m = ra__layout_of(self);
    return made->storage == self->storage && made->offset == self->offset && l->ndim == m->ndim && !memcmp(ra__sizes(l), ra__sizes(m), (size_t)l->ndim * sizeof(int64_t)) &&
           !memcmp(ra__strides(l), ra__strides(m), (size_t)l->ndim * sizeof(int64_t));
}

/* What was made, which is given up, to where it belongs. The text of a failure is without the operator's name. */
static __attribute__((noinline)) ra_status write_results(const ra_op *op, ra_variant variant, const ra_arg *args, ra_tensor **made, ra_tensor **results, char *text, size_t size)
{
    const bool was_clean = ra_last_status() == RA_OK;
    ra_status s = RA_OK;
    for (int i = 0; i < op->result_count; i++) {
        if (!s && !(variant == RA_INPLACE && is_written(made[i], args[0].tensor)))
            s = variant == RA_OUT ? copy_to(&made[i], &results[i]) : copy_over(made[i], args[0].tensor);
        ra_release(made[i]);
    }
    if (s)
        take_told(op, was_clean, text, size);
    return s;
}

static ra_status define_variant(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra_tensor *made[RA__MAX_RESULTS];
    char text[400];
    ra_status s = RA_OK;
    if (variant == RA_FUNCTIONAL && result_count < (size_t)op->result_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: has %d results, room for %zu was given", op->name, op->result_count, result_count);
    if (variant != RA_FUNCTIONAL) { /* whether it can be written is known before anything is */
        ra__call_begin(c, op, variant, results, result_count, NULL);
        s = ra__call_describe(c);
        ra__call_end(c);
        if (s)
            return s;
    }
    s = make(op, c->normal.args, variant == RA_FUNCTIONAL ? results : made, text, sizeof text);
    if (!s && variant != RA_FUNCTIONAL)
        s = write_results(op, variant, c->normal.args, made, results, text, sizeof text);
    if (s)
        return ra__op_is_built_in(op) ? refuse_composite(c, op, variant, s, text) : ra__refusal(s, "%s: %s", op->name, text);
    if (produced)
        *produced = (size_t)op->result_count;
    return s;
}

ra_status ra__own_define(ra__call *c, const ra_op *op, ra_variant variant, ra_tensor **results, size_t result_count, size_t *produced)
{
    ra__carried *mine = &ra__tls.carried;
    const bool site_is_set = mine->site_is_set;
    const uint64_t within = mine->within;
    if (ra__op_is_built_in(op)) { /* nobody sees what it is made of */
        mine->site_is_set = true;
        ra__turns_called();
        mine->within = within ? within : RA__WITHIN(op->id);
    }
    const ra_status s = define_variant(c, op, variant, results, result_count, produced);
    mine->site_is_set = site_is_set;
    mine->within = within;
    if (!within)
        ra__tell_defined();
    return s;
}

/* ---- at registration ---- */

/* A value for an argument that has no default: tensors are t, numbers 1. */
static ra_arg any_value(const ra_op_arg *arg, const ra_tensor *t, const ra_tensor *const *two, ra_dims sizes)
{
    switch (arg->kind) {
    case RA_ARG_TENSOR:
    case RA_ARG_OPERAND: return (ra_arg){.tensor = t, .kind = RA_ARG_TENSOR};
    case RA_ARG_TENSORS: return (ra_arg){.tensors = ra_tensors_of(two, 2), .kind = RA_ARG_TENSORS};
    case RA_ARG_DIMS: return (ra_arg){.dims = sizes, .kind = RA_ARG_DIMS};
    case RA_ARG_DTYPE: return (ra_arg){.dtype = RA_FLOAT32, .kind = RA_ARG_DTYPE};
    case RA_ARG_STRING: return (ra_arg){.string = arg->choices ? arg->choices[0] : "", .kind = RA_ARG_STRING};
    case RA_ARG_BOOL: return (ra_arg){.boolean = true, .kind = RA_ARG_BOOL};
    default: return (ra_arg){.integer = 1, .kind = RA_ARG_INT};
    }
}

/* float32, or what it takes. */
static ra_dtype tried_dtype(const ra__own *own)
{
    ra_dtype dtype = RA_FLOAT32;
    while (own->op.dtypes && !(own->op.dtypes >> dtype & 1)) /* round the list: there is one */
        dtype = dtype + 1 < RA_DTYPE_COUNT ? (ra_dtype)(dtype + 1) : (ra_dtype)(RA_NO_DTYPE + 1);
    return dtype;
}

/* On the meta device, of so many dimensions of 2; of the innermost scope. NULL: out of memory. */
static ra_tensor *small_description(ra_dtype dtype, int ndim)
{
    enum { MOST_BYTES = 256 };
    ra__shape shape = {.dtype = dtype, .ndim = ndim, .sizes = {2, 2, 2, 2}};
    ra__strides_contiguous(ndim, shape.sizes, shape.strides);
    ra_storage *storage = ra__storage_new(RA_META, MOST_BYTES);
    ra_tensor *t = storage ? ra__tensor_new(storage, &shape, 0) : NULL;
    if (storage && !t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

static void note_types(const ra__own *own, const ra_arg *args, ra_tensor *const *results, ra__source_types *types)
{
    int n = 0;
    memset(types, 0, sizeof *types);
    for (int i = 0; i < own->op.result_count; i++)
        types->operand[n++] = ra__layout_of(results[i])->dtype;
    for (int a = 0; a < own->op.arg_count; a++) {
        const ra_arg_kind kind = own->op.args[a].kind;
        if (args[a].kind == RA_ARG_SCALAR)
            types->scalar[a] = (uint8_t)args[a].scalar.kind;
        if (kind == RA_ARG_TENSOR || kind == RA_ARG_OPERAND)
            types->operand[n++] = args[a].kind == RA_ARG_TENSOR && args[a].tensor != RA_NONE ? ra__layout_of(args[a].tensor)->dtype
                                  : args[a].kind == RA_ARG_SCALAR ? (uint8_t)ra__scalar_dtype(args[a].scalar.kind, RA_FLOAT32) : (uint8_t)RA_NO_DTYPE;
    }
}

/* With tensors of so many dimensions, in a scope of its own. What the definition refuses tells nothing. */
static ra_status try_dimensions(const ra__own *own, int ndim, ra__source_types *types, char *text, size_t size)
{
    int64_t sizes[RA_MAX_DIMS];
    ra_arg args[RA__MAX_ARGS];
    ra__normalised normal;
    ra_tensor *results[RA__MAX_RESULTS] = {NULL};
    ra_tensor *t = small_description(tried_dtype(own), ndim);
    const ra_tensor *two[] = {t, t};
    for (int d = 0; d < RA_MAX_DIMS; d++)
        sizes[d] = 2;
    for (int a = 0; a < own->op.arg_count; a++) {
        const ra_op_arg *arg = &own->op.args[a];
        args[a] = arg->optional || arg->has_default ? (ra_arg){.kind = RA_ARG_NONE} : any_value(arg, t, two, ra_dims_of(sizes, arg->length ? arg->length : ndim));
    }
    if (!t || ra__normalise(&own->op, args, (size_t)own->op.arg_count, &normal))
        return RA_OK;
    const ra_op_call what = {.args = normal.args, .state = own->given.state};
    const definition described = description_of(&own->op);
    if (define(&described, &what, results))
        return RA_OK;
    if (ra__tls.carried.scope->status)
        return RA_OK;
    const ra_status s = check_results(&own->op, results, two, 2, text, size);
    if (!s)
        note_types(own, normal.args, results, types);
    return s;
}

ra_status ra__own_try(const ra__own *own, ra__source_types *types)
{
    enum { MOST_DIMS = 4 };
    char text[400];
    ra_status s = RA_OK;
    const bool was_clean = ra_last_status() == RA_OK;
    memset(types, 0, sizeof *types);
    for (int ndim = 0; !s && ndim <= MOST_DIMS && (own->given.meta || own->given.definition); ndim++) {
        ra__scope *outer = ra__tls.carried.scope;
        const ra_status outer_status = outer ? outer->status : RA_OK;
        const int failed = ra__tls.carried.failed_scopes;
        ra_scope_begin();
        if (ra__tls.carried.failed_scopes == failed)
            s = try_dimensions(own, ndim, types, text, sizeof text);
        (void)!ra_scope_end();
        if (outer)
            outer->status = outer_status;
        if (was_clean)
            ra_clear_error();
    }
    return s ? ra__refusal(RA_ERR_ARGUMENT, "ra_op_register(%s): definition: %s", own->op.name, text) : RA_OK;
}
