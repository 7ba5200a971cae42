/*
 * Chains for a CUDA device that are compiled by a thread of their own, on the simulated driver: when that is asked for, that nobody waits for
 * it, and what comes of it where there is no thread or no memory for it, or the library stops or the process ends meanwhile.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_fusion.h"

#include <ftw.h>

enum { N = 100 };

/* So many operators that are pending together, the nth of whose allocations fails while they are issued (0: none): whether they were joined. */
static bool is_joined_without(int length, long nth)
{
    held h = {.open = false};
    float got[N];
    ra_scope_begin();
    ra_tensor *x = there(numbers(RA_FLOAT32, N, 1));
    OK(ra_wait(x));
    ra_reset_stats();
    ra_tensor *t = ra_add(x, ra_select(ra_to(held_new(&h, 1), RA_OPTS(ra_to, .device = RA_CUDA)), 0, 0));
    for (int i = 1; i < length; i++)
        t = ra_neg(t);
    ra_keep(t);
    OK(ra_scope_end());
    if (nth)
        ra__os_fault_arm_call(RA__OS_HEAP, nth, 1);
    let_go(&h);
    const ra_status status = ra_wait(t);
    if (nth)
        ra__os_fault_disarm();
    if (status || ra_copy_to(t, got, sizeof got)) {
        if (!nth || (status != RA_ERR_TASK_MEMORY && status != RA_ERR_MEMORY))
            fail_msg("%s", ra_last_error());
        ra_clear_error();
    }
    for (int i = 0; !status && i < N; i++)
        if (got[i] != (length % 2 ? 1 : -1) * (1001 + 0.75f * (float)i))
            fail_msg("element %d of a chain of %d is %g", i, length, (double)got[i]);
    ra_release(t);
    return ra_get_stats().fused > 0;
}

static bool is_joined(int length)
{
    return is_joined_without(length, 0);
}

/* A form is compiled when it comes again: which operators are pending together is a matter of time. Who asks for it does not wait. */
static void compiled_when_it_comes_again(void **state)
{
    (void)state;
    need_simulated(); /* where nothing is kept on disk */
    start_with(RA_FUSION_ON);
    assert_false(is_joined(8));
    assert_false(is_joined(8));
    while (!is_joined(8))
        ;
    assert_true(is_joined(8));
    stop();
}

/* Forms that come as often as it takes to be asked for, and never again, leave room for others. */
static void more_forms_than_are_asked_for_at_a_time(void **state)
{
    (void)state;
    enum { FORMS = 17, EACH = 8 };
    need_simulated();
    start_with(RA_FUSION_ON);
    for (int i = 0; i < FORMS; i++)
        for (int times = 0; times < 2 + i / EACH; times++)
            assert_false(is_joined(2 + i));
    while (!is_joined(2 + FORMS))
        ;
    stop();
}

/* Where no thread is to be had that compiles, its operators are issued one by one, for as long as there is none. */
static void without_a_thread(void **state)
{
    (void)state;
    enum { TIMES = 20 /* more than are asked for at a time */ };
    need_simulated();
    start_with(RA_FUSION_ON);
    assert_false(is_joined(2)); /* from here on all other threads are there */
    ra__os_fault_arm_call(RA__OS_THREAD_CREATE, 1, 1000000);
    for (int i = 0; i < TIMES; i++)
        assert_false(is_joined(8));
    const long hits = ra__os_fault_hits();
    ra__os_fault_disarm();
    assert_true(hits >= TIMES - 1); /* the first that comes is not asked for */
    while (!is_joined(8))
        ;
    stop();
}

/* Whatever there is no memory for when a form is asked for, or compiled, it comes to be joined when there is some. */
static void without_memory(void **state)
{
    (void)state;
    need_simulated();
    long hits = 1;
    for (long n = 1; hits; n++) {
        start_with(RA_FUSION_ON);
        assert_false(is_joined(8));
        (void)is_joined_without(8, n);
        hits = ra__os_fault_hits();
        while (!is_joined(8))
            ;
        stop();
    }
}

