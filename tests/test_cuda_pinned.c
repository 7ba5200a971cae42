/*
 * Page-locked memory: tensors that lie there are copied from and to a simulated CUDA device without staging, in whatever order with what else
 * touches them; it may be the program's own, it may be refused, and it is there in the child of a fork.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_copies.h"
#include "helpers/cuda_held.h"
#include "helpers/known_costs.h"

#include <sys/mman.h>
#include <sys/wait.h>

enum { MIB = 1 << 20, LARGE = 5 * MIB / 4 + 3 /* floats: in pieces, if it were packed */, LEAST = (64 << 10) / 4 /* which is not */ };

static ra_tensor *pinned(int64_t n)
{
    ra_tensor *t = ra_empty(RA_DIMS(n), RA_OPTS(ra_empty, .pin_memory = true));
    if (!t)
        fail_msg("%s", ra_last_error());
    return t;
}

/* Element i becomes i % 1000 + from. */
static void fill(ra_tensor *t, double from)
{
    ra_scope_begin();
    ra_tensor *n = ra_arange(RA_F(0), RA_F((double)ra_numel(t)), RA_F(1), RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    OK(ra_add_out(t, ra_remainder(n, 1000), from));
    OK(ra_scope_end());
}

static void assert_filled(const ra_tensor *t, double from)
{
    const int64_t n = ra_numel(t);
    float *got = malloc((size_t)n * sizeof *got);
    assert_non_null(got);
    if (ra_copy_to(t, got, (size_t)n * sizeof *got))
        fail_msg("%s", ra_last_error());
    for (int64_t i = 0; i < n; i++)
        if (got[i] != (float)((double)(i % 1000) + from))
            fail_msg("element %lld of %lld is %g, not %g", (long long)i, (long long)n, (double)got[i], (double)(i % 1000) + from);
    free(got);
}

static void assert_filled_there(const ra_tensor *far, double from)
{
    ra_tensor *here = ra_to(far, RA_OPTS(ra_to, .device = RA_CPU));
    assert_filled(here, from);
    ra_release(here);
}

/* ---- without staging ---- */

/* One copy each way, and none of the driver's memory taken: the device's is there already. */
static void both_ways_without_staging(void **state)
{
    (void)state;
    need_simulated();
    for (int workers = -1; workers < 4; workers += 4) {
        start(workers);
        ra_tensor *x = pinned(LARGE), *y = pinned(LARGE), *far = ra_zeros(RA_DIMS(LARGE), RA_OPTS(ra_zeros, .device = RA_CUDA)), *more = ra_add(far, 4);
        assert_true(ra_is_pinned(x));
        assert_false(ra_is_pinned(far));
        fill(x, 1), fill(y, 2);
        OK(ra_wait(more));
        OK(ra_wait(x));
        OK(ra_wait(y));
        ra_trim(0);
        const uint64_t copies = count("copies"), waits = count("implicit waits");
        OK(ra_copy_(far, x));
        OK(ra_add_out(more, far, 4));
        OK(ra_copy_(y, more));
        OK(ra_wait(y));
        assert_int_equal(count("copies") - copies, 2);
        assert_int_equal(count("implicit waits") - waits, 0);
        assert_filled(y, 5);
        ra_tensor *wide = ra_to(x, RA_OPTS(ra_to, .dtype = RA_FLOAT64, .device = RA_CUDA)); /* converted there */
        OK(ra_copy_(y, wide));
        assert_filled(y, 1);
        ra_release(x), ra_release(y), ra_release(wide), ra_release(far), ra_release(more);
        stop();
    }
}

/* What is not all of a row, is small, or has no elements goes as it ever did. */
static void other_parts_of_it(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    static const int64_t sizes[] = {0, 1, LEAST - 1, LEAST, LEAST + 1};
    for (int i = 0; i < 5; i++) {
        ra_tensor *x = pinned(sizes[i]), *y = pinned(sizes[i]);
        fill(x, i);
        OK(ra_copy_(y, there(x)));
        assert_filled(y, i);
    }
    ra_tensor *x = pinned(4 * LEAST), *y = pinned(4 * LEAST), *odd = ra_slice(x, 0, 1, RA_END, 2), *rows = ra_reshape(x, RA_DIMS(4, LEAST)), *bytes = ra_empty(RA_DIMS(4 * LEAST), RA_OPTS(ra_empty, .dtype = RA_UINT8, .pin_memory = true));
    fill(x, 3), fill(y, 0);
    OK(ra_copy_(ra_slice(y, 0, 1, RA_END, 2), there(odd)));
    assert_true(ra_is_pinned(odd));
    assert_equal_to(odd, ra_slice(y, 0, 1, RA_END, 2));
    assert_equal_to(ra_t(rows), ra_to(there(ra_t(rows)), RA_OPTS(ra_to, .device = RA_CPU)));
    OK(ra_copy_(ra_narrow(y, 0, LEAST, 2 * LEAST), there(ra_narrow(x, 0, 7, 2 * LEAST)))); /* parts of both */
    assert_equal_to(ra_narrow(x, 0, 7, 2 * LEAST), ra_narrow(y, 0, LEAST, 2 * LEAST));
    OK(ra_copy_(bytes, there(ra_remainder(x, 251))));
    assert_equal_to(bytes, ra_to(ra_remainder(x, 251), RA_OPTS(ra_to, .dtype = RA_UINT8)));
    OK(ra_scope_end());
    stop();
}

/* ---- in order ---- */

/* What the device fetches is written anew, by the processor and by the device, and given up; what it writes is read, and written again. */
static void in_order_with_all_else(void **state)
{
    (void)state;
    static const int64_t sizes[] = {LEAST, LARGE};
    for (int workers = -1; workers < 4; workers += 2) {
        start(workers);
        for (int round = 0; round < (int)harness_rounds(6); round++) {
            const int64_t n = sizes[round % 2];
            ra_scope_begin();
            ra_tensor *x = pinned(n), *a, *b, *c, *d;
            fill(x, round);
            a = there(x);
            OK(ra_add_(x, 1)); /* waits until the device has it */
            b = there(x);
            OK(ra_copy_(x, ra_add(a, 10))); /* on another stream */
            c = there(x);
            OK(ra_copy_(x, ra_add(b, 20)));
            OK(ra_copy_(x, ra_add(c, 30)));
            OK(ra_mul_(x, 1));
            d = there(x);
            ra_tensor *y = pinned(n);
            OK(ra_copy_(y, there(x)));
            assert_filled_there(a, round);
            assert_filled_there(b, round + 1);
            assert_filled_there(c, round + 10);
            assert_filled_there(d, round + 40);
            assert_filled(x, round + 40);
            assert_filled(y, round + 40);
            OK(ra_scope_end());
        }
        stop();
    }
}

/* The first is unpacked at its end, and what the device brings behind it must not lie there before. */
static void behind_what_is_unpacked(void **state)
{
    (void)state;
    for (int workers = -1; workers < 4; workers += 2) {
        start(workers);
        ra_scope_begin();
        ra_tensor *x = pinned(LARGE * 2), *odd = ra_slice(x, 0, 1, RA_END, 2), *end = ra_narrow(x, 0, LARGE * 2 - LEAST, LEAST), *minus, *seven;
        fill(x, 0), fill(end, 7);
        minus = there(odd), seven = there(end);
        OK(ra_fill_(minus, -1));
        OK(ra_wait(minus));
        OK(ra_wait(seven));
        for (int round = 0; round < (int)harness_rounds(20); round++) {
            OK(ra_copy_(odd, minus));
            OK(ra_copy_(end, seven)); /* much sooner done */
            assert_filled(end, 7);
        }
        OK(ra_scope_end());
        stop();
    }
}

/* What the device brings there itself comes behind the same on the device: nobody waits for an end. Behind what is unpacked there it does. */
static void in_one_place_again(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    ra_scope_begin();
    ra_tensor *x = pinned(LARGE * 2), *odd = ra_slice(x, 0, 1, RA_END, 2), *begin = ra_narrow(x, 0, 0, LEAST), *a, *b, *minus;
    fill(x, 0);
    a = there(begin), minus = there(odd);
    b = ra_add(a, 5);
    OK(ra_wait(b));
    OK(ra_wait(minus));
    ra_stream *s = stream_of(RA_CUDA);
    OK(ra_stream_use(s));
    for (int staged = 0; staged < 2; staged++) {
        hold_up(s);
        const uint64_t before = ra_get_stats().grains;
        OK(staged ? ra_copy_(odd, minus) : ra_copy_(begin, a));
        OK(ra_copy_(begin, b));
        OK(ra_copy_(begin, a));
        OK(ra_copy_(begin, b));
        until_issued(RA_CUDA);
        const uint64_t issued = ra_get_stats().grains - before - 1; /* the last is until_issued's */
        release_it();
        assert_int_equal(issued, staged ? 1 : 4);
        assert_filled(begin, 5);
    }
    OK(ra_stream_use(NULL));
    ra_stream_free(s);
    OK(ra_scope_end());
    stop();
}

static void on_streams_of_the_programs_own(void **state)
{
    (void)state;
    start(1);
    for (int round = 0; round < (int)harness_rounds(4); round++) {
        ra_stream *s = NULL;
        OK(ra_stream_new(RA_CUDA, &s));
        ra_tensor *x = pinned(LARGE), *a = there(x);
        fill(x, round);
        OK(ra_stream_use(s));
        ra_tensor *b = there(x), *c = ra_add(b, 5);
        OK(ra_copy_(x, c));
        OK(ra_stream_use(NULL));
        ra_tensor *d = there(x), *e = ra_add(d, 1);
        OK(ra_copy_(x, e));
        ra_release(b), ra_release(c), ra_release(d), ra_release(e), ra_release(a);
        assert_filled(x, round + 6);
        ra_release(x);
        ra_stream_free(s);
    }
    stop();
}

/* So much at once that it is not issued before the device has done some of it; two ways, and between them what waits for both. */
static void more_than_is_issued_ahead(void **state)
{
    (void)state;
    enum { MUCH = 16 * MIB /* floats */, COPIES = 20 };
    start(1);
    ra_tensor *x = pinned(MUCH), *y = pinned(MUCH), *far = there(x), *few = there(x);
    fill(x, 3);
    for (int i = 0; i < COPIES; i++) {
        OK(ra_copy_(far, x));
        if (i == COPIES - 2)
            OK(ra_copy_(few, far));
        if (i % 2)
            OK(ra_copy_(y, few));
    }
    assert_filled_there(far, 3);
    assert_filled(y, 3);
    ra_release(x), ra_release(y), ra_release(far), ra_release(few);
    stop();
}

/* ---- its memory ---- */

/* It grows as other memory does, to more of its kind. */
static void it_grows(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = pinned(0), *y = pinned(LEAST), *one = ra_ones(RA_DIMS(LARGE)), *far = there(one);
    OK(ra_add_out(x, one, 1));
    ra_scope_begin();
    OK(ra_copy_(y, ra_narrow(far, 0, 0, LEAST)));
    OK(ra_add_out(y, one, 2));
    ra_tensor *both = ra_add(there(x), there(y));
    assert_equal_to(ra_full(RA_DIMS(LARGE), 5.0), ra_to(both, RA_OPTS(ra_to, .device = RA_CPU)));
    assert_true(ra_is_pinned(x) && ra_is_pinned(y));
    OK(ra_scope_end());
    ra_release(x), ra_release(y), ra_release(one), ra_release(far);
    stop();
}

/* What runs in the call itself does not ask the driver for memory there. */
static void not_taken_in_a_call(void **state)
{
    (void)state;
    OK(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = 1}));
    known_as_short("fill_");
    ra_tensor *x = pinned(4);
    const uint64_t before = ra_get_stats().ran_inline;
    OK(ra_fill_(x, 1));
    OK(ra_wait(x));
    assert_int_equal(ra_get_stats().ran_inline - before, 0);
    OK(ra_fill_(x, 2));
    assert_int_equal(ra_get_stats().ran_inline - before, 1);
    ra_release(x);
    stop();
}

