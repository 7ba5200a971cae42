/*
 * A job: a planned operator call with its operands bound to storages, self-contained and ready to run anywhere.
 *
 * Dispatch fills it on the stack; it runs from there, or moves into a task record. Whoever runs it allocates the outputs, runs
 * the grains, and settles the outcome (poison, extents). It holds its storages until ra__job_release, its layouts and its plan for
 * longer: holders of the graph lock may look at those until the record is taken back.
 */
#ifndef RA_ASYNC_JOB_H
#define RA_ASYNC_JOB_H

#include "async/thread/state.h"
#include "async/values/device.h"
#include "async/values/extent.h"
#include "async/values/failure.h"
#include "async/values/prepared.h"
#include "async/values/spent.h"
#include "meta/plan.h"

#include <limits.h>
#include <stddef.h>
#include <string.h>

enum { RA__JOB_OPERANDS = 4 }; /* in the job itself: up to a ternary operator */

typedef struct ra__operand {
    ra_storage *storage;     /* NULL: absent, or a number */
    const ra_layout *layout; /* held */
    int64_t offset;          /* of the first element, bytes */
    int64_t need : 56;       /* bytes that the storage must have, as of the call: <= RA__MOST_MEMORY */
    bool writes : 1;
    bool unread : 1;         /* an input whose values are not read (self of fill_) */
    bool elided : 1;         /* passes from task to task in a tile, and is never in memory (fusion.h) */
    bool fresh : 1;          /* a result in a storage that was made for it: until the job is recorded nobody else knows of that */
} ra__operand;

_Static_assert(RA__MOST_MEMORY < (int64_t)1 << 55, "what a storage in memory can have is not cut");

/* It may touch the bytes from its offset to here: no more than its storage has. */
static inline int64_t ra__operand_end(const ra__operand *o)
{
    return o->offset + o->layout->extent * ra__itemsize(o->layout); /* fits: within the storage */
}

static inline ra__bytes ra__operand_bytes(const ra__operand *o)
{
    return ra__bytes_of(o->layout, o->offset, o->need);
}

/* Of a job with an extent that depends on data. */
typedef struct ra__extents {
    ra__extent *of[RA__MAX_RESULTS]; /* NULL: all of this result is known */
    int64_t found[RA__MAX_RESULTS];  /* by the kernel, before its last grain ends, after which it is read; -1 before */
} ra__extents;

typedef struct ra__job {
    const ra_plan *plan;    /* of an ra__prepared, which has the name as well */
    ra__operand *operand;
    ra__extents *extents;   /* NULL: every extent was known at the call */
    const char *site;       /* as in ra_site: the name of a file, or an address */
    int line;               /* in that file; RA__NO_LINE: it is an address */
    int operands;           /* results first, then inputs */
    uint64_t sequence;      /* program order; 0: without a number (ra__job_run) */
    uint8_t results;
    uint8_t moves;          /* results whose storage grows for them, which have taken the place of all that were to be waited for (hazard.c): a bit
                               each, the last for all from there on. Not beside what a group that runs writes of an operand: it is asked meanwhile */
    uint8_t stream;         /* of a device that has such: which of them; by the issuing lane another, until the job is issued */
    bool lasting;           /* all its layouts live for ever: none is held */
    bool borrows_plan;      /* it has no use of that, whoever submits it has one until it is in a record; else it has one */
    ra__operand few[RA__JOB_OPERANDS];
} ra__job;

/* That of its results. */
static inline int ra__job_memory_of(const ra__job *j)
{
    return j->results ? ra__memory_of((ra_device)j->operand[0].storage->device) : 0;
}

static inline uint8_t ra__job_moves_bit(int result)
{
    return (uint8_t)(1u << (result < 7 ? result : 7));
}

/* Room for so many operands, and a plan to be filled; RA_ERR_MEMORY. The job holds nothing else yet. */
ra_status ra__job_init(ra__job *j, const ra_op *op, ra_variant variant, int results, int inputs);
/* The same for a job whose plan is there, and borrowed; operands are to be bound, every one. False: out of memory. */
bool ra__job_more_operands(ra__job *j);
static inline __attribute__((always_inline)) bool ra__job_init_shared(ra__job *j, int results, int inputs, const ra_plan *plan)
{
    j->plan = plan;
    j->borrows_plan = true;
    j->lasting = false;
    j->results = (uint8_t)results;
    j->moves = 0;
    j->operands = results + inputs;
    j->operand = j->few;
    j->extents = NULL;
    return j->operands <= RA__JOB_OPERANDS || ra__job_more_operands(j);
}
/* Of a job of lasting layouts the caller says so. */
static inline void ra__job_bind(ra__operand *o, ra_storage *storage, const ra_layout *layout, int64_t offset, bool writes)
{
    /* fits: of the meta device, where it is not looked at, what it needs may be cut */
    *o = (ra__operand){.storage = storage, .layout = ra__layout_ref(layout), .offset = offset, .need = ra__storage_bytes(storage), .writes = writes};
}
/* Where it was called from: where the thread's call was. */
static inline void ra__job_set_site(ra__job *j)
{
    j->site = ra__tls.carried.site.file;
    j->line = ra__tls.carried.site.line;
}
static inline const ra_op *ra__job_op(const ra__job *j)
{
    return ra__prepared_of(j->plan)->op;
}
/* Of the library's own: its kernel calls nothing of the public face. */
static inline bool ra__job_is_built_in(const ra__job *j)
{
    return ra__job_op(j) && ra__op_is_built_in(ra__job_op(j));
}
static inline const char *ra__job_name(const ra__job *j)
{
    return ra__prepared_of(j->plan)->name;
}
/* The extents of its results, all known so far; NULL: out of memory. */
ra__extents *ra__job_extents(ra__job *j);
/* It touches so much that its results are spread over the nodes, and its grains divided among them (pages.h). */
bool ra__job_is_wide(const ra__job *j);
/* Gives up storages (as holders where read, writers where written) and extents: what others can see. */
void ra__job_release(ra__job *j);
/* The same, but each storage, with what the job holds of it, is taken over by the caller. */
void ra__job_hand_over(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context);
/* The same, before anybody goes on behind it, of storages that it holds as a reader, for the sake of a result elsewhere, though it also
 * writes them: who comes behind it there would be taken for observed, and read what is never written. */
