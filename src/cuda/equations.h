/*
 * Equations with batches of square matrices, by their factors: those that are found here (linalg_solve.c), and those that are given
 * (linalg_factored.c).
 */
#ifndef RA_CUDA_EQUATIONS_H
#define RA_CUDA_EQUATIONS_H

#include "cuda/linalg.h"

/* X A = B is solved as A^T X^T = B^T: B and X are turned then. */
typedef struct ra__cuda_equations {
    ra__cuda_linalg base;
    size_t a, pivots, x;                /* in the workspace */
    size_t narrow;                      /* pivots as they are given */
    bool x_direct, lu_direct;           /* X, and LU factors, are computed where they belong */
    int informs;                        /* which result tells of each matrix of A whether there is an answer; 0: none */
    int64_t n, columns;                 /* of what is solved for */
    ra__cuda_space *load_a, *load_b, *load_pivots, *store_x, *store_info;
} ra__cuda_equations;

/* Starts a plan of an equation, whose argument B is by number. NULL when out of memory. */
ra__cuda_equations *ra__cuda_equations_begin(const ra_meta *m, ra_plan *p, int b_arg, bool transposed);
/* A copy of an operand's matrices to where they are column-major. NULL when out of memory. */
ra__cuda_space *ra__cuda_matrices_loaded(const ra__cuda_linalg *l, const ra_layout *x, bool vector, bool transposed, ra_plan *p);

static inline char *ra__cuda_equations_x(const ra__cuda_equations *s, const ra__run *r)
{
    return s->x_direct ? r->data[0] : ra__cuda_linalg_room(r, s->x);
}

static inline int ra__cuda_half_of(const ra__cuda_linalg *l)
{
    return l->pre.upper ? RA__CU_UPPER : RA__CU_LOWER;
}

#endif
