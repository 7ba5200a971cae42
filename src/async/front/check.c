#include "async/front/check.h"

#include "async/front/normalise.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/os/source_line.h"
#include "async/thread/state.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

typedef struct record {
    struct record *next;  /* in its place of the table */
    struct record *later; /* given up after it */
    ra__deed made, kept, given_up;
    ra_tensor tensor;
} record;

enum { PLACES = 1 << 14 };

static _Atomic uint32_t held; /* the lock: 0 free, 1 held, 2 held and somebody may sleep */
static record *place[PLACES];
static record *oldest, *newest; /* of those given up */
static int kept_count;


void ra__check_lock(void)
{
    uint32_t seen = 0;
    if (atomic_compare_exchange_strong_explicit(&held, &seen, 1, memory_order_acquire, memory_order_relaxed))
        return;
    while (atomic_exchange_explicit(&held, 2, memory_order_acquire))
        ra__os_futex_wait(&held, 2, RA__OS_FOREVER);
}

void ra__check_unlock(void)
{
    if (atomic_exchange_explicit(&held, 0, memory_order_release) == 2)
        ra__os_futex_wake(&held, 1);
}

void ra__check_settle(bool on)
{
    static bool settled; /* starts are one at a time */
    if (on && !settled)
        atomic_store_explicit(&ra__check_on, true, memory_order_relaxed);
    settled = true;
}

/* ---- records ---- */

static record **place_of(const void *handle)
{
    uint64_t bits = (uint64_t)(uintptr_t)handle * UINT64_C(0x9E3779B97F4A7C15);
    return &place[bits >> 50];
}
_Static_assert(PLACES == 1 << (64 - 50), "the highest bits of the product are a place");

static record *find(const void *handle)
{
    record *r = *place_of(handle);
    while (r && (const void *)&r->tensor != handle)
        r = r->next;
    return r;
}

static ra_status refuse_inline(const char *function)
{
    return ra__refusal(RA_ERR_STATE, "%s: called by the kernel of %s, which is one of those that call nothing of the library's", function, ra__running_inline);
}

/* Of a thread that has called nothing by name yet: the call that started the engine, say. */
static ra__deed own_deed(void)
{
    return ra__doing.function ? ra__doing : (ra__deed){.function = "the library", .site = ra__tls.carried.site};
}

void *ra__check_make(void)
{
    record *r = ra__os_calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->made = own_deed();
    ra__check_lock();
    record **p = place_of(&r->tensor);
    r->next = *p;
    *p = r;
    ra__check_unlock();
    return &r->tensor;
}

/* The one that was given up longest ago leaves the table. */
static record *forget_oldest(void)
{
    record *r = oldest, **p = place_of(&r->tensor);
    while (*p != r)
        p = &(*p)->next;
    *p = r->next;
    oldest = r->later;
    kept_count--;
    return r;
}

void ra__check_unmake(void *handle)
{
    record *forgotten = NULL;
    ra__check_lock();
    record *r = find(handle);
    r->given_up = own_deed();
    if (oldest)
        newest->later = r;
    else
        oldest = r;
    newest = r;
    if (++kept_count > RA__CHECK_KEPT)
        forgotten = forget_oldest();
    ra__check_unlock();
    ra__os_free(forgotten);
}

/* ---- judging ---- */

/* ", made by mul at file.c:12" */
static void put_deed(const ra__deed *d, const char *how, ra__source_lines *lines, char *text, size_t size)
{
    char where[300] = "";
    size_t n = strlen(text);
    if (!d->function)
        return;
    if (d->site.file && d->site.line != RA__NO_LINE)
        snprintf(where, sizeof where, "%s:%d", d->site.file, d->site.line);
    else if (d->site.file)
        ra__source_text(lines, d->site.file, where, sizeof where);
    snprintf(text + n, size - n, ", %s by %s%s%s", how, d->function, *where ? " at " : "", where);
}

static ra_status refuse(const record *r, const void *handle, const char *function, const char *argument, const char *what)
{
    char text[900] = "", pointer[32] = "";
    ra__source_lines *lines = r ? ra__source_open() : NULL;
    if (r) {
        put_deed(&r->made, "made", lines, text, sizeof text);
        put_deed(&r->kept, "kept", lines, text, sizeof text);
        put_deed(&r->given_up, "given up", lines, text, sizeof text);
    } else
        snprintf(pointer, sizeof pointer, " (%p)", handle);
    ra__source_close(lines);
    return ra__refusal(RA_ERR_STATE, "%s: %s%s %s%s%s", function, argument ? "argument " : "the handle", argument ? argument : "", what, pointer, text);
}

ra_status ra__check_handle(const ra_tensor *t, const char *function, const char *argument)
{
    record copy;
    if (!t || t == RA_NONE)
        return RA_OK;
    if (ra__running_inline)
        return refuse_inline(function);
    ra__check_lock();
    const record *r = find(t);
    if (r) {
        copy.made = r->made;
        copy.kept = r->kept;
        copy.given_up = r->given_up;
    }
    ra__check_unlock();
    if (!r)
        return refuse(NULL, t, function, argument, "is no handle, or one given up long ago");
    return copy.given_up.function ? refuse(&copy, t, function, argument, "was given up before") : RA_OK;
}

ra_status ra__check_keep(const ra_tensor *t)
{
    record copy;
    ra__check_lock();
    record *r = find(t);
    copy.made = r->made;
    copy.kept = r->kept;
    copy.given_up = r->given_up;
    r->kept = own_deed();
    ra__check_unlock();
    return copy.kept.function && !t->scope_at ? refuse(&copy, t, "ra_keep", NULL, "was kept before, and is the program's to release once") : RA_OK;
}

static ra_status check_list(const ra_op *op, const char *argument, ra_tensors list)
{
    ra_status s = RA_OK;
    for (int64_t i = 0; !s && list.items && i < list.count && list.count <= RA__MOST_TENSORS; i++)
        s = ra__check_handle(list.items[i], op->name, argument);
    return s;
}

ra_status ra__check_call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor *const *results, size_t result_count)
{
    ra_status s = ra__running_inline ? refuse_inline(op->name) : RA_OK;
    for (size_t i = 0; !s && i < arg_count && i < (size_t)op->arg_count; i++)
        if (args[i].kind == RA_ARG_TENSOR)
            s = ra__check_handle(args[i].tensor, op->name, op->args[i].name);
        else if (args[i].kind == RA_ARG_TENSORS)
            s = check_list(op, op->args[i].name, args[i].tensors);
    for (size_t i = 0; !s && variant == RA_OUT && i < result_count; i++)
        s = ra__check_handle(results[i], op->name, "out");
    ra__note_function(op->name);
    return s;
}
