/*
 * Poison on the bytes of storages: set, cleared, found. See failure.h.
 *
 * What a failure lies on is a spot: a view, and which of its elements still fail. Elements are cleared by bits, which come
 * when a part of a spot is overwritten; a spot all of which was overwritten is over. A storage's spots stand in a list that
 * is never changed: who adds a spot, or has cleared the last element of one, makes a new list, without those that are over,
 * and puts it in place by compare-and-swap. A list is of chunks of neighbours, which the new one shares with the old one but
 * for those that differ, so that many parts of one storage may fail and recover one by one. The list that was replaced is freed when nobody reads: readers are counted, and
 * whoever comes after the count was seen at 0 finds a later list. Nobody waits for anybody.
 *
 * An element is in one spot at most, so there are never more than there are elements that fail.
 */
#include "async/values/failure.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/room.h"
#include "async/values/intern.h"

#include <string.h>

/* ---- the bytes of a view, as runs in a window ---- */

typedef bool visit_run(void *context, int64_t first, int64_t end); /* false: enough */

typedef struct walk {
    int ndim;
    int64_t size[RA_MAX_DIMS], step[RA_MAX_DIMS]; /* bytes, greatest first */
    int64_t reach[RA_MAX_DIMS + 1];               /* of dimension k and those behind it; the last is one run */
    int64_t first, end;                           /* the window */
    visit_run *visit;
    void *context;
} walk;

static void add_dim(walk *w, int64_t size, int64_t step)
{
    int k = w->ndim++;
    for (; k > 0 && w->step[k - 1] < step; k--) {
        w->size[k] = w->size[k - 1];
        w->step[k] = w->step[k - 1];
    }
    w->size[k] = size;
    w->step[k] = step;
}

static bool walk_from(const walk *w, int k, int64_t at)
{
    if (k == w->ndim) {
        const int64_t first = at > w->first ? at : w->first, end = at + w->reach[k];
        return w->visit(w->context, first, end < w->end ? end : w->end);
    }
    const int64_t before = w->first - at - w->reach[k + 1]; /* what lies so far away ends where the window begins */
    for (int64_t i = before < 0 ? 0 : before / w->step[k] + 1; i < w->size[k] && at + i * w->step[k] < w->end; i++)
        if (!walk_from(w, k + 1, at + i * w->step[k]))
            return false;
    return true;
}

/* Those of b's bytes that lie in [first, end), each run once (where elements share memory, perhaps more often). */
static bool each_run(const ra__bytes *b, int64_t first, int64_t end, visit_run *visit, void *context)
{
    walk w = {.first = first, .end = end, .visit = visit, .context = context};
    const ra_layout *l = b->layout;
    for (int d = 0; l && d < l->ndim; d++)
        if (ra__sizes(l)[d] > 1 && ra__strides(l)[d] > 0)
            add_dim(&w, ra__sizes(l)[d], ra__strides(l)[d] * ra__itemsize(l)); /* fits: a stride in bytes */
    int64_t run = l ? ra__itemsize(l) : b->end - b->first;
    for (; w.ndim && w.step[w.ndim - 1] == run; w.ndim--)
        run *= w.size[w.ndim - 1];
    w.reach[w.ndim] = run;
    for (int k = w.ndim - 1; k >= 0; k--)
        w.reach[k] = w.reach[k + 1] + (w.size[k] - 1) * w.step[k];
    return b->first >= end || b->first + w.reach[0] <= first || walk_from(&w, 0, b->first);
}

/* A view without gaps is its range. */
static ra__bytes simplest(ra__bytes b)
{
    if (b.layout && b.layout->flags & RA__DENSE)
        b.layout = NULL;
    return b;
}

static bool overlap(const ra__bytes *a, const ra__bytes *b)
{
    return a->first < b->end && b->first < a->end;
}

