/*
 * Operators of the program's own that have CUDA source: what that must be like, and what of a call a device is told.
 */
#include "async/front/own.h"

#include "async/os/os.h"
#include "async/thread/stalls.h"
#include "async/thread/state.h"
#include "async/values/device.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 256, THREADS_MOST = 1024, BLOCK_Z_MOST = 64, GRID_MOST = 65535, SHARED_MOST = 48 << 10 };

#define REFUSE(...) ra__refusal(RA_ERR_ARGUMENT, "ra_op_register" __VA_ARGS__)
#define COUNT(list) (sizeof(list) / sizeof *(list))

static const char *const attributes[] = {"thread_position_in_grid", "thread_position_in_block", "block_position_in_grid", "block_size", "grid_size",
                                         "thread_index_in_grid", "threads_in_grid", "thread_index_in_block", "threads_in_block"};

/* ---- fields ---- */

static bool is_identifier(const char *name)
{
    size_t n = 0;
    for (; name[n]; n++)
        if (!isalpha((unsigned char)name[n]) && name[n] != '_' && (n == 0 || !isdigit((unsigned char)name[n])))
            return false;
    return n > 0 && strncmp(name, "ra_", 3) != 0;
}

static ra_status check_names(const char *op, const char *field, const ra_op_cuda_name *names, size_t room)
{
    size_t count = 0;
    while (count < room && (names[count].name || names[count].of))
        count++;
    for (size_t i = 0; i < room; i++) {
        const ra_op_cuda_name *n = &names[i];
        if (i >= count && (n->name || n->of))
            return REFUSE("(%s): cuda.%s[%zu] is given, but not [%zu]", op, field, i, count);
        if (i < count && (!n->name || !n->of))
            return REFUSE("(%s): cuda.%s[%zu].%s is not given", op, field, i, n->name ? "of" : "name");
        if (i < count && !is_identifier(n->name))
            return REFUSE("(%s): cuda.%s[%zu].name: \"%.60s\" is no name for CUDA source: letters, digits and _, not ra_ at its beginning", op, field, i, n->name);
    }
    return RA_OK;
}

static ra_status check_attributes(const char *op, const ra_op_cuda *c)
{
    for (size_t i = 0; i < COUNT(c->attributes) && c->attributes[i].of; i++) {
        bool found = false;
        for (size_t k = 0; k < COUNT(attributes); k++)
            found |= !strcmp(c->attributes[i].of, attributes[k]);
        if (!found)
            return REFUSE("(%s): cuda.attributes[%zu].of: \"%.60s\" is nothing that a thread knows of itself", op, i, c->attributes[i].of);
    }
    return RA_OK;
}

/* What is wrong with it; NULL: nothing. Only of a description that leaves something out may something be 0. */
static const char *wrong_launch(const ra_op_launch *l, bool may_leave_out, char *text, size_t size)
{
    const unsigned *b = l->block, *g = l->grid;
    const bool no_block = may_leave_out && !(b[0] | b[1] | b[2]), no_grid = may_leave_out && !(g[0] | g[1] | g[2]);
    text[0] = 0;
    if (!no_block && (!b[0] || !b[1] || !b[2] || b[0] > THREADS_MOST || b[1] > THREADS_MOST || b[2] > BLOCK_Z_MOST || b[0] * b[1] * b[2] > THREADS_MOST))
        snprintf(text, size, "block: %u x %u x %u is not 1 to %d threads, at most %d along z", b[0], b[1], b[2], THREADS_MOST, BLOCK_Z_MOST);
    else if (!no_grid && (!g[0] || !g[1] || !g[2] || g[0] > INT32_MAX || g[1] > GRID_MOST || g[2] > GRID_MOST))
        snprintf(text, size, "grid: %u x %u x %u blocks: each is at least 1, at most 2^31 - 1 along x, %d along y and z", g[0], g[1], g[2], GRID_MOST);
    else if (l->shared > SHARED_MOST)
        snprintf(text, size, "shared: %zu bytes are more than %d", l->shared, SHARED_MOST);
    return text[0] ? text : NULL;
}

