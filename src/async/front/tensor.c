/*
 * Handles: making, describing, releasing them, and the scopes that own them.
 */
#include "async/front/tensor.h"

#include "async/front/check.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/tasks/drop.h"
#include "async/thread/blocks.h"
#include "async/thread/state.h"

#include <runahead/engine.h>

const ra_tensor ra_none_tensor;

/* ---- extents that depend on data ---- */

ra_status ra__tensor_resolve(const ra_tensor *constant)
{
    ra_tensor *t = (ra_tensor *)(uintptr_t)constant; /* the description it had promised all along */
    ra__extent *e = ra__tensor_pending(t);
    if (!e)
        return RA_OK;
    ra_status status = ra__wait_readable(t, RA__WAIT_EXTENT);
    if (!status && atomic_load_explicit(&e->value, memory_order_relaxed) < 0)
        status = ra__refusal((ra_status)atomic_load_explicit(&e->failed, memory_order_relaxed), "the task that was to give the tensor its size failed");
    if (status)
        return status;
    ra__shape s;
    const ra_layout *bound = ra__layout_of(t);
    ra__shape_from_layout(&s, bound);
    ra__extent_apply(e, &s);
    const ra_layout *known = ra__layout_intern(&s);
    if (!known)
        return ra__refusal(RA_ERR_MEMORY, "out of memory for the layout of a result");
    /* Threads that resolve at the same time come to the same layout; the first to put it in place wins. */
    if (atomic_compare_exchange_strong_explicit(&t->layout, &bound, known, memory_order_release, memory_order_relaxed)) {
        atomic_store_explicit(&t->extent, (uintptr_t)e | RA__KNOWN, memory_order_release);
        if (known != bound)
            ra__layout_retire(bound);
        else
            ra__layout_unref(known);
    } else
        ra__layout_unref(known);
    return RA_OK;
}

/* ---- making and releasing ---- */

static void enter_scope(ra_tensor *t, ra__scope *scope)
{
    if (RA__MUTANT(NO_SCOPE))
        scope = NULL;
    t->scope_at = scope ? &scope->first : NULL;
    if (!scope)
        return;
    t->scope_next = scope->first;
    if (scope->first)
        scope->first->scope_at = &t->scope_next;
    scope->first = t;
}

static void leave_scope(ra_tensor *t)
{
    if (!t->scope_at)
        return;
    *t->scope_at = t->scope_next;
    if (t->scope_next)
        t->scope_next->scope_at = t->scope_at;
    t->scope_at = NULL;
}

/* While handles are checked none is at hand, and none can be put there. */
static __attribute__((noinline)) ra_tensor *fetch_handle(void)
{
    return ra__is_checking() ? ra__check_make() : ra__block_fetch(RA__BLOCK_TENSOR, sizeof(ra_tensor));
}

static __attribute__((noinline)) void pass_handle(ra_tensor *t)
{
    if (ra__is_checking())
        ra__check_unmake(t);
    else
        ra__block_pass(RA__BLOCK_TENSOR, t);
}

ra_tensor *ra__tensor_of_layout(ra_storage *storage, const ra_layout *layout, int64_t offset)
{
    ra_tensor *t = ra__block_at_hand(RA__BLOCK_TENSOR);
    if (__builtin_expect(!t, false))
        t = fetch_handle();
    if (!t) {
        ra__layout_unref(layout);
        return NULL;
    }
    atomic_init(&t->layout, layout);
    atomic_init(&t->extent, 0);
    t->storage = storage;
    t->offset = offset;
    enter_scope(t, ra__tls.carried.scope);
    return t;
}

ra_tensor *ra__tensor_new(ra_storage *storage, const ra__shape *shape, int64_t offset)
{
    const ra_layout *layout = ra__layout_intern(shape);
    return layout ? ra__tensor_of_layout(storage, layout, offset) : NULL;
}

ra_tensor *ra_ref(const ra_tensor *t)
{
    if (!t || t == RA_NONE)
        return NULL;
    if (ra__is_checking()) {
        RA__NOTE_CALLER();
        if (ra__check_handle(t, "ra_ref", NULL))
            return NULL;
    }
    /* First whether the extent is known, then the layout: another thread may be putting the known one in place, and the copy
     * must not take a bound for it. */
    const uintptr_t extent = atomic_load_explicit(&t->extent, memory_order_acquire);
    ra_tensor *copy = ra__tensor_of_layout(t->storage, ra__layout_ref(ra__layout_of(t)), t->offset);
    if (!copy) {
        ra__refusal(RA_ERR_MEMORY, "ra_ref: out of memory");
        return NULL;
    }
    ra__storage_add(t->storage, RA__HOLDER);
    if (extent) {
        atomic_fetch_add_explicit(&ra__extent_in(extent)->refs, 1, memory_order_relaxed);
        atomic_store_explicit(&copy->extent, extent, memory_order_relaxed);
    }
    return copy;
}

