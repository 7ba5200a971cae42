#include "async/pool/stand_back.h"

#include "async/os/os.h"
#include "async/thread/guest.h"
#include "async/thread/state.h"

#include <errno.h>

enum {
    STARVED_NS = 3000000,      /* a piece that took so much longer than planned was interrupted */
    REST_NS = 10000000,        /* at most at once, for the want of a quota: the pool may be asked to stop */
    STAND_BACK_NS = 100000000  /* for how long a worker then leaves needed work to those who wait */
};

void ra__pool_wait_begin(void)
{
    atomic_fetch_add_explicit(&ra__pool.waiting, 1, memory_order_relaxed);
}

void ra__pool_wait_end(void)
{
    atomic_fetch_sub_explicit(&ra__pool.waiting, 1, memory_order_relaxed);
}

bool ra__pool_is_waited_for(void)
{
    return atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed) > 0;
}

static bool may_raise(void)
{
    return ra__pool.priority == RA_PRIORITY_BACKGROUND && !atomic_load_explicit(&ra__pool.raise_refused, memory_order_relaxed);
}

/* One that has not begun, or has ended, has no number. */
static void raise_worker(const ra__worker *w)
{
    int tid = atomic_load_explicit(&w->tid, memory_order_relaxed), error = tid ? ra__os_thread_raise(tid) : 0;
    if (error && error != -ESRCH) /* it has just ended */
        atomic_store_explicit(&ra__pool.raise_refused, true, memory_order_relaxed);
}

void ra__pool_raise_all(void)
{
    for (int i = 0; i < ra__pool_workers() && may_raise(); i++)
        raise_worker(&ra__pool.workers[i]);
}

/* Between two pieces a worker has in hand what it has claimed and not begun, or whose end it has not told yet. */
void ra__pool_held_up(uint64_t walk)
{
    for (int i = 0; i < ra__pool.count && may_raise(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        ra_task *t = atomic_load_explicit(&w->busy, memory_order_acquire);
        if (t ? walk && atomic_load_explicit(&t->needed, memory_order_relaxed) != walk : atomic_load_explicit(&w->parked, memory_order_relaxed))
            continue;
        if (!atomic_exchange_explicit(&w->raised, true, memory_order_acquire))
            raise_worker(w);
    }
}

void ra__enter_background(ra__worker *w)
{
    ra__os_thread_class(RA__OS_BACKGROUND);
    atomic_store_explicit(&w->raised, false, memory_order_release); /* not before it is there, or it would be raised too early */
}

void ra__pool_busy(ra_task *t)
{
    if (ra__tls.worker)
        atomic_store_explicit(&ra__tls.worker->busy, t, memory_order_release);
}

/* Ten times as long as planned, and by milliseconds: that was not the arithmetic. */
void ra__pool_idle(uint64_t ns, double expected_ns)
{
    ra__worker *w = ra__tls.worker;
    if (!w)
        return;
    const ra__guest *outer = ra__tls.guest; /* in whose kernel it has run something else */
    atomic_store_explicit(&w->busy, outer ? outer->task : NULL, memory_order_release);
    if (ns > STARVED_NS && (double)ns > 10 * expected_ns)
        w->starved_until = ra__os_now_ns() + STAND_BACK_NS;
}

static bool stands_back(ra__worker *w)
{
    bool waiting = atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed) > 0;
    if (!waiting) {
        if (ra__pool.priority == RA_PRIORITY_BACKGROUND && atomic_load_explicit(&w->raised, memory_order_relaxed))
            ra__enter_background(w);
        return false;
    }
    return w->starved_until && atomic_load_explicit(&ra__pool.raise_refused, memory_order_relaxed) && ra__os_now_ns() < w->starved_until;
}

/* ---- a quota ---- */

static uint64_t used_by_others(void)
{
    uint64_t workers = 0;
    for (int i = 0; i < ra__pool_workers(); i++)
        workers += ra__os_thread_used_ns(&ra__pool.workers[i].thread);
    const uint64_t process = ra__os_process_cpu_ns();
    return process > workers ? process - workers : 0;
}

/* Until when this worker is to rest; 0: it may go on. */
static uint64_t rests_until(ra__worker *w)
{
    if (ra__pool.budget.quota <= 0)
        return 0;
    uint64_t now = ra__os_now_ns(), used = ra__os_thread_cpu_ns(), since;
    if (ra__budget_is_due(&ra__pool.budget, now, &since))
        ra__budget_estimate(&ra__pool.budget, since, now, used_by_others());
    uint64_t until = ra__budget_spend(&ra__pool.budget, used - w->used, now);
    w->used = used;
    return until < now + REST_NS ? until : now + REST_NS;
}

void ra__rest_until(uint64_t until)
{
    _Atomic uint32_t never = 0;
    ra__os_futex_wait(&never, 0, until);
}

void ra__pool_rest(void)
{
    uint64_t until = ra__tls.worker ? rests_until(ra__tls.worker) : 0;
    if (until)
        ra__rest_until(until);
}

uint64_t ra__stands_back_until(ra__worker *w)
{
    return stands_back(w) ? ra__os_now_ns() + STARVED_NS : rests_until(w);
}
