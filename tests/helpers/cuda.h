/*
 * What tests of src/cuda share: the simulated driver, tensors there, and how they are compared with the processor's.
 */
#ifndef TESTS_HELPERS_CUDA_H
#define TESTS_HELPERS_CUDA_H

#include "helpers/moments.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>

/* The libraries lie beside the tests' folder. */
static inline void find_driver(void)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    char folder[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s/../simcuda", dirname(path));
    setenv("RUNAHEAD_CUDA", folder, 0);
    setenv("RUNAHEAD_CUDA_CACHE", "off", 0); /* the simulated NVRTC keeps what it compiles itself, and knows when that has become another */
    setenv("RUNAHEAD_DEVICE_CHUNKS", "0", 0); /* the driver tells the first byte beside each block; tests of the chunks set it themselves */
    moments_unused();
    (void)held_after, (void)clock_inject;
}

/* Of the simulated driver: what the library has loaded, or will. */
static inline void *call_of(const char *name)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/libcuda.so.1", getenv("RUNAHEAD_CUDA"));
    void *driver = dlopen(path, RTLD_NOW | RTLD_LOCAL), *call = driver ? dlsym(driver, name) : NULL;
    assert_non_null(call);
    return call;
}

static inline int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

static inline ra_tensor *there(const ra_tensor *t)
{
    ra_tensor *moved = ra_to(t, RA_OPTS(ra_to, .device = RA_CUDA));
    if (!moved)
        fail_msg("%s", ra_last_error());
    return moved;
}

/* The same dtype, sizes, strides and bytes; the second is released. */
static inline void assert_same(const char *what, const ra_tensor *want, ra_tensor *got)
{
    ra_tensor *here = got ? ra_to(got, RA_OPTS(ra_to, .device = RA_CPU)) : NULL;
    if (!here || ra_wait(here))
        fail_msg("%s: %s", what, ra_last_error());
    assert_int_equal(ra_tensor_dtype(want), ra_tensor_dtype(got));
    const size_t bytes = (size_t)ra_numel(want) * ra_dtype_size(ra_tensor_dtype(want));
    char *a = malloc(bytes + 1), *b = malloc(bytes + 1);
    if (ra_copy_to(want, a, bytes) || ra_copy_to(here, b, bytes))
        fail_msg("%s: %s", what, ra_last_error());
    for (size_t i = 0; i < bytes; i++)
        if (a[i] != b[i])
            fail_msg("%s in %s: byte %zu of %zu is %02x, not %02x", what, ra_dtype_name(ra_tensor_dtype(want)), i, bytes, (unsigned char)b[i], (unsigned char)a[i]);
    free(a), free(b);
    ra_release(here), ra_release(got);
}

static inline ra_tensor *numbers(ra_dtype dtype, int64_t n, double from)
{
    ra_tensor *x = ra_arange(RA_F(from), RA_F(from + 0.75 * (double)n), RA_F(0.75), RA_OPTS(ra_arange, .dtype = RA_FLOAT64)), *y = ra_to(x, RA_OPTS(ra_to, .dtype = dtype));
    ra_release(x);
    assert_non_null(y);
    return y;
}

#endif
