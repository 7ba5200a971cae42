/* The allocator of tensor data: sizes, reuse, limits, trimming, failure. */
#include "helpers/allocator.h"
#include "helpers/resident.h"

static void test_capacity(void **state)
{
    (void)state;
    assert_int_equal(ra__mem_capacity(0), 0);
    assert_int_equal(ra__mem_capacity(SIZE_MAX), SIZE_MAX);
    size_t before = 0;
    for (size_t bytes = 1; bytes < ((size_t)1 << 46); bytes += 1 + bytes / 37) {
        const size_t capacity = ra__mem_capacity(bytes);
        assert_true(capacity >= bytes && capacity >= before && capacity % 64 == 0);
        assert_int_equal(ra__mem_capacity(capacity), capacity);
        if (bytes > 512)
            assert_true(capacity - bytes <= bytes / 8);
        else
            assert_int_equal(capacity, (bytes + 63) / 64 * 64);
        if (bytes >= MIB)
            assert_int_equal(capacity % 65536, 0);
        before = capacity;
    }
    assert_int_equal(ra__mem_capacity((size_t)1 << 46), (size_t)1 << 46);
    assert_int_equal(ra__mem_capacity(((size_t)1 << 46) + 1), SIZE_MAX);
}

static void test_zero_bytes(void **state)
{
    (void)state;
    void *block = take(0, 0);
    assert_int_equal((uintptr_t)block % 64, 0);
    ra__mem_free(block, 0, 0);
    ra__mem_free(NULL, 100, 0);
    assert_int_equal(stats().live + stats().cached, 0);
}

/* Blocks of all classes at once: aligned, writable from end to end, none over another. */
static void test_blocks_are_apart(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    struct {
        unsigned char *data;
        size_t bytes;
    } blocks[COUNT];
    size_t bytes = 1, live = 0;
    for (int i = 0; i < COUNT; i++) {
        blocks[i].bytes = bytes;
        blocks[i].data = take(0, bytes);
        assert_int_equal((uintptr_t)blocks[i].data % (bytes >= MIB ? 2 * MIB : 64), 0);
        memset(blocks[i].data, i, bytes);
        live += ra__mem_capacity(bytes);
        bytes += 1 + bytes / 19;
        if (bytes > 6 * MIB)
            bytes = 1;
    }
    assert_int_equal(stats().live, live);
    assert_int_equal(stats().node[0].live, live);
    assert_int_equal(stats().peak, live);
    for (int i = 0; i < COUNT; i++) {
        for (size_t b = 0; b < blocks[i].bytes; b += blocks[i].bytes < 4096 ? 1 : 997)
            assert_int_equal(blocks[i].data[b], (unsigned char)i);
        assert_int_equal(blocks[i].data[blocks[i].bytes - 1], (unsigned char)i);
        ra__mem_free(blocks[i].data, blocks[i].bytes, 0);
    }
    assert_int_equal(stats().live, 0);
    assert_int_equal(stats().cached, live);
    assert_int_equal(stats().peak, live);
}

static void test_last_in_first_out(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 64, 4096, 100000, MIB - 1, MIB, 3 * MIB + 5};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        void *a = take(0, sizes[s]), *b = take(0, sizes[s]);
        assert_ptr_not_equal(a, b);
        ra__mem_free(a, sizes[s], 0);
        ra__mem_free(b, sizes[s], 0);
        assert_ptr_equal(take(0, sizes[s]), b);
        assert_ptr_equal(take(0, sizes[s]), a);
        ra__mem_free(a, sizes[s], 0);
        ra__mem_free(b, sizes[s], 0);
    }
}

static void test_steady_state_touches_no_fresh_page(void **state)
{
    (void)state;
    const size_t sizes[] = {8, 300, 5000, 70000, MIB, 9 * MIB, 20 * MIB};
    size_t fresh = 0;
    for (int round = 0; round < 50; round++) {
        void *blocks[7];
        for (int i = 0; i < 7; i++)
            memset(blocks[i] = take(0, sizes[i]), 1, sizes[i] < 4096 ? sizes[i] : 4096);
        for (int i = 0; i < 7; i++)
            ra__mem_free(blocks[(i * 3 + round) % 7], sizes[(i * 3 + round) % 7], 0);
        if (round == 0)
            fresh = stats().fresh_pages;
        assert_true(stats().fresh_pages > 0);
        assert_int_equal(stats().fresh_pages, fresh);
    }
}

