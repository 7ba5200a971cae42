/*
 * Readers in a call: threads of the program that compute a small operator in the call and without the graph's lock, as its result is new,
 * and nobody is about to write what it reads. Two callers with operands of their own do not meet then.
 *
 * Each has a place on a line of its own, where it says which storages it reads. It and a writer find one another as each writes
 * first and looks then, all seq_cst:
 *
 *   reader   says what it reads; looks at the counts of those storages; if one has a writer, takes it back, and goes the other way
 *   writer   counts itself in the storage, under the graph's lock; looks at the places; waits for who reads that storage
 *
 * So a writer waits for at most one small kernel of each thread, as whoever takes the graph's lock may. A thread gets its place under that
 * lock: who holds it, and sees no place but its own, need not count where it writes and is done before it gives the lock back.
 */
#ifndef RA_ASYNC_READERS_H
#define RA_ASYNC_READERS_H

#include "async/os/mutant.h"
#include "async/os/os.h"
#include "async/thread/state.h"
#include "async/values/job.h"

typedef struct ra__reader {
    _Alignas(64) _Atomic uint32_t turn; /* odd: it reads; a futex. One more when it begins, and when it ends, which releases what it has read to who waits */
    _Atomic uint32_t awaited;           /* by a writer, who alone writes it, under the graph's lock; it orders nothing: who overlooks it is found to have ended a little later */
    _Atomic(const ra_storage *) of[RA__JOB_OPERANDS - 1]; /* what is read in an odd turn, which releases it; each releases that the one before is over. NULL: nothing more */
    _Atomic bool taken;                 /* by a thread, alone in writing what stands above but `awaited`: set under the graph's lock, and given up by a
                                           release, which the next to take it acquires; those of threads that have ended are handed on */
    struct ra__reader *next;            /* written before the place is in the list; under the graph's lock */
} ra__reader;

/* The calling thread can be a reader from now on, unless there is no memory for that. Under the graph's lock. */
void ra__readers_enter(void);
/* It ends. */
void ra__readers_leave(void);

/* After ra__readers_begin was true. */
static inline void ra__readers_end(void)
{
    ra__reader *r = ra__tls.reader;
    atomic_store_explicit(&r->turn, atomic_load_explicit(&r->turn, memory_order_relaxed) + 1, memory_order_release);
    if (__builtin_expect(atomic_load_explicit(&r->awaited, memory_order_relaxed), 0))
        ra__os_futex_wake(&r->turn, 1);
}

/* Of a job with one result, which is fresh, and inputs in the processor's memory, few enough for the job itself. False: a writer is counted
 * in one of them, or the thread has no place; and nothing is to be ended. Whatever was written before is seen. */
static inline bool ra__readers_begin(const ra__job *j)
{
    ra__reader *r = ra__tls.reader;
    if (!r)
        return false;
#pragma GCC unroll 3
    for (int k = 1; k < RA__JOB_OPERANDS; k++)
        atomic_store_explicit(&r->of[k - 1], k < j->operands ? j->operand[k].storage : NULL, memory_order_release);
    atomic_store_explicit(&r->turn, atomic_load_explicit(&r->turn, memory_order_relaxed) + 1, memory_order_seq_cst);
    for (int k = 1; k < j->operands; k++) {
        const ra_storage *s = j->operand[k].storage;
        if (s && atomic_load_explicit(&s->counts, memory_order_seq_cst) >= RA__WRITER && !RA__MUTANT(READS_BESIDE_WRITERS)) {
            ra__readers_end();
            return false;
        }
    }
    return true;
}

/* The job is held (ra__job_hold): waits for those who read what it is to write. Under the graph's lock. */
void ra__readers_await(const ra__job *j);
/* The same for one that is not recorded, and runs under that lock: it is counted as a writer until let_in, if there is anybody to find it. */
bool ra__readers_keep_out(const ra__job *j);
void ra__readers_let_in(const ra__job *j);

/* Other threads are not there any more. */
void ra__readers_fork_child(void);

#endif
