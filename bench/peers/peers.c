/*
 * bench peers: each operator beside libtorch (tasks are in tasks.c, the control loop in loop.c).
 *
 * The two sides take turns, a few milliseconds each after being warm (PEER_WARM_NS), over the same data. Between turns the program sleeps
 * until none of its threads works, so that neither side runs against the other's. Where the turns of a side differ by more than a tenth
 * (the quartiles, by the median), other programs or neighbours of a virtual machine took part: both take more turns, up to four times as many. Our
 * side waits for every single call; it could run ahead of its results, libtorch could not.
 */
#include "peers/peers.h"
#include "measure/clock.h"
#include "peers/case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST 0.7 /* of libtorch's speed: what falls below is marked */

#define UNSTEADY 0.1 /* spread of a side's turns, as a share of their median, from which on there are more */

enum { PIECE_NS = 4000000, MORE_TURNS = 4 };

/* ---- one operator ---- */

typedef struct duel {
    peer_case ours;
    const peer_torch *torch;
    void *theirs;
    samples our_us, their_us;
    char error[256];
} duel;

/* Calls ours so often, each waited for; keeps the results of the last. */
static bool run_ours(duel *d, int times, ra_tensor **kept, size_t *kept_count)
{
    for (int i = 0; i < times; i++) {
        for (size_t k = 0; k < *kept_count; k++)
            ra_release(kept[k]);
        *kept_count = 0;
        ra_status status = peer_case_call(&d->ours, kept, kept_count);
        for (size_t k = 0; status == RA_OK && k < *kept_count; k++)
            status = ra_wait(kept[k]);
        if (status) {
            snprintf(d->error, sizeof d->error, "%s", *ra_last_error() ? ra_last_error() : ra_status_text(status));
            ra_clear_error();
            return false;
        }
    }
    return true;
}

/* All elements as doubles, to be freed, and how many there are; -1 where they cannot be had. */
static int64_t values_of(const ra_tensor *t, double **values)
{
    const int64_t count = ra_numel(t);
    *values = count >= 0 ? malloc((size_t)(count ? count : 1) * sizeof **values) : NULL;
    RA_AUTO ra_tensor *wide = *values ? ra_to(t, RA_OPTS(ra_to, .dtype = RA_FLOAT64)) : NULL;
    if (wide && ra_copy_to(wide, *values, (size_t)count * sizeof **values) == RA_OK)
        return count;
    free(*values);
    *values = NULL;
    return -1;
}

/* Whether both results are the same but for rounding. */
static bool agree(duel *d, ra_tensor *const *kept, size_t kept_count)
{
    const int index = d->ours.compared;
    if (index < 0)
        return true;
    double *ours = NULL;
    const int64_t count = (size_t)index < kept_count ? values_of(kept[index], &ours) : -1;
    double *theirs = count >= 0 ? malloc((size_t)(count ? count : 1) * sizeof *theirs) : NULL;
    bool same = theirs && d->torch->result(d->theirs, index, theirs, count) == count;
    double scale = 0, worst = 0;
    for (int64_t i = 0; same && i < count; i++) {
        scale = fmax(scale, fabs(theirs[i]));
        if (ours[i] != theirs[i] && !(isnan(ours[i]) && isnan(theirs[i])))
            worst = fmax(worst, isnan(ours[i] - theirs[i]) ? INFINITY : fabs(ours[i] - theirs[i]));
    }
    same = same && worst <= 1e-3 * fmax(scale, 1e-30);
    if (!same)
        snprintf(d->error, sizeof d->error, "the results differ by %g of %g (%lld values)", worst, scale, (long long)count);
    free(ours);
    free(theirs);
    return same;
}

/* So many calls that a piece lasts about PIECE_NS. */
static int calls_in_piece(int64_t one_ns)
{
    const int64_t calls = PIECE_NS / (one_ns > 0 ? one_ns : 1);
    return calls < 1 ? 1 : calls > 2000 ? 2000 : (int)calls;
}

/* Calls a side for as long as it takes to be warm; gives how long a call takes by then, or -1. */
static int64_t warm(duel *d, bool ours, ra_tensor **kept, size_t *kept_count)
{
    int64_t least = INT64_MAX, now = clock_now_ns();
    for (const int64_t until = now + PEER_WARM_NS; now < until;) {
        const int64_t start = now;
        if (!(ours ? run_ours(d, 1, kept, kept_count) : d->torch->run(d->theirs, 1, d->error, sizeof d->error)))
            return -1;
        now = clock_now_ns();
        least = now - start < least ? now - start : least;
    }
    return least;
}

