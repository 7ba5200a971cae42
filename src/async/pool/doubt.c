#include "async/pool/doubt.h"

#include "async/os/mutant.h"
#include "async/os/os.h"

enum {
    LATE_NS = 500000, /* a thread that is so late was kept off its processor */
    ON_TIME = 5,      /* times in a row after which it has one: others may let it in by chance */
    REST_LEAST_NS = 250000,
    REST_MOST_NS = 2000000,
    LASTED = 4        /* times as long as it was in doubt: then it was not trusted too early */
};

/* How long it rests each time that it sees whether it goes on: the longer, the sooner it was in doubt again after the last time. */
static void choose_rest(ra__worker *w)
{
    const uint64_t before = ra__doubt_rest_ns(w), served = ra__os_now_ns() - w->trusted_at;
    const uint64_t rest = served < LASTED * ON_TIME * before ? before * 2 : before / 2;
    w->rest_ns = rest < REST_LEAST_NS ? REST_LEAST_NS : rest > REST_MOST_NS ? REST_MOST_NS : rest;
}

uint64_t ra__doubt_rest_ns(const ra__worker *w)
{
    return w->rest_ns ? w->rest_ns : REST_LEAST_NS;
}

void ra__doubt(ra__worker *w)
{
    int serves = RA__SERVES;
    if (atomic_compare_exchange_strong_explicit(&w->standing, &serves, RA__DOUBTED, memory_order_relaxed, memory_order_relaxed))
        choose_rest(w);
    w->on_time = 0;
    w->proved = false;
}

/* While somebody waits, to who serves in its place: that there was nobody else on a processor for a while, where others may only have waited
 * for it to go on, says little of what comes next. */
static bool is_left_to_others(const ra__worker *w)
{
    return atomic_load_explicit(&ra__pool.waiting, memory_order_relaxed) && ra__is_relieved(w, true) && !RA__MUTANT(BACK_TOO_SOON);
}

void ra__goes_on(ra__worker *w, uint64_t due)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND)
        return;
    if (ra__os_now_ns() > due + LATE_NS)
        ra__doubt(w);
    else if (atomic_load_explicit(&w->standing, memory_order_relaxed) != RA__SERVES && ++w->on_time >= ON_TIME && !is_left_to_others(w)) {
        w->on_time = 0;
        w->trusted_at = ra__os_now_ns();
        atomic_store_explicit(&w->standing, RA__SERVES, memory_order_relaxed);
    }
}

void ra__looks_on(ra__worker *w, uint64_t looked_at, uint64_t now)
{
    if (ra__pool.priority == RA_PRIORITY_BACKGROUND && looked_at && now > looked_at + LATE_NS)
        ra__doubt(w);
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
