#include "vectors/print.h"

#include "vectors/match.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct text {
    char *to;
    size_t size, used;
};

static void put(struct text *t, const char *format, ...) RA_PRINTF(2, 3);

static void put(struct text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(t->to + t->used, t->size - t->used, format, ap);
    va_end(ap);
    t->used += n > 0 ? (size_t)n : 0;
    if (t->used >= t->size)
        t->used = t->size - 1;
}

void vector_print_value(ra_dtype dtype, const uint8_t *at, char text[64])
{
    double parts[2];
    int64_t whole;
    vector_value(dtype, at, parts);
    if (dtype == RA_INT64) { /* a double does not hold all of them */
        memcpy(&whole, at, sizeof whole);
        snprintf(text, 64, "%lld", (long long)whole);
    } else if (dtype >= RA_COMPLEX64)
        snprintf(text, 64, "%.17g%+.17gj", parts[0], parts[1]);
    else
        snprintf(text, 64, "%.17g", parts[0]);
}

static void put_list(struct text *t, const char *label, const int64_t *values, int n)
{
    put(t, "%s[", label);
    for (int i = 0; i < n; i++)
        put(t, "%s%lld", i ? ", " : "", (long long)values[i]);
    put(t, "]");
}

static void put_tensor(struct text *t, const struct vector_case *c, const struct vector_tensor *v)
{
    enum { SHOWN = 12 };
    put(t, "%s", ra_dtype_name(v->dtype));
    put_list(t, "", v->sizes, v->dims);
    put_list(t, " strides ", v->strides, v->dims);
    put(t, " at %lld of storage %d {", (long long)v->offset, v->storage);
    for (int64_t i = 0; i < vector_numel(v) && i < SHOWN; i++) {
        char value[64];
        vector_print_value(v->dtype, vector_element(v, c->storage[v->storage].bytes, i), value);
        put(t, "%s%s", i ? ", " : "", value);
    }
    put(t, "%s}", vector_numel(v) > SHOWN ? ", ..." : "");
}

static void put_arg(struct text *t, const struct vector_case *c, const struct vector_arg *a)
{
    switch (a->kind) {
    case VECTOR_ABSENT: put(t, "absent"); break;
    case VECTOR_TENSOR: put_tensor(t, c, &a->tensor); break;
    case VECTOR_LIST:
        put(t, "(");
        for (int i = 0; i < a->count; i++) {
            put(t, "%s", i ? "; " : "");
            if (a->present[i])
                put_tensor(t, c, &a->items[i]);
            else
                put(t, "absent");
        }
        put(t, ")");
        break;
    case VECTOR_SCALAR_BOOL:
    case VECTOR_BOOL: put(t, "%s", a->integer ? "True" : "False"); break;
    case VECTOR_SCALAR_INT:
    case VECTOR_INT: put(t, "%lld", (long long)a->integer); break;
    case VECTOR_SCALAR_FLOAT:
    case VECTOR_FLOAT: put(t, "%#.17g", a->real[0]); break;
    case VECTOR_SCALAR_COMPLEX: put(t, "%.17g%+.17gj", a->real[0], a->real[1]); break;
    case VECTOR_DIMS: put_list(t, "", a->dims, a->count); break;
    case VECTOR_DIMS_ALL: put(t, "all"); break;
    case VECTOR_DTYPE: put(t, "%s", ra_dtype_name(a->dtype)); break;
    case VECTOR_STRING: put(t, "\"%s\"", a->text); break;
    }
}

void vector_print_case(const struct vector_case *c, char *text, size_t size)
{
    struct text t = {text, size, 0};
    const bool marked = c->op->name[strlen(c->op->name) - 1] == '_';
    put(&t, "%s%s(", c->op->name, c->variant == VECTOR_INPLACE && !marked ? "_" : c->variant == VECTOR_OUT ? "_out" : "");
    for (int a = 0; a < c->args; a++) {
        put(&t, "%s%s=", a ? ", " : "", c->op->arg_names[a]);
        put_arg(&t, c, &c->arg[a]);
    }
    for (int i = 0; i < c->outs; i++) {
        put(&t, ", out=");
        put_tensor(&t, c, &c->out[i]);
    }
    put(&t, ")");
}
