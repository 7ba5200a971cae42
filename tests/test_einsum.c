/*
 * einsum, norms of matrices and covariances: what vectors cannot show. Where an equation is wrong is told, a view stays one, what an operand
 * has alone is summed before it is multiplied, and weights that are wrong fail when they are read. Their values are in test_vectors.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include <runahead/ops.h>
#include <string.h>

static void expect_refusal(ra_tensor *t, ra_status status, const char *part)
{
    assert_null(t);
    assert_int_equal(ra_last_status(), status);
    if (!strstr(ra_last_error(), part))
        fail_msg("\"%s\" is not in \"%s\"", part, ra_last_error());
    ra_clear_error();
}

static double number_of(const ra_tensor *t)
{
    ra_scalar s = {.kind = RA_SCALAR_NONE};
    OK(ra_item(t, &s));
    return s.value.f[0];
}

static void what_is_wrong_in_an_equation_is_told_with_its_place(void **state)
{
    (void)state;
    start(1);
    ra_tensor *x = ra_zeros(RA_DIMS(2, 3)), *y = ra_zeros(RA_DIMS(4, 3));
    OK(ra_wait_all());
    const size_t live = ra_get_memory_stats().live;
    expect_refusal(ra_einsum("ij,jk->ik", RA_LIST(x, y)), RA_ERR_SHAPE,
                   "einsum(float32 [2, 3], float32 [4, 3]): tensors: subscript j has size 4 in entry 1, and 3 in others: \"ij,jk->ik\"");
    expect_refusal(ra_einsum("i$,kj", RA_LIST(x, y)), RA_ERR_ARGUMENT, "at place 1 of \"i$,kj\"");
    expect_refusal(ra_einsum("ij,k.j", RA_LIST(x, y)), RA_ERR_ARGUMENT, "at place 4 of \"ij,k.j\"");
    expect_refusal(ra_einsum("ij,kj->i-k", RA_LIST(x, y)), RA_ERR_ARGUMENT, "at place 8 of");
    expect_refusal(ra_einsum("ij->jj", RA_LIST(x)), RA_ERR_ARGUMENT, "what the result has already at place 5 of");
    expect_refusal(ra_einsum("ij->ijk", RA_LIST(x)), RA_ERR_ARGUMENT, "a subscript that no operand has at place 6 of");
    expect_refusal(ra_einsum("...i...", RA_LIST(x)), RA_ERR_ARGUMENT, "a second ellipsis of one operand at place 4 of");
    expect_refusal(ra_einsum("ij,kj", RA_LIST(x)), RA_ERR_ARGUMENT, "more operands than there are tensors, from the comma at place 2 of");
    expect_refusal(ra_einsum("ij", RA_LIST(x, y)), RA_ERR_ARGUMENT, "has subscripts for 1 of 2 tensors");
    expect_refusal(ra_einsum("ijk", RA_LIST(x)), RA_ERR_SHAPE, "entry 0 has 2 dimensions, and 3 subscripts");
    expect_refusal(ra_einsum("ii", RA_LIST(x)), RA_ERR_SHAPE, "subscript i has size 3 in entry 0, and 2 in it as well");
    expect_refusal(ra_einsum("ab,cd,ef,gh,ij,kl,mn,op,qr", RA_LIST(x, x, x, x, x, x, x, x, x)), RA_ERR_SHAPE, "has 18 dimensions together, more than 16");
    expect_refusal(ra_einsum("", ra_tensors_of(NULL, 0)), RA_ERR_ARGUMENT, "tensors: is empty");
    assert_int_equal(ra_get_memory_stats().live, live);
    RELEASE(x, y);
    stop();
}

static void of_one_operand_it_is_a_view(void **state)
{
    (void)state;
    ra_scope_begin();
    ra_tensor *x = ra_zeros(RA_DIMS(3, 3)), *turned = ra_einsum("ij->ji", RA_LIST(x)), *line = ra_einsum("ii->i", RA_LIST(x)), *sum = ra_einsum("ii", RA_LIST(x));
    assert_true(ra_shares_storage(turned, x));
    assert_true(ra_shares_storage(line, x));
    assert_false(ra_shares_storage(sum, x));
    OK(ra_fill_(line, 2));
    assert_true(number_of(ra_einsum("ii->", RA_LIST(x))) == 6);
    assert_true(number_of(sum) == 0);
    OK(ra_scope_end());
}

/* Multiplied first, the two would have two million times a million elements. */
static void what_one_operand_has_alone_is_summed_before(void **state)
{
    (void)state;
    ra_scope_begin();
    ra_tensor *x = ra_ones(RA_DIMS(2, 1000)), *other = ra_ones(RA_DIMS(1000, 1000)), *y = ra_einsum("ij,kl->i", RA_LIST(x, other));
    assert_int_equal(ra_size(y, 0), 2);
    assert_true(number_of(ra_select(y, 0, 0)) == 1e9);
    ra_tensor *meta = ra_empty(RA_DIMS(1000000, 1000000), RA_OPTS(ra_empty, .device = RA_META)), *z = ra_einsum("ij,kj->ik", RA_LIST(meta, meta));
    assert_int_equal(ra_size(z, 1), 1000000);
    assert_int_equal(ra_tensor_device(z), RA_META);
    OK(ra_scope_end());
}

