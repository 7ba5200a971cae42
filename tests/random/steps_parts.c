/* Steps of random programs on parts of storages: failures and recoveries, outputs that grow, results over inputs. */
#include "random/call.h"
#include "random/figures.h"

/* ---- parts ---- */

static bool is_apart(struct context *c, const ra_tensor *t) /* its elements share no memory */
{
    if (!is_real(c, t) || ra_has_pending_extent(t) || elements(t) == 0)
        return false;
    for (int d = 0; d < ra_ndim(t); d++)
        if (ra_size_bound(t, d) > 1 && ra_stride(t, d) == 0)
            return false;
    return true;
}

/* A view of t: some rows, every so many columns, one of them, or all of it. The caller's. */
static ra_tensor *draw_part(struct context *c, const ra_tensor *t, uint32_t word)
{
    int ndim = ra_ndim(t);
    int64_t dim = ndim ? (int64_t)(word % (unsigned)ndim) : 0, size = ndim ? ra_size_bound(t, dim) : 1;
    int64_t first = (int64_t)((word >> 4) % (uint64_t)size), length = 1 + (int64_t)((word >> 12) % (uint64_t)(size - first));
    ra_tensor *part = NULL;
    if (ndim == 0 || word >> 28 == 0)
        return ra_ref(t);
    switch (word >> 24 & 3) {
    case 0: call(c, "select", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t), ARG_I(dim), ARG_I(first)}, 3, &part, 1); break;
    case 1: call(c, "narrow", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t), ARG_I(dim), ARG_I(first), ARG_I(length)}, 4, &part, 1); break;
    default: call(c, "slice", RA_FUNCTIONAL, (ra_arg[]){ARG_T(t), ARG_I(dim), ARG_I(first), ARG_I(first + length), ARG_I(2 + word % 2)}, 5, &part, 1);
    }
    return part;
}

/* Every element becomes something that is well. */
static ra_status make_well(struct context *c, const ra_tensor *t, uint32_t word)
{
    ra_tensor *value = NULL;
    ra_status s = RA_OK;
    switch (word % 3) {
    case 0: return call(c, "zero_", RA_INPLACE, (ra_arg[]){ARG_T(t)}, 1, NULL, 0);
    case 1: return call(c, "fill_", RA_INPLACE, (ra_arg[]){ARG_T(t), ARG_S(RA_I(word >> 8 & 3))}, 2, NULL, 0);
    default:
        s = call(c, "full", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS()), ARG_S(RA_I(1)), ARG_DTYPE(ra_tensor_dtype(t))}, 3, &value, 1);
        s = s ? s : call(c, "copy_", RA_INPLACE, (ra_arg[]){ARG_T(t), ARG_T(value)}, 2, NULL, 0);
        ra_release(value);
        return s;
    }
}

/* What was wholly overwritten is well, whatever it was before. */
static void check_well(struct context *c, const ra_tensor *t)
{
    ra_status s = ra_wait(t);
    ra_clear_error();
    print_step(c, "wait for what is well again: %s", ra_status_name(s));
    note_status(c, s);
    figure(FIGURE_RECOVERY, s == RA_OK);
    if (s)
        atomic_fetch_add_explicit(c->stale, 1, memory_order_relaxed);
}

/* A part fails; then it, or more, or less, or nothing is overwritten. */
void step_part(struct context *c, const uint32_t *word)
{
    ra_tensor *whole = pick_own(c, word[2], is_apart), *failed = whole ? make_failure(c, word[3]) : NULL;
    ra_tensor *part = whole ? draw_part(c, whole, word[4]) : NULL, *less = part && elements(part) ? draw_part(c, part, word[5]) : NULL;
    if (failed && part)
        call(c, word[6] % 3 ? "copy_" : "add", RA_INPLACE, (ra_arg[]){ARG_T(part), ARG_T(failed)}, 2, NULL, 0);
    const ra_tensor *well[] = {part, whole, less, NULL, less, part};
    for (int i = 0; i < 2; i++) {
        const ra_tensor *t = well[(word[7] >> (8 * i)) % COUNT(well)];
        if (t && !make_well(c, t, word[7] >> 16) && word[6] & 8)
            check_well(c, t);
    }
    if (word[6] & 32 && failed) {
        figure(FIGURE_PART, note_status(c, ra_wait(whole)) == RA_OK);
        ra_clear_error();
    }
    if (word[6] & 16 && part) {
        put(c, word[1], part);
        part = NULL;
    }
    ra_release(failed);
    ra_release(part);
    ra_release(less);
}

/* ---- outputs that grow ---- */

static bool is_line(struct context *c, const ra_tensor *t)
{
    return is_real(c, t) && ra_ndim(t) == 1 && !ra_has_pending_extent(t) && elements(t) > 0 && ra_is_contiguous(t);
}

static bool is_line_of_integers(struct context *c, const ra_tensor *t)
{
    return is_line(c, t) && ra_tensor_dtype(t) == RA_INT64;
}

