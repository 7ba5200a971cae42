#include "async/pool/relief.h"

#include "async/memory/memory.h"
#include "async/os/elsewhere.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/pool/doubt.h"
#include "async/pool/find.h"
#include "async/pool/parking.h"
#include "async/pool/stand_back.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

#include <limits.h>

enum {
    PATIENCE_NS = 30000000,  /* for so long ready work waits for a processor */
    CALLED_NS = 3000000,     /* the same while somebody waits: what a worker has had of so long says whether it gets on */
    PERIOD_NS = 40000000,
    LOOK_AGAIN_NS = 1000000,
    WATCH_NUMBER = 9004,     /* names of the threads */
    RELIEF_NUMBER = 9200
};

static bool has_watch; /* of who starts and stops, like the next two */
static struct ra__os_thread watch_thread;
static bool (*serve_one)(void);

static bool stops(void)
{
    return atomic_load_explicit(&ra__pool.stopping, memory_order_seq_cst);
}

/* ---- serving in a worker's place ---- */

static bool is_relieved(const ra__worker *w, bool waiting)
{
    return ra__is_served_for(w, waiting) && !stops();
}

static void keep_off(ra__relief *r, int cpu)
{
    if (cpu == r->kept_off)
        return;
    if (r->kept_off >= 0) {
        ra__elsewhere_let_go(&r->elsewhere);
        ra__elsewhere_risen(&r->elsewhere);
        r->kept_off = -1;
    }
    ra__elsewhere_taken taken = {.here = cpu, .perhaps = -1};
    if (cpu < 0)
        return;
    ra__os_cpuset_add(&taken.set, cpu);
    if (ra__elsewhere_confine(&r->elsewhere, &taken, cpu) >= 0)
        r->kept_off = cpu;
}

/* While nobody waits, not where a thread of the program goes on computing, as far as is known. */
static void find_place(ra__relief *r, bool waiting)
{
    keep_off(r, waiting ? -1 : ra__elsewhere_program());
}

/* What it uses from now on counts, or, while somebody waits, for no share. */
static void count(ra__relief *r, bool waiting)
{
    if (!waiting && !r->counts)
        r->counted = ra__os_thread_cpu_ns();
    r->counts = !waiting;
}

/* Until when it is to rest, for what it has used since; 0: it goes on. */
static uint64_t rests_until(ra__relief *r)
{
    ra__flow *share = &ra__pool.watch.share;
    const uint64_t now = ra__os_now_ns(), used = ra__os_thread_cpu_ns();
    const int64_t left = ra__flow_use(share, used - r->counted, now);
    r->counted = used;
    return left >= 0 ? 0 : ra__flow_until(share, left, share->store, now);
}

/* Before it looks: what was there when it was rung is seen. */
static bool is_rung(ra__worker *w)
{
    return atomic_exchange_explicit(&w->relief.rung, 0, memory_order_acquire);
}

void ra__relief_rest(void)
{
    ra__worker *w = ra__tls.in_place_of;
    if (!w)
        return;
    const bool waiting = ra__pool_is_waited_for();
    const uint64_t until = w->relief.counts && !waiting ? rests_until(&w->relief) : 0;
    count(&w->relief, waiting);
    if (waiting)
        find_place(&w->relief, true);
    if (!until)
        return;
    atomic_store_explicit(&w->relief.rests, true, memory_order_relaxed);
    ra__mem_rest();
    while (!stops() && ra__os_now_ns() < until && !ra__pool_is_waited_for())
        if (!is_rung(w))
            ra__os_futex_wait(&w->relief.rung, 0, until);
    atomic_store_explicit(&w->relief.rests, false, memory_order_relaxed);
    w->relief.counts = false;
}

/* Or until it is rung. */
static void sleep_idle_until(ra__worker *w, uint64_t until)
{
    atomic_store_explicit(&w->relief.awake, false, memory_order_relaxed);
    ra__mem_rest();
    ra__os_futex_wait(&w->relief.rung, 0, until);
    atomic_store_explicit(&w->relief.awake, true, memory_order_relaxed);
}

