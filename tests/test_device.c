/*
 * What the engine does for a device with streams, on one that a test is (helpers/virtual_device.h): order and values, what is issued
 * before its predecessor is done, cancel, drop, pacing, fork, and what dispatch refuses (test_device_failures.c: what fails there). And
 * completion from outside, of kernels that go on elsewhere.
 */
#include "helpers/virtual_tensors.h"

#include "async/pool/workers.h"
#include "async/run/lane.h"
#include "async/run/streams.h"
#include "async/thread/guest.h"

#include <sys/wait.h>

static void there_and_back(void **state)
{
    (void)state;
    begin(2);
    ra_tensor *x = numbers(40, VIRTUAL), *y = ra_add(x, 1.5), *z = ra_mul(y, y), *w = there(ra_add(z, x), RA_CPU);
    assert_string_equal(ra_device_name(ra_tensor_device(z)), "cuda:0");
    ra_status s;
    const float *data = ra_data_f32(w, &s);
    OK(s);
    for (int i = 0; i < 40; i++)
        assert_true(data[i] == ((float)i + 1.5f) * ((float)i + 1.5f) + (float)i);
    assert_null(ra_data(z, &s));
    assert_int_equal(s, RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "cuda:0"));
    double value;
    RA_AUTO ra_tensor *seventh = ra_select(z, 0, 7);
    OK(ra_item_f64(seventh, &value));
    assert_true(value == 8.5 * 8.5);
    char *text = ra_to_string(seventh);
    assert_string_equal(text, "tensor(72.25, device=cuda:0)");
    free(text);
    ra_release(x), ra_release(y), ra_release(z), ra_release(w);
    ra_release(seventh), seventh = NULL;
    end();
}

/* In place, out= that grows, views: the bytes of a storage in program order, as anywhere. */
static void order_of_a_storage(void **state)
{
    (void)state;
    begin(2);
    for (int round = 0; round < (int)harness_rounds(200); round++) {
        ra_tensor *x = numbers(48, VIRTUAL), *even = ra_slice(x, 0, 0, RA_END, 2), *was = ra_clone(x), *out = there(ra_zeros(RA_DIMS(1)), VIRTUAL);
        OK(ra_add_(even, 100));
        OK(ra_add_out(out, was, 1));
        OK(ra_mul_out(out, out, 2));
        OK(ra_copy_(even, even));
        ra_tensor *here = there(ra_slice(x, 0, 0, RA_END, 2), RA_CPU);
        OK(ra_zero_(x));
        assert_all(here, 100, 2);
        assert_all(was, 0, 1);
        assert_all(out, 2, 2);
        assert_all(even, 0, 0);
        ra_release(x), ra_release(even), ra_release(was), ra_release(out), ra_release(here);
    }
    end();
}

/* What follows on the stream is handed over while nothing before it is done; a processor's task waits. */
static void issued_before_done(void **state)
{
    (void)state;
    begin(2);
    ra_tensor *x = numbers(32, VIRTUAL);
    OK(ra_wait(x));
    atomic_store(&virtual_held, true);
    enum { DEEP = 200 };
    for (int i = 0; i < DEEP; i++)
        OK(ra_add_(x, 1));
    ra_tensor *back = ra_to(x, RA_OPTS(ra_to, .device = RA_CPU)), *after = ra_add(back, 1), *beside = ra_arange(RA_F(0), RA_I(32), RA_I(1), NULL);
    EVENTUALLY(virtual_waiting(0) == DEEP + 1);
    assert_all(beside, 0, 1); /* the processor's own goes on */
    assert_false(ra_is_ready(x));
    assert_false(ra_is_ready(after));
    atomic_store(&virtual_held, false);
    assert_all(after, DEEP + 1, 1);
    assert_true(ra_get_stats().ran_by_device >= DEEP);
    ra_release(x), ra_release(back), ra_release(after), ra_release(beside);
    end();
}

