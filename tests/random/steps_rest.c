/* Steps of random programs: the operators that the other kinds of step leave out. */
#include "random/call.h"
#include "random/figures.h"

#include <string.h>

/* A batch of one matrix. */
static ra_tensor *batch_of(struct context *c, ra_tensor *matrix)
{
    ra_tensor *t = NULL;
    call(c, "unsqueeze", RA_FUNCTIONAL, (ra_arg[]){ARG_T(matrix), ARG_I(0)}, 2, &t, 1);
    return t;
}

/* ---- like another ---- */

static void make_like(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"zeros_like", "ones_like", "full_like", "empty_like"};
    ra_tensor *a = pick(c, word[2], is_any), *made = NULL;
    const char *name = names[word[3] % 4];
    if (!a || call(c, name, RA_FUNCTIONAL, (ra_arg[]){ARG_T(a), ARG_S(RA_I(word[4] % 3))}, !strcmp(name, "full_like") ? 2 : 1, &made, 1))
        return;
    if (word[3] % 4 == 3) /* nobody reads what was never written */
        call(c, "zero_", RA_INPLACE, (ra_arg[]){ARG_T(made)}, 1, NULL, 0);
    put(c, word[1], made);
}

/* ---- views ---- */

/* An operator that gives a list, of which one is kept. */
static void keep_one(struct context *c, const char *name, const ra_arg *args, size_t count, const uint32_t *word)
{
    ra_tensor *parts[64] = {NULL};
    size_t n = 0;
    ra_status s = ra_call(ra_op_find(name), RA_FUNCTIONAL, args, count, parts, 64, &n);
    note_call(c, ra_op_find(name), RA_FUNCTIONAL, s);
    print_step(c, "%s: %zu parts", name, s ? 0 : n);
    for (size_t i = 0; !s && i < n; i++)
        if (i == word[4] % n)
            put(c, word[1], parts[i]);
        else
            ra_release(parts[i]);
}

/* Complex numbers of pairs, and their parts. */
static void view_parts(struct context *c, const uint32_t *word)
{
    static const char *const names[] = {"real", "imag", "view_as_real", "positive", "conj_physical"};
    ra_tensor *pairs = drawn(c, RA_DIMS(1 + word[3] % 9, 2)), *numbers = NULL;
    if (pairs)
        call(c, "view_as_complex", RA_FUNCTIONAL, (ra_arg[]){ARG_T(pairs)}, 1, &numbers, 1);
    if (numbers)
        call_one(c, names[word[4] % COUNT(names)], (ra_arg[]){ARG_T(numbers)}, 1, word[1]);
    ra_release(pairs);
    ra_release(numbers);
}

/* Into pieces of about the same size, or of given ones, which make it up or miss one. */
static void cut(struct context *c, ra_tensor *a, int64_t dim, const uint32_t *word)
{
    const int64_t size = ra_ndim(a) ? ra_size_bound(a, dim) : 0, some = size / 3;
    if (word[5] / 8 % 2)
        keep_one(c, "chunk", (ra_arg[]){ARG_T(a), ARG_I(word[3] % 5), ARG_I(dim)}, 3, word);
    else
        keep_one(c, "split_with_sizes", (ra_arg[]){ARG_T(a), ARG_D(RA_DIMS(some, size - some - (word[3] % 8 == 0))), ARG_I(dim)}, 3, word);
}

static void view_list(struct context *c, ra_tensor *a, int64_t dim, const uint32_t *word)
{
    ra_tensor *line = word[4] % 3 == 0 ? drawn(c, RA_DIMS(1 + word[3] % 4)) : NULL;
    const ra_tensor *list[] = {a, line}, *lines[] = {line, line};
    if (word[4] % 3 == 1)
        keep_one(c, "unbind", (ra_arg[]){ARG_T(a), ARG_I(dim)}, 2, word);
    else if (word[4] % 3 == 2)
        cut(c, a, dim, word);
    else if (line && word[5] / 8 % 2)
        keep_one(c, "broadcast_tensors", (ra_arg[]){ARG_L(ra_tensors_of(word[3] % 8 ? list : lines, word[3] % 8 ? 1 + (ra_ndim(a) == 0) : 2))}, 1, word);
    else if (line)
        keep_one(c, "meshgrid", (ra_arg[]){ARG_L(ra_tensors_of(lines, word[3] % 8 ? 2 : 0)), ARG_STR(word[3] % 2 ? "xy" : "ij")}, 2, word);
    ra_release(line);
}

