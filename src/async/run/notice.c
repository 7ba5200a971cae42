#include "async/run/notice.h"

#include "async/os/os.h"
#include "async/pool/pool.h"
#include "async/pool/urgent.h"
#include "async/tasks/graph.h"
#include "async/tasks/hazard.h"

/* A callback or a descriptor. It reads the range, so the storage stays needed. */
typedef struct notice {
    ra__range range;
    ra__callback *callback;
    int fd;
} notice;

static void tell(notice *n)
{
    ra__failure *f = ra__range_failure(&n->range);
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

enum recorded { NOT_PENDING, RECORDED, NO_MEMORY }; /* the first also: nothing is needed */

/* A task that calls finish once what is pending of the range has ended; what that needs is hurried. One that only asks is left out where
 * all of that has been asked for. */
static enum recorded record_call(const ra__range *r, void (*finish)(ra_task *t), void *context)
{
    const bool only_asks = finish == ra__urgent_asked;
    ra__graph_lock();
    if (!(only_asks ? ra__graph_is_unasked(r->storage, r->first, r->end) : ra__graph_is_pending(r->storage, r->first, r->end, false))) {
        ra__graph_unlock();
        return NOT_PENDING;
    }
    ra_task *t = ra__graph_new(RA__TASK_CALL);
    bool attached = t && ra__graph_after(t, r->storage, r->first, r->end, false), ready = false;
    if (t) {
        t->call.finish = attached ? finish : ra__urgent_asked; /* else it does nothing; its kind may be looked at already */
        t->call.context = context;
        if (attached)
            atomic_store_explicit(&t->holds, 2, memory_order_relaxed); /* the other is for who hurries it */
        if (attached && only_asks)
            ra__urgent_mark(t);
        ready = ra__graph_commit(t);
    }
    ra__graph_unlock();
    if (ready)
        ra__publish(t);
    if (attached)
        ra__urgent_ask(t);
    return attached ? RECORDED : NO_MEMORY;
}

ra_status ra__notice_when_ready(const ra__range *range, ra__callback *callback, int fd, const char *function)
{
    notice *n = ra__os_alloc(sizeof *n);
    if (!n)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function);
    *n = (notice){*range, callback, fd};
    ra__layout_ref(range->layout);
    ra__storage_add(range->storage, RA__HOLDER);
    enum recorded done = record_call(range, finish_notice, n);
    if (done == NOT_PENDING)
        tell(n);
    if (done != NO_MEMORY)
        return RA_OK;
    ra__layout_unref(range->layout);
    ra__storage_drop(range->storage, RA__HOLDER);
    ra__os_free(n);
    return ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function);
}

ra_status ra__notice_hurry(const ra__range *range, const char *function)
{
    if (!ra__urgent_expect()) /* before anything is marked for it */
        return RA_OK;
    return record_call(range, ra__urgent_asked, NULL) == NO_MEMORY ? ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function) : RA_OK;
}