/* An ordinary thread is in nobody's way for so long, however long workers may look. */
static uint64_t look_ns(void)
{
    enum { LOOK_MOST_NS = 20000 };
    const uint64_t ns = ra__pool_look_ns(false);
    return ns < LOOK_MOST_NS ? ns : LOOK_MOST_NS;
}

/* Who publishes counts on it from now on, as on a worker that searches. */
static void look(ra__worker *w, uint64_t now)
{
    if (!w->relief.searching)
        atomic_fetch_add_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING, memory_order_seq_cst);
    w->relief.searching = true;
    atomic_store_explicit(&w->relief.looked_at, now, memory_order_relaxed);
    for (int i = 0; i < 8; i++)
        ra__os_relax();
}

/* By who has counted on it something may be left: not for it, or more than it has taken. */
static bool look_no_more(ra__worker *w, bool (*is_left)(void))
{
    if (!w->relief.searching)
        return false;
    atomic_store_explicit(&w->relief.looked_at, 0, memory_order_relaxed); /* before the count, as a worker does */
    atomic_fetch_sub_explicit(&ra__pool.idle[w->node].count, RA__SEARCHING, memory_order_seq_cst);
    const bool left = is_left();
    w->relief.searching = false;
    if (left && !RA__MUTANT(RELIEF_TELLS_NOBODY))
        ra__pool_notify(w->node);
    return left;
}

/* Of the pieces of a job who takes some tells others himself. */
void ra__relief_found(void)
{
    ra__worker *w = ra__tls.in_place_of;
    if (w) /* nobody's in the child of a fork */
        (void)look_no_more(w, ra__anything_queued);
}

static bool serves_one(ra__worker *w, bool waiting)
{
    if (!is_relieved(w, waiting) || (w->relief.searching && !ra__anything_to_find()))
        return false;
    find_place(&w->relief, waiting);
    count(&w->relief, waiting);
    return serve_one();
}

/*
 * What comes next is often made ready by others, who tell nobody: it looks again for a while, ever less often. Who waits for one call after
 * the other has the next one for it in a moment: for that it looks on as a worker does, though nobody waits until then.
 */
static void serve_while_there_is_work(ra__worker *w)
{
    atomic_fetch_add_explicit(&ra__pool.watch.serving, 1, memory_order_relaxed);
    w->relief.counts = false;
    for (uint64_t pause = LOOK_AGAIN_NS, looks_until = 0; pause < PATIENCE_NS;) {
        const bool waiting = ra__pool_is_waited_for();
        if (serves_one(w, waiting)) {
            ra__pool_rest();
            pause = LOOK_AGAIN_NS;
            looks_until = waiting ? ra__os_now_ns() + look_ns() : 0;
            continue;
        }
        const uint64_t now = looks_until ? ra__os_now_ns() : 0;
        if (now < looks_until && !stops() && (w->relief.searching || ra__pool_has_room())) {
            look(w, now);
            continue;
        }
        looks_until = 0;
        if (look_no_more(w, ra__anything_to_find) && !RA__MUTANT(RELIEF_LEAVES_LAST)) /* nobody rings it for that */
            continue;
        if (!is_relieved(w, ra__pool_is_waited_for()))
            break;
        sleep_idle_until(w, ra__os_now_ns() + pause);
        pause = is_rung(w) ? LOOK_AGAIN_NS : 2 * pause;
    }
    keep_off(&w->relief, -1);
    atomic_fetch_sub_explicit(&ra__pool.watch.serving, 1, memory_order_relaxed);
}