ra_status ra__own_check_cuda(const ra_op_description *d)
{
    const ra_op_cuda *c = d->cuda;
    char text[160];
    const ra__own own = {.given = *d};
    if (ra__own_has_loops(&own))
        return REFUSE("(%s): cuda is given beside loops, which are for the processor alone", d->name);
    if (!d->definition && !d->meta)
        return REFUSE("(%s): cuda without definition or meta: nothing says what the results are", d->name);
    if (!c->source || !c->source[strspn(c->source, " \t\n")])
        return REFUSE("(%s): cuda.source is not given", d->name);
    ra_status s = check_names(d->name, "attributes", c->attributes, COUNT(c->attributes));
    if (!s)
        s = check_names(d->name, "templates", c->templates, COUNT(c->templates));
    if (!s)
        s = check_attributes(d->name, c);
    if (!s && wrong_launch(&c->launch, true, text, sizeof text))
        s = REFUSE("(%s): cuda.launch.%s", d->name, text);
    return s;
}

/* ---- against the schema ---- */

enum { NAMES = RA__MAX_ARGS + RA__MAX_RESULTS + 20 };

static bool is_pointer(ra_arg_kind kind)
{
    return kind == RA_ARG_TENSOR || kind == RA_ARG_OPERAND;
}

/* Whether the second is a name that comes with the first. */
static bool comes_with(const ra_op_arg *arg, const char *name)
{
    static const char *const with[] = {"_numel", "_ndim", "_sizes", "_strides", "_count"};
    const size_t n = strlen(arg->name);
    for (size_t i = 0; i < COUNT(with) && !strncmp(name, arg->name, n); i++)
        if (!strcmp(name + n, with[i]) && (i < 4 ? is_pointer(arg->kind) : arg->kind == RA_ARG_DIMS))
            return true;
    return false;
}

static ra_status check_distinct(const ra_op *op, const ra_op_cuda *c)
{
    const char *names[NAMES];
    const ra_op_arg *of[RA__MAX_ARGS + RA__MAX_RESULTS];
    int n = 0, args = 0;
    for (int a = 0; a < op->arg_count + op->result_count; a++, args++)
        names[n++] = (of[a] = a < op->arg_count ? &op->args[a] : &op->results[a - op->arg_count])->name;
    for (size_t i = 0; i < COUNT(c->attributes) && c->attributes[i].name; i++)
        names[n++] = c->attributes[i].name;
    for (size_t i = 0; i < COUNT(c->templates) && c->templates[i].name; i++)
        names[n++] = c->templates[i].name;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            if (!strcmp(names[i], names[k]))
                return REFUSE("(%s): cuda: the name %s appears twice", op->name, names[i]);
        for (int k = 0; k < args; k++)
            if (comes_with(of[k], names[i]))
                return REFUSE("(%s): cuda: the name %s is what the source finds with %s", op->name, names[i], of[k]->name);
    }
    return RA_OK;
}

ra_status ra__own_check_cuda_schema(const ra__own *own)
{
    const ra_op *op = &own->op;
    const ra_op_cuda *c = own->given.cuda;
    for (int a = 0; a < op->arg_count; a++)
        if (op->args[a].kind == RA_ARG_TENSORS)
            return REFUSE("(%s): schema: argument %s is a Tensor[], which CUDA source cannot take", op->name, op->args[a].name);
    for (size_t i = 0; i < COUNT(c->templates) && c->templates[i].of; i++) {
        bool found = false;
        for (int a = 0; a < op->arg_count; a++)
            found |= is_pointer(op->args[a].kind) && !strcmp(op->args[a].name, c->templates[i].of);
        for (int r = 0; r < op->result_count; r++)
            found |= !strcmp(op->results[r].name, c->templates[i].of);
        if (!found)
            return REFUSE("(%s): cuda.templates[%zu].of: %.60s is no tensor among the arguments or results", op->name, i, c->templates[i].of);
    }
    return check_distinct(op, c);
}

/* ---- keeping it ---- */

static size_t texts_of(ra_op_cuda *c, const char ***at)
{
    size_t n = 0;
    at[n++] = &c->source;
    if (c->helpers)
        at[n++] = &c->helpers;
    for (size_t i = 0; i < COUNT(c->attributes) && c->attributes[i].name; i++)
        at[n++] = &c->attributes[i].name, at[n++] = &c->attributes[i].of;
    for (size_t i = 0; i < COUNT(c->templates) && c->templates[i].name; i++)
        at[n++] = &c->templates[i].name, at[n++] = &c->templates[i].of;
    return n;
}

