/*
 * unique: the elements, flattened in row-major order, are sorted as one row; heads, entries whose key differs from the
 * one before (and every NaN, which equals nothing), are the result.
 *
 * Four phases: blocks are sorted; splitters; parts are sorted into the workspace and their heads counted; each part,
 * knowing the heads before it, writes its own. The workspace holds the long sort's row, the sorted entries, and the
 * size, place and heads of each part.
 */
#include "cpu/sort.h"

#include <string.h>

typedef struct part {
    int64_t place, size, heads;
    uint64_t key_before; /* largest key of the parts before */
} part;

typedef struct unique {
    ra__long_sort split;
    int ndim;
    int64_t sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS]; /* of the input, innermost last, bytes */
    bool is_contiguous, inverse, counts;
    size_t item, sorted_at, parts_at;
} unique;

static size_t round_up(size_t bytes)
{
    return (bytes + 63) & ~(size_t)63;
}

static ra_status unique_plan(const ra_meta *m, ra_plan *p)
{
    unique *s = ra__plan_alloc(p, sizeof *s);
    if (!s)
        return RA_ERR_MEMORY;
    const ra_layout *in = m->in[0].layout;
    const ra__along_pre *pre = RA__PRE(m, const ra__along_pre);
    s->inverse = pre->inverse;
    s->counts = pre->counts;
    s->item = ra_dtype_size(in->dtype);
    s->is_contiguous = in->flags & RA__CONTIGUOUS;
    s->ndim = in->ndim;
    for (int d = 0; d < in->ndim; d++) {
        s->sizes[d] = ra__sizes(in)[d];
        s->strides[d] = ra__strides(in)[d] * (int64_t)s->item;
    }
    p->state = s;
    p->phases = 0;
    if (in->numel == 0)
        return RA_OK;
    RA__ISA_NAME(ra__long_sort_init)(&s->split, in->dtype, in->numel, false);
    s->sorted_at = s->split.bytes;
    s->parts_at = s->sorted_at + round_up((size_t)in->numel * s->split.sorter.entry);
    p->workspace = s->parts_at + (size_t)s->split.parts * sizeof(part); /* fits: parts, fewer than the elements */
    p->scratch = RA__ISA_NAME(ra__long_sort_scratch)(&s->split);
    p->phases = 4;
    p->grains[0] = s->split.blocks;
    p->grains[1] = 1;
    p->grains[2] = p->grains[3] = s->split.parts;
    p->cost_ns = 500 + (double)in->numel * (20 + 1.5 * s->split.sorter.digits);
    return RA_OK;
}

/* Byte offset of element i in row-major order. */
static int64_t offset_of(const unique *s, int64_t i)
{
    if (s->is_contiguous)
        return i * (int64_t)s->item;
    int64_t offset = 0;
    for (int d = s->ndim - 1; d >= 0; d--) {
        offset += i % s->sizes[d] * s->strides[d];
        i /= s->sizes[d];
    }
    return offset;
}

static void sort_block(const unique *s, ra__run *r, int64_t block)
{
    const ra__sorter *sorter = &s->split.sorter;
    void *entries;
    int64_t n = ra__long_sort_block(&s->split, block, r->workspace, &entries), first = block * RA__SORT_BLOCK;
    const char *in = r->data[3];
    if (s->is_contiguous)
        sorter->load(entries, in + first * (int64_t)s->item, (int64_t)s->item, n, first, 0);
    else { /* along the last dimension, as far as it goes */
        int64_t width = s->sizes[s->ndim - 1];
        for (int64_t i = 0; i < n;) {
            int64_t run = width - (first + i) % width;
            run = run < n - i ? run : n - i;
            sorter->load((char *)entries + (size_t)i * sorter->entry, in + offset_of(s, first + i), s->strides[s->ndim - 1], run, first + i, 0);
            i += run;
        }
    }
    sorter->sort(entries, r->scratch, n, sorter->digits);
}

