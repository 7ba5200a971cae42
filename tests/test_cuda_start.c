/*
 * The first use of a CUDA device does not wait for the driver: what is recorded while that is being started runs behind the start, in order,
 * or fails with the reason why there is none. Each is a program of its own, since a driver is started once a process; the simulated
 * one is held up in the call that a program names, until the program lets it go.
 */
#define _GNU_SOURCE 1
#include "helpers/asleep.h"
#include "helpers/child.h"
#include "helpers/cuda.h"

#include <runahead/function.h>
#include <runahead/register.h>
#include <runahead/stream.h>

#include <pthread.h>

enum { N = 100 };

static void hold(const char *name)
{
    ((void (*)(const char *))call_of("simcuda_hold"))(name);
}

static bool is_held(void)
{
    return ((int (*)(void))call_of("simcuda_held"))() > 0;
}

static void start_held(const char *call, int workers)
{
    start(workers);
    hold(call);
}

/* By another thread, once somebody is held. */
static void *let_driver_go(void *unused)
{
    EVENTUALLY(is_held());
    hold(NULL);
    return unused;
}

static pthread_t let_driver_go_later(void)
{
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, let_driver_go, NULL), 0);
    return thread;
}

static ra_tensor *zeros_on(ra_device device)
{
    return ra_zeros(RA_DIMS(N), RA_OPTS(ra_zeros, .device = device));
}

static void assert_is(const ra_tensor *t, float first, float step)
{
    float got[N];
    if (!t || ra_copy_to(t, got, sizeof got))
        fail_msg("%s", ra_last_error());
    for (int i = 0; i < N; i++)
        assert_true(got[i] == first + step * (float)i);
}

/* ---- recorded meanwhile ---- */

static _Atomic int called;

static ra_status call(const ra_function_call *c)
{
    atomic_fetch_add(&called, 1);
    return c->stream && !memcmp(c->writes[0], c->writes[0], 0) ? RA_OK : RA_ERR_SYSTEM;
}

/* Held in this call; with so many workers. */
static int recorded(const char *at, int workers)
{
    start_held(at, workers);
    ra_scope_begin();
    ra_tensor *x = ra_arange(RA_F(0), RA_F(N), RA_F(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *far = there(x), *y = ra_add(far, 1), *z = zeros_on(RA_CUDA);
    ra_tensor *back = ra_to(ra_mul(ra_add(y, z), 2), RA_OPTS(ra_to, .device = RA_CPU)), *here = ra_add(back, 1);
    ra_tensor *end = ra_call_function(call, NULL, RA_LIST(y), RA_LIST(z), RA_OPTS(ra_call_function, .device = RA_CUDA));
    ra_tensor *locked = ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .pin_memory = true));
    OK(ra_copy_(locked, x));
    ra_tensor *other = ra_add(ra_to(locked, RA_OPTS(ra_to, .device = RA_CUDA_AT(1))), 3);
    ra_tensor *buffer = ra_empty_like(far, RA_OPTS(ra_empty_like, .device = RA_CPU));
    EVENTUALLY(is_held());
    OK(ra_wait(buffer)); /* nothing of the device's is in it */
    if (!end || !here || !other)
        fail_msg("%s", ra_last_error());
    assert_is(x, 0, 1);
    assert_true(!ra_is_ready(here) && !ra_is_ready(other) && !ra_is_ready(end) && !ra_is_ready(z));
    ra_memory_stats s;
    OK(ra_get_device_memory_stats(RA_CUDA, &s));
    assert_int_equal(s.live + s.cached, 0);
    assert_true(s.in_flight > 0);
    ra_release(ra_keep(ra_exp(y))); /* nobody can ever see it */
    ra_tensor *cancelled = ra_sin(y);
    OK(ra_cancel(cancelled));
    assert_int_equal(atomic_load(&called), 0);
    hold(NULL);
    assert_is(here, 3, 2);
    assert_is(other, 3, 1);
    OK(ra_wait(end));
    assert_int_equal(atomic_load(&called), 1);
    (void)!ra_wait(cancelled);
    ra_clear_error();
    assert_is(ra_add(zeros_on(RA_CUDA), 5), 5, 0); /* as it is remembered from now on */
    assert_is(ra_add(zeros_on(RA_CUDA), 5), 5, 0);
    if (ra_scope_end())
        ra_clear_error();
    stop();
    return 0;
}

static int program_recording(const char *at)
{
    return recorded(at, 2);
}

static int program_recording_alone(const char *at)
{
    return recorded(at, -1);
}

