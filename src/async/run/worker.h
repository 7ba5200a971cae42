/*
 * What a worker does: it runs what it finds, and sleeps where there is nothing.
 */
#ifndef RA_ASYNC_WORKER_H
#define RA_ASYNC_WORKER_H

#include <stdbool.h>

/* The thread of a worker (workers.h); for ra__pool_settings. */
void ra__worker_main(void *worker);
/* What who serves in a worker's place does (relief.h): it runs something ready, or a part; false: there is nothing. */
bool ra__worker_relieve(void);

#endif