static void given_up_at_once(void **state)
{
    (void)state;
    start(2);
    for (int round = 0; round < (int)harness_rounds(12); round++) {
        ra_tensor *x = pinned(LARGE), *y = pinned(LARGE);
        fill(x, round);
        ra_tensor *far = there(x);
        OK(ra_copy_(y, far));
        ra_release(x); /* what comes next takes its place */
        ra_tensor *z = pinned(LARGE);
        OK(ra_fill_(z, -1));
        if (round % 3)
            assert_filled_there(far, round);
        if (round % 2)
            assert_filled(y, round);
        ra_release(far), ra_release(y), ra_release(z);
    }
    ra_tensor *kept = pinned(LARGE);
    fill(kept, 2);
    OK(ra_wait(kept));
    stop();
    assert_filled(kept, 2); /* it outlives the engine, and the device's start */
    start(1);
    ra_tensor *far = there(kept);
    assert_filled_there(far, 2);
    ra_release(kept), ra_release(far);
    stop();
}

/* Memory that the program has registered itself. */
static void of_the_programs_own(void **state)
{
    (void)state;
    start(1);
    const size_t bytes = LARGE * sizeof(float);
    float *own = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(own != MAP_FAILED);
    ra_tensor *x = ra_from_data(own, RA_FLOAT32, RA_DIMS(LARGE)), *far = there(x);
    fill(x, 4);
    OK(ra_wait(x));
    void *context = NULL;
    OK(((int (*)(void **, int))call_of("cuDevicePrimaryCtxRetain"))(&context, 0));
    OK(((int (*)(void *))call_of("cuCtxSetCurrent"))(context));
    OK(((int (*)(void *, size_t, unsigned))call_of("cuMemHostRegister_v2"))(own, bytes, 1));
    const uint64_t copies = count("copies");
    ra_tensor *again = there(x);
    OK(ra_wait(again));
    assert_true(is_real() || count("copies") - copies == 1);
    OK(ra_fill_(x, 0));
    OK(ra_copy_(x, again));
    assert_filled(x, 4);
    assert_false(ra_is_pinned(x));
    ra_release(x), ra_release(far), ra_release(again);
    OK(((int (*)(void *))call_of("cuMemHostUnregister"))(own));
    OK(((int (*)(int))call_of("cuDevicePrimaryCtxRelease_v2"))(0));
    munmap(own, bytes);
    stop();
}

