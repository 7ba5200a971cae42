/*
 * Small operators that are computed in the call and without the graph's lock (values/readers.h): what they read is not written meanwhile,
 * whatever order readers and writers come in, and a fork, or a thread that ends, leaves nobody waiting.
 */
#include "helpers/known_costs.h"
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/thread/state.h"
#include "async/values/readers.h"

#include <pthread.h>
#include <sys/wait.h>

enum { N = 64 };

static void start_inline(int workers)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

/* The thread has its place, which it gets under the lock, and operators are known to be short, also where a sanitizer makes them long. */
static void become_reader(void)
{
    static const char *const shorts[] = {"full", "fill_", "add", "mul", "index_select"};
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++)
        if (ra_op_find(shorts[i]))
            known_as_short(shorts[i]);
    for (int i = 0; i < 4; i++) {
        RA_AUTO ra_tensor *one = ra_full(RA_DIMS(N), 1.0);
        RA_AUTO ra_tensor *two = ra_add(one, 1);
        assert_true(at(two, 0) == 2 && at(two, N - 1) == 2);
    }
}

/* ---- a thread that is held up while it reads ---- */

static _Atomic int writer_done, has_read;
static ra__reader *its_place; /* the reader's; written before it comes to the gate */
static ra_tensor *x, *late;
static float found;

static void *reads_x(void *unused)
{
    (void)unused;
    ra_scope_begin();
    ra_set_execution(RA_SYNC);
    become_reader();
    its_place = ra__tls.reader;
    gate_close(RA__POINT_READ);
    ra_tensor *y = ra_add(x, 1);
    found = at(y, N - 1);
    atomic_store(&has_read, 1);
    OK(ra_scope_end());
    return NULL;
}

/* In the call, or by a record, as what it adds is not there yet. */
static void *writes_x(void *unused)
{
    (void)unused;
    OK(late ? ra_add_(x, late) : ra_mul_(x, 10));
    atomic_store(&writer_done, 1);
    return NULL;
}

static pthread_t begin_reader(void)
{
    pthread_t thread;
    atomic_store(&has_read, 0);
    atomic_store(&gate_arrived, 0);
    assert_int_equal(pthread_create(&thread, NULL, reads_x, NULL), 0);
    EVENTUALLY(atomic_load(&gate_arrived));
    return thread;
}

static void a_writer_waits_for_who_reads(void **state)
{
    (void)state;
    for (int recorded = 0; recorded < 2; recorded++) {
        held h = {0};
        start_inline(1);
        x = ra_full(RA_DIMS(N), 5.0);
        OK(ra_wait(x));
        late = recorded ? held_new(&h, N) : NULL;
        pthread_t writer, reader = begin_reader();
        atomic_store(&writer_done, 0);
        assert_int_equal(pthread_create(&writer, NULL, writes_x, NULL), 0);
        EVENTUALLY(atomic_load(&writer_done) || atomic_load(&its_place->awaited));
        assert_false(atomic_load(&writer_done));
        gate_release();
        pthread_join(reader, NULL);
        pthread_join(writer, NULL);
        assert_true(found == 6);
        let_go(&h);
        assert_true(at(x, 0) == (recorded ? 1005 : 50) && at(x, N - 1) == (recorded ? 1004 + N : 50));
        RELEASE(x, late);
        stop();
    }
}

/* It writes something else: nothing is waited for. */
static void others_write_on(void **state)
{
    (void)state;
    start_inline(1);
    x = ra_full(RA_DIMS(N), 5.0);
    ra_tensor *z = ra_full(RA_DIMS(N), 3.0);
    OK(ra_wait(x));
    OK(ra_wait(z));
    pthread_t reader = begin_reader();
    OK(ra_mul_(z, 2));
    assert_true(at(z, 1) == 6);
    assert_false(atomic_load(&has_read));
    gate_release();
    pthread_join(reader, NULL);
    RELEASE(x, z);
    stop();
}

/* What is about to be written is not read in the call. */
static void a_reader_finds_a_writer(void **state)
{
    (void)state;
    held h = {0};
    start_inline(1);
    become_reader();
    ra_tensor *w = ra_full(RA_DIMS(N), 5.0);
    OK(ra_wait(w));
    ra_tensor *adds = held_new(&h, N);
    OK(ra_add_(w, adds));
    ra_tensor *y = ra_add(w, 1);
    EVENTUALLY(atomic_load(&h.running));
    assert_false(ra_is_ready(y));
    let_go(&h);
    assert_true(at(y, 0) == 1006 && at(y, N - 1) == 1005 + N);
    RELEASE(w, adds, y);
    stop();
}

