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

/* One way to call it. */
typedef struct trial {
    enum layout how;
    ra_dtype dtype;   /* RA_NO_DTYPE: their own */
    unsigned takes;   /* tensors of these dtypes take it */
    bool may_lack;    /* what the definition refuses is no call of the operator */
} trial;

/* Of what is floating; where nothing is, of everything: integers beside it are places, mostly. */
static unsigned which_take(const ra_op *op, const ra_arg *args)
{
    const unsigned floating = RA__BITS_FLOATING | RA__BITS_C;
    unsigned there = 0;
    for (int a = 0; a < op->arg_count; a++) {
        if (args[a].kind == RA_ARG_TENSOR)
            there |= 1u << ra_tensor_dtype(args[a].tensor);
        for (int64_t i = 0; args[a].kind == RA_ARG_TENSORS && i < args[a].tensors.count; i++)
            there |= args[a].tensors.items[i] == RA_NONE ? 0 : 1u << ra_tensor_dtype(args[a].tensors.items[i]);
    }
    return there & floating ? floating : there;
}

static ra_tensor *made_like(const ra_tensor *t, const trial *x)
{
    const ra_dtype own = ra_tensor_dtype(t);
    const bool converts = x->dtype && x->dtype != own && x->takes >> own & 1;
    return laid_out(converts ? ra_to(t, RA_OPTS(ra_to, .dtype = x->dtype)) : t, x->how);
}

