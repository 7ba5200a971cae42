#include "async/run/costs.h"

void ra__costs_init(void)
{
    static ra__cost costs[RA__OP_COUNT];
    for (int i = 0; i < RA__OP_COUNT; i++)
        ra__ops[i].cost = &costs[i];
}

static double ratio_of(const ra__job *j, uint64_t ns)
{
    return (double)ns / (j->plan->cost_ns > 50 ? j->plan->cost_ns : 50);
}

static void set_scale(ra__cost *c, double scale)
{
    scale = scale < 0.1 ? 0.1 : scale > 100 ? 100 : scale;
    atomic_store_explicit(&c->scale, (float)scale, memory_order_relaxed);
}

/* One run that was interrupted must not outweigh the others, so a sample moves the scale by a bounded factor. */
void ra__cost_learn(const ra__job *j, uint64_t ns)
{
    enum { UNTIMED = 31 };
    if (!ra__cost_is_measured(j))
        return;
    ra__cost *c = ra__job_op(j)->cost;
    double before = (double)atomic_load_explicit(&c->scale, memory_order_relaxed);
    const double ratio = ratio_of(j, ns);
    before = before > 0 ? before : 1;
    set_scale(c, ratio > before * 1.25 ? before * 1.25 : ratio < before * 0.9 ? before * 0.9 : ratio);
    atomic_store_explicit(&c->untimed, ratio > before * 1.25 ? 0 : UNTIMED, memory_order_relaxed); /* 0: longer than expected */
}

/* What was too long comes back when it takes so much of the limit. */
#define SHORTER 0.9

/*
 * Once it has been too long it is to be shorter by a tenth: what runs now here, now on a worker finds its operands in the other's caches
 * each time. Nearly so, it is tried now and then, since what is shared is not measured as a whole, and what is handed on is measured where
 * its operands are not: twice in a row, for the first brings them here, and the more rarely the longer that is in vain.
 */
bool ra__cost_is_tried(const ra__job *j, double expected_ns, int64_t limit_ns)
{
    enum { TRIED = 32, TRIED_MOST = 1024, NEARLY = 2 };
    ra__cost *c = ra__job_op(j)->cost;
    const uint32_t patience = atomic_load_explicit(&c->patience, memory_order_relaxed);
    if (expected_ns <= SHORTER * (double)limit_ns) {
        atomic_store_explicit(&c->patience, 0, memory_order_relaxed);
        return true;
    }
    if (!patience)
        atomic_store_explicit(&c->patience, TRIED, memory_order_relaxed);
    if (!patience || expected_ns > NEARLY * (double)limit_ns)
        return false;
    const uint32_t calls = atomic_load_explicit(&c->untried, memory_order_relaxed) + 1;
    const bool is_last = calls > patience;
    atomic_store_explicit(&c->untried, is_last ? 0 : calls, memory_order_relaxed);
    if (is_last && patience < TRIED_MOST)
        atomic_store_explicit(&c->patience, 2 * patience, memory_order_relaxed);
    return calls >= patience;
}

void ra__cost_ran_in_call(const ra__job *j, uint64_t ns, int64_t limit_ns)
{
    ra__cost *c = ra__cost_is_measured(j) ? ra__job_op(j)->cost : NULL;
    if (!c || !atomic_load_explicit(&c->patience, memory_order_relaxed) || (double)ns > SHORTER * (double)limit_ns) {
        ra__cost_learn(j, ns);
        return;
    }
    /* It was tried, and is short: nothing makes a run shorter than it is. */
    set_scale(c, ratio_of(j, ns));
    atomic_store_explicit(&c->patience, 0, memory_order_relaxed);
    atomic_store_explicit(&c->untried, 0, memory_order_relaxed);
}
