/*
 * What must not be proved: the same claims of functions that are wrong at the edge, each as it would be written by hand.
 */
#include "meta/sizes.h"

/*@ requires n >= 0 && piece > 0;
    assigns \nothing;
    ensures \result * piece >= n; */
int64_t wrong_pieces(int64_t n, int64_t piece)
{
    return (n + piece - 1) / piece;
}

/*@ requires offset >= 0 && count >= 0 && element >= 1 && \valid(end);
    assigns *end;
    ensures \result <==> fits(offset + count * element); */
bool wrong_end_fits(int64_t offset, int64_t count, int64_t element, int64_t *end)
{
    return ra__product_fits(count, element, end);
}

/*@ requires element >= 1 && size >= 0 && stride >= 0 && fits(stride * element);
    assigns \nothing;
    ensures \result >= 0 && fits(\result * element); */
int64_t wrong_outer_stride(int64_t element, int64_t size, int64_t stride)
{
    return ra__capped_product(size, stride);
}

/*@ requires nonzero >= 1;
    assigns \nothing;
    ensures size == 0 ==> \result == nonzero; */
int64_t wrong_numel_step(int64_t nonzero, int64_t size)
{
    int64_t product;
    return size >= 0 && ra__product_fits(nonzero, size, &product) ? product : -1;
}
