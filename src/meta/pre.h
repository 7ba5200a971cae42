/*
 * What meta functions leave in ra_meta.pre for the kernels of their operators, read through RA__PRE: one block a family.
 * They lie in a union of arrays, so their types may alias.
 */
#ifndef RA_META_PRE_H
#define RA_META_PRE_H

#include "meta/meta.h"

/* ---- factories, fill ---- */

/* Kernel `fill`: result 0, of any layout, is filled with value converted to its dtype. */
struct ra__fill_pre {
    ra_scalar value;
};

/* Value i is start + i * step, in int64 where is_integer, else in double. */
struct ra__arange_pre {
    bool is_integer;
    int64_t count;
    int64_t start_int, step_int;
    double start, step;
};

/* Value i of steps, real and imaginary parts; of logspace the power of base to it. */
struct ra__linspace_pre {
    int64_t steps;
    double start[2], end[2], base;
};

/* ---- random ---- */

enum { RA__RANDOM_COUNTERS = 16 }; /* that a tile of random numbers takes */

struct ra__random_pre {
    double a, b;      /* uniform: from, to; normal: mean, std */
    int64_t low;      /* randint: low + a number below range */
    uint64_t range;
};

/* The largest finite number of a floating dtype, or of a complex one's parts. */
double ra__largest_of(ra_dtype dtype);
/* The largest number of a real dtype that a uniform one in [from, to) may be. */
double ra__uniform_most(ra_dtype real, double from, double to);

/* ---- softmax: over the middle of (outer, n, inner) ---- */

struct ra__softmax_pre {
    int64_t outer, n, inner;
    bool log, or_zero;
};

/* ---- layer_norm: rows of n ---- */

/* Rows of n elements; of each, run neighbours have one number of weight and bias, and rows that are `period` apart have the same ones. */
struct ra__layer_norm_pre {
    int64_t rows, n, run, period;
    double eps;
};

/* ---- concatenation, moves, indexing ---- */

enum {
    RA__PRE_DIM = 0, /* pre.i: cat, stack, index_select, gather, scatter: the dimension, wrapped */
    RA__PRE_DIMS = 0 /* pre.i: flip: bit d is set where dimension d is reversed */
};

enum { RA__PUT_SUM, RA__PUT_PROD, RA__PUT_MEAN, RA__PUT_AMAX, RA__PUT_AMIN, RA__PUT_COPY };

/* Kernels `scatter_reduce` and `index_reduce`. */
typedef struct __attribute__((may_alias)) ra__put_pre {
    int dim;       /* wrapped; 0 for a 0-dim self */
    int operation; /* RA__PUT_... */
    bool include_self, scales;
    ra_scalar alpha; /* where it scales: what the source is multiplied by */
} ra__put_pre;

/* What an operation leaves as it is, of that dtype. */
ra_scalar ra__put_neutral(int operation, ra_dtype dtype);

/* ---- reductions ---- */

typedef struct __attribute__((may_alias)) ra__reduce_pre {
    uint32_t mask;  /* reduced dimensions of the input */
    ra_dtype via;   /* dtype=: what elements are converted to first; RA_NO_DTYPE: their own */
    double value;   /* correction (var, std) or order (vector norm) */
} ra__reduce_pre;

/* ---- scans and sorting ---- */

typedef struct __attribute__((may_alias)) ra__along_pre {
    int dim;        /* wrapped; 0 for a 0-dim input */
    int64_t k;      /* topk: how many; kthvalue: which, from 1 */
    bool descending; /* sort; topk: the largest come first */
    bool sorted;
    bool inverse, counts; /* unique */
} ra__along_pre;

/* Of the values and the sorted sequence, by the numbers of their arguments. */
typedef struct __attribute__((may_alias)) ra__search_pre {
    ra_dtype common; /* what both are converted to */
    int sorter_arg;  /* -1: none */
    bool right;
} ra__search_pre;

typedef struct __attribute__((may_alias)) ra__triangle_pre {
    int64_t rows, columns, offset;
    bool upper;
} ra__triangle_pre;

/* Elements of the rows before that one. */
int64_t ra__triangle_start(const ra__triangle_pre *t, int64_t row);

/* ---- weighed places: of (outer, size, inner), `taps` to each of `count` of the result ---- */

struct ra__weigh_pre {
    int64_t outer, size, inner, count, taps;
};

/* ---- windows over planes and volumes: convolutions, pooling. Pairs are height, width ---- */

struct ra__window_pre {
    int64_t batch, channels, in[2], out[2];
    int64_t kernel[2], stride[2], padding[2], behind[2], dilation[2]; /* padding: before the first place; where it is negative, places are left out */
    int64_t out_channels, groups; /* conv2d */
    int64_t divisor;              /* avg_pool2d: 0 for the window's own */
    bool count_padding;           /* avg_pool2d */
    struct {
        int64_t in, out, kernel, stride, padding, dilation;
    } depth; /* of convolutions; 1, and no padding, of planes */
};

/* ---- cross_entropy: classes are the middle of (batch, classes, places) ---- */

