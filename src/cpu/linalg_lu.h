/*
 * LU with row exchanges of one large matrix, taken apart into panels of columns.
 *
 * linalg_panels.h has the steps of the factors. A panel is brought to a stripe thus: rows are exchanged, U's rows are found by substitution, and
 * the rows below take their share of a product. A piece is factored by LAPACK. Right-hand sides are further columns, of which the first panel's
 * stripes begin with loading (they may lie where A did), and at the end they are P B solved by L: further steps bring U to them, each some
 * rows, from below, of every stripe. Nothing is exchanged left of a panel: whoever wants that has `ra__lu_exchange` for it.
 *
 * The inverse is U^-1 L^-1 P: its right-hand sides are columns of L^-1, in the order of the pivots, of which those of a panel begin with it, as
 * columns of the identity that are exchanged no more. Those that are not there yet are not computed with. At the end they go where P says.
 *
 * Workspace: what LAPACK told of each panel, and the two last panels of L as products read them, of which one is read while the next is made.
 */
#ifndef RA_CPU_LINALG_LU_H
#define RA_CPU_LINALG_LU_H

#include "cpu/gemm_packed.h"
#include "cpu/linalg_panels.h"

typedef struct ra__lu {
    const ra__linalg *l;
    int64_t rows, right;           /* of A; right-hand sides, of as many rows */
    ra__panels panels;
    bool inverts;                  /* the right-hand sides are those of the inverse: see below */
    size_t told, packed[2];        /* workspace */
    size_t pivots;                 /* likewise: of whoever has no other place for them */
    int64_t back_rows, back_width; /* of a step that brings U to the right-hand sides, and of a stripe of those in it */
    int64_t back_shallow;          /* steps of the first rows from below, up to so many, have twice as many rows */
    size_t back, back_bytes;       /* workspace: the stripes meanwhile */
    size_t solved, left, sums, back_sums, straight, places; /* scratch */
} ra__lu;

/* A matrix at work. */
typedef struct ra__lu_work {
    const ra__lu *lu;
    const struct ra__blas *b;
    char *a, *right;               /* column-major */
    int64_t ld, right_ld;
    int *pivots;
    char *workspace, *scratch;
} ra__lu_work;

/* Takes scratch, and workspace from *workspace on. */
void RA__ISA_NAME(ra__lu_plan)(ra__linalg *l, ra__lu *lu, int64_t rows, int64_t columns, int64_t right, bool inverts, size_t *workspace);
/* Steps that it takes: those of the factors, and behind them those of the right-hand sides. */
int64_t RA__ISA_NAME(ra__lu_factor_steps)(const ra__lu *lu);
int64_t RA__ISA_NAME(ra__lu_steps)(const ra__lu *lu);
int64_t RA__ISA_NAME(ra__lu_grains)(const ra__lu *lu, int64_t step);
/* What ra__lu_run does for a grain, as ra_kernel.work tells it, and the loading of A before that. */
double RA__ISA_NAME(ra__lu_grain_work)(const ra__lu *lu, int64_t step, int64_t grain);
/* Columns of A that a grain loads before it calls ra__lu_run, [*first, *end); false: none. */
bool RA__ISA_NAME(ra__lu_columns)(const ra__lu *lu, int64_t step, int64_t grain, int64_t *first, int64_t *end);
/* Likewise right-hand sides. */
bool RA__ISA_NAME(ra__lu_right)(const ra__lu *lu, int64_t step, int64_t grain, int64_t *first, int64_t *end);
void RA__ISA_NAME(ra__lu_run)(const ra__lu_work *w, int64_t step, int64_t grain);
/* After all steps: LAPACK's info. */
int RA__ISA_NAME(ra__lu_info)(const ra__lu_work *w);
/* The exchanges of the panels right of a stripe, in that stripe: of so many. */
int64_t RA__ISA_NAME(ra__lu_exchanges)(const ra__lu *lu);
void RA__ISA_NAME(ra__lu_exchange)(const ra__lu_work *w, int64_t stripe);

#endif
