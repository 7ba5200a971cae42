/*
 * What random programs have drawn: which operators were called and accepted or refused, which steps did something, which of
 * the two ways each thing worth drawing went, and which statuses were seen. Counted in memory that all processes of a check
 * share, from any thread.
 */
#ifndef TESTS_RANDOM_FIGURES_H
#define TESTS_RANDOM_FIGURES_H

#include "random/program.h"

/* What is drawn, and the two ways it can go. */
#define FIGURES(X) \
    X(OVER_INPUT, "results over inputs", "accepted", "refused") \
    X(SEVERAL, "operators of several results", "all kept", "some kept") \
    X(PART, "storages of which a part had failed", "read as well", "read as failed") \
    X(RECOVERY, "parts that were overwritten", "well again", "without memory") \
    X(PENDING, "extents that the data give", "pending when recorded", "of what failed") \
    X(GROWTH, "outputs that grow behind an offset", "accepted", "refused") \
    X(BESIDE, "storages that grow beside a reader", "read in time", "read late") \
    X(ELSEWHERE, "handles released in other threads", "finished", "pending") \
    X(RELEASE, "handles released", "finished", "pending") \
    X(CANCEL, "cancelled results", "cancelled", "done before") \
    X(TIMED_WAIT, "waits with a limit", "in time", "out of time") \
    X(WAIT, "waits", "well", "failed") \
    X(POLL, "looks whether something is ready", "ready", "pending") \
    X(DESCRIPTOR, "descriptors", "readable at once", "later") \
    X(CALLBACK, "callbacks", "told of a result", "told of a failure") \
    X(FUNCTION, "functions of the program", "well", "failed") \
    X(RECORDING, "callbacks that record", "look at what they made", "do not") \
    X(FORK, "handles in the child of a fork", "there", "lost with the parent's workers") \
    X(READ, "reads", "well", "failed") \
    X(WRITE, "writes by hand", "well", "failed") \
    X(SCOPE, "ends of scopes", "well", "told of a refusal") \
    X(DESCRIBED, "hostile calls on descriptions", "accepted", "refused") \
    X(COMPUTED, "hostile calls on data", "accepted", "refused") \
    X(WRITTEN, "hostile calls that write", "accepted", "refused")

enum figure {
#define X(name, what, first, second) FIGURE_##name,
    FIGURES(X)
#undef X
    FIGURE_COUNT
};

/* It went the first way, or the second. */
void figure(enum figure f, bool first);
void figure_step(enum step_kind kind);
void figure_status(ra_status s);
void figure_call(const ra_op *op, ra_variant variant, ra_status s);
/* A program was run: how it was set, as the caller numbers and names that. */
enum { FIGURE_SETTINGS = 32 };
void figure_setting(int number, const char *name);

/* Before the first of the processes: counts are shared from here on. */
bool figures_share(void);
void figures_print(FILE *to);
/* What was never drawn is printed; how many such things there are. */
int figures_missing(FILE *to);

#endif
