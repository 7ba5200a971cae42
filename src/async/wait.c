#include "async/wait.h"

#include "async/callback.h"
#include "async/drop.h"
#include "async/graph.h"
#include "async/os.h"
#include "async/point.h"
#include "async/pool.h"
#include "async/report.h"
#include "async/settings.h"
#include "async/state.h"
#include "async/stats.h"
#include "async/trace.h"

#include <limits.h>

enum {
    LOOK_AGAIN_NS = 300000, /* how long a waiter sleeps before it looks for work once more */
    HELD_UP_AFTER = 2,      /* sleeps without progress before workers are looked at */
    WALK_MOST = 4096,       /* ancestors a look goes over where workers run them anyway */
    DEPTH_MOST = 64         /* nested waits that still help; deeper ones only sleep */
};

static _Atomic uint64_t last_waiter;

/* ---- what a waiter waits for ---- */

/* Shared by the waiter and the task that ends the wait; freed by the later of them. */
typedef struct waiter {
    _Atomic int32_t refs;
    _Atomic uint32_t state; /* what follows; the futex that the waiter sleeps on */
} waiter;

/*
 * The waiter goes from AWAKE to ASLEEP and back; the task's end exchanges it for DONE, once, and that stays. Which of the
 * two comes first is decided by the one word. DONE is a release, and the look that finds it an acquire: what the task has done is
 * seen. Who is awake sees the end by itself, and is not woken by a system call.
 */
enum { AWAKE, ASLEEP, DONE };

static bool is_done(const waiter *w)
{
    return atomic_load_explicit(&w->state, memory_order_acquire) == DONE;
}

static void sleep_until(waiter *w, uint64_t deadline)
{
    uint32_t awake = AWAKE, asleep = ASLEEP;
    if (!atomic_compare_exchange_strong_explicit(&w->state, &awake, ASLEEP, memory_order_relaxed, memory_order_relaxed))
        return;
    ra__os_futex_wait(&w->state, ASLEEP, deadline);
    atomic_compare_exchange_strong_explicit(&w->state, &asleep, AWAKE, memory_order_relaxed, memory_order_relaxed);
}

static void drop_waiter(waiter *w)
{
    if (atomic_fetch_sub_explicit(&w->refs, 1, memory_order_acq_rel) == 1)
        ra__os_free(w);
}

static void finish_wait(ra_task *t)
{
    waiter *w = t->call.context;
    if (atomic_exchange_explicit(&w->state, DONE, memory_order_acq_rel) == ASLEEP)
        ra__os_futex_wake(&w->state, INT_MAX);
    drop_waiter(w);
}

/*
 * Before it sleeps a waiter looks a little longer, where workers do: whoever has just taken what it waits for is about to
 * put grains up, and an end within the time of a wake-up is seen at once. True: it has run a part.
 */
static bool look_longer(const waiter *w, uint64_t me, bool help, uint64_t deadline)
{
    int64_t spin_ns = ra__pool_spin_ns();
    uint64_t until = spin_ns > 0 ? ra__os_now_ns() + (uint64_t)spin_ns : 0;
    until = until < deadline ? until : deadline;
    while (until && !is_done(w) && ra__os_now_ns() < until) {
        if (help && ra__steal_part(me))
            return true;
        for (int i = 0; i < 16 && !is_done(w); i++)
            ra__os_relax();
    }
    return false;
}

