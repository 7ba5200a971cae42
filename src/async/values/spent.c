#include "async/values/spent.h"

#include "async/os/lock.h"
#include "async/os/mutant.h"
#include "async/thread/settings.h"
#include "async/values/job.h"

/* ra_storage.issued: a stream's number, and above 0 how many holds are of jobs issued to it. */
enum { STREAM_AT = 24, MOST_HOLDS = (1 << STREAM_AT) - 1, COUNTED = 64 };
/* Of what is asked for, so much more is handed on: an eighth. */
enum { SPARE_PART = 8 };

/* ---- what a job holds ---- */

/* Whether operand k lies where the job is computed, and is held by it. */
static bool is_there(const ra__job *j, int k)
{
    const ra_storage *s = j->operand[k].storage;
    return k < COUNTED && s && s->device == j->plan->device && !(s->flags & (RA__STORAGE_BORROWED | RA__STORAGE_TOKEN)) && ra__job_holds(j, k);
}

/* False: jobs of another stream are counted, or as many as can be. */
static bool count(ra_storage *s, unsigned stream)
{
    uint32_t seen = atomic_load_explicit(&s->issued, memory_order_relaxed);
    do
        if ((seen & MOST_HOLDS) == MOST_HOLDS || (seen & MOST_HOLDS && seen >> STREAM_AT != stream && !RA__MUTANT(SPENT_ELSEWHERE)))
            return false;
    while (!atomic_compare_exchange_weak_explicit(&s->issued, &seen, ((seen & MOST_HOLDS) + 1) | stream << STREAM_AT, memory_order_relaxed, memory_order_relaxed));
    return true;
}

/* Holds are read before the count, which goes before them: it is never as high as holds that were read, unless all are counted. */
static bool is_spent(const ra_storage *s, unsigned stream)
{
    const uint64_t counts = atomic_load_explicit(&s->counts, memory_order_acquire), holds = (uint32_t)counts + (counts >> 32);
    return (holds <= MOST_HOLDS && atomic_load_explicit(&s->issued, memory_order_relaxed) == (holds | (uint64_t)stream << STREAM_AT)) || RA__MUTANT(SPENT_WHILE_HELD);
}

/* ---- the list ---- */

static void strike_out(ra__spent *list, int i)
{
    list->count--;
    memmove(&list->of[i], &list->of[i + 1], (size_t)(list->count - i) * sizeof list->of[0]);
}

/* Of a storage, where it is noted; else at the end, for which the oldest goes. */
static int place_for(ra__spent *list, const ra_storage *s)
{
    const int room = (int)(sizeof list->of / sizeof list->of[0]);
    for (int i = 0; s && i < list->count; i++)
        if (list->of[i].storage == s) {
            strike_out(list, i);
            break;
        }
    if (list->count == room)
        strike_out(list, 0);
    return list->count++;
}

void ra__spent_note(ra__spent *list, const ra__job *j, ra__job_memory *m, uint64_t place)
{
    m->counted = 0;
    ra__lock(&list->lock);
    for (int k = 0; k < j->operands; k++) {
        ra_storage *s = j->operand[k].storage;
        if (!is_there(j, k) || !count(s, list->stream))
            continue;
        m->counted |= UINT64_C(1) << k;
        if (m->data[k] && (k == 0 || j->operand[k - 1].storage != s)) {
            const int i = place_for(list, s);
            list->of[i].storage = s;
            list->of[i].bytes = s->capacity;
            list->of[i].place = place;
        }
    }
    if (j->plan->workspace && j->plan->phases == 1) { /* others have the device do something with it at their end (device.h) */
        const int i = place_for(list, NULL);
        list->of[i].storage = NULL;
        list->of[i].workspace = &m->workspace;
        list->of[i].bytes = m->workspace_bytes;
        list->of[i].place = place;
    }
    ra__unlock(&list->lock);
}

void ra__spent_end(ra__spent *list, const ra__job *j, const ra__job_memory *m, uint64_t place)
{
    int left = 0;
    ra__lock(&list->lock);
    for (int i = 0; i < list->count; i++)
        if (list->of[i].place > place)
            list->of[left++] = list->of[i];
    list->count = left;
    ra__unlock(&list->lock);
    for (int k = 0; k < j->operands && k < COUNTED; k++)
        if (m->counted >> k & 1)
            atomic_fetch_sub_explicit(&j->operand[k].storage->issued, 1, memory_order_relaxed); /* what gives up the hold releases */
}

static void *take_from(ra__spent *list, int i)
{
    ra_storage *s = list->of[i].storage;
    if (s)
        return atomic_exchange_explicit(&s->data, NULL, memory_order_relaxed);
    void *memory = *list->of[i].workspace;
    *list->of[i].workspace = NULL;
    return memory;
}

void *ra__spent_take(ra__spent *list, int64_t bytes, int64_t *have)
{
    const int64_t most = ra__settings.device_chunks ? bytes + bytes / SPARE_PART : bytes; /* fits: far from the most. Where each block is a chunk, to its byte */
    void *memory = NULL;
    ra__lock(&list->lock);
    for (int i = list->count; !memory && i-- > 0;) {
        const ra_storage *s = list->of[i].storage;
        const int64_t found = list->of[i].bytes;
        if (found < bytes || found > most || (s && (!is_spent(s, list->stream) || s->capacity != found)))
            continue;
        memory = take_from(list, i);
        if (memory)
            *have = found;
        strike_out(list, i);
    }
    ra__unlock(&list->lock);
    return memory;
}

void ra__spent_fork_child(ra__spent *list)
{
    atomic_store_explicit(&list->lock, 0, memory_order_relaxed);
    list->count = 0;
}
