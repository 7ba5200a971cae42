/*
 * Tests that go through all operators by their examples. One goes on after a failure and fails at its end, so that one run names
 * every operator.
 */
#ifndef TESTS_HELPERS_EACH_OPERATOR_H
#define TESTS_HELPERS_EACH_OPERATOR_H

#include "helpers/harness.h"

#include "helpers/call_text.h"
#include "helpers/operator_examples.h"

#include <stdio.h>

static int failures;

static inline void complain(const char *op, const char *format, ...) RA_PRINTF(2, 3);

static inline void complain(const char *op, const char *format, ...)
{
    char text[3072];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    print_error("%s: %s\n", op, text);
    failures++;
}

/* At the end of a test. */
static inline void settle(void)
{
    int n = failures;
    failures = 0;
    if (n)
        fail_msg("%d failures", n);
}

static inline int fresh_start(void **state)
{
    (void)state;
    ra_clear_error();
    return 0;
}

/* The arguments on a device; false, and a failure, where they cannot be had. */
static inline bool read_example(struct call_text *c, const struct operator_example *e, ra_device device)
{
    const ra_op *op = ra_op_find(e->op);
    if (op && call_text_read(c, op, e->args, device, NULL))
        return true;
    complain(e->op, op ? "the example \"%s\" cannot be read: %s" : "there is no such operator", e->args, ra_last_error());
    if (op)
        call_text_release(c);
    return false;
}

/* The form to call it in: functional, or in place where there is no other. */
static inline ra_variant first_variant(const ra_op *op)
{
    return ra_op_variants(op) & RA_FUNCTIONAL ? RA_FUNCTIONAL : RA_INPLACE;
}

#endif