/* But no further than an eighth of what the device has, where it says that, and 2 GiB: the rest is held until some of it is done. */
static void issued_ahead_of_a_small_device(void **state)
{
    (void)state;
    enum { N = 64, TOUCHED = 2 * N * (int)sizeof(float) /* by each job */, JOBS = 4 };
    static const struct {
        size_t bytes;
        int issued;
    } devices[] = {{8 * 2 * TOUCHED, 2}, {8 * (2 * TOUCHED + 1), 3}, {0, JOBS}, {SIZE_MAX, JOBS}};
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        begin(1);
        atomic_store(&virtual_bytes, devices[i].bytes);
        ra_tensor *x = numbers(N, VIRTUAL), *y[JOBS];
        OK(ra_wait(x));
        atomic_store(&virtual_held, true);
        for (int k = 0; k < JOBS; k++) /* which are not joined */
            y[k] = ra_cumsum(x, 0);
        EVENTUALLY(virtual_waiting(0) == devices[i].issued);
        if (devices[i].issued < JOBS)
            EVENTUALLY(atomic_load(&ra__stream_devices[0].stream[0].is_held));
        assert_int_equal(virtual_waiting(0), devices[i].issued);
        atomic_store(&virtual_held, false);
        for (int k = 0; k < JOBS; k++) {
            float got[N];
            OK(ra_copy_to(y[k], got, sizeof got));
            for (int n = 0; n < N; n++)
                assert_true(got[n] == (float)(n * (n + 1) / 2));
            ra_release(y[k]);
        }
        ra_release(x);
        end();
    }
}

static void *adds_one(void *x)
{
    assert_int_equal(ra_add_(x, 1), RA_OK);
    return NULL;
}

/* What is issued while another thread puts an edge to it into its list still lets go who is on its stream. */
static void issued_while_its_successor_is_recorded(void **state)
{
    (void)state;
    begin(2);
    pthread_t recorder;
    ra_tensor *x = numbers(8, VIRTUAL);
    OK(ra_wait(x));
    atomic_store(&virtual_held, true);
    atomic_store(&virtual_stuck, 1);
    OK(ra_add_(x, 1));
    EVENTUALLY(atomic_load(&virtual_stuck) == 2); /* claimed, and not issued yet */
    gate_close(RA__POINT_ORDER);
    assert_int_equal(pthread_create(&recorder, NULL, adds_one, x), 0);
    EVENTUALLY(atomic_load(&gate_arrived) == 1);
    atomic_store(&virtual_stuck, 0);
    EVENTUALLY(virtual_marks(0) == 1); /* it has been issued: a mark stands behind it */
    gate_release();
    pthread_join(recorder, NULL);
    EVENTUALLY(virtual_waiting(0) == 2);
    atomic_store(&virtual_held, false);
    assert_all(x, 2, 1);
    ra_release(x);
    end();
}

/* Both devices, the processor, and zero workers; a waiting thread has only the lanes to wait for. */
static void across_devices(void **state)
{
    (void)state;
    for (int workers = -1; workers < 3; workers += 3) {
        begin(workers);
        for (int round = 0; round < (int)harness_rounds(100); round++) {
            ra_tensor *x = numbers(16, VIRTUAL), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA_AT(1)));
            OK(ra_add_(x, 10));
            OK(ra_mul_(y, 3));
            OK(ra_copy_(x, y));
            ra_tensor *host = ra_to(x, RA_OPTS(ra_to, .device = RA_CPU));
            OK(ra_add_(host, 1));
            OK(ra_copy_(y, host));
            assert_all(y, 1, 3);
            assert_all(x, 0, 3);
            ra_release(x), ra_release(y), ra_release(host);
        }
        end();
    }
}

static void computed_in_the_call(void **state)
{
    (void)state;
    begin(0);
    ra_set_execution(RA_SYNC);
    ra_tensor *x = numbers(16, VIRTUAL), *y = ra_add(x, 1);
    assert_true(ra_is_ready(y));
    assert_all(y, 1, 1);
    ra_release(x), ra_release(y);
    end();
}

