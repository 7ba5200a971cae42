/*
 * Fusion: what runs together and what must not, what is never in memory, and that the bits are those of the unfused run.
 *
 * A held kernel's result stands at the head of most programs here, so that all of a program is recorded before any of it
 * can run, whatever the number of workers.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

enum { N = 40000 }; /* more than a tile, and no multiple of one */

static void start_with(int workers, ra_fusion fusion)
{
    ra_clear_error();
    ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .fusion = fusion, .relief_percent = -1};
    OK(ra_init(&config));
    ra_reset_stats();
}

static ra_tensor *ramp(int64_t rows, int64_t columns)
{
    ra_tensor *flat = ra_arange(0, rows * columns, 1), *scaled = ra_mul(flat, 1e-4);
    ra_tensor *t = ra_reshape(scaled, RA_DIMS(rows, columns));
    RELEASE(flat, scaled);
    OK(ra_wait(t));
    return t;
}

static int shut_down(void **state)
{
    clean_up(state);
    return ra_shutdown();
}

/* ---- programs: from x (float32 [rows, columns]) and a number that comes late, within a scope ---- */

typedef ra_tensor *(*program)(const ra_tensor *x, const ra_tensor *late);

static ra_tensor *eight_operators(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_mul(x, late);
    t = ra_add(t, 1.5);
    t = ra_relu(t);
    t = ra_mul(t, x);
    t = ra_sub(t, late);
    t = ra_abs(t);
    t = ra_sqrt(t);
    t = ra_tanh(t);
    return t;
}

/* A row and a column are broadcast, dtypes change on the way, and a mask is made besides. */
static ra_tensor *broadcasts_and_casts(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *row = ra_select(x, 0, 3), *column = ra_narrow(x, 1, 2, 1);
    ra_tensor *t = ra_sub(x, late);
    t = ra_add(t, row);
    ra_tensor *mask = ra_gt(t, 0.25);
    t = ra_mul(t, column);
    t = ra_to(t, RA_OPTS(ra_to, .dtype = RA_BFLOAT16));
    ra_tensor *wide = ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    t = ra_where(mask, t, wide);
    return t;
}

/* The second comparison waits for nothing, and is only needed later. */
static ra_tensor *joins_two_roots(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late), *other = ra_mul(x, late);
    ra_tensor *mask = ra_lt(other, 2);
    t = ra_where(mask, t, other);
    t = ra_exp(t);
    return t;
}

static ra_tensor *works_in_place(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late);
    OK(ra_mul_(t, x));
    OK(ra_sub_(t, 1));
    ra_tensor *twice = ra_mul(t, 2);
    OK(ra_abs_(t));
    t = ra_add(t, twice);
    return t;
}

/* Neighbours, and the other order of dimensions: none of it may be computed tile by tile. */
static ra_tensor *shifts_and_turns(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late);
    int64_t rows = ra_size(x, 0);
    ra_tensor *upper = ra_narrow(t, 0, 0, rows - 1), *lower = ra_narrow(t, 0, 1, rows - 1);
    ra_tensor *copy = ra_clone(upper);
    OK(ra_add_(upper, 1));
    OK(ra_sub_(lower, copy));
    ra_tensor *turned = ra_t(t), *c = ra_contiguous(turned);
    t = ra_mul(turned, c);
    return t;
}

/* A result that is kept, one that is only seen through a view, and one that is overwritten. */
static ra_tensor *keeps_some(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late), *kept = ra_mul(t, 3), *first = ra_select(kept, 0, 0);
    t = ra_sub(kept, t);
    OK(ra_fill_(kept, RA_F(2)));
    t = ra_add(t, kept);
    t = ra_add(t, first);
    return t;
}

/* What reads lines, or everything, may end a group. */
static ra_tensor *ends_in_a_sum(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_mul(x, late);
    t = ra_sub(t, 1);
    t = ra_sum(t, RA_ALL);
    return t;
}

static ra_tensor *ends_in_sums_of_lines(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late);
    t = ra_square(t);
    t = ra_sum(t, RA_DIMS(1), RA_OPTS(ra_sum, .keepdim = true));
    t = ra_sqrt(t);
    return t;
}

static ra_tensor *ends_in_softmax(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_div(x, late);
    t = ra_neg(t);
    t = ra_softmax(t, -1);
    return t;
}

