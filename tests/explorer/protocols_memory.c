/*
 * Memory, used by several threads at once: blocks of records, small blocks of tensors, and who trims those. See protocols.c.
 */
#include "protocols.h"

#include "explorer.h"

#include "async/memory/memory.h"
#include "async/memory/memory_parts.h"
#include "async/thread/blocks.h"
#include "async/values/storage.h"

#include <string.h>

/* ---- blocks: batches that go from thread to thread ---- */

static void blocks_user(void)
{
    enum { MANY = 2 * RA__BLOCK_BATCH + 1 };
    void *block[MANY];
    for (int i = 0; i < MANY; i++) {
        block[i] = ra__block_take(RA__BLOCK_STORAGE, sizeof(ra_storage));
        memset(block[i], i, sizeof(ra__block) + 8); /* who has it is alone with it */
    }
    for (int i = 0; i < MANY; i++)
        ra__block_give(RA__BLOCK_STORAGE, block[i]);
    ra__blocks_leave();
}

static bool nothing_to_see(void)
{
    return true;
}

/* ---- small blocks of memory, and a trimmer ---- */

enum { SMALL = 200, BIG = (1 << 20) - 64, REGION = 8 << 20, BIG_IN_REGION = 7, REGIONS = 4 };
typedef uintptr_t regions_of[REGIONS];
static regions_of region, region_of_another; /* that blocks have come from; the second is of the second of two who note them at once */

static void note_region_in(regions_of list, uintptr_t of)
{
    int i = 0;
    while (list[i] && list[i] != of)
        i++;
    list[i] = of;
}

static void note_region(const void *data)
{
    note_region_in(region, (uintptr_t)data & ~(uintptr_t)(REGION - 1));
}

static void take_and_give(void)
{
    void *data;
    if (ra__mem_alloc(0, SMALL, &data)) {
        ex_note(7);
        return;
    }
    note_region(data);
    memset(data, 1, SMALL);
    ra__mem_free(data, SMALL, 0);
}

/* The one region is where blocks are carved, and among the spares. */
static void memory_begin_at_hand(void)
{
    ra__mem_init(1, NULL);
    take_and_give();
    (void)ra__mem_trim(0);
    take_and_give();
}

/* The same where threads have none at hand. */
static void memory_begin(void)
{
    ra__mem_limit((size_t)1 << 40, "a protocol");
    memory_begin_at_hand();
}

static void memory_user(void)
{
    take_and_give();
}

/* More than a thread keeps at hand, so that half of those come from all and go to all. */
static void use_many(regions_of list)
{
    enum { MANY = RA__MAGAZINE_ROOM + 1 };
    void *data[MANY];
    for (int i = 0; i < MANY; i++) {
        if (ra__mem_alloc(0, SMALL, &data[i])) {
            ex_note(7);
            return;
        }
        note_region_in(list, (uintptr_t)data[i] & ~(uintptr_t)(REGION - 1));
        memset(data[i], i, 8); /* who has it is alone with it */
    }
    for (int i = 0; i < MANY; i++)
        ra__mem_free(data[i], SMALL, 0);
}

static void memory_user_of_many(void) { use_many(region); }
static void memory_other_of_many(void) { use_many(region_of_another); }

static void memory_trimmer(void)
{
    (void)ra__mem_small_trim(&ra__mem_nodes[0], 0);
}

/* Blocks of another size are cut from what a trimmer has given back. */
static void memory_cutter(void)
{
    void *data;
    if (ra__mem_alloc(0, 2 * SMALL, &data)) {
        ex_note(7);
        return;
    }
    note_region(data);
    memset(data, 2, 2 * SMALL);
    ra__mem_free(data, 2 * SMALL, 0);
}

static void memory_trimmer_of_all(void)
{
    (void)ra__mem_trim(0);
}

/* No region is lost: all there is of them is to be had though the system gives no more. */
static bool memory_end(void)
{
    struct ra__mem_stats figures;
    int regions = 0, blocks = 0;
    void *data;
    for (int i = 0; region_of_another[i]; i++)
        note_region_in(region, region_of_another[i]);
    while (region[regions])
        regions++;
    ex.scarce_in = 1;
    while (ra__mem_alloc(0, BIG, &data) == 0)
        blocks++;
    ex.scarce_in = 0;
    ra__mem_stats(&figures);
    return blocks == regions * BIG_IN_REGION && figures.live == (size_t)blocks * ra__mem_capacity(BIG) && ex_noted(7) == 0;
}

const ex_protocol ex_protocols_memory[] = {
    {"blocks", NULL, {blocks_user, blocks_user, blocks_user}, nothing_to_see},
    {"memory", memory_begin, {memory_user, memory_trimmer}, memory_end, .heavy = true},
    {"memory again", memory_begin, {memory_trimmer, memory_cutter}, memory_end, .heavy = true},
    {"memory trimmed twice", memory_begin, {memory_trimmer_of_all, memory_trimmer_of_all}, memory_end, .heavy = true},
    {"memory at hand", memory_begin_at_hand, {memory_user_of_many, memory_other_of_many}, memory_end},
    {"memory at hand, trimmed", memory_begin_at_hand, {memory_user_of_many, memory_trimmer}, memory_end},
    {NULL},
};
