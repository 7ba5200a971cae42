/* Scenes in which something is asked for: a sleeping worker, a small result beside heavy work, that work be given up. */
#define _GNU_SOURCE
#include "marks/scenes.h"
#include "measure/clock.h"
#include "measure/sleeper.h"
#include "measure/stats.h"

#include "async/front/external.h"

#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { ASLEEP_NS = 2000000 };
static const int64_t patience_ns = INT64_C(5000000000);

/* ---- a kernel that says when it ran ---- */

typedef struct stamped {
    _Atomic int64_t begun_ns, ended_ns;
    int64_t lasts_ns;
} stamped;

static ra_status stamp(ra__run *r, int phase, int64_t first, int64_t last)
{
    stamped *s = r->plan->state;
    (void)phase, (void)first, (void)last;
    const int64_t begun = clock_now_ns();
    atomic_store_explicit(&s->begun_ns, begun, memory_order_release);
    while (clock_now_ns() - begun < s->lasts_ns)
        ;
    atomic_store_explicit(&s->ended_ns, clock_now_ns(), memory_order_release);
    return RA_OK;
}

static const ra_kernel stamp_kernel = {.name = "stamp", .run = stamp};

/* Dear enough, by what it says, to be handed over. */
static ra_tensor *record_stamp(stamped *s, int64_t elements)
{
    const ra__external e = {.name = "stamp", .kernel = &stamp_kernel, .flags = RA__PLAN_EFFECT | RA__PLAN_LEAF, .grains = 1, .cost_ns = 1e6, .state = s,
                            .result = {.dtype = RA_FLOAT32, .ndim = 1, .sizes = {elements}, .strides = {1}}};
    atomic_store_explicit(&s->begun_ns, 0, memory_order_relaxed);
    atomic_store_explicit(&s->ended_ns, 0, memory_order_relaxed);
    return ra__external_record(&e, NULL);
}

/* Goes on computing, outside the library, until that is set; what it is, or 0 when patience ends. */
static int64_t compute_until(const _Atomic int64_t *set)
{
    const int64_t end = clock_now_ns() + patience_ns;
    int64_t value;
    while (!(value = atomic_load_explicit(set, memory_order_acquire)) && clock_now_ns() < end)
        ;
    return value;
}

/* ---- wake: beside a thread that is bound to another processor ---- */

/* Binds it to a processor that the caller is not on; false: there is none. */
static bool bind_elsewhere(sleeper *s)
{
    cpu_set_t allowed;
    const int here = sched_getcpu();
    if (sched_getaffinity(0, sizeof allowed, &allowed) || here < 0)
        return false;
    CPU_CLR(here, &allowed);
    return sched_setaffinity(atomic_load_explicit(&s->tid, memory_order_acquire), sizeof allowed, &allowed) == 0;
}

static bool wake_both(sleeper *s, uint32_t round, samples *ours, samples *limit)
{
    stamped kernel = {0};
    clock_sleep_for(ASLEEP_NS);
    const int64_t recorded = clock_now_ns();
    ra_tensor *t = record_stamp(&kernel, 1);
    const int64_t begun = t ? compute_until(&kernel.begun_ns) : 0;
    const bool ended = begun && ra_wait(t) == RA_OK; /* the kernel's words are this function's */
    ra_release(t);
    samples_add(ours, (double)(begun - recorded) / 1e3);
    clock_sleep_for(ASLEEP_NS);
    if (!ended || !bind_elsewhere(s))
        return false;
    const int64_t asked = clock_now_ns();
    sleeper_ask(s, round);
    samples_add(limit, (double)(compute_until(&s->woken_ns) - asked) / 1e3);
    return true;
}

