/*
 * Programs in which calls fail. A control thread goes through everything once, whatever fails meanwhile, and finds out
 * whether what it sees is what it must be:
 * - a call that is refused, and a tensor that failed, say so by a status that makes sense here, with a message;
 * - what is read without a failure has the right value, and what was refused has left its outputs as they were;
 * - what was promised comes: callbacks, buffers that are given back, a whole file under each name.
 *
 * Any thread can be such an actor, the child of a fork too: nothing here is an assertion of cmocka's. What was wrong first
 * stands in `wrong`.
 */
#ifndef TESTS_HELPERS_FAULTS_H
#define TESTS_HELPERS_FAULTS_H

#include <runahead.h>

#include <stdbool.h>
#include <stddef.h>

typedef struct faults_actor {
    const char *name;       /* of its files */
    float saved;            /* what its file holds; 0: none */
    int count;
    ra_tensor *held[128];
    char wrong[512];
} faults_actor;

void faults_program(faults_actor *a);
/* Records a part of it and gives everything up while it is pending. */
void faults_leave(faults_actor *a);

/* A call of a companion's: a status that makes sense here, with a message; it is cleared. */
void faults_judge(faults_actor *a, const char *call, ra_status status);
void faults_wrong(faults_actor *a, const char *format, ...) RA_PRINTF(2, 3);

/* Handles of pending tensors that actors show to others: one of them, which is the caller's now, or NULL. */
ra_tensor *faults_take_shown(void);

/* Callbacks that are due and buffers that are lent out; none after a shutdown. */
int faults_owed(void);

/* The folder of the files. */
void faults_folder_make(void);
void faults_folder_remove(void);
/* What lies there and is no file of an actor's: one that was to replace such a file, and was left behind. */
int faults_left_behind(void);
void faults_path(char *path, size_t size, const char *name, const char *ending);

#endif
