/*
 * The page of one operator: all that is known of it.
 */
#ifndef BENCH_PROGRAM_PAGE_H
#define BENCH_PROGRAM_PAGE_H

#include <runahead.h>

void page_print(const ra_op *op);

#endif
