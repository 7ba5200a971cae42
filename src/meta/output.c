/*
 * set_output: how one description of a result becomes three variants, and the overlap rules.
 */
#include "meta/meta.h"

#include <string.h>

ra__overlap ra__overlap_of(const ra__input *a, const ra__input *b)
{
    const ra_layout *la = a->layout, *lb = b->layout;
    if (!a->storage || a->storage != b->storage || la->numel == 0 || lb->numel == 0)
        return RA__OVERLAP_NONE;
    int64_t ea = a->offset + la->extent * ra__element_bytes((ra_dtype)la->dtype); /* fits: within the storage */
    int64_t eb = b->offset + lb->extent * ra__element_bytes((ra_dtype)lb->dtype); /* fits: likewise */
    if (a->offset >= eb || b->offset >= ea)
        return RA__OVERLAP_NONE;
    if (a->offset == b->offset && la->dtype == lb->dtype && la->ndim == lb->ndim &&
        !memcmp(la->dims, lb->dims, 2 * (size_t)la->ndim * sizeof(int64_t)))
        return RA__OVERLAP_FULL;
    const int64_t distance = b->offset - a->offset;
    return (distance >= 0 ? ra__boxes_apart(la, lb, distance) : ra__boxes_apart(lb, la, -distance)) ? RA__OVERLAP_NONE : RA__OVERLAP_PARTIAL;
}

static ra_status check_given_dtype(ra_meta *m, ra_dtype computed, ra_dtype given, unsigned how)
{
    if (computed == given || ((how & RA__CAST_OUTPUT) && ra_can_cast(computed, given)))
        return RA_OK;
    return ra__refuse(m, RA_ERR_DTYPE, "result of dtype %s cannot be written to %s of dtype %s", ra_dtype_name(computed),
                      m->variant == RA_INPLACE ? "self" : "out", ra_dtype_name(given));
}

static ra_status check_given_overlap(ra_meta *m, const ra__input *given, unsigned how)
{
    const char *name = m->variant == RA_INPLACE ? "self" : "out";
    if ((given->layout->flags & RA__SELF_OVERLAP) && !(how & RA__SAME_VALUE))
        return ra__refuse(m, RA_ERR_OVERLAP, "%s has elements that share memory (an expanded view?); clone it first", name);
    for (int k = 0; k < m->in_count; k++) {
        const ra__input *in = &m->in[k];
        if (!in->layout || in->number || (m->variant == RA_INPLACE && k == 0))
            continue;
        ra__overlap o = ra__overlap_of(given, in);
        if (o == RA__OVERLAP_PARTIAL || (o == RA__OVERLAP_FULL && (how & RA__NO_OVERLAP)))
            return ra__refuse(m, RA_ERR_OVERLAP, "%s overlaps input %d; clone one of them first", name, k);
    }
    return RA_OK;
}

static bool same_sizes(const ra_layout *l, int ndim, const int64_t *sizes)
{
    return l->ndim == ndim && !memcmp(ra__sizes(l), sizes, (size_t)ndim * sizeof *sizes);
}

static bool is_an_input(const ra_meta *m, const ra__input *given)
{
    for (int k = 0; k < m->in_count; k++)
        if (m->in[k].layout && given->storage && m->in[k].storage == given->storage)
            return true;
    return false;
}

/* Strides of dimensions that are never stepped along do not matter. */
static bool strides_match(const ra_layout *l, const int64_t *strides)
{
    for (int d = 0; d < l->ndim; d++)
        if (ra__sizes(l)[d] > 1 && ra__strides(l)[d] != strides[d])
            return false;
    return true;
}

static ra_status refuse_size(ra_meta *m, const ra__shape *s)
{
    return ra__refuse(m, RA_ERR_OVERFLOW, "a result of %s %s does not fit the address space", ra_dtype_name(s->dtype), RA__SIZES_TEXT(s->ndim, s->sizes));
}

/*
 * A given output of which the data decide whether it has the very size that is needed, and stays as it is, or is resized:
 * then it has what a fresh result has, from where it begins.
 */
static ra_status settle_by_data(ra_meta *m, ra__result *r, const ra__input *given, unsigned how)
{
    const ra_layout *l = given->layout;
    const ra__shape *s = &r->shape;
    int64_t extent = 0, end;
    ra_status status = check_given_overlap(m, given, how);
    if (status)
        return status;
    ra__extent_of(s->dtype, s->ndim, s->sizes, s->strides, &extent);
    if (!ra__end_fits(given->offset, extent, ra__element_bytes(s->dtype), &end))
        return refuse_size(m, s);
    for (int k = 0; k < m->in_count; k++) {
        const ra__input *in = &m->in[k];
        if (!in->layout || in->storage != given->storage || !in->layout->numel)
            continue;
        if (in->offset < end && given->offset < in->offset + in->layout->extent * ra__element_bytes((ra_dtype)in->layout->dtype)) /* fits: within the storage */
            return ra__refuse(m, RA_ERR_OVERLAP, "out would reach over input %d if the data made it %s; clone one of them first", k, RA__SIZES_TEXT(s->ndim, s->sizes));
    }
    r->action = RA__RESIZE;
    r->kept = l->ndim == s->ndim && ra__sizes(l)[0] <= s->sizes[0] && !memcmp(ra__sizes(l) + 1, s->sizes + 1, (size_t)(s->ndim - 1) * sizeof *s->sizes) ? l : NULL;
    return RA_OK;
}