static bool is_within(const ra__bytes *a, const ra__bytes *b)
{
    if (a->first < b->first || a->end > b->end)
        return false;
    return !b->layout || (a->first == b->first && a->end == b->end && a->layout == b->layout);
}

/* ---- spots: what one failure lies on ---- */

typedef struct ra__spot {
    _Atomic int32_t refs;   /* of lists */
    ra__bytes bytes;        /* the layout is held */
    int64_t unit;           /* bytes that fail and are cleared together: those of an element */
    ra__failure *failure;   /* held */
    int64_t units;          /* at first */
    _Atomic int64_t left;   /* units that still fail: with 0 it is over */
    _Atomic(_Atomic uint64_t *) bits; /* which: a bit for each unit from bytes.first; NULL as long as it is all of them */
} ra__spot;

static void free_spot(ra__spot *s)
{
    ra__failure_drop(s->failure);
    if (s->bytes.layout)
        ra__layout_unref(s->bytes.layout);
    ra__os_free((void *)atomic_load_explicit(&s->bits, memory_order_relaxed));
    ra__os_free(s);
}

static void drop_spot(ra__spot *s)
{
    if (atomic_fetch_sub_explicit(&s->refs, 1, memory_order_acq_rel) == 1)
        free_spot(s);
}

static int64_t units_left(const ra__spot *s)
{
    return atomic_load_explicit(&s->left, memory_order_relaxed);
}

static bool is_untouched(const ra__spot *s)
{
    return units_left(s) == s->units;
}

/* Bits of a unit's number on, in a word; of those in [from, to). */
static uint64_t mask_of(int64_t word, int64_t from, int64_t to)
{
    uint64_t mask = ~UINT64_C(0);
    if (from > word * 64)
        mask &= ~UINT64_C(0) << (from - word * 64);
    if (to < word * 64 + 64)
        mask &= ~(~UINT64_C(0) << (to - word * 64));
    return mask;
}

typedef struct bits {
    const ra__spot *spot;
    _Atomic uint64_t *word;
    int64_t changed; /* units */
} bits;

static bool set_run(void *context, int64_t first, int64_t end)
{
    bits *b = context;
    const int64_t from = (first - b->spot->bytes.first) / b->spot->unit, to = (end - b->spot->bytes.first + b->spot->unit - 1) / b->spot->unit;
    for (int64_t i = from / 64; i * 64 < to; i++) {
        const uint64_t mask = mask_of(i, from, to), was = atomic_fetch_or_explicit(&b->word[i], mask, memory_order_relaxed);
        b->changed += __builtin_popcountll(mask & ~was);
    }
    return true;
}

/* Units that are overwritten in part stay. */
static bool clear_run(void *context, int64_t first, int64_t end)
{
    bits *b = context;
    const int64_t from = (first - b->spot->bytes.first + b->spot->unit - 1) / b->spot->unit, to = (end - b->spot->bytes.first) / b->spot->unit;
    for (int64_t i = from / 64; from < to && i * 64 < to; i++) {
        const uint64_t mask = mask_of(i, from, to), was = atomic_fetch_and_explicit(&b->word[i], ~mask, memory_order_relaxed);
        b->changed += __builtin_popcountll(mask & was);
    }
    return true;
}

/* Goes on while there are none. */
static bool miss_run(void *context, int64_t first, int64_t end)
{
    bits *b = context;
    const int64_t from = (first - b->spot->bytes.first) / b->spot->unit, to = (end - b->spot->bytes.first + b->spot->unit - 1) / b->spot->unit;
    for (int64_t i = from / 64; i * 64 < to; i++)
        if (atomic_load_explicit(&b->word[i], memory_order_relaxed) & mask_of(i, from, to))
            return false;
    return true;
}

static bool miss_nothing(void *context, int64_t first, int64_t end)
{
    (void)context, (void)first, (void)end;
    return false;
}

/* 32 MiB of bits: a result that could not have its memory may be of any size, and a thread goes through them all. */
static const int64_t MOST_BITS = INT64_C(1) << 28;

