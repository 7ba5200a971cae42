#include "async/values/readers.h"

#include "async/os/room.h"

enum { SPINS = RA__ROOM(200, 1), PATIENCE_NS = 200000 }; /* from one look to the next of a writer that sleeps */

static ra__reader *first; /* never freed while the process runs; under the graph's lock, as is the count */
static int count;

void ra__readers_enter(void)
{
    if (ra__tls.reader)
        return;
    ra__os_at_thread_exit();
    for (ra__reader *r = first; r; r = r->next)
        if (!atomic_load_explicit(&r->taken, memory_order_acquire)) {
            atomic_store_explicit(&r->taken, true, memory_order_relaxed);
            ra__tls.reader = r;
            return;
        }
    ra__reader *r = ra__os_alloc_aligned(_Alignof(ra__reader), sizeof *r);
    if (!r)
        return;
    memset(r, 0, sizeof *r);
    atomic_store_explicit(&r->taken, true, memory_order_relaxed);
    r->next = first;
    first = r;
    count++;
    ra__tls.reader = r;
}

void ra__readers_leave(void)
{
    ra__reader *r = ra__tls.reader;
    ra__tls.reader = NULL;
    if (r)
        atomic_store_explicit(&r->taken, false, memory_order_release);
}

static bool are_others(void)
{
    return count > (ra__tls.reader != NULL);
}

/* What it finds may be of the turn behind: then the one before has ended, and all that was read in it has been. */
static bool reads(const ra__reader *r, const ra_storage *s)
{
    for (int k = 0; k < RA__JOB_OPERANDS - 1; k++)
        if (atomic_load_explicit(&r->of[k], memory_order_acquire) == s)
            return true;
    return false;
}

/* Until its turn is over: another that it begins meanwhile finds the writer. */
static void await(ra__reader *r, uint32_t turn)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load_explicit(&r->turn, memory_order_acquire) != turn)
            return;
        ra__os_relax();
    }
    atomic_store_explicit(&r->awaited, 1, memory_order_relaxed);
    while (atomic_load_explicit(&r->turn, memory_order_acquire) == turn)
        ra__os_futex_wait(&r->turn, turn, ra__os_now_ns() + PATIENCE_NS);
    atomic_store_explicit(&r->awaited, 0, memory_order_relaxed);
}

static void await_all_of(const ra_storage *s)
{
    for (ra__reader *r = first; r && !RA__MUTANT(WRITES_BESIDE_READERS); r = r->next) {
        const uint32_t turn = atomic_load_explicit(&r->turn, memory_order_seq_cst);
        if (turn % 2 && r != ra__tls.reader && reads(r, s))
            await(r, turn);
    }
}

void ra__readers_await(const ra__job *j)
{
    for (int r = 0; r < j->results && are_others(); r++)
        if (!j->operand[r].fresh)
            await_all_of(j->operand[r].storage);
}

bool ra__readers_keep_out(const ra__job *j)
{
    if (!are_others())
        return false;
    for (int r = 0; r < j->results; r++)
        if (!j->operand[r].fresh)
            ra__storage_add_writer(j->operand[r].storage, RA__WRITER);
    ra__readers_await(j);
    return true;
}

void ra__readers_let_in(const ra__job *j)
{
    for (int r = 0; r < j->results; r++)
        if (!j->operand[r].fresh)
            ra__storage_drop(j->operand[r].storage, RA__WRITER);
}

void ra__readers_fork_child(void)
{
    for (ra__reader *r = first; r; r = r->next)
        if (r != ra__tls.reader) {
            atomic_store_explicit(&r->turn, (atomic_load_explicit(&r->turn, memory_order_relaxed) + 1) & ~UINT32_C(1), memory_order_relaxed);
            atomic_store_explicit(&r->taken, false, memory_order_relaxed);
        }
}
