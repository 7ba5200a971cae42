/*
 * What memory limits: add, copy and sum over 16.8 million floats, and operators over rows, beside loops of our own with the
 * better of plain and non-temporal stores. Each of our calls makes a fresh result and gives it up.
 */
#include "marks/marks.h"
#include "measure/clock.h"
#include "measure/machine_limits.h"

enum { LARGE = 1 << 24, ROWS = 4096, COLUMNS = 1024 };

typedef struct subjects {
    ra_tensor *a, *b, *weight, *bias;
} subjects;

typedef ra_tensor *(*run_fn)(const subjects *s);

static ra_tensor *run_add(const subjects *s) { return ra_add(s->a, s->b); }
static ra_tensor *run_copy(const subjects *s) { return ra_clone(s->a); }
static ra_tensor *run_sum(const subjects *s) { return ra_sum(s->a, RA_ALL); }
static ra_tensor *run_softmax(const subjects *s) { return ra_softmax(s->a, 1); }
static ra_tensor *run_norm(const subjects *s) { return ra_layer_norm(s->a, RA_DIMS(COLUMNS), s->weight, s->bias); }
static ra_tensor *run_sum0(const subjects *s) { return ra_sum(s->a, RA_DIMS(0)); }
static ra_tensor *run_cumsum(const subjects *s) { return ra_cumsum(s->a, 1); }

static ra_tensor *run_turn(const subjects *s)
{
    RA_AUTO ra_tensor *turned = ra_transpose(s->a, 0, 1);
    return ra_contiguous(turned);
}

static const struct subject {
    mark_id id;
    bool large; /* 16.8M floats; else ROWS x COLUMNS */
    run_fn run;
    limit_kind plain, stream;
    int arrays; /* that go through memory */
} list[] = {{MARK_STREAM_ADD, true, run_add, LIMIT_ADD, LIMIT_ADD_STREAM, 3},          {MARK_STREAM_COPY, true, run_copy, LIMIT_COPY, LIMIT_COPY_STREAM, 2},
            {MARK_STREAM_SUM, true, run_sum, LIMIT_READ, LIMIT_READ, 1},               {MARK_SOFTMAX_LIMIT, false, run_softmax, LIMIT_COPY, LIMIT_COPY_STREAM, 2},
            {MARK_NORM_LIMIT, false, run_norm, LIMIT_COPY, LIMIT_COPY_STREAM, 2},      {MARK_SUM0_LIMIT, false, run_sum0, LIMIT_READ, LIMIT_READ, 1},
            {MARK_CUMSUM_LIMIT, false, run_cumsum, LIMIT_COPY, LIMIT_COPY_STREAM, 2},  {MARK_TURN_LIMIT, false, run_turn, LIMIT_COPY, LIMIT_COPY_STREAM, 2}};
enum { SUBJECTS = sizeof list / sizeof *list };

static double our_seconds(marks *m, const struct subject *what, const subjects *s)
{
    const int64_t start = clock_now_ns();
    RA_AUTO ra_tensor *r = what->run(s);
    const bool good = bench_need(m->b, "operator", r) && bench_ok(m->b, "ra_wait", ra_wait(r));
    return good ? (double)(clock_now_ns() - start) / 1e9 : NAN;
}

static void put(marks *m, const struct subject *what, samples *ours, samples *plain, samples *stream)
{
    const double best_plain = samples_quantile(plain, 0.5), best_stream = samples_quantile(stream, 0.5);
    mark_found(m, what->id, samples_quantile(ours, 0.5), NAN, fmax(best_plain, best_stream));
    if (what->plain != what->stream)
        mark_note(m, what->id, "plain stores %.1f, non-temporal %.1f GB/s", best_plain, best_stream);
}

/* All of one size, turn by turn. */
static void measure(marks *m, bool large)
{
    const int turns = (int)(large ? bench_pick(m->b, 5, 21, 61) : bench_pick(m->b, 11, 61, 201));
    const int64_t floats = large ? LARGE : ROWS * COLUMNS;
    samples ours[SUBJECTS] = {0}, plain[SUBJECTS] = {0}, stream[SUBJECTS] = {0};
    const ra_dims sizes = large ? RA_DIMS(LARGE) : RA_DIMS(ROWS, COLUMNS);
    subjects s = {.a = ra_full(sizes, 0.5), .b = ra_full(sizes, 0.25), .weight = ra_ones(RA_DIMS(COLUMNS)), .bias = ra_zeros(RA_DIMS(COLUMNS))};
    limits *l = limits_open((size_t)floats, 16, NULL);
    bool good = l && s.a && s.b && s.weight && s.bias && bench_ok(m->b, "ra_wait_all", ra_wait_all());
    for (int n = 0; good && n < turns + 1; n++) {
        progress("marks: memory, %d of %d", n, turns);
        for (int i = 0; good && i < SUBJECTS; i++) {
            if (list[i].large != large)
                continue;
            const double work = 4.0 * (double)floats * list[i].arrays / 1e9;
            const double seconds = our_seconds(m, &list[i], &s);
            good = isfinite(seconds);
            const double values[] = {work / seconds, work / limits_seconds(l, list[i].plain, m->threads), work / limits_seconds(l, list[i].stream, m->threads)};
            samples *const to[] = {&ours[i], &plain[i], &stream[i]};
            for (int k = 0; n > 0 && k < 3; k++) /* the first turn warms up */
                samples_add(to[k], values[k]);
        }
    }
    for (int i = 0; i < SUBJECTS; i++) {
        if (good && list[i].large == large)
            put(m, &list[i], &ours[i], &plain[i], &stream[i]);
        samples_free(&ours[i]);
        samples_free(&plain[i]);
        samples_free(&stream[i]);
    }
    limits_close(l);
    ra_tensor *const all[] = {s.a, s.b, s.weight, s.bias};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ra_release(all[i]);
}

void marks_stream(marks *m)
{
    measure(m, true);
    measure(m, false);
}
