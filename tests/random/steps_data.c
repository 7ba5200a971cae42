/* Steps of random programs that view, copy, index and choose. */
#include "random/call.h"

void step_view(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick_own(c, word[2], is_any);
    if (!a)
        return;
    int ndim = ra_ndim(a);
    int64_t dim = ndim ? (int64_t)(word[3] % (unsigned)ndim) : 0, size = ndim ? ra_size_bound(a, dim) : 1;
    int64_t first = size ? (int64_t)(word[4] % (uint64_t)size) : 0, length = size ? (int64_t)(word[5] % (uint64_t)(size - first + 1)) : 0;
    int64_t flat = -1, half = elements(a) / 2;
    ra_arg slice[] = {ARG_T(a), ARG_I(dim), ARG_I(first / 2), ARG_I(word[5] % 3 ? size : first + length), ARG_I(1 + word[6] % 3)};
    ra_arg narrow[] = {ARG_T(a), ARG_I(dim), ARG_I(first), ARG_I(length)}, select[] = {ARG_T(a), ARG_I(dim), ARG_I(first)};
    ra_arg two[] = {ARG_T(a), ARG_I(dim), ARG_I(word[4] % (unsigned)(ndim + 1))}, alone[] = {ARG_T(a)};
    ra_arg view[] = {ARG_T(a), ARG_D(ra_dims_of(&flat, 1))};
    switch (word[7] % 16) {
    case 0: case 1: case 2: case 3: call_one(c, "slice", slice, 5, word[1]); break;
    case 4: case 5: case 6: call_one(c, "narrow", narrow, 4, word[1]); break;
    case 7: case 8: call_one(c, "select", select, 3, word[1]); break;
    case 9: call_one(c, word[6] % 2 ? "transpose" : "view", word[6] % 2 ? two : view, word[6] % 2 ? 3 : 2, word[1]); break;
    case 11:
        if (ndim < 4)
            call_one(c, "unsqueeze", (ra_arg[]){ARG_T(a), ARG_I(dim)}, 2, word[1]);
        else
            call_one(c, "flatten", alone, 1, word[1]);
        break;
    case 12: call_one(c, "diagonal", alone, 1, word[1]); break;
    case 13:
        if (is_whole(c, a) && half > 0) /* every other element: any place within what is known to be written */
            call_one(c, "as_strided", (ra_arg[]){ARG_T(a), ARG_D(RA_DIMS(half)), ARG_D(RA_DIMS(2))}, 3, word[1]);
        break;
    case 10: case 14: {
        ra_tensor *parts[16] = {NULL};
        size_t n = 0;
        ra_arg split[] = {ARG_T(a), ARG_I((size + 3) / 4 > 0 ? (size + 3) / 4 : 1), ARG_I(dim)};
        const ra_op *op = ra_op_find("split");
        ra_status s = ra_call(op, RA_FUNCTIONAL, split, 3, parts, 16, &n);
        note_call(c, op, RA_FUNCTIONAL, s);
        print_step(c, "split of a slot along %lld: %zu parts", (long long)dim, s ? 0 : n);
        for (size_t i = 0; !s && i < n; i++) /* two pieces are kept, that are worked on side by side */
            if (i == word[4] % n || i == (word[4] + 1) % n)
                put(c, word[1] + (uint32_t)i, parts[i]);
            else
                ra_release(parts[i]);
        break;
    }
    default: {
        ra_tensor *same = ra_ref(a);
        print_step(c, "ra_ref");
        put(c, word[1], same);
    }
    }
}

/* dropout draws from the default generator, which threads share: what it leaves is known where that is all or nothing. */
static void draw_over(struct context *c, ra_tensor *mine, const uint32_t *word)
{
    static const char *const two[] = {"uniform_", "normal_", "cauchy_"}, *const one[] = {"bernoulli_", "exponential_", "geometric_"};
    if (word[6] % 4 < 2)
        call(c, two[word[6] / 4 % COUNT(two)], RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_F(0), ARG_F(word[5] / 16 % 8 ? 1 : -1), ARG_G(c->generator)}, 4, NULL, 0);
    else if (word[6] % 4 == 2)
        call(c, one[word[6] / 4 % COUNT(one)], RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_F(word[5] / 16 % 8 ? 0.25 : -0.5), ARG_G(c->generator)}, 3, NULL, 0);
    else
        call_some_variant(c, "dropout", (ra_arg[]){ARG_T(mine), ARG_F(word[5] / 16 % 8 ? word[5] / 128 % 2 : -0.5), ARG_B(word[5] / 8 % 2)}, 3, word);
}

