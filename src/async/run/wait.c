#include "async/run/wait.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/run/defined.h"
#include "async/run/help.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"
#include "async/thread/entry.h"
#include "async/thread/guest.h"
#include "async/thread/state.h"
#include "async/thread/turns.h"

void ra__wait_begins(void)
{
    ra__tell_defined();
    if (!(ra__tls.carried.mode & RA__MODE_KERNEL))
        ra__os_cancel_point();
}

/* ---- a task ---- */

static bool gather_task(ra__targets *targets, void *task)
{
    ra__targets_add(targets, task);
    return true;
}

void ra__wait_task(ra_task *t)
{
    uint64_t number;
    (void)ra__help_until(gather_task, t, RA__OS_FOREVER, &number);
}

/* ---- bytes of a storage ---- */

/* What is joined with what touches the range is nothing to it, and may come after a kernel that waits. */
typedef struct part {
    const ra__range *range;
    ra__joins_cursor from;
} part;

static bool gather_part(ra__targets *targets, void *what)
{
    part *p = what;
    const ra__range *r = p->range;
    return ra__targets_of_range(targets, &p->from, r->storage, r->first, r->end, r->writes);
}

bool ra__range_is_pending(const ra__range *r)
{
    part p = {.range = r};
    ra__targets targets;
    targets.count = 0;
    for (bool all = false; !all && targets.count == 0;) {
        ra__graph_lock();
        all = gather_part(&targets, &p);
        ra__graph_unlock();
    }
    ra__joins_leave(&p.from);
    return targets.count;
}

static const char *pending_name(const ra__range *r)
{
    if (ra__range_is_made(r))
        return NULL;
    ra__graph_lock();
    const char *name = ra__graph_pending_name(r->storage, r->first, r->end, r->writes);
    ra__graph_unlock();
    return name;
}

ra__failure *ra__range_failure(const ra__range *r)
{
    return !ra__may_have_failed(r->storage) ? NULL : ra__poison_find(r->storage, ra__bytes_of(r->layout, r->first, ra__storage_bytes(r->storage)));
}

/* Takes over one hold of it. Of a wait that may run out of time, the scope learns nothing: its status would depend on who was faster. */
static __attribute__((noinline, cold)) ra_status tell(ra__failure *f, uint64_t deadline)
{
    char text[1024];
    const ra_status status = f->status;
    ra__failure_text(f, text, sizeof text);
    ra__failure_drop(f);
    ra_clear_error(); /* the reader asks about this tensor, whatever was refused before */
    return deadline == RA__OS_FOREVER ? ra__passed_on(status, text) : ra__told(status, "%s", text);
}

static inline ra_status outcome(const ra__range *r, uint64_t deadline)
{
    ra__failure *f = ra__range_failure(r);
    return f ? tell(f, deadline) : RA_OK;
}

static ra_status refuse_circle(const char *operator)
{
    return ra__refusal(RA_ERR_STATE, "%s: is waited for in a kernel of %s, which has to end before it can", operator, ra__job_name(&ra__tls.guest->task->job));
}

ra_status ra__wait_for_range(const ra__range *r, ra__wait_reason reason, uint64_t deadline)
{
    const char *operator = r->storage->device == RA_META ? NULL : pending_name(r);
    if (!operator || ((ra__tls.guest || operator == ra__several) && !ra__range_is_pending(r)))
        return outcome(r, deadline);
    uint64_t start = ra__os_now_ns();
    if (deadline <= start) /* a look, which needs no task */
        return RA_ERR_TIMEOUT;
    uint64_t number;
    part what = {.range = r};
    enum ra__waited how = ra__help_until(gather_part, &what, deadline, &number);
    ra__joins_leave(&what.from);
    ra__note_wait(reason, operator, number, start);
    return how == RA__ENDED ? outcome(r, deadline) : how == RA__TIMED_OUT ? RA_ERR_TIMEOUT : refuse_circle(operator);
}

bool ra__range_help(const ra__range *r)
{
    part what = {.range = r};
    bool helped = ra__help_once(gather_part, &what);
    ra__joins_leave(&what.from);
    return helped;
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
    if (ra__tls.carried.mode & RA__MODE_KERNEL)
        return ra__refusal(RA_ERR_STATE, "ra_wait_all: not from within a kernel or callback, which would wait for itself");
    uint64_t start = ra__os_now_ns();
    uint64_t number;
    everything all = {.last = 0};
    (void)ra__help_until(gather_all, &all, RA__OS_FOREVER, &number);
    ra__note_wait(reason, ra__several, number, start);
    return RA_OK;
}
