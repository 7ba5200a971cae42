/* memory_figures.c - how much memory is held and used, and on which node it is.
 *
 * Figures, all in capacities:
 *   held = what is carved or mapped = live + cached        held <= limit, where there is one
 * `held` is reserved before memory is taken and `live` raised after, so cached = held - live is never understated by an
 * allocation that is under way. They are relaxed: they count, and order nothing. Each node has both for itself; where there is one
 * node, what is live in all is what is live there and in spread blocks, and is counted once alone. */
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
static _Atomic size_t limit;
static const char *_Atomic limit_by;
static _Atomic size_t fresh;

static size_t live_of(const struct ra__mem_node *node)
{
    return atomic_load_explicit(&node->live, memory_order_relaxed);
}

static size_t live_now(void)
{
    return ra__mem_node_count > 1 ? atomic_load_explicit(&live_of_many, memory_order_relaxed) : live_of(&ra__mem_nodes[0]) + live_of(RA__MEM_SPREAD_HOME);
}

bool ra__mem_reserve(struct ra__mem_node *node, size_t bytes)
{
    const size_t most = atomic_load_explicit(&limit, memory_order_relaxed);
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

void ra__mem_count_live(struct ra__mem_node *node, size_t bytes)
{
    const size_t here = atomic_fetch_add_explicit(&node->live, bytes, memory_order_relaxed) + bytes;
    const size_t now = ra__mem_node_count > 1 ? atomic_fetch_add_explicit(&live_of_many, bytes, memory_order_relaxed) + bytes
                                              : here + live_of(node == RA__MEM_SPREAD_HOME ? &ra__mem_nodes[0] : RA__MEM_SPREAD_HOME);
    size_t most = atomic_load_explicit(&peak, memory_order_relaxed);
    while (now > most &&
           !atomic_compare_exchange_weak_explicit(&peak, &most, now, memory_order_relaxed, memory_order_relaxed))
        ;
}

void ra__mem_count_dead(struct ra__mem_node *node, size_t bytes)
{
    if (ra__mem_node_count > 1)
        atomic_fetch_sub_explicit(&live_of_many, bytes, memory_order_relaxed);
    atomic_fetch_sub_explicit(&node->live, bytes, memory_order_relaxed);
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
    const size_t most = atomic_load_explicit(&limit, memory_order_relaxed);
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
}

void ra__mem_limit(size_t bytes, const char *by)
{
    atomic_store_explicit(&limit_by, by, memory_order_relaxed); /* a constant text */
    atomic_store_explicit(&limit, bytes, memory_order_relaxed);
}

void ra__mem_stats(struct ra__mem_stats *stats)
{
    *stats = (struct ra__mem_stats){
        .live = live_now(),
        .cached = ra__mem_cached(),
        .peak = atomic_load_explicit(&peak, memory_order_relaxed),
        .limit = atomic_load_explicit(&limit, memory_order_relaxed),
        .fresh_pages = (atomic_load_explicit(&fresh, memory_order_relaxed) + PAGE - 1) / PAGE,
        .nodes = ra__mem_node_count,
    };
    for (int n = 0; n < ra__mem_node_count; n++) {
        stats->node[n].live = atomic_load_explicit(&ra__mem_nodes[n].live, memory_order_relaxed);
        stats->node[n].cached = difference(&ra__mem_nodes[n].held, live_of(&ra__mem_nodes[n]));
    }
    stats->spread.live = atomic_load_explicit(&RA__MEM_SPREAD_HOME->live, memory_order_relaxed);
    stats->spread.cached = difference(&RA__MEM_SPREAD_HOME->held, live_of(RA__MEM_SPREAD_HOME));
}

bool ra__mem_could_hold(size_t bytes)
{
    const size_t most = atomic_load_explicit(&limit, memory_order_relaxed), could = most ? most : ra__os_memory_size();
    return !could || bytes <= could;
}

const char *ra__mem_shortage(size_t bytes, char *text, size_t size)
{
    const size_t most = atomic_load_explicit(&limit, memory_order_relaxed);
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
