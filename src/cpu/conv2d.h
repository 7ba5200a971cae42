/*
 * conv2d, and convolutions of volumes: how the work is laid out and cut. Shared by conv2d.c and its templates.
 *
 * Phase 0 packs weights (and bias) into the dtype computed in. Phase 1 takes a block of output positions of some groups
 * and a range of output channels: it packs the input under that block, padded, as [row][phase][channel][column], where
 * a column's phase is its index modulo the stride, so that neighbouring output positions read neighbouring elements
 * whatever the stride; then each term k = (channel, kernel row, kernel column) of every output lies at a fixed offset
 * from its position. Every output is the sum of its terms in that order, after the bias.
 *
 * Of volumes each plane of the result is an image, and each plane of a channel under its windows a channel. Their terms come by planes, so that
 * those of planes that are padding, all of which are 0, are left out. Rows and columns of padding are zeros that are multiplied, and where a weight
 * is infinite or NaN the product is none: then the sum is NaN, and where it is that of a window at an edge it is made again, with 0 for such weights.
 *
 * A complex channel is two of real numbers, of the input as of the result: a weight x + iy is then the block (x, -y; y, x).
 * Integers of one byte are computed with as floating numbers wherever every sum of theirs is one exactly.
 */
#ifndef RA_CPU_CONV2D_H
#define RA_CPU_CONV2D_H

#include "cpu/sequence.h"
#include "cpu/strided.h"
#include "cpu/vector.h"
#include "meta/pre.h"

struct conv2d_state {
    struct ra__window_pre pre;
    ra_dtype dtype, compute; /* of a number: a complex element has two of a real dtype */
    int64_t bytes, numbers;  /* of an element */
    int64_t in_stride[4], weight_stride[4], out_stride[4]; /* bytes: N or O, C, H, W */
    int64_t in_plane, weight_plane, out_plane; /* bytes from a plane of a volume to the next */
    int64_t bias_stride;
    bool has_bias;
    bool plain;             /* integers that no floating dtype holds the sums of: element by element */
    bool narrow;            /* few output channels a group: vectors along columns instead of output channels */
    bool in_place;          /* input is read where it lies */
    int64_t inner[2][2];    /* rows, columns: windows of which, from the first up to the second, lie in the input as a whole */
    int64_t group_in, group_out; /* channels a group, of numbers */
    int64_t group_planes;        /* group_in * depth of the kernel */
    int64_t terms;               /* group_planes * kernel */
    int64_t block, blocks;       /* output channels a register tile, blocks a group */
    int64_t pitch, phases;       /* of the packed input: elements a channel's row, column phases */
    int64_t row_pitch;           /* elements a packed row of all channels */
    int64_t rows, columns;       /* output positions a grain */
    int64_t groups, channel_blocks;          /* a grain */
    int64_t units, pack_units;   /* blocks of all groups; of them, those whose weights a grain packs */
    int64_t row_grains, column_grains, group_grains, channel_grains;
    size_t bias_at;      /* in the workspace, after the weights */
    int64_t offsets[];   /* of each term */
};

/* What one grain covers. */
typedef struct conv2d_part {
    int64_t image, plane; /* image: of the batch; plane: of the result */
    int64_t row, rows, column, columns, group, groups, block, blocks;
    int64_t first_plane, end_plane, first, terms; /* under the windows, those that are no padding; and their terms */
} conv2d_part;

#endif