static ra_status settle_given(ra_meta *m, ra__result *r, const ra__input *given, unsigned how)
{
    const ra_layout *l = given->layout;
    ra__shape *s = &r->shape;
    ra_status status = check_given_dtype(m, s->dtype, (ra_dtype)l->dtype, how);
    if (status)
        return status;
    if (given->device != m->device)
        return ra__refuse(m, RA_ERR_DEVICE, "out is on device %s, the inputs on %s", ra_device_name(given->device), ra_device_name(m->device));
    if ((how & RA__DATA_SIZE) && m->device != RA_META)
        return settle_by_data(m, r, given, how);
    if (!same_sizes(l, s->ndim, s->sizes)) {
        char have[160], want[160];
        ra__sizes_text(l->ndim, ra__sizes(l), have, sizeof have);
        ra__sizes_text(s->ndim, s->sizes, want, sizeof want);
        if (m->variant == RA_INPLACE)
            return ra__refuse(m, RA_ERR_SHAPE, "self has shape %s but the result has %s", have, want);
        if (is_an_input(m, given))
            return ra__refuse(m, RA_ERR_SHAPE, "out of shape %s is also an input and cannot be resized to %s", have, want);
        r->action = RA__RESIZE;
        s->dtype = (ra_dtype)l->dtype;
        return RA_OK;
    }
    status = check_given_overlap(m, given, how);
    if (status)
        return status;
    r->action = RA__GIVEN;
    if ((how & RA__STRIDES_EXACT) && !strides_match(l, s->strides))
        r->proxy = true; /* s keeps the strides that the kernel needs */
    else
        memcpy(s->strides, ra__strides(l), l->ndim * sizeof(int64_t));
    if (r->proxy && s->dtype != (ra_dtype)l->dtype)
        return RA_OK; /* the copy converts */
    s->dtype = (ra_dtype)l->dtype;
    return RA_OK;
}

/* What needs memory that it does not have yet has to find room in a storage: `extent` elements from the start, or from where `given` begins. */
static ra_status check_room(ra_meta *m, const ra__result *r, const ra__input *given, int64_t extent)
{
    const ra__shape *s = &r->shape;
    const bool grows = r->action == RA__RESIZE && !r->proxy;
    int64_t numel, end = 0;
    if (r->action == RA__GIVEN && !r->proxy)
        return RA_OK;
    if (grows && (!ra__sizes_numel(s->dtype, s->ndim, s->sizes, &numel) || !ra__extent_of(s->dtype, s->ndim, s->sizes, s->strides, &extent)))
        return refuse_size(m, s); /* its dtype is that of the output, whose elements may be larger than those computed */
    if (!ra__end_fits(grows ? given->offset : 0, extent, ra__element_bytes(s->dtype), &end))
        return refuse_size(m, s);
    if (end > ra__most_bytes(m->device))
        return ra__refuse(m, RA_ERR_MEMORY, "a result of %s %s needs a storage of %lld bytes, more than the %lld that one on %s can have",
                          ra_dtype_name(s->dtype), RA__SIZES_TEXT(s->ndim, s->sizes), (long long)end, (long long)ra__most_bytes(m->device),
                          ra_device_name(m->device));
    return RA_OK;
}

/* Elements from where given output i begins to behind the last that result i has there. */
static int64_t extent_of_given(const ra_meta *m, int i)
{
    const ra__shape *s = &m->out[i].shape;
    int64_t extent = m->given[i].layout->extent;
    if (m->out[i].action == RA__RESIZE)
        ra__extent_of(s->dtype, s->ndim, s->sizes, s->strides, &extent);
    return extent;
}

/* Two results cannot share bytes: which of them is there in the end would depend on who comes last. */
static ra_status check_results_apart(ra_meta *m, int i)
{
    const ra__input *b = &m->given[i];
    for (int k = 0; k < i; k++) {
        const ra__input *a = &m->given[k];
        const int64_t ea = extent_of_given(m, k), eb = extent_of_given(m, i);
        if (a->storage != b->storage || ea == 0 || eb == 0)
            continue;
        const int64_t behind_a = a->offset + ea * ra__element_bytes((ra_dtype)a->layout->dtype); /* fits: check_room has seen to it */
        const int64_t behind_b = b->offset + eb * ra__element_bytes((ra_dtype)b->layout->dtype); /* fits: likewise */
        const bool stay = m->out[k].action == RA__GIVEN && m->out[i].action == RA__GIVEN;
        if (a->offset < behind_b && b->offset < behind_a && !(stay && ra__overlap_of(a, b) == RA__OVERLAP_NONE))
            return ra__refuse(m, RA_ERR_OVERLAP, "outputs %s and %s share memory", m->op->results[k].name, m->op->results[i].name);
    }
    return RA_OK;
}

