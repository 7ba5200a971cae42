/* memory_figures.c - how much memory is held and used, and on which node it is.
 *
 * Figures, all in capacities:
 *   held = what is carved or mapped = live + cached        held <= limit, where there is one
 * `held` is reserved before memory is taken and `live` raised after, so cached = held - live is never understated by an
 * allocation that is under way. They are relaxed: they count, and order nothing. Each node has both for itself; where there is one
 * node, what is live in all is what is live there and in spread blocks, and is counted once alone.
 * Threads with blocks at hand (memory_small.c) tell what they have taken and given only where it has become RA__MEM_UNTOLD bytes, so that two who do
 * not have anything to do with one another do not meet at a figure. Whoever asks adds what has not been told; the peak is right to as
 * much for each thread beside the first. */
#include "async/memory/memory_figures.h"

#include <errno.h>
#include <stdio.h>

#include "async/memory/memory_parts.h"
#include "async/os/os.h"
#include "async/os/placement.h"

enum { PAGE = 4096 }; /* what fresh pages are counted in */

struct ra__mem_node ra__mem_nodes[RA__MEM_NODES_MAX + 1];
static struct ra__shares shares;
int ra__mem_node_count = 1;

static _Alignas(128) _Atomic size_t held;
static _Atomic size_t live_of_many; /* where there are several nodes */
static _Atomic size_t peak;
_Atomic size_t ra__mem_most;
static const char *_Atomic limit_by;
static _Atomic size_t fresh;

/* A sum of differences, of slightly different moments. */
static size_t not_negative(size_t sum)
{
    return sum > SIZE_MAX / 2 ? 0 : sum;
}

/* Of a node, or NULL: of all. */
static size_t untold(const struct ra__mem_node *node)
{
    size_t sum = 0;
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next)
        if (!node || atomic_load_explicit(&b->magazine.home, memory_order_relaxed) == node)
            sum += atomic_load_explicit(&b->magazine.live, memory_order_relaxed);
    return sum;
}

static size_t told(const struct ra__mem_node *node)
{
    return atomic_load_explicit(&node->live, memory_order_relaxed);
}

static size_t told_in_all(void)
{
    return ra__mem_node_count > 1 ? atomic_load_explicit(&live_of_many, memory_order_relaxed) : told(&ra__mem_nodes[0]) + told(RA__MEM_SPREAD_HOME);
}

static size_t live_of(const struct ra__mem_node *node)
{
    return not_negative(told(node) + untold(node));
}

static size_t live_now(void)
{
    return not_negative(told_in_all() + untold(NULL));
}

bool ra__mem_reserve(struct ra__mem_node *node, size_t bytes)
{
    const size_t most = atomic_load_explicit(&ra__mem_most, memory_order_relaxed);
    size_t now = atomic_load_explicit(&held, memory_order_relaxed);
    do
        if (most && (now > most || bytes > most - now))
            return false;
    while (!atomic_compare_exchange_weak_explicit(&held, &now, now + bytes, memory_order_relaxed,
                                                  memory_order_relaxed));
    atomic_fetch_add_explicit(&node->held, bytes, memory_order_relaxed);
    return true;
}

void ra__mem_unreserve(struct ra__mem_node *node, size_t bytes)
{
    atomic_fetch_sub_explicit(&held, bytes, memory_order_relaxed);
    atomic_fetch_sub_explicit(&node->held, bytes, memory_order_relaxed);
}

/* What was told before, in all. */
static size_t add_live(struct ra__mem_node *node, size_t bytes)
{
    const size_t here = atomic_fetch_add_explicit(&node->live, bytes, memory_order_relaxed);
    return ra__mem_node_count > 1 ? atomic_fetch_add_explicit(&live_of_many, bytes, memory_order_relaxed)
                                  : here + told(node == RA__MEM_SPREAD_HOME ? &ra__mem_nodes[0] : RA__MEM_SPREAD_HOME);
}

static void raise_peak(size_t now)
{
    size_t most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > most &&
           !atomic_compare_exchange_weak_explicit(&peak, &most, now, memory_order_relaxed, memory_order_relaxed))
        ;
}

