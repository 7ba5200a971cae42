/*
 * The chain of 8 operators: ours as it comes, ours with fusion off, the same kernels tiled by hand, libtorch; its peak of memory;
 * and GELU behind a matrix product.
 *
 * The engine is started anew to change its mode, so the modes take turns by the piece, with the other sides in between.
 */
#define _GNU_SOURCE
#include "marks/marks.h"
#include "measure/clock.h"
#include "work/tiles.h"

#include <string.h>

enum { FLOATS = 1 << 24, SMALL = 1 << 16, PIECE = 3 };

static ra_tensor *record_chain(const ra_tensor *a, const ra_tensor *b)
{
    ra_scope_begin();
    ra_tensor *r = ra_keep(ra_tanh(ra_sqrt(ra_abs(ra_sub(ra_mul(ra_relu(ra_add(ra_mul(a, b), 1.5)), a), b)))));
    return ra_scope_end() == RA_OK ? r : NULL;
}

static double chain_seconds(const ra_tensor *a, const ra_tensor *b)
{
    const int64_t start = clock_now_ns();
    RA_AUTO ra_tensor *r = record_chain(a, b);
    const bool good = r && ra_wait(r) == RA_OK;
    return good ? (double)(clock_now_ns() - start) / 1e9 : NAN;
}

/* Operands whose values depend on the position alone: the same in every engine. */
typedef struct operands {
    ra_tensor *a, *b;
} operands;

static bool operands_open(marks *m, operands *o, int64_t n)
{
    RA_AUTO ra_tensor *steps = ra_arange(0, n, 1, RA_OPTS(ra_arange, .dtype = RA_FLOAT32));
    RA_AUTO ra_tensor *rest_a = ra_remainder(steps, 97.0), *rest_b = ra_remainder(steps, 89.0);
    *o = (operands){.a = ra_div(rest_a, 97.0), .b = ra_div(rest_b, 89.0)};
    return bench_need(m->b, "operands", o->a && o->b ? o->a : NULL) && bench_ok(m->b, "ra_wait_all", ra_wait_all());
}

static void operands_close(operands *o)
{
    ra_release(o->a);
    ra_release(o->b);
}

/* Milliseconds of PIECE chains in this mode go into ms; one before them warms up. */
static bool piece(marks *m, const char *fusion, samples *ms)
{
    operands o;
    if (!mark_restart(m, fusion, NULL) || !operands_open(m, &o, FLOATS))
        return false;
    bool good = isfinite(chain_seconds(o.a, o.b));
    for (int i = 0; good && i < PIECE; i++) {
        const double seconds = chain_seconds(o.a, o.b);
        good = isfinite(seconds);
        samples_add(ms, 1e3 * seconds);
    }
    operands_close(&o);
    return good || bench_need(m->b, "chain", NULL);
}

/* ---- tiled by hand ---- */

static const tiling tilings[] = {{2048, false}, {4096, false}, {8192, false}, {16384, false}, {32768, false}, {65536, false},
                                 {2048, true},  {4096, true},  {8192, true},  {16384, true},  {32768, true},  {65536, true}};
enum { TILINGS = sizeof tilings / sizeof *tilings };

typedef struct by_hand {
    operands o;
    ra_tensor *result;
    const float *a, *b;
    float *out;
    samples ms[TILINGS];
} by_hand;

static bool by_hand_open(marks *m, by_hand *h)
{
    ra_status status = RA_OK;
    if (!operands_open(m, &h->o, FLOATS) || !bench_need(m->b, "result", h->result = ra_zeros(RA_DIMS(FLOATS))))
        return false;
    h->a = ra_data_f32(h->o.a, &status);
    h->b = status ? NULL : ra_data_f32(h->o.b, &status);
    h->out = status ? NULL : ra_data_mut(h->result, &status);
    return bench_ok(m->b, "operands", status);
}

static double by_hand_ms(const by_hand *h, int how, int threads) { return 1e3 * tiles_chain(h->a, h->b, h->out, FLOATS, tilings[how], threads); }

