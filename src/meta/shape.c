/*
 * Operators that join and move: cat, stack, repeat, flip, tril, triu.
 */
#include <string.h>

#include "meta/pre.h"
#include "meta/view.h"

/* A 1-d tensor without elements joins anything. */
static bool is_skipped(const ra_layout *l)
{
    return l->ndim == 1 && l->numel == 0;
}

static int list_count(const ra_meta *m)
{
    return m->in_count - m->first[0];
}

/* Joined tensors count as having dimensions, whatever is promoted. */
static ra_dtype joined_dtype(const ra_meta *m)
{
    ra__promotion p = {RA_NO_DTYPE, RA_NO_DTYPE, RA_NO_DTYPE};

    for (int k = 0; k < list_count(m); k++)
        ra__promote_tensor(&p, (ra_dtype)ra__in(m, 0)[k].layout->dtype, 1);
    return ra__promoted(&p);
}

/* With a last dimension of size 1. */
static const ra_layout *widen(const ra_layout *l, ra__layout_space *to)
{
    ra__shape s;

    ra__shape_from_layout(&s, l);
    s.sizes[s.ndim] = s.strides[s.ndim] = 1;
    s.ndim++;
    ra__layout_from_shape(&to->layout, &s, 0);
    return &to->layout;
}

/* Whether every tensor of the list (each widened, if asked for) suggests channels as its innermost dimension. */
static bool all_channels_last(const ra_meta *m, bool widened)
{
    for (int k = 0; k < list_count(m); k++) {
        const ra_layout *l = ra__in(m, 0)[k].layout;
        ra__layout_space space;

        if (l->ndim != ra__in(m, 0)->layout->ndim)
            return false;
        if (widened)
            l = widen(l, &space);
        if (!(ra__suggests_channels_last(l) || ra__suggests_channels_last_3d(l)))
            return false;
    }
    return true;
}

/* Strides of the result of a join that has these sizes. */
static void joined_strides(const ra_meta *m, bool widened, int ndim, const int64_t *sizes, int64_t *strides)
{
    static const int orders[2][5] = {{1, 3, 2, 0}, {1, 4, 3, 2, 0}};
    int64_t next = 1, numel;

    memset(strides, 0, (size_t)ndim * sizeof *strides);
    if (!ra__sizes_numel(RA_BOOL, ndim, sizes, &numel)) /* refused by ra__set_output */
        return;
    ra__strides_contiguous(ndim, sizes, strides);
    if ((ndim != 4 && ndim != 5) || !all_channels_last(m, widened))
        return;
    for (int k = 0; k < ndim; k++) {
        const int d = orders[ndim - 4][k];

        strides[d] = next;
        next *= sizes[d] > 1 ? sizes[d] : 1; /* fits: a product of some sizes */
    }
}

/* The dimension counts in the first tensor that is not skipped, or not at all if all are. */
static ra_status find_valid(ra_meta *m, int *valid, int *dim)
{
    const int count = list_count(m);

    if (count == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "tensors is an empty list");
    *valid = -1;
    for (int k = 0; k < count; k++) {
        const ra_layout *l = ra__in(m, 0)[k].layout;

        if (l->ndim == 0)
            return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] has no dimensions and cannot be joined; stack takes such", k);
        if (*valid < 0 && !is_skipped(l))
            *valid = k;
    }
    *dim = 0;
    return *valid < 0 ? RA_OK : ra__wrap_dim(m, ra__arg_int(m, 1), ra__in(m, 0)[*valid].layout->ndim, dim);
}

static ra_status check_joined(ra_meta *m, int k, const ra_layout *like, int valid, int dim)
{
    const ra_layout *l = ra__in(m, 0)[k].layout;
    char a[160], b[160];

    for (int d = 0; d < like->ndim && l->ndim == like->ndim; d++)
        if (d != dim && ra__sizes(l)[d] != ra__sizes(like)[d])
            return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] of sizes %s and tensors[%d] of sizes %s differ in dimension %d, which is not dim, %d", k,
                              ra__sizes_text(l->ndim, ra__sizes(l), a, sizeof a), valid, ra__sizes_text(like->ndim, ra__sizes(like), b, sizeof b), d, dim);
    if (l->ndim != like->ndim)
        return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] has %d dimensions, but tensors[%d] has %d", k, l->ndim, valid, like->ndim);
    return RA_OK;
}

ra_status ra__meta_cat(ra_meta *m)
{
    int64_t sizes[RA_MAX_DIMS] = {0}, strides[RA_MAX_DIMS];
    int valid = -1, dim = 0, ndim = 1;
    ra_status status;

    if ((status = find_valid(m, &valid, &dim)) != RA_OK)
        return status;
    if (valid >= 0) {
        const ra_layout *like = ra__in(m, 0)[valid].layout;

        ndim = like->ndim;
        memcpy(sizes, ra__sizes(like), (size_t)ndim * sizeof *sizes);
        sizes[dim] = 0;
        for (int k = 0; k < list_count(m); k++) {
            const ra_layout *l = ra__in(m, 0)[k].layout;

            if (is_skipped(l))
                continue;
            if ((status = check_joined(m, k, like, valid, dim)) != RA_OK)
                return status;
            if (!ra__sum_fits(sizes[dim], ra__sizes(l)[dim], &sizes[dim]))
                return ra__refuse(m, RA_ERR_OVERFLOW, "the sizes of dimension %d add up to more than fits", dim);
        }
    }
    m->pre.i[RA__PRE_DIM] = dim;
    joined_strides(m, false, ndim, sizes, strides);
    return ra__set_output(m, 0, joined_dtype(m), ndim, sizes, strides, RA__STRIDES_HINT | RA__CAST_OUTPUT | RA__NO_OVERLAP);
}

