/*
 * The small protocols by themselves, compiled like the engine: their accesses are seen. Each is a few threads of a few operations,
 * and what must be so when all have ended. exhaust.c runs them under every schedule of so many deviations.
 *
 * Here: where work waits. Others: protocols_tasks.c, protocols_pool.c, protocols_fusion.c, protocols_memory.c, protocols_values.c, protocols_locks.c,
 * protocols_heap.c, protocols_devices.c, protocols_own.c, protocols_relief.c, protocols_full.c, protocols_streams.c, protocols_waits.c, protocols_cuda.c.
 */
#include "protocols.h"

#include "async/os/lifo.h"
#include "async/pool/queue.h"
#include "async/pool/slot.h"

enum { TASKS = 4 };
static ra_task tasks[TASKS];
static int seen_bytes[TASKS];
static _Atomic int taken[TASKS]; /* how often each was */

static void took(const ra_task *t)
{
    if (t)
        atomic_fetch_add_explicit(&taken[t - tasks], 1, memory_order_relaxed);
}

static bool each_once(int n)
{
    for (int i = 0; i < n; i++)
        if (atomic_load_explicit(&taken[i], memory_order_relaxed) != 1)
            return false;
    return true;
}

/* ---- the deque: an owner, two thieves ---- */

static ra__deque deque;

static void deque_owner(void)
{
    ra__deque_put(&deque, &tasks[0]);
    ra__deque_put(&deque, &tasks[1]);
    took(ra__deque_take(&deque));
    ra__deque_put(&deque, &tasks[2]);
    took(ra__deque_take(&deque));
    took(ra__deque_take(&deque));
}

static void deque_thief(void)
{
    took(ra__deque_steal(&deque));
    took(ra__deque_steal(&deque));
}

static bool deque_end(void)
{
    for (ra_task *t; (t = ra__deque_take(&deque));)
        took(t);
    return each_once(3);
}

/* ---- the injection queue: two producers, a consumer; its ring holds four ---- */

static ra__inject inject;

static void inject_begin(void)
{
    ra__inject_init(&inject);
}

static void inject_first(void)
{
    tasks[0].bytes = 7;
    ra__inject_put(&inject, &tasks[0]);
    ra__inject_put(&inject, &tasks[1]);
}

static void inject_second(void)
{
    tasks[2].bytes = 7;
    ra__inject_put(&inject, &tasks[2]);
}

static void inject_taker(void)
{
    for (int i = 0; i < 3; i++) {
        ra_task *t = ra__inject_take(&inject);
        if (t && (t == &tasks[0] || t == &tasks[2])) /* what its producer wrote before is seen */
            seen_bytes[t - tasks] = (int)t->bytes;
        took(t);
    }
}

static bool inject_end(void)
{
    for (ra_task *t; (t = ra__inject_take(&inject));)
        took(t);
    bool empty = ra__inject_is_empty(&inject);
    ra__inject_free(&inject);
    return empty && each_once(3);
}

/* ---- its rounds: one goes round the ring twice; another puts, who may know cells of any round so far ---- */

static void rounds_goer(void)
{
    for (int i = 0; i < 9; i++) {
        ra__inject_put(&inject, &tasks[i % 3]);
        (void)ra__inject_take(&inject);
    }
    ex_note(0);
}

static void rounds_putter(void)
{
    ex_wait_noted(0, 1);
    ra__inject_put(&inject, &tasks[3]);
}

static bool rounds_end(void)
{
    ra_task *t = ra__inject_take(&inject);
    ra__inject_free(&inject);
    return t == &tasks[3];
}

/* ---- it grows: two who both find the ring full ---- */

static void full_begin(void)
{
    inject_begin();
    for (int i = 0; i < RA__INJECT_ROOM; i++)
        ra__inject_put(&inject, &tasks[0]);
}

static void full_putter(void)
{
    ra__inject_put(&inject, &tasks[1]);
}

static bool full_end(void)
{
    int old = 0, new = 0;
    for (ra_task *t; (t = ra__inject_take(&inject)); t == &tasks[0] ? old++ : new++)
        ;
    ra__inject_free(&inject);
    return old == RA__INJECT_ROOM && new == 3;
}

/* ---- the lock-free stack: two who pop and push again ---- */

static struct ra__lifo stack;
static _Atomic uint32_t links[TASKS + 1];
static int owned[TASKS + 1]; /* written by who has it alone */

static _Atomic uint32_t *link_of(uint32_t number)
{
    return &links[number];
}

