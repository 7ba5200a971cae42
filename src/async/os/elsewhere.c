#include "async/os/elsewhere.h"

#include "async/os/mutant.h"

#include <errno.h>
#include <string.h>

enum { FREE, HELD, CONFINED, ENDED };
enum { PATIENCE_NS = 1000000 }; /* between two looks of a thread that is to end while a waker holds it */

static _Atomic bool is_refused;
static _Atomic int program = -1;

void ra__elsewhere_note_program(int cpu)
{
    atomic_store_explicit(&program, cpu, memory_order_relaxed);
}

int ra__elsewhere_program(void)
{
    return atomic_load_explicit(&program, memory_order_relaxed);
}

void ra__elsewhere_begin(ra__elsewhere *e)
{
    e->tid = ra__os_gettid();
    e->count = ra__os_affinity_get(0, &e->own) ? 0 : ra__os_cpuset_count(&e->own);
    atomic_store_explicit(&e->word, FREE, memory_order_release);
}

/* Whoever holds it meanwhile gives it all of its own as well, once he goes on. */
void ra__elsewhere_risen(ra__elsewhere *e)
{
    const uint32_t word = atomic_load_explicit(&e->word, memory_order_relaxed);
    if (word == HELD)
        (void)ra__os_affinity_set(0, &e->own);
    else if (word == CONFINED && !RA__MUTANT(LEFT_CONFINED) && !ra__os_affinity_set(0, &e->own))
        atomic_store_explicit(&e->word, FREE, memory_order_release);
}

void ra__elsewhere_end(ra__elsewhere *e)
{
    uint32_t word = FREE;
    while (!RA__MUTANT(ENDS_WHILE_HELD) && !atomic_compare_exchange_weak_explicit(&e->word, &word, ENDED, memory_order_acquire, memory_order_relaxed))
        if (word == HELD) {
            ra__os_futex_wait(&e->word, HELD, ra__os_now_ns() + PATIENCE_NS);
            word = FREE;
        }
}

/* Of its own, those that are free; false: none is, or there is nothing to choose. */
static bool choose(const ra__elsewhere *e, const ra__elsewhere_taken *t, struct ra__os_cpuset *free)
{
    int left = 0;
    for (int i = 0; i < RA__OS_CPUS_MAX / 64; i++) {
        free->bits[i] = e->own.bits[i] & ~t->set.bits[i];
        left += __builtin_popcountll(free->bits[i]);
    }
    if (left > 1 && ra__os_cpuset_has(free, t->perhaps))
        free->bits[t->perhaps / 64] &= ~((uint64_t)1 << t->perhaps % 64);
    return left > 0;
}

static int first_of(const struct ra__os_cpuset *set)
{
    int i = 0;
    while (!set->bits[i])
        i++;
    return i * 64 + __builtin_ctzll(set->bits[i]);
}

static bool confine(ra__elsewhere *e, const struct ra__os_cpuset *free)
{
    struct ra__os_cpuset now;
    if (ra__os_affinity_get(e->tid, &now) || memcmp(&now, &e->own, sizeof now) != 0)
        return false;
    const int error = ra__os_affinity_set(e->tid, free);
    if (error == -EPERM || error == -ENOSYS)
        atomic_store_explicit(&is_refused, true, memory_order_relaxed);
    return !error;
}

/* Without the waker's processor among its own the system does not put it there. */
int ra__elsewhere_confine(ra__elsewhere *e, const ra__elsewhere_taken *t, int last)
{
    struct ra__os_cpuset free;
    uint32_t word = FREE;
    if (!atomic_compare_exchange_strong_explicit(&e->word, &word, HELD, memory_order_acquire, memory_order_relaxed))
        return -1;
    if (e->count > 1 && ra__os_cpuset_has(&e->own, t->here) && !atomic_load_explicit(&is_refused, memory_order_relaxed) && choose(e, t, &free) && confine(e, &free))
        return ra__os_cpuset_has(&free, last) ? last : first_of(&free);
    atomic_store_explicit(&e->word, FREE, memory_order_release);
    return -1;
}

void ra__elsewhere_let_go(ra__elsewhere *e)
{
    const bool is_free = !ra__os_affinity_set(e->tid, &e->own);
    atomic_store_explicit(&e->word, is_free ? FREE : CONFINED, memory_order_release);
}
