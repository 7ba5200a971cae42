/*
 * Poison on the bytes of storages: set, cleared, found. See failure.h.
 *
 * What a failure lies on is a spot: a view, and which of its elements still fail. Elements are cleared by bits, which come
 * when a part of a spot is overwritten; a spot all of which was overwritten is over. A storage's spots stand in a list that
 * is never changed: who adds a spot, or has cleared the last element of one, makes a new list, without those that are over,
 * and puts it in place by compare-and-swap. The list that was replaced is freed when nobody reads: readers are counted, and
 * whoever comes after the count was seen at 0 finds a later list. Nobody waits for anybody.
 *
 * An element is in one spot at most, so there are never more than there are elements that fail.
 */
#include "async/failure.h"

#include "async/intern.h"
#include "async/mutant.h"
#include "async/os.h"

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
    return atomic_load_explicit(&s->left, memory_order_acquire);
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
    bits at = {.spot = s, .word = atomic_load_explicit(&s->bits, memory_order_acquire)};
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
        return atomic_exchange_explicit(&s->left, 0, memory_order_acq_rel) > 0;
    bits at = {.spot = s, .word = bits_of(s)};
    if (!at.word)
        return false;
    (void)each_run(b, s->bytes.first, s->bytes.end, clear_run, &at);
    return at.changed && atomic_fetch_sub_explicit(&s->left, at.changed, memory_order_acq_rel) == at.changed;
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

struct ra__spots {
    ra__spots *next; /* that is of no more use either */
    int count;
    ra__spot *spot[];
};

static void free_list(ra__spots *l)
{
    for (int i = 0; i < l->count; i++)
        drop_spot(l->spot[i]);
    ra__os_free(l);
}

static const ra__spots *enter(ra__poison *p)
{
    atomic_fetch_add_explicit(&p->readers, 1, memory_order_seq_cst);
    return atomic_load_explicit(&p->now, memory_order_seq_cst);
}

static void retire(ra__poison *p, ra__spots *l)
{
    l->next = atomic_load_explicit(&p->retired, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&p->retired, &l->next, l, memory_order_release, memory_order_relaxed))
        ;
}

/* Frees the lists that are out of use if nobody reads: whoever comes after that finds the present one. */
static void leave(ra__poison *p)
{
    atomic_fetch_sub_explicit(&p->readers, 1, memory_order_seq_cst);
    if (!atomic_load_explicit(&p->retired, memory_order_relaxed))
        return;
    ra__spots *l = atomic_exchange_explicit(&p->retired, NULL, memory_order_acquire);
    bool unread = atomic_load_explicit(&p->readers, memory_order_seq_cst) == 0;
    while (l) {
        ra__spots *next = l->next;
        if (unread)
            free_list(l);
        else
            retire(p, l);
        l = next;
    }
}

static int count_alive(const ra__spots *l)
{
    int n = 0;
    for (int i = 0; l && i < l->count; i++)
        n += units_left(l->spot[i]) > 0;
    return n;
}

/* Those of a list that are not over, and one more (or none), whose hold is taken over. False: out of memory. */
static bool copy_list(const ra__spots *from, ra__spot *more, ra__spots **to)
{
    const int room = count_alive(from) + (more != NULL); /* no more than that will be: what is over stays so */
    *to = NULL;
    if (room == 0)
        return true;
    ra__spots *l = ra__os_alloc(sizeof *l + (size_t)room * sizeof l->spot[0]);
    if (!l)
        return false;
    l->count = 0;
    for (int i = 0; from && i < from->count && l->count < room; i++)
        if (units_left(from->spot[i]) > 0) {
            atomic_fetch_add_explicit(&from->spot[i]->refs, 1, memory_order_relaxed);
            l->spot[l->count++] = from->spot[i];
        }
    if (more)
        l->spot[l->count++] = more;
    *to = l;
    return true;
}

