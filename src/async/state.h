/*
 * What a thread carries: its mode, scope, defaults, errors, and the work space of dispatch.
 */
#ifndef RA_ASYNC_STATE_H
#define RA_ASYNC_STATE_H

#include "meta/meta.h"

#include <runahead/engine.h>
#include <runahead/tensor.h>

/* Every operator, view, factory, release and wait tests mode once; zero is the fast path. */
enum {
    RA__MODE_SYNC = 1 << 0,  /* compute in the call */
    RA__MODE_TRACE = 1 << 1, /* tell the trace */
    RA__MODE_KERNEL = 1 << 2 /* called from within a kernel or callback */
};

typedef struct ra__scope {
    struct ra__scope *outer;
    ra_tensor *first; /* handles that belong to it, newest first */
    ra_status status; /* first refusal within it */
    int failed_before; /* of the enclosing scope */
} ra__scope;

typedef struct ra__site {
    const char *file; /* NULL: unknown, then address may help */
    int line;
    const void *address;
} ra__site;

struct ra__worker;

typedef struct ra__state {
    unsigned mode;
    bool execution_set;       /* ra_set_execution was called; else the configuration's */
    ra_dtype default_dtype;
    ra__scope *scope;
    int failed_scopes;        /* begins since the innermost scope that found no memory */
    ra__site site;
    struct ra__worker *worker; /* NULL on threads that are not ours */
    int wait_depth;            /* nested waits */
    ra_status status;          /* first refusal since the last clear */
    char error[1024];
    /* room for calls whose arguments or results do not fit the stack */
    ra__input *inputs;
    const ra_tensor **tensors;
    int input_room;
    ra__result *results;
    int result_room;
} ra__state;

extern __thread ra__state ra__tls;

/* In a public function that may wait: the stall report names its caller, where ra_set_site has named nobody. */
#define RA__NOTE_CALLER() \
    do { \
        if (!ra__tls.site.file) \
            ra__tls.site.address = __builtin_return_address(0); \
    } while (0)

/* The calling thread ends: gives up what it has of the library's (counters, slot, scratch). */
void ra__thread_leave(void);

/* Notes a refusal: the message is kept if it is the first. Gives the status back. */
ra_status ra__refusal(ra_status status, const char *format, ...) RA_PRINTF(2, 3);
/* The same of something that refused nothing: the thread's last error, of which its scope learns nothing. */
ra_status ra__told(ra_status status, const char *format, ...) RA_PRINTF(2, 3);

#endif
