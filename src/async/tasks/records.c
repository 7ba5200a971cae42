#include "async/tasks/records.h"

#include "async/os/region.h"
#include "async/os/room.h"

/*
 * Records are cut from slabs, in order, and stay records. A program that never has much in flight makes do with a little of the
 * heap; each slab doubles what there is, until that is worth whole regions.
 */
typedef struct slab {
    struct slab *next; /* the one before it, which is full */
    bool is_region;    /* else of the heap */
    int room, used;
    ra_task tasks[];
} slab;

enum { FIRST_ROOM = RA__ROOM(64, 3) };

static slab *slabs; /* the newest first */
static ra_task *free_records;
static int total;   /* the room of all slabs; of regions, no more than the first */

static slab *new_slab(void)
{
    int room = total > FIRST_ROOM ? total : FIRST_ROOM;
    bool is_region = (size_t)room * sizeof(ra_task) >= RA__REGION_BYTES / 2;
    if ((size_t)room * sizeof(ra_task) >= RA__REGION_BYTES / 8) /* soon */
        ra__region_want();
    slab *s = is_region ? ra__region_map() : NULL;
    if (s)
        room = (int)((RA__REGION_BYTES - sizeof *s) / sizeof(ra_task));
    else if ((is_region = false, s = ra__os_alloc(sizeof *s + (size_t)room * sizeof(ra_task))))
        total += room;
    if (s)
        *s = (slab){.is_region = is_region, .room = room};
    return s;
}

ra_task *ra__record_take(void)
{
    ra_task *t = free_records;
    if (t) {
        free_records = atomic_load_explicit(&t->link, memory_order_relaxed);
        return t;
    }
    if (!slabs || slabs->used == slabs->room) {
        slab *s = new_slab();
        if (!s)
            return NULL;
        s->next = slabs;
        slabs = s;
    }
    t = &slabs->tasks[slabs->used++];
    atomic_init(&t->word, RA__TASK_FREE);
    atomic_init(&t->waits, 0);
    return t;
}

void ra__record_give(ra_task *t)
{
    atomic_store_explicit(&t->link, free_records, memory_order_relaxed);
    free_records = t;
}

ra_task *ra__record_next(ra__record_cursor *c)
{
    if (!c->begun)
        *c = (ra__record_cursor){slabs, 0, true};
    slab *s = c->slab;
    while (s && c->at == s->used) {
        c->slab = s = s->next;
        c->at = 0;
    }
    return s ? &s->tasks[c->at++] : NULL;
}

void ra__record_each(void (*visit)(void *context, ra_task *t), void *context)
{
    for (slab *s = slabs; s; s = s->next)
        for (int i = 0; i < s->used; i++)
            visit(context, &s->tasks[i]);
}

void ra__records_free(void)
{
    while (slabs) {
        slab *next = slabs->next;
        if (slabs->is_region)
            ra__region_unmap(slabs);
        else
            ra__os_free(slabs);
        slabs = next;
    }
    ra__records_forget();
}

void ra__records_forget(void)
{
    slabs = NULL;
    free_records = NULL;
    total = 0;
}
