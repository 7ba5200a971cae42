#include "async/values/storage.h"

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/os/placed.h"
#include "async/thread/blocks.h"
#include "async/thread/callback.h"
#include "async/values/device.h"
#include "async/values/failure.h"
#include "async/values/pages.h"

#include <string.h>

/* Of its memory, which is on this node if it is the processor's. */
static inline int place_on(const ra_storage *s, int node)
{
    return ra__device_has_streams(s->device) ? ra__device_index(s->device) : node;
}

static inline int place_of(const ra_storage *s)
{
    return place_on(s, atomic_load_explicit(&s->node, memory_order_relaxed));
}

static int obtain(const ra_storage *s, int place, int64_t bytes, void **out)
{
    if (s->flags & RA__STORAGE_LOCKED)
        return ra__device_of(RA_CUDA)->stage(ra__device_index(RA_CUDA), (size_t)bytes, out);
    return ra__device_of(s->device)->allocate(place, (size_t)bytes, out);
}

static void release(const ra_storage *s, void *memory, size_t bytes, int place)
{
    if (s->flags & RA__STORAGE_LOCKED)
        ra__device_of(RA_CUDA)->unstage(ra__device_index(RA_CUDA), memory, bytes);
    else
        ra__device_of(s->device)->release(memory, bytes, place);
}

ra_storage *ra__storage_new(ra_device device, int64_t bytes)
{
    ra_storage *s = bytes <= ra__most_bytes(device) ? ra__block_take(RA__BLOCK_STORAGE, sizeof *s) : NULL;
    if (!s)
        return NULL;
    *s = (ra_storage){.counts = RA__HOLDER, .bytes = bytes, .device = (uint8_t)device, .hazards.room_bits = RA__FEW_HAZARDS_BITS};
    if (!ra__device_has_streams(device))
        atomic_store_explicit(&s->node, -1, memory_order_relaxed);
    s->hazards.entries = s->hazards.few;
    return s;
}

/* ---- what it has outgrown ---- */

/*
 * In ra_storage.reads, in one word, how many read, and above that the address of the last note of what may not be given back before:
 * who makes the storage grow puts a note there if anybody reads, and who is the last to have read takes them all. Nobody waits. Who
 * counts himself in behind an exchange by which memory was given back finds what has taken its place, which stood before that.
 */
enum { READERS_BITS = 20, NOTE_ALIGNED_BITS = 4, ADDRESS_BITS = 64 - READERS_BITS + NOTE_ALIGNED_BITS }; /* more threads than a process can have */

static inline uint64_t readers(uint64_t reads)
{
    return reads & ((UINT64_C(1) << READERS_BITS) - 1);
}

static inline ra__outgrown *first_note(uint64_t reads)
{
    return (ra__outgrown *)(uintptr_t)(reads >> READERS_BITS << NOTE_ALIGNED_BITS);
}

static uint64_t with_note(uint64_t reads, const ra__outgrown *note)
{
    return (uint64_t)(uintptr_t)note >> NOTE_ALIGNED_BITS << READERS_BITS | readers(reads);
}

/* Its address fits, as every one does that a process is given unasked. */
static ra__outgrown *note_new(void)
{
    ra__outgrown *note = ra__os_alloc(sizeof *note);
    const uint64_t address = (uintptr_t)note;
    if (address >> ADDRESS_BITS == 0 && address % (1 << NOTE_ALIGNED_BITS) == 0)
        return note;
    ra__os_free(note);
    return NULL;
}

static void give_back(const ra_storage *s, ra__outgrown *notes)
{
    for (ra__outgrown *o = notes, *next; o; o = next) {
        next = o->next;
        release(s, o->memory, o->bytes, o->place);
        ra__os_free(o);
    }
}

/* At once, or by who is the last to read it. */
static void give_back_unread(ra__outgrown *note)
{
    ra_storage *s = note->storage;
    uint64_t seen = atomic_load_explicit(&s->reads, memory_order_relaxed);
    bool read;
    do {
        read = readers(seen) && !RA__MUTANT(OUTGROWN_WHILE_READ);
        note->next = first_note(seen);
    } while (!atomic_compare_exchange_weak_explicit(&s->reads, &seen, read ? with_note(seen, note) : seen, memory_order_acq_rel, memory_order_relaxed));
    if (!read)
        give_back(s, note);
}

void ra__storage_unread_counted(ra_storage *s)
{
    uint64_t seen = atomic_load_explicit(&s->reads, memory_order_relaxed), left;
    do
        left = readers(seen) > 1 ? seen - 1 : 0;
    while (!atomic_compare_exchange_weak_explicit(&s->reads, &seen, left, memory_order_acq_rel, memory_order_relaxed));
    if (!left)
        give_back(s, first_note(seen));
}

/* Loans leave half of the count to threads. */
char *ra__storage_lend(ra_storage *s)
{
    if (readers(atomic_fetch_add_explicit(&s->reads, 1, memory_order_acquire)) >= UINT64_C(1) << (READERS_BITS - 1)) {
        ra__storage_unread(s);
        return NULL;
    }
    return ra__storage_data(s);
}

void ra__outgrown_release(ra__outgrown **list)
{
    for (ra__outgrown *o = *list, *next; o; o = next) {
        next = o->next;
        give_back_unread(o);
    }
    *list = NULL;
}

/* ---- its life ---- */

