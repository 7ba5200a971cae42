#include "async/pool/doubt.h"

#include "async/os/mutant.h"
#include "async/os/os.h"

enum {
    LATE_NS = 500000, /* a thread that is so late was kept off its processor */
    ON_TIME = 5,      /* times in a row after which it has one, at least: others may let it in by chance */
    TRIAL = 100,      /* the same, woken for something, for who was relieved: of its wakes less than a hundredth is late then, as a rule */
    REST_LEAST_NS = 250000,
    REST_MOST_NS = 2000000,
    PROOF_LEAST_NS = ON_TIME * REST_LEAST_NS,
    PROOF_MOST_NS = 100000000,
    PROOF_ALONE_NS = ON_TIME * REST_MOST_NS, /* at most, where nobody serves in its place: what is long waits for it */
    PROOF_OF_OFF = 4 /* for a part of the time that it was off it is to go on in time */
};

static uint64_t between(uint64_t least, uint64_t x, uint64_t most)
{
    return x < least ? least : x > most ? most : x;
}

uint64_t ra__doubt_rest_ns(const ra__worker *w)
{
    return between(REST_LEAST_NS, w->proof_ns / ON_TIME, REST_MOST_NS);
}

/* On trial others serve in its place at once. False: it was in doubt, or the watch has been quicker. */
static bool is_doubted_now(ra__worker *w)
{
    int serves = RA__SERVES, on_trial = RA__ON_TRIAL;
    return atomic_compare_exchange_strong_explicit(&w->standing, &serves, RA__DOUBTED, memory_order_relaxed, memory_order_relaxed) ||
           atomic_compare_exchange_strong_explicit(&w->standing, &on_trial, RA__RELIEVED, memory_order_relaxed, memory_order_relaxed);
}

void ra__doubt(ra__worker *w, uint64_t off_ns)
{
    if (is_doubted_now(w))
        w->proof_ns = between(PROOF_LEAST_NS, w->proof_ns / 2, PROOF_MOST_NS);
    w->proof_ns = between(w->proof_ns, off_ns / PROOF_OF_OFF, PROOF_MOST_NS);
    w->on_time = 0;
    w->proved = false;
}

/* While somebody waits, to who serves in its place: that there was nobody else on a processor for a while, where others may only have waited
 * for it to go on, says little of what comes next. */
static bool is_left_to_others(const ra__worker *w)
{
    return ra__pool_is_waited_for() && ra__is_relieved(w, true) && !RA__MUTANT(BACK_TOO_SOON);
}

/* It goes on in time, once more. Whether that is often enough, and for long enough. */
static bool has_shown(ra__worker *w, int standing, uint64_t now)
{
    if (standing == RA__ON_TRIAL)
        return ++w->on_time >= TRIAL;
    if (!w->on_time++)
        w->on_time_since = now - ra__doubt_rest_ns(w);
    const uint64_t most = ra__is_relief_there(ra__pool_is_waited_for()) ? PROOF_MOST_NS : PROOF_ALONE_NS;
    return w->on_time >= ON_TIME && now >= w->on_time_since + between(0, w->proof_ns, most);
}

void ra__goes_on(ra__worker *w, uint64_t due)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND)
        return;
    const uint64_t now = ra__os_now_ns();
    const int standing = atomic_load_explicit(&w->standing, memory_order_relaxed);
    if (now > due + LATE_NS)
        ra__doubt(w, now - due);
    else if (standing != RA__SERVES && has_shown(w, standing, now) && !is_left_to_others(w)) {
        w->on_time = 0;
        (void)ra__set_standing(w, standing == RA__RELIEVED && !RA__MUTANT(TRUSTED_AT_ONCE) ? RA__ON_TRIAL : RA__SERVES);
    }
}

void ra__looks_on(ra__worker *w, uint64_t looked_at, uint64_t now)
{
    if (ra__pool.priority == RA_PRIORITY_BACKGROUND && looked_at && now > looked_at + LATE_NS)
        ra__doubt(w, now - looked_at);
}

/* Who yields in the background goes on at once, unless there is somebody else to run there. */
bool ra__is_sure_of_processor(ra__worker *w)
{
    if (ra__pool.priority != RA_PRIORITY_BACKGROUND || atomic_load_explicit(&w->raised, memory_order_relaxed))
        return true;
    if (!ra__is_relief_there(true)) /* nobody would take what it leaves */
        return true;
    if (!ra__is_trusted(w))
        return false;
    const uint64_t before = ra__os_now_ns();
    ra__os_yield();
    const uint64_t off = ra__os_now_ns() - before;
    if (off > LATE_NS)
        ra__doubt(w, off);
    else
        w->proved = true;
    return w->proved;
}
