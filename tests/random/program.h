/*
 * Random tensor programs: what they consist of, and running them.
 *
 * A program is a list of steps, each with a kind, a control thread, and random words. What a step does is worked out
 * from the words and from the handles that are there when its turn comes, so any step can be left out and the rest is
 * a program still (that is how failing ones are shrunk), and all of it follows from the seed.
 *
 * Handles live in slots. A thread has its own (PRIVATE_SLOTS); behind them lie those that all threads read and nobody
 * writes (CONSTANT_SLOTS), and those that all write (SHARED_SLOTS), which only steps of kind `shared` touch: these take
 * turns in the order of the list, so results are defined. In a program of several threads all errors are of one kind,
 * since which of two failures is the earlier is not defined between threads.
 *
 * Nothing reads what was never written, so everything that can be read is defined.
 */
#ifndef TESTS_RANDOM_PROGRAM_H
#define TESTS_RANDOM_PROGRAM_H

#include <runahead.h>
#include <stdatomic.h>
#include <stdio.h>

enum { MAX_STEPS = 200, MAX_THREADS = 3, WORDS = 8, PRIVATE_SLOTS = 10, CONSTANT_SLOTS = 3, SHARED_SLOTS = 3 };
enum { ALL_SLOTS = MAX_THREADS * PRIVATE_SLOTS + CONSTANT_SLOTS + SHARED_SLOTS };

#ifdef __SANITIZE_THREAD__
#define MAY_NOT_FORK true /* its runtime does not let the child of a process with threads have threads */
#else
#define MAY_NOT_FORK false
#endif

enum step_kind {
    STEP_MAKE,     /* factories, random numbers */
    STEP_VIEW,
    STEP_UNARY,
    STEP_BINARY,
    STEP_TERNARY,
    STEP_REDUCE,
    STEP_PAIR,     /* two results: max, sort, topk */
    STEP_JOIN,     /* cat, stack, repeat, flip, tril */
    STEP_INDEX,    /* gather, scatter, index_put_, embedding */
    STEP_CHOOSE,   /* shape from data: nonzero, masked_select, unique */
    STEP_LAYER,    /* softmax, layer_norm, cdist */
    STEP_MATMUL,
    STEP_LINALG,
    STEP_REST,     /* operators of no other kind */
    STEP_COPY,     /* clone, to, copy_, fill_, zero_ */
    STEP_BORROW,   /* a buffer of the program's */
    STEP_WRITE,    /* ra_data_mut */
    STEP_READ,     /* a sample of the values */
    STEP_WAIT,     /* ra_wait, ra_is_ready, ra_poll */
    STEP_RELEASE,
    STEP_KEEP,
    STEP_SCOPE,    /* begin or end */
    STEP_FAIL,     /* an error in the data, and what takes it over */
    STEP_PART,     /* a part of a storage fails, and is overwritten, or more of it, or less */
    STEP_GROW,     /* an output that grows where it begins, or has a size that the data give */
    STEP_OVER,     /* several results, one over the input, some of them kept */
    STEP_ELSEWHERE, /* a handle that another thread releases */
    STEP_BESIDE,   /* a storage that grows while another thread reads it */
    STEP_CALLBACK, /* one that records */
    STEP_FUNCTION, /* of the program's */
    STEP_OWN,      /* an operator of the program's */
    STEP_CANCEL,
    STEP_FORK,
    STEP_HOSTILE,  /* any operator, any arguments */
    STEP_SHARED,
    STEP_KINDS
};

enum error_kind { ERROR_INDEX = 1, ERROR_DIVIDE = 2, ERROR_SINGULAR = 4 };

struct step {
    enum step_kind kind;
    int thread;
    bool removed;
    uint32_t word[WORDS];
};

struct program {
    uint64_t seed;
    int threads, steps;
    unsigned errors;  /* which kinds may happen */
    int64_t m, n;     /* its sizes */
    int64_t most;     /* elements a result may have */
    struct step step[MAX_STEPS];
};

/* What must be the same in every run. */
struct outcome {
    uint64_t step[MAX_STEPS]; /* statuses, descriptions and samples, hashed */
    uint64_t end[ALL_SLOTS];  /* the handles left at the end */
    int lost;                 /* borrowed buffers that were never given back, callbacks that never came */
    _Atomic int unnoticed;    /* failures that did not reach what depends on them; work of others that went wrong */
    _Atomic int stale;        /* failures on what had been overwritten */
};

/* effort: 1 as usual; less makes tensors smaller. */
void program_make(struct program *p, uint64_t seed, double effort);

/* serial: steps run one at a time in the order of the list (the reference). listing: prints what was called; may be NULL. */
void program_run(const struct program *p, bool serial, struct outcome *o, FILE *listing);

uint64_t random_next(uint64_t *state);

#endif
