/* Handles given up together. */
#ifndef TESTS_HELPERS_RELEASE_H
#define TESTS_HELPERS_RELEASE_H

#include <runahead.h>
#include <stddef.h>

static inline void release_all(ra_tensor *const *t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        ra_release(t[i]);
}

/* RELEASE(a, b, c) */
#define RELEASE(...) release_all((ra_tensor *const[]){__VA_ARGS__}, sizeof((ra_tensor *const[]){__VA_ARGS__}) / sizeof(ra_tensor *))

#endif
