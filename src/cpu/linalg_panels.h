/*
 * How a large matrix that is factored from the left is taken apart into panels of columns.
 *
 * A panel is made piece by piece, in as many steps. Those of the first panel load the matrix, stripe by stripe; those of the others bring the
 * panel before it to the columns right of that. The first grain of each step has a piece of the panel that is made: it brings the pieces before
 * it to it, and factors it. The stripes, of which the panel's own are the pieces, are shared out among the steps of a panel, each piece to one
 * before its own. Behind the last panel one step more has what is right of it.
 *
 * Pieces, and stripes, are the narrower the more rows there are, and the dearer their numbers: so that no grain is a long one.
 */
#ifndef RA_CPU_LINALG_PANELS_H
#define RA_CPU_LINALG_PANELS_H

#include "cpu/linalg.h"
#include "cpu/sequence.h"

typedef struct ra__panels {
    int64_t columns, least;        /* of the matrix; those that are factored */
    int64_t width, count;          /* of a panel; panels */
    int64_t piece, pieces, stripe; /* columns of one; pieces of a panel; columns of a stripe: pieces and stripes divide a panel, if they are no wider */
} ra__panels;

/* A step: which panel is made, which piece of it, and what goes to which stripes: A, or panel `made` - 1. */
typedef struct ra__panel_step {
    int64_t made, piece;
    int64_t first, end;            /* columns of the panel that is made */
    int64_t pieces, stripes;       /* of that panel; of the matrix, those pieces among them */
    int64_t from, to;              /* stripes that the step has, any others behind the matrix's */
    bool has_piece;                /* it is grain 0's; piece 0 is a stripe of the step's too */
} ra__panel_step;

/* `width`, or its half, and so on, down to `least`: until so many columns at `each` are no more than `most`. */
static inline int64_t ra__panels_narrowed(int64_t width, int64_t least, double each, double most)
{
    while (width / 2 >= least && (double)width * each > most)
        width /= 2;
    return width;
}

static inline int64_t ra__panel_first(const ra__panels *p, int64_t panel)
{
    return ra__min(panel * p->width, p->least);
}

static inline int64_t ra__panels_steps(const ra__panels *p)
{
    return p->count * p->pieces + 1;
}

/* Stripes before those of the step behind `steps` of a panel's: the piece of that step is one of them. */
static inline int64_t ra__panels_shared_out(const ra__panels *p, int64_t all, int64_t steps)
{
    return ra__min(all, ra__max(steps + 1, 1 + ra__ceil_div(steps * (all - 1), p->pieces)));
}

/* `beside`: stripes of what else a panel that is brought goes to. */
static inline ra__panel_step ra__panels_step(const ra__panels *p, int64_t step, int64_t beside)
{
    ra__panel_step s = {.made = step / p->pieces, .piece = step % p->pieces};
    s.first = ra__panel_first(p, s.made);
    s.end = ra__panel_first(p, s.made + 1);
    s.pieces = ra__ceil_div(s.end - s.first, p->piece);
    s.stripes = s.pieces + ra__ceil_div(p->columns - s.end, p->stripe);
    s.has_piece = s.piece < s.pieces;
    const bool is_last = s.made == p->count;
    const int64_t all = s.stripes + beside;
    s.from = is_last ? 0 : s.piece == 0 ? 1 : ra__panels_shared_out(p, all, s.piece);
    s.to = is_last ? all : ra__panels_shared_out(p, all, s.piece + 1);
    return s;
}

static inline int64_t ra__panel_grains(const ra__panel_step *s)
{
    return s->has_piece + s->to - s->from;
}

/* The stripe of a grain; -1: it has a piece, and none. */
static inline int64_t ra__panel_stripe(const ra__panel_step *s, int64_t grain)
{
    if (grain == 0 && s->has_piece)
        return s->piece == 0 ? 0 : -1;
    return s->from + grain - s->has_piece;
}

/* Columns of a stripe of the matrix. */
static inline void ra__panel_columns(const ra__panels *p, const ra__panel_step *s, int64_t stripe, int64_t *first, int64_t *end)
{
    const bool is_piece = stripe < s->pieces;
    const int64_t width = is_piece ? p->piece : p->stripe;
    *first = is_piece ? s->first + stripe * width : s->end + (stripe - s->pieces) * width;
    *end = ra__min(*first + width, is_piece ? s->end : p->columns);
}

#endif
