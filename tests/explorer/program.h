/*
 * Programs: what the control threads of a schedule do. A program is plain data, made from a seed (generate.c), run in virtual
 * threads (program.c) beside a model that knows every value (model.c), and printed as C (print.c).
 *
 * Each thread has variables of its own, and reads those that thread 0 made before the others began ("shared"); all may add to one
 * accumulator. So every value is known whatever the order between threads is.
 */
#ifndef TESTS_EXPLORER_PROGRAM_H
#define TESTS_EXPLORER_PROGRAM_H

#include "explorer.h"

enum { EX_VARIABLES = 10, EX_STEPS = 60, EX_CONTROL = 3, EX_LENGTH = 6, EX_GATES = 4 };

/* What a step does, and its C text: v%d the variable that it makes or writes, v%a, v%b and v%c those that it reads, %k the number, %t the thread (print.c). */
#define EX_OPS(X)                                                                \
    X(FULL, "v%d = ra_full(RA_DIMS(6), %k);")                                    \
    X(SHORT, "v%d = ra_full(RA_DIMS(3), %k);")                                   \
    X(NEG, "v%d = ra_neg(v%a);")                                                 \
    X(ABS, "v%d = ra_abs(v%a);")                                                 \
    X(ADD, "v%d = ra_add(v%a, v%b);")                                            \
    X(SUB, "v%d = ra_sub(v%a, v%b);")                                            \
    X(MAXIMUM, "v%d = ra_maximum(v%a, v%b);")                                    \
    X(CLAMP, "v%d = ra_clamp(v%a, v%b, v%c);")                                   \
    X(SUM, "v%d = ra_sum(v%a, RA_DIMS(0));")                                     \
    X(CUMSUM, "v%d = ra_cumsum(v%a, 0);")                                        \
    X(CAT, "v%d = ra_cat(RA_LIST(v%a, v%b, v%c), 0);")                        \
    X(NARROW, "v%d = ra_narrow(v%a, 0, %k, 3);")                                 \
    X(ONE, "v%d = ra_narrow(v%a, 0, %k, 1);")                                      \
    X(EVERY, "v%d = ra_slice(v%a, 0, %k % 2, 6, 2);")                                \
    X(SYNC, "ra_set_execution(RA_SYNC), v%d = ra_neg(v%a), ra_set_execution(ahead ? RA_RUN_AHEAD : RA_SYNC);") \
    X(SCOPE, "ra_scope_begin(), v%d = ra_keep(ra_neg(ra_neg(v%a))), (void)!ra_scope_end();") \
    X(BORROW, "v%d = borrow(%k);") \
    X(NONZERO, "count_nonzero(v%a, %k);") \
    X(CAT_OUT, "(void)!ra_cat_out(v%d, RA_LIST(v%a, v%b, v%c), 0);")             \
    X(RANDOM, "ra_release(ra_rand(RA_DIMS(6)));")                                  \
    X(REF, "v%d = ra_ref(v%a);")                                                 \
    X(ADD_, "(void)!ra_add_(v%a, v%b);")                                         \
    X(CALL, "ra_release(call(v%a, v%b)); /* v%a += v%b */")                                              \
    X(NEG_, "(void)!ra_neg_(v%a);")                                              \
    X(FILL_, "(void)!ra_fill_(v%a, %k);")                                        \
    X(COPY_, "(void)!ra_copy_(v%a, v%b);")                                       \
    X(NEG_OUT, "(void)!ra_neg_out(v%d, v%a);")                                     \
    X(ADD_OUT, "(void)!ra_add_out(v%d, v%a, v%b);")                              \
    X(CUMSUM_OUT, "(void)!ra_cumsum_out(v%d, v%a, 0);")                          \
    X(TOPK, "{ ra_tensor *indices = NULL; (void)!ra_topk(v%a, 6, 0, &v%d, &indices); ra_release(indices); }")   \
    X(ACCUMULATE, "{ ra_tensor *first = ra_narrow(v%a, 0, 0, 1); (void)!ra_add_(accumulator, first); ra_release(first); }")                           \
    X(HOLD, "v%d = hold(v%a); /* until gate %k opens */") \
    X(SPLIT, "v%d = split(%k, v%a);")   \
    X(PAIR, "v%d = ra_add(v%a, 1), (void)!ra_neg_(v%a); /* two results of one operator */") \
    X(FILE, "v%d = ra_add(v%a, 1); /* on the lane of files */")                  \
    X(GUEST, "v%d = ra_add(v%a, 1); /* in a kernel that waits for v%b */")       \
    X(LANE, "v%d = ra_add(v%a, 1); /* in a function that records others and waits for them, and for v%b */") \
    X(FAIL, "v%d = fail(v%a);")                       \
    X(OPEN, "/* gate %k opens */")                                                    \
    X(RELEASE, "ra_release(v%a), v%a = NULL;")                                               \
    X(WAIT, "(void)!ra_wait(v%a);")                                              \
    X(WAIT_FOR, "(void)!ra_wait_for(v%a, %k * 50000);")                          \
    X(WAIT_ALL, "(void)!ra_wait_all();")                                                \
    X(READ, "look(%t, \"v%a\", v%a);")                                                        \
    X(HURRY, "(void)!ra_hurry(v%a);")                                              \
    X(IS_READY, "(void)ra_is_ready(v%a);")                                       \
    X(PAUSE, "usleep(1000);")                                                    \
    X(POLL, "(void)ra_poll();")                                                        \
    X(READY_FD, "await(v%a);")          \
    X(ON_READY, "when_ready(v%a, v%b);") \
    X(CANCEL, "(void)!ra_cancel(v%a);")                                                 \
    X(FORK, "fork_here();")                                                           \
    X(TRIM, "ra_trim(0);")                                                       \
    X(STATS, "(void)ra_get_memory_stats();")