static void test_large_fits_within_a_quarter(void **state)
{
    (void)state;
    void *small = take(0, 8 * MIB), *big = take(0, 10 * MIB);
    ra__mem_free(big, 10 * MIB, 0);
    ra__mem_free(small, 8 * MIB, 0);
    const size_t fresh = stats().fresh_pages;
    void *best = take(0, 8 * MIB - 5); /* both would do */
    assert_ptr_equal(best, small);
    void *next = take(0, 8 * MIB); /* 10 is a quarter above */
    assert_ptr_equal(next, big);
    assert_int_equal(stats().fresh_pages, fresh);
    assert_int_equal(stats().live, 18 * MIB); /* counted as what they are, not as what was asked for */
    ra__mem_free(next, 8 * MIB, 0);
    void *none = take(0, 7 * MIB); /* 10 is more than a quarter above */
    assert_ptr_not_equal(none, big);
    assert_true(stats().fresh_pages > fresh);
    ra__mem_free(none, 7 * MIB, 0);
    ra__mem_free(best, 8 * MIB - 5, 0);
    assert_int_equal(stats().cached, 25 * MIB);
    assert_ptr_equal(take(0, 10 * MIB), big); /* and it is still a block of 10 */
    ra__mem_free(big, 10 * MIB, 0);
}

static void test_nodes(void **state)
{
    (void)state;
    const int none[] = {-1, -1, -1};
    assert_int_equal(ra__mem_init(0, NULL), -EINVAL);
    assert_int_equal(ra__mem_init(RA__MEM_NODES_MAX + 1, NULL), -EINVAL);
    assert_int_equal(ra__mem_init(3, none), 0);
    const size_t sizes[] = {100, 3 * MIB};
    for (int s = 0; s < 2; s++) {
        const size_t capacity = ra__mem_capacity(sizes[s]);
        const struct ra__mem_stats before = stats();
        void *on[3];
        for (int n = 0; n < 3; n++)
            on[n] = take(n, sizes[s]);
        for (int n = 0; n < 3; n++)
            assert_int_equal(stats().node[n].live, capacity);
        ra__mem_free(on[1], sizes[s], 1);
        assert_int_equal(stats().node[1].live, 0);
        assert_int_equal(stats().node[1].cached - before.node[1].cached, capacity);
        void *other = take(0, sizes[s]); /* node 1 keeps its memory to itself */
        assert_ptr_not_equal(other, on[1]);
        assert_ptr_equal(take(4, sizes[s]), on[1]); /* 4 folds onto 1 */
        ra__mem_free(on[1], sizes[s], 0); /* comes home under a wrong number */
        assert_ptr_equal(take(1, sizes[s]), on[1]);
        ra__mem_free(on[1], sizes[s], 1);
        ra__mem_free(other, sizes[s], 0);
        ra__mem_free(on[0], sizes[s], 0);
        ra__mem_free(on[2], sizes[s], 2);
    }
    assert_int_equal(ra__mem_init(3, NULL), 0); /* the same again */
    assert_int_equal(ra__mem_init(2, NULL), -EBUSY);
    const int real[] = {0, 0, 0};
    assert_int_equal(ra__mem_init(3, real), -EBUSY);
    assert_int_equal(ra__mem_shutdown(), 0);
    assert_int_equal(ra__mem_init(3, real), 0); /* placed by the system, where it knows how */
    char *placed = take(2, 5000);
    memset(placed, 1, 5000);
    ra__mem_free(placed, 5000, 2);
}