static void release_unlinked(ra_tensor *t)
{
    ra__layout_unref(ra__layout_of(t));
    ra__extent_drop(ra__extent_in(atomic_load_explicit(&t->extent, memory_order_relaxed)));
    ra__storage_release(t->storage);
    if (!ra__block_keep(RA__BLOCK_TENSOR, t))
        pass_handle(t);
}

/* Whether it may be given up. */
static __attribute__((noinline, cold)) bool check_release(const ra_tensor *t, const void *address)
{
    ra__called((ra_site){address, RA__NO_LINE});
    if (ra__check_handle(t, "ra_release", NULL))
        return false;
    ra__note_function("ra_release");
    return true;
}

static inline void release(ra_tensor *t, const void *address)
{
    if (!t || t == RA_NONE || (ra__is_checking() && !check_release(t, address)))
        return;
    leave_scope(t);
    release_unlinked(t);
}

void ra_release(ra_tensor *t)
{
    release(t, __builtin_return_address(0));
}

void ra_release_at(ra_tensor **t)
{
    if (!t)
        return;
    release(*t, __builtin_return_address(0));
    *t = NULL;
}

/* ---- scopes ---- */

static __thread ra__scope own_home;

/* NULL: out of memory, and there is an enclosing one. */
static ra__scope *new_scope(void)
{
    ra__scope *s = ra__os_calloc(1, sizeof *s);
    if (s || ra__tls.carried.scope)
        return s;
    s = ra__tls.home ? ra__tls.home : &own_home;
    *s = (ra__scope){.is_home = true};
    return s;
}

static bool is_ended(const ra__scope *s)
{
    return atomic_load_explicit(&s->holds, memory_order_acquire) & RA__SCOPE_ENDED;
}

/* Beside this thread, which has it. */
static bool is_held_by_others(const ra__scope *s)
{
    return (atomic_load_explicit(&s->holds, memory_order_acquire) & ~RA__SCOPE_ENDED) > 1;
}

static void free_scope(ra__scope *s)
{
    if (!s->is_home)
        ra__os_free(s);
}

static void hold(ra__scope *s)
{
    if (s)
        atomic_fetch_add_explicit(&s->holds, 1, memory_order_relaxed);
}

/* One that nobody has, and nobody has ended, stays: the program has handles in its list. */
static void let_go(ra__scope *s)
{
    while (s && atomic_fetch_sub_explicit(&s->holds, 1, memory_order_acq_rel) == RA__SCOPE_ENDED + 1) {
        ra__scope *outer = s->outer;
        free_scope(s);
        s = outer;
    }
}

/* This thread's hold of one that has been ended, for one of what is around it. */
static ra__scope *go_outside(ra__scope *s)
{
    ra__scope *outer = s->outer;
    if (!is_held_by_others(s)) { /* and what it has of that is this thread's now */
        free_scope(s);
        return outer;
    }
    hold(outer);
    let_go(s);
    return outer;
}

/* Of those that the thread carries: ended meanwhile, where another had them, they are its no more. */
static void leave_ended(ra__carried *c)
{
    while (c->scope && is_ended(c->scope)) {
        c->failed_scopes = c->scope->failed_before;
        c->scope = go_outside(c->scope);
    }
}

void ra_scope_begin(void)
{
    ra__scope *s = new_scope();
    if (!s) { /* the end that belongs to this begin must not close an outer scope */
        RA__NOTE_CALLER();
        ra__tls.carried.failed_scopes++;
        ra__refusal(RA_ERR_MEMORY, "ra_scope_begin: out of memory; handles belong to the enclosing scope");
        return;
    }
    ra__os_at_thread_exit();
    atomic_store_explicit(&s->holds, 1, memory_order_relaxed);
    s->outer = ra__tls.carried.scope; /* with the hold that this thread had of it */
    s->failed_before = ra__tls.carried.failed_scopes;
    ra__tls.carried.failed_scopes = 0;
    ra__tls.carried.scope = s;
}

