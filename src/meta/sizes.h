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
 *                                                              behind the storage, offset <= ra__most_bytes; of a
 *                                                              result whose extent the data decide, once it is known
 *
 * and of every operand of a kernel, which may show the same bytes many times (expand):
 *
 *   numel <= RA__MOST_ELEMENTS
 *
 * What the functions here promise stands in annotations (of ACSL: there numbers are those of mathematics, and \result is what
 * the function gives), which `make check-proofs` proves of this very text, for all operands. It assumes what the compiler
 * documents of __builtin_add_overflow and __builtin_mul_overflow (tests/proofs/assumed.h), and nothing else.
 */
#ifndef RA_META_SIZES_H
#define RA_META_SIZES_H

#include <stdbool.h>
#include <stdint.h>

/* The largest block that the allocator can have, half of what a process can address. */
#define RA__MOST_MEMORY ((int64_t)1 << 46)
/* That a kernel goes through: what the memory has room for if they are bytes. At a thousand million a second, a day. */
#define RA__MOST_ELEMENTS RA__MOST_MEMORY

/*@ predicate fits(integer x) = INT64_MIN <= x <= INT64_MAX; */

/* False: it does not fit, and *sum is not to be used. */
/*@ requires \valid(sum);
    assigns *sum;
    ensures \result <==> fits(a + b);
    ensures \result ==> *sum == a + b; */
static inline bool ra__sum_fits(int64_t a, int64_t b, int64_t *sum)
{
    return !__builtin_add_overflow(a, b, sum);
}

/*@ requires \valid(product);
    assigns *product;
    ensures \result <==> fits(a * b);
    ensures \result ==> *product == a * b; */
static inline bool ra__product_fits(int64_t a, int64_t b, int64_t *product)
{
    return !__builtin_mul_overflow(a, b, product);
}

/* Of counts, for comparisons and estimates: INT64_MAX stands for all that does not fit. */
/*@ requires a >= 0 && b >= 0;
    assigns \nothing;
    ensures \result == \min(a + b, INT64_MAX); */
static inline int64_t ra__capped_sum(int64_t a, int64_t b)
{
    int64_t sum;
    return ra__sum_fits(a, b, &sum) ? sum : INT64_MAX;
}

/*@ requires a >= 0 && b >= 0;
    assigns \nothing;
    ensures \result == \min(a * b, INT64_MAX); */
static inline int64_t ra__capped_product(int64_t a, int64_t b)
{
    int64_t product;
    return ra__product_fits(a, b, &product) ? product : INT64_MAX;
}

/* How many pieces of `piece` elements n elements come to, the last of which may be smaller. */
/*@ requires n >= 0 && piece > 0;
    assigns \nothing;
    ensures 0 <= \result <= n;
    ensures \result * piece >= n;
    ensures n > 0 ==> (\result - 1) * piece < n; */
static inline int64_t ra__pieces(int64_t n, int64_t piece)
{
    return n / piece + (n % piece != 0);
}

/* From `offset` to behind `count` elements of so many bytes. */
/*@ requires offset >= 0 && count >= 0 && element >= 1 && \valid(end);
    assigns *end;
    ensures \result <==> fits(offset + count * element);
    ensures \result ==> *end == offset + count * element; */
static inline bool ra__end_fits(int64_t offset, int64_t count, int64_t element, int64_t *end)
{
    int64_t bytes;
    return ra__product_fits(count, element, &bytes) && ra__sum_fits(offset, bytes, end);
}

/*
 * The stride of a dimension around one of so many elements (or of each `size`th of them). Where it does not fit in bytes no
 * element is that far, so nothing is ever stepped along it, and any will do: it is that of the inner one.
 */
/*@ requires element >= 1 && size >= 0 && stride >= 0 && fits(stride * element);
    assigns \nothing;
    ensures fits(size * stride * element) ==> \result == size * stride;
    ensures !fits(size * stride * element) ==> \result == stride;
    ensures \result >= 0 && fits(\result * element); */
static inline int64_t ra__outer_stride(int64_t element, int64_t size, int64_t stride)
{
    int64_t outer, bytes;
    return ra__product_fits(size, stride, &outer) && ra__product_fits(outer, element, &bytes) ? outer : stride;
}

/* The product of the sizes of a layout that are not 0, with one more size; -1: it does not fit, or the size is negative. */
/*@ requires nonzero >= 1;
    assigns \nothing;
    ensures size < 0 ==> \result == -1;
    ensures size == 0 ==> \result == nonzero;
    ensures size > 0 && fits(nonzero * size) ==> \result == nonzero * size && \result >= 1;
    ensures size > 0 && !fits(nonzero * size) ==> \result == -1; */
