/*
 * The name that somebody meant who wrote another one.
 */
#ifndef BENCH_PROGRAM_NEAREST_H
#define BENCH_PROGRAM_NEAREST_H

#include <stddef.h>

/* Name i of a list; NULL past its end. */
typedef const char *nearest_name(size_t i);

/* The name that takes the fewest changes (a letter more, less, another, or two exchanged), or that has the wanted one in it;
 * NULL where all are far. The first of equally near ones. */
const char *nearest(const char *wanted, nearest_name *name_at);

#endif