/* In place: the handle alone, while what has been recorded on it is pending. What is new of a storage that grows is filled. */
static void describe_anew(struct context *c, ra_tensor *a, int64_t dim, const uint32_t *word)
{
    const int ndim = ra_ndim(a);
    const ra_arg two[] = {ARG_T(a), ARG_I(dim), ARG_I(word[6] / 8 % (unsigned)(ndim + 1))};
    const int64_t rows = word[6] / 16 % 5, columns = (int64_t)(word[6] / 128 % 8) - (word[6] / 128 % 8 == 0);
    const ra_dims size = word[6] / 8 % 2 ? RA_DIMS(1 + word[6] / 16 % 40) : RA_DIMS(rows, columns);
    switch (word[6] % 8) {
    case 0: call(c, "transpose", RA_INPLACE, two, 3, NULL, 0); break;
    case 1: call(c, "t", RA_INPLACE, two, 1, NULL, 0); break;
    case 2: call(c, "squeeze", RA_INPLACE, (ra_arg[]){ARG_T(a), ARG_D(RA_ALL)}, 2, NULL, 0); break;
    case 3:
        if (ndim < 4)
            call(c, "unsqueeze", RA_INPLACE, two, 2, NULL, 0);
        break;
    default:
        if (!call(c, "resize_", RA_INPLACE, (ra_arg[]){ARG_T(a), ARG_D(size)}, 2, NULL, 0))
            call(c, "fill_", RA_INPLACE, (ra_arg[]){ARG_T(a), ARG_S(RA_I(1))}, 2, NULL, 0);
    }
    note(c, (uint64_t)ra_ndim(a) * 1000 + (uint64_t)ra_numel(a));
}

static void view(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick_own(c, word[2], is_any);
    int ndim = a ? ra_ndim(a) : 0;
    int64_t dim = ndim ? (int64_t)(word[3] % (unsigned)ndim) : 0, order[RA_MAX_DIMS], sizes[RA_MAX_DIMS + 1] = {1 + word[4] % 3};
    if (!a || ra_has_pending_extent(a))
        return;
    for (int d = 0; d < ndim; d++) {
        order[d] = (d + (int)(word[4] % (unsigned)ndim)) % ndim;
        sizes[1 + d] = ra_size_bound(a, d);
    }
    bool wide = ndim < 4 && elements(a) * sizes[0] <= c->program->most;
    switch (word[5] % 10) {
    case 0: call_one(c, "permute", (ra_arg[]){ARG_T(a), ARG_D(ra_dims_of(order, ndim))}, 2, word[1]); break;
    case 1: call_one(c, "reshape", (ra_arg[]){ARG_T(a), ARG_D(RA_DIMS(-1, word[4] % 2 && ndim ? sizes[ndim] : 1))}, 2, word[1]); break;
    case 2: call_one(c, "squeeze", (ra_arg[]){ARG_T(a), ARG_D(word[4] % 2 ? ra_dims_of(&dim, ndim ? 1 : 0) : RA_ALL)}, 2, word[1]); break;
    case 3: case 4: view_list(c, a, dim, word); break;
    case 5: view_parts(c, word); break;
    case 8: case 9: describe_anew(c, a, dim, word); break;
    default:
        if (wide)
            call_one(c, word[5] % 10 == 6 ? "expand" : "broadcast_to", (ra_arg[]){ARG_T(a), ARG_D(ra_dims_of(sizes, ndim + 1))}, 2, word[1]);
    }
}

