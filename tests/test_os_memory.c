/* The operating-system layer: memory, mapped and of the heap. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <unistd.h>

#include "async/os/os.h"
#include "async/os/region.h"
#include "helpers/resident.h"

/* Every test has a limit of its own. */
static int disarm(void **state)
{
    (void)state;
    ra__os_fault_disarm();
    return 0;
}

static void test_map(void **state)
{
    (void)state;
    const size_t page = ra__os_page_size(), huge = (size_t)2 << 20;
    const size_t aligns[] = {page, 4 * page, huge}, sizes[] = {page, 3 * page, 3 * huge + page};
    assert_true(page >= 4096 && !(page & (page - 1)));
    for (int a = 0; a < 3; a++)
        for (int s = 0; s < 3; s++)
            for (size_t before = 0; before < aligns[a]; before += aligns[a] / 2 < page ? aligns[a] : aligns[a] / 2) {
                void *map = NULL;
                assert_int_equal(ra__os_map(sizes[s], aligns[a], before, &map), 0);
                assert_int_equal(((uintptr_t)map + before) % aligns[a], 0);
                char *bytes = map;
                for (size_t i = 0; i < sizes[s]; i += page) {
                    assert_int_equal(bytes[i], 0);
                    bytes[i] = 1;
                }
                bytes[sizes[s] - 1] = 1;
                ra__os_advise_huge(map, sizes[s], true);
                assert_int_equal(ra__os_discard(map, sizes[s]), 0);
                assert_int_equal(bytes[0] + bytes[sizes[s] - 1], 0);
                assert_int_equal(ra__os_unmap(map, sizes[s]), 0);
            }
    void *untouched = &untouched;
    assert_int_equal(ra__os_map((size_t)1 << 60, huge, 0, &untouched), -ENOMEM);
    assert_int_equal(ra__os_map(SIZE_MAX - page + 1, page, 0, &untouched), -ENOMEM);
    struct sysinfo machine; /* what it has not is refused whatever vm.overcommit_memory says */
    assert_int_equal(sysinfo(&machine), 0);
    assert_int_equal(ra__os_map((size_t)(machine.totalram + machine.totalswap) * machine.mem_unit + ((size_t)1 << 30), page, 0, &untouched), -ENOMEM);
    assert_ptr_equal(untouched, &untouched);
}

