/*
 * Matrix products against sums written out in the plainest way, in every dtype, through every path of the kernel: small,
 * tiles that copy for themselves, shared copies; vectors, batches, broadcasting, strides, and what must be refused.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <runahead.h>

#include "async/engine/levels.h"
#include "helpers/harness.h"
#include "meta/dtype.h"

enum { SAMPLES = 200 };

static uint64_t seed = 0x9e3779b97f4a7c15;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    return seed ^= seed << 17;
}

static int64_t below(int64_t n)
{
    return (int64_t)(next_random() % (uint64_t)n);
}

/* ---- elements ---- */

typedef struct number {
    double re, im;
    int64_t integer;
    double mass; /* of a sum: its terms without their signs */
} number;

HARNESS_REFERENCE static number load(ra_dtype dtype, const char *p)
{
    number x = {0, 0, 0, 0};
    switch (dtype) {
    case RA_UINT8: x.integer = *(const uint8_t *)p; break;
    case RA_INT8: x.integer = *(const int8_t *)p; break;
    case RA_INT16: x.integer = *(const int16_t *)(const void *)p; break;
    case RA_INT32: x.integer = *(const int32_t *)(const void *)p; break;
    case RA_INT64: x.integer = *(const int64_t *)(const void *)p; break;
    case RA_FLOAT16: x.re = (double)ra__float_from_half(*(const uint16_t *)(const void *)p); break;
    case RA_BFLOAT16: x.re = (double)ra__float_from_bfloat(*(const uint16_t *)(const void *)p); break;
    case RA_FLOAT32: x.re = (double)*(const float *)(const void *)p; break;
    case RA_FLOAT64: x.re = *(const double *)(const void *)p; break;
    case RA_COMPLEX64:
        x.re = (double)((const float *)(const void *)p)[0];
        x.im = (double)((const float *)(const void *)p)[1];
        break;
    default:
        x.re = ((const double *)(const void *)p)[0];
        x.im = ((const double *)(const void *)p)[1];
        break;
    }
    return x;
}

HARNESS_REFERENCE static void store(ra_dtype dtype, char *p, double re, double im)
{
    ra_scalar s = ra__is_complex(dtype) ? RA_C(re, im) : ra__is_integral(dtype) ? RA_I((int64_t)re) : RA_F(re);
    ra__scalar_store(s, dtype, p);
}

/* A tensor as the tests walk it. */
typedef struct view {
    ra_dtype dtype;
    int ndim;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    const char *data;
} view;

static view look(const ra_tensor *t)
{
    view v = {.dtype = ra_tensor_dtype(t), .ndim = ra_ndim(t)};
    ra_status s;
    assert_int_equal(ra_sizes(t, v.sizes), RA_OK);
    ra_strides(t, v.strides);
    v.data = ra_data(t, &s);
    assert_int_equal(s, RA_OK);
    return v;
}

HARNESS_REFERENCE static number at(const view *v, const int64_t *index)
{
    int64_t offset = 0;
    for (int d = 0; d < v->ndim; d++)
        offset += index[d] * v->strides[d];
    return load(v->dtype, v->data + offset * (int64_t)ra_dtype_size(v->dtype));
}

/* ---- making tensors ---- */

enum layout { ROWS, COLUMNS, SLICED, EXPANDED, LAYOUTS };

/* Any of the integers of 32 bits, or what is left of it in a narrower dtype: sums wrap. */
static double whole_number(void)
{
    return (double)(int32_t)((uint32_t)below(1 << 16) << 16 | (uint32_t)below(1 << 16));
}

