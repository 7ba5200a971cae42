/*
 * Dispatch: handles for the results of a call.
 */
#include "async/front/dispatch_call.h"

#include "async/thread/state.h"

#include <string.h>

ra_tensor *ra__call_make_handle(const ra__call *c, int i)
{
    const ra__result *r = &c->meta.out[i];
    if (r->action == RA__ALIAS) {
        const ra_tensor *base = c->tensors[r->alias];
        ra_tensor *t = ra__tensor_new(base->storage, &r->shape, r->offset);
        if (t)
            ra__storage_add(base->storage, RA__HOLDER);
        return t;
    }
    const ra_layout *layout = ra__layout_intern(&r->shape);
    if (!layout)
        return NULL;
    ra_storage *storage = ra__storage_new(c->meta.device, r->pending ? 0 : layout->extent * ra__itemsize(layout)); /* 0: until it is known; fits: the extent in bytes */
    if (!storage) {
        ra__layout_unref(layout);
        return NULL;
    }
    if (r->is_locked)
        storage->flags |= RA__STORAGE_LOCKED;
    ra_tensor *t = ra__tensor_of_layout(storage, layout, 0);
    if (!t)
        ra__storage_drop(storage, RA__HOLDER);
    return t;
}

void ra__call_unmake(const ra__call *c, ra__made *m, int count)
{
    for (int i = 0; i < count; i++) {
        if (c->variant == RA_FUNCTIONAL)
            ra_release(m->handle[i]);
        ra_release(m->temporary[i]);
    }
}

ra_status ra__call_make_handles(ra__call *c, ra__made *m)
{
    memset(m, 0, sizeof *m);
    for (int i = 0; i < c->meta.out_count; i++) {
        const ra__result *r = &c->meta.out[i];
        bool fresh = c->variant == RA_FUNCTIONAL || r->proxy;
        ra_tensor *t = fresh ? ra__call_make_handle(c, i) : NULL;
        if (fresh && !t) {
            ra__call_unmake(c, m, i);
            return ra__refusal(RA_ERR_MEMORY, "%s: out of memory for the handle of a result", c->op->name);
        }
        if (c->variant == RA_FUNCTIONAL)
            m->handle[i] = t;
        else {
            m->handle[i] = c->outs[i];
            m->temporary[i] = t;
        }
    }
    return RA_OK;
}
