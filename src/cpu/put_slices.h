/*
 * Slices that an index names, from the side of the result: its rows run in parallel, and each takes its slices of the source in order.
 *
 * Phase SORT lists for each place of the dimension which entries of the index name it, in order (a counting sort: places[i - 1] is where the
 * list of i begins, places[i] where it ends). Phase ROWS goes through the result, and writes each row while it is in the cache: what it
 * was, and what is combined with it. To be included behind `target` and `combine_fn`.
 */
#include "cpu/rows.h"
#include "cpu/stream.h"

enum { SLICE_LEAST = 64, SLICE_STREAMED = 1024, SLICE_ASKED = 4096 }; /* bytes of a row: to be worth a look of its own, to be streamed, as much as is asked for ahead */

typedef struct slices {
    int ndim;                          /* before the dimension */
    int64_t sizes[RA_MAX_DIMS];
    int64_t strides[3][RA_MAX_DIMS];   /* bytes: result, self, source */
    int64_t steps[3];                  /* along the dimension */
    int64_t count, entries, n;         /* of the dimension, of the index, elements of a row */
    int64_t bytes, rows, grain;
    int64_t index_stride;
    bool in_place;
} slices;

/* Whether what lies behind dimension dim is one dense row. */
static bool is_dense_behind(int ndim, const int64_t *sizes, const int64_t *strides, int dim)
{
    int64_t dense = 1;

    for (int d = ndim - 1; d > dim; d--) {
        if (sizes[d] != 1 && strides[d] != dense)
            return false;
        dense *= sizes[d]; /* fits: elements of a tensor */
    }
    return true;
}

/* NULL: rows are too short, or not dense, or too many for the few that the index names; or out of memory, which is seen when the other way is planned. */
static slices *plan_sorted(const ra_meta *m, ra_plan *p, int dim)
{
    const ra_layout *self = ra__layout(m, 0), *index = ra__layout(m, 2), *source = ra__layout(m, 3);
    const ra__shape *out = ra__out_shape(m, 0);
    const int64_t bytes = (int64_t)ra_dtype_size(out->dtype);
    const int64_t *const strides[3] = {out->strides, ra__strides(self), ra__strides(source)};
    const bool in_place = m->variant == RA_INPLACE;
    int64_t n = 1;

    if (out->ndim <= dim || source->ndim != out->ndim || (in_place && index->numel < out->sizes[dim] / 4))
        return NULL;
    for (int k = 0; k < 3; k++)
        if (!is_dense_behind(out->ndim, out->sizes, strides[k], dim))
            return NULL;
    for (int d = dim + 1; d < out->ndim; d++)
        n *= out->sizes[d]; /* fits: elements of a tensor */
    if (n * bytes < SLICE_LEAST)
        return NULL;
    slices *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return NULL;
    *s = (slices){.ndim = dim, .count = out->sizes[dim], .entries = index->numel, .n = n, .bytes = bytes, .rows = out->sizes[dim], .in_place = in_place};
    for (int d = 0; d < dim; d++) {
        s->sizes[d] = out->sizes[d];
        s->rows *= out->sizes[d]; /* fits: elements of a tensor */
    }
    for (int k = 0; k < 3; k++) {
        s->steps[k] = strides[k][dim] * bytes;
        for (int d = 0; d < dim; d++)
            s->strides[k][d] = strides[k][d] * bytes;
    }
    s->index_stride = index->ndim ? ra__strides(index)[0] * (int64_t)ra_dtype_size((ra_dtype)index->dtype) : 0;
    s->grain = ra__move_grain((size_t)bytes) / n;
    s->grain = s->grain ? s->grain : 1;
    return s;
}

static size_t sorted_bytes(const slices *s)
{
    return (size_t)(s->count + s->entries) * sizeof(int64_t); /* fits: places of tensors, which lie in memory */
}

static ra_status sort_entries(ra__run *r, const slices *s, const ra__index_spec *x)
{
    int64_t *places = r->workspace, *list = places + s->count, before = 0;
    const char *index = r->data[1 + x->input];

    memset(places, 0, (size_t)s->count * sizeof *places);
    for (int64_t k = 0; k < s->entries; k++) {
        const int64_t value = ra__index_load(index + k * s->index_stride, x->wide);

        if (value < 0 || value >= s->count)
            return ra__index_fault(r, x, index + k * s->index_stride, s->index_stride, 0, 1);
        places[value]++;
    }
    for (int64_t i = 0; i < s->count; i++) {
        const int64_t here = places[i];

        places[i] = before;
        before += here;
    }
    for (int64_t k = 0; k < s->entries; k++)
        list[places[ra__index_load(index + k * s->index_stride, x->wide)]++] = k;
    return RA_OK;
}

/* How rows are combined; combine NULL: the last wins. divide: of means, else NULL. */
typedef struct slice_ways {
    combine_fn combine, divide;
    const char *neutral; /* NULL: self counts */
    const void *factor;
} slice_ways;

static void copy_row(bool streams, char *to, const char *from, int64_t bytes)
{
    if (streams)
        ra__stream(to, from, bytes);
    else
        ra__row_copy(to, from, bytes);
}

/* A row by the entries list[0] to list[named - 1]; source: where their slices begin. */
static void put_row(const slices *s, const slice_ways *w, bool streams, char *to, const char *self, const char *source, const int64_t *list, int64_t named)
{
    const int64_t row = s->n * s->bytes;

    if (named == 0 || !w->combine) {
        const char *from = named ? source + list[named - 1] * s->steps[2] : s->in_place ? NULL : self;
        if (from)
            copy_row(streams, to, from, row);
        return;
    }
    if (w->neutral)
        ra__move(to, s->bytes, w->neutral, 0, s->n, (size_t)s->bytes);
    else if (!s->in_place)
        ra__row_copy(to, self, row);
    for (int64_t k = 0; k < named; k++)
        w->combine(&(target){to, s->bytes, source + list[k] * s->steps[2], s->bytes, NULL, s->n, w->factor});
    if (w->divide) {
        const int64_t count = named + !w->neutral;
        w->divide(&(target){to, s->bytes, (const char *)&count, 0, NULL, s->n, NULL});
    }
}

static void put_rows(ra__run *r, const slices *s, const slice_ways *w, int64_t first, int64_t last)
{
    const int64_t *places = r->workspace, *list = places + s->count, end = ra__min64(last * s->grain, s->rows);
    const bool streams = !w->combine && s->n * s->bytes >= SLICE_STREAMED && ra__streams(r, s->rows * s->n * s->bytes); /* what is combined is read too */

    for (int64_t row = first * s->grain; row < end; row++) {
        const int64_t i = row % s->count, begin = i ? places[i - 1] : 0, asked = w->combine ? ra__min64(s->n * s->bytes, SLICE_ASKED) : 0;
        int64_t rest = row / s->count, at[3];

        for (int k = 0; k < 3; k++)
            at[k] = k < 2 ? i * s->steps[k] : 0;
        for (int d = s->ndim - 1; d >= 0; d--) {
            for (int k = 0; k < 3; k++)
                at[k] += rest % s->sizes[d] * s->strides[k][d];
            rest /= s->sizes[d];
        }
        if (places[i] < s->entries) /* of the row after this one, in the same block or the next */
            ra__look_ahead(r->data[3] + at[2] + list[places[i]] * s->steps[2], asked);
        put_row(s, w, streams, r->data[0] + at[0], s->in_place ? NULL : r->data[1] + at[1], r->data[3] + at[2], list + begin, places[i] - begin);
    }
    if (streams)
        ra__stream_fence();
}
