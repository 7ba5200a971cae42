/*
 * Functions of the program as tasks: in order with what touches the same tensors, failed, cancelled, forked and told of like
 * operators, and their state given back once.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include <runahead/function.h>

#include <semaphore.h>
#include <sys/wait.h>

#define NOTHING RA_LIST()

static _Atomic int calls, released;
static void *_Atomic last_released;

static void note_release(void *state)
{
    atomic_store(&last_released, state);
    atomic_fetch_add(&released, 1);
}

static void begin(int workers)
{
    start(workers);
    atomic_store(&calls, 0);
    atomic_store(&released, 0);
}

static void expect_released(int count)
{
    while (atomic_load(&released) < count)
        ra_poll(), usleep(100);
    assert_int_equal(atomic_load(&released), count);
}

static ra_status count_call(const ra_function_call *call)
{
    (void)call;
    atomic_fetch_add(&calls, 1);
    return RA_OK;
}

/* writes[0][i] += 2 * reads[0][i], for five of each. */
static ra_status accumulate(const ra_function_call *call)
{
    const float *from = call->reads[0];
    float *to = call->writes[0];
    for (int i = 0; i < 5; i++)
        to[i] += 2 * from[i];
    return count_call(call);
}

static void assert_floats(const ra_tensor *t, int64_t count, const float *values)
{
    float got[16];
    assert_int_equal(ra_numel(t), count);
    OK(ra_copy_to(t, got, (size_t)count * sizeof *got));
    for (int64_t i = 0; i < count; i++)
        assert_true(got[i] == values[i]);
}
#define ASSERT_FLOATS(t, ...) assert_floats(t, (int64_t)(sizeof((float[]){__VA_ARGS__}) / sizeof(float)), (float[]){__VA_ARGS__})

