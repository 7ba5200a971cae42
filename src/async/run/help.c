#include "async/run/help.h"

#include "async/memory/memory.h"
#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/os/room.h"
#include "async/pool/parking.h"
#include "async/pool/pool.h"
#include "async/pool/stand_back.h"
#include "async/pool/urgent.h"
#include "async/run/defined.h"
#include "async/run/lane.h"
#include "async/run/run.h"
#include "async/tasks/bell.h"
#include "async/tasks/drop.h"
#include "async/tasks/graph.h"
#include "async/tasks/needed.h"
#include "async/thread/guest.h"
#include "async/thread/node.h"
#include "async/thread/state.h"

enum {
    LOOK_AGAIN_NS = 300000, /* how long a waiter sleeps before it looks for work once more, at least, */
    LOOK_MOST_NS = 16000000, /* and at most, times those who wait: each is seldom the one who finds some, */
    LOOK_LAST_NS = 100000000, /* but not more than that */
    HELD_UP_NS = 3 * LOOK_AGAIN_NS, /* without progress before workers are looked at, again and again */
    LOOKS = 16              /* holds of the lock that a search goes on for, where workers run what it would find anyway */
};

static _Atomic uint64_t last_waiter;

static uint64_t new_walk(void)
{
    return atomic_fetch_add_explicit(&last_waiter, 1, memory_order_relaxed) + 1;
}

/* The last of the targets, which is likely to end last: nothing joins the group of what somebody waits for. Under the lock. */
static void watch(struct ra__target *watched, const ra__targets *targets)
{
    bool live = watched->task && ra__task_is_live(watched->task, watched->sequence);
    const struct ra__target *last = targets->count ? &targets->of[targets->count - 1] : &(struct ra__target){NULL, 0};
    if (watched->task == last->task && watched->sequence == last->sequence)
        return;
    if (live && !RA__MUTANT(TIMED_WAIT_LEFT))
        atomic_fetch_sub_explicit(&watched->task->watched, 1, memory_order_relaxed);
    *watched = *last;
    if (last->task)
        atomic_fetch_add_explicit(&last->task->watched, 1, memory_order_seq_cst);
}

static bool is_over(const ra__targets *targets)
{
    for (int i = 0; i < targets->count; i++)
        if (ra__task_is_live(targets->of[i].task, targets->of[i].sequence))
            return false;
    return true;
}

/* ---- one wait ---- */

typedef struct wait {
    ra__gather *gather;
    void *what;
    uint64_t deadline, me;
    bool complete; /* nothing is to be gathered any more */
    ra__targets targets;
    ra__walk walk;
    struct ra__target watched; /* its task may be NULL */
    const ra__guest *within;   /* the kernel that waits, and those beneath it; NULL: none does */
    struct wait *next;         /* in the list of such waits, if they are without end */
    uint64_t passed;           /* the last look for a circle that came by */
    bool held_up;              /* it has slept for a while, without progress */
    bool begun;                /* it has looked */
    uint64_t as_lanes;         /* for whom it marks what it needs, in the blocking lane; 0: it is not the lane's, or has not looked */
} wait;

/* Where this thread's last wait with a limit was stopped: one after another, each shorter than the way to what is ready, would else
 * never come there. */
static __thread ra__stopped_walk stopped;

static void begin(wait *w, ra__gather *gather, void *what, uint64_t deadline)
{
    w->gather = gather;
    w->what = what;
    w->deadline = deadline;
    w->me = new_walk();
    w->complete = false;
    w->targets.count = 0;
    w->walk = (ra__walk){.number = 0};
    w->watched = (struct ra__target){NULL, 0};
    w->within = ra__tls.guest;
    w->next = NULL;
    w->passed = 0;
    w->held_up = false;
    w->begun = false;
    w->as_lanes = 0;
}

static bool has_limit(const wait *w)
{
    return w->deadline && w->deadline != RA__OS_FOREVER; /* 0: it does not wait, and looks at all */
}

/* ---- waits that would never end ---- */

