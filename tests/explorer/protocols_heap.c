/*
 * The heap of the library's own records, and the regions beside it. The explorer has a heap of its own, which watches what is used after
 * it was given back; here the real one is gone through, under other names. See protocols.c.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#define ra__os_alloc heap_alloc
#define ra__os_alloc_surely heap_alloc_surely
#define ra__os_calloc heap_calloc
#define ra__os_realloc heap_realloc
#define ra__os_alloc_aligned heap_alloc_aligned
#define ra__os_free heap_free
#define ra__os_heap_bytes heap_bytes
#define ra__os_text_for_program heap_text
#include "async/os/os_heap.c"

#include "async/os/region.h"
#include "protocols.h"

/* Seven of these are a chunk: three slabs of two, and one of one. */
enum { BYTES = 512, IN_CHUNK = 7, MOST = 4 * IN_CHUNK };

static int *kept[MOST];
static int kept_count; /* 0 where a protocol begins with nothing, so that all that is done is done by its parties */

/* All of the latest chunks but so many are in use. */
static void leave(int free_blocks)
{
    kept_count = 0;
    for (int i = 0; i < IN_CHUNK; i++)
        kept[kept_count++] = heap_alloc(BYTES);
    while (free_blocks--)
        heap_free(kept[--kept_count]);
}

/* What others have had is as they left it, and nobody has it meanwhile. */
static void use(int who)
{
    int *block = heap_alloc(BYTES);
    if (!block) {
        ex_note(7);
        return;
    }
    *block = who;
    if (*block != who)
        ex_note(7);
    heap_free(block);
}

static void use_first(void) { use(1); }
static void use_second(void) { use(2); }
static void use_third(void) { use(3); }

/* As many as the chunks have, each once, can be taken, and no chunk comes for that. */
static bool all_there(void)
{
    const size_t had = heap_bytes();
    const int rest = (int)(had / CHUNK_BYTES) * IN_CHUNK - kept_count;
    bool there = ex_noted(7) == 0 && rest <= MOST - kept_count;
    for (int i = 0; there && i < rest; i++) {
        int *block = heap_alloc(BYTES);
        for (int k = 0; k < kept_count; k++)
            there &= kept[k] != block;
        kept[kept_count++] = block;
    }
    return there && heap_bytes() == had;
}

/* ---- there are enough; there are fewer than users; there are none ---- */

static void begin_with_four(void) { leave(4); }
static void begin_with_two(void) { leave(2); }
static void begin_with_one(void) { leave(1); }
static void begin_with_none(void) { leave(0); }

/* ---- a thread gives back what another has taken, while a third takes ---- */

static void give_two(void)
{
    *kept[0] = 4;
    heap_free(kept[0]);
    *kept[1] = 5;
    heap_free(kept[1]);
}

static void give_third(void)
{
    *kept[2] = 6;
    heap_free(kept[2]);
}

static bool given_are_there(void)
{
    kept[0] = kept[--kept_count];
    kept[1] = kept[--kept_count];
    kept[2] = kept[--kept_count];
    return all_there();
}

/* ---- a worker touches regions in advance, of which others take some ---- */

static char *taken[2];

static void begin_with_workers(void)
{
    ra__region_start();
    ra__region_want();
}

static void prepare_two(void)
{
    ra__region_prepare();
    ra__region_prepare();
}

static void take_region(int who)
{
    char *region = taken[who] = ra__region_map();
    if (!region || region[0])
        ex_note(7);
    else
        region[0] = 1;
}

static void take_first(void) { take_region(0); }
static void take_second(void) { take_region(1); }

static bool each_has_one(void)
{
    const bool good = ex_noted(7) == 0 && taken[0] != taken[1];
    ra__region_unmap(taken[0]);
    ra__region_unmap(taken[1]);
    ra__region_stop();
    return good;
}

const ex_protocol ex_protocols_heap[] = {
    {"heap", begin_with_four, {use_first, use_second, use_third}, all_there},
    {"heap's last slab", begin_with_two, {use_first, use_second}, all_there},
    {"heap's last block", begin_with_one, {use_first, use_second}, all_there},
    {"heap's chunk", begin_with_none, {use_first, use_second}, all_there, .most = 2},
    {"heap's first chunk", NULL, {use_first, use_second}, all_there, .most = 2},
    {"heap's givers", begin_with_none, {give_two, give_third, use_first}, given_are_there, .most = 2},
    {"regions", begin_with_workers, {prepare_two, take_first, take_second}, each_has_one},
    {NULL},
};
