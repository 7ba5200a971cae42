/*
 * Operators: ids, rows, schemas.
 */
#ifndef RA_META_OP_H
#define RA_META_OP_H

#include <runahead/call.h>

typedef enum ra__op_id {
#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc) RA__OP_##name,
#define RA_COMPOSITE(name, schema, family, variants, dtypes, properties, doc) RA__OP_##name,
#include "meta/hidden.h"
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
    RA__OP_COUNT
} ra__op_id;

/* The rows that have names; hidden ones stand behind them. */
enum {
    RA__OP_NAMED = 0
#define RA_OP(name, schema, family, meta, kernel, variants, dtypes, properties, doc) + 1
#define RA_COMPOSITE(name, schema, family, variants, dtypes, properties, doc) + 1
#define RA_HIDDEN(name, schema, family, meta, kernel, variants, dtypes, properties, doc)
#include "meta/ops.def"
#undef RA_OP
#undef RA_COMPOSITE
};

typedef enum ra__family {
#define RA__FAMILY_LIST(X) \
    X(FACTORY, "factories") \
    X(RANDOM, "random") \
    X(COPY, "copy and conversion") \
    X(VIEW, "views") \
    X(SHAPE, "concatenation and moves") \
    X(UNARY, "pointwise unary") \
    X(BINARY, "pointwise binary") \
    X(TERNARY, "pointwise ternary") \
    X(COMPARE, "comparison and predicates") \
    X(LOGIC, "logic") \
    X(REDUCE, "reductions") \
    X(SCAN, "scans") \
    X(SORT, "sorting and sets") \
    X(INDEX, "index, gather, scatter") \
    X(MATMUL, "matrix products") \
    X(LINALG, "linear algebra") \
    X(FFT, "Fourier transforms") \
    X(ACTIVATION, "activations") \
    X(NN, "neural networks") \
    X(OWN, "the program's own")
#define X(name, text) RA__FAMILY_##name,
    RA__FAMILY_LIST(X)
#undef X
    RA__FAMILY_COUNT
} ra__family;

enum { RA__MAX_ARGS = 12 };

/* What a row asks of a meta function that serves rows of several kinds: of ra_op.as, and in the table AS(...) among the properties. */
enum {
    RA__AS_ONES = 1, /* full_constant: what is not zeros */
    /* fft_line, fft_dims: half of a spectrum is the result, or what is transformed; the inverse; of two dimensions where none are named */
    RA__AS_TO_HALF = 1,
    RA__AS_FROM_HALF = 2,
    RA__AS_INVERSE = 4,
    RA__AS_PLANE = 8,
    RA__AS_HALF = 1, /* fft_frequencies: those that are not negative */
    /* rand, random_fill: what is drawn */
    RA__AS_DRAWN = 7,
    RA__AS_UNIFORM = 0,
    RA__AS_NORMAL = 1,
    RA__AS_BERNOULLI = 2,
    RA__AS_GEOMETRIC = 3,
    RA__AS_EXPONENTIAL = 4,
    RA__AS_CAUCHY = 5,
    RA__AS_WIDE = 8,     /* of the random ones: from words of 64 bits, whatever the dtype */
    RA__AS_INFINITE = 1, /* predicate */
    RA__AS_PRODUCT = 1,  /* binary */
    RA__AS_QUOTIENT = 1, /* add_scaled */
    RA__AS_LOG = 1,      /* softmax */
    RA__AS_OR_ZERO = 2,  /* softmax: 0, not NaN, along a line of nothing but -inf */
    RA__AS_UNKEYED = 128 /* of any: it looks at the storage itself, or where in it, and is no function of its key */
};

struct ra_meta;
struct ra_kernel;
struct ra_op_call;
struct ra__source;
struct ra__cost;

/* One operator, built-in or registered. */
struct ra_op {
    size_t size;           /* sizeof(struct ra_op), so that rows of later versions can be told apart */
    const char *name;
    const char *schema;
    const char *doc;
    ra__family family;
    int id;                /* ra__op_id; RA__OP_COUNT or more of one that is no row of the table */
    unsigned variants, dtypes, properties;
    unsigned as;           /* what of its meta function's it is: RA__AS_ONES and so on */
    ra_status (*meta)(struct ra_meta *m); /* of a composite of the table: NULL until the engine starts */
    /* of a row of the table: NULL until the engine starts, which alone writes them, before any call goes on */
    ra_status (*definition)(const struct ra_op_call *call, ra_tensor **results); /* in terms of others; NULL: it has none */
    const struct ra_kernel *kernel; /* on the CPU, for the instruction set level that the engine started with; NULL: its definition is called */
    struct ra__cost *cost;          /* what its runs took (async/run/costs.h) */
    const struct ra__source *source; /* of a registered one: what a device makes a program of; NULL: nothing */
    void (*use)(const ra_op *op, int by); /* of a registered one: so many more plans name it; under the graph lock, or before others know of it */

    /* parsed from the schema */
    int arg_count, result_count;
    int positional;        /* the first so many arguments are parameters in C, the rest options */
    bool returns_list;
    int keyed_from;        /* a call of so many arguments leaves out no input, and is a function of its key (async/front/specialise.h); of more than all: none is */
    ra_op_arg args[RA__MAX_ARGS];
    ra_op_arg results[4];
    char text[640];             /* the names and choices of args and results, as strings */
    const char *choices[16];    /* NULL-terminated lists, one after another */
};

/* The rows; schemas are parsed by ra__ops_init, which is called once before any other use and gives false if one is malformed. */
extern RA__HIDDEN ra_op ra__ops[RA__OP_COUNT];
bool ra__ops_init(void);
const char *ra__family_text(ra__family family);

/* A row of the table: its kernels are the library's own, which call nothing of its public face. */
static inline bool ra__op_is_built_in(const ra_op *op)
{
    return op->id < RA__OP_COUNT;
}

/* Parses op->schema into its parsed fields; false and a message naming the place on a malformed one. */
bool ra__schema_parse(ra_op *op, char *error, size_t error_size);
/* Fills in what the names of parsed arguments tell of them: the part of ra_op_arg behind choices. */
void ra__roles_note(ra_op *op);

#endif
