/*
 * CUDA on the simulated driver (tests/simcuda), whose libraries the program is pointed to: copies of any stride and dtype between the
 * processor and a device, and elementwise operators, by the bits that the processor gives; failures of calls; a device that there is not.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda.h"

#include "cuda/device.h"

#include <runahead/call.h>
#include <runahead/register.h>

#include <pthread.h>
#include <sys/wait.h>

/* Of each dtype as it lies, and once with strides and a conversion on the way. A program that the device is to run is compiled by the
 * host's compiler here, which takes its time: so there are few. */
static void copies(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_BOOL, RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        ra_tensor *x = numbers(every[i], 6 * 35, -40), *m = ra_view(x, RA_DIMS(6, 5, 7)), *v = ra_permute(m, RA_DIMS(2, 0, 1)), *w = ra_slice(v, 0, 1, RA_END, 2);
        ra_tensor *dx = there(x), *dw = there(w);
        assert_same("there and back", x, dx);
        assert_same("a view there and back", w, dw);
        ra_release(x), ra_release(m), ra_release(v), ra_release(w);
    }
    ra_tensor *x = numbers(RA_FLOAT32, 6 * 8, -20), *m = ra_view(x, RA_DIMS(6, 8)), *t = ra_t(m), *d = there(x), *dm = ra_view(d, RA_DIMS(6, 8)), *dt = ra_t(dm);
    ra_tensor *turned = ra_contiguous(t), *want = ra_to(turned, RA_OPTS(ra_to, .dtype = RA_FLOAT16));
    ra_tensor *dense = ra_empty(RA_DIMS(8, 6), RA_OPTS(ra_empty, .dtype = RA_FLOAT16, .device = RA_CUDA));
    OK(ra_copy_(dense, dt));
    assert_same("turned and converted there", want, dense);
    ra_release(x), ra_release(m), ra_release(t), ra_release(d), ra_release(dm), ra_release(dt), ra_release(turned), ra_release(want);
    stop();
}

static void a_chain_ahead(void **state)
{
    (void)state;
    start(2);
    ra_tensor *x = numbers(RA_FLOAT32, 4096, 0), *y = there(x), *two = ra_scalar_tensor(2, NULL);
    for (int i = 0; i < 100; i++) {
        OK(ra_add_(y, 1));
        OK(ra_add_(x, 1));
        OK(ra_mul_(y, i % 2 ? 0.5 : 2.0));
        OK(ra_mul_(x, i % 2 ? 0.5 : 2.0));
    }
    ra_tensor *halves = ra_maximum(y, two), *want = ra_maximum(x, two);
    assert_same("a number of the processor's", want, halves);
    assert_same("a chain", x, y);
    ra_release(x), ra_release(two), ra_release(want);
    stop();
}

static void refused(void **state)
{
    (void)state;
    start(1);
    assert_null(ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .device = RA_CUDA_AT(3))));
    assert_non_null(strstr(ra_last_error(), "device cuda:3: there are 1"));
    ra_clear_error();
    stop();
}

static ra_status less_twice(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_sub(call->args[0].tensor, ra_add(call->args[0].tensor, call->args[0].tensor));
    return RA_OK;
}

static ra_status no_kernel(const ra_op_work *work)
{
    (void)work;
    return RA_ERR_STATE;
}

static ra_status twice_less(const ra_op_call *call, ra_tensor **results)
{
    const ra_tensor *x = call->args[0].tensor;
    results[0] = ra_sub(x, ra_add(x, x));
    results[1] = ra_neg(ra_add(x, x));
    return RA_OK;
}

static ra_status negate(char *const *data, const int64_t *strides, int64_t count, const union ra__params *reserved)
{
    (void)reserved;
    for (int64_t i = 0; i < count; i++)
        *(float *)(void *)(data[0] + i * strides[0]) = -*(const float *)(const void *)(data[1] + i * strides[1]);
    return RA_OK;
}