/* The list without what is over, and with one more (or none), whose hold is taken over. By a reader. False: out of memory. */
static bool publish(ra__poison *p, ra__spot *more)
{
    ra__spots *old = atomic_load_explicit(&p->now, memory_order_seq_cst), *next;
    for (;;) {
        if (!copy_list(old, more, &next))
            return false;
        if (atomic_compare_exchange_strong_explicit(&p->now, &old, next, memory_order_seq_cst, memory_order_seq_cst))
            break;
        if (next) {
            next->count -= more != NULL; /* it is wanted again */
            free_list(next);
        }
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
    atomic_store_explicit(&s->lost, f->status, memory_order_release);
}

/* Whether all of it fails already, because of something no later. */
static bool fails_already(const ra__spots *l, const ra__bytes *b, const ra__failure *f)
{
    for (int i = 0; l && i < l->count; i++) {
        const ra__spot *s = l->spot[i];
        if (s->failure->sequence <= f->sequence && is_untouched(s) && is_within(b, &s->bytes))
            return true;
    }
    return false;
}

/* Each byte is in one spot at most, that of its earliest failure. False: out of memory. */
static bool add(ra__poison *p, const ra__spots *l, const ra__bytes *b, int64_t unit, ra__failure *f)
{
    ra__spot *made = new_spot(b, unit, f);
    if (!made)
        return false;
    for (int i = 0; l && i < l->count; i++) {
        ra__spot *s = l->spot[i];
        if (units_left(s) == 0 || !overlap(&s->bytes, b))
            continue;
        if (s->failure->sequence <= f->sequence)
            leave_out(made, s);
        else
            (void)wipe(s, b);
    }
    if (units_left(made) == 0) {
        drop_spot(made);
        made = NULL;
    }
    if (publish(p, made))
        return true;
    if (made)
        drop_spot(made);
    return !made;
}

void ra__poison_set(ra_storage *s, ra__bytes bytes, ra__failure *f)
{
    if (bytes.end <= bytes.first)
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
        atomic_store_explicit(&s->lost, 0, memory_order_release);
    if (!p || bytes.end <= bytes.first || !atomic_load_explicit(&p->now, memory_order_relaxed))
        return;
    if (b.layout && RA__MUTANT(NO_GAPS))
        return;
    const ra__spots *l = enter(p);
    bool over = false;
    for (int i = 0; l && i < l->count; i++)
        if (units_left(l->spot[i]) > 0 && overlap(&l->spot[i]->bytes, &b))
            over |= wipe(l->spot[i], &b);
    if (over)
        (void)publish(p, NULL); /* without memory it stays in the list, and counts for nothing */
    leave(p);
}

ra__failure *ra__poison_find(ra_storage *s, ra__bytes bytes)
{
    ra_status lost = atomic_load_explicit(&s->lost, memory_order_acquire);
    if (lost)
        return ra__failure_bare(lost);
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    if (!p || bytes.end <= bytes.first)
        return NULL;
    const ra__bytes b = simplest(bytes);
    const ra__spots *l = enter(p);
    ra__failure *found = NULL;
    for (int i = 0; l && i < l->count; i++) {
        ra__spot *at = l->spot[i];
        if (units_left(at) > 0 && overlap(&at->bytes, &b) && (!found || at->failure->sequence < found->sequence) && is_on(at, &b))
            found = at->failure;
    }
    if (found)
        ra__failure_ref(found);
    leave(p);
    return found;
}

void ra__poison_free(ra_storage *s)
{
    ra__poison *p = atomic_load_explicit(&s->poison, memory_order_acquire);
    ra__spots *l = atomic_load_explicit(&p->now, memory_order_relaxed);
    if (l)
        free_list(l);
    for (l = atomic_load_explicit(&p->retired, memory_order_acquire); l;) {
        ra__spots *next = l->next;
        free_list(l);
        l = next;
    }
    ra__os_free(p);
}
