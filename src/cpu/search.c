/*
 * searchsorted and bucketize: binary search in sorted rows.
 *
 * Rows that are not dense, or of another dtype than is compared in, or sorted by way of indices, are written into the workspace first
 * (phase 0), in order; values pass through a tile.
 */
#include "cpu/convert.h"
#include "cpu/walk.h"
#include "meta/pre.h"

enum { TILE = 256, GRAIN = 16384, PREPARED = 65536, FEW = 8 };

#define SEARCH_NAME search_i64
#define SEARCH_T int64_t
#define SEARCH_GROUP 16
#include "cpu/search_template.h"
#define SEARCH_NAME search_f32
#define SEARCH_T float
#define SEARCH_GROUP 8
#include "cpu/search_template.h"
#define SEARCH_NAME search_f64
#define SEARCH_T double
#define SEARCH_GROUP 16
#include "cpu/search_template.h"

typedef struct state {
    void (*search)(const void *sorted, int64_t n, const void *values, int64_t count, bool right, int64_t *places);
    const ra__walk *walk;  /* operands: result, values */
    int values, sequence, sorter; /* in ra__run.data; -1: a number, none */
    bool right, narrow, direct;   /* narrow: results are int32; direct: rows are searched where they lie */
    int64_t n, rows, per_row;     /* of the sequence; values for each row, or all where there is one */
    int ndim;                     /* of the sequence, without its last dimension; strides in bytes */
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS], sorter_strides[RA_MAX_DIMS], stride, sorter_stride;
    ra__convert_fn common[2], compare[2]; /* of values and sequence, to the dtype that both have in common, and to what is compared */
    size_t common_item, item;
    size_t via_at;                /* in scratch */
    _Alignas(16) char number[16];
} state;

static ra_dtype compared_in(ra_dtype d)
{
    return d == RA_FLOAT64 ? RA_FLOAT64 : ra__is_floating(d) ? RA_FLOAT32 : RA_INT64;
}

static ra_status plan_search(const ra_meta *m, ra_plan *p, int sequence_arg, int values_arg)
{
    const ra__search_pre *pre = RA__PRE(m, const ra__search_pre);
    const ra_layout *sequence = ra__layout(m, sequence_arg), *values = ra__layout(m, values_arg), *sorter = pre->sorter_arg < 0 ? NULL : ra__layout(m, pre->sorter_arg);
    const ra_scalar *number = ra__in(m, values_arg)->number;
    const ra__shape *out = ra__out_shape(m, 0);
    const ra_dtype in = compared_in(pre->common);
    ra__walk *w = ra__walk_new(p, out->ndim, 2);
    state *s = ra__plan_alloc(p, sizeof *s);
    int steps = 0; /* of a search */

    if (!w || !s)
        return RA_ERR_MEMORY;
    *s = (state){.walk = w, .right = pre->right, .narrow = out->dtype == RA_INT32, .values = number ? -1 : 1 + m->first[values_arg], .sequence = 1 + m->first[sequence_arg],
                 .sorter = sorter ? 1 + m->first[pre->sorter_arg] : -1, .n = ra__sizes(sequence)[sequence->ndim - 1], .ndim = sequence->ndim - 1,
                 .common_item = ra_dtype_size(pre->common), .item = ra_dtype_size(in)};
    s->search = in == RA_INT64 ? search_i64 : in == RA_FLOAT32 ? search_f32 : search_f64;
    for (int k = 0; k < 2; k++) {
        const ra_dtype from = k ? sequence->dtype : values->dtype;
        s->common[k] = from != pre->common ? RA__ISA_NAME(ra__convert)(pre->common, from) : NULL;
        s->compare[k] = RA__ISA_NAME(ra__convert)(in, pre->common);
    }
    if (number) {
        _Alignas(16) char element[16];

        ra__scalar_store(*number, pre->common, element);
        s->compare[0](s->number, 16, element, 16, 1);
    }
    const int64_t item = (int64_t)ra_dtype_size(sequence->dtype);
    s->rows = 1;
    for (int d = 0; d < s->ndim; d++) {
        s->sizes[d] = ra__sizes(sequence)[d];
        s->strides[d] = ra__strides(sequence)[d] * item;
        s->sorter_strides[d] = sorter ? ra__strides(sorter)[d] * (int64_t)sizeof(int64_t) : 0;
        s->rows *= s->sizes[d]; /* fits: at most its elements, or 0 */
    }
    s->stride = ra__strides(sequence)[s->ndim] * item;
    s->sorter_stride = sorter ? ra__strides(sorter)[s->ndim] * (int64_t)sizeof(int64_t) : 0;
    s->per_row = s->ndim ? ra__sizes(values)[values->ndim - 1] : 0;
    s->direct = !sorter && sequence->dtype == in && (s->stride == (int64_t)s->item || s->n <= 1);
    memcpy(w->sizes, out->sizes, (size_t)out->ndim * sizeof *w->sizes);
    ra__walk_set(w, 0, out->strides, (int64_t)ra_dtype_size(out->dtype));
    if (!number)
        ra__walk_set(w, 1, ra__strides(values), (int64_t)ra_dtype_size(values->dtype));
    ra__walk_finish(w);
    p->state = s;
    p->phases = 0;
    p->cost_ns = 0;
    if (w->numel == 0 && !sorter) /* which is looked at even so */
        return RA_OK;
    s->via_at = TILE * s->item;
    p->scratch = s->via_at + TILE * s->common_item; /* fits: tiles */
    if (!s->direct && s->n && s->rows) {
        p->workspace = (size_t)sequence->numel * s->item; /* fits: at most eight times an operand */
        p->grains[p->phases++] = ra__grain_count(sequence->numel, PREPARED);
        p->cost_ns += (double)sequence->numel * 2;
    }
    if (w->numel == 0)
        return RA_OK;
    for (int64_t left = s->n; left > 0; left /= 2)
        steps++;
    p->grains[p->phases++] = ra__grain_count(w->numel, GRAIN);
    p->cost_ns += (double)w->numel * (s->per_row && s->per_row < FEW ? 60 : 4 + 1.4 * steps);
    return RA_OK;
}

