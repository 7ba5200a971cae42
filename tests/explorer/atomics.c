/*
 * Atomic accesses: what C11 allows a load to read.
 *
 * A location keeps its last stores in modification order, each with the clock that it releases. A load may read any of them but
 * for those that are older than one that
 *   - happens before the load, or was read by something that does (coherence: `seen` says who knew of a store, and since when), or
 *   - was stored seq_cst, where the load is seq_cst as well: seq_cst accesses have one order, the one in which they are run.
 * Which one, the seed says. Read-modify-writes read the newest, and carry on what it released. An acquire joins the clock of the
 * store that it reads; a relaxed load keeps it for a later acquire fence. A store releases its thread's clock, or where it is
 * relaxed that of the last release fence. What is allowed here is allowed by C11, not everything that C11 allows is done here:
 * the history is short, and a seq_cst fence orders more than it must.
 */
#include "exhaust.h"
#include "explorer.h"

#include <string.h>

enum { HISTORY = 4, LOCATIONS = 1 << 13 };
enum { RELAXED, CONSUME, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

typedef struct store {
    uint64_t value;
    bool sequential, releases;
    ex_clock release;
    uint32_t seen[EX_THREADS]; /* the clock of each thread when it came to know of it; 0: it has not */
} store;

typedef struct location {
    int count;  /* stores in the history; 0: memory alone knows */
    int newest; /* index of the newest */
    int misses; /* loads in a row that were given an old value */
    store history[HISTORY];
} location;

/* Few are used in a schedule, one after another: those stay in the cache. Where one is, the table says. */
static location locations[LOCATIONS];
static uint32_t used;
static struct {
    uintptr_t address;
    uint32_t generation, index;
} table[2 * LOCATIONS];
static ex_clock sequential; /* joined at every seq_cst fence */
void (*ex_watch)(const void *address, uint64_t value);

void ex_atomics_reset(void)
{
    memset(&sequential, 0, sizeof sequential);
    used = 0;
}

static bool acquires(int order)
{
    return order == ACQUIRE || order == CONSUME || order == ACQ_REL || order == SEQ_CST;
}

static bool releases(int order)
{
    return order == RELEASE || order == ACQ_REL || order == SEQ_CST;
}

static uint64_t peek(const void *address, int size)
{
    uint64_t v = 0;
    memcpy(&v, address, (size_t)size);
    return v;
}

static void note(const void *address, uint64_t value)
{
    ex.digest = (ex.digest ^ ((uint64_t)(uintptr_t)address * 31 + value) ^ (uint64_t)ex.now->number << 56) * UINT64_C(0x100000001b3);
}

/* Its place in the table, or the one that it would have. */
static uint32_t place_of(uintptr_t a)
{
    uint32_t h = (uint32_t)((a * UINT64_C(0x9e3779b97f4a7c15)) >> 40) % (2 * LOCATIONS);
    while (table[h].generation == ex.generation && table[h].address != a)
        h = (h + 1) % (2 * LOCATIONS);
    return h;
}

static location *find(const void *address, int size)
{
    uint32_t h = place_of((uintptr_t)address);
    if (table[h].generation != ex.generation) {
        if (used == LOCATIONS)
            ex_fail("explorer: more than %d atomic locations", LOCATIONS);
        table[h].generation = ex.generation;
        table[h].address = (uintptr_t)address;
        table[h].index = used;
        locations[used++].count = 0;
    }
    location *l = &locations[table[h].index];
    if (l->count == 0) { /* what is there was there before anybody could tell */
        store *s = &l->history[0];
        memset(s, 0, sizeof *s);
        s->value = peek(address, size);
        l->newest = 0;
        l->count = 1;
        l->misses = 0;
    }
    return l;
}

void ex_forget_location(uintptr_t word, unsigned bytes)
{
    for (unsigned i = 0; i < 8; i++) {
        uint32_t h = bytes >> i & 1 ? place_of(word + i) : 0;
        if ((bytes >> i & 1) && table[h].generation == ex.generation)
            locations[table[h].index].count = 0;
    }
}

/* Whether the running thread must not read what is older than s. */
static bool knows(const store *s)
{
    const ex_thread *t = ex.now;
    for (int u = 0; u < ex.threads; u++)
        if (s->seen[u] && t->clock.at[u] >= s->seen[u])
            return true;
    return false;
}

static void saw(store *s)
{
    ex_thread *t = ex.now;
    if (!s->seen[t->number])
        s->seen[t->number] = t->clock.at[t->number];
}

static void acquire(const store *s, int order)
{
    if (!s->releases)
        return;
    if (acquires(order))
        ex_join(&ex.now->clock, &s->release);
    else
        ex_join(&ex.now->fence_acquire, &s->release);
}

static store *choose(location *l, int order)
{
    int back = 0;
    if (ex.stale_in == 0 || ex.now->reads_newest || l->count == 1 || l->misses >= 8)
        return &l->history[l->newest];
    for (; back < l->count - 1; back++) {
        const store *s = &l->history[(l->newest - back + HISTORY) % HISTORY];
        if (knows(s) || (order == SEQ_CST && s->sequential))
            break;
    }
    if (ex.strategy == EX_EXHAUST)
        return &l->history[(l->newest - (int)ex_decide((uint32_t)back + 1, true) + HISTORY) % HISTORY];
    if (back == 0 || !ex_once_in(&ex.chance, ex.stale_in)) {
        l->misses = 0;
        return &l->history[l->newest];
    }
    l->misses++;
    ex.reordered++;
    back = 1 + (int)ex_below(&ex.chance, (uint32_t)back);
    return &l->history[(l->newest - back + HISTORY) % HISTORY];
}

/* A new newest store. `carries`: the release of the one before it, where this one is a read-modify-write. */
static void put(location *l, void *address, int size, uint64_t value, int order, bool carries)
{
    ex_thread *t = ex.now;
    const store *before = &l->history[l->newest];
    store *s = &l->history[(l->newest + 1) % HISTORY];
    bool fenced = false;
    for (int i = 0; i < EX_THREADS; i++)
        fenced |= t->fence_release.at[i] != 0;
    memset(s->seen, 0, sizeof s->seen);
    s->sequential = order == SEQ_CST;
    s->releases = releases(order) || fenced || (carries && before->releases);
    if (releases(order))
        s->release = t->clock;
    else
        s->release = t->fence_release;
    if (carries && before->releases)
        ex_join(&s->release, &before->release);
    s->value = value;
    l->newest = (l->newest + 1) % HISTORY;
    l->count = l->count < HISTORY ? l->count + 1 : HISTORY;
    saw(s);
    if (releases(order))
        t->clock.at[t->number]++;
    memcpy(address, &value, (size_t)size);
    if (ex_watch)
        ex_watch(address, value);
}

uint64_t ex_atomic_load(const void *address, int size, int order, const void *site)
{
    if (ex_on_stack(address))
        return peek(address, size);
    ex_plain_atomic(address, (size_t)size, EX_LOAD, site);
    location *l = find(address, size);
    store *s = choose(l, order);
    acquire(s, order);
    saw(s);
    note(address, s->value);
    return s->value;
}

void ex_atomic_store(void *address, int size, uint64_t value, int order, const void *site)
{
    if (ex_on_stack(address)) {
        memcpy(address, &value, (size_t)size);
        return;
    }
    ex_plain_atomic(address, (size_t)size, EX_STORE, site);
    note(address, ~value);
    put(find(address, size), address, size, value, order, false);
}

static uint64_t cut(uint64_t value, int size)
{
    return size == 8 ? value : value & ((UINT64_C(1) << size * 8) - 1);
}

uint64_t ex_atomic_change(void *address, int size, ex_change change, uint64_t operand, int order, const void *site)
{
    uint64_t old = peek(address, size), value = cut(change(old, operand), size);
    if (ex_on_stack(address)) {
        memcpy(address, &value, (size_t)size);
        return old;
    }
    ex_plain_atomic(address, (size_t)size, EX_STORE, site);
    location *l = find(address, size);
    acquire(&l->history[l->newest], order);
    note(address, ~value);
    put(l, address, size, value, order, true);
    return old;
}

/* One that fails is a load; that the newest store has the expected value and it fails even so is for the weak one alone. */
bool ex_atomic_compare(void *address, int size, uint64_t *expected, uint64_t desired, int success, int failure, bool weak, const void *site)
{
    uint64_t newest = peek(address, size);
    bool same = newest == cut(*expected, size);
    if (ex_on_stack(address)) {
        if (same)
            memcpy(address, &desired, (size_t)size);
        *expected = newest;
        return same;
    }
    ex_plain_atomic(address, (size_t)size, EX_STORE, site);
    location *l = find(address, size);
    store *s = &l->history[l->newest];
    if (same && !(weak && ex.fail_in && ex_once_in(&ex.chance, ex.fail_in))) {
        acquire(s, success);
        note(address, ~desired);
        put(l, address, size, cut(desired, size), success, true);
        return true;
    }
    if (!same) {
        s = choose(l, failure);
        if (s->value == cut(*expected, size)) /* a strong one must not fail with what it expects */
            s = &l->history[l->newest];
    }
    acquire(s, failure);
    saw(s);
    note(address, s->value);
    *expected = s->value;
    return false;
}

void ex_atomic_fence(int order, const void *site)
{
    ex_thread *t = ex.now;
    (void)site;
    if (acquires(order))
        ex_join(&t->clock, &t->fence_acquire);
    if (order == SEQ_CST) {
        ex_join(&t->clock, &sequential);
        ex_join(&sequential, &t->clock);
    }
    if (releases(order)) {
        t->fence_release = t->clock;
        t->clock.at[t->number]++;
    }
}

void ex_fork_edge(ex_thread *child)
{
    ex_join(&child->clock, &ex.now->clock);
    ex.now->clock.at[ex.now->number]++;
}

void ex_join_edge(const ex_thread *ended)
{
    ex_join(&ex.now->clock, &ended->clock);
}
