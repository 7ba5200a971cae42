/*
 * bench image: frames of a photograph through grey, blur, Sobel, threshold and histogram.
 *
 * A frame is a window of the photo that wanders with the frame's number. The control thread records frames and keeps
 * FRAMES_AHEAD of them under way; it waits for the oldest before it records another, as a camera's ring of buffers would have
 * it. Every histogram is summed up and must come out the same in all runs.
 */
#include "bench.h"
#include "marks/marks.h"
#include "measure/clock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FRAME_HEIGHT = 384, FRAME_WIDTH = 576, FRAMES_AHEAD = 8, BINS = 64 };

typedef struct image {
    ra_tensor *photo, *grey_weights, *blur, *sobel, *ones;
} image;

typedef struct frame {
    ra_tensor *histogram, *edges; /* BINS counts of gradient strengths; how many pixels lie above the threshold */
} frame;

typedef struct image_run {
    samples recording_us, fps; /* per frame; per piece */
    samples waiting_us;        /* per frame, for the oldest */
    uint64_t kernel_ns, kernel_ns_control;
    double longest_inline_us, checksum;
    uint64_t frames;
} image_run;

static void image_close(image *m)
{
    ra_release(m->photo);
    ra_release(m->grey_weights);
    ra_release(m->blur);
    ra_release(m->sobel);
    ra_release(m->ones);
    *m = (image){0};
}