static ra_status searchsorted_plan(const ra_meta *m, ra_plan *p)
{
    return plan_search(m, p, 0, 1);
}

static ra_status bucketize_plan(const ra_meta *m, ra_plan *p)
{
    return plan_search(m, p, 1, 0);
}

static int64_t row_offset(const state *s, const int64_t *strides, int64_t row)
{
    int64_t offset = 0;

    for (int d = s->ndim - 1; d >= 0; d--) {
        offset += row % s->sizes[d] * strides[d];
        row /= s->sizes[d];
    }
    return offset;
}

static void to_compared(const state *s, int k, char *to, char *via, const char *from, int64_t stride, int64_t n)
{
    if (s->common[k]) {
        s->common[k](via, (int64_t)s->common_item, from, stride, n);
        from = via;
        stride = (int64_t)s->common_item;
    }
    s->compare[k](to, (int64_t)s->item, from, stride, n);
}

/* Elements first to end - 1 of the sequence, row after row, in the order that they are sorted in. */
static ra_status prepare(const state *s, ra__run *r, int64_t first, int64_t end)
{
    char *via = (char *)r->scratch + s->via_at, *to = (char *)r->workspace + first * (int64_t)s->item;

    while (first < end) {
        const int64_t row = first / s->n, i = first % s->n, n = ra__min64(ra__min64(s->n - i, end - first), s->sorter < 0 ? TILE : 1);
        const char *from = r->data[s->sequence] + row_offset(s, s->strides, row);
        int64_t at = i;

        if (s->sorter >= 0) {
            memcpy(&at, r->data[s->sorter] + row_offset(s, s->sorter_strides, row) + i * s->sorter_stride, sizeof at);
            if (at < 0 || at >= s->n)
                return ra__fault(r, RA_ERR_INDEX, "sorter has index %lld, which is out of range for %lld elements", (long long)at, (long long)s->n);
        }
        to_compared(s, 1, to, via, from + at * s->stride, s->stride, n);
        to += n * (int64_t)s->item;
        first += n;
    }
    return RA_OK;
}

static ra_status search_run(void *context, char *const *data, const int64_t *strides, int64_t n, int64_t at)
{
    ra__run *r = context;
    const state *s = r->plan->state;
    char *tile = r->scratch;
    int64_t places[TILE];

    for (int64_t from = 0; from < n; from += TILE) {
        const int64_t count = ra__min64(n - from, TILE);

        if (s->values >= 0)
            to_compared(s, 0, tile, tile + s->via_at, data[1] + from * strides[1], strides[1], count);
        for (int64_t i = 0, same; i < count; i += same) { /* values that are sought in the same row */
            const int64_t row = s->per_row ? (at + from + i) / s->per_row : 0;
            const char *sorted = s->direct ? r->data[s->sequence] + row_offset(s, s->strides, row) : (char *)r->workspace + row * s->n * (int64_t)s->item;

            same = s->values < 0 ? 1 : s->per_row ? ra__min64(count - i, (row + 1) * s->per_row - (at + from + i)) : count;
            s->search(sorted, s->n, s->values >= 0 ? tile + i * (int64_t)s->item : s->number, same, s->right, places);
            for (int64_t j = 0; j < same; j++) {
                const int32_t narrow = (int32_t)places[j];

                if (s->narrow)
                    memcpy(data[0] + (from + i + j) * strides[0], &narrow, sizeof narrow);
                else
                    memcpy(data[0] + (from + i + j) * strides[0], &places[j], sizeof places[j]);
            }
        }
    }
    return RA_OK;
}

static ra_status run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const state *s = r->plan->state;
    char *base[2] = {r->data[0], s->values >= 0 ? r->data[s->values] : r->data[0]}; /* of a number, none is read */

    if (phase == 0 && r->plan->workspace)
        return prepare(s, r, first * PREPARED, ra__min64(last * PREPARED, s->rows * s->n));
    return ra__walk_run(s->walk, base, first * GRAIN, ra__min64(last * GRAIN, s->walk->numel), search_run, r);
}

const ra_kernel RA__KERNEL(searchsorted) = {.name = "searchsorted", .plan = searchsorted_plan, .run = run};
const ra_kernel RA__KERNEL(bucketize) = {.name = "bucketize", .plan = bucketize_plan, .run = run};