static ra_tensor *range(void)
{
    return ra_arange(0, 5, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
}

/* ---- order ---- */

static void runs_between_what_was_recorded_before_and_after(int workers)
{
    begin(workers);
    ra_tensor *a = range(), *b = ra_ones(RA_DIMS(5));
    ra_status ignored = ra_mul_(b, 10);
    ra_tensor *done = ra_call_function(accumulate, NULL, RA_LIST(a), RA_LIST(b), NULL);
    assert_non_null(done);
    ra_tensor *after = ra_add(b, 1);
    ignored |= ra_zero_(a) | ra_zero_(b); /* what the function reads, and what was read after it */
    OK(ignored);
    ASSERT_FLOATS(after, 11, 13, 15, 17, 19);
    ASSERT_FLOATS(b, 0, 0, 0, 0, 0);
    OK(ra_wait(done));
    assert_int_equal(*ra_data_u8(done, NULL), 1);
    RELEASE(a, b, done, after);
    stop();
}

static void order(void **state)
{
    (void)state;
    runs_between_what_was_recorded_before_and_after(-1);
    runs_between_what_was_recorded_before_and_after(1);
    runs_between_what_was_recorded_before_and_after(4);
}

static sem_t inside, proceed;

static ra_status hold(const ra_function_call *call)
{
    sem_post(&inside);
    while (sem_wait(&proceed))
        ;
    return count_call(call);
}

static ra_status hold_and_add(const ra_function_call *call)
{
    ra_status s = hold(call);
    return s ? s : accumulate(call);
}

static void what_it_touches_waits_and_the_rest_does_not(void **state)
{
    (void)state;
    begin(2);
    sem_init(&inside, 0, 0);
    sem_init(&proceed, 0, 0);
    ra_tensor *a = range(), *b = ra_zeros(RA_DIMS(5)), *other = ra_ones(RA_DIMS(5));
    ra_tensor *done = ra_call_function(hold_and_add, NULL, RA_LIST(a), RA_LIST(b), NULL);
    while (sem_wait(&inside))
        ;
    ra_tensor *of_a = ra_neg(a), *of_b = ra_neg(b), *of_other = ra_neg(other);
    OK(ra_mul_(a, 100));
    OK(ra_wait(of_a)); /* both only read */
    OK(ra_wait(of_other));
    assert_false(ra_is_ready(done));
    assert_false(ra_is_ready(of_b));
    assert_false(ra_is_ready(a));
    sem_post(&proceed);
    ASSERT_FLOATS(of_b, 0, -2, -4, -6, -8);
    ASSERT_FLOATS(a, 0, 100, 200, 300, 400);
    OK(ra_wait(done));
    RELEASE(a, b, other, done, of_a, of_b, of_other);
    stop();
}

/* Column 1 of (2, 3) from element 0, 2 of six: by the strides that the handles have. */
static ra_status copy_to_column(const ra_function_call *call)
{
    const float *from = call->reads[0];
    float *to = call->writes[0];
    to[0] = from[0];
    to[3] = from[2];
    return RA_OK;
}

static void views_have_their_own_first_element_and_the_rest_is_kept(void **state)
{
    (void)state;
    begin(2);
    ra_tensor *to = ra_full(RA_DIMS(2, 3), 7.0), *column = ra_select(to, 1, 1), *a = range(), *from = ra_slice(a, 0, 1, 5, 2);
    ra_tensor *done = ra_call_function(copy_to_column, NULL, RA_LIST(from), RA_LIST(column), NULL);
    ASSERT_FLOATS(to, 7, 1, 7, 7, 3, 7);
    RELEASE(to, column, a, from, done);
    stop();
}

static ra_status fill_with_three(const ra_function_call *call)
{
    for (int i = 0; i < 4; i++)
        ((float *)call->writes[0])[i] = 3;
    return RA_OK;
}

static void what_was_never_written_gets_its_memory(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *t = ra_empty(RA_DIMS(4)), *none = ra_empty(RA_DIMS(0));
    ra_tensor *done = ra_call_function(fill_with_three, NULL, RA_LIST(none), RA_LIST(t, none), NULL);
    ASSERT_FLOATS(t, 3, 3, 3, 3);
    RELEASE(t, none, done);
    stop();
}

/* Read and written at once, and the same tensor written twice: one function, which knows what it does. */
static ra_status double_it(const ra_function_call *call)
{
    assert_ptr_equal(call->reads[0], call->writes[0]);
    assert_ptr_equal(call->writes[0], call->writes[1]);
    for (int i = 0; i < 5; i++)
        ((float *)call->writes[1])[i] = 2 * ((const float *)call->reads[0])[i];
    return RA_OK;
}

static void a_tensor_may_be_named_more_than_once(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *a = range();
    ra_tensor *done = ra_call_function(double_it, NULL, RA_LIST(a), RA_LIST(a, a), NULL);
    ASSERT_FLOATS(a, 0, 2, 4, 6, 8);
    RELEASE(a, done);
    stop();
}

/* ---- that it runs, where and how often ---- */

static void is_not_left_out_though_nobody_looks(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        begin(workers);
        ra_tensor *a = range(), *b = ra_zeros(RA_DIMS(5));
        for (int i = 0; i < 100; i++)
            ra_release(ra_call_function(accumulate, &calls, RA_LIST(a), RA_LIST(b), RA_OPTS(ra_call_function, .release = note_release)));
        RELEASE(a, b);
        OK(ra_wait_all());
        assert_int_equal(atomic_load(&calls), 100);
        expect_released(100);
        assert_ptr_equal(atomic_load(&last_released), &calls);
        stop();
    }
}

static pthread_t called_on;

static ra_status note_thread(const ra_function_call *call)
{
    called_on = pthread_self();
    return count_call(call);
}

static void one_after_another_calls_it_here(void **state)
{
    (void)state;
    begin(1);
    ra_set_execution(RA_SYNC);
    ra_tensor *done = ra_call_function(note_thread, NULL, NOTHING, NOTHING, NULL);
    assert_int_equal(atomic_load(&calls), 1);
    assert_true(pthread_equal(called_on, pthread_self()));
    ra_set_execution(RA_RUN_AHEAD);
    ra_release(done);
    done = ra_call_function(note_thread, NULL, NOTHING, NOTHING, NULL);
    EVENTUALLY(ra_is_ready(done));
    assert_false(pthread_equal(called_on, pthread_self()));
    ra_release(done);
    stop();
}

