/*
 * Fusion on CUDA, on the simulated driver: what is pending together is one launch with the bits of the launches that it stands for; what
 * nobody can observe has no memory; failures, cancelling and releasing are as without. When it is compiled: test_cuda_later.c.
 *
 * A held kernel of the processor stands at the head, so that all of a program is recorded before any of it can be issued.
 */
#define _GNU_SOURCE 1
#include "helpers/child.h"
#include "helpers/cuda_fusion.h"
#include "helpers/cuda_values.h"

#include "cuda/device.h"

static uint64_t launches(void)
{
    return is_real() ? 0 : ((uint64_t (*)(const char *))call_of("simcuda_count"))("launches"); /* which a real driver does not count */
}

static size_t device_bytes(void)
{
    char text[200];
    size_t asked, live = 0, cached = 0;
    assert_int_equal(sscanf(ra__cuda_shortage(0, 0, text, sizeof text), "%zu bytes asked of cuda:0, where tensors have %zu and %zu", &asked, &live, &cached), 3);
    return live + cached;
}

/* ---- programs: of x (on the device, and there in other dtypes) and a number that comes late, within a scope ---- */

static ra_tensor *x_in[RA_DTYPE_COUNT];

typedef struct program {
    const char *name;
    int operators, groups, elided; /* that are fused, in so many launches; and those of their results that are in no memory */
    ra_tensor *(*run)(ra_tensor *x, const ra_tensor *late);
} program;

static ra_tensor *eight(ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_mul(x, late);
    t = ra_add(t, 1.5);
    t = ra_relu(t);
    t = ra_mul(t, x);
    t = ra_sub(t, late, RA_OPTS(ra_sub, .alpha = RA_I(3)));
    t = ra_abs(t);
    t = ra_add(t, 0.25);
    return ra_div(t, x);
}

/* A row and a column are broadcast, dtypes change on the way, a mask is made besides and chooses. */
static ra_tensor *broadcasts_and_dtypes(ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *row = ra_select(x, 0, 3), *column = ra_narrow(x, 1, 2, 1), *half = ra_select(x_in[RA_FLOAT16], 0, 3);
    ra_tensor *t = ra_sub(x, late);
    t = ra_add(t, row);
    ra_tensor *mask = ra_gt(t, 0.25);
    t = ra_mul(t, column);
    t = ra_where(mask, t, half);
    t = ra_add(t, x_in[RA_INT16]);
    t = ra_floor_divide(t, 3.0);
    return ra_add(t, mask);
}

/* Halves are rounded at every step, as they would be in memory. Two operators are ready at once: each begins a group. */
static ra_tensor *halves(ra_tensor *x, const ra_tensor *late)
{
    (void)x;
    ra_tensor *h = x_in[RA_FLOAT16], *t = ra_mul(h, late), *u = ra_mul(x_in[RA_BFLOAT16], late);
    t = ra_mul(t, 1.1);
    t = ra_add(t, h);
    u = ra_add(u, 0.3);
    return ra_add(t, u);
}

/* Work in place; what came before is in memory nowhere. */
static ra_tensor *in_place(ra_tensor *x, const ra_tensor *late)
{
    OK(ra_add_(x, late));
    OK(ra_mul_(x, 0.5));
    ra_tensor *before = ra_neg(x);
    OK(ra_square_(x));
    OK(ra_add_(x, before));
    return x;
}

static ra_tensor *complex_ones(ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *z = x_in[RA_COMPLEX64], *t = ra_mul(z, late);
    t = ra_add(t, z, RA_OPTS(ra_add, .alpha = RA_I(2)));
    t = ra_mul(t, t);
    t = ra_abs(t);
    return ra_maximum(t, x);
}

static ra_tensor *integers(ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *i = x_in[RA_INT32], *u = x_in[RA_UINT8], *t = ra_where(ra_gt(x, late), i, 12345);
    t = ra_remainder(t, 7);
    t = ra_sub(t, i);
    t = ra_bitwise_and(t, u);
    return ra_clamp(t, 0, 20);
}

