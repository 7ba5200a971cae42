/* The trace of streams: each is a track, with what the device did there, and arrows to and from it. */
#define _GNU_SOURCE
#include "helpers/cuda.h"
#include "helpers/trace_reading.h"

#include <runahead/stream.h>

static void start_plain(void)
{
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1, .no_inline = true, .fusion = RA_FUSION_OFF}));
}

static ra_tensor *moved(const ra_tensor *t, ra_device device)
{
    ra_tensor *there = ra_to(t, RA_OPTS(ra_to, .device = device));
    if (!there)
        fail_msg("%s", ra_last_error());
    return there;
}

/* The name of the track on which there is the kernel of this name; of several, the nth. */
static const char *track_of(const char *name, int nth)
{
    size_t i, k;
    json_t *e, *f;
    json_array_foreach(trace, i, e)
        if (is(e, "X", "kernel", name) && nth-- == 0)
            json_array_foreach(trace, k, f)
                if (is(f, "M", NULL, "thread_name") && number_of(f, "tid") == number_of(e, "tid"))
                    return text_of(json_object_get(f, "args"), "name");
    fail_msg("there is no such kernel %s", name);
    return "";
}

/* Whether there is one of this name on the track. */
static bool has_kernel(const char *name, const char *track)
{
    size_t i;
    json_t *e;
    int n = 0;
    json_array_foreach(trace, i, e)
        if (is(e, "X", "kernel", name) && !strcmp(track_of(name, n++), track))
            return true;
    return false;
}

static size_t count_of_track(const char *track)
{
    size_t n = 0, i;
    json_t *e;
    json_array_foreach(trace, i, e)
        n += is(e, "M", NULL, "thread_name") && !strcmp(text_of(json_object_get(e, "args"), "name"), track);
    return n;
}

/* One after the other on each track. */
static void check_order(void)
{
    size_t i, k;
    json_t *e, *f;
    json_array_foreach(trace, i, e)
        json_array_foreach(trace, k, f)
            if (i < k && is(e, "X", "kernel", NULL) && is(f, "X", "kernel", NULL) && number_of(e, "tid") == number_of(f, "tid"))
                assert_true(number_of(e, "ts") + number_of(e, "dur") <= number_of(f, "ts") + 1e-3 || number_of(f, "ts") + number_of(f, "dur") <= number_of(e, "ts") + 1e-3);
}

static void a_track_for_each(void **state)
{
    (void)state;
    need_simulated(); /* two devices */
    ra_stream *own = NULL;
    start_plain();
    OK(ra_trace_start(path));
    held h = {0}; /* until all is recorded: what has ended by then has no arrows */
    RA_AUTO ra_tensor *x = held_new(&h, 8), *far = moved(x, RA_CUDA), *twice = ra_mul(far, 2);
    OK(ra_stream_new(RA_CUDA, &own));
    OK(ra_stream_use(own));
    RA_AUTO ra_tensor *less = ra_neg(twice);
    OK(ra_stream_use(NULL));
    RA_AUTO ra_tensor *back = moved(less, RA_CPU), *sum = ra_sum(back, RA_ALL), *beside = moved(x, RA_CUDA_AT(1)), *root = ra_sqrt(beside);
    let_go(&h);
    assert_true(item(sum) == -16056);
    OK(ra_wait_all());
    OK(ra_trace_stop());
    read_trace();
    check_events();
    check_order();
    assert_string_equal(track_of("mul", 0), "cuda:0 stream 0");
    assert_string_equal(track_of("neg", 0), "cuda:0 stream 3");
    assert_string_equal(track_of("sqrt", 0), "cuda:1 stream 0");
    const char *of_copies[] = {"cuda:0 stream 1", "cuda:0 stream 2", "cuda:1 stream 1"};
    for (int i = 0; i < 3; i++)
        assert_true(has_kernel("to", of_copies[i]));
    static const char *const tracks[] = {"cuda:0 stream 0", "cuda:0 stream 1", "cuda:0 stream 2", "cuda:0 stream 3", "cuda:1 stream 0", "cuda:1 stream 1"};
    for (size_t i = 0; i < sizeof tracks / sizeof *tracks; i++)
        assert_int_equal(count_of_track(tracks[i]), 1);
    assert_int_equal(arrows_between("held", "to"), 2);
    assert_int_equal(arrows_between("to", "mul"), 1);
    assert_int_equal(arrows_between("mul", "neg"), 1);
    assert_int_equal(arrows_between("neg", "to"), 1);
    assert_int_equal(arrows_between("to", "sum"), 1);
    assert_int_equal(arrows_between("to", "sqrt"), 1);
    forget_trace();
    ra_stream_free(own);
    ra_release(x), ra_release(far), ra_release(twice), ra_release(less), ra_release(back), ra_release(sum), ra_release(beside), ra_release(root);
    x = far = twice = less = back = sum = beside = root = NULL;
    OK(ra_shutdown());
}

/* They are introduced in each trace, and one that begins in mid-run knows nothing of what came before. */
static void in_each_trace(void **state)
{
    (void)state;
    start_plain();
    RA_AUTO ra_tensor *x = ra_ones(RA_DIMS(16), RA_OPTS(ra_ones, .device = RA_CUDA));
    for (int i = 0; i < 3; i++) {
        RA_AUTO ra_tensor *before = ra_mul(x, 2);
        OK(ra_trace_start(path));
        RA_AUTO ra_tensor *y = ra_sqrt(before);
        OK(ra_wait(y));
        OK(ra_wait_all());
        OK(ra_trace_stop());
        read_trace();
        check_order();
        assert_int_equal(count_of_track("cuda:0 stream 0"), 1);
        assert_string_equal(track_of("sqrt", 0), "cuda:0 stream 0");
        forget_trace();
    }
    ra_release(x);
    x = NULL;
    OK(ra_shutdown());
}

static int after_all(void **state)
{
    return after(state) || ra_shutdown();
}

int main(void)
{
    find_driver();
    setenv("SIMCUDA_DEVICES", "2", 0);
    const struct CMUnitTest tests[] = {HARNESS_TEST(a_track_for_each, 100, new_path, after_all), HARNESS_TEST(in_each_trace, 100, new_path, after_all)};
    (void)numbers, (void)there, (void)assert_same;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
