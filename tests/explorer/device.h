/*
 * A device with streams in the virtual system: it has no thread, and does what it was handed when somebody waits for it, or sooner.
 */
#ifndef TESTS_EXPLORER_DEVICE_H
#define TESTS_EXPLORER_DEVICE_H

#include <stdbool.h>

/* Before the engine's state is kept: it is RA_CUDA from then on. */
void ex_device_offer(void);
/* A schedule begins. */
void ex_device_begin(void);
/* The next allocation finds no memory; the one after that calls this before it finds some. */
void ex_device_refuse_once(void (*then)(void));
/* By the kernel that hands it over, in the issuing lane: to be computed behind all that was handed over before. */
void ex_device_take(void (*compute)(void *of), void *of);
/* Handed over and not computed yet. */
int ex_device_waiting(void);

#endif