static inline int64_t ra__numel_step(int64_t nonzero, int64_t size)
{
    int64_t product;
    return size == 0 ? nonzero : size > 0 && ra__product_fits(nonzero, size, &product) ? product : -1;
}

/* The place of the last element, with one more dimension, of a size that is not 0; -1: it does not fit. */
/*@ requires last >= 0 && size >= 1 && stride >= 0;
    assigns \nothing;
    ensures fits(last + (size - 1) * stride) ==> \result == last + (size - 1) * stride && \result >= 0;
    ensures !fits(last + (size - 1) * stride) ==> \result == -1; */
static inline int64_t ra__extent_step(int64_t last, int64_t size, int64_t stride)
{
    int64_t step, sum;
    return ra__product_fits(size - 1, stride, &step) && ra__sum_fits(last, step, &sum) ? sum : -1;
}

/*@ requires element >= 1;
    assigns \nothing;
    ensures \result <==> count >= 0 && fits(count * element); */
static inline bool ra__bytes_fit(int64_t element, int64_t count)
{
    int64_t bytes;
    return count >= 0 && ra__product_fits(count, element, &bytes);
}

/*@ axiomatic Layouts {
    logic integer product_of{L}(int64_t *sizes, integer n) reads sizes[0 .. n - 1];
    axiom product_of_none{L}: \forall int64_t *sizes; product_of(sizes, 0) == 1;
    axiom product_of_zero{L}: \forall int64_t *sizes, integer n; n >= 0 && sizes[n] == 0 ==> product_of(sizes, n + 1) == product_of(sizes, n);
    axiom product_of_more{L}: \forall int64_t *sizes, integer n; n >= 0 && sizes[n] != 0 ==>
        product_of(sizes, n + 1) == product_of(sizes, n) * sizes[n];
    logic integer last_of{L}(int64_t *sizes, int64_t *strides, integer n) reads sizes[0 .. n - 1], strides[0 .. n - 1];
    axiom last_of_none{L}: \forall int64_t *sizes, *strides; last_of(sizes, strides, 0) == 0;
    axiom last_of_more{L}: \forall int64_t *sizes, *strides, integer n; n >= 0 ==>
        last_of(sizes, strides, n + 1) == last_of(sizes, strides, n) + (sizes[n] - 1) * strides[n];
    predicate is_empty{L}(int64_t *sizes, integer n) = \exists integer d; 0 <= d < n && sizes[d] == 0;
    } */

/* The product of the sizes; -1 where one is negative, or element or byte counts do not fit. Judged without the zeros, so that
 * {2^40, 2^40, 0} is refused in any order. */
/*@ requires 0 <= ndim && element >= 1 && \valid_read(sizes + (0 .. ndim - 1));
    assigns \nothing;
    ensures \result != -1 <==>
        (\forall integer d; 0 <= d < ndim ==> sizes[d] >= 0) && (\forall integer d; 0 <= d <= ndim ==> fits(product_of(sizes, d))) &&
        fits(product_of(sizes, ndim) * element);
    ensures \result != -1 && is_empty(sizes, ndim) ==> \result == 0;
    ensures \result != -1 && !is_empty(sizes, ndim) ==> \result == product_of(sizes, ndim); */
int64_t ra__numel_of(int64_t element, int ndim, const int64_t *sizes);

/* Elements from the first to behind the last reachable one; -1 where that, or a stride, does not fit in bytes, or a stride is negative. */
/*@ requires 0 <= ndim && element >= 1 && \valid_read(sizes + (0 .. ndim - 1)) && \valid_read(strides + (0 .. ndim - 1));
    requires \forall integer d; 0 <= d < ndim ==> sizes[d] >= 0;
    assigns \nothing;
    ensures \result != -1 <==>
        (\forall integer d; 0 <= d < ndim ==> strides[d] >= 0) && (\forall integer d; 0 <= d < ndim ==> fits(strides[d] * element)) &&
        (is_empty(sizes, ndim) || ((\forall integer d; 0 <= d <= ndim ==> fits(last_of(sizes, strides, d))) &&
            fits((last_of(sizes, strides, ndim) + 1) * element)));
    ensures \result != -1 && is_empty(sizes, ndim) ==> \result == 0;
    ensures \result != -1 && !is_empty(sizes, ndim) ==> \result == last_of(sizes, strides, ndim) + 1; */
int64_t ra__reach_of(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides);

#endif
