/* The allocator under many threads at once, and in the child of a fork. */
#include "helpers/allocator.h"

#include "async/thread/belongings.h"

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { ROUNDS = 4000 };
#else
enum { ROUNDS = 40000 };
#endif

enum { THREADS = 4, SLOTS = 64, EXCHANGE = 32 };

struct slot {
    unsigned char *data;
    size_t bytes;
    struct stress *maker;
};

/* Blocks change hands here: one thread fills, another checks and frees. */
static struct slot *_Atomic exchange[EXCHANGE];
static _Atomic int refused;

struct stress {
    struct ra__os_thread thread;
    uint64_t random;
    int errors;
    bool background, trims;
    int holds;      /* blocks at a time, at most */
    long foreign;   /* blocks freed here that another thread had allocated */
    size_t trimmed; /* bytes that its trims gave back */
};

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* First and last byte and some between carry a mark of the block's own: its address. */
static unsigned char mark(const struct slot *slot, size_t i)
{
    return (unsigned char)(((uintptr_t)slot->data >> 6) * 31 + i);
}

static void fill(struct slot *slot)
{
    for (size_t i = 0; i < slot->bytes; i += 61)
        slot->data[i] = mark(slot, i);
    slot->data[slot->bytes - 1] = mark(slot, slot->bytes - 1);
}

static int check(const struct slot *slot)
{
    int wrong = slot->data[slot->bytes - 1] != mark(slot, slot->bytes - 1);
    for (size_t i = 0; i < slot->bytes - 1; i += 61)
        wrong += slot->data[i] != mark(slot, i);
    return wrong;
}

static size_t random_size(uint64_t *random)
{
    const uint64_t kind = next_random(random) % 64;
    const uint64_t value = next_random(random);
    if (kind == 0)
        return MIB + value % (2 * MIB);
    return kind < 40 ? 1 + value % 300 : 1 + value % 20000;
}

static void stress_thread(void *arg)
{
    struct stress *self = arg;
    static __thread struct slot *mine[SLOTS];
    if (self->background)
        ra__os_thread_class(RA__OS_BACKGROUND);
    for (int round = 0; round < ROUNDS; round++) {
        struct slot **slot = &mine[next_random(&self->random) % SLOTS];
        const int node = (int)(next_random(&self->random) % 2);
        if (*slot && next_random(&self->random) % 4 == 0)
            *slot = atomic_exchange_explicit(&exchange[next_random(&self->random) % EXCHANGE], *slot,
                                             memory_order_acq_rel);
        if (*slot) {
            self->errors += check(*slot);
            self->foreign += (*slot)->maker != self;
            ra__mem_free((*slot)->data, (*slot)->bytes, node);
            free(*slot);
            *slot = NULL;
        } else {
            struct slot *made = malloc(sizeof *made);
            void *data;
            made->bytes = random_size(&self->random);
            if (ra__mem_alloc(node, made->bytes, &data)) {
                atomic_fetch_add_explicit(&refused, 1, memory_order_relaxed);
                free(made);
            } else {
                made->data = data;
                made->maker = self;
                fill(made);
                *slot = made;
            }
        }
        if (self->trims && round % 64 == 0)
            self->trimmed += ra__mem_trim(next_random(&self->random) % (4 * MIB));
    }
    for (int i = 0; i < SLOTS; i++)
        if (mine[i]) {
            self->errors += check(mine[i]);
            ra__mem_free(mine[i]->data, mine[i]->bytes, 0);
            free(mine[i]);
            mine[i] = NULL;
        }
    ra__mem_leave(); /* the two that a thread of a started engine ends with */
    ra__belongings_leave();
}

/* False if the threads never met, or no trim found anything, so that nothing was tested: a loaded machine may run them one
 * after another. */
