/*
 * Streams of CUDA devices on the simulated driver, whose clocks end the program where one piece of work does not come behind another
 * that touches the same bytes: copies beside kernels, streams of the program's and the driver's, several devices, work that is recorded
 * before and after what it depends on was issued, failures, memory that is outgrown; and what the calls refuse.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_held.h"

#include <pthread.h>

/* ---- order ---- */

/* The same random steps on the processor and on several streams of two devices, over parts of a buffer. */
static void several_streams(void **state)
{
    (void)state;
    enum { N = 64, PARTS = 4, STREAMS = 3 };
    setenv("RUNAHEAD_FUSION", "on", 1);
    start(2);
    setenv("RUNAHEAD_FUSION", "off", 1); /* of those behind, which hold streams up: what is pending together is another program each time */
    unsigned chance = 5;
    for (int round = 0; round < (int)harness_rounds(12); round++) {
        ra_scope_begin();
        ra_stream *streams[STREAMS] = {NULL, stream_of(RA_CUDA), stream_of(RA_CUDA)};
        ra_tensor *want = numbers(RA_FLOAT32, N, 0), *got = there(want);
        for (int step = 0; step < 40; step++) {
            chance = chance * 1664525 + 1013904223;
            const int from = (int)(chance >> 20 & (PARTS - 1)), to = (int)(chance >> 22 & (PARTS - 1)), n = N / PARTS;
            OK(ra_stream_use(streams[(chance >> 24) % STREAMS]));
            ra_tensor *a = ra_slice(want, 0, from * n, (from + 1) * n, 1), *b = ra_slice(want, 0, to * n, (to + 1) * n, 1);
            ra_tensor *x = ra_slice(got, 0, from * n, (from + 1) * n, 1), *y = ra_slice(got, 0, to * n, (to + 1) * n, 1);
            switch (chance >> 28 & 3) {
            case 0:
                OK(ra_copy_(b, ra_mul(a, 0.5)));
                OK(ra_copy_(y, ra_mul(x, 0.5)));
                break;
            case 1:
                OK(ra_add_(b, 1));
                OK(ra_add_(y, 1));
                break;
            case 2: /* by way of the processor */
                OK(ra_copy_(b, ra_add(a, 2)));
                OK(ra_copy_(y, ra_add(ra_to(x, RA_OPTS(ra_to, .device = RA_CPU)), 2)));
                break;
            default: /* and of another device */
                OK(ra_copy_(b, ra_neg(a)));
                OK(ra_copy_(y, ra_neg(ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA_AT(!is_real()))))));
            }
        }
        OK(ra_stream_use(NULL));
        assert_same("several streams", want, ra_ref(got));
        for (int i = 1; i < STREAMS; i++)
            ra_stream_free(streams[i]);
        OK(ra_scope_end());
    }
    stop();
}

/* Of two streams one is held up: what reads its result, and what writes over what it reads, waits on the device, whether it was recorded
 * before that was issued or after; on the same device and on another. */
static void one_waits_for_the_other(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    for (int late = 0; late < 2; late++)
        for (int far = 0; far < 2; far++) {
            ra_scope_begin();
            ra_stream *slow = stream_of(RA_CUDA), *free_one = stream_of(RA_CUDA);
            ra_tensor *x = there(numbers(RA_FLOAT32, 100, 0)), *want = ra_add(numbers(RA_FLOAT32, 100, 0), 1), *after = ra_mul(want, 2);
            OK(ra_wait(x));
            hold_up(slow);
            OK(ra_stream_use(slow));
            ra_tensor *y = ra_add(x, 1);
            if (late)
                until_issued(RA_CUDA);
            OK(ra_stream_use(free_one));
            ra_tensor *z = far ? ra_to(y, RA_OPTS(ra_to, .device = RA_CUDA_AT(1))) : ra_mul(y, 2);
            OK(ra_fill_(x, 7));
            if (!far || !late)
                until_issued(RA_CUDA);
            assert_false(ra_is_ready(y));
            release_it();
            OK(ra_stream_use(NULL));
            assert_same("what waited", far ? want : after, ra_ref(z));
            assert_same("what was read", want, ra_ref(y));
            ra_stream_free(slow), ra_stream_free(free_one);
            OK(ra_scope_end());
        }
    stop();
}

/* While the device's own stream is held up, copies both ways come to their end, also that of a result of before, though more has been
 * recorded behind it; and what hangs on one. */