static void test_map_is_exact(void **state)
{
    (void)state;
    /* The cut ends are gone: after unmapping, nothing of the reservation is left behind. */
    const size_t huge = (size_t)2 << 20;
    long before = 0, after = 0;
    for (int round = 0; round < 3; round++) {
        FILE *f = fopen("/proc/self/statm", "r");
        assert_non_null(f);
        assert_int_equal(fscanf(f, "%ld", round ? &after : &before), 1);
        fclose(f);
        for (int i = 0; i < 64; i++) {
            void *map;
            assert_int_equal(ra__os_map(huge, huge, 0, &map), 0);
            assert_int_equal(ra__os_unmap(map, huge), 0);
        }
    }
    assert_true((after - before) * (long)ra__os_page_size() < (long)huge * 32);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/* What is cut off goes through here: how many cuts there were, and how many of memory that could be read. */
static int cuts, open_cuts, probe[2] = {-1, -1};

__attribute__((visibility("default"))) int munmap(void *start, size_t bytes)
{
    if (probe[1] >= 0) {
        cuts++;
        open_cuts += write(probe[1], start, 1) == 1;
    }
    return (int)syscall(SYS_munmap, start, bytes);
}

/* Beside the mapping nothing can be touched at any time, by its neighbours' huge pages neither. */
static void test_map_excess_is_closed(void **state)
{
    (void)state;
    const size_t page = ra__os_page_size(), huge = (size_t)2 << 20;
    void *map;
    assert_int_equal(pipe(probe), 0);
    for (size_t before = 0; before < huge; before += huge / 8) {
        const int result = ra__os_map(3 * page, huge, before, &map);
        assert_int_equal(result, 0);
        assert_int_equal(write(probe[1], map, 1), 1);
        assert_int_equal(syscall(SYS_munmap, map, 3 * page), 0);
    }
    close(probe[0]);
    close(probe[1]);
    probe[1] = -1;
    assert_true(cuts >= 8);
    assert_int_equal(open_cuts, 0);
}
#else
static void test_map_excess_is_closed(void **state)
{
    (void)state;
    skip(); /* the sanitizers have a munmap of their own */
}
#endif

/* A control thread takes records from it: its first touch may not last until a huge page is cleared, nor is it to touch 512 small ones. */
static void test_regions_are_touched_in_advance(void **state)
{
    (void)state;
    ra__region_start();
    char *first = ra__region_map();
    assert_non_null(first);
    assert_in_range(resident_around(first), 0, HUGE_PAGE / 4);
    assert_true(atomic_load(&ra__region_wanted));
    for (int i = 0; i < 10 && atomic_load(&ra__region_wanted); i++)
        ra__region_prepare();
    assert_false(atomic_load(&ra__region_wanted)); /* there are as many as there should be */
    char *second = ra__region_map();
    assert_non_null(second);
    assert_true(resident_around(second) == HUGE_PAGE || resident_around(second) == -1);
    for (int i = 0; i < RA__REGION_BYTES; i++)
        assert_int_equal(second[i], 0);
    assert_true(atomic_load(&ra__region_wanted));
    ra__region_unmap(first);
    ra__region_unmap(second);
    ra__region_stop();
    assert_false(atomic_load(&ra__region_wanted));
    ra__region_start(); /* where there is no memory, a worker leaves it at that, and who asks for one is told */
    ra__region_want();
    ra__os_fault_arm_call(RA__OS_MAP, 1, 2);
    ra__region_prepare();
    assert_null(ra__region_map());
    assert_int_equal(ra__os_fault_count(), 2);
    ra__os_fault_disarm();
    ra__region_stop();
}

static void test_bind_node(void **state)
{
    (void)state;
    void *map;
    assert_int_equal(ra__os_map(65536, ra__os_page_size(), 0, &map), 0);
    int result = ra__os_bind_node(map, 65536, 0);
    assert_true(result == 0 || result == -ENOSYS || result == -EPERM || result == -EINVAL);
    assert_int_equal(ra__os_bind_node(map, 65536, -1), -EINVAL);
    assert_int_equal(ra__os_bind_node(map, 65536, 1 << 20), -EINVAL);
    memset(map, 1, 65536);
    assert_int_equal(ra__os_unmap(map, 65536), 0);
}

static void test_page_nodes(void **state)
{
    (void)state;
    void *map;
    const size_t page = ra__os_page_size();
    assert_int_equal(ra__os_map(2 * page, page, 0, &map), 0);
    memset(map, 1, page);
    void *addresses[] = {map, (char *)map + page - 1, (char *)map + page};
    int nodes[] = {-1, -1, -1};
    const int result = ra__os_page_nodes(addresses, 3, nodes);
    if (result) { /* a kernel without, or a sandbox */
        assert_true(result == -ENOSYS || result == -EPERM);
    } else {
        assert_true(nodes[0] >= 0);
        assert_int_equal(nodes[1], nodes[0]);
        assert_int_equal(nodes[2], -ENOENT);
    }
    assert_int_equal(ra__os_unmap(map, 2 * page), 0);
}

static void test_heap(void **state)
{
    (void)state;
    char *block = ra__os_alloc(0);
    assert_non_null(block);
    block = ra__os_realloc(block, 100);
    assert_non_null(block);
    memset(block, 7, 100);
    ra__os_fault_arm_call(RA__OS_HEAP, 1, 1);
    assert_null(ra__os_realloc(block, 1000));
    assert_int_equal(block[99], 7);
    ra__os_free(block);
    char *zeroes = ra__os_calloc(10, 10);
    assert_non_null(zeroes);
    for (int i = 0; i < 100; i++)
        assert_int_equal(zeroes[i], 0);
    ra__os_free(zeroes);
    volatile size_t half = SIZE_MAX / 2; /* volatile: the compiler would warn, rightly */
    assert_null(ra__os_calloc(half, 3));
    void *aligned = ra__os_alloc_aligned(128, 1);
    assert_non_null(aligned);
    assert_int_equal((uintptr_t)aligned % 128, 0);
    ra__os_free(aligned);
    ra__os_free(NULL);
}

/* The first block has brought an area in which every size has a place: the first of each does not map one more, in somebody's call. */
static void test_heap_has_room_for_all_sizes(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    void *blocks[COUNT];
    int count = 0;
    ra__os_free(ra__os_alloc(1));
    ra__os_fault_arm_call(RA__OS_MAP, 1000, 1);
    for (size_t bytes = 1; bytes <= 128 << 10 && count < COUNT; bytes += bytes / 8 + 16)
        assert_non_null(blocks[count++] = ra__os_alloc(bytes));
    assert_int_equal(ra__os_fault_count(), 0);
    ra__os_fault_disarm();
    assert_in_range(count, 50, COUNT - 1); /* more than there are classes */
    while (count)
        ra__os_free(blocks[--count]);
}

/* ---- the heap: any size, again and again, and by several threads ---- */

enum { HEAP_MOST = 300000, HEAP_SIZES = 120 };

static size_t heap_size(int i)
{
    return i < 40 ? (size_t)i * 9 : (size_t)(i - 39) * (HEAP_MOST / (HEAP_SIZES - 39));
}

static void test_heap_sizes(void **state)
{
    (void)state;
    unsigned char *block[HEAP_SIZES];
    size_t held = 0;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < HEAP_SIZES; i++) {
            block[i] = i % 2 ? ra__os_calloc(1, heap_size(i)) : ra__os_alloc(heap_size(i));
            assert_non_null(block[i]);
            assert_int_equal((uintptr_t)block[i] % 16, 0);
            for (size_t k = 0; i % 2 && k < heap_size(i); k++)
                assert_int_equal(block[i][k], 0); /* also of what others have had */
            memset(block[i], i + 1, heap_size(i));
        }
        for (int i = 0; i < HEAP_SIZES; i++) { /* larger, and smaller */
            block[i] = ra__os_realloc(block[i], heap_size(HEAP_SIZES - 1 - i));
            assert_non_null(block[i]);
            for (size_t k = 0; k < heap_size(i) && k < heap_size(HEAP_SIZES - 1 - i); k++)
                assert_int_equal(block[i][k], i + 1);
        }
        for (int i = 0; i < HEAP_SIZES; i++)
            ra__os_free(block[i]);
        assert_true(round < 2 || ra__os_heap_bytes() == held); /* it takes no more for the same again */
        held = ra__os_heap_bytes();
    }
    for (size_t align = sizeof(void *); align <= 4096; align *= 2)
        for (int i = 0; i < HEAP_SIZES; i++) {
            block[0] = ra__os_alloc_aligned(align, heap_size(i));
            assert_non_null(block[0]);
            assert_int_equal((uintptr_t)block[0] % align, 0);
            memset(block[0], 7, heap_size(i));
            ra__os_free(block[0]);
        }