static void recording_does_not_wait(void **state)
{
    (void)state;
    need_simulated();
    child_ends_well("recording", "cuInit");
    child_ends_well("recording", "cuDevicePrimaryCtxRetain");
    child_ends_well("recording", "cuStreamCreateWithPriority");
    child_ends_well("recording alone", "cuInit");
}

static void *record_one(void *to)
{
    *(ra_tensor **)to = ra_add(zeros_on(RA_CUDA), 7);
    return NULL;
}

/* Two threads' first uses, and a second life. */
static int program_threads(const char *at)
{
    for (int life = 0; life < 2; life++) {
        pthread_t thread[2];
        ra_tensor *made[2];
        start_held(life ? NULL : at, 1);
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_create(&thread[i], NULL, record_one, &made[i]), 0);
        EVENTUALLY(life || is_held());
        hold(NULL); /* whose thread ends waits for the start */
        for (int i = 0; i < 2; i++)
            assert_int_equal(pthread_join(thread[i], NULL), 0);
        for (int i = 0; i < 2; i++) {
            assert_is(made[i], 7, 0);
            ra_release(made[i]);
        }
        stop();
    }
    return 0;
}

/* What is to have something of the driver's, and what computes in the call, waits. */
static int program_waiting(const char *at)
{
    ra_stream *s = NULL;
    start_held(at, 1);
    pthread_t thread = let_driver_go_later();
    OK(ra_stream_new(RA_CUDA, &s));
    assert_non_null(ra_stream_native(s));
    assert_int_equal(pthread_join(thread, NULL), 0);
    ra_stream_free(s);
    ra_set_execution(RA_SYNC);
    ra_tensor *x = zeros_on(RA_CUDA);
    assert_true(ra_is_ready(x));
    ra_release(x);
    stop();
    return 0;
}

static int program_waiting_in_the_call(const char *at)
{
    start_held(at, 1);
    ra_set_execution(RA_SYNC);
    pthread_t thread = let_driver_go_later();
    ra_tensor *x = ra_add(zeros_on(RA_CUDA), 2);
    assert_true(ra_is_ready(x));
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_is(x, 2, 0);
    ra_release(x);
    stop();
    return 0;
}

/* Page-locked memory that the program looks at first. */
static int program_looking(const char *at)
{
    start_held(at, 1);
    ra_tensor *x = ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .pin_memory = true));
    assert_non_null(x);
    pthread_t thread = let_driver_go_later();
    ra_status s;
    float *data = ra_data_mut(x, &s);
    OK(s);
    data[0] = 1;
    assert_int_equal(pthread_join(thread, NULL), 0);
    ra_release(x);
    stop();
    return 0;
}

/* What nobody has written, and what so has no job, is read by another device, which may be there first. */
static int program_two_devices(const char *at)
{
    start_held(at, 1);
    ra_tensor *x = ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .device = RA_CUDA)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA_AT(1)));
    pthread_t thread = let_driver_go_later();
    OK(ra_wait(y));
    assert_int_equal(pthread_join(thread, NULL), 0);
    ra_release(x), ra_release(y);
    stop();
    return 0;
}

static void others(void **state)
{
    (void)state;
    need_simulated();
    child_ends_well("threads", "cuInit");
    child_ends_well("waiting", "cuInit");
    child_ends_well("waiting in the call", "cuInit");
    child_ends_well("looking", "cuDevicePrimaryCtxRetain");
    for (int i = 0; i < 4; i++)
        child_ends_well("two devices", "cuInit");
}

/* ---- in vain ---- */

/* Everything that was recorded meanwhile has failed so; the processor does not mind. */
static void assert_all_failed(ra_tensor *const *t, int count, ra_status status, const char *const *said)
{
    for (int i = 0; i < count; i++) {
        const ra_status now = ra_wait(t[i]);
        for (int k = 0; k < 2; k++)
            if (now != status || !strstr(ra_last_error(), said[k]))
                fail_msg("number %d: %s, and \"%s\" is not in \"%s\"", i, ra_status_name(now), said[k], ra_last_error());
        ra_clear_error();
    }
}

