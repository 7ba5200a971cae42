/*
 * Composites of the table: in reflection, messages, failures and out= forms one operator, whatever they are made of. Their values are in
 * test_vectors.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include "async/front/specialise.h"
#include "async/os/os.h"
#include "async/os/point.h"
#include "async/thread/state.h"

#include <runahead/ops.h>
#include <string.h>

static void expect_message(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in \"%s\"", part, text);
}

static void it_is_a_row_like_any(void **state)
{
    (void)state;
    start(1);
    const ra_op *op = ra_op_find("mse_loss");
    assert_non_null(op);
    assert_true(ra_op_properties(op) & RA_OP_COMPOSITE);
    assert_int_equal(ra_op_variants(op), RA_FUNCTIONAL | RA_OUT);
    assert_true(ra_op_devices(op) >> RA_CPU & ra_op_devices(op) >> RA_META & 1);
    assert_true(ra_op_dtypes(op) >> RA_FLOAT32 & 1);
    assert_false(ra_op_dtypes(op) >> RA_INT64 & 1);
    stop();
}

/* As PyTorch 2.13 lays it out where what lies behind its target is permuted, and has no elements. */
static void kl_div_lies_as_its_terms_do(void **state)
{
    (void)state;
    start(1);
    ra_scope_begin();
    ra_tensor *memory = ra_zeros(RA_DIMS(100)), *self = ra_as_strided(memory, RA_DIMS(3, 3, 0, 3), RA_DIMS(21, 6, 3, 1), 0), *target = ra_as_strided(memory, RA_DIMS(3, 0, 3), RA_DIMS(1, 6, 3), 0);
    ra_tensor *loss = ra_kl_div(self, target, RA_OPTS(ra_kl_div, .reduction = "none"));
    static const int64_t strides[] = {0, 3, 9, 1};
    assert_non_null(loss);
    for (int d = 0; d < 4; d++)
        assert_int_equal(ra_stride(loss, d), strides[d]);
    OK(ra_scope_end());
    stop();
}

