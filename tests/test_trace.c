/*
 * The trace, read back as JSON: what each event must have, what arrows connect.
 */
#include "helpers/taken_apart.h"
#include "helpers/trace_reading.h"

#include "async/pool/slot.h"
#include "async/pool/wide.h"

#include <sys/syscall.h>

static void kernels_queues_and_arrows(void **state)
{
    (void)state;
    start(1);
    ra_set_site("traced \"site\".c", 12);
    OK(ra_trace_start(path));
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 1), *running = ra_cumsum(t, 0), *sum = ra_sum(running, RA_ALL), *alone = ra_full(RA_DIMS(3), RA_F(5));
    EVENTUALLY(atomic_load(&h.running)); /* by the worker */
    uint64_t from = ra__os_now_ns();
    EVENTUALLY(ra__os_now_ns() > from + 2000000); /* in the queue, which the trace must say */
    assert_int_equal(ra_wait_for(sum, 1000000), RA_ERR_TIMEOUT);
    ra_clear_error();
    let_go(&h);
    assert_true(item(sum) > 0);
    OK(ra_wait(alone));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_int_equal(arrows_between("held", "cumsum"), 1);
    assert_int_equal(arrows_between("cumsum", "sum"), 1);
    assert_int_equal(count_of("s", "after", NULL), 2);
    static const char *const names[] = {"held", "cumsum", "sum", "full"};
    for (int i = 0; i < 4; i++) {
        char record[40];
        snprintf(record, sizeof record, "record %s", names[i]);
        const json_t *recorded = only("X", "record", record), *ran = kernel_of(argument(recorded, "task"));
        assert_non_null(ran);
        assert_string_equal(text_of(ran, "name"), names[i]);
        double queued = number_of(json_object_get(ran, "args"), "queued_us");
        assert_true(queued <= number_of(ran, "ts") - number_of(recorded, "ts") + 1e-3);
        assert_true(i < 1 || i > 2 || queued > 2000);
    }
    assert_int_equal(count_of("s", "recorded", NULL), 4);
    const json_t *read = NULL;
    for (size_t i = 0; i < json_array_size(trace); i++)
        if (is(json_array_get(trace, i), "X", "wait", "wait: read sum"))
            read = json_array_get(trace, i);
    if (read)
        assert_string_equal(text_of(json_object_get(read, "args"), "at"), "traced \"site\".c:12");
    assert_true(count_of("X", "wait", "wait: wait sum") >= 1); /* that which ran out of time */
    assert_int_equal(count_of("M", NULL, "thread_name"), count_of("M", NULL, "thread_sort_index"));
    assert_true(count_of("M", NULL, "thread_name") >= 2); /* this one and the worker */
    forget_trace();
    ra_set_site(NULL, 0);
    ra_release(t), ra_release(running), ra_release(sum), ra_release(alone);
    t = running = sum = alone = NULL;
    stop();
}

static void inline_kernels_and_fused_groups(void **state)
{
    (void)state;
    ra_config config = {.size = sizeof config, .workers = 1, .fusion = RA_FUSION_ALWAYS};
    OK(ra_init(&config));
    ra_reset_stats();
    OK(ra_trace_start(path));
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 64), *x = ra_ones(RA_DIMS(4)); /* cheap, and nothing in its way: in the call */
    EVENTUALLY(atomic_load(&h.running));
    uint64_t ran_inline = ra_get_stats().ran_inline;
    RA_AUTO ra_tensor *a = ra_mul(t, 3), *b = ra_add(a, 1), *c = ra_neg(b);
    let_go(&h);
    OK(ra_wait(c));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    size_t n = 0, i;
    json_t *e;
    json_array_foreach(trace, i, e)
        if (is(e, "X", "kernel", NULL) && argument(e, "inline")) {
            n++;
            assert_true(number_of(json_object_get(e, "args"), "queued_us") == 0);
        }
    assert_int_equal(n, ran_inline);
    ra_stats s = ra_get_stats();
    if (s.fused == 3) {
        const json_t *group = only("X", "kernel", "fused mul add neg");
        assert_int_equal(argument(group, "operators"), 3);
        assert_int_equal(arrows_between("held", "fused mul add neg"), 1);
    }
    forget_trace();
    ra_release(t), ra_release(x), ra_release(a), ra_release(b), ra_release(c);
    t = x = a = b = c = NULL;
    stop();
}

