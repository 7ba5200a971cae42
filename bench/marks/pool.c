/*
 * The pool: tasks and chains beside oneTBB and OpenMP, ranges, efficiency.
 *
 * Our task is an operator on one element, never run inline. Whoever submits does not help, here and there: it sleeps and
 * looks again every 50 us until all is done, so that workers do the work; what share they did is counted.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"
#include "measure/team.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { LOOK_NS = 50000 };

static void sleep_until_ready(const ra_tensor *t)
{
    const int64_t start = clock_now_ns();
    while (!ra_is_ready(t) && clock_now_ns() - start < 60000000000)
        clock_sleep_for(LOOK_NS);
}

/* ---- empty tasks ---- */

static double share_of_workers(void)
{
    const ra_stats s = ra_get_stats();
    const double all = (double)(s.ran_by_worker + s.ran_by_waiter + s.ran_inline);
    return all > 0 ? (double)s.ran_by_worker / all : NAN;
}

/* ns per task; the handles are kept until all is done, since what nobody can observe is not computed. */
static double empty_tasks(marks *m, ra_tensor **results, int n, double *share)
{
    RA_AUTO ra_tensor *a = ra_ones(RA_DIMS());
    bool good = bench_need(m->b, "ones", a) && bench_ok(m->b, "ra_wait_all", ra_wait_all());
    ra_reset_stats();
    const int64_t start = clock_now_ns();
    for (int i = 0; good && i < n; i++)
        good = (results[i] = ra_neg(a)) != NULL;
    for (int i = 0; good && i < n; i++)
        if (!ra_is_ready(results[i]))
            sleep_until_ready(results[i]);
    const double took = (double)(clock_now_ns() - start);
    *share = share_of_workers();
    double value = 0;
    good = good && bench_ok(m->b, "ra_item_f64", ra_item_f64(results[n - 1], &value)) && value == -1;
    for (int i = 0; i < n; i++)
        ra_release(results[i]);
    return good ? took / n : NAN;
}

static void measure_tasks(marks *m)
{
    const int n = (int)bench_pick(m->b, 1e5, 1e6, 1e6), turns = (int)bench_pick(m->b, 3, 5, 15);
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true, .pacing_count = 1 << 22, .pacing_bytes = (size_t)1 << 40};
    samples ours = {0}, tbb = {0}, omp = {0}, shares = {0}, tbb_shares = {0}, omp_shares = {0};
    ra_tensor **results = calloc((size_t)n, sizeof *results);
    bool good = results && mark_restart(m, NULL, &hand_over);
    for (int i = 0; good && i < turns + 1; i++) {
        double share = NAN;
        progress("marks: tasks, %d of %d", i, turns);
        const double ns = empty_tasks(m, results, n, &share);
        const double theirs = 1e9 * mark_peer(m->tasks, "tbb tasks", n, 1), their_share = mark_peer(m->tasks, "share", 0, 1);
        const double gomp = 1e9 * mark_peer(m->tasks, "omp tasks", n, m->threads + 1), gomp_share = mark_peer(m->tasks, "share", 0, 1);
        if (i == 0) /* the first turn warms up */
            continue;
        const double values[] = {ns, theirs, gomp, share, their_share, gomp_share};
        samples *const all[] = {&ours, &tbb, &omp, &shares, &tbb_shares, &omp_shares};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            samples_add(all[k], values[k]);
    }
    const double ns = samples_quantile(&ours, 0.5);
    mark_found(m, MARK_TASKS, ns, samples_quantile(&tbb, 0.5), NAN);
    mark_found(m, MARK_TASKS_OPENMP, ns, samples_quantile(&omp, 0.5), NAN);
    mark_found(m, MARK_TASKS_SHARE, samples_quantile(&shares, 0.5), samples_quantile(&tbb_shares, 0.5), NAN);
    if (n < 1000000)
        mark_note(m, MARK_TASKS, "quick: %d", n);
    if (m->tasks)
        mark_note(m, MARK_TASKS_OPENMP, "libgomp's workers executed %.0f%%: from 64 waiting ones a thread on, the submitting thread runs each in its call",
                  100 * samples_quantile(&omp_shares, 0.5));
    samples *const all[] = {&ours, &tbb, &omp, &shares, &tbb_shares, &omp_shares};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        samples_free(all[k]);
    free(results);
}

