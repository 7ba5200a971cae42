#include "async/front/normalise.h"

#include "async/thread/state.h"
#include "meta/dtype.h"

#include <string.h>

static const ra_arg absent; /* kind NONE, and nothing behind it that could be taken for a value */

static bool is_number(ra_arg_kind kind)
{
    return kind == RA_ARG_SCALAR || kind == RA_ARG_BOOL || kind == RA_ARG_INT || kind == RA_ARG_FLOAT;
}

/* The empty value of its kind leaves an argument out, as no value does; where another kind is wanted it is a wrong kind like any. */
static bool is_not_given(const ra_op_arg *schema, const ra_arg *a)
{
    if (a->kind == RA_ARG_SCALAR)
        return a->scalar.kind == RA_SCALAR_NONE && (is_number(schema->kind) || schema->kind == RA_ARG_OPERAND);
    if (a->kind != schema->kind)
        return a->kind == RA_ARG_NONE;
    switch (a->kind) {
    case RA_ARG_DTYPE: return a->dtype == RA_NO_DTYPE;
    case RA_ARG_DEVICE: return a->device == RA_NO_DEVICE;
    case RA_ARG_STRING: return a->string == NULL;
    case RA_ARG_GENERATOR: return a->generator == NULL;
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
    const char *wanted = schema->kind == RA_ARG_OPERAND ? "a Tensor or a number" : names[schema->kind];
    char text[64];
    if (a->kind == RA_ARG_SCALAR && a->scalar.kind != RA_SCALAR_NONE) /* a number that is none of those wanted: 2.5, or 1e19 */
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s must be %s, not %s", op->name, schema->name, wanted, ra__scalar_text(&a->scalar, text, sizeof text));
    return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s must be %s, not %s", op->name, schema->name, wanted,
                       known ? names[a->kind] : "of an unknown kind");
}

/* A number whose kind or value no caller of this library's own could have made. */
static ra_status check_number(const ra_op *op, const ra_op_arg *schema, ra_arg *a)
{
    unsigned char truth;
    memcpy(&truth, &a->boolean, sizeof truth); /* as a bool, a byte other than 0 and 1 has no meaning in C */
    if (a->kind == RA_ARG_BOOL && truth > 1)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is a bool of value %d", op->name, schema->name, truth);
    if (a->kind == RA_ARG_SCALAR && !(a->scalar.kind >= RA_SCALAR_NONE && a->scalar.kind <= RA_SCALAR_COMPLEX))
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is a number of an unknown kind (%d)", op->name, schema->name, (int)a->scalar.kind);
    if (a->kind == RA_ARG_SCALAR && a->scalar.kind == RA_SCALAR_BOOL)
        a->scalar.value.i = a->scalar.value.i != 0;
    return RA_OK;
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
    *a = absent;
    return RA_OK;
}

static ra_status check_tensors(const ra_op *op, const ra_op_arg *schema, const ra_arg *a)
{
    if (a->tensors.count && !a->tensors.items)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is a list without entries", op->name, schema->name);
    if (a->tensors.count < 0 || a->tensors.count > RA__MOST_TENSORS)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is a list of %lld tensors, not 0 to %d", op->name, schema->name, (long long)a->tensors.count,
                           RA__MOST_TENSORS);
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
    if ((a->kind != want || want == RA_ARG_OPERAND) && !coerce_number(schema, a)) /* no value is of kind Operand: the schema alone is */
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
    case RA_ARG_DEVICE:
        if (!ra__is_device(a->device))
            return ra__refusal(RA_ERR_DEVICE, "%s: argument %s is no device (%d)", op->name, schema->name, (int)a->device);
        return RA_OK;
    default: return RA_OK;
    }
}

static ra_status leave_out(const ra_op *op, const ra_op_arg *schema, ra_arg *a)
{
    *a = schema->has_default ? schema->default_value : absent;
    return schema->has_default || schema->optional ? RA_OK : ra__refusal(RA_ERR_ARGUMENT, "%s: argument %s is missing", op->name, schema->name);
}

ra_status ra__normalise(const ra_op *op, const ra_arg *args, size_t count, ra__normalised *out)
{
    ra_status s = RA_OK;
    if (count > (size_t)op->arg_count)
        return ra__refusal(RA_ERR_ARGUMENT, "%s: %zu arguments given, it takes %d", op->name, count, op->arg_count);
    for (int i = 0; !s && i < op->arg_count; i++) {
        const ra_op_arg *schema = &op->args[i];
        ra_arg *a = &out->args[i];
        *a = (size_t)i < count ? args[i] : absent;
        s = is_number(a->kind) ? check_number(op, schema, a) : RA_OK;
        if (!s)
            s = is_not_given(schema, a) ? leave_out(op, schema, a) : check_value(op, schema, a, out->expanded[i]);
    }
    return s;
}
