/*
 * Memory of a device that is spent: nothing has a use of it any more but jobs that have been issued to one stream. What is issued to that
 * stream next can have it at once, since the device comes to it behind them: so a program that is far ahead of a device needs no more
 * memory there than if it waited for each result.
 *
 * A stream has a list of what the jobs that were issued to it last use, the newest last. Whether one of them is spent is found when memory
 * is asked for: then all that is held of the storage are holds of jobs issued to this stream, which the storage counts (ra_storage.issued).
 * Nobody comes to hold it again.
 *
 * The issuing lane counts, notes and takes. The completing lane strikes out what it ends, and takes back the count, before it gives up the
 * hold: who sees the hold gone sees the count gone, and never takes what somebody holds for spent. An entry's job is the last on its
 * stream that was found to use it, so the storage, which that job holds, lasts as long as the entry.
 */
#ifndef RA_ASYNC_SPENT_H
#define RA_ASYNC_SPENT_H

#include "async/os/room.h"
#include "async/values/storage.h"

struct ra__job;
struct ra__job_memory;

typedef struct ra__spent {
    _Atomic uint32_t lock;
    uint8_t stream; /* its number: not of two that a storage can have been issued to */
    int count;
    struct {
        ra_storage *storage; /* NULL: it is a job's workspace */
        void **workspace;
        int64_t bytes;       /* of the memory, as it was noted */
        uint64_t place;      /* of the job */
    } of[RA__ROOM(64, 2)];
} ra__spent;

/* The job has been issued to the stream, and has this place there: from now on what it holds may be spent. */
void ra__spent_note(ra__spent *list, const struct ra__job *j, struct ra__job_memory *m, uint64_t place);
/* It has ended, as have all before it, and its holds are about to be given up. */
void ra__spent_end(ra__spent *list, const struct ra__job *j, const struct ra__job_memory *m, uint64_t place);
/* Memory for a job that is to be issued to the stream, of at least so many bytes and not many more: *have. NULL: there is none, and
 * *have is as it was. */
void *ra__spent_take(ra__spent *list, int64_t bytes, int64_t *have);
void ra__spent_fork_child(ra__spent *list);

#endif