static void a_refusal_names_it_its_arguments_and_the_place(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_zeros(RA_DIMS(2, 3), NULL), *y = ra_zeros(RA_DIMS(3, 2), NULL), *n = ra_zeros(RA_DIMS(2, 3), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    OK(ra_wait_all());
    const size_t live = ra_get_memory_stats().live;
    char place[64];
    snprintf(place, sizeof place, "(called at %s:%d)", __FILE__, __LINE__ + 1);
    assert_null(ra_hstack(RA_LIST(x, y)));
    assert_int_equal(strncmp(ra_last_error(), "hstack(float32 [2, 3], float32 [3, 2]): ", 40), 0);
    expect_message(ra_last_error(), place);
    assert_int_equal(ra_last_status(), RA_ERR_SHAPE);
    ra_clear_error();
    assert_null(ra_mse_loss(n, n, NULL));
    expect_message(ra_last_error(), "mse_loss(int64 [2, 3], int64 [2, 3]): not defined for dtype int64 (called at ");
    ra_clear_error();
    assert_null(ra_hstack(ra_tensors_of(NULL, 0)));
    expect_message(ra_last_error(), "hstack(): tensors: ");
    ra_clear_error();
    assert_int_equal(ra_mse_loss_out(x, x, y, NULL), RA_ERR_SHAPE); /* and out= is as it was */
    expect_message(ra_last_error(), "mse_loss_out(float32 [2, 3], float32 [3, 2]): ");
    assert_int_equal(ra_ndim(x), 2);
    ra_clear_error();
    assert_int_equal(ra_get_memory_stats().live, live);
    RELEASE(x, y, n);
    stop();
}

static void a_failure_goes_through_it_by_its_name(void **state)
{
    (void)state;
    start(1);
    char text[2048];
    ra_tensor *table = ra_zeros(RA_DIMS(3, 2), NULL), *far = ra_full(RA_DIMS(4), 7), *rows = ra_embedding(table, far);
    ra_tensor *loss = ra_mse_loss(rows, rows, NULL);
    const int line = __LINE__ - 1;
    assert_int_equal(ra_wait(loss), RA_ERR_INDEX);
    assert_int_equal(ra_tensor_error(loss, text, sizeof text), RA_ERR_INDEX);
    char place[64];
    snprintf(place, sizeof place, "at %s:%d", __FILE__, line);
    expect_message(text, "reached mse_loss(");
    expect_message(text, place);
    assert_null(strstr(text, "sub("));
    assert_null(strstr(text, "square("));
    ra_clear_error();
    /* the same operators, called by the program itself, keep their own names */
    ra_tensor *difference = ra_sub(rows, rows, NULL);
    assert_int_equal(ra_wait(difference), RA_ERR_INDEX);
    ra_tensor_error(difference, text, sizeof text);
    expect_message(text, "reached sub(");
    ra_clear_error();
    RELEASE(table, far, rows, loss, difference);
    stop();
}

static void what_is_given_takes_the_result(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_arange(0.0, 6.0, 1.0), *m = ra_view(x, RA_DIMS(2, 3)), *wide = ra_empty(RA_DIMS(2, 3), RA_OPTS(ra_empty, .dtype = RA_FLOAT64));
    ra_tensor *base = ra_zeros(RA_DIMS(3, 2), NULL), *columns = ra_transpose(base, 0, 1), *zero = ra_zeros_like(m);
    OK(ra_mse_loss_out(wide, m, zero, RA_OPTS(ra_mse_loss, .reduction = "none")));
    ra_tensor *narrow = ra_to(wide, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
    assert_true(at(narrow, 5) == 25);
    OK(ra_mse_loss_out(columns, m, zero, RA_OPTS(ra_mse_loss, .reduction = "none")));
    assert_int_equal(ra_stride(columns, 0), 1);
    ra_tensor *rows = ra_contiguous(columns, NULL);
    assert_true(at(rows, 1) == 1 && at(rows, 3) == 9);
    OK(ra_mse_loss_out(wide, m, zero, NULL));
    assert_int_equal(ra_ndim(wide), 0);
    ra_clear_error();
    RELEASE(x, m, wide, narrow, base, columns, zero, rows);
    stop();
}

static void it_describes_what_it_gives(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_empty(RA_DIMS(1000000, 1000000), RA_OPTS(ra_empty, .device = RA_META)), *v, *mean;
    OK(ra_var_mean(x, RA_DIMS(0), &v, &mean, RA_OPTS(ra_var_mean, .keepdim = true)));
    assert_int_equal(ra_size(v, 1), 1000000);
    assert_int_equal(ra_size(mean, 0), 1);
    assert_int_equal(ra_tensor_device(mean), RA_META);
    RELEASE(x, v, mean);
    stop();
}

/* As many differences as sizes reach are not recorded one after another where there is nothing to compute. */
static void it_does_not_repeat_what_computes_nothing(void **state)
{
    (void)state;
    const int64_t many = INT64_C(1) << 58;
    start(1);
    ra_tensor *x = ra_empty(RA_DIMS(2, many), RA_OPTS(ra_empty, .device = RA_META)), *d = ra_diff(x, many - 5, -1, RA_NONE, RA_NONE);
    ra_tensor *none = ra_diff(x, INT64_MAX, -1, RA_NONE, RA_NONE), *three = ra_diff(x, 3, -1, RA_NONE, RA_NONE);
    ra_tensor *values = ra_ones(RA_DIMS(2, 4), NULL), *over = ra_diff(values, INT64_MAX, -1, RA_NONE, RA_NONE);
    ra_tensor *empty = ra_empty(RA_DIMS(0, many), NULL), *of_empty = ra_diff(empty, many - 1, -1, RA_NONE, RA_NONE);
    assert_int_equal(ra_size(d, 0), 2);
    assert_int_equal(ra_size(d, 1), 5);
    assert_int_equal(ra_size(none, 1), 0);
    assert_int_equal(ra_size(three, 1), many - 3);
    assert_int_equal(ra_size(over, 1), 0);
    assert_int_equal(ra_size(of_empty, 1), 1);
    OK(ra_wait(over));
    OK(ra_wait(of_empty));
    /* nor are the rows of an attention, some at a time, nor the phases of a transposed convolution */
    ra_tensor *query = ra_empty(RA_DIMS(1, many / 4, 2), RA_OPTS(ra_empty, .device = RA_META)), *key = ra_empty(RA_DIMS(1, 3, 2), RA_OPTS(ra_empty, .device = RA_META));
    ra_tensor *rows = ra_scaled_dot_product_attention(query, key, key, RA_NONE), *line = ra_empty(RA_DIMS(1, 1, 5), RA_OPTS(ra_empty, .device = RA_META));
    ra_tensor *weight = ra_empty(RA_DIMS(1, 1, 3), RA_OPTS(ra_empty, .device = RA_META));
    ra_tensor *apart = ra_conv_transpose1d(line, weight, RA_NONE, RA_OPTS(ra_conv_transpose1d, .stride = {1 << 28}));
    assert_int_equal(ra_size(rows, 1), many / 4);
    assert_int_equal(ra_size(apart, 2), 4 * (INT64_C(1) << 28) + 3);
    RELEASE(query, key, rows, line, weight, apart);
    RELEASE(x, d, none, three, values, over, empty, of_empty);
    stop();
}

/* Each allocation of a call fails once. It is the operator that ran out of memory, and its arguments are not blamed. */
static void where_memory_ends_it_says_so_by_its_name(void **state)
{
    (void)state;
    ra_set_execution(RA_SYNC);
    ra_tensor *x = ra_ones(RA_DIMS(3, 3), NULL), *places = ra_zeros(RA_DIMS(2), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    ra_tensor *block = ra_ones(RA_DIMS(200, 200)), *lines = ra_ones(RA_DIMS(64, 16));
    static const char *const names[] = {"index_fill(float32 [3, 3], int64 [2]",  "quantile(float32 [3, 3]",       "celu_(float32 [3, 3]",
                                        "mse_loss_out(float32 [3, 3], float32 [3, 3]", "block_diag(float32 [200, 200]", "kron(float32 [64, 16]",
                                        "cov(float32 [200, 200]"};
    for (int which = 0; which < 7; which++) {
        long failed = 0, hits = 1;
        for (long n = 1; hits; n++) {
            ra_tensor *given = ra_ones(RA_DIMS(3, 3), NULL), *made = NULL;
            ra__special_forget(); /* or nothing is allocated */
            ra__os_fault_arm_call(RA__OS_HEAP, n, 1);
            if (which == 0)
                made = ra_index_fill(given, 0, places, 2.0);
            else if (which == 1)
                made = ra_quantile(given, 0.5, RA_ALL, NULL);
            else if (which == 2)
                (void)!ra_celu_(given, 1.0);
            else if (which == 3)
                (void)!ra_mse_loss_out(given, x, x, NULL);
            else
                made = which == 4 ? ra_block_diag(RA_LIST(block, block)) : which == 5 ? ra_kron(lines, lines) : ra_cov(block, RA_NONE, RA_NONE, NULL);
            hits = ra__os_fault_hits();
            ra__os_fault_disarm();
            if (ra_last_status()) {
                failed++;
                if (ra_last_status() != RA_ERR_MEMORY)
                    fail_msg("%s", ra_last_error());
                expect_message(ra_last_error(), names[which]);
            }
            ra_clear_error();
            RELEASE(given, made);
        }
        assert_true(failed > 0);
    }
    RELEASE(x, places, block, lines);
    stop();
}

/* Where there is much around its blocks, nothing is written twice; where there is little, zeros lie below them. */
static void blocks_lie_along_the_diagonal(void **state)
{
    (void)state;
    start(2);
    for (int64_t many = 1; many <= 20; many += 19) {
        ra_tensor *list[4] = {ra_full(RA_DIMS(200 / many, 150 / many), 1.0), ra_full(RA_DIMS(70), 2.0), ra_full(RA_DIMS(0, 5), 3.0),
                              ra_full(RA_DIMS(120 / many, 90 / many), 4, RA_OPTS(ra_full, .dtype = RA_INT64))};
        ra_tensor *dirt = ra_full(RA_DIMS(200 / many + 1 + 120 / many, 150 / many + 70 + 5 + 90 / many), 9.0), *given = NULL;
        OK(ra_wait(dirt));
        ra_release(dirt); /* whose memory comes back */
        given = ra_block_diag(ra_tensors_of((const ra_tensor *const *)list, 4));
        const int64_t columns = ra_size(given, 1);
        assert_int_equal(ra_tensor_dtype(given), RA_FLOAT32);
        const float *at = ra_data_f32(given, NULL);
        int64_t row = 0, column = 0;
        for (int i = 0; i < 4; i++) {
            const int64_t height = ra_ndim(list[i]) == 2 ? ra_size(list[i], 0) : 1, width = ra_size(list[i], -1);
            for (int64_t r = row; r < row + height; r++)
                for (int64_t c = 0; c < columns; c++)
                    assert_true(at[r * columns + c] == (c >= column && c < column + width ? (float)(i + 1) : 0));
            row += height;
            column += width;
        }
        assert_int_equal(row, ra_size(given, 0));
        assert_int_equal(column, columns);
        RELEASE(list[0], list[1], list[2], list[3], given);
    }
    stop();
}

static _Atomic int published, published_within;

static void look_at_what_is_published(enum ra__point point)
{
    if (point != RA__POINT_PUBLISH || ra__is_worker())
        return;
    atomic_fetch_add(&published, 1);
    if (ra__tls.carried.within)
        atomic_fetch_add(&published_within, 1);
}

/* All at once, so that a worker that searches takes the chain, not its first operator; and without anybody who waits. */
static void its_operators_are_there_once_all_are_recorded(void **state)
{
    (void)state;
    const ra_config config = {.size = sizeof config, .workers = 1, .no_inline = true};
    OK(ra_init(&config));
    ra_tensor *x = ra_ones(RA_DIMS(100)), *y = ra_zeros(RA_DIMS(100)), *target = ra_ones(RA_DIMS(100));
    OK(ra_wait_all());
    atomic_store(&published, 0);
    atomic_store(&published_within, 0);
    atomic_store(&ra__point_hooked, look_at_what_is_published);
    ra_tensor *of_one = ra_mse_loss(x, y), *of_two = ra_margin_ranking_loss(x, y, target);
    EVENTUALLY(ra_is_ready(of_one) && ra_is_ready(of_two));
    atomic_store(&ra__point_hooked, NULL);
    assert_true(atomic_load(&published) >= 2);
    assert_int_equal(atomic_load(&published_within), 0);
    assert_true(*ra_data_f32(of_one, NULL) == 1 && *ra_data_f32(of_two, NULL) == 0);
    RELEASE(x, y, target, of_one, of_two);
    stop();
}

/* Nor of memory that nobody has written, as where the first of its operators was to do that. */
static void it_computes_nothing_where_it_is_refused(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_zeros(RA_DIMS(3)), *truth = ra_to(x, RA_OPTS(ra_to, .dtype = RA_BOOL));
    OK(ra_wait(truth));
    const ra_stats before = ra_get_stats();
    assert_null(ra_binary_cross_entropy_with_logits(truth, truth, truth, RA_NONE));
    expect_message(ra_last_error(), "log_sigmoid(bool [3])");
    ra_clear_error();
    const ra_stats after = ra_get_stats();
    assert_int_equal(after.recorded + after.ran_inline, before.recorded + before.ran_inline);
    RELEASE(x, truth);
    stop();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(it_is_a_row_like_any, clean_up),           cmocka_unit_test_teardown(kl_div_lies_as_its_terms_do, clean_up),
        cmocka_unit_test_teardown(a_refusal_names_it_its_arguments_and_the_place, clean_up),
        cmocka_unit_test_teardown(a_failure_goes_through_it_by_its_name, clean_up), cmocka_unit_test_teardown(what_is_given_takes_the_result, clean_up),
        cmocka_unit_test_teardown(it_describes_what_it_gives, clean_up), cmocka_unit_test_teardown(it_does_not_repeat_what_computes_nothing, clean_up),
        cmocka_unit_test_teardown(where_memory_ends_it_says_so_by_its_name, clean_up), cmocka_unit_test_teardown(blocks_lie_along_the_diagonal, clean_up),
        cmocka_unit_test_teardown(its_operators_are_there_once_all_are_recorded, clean_up),
        cmocka_unit_test_teardown(it_computes_nothing_where_it_is_refused, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