/* Blocks that are spread are a kind of their own: never lent to a node, nor beyond their class. */
static void test_spread_blocks(void **state)
{
    (void)state;
    const int none[] = {-1, -1, -1};
    const struct ra__shares shares = {.nodes = 3, .before = {0, 4, 4, 8}}; /* node 1 has no workers */
    assert_int_equal(ra__mem_init(3, none), 0);
    ra__mem_share(&shares);
    char *spread = take(RA__MEM_SPREAD, 9 * MIB);
    memset(spread, 1, 9 * MIB);
    assert_int_equal(stats().spread.live, ra__mem_capacity(9 * MIB));
    for (int n = 0; n < 3; n++)
        assert_int_equal(stats().node[n].live, 0);
    ra__mem_free(spread, 9 * MIB, RA__MEM_SPREAD);
    assert_int_equal(stats().spread.live, 0);
    assert_int_equal(stats().spread.cached, ra__mem_capacity(9 * MIB));
    void *other = take(0, 9 * MIB), *smaller = take(RA__MEM_SPREAD, 8 * MIB);
    assert_true(other != spread && smaller != spread);
    assert_ptr_equal(take(RA__MEM_SPREAD, 9 * MIB - 1), spread);
    ra__mem_free(spread, 9 * MIB - 1, RA__MEM_SPREAD);
    ra__mem_free(other, 9 * MIB, 0);
    ra__mem_free(smaller, 8 * MIB, RA__MEM_SPREAD);
    void *small = take(RA__MEM_SPREAD, 5000); /* too small to be divided */
    assert_int_equal(stats().spread.live, 0);
    ra__mem_free(small, 5000, RA__MEM_SPREAD);
    assert_true(ra__mem_trim(0) > 0);
    assert_int_equal(stats().spread.cached, 0);
    ra__mem_share(NULL);
}

static size_t resident(void)
{
    char text[256];
    unsigned long pages = 0, total;
    assert_int_equal(ra__os_read_text("/proc/self/statm", text, sizeof text), 0);
    assert_int_equal(sscanf(text, "%lu %lu", &total, &pages), 2);
    return pages * ra__os_page_size();
}

static void test_trim_gives_memory_back(void **state)
{
    (void)state;
    enum { SMALLS = 4000, LARGES = 5 };
    static void *smalls[SMALLS], *larges[LARGES];
    const size_t small = 10000, large = 10 * MIB;
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < SMALLS; i++)
            memset(smalls[i] = take(0, small), 1, small);
        for (int i = 0; i < LARGES; i++)
            memset(larges[i] = take(0, large), 1, large);
        const size_t full = resident();
        for (int i = 0; i < SMALLS; i++)
            ra__mem_free(smalls[i], small, 0);
        for (int i = 0; i < LARGES; i++)
            ra__mem_free(larges[i], large, 0);
        assert_int_equal(stats().cached, SMALLS * ra__mem_capacity(small) + LARGES * large);
        assert_int_equal(ra__mem_trim(SIZE_MAX), 0);
        const size_t cached = stats().cached;
        assert_int_equal(ra__mem_trim(cached - 15 * MIB), 20 * MIB); /* large ones first, whole ones */
        assert_int_equal(stats().cached, cached - 20 * MIB);
        assert_int_equal(ra__mem_trim(0), cached - 20 * MIB);
        assert_int_equal(stats().cached, 0);
        assert_int_equal(stats().live, 0);
#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
        assert_true(full - resident() > 80 * MIB);
#else
        assert_true(full > 0);
#endif
    }
}

/* One live block holds its region; the rest of the memory goes, and blocks that stayed are still good. */
static void test_trim_leaves_live_blocks_alone(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    static unsigned char *blocks[COUNT], *again[COUNT];
    const size_t bytes = 100000;
    for (int i = 0; i < COUNT; i++)
        memset(blocks[i] = take(0, bytes), i, bytes);
    for (int i = 0; i < COUNT; i++)
        if (i % 100 != 50)
            ra__mem_free(blocks[i], bytes, 0);
    const size_t cached = stats().cached, gone = ra__mem_trim(0);
    assert_true(gone > 0 && gone < cached); /* some regions were all free, some were not */
    assert_int_equal(stats().cached, cached - gone);
    const size_t fresh = stats().fresh_pages;
    const size_t left = stats().cached / ra__mem_capacity(bytes);
    for (size_t i = 0; i < left; i++)
        memset(again[i] = take(0, bytes), 255, bytes);
    assert_int_equal(stats().fresh_pages, fresh); /* what stayed cached is found again */
    assert_int_equal(stats().cached, 0);
    for (int i = 50; i < COUNT; i += 100)
        for (size_t b = 0; b < bytes; b++)
            assert_int_equal(blocks[i][b], (unsigned char)i);
    for (size_t i = 0; i < left; i++)
        ra__mem_free(again[i], bytes, 0);
    for (int i = 50; i < COUNT; i += 100)
        ra__mem_free(blocks[i], bytes, 0);
    ra__mem_trim(0);
    assert_int_equal(stats().cached, 0);
}

