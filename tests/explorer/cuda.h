/*
 * The driver and NVRTC for those files of src/cuda that the explorer compiles: a table of its own, where load.c has what it finds. What
 * others could notice of a call is behind a point.
 */
#ifndef TESTS_EXPLORER_CUDA_H
#define TESTS_EXPLORER_CUDA_H

#include <stdbool.h>
#include <stddef.h>

/* A schedule begins. */
void ex_cuda_begin(void);

/* ---- memory ---- */

/* The driver has so many bytes and no more (0: any), and registers the process's own pages or does not. */
void ex_cuda_has(size_t bytes, bool registers);
/* What it has given and not had back, and what it ever gave. */
size_t ex_cuda_given(void);
size_t ex_cuda_ever_given(void);
/* Whoever asked for a block has it, and then has it no more: it is of what the driver has given, no other has any of it, and the driver
 * does not have it back meanwhile. */
void ex_cuda_own(const void *block, size_t bytes);
void ex_cuda_disown(const void *block);
/* The calling thread has a context. */
bool ex_cuda_is_entered(void);

/* ---- programs: a text with "error" in it does not compile, and no text is compiled twice at a time ---- */

/* What a program was compiled to, or the function that was loaded of that: it is of this text, and whole. */
bool ex_cuda_is_of(const void *image, const char *text);
/* Called once by who compiles next, in the middle of that. */
void ex_cuda_during(void (*call)(void));
/* Threads that compile, modules that are loaded, and texts and images that nobody has given back. */
int ex_cuda_compiling(void);
int ex_cuda_modules(void);
int ex_cuda_left(void);

/* ---- the end of the process: system.c ---- */

/* What was registered for it is called, the last first. NVRTC registers an end of its own as it compiles for the first time: nobody may be
 * compiling then, but who ends the process, and nobody afterwards. */
void ex_system_exit(void);

#endif
