/*
 * Operators of the program's own: the kernel against the definition.
 */
#include "async/front/own.h"

#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/thread/entry.h"

#include <runahead/ops.h>

#include <math.h>
#include <stdio.h>

/* Room for the lists of a call's tensors: of what is tried, and of the same on the processor. */
typedef struct lists {
    const ra_tensor **tried, **here;
} lists;

/* How the tensors of a call are laid out; the last two change values and sizes as well. */
#define LAYOUT_LIST(X) \
    X(GIVEN, "as they are") \
    X(TRANSPOSED, "transposed") \
    X(GAPPED, "with gaps") \
    X(OFFSET, "at an offset") \
    X(BROADCAST, "broadcast along dimension 0") \
    X(EMPTY, "empty")
enum layout {
#define X(name, text) name,
    LAYOUT_LIST(X)
#undef X
    LAYOUTS
};

/* Of the innermost scope. */
static ra_tensor *laid_out(const ra_tensor *t, enum layout how)
{
    const int ndim = ra_ndim(t);
    switch (ndim ? how : how == GAPPED ? GAPPED : GIVEN) {
    case TRANSPOSED: return ndim < 2 ? ra_ref(t) : ra_transpose(ra_contiguous(ra_transpose(t, -2, -1)), -2, -1);
    case GAPPED: return ra_select(ra_stack(RA_LIST(t, t), -1), -1, 0);
    case OFFSET: return ra_narrow(ra_cat(RA_LIST(t, t), 0), 0, ra_size(t, 0), ra_size(t, 0));
    case BROADCAST: return ra_size(t, 0) ? ra_expand(ra_narrow(t, 0, 0, 1), ra_dims_of(ra__sizes(ra__layout_of(t)), ndim)) : ra_ref(t);
    case EMPTY: return ra_narrow(t, 0, 0, 0);
    default: return ra_ref(t);
    }
}

/* What is floating takes that dtype. */
static ra_tensor *made_like(const ra_tensor *t, enum layout how, ra_dtype dtype)
{
    const ra_dtype own = ra_tensor_dtype(t);
    const bool converts = dtype != own && ((RA__BITS_FLOATING | RA__BITS_C) >> own & 1);
    return laid_out(converts ? ra_to(t, RA_OPTS(ra_to, .dtype = dtype)) : t, how);
}

/* Each second tensor of a call is laid out so, or all; NULL in it: refused, or out of memory. The lists are of the caller. */
static bool make_args(const ra_op *op, const ra_arg *from, ra_arg *to, const ra_tensor **list, enum layout how, ra_dtype dtype)
{
    for (int a = 0; a < op->arg_count; a++) {
        to[a] = from[a];
        if (from[a].kind == RA_ARG_TENSOR && !(to[a].tensor = made_like(from[a].tensor, how, dtype)))
            return false;
        if (from[a].kind != RA_ARG_TENSORS)
            continue;
        to[a].tensors.items = list;
        for (int64_t i = 0; i < from[a].tensors.count; i++, list++) {
            const ra_tensor *t = from[a].tensors.items[i];
            *list = t == RA_NONE ? t : made_like(t, how, dtype);
            if (!*list)
                return false;
        }
    }
    return true;
}

/* The same on the processor, where the definition is asked; else as above. */
static bool make_here(const ra_op *op, const ra_arg *from, ra_arg *to, const ra_tensor **list)
{
    const ra_to_opts *here = RA_OPTS(ra_to, .device = RA_CPU);
    for (int a = 0; a < op->arg_count; a++) {
        to[a] = from[a];
        if (from[a].kind == RA_ARG_TENSOR && !(to[a].tensor = ra_to(from[a].tensor, here)))
            return false;
        if (from[a].kind != RA_ARG_TENSORS)
            continue;
        to[a].tensors.items = list;
        for (int64_t i = 0; i < from[a].tensors.count; i++, list++) {
            const ra_tensor *t = from[a].tensors.items[i];
            *list = t == RA_NONE ? t : ra_to(t, here);
            if (!*list)
                return false;
        }
    }
    return true;
}

/* ---- comparing ---- */

static bool is_near(double a, double b, double tolerance)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= tolerance * fmax(fabs(a), fabs(b));
}

