#include "meta/window.h"

ra_status ra__window_pair(ra_meta *m, int arg, const char *name, int64_t least, int64_t pair[2])
{
    ra_dims d = ra__arg_dims(m, arg);
    if (d.count != 1 && d.count != 2)
        return ra__refuse(m, RA_ERR_ARGUMENT, "%s takes 1 or 2 values, got %lld", name, (long long)d.count);
    for (int k = 0; k < 2; k++) {
        pair[k] = d.values[d.count == 2 ? k : 0];
        if (pair[k] < least)
            return ra__refuse(m, RA_ERR_ARGUMENT, "%s must be at least %lld, got %lld", name, (long long)least, (long long)pair[k]);
    }
    return RA_OK;
}

/* Whose table of places takes 512 MiB. */
enum { MOST_IN_WINDOW = 1 << 26 };

ra_status ra__window_settle(ra_meta *m, struct ra__window_pre *pre, int64_t channels)
{
    int64_t padded[2];
    for (int k = 0; k < 2; k++) {
        padded[k] = pre->in[k] + pre->padding[k] + pre->behind[k]; /* fits: the windows have been counted in it */
        if (pre->out[k] == 1)
            pre->stride[k] = 1;
        if (pre->kernel[k] == 1)
            pre->dilation[k] = 1;
    }
    if (m->device == RA_META)
        return RA_OK;
    if (ra__capped_product(ra__capped_product(padded[0], padded[1]), channels) > RA__MOST_ELEMENTS)
        return ra__refuse(m, RA_ERR_OVERFLOW, "padded planes of %lld by %lld have more than the %lld elements that a kernel goes through",
                          (long long)padded[0], (long long)padded[1], (long long)RA__MOST_ELEMENTS);
    if (ra__capped_product(ra__capped_product(pre->kernel[0], pre->kernel[1]), channels) > MOST_IN_WINDOW)
        return ra__refuse(m, RA_ERR_UNSUPPORTED, "a window of %lld by %lld has more than %d elements", (long long)pre->kernel[0],
                          (long long)pre->kernel[1], (int)MOST_IN_WINDOW);
    return RA_OK;
}
