/*
 * The only worker is inside a kernel, which is held: what is recorded meanwhile is run by nobody else while nobody waits.
 */
#ifndef TESTS_HELPERS_BUSY_H
#define TESTS_HELPERS_BUSY_H

#include "helpers/moments.h"

static held busy;
static ra_tensor *running;

static inline void keep_busy(void)
{
    busy = (held){0};
    running = held_new(&busy, 1);
    EVENTUALLY(atomic_load(&busy.running));
}

static inline void end_busy(void)
{
    let_go(&busy);
    OK(ra_wait(running));
    ra_release(running);
}

#endif
