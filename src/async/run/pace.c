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
    PACED_LONG = 8 /* sleeps without progress before workers are looked at */
};

/* Of a paced thread that finds nothing to do: what is in flight is in the hands of others. */
static void pace_sleeps(int *slept)
{
    _Atomic uint32_t never = 0;
    if (++*slept % PACED_LONG == 0)
        ra__pool_held_up(0);
    ra__os_futex_wait(&never, 0, ra__os_now_ns() + PACE_AGAIN_NS);
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
    int slept = 0;
    ra__tls.wait_depth++;
    ra__pool_wait_begin();
    do {
        if (!ra__run_one(false))
            pace_sleeps(&slept);
        else
            slept = 0;
    } while (over_limit(memory, &now));
    ra__pool_wait_end();
    ra__tls.wait_depth--;
    ra__count(RA__STAT_PACED, 1);
    ra__count(RA__STAT_PACED_NS, ra__os_now_ns() - start);
    ra__note_wait(first, operator, 0, start);
}
