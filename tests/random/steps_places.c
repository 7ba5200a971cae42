/* Steps of random programs: what is written at places that tensors tell, found by rank, and searched for. */
#include "random/call.h"

static ra_tensor *places_below(struct context *c, int64_t n, ra_dims sizes)
{
    ra_tensor *t = NULL;
    call(c, "randint", RA_FUNCTIONAL, (ra_arg[]){ARG_I(0), ARG_I(n), ARG_D(sizes), ARG_G(c->generator)}, 4, &t, 1);
    return t;
}

static void combine(struct context *c, ra_tensor *a, ra_tensor *b, int64_t n, int64_t k, const uint32_t *word)
{
    static const char *const ways[] = {"sum", "prod", "mean", "amax", "amin"};
    const int64_t wrong = may_fail(c, ERROR_INDEX) && word[5] % 3 == 0;
    const bool counts = word[6] / 2 % 2;
    ra_tensor *each = places_below(c, n + wrong, RA_DIMS(n, k)), *slices = places_below(c, n + wrong, RA_DIMS(n));
    ra_arg by_each[] = {ARG_T(a), ARG_I(0), ARG_T(each), ARG_T(b), ARG_STR(ways[word[5] % 5]), ARG_B(counts)};
    ra_arg by_slices[] = {ARG_T(a), ARG_I(0), ARG_T(slices), ARG_T(b), ARG_STR(ways[1 + word[5] % 4]), ARG_B(counts)};
    if (each && slices)
        switch (word[4] / 4 % 5) {
        case 0: call_some_variant(c, "scatter_add", by_each, 4, word); break;
        case 1: call_some_variant(c, "scatter_reduce", by_each, 6, word); break;
        case 2: call_some_variant(c, "index_copy", by_slices, 4, word); break;
        case 3: call_some_variant(c, "index_reduce", by_slices, 6, word); break;
        default: call_some_variant(c, "index_add", (ra_arg[]){by_slices[0], by_slices[1], by_slices[2], by_slices[3], ARG_S(RA_F(0.5))}, 5, word);
        }
    ra_release(each);
    ra_release(slices);
}

static void place(struct context *c, ra_tensor *a, ra_tensor *b, int64_t n, int64_t k, const uint32_t *word)
{
    const int64_t wrong = may_fail(c, ERROR_INDEX) && word[5] % 3 == 0;
    ra_tensor *mask = NULL, *line = drawn(c, RA_DIMS(k)), *flat = places_below(c, n * k + wrong, RA_DIMS(k)), *along = places_below(c, n, RA_DIMS(2, k));
    const ra_dims first = RA_DIMS(0);
    if (line && flat && along && !call(c, "gt", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_S(RA_I(0))}, 2, &mask, 1))
        switch (word[4] / 4 % 3) {
        case 0: call_some_variant(c, "masked_scatter", (ra_arg[]){ARG_T(a), ARG_T(mask), ARG_T(wrong ? line : b)}, 3, word); break;
        case 1: call_some_variant(c, "put", (ra_arg[]){ARG_T(a), ARG_T(flat), ARG_T(line), ARG_B(word[6] / 2 % 2)}, 4, word); break;
        default: call_one(c, "take_along_dim", (ra_arg[]){ARG_T(a), ARG_T(along), ARG_D(first)}, 3, word[1]);
        }
    ra_release(mask);
    ra_release(line);
    ra_release(flat);
    ra_release(along);
}

static void rank(struct context *c, ra_tensor *a, int64_t k, const uint32_t *word)
{
    ra_tensor *two[2] = {NULL};
    const ra_dims first = RA_DIMS(0);
    switch (word[4] / 4 % 4) {
    case 0: call_some_variant(c, "quantile", (ra_arg[]){ARG_T(a), ARG_S(RA_F(0.25)), ARG_D(first)}, 3, word); break;
    case 1: call_some_variant(c, "nanquantile", (ra_arg[]){ARG_T(a), ARG_S(RA_F(0.75)), ARG_D(RA_ALL)}, 3, word); break;
    default:
        if (!(word[4] / 4 % 4 == 2 ? call(c, "kthvalue", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_I(1 + word[5] % k), ARG_I(1)}, 3, two, 2)
                                   : call(c, "aminmax", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a)}, 1, two, 2))) {
            put(c, word[1], two[0]);
            ra_release(two[1]);
        }
    }
}

static void search(struct context *c, ra_tensor *a, int64_t n, int64_t k, const uint32_t *word)
{
    ra_tensor *line = drawn(c, RA_DIMS(k)), *two[2] = {NULL};
    if (line && word[4] / 4 % 4 < 2 && !call(c, "sort", RA_FUNCTIONAL, (ra_arg[]){ARG_T(line)}, 1, two, 2)) {
        if (word[4] / 4 % 4)
            call_some_variant(c, "searchsorted", (ra_arg[]){ARG_T(line), ARG_T(a), ARG_T(two[1]), ARG_B(false), ARG_B(false), ARG_STR("right")}, 6, word);
        else
            call_some_variant(c, "bucketize", (ra_arg[]){ARG_T(a), ARG_T(two[0])}, 2, word);
    } else if (line)
        call_one(c, word[5] % 2 ? "tril_indices" : "triu_indices", (ra_arg[]){ARG_I(n), ARG_I(k), ARG_I((int64_t)(word[6] % 5) - 2)}, 3, word[1]);
    ra_release(line);
    ra_release(two[0]);
    ra_release(two[1]);
}

void step_places(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9, k = 1 + word[3] % 4;
    ra_tensor *a = drawn(c, RA_DIMS(n, k)), *b = drawn(c, RA_DIMS(n, k));
    if (a && b)
        switch (word[4] % 4) {
        case 0: combine(c, a, b, n, k, word); break;
        case 1: place(c, a, b, n, k, word); break;
        case 2: rank(c, a, k, word); break;
        default: search(c, a, n, k, word);
        }
    ra_release(a);
    ra_release(b);
}