/* So many readers that they are joined: the writer's arrow comes from the last of them. */
static void arrows_go_through_joins(void **state)
{
    (void)state;
    enum { READERS = 200 };
    start(1);
    OK(ra_trace_start(path));
    held h = {0};
    ra_tensor *t = held_new(&h, 8), *sums[READERS];
    for (int i = 0; i < READERS; i++)
        sums[i] = ra_amax(t, RA_ALL);
    OK(ra_cumsum_(t, 0));
    EVENTUALLY(atomic_load(&h.running));
    let_go(&h);
    OK(ra_wait(t));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_in_range(arrows_between("amax", "cumsum"), 1, 8);
    assert_int_equal(arrows_between("held", "amax"), READERS);
    forget_trace();
    for (int i = 0; i < READERS; i++)
        ra_release(sums[i]);
    ra_release(t);
    stop();
}

/* Read while it is written: it is JSON, and tells of what is in flight. */
static void counters_while_it_is_written(void **state)
{
    (void)state;
    enum { PENDING = 5 };
    start(1);
    OK(ra_trace_start(path));
    held h = {0};
    ra_tensor *t[PENDING] = {held_new(&h, 1000)};
    for (int i = 1; i < PENDING; i++)
        t[i] = ra_cumsum(t[i - 1], 0);
    EVENTUALLY(atomic_load(&h.running));
    json_int_t most_operators = 0, most_bytes = 0, live = 0;
    while (most_operators < PENDING || most_bytes < 4000 || live < 4000) {
        read_trace();
        size_t i;
        json_t *e;
        json_array_foreach(trace, i, e) {
            if (is(e, "C", NULL, "operators in flight") && argument(e, "operators") > most_operators)
                most_operators = argument(e, "operators");
            if (is(e, "C", NULL, "results in flight, bytes") && argument(e, "bytes") > most_bytes)
                most_bytes = argument(e, "bytes");
            if (is(e, "C", NULL, "tensor memory, bytes") && argument(e, "live") > live)
                live = argument(e, "live");
        }
        forget_trace();
        usleep(1000);
    }
    assert_int_equal(most_operators, PENDING);
    assert_int_equal(most_bytes, PENDING * 4000);
    let_go(&h);
    OK(ra_wait(t[PENDING - 1]));
    OK(ra_trace_stop());
    read_trace();
    check_events();
    double longest = 0;
    size_t i, samples = 0;
    json_t *e;
    json_array_foreach(trace, i, e) {
        samples += is(e, "C", NULL, "operators in flight");
        longest = number_of(e, "ts") > longest ? number_of(e, "ts") : longest;
    }
    assert_true((double)samples <= longest / 20000 + 3 + (double)json_array_size(trace) / 1000); /* one in 20 ms, but for a hurry */
    forget_trace();
    for (int k = 0; k < PENDING; k++)
        ra_release(t[k]);
    stop();
}