bool prompt_wake(const prompt *p, double figures[PROMPT_FIGURES])
{
    const ra_config config = {.size = sizeof config};
    samples ours = {0}, limit = {0};
    sleeper s;
    if (!prompt_begin(p, &config) || !sleeper_start(&s, false))
        return false;
    bool good = true;
    const int64_t end = clock_now_ns() + (int64_t)(p->seconds * 1e9);
    for (uint32_t round = 1; good && clock_now_ns() < end; round++)
        good = wake_both(&s, round, &ours, &limit);
    sleeper_stop(&s);
    figures[0] = samples_quantile(&ours, 0.5);
    figures[1] = samples_quantile(&limit, 0.5);
    figures[2] = samples_quantile(&ours, 0.99);
    figures[3] = samples_quantile(&limit, 0.99);
    samples_free(&ours);
    samples_free(&limit);
    return good && isfinite(figures[3]);
}

/* ---- asked: again and again, by a loop that goes on computing ---- */

bool prompt_asked(const prompt *p, double figures[PROMPT_FIGURES])
{
    enum { SIZE = 400 };
    const ra_config config = {.size = sizeof config};
    samples took = {0};
    if (!prompt_begin(p, &config))
        return false;
    RA_AUTO ra_tensor *x = ra_randn(RA_DIMS(SIZE, SIZE));
    bool good = bench_ok(p->b, "ra_wait", ra_wait(x));
    const int64_t end = clock_now_ns() + (int64_t)(p->seconds * 1e9);
    while (good && clock_now_ns() < end) {
        const int64_t start = clock_now_ns();
        RA_AUTO ra_tensor *product = ra_mm(x, x);
        while (product && !ra_is_ready(product) && clock_now_ns() - start < patience_ns)
            ;
        good = bench_need(p->b, "mm", product);
        samples_add(&took, (double)(clock_now_ns() - start) / 1e6);
        clock_sleep_for(ASLEEP_NS);
    }
    figures[0] = samples_quantile(&took, 1);
    samples_free(&took);
    return good;
}

/* ---- urgency ---- */

enum { HEAVY = 4, HEAVY_SIZE = 1500, QUEUED = 100000, BY_FD = 0, BY_CALLBACK, BY_TIMED_WAIT, WAYS };

static void stamp_ready(void *context, ra_status status)
{
    if (status == RA_OK)
        atomic_store_explicit((_Atomic int64_t *)context, clock_now_ns(), memory_order_release);
}

/* ms from the call to its result, asked for in this way. */
static double answer_ms(bench *b, const ra_tensor *x, int way)
{
    static _Atomic int64_t ready_ns;
    atomic_store_explicit(&ready_ns, 0, memory_order_relaxed);
    const int64_t start = clock_now_ns();
    int fd = -1;
    RA_AUTO ra_tensor *product = ra_mm(x, x), *r = ra_mean(product, RA_ALL);
    if (way == BY_FD) {
        if (!bench_ok(b, "ra_ready_fd", ra_ready_fd(r, &fd)))
            return NAN;
        poll(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, (int)(patience_ns / 1000000));
        close(fd);
    } else if (way == BY_CALLBACK) {
        if (!bench_ok(b, "ra_on_ready", ra_on_ready(r, stamp_ready, &ready_ns)))
            return NAN;
        const int64_t ready = compute_until(&ready_ns);
        return ready ? (double)(ready - start) / 1e6 : NAN;
    } else if (!bench_ok(b, "ra_wait_for", ra_wait_for(r, patience_ns)))
        return NAN;
    return (double)(clock_now_ns() - start) / 1e6;
}

/* Of one round: enough that the 99th of a hundred is not the worst of a few, while what they are beside goes on. */
enum { ANSWERS = 50, BETWEEN_NS = 1000000 };

static bool any_is_pending(ra_tensor *const *t, int count)
{
    for (int i = 0; i < count; i++)
        if (!ra_is_ready(t[i]))
            return true;
    return false;
}

/* One after another, each of them while one of those is pending from its beginning to its end. */
static void answers_beside(bench *b, ra_tensor *const *work, int count, const ra_tensor *x, int way, samples *s)
{
    for (int i = 0; i < ANSWERS && any_is_pending(work, count); i++) {
        const double ms = answer_ms(b, x, way);
        if (any_is_pending(work, count) || isnan(ms))
            samples_add(s, ms);
        clock_sleep_for(BETWEEN_NS);
    }
}

