#include "meta/layout.h"

#include "meta/dtype.h"

#include <stdio.h>
#include <string.h>

bool ra__sizes_numel(ra_dtype dtype, int ndim, const int64_t *sizes, int64_t *numel)
{
    *numel = ra__numel_of(ra__element_bytes(dtype), ndim, sizes);
    return *numel >= 0;
}

bool ra__extent_of(ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides, int64_t *extent)
{
    *extent = ra__reach_of(ra__element_bytes(dtype), ndim, sizes, strides);
    return *extent >= 0;
}

void ra__strides_contiguous(int ndim, const int64_t *sizes, int64_t *strides)
{
    int64_t step = 1;
    for (int d = ndim - 1; d >= 0; d--) {
        strides[d] = step;
        step = ra__capped_product(step, sizes[d] > 1 ? sizes[d] : 1);
    }
}

void ra__strides_channels_last(const int64_t *sizes, int64_t *strides)
{
    static const int order[] = {1, 3, 2, 0};
    int64_t step = 1;
    for (int k = 0; k < 4; k++) {
        strides[order[k]] = step;
        step = ra__capped_product(step, sizes[order[k]]); /* of an empty dimension too, as PyTorch has it */
    }
}

/* Whether walking the dimensions of `order`, innermost first, meets every element once without gaps. */
static bool is_dense_in(int ndim, const int *order, const int64_t *sizes, const int64_t *strides)
{
    int64_t step = 1;
    for (int k = 0; k < ndim; k++) {
        int d = order[k];
        if (sizes[d] == 1)
            continue;
        if (strides[d] != step)
            return false;
        step = ra__capped_product(step, sizes[d]); /* of empty tensors it need not fit */
    }
    return true;
}

/* Dimensions by ascending stride; those of size 1 do not matter and stay where they are. */
static void order_by_stride(int ndim, const int64_t *sizes, const int64_t *strides, int *order)
{
    for (int d = 0; d < ndim; d++) {
        int k = d;
        while (k > 0 && (strides[order[k - 1]] > strides[d] || (strides[order[k - 1]] == strides[d] && sizes[order[k - 1]] > sizes[d]))) {
            order[k] = order[k - 1];
            k--;
        }
        order[k] = d;
    }
}

unsigned ra__layout_flags(int ndim, const int64_t *sizes, const int64_t *strides)
{
    int order[RA_MAX_DIMS];
    unsigned flags = 0;
    bool empty = false;
    for (int d = 0; d < ndim; d++) {
        order[d] = ndim - 1 - d;
        empty |= sizes[d] == 0;
    }
    if (empty || is_dense_in(ndim, order, sizes, strides))
        flags |= RA__CONTIGUOUS | RA__DENSE;
    static const int channels_last[] = {1, 3, 2, 0};
    if (ndim == 4 && is_dense_in(4, channels_last, sizes, strides))
        flags |= RA__CHANNELS_LAST | RA__DENSE;
    if (!(flags & RA__DENSE)) {
        order_by_stride(ndim, sizes, strides, order);
        if (is_dense_in(ndim, order, sizes, strides))
            flags |= RA__DENSE;
        else { /* without overlap if each stride steps over all that the smaller ones reach */
            int64_t reach = 0;
            for (int k = 0; k < ndim; k++) {
                int d = order[k];
                if (sizes[d] == 1)
                    continue;
                if (strides[d] <= reach)
                    flags |= RA__SELF_OVERLAP;
                reach += (sizes[d] - 1) * strides[d]; /* fits: less than the extent */
            }
        }
    }
    return flags;
}

/*
 * Views of equal strides are boxes in one grid. The second origin is written in the grid's coordinates, greatest stride
 * first; if no box reaches over the next greater stride, coordinates are unique, and boxes are apart where the intervals
 * of one dimension are.
 */
bool ra__boxes_apart(const ra_layout *a, const ra_layout *b, int64_t distance)
{
    if (!a || !b || a->ndim != b->ndim || a->dtype != b->dtype || a->ndim == 0)
        return false;
    if (memcmp(ra__strides(a), ra__strides(b), a->ndim * sizeof(int64_t)))
        return false;
    int64_t item = ra__element_bytes((ra_dtype)a->dtype), rest = distance / item, at[RA_MAX_DIMS];
    int order[RA_MAX_DIMS], n = a->ndim;
    if (distance % item)
        return false;
    for (int d = 0; d < n; d++) { /* descending strides */
        int k = d;
        for (; k > 0 && ra__strides(a)[order[k - 1]] < ra__strides(a)[d]; k--)
            order[k] = order[k - 1];
        order[k] = d;
    }
    for (int k = 0; k < n; k++) {
        int64_t stride = ra__strides(a)[order[k]];
        if (stride <= 0)
            return false;
        at[k] = rest / stride;
        rest %= stride;
    }
    int64_t reach = rest; /* what no stride tells is a coordinate too: 0 for all of a, and this for all of b */
    bool apart = rest > 0;
    for (int k = n - 1; k >= 0; k--) {
        int64_t stride = ra__strides(a)[order[k]], na = ra__sizes(a)[order[k]], nb = ra__sizes(b)[order[k]];
        if (stride <= reach)
            return false;
        int64_t last = at[k] + nb > na ? at[k] + nb - 1 : na - 1;
        reach += last * stride;
        apart |= at[k] >= na;
    }
    return apart;
}