void step_copy(struct context *c, const uint32_t *word)
{
    static const ra_dtype dtypes[] = {RA_FLOAT32, RA_FLOAT64, RA_INT64, RA_FLOAT16, RA_BOOL, RA_INT32, RA_UINT8, RA_COMPLEX64};
    ra_tensor *a = pick(c, word[2], is_any), *mine = pick_own(c, word[3], is_any), *b = mine ? pick_like(c, word[4], mine, is_any) : NULL;
    switch (word[5] % 8) {
    case 0:
        if (a)
            call_one(c, "clone", (ra_arg[]){ARG_T(a)}, 1, word[1]);
        return;
    case 1:
        if (a) /* copied: a view of what is constant must not get into a slot that is written */
            call_one(c, "to", (ra_arg[]){ARG_T(a), ARG_DTYPE(dtypes[word[6] % COUNT(dtypes)]), ARG_NONE, ARG_B(true)}, 4, word[1]);
        return;
    case 2:
        if (mine)
            call_one(c, "contiguous", (ra_arg[]){ARG_T(mine)}, 1, word[1]);
        return;
    case 3:
        if (mine && word[6] % 4 == 0) /* which is refused where there is none */
            call(c, "fill_diagonal_", RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_S(RA_I(word[6] % 5)), ARG_B(word[6] / 8 % 2)}, 3, NULL, 0);
        else if (mine)
            call(c, "zero_", RA_INPLACE, (ra_arg[]){ARG_T(mine)}, 1, NULL, 0);
        return;
    case 4:
        if (mine)
            call(c, "fill_", RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_S(RA_I(word[6] % 5))}, 2, NULL, 0);
        return;
    case 5:
        if (mine && is_float(c, mine))
            draw_over(c, mine, word);
        return;
    default:
        if (b)
            call(c, "copy_", RA_INPLACE, (ra_arg[]){ARG_T(mine), ARG_T(b)}, 2, NULL, 0);
    }
}

/* ---- indices ---- */

/* Indices below `size`, or (where errors of the kind are wanted) now and then past it. */
static ra_tensor *draw_indices(struct context *c, uint32_t word, int64_t size, ra_dims shape)
{
    bool wrong = may_fail(c, ERROR_INDEX) && word % 4 == 0;
    ra_tensor *t = NULL;
    ra_arg args[] = {ARG_I(0), ARG_I(size + wrong), ARG_D(shape), ARG_G(c->generator)};
    call(c, "randint", RA_FUNCTIONAL, args, 4, &t, 1);
    return t;
}

void step_index(struct context *c, const uint32_t *word)
{
    ra_tensor *a = word[7] % 8 < 4 ? pick_own(c, word[2], is_indexable) : pick(c, word[2], is_indexable);
    if (!a)
        return;
    int64_t dim = (int64_t)(word[3] % (unsigned)ra_ndim(a)), size = ra_size_bound(a, dim), few = 1 + word[4] % 20, sizes[RA_MAX_DIMS];
    bool first = word[7] % 8 >= 5;
    if (elements(a) / size * few > c->program->most || (first && elements(a) / ra_size_bound(a, 0) * few > c->program->most))
        return;
    for (int d = 0; d < ra_ndim(a); d++)
        sizes[d] = d == dim ? few : ra_size_bound(a, d);
    ra_tensor *whole = draw_indices(c, word[5], first ? ra_size_bound(a, 0) : size, word[7] % 8 < 3 ? ra_dims_of(sizes, ra_ndim(a)) : ra_dims_of(&few, 1));
    if (!whole)
        return;
    const ra_tensor *one[] = {whole};
    ra_arg picked[] = {ARG_T(a), ARG_I(dim), ARG_T(whole)}, listed[] = {ARG_T(a), ARG_L(ra_tensors_of(one, 1))};
    ra_arg placed[] = {ARG_T(a), ARG_I(dim), ARG_T(whole), ARG_S(RA_I(3))}, rows[] = {ARG_T(a), ARG_T(whole)};
    ra_tensor *value = NULL;
    switch (word[7] % 8) {
    case 0: call_some_variant(c, "gather", picked, 3, word); break;
    case 1: call_some_variant(c, "scatter", placed, 4, word); break;
    case 2: call(c, "scatter", RA_INPLACE, placed, 4, NULL, 0); break;
    case 3: case 4: call_some_variant(c, "index_select", picked, 3, word); break;
    case 5: call_one(c, "index", listed, 2, word[1]); break;
    case 6:
        if (!call(c, "scalar_tensor", RA_FUNCTIONAL, (ra_arg[]){ARG_S(RA_I(2)), ARG_DTYPE(ra_tensor_dtype(a))}, 2, &value, 1) && slot_of(c, a) < &c->slots[FIRST_CONSTANT])
            call(c, "index_put_", RA_INPLACE, (ra_arg[]){listed[0], listed[1], ARG_T(value), ARG_B(word[6] % 2)}, 4, NULL, 0);
        ra_release(value);
        break;
    default:
        if (ra_ndim(a) == 2)
            call_one(c, "embedding", rows, 2, word[1]);
    }
    ra_release(whole);
}

void step_choose(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], is_real), *mask = a ? pick_like(c, word[3], a, is_bool) : NULL, *three[3] = {NULL};
    if (!a || elements(a) * ra_ndim(a) > c->program->most)
        return;
    switch (word[4] % 3) {
    case 0:
        call_some_variant(c, "nonzero", (ra_arg[]){ARG_T(a)}, 1, word);
        break;
    case 1:
        if (mask)
            call_some_variant(c, "masked_select", (ra_arg[]){ARG_T(a), ARG_T(mask)}, 2, word);
        break;
    default:
        if (!call(c, "unique", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_B(true), ARG_B(true), ARG_B(true)}, 4, three, 3)) {
            put(c, word[5], three[0]);
            put(c, word[5] + 1, three[1]);
            ra_release(three[2]);
        }
    }
}