/* The last two dimensions lie as `layout` says. */
static ra_tensor *make(ra_dtype dtype, int ndim, const int64_t *sizes, enum layout layout)
{
    int64_t strides[RA_MAX_DIMS], step = layout == SLICED ? 2 : 1, size = (int64_t)ra_dtype_size(dtype);
    for (int d = ndim - 1; d >= 0; d--) {
        int to = layout == COLUMNS && ndim >= 2 && d >= ndim - 2 ? 2 * ndim - 3 - d : d;
        strides[to] = layout == EXPANDED && d == ndim - 1 ? 0 : step;
        step *= layout == EXPANDED && d == ndim - 1 ? 1 : sizes[to] + (layout == SLICED);
    }
    if (step == 0)
        step = 1;
    enum { DRAWN = 4099 }; /* a prime: the values come again, out of step with rows and tiles */
    char *values = malloc((size_t)(step * size));
    for (int64_t i = 0; i < step && i < DRAWN; i++)
        store(dtype, values + i * size, ra__is_integral(dtype) ? whole_number() : (double)(below(2001) - 1000) / 512, (double)(below(2001) - 1000) / 512);
    for (int64_t i = DRAWN; i < step; i += DRAWN)
        memcpy(values + i * size, values, (size_t)((step - i < DRAWN ? step - i : DRAWN) * size));
    ra_tensor *base = ra_from_copy(values, dtype, RA_DIMS(step));
    ra_tensor *t = ra_as_strided(base, ra_dims_of(sizes, ndim), ra_dims_of(strides, ndim), 0);
    assert_non_null(t);
    ra_release(base);
    free(values);
    return t;
}

/* ---- the plain sum ---- */

/* Terms that are all alike are rounded all alike, so that errors add up. */
static double tolerance(ra_dtype dtype, int64_t k, number want)
{
    double unit = dtype == RA_FLOAT64 || dtype == RA_COMPLEX128 ? 0x1p-53 : 0x1p-24;
    double last = dtype == RA_FLOAT16 ? 0x1p-11 : dtype == RA_BFLOAT16 ? 0x1p-8 : 0;
    return ((double)k + 4) / 2 * unit * want.mass + last * (fabs(want.re) + fabs(want.im));
}

static void check_value(ra_dtype dtype, int64_t k, number got, number want)
{
    if (ra__is_integral(dtype)) {
        char wrapped[16];
        ra__scalar_store(RA_I(want.integer), dtype, wrapped);
        assert_int_equal(got.integer, load(dtype, wrapped).integer);
        return;
    }
    double allowed = tolerance(dtype, k, want);
    if (!(fabs(got.re - want.re) <= allowed && fabs(got.im - want.im) <= allowed))
        fail_msg("%s, k = %lld: got %.17g%+.17gi, want %.17g%+.17gi", ra_dtype_name(dtype), (long long)k, got.re, got.im, want.re, want.im);
}