/* Regions that were given back are carved again, for other sizes: address space does not grow. */
static void test_regions_are_recycled(void **state)
{
    (void)state;
    size_t mapped = 0;
    ra__os_fault_arm_call(RA__OS_MAP, 0, 0);
    for (int round = 0; round < 20; round++) {
        const size_t bytes = 1000 + 7001 * (size_t)round;
        const int count = (int)(30 * MIB / ra__mem_capacity(bytes));
        void **blocks = calloc((size_t)count, sizeof *blocks);
        assert_non_null(blocks);
        for (int i = 0; i < count; i++)
            blocks[i] = take(0, bytes);
        for (int i = 0; i < count; i++)
            ra__mem_free(blocks[i], bytes, 0);
        free(blocks);
        ra__mem_trim(0);
        assert_int_equal(stats().cached, 0);
        if (round == 4)
            mapped = (size_t)ra__os_fault_count();
    }
    assert_true(mapped >= 4);
    assert_true((size_t)ra__os_fault_count() <= mapped + 1);
}

/* The region in use is emptied twice before anybody needs a spare: it must wait among the spares once only, or the
 * list would close upon itself and the search for room never end. */
static void test_region_trimmed_twice(void **state)
{
    (void)state;
    enum { COUNT = 40 };
    void *blocks[COUNT];
    for (int round = 0; round < 3; round++) {
        ra__mem_free(take(0, 100), 100, 0);
        assert_int_equal(ra__mem_trim(0), 128);
    }
    for (int i = 0; i < COUNT; i++) /* four regions and more */
        blocks[i] = take(0, MIB - 1);
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(blocks[i], blocks[j]);
    for (int i = 0; i < COUNT; i++)
        ra__mem_free(blocks[i], MIB - 1, 0);
    assert_int_equal(ra__mem_trim(0), COUNT * MIB);
}

/* Who is no worker waits for no more than what it touches, though it be the first there: not until a huge page is cleared. */
static void test_fresh_block_comes_in_small_pages(void **state)
{
    (void)state;
    char *blocks[7]; /* of one region: two of them, at least, have a huge page's worth that begins and ends in it */
    for (int i = 0; i < 7; i++)
        blocks[i] = take(0, MIB - 1);
    char *touched = blocks[4];
    *touched = 1;
    const long bytes = resident_around(touched);
    for (int i = 0; i < 7; i++)
        ra__mem_free(blocks[i], MIB - 1, 0);
    assert_in_range(bytes, 1, HUGE_PAGE / 4);
}

static void test_limit(void **state)
{
    (void)state;
    ra__mem_limit(10 * MIB, "a test");
    void *untouched = &untouched;
    assert_int_equal(ra__mem_alloc(0, 11 * MIB, &untouched), -ENOMEM);
    assert_ptr_equal(untouched, &untouched);
    void *a = take(0, 6 * MIB);
    assert_int_equal(ra__mem_alloc(0, 5 * MIB, &untouched), -ENOMEM);
    assert_int_equal(stats().live, 6 * MIB);
    void *b = take(0, 3 * MIB);
    ra__mem_free(b, 3 * MIB, 0);
    assert_int_equal(ra__mem_alloc(0, 5 * MIB, &untouched), -ENOMEM);
    assert_int_equal(stats().cached, 3 * MIB); /* not thrown away where it could not have helped */
    b = take(0, 4 * MIB); /* takes the place of the cached 3 */
    assert_int_equal(stats().cached, 0);
    assert_int_equal(ra__mem_alloc(0, 1, &untouched), -ENOMEM);
    ra__mem_limit(0, "a test");
    void *c = take(0, 1);
    ra__mem_free(a, 6 * MIB, 0);
    ra__mem_free(b, 4 * MIB, 0);
    ra__mem_free(c, 1, 0);
    assert_int_equal(stats().limit, 0);
}

