#include "async/wait.h"

#include "async/callback.h"
#include "async/graph.h"
#include "async/help.h"
#include "async/os.h"
#include "async/pool.h"
#include "async/settings.h"
#include "async/state.h"
#include "async/stats.h"

/* ---- a task ---- */

static bool gather_task(ra__targets *targets, void *task)
{
    ra__targets_add(targets, task);
    return true;
}

void ra__wait_task(ra_task *t)
{
    uint64_t number;
    ra__help_until(gather_task, t, RA__OS_FOREVER, &number);
}

/* ---- tensors ---- */

typedef struct range {
    ra_storage *storage;
    int64_t first, end;
    const ra_layout *layout;
    bool writes;
} range;

static range range_of(const ra_tensor *t, bool writes)
{
    const ra_layout *l = ra__layout_of(t);
    return (range){t->storage, t->offset, t->offset + l->extent * ra__itemsize(l), l, writes}; /* fits: within the storage */
}

static bool gather_range(ra__targets *targets, void *what)
{
    const range *r = what;
    return ra__targets_of_range(targets, r->storage, r->first, r->end, r->writes);
}

static bool is_pending(const range *r)
{
    ra__graph_lock();
    bool pending = ra__graph_is_pending(r->storage, r->first, r->end, r->writes);
    ra__graph_unlock();
    return pending;
}

static const char *pending_name(const range *r)
{
    ra__graph_lock();
    const char *name = ra__graph_pending_name(r->storage, r->first, r->end, r->writes);
    ra__graph_unlock();
    return name;
}

/* Held; NULL if there is none. */
static ra__failure *failure_of(const range *r)
{
    return ra__poison_find(r->storage, ra__bytes_of(r->layout, r->first, ra__storage_bytes(r->storage)));
}

/* Of a wait that may run out of time, the scope learns nothing: its status would depend on who was faster. */
static ra_status outcome(const range *r, uint64_t deadline)
{
    ra__failure *f = failure_of(r);
    if (!f)
        return RA_OK;
    char text[1024];
    const ra_status status = f->status;
    ra__failure_text(f, text, sizeof text);
    ra__failure_drop(f);
    ra_clear_error(); /* the reader asks about this tensor, whatever was refused before */
    return deadline == RA__OS_FOREVER ? ra__passed_on(status, text) : ra__told(status, "%s", text);
}

static ra_status wait_range(const range *r, ra__wait_reason reason, uint64_t deadline)
{
    const char *operator = r->storage->device == RA_META ? NULL : pending_name(r);
    if (!operator)
        return outcome(r, deadline);
    uint64_t start = ra__os_now_ns();
    if (deadline <= start) /* a look, which needs no task */
        return RA_ERR_TIMEOUT;
    uint64_t number;
    range what = *r;
    bool over = ra__help_until(gather_range, &what, deadline, &number);
    ra__note_wait(reason, operator, number, start);
    return over ? outcome(r, deadline) : RA_ERR_TIMEOUT;
}

ra_status ra__wait_readable(const ra_tensor *t, ra__wait_reason reason)
{
    range r = range_of(t, false);
    return wait_range(&r, reason, RA__OS_FOREVER);
}

ra_status ra__wait_writable(const ra_tensor *t, ra__wait_reason reason)
{
    range r = range_of(t, true);
    return wait_range(&r, reason, RA__OS_FOREVER);
}

static bool is_tensor(const ra_tensor *t, const char *function)
{
    if (t && t != RA_NONE)
        return !ra__is_misused(t, function);
    ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL, the result of a call that was refused");
    return false;
}

void ra__wait_begins(void)
{
    if (!(ra__tls.mode & RA__MODE_KERNEL))
        ra__os_cancel_point();
}

ra_status ra_wait(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    ra__wait_begins();
    return is_tensor(t, "ra_wait") ? ra__wait_readable(t, RA__WAIT_EXPLICIT) : ra_last_status();
}

