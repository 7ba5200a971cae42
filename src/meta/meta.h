/*
 * Meta functions: from the descriptions of arguments to the complete descriptions of results.
 *
 * The dispatcher fills an ra_meta, the operator's meta function checks the arguments and calls ra__set_output (or
 * ra__set_view) for each result, and leaves in it whatever it worked out that the kernel will need. Pure: no data, no
 * threads, no memory of its own.
 */
#ifndef RA_META_META_H
#define RA_META_META_H

#include "meta/dtype.h"
#include "meta/geometry.h"
#include "meta/layout.h"
#include "meta/op.h"

#include <stddef.h>
#include <string.h>

enum { RA__MAX_RESULTS = 4 };

/* A tensor argument, or a number that stands where a tensor may. */
typedef struct ra__input {
    const ra_layout *layout; /* NULL: an absent optional. Of a number: the 0-dim layout of its own dtype */
    const ra_scalar *number; /* NULL: a tensor */
    const void *storage;     /* identity, for overlap only */
    int64_t offset;          /* bytes from the storage's start */
    int64_t storage_bytes;
    ra_device device;
} ra__input;

typedef enum ra__action {
    RA__NEW = 0,   /* a new storage of shape */
    RA__GIVEN = 1, /* into the given output as it is */
    RA__RESIZE = 2, /* into the given output after changing it to shape */
    RA__ALIAS = 3, /* a view of input `alias`, starting at byte `offset` of its storage */
    RA__RELAY = 4  /* the given output is described by shape from now on, and nothing is written */
} ra__action;

typedef struct ra__result {
    ra__action action;
    bool late;         /* (pending) the bound is that of memory, which is taken once the extent is known (RA__PLAN_LATE) */
    bool is_locked;    /* (NEW) of the processor, in page-locked memory */
    bool proxy;        /* (GIVEN) strides do not fit: the kernel writes a temporary of `shape` that is copied over */
    uint16_t pending;  /* bit d: the extent of dimension d is a bound until the kernel has run */
    const ra_layout *kept; /* (pending) of the given output, which stays as it is where the data give that very size; NULL: they cannot */
    int64_t room;      /* (pending) bytes that there are from where it begins on; INT64_MAX: as many as it needs */
    int alias;
    int64_t offset;
    ra__shape shape;   /* what the kernel writes (and what a functional result is) */
} ra__result;

typedef struct ra_meta ra_meta;
struct ra_meta {
    const ra_op *op;
    ra_variant variant;
    const ra_arg *args;    /* one per schema argument, defaults filled in; kind NONE only for an absent optional */
    const ra__input *in;   /* tensor-like arguments in schema order, lists spread out */
    int in_count;
    const int *first;      /* first[a]: index in `in` of argument a's (first) tensor */
    const ra__input *given; /* outputs to write to, one per result; in-place: given[0] is self. NULL if functional */
    ra__result *out;
    int out_count;         /* results set so far; of a list result, how many it has */
    ra_device device;      /* of the call */
    ra_dtype default_dtype;

    uint64_t draws;        /* random: counters to reserve */
    uint64_t seed, counter; /* filled in between meta function and plan */

    bool (*reserve)(ra_meta *m, int results); /* room for so many results in `out`, for list results */
    char *error;           /* message of a refusal */
    size_t error_size;

    /* left for the kernel's plan: elementwise operators fill the one, others the other */
    ra__geometry geometry; /* at the start its params are zero, and the rest is unset */
    union {
        int64_t i[32];
        double f[32];
    } pre;                 /* what else the meta function worked out; each pair of meta function and kernel names its struct */
};

/* All zero but the bulk of the geometry; elementwise operators and views leave pre alone, and it is not zeroed for them. */
static inline void ra__meta_clear(ra_meta *m, const ra_op *op)
{
    memset(m, 0, offsetof(ra_meta, geometry) + sizeof(ra__params));
    if (!(op->properties & (RA_OP_ELEMENTWISE | RA_OP_VIEW)))
        memset(&m->pre, 0, sizeof m->pre);
}

