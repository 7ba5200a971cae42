/*
 * Matrix products on CUDA, on the simulated driver and cuBLAS: integers by the processor's bits, floating and complex ones within
 * k roundings of the sum of the products' moduli; over dtypes, layouts of factors and results, batches, what is added, and what is empty.
 * A cuBLAS that there is not, and calls of it that fail.
 */
#define _GNU_SOURCE 1
#include "helpers/cuda_values.h"

#include "cuda/text.h"

static const ra_dtype floating[] = {RA_FLOAT32, RA_FLOAT64, RA_FLOAT16, RA_BFLOAT16, RA_COMPLEX64, RA_COMPLEX128};
static const ra_dtype whole[] = {RA_UINT8, RA_INT8, RA_INT16, RA_INT32, RA_INT64};
enum { FLOATING = sizeof floating / sizeof *floating, WHOLE = sizeof whole / sizeof *whole };

/* A tensor here, there, and its moduli in float64, for which the same expression gives what errors are relative to. */
enum { MODULI = SIDES, ALL };

static void all(ra_tensor *x[ALL], ra_tensor *t)
{
    both(x, t);
    x[MODULI] = ra_abs(ra_to(t, RA_OPTS(ra_to, .dtype = ra_dtype_size(ra_tensor_dtype(t)) == 16 || ra_tensor_dtype(t) == RA_COMPLEX64 ? RA_COMPLEX128 : RA_FLOAT64)));
    assert_non_null(x[MODULI]);
}

static ra_tensor *some(ra_dtype dtype, int64_t n, int64_t seed)
{
    ra_tensor *x = ra_mul(ra_sin(ra_arange(seed * 1000, seed * 1000 + n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64))), dtype == RA_UINT8 ? 14 : 100);
    if (dtype == RA_COMPLEX64 || dtype == RA_COMPLEX128) {
        ra_tensor *turn = ra_full(RA_DIMS(1), RA_C(0.6, -0.8), RA_OPTS(ra_full, .dtype = RA_COMPLEX128));
        x = ra_add(ra_to(x, RA_OPTS(ra_to, .dtype = RA_COMPLEX128)), ra_mul(turn, ra_to(ra_cos(x), RA_OPTS(ra_to, .dtype = RA_COMPLEX128))));
    }
    if (dtype == RA_UINT8)
        x = ra_abs(x);
    ra_tensor *t = ra_to(x, RA_OPTS(ra_to, .dtype = dtype));
    assert_non_null(t);
    return t;
}

static ra_tensor *stepped(const ra_tensor *t, int64_t dim, int64_t start, int64_t end, int64_t step)
{
    return ra_slice(t, dim, start, end, step);
}
#define CUT(t, dim, start, end) stepped(t, dim, start, end, 1)

static ra_tensor *matrix(ra_dtype dtype, int64_t rows, int64_t columns, int64_t seed)
{
    return ra_view(some(dtype, rows * columns, seed), RA_DIMS(rows, columns));
}

/* An expression of side k's tensors, whose elements are sums of `depth` products. */
#define NEAR(what, depth, expression) \
    do { \
        ra_tensor *results_[ALL]; \
        for (int k = 0; k < ALL; k++) \
            if (!(results_[k] = (expression))) \
                fail_msg("%s on side %d: %s", what, k, ra_last_error()); \
        const bool is_half_ = ra_dtype_size(ra_tensor_dtype(results_[HERE])) == 2; \
        compare(what, ra_keep(results_[HERE]), ra_keep(results_[THERE]), is_half_ ? 2 : 2 * (double)(depth) + 2, results_[MODULI]); \
    } while (0)

