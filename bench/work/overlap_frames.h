/*
 * What `bench overlap` and the process of its own that runs the pipeline for it tell each other.
 */
#ifndef BENCH_WORK_OVERLAP_FRAMES_H
#define BENCH_WORK_OVERLAP_FRAMES_H

#include "bench.h"

#include <stdint.h>

/* Half a nanosecond a pixel of each of the two functions of the processor, by declaration; frames of 96 x 64 stand for 1152 x 768. */
enum { OVERLAP_REAL_HEIGHT = 416, OVERLAP_REAL_WIDTH = 624 }; /* of frames on a real device */
enum { OVERLAP_HEIGHT = 64, OVERLAP_WIDTH = 96, OVERLAP_STANDS_FOR = 144, OVERLAP_CPU_NS = OVERLAP_HEIGHT * OVERLAP_WIDTH * OVERLAP_STANDS_FOR / 2 };

typedef struct overlap_run {
    double seconds;                         /* from the first call to the last result, by the clock there was */
    double recording_us, blocked_us;        /* of the machine's time, the control thread per frame in its calls; of it, in waits */
    double result_us;                       /* from a frame's first call to its result, by that clock */
    double there, back, kernels;            /* nanoseconds that the engines of the device were busy; 0 where nobody knows */
    double waits, implicit_waits, checksum; /* of the control thread while it records; of the driver */
} overlap_run;

/* One after another; run ahead; run ahead with no device; the device's part alone, each frame waited for. */
typedef enum overlap_way { OVERLAP_SYNC, OVERLAP_AHEAD, OVERLAP_CPU, OVERLAP_CUDA, OVERLAP_WAYS } overlap_way;

/* `runahead part overlap FRAMES WORKERS sync|ahead|cpu|cuda DATA`: prints whether time was the simulated driver's, and an overlap_run. */
bool overlap_part(bench *b, int frames, int workers, const char *way_name);

#endif
