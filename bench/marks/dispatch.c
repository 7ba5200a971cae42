/*
 * What a call costs the control thread: 64 calls over 8 operators and 8 small shapes in turn, so that no one line of a cache
 * is measured again and again.
 *
 * Recording and releasing are timed; what was recorded is finished between the two, and results are read and checked,
 * outside of the clock. libtorch does the same calls, in turn with ours.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "marks/mix.h"
#include "measure/clock.h"

#include <stdlib.h>

/* ns per call of recording and releasing; NaN when something was refused or wrong. Each call alone goes into `each`. */
static double round_of(marks *m, const mix *x, mix_kind kind, samples *each)
{
    ra_tensor *results[MIX];
    int64_t took = 0, before = clock_now_ns();
    for (int i = 0; i < MIX; i++) {
        results[i] = mix_call(x, kind, i);
        if (each) {
            const int64_t now = clock_now_ns();
            samples_add(each, (double)(now - before));
            before = now;
        }
    }
    took += each ? 0 : clock_now_ns() - before;
    bool good = bench_ok(m->b, "ra_wait_all", ra_wait_all());
    for (int i = 0; i < MIX; i++)
        good = (kind == MIX_ADD ? mix_is_right(results[i], i) : results[i] != NULL) && good;
    before = clock_now_ns();
    for (int i = 0; i < MIX; i++)
        ra_release(results[i]);
    took += clock_now_ns() - before;
    return good ? (double)took / MIX : NAN;
}

/* What reading the clock adds to a call that is timed alone. */
static double clock_ns(void)
{
    samples s = {0};
    for (int i = 0; i < 1001; i++) {
        const int64_t start = clock_now_ns();
        samples_add(&s, (double)(clock_now_ns() - start));
    }
    const double took = samples_quantile(&s, 0.5);
    samples_free(&s);
    return took;
}

static void put_calls(marks *m, const char *label, samples *each)
{
    const double clock = clock_ns();
    report_begin_row(m->b->report, label, "ns", BETTER_LOWER, NULL);
    report_value(m->b->report, samples_mean(each) - clock);
    report_value(m->b->report, samples_quantile(each, 0.5) - clock);
    report_value(m->b->report, samples_quantile(each, 0.999) - clock);
    report_value(m->b->report, samples_max(each) - clock);
}

static void measure_mix(marks *m, const mix *x, mix_kind kind, mark_id id, const char *work)
{
    samples ours = {0}, theirs = {0}, each = {0};
    const int turns = (int)bench_pick(m->b, 20, 100, 400), rounds = 16;
    bool good = true;
    for (int i = 0; i < 20; i++)
        round_of(m, x, kind, NULL);
    mark_peer(m->torch, work, 0, rounds);
    for (int i = 0; good && i < turns; i++) {
        for (int k = 0; good && k < rounds; k++) {
            const double ns = round_of(m, x, kind, NULL);
            good = isfinite(ns);
            samples_add(&ours, ns);
        }
        for (int k = 0; good && k < rounds; k++)
            good = isfinite(round_of(m, x, kind, &each));
        samples_add(&theirs, 1e9 * mark_peer(m->torch, work, 0, rounds));
    }
    if (!good)
        report_failure(m->b->report, "FAILED: a result of %s is missing or wrong", work);
    mark_found(m, id, good ? samples_quantile(&ours, 0.5) : NAN, samples_quantile(&theirs, 0.5), NAN);
    put_calls(m, kind == MIX_ADD ? "an operator" : kind == MIX_META ? "one on meta" : "a view", &each);
    samples_free(&ours);
    samples_free(&theirs);
    samples_free(&each);
}

/* ---- lists of tensors ---- */

static double cat_ns(const mix *x, int count)
{
    ra_tensor *results[MIX];
    const int64_t start = clock_now_ns();
    for (int i = 0; i < MIX; i++)
        results[i] = ra_cat(ra_tensors_of((const ra_tensor *const *)x->list, count), 0);
    const int64_t took = clock_now_ns() - start;
    bool good = ra_wait_all() == RA_OK;
    for (int i = 0; i < MIX; i++) {
        good = results[i] && good;
        ra_release(results[i]);
    }
    return good ? (double)took / MIX : NAN;
}

static void measure_lists(marks *m, const mix *x)
{
    samples two = {0}, sixteen = {0};
    const int turns = (int)bench_pick(m->b, 200, 1000, 4000);
    for (int i = 0; i < turns; i++) {
        samples_add(&two, cat_ns(x, 2));
        samples_add(&sixteen, cat_ns(x, MIX_LIST));
    }
    mark_found(m, MARK_SIXTEEN, samples_quantile(&sixteen, 0.5), samples_quantile(&two, 0.5), NAN);
    samples_free(&two);
    samples_free(&sixteen);
}

/* ---- queues ---- */

/*
 * ns per call recorded on top of so many that are pending already. There are no workers, so that what is pending stays so
 * until it is waited for.
 */
