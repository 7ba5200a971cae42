#include "async/tasks/hazard.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/room.h"
#include "async/tasks/graph.h"
#include "async/thread/stalls.h"
#include "async/values/storage.h"

#include <string.h>

enum {
    BOUND = RA__ROOM(64, 3),               /* entries a storage; past it they are joined */
    OLD = RA__ROOM(8, 1),                  /* of those that read, or of those that write, that are not */
    ENTRIES_MOST = RA__HAZARD_OPERAND + 1 /* of one job in a storage */
};

/* ---- whether two views touch a common byte ---- */

/* Bytes that may be touched. */
typedef struct span {
    int64_t first, end;
    const ra_layout *layout; /* for the test of disjoint boxes; or NULL */
    bool dense;              /* every byte of it is touched: a writer covers what lies within */
} span;

static bool touches(const span *a, const span *b)
{
    if (a->first >= b->end || b->first >= a->end)
        return false;
    return a->first <= b->first ? !ra__boxes_apart(a->layout, b->layout, b->first - a->first) : !ra__boxes_apart(b->layout, a->layout, a->first - b->first);
}

static bool lies_within(const span *a, const span *b)
{
    return a->first >= b->first && a->end <= b->end;
}

/* An empty view still has a place in the order. */
static span span_of(const ra__operand *o)
{
    int64_t end = ra__operand_end(o);
    return end > o->offset ? (span){o->offset, end, o->layout, (o->layout->flags & RA__DENSE) != 0} : (span){o->offset, o->offset + 1, NULL, true}; /* fits: at most RA__MOST_MEMORY, and one */
}

/* ---- entries ---- */

static bool is_done(const ra__hazard *h)
{
    uint64_t word = atomic_load_explicit(&h->task->word, memory_order_acquire);
    return ra__task_sequence(word) != ra__hazard_sequence(h) || ra__task_state(word) == RA__TASK_DONE;
}

/* Of an entry that is not done: then its record is as it was. Operands without a number of their own may touch anything. */
static span entry_span(const ra__hazard *h)
{
    const unsigned k = (unsigned)h->what & RA__HAZARD_OPERAND;
    if (h->task->kind == RA__TASK_JOIN)
        return (span){h->task->join.first, h->task->join.end, NULL, false};
    if (h->what & RA__HAZARD_WHOLE)
        return (span){0, INT64_MAX, NULL, true};
    return k < RA__HAZARD_OPERAND ? span_of(&h->task->job.operand[k]) : (span){0, INT64_MAX, NULL, false};
}

bool ra__hazard_meets(const ra__hazard *h, int64_t first, int64_t end)
{
    if (is_done(h))
        return false;
    const span one = entry_span(h);
    return one.first < end && first < one.end;
}

bool ra__hazard_writes_all(const ra__hazard *h, int64_t first, int64_t end)
{
    const unsigned k = (unsigned)h->what & RA__HAZARD_OPERAND;
    if (h->task->kind != RA__TASK_JOB || k >= (unsigned)h->task->job.results)
        return false;
    const span one = span_of(&h->task->job.operand[k]), all = {first, end, NULL, true};
    return one.dense && lies_within(&all, &one);
}

static void empty(ra__hazards *hs)
{
    hs->count = hs->writers = 0;
}

/* There is room. */
static void put(ra__hazards *hs, ra__hazard h)
{
    hs->writers += ra__hazard_writes(&h);
    hs->entries[hs->count++] = h;
}

static void remove_done(ra__hazards *hs)
{
    int n = hs->count;
    empty(hs);
    for (int i = 0; i < n; i++)
        if (!is_done(&hs->entries[i]))
            put(hs, hs->entries[i]);
}

/* How many of the oldest stay by themselves: one that takes long would keep what it is joined with, and what that is joined with, again and
 * again. Two at least are joined. */
static int stay_out(int of)
{
    return of - 2 < OLD ? of - 2 : OLD;
}

/* Of an entry that is not done: a join, or what has taken the place of all that were there before it. */
static bool stands_for_others(const ra__hazard *h)
{
    return h->task->kind == RA__TASK_JOIN || h->what & RA__HAZARD_WHOLE;
}

/* Replaces the readers, or the writers, two at least, but for the oldest by one task that waits for them. What stands for others is always among
 * them, so that there is one of those that read, and of those that write, to look behind. Seldom, and not in the way of those who need it not. */
