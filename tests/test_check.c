/*
 * RUNAHEAD_CHECK=1: handles that are misused are told where that happens, by who made them and who gave them up; nothing is
 * lost, and the program goes on. With the check on, what is right stays right: the whole suite runs with it, too.
 */
#include "helpers/harness.h"

#include "async/front/tensor.h"
#include "async/run/submit.h"

#include <pthread.h>
#include <runahead.h>
#include <stdio.h>
#include <sys/wait.h>

#define OK(call) assert_int_equal(call, RA_OK)

static int fresh_start(void **state)
{
    (void)state;
    ra_clear_error();
    ra_set_site(NULL, 0);
    return 0;
}

static void assert_said(const char *const *parts)
{
    assert_int_equal(ra_last_status(), RA_ERR_STATE);
    for (; *parts; parts++)
        if (!strstr(ra_last_error(), *parts))
            fail_msg("\"%s\" is not in: %s", *parts, ra_last_error());
    ra_clear_error();
}
#define SAID(...) assert_said((const char *const[]){__VA_ARGS__, NULL})

/* One that was given up; each is another, for what is refused is told once. */
static ra_tensor *given_up(void)
{
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3));
    ra_set_site("maker.c", 10);
    ra_tensor *t = ra_mul(x, 2);
    ra_set_site("owner.c", 20);
    ra_release(t);
    ra_set_site(NULL, 0);
    return t;
}

static void the_check_is_on(void **state)
{
    (void)state;
    ra_info info;
    OK(ra_get_info(&info));
    assert_true(info.checking);
}

static void a_second_release_is_told(void **state)
{
    (void)state;
    ra_tensor *t = given_up();
    ra_release(t);
    SAID("ra_release", "given up before", "made by mul at maker.c:10", "given up by ra_release at owner.c:20");
    ra_release(t); /* and again */
    SAID("given up before");
    ra_release_at(&t);
    SAID("given up before");
    assert_null(t);
}

/* Every way into the library that takes a handle. */
static void a_use_of_what_was_given_up_is_told(void **state)
{
    (void)state;
    ra_tensor *t = given_up(), *x = ra_ones(RA_DIMS(3));
    ra_status s = RA_OK;
    bool equal;
    double number;
    ra_scalar scalar;
    int64_t sizes[RA_MAX_DIMS];
    char buffer[64];
    int fd;
#define TOLD(call, ...) \
    call; \
    SAID(__VA_ARGS__, "made by mul at maker.c:10", "given up by ra_release at owner.c:20")
    TOLD(assert_null(ra_add(x, t)), "add: argument other");
    TOLD(assert_null(ra_relu(t)), "relu: argument self");
    TOLD(assert_null(ra_cat(RA_LIST(x, t), 0)), "cat: argument tensors");
    TOLD(assert_int_equal(ra_add_(t, 1), RA_ERR_STATE), "add: argument self");
    TOLD(assert_int_equal(ra_add_out(t, x, 1), RA_ERR_STATE), "add: argument out");
    TOLD(assert_null(ra_view(t, RA_DIMS(3))), "view: argument self");
    TOLD(assert_null(ra_ref(t)), "ra_ref");
    TOLD(assert_ptr_equal(ra_keep(t), t), "ra_keep");
    TOLD(assert_int_equal(ra_tensor_dtype(t), RA_NO_DTYPE), "ra_tensor_dtype");
    TOLD(assert_int_equal(ra_tensor_device(t), RA_NO_DEVICE), "ra_tensor_device");
    TOLD(assert_int_equal(ra_ndim(t), -1), "ra_ndim");
    TOLD(assert_int_equal(ra_size(t, 0), -1), "ra_size");
    TOLD(assert_int_equal(ra_stride(t, 0), -1), "ra_stride");
    TOLD(assert_int_equal(ra_numel(t), -1), "ra_numel");
    TOLD(assert_int_equal(ra_sizes(t, sizes), RA_ERR_STATE), "ra_sizes");
    TOLD(ra_strides(t, sizes), "ra_strides");
    TOLD(assert_int_equal(ra_size_bound(t, 0), -1), "ra_size_bound");
    TOLD(assert_false(ra_has_pending_extent(t)), "ra_has_pending_extent");
    TOLD(assert_int_equal(ra_storage_offset(t), -1), "ra_storage_offset");
    TOLD(assert_false(ra_is_contiguous(t)), "ra_is_contiguous");
    TOLD(assert_false(ra_is_channels_last(t)), "ra_is_channels_last");
    TOLD(assert_false(ra_shares_storage(x, t)), "ra_shares_storage");
    TOLD(assert_null(ra_data(t, &s)), "ra_data");
    TOLD(assert_null(ra_data_mut(t, &s)), "ra_data_mut");
    TOLD(assert_null(ra_data_f32(t, &s)), "ra_data_f32");
    assert_int_equal(s, RA_ERR_STATE);
    TOLD(assert_int_equal(ra_copy_to(t, buffer, 12), RA_ERR_STATE), "ra_copy_to");
    TOLD(assert_int_equal(ra_item(t, &scalar), RA_ERR_STATE), "ra_item");
    TOLD(assert_int_equal(ra_item_f64(t, &number), RA_ERR_STATE), "ra_item");
    TOLD(assert_int_equal(ra_item_i64(t, sizes), RA_ERR_STATE), "ra_item");
    TOLD(assert_int_equal(ra_equal(x, t, &equal), RA_ERR_STATE), "ra_equal");
    TOLD(assert_int_equal(ra_wait(t), RA_ERR_STATE), "ra_wait");
    TOLD(assert_int_equal(ra_wait_for(t, 0), RA_ERR_STATE), "ra_wait_for");
    TOLD((void)ra_is_ready(t), "ra_is_ready");
    TOLD(assert_int_equal(ra_on_ready(t, (ra_ready_fn)abort, NULL), RA_ERR_STATE), "ra_on_ready");
    TOLD(assert_int_equal(ra_ready_fd(t, &fd), RA_ERR_STATE), "ra_ready_fd");
    TOLD(assert_int_equal(ra_cancel(t), RA_ERR_STATE), "ra_cancel");
    TOLD(assert_int_equal(ra_tensor_error(t, buffer, sizeof buffer), RA_ERR_STATE), "ra_tensor_error");
    TOLD(assert_null(ra_save_npy("/tmp/never", t)), "ra_save_npy");
    TOLD(free(ra_to_string(t)), "ra_print");
    ra_release(x);
}

