#include "async/pool/parking.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/pool/workers.h"
#include "async/thread/stats.h"

/* The system tends to put a woken thread where it ran last. On the caller's own processor a background worker would wait
 * for the caller to stop, so those who last ran elsewhere come first. */
bool ra__pool_wake_one(int node)
{
    int here = ra__os_cpu_now();
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < ra__pool.count; i++) {
            ra__worker *w = &ra__pool.workers[i];
            /* seq_cst for who stops the pool: it has stored that it does, and counts no sleepers first. */
            if (w->node != node || !atomic_load_explicit(&w->parked, memory_order_seq_cst))
                continue;
            if (pass == 0 && atomic_load_explicit(&w->last_cpu, memory_order_relaxed) == here)
                continue;
            if (atomic_exchange_explicit(&w->parked, 0, memory_order_acq_rel)) {
                /* it wakes as a searcher */
                atomic_fetch_add_explicit(&ra__pool.idle[node].count, RA__SEARCHING - RA__SLEEPING, memory_order_seq_cst);
                ra__os_futex_wake(&w->parked, 1);
                ra__count(RA__STAT_WAKES, 1);
                return true;
            }
        }
    return false;
}

/* One that searches may be off the processor, and for long: it takes two to let the others sleep. */
void ra__pool_notify(int node)
{
    uint64_t searching = 0, enough = RA__MUTANT(SEARCHER_SUPPRESSES) ? 1 : 2;
    for (int i = 0; i < ra__pool.nodes; i++) {
        int near = ra__nearest_node(node, i);
        uint64_t idle = atomic_load_explicit(&ra__pool.idle[near].count, memory_order_seq_cst);
        searching += idle >> 32;
        if (searching >= enough || ((uint32_t)idle != 0 && ra__pool_wake_one(near)))
            return;
    }
}
