/* Steps of random programs: factors of matrices, what is solved by them, and what tells of matrices that have no answer. */
#include "random/call.h"

/* An n x n matrix three times the identity, with small numbers added where `word` says so; of zeros, where it may fail. The caller's. */
static ra_tensor *make_square(struct context *c, int64_t n, uint32_t word)
{
    const bool singular = may_fail(c, ERROR_SINGULAR) && word % 4 == 0;
    ra_tensor *m = NULL, *noise = word / 4 % 2 && !singular ? drawn(c, RA_DIMS(n, n)) : NULL;
    const ra_arg zeros[] = {ARG_D(RA_DIMS(n, n))}, eye[] = {ARG_I(n)};
    if (call(c, singular ? "zeros" : "eye", RA_FUNCTIONAL, singular ? zeros : eye, 1, &m, 1)) {
        ra_release(noise);
        return NULL;
    }
    call(c, "mul", RA_INPLACE, (ra_arg[]){ARG_T(m), ARG_S(RA_I(3))}, 2, NULL, 0);
    if (noise && !call(c, "mul", RA_INPLACE, (ra_arg[]){ARG_T(noise), ARG_S(RA_F(0.0625))}, 2, NULL, 0))
        call(c, "add", RA_INPLACE, (ra_arg[]){ARG_T(m), ARG_T(noise)}, 2, NULL, 0);
    ra_release(noise);
    return m;
}

/* The first result is kept, or the last, which tells of the others. */
static void keep_one(struct context *c, ra_tensor *const *results, int count, const uint32_t *word)
{
    const int kept = word[6] % 3 ? 0 : count - 1;
    for (int i = 0; i < count; i++)
        if (i == kept)
            put(c, word[1], results[i]);
        else
            ra_release(results[i]);
}

static void give_several(struct context *c, const char *name, const ra_arg *args, size_t count, int results, const uint32_t *word)
{
    ra_tensor *made[4] = {NULL};
    if (!call(c, name, RA_FUNCTIONAL, args, count, made, (size_t)results))
        keep_one(c, made, results, word);
}

static void solve_by_factors(struct context *c, ra_tensor *m, ra_tensor *b, const uint32_t *word)
{
    ra_tensor *made[3] = {NULL};
    if (call(c, "linalg_lu_factor_ex", RA_FUNCTIONAL, (ra_arg[]){ARG_T(m)}, 1, made, 3))
        return;
    if (may_fail(c, ERROR_INDEX) && word[6] % 4 == 0)
        call(c, "zero_", RA_INPLACE, (ra_arg[]){ARG_T(made[1])}, 1, NULL, 0);
    call_some_variant(c, "linalg_lu_solve", (ra_arg[]){ARG_T(made[0]), ARG_T(made[1]), ARG_T(b), ARG_B(true), ARG_B(word[6] / 4 % 2)}, 5, word);
    for (int i = 0; i < 3; i++)
        ra_release(made[i]);
}

/* The solution is kept, or the residuals, of which the ranks may have to tell whether there are any. */
static void solve_least(struct context *c, ra_tensor *m, ra_tensor *b, const uint32_t *word)
{
    static const char *const drivers[] = {"gelsy", "gels", "gelsd", "gelss"};
    ra_tensor *made[4] = {NULL}, *sides = NULL, *tall = word[6] / 16 % 4 ? b : m;
    const int kept = word[6] % 3 ? 1 : word[6] / 3 % 4;
    if (call(c, "narrow", RA_FUNCTIONAL, (ra_arg[]){ARG_T(b), ARG_I(0), ARG_I(0), ARG_I(word[6] / 64 % 8 ? ra_size(b, 0) : 1)}, 4, &sides, 1))
        return;
    const ra_status s = call(c, "linalg_lstsq", RA_FUNCTIONAL, (ra_arg[]){ARG_T(tall), ARG_T(sides), ARG_NONE, ARG_STR(drivers[word[5] / 16 % 4])}, 4, made, 4);
    for (int i = 0; !s && i < 4; i++)
        if (i == kept)
            put(c, word[1], made[i]);
        else
            ra_release(made[i]);
    ra_release(sides);
}

static void judge_condition(struct context *c, ra_tensor *m, ra_tensor *b, const uint32_t *word)
{
    static const double orders[] = {2, 1, -2, -1, 3};
    if (word[6] % 2)
        call_some_variant(c, "linalg_cond", (ra_arg[]){ARG_T(m), ARG_S(RA_F(orders[word[6] / 2 % COUNT(orders)]))}, 2, word);
    else
        call_some_variant(c, "linalg_cond_str", (ra_arg[]){ARG_T(word[6] / 4 % 4 ? m : b), ARG_STR(word[6] / 2 % 2 ? "fro" : "nuc")}, 2, word);
}

void step_factors(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9;
    ra_tensor *m = make_square(c, n, word[5]), *b = drawn(c, RA_DIMS(n, 1 + word[4] / 16 % 3));
    const bool strict = word[6] / 8 % 2;
    switch (m && b ? word[4] % 14 : 14) {
    case 0: give_several(c, "linalg_slogdet", (ra_arg[]){ARG_T(m)}, 1, 2, word); break;
    case 1: give_several(c, "linalg_lu_factor", (ra_arg[]){ARG_T(m)}, 1, 2, word); break;
    case 2: give_several(c, "linalg_lu_factor_ex", (ra_arg[]){ARG_T(b), ARG_B(true), ARG_B(strict && may_fail(c, ERROR_SINGULAR))}, 3, 3, word); break;
    case 3: case 4: solve_by_factors(c, m, b, word); break;
    case 5: call_some_variant(c, "cholesky_solve", (ra_arg[]){ARG_T(b), ARG_T(m), ARG_B(word[6] / 16 % 2)}, 3, word); break;
    case 6: give_several(c, "linalg_cholesky_ex", (ra_arg[]){ARG_T(m), ARG_B(word[6] / 16 % 2), ARG_B(strict)}, 3, 2, word); break;
    case 7: give_several(c, "linalg_inv_ex", (ra_arg[]){ARG_T(m), ARG_B(strict)}, 2, 2, word); break;
    case 8: give_several(c, "linalg_solve_ex", (ra_arg[]){ARG_T(m), ARG_T(b), ARG_B(true), ARG_B(strict)}, 4, 2, word); break;
    case 9: give_several(c, "linalg_eig", (ra_arg[]){ARG_T(m)}, 1, 2, word); break;
    case 10: call_some_variant(c, "linalg_eigvals", (ra_arg[]){ARG_T(m)}, 1, word); break;
    case 11: case 12: solve_least(c, m, b, word); break;
    case 13: judge_condition(c, m, b, word); break;
    default: break;
    }
    ra_release(m);
    ra_release(b);
}