static void give_up(bench *b, ra_tensor *const *work, int count)
{
    for (int i = 0; i < count; i++) {
        bench_ok(b, "ra_cancel", ra_cancel(work[i]));
        ra_release(work[i]);
    }
    bench_ok(b, "ra_wait_all", ra_wait_all());
}

static void beside_heavy(bench *b, const ra_tensor *big, const ra_tensor *x, int way, bool asked_for, samples *s)
{
    ra_tensor *heavy[HEAVY];
    for (int i = 0; i < HEAVY; i++) {
        heavy[i] = ra_linalg_inv(big);
        if (asked_for)
            bench_ok(b, "ra_hurry", ra_hurry(heavy[i]));
    }
    clock_sleep_for(20000000);
    answers_beside(b, heavy, HEAVY, x, way, s);
    give_up(b, heavy, HEAVY);
}

/* A function that is not the library's, and takes long, has every worker. */
static void behind_functions(bench *b, const ra_tensor *x, samples *s)
{
    enum { MOST = 64 };
    stamped functions[MOST] = {0};
    ra_tensor *results[MOST];
    const int workers = bench_workers(), count = workers < MOST ? workers : MOST;
    for (int i = 0; i < count; i++) {
        functions[i].lasts_ns = 100000000;
        results[i] = record_stamp(&functions[i], 1);
    }
    clock_sleep_for(20000000);
    answers_beside(b, results, count, x, BY_FD, s);
    bench_ok(b, "ra_wait_all", ra_wait_all()); /* their words are this function's */
    for (int i = 0; i < count; i++)
        ra_release(results[i]);
}

/* Products that somebody wants, as many as are recorded before the first are done. */
static void behind_queue(bench *b, const ra_tensor *x, samples *s)
{
    ra_tensor **queued = calloc(QUEUED, sizeof *queued);
    if (!queued) {
        samples_add(s, NAN);
        return;
    }
    for (int i = 0; i < QUEUED; i++)
        queued[i] = ra_mm(x, x);
    answers_beside(b, &queued[QUEUED - 1], 1, x, BY_FD, s);
    give_up(b, queued, QUEUED);
    free(queued);
}

/* What is read in, made or started at its first use is not what is asked about. */
static void answer_once(bench *b, const ra_tensor *x)
{
    for (int way = 0; way < WAYS; way++)
        (void)answer_ms(b, x, way);
}

bool prompt_urgency(const prompt *p, double figures[PROMPT_FIGURES])
{
    const ra_config config = {.size = sizeof config, .pacing_count = 2 * QUEUED};
    enum { QUEUE = WAYS, FUNCTIONS, ASKED_FOR };
    samples by[PROMPT_FIGURES] = {0};
    if (!prompt_begin(p, &config))
        return false;
    RA_AUTO ra_tensor *big = ra_randn(RA_DIMS(HEAVY_SIZE, HEAVY_SIZE)), *x = ra_randn(RA_DIMS(100, 100));
    bool good = bench_ok(p->b, "ra_wait", ra_wait(big)) && bench_ok(p->b, "ra_wait", ra_wait(x));
    if (good)
        answer_once(p->b, x);
    const int64_t end = clock_now_ns() + (int64_t)(p->seconds * 1e9);
    do {
        for (int way = 0; way < WAYS; way++)
            beside_heavy(p->b, big, x, way, false, &by[way]);
        behind_queue(p->b, x, &by[QUEUE]);
        behind_functions(p->b, x, &by[FUNCTIONS]);
        beside_heavy(p->b, big, x, BY_FD, true, &by[ASKED_FOR]);
    } while (good && !p->b->report->failures && clock_now_ns() < end);
    for (int i = 0; i < PROMPT_FIGURES; i++) {
        figures[i] = samples_quantile(&by[i], 0.99);
        samples_free(&by[i]);
    }
    return good;
}

/* ---- cancel ---- */

