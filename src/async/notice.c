#include "async/notice.h"

#include "async/graph.h"
#include "async/hazard.h"
#include "async/os.h"
#include "async/pool.h"

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

ra_status ra__notice_when_ready(const ra__range *range, ra__callback *callback, int fd, const char *function)
{
    notice *n = ra__os_alloc(sizeof *n);
    if (!n)
        return ra__refusal(RA_ERR_MEMORY, "%s: out of memory", function);
    *n = (notice){*range, callback, fd};
    ra__layout_ref(n->range.layout);
    ra__storage_add(range->storage, RA__HOLDER);
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
        ra__storage_drop(range->storage, RA__HOLDER);
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