static void lifo_begin(void)
{
    for (uint32_t i = 1; i <= 3; i++)
        ra__lifo_push(&stack, link_of, i);
}

static void lifo_user(void)
{
    uint32_t a = ra__lifo_pop(&stack, link_of), b = ra__lifo_pop(&stack, link_of);
    if (a)
        owned[a]++;
    if (a)
        ra__lifo_push(&stack, link_of, a);
    if (b)
        owned[b]++;
    if (b)
        ra__lifo_push(&stack, link_of, b);
}

static void lifo_chain_user(void)
{
    int count;
    const uint32_t a = ra__lifo_pop_chain(&stack, link_of, 2, &count), b = a && count == 2 ? atomic_load_explicit(link_of(a), memory_order_relaxed) : 0;
    if (a)
        owned[a]++;
    if (b)
        owned[b]++;
    if (a)
        ra__lifo_push_chain(&stack, link_of, a, b ? b : a);
}

static bool lifo_end(void)
{
    int seen = 0;
    for (uint32_t n; (n = ra__lifo_pop(&stack, link_of));)
        seen |= 1 << n;
    return seen == (1 << 1 | 1 << 2 | 1 << 3);
}

/* ---- a slot: an owner who offers twice, two thieves ---- */

static ra__slot slot;
static _Atomic int units[8];

static void work_on(int base, int64_t first, int64_t end)
{
    for (int64_t i = first; i < end; i++)
        atomic_fetch_add_explicit(&units[base + i], 1, memory_order_relaxed);
}

static void slot_owner(void)
{
    for (int offer = 0; offer < 2; offer++) {
        int64_t a = 0, b = 0;
        tasks[offer].bytes = offer;
        ra__slot_offer(&slot, &tasks[offer], 0, 3);
        while (ra__slot_take(&slot, 1, &a, &b))
            work_on(4 * offer, a, b);
    }
}

static void slot_thief(void)
{
    int64_t a, b;
    ra_task *t = ra__slot_steal(&slot, 0, &a, &b);
    if (t && t->bytes == t - tasks) /* what its owner wrote before it offered it */
        work_on(4 * (int)(t - tasks), a, b);
}

static bool slot_end(void)
{
    for (int i = 0; i < 7; i++)
        if (i != 3 && atomic_load_explicit(&units[i], memory_order_relaxed) != 1)
            return false;
    return true;
}

/* ---- a slot that a thread leaves to another, whose offers a thief must not take for the first one's ---- */

static void leaving_owner(void)
{
    int64_t a = 0, b = 0;
    ra__slot *s = ra__slot_mine();
    ra__slot_offer(s, &tasks[0], 0, 3);
    while (ra__slot_take(s, 1, &a, &b))
        work_on(0, a, b);
    ra__slot_leave();
    ex_note(0);
}

static void next_owner(void)
{
    int64_t a = 0, b = 0;
    ex_wait_noted(0, 1);
    ra__slot *s = ra__slot_mine();
    ra__slot_offer(s, &tasks[1], 0, 3);
    while (ra__slot_take(s, 1, &a, &b))
        work_on(4, a, b);
    ra__slot_leave();
}

static void thief_of_both(void)
{
    int64_t a, b;
    ra__slot *s = ra__slot_all();
    ra_task *t = s ? ra__slot_steal(s, 0, &a, &b) : NULL;
    if (t)
        work_on(4 * (int)(t - tasks), a, b);
}

const ex_protocol ex_protocols_queues[] = {
    {"deque", NULL, {deque_owner, deque_thief, deque_thief}, deque_end},
    {"injection queue", inject_begin, {inject_first, inject_second, inject_taker}, inject_end},
    {"injection queue's rounds", inject_begin, {rounds_goer, rounds_putter}, rounds_end, .heavy = true},
    {"injection queue's growth", full_begin, {full_putter, full_putter, full_putter}, full_end, .heavy = true},
    {"lock-free stack", lifo_begin, {lifo_user, lifo_user}, lifo_end},
    {"lock-free stack's chains", lifo_begin, {lifo_chain_user, lifo_user}, lifo_end},
    {"lock-free stack's chains, by two", lifo_begin, {lifo_chain_user, lifo_chain_user}, lifo_end},
    {"slot", NULL, {slot_owner, slot_thief, slot_thief}, slot_end},
    {"slot's owners", NULL, {leaving_owner, next_owner, thief_of_both}, slot_end, .heavy = true},
    {NULL},
};
