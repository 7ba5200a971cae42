#include "async/pool/parking.h"

#include "async/os/elsewhere.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/os/room.h"
#include "async/pool/doubt.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

void ra__watch_wake(void)
{
    if (atomic_exchange_explicit(&ra__pool.watch.sleeps, RA__WATCH_AWAKE, memory_order_seq_cst) != RA__WATCH_AWAKE)
        ra__os_futex_wake(&ra__pool.watch.sleeps, 1);
}

void ra__watch_ring(void)
{
    if (atomic_load_explicit(&ra__pool.watch.sleeps, memory_order_seq_cst) == RA__WATCH_SLEEPS)
        ra__watch_wake();
}

/* Also where it has been set: who did that may be off the processor before it has woken him. */
void ra__relief_wake(ra__worker *w)
{
    (void)atomic_exchange_explicit(&w->relief.rung, 1, memory_order_release);
    ra__os_futex_wake(&w->relief.rung, 1);
}

void ra__relief_ring(ra__worker *w)
{
    const bool waiting = ra__pool_is_waited_for();
    if (ra__is_served_for(w, waiting) && (waiting || !atomic_load_explicit(&w->relief.rests, memory_order_relaxed)) && !RA__MUTANT(RELIEF_SLEEPS_ON))
        ra__relief_wake(w);
}

static int waiters_awake(void)
{
    return atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed) - atomic_load_explicit(&ra__pool.waiting_asleep, memory_order_relaxed);
}

/* Each of so many threads has a processor beside who waits, or the program's own thread. */
static bool has_room_for(int threads)
{
    const int waiters = waiters_awake();
    return threads + (waiters > 1 ? waiters : 1) <= ra__pool.processors;
}

/* One more of those who serve in workers' places has one. */
static bool has_room_for_relief(void)
{
    int awake = 0;
    for (int i = 0; i < ra__pool.count; i++)
        awake += atomic_load_explicit(&ra__pool.workers[i].relief.awake, memory_order_relaxed);
    return has_room_for(awake + 1);
}

void ra__relief_ring_one(void)
{
    const bool waiting = ra__pool_is_waited_for(), wakes = !waiting || has_room_for_relief(); /* for the work itself they have a share between them */
    ra__worker *found = NULL;
    for (int i = 0; i < ra__pool.count; i++) {
        ra__worker *w = &ra__pool.workers[i];
        const bool is_better = atomic_load_explicit(&w->relief.awake, memory_order_relaxed) != wakes;
        if ((is_better || !found) && ra__is_served_for(w, waiting))
            found = w;
        if (found == w && is_better)
            break;
    }
    if (found && found != ra__tls.in_place_of)
        ra__relief_ring(found);
}

static bool is_of_program(void)
{
    return !(ra__tls.carried.mode & RA__MODE_KERNEL);
}

/* Where threads compute: who wakes, the workers that are awake, and perhaps the thread of the program that woke one last. */
static void look_around(ra__elsewhere_taken *t)
{
    *t = (ra__elsewhere_taken){.here = ra__os_cpu_now()};
    t->perhaps = ra__elsewhere_program();
    if (is_of_program())
        ra__elsewhere_note_program(t->here);
    ra__os_cpuset_add(&t->set, t->here);
    for (int i = 0; i < ra__pool.count; i++)
        if (atomic_load_explicit(&ra__pool.workers[i].parked, memory_order_relaxed) != RA__ASLEEP)
            ra__os_cpuset_add(&t->set, atomic_load_explicit(&ra__pool.workers[i].last_cpu, memory_order_relaxed));
}

/* One that is parked, or was a moment ago. */
static bool wake(ra__worker *w, const ra__elsewhere_taken *t)
{
    const int stoppable = !is_of_program();
    atomic_fetch_add_explicit(&ra__pool.amid_calls, !stoppable, memory_order_relaxed);
    const int cpu = ra__elsewhere_confine(&w->elsewhere, t, atomic_load_explicit(&w->last_cpu, memory_order_relaxed));
    atomic_store_explicit(&w->woken_at, ra__os_now_ns(), memory_order_relaxed);
    uint32_t asleep = RA__ASLEEP;
    if (stoppable)
        atomic_fetch_add_explicit(&ra__pool.waking, 1, memory_order_relaxed); /* before the flag is taken, which releases it */
    /* Before it looks whether the watch sleeps, which says so before it looks at the flags. Who finds it taken finds its taker counted. */
    const bool mine = atomic_compare_exchange_strong_explicit(&w->parked, &asleep, RA__TAKEN, memory_order_seq_cst, memory_order_acquire);
    if (mine) {
        RA__POINT(WAKE);
        /* it wakes as a searcher */
        atomic_fetch_add_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING - RA__SLEEPING, memory_order_seq_cst);
        if (cpu >= 0)
            atomic_store_explicit(&w->last_cpu, cpu, memory_order_relaxed);
        ra__os_futex_wake(&w->parked, 1);
        ra__count(RA__STAT_WAKES, 1);
    }
    if (stoppable)
        atomic_fetch_sub_explicit(&ra__pool.waking, 1, memory_order_relaxed);
    if (cpu >= 0)
        ra__elsewhere_let_go(&w->elsewhere);
    atomic_fetch_sub_explicit(&ra__pool.amid_calls, !stoppable, memory_order_relaxed);
    if (mine)
        ra__watch_ring();
    if (mine && atomic_load_explicit(&w->standing, memory_order_relaxed) != RA__SERVES)
        ra__relief_ring_one();
    return mine;
}