static void test_out_of_memory(void **state)
{
    (void)state;
    void *block = NULL;
    assert_int_equal(ra__mem_alloc(0, SIZE_MAX, &block), -ENOMEM);
    assert_int_equal(ra__mem_alloc(0, (size_t)1 << 46, &block), -ENOMEM);
    assert_null(block);
    assert_int_equal(stats().live + stats().cached, 0);
    const size_t sizes[] = {500, 5 * MIB};
    for (int s = 0; s < 2; s++) {
        /* Twice refused: told so. The cached block is given back on the way. */
        ra__mem_free(take(0, 20 * MIB), 20 * MIB, 0);
        ra__os_fault_arm_call(RA__OS_MAP, 1, 2);
        assert_int_equal(ra__mem_alloc(0, sizes[s], &block), -ENOMEM);
        assert_int_equal(ra__os_fault_hits(), 2);
        assert_null(block);
        assert_int_equal(stats().live + stats().cached, 0);
        /* Once refused: trimmed and tried again. */
        ra__os_fault_disarm();
        ra__mem_free(take(0, 20 * MIB), 20 * MIB, 0);
        ra__os_fault_arm_call(RA__OS_MAP, 1, 1);
        block = take(0, sizes[s]);
        assert_int_equal(ra__os_fault_hits(), 1);
        assert_int_equal(stats().cached, 0);
        ra__os_fault_disarm();
        ra__mem_free(block, sizes[s], 0);
        assert_int_equal(ra__mem_shutdown(), 0);
        block = NULL;
    }
}

/* Each system call fails once: what is promised still holds, and nothing is lost. */
static void test_each_call_fails_once(void **state)
{
    (void)state;
    long calls = 1;
    for (long n = 0; n <= calls; n++) {
        assert_int_equal(ra__mem_shutdown(), 0);
        const int nodes[] = {0};
        assert_int_equal(ra__mem_init(1, nodes), 0);
        ra__os_fault_arm(n);
        char *a = take(0, 1000), *b = take(0, 3 * MIB); /* one refusal is always survived */
        memset(a, 1, 1000);
        memset(b, 1, 3 * MIB);
        ra__mem_free(a, 1000, 0);
        ra__mem_free(b, 3 * MIB, 0);
        ra__mem_trim(0);
        const bool kept = n && ra__os_fault_last() == RA__OS_UNMAP; /* refused to go: still cached, still good */
        assert_int_equal(stats().cached >= 3 * MIB, kept);
        b = take(0, 3 * MIB);
        memset(b, 2, 3 * MIB);
        ra__mem_free(b, 3 * MIB, 0);
        if (!n)
            calls = ra__os_fault_count();
        else
            assert_int_equal(ra__os_fault_hits(), 1);
        ra__os_fault_disarm();
        assert_int_equal(stats().live, 0);
        ra__mem_trim(0);
        assert_int_equal(stats().cached, 0);
    }
    assert_true(calls >= 8);
}

static void test_shutdown(void **state)
{
    (void)state;
    void *a = take(0, 100);
    assert_int_equal(ra__mem_shutdown(), -EBUSY);
    memset(a, 1, 100);
    ra__mem_free(a, 100, 0);
    void *b = take(0, 3 * MIB);
    ra__mem_free(b, 3 * MIB, 0);
    ra__os_fault_arm_call(RA__OS_UNMAP, 1, 1);
    assert_int_equal(ra__mem_shutdown(), -ENOMEM);
    assert_int_equal(stats().cached, 3 * MIB + 128);
    assert_int_equal(ra__mem_shutdown(), 0);
    assert_int_equal(stats().cached + stats().peak + stats().fresh_pages, 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, fresh_start, all_back)
    const struct CMUnitTest tests[] = {
        T(test_capacity),
        T(test_zero_bytes),
        T(test_blocks_are_apart),
        T(test_last_in_first_out),
        T(test_steady_state_touches_no_fresh_page),
        T(test_large_fits_within_a_quarter),
        T(test_nodes),
        T(test_spread_blocks),
        T(test_trim_gives_memory_back),
        T(test_trim_leaves_live_blocks_alone),
        T(test_regions_are_recycled),
        T(test_region_trimmed_twice),
        T(test_fresh_block_comes_in_small_pages),
        T(test_limit),
        T(test_out_of_memory),
        T(test_each_call_fails_once),
        T(test_shutdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
