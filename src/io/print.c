/*
 * Tensors as text: tensor([[1., 2.],
 *                          [3., 4.]], dtype=float64)
 *
 * NumPy's rules: of more than 1000 elements only the first and last three of each dimension are shown; lines have at most
 * 75 characters; dtype is told where the numbers do not imply it (bool, int64, float32, complex64), the sizes where the
 * brackets do not show them.
 */
#include "async/front/check.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/thread/entry.h"
#include "io/print_number.h"

#include <runahead/io.h>
#include <runahead/ops.h>
#include <stdarg.h>
#include <string.h>

enum { LINE = 75, THRESHOLD = 1000, EDGE = 3, MOST = 100000 };

static const char prefix[] = "tensor(";

typedef struct text {
    char *bytes;
    size_t length, room, line; /* line: where the last line begins */
    bool failed;               /* out of memory: nothing is added any more */
} text;

typedef struct printer {
    text out;
    const ra_layout *layout;
    int edge;          /* 0: every element is shown */
    int64_t count;     /* of elements shown */
    ra_scalar *values; /* those */
    int64_t next;      /* the first of them not written yet */
    ra__real_format real, imaginary;
    int width;         /* of integers */
} printer;

/* ---- text ---- */

static void put(text *t, const char *s, size_t n)
{
    if (t->length + n + 1 > t->room && !t->failed) {
        size_t room = 2 * t->room + n + 256;
        char *bytes = ra__os_realloc(t->bytes, room);
        if (bytes) {
            t->bytes = bytes;
            t->room = room;
        } else
            t->failed = true;
    }
    if (t->failed)
        return;
    memcpy(t->bytes + t->length, s, n);
    t->length += n;
    t->bytes[t->length] = 0;
}

static void RA_PRINTF(2, 3) putf(text *t, const char *format, ...)
{
    char s[1200];
    va_list values;
    va_start(values, format);
    int n = vsnprintf(s, sizeof s, format, values);
    va_end(values);
    if (n > 0)
        put(t, s, (size_t)n < sizeof s ? (size_t)n : sizeof s - 1);
}

/* So many line ends, then an indent. */
static void put_lines(text *t, int lines, int indent)
{
    while (lines-- > 0)
        put(t, "\n", 1);
    t->line = t->length;
    while (indent-- > 0)
        put(t, " ", 1);
}

/* A word of the innermost dimension: on a new line where this one would become too long. */
static void put_word(text *t, const char *word, size_t n, int indent, int line)
{
    size_t column = t->length - t->line;
    if (column + n > (size_t)line && column > (size_t)indent) {
        while (t->length > t->line && !t->failed && t->bytes[t->length - 1] == ' ')
            t->length--;
        put_lines(t, 1, indent);
    }
    put(t, word, n);
}

/* ---- which elements ---- */

static int64_t shown(const printer *p, int dim)
{
    int64_t n = ra__sizes(p->layout)[dim];
    return p->edge && n > 2 * p->edge ? 2 * p->edge : n;
}

static int64_t shown_in_all(const printer *p)
{
    int64_t n = 1;
    for (int d = 0; d < p->layout->ndim; d++)
        if (!ra__product_fits(n, shown(p, d), &n))
            return INT64_MAX;
    return n;
}

/* With many dimensions three at each end are still too many. */
static void choose_elements(printer *p)
{
    p->edge = p->layout->numel > THRESHOLD ? EDGE : 0;
    while (p->edge > 1 && shown_in_all(p) > MOST)
        p->edge--;
    p->count = shown_in_all(p);
}

static void collect(printer *p, const char *at, int dim)
{
    ra_dtype dtype = (ra_dtype)p->layout->dtype;
    if (dim == p->layout->ndim) {
        p->values[p->next++] = ra__scalar_load(dtype, at);
        return;
    }
    int64_t n = shown(p, dim), all = ra__sizes(p->layout)[dim], step = ra__strides(p->layout)[dim] * (int64_t)ra_dtype_size(dtype); /* fits: a stride in bytes */
    for (int64_t i = 0; i < n; i++)
        collect(p, at + (n < all && i >= p->edge ? all - n + i : i) * step, dim + 1);
}

/* ---- their form ---- */

