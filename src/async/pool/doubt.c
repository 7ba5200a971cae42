#include "async/pool/doubt.h"

#include "async/os/os.h"

enum {
    LATE_NS = 500000, /* a thread that is so late was kept off its processor */
    ON_TIME = 5       /* times in a row after which it has one: others may let it in by chance */
};

void ra__doubt(ra__worker *w)
{
    int serves = RA__SERVES;
    atomic_compare_exchange_strong_explicit(&w->standing, &serves, RA__DOUBTED, memory_order_relaxed, memory_order_relaxed);
    w->on_time = 0;
    w->proved = false;
}

void ra__goes_on(ra__worker *w, uint64_t due)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND)
        return;
    if (ra__os_now_ns() > due + LATE_NS)
        ra__doubt(w);
    else if (atomic_load_explicit(&w->standing, memory_order_relaxed) != RA__SERVES && ++w->on_time >= ON_TIME) {
        w->on_time = 0;
        atomic_store_explicit(&w->standing, RA__SERVES, memory_order_relaxed);
    }
}

/* Who yields in the background goes on at once, unless there is somebody else to run there. */
bool ra__is_sure_of_processor(ra__worker *w)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND || atomic_load_explicit(&w->raised, memory_order_relaxed))
        return true;
    if (!ra__is_relief_there(true)) /* nobody would take what it leaves */
        return true;
    if (atomic_load_explicit(&w->standing, memory_order_relaxed) != RA__SERVES)
        return false;
    const uint64_t before = ra__os_now_ns();
    ra__os_yield();
    if (ra__os_now_ns() > before + LATE_NS)
        ra__doubt(w);
    else
        w->proved = true;
    return w->proved;
}
