#include "async/run/pace.h"

#include "async/os/os.h"
#include "async/pool/pool.h"
#include "async/pool/stand_back.h"
#include "async/run/defined.h"
#include "async/run/help.h"
#include "async/run/run.h"
#include "async/thread/stalls.h"
#include "async/thread/state.h"
#include "async/thread/stats.h"

/* *which: the limit, where there is more in flight than it allows. */
static bool is_over(int memory, ra__wait_reason *which)
{
    const int64_t tasks = ra__graph_in_flight().tasks;
    if (!ra__pace_is_over(memory, tasks))
        return false;
    *which = (size_t)tasks > ra__settings.pacing_count ? RA__WAIT_PACED_COUNT : RA__WAIT_PACED_BYTES;
    return true;
}

static bool over_limit(int memory, ra__wait_reason *which)
{
    if (!is_over(memory, which))
        return false;
    ra__graph_collect_all();
    return is_over(memory, which);
}

enum {
    PACE_AGAIN_NS = 100000,
    PACE_MOST_NS = 1000000,
    HELD_UP_NS = 8 * PACE_AGAIN_NS /* without progress before workers are looked at, again and again */
};

/* Since when a paced thread has found nothing to do: what is in flight is in the hands of others. 0: it has just done something. */
typedef struct idle {
    uint64_t since, held_up_since;
} idle;

static void pace_sleeps(idle *i)
{
    _Atomic uint32_t never = 0;
    const uint64_t now = ra__os_now_ns();
    if (!i->since)
        i->since = i->held_up_since = now;
    if (now - i->held_up_since >= HELD_UP_NS) {
        ra__pool_held_up(0);
        i->held_up_since = now;
    }
    ra__os_futex_wait(&never, 0, now + ra__look_again_ns(now - i->since, PACE_AGAIN_NS, PACE_MOST_NS));
}

/* A paced thread helps with whatever is ready, oldest first, and otherwise sleeps a little: the ends of tasks make no
 * noise. */
void ra__pace_slowly(const char *operator, int memory)
{
    ra__wait_reason first, now;
    ra__tell_defined();
    ra__pool_sweep(true, ra__run_urgent);
    if (!over_limit(memory, &first))
        return;
    uint64_t start = ra__os_now_ns();
    idle i = {0, 0};
    ra__tls.wait_depth++;
    ra__pool_wait_begin();
    do {
        if (!ra__run_one(false))
            pace_sleeps(&i);
        else
            i.since = 0;
    } while (over_limit(memory, &now));
    ra__pool_wait_end();
    ra__tls.wait_depth--;
    ra__count(RA__STAT_PACED, 1);
    ra__count(RA__STAT_PACED_NS, ra__os_now_ns() - start);
    ra__note_wait(first, operator, 0, start);
}
