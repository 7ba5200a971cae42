/*
 * Storages that grow, because an output that is given has to, while other threads use other handles of them. The thread
 * sanitizer looks on.
 */
#include "helpers/moments.h"
#include "helpers/release.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 16, STEPS = 40, ROUNDS = 60 };

static ra_tensor *head;      /* of the storage that grows */
static _Atomic int arrived;
static _Atomic bool over;
static _Atomic int wrong;    /* values that a thread has read */

static void meet(int threads)
{
    atomic_fetch_add(&arrived, 1);
    EVENTUALLY(atomic_load(&arrived) >= threads);
}

/* Reads the first elements, which nobody writes, by tasks. */
static void *read_on(void *unused)
{
    (void)unused;
    ra_tensor *mine = ra_ref(head);
    meet(4);
    while (!atomic_load(&over)) {
        ra_tensor *sum = ra_sum(mine, RA_ALL);
        assert_true(item(sum) == FIRST);
        ra_release(sum);
    }
    ra_release(mine);
    return NULL;
}

/* The same by calls that read by themselves, which are in no order with what makes it grow. */
static void *look_on(void *unused)
{
    (void)unused;
    ra_tensor *mine = ra_ref(head), *last = ra_narrow(mine, 0, FIRST - 1, 1);
    float values[FIRST];
    meet(4);
    while (!atomic_load(&over)) {
        OK(ra_copy_to(mine, values, sizeof values));
        for (int i = 0; i < FIRST; i++)
            wrong += values[i] != 1;
        wrong += item(last) != 1;
    }
    RELEASE(mine, last);
    return NULL;
}

/* Writes elements of its own in place. */
static void *write_on(void *view)
{
    ra_tensor *mine = view;
    float values[FIRST / 2];
    int steps = 0;
    meet(4);
    for (; !atomic_load(&over) && steps < 1000; steps++)
        OK(ra_add_(mine, 1));
    OK(ra_copy_to(mine, values, sizeof values)); /* it may be growing yet: an address (ra_data) would be good for nothing */
    for (int i = 0; i < FIRST / 2; i++)
        wrong += values[i] != (float)(1 + steps);
    return NULL;
}

static void others_go_on_while_it_grows(void **state)
{
    (void)state;
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        for (int round = 0; round < harness_rounds(ROUNDS); round++) {
            ra_tensor *all = ra_ones(RA_DIMS(FIRST + FIRST / 2 + 1)), *own = ra_narrow(all, 0, FIRST, FIRST / 2), *tail = ra_narrow(all, 0, FIRST + FIRST / 2, 1);
            head = ra_narrow(all, 0, 0, FIRST);
            OK(ra_wait(all));
            atomic_store(&arrived, 0);
            atomic_store(&over, false);
            atomic_store(&wrong, 0);
            pthread_t reader, looker, writer;
            assert_int_equal(pthread_create(&reader, NULL, read_on, NULL), 0);
            assert_int_equal(pthread_create(&looker, NULL, look_on, NULL), 0);
            assert_int_equal(pthread_create(&writer, NULL, write_on, own), 0);
            meet(4);
            for (int64_t i = 2; i < STEPS; i++) { /* at an offset, from the one element on */
                ra_tensor *values = ra_full(RA_DIMS(i * i), RA_F((double)i));
                OK(ra_add_out(tail, values, 1));
                ra_release(values);
            }
            assert_true(at(tail, (STEPS - 1) * (STEPS - 1) - 1) == STEPS);
            atomic_store(&over, true);
            assert_int_equal(pthread_join(reader, NULL), 0);
            assert_int_equal(pthread_join(looker, NULL), 0);
            assert_int_equal(pthread_join(writer, NULL), 0);
            assert_int_equal(wrong, 0);
            RELEASE(all, own, tail, head);
        }
        stop();
    }
}

/*
 * A call that reads by itself and has come as far as the address, when the storage grows: what it has outgrown is nobody else's before
 * all such calls have read, and is given back then.
 */
enum { READ = 2000 };
static const char *told; /* what ra_to_string says of the first element */

static void *copy(void *view)
{
    static float values[READ];
    OK(ra_copy_to(view, values, sizeof values));
    for (int i = 0; i < READ; i++)
        wrong += values[i] != 7;
    return NULL;
}

static void *look(void *view)
{
    ra_tensor *one = ra_narrow(view, 0, READ / 2, 1);
    wrong += item(one) != 7;
    ra_release(one);
    return NULL;
}

static void *print(void *view)
{
    char *text = ra_to_string(view);
    wrong += !text || strcmp(text, told);
    free(text);
    return NULL;
}

