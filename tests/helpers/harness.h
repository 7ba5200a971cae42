/*
 * What test programs share: a time limit for each test, and how much to do under a sanitizer.
 *
 *     #include "helpers/harness.h"
 *     static void adds(void **state) { ... }
 *     int main(void)
 *     {
 *         const struct CMUnitTest tests[] = {TEST(adds), TEST_LIMITED(sorts_a_lot, 30)};
 *         return cmocka_run_group_tests(tests, NULL, NULL);
 *     }
 *
 * TEST_AROUND(function, before, after) has functions of the test's own called around it, within the limit. A test that
 * runs out of time is named on stderr, and its program ends with status 124: run.sh counts it and the rest as failed. One
 * that takes more than half of its time is named in a comment of TAP, which run.sh shows: it may run out of it elsewhere.
 */
#ifndef TESTS_HELPERS_HARNESS_H
#define TESTS_HELPERS_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HARNESS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HARNESS_SANITIZED 1
#endif
#endif
#ifndef HARNESS_SANITIZED
#define HARNESS_SANITIZED 0
#endif

/* Of a reference that one thread computes in memory of its own: the thread sanitizer would only make it slow. */
#define HARNESS_REFERENCE __attribute__((no_sanitize("thread")))

enum { HARNESS_SECONDS = 20, HARNESS_SLOWER = HARNESS_SANITIZED ? 10 : 1 };

/* Under a sanitizer or an emulator, where everything takes many times as long. */
static inline int harness_short(void)
{
    return HARNESS_SANITIZED || getenv("RUNAHEAD_TEST_SHORT");
}

/* How many rounds of a stress test: fewer there, never less than one. */
static inline long harness_rounds(long usual)
{
    long less = harness_short() ? usual / 10 : usual;
    return less > 0 ? less : 1;
}

struct harness_test {
    const char *name;
    unsigned seconds;
    CMFixtureFunction before, after;
};

static struct harness_test harness_now;

static inline void harness_say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        _exit(125);
}

/* Only what may be called in a signal handler. */
static inline void harness_out_of_time(int signal_number)
{
    (void)signal_number;
    harness_say("\nrun out of time: ");
    harness_say(harness_now.name);
    harness_say("\n");
    _exit(124);
}

static inline unsigned harness_limit(void)
{
    return harness_now.seconds * HARNESS_SLOWER * (getenv("RUNAHEAD_TEST_SHORT") ? 10 : 1);
}

static inline int harness_before(void **state)
{
    harness_now = *(const struct harness_test *)*state;
    struct sigaction action = {.sa_handler = harness_out_of_time};
    sigaction(SIGALRM, &action, NULL);
    alarm(harness_limit());
    *state = NULL;
    return harness_now.before ? harness_now.before(state) : 0;
}

static inline int harness_after(void **state)
{
    int result = harness_now.after ? harness_now.after(state) : 0;
    const unsigned limit = harness_limit(), left = alarm(0);
    if (2 * left < limit)
        printf("# slow: %s took %u of %u s\n", harness_now.name, limit - left, limit);
    return result;
}

#define HARNESS_TEST(function, limit, first, last) \
    {#function, function, harness_before, harness_after, &(struct harness_test){#function, limit, first, last}}
#define TEST(function) HARNESS_TEST(function, HARNESS_SECONDS, NULL, NULL)
#define TEST_LIMITED(function, seconds) HARNESS_TEST(function, seconds, NULL, NULL)
#define TEST_AROUND(function, before, after) HARNESS_TEST(function, HARNESS_SECONDS, before, after)

#endif
