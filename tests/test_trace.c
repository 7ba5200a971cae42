/*
 * The trace, read back as JSON: what each event must have, what arrows connect, what is lost and how that is told.
 */
#include "moments.h"

#include "async/trace.h"
#include "async/trace_ring.h"

#include <fcntl.h>
#include <jansson.h>
#include <pthread.h>
#include <sys/wait.h>

static char path[100];

static int new_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "/tmp/runahead-trace-%d-XXXXXX", (int)getpid());
    int fd = mkstemp(path);
    close(fd);
    return fd < 0;
}

static int after(void **state)
{
    ra_trace_stop();
    unlink(path);
    ra__os_fault_disarm();
    return clean_up(state);
}

/* ---- reading ---- */

static json_t *trace; /* the array */

static char *file_text(size_t *length)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    char *text = NULL;
    size_t room = 0, got;
    *length = 0;
    do {
        room += 1 << 16;
        assert_non_null(text = realloc(text, room));
        got = fread(text + *length, 1, room - *length, f);
        *length += got;
    } while (*length == room);
    fclose(f);
    return text;
}

/* As it is between two writes: several reads may see parts of different states, so they are repeated until they agree. */
static void read_trace(void)
{
    json_error_t error;
    size_t length, again;
    char *text = file_text(&length), *next = file_text(&again);
    while (length != again || memcmp(text, next, length) != 0) {
        free(text);
        text = next;
        length = again;
        next = file_text(&again);
    }
    trace = json_loadb(text, length, 0, &error);
    free(text);
    free(next);
    if (!trace)
        fail_msg("%s, line %d: %s", path, error.line, error.text);
    assert_true(json_is_array(trace));
}

static void forget_trace(void)
{
    json_decref(trace);
    trace = NULL;
}

static const char *text_of(const json_t *event, const char *key)
{
    const char *text = json_string_value(json_object_get(event, key));
    return text ? text : "";
}

static double number_of(const json_t *event, const char *key)
{
    return json_number_value(json_object_get(event, key));
}

static json_int_t argument(const json_t *event, const char *key)
{
    return json_integer_value(json_object_get(json_object_get(event, "args"), key));
}

static bool is(const json_t *event, const char *phase, const char *category, const char *name)
{
    return !strcmp(text_of(event, "ph"), phase) && (!category || !strcmp(text_of(event, "cat"), category)) && (!name || !strcmp(text_of(event, "name"), name));
}

static size_t count_of(const char *phase, const char *category, const char *name)
{
    size_t n = 0, i;
    json_t *e;
    json_array_foreach(trace, i, e)
        n += is(e, phase, category, name);
    return n;
}

static const json_t *only(const char *phase, const char *category, const char *name)
{
    size_t i;
    json_t *e;
    if (count_of(phase, category, name) != 1)
        fail_msg("%zu events %s %s %s", count_of(phase, category, name), phase, category ? category : "", name);
    json_array_foreach(trace, i, e)
        if (is(e, phase, category, name))
            return e;
    return NULL;
}

/* Of a task: a kernel's slice; NULL: none. */
static const json_t *kernel_of(json_int_t task)
{
    size_t i;
    json_t *e;
    json_array_foreach(trace, i, e)
        if (is(e, "X", "kernel", NULL) && argument(e, "task") == task)
            return e;
    return NULL;
}

static bool lies_in_a_slice(const json_t *end)
{
    size_t i;
    json_t *e;
    double at = number_of(end, "ts");
    json_array_foreach(trace, i, e)
        if (is(e, "X", NULL, NULL) && number_of(e, "tid") == number_of(end, "tid") && number_of(e, "ts") <= at + 1e-6 && at <= number_of(e, "ts") + number_of(e, "dur") + 1e-6)
            return true;
    return false;
}

/* What holds for every event of every trace. */
static void check_events(void)
{
    size_t i, k;
    json_t *e, *f;
    json_array_foreach(trace, i, e) {
        assert_true(json_is_object(e) && json_is_integer(json_object_get(e, "pid")));
        if (is(e, "M", NULL, NULL))
            continue;
        assert_true(json_is_integer(json_object_get(e, "tid")) && number_of(e, "ts") >= 0);
        if (is(e, "X", NULL, NULL))
            assert_true(number_of(e, "dur") > 0);
        if (is(e, "X", "kernel", NULL)) {
            const json_t *args = json_object_get(e, "args");
            assert_true(json_is_number(json_object_get(args, "queued_us")) && number_of(args, "queued_us") >= 0);
            assert_true(json_is_integer(json_object_get(args, "task")) && json_is_string(json_object_get(args, "result")));
        }
        if (!is(e, "s", NULL, NULL))
            continue;
        const json_t *end = NULL;
        json_array_foreach(trace, k, f)
            if (is(f, "f", text_of(e, "cat"), text_of(e, "name")) && number_of(f, "id") == number_of(e, "id")) {
                assert_null(end);
                end = f;
            }
        if (!end || !lies_in_a_slice(e) || !lies_in_a_slice(end) || number_of(e, "ts") > number_of(end, "ts"))
            fail_msg("arrow %s %.0f goes from %d to %d", text_of(e, "cat"), number_of(e, "id"), (int)lies_in_a_slice(e), end && lies_in_a_slice(end));
        if (strcmp(text_of(e, "cat"), "recorded")) /* from a kernel, and but for the end of a wait to another */
            assert_non_null(kernel_of(argument(e, "task")));
        if (strcmp(text_of(e, "cat"), "ends"))
            assert_non_null(kernel_of(argument(end, "task")));
    }
    assert_int_equal(count_of("s", NULL, NULL), count_of("f", NULL, NULL));
    const json_t *end = only("i", NULL, "end");
    assert_int_equal(argument(end, "events") + 1, json_array_size(trace));
}