#ifndef __SANITIZE_ADDRESS__ /* which ends the process */
    volatile size_t much = SIZE_MAX - 10;
    assert_null(ra__os_alloc(much));
#endif
}

enum { HEAP_THREADS = 4, HEAP_PLACES = 64 };
static _Atomic(uint32_t *) places[HEAP_PLACES]; /* who puts a block there may take it himself, or another */

static void *uses_the_heap(void *number)
{
    uint32_t chance = 1 + (uint32_t)(uintptr_t)number;
    long wrong = 0;
    for (long n = 0; n < 40000; n++) {
        chance = chance * 1664525 + 1013904223;
        const uint32_t words = 2 + (chance >> 8) % (n % 64 ? 60 : 12000);
        uint32_t *block = ra__os_alloc(words * sizeof *block);
        if (!block)
            return (void *)-1;
        block[0] = words;
        for (uint32_t k = 1; k < words; k++)
            block[k] = words + k;
        uint32_t *other = atomic_exchange_explicit(&places[chance >> 26], block, memory_order_acq_rel);
        for (uint32_t k = 1; other && k < other[0]; k++)
            wrong += other[k] != other[0] + k;
        ra__os_free(other);
    }
    return (void *)wrong;
}

static void test_heap_of_threads(void **state)
{
    (void)state;
    pthread_t threads[HEAP_THREADS];
    for (int i = 0; i < HEAP_THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, uses_the_heap, (void *)(uintptr_t)i), 0);
    for (int i = 0; i < HEAP_THREADS; i++) {
        void *wrong;
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
    for (int i = 0; i < HEAP_PLACES; i++)
        ra__os_free(atomic_load(&places[i]));
}

int main(void)
{
#define T(name) cmocka_unit_test_teardown(name, disarm)
    const struct CMUnitTest tests[] = {T(test_map), T(test_map_is_exact), T(test_map_excess_is_closed), T(test_regions_are_touched_in_advance), T(test_bind_node), T(test_page_nodes), T(test_heap), T(test_heap_has_room_for_all_sizes), T(test_heap_sizes), T(test_heap_of_threads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
