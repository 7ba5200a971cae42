#include "helpers/call_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void skip_space(const char **at)
{
    while (**at == ' ')
        ++*at;
}

static bool accept(const char **at, char c)
{
    skip_space(at);
    if (**at != c)
        return false;
    ++*at;
    return true;
}

static bool read_int(const char **at, int64_t *value)
{
    char *end;
    skip_space(at);
    *value = strtoll(*at, &end, 10);
    if (end == *at)
        return false;
    *at = end;
    if (accept(at, 'M'))
        *value *= 1000000;
    return true;
}

/* Integers up to a closing bracket; how many, or -1. */
static int read_ints(const char **at, char close, int64_t values[RA_MAX_DIMS])
{
    int n = 0;
    while (!accept(at, close)) {
        if (n == RA_MAX_DIMS || (n && !accept(at, ',')) || !read_int(at, &values[n]))
            return -1;
        n++;
    }
    return n;
}

static const char letters[] = "fdijubcTU";

bool tensor_text_next(const char **text, struct tensor_text *t, const struct call_values *values)
{
    const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_INT32, RA_UINT8, RA_BOOL, RA_COMPLEX64, values ? values->t : RA_NO_DTYPE,
                               values ? values->u : RA_NO_DTYPE};
    skip_space(text);
    const char *letter = **text ? strchr(letters, **text) : NULL;
    if (!letter || (*text)[1] != '[')
        return false;
    *text += 2;
    t->dtype = dtypes[letter - letters];
    t->ndim = read_ints(text, ']', t->sizes);
    return t->ndim >= 0;
}

static ra_tensor *read_tensor(struct call_text *c, const char **at, ra_device device)
{
    struct tensor_text t;
    if (!tensor_text_next(at, &t, &c->values) || c->tensors == CALL_TENSORS)
        return NULL;
    ra_tensor *made = ra_empty(ra_dims_of(t.sizes, t.ndim), RA_OPTS(ra_empty, .dtype = t.dtype, .device = device));
    if (made)
        c->tensor[c->tensors++] = made;
    return made;
}

static bool read_list(struct call_text *c, const char **at, ra_device device, ra_arg *to)
{
    int n = 0;
    if (!accept(at, '{'))
        return false;
    while (!accept(at, '}')) {
        c->items[n] = accept(at, '_') ? RA_NONE : read_tensor(c, at, device);
        if (!c->items[n++])
            return false;
    }
    to->tensors = ra_tensors_of(c->items, n);
    return true;
}

static bool read_number(const struct call_text *c, const char **at, ra_scalar *to)
{
    int64_t whole;
    skip_space(at);
    if (accept(at, 'S')) {
        *to = c->values.s;
        return true;
    }
    if (!memchr(*at, '.', strcspn(*at, " "))) {
        bool ok = read_int(at, &whole);
        *to = ra_scalar_int(whole);
        return ok;
    }
    char *end;
    *to = ra_scalar_float(strtod(*at, &end));
    *at = end;
    return true;
}

static bool read_word(const char **at, char to[24])
{
    skip_space(at);
    size_t n = strcspn(*at, " ");
    if (!n || n > 23)
        return false;
    memcpy(to, *at, n);
    to[n] = 0;
    *at += n;
    return true;
}

static bool read_arg(struct call_text *c, size_t i, const char **at, ra_device device)
{
    ra_arg *to = &c->args[i];
    ra_arg_kind kind = ra_op_arg_at(c->op, i)->kind;
    skip_space(at);
    if (kind == RA_ARG_OPERAND)
        kind = strchr(*at, '[') && strchr(letters, **at) ? RA_ARG_TENSOR : RA_ARG_SCALAR;
    to->kind = kind;
    switch (kind) {
    case RA_ARG_TENSOR: return (to->tensor = read_tensor(c, at, device)) != NULL;
    case RA_ARG_TENSORS: return read_list(c, at, device, to);
    case RA_ARG_FLOAT: to->kind = RA_ARG_SCALAR; /* it may stand for one */ /* fall through */
    case RA_ARG_SCALAR: return read_number(c, at, &to->scalar);
    case RA_ARG_INT: return read_int(at, &to->integer);
    case RA_ARG_DIMS: {
        int n = accept(at, '(') ? read_ints(at, ')', c->dims[i]) : -1;
        to->dims = ra_dims_of(c->dims[i], n);
        return n >= 0;
    }
    default: break;
    }
    if (!read_word(at, c->word[i]))
        return false;
    if (kind == RA_ARG_BOOL)
        to->boolean = !strcmp(c->word[i], "true");
    else if (kind == RA_ARG_DTYPE)
        to->dtype = !strcmp(c->word[i], "T") ? c->values.t : !strcmp(c->word[i], "U") ? c->values.u : ra_dtype_find(c->word[i]);
    else if (kind == RA_ARG_STRING)
        to->string = c->word[i];
    else
        return false;
    return true;
}

bool call_text_read(struct call_text *c, const ra_op *op, const char *text, ra_device device, const struct call_values *values)
{
    *c = (struct call_text){.op = op, .count = ra_op_arg_count(op)};
    if (values)
        c->values = *values;
    for (size_t i = 0; i < c->count; i++) {
        skip_space(&text);
        if (ra_op_arg_at(op, i)->kind == RA_ARG_DEVICE)
            c->args[i] = (ra_arg){.device = device, .kind = RA_ARG_DEVICE};
        else if (*text && !accept(&text, '_') && !read_arg(c, i, &text, device))
            return false;
    }
    return !*text;
}

void call_text_release(struct call_text *c)
{
    for (int i = 0; i < c->tensors; i++)
        ra_release(c->tensor[i]);
    c->tensors = 0;
}

void call_text_small(const char *from, char *to)
{
    while (*from) {
        if (!isdigit((unsigned char)*from)) {
            *to++ = *from++;
            continue;
        }
        char *end;
        long n = strtol(from, &end, 10);
        if (*end == 'M')
            n = n == 1000000 ? 36 : n > 1000 ? 18 : n * 6, end++;
        else if (n >= 1000)
            n = 6;
        to += sprintf(to, "%ld", n);
        from = end;
    }
    *to = 0;
}
