#include "async/run/defined.h"

#include "async/pool/pool.h"
#include "async/thread/state.h"

enum { KEPT = 8 }; /* what is more is published at once */

static __thread struct {
    ra_task *of[KEPT];
    int count;
} defined;

void ra__publish_defined(ra_task *t)
{
    if (ra__tls.carried.within && defined.count < KEPT)
        defined.of[defined.count++] = t;
    else
        ra__publish(t);
}

void ra__tell_defined(void)
{
    const int count = defined.count;
    defined.count = 0;
    for (int i = 0; i < count; i++)
        ra__publish(defined.of[i]);
}
