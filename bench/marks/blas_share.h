/*
 * Single-threaded processes of OpenBLAS side by side: what the machine's BLAS does on all its processors when nobody
 * shares anything.
 */
#ifndef BENCH_MARKS_BLAS_SHARE_H
#define BENCH_MARKS_BLAS_SHARE_H

/* GFLOP/s of so many processes together on n x n, each for about so long; NaN where the library is not there. core: as OPENBLAS_CORETYPE has it. */
double blas_share_gflops(const char *library, const char *core, int n, int processes, double seconds);

/* One of these processes: LIBRARY N START_NS SECONDS. Prints its GFLOP/s. */
int blas_share_run(int argc, char **argv);

#endif
