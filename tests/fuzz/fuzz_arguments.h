/* Arguments of calls from bytes: mostly such as the schema wants, and some of every other sort. */
#ifndef TESTS_FUZZ_FUZZ_ARGUMENTS_H
#define TESTS_FUZZ_FUZZ_ARGUMENTS_H

#include "fuzz.h"

enum { FUZZ_SLOTS = 8, FUZZ_ARGS = 14, FUZZ_LIST = 6 };

/* What the arguments of one call point to. */
struct fuzz_arguments {
    ra_arg arg[FUZZ_ARGS];
    size_t count;
    int64_t dims[FUZZ_ARGS][FUZZ_LIST];
    const ra_tensor *list[FUZZ_ARGS][FUZZ_LIST];
    char text[FUZZ_ARGS][12];
};

/* A whole number: small ones mostly, and those near every limit. */
int64_t fuzz_integer(struct fuzz_bytes *b);

/* Arguments for an operator, of the tensors in the slots (NULL where there is none). */
void fuzz_take_arguments(struct fuzz_arguments *a, struct fuzz_bytes *b, const ra_op *op, ra_tensor *const *slots, ra_generator *generator);

#endif
