/*
 * Kernels and functions of the programs' own (works.c).
 */
#ifndef RA_TESTS_EXPLORER_WORKS_H
#define RA_TESTS_EXPLORER_WORKS_H

#include "program.h"

#include <runahead.h>

/* GUEST: calls the library. FILE: on the lane of files. */
enum ex_work { EX_WORK_HOLD, EX_WORK_SPLIT, EX_WORK_FILE, EX_WORK_GUEST, EX_WORK_FAIL, EX_WORK_PAIR };

void ex_works_begin(void);
/* A kernel of the thread's that waits for that gate goes on. */
void ex_gate_open(int thread, int number);
/* All of that thread's do. */
void ex_gates_open(int thread);
/* For the step of that number, which holds what else there is to say. in: NULL: none. other: that a GUEST waits for. */
ra_tensor *ex_work_record(int number, enum ex_work kind, int grains, int length, const ra_tensor *in, const ra_tensor *other);
/* Two results, of which the first is new and the second lies over the input. */
ra_tensor *ex_work_pair(int number, int length, ra_tensor *in);

/* HOLD, SPLIT or FAIL, whose plan has more phases than others may have, each with grains of another number: that waits, or fails, is one in the
 * middle. */
ra_tensor *ex_work_phases(int number, enum ex_work kind, int length, const ra_tensor *in);
/* One more than its input, on the stream of the device; NULL where that cannot be had, or refused. */
ra_tensor *ex_work_on_device(int number, int length, const ra_tensor *in);

/* A function that adds b to a; `release` is called once if it is not refused (NULL). The result is the completion. */
ra_tensor *ex_work_call(int number, int length, const ra_tensor *a, const ra_tensor *b, void (*release)(void *));


/* lanes.c: one more than its input, by a function that records others and waits for them, and for `other` as well. */
ra_tensor *ex_work_lane(int number, int length, const ra_tensor *in, const ra_tensor *other);
void ex_lanes_begin(void);

#endif
