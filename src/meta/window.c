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