/*
 * A kernel of X that waits for what comes after X waits for ever, and so do kernels that wait for one another. A wait of a kernel
 * goes over what it needs (ra_task.needed says so); where that is the task of a kernel that waits as well, it goes over what that
 * one needs, and so on. If it comes to a kernel that it is made in itself, or that it is run upon, it is told. Each of these
 * waits is in a list while it lasts. Of one that has a deadline nobody is held up for ever.
 */
static wait *waits_of_kernels; /* under the graph lock, as is the next */
static uint64_t last_look;

static bool may_be_circular(const wait *w)
{
    return w->within && w->deadline == RA__OS_FOREVER;
}

static void enlist(wait *w)
{
    w->next = waits_of_kernels;
    waits_of_kernels = w;
}

/* In the child of a fork it is not there. */
static void delist(wait *w)
{
    wait **at = &waits_of_kernels;
    while (*at && *at != w)
        at = &(*at)->next;
    if (*at)
        *at = w->next;
}

void ra__help_fork_child(void)
{
    waits_of_kernels = NULL;
}

/* Whether w needs that a kernel ends which v is made in or run upon. None of their tasks can be another by now. */
static bool is_behind(const wait *v, const wait *w)
{
    const ra__guest *g = v->within;
    while (g && atomic_load_explicit(&g->task->needed, memory_order_relaxed) != w->me)
        g = g->below;
    return g;
}

/* Marks what v needs as needed by w, up to so many parts of it. */
static int pass_over(const wait *v, const wait *w, int parts)
{
    ra__walk walk = {.number = 0};
    for (bool more = true; more && parts > 0; parts--)
        (void)ra__find_needed(&v->targets, &walk, w->me, 0, &more);
    return parts;
}

/* Under the lock, when w has gone over all that it needs. What is too much for one look is not found. */
static bool is_circular(wait *w)
{
    const uint64_t look = ++last_look;
    int parts = LOOKS;
    bool found = is_behind(w, w);
    wait *first = w->held_up ? waits_of_kernels : NULL;
    w->held_up = false;
    for (wait *v = first; v && !found && parts > 0;) {
        if (v == w || v->passed == look || !is_behind(v, w)) {
            v = v->next;
            continue;
        }
        v->passed = look;
        parts = pass_over(v, w, parts);
        found = is_behind(w, w);
        v = waits_of_kernels; /* some that were behind nothing may be behind this one */
    }
    return found;
}

/* ---- the blocking lane ---- */

/*
 * While a kernel waits that the blocking lane runs, what lies in the lane is run by that wait alone (lane.c), and by it as far as it cannot
 * end without: what its own walk passes, and what a kernel waits for, on another thread, that has to end before it can, and so on. All that is
 * marked, as needed by that wait of the lane's: by its own walk, and by that of each wait of a kernel whose task is marked so already. So after
 * as many looks as kernels wait for one another all of it is known, each by a walk of its own, however much there is to go over; and no other
 * walk takes these marks away.
 *
 * Of waits of the lane's upon one another the uppermost alone looks: those beneath cannot end before it. When it has ended, the next one marks
 * what it needs anew.
 *
 * A wait with a limit counts as one without, also when it is over, until the lane waits for something else: who waits again and again until
 * something has ended waits for that. But what is estimated to take longer than its limit it leaves lying there.
 */
static uint64_t lane_waits; /* who marks so: the wait of the lane's that looked last; under the graph lock */

static bool is_lanes(const wait *w)
{
    return w->within && ra__lane_is_mine();
}

/* Under the lock: who w marks for, which is the lane's and has something to wait for. One after another for the same marks for the first. */
static uint64_t mark_as_lanes(wait *w)
{
    static uint64_t last_what, last_as;
    uint64_t what = 0;
    for (int i = 0; i < w->targets.count; i++)
        what = what * 31 + w->targets.of[i].sequence;
    if (what != last_what && !RA__MUTANT(LANE_KEEPS_MARKS))
        last_as = 0;
    last_what = what;
    return last_as = last_as ? last_as : w->me;
}

