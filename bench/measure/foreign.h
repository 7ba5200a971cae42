/*
 * Foreign load: processes that keep a processor busy each.
 */
#ifndef BENCH_MEASURE_FOREIGN_H
#define BENCH_MEASURE_FOREIGN_H

#include <stdbool.h>
#include <sys/types.h>

enum { FOREIGN_MAX = 8 };

typedef struct foreign {
    pid_t processes[FOREIGN_MAX];
    int count;
} foreign;

/* Starts so many; false, with none left running, when one cannot be started. They die with this process whatever ends it. */
bool foreign_start(foreign *f, int count);
/* Gives whether all of them had run until now. */
bool foreign_stop(foreign *f);

#endif
