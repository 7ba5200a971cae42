/*
 * A driver that fails one call: small programs (helpers/cuda_programs.h), each run with the first of its calls failing, then with the second,
 * and so on, until there is none left to fail. Among them are the calls of NVRTC, cuBLAS, cuSOLVER and cuFFT, and those of the library's end.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_programs.h"

#include "cuda/device.h"

#include <dirent.h>

/* What was compiled, for the programs whose compiling is not what fails: the simulated NVRTC takes most of their time. */
static char kept[] = "/tmp/ra-test-failures-XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(kept) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char path[sizeof kept + 257];
    DIR *d = opendir(kept);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", kept, e->d_name);
        (void)unlink(path);
    }
    if (d)
        closedir(d);
    return rmdir(kept);
}

static const char *failed_call(void)
{
    return ((const char *(*)(void))call_of("simcuda_failed"))();
}

/* The program's own, in this thread: the second device's. */
static void *own_context(void)
{
    static void *own;
    if (!own)
        assert_int_equal(((int (*)(void **, int))call_of("cuDevicePrimaryCtxRetain"))(&own, 1), 0);
    return own;
}

static void enter_own_context(void)
{
    assert_int_equal(((int (*)(void *))call_of("cuCtxSetCurrent"))(own_context()), 0);
}

static void assert_in_own_context(const char *what)
{
    void *now = NULL;
    const char *call = failed_call();
    const bool knows = !((int (*)(void **))call_of("cuCtxGetCurrent"))(&now);
    if (knows && now != own_context())
        fail_msg("%s (%s): the program's context is %s afterwards", what, call ? call : "none", now ? "another" : "none");
}

/* What the driver has given and has not got back. */
typedef struct holdings {
    uint64_t modules, handles;
    size_t bytes;
} holdings;

static holdings held_by_driver(void)
{
    holdings h = {count("modules loaded") - count("modules unloaded"), count("handles made") - count("handles given back"), 0};
    int (*enter)(void *context) = (int (*)(void *))call_of("cuCtxSetCurrent");
    int (*info)(size_t *free, size_t *total) = (int (*)(size_t *, size_t *))call_of("cuMemGetInfo_v2");
    size_t unused = 0, total = 0;
    assert_int_equal(enter(ra__cuda_device_of(0)->context), 0);
    assert_int_equal(info(&unused, &total), 0);
    h.bytes = total - unused;
    return h;
}

/* With a device that does what it is told again. */
static void assert_works(const char *what)
{
    ra_scope_begin();
    ra_tensor *x = numbers(RA_FLOAT32, 10, 1), *far = to_device(x);
    float got[10], want[10];
    if (ra_copy_to(ra_neg(far), got, sizeof got))
        fail_msg("%s, and the device does not work afterwards: %s", what, ra_last_error());
    OK(ra_copy_to(ra_neg(x), want, sizeof want));
    assert_memory_equal(got, want, sizeof got);
    OK(ra_scope_end());
}

static void assert_nothing_left(const char *what, const char *call, const holdings *before)
{
    const ra_memory_stats m = ra_get_memory_stats();
    if (m.live || m.in_flight)
        fail_msg("%s: %zu bytes live, %zu in flight", what, m.live, m.in_flight);
    for (int device = 0; device < 2; device++) {
        ra_memory_stats s;
        OK(ra_get_device_memory_stats(RA_CUDA_AT(device), &s));
        if (s.live || s.cached)
            fail_msg("%s: device %d has %zu bytes live, %zu cached", what, device, s.live, s.cached);
    }
    const holdings now = held_by_driver();
    const bool is_refused = strstr(call, "Destroy") || strstr(call, "cuMemFree") || strstr(call, "cuModuleUnload"); /* to give that back */
    if (!is_refused && memcmp(&now, before, sizeof now))
        fail_msg("%s: the driver has %lld modules, %lld streams and events, %lld bytes more than before", what, (long long)(now.modules - before->modules), (long long)(now.handles - before->handles), (long long)(now.bytes - before->bytes));
}

/* False: no call was the nth. */
static bool fails_at(const small_program *p, int n, const wanted *w)
{
    char nth[16], what[128];
    snprintf(nth, sizeof nth, "%d", n);
    start(n % 2 ? 2 : -1);
    const holdings before = held_by_driver();
    enter_own_context();
    refuse(nth);
    snprintf(what, sizeof what, "call %d fails", n);
    const int failed = run_and_check(p, what, w);
    const char *call = failed_call();
    if (call)
        assert_in_own_context(what);
    if (call)
        assert_works(what);
    const bool within = call != NULL;
    OK(ra_shutdown());
    call = failed_call();
    refuse(NULL);
    assert_in_own_context("at the end");
    snprintf(what, sizeof what, "%s: call %d, %s, fails%s", p->name, n, call ? call : "none", within ? "" : " at the end");
    if (failed && !within)
        fail_msg("%s: %d results have failed without a reason", what, failed);
    assert_nothing_left(what, call ? call : "", &before);
    return call;
}

static void walk(int which, bool compiles)
{
    const small_program *p = &small_programs[which];
    wanted w = {.size = {0}};
    need_simulated();
    setenv("RUNAHEAD_CUDA_CACHE", compiles ? "off" : kept, 1);
    start(2);
    learn(p, &w);
    stop();
    const int stride = harness_short() ? 7 : 1;
    for (int n = 1; fails_at(p, n, &w); n += stride)
        ;
    forget(&w);
}

