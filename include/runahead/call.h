/*
 * Reflection: every operator, its schema, and a call by name. Enough to write a binding from this header alone.
 *
 * Nothing here waits, except ra_call where the operator called may (see RA_OP_MAY_WAIT).
 */
#ifndef RUNAHEAD_CALL_H
#define RUNAHEAD_CALL_H

#include <runahead/status.h>
#include <runahead/types.h>

RA_BEGIN_DECLS

/* Kinds of arguments; numbers are pinned. */
#define RA_ARG_KIND_LIST(entry) \
    entry(NONE, 0, "none") \
    entry(TENSOR, 1, "Tensor") \
    entry(TENSORS, 2, "Tensor[]") \
    entry(SCALAR, 3, "Scalar") \
    entry(DIMS, 4, "int[]") \
    entry(DTYPE, 5, "dtype") \
    entry(DEVICE, 6, "device") \
    entry(BOOL, 7, "bool") \
    entry(INT, 8, "int") \
    entry(FLOAT, 9, "float") \
    entry(STRING, 10, "str") \
    entry(GENERATOR, 11, "Generator") \
    entry(OPERAND, 12, "Operand")

typedef enum ra_arg_kind {
#define RA__ENTRY(name, number, text) RA_ARG_##name = number,
    RA_ARG_KIND_LIST(RA__ENTRY)
#undef RA__ENTRY
} ra_arg_kind;

/*
 * An argument by value. kind RA_ARG_NONE: not given, take the default, whatever else is in it. An argument declared
 * Operand is passed as RA_ARG_TENSOR or as a number; RA_ARG_OPERAND is a kind of the schema's alone. Numbers stand for each
 * other where nothing is lost. Kind, number, dtype, device and length are checked, and what is wrong is refused by the name
 * of the argument; a pointer can only be believed. Pointers are borrowed for the call.
 */
typedef struct ra_arg {
    __extension__ union {
        const ra_tensor *tensor;
        ra_tensors tensors; /* optional entries are RA_NONE */
        ra_scalar scalar;
        ra_dims dims;
        ra_dtype dtype;
        ra_device device;
        bool boolean;
        int64_t integer;
        double real;
        const char *string;
        ra_generator *generator;
    };
    ra_arg_kind kind;
#ifdef __cplusplus
    ra_arg() : scalar(), kind(RA_ARG_NONE) {}
#endif
} ra_arg;

/* The forms of an operator. They differ in where the result goes and in nothing else. */
typedef enum ra_variant {
    RA_FUNCTIONAL = 1, /* new handles */
    RA_INPLACE = 2,    /* written into the first argument */
    RA_OUT = 4         /* written into given handles, which are resized where they have to be */
} ra_variant;

typedef enum ra_op_property {
    RA_OP_ELEMENTWISE = 1 << 0, /* one result element from the operands' elements at the same place */
    RA_OP_COMMUTES = 1 << 1,    /* the first two operands may be exchanged */
    RA_OP_VIEW = 1 << 2,        /* results share the storage of the first argument; no task */
    RA_OP_COMPOSITE = 1 << 3,   /* made of other operators; no kernel of its own */
    RA_OP_RANDOM = 1 << 4,      /* draws from a generator */
    RA_OP_DATA_SHAPE = 1 << 5,  /* an extent of the result depends on the data and is bounded until asked for */
    RA_OP_MAY_WAIT = 1 << 6,    /* the call itself may wait for data */
    RA_OP_MAY_ALIAS = 1 << 7,   /* the result is a view where it can be, else a copy */
    RA_OP_VECTORISED = 1 << 8,  /* its kernel uses the machine's vector instructions */
    RA_OP_SPLITTABLE = 1 << 9,  /* one call can be worked on by several workers */
    RA_OP_NO_KERNEL = 1 << 10,  /* allocation only (empty and its kin) */
    RA_OP_OVERWRITES = 1 << 11  /* in place, and the old values of self are not read */
} ra_op_property;

typedef struct ra_op ra_op;

/* One argument or result of an operator. Strings live as long as the library. */
typedef struct ra_op_arg {
    const char *name;
    ra_arg_kind kind;
    bool optional;             /* may be absent: RA_NONE, or not given; of a tensor list: its entries may */
    bool keyword;              /* a field of the options struct rather than a parameter */
    bool has_default;
    ra_arg default_value;      /* where has_default and the default is not "absent" */
    int64_t length;            /* int[n]: n, and one value stands for n equal ones; 0 for any length */
    const char *const *choices; /* str: NULL-terminated list of what is allowed; NULL: any */
} ra_op_arg;

RA_API size_t ra_op_count(void);
RA_API const ra_op *ra_op_at(size_t index);         /* NULL past the end */
/* NULL if there is none: then ra_last_error says so, which is no refusal to a scope. */
RA_API const ra_op *ra_op_find(const char *name RA_SITE) RA_AT(ra_op_find_at);
/* Of what is no operator (NULL) the following give NULL, 0 or false, and ra_last_error the reason. */
RA_API const char *ra_op_name(const ra_op *op);
RA_API const char *ra_op_family(const ra_op *op);
RA_API const char *ra_op_schema(const ra_op *op);   /* as text */
RA_API const char *ra_op_doc(const ra_op *op);
RA_API unsigned ra_op_variants(const ra_op *op);    /* of ra_variant, or'ed */
RA_API unsigned ra_op_properties(const ra_op *op);  /* of ra_op_property, or'ed */
RA_API unsigned ra_op_dtypes(const ra_op *op);      /* bit 1 << dtype for each dtype that may be computed in */
/* Bit 1 << kind for each kind of device where it computes, RA_CPU, RA_META and RA_CUDA: there is a kernel of it (on CUDA not of every dtype), it
 * needs none, or it is made of other operators, which have bits of their own. Whether the machine has such a device is not asked. */
RA_API unsigned ra_op_devices(const ra_op *op);
RA_API size_t ra_op_arg_count(const ra_op *op);
RA_API const ra_op_arg *ra_op_arg_at(const ra_op *op, size_t index);
RA_API size_t ra_op_result_count(const ra_op *op);  /* 1 for one list */
RA_API const ra_op_arg *ra_op_result_at(const ra_op *op, size_t index);
RA_API bool ra_op_returns_list(const ra_op *op);

/*
 * Calls an operator. args in the order of the schema; those left out at the end take their defaults.
 * RA_FUNCTIONAL: *results are set to new handles owned by the caller (or by the thread's scope).
 * RA_OUT: *results are the handles to write into, in order. RA_INPLACE: results is ignored.
 * A list result fills at most result_count handles; *produced (may be NULL) tells how many the operator has, and a
 * result_count too small for it is RA_ERR_ARGUMENT.
 * On refusal results are untouched.
 */
RA_API ra_status ra_call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                         size_t *produced RA_SITE) RA_AT(ra_call_at) RA_WARN_UNUSED;

RA_END_DECLS
#endif