/* The only worker is held up by one function; those that block have a thread of their own. */
static void what_blocks_holds_no_worker_up(void **state)
{
    (void)state;
    begin(1);
    sem_init(&inside, 0, 0);
    sem_init(&proceed, 0, 0);
    ra_tensor *blocked = ra_call_function(hold, NULL, NOTHING, NOTHING, RA_OPTS(ra_call_function, .name = "reader", .blocks = true));
    while (sem_wait(&inside))
        ;
    ra_tensor *free_to_run = ra_call_function(count_call, NULL, NOTHING, NOTHING, NULL);
    EVENTUALLY(ra_is_ready(free_to_run));
    assert_false(ra_is_ready(blocked));
    sem_post(&proceed);
    OK(ra_wait(blocked));
    RELEASE(blocked, free_to_run);
    stop();
}

/* ---- failures ---- */

static ra_status say_why(const ra_function_call *call)
{
    atomic_fetch_add(&calls, 1);
    ((float *)call->writes[0])[0] = 5;
    snprintf(call->message, call->message_size, "sensor %d is silent", *(const int *)call->state);
    return RA_ERR_FILE;
}

static void a_failure_poisons_what_is_written(void **state)
{
    (void)state;
    begin(2);
    int sensor = 3;
    char text[600];
    ra_tensor *a = range(), *b = ra_zeros(RA_DIMS(5));
    ra_tensor *done = ra_call_function(say_why, &sensor, RA_LIST(a), RA_LIST(b), RA_OPTS(ra_call_function, .name = "measure", .release = note_release));
    ra_tensor *next = ra_call_function(accumulate, NULL, RA_LIST(b), RA_LIST(a), RA_OPTS(ra_call_function, .release = note_release));
    assert_int_equal(ra_wait(done), RA_ERR_FILE);
    ra_clear_error();
    assert_int_equal(ra_wait(b), RA_ERR_FILE);
    ra_clear_error();
    assert_int_equal(ra_tensor_error(b, text, sizeof text), RA_ERR_FILE);
    for (const char *const *part = (const char *const[]){"measure(float32 [5], float32 [5])", "sensor 3 is silent", "test_functions.c", NULL}; *part; part++)
        if (!strstr(text, *part))
            fail_msg("\"%s\" is not in \"%s\"", *part, text);
    assert_int_equal(ra_wait(a), RA_ERR_FILE); /* the second was not called */
    assert_int_equal(ra_wait(next), RA_ERR_FILE);
    ra_clear_error();
    assert_int_equal(atomic_load(&calls), 1);
    expect_released(2);
    RELEASE(a, b, done, next);
    stop();
}

static ra_status answer(const ra_function_call *call)
{
    memset(call->message, 'x', call->message_size); /* without an end */
    return (ra_status)*(const int *)call->state;
}

static void a_number_that_is_no_status_is_a_failure(void **state)
{
    (void)state;
    begin(1);
    const int numbers[] = {-1, 1000, INT32_MIN, INT32_MAX, 17};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int number = numbers[i];
        ra_tensor *done = ra_call_function(answer, &number, NOTHING, NOTHING, NULL);
        assert_int_equal(ra_wait(done), RA_ERR_VALUE);
        ra_clear_error();
        ra_release(done);
    }
    stop();
}

static void what_was_cancelled_is_not_called(void **state)
{
    (void)state;
    begin(1);
    sem_init(&inside, 0, 0);
    sem_init(&proceed, 0, 0);
    ra_tensor *a = range(), *b = ra_zeros(RA_DIMS(5));
    ra_tensor *first = ra_call_function(hold, NULL, NOTHING, NOTHING, NULL);
    while (sem_wait(&inside))
        ;
    ra_tensor *done = ra_call_function(accumulate, NULL, RA_LIST(a), RA_LIST(b), RA_OPTS(ra_call_function, .release = note_release));
    OK(ra_cancel(done));
    assert_int_equal(ra_wait(done), RA_ERR_CANCELLED);
    assert_int_equal(ra_wait(b), RA_ERR_CANCELLED);
    ra_clear_error();
    expect_released(1);
    sem_post(&proceed);
    OK(ra_wait(first));
    OK(ra_wait_all());
    assert_int_equal(atomic_load(&calls), 1);
    RELEASE(a, b, first, done);
    stop();
}

