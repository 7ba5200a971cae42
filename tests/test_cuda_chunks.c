/* Chunks of memory and the blocks that are cut from them, of a driver that gives numbers for addresses: beside a plain account of each byte. */
#define _GNU_SOURCE
#include "helpers/harness.h"

#include "async/os/os.h"
#include "cuda/chunks.h"

#include <stdlib.h>
#include <string.h>

enum { KIB = 1024, MIB = 1024 * KIB };

static ra__chunks chunks;
static uintptr_t next_address; /* of the next chunk: none touches another */

static int begin(void **state)
{
    (void)state;
    memset(&chunks, 0, sizeof chunks);
    next_address = (uintptr_t)1 << 40;
    return 0;
}

/* As memory.c has it, with a limit. */
static char *take(size_t asked, size_t most)
{
    const size_t bytes = ra__chunk_rounded(asked);
    char *memory = ra__chunks_take(&chunks, bytes, RA__CHUNKS_OF_SORT);
    const size_t sizes[] = {ra__chunks_wanted(&chunks, bytes), bytes};
    for (int i = 0; i < 2 && !memory; i++)
        if (ra__chunks_expect(&chunks, bytes, sizes[i], most)) {
            memory = (char *)next_address;
            next_address += (sizes[i] + 3 * (size_t)MIB) / MIB * MIB;
            assert_true(ra__chunks_add(&chunks, bytes, sizes[i], memory));
        }
    return memory ? memory : ra__chunks_take(&chunks, bytes, RA__CHUNKS_ANY);
}

static void give(void *memory)
{
    ra__chunks_give(&chunks, memory);
}

/* All of them that can go, and what then is held is given. */
static size_t trim(size_t keep)
{
    size_t gone = 0;
    for (ra__chunk_block *b; (b = ra__chunks_remove(&chunks, keep)); ra__chunks_removed(&chunks, b))
        gone += b->bytes;
    return gone;
}

static size_t held(void)
{
    return chunks.held[0] + chunks.held[1];
}

static int end(void **state)
{
    (void)state;
    trim(0);
    assert_int_equal(held() + chunks.live + chunks.cached, 0);
    if (chunks.used != chunks.few)
        ra__os_free(chunks.used);
    return 0;
}

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(ra__chunk_rounded(0), 512);
    assert_int_equal(ra__chunk_rounded(1), 512);
    assert_int_equal(ra__chunk_rounded(512), 512);
    assert_int_equal(ra__chunk_rounded(513), 1024);
    assert_int_equal(ra__chunk_rounded(SIZE_MAX), SIZE_MAX);
    assert_int_equal(ra__chunks_wanted(&chunks, 512), 2 * MIB);
    assert_int_equal(ra__chunks_wanted(&chunks, MIB), 2 * MIB);
    assert_int_equal(ra__chunks_wanted(&chunks, MIB + 512), 16 * MIB);
    assert_int_equal(ra__chunks_wanted(&chunks, 8 * MIB), 16 * MIB);
    assert_int_equal(ra__chunks_wanted(&chunks, 9 * MIB), 10 * MIB); /* more than half: of its own, as the driver gives it */
    assert_int_equal(ra__chunks_wanted(&chunks, SIZE_MAX), SIZE_MAX);
    assert_false(ra__chunks_expect(&chunks, SIZE_MAX, SIZE_MAX, 0));
    assert_true(ra__chunks_expect(&chunks, 512, 600 * (size_t)MIB, 0)); /* grows by a quarter of its sort, up to a GiB */
    assert_int_equal(ra__chunks_wanted(&chunks, 512), 150 * MIB);
    assert_int_equal(ra__chunks_wanted(&chunks, 2 * MIB), 16 * MIB);
    assert_true(ra__chunks_expect(&chunks, 2 * MIB, (size_t)60 << 30, 0));
    assert_int_equal(ra__chunks_wanted(&chunks, 2 * MIB), 1024 * MIB);
    ra__chunks_expect_no_more(&chunks, 512, 600 * (size_t)MIB);
    ra__chunks_expect_no_more(&chunks, 2 * MIB, (size_t)60 << 30);
    assert_false(ra__chunks_expect(&chunks, 512, 2 * MIB, MIB));
    assert_int_equal(held(), 0);
}

