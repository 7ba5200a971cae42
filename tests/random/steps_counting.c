/* Steps of random programs: what counts, is repeated or drawn as often as tensors tell, and losses at classes. */
#include "random/call.h"

static ra_tensor *drawn_below_one(struct context *c, ra_dims sizes)
{
    ra_tensor *t = NULL;
    call(c, "rand", RA_FUNCTIONAL, (ra_arg[]){ARG_D(sizes), ARG_G(c->generator)}, 2, &t, 1);
    return t;
}

static ra_tensor *between(struct context *c, int64_t least, int64_t end, ra_dims sizes)
{
    ra_tensor *t = NULL;
    call(c, "randint", RA_FUNCTIONAL, (ra_arg[]){ARG_I(least), ARG_I(end), ARG_D(sizes), ARG_G(c->generator)}, 4, &t, 1);
    return t;
}

/* Results whose size the data tell are read as soon as they are there. */
static void count(struct context *c, ra_tensor *a, ra_tensor *places, int64_t n, const uint32_t *word)
{
    ra_tensor *line = drawn_below_one(c, RA_DIMS(n));
    const ra_dims first = RA_DIMS(0);
    switch (line ? word[4] / 4 % 6 : 6) {
    case 0: call_one(c, "one_hot", (ra_arg[]){ARG_T(places), ARG_I(word[5] % 2 ? -1 : n)}, 2, word[1]); break;
    case 1: call_one(c, "bincount", (ra_arg[]){ARG_T(places), {.tensor = line, .kind = word[5] % 2 ? RA_ARG_TENSOR : RA_ARG_NONE}, ARG_I(word[6] % 5)}, 3, word[1]); break;
    case 2: call_some_variant(c, "histc", (ra_arg[]){ARG_T(a), ARG_I(1 + word[5] % 7)}, 2, word); break;
    case 3: call_one(c, "repeat_interleave", (ra_arg[]){ARG_T(a), ARG_T(places), ARG_D(first)}, 3, word[1]); break;
    case 4: call_one(c, "repeat_interleave", (ra_arg[]){ARG_T(a), ARG_S(RA_I(word[5] % 3)), ARG_D(RA_ALL)}, 3, word[1]); break;
    case 5: call_one(c, "argwhere", (ra_arg[]){ARG_T(places)}, 1, word[1]); break;
    default: break;
    }
    ra_release(line);
}

static void draw_like(struct context *c, ra_tensor *a, const uint32_t *word)
{
    const ra_dims both = RA_DIMS(0, 1);
    ra_tensor *share = NULL;
    switch (word[4] / 4 % 6) {
    case 0: call_one(c, "multinomial", (ra_arg[]){ARG_T(a), ARG_I(1), ARG_B(word[5] % 2), ARG_G(c->generator)}, 4, word[1]); break;
    case 1: call_one(c, word[5] % 2 ? "rand_like" : "randn_like", (ra_arg[]){ARG_T(a), ARG_G(c->generator)}, 2, word[1]); break;
    case 2: call_one(c, "randint_like", (ra_arg[]){ARG_T(a), ARG_I(-2), ARG_I(5), ARG_G(c->generator)}, 4, word[1]); break;
    case 3: call_one(c, "rot90", (ra_arg[]){ARG_T(a), ARG_I(word[5] % 4), ARG_D(both)}, 3, word[1]); break;
    case 4:
        if (call(c, "sigmoid", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a)}, 1, &share, 1))
            break;
        if (word[5] % 2)
            call_one(c, "bernoulli", (ra_arg[]){ARG_T(word[5] % 4 == 1 ? a : share), ARG_G(c->generator)}, 2, word[1]);
        else if (word[5] % 4)
            call_one(c, "normal", (ra_arg[]){ARG_T(a), ARG_T(share), ARG_G(c->generator)}, 3, word[1]);
        else
            call_one(c, "normal", (ra_arg[]){ARG_T(a), ARG_S(RA_F(word[5] % 8 ? 0.5 : -1)), ARG_G(c->generator)}, 3, word[1]);
        break;
    default: call_some_variant(c, "msort", (ra_arg[]){ARG_T(a)}, 1, word);
    }
    ra_release(share);
}

