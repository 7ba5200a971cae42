/*
 * What the table of operators and the page of one have in common.
 */
#ifndef BENCH_LIST_H
#define BENCH_LIST_H

#include <runahead.h>

/* What stands in one line. Devices: every operator runs on meta and on the CPU. */
typedef struct op_line {
    char variants[64], dtypes[160];
    const char *name, *family, *schema, *made;
    bool vectorised, splittable;
} op_line;

op_line op_describe(const ra_op *op);

/* page.c: all that is known of one operator. */
void page_print(const ra_op *op);

#endif
