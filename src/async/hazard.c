#include "async/hazard.h"

#include "async/graph.h"
#include "async/os.h"
#include "async/storage.h"

#include <string.h>

enum { BOUND = 64 }; /* entries a storage; past it they are joined */

/* ---- whether two views touch a common byte ---- */

/*
 * Views of equal strides are boxes in one grid. The second origin is written in the grid's coordinates, greatest stride
 * first; if no box reaches over the next greater stride, coordinates are unique, and boxes are apart where the intervals
 * of one dimension are.
 */
static bool boxes_apart(const ra_layout *a, const ra_layout *b, int64_t distance)
{
    if (!a || !b || a->ndim != b->ndim || a->dtype != b->dtype || a->ndim == 0)
        return false;
    if (memcmp(ra__strides(a), ra__strides(b), a->ndim * sizeof(int64_t)))
        return false;
    int64_t item = ra__element_bytes((ra_dtype)a->dtype), rest = distance / item, at[RA_MAX_DIMS];
    int order[RA_MAX_DIMS], n = a->ndim;
    if (distance % item)
        return false;
    for (int d = 0; d < n; d++) { /* descending strides */
        int k = d;
        for (; k > 0 && ra__strides(a)[order[k - 1]] < ra__strides(a)[d]; k--)
            order[k] = order[k - 1];
        order[k] = d;
    }
    for (int k = 0; k < n; k++) {
        int64_t stride = ra__strides(a)[order[k]];
        if (stride <= 0)
            return false;
        at[k] = rest / stride;
        rest %= stride;
    }
    if (rest)
        return false;
    int64_t reach = 0;
    bool apart = false;
    for (int k = n - 1; k >= 0; k--) {
        int64_t stride = ra__strides(a)[order[k]], na = ra__sizes(a)[order[k]], nb = ra__sizes(b)[order[k]];
        if (stride <= reach)
            return false;
        int64_t last = at[k] + nb > na ? at[k] + nb - 1 : na - 1;
        reach += last * stride;
        apart |= at[k] >= na;
    }
    return apart;
}

static bool touches(const ra__hazard *h, int64_t first, int64_t end, const ra_layout *layout)
{
    if (h->first >= end || first >= h->end)
        return false;
    return h->first <= first ? !boxes_apart(h->layout, layout, first - h->first) : !boxes_apart(layout, h->layout, h->first - first);
}

/* ---- entries ---- */

static bool is_done(const ra__hazard *h)
{
    uint64_t word = atomic_load_explicit(&h->task->word, memory_order_acquire);
    return ra__task_sequence(word) != h->sequence || ra__task_state(word) == RA__TASK_DONE;
}

static void empty(ra__hazards *hs)
{
    hs->count = hs->writers = 0;
}

/* There is room. Entries may be put back over themselves after emptying. */
static void put(ra__hazards *hs, const ra__hazard *h)
{
    hs->writers += h->writes;
    if (h != &hs->entries[hs->count])
        hs->entries[hs->count] = *h;
    hs->count++;
}

static void remove_done(ra__hazards *hs)
{
    int n = hs->count;
    empty(hs);
    for (int i = 0; i < n; i++)
        if (!is_done(&hs->entries[i]))
            put(hs, &hs->entries[i]);
}

/* Replaces entries (readers only, or all) by one task that waits for them. */
static bool join_entries(ra__hazards *hs, bool readers_only)
{
    ra_task *join = ra__graph_new(RA__TASK_JOIN);
    if (!join)
        return false;
    ra__hazard sum = {.first = INT64_MAX, .end = INT64_MIN, .task = join, .writes = !readers_only};
    sum.sequence = ra__task_number(join);
    bool complete = true;
    for (int i = 0; i < hs->count && complete; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (readers_only && h->writes)
            continue;
        if (i && hs->entries[i - 1].task == h->task) /* a job that names the storage twice; two edges would do no harm */
            complete = ra__graph_order(join, h->task, h->sequence);
        else
            complete = ra__graph_order_once(join, h->task, h->sequence);
        sum.first = h->first < sum.first ? h->first : sum.first;
        sum.end = h->end > sum.end ? h->end : sum.end;
    }
    if (complete) {
        int n = hs->count;
        empty(hs);
        for (int i = 0; i < n; i++)
            if (readers_only && hs->entries[i].writes)
                put(hs, &hs->entries[i]);
        put(hs, &sum);
    }
    if (ra__graph_commit(join))
        ra__graph_finish_join(join);
    return complete;
}

/* Room for `more` entries. */
static bool make_room(ra__hazards *hs, int more)
{
    if (hs->count + more > hs->room || hs->count >= BOUND)
        remove_done(hs);
    if (hs->count >= BOUND) {
        if (!join_entries(hs, hs->count - hs->writers > BOUND / 2))
            return false;
    }
    if (hs->count + more <= hs->room)
        return true;
    if (hs->count + more <= RA__FEW_HAZARDS) {
        hs->entries = hs->few;
        hs->room = RA__FEW_HAZARDS;
        return true;
    }
    int room = 4;
    while (room < hs->count + more)
        room *= 2;
    bool outside = hs->entries && hs->entries != hs->few;
    ra__hazard *entries = ra__os_realloc(outside ? hs->entries : NULL, (size_t)room * sizeof *entries);
    if (!entries)
        return false;
    if (!outside)
        memcpy(entries, hs->few, sizeof hs->few);
    hs->entries = entries;
    hs->room = room;
    return true;
}

void ra__hazards_free(ra__hazards *hs)
{
    if (hs->entries != hs->few)
        ra__os_free(hs->entries);
}

