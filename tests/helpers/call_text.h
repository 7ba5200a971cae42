/*
 * Arguments of an operator written as text, read by its schema: "f[1M,3] (0,1) 2.5 _".
 *
 *   tensor   letter of the dtype and sizes: f float32, d float64, i int64, j int32, u uint8, b bool, c complex64, or T or U, which
 *            the call's values give
 *   list     {tensor tensor _}
 *   dims     (1,2,3)
 *   number   3, 2.5; a trailing M makes millions
 *            S the number that the call's values give
 *   word     true, false, a dtype's name (or T or U), a choice
 *   _        absent
 */
#ifndef TESTS_HELPERS_CALL_TEXT_H
#define TESTS_HELPERS_CALL_TEXT_H

#include <runahead.h>

enum { CALL_ARGS = 16, CALL_TENSORS = 16 };

/* What the letters of a text stand for. */
struct call_values {
    ra_dtype t, u;
    ra_scalar s;
};

struct call_text {
    const ra_op *op;
    ra_arg args[CALL_ARGS];
    size_t count;
    ra_tensor *tensor[CALL_TENSORS]; /* those made, in order */
    int tensors;
    const ra_tensor *items[CALL_TENSORS];
    int64_t dims[CALL_ARGS][RA_MAX_DIMS];
    char word[CALL_ARGS][24];
    struct call_values values;
};

/* Makes the arguments on a device, which an operator that takes one is given too; values may be NULL. False where the text
 * does not fit the schema. call_text_release is due in either case. */
bool call_text_read(struct call_text *c, const ra_op *op, const char *text, ra_device device, const struct call_values *values);
void call_text_release(struct call_text *c);
/* The same text for few elements: millions become six or so, 1M is 6, 2M is 12, and what counts their elements counts these. */
void call_text_small(const char *from, char *to);

/* A description as it stands in a text. */
struct tensor_text {
    ra_dtype dtype;
    int ndim;
    int64_t sizes[RA_MAX_DIMS];
};
/* Reads the next one; false at the end of the text or where there is none. */
bool tensor_text_next(const char **text, struct tensor_text *t, const struct call_values *values);

#endif
