/*
 * Functions of the program's that hand work to a stream of a CUDA device, on the simulated driver, whose clocks end the program where one
 * piece of work does not come behind another that touches the same bytes: on the stream they are given, and on one of the program's, in
 * order by its events; behind and before operators on other streams; their failures, what they are refused, and tokens.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_held.h"

#include <runahead/function.h>

enum { N = 1000 };

/* ---- the program's own work ---- */

/* In order with its stream by events, in both directions; or by one of them, or none. */
enum { COMES_BEHIND = 1, GOES_BEFORE = 2 };

typedef struct {
    void *mine;      /* a stream of the program's; NULL: the one that is given */
    int order;
    ra_status status; /* that it answers */
    int calls;
    _Atomic int released; /* counted by the callback lane */
    void *stream;    /* that it was given */
} work;

static int on_driver(const char *name, void *a, void *b)
{
    return ((int (*)(void *, void *, unsigned))call_of(name))(a, b, 0);
}

static void *new_event(void)
{
    void *event = NULL;
    assert_int_equal(((int (*)(void **, unsigned))call_of("cuEventCreate"))(&event, 2), 0);
    return event;
}

/* `behind` goes on behind what `stream` was given; the event has done its duty then. */
static void order(void *stream, void *behind)
{
    void *event = new_event();
    assert_int_equal(on_driver("cuEventRecord", event, stream), 0);
    assert_int_equal(on_driver("cuStreamWaitEvent", behind, event), 0);
    assert_int_equal(((int (*)(void *))call_of("cuEventDestroy_v2"))(event), 0);
}

/* reads[0] to writes[0], as a program's own kernel would. */
static ra_status hand_over(const ra_function_call *call)
{
    work *w = call->state;
    void *stream = w->mine ? w->mine : call->stream;
    w->calls++;
    w->stream = call->stream;
    if (w->status) {
        snprintf(call->message, call->message_size, "not today");
        return w->status;
    }
    if (w->order & COMES_BEHIND)
        order(call->stream, w->mine);
    const uintptr_t to = (uintptr_t)call->writes[0], from = (uintptr_t)call->reads[0];
    if (((int (*)(uintptr_t, uintptr_t, size_t, void *))call_of("cuMemcpyDtoDAsync_v2"))(to, from, N * sizeof(float), stream))
        return RA_ERR_SYSTEM;
    if (w->order & GOES_BEFORE)
        order(w->mine, call->stream);
    return RA_OK;
}

static void count_release(void *state)
{
    ((work *)state)->released++;
}

static ra_tensor *copy(work *w, const ra_tensor *from, const ra_tensor *to)
{
    return ra_call_function(hand_over, w, RA_LIST(from), RA_LIST(to), RA_OPTS(ra_call_function, .name = "hand_over", .release = count_release, .device = RA_CUDA));
}

static void *own_stream(void)
{
    void *stream = NULL;
    ra_stream *first = ra_stream_current(RA_CUDA); /* the device is started */
    assert_non_null(first);
    assert_int_equal(((int (*)(void *))call_of("cuCtxSetCurrent"))(ra__cuda_device_of(0)->context), 0);
    assert_int_equal(((int (*)(void **, unsigned))call_of("cuStreamCreate"))(&stream, 1), 0);
    return stream;
}

/* From one stream's result, by the function on another, to what a third reads and then writes over; and again. `all_at_once`: nothing of it
 * ends before all has been issued, so that nothing is in order for the reason alone that the host knew of an end. */
static void run_through(work *w, int rounds, bool all_at_once)
{
    ra_stream *s[3] = {stream_of(RA_CUDA), stream_of(RA_CUDA), stream_of(RA_CUDA)};
    ra_scope_begin();
    ra_tensor *want = numbers(RA_FLOAT32, N, 0), *x = there(want), *y = ra_zeros_like(x);
    if (all_at_once)
        hold_up(s[0]);
    for (int i = 0; i < rounds; i++) {
        OK(ra_stream_use(s[0]));
        OK(ra_add_(x, 1));
        OK(ra_stream_use(s[1]));
        ra_release(ra_keep(copy(w, x, y)));
        OK(ra_stream_use(s[2]));
        OK(ra_mul_(y, 0.5));
        OK(ra_copy_(x, y));
        OK(ra_add_(want, 1));
        OK(ra_mul_(want, 0.5));
    }
    OK(ra_stream_use(NULL));
    if (all_at_once) {
        until_issued(RA_CUDA);
        release_it();
    }
    assert_same("what came of it", want, ra_ref(y));
    OK(ra_scope_end());
    for (int i = 0; i < 3; i++)
        ra_stream_free(s[i]);
    assert_int_equal(w->calls, rounds);
    EVENTUALLY(w->released == rounds);
}

