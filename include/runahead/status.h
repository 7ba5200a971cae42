/*
 * Statuses: what a call answers, and the first refusal of a thread.
 *
 * The numbers are pinned: they never change and are never reused, so that bindings may store them.
 */
#ifndef RUNAHEAD_STATUS_H
#define RUNAHEAD_STATUS_H

#include <runahead/base.h>

RA_BEGIN_DECLS

/* entry(NAME, number, "what it means"). Below 40: refused at the call. From 40: found in the data, by a task. */
#define RA_STATUS_LIST(entry) \
    entry(OK, 0, "success") \
    entry(ERR_ARGUMENT, 1, "invalid argument") \
    entry(ERR_DTYPE, 2, "dtype not supported or not castable") \
    entry(ERR_SHAPE, 3, "shapes do not fit") \
    entry(ERR_DEVICE, 4, "operands are on different or unsuitable devices") \
    entry(ERR_OVERLAP, 5, "memory of an output overlaps") \
    entry(ERR_LAYOUT, 6, "strides do not allow this view") \
    entry(ERR_OVERFLOW, 7, "size does not fit the address space") \
    entry(ERR_READONLY, 8, "storage may not be written") \
    entry(ERR_REFUSED, 9, "an argument is the result of a call that was refused") \
    entry(ERR_UNKNOWN, 10, "no operator of that name") \
    entry(ERR_UNSUPPORTED, 11, "not supported in this build, or by this operator or device") \
    entry(ERR_MEMORY, 12, "out of memory") \
    entry(ERR_SYSTEM, 13, "a system call failed") \
    entry(ERR_STATE, 14, "not possible in the present state") \
    entry(ERR_TIMEOUT, 15, "time ran out before the result was ready") \
    entry(ERR_BLAS, 16, "BLAS library not available") \
    entry(ERR_INDEX, 40, "index out of range") \
    entry(ERR_SINGULAR, 41, "matrix is singular or not positive definite") \
    entry(ERR_CONVERGE, 42, "algorithm did not converge") \
    entry(ERR_DIVIDE, 43, "integer division by zero") \
    entry(ERR_FILE, 44, "file could not be read or written") \
    entry(ERR_FORMAT, 45, "file is malformed") \
    entry(ERR_CANCELLED, 46, "task was cancelled") \
    entry(ERR_FORKED, 47, "task was pending in the parent of a fork") \
    entry(ERR_VALUE, 48, "value outside the operator's domain") \
    entry(ERR_TASK_MEMORY, 49, "out of memory while running")

typedef enum ra_status {
#define RA__ENTRY(name, number, text) RA_##name = number,
    RA_STATUS_LIST(RA__ENTRY)
#undef RA__ENTRY
} ra_status;

/* Name ("RA_ERR_SHAPE") and meaning of a status; "RA_?" for a number that is none. Never waits. */
RA_API const char *ra_status_name(ra_status status);
RA_API const char *ra_status_text(ra_status status);

/*
 * The first refusal on this thread since ra_clear_error, and its message: operator, argument, shapes, and where the call stands.
 * A NULL handle passed on keeps the first message, so a chain can be checked once at its end. Waiting for or reading a
 * tensor whose task failed puts that failure in its place.
 * The text is good until the thread's next ra_clear_error, or its end. Never waits.
 */
RA_API ra_status ra_last_status(void);
RA_API const char *ra_last_error(void);
RA_API void ra_clear_error(void);
/*
 * All three in one: gives the status, copies the message to text (NUL-terminated, as much of it as `size` bytes have room for; text
 * may be NULL) and clears both.
 */
RA_API ra_status ra_take_error(char *text, size_t size);

RA_END_DECLS
#endif