static __attribute__((noinline, cold)) bool join_entries(ra_storage *s, bool writers)
{
    ra__hazards *hs = &s->hazards;
    ra_task *join = ra__graph_new(RA__TASK_JOIN);
    if (!join)
        return false;
    bool complete = true, joined[BOUND + ENTRIES_MOST];
    int out = stay_out(writers ? hs->writers : hs->count - hs->writers);
    join->join.first = INT64_MAX;
    join->join.end = INT64_MIN;
    join->join.written = writers ? s : NULL;
    for (int i = 0; i < hs->count && complete; i++) {
        const ra__hazard *h = &hs->entries[i];
        joined[i] = ra__hazard_writes(h) == writers && (is_done(h) || stands_for_others(h) || out-- <= 0);
        if (!joined[i] || is_done(h))
            continue;
        complete = ra__graph_order(join, h->task, ra__hazard_sequence(h));
        if (h->what & RA__HAZARD_WHOLE && h->task->kind == RA__TASK_JOB) /* the join does not say so */
            h->task->job.moves |= ra__job_moves_bit(h->what & RA__HAZARD_OPERAND);
        const span one = entry_span(h);
        join->join.first = one.first < join->join.first ? one.first : join->join.first;
        join->join.end = one.end > join->join.end ? one.end : join->join.end;
    }
    if (complete) {
        int n = hs->count;
        empty(hs);
        for (int i = 0; i < n; i++)
            if (!joined[i])
                put(hs, hs->entries[i]);
        put(hs, (ra__hazard){join, ra__task_number(join) << 8 | (writers ? RA__HAZARD_WRITES : 0)});
    }
    if (ra__graph_commit(join))
        ra__graph_finish_join(join);
    return complete;
}

/* Room for `more` entries. */
static bool make_room(ra_storage *s, int more)
{
    ra__hazards *hs = &s->hazards;
    if (hs->count + more > ra__hazards_room(hs) || hs->count >= BOUND)
        remove_done(hs);
    while (hs->count >= BOUND)
        if (!join_entries(s, hs->writers > hs->count / 2))
            return false;
    if (hs->count + more <= ra__hazards_room(hs))
        return true;
    unsigned bits = 2;
    while (1 << bits < hs->count + more)
        bits++;
    bool outside = hs->entries != hs->few;
    ra__hazard *entries = ra__os_realloc(outside ? hs->entries : NULL, sizeof *entries << bits);
    if (!entries)
        return false;
    if (!outside)
        memcpy(entries, hs->few, sizeof hs->few);
    hs->entries = entries;
    hs->room_bits = bits;
    return true;
}

/* What a writer that touches all its bytes covers has run before it. */
static __attribute__((noinline)) void remove_covered(ra__hazards *hs, const ra__hazard *h, const span *of)
{
    int n = hs->count;
    if (of->end == INT64_MAX)
        h->task->job.moves |= ra__job_moves_bit(h->what & RA__HAZARD_OPERAND);
    empty(hs);
    for (int i = 0; i < n && of->end != INT64_MAX; i++) {
        const ra__hazard e = hs->entries[i];
        if (is_done(&e))
            continue;
        const span one = entry_span(&e);
        if (!lies_within(&one, of))
            put(hs, e);
    }
}

static __attribute__((noinline)) void remove_readers(ra__hazards *hs)
{
    int n = hs->count;
    empty(hs);
    for (int i = 0; i < n; i++)
        if (ra__hazard_writes(&hs->entries[i]))
            put(hs, hs->entries[i]);
}

/* ---- operands ---- */

/* Reading a storage that nobody has written takes its memory, which is a write as far as others are concerned. */
static bool is_exclusive(const ra__operand *o)
{
    return o->writes || !o->storage->hazards.written;
}

/* Memory is taken or moved: a write of all. */
static bool is_whole(const ra__operand *o)
{
    return !o->storage->hazards.written || (o->writes && o->need > o->storage->capacity_recorded);
}

static span range_of(const ra__operand *o)
{
    return is_whole(o) ? (span){0, INT64_MAX, NULL, true} : span_of(o);
}

/* An input that is the one before it again (a list of tensors may name the same one many times). */
static bool is_repeated(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k], *before = o - 1;
    return k > j->results && before->storage == o->storage && before->layout == o->layout && before->offset == o->offset;
}

/* An input needs no entry of its own where a result of the job touches all its bytes. */
static bool is_covered(const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    for (int r = 0; r < j->results && r < k; r++) {
        const ra__operand *w = &j->operand[r];
        if (w->storage != o->storage || w->offset > o->offset || ra__operand_end(o) > ra__operand_end(w))
            continue;
        if ((w->layout->flags & RA__DENSE) || (w->layout == o->layout && w->offset == o->offset))
            return true;
    }
    return false;
}