/* ---- tests ---- */

static void in_order(void **state)
{
    (void)state;
    start(2);
    work given = {.mine = NULL}, own = {.order = COMES_BEHIND | GOES_BEFORE};
    run_through(&given, 12, false);
    own.mine = own_stream();
    run_through(&own, 12, false);
    ra_set_execution(RA_SYNC);
    given = (work){.mine = NULL};
    run_through(&given, 2, false);
    ra_set_execution(RA_RUN_AHEAD);
    stop();
}

/* It is given the stream in use, its own to wrap as well. */
static void which_stream(void **state)
{
    (void)state;
    start(1);
    work w = {.mine = NULL};
    void *native = own_stream();
    ra_stream *s = NULL;
    ra_scope_begin();
    ra_tensor *x = there(numbers(RA_FLOAT32, N, 0)), *y = ra_empty_like(x);
    OK(ra_wait(copy(&w, x, y)));
    assert_ptr_equal(w.stream, ra_stream_native(ra_stream_current(RA_CUDA)));
    OK(ra_stream_wrap(RA_CUDA, native, &s));
    OK(ra_stream_use(s));
    OK(ra_wait(copy(&w, x, y)));
    assert_ptr_equal(w.stream, native);
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    OK(ra_scope_end());
    stop();
}

static int program_without_order(const char *which)
{
    work w = {.order = (COMES_BEHIND | GOES_BEFORE) & ~atoi(which)};
    start(2);
    w.mine = own_stream();
    run_through(&w, 2, true);
    stop();
    return 0;
}

/* The clocks find either event that is left out. */
static void order_is_needed(void **state)
{
    (void)state;
    need_simulated(); /* which finds it in the first run */
    char text[4096];
    child_ends_well("without_order", "0");
    for (int left_out = COMES_BEHIND; left_out <= GOES_BEFORE; left_out *= 2) {
        assert_int_not_equal(child_output("without_order", left_out == COMES_BEHIND ? "1" : "2", text, sizeof text), 0);
        assert_non_null(strstr(text, "a wait is missing"));
    }
}

static void failures(void **state)
{
    (void)state;
    start(1);
    work w = {.status = RA_ERR_VALUE}, after = {.mine = NULL};
    ra_scope_begin();
    ra_tensor *x = there(numbers(RA_FLOAT32, N, 0)), *y = ra_zeros_like(x), *z = ra_zeros_like(x);
    OK(ra_wait(y));
    ra_tensor *done = copy(&w, x, y);
    assert_int_equal(ra_wait(done), RA_ERR_VALUE);
    assert_non_null(strstr(ra_last_error(), "hand_over"));
    assert_non_null(strstr(ra_last_error(), "not today"));
    ra_clear_error();
    assert_int_equal(ra_wait(y), RA_ERR_VALUE);
    ra_clear_error();
    assert_int_equal(ra_wait(copy(&after, y, z)), RA_ERR_VALUE);
    ra_clear_error();
    assert_int_equal(ra_wait(z), RA_ERR_VALUE);
    ra_clear_error();
    OK(ra_wait(x));
    assert_int_equal(w.calls, 1);
    assert_int_equal(after.calls, 0);
    EVENTUALLY(w.released == 1 && after.released == 1);
    assert_int_equal(ra_scope_end(), RA_ERR_VALUE);
    ra_clear_error();
    stop();
}

