#include "fuzz_arguments.h"

#include <math.h>

int64_t fuzz_integer(struct fuzz_bytes *b)
{
    static const int64_t special[] = {INT64_MAX, INT64_MIN, INT64_MAX - 1, INT64_MIN + 1, (int64_t)1 << 62, (int64_t)1 << 61, (int64_t)1 << 60, (int64_t)1 << 56,
                                      (int64_t)1 << 54, ((int64_t)1 << 54) + 16, (int64_t)1 << 32, ((int64_t)1 << 32) + 1, INT32_MAX, INT32_MIN, 65536, 255,
                                      -((int64_t)1 << 32), -100, 1000, 64, 17, 16};
    enum { SPECIAL = sizeof special / sizeof *special };
    unsigned c = fuzz_byte(b);
    return c < 256 - SPECIAL ? (int64_t)(c % 9) - 2 : special[c - (256 - SPECIAL)];
}

static double take_real(struct fuzz_bytes *b)
{
    static const double special[] = {0, -0.0, 1, -1, 0.5, 2, 1e-310, -3.5, 1e308, -1e300, INFINITY, -INFINITY, NAN, 0x1p63, -0x1p63, 1e-5};
    return special[fuzz_byte(b) % (sizeof special / sizeof *special)];
}

static ra_scalar take_scalar(struct fuzz_bytes *b)
{
    unsigned c = fuzz_byte(b);
    ra_scalar s = ra_scalar_int(0);
    switch (c % 8) {
    case 0: s = ra_scalar_bool(c & 8); break;
    case 1:
    case 2: s = ra_scalar_float(take_real(b)); break;
    case 3: s.value.f[0] = take_real(b), s.value.f[1] = take_real(b), s.kind = RA_SCALAR_COMPLEX; break;
    default: s.value.i = fuzz_integer(b), s.kind = RA_SCALAR_INT; break;
    }
    if (c >= 248)
        s.kind = (ra_scalar_kind)(int)fuzz_integer(b);
    return s;
}

static const ra_tensor *take_tensor(struct fuzz_bytes *b, ra_tensor *const *slots)
{
    unsigned c = fuzz_byte(b);
    const ra_tensor *t = slots[c % FUZZ_SLOTS];
    return c >= 252 ? NULL : c >= 232 || !t ? RA_NONE : t;
}

static ra_dims take_dims(struct fuzz_bytes *b, int64_t *values)
{
    unsigned c = fuzz_byte(b), n = c % 5;
    for (unsigned i = 0; i < n; i++)
        values[i] = fuzz_integer(b);
    if (c >= 250)
        return (ra_dims){c & 1 ? NULL : values, c & 2 ? -1 : c & 4 ? INT64_MIN : 0};
    if (c == 249)
        return (ra_dims){NULL, 3};
    return ra_dims_of(values, (int64_t)n);
}

static ra_tensors take_list(struct fuzz_bytes *b, const ra_tensor **items, ra_tensor *const *slots)
{
    unsigned c = fuzz_byte(b), n = c % 5;
    for (unsigned i = 0; i < n; i++)
        items[i] = take_tensor(b, slots);
    if (c >= 250)
        return (ra_tensors){c & 1 ? NULL : items, c & 2 ? INT64_MAX : c & 4 ? -1 : INT64_C(1) << 33};
    return ra_tensors_of(items, (int64_t)n);
}

static const char *take_string(struct fuzz_bytes *b, const ra_op_arg *schema, char text[12])
{
    unsigned c = fuzz_byte(b), n = 0;
    if (c >= 250)
        return NULL;
    if (c >= 240 || !schema->choices) {
        for (; n < c % 12; n++)
            text[n] = (char)fuzz_byte(b);
        text[n] = 0;
        return text;
    }
    while (schema->choices[n])
        n++;
    return schema->choices[c % n];
}

/* A value of a kind; of one that there is not, bytes. */
static void take_value(struct fuzz_arguments *a, size_t i, struct fuzz_bytes *b, ra_arg_kind kind, const ra_op_arg *schema, ra_tensor *const *slots,
                       ra_generator *generator)
{
    ra_arg *to = &a->arg[i];
    memset(to, (int)fuzz_byte(b), sizeof *to);
    to->kind = kind;
    switch (kind) {
    case RA_ARG_TENSOR: to->tensor = take_tensor(b, slots); break;
    case RA_ARG_TENSORS: to->tensors = take_list(b, a->list[i], slots); break;
    case RA_ARG_SCALAR: to->scalar = take_scalar(b); break;
    case RA_ARG_DIMS: to->dims = take_dims(b, a->dims[i]); break;
    case RA_ARG_DTYPE: to->dtype = (ra_dtype)(fuzz_byte(b) % 16); break;
    case RA_ARG_DEVICE: to->device = (ra_device)(fuzz_byte(b) % 6); break;
    case RA_ARG_BOOL: memset(&to->boolean, (int)(fuzz_byte(b) % 3), 1); break;
    case RA_ARG_INT: to->integer = fuzz_integer(b); break;
    case RA_ARG_FLOAT: to->real = take_real(b); break;
    case RA_ARG_STRING: to->string = take_string(b, schema, a->text[i]); break;
    case RA_ARG_GENERATOR: to->generator = fuzz_byte(b) & 1 ? generator : NULL; break;
    default: break;
    }
}

void fuzz_take_arguments(struct fuzz_arguments *a, struct fuzz_bytes *b, const ra_op *op, ra_tensor *const *slots, ra_generator *generator)
{
    unsigned c = fuzz_byte(b);
    size_t all = ra_op_arg_count(op);
    a->count = c < 200 ? all : c % (all + 2);
    for (size_t i = 0; i < a->count; i++) {
        static const ra_op_arg none = {.kind = RA_ARG_INT};
        const ra_op_arg *schema = i < all ? ra_op_arg_at(op, i) : &none;
        ra_arg_kind kind = schema->kind == RA_ARG_OPERAND ? RA_ARG_TENSOR : schema->kind;
        c = fuzz_byte(b);
        if (c >= 240)
            kind = (ra_arg_kind)(c - 240 + (c == 255 ? 1000 : 0));
        else if (c >= 200 && schema->kind == RA_ARG_OPERAND)
            kind = RA_ARG_SCALAR;
        else if (c >= 200 || (c >= 120 && (schema->optional || schema->has_default)))
            kind = RA_ARG_NONE;
        take_value(a, i, b, kind, schema, slots, generator);
    }
}
