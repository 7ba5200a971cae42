#include "meta/sizes.h"

int64_t ra__numel_of(int64_t element, int ndim, const int64_t *sizes)
{
    int64_t nonzero = 1;
    bool empty = false;
    /*@ loop invariant 0 <= d <= ndim;
        loop invariant \forall integer k; 0 <= k < d ==> sizes[k] >= 0;
        loop invariant \forall integer k; 0 <= k <= d ==> fits(product_of(sizes, k));
        loop invariant nonzero == product_of(sizes, d) && nonzero >= 1;
        loop invariant empty != 0 <==> is_empty(sizes, d);
        loop assigns d, nonzero, empty;
        loop variant ndim - d; */
    for (int d = 0; d < ndim; d++) {
        nonzero = ra__numel_step(nonzero, sizes[d]);
        if (nonzero < 0)
            return -1;
        if (sizes[d] == 0)
            empty = true;
    }
    return !ra__bytes_fit(element, nonzero) ? -1 : empty ? 0 : nonzero;
}

int64_t ra__reach_of(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides)
{
    int64_t last = 0;
    bool empty = false;
    /*@ loop invariant 0 <= d <= ndim;
        loop invariant \forall integer k; 0 <= k < d ==> strides[k] >= 0;
        loop invariant \forall integer k; 0 <= k < d ==> fits(strides[k] * element);
        loop invariant empty != 0 <==> is_empty(sizes, d);
        loop assigns d, empty;
        loop variant ndim - d; */
    for (int d = 0; d < ndim; d++) {
        if (!ra__bytes_fit(element, strides[d]))
            return -1;
        if (sizes[d] == 0)
            empty = true;
    }
    if (empty)
        return 0;
    /*@ loop invariant 0 <= d <= ndim;
        loop invariant \forall integer k; 0 <= k <= d ==> fits(last_of(sizes, strides, k));
        loop invariant last == last_of(sizes, strides, d) && last >= 0;
        loop assigns d, last;
        loop variant ndim - d; */
    for (int d = 0; d < ndim; d++) {
        last = ra__extent_step(last, sizes[d], strides[d]);
        if (last < 0)
            return -1;
    }
    return last < INT64_MAX && ra__bytes_fit(element, last + 1) ? last + 1 : -1;
}
