#include "work/graph_bound.h"

#include <math.h>
#include <stdlib.h>

/* begins[i], and what comes behind i: the longest chains to it, and from it. */
static void find_ways(const graph_task *tasks, int count, double *begins, double *behind)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < GRAPH_BEFORE; k++)
            if (tasks[i].before[k] >= 0)
                begins[i] = fmax(begins[i], begins[tasks[i].before[k]] + tasks[tasks[i].before[k]].takes);
    for (int i = count - 1; i >= 0; i--)
        for (int k = 0; k < GRAPH_BEFORE; k++)
            if (tasks[i].before[k] >= 0)
                behind[tasks[i].before[k]] = fmax(behind[tasks[i].before[k]], behind[i] + tasks[i].takes);
}

/* Of one resource: nothing of it begins before the first of its tasks can, and none of them ends the graph. */
static void find_load(const graph_task *tasks, int count, int resource, int places, const double *begins, const double *behind, graph_least *least)
{
    double load = 0, before = INFINITY, after = INFINITY;
    for (int i = 0; i < count; i++) {
        if (tasks[i].resource != resource)
            continue;
        load += tasks[i].takes / places;
        before = fmin(before, begins[i]);
        after = fmin(after, behind[i]);
    }
    if (load > least->load) {
        least->load = load;
        least->busiest = resource;
    }
    if (load > 0)
        least->with_ends = fmax(least->with_ends, before + load + after);
}

double graph_bound(const graph_task *tasks, int count, const int *places, int resources, graph_least *least)
{
    double *begins = calloc((size_t)count + 1, sizeof *begins), *behind = calloc((size_t)count + 1, sizeof *behind);
    *least = (graph_least){.chain = 0};
    if (begins && behind) {
        find_ways(tasks, count, begins, behind);
        for (int i = 0; i < count; i++)
            least->chain = fmax(least->chain, begins[i] + tasks[i].takes);
        least->with_ends = least->chain;
        for (int r = 0; r < resources; r++)
            find_load(tasks, count, r, places[r], begins, behind, least);
    }
    const double bound = begins && behind ? fmax(least->chain, least->load) : NAN;
    free(begins), free(behind);
    return bound;
}