/* The bits of all of it; without memory, or of too many, there is no word. */
static bits all_bits(const ra__spot *s)
{
    const int64_t units = (s->bytes.end - s->bytes.first + s->unit - 1) / s->unit;
    if (units > MOST_BITS)
        return (bits){.spot = s};
    bits all = {.spot = s, .word = ra__os_calloc((size_t)(units / 64 + 1), sizeof *all.word)};
    if (all.word)
        (void)each_run(&s->bytes, s->bytes.first, s->bytes.end, set_run, &all);
    return all;
}

/* Its bits, from now on; NULL when out of memory. Several threads may want them at once. */
static _Atomic uint64_t *bits_of(ra__spot *s)
{
    _Atomic uint64_t *there = atomic_load_explicit(&s->bits, memory_order_acquire);
    if (there)
        return there;
    bits made = all_bits(s);
    if (!made.word || atomic_compare_exchange_strong_explicit(&s->bits, &there, made.word, memory_order_acq_rel, memory_order_acquire))
        return made.word;
    ra__os_free((void *)made.word);
    return there;
}

static ra__spot *new_spot(const ra__bytes *b, int64_t unit, ra__failure *f)
{
    ra__spot *s = ra__os_calloc(1, sizeof *s);
    if (!s)
        return NULL;
    atomic_init(&s->refs, 1);
    s->bytes = *b;
    if (b->layout)
        ra__layout_ref(b->layout);
    s->unit = unit;
    s->units = b->layout ? b->layout->numel : (b->end - b->first + unit - 1) / unit;
    if (b->layout && b->layout->flags & RA__SELF_OVERLAP) { /* elements may share a unit */
        const bits counted = all_bits(s);
        s->units = counted.word ? counted.changed : s->units;
        atomic_init(&s->bits, counted.word);
    }
    s->failure = ra__failure_ref(f);
    atomic_init(&s->left, s->units);
    return s;
}

/* Whether one of the bytes fails. Without memory for the bits: perhaps, which counts as yes. */
static bool is_on(ra__spot *s, const ra__bytes *b)
{
    if (is_within(&s->bytes, b))
        return true;
    bits at = {.spot = s, .word = atomic_load_explicit(&s->bits, memory_order_relaxed)}; /* whether there are any; bits_of acquires them */
    if (!at.word && !b->layout)
        return !each_run(&s->bytes, b->first, b->end, miss_nothing, NULL);
    if (!at.word && !s->bytes.layout)
        return !each_run(b, s->bytes.first, s->bytes.end, miss_nothing, NULL);
    at.word = bits_of(s);
    return !at.word || !each_run(b, s->bytes.first, s->bytes.end, miss_run, &at);
}

/* The bytes are well. True if that was the last of it. Without memory for the bits it stays: an error too many, never one too few. */
static bool wipe(ra__spot *s, const ra__bytes *b)
{
    if (is_within(&s->bytes, b))
        return atomic_exchange_explicit(&s->left, 0, memory_order_relaxed) > 0;
    bits at = {.spot = s, .word = bits_of(s)};
    if (!at.word)
        return false;
    (void)each_run(b, s->bytes.first, s->bytes.end, clear_run, &at);
    return at.changed && atomic_fetch_sub_explicit(&s->left, at.changed, memory_order_relaxed) == at.changed;
}

/* Of a spot that nobody else knows yet: what fails already because of the other. */
static void leave_out(ra__spot *s, ra__spot *other)
{
    bits mine = {.spot = s, .word = bits_of(s)};
    const _Atomic uint64_t *word = atomic_load_explicit(&other->bits, memory_order_acquire);
    const int64_t first = other->bytes.first > s->bytes.first ? other->bytes.first : s->bytes.first;
    const int64_t end = other->bytes.end < s->bytes.end ? other->bytes.end : s->bytes.end;
    if (!mine.word)
        return;
    if (!word)
        (void)each_run(&other->bytes, first, end, clear_run, &mine);
    for (int64_t i = (first - other->bytes.first) / other->unit; word && other->bytes.first + i * other->unit < end; i++)
        if (atomic_load_explicit(&word[i / 64], memory_order_relaxed) >> i % 64 & 1) {
            const int64_t at = other->bytes.first + i * other->unit, behind = at + other->unit;
            (void)clear_run(&mine, at > first ? at : first, behind < end ? behind : end);
        }
    atomic_fetch_sub_explicit(&s->left, mine.changed, memory_order_relaxed);
}