#define WALK(name, which, compiles) \
    static void name(void **state) \
    { \
        (void)state; \
        walk(which, compiles); \
    }
WALK(copies, 0, false)
WALK(copies_without_staging, 1, false)
WALK(copies_in_pieces, 2, false)
WALK(elementwise_operators, 3, true)
WALK(matrix_products, 4, false)
WALK(factorisations, 5, false)
WALK(fourier_transforms, 6, false)
WALK(own_operators, 7, true)
WALK(streams_in_order, 8, false)
WALK(sizes_that_data_decide, 9, false)
WALK(across_devices, 10, false)

/* Where NVRTC leaves no log its result is told. */
static void compiling_that_fails_in_silence(void **state)
{
    (void)state;
    static const char *const calls[] = {"nvrtcCreateProgram:1", "nvrtcCompileProgram:1"}, *const said[] = {"NVRTC takes no program (its result is ", "NVRTC does not say why (its result is "};
    need_simulated();
    setenv("RUNAHEAD_CUDA_CACHE", "off", 1);
    start(1);
    for (int i = 0; i < 2; i++) {
        refuse(calls[i]);
        ra_scope_begin();
        assert_int_equal(ra_wait(ra_neg(to_device(numbers(RA_FLOAT32, 3, 1)))), RA_ERR_SYSTEM);
        if (!strstr(ra_last_error(), said[i]))
            fail_msg("%s", ra_last_error());
        (void)!ra_scope_end();
        ra_clear_error();
        refuse(NULL);
    }
    assert_works("NVRTC has failed");
    stop();
}

/* A job that has no mark behind it has failed with the call that refused it. */
static void without_a_mark(void **state)
{
    (void)state;
    static const char *const calls[] = {"cuEventCreate:1", "cuEventRecord:1"}, *const said[] = {"cuEventCreate: CUDA_ERROR_OUT_OF_MEMORY (out of memory)", "cuEventRecord: CUDA_ERROR_UNKNOWN (unknown error)"};
    need_simulated();
    start(1);
    for (int i = 0; i < 2; i++) {
        ra_scope_begin();
        ra_tensor *x = numbers(RA_FLOAT32, 3, 1);
        OK(ra_wait(x));
        refuse(calls[i]);
        assert_int_equal(ra_wait(to_device(x)), RA_ERR_SYSTEM);
        if (!strstr(ra_last_error(), said[i]))
            fail_msg("%s", ra_last_error());
        (void)!ra_scope_end();
        ra_clear_error();
        refuse(NULL);
    }
    assert_works("an event was refused");
    stop();
}

/* ---- the first start, which is once a process ---- */

/* What it is told to fail is in the environment. What was not there is not looked for again; what can be is there the second time. */
static int program_starting(const char *nothing)
{
    (void)nothing;
    const float want[3] = {-1, -1.75f, -2.5f};
    start(1);
    for (int i = 0; i < 2; i++) {
        ra_scope_begin();
        (void)settles("the first start", to_processor(ra_neg(to_device(numbers(RA_FLOAT32, 3, 1)))), want, sizeof want);
        if (ra_scope_end())
            ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"starting", program_starting}};

static void first_start(void **state)
{
    (void)state;
    enum { CALLS = 30 }; /* of which the last belong to what is computed */
    need_simulated();
    setenv("RUNAHEAD_CUDA_CACHE", "off", 1);
    for (int n = 1; n <= CALLS; n += harness_short() ? 3 : 1) {
        char nth[16];
        snprintf(nth, sizeof nth, "%d", n);
        setenv("SIMCUDA_FAIL", nth, 1);
        child_ends_well("starting", nth);
    }
    unsetenv("SIMCUDA_FAIL");
}

/* Also in the middle of a run. */
static int put_right(void **state)
{
    if (!is_real())
        refuse(NULL);
    if (ra_scope_end())
        ra_clear_error();
    return shut_down(state);
}

int main(int argc, char **argv)
{
    find_driver();
    setenv("SIMCUDA_DEVICES", "2", 0);
    setenv("SIMCUDA_DELAY", "0", 0);
    setenv("SIMCUDA_CAPABILITY", "80", 0); /* where the workspace of cuBLAS is 4 MiB, which the driver fills each time, not 32 */
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_LIMITED(first_start, 60),
        HARNESS_TEST(copies, 60, NULL, put_right),
        HARNESS_TEST(copies_without_staging, 60, NULL, put_right),
        HARNESS_TEST(copies_in_pieces, 60, NULL, put_right),
        HARNESS_TEST(elementwise_operators, 60, NULL, put_right),
        HARNESS_TEST(matrix_products, 60, NULL, put_right),
        HARNESS_TEST(factorisations, 60, NULL, put_right),
        HARNESS_TEST(fourier_transforms, 60, NULL, put_right),
        HARNESS_TEST(own_operators, 60, NULL, put_right),
        HARNESS_TEST(streams_in_order, 60, NULL, put_right),
        HARNESS_TEST(sizes_that_data_decide, 60, NULL, put_right),
        HARNESS_TEST(across_devices, 60, NULL, put_right),
        HARNESS_TEST(compiling_that_fails_in_silence, 60, NULL, put_right),
        HARNESS_TEST(without_a_mark, 60, NULL, put_right),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