static void relief(void *arg)
{
    ra__worker *w = arg;
    ra__os_at_thread_exit();
    ra__os_thread_long_slices();
    ra__elsewhere_begin(&w->relief.elsewhere);
    w->relief.kept_off = -1;
    ra__tls.in_place_of = w;
    ra__tls.works = true;
    ra__tls.node = w->node;
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    atomic_store_explicit(&w->relief.awake, true, memory_order_relaxed);
    while (!stops()) {
        if (!is_rung(w)) {
            if (!stops())
                sleep_idle_until(w, RA__OS_FOREVER);
            continue;
        }
        serve_while_there_is_work(w);
    }
    ra__elsewhere_end(&w->relief.elsewhere);
}

/* False: there is no thread, and none to be had. */
static bool make_thread(ra__worker *w)
{
    if (!w->relief.there)
        w->relief.there = ra__os_thread_create(&w->relief.thread, RELIEF_NUMBER + w->index, relief, w, w->bound ? &w->cpus : NULL) == 0;
    if (!w->relief.there)
        atomic_store_explicit(&ra__pool.watch.there, false, memory_order_relaxed);
    return w->relief.there;
}

/* At least so: whom the work itself wants relieved stays it. */
static void relieve(ra__worker *w, enum ra__standing standing)
{
    if (!make_thread(w))
        return;
    int before = atomic_load_explicit(&w->standing, memory_order_relaxed);
    if (before < (int)standing)
        before = ra__set_standing(w, standing);
    if (before < RA__CALLED)
        ra__count(RA__STAT_RELIEVED, 1);
    ra__relief_wake(w);
}

/* ---- the watch ---- */

static bool is_awake(const ra__worker *w)
{
    return atomic_load_explicit(&w->parked, memory_order_seq_cst) != RA__ASLEEP;
}

static bool any_is_awake(void)
{
    for (int i = 0; i < ra__pool_workers(); i++)
        if (is_awake(&ra__pool.workers[i]))
            return true;
    return false;
}

/* Of the time since it was woken, or since its use was noted last, if that is so long; and it wants one: between two pieces, where there
 * is doubt, it rests for want of it. */
static bool gets_no_processor(const ra__worker *w, uint64_t now, uint64_t window)
{
    const uint64_t woken = atomic_load_explicit(&w->woken_at, memory_order_relaxed);
    const uint64_t from = woken > w->relief.seen_at ? woken : w->relief.seen_at;
    if (now < from + window || (ra__os_thread_used_ns(&w->thread) - w->relief.seen_used) * 4 >= now - from)
        return false;
    if (!ra__is_trusted(w) && !atomic_load_explicit(&w->busy, memory_order_relaxed))
        return true;
    return ra__os_thread_is_runnable(atomic_load_explicit(&w->tid, memory_order_relaxed));
}

