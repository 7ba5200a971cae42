/*
 * Layouts: dtype, sizes and strides of a view, without place or data.
 *
 * Two forms. `ra__shape` is a work piece on the stack, with room for RA_MAX_DIMS. `ra_layout` is the immutable form
 * that handles point to: only as long as its dimensions need, and with what is asked of it often worked out once.
 * Strides count elements and are never negative. What fits 64 bits of every layout that is made: sizes.h.
 */
#ifndef RA_META_LAYOUT_H
#define RA_META_LAYOUT_H

#include "meta/sizes.h"

#include <runahead/status.h>
#include <runahead/types.h>

/* That one storage can have. A description alone has no bound but that of its numbers. */
static inline bool ra__is_device(ra_device device)
{
    return device == RA_CPU || device == RA_META || ((unsigned)device < 256 && ((unsigned)device & 15) == RA_CUDA);
}

static inline int64_t ra__most_bytes(ra_device device)
{
    return device == RA_META ? INT64_MAX : RA__MOST_MEMORY;
}

typedef struct ra__shape {
    ra_dtype dtype;
    int ndim;
    int64_t sizes[RA_MAX_DIMS];
    int64_t strides[RA_MAX_DIMS];
} ra__shape;

static inline int64_t ra__shape_numel(const ra__shape *s)
{
    int64_t n = 1;
    for (int d = 0; d < s->ndim; d++)
        n *= s->sizes[d]; /* fits: elements of a tensor, or 0 */
    return n;
}

enum {
    RA__CONTIGUOUS = 1 << 0,    /* row-major without gaps (strides of dimensions of size 1 do not count); also if empty */
    RA__CHANNELS_LAST = 1 << 1, /* 4-d and dense in the order N, H, W, C */
    RA__DENSE = 1 << 2,         /* every byte of a block is one element: a permutation of contiguous */
    RA__SELF_OVERLAP = 1 << 3,  /* two indices may share an element (a stride 0 with size > 1, or not provably none) */
    RA__LASTING = 1 << 4        /* of ra_layout: it is interned and lives for ever */
};

typedef struct ra_layout {
    uint8_t dtype;
    uint8_t ndim;
    uint16_t flags;
    uint32_t hash;   /* of dtype, sizes and strides */
    int64_t numel;   /* product of sizes; fits: numel * element bytes <= INT64_MAX */
    int64_t extent;  /* elements from the first to behind the last reachable one, 0 if empty; fits: extent * element bytes <= INT64_MAX */
    int64_t dims[];  /* ndim sizes, then ndim strides */
} ra_layout;

static inline const int64_t *ra__sizes(const ra_layout *l)
{
    return l->dims;
}

static inline const int64_t *ra__strides(const ra_layout *l)
{
    return l->dims + l->ndim;
}

static inline size_t ra__layout_bytes(int ndim)
{
    return sizeof(ra_layout) + 2 * (size_t)ndim * sizeof(int64_t);
}

/* Fills *l (of ra__layout_bytes(s->ndim)) from s, whose sizes have been checked; hash is ra__shape_hash(s). */
void ra__layout_from_shape(ra_layout *l, const ra__shape *s, uint32_t hash);
void ra__shape_from_layout(ra__shape *s, const ra_layout *l);
bool ra__layout_equals(const ra_layout *l, const ra__shape *s);
uint32_t ra__shape_hash(const ra__shape *s);

/* As ra__numel_of and ra__reach_of; false where they have -1. */
bool ra__sizes_numel(ra_dtype dtype, int ndim, const int64_t *sizes, int64_t *numel);
bool ra__extent_of(ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides, int64_t *extent);
/* Of any sizes; where a stride does not fit it is INT64_MAX, and then their number of elements does not fit either. */
void ra__strides_contiguous(int ndim, const int64_t *sizes, int64_t *strides);
/* 4-d only. */
void ra__strides_channels_last(const int64_t *sizes, int64_t *strides);
unsigned ra__layout_flags(int ndim, const int64_t *sizes, const int64_t *strides);
/* Whether two views, b beginning `distance` bytes behind a, surely share no element. Layouts may be NULL: then it is not known. */
bool ra__boxes_apart(const ra_layout *a, const ra_layout *b, int64_t distance);
/*
 * Strides for a fresh result like (sizes, strides) in "preserve" format: kept where dense and without overlap, else
 * dense in the same order of strides.
 */
void ra__strides_preserved(int ndim, const int64_t *sizes, const int64_t *strides, int64_t *out);

/* Text such as "float32 [2, 3]" for messages; returns buffer. */
const char *ra__layout_text(const ra_layout *l, char *buffer, size_t size);
const char *ra__sizes_text(int ndim, const int64_t *sizes, char *buffer, size_t size);
/* The same in a buffer of the block it stands in. Text costs more than a view: only a refusal asks for it. */
#define RA__SIZES_TEXT(ndim, sizes) ra__sizes_text(ndim, sizes, (char[256]){0}, 256)
#define RA__LAYOUT_SIZES_TEXT(l) RA__SIZES_TEXT((l)->ndim, ra__sizes(l))

#endif
