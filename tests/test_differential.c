/*
 * Random programs give the same bits whether they run in the call or ahead, with any number of workers.
 *
 * Each program runs once synchronously, step by step; then ahead, with 0, 1, 2, 7 and 64 workers, with small operators
 * inline or handed over, fused or not or at random, paced hard or hardly, on the machine or on an invented one of two
 * nodes, while a hook delays whoever comes by the engine's scheduling points. Statuses, samples on the way, and everything left
 * at the end must be equal.
 *
 * test_differential N [SEED]: so many programs from that seed on, each with one setting of all there are, in twice as many
 * processes as there are processors (RA_PROCESSES); what was drawn is printed, and must be everything (`make check-programs`).
 *
 *   RA_PROGRAMS=100000   how many programs
 *   RA_SEED=17           this program alone; RA_WORKERS=7 with so many workers alone; RA_REPEAT=100 so often
 */
#include "random/compare.h"

#include <stdio.h>

enum { PROGRAMS = 2000, BATCH = 250, FIRST_SEED = 1000 };

static long from_environment(const char *name, long otherwise)
{
    const char *text = getenv(name);
    return text ? atol(text) : otherwise;
}

static void sync_and_ahead_agree(void **state)
{
    (void)state;
    const char *one = getenv("RA_SEED");
    long programs = one ? 1 : from_environment("RA_PROGRAMS", harness_rounds(PROGRAMS)), repeat = from_environment("RA_REPEAT", 1), done = 0;
    uint64_t seed = one ? strtoull(one, NULL, 10) : FIRST_SEED;
    struct case_of *cases = calloc(BATCH, sizeof *cases);
    assert_non_null(cases);
    compare_begin(NULL);
    for (long batch = 0; done < programs; batch++) {
        int count = programs - done < BATCH ? (int)(programs - done) : BATCH;
        for (int i = 0; i < count; i++)
            program_make(&cases[i].program, seed++, USUAL_EFFORT);
        if (!run_reference(cases, count))
            fail();
        for (int k = 0; k < (getenv("RA_WORKERS") ? 1 : WORKER_COUNTS); k++) {
            struct setting s = setting_of(batch, k);
            if (!run_batch(cases, count, &s, repeat))
                fail();
        }
        done += count;
        if (programs > PROGRAMS && batch % 8 == 7)
            fprintf(stderr, "%ld programs\n", done);
    }
    free(cases);
    ra_stats t = ra_get_stats();
    print_engine(stderr, &t, programs);
    if (!one) { /* else nothing was tested */
        assert_true(t.overlapped > 0);
        assert_true(t.out_of_order > 0);
        assert_true(t.dropped > 0);
        assert_true(t.elided > 0 || getenv("RUNAHEAD_FUSION"));
        assert_true(t.failed > 0);
        assert_true(t.grains_stolen > 0 || programs < 1000); /* big operators are rare */
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return check_programs(atol(argv[1]), argc > 2 ? strtoull(argv[2], NULL, 0) : FIRST_SEED);
    long programs = from_environment("RA_PROGRAMS", PROGRAMS);
    const struct CMUnitTest tests[] = {TEST_LIMITED(sync_and_ahead_agree, (unsigned)(100 + programs / 10))};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
