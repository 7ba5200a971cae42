/* Choosing operands for the steps of random programs, calling, and noting what came of it. */
#include "random/call.h"
#include "random/figures.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* ---- what is there ---- */

int64_t elements(const ra_tensor *t)
{
    int64_t n = 1;
    for (int d = 0; d < ra_ndim(t); d++)
        n *= ra_size_bound(t, d);
    return n;
}

int64_t common_elements(const ra_tensor *a, const ra_tensor *b)
{
    int na = ra_ndim(a), nb = ra_ndim(b), n = na > nb ? na : nb;
    int64_t all = 1;
    for (int d = 1; d <= n; d++) {
        int64_t sa = d <= na ? ra_size_bound(a, -d) : 1, sb = d <= nb ? ra_size_bound(b, -d) : 1;
        if (sa != sb && sa != 1 && sb != 1)
            return -1;
        all *= sa == 1 ? sb : sa;
    }
    return all;
}

bool may_fail(const struct context *c, enum error_kind kind)
{
    return c->program->errors & kind;
}

bool is_any(struct context *c, const ra_tensor *t)
{
    return c && t;
}

bool is_real(struct context *c, const ra_tensor *t)
{
    ra_dtype d = ra_tensor_dtype(t);
    return c && d != RA_COMPLEX64 && d != RA_COMPLEX128;
}

bool is_float(struct context *c, const ra_tensor *t)
{
    ra_dtype d = ra_tensor_dtype(t);
    return c && (d == RA_FLOAT32 || d == RA_FLOAT64);
}

bool is_matrix(struct context *c, const ra_tensor *t)
{
    return is_float(c, t) && ra_ndim(t) == 2 && !ra_has_pending_extent(t);
}

bool is_bool(struct context *c, const ra_tensor *t)
{
    return c && ra_tensor_dtype(t) == RA_BOOL;
}

bool is_indexable(struct context *c, const ra_tensor *t)
{
    return c && ra_ndim(t) > 0 && elements(t) > 0 && !ra_has_pending_extent(t);
}

bool is_whole(struct context *c, const ra_tensor *t)
{
    return c && !ra_has_pending_extent(t) && ra_is_contiguous(t);
}

static ra_tensor *search(struct context *c, struct slot *slots, int count, uint32_t word, operand_test test)
{
    for (int i = 0; i < count; i++) {
        ra_tensor *t = slots[(word + (unsigned)i) % (unsigned)count].tensor;
        if (t && test(c, t))
            return t;
    }
    return NULL;
}

ra_tensor *pick_own(struct context *c, uint32_t word, operand_test test)
{
    return search(c, own_slots(c), PRIVATE_SLOTS, word, test);
}

ra_tensor *pick(struct context *c, uint32_t word, operand_test test)
{
    ra_tensor *t = word % 8 == 7 ? NULL : pick_own(c, word >> 3, test);
    return t ? t : search(c, &c->slots[FIRST_CONSTANT], CONSTANT_SLOTS, word >> 3, test);
}

ra_tensor *pick_like(struct context *c, uint32_t word, const ra_tensor *t, operand_test test)
{
    struct slot *slots = own_slots(c);
    for (unsigned i = 0; i < PRIVATE_SLOTS + CONSTANT_SLOTS; i++) {
        unsigned k = (word + i) % (PRIVATE_SLOTS + CONSTANT_SLOTS);
        ra_tensor *other = k < PRIVATE_SLOTS ? slots[k].tensor : c->slots[FIRST_CONSTANT + k - PRIVATE_SLOTS].tensor;
        if (!other || !test(c, other))
            continue;
        int64_t n = common_elements(t, other);
        if (n >= 0 && n <= c->program->most)
            return other;
    }
    return NULL;
}

struct slot *slot_of(struct context *c, const ra_tensor *t)
{
    struct slot *own = own_slots(c);
    for (int i = 0; i < PRIVATE_SLOTS; i++)
        if (own[i].tensor == t)
            return &own[i];
    for (int i = FIRST_CONSTANT; i < FIRST_SHARED; i++)
        if (c->slots[i].tensor == t)
            return &c->slots[i];
    return NULL;
}

/* ---- printing ---- */

