/*
 * Whether the engine runs: calls come in here, and the first of all starts it.
 */
#ifndef RA_ASYNC_ENTRY_H
#define RA_ASYNC_ENTRY_H

#include "meta/hidden.h"

#include <runahead/status.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { RA__ENGINE_STOPPED, RA__ENGINE_RUNNING, RA__ENGINE_CHECKED }; /* running, and handles are checked */

extern RA__HIDDEN _Atomic int ra__engine_state; /* written by who starts and stops the engine */
/* Starts the engine unless it runs. What starts everything stands above everything: its constructor puts itself here. */
extern RA__HIDDEN ra_status (*ra__engine_start)(void);

static inline bool ra__engine_is_running(void)
{
    return atomic_load_explicit(&ra__engine_state, memory_order_acquire) != RA__ENGINE_STOPPED;
}

/* Starts the engine at the first use. One load afterwards. */
static inline ra_status ra__engine_ensure(void)
{
    return __builtin_expect(atomic_load_explicit(&ra__engine_state, memory_order_acquire) == RA__ENGINE_RUNNING, true) ? RA_OK : ra__engine_start();
}

/* The same, which says where handles are checked: then it is no refusal, and what the call is given is to be looked at. */
#define RA__ENTER_CHECKED ((ra_status)1000)
ra_status ra__engine_enter_otherwise(void);
static inline ra_status ra__engine_enter(void)
{
    return __builtin_expect(atomic_load_explicit(&ra__engine_state, memory_order_acquire) == RA__ENGINE_RUNNING, true) ? RA_OK : ra__engine_enter_otherwise();
}

#endif