static void copies_beside_kernels(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    ra_scope_begin();
    ra_tensor *x = numbers(RA_FLOAT32, 100, 0), *first = there(x), *done = ra_add(first, 1);
    OK(ra_wait(done));
    hold_up(ra_stream_current(RA_CUDA));
    ra_tensor *stuck = ra_add(done, 1), *more = ra_add(stuck, 1), *back = ra_to(done, RA_OPTS(ra_to, .device = RA_CPU));
    OK(ra_wait(back));
    ra_tensor *another = there(x);
    OK(ra_wait(another));
    OK(ra_wait(ra_to(another, RA_OPTS(ra_to, .device = RA_CPU))));
    assert_false(ra_is_ready(stuck));
    release_it();
    OK(ra_wait(more));
    OK(ra_scope_end());
    stop();
}

/* ---- failures ---- */

/* The lane of one stream has much to do while its job's failure is not told; what depends on it elsewhere has failed all the same. */
static void failures_pass_on(void **state)
{
    (void)state;
    enum { WIDE = 400 };
    start(1);
    for (int round = 0; round < 3; round++) {
        ra_scope_begin();
        ra_stream *busy = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
        static const int64_t bad[] = {0, 99, 1};
        ra_tensor *x = there(numbers(RA_FLOAT32, 6, 0)), *i = there(ra_from_copy(bad, RA_INT64, RA_DIMS(3)));
        ra_tensor *wide = ra_zeros(RA_DIMS(WIDE, WIDE), RA_OPTS(ra_zeros, .device = RA_CUDA)), *here = ra_zeros(RA_DIMS(WIDE, WIDE));
        ra_tensor *taken = ra_index_select(x, 0, i), *warm = ra_neg(x);
        assert_int_equal(ra_wait(taken), RA_ERR_INDEX);
        OK(ra_wait(warm));
        OK(ra_wait(wide));
        ra_clear_error();
        OK(ra_stream_use(busy));
        for (int k = 0; k < 4; k++)
            OK(ra_copy_(ra_t(here), wide));
        ra_tensor *failed = ra_index_select(x, 0, i);
        OK(ra_stream_use(other));
        ra_tensor *after = ra_neg(failed);
        assert_int_equal(ra_wait(after), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index_select"));
        OK(ra_stream_use(NULL));
        ra_clear_error();
        ra_stream_free(busy), ra_stream_free(other);
        assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
        ra_clear_error();
    }
    stop();
}

typedef struct {
    void *mark;
    const char *refused; /* one call of the driver's */
    ra_status status;
    bool was_released; /* when it was waited for no longer */
} waiting_lane;

static _Atomic bool is_released;

static void *await_mark(void *data)
{
    waiting_lane *lane = data;
    char why[200];
    void (*refuse)(const char *what) = (void (*)(const char *))call_of("simcuda_fail");
    refuse(lane->refused);
    lane->status = ra__device_of(RA_CUDA)->await(0, lane->mark, why, sizeof why);
    lane->was_released = atomic_load(&is_released);
    return NULL;
}

/* A thread that has had no context yet, and is refused it, or whose wait is refused, waits all the same: what its stream uses would be
 * another's. The wait that was refused has failed. */
static void waited_for_whatever_is_refused(void **state)
{
    (void)state;
    need_simulated();
    enum { A_WHILE_US = 20000 };
    const ra__device *row = ra__device_of(RA_CUDA);
    const char *(*failed)(void) = (const char *(*)(void))call_of("simcuda_failed");
    void (*refuse)(const char *what) = (void (*)(const char *))call_of("simcuda_fail");
    static const char *const calls[] = {"cuCtxSetCurrent:1", "cuEventSynchronize:1"};
    char why[200];
    start(1);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        waiting_lane lane = {.refused = calls[i]};
        ra_stream *s = stream_of(RA_CUDA);
        atomic_store(&is_released, false);
        hold_up(s);
        OK(row->mark(0, ra_stream_native(s), &lane.mark, why, sizeof why));
        assert_int_equal(pthread_create(&thread, NULL, await_mark, &lane), 0);
        EVENTUALLY(failed());
        usleep(A_WHILE_US); /* in which one that does not wait is done */
        atomic_store(&is_released, true);
        release_it();
        assert_int_equal(pthread_join(thread, NULL), 0);
        refuse(NULL);
        assert_int_equal(lane.status, i ? RA_ERR_SYSTEM : RA_OK);
        assert_true(lane.was_released);
        row->unmark(0, lane.mark);
        ra_stream_free(s);
    }
    stop();
}