/* Those of whom there is no doubt come first, and of them who last ran where nobody else does: what they had is still near to there. */
bool ra__pool_wake_one(int node)
{
    ra__elsewhere_taken taken;
    look_around(&taken);
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < ra__pool.count; i++) {
            ra__worker *w = &ra__pool.workers[i];
            /* seq_cst for who stops the pool: it has stored that it does, and counts no sleepers first. */
            if (w->node != node || atomic_load_explicit(&w->parked, memory_order_seq_cst) != RA__ASLEEP)
                continue;
            if (pass < 2 && !ra__is_trusted(w))
                continue;
            if (pass == 0 && ra__os_cpuset_has(&taken.set, atomic_load_explicit(&w->last_cpu, memory_order_relaxed)))
                continue;
            if (wake(w, &taken))
                return true;
        }
    return false;
}

/* Those whose wakers may be off the processor. */
static void wake_again(void)
{
    for (int i = 0; i < ra__pool.count; i++) {
        ra__worker *w = &ra__pool.workers[i];
        if (atomic_load_explicit(&w->parked, memory_order_relaxed) == RA__TAKEN)
            ra__os_futex_wake(&w->parked, 1);
    }
}

/* But those that get no processor, as far as they can tell, and rest (doubt.h); and who serves in their places. */
static int workers_awake(void)
{
    int awake = 0;
    for (int i = 0; i < ra__pool.count; i++) {
        const ra__worker *w = &ra__pool.workers[i];
        awake += atomic_load_explicit(&w->parked, memory_order_relaxed) != RA__ASLEEP && ra__is_trusted(w);
        awake += atomic_load_explicit(&w->relief.awake, memory_order_relaxed);
    }
    return awake;
}

bool ra__pool_has_room(void)
{
    return has_room_for(workers_awake());
}

/* The counts first: who sleeps has forgotten its last look before it is counted so. */
bool ra__pool_is_looked_at(void)
{
    enum { KNOWS_MOMENTS = RA__ROOM(1, 0), LOOKED_NS = 5000 };
    bool searched = false;
    for (int n = 0; KNOWS_MOMENTS && n < ra__pool.nodes; n++)
        searched |= ra__searching_of(atomic_load_explicit(&ra__pool.idle[n].count, memory_order_seq_cst)) > 0;
    const uint64_t now = searched ? ra__os_now_ns() : 0;
    for (int i = 0; searched && i < ra__pool.count; i++) {
        const ra__worker *w = &ra__pool.workers[i];
        if (atomic_load_explicit(&w->looked_at, memory_order_relaxed) + LOOKED_NS > now || atomic_load_explicit(&w->relief.looked_at, memory_order_relaxed) + LOOKED_NS > now)
            return true;
    }
    return false;
}

/* One that searches may be off the processor, and for long: it takes two to let the others sleep. False: nobody was woken. */
static bool wake_unless_enough_search(int node)
{
    int searching = 0, enough = RA__MUTANT(SEARCHER_SUPPRESSES) ? 1 : 2;
    for (int i = 0; i < ra__pool.nodes; i++) {
        int near = ra__nearest_node(node, i);
        uint64_t idle = atomic_load_explicit(&ra__pool.idle[near].count, memory_order_seq_cst);
        searching += ra__searching_of(idle);
        if (searching >= enough)
            return false;
        if (ra__sleeping_of(idle) > 0 && ra__pool_wake_one(near))
            return true;
    }
    if (atomic_load_explicit(&ra__pool.waking, memory_order_relaxed) && !RA__MUTANT(WOKEN_ONCE))
        wake_again();
    return false;
}

void ra__pool_notify(int node)
{
    if (wake_unless_enough_search(node))
        return;
    if (atomic_load_explicit(&ra__pool.watch.serving, memory_order_relaxed) && is_of_program())
        ra__elsewhere_note_program(ra__os_cpu_now());
    if (atomic_load_explicit(&ra__pool.watch.relieved, memory_order_relaxed))
        ra__relief_ring_one();
}

bool ra__pool_is_full_with_waiters(void)
{
    const int helpers = waiters_awake();
    return helpers > 0 && workers_awake() + helpers >= ra__pool.processors;
}

void ra__pool_waiter_sleeps(bool sleeps)
{
    atomic_fetch_add_explicit(&ra__pool.waiting_asleep, sleeps ? 1 : -1, memory_order_relaxed);
}

bool ra__pool_is_searched(int node)
{
    return ra__pool_workers() && ra__searching_of(atomic_load_explicit(&ra__pool.idle[node].count, memory_order_relaxed)) > 0;
}

bool ra__pool_is_about_to_take(int node)
{
    return ra__pool_is_searched(node) && !ra__inject_is_empty(&ra__pool.inject[node]);
}
