/*
 * Tensors of the same values in many layouts, and results that are checked element by element against where they must
 * come from. For tests of operators that move data.
 */
#ifndef TESTS_HELPERS_LAYOUTS_H
#define TESTS_HELPERS_LAYOUTS_H

#include "helpers/scopes.h"

#include <stdio.h>
#include <stdlib.h>

/* CONTIGUOUS; REVERSED: strides ascend; GAPPED: every second element of larger dimensions, behind an offset. */
enum { CONTIGUOUS, REVERSED, GAPPED, LAYOUTS };

typedef struct sizes {
    int ndim;
    int64_t size[RA_MAX_DIMS];
} sizes;

#define SIZES(...) ((sizes){sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t), {__VA_ARGS__}})

static inline int64_t count_of(const sizes *s)
{
    int64_t n = 1;

    for (int d = 0; d < s->ndim; d++)
        n *= s->size[d];
    return n;
}

/* Elements 0, 1, 2, ... in row-major order of s; as bytes, so for any dtype: byte b of element i is i * 7 + b * 31 + 1. */
static inline unsigned char byte_of(ra_dtype dtype, int64_t element, size_t b)
{
    return dtype == RA_BOOL ? (unsigned char)(element % 3 == 0) : (unsigned char)(element * 7 + (int64_t)b * 31 + 1);
}

static inline ra_tensor *tensor_in(ra_dtype dtype, sizes s, int layout)
{
    const size_t bytes = ra_dtype_size(dtype);
    int64_t strides[RA_MAX_DIMS] = {0}, offset = layout == GAPPED ? 3 : 0, step = layout == GAPPED ? 2 : 1;
    const int64_t n = count_of(&s);
    const int64_t room = offset + (n ? n : 1) * (layout == GAPPED ? 1 << s.ndim : 1) + 1;
    unsigned char *buffer = calloc((size_t)room, bytes);
    ra_tensor *base, *t;

    assert_non_null(buffer);
    for (int k = 0; k < s.ndim; k++) {
        const int d = layout == REVERSED ? k : s.ndim - 1 - k;

        strides[d] = step;
        step *= s.size[d] * (layout == GAPPED ? 2 : 1);
    }
    for (int64_t i = 0; i < n; i++) {
        int64_t at = offset, rest = i;

        for (int d = s.ndim - 1; d >= 0; d--) {
            at += rest % s.size[d] * strides[d];
            rest /= s.size[d];
        }
        for (size_t b = 0; b < bytes; b++)
            buffer[(size_t)at * bytes + b] = byte_of(dtype, i, b);
    }
    base = ra_from_copy(buffer, dtype, ra_dims_of(&room, 1));
    free(buffer);
    assert_non_null(base);
    t = ra_as_strided(base, ra_dims_of(s.size, s.ndim), ra_dims_of(strides, s.ndim), offset);
    assert_non_null(t);
    ra_release(base);
    return t;
}

static inline void assert_sizes(const ra_tensor *t, sizes s)
{
    assert_int_equal(ra_ndim(t), s.ndim);
    for (int d = 0; d < s.ndim; d++)
        assert_int_equal(ra_size(t, d), s.size[d]);
}

static inline void assert_strides(const ra_tensor *t, sizes s)
{
    assert_int_equal(ra_ndim(t), s.ndim);
    for (int d = 0; d < s.ndim; d++)
        assert_int_equal(ra_stride(t, d), s.size[d]);
}

/* The number of the element (of a tensor_in) that stands at a place of the result; -1: zero. */
typedef int64_t (*origin_fn)(const int64_t *place, const void *context);

static inline void assert_moved(const ra_tensor *t, sizes s, origin_fn origin, const void *context)
{
    const ra_dtype dtype = ra_tensor_dtype(t);
    const size_t bytes = ra_dtype_size(dtype), total = (size_t)count_of(&s) * bytes;
    unsigned char *data = malloc(total + 1);

    assert_sizes(t, s);
    assert_non_null(data);
    assert_int_equal(ra_copy_to(t, data, total), RA_OK);
    for (int64_t i = 0; i < count_of(&s); i++) {
        int64_t place[RA_MAX_DIMS] = {0}, rest = i, from;

        for (int d = s.ndim - 1; d >= 0; d--) {
            place[d] = rest % s.size[d];
            rest /= s.size[d];
        }
        from = origin(place, context);
        for (size_t b = 0; b < bytes; b++)
            assert_int_equal(data[(size_t)i * bytes + b], from < 0 ? 0 : byte_of(dtype, from, b));
    }
    free(data);
}

static inline ra_tensor *int64s(sizes s, const int64_t *values)
{
    ra_tensor *t = ra_from_copy(values, RA_INT64, ra_dims_of(s.size, s.ndim));

    assert_non_null(t);
    return t;
}

#define INT64S(...) int64s(SIZES(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), (const int64_t[]){__VA_ARGS__})

static inline void assert_int64s(const ra_tensor *t, int64_t count, const int64_t *values)
{
    int64_t *data = malloc((size_t)count * sizeof *data + 1);

    assert_non_null(data);
    assert_int_equal(ra_numel(t), count);
    assert_int_equal(ra_copy_to(t, data, (size_t)count * sizeof *data), RA_OK);
    for (int64_t i = 0; i < count; i++)
        assert_int_equal(data[i], values[i]);
    free(data);
}

/* One dtype of each element size. */
static const ra_dtype dtype_of_size[] = {RA_BOOL, RA_INT8, RA_BFLOAT16, RA_FLOAT32, RA_COMPLEX64, RA_COMPLEX128};
enum { DTYPES_OF_SIZE = sizeof dtype_of_size / sizeof *dtype_of_size };

#endif