static void the_best_fit_is_taken(void **state)
{
    (void)state;
    char *t[7];
    for (int i = 0; i < 7; i++) /* 10, 20, ... KiB, and one that keeps the rest of the chunk away */
        t[i] = take((size_t)(i + 1) * 10 * KIB, 0);
    for (int i = 1; i < 6; i++)
        assert_ptr_equal(t[i], t[i - 1] + i * 10 * KIB);
    give(t[1]), give(t[3]), give(t[5]); /* 20, 40 and 60 */
    assert_ptr_equal(take(40 * KIB, 0), t[3]);
    assert_ptr_equal(take(15 * KIB, 0), t[1]);
    assert_ptr_equal(take(5 * KIB, 0), t[1] + 15 * KIB); /* what that left */
    assert_ptr_equal(take(30 * KIB, 0), t[5]);
    give(t[5]), give(t[3]), give(t[1] + 15 * KIB), give(t[1]), give(t[0]), give(t[2]), give(t[4]), give(t[6]);
    assert_int_equal(ra__chunks_largest(&chunks), 2 * MIB);
}

/* In each order. */
static void neighbours_are_made_one(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int k = 0; k < 6; k++) {
        char *t[3] = {take(MIB, 0), take(512 * KIB, 0), take(512 * KIB, 0)};
        assert_int_equal(chunks.cached, 0);
        for (int i = 0; i < 3; i++)
            give(t[orders[k][i]]);
        assert_int_equal(ra__chunks_largest(&chunks), 2 * MIB);
        assert_int_equal(held(), 2 * MIB);
    }
    char *all = take(2 * MIB, 2 * MIB); /* it is large: no more is allowed, and so it is taken of the small ones */
    assert_non_null(all);
    assert_int_equal(chunks.cached, 0);
    give(all);
}

static void which_chunks_go(void **state)
{
    (void)state;
    char *a = take(10 * MIB, 0), *b = take(30 * MIB, 0), *c = take(20 * MIB, 0), *d = take(KIB, 0);
    assert_int_equal(held(), 62 * MIB);
    assert_null(ra__chunks_remove(&chunks, 0));
    give(a), give(b), give(c);
    assert_int_equal(trim(chunks.cached), 0);
    assert_int_equal(trim(chunks.cached - 25 * MIB), 30 * MIB); /* 20, then the smallest, which is more than asked for */
    assert_int_equal(chunks.cached, 30 * MIB + 2 * MIB - KIB);
    assert_int_equal(trim(0), 30 * MIB);
    assert_int_equal(chunks.cached, 2 * MIB - KIB); /* in use in part */
    give(d);
    assert_int_equal(trim(0), 2 * MIB);
}

static void chunks_of_one_block(void **state)
{
    (void)state;
    char *a = (char *)next_address, *b = a + 4096;
    assert_true(ra__chunks_expect(&chunks, 1000, 1000, 0) && ra__chunks_add(&chunks, 1000, 1000, a));
    assert_true(ra__chunks_expect(&chunks, 1001, 1001, 0) && ra__chunks_add(&chunks, 1001, 1001, b));
    give(a), give(b);
    assert_null(ra__chunks_take(&chunks, 999, RA__CHUNKS_WHOLE));
    assert_ptr_equal(ra__chunks_take(&chunks, 1000, RA__CHUNKS_WHOLE), a);
    assert_ptr_equal(ra__chunks_take(&chunks, 1001, RA__CHUNKS_WHOLE), b);
    assert_int_equal(chunks.live, 2001);
    give(a), give(b);
}