/* Where the first difference is; -1: there is none. -2: they cannot be read. */
static int64_t first_difference(const ra_tensor *one, const ra_tensor *other, double tolerance, double values[2])
{
    const ra_dtype dtype = ra_tensor_dtype(one);
    const bool exact = !((RA__BITS_FLOATING | RA__BITS_C) >> dtype & 1);
    const ra_to_opts *here = RA_OPTS(ra_to, .device = RA_CPU);
    const size_t n = (size_t)ra_numel(one), parts = exact ? n : 2 * n, bytes = parts * sizeof(double); /* fits: elements of a tensor in memory, times 16 */
    const ra_to_opts *wide = exact ? RA_OPTS(ra_to, .dtype = RA_INT64) : RA_OPTS(ra_to, .dtype = RA_COMPLEX128);
    ra_tensor *a = ra_to(ra_to(one, here), wide), *b = ra_to(ra_to(other, here), wide);
    double *buffer = ra__os_alloc(2 * bytes + 1); /* fits: likewise */
    int64_t at = -2;
    if (buffer && !ra_copy_to(a, buffer, bytes) && !ra_copy_to(b, buffer + parts, bytes)) {
        at = -1;
        for (size_t i = 0; i < parts && at == -1; i++) {
            const int64_t *x = (const int64_t *)(const void *)&buffer[i], *y = (const int64_t *)(const void *)&buffer[parts + i];
            if (exact ? *x == *y : is_near(buffer[i], buffer[parts + i], tolerance))
                continue;
            at = (int64_t)(exact ? i : i / 2);
            values[0] = exact ? (double)*x : buffer[i];
            values[1] = exact ? (double)*y : buffer[parts + i];
        }
    }
    ra__os_free(buffer);
    return at;
}

static ra_status compare(const ra_op *op, ra_tensor *const *computed, ra_tensor *const *defined, double tolerance, const char *which)
{
    for (int i = 0; i < op->result_count; i++) {
        const ra_layout *c = ra__layout_of(computed[i]), *d = ra__layout_of(defined[i]);
        const char *name = op->results[i].name;
        char a[200], b[200];
        double values[2];
        if (c->dtype != d->dtype || c->ndim != d->ndim || memcmp(ra__sizes(c), ra__sizes(d), (size_t)c->ndim * sizeof(int64_t)))
            return ra__refusal(RA_ERR_VALUE, "ra_op_check(%s): %s: %s is %s, by its definition %s", op->name, which, name, ra__layout_text(c, a, sizeof a),
                               ra__layout_text(d, b, sizeof b));
        const int64_t at = first_difference(computed[i], defined[i], tolerance, values);
        if (at == -2)
            return ra_last_status();
        if (at >= 0)
            return ra__refusal(RA_ERR_VALUE, "ra_op_check(%s): %s: element %lld of %s, %s, is %.17g, by its definition %.17g", op->name, which, (long long)at, name,
                               ra__layout_text(c, a, sizeof a), values[0], values[1]);
    }
    return RA_OK;
}

/* ---- trying ---- */

/* Refused both ways: what that was. One way alone is a difference. */
static ra_status compare_call(const ra__own *own, const ra_arg *args, const lists *l, double tolerance, const char *which, ra_status *both)
{
    ra_arg here[RA__MAX_ARGS];
    ra_tensor *computed[RA__MAX_RESULTS] = {NULL}, *defined[RA__MAX_RESULTS] = {NULL};
    const ra_op *op = &own->op;
    char text[300];
    ra_status c = ra_call(op, RA_FUNCTIONAL, args, (size_t)op->arg_count, computed, (size_t)op->result_count, NULL);
    for (int i = 0; !c && i < op->result_count; i++)
        c = ra__wait_readable(computed[i], RA__WAIT_EXPLICIT);
    snprintf(text, sizeof text, "%.*s", ra__own_told(ra_last_error()), ra_last_error());
    const bool was_refused = c != RA_OK;
    ra_clear_error();
    ra_status d = make_here(op, args, here, l->here) ? ra__own_call_definition(own, here, defined) : ra_last_status();
    for (int i = 0; !d && i < op->result_count; i++)
        d = ra__wait_readable(defined[i], RA__WAIT_EXPLICIT);
    if (ra__own_standing_of(op) != RA__OWN_REGISTERED) {
        ra_clear_error();
        return ra__refusal(RA_ERR_UNKNOWN, "ra_op_check(%s): it was unregistered meanwhile", op->name);
    }
    if (!c && !d)
        return compare(op, computed, defined, tolerance, which);
    if (!was_refused)
        snprintf(text, sizeof text, "%.*s", ra__own_told(ra_last_error()), ra_last_error());
    ra_clear_error();
    if (c && d) {
        *both = c;
        return RA_OK;
    }
    return ra__refusal(RA_ERR_VALUE, "ra_op_check(%s): %s: only %s fails: %.250s", op->name, which, was_refused ? "the kernel" : "its definition", text);
}

