/*
 * What the benches share: how long they may take, where results go, what failed.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "report/report.h"

#include <runahead.h>

typedef enum bench_mode { BENCH_QUICK, BENCH_DEFAULT, BENCH_FULL } bench_mode;

typedef struct bench {
    bench_mode mode;
    report *report;
    const char *peer_folder; /* where peer_torch.so and peer_tasks.so lie */
    const char *driver_folder; /* where the simulated CUDA driver lies, if it was made */
    const char *data_folder; /* where the .npy files lie */
    const char *marks_parts; /* names of the parts of the marks that are wanted, between commas; NULL: all */
    int64_t peers_elements;      /* of what has any number of them, in peers and device; 0: as usual */
    const char *peers_operators; /* names likewise, of the operators that peers measures, and of its parts host, tasks and loop */
} bench;

/* The one of three that belongs to the mode. */
double bench_pick(const bench *b, double quick, double usual, double full);

/* Each adds a section to the report. */
void bench_control(bench *b);
void bench_image(bench *b);
void bench_inference(bench *b);
void bench_overlap(bench *b);
void bench_device(bench *b);
void bench_micro(bench *b);
void bench_prompt(bench *b);
void bench_numa(bench *b);
void bench_loop(bench *b);
void bench_peers(bench *b);
void bench_fusion(bench *b);
void bench_forms(bench *b);
void bench_marks(bench *b);

/* info.c, list.c: the other two subcommands. */
int command_info(void);
int command_ops(int argc, char **argv);
/* The same as info, as facts of a report. */
void info_facts(report *r);

/* ---- helpers ---- */

/* Notes the failure of a call, with the library's message; gives whether it had succeeded. */
bool bench_ok(bench *b, const char *what, ra_status status);
/* The same for a handle; gives it back. */
ra_tensor *bench_need(bench *b, const char *what, ra_tensor *t);
/* A file of tests/data; NULL, with the failure noted, where it cannot be loaded. */
ra_tensor *bench_load(bench *b, const char *name);

/* Stops the engine and starts it with other settings; zeroed settings are the defaults. */
bool bench_restart(bench *b, const ra_config *config);
/* The number of workers the engine has. */
int bench_workers(void);

/* What share of kernel time ran on control threads outside waits, and the longest inline kernel. */
typedef struct inline_share {
    double share; /* 0 to 1; NaN when no kernel ran */
    double longest_us;
    uint64_t kernel_ns, kernel_ns_control;
} inline_share;

/* Since the last ra_reset_stats. */
inline_share bench_inline_share(void);

/* A line that is overwritten, on a terminal only; and its end. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void progress_done(void);

#endif
