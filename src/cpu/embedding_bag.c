/*
 * embedding_bag: of each bag of indices the sum, mean or largest of rows, one after another in the dtype that is computed in.
 */
#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "meta/pre.h"

#include <string.h>

enum { GRAIN_ELEMENTS = 16384 };

typedef struct state {
    struct ra__bag_pre pre;
    ra_dtype dtype, compute;
    int64_t rows, width, row_stride, stride; /* of weight, in bytes */
    int64_t indices, bags_per_grain;
    bool has_weights;
    ra__strided index, offsets, weights;
} state;

static ra_status plan(const ra_meta *m, ra_plan *p)
{
    const ra_layout *weight = ra__layout(m, 0);
    state *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    memset(s, 0, sizeof *s);
    s->pre = *RA__PRE(m, const struct ra__bag_pre);
    s->dtype = (ra_dtype)weight->dtype;
    s->compute = ra__compute_dtype(s->dtype);
    s->rows = ra__sizes(weight)[0];
    s->width = ra__sizes(weight)[1];
    s->row_stride = ra__strides(weight)[0] * (int64_t)ra_dtype_size(s->dtype);
    s->stride = ra__strides(weight)[1] * (int64_t)ra_dtype_size(s->dtype);
    s->indices = ra__layout(m, 1)->numel;
    s->has_weights = !ra__is_absent(m, 3);
    ra__strided_from_layout(&s->index, ra__layout(m, 1));
    if (s->pre.per_bag < 0)
        ra__strided_from_layout(&s->offsets, ra__layout(m, 2));
    if (s->has_weights)
        ra__strided_from_layout(&s->weights, ra__layout(m, 3));
    const int64_t each = ra__capped_product(ra__max(1, s->width), ra__max(1, s->indices / ra__max(1, s->pre.bags)));
    s->bags_per_grain = ra__max(1, GRAIN_ELEMENTS / each);
    p->state = s;
    ra__plan_sequence(p, s->pre.bags, s->bags_per_grain, 50.0 + (double)each);
    if (!ra__plan_has_elements(m))
        p->phases = 0;
    p->scratch = (size_t)ra__capped_product(ra__max(1, s->width), 2 * (int64_t)ra_dtype_size(s->compute)); /* fits: rows of weight */
    return RA_OK;
}

static ra_status bounds_of(const state *s, ra__run *r, int64_t bag, int64_t *first, int64_t *end)
{
    if (s->pre.per_bag >= 0) {
        *first = bag * s->pre.per_bag;
        *end = *first + s->pre.per_bag;
        return RA_OK;
    }
    *end = s->indices;
    ra__strided_gather(&s->offsets, r->data[3], bag, 1, first, RA_INT64);
    if (bag + 1 < s->pre.bags || s->pre.ends)
        ra__strided_gather(&s->offsets, r->data[3], bag + 1, 1, end, RA_INT64);
    if (*first < 0 || *first > *end || *end > s->indices || (bag == 0 && *first))
        return ra__fault(r, RA_ERR_INDEX, "bag %lld is from %lld to %lld of %lld indices", (long long)bag, (long long)*first, (long long)*end, (long long)s->indices);
    return RA_OK;
}

#define T float
#define NAME(name) name##_f32
#include "cpu/embedding_bag_template.h"

#define T double
#define NAME(name) name##_f64
#include "cpu/embedding_bag_template.h"

static ra_status bag_of(const state *s, ra__run *r, int64_t bag)
{
    ra__convert_fn to = RA__ISA_NAME(ra__convert)(s->compute, s->dtype), from = RA__ISA_NAME(ra__convert)(s->dtype, s->compute);
    const int64_t item = (int64_t)ra_dtype_size(s->compute), out_item = (int64_t)ra_dtype_size(s->dtype);
    char *row = (char *)r->scratch + s->width * item; /* fits: the scratch */
    int64_t first, end, count = 0;
    ra_status status = bounds_of(s, r, bag, &first, &end);
    memset(r->scratch, 0, (size_t)(s->width * item)); /* fits: the scratch */
    for (int64_t i = first; !status && i < end; i++) {
        int64_t index;
        double weight = 1;
        ra__strided_gather(&s->index, r->data[2], i, 1, &index, RA_INT64);
        if (index < 0 || index >= s->rows)
            return ra__fault(r, RA_ERR_INDEX, "index %lld at position %lld is out of range for %lld rows", (long long)index, (long long)i, (long long)s->rows);
        if (index == s->pre.padding)
            continue;
        if (s->has_weights)
            ra__strided_gather(&s->weights, r->data[4], i, 1, &weight, RA_FLOAT64);
        to(row, item, r->data[1] + index * s->row_stride, s->stride, s->width);
        (s->compute == RA_FLOAT64 ? take_f64 : take_f32)(s, r->scratch, row, weight, count == 0);
        count++;
    }
    if (status)
        return status;
    if (s->pre.mode == RA__BAG_MEAN && count)
        (s->compute == RA_FLOAT64 ? divide_f64 : divide_f32)(s, r->scratch, count);
    from(r->data[0] + bag * s->width * out_item, out_item, r->scratch, item, s->width);
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    const int64_t end = ra__min(last * s->bags_per_grain, s->pre.bags);
    (void)phase;
    for (int64_t bag = first * s->bags_per_grain; bag < end; bag++) {
        const ra_status status = bag_of(s, r, bag);
        if (status)
            return status;
    }
    return RA_OK;
}

const ra_kernel RA__KERNEL(embedding_bag) = {.name = "embedding_bag", .plan = plan, .run = run};
