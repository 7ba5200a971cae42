/*
 * Arithmetic on sizes, byte counts, offsets and strides, for all 64-bit operands: it fits, or the caller is told.
 *
 * Elsewhere nobody adds or multiplies such numbers but where a line says why the result fits (`fits:`, found by
 * tests/check_sizes.sh). Most lines can say one of these, which hold of every layout and handle once it is made:
 *
 *   product of the sizes that are not 0, times element bytes   <= INT64_MAX      numel, and any product of some sizes, fits
 *   stride * element bytes                                     <= INT64_MAX      for each dimension, also where its size is 0 or 1
 *   extent = 1 + sum of (size - 1) * stride, 0 if empty;  extent * element bytes <= INT64_MAX
 *   offset + extent * element bytes <= bytes of the storage    <= ra__most_bytes of its device; of an empty one, which may lie
 *                                                              behind the storage, offset <= ra__most_bytes
 *
 * and of every operand of a kernel, which may show the same bytes many times (expand):
 *
 *   numel <= RA__MOST_ELEMENTS
 *
 * What the functions here promise stands in annotations that `make check-proofs` proves of this very text, with a
 * prover, for all operands; what it assumes is what the compiler says of __builtin_add_overflow and __builtin_mul_overflow.
 */
#ifndef RA_META_SIZES_H
#define RA_META_SIZES_H

#include <runahead/types.h>

/* The largest block that the allocator can have, half of what a process can address. A description alone has no such bound. */
#define RA__MOST_MEMORY ((int64_t)1 << 46)

/* That a kernel goes through: what the memory has room for if they are bytes. At a thousand million a second, a day. */
#define RA__MOST_ELEMENTS RA__MOST_MEMORY

static inline int64_t ra__most_bytes(ra_device device)
{
    return device == RA_META ? INT64_MAX : RA__MOST_MEMORY;
}

/* False: it does not fit, and *sum is not to be used. */
static inline bool ra__sum_fits(int64_t a, int64_t b, int64_t *sum)
{
    return !__builtin_add_overflow(a, b, sum);
}

static inline bool ra__product_fits(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

/* Of counts (which are not negative), for comparisons and estimates: INT64_MAX stands for all that does not fit. */
static inline int64_t ra__capped_sum(int64_t a, int64_t b)
{
    int64_t sum;
    return ra__sum_fits(a, b, &sum) ? sum : INT64_MAX;
}

static inline int64_t ra__capped_product(int64_t a, int64_t b)
{
    int64_t product;
    return ra__product_fits(a, b, &product) ? product : INT64_MAX;
}

/* How many pieces of `piece` elements n >= 0 elements come to, the last of which may be smaller. */
static inline int64_t ra__pieces(int64_t n, int64_t piece)
{
    return n / piece + (n % piece != 0);
}

/* From `offset` to behind `count` elements. */
static inline bool ra__end_fits(int64_t offset, int64_t count, int64_t element, int64_t *end)
{
    int64_t bytes;
    return ra__product_fits(count, element, &bytes) && ra__sum_fits(offset, bytes, end);
}

/*
 * The stride of a dimension around one of so many elements (or of each `size`th of them). Where it does not fit in bytes no
 * element is that far, so nothing is ever stepped along it, and any will do: it is that of the inner one.
 */
static inline int64_t ra__outer_stride(int64_t element, int64_t size, int64_t stride)
{
    int64_t outer, bytes;
    return ra__product_fits(size, stride, &outer) && ra__product_fits(outer, element, &bytes) ? outer : stride;
}

/* One more dimension of a layout, in the product of its sizes that are not 0. */
static inline bool ra__numel_step(int64_t size, int64_t *nonzero)
{
    return size == 0 || (size > 0 && ra__product_fits(*nonzero, size, nonzero));
}

/* One more dimension of a size that is not 0, in the place of the last element. */
static inline bool ra__extent_step(int64_t size, int64_t stride, int64_t *last)
{
    int64_t step;
    return ra__product_fits(size - 1, stride, &step) && ra__sum_fits(*last, step, last);
}

/* Whether sizes are non-negative and element and byte counts fit; *numel gets the product. Judged without the zeros, so that
 * {2^40, 2^40, 0} is refused in any order. */
bool ra__numel_fits(int64_t element, int ndim, const int64_t *sizes, int64_t *numel);
/* Elements from the first to behind the last reachable one; false when that, or a stride, does not fit in bytes. */
bool ra__extent_fits(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides, int64_t *extent);

#endif