/* ---- products ---- */

static void multiply(struct context *c, const uint32_t *word)
{
    ra_tensor *a = pick(c, word[2], is_matrix), *turned = NULL, *first = NULL, *second = NULL, *row = NULL;
    if (!a || elements(a) * ra_size_bound(a, 0) > 4000000 || ra_size_bound(a, 0) * ra_size_bound(a, 0) > c->program->most)
        return;
    if (call(c, "t", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a)}, 1, &turned, 1))
        return;
    switch (word[3] % 4) {
    case 0:
        first = batch_of(c, a);
        second = batch_of(c, turned);
        if (word[5] % 2)
            call_some_variant(c, "bmm", (ra_arg[]){ARG_T(first), ARG_T(second)}, 2, word);
        else if (!call(c, "select", RA_FUNCTIONAL, (ra_arg[]){ARG_T(turned), ARG_I(0), ARG_I(0)}, 3, &row, 1))
            call_some_variant(c, "baddbmm", (ra_arg[]){ARG_T(row), ARG_T(first), ARG_T(second), ARG_S(RA_F(0.5)), ARG_S(RA_I(2))}, 5, word);
        break;
    case 1:
        if (!call(c, "select", RA_FUNCTIONAL, (ra_arg[]){ARG_T(turned), ARG_I(0), ARG_I(0)}, 3, &first, 1))
            call_some_variant(c, "addmm", (ra_arg[]){ARG_T(first), ARG_T(a), ARG_T(turned), ARG_S(RA_F(0.5)), ARG_S(RA_I(2))}, 5, word);
        break;
    case 2:
        if (!call(c, "select", RA_FUNCTIONAL, (ra_arg[]){ARG_T(turned), ARG_I(0), ARG_I(0)}, 3, &first, 1))
            call_some_variant(c, "linear", (ra_arg[]){ARG_T(a), ARG_T(a), ARG_T(first)}, word[4] % 2 ? 3 : 2, word);
        break;
    default:
        if (!call(c, "flatten", RA_FUNCTIONAL, (ra_arg[]){ARG_T(a)}, 1, &first, 1))
            call_some_variant(c, "dot", (ra_arg[]){ARG_T(first), ARG_T(first)}, 2, word);
    }
    ra_release(first);
    ra_release(second);
    ra_release(row);
    ra_release(turned);
}

static void solve(struct context *c, const uint32_t *word)
{
    int64_t n = 1 + word[2] % 9;
    bool singular = may_fail(c, ERROR_SINGULAR) && word[3] % 3 == 0;
    ra_tensor *m = NULL, *b = drawn(c, RA_DIMS(n, 1 + word[4] % 3)), *three[3] = {NULL};
    if (call(c, singular ? "zeros" : "eye", RA_FUNCTIONAL, singular ? (ra_arg[]){ARG_D(RA_DIMS(n, n))} : (ra_arg[]){ARG_I(n)}, 1, &m, 1) || !b) {
        ra_release(b);
        return;
    }
    call(c, "mul", RA_INPLACE, (ra_arg[]){ARG_T(m), ARG_S(RA_I(3))}, 2, NULL, 0);
    switch (word[5] % 3) {
    case 0: call_some_variant(c, "linalg_solve", (ra_arg[]){ARG_T(m), ARG_T(b)}, 2, word); break;
    case 1: call_some_variant(c, "linalg_solve_triangular", (ra_arg[]){ARG_T(m), ARG_T(b), ARG_B(word[6] % 2)}, 3, word); break;
    default:
        if (!call(c, "linalg_svd", RA_FUNCTIONAL, (ra_arg[]){ARG_T(b), ARG_B(word[6] % 2)}, 2, three, 3)) {
            ra_release(three[word[6] % 2 * 2]);
            put(c, word[1], three[1]);
            put(c, word[1] + 1, three[2 - word[6] % 2 * 2]);
        }
    }
    ra_release(m);
    ra_release(b);
}