void ra__storage_free(ra_storage *s)
{
    const uint64_t reads = atomic_load_explicit(&s->reads, memory_order_relaxed);
    if (__builtin_expect(reads != 0, 0))
        give_back(s, first_note(reads)); /* of readers that a fork has left behind */
    char *data = atomic_load_explicit(&s->data, memory_order_relaxed);
    if (atomic_load_explicit(&s->poison, memory_order_relaxed))
        ra__poison_free(s);
    if (s->flags & RA__STORAGE_BORROWED) {
        if (s->release)
            ra__callback_due(s->release, RA_OK);
    } else if (data)
        release(s, data, (size_t)s->capacity, place_of(s));
    if (s->hazards.entries != s->hazards.few)
        ra__os_free(s->hazards.entries);
    ra__block_give(RA__BLOCK_STORAGE, s);
}

uint64_t ra__storage_drop(ra_storage *s, uint64_t what)
{
    uint64_t left = atomic_fetch_sub_explicit(&s->counts, what, memory_order_acq_rel) - what;
    if (left == 0)
        ra__storage_free(s);
    return left;
}

static ra_status take(ra_storage *s, int64_t bytes, int node, uint64_t sequence)
{
    void *block;
    if (obtain(s, place_on(s, node), bytes, &block)) {
        atomic_store_explicit(&s->data, NULL, memory_order_relaxed); /* as it was: another may try */
        return RA_ERR_TASK_MEMORY;
    }
    RA__PLACED(.kind = RA__PLACED_PAGES, .node = node, .sequence = sequence, .data = block, .bytes = bytes);
    s->capacity = bytes;
    if (!ra__device_has_streams(s->device))
        atomic_store_explicit(&s->node, node, memory_order_relaxed);
    atomic_store_explicit(&s->data, block, memory_order_release);
    return RA_OK;
}

ra_status ra__storage_take_fresh(ra_storage *s, int64_t bytes, int node, uint64_t sequence)
{
    return take(s, bytes, node, sequence);
}

void ra__storage_take_over(ra_storage *s, void *memory, int64_t bytes)
{
    s->capacity = bytes;
    atomic_store_explicit(&s->data, memory, memory_order_release);
}

/* Moved by the processor, or by the device: to its end, where nothing that has been issued writes there; or, where somebody else gives
 * the old memory back, later. */
static bool move(const ra_storage *s, void *to, void *from, int place, bool later)
{
    const ra__device *row = ra__device_of(s->device);
    if (row->copy)
        return !row->copy(place, to, from, (size_t)s->capacity, later);
    memcpy(to, from, (size_t)s->capacity);
    return true;
}

static ra_status grow(ra_storage *s, char *old, int64_t bytes, ra__outgrown **outgrown)
{
    const int place = place_of(s);
    void *block;
    if (obtain(s, place, bytes, &block))
        return RA_ERR_TASK_MEMORY;
    ra__outgrown *note = note_new();
    if (!note || !move(s, block, old, place, outgrown)) { /* what was issued may still write to the old memory: a copy now would come before */
        release(s, block, (size_t)bytes, place);
        ra__os_free(note);
        return RA_ERR_TASK_MEMORY;
    }
    *note = (ra__outgrown){.storage = s, .memory = old, .bytes = (size_t)s->capacity, .place = place};
    s->capacity = bytes;
    atomic_store_explicit(&s->data, block, memory_order_release); /* who grows it is alone with it, and those after him are ordered as tasks; but for calls that read */
    if (outgrown) {
        note->next = *outgrown;
        *outgrown = note;
    } else
        give_back_unread(note);
    if (RA__MUTANT(OUTGROWN_AT_ONCE) && outgrown)
        ra__outgrown_release(outgrown);
    return RA_OK;
}

/* Its memory; NULL: there is none, and the caller is to take it. */
static char *data_or_turn(ra_storage *s)
{
    char *data;
    while (!(data = ra__storage_data(s)))
        if (atomic_compare_exchange_strong_explicit(&s->data, &data, RA__TAKING, memory_order_relaxed, memory_order_relaxed))
            return NULL;
    return data;
}

ra_status ra__storage_ensure_on(ra_storage *s, int64_t bytes, int node, uint64_t sequence, ra__outgrown **outgrown)
{
    char *data = data_or_turn(s);
    if (!data)
        return take(s, bytes, node, sequence);
    return bytes <= s->capacity ? RA_OK : grow(s, data, bytes, outgrown);
}

ra_status ra__storage_ensure(ra_storage *s, int64_t bytes)
{
    return ra__storage_ensure_on(s, bytes, ra__storage_data(s) ? 0 : ra__pages_for_program(bytes), 0, NULL);
}

ra_status ra__storage_take(ra_storage *s, int64_t bytes, bool *taken)
{
    *taken = !data_or_turn(s);
    return *taken ? take(s, bytes, ra__pages_for_program(bytes), 0) : RA_OK;
}

void ra__storage_forgo(ra_storage *s, int64_t bytes)
{
    char *data = ra__storage_data(s);
    if (data && !(s->flags & RA__STORAGE_BORROWED) && bytes > s->capacity && grow(s, data, bytes, NULL)) {
        atomic_store_explicit(&s->is_short, true, memory_order_relaxed);
        atomic_store_explicit(&s->lost, RA_ERR_TASK_MEMORY, memory_order_relaxed); /* whose tasks come after, as after all that grows it */
    }
}
