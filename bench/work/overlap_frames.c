/*
 * The pipeline of `bench overlap`: a window of the photo is made grey by a function of the processor, copied to a CUDA device, its
 * gradients are strengths there, in 256 steps, which are copied back and counted by another function of the processor.
 *
 * By the virtual clock of the simulated driver the functions take what they declare (overlap.h); what they compute, they do compute.
 */
#define _GNU_SOURCE
#include "work/overlap_frames.h"
#include "measure/clock.h"

#include <dlfcn.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { STEPS = 256, PHOTO_HEIGHT = 427, PHOTO_WIDTH = 640 };

static struct clockwork {
    uint64_t (*now)(void);
    void (*spend)(uint64_t ns);
    uint64_t (*busy)(int device, int kind);
    uint64_t (*count)(const char *name);
} simulated;

/* Where the driver is a simulated one with a clock of its own. */
static void find_clock(void)
{
    const char *folder = getenv("RUNAHEAD_CUDA");
    char path[900];
    snprintf(path, sizeof path, "%.800s/libcuda.so.1", folder ? folder : "");
    void *library = folder ? dlopen(path, RTLD_NOW | RTLD_NOLOAD) : NULL;
    int (*is_virtual)(void) = library ? (int (*)(void))dlsym(library, "simcuda_is_virtual") : NULL;
    if (!is_virtual || !is_virtual())
        return;
    simulated.now = (uint64_t (*)(void))dlsym(library, "simcuda_virtual_now");
    simulated.spend = (void (*)(uint64_t))dlsym(library, "simcuda_virtual_spend");
    simulated.busy = (uint64_t (*)(int, int))dlsym(library, "simcuda_virtual_busy");
    simulated.count = (uint64_t (*)(const char *))dlsym(library, "simcuda_count");
}

static double now_ns(void)
{
    return simulated.now ? (double)simulated.now() : (double)clock_now_ns();
}

/* Of a frame: on a real device nothing stands for more than it is. */
static int height = OVERLAP_HEIGHT, width = OVERLAP_WIDTH;

/* ---- the processor's part ---- */

typedef struct frame {
    int number;
    double began, ended;
} frame;

static sem_t ended; /* a post for each frame that is counted */

static ra_status make_grey(const ra_function_call *call)
{
    const frame *f = call->state;
    const uint8_t *photo = call->reads[0]; /* rows of pixels of three bytes */
    float *grey = call->writes[0];
    const int top = 3 * f->number % (PHOTO_HEIGHT - height), left = 7 * f->number % (PHOTO_WIDTH - width);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const uint8_t *p = photo + ((top + y) * PHOTO_WIDTH + left + x) * 3;
            grey[y * width + x] = 0.299f * p[0] + 0.587f * p[1] + 0.114f * p[2];
        }
    if (simulated.spend)
        simulated.spend(OVERLAP_CPU_NS);
    return RA_OK;
}

static ra_status count_steps(const ra_function_call *call)
{
    const uint8_t *strength = call->reads[0];
    int64_t *counts = call->writes[0];
    memset(counts, 0, STEPS * sizeof *counts);
    for (int i = 0; i < (height - 1) * (width - 1); i++)
        counts[strength[i]]++;
    if (simulated.spend)
        simulated.spend(OVERLAP_CPU_NS);
    ((frame *)call->state)->ended = now_ns();
    sem_post(&ended);
    return RA_OK;
}

/* ---- the device's ---- */

static ra_tensor *gradient(const ra_tensor *grey)
{
    const int64_t h = height - 1, w = width - 1;
    RA_AUTO ra_tensor *upper = ra_narrow(grey, 0, 0, h), *lower = ra_narrow(grey, 0, 1, h);
    RA_AUTO ra_tensor *here = ra_narrow(upper, 1, 0, w), *right = ra_narrow(upper, 1, 1, w), *below = ra_narrow(lower, 1, 0, w);
    RA_AUTO ra_tensor *across = ra_sub(right, here), *down = ra_sub(below, here);
    RA_AUTO ra_tensor *a = ra_square(across), *b = ra_square(down);
    RA_AUTO ra_tensor *sum = ra_add(a, b), *strength = ra_sqrt(sum);
    RA_AUTO ra_tensor *bounded = ra_clamp(strength, 0.0, STEPS - 1.0);
    return ra_to(bounded, RA_OPTS(ra_to, .dtype = RA_UINT8));
}