void ra__strides_preserved(int ndim, const int64_t *sizes, const int64_t *strides, int64_t *out)
{
    unsigned flags = ra__layout_flags(ndim, sizes, strides);
    if (flags & RA__DENSE) {
        memcpy(out, strides, (size_t)ndim * sizeof *out);
        return;
    }
    /* The order that an elementwise operator over this one tensor would choose. */
    int perm[RA_MAX_DIMS];
    for (int d = 0; d < ndim; d++)
        perm[d] = ndim - 1 - d;
    for (int i = 1; i < ndim; i++) {
        int at = i;
        for (int k = i - 1; k >= 0; k--) {
            int a = perm[k], b = perm[at];
            if (strides[a] == 0 || strides[b] == 0)
                continue;
            if (strides[a] > strides[b] || (strides[a] == strides[b] && sizes[a] > sizes[b])) {
                int t = perm[k];
                perm[k] = perm[at];
                perm[at] = t;
                at = k;
            } else if (strides[a] < strides[b])
                break;
        }
    }
    int64_t step = 1;
    for (int k = 0; k < ndim; k++) {
        out[perm[k]] = step;
        step = ra__capped_product(step, sizes[perm[k]] > 1 ? sizes[perm[k]] : 1);
    }
}

uint32_t ra__shape_hash(const ra__shape *s)
{
    uint64_t h = (uint64_t)s->dtype * 0x9e3779b97f4a7c15u + (uint64_t)s->ndim;
    for (int d = 0; d < s->ndim; d++) {
        h = (h ^ (uint64_t)s->sizes[d]) * 0xff51afd7ed558ccdu;
        h = (h ^ (h >> 29) ^ (uint64_t)s->strides[d]) * 0xc4ceb9fe1a85ec53u;
    }
    return (uint32_t)(h ^ (h >> 32));
}

void ra__layout_from_shape(ra_layout *l, const ra__shape *s, uint32_t hash)
{
    l->dtype = (uint8_t)s->dtype;
    l->ndim = (uint8_t)s->ndim;
    l->flags = (uint16_t)ra__layout_flags(s->ndim, s->sizes, s->strides);
    l->hash = hash;
    memcpy(l->dims, s->sizes, (size_t)s->ndim * sizeof(int64_t));
    memcpy(l->dims + s->ndim, s->strides, (size_t)s->ndim * sizeof(int64_t));
    ra__sizes_numel(s->dtype, s->ndim, s->sizes, &l->numel);
    ra__extent_of(s->dtype, s->ndim, s->sizes, s->strides, &l->extent);
}

void ra__shape_from_layout(ra__shape *s, const ra_layout *l)
{
    s->dtype = (ra_dtype)l->dtype;
    s->ndim = l->ndim;
    memcpy(s->sizes, ra__sizes(l), l->ndim * sizeof(int64_t));
    memcpy(s->strides, ra__strides(l), l->ndim * sizeof(int64_t));
}

bool ra__layout_equals(const ra_layout *l, const ra__shape *s)
{
    return l->dtype == s->dtype && l->ndim == s->ndim && !memcmp(ra__sizes(l), s->sizes, l->ndim * sizeof(int64_t)) &&
           !memcmp(ra__strides(l), s->strides, l->ndim * sizeof(int64_t));
}

const char *ra__sizes_text(int ndim, const int64_t *sizes, char *buffer, size_t size)
{
    size_t at = 0;
    for (int d = 0; d <= ndim && at < size; d++) {
        int n = d < ndim ? snprintf(buffer + at, size - at, "%s%lld", d ? ", " : "[", (long long)sizes[d])
                         : snprintf(buffer + at, size - at, "%s", ndim ? "]" : "[]");
        at += n > 0 ? (size_t)n : 0;
    }
    return buffer;
}

const char *ra__layout_text(const ra_layout *l, char *buffer, size_t size)
{
    if (!l) {
        snprintf(buffer, size, "none");
        return buffer;
    }
    int n = snprintf(buffer, size, "%s ", ra_dtype_name((ra_dtype)l->dtype));
    if (n > 0 && (size_t)n < size)
        ra__sizes_text(l->ndim, ra__sizes(l), buffer + n, size - (size_t)n);
    return buffer;
}
