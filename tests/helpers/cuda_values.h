/*
 * Values and layouts for tests of src/cuda, and how far results may lie from the processor's.
 */
#ifndef TESTS_HELPERS_CUDA_VALUES_H
#define TESTS_HELPERS_CUDA_VALUES_H

#include "helpers/child.h"
#include "helpers/cuda.h"

#include <float.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- inputs ---- */

/* Values of both signs, some of them equal and some zero; near one for products. */
static inline ra_tensor *values(ra_dtype dtype, int64_t n, bool for_product)
{
    ra_tensor *place = ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT64)), *wave = ra_sin(place);
    const bool is_whole = dtype >= RA_BOOL && dtype <= RA_INT64;
    if (for_product && !is_whole) {
        OK(ra_mul_(wave, 0.25));
        OK(ra_add_(wave, 1));
    } else {
        OK(ra_mul_(wave, dtype == RA_UINT8 || dtype == RA_BOOL ? 2 : 40));
        OK(ra_round_(wave));
        if (!is_whole)
            OK(ra_mul_(wave, 0.1));
        if (dtype == RA_UINT8)
            OK(ra_abs_(wave));
    }
    ra_tensor *t = ra_to(wave, RA_OPTS(ra_to, .dtype = dtype));
    assert_non_null(t);
    if (t != wave)
        ra_release(wave);
    ra_release(place);
    return t;
}

enum layout { CONTIGUOUS, PERMUTED, SLICED, EXPANDED, LAYOUTS };

static inline ra_tensor *laid_out(const ra_tensor *base, enum layout how)
{
    ra_tensor *box = ra_view(base, RA_DIMS(5, 37, 30)), *t = NULL, *a, *b;
    switch (how) {
    case CONTIGUOUS:
        return box;
    case PERMUTED:
        t = ra_permute(box, RA_DIMS(2, 0, 1));
        break;
    case SLICED:
        a = ra_slice(box, 2, 1, RA_END, 3);
        t = ra_slice(a, 1, 2, 35, 2);
        ra_release(a);
        break;
    default:
        a = ra_select(box, 0, 2);
        b = ra_unsqueeze(a, 1);
        t = ra_expand(b, RA_DIMS(37, 9, 30));
        ra_release(a), ra_release(b);
    }
    ra_release(box);
    assert_non_null(t);
    return t;
}

/* ---- comparing ---- */

static inline double rounding(ra_dtype d)
{
    return d == RA_FLOAT64 || d == RA_COMPLEX128 ? DBL_EPSILON : d == RA_FLOAT16 ? 0x1p-10 : d == RA_BFLOAT16 ? 0x1p-7 : FLT_EPSILON;
}

/* The smallest number above zero: results below the normal ones are that far apart. */
static inline double least(ra_dtype d)
{
    return d == RA_FLOAT64 || d == RA_COMPLEX128 ? 0x1p-1074 : d == RA_FLOAT16 ? 0x1p-24 : d == RA_BFLOAT16 ? 0x1p-133 : 0x1p-149;
}

static inline ra_tensor *in_double(const ra_tensor *t)
{
    ra_tensor *here = ra_to(t, RA_OPTS(ra_to, .device = RA_CPU)), *wide = here ? ra_to(here, RA_OPTS(ra_to, .dtype = RA_COMPLEX128)) : NULL;
    if (!wide || ra_wait(wide))
        fail_msg("%s", ra_last_error());
    ra_release(here);
    return wide;
}

static inline bool is_near(double want, double got, double room)
{
    return (isnan(want) && isnan(got)) || want == got || fabs(want - got) <= room;
}

/* Real and imaginary parts of all elements; moduli: the sum of the moduli of those that each is made of, or NULL. Releases want and got. */
static inline void compare(const char *what, ra_tensor *want, ra_tensor *got, double roundings, const ra_tensor *moduli)
{
    const ra_dtype dtype = ra_tensor_dtype(want);
    assert_int_equal(ra_tensor_device(got), RA_CUDA);
    assert_int_equal(dtype, ra_tensor_dtype(got));
    assert_int_equal(ra_ndim(want), ra_ndim(got));
    for (int d = 0; d < ra_ndim(want); d++)
        assert_int_equal(ra_size(want, d), ra_size(got, d));
    ra_tensor *a = in_double(want), *b = in_double(got), *m = moduli ? in_double(moduli) : NULL;
    const size_t n = (size_t)ra_numel(a);
    double *x = calloc(2 * n + 1, sizeof *x), *y = calloc(2 * n + 1, sizeof *y), *z = calloc(2 * n + 1, sizeof *z);
    assert_int_equal(ra_copy_to(a, x, 2 * n * sizeof *x), RA_OK);
    assert_int_equal(ra_copy_to(b, y, 2 * n * sizeof *y), RA_OK);
    if (m)
        assert_int_equal(ra_copy_to(m, z, 2 * n * sizeof *z), RA_OK);
    for (size_t i = 0; i < 2 * n; i++) {
        const double whole = m ? z[i / 2 * 2] : hypot(x[i / 2 * 2], x[i / 2 * 2 + 1]), size = isinf(whole) ? isinf(x[i]) ? 0 : fabs(x[i]) : whole;
        if (!is_near(x[i], y[i], roundings * fmax(rounding(dtype) * size, least(dtype))))
            fail_msg("%s in %s: %s of element %zu of %zu is %.17g, not %.17g", what, ra_dtype_name(dtype), i % 2 ? "the imaginary part" : "the value", i / 2, n, y[i], x[i]);
    }
    free(x), free(y), free(z);
    ra_release(a), ra_release(b), ra_release(m), ra_release(want), ra_release(got);
}