/* For who waits, and asks again and again: where there is doubt, and who rests with a piece in hand. */
static void relieve_doubted(uint64_t now)
{
    for (int i = 0; i < ra__pool_workers(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        if (is_awake(w) && (!ra__is_trusted(w) || gets_no_processor(w, now, CALLED_NS)))
            relieve(w, RA__CALLED);
        else if (atomic_load_explicit(&w->relief.rests, memory_order_relaxed))
            ra__relief_wake(w);
    }
}

/* For the work: where nobody gets on. */
static void relieve_all(uint64_t now)
{
    int awake = 0, starved = 0;
    for (int i = 0; i < ra__pool_workers(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        const bool relieved = atomic_load_explicit(&w->standing, memory_order_relaxed) == RA__RELIEVED;
        awake += is_awake(w);
        starved += is_awake(w) && (relieved || gets_no_processor(w, now, PATIENCE_NS));
    }
    if (!starved || starved < awake || !ra__anything_to_find())
        return;
    for (int i = 0; i < ra__pool_workers(); i++)
        if (is_awake(&ra__pool.workers[i]))
            relieve(&ra__pool.workers[i], RA__RELIEVED);
}

static void note_use(uint64_t now)
{
    for (int i = 0; i < ra__pool_workers(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        w->relief.seen_at = now;
        w->relief.seen_used = ra__os_thread_used_ns(&w->thread);
    }
}

/* Sleeps while no worker is awake, or until then; what has come up meanwhile is seen by a look between saying so and sleeping. */
static void sleep_until(uint64_t next)
{
    const bool awake = any_is_awake();
    const uint32_t how = awake ? RA__WATCH_LOOKS_AGAIN : RA__WATCH_SLEEPS;
    atomic_store_explicit(&ra__pool.watch.sleeps, how, memory_order_seq_cst);
    if (!stops() && !atomic_load_explicit(&ra__pool.watch.called, memory_order_seq_cst) && (awake || !any_is_awake()))
        ra__os_futex_wait(&ra__pool.watch.sleeps, how, awake ? next : RA__OS_FOREVER);
    atomic_store_explicit(&ra__pool.watch.sleeps, RA__WATCH_AWAKE, memory_order_relaxed); /* who finds it later wakes it in vain */
}

static void watch(void *unused)
{
    (void)unused;
    ra__os_at_thread_exit();
    ra__tls.carried.mode |= RA__MODE_KERNEL;
    bool called = false; /* since it noted their use last: who relieves them for those who wait may have kept them off */
    for (uint64_t next = 0; !stops();) {
        sleep_until(next);
        const uint64_t now = ra__os_now_ns();
        const bool due = now >= next, asked = atomic_exchange_explicit(&ra__pool.watch.called, false, memory_order_acquire);
        if ((asked || (due && !ra__pool.watch.percent)) && ra__pool_is_waited_for()) {
            relieve_doubted(now);
            called |= asked;
        }
        if (!due)
            continue;
        if (ra__pool.watch.percent && !called)
            relieve_all(now);
        called = false;
        note_use(now);
        next = now + PATIENCE_NS;
    }
}

void ra__relief_call(void)
{
    if (!ra__is_relief_there(true) || atomic_exchange_explicit(&ra__pool.watch.called, true, memory_order_seq_cst))
        return;
    ra__watch_wake();
}

/* ---- start, stop, fork ---- */

/* Where there is none, what somebody had in hand for those who waited is ended yet, at one of a hundred. */
static void start_share(void)
{
    const int percent = ra__pool.watch.percent ? ra__pool.watch.percent : 1;
    const double rate = percent / 100.0 * ra__pool.count;
    ra__flow_start(&ra__pool.watch.share, rate, (int64_t)(PERIOD_NS * rate), ra__os_now_ns());
}

void ra__relief_start(bool (*serve)(void))
{
    serve_one = serve;
    ra__elsewhere_note_program(ra__os_cpu_now());
    start_share();
    atomic_store_explicit(&ra__pool.watch.sleeps, RA__WATCH_AWAKE, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.called, false, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.relieved, 0, memory_order_relaxed);
    has_watch = ra__os_thread_create(&watch_thread, WATCH_NUMBER, watch, NULL, NULL) == 0;
    atomic_store_explicit(&ra__pool.watch.there, has_watch, memory_order_relaxed);
}

void ra__relief_stop(void)
{
    if (!has_watch)
        return;
    ra__watch_wake();
    ra__os_thread_join(&watch_thread);
    has_watch = false;
    atomic_store_explicit(&ra__pool.watch.there, false, memory_order_relaxed);
    for (int i = 0; i < ra__pool_workers(); i++) {
        ra__worker *w = &ra__pool.workers[i];
        if (!w->relief.there)
            continue;
        ra__relief_wake(w);
        ra__os_thread_join(&w->relief.thread);
        w->relief.there = false;
    }
}

void ra__relief_fork_child(void)
{
    has_watch = false;
    atomic_store_explicit(&ra__pool.watch.there, false, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.sleeps, RA__WATCH_AWAKE, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.called, false, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.serving, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__pool.watch.relieved, 0, memory_order_relaxed);
    ra__tls.in_place_of = NULL;
}
