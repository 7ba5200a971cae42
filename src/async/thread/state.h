/*
 * What a thread carries: its mode, scope, defaults, and errors.
 */
#ifndef RA_ASYNC_STATE_H
#define RA_ASYNC_STATE_H

#include "meta/hidden.h"
#include "meta/meta.h"

#include <limits.h>
#include <runahead/engine.h>
#include <runahead/tensor.h>
#include <stdatomic.h>

/* Every operator, view, factory, release and wait tests mode once; zero is the fast path. */
enum {
    RA__MODE_SYNC = 1 << 0,  /* compute in the call */
    RA__MODE_URGENT = 1 << 1, /* what is recorded is urgent: between ra_urgent_begin and its end */
    RA__MODE_KERNEL = 1 << 2 /* called from within a kernel or callback: the thread's, whatever its program sets */
};

enum { RA__SCOPE_ENDED = 1 << 30 };
enum { RA__ERROR_BYTES = 1024 };

typedef struct ra__scope {
    struct ra__scope *outer;
    ra_tensor *first; /* handles that belong to it, newest first */
    ra_status status; /* first refusal within it */
    int failed_before; /* of the enclosing scope */
    /* Who has it: threads and thread states whose innermost it is, and scopes that are within it; with RA__SCOPE_ENDED once it has been ended, for
     * those who come to it yet. Of any thread, since states share the scopes around theirs: the last to let go acquires what the others did
     * to it, and frees it. */
    _Atomic int holds;
    bool is_home;      /* its memory is its thread's, or its guest's */
    bool is_calls;     /* of a call whose definition runs, which cannot end it */
} ra__scope;

/* As the line of a site: its file is the address that a call returns to. */
#define RA__NO_LINE INT_MIN

/* The number of a row, from 1 on, where no address of a process has bits: the key of a call has both in one word. */
#define RA__WITHIN_AT 48
#define RA__WITHIN(id) ((uint64_t)((id) + 1) << RA__WITHIN_AT)

struct ra__worker;

/* What a thread carries for its program. It is hidden from guests (guest.h), and saved and restored (ra_thread_state), all of it. */
typedef struct ra__carried {
    unsigned mode;
    unsigned urgent;    /* begins that have no end yet */
    ra_dtype default_dtype;
    ra__scope *scope;
    int failed_scopes;  /* begins since the innermost scope that found no memory */
    bool execution_set; /* ra_set_execution was called; else the configuration's */
    bool site_is_set;   /* by ra_set_site, or for the length of a call: what is called within is called from there */
    ra_site site;       /* of the call that the thread is in, or was in last */
    uint64_t within;    /* the outermost composite of the table whose definition the thread is in, as RA__WITHIN of its number: what is recorded meanwhile bears its name. Else 0 */
    uint32_t stream[16]; /* which stream it uses of each device (run/streams.c); 0: the device's own */
} ra__carried;

typedef struct ra__state {
    ra__carried carried;
    ra__scope *home;           /* room for an outermost scope where there is no memory for one; NULL: the thread's own */
    struct ra__worker *worker; /* NULL on threads that are no workers */
    struct ra__worker *in_place_of; /* whom an ordinary thread of the pool serves for */
    bool works;                /* it is one of the two */
    int node;                  /* of a worker: the one whose memory is near */
    int wait_depth;            /* nested waits */
    int definitions;           /* of the program's that run, one within another */
    ra_status status;          /* first refusal since the last clear */
    char *error;               /* its text, where there is a status: among its belongings, or in `brief` where there was no memory for those */
    char brief[96];
    const char *guests_from;   /* where the stack is from which guests run one upon another; NULL: there is none */
    struct {
        const struct ra_storage *storage;
        int64_t first, end;
        uint64_t sequence;
    } made;                    /* the bytes of the result that this thread computed last in the call: while that is the latest number, nothing that touches them is pending */
    struct {
        uint8_t calls, taken;
    } turns;                   /* calls since it last waited, up to two; waits in a row for one call each (turns.h) */
    uint32_t draw;             /* what it last drew (costs.h) */
    struct ra__reader *reader; /* its place among those who read in a call (values/readers.h); NULL: none yet */
    struct ra__guest *guest;   /* of the kernel that it is in, where that may call the library; NULL: of none */
} ra__state;