static void dtypes(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{5, 7, 6}, {1, 40, 33}, {29, 3, 1}, {1, 1, 1}};
    start(2);
    for (int i = 0; i < FLOATING + WHOLE; i++) {
        const ra_dtype dtype = i < FLOATING ? floating[i] : whole[i - FLOATING];
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            ra_tensor *a[ALL], *b[ALL], *d[ALL];
            ra_scope_begin();
            all(a, matrix(dtype, sizes[s][0], sizes[s][1], 1));
            all(b, matrix(dtype, sizes[s][1], sizes[s][2], 2));
            all(d, matrix(dtype, sizes[s][0], sizes[s][2], 3));
            if (i < FLOATING) {
                NEAR("mm", sizes[s][1], ra_mm(a[k], b[k]));
                NEAR("addmm", sizes[s][1], ra_addmm(d[k], a[k], b[k], RA_OPTS(ra_addmm, .beta = RA_F(0.5), .alpha = RA_F(2))));
            } else {
                SAME_BITS("mm", ra_mm(a[k], b[k]));
                SAME_BITS("addmm", ra_addmm(d[k], a[k], b[k], RA_OPTS(ra_addmm, .beta = RA_I(3), .alpha = RA_I(-2))));
            }
            OK(ra_scope_end());
        }
        ra_tensor *x[ALL], *y[ALL];
        ra_scope_begin();
        all(x, some(dtype, 3000, 4));
        all(y, some(dtype, 3000, 5));
        if (i < FLOATING) {
            NEAR("dot", 3000, ra_dot(x[k], y[k]));
            NEAR("dot of every third", 1000, ra_dot(stepped(x[k], 0, 0, RA_END, 3), stepped(y[k], 0, 1, RA_END, 3)));
        } else
            SAME_BITS("dot", ra_dot(x[k], y[k]));
        OK(ra_scope_end());
    }
    stop();
}

static ra_tensor *complex_by_complex(const ra_tensor *d, const ra_tensor *a, const ra_tensor *b, bool is_modulus)
{
    return ra_addmm(d, a, b, is_modulus ? RA_OPTS(ra_addmm, .beta = RA_F(5), .alpha = RA_F(2.5)) : RA_OPTS(ra_addmm, .beta = RA_C(3, -4), .alpha = RA_C(-1.5, 2)));
}

static void complex_scalars(void **state)
{
    (void)state;
    start(2);
    for (int i = 4; i < FLOATING; i++) {
        ra_tensor *a[ALL], *b[ALL], *d[ALL];
        ra_scope_begin();
        all(a, matrix(floating[i], 6, 5, 1));
        all(b, matrix(floating[i], 5, 7, 2));
        all(d, matrix(floating[i], 6, 7, 3));
        NEAR("addmm", 10, complex_by_complex(d[k], a[k], b[k], k == MODULI));
        OK(ra_scope_end());
    }
    stop();
}

/* ---- layouts ---- */

enum form { ROWS, COLUMNS, PADDED, GAPS, ONE_ROW, FORMS };

/* Eight by eight. */
static ra_tensor *formed(const ra_tensor *base, int how)
{
    ra_tensor *box = ra_view(base, RA_DIMS(16, 16)), *left = CUT(box, 1, 0, 8);
    switch (how) {
    case ROWS: return ra_contiguous(CUT(left, 0, 0, 8));
    case COLUMNS: return ra_t(CUT(left, 0, 8, 16));
    case PADDED: return stepped(left, 0, 0, RA_END, 2);
    case GAPS: return CUT(stepped(box, 1, 0, RA_END, 2), 0, 0, 8);
    default: return ra_expand(CUT(left, 0, 3, 4), RA_DIMS(8, 8));
    }
}

static ra_tensor *into(ra_tensor *out, ra_status status)
{
    if (status)
        fail_msg("%s", ra_last_error());
    return ra_ref(out);
}

static void layouts(void **state)
{
    (void)state;
    start(2);
    for (int how = 0; how < FORMS * FORMS * FORMS; how++) {
        const int result = how / FORMS / FORMS;
        ra_tensor *a[ALL], *b[ALL], *d[ALL], *c[ALL];
        ra_scope_begin();
        all(a, some(RA_FLOAT32, 256, 1));
        all(b, some(RA_FLOAT32, 256, 2));
        all(d, matrix(RA_FLOAT32, 8, 8, 3));
        all(c, ra_full(RA_DIMS(256), RA_F(NAN)));
        for (int k = 0; k < ALL; k++)
            a[k] = formed(a[k], how % FORMS), b[k] = formed(b[k], how / FORMS % FORMS);
        if (result == ROWS)
            NEAR("new", 8, ra_mm(a[k], b[k]));
        else if (result != ONE_ROW) {
            for (int k = 0; k < ALL; k++)
                c[k] = formed(c[k], result);
            NEAR("given", 8, into(c[k], ra_mm_out(c[k], a[k], b[k])));
            NEAR("given, and added", 8, into(c[k], ra_addmm_out(c[k], d[k], a[k], b[k])));
            NEAR("in place", 8, into(c[k], ra_addmm_(c[k], a[k], b[k], RA_OPTS(ra_addmm, .beta = RA_F(0.25)))));
        }
        OK(ra_scope_end());
    }
    ra_tensor *a[ALL], *b[ALL];
    ra_scope_begin();
    all(a, matrix(RA_FLOAT32, 8, 8, 1));
    all(b, matrix(RA_FLOAT32, 8, 8, 2));
    NEAR("over a factor", 8, into(a[k], ra_mm_out(a[k], a[k], b[k])));
    NEAR("over the other", 8, into(b[k], ra_addmm_out(b[k], a[k], a[k], b[k])));
    OK(ra_scope_end());
    stop();
}

