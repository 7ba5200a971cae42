/*
 * A machine of many cores and memories as numbers: the scheduler of large operators played out event by event.
 *
 * The machine is a synthetic description, flattened by the library's own topology.c; workers sit, shares are cut, pieces
 * are chosen and ranges are stolen by the library's own placement.c, wide.c and slot.h, linked into this program beside
 * the library. What the model adds is time: accesses take longer where pages are far, and while more cores want a memory
 * than it has of its own. All chance comes from a seed, so a run is always the same.
 */
#ifndef BENCH_PARTS_NUMA_MODEL_H
#define BENCH_PARTS_NUMA_MODEL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum model_policy {
    MODEL_SHARES,      /* the library's: pages and ranges by shares, thieves by distance */
    MODEL_DISTANCE,    /* the same thieves, but the starter has the whole range, and all pages are on its node */
    MODEL_RANDOM,      /* random victims; pages where they are touched first, and there they stay */
    MODEL_INTERLEAVED, /* random victims; pages dealt out to the nodes in turn */
    MODEL_POLICIES
} model_policy;

typedef enum model_load {
    MODEL_EVEN,      /* grains differ by a fifth, by chance */
    MODEL_UNEVEN,    /* and have arithmetic besides: none at the front of a range, twice the time of their accesses at its end */
    MODEL_DISTURBED, /* as the first, and every other core of the first node runs at half its speed */
    MODEL_SMALL,     /* whole small operators on operands that lie all over the machine */
    MODEL_LOADS
} model_load;

typedef struct model_outcome {
    double remote;    /* share of the accesses that went to another node, 0 to 1 */
    double imbalance; /* busy time: the busiest worker's by the mean */
    double makespan;  /* by the ideal: all accesses local, all cores busy throughout */
    double far_steals; /* taken from other nodes, of all that was taken from others */
    uint64_t events;  /* grains, or small operators */
} model_outcome;

/* False: no memory, or the description is none. */
bool model_run(const char *machine, model_policy policy, model_load load, uint64_t seed, model_outcome *outcome);

#endif