ra_status ra_scope_end(void)
{
    leave_ended(&ra__tls.carried);
    ra__scope *s = ra__tls.carried.scope;
    if (ra__tls.carried.failed_scopes) {
        ra__tls.carried.failed_scopes--;
        return RA_ERR_MEMORY;
    }
    if (!s || s->is_calls) {
        RA__NOTE_CALLER();
        return ra__refusal(RA_ERR_STATE, s ? "ra_scope_end: the definition of an operator has no scope open that it has begun" : "ra_scope_end: no scope is open on this thread");
    }
    if (ra__is_checking())
        RA__NOTE_CALLER();
    ra__tls.carried.scope = s->outer;
    ra__tls.carried.failed_scopes = s->failed_before;
    ra_status status = s->status;
    for (ra_tensor *t = s->first; t;) {
        ra_tensor *next = t->scope_next;
        release_unlinked(t);
        t = next;
    }
    s->first = NULL;
    if (is_held_by_others(s))
        atomic_fetch_or_explicit(&s->holds, RA__SCOPE_ENDED, memory_order_acq_rel);
    ra__tls.carried.scope = go_outside(s);
    leave_ended(&ra__tls.carried);
    ra__scope *outer = ra__tls.carried.scope;
    if (status && outer && outer->status == RA_OK)
        outer->status = status;
    return status;
}

static bool is_or_lies_around(const ra__scope *s, const ra__scope *inner)
{
    while (inner && inner != s)
        inner = inner->outer;
    return inner;
}

void ra__scope_hold(ra__scope *s)
{
    hold(s);
}

bool ra__scopes_end_within(ra__scope *s)
{
    const bool left = ra__tls.carried.scope != s || ra__tls.carried.failed_scopes;
    while (left && ra__tls.carried.scope && !is_held_by_others(ra__tls.carried.scope) && !is_or_lies_around(ra__tls.carried.scope, s)) {
        ra__tls.carried.failed_scopes = 0;
        (void)!ra_scope_end();
    }
    let_go(left ? ra__tls.carried.scope : s);
    return left;
}

void ra__scopes_leave(void)
{
    while (ra__tls.carried.scope && !is_held_by_others(ra__tls.carried.scope)) {
        ra__tls.carried.scope->is_calls = false;
        ra__tls.carried.failed_scopes = 0;
        (void)!ra_scope_end();
    }
    let_go(ra__tls.carried.scope);
    ra__tls.carried.scope = NULL;
}

bool ra__scopes_outlive(void)
{
    ra__scope **at = &ra__tls.carried.scope;
    while (*at && !(*at)->is_home)
        at = &(*at)->outer;
    if (!*at)
        return true;
    ra__scope *s = ra__os_alloc(sizeof *s);
    if (!s)
        return false;
    *s = **at;
    s->is_home = false;
    if (s->first)
        s->first->scope_at = &s->first;
    *at = s;
    return true;
}

/* ---- what the thread carries, saved ---- */

struct ra_thread_state {
    ra__carried carried;
};

ra_thread_state *ra_thread_state_save(void)
{
    ra_thread_state *state = ra__os_alloc(sizeof *state);
    if (!state || !ra__scopes_outlive()) {
        RA__NOTE_CALLER();
        ra__refusal(RA_ERR_MEMORY, "ra_thread_state_save: out of memory");
        ra__os_free(state);
        return NULL;
    }
    state->carried = ra__tls.carried;
    hold(state->carried.scope);
    return state;
}

/* What the thread had open is left, to who else has it. */
void ra_thread_state_restore(ra_thread_state *state)
{
    if (!state)
        return;
    ra__scope *left = ra__tls.carried.scope;
    ra__carry(&state->carried);
    leave_ended(&ra__tls.carried);
    if (left && (is_held_by_others(left) || is_ended(left)))
        let_go(left);
    ra__os_free(state);
}

/* ---- handles of scopes ---- */

ra_tensor *ra_keep(ra_tensor *t)
{
    if (!t || t == RA_NONE)
        return t;
    if (ra__is_checking()) {
        RA__NOTE_CALLER();
        if (ra__check_handle(t, "ra_keep", NULL))
            return t;
        (void)!ra__check_keep(t);
    }
    leave_scope(t);
    return t;
}

/* ---- description ---- */

/* Refuses NULL and RA_NONE for the accessors, which have no operator to name. */
static bool described(const ra_tensor *t, const char *function)
{
    if (t && t != RA_NONE)
        return !ra__is_misused(t, function);
    RA__NOTE_CALLER();
    if (!t)
        ra__refusal(RA_ERR_REFUSED, "%s: the tensor is NULL, the result of a call that was refused", function);
    else
        ra__refusal(RA_ERR_ARGUMENT, "%s: RA_NONE has no description", function);
    return false;
}

ra_dtype ra_tensor_dtype(const ra_tensor *t)
{
    return described(t, "ra_tensor_dtype") ? (ra_dtype)ra__layout_of(t)->dtype : RA_NO_DTYPE;
}