static double on_top_of(marks *m, const mix *x, ra_tensor **room, int64_t pending)
{
    samples ns = {0};
    int64_t count = 0;
    while (count < pending && (room[count] = mix_call(x, MIX_ADD, (int)(count % MIX))))
        count++;
    const bool filled = count == pending;
    for (int n = 0; filled && n < 64; n++) {
        const int64_t start = clock_now_ns();
        for (int i = 0; i < MIX; i++, count++)
            room[count] = mix_call(x, MIX_ADD, (int)(count % MIX));
        samples_add(&ns, (double)(clock_now_ns() - start) / MIX);
        if (pending > 0)
            continue;
        bench_ok(m->b, "ra_wait_all", ra_wait_all());
        while (count > 0)
            ra_release(room[--count]);
    }
    bool good = filled;
    for (int64_t i = 0; i < count; i++) { /* waited for one by one, by being read */
        good = mix_is_right(room[i], (int)(i % MIX)) && good;
        ra_release(room[i]);
    }
    const double median = good && ns.count ? samples_quantile(&ns, 0.5) : NAN;
    samples_free(&ns);
    return median;
}

static void measure_queues(marks *m)
{
    enum { TOP = 64 * MIX };
    const ra_config limited = {.size = sizeof limited, .workers = -1, .no_inline = true};
    const ra_config wide = {.size = sizeof wide, .workers = -1, .no_inline = true, .pacing_count = 1 << 22, .pacing_bytes = (size_t)1 << 40};
    const int64_t million = (int64_t)bench_pick(m->b, 1e5, 1e6, 1e6);
    ra_info info = {0};
    mix x;
    ra_tensor **room = calloc((size_t)million + TOP, sizeof *room);
    double empty = NAN, at_limit = NAN, on_million = NAN;
    if (room && mark_restart(m, NULL, &limited) && mix_open(m->b, &x)) {
        ra_get_info(&info);
        on_top_of(m, &x, room, 0);
        empty = on_top_of(m, &x, room, 0);
        at_limit = (int64_t)info.pacing_count - TOP < million ? on_top_of(m, &x, room, (int64_t)info.pacing_count - TOP) : NAN;
        mix_close(&x);
    }
    mark_found(m, MARK_QUEUE_LIMIT, at_limit, empty, NAN);
    mark_note(m, MARK_QUEUE_LIMIT, "the last %d of %zu", TOP, info.pacing_count);
    if (room && mark_restart(m, NULL, &wide) && mix_open(m->b, &x)) {
        on_top_of(m, &x, room, 0);
        empty = on_top_of(m, &x, room, 0);
        on_million = on_top_of(m, &x, room, million);
        mix_close(&x);
    }
    mark_found(m, MARK_QUEUE_MILLION, on_million, empty, NAN);
    if (million < 1000000)
        mark_note(m, MARK_QUEUE_MILLION, "quick: %lld", (long long)million);
    free(room);
}

/* ---- end to end ---- */

/* Seconds of n dependent additions, each result released once the next is recorded. */
static double tiny_chain(marks *m, int n)
{
    RA_AUTO ra_tensor *one = ra_ones(RA_DIMS(4, 4));
    ra_tensor *x = ra_zeros(RA_DIMS(4, 4));
    if (!bench_need(m->b, "zeros", x) || !bench_ok(m->b, "ra_wait_all", ra_wait_all()))
        return NAN;
    const int64_t start = clock_now_ns();
    for (int i = 0; x && i < n; i++) {
        ra_tensor *next = ra_add(x, one);
        ra_release(x);
        x = next;
    }
    const bool good = bench_need(m->b, "add", x) && bench_ok(m->b, "ra_wait", ra_wait(x));
    const double took = (double)(clock_now_ns() - start) / 1e9;
    double value = 0;
    RA_AUTO ra_tensor *flat = good ? ra_flatten(x, 0, -1) : NULL;
    RA_AUTO ra_tensor *first = flat ? ra_select(flat, 0, 0) : NULL;
    const bool right = first && ra_item_f64(first, &value) == RA_OK && value == n;
    if (!right)
        report_failure(m->b->report, "FAILED: a chain of %d additions gave %g", n, value);
    ra_release(x);
    return right ? took : NAN;
}

static void measure_chain(marks *m)
{
    const int n = (int)bench_pick(m->b, 1e5, 1e6, 1e6), turns = (int)bench_pick(m->b, 2, 3, 7);
    samples ours = {0}, theirs = {0};
    for (int i = 0; i < turns; i++) {
        samples_add(&ours, 1e9 * tiny_chain(m, n) / n);
        samples_add(&theirs, 1e9 * mark_peer(m->torch, "tiny chain", 0, n));
    }
    mark_found(m, MARK_CHAIN_TINY, samples_quantile(&ours, 0.5), samples_quantile(&theirs, 0.5), NAN);
    if (n < 1000000)
        mark_note(m, MARK_CHAIN_TINY, "quick: %d", n);
    samples_free(&ours);
    samples_free(&theirs);
}

void marks_dispatch(marks *m)
{
    const char *const columns[] = {"mean", "p50", "p99.9", "max", NULL};
    mix x;
    progress("marks: dispatch");
    if (mix_open(m->b, &x)) {
        report_begin_table(m->b->report, "marks_calls", "each of our calls timed alone, less what reading the clock takes", columns);
        measure_mix(m, &x, MIX_ADD, MARK_ADD, "mix add");
        measure_mix(m, &x, MIX_META, MARK_META, "mix meta");
        measure_mix(m, &x, MIX_VIEW, MARK_VIEW, "mix view");
        measure_lists(m, &x);
        mix_close(&x);
    }
    measure_chain(m);
    marks_own(m);
    measure_queues(m);
    marks_jax(m);
}
