/*
 * What is made of places, moved, joined and taken through indices on CUDA, on the simulated driver, by the bits that the processor
 * gives: factories, random numbers and orders, tril and triu, their indices, flip, repeat, cat and stack, masked_fill, index_select, gather, embedding, index; over layouts, and
 * dtypes of each width; what is empty, 0-dim, or given; and indices that are out of range.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#define ON_SIDE .device = k == THERE ? RA_CUDA : RA_CPU

/* Into a matrix, whose elements are counted row by row. */
static ra_tensor *into_matrix(ra_device device, bool evenly)
{
    ra_tensor *out = ra_empty(RA_DIMS(2, 3), RA_OPTS(ra_empty, .device = device));
    if (evenly ? ra_linspace_out(out, 0, 5, 6, RA_OPTS(ra_linspace, .device = device)) : ra_arange_out(out, 0, 6, 1, RA_OPTS(ra_arange, .device = device)))
        fail_msg("%s", ra_last_error());
    return out;
}

static void factories(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_UINT8, RA_INT64, RA_FLOAT16, RA_BFLOAT16, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        const ra_dtype t = some[i];
        ra_scope_begin();
        SAME_BITS("arange", ra_arange(3, 120, 2, RA_OPTS(ra_arange, .dtype = t, ON_SIDE)));
        SAME_BITS("linspace", ra_linspace(1, 100, 37, RA_OPTS(ra_linspace, .dtype = t, ON_SIDE)));
        SAME_BITS("eye", ra_eye(7, 5, RA_OPTS(ra_eye, .dtype = t, ON_SIDE)));
        OK(ra_scope_end());
    }
    ra_scope_begin();
    SAME_BITS("arange backwards", ra_arange(2.5, -3, -0.37, RA_OPTS(ra_arange, ON_SIDE)));
    SAME_BITS("arange wraps", ra_arange(INT64_MAX - 3, INT64_MAX, 1, RA_OPTS(ra_arange, ON_SIDE)));
    SAME_BITS("arange of nothing", ra_arange(0, 0, 1, RA_OPTS(ra_arange, ON_SIDE)));
    for (int i = 0; i < 2; i++) { /* powers: within their roundings */
        static const ra_dtype real[] = {RA_FLOAT32, RA_FLOAT64};
        ra_tensor *powers[SIDES], *turned[SIDES];
        for (int k = 0; k < SIDES; k++) {
            const ra_device side[SIDES] = {[HERE] = RA_CPU, [THERE] = RA_CUDA};
            powers[k] = ra_logspace(-2, 2, 37, 3, RA_OPTS(ra_logspace, .dtype = real[i], .device = side[k]));
            turned[k] = ra_logspace(RA_C(1, -2), RA_C(-3, 4), 11, 10, RA_OPTS(ra_logspace, .dtype = i ? RA_COMPLEX128 : RA_COMPLEX64, .device = side[k]));
        }
        assert_near("logspace", ra_ref(powers[HERE]), ra_ref(powers[THERE]), 4, 9);
        assert_near("logspace of complex ones", ra_ref(turned[HERE]), ra_ref(turned[THERE]), 8, 10);
    }
    SAME_BITS("logspace of integers", ra_logspace(0, 8, 9, 2, RA_OPTS(ra_logspace, .dtype = RA_INT64, ON_SIDE)));
    SAME_BITS("linspace of complex ones", ra_linspace(RA_C(1, -2), RA_C(-3, 4), 10, RA_OPTS(ra_linspace, ON_SIDE)));
    SAME_BITS("linspace of one", ra_linspace(4, 9, 1, RA_OPTS(ra_linspace, ON_SIDE)));
    SAME_BITS("linspace into a matrix", into_matrix(k == THERE ? RA_CUDA : RA_CPU, true));
    SAME_BITS("arange into a matrix", into_matrix(k == THERE ? RA_CUDA : RA_CPU, false));
    SAME_BITS("eye of bools", ra_eye(3, 4, RA_OPTS(ra_eye, .dtype = RA_BOOL, ON_SIDE)));
    SAME_BITS("eye of complex ones", ra_eye(3, 4, RA_OPTS(ra_eye, .dtype = RA_COMPLEX64, ON_SIDE)));
    SAME_BITS("eye of nothing", ra_eye(0, 4, RA_OPTS(ra_eye, ON_SIDE)));
    ra_tensor *wide[SIDES];
    both(wide, ra_zeros(RA_DIMS(4, 10)));
    for (int k = 0; k < SIDES; k++) {
        OK(ra_arange_out(ra_select(wide[k], 1, 3), 0, 4, 1, RA_OPTS(ra_arange_out, ON_SIDE)));
        OK(ra_eye_out(ra_slice(wide[k], 1, 5, 9, 1), 4, 4, RA_OPTS(ra_eye_out, ON_SIDE)));
    }
    SAME_BITS("given results with strides", ra_ref(wide[k]));
    OK(ra_scope_end());
    stop();
}

