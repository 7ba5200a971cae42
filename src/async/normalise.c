#include "async/normalise.h"

#include "async/state.h"

#include <string.h>

static bool is_not_given(const ra_arg *a)
{
    switch (a->kind) {
    case RA_ARG_NONE: return true;
    case RA_ARG_DTYPE: return a->dtype == RA_NO_DTYPE;
    case RA_ARG_DEVICE: return a->device == RA_NO_DEVICE;
    case RA_ARG_STRING: return a->string == NULL;
    case RA_ARG_GENERATOR: return a->generator == NULL;
    case RA_ARG_SCALAR: return a->scalar.kind == RA_SCALAR_NONE;
    case RA_ARG_DIMS: return a->dims.count == 0 && !a->dims.values;
    default: return false;
    }
}

static ra_status wrong_kind(const ra_op *op, const ra_op_arg *schema, const ra_arg *a)
{
    static const char *const names[] = {
#define X(name, number, text) [number] = text,
        RA_ARG_KIND_LIST(X)
#undef X
    };
    bool known = (unsigned)a->kind < sizeof names / sizeof *names;
    return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s must be %s, not %s", op->name, schema->name, names[schema->kind],
                       known ? names[a->kind] : "of an unknown kind");
}

/* Numbers stand for each other where nothing is lost. */
static bool coerce_number(const ra_op_arg *schema, ra_arg *a)
{
    ra_scalar s;
    switch (a->kind) {
    case RA_ARG_SCALAR: s = a->scalar; break;
    case RA_ARG_BOOL: s = ra_scalar_bool(a->boolean); break;
    case RA_ARG_INT: s = ra_scalar_int(a->integer); break;
    case RA_ARG_FLOAT: s = ra_scalar_float(a->real); break;
    default: return false;
    }
    switch (schema->kind) {
    case RA_ARG_SCALAR:
    case RA_ARG_OPERAND: a->scalar = s; a->kind = RA_ARG_SCALAR; return true;
    case RA_ARG_FLOAT:
        if (s.kind == RA_SCALAR_COMPLEX)
            return false;
        a->real = s.kind == RA_SCALAR_FLOAT ? s.value.f[0] : (double)s.value.i;
        a->kind = RA_ARG_FLOAT;
        return true;
    case RA_ARG_INT:
        if (s.kind != RA_SCALAR_INT && s.kind != RA_SCALAR_BOOL)
            return false;
        a->integer = s.value.i;
        a->kind = RA_ARG_INT;
        return true;
    case RA_ARG_BOOL:
        if (s.kind != RA_SCALAR_BOOL)
            return false;
        a->boolean = s.value.i;
        a->kind = RA_ARG_BOOL;
        return true;
    default: return false;
    }
}

static ra_status check_dims(const ra_op *op, const ra_op_arg *schema, ra_arg *a, int64_t *expanded)
{
    if (a->dims.count > 0 && !a->dims.values)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is a list without values", op->name, schema->name);
    if (a->dims.count < -1)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s has %lld values", op->name, schema->name, (long long)a->dims.count);
    if (!schema->length || a->dims.count == schema->length)
        return RA_OK;
    if (a->dims.count != 1 || schema->length > 3)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s takes %lld values, or one for all, not %lld", op->name, schema->name,
                           (long long)schema->length, (long long)a->dims.count);
    for (int64_t i = 0; i < schema->length; i++)
        expanded[i] = a->dims.values[0];
    a->dims = ra_dims_of(expanded, schema->length);
    return RA_OK;
}

static ra_status check_string(const ra_op *op, const ra_op_arg *schema, const ra_arg *a)
{
    char list[200] = "";
    for (int c = 0; schema->choices && schema->choices[c]; c++) {
        if (!strcmp(schema->choices[c], a->string))
            return RA_OK;
        strncat(list, c ? ", " : "", sizeof list - strlen(list) - 1);
        strncat(list, schema->choices[c], sizeof list - strlen(list) - 1);
    }
    return schema->choices ? ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s must be one of %s, not \"%.40s\"", op->name, schema->name, list, a->string)
                           : RA_OK;
}

static ra_status check_tensor(const ra_op *op, const ra_op_arg *schema, ra_arg *a)
{
    if (!a->tensor)
        return ra__refusal(RA_ERR_REFUSED, "%s: argument %s is NULL, the result of a call that was refused", op->name, schema->name);
    if (a->tensor != RA_NONE)
        return RA_OK;
    if (!schema->optional)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is not optional", op->name, schema->name);
    a->kind = RA_ARG_NONE;
    return RA_OK;
}

static ra_status check_tensors(const ra_op *op, const ra_op_arg *schema, const ra_arg *a)
{
    if (a->tensors.count < 0 || (a->tensors.count && !a->tensors.items))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is not a list", op->name, schema->name);
    for (int64_t i = 0; i < a->tensors.count; i++) {
        if (!a->tensors.items[i])
            return ra__refusal(RA_ERR_REFUSED, "%s: entry %lld of argument %s is NULL, the result of a call that was refused", op->name,
                               (long long)i, schema->name);
        if (a->tensors.items[i] == RA_NONE && !schema->optional)
            return ra__refusal(RA_ERR_ARGUMENT, "%s: entry %lld of argument %s is not optional", op->name, (long long)i, schema->name);
    }
    return RA_OK;
}

static ra_status check_value(const ra_op *op, const ra_op_arg *schema, ra_arg *a, int64_t *expanded)
{
    ra_arg_kind want = schema->kind;
    if (want == RA_ARG_OPERAND && a->kind == RA_ARG_TENSOR)
        return check_tensor(op, schema, a);
    if (a->kind != want && !coerce_number(schema, a))
        return wrong_kind(op, schema, a);
    switch (want) {
    case RA_ARG_TENSOR: return check_tensor(op, schema, a);
    case RA_ARG_TENSORS: return check_tensors(op, schema, a);
    case RA_ARG_DIMS: return check_dims(op, schema, a, expanded);
    case RA_ARG_STRING: return check_string(op, schema, a);
    case RA_ARG_DTYPE:
        if (!(a->dtype > RA_NO_DTYPE && a->dtype < RA_DTYPE_COUNT))
            return ra__refusal(RA_ERR_DTYPE, "%s: argument %s is no dtype (%d)", op->name, schema->name, (int)a->dtype);
        return RA_OK;
    default: return RA_OK;
    }
}

ra_status ra__normalise(const ra_op *op, const ra_arg *args, size_t count, ra__normalised *out)
{
    if (count > (size_t)op->arg_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %zu arguments given, it takes %d", op->name, count, op->arg_count);
    for (int i = 0; i < op->arg_count; i++) {
        const ra_op_arg *schema = &op->args[i];
        ra_arg *a = &out->args[i];
        if ((size_t)i < count)
            *a = args[i];
        else
            a->kind = RA_ARG_NONE;
        if (is_not_given(a)) {
            if (schema->has_default)
                *a = schema->default_value;
            else if (schema->optional)
                a->kind = RA_ARG_NONE;
            else
                return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is missing", op->name, schema->name);
            continue;
        }
        ra_status s = check_value(op, schema, a, out->expanded[i]);
        if (s)
            return s;
    }
    return RA_OK;
}