/* Arrows "after" from one kernel to another. */
static int arrows_between(const char *from, const char *to)
{
    size_t i, k;
    json_t *e, *f;
    int n = 0;
    json_array_foreach(trace, i, e)
        if (is(e, "s", "after", NULL) && !strcmp(text_of(kernel_of(argument(e, "task")), "name"), from))
            json_array_foreach(trace, k, f)
                n += is(f, "f", "after", NULL) && number_of(f, "id") == number_of(e, "id") && !strcmp(text_of(kernel_of(argument(f, "task")), "name"), to);
    return n;
}

/* ---- what is in it ---- */

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

/* ---- bounds and losses ---- */

static void *floods(void *pushed)
{
    const ra__trace_argument result = {.key = "result", .text = "nothing"};
    for (long i = 0, n = harness_rounds(100000); i < n; i++) {
        ra__trace_named_kernel("flood", 1, ra__os_now_ns(), 5, &result, 1);
        atomic_fetch_add((_Atomic long *)pushed, 1);
    }
    return NULL;
}

/* Faster than anything can be written: what is not in the file is counted, and nothing else is missing. */
static void a_flood_is_counted(void **state)
{
    (void)state;
    enum { THREADS = 3 };
    pthread_t threads[THREADS];
    _Atomic long pushed = 0;
    start(-1);
    OK(ra_trace_start(path));
    for (int i = 0; i < THREADS; i++)
        OK(pthread_create(&threads[i], NULL, floods, &pushed));
    for (int i = 0; i < THREADS; i++)
        OK(pthread_join(threads[i], NULL));
    ra_status s = ra_trace_stop();
    read_trace();
    const json_t *end = only("i", NULL, "end");
    assert_int_equal(s, argument(end, "lost") ? RA_ERR_FILE : RA_OK);
    assert_int_equal(argument(end, "events") + 1, json_array_size(trace));
    assert_int_equal((json_int_t)count_of("X", "kernel", "flood") + argument(end, "lost"), atomic_load(&pushed));
    ra_clear_error();
    forget_trace();
    stop();
}

static void *records_a_little(void *unused)
{
    (void)unused;
    ra_tensor *x = ra_ones(RA_DIMS(8)), *y = ra_cumsum(x, 0);
    ra_release(x), ra_release(y);
    return NULL;
}

/* Threads that end hand their rings on: more threads than there can be rings lose nothing. */
static void threads_come_and_go(void **state)
{
    (void)state;
    enum { THREADS = 200 };
    start(1);
    OK(ra_trace_start(path));
    for (int i = 0; i < THREADS; i++) {
        pthread_t t;
        OK(pthread_create(&t, NULL, records_a_little, NULL));
        OK(pthread_join(t, NULL));
    }
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_int_equal(count_of("X", "record", "record ones"), THREADS);
    assert_true(count_of("M", NULL, "thread_name") > THREADS);
    forget_trace();
    stop();
}