/* ---- a dependent chain ---- */

static double chain_ns(marks *m, int n, double *share)
{
    ra_tensor *x = ra_ones(RA_DIMS());
    if (!bench_need(m->b, "ones", x) || !bench_ok(m->b, "ra_wait_all", ra_wait_all()))
        return NAN;
    ra_reset_stats();
    const int64_t start = clock_now_ns();
    for (int i = 0; x && i < n; i++) {
        ra_tensor *next = ra_neg(x);
        ra_release(x);
        x = next;
    }
    if (bench_need(m->b, "neg", x))
        sleep_until_ready(x);
    const double took = (double)(clock_now_ns() - start);
    *share = share_of_workers();
    double value = 0;
    const bool good = x && bench_ok(m->b, "ra_item_f64", ra_item_f64(x, &value)) && value == (n % 2 ? -1 : 1);
    ra_release(x);
    return good ? took / n : NAN;
}

static void measure_chain(marks *m)
{
    const int n = 100000, turns = (int)bench_pick(m->b, 3, 7, 21);
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true, .pacing_count = 1 << 22};
    samples ours = {0}, theirs = {0}, shares = {0};
    bool good = mark_restart(m, NULL, &hand_over);
    for (int i = 0; good && i < turns + 1; i++) {
        double share = NAN;
        progress("marks: chains, %d of %d", i, turns);
        const double ns = chain_ns(m, n, &share), their_ns = 1e9 * mark_peer(m->tasks, "tbb chain", n, 1);
        if (i > 0) {
            samples_add(&ours, ns);
            samples_add(&theirs, their_ns);
            samples_add(&shares, share);
        }
    }
    mark_found(m, MARK_CHAIN_TASKS, samples_quantile(&ours, 0.5), samples_quantile(&theirs, 0.5), NAN);
    if (m->tasks)
        mark_note(m, MARK_CHAIN_TASKS, "%d tasks; %.0f%% of ours by workers", n, 100 * samples_quantile(&shares, 0.5));
    samples_free(&ours);
    samples_free(&theirs);
    samples_free(&shares);
}

/* ---- ranges and efficiency ---- */

static double exp_seconds(const ra_tensor *a, ra_execution execution)
{
    ra_set_execution(execution);
    const int64_t start = clock_now_ns();
    ra_tensor *r = ra_exp(a);
    const bool good = r && ra_wait(r) == RA_OK;
    const double took = (double)(clock_now_ns() - start) / 1e9;
    ra_set_execution(RA_RUN_AHEAD);
    ra_release(r);
    return good ? took : NAN;
}

static double best_of(const ra_tensor *a, ra_execution execution, int times)
{
    samples s = {0};
    for (int i = 0; i < times; i++)
        samples_add(&s, exp_seconds(a, execution));
    const double median = samples_quantile(&s, 0.5);
    samples_free(&s);
    return median;
}

/* A tensor whose exp takes about so long on one thread. */
static ra_tensor *exp_of(double seconds)
{
    int64_t n = 65536;
    for (int turn = 0; turn < 3; turn++) {
        RA_AUTO ra_tensor *a = ra_full(RA_DIMS(n), 0.5);
        const double took = a ? best_of(a, RA_SYNC, 301) : NAN;
        if (!(took > 0))
            return NULL;
        n = (int64_t)((double)n * seconds / took);
        n = n < 1024 ? 1024 : n;
    }
    return ra_full(RA_DIMS(n), 0.5);
}

