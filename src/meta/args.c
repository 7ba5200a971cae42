/*
 * What every meta function needs of its arguments: refusals, dimensions, choices.
 */
#include "meta/meta.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

ra_status ra__refuse(ra_meta *m, ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(m->error, m->error_size, format, ap);
    va_end(ap);
    return status;
}

ra_status ra__check_dtype(ra_meta *m, ra_dtype dtype)
{
    if (ra__is_valid_dtype(dtype) && (m->op->dtypes >> dtype & 1))
        return RA_OK;
    return ra__refuse(m, RA_ERR_DTYPE, "not defined for dtype %s", ra_dtype_name(dtype));
}

int ra__arg_choice(const ra_meta *m, int arg)
{
    const char *const *choices = m->op->args[arg].choices;
    if (m->args[arg].kind != RA_ARG_STRING)
        return -1;
    for (int c = 0; choices && choices[c]; c++)
        if (!strcmp(choices[c], m->args[arg].string))
            return c;
    return -1;
}

ra_status ra__wrap_dim(ra_meta *m, int64_t dim, int ndim, int *out)
{
    int n = ndim ? ndim : 1;
    if (dim < -n || dim >= n)
        return ra__refuse(m, RA_ERR_SHAPE, "dim %lld is out of range for a tensor of %d dimensions (-%d to %d)", (long long)dim, ndim, n, n - 1);
    *out = (int)(dim < 0 ? dim + n : dim);
    return RA_OK;
}

ra_status ra__dims_mask(ra_meta *m, ra_dims dims, int ndim, bool empty_is_all, uint32_t *mask)
{
    *mask = 0;
    if (dims.count < 0 || !dims.values || (dims.count == 0 && empty_is_all)) {
        *mask = (1u << ndim) - 1;
        return RA_OK;
    }
    for (int64_t i = 0; i < dims.count; i++) {
        int d = 0;
        ra_status s = ra__wrap_dim(m, dims.values[i], ndim, &d);
        if (s)
            return s;
        if (*mask >> d & 1)
            return ra__refuse(m, RA_ERR_ARGUMENT, "dim %lld appears more than once", (long long)dims.values[i]);
        *mask |= 1u << d;
    }
    if (ndim == 0)
        *mask = 0;
    return RA_OK;
}
