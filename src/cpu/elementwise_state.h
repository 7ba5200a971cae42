/*
 * What the plan of an elementwise operator holds: elementwise_plan.c makes it, elementwise.c walks by it.
 */
#ifndef RA_CPU_ELEMENTWISE_STATE_H
#define RA_CPU_ELEMENTWISE_STATE_H

#include "cpu/convert.h"
#include "cpu/elementwise.h"

enum { PAD = 16 }; /* bytes that keep the columns of a block from falling into the same cache set */

typedef struct operand {
    const int64_t *strides; /* bytes, one per dimension */
    ra__convert_fn load;    /* input: memory to loop dtype; output: loop dtype to memory */
    ra__convert_fn onward;  /* of one that goes by way of a third dtype: load goes to that, this from there; else NULL */
    int step;               /* bytes of an element of the third dtype */
    int64_t scratch;        /* where its tile lies */
    int64_t period;         /* inputs: it repeats after so many elements of the linear order; 0: never */
    int source;             /* index in ra__run.data; -1: a number */
    int size;               /* bytes of an element in memory */
    int width;              /* bytes of an element in the loop's dtype */
    bool same;              /* memory and loop dtype are equal */
    bool linear;            /* contiguous over the whole space */
    bool still;             /* stride 0 everywhere */
    bool stepped;           /* input: handed over in place though its elements lie apart */
    bool turned;            /* (blocks) contiguous along dimension `across` */
    bool streamed;          /* output: it may be streamed, from a tile */
    _Alignas(16) unsigned char number[16];
} operand;

typedef struct state {
    const struct state *by_grains; /* the same space in another order, in which its grains go through it; NULL: in this one */
    ra__loop_fn loop;       /* NULL: there are lines alone */
    ra__line_fn line;
    int64_t total;          /* elements; blocks: blocks */
    int64_t grain;          /* of these */
    int64_t tile;           /* elements that go through scratch at a time */
    int ndim, operands, outputs;
    bool by_tiles;
    bool direct;            /* rows: every operand is handed over in place, if none is streamed */
    int64_t streamed_bytes; /* of the outputs that may be streamed; 0: there are none */
    int64_t streamed_tile;  /* elements that go through scratch at a time where one is */
    int across;             /* blocks: the other dimension; else 0 */
    int64_t side;           /* blocks: elements of a side */
    int64_t unturned;       /* blocks: where a block lies in scratch before it is turned */
    ra__params params;
    const int64_t *sizes;
    operand op[];
} state;

/* Whether rows of it are handed over as they are. */
static inline bool in_place(const state *s, int k)
{
    const operand *o = &s->op[k];
    return o->same && (o->strides[0] == o->size || o->stepped || (o->strides[0] == 0 && k >= s->outputs));
}

static inline int64_t pieces(int64_t size, int64_t side)
{
    return (size + side - 1) / side;
}

#endif