ra_status ra__set_output(ra_meta *m, int i, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides, unsigned how)
{
    int64_t numel, extent;
    ra_status s = RA_OK;
    if (ndim > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "result would have %d dimensions, more than %d", ndim, RA_MAX_DIMS);
    ra__result *r = &m->out[i];
    r->action = RA__NEW;
    r->proxy = r->is_locked = false;
    r->pending = how & RA__DATA_SIZE ? 1 : 0;
    r->late = false;
    r->kept = NULL;
    r->alias = -1;
    r->offset = 0;
    r->shape.dtype = dtype;
    r->shape.ndim = ndim;
    memcpy(r->shape.sizes, sizes, (size_t)ndim * sizeof *sizes);
    for (int d = 0; d < ndim; d++)
        if (sizes[d] < 0)
            return ra__refuse(m, RA_ERR_SHAPE, "size %lld of dimension %d is negative", (long long)sizes[d], d);
    if (!ra__sizes_numel(dtype, ndim, sizes, &numel))
        return refuse_size(m, &r->shape);
    if (strides)
        memcpy(r->shape.strides, strides, (size_t)ndim * sizeof *strides);
    else
        ra__strides_contiguous(ndim, sizes, r->shape.strides);
    if (!ra__extent_of(dtype, ndim, sizes, r->shape.strides, &extent))
        return ra__refuse(m, RA_ERR_OVERFLOW, "a result of %s %s with strides %s does not fit the address space", ra_dtype_name(dtype),
                          RA__SIZES_TEXT(ndim, sizes), RA__SIZES_TEXT(ndim, r->shape.strides));
    m->out_count = i + 1;
    if (m->given)
        s = settle_given(m, r, &m->given[i], how);
    if (!s)
        s = check_room(m, r, m->given ? &m->given[i] : NULL, extent);
    return s || !m->given ? s : check_results_apart(m, i);
}

ra_status ra__set_output_late(ra_meta *m, int i, ra_dtype dtype, int ndim, int64_t *sizes, int dim)
{
    int64_t bytes = ra__element_bytes(dtype);
    for (int d = 0; d < ndim; d++)
        if (d != dim && sizes[d] > 0 && !ra__product_fits(bytes, sizes[d], &bytes))
            bytes = INT64_MAX;
    sizes[dim] = bytes < RA__MOST_MEMORY ? RA__MOST_MEMORY / bytes : 1; /* 1: which is refused, or empty */
    const ra_status s = ra__set_output(m, i, dtype, ndim, sizes, NULL, 0);
    m->out[i].pending = (uint16_t)(1u << dim);
    m->out[i].late = true;
    return s;
}

ra_status ra__set_resized(ra_meta *m, const ra__shape *shape)
{
    const ra__input *self = &m->given[0];
    int64_t extent, end;
    ra_status s = ra__set_view(m, 0, 0, shape, self->offset);
    if (s)
        return s;
    ra__extent_of(shape->dtype, shape->ndim, shape->sizes, shape->strides, &extent);
    if (!ra__end_fits(self->offset, extent, ra__element_bytes(shape->dtype), &end) || (extent && end > self->storage_bytes))
        m->out[0].action = RA__RESIZE;
    return check_room(m, &m->out[0], self, extent);
}

ra_status ra__set_view(ra_meta *m, int i, int in, const ra__shape *shape, int64_t offset)
{
    int64_t numel, extent;
    if (shape->ndim > RA_MAX_DIMS)
        return ra__refuse(m, RA_ERR_SHAPE, "result would have %d dimensions, more than %d", shape->ndim, RA_MAX_DIMS);
    if (!ra__sizes_numel(shape->dtype, shape->ndim, shape->sizes, &numel) ||
        !ra__extent_of(shape->dtype, shape->ndim, shape->sizes, shape->strides, &extent))
        return ra__refuse(m, RA_ERR_OVERFLOW, "a view of %s %s with strides %s does not fit the address space", ra_dtype_name(shape->dtype),
                          RA__SIZES_TEXT(shape->ndim, shape->sizes), RA__SIZES_TEXT(shape->ndim, shape->strides));
    ra__result *r = &m->out[i];
    r->action = m->variant == RA_INPLACE ? RA__RELAY : RA__ALIAS;
    r->proxy = r->is_locked = false;
    r->pending = 0;
    r->late = false;
    r->kept = NULL;
    r->alias = in;
    r->offset = offset;
    r->shape = *shape;
    m->out_count = i + 1;
    return RA_OK;
}
