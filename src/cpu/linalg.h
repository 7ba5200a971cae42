/*
 * What the decompositions and solvers share: batches of matrices in any strides, brought into the column-major form that
 * LAPACK takes, one matrix (or several small ones) a grain. A large matrix is taken apart where the operator can: one after another,
 * each in steps of its own, which are phases, over tiles and stripes of it, which are grains.
 *
 * No grain is to take more than some 300 us, up to some thousands of rows: stripes, and pieces of panels, are the narrower the more rows there are
 * (ra_kernel.work tells of each, and tests/test_linalg_grains.c looks at that). Exempt is what LAPACK does in one call that cannot be cut
 * without writing it anew: the tridiagonal form of eigh and the eigenvectors of that, which divide and conquer finds, each one
 * grain; all of svd, eig, lstsq; and a batch of matrices, or a single one that is too small to be taken apart, each matrix of it. Of
 * complex numbers some grains that bring U to right-hand sides take up to four times as long: smaller ones cost a tenth of the whole.
 */
#ifndef RA_CPU_LINALG_H
#define RA_CPU_LINALG_H

#include "cpu/blas.h"
#include "cpu/isa.h"
#include "meta/pre.h"

/* Matrices of one operand. Of a vector: one column. */
typedef struct ra__matrices {
    int64_t rows, columns;
    int64_t row, column;           /* strides, in elements */
    int64_t batch[RA_MAX_DIMS];    /* strides over the batch, in bytes; 0 where broadcast */
} ra__matrices;

/* A plan's state begins with this. */
typedef struct ra__linalg {
    ra_dtype dtype;
    int64_t size;                  /* of an element */
    ra__linalg_pre pre;
    int results;                   /* r->data: as many, then what comes in */
    bool batched;                  /* messages name the matrix */
    int64_t batch;
    int dims;
    int64_t sizes[RA_MAX_DIMS];
    int64_t group;                 /* matrices of a grain */
    int steps;                     /* phases of each matrix, where it is taken apart; else 0 */
    size_t scratch;                /* bytes given out so far */
} ra__linalg;

/* One matrix of the batch. */
typedef ra_status (*ra__linalg_one)(ra__run *r, const struct ra__blas *b, int64_t at);

/* Starts a plan: p->state of `bytes`, the batch from the leading dimensions of a shape. NULL when out of memory. */
ra__linalg *RA__ISA_NAME(ra__linalg_begin)(const ra_meta *m, ra_plan *p, size_t bytes, int dims, const int64_t *sizes);
/* Room in scratch, 64-byte aligned: where it begins. */
size_t RA__ISA_NAME(ra__linalg_take)(ra__linalg *l, int64_t count, int64_t size);
/* Ends it: grains, for matrices of so many ns each. */
ra_status RA__ISA_NAME(ra__linalg_finish)(ra__linalg *l, ra_plan *p, double ns_each);
/* Whether matrices with `n` on the shorter side are taken apart: large ones, of which there are few, very large ones, or one of a middle size. */
bool RA__ISA_NAME(ra__linalg_is_apart)(const ra__linalg *l, int64_t n);
/* Ends a plan of matrices that are: `steps` each, whose grains kernel->grains tells. */
ra_status RA__ISA_NAME(ra__linalg_finish_apart)(ra__linalg *l, ra_plan *p, int64_t steps, double ns_each);
/* A grain of a step of matrix `at`. */
typedef ra_status (*ra__linalg_grain)(ra__run *r, const struct ra__blas *b, int64_t at, int64_t step, int64_t grain);
/* Runs grains of a phase of matrices that are taken apart, with the library, or fails where there is none. */
ra_status RA__ISA_NAME(ra__linalg_run_apart)(ra__run *r, int phase, int64_t first, int64_t last, ra__linalg_grain grain);
/* Runs grains, with the library, or fails where there is none. */
ra_status RA__ISA_NAME(ra__linalg_run)(ra__run *r, int64_t first, int64_t last, ra__linalg_one one);

/* An operand's matrices, of the last two dimensions, or one where `vector`. */
void RA__ISA_NAME(ra__matrices_of)(const ra__linalg *l, ra__matrices *v, int ndim, const int64_t *sizes, const int64_t *strides, bool vector);
char *RA__ISA_NAME(ra__matrix_at)(const ra__linalg *l, const ra__matrices *v, char *data, int64_t at);
/* Copies between a matrix in its strides and a column-major one, whose columns are `ld` apart. */
void RA__ISA_NAME(ra__matrix_load)(const ra__linalg *l, const ra__matrices *v, const char *from, char *to, int64_t ld);
void RA__ISA_NAME(ra__matrix_store)(const ra__linalg *l, const ra__matrices *v, char *to, const char *from, int64_t ld);
/* Columns `at` to at + columns - 1 of the identity, `ld` elements each. */
void RA__ISA_NAME(ra__matrix_identity)(const ra__linalg *l, char *column, int64_t ld, int64_t at, int64_t columns);
/* Whether all parts of a column-major matrix's elements are finite. */
bool RA__ISA_NAME(ra__matrix_is_finite)(const ra__linalg *l, const char *a, int64_t rows, int64_t columns);
/* "matrix 3: ", or nothing where there is no batch. */
const char *RA__ISA_NAME(ra__matrix_label)(const ra__linalg *l, int64_t at, char buffer[48]);