/* ---- memory ---- */

/* What a storage has outgrown is copied by a stream that is held up: nobody else's results come to lie there before. */
static void outgrown(void **state)
{
    (void)state;
    need_simulated();
    enum { FEW = 1000, MANY = 5000 };
    start(1);
    ra_scope_begin();
    ra_stream *slow = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
    ra_tensor *out = ra_zeros(RA_DIMS(FEW), RA_OPTS(ra_zeros, .device = RA_CUDA)), *many = ra_ones(RA_DIMS(MANY), RA_OPTS(ra_ones, .device = RA_CUDA));
    ra_tensor *warm = ra_full(RA_DIMS(FEW), 3.0, RA_OPTS(ra_full, .device = RA_CUDA));
    OK(ra_wait(out));
    OK(ra_wait(many));
    OK(ra_wait(warm));
    OK(ra_stream_use(slow));
    ra_tensor *first = ra_ones(RA_DIMS(MANY), RA_OPTS(ra_ones, .device = RA_CUDA));
    OK(ra_wait(first));
    hold_up(slow);
    OK(ra_copy_(first, many));
    OK(ra_neg_out(ra_narrow(out, 0, FEW - 1, 1), first)); /* behind what there is, which is moved */
    until_issued(RA_CUDA);
    OK(ra_stream_use(other));
    ra_tensor *there_now = ra_full(RA_DIMS(FEW), 3.0, RA_OPTS(ra_full, .device = RA_CUDA));
    OK(ra_wait(there_now));
    release_it();
    OK(ra_stream_use(NULL));
    assert_same("what there was", ra_zeros(RA_DIMS(FEW - 1)), ra_narrow(out, 0, 0, FEW - 1));
    ra_stream_free(slow), ra_stream_free(other);
    OK(ra_scope_end());
    stop();
}

/* Room of a call of cuSOLVER that one of a larger matrix has outgrown, on a stream that is held up: what comes meanwhile takes all the memory
 * that was given back, and not that. */
static void outgrown_room(void **state)
{
    (void)state;
    need_simulated();
    enum { SMALL = 4, LARGE = 64, BLOCK = 512 / 4 /* floats: the least that memory is cut into */, BLOCKS = 64 };
    setenv("RUNAHEAD_DEVICE_CHUNKS", "1", 1);
    start(1);
    setenv("RUNAHEAD_DEVICE_CHUNKS", "0", 1);
    ra_scope_begin();
    ra_stream *slow = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
    ra_tensor *small = there(ra_eye(SMALL, SMALL)), *large = there(ra_eye(LARGE, LARGE)), *lu[2], *pivots[2], *there_now[BLOCKS];
    OK(ra_wait(small));
    OK(ra_wait(large));
    OK(ra_stream_use(slow));
    hold_up(slow);
    OK(ra_linalg_lu_factor(small, &lu[0], &pivots[0]));
    OK(ra_linalg_lu_factor(large, &lu[1], &pivots[1]));
    until_issued(RA_CUDA);
    OK(ra_stream_use(other));
    for (int i = 0; i < BLOCKS; i++)
        there_now[i] = ra_full(RA_DIMS(BLOCK), 3.0, RA_OPTS(ra_full, .device = RA_CUDA));
    for (int i = 0; i < BLOCKS; i++)
        OK(ra_wait(there_now[i]));
    assert_false(ra_is_ready(lu[0]));
    release_it();
    OK(ra_stream_use(NULL));
    assert_same("a small matrix", ra_eye(SMALL, SMALL), ra_ref(lu[0]));
    assert_same("a large matrix", ra_eye(LARGE, LARGE), ra_ref(lu[1]));
    for (int i = 0; i < BLOCKS; i++)
        assert_same("what came meanwhile", ra_full(RA_DIMS(BLOCK), 3.0), ra_ref(there_now[i]));
    ra_stream_free(slow), ra_stream_free(other);
    OK(ra_scope_end());
    stop();
}