/* ---- lists ---- */

/* Neighbours, by where they begin. Never changed once it is in a list, and shared by the lists that have the same there. */
enum { CHUNK = RA__ROOM(128, 1) };

typedef struct chunk {
    _Atomic int32_t refs; /* of lists */
    int count;            /* 1 to CHUNK */
    int64_t first, end;   /* what they lie in */
    ra__spot *spot[];
} chunk;

struct ra__spots {
    ra__spots *next; /* that is of no more use either */
    int count;
    chunk *chunk[];
};

static void drop_chunk(chunk *c)
{
    if (atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) > 1)
        return;
    for (int i = 0; i < c->count; i++)
        drop_spot(c->spot[i]);
    ra__os_free(c);
}

static void free_list(ra__spots *l)
{
    for (int i = 0; i < l->count; i++)
        drop_chunk(l->chunk[i]);
    ra__os_free(l);
}

static bool may_meet(const chunk *c, const ra__bytes *b)
{
    return c->first < b->end && b->first < c->end;
}

/* Goes over what is not over and may meet b. */
typedef struct meeting {
    const ra__spots *list; /* NULL: none */
    const ra__bytes *b;
    int chunk, spot;
} meeting;

static ra__spot *next_met(meeting *m)
{
    for (; m->list && m->chunk < m->list->count; m->chunk++, m->spot = 0) {
        const chunk *c = m->list->chunk[m->chunk];
        while (may_meet(c, m->b) && m->spot < c->count) {
            ra__spot *s = c->spot[m->spot++];
            if (units_left(s) > 0 && overlap(&s->bytes, m->b))
                return s;
        }
    }
    return NULL;
}

static const ra__spots *enter(ra__poison *p)
{
    atomic_fetch_add_explicit(&p->readers, 1, memory_order_acquire);
    return atomic_load_explicit(&p->now, memory_order_acquire);
}

static void retire(ra__poison *p, ra__spots *l)
{
    l->next = atomic_load_explicit(&p->retired, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&p->retired, &l->next, l, memory_order_release, memory_order_relaxed))
        ;
}

/*
 * Frees the lists that are out of use if nobody reads. Who takes a list out of use is a reader himself, and counts himself off behind
 * that: so who counts himself in after him finds the present list, and all others are counted wherever he is not.
 */
static void leave(ra__poison *p)
{
    atomic_fetch_sub_explicit(&p->readers, 1, memory_order_release);
    if (!atomic_load_explicit(&p->retired, memory_order_relaxed))
        return;
    ra__spots *l = atomic_exchange_explicit(&p->retired, NULL, memory_order_acquire);
    bool unread = atomic_load_explicit(&p->readers, memory_order_acquire) == 0;
    while (l) {
        ra__spots *next = l->next;
        if (unread)
            free_list(l);
        else
            retire(p, l);
        l = next;
    }
}

/* One more chunk at the list's end, with holds of its own. False: out of memory. */
static bool append(ra__spots *to, ra__spot *const *spots, int count)
{
    chunk *c = ra__os_alloc(sizeof *c + (size_t)count * sizeof c->spot[0]);
    if (!c)
        return false;
    atomic_init(&c->refs, 1);
    c->count = count;
    c->first = spots[0]->bytes.first;
    c->end = spots[0]->bytes.end;
    for (int i = 0; i < count; i++) {
        atomic_fetch_add_explicit(&spots[i]->refs, 1, memory_order_relaxed);
        c->spot[i] = spots[i];
        c->end = spots[i]->bytes.end > c->end ? spots[i]->bytes.end : c->end;
    }
    to->chunk[to->count++] = c;
    return true;
}

