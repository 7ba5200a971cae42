/* The chain of 8 operators, tile by tile. Threads take the next tile from a counter. */
#define _GNU_SOURCE
#include "work/tiles.h"
#include "measure/team.h"
#include "work/tiles_loops.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

const ra__kernel_table *tiles_kernels;

bool tiles_open(bench *b)
{
    ra_info info;
    const char *why = "the engine does not answer";
    tiles_kernels = ra_get_info(&info) == RA_OK ? ra__level_choose(info.isa, &why) : NULL;
    if (!tiles_kernels)
        report_failure(b->report, "FAILED: no kernels to tile with: %s", why);
    return tiles_kernels != NULL;
}

typedef struct chain_run {
    const float *a, *b;
    float *out;
    int64_t n, tile;
    bool stream;
    atomic_llong next;
} chain_run;

/* n floats to where they are not read again soon. */
static void stream_out(float *to, const float *from, int64_t n)
{
    int64_t i = 0;
#ifdef __SSE__
    for (; i + 4 <= n && ((uintptr_t)to & 15) == 0; i += 4)
        _mm_stream_ps(to + i, _mm_loadu_ps(from + i));
#endif
    for (; i < n; i++)
        to[i] = from[i];
}

static void chain_tile(const chain_run *r, int64_t at, int64_t n, float *x)
{
    const float *a = r->a + at, *b = r->b + at, bias = 1.5f;
    float *out = r->stream ? x : r->out + at;
    loop_2(RA__OP_mul, x, a, 4, b, 4, n);
    loop_2(RA__OP_add, x, x, 4, &bias, 0, n);
    loop_1(RA__OP_relu, x, x, n);
    loop_2(RA__OP_mul, x, x, 4, a, 4, n);
    loop_2(RA__OP_sub, x, x, 4, b, 4, n);
    loop_1(RA__OP_abs, x, x, n);
    loop_1(RA__OP_sqrt, x, x, n);
    loop_1(RA__OP_tanh, out, x, n);
    if (r->stream)
        stream_out(r->out + at, x, n);
}

static void chain_work(void *context, int index)
{
    (void)index;
    chain_run *r = context;
    float *x = aligned_alloc(64, ((size_t)r->tile * sizeof *x + 63) & ~(size_t)63);
    if (!x)
        return;
    for (int64_t at; (at = atomic_fetch_add_explicit(&r->next, r->tile, memory_order_relaxed)) < r->n;)
        chain_tile(r, at, r->n - at < r->tile ? r->n - at : r->tile, x);
#ifdef __SSE__
    _mm_sfence(); /* streamed stores are in memory before the clock stops */
#endif
    free(x);
}

double tiles_chain(const float *a, const float *b, float *out, int64_t n, tiling how, int threads)
{
    chain_run r = {.a = a, .b = b, .out = out, .n = n, .tile = how.tile, .stream = how.stream};
    return team_seconds(threads, chain_work, &r);
}
