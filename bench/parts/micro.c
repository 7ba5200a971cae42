/* bench micro. */
#include "parts/micro.h"

void bench_micro(bench *b)
{
    report_begin(b->report, "micro", "Single operators",
                 "What a call costs the control thread, what a tiny operator takes, and how near large ones come to the machine's limits.");
    micro_cost(b);
    micro_latency(b);
    micro_memory(b);
    micro_speed(b);
    bench_restart(b, NULL);
}