/* The same as the first, where each allocation of the host's fails once: what grows comes behind what still writes there, or there is none of it. */
static void outgrown_without_memory(void **state)
{
    (void)state;
    need_simulated();
    enum { FEW = 1000, MANY = 5000 };
    long hits = 1, right = 0, refused = 0;
    start(1);
    ra_stream *slow = stream_of(RA_CUDA), *other = stream_of(RA_CUDA);
    for (long n = 1; hits; n++) {
        ra_scope_begin();
        ra_tensor *out = ra_zeros(RA_DIMS(FEW), RA_OPTS(ra_zeros, .device = RA_CUDA)), *many = ra_ones(RA_DIMS(MANY), RA_OPTS(ra_ones, .device = RA_CUDA));
        OK(ra_wait(out));
        OK(ra_wait(many));
        OK(ra_stream_use(slow));
        hold_up(slow);
        OK(ra_add_(out, 1));
        until_issued(RA_CUDA);
        ra_tensor *behind = ra_narrow(out, 0, FEW - 1, 1);
        ra__os_fault_arm_call(RA__OS_HEAP, n, 1);
        ra_status status = ra_neg_out(behind, many);
        OK(ra_stream_use(other));
        ra_tensor *issued_later = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .device = RA_CUDA));
        EVENTUALLY(ra__os_fault_hits() || ra_is_ready(issued_later));
        hits = ra__os_fault_hits();
        ra__os_fault_disarm();
        release_it();
        OK(ra_stream_use(NULL));
        if (!status)
            status = ra_wait(behind);
        if (status) {
            assert_true(hits > 0 && (status == RA_ERR_MEMORY || status == RA_ERR_TASK_MEMORY));
            refused++;
        } else {
            assert_same("what grew", ra_neg(ra_ones(RA_DIMS(MANY))), ra_ref(behind));
            right++;
        }
        if (!ra_wait(out))
            assert_same("what there was", ra_ones(RA_DIMS(FEW - 1)), ra_narrow(out, 0, 0, FEW - 1));
        ra_clear_error();
        if (ra_scope_end())
            ra_clear_error();
    }
    assert_true(right > 1 && refused > 0);
    ra_stream_free(slow), ra_stream_free(other);
    stop();
}

/* ---- the calls ---- */

static void handles(void **state)
{
    (void)state;
    need_simulated(); /* two devices */
    enum { MOST = 13 };
    ra_stream *s[MOST + 1] = {NULL}, *none = NULL;
    start(1);
    assert_int_equal(ra_stream_new(RA_CPU, &none), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "ra_stream_new: device cpu has no streams"));
    ra_clear_error();
    assert_int_equal(ra_stream_new(RA_META, &none), RA_ERR_DEVICE);
    ra_clear_error();
    assert_int_equal(ra_stream_new(RA_CUDA_AT(5), &none), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "ra_stream_new: device cuda:5: there are 2"));
    ra_clear_error();
    assert_int_equal(ra_stream_new(RA_CUDA, NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_int_equal(ra_stream_wrap(RA_CUDA, NULL, &none), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_null(ra_stream_current(RA_CPU));
    ra_clear_error();
    assert_null(none);
    for (int i = 0; i < MOST; i++) {
        s[i] = stream_of(RA_CUDA);
        assert_non_null(ra_stream_native(s[i]));
        for (int k = 0; k < i; k++)
            assert_true(s[i] != s[k] && ra_stream_native(s[i]) != ra_stream_native(s[k]));
    }
    assert_int_equal(ra_stream_new(RA_CUDA, &none), RA_ERR_SYSTEM);
    assert_non_null(strstr(ra_last_error(), "13 streams of the program are in use"));
    ra_clear_error();
    ra_stream *far = stream_of(RA_CUDA_AT(1)), *own = ra_stream_current(RA_CUDA);
    assert_int_equal(ra_stream_device(far), RA_CUDA_AT(1));
    OK(ra_stream_use(s[3]));
    OK(ra_stream_use(far));
    assert_ptr_equal(ra_stream_current(RA_CUDA), s[3]);
    assert_ptr_equal(ra_stream_current(RA_CUDA_AT(1)), far);
    ra_thread_state *saved = ra_thread_state_save();
    OK(ra_stream_use(NULL));
    assert_ptr_equal(ra_stream_current(RA_CUDA), own);
    ra_thread_state_restore(saved);
    assert_ptr_equal(ra_stream_current(RA_CUDA), s[3]);
    ra_stream_free(s[3]);
    ra_stream_free(s[3]);
    ra_stream_free(own);
    ra_stream_free(NULL);
    assert_int_equal(ra_stream_use(s[3]), RA_ERR_STATE);
    ra_clear_error();
    assert_null(ra_stream_native(s[3]));
    assert_ptr_equal(ra_stream_current(RA_CUDA), own);
    ra_tensor *t = ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .device = RA_CUDA)); /* on the device's own */
    OK(ra_wait(t));
    ra_release(t);
    assert_ptr_equal(stream_of(RA_CUDA), s[3]);
    assert_ptr_equal(ra_stream_current(RA_CUDA), own); /* what the place was before is in use, not what it is */
    OK(ra_stream_use(NULL));
    stop();
    assert_int_equal(ra_stream_use(s[3]), RA_ERR_STATE);
    ra_clear_error();
    start(1);
    ra_scope_begin();
    assert_same("after a stop", ra_ones(RA_DIMS(3)), ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .device = RA_CUDA)));
    OK(ra_scope_end());
    stop();
}

