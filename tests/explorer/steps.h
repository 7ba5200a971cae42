/*
 * What the threads of a program share while it runs.
 */
#ifndef TESTS_EXPLORER_STEPS_H
#define TESTS_EXPLORER_STEPS_H

#include "model.h"
#include "program.h"

#include <runahead.h>

extern const ex_program *ex_running;
extern ra_tensor *ex_variable[EX_CONTROL][EX_VARIABLES], *ex_accumulator;
extern int ex_callbacks_due, ex_callbacks_run;

void ex_steps_begin(void);
/* False: it was refused, as what overlaps must be, or an output that must grow and cannot; and what was to fit that one. */
bool ex_step_do(const ex_step *s);
/* Reads t, and compares with the model's. */
void ex_check_values(const ra_tensor *t, const ex_view *v, const char *which, int number);

/* fork.c: one here, and whether this process is its child, at the end of the schedule; then it ends with it. */
void ex_fork_here(int thread);
void ex_fork_end(void);
/* In the handlers of the child. */
bool ex_is_forking(void);

#endif