/* Waits until w is done; t (of that sequence) is the task that ends it. */
static bool wait_done(waiter *w, ra_task *t, uint64_t sequence, uint64_t deadline)
{
    uint64_t outer = ra__waiting_walk, me = atomic_fetch_add_explicit(&last_waiter, 1, memory_order_relaxed) + 1;
    double outer_longest = ra__waiting_longest_ns;
    bool help = ra__tls.wait_depth < DEPTH_MOST;
    int64_t most = ra__pool_workers() ? WALK_MOST : INT64_MAX;
    int slept = 0, looks = 0;
    ra__looked looked = {.begun = false};
    ra__waiting_walk = me;
    ra__tls.wait_depth++;
    ra__pool_wait_begin();
    while (!is_done(w)) {
        RA__POINT(WAIT);
        uint64_t now = deadline == RA__OS_FOREVER ? 0 : ra__os_now_ns();
        if (deadline != RA__OS_FOREVER && now >= deadline)
            break;
        ra__waiting_longest_ns = deadline == RA__OS_FOREVER ? 1e300 : (double)(deadline - now);
        unsigned flags = 0;
        ra_task *found = NULL;
        if (help) {
            ra__graph_lock();
            uint64_t word = atomic_load_explicit(&t->word, memory_order_acquire);
            if (ra__task_sequence(word) == sequence && ra__task_state(word) != RA__TASK_DONE) {
                if (ra__task_state(word) == RA__TASK_READY && !ra__is_too_long(t, ra__waiting_longest_ns))
                    found = t;
                else
                    found = ra__graph_find_needed(t, me, ra__waiting_longest_ns, most, &looked);
            }
            if (found && !ra__task_claim(found, ra__task_number(found), &flags))
                found = NULL;
            ra__graph_unlock();
        }
        if (found)
            ra__run_claimed(found, flags);
        else if (!(help && ra__steal_part(me)) && !(looks++ == 0 && look_longer(w, me, help, deadline))) {
            if (slept++ == HELD_UP_AFTER) {
                ra__pool_held_up(me);
                slept = 0;
            }
            uint64_t until = ra__os_now_ns() + LOOK_AGAIN_NS;
            sleep_until(w, until < deadline ? until : deadline);
            continue;
        }
        looks = 0; /* it has done something */
    }
    ra__pool_wait_end();
    ra__pool_sweep();
    ra__tls.wait_depth--;
    ra__waiting_walk = outer;
    ra__waiting_longest_ns = outer_longest;
    return is_done(w);
}

/* A wait by a new task that comes after what `attach` orders it after. False: out of memory, or the time is over. */
typedef bool (*attach_fn)(ra_task *t, const void *what);

/* *number: of that task, unless there was no memory for it. */
static ra_status wait_after(attach_fn attach, const void *what, uint64_t deadline, uint64_t *number)
{
    waiter *w = ra__os_alloc(sizeof *w);
    if (!w)
        return RA_ERR_MEMORY;
    atomic_init(&w->refs, 2);
    atomic_init(&w->state, AWAKE);
    ra__graph_lock();
    ra_task *t = ra__graph_new(RA__TASK_CALL);
    if (!t) {
        ra__graph_unlock();
        ra__os_free(w);
        return RA_ERR_MEMORY;
    }
    t->call.finish = finish_wait;
    t->call.context = w;
    uint64_t sequence = *number = ra__task_number(t);
    bool attached = attach(t, what), ready = ra__graph_commit(t);
    ra__graph_unlock();
    unsigned flags;
    if (ready && ra__task_claim(t, sequence, &flags))
        ra__run_alone(t, flags);
    if (ready)
        ra__graph_let_go(t);
    bool done = wait_done(w, t, sequence, deadline);
    drop_waiter(w);
    return !attached ? RA_ERR_MEMORY : done ? RA_OK : RA_ERR_TIMEOUT;
}

void ra__run_alone(ra_task *t, unsigned flags)
{
    uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = atomic_fetch_add_explicit(&last_waiter, 1, memory_order_relaxed) + 1;
    ra__run_claimed(t, flags);
    ra__waiting_walk = outer;
}

static bool attach_task(ra_task *t, const void *what)
{
    ra_task *of = (ra_task *)(uintptr_t)what;
    return ra__graph_order(t, of, ra__task_number(of));
}

void ra__wait_task(ra_task *t)
{
    uint64_t number;
    while (wait_after(attach_task, t, RA__OS_FOREVER, &number) == RA_ERR_MEMORY)
        if (!ra__run_one())
            ra__os_yield(); /* the task itself is recorded, and its end must be seen */
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
    return (range){t->storage, t->offset, t->offset + l->extent * ra__itemsize(l), l, writes};
}