/* What is recorded on a stream of the driver's comes in order with what the program hands to it itself. */
static void wrapped(void **state)
{
    (void)state;
    int (*create)(void **stream, unsigned flags) = (int (*)(void **, unsigned))call_of("cuStreamCreate");
    int (*enter)(void *context) = (int (*)(void *))call_of("cuCtxSetCurrent");
    int (*synchronize)(void *stream) = (int (*)(void *))call_of("cuStreamSynchronize");
    int (*destroy)(void *stream) = (int (*)(void *))call_of("cuStreamDestroy_v2");
    start(1);
    ra_scope_begin();
    void *native = NULL;
    ra_stream *own = ra_stream_current(RA_CUDA), *s = NULL, *next = NULL;
    assert_non_null(own);
    assert_int_equal(enter(ra__cuda_device_of(0)->context), 0);
    assert_int_equal(create(&native, 1), 0);
    OK(ra_stream_wrap(RA_CUDA, native, &s));
    assert_ptr_equal(ra_stream_native(s), native);
    OK(ra_stream_use(s));
    ra_tensor *x = numbers(RA_FLOAT32, 50, 0), *y = ra_add(there(x), 1), *z = ra_add(y, 1);
    OK(ra_wait(z));
    hold_up(s);
    OK(ra_add_out(z, y, 1));
    assert_false(ra_is_ready(z));
    release_it();
    assert_same("on the driver's", ra_add(ra_add(x, 1), 1), ra_ref(z));
    assert_int_equal(synchronize(native), 0);
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    EVENTUALLY(!ra_stream_wrap(RA_CUDA, native, &next) && next == s); /* once what was on it has ended */
    ra_stream_free(next);
    assert_int_equal(destroy(native), 0);
    OK(ra_stream_new(RA_CUDA, &s));
    OK(ra_stream_use(s));
    assert_same("on one of the library's", ra_add(x, 1), ra_add(there(x), 1));
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    OK(ra_scope_end());
    stop();
}

static int program_without(const char *nothing)
{
    (void)nothing;
    ra_stream *s = NULL;
    const ra_status status = ra_stream_new(RA_CUDA, &s);
    printf("%s: %s; %s", ra_status_name(status), ra_last_error(), s ? "a stream" : "none");
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"without", program_without}};

static void absent(void **state)
{
    (void)state;
    char text[1024], before[PATH_MAX];
    snprintf(before, sizeof before, "%s", getenv("RUNAHEAD_CUDA"));
    setenv("RUNAHEAD_CUDA", "/nowhere", 1);
    assert_int_equal(child_output("without", "", text, sizeof text), 0);
    setenv("RUNAHEAD_CUDA", before, 1);
    assert_non_null(strstr(text, "RA_ERR_DEVICE: ra_stream_new: device cuda:0: no driver: libcuda.so.1 was looked for in /nowhere"));
    assert_non_null(strstr(text, "; none"));
}

int main(int argc, char **argv)
{
    find_driver();
    setenv("RUNAHEAD_FUSION", "off", 1);
    setenv("SIMCUDA_DEVICES", "2", 0);
    setenv("SIMCUDA_CHANNELS", "0", 0); /* so that a stream which is held up holds up no other */
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(several_streams, 100, NULL, shut_down),
        TEST_AROUND(one_waits_for_the_other, NULL, shut_down),
        TEST_AROUND(copies_beside_kernels, NULL, shut_down),
        TEST_AROUND(failures_pass_on, NULL, shut_down),
        TEST_AROUND(waited_for_whatever_is_refused, NULL, shut_down),
        TEST_AROUND(outgrown, NULL, shut_down),
        TEST_AROUND(outgrown_room, NULL, shut_down),
        TEST_AROUND(outgrown_without_memory, NULL, shut_down),
        TEST_AROUND(handles, NULL, shut_down),
        TEST_AROUND(wrapped, NULL, shut_down),
        TEST(absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
