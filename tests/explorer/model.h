/*
 * What the values of a program's variables are: computed here at once, in program order, a thread at a time.
 */
#ifndef TESTS_EXPLORER_MODEL_H
#define TESTS_EXPLORER_MODEL_H

#include "program.h"

enum { EX_STORAGES = 64, EX_LONGEST = 3 * EX_LENGTH, EX_ROOM = 4 * EX_LENGTH };

typedef struct ex_cell {
    float value;
    bool bad;   /* a kernel failed on the way to it: whoever reads it must be told */
    bool maybe; /* or it may have been cancelled: whoever reads it may be told */
} ex_cell;

typedef struct ex_store {
    ex_cell cell[EX_ROOM];
    uint64_t from; /* storages that something in it was computed from, itself too: a bit each */
} ex_store;

/* A variable: elements of a storage; no storage: -1. */
typedef struct ex_view {
    int store, offset, length, step; /* step 0: 1 */
} ex_view;

typedef struct ex_model {
    ex_store store[EX_STORAGES];
    int stores;
    ex_view view[EX_CONTROL][EX_VARIABLES];
    double added; /* to the accumulator, to each element, by now */
    bool accumulator_bad, accumulator_maybe;
} ex_model;

extern ex_model ex_values;

void ex_model_begin(void);
ex_cell *ex_model_cell(const ex_view *v, int i);
ex_view *ex_model_view(int thread, int variable); /* shared ones too */
/* What the step does to the values. */
void ex_model_step(const ex_step *s);

#endif