static bool attach_range(ra_task *t, const void *what)
{
    const range *r = what;
    return ra__graph_after(t, r->storage, r->first, r->end, r->writes);
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
    return ra__poison_find(r->storage, ra__bytes_of(r->layout, r->first, r->storage->bytes));
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

/* `wait`: number of the task that ended it; 0: none. */
static void note_wait(ra__wait_reason reason, const char *operator, uint64_t wait, uint64_t start)
{
    uint64_t ns = ra__os_now_ns() - start;
    if (ra__tls.mode & RA__MODE_KERNEL)
        return;
    ra__count(RA__STAT_WAITS, 1);
    ra__count(RA__STAT_WAIT_NS, ns);
    ra__report_wait(reason, &ra__tls.site, operator, ns);
    ra__trace_wait(ra__wait_name(reason), operator, wait, start, ns);
}

void ra__note_wait(ra__wait_reason reason, const char *operator, uint64_t start)
{
    note_wait(reason, operator, 0, start);
}

static ra_status wait_range(const range *r, ra__wait_reason reason, uint64_t deadline)
{
    const char *operator = r->storage->device == RA_META ? NULL : pending_name(r);
    if (!operator)
        return outcome(r, deadline);
    uint64_t start = ra__os_now_ns();
    if (deadline <= start) /* a look, which needs no task */
        return RA_ERR_TIMEOUT;
    uint64_t number = 0;
    ra_status s = wait_after(attach_range, r, deadline, &number);
    note_wait(reason, operator, number, start);
    if (s == RA_ERR_MEMORY)
        return ra__refusal(s, "out of memory for a wait");
    return s ? s : outcome(r, deadline);
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
        return true;
    ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL, the result of a call that was refused");
    return false;
}

ra_status ra_wait(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    return is_tensor(t, "ra_wait") ? ra__wait_readable(t, RA__WAIT_EXPLICIT) : ra_last_status();
}

ra_status ra_wait_for(const ra_tensor *t, int64_t nanoseconds)
{
    RA__NOTE_CALLER();
    if (!is_tensor(t, "ra_wait_for"))
        return ra_last_status();
    range r = range_of(t, false);
    return wait_range(&r, RA__WAIT_EXPLICIT, nanoseconds < 0 ? RA__OS_FOREVER : ra__os_now_ns() + (uint64_t)nanoseconds);
}

/* ---- all ---- */

static ra_task *collector; /* of attach_all; under the lock */
static bool collected;

static void collect_pending(ra_task *t)
{
    if (t != collector && t->kind != RA__TASK_JOIN) /* calls as well: what somebody is to be told is told, before a shutdown too */
        collected = ra__graph_order_once(collector, t, ra__task_number(t)) && collected;
}

static bool attach_all(ra_task *t, const void *what)
{
    (void)what;
    collector = t;
    collected = true;
    ra__graph_each(collect_pending);
    return collected;
}

ra_status ra__wait_all(ra__wait_reason reason)
{
    if (!ra__engine_is_running())
        return RA_OK;
    if (ra__tls.mode & RA__MODE_KERNEL)
        return ra__refusal(RA_ERR_STATE, "ra_wait_all: not from within a kernel or callback, which would wait for itself");
    uint64_t start = ra__os_now_ns();
    uint64_t number = 0;
    ra_status s = wait_after(attach_all, NULL, RA__OS_FOREVER, &number);
    note_wait(reason, ra__several, number, start);
    return s ? ra__refusal(s, "ra_wait_all: out of memory for a wait") : RA_OK;
}

ra_status ra_wait_all(void)
{
    RA__NOTE_CALLER();
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
    if (ra__pool_workers() == 0)
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
        attached = attach_range(task, &n->range);
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
    ra__cancel_writers(r.storage, r.first, r.end);
    return RA_OK;
}

ra_status ra_tensor_error(const ra_tensor *t, char *text, size_t size)
{
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
    ra__graph_lock();
    ra__graph_collect();
    ra__graph_unlock();
    return is_over(which);
}

/* A paced thread helps with whatever is ready, oldest first, and otherwise sleeps a little: the ends of tasks make no
 * noise. */
void ra__pace(const char *operator)
{
    ra__wait_reason first, now;
    if (!over_limit(&first))
        return;
    uint64_t start = ra__os_now_ns();
    _Atomic uint32_t never = 0;
    ra__tls.wait_depth++;
    do {
        if (!ra__run_one())
            ra__os_futex_wait(&never, 0, ra__os_now_ns() + LOOK_AGAIN_NS / 3);
    } while (over_limit(&now));
    ra__tls.wait_depth--;
    ra__count(RA__STAT_PACED, 1);
    ra__count(RA__STAT_PACED_NS, ra__os_now_ns() - start);
    note_wait(first, operator, 0, start);
}
