#include "cuda/later.h"

#include "async/os/os.h"
#include "async/thread/serial.h"
#include "async/values/device.h"

#include <stdatomic.h>

enum { MOST = 16 }; /* asked for, of a device; their texts have some ten thousand bytes each */

struct ra__cuda_request {
    ra__serial_item item;
    ra__cuda_described program;
    int index;
    char *image;
    _Atomic bool is_done; /* written behind this */
};

typedef struct compiler {
    ra__serial thread;
    _Atomic bool is_closing; /* by whoever stops the device, while its lane does not run; the thread's end orders the rest */
    _Atomic int asked; /* and not done: the lane adds, the thread takes away; nothing is ordered by it */
} compiler;

static compiler compilers[RA__DEVICES];

static void serve(ra__serial_item *item)
{
    ra__cuda_request *r = (ra__cuda_request *)((char *)item - offsetof(ra__cuda_request, item));
    char why[400]; /* each of the jobs by itself says what is wrong with it */
    size_t bytes;
    if (!atomic_load_explicit(&compilers[r->index].is_closing, memory_order_relaxed))
        r->image = ra__cuda_compile_kept(&r->program, &bytes, why, sizeof why);
    compiler *c = &compilers[r->index];
    atomic_store_explicit(&r->is_done, true, memory_order_release); /* then it may be gone */
    atomic_fetch_sub_explicit(&c->asked, 1, memory_order_relaxed); /* fits: added before */
}

bool ra__cuda_later_has_room(int index)
{
    return atomic_load_explicit(&compilers[index].asked, memory_order_relaxed) < MOST;
}

ra__cuda_request *ra__cuda_later(int index, ra__cuda_described d)
{
    compiler *c = &compilers[index];
    ra__cuda_request *r = ra__cuda_later_has_room(index) ? ra__os_alloc(sizeof *r) : NULL;
    if (!r)
        return NULL;
    *r = (ra__cuda_request){.program = d, .index = index};
    if (!c->thread.serve) {
        c->thread.number = 9200 + index;
        c->thread.serve = serve;
    }
    atomic_fetch_add_explicit(&c->asked, 1, memory_order_relaxed); /* fits: MOST */
    if (!ra__serial_push(&c->thread, &r->item)) {
        atomic_fetch_sub_explicit(&c->asked, 1, memory_order_relaxed); /* fits: added just now */
        ra__os_free(r);
        return NULL;
    }
    return r;
}

bool ra__cuda_later_done(ra__cuda_request *r, char **image, bool *is_wrong)
{
    if (!atomic_load_explicit(&r->is_done, memory_order_acquire))
        return false;
    *image = r->image;
    *is_wrong = r->program.is_wrong;
    ra__os_free(r->program.text);
    ra__os_free(r);
    return true;
}

void ra__cuda_later_close(int index)
{
    compiler *c = &compilers[index];
    atomic_store_explicit(&c->is_closing, true, memory_order_relaxed);
    if (c->thread.serve)
        ra__serial_stop(&c->thread);
    atomic_store_explicit(&c->is_closing, false, memory_order_relaxed);
}
