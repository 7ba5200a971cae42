#include "async/values/prepared.h"

#include "async/os/os.h"
#include "async/thread/state.h"

struct ra__plan_block {
    struct ra__plan_block *next;
    _Alignas(16) char bytes[];
};

static void *plan_alloc(ra_plan *plan, size_t bytes)
{
    ra__prepared *p = ra__prepared_of(plan);
    bytes = (bytes + 15) & ~(size_t)15;
    if (bytes <= RA__PREPARED_ROOM - p->used) {
        p->used += bytes;
        return p->room + p->used - bytes;
    }
    struct ra__plan_block *b = ra__os_alloc(sizeof *b + bytes);
    if (!b)
        return NULL;
    b->next = p->more;
    p->more = b;
    return b->bytes;
}

ra__prepared *ra__prepared_new(const ra_op *op, ra_variant variant)
{
    ra__prepared *p = ra__os_alloc_aligned(64, sizeof *p);
    if (!p)
        return NULL;
    const uint64_t within = ra__tls.carried.within;
    p->plan = (ra_plan){.alloc = plan_alloc};
    p->op = op;
    p->name = !op ? "task" : within ? ra__ops[(within >> RA__WITHIN_AT) - 1].name : op->name;
    p->release_state = NULL;
    p->numbers = NULL;
    p->variant = variant;
    p->uses = 1;
    p->has_space = false;
    p->more = NULL;
    p->used = 0;
    if (op && op->use)
        op->use(op, 1);
    return p;
}

void ra__prepared_free(ra__prepared *p)
{
    if (p->op && p->op->use)
        p->op->use(p->op, -1);
    while (p->more) {
        struct ra__plan_block *b = p->more;
        p->more = b->next;
        ra__os_free(b);
    }
    ra__os_free(p);
}
