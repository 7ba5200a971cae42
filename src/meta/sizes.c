#include "meta/sizes.h"

bool ra__numel_fits(int64_t element, int ndim, const int64_t *sizes, int64_t *numel)
{
    int64_t nonzero = 1, bytes;
    bool empty = false;
    for (int d = 0; d < ndim; d++) {
        if (!ra__numel_step(sizes[d], &nonzero))
            return false;
        empty |= sizes[d] == 0;
    }
    *numel = empty ? 0 : nonzero;
    return ra__product_fits(nonzero, element, &bytes);
}

bool ra__extent_fits(int64_t element, int ndim, const int64_t *sizes, const int64_t *strides, int64_t *extent)
{
    int64_t last = 0, bytes;
    bool empty = false;
    *extent = 0;
    for (int d = 0; d < ndim; d++) {
        if (strides[d] < 0 || !ra__product_fits(strides[d], element, &bytes))
            return false;
        empty |= sizes[d] == 0;
    }
    for (int d = 0; !empty && d < ndim; d++)
        if (!ra__extent_step(sizes[d], strides[d], &last))
            return false;
    return empty || (ra__sum_fits(last, 1, extent) && ra__product_fits(*extent, element, &bytes));
}