ra_status ra_wait_for(const ra_tensor *t, int64_t nanoseconds)
{
    RA__NOTE_CALLER();
    ra__wait_begins();
    if (!is_tensor(t, "ra_wait_for"))
        return ra_last_status();
    range r = range_of(t, false);
    return wait_range(&r, RA__WAIT_EXPLICIT, nanoseconds < 0 ? RA__OS_FOREVER : ra__os_now_ns() + (uint64_t)nanoseconds);
}

/* ---- all ---- */

typedef struct everything {
    ra__record_cursor from;
    uint64_t last; /* number that was given when the wait began */
} everything;

/* Calls as well: what somebody is to be told is told, before a shutdown too. */
static bool gather_all(ra__targets *targets, void *what)
{
    everything *all = what;
    if (!all->from.begun)
        all->last = ra__graph_last_sequence();
    return ra__targets_of_all(targets, &all->from, all->last);
}

ra_status ra__wait_all(ra__wait_reason reason)
{
    if (!ra__engine_is_running())
        return RA_OK;
    if (ra__tls.mode & RA__MODE_KERNEL)
        return ra__refusal(RA_ERR_STATE, "ra_wait_all: not from within a kernel or callback, which would wait for itself");
    uint64_t start = ra__os_now_ns();
    uint64_t number;
    everything all = {.last = 0};
    ra__help_until(gather_all, &all, RA__OS_FOREVER, &number);
    ra__note_wait(reason, ra__several, number, start);
    return RA_OK;
}

ra_status ra_wait_all(void)
{
    RA__NOTE_CALLER();
    ra__wait_begins();
    return ra__wait_all(RA__WAIT_EXPLICIT);
}

/* ---- without waiting ---- */

bool ra_is_ready(const ra_tensor *t)
{
    if (!is_tensor(t, "ra_is_ready"))
        return true;
    range r = range_of(t, false);
    if (!is_pending(&r))
        return true;
    if (ra__pool_workers() == 0 && !ra__help_once(gather_range, &r))
        ra__run_one();
    return !is_pending(&r);
}

size_t ra_poll(void)
{
    if (!ra__engine_is_running())
        return 0;
    size_t n = ra__callback_run();
    if (ra__pool_workers() == 0)
        n += ra__run_one();
    return n;
}

/* What is told when a range is computed: a callback or a descriptor. It reads the range, so the storage stays needed. */
typedef struct notice {
    range range;
    ra__callback *callback;
    int fd;
} notice;

static void tell(notice *n)
{
    ra__failure *f = failure_of(&n->range);
    if (n->callback)
        ra__callback_due(n->callback, f ? f->status : RA_OK);
    else {
        ra__os_event_signal(n->fd);
        ra__os_close(n->fd);
    }
    ra__failure_drop(f);
    ra__layout_unref(n->range.layout);
    ra__storage_drop(n->range.storage, RA__HOLDER);
    ra__os_free(n);
}

static void finish_notice(ra_task *t)
{
    tell(t->call.context);
}

static ra_status notify_when_ready(const ra_tensor *t, ra__callback *callback, int fd, const char *function)
{
    notice *n = ra__os_alloc(sizeof *n);
    if (!n)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function);
    *n = (notice){range_of(t, false), callback, fd};
    ra__layout_ref(n->range.layout);
    ra__storage_add(t->storage, RA__HOLDER);
    ra__graph_lock();
    bool pending = ra__graph_is_pending(n->range.storage, n->range.first, n->range.end, false);
    ra_task *task = pending ? ra__graph_new(RA__TASK_CALL) : NULL;
    bool ready = false, attached = task || !pending;
    if (task) {
        task->call.finish = finish_notice;
        task->call.context = n;
        attached = ra__graph_after(task, n->range.storage, n->range.first, n->range.end, false);
        if (!attached)
            task->kind = RA__TASK_JOIN; /* it ends as one that does nothing; the notice is given up below */
        ready = ra__graph_commit(task);
    }
    ra__graph_unlock();
    if (!attached) {
        ra__layout_unref(n->range.layout);
        ra__storage_drop(t->storage, RA__HOLDER);
        ra__os_free(n);
        if (ready)
            ra__publish(task);
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function);
    }
    if (!task)
        tell(n);
    else if (ready)
        ra__publish(task);
    return RA_OK;
}

