/*
 * What happens before what, and who touched which byte last.
 *
 * A timeline is the host (all its threads together) or a stream. A clock says how far each timeline was when something happened; work
 * that touches memory is named by its timeline and tick, and came before another piece of work if that one's clock has reached the
 * tick. Clocks are joined where one thing waits for another: an event, a flag, a host function, a wait of the host's. A byte knows who
 * wrote it last and who read it since; whoever touches it must come after them, or a wait is missing, no matter who was quicker.
 *
 * The host is one timeline, since how its threads wait for one another is not seen: what any of them knows, all know from then on. That
 * hides a missing wait only where the host has already seen the work end.
 */
#include "sim.h"
#include "device/simcuda_abi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct clock host_clock = {{[HOST_LINE] = 1}};

void clock_join(struct clock *into, const struct clock *from)
{
    for (int i = 0; i < TIMELINES; i++)
        if (into->at[i] < from->at[i])
            into->at[i] = from->at[i];
}

/* ---- who touched ---- */

enum { CHUNK = 1 << 14, CHUNKS = 1 << 14 };
static struct toucher *chunks[CHUNKS]; /* under sim_memory_lock, as all here */
static uint32_t touchers = 1;

uint32_t toucher_new(const struct toucher *who)
{
    uint32_t id = touchers;
    if (id / CHUNK >= CHUNKS)
        abort(); /* 268 million pieces of work */
    if (!chunks[id / CHUNK] && !(chunks[id / CHUNK] = malloc(CHUNK * sizeof **chunks)))
        abort();
    chunks[id / CHUNK][id % CHUNK] = *who;
    touchers++;
    return id;
}

const struct toucher *toucher_of(uint32_t id)
{
    return &chunks[id / CHUNK][id % CHUNK];
}

/* ---- several readers: a set, named by its index with this bit ---- */

#define SET UINT32_C(0x80000000)
enum { READERS_MAX = 15 };
struct readers {
    uint32_t count, id[READERS_MAX];
};
static struct readers *sets;
static uint32_t set_count, set_room;

static uint32_t set_new(const struct readers *readers)
{
    if (set_count && !memcmp(&sets[set_count - 1], readers, sizeof *readers))
        return SET | (set_count - 1);
    if (set_count == set_room) {
        set_room = set_room ? 2 * set_room : 64;
        sets = realloc(sets, set_room * sizeof *sets);
        if (!sets)
            abort();
    }
    sets[set_count] = *readers;
    return SET | set_count++;
}

static struct readers readers_of(uint32_t read)
{
    if (read & SET)
        return sets[read & ~SET];
    return (struct readers){.count = read != 0, .id = {read}};
}

/* ---- the rule ---- */

static bool comes_after(const struct clock *now, uint32_t id)
{
    const struct toucher *t = toucher_of(id);
    return now->at[t->line] >= t->tick;
}

static void name(char *text, size_t room, const char *what, int stream, uint64_t number)
{
    if (stream < 0)
        snprintf(text, room, "%s on the host", what);
    else
        snprintf(text, room, "%s on stream %d (work %llu)", what, stream, (unsigned long long)number);
}

static void missing(struct access *a, const char *does, uint32_t other, const char *did, const void *address)
{
    if (a->reported || a->id == other)
        return;
    a->reported = true;
    const struct toucher *o = toucher_of(other), *t = toucher_of(a->id);
    char first[200], second[200];
    name(first, sizeof first, o->what, o->stream, o->number);
    name(second, sizeof second, a->what, t->stream, t->number);
    violation("a wait is missing: %s %s %p, which %s %s, and nothing orders the one after the other", second, does, address, first, did);
}

/* What a cell becomes. */
static CUresult step(struct access *a, struct cell cell, int how, const void *address, struct cell *out)
{
    if (cell.write == 0) {
        if (!a->reported)
            violation("%s on stream %d touches %p, where nothing is allocated", a->what, toucher_of(a->id)->stream, address);
        a->reported = true;
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    const struct toucher *writer = toucher_of(cell.write);
    bool is_write = how != SIMCUDA_READ;
    if (writer->state == TOUCH_FREED) {
        if (!a->reported)
            violation("%s on stream %d touches %p, which %s on stream %d freed", a->what, toucher_of(a->id)->stream, address, writer->what, writer->stream);
        a->reported = true;
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    }
    if (!comes_after(a->now, cell.write))
        missing(a, is_write ? "writes" : "reads", cell.write, writer->state == TOUCH_ALLOCATED ? "allocates" : "writes", address);
    if (!is_write && writer->state == TOUCH_ALLOCATED && settings.uninitialised && !a->reported) {
        a->reported = true;
        violation("%s on stream %d reads %p, which nobody has written", a->what, toucher_of(a->id)->stream, address);
    }
    struct readers readers = readers_of(cell.read);
    if (is_write) {
        for (uint32_t i = 0; i < readers.count; i++)
            if (!comes_after(a->now, readers.id[i]))
                missing(a, "writes", readers.id[i], "reads", address);
        *out = (struct cell){a->id, 0};
        return CUDA_SUCCESS;
    }
    /* Readers that came before this one need not be remembered: who comes after this one comes after them. Of more at once than a set
       holds, the last are not remembered either: a missing wait for one of those alone is not told. */
    struct readers kept = {0};
    for (uint32_t i = 0; i < readers.count; i++)
        if (!comes_after(a->now, readers.id[i]) && kept.count < READERS_MAX - 1)
            kept.id[kept.count++] = readers.id[i];
    if (!kept.count) {
        *out = (struct cell){cell.write, a->id};
        return CUDA_SUCCESS;
    }
    kept.id[kept.count++] = a->id;
    *out = (struct cell){cell.write, set_new(&kept)};
    return CUDA_SUCCESS;
}

CUresult cells_touch(struct access *a, struct cell *cells, size_t bytes, int how, const void *address)
{
    struct cell before = {0, 0}, after = {0, 0}; /* runs of equal cells are long */
    for (size_t i = 0; i < bytes; i++) {
        struct cell cell = cells[i];
        if (how == SIMCUDA_READ ? cell.read == a->id && cell.write : cell.write == a->id && !cell.read)
            continue;
        if (!after.write || cell.write != before.write || cell.read != before.read) {
            CUresult result = step(a, cell, how, (const char *)address + i, &after);
            if (result)
                return result;
            before = cell;
        }
        cells[i] = after;
    }
    return CUDA_SUCCESS;
}

/* ---- the host's own accesses, which nobody sees: a test that wants them checked says so ---- */

struct access host_access(const char *what)
{
    static struct clock now; /* under sim_memory_lock, as whoever has the access */
    pthread_mutex_lock(&sim_clock_lock);
    struct toucher who = {.line = HOST_LINE, .tick = ++host_clock.at[HOST_LINE], .what = what, .stream = -1};
    now = host_clock;
    pthread_mutex_unlock(&sim_clock_lock);
    return (struct access){.now = &now, .id = toucher_new(&who), .what = what};
}

EXPORT void simcuda_host_touches(const void *bytes, size_t size, int is_write);
EXPORT void simcuda_host_touches(const void *bytes, size_t size, int is_write)
{
    pthread_mutex_lock(&sim_memory_lock);
    struct access access = host_access(is_write ? "a write" : "a read");
    memory_touch(&access, (uintptr_t)bytes, size, is_write ? SIMCUDA_WRITE : SIMCUDA_READ);
    pthread_mutex_unlock(&sim_memory_lock);
}