/* The counts; the frame's record stays until the end. */
static ra_tensor *record(const ra_tensor *photo, frame *f, ra_device device)
{
    RA_AUTO ra_tensor *grey = ra_empty(RA_DIMS(height, width));
    ra_tensor *counts = ra_empty(RA_DIMS(STEPS), RA_OPTS(ra_empty, .dtype = RA_INT64));
    RA_AUTO ra_tensor *made = ra_call_function(make_grey, f, RA_LIST(photo), RA_LIST(grey), RA_OPTS(ra_call_function, .name = "grey"));
    RA_AUTO ra_tensor *there = ra_to(grey, RA_OPTS(ra_to, .device = device));
    RA_AUTO ra_tensor *strength = gradient(there);
    RA_AUTO ra_tensor *back = ra_to(strength, RA_OPTS(ra_to, .device = RA_CPU));
    RA_AUTO ra_tensor *counted = ra_call_function(count_steps, f, RA_LIST(back), RA_LIST(counts), RA_OPTS(ra_call_function, .name = "count"));
    if (!made || !counted) {
        ra_release(counts);
        return NULL;
    }
    return counts;
}

/* ---- a run ---- */

/* Without lending the library a hand, which would be one more than the bound knows of. A frame that failed is never counted: then ra_wait_all
 * says so. */
static void wait_for_frames(int frames)
{
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 60;
    while (frames-- > 0 && !sem_timedwait(&ended, &end))
        ;
}

static bool run(bench *b, const ra_tensor *photo, int frames, overlap_way way, overlap_run *out)
{
    ra_tensor **counts = calloc((size_t)frames, sizeof *counts);
    frame *list = calloc((size_t)frames, sizeof *list);
    bool good = counts && list;
    const uint64_t busy[3] = {simulated.busy ? simulated.busy(0, 0) : 0, simulated.busy ? simulated.busy(0, 1) : 0, simulated.busy ? simulated.busy(0, 2) : 0};
    const uint64_t implicit = simulated.count ? simulated.count("implicit waits") : 0;
    ra_set_execution(way == OVERLAP_SYNC ? RA_SYNC : RA_RUN_AHEAD);
    ra_reset_stats();
    const double begin = now_ns();
    const int64_t start = clock_now_ns();
    for (int n = 0; good && n < frames; n++) {
        list[n] = (frame){.number = n, .began = now_ns()};
        good = (counts[n] = record(photo, &list[n], way == OVERLAP_CPU ? RA_CPU : RA_CUDA)) != NULL;
    }
    out->recording_us = (double)(clock_now_ns() - start) / 1e3 / frames;
    out->waits = (double)ra_get_stats().waits;
    out->blocked_us = (double)ra_get_stats().wait_ns / 1e3 / frames;
    wait_for_frames(good ? frames : 0);
    good = bench_ok(b, "ra_wait_all", ra_wait_all()) && good;
    out->seconds = (now_ns() - begin) / 1e9;
    out->there = simulated.busy ? (double)(simulated.busy(0, 0) - busy[0]) : 0;
    out->back = simulated.busy ? (double)(simulated.busy(0, 1) - busy[1]) : 0;
    out->kernels = simulated.busy ? (double)(simulated.busy(0, 2) - busy[2]) : 0;
    out->implicit_waits = simulated.count ? (double)(simulated.count("implicit waits") - implicit) : 0;
    ra_set_execution(RA_RUN_AHEAD);
    for (int n = 0; counts && n < frames; n++) {
        int64_t found[STEPS], pixels = 0;
        if (good && ra_copy_to(counts[n], found, sizeof found) == RA_OK)
            for (int i = 0; i < STEPS; i++) {
                pixels += found[i];
                out->checksum += (double)(found[i] * (i + 1)) / (n % 16 + 1) / frames;
            }
        out->result_us += list ? (list[n].ended - list[n].began) / 1e3 / frames : 0;
        good = good && pixels == (height - 1) * (width - 1);
        ra_release(counts[n]);
    }
    free(counts), free(list);
    return good;
}