/* Whether the last chain by hand left what the engine computes, to the bit. */
static void compare_with_ours(marks *m, const by_hand *h)
{
    bool equal = false;
    RA_AUTO ra_tensor *ours = record_chain(h->o.a, h->o.b);
    if (!bench_need(m->b, "chain", ours) || !bench_ok(m->b, "ra_equal", ra_equal(ours, h->result, &equal)))
        return;
    if (!equal)
        report_failure(m->b->report, "FAILED: the chain tiled by hand and the engine's differ");
}

/* The tiling that is best on this machine, by a few turns of each. */
static int best_tiling(marks *m, by_hand *h)
{
    int best = 0;
    for (int turn = 0; turn < (int)bench_pick(m->b, 2, 4, 8); turn++)
        for (int i = 0; i < TILINGS; i++)
            samples_add(&h->ms[i], by_hand_ms(h, i, m->threads));
    for (int i = 1; i < TILINGS; i++)
        best = samples_quantile(&h->ms[i], 0) < samples_quantile(&h->ms[best], 0) ? i : best;
    return best;
}

static void put_tilings(marks *m, by_hand *h)
{
    const char *const columns[] = {"plain stores", "non-temporal stores", NULL};
    report_begin_table(m->b->report, "fusion_tiles", "8 operators over 16.8 million floats, tiled by hand", columns);
    for (int i = 0; i < TILINGS / 2; i++) {
        char label[32];
        snprintf(label, sizeof label, "%lld floats a tile", (long long)tilings[i].tile);
        report_begin_row(m->b->report, label, "ms", BETTER_LOWER, NULL);
        report_summary(m->b->report, samples_summary(&h->ms[i]));
        report_summary(m->b->report, samples_summary(&h->ms[i + TILINGS / 2]));
    }
}

/* ---- all sides ---- */

enum { FUSED, UNFUSED, HAND, TORCH, TUNED, SIDES };

static void put_sides(marks *m, samples ms[SIDES])
{
    static const char *const labels[SIDES] = {"ours", "ours, fusion off", "tiled by hand, the best", "libtorch as it comes", "libtorch, allocator tuned"};
    const char *const columns[] = {"time", NULL};
    report_begin_table(m->b->report, "fusion_chain", "8 operators over 16.8 million floats", columns);
    for (int i = 0; i < SIDES; i++) {
        report_begin_row(m->b->report, labels[i], "ms", BETTER_LOWER, NULL);
        report_summary(m->b->report, samples_summary(&ms[i]));
    }
}

static void measure_chain(marks *m)
{
    const int turns = (int)bench_pick(m->b, 2, 5, 15);
    samples ms[SIDES] = {0};
    by_hand h = {0};
    int best = 0;
    bool good = tiles_open(m->b) && by_hand_open(m, &h);
    if (good) {
        best = best_tiling(m, &h);
        compare_with_ours(m, &h);
    }
    for (int k = 0; good && k < 2 * turns; k++) {
        progress("marks: chain, %d of %d", k, 2 * turns);
        if (k == turns)
            mark_peer(m->torch, "tune allocator", 0, 1); /* cannot be taken back: the second half of the turns */
        good = piece(m, NULL, &ms[FUSED]) && piece(m, "off", &ms[UNFUSED]);
        for (int i = 0; i < PIECE; i++)
            samples_add(&ms[HAND], by_hand_ms(&h, best, m->threads));
        samples_add(&ms[k < turns ? TORCH : TUNED], 1e3 * mark_peer(m->torch, "chain", FLOATS, PIECE));
    }
    if (m->torch)
        report_remark(m->b->report, "From the second half of the turns of fusion on, libtorch's allocator is tuned, in what follows too.");
    double median[SIDES];
    for (int i = 0; i < SIDES; i++)
        median[i] = good ? samples_quantile(&ms[i], 0.5) : NAN;
    mark_found(m, MARK_CHAIN_TILED, median[FUSED], NAN, median[HAND]);
    mark_note(m, MARK_CHAIN_TILED, "best of %d tilings: %lld floats, %s stores", TILINGS, (long long)tilings[best].tile, tilings[best].stream ? "non-temporal" : "plain");
    mark_found(m, MARK_CHAIN_UNFUSED, median[FUSED], median[UNFUSED], NAN);
    mark_found(m, MARK_CHAIN_TORCH, median[FUSED], median[TORCH], NAN);
    mark_found(m, MARK_CHAIN_TORCH_TUNED, median[FUSED], median[TUNED], NAN);
    marks_chain_compiled(m, FLOATS, median[FUSED]);
    if (m->detail && good) {
        put_sides(m, ms);
        put_tilings(m, &h);
    }
    for (int i = 0; i < SIDES; i++)
        samples_free(&ms[i]);
    for (int i = 0; i < TILINGS; i++)
        samples_free(&h.ms[i]);
    operands_close(&h.o);
    ra_release(h.result);
    mark_peer(m->torch, "forget", 0, 1);
}