/* Under the lock: what the walk of w leaves as a mark for the lane; 0: none. */
static uint64_t for_lane(wait *w)
{
    const ra__guest *g = w->within;
    if (is_lanes(w)) {
        if (!w->as_lanes && w->targets.count)
            w->as_lanes = mark_as_lanes(w);
        return lane_waits = w->as_lanes;
    }
    while (g && g->task->needed_in_lane != lane_waits)
        g = g->below;
    return g && !RA__MUTANT(LANE_WAITS_ALONE) ? lane_waits : 0;
}

/* ---- helping ---- */

/* Under the lock: what is still waited for; false if that is nothing. A walk goes over what has ended meanwhile. */
static bool is_waiting(wait *w)
{
    if (w->walk.number)
        return true;
    ra__targets_keep_live(&w->targets);
    if (w->targets.count == 0 && !w->complete)
        w->complete = w->gather(&w->targets, w->what);
    return w->targets.count || !w->complete;
}

/* However deep waits are within one another they run what they need; but for a mutant. */
static bool only_sleeps(void)
{
    return RA__MUTANT(SLEEPS_WITHIN) && ra__tls.wait_depth > RA__ROOM(64, 1);
}

/* Whether a search goes on that has taken the lock so often. */
static bool may_look(const wait *w, int looks)
{
    return looks == 0 || ((looks < LOOKS || ra__pool_workers() == 0) && !(has_limit(w) && ra__os_now_ns() >= w->deadline));
}

/* At first, where the wait before was for the same: what that had left. */
static ra_task *take_up(wait *w)
{
    ra_task *found = NULL;
    if (!w->begun && has_limit(w) && stopped.waiter && ra__walk_take_up(&w->targets, &w->walk, &stopped, ra__waiting_longest_ns, &found))
        w->me = ra__waiting_walk = stopped.waiter;
    w->begun = true;
    return found;
}

/* What is needed and ready, claimed for this thread. *state: ENDED where there is nothing to wait for, CIRCULAR where it never ends. */
static ra_task *find(wait *w, unsigned *flags, enum ra__waited *state)
{
    int looks = 0;
    bool more = true;
    ra_task *found = NULL;
    while (more && !found && may_look(w, looks++)) {
        ra__graph_lock();
        *state = is_waiting(w) ? RA__TIMED_OUT : RA__ENDED;
        watch(&w->watched, &w->targets);
        more = !only_sleeps();
        found = more ? take_up(w) : NULL;
        w->walk.lane = for_lane(w);
        if (more && !found)
            found = ra__find_needed(&w->targets, &w->walk, w->me, ra__waiting_longest_ns, &more);
        /* One that has ended takes nothing: what an earlier wait of the same kernel's has left marked would be nobody's. */
        const bool is_stuck = !found && !more && (*state != RA__ENDED || RA__MUTANT(LANE_LEAVES_TAKEN));
        if (found && !ra__task_claim(found, ra__task_number(found), flags))
            found = NULL;
        else if (is_stuck && may_be_circular(w) && is_circular(w)) {
            *state = RA__CIRCULAR;
            delist(w); /* the others of the circle may go on */
        } else if (is_stuck && w->as_lanes && is_lanes(w))
            found = ra__lane_take_needed(w->as_lanes, ra__waiting_longest_ns, flags);
        ra__graph_unlock();
    }
    return found;
}

/* The last time that this thread slept in a wait it was over soon. */
static __thread bool ends_soon;

/*
 * Before it sleeps a waiter looks a little longer, where workers do: whoever has just taken what it waits for is about to
 * put grains up, and an end within the time of a wake-up is seen at once. True: it has run a part.
 */
static bool look_longer(const wait *w)
{
    const uint64_t look_ns = ra__pool_workers() ? ra__pool_look_ns(ends_soon && ra__pool_has_room()) : 0;
    uint64_t until = look_ns ? ra__os_now_ns() + look_ns : 0;
    until = until < w->deadline ? until : w->deadline;
    while (until && !is_over(&w->targets) && ra__os_now_ns() < until) {
        if (ra__steal_part(w->me))
            return true;
        for (int i = 0; i < 16 && !is_over(&w->targets); i++)
            ra__os_relax();
    }
    return false;
}