/* dtype: RA_NO_DTYPE: their own. What the trials are refused with is not the business of the caller's scope. */
static ra_status try(const ra__own *own, const ra_arg *args, const lists *l, enum layout how, ra_dtype dtype, double tolerance, ra_status *both)
{
    static const char *const layouts[] = {
#define X(name, text) text,
        LAYOUT_LIST(X)
#undef X
    };
    ra_arg made[RA__MAX_ARGS];
    char which[100];
    ra__scope *outer = ra__tls.carried.scope;
    const ra_status before = outer ? outer->status : RA_OK;
    snprintf(which, sizeof which, "tensors %s, floating ones %s", layouts[how], dtype ? ra_dtype_name(dtype) : "of their own dtype");
    *both = RA_OK;
    ra_scope_begin();
    ra_status s = make_args(&own->op, args, made, l->tried, how, dtype) ? compare_call(own, made, l, tolerance, which, both) : ra_last_status();
    (void)!ra_scope_end();
    if (outer && !s)
        outer->status = before;
    return s;
}

static ra_status check(const ra__own *own, const ra_arg *args, const lists *l, double tolerance)
{
    ra_status both, s = try(own, args, l, GIVEN, RA_NO_DTYPE, tolerance, &both);
    if (!s && both)
        return ra__refusal(both, "ra_op_check(%s): these arguments are refused, by its kernel and by its definition", own->op.name);
    for (int d = RA_NO_DTYPE; !s && d < RA_DTYPE_COUNT; d++)
        for (int how = 0; !s && how < LAYOUTS && (!d || (((RA__BITS_FLOATING | RA__BITS_C) & own->op.dtypes) >> d & 1)); how++)
            s = try(own, args, l, (enum layout)how, (ra_dtype)d, tolerance, &both);
    return s;
}

/* With a use of its state. */
static ra_status check_kept(const ra_op *op, const ra_arg *args, size_t arg_count, double tolerance)
{
    ra_status s;
    const ra__own *own = ra__own_of(op);
    ra__normalised normal;
    if ((arg_count && !args) || !(tolerance >= 0))
        return ra__refusal(RA_ERR_ARGUMENT, "ra_op_check(%s): %s", op->name, tolerance >= 0 ? "args is NULL" : "tolerance is no magnitude");
    if ((s = ra__normalise(op, args, arg_count, &normal)))
        return s;
    const bool has_kernel = (op->kernel || op->source) && !ra__own_goes_by_definition(op, normal.args);
    if (!has_kernel || !own->given.definition)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_op_check(%s): it has no %s to compare with", op->name, has_kernel ? "definition" : "kernel for such arguments");
    int64_t entries = 1;
    for (int a = 0; a < op->arg_count; a++)
        entries += normal.args[a].kind == RA_ARG_TENSORS ? normal.args[a].tensors.count : 0; /* fits: each is at most RA__MOST_TENSORS */
    const ra_tensor **list = ra__os_alloc(2 * (size_t)entries * sizeof *list); /* fits: likewise */
    s = list ? check(own, normal.args, &(lists){list, list + entries}, tolerance) : ra__refusal(RA_ERR_MEMORY, "ra_op_check(%s): out of memory", op->name);
    ra__os_free(list);
    return s;
}

ra_status ra_op_check(const ra_op *op, const ra_arg *args, size_t arg_count, double tolerance)
{
    RA__NOTE_CALLER();
    ra_status s = ra__engine_ensure();
    if (s)
        return s;
    if (ra__own_standing_of(op) != RA__OWN_REGISTERED || !ra__own_keep(op))
        return ra__refusal(RA_ERR_UNKNOWN, "ra_op_check: %s", op ? "no operator that is registered" : "op is NULL");
    s = check_kept(op, args, arg_count, tolerance);
    op->use(op, -1);
    return s;
}
