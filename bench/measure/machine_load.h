/*
 * How busy the machine was with others' work while something was measured, and its host with other machines.
 */
#ifndef BENCH_MEASURE_MACHINE_LOAD_H
#define BENCH_MEASURE_MACHINE_LOAD_H

typedef struct machine_load {
    double busy, stolen, own, seconds; /* CPU seconds of all, kept from all, of this process and the children it has waited for; wall clock */
} machine_load;

machine_load machine_load_now(void);
/* Shares of the processors' time since then that other programs and, of a virtual machine, its host took, 0 to 1; NaN where the system does not tell. */
typedef struct machine_share {
    double others, host;
} machine_share;

machine_share machine_share_since(machine_load since);

#endif
