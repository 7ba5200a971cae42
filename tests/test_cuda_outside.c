/*
 * Indices that are out of range, of every operator that takes some, also where the result, or what is indexed, has no element: what PyTorch
 * refuses on the processor is refused on either side, by the same words, which name the first of the indices; what it accepts is accepted.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

typedef struct told {
    ra_status status;
    char text[400];
} told;

static ra_tensor *on(int side, ra_tensor *t)
{
    return side == HERE ? t : there(t);
}

#define NONES(...) on(k, ra_zeros(RA_DIMS(__VA_ARGS__)))
#define AT(value, ...) on(k, ra_full(RA_DIMS(__VA_ARGS__), RA_I(value), RA_OPTS(ra_full, .dtype = RA_INT64)))
#define NO_DIMS on(k, ra_zeros(ra_dims_of(NULL, 0)))

/* What is said behind the operator and its call; y: NULL where the call was refused. */
static told outcome(ra_tensor *y)
{
    told t = {.status = y ? ra_wait(y) : ra_last_status()};
    const char *text = t.status ? strstr(ra_last_error(), "): ") : NULL;
    text = text ? text + 3 : t.status ? strstr(ra_last_error(), ": ") : "";
    snprintf(t.text, sizeof t.text, "%s", text ? text : "");
    char *where = strstr(t.text, " (called at");
    if (where)
        *where = 0;
    ra_clear_error();
    return t;
}

static ra_tensor *put_at(ra_tensor *self, ra_tensors indices, const ra_tensor *values, bool accumulate)
{
    return ra_index_put_(self, indices, values, accumulate) ? NULL : self;
}

static void check(const char *what, const told *of, bool is_refused)
{
    if (!of[HERE].status != !is_refused || of[THERE].status != of[HERE].status)
        fail_msg("%s: %s here and %s there, should be %s", what, ra_status_name(of[HERE].status), ra_status_name(of[THERE].status), is_refused ? "refused" : "accepted");
    if (!strstr(of[THERE].text, strncmp(of[HERE].text, "at ", 3) ? of[HERE].text : strstr(of[HERE].text, ": ")))
        fail_msg("%s: here \"%s\", there \"%s\"", what, of[HERE].text, of[THERE].text);
}