/* What a mutant of the library leaves out between jobs; whoever waits still waits for everything. */
static bool left_out(const ra_task *t, const ra__hazard *h, bool writes)
{
    bool before = ra__hazard_writes(h);
    return t->kind == RA__TASK_JOB && ((RA__MUTANT(NO_RAW) && before && !writes) || (RA__MUTANT(NO_WAR) && !before && writes) || (RA__MUTANT(NO_WAW) && before && writes));
}

static bool order_after(ra_task *t, ra_storage *s, const span *of, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    if (!writes && !hs->writers)
        return true;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (h->task == t || !(writes || ra__hazard_writes(h)) || left_out(t, h, writes) || is_done(h))
            continue;
        const span one = entry_span(h);
        if (touches(&one, of) && !ra__graph_order(t, h->task, ra__hazard_sequence(h)))
            return false;
    }
    return true;
}

bool ra__graph_after(ra_task *t, ra_storage *s, int64_t first, int64_t end, bool writes)
{
    return order_after(t, s, &(span){first, end > first ? end : first + 1, NULL, false}, writes);
}

/* With `unasked`, of those alone that have not begun and that nobody has asked for. */
static bool any_pending(ra_storage *s, int64_t first, int64_t end, bool writes, bool unasked)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    if (!writes && !hs->writers)
        return false;
    end = end > first ? end : first + 1;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if ((writes || ra__hazard_writes(h)) && ra__hazard_meets(h, first, end) && !(unasked && ra__task_needs_no_ask(h->task)))
            return true;
    }
    return false;
}

bool ra__graph_is_pending(ra_storage *s, int64_t first, int64_t end, bool writes)
{
    return any_pending(s, first, end, writes, false);
}

bool ra__graph_is_unasked(ra_storage *s, int64_t first, int64_t end)
{
    return any_pending(s, first, end, false, true);
}

const char *ra__graph_pending_name(ra_storage *s, int64_t first, int64_t end, bool writes)
{
    const ra__hazards *hs = ra__hazards_now(&s->hazards);
    const char *name = NULL;
    end = end > first ? end : first + 1;
    for (int i = 0; i < hs->count; i++) {
        const ra__hazard *h = &hs->entries[i];
        if (!(writes || ra__hazard_writes(h)) || !ra__hazard_meets(h, first, end))
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
        if (!o->storage || ra__hazards_now(&o->storage->hazards)->count == 0)
            continue;
        const span of = range_of(o);
        if (ra__graph_is_pending(o->storage, of.first, of.end, is_exclusive(o)))
            return false;
    }
    return true;
}

/*
 * For the entries of a job's operands up to the one. Of those before it that found room without asking (has_room), whichever storages
 * they are of, there are no more than there is room; the others have asked.
 */
static inline bool has_room(const ra__hazards *hs, int k)
{
    return k < ra__hazards_room(hs) - hs->count && hs->count < BOUND;
}

static __attribute__((noinline)) bool make_room_for(const ra__job *j, int k)
{
    ra_storage *s = j->operand[k].storage;
    ra__hazards *hs = &s->hazards;
    int free = ra__hazards_room(hs) - hs->count;
    if (hs->asked < ENTRIES_MOST)
        hs->asked++;
    int wanted = (int)hs->asked;
    for (int i = 0; i < k && i < free; i++)
        wanted += j->operand[i].storage == s;
    return make_room(s, wanted);
}

static inline void mark_written(const ra__operand *o)
{
    ra_storage *s = o->storage;
    bool takes = is_exclusive(o); /* a reader of memory that is there lets it be, whatever it needs */
    s->hazards.written = true;
    if (takes && o->need > s->capacity_recorded)
        s->capacity_recorded = o->need;
}

static __attribute__((noinline)) bool order_in_range(ra_task *t, const ra__operand *o)
{
    const span of = range_of(o);
    return order_after(t, o->storage, &of, is_exclusive(o));
}

/* Edges from what operand k must come after, and room for its entry. */
static inline bool order_operand(ra_task *t, int k)
{
    const ra__operand *o = &t->job.operand[k];
    const ra__hazards *hs = ra__hazards_now(&o->storage->hazards);
    if (!has_room(hs, k) && !make_room_for(&t->job, k))
        return false;
    return hs->count == 0 || (!hs->writers && !is_exclusive(o)) || order_in_range(t, o);
}

