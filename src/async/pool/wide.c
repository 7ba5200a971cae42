#include "async/pool/wide.h"

#include "async/os/placed.h"
#include "async/pool/parking.h"
#include "async/thread/node.h"
#include "async/values/pages.h"

/* Those put up, of all nodes; the list only grows, by as many as are ever put up at the same time. */
static _Atomic(ra__slot *) all;

/* ---- putting up ---- */

static ra__slot *free_slot(int node)
{
    for (ra__slot *s = atomic_load_explicit(&all, memory_order_acquire); s; s = s->next) {
        bool taken = false;
        /* Acquire: after the release of whoever took its last unit. */
        if (s->node == node && atomic_compare_exchange_strong_explicit(&s->taken, &taken, true, memory_order_acquire, memory_order_relaxed))
            return s;
    }
    ra__slot *s = ra__slot_new(node);
    if (!s)
        return NULL;
    s->next = atomic_load_explicit(&all, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&all, &s->next, s, memory_order_release, memory_order_relaxed))
        ;
    return s;
}

/* A slot for every node with workers but one; false, and none is held, without memory. */
static bool find_slots(ra__slot **of, int own)
{
    for (int n = 0; n < ra__node_shares.nodes; n++) {
        of[n] = NULL;
        if (n == own || !ra__share_workers(&ra__node_shares, n) || (of[n] = free_slot(n)))
            continue;
        while (n-- > 0)
            if (of[n])
                atomic_store_explicit(&of[n]->taken, false, memory_order_release);
        return false;
    }
    return true;
}

void ra__wide_put_up(ra_task *t, int64_t units, int64_t *first, int64_t *end)
{
    ra__slot *of[RA__NODES_MAX];
    int own = ra__thread_node();
    *first = 0;
    *end = units;
    if (!ra__job_is_wide(&t->job) || !ra__share_is_possible(&ra__node_shares, units))
        return;
    while (!ra__share_workers(&ra__node_shares, own)) /* a control thread, where there are none */
        own = (own + 1) % ra__node_shares.nodes;
    if (!find_slots(of, own))
        return;
    for (int n = 0; n < ra__node_shares.nodes; n++) {
        int64_t from = ra__share_first(&ra__node_shares, n, units), to = ra__share_first(&ra__node_shares, n + 1, units);
        if (from == to)
            continue;
        RA__PLACED(.kind = RA__PLACED_SHARE, .node = n, .by = own, .phase = t->course->phase, .sequence = ra__task_number(t), .first = from, .end = to);
        if (n == own) {
            *first = from;
            *end = to;
        } else {
            ra__slot_offer(of[n], t, from, to);
            ra__pool_notify(n);
        }
    }
}

bool ra__wide_leave(ra_task *t, int64_t first, int64_t end)
{
    const int node = ra__thread_node();
    ra__slot *s = free_slot(node);
    if (!s)
        return false;
    ra__slot_offer(s, t, first, end);
    ra__pool_notify(node);
    return true;
}

/* ---- taking ---- */

/* The range that a thread of node `by` takes of [*first, *end). */
static void choose(int node, int by, int64_t *first, int64_t *end)
{
    if (node == by)
        *end = *first + ra__share_piece(&ra__node_shares, node, *end - *first);
    else
        *first += (*end - *first) / 2;
}

/* A worker of another node leaves what those of the node can begin on at once: it would take longer for it than they. */
static bool is_left_to_its_node(const ra__slot *s, int by, int64_t units)
{
    return by >= 0 && by != s->node && units <= ra__share_workers(&ra__node_shares, s->node);
}

static ra_task *take(ra__slot *s, int by, bool last, uint64_t walk, int64_t *first, int64_t *end)
{
    uint64_t range = atomic_load_explicit(&s->range, memory_order_seq_cst);
    for (;;) {
        int64_t f = ra__slot_first(range), e = ra__slot_end(range);
        if (f >= e || (!last && is_left_to_its_node(s, by, e - f)))
            return NULL;
        ra_task *t = atomic_load_explicit(&s->task, memory_order_acquire);
        if (walk && atomic_load_explicit(&t->needed, memory_order_relaxed) != walk)
            return NULL;
        *first = f;
        *end = e;
        choose(s->node, by, first, end);
        uint64_t rest = s->node == by ? ra__slot_pack(range >> 40, (uint64_t)*end, (uint64_t)e) : ra__slot_pack(range >> 40, (uint64_t)f, (uint64_t)*first);
        if (!atomic_compare_exchange_weak_explicit(&s->range, &range, rest, memory_order_acq_rel, memory_order_acquire))
            continue;
        if (ra__slot_first(rest) == ra__slot_end(rest))
            atomic_store_explicit(&s->taken, false, memory_order_release);
        RA__PLACED(.kind = RA__PLACED_PIECE, .node = s->node, .by = by, .phase = t->course->phase, .sequence = ra__task_number(t), .first = *first, .end = *end);
        return t;
    }
}

ra_task *ra__wide_take(int node, int by, bool last, uint64_t walk, int64_t *first, int64_t *end)
{
    for (ra__slot *s = atomic_load_explicit(&all, memory_order_acquire); s; s = s->next) {
        ra_task *t = s->node == node ? take(s, by, last, walk, first, end) : NULL;
        if (t)
            return t;
    }
    return NULL;
}

ra_task *ra__wide_take_any(uint64_t walk, int64_t *first, int64_t *end)
{
    for (ra__slot *s = atomic_load_explicit(&all, memory_order_acquire); s; s = s->next) {
        ra_task *t = take(s, -1, true, walk, first, end);
        if (t)
            return t;
    }
    return NULL;
}

bool ra__wide_any(void)
{
    for (ra__slot *s = atomic_load_explicit(&all, memory_order_acquire); s; s = s->next) {
        uint64_t range = atomic_load_explicit(&s->range, memory_order_seq_cst);
        if (ra__slot_first(range) < ra__slot_end(range))
            return true;
    }
    return false;
}

/* What was put up went with the threads that were to do it. */
void ra__wide_fork_child(void)
{
    for (ra__slot *s = atomic_load_explicit(&all, memory_order_acquire); s; s = s->next)
        ra__slot_forget(s);
}
