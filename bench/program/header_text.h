/*
 * include/runahead/ops.h as text: what a C program sees of an operator.
 */
#ifndef BENCH_PROGRAM_HEADER_TEXT_H
#define BENCH_PROGRAM_HEADER_TEXT_H

#include <stdbool.h>
#include <stdio.h>

/* The functions of an operator as they are declared, each line indented; false where there are none. */
bool header_print(FILE *stream, const char *op);

#endif