/* It has found nothing to do for so long. */
static void sleep_a_while(const wait *w, uint64_t now, uint64_t idle_ns)
{
    const int waiting = atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed);
    const uint64_t until = now + ra__look_again_ns(idle_ns, LOOK_AGAIN_NS, waiting > LOOK_LAST_NS / LOOK_MOST_NS ? LOOK_LAST_NS : (uint64_t)waiting * LOOK_MOST_NS);
    if (is_over(&w->targets))
        return;
    ra__mem_rest();
    ra__pool_waiter_sleeps(true);
    ra__sleep_until_ended(w->watched.task, w->watched.sequence, until < w->deadline ? until : w->deadline);
    ra__pool_waiter_sleeps(false);
    ends_soon = ra__os_now_ns() < now + ra__pool_look_ns(true);
}

static enum ra__waited help(wait *w)
{
    uint64_t idle_since = 0, held_up_since = 0; /* 0: it has just done something */
    int looks = 0;
    for (;;) {
        RA__POINT(WAIT);
        uint64_t now = w->deadline == RA__OS_FOREVER ? 0 : ra__os_now_ns();
        ra__waiting_longest_ns = w->deadline == RA__OS_FOREVER ? 1e300 : (double)w->deadline - (double)now;
        unsigned flags = 0;
        enum ra__waited state;
        ra_task *found = find(w, &flags, &state);
        if (state != RA__TIMED_OUT)
            return state;
        if (found)
            ra__run_claimed(found, flags);
        else if (w->deadline != RA__OS_FOREVER && now >= w->deadline)
            return w->complete && is_over(&w->targets) ? RA__ENDED : RA__TIMED_OUT;
        else if (!is_over(&w->targets) && !ra__steal_part(w->me) && !(looks++ == 0 && look_longer(w))) {
            now = ra__os_now_ns();
            if (!idle_since)
                idle_since = held_up_since = now;
            if (now - held_up_since >= HELD_UP_NS) {
                ra__pool_held_up(w->me);
                w->held_up = true;
                held_up_since = now;
            }
            sleep_a_while(w, now, now - idle_since);
            continue;
        }
        idle_since = 0;
        looks = 0;
    }
}

static void leave(wait *w)
{
    ra__pool_sweep(false, ra__run_urgent);
    if (has_limit(w))
        ra__walk_stop(&w->targets, &w->walk, w->me, &stopped);
    if (!w->watched.task && !may_be_circular(w))
        return;
    ra__graph_lock();
    watch(&w->watched, &(ra__targets){.count = 0});
    delist(w);
    ra__graph_unlock();
}

/*
 * What this thread has just recorded a worker that searches is about to take: it is left to it for as long as that takes. Else now the
 * one and now the other would run it, and have what the other has in its caches.
 */
static void leave_to_searchers(void)
{
    enum { LOOKS_AT_QUEUE = 24 };
    for (int i = 0; i < LOOKS_AT_QUEUE && ra__pool_is_about_to_take(ra__thread_node()); i++)
        ra__os_relax();
}

static enum ra__waited wait_here(wait *w, uint64_t *ended)
{
    uint64_t outer = ra__waiting_walk;
    double outer_longest = ra__waiting_longest_ns;
    uint64_t outer_until = ra__waiting_until;
    ra__waiting_walk = w->me;
    ra__waiting_until = w->deadline;
    ra__waiting_left = (struct ra__target){NULL, 0};
    ra__tls.wait_depth++;
    ra__pool_wait_begin();
    leave_to_searchers();
    enum ra__waited how = help(w);
    leave(w);
    *ended = w->watched.sequence;
    ra__pool_wait_end();
    ra__tls.wait_depth--;
    ra__waiting_walk = outer;
    ra__waiting_longest_ns = outer_longest;
    ra__waiting_until = outer_until;
    return how;
}