static void what_is_refused(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = numbers(8, VIRTUAL), *y = numbers(8, RA_CPU), *far = numbers(8, RA_CUDA_AT(1)), *one = ra_scalar_tensor(2, NULL);
    assert_null(ra_add(x, y));
    assert_int_equal(ra_last_status(), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "cuda:0 and cpu"));
    ra_clear_error();
    assert_null(ra_add(x, far));
    assert_non_null(strstr(ra_last_error(), "cuda:0 and cuda:1"));
    ra_clear_error();
    ra_tensor *twice = ra_mul(x, one), *again = ra_mul(one, x); /* a number, as 0-dim ones of the CPU are */
    assert_all(twice, 0, 2);
    assert_all(again, 0, 2);
    assert_int_equal(ra_tensor_device(again), VIRTUAL);
    ra_clear_error();
    assert_int_equal(ra_add_out(y, x, 1), RA_ERR_DEVICE);
    assert_all(y, 0, 1);
    ra_clear_error();
    assert_null(ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .device = RA_CUDA_AT(9))));
    assert_int_equal(ra_last_status(), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "zeros: device cuda:9: there are 2 virtual devices"));
    ra_clear_error();
    atomic_store(&virtual_lacks, ra_op_find("erf"));
    assert_null(ra_erf(x));
    assert_int_equal(ra_last_status(), RA_ERR_UNSUPPORTED);
    assert_non_null(strstr(ra_last_error(), "erf: has no kernel for device cuda:0"));
    ra_clear_error();
    ra_status s;
    assert_null(ra_data_mut(x, &s));
    assert_int_equal(s, RA_ERR_DEVICE);
    ra_clear_error();
    assert_null(ra_save_npy("/tmp/none.npy", x));
    assert_int_equal(ra_last_status(), RA_ERR_DEVICE);
    ra_release(x), ra_release(y), ra_release(far), ra_release(one), ra_release(twice), ra_release(again);
    end();
}

static void cancelled_and_dropped(void **state)
{
    (void)state;
    begin(1);
    for (int round = 0; round < (int)harness_rounds(100); round++) {
        ra_tensor *x = numbers(16, VIRTUAL), *y = ra_add(x, 1), *z = ra_add(y, 1), *w = ra_to(z, RA_OPTS(ra_to, .device = RA_CPU));
        ra_tensor *unseen = ra_mul(z, 5);
        ra_release(unseen);
        ra_cancel(y);
        ra_status s = ra_wait(y);
        assert_true(s == RA_OK || s == RA_ERR_CANCELLED);
        assert_int_equal(ra_wait(w), s);
        assert_all(x, 0, 1);
        if (round % 2)
            ra_release(x), x = NULL;
        ra_release(y), ra_release(z), ra_release(w), ra_release(x);
    }
    end();
}

static void paced_and_released_at_once(void **state)
{
    (void)state;
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = 1, .pacing_count = 8, .relief_percent = -1};
    OK(ra_init(&config));
    ra_tensor *x = numbers(16, VIRTUAL);
    for (int i = 0; i < (int)harness_rounds(2000); i++) {
        ra_tensor *next = ra_add(x, 0);
        ra_release(x);
        x = next;
    }
    assert_all(x, 0, 1);
    ra_release(x);
    end();
}

static void *release_the_device(void *unused)
{
    (void)unused;
    EVENTUALLY(atomic_load(&ra__pool.waiting) > 0);
    atomic_store(&virtual_held, false);
    return NULL;
}

/* What is in flight there holds back who records more for there, and nobody else. */
static void paced_by_its_own_memory(void **state)
{
    (void)state;
    enum { BYTES = 1 << 20, N = BYTES / 4 };
    pthread_t thread;
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = 1, .pacing_bytes = BYTES + BYTES / 2, .no_inline = true, .relief_percent = -1};
    OK(ra_init(&config));
    ra_tensor *x = numbers(N, VIRTUAL), *y[2], *back, *here;
    ra_memory_stats there, all;
    OK(ra_wait(x)); /* the record of what is waited for goes behind the waiter */
    EVENTUALLY(!ra_get_device_memory_stats(VIRTUAL, &there) && !there.in_flight && !ra_get_memory_stats().in_flight);
    ra_reset_stats();
    atomic_store(&virtual_held, true);
    y[0] = ra_add(x, 1);
    back = ra_to(y[0], RA_OPTS(ra_to, .device = RA_CPU));
    y[1] = ra_add(x, 2);
    here = ra_ones(RA_DIMS(N));
    OK(ra_wait(here));
    assert_int_equal(ra_get_stats().paced, 0);
    OK(ra_get_device_memory_stats(VIRTUAL, &there));
    all = ra_get_memory_stats();
    assert_int_equal(there.in_flight, 2 * BYTES);
    assert_true(all.in_flight >= BYTES && all.in_flight < 2 * BYTES + BYTES / 2);
    assert_int_equal(pthread_create(&thread, NULL, release_the_device, NULL), 0);
    ra_tensor *more = ra_add(x, 3);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(ra_get_stats().paced, 1);
    OK(ra_wait(more));
    ra_release(x), ra_release(y[0]), ra_release(y[1]), ra_release(back), ra_release(here), ra_release(more);
    end();
}