/* ---- what is added ---- */

static void addends(void **state)
{
    (void)state;
    start(2);
    ra_tensor *a[ALL], *b[ALL], *row[ALL], *column[ALL], *one[ALL], *w[ALL], *x[ALL];
    ra_scope_begin();
    all(a, matrix(RA_FLOAT32, 9, 5, 1));
    all(b, matrix(RA_FLOAT32, 5, 7, 2));
    all(row, some(RA_FLOAT32, 7, 3));
    all(column, matrix(RA_FLOAT32, 9, 1, 4));
    all(one, ra_full(RA_DIMS(), RA_F(2.5)));
    all(w, matrix(RA_FLOAT32, 7, 5, 5));
    all(x, ra_view(some(RA_FLOAT32, 2 * 3 * 5, 6), RA_DIMS(2, 3, 5)));
    NEAR("a row", 5, ra_addmm(row[k], a[k], b[k]));
    NEAR("a column", 5, ra_addmm(column[k], a[k], b[k]));
    NEAR("a number", 5, ra_addmm(one[k], a[k], b[k]));
    NEAR("a number of the processor's", 5, ra_addmm(one[k == THERE ? HERE : k], a[k], b[k]));
    NEAR("linear", 5, ra_linear(x[k], w[k], row[k]));
    NEAR("linear without", 5, ra_linear(x[k], w[k], RA_NONE));
    NEAR("linear of a vector", 5, ra_linear(x[k], ra_select(w[k], 0, 2), one[k]));
    NEAR("linear in rows that are apart", 5, ra_linear(ra_permute(x[k], RA_DIMS(1, 0, 2)), w[k], row[k]));
    ra_tensor *nothing[SIDES], *whole_d[SIDES], *whole_a[SIDES];
    both(nothing, ra_full(RA_DIMS(9, 7), RA_F(NAN)));
    both(whole_d, matrix(RA_INT32, 9, 7, 1));
    both(whole_a, matrix(RA_INT32, 9, 0, 1));
    NEAR("NaN is not read", 5, ra_addmm(k == MODULI ? row[k] : nothing[k], a[k], b[k], RA_OPTS(ra_addmm, .beta = RA_F(0))));
    SAME_BITS("nor where nothing is multiplied", ra_addmm(row[k], ra_full_like(a[k], RA_F(NAN)), b[k], RA_OPTS(ra_addmm, .alpha = RA_F(0), .beta = RA_F(3))));
    SAME_BITS("no k, and a number of the processor's", ra_addmm(one[HERE], CUT(a[k], 1, 0, 0), CUT(b[k], 0, 0, 0), RA_OPTS(ra_addmm, .beta = RA_F(3))));
    SAME_BITS("no k, of integers", ra_addmm(whole_d[k], whole_a[k], ra_zeros(RA_DIMS(0, 7), RA_OPTS(ra_zeros, .dtype = RA_INT32, .device = ra_tensor_device(whole_a[k]))), RA_OPTS(ra_addmm, .beta = RA_I(-5))));
    OK(ra_scope_end());
    stop();
}

/* ---- batches, and what is empty ---- */

