#include "async/pool/stand_back.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/pool/doubt.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/relief.h"
#include "async/thread/guest.h"
#include "async/thread/state.h"

#include <errno.h>

enum {
    STARVED_NS = 1000000, /* a piece that took so long, and ten times as long as planned, was interrupted */
    REST_NS = 10000000,   /* at most at once, for the want of a quota: the pool may be asked to stop */
    LET_IN_NS = 500000    /* who is away for so long has let somebody in */
};

void ra__pool_wait_begin(void)
{
    atomic_fetch_add_explicit(&ra__pool.waiting, 1, memory_order_relaxed);
}

void ra__pool_wait_end(void)
{
    atomic_fetch_sub_explicit(&ra__pool.waiting, 1, memory_order_relaxed);
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
    ra__relief_call();
    for (int i = 0; i < ra__pool.count && may_raise(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        ra_task *t = atomic_load_explicit(&w->busy, memory_order_acquire);
        if (t ? walk && atomic_load_explicit(&t->needed, memory_order_relaxed) != walk : atomic_load_explicit(&w->parked, memory_order_relaxed) == RA__ASLEEP)
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

/* Ten times as long as planned, and more than a millisecond: that was not the arithmetic. */
void ra__pool_idle(uint64_t ns, double expected_ns)
{
    ra__worker *w = ra__tls.worker;
    if (!w)
        return;
    const ra__guest *outer = ra__tls.guest; /* in whose kernel it has run something else */
    atomic_store_explicit(&w->busy, outer ? outer->task : NULL, memory_order_release);
    if (ns > STARVED_NS && (double)ns > 10 * expected_ns)
        ra__doubt(w, ns);
}

static bool stands_aside(ra__worker *w)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND)
        return false;
    const bool waiting = ra__pool_is_waited_for();
    if (!waiting && atomic_load_explicit(&w->raised, memory_order_relaxed))
        ra__enter_background(w);
    if (ra__is_relieved(w, waiting) || (ra__is_in_doubt(w) && ra__is_relief_there(waiting) && !RA__MUTANT(TAKES_IN_DOUBT)))
        return true;
    return waiting && ra__is_relief_there(true) && !w->proved && !ra__is_sure_of_processor(w);
}

/* ---- a quota ---- */

static uint64_t used_by_others(void)
{
    uint64_t workers = 0;
    for (int i = 0; i < ra__pool_workers(); i++) {
        const ra__worker *w = &ra__pool.workers[i];
        workers += ra__os_thread_used_ns(&w->thread) + atomic_load_explicit(&w->relief.used, memory_order_relaxed);
    }
    const uint64_t process = ra__os_process_cpu_ns();
    return process > workers ? process - workers : 0;
}

/* Until when this thread is to rest, which had used so much when it last asked; 0: it may go on. */
static uint64_t rests_until(_Atomic uint64_t *used_then)
{
    if (ra__pool.budget.quota <= 0)
        return 0;
    uint64_t now = ra__os_now_ns(), used = ra__os_thread_cpu_ns(), since;
    if (ra__budget_is_due(&ra__pool.budget, now, &since))
        ra__budget_estimate(&ra__pool.budget, since, now, used_by_others());
    uint64_t until = ra__budget_spend(&ra__pool.budget, used - atomic_load_explicit(used_then, memory_order_relaxed), now);
    atomic_store_explicit(used_then, used, memory_order_relaxed);
    return until < now + REST_NS ? until : now + REST_NS;
}

static void rest_until(uint64_t until)
{
    _Atomic uint32_t never = 0;
    ra__os_futex_wait(&never, 0, until);
}

/* Who is in doubt lets others in between two pieces: in the middle of one, what he has in hand nobody else could end. True: there were
 * some. */
static bool gives_way(ra__worker *w)
{
    if (!ra__is_in_doubt(w))
        return false;
    const uint64_t before = ra__os_now_ns();
    ra__os_yield();
    const uint64_t off = ra__os_now_ns() - before;
    if (off < LET_IN_NS)
        return false;
    ra__doubt(w, off);
    return true;
}

void ra__pool_rest(void)
{
    ra__worker *w = ra__tls.worker, *for_whom = ra__tls.in_place_of;
    uint64_t until = w ? rests_until(&w->used) : for_whom ? rests_until(&for_whom->relief.used) : 0;
    if (until)
        rest_until(until);
    if (for_whom)
        ra__relief_rest();
    if (w)
        (void)gives_way(w);
}

bool ra__pool_leaves_rest(void)
{
    ra__worker *w = ra__tls.worker;
    const bool leaves = w && !RA__MUTANT(STAYS_IN_DOUBT) && stands_aside(w);
    if (!leaves)
        ra__pool_rest();
    return leaves;
}

/* And sees whether it goes on in time: who publishes must not count on it meanwhile. */
static void rest_aside(ra__worker *w)
{
    if (!ra__pool_is_looked_at())
        ra__relief_ring_one();
    const uint64_t until = ra__os_now_ns() + ra__doubt_rest_ns(w);
    ra__search_end(w);
    rest_until(until);
    ra__goes_on(w, until);
}

bool ra__stands_back(ra__worker *w)
{
    if (stands_aside(w)) {
        if (ra__anything_to_find())
            rest_aside(w);
        else
            ra__sleep_until_woken(w);
        return true;
    }
    const uint64_t until = rests_until(&w->used);
    if (!until) /* let in again it takes something: at its next piece it may have to give way once more */
        return gives_way(w) && stands_aside(w);
    ra__search_end(w);
    rest_until(until);
    return true;
}

bool ra__rests_for_want_of_a_processor(ra__worker *w)
{
    bool left = false;
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND || ra__is_trusted(w))
        return false;
    for (int n = 0; n < ra__pool.nodes && !left; n++)
        left = !ra__inject_is_empty(ra__pool_long(n));
    if (left)
        rest_aside(w);
    return left;
}
