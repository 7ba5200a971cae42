/*
 * The least time that a graph of tasks can take, whoever runs it: no engine is asked.
 */
#ifndef BENCH_WORK_GRAPH_BOUND_H
#define BENCH_WORK_GRAPH_BOUND_H

enum { GRAPH_BEFORE = 4 };

typedef struct graph_task {
    int resource;             /* what it occupies */
    double takes;
    int before[GRAPH_BEFORE]; /* numbers of tasks that it comes after, each smaller than its own; -1: none */
} graph_task;

typedef struct graph_least {
    double chain;     /* the longest one */
    double load;      /* of the busiest resource, of which there are `places` each that do one task at a time */
    int busiest;
    double with_ends; /* that load, with the shortest way to any of its tasks before it and the shortest from any of them behind it, or the chain: at least
                         as much as both, and no schedule takes less either */
} graph_least;

/* The longer of chain and load. NaN: no memory. */
double graph_bound(const graph_task *tasks, int count, const int *places, int resources, graph_least *least);

#endif
