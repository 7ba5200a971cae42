/*
 * Reads the vector files of tests/vectors (format: README.md there).
 *
 * A file is decompressed whole and walked case by case; everything a case points to lives as long as the file is open.
 */
#ifndef TESTS_VECTORS_FILE_H
#define TESTS_VECTORS_FILE_H

#include <runahead/types.h>

enum { VECTOR_MAX_STORAGES = 8, VECTOR_MAX_ARGS = 8, VECTOR_MAX_ITEMS = 8, VECTOR_MAX_RESULTS = 16, VECTOR_TEXT = 40, VECTOR_OWN_STORAGE = 255 };

enum vector_variant { VECTOR_FUNCTIONAL, VECTOR_INPLACE, VECTOR_OUT };
enum vector_expectation { VECTOR_RESULTS, VECTOR_REFUSED, VECTOR_DATA_ERROR };
enum vector_check { VECTOR_VALUES, VECTOR_LAYOUT, VECTOR_SVD, VECTOR_EIGH, VECTOR_QR, VECTOR_TIES, VECTOR_INFO, VECTOR_EIG };
enum vector_kind {
    VECTOR_ABSENT,
    VECTOR_TENSOR,
    VECTOR_LIST,
    VECTOR_SCALAR_BOOL,
    VECTOR_SCALAR_INT,
    VECTOR_SCALAR_FLOAT,
    VECTOR_SCALAR_COMPLEX,
    VECTOR_DIMS,
    VECTOR_DIMS_ALL,
    VECTOR_DTYPE,
    VECTOR_BOOL,
    VECTOR_INT,
    VECTOR_FLOAT,
    VECTOR_STRING
};

struct vector_blob {
    const uint8_t *bytes; /* of any alignment */
    size_t size;
};

struct vector_tensor {
    ra_dtype dtype;
    int dims;
    int storage; /* of the case, or VECTOR_OWN_STORAGE */
    int64_t offset, sizes[RA_MAX_DIMS], strides[RA_MAX_DIMS];
};

struct vector_arg {
    enum vector_kind kind;
    int64_t integer; /* bool, int and their scalars */
    double real[2];
    ra_dtype dtype;
    int count; /* dims, items */
    int64_t dims[RA_MAX_DIMS];
    struct vector_tensor tensor;
    bool present[VECTOR_MAX_ITEMS]; /* items of a list that are not absent */
    struct vector_tensor items[VECTOR_MAX_ITEMS];
    char text[VECTOR_TEXT];
};

struct vector_op {
    char name[VECTOR_TEXT];
    int args;
    char arg_names[VECTOR_MAX_ARGS][VECTOR_TEXT];
};

struct vector_case {
    const struct vector_op *op;
    enum vector_variant variant;
    enum vector_expectation expectation;
    enum vector_check check;
    double ulps, atol;
    int storages, args, outs, results;
    struct vector_blob storage[VECTOR_MAX_STORAGES]; /* before the call */
    struct vector_arg arg[VECTOR_MAX_ARGS];
    struct vector_tensor out[VECTOR_MAX_RESULTS], result[VECTOR_MAX_RESULTS];
    struct vector_blob after[VECTOR_MAX_RESULTS]; /* the storage of each result, after the call */
};

struct vector_file {
    uint8_t *bytes;
    size_t size, next;
    uint32_t ops, blobs, cases;
    struct vector_op *op;
    struct vector_blob *blob;
};

/* NULL, or what is wrong with the file, which then needs no closing: it cannot be read, is none of these, is cut or corrupt. */
const char *vector_open(struct vector_file *file, const char *path);
void vector_close(struct vector_file *file);
/* The next case: 1; after the last: 0; malformed: -1. */
int vector_next(struct vector_file *file, struct vector_case *c);

#endif