void ra__mem_count_live(struct ra__mem_node *node, size_t bytes)
{
    const struct ra__mem_node *home = ra__my_counters ? atomic_load_explicit(&ra__belongings_mine()->magazine.home, memory_order_relaxed) : NULL;
    if (home) /* so that of one thread alone the peak is what it is */
        ra__mem_tell(&ra__belongings_mine()->magazine, &ra__mem_nodes[home - ra__mem_nodes]);
    raise_peak(not_negative(add_live(node, bytes) + bytes));
}

void ra__mem_count_dead(struct ra__mem_node *node, size_t bytes)
{
    if (ra__mem_node_count > 1)
        atomic_fetch_sub_explicit(&live_of_many, bytes, memory_order_relaxed);
    atomic_fetch_sub_explicit(&node->live, bytes, memory_order_relaxed);
}

void ra__mem_tell(ra__magazine *magazine, struct ra__mem_node *node)
{
    const size_t live = atomic_load_explicit(&magazine->live, memory_order_relaxed), most = atomic_load_explicit(&magazine->most, memory_order_relaxed);
    if (!(live | most))
        return;
    if ((intptr_t)live < 0) /* in this order the child of a fork finds too much live, if anything */
        atomic_store_explicit(&magazine->live, 0, memory_order_relaxed);
    raise_peak(not_negative(add_live(node, live) + most));
    atomic_store_explicit(&magazine->live, 0, memory_order_relaxed);
    atomic_store_explicit(&magazine->most, 0, memory_order_relaxed);
}

/* Of which the second was read first. */
static size_t difference(_Atomic size_t *more, size_t less)
{
    const size_t more_now = atomic_load_explicit(more, memory_order_relaxed);
    return more_now > less ? more_now - less : 0;
}

size_t ra__mem_cached(void)
{
    return difference(&held, live_now());
}

void ra__mem_count_fresh(size_t bytes)
{
    atomic_fetch_add_explicit(&fresh, bytes, memory_order_relaxed);
}

/* For a request that failed: all goes where it was the system that refused; of what stands above the limit with it, no more than
 * that; nothing where that could not help. */
size_t ra__mem_keep_for(size_t bytes)
{
    const size_t most = atomic_load_explicit(&ra__mem_most, memory_order_relaxed);
    const size_t now = atomic_load_explicit(&held, memory_order_relaxed), cached = ra__mem_cached();
    if (!most || (now <= most && bytes <= most - now))
        return 0;
    const size_t in_use = now - (cached < now ? cached : now);
    return in_use <= most && bytes <= most - in_use ? most - in_use - bytes : SIZE_MAX;
}

bool ra__mem_is_live(void)
{
    return live_now();
}

void ra__mem_forget_figures(void)
{
    for (int n = 0; n < ra__mem_node_count; n++)
        ra__mem_nodes[n] = (struct ra__mem_node){.system_node = ra__mem_nodes[n].system_node};
    *RA__MEM_SPREAD_HOME = (struct ra__mem_node){.system_node = 0};
    atomic_store_explicit(&held, 0, memory_order_relaxed);
    atomic_store_explicit(&live_of_many, 0, memory_order_relaxed);
    atomic_store_explicit(&peak, 0, memory_order_relaxed);
    atomic_store_explicit(&fresh, 0, memory_order_relaxed);
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next) {
        atomic_store_explicit(&b->magazine.live, 0, memory_order_relaxed);
        atomic_store_explicit(&b->magazine.most, 0, memory_order_relaxed);
        atomic_store_explicit(&b->magazine.home, NULL, memory_order_relaxed);
    }
}

/* That of a thread counts from what has been told: of one thread alone it is the peak. Not less than what is live. */
static size_t peak_now(size_t live)
{
    size_t most = live;
    for (ra__belongings *b = ra__belongings_all(); b; b = b->next) {
        const size_t own = not_negative(told_in_all() + atomic_load_explicit(&b->magazine.most, memory_order_relaxed));
        most = own > most ? own : most;
    }
    raise_peak(most);
    return atomic_load_explicit(&peak, memory_order_relaxed);
}