enum ex_op {
#define X(name, text) EX_##name,
    EX_OPS(X)
#undef X
    EX_OP_COUNT
};

typedef struct ex_step {
    uint8_t op, thread;
    uint8_t d, a, b, c; /* variables of the thread; from EX_VARIABLES on: those that are shared */
    uint8_t k;
    uint16_t how; /* of a LANE (lanes.c) */
} ex_step;

typedef struct ex_program {
    int threads;  /* control threads */
    int workers;
    int fusion;   /* ra_fusion */
    bool no_inline, paced, polled, spins, two_nodes, scarce, stops, forks, checked, background, urgent, device,
        phased; /* what is held, split or fails has many phases */
    int shared;   /* so many first steps make what all threads may read */
    int first;    /* so many make what the first thread begins with, those included */
    bool accumulates;
    int steps;
    ex_step step[EX_STEPS];
} ex_program;

void ex_generate(ex_program *p, uint64_t seed);
/* From here on programs are about that theme alone; false: there is none of that name. */
bool ex_generate_only(const char *name);
void ex_program_print(const ex_program *p);

/* Runs it under the schedule of that seed, from the kept state; false: it failed, and ex.report says how. */
bool ex_run(const ex_program *p, uint64_t seed);
void ex_wait_quiet(void);
/* From a first thread on; a crash ends it and is reported, and so does what goes round and round without a point. */
void ex_run_guarded(ex_thread *first);
/* From here on the schedule has so long: in the child of a fork as well, which does not inherit it. */
void ex_allow_seconds(void);
/* Whether the program that runs may be held back for what it has recorded. */
bool ex_program_paces(void);
int ex_program_workers(void);
/* Once a process: the engine is started and stopped, and its state is kept. */
void ex_program_init(void);

/* system.c, events.c */
enum ex_fork_step { EX_FORK_PREPARE, EX_FORK_PARENT, EX_FORK_CHILD };
void ex_system_fork(enum ex_fork_step step);
void ex_system_thread_leaves(void);
void ex_system_begin(void);
/* Nobody else can go on: threads may run where they could at first. */
void ex_system_check_rest(void);
void ex_events_reset(void);
int ex_event_create(int *fd);
int ex_event_duplicate(int fd, int *copy);
int ex_event_signal(int fd);
int ex_event_drain(int fd);
int ex_event_close(int fd);
void ex_event_wait(int fd);
int ex_events_open(void);
void ex_file_reset(void);
extern int ex_nodes;

/* ---- the model ---- */

/* MAYBE: it may have been cancelled; BAD: a kernel failed. */
enum ex_health { EX_GOOD, EX_MAYBE, EX_BAD };

typedef struct ex_value {
    int bytes_of; /* number of the storage */
    int offset, length;
} ex_value;

typedef struct ex_storage {
    float element[EX_LENGTH * 3];
    uint8_t health[EX_LENGTH * 3];
} ex_storage;

#endif