/* Conversions, copies and fills are elementwise as well. */
static ra_tensor *copies_and_fills(ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_mul(x, late), *h = ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT16)), *u = ra_neg(t);
    h = ra_add(h, 1);
    OK(ra_fill_(u, 2));
    t = ra_add(u, h);
    OK(ra_copy_(t, u));
    return ra_mul(t, h);
}

static const program programs[] = {
    {"eight operators", 8, 1, 7, eight},  {"broadcasts and dtypes", 8, 1, 7, broadcasts_and_dtypes}, {"halves", 6, 2, 4, halves},
    {"work in place", 5, 1, 1, in_place}, {"complex ones", 5, 1, 4, complex_ones},                   {"integers", 6, 1, 5, integers},
    {"copies and fills", 8, 1, 5, copies_and_fills},
};

enum { PROGRAMS = sizeof programs / sizeof *programs };

static ra_tensor *make_inputs(enum layout how)
{
    ra_tensor *base = values(RA_FLOAT32, 5 * 37 * 30, true), *box = laid_out(base, how), *x = there(box);
    OK(ra_wait(x));
    for (ra_dtype d = RA_NO_DTYPE + 1; d < RA_DTYPE_COUNT; d++)
        if (d != RA_FLOAT32) {
            OK(ra_wait(x_in[d] = ra_to(x, RA_OPTS(ra_to, .dtype = d))));
        }
    ra_release(base), ra_release(box);
    ra_reset_stats(); /* of what was computed here */
    return x;
}

static void release_inputs(ra_tensor *x)
{
    for (ra_dtype d = RA_NO_DTYPE + 1; d < RA_DTYPE_COUNT; d++)
        ra_release(x_in[d]);
    ra_release(x);
}

static ra_tensor *brought_here(ra_tensor *t)
{
    ra_tensor *here = ra_to(t, RA_OPTS(ra_to, .device = RA_CPU));
    if (!here || ra_wait(here))
        fail_msg("%s", ra_last_error());
    return here;
}

/* What it gives, on the processor; and how many launches it took from when the number came, that which brings it there included. */
static ra_tensor *run_program(const program *p, enum layout how, uint64_t *launched)
{
    held h = {.open = false};
    ra_tensor *x = make_inputs(how);
    ra_scope_begin();
    ra_tensor *late = ra_to(held_new(&h, 1), RA_OPTS(ra_to, .device = RA_CUDA)), *result = ra_keep(p->run(x, ra_select(late, 0, 0)));
    OK(ra_scope_end());
    const uint64_t before = launches();
    let_go(&h);
    OK(ra_wait(result));
    *launched = launches() - before;
    ra_tensor *here = brought_here(result);
    if (result != x)
        ra_release(result);
    release_inputs(x);
    return here;
}

static void one_launch_and_the_same_bits(void **state)
{
    (void)state;
    for (int i = 0; i < PROGRAMS; i++)
        for (enum layout how = CONTIGUOUS; how <= (i == 1 ? SLICED : CONTIGUOUS); how++) {
            const program *p = &programs[i];
            uint64_t launched;
            start_with(RA_FUSION_OFF);
            ra_tensor *want = run_program(p, how, &launched);
            assert_int_equal(ra_get_stats().fused, 0);
            OK(ra_shutdown());
            start_with(RA_FUSION_ALWAYS);
            ra_tensor *got = run_program(p, how, &launched);
            const ra_stats s = ra_get_stats();
            if ((!is_real() && launched != 1 + (uint64_t)p->groups) || s.fused != (uint64_t)p->operators || s.fused_groups != (uint64_t)p->groups || s.elided != (uint64_t)p->elided)
                fail_msg("%s: %d launches, %d fused in %d groups, %d elided", p->name, (int)launched, (int)s.fused, (int)s.fused_groups, (int)s.elided);
            assert_same(p->name, want, got);
            ra_release(want);
            stop();
        }
}

/* ---- random programs ---- */

enum { POOL = 6, STEPS = 14 };

static uint64_t dice;

static unsigned roll(unsigned n)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % n;
}

