#include "vectors/call.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 64, GUARD_BYTE = 0xa7 };

bool vector_differ(char why[VECTOR_WHY], const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(why, VECTOR_WHY, format, ap);
    va_end(ap);
    return false;
}

/* ---- storages ---- */

static const struct vector_tensor *first_of_storage(const struct vector_case *c, int s)
{
    for (int a = 0; a < c->args; a++) {
        if (c->arg[a].kind == VECTOR_TENSOR && c->arg[a].tensor.storage == s)
            return &c->arg[a].tensor;
        for (int i = 0; c->arg[a].kind == VECTOR_LIST && i < c->arg[a].count; i++)
            if (c->arg[a].present[i] && c->arg[a].items[i].storage == s)
                return &c->arg[a].items[i];
    }
    for (int i = 0; i < c->outs; i++)
        if (c->out[i].storage == s)
            return &c->out[i];
    return NULL;
}

/* Whether the call resizes an out= tensor, or self, of this storage, or may be tempted to. */
static bool may_grow(const struct vector_case *c, int s)
{
    if (!strcmp(c->op->name, "resize_"))
        return true;
    for (int i = 0; i < c->outs; i++) {
        if (c->out[i].storage != s)
            continue;
        if (c->expectation != VECTOR_RESULTS || i >= c->results || c->out[i].dims != c->result[i].dims ||
            memcmp(c->out[i].sizes, c->result[i].sizes, sizeof c->out[i].sizes) != 0)
            return true;
    }
    return false;
}

static bool make_storage(struct vector_call *call, int s, char why[VECTOR_WHY])
{
    const struct vector_case *c = call->c;
    struct vector_storage *to = &call->storage[s];
    const struct vector_tensor *t = first_of_storage(c, s);
    const size_t item = t ? ra_dtype_size(t->dtype) : 0;
    if (!item)
        return vector_differ(why, "storage %d has no tensor", s);
    const ra_dims sizes = RA_DIMS((int64_t)(c->storage[s].size / item));
    to->size = c->storage[s].size;
    if (call->device == RA_META)
        to->base = ra_empty(sizes, RA_OPTS(ra_empty, .dtype = t->dtype, .device = RA_META));
    else if (call->device != RA_CPU) {
        ra_tensor *here = ra_from_copy(c->storage[s].bytes, t->dtype, sizes);
        to->base = here ? ra_to(here, RA_OPTS(ra_to, .device = call->device)) : NULL;
        ra_release(here);
    } else if (may_grow(c, s))
        to->base = ra_from_copy(c->storage[s].bytes, t->dtype, sizes);
    else {
        to->block = malloc(to->size + 2 * GUARD + 2 * item);
        if (!to->block)
            return vector_differ(why, "out of memory");
        memset(to->block, GUARD_BYTE, to->size + 2 * GUARD + 2 * item);
        to->contents = to->block + GUARD + (s & 1) * item; /* aligned to the element, not to the vector */
        if (to->size)
            memcpy(to->contents, c->storage[s].bytes, to->size);
        to->base = ra_from_data(to->contents, t->dtype, sizes, NULL);
    }
    return to->base || vector_differ(why, "storage %d cannot be made: %s", s, ra_last_error());
}

static bool is_guarded(const struct vector_storage *s)
{
    for (const uint8_t *p = s->block; p < s->contents; p++)
        if (*p != GUARD_BYTE)
            return false;
    for (const uint8_t *p = s->contents + s->size; p < s->contents + s->size + GUARD; p++)
        if (*p != GUARD_BYTE)
            return false;
    return true;
}

static const ra_tensor *here(const struct vector_call *call, const ra_tensor *t, ra_tensor **copy)
{
    if (call->device == RA_CPU || !t)
        return t;
    if (!*copy)
        *copy = ra_to(t, RA_OPTS(ra_to, .device = RA_CPU));
    return *copy;
}

const ra_tensor *vector_result_here(struct vector_call *call, size_t r)
{
    return here(call, call->result[r], &call->result_here[r]);
}