/* The weights of a norm are read as a whole: where the group makes them, the norm is no member. */
static ra_tensor *ends_in_a_norm(const ra_tensor *x, const ra_tensor *late)
{
    int64_t columns = ra_size(x, 1);
    ra_tensor *row = ra_select(x, 0, 1), *weight = ra_add(row, late), *t = ra_div(x, late);
    t = ra_exp(t);
    t = ra_layer_norm(t, RA_DIMS(columns), weight, RA_NONE);
    return t;
}

/* Two that read the same lines, and a sum that is no sum of lines. */
static ra_tensor *ends_in_several(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *t = ra_add(x, late), *lines = ra_sum(t, RA_DIMS(1), RA_OPTS(ra_sum, .keepdim = true)), *columns = ra_sum(t, RA_DIMS(0), RA_OPTS(ra_sum, .keepdim = true)), *most = ra_amax(t, RA_DIMS(1), RA_OPTS(ra_amax, .keepdim = true));
    t = ra_mul(lines, columns);
    t = ra_add(t, most);
    return t;
}

/* A product or convolution begins a group. Here a large one, whose tiles have columns between them: linear, then gelu. */
static ra_tensor *begins_with_a_product(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *turned = ra_t(a), *row = ra_select(x, 0, 2), *t = ra_mm(turned, x);
    t = ra_add(t, row);
    t = ra_gelu(t);
    return t;
}

/* A batch of small ones, several to a grain; the result changes its width, and is worked on in place. */
static ra_tensor *begins_with_small_products(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *cubes = ra_reshape(a, RA_DIMS(25, 40, 40)), *t = ra_bmm(cubes, cubes);
    OK(ra_mul_(t, 0.5));
    ra_tensor *wide = ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)), *mask = ra_gt(t, 3);
    t = ra_where(mask, wide, t);
    t = ra_sqrt(t);
    return t;
}

/* Of a dtype whose tiles make their own panels. */
static ra_tensor *begins_with_a_product_of_halves(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *square = ra_reshape(a, RA_DIMS(200, 200)), *half = ra_to(square, RA_OPTS(ra_to, .dtype = RA_BFLOAT16));
    ra_tensor *t = ra_mm(half, half);
    t = ra_relu(t);
    t = ra_mul(t, half);
    return t;
}

/* What it reads as a whole is written by none of the group. */
static ra_tensor *begins_with_what_is_overwritten(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *view = ra_reshape(a, RA_DIMS(200, 200)), *square = ra_to(view, RA_OPTS(ra_to, .dtype = RA_FLOAT64));
    ra_tensor *t = ra_mm(square, square); /* several grains */
    OK(ra_add_(square, t));
    t = ra_mul(t, square);
    return t;
}

/* Into columns, which are the inner dimension of what follows as well. */
static ra_tensor *begins_with_a_product_in_columns(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *square = ra_reshape(a, RA_DIMS(200, 200));
    ra_tensor *room = ra_empty(RA_DIMS(200, 200)), *t = ra_t(room);
    OK(ra_mm_out(t, square, square));
    t = ra_abs(t);
    t = ra_sqrt(t);
    return t;
}

static ra_tensor *begins_with_a_convolution(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *image = ra_reshape(a, RA_DIMS(2, 8, 50, 50));
    ra_tensor *some = ra_narrow(x, 1, 0, 1152 / 8), *few = ra_narrow(some, 0, 0, 16), *weight = ra_reshape(few, RA_DIMS(32, 8, 3, 3));
    ra_tensor *t = ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1}));
    t = ra_relu(t);
    t = ra_add(t, 1);
    return t;
}

/* Depthwise, with steps, and rows that are cut. */
static ra_tensor *begins_with_narrow_convolutions(const ra_tensor *x, const ra_tensor *late)
{
    ra_tensor *a = ra_add(x, late), *image = ra_reshape(a, RA_DIMS(1, 4, 50, 200)), *some = ra_narrow(x, 1, 0, 9), *few = ra_narrow(some, 0, 0, 4);
    ra_tensor *weight = ra_reshape(few, RA_DIMS(4, 1, 3, 3)), *t = ra_conv2d(image, weight, RA_NONE, RA_OPTS(ra_conv2d, .groups = RA_I(4)));
    t = ra_neg(t);
    t = ra_exp(t);
    return t;
}

