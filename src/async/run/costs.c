#include "async/run/costs.h"

void ra__costs_init(void)
{
    static ra__cost costs[RA__OP_COUNT];
    for (int i = 0; i < RA__OP_COUNT; i++)
        ra__ops[i].cost = &costs[i];
}

/* One run that was interrupted must not outweigh the others, so a sample moves the scale by a bounded factor. */
void ra__cost_learn(const ra__job *j, uint64_t ns)
{
    enum { UNTIMED = 31 };
    if (!ra__cost_is_measured(j))
        return;
    ra__cost *c = ra__job_op(j)->cost;
    double before = (double)atomic_load_explicit(&c->scale, memory_order_relaxed);
    double ratio = (double)ns / (j->plan->cost_ns > 50 ? j->plan->cost_ns : 50);
    before = before > 0 ? before : 1;
    double after = ratio > before * 1.25 ? before * 1.25 : ratio < before * 0.9 ? before * 0.9 : ratio;
    after = after < 0.1 ? 0.1 : after > 100 ? 100 : after;
    atomic_store_explicit(&c->scale, (float)after, memory_order_relaxed);
    atomic_store_explicit(&c->untimed, ratio > before * 1.25 ? 0 : UNTIMED, memory_order_relaxed); /* 0: longer than expected */
}
