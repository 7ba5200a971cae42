/*
 * The threads wait at a gate that opens when all of them are there; where not all could be started, those there go home.
 */
#define _GNU_SOURCE
#include "measure/team.h"
#include "measure/clock.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

typedef struct gate {
    atomic_int arrived, open; /* open: 1 go on, 2 go home */
} gate;

typedef struct member {
    gate *at;
    void (*work)(void *context, int index);
    void *context;
    int index;
    int64_t begin, end;
} member;

static void *run(void *argument)
{
    member *m = argument;
    int open;
    atomic_fetch_add_explicit(&m->at->arrived, 1, memory_order_release);
    while ((open = atomic_load_explicit(&m->at->open, memory_order_acquire)) == 0)
        sched_yield();
    if (open == 2)
        return NULL;
    m->begin = clock_now_ns();
    m->work(m->context, m->index);
    m->end = clock_now_ns();
    return NULL;
}

double team_seconds(int threads, void (*work)(void *context, int index), void *context)
{
    pthread_t ids[TEAM_MOST];
    member members[TEAM_MOST];
    gate at = {0};
    threads = threads < 1 ? 1 : threads > TEAM_MOST ? TEAM_MOST : threads;
    for (int i = 0; i < threads; i++)
        members[i] = (member){.at = &at, .work = work, .context = context, .index = i};
    int started = 1; /* the calling thread is the first */
    while (started < threads && pthread_create(&ids[started], NULL, run, &members[started]) == 0)
        started++;
    while (atomic_load_explicit(&at.arrived, memory_order_acquire) < started - 1)
        sched_yield();
    atomic_store_explicit(&at.open, started == threads ? 1 : 2, memory_order_release);
    run(&members[0]);
    for (int i = 1; i < started; i++)
        pthread_join(ids[i], NULL);
    if (started < threads)
        return NAN;
    int64_t begin = members[0].begin, end = members[0].end;
    for (int i = 1; i < threads; i++) {
        begin = members[i].begin < begin ? members[i].begin : begin;
        end = members[i].end > end ? members[i].end : end;
    }
    return (double)(end - begin) / 1e9;
}