static part *part_of(const unique *s, const ra__run *r, int64_t p)
{
    return (part *)(void *)((char *)r->workspace + s->parts_at) + p;
}

static void *sorted_of(const unique *s, const ra__run *r, int64_t place)
{
    return (char *)r->workspace + s->sorted_at + (size_t)place * s->split.sorter.entry;
}

/* Whether entry i of all is a head, where key is its own and before that of the entry before it. */
static bool is_head(const unique *s, int64_t i, uint64_t key, uint64_t before)
{
    return i == 0 || key != before || (s->split.sorter.has_nan && key == s->split.sorter.nan);
}

static void sort_part(const unique *s, ra__run *r, int64_t p)
{
    const ra__sorter *sorter = &s->split.sorter;
    part *to = part_of(s, r, p);
    to->size = RA__ISA_NAME(ra__long_sort_part)(&s->split, r->workspace, p, r->scratch, &to->place, &to->key_before);
    memcpy(sorted_of(s, r, to->place), r->scratch, (size_t)to->size * sorter->entry);
    to->heads = 0;
    uint64_t before = to->key_before;
    for (int64_t i = 0; i < to->size; i++) {
        uint64_t key = ra__entry_key(sorter, r->scratch, i);
        to->heads += is_head(s, to->place + i, key, before);
        before = key;
    }
}

/* Where the first head behind part p stands: the number of entries where there is none. */
static int64_t next_head(const unique *s, const ra__run *r, int64_t p)
{
    for (p++; p < s->split.parts; p++) {
        const part *at = part_of(s, r, p);
        uint64_t before = at->key_before;
        for (int64_t i = 0; at->heads > 0 && i < at->size; i++) {
            uint64_t key = ra__entry_key(&s->split.sorter, sorted_of(s, r, at->place), i);
            if (is_head(s, at->place + i, key, before))
                return at->place + i;
            before = key;
        }
    }
    return s->split.n;
}

static void write_part(const unique *s, ra__run *r, int64_t p)
{
    const ra__sorter *sorter = &s->split.sorter;
    const part *own = part_of(s, r, p);
    const void *entries = sorted_of(s, r, own->place);
    int64_t heads = 0, last_head = -1;
    for (int64_t q = 0; q < p; q++)
        heads += part_of(s, r, q)->heads;
    int64_t *inverse = s->inverse ? (int64_t *)(void *)r->data[1] : NULL, *counts = s->counts ? (int64_t *)(void *)r->data[2] : NULL;
    uint64_t before = own->key_before;
    for (int64_t i = 0; i < own->size; i++) {
        uint64_t key = ra__entry_key(sorter, entries, i);
        int64_t position = ra__entry_position(sorter, entries, i);
        if (is_head(s, own->place + i, key, before)) {
            memcpy(r->data[0] + heads * (int64_t)s->item, r->data[3] + offset_of(s, position), s->item);
            if (counts && last_head >= 0)
                counts[heads - 1] = own->place + i - last_head;
            last_head = own->place + i;
            heads++;
        }
        if (inverse)
            inverse[position] = heads - 1;
        before = key;
    }
    if (counts && last_head >= 0)
        counts[heads - 1] = next_head(s, r, p) - last_head;
    if (p == s->split.parts - 1) {
        r->extents[0] = heads;
        if (counts)
            r->extents[2] = heads;
    }
}

static ra_status unique_run(ra__run *r, int phase, int64_t first, int64_t last)
{
    const unique *s = r->plan->state;
    for (int64_t g = first; g < last; g++)
        if (phase == 0)
            sort_block(s, r, g);
        else if (phase == 1)
            RA__ISA_NAME(ra__long_sort_split)(&s->split, r->workspace, r->scratch);
        else if (phase == 2)
            sort_part(s, r, g);
        else
            write_part(s, r, g);
    return RA_OK;
}

const ra_kernel RA__KERNEL(unique) = {.name = "unique", .plan = unique_plan, .run = unique_run};