static void moves(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_UINT8, RA_BFLOAT16, RA_FLOAT32, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int how = 0; how < (widths[i] == RA_FLOAT32 ? LAYOUTS : 1); how++) {
            ra_tensor *base[SIDES], *x[SIDES], *mask[SIDES];
            ra_scope_begin();
            both(base, values(widths[i], 5 * 37 * 30, false));
            both(mask, ra_view(values(RA_BOOL, 37 * 30, false), RA_DIMS(37, 30)));
            for (int k = 0; k < SIDES; k++)
                x[k] = laid_out(base[k], (enum layout)how);
            SAME_BITS("tril", ra_tril(x[k], 1));
            SAME_BITS("flip", ra_flip(x[k], RA_DIMS(0, 2)));
            SAME_BITS("repeat", ra_repeat(x[k], RA_DIMS(2, 1, 1, 3)));
            if (widths[i] == RA_FLOAT32) {
                SAME_BITS("triu", ra_triu(x[k], -2));
                SAME_BITS("tril far off", ra_tril(x[k], INT64_MIN));
                SAME_BITS("triu far off", ra_triu(x[k], INT64_MIN));
                SAME_BITS("flip of no dimension", ra_flip(x[k], RA_DIMS()));
                SAME_BITS("repeat no times", ra_repeat(x[k], RA_DIMS(1, 0, 1)));
                SAME_BITS("masked_fill", ra_masked_fill(x[k], ra_gt(x[k], 0), -7));
            }
            if (how == CONTIGUOUS) {
                for (int k = 0; k < SIDES; k++) {
                    OK(ra_triu_(x[k], 0));
                    OK(ra_masked_fill_(x[k], mask[k], 3));
                }
                SAME_BITS("in place", ra_ref(x[k]));
            }
            OK(ra_scope_end());
        }
    ra_tensor *x[SIDES], *many[SIDES];
    ra_scope_begin();
    both(x, ra_full(RA_DIMS(), RA_F(2.5)));
    both(many, ra_view(values(RA_INT32, 1 << 9, false), RA_DIMS(2, 2, 2, 2, 2, 2, 2, 2, 2)));
    SAME_BITS("flip of a number", ra_flip(x[k], RA_DIMS()));
    SAME_BITS("repeat of a number", ra_repeat(x[k], RA_DIMS(3, 4)));
    SAME_BITS("repeat in all of many dimensions", ra_repeat(many[k], RA_DIMS(2, 2, 2, 2, 2, 2, 2, 2, 2)));
    OK(ra_scope_end());
    stop();
}

static void joined(void **state)
{
    (void)state;
    start(2);
    ra_scope_begin();
    ra_tensor *x[SIDES], *y[SIDES], *z[SIDES], *none[SIDES], *wide[SIDES];
    both(x, ra_view(values(RA_FLOAT32, 6 * 8, false), RA_DIMS(6, 8)));
    both(y, ra_view(values(RA_FLOAT32, 6 * 8, true), RA_DIMS(8, 6)));
    both(z, ra_view(values(RA_INT32, 3 * 8, false), RA_DIMS(3, 8)));
    both(none, ra_zeros(RA_DIMS(0)));
    SAME_BITS("cat", ra_cat(RA_LIST(x[k], ra_t(y[k]), z[k], none[k]), 0));
    SAME_BITS("cat along the last", ra_cat(RA_LIST(ra_t(x[k]), y[k]), -1));
    SAME_BITS("stack", ra_stack(RA_LIST(x[k], ra_t(y[k])), 1));
    SAME_BITS("cat of nothing", ra_cat(RA_LIST(none[k], none[k]), 0));
    both(wide, ra_zeros(RA_DIMS(9, 16), RA_OPTS(ra_zeros, .dtype = RA_FLOAT64)));
    for (int k = 0; k < SIDES; k++)
        OK(ra_cat_out(ra_slice(wide[k], 1, 0, 16, 2), RA_LIST(x[k], z[k]), 0));
    SAME_BITS("into a given result", ra_ref(wide[k]));
    const ra_tensor *list[300];
    ra_tensor *joined_up[SIDES];
    for (int k = 0; k < SIDES; k++) {
        for (int i = 0; i < 300; i++)
            list[i] = ra_select(x[k], 0, i % 6);
        joined_up[k] = ra_stack((ra_tensors){list, 300}, 0);
    }
    SAME_BITS("many", ra_ref(joined_up[k]));
    OK(ra_scope_end());
    stop();
}