static void without_memory_for_records(void **state)
{
    (void)state;
    char *a = take(KIB, 0);
    ra__os_fault_arm_call(RA__OS_HEAP, 1, 1000);
    char *b = ra__chunks_take(&chunks, 4 * KIB, RA__CHUNKS_OF_SORT);
    assert_ptr_equal(b, a + KIB); /* the whole rest: nobody could note what was left */
    assert_int_equal(chunks.live, 2 * MIB);
    assert_true(ra__chunks_expect(&chunks, 512, 2 * MIB, 0));
    assert_false(ra__chunks_add(&chunks, 512, 2 * MIB, (char *)next_address));
    ra__chunks_expect_no_more(&chunks, 512, 2 * MIB);
    ra__os_fault_disarm();
    give(b), give(a);
    assert_int_equal(ra__chunks_largest(&chunks), 2 * MIB);
}

/* ---- beside an account of each step of each chunk ---- */

enum { KEPT = 700, STEPS = 60000 };

static struct kept {
    char *memory;
    size_t bytes;
} kept[KEPT];

static int by_address(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;
    return x->memory < y->memory ? -1 : x->memory > y->memory;
}

/* No two overlap; they and what is free are what is held; two free ones never touch. */
static void check_all(size_t live)
{
    static struct kept sorted[KEPT];
    memcpy(sorted, kept, sizeof kept);
    qsort(sorted, KEPT, sizeof *sorted, by_address);
    for (int i = 1; i < KEPT; i++)
        assert_true(!sorted[i - 1].memory || sorted[i - 1].memory + sorted[i - 1].bytes <= sorted[i].memory);
    size_t cached = 0;
    for (int i = 0; i < 2 * RA__CHUNK_BINS; i++)
        for (const ra__chunk_block *b = chunks.free[i % 2][i / 2]; b; b = b->next) {
            cached += b->bytes;
            assert_true(b->is_free && b->is_small == i % 2);
            assert_true(!b->before || (!b->before->is_free && b->before->memory + b->before->bytes == b->memory && b->before->behind == b));
            assert_true(!b->behind || (!b->behind->is_free && b->memory + b->bytes == b->behind->memory && b->behind->before == b));
        }
    assert_int_equal(chunks.live, live);
    assert_int_equal(chunks.cached, cached);
    assert_int_equal(held(), live + cached);
}

static void many_steps(void **state)
{
    (void)state;
    const size_t most = 300 * (size_t)MIB;
    size_t live = 0;
    int refused = 0;
    uint64_t dice = 7;
    memset(kept, 0, sizeof kept);
    for (int i = 0; i < STEPS; i++) {
        dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        struct kept *k = &kept[(dice >> 33) % KEPT];
        if (i % 997 == 0)
            trim((dice >> 40) % most);
        if (i % 499 == 0)
            check_all(live);
        if (k->memory) {
            give(k->memory);
            live -= k->bytes;
            *k = (struct kept){NULL, 0};
            continue;
        }
        k->bytes = ra__chunk_rounded((dice >> 20) % ((size_t)KIB << (dice >> 60)));
        if ((k->memory = take(k->bytes, most)))
            live += k->bytes;
        else {
            assert_true(ra__chunks_largest(&chunks) < k->bytes && held() + k->bytes > most);
            k->bytes = 0;
            refused++;
        }
        assert_true(held() <= most && chunks.peak >= live);
    }
    assert_true(refused > 100);
    check_all(live);
    for (int i = 0; i < KEPT; i++)
        if (kept[i].memory)
            give(kept[i].memory);
    memset(kept, 0, sizeof kept);
    check_all(0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_AROUND(sizes, begin, end),
        TEST_AROUND(the_best_fit_is_taken, begin, end),
        TEST_AROUND(neighbours_are_made_one, begin, end),
        TEST_AROUND(which_chunks_go, begin, end),
        TEST_AROUND(chunks_of_one_block, begin, end),
        TEST_AROUND(without_memory_for_records, begin, end),
        TEST_AROUND(many_steps, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