static void what_never_was_a_handle_is_told(void **state)
{
    (void)state;
    char elsewhere[256] = {0};
    ra_tensor *x = ra_ones(RA_DIMS(3)), *on_the_stack = (ra_tensor *)(void *)(elsewhere + 64), *nowhere = (ra_tensor *)(uintptr_t)0x123456789000;
    ra_release(on_the_stack);
    SAID("ra_release", "no handle");
    ra_release(nowhere);
    SAID("ra_release", "no handle");
    assert_null(ra_add(x, nowhere));
    SAID("add: argument other", "no handle");
    ra_release((ra_tensor *)(void *)((char *)x + 8));
    SAID("no handle");
    ra_release(x);
    assert_int_equal(ra_last_status(), RA_OK);
}

static void what_a_scope_releases_is_not_the_program_s(void **state)
{
    (void)state;
    ra_scope_begin();
    ra_set_site("scope.c", 1);
    ra_tensor *t = ra_ones(RA_DIMS(3)), *released = ra_ones(RA_DIMS(3)), *kept = ra_keep(ra_ones(RA_DIMS(3)));
    ra_release(released); /* takes it out of the scope, which is right */
    ra_set_site("scope.c", 2);
    OK(ra_scope_end());
    assert_int_equal(ra_last_status(), RA_OK);
    ra_set_site(NULL, 0);
    ra_release(t);
    SAID("given up before", "made by ones at scope.c:1", "given up by ra_scope_end at scope.c:2");
    ra_release(released);
    SAID("given up by ra_release at scope.c:1");
    ra_release(kept);
    assert_int_equal(ra_last_status(), RA_OK);
    ra_release(kept);
    SAID("kept by ra_keep at scope.c:1");
}

static void what_is_kept_twice_is_told(void **state)
{
    (void)state;
    ra_tensor *own = ra_ones(RA_DIMS(3));
    assert_ptr_equal(ra_keep(own), own); /* of no scope: kept once, as a function may that does not know */
    assert_int_equal(ra_last_status(), RA_OK);
    ra_release(own);
    ra_scope_begin();
    ra_set_site("scope.c", 7);
    ra_tensor *t = ra_keep(ra_ones(RA_DIMS(3)));
    ra_set_site(NULL, 0);
    assert_ptr_equal(ra_keep(t), t);
    SAID("ra_keep", "kept before", "kept by ra_keep at scope.c:7");
    assert_int_equal(ra_scope_end(), RA_ERR_STATE); /* a refusal like any */
    OK(ra_wait(t));
    ra_release(t);
    ra_clear_error();
}