/* A kernel's view of pre, checked to fit. */
#define RA__PRE(m, type) ((type *)(void *)((m)->pre.i + 0 * sizeof(char[sizeof(type) <= sizeof((m)->pre) ? 1 : -1])))

/* ---- arguments ---- */

static inline const ra__input *ra__in(const ra_meta *m, int arg)
{
    return &m->in[m->first[arg]];
}

static inline const ra_layout *ra__layout(const ra_meta *m, int arg)
{
    return m->in[m->first[arg]].layout;
}

static inline bool ra__is_absent(const ra_meta *m, int arg)
{
    return m->in[m->first[arg]].layout == NULL;
}

static inline int64_t ra__arg_int(const ra_meta *m, int arg)
{
    return m->args[arg].integer;
}

static inline bool ra__arg_bool(const ra_meta *m, int arg)
{
    return m->args[arg].boolean;
}

static inline double ra__arg_float(const ra_meta *m, int arg)
{
    return m->args[arg].real;
}

static inline ra_scalar ra__arg_scalar(const ra_meta *m, int arg)
{
    return m->args[arg].scalar;
}

static inline ra_dims ra__arg_dims(const ra_meta *m, int arg)
{
    return m->args[arg].dims;
}

/* RA_NO_DTYPE where not given. */
static inline ra_dtype ra__arg_dtype(const ra_meta *m, int arg)
{
    return m->args[arg].kind == RA_ARG_DTYPE ? m->args[arg].dtype : RA_NO_DTYPE;
}

/* Index of a string choice in its schema's list; -1 where not given. */
int ra__arg_choice(const ra_meta *m, int arg);

/* ---- refusals ---- */

/* Writes the message (the dispatcher adds operator and shapes) and gives the status back. */
ra_status ra__refuse(ra_meta *m, ra_status status, const char *format, ...) RA_PRINTF(3, 4);
/* Refuses a dtype that the operator's table row does not list. */
ra_status ra__check_dtype(ra_meta *m, ra_dtype dtype);
/* Wraps a negative dimension; a 0-dim tensor counts as having one. */
ra_status ra__wrap_dim(ra_meta *m, int64_t dim, int ndim, int *out);
/*
 * Dimensions of a reduction as a bit mask. RA_ALL or not given: all. Duplicates are refused. An empty list is all if
 * `empty_is_all`, else none.
 */
ra_status ra__dims_mask(ra_meta *m, ra_dims dims, int ndim, bool empty_is_all, uint32_t *mask);

/* ---- results ---- */

enum {
    RA__STRIDES_HINT = 0,  /* a given output keeps its own strides; the kernel takes any */
    RA__STRIDES_EXACT = 1, /* the kernel needs these strides (contiguous where NULL); a given output that has others gets a copy */
    RA__CAST_OUTPUT = 2,   /* dtype need only be castable to a given output's (elementwise operators), else it must be equal */
    RA__NO_OVERLAP = 4,    /* a given output may not share bytes with an input, not even as the identical view */
    RA__DATA_SIZE = 16,    /* the first dimension is a bound: a given output that may turn out to be of the very size is kept */
    RA__SAME_VALUE = 8     /* every element gets the same value: elements of a given output may share memory */
};

/*
 * Describes result i: sizes, dtype and strides (NULL: contiguous), and settles it against the variant: functional makes
 * a new tensor, in-place checks self, out= checks and resizes. Call for i = 0, 1, ... in order.
 */
ra_status ra__set_output(ra_meta *m, int i, ra_dtype dtype, int ndim, const int64_t *sizes, const int64_t *strides, unsigned how);
/*
 * Result i, of a functional call, is contiguous, and the data alone decide the extent of dimension `dim`, which may be any: sizes[dim] is filled
 * in with the largest for which there could be memory. The kernel's plan says RA__PLAN_LATE.
 */