static const ra_op *registered(const ra_op_description *d)
{
    const ra_op *op = NULL;
    if (ra_op_register(d, &op))
        fail_msg("%s", ra_last_error());
    return op;
}

/* By its definition an operator of the program's runs where its arguments are, whatever it has for the processor: functional, out=, and
 * in place. What has none, or does something beside its results, is refused by name. */
static void operators_of_the_program(void **state)
{
    (void)state;
    start(1);
    const ra_op *ops[] = {
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "less_twice", .schema = "(Tensor x) -> Tensor", .definition = less_twice}),
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "computed", .schema = "(Tensor x) -> Tensor", .definition = less_twice, .kernel = no_kernel}),
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "looped", .schema = "(Tensor x) -> Tensor", .definition = less_twice, .loops = {[RA_FLOAT32] = negate}}),
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "paired", .schema = "(Tensor x) -> (Tensor less, Tensor twice)", .definition = twice_less, .kernel = no_kernel}),
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "effective", .schema = "(Tensor x) -> Tensor", .definition = less_twice, .kernel = no_kernel, .effect = true}),
        registered(&(ra_op_description){.size = sizeof(ra_op_description), .name = "undefined", .schema = "(Tensor x) -> Tensor", .meta = less_twice, .kernel = no_kernel}),
    };
    enum { DEFINED = 4, ALL = 6 };
    ra_tensor *x = numbers(RA_FLOAT32, 20, 1), *want = ra_neg(x), *dx = there(x), *got[2] = {NULL};
    const ra_arg args[] = {{.tensor = dx, .kind = RA_ARG_TENSOR}};
    for (int i = 0; i < ALL; i++) {
        assert_int_equal(ra_op_devices(ops[i]), 1 << RA_CPU | 1 << RA_META | (i < DEFINED) << RA_CUDA);
        for (int again = 0; again < 2 && i < DEFINED; again++) {
            OK(ra_call(ops[i], RA_FUNCTIONAL, args, 1, got, i == 3 ? 2 : 1, NULL));
            assert_int_equal(ra_tensor_device(got[0]), RA_CUDA);
            assert_same(ra_op_name(ops[i]), want, got[0]);
            if (i == 3)
                ra_release(got[1]);
        }
    }
    ra_tensor *out = ra_empty(RA_DIMS(0), RA_OPTS(ra_empty, .device = RA_CUDA));
    OK(ra_call(ops[1], RA_OUT, args, 1, &out, 1, NULL));
    assert_same("out=", want, out);
    OK(ra_call(ops[2], RA_INPLACE, args, 1, NULL, 0, NULL));
    assert_same("in place", want, ra_ref(dx));
    for (int i = DEFINED; i < ALL; i++) {
        char text[100];
        snprintf(text, sizeof text, "%s: has no kernel for device cuda:0", ra_op_name(ops[i]));
        assert_int_equal(ra_call(ops[i], RA_FUNCTIONAL, args, 1, got, 1, NULL), RA_ERR_UNSUPPORTED);
        assert_non_null(strstr(ra_last_error(), text));
        ra_clear_error();
    }
    ra_release(x), ra_release(want), ra_release(dx);
    for (int i = 0; i < ALL; i++)
        OK(ra_op_unregister(ops[i]));
    stop();
}

/* All of the table: what a call gives there test_cuda_vectors shows. */
static void which_operators_there_are(void **state)
{
    (void)state;
    start(1);
    for (size_t i = 0; i < ra_op_count(); i++)
        if (!(ra_op_devices(ra_op_at(i)) >> RA_CUDA & 1))
            fail_msg("%s is not there", ra_op_name(ra_op_at(i)));
    assert_int_equal(ra_op_devices(NULL), 0);
    ra_clear_error();
    stop();
}

/* ---- programs of their own, since the driver is loaded once ---- */