static void what_is_refused_leaves_the_state_to_the_caller(void **state)
{
    (void)state;
    begin(1);
    ra_tensor *a = range(), *one = ra_ones(RA_DIMS(1)), *wide = ra_expand(one, RA_DIMS(5)), *meta = ra_empty(RA_DIMS(5), RA_OPTS(ra_empty, .device = RA_META));
    static float buffer[5];
    ra_tensor *readonly = ra_from_data(buffer, RA_FLOAT32, RA_DIMS(5), RA_OPTS(ra_from_data, .readonly = true));
    const ra_tensor *many[201];
    for (int i = 0; i < 201; i++)
        many[i] = a;
    const struct {
        ra_function function;
        ra_tensors reads, writes;
        ra_status status;
        const char *part;
    } cases[] = {
        {NULL, NOTHING, NOTHING, RA_ERR_ARGUMENT, "function is NULL"},
        {accumulate, RA_LIST(NULL), RA_LIST(a), RA_ERR_REFUSED, "reads[0]"},
        {accumulate, RA_LIST(a), RA_LIST(a, RA_NONE), RA_ERR_ARGUMENT, "writes[1] is RA_NONE"},
        {accumulate, RA_LIST(a, meta), RA_LIST(a), RA_ERR_DEVICE, "reads[1] is on meta"},
        {accumulate, RA_LIST(a), RA_LIST(wide), RA_ERR_OVERLAP, "writes[0], float32 [5]"},
        {accumulate, RA_LIST(a), RA_LIST(a, readonly), RA_ERR_READONLY, "writes[1]"},
        {accumulate, {NULL, 3}, RA_LIST(a), RA_ERR_ARGUMENT, "no list"},
        {accumulate, {many, -1}, RA_LIST(a), RA_ERR_ARGUMENT, "-1"},
        {accumulate, RA_LIST(a), {many, 201}, RA_ERR_ARGUMENT, "201"},
        {accumulate, {many, INT64_MAX}, RA_LIST(a), RA_ERR_ARGUMENT, "9223372036854775807"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_null(ra_call_function(cases[i].function, NULL, cases[i].reads, cases[i].writes, RA_OPTS(ra_call_function, .release = note_release)));
        assert_int_equal(ra_last_status(), cases[i].status);
        if (!strstr(ra_last_error(), cases[i].part))
            fail_msg("\"%s\" is not in \"%s\"", cases[i].part, ra_last_error());
        ra_clear_error();
    }
    assert_null(ra_call_function(count_call, NULL, NOTHING, NOTHING, &(ra_call_function_opts){.size = sizeof(ra_call_function_opts)}));
    ra_clear_error();
    OK(ra_wait_all());
    assert_int_equal(atomic_load(&calls), 0);
    assert_int_equal(atomic_load(&released), 0);
    ra_tensor *read = ra_call_function(count_call, NULL, RA_LIST(wide, readonly), NOTHING, NULL); /* to be read they will do */
    OK(ra_wait(read));
    ra_tensor *most = ra_call_function(count_call, NULL, NOTHING, ra_tensors_of(many, 200), NULL);
    OK(ra_wait(most));
    RELEASE(a, one, wide, meta, readonly, read, most);
    stop();
}

/* ---- the library in a function ---- */

static ra_tensor *own_read, *own_write;

static ra_status use_the_library(const ra_function_call *call)
{
    RA_AUTO ra_tensor *sum = ra_sum(own_read, RA_ALL, NULL);
    double value;
    ra_status s = ra_item_f64(sum, &value);
    if (s)
        return s;
    ((float *)call->writes[0])[0] = (float)value;
    s = ra_wait(own_write); /* it cannot end before this function has */
    ra_clear_error();
    return s == RA_ERR_STATE ? RA_OK : RA_ERR_VALUE;
}

static void may_call_the_library(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 1; workers += 2) {
        begin(workers);
        own_read = range();
        own_write = ra_zeros(RA_DIMS(1));
        ra_tensor *done = ra_call_function(use_the_library, NULL, RA_LIST(own_read), RA_LIST(own_write), NULL);
        OK(ra_wait(done));
        ASSERT_FLOATS(own_write, 10);
        RELEASE(own_read, own_write, done);
        stop();
    }
}

