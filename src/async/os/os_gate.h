/* os_gate.h - what the os_*.c files have in common.
 *
 * They are thin: each fallible function begins with GATE(kind), so that a test can make precisely that call fail; those
 * that free a resource whatever they report (close) free it then, too. */
#ifndef RA_ASYNC_OS_GATE_H
#define RA_ASYNC_OS_GATE_H

#include "async/os/os.h"

#include <pthread.h>
#include <sys/types.h>

/* For a call at which the C library would end a thread that somebody has cancelled: that thread is the program's, in the
 * middle of a call of the library, perhaps with a lock. It ends behind the call, if the program wants it to. */
#define UNCANCELLED(call)                                     \
    ({                                                        \
        int before_;                                          \
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); \
        __typeof__(call) result_ = (call);                    \
        pthread_setcancelstate(before_, NULL);                \
        result_;                                              \
    })

/* What a call of this kind fails with when it is made to: a negative errno. */
int ra__os_gate_error(enum ra__os_call call);

#define GATE(call)                              \
    do {                                        \
        if (ra__os_should_fail(call))           \
            return ra__os_gate_error(call);     \
    } while (0)

/* open(2), close-on-exec; a negative errno. */
int ra__os_open_file(const char *path, int flags, mode_t mode, int *fd);

#endif