static int program_without(const char *nothing)
{
    (void)nothing;
    ra_tensor *x = ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .device = RA_CUDA));
    printf("%s", x && !ra_wait(x) ? "there is one" : ra_last_error()); /* at the call, or when the driver has been started */
    ra_tensor *y = ra_zeros(RA_DIMS(2));
    ra_clear_error();
    ra_tensor *z = ra_empty(RA_DIMS(2), RA_OPTS(ra_empty, .pin_memory = true));
    printf("; %s", z || ra_last_status() != RA_ERR_DEVICE ? "there is page-locked memory" : ra_last_error());
    ra_release(z);
    printf("; %s", ra_wait(y) ? "the processor fails" : "the processor does not mind");
    ra_release(x), ra_release(y);
    return ra_shutdown() ? 1 : 0;
}

/* Whatever fails, results are right or have failed, and the program ends. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 3; i++) {
        ra_tensor *x = numbers(RA_FLOAT32, 64, 0), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *z = y ? ra_add(y, 1) : NULL;
        float got[64];
        if (z && !ra_copy_to(z, got, sizeof got))
            for (int k = 0; k < 64; k++)
                if (got[k] != 0.75f * (float)k + 1)
                    printf("element %d is %g; ", k, (double)got[k]);
        ra_release(x), ra_release(y), ra_release(z);
        ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

/* From one device to the next, with strides and a conversion, also of nothing. */
static bool go_across(void)
{
    for (int columns = 0; columns < 4; columns += 3) {
        ra_tensor *x = ra_empty_strided(RA_DIMS(2, columns, 3), RA_DIMS(1, 60, 2)), *d = NULL;
        if (ra_fill_(x, 2.5) || !(d = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA))))
            return false;
        ra_tensor *v = ra_permute(d, RA_DIMS(1, 2, 0)), *far = ra_to(v, RA_OPTS(ra_to, .device = RA_CUDA_AT(1), .dtype = RA_INT32)), *here = far ? ra_to(far, RA_OPTS(ra_to, .device = RA_CPU)) : NULL;
        int32_t got[18] = {0}, sum = 0;
        if (!here || ra_copy_to(here, got, (size_t)columns * 6 * sizeof *got))
            printf("%s; ", ra_last_error());
        for (int i = 0; i < 6 * columns; i++)
            sum += got[i];
        printf("%d ", sum);
        ra_release(x), ra_release(d), ra_release(v), ra_release(far), ra_release(here);
    }
    return true;
}

/* Twice, and again when the devices have been stopped; and how often the bytes went through the host. */
static int program_across(const char *nothing)
{
    (void)nothing;
    uint64_t (*count)(const char *name);
    for (int round = 0; round < 3; round++)
        if (!go_across() || (round > 0 && ra_shutdown()))
            return 1;
    void *call = call_of("simcuda_count");
    memcpy(&count, &call, sizeof count);
    printf("%llu", (unsigned long long)count("copies through the host"));
    return 0;
}

static const child_program programs[] = {{"without", program_without}, {"failing", program_failing}, {"across", program_across}};

static void from_one_device_to_another(void **state)
{
    (void)state;
    need_simulated();
    static const struct {
        const char *name, *value, *through_host;
    } cases[] = {{"SIMCUDA_PEERS", "1", "0"}, {"SIMCUDA_PEERS", "0", "3"}, {"SIMCUDA_FAIL", "cuDeviceCanAccessPeer:1", "2"}, {"SIMCUDA_FAIL", "cuCtxEnablePeerAccess:1", "2"}};
    char text[1024], want[64];
    setenv("SIMCUDA_DEVICES", "2", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        setenv(cases[i].name, cases[i].value, 1);
        assert_int_equal(child_output("across", "", text, sizeof text), 0);
        unsetenv(cases[i].name);
        snprintf(want, sizeof want, "0 36 0 36 0 36 %s", cases[i].through_host);
        assert_string_equal(text, want);
    }
    unsetenv("SIMCUDA_DEVICES");
}