/*
 * Strides of a stack: those of a join along dim, split in two there; along a last dimension, of a join of tensors that
 * have one more. An `out` that is resized becomes contiguous.
 */
static void stacked_strides(const ra_meta *m, const ra_layout *like, int dim, const int64_t *sizes, int64_t *strides)
{
    int64_t joined[RA_MAX_DIMS], joined_sizes[RA_MAX_DIMS], numel;

    memset(strides, 0, (like->ndim + 1) * sizeof *strides);
    if (!ra__sizes_numel(RA_BOOL, like->ndim + 1, sizes, &numel)) /* refused by ra__set_output */
        return;
    ra__strides_contiguous(like->ndim + 1, sizes, strides);
    if (m->variant == RA_OUT)
        return;
    if (dim == like->ndim) {
        joined_strides(m, true, like->ndim + 1, sizes, strides);
        return;
    }
    memcpy(joined_sizes, ra__sizes(like), like->ndim * sizeof *joined_sizes);
    if (!ra__product_fits(joined_sizes[dim], list_count(m), &joined_sizes[dim]))
        return;
    joined_strides(m, false, like->ndim, joined_sizes, joined);
    if (!ra__view_strides(ra__element_bytes(joined_dtype(m)), like->ndim, joined_sizes, joined, like->ndim + 1, sizes, strides))
        ra__strides_contiguous(like->ndim + 1, sizes, strides);
}

ra_status ra__meta_stack(ra_meta *m)
{
    const int count = list_count(m);
    const ra_layout *like;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
    int dim;
    ra_status status;

    if (count == 0)
        return ra__refuse(m, RA_ERR_ARGUMENT, "tensors is an empty list");
    like = ra__in(m, 0)->layout;
    if (like->ndim == RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "tensors have %d dimensions already, the most a tensor can have", like->ndim);
    if ((status = ra__wrap_dim(m, ra__arg_int(m, 1), like->ndim + 1, &dim)) != RA_OK)
        return status;
    for (int k = 1; k < count; k++) {
        const ra_layout *l = ra__in(m, 0)[k].layout;
        char a[160], b[160];

        if (l->ndim != like->ndim || memcmp(ra__sizes(l), ra__sizes(like), like->ndim * sizeof(int64_t)))
            return ra__refuse(m, RA_ERR_SHAPE, "tensors[%d] has sizes %s, but tensors[0] has %s", k, ra__sizes_text(l->ndim, ra__sizes(l), a, sizeof a),
                              ra__sizes_text(like->ndim, ra__sizes(like), b, sizeof b));
    }
    for (int d = 0; d < like->ndim; d++)
        sizes[d + (d >= dim)] = ra__sizes(like)[d];
    sizes[dim] = count;
    m->pre.i[RA__PRE_DIM] = dim;
    stacked_strides(m, like, dim, sizes, strides);
    return ra__set_output(m, 0, joined_dtype(m), like->ndim + 1, sizes, strides, RA__STRIDES_HINT | RA__CAST_OUTPUT | RA__NO_OVERLAP);
}

ra_status ra__meta_repeat(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t sizes[RA_MAX_DIMS];
    int ndim = 0;
    ra_status status;

    if ((status = ra__read_dims(m, 1, &ndim, sizes)) != RA_OK)
        return status;
    if (ndim < self->ndim)
        return ra__refuse(m, RA_ERR_ARGUMENT, "repeats has %d entries, fewer than the %d dimensions of self", ndim, self->ndim);
    for (int d = 0; d < ndim; d++) {
        const int own = d - (ndim - self->ndim);

        if (sizes[d] < 0)
            return ra__refuse(m, RA_ERR_ARGUMENT, "repeats[%d] is %lld and cannot be negative", d, (long long)sizes[d]);
        if (own >= 0 && !ra__product_fits(sizes[d], ra__sizes(self)[own], &sizes[d]))
            return ra__refuse(m, RA_ERR_OVERFLOW, "repeats[%d] makes a size that does not fit the address space", d);
    }
    return ra__set_output(m, 0, self->dtype, ndim, sizes, NULL, RA__STRIDES_HINT);
}

ra_status ra__meta_flip(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);
    int64_t strides[RA_MAX_DIMS];
    uint32_t mask = 0;
    ra_status status = ra__dims_mask(m, ra__arg_dims(m, 1), self->ndim, false, &mask);

    if (status != RA_OK)
        return status;
    m->pre.i[RA__PRE_DIMS] = mask;
    ra__strides_preserved(self->ndim, ra__sizes(self), ra__strides(self), strides);
    return ra__set_output(m, 0, self->dtype, self->ndim, ra__sizes(self), strides, RA__STRIDES_HINT);
}

ra_status ra__meta_tri(ra_meta *m)
{
    const ra_layout *self = ra__layout(m, 0);

    if (self->ndim < 2)
        return ra__refuse(m, RA_ERR_SHAPE, "self has %d dimensions, fewer than the 2 of a matrix", self->ndim);
    return ra__set_output(m, 0, self->dtype, self->ndim, ra__sizes(self), NULL, RA__STRIDES_HINT);
}