/* The tensors of a call as they are tried; false: one is refused, or out of memory. The lists are of the caller. */
static bool make_args(const ra_op *op, const ra_arg *from, ra_arg *to, const ra_tensor **list, const trial *x)
{
    for (int a = 0; a < op->arg_count; a++) {
        to[a] = from[a];
        if (from[a].kind == RA_ARG_TENSOR && !(to[a].tensor = made_like(from[a].tensor, x)))
            return false;
        if (from[a].kind != RA_ARG_TENSORS)
            continue;
        to[a].tensors.items = list;
        for (int64_t i = 0; i < from[a].tensors.count; i++, list++) {
            const ra_tensor *t = from[a].tensors.items[i];
            *list = t == RA_NONE ? t : made_like(t, x);
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

static ra_status refuse_gone(const ra_op *op)
{
    return ra__refusal(RA_ERR_UNKNOWN, "ra_op_check(%s): it was unregistered meanwhile", op->name);
}

/* What there is to read of a call; else why not, in a text of its own, and the thread's error is as if it had not been made. */
static ra_status finish(ra_status s, ra_tensor *const *results, int count, char *text, size_t size)
{
    for (int i = 0; !s && i < count; i++)
        s = ra__wait_readable(results[i], RA__WAIT_EXPLICIT);
    snprintf(text, size, "%.*s", s ? ra__own_told(ra_last_error()) : 0, ra_last_error());
    ra_clear_error();
    return s;
}

/* Other values, all of them, than the definition gives. */
static ra_status spoil(ra_tensor *const *computed, ra_tensor *const *defined, int count)
{
    ra_status s = RA_OK;
    for (int i = 0; !s && i < count; i++)
        s = ra_copy_(computed[i], ra_to(ra_eq(defined[i], 0), RA_OPTS(ra_to, .device = ra_tensor_device(computed[i]))));
    for (int i = 0; !s && i < count; i++)
        s = ra__wait_readable(computed[i], RA__WAIT_EXPLICIT);
    return s;
}

/* Once more, into results that are wrong: what it does not write was right by chance, as where another such result lay before. */
static ra_status compare_again(const ra_op *op, const ra_arg *args, ra_tensor **computed, ra_tensor *const *defined, double tolerance, const char *which)
{
    char again[140], why[300];
    const size_t count = (size_t)op->result_count;
    ra_status s = spoil(computed, defined, op->result_count);
    if (s)
        return s;
    s = finish(ra_call(op, RA_OUT, args, (size_t)op->arg_count, computed, count, NULL), computed, op->result_count, why, sizeof why);
    if (ra__own_standing_of(op) != RA__OWN_REGISTERED)
        return refuse_gone(op);
    snprintf(again, sizeof again, "%s, into results that were given", which);
    return s ? ra__refusal(RA_ERR_VALUE, "ra_op_check(%s): %s: only the kernel fails: %.250s", op->name, again, why) : compare(op, computed, defined, tolerance, again);
}

/* Refused both ways, or by a definition that may: what that was. One way alone is a difference. The definition is asked first: what it refuses,
 * a kernel need not be able to bear. */
static ra_status compare_call(const ra__own *own, const ra_arg *args, const lists *l, double tolerance, const char *which, bool may_lack, ra_status *refused)
{
    ra_arg here[RA__MAX_ARGS];
    ra_tensor *computed[RA__MAX_RESULTS] = {NULL}, *defined[RA__MAX_RESULTS] = {NULL};
    const ra_op *op = &own->op;
    char by_definition[300], by_kernel[300];
    const ra_status d = finish(make_here(op, args, here, l->here) ? ra__own_call_definition(own, here, defined) : ra_last_status(), defined, op->result_count, by_definition,
                               sizeof by_definition);
    if (d && may_lack) {
        *refused = d;
        return RA_OK;
    }
    const ra_status c = finish(ra_call(op, RA_FUNCTIONAL, args, (size_t)op->arg_count, computed, (size_t)op->result_count, NULL), computed, op->result_count, by_kernel, sizeof by_kernel);
    if (ra__own_standing_of(op) != RA__OWN_REGISTERED)
        return refuse_gone(op);
    if (!c && !d) {
        const ra_status s = compare(op, computed, defined, tolerance, which);
        return s ? s : compare_again(op, args, computed, defined, tolerance, which);
    }
    if (c && d) {
        *refused = c;
        return RA_OK;
    }
    return ra__refusal(RA_ERR_VALUE, "ra_op_check(%s): %s: only %s fails: %.250s", op->name, which, c ? "the kernel" : "its definition", c ? by_kernel : by_definition);
}

/* What the trials are refused with is not the business of the caller's scope. */
static ra_status try(const ra__own *own, const ra_arg *args, const lists *l, const trial *x, double tolerance, ra_status *refused)
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
    const char *those = x->takes & (RA__BITS_FLOATING | RA__BITS_C) ? "floating ones " : "";
    snprintf(which, sizeof which, "tensors %s, %s%s", layouts[x->how], those, x->dtype ? ra_dtype_name(x->dtype) : "of their own dtype");
    *refused = RA_OK;
    ra_scope_begin();
    ra_status s = make_args(&own->op, args, made, l->tried, x) ? compare_call(own, made, l, tolerance, which, x->may_lack, refused) : ra_last_status();
    (void)!ra_scope_end();
    if (outer && !s)
        outer->status = before;
    return s;
}

/* In every layout, of a dtype that it has. */
static ra_status check_dtype(const ra__own *own, const ra_arg *args, const lists *l, trial x, double tolerance)
{
    ra_status refused = RA_OK, s = RA_OK;
    for (int how = GIVEN; !s && how < LAYOUTS && !(refused && x.may_lack); how++) {
        x.how = (enum layout)how;
        x.may_lack = x.dtype && how == GIVEN;
        s = try(own, args, l, &x, tolerance, &refused);
    }
    return s;
}

/* Loops have integers computed in the default dtype where there is none for them: as long as there is one for that. */
static bool is_for(const ra__own *own, ra_dtype dtype)
{
    const ra_op_loop *loops = own->given.loops;
    return (own->op.dtypes >> dtype & 1) && (!ra__own_has_loops(own) || loops[ra__compute_dtype(dtype)] || loops[ra__compute_dtype(ra__tls.carried.default_dtype)]);
}

static ra_status check(const ra__own *own, const ra_arg *args, const lists *l, double tolerance)
{
    trial x = {.how = GIVEN, .dtype = RA_NO_DTYPE, .takes = which_take(&own->op, args)};
    ra_status refused, s = try(own, args, l, &x, tolerance, &refused);
    if (!s && refused)
        return ra__refusal(refused, "ra_op_check(%s): these arguments are refused, by its kernel and by its definition", own->op.name);
    for (int d = RA_NO_DTYPE; !s && d < RA_DTYPE_COUNT; d++) {
        x.dtype = (ra_dtype)d;
        if (!d || (x.takes && is_for(own, x.dtype)))
            s = check_dtype(own, args, l, x, tolerance);
    }
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