/* ---- layers ---- */

static void convolve(struct context *c, const uint32_t *word)
{
    int64_t channels = 1 + word[2] % 4, size = 3 + word[3] % 12;
    ra_tensor *image = drawn(c, RA_DIMS(1 + word[2] % 2, channels, size, size + 1)), *weight = drawn(c, RA_DIMS(1 + word[4] % 5, channels, 3, 2)), *two[2] = {NULL};
    if (image && weight)
        switch (word[5] % 3) {
        case 0: call_one(c, "conv2d", (ra_arg[]){ARG_T(image), ARG_T(weight)}, 2, word[1]); break;
        case 1: call_some_variant(c, "avg_pool2d", (ra_arg[]){ARG_T(image), ARG_D(RA_DIMS(2, 1 + word[6] % 3))}, 2, word); break;
        default:
            if (!call(c, "max_pool2d", RA_FUNCTIONAL, (ra_arg[]){ARG_T(image), ARG_D(RA_DIMS(2))}, 2, two, 2)) {
                put(c, word[1], two[0]);
                ra_release(two[1]);
            }
        }
    ra_release(image);
    ra_release(weight);
}

static void lose(struct context *c, const uint32_t *word)
{
    int64_t rows = 1 + word[2] % 9, classes = 2 + word[3] % 7, wrong = may_fail(c, ERROR_INDEX) && word[4] % 2;
    ra_tensor *scores = drawn(c, RA_DIMS(rows, classes)), *target = NULL;
    if (scores && !call(c, "randint", RA_FUNCTIONAL, (ra_arg[]){ARG_I(0), ARG_I(classes + wrong), ARG_D(RA_DIMS(rows)), ARG_G(c->generator)}, 4, &target, 1))
        call_one(c, "cross_entropy", (ra_arg[]){ARG_T(scores), ARG_T(target), ARG_NONE, ARG_STR(word[5] % 2 ? "mean" : "none")}, 4, word[1]);
    ra_release(scores);
    ra_release(target);
}

/* Composites that arguments drawn blindly do not suit. */
static void compose(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9, k = 1 + word[3] % 4;
    const ra_dims first = RA_DIMS(0), last = RA_DIMS(-1);
    ra_tensor *a = drawn(c, RA_DIMS(n, k)), *b = drawn(c, RA_DIMS(n, k)), *v = drawn(c, RA_DIMS(k)), *line = drawn(c, RA_DIMS(1, k, 8)), *window = drawn(c, RA_DIMS(2, k, 3));
    switch (a && b && v && line && window ? word[4] % 8 : 8) {
    case 0: call_one(c, "movedim", (ra_arg[]){ARG_T(a), ARG_D(first), ARG_D(last)}, 3, word[1]); break;
    case 1: call_one(c, "unflatten", (ra_arg[]){ARG_T(a), ARG_I(0), ARG_D(RA_DIMS(-1, 1))}, 3, word[1]); break;
    case 2: call_one(c, "roll", (ra_arg[]){ARG_T(a), ARG_D(RA_DIMS((int64_t)(word[5] % 9) - 4)), ARG_D(first)}, 3, word[1]); break;
    case 3: call_one(c, "mv", (ra_arg[]){ARG_T(a), ARG_T(v)}, 2, word[1]); break;
    case 4: call_one(c, "conv1d", (ra_arg[]){ARG_T(line), ARG_T(window), ARG_NONE}, 3, word[1]); break;
    case 5: call_one(c, "huber_loss", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_STR("none")}, 3, word[1]); break;
    case 6: call_one(c, "kl_div", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_STR("sum")}, 3, word[1]); break;
    case 7: call_one(c, "binary_cross_entropy_with_logits", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_T(v), ARG_NONE, ARG_STR("mean")}, 5, word[1]); break;
    default: break;
    }
    ra_release(a);
    ra_release(b);
    ra_release(v);
    ra_release(line);
    ra_release(window);
}

