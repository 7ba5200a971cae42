/*
 * Who is told when a result is there: callbacks, from a thread of the library's or from ra_poll, and descriptors.
 */
#include "helpers/moments.h"

#include <dirent.h>
#include <poll.h>
#include <pthread.h>

typedef struct told {
    _Atomic int times;
    ra_status status;
    pthread_t thread;
} told;

static void tell(void *context, ra_status status)
{
    told *t = context;
    t->status = status;
    t->thread = pthread_self();
    atomic_fetch_add(&t->times, 1);
}

static void callbacks_come_from_a_thread_of_ours(void **state)
{
    (void)state;
    start(2);
    held h = {0};
    told ready = {0}, pending = {0}, failed = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *x = ra_ones(RA_DIMS(1)), *zero = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT32)), *bad = ra_floor_divide(zero, 0);
    OK(ra_on_ready(t, tell, &pending));
    OK(ra_wait(x));
    OK(ra_on_ready(x, tell, &ready)); /* ready already: told all the same, elsewhere */
    OK(ra_on_ready(bad, tell, &failed));
    EVENTUALLY(atomic_load(&ready.times) && atomic_load(&failed.times));
    assert_int_equal(atomic_load(&pending.times), 0);
    assert_false(pthread_equal(ready.thread, pthread_self()));
    assert_int_equal(failed.status, RA_ERR_DIVIDE);
    let_go(&h);
    EVENTUALLY(atomic_load(&pending.times));
    assert_int_equal(pending.status, RA_OK);
    ra_release(t), ra_release(x), ra_release(zero), ra_release(bad);
    t = x = zero = bad = NULL;
    stop();
    assert_int_equal(ready.times + pending.times + failed.times, 3); /* once each */
}

static void polled_callbacks_come_from_ra_poll(void **state)
{
    (void)state;
    start(1);
    told first = {0}, second = {0};
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(1));
    OK(ra_on_ready(x, tell, &first)); /* the lane has a thread now */
    EVENTUALLY(atomic_load(&first.times));
    ra_set_callbacks_polled(true);
    for (int i = 0; i < 50; i++)
        OK(ra_on_ready(x, tell, &second));
    OK(ra_wait(x));
    usleep(20000);
    assert_int_equal(atomic_load(&second.times), 0);
    size_t ran = 0;
    while (ran < 50)
        ran += ra_poll();
    assert_int_equal(ran, 50);
    assert_int_equal(atomic_load(&second.times), 50);
    assert_true(pthread_equal(second.thread, pthread_self()));
    ra_set_callbacks_polled(false);
    ra_release(x);
    x = NULL;
    stop();
}

static void a_descriptor_becomes_readable(void **state)
{
    (void)state;
    start(1);
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *next = ra_add(t, 1), *x = ra_ones(RA_DIMS(1));
    OK(ra_wait(x));
    int later = -1, now = -1;
    OK(ra_ready_fd(next, &later));
    OK(ra_ready_fd(x, &now));
    struct pollfd p = {.fd = now, .events = POLLIN};
    assert_int_equal(poll(&p, 1, -1), 1);
    p.fd = later;
    assert_int_equal(poll(&p, 1, 20), 0);
    let_go(&h);
    assert_int_equal(poll(&p, 1, -1), 1);
    assert_true(p.revents & POLLIN);
    assert_true(ra_is_ready(next));
    close(now);
    close(later);
    OK(ra_ready_fd(t, &now)); /* one closed too early does no harm */
    close(now);
    ra_release(t), ra_release(next), ra_release(x);
    t = next = x = NULL;
    stop();
}

/* Where there are no workers: by whoever runs what it is told of. */
static void whoever_waits_tells(void **state)
{
    (void)state;
    start(-1);
    ra_tensor *x = ra_ones(RA_DIMS(1));
    OK(ra_wait(x));
    for (int asks = 0; asks <= 1; asks++) {
        RA_AUTO ra_tensor *t = ra_add(x, 1);
        int fd = -1;
        told to = {.times = 0};
        OK(ra_ready_fd(t, &fd));
        OK(ra_on_ready(t, tell, &to));
        struct pollfd p = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&p, 1, 0), 0);
        if (asks)
            EVENTUALLY(ra_is_ready(t));
        else
            OK(ra_wait(t));
        assert_int_equal(poll(&p, 1, 0), 1);
        EVENTUALLY(atomic_load(&to.times));
        close(fd);
    }
    ra_release(x);
    stop();
}

/* It is refused, and not left lying where nobody would come by. */
static void nobody_promises_to_tell_without_a_thread(void **state)
{
    (void)state;
    start(1);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(1));
    told to = {.times = 0};
    OK(ra_wait(x));
    ra__os_fault_arm_call(RA__OS_THREAD_CREATE, 1, 1);
    assert_int_equal(ra_on_ready(x, tell, &to), RA_ERR_SYSTEM);
    assert_int_equal(ra__os_fault_hits(), 1);
    ra__os_fault_disarm();
    assert_non_null(strstr(ra_last_error(), "ra_on_ready: no thread"));
    ra_clear_error();
    OK(ra_on_ready(x, tell, &to));
    EVENTUALLY(atomic_load(&to.times) == 1);
    ra_release(x);
    x = NULL;
    stop();
}

static int threads(void)
{
    int count = 0;
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    while (readdir(tasks))
        count++;
    closedir(tasks);
    return count;
}

static void note_release(void *times) { atomic_fetch_add((_Atomic int *)times, 1); }

/* Of a buffer that is given up after the end somebody is told, too; a second end leaves no thread for that. */
static void nobody_stays_to_tell(void **state)
{
    (void)state;
    static float data[8];
    static _Atomic int times;
    start(1);
    RA_AUTO ra_tensor *borrowed = ra_from_data(data, RA_FLOAT32, RA_DIMS(8), RA_OPTS(ra_from_data, .release = note_release, .context = &times));
    assert_non_null(borrowed);
    OK(ra_shutdown());
    const int before = threads();
    ra_release(borrowed);
    borrowed = NULL;
    EVENTUALLY(atomic_load(&times) == 1);
    OK(ra_shutdown());
    EVENTUALLY(threads() <= before); /* one that has been joined may be listed a moment longer */
}

#define T(function) TEST_AROUND(function, NULL, clean_up)

int main(void)
{
    const struct CMUnitTest tests[] = {T(callbacks_come_from_a_thread_of_ours), T(polled_callbacks_come_from_ra_poll), T(a_descriptor_becomes_readable),
                                       T(whoever_waits_tells), T(nobody_promises_to_tell_without_a_thread),
                                       T(nobody_stays_to_tell)};
    moments_unused();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
