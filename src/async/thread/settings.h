/*
 * The settings in force: configuration, then environment, then what the machine suggests.
 */
#ifndef RA_ASYNC_SETTINGS_H
#define RA_ASYNC_SETTINGS_H

#include "meta/hidden.h"

#include <runahead/engine.h>

enum { RA__PACING_COUNT = 1 << 16, RA__RELIEF_PERCENT = 25, RA__CUDA_CACHE_BYTES = 256 << 20 }; /* unless they are set */

typedef struct ra__settings_t {
    int workers; /* RA__WORKERS_AUTO, or so many */
    ra_execution execution;
    ra_worker_priority priority;
    size_t memory;        /* that this process may use: the machine's, or its control group's; 0: not known */
    char memory_why[160]; /* which of the two */
    size_t pacing_bytes, pacing_count, memory_limit, device_memory_limit;
    bool pacing_is_given; /* by whoever set pacing_bytes; else it follows from memory */
    bool device_chunks; /* memory of devices is cut from larger chunks */
    const char *memory_limit_by; /* what sets it */
    char topology[256], blas[512], trace[512];
    char cuda_cache[512]; /* the folder of compiled programs; "off"; empty: the user's */
    int64_t cuda_cache_bytes;
    bool cuda_tf32; /* products of float32 may have factors of 10 bits of mantissa there */
    char isa[8];
    int spin_us;
    bool no_inline;
    int64_t inline_ns; /* estimated run time up to which a job runs in the call: about what a hand-over costs its two threads together. A multiple of it for who waits for each (submit.c) */
    bool report;
    bool check;
    ra_fusion fusion;
    int relief_percent; /* 0: none */
    char unknown[160]; /* variables RUNAHEAD_* that are no settings, with spaces between */
} ra__settings_t;

extern RA__HIDDEN ra__settings_t ra__settings;

/*
 * Fills ra__settings. RA_ERR_ARGUMENT, with the thread's error set, for a value that makes no sense and for a variable whose name
 * is almost that of a setting: what somebody has set on purpose is not passed over. Other unknown names are listed.
 */
ra_status ra__settings_load(const ra_config *config);

#endif
