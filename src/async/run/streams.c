/*
 * Which streams there are: a device's own, and those of the program.
 *
 * A place among a device's streams is the program's from ra_stream_new to ra_stream_free, and as long as jobs have a use of it. Then
 * it may become another stream of the program's: with the same stream of the driver's, unless that was the program's own. Its counts
 * of jobs go on, since edges may still name what it has ended.
 */
#include "async/run/streams.h"

#include "async/os/os.h"
#include "async/thread/state.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

ra__stream_device ra__stream_devices[RA__DEVICES];

typedef ra__stream_device device;

/* ---- the program's ---- */

/* What a thread uses: its number in the device, and which turn of it; of the one that computes, 0. */
enum { TURN_AT = 4 };
_Static_assert(RA__STREAMS <= 1 << TURN_AT && sizeof ra__tls.carried.stream / sizeof ra__tls.carried.stream[0] == RA__DEVICES, "a thread's streams have room");

static uint32_t word_of(const ra_stream *s)
{
    return atomic_load_explicit(&s->turn, memory_order_relaxed) << TURN_AT | s->number;
}

/* Whether it is that still, and is open. */
static bool is_same(const ra_stream *s, uint32_t word)
{
    return atomic_load_explicit(&s->is_open, memory_order_acquire) && word_of(s) == word;
}

/* A use of it, where it has not been given up: from then on nobody claims it. Acquired, so that who comes behind a claim sees it closed. */
static bool enter(ra_stream *s, uint32_t word)
{
    if (!is_same(s, word))
        return false;
    atomic_fetch_add_explicit(&s->uses, 1, memory_order_acquire);
    if (is_same(s, word))
        return true;
    ra__streams_leave(s);
    return false;
}

void ra__streams_leave(ra_stream *s)
{
    if (s->number >= RA__STREAMS_OWN)
        atomic_fetch_sub_explicit(&s->uses, 1, memory_order_release);
}

/* Of the device, by what the calling thread uses there. */
static ra_stream *in_use(ra_device of, uint32_t *word)
{
    *word = ra__tls.carried.stream[ra__device_index(of)];
    return &ra__stream_devices[ra__device_index(of)].stream[*word & (RA__STREAMS - 1)];
}

uint8_t ra__streams_for(const ra__job *j)
{
    const ra_plan *p = j->plan;
    uint32_t word;
    ra_stream *s = in_use((ra_device)p->device, &word);
    if (word && enter(s, word))
        return s->number;
    return p->flags & RA__PLAN_INCOMING ? RA__STREAM_BRINGS : p->flags & RA__PLAN_OUTGOING ? RA__STREAM_TAKES : RA__STREAM_COMPUTES;
}

ra_stream *ra__streams_current(ra_device of)
{
    uint32_t word;
    ra_stream *s = in_use(of, &word);
    return word && is_same(s, word) ? s : ra__stream_devices[ra__device_index(of)].stream;
}

bool ra__streams_use(const ra_stream *s)
{
    if (!s)
        memset(ra__tls.carried.stream, 0, sizeof ra__tls.carried.stream);
    else if (!ra__streams_is_open(s))
        return false;
    else
        ra__tls.carried.stream[ra__device_index(s->device)] = word_of(s);
    return true;
}

bool ra__streams_is_open(const ra_stream *s)
{
    return atomic_load_explicit(&s->is_open, memory_order_relaxed);
}

void ra__streams_free(ra_stream *s)
{
    bool was = true;
    if (s->number >= RA__STREAMS_OWN && atomic_compare_exchange_strong_explicit(&s->is_open, &was, false, memory_order_relaxed, memory_order_relaxed))
        ra__streams_leave(s);
}

/* Nobody else has it or takes it; under the lock. A use of it. */
static bool claim(ra_stream *s)
{
    int64_t none = 0;
    return atomic_compare_exchange_strong_explicit(&s->uses, &none, 1, memory_order_acquire, memory_order_relaxed);
}

