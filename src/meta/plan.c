#include "meta/plan.h"

#include <stdarg.h>
#include <stdio.h>

ra_status ra__fault(ra__run *r, ra_status status, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    vsnprintf(r->message, r->message_size, format, ap);
    va_end(ap);
    return status;
}