static ra_tensor *waited_for;
static _Atomic bool all_recorded;

static ra_status wait_for_it(const ra_function_call *call)
{
    (void)call;
    EVENTUALLY(atomic_load(&all_recorded));
    return ra_wait(waited_for);
}

/* So many that they are joined: those that come after the function are not joined with what it waits for. */
static void readers_after_it_are_not_in_its_way(void **state)
{
    (void)state;
    enum { WRITERS = 50, READERS = 40 };
    begin(2);
    atomic_store(&all_recorded, false);
    static held before;
    before = (held){0};
    ra_tensor *x = ra_zeros(RA_DIMS(WRITERS)), *one = held_new(&before, 1), *sums[READERS];
    EVENTUALLY(atomic_load(&before.running));
    for (int i = 0; i < WRITERS; i++) {
        RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
        OK(ra_add_(part, one));
    }
    waited_for = ra_narrow(x, 0, WRITERS / 2, 1);
    ra_tensor *done = ra_call_function(wait_for_it, NULL, NOTHING, NOTHING, NULL);
    for (int i = 0; i < READERS; i++) {
        RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
        sums[i] = ra_add(part, done);
    }
    atomic_store(&all_recorded, true);
    let_go(&before);
    OK(ra_wait(done));
    for (int i = 0; i < READERS; i++) {
        OK(ra_wait(sums[i]));
        ra_release(sums[i]);
    }
    RELEASE(x, one, done, waited_for);
    stop();
}

static ra_tensor *not_before_it;

static ra_status ask_and_wait_for_it(const ra_function_call *call)
{
    float got[2] = {0};
    EVENTUALLY(atomic_load(&all_recorded));
    if (ra_wait(not_before_it) != RA_ERR_STATE)
        return RA_ERR_VALUE;
    ra_clear_error();
    EVENTUALLY(ra_is_ready(waited_for));
    if (ra_wait_for(waited_for, 0) || ra_wait(waited_for) || ra_copy_to(waited_for, got, sizeof got))
        return ra_last_status();
    ((float *)call->writes[0])[0] = got[0] + got[1];
    return RA_OK;
}

/* However many they are, and whether they were joined once or a join with others again and again. */
static void writers_after_it_are_not_in_its_way(int writers, int workers)
{
    begin(workers);
    atomic_store(&all_recorded, false);
    static held before;
    before = (held){0};
    ra_tensor *x = ra_zeros(RA_DIMS(writers + 1)), *one = held_new(&before, 1), *got = ra_zeros(RA_DIMS(1));
    OK(ra_wait(x));
    EVENTUALLY(atomic_load(&before.running));
    waited_for = ra_narrow(x, 0, writers / 2, 2);
    not_before_it = ra_narrow(x, 0, writers, 1);
    ra_tensor *done = ra_call_function(ask_and_wait_for_it, NULL, NOTHING, RA_LIST(got), NULL);
    for (int i = 0; i <= writers; i++) {
        RA_AUTO ra_tensor *part = ra_narrow(x, 0, i, 1);
        OK(ra_add_(part, i == writers / 2 || i == writers / 2 + 1 ? one : done));
    }
    atomic_store(&all_recorded, true);
    let_go(&before);
    OK(ra_wait(done));
    ASSERT_FLOATS(got, 2000);
    OK(ra_wait(x));
    RELEASE(x, one, got, done, waited_for, not_before_it);
    stop();
}