static const program programs[] = {eight_operators,
                                   broadcasts_and_casts,
                                   joins_two_roots,
                                   works_in_place,
                                   shifts_and_turns,
                                   keeps_some,
                                   ends_in_a_sum,
                                   ends_in_sums_of_lines,
                                   ends_in_softmax,
                                   ends_in_a_norm,
                                   ends_in_several,
                                   begins_with_a_product,
                                   begins_with_small_products,
                                   begins_with_a_product_of_halves,
                                   begins_with_what_is_overwritten,
                                   begins_with_a_product_in_columns,
                                   begins_with_a_convolution,
                                   begins_with_narrow_convolutions};
enum { PROGRAMS = sizeof programs / sizeof *programs };

/* ---- the bits ---- */

/* Of its handles the result alone is left. */
static ra_tensor *record(program p, const ra_tensor *x, const ra_tensor *late)
{
    ra_scope_begin();
    ra_tensor *t = ra_keep(p(x, late));
    if (ra_scope_end() || !t)
        fail_msg("%s", ra_last_error());
    return t;
}

/* help: the thread that waits runs what it finds; it may find the first task before the held one has told all that wait for it. */
static ra_tensor *run(program p, int workers, ra_fusion fusion, bool help)
{
    held h = {.open = workers < 0};
    ra_set_execution(RA_RUN_AHEAD);
    start_with(workers, fusion);
    ra_tensor *x = ramp(25, N / 25), *late = held_new(&h, 1), *t = record(p, x, late);
    let_go(&h);
    if (!help && workers > 0)
        EVENTUALLY(ra_is_ready(t));
    OK(ra_wait(t));
    RELEASE(x, late);
    return t;
}

static void bits_are_those_of_the_unfused_run(void **state)
{
    (void)state;
    static const int workers[] = {-1, 1, 2, 7};
    for (int i = 0; i < PROGRAMS; i++) {
        ra_tensor *wanted = run(programs[i], -1, RA_FUSION_OFF, true);
        assert_int_equal(ra_get_stats().fused, 0);
        OK(ra_shutdown());
        for (int fusion = RA_FUSION_ON; fusion <= RA_FUSION_RANDOM; fusion++)
            for (int k = 0; k < 4; k++) {
                ra_tensor *t = run(programs[i], workers[k], (ra_fusion)fusion, true);
                bool same = false;
                OK(ra_equal(t, wanted, &same));
                assert_true(same);
                ra_release(t);
                OK(ra_shutdown());
            }
        ra_release(wanted);
    }
}

/* ---- what runs together ---- */

/* Fused tasks and results without memory of a program, with its handles released. */
static void expect(program p, int workers, uint64_t fused, uint64_t groups, uint64_t elided)
{
    ra_tensor *t = run(p, workers, RA_FUSION_ALWAYS, false);
    ra_stats s = ra_get_stats();
    assert_int_equal(s.fused, fused);
    assert_int_equal(s.fused_groups, groups);
    assert_int_equal(s.elided, elided);
    ra_release(t);
    stop();
}

static void a_chain_is_one_group_and_leaves_one_result(void **state)
{
    (void)state;
    expect(eight_operators, -1, 8, 1, 7);
    expect(eight_operators, 1, 8, 1, 7);
}

static void what_is_needed_besides_joins(void **state)
{
    (void)state;
    expect(joins_two_roots, -1, 5, 1, 4);
}

static void broadcasts_casts_and_masks_join(void **state)
{
    (void)state;
    expect(broadcasts_and_casts, -1, 7, 1, 6);
}

/* One storage through four tasks: its memory is a tile as well. */
static void work_in_place_joins(void **state)
{
    (void)state;
    expect(works_in_place, -1, 6, 1, 2);
}

static void reductions_and_norms_of_lines_end_a_group(void **state)
{
    (void)state;
    expect(ends_in_a_sum, -1, 3, 1, 2);
    expect(ends_in_sums_of_lines, -1, 3, 1, 2);
    expect(ends_in_softmax, -1, 3, 1, 2);
    expect(ends_in_a_norm, -1, 3, 1, 2);
}

/* Their result lies where the group's does, if nobody else wants it and it is as wide; else it has memory of its own. */
static void products_and_convolutions_begin_a_group(void **state)
{
    (void)state;
    expect(begins_with_a_product, -1, 3, 1, 2);
    expect(begins_with_a_product, 2, 3, 1, 2);
    expect(begins_with_small_products, -1, 6, 1, 3);
    expect(begins_with_a_product_of_halves, -1, 3, 1, 2);
    expect(begins_with_what_is_overwritten, -1, 2, 1, 0); /* what comes after it */
    expect(begins_with_a_product_in_columns, -1, 3, 1, 2);
    expect(begins_with_a_convolution, -1, 3, 1, 2);
    expect(begins_with_narrow_convolutions, -1, 3, 1, 2);
}