static void in_the_child_of_a_fork(void **state)
{
    (void)state;
    if (HARNESS_SANITIZED)
        skip(); /* they do not allow it beside threads */
    start(1);
    ra_tensor *x = pinned(LARGE);
    fill(x, 9);
    OK(ra_wait(x));
    ra_tensor *unwritten = pinned(LARGE); /* with the driver there its memory is taken when something is written */
    fflush(NULL);
    const pid_t child = fork();
    if (!child) {
        alarm(10);
        float last = 0;
        ra_tensor *one = ra_narrow(x, 0, LARGE - 1, 1);
        const bool well = one && !ra_copy_to(one, &last, sizeof last) && last == (float)((LARGE - 1) % 1000 + 9);
        ra_release(one), ra_release(x);
        ra_tensor *none = ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .pin_memory = true));
        const bool refused = !ra_fill_(unwritten, 1) && ra_wait(unwritten) == RA_ERR_TASK_MEMORY;
        _exit(well && !none && refused ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    ra_tensor *far = there(x);
    assert_filled_there(far, 9);
    OK(ra_copy_(unwritten, far));
    assert_filled(unwritten, 9);
    ra_release(x), ra_release(far), ra_release(unwritten);
    stop();
}

/* ---- refusals and failures ---- */

static void refusals(void **state)
{
    (void)state;
    start(1);
    ra_tensor *out = ra_empty(RA_DIMS(3));
    assert_null(ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .pin_memory = true, .device = RA_CUDA)));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    assert_non_null(strstr(ra_last_error(), "pin_memory is for tensors of the processor, not of cuda:0"));
    assert_null(ra_empty(RA_DIMS(3), RA_OPTS(ra_empty, .pin_memory = true, .device = RA_META)));
    assert_int_equal(ra_empty_out(out, RA_DIMS(3), RA_OPTS(ra_empty, .pin_memory = true)), RA_ERR_ARGUMENT);
    assert_false(ra_is_pinned(NULL));
    assert_int_equal(ra_last_status(), RA_ERR_ARGUMENT);
    ra_clear_error();
    assert_false(ra_is_pinned(out));
    ra_tensor *endless = pinned(INT64_C(1) << 43); /* as ever, no memory is taken before something is written */
    OK(ra_fill_(endless, 1));
    assert_int_equal(ra_wait(endless), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    ra_release(endless);
    ra_release(out);
    stop();
}