static int64_t wrapped_product(int64_t x, int64_t y)
{
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

HARNESS_REFERENCE static number multiply_add(number sum, number x, number y)
{
    sum.integer = (int64_t)((uint64_t)sum.integer + (uint64_t)wrapped_product(x.integer, y.integer));
    sum.mass += (fabs(x.re) + fabs(x.im)) * (fabs(y.re) + fabs(y.im));
    sum.re += x.re * y.re - x.im * y.im;
    sum.im += x.re * y.im + x.im * y.re;
    return sum;
}

/* Index into an operand's batch dimensions, which broadcast, for one into the result's. */
static void broadcast_index(const view *v, int batch, const int64_t *result_index, int result_batch, int64_t *index)
{
    for (int d = 0; d < batch; d++)
        index[d] = v->sizes[d] == 1 ? 0 : result_index[result_batch - batch + d];
}

/* One element of matmul(a, b), where weight_like: of linear(a, b). */
HARNESS_REFERENCE static number product_at(const view *a, const view *b, int result_ndim, const int64_t *index, bool weight_like)
{
    bool a_vector = a->ndim == 1, b_vector = b->ndim == 1;
    int a_batch = a_vector ? 0 : a->ndim - 2, b_batch = b_vector ? 0 : b->ndim - 2, batch = result_ndim - !a_vector - !b_vector;
    int64_t ia[RA_MAX_DIMS] = {0}, ib[RA_MAX_DIMS] = {0}, k = a->sizes[a->ndim - 1];
    broadcast_index(a, a_batch, index, batch, ia);
    broadcast_index(b, b_batch, index, batch, ib);
    if (!a_vector)
        ia[a_batch] = index[batch];
    int column = b->ndim - 1, depth = b_vector ? 0 : b->ndim - 2;
    if (weight_like && !b_vector) {
        column = b->ndim - 2;
        depth = b->ndim - 1;
    }
    if (!b_vector)
        ib[column] = index[result_ndim - 1];
    number sum = {0, 0, 0, 0};
    for (int64_t p = 0; p < k; p++) {
        ia[a->ndim - 1] = p;
        ib[depth] = p;
        sum = multiply_add(sum, at(a, ia), at(b, ib));
    }
    return sum;
}

static int64_t numel(const view *v)
{
    int64_t n = 1;
    for (int d = 0; d < v->ndim; d++)
        n *= v->sizes[d];
    return n;
}

static void unravel(const view *v, int64_t i, int64_t *index)
{
    for (int d = v->ndim - 1; d >= 0; d--) {
        index[d] = i % v->sizes[d];
        i /= v->sizes[d];
    }
}

/* Compares c with matmul(a, b) * alpha + beta * d (which broadcasts); all of it, or samples and the last element. */
static void check_product(const ra_tensor *ta, const ra_tensor *tb, const ra_tensor *tc, bool weight_like, const ra_tensor *td, double alpha, double beta)
{
    assert_non_null(tc);
    view a = look(ta), b = look(tb), c = look(tc), d = td ? look(td) : c;
    int64_t n = numel(&c), k = a.sizes[a.ndim - 1];
    bool all = n * k <= 200000;
    for (int64_t s = 0; s < (all || n < SAMPLES ? n : SAMPLES); s++) {
        int64_t index[RA_MAX_DIMS] = {0}, own[RA_MAX_DIMS] = {0};
        unravel(&c, all || n < SAMPLES ? s : s == 0 ? n - 1 : below(n), index);
        number want = product_at(&a, &b, c.ndim, index, weight_like);
        want.re *= alpha;
        want.im *= alpha;
        want.integer = wrapped_product((int64_t)alpha, want.integer);
        want.mass *= fabs(alpha);
        if (td && beta != 0) {
            broadcast_index(&d, d.ndim, index, c.ndim, own);
            number old = at(&d, own);
            want.mass += fabs(beta) * (fabs(old.re) + fabs(old.im));
            want.re += beta * old.re;
            want.im += beta * old.im;
            want.integer = (int64_t)((uint64_t)want.integer + (uint64_t)wrapped_product((int64_t)beta, old.integer));
        }
        check_value(c.dtype, k, at(&c, index), want);
    }
}

/* Same sizes and same bits, whatever the strides. */
static void check_same_bits(const ra_tensor *ta, const ra_tensor *tb)
{
    view a = look(ta), b = look(tb);
    size_t size = ra_dtype_size(a.dtype), bytes = size * (size_t)numel(&a);
    char *x = malloc(bytes + 1), *y = malloc(bytes + 1);
    assert_int_equal(numel(&a), numel(&b));
    assert_int_equal(ra_copy_to(ta, x, bytes), RA_OK);
    assert_int_equal(ra_copy_to(tb, y, bytes), RA_OK);
    assert_memory_equal(x, y, bytes);
    free(x);
    free(y);
}

static const ra_dtype dtypes[] = {RA_UINT8,    RA_INT8,    RA_INT16,   RA_INT32,     RA_INT64,     RA_FLOAT16,
                                  RA_BFLOAT16, RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

/* ---- tests ---- */

/* A sanitizer looks at every element of every step, an emulator at every instruction: there large matrices are multiplied once
 * in each dtype. */
static int trials(int64_t elements, int usual)
{
    return harness_short() && elements > 40000 ? 1 : usual;
}

static void test_mm(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {
        {1, 1, 1},    {4, 4, 4},      {3, 5, 7},    {12, 32, 16},  {13, 33, 17},    {1, 300, 200},   {300, 1, 200},   {7, 250, 520}, {200, 300, 1},
        {64, 64, 64}, {130, 70, 300}, {97, 95, 257}, {300, 2, 400}, {281, 270, 290}, {400, 200, 515}, {193, 385, 600},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int t = 0; t < DTYPES; t++)
            for (int trial = 0; trial < trials(shapes[i][0] * shapes[i][1], 3); trial++) {
                int64_t m = shapes[i][0], n = shapes[i][1], k = shapes[i][2];
                enum layout la = trial == 0 ? ROWS : (enum layout)below(LAYOUTS), lb = trial == 0 ? ROWS : (enum layout)below(LAYOUTS);
                ra_tensor *a = make(dtypes[t], 2, (int64_t[]){m, k}, la), *b = make(dtypes[t], 2, (int64_t[]){k, n}, lb);
                ra_tensor *out = make(dtypes[t], 2, (int64_t[]){m, n}, (enum layout)below(EXPANDED)), *c = ra_mm(a, b);
                check_product(a, b, c, false, NULL, 1, 0);
                assert_int_equal(ra_stride(c, 0), n);
                assert_int_equal(ra_mm_out(out, a, b), RA_OK);
                check_same_bits(c, out);
                ra_release(a);
                ra_release(b);
                ra_release(c);
                ra_release(out);
            }
}

/* Levels below the machine's own are those of other machines. The environment, where it asks for one, wins. */
static void test_levels(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{13, 33, 17}, {64, 64, 64}, {97, 95, 257}, {281, 270, 290}};
    const char *asked = getenv("RUNAHEAD_ISA");
    int levels = 0;
    for (int i = 0; ra__level_at(i); i++) {
        const char *why;
        const ra_config config = {.size = sizeof config, .isa = ra__level_at(i)->isa};
        ra_info info = {0};
        if (!ra__level_choose(config.isa, &why) || (asked && *asked && strcmp(asked, config.isa)))
            continue;
        levels++;
        assert_int_equal(ra_shutdown(), RA_OK);
        assert_int_equal(ra_init(&config), RA_OK);
        assert_int_equal(ra_get_info(&info), RA_OK);
        assert_string_equal(info.isa, config.isa);
        for (size_t j = 0; j < sizeof shapes / sizeof *shapes; j++)
            for (int t = 0; t < DTYPES; t++)
                for (int trial = 0; trial < trials(shapes[j][0] * shapes[j][1], 2); trial++) {
                    const int64_t m = shapes[j][0], n = shapes[j][1], k = shapes[j][2];
                    RA_AUTO ra_tensor *a = make(dtypes[t], 2, (int64_t[]){m, k}, trial == 0 ? ROWS : (enum layout)below(LAYOUTS));
                    RA_AUTO ra_tensor *b = make(dtypes[t], 2, (int64_t[]){k, n}, trial == 0 ? ROWS : (enum layout)below(LAYOUTS));
                    RA_AUTO ra_tensor *self = make(dtypes[t], 2, (int64_t[]){m, n}, (enum layout)below(LAYOUTS));
                    RA_AUTO ra_tensor *c = ra_mm(a, b), *d = ra_addmm(self, a, b, RA_OPTS(ra_addmm, .beta = RA_I(3), .alpha = RA_I(2)));
                    check_product(a, b, c, false, NULL, 1, 0);
                    check_product(a, b, d, false, self, 2, 3);
                }
    }
    assert_true(levels > 0);
    assert_int_equal(ra_shutdown(), RA_OK);
    assert_int_equal(ra_init(NULL), RA_OK);
}

/* A sum of no terms is 0, and nothing is computed of nothing. */
static void test_empty(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{0, 3, 4}, {3, 0, 4}, {3, 4, 0}, {0, 0, 0}};
    for (int i = 0; i < 4; i++)
        for (int t = 0; t < DTYPES; t++) {
            ra_tensor *a = make(dtypes[t], 2, (int64_t[]){shapes[i][0], shapes[i][2]}, ROWS), *b = make(dtypes[t], 2, (int64_t[]){shapes[i][2], shapes[i][1]}, ROWS);
            ra_tensor *self = make(dtypes[t], 2, (int64_t[]){shapes[i][0], shapes[i][1]}, ROWS);
            ra_tensor *c = ra_mm(a, b), *d = ra_addmm(self, a, b, RA_OPTS(ra_addmm, .beta = RA_I(2)));
            check_product(a, b, c, false, NULL, 1, 0);
            check_product(a, b, d, false, self, 1, 2);
            ra_release(a);
            ra_release(b);
            ra_release(c);
            ra_release(d);
            ra_release(self);
        }
}

