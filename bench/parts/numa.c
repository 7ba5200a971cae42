/* The scheduler at 8 nodes of 16 cores, simulated (numa_model.h): remote accesses and imbalance against random stealing. */
#include "bench.h"
#include "marks/marks.h"
#include "parts/numa_model.h"

#include <math.h>

static const char machine[] = "node:8 l3:2 core:8 pu:1";

static const struct {
    const char *id, *title;
} loads[MODEL_LOADS] = {
    [MODEL_EVEN] = {"numa_even", "24 large operators one after another, 4096 even grains each"},
    [MODEL_UNEVEN] = {"numa_uneven", "the same, the last grains of each three times as long as the first"},
    [MODEL_DISTURBED] = {"numa_disturbed", "the same as the first, half the cores of one node at half their speed"},
    [MODEL_SMALL] = {"numa_small", "12800 small operators at a time on operands all over the machine"},
};

static const char *const policies[MODEL_POLICIES] = {
    [MODEL_SHARES] = "runahead: shares, near thieves",
    [MODEL_DISTANCE] = "near thieves, pages on the starter's node",
    [MODEL_RANDOM] = "random stealing, pages by first touch",
    [MODEL_INTERLEAVED] = "random stealing, pages interleaved",
};

static void put_load(bench *b, model_load load)
{
    static const char *const columns[] = {"remote accesses, %", "busiest/mean worker", "time/ideal", "taken from afar, %", NULL};
    report_begin_table(b->report, loads[load].id, loads[load].title, columns);
    for (int p = 0; p < MODEL_POLICIES; p++) {
        if (load == MODEL_SMALL && (p == MODEL_DISTANCE || p == MODEL_INTERLEAVED))
            continue; /* these differ in large operators only */
        model_outcome o, again;
        progress("numa: %s", loads[load].id);
        bool made = model_run(machine, (model_policy)p, load, 1, &o);
        if (made && p == MODEL_SHARES) {
            made = model_run(machine, (model_policy)p, load, 1, &again);
            if (made && (o.events != again.events || o.makespan != again.makespan || o.remote != again.remote))
                report_failure(b->report, "two runs of one simulation differ");
        }
        if (!made) {
            report_failure(b->report, "the simulation could not be made: out of memory");
            return;
        }
        report_begin_row(b->report, load == MODEL_SMALL && p == MODEL_SHARES ? "runahead: sent to their operands" : load == MODEL_SMALL ? "one queue for all" : policies[p],
                         "", BETTER_LOWER, NULL);
        report_value(b->report, 100 * o.remote);
        report_value(b->report, o.imbalance);
        report_value(b->report, o.makespan);
        report_value(b->report, 100 * o.far_steals);
    }
}

static void put_result(bench *b)
{
    model_outcome ours, random;
    if (model_run(machine, MODEL_SHARES, MODEL_EVEN, 1, &ours) && model_run(machine, MODEL_RANDOM, MODEL_EVEN, 1, &random))
        report_result(b->report, "Of even grains %.3g %% of the accesses go to another node, with random stealing %.3g %%; they take %.3g times the ideal, and %.3g.", 100 * ours.remote,
                      100 * random.remote, ours.makespan, random.makespan);
}

void bench_numa(bench *b)
{
    report_begin(b->report, "numa", "The scheduler on eight nodes, simulated",
                 "A simulation, not a measurement: 8 nodes of 16 cores, played out with the library's own placement, shares and stealing. An access to another "
                 "node takes twice as long as a local one, and longer in proportion while more cores want a memory than it has of its own; the grains of the first, "
                 "third and last table do nothing but access memory. The same seed gives the same figures.");
    for (int load = 0; load < MODEL_LOADS; load++)
        put_load(b, (model_load)load);
    put_result(b);
}

void marks_numa(marks *m)
{
    model_outcome ours, random;
    progress("marks: numa");
    mark_note(m, MARK_NUMA_PLACES, "shown by tests: tests/test_numa.c, tests/test_topology.c"); /* no clock shows it */
    mark_note(m, MARK_NUMA_PAGES, "shown by make check-numa, on machines of two and four nodes under qemu");
    if (!model_run(machine, MODEL_SHARES, MODEL_EVEN, 1, &ours) || !model_run(machine, MODEL_RANDOM, MODEL_EVEN, 1, &random)) {
        mark_note(m, MARK_NUMA_STEALS, "out of memory for the simulation");
        return;
    }
    mark_found(m, MARK_NUMA_STEALS, 100 * ours.remote, 100 * random.remote, NAN);
    mark_note(m, MARK_NUMA_STEALS, "time by the ideal %.2f and %.2f, busiest by the mean worker %.2f and %.2f; more in bench numa", ours.makespan, random.makespan,
              ours.imbalance, random.imbalance);
}
