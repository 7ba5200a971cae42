/*
 * What a worker does: it runs what it finds, and sleeps where there is nothing.
 */
#ifndef RA_ASYNC_WORKER_H
#define RA_ASYNC_WORKER_H

/* The thread of a worker (workers.h); for ra__pool_settings. */
void ra__worker_main(void *worker);

#endif