/* Of operands without a number of their own one entry says all. They are inputs. */
static bool is_entered(const ra_task *t, int k)
{
    const ra__hazards *hs = &t->job.operand[k].storage->hazards;
    if (k < RA__HAZARD_OPERAND || hs->count == 0)
        return false;
    const ra__hazard *last = &hs->entries[hs->count - 1];
    return last->task == t && (last->what & RA__HAZARD_OPERAND) == RA__HAZARD_OPERAND;
}

/* An entry that writes, in place of what it covers. */
static inline void enter_writer(const ra__operand *o, ra__hazard h)
{
    ra__hazards *hs = &o->storage->hazards;
    const bool whole = is_whole(o);
    h.what |= RA__HAZARD_WRITES | (whole ? RA__HAZARD_WHOLE : 0);
    if (hs->count) {
        const span of = range_of(o);
        if (of.dense)
            remove_covered(hs, &h, &of);
    }
    put(hs, h);
}

static inline void enter_operand(ra_task *t, int k, uint64_t number)
{
    const ra__operand *o = &t->job.operand[k];
    ra__hazards *hs = &o->storage->hazards;
    const ra__hazard h = {t, number << 8 | (uint64_t)(k < RA__HAZARD_OPERAND ? k : RA__HAZARD_OPERAND)};
    hs->asked = 0;
    if (is_exclusive(o)) {
        enter_writer(o, h);
        mark_written(o);
        return;
    }
    if (RA__MUTANT(NO_READERS))
        remove_readers(hs);
    hs->entries[hs->count++] = h;
}

/* What the operands up to the one have asked for is not needed. */
static bool give_up(const ra__job *j, int k)
{
    for (; k >= 0; k--)
        if (j->operand[k].storage)
            j->operand[k].storage->hazards.asked = 0;
    return false;
}

/* Input k, which only reads, of a job of few: what it must come after is before it, and there is room for its entry beside those of the
 * inputs before it. False: it is not that simple. */
static inline bool is_plain_input(ra_task *t, const ra__job *j, int k)
{
    const ra__operand *o = &j->operand[k];
    const ra__hazards *hs = ra__hazards_now(&o->storage->hazards);
    int wanted = hs->count + 1;
    for (int i = 1; i < k; i++)
        wanted += j->operand[i].storage == o->storage;
    if (!hs->written || wanted > ra__hazards_room(hs) || hs->count >= BOUND || RA__MUTANT(NO_READERS))
        return false;
    return !hs->writers || order_in_range(t, o);
}

/*
 * Most jobs make one result and read a few others, which have their memory: as below, but once over the operands where there is
 * nothing to be made room for. False: nothing has been entered, and the edges that were made are found again.
 */
static bool register_plain(ra_task *t)
{
    const ra__job *j = &t->job;
    if (j->results != 1 || j->operands > RA__JOB_OPERANDS || !j->operand[0].fresh)
        return false;
    for (int k = 1; k < j->operands; k++)
        if (j->operand[k].storage && !is_plain_input(t, j, k))
            return false;
    const uint64_t what = ra__task_number(t) << 8;
    ra_storage *made = j->operand[0].storage;
    put(ra__hazards_now(&made->hazards), (ra__hazard){t, what | RA__HAZARD_WRITES | RA__HAZARD_WHOLE});
    mark_written(&j->operand[0]);
    for (int k = 1; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (s && !is_repeated(j, k))
            s->hazards.entries[s->hazards.count++] = (ra__hazard){t, what | (uint64_t)k};
    }
    return true;
}

bool ra__graph_register(ra_task *t)
{
    const ra__job *j = &t->job;
    if (register_plain(t))
        return true;
    const uint64_t number = ra__task_number(t);
    for (int k = 0; k < j->operands; k++)
        if (j->operand[k].storage && !is_repeated(j, k) && !order_operand(t, k))
            return give_up(j, k);
    for (int k = 0; k < j->operands; k++)
        if (j->operand[k].storage && !is_repeated(j, k) && !is_covered(j, k) && !is_entered(t, k)) /* what covers it is entered */
            enter_operand(t, k, number);
    return true;
}

void ra__graph_mark_made(const ra__job *j)
{
    for (int r = 0; r < j->results; r++)
        mark_written(&j->operand[r]);
}

void ra__graph_mark_written(const ra__job *j)
{
    for (int k = 0; k < j->operands; k++)
        if (j->operand[k].storage)
            mark_written(&j->operand[k]);
}