static void wrong_weights_fail_when_they_are_read(void **state)
{
    (void)state;
    static const int64_t given[][3] = {{1, -1, 2}, {0, 0, 0}, {1, 0, 2}};
    for (int k = 0; k < 3; k++) {
        ra_scope_begin();
        ra_tensor *x = ra_from_copy((float[]){1, 2, 3, 4, 6, 5}, RA_FLOAT32, RA_DIMS(2, 3)), *times = ra_from_copy(given[k], RA_INT64, RA_DIMS(3));
        ra_tensor *c = ra_cov(x, times, RA_NONE);
        assert_non_null(c);
        assert_int_equal(ra_wait(c), k < 2 ? RA_ERR_INDEX : RA_OK);
        ra_clear_error();
        (void)!ra_scope_end();
        ra_clear_error();
    }
}

static void norms_name_what_they_do_not_have(void **state)
{
    (void)state;
    ra_tensor *x = ra_ones(RA_DIMS(2, 3)), *v = ra_ones(RA_DIMS(3)), *cube = ra_ones(RA_DIMS(2, 2, 2));
    expect_refusal(ra_linalg_matrix_norm(x, 3), RA_ERR_ARGUMENT, "ord: 3 is none of 1, 2 and infinity");
    expect_refusal(ra_linalg_matrix_norm(v, 1), RA_ERR_SHAPE, "self: has 1 dimensions, fewer than 2");
    expect_refusal(ra_linalg_matrix_norm_str(x, "max"), RA_ERR_ARGUMENT, "argument ord must be one of fro, nuc");
    expect_refusal(ra_linalg_norm(cube, RA_OPTS(ra_linalg_norm, .ord = RA_I(1))), RA_ERR_SHAPE, "self: has 3 dimensions, not 1 or 2");
    expect_refusal(ra_linalg_matrix_norm(x, 1, RA_OPTS(ra_linalg_matrix_norm, .dim = RA_DIMS(0, -2))), RA_ERR_ARGUMENT, "dim: -2 appears twice");
    ra_tensor *all = ra_linalg_norm(cube), *columns = ra_linalg_matrix_norm(x, 1);
    assert_true(number_of(columns) == 2);
    assert_true(number_of(all) > 2.82 && number_of(all) < 2.83);
    RELEASE(x, v, cube, all, columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_is_wrong_in_an_equation_is_told_with_its_place, clean_up),
        cmocka_unit_test_teardown(of_one_operand_it_is_a_view, clean_up),
        cmocka_unit_test_teardown(what_one_operand_has_alone_is_summed_before, clean_up),
        cmocka_unit_test_teardown(wrong_weights_fail_when_they_are_read, clean_up),
        cmocka_unit_test_teardown(norms_name_what_they_do_not_have, clean_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