const ra_tensor *vector_storage_here(struct vector_call *call, int s)
{
    return here(call, call->storage[s].base, &call->storage_here[s]);
}

bool vector_is_unchanged(struct vector_call *call, int s)
{
    const struct vector_blob *before = &call->c->storage[s];
    ra_status status;
    const void *now = ra_data(vector_storage_here(call, s), &status);
    return !status && (!before->size || !memcmp(now, before->bytes, before->size));
}

/* ---- arguments ---- */

static ra_tensor *make_view(struct vector_call *call, const struct vector_tensor *t, char why[VECTOR_WHY])
{
    ra_tensor *v = ra_as_strided(call->storage[t->storage].base, ra_dims_of(t->sizes, t->dims), ra_dims_of(t->strides, t->dims), t->offset);
    if (!v) {
        vector_differ(why, "operand cannot be made: %s", ra_last_error());
        return NULL;
    }
    call->view[call->views++] = v;
    return v;
}

static ra_arg int_arg(int64_t value)
{
    return (ra_arg){.integer = value, .kind = RA_ARG_INT};
}

static ra_arg dims_arg(ra_dims dims)
{
    return (ra_arg){.dims = dims, .kind = RA_ARG_DIMS};
}

static ra_arg scalar_arg(ra_scalar s)
{
    return (ra_arg){.scalar = s, .kind = RA_ARG_SCALAR};
}

/* What PyTorch's None, or an argument left out, stands for where there is no default here. */
static ra_arg left_out(const ra_op_arg *schema)
{
    if (schema->kind == RA_ARG_DIMS && !schema->optional && !schema->has_default)
        return dims_arg(RA_ALL);
    if (schema->kind == RA_ARG_INT && !schema->has_default)
        return int_arg(strcmp(schema->name, "end") ? 0 : RA_END);
    return (ra_arg){.kind = RA_ARG_NONE};
}

static bool make_list(struct vector_call *call, const struct vector_arg *from, ra_arg *to, char why[VECTOR_WHY])
{
    for (int i = 0; i < from->count; i++) {
        call->items[i] = from->present[i] ? make_view(call, &from->items[i], why) : RA_NONE;
        if (!call->items[i])
            return false;
    }
    *to = (ra_arg){.tensors = ra_tensors_of(call->items, from->count), .kind = RA_ARG_TENSORS};
    return true;
}

static bool make_arg(struct vector_call *call, const ra_op_arg *schema, const struct vector_arg *from, ra_arg *to, char why[VECTOR_WHY])
{
    switch (from->kind) {
    case VECTOR_ABSENT: *to = left_out(schema); return true;
    case VECTOR_TENSOR:
        *to = (ra_arg){.tensor = make_view(call, &from->tensor, why), .kind = RA_ARG_TENSOR};
        return to->tensor != NULL;
    case VECTOR_LIST: return make_list(call, from, to, why);
    case VECTOR_SCALAR_BOOL: *to = scalar_arg(RA_B(from->integer != 0)); return true;
    case VECTOR_SCALAR_INT: *to = scalar_arg(RA_I(from->integer)); return true;
    case VECTOR_SCALAR_FLOAT: *to = scalar_arg(RA_F(from->real[0])); return true;
    case VECTOR_SCALAR_COMPLEX: *to = scalar_arg(RA_C(from->real[0], from->real[1])); return true;
    case VECTOR_DIMS: *to = dims_arg(ra_dims_of(from->dims, from->count)); return true;
    case VECTOR_DIMS_ALL: *to = dims_arg(RA_ALL); return true;
    case VECTOR_DTYPE: *to = (ra_arg){.dtype = from->dtype, .kind = RA_ARG_DTYPE}; return true;
    case VECTOR_BOOL: *to = (ra_arg){.boolean = from->integer != 0, .kind = RA_ARG_BOOL}; return true;
    case VECTOR_INT: *to = schema->kind == RA_ARG_DIMS ? dims_arg(ra_dims_of(&from->integer, 1)) : int_arg(from->integer); return true;
    case VECTOR_FLOAT: *to = (ra_arg){.real = from->real[0], .kind = RA_ARG_FLOAT}; return true;
    case VECTOR_STRING: *to = (ra_arg){.string = from->text, .kind = RA_ARG_STRING}; return true;
    }
    return vector_differ(why, "argument of an unknown kind");
}