bool ra_is_pinned(const ra_tensor *t)
{
    return described(t, "ra_is_pinned") && t->storage->flags & RA__STORAGE_LOCKED;
}

ra_device ra_tensor_device(const ra_tensor *t)
{
    return described(t, "ra_tensor_device") ? t->storage->device : RA_NO_DEVICE;
}

int ra_ndim(const ra_tensor *t)
{
    return described(t, "ra_ndim") ? ra__layout_of(t)->ndim : -1;
}

static int wrap(const ra_layout *l, int64_t dim, const char *function)
{
    if (dim >= -l->ndim && dim < l->ndim)
        return (int)(dim < 0 ? dim + l->ndim : dim);
    ra__refusal(RA_ERR_SHAPE, "%s: dim %lld is out of range for a tensor of %d dimensions", function, (long long)dim, l->ndim);
    return -1;
}

int64_t ra_size(const ra_tensor *t, int64_t dim)
{
    RA__NOTE_CALLER();
    if (!described(t, "ra_size") || ra__tensor_resolve(t))
        return -1;
    const ra_layout *l = ra__layout_of(t);
    int d = wrap(l, dim, "ra_size");
    return d < 0 ? -1 : ra__sizes(l)[d];
}

int64_t ra_size_bound(const ra_tensor *t, int64_t dim)
{
    if (!described(t, "ra_size_bound"))
        return -1;
    const ra_layout *l = ra__layout_of(t);
    int d = wrap(l, dim, "ra_size_bound");
    return d < 0 ? -1 : ra__sizes(l)[d];
}

/* Where an extent depends on data, so may the strides: those of the bound are not the result's. */
int64_t ra_stride(const ra_tensor *t, int64_t dim)
{
    RA__NOTE_CALLER();
    if (!described(t, "ra_stride") || ra__tensor_resolve(t))
        return -1;
    const ra_layout *l = ra__layout_of(t);
    int d = wrap(l, dim, "ra_stride");
    return d < 0 ? -1 : ra__strides(l)[d];
}

int64_t ra_numel(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    return described(t, "ra_numel") && !ra__tensor_resolve(t) ? ra__layout_of(t)->numel : -1;
}

ra_status ra_sizes(const ra_tensor *t, int64_t *out)
{
    RA__NOTE_CALLER();
    if (!described(t, "ra_sizes"))
        return ra__tls.status;
    if (!out)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_sizes: the pointer to the result is NULL");
    ra_status s = ra__tensor_resolve(t);
    const ra_layout *l = ra__layout_of(t);
    for (int d = 0; !s && d < l->ndim; d++)
        out[d] = ra__sizes(l)[d];
    return s;
}

ra_status ra_strides(const ra_tensor *t, int64_t *out)
{
    RA__NOTE_CALLER();
    if (!described(t, "ra_strides"))
        return ra__tls.status;
    if (!out)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_strides: the pointer to the result is NULL");
    ra_status s = ra__tensor_resolve(t);
    const ra_layout *l = ra__layout_of(t);
    for (int d = 0; !s && d < l->ndim; d++)
        out[d] = ra__strides(l)[d];
    return s;
}

bool ra_has_pending_extent(const ra_tensor *t)
{
    return described(t, "ra_has_pending_extent") && ra__tensor_pending(t);
}

int64_t ra_storage_offset(const ra_tensor *t)
{
    return described(t, "ra_storage_offset") ? t->offset / ra__itemsize(ra__layout_of(t)) : -1;
}

bool ra_is_contiguous(const ra_tensor *t)
{
    return described(t, "ra_is_contiguous") && (ra__layout_of(t)->flags & RA__CONTIGUOUS);
}

bool ra_is_channels_last(const ra_tensor *t)
{
    return described(t, "ra_is_channels_last") && (ra__layout_of(t)->flags & RA__CHANNELS_LAST);
}

bool ra_shares_storage(const ra_tensor *a, const ra_tensor *b)
{
    return described(a, "ra_shares_storage") && described(b, "ra_shares_storage") && a->storage == b->storage;
}

void ra__tensor_to_outer_scope(ra_tensor *t)
{
    if (!t->scope_at)
        return;
    leave_scope(t);
    enter_scope(t, ra__tls.carried.scope->outer);
}

void ra__tensor_adopt(ra_tensor *t, const ra_layout *layout, int64_t bytes)
{
    ra__layout_unref(atomic_exchange_explicit(&t->layout, ra__layout_ref(layout), memory_order_relaxed));
    ra__extent_drop(ra__extent_in(atomic_exchange_explicit(&t->extent, 0, memory_order_relaxed)));
    ra__storage_extend(t->storage, bytes);
}