/* A chunk's spots without those that are over, and with one more (or none): how many they are. */
static int gather(const chunk *c, ra__spot *more, ra__spot **spots)
{
    int n = 0;
    for (int i = 0; i < c->count; i++) {
        if (more && more->bytes.first < c->spot[i]->bytes.first) {
            spots[n++] = more;
            more = NULL;
        }
        if (units_left(c->spot[i]) > 0)
            spots[n++] = c->spot[i];
    }
    if (more)
        spots[n++] = more;
    return n;
}

/* The chunk anew. One spot too many is in a chunk of its own where it comes last, as it does when parts fail in order; else the
 * chunk is cut in the middle. */
static bool copy_chunk(const chunk *c, ra__spot *more, ra__spots *to)
{
    ra__spot *spots[CHUNK + 1];
    const int n = gather(c, more, spots), cut = n <= CHUNK ? n : spots[CHUNK] == more ? CHUNK : n / 2;
    return (cut == 0 || append(to, spots, cut)) && (cut == n || append(to, spots + cut, n - cut));
}

static bool has_over(const chunk *c)
{
    int i = 0;
    while (i < c->count && units_left(c->spot[i]) > 0)
        i++;
    return i < c->count;
}

/* The last chunk that begins no later than the spot; the first where all do; -1: there is none. */
static int place_of(const ra__spots *l, const ra__spot *s)
{
    int i = l ? l->count - 1 : -1;
    while (i > 0 && l->chunk[i]->first > s->bytes.first)
        i--;
    return i;
}

/* The list without what is over near b, and with one more (or none). NULL: it is empty. False: out of memory. */
static bool copy_list(const ra__spots *from, const ra__bytes *b, ra__spot *more, ra__spots **to)
{
    const int count = from ? from->count : 0, place = more ? place_of(from, more) : -1;
    ra__spots *l = *to = ra__os_alloc(sizeof *l + (size_t)(count + 1) * sizeof l->chunk[0]);
    bool well = l != NULL;
    if (well)
        l->count = 0;
    for (int i = 0; well && i < count; i++) {
        chunk *c = from->chunk[i];
        if (i == place || (may_meet(c, b) && has_over(c)))
            well = copy_chunk(c, i == place ? more : NULL, l);
        else {
            atomic_fetch_add_explicit(&c->refs, 1, memory_order_relaxed);
            l->chunk[l->count++] = c;
        }
    }
    if (well && more && place < 0)
        well = append(l, &more, 1);
    if (l && (!well || l->count == 0)) {
        free_list(l);
        *to = NULL;
    }
    return well;
}

/* The list without what is over near b, and with one more (or none). By a reader. False: out of memory. */
static bool publish(ra__poison *p, const ra__bytes *b, ra__spot *more)
{
    ra__spots *old = atomic_load_explicit(&p->now, memory_order_acquire), *next;
    for (;;) {
        if (!copy_list(old, b, more, &next))
            return false;
        if (atomic_compare_exchange_strong_explicit(&p->now, &old, next, memory_order_acq_rel, memory_order_acquire))
            break;
        if (next)
            free_list(next);
    }
    if (old)
        retire(p, old);
    return true;
}

static ra__poison *poison_of(ra_storage *s)
{
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    if (p)
        return p;
    ra__poison *made = ra__os_calloc(1, sizeof *made);
    if (!made || atomic_compare_exchange_strong_explicit(&s->poison, &p, made, memory_order_acq_rel, memory_order_acquire))
        return made;
    ra__os_free(made);
    return p;
}

/* ---- the whole ---- */

/* Without memory a storage keeps a failure of its own: it cannot be lost, so the whole storage fails, until all of it is
 * overwritten. */
