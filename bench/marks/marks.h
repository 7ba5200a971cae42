/*
 * The marks: what the engine is to reach, measured and judged row by row (marks.def).
 *
 * Each part measures some rows and says what it found, or why it found nothing. marks.c puts the table together; a row
 * that no part spoke of says so, so that none is forgotten.
 */
#ifndef BENCH_MARKS_MARKS_H
#define BENCH_MARKS_MARKS_H

#include "bench.h"
#include "peers/abi.h"

#include <math.h>

typedef enum mark_id {
#define MARK(id, section, what, unit, peer, limit, judged, sense, mark) MARK_##id,
#define STEP(id, step)
#include "marks/marks.def"
#undef MARK
#undef STEP
    MARK_COUNT
} mark_id;

typedef enum mark_section { DISPATCH, POOL, FUSION, KERNELS, LINALG, PROMPT, NUMA, SEEING, MARK_SECTIONS } mark_section;

typedef struct finding {
    double ours, peer, limit, judged; /* NaN where there is none */
    char note[240];                   /* what else is to be said; where nothing is judged: why not */
    bool told; /* something was said of it */
} finding;

typedef struct marks {
    bench *b;
    finding found[MARK_COUNT];
    int threads; /* workers here, threads there */
    peer_work_fn torch, tasks; /* NULL where the plug-in is not there */
    char torch_version[48];
    const char *fusion; /* RUNAHEAD_FUSION as the user has it; NULL: not set */
    bool detail;        /* tables of their own beside the marks */
    bool partial;       /* some parts alone are run: rows that they say nothing about are left out */
} marks;

/* Says what a row's figures are; what is judged follows from them as marks.def has it. */
void mark_found(marks *m, mark_id id, double ours, double peer, double limit);
/* Adds to a row's note. */
void mark_note(marks *m, mark_id id, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Whether figures exist and were judged. */
bool mark_is_measured(const marks *m, mark_id id);

/* ---- the parts ---- */

void marks_dispatch(marks *m);  /* what a call costs; queues; the tiny chain */
void marks_own(marks *m);       /* dispatch of the program's own operators */
void marks_jax(marks *m);       /* dispatch in JAX */
void marks_chain_compiled(marks *m, int64_t floats, double ours_ms); /* the chain of marks_fusion in what compiles it as a whole */
void marks_counts(marks *m);    /* instructions, atomics, system calls, memory: from processes of their own */
void marks_system_calls(marks *m); /* of them, these */
void marks_pool(marks *m);      /* tasks, chains, halves, efficiency */
void marks_wake(marks *m);      /* wake and idleness */
void marks_control(marks *m);   /* the 1 kHz loop */
void marks_fusion(marks *m);    /* the chain of 8 operators, the epilogue */
void marks_chains(marks *m);    /* random chains */
void marks_stream(marks *m);    /* add, copy, sum, and rows beside the memory's limit */
void marks_kernels(marks *m);   /* operators beside libtorch, and their steady state */
void marks_linalg(marks *m);    /* factorisations and what follows from them, beside libtorch */
void marks_gemm(marks *m);      /* products beside OpenBLAS processes; callers */
void marks_trace(marks *m);     /* what the trace costs */
void marks_prompt(marks *m);    /* waits, wakes, urgency, cancelling, locks and quotas, for root and for others */
void marks_overlap(marks *m);   /* processors and a CUDA device together */
void marks_numa(marks *m);      /* the simulation of numa_model.h */

/* ---- helpers ---- */

/*
 * Seconds per call of libtorch or a task runtime in so many calls of a work; NaN where there is none. Returns once its threads
 * have come to rest.
 */
double mark_peer(peer_work_fn peer, const char *work, int64_t size, int times);
/* Starts the engine anew with these settings and RUNAHEAD_FUSION ("on", "off", "always"; NULL: as the user has it). */
bool mark_restart(marks *m, const char *fusion, const ra_config *config);

/*
 * This program anew, as `<before> runahead part <arguments>`: its output, to be closed with pclose. NULL where it does not start.
 * A part runs in a process of its own because it counts or measures what the rest of this one would disturb.
 */
FILE *mark_part(const char *before, const char *arguments);
/* The other end: main's subcommand. */
int command_part(int argc, char **argv);

/* So many turns of `one` (seconds per call) that they last about so long. */
int mark_times(double one, double seconds);

#endif