static void gather_bags(struct context *c, ra_tensor *a, ra_tensor *b, ra_tensor *places, const uint32_t *word)
{
    const ra_dims one = RA_DIMS(1);
    ra_tensor *bags = between(c, 0, 1, one), *wide = NULL;
    if (bags)
        switch (word[4] / 4 % 5) {
        case 0: call_one(c, "embedding_bag", (ra_arg[]){ARG_T(a), ARG_T(places), ARG_T(bags), ARG_NONE, ARG_STR(word[5] % 2 ? "sum" : "max")}, 5, word[1]); break;
        case 1: call_one(c, "prelu", (ra_arg[]){ARG_T(a), ARG_T(b)}, 2, word[1]); break;
        case 2: call_one(c, "trapezoid", (ra_arg[]){ARG_T(a), ARG_NONE, ARG_S(RA_F(0.5)), ARG_I(0)}, 4, word[1]); break;
        case 3:
            if (word[5] % 2)
                call_one(c, "select_scatter", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_I(0), ARG_I(-1)}, 4, word[1]);
            else if (!call(c, "unsqueeze", RA_FUNCTIONAL, (ra_arg[]){ARG_T(b), ARG_I(0)}, 2, &wide, 1))
                call_one(c, "slice_scatter", (ra_arg[]){ARG_T(a), ARG_T(wide), ARG_I(0), ARG_I(0), ARG_I(1)}, 5, word[1]);
            break;
        default:
            if (!call(c, "unsqueeze", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_I(0)}, 2, &wide, 1))
                call_one(c, "interpolate", (ra_arg[]){ARG_T(wide), ARG_D(RA_ALL), ARG_S(RA_F(1.5))}, 3, word[1]);
        }
    ra_release(bags);
    ra_release(wide);
}

static void lose(struct context *c, ra_tensor *a, ra_tensor *places, int64_t k, const uint32_t *word)
{
    ra_tensor *b = NULL, *two[2] = {NULL};
    switch (word[4] / 4 % 4) {
    case 0: call_one(c, "nll_loss", (ra_arg[]){ARG_T(a), ARG_T(places), ARG_NONE, ARG_STR(word[5] % 2 ? "mean" : "none")}, 4, word[1]); break;
    case 1:
        if (!call(c, "nll_loss_forward", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_T(places), ARG_NONE, ARG_STR("sum"), ARG_I(word[5] % k)}, 5, two, 2)) {
            put(c, word[1], two[0]);
            ra_release(two[1]);
        }
        break;
    default: /* twice as much is no probability */
        if (!call(c, "mul", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_S(RA_I(may_fail(c, ERROR_INDEX) && word[5] % 3 == 0 ? 2 : 1))}, 2, &b, 1))
            call_some_variant(c, "binary_cross_entropy", (ra_arg[]){ARG_T(b), ARG_T(a), ARG_NONE, ARG_STR(word[6] / 2 % 2 ? "sum" : "none")}, 4, word);
    }
    ra_release(b);
}

void step_counting(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9, k = 1 + word[3] % 4;
    const bool losing = word[4] % 4 == 1;
    const int64_t wrong = may_fail(c, ERROR_INDEX) && word[5] % 3 == 0;
    ra_tensor *a = drawn_below_one(c, RA_DIMS(n, k)), *b = drawn_below_one(c, RA_DIMS(k)), *places = between(c, losing ? 0 : -wrong, losing ? k + wrong : n, RA_DIMS(n));
    switch (a && b && places ? word[4] % 4 : 4) {
    case 0: count(c, a, places, n, word); break;
    case 3: word[6] % 2 ? draw_like(c, a, word) : gather_bags(c, a, b, places, word); break;
    case 1: lose(c, a, places, k, word); break;
    case 2:
        if (word[4] / 4 % 2)
            call_some_variant(c, "isin", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_B(false), ARG_B(word[5] % 2)}, 4, word);
        else
            call_one(c, "normalize", (ra_arg[]){ARG_T(a)}, 1, word[1]);
        break;
    default: break;
    }
    ra_release(a);
    ra_release(b);
    ra_release(places);
}
