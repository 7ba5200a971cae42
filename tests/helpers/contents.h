/*
 * A test's own numbers, drawn or not; tensors of them, and what lies in one.
 */
#ifndef TESTS_HELPERS_CONTENTS_H
#define TESTS_HELPERS_CONTENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <runahead.h>

/* Where drawing goes on from; not 0. */
static uint64_t seed;

static inline uint64_t draw(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1dULL >> 11;
}

static inline int64_t below(int64_t n)
{
    return (int64_t)(draw() % (uint64_t)n);
}

static inline ra_tensor *of_floats(const float *values, int64_t n)
{
    return ra_from_copy(values, RA_FLOAT32, RA_DIMS(n));
}

/* Waits. */
static inline const char *bytes_of(const ra_tensor *t)
{
    ra_status status;
    const char *data = ra_data(t, &status);
    assert_int_equal(status, RA_OK);
    return data;
}

#endif
