/*
 * What stands around a test of operators: a scope that is opened before it and closed after it, workers, and what a refusal is.
 */
#ifndef TESTS_HELPERS_SCOPES_H
#define TESTS_HELPERS_SCOPES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include <runahead.h>

static inline int open_scope(void **state)
{
    (void)state;
    ra_clear_error();
    ra_scope_begin();
    return 0;
}

/* Nothing was refused and nothing failed. */
static inline int close_scope(void **state)
{
    (void)state;
    return ra_scope_end() == RA_OK ? 0 : -1;
}

/* Calls were refused on purpose. */
static inline int close_scope_refused(void **state)
{
    (void)state;
    return ra_scope_end() == RA_OK ? -1 : 0;
}

/* Tasks may have failed, or calls been refused. */
static inline int close_scope_whatever(void **state)
{
    (void)state;
    const ra_status ignored = ra_scope_end();
    (void)ignored;
    ra_clear_error();
    return 0;
}

/* More workers than there may be processors, so that grains do run at the same time. */
static inline int start_workers(void **state)
{
    const ra_config config = {.size = sizeof config, .workers = 4};
    (void)state;
    return ra_init(&config) == RA_OK ? 0 : -1;
}

static inline int stop_workers(void **state)
{
    (void)state;
    return ra_shutdown() == RA_OK ? 0 : -1;
}

/* A refused call: its handle, status, and a part of its message. */
static inline void assert_refused(const ra_tensor *t, ra_status status, const char *part)
{
    assert_null(t);
    assert_int_equal(ra_last_status(), status);
    if (!strstr(ra_last_error(), part))
        fail_msg("\"%s\" is not in \"%s\"", part, ra_last_error());
    ra_clear_error();
}

/* The elements of a contiguous float32 tensor, waited for. */
static inline const float *floats(const ra_tensor *t)
{
    ra_status status;
    const float *x = ra_data_f32(t, &status);
    assert_int_equal(status, RA_OK);
    return x;
}

#endif