static void refusals(void **state)
{
    (void)state;
    start(1);
    work w = {.mine = NULL};
    ra_tensor *here = numbers(RA_FLOAT32, N, 0), *x = there(here), *y = ra_empty_like(x);
    assert_null(copy(&w, here, y));
    assert_int_equal(ra_last_status(), RA_ERR_DEVICE);
    assert_non_null(strstr(ra_last_error(), "ra_call_function: reads[0] is on cpu, and the function is for cuda:0"));
    ra_clear_error();
    assert_null(ra_call_function(hand_over, &w, RA_LIST(x), RA_LIST(y), NULL));
    assert_non_null(strstr(ra_last_error(), "reads[0] is on cuda:0, where no function of the program can reach it"));
    ra_clear_error();
    assert_null(ra_call_function(hand_over, &w, RA_LIST(x), RA_LIST(y), RA_OPTS(ra_call_function, .device = RA_CUDA, .blocks = true)));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_null(ra_call_function(hand_over, &w, RA_LIST(x), RA_LIST(y), RA_OPTS(ra_call_function, .device = RA_META)));
    assert_non_null(strstr(ra_last_error(), "device meta has no streams"));
    ra_clear_error();
    assert_null(ra_call_function(hand_over, &w, RA_LIST(x), RA_LIST(y), RA_OPTS(ra_call_function, .device = RA_CUDA_AT(7))));
    assert_int_equal(ra_last_status(), RA_ERR_DEVICE);
    ra_clear_error();
    assert_int_equal(w.calls + w.released, 0);
    ra_release(here), ra_release(x), ra_release(y);
    stop();
}

static ra_status call_back(const ra_function_call *call)
{
    (void)call;
    ra_tensor *t = ra_ones(RA_DIMS(2));
    ra_release(t);
    return t ? RA_OK : ra_last_status();
}

static int program_calls_back(const char *nothing)
{
    (void)nothing;
    setenv("RUNAHEAD_CHECK", "1", 1);
    ra_tensor *done = ra_call_function(call_back, NULL, RA_LIST(), RA_LIST(), RA_OPTS(ra_call_function, .name = "call_back", .device = RA_CUDA));
    const ra_status status = ra_wait(done);
    ra_clear_error();
    ra_release(done);
    return ra_shutdown() || status != RA_ERR_STATE;
}

/* Where handles are checked, what it calls of the library's is refused. */
static void calls_back(void **state)
{
    (void)state;
    child_ends_well("calls_back", "");
}

/* ---- tokens ---- */

typedef struct {
    int *count, mine;
} turn;

static ra_status take_turn(const ra_function_call *call)
{
    const turn *t = call->state;
    return (*t->count)++ == t->mine ? RA_OK : RA_ERR_VALUE;
}

/* In the order of their calls, on whatever streams, where they name the same one. */
static void tokens(void **state)
{
    (void)state;
    enum { TURNS = 20 };
    start(1);
    int count = 0;
    turn turns[TURNS];
    ra_stream *s[2] = {stream_of(RA_CUDA), stream_of(RA_CUDA)};
    ra_scope_begin();
    ra_tensor *token = ra_token_new(), *last = NULL, *x = there(numbers(RA_FLOAT32, N, 0));
    for (int i = 0; i < TURNS; i++) {
        turns[i] = (turn){&count, i};
        OK(ra_stream_use(s[i & 1]));
        if (i % 3 == 0)
            OK(ra_add_(x, 1));
        last = ra_call_function(take_turn, &turns[i], i % 3 ? RA_LIST() : RA_LIST(x), RA_LIST(token), RA_OPTS(ra_call_function, .device = RA_CUDA));
        assert_non_null(last);
    }
    OK(ra_wait(last));
    assert_int_equal(count, TURNS);
    OK(ra_stream_use(NULL));
    OK(ra_scope_end());
    ra_stream_free(s[0]), ra_stream_free(s[1]);
    stop();
}

static const child_program programs[] = {{"without_order", program_without_order}, {"calls_back", program_calls_back}};

int main(int argc, char **argv)
{
    find_driver();
    setenv("SIMCUDA_CHANNELS", "0", 0);
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        TEST_AROUND(in_order, NULL, shut_down),
        TEST_AROUND(which_stream, NULL, shut_down),
        TEST_AROUND(failures, NULL, shut_down),
        TEST_AROUND(refusals, NULL, shut_down),
        TEST_AROUND(tokens, NULL, shut_down),
        TEST(order_is_needed),
        TEST(calls_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