/* Waits right behind the last call, again and again. */
static void measure_small(marks *m)
{
    enum { TIMES = 50 };
    const int turns = (int)bench_pick(m->b, 10, 40, 150);
    samples ours = {0}, theirs = {0};
    operands o = {0};
    bool good = mark_restart(m, NULL, NULL) && operands_open(m, &o, SMALL);
    for (int k = 0; good && k < turns; k++) {
        const int64_t warm = clock_now_ns() + PEER_WARM_NS;
        while (good && clock_now_ns() < warm)
            good = isfinite(chain_seconds(o.a, o.b));
        const int64_t start = clock_now_ns();
        for (int i = 0; good && i < TIMES; i++)
            good = isfinite(chain_seconds(o.a, o.b));
        samples_add(&ours, (double)(clock_now_ns() - start) / 1e3 / TIMES);
        samples_add(&theirs, 1e6 * mark_peer(m->torch, "chain", SMALL, TIMES));
    }
    operands_close(&o);
    mark_found(m, MARK_CHAIN_SMALL, good ? samples_quantile(&ours, 0.5) : NAN, samples_quantile(&theirs, 0.5), NAN);
    mark_note(m, MARK_CHAIN_SMALL, "waited for right behind the last call");
    samples_free(&ours);
    samples_free(&theirs);
}

static void measure_peak(marks *m)
{
    double live = NAN, resident = NAN;
    FILE *f = mark_part("", "peak");
    if (!f || fscanf(f, "%lf %lf", &live, &resident) < 1)
        live = NAN;
    if (f)
        pclose(f);
    mark_found(m, MARK_CHAIN_PEAK, fmax(live, isfinite(resident) ? resident : live) / (1 << 20), NAN, NAN);
    mark_note(m, MARK_CHAIN_PEAK, "of tensors %.1f MiB, of the process %.1f MiB", live / (1 << 20), resident / (1 << 20));
}

/* ---- an epilogue ---- */

static double product_seconds(const ra_tensor *x, const ra_tensor *w, const ra_tensor *bias)
{
    const int64_t start = clock_now_ns();
    RA_AUTO ra_tensor *product = ra_mm(x, w);
    RA_AUTO ra_tensor *sum = bias ? ra_add(product, bias) : NULL;
    RA_AUTO ra_tensor *r = bias ? ra_gelu(sum) : ra_ref(product);
    ra_release_at(&sum); /* nobody looks at what lies between */
    ra_release_at(&product);
    const bool good = r && ra_wait(r) == RA_OK;
    return good ? (double)(clock_now_ns() - start) / 1e9 : NAN;
}

static void measure_epilogue(marks *m)
{
    const int turns = (int)bench_pick(m->b, 5, 25, 75);
    samples alone = {0}, whole = {0};
    bool good = mark_restart(m, NULL, NULL);
    RA_AUTO ra_tensor *x = ra_full(RA_DIMS(1024, 1024), 0.01), *w = ra_full(RA_DIMS(1024, 1024), 0.02), *bias = ra_full(RA_DIMS(1024), 0.1);
    for (int i = 0; good && i < turns + 1; i++) {
        const double a = product_seconds(x, w, NULL), b = product_seconds(x, w, bias);
        good = isfinite(a) && isfinite(b);
        if (i > 0) {
            samples_add(&alone, 1e3 * a);
            samples_add(&whole, 1e3 * b);
        }
    }
    mark_found(m, MARK_EPILOGUE, good ? samples_quantile(&whole, 0.5) : NAN, samples_quantile(&alone, 0.5), NAN);
    samples_free(&alone);
    samples_free(&whole);
}

void marks_fusion(marks *m)
{
    measure_chain(m);
    measure_small(m);
    measure_epilogue(m);
    measure_peak(m);
}