/* ms from that moment until no more than so much is in flight, and in use. */
static double ms_until(int64_t from, size_t in_flight, size_t live)
{
    ra_memory_stats m = ra_get_memory_stats();
    while ((m.in_flight > in_flight || m.live > live) && clock_now_ns() - from < patience_ns) {
        clock_sleep_for(20000);
        m = ra_get_memory_stats();
    }
    return (double)(clock_now_ns() - from) / 1e6;
}

/* ms from that moment until only the tasks with such results count that have been begun since so many had. */
static double ms_until_begun_ones_are_left(int64_t from, uint64_t begun_before, size_t result)
{
    while (ra_get_memory_stats().in_flight > (size_t)(ra_get_stats().ran_by_worker - begun_before) * result && clock_now_ns() - from < patience_ns)
        clock_sleep_for(20000);
    return (double)(clock_now_ns() - from) / 1e6;
}

enum { LASTS_NS = 20000000, RESULT_ELEMENTS = 1 << 21 };

/*
 * Twice as many kernels of 20 ms as can be begun, given up once the first runs: those that nobody has begun count no more. How many
 * have been is asked: each worker has one, and so has the ordinary thread that serves in its place where it gets no processor.
 */
static double given_up_ms(bench *b)
{
    enum { MANY = 32 };
    static stamped kernels[MANY];
    const int workers = bench_workers(), count = 4 * workers + 4 < MANY ? 4 * workers + 4 : MANY;
    const uint64_t begun_before = ra_get_stats().ran_by_worker;
    ra_tensor *heavy[MANY];
    for (int i = 0; i < count; i++) {
        kernels[i].lasts_ns = LASTS_NS;
        heavy[i] = record_stamp(&kernels[i], RESULT_ELEMENTS);
    }
    while (ra_get_stats().ran_by_worker == begun_before)
        clock_sleep_for(20000);
    const int64_t start = clock_now_ns();
    for (int i = 0; i < count; i++) {
        bench_ok(b, "ra_cancel", ra_cancel(heavy[i]));
        ra_release(heavy[i]);
    }
    const double ms = ms_until_begun_ones_are_left(start, begun_before, RESULT_ELEMENTS * sizeof(float));
    return bench_ok(b, "ra_wait_all", ra_wait_all()) ? ms : NAN;
}

enum { AWAY_NS = 200000 };

/*
 * One is cancelled while it runs: from its end until its result is gone. *ms is NaN where this thread, which goes on computing, was off
 * the processor at that end: it cannot tell how soon the rest came. (A worker that shares its processor may run there for a tick now and
 * then, and then the end falls into it.)
 */
static bool given_up_running(double *ms)
{
    static stamped kernel = {.lasts_ns = LASTS_NS};
    const size_t live = ra_get_memory_stats().live;
    ra_tensor *t = record_stamp(&kernel, RESULT_ELEMENTS);
    if (!t || !compute_until(&kernel.begun_ns) || ra_cancel(t))
        return false;
    ra_release(t);
    const int64_t ended = compute_until(&kernel.ended_ns);
    const bool away = clock_now_ns() - ended > AWAY_NS;
    const double until = ended ? ms_until(ended, 0, live) : NAN;
    *ms = away ? NAN : until;
    return ended != 0;
}

bool prompt_cancel(const prompt *p, double figures[PROMPT_FIGURES])
{
    const ra_config config = {.size = sizeof config};
    samples waiting = {0}, running = {0};
    bool good = prompt_begin(p, &config);
    int away = 0;
    const int64_t end = clock_now_ns() + (int64_t)(p->seconds * 1e9);
    while (good && (!running.count || clock_now_ns() < end)) {
        double ms = NAN;
        samples_add(&waiting, given_up_ms(p->b));
        good = given_up_running(&ms) && !p->b->report->failures;
        if (isfinite(ms))
            samples_add(&running, ms);
        else
            away++;
    }
    figures[0] = samples_quantile(&waiting, 0.99);
    figures[1] = samples_quantile(&running, 0.99);
    figures[2] = away;
    figures[3] = (double)running.count;
    samples_free(&waiting);
    samples_free(&running);
    return good && isfinite(figures[1]);
}