static void choose_real_form(printer *p, ra__real_format *f, int part)
{
    for (int64_t i = 0; i < p->count; i++)
        ra__real_range(f, p->values[i].value.f[part]);
    ra__real_decide(f);
    for (int64_t i = 0; i < p->count; i++)
        ra__real_width(f, p->values[i].value.f[part]);
    ra__real_settle(f);
}

static void choose_form(printer *p)
{
    ra_dtype dtype = (ra_dtype)p->layout->dtype, real = ra__real_of(dtype);
    if (ra__is_integral(dtype))
        for (int64_t i = 0; i < p->count; i++) {
            int n = snprintf(NULL, 0, "%lld", (long long)p->values[i].value.i);
            p->width = n > p->width ? n : p->width;
        }
    else if (dtype != RA_BOOL) {
        ra__real_begin(&p->real, real, false);
        choose_real_form(p, &p->real, 0);
    }
    if (ra__is_complex(dtype)) {
        ra__real_begin(&p->imaginary, real, true);
        choose_real_form(p, &p->imaginary, 1);
    }
}

static size_t write_number(printer *p, char *to)
{
    ra_dtype dtype = (ra_dtype)p->layout->dtype;
    const ra_scalar *v = &p->values[p->next++];
    if (dtype == RA_BOOL)
        return (size_t)snprintf(to, RA__NUMBER_TEXT, "%*s", p->layout->ndim ? 5 : 0, v->value.i ? "True" : "False");
    if (ra__is_integral(dtype))
        return (size_t)snprintf(to, RA__NUMBER_TEXT, "%*lld", p->width, (long long)v->value.i);
    size_t n = (size_t)ra__real_write(&p->real, v->value.f[0], to);
    if (!ra__is_complex(dtype))
        return n;
    n += (size_t)ra__real_write(&p->imaginary, v->value.f[1], to + n);
    size_t end = n; /* the j follows the last digit, the padding the j */
    while (to[end - 1] == ' ')
        end--;
    memmove(to + end + 1, to + end, n - end + 1);
    to[end] = 'j';
    return n + 1;
}

/* ---- brackets ---- */

static void put_elements(printer *p, int dim)
{
    char word[2 * RA__NUMBER_TEXT];
    int last = p->layout->ndim - 1, indent = (int)sizeof prefix + dim;
    int line = LINE - 2 - last; /* room for the closing brackets and what follows them */
    int64_t n = shown(p, dim), gap = n < ra__sizes(p->layout)[dim] ? p->edge : -1;
    put(&p->out, "[", 1);
    for (int64_t i = 0; i < n && !p->out.failed; i++) {
        for (int pass = i == gap ? 0 : 1; pass < 2; pass++) {
            if (i || !pass) {
                put(&p->out, dim == last ? ", " : ",", dim == last ? 2 : 1);
                if (dim < last)
                    put_lines(&p->out, last - dim, indent);
            }
            if (!pass)
                put_word(&p->out, "...", 3, indent, dim == last ? line : LINE);
            else if (dim < last)
                put_elements(p, dim + 1);
            else
                put_word(&p->out, word, write_number(p, word), indent, line);
        }
    }
    put(&p->out, "]", 1);
}

static ra_status put_values(printer *p, const char *data)
{
    if (!p->layout->numel) {
        put(&p->out, "[]", 2);
        return RA_OK;
    }
    choose_elements(p);
    p->values = ra__os_alloc((size_t)p->count * sizeof *p->values);
    if (!p->values)
        return RA_ERR_MEMORY;
    collect(p, data, 0);
    p->next = 0;
    choose_form(p);
    if (p->layout->ndim)
        put_elements(p, 0);
    else {
        char word[2 * RA__NUMBER_TEXT];
        put(&p->out, word, write_number(p, word));
    }
    ra__os_free(p->values);
    return RA_OK;
}

