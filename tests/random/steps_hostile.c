/*
 * Hostile steps of random programs: calls of any operator with arguments of any kind, enumerations that there are not, sizes
 * near every limit. Each gets a status, the same one in every run: first on descriptions alone, then, where that is not more
 * than a program should compute, on what they describe; some of these write to what they are given, in place or as outputs.
 */
#include "random/call.h"
#include "random/figures.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ARGS = 14, MOST_LIST = 5, MOST_GIVEN = 4 };

static const int64_t numbers[] = {0, 1, -1, 2, 3, 5, -2, 7, 64, 127, 255, 65536, INT32_MAX, INT32_MIN, INT64_C(1) << 32, (INT64_C(1) << 32) + 1, INT64_C(1) << 46,
                                  INT64_C(1) << 53, (INT64_C(1) << 56) + 64, INT64_C(1) << 61, INT64_C(1) << 62, INT64_MAX / 2, INT64_MAX - 1, INT64_MAX, INT64_MIN, INT64_MIN + 1};
static const double reals[] = {0, -0.0, 1, -1, 0.5, 1e-300, 1e300, -1e300, 1e19, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
static const char *const strings[] = {"", "mean", "sum", "none", "tanh", "floor", "trunc", "reduced", "complete", "r", "U", "L", "\xff", "a string that is longer than any that is known to any operator at all", NULL};

/* What a call was given, twice: by what is computed, and by descriptions of it alone. */
struct hostile {
    ra_arg args[2][MOST_ARGS];
    int64_t dims[MOST_ARGS][MOST_LIST + RA_MAX_DIMS];
    const ra_tensor *list[2][MOST_ARGS][MOST_LIST];
    ra_tensor *described[64];
    int descriptions;
    size_t count;
};

static int64_t draw_number(uint64_t *state)
{
    uint64_t word = random_next(state);
    return word & 64 ? numbers[word >> 8 & 1 ? word % 8 : word % COUNT(numbers)] : (int64_t)(word % 9) - 2;
}

/* A tensor of the thread's and the same on the meta device; or neither. */
static void draw_tensor(struct context *c, struct hostile *h, uint64_t *state, const ra_tensor **real, const ra_tensor **described)
{
    uint64_t word = random_next(state);
    ra_tensor *t = word % 16 == 0 ? NULL : pick(c, (uint32_t)word >> 4, is_any), *copy = NULL;
    *real = *described = word % 32 ? RA_NONE : NULL;
    if (!t || ra_has_pending_extent(t) || h->descriptions == 64)
        return;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    for (int d = 0; d < ra_ndim(t); d++) {
        sizes[d] = ra_size_bound(t, d);
        strides[d] = ra_stride(t, d);
    }
    ra_arg args[] = {ARG_D(ra_dims_of(sizes, ra_ndim(t))), ARG_D(ra_dims_of(strides, ra_ndim(t))), ARG_DTYPE(ra_tensor_dtype(t)), {.device = RA_META, .kind = RA_ARG_DEVICE}};
    if (ra_call(ra_op_find("empty_strided"), RA_FUNCTIONAL, args, 4, &copy, 1, NULL)) {
        ra_clear_error();
        return;
    }
    h->described[h->descriptions++] = copy;
    *real = t;
    *described = copy;
}

static void draw_arg(struct context *c, struct hostile *h, size_t i, ra_arg_kind kind, uint64_t *state)
{
    uint64_t word = random_next(state);
    if (word % 24 == 0)
        kind = (ra_arg_kind)((word >> 8) % 16); /* another than the schema's */
    ra_arg a = {.kind = kind};
    const ra_tensor *real = NULL, *described = NULL;
    int64_t count = (int64_t)(word >> 16) % MOST_LIST;
    switch (kind) {
    case RA_ARG_TENSOR:
    case RA_ARG_OPERAND:
        if (kind == RA_ARG_OPERAND && word & 1 << 12) {
            a.kind = RA_ARG_SCALAR;
            a.scalar = word & 1 << 13 ? RA_I(draw_number(state)) : RA_F(reals[word >> 20 & 7]);
            break;
        }
        a.kind = RA_ARG_TENSOR;
        draw_tensor(c, h, state, &real, &described);
        break;
    case RA_ARG_TENSORS:
        for (int64_t k = 0; k < count; k++)
            draw_tensor(c, h, state, &h->list[0][i][k], &h->list[1][i][k]);
        break;
    case RA_ARG_SCALAR:
        a.scalar = word & 1 << 12 ? RA_I(draw_number(state)) : RA_F(reals[word >> 20 & 7]);
        if ((word >> 30) % 16 == 0)
            a.scalar.kind = (ra_scalar_kind)(word >> 40 & 255);
        break;
    case RA_ARG_INT: a.integer = draw_number(state); break;
    case RA_ARG_FLOAT: a.real = reals[(word >> 16) % COUNT(reals)]; break;
    case RA_ARG_BOOL: a.boolean = word >> 16 & 1; break;
    case RA_ARG_DTYPE: a.dtype = (ra_dtype)((int)(word >> 16 & 15) - 1 + (word & 1 << 13 ? 100 : 0)); break;
    case RA_ARG_STRING: a.string = strings[(word >> 16) % COUNT(strings)]; break;
    case RA_ARG_DIMS:
        for (int64_t k = 0; k < MOST_LIST + RA_MAX_DIMS; k++)
            h->dims[i][k] = draw_number(state);
        count = word >> 24 & 1 ? count : (int64_t)(word >> 26) % (MOST_LIST + RA_MAX_DIMS);
        a.dims = word & 1 << 13 ? (ra_dims){h->dims[i], count} : RA_ALL;
        break;
    case RA_ARG_DEVICE: a.kind = RA_ARG_NONE; break; /* that is what the two calls differ in */
    default: break; /* a generator that is not given, or no kind at all */
    }
    for (int k = 0; k < 2; k++) {
        h->args[k][i] = a;
        if (a.kind == RA_ARG_TENSOR)
            h->args[k][i].tensor = k ? described : real;
        if (a.kind == RA_ARG_TENSORS)
            h->args[k][i].tensors = ra_tensors_of(h->list[k][i], count);
    }
}

/* Elements of all the results; -1: more than a program should compute. */
static int64_t elements_of(struct context *c, ra_tensor *const *results, size_t count)
{
    int64_t all = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t n = results[i] ? ra_numel(results[i]) : 0;
        if (n > c->program->most - all)
            return -1;
        all += n;
    }
    return all;
}