/* Memory that the driver has not at first is asked for again; what it does not tell is staged; and what it does not copy fails. */
static void failures(void **state)
{
    (void)state;
    need_simulated();
    start(1);
    ra_tensor *good = pinned(LARGE), *far;
    fill(good, 1);
    OK(ra_wait(good));
    ra_trim(0);
    refuse("cuMemHostRegister_v2:1");
    ra_tensor *other = pinned(LARGE); /* the driver's own, then */
    fill(other, 2);
    assert_filled(other, 2);
    OK(ra_copy_(other, good));
    assert_filled(other, 1);
    refuse("cuPointerGetAttribute:1");
    far = there(good);
    assert_filled_there(far, 1);
    static const char *const copies[] = {"cuMemcpyHtoDAsync_v2:1", "cuMemcpyDtoHAsync_v2:1"};
    for (int i = 0; i < 2; i++) {
        refuse(copies[i]);
        ra_tensor *again = there(good), *x = pinned(LARGE);
        OK(ra_copy_(x, again));
        assert_int_equal(ra_wait(x), RA_ERR_SYSTEM);
        if (!strstr(ra_last_error(), i ? "cuMemcpyDtoHAsync" : "cuMemcpyHtoDAsync"))
            fail_msg("%s", ra_last_error());
        ra_clear_error();
        refuse(NULL);
        OK(ra_copy_(x, far));
        assert_filled(x, 1);
        ra_release(again), ra_release(x);
    }
    ra_release(good), ra_release(other), ra_release(far);
    stop();
}

