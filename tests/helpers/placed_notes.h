/*
 * Machines of several nodes, made up, and what the engine decides there about places: which pages, which units of which phase.
 */
#ifndef TESTS_HELPERS_PLACED_NOTES_H
#define TESTS_HELPERS_PLACED_NOTES_H

#include "helpers/moments.h"

#include "async/front/tensor.h"
#include "async/memory/memory.h"
#include "async/os/placed.h"
#include "async/os/placement.h"
#include "async/os/topology.h"
#include "async/values/pages.h"
#include "async/values/storage.h"

enum { MIB = 1 << 20, FLOATS = 8 * MIB, /* 32 MiB: a share of 8 MiB for each of four nodes */ NOTES = 1 << 16 };

/* ---- what was decided ---- */

static struct ra__placed notes[NOTES];
static _Atomic int noted;

static inline void note(const struct ra__placed *placed)
{
    int at = atomic_fetch_add_explicit(&noted, 1, memory_order_relaxed);
    if (at < NOTES)
        notes[at] = *placed;
}

/* All that ran is done, and its notes are written (each before the piece that it speaks of is run). */
static inline int all_noted(void)
{
    OK(ra_wait_all());
    int count = atomic_load_explicit(&noted, memory_order_relaxed);
    assert_true(count < NOTES);
    return count;
}

static inline void start_fusing(const char *machine, int workers, ra_fusion fusion)
{
    /* Of normal priority: on a busy machine background workers are relieved of their tasks one by one, which are then in no group. */
    const ra_config config = {.size = sizeof config, .topology = machine, .workers = workers, .no_inline = true, .fusion = fusion, .priority = RA_PRIORITY_NORMAL};
    OK(ra_init(&config));
    atomic_store_explicit(&noted, 0, memory_order_relaxed);
    atomic_store_explicit(&ra__placed_hooked, note, memory_order_release);
}

static inline void start_on(const char *machine, int workers)
{
    start_fusing(machine, workers, RA_FUSION_OFF);
}

static inline void stop_and_unhook(void)
{
    OK(ra_shutdown());
    atomic_store_explicit(&ra__placed_hooked, NULL, memory_order_release);
}

static inline int stop_after(void **state)
{
    (void)state;
    stop_and_unhook();
    return 0;
}

static inline int storage_node(const ra_tensor *t)
{
    return atomic_load_explicit(&t->storage->node, memory_order_relaxed);
}

/* ---- a machine ---- */

static struct ra__topology topology;
static struct ra__placement placement;

static inline void place(const char *machine, int workers)
{
    assert_int_equal(ra__topology_load(&topology, machine), 0);
    assert_int_equal(ra__placement_make(&placement, &topology, workers), 0);
}

static inline void unplace(void)
{
    ra__placement_free(&placement);
    ra__topology_free(&topology);
}

/* ---- reading the notes ---- */

static inline uint64_t sequence_of_pages(const void *data, int count)
{
    for (int i = 0; i < count; i++)
        if (notes[i].kind == RA__PLACED_PAGES && notes[i].data == data)
            return notes[i].sequence;
    fail_msg("no pages were placed at %p", data);
    return 0;
}

/* What a node has of a phase; end -1 where nothing was decided. */
static inline struct ra__placed share_of(uint64_t sequence, int phase, int node, int count)
{
    struct ra__placed found = {.end = -1};
    for (int i = 0; i < count; i++)
        if (notes[i].kind == RA__PLACED_SHARE && notes[i].sequence == sequence && notes[i].phase == phase && notes[i].node == node) {
            assert_int_equal(found.end, -1); /* decided once */
            found = notes[i];
        }
    return found;
}

/* Every share that was put up is taken piece by piece, each unit once. */
static inline void check_pieces(uint64_t sequence, int phase, int nodes, int count)
{
    for (int n = 0; n < nodes; n++) {
        struct ra__placed share = share_of(sequence, phase, n, count);
        assert_true(share.end > share.first);
        int64_t taken = 0;
        for (int i = 0; i < count; i++) {
            const struct ra__placed *p = &notes[i];
            if (p->kind != RA__PLACED_PIECE || p->sequence != sequence || p->phase != phase || p->node != n)
                continue;
            assert_true(p->first >= share.first && p->end <= share.end && p->first < p->end);
            for (int k = 0; k < i; k++)
                if (notes[k].kind == RA__PLACED_PIECE && notes[k].sequence == sequence && notes[k].phase == phase)
                    assert_true(notes[k].end <= p->first || notes[k].first >= p->end);
            taken += p->end - p->first;
        }
        assert_int_equal(taken, share.node == share.by ? 0 : share.end - share.first);
    }
}

#endif