ra_stream *ra__streams_open_another(device *d, void *native, char *why, size_t size)
{
    for (int i = RA__STREAMS_OWN; i < RA__STREAMS_NOW; i++) {
        ra_stream *s = &d->stream[i];
        if (!claim(s))
            continue;
        if (s->native && native && !s->is_wrapped)
            d->row->close(ra__device_index(d->device), s->native);
        if (native || s->is_wrapped)
            s->native = native;
        s->is_wrapped = native != NULL;
        atomic_fetch_add_explicit(&s->turn, 1, memory_order_relaxed);
        if (!ra__streams_open(d, s, why, size)) {
            ra__streams_leave(s);
            return NULL;
        }
        atomic_store_explicit(&s->is_open, true, memory_order_release);
        return s;
    }
    snprintf(why, size, "%d streams of the program are in use, which is all there can be", RA__STREAMS_NOW - RA__STREAMS_OWN);
    return NULL;
}

/* ---- what has ended ---- */

void ra__streams_wait_until_ended(ra_stream *s, uint64_t place)
{
    while (atomic_load_explicit(&s->ended, memory_order_acquire) < place) {
        const uint32_t bell = atomic_load_explicit(&s->bell, memory_order_acquire);
        if (atomic_load_explicit(&s->ended, memory_order_relaxed) < place) /* behind the bell; what it finds is acquired above */
            ra__os_futex_wait(&s->bell, bell, RA__OS_FOREVER);
    }
}

void ra__streams_ring(ra_stream *s)
{
    atomic_fetch_add_explicit(&s->bell, 1, memory_order_release);
    ra__os_futex_wake(&s->bell, INT_MAX);
}

/* ---- opening and closing ---- */

bool ra__streams_open(device *d, ra_stream *s, char *why, size_t size)
{
    const int index = ra__device_index(d->device);
    if (!s->native && d->row->open(index, &s->native, why, size)) {
        s->native = NULL;
        return false;
    }
    if (ra__serial_expect(&s->completing))
        return true;
    if (!s->is_wrapped)
        d->row->close(index, s->native);
    s->native = NULL;
    snprintf(why, size, "no thread to be had that sees to the end of its work");
    return false;
}

static void close_one(device *d, ra_stream *s)
{
    ra__serial_stop(&s->completing);
    if (s->native && !s->is_wrapped)
        d->row->close(ra__device_index(d->device), s->native);
    s->native = NULL;
    s->is_wrapped = false;
    atomic_store_explicit(&s->is_open, false, memory_order_relaxed);
    atomic_store_explicit(&s->uses, 0, memory_order_relaxed);
}

/* What counts jobs and places goes on from where it was. */
void ra__streams_make(device *d, void (*serve)(ra__serial_item *item))
{
    for (int i = 0; i < RA__STREAMS_NOW; i++) {
        ra_stream *s = &d->stream[i];
        s->completing = (ra__serial){.number = 9400 + ra__device_index(d->device) * RA__STREAMS + i, .serve = serve, .cpus = d->near};
        s->device = d->device;
        s->number = (uint8_t)i;
        s->behind = &s->first;
        s->held_behind = &s->held;
        s->newest = &s->marks;
        s->spent.stream = s->number;
    }
}

void ra__streams_close(device *d)
{
    for (int i = 0; i < RA__STREAMS_NOW; i++)
        close_one(d, &d->stream[i]);
}

void ra__streams_fork_child(device *d)
{
    for (int k = 0; k < RA__STREAMS_NOW; k++) {
        ra_stream *s = &d->stream[k];
        ra__serial_fork_child(&s->completing);
        ra__spent_fork_child(&s->spent);
        s->native = NULL;
        s->is_wrapped = false;
        s->first = NULL;
        s->marks = NULL;
        s->count = 0;
        s->bytes = 0;
        s->held = NULL;
        atomic_store_explicit(&s->ahead, 0, memory_order_relaxed);
        atomic_store_explicit(&s->is_held, false, memory_order_relaxed);
        atomic_store_explicit(&s->is_open, false, memory_order_relaxed);
        atomic_store_explicit(&s->uses, 0, memory_order_relaxed);
        atomic_store_explicit(&s->lock, 0, memory_order_relaxed);
        atomic_store_explicit(&s->ended, s->issued, memory_order_relaxed);
        s->reached = s->issued;
    }
}
