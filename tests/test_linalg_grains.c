/*
 * No grain of a matrix that is taken apart takes more than some 300 us: looked at without a clock, by what the plans tell of each grain's work.
 */
#include "helpers/grains.h"
#include "helpers/moments.h"

/* What a processor with AVX-512 does in 300 us: multiplications and additions of a product of float32. */
#define MOST 16e6

static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_COMPLEX64, RA_COMPLEX128};
static const double dear[] = {1, 2, 4, 8};
enum { DTYPES = 4 };

typedef struct row {
    ra__op_id id;
    const char *text;  /* argument 1 */
    int results;       /* of which something has to be said: 1 as a boolean */
    double all;        /* at least so many multiplications and additions for n x n, by n^3 */
    double most[DTYPES]; /* of a grain, in units of MOST; rows: up to which */
    int64_t rows[DTYPES];
} row;

/* Exempt: complex inverses and solutions, whose steps from below take up to four times as long as others, and more rows than stripes of 12 columns, and pieces of 8, are for. */
static const row table[] = {
    {RA__OP_linalg_cholesky, NULL, 0, 1.0 / 6, {1, 1, 1, 1}, {8192, 8192, 8192, 8192}},
    {RA__OP_linalg_lu_factor_ex, NULL, 1, 1.0 / 3, {1, 1, 1, 1}, {8192, 4096, 4096, 2048}},
    {RA__OP_linalg_det, NULL, 0, 1.0 / 3, {1, 1, 1, 1}, {8192, 4096, 4096, 2048}},
    {RA__OP_linalg_slogdet, NULL, 0, 1.0 / 3, {1, 1, 1, 1}, {8192, 4096, 4096, 2048}},
    {RA__OP_linalg_inv, NULL, 0, 1, {1, 1, 2.1, 2.1}, {4096, 4096, 3000, 3000}},
    {RA__OP_linalg_qr, "reduced", 0, 4.0 / 3, {1, 1, 1, 1.3}, {4096, 2048, 1536, 1535}},
};

/* Not told, as they are not taken apart, or LAPACK's calls are not: see src/cpu/linalg.h. */
static const ra__op_id exempt[] = {RA__OP_linalg_eigh, RA__OP_linalg_svd, RA__OP_linalg_eig, RA__OP_linalg_eigvals, RA__OP_linalg_lstsq};

static const int64_t sides[] = {96, 127, 128, 239, 240, 250, 256, 384, 512, 767, 768, 1000, 1023, 1024, 1200, 1500, 1535, 1536, 2048, 3000, 4096, 8192};
enum { SIDES = sizeof sides / sizeof *sides };

static bool planned(struct grains_call *c, const ra__kernel_table *kernels, const row *of, ra_dtype dtype, int64_t n)
{
    const ra__shape shape = {.dtype = dtype, .ndim = 2, .sizes = {n, n}, .strides = {n, 1}};
    ra_arg args[RA__MAX_ARGS] = {{.kind = RA_ARG_TENSOR}};
    for (int k = 1; k < RA__MAX_ARGS; k++)
        args[k] = (ra_arg){.boolean = of->results && k == 1, .kind = RA_ARG_BOOL};
    if (of->text)
        args[1] = (ra_arg){.string = of->text, .kind = RA_ARG_STRING};
    return grains_planned(c, kernels, of->id, &shape, &shape, args); /* planned alone: nothing is read */
}

static void check(const row *of, int kind, int64_t n, const ra_plan *p)
{
    double all = 0;
    for (int phase = 0; phase < p->phases; phase++)
        for (int64_t g = 0, grains = ra__plan_grains(p, phase); g < grains; g++) {
            const double work = p->kernel->work(p, phase, g);
            all += work;
            if (work > MOST * of->most[kind])
                fail_msg("%s, n = %lld, %s: grain %lld of phase %d does %.1f million multiplications and additions, of %.1f", p->kernel->name, (long long)n,
                         ra_dtype_name(dtypes[kind]), (long long)g, phase, work / 1e6, MOST * of->most[kind] / 1e6);
        }
    const double least = of->all * dear[kind] * (double)n * (double)n * (double)n;
    if (all < least)
        fail_msg("%s, n = %lld, %s: %.1f million are told, and %.1f take place", p->kernel->name, (long long)n, ra_dtype_name(dtypes[kind]), all / 1e6, least / 1e6);
}

static void no_grain_is_long(void **state)
{
    (void)state;
    int checked = 0;
    for (int level = 0; ra__level_at(level); level++)
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            for (int kind = 0; kind < DTYPES; kind++)
                for (int side = 0; side < SIDES && sides[side] <= table[i].rows[kind]; side++) {
                    const ra__kernel_table *kernels = grains_table(level);
                    struct grains_call own;
                    if (!kernels)
                        continue;
                    assert_true(planned(&own, kernels, &table[i], dtypes[kind], sides[side]));
                    const bool apart = (own.plan.flags & RA__PLAN_TOLD) != 0;
                    assert_true(apart || sides[side] < (kind < 2 ? 96 : table[i].id == RA__OP_linalg_cholesky ? 240 : 128));
                    if (apart)
                        check(&table[i], kind, sides[side], &own.plan);
                    checked += apart;
                    grains_let_go(&own);
                }
    assert_true(checked > 0);
}

/* An operator that is taken apart from now on belongs into the table. */
static void the_exempt_tell_nothing(void **state)
{
    (void)state;
    for (int level = 0; ra__level_at(level); level++)
        for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++) {
            const ra__kernel_table *kernels = grains_table(level);
            if (kernels)
                assert_null(kernels->kernels[exempt[i]]->work);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_grain_is_long), cmocka_unit_test(the_exempt_tell_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
