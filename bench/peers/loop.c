/* bench peers and bench loop: the control loop of bench control, and the same in libraries that are used from Python. */
#include "measure/python.h"
#include "peers/peers.h"
#include "work/control_loop.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The program itself, found from the folder that the build runs in, with a zero behind it. */
__asm__(".pushsection .rodata\n"
        "control_loop_text:\n"
        ".incbin \"bench/peers/control_loop.py\"\n"
        ".byte 0\n"
        ".popsection\n");
extern const char control_loop_text[] __attribute__((visibility("hidden")));

enum { AHEAD, SYNCHRONOUS, TORCH, JAX, MLX, SIDES };
enum { MISSED, LATE_50, LATE_99, LATE_999, LATE_MAX, BLOCKED, FITS, ACCURACY, MEASURES };

static const char *const columns[SIDES + 1] = {"runahead", "runahead, synchronous", "PyTorch", "JAX, jitted", "MLX", NULL};

static const struct measure {
    const char *label, *unit;
    better better;
} measures[MEASURES] = {
    [MISSED] = {"missed deadlines", "%", BETTER_LOWER},
    [LATE_50] = {"lateness p50", "us", BETTER_LOWER},
    [LATE_99] = {"lateness p99", "us", BETTER_LOWER},
    [LATE_999] = {"lateness p99.9", "us", BETTER_LOWER},
    [LATE_MAX] = {"lateness max", "us", BETTER_LOWER},
    [BLOCKED] = {"control thread blocked per fit", "us", BETTER_LOWER},
    [FITS] = {"fits per second", "1/s", BETTER_HIGHER},
    [ACCURACY] = {"accuracy, lowest of all fits", "", BETTER_HIGHER},
};

static double lowest(const samples *s)
{
    double low = NAN;
    for (size_t i = 0; i < s->count; i++)
        low = s->values[i] < low || isnan(low) ? s->values[i] : low;
    return low;
}

static void measure_ours(bench *b, ridge *math, ra_execution how, double seconds, double found[MEASURES])
{
    control_run run = {0};
    progress("peers: control loop, %s", how == RA_SYNC ? columns[SYNCHRONOUS] : columns[AHEAD]);
    if (control_run_reserve(&run, seconds)) {
        ra_set_execution(how);
        control_loop(b, &run, math, control_calibrate(), seconds);
        ra_set_execution(RA_RUN_AHEAD);
    }
    if (!run.failed && run.periods) {
        static const double quantiles[] = {0.5, 0.99, 0.999};
        found[MISSED] = 100.0 * (double)run.missed / (double)run.periods;
        for (int i = 0; i < 3; i++)
            found[LATE_50 + i] = samples_quantile(&run.lateness_us, quantiles[i]);
        found[LATE_MAX] = samples_max(&run.lateness_us);
        found[BLOCKED] = samples_quantile(&run.blocked_us, 0.5);
        found[FITS] = (double)run.fits / run.seconds;
        found[ACCURACY] = lowest(&run.accuracy);
    }
    control_run_free(&run);
}

static void measure_theirs(bench *b, int side, double seconds, int threads, double found[MEASURES])
{
    static const char *const modules[SIDES] = {[TORCH] = "torch", [JAX] = "jax", [MLX] = "mlx"};
    char arguments[1200], line[400] = "", version[64] = "";
    double v[MEASURES];
    progress("peers: control loop, %s", columns[side]);
    snprintf(arguments, sizeof arguments, "%s '%s' %g %d", modules[side], b->data_folder, seconds, threads);
    if (!python_answer(control_loop_text, arguments, line, sizeof line) ||
        sscanf(line, "%lf %lf %lf %lf %lf %lf %lf %lf %63s", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5], &v[6], &v[7], version) != MEASURES + 1) {
        report_remark(b->report, "Not measured: the control loop in %s: PYTHON, or python3, has no %s with NumPy, or its run failed", columns[side], modules[side]);
        return;
    }
    memcpy(found, v, sizeof v);
    report_remark(b->report, "%s is of version %s, from Python.%s", columns[side], version,
                  side == MLX ? " It cannot be asked whether a result is there: the loop reads it after 1.2 times what a fit takes alone." : "");
}

void peers_loop(bench *b, int threads)
{
    const double seconds = bench_pick(b, 1, 10, 30);
    double found[SIDES][MEASURES];
    ridge math;
    if (!ridge_open(b, &math))
        return;
    for (int side = 0; side < SIDES; side++)
        for (int m = 0; m < MEASURES; m++)
            found[side][m] = NAN;
    for (int side = 0; side < SIDES; side++)
        if (side <= SYNCHRONOUS)
            measure_ours(b, &math, side == AHEAD ? RA_RUN_AHEAD : RA_SYNC, seconds, found[side]);
        else
            measure_theirs(b, side, seconds, threads, found[side]);
    ridge_close(&math);
    report_begin_table(b->report, "peers_loop", "the control loop at 1 kHz over the same fits of the digits: what each library makes of it", columns);
    for (int m = 0; m < MEASURES; m++) {
        report_begin_row(b->report, measures[m].label, measures[m].unit, measures[m].better, NULL);
        for (int side = 0; side < SIDES; side++)
            report_value(b->report, found[side][m]);
    }
}

static bool has_peer(void)
{
    char line[8] = "";
    return python_answer("from importlib.util import find_spec\n"
                         "print(any(find_spec(name) for name in ('torch', 'jax', 'mlx')) and find_spec('numpy') is not None)\n", "", line, sizeof line) &&
           strncmp(line, "True", 4) == 0;
}

void bench_loop(bench *b)
{
    const int threads = bench_workers() > 0 ? bench_workers() : 1;
    report_begin(b->report, "loop", "The control loop beside others", "The loop of \"control\" over the same fits in libraries that are used from Python, one after the other.");
    if (has_peer())
        peers_loop(b, threads);
    else
        report_remark(b->report, "Not measured: neither PYTHON nor python3 has PyTorch, JAX or MLX with NumPy.");
}