/* What fails is in the environment; "number:status:may be tried again:text", the number that of the device. */
static int program_in_vain(const char *what)
{
    int number, status, again, begin = 0;
    assert_int_equal(sscanf(what, "%d:%d:%d:%n", &number, &status, &again, &begin), 3);
    const ra_device device = RA_CUDA_AT(number);
    const char *said[] = {what + begin, number ? "device cuda:5: " : "device cuda:0: "};
    start_held("cuInit", 1);
    ra_scope_begin();
    ra_tensor *x = ra_arange(RA_F(0), RA_F(N), RA_F(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *z = zeros_on(device), *y = ra_add(z, 1);
    ra_tensor *far = ra_to(x, RA_OPTS(ra_to, .device = device)), *back = ra_to(ra_mul(far, y), RA_OPTS(ra_to, .device = RA_CPU)), *here = ra_add(back, 1);
    ra_tensor *changed = ra_clone(x), *locked = number ? ra_neg(far) : ra_empty(RA_DIMS(N), RA_OPTS(ra_empty, .pin_memory = true));
    OK(ra_copy_(changed, far));
    OK(ra_copy_(locked, number ? far : x));
    ra_tensor *end = ra_call_function(call, NULL, RA_LIST(y), RA_LIST(z), RA_OPTS(ra_call_function, .device = device));
    ra_release(ra_keep(ra_exp(y)));
    EVENTUALLY(is_held());
    assert_false(ra_is_ready(z));
    hold(NULL);
    ra_tensor *const all[] = {z, y, far, back, here, changed, end, locked};
    assert_all_failed(all, again ? 7 : 8, (ra_status)status, said); /* with a context there is page-locked memory, and what fails is overwritten */
    assert_int_equal(ra_wait(z), status);
    assert_int_equal(strncmp(ra_last_error(), "zeros(", 6), 0);
    ra_clear_error();
    assert_int_equal(atomic_load(&called), 0);
    assert_is(ra_neg(x), 0, -1);
    for (int i = 0; i < 2; i++) {
        ra_tensor *later = zeros_on(device);
        if (again) {
            assert_is(later, 0, 0);
            assert_int_equal(ra_wait(ra_add(y, 1)), i ? RA_OK : (ra_status)status);
            ra_clear_error();
            OK(ra_fill_(y, 3)); /* whole again */
            assert_is(y, 3, 0);
        } else if (later || ra_last_status() != (ra_status)status || !strstr(ra_last_error(), said[0]) || strncmp(ra_last_error(), "zeros: device cuda:", 19))
            fail_msg("refused: %s", ra_last_error());
        ra_clear_error();
    }
    ra_stream *s = NULL;
    assert_int_equal(ra_stream_new(device, &s), again ? RA_OK : (ra_status)status);
    if (ra_scope_end())
        ra_clear_error();
    stop();
    return 0;
}

static void fails(const char *call_that_fails, const char *what)
{
    setenv("SIMCUDA_FAIL", call_that_fails, 1);
    child_ends_well("in vain", what);
}

static void in_vain(void **state)
{
    (void)state;
    char what[200];
    need_simulated();
    snprintf(what, sizeof what, "0:%d:0:the driver does not start: cuInit: CUDA_ERROR_NO_DEVICE", RA_ERR_DEVICE);
    fails("cuInit:1", what);
    snprintf(what, sizeof what, "0:%d:0:the driver does not say how many devices there are: cuDeviceGetCount: ", RA_ERR_DEVICE);
    fails("cuDeviceGetCount:1", what);
    snprintf(what, sizeof what, "0:%d:1:cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY", RA_ERR_SYSTEM);
    fails("cuDevicePrimaryCtxRetain:1", what);
    snprintf(what, sizeof what, "0:%d:1:cuStreamCreate: CUDA_ERROR_OUT_OF_MEMORY", RA_ERR_SYSTEM);
    fails("cuStreamCreateWithPriority:1", what);
    snprintf(what, sizeof what, "5:%d:0:there are 2", RA_ERR_DEVICE);
    fails("", what);
}

static int put_right(void **state)
{
    (void)state;
    return unsetenv("SIMCUDA_FAIL");
}

/* ---- the end of an engine, of a process, and of a thread that makes another ---- */

static int program_stopping(const char *at)
{
    start_held(at, 1);
    ra_release(ra_add(zeros_on(RA_CUDA), 1));
    pthread_t thread = let_driver_go_later();
    stop();
    assert_int_equal(pthread_join(thread, NULL), 0);
    start(1);
    ra_tensor *x = ra_add(zeros_on(RA_CUDA), 1);
    assert_is(x, 1, 0);
    ra_release(x);
    stop();
    return 0;
}

/* Behind whatever the library has to wait for at the end of the process, as it was registered before. */
static void look_at_the_end(void)
{
    if (is_held())
        _exit(4);
}

static void *let_driver_go_behind(void *whom)
{
    EVENTUALLY(is_asleep((int)(intptr_t)whom));
    hold(NULL);
    return NULL;
}

/* Nothing is torn down beneath the driver that is being started. */
static int program_ending(const char *at)
{
    pthread_t thread;
    assert_int_equal(atexit(look_at_the_end), 0);
    start_held(at, 1);
    ra_release(ra_add(zeros_on(RA_CUDA), 1));
    EVENTUALLY(is_held());
    assert_int_equal(pthread_create(&thread, NULL, let_driver_go_behind, (void *)(intptr_t)ra__os_gettid()), 0);
    (void)pthread_detach(thread);
    exit(0);
}

static int program_forking(const char *at)
{
    start_held(at, 1);
    ra_tensor *x = ra_arange(RA_F(0), RA_F(N), RA_F(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32)), *y = ra_add(there(x), 1), *z = ra_to(y, RA_OPTS(ra_to, .device = RA_CPU));
    OK(ra_wait(x));
    EVENTUALLY(is_held());
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(20);
        bool right = ra_wait(y) == RA_ERR_FORKED && ra_wait(z) == RA_ERR_FORKED;
        ra_clear_error();
        right &= !zeros_on(RA_CUDA) && ra_last_status() == RA_ERR_FORKED && strstr(ra_last_error(), "CUDA cannot be used in the child of a fork");
        ra_clear_error();
        assert_is(ra_neg(x), 0, -1);
        ra_release(y), ra_release(z);
        right &= ra_shutdown() == RA_OK;
        _exit(right ? 0 : 3);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_false(ra_is_ready(z));
    hold(NULL);
    assert_is(z, 1, 1);
    ra_release(x), ra_release(y), ra_release(z);
    stop();
    return 0;
}

/* A fork while the first use of all is the registration of an operator, whose source has the driver started. */
static ra_status twice(const ra_op_call *c, ra_tensor **results)
{
    results[0] = ra_mul(c->args[0].tensor, 2);
    return RA_OK;
}

static void *registers(void *unused)
{
    const ra_op_cuda source = {.size = sizeof source, .source = "if (i < x_numel)\n    result[i] = x[i] + x[i];\n", .attributes = {{"i", "thread_index_in_grid"}}};
    const ra_op_description d = {.size = sizeof d, .name = "start.twice", .schema = "(Tensor x) -> Tensor", .definition = twice, .cuda = &source};
    (void)!ra_op_register(&d, NULL);
    ra_clear_error();
    return unused;
}

static int program_forking_first(const char *at)
{
    pthread_t thread;
    int status = -1;
    start_held(at, 1);
    assert_int_equal(pthread_create(&thread, NULL, registers, NULL), 0);
    EVENTUALLY(is_held());
    const pid_t child = fork();
    assert_true(child >= 0);
    if (!child) {
        alarm(20);
        const bool right = !zeros_on(RA_CUDA) && ra_last_status() == RA_ERR_FORKED;
        ra_clear_error();
        _exit(right && ra_shutdown() == RA_OK ? 0 : 3);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    hold(NULL);
    assert_int_equal(pthread_join(thread, NULL), 0);
    stop();
    return 0;
}

static void ends(void **state)
{
    (void)state;
    need_simulated();
    for (int i = 0; i < 2; i++) {
        const char *at = i ? "cuDevicePrimaryCtxRetain" : "cuInit";
        child_ends_well("stopping", at);
        child_ends_well("ending", at);
        if (!HARNESS_SANITIZED) /* they do not allow a fork beside threads */
            child_ends_well("forking", at);
    }
    if (!HARNESS_SANITIZED)
        child_ends_well("forking first", "cuInit");
}

static const child_program programs[] = {
    {"recording", program_recording},
    {"recording alone", program_recording_alone},
    {"threads", program_threads},
    {"waiting", program_waiting},
    {"waiting in the call", program_waiting_in_the_call},
    {"looking", program_looking},
    {"two devices", program_two_devices},
    {"in vain", program_in_vain},
    {"stopping", program_stopping},
    {"ending", program_ending},
    {"forking", program_forking},
    {"forking first", program_forking_first},
};

int main(int argc, char **argv)
{
    find_driver();
    setenv("SIMCUDA_DEVICES", "2", 1);
    (void)assert_same, (void)numbers;
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST(recording_does_not_wait),
        TEST(others),
        TEST_AROUND(in_vain, NULL, put_right),
        TEST(ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