ra_op_cuda *ra__own_copy_cuda(const ra_op_cuda *given)
{
    const char **texts[2 + 2 * (COUNT(given->attributes) + COUNT(given->templates))];
    ra_op_cuda look = *given;
    size_t bytes = sizeof look;
    for (size_t i = 0, n = texts_of(&look, texts); i < n; i++)
        bytes += strlen(*texts[i]) + 1; /* fits: was read, byte by byte */
    ra_op_cuda *copy = ra__os_alloc(bytes);
    if (!copy)
        return NULL;
    *copy = look;
    char *at = (char *)(copy + 1);
    for (size_t i = 0, n = texts_of(copy, texts); i < n; i++) {
        const size_t length = strlen(*texts[i]) + 1;
        *texts[i] = memcpy(at, *texts[i], length);
        at += length;
    }
    return copy;
}

/* ---- calls ---- */

static void fill_launch(const ra__own_call *c, ra_op_launch *l)
{
    unsigned *b = l->block, *g = l->grid;
    if (!(b[0] | b[1] | b[2]))
        b[0] = THREADS, b[1] = b[2] = 1;
    if (!(g[0] | g[1] | g[2])) {
        const unsigned threads = b[0] * b[1] * b[2];
        int64_t elements = 1;
        for (int d = 0; d < c->operand[0].ndim; d++)
            elements *= c->operand[0].sizes[d]; /* fits: elements of a tensor */
        const int64_t blocks = elements / threads + (elements % threads != 0);
        g[0] = blocks < 1 ? 1 : blocks < INT32_MAX ? (unsigned)blocks : INT32_MAX;
        g[1] = g[2] = 1;
    }
}

static ra_status ask_launch(const ra__own *own, ra__own_call *c)
{
    char message[256] = "", text[160];
    const ra_op_work work = {.results = c->operand, .inputs = c->operand + c->results, .result_count = c->results, .input_count = c->inputs, .args = c->args,
                             .last = 1, .state = own->given.state, .message = message, .message_size = sizeof message};
    const int before = ra__os_cancel_defer();
    const ra_status s = own->given.cuda->launch_by(&work, &c->launch);
    ra__os_cancel_restore(before);
    message[sizeof message - 1] = 0;
    if (s)
        return ra__refusal(s == RA_ERR_MEMORY || !ra__own_is_status(s) ? RA_ERR_VALUE : s, "%s: its launch refuses%s%s", own->op.name, *message ? ": " : "", message);
    return wrong_launch(&c->launch, false, text, sizeof text) ? ra__refusal(RA_ERR_VALUE, "%s: its launch gives %s", own->op.name, text) : RA_OK;
}

/* Of ra__source. */
static ra_status keep(const ra_meta *m, ra_plan *p, ra__own_call **kept)
{
    const ra__own *own = ra__own_of(m->op);
    ra__own_call *c = *kept = ra__plan_alloc(p, sizeof *c);
    if (!c || !ra__own_keep_call(m, p, c))
        return RA_ERR_MEMORY;
    p->flags |= own->given.effect ? RA__PLAN_EFFECT : 0;
    p->phases = ra__own_writes(c);
    c->launch = own->given.cuda->launch;
    fill_launch(c, &c->launch);
    return p->phases && own->given.cuda->launch_by ? ask_launch(own, c) : RA_OK;
}

void ra__own_make_source(ra__own *own)
{
    own->source.cuda = own->given.cuda;
    own->source.keep = keep;
    atomic_store_explicit(&own->source.gone, false, memory_order_relaxed);
    own->op.source = &own->source;
}

ra_status ra__own_examine(const ra__own *own, const ra__source_types *types)
{
    const ra__device *row = ra__device_of(RA_CUDA);
    char why[400] = "";
    if (!row || !row->examine)
        return RA_OK;
    const uint64_t begin_ns = ra__os_now_ns();
    const ra_status status = row->examine(&own->op, types, why, sizeof why);
    ra__note_wait(RA__WAIT_START, NULL, 0, begin_ns);
    if (!status)
        return RA_OK;
    return REFUSE("(%s): cuda.source: %s", own->op.name, why);
}
