#include "async/pool/budget.h"

#define RESERVE (1.0 / 16)     /* of the quota, for what is not foreseen */
#define LEAST (1.0 / 8)        /* of the quota, however much the others use: work always goes on */
#define FALL (1.0 / 4)         /* of the way down that an estimate goes at once; up it goes all the way */
#define STORE_NS INT64_C(1000000)
#define ESTIMATE_NS UINT64_C(20000000)

/* ---- what flows ---- */

void ra__flow_start(ra__flow *f, double rate, int64_t store, uint64_t now)
{
    f->store = store;
    atomic_store_explicit(&f->left, store, memory_order_relaxed);
    atomic_store_explicit(&f->rate, rate, memory_order_relaxed);
    atomic_store_explicit(&f->filled_at, now, memory_order_relaxed);
}

/* What has come in since somebody last looked. The figures are counts that order nothing. */
static void fill(ra__flow *f, uint64_t now)
{
    uint64_t since = atomic_load_explicit(&f->filled_at, memory_order_relaxed);
    if (now <= since || !atomic_compare_exchange_strong_explicit(&f->filled_at, &since, now, memory_order_relaxed, memory_order_relaxed))
        return;
    const double in = (double)(now - since) * atomic_load_explicit(&f->rate, memory_order_relaxed);
    int64_t left = atomic_load_explicit(&f->left, memory_order_relaxed), more;
    do {
        const double sum = (double)left + in;
        more = sum < (double)f->store ? (int64_t)sum : f->store;
    } while (!atomic_compare_exchange_weak_explicit(&f->left, &left, more, memory_order_relaxed, memory_order_relaxed));
}

int64_t ra__flow_use(ra__flow *f, uint64_t used, uint64_t now)
{
    atomic_fetch_sub_explicit(&f->left, (int64_t)used, memory_order_relaxed); /* first: what has come in meanwhile is not lost to a full store */
    fill(f, now);
    return atomic_load_explicit(&f->left, memory_order_relaxed);
}

uint64_t ra__flow_until(const ra__flow *f, int64_t left, int64_t wanted, uint64_t now)
{
    return now + (uint64_t)((double)(wanted - left) / atomic_load_explicit(&f->rate, memory_order_relaxed));
}

/* ---- a quota ---- */

static double rate_for(const ra__budget *b)
{
    const double rate = b->quota * (1 - RESERVE) - b->others_rate;
    return rate > b->quota * LEAST ? rate : b->quota * LEAST;
}

void ra__budget_start(ra__budget *b, double quota, uint64_t now, uint64_t others)
{
    b->quota = quota;
    b->others = others;
    b->others_rate = 0;
    ra__flow_start(&b->flow, rate_for(b), STORE_NS, now);
    atomic_store_explicit(&b->estimated_at, now, memory_order_relaxed);
}

uint64_t ra__budget_spend(ra__budget *b, uint64_t used, uint64_t now)
{
    const int64_t left = ra__flow_use(&b->flow, used, now);
    return left >= 0 ? 0 : ra__flow_until(&b->flow, left, 0, now);
}

bool ra__budget_is_due(ra__budget *b, uint64_t now, uint64_t *since)
{
    *since = atomic_load_explicit(&b->estimated_at, memory_order_acquire);
    return now > *since && now - *since >= ESTIMATE_NS && atomic_compare_exchange_strong_explicit(&b->estimated_at, since, UINT64_MAX, memory_order_acquire, memory_order_relaxed);
}

void ra__budget_estimate(ra__budget *b, uint64_t since, uint64_t now, uint64_t others)
{
    const double seen = others > b->others ? (double)(others - b->others) / (double)(now - since) : 0;
    b->others_rate = seen > b->others_rate ? seen : b->others_rate + (seen - b->others_rate) * FALL;
    b->others = others;
    atomic_store_explicit(&b->flow.rate, rate_for(b), memory_order_relaxed);
    atomic_store_explicit(&b->estimated_at, now, memory_order_release);
}
