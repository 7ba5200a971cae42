/*
 * What tests of a device with streams, which is one of their own (virtual_device.h), have in common.
 */
#ifndef TESTS_HELPERS_VIRTUAL_TENSORS_H
#define TESTS_HELPERS_VIRTUAL_TENSORS_H

#include "helpers/moments.h"
#include "helpers/virtual_device.h"

#define VIRTUAL RA_CUDA

static inline void begin(int workers)
{
    atomic_store(&virtual_held, false);
    atomic_store(&virtual_takes_no_mark, false);
    atomic_store(&virtual_memory_left, -1);
    atomic_store(&virtual_lacks, NULL);
    atomic_store(&virtual_bytes, 0);
    start(workers);
}

/* Nothing of the device's is left either. */
static inline void end(void)
{
    stop();
    assert_int_equal(atomic_load(&virtual_blocks), 0);
}

static inline int shut_down(void **state)
{
    atomic_store(&virtual_held, false);
    virtual_hold_await(0, NULL);
    clean_up(state);
    return ra_shutdown();
}

static inline ra_tensor *there(ra_tensor *t, ra_device device)
{
    ra_tensor *moved = ra_to(t, RA_OPTS(ra_to, .device = device));
    ra_release(t);
    assert_non_null(moved);
    assert_int_equal(ra_tensor_device(moved), device);
    return moved;
}

static inline ra_tensor *numbers(int64_t n, ra_device device)
{
    return there(ra_arange(RA_F(0), RA_I(n), RA_I(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), device);
}

static inline void assert_all(const ra_tensor *t, float first, float step)
{
    float got[64];
    assert_in_range(ra_numel(t), 1, 64);
    OK(ra_copy_to(t, got, (size_t)ra_numel(t) * sizeof *got));
    for (int64_t i = 0; i < ra_numel(t); i++)
        assert_true(got[i] == first + step * (float)i);
}

#endif
