/*
 * Streams of the simulated driver that are held up until a test lets them go on.
 */
#ifndef TESTS_HELPERS_CUDA_HELD_H
#define TESTS_HELPERS_CUDA_HELD_H

#include "helpers/cuda.h"

#include "cuda/device.h"

#include <semaphore.h>

static inline ra_stream *stream_of(ra_device device)
{
    ra_stream *s = NULL;
    if (ra_stream_new(device, &s))
        fail_msg("%s", ra_last_error());
    return s;
}

static sem_t open_again;

static inline void hold(void *unused)
{
    (void)unused;
    while (sem_wait(&open_again))
        ;
}

static inline void hold_up_too(ra_stream *s)
{
    int (*launch)(void *stream, void (*function)(void *), void *data) = (int (*)(void *, void (*)(void *), void *))call_of("cuLaunchHostFunc");
    int (*enter)(void *context) = (int (*)(void *))call_of("cuCtxSetCurrent");
    assert_int_equal(enter(ra__cuda_device_of(ra_stream_device(s) >> 4)->context), 0);
    assert_int_equal(launch(ra_stream_native(s), hold, NULL), 0);
}

/* What is issued to it from now on waits until release_it, which lets one stream go. Memory that is taken and programs that are loaded meanwhile, for which a driver
 * may have all streams end, wait for nobody. */
static inline void hold_up(ra_stream *s)
{
    void (*implicitly)(int whether) = (void (*)(int))call_of("simcuda_wait_implicitly");
    implicitly(0);
    assert_int_equal(sem_init(&open_again, 0, 0), 0);
    hold_up_too(s);
}

static inline void release_it(void)
{
    void (*implicitly)(int whether) = (void (*)(int))call_of("simcuda_wait_implicitly");
    implicitly(1);
    assert_int_equal(sem_post(&open_again), 0);
}

/* All that was recorded on the device by now and is ready has been issued: what the lane is given later has ended. */
static inline void until_issued(ra_device device)
{
    ra_stream *other = stream_of(device), *before = ra_stream_current(device);
    OK(ra_stream_use(other));
    ra_tensor *t = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .device = device));
    OK(ra_wait(t));
    ra_release(t);
    OK(ra_stream_use(before));
    ra_stream_free(other);
}

#endif