/* One of the pool, or of what was there before: whole, a row or a column of it. */
static ra_tensor *an_operand(ra_tensor *const *pool, ra_tensor *x)
{
    static const ra_dtype dtypes[] = {RA_BOOL, RA_UINT8, RA_INT32, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64, RA_COMPLEX64};
    ra_tensor *before = roll(3) ? x : x_in[dtypes[roll(sizeof dtypes / sizeof *dtypes)]];
    switch (roll(8)) {
    case 0:
        return before;
    case 1:
        return ra_narrow(before, 2, roll(30), 1);
    case 2:
        return ra_select(before, 0, roll(5));
    default:
        return pool[roll(POOL)];
    }
}

static ra_tensor *a_step(ra_tensor *a, ra_tensor *b, ra_tensor *c)
{
    const bool is_complex = ra_tensor_dtype(a) == RA_COMPLEX64 || ra_tensor_dtype(b) == RA_COMPLEX64 || ra_tensor_dtype(a) == RA_COMPLEX128 || ra_tensor_dtype(b) == RA_COMPLEX128;
    switch (roll(is_complex ? 7 : 13)) {
    case 0:
        return ra_add(a, b);
    case 1:
        return ra_mul(a, 0.5 + roll(3));
    case 2:
        return ra_mul(a, b);
    case 3:
        return ra_where(c, a, b);
    case 4:
        return ra_eq(a, b);
    case 5:
        return ra_abs(a);
    case 6:
        return ra_to(a, RA_OPTS(ra_to, .dtype = roll(2) ? RA_FLOAT16 : RA_FLOAT32));
    case 7:
        return ra_maximum(a, b);
    case 8:
        return ra_gt(a, b);
    case 9:
        return ra_sub(1.25, a);
    case 10:
        return ra_floor(a);
    case 11:
        return ra_sigmoid(a);
    default:
        return ra_add(a, 3);
    }
}

/* Calls that are refused (a sign of bool) leave the pool as it is, or what they write. */
static void run_random(uint64_t seed, ra_tensor *results[POOL])
{
    held h = {.open = false};
    ra_tensor *x = make_inputs(CONTIGUOUS), *pool[POOL];
    dice = seed;
    ra_scope_begin();
    ra_tensor *late = ra_to(held_new(&h, 1), RA_OPTS(ra_to, .device = RA_CUDA)), *one = ra_select(late, 0, 0);
    pool[0] = ra_mul(x, one);
    for (int i = 1; i < POOL; i++)
        pool[i] = i % 2 ? ra_add(pool[i - 1], i) : ra_gt(pool[i - 1], 1000 + i);
    for (int i = 0; i < STEPS; i++) {
        const unsigned to = roll(POOL);
        ra_tensor *a = pool[roll(POOL)], *b = an_operand(pool, x), *c = pool[2 * roll(POOL / 2)], *made = a_step(a, b, ra_tensor_dtype(c) == RA_BOOL ? c : x_in[RA_BOOL]);
        if (made)
            pool[to] = made;
        else if (ra_mul_(a, roll(2) ? 2 : 3))
            ra_clear_error();
    }
    for (int i = 0; i < POOL; i++)
        pool[i] = ra_keep(ra_ref(pool[i]));
    if (ra_scope_end()) /* says what was refused */
        ra_clear_error();
    let_go(&h);
    for (int i = 0; i < POOL; i++) {
        results[i] = brought_here(pool[i]);
        ra_release(pool[i]);
    }
    release_inputs(x);
}

static void random_programs(void **state)
{
    (void)state;
    const int count = getenv("RA_TEST_FULL") ? 40 : 6;
    uint64_t fused = 0, elided = 0;
    for (int i = 0; i < count; i++) {
        ra_tensor *want[POOL], *got[POOL];
        start_with(RA_FUSION_OFF);
        run_random((uint64_t)i, want);
        OK(ra_shutdown());
        start_with(i % 3 ? RA_FUSION_ALWAYS : RA_FUSION_RANDOM);
        run_random((uint64_t)i, got);
        fused += ra_get_stats().fused;
        elided += ra_get_stats().elided;
        for (int k = 0; k < POOL; k++) {
            char what[64];
            snprintf(what, sizeof what, "program %d, tensor %d", i, k);
            assert_same(what, want[k], got[k]);
            ra_release(want[k]);
        }
        stop();
    }
    print_message("%d fused, %d elided\n", (int)fused, (int)elided);
    assert_true(fused > 8 * (uint64_t)count && elided > (uint64_t)count);
}

