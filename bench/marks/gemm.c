/* Matrix products: large ones beside single-threaded processes of OpenBLAS, small ones from two callers at once. */
#define _GNU_SOURCE
#include "marks/blas_share.h"
#include "marks/marks.h"
#include "measure/clock.h"
#include "measure/team.h"

#include <stdatomic.h>

/* ---- large ---- */

static double our_gflops(marks *m, const ra_tensor *a, const ra_tensor *b, int n, double seconds)
{
    const int64_t start = clock_now_ns(), end = start + (int64_t)(seconds * 1e9);
    int times = 0;
    ra_tensor *before = NULL;
    bool good = true;
    while (good && (clock_now_ns() < end || !times)) {
        ra_tensor *r = ra_mm(a, b);
        good = r && (!before || ra_wait(before) == RA_OK);
        ra_release(before);
        before = r;
        times++;
    }
    good = good && bench_ok(m->b, "ra_wait", ra_wait(before));
    ra_release(before);
    return good ? 2.0 * n * n * n * times / (double)(clock_now_ns() - start) : NAN;
}

static void measure_large(marks *m, mark_id id, int n, const ra_info *info)
{
    const int turns = (int)bench_pick(m->b, 1, 3, 9);
    const double seconds = bench_pick(m->b, 0.1, 0.4, 1);
    samples ours = {0}, limit = {0};
    RA_AUTO ra_tensor *a = ra_full(RA_DIMS(n, n), 0.5), *b = ra_full(RA_DIMS(n, n), 0.25);
    bool good = bench_need(m->b, "matrices", a && b ? a : NULL) != NULL;
    for (int i = 0; good && i < turns; i++) {
        progress("marks: GEMM %d, %d of %d", n, i, turns);
        samples_add(&limit, blas_share_gflops(info->blas_library, info->blas_core, n, m->threads, seconds));
        good = isfinite(our_gflops(m, a, b, n, seconds / 4)); /* warms up */
        samples_add(&ours, our_gflops(m, a, b, n, seconds));
    }
    mark_found(m, id, good ? samples_quantile(&ours, 0.5) : NAN, NAN, samples_quantile(&limit, 0.5));
    mark_note(m, id, *info->blas_library ? "%d processes, core %s" : "there is no OpenBLAS", m->threads, info->blas_core);
    samples_free(&ours);
    samples_free(&limit);
}

/* ---- two callers ---- */

enum { SMALL = 16, CALLS = 20000 };

/* A synchronous caller with matrices of its own, in a thread of its own. */
static void call_again_and_again(void *context, int index)
{
    atomic_bool *good = context;
    ra_set_execution(RA_SYNC);
    RA_AUTO ra_tensor *a = ra_full(RA_DIMS(SMALL, SMALL), 0.5 + index), *b = ra_full(RA_DIMS(SMALL, SMALL), 0.25);
    for (int i = 0; a && b && i < CALLS; i++) {
        ra_tensor *r = ra_mm(a, b);
        if (!r)
            atomic_store_explicit(good, false, memory_order_relaxed);
        ra_release(r);
    }
    ra_set_execution(RA_RUN_AHEAD);
}

static void measure_callers(marks *m)
{
    const int turns = (int)bench_pick(m->b, 3, 11, 31);
    samples one = {0}, two = {0}, their_one = {0}, their_two = {0};
    atomic_bool good = true;
    for (int i = 0; i < turns; i++) {
        samples_add(&one, 1e6 * team_seconds(1, call_again_and_again, &good) / CALLS);
        samples_add(&two, 1e6 * team_seconds(2, call_again_and_again, &good) / (2 * CALLS));
        samples_add(&their_one, 1e6 * mark_peer(m->torch, "mm", SMALL, CALLS));
        samples_add(&their_two, 1e6 * mark_peer(m->torch, "two callers", SMALL, CALLS));
    }
    mark_found(m, MARK_GEMM_CALLERS, atomic_load_explicit(&good, memory_order_relaxed) ? samples_quantile(&two, 0.5) : NAN, NAN, samples_quantile(&one, 0.5));
    if (m->torch)
        mark_note(m, MARK_GEMM_CALLERS, "libtorch: %.2f us from two, %.2f from one", samples_quantile(&their_two, 0.5), samples_quantile(&their_one, 0.5));
    samples_free(&one);
    samples_free(&two);
    samples_free(&their_one);
    samples_free(&their_two);
}

void marks_gemm(marks *m)
{
    static const struct {
        mark_id id;
        int n;
    } large[] = {{MARK_GEMM_256, 256}, {MARK_GEMM_512, 512}, {MARK_GEMM_1024, 1024}, {MARK_GEMM_2048, 2048}};
    ra_info info = {0};
    if (!bench_ok(m->b, "ra_get_info", ra_get_info(&info)))
        return;
    for (size_t i = 0; i < sizeof large / sizeof *large; i++)
        measure_large(m, large[i].id, large[i].n, &info);
    measure_callers(m);
}
