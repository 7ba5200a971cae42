/*
 * Hazards: who must run before whom, by byte range of a storage.
 *
 * A storage keeps the tasks that may still have to run before a newcomer: the last writers of its bytes and the readers
 * since. A newcomer that reads depends on the writers it overlaps, one that writes on everybody it overlaps. A writer that
 * covers an entry replaces it (what it covered ran before it). Entries name a task and its sequence number, so one of a
 * finished and reused record is recognised as done; what bytes they are about stands in the operand of that task. The number
 * of entries is bounded: when it is reached, finished ones are removed, and if that is not enough, the readers or the writers,
 * whichever are more, are joined but for the oldest under one task that does nothing but wait for them. The oldest may take long, and all
 * that is joined later with them would stay as long as they do. Readers and writers are not joined with one another: who reads
 * would wait for readers, and a kernel that waits for what it reads for those that come after it.
 *
 * Everything here is under the graph lock where it does not say otherwise.
 */
#ifndef RA_ASYNC_HAZARD_H
#define RA_ASYNC_HAZARD_H

#include "async/tasks/task.h"
#include "async/values/hazard_list.h"

/*
 * Registers every operand of a job: edges from what must run before, entries for what comes after. False when out of
 * memory, with the hazards as they were (edges that were made are harmless: an abandoned record is finished as a join).
 */
bool ra__graph_register(ra_task *t);
/* What registering does to storages besides hazards; for jobs that run without being recorded. */
void ra__graph_mark_written(const ra__job *j);
/* The same of one whose results are fresh, so that nobody else knows of them yet, and whose inputs have their memory; without the lock. */
void ra__graph_mark_made(const ra__job *j);
/* Edges from the pending writers (and readers) of a byte range, without an entry: for those who are told. */
bool ra__graph_after(ra_task *t, ra_storage *s, int64_t first, int64_t end, bool writes);
/* Whether a job could run at once: nothing pending conflicts. */
bool ra__graph_is_free(const ra__job *j);
/* Whether anything pending writes (or with `writes` also reads) the range. */
bool ra__graph_is_pending(ra_storage *s, int64_t first, int64_t end, bool writes);
/* Whether anything pending writes it that has not begun and that nobody has asked for. */
bool ra__graph_is_unasked(ra_storage *s, int64_t first, int64_t end);

/* The operator that such a thing is of: NULL where nothing is pending, ra__several where there are different ones. */
const char *ra__graph_pending_name(ra_storage *s, int64_t first, int64_t end, bool writes);

/* Its task is not done, and may touch one of these bytes. */
bool ra__hazard_meets(const ra__hazard *h, int64_t first, int64_t end);
/* Of one that meets these bytes: whether its task writes all of them, wherever they lie by then. */
bool ra__hazard_writes_all(const ra__hazard *h, int64_t first, int64_t end);

#endif
