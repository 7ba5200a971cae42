/*
 * Failure injection: a representative program in which each allocation and each system call fails once. No leak, no crash,
 * no hang; every status is one that the program can make sense of; afterwards the pool works.
 *
 * All of them with RA_TEST_FULL=1; otherwise every call of a rare kind and a sample of the heap's, printed as coverage.
 */
#include "moments.h"

#include "os.h"

#include <poll.h>
#include <pthread.h>

static char file[] = "/tmp/runahead-faults-XXXXXX";
static _Atomic int called, given_back, to_give_back;

static void is_called(void *context, ra_status status)
{
    (void)context, (void)status;
    atomic_fetch_add(&called, 1);
}

static void is_given_back(void *context)
{
    (void)context;
    atomic_fetch_add(&given_back, 1);
}

static bool is_sensible(ra_status s)
{
    switch (s) {
    case RA_OK:
    case RA_ERR_MEMORY:
    case RA_ERR_TASK_MEMORY:
    case RA_ERR_REFUSED:
    case RA_ERR_SYSTEM:
    case RA_ERR_FILE:
    case RA_ERR_FORMAT: /* a file whose save had failed */
    case RA_ERR_BLAS:
    case RA_ERR_STATE:
    case RA_ERR_ARGUMENT: /* the topology could not be read */
        return true;
    default:
        return false;
    }
}

#define SENSIBLE(call) \
    do { \
        ra_status sensible_ = (call); \
        if (!is_sensible(sensible_)) \
            fail_msg("%s: %s: %s", #call, ra_status_name(sensible_), ra_last_error()); \
    } while (0)

/* Everything once, whatever has failed before. */
static void program(int workers)
{
    static float buffer[64];
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = workers > 0};
    ra_clear_error();
    SENSIBLE(ra_init(&config));
    ra_clear_error();
    for (ra_scope_begin(); ra_last_status(); ra_scope_begin()) { /* a scope that found no memory: handles would be ours */
        assert_int_equal(ra_scope_end(), RA_ERR_MEMORY);
        ra_clear_error();
    }
    ra_tensor *x = ra_ones(RA_DIMS(40, 40)), *r = ra_randn(RA_DIMS(40, 40)), *e = ra_eye(40, 40);
    ra_tensor *borrowed = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(64), RA_OPTS(ra_from_data, .release = is_given_back));
    atomic_fetch_add(&to_give_back, borrowed != NULL);
    ra_tensor *y = ra_relu(ra_add(ra_mm(x, r), 1)), *sum = ra_sum(ra_exp(ra_mul(y, 0.001)), RA_ALL), *mean = ra_mean(y, RA_DIMS(1));
    ra_tensor *values = NULL, *order = NULL, *found = ra_nonzero(ra_gt(r, 0)), *view = ra_narrow(ra_t(y), 0, 3, 5), *solved = ra_linalg_solve(ra_add(e, e), x);
    SENSIBLE(ra_sort(r, 1, &values, &order, NULL));
    SENSIBLE(x ? ra_add_(x, 2) : RA_OK);
    ra_tensor *many = ra_cat(RA_LIST(x, r, e, x, r, e, x, r), 0), *rows = ra_index_select(many, 0, ra_arange(RA_I(0), RA_I(9), RA_I(1)));
    ra_tensor *saved = y ? ra_save_npy(file, y) : NULL;
    ra_status s = saved ? ra_wait(saved) : RA_OK;
    SENSIBLE(s);
    ra_tensor *loaded = saved && !s ? ra_load_npy(file) : NULL;
    int fd = -1, callbacks = atomic_load(&called);
    double v;
    ra_status asked = sum ? ra_on_ready(sum, is_called, NULL) : RA_ERR_REFUSED;
    SENSIBLE(asked);
    if (sum && !ra_ready_fd(sum, &fd)) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        while (poll(&p, 1, 20) == 0 && !ra_is_ready(sum)) /* with no workers somebody has to */
            SENSIBLE(ra_wait(sum));
        close(fd);
    }
    SENSIBLE(sum ? ra_item_f64(sum, &v) : RA_OK);
    SENSIBLE(mean ? ra_wait_for(mean, INT64_C(20000000000)) : RA_OK);
    if (found && ra_size(found, 0) < 0)
        SENSIBLE(ra_last_status());
    float seen[200];
    SENSIBLE(view ? ra_copy_to(view, seen, sizeof seen) : RA_OK);
    SENSIBLE(rows && borrowed ? ra_cancel(rows) : RA_OK);
    ra_status ended = rows ? ra_wait(rows) : RA_OK; /* a wait that found no memory says so, and not how the task ended */
    SENSIBLE(ended == RA_ERR_CANCELLED ? RA_OK : ended);
    SENSIBLE(solved ? ra_wait(solved) : RA_OK);
    SENSIBLE(loaded ? ra_wait(loaded) : RA_OK);
    SENSIBLE(values ? ra_wait(values) : RA_OK);
    ra_thread_state *state = ra_thread_state_save();
    ra_thread_state_restore(state);
    SENSIBLE(ra_wait_all());
    ra_trim(0);
    s = ra_scope_end();
    SENSIBLE(s == RA_ERR_CANCELLED ? RA_OK : s);
    ra_clear_error();
    for (int tries = 0; ra_shutdown() && tries < 3; tries++) /* one that found no memory to wait can be repeated */
        ra_clear_error();
    if (!asked)
        assert_int_equal(atomic_load(&called), callbacks + 1);
    if (atomic_load(&given_back) != atomic_load(&to_give_back))
        fail_msg("a borrowed buffer was not given back");
    ra_clear_error();
}