/* Of two results of a reduction nobody wants one: it is no tile, since it does not go over the space. */
static void an_unwanted_result_of_a_tail_is_in_memory(void **state)
{
    (void)state;
    for (int unwanted = 0; unwanted < 2; unwanted++) {
        start_with(-1, RA_FUSION_ALWAYS);
        ra_tensor *x = ramp(25, N / 25), *t = ra_mul(x, -1), *found[2];
        OK(ra_max(t, 1, &found[0], &found[1]));
        ra_release(t);
        ra_release(found[unwanted]);
        OK(ra_wait(found[!unwanted]));
        assert_int_equal(ra_get_stats().elided, 1); /* what is reduced */
        assert_true(ra_get_stats().fused >= 2);
        for (int64_t i = 0; i < 25; i++)
            assert_true(at(found[!unwanted], i) == (unwanted ? -at(x, i * (N / 25)) : 0));
        ra_release(found[!unwanted]);
        ra_release(x);
        stop();
    }
}

static void results_that_are_kept_are_in_memory(void **state)
{
    (void)state;
    start_with(-1, RA_FUSION_ALWAYS);
    held h = {.open = true};
    ra_tensor *x = ramp(1, N), *late = held_new(&h, 1);
    ra_tensor *a = ra_add(x, late), *b = ra_mul(a, 2), *c = ra_sub(b, 1), *view = ra_narrow(b, 1, 5, 3);
    ra_release(b);
    OK(ra_wait(c));
    assert_int_equal(ra_get_stats().fused, 3);
    assert_int_equal(ra_get_stats().elided, 0);
    assert_true(at(a, 7) == at(x, 7) + 1000);
    assert_true(at(view, 0) == 2 * at(a, 5));
    assert_true(at(c, 5) == at(view, 0) - 1);
    RELEASE(x, late, a, c, view);
    stop();
}

static void small_results_are_left_alone(void **state)
{
    (void)state;
    start_with(-1, RA_FUSION_ON);
    ra_tensor *x = ramp(1, 100), *late = ra_ones(RA_DIMS(1)), *t = record(eight_operators, x, late);
    OK(ra_wait(t));
    assert_int_equal(ra_get_stats().fused, 0);
    RELEASE(x, late, t);
    stop();
}

static ra_tensor *product_and_two(const ra_tensor *a, const ra_tensor *late)
{
    (void)late;
    return ra_abs(ra_relu(ra_mm(a, a)));
}

/* A product that is computed in narrow columns leaves its elements to what comes after it. */
static void products_of_short_runs_begin_no_group(void **state)
{
    (void)state;
    const struct {
        int64_t side;
        uint64_t fused;
    } cases[] = {{128, 2}, {512, 3}};
    for (size_t i = 0; i < 2; i++) {
        start_with(-1, RA_FUSION_ON);
        ra_tensor *a = ra_full(RA_DIMS(cases[i].side, cases[i].side), 0.5);
        OK(ra_wait(a));
        ra_tensor *t = record(product_and_two, a, NULL);
        OK(ra_wait(t));
        assert_int_equal(ra_get_stats().fused, cases[i].fused);
        RELEASE(a, t);
        stop();
    }
}

static void a_chain_takes_no_memory_but_its_result(void **state)
{
    (void)state;
    enum { LARGE = 1 << 22 };
    start_with(-1, RA_FUSION_ALWAYS);
    ra_tensor *x = ramp(1, LARGE), *late = ra_ones(RA_DIMS(1));
    OK(ra_wait(late));
    ra_trim(0);
    size_t before = ra_get_memory_stats().live, fresh = ra_get_memory_stats().fresh;
    ra_tensor *t = record(eight_operators, x, late);
    OK(ra_wait(t));
    ra_memory_stats m = ra_get_memory_stats();
    assert_true(m.live - before <= LARGE * 4 + 4096);
    assert_true(m.fresh - fresh <= LARGE * 4 + (4 << 20));
    RELEASE(x, late, t);
    stop();
}

/* ---- errors ---- */

