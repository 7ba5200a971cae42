/*
 * The explorer's command line.
 *
 *   explorer [N [SEED]]                    N schedules from that seed on, of as many programs; TAP on standard output
 *   explorer replay SEED [SCHEDULE [STEPS]] one again, told: the program of a seed, the schedule of another, and which of the program's
 *                                          steps (a mask) are left in
 *   explorer print SEED [STEPS]            its program, as a C program of its own (print.c)
 *   explorer protocols [N]                 the small protocols, every schedule with up to N deviations (3)
 *   explorer mutants [N [BASES [WHICH]]]   every mutant of src/async/os/mutants.def, and every ordering of an atomic access weakened
 *                                          step by step: how many schedules it takes to find it, for the worst of BASES seeds; N at most; WHICH: only those whose name has that in it
 *                                          ("mutant": none of the orderings)
 *
 * EXPLORER_PLACES: how many schedules came to each place, and how many points that made for each schedule, is printed.
 * EXPLORER_MUTANT: that mutant is switched on.
 * EXPLORER_EVERY: every place is a point (learn.c).
 * EXPLORER_SECONDS: of the processor that a schedule has (20), before it is said to go round and round (program.c).
 * EXPLORER_STANDS: the schedule of that seed does (tests/check_standing.sh).
 * EXPLORER_THEME: programs are about that theme of generate.c alone ("lanes"), also where they are replayed.
 * EXPLORER_JOBS: processes that share the work (default: the processors).
 */
#include "driver.h"
#include "exhaust.h"

#include "async/os/mutant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int ex_jobs(void)
{
    const char *jobs = getenv("EXPLORER_JOBS");
    long n = jobs ? atol(jobs) : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 64 ? 64 : (int)n;
}

static uint64_t number(int argc, char **argv, int i, uint64_t otherwise)
{
    return i < argc ? strtoull(argv[i], NULL, 0) : otherwise;
}

int main(int argc, char **argv)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    ex_fibers_init();
    ex_state_init();
    ex_sites_init();
    ex_program_init();
    ex.step_limit = 200000;
    ex.all_points = getenv("EXPLORER_EVERY") != NULL;
    const char *what = argc > 1 ? argv[1] : "", *mutant = getenv("EXPLORER_MUTANT"), *stands = getenv("EXPLORER_STANDS"), *theme = getenv("EXPLORER_THEME");
    if (theme && !ex_generate_only(theme)) {
        fprintf(stderr, "explorer: no theme %s\n", theme);
        return 2;
    }
    if (!strcmp(what, "print") && argc > 2) {
        ex_program p;
        ex_make(&p, number(argc, argv, 2, 1), number(argc, argv, 3, UINT64_MAX));
        ex_program_print(&p);
        return 0;
    }
    if (!ex.all_points)
        ex_learn();
    ex.stands_in = stands ? ex_schedule_of(strtoull(stands, NULL, 0)) : 0;
    for (ex.mutant = mutant ? RA__MUTANTS_COUNT - 1 : 0; ex.mutant && strcmp(ra__mutant_names[ex.mutant], mutant); ex.mutant--)
        ;
    if (mutant && !ex.mutant) {
        fprintf(stderr, "explorer: no mutant %s\n", mutant);
        return 2;
    }
    if (!strcmp(what, "replay") && argc > 2)
        return ex_replay(number(argc, argv, 2, 1), number(argc, argv, 3, ex_schedule_of(number(argc, argv, 2, 1))), number(argc, argv, 4, UINT64_MAX));
    if (!strcmp(what, "mutants"))
        return ex_mutants(number(argc, argv, 2, 10000), (int)number(argc, argv, 3, 20), argc > 4 ? argv[4] : "");
    if (!strcmp(what, "protocols"))
        return ex_exhaust((int)number(argc, argv, 2, 3)) != 0;
    if (*what && (*what < '0' || *what > '9')) {
        fprintf(stderr, "usage: explorer [N [SEED]] | replay SEED [SCHEDULE [STEPS]] | print SEED [STEPS] | protocols [N] | mutants [N [BASES [WHICH]]]\n");
        return 2;
    }
    return ex_explore(number(argc, argv, 1, 20000), number(argc, argv, 2, 1));
}