struct ra__cross_entropy_pre {
    int64_t batch, classes, places;
    int64_t ignore_index;
    double smoothing;
    int reduction;       /* 0 mean, 1 sum, 2 none */
    bool probabilities;
    bool given;          /* self holds the logarithms (nll_loss): no softmax is taken */
};

/* ---- counting ---- */

struct __attribute__((may_alias)) ra__count_pre {
    int64_t count; /* one_hot: classes, -1: as many as there are; bincount: at least so many */
};

struct __attribute__((may_alias)) ra__histogram_pre {
    int64_t bins;
    double least, most; /* equal: from the least element to the largest */
};

/* Of (outer, n, inner) each element of n so many times: as number says, or (-1) a tensor; total: of all n, -1: the data tell. */
struct __attribute__((may_alias)) ra__repeat_pre {
    int64_t outer, n, inner, number, total;
    int64_t bound; /* where the data tell: the total cannot be more */
};

/* ---- multinomial: of each of so many rows of n ---- */

struct __attribute__((may_alias)) ra__multinomial_pre {
    int64_t rows, n, samples;
    bool replacement;
};

/* ---- embedding_bag ---- */

enum { RA__BAG_SUM, RA__BAG_MEAN, RA__BAG_MAX };

struct __attribute__((may_alias)) ra__bag_pre {
    int64_t bags, per_bag, padding; /* per_bag: indices of each, -1: offsets tell */
    int mode;
    bool ends; /* the last offset is an end */
};

/* ---- binary_cross_entropy ---- */

struct __attribute__((may_alias)) ra__binary_cross_entropy_pre {
    int reduction; /* as of cross_entropy */
};

/* ---- matrix products ---- */

/*
 * C = alpha A B + beta D over batches: which inputs of m->in they are, and how they are looked at. A vector stands for a
 * matrix of one row (A) or one column (B), which C then lacks. Where `fold` holds, A's batch dimensions are rows of one
 * large matrix, and so are those of C, which is contiguous. Where `summed` holds, the products of all pairs of matrices are
 * added up, and C is one matrix.
 */
typedef struct __attribute__((may_alias)) ra__gemm_pre {
    int a, b, d;        /* d: -1 where there is none */
    bool a_vector, b_vector, b_transposed, fold, summed;
    double alpha[2], beta[2];           /* floating and complex dtypes */
    int64_t alpha_integer, beta_integer;
} ra__gemm_pre;

/* ---- linear algebra ---- */

/* Sizes of one matrix and of the batch, and what the operator's attributes come to. */
typedef struct __attribute__((may_alias)) ra__linalg_pre {
    int64_t rows, columns;     /* of A */
    int64_t right_hand_sides;  /* solve: columns of B where A is on the left, else rows */
    bool upper, left, unit, vector, full, values_only, adjoint;
    bool in_place;             /* LU: rows stay where they are */
    bool strict;               /* a matrix without an answer is an error in the data, whether or not a result tells */
} ra__linalg_pre;

enum { RA__LSTSQ_GELSY, RA__LSTSQ_GELS, RA__LSTSQ_GELSD, RA__LSTSQ_GELSS }; /* in the order of the operator's choices */
enum { RA__LSTSQ_LEAF = 25 };                                              /* of LAPACK's divide and conquer: larger problems are divided */

/* Least squares. Of a broadcast batch; an A that serves several B has one rank. */
typedef struct __attribute__((may_alias)) ra__lstsq_pre {
    ra__linalg_pre base;
    int driver;
    int levels;         /* of the divide and conquer */
    int workspace;      /* elements, for any driver */
    double rcond;
    bool tells;         /* there are residuals, perhaps */
    bool is_open;       /* whether there are is for the ranks to say */
} ra__lstsq_pre;

/* ---- Fourier transforms ---- */

/* What a line is, and becomes. */
typedef enum ra__fft_mode {
    RA__FFT_COMPLEX,  /* n numbers, and as many complex ones */
    RA__FFT_TO_HALF,  /* n real numbers, and n / 2 + 1 complex ones */
    RA__FFT_MIRRORED, /* n real numbers, and n complex ones */
    RA__FFT_FROM_HALF /* n / 2 + 1 numbers, and n real ones */
} ra__fft_mode;

enum { RA__FFT_MOST_DIMS = 7 }; /* that are transformed, one phase of the kernel each */

/* What of an input there is more than is transformed is not read, and what there is less is 0. */
typedef struct __attribute__((may_alias)) ra__fft_pre {
    ra__fft_mode mode;         /* of the last of dims; the others are COMPLEX */
    bool inverse;              /* exp(+) where it is else exp(-) */
    bool is_double;            /* what is computed in */
    int count;
    int dims[RA__FFT_MOST_DIMS];
    int64_t n[RA__FFT_MOST_DIMS];
    double scale;
} ra__fft_pre;

/* Value i is (i < wraps ? i : i - n) * scale. */
typedef struct __attribute__((may_alias)) ra__fft_frequencies_pre {
    int64_t count, wraps, n;
    double scale;
} ra__fft_frequencies_pre;

#endif
