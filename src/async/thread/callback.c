#include "async/thread/callback.h"

#include "async/os/os.h"
#include "async/thread/guest.h"
#include "async/thread/serial.h"
#include "async/thread/state.h"

struct ra__callback {
    ra__serial_item item;
    ra_release_fn release; /* one of the two */
    ra_ready_fn ready;
    void *context;
    ra_status status;
};

static void serve(ra__serial_item *item)
{
    ra__callback *c = (ra__callback *)(void *)item;
    ra__guest guest;
    ra__guest_enter(&guest, NULL);
    if (c->release)
        c->release(c->context);
    else
        c->ready(c->context, c->status);
    ra__guest_leave(&guest);
    ra__callback_free(c);
}

static ra__serial lane = {.number = 9000, .serve = serve, .in_order = true};
static ra__serial for_poll; /* never has a thread */
static _Atomic int64_t outstanding; /* made and not yet called */
static _Atomic bool polled;
static _Atomic bool asleep; /* in the child of a fork, until the engine starts there: no threads are made meanwhile */

/* Some are there: their thread is started by a thread of the program. The worker that ends what they wait for may be in the
 * background, and what it starts would be as well. */
static void expect(void)
{
    if (!atomic_load_explicit(&polled, memory_order_relaxed) && !atomic_load_explicit(&asleep, memory_order_relaxed))
        ra__serial_want(&lane); /* without memory for it now, ra__callback_due tries again */
}

static ra__callback *make(ra__callback what)
{
    ra__callback *c = ra__os_alloc(sizeof *c);
    if (!c)
        return NULL;
    *c = what;
    atomic_fetch_add_explicit(&outstanding, 1, memory_order_relaxed);
    expect();
    return c;
}

ra__callback *ra__callback_of_release(ra_release_fn release, void *context)
{
    return make((ra__callback){.release = release, .context = context});
}

ra__callback *ra__callback_of_ready(ra_ready_fn ready, void *context)
{
    return make((ra__callback){.ready = ready, .context = context});
}

void ra__callback_due(ra__callback *c, ra_status status)
{
    c->status = status;
    if (atomic_load_explicit(&polled, memory_order_relaxed) || atomic_load_explicit(&asleep, memory_order_relaxed))
        ra__serial_add(&for_poll, &c->item);
    else
        ra__serial_leave(&lane, &c->item);
}

void ra__callback_free(ra__callback *c)
{
    atomic_fetch_sub_explicit(&outstanding, 1, memory_order_relaxed);
    ra__os_free(c);
}

static size_t run_list(ra__serial *s)
{
    size_t n = 0;
    for (ra__serial_item *i = ra__serial_take_all(s), *next; i; i = next) {
        next = i->next;
        serve(i);
        n++;
    }
    return n;
}

size_t ra__callback_run(void)
{
    return run_list(&lane) + run_list(&for_poll);
}

void ra__callback_stop(void)
{
    ra__serial_stop(&lane);
    (void)ra__callback_run();
}

bool ra__callback_is_served(void)
{
    return atomic_load_explicit(&polled, memory_order_relaxed) || atomic_load_explicit(&asleep, memory_order_relaxed) ||
           atomic_load_explicit(&lane.state, memory_order_relaxed) != 0;
}

bool ra__callback_is_quiet(void)
{
    return ra__serial_is_quiet(&lane) && ra__serial_is_quiet(&for_poll);
}

void ra__callback_start(void)
{
    bool slept = atomic_exchange_explicit(&asleep, false, memory_order_relaxed);
    if (atomic_load_explicit(&outstanding, memory_order_relaxed))
        expect();
    if (!slept || atomic_load_explicit(&polled, memory_order_relaxed))
        return;
    for (ra__serial_item *i = ra__serial_take_all(&for_poll), *next; i; i = next) {
        next = i->next;
        ra__callback_due((ra__callback *)(void *)i, ((ra__callback *)(void *)i)->status);
    }
}

void ra__callback_fork_child(void)
{
    atomic_store_explicit(&asleep, true, memory_order_relaxed);
    ra__serial_fork_child(&lane);
    ra__serial_fork_child(&for_poll);
}

void ra_set_callbacks_polled(bool value)
{
    atomic_store_explicit(&polled, value, memory_order_relaxed);
    if (atomic_load_explicit(&outstanding, memory_order_relaxed))
        expect();
}