extern RA__HIDDEN __thread ra__state ra__tls;

/* What a guest finds: whether it computes in the call is the thread's, the rest as if nothing had been set. */
static inline ra__carried ra__carried_by_guest(const ra__carried *outer)
{
    return (ra__carried){.mode = (outer->mode & RA__MODE_SYNC) | RA__MODE_KERNEL, .execution_set = outer->execution_set, .default_dtype = RA_FLOAT32, .site = {NULL, RA__NO_LINE}};
}

/* What was carried by another thread, or earlier, in place of what is: whether it is in a kernel goes on to be so. */
static inline void ra__carry(const ra__carried *saved)
{
    const unsigned own = ra__tls.carried.mode & RA__MODE_KERNEL;
    ra__tls.carried = *saved;
    ra__tls.carried.mode = (saved->mode & ~(unsigned)RA__MODE_KERNEL) | own;
}

/* Or serves in the place of one. */
static inline bool ra__is_worker(void)
{
    return ra__tls.works;
}

/* Whether handles are checked (check.h): written by who starts the engine for the first time, before there is any, and only to be on. Relaxed:
 * a call that looks meanwhile has no handle yet, and goes on only behind the start, which orders what it sees then. */
extern RA__HIDDEN _Atomic bool ra__check_on;
static inline bool ra__is_checking(void)
{
    return __builtin_expect(atomic_load_explicit(&ra__check_on, memory_order_relaxed), false);
}

/* Who does something to a handle: a function, called from a place. */
typedef struct ra__deed {
    const char *function; /* NULL: nobody yet */
    ra_site site;
} ra__deed;

/* What the calling thread is about, for the records of handles that it makes and gives up; while handles are checked. */
extern RA__HIDDEN __thread ra__deed ra__doing;
void ra__note_function(const char *function);

/* The calling thread runs the kernel of this operator in the call, under the graph lock (NULL: it has ended). What the kernel
 * calls of the library's is refused meanwhile, naming the operator, where it would wait for its own thread for ever. */
extern RA__HIDDEN __thread const char *ra__running_inline;

/*
 * A public function begins: reports and messages name the place it was called from. (One that is not told where it was
 * called from, and that seldom refuses, notes its caller where it does: the place would be that of an earlier call.)
 */
static inline void ra__called(ra_site site)
{
    if (!ra__tls.carried.site_is_set)
        ra__tls.carried.site = site;
}

/* The place of a public function's caller, of which no more is known. */
#define RA__CALLER ((ra_site){__builtin_return_address(0), RA__NO_LINE})
#define RA__NOTE_CALLER() \
    do { \
        ra__called(RA__CALLER); \
        if (ra__is_checking()) \
            ra__note_function(__func__); \
    } while (0)

/* Whatever there is of a refusal, the thread's is this one from now on (RA_OK: none). */
void ra__error_set(ra_status status, const char *text);

/* Notes a refusal: the message, and the place of the call, are kept if it is the first. Gives the status back. */
ra_status ra__refusal(ra_status status, const char *format, ...) RA_PRINTF(2, 3);
/* The same of a failure of earlier calls, whose message has their places. */
ra_status ra__passed_on(ra_status status, const char *text);
/* A refusal of which the thread's scope learns nothing. */
ra_status ra__remark(ra_status status, const char *format, ...) RA_PRINTF(2, 3);
/* The same of a failure of earlier calls. */
ra_status ra__told(ra_status status, const char *format, ...) RA_PRINTF(2, 3);

#endif
