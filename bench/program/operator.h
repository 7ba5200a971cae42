/*
 * What the table of operators and the page of one have in common: an operator in one line.
 */
#ifndef BENCH_PROGRAM_OPERATOR_H
#define BENCH_PROGRAM_OPERATOR_H

#include <runahead.h>

/* What stands in one line. */
typedef struct op_line {
    char variants[64], dtypes[160], devices[32];
    const char *name, *family, *schema, *made;
    bool vectorised, splittable;
} op_line;

op_line op_describe(const ra_op *op);

/* Names of bits; the last has no text. */
typedef struct op_word {
    unsigned bit;
    const char *text;
} op_word;

extern const op_word op_variant_words[], op_device_words[];

#endif
