#include "async/thread/guest.h"

#include <string.h>

void ra__guest_enter(ra__guest *g, struct ra_task *task)
{
    ra__state *tls = &ra__tls;
    g->below = tls->guest;
    g->task = task;
    g->mode = tls->mode;
    g->execution_set = tls->execution_set;
    g->site_is_set = tls->site_is_set;
    g->default_dtype = tls->default_dtype;
    g->scope = tls->scope;
    g->outer_home = tls->home;
    g->failed_scopes = tls->failed_scopes;
    g->site = tls->site;
    g->status = tls->status;
    if (g->status != RA_OK)
        memcpy(g->error, tls->error, sizeof g->error);
    if (task)
        tls->guest = g;
    g->is_first = !tls->guests_from;
    if (g->is_first)
        tls->guests_from = (const char *)g;
    tls->mode |= RA__MODE_KERNEL;
    tls->site_is_set = false;
    tls->site = (ra_site){NULL, RA__NO_LINE};
    tls->default_dtype = RA_FLOAT32;
    tls->scope = NULL;
    tls->home = &g->home;
    tls->failed_scopes = 0;
    tls->status = RA_OK;
}

void ra__guest_leave(ra__guest *g)
{
    ra__state *tls = &ra__tls;
    if (tls->scope)
        ra__scopes_leave();
    tls->guest = g->below;
    if (g->is_first)
        tls->guests_from = NULL;
    tls->mode = g->mode;
    tls->execution_set = g->execution_set;
    tls->site_is_set = g->site_is_set;
    tls->default_dtype = g->default_dtype;
    tls->scope = g->scope;
    tls->home = g->outer_home;
    tls->failed_scopes = g->failed_scopes;
    tls->site = g->site;
    tls->status = g->status;
    if (g->status != RA_OK)
        memcpy(tls->error, g->error, sizeof g->error);
}
