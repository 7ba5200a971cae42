/*
 * What the decompositions and solvers share: batches of matrices in any strides, brought into the column-major form that cuSOLVER
 * takes, all at once; and what it says of each, which the completing lane reads.
 */
#ifndef RA_CUDA_LINALG_H
#define RA_CUDA_LINALG_H

#include "cuda/elementwise.h"
#include "cuda/solver.h"
#include "meta/pre.h"

/* Matrices of one operand. Of a vector: one column. */
typedef struct ra__cuda_matrices {
    int64_t rows, columns;
    int64_t row, column;        /* strides, in bytes */
    int64_t batch[RA_MAX_DIMS]; /* likewise; 0 where broadcast */
} ra__cuda_matrices;

/* A plan's state begins with this. */
typedef struct ra__cuda_linalg {
    ra_dtype dtype;
    int type, real_type;        /* cuSOLVER's */
    int64_t size;               /* of an element */
    int results;                /* before the arguments in the run's data */
    ra__linalg_pre pre;
    bool batched;               /* messages name the matrix */
    int64_t batch;
    int dims;
    int64_t sizes[RA_MAX_DIMS];
    size_t infos;               /* in the workspace: of each matrix what the library says, and a place; and room for one more */
} ra__cuda_linalg;

/* As struct ra_linalg. */
typedef struct ra__cuda_linalg_step {
    int64_t batch, rows, columns, ld, half;
    char *to;
    const char *from;
    int *infos, *places;
    const int64_t *pivots;
    char *also;
} ra__cuda_linalg_step;

enum { RA__CUDA_NOWHERE = 0x7fffffff, RA__CUDA_BOTH_HALVES = 2 };

/* Starts a plan: p->state of `bytes`, the batch from the leading dimensions of a shape. NULL when out of memory. */
ra__cuda_linalg *ra__cuda_linalg_begin(const ra_meta *m, ra_plan *p, size_t bytes, int dims, const int64_t *sizes);
/* Nothing is to be told of its matrices. */
static inline void ra__cuda_linalg_tells_nothing(ra_plan *p)
{
    p->phases = p->phases > 0;
    p->staging = 0;
}
/* Room in the workspace for so many elements of each matrix of the batch: where it begins. */
size_t ra__cuda_linalg_take(const ra__cuda_linalg *l, ra_plan *p, int64_t count, int64_t size);

static inline char *ra__cuda_linalg_room(const ra__run *r, size_t at)
{
    return (char *)r->workspace + at;
}

void ra__cuda_matrices_of(const ra__cuda_linalg *l, ra__cuda_matrices *v, int ndim, const int64_t *sizes, const int64_t *strides, bool vector);
/* Of elements of so many bytes. */
void ra__cuda_matrices_sized(const ra__cuda_linalg *l, ra__cuda_matrices *v, int64_t size, int ndim, const int64_t *sizes, const int64_t *strides, bool vector);
ra__cuda_matrices ra__cuda_matrices_transposed(const ra__cuda_matrices *v);
/* They are column-major, one after another. */
bool ra__cuda_matrices_are_dense(const ra__cuda_linalg *l, const ra__cuda_matrices *v);
/* A copy of all of them to where they are column-major, one after another, or from there. NULL: no memory. */
ra__cuda_space *ra__cuda_matrices_copy(const ra__cuda_linalg *l, const ra__cuda_matrices *v, bool from_dense, ra_plan *p);
/* The same between dtypes: of the ones in strides, and of the others. */
ra__cuda_space *ra__cuda_matrices_convert(const ra__cuda_linalg *l, const ra__cuda_matrices *v, ra_dtype strided, ra_dtype dense, bool from_dense, ra_plan *p);
/* A copy of what lies there of a dtype to that result, of matrices or of vectors. NULL: no memory. */
ra__cuda_space *ra__cuda_linalg_result(const ra__cuda_linalg *l, const ra_meta *m, int number, ra_dtype dense, bool vector, ra_plan *p);
/* A copy of what the library says of each matrix to a tensor of that batch, which the plan's may be a broadcast form of. NULL: no memory. */
ra__cuda_space *ra__cuda_infos_copy(const ra__cuda_linalg *l, int dims, const int64_t *sizes, ra_plan *p);
ra_status ra__cuda_matrices_launch(const ra__cuda_space *s, ra__run *r, char *to, char *from);

/* Phase 0: nothing is known of any matrix. */
ra_status ra__cuda_linalg_start(const ra__cuda_linalg *l, ra__run *r);
/* Of each matrix at a, column-major, the reflections of its QR factors, below their triangle, and what they are scaled by (geqrf). */
ra_status ra__cuda_linalg_reflections(const ra__cuda_linalg *l, ra__run *r, const ra__cuda_solver *b, int64_t rows, int64_t columns, char *a, char *tau);
/* A kernel of linalg.cu, over all matrices of rows x columns; infos and places are set here. */
ra_status ra__cuda_linalg_launch(const ra__cuda_linalg *l, ra__run *r, const char *name, ra_dtype dtype, int64_t elements, ra__cuda_linalg_step s);
static inline ra_status ra__cuda_linalg_each(const ra__cuda_linalg *l, ra__run *r, const char *name, ra__cuda_linalg_step s)
{
    return ra__cuda_linalg_launch(l, r, name, l->dtype, l->batch * s.rows * s.columns, s); /* fits: matrices in memory */
}
int *ra__cuda_linalg_info(const ra__cuda_linalg *l, ra__run *r, int64_t at); /* of the device; l->batch * 2: nobody's */
/* What is known goes to the host: RA__PENDING, or the job's fault. */
ra_status ra__cuda_linalg_end(const ra__cuda_linalg *l, ra__run *r);
/* Phase 1: of the first matrix of which the library said something, or that has a place; false: there is none. */
bool ra__cuda_linalg_found(const ra__cuda_linalg *l, const ra__run *r, int64_t *at, int *info, int *place);
/* "matrix 3: ", or nothing where there is no batch. */
const char *ra__cuda_linalg_label(const ra__cuda_linalg *l, int64_t at, char buffer[48]);

#endif