#define TRY(is_refused, expression) \
    do { \
        told of_[SIDES]; \
        ra_scope_begin(); \
        for (int k = 0; k < SIDES; k++) \
            of_[k] = outcome(expression); \
        check(#expression, of_, is_refused); \
        (void)!ra_scope_end(); \
        ra_clear_error(); \
    } while (0)

static void taken(void **state)
{
    (void)state;
    start(2);
    TRY(true, ra_index_select(NONES(3, 4), 0, AT(7, 2)));
    TRY(true, ra_index_select(NONES(3, 4), 1, AT(-1, 2)));
    TRY(true, ra_index_select(NONES(3, 0), 0, AT(7, 1)));
    TRY(true, ra_index_select(NONES(0, 3), 0, AT(0, 1)));
    TRY(true, ra_index_select(NONES(0, 0), 0, AT(0, 1)));
    TRY(false, ra_index_select(NONES(3, 0), 0, AT(2, 5)));
    TRY(false, ra_index_select(NONES(0, 3), 0, AT(0, 0)));
    TRY(true, ra_gather(NONES(3, 4), 0, AT(-9, 1, 4)));
    TRY(false, ra_gather(NONES(3, 0), 0, AT(7, 1, 0)));
    TRY(true, ra_gather(NONES(0, 3), 0, AT(0, 1, 3)));
    TRY(false, ra_gather(NONES(3, 4), 0, AT(7, 0, 4)));
    TRY(false, ra_take_along_dim(NONES(3, 0), AT(7, 1, 0), RA_DIMS(0)));
    TRY(true, ra_take_along_dim(NONES(0, 3), AT(0, 1, 3), RA_DIMS(0)));
    TRY(true, ra_take(NONES(0), AT(0, 1)));
    TRY(true, ra_take(NONES(3, 0), AT(5, 1)));
    TRY(true, ra_take(NONES(3, 2), AT(6, 1)));
    TRY(true, ra_embedding(NONES(3, 4), AT(3, 2)));
    TRY(true, ra_embedding(NONES(3, 0), AT(7, 2, 2)));
    TRY(false, ra_embedding(NONES(3, 0), AT(2, 2, 2)));
    TRY(true, ra_embedding(NONES(0, 3), AT(0, 1)));
    TRY(true, ra_embedding(NONES(0, 0), AT(0, 1)));
    TRY(true, ra_embedding_bag(NONES(3, 0), AT(7, 1, 1), RA_NONE, RA_NONE));
    TRY(true, ra_embedding_bag(NONES(0, 3), AT(0, 1, 1), RA_NONE, RA_NONE));
    TRY(true, ra_index(NONES(3, 4), RA_LIST(AT(-7, 1))));
    TRY(true, ra_index(NONES(3, 4), RA_LIST(AT(1, 2), AT(9, 1))));
    TRY(false, ra_index(NONES(3, 0), RA_LIST(AT(7, 1))));
    TRY(true, ra_index(NONES(0, 3), RA_LIST(AT(0, 1))));
    TRY(true, ra_index(NONES(0, 0), RA_LIST(AT(0, 1))));
    TRY(false, ra_index(NONES(3, 0, 4), RA_LIST(AT(7, 1), RA_NONE, AT(9, 1))));
    TRY(false, ra_index(NONES(0, 3), RA_LIST(RA_NONE, AT(7, 1))));
    TRY(false, ra_index(NONES(3, 4), RA_LIST(AT(7, 0, 1), AT(9, 1))));
    stop();
}

static void written(void **state)
{
    (void)state;
    start(2);
    TRY(true, ra_scatter(NONES(3, 4), 0, AT(3, 1, 2), NONES(1, 2)));
    TRY(false, ra_scatter(NONES(3, 0), 0, AT(7, 1, 0), NONES(1, 0)));
    TRY(true, ra_scatter(NONES(0, 3), 0, AT(7, 1, 3), NONES(1, 3)));
    TRY(true, ra_scatter_add(NONES(0, 3), 0, AT(7, 1, 3), NONES(1, 3)));
    TRY(true, ra_scatter_add(NONES(2, 3), 0, AT(-1, 1, 3), NONES(1, 3)));
    TRY(true, ra_scatter_reduce(NONES(0, 3), 0, AT(7, 1, 3), NONES(1, 3), "sum"));
    TRY(true, ra_scatter_reduce(NONES(2, 3), 1, AT(3, 1, 3), NONES(1, 3), "amax"));
    TRY(false, ra_index_add(NONES(3, 0), 0, AT(7, 1), NONES(1, 0)));
    TRY(false, ra_index_add(NONES(0, 3), 0, AT(0, 1), NONES(1, 3)));
    TRY(true, ra_index_add(NONES(2, 3), 0, AT(2, 1), NONES(1, 3)));
    TRY(false, ra_index_copy(NONES(3, 0), 0, AT(7, 1), NONES(1, 0)));
    TRY(true, ra_index_copy(NONES(0, 3), 0, AT(0, 1), NONES(1, 3)));
    TRY(true, ra_index_copy(NONES(2, 3), 1, AT(5, 1), NONES(2, 1)));
    TRY(false, ra_index_fill(NONES(3, 0), 0, AT(7, 1), 1.0));
    TRY(true, ra_index_fill(NONES(0, 3), 0, AT(0, 1), 1.0));
    TRY(true, ra_index_reduce(NONES(0, 3), 0, AT(0, 1), NONES(1, 3), "prod"));
    TRY(true, ra_index_reduce(NONES(2, 3), 0, AT(4, 1), NONES(1, 3), "prod"));
    TRY(true, put_at(NONES(3, 4), RA_LIST(AT(5, 1)), NONES(1, 4), false));
    TRY(false, put_at(NONES(3, 0), RA_LIST(AT(7, 1)), NONES(1, 0), false));
    TRY(false, put_at(NONES(3, 0), RA_LIST(AT(7, 1)), NONES(1, 0), true));
    TRY(true, put_at(NONES(0, 3), RA_LIST(AT(0, 1)), NONES(1, 3), false));
    TRY(false, put_at(NONES(0, 3), RA_LIST(AT(7, 0), AT(7, 1)), NO_DIMS, false));
    TRY(true, ra_put(NONES(0), AT(0, 1), NONES(1), false));
    TRY(true, ra_put(NONES(3, 0), AT(5, 1), NONES(1), false));
    TRY(true, ra_put(NONES(3, 2), AT(-7, 1), NONES(1), true));
    stop();
}

static void told_of(void **state)
{
    (void)state;
    start(2);
    TRY(true, ra_one_hot(AT(5, 1), 3));
    TRY(true, ra_one_hot(AT(0, 1), 0));
    TRY(true, ra_cross_entropy(NONES(2, 0), AT(0, 2), RA_NONE));
    TRY(true, ra_cross_entropy(NONES(2, 3), AT(3, 2), RA_NONE));
    TRY(false, ra_cross_entropy(NONES(2, 3, 0), AT(7, 2, 0), RA_NONE));
    TRY(true, ra_cross_entropy(NONES(2, 0), AT(7, 2), RA_NONE, RA_OPTS(ra_cross_entropy, .reduction = "none")));
    TRY(false, ra_cross_entropy(NONES(2, 0), AT(-100, 2), RA_NONE));
    TRY(true, ra_nll_loss(NONES(2, 0), AT(0, 2), RA_NONE));
    TRY(true, ra_nll_loss(NONES(2, 0), AT(0, 2), RA_NONE, RA_OPTS(ra_nll_loss, .reduction = "none")));
    TRY(true, ra_searchsorted(NONES(3), NONES(0), AT(7, 3)));
    TRY(true, ra_searchsorted(NONES(3), NONES(1), AT(-1, 3)));
    TRY(true, ra_searchsorted(NONES(2, 3), NONES(2, 0), AT(3, 2, 3)));
    TRY(false, ra_searchsorted(NONES(2, 3), NONES(2, 0), AT(2, 2, 3)));
    TRY(false, ra_searchsorted(NONES(0, 3), NONES(0, 2), AT(7, 0, 3)));
    stop();
}

/* Of many that are, the first in row-major order, however many threads find others. */
static void the_first_of_many(void **state)
{
    (void)state;
    enum { N = 70000, FIRST = 123 };
    start(2);
    ra_scope_begin();
    ra_tensor *i = ra_arange(0, N, 1), *x = there(ra_zeros(RA_DIMS(FIRST))), *y = there(i);
    ra_tensor *turned = there(ra_sub(N - 1, i));
    for (int again = 0; again < 5; again++) {
        assert_int_equal(ra_wait(ra_index_select(x, 0, y)), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index 123 is out of range for dimension 0 with size 123, that for element [123]"));
        ra_clear_error();
        assert_int_equal(ra_wait(ra_index_select(x, 0, turned)), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index 69999 is out of range for dimension 0 with size 123, that for element [0]"));
        ra_clear_error();
    }
    (void)!ra_scope_end();
    ra_clear_error();
    stop();
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(taken, 100, NULL, shut_down),
        HARNESS_TEST(written, 100, NULL, shut_down),
        HARNESS_TEST(told_of, 100, NULL, shut_down),
        HARNESS_TEST(the_first_of_many, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
