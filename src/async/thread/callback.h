/*
 * The callback lane: the program's functions (release of borrowed buffers, ra_on_ready) run on a thread of their own,
 * or in ra_poll where the program asked for that; never within the call that made them due.
 */
#ifndef RA_ASYNC_CALLBACK_H
#define RA_ASYNC_CALLBACK_H

#include <runahead/engine.h>
#include <runahead/tensor.h>

/* Made when it is asked for, so that nothing can fail when it is due. NULL when out of memory. */
typedef struct ra__callback ra__callback;
ra__callback *ra__callback_of_release(ra_release_fn release, void *context);
ra__callback *ra__callback_of_ready(ra_ready_fn ready, void *context);
/* To be called as soon as may be; takes it over. Any thread, never waits. */
void ra__callback_due(ra__callback *c, ra_status status);
/* It will not be due. */
void ra__callback_free(ra__callback *c);
/* Runs what is due; how many. */
size_t ra__callback_run(void);
void ra__callback_start(void);
void ra__callback_stop(void);
/* There is a thread for what is due, or soon will be, or it is left to ra_poll. */
bool ra__callback_is_served(void);
/* Nothing is due and no thread serves. */
bool ra__callback_is_quiet(void);
void ra__callback_fork_child(void);

#endif
