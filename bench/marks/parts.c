/*
 * Parts of the marks that run in processes of their own: what they print is read by counts.c, fusion.c and
 * gemm.c.
 */
#define _GNU_SOURCE
#include "marks/blas_share.h"
#include "marks/marks.h"
#include "marks/mix.h"
#include "marks/scenes.h"
#include "measure/clock.h"
#include "work/overlap_frames.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t resident_bytes(void)
{
    unsigned long size, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lu %lu", &size, &resident) != 2)
        resident = 0;
    if (f)
        fclose(f);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* ---- record: what callgrind counts ---- */

enum { COUNTED = 64 };

/* Named in callgrind's --toggle-collect: there is no other copy of them, inlined or for certain arguments. */
#ifdef __clang__
#define COUNTED_WHOLE __attribute__((noinline))
#else
#define COUNTED_WHOLE __attribute__((noinline, noclone))
#endif
void part_counted_record(const mix *x, mix_kind kind, ra_tensor **results);
ra_status part_counted_run(void);
void part_counted_release(ra_tensor **results);

COUNTED_WHOLE void part_counted_record(const mix *x, mix_kind kind, ra_tensor **results)
{
    for (int i = 0; i < MIX; i++)
        results[i] = mix_call(x, kind, i);
}

COUNTED_WHOLE ra_status part_counted_run(void) { return ra_wait_all(); }

COUNTED_WHOLE void part_counted_release(ra_tensor **results)
{
    for (int i = 0; i < MIX; i++)
        ra_release(results[i]);
}

/* Rounds of 64 calls, of which the last COUNTED are of the steady state; prints how many operators they were. */
static bool part_record(bench *b, mix_kind kind, ra_device device)
{
    const ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true};
    ra_tensor *results[MIX];
    mix x;
    bool good = bench_restart(b, &config) && mix_open(b, &x) && (device == RA_CPU || mix_move(b, &x, device));
    for (int n = 0; good && n < 8 + COUNTED; n++) {
        /* before the steady state nothing is counted: there the calls are made from here */
        for (int i = 0; n < 8 && i < MIX; i++)
            results[i] = mix_call(&x, kind, i);
        if (n >= 8)
            part_counted_record(&x, kind, results);
        good = bench_ok(b, "ra_wait_all", n < 8 ? ra_wait_all() : part_counted_run());
        for (int i = 0; i < MIX; i++)
            good = (kind == MIX_ADD ? mix_is_right(results[i], i) : results[i] != NULL) && good;
        for (int i = 0; n < 8 && i < MIX; i++)
            ra_release(results[i]);
        if (n >= 8)
            part_counted_release(results);
    }
    if (good) {
        printf("%d\n", COUNTED * MIX);
        mix_close(&x);
    }
    return good;
}

/* ---- pending: growth of the process ---- */

static bool part_pending(bench *b, int64_t count)
{
    const ra_config config = {.size = sizeof config, .workers = -1, .no_inline = true, .pacing_count = 1 << 22, .pacing_bytes = (size_t)1 << 40};
    ra_tensor **results = malloc((size_t)count * sizeof *results);
    mix x;
    if (!results || !bench_restart(b, &config) || !mix_open(b, &x))
        return false;
    memset(results, 0xff, (size_t)count * sizeof *results); /* the list of handles is ours, and touched before */
    const size_t before = resident_bytes();
    bool good = true;
    for (int64_t i = 0; i < count; i++)
        good = (results[i] = mix_call(&x, MIX_ADD, (int)(i % MIX))) && good;
    const size_t after = resident_bytes();
    printf("%.9g\n", good ? (double)(after - before) / (double)count : NAN);
    fflush(stdout);
    _exit(good ? 0 : 1); /* nobody wants the results */
}

/* ---- quiet: recording between two markers that a tracer sees ---- */