/* The sum of the products of pairs is one product of wider matrices. */
static void test_addbmm(void **state)
{
    (void)state;
    static const int64_t shapes[][4] = {{3, 4, 5, 6}, {5, 16, 16, 3}, {4, 130, 70, 90}, {2, 20, 40, 600}, {0, 20, 20, 20}, {3, 20, 20, 0}};
    static const double factors[][2] = {{1, 1}, {2, 3}, {3, 0}, {0, 2}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (int t = 0; t < DTYPES; t++)
            for (int f = 0; f < trials(shapes[i][1] * shapes[i][2], 4); f++) {
                const int64_t pairs = shapes[i][0], m = shapes[i][1], n = shapes[i][2], k = shapes[i][3];
                const double alpha = factors[f][0], beta = factors[f][1];
                ra_tensor *a = make(dtypes[t], 3, (int64_t[]){pairs, m, k}, (enum layout)below(EXPANDED));
                ra_tensor *b = make(dtypes[t], 3, (int64_t[]){pairs, k, n}, (enum layout)below(EXPANDED));
                ra_tensor *self = f % 2 ? make(dtypes[t], 1, &n, ROWS) : make(dtypes[t], 2, (int64_t[]){m, n}, COLUMNS);
                ra_tensor *across = ra_permute(a, RA_DIMS(1, 0, 2));
                ra_tensor *left = ra_reshape(across, RA_DIMS(m, pairs * k)), *right = ra_reshape(b, RA_DIMS(pairs * k, n));
                ra_tensor *c = ra_addbmm(self, a, b, RA_OPTS(ra_addbmm, .alpha = RA_F(alpha), .beta = RA_F(beta)));
                check_product(left, right, c, false, self, alpha, beta);
                ra_tensor *all[] = {a, b, self, across, left, right, c};
                for (size_t r = 0; r < sizeof all / sizeof *all; r++)
                    ra_release(all[r]);
            }
}

static void test_addmm(void **state)
{
    (void)state;
    static const int64_t shapes[][3] = {{3, 4, 5}, {40, 50, 60}, {300, 260, 270}};
    static const double factors[][2] = {{1, 1}, {2, 3}, {3, 0}, {0, 2}};
    for (int i = 0; i < 3; i++)
        for (int t = 0; t < DTYPES; t++)
            for (int f = 0; f < trials(shapes[i][0] * shapes[i][1], 4); f++) {
                int64_t m = shapes[i][0], n = shapes[i][1], k = shapes[i][2];
                double alpha = factors[f][0], beta = factors[f][1];
                ra_tensor *a = make(dtypes[t], 2, (int64_t[]){m, k}, ROWS), *b = make(dtypes[t], 2, (int64_t[]){k, n}, COLUMNS);
                ra_tensor *selves[] = {make(dtypes[t], 2, (int64_t[]){m, n}, COLUMNS), make(dtypes[t], 1, (int64_t[]){n}, ROWS),
                                       make(dtypes[t], 2, (int64_t[]){m, 1}, ROWS), make(dtypes[t], 0, NULL, ROWS)};
                for (int s = 0; s < 4; s++) {
                    ra_tensor *c = ra_addmm(selves[s], a, b, RA_OPTS(ra_addmm, .alpha = RA_F(alpha), .beta = RA_F(beta)));
                    check_product(a, b, c, false, selves[s], alpha, beta);
                    if (s == 0) {
                        ra_tensor *copy = ra_clone(selves[s]);
                        assert_int_equal(ra_addmm_out(copy, copy, a, b, RA_OPTS(ra_addmm, .alpha = RA_F(alpha), .beta = RA_F(beta))), RA_OK);
                        check_same_bits(c, copy);
                        assert_int_equal(ra_addmm_(selves[s], a, b, RA_OPTS(ra_addmm, .alpha = RA_F(alpha), .beta = RA_F(beta))), RA_OK);
                        check_same_bits(c, selves[s]);
                        ra_release(copy);
                    }
                    ra_release(c);
                    ra_release(selves[s]);
                }
                ra_release(a);
                ra_release(b);
            }
}

/* Where beta is 0 self is not read; where alpha is 0 the factors are not. */
static void test_not_read(void **state)
{
    (void)state;
    static const int64_t sides[] = {5, 100, 300};
    for (int i = 0; i < 3; i++) {
        int64_t n = sides[i];
        ra_tensor *nan = ra_full(RA_DIMS(n, n), RA_F(NAN)), *a = make(RA_FLOAT32, 2, (int64_t[]){n, n}, ROWS);
        ra_tensor *c = ra_addmm(nan, a, a, RA_OPTS(ra_addmm, .beta = RA_I(0))), *d = ra_addmm(a, nan, nan, RA_OPTS(ra_addmm, .alpha = RA_I(0)));
        ra_tensor *e = ra_mm(a, a);
        check_same_bits(c, e);
        check_same_bits(d, a);
        ra_release(nan);
        ra_release(a);
        ra_release(c);
        ra_release(d);
        ra_release(e);
    }
}

static void test_matmul(void **state)
{
    (void)state;
    static const struct {
        int na, nb;
        int64_t a[5], b[5];
    } cases[] = {
        {1, 1, {30}, {30}},          {1, 2, {30}, {30, 4}},          {2, 1, {5, 30}, {30}},          {3, 1, {5, 2, 30}, {30}},
        {3, 2, {5, 2, 30}, {30, 4}}, {2, 3, {2, 30}, {5, 30, 4}},    {1, 3, {30}, {5, 30, 4}},       {3, 3, {5, 2, 30}, {5, 30, 4}},
        {3, 3, {1, 2, 30}, {5, 30, 4}}, {3, 3, {5, 2, 30}, {1, 30, 4}}, {4, 3, {6, 1, 2, 30}, {5, 30, 4}}, {4, 4, {6, 5, 9, 30}, {6, 5, 30, 4}},
        {4, 2, {6, 5, 2, 30}, {30, 4}}, {3, 2, {7, 1, 3}, {3, 4}},   {3, 2, {0, 2, 3}, {3, 4}},      {3, 2, {5, 2, 0}, {0, 4}},
        {4, 1, {6, 5, 2, 30}, {30}}, {3, 3, {40, 20, 20}, {40, 20, 20}}, {3, 3, {2, 270, 260}, {2, 260, 280}}, {3, 3, {2, 270, 260}, {1, 260, 280}},
        {3, 3, {1, 270, 260}, {2, 260, 280}}, {3, 2, {3, 100, 260}, {260, 280}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int t = 0; t < DTYPES; t++)
            for (int trial = 0; trial < trials(cases[i].a[cases[i].na - 1] * cases[i].a[cases[i].na > 1 ? cases[i].na - 2 : 0], 3); trial++) {
                ra_tensor *a = make(dtypes[t], cases[i].na, cases[i].a, trial == 0 ? ROWS : (enum layout)below(LAYOUTS));
                ra_tensor *b = make(dtypes[t], cases[i].nb, cases[i].b, trial == 0 ? ROWS : (enum layout)below(LAYOUTS)), *c = ra_matmul(a, b);
                assert_non_null(c);
                check_product(a, b, c, false, NULL, 1, 0);
                assert_true(ra_is_contiguous(c));
                view v = look(c);
                ra_tensor *out = make(dtypes[t], v.ndim, v.sizes, (enum layout)below(EXPANDED));
                assert_int_equal(ra_matmul_out(out, a, b), RA_OK);
                check_same_bits(c, out);
                ra_release(out);
                ra_release(a);
                ra_release(b);
                ra_release(c);
            }
}

static void test_linear(void **state)
{
    (void)state;
    static const struct {
        int nx;
        int64_t x[4], out;
    } cases[] = {{1, {20}, 6}, {2, {3, 20}, 6}, {3, {5, 3, 20}, 6}, {4, {2, 5, 3, 20}, 6}, {3, {4, 64, 300}, 280}, {2, {1, 700}, 900}, {2, {8, 512}, 512}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int t = 0; t < DTYPES; t++)
            for (int with_bias = 0; with_bias < trials(cases[i].out * cases[i].x[cases[i].nx - 1], 3); with_bias++) {
                int64_t k = cases[i].x[cases[i].nx - 1], n = cases[i].out;
                ra_tensor *x = make(dtypes[t], cases[i].nx, cases[i].x, (enum layout)below(LAYOUTS)), *w = make(dtypes[t], 2, (int64_t[]){n, k}, (enum layout)below(LAYOUTS));
                ra_tensor *bias = make(dtypes[t], with_bias == 2 ? 0 : 1, &n, ROWS), *c = ra_linear(x, w, with_bias ? bias : RA_NONE);
                check_product(x, w, c, true, with_bias ? bias : NULL, 1, 1);
                ra_release(x);
                ra_release(w);
                ra_release(bias);
                ra_release(c);
            }
}

static void test_dot(void **state)
{
    (void)state;
    static const int64_t lengths[] = {0, 1, 5, 31, 32, 33, 1000, 5000, 300001};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int t = 0; t < DTYPES; t++) {
            ra_tensor *a = make(dtypes[t], 1, &lengths[i], ROWS), *b = make(dtypes[t], 1, &lengths[i], SLICED);
            ra_tensor *b_dense = ra_contiguous(b), *c = ra_dot(a, b), *d = ra_dot(a, b_dense), *e = ra_dot(b, a);
            if (lengths[i] < 10000)
                check_product(a, b, c, false, NULL, 1, 0);
            check_same_bits(c, d);
            if (!ra__is_complex(dtypes[t]))
                check_same_bits(c, e);
            ra_release(a);
            ra_release(b);
            ra_release(b_dense);
            ra_release(c);
            ra_release(d);
            ra_release(e);
        }
}

/* An output that is also a factor gets the product of what it was. */
static void test_out_is_factor(void **state)
{
    (void)state;
    static const int64_t sides[] = {4, 60, 270};
    for (int i = 0; i < 3; i++) {
        ra_tensor *a = make(RA_FLOAT64, 2, (int64_t[]){sides[i], sides[i]}, ROWS), *copy = ra_clone(a), *c = ra_mm(a, a), *d = ra_addmm(a, a, a);
        assert_int_equal(ra_mm_out(a, a, copy), RA_OK);
        check_same_bits(a, c);
        assert_int_equal(ra_addmm_(copy, copy, copy), RA_OK);
        check_same_bits(copy, d);
        ra_release(a);
        ra_release(copy);
        ra_release(c);
        ra_release(d);
    }
}

static void expect_refusal(ra_tensor *result, ra_status status)
{
    assert_null(result);
    assert_int_equal(ra_last_status(), status);
    ra_clear_error();
}

static void test_refusals(void **state)
{
    (void)state;
    RA_AUTO ra_tensor *a = make(RA_FLOAT32, 2, (int64_t[]){2, 3}, ROWS), *v = make(RA_FLOAT32, 1, (int64_t[]){3}, ROWS);
    RA_AUTO ra_tensor *d = make(RA_FLOAT64, 2, (int64_t[]){3, 2}, ROWS), *flags = ra_ones(RA_DIMS(3, 3), RA_OPTS(ra_ones, .dtype = RA_BOOL));
    RA_AUTO ra_tensor *zero_dim = make(RA_FLOAT32, 0, NULL, ROWS), *batch = make(RA_FLOAT32, 3, (int64_t[]){3, 3, 3}, ROWS);
    RA_AUTO ra_tensor *pair = make(RA_FLOAT32, 3, (int64_t[]){2, 3, 3}, ROWS);
    expect_refusal(ra_mm(a, a), RA_ERR_SHAPE);
    expect_refusal(ra_mm(a, v), RA_ERR_SHAPE);
    expect_refusal(ra_mm(a, d), RA_ERR_DTYPE);
    expect_refusal(ra_mm(flags, flags), RA_ERR_DTYPE);
    expect_refusal(ra_matmul(a, zero_dim), RA_ERR_SHAPE);
    expect_refusal(ra_matmul(pair, batch), RA_ERR_SHAPE);
    expect_refusal(ra_bmm(pair, batch), RA_ERR_SHAPE);
    expect_refusal(ra_linear(a, d, RA_NONE), RA_ERR_DTYPE);
    expect_refusal(ra_linear(a, a, batch), RA_ERR_SHAPE);
    expect_refusal(ra_dot(v, a), RA_ERR_SHAPE);
    expect_refusal(ra_addmm(batch, a, a), RA_ERR_SHAPE);
    expect_refusal(ra_addmm(v, a, d), RA_ERR_DTYPE);
    RA_AUTO ra_tensor *square = make(RA_FLOAT32, 2, (int64_t[]){3, 3}, ROWS), *before = ra_clone(square);
    expect_refusal(ra_addmm(square, square, square, RA_OPTS(ra_addmm, .alpha = RA_C(1, 1))), RA_ERR_ARGUMENT);
    assert_int_equal(ra_mm_out(square, a, a), RA_ERR_SHAPE);
    assert_int_equal(ra_mm_out(d, square, square), RA_ERR_DTYPE);
    assert_int_equal(ra_addmm_(v, square, square), RA_ERR_SHAPE);
    ra_clear_error();
    check_same_bits(square, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_mm),     cmocka_unit_test(test_levels), cmocka_unit_test(test_empty),  cmocka_unit_test(test_addmm), cmocka_unit_test(test_addbmm),         cmocka_unit_test(test_not_read), cmocka_unit_test(test_matmul),
        cmocka_unit_test(test_linear), cmocka_unit_test(test_dot), cmocka_unit_test(test_out_is_factor), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