/* The device's part of a frame alone, of what lies there. */
static bool run_cuda_alone(bench *b, int frames, overlap_run *out)
{
    RA_AUTO ra_tensor *grey = ra_full(RA_DIMS(height, width), 100.0, RA_OPTS(ra_full, .device = RA_CUDA));
    bool good = bench_need(b, "a frame", grey) && bench_ok(b, "ra_wait", ra_wait(grey));
    ra_reset_stats();
    const double begin = now_ns();
    for (int n = 0; good && n < frames; n++) {
        const uint64_t waited = ra_get_stats().wait_ns; /* for the frames before */
        const int64_t start = clock_now_ns();
        RA_AUTO ra_tensor *strength = gradient(grey);
        out->recording_us += (double)(clock_now_ns() - start) / 1e3 / frames;
        out->waits = (double)ra_get_stats().waits - n; /* each result is waited for below */
        out->blocked_us += (double)(ra_get_stats().wait_ns - waited) / 1e3 / frames;
        good = bench_need(b, "gradient", strength) && bench_ok(b, "ra_wait", ra_wait(strength));
    }
    out->seconds = (now_ns() - begin) / 1e9;
    out->result_us = 1e6 * out->seconds / frames;
    return good;
}

bool overlap_part(bench *b, int frames, int workers, const char *way_name)
{
    static const char *const names[] = {"sync", "ahead", "cpu", "cuda"};
    /* By the virtual clock it does not matter who has a processor when: workers that leave it to other programs would only make it late. */
    const ra_worker_priority priority = getenv("SIMCUDA_VIRTUAL") ? RA_PRIORITY_NORMAL : RA_PRIORITY_BACKGROUND;
    const ra_config config = {.size = sizeof config, .workers = workers, .priority = priority, .relief_percent = -1};
    int way = 0;
    while (way < OVERLAP_WAYS && strcmp(names[way], way_name) != 0)
        way++;
    RA_AUTO ra_tensor *photo = bench_load(b, "photo.npy");
    overlap_run warm = {0}, r = {0};
    if (way == OVERLAP_WAYS || !photo || ra_ndim(photo) != 3 || ra_size(photo, 0) != PHOTO_HEIGHT || ra_size(photo, 1) != PHOTO_WIDTH || ra_size(photo, 2) != 3 ||
        !bench_restart(b, &config))
        return false;
    if (way != OVERLAP_CPU) { /* loads the driver */
        RA_AUTO ra_tensor *first = ra_zeros(RA_DIMS(1), RA_OPTS(ra_zeros, .device = RA_CUDA));
        if (!bench_need(b, "a CUDA device", first) || !bench_ok(b, "ra_wait_all", ra_wait_all()))
            return false;
        find_clock();
        if (!simulated.now)
            height = OVERLAP_REAL_HEIGHT, width = OVERLAP_REAL_WIDTH;
    }
    sem_init(&ended, 0, 0);
    for (int turn = 0; turn < 2; turn++) {
        overlap_run *out = turn ? &r : &warm;
        if (!(way == OVERLAP_CUDA ? run_cuda_alone(b, frames, out) : run(b, photo, frames, (overlap_way)way, out)))
            return false;
    }
    printf("%d %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.12g\n", simulated.now != NULL, r.seconds, r.recording_us, r.blocked_us, r.result_us, r.there, r.back, r.kernels, r.waits,
           r.implicit_waits, r.checksum);
    return true;
}