void ra__job_stop_reading(ra__job *j, void (*take)(void *context, ra_storage *s, uint64_t holds), void *context);
/* After that, or of a job that holds no storages: gives up what is left, its layouts and its use of the plan; under the graph lock. */
void ra__job_close(ra__job *j);
/* Of a job that was not recorded: all that it would give up is its caller's. */
static inline bool ra__job_has_nothing(const ra__job *j)
{
    return j->lasting && j->borrows_plan && j->operand == j->few && !j->extents && !ra__prepared_of(j->plan)->release_state;
}
/* Gives up everything of a job that was not recorded and holds no storages; under the graph lock if its plan has other uses. */
void ra__job_discard_all(ra__job *j);
static inline void ra__job_discard(ra__job *j)
{
    if (!ra__job_has_nothing(j))
        ra__job_discard_all(j);
}
/* From where it was made into a record, where it has a use of its plan; under the graph lock. */
static inline void ra__job_move(ra__job *to, const ra__job *from)
{
    memcpy(to, from, offsetof(ra__job, few));
    if (from->operand == from->few) {
        to->operand = to->few;
        for (int k = 0; k < from->operands; k++)
            to->few[k] = from->few[k];
    }
    ra__prepared_of(to->plan)->uses += from->borrows_plan;
    to->borrows_plan = false;
}

/* What a submitted job holds operand k's storage with: RA__HOLDER, RA__WRITER, or 0. */
uint64_t ra__job_holds(const ra__job *j, int k);
/* Whether one of its results lies in the storage. */
bool ra__job_writes(const ra__job *j, const ra_storage *s);
/* Whether operand k is held as a reader's. */
bool ra__job_reads(const ra__job *j, int k);
/* The counts that a submitted job holds on its storages. */
void ra__job_hold(ra__job *j);

typedef struct ra__job_memory {
    char **data;
    void *workspace;
    void *staging;
    /* Of a job of a device with streams: */
    ra__outgrown *outgrown;  /* until its end */
    int64_t workspace_bytes; /* that it has: at least those of its plan */
    uint64_t counted;        /* its operands, a bit each, whose holds their storages count as issued (spent.h) */
    char *few[RA__JOB_OPERANDS];
} ra__job_memory;

/*
 * Before the first grain: takes over poison from inputs, allocates outputs and workspace, fills *m. SETTLED: there is
 * nothing to run, the job has been settled as poisoned. NO_MEMORY: nothing has happened, the caller tries again or fails it.
 */
enum ra__begin { RA__BEGUN, RA__SETTLED, RA__NO_MEMORY };
enum ra__begin ra__job_begin(ra__job *j, ra__job_memory *m);
/* After RA__NO_MEMORY: whether it could begin if others gave memory back; not where one block is more than there may ever be. */
bool ra__job_could_begin(const ra__job *j);
/*
 * The same for a job of a device with streams: those before it that have been handed to its stream may not have ended. What they alone
 * have a use of is the memory that it takes first. It is not settled here: failures are taken over at its end. SETTLED: it reads what has failed, as far as jobs have ended, or there is nothing to
 * run, and it is to end in its turn.
 */
enum ra__begin ra__job_begin_issue(ra__job *j, ra__job_memory *m, ra__spent *spent);
/* After begin, if it is not to be run: gives back what it took for running. */
void ra__job_give_up(ra__job *j, ra__job_memory *m);
/* What its kernel is run with; scratch and message are the caller's. */
ra__run ra__job_run_of(const ra__job *j, const ra__job_memory *m);
/* Memory for results of a plan with RA__PLAN_LATE, before the first grain of the last phase, which nobody runs yet. RA_ERR_TASK_MEMORY. */
ra_status ra__job_take_late(ra__job *j, ra__job_memory *m);
/* After the last grain, or, of a job of a device with streams, that it has come to nothing (m NULL): extents, poison set or cleared, workspace given back. */
void ra__job_end(ra__job *j, ra__job_memory *m, ra_status status, const char *message);
/* Poisons the results with a status and no run (cancelled, forked). */
void ra__job_fail(ra__job *j, ra_status status, const char *message);
/* begin, all grains in order on this thread, end. False: no memory, or it would fail and has no number (sequence 0), which failures are
 * told apart by; and nothing has happened, but that results which are fresh may have their memory. */
bool ra__job_run(ra__job *j);
/* True if nobody can observe any of its results. */
bool ra__job_is_unobservable_at_all(const ra__job *j);
static inline bool ra__job_is_unobservable(const ra__job *j)
{
    /* A handle has the only result, or somebody who reads it, or it is one of those that hold themselves. */
    if (j->results == 1 && (uint32_t)atomic_load_explicit(&j->operand[0].storage->counts, memory_order_relaxed))
        return false;
    return ra__job_is_unobservable_at_all(j);
}

#endif