static void what_is_being_read_stays(void **state)
{
    (void)state;
    static void *(*const ways[])(void *) = {copy, look, print};
    enum { WAYS = sizeof ways / sizeof *ways, GROWN = 3 };
    for (int workers = -1; workers <= 2; workers += 3) {
        start(workers);
        ra_tensor *sevens = ra_full(RA_DIMS(READ), RA_F(7));
        char *text = ra_to_string(sevens);
        told = text;
        ra_release(sevens);
        for (int calls = 1; calls <= WAYS; calls++) {
            ra_tensor *all = ra_full(RA_DIMS(READ + 1), RA_F(7)), *read = ra_narrow(all, 0, 0, READ), *tail = ra_narrow(all, 0, READ, 1);
            ra_tensor *others[GROWN];
            size_t outgrown = 0;
            pthread_t thread[WAYS];
            OK(ra_wait_all());
            atomic_store(&wrong, 0);
            gate_close(RA__POINT_READ);
            for (int i = 0; i < calls; i++)
                assert_int_equal(pthread_create(&thread[i], NULL, ways[i], read), 0);
            EVENTUALLY(atomic_load(&gate_arrived) == calls);
            for (int i = 0; i < GROWN; i++) {
                const int64_t had = i ? READ + (i << 12) : READ + 1;
                ra_tensor *values = ra_ones(RA_DIMS((i + 1) << 12));
                OK(ra_add_out(tail, values, 1));
                ra_release(values);
                OK(ra_wait(tail));
                outgrown += (size_t)had * sizeof(float);
                others[i] = ra_zeros(RA_DIMS(had)); /* lies where that was, if it is anybody's */
                OK(ra_wait(others[i]));
            }
            const size_t live = ra_get_memory_stats().live;
            gate_release();
            for (int i = 0; i < calls; i++)
                assert_int_equal(pthread_join(thread[i], NULL), 0);
            assert_int_equal(wrong, 0);
            assert_true(ra_get_memory_stats().live + outgrown <= live);
            for (int i = 0; i < GROWN; i++)
                ra_release(others[i]);
            RELEASE(all, read, tail);
        }
        free(text);
        stop();
    }
}

/* Two handles of one storage, each grown by a thread of its own, to different ends: it has room for the farther. */
static void *grow(void *handle)
{
    ra_tensor *mine = handle;
    meet(2);
    for (int64_t n = 2; n < 200; n++) {
        ra_tensor *values = ra_full(RA_DIMS(n), RA_F(5));
        OK(ra_mul_out(mine, values, 2));
        ra_release(values);
    }
    return NULL;
}

static void two_grow_it_at_once(void **state)
{
    (void)state;
    start(2);
    for (int round = 0; round < harness_rounds(20); round++) {
        ra_tensor *all = ra_zeros(RA_DIMS(1000)), *near = ra_narrow(all, 0, 0, 1), *far = ra_narrow(all, 0, 990, 1);
        atomic_store(&arrived, 0);
        pthread_t other;
        assert_int_equal(pthread_create(&other, NULL, grow, far), 0);
        grow(near);
        assert_int_equal(pthread_join(other, NULL), 0);
        assert_true(at(near, 198) == 10 && at(far, 198) == 10 && at(all, 500) == 0);
        RELEASE(all, near, far);
    }
    stop();
}

/*
 * A task that makes a storage grow moves what is there: no member of a group that writes elsewhere in that storage may have been
 * given its place before. The two write to different elements of a shape that is one.
 */
static void what_makes_a_storage_grow_joins_nobody_who_uses_it(void **state)
{
    (void)state;
    enum { WIDE = 6000 };
    for (int workers = -1; workers <= 2; workers += 3)
        for (int round = 0; round < 20; round++) {
            ra_config config = {.size = sizeof config, .workers = workers, .no_inline = true, .fusion = RA_FUSION_ALWAYS, .relief_percent = -1};
            OK(ra_init(&config));
            ra_tensor *ones = ra_ones(RA_DIMS(WIDE)), *all = ra_zeros(RA_DIMS(WIDE + 1)), *first = ra_narrow(all, 0, 0, WIDE), *last = ra_narrow(all, 0, WIDE, 1);
            OK(ra_mul_out(first, ones, 3));
            ra_tensor *read = round % 2 ? ra_neg(first) : NULL;
            OK(ra_add_out(last, ones, 1));
            for (int64_t i = 0; i < WIDE; i += WIDE / 4) {
                assert_true(at(first, i) == 3 && at(last, i) == 2);
                assert_true(!read || at(read, i) == -3);
            }
            RELEASE(ones, all, first, last, read);
            stop();
        }
}

int main(void)
{
#define T(f) TEST_AROUND(f, NULL, clean_up)
    const struct CMUnitTest tests[] = {T(others_go_on_while_it_grows), T(what_is_being_read_stays), T(two_grow_it_at_once), T(what_makes_a_storage_grow_joins_nobody_who_uses_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
