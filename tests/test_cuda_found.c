/*
 * What there is of CUDA on a machine, by folders of the simulated libraries: a driver, NVRTC or cuBLAS that is not there or too old, and
 * a device that NVRTC does not know. Each is said with what was found and where, and the processor does not mind.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda.h"

/* The folder that the program is pointed to, which has links to some of the libraries. */
static char folder[PATH_MAX];

static void make_folder(const char *const *libraries)
{
    char from[PATH_MAX * 2], to[PATH_MAX + 32];
    const char *all = getenv("RUNAHEAD_CUDA");
    snprintf(folder, sizeof folder, "/tmp/ra-test-found-XXXXXX");
    assert_non_null(mkdtemp(folder));
    for (; *libraries; libraries++) {
        const char *name = strrchr(*libraries, '/');
        snprintf(from, sizeof from, "%s/%s", all, *libraries);
        snprintf(to, sizeof to, "%s/%s", folder, name ? name + 1 : *libraries);
        assert_int_equal(symlink(from, to), 0);
    }
}

static void remove_folder(const char *const *libraries)
{
    char path[PATH_MAX + 32];
    for (; *libraries; libraries++) {
        const char *name = strrchr(*libraries, '/');
        snprintf(path, sizeof path, "%s/%s", folder, name ? name + 1 : *libraries);
        unlink(path);
    }
    assert_int_equal(rmdir(folder), 0);
}

/* Each twice: what was not there will not be there later. */
static int program_multiplying(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 2; i++) {
        ra_scope_begin();
        ra_tensor *x = numbers(RA_FLOAT32, 4, 1), *far = ra_to(ra_reshape(x, RA_DIMS(2, 2)), RA_OPTS(ra_to, .device = RA_CUDA)), *y = far ? ra_matmul(ra_neg(far), far) : NULL;
        const ra_status status = y ? ra_wait(y) : ra_last_status();
        printf("%s: %s; ", ra_status_name(status), status ? ra_last_error() : "a product");
        ra_clear_error();
        ra_tensor *z = ra_neg(x);
        printf("%s\n", ra_wait(z) ? ra_last_error() : "the processor does not mind");
        if (ra_scope_end())
            ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"multiplying", program_multiplying}};

/* In both lines; %s is the folder. */
static void expect(const char *const *libraries, const char *status, const char *format)
{
    char text[4096], words[PATH_MAX + 256], before[PATH_MAX];
    need_simulated();
    snprintf(before, sizeof before, "%s", getenv("RUNAHEAD_CUDA"));
    make_folder(libraries);
    setenv("RUNAHEAD_CUDA", folder, 1);
    const int code = child_output("multiplying", "", text, sizeof text);
    setenv("RUNAHEAD_CUDA", before, 1);
    const size_t at = strcspn(format, "%");
    snprintf(words, sizeof words, "%.*s%s%s", (int)at, format, format[at] ? folder : "", format[at] ? format + at + 2 : "");
    remove_folder(libraries);
    char *second = strchr(text, '\n');
    for (const char *line = text; line; line = line == text ? second : NULL) {
        const char *said = strstr(line, words), *mind = strstr(line, "the processor does not mind");
        if (code || !strstr(line, status) || !said || !mind)
            fail_msg("exit status %d; \"%s: ... %s\" is not in \"%s\"", code, status, words, line);
    }
}

#define LIBRARIES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void all_of_them(void **state)
{
    (void)state;
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12", "libcublas.so.12"), "RA_OK", "a product");
}

static void a_driver_that_is_too_old(void **state)
{
    (void)state;
    expect(LIBRARIES("too_old/libcuda.so.1", "libnvrtc.so.12"), "RA_ERR_DEVICE", "to: device cuda:0: the driver is too old: cuMemHostRegister_v2 is not in %s/libcuda.so.1");
}

/* Which is told by what was recorded until that was known, and then at the call. */
static void a_driver_that_does_not_start(void **state)
{
    (void)state;
    setenv("SIMCUDA_FAIL", "cuInit:1", 1);
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12"), "RA_ERR_DEVICE", ": device cuda:0: the driver does not start: cuInit: CUDA_ERROR_NO_DEVICE");
    setenv("SIMCUDA_FAIL", "cuDeviceGetCount:1", 1);
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12"), "RA_ERR_DEVICE", ": device cuda:0: the driver does not say how many devices there are: cuDeviceGetCount: CUDA_ERROR_UNKNOWN");
    unsetenv("SIMCUDA_FAIL");
}

static void no_compiler(void **state)
{
    (void)state;
    expect(LIBRARIES("libcuda.so.1"), "RA_ERR_DEVICE", "to: device cuda:0: no compiler: NVRTC (libnvrtc.so.11.2 and later) was looked for in %s");
}

static void a_compiler_that_is_too_old(void **state)
{
    (void)state;
    expect(LIBRARIES("libcuda.so.1", "too_old/libnvrtc.so.12"), "RA_ERR_DEVICE", "to: device cuda:0: NVRTC is too old: nvrtcGetCUBIN");
    expect(LIBRARIES("libcuda.so.1", "too_old/libnvrtc.so.12"), "RA_ERR_DEVICE", " is not in %s/libnvrtc.so.12");
}

/* A device from after it: programs for that do not compile. */
static void a_device_that_the_compiler_does_not_know(void **state)
{
    (void)state;
    setenv("SIMCUDA_CAPABILITY", "120", 1);
    setenv("SIMCUDA_NVRTC_VERSION", "12040", 1);
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12"), "RA_ERR_SYSTEM", "its CUDA source does not compile: nvrtc: error: invalid value for --gpu-architecture");
    unsetenv("SIMCUDA_CAPABILITY");
    unsetenv("SIMCUDA_NVRTC_VERSION");
}

/* The libraries upon the driver are those of its version, or of one before. */
static void libraries_that_are_not_for_the_driver(void **state)
{
    (void)state;
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12"), "RA_ERR_BLAS", "there is no cuBLAS: libcublas.so.12, for this driver, was looked for in %s");
    setenv("SIMCUDA_DRIVER_VERSION", "11080", 1);
    expect(LIBRARIES("libcuda.so.1", "libnvrtc.so.12", "libcublas.so.12"), "RA_ERR_BLAS", "there is no cuBLAS: libcublas.so.11, for this driver, was looked for in %s");
    unsetenv("SIMCUDA_DRIVER_VERSION");
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST(all_of_them),
        TEST(a_driver_that_is_too_old),
        TEST(a_driver_that_does_not_start),
        TEST(no_compiler),
        TEST(a_compiler_that_is_too_old),
        TEST(a_device_that_the_compiler_does_not_know),
        TEST(libraries_that_are_not_for_the_driver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
