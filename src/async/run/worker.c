#include "async/run/worker.h"

#include "async/os/os.h"
#include "async/os/region.h"
#include "async/pool/doubt.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/pool.h"
#include "async/pool/relief.h"
#include "async/pool/stand_back.h"
#include "async/run/run.h"
#include "async/thread/state.h"

static bool find_and_run(ra__worker *w)
{
    ra__found found;
    if (!ra__find(w, &found))
        return false;
    ra__search_end(w);
    if (found.task)
        ra__run_claimed(found.task, found.flags);
    else
        ra__run_part(found.part, found.first, found.end);
    return true;
}

static void search(ra__worker *w)
{
    uint64_t since = 0, until = 0;
    while (!atomic_load_explicit(&ra__pool.stopping, memory_order_acquire)) {
        if (w->searching && until)
            ra__looks_on(w, atomic_load_explicit(&w->looked_at, memory_order_relaxed), ra__os_now_ns());
        if (ra__stands_back(w))
            continue;
        if (!w->searching && atomic_load_explicit(&ra__region_wanted, memory_order_relaxed)) /* as long as some tasks: nobody may count on it meanwhile */
            ra__region_prepare();
        if (find_and_run(w)) {
            since = until = 0;
            w->takes_last = false;
            continue;
        }
        if (ra__rests_for_want_of_a_processor(w))
            continue;
        ra__search_begin(w);
        uint64_t now = ra__pool.spin_ns > 0 ? ra__os_now_ns() : 1;
        if (!until)
            until = now + ra__pool_look_ns(w->looks_longer && ra__pool_has_room());
        if (!since)
            since = now;
        atomic_store_explicit(&w->looked_at, now, memory_order_relaxed);
        if (now < until) {
            for (int i = 0; i < 8; i++)
                ra__os_relax();
            continue;
        }
        until = 0;
        if (ra__pool.nodes > 1 && !w->takes_last) {
            w->takes_last = true;
            continue;
        }
        w->takes_last = false;
        ra__sleep_until_woken(w);
        w->looks_longer = atomic_load_explicit(&w->woken_at, memory_order_relaxed) < since + ra__pool_look_ns(true);
        since = 0;
    }
    if (w->searching)
        atomic_fetch_sub_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING, memory_order_seq_cst);
}

/* What it makes ready is for the next one, whoever that is: it has no deque. */
bool ra__worker_relieve(void)
{
    ra__found f = {0};
    if (!(f.task = ra__find_any(false, &f.flags)) && !(f.part = ra__find_part(0, &f.first, &f.end)))
        return false;
    ra__relief_found();
    const uint64_t outer = ra__waiting_walk;
    ra__waiting_walk = RA__WALK_ALONE;
    if (f.task)
        ra__run_claimed(f.task, f.flags);
    else
        ra__run_part(f.part, f.first, f.end);
    ra__waiting_walk = outer;
    return true;
}

static void show_slot(ra__worker *w)
{
    ra__slot *s = ra__slot_mine();
    if (s)
        atomic_store_explicit(&s->of_worker, true, memory_order_relaxed);
    atomic_store_explicit(&w->slot, s, memory_order_release);
}

void ra__worker_main(void *arg)
{
    ra__worker *w = arg;
    ra__os_at_thread_exit();
    ra__tls.worker = w;
    ra__tls.works = true;
    ra__tls.node = w->node;
    atomic_store_explicit(&w->tid, ra__os_gettid(), memory_order_relaxed);
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    show_slot(w);
    ra__elsewhere_begin(&w->elsewhere);
    if (ra__pool.priority == RA_PRIORITY_BACKGROUND && !atomic_load_explicit(&ra__pool.stopping, memory_order_relaxed))
        ra__enter_background(w);
    ra__goes_on(w, atomic_load_explicit(&w->woken_at, memory_order_relaxed));
    search(w);
    if (ra__pool.priority == RA_PRIORITY_BACKGROUND)
        ra__os_thread_class(RA__OS_NORMAL);
    ra__elsewhere_end(&w->elsewhere);
    atomic_store_explicit(&w->tid, 0, memory_order_relaxed);
}