static bool part_quiet(bench *b)
{
    enum { ROUNDS = 1000, DEEP = 1024 };
    const ra_config config = {.size = sizeof config};
    ra_tensor *results[DEEP];
    mix x;
    if (!bench_restart(b, &config) || !mix_open(b, &x))
        return false;
    RA_AUTO ra_tensor *square = ra_full(RA_DIMS(DEEP, DEEP), 0.001);
    char line[16];
    printf("ready\n");
    fflush(stdout);
    bool good = fgets(line, sizeof line, stdin) != NULL; /* the tracer is there */
    for (int n = 0; good && n < ROUNDS + 16; n++) {
        /* products keep every worker awake for longer than a round is recorded */
        ra_tensor *busy[4];
        for (int i = 0; i < 4; i++)
            busy[i] = n % 16 == 0 ? ra_mm(square, square) : NULL;
        if (n >= 16)
            getppid();
        for (int i = 0; i < MIX; i++)
            results[i] = mix_call(&x, MIX_ADD, i);
        if (n >= 16)
            getppid();
        for (int i = 0; i < 4; i++)
            ra_release(busy[i]);
        good = n % 16 != 15 || ra_wait_all() == RA_OK;
        for (int i = 0; i < MIX; i++)
            ra_release(results[i]);
    }
    return good;
}

/* ---- peak: memory of the chain of 8 operators ---- */

static bool part_peak(bench *b)
{
    enum { FLOATS = 1 << 24 };
    RA_AUTO ra_tensor *a = ra_full(RA_DIMS(FLOATS), 0.5), *c = ra_full(RA_DIMS(FLOATS), 0.25);
    if (!bench_ok(b, "ra_wait_all", ra_wait_all()))
        return false;
    FILE *f = fopen("/proc/self/clear_refs", "w"); /* 5: the peak of the resident set starts anew */
    const bool reset = f && fputs("5", f) >= 0;
    if (f)
        fclose(f);
    const size_t before = resident_bytes(), live = ra_get_memory_stats().live;
    ra_scope_begin();
    ra_tensor *r = ra_keep(ra_tanh(ra_sqrt(ra_abs(ra_sub(ra_mul(ra_relu(ra_add(ra_mul(a, c), 1.5)), a), c)))));
    bool good = ra_scope_end() == RA_OK && bench_need(b, "chain", r) && bench_ok(b, "ra_wait", ra_wait(r));
    size_t peak = 0;
    char line[128];
    f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmHWM: %zu", &peak) == 1)
            peak <<= 10;
    if (f)
        fclose(f);
    const double result = 4.0 * FLOATS;
    if (good)
        printf("%.9g %.9g\n", (double)ra_get_memory_stats().peak - (double)live - result, reset ? (double)peak - (double)before - result : NAN);
    ra_release(r);
    return good;
}

int command_part(int argc, char **argv)
{
    const char *name = argc > 0 ? argv[0] : "";
    if (strcmp(name, "blas") == 0)
        return blas_share_run(argc - 1, argv + 1);
    if (strcmp(name, "prompt") == 0)
        return prompt_run(argc - 1, argv + 1);
    report r = {0};
    bench b = {.report = &r};
    report_begin(&r, "part", "part", NULL);
    const ra_config config = {.size = sizeof config};
    bool good = ra_init(&config) == RA_OK;
    if (strcmp(name, "record") == 0 && argc == 2)
        good = good && part_record(&b, (mix_kind)atoi(argv[1]), RA_CPU);
    else if (strcmp(name, "record") == 0 && argc == 3 && strcmp(argv[2], "cuda") == 0)
        good = good && part_record(&b, (mix_kind)atoi(argv[1]), RA_CUDA);
    else if (strcmp(name, "overlap") == 0 && argc == 5) {
        b.data_folder = argv[4];
        good = good && overlap_part(&b, atoi(argv[1]), atoi(argv[2]), argv[3]);
    } else if (strcmp(name, "pending") == 0 && argc == 2)
        good = good && part_pending(&b, atoll(argv[1]));
    else if (strcmp(name, "quiet") == 0)
        good = good && part_quiet(&b);
    else if (strcmp(name, "peak") == 0)
        good = good && part_peak(&b);
    else
        good = false;
    good = good && !r.failures;
    if (!good)
        fprintf(stderr, "runahead part %s: %s\n", name, ra_last_status() ? ra_last_error() : "a result is wrong");
    report_free(&r);
    ra_shutdown();
    return good ? 0 : 1;
}
