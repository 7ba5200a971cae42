/*
 * Faults: pieces of a running job that have failed. That of the lowest grain counts.
 */
#ifndef RA_ASYNC_FAULTS_H
#define RA_ASYNC_FAULTS_H

#include "async/tasks/task.h"

/* A piece from this grain on has failed. By whoever runs it. */
void ra__fault_note_at(ra_task *t, int64_t grain, ra_status status, const char *text);

/* The first of them, RA_OK where there are none; text is at least RA__FAULT_TEXT bytes. When all pieces have ended. */
enum { RA__FAULT_TEXT = sizeof((ra__fault_note *)0)->text };
ra_status ra__faults_take(ra_task *t, char *text);

/* Before the first grain of a phase, by whoever begins it: memory for results whose size the phases before it have told (RA__PLAN_LATE). False:
 * there is none, which is noted as a fault of the whole. */
bool ra__late_memory_taken(ra_task *t);

#endif