static void batches(void **state)
{
    (void)state;
    start(2);
    ra_tensor *a[ALL], *b[ALL], *c[ALL], *v[ALL], *i[SIDES], *j[SIDES];
    ra_scope_begin();
    all(a, ra_view(some(RA_FLOAT32, 4 * 3 * 5 * 6, 1), RA_DIMS(4, 3, 5, 6)));
    all(b, ra_view(some(RA_FLOAT32, 3 * 6 * 7, 2), RA_DIMS(3, 6, 7)));
    all(c, ra_view(some(RA_FLOAT32, 4 * 1 * 6 * 2, 3), RA_DIMS(4, 1, 6, 2)));
    all(v, some(RA_FLOAT32, 6, 4));
    NEAR("bmm", 6, ra_bmm(ra_select(a[k], 0, 1), b[k]));
    NEAR("baddbmm", 6, ra_baddbmm(ra_select(ra_select(b[k], 0, 0), 0, 0), ra_select(a[k], 0, 1), b[k], RA_OPTS(ra_baddbmm, .beta = RA_F(0.5), .alpha = RA_F(2))));
    NEAR("bmm, batch innermost", 6, ra_bmm(ra_permute(ra_view(ra_select(a[k], 0, 1), RA_DIMS(5, 6, 3)), RA_DIMS(2, 0, 1)), b[k]));
    NEAR("broadcast", 6, ra_matmul(a[k], b[k]));
    NEAR("broadcast both ways", 6, ra_matmul(CUT(a[k], 0, 0, 1), c[k]));
    NEAR("one of the right", 6, ra_matmul(ra_permute(a[k], RA_DIMS(1, 0, 2, 3)), ra_select(b[k], 0, 1)));
    NEAR("one of the left", 6, ra_matmul(ra_select(ra_select(a[k], 0, 1), 0, 1), b[k]));
    NEAR("with a vector", 6, ra_matmul(a[k], v[k]));
    NEAR("a vector", 6, ra_matmul(v[k], b[k]));
    NEAR("vectors", 6, ra_matmul(v[k], v[k]));
    NEAR("batches with gaps", 3, ra_matmul(stepped(a[k], 3, 0, RA_END, 2), stepped(b[k], 1, 0, RA_END, 2)));
    both(i, ra_view(some(RA_INT64, 4 * 3 * 5 * 6, 1), RA_DIMS(4, 3, 5, 6)));
    both(j, ra_view(some(RA_INT64, 3 * 6 * 7, 2), RA_DIMS(3, 6, 7)));
    SAME_BITS("integers", ra_matmul(i[k], j[k]));
    SAME_BITS("integers with gaps", ra_matmul(ra_permute(stepped(i[k], 3, 0, RA_END, 2), RA_DIMS(1, 0, 2, 3)), stepped(ra_select(j[k], 0, 2), 0, 0, RA_END, 2)));
    OK(ra_scope_end());
    stop();
}

static void empty(void **state)
{
    (void)state;
    static const int64_t sizes[][3] = {{0, 4, 3}, {3, 4, 0}, {3, 0, 4}, {0, 0, 0}};
    start(2);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        ra_tensor *a[SIDES], *b[SIDES];
        ra_scope_begin();
        both(a, ra_zeros(RA_DIMS(sizes[s][0], sizes[s][1])));
        both(b, ra_zeros(RA_DIMS(sizes[s][1], sizes[s][2])));
        SAME_BITS("empty", ra_mm(a[k], b[k]));
        SAME_BITS("empty, a batch", ra_matmul(ra_unsqueeze(a[k], 0), ra_expand(ra_unsqueeze(b[k], 0), RA_DIMS(2, sizes[s][1], sizes[s][2]))));
        OK(ra_scope_end());
    }
    ra_tensor *v[SIDES];
    ra_scope_begin();
    both(v, ra_zeros(RA_DIMS(0), RA_OPTS(ra_zeros, .dtype = RA_COMPLEX64)));
    SAME_BITS("no elements", ra_dot(v[k], v[k]));
    both(v, ra_expand(ra_full(RA_DIMS(1), RA_F(1.5)), RA_DIMS(40)));
    SAME_BITS("one element again and again", ra_dot(v[k], v[k]));
    OK(ra_scope_end());
    stop();
}

/* ---- programs of their own ---- */