/* A process that ends while something is compiled waits for that: what NVRTC compiles with is destroyed then. */
static void compile_at_exit(void)
{
    RA_AUTO ra_tensor *far = ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .device = RA_CUDA)), *t = ra_lgamma(far);
    if (ra_wait(t) != RA_ERR_SYSTEM || !strstr(ra_last_error(), "the process ends, and nothing is compiled any more")) {
        printf("compiled at exit: %s\n", ra_last_error());
        fflush(stdout);
        _exit(9);
    }
}

/* Of the simulated NVRTC. */
static int (*count_of(const char *name))(void)
{
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/libnvrtc.so.12", getenv("RUNAHEAD_CUDA"));
    void *nvrtc = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
    return nvrtc ? (int (*)(void))dlsym(nvrtc, name) : NULL;
}

/* While NVRTC compiles next to nothing, by which it registers what it destroys, or its first program, which it does next. */
static int end_within(int which, const char *empty)
{
    setenv("SIMCUDA_CACHE", empty, 1);
    start_with(RA_FUSION_ON);
    ra_tensor *far = ra_ones(RA_DIMS(3), RA_OPTS(ra_ones, .device = RA_CUDA));
    int (*compiled)(void) = far ? count_of("simcuda_compiled") : NULL, (*compiling)(void) = count_of("simcuda_compiling");
    if (!compiled || !compiling)
        return 1;
    EVENTUALLY((compiled() == which && compiling()) || ra_get_stats().compiled);
    return ra_get_stats().compiled ? 2 : 0;
}

static int program_ending_first(const char *empty)
{
    return end_within(2, empty);
}

static int program_ending_before(const char *empty)
{
    return end_within(1, empty);
}

static int program_ending(const char *empty)
{
    if (atexit(compile_at_exit)) /* called behind what is registered later */
        return 1;
    start_with(RA_FUSION_ON);
    (void)is_joined(20);
    setenv("SIMCUDA_CACHE", empty, 1); /* what comes takes its time */
    (void)is_joined(20);
    int (*compiling)(void) = count_of("simcuda_compiling");
    if (!compiling)
        return 1;
    EVENTUALLY(compiling());
    return 0;
}

static int remove_one(const char *path, const struct stat *what, int kind, struct FTW *place)
{
    (void)what, (void)kind, (void)place;
    return remove(path);
}

static void ends_well_with_an_empty_cache(const char *name)
{
    char folder[] = "/tmp/ra-test-fusion-XXXXXX";
    need_simulated();
    assert_non_null(mkdtemp(folder));
    child_ends_well(name, folder);
    assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0);
}

static void ended_while_it_is_compiled(void **state)
{
    (void)state;
    ends_well_with_an_empty_cache("ending");
}

static void ended_while_the_first_is_compiled(void **state)
{
    (void)state;
    ends_well_with_an_empty_cache("ending first");
}

static void ended_before_the_first_is_compiled(void **state)
{
    (void)state;
    ends_well_with_an_empty_cache("ending before");
}

static const child_program children[] = {{"ending before", program_ending_before}, {"ending", program_ending}, {"ending first", program_ending_first}};

/* What is being compiled when the library stops, or has not been begun, is nobody's; the next start knows nothing of it. */
static void stopped_while_it_is_compiled(void **state)
{
    (void)state;
    need_simulated();
    for (int i = 0; i < 3; i++) {
        start_with(RA_FUSION_ON);
        for (int length = 2; length < 9; length++)
            for (int times = 0; times < 2; times++)
                assert_false(is_joined(length));
        stop();
    }
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, children);
    (void)assert_same, (void)numbers;
    const struct CMUnitTest tests[] = {
        TEST_AROUND(compiled_when_it_comes_again, NULL, shut_down),
        TEST_AROUND(more_forms_than_are_asked_for_at_a_time, NULL, shut_down),
        TEST_AROUND(without_a_thread, NULL, shut_down),
        TEST_AROUND(without_memory, NULL, shut_down),
        TEST_AROUND(ended_while_it_is_compiled, NULL, shut_down),
        TEST_AROUND(ended_while_the_first_is_compiled, NULL, shut_down),
        TEST_AROUND(ended_before_the_first_is_compiled, NULL, shut_down),
        TEST_AROUND(stopped_while_it_is_compiled, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
