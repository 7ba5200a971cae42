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

/* The longer of the longest chain and of the load of the busiest resource, of which there are `places` each that do one task at a time. NaN: no
 * memory. The two, and which resource it is, where the pointers are not NULL. */
double graph_bound(const graph_task *tasks, int count, const int *places, int resources, double *chain, double *load, int *busiest);

#endif