/* Where the program says no places, who called is told as well as it can be. */
static void a_place_is_found_without_a_site(void **state)
{
    (void)state;
    ra_tensor *t = ra_ones(RA_DIMS(3));
    ra_release(t);
    ra_release(t);
    const char *by = strstr(ra_last_error(), "made by ones at ");
    assert_non_null(by);
    assert_true(by[strlen("made by ones at ")] != 0);
    SAID("given up by ra_release at ");
}

/* Memory of handles is kept from others for a while: what was given up is not taken for what was made since. */
static void a_new_handle_is_no_old_one(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    ra_tensor *old = given_up(), *others[MANY];
    for (int i = 0; i < MANY; i++)
        assert_ptr_not_equal(others[i] = ra_zeros(RA_DIMS(1)), old);
    assert_null(ra_neg(old));
    SAID("given up before");
    for (int i = 0; i < MANY; i++)
        ra_release(others[i]);
}

/* What is kept is bounded; the one given up first is known no more, and told for that. */
static void what_is_kept_is_bounded(void **state)
{
    (void)state;
    ra_tensor *old = given_up(), *x = ra_ones(RA_DIMS(1));
    for (long i = 0; i < (1 << 16) + 10; i++)
        ra_release(ra_ref(x));
    ra_release(old); /* its memory is nobody's, or that of one of those */
    assert_int_equal(ra_last_status(), RA_ERR_STATE);
    assert_null(strstr(ra_last_error(), "maker.c"));
    ra_clear_error();
    ra_release(x);
}

static void *release_there(void *t)
{
    ra_set_site("thread.c", 3);
    ra_release(t);
    return (void *)(intptr_t)ra_last_status();
}

static void another_thread_is_told_too(void **state)
{
    (void)state;
    pthread_t thread;
    void *status;
    ra_tensor *t = ra_ones(RA_DIMS(3));
    assert_int_equal(pthread_create(&thread, NULL, release_there, t), 0);
    assert_int_equal(pthread_join(thread, &status), 0);
    assert_true(status == NULL);
    assert_int_equal(ra_wait(t), RA_ERR_STATE);
    SAID("given up by ra_release at thread.c:3");
}

static void *make_and_give_up(void *unused)
{
    for (long i = 0; i < harness_rounds(2000); i++) {
        RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(4)), *y = ra_add(x, 1);
        (void)y;
    }
    return unused;
}

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { FORKS = 0 }; /* the one has no children of processes with threads; the allocator of the other may stay held in the child */
#else
enum { FORKS = 4 };
#endif

static void many_threads_make_and_give_up(void **state)
{
    (void)state;
    pthread_t thread[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, make_and_give_up, NULL), 0);
    for (int i = 0; i < FORKS; i++) {
        pid_t child = fork(); /* whoever holds the records, the child can have handles */
        if (child == 0) {
            make_and_give_up(NULL);
            _exit(ra_last_status() != RA_OK);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_int_equal(status, 0);
    }
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_join(thread[i], NULL), 0);
}

static void the_check_outlasts_a_shutdown(void **state)
{
    (void)state;
    ra_tensor *t = given_up();
    OK(ra_shutdown());
    ra_release(t);
    SAID("given up before");
    assert_null(ra_neg(t));
    SAID("neg: argument self");
}

/* One of the library's kernels would be at fault; this one stands for it. */
static ra_status calls_back(ra__run *r, int phase, int64_t first, int64_t last)
{
    (void)phase, (void)first, (void)last;
    *(float *)(void *)r->data[0] = 5;
    assert_null(ra_neg(r->plan->state));
    SAID("neg: called by the kernel of mul, which is one of those that call nothing");
    assert_int_equal(ra_wait(r->plan->state), RA_ERR_STATE);
    SAID("ra_wait: called by the kernel of mul");
    assert_null(ra_ones(RA_DIMS(2)));
    SAID("ones: called by the kernel of mul");
    ra_release(r->plan->state);
    SAID("ra_release: called by the kernel of mul");
    assert_int_equal(ra_wait_all(), RA_ERR_STATE);
    assert_int_equal(ra_shutdown(), RA_ERR_STATE);
    ra_clear_error();
    return RA_OK;
}

