/*
 * Memory of a simulated CUDA device: what is said of it, what is kept and given back, and the limit of the settings; where each block is a
 * chunk of its own, as in all tests of src/cuda, and where blocks are cut from chunks.
 */
#define _GNU_SOURCE
#include "helpers/cuda.h"

#include <pthread.h>
#include <sys/wait.h>

enum { KIB = 1024, MIB = 1024 * KIB };

static ra_memory_stats stats(void)
{
    ra_memory_stats s;
    OK(ra_get_device_memory_stats(RA_CUDA, &s));
    return s;
}

/* So many bytes of the device, computed there: whole blocks, where they are a power of two from 512 on. */
static ra_tensor *zeros(size_t bytes)
{
    ra_tensor *t = ra_zeros(RA_DIMS((int64_t)bytes / 4), RA_OPTS(ra_zeros, .device = RA_CUDA));
    assert_non_null(t);
    return t;
}

static ra_tensor *made(size_t bytes)
{
    ra_tensor *t = zeros(bytes);
    OK(ra_wait(t));
    return t;
}

static void start_with(size_t limit)
{
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .device_memory_limit = limit}));
}

/* The memory of what is waited for goes with its task, which ends behind the waiter. */
static void expect(size_t live, size_t cached)
{
    EVENTUALLY(stats().live == live && stats().cached == cached);
}

static void what_is_said_of_it(void **state)
{
    (void)state;
    ra_memory_stats s = stats();
    assert_true(s.live == 0 && s.cached == 0 && s.peak == 0 && s.fresh == 0); /* before the first use */
    ra_trim(0);
    start_with(0);
    ra_tensor *a = made(MIB), *b = made(2 * MIB);
    expect(3 * MIB, 0);
    ra_release(b);
    expect(MIB, 2 * MIB);
    b = made(2 * MIB); /* the same block again */
    s = stats();
    assert_true(s.peak == 3 * MIB && s.fresh == 3 * MIB && s.in_flight <= 2 * MIB && s.heap == 0);
    EVENTUALLY(stats().in_flight == 0);
    ra_release(a), ra_release(b);
    expect(0, 3 * MIB);
    ra_trim(2 * MIB);
    assert_true(stats().cached <= 2 * MIB && stats().cached > 0);
    ra_trim(0);
    s = stats();
    assert_true(s.live == 0 && s.cached == 0 && s.peak == 3 * MIB && s.fresh == 3 * MIB);
}