ra_status ra__set_output_late(ra_meta *m, int i, ra_dtype dtype, int ndim, int64_t *sizes, int dim);
/* Result 0, self of a call in place, gets this shape from where it begins, whatever it holds. */
ra_status ra__set_resized(ra_meta *m, const ra__shape *shape);
/* Result i is a view of tensor input `in` (index in m->in), `offset` bytes from the storage's start; in place self is so described. */
ra_status ra__set_view(ra_meta *m, int i, int in, const ra__shape *shape, int64_t offset);
/* Layout that the kernel will write for result i, whether new, given, resized or a temporary. */
static inline const ra__shape *ra__out_shape(const ra_meta *m, int i)
{
    return &m->out[i].shape;
}

/* ---- elementwise ---- */

/*
 * dtypes of an elementwise operator. Inputs are those of m->in that are present, in order. The output's strides follow
 * PyTorch's TensorIterator.
 */
typedef struct ra__elementwise {
    ra_dtype compute;                     /* picks the loop; halves are turned into float32 */
    ra_dtype result;                      /* dtype of a fresh output */
    ra_dtype loop_result;                 /* dtype that the loop writes; RA_NO_DTYPE: that of compute (or of a bool result) */
    ra_dtype loop_input[RA__MAX_OPERANDS]; /* dtype that the loop reads input k in; RA_NO_DTYPE: compute */
    ra_dtype via;                         /* inputs of 0 dimensions become this before what the loop reads; RA_NO_DTYPE: not so */
    unsigned keeps;                       /* bit k: input k, where it is one element, is not rounded to the half that is computed in */
    bool exact_dtype;                     /* out= must have the very dtype, not one it can be cast to */
    bool contiguous;                      /* a fresh result is contiguous, whatever the inputs are */
    int leading;                          /* a fresh result has the strides that so many first inputs by themselves lead to; 0: all */
    bool beside_number;                   /* a fresh result has the strides of a result over input 0 and then over a number beside it */
    bool like_first;                      /* a fresh result has the strides of input 0, or of a dense tensor in their order */
} ra__elementwise;

/* Promotion of all present inputs. */
ra_dtype ra__common_dtype(const ra_meta *m);
/* bool and integers become the default dtype. */
ra_dtype ra__to_float(const ra_meta *m, ra_dtype dtype);
/* Broadcast, strides, output, overlap, geometry: everything an elementwise meta function does once its dtypes are known. */
ra_status ra__elementwise_output(ra_meta *m, const ra__elementwise *e);

/* Broadcast of sizes into *ndim, out; false (nothing written) where they do not fit. */
bool ra__broadcast(int *ndim, int64_t *out, int other_ndim, const int64_t *other);
/* Of all present inputs; where they do not fit it refuses. */
ra_status ra__broadcast_inputs(ra_meta *m, int *ndim, int64_t *sizes);
/* Stride of an input along dimension d of what it is broadcast to; 0 where it stands still. */
int64_t ra__broadcast_stride(const ra_layout *l, int ndim, const int64_t *sizes, int d);
/* Strides of a fresh elementwise result of `sizes` over the present inputs in[0..count): PyTorch's rule. */
void ra__strides_elementwise(const ra__input *in, int count, int ndim, const int64_t *sizes, int64_t *strides);
/* Contiguous, or channels-last where the layout is 4-d and suggests it (PyTorch's suggest_memory_format). */
bool ra__suggests_channels_last(const ra_layout *l);
/* And of an image without a batch, seen as a batch of one. */
bool ra__image_suggests_channels_last(const ra_layout *l);
/* The same of 5 dimensions; what PyTorch names channels_last_3d has no name here, but layers and joins keep to it. */
bool ra__suggests_channels_last_3d(const ra_layout *l);

typedef enum ra__overlap { RA__OVERLAP_NONE, RA__OVERLAP_FULL, RA__OVERLAP_PARTIAL } ra__overlap;
/* Whether two views share bytes: FULL for the identical view; PARTIAL also where it cannot be ruled out cheaply. */
ra__overlap ra__overlap_of(const ra__input *a, const ra__input *b);

/* The meta functions, one prototype per name of the table. */
#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc) ra_status ra__meta_##meta(ra_meta *m);
#define RA_COMPOSITE(name, schema, family, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE

#endif