/* From some element of a line on, which others may have views of: something longer, shorter, or of a size that the data give. */
void step_grow(struct context *c, const uint32_t *word)
{
    ra_tensor *line = pick_own(c, word[2], word[5] % 2 ? is_line : is_line_of_integers), *from = pick(c, word[3], is_real), *made = NULL, *tail = NULL, *mask = NULL;
    if (!line && !call(c, "zeros", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(1 + word[4] % 20)), ARG_DTYPE(RA_INT64)}, 2, &made, 1))
        line = made;
    if (!line || !from || elements(from) * (1 + ra_ndim(from)) > c->program->most) {
        ra_release(made);
        return;
    }
    int64_t n = elements(line), first = (int64_t)(word[6] % (unsigned)n);
    ra_status grown = RA_OK;
    if (!call(c, "slice", RA_FUNCTIONAL, (ra_arg[]){ARG_T(line), ARG_I(0), ARG_I(first), ARG_I(word[6] % 3 ? n : first + 1), ARG_I(1 + word[7] % 2)}, 5, &tail, 1)) {
        switch (word[5] % 4) {
        case 0: grown = call(c, "nonzero", RA_OUT, (ra_arg[]){ARG_T(from)}, 1, &tail, 1); break;
        case 1: grown = call(c, "add", RA_OUT, (ra_arg[]){ARG_T(from), ARG_S(RA_I(1))}, 2, &tail, 1); break;
        case 2:
            if (!call(c, "gt", RA_FUNCTIONAL, (ra_arg[]){ARG_T(from), ARG_S(RA_I(0))}, 2, &mask, 1))
                grown = call(c, "masked_select", RA_OUT, (ra_arg[]){ARG_T(from), ARG_T(mask)}, 2, &tail, 1);
            break;
        default: grown = call(c, "mul", RA_OUT, (ra_arg[]){ARG_T(line), ARG_S(RA_I(3))}, 2, &tail, 1);
        }
        if (first + elements(tail) > n || grown)
            figure(FIGURE_GROWTH, grown == RA_OK);
        put(c, word[1], tail);
    }
    if (made)
        put(c, word[1] + 1, made);
    ra_release(mask);
}

/* ---- results over inputs ---- */

/* A column-major matrix with n eigenvalues that are not alike; written by operators that are pending. */
static ra_tensor *draw_matrix(struct context *c, int64_t n, uint32_t word)
{
    ra_tensor *m = NULL, *line = NULL, *row = NULL, *seen = pick_own(c, word, is_float), *sum = NULL;
    if (call(c, "empty_strided", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(n, n)), ARG_D(RA_DIMS(1, n))}, 2, &m, 1))
        return NULL;
    call(c, "zero_", RA_INPLACE, (ra_arg[]){ARG_T(m)}, 1, NULL, 0);
    if (word & 1 && ra_wait(m))
        ra_clear_error();
    /* 0 where what is made of it is of no number, so that the matrix comes after a long way, and is the same */
    if (seen && !call(c, "sum", RA_FUNCTIONAL, (ra_arg[]){ARG_T(seen), ARG_D(RA_ALL)}, 2, &row, 1))
        call(c, "logical_and", RA_FUNCTIONAL, (ra_arg[]){ARG_T(row), ARG_S(RA_I(0))}, 2, &sum, 1);
    ra_release(row);
    row = NULL;
    if (!call(c, "arange", RA_FUNCTIONAL, (ra_arg[]){ARG_S(RA_I(1)), ARG_S(RA_I(n + 1)), ARG_S(RA_I(1)), ARG_DTYPE(RA_FLOAT32)}, 4, &line, 1) &&
        !call(c, "view", RA_FUNCTIONAL, (ra_arg[]){ARG_T(line), ARG_D(RA_DIMS(n, 1))}, 2, &row, 1)) {
        call(c, "maximum", RA_OUT, (ra_arg[]){ARG_T(row), ARG_T(line)}, 2, &m, 1);
        if (sum)
            call(c, "add", RA_INPLACE, (ra_arg[]){ARG_T(m), ARG_T(sum)}, 2, NULL, 0);
    }
    ra_release(line);
    ra_release(row);
    ra_release(sum);
    return m;
}

/* An operator of several results, one of which lies over the input; some are kept. */
void step_over(struct context *c, const uint32_t *word)
{
    int64_t n = 2 + word[2] % 5;
    ra_tensor *m = draw_matrix(c, n, word[3]), *w = NULL, *two[2];
    if (!m || call(c, "zeros", RA_FUNCTIONAL, (ra_arg[]){ARG_D(RA_DIMS(word[4] % 2 ? n : 0))}, 1, &w, 1)) {
        ra_release(m);
        return;
    }
    if (word[5] % 4 == 0) { /* q and r, of which one is it */
        two[0] = word[6] % 2 ? m : w;
        two[1] = word[6] % 2 ? w : m;
        call(c, "linalg_qr", RA_OUT, (ra_arg[]){ARG_T(m)}, 1, two, 2);
    } else {
        two[0] = w;
        two[1] = m;
        call(c, "linalg_eigh", RA_OUT, (ra_arg[]){ARG_T(m)}, 1, two, 2);
    }
    for (int i = 0; i < 2; i++) { /* in either order */
        bool first = (word[7] >> 4 & 1) != (unsigned)i, kept = first ? word[7] & 1 : word[7] & 2 || !(word[7] & 1);
        if (kept)
            put(c, word[1] + (uint32_t)i, first ? m : w);
        else
            ra_release(first ? m : w);
    }
}
