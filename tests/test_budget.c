/* What workers may use of a quota, and those who serve in their places of processors: on made-up clocks. */
#include "helpers/harness.h"

#include "async/pool/budget.h"

enum { MS = 1000000 };

/* A worker that does pieces of so many ns as soon as it may, for a second; the others use `others` processors meanwhile. Gives the
 * share of a processor that it had in the last half. */
static double worked(ra__budget *b, uint64_t piece, double others)
{
    uint64_t now = 0, done = 0, half = 0, since;
    while (now < 1000 * (uint64_t)MS) {
        now += piece;
        done += piece;
        if (ra__budget_is_due(b, now, &since))
            ra__budget_estimate(b, since, now, (uint64_t)(others * (double)now));
        uint64_t until = ra__budget_spend(b, piece, now);
        now = until > now ? until : now;
        if (now < 500 * (uint64_t)MS)
            half = done;
    }
    return (double)(done - half) / (500.0 * MS);
}

static void workers_leave_what_others_use(void **state)
{
    (void)state;
    static const struct {
        double quota, others, most, least;
    } cases[] = {
        {0.5, 0, 0.5, 0.45}, {0.5, 0.1, 0.4, 0.35}, {0.5, 0.45, 0.07, 0.06}, /* an eighth at least */
        {1.5, 0.7, 0.8, 0.7},  {0.05, 0, 0.05, 0.045},
    };
    static const uint64_t pieces[] = {MS / 100, MS, 7 * MS};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t j = 0; j < sizeof pieces / sizeof *pieces; j++) {
            ra__budget b;
            ra__budget_start(&b, cases[i].quota, 0, 0);
            const double share = worked(&b, pieces[j], cases[i].others);
            const double edge = (double)pieces[j] / (500.0 * MS); /* a piece may lie on either side of the half */
            if (share > cases[i].most + edge || share < cases[i].least - edge)
                fail_msg("quota %g, others %g, pieces of %g ms: %g", cases[i].quota, cases[i].others, (double)pieces[j] / MS, share);
        }
}

static void what_was_overdrawn_is_made_up_for(void **state)
{
    (void)state;
    ra__budget b;
    ra__budget_start(&b, 0.5, 0, 0);
    assert_true(ra__budget_spend(&b, MS / 2, MS / 2) == 0); /* from the store */
    const uint64_t until = ra__budget_spend(&b, 100 * MS, 101 * MS);
    assert_true(until > (101 + 90) * (uint64_t)MS && until < (101 + 130) * (uint64_t)MS);
    assert_true(ra__budget_spend(&b, 0, 150 * MS) > 150 * MS); /* it asks too early */
    assert_true(ra__budget_spend(&b, 0, until + MS) == 0);
}

/* A long rest saves up no more than the store holds: a burst would use the whole period's quota. */
static void idleness_is_not_saved_up(void **state)
{
    (void)state;
    ra__budget b;
    ra__budget_start(&b, 0.5, 0, 0);
    assert_true(ra__budget_spend(&b, 0, UINT64_C(3600000) * MS) == 0);
    assert_true(ra__budget_spend(&b, 2 * MS, UINT64_C(3600000) * MS) > UINT64_C(3600000) * MS);
}

/* ---- the share of those who serve in workers' places ---- */

/* So many threads do pieces by turns and rest until the store is full, for two seconds; gives how much they had of one
 * processor. */
static double served(ra__flow *f, int threads, uint64_t piece, uint64_t *longest_rest)
{
    uint64_t now = 0, used = 0, rests[4] = {0};
    for (*longest_rest = 0; now < 2000 * (uint64_t)MS; now += piece)
        for (int i = 0; i < threads; i++) {
            if (rests[i] > now)
                continue;
            used += piece;
            const int64_t left = ra__flow_use(f, piece, now + piece);
            rests[i] = left >= 0 ? 0 : ra__flow_until(f, left, f->store, now + piece);
            if (rests[i] > now && rests[i] - now > *longest_rest)
                *longest_rest = rests[i] - now;
        }
    return (double)used / (2000.0 * MS);
}

static void who_serves_alone_has_the_share_of_all(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        ra__flow f;
        uint64_t rest;
        ra__flow_start(&f, 0.5, 20 * MS, 0);
        const double share = served(&f, threads, MS / 10, &rest);
        if (share < 0.48 || share > 0.52)
            fail_msg("%d threads: %g of a processor", threads, share);
        assert_in_range(rest, 35 * MS, 45 * MS); /* in bursts: what flows in is not used drop by drop */
    }
}

static void others_that_stop_give_back_slowly(void **state)
{
    (void)state;
    ra__budget b;
    uint64_t since;
    ra__budget_start(&b, 1, 0, 0);
    assert_false(ra__budget_is_due(&b, 1, &since));
    assert_true(ra__budget_is_due(&b, 30 * MS, &since));
    assert_false(ra__budget_is_due(&b, 30 * MS, &since)); /* one estimates at a time */
    ra__budget_estimate(&b, since, 30 * MS, 15 * MS);
    assert_true(b.others_rate > 0.49 && b.others_rate < 0.51);
    assert_true(ra__budget_is_due(&b, 60 * MS, &since));
    ra__budget_estimate(&b, since, 60 * MS, 15 * MS);
    assert_true(b.others_rate > 0.3 && b.others_rate < 0.45);
    assert_true(ra__budget_is_due(&b, 90 * MS, &since));
    ra__budget_estimate(&b, since, 90 * MS, 10 * MS); /* clocks are read one after another: no less than nothing */
    assert_true(b.others_rate > 0.2 && b.others_rate < 0.35);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(workers_leave_what_others_use),
        TEST(what_was_overdrawn_is_made_up_for),
        TEST(idleness_is_not_saved_up),
        TEST(who_serves_alone_has_the_share_of_all),
        TEST(others_that_stop_give_back_slowly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