static void absent(void **state)
{
    (void)state;
    need_simulated();
    char text[1024], before[PATH_MAX];
    snprintf(before, sizeof before, "%s", getenv("RUNAHEAD_CUDA"));
    setenv("RUNAHEAD_CUDA", "/nowhere", 1);
    assert_int_equal(child_output("without", "", text, sizeof text), 0);
    setenv("RUNAHEAD_CUDA", before, 1);
    assert_non_null(strstr(text, "zeros: device cuda:0: no driver: libcuda.so.1 was looked for in /nowhere"));
    assert_non_null(strstr(text, "empty: device cuda:0: no driver"));
    assert_non_null(strstr(text, "the processor does not mind"));
    setenv("SIMCUDA_DEVICES", "0", 1);
    assert_int_equal(child_output("without", "", text, sizeof text), 0);
    unsetenv("SIMCUDA_DEVICES");
    assert_non_null(strstr(text, ": device cuda:0: the driver does not start: cuInit: CUDA_ERROR_NO_DEVICE"));
    assert_int_equal(strncmp(text, "zeros(", 6), 0);
    assert_non_null(strstr(text, "; empty: device cuda:0: the driver does not start"));
    assert_non_null(strstr(text, "the processor does not mind"));
}

static _Atomic bool goes_on;

static void *takes_and_gives_back(void *unused)
{
    for (void *block; atomic_load(&goes_on);)
        if (!ra__cuda_stage(0, 512, &block))
            ra__cuda_unstage(0, block, 512);
    return unused;
}

/* Its driver is not to be had there, and whoever held the lock of its memory is not there to let it go. */
static void the_child_of_a_fork_gives_up_what_it_has(void **state)
{
    (void)state;
    if (HARNESS_SANITIZED)
        skip(); /* they do not allow it beside threads */
    start(1);
    ra_tensor *x = numbers(RA_FLOAT32, 100, 0), *dx = there(x);
    OK(ra_wait(dx));
    pthread_t thread;
    atomic_store(&goes_on, true);
    assert_int_equal(pthread_create(&thread, NULL, takes_and_gives_back, NULL), 0);
    for (int i = 0; i < 40; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (!child) {
            alarm(10);
            ra_release(dx);
            ra_tensor *refused = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *y = ra_neg(x);
            float last = 0;
            ra_tensor *one = ra_select(y, 0, 99);
            _exit(refused || ra_last_status() != RA_ERR_FORKED || ra_copy_to(one, &last, sizeof last) || last != -74.25f);
        }
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    atomic_store(&goes_on, false);
    pthread_join(thread, NULL);
    ra_release(x), ra_release(dx);
    stop();
}

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cuInit:1", "cuDevicePrimaryCtxRetain:1", "cuStreamCreate:1", "cuMemAlloc_v2:1", "cuMemAlloc_v2:2", "cuMemHostRegister_v2:1", "cuModuleLoadData:1",
                                        "cuModuleGetFunction:1", "cuLaunchKernel:1", "cuLaunchKernel:2", "cuMemcpyHtoDAsync_v2:1", "cuMemcpyDtoHAsync_v2:1", "cuEventCreate:1",
                                        "cuEventRecord:1", "cuEventSynchronize:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[1024];
        setenv("SIMCUDA_FAIL", calls[i], 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || *text)
            fail_msg("%s fails: exit status %d, %s", calls[i], code, text);
    }
    for (int n = 1; n <= 24; n++) { /* which is before every other */
        char text[1024], fail[64];
        snprintf(fail, sizeof fail, "cuCtxSetCurrent:%d", n);
        setenv("SIMCUDA_FAIL", fail, 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || *text)
            fail_msg("%s fails: exit status %d, %s", fail, code, text);
    }
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(copies, 100, NULL, shut_down),
        HARNESS_TEST(a_chain_ahead, 100, NULL, shut_down),
        TEST_AROUND(refused, NULL, shut_down),
        HARNESS_TEST(operators_of_the_program, 100, NULL, shut_down),
        TEST_AROUND(which_operators_there_are, NULL, shut_down),
        TEST(from_one_device_to_another),
        TEST(absent),
        TEST_AROUND(the_child_of_a_fork_gives_up_what_it_has, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 200, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