static void of_which_device(void **state)
{
    (void)state;
    start_with(0);
    ra_memory_stats s = {.live = 77};
    ra_tensor *t = made(MIB), *here = ra_ones(RA_DIMS(MIB));
    assert_int_equal(ra_get_device_memory_stats(RA_CUDA, NULL), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_int_equal(ra_get_device_memory_stats((ra_device)9, &s), RA_ERR_ARGUMENT);
    if (!strstr(ra_last_error(), "9 is no device"))
        fail_msg("%s", ra_last_error());
    assert_int_equal(s.live, 77);
    ra_clear_error();
    OK(ra_get_device_memory_stats(RA_META, &s));
    assert_int_equal(s.live, 0);
    OK(ra_get_device_memory_stats(RA_CUDA_AT(1), &s));
    assert_int_equal(s.live, 0);
    OK(ra_wait(here));
    OK(ra_get_device_memory_stats(RA_CPU, &s));
    assert_true(s.live >= 4 * (size_t)MIB);
    ra_release(t), ra_release(here);
}

static void the_limit(void **state)
{
    (void)state;
    start_with(4 * MIB);
    ra_info info;
    OK(ra_get_info(&info));
    assert_int_equal(info.device_memory_limit, 4 * MIB);
    ra_tensor *first = made(2 * MIB), *second = made(MIB), *more = zeros(2 * MIB), *result = ra_add(more, 1);
    assert_int_equal(ra_wait(result), RA_ERR_TASK_MEMORY);
    const char *said = ra_last_error();
    if (!strstr(said, "zeros") || !strstr(said, "2097152 bytes asked of cuda:0") || !strstr(said, "3145728") || !strstr(said, "4194304 that RUNAHEAD_DEVICE_MEMORY_LIMIT allows"))
        fail_msg("%s", said);
    ra_clear_error();
    ra_release(more), ra_release(result), ra_release(second);
    expect(2 * MIB, MIB);
    second = made(2 * MIB); /* in the place of what was cached */
    expect(4 * MIB, 0);
    ra_release(first), ra_release(second);
}

/* There is memory exactly where what is in use leaves room for it, whatever is cached; and never more than allowed. */
static void within_the_limit(void **state)
{
    (void)state;
    enum { KEPT = 12, STEPS = 400, LIMIT = 512 * KIB };
    ra_tensor *kept[KEPT] = {NULL};
    size_t bytes[KEPT] = {0}, live = 0;
    uint64_t dice = 1;
    start_with(LIMIT);
    for (int i = 0; i < STEPS; i++) {
        dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const unsigned at = (unsigned)(dice >> 33) % KEPT, size = 4 * KIB << ((dice >> 50) % 7);
        if (kept[at]) {
            ra_release(kept[at]);
            kept[at] = NULL;
            live -= bytes[at];
            continue;
        }
        EVENTUALLY(stats().live == live);
        kept[at] = zeros(size);
        const ra_status s = ra_wait(kept[at]);
        assert_int_equal(s, live + size <= LIMIT ? RA_OK : RA_ERR_TASK_MEMORY);
        assert_true(stats().live + stats().cached <= LIMIT);
        if (s) {
            ra_clear_error();
            ra_release(kept[at]);
            kept[at] = NULL;
        } else
            live += bytes[at] = size;
    }
    for (int i = 0; i < KEPT; i++)
        ra_release(kept[i]);
}

static _Atomic bool enough;
static int turns = 200;

static void *trims(void *unused)
{
    (void)unused;
    while (!atomic_load(&enough)) {
        ra_trim(0);
        ra_memory_stats s = stats();
        if (s.live > s.peak || s.peak > s.fresh)
            return (void *)1;
    }
    return NULL;
}

static void given_back_meanwhile(void **state)
{
    (void)state;
    start_with(0);
    ra_release(made(MIB));
    atomic_store(&enough, false);
    pthread_t other;
    void *wrong;
    assert_int_equal(pthread_create(&other, NULL, trims, NULL), 0);
    for (int i = 0; i < turns; i++) {
        ra_tensor *x = ra_full(RA_DIMS(1000), RA_F(i), RA_OPTS(ra_full, .device = RA_CUDA)), *y = ra_mul(x, 2), *z = ra_to(y, RA_OPTS(ra_to, .device = RA_CPU));
        float got[1000];
        OK(ra_copy_to(z, got, sizeof got));
        assert_true(got[0] == (float)(2 * i) && got[999] == got[0]);
        ra_release(x), ra_release(y), ra_release(z);
    }
    atomic_store(&enough, true);
    assert_int_equal(pthread_join(other, &wrong), 0);
    assert_null(wrong);
}

static void in_the_child_of_a_fork(void **state)
{
    (void)state;
    start_with(0);
    ra_release(made(MIB));
    const pid_t child = fork();
    if (!child) {
        ra_memory_stats s = {.live = 1};
        alarm(30);
        const bool good = !ra_get_device_memory_stats(RA_CUDA, &s) && !s.live && !s.cached;
        ra_trim(0);
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    expect(0, MIB);
}

/* ---- blocks of chunks ---- */

static int in_chunks(void **state)
{
    (void)state;
    turns = 20; /* the simulated driver has an account of each byte of a chunk */
    return setenv("RUNAHEAD_DEVICE_CHUNKS", "1", 1);
}

static int after_chunks(void **state)
{
    const int failed = shut_down(state);
    ra_trim(0);
    return setenv("RUNAHEAD_DEVICE_CHUNKS", "0", 1) || failed;
}

static void fail_at(const char *call)
{
    ((void (*)(const char *))call_of("simcuda_fail"))(call);
}

static size_t fresh_since(size_t before)
{
    return stats().fresh - before;
}

static void cut_and_made_one_again(void **state)
{
    (void)state;
    start_with(0);
    const size_t before = stats().fresh;
    ra_tensor *t[4];
    for (int i = 0; i < 4; i++)
        t[i] = made(4 * MIB);
    expect(16 * MIB, 0);
    assert_int_equal(fresh_since(before), 16 * MIB);
    ra_release(t[1]);
    expect(12 * MIB, 4 * MIB);
    ra_tensor *half = made(2 * MIB), *rest = made(MIB + MIB / 2); /* of the room of that */
    expect(15 * MIB + MIB / 2, MIB / 2);
    ra_release(half), ra_release(rest), ra_release(t[2]);
    expect(8 * MIB, 8 * MIB);
    ra_tensor *both = made(8 * MIB); /* of three that are one again */
    expect(16 * MIB, 0);
    assert_int_equal(fresh_since(before), 16 * MIB);
    ra_release(both), ra_release(t[0]), ra_release(t[3]);
    expect(0, 16 * MIB);
}

/* What is small keeps no chunk of large ones from going. */
static void small_ones_apart(void **state)
{
    (void)state;
    start_with(0);
    const size_t before = stats().fresh;
    ra_tensor *large = made(3 * MIB), *small = made(KIB), *other = made(MIB);
    expect(4 * MIB + KIB, 14 * MIB - KIB);
    assert_int_equal(fresh_since(before), 18 * MIB);
    ra_release(large), ra_release(other);
    expect(KIB, 18 * MIB - KIB);
    ra_trim(0);
    expect(KIB, 2 * MIB - KIB);
    ra_release(small);
    expect(0, 2 * MIB);
    ra_trim(0);
    expect(0, 0);
}

static void a_chunk_goes_when_all_of_it_is_free(void **state)
{
    (void)state;
    start_with(0);
    ra_tensor *kept = made(4 * MIB), *gone = made(40 * MIB), *more = made(20 * MIB);
    expect(64 * MIB, 12 * MIB);
    ra_release(gone), ra_release(more);
    expect(4 * MIB, 72 * MIB);
    ra_trim(50 * MIB); /* the smaller one of the two is not enough, and with the larger one more than asked for would go */
    assert_true(stats().cached <= 50 * MIB);
    ra_trim(0);
    expect(4 * MIB, 12 * MIB);
    float first = 1;
    ra_tensor *element = ra_select(kept, 0, 12345);
    OK(ra_copy_to(element, &first, sizeof first));
    assert_true(first == 0);
    ra_release(element), ra_release(kept);
}

static void no_more_than_needed_near_the_limit(void **state)
{
    (void)state;
    start_with(20 * MIB);
    ra_tensor *a = made(3 * MIB); /* a chunk as large as wanted */
    expect(3 * MIB, 13 * MIB);
    ra_tensor *b = made(13 * MIB), *c = made(3 * MIB + 4 * KIB); /* and one that is not */
    expect(19 * MIB + 4 * KIB, 0);
    ra_tensor *d = made(KIB);
    expect(19 * MIB + 5 * KIB, 0);
    ra_tensor *more = zeros(2 * MIB);
    assert_int_equal(ra_wait(more), RA_ERR_TASK_MEMORY);
    const char *said = ra_last_error();
    if (!strstr(said, "2097152 bytes asked of cuda:0, where tensors have 19928064 and 0 are cached, of 20971520 that RUNAHEAD_DEVICE_MEMORY_LIMIT allows"))
        fail_msg("%s", said);
    ra_clear_error();
    ra_release(more), ra_release(c);
    expect(16 * MIB + KIB, 3 * MIB + 4 * KIB);
    more = made(4 * MIB - KIB); /* the chunk of what was released is too small, and has to go */
    expect(20 * MIB, 0);
    ra_release(b);
    expect(7 * MIB, 13 * MIB);
    b = zeros(14 * MIB);
    assert_int_equal(ra_wait(b), RA_ERR_TASK_MEMORY);
    said = ra_last_error();
    if (!strstr(said, "14680064 bytes asked of cuda:0, where tensors have 7340032 and 13631488 are cached, 13631488 side by side, of 20971520 that"))
        fail_msg("%s", said);
    ra_clear_error();
    ra_release(a), ra_release(b), ra_release(d), ra_release(more);
}

/* Of the other sort, where no chunk is to be had. */
static void rather_of_any_chunk_than_of_none(void **state)
{
    (void)state;
    start_with(16 * MIB);
    ra_tensor *large = made(2 * MIB), *small = made(KIB);
    expect(2 * MIB + KIB, 14 * MIB - KIB);
    ra_release(large), ra_release(small);
}

/* Whatever is cut and made one again, there is never more than allowed, all that is there can be had when nothing is in use, and what each
 * holds is its own. */
static void in_chunks_within_the_limit(void **state)
{
    (void)state;
    enum { KEPT = 24, STEPS = 600, LIMIT = 5 * MIB };
    struct {
        ra_tensor *tensor;
        size_t bytes;
        float value;
    } kept[KEPT] = {{NULL, 0, 0}};
    size_t live = 0;
    int refused = 0;
    uint64_t dice = 3;
    start_with(LIMIT);
    for (int i = 0; i < STEPS; i++) {
        dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const unsigned at = (unsigned)(dice >> 33) % KEPT;
        const size_t size = (size_t)((dice >> 40) % 15 + 1) * (KIB << ((dice >> 50) % 9));
        if (kept[at].tensor) {
            float ends[2];
            ra_tensor *first = ra_select(kept[at].tensor, 0, 0), *last = ra_select(kept[at].tensor, 0, -1);
            OK(ra_copy_to(first, &ends[0], sizeof ends[0]));
            OK(ra_copy_to(last, &ends[1], sizeof ends[1]));
            assert_true(ends[0] == kept[at].value && ends[1] == ends[0]);
            ra_release(first), ra_release(last), ra_release(kept[at].tensor);
            kept[at].tensor = NULL;
            live -= kept[at].bytes;
            continue;
        }
        EVENTUALLY(stats().live == live);
        kept[at].tensor = ra_full(RA_DIMS((int64_t)size / 4), RA_F(i), RA_OPTS(ra_full, .device = RA_CUDA));
        kept[at].value = (float)i;
        kept[at].bytes = size;
        const ra_status s = ra_wait(kept[at].tensor);
        const ra_memory_stats now = stats();
        assert_true(now.live + now.cached <= LIMIT && now.live <= now.peak && now.peak <= now.fresh);
        if (s) {
            assert_int_equal(s, RA_ERR_TASK_MEMORY);
            ra_clear_error();
            ra_release(kept[at].tensor);
            kept[at].tensor = NULL;
            refused++;
        } else
            live += size;
        assert_true(live <= LIMIT);
    }
    assert_true(refused > 10);
    for (int i = 0; i < KEPT; i++)
        ra_release(kept[i].tensor);
    ra_release(made(LIMIT));
}

/* Where the driver has no chunk, it may have what is needed; where it has not that either, what is cached goes. */
static void refused_by_the_driver(void **state)
{
    (void)state;
    start_with(0);
    const size_t before = stats().fresh;
    ra_tensor *warm = made(KIB);
    fail_at("cuMemAlloc_v2:1");
    ra_tensor *t = made(3 * MIB);
    fail_at(NULL);
    assert_int_equal(fresh_since(before), 5 * MIB);
    expect(3 * MIB + KIB, 2 * MIB - KIB);
    ra_tensor *huge = zeros((size_t)2 << 30), *result = ra_neg(huge);
    assert_int_equal(ra_wait(result), RA_ERR_TASK_MEMORY);
    const char *said = ra_last_error();
    if (!strstr(said, "2147483648 bytes asked of cuda:0, where tensors have 3146752 and 2096128 are cached"))
        fail_msg("%s", said);
    ra_clear_error();
    ra_release(huge), ra_release(result), ra_release(warm), ra_release(t);
    expect(0, 5 * MIB);
    huge = zeros((size_t)2 << 30);
    assert_int_equal(ra_wait(huge), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    expect(0, 0); /* it has gone back before that was said */
    ra_release(huge);
}

/* There and back, in blocks of many sizes, while one call of the driver after another fails: the numbers are right, or there is an error. */
static void failures_in_mid_run(void **state)
{
    (void)state;
    static const char *const calls[] = {"cuMemAlloc_v2", "cuMemHostRegister_v2", "cuMemFree_v2", "cuMemHostUnregister"};
    enum { SIZES = 5, LEAST = 1500 }; /* up to more than a small block */
    start_with(8 * MIB);
    for (int round = 0; round < 12; round++) {
        char call[64];
        ra_tensor *there[SIZES], *back[SIZES];
        snprintf(call, sizeof call, "%s:%d", calls[round % 4], round / 4 + 1);
        ra_trim(0);
        fail_at(call);
        for (int i = 0; i < SIZES; i++) {
            ra_tensor *x = ra_full(RA_DIMS(LEAST << 2 * i), RA_F(i + round));
            there[i] = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA));
            back[i] = ra_to(there[i], RA_OPTS(ra_to, .device = RA_CPU));
            ra_release(x);
        }
        for (int i = 0; i < SIZES; i++) {
            float got[2] = {-1, -1};
            ra_tensor *ends = ra_slice(back[i], 0, 0, (LEAST << 2 * i), (LEAST << 2 * i) - 1);
            const ra_status s = ra_copy_to(ends, got, sizeof got);
            if (s ? s != RA_ERR_TASK_MEMORY : got[0] != (float)(i + round) || got[1] != got[0])
                fail_msg("%s: %s, %f and %f, not %d", call, ra_last_error(), (double)got[0], (double)got[1], i + round);
            ra_clear_error();
            ra_release(ends), ra_release(there[i]), ra_release(back[i]);
        }
        fail_at(NULL);
        EVENTUALLY(stats().live == 0);
    }
}

/* The driver waits for all of the device when it gives memory: that is as often as chunks are had, not as there is a block more in use. */
static void the_driver_is_asked_seldom(void **state)
{
    (void)state;
    enum { BLOCKS = 100 };
    uint64_t (*count)(const char *) = (uint64_t (*)(const char *))call_of("simcuda_count");
    start_with(0);
    ra_tensor *x = ra_full(RA_DIMS(6 * KIB), RA_F(1)), *t[BLOCKS], *first = there(x);
    OK(ra_wait(first));
    const uint64_t before = count("implicit waits");
    for (int i = 0; i < BLOCKS; i++)
        t[i] = there(x);
    OK(ra_wait_all());
    assert_true(count("implicit waits") - before <= 4);
    for (int i = 0; i < BLOCKS; i++)
        ra_release(t[i]);
    ra_release(x), ra_release(first);
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(what_is_said_of_it, 60, NULL, shut_down),
        HARNESS_TEST(of_which_device, 60, NULL, shut_down),
        HARNESS_TEST(the_limit, 60, NULL, shut_down),
        HARNESS_TEST(within_the_limit, 120, NULL, shut_down),
        HARNESS_TEST(given_back_meanwhile, 120, NULL, shut_down),
        HARNESS_TEST(in_the_child_of_a_fork, 60, NULL, shut_down),
        HARNESS_TEST(cut_and_made_one_again, 60, in_chunks, after_chunks),
        HARNESS_TEST(small_ones_apart, 60, in_chunks, after_chunks),
        HARNESS_TEST(a_chunk_goes_when_all_of_it_is_free, 60, in_chunks, after_chunks),
        HARNESS_TEST(no_more_than_needed_near_the_limit, 60, in_chunks, after_chunks),
        HARNESS_TEST(rather_of_any_chunk_than_of_none, 60, in_chunks, after_chunks),
        HARNESS_TEST(in_chunks_within_the_limit, 120, in_chunks, after_chunks),
        HARNESS_TEST(refused_by_the_driver, 60, in_chunks, after_chunks),
        HARNESS_TEST(failures_in_mid_run, 120, in_chunks, after_chunks),
        HARNESS_TEST(the_driver_is_asked_seldom, 60, in_chunks, after_chunks),
        HARNESS_TEST(given_back_meanwhile, 120, in_chunks, after_chunks),
    };
    (void)numbers, (void)assert_same;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
