/*
 * Peers that are used from Python.
 */
#ifndef BENCH_MEASURE_PYTHON_H
#define BENCH_MEASURE_PYTHON_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Runs a program's text by PYTHON, from the environment, or else python3, with arguments as a shell reads them; waits. Gives whether it
 * ended well, and the first line that it wrote.
 */
bool python_answer(const char *text, const char *arguments, char *line, size_t size);
/* The same of every line, without its end, as soon as it is there; those that it writes as errors come among them. */
bool python_lines(const char *text, const char *arguments, void (*take)(void *context, const char *line), void *context);

#endif