/* Of the first thread nobody is left in the child, who reads or not. */
static void a_fork_leaves_no_reader_behind(void **state)
{
    (void)state;
    if (HARNESS_SANITIZED)
        skip(); /* a sanitizer's own threads and locks */
    start_inline(1);
    x = ra_full(RA_DIMS(N), 5.0);
    OK(ra_wait(x));
    pthread_t reader = begin_reader();
    const pid_t child = fork();
    if (child == 0) {
        atomic_store(&ra__point_hooked, NULL);
        alarm(10);
        _exit(ra_mul_(x, 10) || at(x, 0) != 50);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    gate_release();
    pthread_join(reader, NULL);
    assert_int_equal(status, 0);
    assert_true(found == 6);
    ra_release(x);
    stop();
}

/* Of two that fail in the call, and of one that fails later and one that fails in the call, the first in program order is told. */
static void of_failures_the_first_is_told(void **state)
{
    (void)state;
    start_inline(1);
    become_reader();
    const int64_t place[] = {0, 7, 8};
    ra_tensor *one = ra_ones(RA_DIMS(1)), *at_place[3];
    for (int i = 0; i < 3; i++)
        at_place[i] = ra_from_copy(&place[i], RA_INT64, RA_DIMS(1));
    for (int i = 0; i < 4; i++) {
        RA_AUTO ra_tensor *well = ra_index_select(one, 0, at_place[0]);
        OK(ra_wait(well));
    }
    for (int later = 0; later < 2; later++) {
        held h = {0};
        ra_tensor *pending = later ? held_new(&h, 1) : NULL;
        ra_tensor *from = ra_mul(pending ? pending : one, 1);
        ra_tensor *first = ra_index_select(from, 0, at_place[1]), *second = ra_index_select(one, 0, at_place[2]);
        if (pending)
            let_go(&h);
        ra_tensor *both = ra_add(second, first);
        assert_int_equal(ra_wait(both), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index 7"));
        assert_null(strstr(ra_last_error(), "index 8"));
        ra_clear_error();
        RELEASE(pending, from, first, second, both);
    }
    RELEASE(one, at_place[0], at_place[1], at_place[2]);
    stop();
}

static void *reads_once(void *unused)
{
    (void)unused;
    become_reader();
    return ra__tls.reader;
}

/* Their places are handed on. */
static void threads_come_and_go(void **state)
{
    (void)state;
    start_inline(1);
    void *places[20];
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, reads_once, NULL), 0);
        pthread_join(thread, &places[i]);
        assert_non_null(places[i]);
        assert_ptr_equal(places[i], places[0]);
    }
    stop();
}

/* ---- many at once ---- */

enum { THREADS = 4, ROUNDS = 3000 };

static _Atomic int torn;

/* All its elements are the same between any two writes of it. */
static void *read_and_write(void *which)
{
    const bool writes = (intptr_t)which % 2;
    ra_set_execution((intptr_t)which < 2 ? RA_SYNC : RA_RUN_AHEAD);
    become_reader();
    for (long i = 0; i < harness_rounds(ROUNDS); i++) {
        if (writes && i % 3 == 0)
            OK(ra_add_(x, 1));
        ra_tensor *y = ra_mul(x, 2);
        const float first = at(y, 0);
        for (int k = 1; k < N; k++)
            torn += at(y, k) != first;
        ra_release(y);
    }
    return NULL;
}

static void nothing_is_read_while_it_is_written(void **state)
{
    (void)state;
    pthread_t threads[THREADS];
    start_inline(2);
    x = ra_full(RA_DIMS(N), 0.0);
    for (intptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_and_write, (void *)i), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(torn, 0);
    assert_true(at(x, 0) == (float)(2 * ((harness_rounds(ROUNDS) + 2) / 3)));
    assert_true(ra_get_stats().ran_inline > 0);
    ra_release(x);
    stop();
}

int main(void)
{
    setenv("RUNAHEAD_CHECK", "0", 1); /* where handles are checked all is computed under the lock */
#define T(name) TEST_AROUND(name, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(a_writer_waits_for_who_reads), T(others_write_on), T(a_reader_finds_a_writer), T(a_fork_leaves_no_reader_behind), T(threads_come_and_go),
                                       T(nothing_is_read_while_it_is_written), T(of_failures_the_first_is_told)};
#undef T
    return cmocka_run_group_tests(tests, NULL, NULL);
}
