/* Sizes of results, reckoned in 128 bits from what a call was given, of operators where a line or two say them. */
#ifndef TESTS_HELPERS_EXPECTED_SIZES_H
#define TESTS_HELPERS_EXPECTED_SIZES_H

#include <runahead.h>
#include <string.h>

typedef __int128 wide;

static inline wide window(wide in, wide kernel, wide stride, wide padding, wide dilation)
{
    return (in + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
}

static inline int64_t pair(const ra_arg *a, int k, int64_t otherwise)
{
    return a->kind != RA_ARG_DIMS ? otherwise : a->dims.values[a->dims.count > 1 ? k : 0];
}

/* The sizes of result 0 where a line or two say them; -1: they are not said here. */
static inline int expected_sizes(const ra_op *op, const ra_arg *a, wide *sizes)
{
    const char *name = ra_op_name(op);
    const ra_tensor *self = a[0].kind == RA_ARG_TENSOR ? a[0].tensor : NULL;
    int n = self ? ra_ndim(self) : 0;
    for (int d = 0; d < n; d++)
        sizes[d] = ra_size_bound(self, d);
    if (!strcmp(name, "linspace"))
        return sizes[0] = a[2].integer, 1;
    if (!strcmp(name, "eye"))
        return sizes[0] = a[0].integer, sizes[1] = a[1].kind != RA_ARG_INT || a[1].integer == -1 ? a[0].integer : a[1].integer, 2;
    if (a[0].kind == RA_ARG_DIMS || !strcmp(name, "randint")) {
        const ra_dims *list = a[0].kind == RA_ARG_DIMS ? &a[0].dims : &a[2].dims;
        for (int64_t d = 0; d < list->count; d++)
            sizes[d] = list->values[d];
        return (int)list->count;
    }
    if (!strcmp(name, "repeat")) {
        int m = (int)a[1].dims.count;
        for (int d = m - 1; d >= 0; d--)
            sizes[d] = (d >= m - n ? sizes[d - (m - n)] : 1) * a[1].dims.values[d];
        return m;
    }
    if (!strcmp(name, "flatten") && n && a[1].kind == RA_ARG_NONE && a[2].kind == RA_ARG_NONE) {
        for (int d = 1; d < n; d++)
            sizes[0] *= sizes[d];
        return 1;
    }
    if (!strcmp(name, "slice") && n) {
        int64_t given = a[1].kind == RA_ARG_INT ? a[1].integer : 0;
        int d = (int)(given < 0 ? given + n : given);
        wide from = a[2].kind == RA_ARG_INT ? a[2].integer : 0, to = a[3].kind == RA_ARG_INT ? a[3].integer : INT64_MAX, step = a[4].kind == RA_ARG_INT ? a[4].integer : 1;
        from += from < 0 ? sizes[d] : 0;
        to += to < 0 ? sizes[d] : 0;
        from = from < 0 ? 0 : from > sizes[d] ? sizes[d] : from;
        to = to < from ? from : to > sizes[d] ? sizes[d] : to;
        sizes[d] = (to - from + step - 1) / step;
        return n;
    }
    if (!strcmp(name, "conv2d")) {
        for (int k = 0; k < 2; k++)
            sizes[n - 2 + k] = window(sizes[n - 2 + k], ra_size_bound(a[1].tensor, 2 + k), pair(&a[3], k, 1), pair(&a[4], k, 0), pair(&a[5], k, 1));
        return sizes[n - 3] = ra_size_bound(a[1].tensor, 0), n;
    }
    if (!strcmp(name, "max_pool2d") && !(a[5].kind == RA_ARG_BOOL && a[5].boolean)) {
        for (int k = 0; k < 2; k++) {
            int64_t kernel = pair(&a[1], k, 1), stride = pair(&a[2], k, 0);
            sizes[n - 2 + k] = window(sizes[n - 2 + k], kernel, stride ? stride : kernel, pair(&a[3], k, 0), pair(&a[4], k, 1));
        }
        return n;
    }
    return -1;
}

static inline const char *check_sizes(const ra_op *op, const ra_arg *args, const ra_tensor *t)
{
    wide sizes[RA_MAX_DIMS + 4];
    int n = expected_sizes(op, args, sizes);
    if (n >= 0 && n != ra_ndim(t))
        return "its number of dimensions";
    for (int d = 0; d < n; d++)
        if (sizes[d] != ra_size_bound(t, d))
            return "its sizes";
    return NULL;
}

#endif