static int find_name(const struct vector_op *op, const char *name)
{
    for (int a = 0; a < op->args; a++)
        if (!strcmp(op->arg_names[a], name))
            return a;
    return -1;
}

static bool make_args(struct vector_call *call, char why[VECTOR_WHY])
{
    int used = 0;
    call->arg_count = ra_op_arg_count(call->op);
    for (size_t i = 0; i < call->arg_count; i++) {
        const ra_op_arg *schema = ra_op_arg_at(call->op, i);
        int a = find_name(call->c->op, schema->name);
        used += a >= 0;
        if (a >= 0 && a < call->c->args) {
            if (!make_arg(call, schema, &call->c->arg[a], &call->args[i], why))
                return false;
        } else if (schema->kind == RA_ARG_DEVICE && call->device != RA_CPU)
            call->args[i] = (ra_arg){.device = call->device, .kind = RA_ARG_DEVICE};
        else
            call->args[i] = left_out(schema);
    }
    return used == call->c->op->args || vector_differ(why, "the schema %s lacks an argument of the file", ra_op_schema(call->op));
}

bool vector_bind(struct vector_call *call, const struct vector_case *c, ra_device device, char why[VECTOR_WHY])
{
    *call = (struct vector_call){.c = c, .op = ra_op_find(c->op->name), .device = device, .storages = c->storages};
    ra_clear_error();
    if (!call->op)
        return vector_differ(why, "there is no operator of that name");
    for (int s = 0; s < c->storages; s++)
        if (!make_storage(call, s, why))
            return false;
    for (int i = 0; i < c->outs; i++)
        if (!(call->out[call->outs++] = make_view(call, &c->out[i], why)))
            return false;
    return make_args(call, why);
}

void vector_give_out(struct vector_call *call, ra_tensor *out)
{
    call->view[call->views++] = out;
    call->out[call->outs++] = out;
}

/* ---- the call ---- */

ra_variant vector_variant_of(const struct vector_case *c)
{
    return c->variant == VECTOR_INPLACE ? RA_INPLACE : c->variant == VECTOR_OUT ? RA_OUT : RA_FUNCTIONAL;
}

ra_status vector_run(struct vector_call *call, ra_variant variant)
{
    ra_status s;
    call->owns_results = variant == RA_FUNCTIONAL;
    if (variant == RA_INPLACE) {
        call->result[0] = (ra_tensor *)(uintptr_t)call->args[0].tensor;
        call->results = 1;
        return ra_call(call->op, variant, call->args, call->arg_count, NULL, 0, NULL);
    }
    if (variant == RA_OUT) {
        memcpy(call->result, call->out, sizeof call->out);
        call->results = (size_t)call->outs;
        return ra_call(call->op, variant, call->args, call->arg_count, call->result, call->results, NULL);
    }
    s = ra_call(call->op, variant, call->args, call->arg_count, call->result, VECTOR_MAX_RESULTS, &call->results);
    if (s)
        call->results = 0;
    return s;
}

bool vector_unbind(struct vector_call *call, char why[VECTOR_WHY])
{
    bool ok = true;
    for (size_t i = 0; call->owns_results && i < call->results; i++)
        ra_release(call->result[i]);
    for (int i = 0; i < VECTOR_MAX_RESULTS; i++)
        ra_release(call->result_here[i]);
    for (int i = 0; i < call->views; i++)
        ra_release(call->view[i]);
    for (int s = 0; s < call->storages; s++) {
        ra_release(call->storage[s].base);
        ra_release(call->storage_here[s]);
    }
    ra_wait_all();
    for (int s = 0; s < call->storages; s++) {
        if (ok && call->storage[s].block && !is_guarded(&call->storage[s]))
            ok = vector_differ(why, "bytes around storage %d were written", s);
        free(call->storage[s].block);
    }
    return ok;
}
