#include "async/run/defined.h"

#include "async/pool/pool.h"
#include "async/thread/state.h"

enum { KEPT = 8 }; /* what is more is published at once */

static __thread struct {
    ra_task *of[KEPT];
    int count;
} made_ready;

void ra__publish_defined(ra_task *t)
{
    if (ra__tls.carried.within && made_ready.count < KEPT)
        made_ready.of[made_ready.count++] = t;
    else
        ra__publish(t);
}

void ra__tell_defined(void)
{
    const int count = made_ready.count;
    made_ready.count = 0;
    for (int i = 0; i < count; i++)
        ra__publish(made_ready.of[i]);
}
