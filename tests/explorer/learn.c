/*
 * Where a thread need not be stopped.
 *
 * Two accesses of one place in memory by two threads, one of them a write, of which neither happens before the other but for
 * what the second one itself acquires, could have come in the other order. Who stops each thread before the first access of every
 * such pair, and nowhere else, comes to every order of events that there is (Flanagan and Godefroid, POPL 2005: these are
 * the places to which a search must turn back). So an access that is never one of such a pair is no point: what it touches is
 * the thread's own at the time, or stands behind a lock whose word is a point. A place of the engine is taken twice, as it accesses
 * memory that no other thread has touched in the schedule, and memory that one has.
 *
 * Which places those are is not believed but seen: in the first SCHEDULES seeds every place is a point, and what has been
 * come to OFTEN and was never in such a pair is quiet from then on; what is not known well is a point. Pairs are looked for in
 * every schedule, at quiet places as well, and one that was taken for quiet wrongly is told (explore.c); for the sake of those,
 * every place is a point in one schedule of sixteen. What is wrong in the first schedules is told as in any other. The detector of races
 * between plain accesses and the choice of older values need no points: they go by what happens before what.
 *
 * Figures are quiet though they are in such pairs: relaxed counters that order nothing and guard nothing. Who reads one must be
 * content with any value, an older one included, and is given older ones (atomics.c).
 */
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCHEDULES = 2000, OFTEN = 500 };

static const char *const figures[] = {
    "ra__mem_reserve", "ra__mem_unreserve", "ra__mem_count_live", "ra__mem_count_dead", "ra__mem_count_fresh", "difference", "ra__mem_note_live", /* of memory in use */
    "ra__mem_note_dead", "ra__mem_tell", "add_live", "raise_peak", "untold", "told", "peak_now",
    "ra__cost_measured", "ra__cost_is_due", "ra__cost_is_short", "ra__cost_is_tried", "ra__cost_ran_in_call", "ra__cost_learn", "set_scale", /* what operators have cost */
    "ra__count", "ra__count_max", "ra__counters_make", "ra__belongings_mine"};

static bool is_figure(const char *text)
{
    const char *function = strchr(text, '(');
    for (size_t i = 0; function && i < sizeof figures / sizeof *figures; i++)
        if (!strncmp(function + 1, figures[i], strlen(figures[i])) && function[1 + strlen(figures[i])] == ')')
            return true;
    return false;
}

void ex_learn(void)
{
    ex_site *sites;
    bool quiet = ex.quiet;
    ex.quiet = ex.all_points = true;
    for (uint64_t seed = 1; seed <= SCHEDULES; seed++) {
        ex_program p;
        ex_generate(&p, seed);
        if (ex_run(&p, ex_schedule_of(seed)))
            continue;
        ex.quiet = false;
        (void)ex_run(&p, ex_schedule_of(seed));
        printf("# seed %lu, every place a point: %s# replay: EXPLORER_EVERY=1 explorer replay %lu\n", (unsigned long)seed, ex.report, (unsigned long)seed);
        exit(1);
    }
    ex.quiet = quiet;
    ex.learnt = true;
    ex.all_points = false;
    int n = ex_sites(&sites);
    ex_sites_name(sites, n);
    for (int i = 0; i < n; i++) {
        ex_site *s = ex_site_of(sites[i].address);
        const uint64_t often = ((s->visits[0] + s->visits[1]) << 16) / SCHEDULES;
        s->often = often < UINT32_C(1) << 24 ? (uint32_t)often : UINT32_C(1) << 24;
        s->figure = is_figure(sites[i].text);
        for (int own = 0; own < 2; own++) {
            s->quiet[own] = s->figure || (s->visits[own] >= OFTEN && s->races[own] == 0);
            s->visits[own] = s->races[own] = 0;
        }
        s->times = s->points = 0;
    }
}
