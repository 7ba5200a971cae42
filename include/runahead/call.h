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

/*
 * The forms of an operator. They differ in where the result goes and in nothing else. FUNCTIONAL: new handles. INPLACE: written
 * into the first argument. OUT: into given handles, which are resized where they have to be.
 *
 * An output may be an input where it is the very same view and the operator reads an element before it writes it (elementwise
 * operators, for one). Where it shares bytes with an input otherwise, or its elements share memory with each other (an expanded
 * view), it is refused with RA_ERR_OVERLAP, on purpose also where PyTorch copies first or leaves the result to chance: clone one
 * of the two. An output that is an input is not resized either (RA_ERR_SHAPE).
 */
#define RA_VARIANT_LIST(entry) \
    entry(FUNCTIONAL, 1, "functional") \
    entry(INPLACE, 2, "inplace") \
    entry(OUT, 4, "out")

typedef enum ra_variant {
#define RA__ENTRY(name, number, text) RA_##name = number,
    RA_VARIANT_LIST(RA__ENTRY)
#undef RA__ENTRY
} ra_variant;

/*
 * ELEMENTWISE: one result element from the operands' elements at the same place. COMMUTES: the first two operands may be
 * exchanged. VIEW: results share the storage of the first argument; no task. COMPOSITE: made of other operators, no kernel of its
 * own. RANDOM: draws from a generator. DATA_SHAPE: an extent of the result depends on the data and is bounded until asked for.
 * MAY_WAIT: the call itself may wait for data. MAY_ALIAS: the result is a view where it can be, else a copy. VECTORISED: its
 * kernel uses the machine's vector instructions, for complex numbers where no function of the C library computes an element.
 * SPLITTABLE: one call can be worked on by several workers. NO_KERNEL: allocation only (empty and its kin). OVERWRITES: in place, and
 * the old values of self are not read.
 */
#define RA_OP_PROPERTY_LIST(entry) \
    entry(ELEMENTWISE, 1, "elementwise") \
    entry(COMMUTES, 2, "commutes") \
    entry(VIEW, 4, "view") \
    entry(COMPOSITE, 8, "composite") \
    entry(RANDOM, 16, "random") \
    entry(DATA_SHAPE, 32, "data_shape") \
    entry(MAY_WAIT, 64, "may_wait") \
    entry(MAY_ALIAS, 128, "may_alias") \
    entry(VECTORISED, 256, "vectorised") \
    entry(SPLITTABLE, 512, "splittable") \
    entry(NO_KERNEL, 1024, "no_kernel") \
    entry(OVERWRITES, 2048, "overwrites")

typedef enum ra_op_property {
#define RA__ENTRY(name, number, text) RA_OP_##name = number,
    RA_OP_PROPERTY_LIST(RA__ENTRY)
#undef RA__ENTRY
} ra_op_property;

/* "Tensor", "inplace", "elementwise": the texts of the lists above; NULL for what is none (of properties: not one single bit). */
RA_API const char *ra_arg_kind_name(ra_arg_kind kind);
RA_API const char *ra_variant_name(ra_variant variant);
RA_API const char *ra_op_property_name(ra_op_property property);
/*
 * Bytes of a struct that crosses the interface, by name ("ra_arg", "ra_op_arg", "ra_scalar", "ra_dims", "ra_tensors", "ra_operand"), as
 * the library that runs has it, so that a binding can tell whether it means the same; 0 for any other name.
 */
RA_API size_t ra_struct_size(const char *name);

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
    bool list_optional;        /* Tensor[] or int[]: the list itself may be absent */
    bool is_dimension;         /* int, or what is in int[]: which dimension of a tensor, counted from the end where negative */
    bool has_sentinel;
    int64_t sentinel;          /* int, or what is in int[], where has_sentinel: this number is none, but stands for ... */
    const char *sentinel_text; /* ... this: "n", "kernel_size" */
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
 * On refusal results are untouched, and *produced is 0, but for such a result_count.
 */
RA_API ra_status ra_call(const ra_op *op, ra_variant variant, const ra_arg *args, size_t arg_count, ra_tensor **results, size_t result_count,
                         size_t *produced RA_SITE) RA_AT(ra_call_at) RA_WARN_UNUSED;

RA_END_DECLS
#endif
