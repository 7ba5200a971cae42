#include "async/thread/guest.h"

#include "async/os/os.h"

#include <stdio.h>

static void (*end_scopes)(void);

void ra__guest_start(void (*end)(void))
{
    end_scopes = end;
}

void ra__guest_enter(ra__guest *g, struct ra_task *task)
{
    ra__state *tls = &ra__tls;
    g->cancel = ra__os_cancel_defer();
    g->below = tls->guest;
    g->task = task;
    g->carried = tls->carried;
    g->outer_home = tls->home;
    g->status = tls->status;
    if (g->status != RA_OK)
        snprintf(g->error, sizeof g->error, "%s", tls->error);
    if (task)
        tls->guest = g;
    g->is_first = !tls->guests_from;
    if (g->is_first)
        tls->guests_from = (const char *)g;
    tls->carried = ra__carried_by_guest(&g->carried);
    tls->home = &g->home;
    tls->status = RA_OK;
}

void ra__guest_leave(ra__guest *g)
{
    ra__state *tls = &ra__tls;
    if (tls->carried.scope)
        end_scopes();
    tls->guest = g->below;
    if (g->is_first)
        tls->guests_from = NULL;
    tls->carried = g->carried;
    tls->home = g->outer_home;
    ra__error_set(g->status, g->error);
    ra__os_cancel_restore(g->cancel);
}
