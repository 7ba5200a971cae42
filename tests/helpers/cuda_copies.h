/*
 * What tests of copies from and to a CUDA device share: what the simulated driver counts and refuses, and whether two tensors are equal.
 */
#ifndef TESTS_HELPERS_CUDA_COPIES_H
#define TESTS_HELPERS_CUDA_COPIES_H

#include "helpers/cuda.h"

static inline uint64_t count(const char *what)
{
    return is_real() ? 0 : ((uint64_t (*)(const char *))call_of("simcuda_count"))(what);
}

static inline void refuse(const char *what)
{
    ((void (*)(const char *))call_of("simcuda_fail"))(what);
}

static inline void assert_equal_to(const ra_tensor *want, const ra_tensor *got)
{
    bool all = false;
    ra_tensor *each = ra_eq(want, got), *same = ra_all(each);
    if (!same || ra_copy_to(same, &all, sizeof all))
        fail_msg("%s", ra_last_error());
    assert_true(all);
    ra_release(each), ra_release(same);
}

#endif