static bool image_open(bench *b, image *m)
{
    static const float grey[3] = {0.299f, 0.587f, 0.114f};
    static const float sobel[2][3][3] = {{{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}}, {{-1, -2, -1}, {0, 0, 0}, {1, 2, 1}}};
    static const float binomial[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
    float blur[5][5];
    for (int i = 0; i < 5; i++)
        for (int k = 0; k < 5; k++)
            blur[i][k] = binomial[i] * binomial[k];
    *m = (image){.photo = bench_load(b, "photo.npy"),
                 .grey_weights = ra_from_copy(grey, RA_FLOAT32, RA_DIMS(3, 1)),
                 .blur = ra_from_copy(blur, RA_FLOAT32, RA_DIMS(1, 1, 5, 5)),
                 .sobel = ra_from_copy(sobel, RA_FLOAT32, RA_DIMS(2, 1, 3, 3)),
                 .ones = ra_ones(RA_DIMS(1), RA_OPTS(ra_ones, .dtype = RA_INT64))};
    if (m->photo && m->grey_weights && m->blur && m->sobel && m->ones)
        return true;
    bench_need(b, "preparing the photo", NULL);
    image_close(m);
    return false;
}

/* Window of frame number n, as (1, 1, H, W) grey levels of 0 to 255. */
static ra_tensor *grey_window(const image *m, int n)
{
    const int64_t top = 3 * n % 40, left = 7 * n % 60;
    RA_AUTO ra_tensor *rows = ra_narrow(m->photo, 0, top, FRAME_HEIGHT);
    RA_AUTO ra_tensor *window = ra_narrow(rows, 1, left, FRAME_WIDTH);
    RA_AUTO ra_tensor *colour = ra_to(window, RA_OPTS(ra_to, .dtype = RA_FLOAT32));
    RA_AUTO ra_tensor *pixels = ra_reshape(colour, RA_DIMS(-1, 3));
    RA_AUTO ra_tensor *grey = ra_mm(pixels, m->grey_weights);
    return ra_reshape(grey, RA_DIMS(1, 1, FRAME_HEIGHT, FRAME_WIDTH));
}

/* Strength of the gradient at each pixel. */
static ra_tensor *gradient(const image *m, const ra_tensor *grey)
{
    RA_AUTO ra_tensor *smooth = ra_conv2d(grey, m->blur, RA_NONE, RA_OPTS(ra_conv2d, .padding = {2, 2}));
    RA_AUTO ra_tensor *slopes = ra_conv2d(smooth, m->sobel, RA_NONE, RA_OPTS(ra_conv2d, .padding = {1, 1}));
    if (!slopes || ra_square_(slopes))
        return NULL;
    ra_tensor *strength = ra_sum(slopes, RA_DIMS(1));
    if (strength && ra_sqrt_(strength)) {
        ra_release(strength);
        return NULL;
    }
    return strength;
}

/* Counts of strengths in BINS equal bins up to 1020, the largest that Sobel gives per direction. */
static ra_tensor *histogram_of(const image *m, const ra_tensor *strength)
{
    RA_AUTO ra_tensor *scaled = ra_mul(strength, BINS / 1020.0);
    RA_AUTO ra_tensor *bounded = ra_clamp(scaled, 0.0, BINS - 1.0);
    RA_AUTO ra_tensor *bins = ra_to(bounded, RA_OPTS(ra_to, .dtype = RA_INT64));
    ra_tensor *histogram = ra_zeros(RA_DIMS(BINS), RA_OPTS(ra_zeros, .dtype = RA_INT64));
    if (histogram && (!bins || ra_index_put_(histogram, RA_LIST(bins), m->ones, true))) {
        ra_release(histogram);
        return NULL;
    }
    return histogram;
}

static frame record_frame(const image *m, int n)
{
    RA_AUTO ra_tensor *grey = grey_window(m, n);
    RA_AUTO ra_tensor *strength = gradient(m, grey);
    RA_AUTO ra_tensor *mean = ra_mean(strength, RA_ALL);
    RA_AUTO ra_tensor *threshold = ra_mul(mean, 2.0);
    RA_AUTO ra_tensor *above = ra_gt(strength, threshold);
    return (frame){.histogram = histogram_of(m, strength), .edges = ra_sum(above, RA_ALL)};
}

/* Takes a frame's results; adds them, weighted by their place, to the checksum. */
static bool take_frame(bench *b, frame *f, int n, double *checksum)
{
    int64_t counts[BINS], edges = 0, pixels = 0;
    const bool good = bench_need(b, "recording a frame", f->histogram) && bench_need(b, "recording a frame", f->edges) &&
                      bench_ok(b, "a frame's histogram", ra_copy_to(f->histogram, counts, sizeof counts)) &&
                      bench_ok(b, "a frame's edges", ra_item_i64(f->edges, &edges));
    ra_release(f->histogram);
    ra_release(f->edges);
    *f = (frame){0};
    if (!good)
        return false;
    for (int i = 0; i < BINS; i++) {
        pixels += counts[i];
        *checksum += (double)(counts[i] * (i + 1) % 1000003) / (n % 16 + 1);
    }
    *checksum += (double)edges;
    if (pixels != FRAME_HEIGHT * FRAME_WIDTH || edges <= 0 || edges >= pixels) {
        report_failure(b->report, "FAILED: a histogram counts %lld of %d pixels, %lld of them edges", (long long)pixels, FRAME_HEIGHT * FRAME_WIDTH, (long long)edges);
        return false;
    }
    return true;
}

/* One piece: so many frames as fast as they go. */
static bool run_piece(bench *b, const image *m, image_run *run, int frames)
{
    frame ring[FRAMES_AHEAD] = {0};
    double checksum = 0;
    bool good = true;
    ra_reset_stats();
    const int64_t begin = clock_now_ns();
    for (int n = 0; good && n < frames + FRAMES_AHEAD; n++) {
        frame *slot = &ring[n % FRAMES_AHEAD];
        if (n >= FRAMES_AHEAD) {
            const int64_t start = clock_now_ns();
            good = take_frame(b, slot, n - FRAMES_AHEAD, &checksum);
            samples_add(&run->waiting_us, (double)(clock_now_ns() - start) / 1e3);
        }
        if (good && n < frames) {
            const int64_t start = clock_now_ns();
            *slot = record_frame(m, n);
            samples_add(&run->recording_us, (double)(clock_now_ns() - start) / 1e3);
        }
    }
    const double seconds = (double)(clock_now_ns() - begin) / 1e9;
    for (int i = 0; i < FRAMES_AHEAD; i++) {
        ra_release(ring[i].histogram);
        ra_release(ring[i].edges);
    }
    const inline_share share = bench_inline_share();
    run->kernel_ns += share.kernel_ns;
    run->kernel_ns_control += share.kernel_ns_control;
    run->longest_inline_us = fmax(run->longest_inline_us, share.longest_us);
    run->checksum = checksum;
    run->frames += (uint64_t)frames;
    samples_add(&run->fps, frames / seconds);
    return good;
}

enum { SYNC, AHEAD_ONE, AHEAD_ALL, KINDS };
static const variant variants[KINDS] = {VARIANT_SYNCHRONOUS, VARIANT_AHEAD_ONE, VARIANT_AHEAD};

static bool run_kind(bench *b, const image *m, image_run *run, int kind, int frames)
{
    const ra_config one = {.size = sizeof one, .workers = 1};
    if (kind != SYNC && !bench_restart(b, kind == AHEAD_ONE ? &one : NULL))
        return false;
    ra_set_execution(kind == SYNC ? RA_SYNC : RA_RUN_AHEAD);
    const bool good = run_piece(b, m, run, frames);
    ra_set_execution(RA_RUN_AHEAD);
    return good;
}

static void put_results(bench *b, image_run *runs, const char *const *columns)
{
    static const struct {
        const char *label, *unit;
        better better;
    } rows[] = {{"throughput", "frames/s", BETTER_HIGHER},
                {"control thread per frame, recording", "us", BETTER_LOWER},
                {"control thread per frame, waiting", "us", BETTER_NONE},
                {"kernel time on the control thread", "%", BETTER_LOWER},
                {"longest inline kernel", "us", BETTER_LOWER}};
    report_begin_table(b->report, "image_runs", "a frame of 576 x 384, 8 under way", columns);
    for (int row = 0; row < 5; row++) {
        report_begin_row(b->report, rows[row].label, rows[row].unit, rows[row].better, row == 3 ? "outside waits" : row == 4 ? "goal: 20; of those timed" : NULL);
        for (int k = 0; k < KINDS; k++) {
            image_run *r = &runs[k];
            if (row < 3)
                report_summary(b->report, samples_summary(row == 0 ? &r->fps : row == 1 ? &r->recording_us : &r->waiting_us));
            else if (k == SYNC)
                report_no_value(b->report); /* all of it, by definition */
            else if (row == 3)
                report_value(b->report, r->kernel_ns ? 100.0 * (double)r->kernel_ns_control / (double)r->kernel_ns : NAN);
            else
                report_value(b->report, r->longest_inline_us);
        }
    }
    report_begin_plot(b->report, PLOT_BARS, "image_throughput", "Throughput (higher is better)", "", "frames per second");
    report_add_label(b->report, "576 x 384");
    for (int k = 0; k < KINDS; k++) {
        const double fps = samples_quantile(&runs[k].fps, 0.5);
        report_add_series(b->report, variants[k], NULL, &fps, 1);
    }
    char recording[24], whole[24];
    format_time(recording, sizeof recording, samples_quantile(&runs[AHEAD_ALL].recording_us, 0.5));
    format_time(whole, sizeof whole, samples_quantile(&runs[SYNC].recording_us, 0.5));
    report_result(b->report, "Run ahead, recording a frame holds the control thread up for %s, and %d workers finish %.0f frames a second; synchronously a frame holds it up for %s, and %.0f are finished.",
                  recording, bench_workers(), samples_quantile(&runs[AHEAD_ALL].fps, 0.5), whole, samples_quantile(&runs[SYNC].fps, 0.5));
}

static void image_run_free(image_run *run)
{
    samples_free(&run->fps);
    samples_free(&run->recording_us);
    samples_free(&run->waiting_us);
}

void bench_image(bench *b)
{
    const char *const columns[] = {variant_name(variants[SYNC]), variant_name(variants[AHEAD_ONE]), variant_name(variants[AHEAD_ALL]), NULL};
    const int frames = (int)bench_pick(b, 40, 200, 600), pieces = (int)bench_pick(b, 3, 9, 25);
    image m;
    image_run runs[KINDS] = {0}, warm = {0};
    report_begin(b->report, "image", "Image pipeline", "Frames cut from a photo: grey, 5 x 5 blur, Sobel, strength, threshold at twice the mean, histogram of 64 bins.");
    if (!image_open(b, &m))
        return;
    bool good = run_kind(b, &m, &warm, SYNC, 2);
    for (int piece = 0; good && piece < pieces; piece++)
        for (int k = 0; good && k < KINDS; k++) {
            progress("image: %s, %d of %d", columns[k], piece + 1, pieces);
            good = run_kind(b, &m, &runs[k], k, frames);
        }
    if (good) {
        put_results(b, runs, columns);
        int differing = 0;
        for (int k = 1; k < KINDS; k++)
            if (runs[k].checksum != runs[SYNC].checksum) {
                report_failure(b->report, "FAILED: %s gives other results than %s", columns[k], columns[SYNC]);
                differing++;
            }
        report_remark(b->report, "%d pieces of %d frames each, in turn; checksum of the results %.6f%s.", pieces, frames, runs[SYNC].checksum,
                      differing ? "" : ", the same in all runs");
    }
    for (int k = 0; k < KINDS; k++)
        image_run_free(&runs[k]);
    image_run_free(&warm);
    image_close(&m);
}

/* Trace on and off in turn. */
void marks_trace(marks *m)
{
    const int frames = 20, turns = (int)bench_pick(m->b, 40, 100, 205); /* short pieces: what a neighbour does lasts longer than one */
    char path[] = "/tmp/runahead-trace-XXXXXX";
    const int file = mkstemp(path);
    image photo = {0};
    image_run off = {0}, on = {0};
    progress("marks: trace");
    bool good = file >= 0 && image_open(m->b, &photo);
    for (int i = 0; good && i < turns + 1; i++) {
        good = run_piece(m->b, &photo, &off, frames) && bench_ok(m->b, "ra_trace_start", ra_trace_start(path)) && run_piece(m->b, &photo, &on, frames) &&
               bench_ok(m->b, "ra_trace_stop", ra_trace_stop());
        if (i == 0) { /* the first turn warms up */
            samples_clear(&off.fps);
            samples_clear(&on.fps);
        }
    }
    mark_found(m, MARK_TRACE_ON, good ? 1e6 / samples_quantile(&on.fps, 0.5) : NAN, 1e6 / samples_quantile(&off.fps, 0.5), NAN);
    if (file >= 0) {
        close(file);
        unlink(path);
        image_close(&photo);
    }
    image_run_free(&off);
    image_run_free(&on);
}