static int program_barrier(const char *which)
{
    if (!leave_out_barrier(ra__cuda_text_product, which))
        return 4;
    ra_tensor *x = ra_arange(64 * 40, 0, -1, RA_OPTS(ra_arange, .dtype = RA_INT32)), *y = ra_to(x, RA_OPTS(ra_to, .device = RA_CUDA)), *rows = ra_view(y, RA_DIMS(40, 64)), *columns = ra_t(rows);
    ra_tensor *m = ra_view(x, RA_DIMS(40, 64)), *t = ra_t(m), *want = ra_mm(m, t), *z = rows ? ra_mm(rows, columns) : NULL;
    static int32_t got[40 * 40], right[40 * 40];
    if (!z || ra_copy_to(z, got, sizeof got) || ra_copy_to(want, right, sizeof right) || memcmp(got, right, sizeof got))
        return 2;
    ra_release(x), ra_release(y), ra_release(rows), ra_release(columns), ra_release(m), ra_release(t), ra_release(want), ra_release(z);
    return ra_shutdown() ? 1 : 0;
}

/* Whatever fails, the product is right or has failed, and one of integers does not mind. */
static int program_failing(const char *nothing)
{
    (void)nothing;
    for (int i = 0; i < 3; i++) {
        float got[4] = {0};
        int32_t whole_got[4] = {0};
        ra_tensor *x = ra_full(RA_DIMS(2, 2), RA_F(3), RA_OPTS(ra_full, .device = RA_CUDA)), *y = x ? ra_mm(x, x) : NULL;
        ra_tensor *u = ra_full(RA_DIMS(2, 2), RA_I(3), RA_OPTS(ra_full, .device = RA_CUDA, .dtype = RA_INT32)), *w = u ? ra_mm(u, u) : NULL, *v = x ? ra_select(x, 0, 0) : NULL, *d = v ? ra_dot(v, v) : NULL;
        if (!y || ra_copy_to(y, got, sizeof got))
            printf("%s; ", ra_last_error());
        else if (got[0] != 18 || got[3] != 18)
            printf("%g and %g are wrong; ", (double)got[0], (double)got[3]);
        if (!d || ra_copy_to(d, got, sizeof *got))
            printf("%s; ", ra_last_error());
        else if (got[0] != 18)
            printf("%g is wrong; ", (double)got[0]);
        if (!w || ra_copy_to(w, whole_got, sizeof whole_got) || whole_got[1] != 18)
            printf("integers are wrong: %s; ", ra_last_error());
        ra_release(x), ra_release(y), ra_release(u), ra_release(w), ra_release(v), ra_release(d);
        ra_clear_error();
    }
    return ra_shutdown() ? 1 : 0;
}

static const child_program programs[] = {{"barrier", program_barrier}, {"failing", program_failing}};

static void barriers_are_needed(void **state)
{
    (void)state;
    assert_barriers_needed(barriers_of(ra__cuda_text_product));
}

static void calls_that_fail(void **state)
{
    (void)state;
    need_simulated();
    static const char *const calls[] = {"cublasCreate", "cublasSetMathMode", "cublasSetStream", "cublasSetWorkspace", "cublasGemmEx", "cublasSetPointerMode", "cublasDotEx"};
    for (size_t i = 0; i < 3 * sizeof calls / sizeof *calls; i++) { /* the first, and later ones, of which there are of some */
        char text[4096], fail[64];
        const char *call = calls[i / 3];
        snprintf(fail, sizeof fail, "%s:%d:999", call, (int)(i % 3 + 1));
        setenv("SIMCUDA_FAIL", fail, 1);
        const int code = child_output("failing", "", text, sizeof text);
        unsetenv("SIMCUDA_FAIL");
        const bool sets_up = i / 3 < 4;
        const char *name = i / 3 == 1 ? "cublasCreate" : call, *told = strstr(text, name);
        if (i % 3 && sets_up && !code && !*text) /* there is no other */
            continue;
        if (code || !told || !strstr(told, "CUBLAS_STATUS_EXECUTION_FAILED") || strstr(text, "wrong") || strstr(told + 1, "CUBLAS_STATUS_EXECUTION_FAILED") != strstr(told, "CUBLAS_STATUS_EXECUTION_FAILED"))
            fail_msg("%s fails: exit status %d, %s", fail, code, text);
    }
    char text[4096];
    setenv("SIMCUDA_FAIL", "cublasCreate:1", 1); /* without memory: what is cached is given back, and it is tried again */
    const int code = child_output("failing", "", text, sizeof text);
    unsetenv("SIMCUDA_FAIL");
    if (code || *text)
        fail_msg("there is no memory once: exit status %d, %s", code, text);
}