static void insert(ra__hazards *hs, const ra__hazard *h)
{
    int n = hs->count;
#ifdef RA__MUTANT_NO_READERS
    if (!h->writes) { /* the last reader stands for all since the last write */
        empty(hs);
        for (int i = 0; i < n; i++)
            if (hs->entries[i].writes)
                put(hs, &hs->entries[i]);
    }
#endif
    if (h->writes && h->dense) { /* what it covers ran before it */
        empty(hs);
        for (int i = 0; i < n; i++) {
            const ra__hazard *e = &hs->entries[i];
            if (!(e->first >= h->first && e->end <= h->end))
                put(hs, e);
        }
    }
    put(hs, h);
}

/* ---- operands ---- */

/* Reading a storage that nobody has written takes its memory, which is a write as far as others are concerned. */
static bool is_exclusive(const ra__operand *o)
{
    return o->writes || !o->storage->written;
}

static void range_of(const ra__operand *o, int64_t *first, int64_t *end)
{
    *first = o->first;
    *end = o->end;
    if (!o->storage->written || (o->writes && o->need > o->storage->capacity_recorded)) { /* memory is taken or moved: a write of all */
        *first = 0;
        *end = INT64_MAX;
    } else if (*end <= *first)
        *end = *first + 1; /* an empty view still has a place in the order */
}

/* An input needs no entry of its own where a result of the job touches all its bytes. */
static bool covered_by_result(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    for (int r = 0; r < j->results && r < k; r++) {
        const ra__operand *w = &j->operand[r];
        if (w->storage != o->storage || w->first > o->first || o->end > w->end)
            continue;
        if ((w->layout->flags & RA__DENSE) || (w->layout == o->layout && w->offset == o->offset))
            return true;
    }
    return false;
}

/* What a mutant of the library leaves out between jobs; whoever waits still waits for everything. */
static bool left_out(const ra_task *t, const ra__hazard *h, bool writes)
{
#if defined(RA__MUTANT_NO_RAW)
    return t->kind == RA__TASK_JOB && h->writes && !writes;
#elif defined(RA__MUTANT_NO_WAR)
    return t->kind == RA__TASK_JOB && !h->writes && writes;
#elif defined(RA__MUTANT_NO_WAW)
    return t->kind == RA__TASK_JOB && h->writes && writes;
#else
    (void)t, (void)h, (void)writes;
    return false;
#endif
}

static bool order_after(ra_task *t, ra_storage *s, int64_t first, int64_t end, const ra_layout *layout, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    if (!writes && !hs->writers)
        return true;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (h->task == t || !(writes || h->writes) || left_out(t, h, writes) || !touches(h, first, end, layout))
            continue;
        if (!ra__graph_order(t, h->task, h->sequence))
            return false;
    }
    return true;
}

bool ra__graph_after(ra_task *t, ra_storage *s, int64_t first, int64_t end, bool writes)
{
    return order_after(t, s, first, end > first ? end : first + 1, NULL, writes);
}

bool ra__graph_is_pending(ra_storage *s, int64_t first, int64_t end, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    if (!writes && !hs->writers)
        return false;
    end = end > first ? end : first + 1;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if ((writes || h->writes) && h->first < end && first < h->end && !is_done(h))
            return true;
    }
    return false;
}

const char ra__several[] = "several operators";

const char *ra__graph_pending_name(ra_storage *s, int64_t first, int64_t end, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    const char *name = NULL;
    end = end > first ? end : first + 1;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (!(writes || h->writes) || h->first >= end || first >= h->end || is_done(h))
            continue;
        const char *of = h->task->kind == RA__TASK_JOB ? ra__job_name(&h->task->job) : ra__several;
        if (name && strcmp(name, of))
            return ra__several;
        name = of;
    }
    return name;
}

bool ra__graph_is_free(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        int64_t first, end;
        if (!o->storage || ra__hazards_now(&o->storage->hazards)->count == 0)
            continue;
        range_of(o, &first, &end);
        if (ra__graph_is_pending(o->storage, first, end, is_exclusive(o)))
            return false;
    }
    return true;
}

static bool make_room_for(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (!s)
            continue;
        ra__hazards *hs = ra__hazards_now(&s->hazards);
        int wanted = 1;
        if (hs->count + j->operands <= hs->room && hs->count < BOUND)
            continue;
        for (int i = 0; i < k; i++)
            wanted += j->operand[i].storage == s;
        if (!make_room(hs, wanted))
            return false;
    }
    return true;
}

bool ra__graph_register(ra_task *t)
{
    ra__job *j = &t->job;
    if (!make_room_for(j))
        return false;
    for (int k = 0; k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        int64_t first, end;
        if (!o->storage)
            continue;
        range_of(o, &first, &end);
        if (!order_after(t, o->storage, first, end, end == o->end ? o->layout : NULL, is_exclusive(o)))
            return false;
    }
    uint64_t sequence = ra__task_number(t);
    for (int k = 0; k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        if (!o->storage || covered_by_result(j, k))
            continue;
        ra__hazard h = {.task = t, .sequence = sequence, .writes = is_exclusive(o)};
        range_of(o, &h.first, &h.end);
        h.dense = h.end != o->end || (o->layout->flags & RA__DENSE) != 0;
        h.layout = h.end == o->end ? ra__layout_lasting(o->layout) : NULL;
        insert(&o->storage->hazards, &h);
    }
    ra__graph_mark_written(j);
    return true;
}

void ra__graph_mark_written(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++) {
        const ra__operand *o = &j->operand[k];
        if (!o->storage)
            continue;
        bool takes = o->writes || !o->storage->written; /* a reader of memory that is there lets it be, whatever it needs */
        o->storage->written = true;
        if (takes && o->need > o->storage->capacity_recorded)
            o->storage->capacity_recorded = o->need;
    }
}