ra_status ra_on_ready(const ra_tensor *t, ra_ready_fn ready, void *context)
{
    if (!is_tensor(t, "ra_on_ready"))
        return ra_last_status();
    if (!ready)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_on_ready: callback is NULL");
    ra__callback *c = ra__callback_of_ready(ready, context);
    if (!c)
        return ra__refusal(RA_ERR_MEMORY, "ra_on_ready: out of memory");
    ra_status s = notify_when_ready(t, c, -1, "ra_on_ready");
    if (s)
        ra__callback_free(c);
    return s;
}

ra_status ra_ready_fd(const ra_tensor *t, int *fd)
{
    int mine, theirs;
    if (!is_tensor(t, "ra_ready_fd"))
        return ra_last_status();
    if (!fd)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_ready_fd: fd is NULL");
    if (ra__os_event_create(&theirs))
        return ra__refusal(RA_ERR_SYSTEM, "ra_ready_fd: no event descriptor to be had");
    if (ra__os_event_duplicate(theirs, &mine)) {
        ra__os_close(theirs);
        return ra__refusal(RA_ERR_SYSTEM, "ra_ready_fd: no second descriptor to be had");
    }
    ra_status s = notify_when_ready(t, NULL, mine, "ra_ready_fd");
    if (s) {
        ra__os_close(mine);
        ra__os_close(theirs);
        return s;
    }
    *fd = theirs;
    return RA_OK;
}

ra_status ra_cancel(const ra_tensor *t)
{
    if (!is_tensor(t, "ra_cancel"))
        return ra_last_status();
    range r = range_of(t, true);
    ra__cancel_range(r.storage, r.first, r.end);
    return RA_OK;
}

ra_status ra_tensor_error(const ra_tensor *t, char *text, size_t size)
{
    size = text ? size : 0;
    if (size)
        text[0] = 0;
    if (!is_tensor(t, "ra_tensor_error"))
        return ra_last_status();
    range r = range_of(t, false);
    ra__failure *f = failure_of(&r);
    if (!f)
        return RA_OK;
    const ra_status status = f->status;
    ra__failure_text(f, text, size);
    ra__failure_drop(f);
    return status;
}

/* ---- pacing ---- */

/* *which: the limit, where there is more in flight than it allows. */
static bool is_over(ra__wait_reason *which)
{
    ra__in_flight f = ra__graph_in_flight();
    bool bytes = (size_t)f.bytes > ra__settings.pacing_bytes;
    if (!bytes && (size_t)f.tasks <= ra__settings.pacing_count)
        return false;
    *which = bytes ? RA__WAIT_PACED_BYTES : RA__WAIT_PACED_COUNT;
    return true;
}

static bool over_limit(ra__wait_reason *which)
{
    if (!is_over(which))
        return false;
    ra__graph_collect_all();
    return is_over(which);
}

enum {
    PACE_AGAIN_NS = 100000,
    PACED_LONG = 8 /* sleeps without progress before workers are looked at */
};

/* Of a paced thread that finds nothing to do: what is in flight is in the hands of others. */
static void pace_sleeps(int *slept)
{
    _Atomic uint32_t never = 0;
    if (++*slept % PACED_LONG == 0)
        ra__pool_held_up(0);
    ra__os_futex_wait(&never, 0, ra__os_now_ns() + PACE_AGAIN_NS);
}

/* A paced thread helps with whatever is ready, oldest first, and otherwise sleeps a little: the ends of tasks make no
 * noise. */
void ra__pace(const char *operator)
{
    ra__wait_reason first, now;
    if (!over_limit(&first))
        return;
    uint64_t start = ra__os_now_ns();
    int slept = 0;
    ra__tls.wait_depth++;
    ra__pool_wait_begin();
    do {
        if (!ra__run_one())
            pace_sleeps(&slept);
        else
            slept = 0;
    } while (over_limit(&now));
    ra__pool_wait_end();
    ra__tls.wait_depth--;
    ra__count(RA__STAT_PACED, 1);
    ra__count(RA__STAT_PACED_NS, ra__os_now_ns() - start);
    ra__note_wait(first, operator, 0, start);
}