static ra_tensor *indices(const int64_t *values, int64_t n, ra_dtype dtype)
{
    return ra_to(ra_from_copy(values, RA_INT64, RA_DIMS(n)), RA_OPTS(ra_to, .dtype = dtype));
}

static void taken(void **state)
{
    (void)state;
    static const ra_dtype widths[] = {RA_BOOL, RA_FLOAT16, RA_FLOAT32, RA_INT64, RA_COMPLEX128};
    static const int64_t some[] = {3, 0, 4, 4, 1, 2, 0, 3, 1, 1, 4, 2};
    start(2);
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        for (int wide = 0; wide < 2; wide++) {
            ra_tensor *base[SIDES], *x[SIDES], *index[SIDES], *flat[SIDES], *square[SIDES];
            ra_scope_begin();
            both(base, values(widths[i], 5 * 37 * 30, false));
            both(flat, indices(some, 12, wide ? RA_INT64 : RA_INT32));
            for (int k = 0; k < SIDES; k++) {
                x[k] = laid_out(base[k], wide ? CONTIGUOUS : EXPANDED);
                index[k] = ra_slice(flat[k], 0, 0, 12, 2);
                square[k] = ra_view(flat[k], RA_DIMS(2, 3, 2));
            }
            SAME_BITS("index_select", ra_index_select(x[k], 0, index[k]));
            SAME_BITS("index_select of the last", ra_index_select(x[k], -1, index[k]));
            SAME_BITS("gather", ra_gather(x[k], 1, square[k]));
            SAME_BITS("gather of the last", ra_gather(x[k], 2, ra_permute(square[k], RA_DIMS(2, 1, 0))));
            SAME_BITS("index", ra_index(x[k], RA_LIST(square[k])));
            SAME_BITS("index by two", ra_index(x[k], RA_LIST(index[k], RA_NONE, ra_unsqueeze(index[k], 1))));
            SAME_BITS("index from the end", ra_index(x[k], RA_LIST(RA_NONE, ra_neg(ra_add(index[k], 1)), ra_select(index[k], 0, 2))));
            SAME_BITS("embedding", ra_embedding(ra_select(x[k], 1, 3), ra_select(square[k], 1, 1)));
            OK(ra_scope_end());
        }
    ra_scope_begin();
    ra_tensor *x[SIDES], *zero[SIDES], *none[SIDES], *number[SIDES], *wide[SIDES];
    both(x, ra_view(values(RA_FLOAT32, 6 * 8, false), RA_DIMS(6, 8)));
    both(zero, ra_zeros(RA_DIMS(), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    both(none, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    both(number, ra_full(RA_DIMS(), RA_F(2.5)));
    SAME_BITS("of a number", ra_index_select(number[k], 0, zero[k]));
    SAME_BITS("gather of a number", ra_gather(number[k], 0, zero[k]));
    SAME_BITS("by nothing", ra_index_select(x[k], 0, none[k]));
    SAME_BITS("index by nothing", ra_index(x[k], RA_LIST(none[k])));
    SAME_BITS("embedding of a number", ra_embedding(x[k], zero[k]));
    both(wide, ra_zeros(RA_DIMS(12, 8)));
    for (int k = 0; k < SIDES; k++)
        OK(ra_index_select_out(ra_slice(wide[k], 0, 1, 12, 11), x[k], 0, ra_expand(zero[k], RA_DIMS(1))));
    SAME_BITS("into a given result", ra_ref(wide[k]));
    OK(ra_scope_end());
    stop();
}

/* The first place tells, whoever comes to it first; what depends on it fails too, and what does not goes on. */
static void out_of_range(void **state)
{
    (void)state;
    static const int64_t bad[] = {0, 1, 5, -1, 2, 99}, from_the_end[] = {-6, 5, 0, -7, 6, 1};
    start(2);
    ra_scope_begin();
    ra_tensor *x = ra_view(values(RA_FLOAT32, 6 * 8, false), RA_DIMS(6, 8)), *y = there(x), *i = there(indices(bad, 6, RA_INT64)), *e = there(indices(from_the_end, 6, RA_INT32));
    for (int again = 0; again < 3; again++) {
        ra_tensor *taken = ra_index_select(y, 0, i), *after = ra_add(taken, 1), *whole = ra_add(y, 1);
        assert_int_equal(ra_wait(after), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index_select"));
        assert_non_null(strstr(ra_last_error(), "index -1 is out of range for dimension 0 with size 6, that for element [3, 0]"));
        ra_clear_error();
        OK(ra_wait(whole));
        assert_int_equal(ra_wait(ra_index(y, RA_LIST(RA_NONE, i))), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index 99 is out of range for dimension 1 with size 8, that for element [0, 5]"));
        ra_clear_error();
        assert_int_equal(ra_wait(ra_index(y, RA_LIST(e))), RA_ERR_INDEX);
        assert_non_null(strstr(ra_last_error(), "index -7 is out of range for dimension 0 with size 6, that for element [3, 0]"));
        ra_clear_error();
        assert_int_equal(ra_wait(ra_embedding(y, i)), RA_ERR_INDEX);
        assert_int_equal(ra_wait(ra_gather(y, 1, ra_unsqueeze(i, 1))), RA_ERR_INDEX);
        ra_clear_error();
    }
    assert_int_equal(ra_scope_end(), RA_ERR_INDEX);
    stop();
}

/* The numbers of the processor's stream, wherever they are drawn. */
static void drawn(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        const ra_dtype t = every[i];
        ra_tensor *x[SIDES];
        ra_scope_begin();
        SAME_BITS("rand", (ra_manual_seed(41), ra_rand(RA_DIMS(5, 61), RA_OPTS(ra_rand, .dtype = t, ON_SIDE))));
        SAME_BITS("randn", (ra_manual_seed(42), ra_randn(RA_DIMS(5, 61), RA_OPTS(ra_randn, .dtype = t, ON_SIDE))));
        both(x, ra_zeros(RA_DIMS(61, 10), RA_OPTS(ra_zeros, .dtype = t)));
        for (int k = 0; k < SIDES; k++) {
            ra_manual_seed(43);
            OK(ra_uniform_(ra_t(ra_slice(x[k], 1, 0, 10, 3)), -3, 0.1));
            OK(ra_normal_(ra_select(x[k], 1, 4), 2, 0.5));
        }
        SAME_BITS("in place, with strides, one after another", ra_ref(x[k]));
        OK(ra_scope_end());
    }
    ra_scope_begin();
    SAME_BITS("randint", (ra_manual_seed(44), ra_randint(-7, 1000, RA_DIMS(300), RA_OPTS(ra_randint, ON_SIDE))));
    SAME_BITS("randint over all", (ra_manual_seed(45), ra_randint(INT64_MIN, INT64_MAX, RA_DIMS(30), RA_OPTS(ra_randint, ON_SIDE))));
    SAME_BITS("randint of bools", (ra_manual_seed(46), ra_randint(0, 2, RA_DIMS(100), RA_OPTS(ra_randint, .dtype = RA_BOOL, ON_SIDE))));
    SAME_BITS("none", ra_rand(RA_DIMS(0, 3), RA_OPTS(ra_rand, ON_SIDE)));
    OK(ra_scope_end());
    stop();
}

/* Of each distribution some numbers, one after another. */
static ra_tensor *of_all_distributions(ra_tensor *x)
{
    const bool is_whole = ra_tensor_dtype(x) == RA_INT16 || ra_tensor_dtype(x) == RA_UINT8;
    ra_manual_seed(47);
    OK(ra_bernoulli_(ra_t(ra_slice(x, 1, 0, 10, 4)), 0.3));
    OK(ra_geometric_(ra_select(x, 1, 1), 0.2));
    if (!is_whole) {
        OK(ra_exponential_(ra_slice(x, 1, 2, 4, 1), 0.7));
        OK(ra_cauchy_(ra_slice(x, 1, 5, 8, 1), -1, 2));
    }
    return ra_ref(x);
}

static void distributions(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_INT16, RA_UINT8};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        ra_tensor *x[SIDES];
        ra_scope_begin();
        both(x, ra_zeros(RA_DIMS(61, 10), RA_OPTS(ra_zeros, .dtype = every[i])));
        SAME_BITS("distributions", of_all_distributions(x[k]));
        OK(ra_scope_end());
    }
    ra_tensor *flags[SIDES], *wide[SIDES];
    ra_scope_begin();
    both(flags, ra_zeros(RA_DIMS(300), RA_OPTS(ra_zeros, .dtype = RA_BOOL)));
    both(wide, ra_ones(RA_DIMS(300)));
    SAME_BITS("bools", (ra_manual_seed(48), ra_bernoulli_(flags[k], 0.5)) ? NULL : ra_ref(flags[k]));
    SAME_BITS("dropped", (ra_manual_seed(49), ra_dropout(wide[k], 0.25, true)));
    OK(ra_scope_end());
    stop();
}

/* Of parameters of every layout and dtype. */
static void parameters(void **state)
{
    (void)state;
    static const ra_dtype every[] = {RA_FLOAT16, RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64};
    start(2);
    for (size_t i = 0; i < sizeof every / sizeof *every; i++) {
        ra_tensor *p[SIDES], *row[SIDES], *given[SIDES];
        ra_scope_begin();
        ra_manual_seed(70);
        both(p, ra_to(ra_rand(RA_DIMS(37, 30)), RA_OPTS(ra_to, .dtype = every[i])));
        both(row, ra_rand(RA_DIMS(37), RA_OPTS(ra_rand, .dtype = RA_FLOAT64)));
        both(given, ra_zeros(RA_DIMS(30, 74), RA_OPTS(ra_zeros, .dtype = every[i])));
        SAME_BITS("bernoulli", (ra_manual_seed(71), ra_bernoulli(p[k])));
        SAME_BITS("of a view", (ra_manual_seed(72), ra_bernoulli(ra_t(ra_slice(p[k], 1, 1, 30, 3)))));
        SAME_BITS("normal", (ra_manual_seed(73), ra_normal(ra_t(p[k]), row[k])));
        SAME_BITS("of a mean", (ra_manual_seed(74), ra_normal(p[k], 2.5)));
        SAME_BITS("of a deviation", (ra_manual_seed(75), ra_normal(-1, p[k])));
        for (int k = 0; k < SIDES; k++) {
            ra_manual_seed(76);
            OK(ra_normal_out(ra_slice(given[k], 1, 0, 74, 2), ra_t(p[k]), row[k]));
        }
        SAME_BITS("into a view", ra_ref(given[k]));
        for (int k = 0; k < SIDES; k++) {
            assert_int_equal(ra_wait(ra_bernoulli(ra_sub(p[k], ra_narrow(p[k], 0, 0, 1), NULL))), RA_ERR_VALUE);
            assert_non_null(strstr(ra_last_error(), "of self is no probability"));
            assert_int_equal(ra_wait(ra_normal(ra_t(p[k]), ra_neg(row[k]))), RA_ERR_VALUE);
            assert_non_null(strstr(ra_last_error(), "std at element 0 of the result is negative or NaN"));
            ra_clear_error();
        }
        assert_int_equal(ra_scope_end(), RA_ERR_VALUE);
    }
    stop();
}

/* Shorter than a block, one and some of them; where those that exchange the same wait for one another. */
static void orders(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 2, 17, 127, 128, 129, 256, 257, 1500};
    start(2);
    ra_scope_begin();
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        SAME_BITS("randperm", (ra_manual_seed(50 + i), ra_randperm(lengths[i], RA_OPTS(ra_randperm, ON_SIDE))));
    SAME_BITS("of bytes", (ra_manual_seed(60), ra_randperm(200, RA_OPTS(ra_randperm, .dtype = RA_UINT8, ON_SIDE))));
    SAME_BITS("of halves", (ra_manual_seed(61), ra_randperm(700, RA_OPTS(ra_randperm, .dtype = RA_FLOAT16, ON_SIDE))));
    ra_tensor *given[SIDES];
    both(given, ra_zeros(RA_DIMS(40, 2), RA_OPTS(ra_zeros, .dtype = RA_INT64)));
    for (int k = 0; k < SIDES; k++) {
        ra_manual_seed(62);
        OK(ra_randperm_out(ra_select(given[k], 1, 1), 40, RA_OPTS(ra_randperm_out, ON_SIDE)));
    }
    SAME_BITS("a given column", ra_ref(given[k]));
    OK(ra_scope_end());
    stop();
}

static void triangles(void **state)
{
    (void)state;
    static const int64_t sizes[][2] = {{5, 5}, {7, 3}, {3, 8}, {1, 4}, {40, 1}, {0, 3}, {61, 59}};
    start(2);
    ra_scope_begin();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int64_t offset = -9; offset < 10; offset += 2) {
            SAME_BITS("tril_indices", ra_tril_indices(sizes[i][0], sizes[i][1], offset, RA_OPTS(ra_tril_indices, ON_SIDE)));
            SAME_BITS("triu_indices", ra_triu_indices(sizes[i][0], sizes[i][1], offset, RA_OPTS(ra_triu_indices, .dtype = RA_INT32, ON_SIDE)));
        }
    const int64_t far = INT64_C(1) << 60; /* rows that have none are not gone through */
    SAME_BITS("far below", ra_tril_indices(far, 3, 4 - far, RA_OPTS(ra_tril_indices, ON_SIDE)));
    SAME_BITS("far above", ra_triu_indices(far, 3, 1, RA_OPTS(ra_triu_indices, ON_SIDE)));
    OK(ra_scope_end());
    stop();
}