int main(void)
{
    find_driver();
    setenv("SIMCUDA_CHANNELS", "0", 0); /* so that a stream which is held up holds up no other */
    (void)assert_same, (void)numbers;
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(both_ways_without_staging, 100, NULL, shut_down),
        HARNESS_TEST(other_parts_of_it, 100, NULL, shut_down),
        HARNESS_TEST(in_order_with_all_else, 100, NULL, shut_down),
        HARNESS_TEST(behind_what_is_unpacked, 100, NULL, shut_down),
        HARNESS_TEST(in_one_place_again, 100, NULL, shut_down),
        HARNESS_TEST(on_streams_of_the_programs_own, 100, NULL, shut_down),
        HARNESS_TEST(more_than_is_issued_ahead, 100, NULL, shut_down),
        HARNESS_TEST(it_grows, 100, NULL, shut_down),
        HARNESS_TEST(not_taken_in_a_call, 100, NULL, shut_down),
        HARNESS_TEST(given_up_at_once, 100, NULL, shut_down),
        HARNESS_TEST(of_the_programs_own, 100, NULL, shut_down),
        HARNESS_TEST(in_the_child_of_a_fork, 100, NULL, shut_down),
        HARNESS_TEST(refusals, 100, NULL, shut_down),
        HARNESS_TEST(failures, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
