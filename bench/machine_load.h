/*
 * How busy the machine was with others' work while something was measured.
 */
#ifndef BENCH_MACHINE_LOAD_H
#define BENCH_MACHINE_LOAD_H

typedef struct machine_load {
    double busy, own, seconds; /* CPU seconds of all, of this process and the children it has waited for; wall clock */
} machine_load;

machine_load machine_load_now(void);
/* Share of the processors' time that others took since then, 0 to 1; NaN where the system does not tell. */
double machine_load_of_others(machine_load since);

#endif
