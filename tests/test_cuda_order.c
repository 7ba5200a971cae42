/*
 * Memory of a device that is handed on in the order of a stream: what only jobs that have been issued to it have a use of is the next
 * result's, though the device has done none of them. What handles, jobs that have not been issued, and other streams use is not.
 */
#define _GNU_SOURCE
#include "helpers/cuda_held.h"

enum { BLOCK = 1 << 16, N = BLOCK / 4, STEPS = 24 };

static ra_memory_stats stats(void)
{
    ra_memory_stats s;
    OK(ra_get_device_memory_stats(RA_CUDA, &s));
    return s;
}

static void start_alone(void)
{
    need_simulated();
    start(1);
}

static ra_tensor *to_begin_with(void)
{
    ra_tensor *here = numbers(RA_FLOAT32, N, 0), *t = there(here);
    ra_release(here);
    OK(ra_wait(t));
    EVENTUALLY(stats().in_flight == 0);
    return t;
}

/* So many times turned round, by which it moves on; each is kept, or given up as soon as there is the next. */
static ra_tensor *turned(ra_tensor *t, int steps, ra_tensor **kept)
{
    for (int i = 0; i < steps; i++) {
        ra_tensor *next = ra_roll(t, RA_DIMS(1), RA_DIMS(0));
        assert_non_null(next);
        if (kept)
            kept[i] = t;
        else
            ra_release(t);
        t = next;
    }
    return t;
}

static float value_at(const ra_tensor *t, int64_t i)
{
    float value;
    ra_tensor *one = ra_select(t, 0, i);
    OK(ra_copy_to(one, &value, sizeof value));
    ra_release(one);
    return value;
}

/* Far ahead of a device that is held up: a chain needs room for three, and its values are right. */
static void a_chain_far_ahead(void **state)
{
    (void)state;
    start_alone();
    ra_tensor *t = to_begin_with();
    const float first = value_at(t, 0), last = value_at(t, N - 1);
    ra_stream *s = stream_of(RA_CUDA);
    OK(ra_stream_use(s));
    hold_up(s);
    t = turned(t, STEPS, NULL);
    until_issued(RA_CUDA);
    const size_t live = stats().live;
    release_it();
    assert_in_range(live, BLOCK, 3 * BLOCK + BLOCK / 2);
    assert_true(value_at(t, STEPS) == first && value_at(t, STEPS - 1) == last);
    ra_release(t);
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    EVENTUALLY(stats().live == 0);
}

/* What handles hold is theirs; given up while the device is held up, it is the next ones'. */
static void what_is_held(void **state)
{
    (void)state;
    start_alone();
    ra_tensor *t = to_begin_with(), *kept[STEPS];
    const float first = value_at(t, 0);
    ra_stream *s = stream_of(RA_CUDA);
    OK(ra_stream_use(s));
    hold_up(s);
    t = turned(t, STEPS, kept);
    until_issued(RA_CUDA);
    const size_t before = stats().live;
    for (int i = STEPS / 2; i < STEPS; i++)
        ra_release(kept[i]);
    t = turned(t, STEPS, NULL);
    until_issued(RA_CUDA);
    const size_t live = stats().live;
    release_it();
    assert_int_equal(before, (STEPS + 1) * BLOCK);
    assert_int_equal(live, before);
    for (int i = 0; i < STEPS / 2; i++) {
        assert_true(value_at(kept[i], i) == first);
        ra_release(kept[i]);
    }
    assert_true(value_at(t, 2 * STEPS) == first);
    ra_release(t);
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    EVENTUALLY(stats().live == 0);
}

/* Two streams read it. What comes behind that on one of them cannot have its memory: the other may be about to read. */
static void of_two_streams(void **state)
{
    (void)state;
    start_alone();
    for (int turn = 0; turn < 2; turn++) {
        ra_tensor *t = to_begin_with(), *there[2];
        const float first = value_at(t, 0);
        ra_stream *s[2] = {stream_of(RA_CUDA), stream_of(RA_CUDA)};
        hold_up(s[0]);
        hold_up_too(s[1]);
        for (int i = 0; i < 2; i++) {
            OK(ra_stream_use(s[i]));
            there[i] = ra_roll(t, RA_DIMS(1), RA_DIMS(0));
        }
        ra_release(t);
        until_issued(RA_CUDA);
        OK(ra_stream_use(s[turn]));
        ra_tensor *more = turned(ra_ref(there[turn]), STEPS, NULL);
        until_issued(RA_CUDA);
        release_it(), release_it();
        assert_true(value_at(there[0], 1) == first && value_at(there[1], 1) == first && value_at(more, STEPS + 1) == first);
        OK(ra_stream_use(NULL));
        ra_release(there[0]), ra_release(there[1]), ra_release(more);
        ra_stream_free(s[0]), ra_stream_free(s[1]);
        EVENTUALLY(stats().live == 0);
    }
}