/* The child has what was finished on the processor; the device's is poisoned or out of reach, and nothing waits for ever. */
static void forked(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *x = numbers(16, VIRTUAL);
    OK(ra_wait(x));
    atomic_store(&virtual_held, true);
    ra_tensor *y = ra_add(x, 1), *back = ra_to(y, RA_OPTS(ra_to, .device = RA_CPU)), *host = numbers(4, RA_CPU);
    EVENTUALLY(virtual_waiting(0) == 2);
    assert_all(host, 0, 1);
    pid_t child = fork();
    if (child == 0) {
        alarm(20);
        float got[4];
        bool right = ra_wait(back) == RA_ERR_FORKED && ra_copy_to(host, got, sizeof got) == RA_OK && got[3] == 3;
        _exit(right ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    atomic_store(&virtual_held, false);
    assert_all(back, 1, 1);
    ra_release(x), ra_release(y), ra_release(back), ra_release(host);
    end();
}

/* ---- completion from outside ---- */

static struct outside {
    ra_task *_Atomic task;
    pthread_t who;
    ra_status status;
    int phases;
    _Atomic int ran[RA__MAX_PHASES];
} outside;

static void *complete_outside(void *arg)
{
    (void)arg;
    ra_task *t;
    while (!(t = atomic_load(&outside.task)))
        ;
    ra__complete(t, outside.status, "from outside");
    return NULL;
}

static ra_status goes_elsewhere(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)last;
    atomic_fetch_add(&outside.ran[phase], 1);
    if (phase == 1) {
        ((float *)r->data[0])[first] = (float)first;
        return RA_OK;
    }
    atomic_store(&outside.task, ra__tls.guest->task);
    return (ra_status)RA__PENDING;
}

static ra_tensor *record_outside(ra_status status, void *(*completer)(void *))
{
    static const ra_kernel kernel = {.name = "elsewhere", .run = goes_elsewhere};
    memset(&outside, 0, sizeof outside);
    outside.status = status;
    assert_true(ra__complete_expect());
    assert_int_equal(pthread_create(&outside.who, NULL, completer, NULL), 0);
    ra__external e = {.name = "elsewhere", .kernel = &kernel, .grains = 1, .cost_ns = 1e5, .result = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {1}, .strides = {1}}};
    ra_tensor *t = ra__external_record(&e, NULL);
    assert_non_null(t);
    return t;
}

static void completed_from_outside(void **state)
{
    (void)state;
    for (int round = 0; round < (int)harness_rounds(100); round++) {
        begin(round % 2 ? 2 : -1);
        ra_tensor *t = record_outside(RA_OK, complete_outside), *after = ra_add(t, 1);
        OK(ra_wait(after));
        pthread_join(outside.who, NULL);
        assert_int_equal(atomic_load(&outside.ran[0]), 1);
        ra_release(t), ra_release(after);
        t = record_outside(RA_ERR_FILE, complete_outside), after = ra_add(t, 1);
        assert_int_equal(ra_wait(after), RA_ERR_FILE);
        assert_non_null(strstr(ra_last_error(), "from outside"));
        pthread_join(outside.who, NULL);
        ra_release(t), ra_release(after);
        end();
    }
}

int main(void)
{
    virtual_offer();
    const struct CMUnitTest tests[] = {
        TEST_AROUND(there_and_back, NULL, shut_down),
        TEST_AROUND(order_of_a_storage, NULL, shut_down),
        TEST_AROUND(issued_while_its_successor_is_recorded, NULL, shut_down),
        TEST_AROUND(issued_before_done, NULL, shut_down),
        TEST_AROUND(issued_ahead_of_a_small_device, NULL, shut_down),
        TEST_AROUND(across_devices, NULL, shut_down),
        TEST_AROUND(computed_in_the_call, NULL, shut_down),
        TEST_AROUND(what_is_refused, NULL, shut_down),
        TEST_AROUND(cancelled_and_dropped, NULL, shut_down),
        TEST_AROUND(paced_and_released_at_once, NULL, shut_down),
        TEST_AROUND(paced_by_its_own_memory, NULL, shut_down),
        TEST_AROUND(forked, NULL, shut_down),
        TEST_AROUND(completed_from_outside, NULL, shut_down),
    };
    moments_unused();
    (void)held_after, (void)clock_inject, (void)virtual_lose;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