const char *tensor_name(struct context *c, const ra_tensor *t, char *text)
{
    struct slot *s = t && t != RA_NONE ? slot_of(c, t) : NULL;
    if (!t || t == RA_NONE)
        return strcpy(text, t ? "RA_NONE" : "NULL");
    int i = s ? (int)(s - c->slots) : -1;
    if (i < 0)
        strcpy(text, "other");
    else if (i < FIRST_CONSTANT)
        sprintf(text, "t%d.%d", i / PRIVATE_SLOTS, i % PRIVATE_SLOTS);
    else
        sprintf(text, "constant%d", i - FIRST_CONSTANT);
    return text;
}

void print_step(struct context *c, const char *format, ...)
{
    c->acted = true;
    if (!c->listing)
        return;
    va_list ap;
    va_start(ap, format);
    fprintf(c->listing, "  %3d thread %d: ", c->at, c->thread);
    vfprintf(c->listing, format, ap);
    fputc('\n', c->listing);
    va_end(ap);
}

static int print_layout(const ra_tensor *t, char *text)
{
    int n = sprintf(text, "%s[", ra_dtype_name(ra_tensor_dtype(t)));
    for (int d = 0; d < ra_ndim(t); d++)
        n += sprintf(text + n, "%s%lld:%lld", d ? "," : "", (long long)ra_size_bound(t, d), (long long)ra_stride(t, d));
    return n + sprintf(text + n, "]+%lld", (long long)ra_storage_offset(t));
}

static int print_tensor(struct context *c, const ra_tensor *t, char *text)
{
    int n = (int)strlen(tensor_name(c, t, text));
    if (t && t != RA_NONE) {
        text[n++] = ' ';
        n += print_layout(t, text + n);
    }
    return n;
}

static int print_arg(struct context *c, const ra_arg *a, char *text)
{
    int n = 0;
    switch (a->kind) {
    case RA_ARG_TENSOR:
        return print_tensor(c, a->tensor, text);
    case RA_ARG_TENSORS:
        for (int64_t i = 0; i < a->tensors.count; i++) {
            text[n++] = i ? ';' : '{';
            n += print_tensor(c, a->tensors.items[i], text + n);
        }
        return n + sprintf(text + n, "}");
    case RA_ARG_SCALAR:
        return a->scalar.kind == RA_SCALAR_FLOAT ? sprintf(text, "%g", a->scalar.value.f[0]) : sprintf(text, "%lld", (long long)a->scalar.value.i);
    case RA_ARG_DIMS:
        for (int64_t i = 0; i < a->dims.count; i++)
            n += sprintf(text + n, "%c%lld", i ? ',' : '(', (long long)a->dims.values[i]);
        return n + sprintf(text + n, n ? ")" : a->dims.count < 0 ? "RA_ALL" : "()");
    case RA_ARG_DTYPE:
        return sprintf(text, "%s", ra_dtype_name(a->dtype));
    case RA_ARG_INT:
        return sprintf(text, "%lld", (long long)a->integer);
    case RA_ARG_FLOAT:
        return sprintf(text, "%g", a->real);
    case RA_ARG_BOOL:
        return sprintf(text, a->boolean ? "true" : "false");
    case RA_ARG_STRING:
        return sprintf(text, "\"%s\"", a->string);
    default:
        return sprintf(text, "_");
    }
}

/* ---- calling ---- */

static void note_layout(struct context *c, const ra_tensor *t)
{
    note(c, (uint64_t)ra_tensor_dtype(t));
    for (int d = 0; d < ra_ndim(t); d++) {
        note(c, (uint64_t)ra_size_bound(t, d));
        note(c, (uint64_t)ra_stride(t, d));
    }
}

ra_status note_status(struct context *c, ra_status s)
{
    note(c, (uint64_t)s);
    figure_status(s);
    return s;
}

void note_call(struct context *c, const ra_op *op, ra_variant variant, ra_status s)
{
    note_status(c, s);
    figure_call(op, variant, s);
    ra_clear_error();
}

static bool lies_over_input(const ra_arg *args, size_t count, ra_tensor *const *results, size_t result_count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < result_count; k++)
            if (args[i].kind == RA_ARG_TENSOR && args[i].tensor && args[i].tensor != RA_NONE && results[k] && ra_shares_storage(args[i].tensor, results[k]))
                return true;
    return false;
}

