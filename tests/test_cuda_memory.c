/* Memory of a simulated CUDA device: what is said of it, what is kept and given back, and the limit of the settings. */
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
    assert_true(s.peak == 3 * MIB && s.fresh == 3 * MIB && s.in_flight == 0 && s.heap == 0);
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
    for (int i = 0; i < 200; i++) {
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
    };
    (void)numbers, (void)there, (void)assert_same;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
