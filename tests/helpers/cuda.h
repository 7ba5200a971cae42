/*
 * What tests of src/cuda share: the simulated driver, tensors there, and how they are compared with the processor's.
 */
#ifndef TESTS_HELPERS_CUDA_H
#define TESTS_HELPERS_CUDA_H

#include "helpers/moments.h"

#include <dlfcn.h>
#include <libgen.h>
#include <limits.h>

/* RUNAHEAD_TEST_DEVICES=real: on the machine's driver, with its devices. */
static inline bool is_real(void)
{
    const char *given = getenv("RUNAHEAD_TEST_DEVICES");
    return given && !strcmp(given, "real");
}

/* For a test of what a real driver does not do when told to. */
static inline void need_simulated(void)
{
    if (is_real())
        skip();
}

/* The libraries lie beside the tests' folder. */
static inline void find_driver(void)
{
    char path[PATH_MAX];
    setenv("RUNAHEAD_DEVICE_CHUNKS", "0", 0); /* the driver tells the first byte beside each block; tests of the chunks set it themselves */
    moments_unused();
    (void)held_after, (void)clock_inject, (void)need_simulated;
    if (is_real())
        return;
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    char folder[PATH_MAX + 16];
    snprintf(folder, sizeof folder, "%s/../simcuda", dirname(path));
    setenv("RUNAHEAD_CUDA", folder, 0);
    setenv("RUNAHEAD_CUDA_CACHE", "off", 0); /* the simulated NVRTC keeps what it compiles itself, and knows when that has become another */
}

/* Of the driver: what the library has loaded, or will. The simulated one has calls of its own. */
static inline void *call_of(const char *name)
{
    char path[PATH_MAX + 32];
    const char *folder = getenv("RUNAHEAD_CUDA");
    if (!strncmp(name, "simcuda", 7))
        need_simulated();
    snprintf(path, sizeof path, "%s%slibcuda.so.1", folder ? folder : "", folder && *folder ? "/" : "");
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

/* Whether the number of which byte i is a part is none on either side: which of the NaNs it is, devices have their own way. */
static inline bool both_nan(const char *a, const char *b, size_t i, ra_dtype dtype)
{
    const bool is_complex = dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128;
    const size_t size = ra_dtype_size(dtype) >> is_complex, at = i / size * size;
    uint64_t x = 0, y = 0;
    const uint64_t infinity = dtype == RA_FLOAT16 ? 0x7c00 : dtype == RA_BFLOAT16 ? 0x7f80 : size == 4 ? 0x7f800000 : UINT64_C(0x7ff0000000000000), number = UINT64_MAX >> (65 - 8 * size);
    memcpy(&x, a + at, size), memcpy(&y, b + at, size);
    return (is_complex || dtype == RA_FLOAT16 || dtype == RA_BFLOAT16 || dtype == RA_FLOAT32 || dtype == RA_FLOAT64) && (x & number) > infinity && (y & number) > infinity;
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
        if (a[i] != b[i] && !(is_real() && both_nan(a, b, i, ra_tensor_dtype(want))))
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