ra_status call(struct context *c, const char *name, ra_variant variant, const ra_arg *args, size_t count, ra_tensor **results, size_t result_count)
{
    const ra_op *op = ra_op_find(name);
    char text[4096];
    int n = 0;
    if (!op)
        return RA_ERR_UNKNOWN;
    if (c->listing) {
        n = sprintf(text, "%s%s(", name, variant == RA_INPLACE ? " in place" : variant == RA_OUT ? " out" : "");
        for (size_t i = 0; i < count && n < 2500; i++) {
            n += sprintf(text + n, "%s", i ? ", " : "");
            n += print_arg(c, &args[i], text + n);
        }
        for (size_t i = 0; variant == RA_OUT && i < result_count; i++) {
            n += sprintf(text + n, "; out ");
            n += print_tensor(c, results[i], text + n);
        }
        fflush(c->listing);
    }
    bool over = variant == RA_OUT && lies_over_input(args, count, results, result_count);
    ra_status s = ra_call(op, variant, args, count, results, result_count, NULL);
    print_step(c, "%s)%s%s", n ? text : "", s ? " refused: " : "", s ? ra_last_error() : "");
    note_call(c, op, variant, s);
    if (variant == RA_OUT && over)
        figure(FIGURE_OVER_INPUT, s == RA_OK);
    for (size_t i = 0; !s && variant != RA_INPLACE && i < result_count; i++) {
        note_layout(c, results[i]);
        if (ra_has_pending_extent(results[i]))
            figure(FIGURE_PENDING, true);
    }
    return s;
}

void put(struct context *c, uint32_t word, ra_tensor *t)
{
    struct slot *s = &own_slots(c)[word % PRIVATE_SLOTS];
    if (!t)
        return;
    char text[32];
    if (s->tensor)
        ra_release(s->tensor);
    *s = (struct slot){t, c->depth};
    print_step(c, "  = %s%s", tensor_name(c, t, text), c->depth ? " (in a scope)" : "");
}

void call_one(struct context *c, const char *name, const ra_arg *args, size_t count, uint32_t word)
{
    ra_tensor *result = NULL;
    if (!call(c, name, RA_FUNCTIONAL, args, count, &result, 1))
        put(c, word, result);
}

void call_some_variant(struct context *c, const char *name, const ra_arg *args, size_t count, const uint32_t *word)
{
    const ra_op *op = ra_op_find(name);
    unsigned variants = op ? ra_op_variants(op) : 0, at = word[0] % 8;
    bool mine = args[0].kind == RA_ARG_TENSOR && slot_of(c, args[0].tensor) && slot_of(c, args[0].tensor) < &c->slots[FIRST_CONSTANT];
    if (at < 3 && mine && variants & RA_INPLACE)
        call(c, name, RA_INPLACE, args, count, NULL, 0);
    else if (at < 5 && variants & RA_OUT) {
        ra_tensor *out = word[1] % 8 ? pick_own(c, word[1] >> 8, is_any) : NULL, *fresh = NULL;
        if (word[1] % 8 == 1 && mine)
            out = slot_of(c, args[0].tensor)->tensor; /* over the input */
        if (!out && !call(c, "empty", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(0))}, 1, &fresh, 1))
            out = fresh;
        if (out)
            call(c, name, RA_OUT, args, count, &out, 1);
        put(c, word[1] >> 8, fresh);
    } else
        call_one(c, name, args, count, word[1]);
}

ra_tensor *drawn(struct context *c, ra_dims sizes)
{
    ra_tensor *t = NULL;
    call(c, "randn", RA_FUNCTIONAL, (ra_arg[]){ARG_D(sizes), ARG_G(c->generator)}, 2, &t, 1);
    return t;
}

uint64_t tensor_hash(struct context *c, const ra_tensor *t)
{
    uint64_t outer = c->hash, result;
    c->hash = UINT64_C(0x243f6a8885a308d3);
    ra_status s = RA_OK;
    bool pending = ra_has_pending_extent(t);
    int64_t n = ra_numel(t);
    if (n < 0)
        s = ra_wait(t);
    else {
        size_t bytes = (size_t)n * ra_dtype_size(ra_tensor_dtype(t));
        unsigned char *copy = calloc(1, bytes + 8);
        s = copy ? ra_copy_to(t, copy, bytes) : RA_ERR_MEMORY;
        for (size_t i = 0; !s && i < bytes; i += 8) {
            uint64_t eight;
            memcpy(&eight, copy + i, 8);
            note(c, eight);
        }
        free(copy);
    }
    note_status(c, s);
    note_layout(c, t);
    ra_clear_error();
    figure(FIGURE_READ, s == RA_OK);
    if (pending && s)
        figure(FIGURE_PENDING, false);
    result = c->hash;
    c->hash = outer;
    return result;
}
