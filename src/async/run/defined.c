#include "async/run/defined.h"

#include "async/pool/pool.h"
#include "async/thread/state.h"

enum { KEPT = 8 }; /* what is more is published at once */

__thread int ra__defined_ready;
static __thread ra_task *made_ready[KEPT];

void ra__publish_defined(ra_task *t)
{
    if (ra__tls.carried.within && ra__defined_ready < KEPT)
        made_ready[ra__defined_ready++] = t;
    else
        ra__publish(t);
}

void ra__tell_some_defined(void)
{
    const int count = ra__defined_ready;
    ra__defined_ready = 0;
    for (int i = 0; i < count; i++)
        ra__publish(made_ready[i]);
}