static void nothing_is_left(void)
{
    ra_memory_stats m = ra_get_memory_stats();
    assert_int_equal(m.in_flight, 0);
    assert_int_equal(m.live, 0);
}

static void the_pool_works(void)
{
    ra_clear_error();
    start(1);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(100)), *y = ra_add(x, 1), *sum = ra_sum(y, RA_ALL);
    assert_true(item(sum) == 200);
    ra_release(x), ra_release(y), ra_release(sum);
    x = y = sum = NULL;
    stop();
}

/* A test that fails says which call it was. */
static int tell_fault(void)
{
    print_message("the last call that failed: %s, of %ld\n", ra__os_call_name(ra__os_fault_last()), ra__os_fault_count());
    return 0;
}

static void one_fault(enum ra__os_call call, long n, int workers)
{
    ra__os_fault_arm_call(call, n, 1);
    if (getenv("RA_TEST_FULL"))
        print_message("%s %ld\n", ra__os_call_name(call), n);
    program(workers);
    ra__os_fault_disarm();
    nothing_is_left();
}

static void sweep(int workers)
{
    long full = getenv("RA_TEST_FULL") != NULL, tried = 0, of = 0, hits = 0;
    ra__os_fault_disarm();
    program(workers); /* what is set up once a process */
    ra__os_fault_arm(0);
    program(workers);
    long most = ra__os_fault_count();
    ra__os_fault_disarm();
    nothing_is_left();
    assert_true(most > 50);
    for (int call = 0; call < RA__OS_CALL_COUNT; call++) {
        ra__os_fault_arm_call((enum ra__os_call)call, 0, 0);
        program(workers);
        long count = ra__os_fault_count(), wanted = full ? count : call == RA__OS_FUTEX_WAIT ? 3 : HARNESS_SANITIZED ? 12 : 60;
        ra__os_fault_disarm();
        long step = count > wanted ? (count + wanted - 1) / wanted : 1;
        for (long n = 1; n <= count; n += step) {
            one_fault((enum ra__os_call)call, n, workers);
            hits += ra__os_fault_hits();
            tried++;
        }
        of += count;
        the_pool_works();
    }
    print_message("%ld of %ld gated calls failed once each (%ld tried), %d workers\n", hits, of, tried, workers < 0 ? 0 : workers);
    assert_true(hits > tried / 2); /* counts differ a little from run to run */
}

static void with_a_worker(void **state)
{
    (void)state;
    sweep(1);
}

static void without_workers(void **state)
{
    (void)state;
    sweep(-1);
}

static int make_file(void **state)
{
    (void)state;
    close(mkstemp(file));
    return 0;
}

static int remove_file(void **state)
{
    tell_fault();
    ra__os_fault_disarm();
    unlink(file);
    strcpy(file + sizeof file - 7, "XXXXXX");
    return clean_up(state);
}

#define T(function) HARNESS_TEST(function, getenv("RA_TEST_FULL") ? 3000 : 100, make_file, remove_file)

int main(void)
{
    const struct CMUnitTest tests[] = {T(without_workers), T(with_a_worker)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