static void lose(ra_storage *s, const ra__failure *f)
{
    atomic_store_explicit(&s->lost, (uint8_t)f->status, memory_order_relaxed); /* all there is to say */
}

/* Whether all of it fails already, because of something no later. */
static bool fails_already(const ra__spots *l, const ra__bytes *b, const ra__failure *f)
{
    meeting m = {.list = l, .b = b};
    for (const ra__spot *s; (s = next_met(&m));)
        if (s->failure->sequence <= f->sequence && is_untouched(s) && is_within(b, &s->bytes))
            return true;
    return false;
}

/* Each byte is in one spot at most, that of its earliest failure. False: out of memory. */
static bool add(ra__poison *p, const ra__spots *l, const ra__bytes *b, int64_t unit, ra__failure *f)
{
    ra__spot *made = new_spot(b, unit, f);
    if (!made)
        return false;
    meeting m = {.list = l, .b = b};
    for (ra__spot *s; (s = next_met(&m));)
        if (s->failure->sequence <= f->sequence)
            leave_out(made, s);
        else
            (void)wipe(s, b);
    const bool wanted = units_left(made) > 0, well = publish(p, b, wanted ? made : NULL) || !wanted;
    drop_spot(made);
    return well;
}

void ra__poison_set(ra_storage *s, ra__bytes bytes, ra__failure *f)
{
    if (bytes.end <= bytes.first || s->flags & RA__STORAGE_TOKEN)
        return;
    const ra__bytes b = simplest(bytes);
    ra__poison *p = poison_of(s);
    if (!p) {
        lose(s, f);
        return;
    }
    const ra__spots *l = enter(p);
    if (!fails_already(l, &b, f) && !add(p, l, &b, bytes.layout ? ra__itemsize(bytes.layout) : 1, f))
        lose(s, f);
    leave(p);
}

void ra__poison_clear(ra_storage *s, ra__bytes bytes)
{
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    const ra__bytes b = simplest(bytes);
    if (!b.layout && b.first == 0 && b.end >= ra__storage_bytes(s)) /* nobody else is at it meanwhile */
        atomic_store_explicit(&s->lost, 0, memory_order_relaxed);
    if (!p || bytes.end <= bytes.first || !atomic_load_explicit(&p->now, memory_order_relaxed))
        return;
    if (b.layout && RA__MUTANT(NO_GAPS))
        return;
    const ra__spots *l = enter(p);
    bool over = false;
    meeting m = {.list = l, .b = &b};
    for (ra__spot *at; (at = next_met(&m));)
        over |= wipe(at, &b);
    if (over)
        (void)publish(p, &b, NULL); /* without memory it stays in the list, and counts for nothing */
    leave(p);
}

ra__failure *ra__poison_find(ra_storage *s, ra__bytes bytes)
{
    ra_status lost = atomic_load_explicit(&s->lost, memory_order_relaxed);
    if (lost)
        return ra__failure_bare(lost);
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    if (!p || bytes.end <= bytes.first)
        return NULL;
    const ra__bytes b = simplest(bytes);
    const ra__spots *l = enter(p);
    ra__failure *found = NULL;
    meeting m = {.list = l, .b = &b};
    for (ra__spot *at; (at = next_met(&m));)
        if ((!found || at->failure->sequence < found->sequence) && is_on(at, &b))
            found = at->failure;
    if (found)
        ra__failure_ref(found);
    leave(p);
    return found;
}

/* By who has given up the last hold, after whatever others did to it. */
void ra__poison_free(ra_storage *s)
{
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_relaxed);
    ra__spots *l = atomic_load_explicit(&p->now, memory_order_relaxed);
    if (l)
        free_list(l);
    for (l = atomic_load_explicit(&p->retired, memory_order_relaxed); l;) {
        ra__spots *next = l->next;
        free_list(l);
        l = next;
    }
    ra__os_free(p);
}
