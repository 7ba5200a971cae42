/*
 * A byte keeps who wrote it last, who read it, and in which phase of the block and of the warp. A barrier of the block begins a new
 * phase, in which nothing that came before can collide; __syncwarp one of its warp, for its own threads. Shuffles and votes order
 * nothing, as documented.
 */
#include "shared.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARPS_MAX = 32, NOBODY = 0, SEVERAL = 0xffff, SEVERAL_WARPS = 0xff };

struct mark {
    uint32_t phase;
    uint16_t thread; /* its index + 1 */
    uint8_t warp;    /* of SEVERAL: the one that they are all of, or SEVERAL_WARPS where they are of several */
    uint8_t is_atomic;
    uint32_t warp_phase;
};
struct byte {
    struct mark write, read;
};
struct shared_memory {
    uint32_t phase, warp_phases[WARPS_MAX];
    size_t bytes;
    struct byte *at;
};

struct shared_memory *shared_new(size_t bytes)
{
    struct shared_memory *s = calloc(1, sizeof *s);
    if (s && !shared_reserve(s, bytes)) {
        free(s);
        return NULL;
    }
    return s;
}

bool shared_reserve(struct shared_memory *s, size_t bytes)
{
    if (bytes <= s->bytes)
        return true;
    struct byte *more = realloc(s->at, bytes * sizeof *more);
    if (!more)
        return false;
    memset(more + s->bytes, 0, (bytes - s->bytes) * sizeof *more);
    s->at = more;
    s->bytes = bytes;
    return true;
}

void shared_barrier(struct shared_memory *s)
{
    s->phase++;
}

void shared_warp_barrier(struct shared_memory *s, unsigned warp)
{
    s->warp_phases[warp]++;
}

static bool collides(const struct shared_memory *s, const struct mark *before, const struct mark *now)
{
    if (before->phase != s->phase || before->thread == NOBODY || before->thread == now->thread)
        return false;
    if (before->is_atomic && now->is_atomic)
        return false;
    return before->warp != now->warp || before->warp_phase == now->warp_phase;
}

static void report(struct access *a, size_t at, const char *does, const char *did, const struct mark *before, const struct simcuda_thread *t)
{
    if (a->reported)
        return;
    a->reported = true;
    char other[64] = "several threads";
    if (before->thread != SEVERAL)
        snprintf(other, sizeof other, "thread %d", before->thread - 1);
    violation("%s: thread %u %s byte %zu of shared memory that %s %s in block %u,%u,%u, with no barrier between them", a->what, t->warp * SIMCUDA_WARP + t->lane, does, at, other, did, t->block.x, t->block.y, t->block.z);
}

void shared_touch(struct shared_memory *s, struct access *access, size_t at, size_t bytes, int how, const struct simcuda_thread *t)
{
    struct mark now = {s->phase, (uint16_t)(t->warp * SIMCUDA_WARP + t->lane + 1), (uint8_t)t->warp, how == SIMCUDA_ATOMIC, s->warp_phases[t->warp]};
    for (size_t i = at; i < at + bytes; i++) {
        struct byte *b = &s->at[i];
        if (collides(s, &b->write, &now))
            report(access, i, how == SIMCUDA_READ ? "reads" : "writes", "wrote", &b->write, t);
        if (how == SIMCUDA_READ) {
            struct mark *r = &b->read;
            if (r->phase == s->phase && r->thread != NOBODY && r->thread != now.thread) {
                r->warp = r->warp == now.warp ? now.warp : SEVERAL_WARPS;
                r->thread = SEVERAL;
                r->warp_phase = now.warp_phase;
            } else {
                *r = now;
            }
            continue;
        }
        if (collides(s, &b->read, &now))
            report(access, i, "writes", "read", &b->read, t);
        b->write = now;
    }
}