static void writers_after_it_are_not_in_its_way_however_many(void **state)
{
    (void)state;
    for (int workers = 1; workers <= 2; workers++) {
        writers_after_it_are_not_in_its_way(65, workers);
        writers_after_it_are_not_in_its_way(200, workers);
        writers_after_it_are_not_in_its_way(5000, workers);
    }
}

static void release_tensor(void *t)
{
    ra_release(t);
    atomic_fetch_add(&released, 1);
}

static void its_state_may_be_given_up_by_calls_of_the_library(void **state)
{
    (void)state;
    begin(2);
    ra_tensor *kept = ra_ones(RA_DIMS(5));
    ra_tensor *done = ra_call_function(count_call, kept, RA_LIST(kept), NOTHING, RA_OPTS(ra_call_function, .release = release_tensor));
    OK(ra_wait(done));
    expect_released(1);
    ra_release(done);
    stop();
}

/* ---- the process ---- */

static void the_child_of_a_fork_does_not_call_it(void **state)
{
    (void)state;
#ifdef __SANITIZE_THREAD__
    skip(); /* its runtime does not let the child of a process with threads have threads */
#endif
    begin(1);
    sem_init(&inside, 0, 0);
    sem_init(&proceed, 0, 0);
    ra_tensor *first = ra_call_function(hold, NULL, NOTHING, NOTHING, NULL);
    while (sem_wait(&inside))
        ;
    ra_tensor *b = ra_zeros(RA_DIMS(5)), *pending = ra_call_function(accumulate, NULL, RA_LIST(b), RA_LIST(b), RA_OPTS(ra_call_function, .release = note_release));
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        alarm(30 * HARNESS_SLOWER);
        const bool lost = ra_wait(pending) == RA_ERR_FORKED && ra_wait(first) == RA_ERR_FORKED && atomic_load(&calls) == 0;
        ra_release(ra_ones(RA_DIMS(1)));
        EVENTUALLY(atomic_load(&released) == 1); /* its copy of the state, by a library that runs again */
        _exit(lost ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    sem_post(&proceed);
    OK(ra_wait(pending));
    OK(ra_wait(first));
    assert_int_equal(atomic_load(&calls), 2);
    expect_released(1);
    RELEASE(first, b, pending);
    stop();
}

static int shut_down(void **state)
{
    (void)state;
    return ra_shutdown();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(order, NULL, shut_down),
        TEST_AROUND(what_it_touches_waits_and_the_rest_does_not, NULL, shut_down),
        TEST_AROUND(views_have_their_own_first_element_and_the_rest_is_kept, NULL, shut_down),
        TEST_AROUND(what_was_never_written_gets_its_memory, NULL, shut_down),
        TEST_AROUND(a_tensor_may_be_named_more_than_once, NULL, shut_down),
        TEST_AROUND(is_not_left_out_though_nobody_looks, NULL, shut_down),
        TEST_AROUND(one_after_another_calls_it_here, NULL, shut_down),
        TEST_AROUND(what_blocks_holds_no_worker_up, NULL, shut_down),
        TEST_AROUND(a_failure_poisons_what_is_written, NULL, shut_down),
        TEST_AROUND(a_number_that_is_no_status_is_a_failure, NULL, shut_down),
        TEST_AROUND(what_was_cancelled_is_not_called, NULL, shut_down),
        TEST_AROUND(what_is_refused_leaves_the_state_to_the_caller, NULL, shut_down),
        TEST_AROUND(may_call_the_library, NULL, shut_down),
        TEST_AROUND(readers_after_it_are_not_in_its_way, NULL, shut_down),
        TEST_AROUND(writers_after_it_are_not_in_its_way_however_many, NULL, shut_down),
        TEST_AROUND(its_state_may_be_given_up_by_calls_of_the_library, NULL, shut_down),
        TEST_AROUND(the_child_of_a_fork_does_not_call_it, NULL, shut_down),
    };
    moments_unused();
    (void)held_after, (void)clock_inject;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