/* What the values do not tell, on a line of its own where it does not fit. */
static void put_properties(printer *p, const ra_tensor *t, bool values)
{
    const ra_layout *l = p->layout;
    char s[600], sizes[400];
    int n = 0;
    bool implied = l->dtype == RA_BOOL || l->dtype == RA_INT64 || l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64;
    s[0] = 0;
    if (!values || p->edge || (!l->numel && (l->ndim != 1)))
        n += snprintf(s + n, sizeof s - (size_t)n, ", size=%s", ra__sizes_text(l->ndim, ra__sizes(l), sizes, sizeof sizes));
    if (!implied || !l->numel)
        n += snprintf(s + n, sizeof s - (size_t)n, ", dtype=%s", ra_dtype_name((ra_dtype)l->dtype));
    if (t->storage->device != RA_CPU)
        n += snprintf(s + n, sizeof s - (size_t)n, ", device=%s", ra_device_name(t->storage->device));
    if (n && p->out.length - p->out.line + (size_t)n + 1 > LINE) {
        put(&p->out, ",", 1);
        put_lines(&p->out, 1, (int)sizeof prefix - 1);
        put(&p->out, s + 2, (size_t)n - 2);
    } else
        put(&p->out, s, (size_t)n);
    put(&p->out, ")", 1);
}

/* ---- the whole ---- */

static ra_status put_failure(printer *p, const ra_tensor *t, ra_status status)
{
    char words[1000] = "";
    ra__failure *f = ra__poison_find(t->storage, ra__bytes_of(p->layout, t->offset, ra__storage_bytes(t->storage)));
    if (f)
        ra__failure_text(f, words, sizeof words);
    ra__failure_drop(f);
    putf(&p->out, "%s: %s", ra_status_name(status), *words ? words : ra_status_text(status));
    return status;
}

/* The outcome: of the tensor, or RA_ERR_MEMORY. */
static ra_status print(const ra_tensor *t, text *out)
{
    printer p = {.out = {.bytes = NULL}};
    ra_status s = RA_OK;
    put(&p.out, prefix, sizeof prefix - 1);
    if (!t || t == RA_NONE)
        putf(&p.out, t ? "none)" : "refused)");
    else if (ra__is_misused(t, "ra_print")) {
        putf(&p.out, "refused)");
        s = RA_ERR_STATE;
    } else {
        bool meta = t->storage->device == RA_META;
        s = meta ? RA_OK : ra__wait_readable(t, RA__WAIT_READ);
        if (!s)
            s = ra__tensor_resolve(t);
        p.layout = ra__layout_of(t);
        bool values = !s && !meta;
        ra_tensor *here = NULL; /* a copy of what a device has */
        if (values && t->storage->device != RA_CPU) {
            here = ra_keep(ra_to(t, RA_OPTS(ra_to, .device = RA_CPU)));
            s = here ? RA_OK : ra_last_status();
            values = !s;
            p.layout = here ? ra__layout_of(here) : p.layout;
        }
        if (values && p.layout->numel) {
            const ra_tensor *read = here ? here : t;
            const char *data = ra__tensor_read(read, &s, "ra_print");
            if (data) {
                s = put_values(&p, data);
                ra__tensor_unread(read);
            }
        } else if (values)
            s = put_values(&p, NULL);
        else if (s)
            put_failure(&p, t, s);
        else
            put(&p.out, "...", 3);
        put_properties(&p, t, values);
        ra_release(here);
    }
    *out = p.out;
    return p.out.failed ? RA_ERR_MEMORY : s;
}

char *ra_to_string(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    text out;
    char *told = print(t, &out) == RA_ERR_MEMORY ? NULL : ra__os_text_for_program(out.bytes);
    ra__os_free(out.bytes);
    if (!told)
        ra__refusal(RA_ERR_MEMORY, "ra_to_string: out of memory");
    return told;
}

/* A thread that is cancelled in it keeps the line, and perhaps the stream's lock, for ever. */
static bool put_line(FILE *stream, const char *line)
{
    int before = ra__os_cancel_defer();
    bool done = fputs(line, stream) >= 0 && fputc('\n', stream) >= 0;
    ra__os_cancel_restore(before);
    return done;
}

ra_status ra_print(FILE *stream, const ra_tensor *t)
{
    RA__NOTE_CALLER();
    text out;
    if (!stream)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_print: the stream is NULL");
    ra_status s = print(t, &out);
    if (s != RA_ERR_MEMORY && !put_line(stream, out.bytes))
        s = ra__refusal(RA_ERR_FILE, "ra_print: the stream cannot be written");
    else if (s == RA_ERR_MEMORY)
        ra__refusal(RA_ERR_MEMORY, "ra_print: out of memory");
    ra__os_free(out.bytes);
    return s;
}
