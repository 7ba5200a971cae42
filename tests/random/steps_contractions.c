/* Steps of random programs: sums that equations tell, norms of matrices, what is read off singular values, covariances, losses of pairs. */
#include "random/call.h"

/* a and b are n x k. */
static void sum_by_equation(struct context *c, ra_tensor *a, ra_tensor *b, const uint32_t *word)
{
    static const char *const one[] = {"ij->ji", "ij->j", "ij", "j...->..."};
    static const char *const two[] = {"ij,kj->ik", "ij,ij->i", "ij,ij->ij", "ij,kl->lj", "i...,i...->...", "ij,ij", "ij,jk->ik"};
    const ra_tensor *both[] = {a, b};
    const bool alone = word[5] % 4 == 0;
    call_one(c, "einsum", (ra_arg[]){ARG_STR(alone ? one[word[6] / 2 % COUNT(one)] : two[word[6] / 2 % COUNT(two)]), ARG_L(ra_tensors_of(both, alone ? 1 : 2))}, 2, word[1]);
}

static void measure(struct context *c, ra_tensor *a, const uint32_t *word)
{
    static const double orders[] = {1, -1, 2, -2, 3};
    const ra_scalar order = RA_F(orders[word[5] % COUNT(orders)]);
    const char *named = word[5] % 2 ? "fro" : "nuc";
    switch (word[6] / 2 % 6) {
    case 0: call_some_variant(c, "linalg_matrix_norm", (ra_arg[]){ARG_T(a), ARG_S(order)}, 2, word); break;
    case 1: call_some_variant(c, "linalg_matrix_norm_str", (ra_arg[]){ARG_T(a), ARG_STR(named), ARG_D(RA_DIMS(1, word[5] / 8 % 8 ? 0 : 1))}, 3, word); break;
    case 2: call_some_variant(c, "linalg_norm", (ra_arg[]){ARG_T(a), ARG_S(order), ARG_D(RA_DIMS(word[5] / 8 % 8 ? 0 : 2))}, 3, word); break;
    case 3: call_some_variant(c, "linalg_norm_str", (ra_arg[]){ARG_T(a), ARG_STR(named), ARG_D(RA_DIMS(0, word[5] / 8 % 8 ? 1 : 0))}, 3, word); break;
    case 4: call_some_variant(c, "linalg_pinv", (ra_arg[]){ARG_T(a), ARG_S(RA_F(0.125)), ARG_NONE, ARG_B(word[5] / 8 % 8 == 0)}, 4, word); break;
    default: call_some_variant(c, "linalg_matrix_rank", (ra_arg[]){ARG_T(a), ARG_NONE, ARG_S(RA_F(0.125)), ARG_B(word[5] / 8 % 8 == 0)}, 4, word);
    }
}

static void relate(struct context *c, ra_tensor *a, ra_tensor *line, int64_t k, const uint32_t *word)
{
    ra_tensor *times = NULL;
    const int64_t least = may_fail(c, ERROR_INDEX) && word[5] % 3 == 0 ? -2 : 1;
    if (word[6] / 2 % 3 == 0)
        call_one(c, "corrcoef", (ra_arg[]){ARG_T(word[5] % 8 ? a : line)}, 1, word[1]);
    else if (!call(c, "randint", RA_FUNCTIONAL, (ra_arg[]){ARG_I(least), ARG_I(4), ARG_D(RA_DIMS(k + (word[5] / 4 % 8 == 0))), ARG_G(c->generator)}, 4, &times, 1))
        call_one(c, "cov", (ra_arg[]){ARG_T(a), word[6] / 8 % 3 ? (ra_arg)ARG_T(times) : (ra_arg)ARG_NONE, ARG_NONE, ARG_I(word[5] / 64 % 3)}, 4, word[1]);
    ra_release(times);
}

static void pair(struct context *c, ra_tensor *a, ra_tensor *b, ra_tensor *line, const uint32_t *word)
{
    const ra_dims last = RA_DIMS(-1);
    ra_tensor *sums = NULL;
    const ra_arg way = ARG_STR(word[5] % 2 ? "none" : "mean");
    switch (word[6] / 2 % 7) {
    case 5:
        if (!call(c, "unsqueeze", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_I(0)}, 2, &sums, 1))
            call_one(c, "local_response_norm", (ra_arg[]){ARG_T(word[5] / 8 % 8 ? sums : a), ARG_I(1 + word[5] % 3)}, 2, word[1]);
        break;
    case 0: call_one(c, "pairwise_distance", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_F(1 + word[5] % 2)}, 3, word[1]); break;
    case 1: call_one(c, "hinge_embedding_loss", (ra_arg[]){ARG_T(a), ARG_T(line), way}, 3, word[1]); break;
    case 2: call_one(c, "margin_ranking_loss", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_T(line), way}, 4, word[1]); break;
    case 3:
        if (!call(c, "sum", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_D(last)}, 2, &sums, 1))
            call_one(c, "cosine_embedding_loss", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_T(word[5] / 8 % 8 ? sums : a), way}, 4, word[1]);
        break;
    case 4: call_one(c, "triplet_margin_loss", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_T(a), ARG_F(2), way, ARG_F(1), ARG_F(1e-6), ARG_B(word[5] / 2 % 2)}, 8, word[1]); break;
    default: call_one(c, "ravel", (ra_arg[]){ARG_T(a)}, 1, word[1]);
    }
    ra_release(sums);
}

/* Products, and what brings rows to a norm. */
static void multiply(struct context *c, ra_tensor *a, ra_tensor *line, const uint32_t *word)
{
    ra_tensor *batch = NULL, *turned = NULL;
    const ra_tensor *chain[] = {line, NULL, a};
    if (word[6] / 2 % 4 == 3 && !call(c, "t", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a)}, 1, &turned, 1)) {
        chain[1] = word[5] % 8 ? turned : a;
        call_some_variant(c, "linalg_multi_dot", (ra_arg[]){ARG_L(ra_tensors_of(chain, 3))}, 1, word);
    } else if (word[6] / 2 % 4 == 2)
        call_some_variant(c, "renorm", (ra_arg[]){ARG_T(a), ARG_S(RA_I(2)), ARG_I(word[5] % 8 ? 0 : 2), ARG_S(RA_F(0.5))}, 4, word);
    else if (word[6] / 2 % 2)
        call_some_variant(c, "vdot", (ra_arg[]){ARG_T(line), ARG_T(line)}, 2, word);
    else if (!call(c, "unsqueeze", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_I(0)}, 2, &batch, 1) &&
             !call(c, "transpose", RA_FUNCTIONAL, (ra_arg[]){ARG_T(batch), ARG_I(1), ARG_I(2)}, 3, &turned, 1))
        call_some_variant(c, "addbmm", (ra_arg[]){ARG_T(line), ARG_T(turned), ARG_T(batch), ARG_S(RA_F(0.5)), ARG_S(RA_I(2))}, 5, word);
    ra_release(batch);
    ra_release(turned);
}

void step_contractions(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9, k = 1 + word[3] % 4;
    ra_tensor *a = drawn(c, RA_DIMS(n, k)), *b = drawn(c, RA_DIMS(n, k)), *line = drawn(c, RA_DIMS(k));
    if (a && b && line)
        switch (word[4] % 5) {
        case 0: sum_by_equation(c, a, b, word); break;
        case 1: measure(c, a, word); break;
        case 2: relate(c, a, line, k, word); break;
        case 3: pair(c, a, b, line, word); break;
        default: multiply(c, a, line, word);
        }
    ra_release(a);
    ra_release(b);
    ra_release(line);
}
