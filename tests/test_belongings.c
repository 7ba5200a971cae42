/*
 * What a thread has besides its thread-local storage: the text of its refusal, whose it is when threads end and others begin, and what is
 * left of it where there is no memory.
 */
#include "helpers/harness.h"

#include "async/os/os.h"
#include "async/thread/belongings.h"

#include <limits.h>
#include <pthread.h>
#include <runahead.h>

enum { LONG = 400 };

static int sets(void)
{
    int n = 0;
    for (const ra__belongings *b = ra__belongings_all(); b; b = b->next)
        n++;
    return n;
}

/* Its thread has begun: nothing has been refused yet. It goes on to refuse a text of its own. */
static void *refuses(void *context)
{
    char own[LONG + 1], *is_own = context;
    memset(own, *is_own, LONG);
    own[LONG] = 0;
    if (ra_last_status() != RA_OK || *ra_last_error())
        return NULL;
    ra__remark(RA_ERR_VALUE, "%s", own);
    return ra_last_status() == RA_ERR_VALUE && !strncmp(ra_last_error(), own, LONG) ? context : NULL;
}

static void *run(void *(*function)(void *), void *context)
{
    pthread_t thread;
    void *answer = NULL;
    assert_int_equal(pthread_create(&thread, NULL, function, context), 0);
    assert_int_equal(pthread_join(thread, &answer), 0);
    return answer;
}

static void who_comes_after_has_refused_nothing(void **state)
{
    (void)state;
    char letter = 'a';
    assert_int_equal(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1}), RA_OK); /* whose threads have sets, too */
    assert_ptr_equal(run(refuses, &letter), &letter);
    const int before = sets();
    for (letter = 'b'; letter <= 'z'; letter++)
        assert_ptr_equal(run(refuses, &letter), &letter);
    assert_int_equal(sets(), before); /* each had what the one before has left */
    ra_shutdown();
}

static void *keeps_its_text(void *context)
{
    pthread_barrier_t *barrier = context;
    ra__remark(RA_ERR_SHAPE, "kept");
    (void)pthread_barrier_wait(barrier); /* refused here */
    (void)pthread_barrier_wait(barrier); /* refused there */
    return !strcmp(ra_last_error(), "kept") ? barrier : NULL;
}

static void each_has_a_text_of_its_own(void **state)
{
    (void)state;
    pthread_barrier_t barrier;
    pthread_t thread;
    void *answer = NULL;
    assert_int_equal(pthread_barrier_init(&barrier, NULL, 2), 0);
    assert_int_equal(pthread_create(&thread, NULL, keeps_its_text, &barrier), 0);
    (void)pthread_barrier_wait(&barrier);
    ra__remark(RA_ERR_VALUE, "another");
    (void)pthread_barrier_wait(&barrier);
    assert_int_equal(pthread_join(thread, &answer), 0);
    assert_ptr_equal(answer, &barrier);
    assert_memory_equal(ra_last_error(), "another", 7);
    ra_clear_error();
    assert_string_equal(ra_last_error(), "");
}

/* All sets are taken, and there is no memory for one more. */
static void *refuses_without_memory(void *context)
{
    char longer[LONG + 1], text[RA__ERROR_BYTES];
    memset(longer, 'x', LONG);
    longer[LONG] = 0;
    ra__os_fault_arm_call(RA__OS_HEAP, 1, LONG_MAX / 2);
    ra__remark(RA_ERR_MEMORY, "%s", longer);
    ra__os_fault_disarm();
    if (ra_last_status() != RA_ERR_MEMORY || ra__my_counters)
        return NULL;
    const size_t length = strlen(ra_last_error());
    const bool is_cut = length >= 64 && length < LONG && strspn(ra_last_error(), "x") == length;
    /* There is memory again: the text stays what it is, is taken out, and the next has all the room there is. */
    const uint64_t recorded = ra_get_stats().recorded;
    ra__count(RA__STAT_RECORDED, 1);
    if (!ra__my_counters || ra_get_stats().recorded != recorded + 1 || strlen(ra_last_error()) != length || ra_take_error(text, sizeof text) != RA_ERR_MEMORY || strlen(text) != length)
        return NULL;
    ra__remark(RA_ERR_VALUE, "%s", longer);
    return is_cut && !strncmp(ra_last_error(), longer, LONG) ? context : NULL;
}

static void *holds_a_set(void *context)
{
    pthread_barrier_t *barrier = context;
    (void)ra__belongings_mine();
    (void)pthread_barrier_wait(barrier);
    (void)pthread_barrier_wait(barrier);
    return barrier;
}

static void without_memory_it_begins_as_it_should(void **state)
{
    (void)state;
    enum { MOST = 64 };
    static pthread_t holders[MOST];
    const int count = sets();
    pthread_barrier_t barrier;
    assert_in_range(count, 1, MOST);
    assert_int_equal(pthread_barrier_init(&barrier, NULL, (unsigned)count + 1), 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&holders[i], NULL, holds_a_set, &barrier), 0);
    (void)pthread_barrier_wait(&barrier);
    char letter = 'x';
    assert_ptr_equal(run(refuses_without_memory, &letter), &letter);
    (void)pthread_barrier_wait(&barrier);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_join(holders[i], NULL), 0);
}

/* A thread that is in no call any more ends while the library is shut down, with blocks at hand. */
static void *makes_some(void *is_out)
{
    enum { SOME = 24 };
    ra_tensor *t[SOME];
    for (int i = 0; i < SOME; i++)
        t[i] = ra_full(RA_DIMS(4 * i + 1), 1.0);
    for (int i = 0; i < SOME; i++)
        ra_release(t[i]);
    atomic_store((_Atomic int *)is_out, 1);
    return NULL;
}

static void a_thread_may_end_beside_the_shutdown(void **state)
{
    (void)state;
    for (long round = 0; round < harness_rounds(400); round++) {
        pthread_t thread;
        _Atomic int is_out = 0;
        assert_int_equal(ra_init(&(ra_config){.size = sizeof(ra_config), .workers = -1}), RA_OK);
        assert_int_equal(pthread_create(&thread, NULL, makes_some, &is_out), 0);
        while (!atomic_load(&is_out))
            ;
        assert_int_equal(ra_shutdown(), RA_OK);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_int_equal(ra_get_memory_stats().live, 0);
        assert_int_equal(ra_get_memory_stats().cached, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_comes_after_has_refused_nothing),
        TEST(each_has_a_text_of_its_own),
        TEST(without_memory_it_begins_as_it_should),
        TEST(a_thread_may_end_beside_the_shutdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