static bool run_stress_once(size_t limit)
{
    ra__mem_limit(limit, "a test");
    static struct stress threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (struct stress){.random = 88172645463325252u + (uint64_t)i * 977, .background = i == 1,
                                     .trims = i >= 2};
        assert_int_equal(ra__os_thread_create(&threads[i].thread, i, stress_thread, &threads[i], NULL), 0);
    }
    long foreign = 0;
    size_t trimmed = 0;
    for (int i = 0; i < THREADS; i++) {
        ra__os_thread_join(&threads[i].thread);
        assert_int_equal(threads[i].errors, 0);
        foreign += threads[i].foreign;
        trimmed += threads[i].trimmed;
    }
    for (int i = 0; i < EXCHANGE; i++) {
        struct slot *left = atomic_exchange_explicit(&exchange[i], NULL, memory_order_acquire);
        if (left) {
            assert_int_equal(check(left), 0);
            ra__mem_free(left->data, left->bytes, 0);
            free(left);
        }
    }
    assert_int_equal(stats().live, 0);
    assert_true(stats().peak > 0);
    ra__mem_trim(0);
    assert_int_equal(stats().cached, 0); /* not a byte was lost on the way */
    for (int n = 0; n < 2; n++)
        assert_int_equal(stats().node[n].live + stats().node[n].cached, 0);
    return foreign > 100 && trimmed > 0;
}

static void run_stress(size_t limit)
{
    bool met = false;
    assert_int_equal(ra__mem_init(2, NULL), 0);
    for (int tries = 0; tries < 20 && !met; tries++)
        met = run_stress_once(limit);
    assert_true(met);
}

static void test_threads(void **state)
{
    (void)state;
    atomic_store_explicit(&refused, 0, memory_order_relaxed);
    run_stress(0);
    assert_int_equal(atomic_load_explicit(&refused, memory_order_relaxed), 0);
}

static void test_threads_under_a_limit(void **state)
{
    (void)state;
    atomic_store_explicit(&refused, 0, memory_order_relaxed);
    run_stress(4 * MIB);
    assert_true(atomic_load_explicit(&refused, memory_order_relaxed) > 0);
    assert_true(stats().peak <= 4 * MIB);
}

/* Threads hand the same few blocks back and forth through one stack: what tagged heads are for. */
enum { HELD_MOST = 40 };

static void ping(void *arg)
{
    struct stress *self = arg;
    for (int round = 0; round < ROUNDS * 12 / self->holds; round++) {
        struct slot held[HELD_MOST];
        const int count = 1 + round % self->holds;
        for (int i = 0; i < count; i++) {
            void *data;
            held[i].bytes = 64;
            if (ra__mem_alloc(0, 64, &data)) {
                self->errors++;
                return;
            }
            held[i].data = data;
            memset(data, (int)self->random, 64);
        }
        for (int i = 0; i < count; i++) {
            for (int b = 0; b < 64; b++)
                self->errors += held[i].data[b] != (unsigned char)self->random;
            ra__mem_free(held[i].data, 64, 0);
        }
    }
    ra__mem_leave();
    ra__belongings_leave();
}

/* Each has at most so many out or at hand, so no more were ever made. */
static void contend(int holds, int at_hand)
{
    static struct stress threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (struct stress){.random = (uint64_t)i + 1, .holds = holds};
        assert_int_equal(ra__os_thread_create(&threads[i].thread, i, ping, &threads[i], NULL), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        ra__os_thread_join(&threads[i].thread);
        assert_int_equal(threads[i].errors, 0);
    }
    assert_true(stats().cached <= (size_t)(THREADS * (holds + at_hand) * 64));
    assert_true(stats().cached >= (size_t)(holds * 64));
    assert_int_equal(stats().live, 0);
}

static void test_one_stack_contended(void **state)
{
    (void)state;
    ra__mem_limit(64 * MIB, "a test"); /* so that no thread has any at hand */
    contend(3, 0);
}

/* Those that threads have at hand come and go by the half of what there is room for. */
static void test_one_stack_contended_by_chains(void **state)
{
    (void)state;
    contend(HELD_MOST, RA__MAGAZINE_ROOM);
}

static void test_fork(void **state)
{
    (void)state;
    void *block = take(0, 3 * MIB);
    memset(block, 1, 3 * MIB);
    pid_t child = fork();
    if (!child) {
        ra__mem_fork_child();
        void *more;
        int bad = ra__mem_alloc(0, 200, &more) || ra__mem_alloc(0, 2 * MIB, &more);
        ra__mem_free(block, 3 * MIB, 0);
        _exit(bad || stats().cached != 3 * MIB);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    ra__mem_free(block, 3 * MIB, 0);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, fresh_start, all_back)
    const struct CMUnitTest tests[] = {T(test_threads), T(test_threads_under_a_limit), T(test_one_stack_contended), T(test_one_stack_contended_by_chains), T(test_fork)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