static void contract(struct context *c, const uint32_t *word)
{
    const int64_t n = 1 + word[2] % 9, k = 1 + word[3] % 4, wrong = may_fail(c, ERROR_INDEX) && word[5] % 3 == 0;
    const ra_dims first = RA_DIMS(0);
    ra_tensor *a = drawn(c, RA_DIMS(n, k)), *b = drawn(c, RA_DIMS(n, k)), *sum = drawn(c, RA_DIMS(n)), *v = drawn(c, RA_DIMS(k)), *triple = drawn(c, RA_DIMS(n, 3)), *square = drawn(c, RA_DIMS(k, k));
    ra_tensor *places = NULL;
    call(c, "randint", RA_FUNCTIONAL, (ra_arg[]){ARG_I(0), ARG_I(n + wrong), ARG_D(RA_DIMS(1 + word[5] % 5)), ARG_G(c->generator)}, 4, &places, 1);
    switch (a && b && sum && v && triple && square && places ? word[4] % 8 : 8) {
    case 0:
        if (word[6] / 4 % 2) {
            const bool swapped = word[6] / 8 % 4 == 0;
            call_some_variant(c, "addr", (ra_arg[]){ARG_T(a), ARG_T(swapped ? v : sum), ARG_T(swapped ? sum : v), ARG_S(RA_F(0.5)), ARG_S(RA_I(2))}, 5, word);
            break;
        }
        call_some_variant(c, "addmv", (ra_arg[]){ARG_T(sum), ARG_T(a), ARG_T(v), ARG_S(RA_F(0.5)), ARG_S(RA_I(2))}, 5, word); break;
    case 1: call_one(c, "tensordot", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_D(first), ARG_D(first)}, 4, word[1]); break;
    case 2: call_one(c, "linalg_cross", (ra_arg[]){ARG_T(triple), ARG_T(triple), ARG_I(1)}, 3, word[1]); break;
    case 3: call_one(c, "linalg_matrix_power", (ra_arg[]){ARG_T(square), ARG_I(word[5] % 4)}, 2, word[1]); break;
    case 4: call_one(c, "take", (ra_arg[]){ARG_T(sum), ARG_T(places)}, 2, word[1]); break;
    case 5: call_some_variant(c, "index_fill", (ra_arg[]){ARG_T(a), ARG_I(0), ARG_T(places), ARG_S(RA_I(2))}, 4, word); break;
    case 6: call_one(c, "diff", (ra_arg[]){ARG_T(a), ARG_I(word[5] % 3), ARG_I(0), ARG_T(b), ARG_NONE}, 5, word[1]); break;
    case 7: call_one(c, "cosine_similarity", (ra_arg[]){ARG_T(a), ARG_T(b), ARG_I(1)}, 3, word[1]); break;
    default: break;
    }
    ra_release(a);
    ra_release(b);
    ra_release(sum);
    ra_release(v);
    ra_release(triple);
    ra_release(square);
    ra_release(places);
}

void step_rest(struct context *c, const uint32_t *word)
{
    switch (word[7] % 8) {
    case 0: case 1: make_like(c, word); break;
    case 2: view(c, word); break;
    case 3: (word[3] / 8 % 2 ? view : step_contractions)(c, word); break;
    case 4: multiply(c, word); break;
    case 5: (word[3] / 64 % 4 == 0 ? step_transforms : word[3] / 16 % 2 ? step_places : word[3] / 32 % 2 ? step_counting : word[3] / 8 % 2 ? step_factors : solve)(c, word); break;
    case 6: word[6] % 2 ? step_layers(c, word) : convolve(c, word); break;
    default:
        if (word[6] % 2)
            lose(c, word);
        else if (word[6] % 4)
            (word[4] / 8 % 2 ? contract : compose)(c, word);
        else {
            ra_tensor *a = pick(c, word[2], is_real);
            if (a)
                call_some_variant(c, "argsort", (ra_arg[]){ARG_T(a), ARG_I(-1)}, 2, word);
        }
    }
}
