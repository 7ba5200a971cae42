/*
 * Random programs compared: the synchronous run is what they are to give, and each run ahead, with whatever setting, must give
 * it too, while a hook delays whoever comes by the engine's scheduling points. One that differs is shrunk (steps are taken out
 * while it still does) and printed.
 */
#ifndef TESTS_RANDOM_COMPARE_H
#define TESTS_RANDOM_COMPARE_H

#include "random/program.h"

#include "helpers/harness.h"

struct setting {
    int workers; /* as in ra_config: -1 none */
    bool no_inline, two_nodes;
    ra_fusion fusion;
    size_t pacing_count, pacing_bytes, memory_limit; /* 0: as they are */
};

enum { WORKER_COUNTS = 5 };
extern const int worker_counts[WORKER_COUNTS];
/* Which setting the programs of a batch are run with: each, one after another, or one that is drawn of all there are. */
struct setting setting_of(long batch, int k);
struct setting setting_drawn(uint64_t batch);

struct case_of {
    struct program program;
    struct outcome wanted;
};

/* Smaller where everything takes many times as long. */
#define USUAL_EFFORT (HARNESS_SANITIZED ? 0.2 : 1)

/* The engine is stopped before and after each of these. False after a difference, which has been reported. */
bool run_reference(struct case_of *cases, int count);
bool run_batch(const struct case_of *cases, int count, const struct setting *s, long repeat);

/* Delays at scheduling points, and a word about the program that a crash comes in. reported: of several processes the first to
 * set it tells of its difference; NULL: there are no others. */
void compare_begin(_Atomic int *reported);
/* A program that takes so many seconds is stuck, and the process ends with a word about it; 0: it may take any time. */
void compare_watch(unsigned seconds);
/* What the engine did in all runs ahead, in a line. */
void print_engine(FILE *to, const ra_stats *s, long programs);

/* So many programs from that seed on, told in TAP; an exit status. */
int check_programs(long programs, uint64_t seed);

#endif