/* A range of 10 us again and again, so that workers are awake: by the calling thread alone, and run ahead and waited for. */
static void measure_halves(marks *m)
{
    const ra_config hand_over = {.size = sizeof hand_over, .no_inline = true};
    const int turns = (int)bench_pick(m->b, 20, 60, 200);
    samples one = {0}, two = {0};
    RA_AUTO ra_tensor *a = mark_restart(m, NULL, &hand_over) ? exp_of(10e-6) : NULL;
    for (int i = 0; a && i < turns; i++) {
        samples_add(&one, 1e6 * best_of(a, RA_SYNC, 101));
        samples_add(&two, 1e6 * best_of(a, RA_RUN_AHEAD, 101));
    }
    mark_found(m, MARK_HALVES, samples_quantile(&two, 0.5), samples_quantile(&one, 0.5), NAN);
    if (a)
        mark_note(m, MARK_HALVES, "exp of %lld floats, recorded and waited for", (long long)ra_numel(a));
    samples_free(&one);
    samples_free(&two);
}

enum { SHARE = 8 }; /* results for each of several threads */

/* One of them runs the operator synchronously, into its share of the results in turn. */
typedef struct callers {
    const ra_tensor *a;
    ra_tensor **results;
    int calls; /* of each */
    _Atomic bool good;
} callers;

static void call_exp(void *context, int index)
{
    callers *c = context;
    ra_set_execution(RA_SYNC);
    for (int i = 0; i < c->calls; i++)
        if (ra_exp_out(c->results[index * SHARE + i % SHARE], c->a) != RA_OK)
            atomic_store_explicit(&c->good, false, memory_order_relaxed);
    ra_set_execution(RA_RUN_AHEAD);
}

/*
 * Operators of 10 us; the thread that recorded them sleeps until the last is ready. They write into a few results in turn, so
 * that memory is warm: each comes after the one that wrote its result before, and no other. The ideal is the operator called
 * by as many threads at once as there are processors, since a core may be slower when its neighbour is busy, into the same
 * results.
 */
static void measure_efficiency(marks *m)
{
    enum { OPERATORS = 4096 };
    const int turns = (int)bench_pick(m->b, 5, 15, 60);
    samples wall = {0}, ideal = {0};
    ra_info info = {0};
    RA_AUTO ra_tensor *a = mark_restart(m, NULL, NULL) && ra_get_info(&info) == RA_OK ? exp_of(10e-6) : NULL;
    const int least = info.workers < info.cpus ? info.workers : info.cpus, processors = least > 1 ? least : 1, count = processors * SHARE;
    ra_tensor **results = calloc((size_t)count, sizeof *results);
    bool good = a && results;
    for (int i = 0; good && i < count; i++)
        good = (results[i] = ra_exp(a)) != NULL;
    good = good && bench_ok(m->b, "ra_wait_all", ra_wait_all());
    for (int n = 0; good && n < turns; n++) {
        callers c = {.a = a, .results = results, .calls = OPERATORS / processors, .good = true};
        const double alone = team_seconds(processors, call_exp, &c) / (c.calls * processors);
        good = atomic_load_explicit(&c.good, memory_order_relaxed) || bench_need(m->b, "exp_out by several threads", NULL);
        const int64_t start = clock_now_ns();
        for (int i = 0; good && i < OPERATORS; i++)
            good = bench_ok(m->b, "exp_out", ra_exp_out(results[i % count], a));
        for (int i = 0; good && i < count; i++)
            sleep_until_ready(results[i]);
        const double took = (double)(clock_now_ns() - start) / 1e9;
        if (good && n > 0) {
            samples_add(&wall, 1e6 * took / OPERATORS);
            samples_add(&ideal, 1e6 * alone);
        }
    }
    mark_found(m, MARK_EFFICIENCY, samples_quantile(&wall, 0.5), NAN, samples_quantile(&ideal, 0.5));
    if (a)
        mark_note(m, MARK_EFFICIENCY, "%d operators (exp) on %d processors, recording included", OPERATORS, processors);
    for (int i = 0; results && i < count; i++)
        ra_release(results[i]);
    free(results);
    samples_free(&wall);
    samples_free(&ideal);
}

void marks_pool(marks *m)
{
    measure_tasks(m);
    measure_chain(m);
    measure_halves(m);
    measure_efficiency(m);
}