static void names_are_escaped(void **state)
{
    (void)state;
    char long_name[1000];
    memset(long_name, 'n', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    start(-1);
    OK(ra_trace_start(path));
    const ra__trace_argument arguments[] = {{.key = "quoted", .text = "\"\\\n\t\x01/"}, {.key = "number", .number = INT64_MIN}, {.key = "result", .text = ""}, {.key = "too_long", .text = long_name},
                                            {.key = "last", .number = 7}};
    uint64_t now = ra__os_now_ns();
    ra__trace_named_kernel("quote \" backslash \\ line \n bell \a \xc3\xa9 \xe2\x82\xac broken \xff \xc3", 0, now, 10, arguments, 5);
    ra__trace_named_kernel(long_name, 0, now, 0, arguments + 2, 1);
    OK(ra_trace_stop());
    read_trace();
    const json_t *e = only("X", "kernel", "quote \" backslash \\ line \n bell \a \xc3\xa9 \xe2\x82\xac broken ? ?"), *args = json_object_get(e, "args");
    assert_string_equal(text_of(args, "quoted"), "\"\\\n\t\x01/");
    assert_true(json_integer_value(json_object_get(args, "number")) == INT64_MIN);
    assert_int_equal(argument(e, "last"), 7);
    assert_null(json_object_get(args, "too_long"));
    long_name[RA__TRACE_NAME] = 0;
    assert_true(number_of(only("X", "kernel", long_name), "dur") > 0);
    forget_trace();
    stop();
}

/* ---- grains of many phases ---- */

enum { RAN_BY = 16 };
static struct {
    int tid, grains;
} ran_by[RAN_BY];
static _Atomic int threads_seen;
static __thread int ran_as = -1;

/* Counts, as each thread takes them; and where there is more on offer it leaves some to others. */
static void count_and_leave(enum ra__point point)
{
    if (point != RA__POINT_GRAIN)
        return;
    if (ran_as < 0) {
        if ((ran_as = atomic_fetch_add(&threads_seen, 1)) >= RAN_BY)
            abort();
        ran_by[ran_as].tid = (int)syscall(SYS_gettid);
    }
    ran_by[ran_as].grains++;
    const int mine = atomic_fetch_add(&passed, 1);
    if (mine < 10)
        EVENTUALLY(atomic_load(&passed) > mine + 1 || !(ra__slot_any() || ra__wide_any()));
}

/* Kernels of the operator: each within its time, those of one thread one after another, and as many as threads have run grains. */
static void a_matrix_that_is_taken_apart(void **state)
{
    (void)state;
    start(2);
    seed = SEED;
    RA_AUTO ra_tensor *a = made(RA_FLOAT32, 500, 500, true), *warm = ra_linalg_cholesky(a);
    OK(ra_wait(warm));
    OK(ra_wait_all());
    OK(ra_trace_start(path));
    atomic_store(&passed, 0);
    atomic_store(&ra__point_hooked, count_and_leave);
    RA_AUTO ra_tensor *factor = ra_linalg_cholesky(a), *row = ra_narrow(factor, 0, 0, 1), *behind = ra_mul(row, 2); /* of one grain */
    OK(ra_wait(behind));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    atomic_store(&ra__point_hooked, NULL);
    read_trace();
    check_events();
    const json_t *recorded = only("X", "record", "record linalg_cholesky"), *next = only("X", "kernel", "mul");
    const json_int_t task = argument(recorded, "task");
    const int threads = atomic_load(&threads_seen);
    double ended[RAN_BY] = {0};
    int kernels[RAN_BY] = {0}, of_factor = 0;
    size_t i;
    json_t *e;
    json_array_foreach(trace, i, e) {
        if (!is(e, "X", "kernel", NULL))
            continue;
        const double begin = number_of(e, "ts"), end = begin + number_of(e, "dur");
        int t = 0;
        while (t < threads && ran_by[t].tid != (int)number_of(e, "tid"))
            t++;
        assert_true(t < threads);
        kernels[t]++;
        assert_true(begin >= ended[t] - 1e-3); /* as they stand there, of a thread one comes behind another */
        ended[t] = end;
        if (argument(e, "task") != task)
            continue;
        assert_string_equal(text_of(e, "name"), "linalg_cholesky");
        assert_true(begin >= number_of(recorded, "ts") && end <= number_of(next, "ts") + 1e-3);
        of_factor++;
    }
    for (int t = 0; t < threads; t++)
        assert_int_equal(kernels[t], ran_by[t].grains);
    assert_true(threads > 1 && of_factor > RA__MAX_PHASES);
    assert_int_equal(of_factor, count_of("X", "kernel", "linalg_cholesky"));
    assert_int_equal(arrows_between("linalg_cholesky", "mul"), 1);
    forget_trace();
    ra_release(a), ra_release(warm), ra_release(factor), ra_release(row), ra_release(behind);
    a = warm = factor = row = behind = NULL;
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {T(kernels_queues_and_arrows), T(inline_kernels_and_fused_groups), T(arrows_go_through_joins), T(counters_while_it_is_written), T(names_are_escaped), T(a_matrix_that_is_taken_apart)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
