/*
 * A device that fails for good: small programs (helpers/cuda_programs.h) of which one call of the driver fails, and with it either all that
 * comes later in its context, as after a fault of a kernel, or all calls whatever, as of a device that is gone. Each in a process of
 * its own: there is no other way to another context. Nothing hangs, what the device does fails in words, and the processor goes on.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_programs.h"

#include "cuda/device.h"

enum { ILLEGAL_ADDRESS = 700, LAUNCH_FAILED = 719, UNKNOWN = 999 };

/* Whether a call of the device's context fails from now on. */
static bool is_lost(int device)
{
    int (*enter)(void *context) = (int (*)(void *))call_of("cuCtxSetCurrent");
    int (*synchronize)(void) = (int (*)(void))call_of("cuCtxSynchronize");
    return enter(ra__cuda_device_of(device)->context) || synchronize();
}

static void assert_processor_works(void)
{
    float got[10], want[10];
    ra_tensor *x = numbers(RA_FLOAT32, 10, 1), *y = ra_neg(x);
    OK(ra_copy_to(x, want, sizeof want));
    OK(ra_copy_to(y, got, sizeof got));
    for (int i = 0; i < 10; i++)
        assert_true(got[i] == -want[i]);
    ra_release(x), ra_release(y);
}

/* In words, and at once. */
static void assert_device_fails(const char *what)
{
    ra_scope_begin();
    ra_tensor *x = numbers(RA_FLOAT32, 10, 1), *far = to_device(x), *near = to_processor(far);
    const ra_status status = near ? ra_wait(near) : ra_last_status();
    if (!status || !is_sensible(status, ra_last_error()))
        fail_msg("%s, afterwards: %s, \"%s\"", what, ra_status_name(status), ra_last_error());
    ra_clear_error();
    if (ra_scope_end())
        ra_clear_error();
}

static void end(const char *what)
{
    OK(ra_shutdown());
    const ra_memory_stats m = ra_get_memory_stats();
    ra_memory_stats there_still;
    OK(ra_get_device_memory_stats(RA_CUDA, &there_still));
    if (m.live || m.in_flight || there_still.live)
        fail_msg("%s: %zu bytes live here, %zu in flight, %zu live there", what, m.live, m.in_flight, there_still.live);
}

/* "3 17:700:sticks": which program, and what simcuda_fail is told. 3: no call was the one. */
static int program_failing(const char *argument)
{
    const int which = atoi(argument);
    const char *how = strchr(argument, ' ') + 1;
    const small_program *p = &small_programs[which];
    wanted w = {.size = {0}};
    start(2);
    learn(p, &w);
    OK(ra_shutdown());
    start(2);
    refuse(how);
    (void)run_and_check(p, how, &w);
    const char *call = ((const char *(*)(void))call_of("simcuda_failed"))();
    assert_processor_works();
    const bool lost = call && is_lost(0);
    if (lost)
        assert_device_fails(how);
    end(how);
    start(2);
    assert_processor_works();
    if (lost)
        assert_device_fails("started again");
    end("started again");
    forget(&w);
    return call ? 0 : 3;
}

static const child_program programs[] = {{"failing", program_failing}};

/* False: no call was the nth. */
static bool ends_well(int which, int n, int result, const char *how)
{
    char argument[64], text[4096];
    snprintf(argument, sizeof argument, "%d %d:%d:%s", which, n, result, how);
    const int status = child_output("failing", argument, text, sizeof text);
    if (WIFSIGNALED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) != 3))
        fail_msg("%s, call %d fails with %d and %s: status %d; it printed: %s", small_programs[which].name, n, result, how, status, text);
    return !status;
}

/* Each program by a few of its calls, which others have between them. */
static void walk(const char *how, int result, int other_result)
{
    enum { STRIDE = 7 };
    const int stride = STRIDE * (harness_short() ? 7 : 1);
    need_simulated();
    for (int which = 0; which < PROGRAMS; which++)
        for (int n = 1 + which * 5 % STRIDE; ends_well(which, n, n % 2 ? result : other_result, how); n += stride)
            ;
}

static void a_context_that_fails(void **state)
{
    (void)state;
    walk("sticks", ILLEGAL_ADDRESS, LAUNCH_FAILED);
}

static void a_device_that_is_gone(void **state)
{
    (void)state;
    walk("lost", UNKNOWN, UNKNOWN);
}

int main(int argc, char **argv)
{
    find_driver();
    setenv("SIMCUDA_DEVICES", "2", 0);
    setenv("SIMCUDA_DELAY", "0", 0);
    setenv("SIMCUDA_CAPABILITY", "80", 0); /* as in test_cuda_failures */
    child_may_hold("TSAN_OPTIONS", "atexit_sleep_ms=50"); /* of many processes, which it lets sleep for a second each */
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_LIMITED(a_context_that_fails, 120),
        TEST_LIMITED(a_device_that_is_gone, 120),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