/* A turn of a side, after whatever the other one's threads do at their end. */
static bool take_turn(duel *d, bool ours, ra_tensor **kept, size_t *kept_count)
{
    clock_sleep_until_idle();
    const int64_t one = warm(d, ours, kept, kept_count);
    const int calls = calls_in_piece(one);
    const int64_t start = clock_now_ns();
    const bool good = one >= 0 && (ours ? run_ours(d, calls, kept, kept_count) : d->torch->run(d->theirs, calls, d->error, sizeof d->error));
    if (good)
        samples_add(ours ? &d->our_us : &d->their_us, (double)(clock_now_ns() - start) / 1e3 / calls);
    return good;
}

static bool is_unsteady(samples *us)
{
    const summary s = samples_summary(us);
    return s.high - s.low > UNSTEADY * s.median;
}

static bool fight(duel *d, int repetitions)
{
    ra_tensor *kept[PEER_RESULTS];
    size_t kept_count = 0;
    bool good = run_ours(d, 2, kept, &kept_count) && d->torch->run(d->theirs, 2, d->error, sizeof d->error);
    /* in-place operators that add up would differ after unequal numbers of calls; those of the cases do not */
    good = good && agree(d, kept, kept_count);
    for (int i = 0; good && (i < repetitions || (i < MORE_TURNS * repetitions && (is_unsteady(&d->our_us) || is_unsteady(&d->their_us)))); i++)
        good = take_turn(d, true, kept, &kept_count) && take_turn(d, false, kept, &kept_count);
    for (size_t k = 0; k < kept_count; k++)
        ra_release(kept[k]);
    return good;
}

typedef struct tally {
    int measured, slow, missing, failed;
    double logarithms; /* of the ratios */
} tally;

static void put_duel(bench *b, duel *d, tally *t)
{
    const summary ours = samples_summary(&d->our_us), theirs = samples_summary(&d->their_us);
    const double ratio = theirs.median / ours.median;
    char note[200];
    snprintf(note, sizeof note, "%s%s", ratio < LEAST ? "BELOW 0.7  " : "", d->ours.text);
    report_begin_row(b->report, d->ours.name, "us", BETTER_LOWER, note);
    report_summary(b->report, ours);
    report_summary(b->report, theirs);
    report_value(b->report, ratio);
    t->measured++;
    t->slow += ratio < LEAST;
    t->logarithms += log(ratio);
}

static void measure_operator(bench *b, const peer_torch *torch, size_t index, tally *t)
{
    duel d = {.torch = torch};
    if (!peer_case_open(&d.ours, index, d.error, sizeof d.error)) {
        report_failure(b->report, "FAILED %s: %s", d.ours.name, d.error);
        t->failed++;
        return;
    }
    progress("peers: %s", d.ours.name);
    d.theirs = torch->prepare(d.ours.torch, d.ours.args, d.ours.count, d.error, sizeof d.error);
    if (!d.theirs) {
        report_remark(b->report, "%s is not in this libtorch as %s: %s", d.ours.name, d.ours.torch, d.error);
        t->missing++;
    } else if (fight(&d, (int)bench_pick(b, 3, 7, 21)))
        put_duel(b, &d, t);
    else {
        report_failure(b->report, "FAILED %s: %s", d.ours.name, d.error);
        t->failed++;
    }
    if (d.theirs)
        torch->release(d.theirs);
    samples_free(&d.our_us);
    samples_free(&d.their_us);
    peer_case_close(&d.ours);
}

/* ---- what a call costs the caller ---- */

enum { BURST = 200 };

static ra_tensor *tiny(int what, ra_tensor *const *t)
{
    switch (what) {
    case 0:
        return ra_add(t[0], t[1]);
    case 1:
        return ra_add_(t[2], t[1]) == RA_OK ? t[2] : NULL;
    case 2:
        return ra_add(t[3], t[3]);
    default:
        return ra_t(t[0]);
    }
}