void ra__mem_limit(size_t bytes, const char *by)
{
    atomic_store_explicit(&limit_by, by, memory_order_relaxed); /* a constant text */
    atomic_store_explicit(&ra__mem_most, bytes, memory_order_relaxed);
}

void ra__mem_stats(struct ra__mem_stats *stats)
{
    const size_t live = live_now();
    *stats = (struct ra__mem_stats){
        .live = live,
        .cached = ra__mem_cached(),
        .peak = peak_now(live),
        .limit = atomic_load_explicit(&ra__mem_most, memory_order_relaxed),
        .fresh_pages = (atomic_load_explicit(&fresh, memory_order_relaxed) + PAGE - 1) / PAGE,
        .nodes = ra__mem_node_count,
    };
    for (int n = 0; n < ra__mem_node_count; n++) {
        stats->node[n].live = live_of(&ra__mem_nodes[n]);
        stats->node[n].cached = difference(&ra__mem_nodes[n].held, live_of(&ra__mem_nodes[n]));
    }
    stats->spread.live = live_of(RA__MEM_SPREAD_HOME);
    stats->spread.cached = difference(&RA__MEM_SPREAD_HOME->held, live_of(RA__MEM_SPREAD_HOME));
}

bool ra__mem_could_hold(size_t bytes)
{
    const size_t most = atomic_load_explicit(&ra__mem_most, memory_order_relaxed), could = most ? most : ra__os_memory_size();
    return !could || bytes <= could;
}

const char *ra__mem_shortage(size_t bytes, char *text, size_t size)
{
    const size_t most = atomic_load_explicit(&ra__mem_most, memory_order_relaxed);
    const size_t used = live_now();
    if (most)
        snprintf(text, size, "%zu bytes wanted, %zu in use, and at most %zu allowed (%s)", bytes, used, most, atomic_load_explicit(&limit_by, memory_order_relaxed));
    else
        snprintf(text, size, "%zu bytes wanted, %zu in use, no limit set: the system has no more", bytes, used);
    return text;
}

/* ---- nodes ---- */

int ra__mem_init(int count, const int *system_nodes)
{
    if (count < 1 || count > RA__MEM_NODES_MAX)
        return -EINVAL;
    int wanted[RA__MEM_NODES_MAX];
    bool same = count == ra__mem_node_count;
    for (int n = 0; n < count; n++) {
        wanted[n] = system_nodes && system_nodes[n] >= 0 ? system_nodes[n] + 1 : 0;
        same = same && wanted[n] == ra__mem_nodes[n].system_node;
    }
    if (same)
        return 0;
    if (atomic_load_explicit(&held, memory_order_relaxed))
        return -EBUSY;
    ra__mem_node_count = count;
    for (int n = 0; n < count; n++)
        ra__mem_nodes[n].system_node = wanted[n];
    return 0;
}

void ra__mem_place(struct ra__mem_node *node, void *start, size_t bytes, bool huge)
{
    /* Both are wishes: the memory is as good without. */
    ra__os_advise_huge(start, bytes, huge);
    if (node->system_node)
        ra__os_bind_node(start, bytes, node->system_node - 1);
}

void ra__mem_place_shares(char *start, size_t bytes, size_t capacity)
{
    ra__os_advise_huge(start, capacity, true);
    size_t from = 0;
    for (int n = 0; n < shares.nodes && n < ra__mem_node_count; n++) {
        const size_t end = (size_t)ra__share_first(&shares, n + 1, (int64_t)bytes);
        size_t to = (end + RA__MEM_SPREAD_PAGE / 2) / RA__MEM_SPREAD_PAGE * RA__MEM_SPREAD_PAGE;
        if (end == bytes || to > capacity)
            to = capacity;
        if (to > from && ra__mem_nodes[n].system_node)
            ra__os_bind_node(start + from, to - from, ra__mem_nodes[n].system_node - 1);
        from = to;
    }
}

void ra__mem_share(const struct ra__shares *divided)
{
    shares = divided ? *divided : (struct ra__shares){.nodes = 0};
}