/* Rows that are a multiple of sixteen bytes, and begin at one, or beside it; through no index, one, and two. */
static void whole_rows(void **state)
{
    (void)state;
    static const ra_dtype some[] = {RA_UINT8, RA_FLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX128};
    static const int64_t places[] = {4, -1, 0, 4, 2};
    start(2);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        for (int64_t n = 16; n < 1500; n = 5 * n + 16) {
            ra_scope_begin();
            ra_tensor *x[SIDES], *beside[SIDES], *at[SIDES], *forward[SIDES], *square[SIDES], *wide[SIDES];
            both(x, ra_view(values(some[i], 15 * n, false), RA_DIMS(5, 3, n)));
            both(wide, ra_zeros(RA_DIMS(5, 3, n + 32), RA_OPTS(ra_zeros, .dtype = some[i])));
            both(at, ra_from_copy(places, RA_INT64, RA_DIMS(5)));
            for (int k = 0; k < SIDES; k++) {
                beside[k] = ra_slice(x[k], 2, 1, n, 1);
                forward[k] = ra_slice(ra_abs(at[k]), 0, 1, 5, 1);
                square[k] = ra_view(ra_abs(at[k]), RA_DIMS(5, 1));
            }
            SAME_BITS("rows", ra_index_select(x[k], 0, forward[k]));
            SAME_BITS("rows in the middle", ra_index_select(ra_permute(x[k], RA_DIMS(1, 0, 2)), 1, forward[k]));
            SAME_BITS("rows that begin elsewhere", ra_index_select(beside[k], 0, forward[k]));
            SAME_BITS("by two", ra_index(x[k], RA_LIST(at[k], ra_remainder(square[k], 3))));
            SAME_BITS("rows of a table", ra_embedding(ra_select(x[k], 1, 2), square[k]));
            SAME_BITS("backwards", ra_flip(x[k], RA_DIMS(0, 1)));
            SAME_BITS("twice", ra_repeat(x[k], RA_DIMS(2, 2, 1)));
            for (int k = 0; k < SIDES; k++) {
                OK(ra_index_select_out(ra_slice(wide[k], 2, 16, n + 16, 1), x[k], 0, ra_abs(at[k])));
                OK(ra_index_select_out(ra_slice(wide[k], 2, 1, n + 1, 1), x[k], 0, ra_abs(at[k])));
            }
            assert_same("into what is wider", wide[HERE], ra_keep(wide[THERE]));
            OK(ra_scope_end());
        }
    stop();
}

int main(void)
{
    find_driver();
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(factories, 200, NULL, shut_down),
        HARNESS_TEST(moves, 200, NULL, shut_down),
        HARNESS_TEST(joined, 100, NULL, shut_down),
        HARNESS_TEST(taken, 200, NULL, shut_down),
        HARNESS_TEST(out_of_range, 100, NULL, shut_down),
        HARNESS_TEST(drawn, 200, NULL, shut_down),
        HARNESS_TEST(distributions, 200, NULL, shut_down),
        HARNESS_TEST(parameters, 200, NULL, shut_down),
        HARNESS_TEST(orders, 200, NULL, shut_down),
        HARNESS_TEST(triangles, 200, NULL, shut_down),
        HARNESS_TEST(whole_rows, 100, NULL, shut_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
