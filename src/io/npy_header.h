/*
 * The header of a .npy file: magic, version, length, and a Python dictionary that says dtype, order and shape.
 */
#ifndef RA_IO_NPY_HEADER_H
#define RA_IO_NPY_HEADER_H

#include "meta/layout.h"

enum {
    RA__NPY_PREFIX = 12,           /* magic, version, and the longer of the two forms of the length */
    RA__NPY_HEADER_MAX = 64 * 1024 /* longest header that is read; one of 16 dimensions has some 400 bytes */
};

typedef struct ra__npy_header {
    ra__shape shape;   /* strides contiguous, or transposed where the file is in Fortran order */
    int64_t numel;
    bool swapped;      /* of the other byte order than this machine's */
    uint64_t begin;    /* offset of the first element in the file */
} ra__npy_header;

/*
 * From the first `bytes` (up to RA__NPY_PREFIX) of a file: the offset at which the dictionary begins, and at which the
 * data does. A refusal writes a message that names the byte offset.
 */
ra_status ra__npy_prefix(const unsigned char *text, size_t bytes, size_t *dictionary, size_t *data, char *error, size_t error_size);
/* From the dictionary, `bytes` long, at offset `at` of the file: all of h but begin. */
ra_status ra__npy_dictionary(const char *text, size_t bytes, size_t at, ra__npy_header *h, char *error, size_t error_size);
/* Elements as they lie in the file, whole ones, become those of this machine: in its byte order, bools 0 or 1. */
void ra__npy_put_right(const ra__npy_header *h, unsigned char *p, uint64_t bytes);
/*
 * Writes the whole header of a contiguous array in this machine's byte order, as NumPy does; its length, a multiple of 64,
 * or 0 for a dtype that NumPy has no name for (bfloat16).
 */
size_t ra__npy_write_header(ra_dtype dtype, int ndim, const int64_t *sizes, char text[RA__NPY_PREFIX + 1024]);

#endif