/* About what n x n x columns multiplications and additions take, in ns. */
static inline double ra__linalg_cubic(const ra__linalg *l, int64_t n, int64_t columns)
{
    double flops = (double)n * (double)n * (double)columns;
    return flops * (l->dtype == RA_FLOAT32 ? 0.05 : l->dtype == RA_COMPLEX128 ? 0.4 : 0.1);
}

/* Multiplications of a number take so much longer than those of float32. */
static inline double ra__linalg_dear(ra_dtype dtype)
{
    return dtype == RA_FLOAT32 ? 1 : dtype == RA_FLOAT64 ? 2 : dtype == RA_COMPLEX64 ? 4 : 8;
}

/*
 * Work of a grain (ra_kernel), of which a processor with AVX-512 does some 50,000 in a microsecond: a panel's factors take three times as long as
 * as many multiplications of a product, and a byte that is loaded, into memory that may be new, as long as 12 of them.
 */
static inline double ra__work_product(const ra__linalg *l, int64_t rows, int64_t columns, int64_t depth)
{
    return ra__linalg_dear(l->dtype) * (double)rows * (double)columns * (double)depth;
}

static inline double ra__work_factors(const ra__linalg *l, int64_t rows, int64_t columns)
{
    return 1.5 * ra__work_product(l, rows, columns, columns);
}

static inline double ra__work_load(const ra__linalg *l, int64_t rows, int64_t columns)
{
    return 12.0 * (double)l->size * (double)rows * (double)columns;
}

static inline ra__matrices ra__matrices_transposed(const ra__matrices *v)
{
    ra__matrices t = *v;
    t.rows = v->columns;
    t.columns = v->rows;
    t.row = v->column;
    t.column = v->row;
    return t;
}

/* LAPACK's blocks are at most so many columns wide: workspace for them. */
enum { RA__LAPACK_COLUMNS = 64 };

/* A size of workspace as LAPACK is told it. */
static inline int ra__lapack_size(int64_t n)
{
    return n < 1 ? 1 : n > INT32_MAX ? INT32_MAX : (int)n;
}

/* Room in a plan's workspace, 64-byte aligned: where it begins. */
static inline size_t ra__linalg_room(size_t *workspace, size_t bytes)
{
    const size_t at = *workspace;
    *workspace += (bytes + 63) / 64 * 64; /* fits: a few matrices of the operands' size */
    return at;
}

/* Leading dimension of a matrix of so many rows. */
static inline int ra__ld(int64_t rows)
{
    return rows > 1 ? (int)rows : 1;
}

/* One routine in the four dtypes; matrices are passed as void pointers. */
#define RA__LAPACK(b, of_dtype, routine, ...)              \
    do {                                                   \
        switch (of_dtype) {                                \
        case RA_FLOAT32: (b)->s##routine(__VA_ARGS__); break;   \
        case RA_FLOAT64: (b)->d##routine(__VA_ARGS__); break;   \
        case RA_COMPLEX64: (b)->c##routine(__VA_ARGS__); break; \
        default: (b)->z##routine(__VA_ARGS__); break;      \
        }                                                  \
    } while (0)

/* As the files of decompositions and equations call them. */
#define BEGIN RA__ISA_NAME(ra__linalg_begin)
#define TAKE RA__ISA_NAME(ra__linalg_take)
#define FINISH RA__ISA_NAME(ra__linalg_finish)
#define RUN RA__ISA_NAME(ra__linalg_run)
#define MATRICES RA__ISA_NAME(ra__matrices_of)
#define AT RA__ISA_NAME(ra__matrix_at)
#define LOAD RA__ISA_NAME(ra__matrix_load)
#define STORE RA__ISA_NAME(ra__matrix_store)
#define LABEL RA__ISA_NAME(ra__matrix_label)

static inline void ra__fill_nan(const ra__linalg *l, char *x, int64_t n)
{
    const int64_t numbers = n * (ra__is_complex(l->dtype) ? 2 : 1);
    for (int64_t i = 0; i < numbers; i++)
        if (l->dtype == RA_FLOAT32 || l->dtype == RA_COMPLEX64)
            ((float *)(void *)x)[i] = __builtin_nanf("");
        else
            ((double *)(void *)x)[i] = __builtin_nan("");
}

#endif
