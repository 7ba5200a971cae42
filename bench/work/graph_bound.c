#include "work/graph_bound.h"

#include <math.h>
#include <stdlib.h>

double graph_bound(const graph_task *tasks, int count, const int *places, int resources, double *chain, double *load, int *busiest)
{
    double *ends = calloc((size_t)count + 1, sizeof *ends), *loads = calloc((size_t)resources, sizeof *loads), longest = 0, most = 0;
    int which = 0;
    if (!ends || !loads) {
        free(ends), free(loads);
        return NAN;
    }
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < GRAPH_BEFORE; k++)
            if (tasks[i].before[k] >= 0)
                ends[i] = fmax(ends[i], ends[tasks[i].before[k]]);
        ends[i] += tasks[i].takes;
        longest = fmax(longest, ends[i]);
        loads[tasks[i].resource] += tasks[i].takes / places[tasks[i].resource];
    }
    for (int r = 0; r < resources; r++)
        if (loads[r] > most) {
            most = loads[r];
            which = r;
        }
    free(ends), free(loads);
    if (chain)
        *chain = longest;
    if (load)
        *load = most;
    if (busiest)
        *busiest = which;
    return fmax(longest, most);
}