static void a_file_that_cannot_be_written(void **state)
{
    (void)state;
    unsigned long long lost = 0, all = 0;
    start(1);
    assert_int_equal(ra_trace_start(""), RA_ERR_ARGUMENT);
    assert_int_equal(ra_trace_start("/nonexistent/trace.json"), RA_ERR_FILE);
    assert_int_equal(ra_trace_start("/dev/full"), RA_ERR_FILE);
    OK(ra_trace_start(path));
    ra_clear_error();
    assert_int_equal(ra_trace_start(path), RA_ERR_STATE);
    ra_clear_error();
    ra__os_fault_arm_call(RA__OS_WRITE, 1, 1 << 30); /* from here on */
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(8)), *y = ra_cumsum(x, 0);
    OK(ra_wait(y));
    OK(ra_wait_all());
    assert_int_equal(ra_trace_stop(), RA_ERR_FILE);
    assert_true(ra__os_fault_hits() > 0);
    ra__os_fault_disarm();
    assert_int_equal(sscanf(strstr(ra_last_error(), "ra_trace_stop: ") + strlen("ra_trace_stop: "), "%llu of %llu events", &lost, &all), 2);
    assert_true(lost >= 10 && lost < all); /* two of each operator, their arrows, this wait, counters; not what stands at the beginning */
    ra_clear_error();
    read_trace();
    assert_int_equal(json_array_size(trace), all - lost);
    forget_trace();
    ra__os_fault_arm_call(RA__OS_WRITE, 2, 1); /* one write in the middle, whole: what comes after it is there */
    OK(ra_trace_start(path));
    ra_release(y);
    y = ra_cumsum(x, 0);
    OK(ra_wait(y));
    EVENTUALLY(ra__os_fault_hits());
    ra_release(y);
    y = ra_neg(x);
    OK(ra_wait(y));
    OK(ra_wait_all());
    assert_int_equal(ra_trace_stop(), RA_ERR_FILE);
    ra_clear_error();
    read_trace();
    assert_int_equal(count_of("X", "record", "record neg"), 1);
    assert_true(argument(only("i", NULL, "end"), "lost") > 0);
    forget_trace();
    OK(ra_trace_stop()); /* there is none */
    ra_release(x), ra_release(y);
    x = y = NULL;
    stop();
}

static void a_pipe_takes_it_too(void **state)
{
    (void)state;
    int ends[2];
    char name[40];
    start(1);
    OK(pipe(ends));
    snprintf(name, sizeof name, "/proc/self/fd/%d", ends[1]);
    OK(ra_trace_start(name));
    close(ends[1]);
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(8));
    OK(ra_wait(x));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    trace = json_loadfd(ends[0], 0, NULL);
    close(ends[0]);
    assert_non_null(trace);
    check_events();
    assert_int_equal(count_of("X", "record", "record ones"), 1);
    forget_trace();
    ra_release(x);
    x = NULL;
    stop();
}

/* ---- fork and exit ---- */

static void wait_for_child(pid_t child)
{
    int status = -1;
    assert_true(child > 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_fork_in_between(void **state)
{
    (void)state;
#if defined(__SANITIZE_THREAD__)
    skip(); /* TSan does not let the child of a program with threads start threads */
#endif
    char of_child[120];
    snprintf(of_child, sizeof of_child, "%s-child", path);
    start(1);
    OK(ra_trace_start(path));
    held h = {0};
    RA_AUTO ra_tensor *t = held_new(&h, 8), *y = ra_cumsum(t, 0);
    EVENTUALLY(atomic_load(&h.running));
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        setenv("RUNAHEAD_NO_INLINE", "1", 1);
        ra_tensor *x = ra_ones(RA_DIMS(8)), *z = ra_amax(x, RA_ALL); /* not traced: the trace is the parent's */
        bool good = ra_wait(z) == RA_OK && ra_trace_stop() == RA_OK && ra_trace_start(of_child) == RA_OK;
        ra_tensor *more = ra_cumsum(x, 0);
        good = good && ra_wait(more) == RA_OK && ra_wait_all() == RA_OK && ra_trace_stop() == RA_OK;
        _exit(good ? 0 : 1);
    }
    wait_for_child(child);
    let_go(&h);
    OK(ra_wait(y));
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    assert_int_equal(arrows_between("held", "cumsum"), 1);
    assert_int_equal(count_of("X", "record", "record amax"), 0);
    forget_trace();
    char parents[sizeof path];
    strcpy(parents, path);
    strcpy(path, of_child);
    read_trace();
    unlink(path);
    check_events();
    assert_int_equal(count_of("X", "record", "record cumsum"), 1);
    assert_int_equal(count_of("X", "record", NULL), 1);
    forget_trace();
    strcpy(path, parents);
    ra_release(t), ra_release(y);
    t = y = NULL;
    stop();
}

/* RUNAHEAD_TRACE, in a program that ends without a shutdown. */
static void a_program_that_just_ends(void **state)
{
    (void)state;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(10 * HARNESS_SLOWER);
        setenv("RUNAHEAD_TRACE", path, 1);
        setenv("RUNAHEAD_NO_INLINE", "1", 1);
        ra_tensor *x = ra_randn(RA_DIMS(1000)), *y = ra_cumsum(x, 0);
        ra_status s = ra_wait(y);
        ra_release(x), ra_release(y);
        exit(s ? 1 : 0);
    }
    wait_for_child(child);
    read_trace();
    check_events();
    assert_int_equal(count_of("X", "record", "record cumsum"), 1);
    forget_trace();
}

#define T(function) TEST_AROUND(function, new_path, after)

int main(void)
{
    const struct CMUnitTest tests[] = {T(a_program_that_just_ends), T(kernels_queues_and_arrows), T(inline_kernels_and_fused_groups), T(arrows_go_through_joins), T(counters_while_it_is_written), T(names_are_escaped),
                                       T(a_flood_is_counted), T(threads_come_and_go), T(a_file_that_cannot_be_written), T(a_pipe_takes_it_too), T(a_fork_in_between)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