static void what_runs_under_the_lock_and_calls_back_is_told(void **state)
{
    (void)state;
    static const ra_kernel kernel = {.name = "calls_back", .run = calls_back};
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(2)), *t = ra_empty(RA_DIMS(1));
    ra__job j;
    assert_true(ra__submit_begin());
    OK(ra__job_init(&j, ra_op_find("mul"), RA_FUNCTIONAL, 1, 0));
    ra__job_bind(&j.operand[0], t->storage, ra__layout_of(t), 0, true);
    ra_plan *plan = &ra__prepared_of(j.plan)->plan;
    *plan = (ra_plan){.kernel = &kernel, .state = x, .phases = 1, .flags = RA__PLAN_LEAF, .grains = {1}, .alloc = plan->alloc};
    uint64_t before = ra_get_stats().ran_inline;
    ra__submit(&j);
    assert_int_equal(ra_get_stats().ran_inline, before + 1);
    OK(ra_last_status());
    double v = 0;
    OK(ra_item_f64(t, &v));
    assert_true(v == 5);
}

static bool misbehaves;

/* Its scope gives up what was not kept. */
static ra_status forgets_to_keep(const ra_op_call *call, ra_tensor **results)
{
    if (misbehaves)
        ra_scope_begin();
    results[0] = ra_mul(call->args[0].tensor, 2.0), results[1] = ra_add(call->args[0].tensor, 2.0);
    return misbehaves ? ra_scope_end() : RA_OK;
}

static ra_status gives_what_it_has_given_up(const ra_op_call *call, ra_tensor **results)
{
    results[0] = ra_mul(call->args[0].tensor, 2.0), results[1] = ra_add(call->args[0].tensor, 2.0);
    if (misbehaves)
        ra_release(results[1]);
    return RA_OK;
}

static void what_a_definition_gives_is_looked_at(void **state)
{
    (void)state;
    static const struct bad {
        const char *name;
        ra_status (*definition)(const ra_op_call *call, ra_tensor **results);
        const char *by;
    } bad[] = {{"check.forgets", forgets_to_keep, "what its definition gives for a"}, {"check.gives_up", gives_what_it_has_given_up, "what its definition gives for b"}};
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(3)), *first = ra_zeros(RA_DIMS(3)), *second = ra_zeros(RA_DIMS(3));
    for (int i = 0; i < 2; i++) {
        const ra_op_description d = {.size = sizeof d, .name = bad[i].name, .schema = "(Tensor x) -> (Tensor a, Tensor b)", .definition = bad[i].definition};
        const ra_op *op;
        ra_tensor *y[2] = {NULL, NULL}, *out[2] = {first, second};
        const ra_arg a = {.tensor = x, .kind = RA_ARG_TENSOR};
        misbehaves = true;
        assert_int_equal(ra_op_register(&d, &op), RA_ERR_ARGUMENT); /* which tries it */
        assert_non_null(strstr(ra_last_error(), bad[i].by));
        ra_clear_error();
        misbehaves = false;
        OK(ra_op_register(&d, &op));
        misbehaves = true;
        for (int scope = 0; scope < 2; scope++) {
            if (scope)
                ra_scope_begin();
            assert_int_equal(ra_call(op, RA_FUNCTIONAL, &a, 1, y, 2, NULL), RA_ERR_STATE);
            SAID(bad[i].name, bad[i].by, "given up before");
            assert_true(!y[0] && !y[1]);
            if (scope)
                assert_int_equal(ra_scope_end(), RA_ERR_STATE);
            ra_clear_error();
        }
        assert_int_equal(ra_call(op, RA_OUT, &a, 1, out, 2, NULL), RA_ERR_STATE);
        SAID(bad[i].name, bad[i].by);
        OK(ra_op_unregister(op));
    }
}

#define C(function) HARNESS_TEST(function, HARNESS_SECONDS, fresh_start, NULL)

int main(void)
{
    setenv("RUNAHEAD_CHECK", "1", 1); /* before the first use, which settles it */
    const struct CMUnitTest tests[] = {
        C(the_check_is_on),
        C(a_second_release_is_told),
        C(a_use_of_what_was_given_up_is_told),
        C(what_never_was_a_handle_is_told),
        C(what_a_scope_releases_is_not_the_program_s),
        C(what_is_kept_twice_is_told),
        C(a_place_is_found_without_a_site),
        C(a_new_handle_is_no_old_one),
        C(what_is_kept_is_bounded),
        C(another_thread_is_told_too),
        C(many_threads_make_and_give_up),
        C(what_runs_under_the_lock_and_calls_back_is_told),
        C(what_a_definition_gives_is_looked_at),
        C(the_check_outlasts_a_shutdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