/* ---- TF32 ---- */

/* a times one, which is all of a, or what TF32 leaves of it. */
static bool is_rounded(ra_dtype dtype, int how)
{
    enum { TINY = 12 }; /* 1 + 2^-12 is 1 in TF32, and neither half has it */
    ra_scope_begin();
    ra_tensor *x = ra_full(RA_DIMS(2, 2, 2), RA_F(dtype == RA_FLOAT16 ? 1 + 0x1p-10 : 1 + 1 / (double)(1 << TINY)), RA_OPTS(ra_full, .dtype = dtype)), *a = there(x);
    ra_tensor *one = there(ra_expand(ra_eye(2, 2, RA_OPTS(ra_eye, .dtype = dtype)), RA_DIMS(2, 2, 2))), *m = ra_select(a, 0, 1), *i = ra_select(one, 0, 1);
    ra_tensor *y = how == 0 ? ra_bmm(a, one) : how == 1 ? ra_mm(m, i) : how == 2 ? ra_linalg_solve_triangular(i, m, RA_OPTS(ra_linalg_solve_triangular, .upper = true)) :
                   ra_dot(ra_select(m, 0, 0), ra_select(i, 0, 0));
    ra_tensor *here = y ? ra_to(y, RA_OPTS(ra_to, .device = RA_CPU)) : NULL;
    if (!here)
        fail_msg("way %d: %s", how, ra_last_error());
    bool is_same = false;
    OK(ra_equal(ra_reshape(here, RA_DIMS(-1)), ra_slice(ra_reshape(x, RA_DIMS(-1)), 0, 0, ra_numel(here), 1), &is_same));
    OK(ra_scope_end());
    return !is_same;
}

/* In products of float32 and complex64, where it was asked for: by the program, or by the environment, whose word is the last one. */
static void tf32_where_it_is_asked_for(void **state)
{
    (void)state;
    need_simulated();
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_COMPLEX64, RA_FLOAT64, RA_FLOAT16, RA_COMPLEX128};
    for (int asked = 0; asked < 4; asked++) { /* by the program: 1, 3; by the environment: 2; by neither in the end: 0, 3 */
        ra_info info;
        const bool is_used = asked == 1 || asked == 2;
        if (asked & 2)
            setenv("RUNAHEAD_CUDA_TF32", asked == 2 ? "1" : "0", 1);
        OK(ra_init(&(ra_config){.size = sizeof(ra_config), .cuda_tf32 = asked & 1}));
        OK(ra_get_info(&info));
        assert_int_equal(info.cuda_tf32, is_used);
        for (size_t d = 0; d < sizeof dtypes / sizeof *dtypes; d++)
            for (int how = 0; how < 4; how++)
                if ((how != 2 || dtypes[d] != RA_FLOAT16) && is_rounded(dtypes[d], how) != (is_used && d < 2 && how < 2))
                    fail_msg("asked for %d, way %d in %s", asked, how, ra_dtype_name(dtypes[d]));
        stop();
        unsetenv("RUNAHEAD_CUDA_TF32");
    }
}

/* A folder with driver and compiler alone. */
static void absent(void **state)
{
    (void)state;
    static const char *const there_are[] = {"libcuda.so.1", "libnvrtc.so.12"};
    assert_missing_is_told(there_are, sizeof there_are / sizeof *there_are, "there is no cuBLAS: libcublas.so.12");
}

int main(int argc, char **argv)
{
    find_driver();
    CHILD_MAIN(argc, argv, programs);
    const struct CMUnitTest tests[] = {
        HARNESS_TEST(dtypes, 200, NULL, shut_down),
        HARNESS_TEST(complex_scalars, 100, NULL, shut_down),
        HARNESS_TEST(layouts, 200, NULL, shut_down),
        HARNESS_TEST(addends, 200, NULL, shut_down),
        HARNESS_TEST(batches, 200, NULL, shut_down),
        HARNESS_TEST(empty, 100, NULL, shut_down),
        HARNESS_TEST(barriers_are_needed, 100, NULL, NULL),
        HARNESS_TEST(calls_that_fail, 200, NULL, NULL),
        HARNESS_TEST(tf32_where_it_is_asked_for, 100, NULL, shut_down),
        HARNESS_TEST(absent, 100, NULL, NULL),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