/* What one stream has made another turns into something else, far ahead of both. */
static void from_one_to_another(void **state)
{
    (void)state;
    start_alone();
    ra_tensor *t = to_begin_with();
    const float first = value_at(t, 0);
    ra_stream *s[2] = {stream_of(RA_CUDA), stream_of(RA_CUDA)};
    hold_up(s[0]);
    for (int i = 0; i < STEPS; i++) {
        OK(ra_stream_use(s[i / 3 % 2]));
        t = turned(t, 1, NULL);
    }
    until_issued(RA_CUDA);
    release_it();
    assert_true(value_at(t, STEPS) == first);
    ra_release(t);
    OK(ra_stream_use(NULL));
    ra_stream_free(s[0]), ra_stream_free(s[1]);
    EVENTUALLY(stats().live == 0);
}

/* A workspace is the next job's that needs one like it, and no other's. */
static void a_workspace(void **state)
{
    (void)state;
    start_alone();
    enum { ROWS = 96, FEWER = 64 };
    ra_scope_begin();
    ra_tensor *ones = there(ra_ones(RA_DIMS(ROWS, 2 * ROWS)));
    ra_tensor *x[2] = {ra_slice(ones, 1, 0, 2 * ROWS, 2), ra_slice(ra_slice(ones, 0, 0, FEWER, 1), 1, 0, 2 * FEWER, 2)};
    ra_tensor *last[2] = {ra_matmul(x[0], x[0]), ra_matmul(x[1], x[1])};
    OK(ra_wait(last[0]));
    OK(ra_wait(last[1]));
    EVENTUALLY(stats().in_flight == 0);
    const size_t idle = stats().live;
    ra_stream *s = stream_of(RA_CUDA);
    OK(ra_stream_use(s));
    hold_up(s);
    size_t live[2] = {0, 0};
    for (int i = 0; i < STEPS; i++) {
        ra_release(last[i % 2]);
        last[i % 2] = ra_matmul(x[i % 2], x[i % 2]);
        if (i == 1 || i == STEPS - 1) {
            until_issued(RA_CUDA);
            live[i > 1] = stats().live;
        }
    }
    release_it();
    assert_true(value_at(ra_flatten(last[0], 0, -1), 0) == ROWS && value_at(ra_flatten(last[1], 0, -1), -1) == FEWER);
    assert_true(live[0] > idle + ROWS * ROWS * 4); /* a product has a workspace */
    assert_true(live[1] <= live[0] + ROWS * ROWS * 4 + FEWER * FEWER * 4);
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    OK(ra_scope_end());
}

/* Blocks of many sizes, chunks cut and made one again: what is handed on is large enough, and not much larger. */
static void of_many_sizes(void **state)
{
    (void)state;
    setenv("RUNAHEAD_DEVICE_CHUNKS", "1", 1);
    start_alone();
    setenv("RUNAHEAD_DEVICE_CHUNKS", "0", 1);
    ra_stream *s = stream_of(RA_CUDA);
    OK(ra_stream_use(s));
    unsigned chance = 11;
    for (int round = 0; round < (int)harness_rounds(6); round++) {
        ra_tensor *kept[8] = {NULL};
        float sum[8] = {0};
        size_t most = 0, now[8] = {0};
        hold_up(s);
        for (int i = 0; i < 64; i++) {
            chance = chance * 1664525 + 1013904223;
            const unsigned which = chance >> 20 & 7;
            const int64_t n = 4000 + (chance >> 24) * 8;
            ra_tensor *full = ra_full(RA_DIMS(n), RA_F((float)i), RA_OPTS(ra_full, .device = RA_CUDA));
            ra_release(kept[which]);
            kept[which] = ra_roll(full, RA_DIMS(1), RA_DIMS(0));
            ra_release(full);
            sum[which] = (float)i;
            now[which] = (size_t)n * 4;
        }
        until_issued(RA_CUDA);
        for (int i = 0; i < 8; i++)
            most += now[i] + now[i] / 8 + 512;
        release_it();
        for (int i = 0; i < 8; i++)
            if (kept[i])
                assert_true(value_at(kept[i], 0) == sum[i] && value_at(kept[i], -1) == sum[i]);
        EVENTUALLY(stats().in_flight == 0);
        assert_true(stats().live <= most + 64 * 512);
        for (int i = 0; i < 8; i++)
            ra_release(kept[i]);
    }
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    EVENTUALLY(stats().live == 0);
}

int main(void)
{
    find_driver();
    setenv("RUNAHEAD_FUSION", "off", 1);
    setenv("SIMCUDA_QUEUE", "1024", 0);  /* of all that a test has a stream held up with */
    setenv("SIMCUDA_CHANNELS", "0", 0); /* so that a stream which is held up holds up no other */
    const struct CMUnitTest tests[] = {
        TEST_AROUND(a_chain_far_ahead, NULL, shut_down), TEST_AROUND(what_is_held, NULL, shut_down),
        TEST_AROUND(of_two_streams, NULL, shut_down),    TEST_AROUND(from_one_to_another, NULL, shut_down),
        TEST_AROUND(a_workspace, NULL, shut_down),       TEST_AROUND(of_many_sizes, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
