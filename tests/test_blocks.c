/* Blocks: memory of handles and storages, which comes from the heap, goes round between threads, and is asked for seldom. */
#include "helpers/harness.h"

#include "async/os/os.h"
#include "async/thread/blocks.h"

#include <pthread.h>

enum { BATCHES = 8, BLOCKS = BATCHES * RA__BLOCK_BATCH, BYTES = 128 };

static void *blocks[BLOCKS];
static long asked;

static void *takes_many(void *unused)
{
    (void)unused;
    ra__os_fault_arm_call(RA__OS_HEAP, 0, 0);
    for (int i = 0; i < BLOCKS; i++)
        blocks[i] = ra__block_take(RA__BLOCK_STORAGE, BYTES);
    asked = ra__os_fault_count();
    ra__os_fault_disarm();
    for (int i = 0; i < BLOCKS; i++)
        if (blocks[i])
            ra__block_give(RA__BLOCK_STORAGE, blocks[i]);
    ra__blocks_leave();
    return NULL;
}

/* What it has cut once is there for whoever comes next. */
static void who_takes_many_asks_the_heap_twice(void **state)
{
    (void)state;
    long most[] = {2, 0};
#ifdef __SANITIZE_ADDRESS__
    skip(); /* each is an allocation of its own */
#endif
    for (int turn = 0; turn < 2; turn++) {
        pthread_t thread;
        assert_int_equal(pthread_create(&thread, NULL, takes_many, NULL), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        for (int i = 0; i < BLOCKS; i++)
            assert_non_null(blocks[i]);
        assert_true(asked <= most[turn]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(who_takes_many_asks_the_heap_twice)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
