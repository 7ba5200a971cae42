/* The lock-free stack: order, chains, and, step by step, what happens to a thread that is overtaken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "async/os/lifo.h"

static _Atomic uint32_t links[10];
static struct ra__lifo stack;

static _Atomic uint32_t *link_of(uint32_t number)
{
    return &links[number];
}

static int fresh_start(void **state)
{
    (void)state;
    while (ra__lifo_pop(&stack, link_of))
        ;
    return 0;
}

static void push(uint32_t number)
{
    ra__lifo_push(&stack, link_of, number);
}

static uint32_t pop(void)
{
    return ra__lifo_pop(&stack, link_of);
}

static void test_order(void **state)
{
    (void)state;
    assert_int_equal(pop(), 0);
    push(3);
    push(1);
    push(2);
    assert_int_equal(pop(), 2);
    push(4);
    assert_int_equal(pop(), 4);
    assert_int_equal(pop(), 1);
    assert_int_equal(pop(), 3);
    assert_int_equal(pop(), 0);
}

static void test_chain(void **state)
{
    (void)state;
    push(9);
    atomic_store_explicit(&links[1], 2, memory_order_relaxed);
    atomic_store_explicit(&links[2], 3, memory_order_relaxed);
    ra__lifo_push_chain(&stack, link_of, 1, 3);
    const uint32_t all = ra__lifo_take_all(&stack);
    assert_int_equal(pop(), 0);
    assert_int_equal(ra__lifo_take_all(&stack), 0);
    const uint32_t expected[] = {1, 2, 3, 9, 0};
    uint32_t at = all;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(at, expected[i]);
        at = atomic_load_explicit(&links[at], memory_order_relaxed);
    }
}

/* A popper asks for the link of the top member between its look at the head and its exchange. Here others come in at
 * that moment, and the popper is given the link as it was before they came. */
static void (*others)(void);
static _Atomic uint32_t stale;

static _Atomic uint32_t *overtaken_link(uint32_t number)
{
    if (!others)
        return &links[number];
    void (*come)(void) = others;
    others = NULL;
    atomic_store_explicit(&stale, atomic_load_explicit(&links[number], memory_order_relaxed), memory_order_relaxed);
    come();
    return &stale;
}

/* 1 over 2 over 3 becomes 1 over 3, and 2 is in use. */
static void take_second(void)
{
    assert_int_equal(pop(), 1);
    assert_int_equal(pop(), 2);
    push(1);
}

static void take_top(void)
{
    assert_int_equal(pop(), 1);
}

static void empty(void)
{
    assert_int_equal(ra__lifo_take_all(&stack), 1);
}

/* All taken in hand and put back as it was, but for 2. */
static void filter(void)
{
    assert_int_equal(ra__lifo_take_all(&stack), 1);
    atomic_store_explicit(&links[1], 3, memory_order_relaxed);
    ra__lifo_push_chain(&stack, link_of, 1, 3);
}

static uint32_t overtaken_pop(void (*what)(void))
{
    others = what;
    const uint32_t popped = ra__lifo_pop(&stack, overtaken_link);
    assert_null(others); /* they did come */
    return popped;
}

static void test_overtaken(void **state)
{
    (void)state;
    static const struct {
        void (*what)(void);
        uint32_t popped, left[4];
    } cases[] = {
        {take_second, 1, {3, 0}}, /* the same top, another stack: 2 must not come back */
        {filter, 1, {3, 0}},
        {take_top, 2, {3, 0}},
        {empty, 0, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        push(3);
        push(2);
        push(1);
        assert_int_equal(overtaken_pop(cases[i].what), cases[i].popped);
        for (int left = 0; left == 0 || cases[i].left[left - 1]; left++)
            assert_int_equal(pop(), cases[i].left[left]);
    }
}

/* The same of who takes two at once: what it has read of the stack as it was is read again. */
static void test_chain_overtaken(void **state)
{
    (void)state;
    static const struct {
        void (*what)(void);
        uint32_t popped[3];
    } cases[] = {
        {take_second, {1, 3}},
        {filter, {1, 3}},
        {take_top, {2, 3}},
        {empty, {0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int count = 0;
        push(3);
        push(2);
        push(1);
        others = cases[i].what;
        uint32_t got = ra__lifo_pop_chain(&stack, overtaken_link, 2, &count);
        assert_null(others);
        for (int k = 0; cases[i].popped[k]; k++) {
            assert_true(k < count);
            assert_int_equal(got, cases[i].popped[k]);
            got = atomic_load_explicit(&links[got], memory_order_relaxed);
        }
        assert_int_equal(pop(), 0);
    }
}

/* As many as there are, at most as many as are wanted, top first; the others stay. */
static void test_pop_chain(void **state)
{
    (void)state;
    for (int most = 1; most <= 4; most++) {
        int count = 0;
        for (uint32_t n = 3; n; n--)
            push(n);
        assert_int_equal(ra__lifo_pop_chain(&stack, link_of, most, &count), 1);
        assert_int_equal(count, most < 3 ? most : 3);
        for (int n = 1; n < count; n++)
            assert_int_equal(atomic_load_explicit(&links[n], memory_order_relaxed), n + 1);
        for (uint32_t left = (uint32_t)count + 1; left <= 3; left++)
            assert_int_equal(pop(), left);
        assert_int_equal(pop(), 0);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup(name, fresh_start)
    const struct CMUnitTest tests[] = {
        TEST(test_order),
        TEST(test_chain),
        TEST(test_overtaken),
        TEST(test_pop_chain),
        TEST(test_chain_overtaken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
