#include "meta/plan.h"

#include <stdarg.h>
#include <stdio.h>

bool ra__plan_has_elements(const ra_meta *m)
{
    for (int k = 0; k < m->in_count; k++)
        if (m->in[k].number || (m->in[k].layout && m->in[k].layout->numel > 0))
            return true;
    for (int i = 0; i < m->out_count; i++)
        if (ra__shape_numel(ra__out_shape(m, i)) > 0)
            return true;
    return false;
}

ra_status ra__fault(ra__run *r, ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(r->message, r->message_size, format, ap);
    va_end(ap);
    return status;
}