static void what_is_elided_has_no_memory(void **state)
{
    (void)state;
    enum { N = 1 << 16 };
    start_with(RA_FUSION_ALWAYS);
    held h = {.open = false};
    ra_tensor *x = numbers(RA_FLOAT32, N, 1), *dx = there(x);
    OK(ra_wait(dx));
    const size_t before = device_bytes();
    ra_reset_stats();
    ra_scope_begin();
    ra_tensor *result = ra_keep(eight(dx, ra_select(ra_to(held_new(&h, 1), RA_OPTS(ra_to, .device = RA_CUDA)), 0, 0)));
    OK(ra_scope_end());
    let_go(&h);
    OK(ra_wait(result));
    assert_int_equal(ra_get_stats().elided, 7);
    assert_int_equal(device_bytes() - before, N * sizeof(float) + sizeof(float)); /* the result, and what is selected: not rounded here, see find_driver */
    ra_release(x), ra_release(dx), ra_release(result);
    stop();
}

/* What somebody holds is written, the first time as the second. */
static void what_is_held_is_there(void **state)
{
    (void)state;
    start_with(RA_FUSION_ALWAYS);
    held h = {.open = false};
    ra_tensor *x = numbers(RA_FLOAT32, 1000, 1), *dx = there(x);
    OK(ra_wait(dx));
    ra_reset_stats();
    ra_tensor *first = held_new(&h, 1), *late = there(first);
    ra_tensor *a = ra_mul(dx, late), *b = ra_add(a, 1), *c = ra_neg(b);
    let_go(&h);
    OK(ra_wait(c));
    assert_int_equal(ra_get_stats().fused, 3);
    assert_int_equal(ra_get_stats().elided, 0);
    ra_tensor *wa = ra_mul(x, 1000), *wb = ra_add(wa, 1), *wc = ra_neg(wb);
    assert_same("a", wa, a), assert_same("b", wb, b), assert_same("c", wc, c);
    ra_release(x), ra_release(dx), ra_release(first), ra_release(late), ra_release(wa), ra_release(wb), ra_release(wc);
    stop();
}

/* More operands in memory than a program takes, and more operators than a group: what does not fit is as without fusion. */
static void more_than_a_program_takes(void **state)
{
    (void)state;
    enum { ADDED = 40, LENGTH = 80, N = 300 };
    start_with(RA_FUSION_ALWAYS);
    held h = {.open = false};
    ra_tensor *x = numbers(RA_FLOAT32, N, 1), *dx = there(x), *added[ADDED];
    ra_scope_begin();
    for (int i = 0; i < ADDED; i++)
        added[i] = ra_mul(dx, i + 1);
    ra_tensor *late = ra_to(held_new(&h, 1), RA_OPTS(ra_to, .device = RA_CUDA)), *sum = ra_mul(dx, late), *chain = ra_add(dx, late);
    for (int i = 0; i < ADDED; i++)
        sum = ra_add(sum, added[i]);
    for (int i = 0; i < LENGTH; i++)
        chain = ra_add(chain, 1);
    ra_keep(sum), ra_keep(chain);
    OK(ra_scope_end());
    let_go(&h);
    ra_tensor *want = ra_mul(x, 1000 + ADDED * (ADDED + 1) / 2), *want_chain = ra_add(x, 1000 + LENGTH);
    assert_same("a sum of many", want, sum); /* of numbers that are exact */
    assert_same("a long chain", want_chain, chain);
    assert_true(ra_get_stats().fused >= LENGTH);
    ra_release(x), ra_release(dx), ra_release(want), ra_release(want_chain);
    stop();
}

/* ---- failures ---- */