/* A division that fails is never a member, and what follows from it inherits the failure as ever. */
static void data_errors_reach_what_depends_on_them_alone(void **state)
{
    (void)state;
    start_with(-1, RA_FUSION_ALWAYS);
    ra_tensor *n = ra_arange(0, N, 1), *zero = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    ra_tensor *a = ra_add(n, 1), *b = ra_remainder(a, zero), *c = ra_mul(b, 2), *d = ra_mul(a, 2), *e = ra_sub(d, 1);
    assert_int_equal(ra_wait(c), RA_ERR_DIVIDE);
    assert_non_null(strstr(ra_last_error(), "remainder"));
    ra_clear_error();
    OK(ra_wait(e));
    RELEASE(n, zero, a, b, c, d, e);
    stop();
}

/* A condition that is there for the taking, and whose bytes have failed, is run by itself: its failure is handed on. */
static void what_is_needed_besides_may_have_failed(void **state)
{
    (void)state;
    start_with(-1, RA_FUSION_ALWAYS);
    ra_tensor *x = ramp(1, N), *n = ra_arange(0, N, 1), *line = ra_reshape(n, RA_DIMS(1, N)), *zero = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    ra_tensor *bad = ra_remainder(line, zero);
    assert_int_equal(ra_wait(bad), RA_ERR_DIVIDE);
    ra_clear_error();
    ra_tensor *mask = ra_eq(bad, 0), *t = ra_add(x, 1), *twice = ra_mul(t, 2), *chosen = ra_where(mask, t, x);
    assert_int_equal(ra_wait(chosen), RA_ERR_DIVIDE);
    assert_non_null(strstr(ra_last_error(), "remainder"));
    ra_clear_error();
    OK(ra_wait(twice));
    assert_true(at(twice, 9) == 2 * at(t, 9));
    RELEASE(x, n, line, zero, bad, mask, t, twice, chosen);
    stop();
}

static void cancelled_tasks_are_not_members(void **state)
{
    (void)state;
    start_with(-1, RA_FUSION_ALWAYS);
    ra_tensor *x = ramp(1, N), *a = ra_add(x, 1), *b = ra_mul(a, 2), *c = ra_sub(b, 1);
    OK(ra_cancel(b));
    assert_int_equal(ra_wait(c), RA_ERR_CANCELLED);
    ra_clear_error();
    OK(ra_wait(a));
    RELEASE(x, a, b, c);
    stop();
}

/* Where there is no room for all results at once, members run one by one: those that fit are there. */
static void without_memory_members_run_apart(void **state)
{
    (void)state;
    enum { LARGE = 1 << 20 };
    ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .fusion = RA_FUSION_ALWAYS, .memory_limit = 4 * LARGE * 3 + LARGE};
    ra_clear_error();
    OK(ra_init(&config));
    ra_tensor *x = ramp(1, LARGE);
    ra_trim(0);
    ra_tensor *a = ra_add(x, 1), *b = ra_mul(a, 2), *c = ra_sub(b, 1), *d = ra_abs(c);
    assert_int_equal(ra_wait(d), RA_ERR_TASK_MEMORY);
    ra_clear_error();
    OK(ra_wait(a));
    OK(ra_wait(b));
    assert_true(at(b, 9) == 2 * at(a, 9));
    RELEASE(x, a, b, c, d);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(bits_are_those_of_the_unfused_run, NULL, shut_down),
        TEST_AROUND(a_chain_is_one_group_and_leaves_one_result, NULL, shut_down),
        TEST_AROUND(what_is_needed_besides_joins, NULL, shut_down),
        TEST_AROUND(broadcasts_casts_and_masks_join, NULL, shut_down),
        TEST_AROUND(work_in_place_joins, NULL, shut_down),
        TEST_AROUND(reductions_and_norms_of_lines_end_a_group, NULL, shut_down),
        TEST_AROUND(products_and_convolutions_begin_a_group, NULL, shut_down),
        TEST_AROUND(an_unwanted_result_of_a_tail_is_in_memory, NULL, shut_down),
        TEST_AROUND(results_that_are_kept_are_in_memory, NULL, shut_down),
        TEST_AROUND(small_results_are_left_alone, NULL, shut_down),
        TEST_AROUND(products_of_short_runs_begin_no_group, NULL, shut_down),
        TEST_AROUND(a_chain_takes_no_memory_but_its_result, NULL, shut_down),
        TEST_AROUND(data_errors_reach_what_depends_on_them_alone, NULL, shut_down),
        TEST_AROUND(what_is_needed_besides_may_have_failed, NULL, shut_down),
        TEST_AROUND(cancelled_tasks_are_not_members, NULL, shut_down),
        TEST_AROUND(without_memory_members_run_apart, NULL, shut_down),
    };
    moments_unused();
    unsetenv("RUNAHEAD_FUSION"); /* each test has its own */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
