/*
 * What the program asks about results that may be pending: to wait for them, to be told of them, to cancel them.
 */
#include "async/front/check.h"
#include "async/front/tensor.h"
#include "async/os/os.h"
#include "async/pool/pool.h"
#include "async/run/help.h"
#include "async/run/notice.h"
#include "async/run/run.h"
#include "async/thread/callback.h"
#include "async/thread/entry.h"
#include "async/thread/state.h"

static __attribute__((noinline, cold)) bool refuse(const ra_tensor *t, const char *function)
{
    ra__refusal(t ? RA_ERR_ARGUMENT : RA_ERR_REFUSED, "%s: the tensor is %s", function, t ? "RA_NONE" : "NULL, the result of a call that was refused");
    return false;
}

static inline bool is_tensor(const ra_tensor *t, const char *function)
{
    return t && t != RA_NONE ? !ra__is_misused(t, function) : refuse(t, function);
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
    ra__range r = ra__range_of(t, false);
    return ra__wait_range(&r, RA__WAIT_EXPLICIT, nanoseconds < 0 ? RA__OS_FOREVER : ra__os_now_ns() + (uint64_t)nanoseconds);
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
    RA__NOTE_CALLER();
    if (!is_tensor(t, "ra_is_ready"))
        return true;
    ra__range r = ra__range_of(t, false);
    if (!ra__range_is_pending(&r))
        return true;
    if (ra__pool_workers() == 0 && !ra__range_help(&r))
        ra__run_one(false);
    return !ra__range_is_pending(&r);
}

size_t ra_poll(void)
{
    size_t n = ra__callback_run(); /* what a stopped engine left, too */
    if (ra__engine_is_running() && ra__pool_workers() == 0)
        n += ra__run_one(false);
    return n;
}

ra_status ra_on_ready(const ra_tensor *t, ra_ready_fn ready, void *context)
{
    RA__NOTE_CALLER();
    if (!is_tensor(t, "ra_on_ready"))
        return ra_last_status();
    if (!ready)
        return ra__refusal(RA_ERR_ARGUMENT, "ra_on_ready: callback is NULL");
    const ra__range r = ra__range_of(t, false);
    ra__callback *c = ra__callback_of_ready(ready, context);
    if (!c)
        return ra__refusal(RA_ERR_MEMORY, "ra_on_ready: out of memory");
    ra_status s = ra__callback_is_served() ? ra__notice_when_ready(&r, c, -1, "ra_on_ready") : ra__refusal(RA_ERR_SYSTEM, "ra_on_ready: no thread to be had that would call back");
    if (s)
        ra__callback_free(c);
    return s;
}

ra_status ra_ready_fd(const ra_tensor *t, int *fd)
{
    RA__NOTE_CALLER();
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
    const ra__range r = ra__range_of(t, false);
    ra_status s = ra__notice_when_ready(&r, NULL, mine, "ra_ready_fd");
    if (s) {
        ra__os_close(mine);
        ra__os_close(theirs);
        return s;
    }
    *fd = theirs;
    return RA_OK;
}

ra_status ra_hurry(const ra_tensor *t)
{
    if (!is_tensor(t, "ra_hurry"))
        return ra_last_status();
    ra__range r = ra__range_of(t, false);
    return ra__notice_hurry(&r, "ra_hurry");
}

ra_status ra_cancel(const ra_tensor *t)
{
    RA__NOTE_CALLER();
    if (!is_tensor(t, "ra_cancel"))
        return ra_last_status();
    ra__range r = ra__range_of(t, true);
    ra__cancel_range(r.storage, r.first, r.end);
    return RA_OK;
}

ra_status ra_tensor_error(const ra_tensor *t, char *text, size_t size)
{
    RA__NOTE_CALLER();
    size = text ? size : 0;
    if (size)
        text[0] = 0;
    if (!is_tensor(t, "ra_tensor_error"))
        return ra_last_status();
    ra__range r = ra__range_of(t, false);
    ra__failure *f = ra__range_failure(&r);
    if (!f)
        return RA_OK;
    const ra_status status = f->status;
    ra__failure_text(f, text, size);
    ra__failure_drop(f);
    return status;
}
