/*
 * Generators: a seed and a count of the counters used so far. Reserving is one atomic addition at record time, so what
 * an operator draws is settled by the order of the calls.
 */
#include "async/values/generator.h"

#include "async/os/os.h"
#include "async/thread/state.h"

#include <stdatomic.h>

struct ra_generator {
    _Atomic uint64_t seed, offset;
};

static ra_generator standard = {67280421310721, 0};

ra_generator *ra_generator_new(uint64_t seed)
{
    RA__NOTE_CALLER();
    ra_generator *g = ra__os_alloc(sizeof *g);
    if (!g) {
        ra__refusal(RA_ERR_MEMORY, "ra_generator_new: out of memory");
        return NULL;
    }
    atomic_init(&g->seed, seed);
    atomic_init(&g->offset, 0);
    return g;
}

void ra_generator_free(ra_generator *g)
{
    ra__os_free(g);
}

ra_generator_state ra_generator_get(const ra_generator *g)
{
    const ra_generator *of = g ? g : &standard;
    return (ra_generator_state){.seed = atomic_load_explicit(&of->seed, memory_order_relaxed),
                                .offset = atomic_load_explicit(&of->offset, memory_order_relaxed)};
}

void ra_generator_set(ra_generator *g, ra_generator_state state)
{
    ra_generator *of = g ? g : &standard;
    atomic_store_explicit(&of->seed, state.seed, memory_order_relaxed);
    atomic_store_explicit(&of->offset, state.offset, memory_order_relaxed);
}

void ra_manual_seed(uint64_t seed)
{
    ra_generator_set(NULL, (ra_generator_state){.seed = seed, .offset = 0});
}

void ra__generator_reserve(ra_meta *m, int arg)
{
    ra_generator *g = arg >= 0 && m->args[arg].kind == RA_ARG_GENERATOR ? m->args[arg].generator : &standard;
    m->seed = atomic_load_explicit(&g->seed, memory_order_relaxed);
    m->counter = atomic_fetch_add_explicit(&g->offset, m->draws, memory_order_relaxed);
}
