/*
 * Whether a thread sleeps, as the system tells it: what a test needs to know that somebody waits, or has nothing to do, and will not
 * find by itself what comes next.
 */
#ifndef TESTS_HELPERS_ASLEEP_H
#define TESTS_HELPERS_ASLEEP_H

#include "async/pool/workers.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* A thread of this process: on Linux its state is the field behind its name, which is in brackets. */
static inline bool is_asleep(int tid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", tid);
    FILE *f = fopen(path, "r");
    const size_t read = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    const char *behind = read ? strrchr(text, ')') : NULL;
    return behind && behind[1] == ' ' && behind[2] == 'S';
}

/* How many workers are where only a waker gets them out: they have looked for work after they had said that they are about to sleep. Its
 * count of sleepers comes before both. */
static inline int workers_asleep(void)
{
    int count = 0;
    for (int i = 0; i < ra__pool.count; i++) {
        const ra__worker *w = &ra__pool.workers[i];
        count += atomic_load(&w->parked) == RA__ASLEEP && is_asleep(atomic_load(&w->tid));
    }
    return count;
}

#endif