/* Of the same call on both sides; releases them. */
static inline void assert_near(const char *what, ra_tensor *want, ra_tensor *got, double roundings, double modulus)
{
    if (!want || !got)
        fail_msg("%s: %s", what, ra_last_error());
    ra_tensor *moduli = ra_full_like(want, RA_F(modulus), RA_OPTS(ra_full_like, .dtype = RA_FLOAT64));
    compare(what, want, got, roundings, moduli);
    ra_release(moduli);
}

/* Of both sides, an expression of side k's tensors: within so many roundings of `size`. */
#define NEAR_BY(what, roundings, size, expression) \
    do { \
        ra_tensor *results_[SIDES]; \
        for (int k = 0; k < SIDES; k++) \
            if (!(results_[k] = (expression))) \
                fail_msg("%s on side %d: %s", what, k, ra_last_error()); \
        for (int d = 0; d < ra_ndim(results_[HERE]); d++) \
            assert_int_equal(ra_stride(results_[HERE], d), ra_stride(results_[THERE], d)); \
        assert_near(what, ra_keep(results_[HERE]), ra_keep(results_[THERE]), roundings, size); \
    } while (0)

/* The nth barrier of a program's text: its name, with what it may tell of all threads behind it. NULL: there are no more. */
static inline char *barrier_of(const char *text, int n)
{
    const char *at = strstr(text, "__syncthreads");
    while (at && n--)
        at = strstr(at + 1, "__syncthreads");
    return (char *)(uintptr_t)at;
}

static inline int barriers_of(const char *text)
{
    int n = 0;
    while (barrier_of(text, n))
        n++;
    return n;
}

/* With the nth barrier of a program's text left out of this process; "-": with all of them. False: there is none. What a barrier tells of all
 * threads a thread then tells of itself. */
static inline bool leave_out_barrier(const char *text, const char *which)
{
    unsetenv("SIMCUDA_SOURCES"); /* they are no programs of the library's */
    if (*which == '-')
        return true;
    char *at = barrier_of(text, atoi(which));
    const uintptr_t page = (uintptr_t)text & ~UINT64_C(4095);
    if (!at || mprotect((void *)page, (uintptr_t)text + strlen(text) - page, PROT_READ | PROT_WRITE))
        return false;
    const size_t name = strcspn(at, "(");
    memset(at, ' ', at[name + 1] == ')' ? name + 2 : name);
    return true;
}

/* Of each tensor one here and one on the device. */
enum { HERE, THERE, SIDES };

static inline void both(ra_tensor *pair[SIDES], ra_tensor *t)
{
    pair[HERE] = t;
    pair[THERE] = there(t);
}

/* The same bits of an expression of side k's tensors; within a scope. */
#define SAME_BITS(what, expression) \
    do { \
        ra_tensor *results_[SIDES]; \
        for (int k = 0; k < SIDES; k++) \
            if (!(results_[k] = (expression))) \
                fail_msg("%s on side %d: %s", what, k, ra_last_error()); \
        assert_int_equal(ra_tensor_device(results_[THERE]), RA_CUDA); \
        assert_same(what, results_[HERE], ra_keep(results_[THERE])); \
    } while (0)

/* The output of the program `failing`, where there are those libraries alone, of the simulated ones' folder; where that is. Its exit status. */
static inline int failing_with(const char *const *there_are, int count, char folder[PATH_MAX], char *text, size_t size)
{
    char from[PATH_MAX], to[2 * PATH_MAX], whole[PATH_MAX], before[PATH_MAX];
    need_simulated();
    snprintf(folder, PATH_MAX, "/tmp/ra-test-cuda-XXXXXX");
    snprintf(before, sizeof before, "%.2000s", getenv("RUNAHEAD_CUDA"));
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < count; i++) {
        snprintf(from, sizeof from, "%.2000s/%s", before, there_are[i]);
        snprintf(to, sizeof to, "%s/%s", folder, basename(from));
        assert_non_null(realpath(from, whole));
        assert_int_equal(symlink(whole, to), 0);
    }
    setenv("RUNAHEAD_CUDA", folder, 1);
    const int code = child_output("failing", "", text, size);
    setenv("RUNAHEAD_CUDA", before, 1);
    for (int i = 0; i < count; i++) {
        snprintf(from, sizeof from, "%s", there_are[i]);
        snprintf(to, sizeof to, "%s/%s", folder, basename(from));
        unlink(to);
    }
    rmdir(folder);
    return code;
}

/* It says what is missing, and that the folder was looked into, and has no wrong value. */
static inline void assert_missing_is_told(const char *const *there_are, int count, const char *missing)
{
    char folder[PATH_MAX], want[2 * PATH_MAX], text[8192];
    const int code = failing_with(there_are, count, folder, text, sizeof text);
    snprintf(want, sizeof want, "%s, for this driver, was looked for in %s", missing, folder);
    if (code || !strstr(text, want) || strstr(text, "wrong"))
        fail_msg("exit status %d, %s", code, text);
}

/* The program called barrier, told that and which one it is to leave out, ends badly without any of so many, and well with all of them. */
static inline void assert_each_barrier_needed(const char *that, int barriers)
{
    char text[2048], which[16];
    snprintf(which, sizeof which, "%s-", that);
    child_ends_well("barrier", which);
    need_simulated(); /* which finds it in the first run */
    assert_true(barriers > 0);
    for (int i = 0; i < barriers; i++) {
        snprintf(which, sizeof which, "%s%d", that, i);
        const int code = child_output("barrier", which, text, sizeof text);
        if (!code || !strstr(text, "with no barrier between them"))
            fail_msg("barrier %s: exit status %d, %s", which, code, text);
    }
}

static inline void assert_barriers_needed(int barriers)
{
    assert_each_barrier_needed("", barriers);
}

#endif