/* Each of a chain behind an index that is out of range fails with that, as without fusion. */
static void a_failure_before_it(void **state)
{
    (void)state;
    for (int fused = 0; fused < 2; fused++) {
        start_with(fused ? RA_FUSION_ALWAYS : RA_FUSION_OFF);
        held h = {.open = false};
        ra_tensor *first = held_new(&h, 4), *late = there(first), *where = ra_full(RA_DIMS(4), 9, RA_OPTS(ra_full, .dtype = RA_INT64, .device = RA_CUDA));
        ra_tensor *taken = ra_index_select(late, 0, where), *a = ra_add(taken, 1), *b = ra_neg(a), *c = ra_mul(b, late), *d = ra_add(late, 1), *e = ra_neg(d);
        let_go(&h);
        assert_int_equal(ra_wait(c), RA_ERR_INDEX);
        assert_int_equal(ra_wait(a), RA_ERR_INDEX);
        assert_int_equal(ra_wait(b), RA_ERR_INDEX);
        OK(ra_wait(e));
        ra_release(first), ra_release(late), ra_release(where), ra_release(taken), ra_release(a), ra_release(b), ra_release(c), ra_release(d), ra_release(e);
        ra_clear_error();
        stop();
    }
}

static void cancelled_and_released(void **state)
{
    (void)state;
    for (int at = 0; at < 9; at++) {
        start_with(RA_FUSION_ALWAYS);
        held h = {.open = false};
        ra_tensor *first = held_new(&h, 100), *late = there(first), *t[9];
        t[0] = ra_add(late, 1);
        for (int i = 1; i < 9; i++)
            t[i] = ra_add(t[i - 1], 1);
        ra_tensor *gone = ra_neg(t[at]), *gone_too = ra_neg(gone);
        ra_release(gone), ra_release(gone_too);
        if (at < 8)
            (void)ra_cancel(t[at]);
        let_go(&h);
        for (int i = 0; i < 9; i++) {
            float got[100];
            const ra_status want = at < 8 && i >= at ? RA_ERR_CANCELLED : RA_OK;
            assert_int_equal(ra_copy_to(t[i], got, sizeof got), want);
            if (!want)
                assert_true(got[7] == (float)(1007 + 1 + i));
        }
        for (int i = 0; i < 9; i++)
            ra_release(t[i]);
        ra_release(first), ra_release(late);
        ra_clear_error();
        stop();
    }
}

/* Each of these calls fails once, in a program of its own: results are right or have failed. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    start_with(RA_FUSION_ALWAYS);
    for (int i = 0; i < 3; i++) {
        held h = {.open = false};
        ra_tensor *first = held_new(&h, 64), *late = ra_to(first, RA_OPTS(ra_to, .device = RA_CUDA)), *a = late ? ra_add(late, 1) : NULL, *b = a ? ra_mul(a, 2) : NULL;
        float got[64];
        ra_release(a);
        let_go(&h);
        if (b && !ra_copy_to(b, got, sizeof got))
            for (int k = 0; k < 64; k++)
                if (got[k] != (float)(1000 + k + 1) * 2)
                    printf("element %d is %g; ", k, (double)got[k]);
        ra_release(first), ra_release(late), ra_release(b);
        ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program children[] = {{"failing", program_failing}};

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cuMemAlloc_v2:1", "cuMemAlloc_v2:2", "cuModuleLoadData:1", "cuModuleGetFunction:1", "cuLaunchKernel:1", "cuLaunchKernel:2", "cuEventCreate:1", "cuEventRecord:1", "cuEventSynchronize:1"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char text[1024];
        setenv("SIMCUDA_FAIL", calls[i], 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        if (code || *text)
            fail_msg("%s fails: exit status %d, %s", calls[i], code, text);
    }
}

int main(int argc, char **argv)
{
    find_driver();
    setenv("SIMCUDA_MEMORY", "67108864", 0);
    CHILD_MAIN(argc, argv, children);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(one_launch_and_the_same_bits, 200, NULL, shut_down),
        HARNESS_TEST(random_programs, 200, NULL, shut_down),
        TEST_AROUND(what_is_elided_has_no_memory, NULL, shut_down),
        TEST_AROUND(what_is_held_is_there, NULL, shut_down),
        HARNESS_TEST(more_than_a_program_takes, 100, NULL, shut_down),
        TEST_AROUND(a_failure_before_it, NULL, shut_down),
        TEST_AROUND(cancelled_and_released, NULL, shut_down),
        HARNESS_TEST(calls_that_fail, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