/* ns per call and release on the control thread; what it recorded is finished outside the clock. */
static double our_host_ns(int what, ra_tensor *const *t)
{
    ra_tensor *results[BURST];
    int64_t start = clock_now_ns();
    for (int i = 0; i < BURST; i++)
        results[i] = tiny(what, t);
    int64_t took = clock_now_ns() - start;
    bool good = ra_wait_all() == RA_OK;
    start = clock_now_ns();
    for (int i = 0; i < BURST; i++) {
        good &= results[i] != NULL;
        if (what != 1)
            ra_release(results[i]);
    }
    took += clock_now_ns() - start;
    return good ? (double)took / BURST : NAN;
}

static void measure_host(bench *b, const peer_torch *torch)
{
    static const char *const labels[] = {"add 4x4", "add_ 4x4, in place", "add 4x4 on the meta device", "transposed view"};
    const char *const columns[] = {"runahead", "libtorch", "libtorch / runahead", NULL};
    ra_tensor *const t[4] = {ra_ones(RA_DIMS(4, 4)), ra_ones(RA_DIMS(4, 4)), ra_zeros(RA_DIMS(4, 4)),
                             ra_empty(RA_DIMS(4, 4), RA_OPTS(ra_empty, .device = RA_META))};
    const int repetitions = (int)bench_pick(b, 101, 501, 2001);
    report_begin_table(b->report, "peers_host", "what a call and the release of its result cost the caller, from compiled code", columns);
    for (int what = 0; what < 4; what++) {
        samples ours = {0}, theirs = {0};
        for (int i = 0; i < repetitions; i++) {
            samples_add(&ours, our_host_ns(what, t));
            samples_add(&theirs, torch->host_ns(what, BURST));
        }
        const summary a = samples_summary(&ours), c = samples_summary(&theirs);
        report_begin_row(b->report, labels[what], "ns", BETTER_LOWER, NULL);
        report_summary(b->report, a);
        report_summary(b->report, c);
        report_value(b->report, c.median / a.median);
        samples_free(&ours);
        samples_free(&theirs);
    }
    for (int i = 0; i < 4; i++)
        ra_release(t[i]);
}

/* Whether a case's operator, or a part, is among the names, or all are wanted. */
static bool is_among(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; at && *at; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, name, length) == 0)
            return true;
    return !names;
}

static bool is_any_wanted(const char *names)
{
    bool any = false;
    for (size_t i = 0; i < peer_case_count(); i++)
        any = any || is_among(names, peer_case_name(i));
    return any;
}

static void measure_torch(bench *b, int threads)
{
    const bool host = is_among(b->peers_operators, "host"), operators = is_any_wanted(b->peers_operators);
    if (!host && !operators)
        return;
    peer_torch torch;
    void *symbol = peers_symbol(b, "peer_torch.so", "peer_torch_open");
    peer_torch_open_fn open;
    memcpy(&open, &symbol, sizeof symbol);
    if (!symbol || !open(&torch, threads))
        return;
    report_fact(b->report, "libtorch", "%s, %d threads", torch.version, threads);
    if (host)
        measure_host(b, &torch);
    if (!operators)
        return;
    const char *const columns[] = {"runahead", "libtorch", "libtorch / runahead", NULL};
    report_begin_table(b->report, "peers_operators", "each operator, called and waited for", columns);
    tally t = {0};
    for (size_t i = 0; i < peer_case_count(); i++)
        if (is_among(b->peers_operators, peer_case_name(i)))
            measure_operator(b, &torch, i, &t);
    report_result(b->report, "%d operators measured, geometric mean of libtorch / runahead %.2f, %d below 0.7 of libtorch's speed; %d are not in this libtorch, %d failed.", t.measured,
                  t.measured ? exp(t.logarithms / t.measured) : NAN, t.slow, t.missing, t.failed);
}

void bench_peers(bench *b)
{
    char text[300];
    const int threads = bench_workers() > 0 ? bench_workers() : 1;
    snprintf(text, sizeof text,
             "In one run, turn by turn, over the same data: %d workers here, %d threads there. A ratio above 1 says that we are faster, "
             "below 0.7 is marked.",
             threads, threads);
    if (b->peers_elements > 0)
        peer_case_elements = b->peers_elements;
    report_begin(b->report, "peers", "Beside others", text);
    measure_torch(b, threads);
    if (is_among(b->peers_operators, "tasks"))
        peers_tasks(b, threads);
    if (is_among(b->peers_operators, "loop"))
        peers_loop(b, threads);
}