static void release_results(ra_tensor **results, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ra_release(results[i]);
}

/* The call on descriptions, and where that is not more than a program should compute (true), on what they describe. */
static bool call_both(struct context *c, const ra_op *op, struct hostile *h)
{
    enum { MOST_RESULTS = 32 };
    ra_tensor *results[MOST_RESULTS] = {NULL};
    size_t produced = 0;
    bool draws = false;
    for (size_t i = 0; i < h->count; i++)
        if (ra_op_arg_at(op, i)->kind == RA_ARG_DEVICE)
            h->args[1][i] = (ra_arg){.device = RA_META, .kind = RA_ARG_DEVICE}, draws = true;
    ra_status described = ra_call(op, RA_FUNCTIONAL, h->args[1], h->count, results, MOST_RESULTS, &produced);
    int64_t all = described ? 0 : elements_of(c, results, produced);
    print_step(c, "%s on descriptions: %s%s", ra_op_name(op), ra_status_name(described), described ? "" : all < 0 ? ", too much to compute" : "");
    note_call(c, op, RA_FUNCTIONAL, described);
    figure(FIGURE_DESCRIBED, described == RA_OK);
    release_results(results, described ? 0 : produced);
    if (all < 0 || draws)
        return false;
    memset(results, 0, sizeof results);
    ra_status s = ra_call(op, RA_FUNCTIONAL, h->args[0], h->count, results, MOST_RESULTS, &produced);
    note_call(c, op, RA_FUNCTIONAL, s);
    figure(FIGURE_COMPUTED, s == RA_OK);
    print_step(c, "%s: %s", ra_op_name(op), ra_status_name(s));
    for (size_t i = 0; !s && i < produced; i++)
        if (results[i] && c->program->threads == 1)
            note_status(c, ra_wait(results[i]));
    ra_clear_error();
    release_results(results, s ? 0 : produced);
    return true;
}

/* Whatever stands in the slots is written to, if the call is accepted. Of several threads each would fail in its own way, and
 * numbers that are drawn would be others in each run. */
static void call_to_write(struct context *c, const ra_op *op, struct hostile *h, const uint32_t *word)
{
    ra_variant variant = word[5] % 4 == 0 ? RA_INPLACE : RA_OUT;
    ra_tensor *given[MOST_GIVEN] = {NULL};
    size_t results = ra_op_result_count(op);
    if (word[5] % 4 > 1 || c->program->threads > 1 || !(ra_op_variants(op) & variant) || ra_op_properties(op) & RA_OP_RANDOM || results > MOST_GIVEN)
        return;
    for (size_t i = 0; i < results; i++)
        given[i] = pick_own(c, word[6] >> (4 * i), is_any);
    if (variant == RA_INPLACE) /* not what is constant */
        h->args[0][0] = (ra_arg)ARG_T(given[0]);
    ra_status s = ra_call(op, variant, h->args[0], h->count, variant == RA_OUT ? given : NULL, variant == RA_OUT ? results : 0, NULL);
    note_call(c, op, variant, s);
    figure(FIGURE_WRITTEN, s == RA_OK);
    print_step(c, "%s that writes: %s", ra_op_name(op), ra_status_name(s));
}

void step_hostile(struct context *c, const uint32_t *word)
{
    uint64_t state = (uint64_t)word[2] << 32 | word[3];
    const ra_op *op = ra_op_at(word[4] % ra_op_count());
    size_t count = ra_op_arg_count(op);
    struct hostile *h = calloc(1, sizeof *h);
    if (!h || count > MOST_ARGS || !(ra_op_variants(op) & RA_FUNCTIONAL)) {
        free(h);
        return;
    }
    h->count = count;
    for (size_t i = 0; i < count; i++)
        draw_arg(c, h, i, ra_op_arg_at(op, i)->kind, &state);
    if (call_both(c, op, h))
        call_to_write(c, op, h, word);
    release_results(h->described, (size_t)h->descriptions);
    free(h);
}