/* ---- waits within one another ---- */

/*
 * A wait of a kernel that was run in a wait of a kernel, and so on: once these have used so much of a stack, it goes on upon
 * another, that of a thread of its own. Of the program's stacks no more is known than what a call needs (engine.h); those of
 * the library have 8 MiB.
 */
enum { STACK_OF_OTHERS = 24 << 10, STACK_OF_OURS = 1 << 20 };

typedef struct deeper {
    wait *w;
    unsigned mode;
    bool is_lanes;
    uint64_t ended;
    enum ra__waited how;
} deeper;

static __thread bool is_deeper;

static void wait_there(void *of)
{
    deeper *d = of;
    ra__os_at_thread_exit();
    ra__tls.carried.mode = d->mode;
    ra__tls.guest = (ra__guest *)(uintptr_t)d->w->within;
    is_deeper = true;
    ra__lane_lend(d->is_lanes);
    d->how = wait_here(d->w, &d->ended);
}

static bool is_deep(void)
{
    const char *here = __builtin_frame_address(0), *from = ra__tls.guests_from;
    int64_t used = !from ? 0 : from > here ? from - here : here - from;
    return used > (is_deeper || ra__is_worker() ? STACK_OF_OURS : STACK_OF_OTHERS);
}

enum ra__waited ra__help_until(ra__gather *gather, void *what, uint64_t deadline, uint64_t *ended)
{
    wait w;
    ra__tell_defined();
    begin(&w, gather, what, deadline);
    if (may_be_circular(&w)) {
        ra__graph_lock();
        enlist(&w);
        ra__graph_unlock();
    }
    enum { THREAD = 9100 };
    struct ra__os_thread thread;
    deeper d = {.w = &w, .mode = ra__tls.carried.mode, .is_lanes = ra__lane_is_mine()};
    bool there = is_deep() && !ra__os_thread_create(&thread, THREAD, wait_there, &d, NULL);
    if (!there)
        return wait_here(&w, ended);
    ra__os_thread_join(&thread);
    *ended = d.ended;
    return d.how;
}

bool ra__help_once(ra__gather *gather, void *what)
{
    wait w;
    begin(&w, gather, what, 0); /* it does not wait */
    double outer_longest = ra__waiting_longest_ns;
    enum ra__waited state;
    unsigned flags;
    ra__waiting_longest_ns = 1e300;
    ra_task *found;
    do /* until something is found to go over: what stands for others is gone through step by step */
        found = find(&w, &flags, &state);
    while (!found && state == RA__TIMED_OUT && w.targets.count == 0);
    leave(&w);
    if (found)
        ra__run_alone(found, flags);
    ra__waiting_longest_ns = outer_longest;
    return found;
}

static void run_for(uint64_t walk, double longest_ns, ra_task *t, unsigned flags)
{
    uint64_t outer = ra__waiting_walk;
    double outer_longest = ra__waiting_longest_ns;
    uint64_t outer_until = ra__waiting_until;
    ra__waiting_walk = walk;
    ra__waiting_longest_ns = longest_ns;
    ra__waiting_until = RA__OS_FOREVER;
    ra__run_claimed(t, flags);
    ra__waiting_walk = outer;
    ra__waiting_longest_ns = outer_longest;
    ra__waiting_until = outer_until;
}

void ra__run_urgent(ra_task *t, unsigned flags)
{
    run_for(RA__WALK_URGENT, RA__URGENT_NS, t, flags);
}

void ra__cancel_range(ra_storage *s, int64_t first, int64_t end)
{
    uint64_t me = new_walk();
    ra__cancelled ready = {.again = false};
    do { /* more may be ready than are claimed, and of those that come after one more than are kept for this thread */
        ra__cancel_writers(s, first, end, me, &ready);
        for (int i = 0; i < ready.count; i++) /* those that only came after these end as well, and nothing else is begun */
            run_for(me, 1e300, ready.task[i], ready.flags[i]);
        ready.again = true;
    } while (ready.count);
}
